// SPDX-License-Identifier: Apache-2.0
// Two stages side by side: matching, one layout for both, their texts, another pass chosen; and what keeping all stages
// costs a compile.
#include "app/graphview/graphview.h"
#include "app/graphview/irdiffview.h"
#include "app/graphview/unionlayout.h"
#include "app/panels/passes/passespanel.h"
#include "engine/capture/graphcapture.h"
#include "engine/ops/opdef.h"
#include "engine/variants/stagematch.h"
#include "tests/support/panelstage.h"

#include <benchmark/benchmark.h>

#include <QAbstractScrollArea>
#include <QApplication>
#include <QImage>
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <set>

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

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

/**
 * Compiling with the stages kept and without, in turns that change places, each with giving back what it made; and the
 * memory of the stages, and of them with the records around, in sizes of the captured graph.
 */
void snapshots(benchmark::State &state) {
    const size_t before = mallinfo2().uordblks;
    IdSource ids;
    const Module captured = layers(int(state.range(0)), ids);
    const double graphBytes = double(mallinfo2().uordblks - before);
    const auto compile = [&](std::span<PassInstrument *const> instruments) {
        IdSource own = ids;
        PassContext context{own, JitLevel::O1, {}, {}};
        return runPasses(captured, builtinPasses(), context, instruments);
    };
    const auto plain = [&] {
        const double begin = cpuMs();
        benchmark::DoNotOptimize(compile({}));
        return cpuMs() - begin;
    };
    double keptBytes = 0;
    size_t passes = 0;
    const auto kept = [&] {
        const double begin = cpuMs();
        double counting = 0;
        {
            SnapshotInstrument snapshot;
            PassInstrument *instruments[] = {&snapshot};
            const Module final = compile(instruments);
            const double measured = cpuMs();
            passes = snapshot.records.size();
            const size_t held = mallinfo2().uordblks;
            counting = cpuMs() - measured;
            snapshot.records = {};
            keptBytes = double(held - mallinfo2().uordblks);
        }
        return cpuMs() - begin - counting;
    };
    plain(); // what is made once is made now
    kept();
    std::vector<double> ratios;
    bool isPlainFirst = false;
    for (auto _ : state) {
        isPlainFirst = !isPlainFirst;
        const double first = isPlainFirst ? plain() : kept();
        const double second = isPlainFirst ? kept() : plain();
        ratios.push_back(isPlainFirst ? second / first : first / second);
    }
    state.counters["passes"] = double(passes);
    state.counters["more_time_%"] = 100 * (median(ratios) - 1);
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

/** Which widgets were painted. */
class Paints : public QObject {
public:
    explicit Paints(std::vector<QWidget *> watched)
        : m_watched(std::move(watched)) {
        for (QWidget *widget : m_watched)
            widget->installEventFilter(this);
    }
    void forget() { m_painted.clear(); }
    bool isComplete() const { return m_painted.size() == m_watched.size(); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override {
        if (event->type() == QEvent::Paint) m_painted.insert(watched);
        return false;
    }

private:
    std::vector<QWidget *> m_watched;
    std::set<QObject *> m_painted;
};

/** The Passes panel in a window of its own, on a compilation that no other panel saw. */
struct ShownPasses {
    explicit ShownPasses(int count)
        : panel(stage.add(passesPanel(), window))
        , paints(viewports()) {
        open(count);
    }
    std::vector<QWidget *> viewports() const {
        std::vector<QWidget *> found;
        for (const char *name : {"graphBefore", "graphAfter", "irLeft", "irRight"})
            found.push_back(panel.findChild<QAbstractScrollArea *>(QLatin1String(name))->viewport());
        return found;
    }
    void open(int count) {
        Session session;
        session.compilations.push_back(compiled(count));
        session.compilations.back().index = 0;
        stage.document.replace(std::move(session));
        if (!stage.settle()) std::abort();
        QCoreApplication::processEvents();
    }
    int indexOf(const char *pass) const { return passNamed(stage.document.session().compilations.front(), pass).index; }
    /** Until both graphs and both texts are painted. */
    void choose(int pass) {
        paints.forget();
        stage.selection.selectPass(0, pass);
        while (!panel.isReady() || !paints.isComplete())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }

    testing::PanelStage stage;
    Panel &panel;
    Paints paints;
};

/** From choosing a pass that was looked at before, or lies beside one that was, to all of it painted. */
void switchPass(benchmark::State &state) {
    needWindowSystem();
    ShownPasses shown(int(state.range(0)));
    const int passes[] = {shown.indexOf("cse"), shown.indexOf("matmul_biasadd_fusion")};
    for (const int pass : passes)
        shown.choose(pass);
    size_t at = 0;
    for (auto _ : state) {
        state.PauseTiming();
        if (!shown.stage.settle()) std::abort(); // a person reads before the next key
        QCoreApplication::processEvents();
        state.ResumeTiming();
        shown.choose(passes[at++ % 2]);
    }
}

/** The same for a pass that nobody looked at so far: both graphs are laid out and their texts compared. */
void switchPassFirst(benchmark::State &state) {
    needWindowSystem();
    ShownPasses shown(int(state.range(0)));
    for (auto _ : state) {
        state.PauseTiming();
        shown.open(int(state.range(0)));
        const int pass = shown.indexOf("cse");
        state.ResumeTiming();
        shown.choose(pass);
    }
}

const bool registered = [] {
    const auto add = [](const char *name, const auto &run, std::initializer_list<int64_t> sizes) {
        for (const int64_t size : sizes)
            benchmark::RegisterBenchmark(name, run)->Arg(size)->Unit(benchmark::kMillisecond)->UseRealTime();
    };
    add("stages/snapshots", snapshots, {10000});
    add("stages/match", match, {10000});
    add("stages/shared_layout", sharedLayout, {10000, 100000});
    add("stages/text_first_paint/one_pass",
        [](benchmark::State &state) { textFirstPaint(state, "matmul_biasadd_fusion"); }, {20000});
    add("stages/text_first_paint/all_passes", [](benchmark::State &state) { textFirstPaint(state, nullptr); }, {20000});
    add("stages/switch_pass", switchPass, {10000});
    add("stages/switch_pass_first", switchPassFirst, {10000});
    return true;
}();

} // namespace

} // namespace jitscope
