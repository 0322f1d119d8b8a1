// SPDX-License-Identifier: Apache-2.0
// 1,000,000 recorded operators: tables, filters, the flame graph until it is painted, histogram, differences. Each row
// is the best of five, in ms of the processor and on the clock; on a busy machine the first says more.
// build/bin/jitscope_bench_operators [operators]
#include "app/panels/flame/flameview.h"
#include "engine/analysis/comparison/flamedifference.h"
#include "engine/analysis/operators/instances.h"
#include "engine/analysis/comparison/opdifference.h"
#include "engine/analysis/operators/opfilter.h"
#include "engine/analysis/operators/optable.h"
#include "tests/support/nestedops.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>

using namespace jitscope;

namespace {

double cpuMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

void measure(const char *name, double limitMs, const std::function<void()> &work) {
    double cpu = 1e9, clock = 1e9;
    for (int i = 0; i < 5; ++i) {
        QElapsedTimer timer;
        timer.start();
        const double before = cpuMilliseconds();
        work();
        cpu = std::min(cpu, cpuMilliseconds() - before);
        clock = std::min(clock, double(timer.nsecsElapsed()) / 1e6);
    }
    std::printf("%-34s %9.1f %9.1f  %s\n", name, cpu, clock,
                limitMs <= 0     ? ""
                : cpu <= limitMs ? "within its limit"
                                 : "BEYOND its limit");
}

} // namespace

int main(int argc, char **argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const size_t count = argc > 1 ? size_t(std::atoll(argv[1])) : 1'000'000;
    const Session session = testing::NestedOps(1, 1).make(count);
    const OpColumns columns = opColumns(session);
    const std::vector<uint32_t> all = placesOf(columns, {});
    std::printf("%zu operators\n%-34s %9s %9s\n", columns.size(), "", "cpu ms", "clock ms");

    measure("columns, once a recording", 0, [&] { opColumns(session); });
    for (size_t i = 0; i < opGroupingCount; ++i) {
        const std::string name = std::string("table by ") + nameOf(OpGrouping(i));
        measure(name.c_str(), 200, [&] { opTable(columns, OpGrouping(i), all); });
    }
    OpCondition name, time, duration, called, scope;
    name.text = "MatMul";
    time.kind = OpCondition::Kind::Time;
    time.from = columns.start[count / 4];
    time.to = columns.start[count / 2];
    duration.kind = OpCondition::Kind::Duration;
    duration.from = 10;
    duration.to = 30;
    called.kind = OpCondition::Kind::CalledFrom;
    called.text = "script.py:7";
    scope.kind = OpCondition::Kind::ScopeBelow;
    scope.text = "Default/net-Net";
    measure("filter by operator", 100, [&] { placesOf(columns, {name}); });
    measure("filter by time", 100, [&] { placesOf(columns, {time}); });
    measure("filter by duration", 100, [&] { placesOf(columns, {duration}); });
    measure("filter by caller", 100, [&] { placesOf(columns, {called}); });
    measure("filter by time, duration, scope", 100, [&] { placesOf(columns, {time, duration, scope}); });
    measure("histogram of all", 200, [&] { instanceGrid(columns, all, 240, 60); });

    const auto paint = [&](FlameBy by, FlameOrder order) {
        flamepanel::FlameView view;
        view.resize(1200, 500);
        view.setTree(std::make_shared<const FlameTree>(flameTree(session, columns, all, by, order)));
        QImage image(view.size(), QImage::Format_RGB32);
        view.render(&image);
    };
    const auto frames = [&](FlameOrder order) {
        return flameTree(session, columns, all, FlameBy::Stack, order).frames.size();
    };
    std::printf("%zu frames top down, %zu bottom up\n", frames(FlameOrder::TopDown), frames(FlameOrder::BottomUp));
    measure("flame graph of calls, painted", 300, [&] { paint(FlameBy::Stack, FlameOrder::TopDown); });
    measure("flame graph bottom up, painted", 300, [&] { paint(FlameBy::Stack, FlameOrder::BottomUp); });
    measure("flame graph of cells, painted", 300, [&] { paint(FlameBy::Scope, FlameOrder::TopDown); });

    const Session other = testing::NestedOps(2, 1).make(count);
    const OpColumns otherColumns = opColumns(other);
    const std::vector<uint32_t> others = placesOf(otherColumns, {});
    const FlameTree tree = flameTree(session, columns, all, FlameBy::Stack, FlameOrder::TopDown);
    const FlameTree otherTree = flameTree(other, otherColumns, others, FlameBy::Stack, FlameOrder::TopDown);
    measure("differences to another run, by line", 0,
            [&] { compareOperators(otherColumns, others, columns, all, OpGrouping::Line); });
    measure("differences of flame graphs", 0, [&] {
        compareFlames({otherTree, otherColumns, others}, {tree, columns, all});
    });
    return 0;
}
