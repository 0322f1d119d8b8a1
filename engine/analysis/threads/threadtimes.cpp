// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/threads/threadtimes.h"

#include "engine/session/session.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <map>
#include <ranges>
#include <string_view>
#include <system_error>

namespace jitscope::inline analysis {

namespace {

constexpr const char *programText = "program";

/** How much of the span lies in the range. */
double shareOf(const ThreadSpan &span, TimeRange range) {
    const int64_t begin = std::max(span.startNs, range.beginNs);
    const int64_t end = std::min(span.startNs + span.durationNs, range.endNs);
    return span.durationNs > 0 && begin < end ? double(end - begin) / double(span.durationNs) : 0;
}

/**
 * The spans of one thread, by time, with no more counted in any than passed. The system counts late: a tick of work and
 * all of having been ready when the thread gets a core, so what does not fit belongs to the span before, where it
 * seemed to wait; and what does not fit into the first was before it.
 */
void even(std::vector<ThreadSpan> &spans) {
    int64_t lateRunNs = 0, lateReadyNs = 0, nextNs = std::numeric_limits<int64_t>::max();
    for (ThreadSpan &span : std::views::reverse(spans)) {
        const bool isBeforeAStop = span.startNs + span.durationNs < nextNs; // counting began anew behind it
        if (isBeforeAStop) lateRunNs = lateReadyNs = 0;
        const int64_t runNs = span.runNs + lateRunNs, readyNs = span.readyNs + lateReadyNs;
        span.runNs = std::min(runNs, span.durationNs);
        span.readyNs = std::min(readyNs, span.durationNs - span.runNs);
        lateRunNs = runNs - span.runNs;
        lateReadyNs = readyNs - span.readyNs;
        nextNs = span.startNs;
    }
}

std::map<int64_t, std::vector<ThreadSpan>> evenedSpans(const Session &session) {
    std::map<int64_t, std::vector<ThreadSpan>> byThread;
    for (const ThreadSpan &span : session.threadSpans)
        byThread[span.thread].push_back(span);
    for (auto &[thread, spans] : byThread) {
        std::ranges::stable_sort(spans, {}, &ThreadSpan::startNs);
        even(spans);
    }
    return byThread;
}

} // namespace

std::unordered_map<int64_t, std::string> threadTexts(const Session &session) {
    std::map<int64_t, std::string> names; // a thread goes by its last name
    for (const ThreadSpan &span : session.threadSpans)
        names[span.thread] = span.name.str();
    std::map<std::string, int> uses;
    for (const auto &[thread, name] : names)
        uses[name] += thread != 0;
    std::unordered_map<int64_t, std::string> texts{{0, programText}};
    for (const auto &[thread, name] : names) {
        if (thread == 0) continue;
        const std::string number = std::to_string(thread);
        const bool isAlone = uses[name] == 1 && name != programText;
        texts[thread] = name.empty() ? number : isAlone ? name : name + ' ' + number;
    }
    return texts;
}

std::string laneName(const Session &session, const Track &track) {
    constexpr std::string_view numbered = "Python thread ";
    if (track.kind != LaneKind::Framework || !track.name.starts_with(numbered)) return track.name;
    int64_t thread = -1;
    const char *const end = track.name.data() + track.name.size();
    const auto [read, error] = std::from_chars(track.name.data() + numbered.size(), end, thread);
    if (error != std::errc() || read != end) return track.name;
    const auto texts = threadTexts(session);
    const auto text = texts.find(thread);
    const bool hasName = text != texts.end() && text->second != std::to_string(thread);
    return hasName ? text->second : track.name;
}

std::vector<ThreadTimes> threadTimes(const Session &session, TimeRange range) {
    const auto texts = threadTexts(session);
    std::vector<ThreadTimes> rows;
    for (const auto &[thread, spans] : evenedSpans(session)) {
        ThreadTimes times{.thread = thread, .text = texts.at(thread)};
        for (const ThreadSpan &span : spans) {
            const double share = shareOf(span, range);
            times.spanNs += share * double(span.durationNs);
            times.runNs += share * double(span.runNs);
            times.readyNs += share * double(span.readyNs);
        }
        if (times.spanNs <= 0) continue;
        times.waitNs = std::max(0.0, times.spanNs - times.runNs - times.readyNs); // not below 0 by rounding
        rows.push_back(std::move(times));
    }
    std::ranges::stable_sort(rows, std::greater(), &ThreadTimes::runNs);
    return rows;
}

double waitedShare(const Session &session) {
    const auto threads = threadTimes(session);
    const auto program = std::ranges::find(threads, 0, &ThreadTimes::thread);
    return program == threads.end() || program->spanNs <= 0 ? 0 : program->readyNs / program->spanNs;
}

} // namespace jitscope::inline analysis
