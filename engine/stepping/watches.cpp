// SPDX-License-Identifier: Apache-2.0
// Checks what operators gave and wrote against the watchpoints.
#include "engine/stepping/watches.h"

#include "engine/base/text.h"
#include "engine/eager/eagerthread.h"
#include "engine/inspect/tensorhealth.h"
#include "engine/session/records.h"

#include <algorithm>

namespace jitscope::inline stepping {

namespace {

/** The elements as they are now, whatever is written later. */
Tensor kept(const Tensor &tensor) {
    const StoragePtr now(tensor.storage()->snapshot());
    return Tensor(now, tensor.shape(), tensor.strides(), tensor.offset(), tensor.dtype());
}

/** Tells one round of a line from the next. */
std::string roundKey(const OperatorView &sight, const Place &place, size_t output) {
    std::string key = std::string(sight.name) + "|" + std::string(place.scope) + "|" + std::to_string(output);
    if (sight.node) return key + "|" + std::to_string(sight.node->id.value);
    for (const StackFrame &frame : place.stack)
        key += "|" + frame.span.file + ":" + std::to_string(frame.span.line) + ":" + std::to_string(frame.span.column);
    return key;
}

bool anyNonFinite(std::span<const Value> values) {
    const std::vector<Tensor> tensors = tensorsIn(values);
    return std::ranges::any_of(tensors, [](const Tensor &tensor) { return hasNonFinite(tensor); });
}

} // namespace

Watches::Watches(std::vector<Watchpoint> watchpoints) {
    for (Watchpoint &watchpoint : watchpoints) {
        const WatchRule *rule = watchRule(watchpoint.rule);
        if (!watchpoint.isEnabled || !rule || !checkWatchpoint(watchpoint)) continue;
        auto filter = Query::parse(watchpoint.filter);
        m_needsPrevious = m_needsPrevious || rule->needsPrevious;
        m_entries.push_back({std::move(watchpoint), rule, OpQuestion(filter ? *std::move(filter) : Query())});
    }
}

void Watches::beforeWrite(const OpDef &op, std::span<const Value> arguments) {
    if (!m_needsPrevious || op.written.empty() || op.written.front() >= arguments.size()) return;
    const Tensor *tensor = arguments[op.written.front()].asTensor();
    if (tensor == nullptr || !tensor->defined()) return;
    // What a weight was when its step began; later writes of the same step change it no more.
    const auto [weight, isNew] = m_weights.try_emplace(tensor->storage()->serial());
    if (isNew) weight->second.lastStep = kept(*tensor);
}

void Watches::gradientOf(const Tensor &tensor, const Tensor &gradient) {
    const auto isAboutGradients = [](const Entry &entry) { return entry.rule->target == WatchTarget::Gradient; };
    if (std::ranges::any_of(m_entries, isAboutGradients))
        m_gradients.insert_or_assign(tensor.storage()->serial(), gradient);
}

bool Watches::isNewcomer(const Tensor &tensor) {
    return m_seen.insert(tensor.storage()->serial()).second && m_sawBegin;
}

/** Operands from outside at their first use, and results. */
std::vector<Watches::Watched> Watches::tensorsAt(const OperatorView &sight) {
    std::vector<Watched> all;
    const bool isActivation = isActivationOp(sight.name);
    const auto isNamed = [](const Tensor &tensor) { return !Recorder::instance().tensorName(tensor).empty(); };
    for (const Tensor &tensor : tensorsIn(sight.arguments))
        if (isNewcomer(tensor)) all.push_back({tensor, {false, true, isNamed(tensor), false, isActivation}, 0});
    if (!sight.result) return all;
    size_t place = 0;
    for (const Tensor &tensor : tensorsIn({sight.result, 1})) {
        m_seen.insert(tensor.storage()->serial());
        all.push_back({tensor, {true, false, isNamed(tensor), false, isActivation}, place++});
    }
    return all;
}

bool Watches::isWanted(const Entry &entry, const OperatorView &sight, const Place &place) const {
    return entry.filter.query.isEmpty() ||
           ask(entry.filter, sight, [&]() -> const Place & { return place; }) == Verdict::Yes;
}

std::optional<Watches::Finding> Watches::check(const Entry &entry, int64_t op, std::string_view name,
                                               const Tensor &tensor, const Tensor &previous) const {
    const auto found = jitscope::check(entry.watchpoint, tensor, previous);
    if (!found) return std::nullopt;
    Finding finding;
    finding.hit.op = op;
    finding.hit.tensor = Recorder::instance().recordTensor(tensor);
    finding.hit.rule = entry.watchpoint.rule;
    finding.hit.parameter = found->parameter;
    finding.hit.actual = found->actual;
    finding.hit.threshold = found->threshold;
    finding.stops = entry.watchpoint.stops;
    const std::string weight = Recorder::instance().tensorName(tensor).str();
    finding.message = "#" + std::to_string(op) + " " + std::string(name) + (weight.empty() ? "" : ", " + weight) +
                      ": " + describe(finding.hit);
    return finding;
}

/** Weights are compared when their step is over: an optimizer may write one several times. */
std::vector<Watches::Finding> Watches::endedStep(const OperatorView &sight, const Place &place) {
    std::vector<Finding> findings;
    const bool isEnd = m_isInOptimizer && !place.isOptimizer;
    m_isInOptimizer = place.isOptimizer;
    if (!isEnd) return findings;
    for (auto &[serial, weight] : m_weights) {
        if (!weight.present.defined()) continue;
        for (const Entry &entry : m_entries)
            if (entry.rule->needsPrevious && entry.rule->target == WatchTarget::Weight && isWanted(entry, sight, place))
                if (auto finding = check(entry, weight.writer, "optimizer", weight.present, weight.lastStep))
                    findings.push_back(*std::move(finding));
        weight.lastStep = kept(weight.present);
    }
    return findings;
}

/** Gradients are complete when the walk is over. */
std::vector<Watches::Finding> Watches::endedGradients(const OperatorView &sight, const Place &place) {
    std::vector<Finding> findings;
    if (m_gradients.empty() || eagerThread().gradientWalks > 0) return findings;
    for (const auto &[serial, gradient] : std::exchange(m_gradients, {}))
        for (const Entry &entry : m_entries)
            if (entry.rule->target == WatchTarget::Gradient && isWanted(entry, sight, place))
                if (auto finding = check(entry, sight.number, "after the gradients", gradient, {}))
                    findings.push_back(*std::move(finding));
    return findings;
}

std::vector<Watches::Finding> Watches::after(const OperatorView &sight, const Place &place) {
    std::vector<Finding> findings = endedGradients(sight, place);
    std::ranges::move(endedStep(sight, place), std::back_inserter(findings));
    const bool isWrite = sight.op && !sight.op->written.empty();
    for (const Watched &watched : tensorsAt(sight)) {
        const uint64_t serial = watched.tensor.storage()->serial();
        if (isWrite && watched.facts.isResult && watched.facts.isNamed && m_needsPrevious) {
            Weight &weight = m_weights[serial];
            weight.present = watched.tensor;
            weight.writer = sight.number;
        }
        Tensor previous;
        const bool hasRounds = m_needsPrevious && watched.facts.isResult && !isWrite;
        const std::string key = hasRounds ? roundKey(sight, place, watched.place) : std::string();
        if (const auto known = m_previous.find(key); hasRounds && known != m_previous.end()) previous = known->second;
        for (const Entry &entry : m_entries) {
            if (!isAbout(*entry.rule, watched.facts)) continue;
            if (entry.rule->needsPrevious && (entry.rule->target == WatchTarget::Weight || !previous.defined()))
                continue;
            if (entry.rule->id == "operator_overflow" && anyNonFinite(sight.arguments)) continue;
            if (!isWanted(entry, sight, place)) continue;
            if (auto finding = check(entry, sight.number, sight.name, watched.tensor, previous))
                findings.push_back(*std::move(finding));
        }
        if (hasRounds) m_previous.insert_or_assign(key, kept(watched.tensor));
    }
    return findings;
}

void Watches::beginRun() {
    m_previous.clear();
    m_weights.clear();
    m_gradients.clear();
    m_seen.clear();
    m_isInOptimizer = false;
    m_sawBegin = !isEmpty();
}

void Watches::takeValues(Watches &&before) {
    m_previous = std::move(before.m_previous);
    m_weights = std::move(before.m_weights);
    m_gradients = std::move(before.m_gradients);
    m_seen = std::move(before.m_seen);
    m_isInOptimizer = before.m_isInOptimizer;
    m_sawBegin = before.m_sawBegin;
}

} // namespace jitscope::inline stepping
