// SPDX-License-Identifier: Apache-2.0
// The timeline with 10,000,000 slices: first layout, frames while it is panned and zoomed, search, a marked range.
// Percentiles matter here, not means, so this is no Google benchmark: build/bin/jitscope_bench_timeline [million
// slices]
#include "app/sdk/theme.h"
#include "app/timeline/timelineview.h"
#include "engine/analysis/selectionstats.h"
#include "engine/profile/tracesearch.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>

using namespace jitscope;

namespace {

constexpr int lanes = 20, rowsOfLane = 3;    // 60 rows
constexpr QSize window(2200, 60 * 20 + 300); // all of them in view, 2,000 pixels wide

/** Calls in calls in calls, as host lanes have them, with short and long ones mixed; times as profiles count them. */
Trace nested(int64_t count) {
    std::mt19937 random(1);
    Trace trace;
    SliceColumns columns;
    for (int lane = 0; lane < lanes; ++lane)
        trace.addTrack("Ascend Hardware", "Stream " + std::to_string(lane), lane);
    for (int name = 0; name < 5000; ++name)
        trace.addText("aclnnKernel_" + std::to_string(name * 7919 % 5000) + "_MatMulV2");
    const int64_t ofLane = count / lanes;
    for (auto *column : {&columns.track, &columns.name, &columns.category})
        column->reserve(size_t(count));
    columns.start.reserve(size_t(count));
    columns.duration.reserve(size_t(count));
    const auto add = [&](uint32_t lane, int64_t start, int64_t duration) {
        columns.track.push_back(lane);
        columns.name.push_back(uint32_t(random() % 5000));
        columns.category.push_back(0);
        columns.start.push_back(start);
        columns.duration.push_back(duration);
    };
    for (uint32_t lane = 0; lane < lanes; ++lane) {
        int64_t time = 1'736'412'474'000'000'000;
        for (int64_t i = 0; i < ofLane;) {
            const int64_t outer = 4000 + int64_t(random() % 4000);
            add(lane, time, outer);
            ++i;
            for (int64_t inner = time + 100; inner + 1400 < time + outer && i < ofLane; inner += 1300) {
                add(lane, inner, 1200);
                add(lane, inner + 50, int64_t(random() % 1000));
                i += 2;
            }
            time += outer + int64_t(random() % 500);
        }
    }
    trace.addSlices(std::move(columns));
    trace.arrange();
    return trace;
}

double milliseconds(const std::function<void()> &work) {
    QElapsedTimer timer;
    timer.start();
    work();
    return double(timer.nsecsElapsed()) / 1e6;
}

/** Of all threads: where other programs run beside it, the clock on the wall says little. */
double cpuMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

void report(const char *what, std::vector<double> times) {
    std::sort(times.begin(), times.end());
    const auto at = [&](double share) { return times[size_t(share * double(times.size() - 1))]; };
    std::printf("%-28s median %7.2f ms   p99 %7.2f ms   worst %7.2f ms   (%zu)\n", what, at(0.5), at(0.99),
                times.back(), times.size());
    std::fflush(stdout);
}

/** One frame as the window sees it: everything painted into its picture. */
double frame(TimelineView &view, QImage &picture) {
    return milliseconds([&] { view.viewport()->render(&picture); });
}

} // namespace

int main(int count, char **arguments) {
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    QApplication application(count, arguments);
    applyTheme(Theme::light());
    const int64_t slices = int64_t((count > 1 ? std::atof(arguments[1]) : 10.0) * 1e6);
    Trace trace;
    std::printf("%-28s %7.0f ms\n", "make and arrange", milliseconds([&] { trace = nested(slices); }));
    std::printf("%-28s %lld in %zu rows, %.1f bytes a slice\n", "slices", (long long)trace.sliceCount(),
                trace.laneRows().size(), double(trace.memoryBytes()) / double(trace.sliceCount()));

    TimelineView view;
    view.resize(window);
    std::printf("%-28s %7.2f ms\n", "lanes laid out, pyramid made", milliseconds([&] { view.setTrace(&trace); }));
    TraceIndex index;
    std::printf("%-28s %7.2f ms\n", "pyramid alone",
                milliseconds([&] { index = makeTraceIndex(trace, [] { return false; }); }));
    int64_t bytes = 0;
    for (const RowPyramid &row : index.rows)
        bytes += row.memoryBytes();
    std::printf("%-28s %7.2f bytes a slice\n", "pyramid", double(bytes) / double(trace.sliceCount()));

    view.show();
    QImage picture(window, QImage::Format_RGB32);
    std::printf("%-28s %7.2f ms\n", "first frame", frame(view, picture));
    std::vector<double> zooms, pans;
    const double before = cpuMilliseconds();
    for (const double focus : {0.1, 0.5, 0.83}) {
        view.fitAll();
        const double pixel = view.labelWidth() + focus * 1900;
        for (int i = 0; i < 120; ++i) {
            view.zoomAt(i < 60 ? 0.75 : 1 / 0.75, pixel);
            zooms.push_back(frame(view, picture));
        }
    }
    for (const double zoom : {1.0, 0.1, 0.01, 0.001, 1e-4, 1e-5, 1e-6}) {
        view.fitAll();
        view.zoomAt(zoom, view.labelWidth() + 900);
        for (int i = 0; i < 100; ++i) {
            view.pan(i < 50 ? 37 : -53);
            pans.push_back(frame(view, picture));
        }
    }
    std::printf("%-28s mean   %7.2f ms of all cores together\n", "a frame",
                (cpuMilliseconds() - before) / double(zooms.size() + pans.size()));
    report("zoom, a frame", zooms);
    report("pan, a frame", pans);

    std::vector<double> clicks;
    for (int i = 0; i < 200; ++i)
        clicks.push_back(milliseconds([&] { view.sliceAt({300 + i * 9, 60 + (i * 31) % 1100}); }));
    report("slice under the pointer", clicks);

    std::vector<double> searches;
    for (const char *text : {"_777_", "MatMul", "no such thing"}) {
        SliceQuery query;
        query.text = text;
        searches.push_back(milliseconds([&] { (void)findSlices(trace, query); }));
    }
    report("search", searches);
    std::vector<double> ranges;
    const int64_t begin = trace.beginNs(), end = trace.endNs();
    for (const double share : {0.001, 0.1, 1.0}) {
        const SelectionQuery query{{begin, begin + int64_t(double(end - begin) * share) + 1}, {}, {}};
        ranges.push_back(milliseconds([&] { (void)selectionStats(trace, query, [] { return false; }); }));
        std::printf("marked range of %5.1f %%       %7.2f ms\n", share * 100, ranges.back());
    }
    return 0;
}
