// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/threads/threadtimes.h"

#include "engine/session/session.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
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
    std::map<int64_t, ThreadTimes> byThread;
    for (const ThreadSpan &span : session.threadSpans) {
        const double share = shareOf(span, range);
        if (share <= 0) continue;
        ThreadTimes &times = byThread[span.thread];
        const double spanNs = share * double(span.durationNs);
        const double runNs = share * double(span.runNs), readyNs = share * double(span.readyNs);
        times.spanNs += spanNs;
        times.runNs += runNs;
        times.readyNs += readyNs;
    }
    const auto texts = threadTexts(session);
    std::vector<ThreadTimes> rows;
    for (auto &[thread, times] : byThread) {
        times.thread = thread;
        times.text = texts.at(thread);
        // Of the sums: one span may count what another one left out.
        times.waitNs = std::max(0.0, times.spanNs - times.runNs - times.readyNs);
        rows.push_back(std::move(times));
    }
    std::ranges::stable_sort(rows, std::greater(), &ThreadTimes::runNs);
    return rows;
}

} // namespace jitscope::inline analysis
