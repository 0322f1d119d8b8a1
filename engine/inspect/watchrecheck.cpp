// SPDX-License-Identifier: Apache-2.0
// Watchpoints checked over what is recorded, with the values of the step before.
#include "engine/inspect/previousvalues.h"
#include "engine/inspect/query.h"
#include "engine/inspect/tensorhealth.h"
#include "engine/inspect/watchpoint.h"
#include "engine/ops/opdef.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>

namespace jitscope::inline inspect {

namespace {

/** A watchpoint made ready to be asked often. */
struct Prepared {
    const Watchpoint *watchpoint = nullptr;
    const WatchRule *rule = nullptr;
    Query filter;
};

std::vector<Prepared> preparedOf(const std::vector<Watchpoint> &watchpoints) {
    std::vector<Prepared> all;
    for (const Watchpoint &watchpoint : watchpoints) {
        if (!watchpoint.isEnabled || !checkWatchpoint(watchpoint)) continue;
        all.push_back({&watchpoint, watchRule(watchpoint.rule), *Query::parse(watchpoint.filter)});
    }
    return all;
}

/** The parameters that the forward pass reads: what only the optimizer knows (momenta, learning rates) is no weight. */
std::unordered_set<const void *> weightNames(const Session &session) {
    std::unordered_set<const void *> names;
    for (const OpEvent &op : session.ops) {
        if (op.phase != OpPhase::Forward) continue;
        for (const int64_t input : op.inputs)
            if (const auto record = session.tensor(input); record && !record->name.empty())
                names.insert(record->name.identity());
    }
    return names;
}

/** The values of tensors around one operator, each read once. */
class Values {
public:
    explicit Values(const Session &session)
        : m_session(session) {}
    const Tensor &of(int64_t tensor) {
        for (const auto &[known, value] : m_known)
            if (known == tensor) return value;
        const auto record = m_session.tensor(tensor);
        const auto loaded = record ? record->value.load() : Result<Tensor>(Error{});
        m_known.emplace_back(tensor, loaded ? *loaded : Tensor());
        return m_known.back().second;
    }
    void clear() { m_known.clear(); }

private:
    const Session &m_session;
    std::deque<std::pair<int64_t, Tensor>> m_known;
};

class Recheck {
public:
    Recheck(const Session &session, const std::vector<Watchpoint> &watchpoints, int64_t first)
        : m_session(session)
        , m_prepared(preparedOf(watchpoints))
        , m_first(first)
        , m_values(session)
        , m_previous(session)
        , m_weights(weightNames(session)) {
        for (const GradientLink &link : session.gradients)
            m_gradients.insert(link.gradient);
        m_needsPrevious = std::any_of(m_prepared.begin(), m_prepared.end(),
                                      [](const Prepared &each) { return each.rule->needsPrevious; });
    }

    std::vector<WatchHit> run(const std::function<bool()> &shouldContinue) {
        if (m_prepared.empty() || m_session.ops.empty()) return {};
        const int64_t begin = m_session.ops.front().number;
        for (int64_t number = m_needsPrevious ? begin : std::max(begin, m_first); const auto op = m_session.op(number);
             ++number) {
            if (shouldContinue && !shouldContinue()) break;
            if (m_needsPrevious) checkEndedStep(m_previous.before(*op));
            if (number >= m_first) checkOp(*op);
            if (m_needsPrevious) m_previous.note(*op);
            m_values.clear();
        }
        if (m_needsPrevious) checkEndedStep(m_previous.atEnd());
        return std::move(m_hits);
    }

private:
    void checkOp(const OpEvent &op) {
        for (const int64_t input : op.inputs) {
            const auto record = m_session.tensor(input);
            if (record && record->op < 0 && record->firstUse == op.number) checkTensor(op, *record, false);
        }
        for (const int64_t output : op.outputs)
            if (const auto record = m_session.tensor(output)) checkTensor(op, *record, true);
    }

    void checkTensor(const OpEvent &op, const TensorRecord &record, bool isResult) {
        if (!record.value.defined()) return;
        const WatchedTensor tensor{isResult, !isResult, isWeight(record), isGradient(op, record),
                                   isActivationOp(op.op.str())};
        for (const Prepared &each : m_prepared) {
            if (!isAbout(*each.rule, tensor)) continue;
            if (each.rule->needsPrevious && each.rule->target == WatchTarget::Weight)
                continue; // at the end of its step
            const int64_t before = each.rule->needsPrevious ? m_previous.of(op, record.id) : -1;
            if (!each.rule->needsPrevious || before >= 0) checkOne(each, op, record.id, before);
        }
    }

    bool isWeight(const TensorRecord &record) const { return m_weights.count(record.name.identity()) > 0; }
    bool isGradient(const OpEvent &op, const TensorRecord &record) const {
        return m_gradients.empty() ? op.phase == OpPhase::Backward : m_gradients.count(record.id) > 0;
    }

    void checkOne(const Prepared &prepared, const OpEvent &op, int64_t tensor, int64_t before) {
        if (ask(prepared.filter, m_session, op) != Verdict::Yes) return;
        if (prepared.rule->id == "operator_overflow" && cameWithOperands(op)) return;
        const Tensor previous = before >= 0 ? m_values.of(before) : Tensor();
        const auto finding = check(*prepared.watchpoint, m_values.of(tensor), previous);
        if (!finding) return;
        m_hits.push_back(
            {op.number, tensor, prepared.rule->id, finding->parameter, finding->actual, finding->threshold});
    }

    bool cameWithOperands(const OpEvent &op) {
        return std::any_of(op.inputs.begin(), op.inputs.end(),
                           [&](int64_t input) { return hasNonFinite(m_values.of(input)); });
    }

    /** Weights are compared when their step is over: an optimizer may write one several times. */
    void checkEndedStep(const std::vector<WeightStep> &weights) {
        for (const WeightStep &weight : weights) {
            const auto op = m_session.op(weight.op);
            const auto record = m_session.tensor(weight.tensor);
            if (!op || weight.op < m_first || !record || !isWeight(*record)) continue;
            for (const Prepared &each : m_prepared)
                if (each.rule->needsPrevious && each.rule->target == WatchTarget::Weight)
                    checkOne(each, *op, weight.tensor, weight.previous);
        }
    }

    const Session &m_session;
    std::vector<Prepared> m_prepared;
    int64_t m_first = 0;
    bool m_needsPrevious = false;
    Values m_values;
    PreviousValues m_previous;
    std::unordered_set<const void *> m_weights; ///< by their names
    std::unordered_set<int64_t> m_gradients;
    std::vector<WatchHit> m_hits;
};

} // namespace

bool isAbout(const WatchRule &rule, const WatchedTensor &tensor) {
    const bool isInitialization = rule.id.ends_with("_initialization");
    const bool isWeight = rule.target == WatchTarget::Weight;
    if (isInitialization) return tensor.isFirstUse && (!isWeight || tensor.isNamed);
    if (isWeight) return tensor.isNamed && (tensor.isResult || tensor.isFirstUse);
    if (rule.target == WatchTarget::Gradient) return tensor.isResult && tensor.isGradient;
    if (rule.target == WatchTarget::Activation) return tensor.isResult && tensor.isActivation;
    return tensor.isResult;
}

bool isActivationOp(std::string_view op) {
    const OpDef *known = findOp(op);
    return known != nullptr && known->use.isActivation;
}

std::vector<WatchHit> recheck(const Session &session, const std::vector<Watchpoint> &watchpoints, int64_t first,
                              const std::function<bool()> &shouldContinue) {
    return Recheck(session, watchpoints, first).run(shouldContinue);
}

} // namespace jitscope::inline inspect
