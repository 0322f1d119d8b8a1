// SPDX-License-Identifier: Apache-2.0
// What only orders effects (UpdateState, Depend) is no step of a row, which runs in the order of the graph anyway: who
// reads its result reads its first input.
#include "engine/run/straightrow.h"

#include "engine/ops/opdef.h"

#include <algorithm>
#include <numeric>

namespace jitscope::inline run {

namespace {

/** One result, or some that are all taken apart, in memory of their own. */
bool isStraightKernel(const PlanStep &step) {
    const auto isNone = [](int place) { return place < 0; };
    const bool isTaken = !step.spread.empty() && step.spread.size() <= StraightStep::mostInputs &&
                         std::ranges::none_of(step.spread, isNone);
    return step.kind == StepKind::Kernel && (isTaken || !step.callee->graph->output->isCallOf(op::MakeTuple)) &&
           std::ranges::all_of(step.reused, isNone);
}

bool isStraight(const PlanStep &step) {
    const bool isOperator =
        (step.reading == StepReading::One || step.reading == StepReading::Two) && step.op->effect == Effect::None;
    const bool isOneOf = isOperator || step.kind == StepKind::Structural || isStraightKernel(step);
    return isOneOf && step.inputs.size() <= StraightStep::mostInputs &&
           std::ranges::none_of(step.inputs,
                                [](const PlanInput &input) { return input.from == PlanInput::From::Outer; });
}

class Layout {
public:
    explicit Layout(const GraphPlan &plan)
        : m_plan(plan)
        , m_places(size_t(plan.slots)) {
        std::iota(m_places.begin(), m_places.end(), uint8_t(0));
    }

    StraightRow row() {
        for (const PlanStep &step : m_plan.steps) {
            if (isPassedOn(step))
                m_places[size_t(step.result)] = placeOf(step.inputs.front());
            else if (!step.isSpread)
                add(step);
        }
        m_row.output = placeOf(m_plan.output);
        release();
        return std::move(m_row);
    }

private:
    uint8_t placeOf(const PlanInput &input) const {
        return input.from == PlanInput::From::Constant ? uint8_t(m_plan.slots + input.index)
                                                       : m_places[size_t(input.index)];
    }

    static bool isPassedOn(const PlanStep &step) {
        return step.kind == StepKind::Structural &&
               (step.node->isCallOf(op::Depend) || step.node->isCallOf(op::UpdateState));
    }

    void add(const PlanStep &step) {
        StraightStep straight;
        straight.step = uint8_t(&step - m_plan.steps.data());
        straight.op = step.op;
        straight.structural = step.structural;
        straight.kernel = step.kernel.get();
        straight.kernelGraph = step.callee;
        straight.count = uint8_t(step.inputs.size());
        straight.result = m_places[size_t(step.result)];
        std::ranges::transform(step.inputs, straight.inputs.begin(),
                               [this](const PlanInput &input) { return placeOf(input); });
        straight.itemCount = uint8_t(step.spread.size());
        std::ranges::transform(step.spread, straight.items.begin(), [](int slot) { return uint8_t(slot); });
        m_row.steps.push_back(straight);
    }

    /** Each computed value dies behind the last step that reads it, or that made it; but not what is returned. */
    void release() {
        uint8_t live = 0;
        const auto bit = [this](uint8_t place) {
            const int computed = int(place) - int(m_plan.arguments.size());
            return computed >= 0 && place < m_plan.slots ? uint8_t(1u << computed) : uint8_t(0);
        };
        live |= bit(m_row.output);
        for (auto step = m_row.steps.rbegin(); step != m_row.steps.rend(); ++step) {
            uint8_t mentioned = bit(step->result);
            for (size_t i = 0; i < step->count; ++i)
                mentioned |= bit(step->inputs[i]);
            for (size_t i = 0; i < step->itemCount; ++i)
                mentioned |= bit(step->items[i]);
            step->released = uint8_t(mentioned & ~live);
            live |= mentioned;
        }
    }

    const GraphPlan &m_plan;
    std::vector<uint8_t> m_places; ///< of what each slot holds
    StraightRow m_row;
};

} // namespace

StraightRow straightRowOf(const GraphPlan &plan) {
    const size_t computed = size_t(plan.slots) - plan.arguments.size();
    const size_t places = size_t(plan.slots) + plan.constants.size();
    const bool isRow = places <= StraightRow::mostPlaces && computed <= StraightRow::mostValues &&
                       plan.output.from != PlanInput::From::Outer && std::ranges::all_of(plan.steps, isStraight);
    return isRow ? Layout(plan).row() : StraightRow();
}

} // namespace jitscope::inline run
