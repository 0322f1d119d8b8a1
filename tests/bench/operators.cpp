// SPDX-License-Identifier: Apache-2.0
// Tables, filters, flame graphs and differences of recorded operators, with the limits that they are held to.
// build/bin/jitscope_bench_operators [OPERATORS], 1,000,000 unless said.
#include "app/panels/flame/flameview.h"
#include "engine/analysis/comparison/flamedifference.h"
#include "engine/analysis/comparison/opdifference.h"
#include "engine/analysis/operators/instances.h"
#include "engine/analysis/operators/opfilter.h"
#include "engine/analysis/operators/optable.h"
#include "tests/support/nestedops.h"

#include <QApplication>
#include <QImage>

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <functional>
#include <string>

namespace jitscope {

namespace {

size_t operatorCount = 1'000'000;

/** What the rows work on; two recordings of the same program. */
struct Recording {
    Session session;
    OpColumns columns = opColumns(session);
    std::vector<uint32_t> all = placesOf(columns, {});

    explicit Recording(int seed)
        : session(testing::NestedOps(seed, 1).make(operatorCount)) {}
    FlameTree flames(FlameBy by, FlameOrder order) const { return flameTree(session, columns, all, by, order); }
};

const Recording &recording() {
    static const Recording made(1);
    return made;
}

const Recording &otherRecording() {
    static const Recording made(2);
    return made;
}

void makeRecording() {
    recording();
}

/** A row; `limitMs` stands beside the time, 0 for none. What `prepare` takes is no part of it. */
void add(const std::string &name, double limitMs, const std::function<void()> &work,
         const std::function<void()> &prepare = makeRecording) {
    const auto run = [limitMs, work, prepare](benchmark::State &state) {
        prepare();
        for (auto _ : state)
            work();
        if (limitMs > 0) state.counters["limit_ms"] = limitMs;
    };
    benchmark::RegisterBenchmark(("operators/" + name).c_str(), run)->Unit(benchmark::kMillisecond);
}

void addFilter(const std::string &name, const std::function<OpFilter()> &filter) {
    add("filter/" + name, 100, [filter] { placesOf(recording().columns, filter()); });
}

OpCondition withText(OpCondition::Kind kind, const std::string &text) {
    OpCondition condition;
    condition.kind = kind;
    condition.text = text;
    return condition;
}

OpCondition within(OpCondition::Kind kind, int64_t from, int64_t to) {
    OpCondition condition;
    condition.kind = kind;
    condition.from = from;
    condition.to = to;
    return condition;
}

OpCondition secondQuarter() {
    const auto &start = recording().columns.start;
    return within(OpCondition::Kind::Time, start[operatorCount / 4], start[operatorCount / 2]);
}

void paint(std::shared_ptr<const FlameTree> tree, flamepanel::FlameView::Shading shading) {
    flamepanel::FlameView view;
    view.resize(1200, 500);
    view.setTree(std::move(tree));
    view.setShading(std::move(shading));
    QImage image(view.size(), QImage::Format_RGB32);
    view.render(&image);
}

void paint(FlameBy by, FlameOrder order) {
    paint(std::make_shared<const FlameTree>(recording().flames(by, order)), nullptr);
}

/** Two runs as flame graphs. */
struct FlamePair {
    const Recording &old = otherRecording(), &now = recording();
    std::pair<FlameTree, FlameTree> trees = flameTrees(
        {old.session, old.columns, old.all}, {now.session, now.columns, now.all}, FlameBy::Stack, FlameOrder::TopDown);

    FlameDifference difference() const {
        return compareFlames({trees.first, old.columns, old.all}, {trees.second, now.columns, now.all});
    }
};

const FlamePair &flamePair() {
    static const FlamePair made;
    return made;
}

/** All that the panel works out against a baseline. */
void paintDifference() {
    const FlamePair pair;
    const FlameDifference difference = pair.difference();
    const FlameTree &tree = pair.trees.second;
    paint(std::make_shared<const FlameTree>(tree), [&](int64_t frame) {
        const bool isMore = tree.frames[size_t(frame)].totalNs > difference.frames[size_t(frame)].baselineNs;
        return flamepanel::FlameView::Shade{isMore ? Qt::red : Qt::blue, {}, {}};
    });
}

void addDifferences() {
    const auto byLine = [] {
        const Recording &old = otherRecording(), &now = recording();
        compareOperators(old.columns, old.all, now.columns, now.all, OpGrouping::Line);
    };
    const auto prepare = [] { flamePair(); };
    add("difference/by_line", 200, byLine, prepare);
    add(
        "difference/flames", 200, [] { flamePair().difference(); }, prepare);
    add("flame/difference/first_paint", 300, paintDifference, prepare);
}

void addRows() {
    using Kind = OpCondition::Kind;
    add("columns", 0, [] { opColumns(recording().session); });
    add("first_table", 200, [] { // of a recording that was just opened: all that the panel works out for it
        const OpColumns columns = opColumns(recording().session);
        opTable(columns, OpGrouping::Op, placesOf(columns, {}));
    });
    for (size_t i = 0; i < opGroupingCount; ++i)
        add(std::string("table/") + nameOf(OpGrouping(i)), 200,
            [i] { opTable(recording().columns, OpGrouping(i), recording().all); });
    const auto duration = [] { return within(Kind::Duration, 10, 30); };
    const auto scope = [] { return withText(Kind::ScopeBelow, "Default/net-Net"); };
    addFilter("operator", [] { return OpFilter{withText(OpCondition().kind, "MatMul")}; });
    addFilter("time", [] { return OpFilter{secondQuarter()}; });
    addFilter("duration", [=] { return OpFilter{duration()}; });
    addFilter("caller", [] { return OpFilter{withText(Kind::CalledFrom, "script.py:7")}; });
    addFilter("time_duration_scope", [=] { return OpFilter{secondQuarter(), duration(), scope()}; });
    add("histogram", 200, [] { instanceGrid(recording().columns, recording().all, 240, 60); });
    add("flame/calls/first_paint", 300, [] { paint(FlameBy::Stack, FlameOrder::TopDown); });
    add("flame/calls_bottom_up/first_paint", 300, [] { paint(FlameBy::Stack, FlameOrder::BottomUp); });
    add("flame/cells/first_paint", 300, [] { paint(FlameBy::Scope, FlameOrder::TopDown); });
    addDifferences();
}

} // namespace

} // namespace jitscope

int main(int argc, char **argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (argc > 1) jitscope::operatorCount = size_t(std::max(1LL, std::atoll(argv[1])));
    jitscope::addRows();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
