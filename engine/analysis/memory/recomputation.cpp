// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/memory/recomputation.h"

#include "engine/analysis/operators/timespread.h"
#include "engine/ops/opdef.h"
#include "engine/session/session.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <variant>

namespace jitscope::inline analysis {

namespace {

constexpr int64_t never = std::numeric_limits<int64_t>::max();
constexpr size_t longestChain = 64;

/** When operators read and write one memory. */
struct Uses {
    int64_t lastForwardNs = 0; ///< the end of the last that reads it before `firstBackwardNs`
    int64_t lastNs = 0;        ///< the end of the last of all
    int64_t firstBackwardNs = never;
    std::vector<int64_t> writesNs; ///< but for its making
};

/** The operators that compute an activation again, in order, and the memories that they begin with. */
struct Chain {
    std::vector<OpEvent> ops;
    std::vector<uint32_t> sources;
};

/** Operators of one name and with equal operands. */
using Kin = std::pair<const void *, const void *>;
Kin kinOf(const OpEvent &op) {
    return {op.op.identity(), op.operands.identity()};
}
struct KinHash {
    size_t operator()(const Kin &kin) const {
        return std::hash<const void *>()(kin.first) * 31 + std::hash<const void *>()(kin.second);
    }
};

/** Who made a memory, the same in every step. */
using Maker = std::tuple<int64_t, int64_t, int64_t, int64_t>;
Maker makerOf(const OpColumns &columns, const MemoryLife &life) {
    return {groupOf(columns, life, OpGrouping::Op), groupOf(columns, life, OpGrouping::Scope),
            groupOf(columns, life, OpGrouping::Line), life.bytes};
}

/** An activation that lies idle, with how to compute it again. */
struct Candidate {
    uint32_t life = 0;
    Chain chain;
    double flops = 0;
};

double flopsOf(const Chain &chain) {
    return std::accumulate(chain.ops.begin(), chain.ops.end(), 0.0,
                           [](double sum, const OpEvent &op) { return sum + op.cost.flops; });
}

/** A change of what is held. */
struct Change {
    int64_t timeNs, bytes;
};

class Recomputing {
public:
    Recomputing(const Session &session, const OpColumns &columns, const MemoryUse &use)
        : m_session(session)
        , m_columns(columns)
        , m_use(use)
        , m_uses(use.lives.size())
        , m_forward(columns.by(OpGrouping::Phase).find("forward")) {
        for (size_t place = 0; place < use.lives.size(); ++place)
            m_lifeOf.insert_or_assign(use.lives[place].tensor, uint32_t(place));
        readUses();
    }

    RecomputationReport report() {
        RecomputationReport report;
        report.hasBackward = m_hasBackward;
        report.peakBytes = report.peakBytesThen = int64_t(m_use.peak.value);
        if (!m_hasBackward) return report;
        report.unread = unreadAtPeak();
        std::vector<Candidate> candidates = candidatesAt(report);
        const std::vector<int64_t> restored = withoutUseless(candidates, restoredTimes(candidates));
        addRows(candidates, restored, report);
        report.peakBytesThen = std::min(report.peakBytes, peakWithout(candidates, restored));
        return report;
    }

private:
    int64_t rootOf(int64_t tensor) const {
        const auto record = m_session.tensor(tensor);
        return record && record->memory >= 0 ? record->memory : tensor;
    }
    std::optional<uint32_t> lifeOf(int64_t tensor) const {
        const auto found = m_lifeOf.find(rootOf(tensor));
        return found == m_lifeOf.end() ? std::nullopt : std::optional(found->second);
    }

    void readUses() {
        const OpGroups &phases = m_columns.by(OpGrouping::Phase);
        const uint32_t backward = phases.find("backward");
        for (size_t place = 0; place < m_columns.size(); ++place) {
            const OpEvent &op = m_session.ops[place];
            const bool isForward = phases.of[place] == m_forward;
            m_hasBackward = m_hasBackward || phases.of[place] == backward;
            for (const int64_t input : op.inputs)
                if (const auto life = lifeOf(input)) noteRead(m_uses[*life], op, isForward);
            if (op.writes && !op.outputs.empty())
                if (const auto life = lifeOf(op.outputs.front())) m_uses[*life].writesNs.push_back(op.startNs);
        }
    }

    static void noteRead(Uses &uses, const OpEvent &op, bool isForward) {
        uses.lastNs = std::max(uses.lastNs, op.startNs + op.durationNs);
        if (uses.firstBackwardNs != never) return;
        if (isForward)
            uses.lastForwardNs = std::max(uses.lastForwardNs, op.startNs + op.durationNs);
        else
            uses.firstBackwardNs = op.startNs;
    }

    uint32_t phaseOf(const OpEvent &op) const {
        return m_columns.by(OpGrouping::Phase).of[size_t(op.number - m_columns.firstNumber)];
    }
    std::optional<OpEvent> makerOfLife(uint32_t place) const {
        const int64_t number = m_use.lives[place].op;
        return number < 0 ? std::nullopt : m_session.op(number);
    }

    /** From when a memory that the forward pass made lies idle; `never` for one that does not. */
    int64_t idleFrom(uint32_t place) const {
        const auto maker = makerOfLife(place);
        const Uses &uses = m_uses[place];
        if (!maker || uses.firstBackwardNs == never) return never;
        if (phaseOf(*maker) != m_forward) return never;
        const int64_t from = std::max(uses.lastForwardNs, maker->startNs + maker->durationNs);
        return from < uses.firstBackwardNs ? from : never;
    }
    bool isIdleAt(uint32_t place, int64_t timeNs) const {
        return idleFrom(place) < timeNs && timeNs < m_uses[place].firstBackwardNs;
    }

    HeldSum unreadAtPeak() const {
        HeldSum unread;
        for (const uint32_t place : m_use.heldAt(m_use.peak.timeNs)) {
            const auto maker = makerOfLife(place);
            if (!maker || phaseOf(*maker) != m_forward) continue;
            const bool isMade = maker->startNs + maker->durationNs <= m_use.peak.timeNs;
            if (!isMade || m_uses[place].lastNs > m_use.peak.timeNs) continue;
            ++unread.count;
            unread.bytes += m_use.lives[place].bytes;
        }
        return unread;
    }

    /** Those that lie idle at the peak and are cheap, and in other steps what the same operators made; the report says
        of the others why they are held. */
    std::vector<Candidate> candidatesAt(RecomputationReport &report) const {
        std::vector<Candidate> candidates;
        std::set<Maker> makers;
        const int64_t peakNs = m_use.peak.timeNs;
        for (const uint32_t place : m_use.heldAt(peakNs)) {
            if (!isIdleAt(place, peakNs)) continue;
            auto made = candidateOf(place);
            if (const auto *why = std::get_if<HeldBecause>(&made)) {
                HeldSum &sum = report.others[size_t(*why)];
                ++sum.count;
                sum.bytes += m_use.lives[place].bytes;
                continue;
            }
            makers.insert(makerOf(m_columns, m_use.lives[place]));
            candidates.push_back(std::get<Candidate>(std::move(made)));
        }
        for (size_t place = 0; place < m_use.lives.size(); ++place) {
            if (isIdleAt(uint32_t(place), peakNs) || idleFrom(uint32_t(place)) == never) continue;
            if (!makers.contains(makerOf(m_columns, m_use.lives[place]))) continue;
            auto made = candidateOf(uint32_t(place));
            if (auto *candidate = std::get_if<Candidate>(&made)) candidates.push_back(std::move(*candidate));
        }
        return candidates;
    }

    std::variant<Candidate, HeldBecause> candidateOf(uint32_t place) const {
        if (!m_uses[place].writesNs.empty()) return HeldBecause::Written;
        Chain chain;
        if (const auto why = addTo(chain, *makerOfLife(place), m_uses[place].firstBackwardNs)) return *why;
        const double flops = flopsOf(chain);
        if (flops > RecomputationReport::mostFlopsPerByte * double(m_use.lives[place].bytes))
            return HeldBecause::Expensive;
        return Candidate{place, std::move(chain), flops};
    }

    /** Puts the operator behind those that must run before it at that time; returns why it cannot run again. */
    std::optional<HeldBecause> addTo(Chain &chain, const OpEvent &op, int64_t timeNs) const {
        if (std::ranges::find(chain.ops, op.number, &OpEvent::number) != chain.ops.end()) return std::nullopt;
        if (const auto why = whyNotAgain(op)) return why;
        for (const int64_t input : op.inputs)
            if (const auto why = addInput(chain, op, input, timeNs)) return why;
        if (chain.ops.size() >= longestChain) return HeldBecause::Expensive;
        chain.ops.push_back(op);
        return std::nullopt;
    }

    static std::optional<HeldBecause> whyNotAgain(const OpEvent &op) {
        if (op.writes) return HeldBecause::Written;
        if (!op.isKernel) {
            const OpDef *def = findOp(op.op.str());
            if (def == nullptr || def->effect != Effect::None) return HeldBecause::Effects;
        }
        if (op.cost.flops == 0 && op.cost.bytes == 0) return HeldBecause::UnknownCost;
        return std::nullopt;
    }

    std::optional<HeldBecause> addInput(Chain &chain, const OpEvent &op, int64_t tensor, int64_t timeNs) const {
        const auto place = lifeOf(tensor);
        if (!place) return HeldBecause::InputsGone;
        const MemoryLife &life = m_use.lives[*place];
        const auto isWritten = [&](int64_t fromNs, int64_t toNs) {
            return std::ranges::any_of(m_uses[*place].writesNs,
                                       [&](int64_t time) { return fromNs <= time && time <= toNs; });
        };
        if (life.isHeldAt(timeNs)) {
            if (isWritten(op.startNs + 1, timeNs)) return HeldBecause::Written;
            chain.sources.push_back(*place);
            return std::nullopt;
        }
        const auto maker = makerOfLife(*place);
        if (!maker || maker->number >= op.number) return HeldBecause::InputsGone;
        if (isWritten(life.beginNs, op.startNs)) return HeldBecause::Written;
        return addTo(chain, *maker, timeNs);
    }

    /** When each is computed again: for the backward pass, or before that for another one that needs it. */
    std::vector<int64_t> restoredTimes(const std::vector<Candidate> &candidates) const {
        std::unordered_map<uint32_t, size_t> places;
        std::vector<int64_t> times;
        for (const Candidate &each : candidates) {
            places[each.life] = times.size();
            times.push_back(m_uses[each.life].firstBackwardNs);
        }
        std::vector<size_t> order(candidates.size());
        std::iota(order.begin(), order.end(), size_t(0));
        std::ranges::sort(order, std::ranges::greater(), [&](size_t i) { return m_use.lives[candidates[i].life].op; });
        for (const size_t i : order) // what is made of others comes before these
            for (const uint32_t source : candidates[i].chain.sources)
                if (const auto found = places.find(source); found != places.end())
                    times[found->second] = std::min(times[found->second], times[i]);
        return times;
    }

    /** What is needed before the peak is over saves nothing there: it stays, in every step. */
    std::vector<int64_t> withoutUseless(const std::vector<Candidate> &candidates, std::vector<int64_t> restored) const {
        std::set<Maker> useless;
        for (size_t i = 0; i < candidates.size(); ++i)
            if (isIdleAt(candidates[i].life, m_use.peak.timeNs) && restored[i] <= m_use.peak.timeNs)
                useless.insert(makerOf(m_columns, m_use.lives[candidates[i].life]));
        for (size_t i = 0; i < candidates.size(); ++i)
            if (useless.contains(makerOf(m_columns, m_use.lives[candidates[i].life])))
                restored[i] = idleFrom(candidates[i].life);
        return restored;
    }

    std::unordered_map<Kin, std::vector<int64_t>, KinHash> timesOfKin(const std::vector<Candidate> &candidates) const {
        std::unordered_map<Kin, std::vector<int64_t>, KinHash> times;
        for (const Candidate &each : candidates)
            for (const OpEvent &op : each.chain.ops)
                times[kinOf(op)];
        for (const OpEvent &op : m_session.ops)
            if (const auto found = times.find(kinOf(op)); found != times.end()) found->second.push_back(op.durationNs);
        return times;
    }

    void addRows(const std::vector<Candidate> &candidates, const std::vector<int64_t> &restored,
                 RecomputationReport &report) const {
        auto times = timesOfKin(candidates);
        const auto median = [&](const OpEvent &op) { return int64_t(spreadOf(times[kinOf(op)]).medianNs); };
        for (size_t i = 0; i < candidates.size(); ++i) {
            const Candidate &each = candidates[i];
            if (!isIdleAt(each.life, m_use.peak.timeNs) || restored[i] <= m_use.peak.timeNs) continue;
            Recomputation row{each.life, m_use.lives[each.life].bytes, idleFrom(each.life), restored[i], {},
                              each.flops};
            for (const OpEvent &op : each.chain.ops) {
                row.ops.push_back(op.number);
                row.timeNs += median(op);
            }
            report.timeNs += row.timeNs;
            report.rows.push_back(std::move(row));
        }
        std::ranges::stable_sort(report.rows, std::ranges::greater(), &Recomputation::bytes);
        if (!report.rows.empty()) report.stepNs = stepTime(report.rows.front());
    }

    std::optional<int64_t> stepTime(const Recomputation &row) const {
        const OpGroups &steps = m_columns.by(OpGrouping::Step);
        const uint32_t step = steps.of[size_t(m_use.lives[row.life].op - m_columns.firstNumber)];
        if (step == OpGroups::unknown) return std::nullopt;
        int64_t time = 0;
        for (size_t place = 0; place < m_columns.size(); ++place)
            if (steps.of[place] == step) time += m_columns.self[place];
        return time;
    }

    /** What the operators before the last of a chain make. */
    int64_t bytesBetween(const Chain &chain) const {
        int64_t bytes = 0;
        for (size_t i = 0; i + 1 < chain.ops.size(); ++i)
            for (const int64_t output : chain.ops[i].outputs)
                if (const auto life = m_lifeOf.find(output); life != m_lifeOf.end())
                    bytes += m_use.lives[life->second].bytes;
        return bytes;
    }

    /** The most that is held when the candidates are let go of while they lie idle. */
    int64_t peakWithout(const std::vector<Candidate> &candidates, const std::vector<int64_t> &restored) const {
        std::vector<Change> changes;
        int64_t before = 0;
        for (const CounterSample &sample : m_use.curve) {
            changes.push_back({sample.timeNs, int64_t(sample.value) - before});
            before = int64_t(sample.value);
        }
        for (size_t i = 0; i < candidates.size(); ++i) {
            const uint32_t life = candidates[i].life;
            const int64_t from = idleFrom(life), to = restored[i], bytes = m_use.lives[life].bytes;
            if (to <= from) continue;
            const int64_t between = bytesBetween(candidates[i].chain);
            changes.insert(changes.end(), {{from, -bytes}, {to, bytes + between}, {to + 1, -between}});
        }
        std::ranges::sort(changes, {}, &Change::timeNs);
        int64_t held = 0, most = 0;
        for (size_t i = 0; i < changes.size(); ++i) {
            held += changes[i].bytes;
            const bool isLastOfTime = i + 1 == changes.size() || changes[i + 1].timeNs != changes[i].timeNs;
            if (isLastOfTime) most = std::max(most, held);
        }
        return most;
    }

    const Session &m_session;
    const OpColumns &m_columns;
    const MemoryUse &m_use;
    std::unordered_map<int64_t, uint32_t> m_lifeOf; ///< by the first tensor
    std::vector<Uses> m_uses;                       ///< by life
    uint32_t m_forward;                             ///< the number of that phase
    bool m_hasBackward = false;
};

} // namespace

int64_t RecomputationReport::idleBytes() const {
    int64_t bytes = 0;
    for (const Recomputation &row : rows)
        bytes += row.bytes;
    for (const HeldSum &sum : others)
        bytes += sum.bytes;
    return bytes;
}

RecomputationReport recomputationReport(const Session &session, const OpColumns &columns, const MemoryUse &use) {
    return Recomputing(session, columns, use).report();
}

} // namespace jitscope::inline analysis
