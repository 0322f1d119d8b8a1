// SPDX-License-Identifier: Apache-2.0
// The engine without Python: what dispatch, kernels, passes and code generation cost by themselves.
#include "engine/capture/graphcapture.h"
#include "engine/eager/dispatch.h"
#include "engine/ops/opdef.h"
#include "engine/run/compile.h"
#include "engine/session/compilation.h"

#include <benchmark/benchmark.h>

#include <array>

namespace jitscope {

namespace {

Tensor ramp(const Dims &shape) {
    Tensor tensor(shape, DType::Float32);
    float *data = tensor.mutableData<float>();
    for (int64_t i = 0; i < tensor.count(); ++i)
        data[i] = float(i % 97) / 97.0f - 0.5f;
    return tensor;
}

void dispatchAdd(benchmark::State &state) {
    const OpDef *add = findOp("Add");
    const std::array<Value, 2> arguments = {Value(ramp({2, 3})), Value(ramp({2, 3}))};
    for (auto _ : state)
        benchmark::DoNotOptimize(dispatch(*add, arguments));
}
BENCHMARK(dispatchAdd)->Name("engine/dispatch_add_2x3");

void matmul(benchmark::State &state) {
    const OpDef *op = findOp("MatMul");
    const int64_t n = state.range(0);
    const std::array<Value, 4> arguments = {Value(ramp({n, n})), Value(ramp({n, n})), Value(false), Value(false)};
    for (auto _ : state)
        benchmark::DoNotOptimize(op->eval(arguments));
    state.counters["GFLOP/s"] =
        benchmark::Counter(2.0 * double(n * n * n) * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(matmul)->Name("engine/matmul")->Arg(512)->Arg(2048)->UseRealTime();

/** A chain of `count` element-wise operators, captured as a front end would. */
Compilation chain(int count, IdSource &ids) {
    GraphCapture capture;
    capture.openGraph("chain", nullptr);
    NodePtr x = capture.addParameter("x", Abstract::tensor(DType::Float32, {64, 64}));
    NodePtr node = x;
    for (int i = 0; i < count; ++i) {
        const OpDef *op = findOp(i % 2 == 0 ? "Add" : "Tanh");
        std::vector<NodePtr> inputs = {node};
        if (i % 2 == 0) inputs.push_back(x);
        node = *capture.addCall(*op, inputs, "", nullptr, "Default");
    }
    capture.closeGraph(node);
    Compilation compilation;
    compilation.function = "chain";
    compilation.captured = capture.finish();
    ids = capture.ids();
    return compilation;
}

void passesOnChain(benchmark::State &state) {
    IdSource ids;
    const Compilation captured = chain(int(state.range(0)), ids);
    for (auto _ : state) {
        IdSource own = ids;
        PassContext context{own, JitLevel::O1, {}, {}};
        benchmark::DoNotOptimize(runPasses(captured.captured, builtinPasses(), context, {}));
    }
    state.SetComplexityN(state.range(0));
}
BENCHMARK(passesOnChain)
    ->Name("engine/passes_O1")
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Arg(100000)
    ->Unit(benchmark::kMillisecond);

void compileChain(benchmark::State &state) {
    IdSource ids;
    const Compilation captured = chain(10, ids);
    for (auto _ : state) {
        IdSource own = ids;
        CompileOptions options;
        options.level = JitLevel::O1;
        benchmark::DoNotOptimize(compile(captured, own, options));
    }
}
BENCHMARK(compileChain)->Name("engine/compile_chain10_O1")->Unit(benchmark::kMillisecond);

} // namespace

} // namespace jitscope
