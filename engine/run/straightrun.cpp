// SPDX-License-Identifier: Apache-2.0
#include "engine/run/straightrun.h"

#include "engine/ops/complexuse.h"
#include "engine/run/fewvalues.h"
#include "engine/run/placedfailure.h"

#include <algorithm>
#include <array>
#include <new>

namespace jitscope::inline run {

static_assert(GraphPlan::mostStraightValues <= FewValues::most);

namespace {

/** The elements of a tensor that a kernel reads where they stand; null where it cannot. */
const std::byte *readable(const Value &value, const Abstract &type) {
    const Tensor *tensor = value.asTensor();
    const bool fits =
        tensor && tensor->dtype() == type.dtype && tensor->shape() == type.shape && tensor->isContiguous();
    return fits ? tensor->rawData() : nullptr;
}

/** One run. */
class StraightRun {
public:
    StraightRun(const ModulePlan &module, const Value *const *arguments, RunKernel runKernel)
        : m_module(module)
        , m_plan(*module.entry)
        , m_runKernel(runKernel)
        , m_given(m_plan.arguments.size())
        , m_values(size_t(m_plan.slots) - m_given) {
        const Value **place = std::copy_n(arguments, m_given, m_places.data());
        for (int slot = int(m_given); slot < m_plan.slots; ++slot)
            *place++ = computed(slot);
        for (const Value &constant : m_plan.constants)
            *place++ = &constant;
    }

    Value run() {
        size_t i = 0;
        try {
            for (; i + 1 < m_plan.straight.size(); ++i) {
                const StraightStep &step = m_plan.straight[i];
                ::new (computed(step.result)) Value(evaluated(step)); // it was empty
                for (const int slot : m_plan.steps[i].released)
                    if (size_t(slot) >= m_given) clear(*computed(slot));
            }
            return evaluated(m_plan.straight[i]);
        } catch (const Placed &) {
            throw;
        } catch (const std::invalid_argument &error) {
            failAt(*m_plan.steps[i].node, error);
        }
    }

private:
    Value *computed(int slot) { return m_values.data() + (size_t(slot) - m_given); }
    const Value &input(const StraightStep &step, size_t index) const { return *m_places[step.inputs[index]]; }

    Value evaluated(const StraightStep &step) const {
        if (step.kernel) return kernelResult(step);
        if (step.count == 1) return evaluate(*step.op, {&input(step, 0), 1});
        return evaluateApart(*step.op, input(step, 0), input(step, 1));
    }

    Value kernelResult(const StraightStep &step) const {
        std::array<const void *, StraightStep::mostInputs> inputs;
        for (size_t i = 0; i < step.count; ++i) {
            inputs[i] = readable(input(step, i), *step.kernelGraph->arguments[i]->abstract);
            if (!inputs[i]) return resultOfOthers(step);
        }
        const Abstract &type = *step.kernelGraph->graph->output->abstract;
        Value result;
        void *to = result.data.emplace<Tensor>(type.shape, type.dtype).storage()->data();
        step.kernel->run(inputs.data(), &to);
        return result;
    }

    /** For other arguments than the kernel was compiled for, or strided ones. */
    Value resultOfOthers(const StraightStep &step) const {
        const size_t index = size_t(&step - m_plan.straight.data());
        std::array<const Value *, StraightStep::mostInputs> arguments;
        for (size_t i = 0; i < step.count; ++i)
            arguments[i] = &input(step, i);
        return m_runKernel(m_module, m_plan.steps[index], {arguments.data(), step.count});
    }

    const ModulePlan &m_module;
    const GraphPlan &m_plan;
    const RunKernel m_runKernel;
    const size_t m_given; ///< arguments
    FewValues m_values;
    std::array<const Value *, GraphPlan::mostStraightPlaces> m_places;
};

} // namespace

Value runStraight(const ModulePlan &module, const Value *const *arguments, RunKernel runKernel) {
    return StraightRun(module, arguments, runKernel).run();
}

} // namespace jitscope::inline run
