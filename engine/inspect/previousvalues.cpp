// SPDX-License-Identifier: Apache-2.0
// Steps end where the optimizer's operators do. Results correspond by place and by how often the place ran in its step.
#include "engine/inspect/previousvalues.h"

#include "engine/session/session.h"

#include <algorithm>

namespace jitscope::inline inspect {

PreviousValues::PreviousValues(const Session &session)
    : m_session(session) {
    m_hasSteps = std::any_of(session.ops.begin(), session.ops.end(),
                             [](const OpEvent &op) { return op.phase == OpPhase::Optimizer; });
    for (const GradientLink &link : session.gradients)
        if (const auto record = session.tensor(link.tensor); record && !record->name.empty())
            m_trained.insert(record->name.identity());
}

size_t PreviousValues::PlaceHash::operator()(const Place &place) const noexcept {
    size_t hash = std::hash<const void *>{}(place.op);
    for (const int64_t part : {int64_t(place.stack), int64_t(place.compilation), place.node, int64_t(place.output)})
        hash = hash * 1099511628211u ^ size_t(part);
    return hash;
}

PreviousValues::Place PreviousValues::placeOf(const OpEvent &op, size_t output) {
    return {op.stack, op.compilation, op.node.value, op.op.identity(), output};
}

std::vector<WeightStep> PreviousValues::before(const OpEvent &op) {
    const bool ends = m_inOptimizer && op.phase != OpPhase::Optimizer;
    m_inOptimizer = op.phase == OpPhase::Optimizer;
    return ends || !m_hasSteps ? endStep() : std::vector<WeightStep>();
}

std::vector<WeightStep> PreviousValues::atEnd() {
    return m_inOptimizer || !m_hasSteps ? endStep() : std::vector<WeightStep>();
}

/** Without steps each write of a weight is one, and nothing is said of weights that nobody wrote. */
std::vector<WeightStep> PreviousValues::endStep() {
    std::vector<WeightStep> steps;
    for (auto &[name, weight] : m_weights) {
        const bool isWritten = weight.writer >= 0;
        const bool isMeant = isWritten || (m_hasSteps && (weight.isTrained || m_trained.count(name) > 0));
        if (isMeant && weight.lastStep >= 0)
            steps.push_back({weight.present, weight.lastStep, isWritten ? weight.writer : m_last});
        weight.isTrained = weight.isTrained || isWritten;
        weight.lastStep = weight.present;
        weight.writer = -1;
    }
    std::sort(steps.begin(), steps.end(), [](const WeightStep &a, const WeightStep &b) {
        return std::pair(a.op, a.tensor) < std::pair(b.op, b.tensor);
    });
    if (m_hasSteps) m_lastStep = std::exchange(m_step, {});
    return steps;
}

int64_t PreviousValues::of(const OpEvent &op, int64_t tensor) const {
    const auto output = size_t(std::find(op.outputs.begin(), op.outputs.end(), tensor) - op.outputs.begin());
    const Place place = placeOf(op, output);
    const auto here = m_step.find(place);
    if (!m_hasSteps) return here == m_step.end() ? -1 : here->second.back();
    const size_t rank = here == m_step.end() ? 0 : here->second.size();
    const auto before = m_lastStep.find(place);
    return before != m_lastStep.end() && rank < before->second.size() ? before->second[rank] : -1;
}

void PreviousValues::note(const OpEvent &op) {
    m_last = op.number;
    for (size_t i = 0; i < op.outputs.size(); ++i) {
        std::vector<int64_t> &results = m_step[placeOf(op, i)];
        if (!m_hasSteps) results.clear();
        results.push_back(op.outputs[i]);
    }
    for (const int64_t input : op.inputs)
        noteWeight(op, input, false);
    for (const int64_t output : op.outputs)
        noteWeight(op, output, true);
}

void PreviousValues::noteWeight(const OpEvent &op, int64_t tensor, bool isResult) {
    const auto record = m_session.tensor(tensor);
    if (!record || record->name.empty()) return;
    Weight &weight = m_weights[record->name.identity()];
    if (weight.lastStep < 0) weight.lastStep = tensor; // as it was when it was first seen
    if (weight.present == tensor) return;
    const bool isState = isResult ? op.writes : record->op < 0;
    if (!isState && weight.present >= 0) return;
    weight.present = tensor;
    if (isResult) weight.writer = op.number;
}

} // namespace jitscope::inline inspect
