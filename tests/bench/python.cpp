// SPDX-License-Identifier: Apache-2.0
// What users feel: statements run from Python, timed around a loop inside Python so that only they are measured.
#include <Python.h>

#include "tests/bench/bench.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>
#include <vector>

namespace jitscope::bench {

namespace {

/** One row: `setup` runs once, `statement` is timed. Rows named "numpy/..." are for comparison within the run. */
struct Row {
    const char *name;
    const char *setup;
    const char *statement;
};

constexpr const char *common = R"(
import numpy as np
import mindspore as ms
from mindspore import ops, nn, Tensor
small = [Tensor(np.random.randn(2, 3).astype(np.float32)) for _ in range(3)]
a, b, c = small
line = Tensor(np.random.randn(1000000).astype(np.float32))
big = [Tensor(np.random.randn(512, 512).astype(np.float32)) for _ in range(2)]
m, n = big
na, nb = a.asnumpy(), b.asnumpy()
nm, nn_ = m.asnumpy(), n.asnumpy()
)";

const std::vector<Row> &rows() {
    static const std::vector<Row> all = {
        {"eager/add_2x3", "", "a + b"},
        {"eager/mul_add_2x3", "", "a * b + c"},
        {"eager/ops_add_2x3", "", "ops.add(a, b)"},
        {"numpy/add_2x3", "", "na + nb"},
        {"eager/matmul_512", "", "ops.matmul(m, n)"},
        {"numpy/matmul_512", "", "nm @ nn_"},
        {"eager/tanh_512", "", "ops.tanh(m)"},
        {"numpy/tanh_512", "", "np.tanh(nm)"},
        {"jit/call_mul_add_2x3_O0", "f = ms.jit(lambda_f, jit_level='O0'); f(a, b, c)", "f(a, b, c)"},
        {"jit/call_mul_add_2x3_O1", "f = ms.jit(lambda_f, jit_level='O1'); f(a, b, c)", "f(a, b, c)"},
        {"jit/prepare_mul_add_O0", "", "ms.jit(fresh(), jit_level='O0')(a, b, c)"},
        {"jit/prepare_mul_add_O1", "", "ms.jit(fresh(), jit_level='O1')(a, b, c)"},
        {"jit/gelu_written_out_1M_O1", "gelu = ms.jit(written_gelu, jit_level='O1'); gelu(line)", "gelu(line)"},
        {"eager/gelu_written_out_1M", "", "written_gelu(line)"},
        {"rigid/matmuls_only", "", "matmuls(m, n)"},
        {"rigid/eager", "", "rigid(m, n)"},
        {"rigid/graph_O0", "g0 = ms.jit(rigid, jit_level='O0'); g0(m, n)", "g0(m, n)"},
        {"rigid/graph_O1", "g1 = ms.jit(rigid, jit_level='O1'); g1(m, n)", "g1(m, n)"},
        {"rigid/prepare_O0", "", "ms.jit(fresh_rigid(), jit_level='O0')(m, n)"},
    };
    return all;
}

constexpr const char *functions = R"(
def lambda_f(a, b, c):
    return a * b + c

def written_gelu(x):
    return 0.5 * x * (1.0 + ops.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))

def fresh():
    def fresh_f(a, b, c):
        return a * b + c
    return fresh_f

def rigid(x, y):
    z = x
    for _ in range(100):
        z = ops.matmul(z, y)
        z = ops.tanh(z)
    return z

def fresh_rigid():
    def fresh_r(x, y):
        z = x
        for _ in range(100):
            z = ops.matmul(z, y)
            z = ops.tanh(z)
        return z
    return fresh_r

def matmuls(x, y):
    z = x
    for _ in range(100):
        z = ops.matmul(x, y)
    return z
)";

PyObject *space() {
    return PyModule_GetDict(PyImport_AddModule("__main__"));
}

bool run(const std::string &code, const std::string &file = "<bench>") {
    PyObject *compiled = Py_CompileString(code.c_str(), file.c_str(), Py_file_input);
    PyObject *result = compiled ? PyEval_EvalCode(compiled, space(), space()) : nullptr;
    Py_XDECREF(compiled);
    if (result == nullptr) {
        PyErr_Print();
        return false;
    }
    Py_DECREF(result);
    return true;
}

void time(benchmark::State &state, const Row &row) {
    const std::string loop =
        std::string("def __timed(__n):\n    for _ in range(__n):\n        ") + row.statement + "\n";
    if (!run(row.setup) || !run(loop)) {
        state.SkipWithError("the row could not be run");
        return;
    }
    PyObject *timed = PyDict_GetItemString(space(), "__timed");
    while (state.KeepRunningBatch(16)) {
        PyObject *result = PyObject_CallFunction(timed, "i", 16);
        if (result == nullptr) {
            PyErr_Print();
            state.SkipWithError("the row failed");
            return;
        }
        Py_DECREF(result);
    }
}

} // namespace

void startPython() {
    PyConfig config;
    PyConfig_InitPythonConfig(&config);
    config.install_signal_handlers = 0;
    PyConfig_SetString(&config, &config.program_name, L"/usr/bin/python3");
    Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    run("import sys; sys.path.insert(0, '" JITSCOPE_BUILD_DIR "/python')");
    run(common);
    // The functions live in a real file, since ast capture reads their source.
    run(std::string("import linecache\n__source = '''") + functions +
        "'''\nlinecache.cache['bench_functions.py'] = (len(__source), None, __source.splitlines(True), "
        "'bench_functions.py')\nexec(compile(__source, 'bench_functions.py', 'exec'))\n");
}

void registerPythonRows() {
    for (const Row &row : rows())
        benchmark::RegisterBenchmark(row.name, [&row](benchmark::State &state) { time(state, row); })->UseRealTime();
}

} // namespace jitscope::bench
