// SPDX-License-Identifier: Apache-2.0
// From the click to the row of the Variants table: an attention with its gradient compiled anew with one decision. A
// program of its own, since it runs a script as the window does. With a path as its only argument the script there is
// taken instead, and of its compilations the one with the most nodes.
#include "engine/base/file.h"
#include "engine/python/interpreter.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "engine/variants/variant.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <utility>

namespace jitscope {

namespace {

/** Calls the sample's block with its gradient, as one graph. */
const std::string gradient = R"(

grad_fn = ms.value_and_grad(block, None, block.trainable_params(), has_aux=False)

@ms.jit(capture_mode="ast", jit_level="O1")
def step(x):
    return grad_fn(x)

step(x)
)";

std::string script;

const Session &recorded() {
    static const Session session = [] {
        Interpreter python({.output = {}, .stateChanged = {}, .paused = {}, .finished = {}});
        RunOptions options;
        options.record = RecordLevel::Values;
        python.runScript("/attention.py", script, options);
        python.wait();
        return Recorder::instance().take();
    }();
    return session;
}

const Compilation *largest() {
    const auto &all = recorded().compilations;
    // Of several levels the one that makes kernels.
    const auto found = std::ranges::max_element(all, {}, [](const Compilation &each) {
        return std::pair(each.captured.graphs.empty() ? 0 : callCount(each.captured), each.jitLevel);
    });
    return found == all.end() || found->captured.graphs.empty() ? nullptr : &*found;
}

/** Without the first pass that fused something. */
VariantSpec specFor(const Compilation &compilation) {
    VariantSpec spec{jitLevelOf(compilation), {}};
    for (const PassRecord &pass : compilation.passes)
        if (pass.changed && pass.phase == PassPhase::HardwareOptimization && spec.decisions.empty())
            spec.decisions.push_back({Decision::Kind::SwitchOff, pass.name, {}});
    return spec;
}

/** The first variant of a function needs its eager values and the program's own way too. */
void firstRow(benchmark::State &state) {
    const Compilation *compilation = largest();
    if (!compilation) return state.SkipWithError("the script compiled nothing");
    const VariantSpec spec = specFor(*compilation);
    for (auto _ : state) {
        const auto base = variantBase(recorded(), *compilation);
        if (!base) return state.SkipWithError(base.error().message.c_str());
        benchmark::DoNotOptimize(makeVariant(*base, {spec.level, {}}));
        benchmark::DoNotOptimize(makeVariant(*base, spec));
    }
    state.counters["nodes"] = callCount(compilation->captured);
}

void nextRow(benchmark::State &state) {
    const Compilation *compilation = largest();
    if (!compilation) return state.SkipWithError("the script compiled nothing");
    const auto base = variantBase(recorded(), *compilation);
    if (!base) return state.SkipWithError(base.error().message.c_str());
    const VariantSpec spec = specFor(*compilation);
    for (auto _ : state)
        benchmark::DoNotOptimize(makeVariant(*base, spec));
    state.counters["nodes"] = callCount(compilation->captured);
}

BENCHMARK(firstRow)->Name("variant/attention_gradient/first_row")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(nextRow)->Name("variant/attention_gradient/next_row")->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace

} // namespace jitscope

int main(int argc, char **argv) {
    benchmark::Initialize(&argc, argv);
    const std::string sample = JITSCOPE_SOURCE_DIR "/resources/samples/attention.py";
    const auto text = jitscope::readFile(argc > 1 ? argv[1] : sample);
    if (!text) return 2;
    jitscope::script = argc > 1 ? *text : *text + jitscope::gradient;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
