// SPDX-License-Identifier: Apache-2.0
#include "engine/run/straightrun.h"

#include "engine/ops/complexuse.h"
#include "engine/run/fewvalues.h"
#include "engine/run/placedfailure.h"

#include <algorithm>
#include <array>
#include <bit>
#include <new>

namespace jitscope::inline run {

static_assert(StraightRow::mostValues <= FewValues::most && StraightRow::mostValues <= 8);

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
        const std::vector<StraightStep> &steps = m_plan.straight.steps;
        const uint8_t output = m_plan.straight.output;
        const StraightStep *step = steps.data(), *const end = step + steps.size();
        try {
            if (step != end && end[-1].result == output) {
                for (; step + 1 != end; ++step)
                    take(*step);
                return evaluated(*step);
            }
            for (; step != end; ++step)
                take(*step);
        } catch (const Placed &) {
            throw;
        } catch (const std::invalid_argument &error) {
            failAt(*m_plan.steps[step->step].node, error);
        }
        if (output >= m_given && output < m_plan.slots) return std::move(*computed(output));
        return *m_places[output];
    }

private:
    Value *computed(int slot) { return m_values.data() + (size_t(slot) - m_given); }
    const Value &input(const StraightStep &step, size_t index) const { return *m_places[step.inputs[index]]; }

    void take(const StraightStep &step) {
        if (step.itemCount > 0)
            takeItems(step);
        else
            ::new (computed(step.result)) Value(evaluated(step)); // it was empty
        for (unsigned released = step.released; released != 0; released &= released - 1)
            clear(m_values.data()[std::countr_zero(released)]);
    }

    Value evaluated(const StraightStep &step) {
        if (step.kernel) return kernelResult(step);
        if (step.structural) return arranged(step);
        if (step.count == 1) return evaluate(*step.op, {&input(step, 0), 1});
        return evaluateApart(*step.op, input(step, 0), input(step, 1));
    }

    Value arranged(const StraightStep &step) const {
        const auto arguments = argumentsOf(step);
        return step.structural->run({arguments.data(), step.count});
    }

    using Addresses = std::array<const void *, StraightStep::mostInputs>;

    /** False where the kernel cannot read one of its arguments where it stands. */
    bool find(const StraightStep &step, Addresses &inputs) const {
        for (size_t i = 0; i < step.count; ++i) {
            inputs[i] = readable(input(step, i), *step.kernelGraph->arguments[i]->abstract);
            if (!inputs[i]) return false;
        }
        return true;
    }

    Value kernelResult(const StraightStep &step) {
        Addresses inputs;
        if (!find(step, inputs)) return resultOfOthers(step);
        Value result;
        void *to = newTensor(result, *step.kernelGraph->graph->output->abstract);
        step.kernel->run(inputs.data(), &to);
        return result;
    }

    void takeItems(const StraightStep &step) {
        Addresses inputs;
        if (!find(step, inputs)) {
            resultOfOthers(step);
            return;
        }
        const Node &output = *step.kernelGraph->graph->output;
        std::array<void *, StraightStep::mostInputs> to;
        for (size_t i = 0; i < step.itemCount; ++i)
            to[i] = newTensor(*computed(step.items[i]), *output.inputs[i]->abstract);
        step.kernel->run(inputs.data(), to.data());
    }

    static void *newTensor(Value &value, const Abstract &type) {
        return value.data.emplace<Tensor>(type.shape, type.dtype).storage()->data();
    }

    /** For other arguments than the kernel was compiled for, or strided ones. */
    Value resultOfOthers(const StraightStep &step) {
        const auto arguments = argumentsOf(step);
        return m_runKernel(m_module, m_plan.steps[step.step], {arguments.data(), step.count}, m_values.data());
    }

    std::array<const Value *, StraightStep::mostInputs> argumentsOf(const StraightStep &step) const {
        std::array<const Value *, StraightStep::mostInputs> arguments;
        for (size_t i = 0; i < step.count; ++i)
            arguments[i] = &input(step, i);
        return arguments;
    }

    const ModulePlan &m_module;
    const GraphPlan &m_plan;
    const RunKernel m_runKernel;
    const size_t m_given; ///< arguments
    FewValues m_values;
    std::array<const Value *, StraightRow::mostPlaces> m_places;
};

} // namespace

Value runStraight(const ModulePlan &module, const Value *const *arguments, RunKernel runKernel) {
    return StraightRun(module, arguments, runKernel).run();
}

} // namespace jitscope::inline run
