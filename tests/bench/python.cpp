// SPDX-License-Identifier: Apache-2.0
// What users feel: statements run from Python, timed around a loop inside Python so that only they are measured.
#include <Python.h>

#include "tests/bench/bench.h"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace jitscope::bench {

namespace {

/** A row of rows.py: `setup` runs once, `statement` is timed. Rows named "numpy/..." are for comparison in one run. */
struct Row {
    std::string name;
    std::string setup;
    std::string statement;
};

PyObject *space() {
    return PyModule_GetDict(PyImport_AddModule("__main__"));
}

bool run(const std::string &code) {
    PyObject *compiled = Py_CompileString(code.c_str(), "<bench>", Py_file_input);
    PyObject *result = compiled ? PyEval_EvalCode(compiled, space(), space()) : nullptr;
    Py_XDECREF(compiled);
    if (result == nullptr) {
        PyErr_Print();
        return false;
    }
    Py_DECREF(result);
    return true;
}

std::string attribute(PyObject *row, const char *name) {
    PyObject *value = PyObject_GetAttrString(row, name);
    const char *text = value ? PyUnicode_AsUTF8(value) : nullptr;
    std::string result = text ? text : "";
    Py_XDECREF(value);
    return result;
}

std::vector<Row> rows() {
    std::vector<Row> all;
    PyObject *list = PyDict_GetItemString(space(), "ROWS");
    for (Py_ssize_t i = 0; list != nullptr && i < PyList_Size(list); ++i) {
        PyObject *row = PyList_GetItem(list, i);
        all.push_back({attribute(row, "name"), attribute(row, "setup"), attribute(row, "statement")});
    }
    return all;
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
    run("import sys; sys.path[:0] = ['" JITSCOPE_BUILD_DIR "/python', '" JITSCOPE_SOURCE_DIR "/tests/bench']");
    run("from rows import COMMON, ROWS\nexec(COMMON)");
}

void registerPythonRows() {
    for (const Row &row : rows())
        benchmark::RegisterBenchmark(row.name.c_str(), [row](benchmark::State &state) {
            time(state, row);
        })->UseRealTime();
}

} // namespace jitscope::bench
