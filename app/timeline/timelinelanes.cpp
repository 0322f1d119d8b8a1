// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timelinelanes.h"

#include <algorithm>
#include <cmath>

namespace jitscope {

namespace {

TimelineLane laneOf(const Trace &trace, const Track &track) {
    TimelineLane lane;
    lane.track = track.id;
    lane.name = QString::fromStdString(track.name);
    lane.simulated = track.simulated;
    const LaneRows laid = layoutTrack(trace, track.id);
    lane.rows.resize(size_t(laid.rows));
    for (size_t i = 0; i < laid.slices.size(); ++i) {
        TimelineRow &row = lane.rows[size_t(laid.depth[i])];
        row.slices.push_back(laid.slices[i]);
        row.starts.push_back(trace.startOf(laid.slices[i]));
        row.ends.push_back(trace.startOf(laid.slices[i]) + trace.durationOf(laid.slices[i]));
    }
    return lane;
}

TimelineGroup &groupFor(TimelineLanes &lanes, const Track &track) {
    const QString heading = QString::fromStdString(track.process);
    for (TimelineGroup &group : lanes.groups)
        if (group.heading == heading) return group;
    lanes.groups.push_back({heading, track.simulated, {}});
    return lanes.groups.back();
}

} // namespace

size_t TimelineRow::firstEndingAfter(int64_t timeNs) const {
    return size_t(std::upper_bound(ends.begin(), ends.end(), timeNs) - ends.begin());
}

TimelineLanes timelineLanes(const Trace &trace) {
    TimelineLanes lanes;
    lanes.beginNs = trace.beginNs();
    lanes.endNs = trace.endNs();
    std::vector<const Track *> tracks;
    for (const Track &track : trace.tracks())
        tracks.push_back(&track);
    std::stable_sort(tracks.begin(), tracks.end(),
                     [](const Track *a, const Track *b) { return a->sortKey < b->sortKey; });
    for (const Track *track : tracks) {
        TimelineLane lane = laneOf(trace, *track);
        if (!lane.rows.empty()) groupFor(lanes, *track).lanes.push_back(std::move(lane));
        for (size_t i = 0; i < trace.counters().size(); ++i) {
            const Counter &counter = trace.counters()[i];
            if (counter.track != track->id || counter.samples.empty()) continue;
            TimelineLane counterLane;
            counterLane.track = track->id;
            counterLane.name =
                QString::fromStdString(counter.unit.empty() ? counter.name : counter.name + " " + counter.unit);
            counterLane.simulated = track->simulated;
            counterLane.counter = int(i);
            groupFor(lanes, *track).lanes.push_back(std::move(counterLane));
        }
    }
    return lanes;
}

int64_t coveredTime(const TimelineLanes &lanes, int64_t beginNs, int64_t endNs) {
    std::vector<std::pair<int64_t, int64_t>> intervals;
    for (const TimelineGroup &group : lanes.groups)
        for (const TimelineLane &lane : group.lanes) {
            if (lane.rows.empty()) continue;
            const TimelineRow &row = lane.rows.front(); // the outermost row covers what lies in it
            for (size_t i = row.firstEndingAfter(beginNs); i < row.slices.size() && row.starts[i] < endNs; ++i)
                intervals.emplace_back(std::max(row.starts[i], beginNs), std::min(row.ends[i], endNs));
        }
    std::sort(intervals.begin(), intervals.end());
    int64_t covered = 0, reached = beginNs;
    for (const auto &[begin, end] : intervals) {
        if (end <= reached) continue;
        covered += end - std::max(begin, reached);
        reached = end;
    }
    return covered;
}

int64_t rulerStep(double atLeastNs) {
    if (atLeastNs <= 1) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(atLeastNs)));
    for (double factor : {1.0, 2.0, 5.0})
        if (factor * power >= atLeastNs * (1 - 1e-9)) return int64_t(std::llround(factor * power));
    return int64_t(std::llround(10 * power));
}

QString rulerText(int64_t timeNs, int64_t stepNs) {
    struct Unit {
        int64_t ns;
        const char *name;
    };
    constexpr Unit units[] = {{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "\xC2\xB5s"}, {1, "ns"}};
    const Unit *unit = &units[3];
    for (const Unit &each : units)
        if (stepNs * 10 >= each.ns) {
            unit = &each;
            break;
        }
    const int digits = stepNs % unit->ns == 0 ? 0 : 1;
    return QString::number(double(timeNs) / double(unit->ns), 'f', digits) + QLatin1Char(' ') +
           QString::fromUtf8(unit->name);
}

} // namespace jitscope
