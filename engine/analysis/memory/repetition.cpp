// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/memory/repetition.h"

#include "engine/session/session.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace jitscope::inline analysis {

namespace {

/** How much of the largest span the outer loop must have: of four rounds, the first three are in its span. */
constexpr double nearlyMost = 0.7;

/** Steps are numbered in the order in which they ran. */
std::vector<int64_t> stepEnds(const OpColumns &columns) {
    const OpGroups &steps = columns.by(OpGrouping::Step);
    std::vector<int64_t> ends(steps.texts.size(), 0);
    for (size_t place = 0; place < columns.size(); ++place)
        ends[steps.of[place]] = std::max(ends[steps.of[place]], columns.end(place));
    if (!ends.empty()) ends.erase(ends.begin() + OpGroups::unknown);
    for (size_t i = 1; i < ends.size(); ++i)
        ends[i] = std::max(ends[i], ends[i - 1]); // on several threads one may end within the next
    return ends;
}

/** A place of the program: a stack, and what it calls: the group of an operator, or a compilation's function. */
using CallPlace = std::tuple<int32_t, int64_t, std::string>;

/** When a place was come to. */
struct Visits {
    std::vector<int64_t> startsNs;
    int64_t firstBusyNs = 0, lastBusyNs = 0; ///< what operators had taken until the first and the last visit
    int64_t span() const { return lastBusyNs - firstBusyNs; }
};

class Places {
public:
    Places(const Session &session, const OpColumns &columns)
        : m_session(session)
        , m_columns(columns) {
        const OpGroups &phases = columns.by(OpGrouping::Phase);
        const uint32_t forward = phases.find("forward");
        const OpGroups &ops = columns.by(OpGrouping::Op);
        std::vector<uint8_t> isMet(ops.texts.size());
        int64_t busyNs = 0;
        for (size_t place = 0; place < columns.size(); ++place) {
            const bool isOutermost = columns.parent[place] < 0;
            if (isOutermost && phases.of[place] == forward) visit(place, busyNs);
            // The first call of an operator has its set-up, which may take longer than all rounds together.
            const uint32_t op = ops.of[place];
            if (op == OpGroups::outside || isMet[op]) busyNs += columns.self[place];
            if (op != OpGroups::outside) isMet[op] = 1;
            m_endNs = std::max(m_endNs, columns.end(place));
        }
    }

    std::optional<Repetition> outerLoop() const {
        int64_t largest = 0;
        for (const auto &[place, visits] : m_visits)
            if (visits.startsNs.size() >= Repetition::fewestRounds) largest = std::max(largest, visits.span());
        const std::pair<const CallPlace, Visits> *best = nullptr;
        for (const auto &entry : m_visits) {
            const Visits &visits = entry.second;
            if (visits.startsNs.size() < Repetition::fewestRounds) continue;
            if (double(visits.span()) < nearlyMost * double(largest)) continue;
            if (best == nullptr || isBetter(visits, best->second)) best = &entry;
        }
        if (best == nullptr) return std::nullopt;
        return roundsOf(best->first, best->second);
    }

private:
    /** Nodes of one call of a graph are one visit. */
    void visit(size_t place, int64_t busyNs) {
        const int32_t call = m_columns.call[place];
        if (call >= 0 && call == m_lastCall) return;
        m_lastCall = call;
        const int32_t stack = call >= 0 ? m_columns.callStack[place] : m_columns.stack[place];
        if (stack < 0) return;
        Visits &visits = call >= 0 ? m_visits[{stack, -1, m_session.graphCalls[size_t(call)].function}]
                                   : m_visits[{stack, int64_t(m_columns.by(OpGrouping::Op).of[place]), std::string()}];
        if (visits.startsNs.empty()) visits.firstBusyNs = busyNs;
        visits.lastBusyNs = busyNs;
        visits.startsNs.push_back(m_columns.start[place]);
    }

    static bool isBetter(const Visits &a, const Visits &b) {
        if (a.startsNs.size() != b.startsNs.size()) return a.startsNs.size() < b.startsNs.size();
        return a.startsNs.front() < b.startsNs.front();
    }

    Repetition roundsOf(const CallPlace &place, const Visits &visits) const {
        const auto &[stack, op, function] = place;
        Repetition rounds;
        rounds.kind = op < 0 ? RoundKind::Calls : RoundKind::Line;
        rounds.function = function;
        rounds.line = lineText(m_session, stack);
        for (size_t i = 1; i < visits.startsNs.size(); ++i) // memory of an operator comes when it starts
            rounds.ends.push_back(visits.startsNs[i] - 1);
        rounds.ends.push_back(m_endNs);
        std::ranges::sort(rounds.ends);
        return rounds;
    }

    const Session &m_session;
    const OpColumns &m_columns;
    std::map<CallPlace, Visits> m_visits;
    int32_t m_lastCall = -1;
    int64_t m_endNs = 0;
};

} // namespace

Repetition repetitionOf(const Session &session, const OpColumns &columns) {
    Repetition steps{.function = {}, .line = {}, .ends = stepEnds(columns)};
    steps.steps = steps.ends.size();
    if (steps.steps >= Repetition::fewestSteps) {
        steps.kind = RoundKind::Step;
        return steps;
    }
    auto loop = Places(session, columns).outerLoop();
    if (!loop) return steps;
    loop->steps = steps.steps;
    return *std::move(loop);
}

} // namespace jitscope::inline analysis
