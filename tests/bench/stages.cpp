// SPDX-License-Identifier: Apache-2.0
// Two stages side by side: matching, one layout for both, their texts, another pass chosen; and what keeping all stages
// costs a compile.
#include "app/graphview/graphview.h"
#include "app/graphview/irdiffview.h"
#include "app/graphview/passcompare.h"
#include "app/graphview/unionlayout.h"
#include "engine/capture/graphcapture.h"
#include "engine/ops/opdef.h"
#include "engine/variants/stagematch.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <cstdlib>
#include <ctime>
#include <malloc.h>

namespace jitscope {

namespace {

constexpr QSize window(1600, 1000);

void needWindowSystem() {
    if (QApplication::instance()) return;
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    static int count = 1;
    static char name[] = "jitscope_bench";
    static char *arguments[] = {name, nullptr};
    static auto *application = new QApplication(count, arguments);
    benchmark::DoNotOptimize(application);
}

/** Layers of a network with something to do for every kind of pass: biases to fuse, equal calls to merge, `x * 1`. */
Module layers(int count, IdSource &ids) {
    GraphCapture capture;
    capture.openGraph("layers", nullptr);
    const auto type = [](const Dims &shape) { return Abstract::tensor(DType::Float32, shape); };
    const NodePtr matrix = capture.addParameter("m", type({64, 64})), row = capture.addParameter("row", type({64}));
    NodePtr node = capture.addParameter("x", type({64, 64}));
    int made = 0;
    const auto call = [&](const char *name, std::vector<NodePtr> inputs) {
        const OpDef *op = findOp(name);
        for (size_t i = inputs.size(); i < op->params.size(); ++i)
            inputs.push_back(capture.constant(op->params[i].defaultValue));
        ++made;
        return *capture.addCall(*op, std::move(inputs), {}, nullptr, "Default");
    };
    while (made < count) {
        const NodePtr product = call("BiasAdd", {call("MatMul", {node, matrix}), row});
        const NodePtr once = call("Tanh", {product}), again = call("Tanh", {product});
        node = call("Add", {call("Mul", {once, capture.constant(1.0)}), call("Sigmoid", {again})});
    }
    capture.closeGraph(node);
    Module module = capture.finish();
    ids = capture.ids();
    return module;
}

/** With all stages. */
Compilation compiled(int count) {
    IdSource ids;
    Compilation compilation;
    compilation.captured = layers(count, ids);
    PassContext context{ids, JitLevel::O1, {}, {}};
    SnapshotInstrument snapshots;
    PassInstrument *instruments[] = {&snapshots};
    compilation.final = runPasses(compilation.captured, builtinPasses(), context, instruments);
    compilation.passes = std::move(snapshots.records);
    return compilation;
}

const PassRecord &passNamed(const Compilation &compilation, const char *name) {
    for (const PassRecord &pass : compilation.passes)
        if (pass.name == name && pass.changed) return pass;
    std::abort();
}

double cpuMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/** Compiling with the stages kept and without, in turn; and the memory of the stages in sizes of the captured graph. */
void snapshots(benchmark::State &state) {
    const size_t before = mallinfo2().uordblks;
    IdSource ids;
    const Module captured = layers(int(state.range(0)), ids);
    const double graphBytes = double(mallinfo2().uordblks - before);
    double plainMs = 0, keptMs = 0, keptBytes = 0;
    size_t passes = 0;
    const auto compile = [&](std::span<PassInstrument *const> instruments) {
        IdSource own = ids;
        PassContext context{own, JitLevel::O1, {}, {}};
        return runPasses(captured, builtinPasses(), context, instruments);
    };
    benchmark::DoNotOptimize(compile({})); // what is made once is made now
    for (auto _ : state) {
        double begin = cpuMs();
        benchmark::DoNotOptimize(compile({}));
        plainMs += cpuMs() - begin;
        SnapshotInstrument kept;
        PassInstrument *instruments[] = {&kept};
        begin = cpuMs();
        const Module final = compile(instruments);
        keptMs += cpuMs() - begin;
        passes = kept.records.size();
        const size_t held = mallinfo2().uordblks;
        kept.records.clear();
        kept.records.shrink_to_fit();
        keptBytes = double(held - mallinfo2().uordblks);
    }
    state.counters["passes"] = double(passes);
    state.counters["more_time_%"] = 100 * (keptMs / plainMs - 1);
    state.counters["memory_in_graphs"] = keptBytes / graphBytes;
}

void match(benchmark::State &state) {
    const Compilation compilation = compiled(int(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(matchStages({&compilation, -2}, {&compilation, -1}));
}

void sharedLayout(benchmark::State &state) {
    needWindowSystem();
    const Compilation compilation = compiled(int(state.range(0)));
    const PassRecord &pass = passNamed(compilation, "matmul_biasadd_fusion");
    const ModuleDiff diff = diffModules(pass.before, pass.after);
    const DisplayGraph before = displayGraph(pass.before), after = displayGraph(pass.after);
    for (auto _ : state)
        benchmark::DoNotOptimize(unionLayout(before, after, diff));
    state.counters["cards"] = double(before.nodes.size() + after.nodes.size());
}

/** From the modules to the first paint of both texts; printing and comparing are a job in the window. */
void textFirstPaint(benchmark::State &state, const char *passName) {
    needWindowSystem();
    const Compilation compilation = compiled(int(state.range(0)));
    const PassRecord *pass = passName ? &passNamed(compilation, passName) : nullptr;
    const Module &before = pass ? pass->before : compilation.captured, &after = pass ? pass->after : compilation.final;
    QImage image(window, QImage::Format_ARGB32_Premultiplied);
    size_t lines = 0;
    for (auto _ : state) {
        IrDiffView view;
        view.resize(window);
        view.setDiff(irDiff(before, after));
        view.render(&image);
        lines = view.diff().left.size();
        benchmark::DoNotOptimize(image.bits());
    }
    state.counters["lines"] = double(lines);
}

/** What the thread of the window does when another pass is chosen and its pictures are there. */
void switchPass(benchmark::State &state) {
    needWindowSystem();
    const Compilation compilation = compiled(int(state.range(0)));
    struct Pass {
        UnionPicture pictures;
        ModuleDiff diff;
        IrDiff text;
    };
    std::vector<Pass> all;
    for (const char *name : {"cse", "matmul_biasadd_fusion"}) {
        const PassRecord &pass = passNamed(compilation, name);
        Pass shown{{}, diffModules(pass.before, pass.after), irDiff(pass.before, pass.after)};
        shown.pictures = unionLayout(displayGraph(pass.before), displayGraph(pass.after), shown.diff);
        all.push_back(std::move(shown));
    }
    PassCompare compare;
    IrDiffView text;
    compare.resize(window);
    text.resize(window.width(), 300);
    QImage image(window, QImage::Format_ARGB32_Premultiplied);
    size_t at = 0;
    for (auto _ : state) {
        state.PauseTiming();
        Pass shown = all[at++ % all.size()];
        PaintedUnion pictures(std::move(shown.pictures));
        state.ResumeTiming();
        compare.setPictures(std::move(pictures), shown.diff, PassCompare::Camera::Fit);
        text.setDiff(std::move(shown.text));
        compare.render(&image);
        text.render(&image);
        benchmark::DoNotOptimize(image.bits());
    }
}

const bool registered = [] {
    const auto add = [](const char *name, const auto &run, std::initializer_list<int64_t> sizes) {
        for (const int64_t size : sizes)
            benchmark::RegisterBenchmark(name, run)->Arg(size)->Unit(benchmark::kMillisecond);
    };
    add("stages/snapshots", snapshots, {10000});
    add("stages/match", match, {10000});
    add("stages/shared_layout", sharedLayout, {10000, 100000});
    add("stages/text_first_paint/one_pass",
        [](benchmark::State &state) { textFirstPaint(state, "matmul_biasadd_fusion"); }, {20000});
    add("stages/text_first_paint/all_passes", [](benchmark::State &state) { textFirstPaint(state, nullptr); }, {20000});
    add("stages/switch_pass", switchPass, {10000});
    return true;
}();

} // namespace

} // namespace jitscope
