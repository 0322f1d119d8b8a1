// SPDX-License-Identifier: Apache-2.0
// Compiles the kernels of a module and walks its plan.
#include "engine/run/executable.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"
#include "engine/run/graphplan.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <unordered_map>

namespace jitscope {

struct Executable::Plan {
    ModulePlan module;
};

namespace {

constexpr int depthLimit = 1000; // as in MindSpore

/** A failure that already says where it happened. */
class PlacedError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/** Values for the slots and arguments of one running graph, taken from a pool of this thread and given back empty. */
class Scratch {
public:
    explicit Scratch(size_t count) {
        if (!pool().empty()) {
            m_values = std::move(pool().back());
            pool().pop_back();
        }
        if (m_values.size() < count) m_values.resize(count);
        m_used = count;
    }
    ~Scratch() {
        for (size_t i = 0; i < m_used; ++i)
            m_values[i] = Value();
        pool().push_back(std::move(m_values));
    }
    Scratch(const Scratch &) = delete;
    Scratch &operator=(const Scratch &) = delete;

    Value *data() { return m_values.data(); }

private:
    static std::vector<std::vector<Value>> &pool() {
        thread_local std::vector<std::vector<Value>> values;
        return values;
    }

    std::vector<Value> m_values;
    size_t m_used = 0;
};

/** One graph at work. */
struct Frame {
    const GraphPlan &plan;
    const Frame *outer = nullptr; ///< of the graph whose values this one uses
    Value *slots = nullptr;
    int depth = 0;
};

/** The shared state of one run. */
struct Run {
    const ModulePlan &module;
    NodeListener *listener = nullptr;

    Value call(const GraphPlan &callee, std::span<const Value> arguments, const Frame *caller) const;

private:
    Value runStep(const PlanStep &step, const Frame &frame, Value *arguments) const;
    Value compute(const PlanStep &step, const Frame &frame, std::span<const Value> arguments) const;
    Value callValue(const PlanStep &step, const Frame &frame, std::span<const Value> arguments) const;
    Value runKernel(const PlanStep &step, const Frame &frame, std::span<const Value> arguments) const;
};

/** A slot that is read for the last time is moved out of, so that its memory is free when the step ends. */
void fetch(const PlanInput &input, const Frame &frame, Value &to) {
    switch (input.from) {
    case PlanInput::From::Slot:
        if (input.isLastUse)
            to = std::move(frame.slots[input.index]);
        else
            to = frame.slots[input.index];
        return;
    case PlanInput::From::Constant:
        to = frame.plan.constants[size_t(input.index)];
        return;
    case PlanInput::From::Outer: {
        const Frame *home = &frame;
        for (int hop = 0; hop < input.hops; ++hop)
            home = home->outer;
        to = home->slots[input.index];
        return;
    }
    }
}

/** The frame that a graph with this parent sees as the one around it, looked for from its caller outwards. */
const Frame *outerFrame(const GraphPlan &callee, const Frame *caller) {
    if (!callee.parent) return nullptr;
    while (caller && &caller->plan != callee.parent)
        caller = caller->outer;
    if (!caller)
        throw std::invalid_argument(format("@%s is called where @%s, whose values it uses, does not run.",
                                           callee.graph->name.c_str(), callee.parent->graph->name.c_str()));
    return caller;
}

Value Run::call(const GraphPlan &callee, std::span<const Value> arguments, const Frame *caller) const {
    const int depth = caller ? caller->depth + 1 : 0;
    if (depth > depthLimit)
        throw std::invalid_argument(
            format("Exceed function call depth limit %d, in @%s.", depthLimit, callee.graph->name.c_str()));
    Scratch scratch(size_t(callee.slots + callee.mostInputs));
    const Frame frame{callee, outerFrame(callee, caller), scratch.data(), depth};
    std::copy(arguments.begin(), arguments.end(), frame.slots);
    const PlanStep *step = nullptr;
    try {
        for (const PlanStep &next : callee.steps) {
            step = &next;
            frame.slots[next.result] = runStep(next, frame, frame.slots + callee.slots);
            for (int slot : next.released)
                frame.slots[slot] = Value();
        }
    } catch (const PlacedError &) {
        throw;
    } catch (const std::invalid_argument &error) {
        throw PlacedError(error.what() + placeOf(*step->node));
    }
    Value result;
    fetch(callee.output, frame, result);
    return result;
}

Value Run::runStep(const PlanStep &step, const Frame &frame, Value *arguments) const {
    const size_t count = step.inputs.size();
    for (size_t i = 0; i < count; ++i)
        fetch(step.inputs[i], frame, arguments[i]);
    const std::span<const Value> given(arguments, count);
    const bool isHeard = listener && (step.kind == StepKind::Operator || step.kind == StepKind::Kernel);
    const int64_t startNs = isHeard ? nowNs() : 0;
    Value result = compute(step, frame, given);
    if (isHeard) listener->nodeDone(*step.node, step.kind == StepKind::Kernel, given, result, startNs, nowNs());
    for (size_t i = 0; i < count; ++i)
        arguments[i] = Value();
    return result;
}

Value Run::compute(const PlanStep &step, const Frame &frame, std::span<const Value> arguments) const {
    switch (step.kind) {
    case StepKind::Operator:
        return step.op->eval(arguments.first(step.op->params.size()));
    case StepKind::Structural:
        return step.structural->run(arguments);
    case StepKind::Kernel:
        return runKernel(step, frame, arguments);
    case StepKind::GraphCall:
        return call(*step.callee, arguments, &frame);
    case StepKind::ValueCall:
        return callValue(step, frame, arguments);
    }
    return {};
}

Value Run::callValue(const PlanStep &, const Frame &frame, std::span<const Value> arguments) const {
    const GraphReference *name = arguments.front().asGraph();
    if (!name) throw std::invalid_argument("What is called is not a graph: " + toString(arguments.front()) + ".");
    const GraphPlan &callee = *module.graphs.at(name->name);
    const auto given = arguments.subspan(1);
    if (given.size() != callee.arguments.size())
        throw std::invalid_argument(
            format("@%s takes %zu arguments, but got %zu.", name->name.c_str(), callee.arguments.size(), given.size()));
    return call(callee, given, &frame);
}

/** Whether the tensors are those that the kernel was compiled for; its code trusts their shapes. */
bool fitsKernel(const GraphPlan &kernel, std::span<const Value> arguments) {
    for (size_t i = 0; i < arguments.size(); ++i) {
        const Tensor *tensor = arguments[i].asTensor();
        if (!tensor || tensor->dtype() != DType::Float32) return false;
        if (!(tensor->shape() == kernel.arguments[i]->abstract.shape)) return false;
    }
    return true;
}

Value Run::runKernel(const PlanStep &step, const Frame &frame, std::span<const Value> arguments) const {
    const GraphPlan &kernel = *step.callee;
    if (!fitsKernel(kernel, arguments)) return call(kernel, arguments, &frame);

    std::vector<Tensor> packed; // keeps copies of strided inputs alive
    std::vector<const float *> inputs;
    inputs.reserve(arguments.size());
    for (const Value &argument : arguments) {
        const Tensor *tensor = argument.asTensor();
        if (!tensor->isContiguous()) tensor = &packed.emplace_back(tensor->contiguous());
        inputs.push_back(tensor->data<float>());
    }
    const Node &output = *kernel.graph->output;
    const bool isTuple = output.isCallOf("MakeTuple");
    std::vector<Value> results;
    std::vector<float *> outputs;
    const auto addOutput = [&](const Node &node) {
        Tensor tensor(node.abstract.shape, DType::Float32);
        outputs.push_back(tensor.mutableData<float>());
        results.emplace_back(std::move(tensor));
    };
    if (!isTuple) addOutput(output);
    for (size_t i = 0; isTuple && i < output.inputs.size(); ++i)
        addOutput(*output.inputs[i]);
    step.kernel->run(inputs.data(), outputs.data());
    return isTuple ? Value::tuple(std::move(results)) : std::move(results.front());
}

/** The first call of each graph in `graph`. */
std::unordered_map<std::string, NodeId> callsIn(const Graph &graph) {
    std::unordered_map<std::string, NodeId> calls;
    for (const NodePtr &node : graph.nodes)
        if (!node->callee.empty()) calls.emplace(node->callee, node->id);
    return calls;
}

} // namespace

Executable::Executable()
    : m_plan(std::make_unique<Plan>()) {}
Executable::~Executable() = default;

Result<std::shared_ptr<const Executable>> Executable::prepare(const Module &module) {
    std::shared_ptr<Executable> executable(new Executable);
    if (module.graphs.empty()) return Error{"The module has no graph to run."};
    const int64_t codegenStartNs = nowNs();
    const auto calls = callsIn(*module.entry());
    KernelMap compiled;
    std::vector<StageTime> kernelStages;
    for (const GraphPtr &graph : module.graphs) {
        if (!graph->isKernel()) continue;
        const int64_t startNs = nowNs();
        const auto call = calls.find(graph->name);
        BuiltKernel kernel{graph->name, call == calls.end() ? NodeId() : call->second, nullptr, {}};
        auto code = compileKernel(*graph);
        if (code)
            kernel.code = compiled[graph->name] = *code;
        else
            kernel.note = code.error().message;
        executable->m_kernels.push_back(std::move(kernel));
        kernelStages.push_back({graph->name, startNs, nowNs() - startNs});
    }
    const int64_t planStartNs = nowNs();
    auto plan = planModule(module, compiled);
    if (!plan) return plan.error();
    executable->m_plan->module = std::move(*plan);
    executable->m_peakBytes = jitscope::peakBytes(executable->m_plan->module);

    executable->m_stages.push_back({"codegen", codegenStartNs, planStartNs - codegenStartNs});
    std::move(kernelStages.begin(), kernelStages.end(), std::back_inserter(executable->m_stages));
    executable->m_stages.push_back({"plan", planStartNs, nowNs() - planStartNs});
    return std::shared_ptr<const Executable>(std::move(executable));
}

Value Executable::run(std::span<const Value> arguments, NodeListener *listener) const {
    const GraphPlan &entry = *m_plan->module.entry;
    if (arguments.size() != entry.arguments.size())
        throw std::invalid_argument(format("The graph @%s takes %zu arguments, but got %zu.", entry.graph->name.c_str(),
                                           entry.arguments.size(), arguments.size()));
    return Run{m_plan->module, listener}.call(entry, arguments, nullptr);
}

} // namespace jitscope
