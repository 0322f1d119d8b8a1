// SPDX-License-Identifier: Apache-2.0
// Compiles the kernels of a module and walks its plan.
#include "engine/run/executable.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"
#include "engine/base/ticks.h"
#include "engine/ops/complexuse.h"
#include "engine/ops/opdef.h"
#include "engine/run/fewvalues.h"
#include "engine/run/graphplan.h"
#include "engine/run/hostcall.h"
#include "engine/run/memoryplan.h"
#include "engine/run/placedfailure.h"
#include "engine/run/straightrun.h"
#include "engine/session/compilation.h"
#include "engine/session/records.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <stdexcept>
#include <unordered_map>

namespace jitscope::inline run {

struct Executable::Plan {
    ModulePlan module;
};

namespace {

constexpr int depthLimit = 1000; // as in MindSpore

/** A plain assignment goes through the variant's tables: nearly all values are tensors. */
void put(Value &to, Value &&value) {
    if (Tensor *tensor = std::get_if<Tensor>(&value.data))
        to.data.emplace<Tensor>(std::move(*tensor));
    else
        to = std::move(value);
}
void put(Value &to, const Value &value) {
    if (const Tensor *tensor = value.asTensor())
        to.data.emplace<Tensor>(*tensor);
    else
        to = value;
}

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
            clear(m_values[i]);
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

/** One graph at work. Its first values are the arguments, which stay where its caller has them. */
struct Frame {
    const GraphPlan &plan;
    const Frame *outer = nullptr; ///< of the graph whose values this one uses
    std::span<Value> arguments;
    Value *computed = nullptr; ///< behind the arguments; behind them in turn those of the step that runs
    int depth = 0;
    const Value *const *borrowed = nullptr; ///< arguments that are not to be changed, instead of `arguments`

    const Value &slot(int index) const {
        const size_t place = size_t(index), count = plan.arguments.size();
        if (place >= count) return computed[place - count];
        return borrowed ? *borrowed[place] : arguments[place];
    }
    /** Null: it is not the frame's own. */
    Value *ownSlot(int index) const {
        const size_t place = size_t(index), count = plan.arguments.size();
        if (place >= count) return computed + (place - count);
        return borrowed ? nullptr : &arguments[place];
    }
    Value *ofStep() const { return computed + plan.slots - int(plan.arguments.size()); }
};

/** How many values a frame of the graph needs besides its arguments. */
size_t roomOf(const GraphPlan &plan, const RunHooks &hooks) {
    return size_t(plan.slots + (hooks.listener ? plan.mostInputs : plan.mostTogether)) - plan.arguments.size();
}

/** The shared state of one run. */
struct Run {
    const ModulePlan &module;
    const RunHooks &hooks;

    /** The outermost graph. Uses up the arguments. */
    Value start(const GraphPlan &entry, std::span<Value> arguments) const;
    /** The same of a pure graph whose arguments stay as they are. */
    Value borrow(const GraphPlan &entry, const Value *const *arguments) const;
    Value runKernel(const PlanStep &step, const Frame &frame, std::span<const Value *const> arguments) const;

private:
    /** A call in the place of the frame that made it. */
    struct TailCall {
        const GraphPlan *callee = nullptr; ///< null: the graph has returned `result`
        const Frame *outer = nullptr;
        std::vector<Value> arguments;
        Value result;
    };

    Value call(const GraphPlan &callee, std::span<Value> arguments, const Frame *caller) const;
    Value loop(TailCall next, int depth) const;
    Value runWhole(const Frame &frame) const;
    TailCall endWithCall(const PlanStep &step, const Frame &frame) const;
    void runSteps(const Frame &frame, size_t count) const;
    Value runOne(const PlanStep &step, const Frame &frame) const;
    Value runStep(const PlanStep &step, const Frame &frame) const;
    Value runFetched(const PlanStep &step, const Frame &frame) const;
    Value compute(const PlanStep &step, const Frame &frame, std::span<Value> arguments) const;
    const GraphPlan &calleeOf(const PlanStep &step, const Value *arguments) const;
    void spread(const PlanStep &step, const Frame &frame, Value tuple) const;
    Value runFollowedKernel(const PlanStep &step, const Frame &frame, std::span<const Value> arguments) const;
    bool mayTake(const PlanStep &step) const;
    Tensor reusable(const PlanStep &step, size_t index, std::span<const Value *const> arguments) const;
};

/** The input where it stands. */
const Value &lookAt(const PlanInput &input, const Frame &frame) {
    if (input.from == PlanInput::From::Constant) return frame.plan.constants[size_t(input.index)];
    const Frame *home = &frame;
    for (int hop = 0; hop < input.hops; ++hop)
        home = home->outer;
    return home->slot(input.index);
}

/** A slot that is read for the last time is moved out of, so that its memory is free when the step ends. */
void fetch(const PlanInput &input, const Frame &frame, Value &to) {
    if (Value *own = input.isLastUse ? frame.ownSlot(input.index) : nullptr)
        put(to, std::move(*own));
    else
        put(to, lookAt(input, frame));
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

Value Run::call(const GraphPlan &callee, std::span<Value> arguments, const Frame *caller) const {
    const int depth = caller ? caller->depth + 1 : 0;
    if (depth > depthLimit)
        throw std::invalid_argument(
            format("Exceed function call depth limit %d, in @%s.", depthLimit, callee.graph->name.c_str()));
    const Frame *outer = outerFrame(callee, caller);
    if (callee.endsInCall) return loop({&callee, outer, {arguments.begin(), arguments.end()}, {}}, depth);
    Scratch scratch(roomOf(callee, hooks));
    return runWhole({callee, outer, arguments, scratch.data(), depth});
}

Value Run::start(const GraphPlan &entry, std::span<Value> arguments) const {
    const size_t room = roomOf(entry, hooks);
    if (room > FewValues::most || entry.endsInCall) return call(entry, arguments, nullptr);
    FewValues values(room);
    return runWhole({entry, nullptr, arguments, values.data(), 0});
}

Value Run::borrow(const GraphPlan &entry, const Value *const *arguments) const {
    const size_t room = roomOf(entry, hooks);
    if (room <= FewValues::most) {
        FewValues values(room);
        return runWhole({entry, nullptr, {}, values.data(), 0, arguments});
    }
    Scratch scratch(room);
    return runWhole({entry, nullptr, {}, scratch.data(), 0, arguments});
}

Value Run::runWhole(const Frame &frame) const {
    const GraphPlan &plan = frame.plan;
    runSteps(frame, plan.steps.size() - (plan.endsInResult ? 1 : 0));
    if (plan.endsInResult) return runOne(plan.steps.back(), frame);
    Value result;
    fetch(plan.output, frame, result);
    return result;
}

/** Calls that end in calls, each in the place of the one before. */
Value Run::loop(TailCall next, int depth) const {
    while (true) {
        const GraphPlan &plan = *next.callee;
        Scratch scratch(roomOf(plan, hooks));
        const Frame frame{plan, next.outer, next.arguments, scratch.data(), depth};
        runSteps(frame, plan.steps.size() - (plan.endsInCall ? 1 : 0));
        if (!plan.endsInCall) {
            fetch(plan.output, frame, next.result);
            return std::move(next.result);
        }
        next = endWithCall(plan.steps.back(), frame);
        if (!next.callee) return std::move(next.result);
        if (hooks.poll) hooks.poll();
    }
}

/** The first `count` steps. */
void Run::runSteps(const Frame &frame, size_t count) const {
    for (const PlanStep &step : std::span(frame.plan.steps).first(count)) {
        if (!step.isSpread || hooks.listener) put(*frame.ownSlot(step.result), runOne(step, frame));
        for (int slot : step.released)
            if (Value *own = frame.ownSlot(slot)) clear(*own);
    }
}

/** What fails says at which node. */
Value Run::runOne(const PlanStep &step, const Frame &frame) const {
    try {
        return runStep(step, frame);
    } catch (const Placed &) {
        throw;
    } catch (const std::invalid_argument &error) {
        failAt(*step.node, error);
    }
}

/** The call that `step` is, for the caller to make; unless the callee uses values of this frame, which must live on. */
Run::TailCall Run::endWithCall(const PlanStep &step, const Frame &frame) const {
    const size_t count = step.inputs.size();
    Value *arguments = frame.ofStep();
    for (size_t i = 0; i < count; ++i)
        fetch(step.inputs[i], frame, arguments[i]);
    const size_t first = step.kind == StepKind::ValueCall ? 1 : 0;
    TailCall next;
    try {
        next.callee = &calleeOf(step, arguments);
        next.outer = outerFrame(*next.callee, &frame);
        if (next.outer == &frame) {
            next.result = call(*next.callee, {arguments + first, count - first}, &frame);
            next.callee = nullptr;
            return next;
        }
    } catch (const Placed &) {
        throw;
    } catch (const std::invalid_argument &error) {
        failAt(*step.node, error);
    }
    next.arguments.assign(std::make_move_iterator(arguments + first), std::make_move_iterator(arguments + count));
    return next;
}

/** Addresses for one call of a kernel; only calls with many of them need memory of the heap. */
template<class Pointer> class Addresses {
public:
    explicit Addresses(size_t count) {
        if (count > m_few.size()) m_many.resize(count);
    }
    Pointer *data() { return m_many.empty() ? m_few.data() : m_many.data(); }
    std::span<const Pointer> span() { return {data(), m_used}; }
    void push(Pointer address) { data()[m_used++] = address; }

private:
    std::array<Pointer, 12> m_few;
    std::vector<Pointer> m_many;
    size_t m_used = 0;
};

Addresses<const Value *> addressesOf(std::span<const Value> values) {
    Addresses<const Value *> addresses(values.size());
    for (const Value &value : values)
        addresses.push(&value);
    return addresses;
}

Value Run::runStep(const PlanStep &step, const Frame &frame) const {
    if (step.reading == StepReading::Together || hooks.listener) return runFetched(step, frame);
    if (step.reading == StepReading::One) return evaluate(*step.op, {&lookAt(step.inputs[0], frame), 1});
    if (step.reading == StepReading::Two)
        return evaluateApart(*step.op, lookAt(step.inputs[0], frame), lookAt(step.inputs[1], frame));
    Addresses<const Value *> arguments(step.inputs.size());
    for (const PlanInput &input : step.inputs)
        arguments.push(&lookAt(input, frame));
    if (step.kind == StepKind::Structural) return step.structural->run(arguments.span());
    return runKernel(step, frame, arguments.span());
}

/** With the arguments side by side. */
Value Run::runFetched(const PlanStep &step, const Frame &frame) const {
    const size_t count = step.inputs.size();
    Value *arguments = frame.ofStep();
    for (size_t i = 0; i < count; ++i)
        fetch(step.inputs[i], frame, arguments[i]);
    const std::span<Value> given(arguments, count);
    const bool isHeard = hooks.listener && (step.computes || hooks.listener->seesAll());
    const bool isKernel = step.kind == StepKind::Kernel;
    if (isHeard) {
        hooks.listener->nodeStarts(*step.node, isKernel, given);
        hooks.listener->beforeCompute(*step.node, given);
    }
    const int64_t startNs = isHeard ? quickNowNs() : 0;
    Value result = compute(step, frame, given);
    if (isHeard) hooks.listener->nodeDone(*step.node, isKernel, given, result, startNs, quickNowNs());
    for (size_t i = 0; i < count; ++i)
        clear(arguments[i]);
    return result;
}

Value Run::compute(const PlanStep &step, const Frame &frame, std::span<Value> arguments) const {
    switch (step.kind) {
    case StepKind::Operator:
        return evaluate(*step.op, arguments.first(step.op->params.size()));
    case StepKind::Structural:
        return step.structural->run(addressesOf(arguments).span());
    case StepKind::Kernel:
        return runFollowedKernel(step, frame, arguments);
    case StepKind::GraphCall:
        return call(*step.callee, arguments, &frame);
    case StepKind::ValueCall:
        return call(calleeOf(step, arguments.data()), arguments.subspan(1), &frame);
    }
    return {};
}

/** The graph that a call means; its arguments are counted. */
const GraphPlan &Run::calleeOf(const PlanStep &step, const Value *arguments) const {
    if (step.kind == StepKind::GraphCall) return *step.callee;
    const GraphReference *name = arguments[0].asGraph();
    if (!name) throw std::invalid_argument("What is called is not a graph: " + toString(arguments[0]) + ".");
    const GraphPlan &callee = *module.graphs.at(name->name);
    const size_t given = step.inputs.size() - 1;
    if (given != callee.arguments.size())
        throw std::invalid_argument(
            format("@%s takes %zu arguments, but got %zu.", name->name.c_str(), callee.arguments.size(), given));
    return callee;
}

/** Whether the tensors are those that the kernel was compiled for; its code trusts their shapes. */
bool fitsKernel(const GraphPlan &kernel, std::span<const Value *const> arguments) {
    for (size_t i = 0; i < arguments.size(); ++i) {
        const Tensor *tensor = arguments[i]->asTensor();
        const Abstract &type = kernel.arguments[i]->abstract;
        if (!tensor || tensor->dtype() != type.dtype || !(tensor->shape() == type.shape)) return false;
    }
    return true;
}

/** The tensor of the input whose memory output `index` takes over, or an undefined one. */
Tensor Run::reusable(const PlanStep &step, size_t index, std::span<const Value *const> arguments) const {
    if (index >= step.reused.size() || step.reused[index] < 0) return {};
    const Tensor &tensor = *arguments[size_t(step.reused[index])]->asTensor();
    const StoragePtr &storage = tensor.storage();
    if (storage->references() != 1 || !tensor.isContiguous()) return {};
    storage->beforeWrite();
    return tensor;
}

/** Whether a result of the kernel may take the memory of an argument. */
bool Run::mayTake(const PlanStep &step) const {
    if (hooks.listener && hooks.listener->keepsArguments()) return false;
    return std::ranges::any_of(step.reused, [](int input) { return input >= 0; });
}

Value Run::runFollowedKernel(const PlanStep &step, const Frame &frame, std::span<const Value> arguments) const {
    auto addresses = addressesOf(arguments);
    if (hooks.listener && mayTake(step) && fitsKernel(*step.callee, addresses.span()))
        hooks.listener->beforeTaking(*step.node, arguments);
    return runKernel(step, frame, addresses.span());
}

Value Run::runKernel(const PlanStep &step, const Frame &frame, std::span<const Value *const> arguments) const {
    const GraphPlan &kernel = *step.callee;
    if (!fitsKernel(kernel, arguments)) {
        std::vector<Value> copies; // a listener is still to see the arguments
        for (const Value *argument : arguments)
            copies.push_back(*argument);
        Value result = call(kernel, copies, &frame);
        if (step.spread.empty() || hooks.listener) return result;
        spread(step, frame, std::move(result));
        return {};
    }

    std::vector<Tensor> packed; // keeps copies of strided inputs alive
    Addresses<const void *> inputs(arguments.size());
    for (const Value *argument : arguments) {
        const Tensor *tensor = argument->asTensor();
        if (!tensor->isContiguous()) {
            packed.reserve(arguments.size());
            tensor = &packed.emplace_back(tensor->contiguous());
        }
        inputs.push(tensor->rawData());
    }
    const bool takes = mayTake(step);
    const Node &output = *kernel.graph->output;
    const bool isTuple = output.isCallOf(op::MakeTuple);
    Addresses<void *> outputs(isTuple ? output.inputs.size() : 1);
    const auto newOutput = [&](size_t index, const Node &node) {
        Tensor tensor = takes ? reusable(step, index, arguments) : Tensor();
        if (!tensor.defined()) tensor = Tensor(node.abstract->shape, node.abstract->dtype);
        if (tensor.shape() != node.abstract->shape)
            tensor = tensor.reshaped(node.abstract->shape); // (5) taken for (1, 5)
        outputs.push(tensor.mutableRawData());
        return Value(std::move(tensor));
    };
    if (!isTuple) {
        Value result = newOutput(0, output);
        step.kernel->run(inputs.data(), outputs.data());
        return result;
    }
    const bool isSpread = !step.spread.empty() && !hooks.listener;
    std::vector<Value> results;
    for (size_t i = 0; i < output.inputs.size(); ++i) {
        Value result = newOutput(i, *output.inputs[i]);
        if (isSpread && step.spread[i] >= 0)
            put(*frame.ownSlot(step.spread[i]), std::move(result));
        else
            results.push_back(std::move(result));
    }
    step.kernel->run(inputs.data(), outputs.data());
    return isSpread ? Value() : Value::tuple(std::move(results));
}

/** The items of a tuple that the graph of a kernel gave, which ran in its place. */
void Run::spread(const PlanStep &step, const Frame &frame, Value tuple) const {
    const Sequence &sequence = *tuple.asSequence();
    for (size_t i = 0; i < step.spread.size(); ++i)
        if (step.spread[i] >= 0) put(*frame.ownSlot(step.spread[i]), sequence.items[i]);
}

/** A kernel of a run that has no frames. */
Value runKernelAlone(const ModulePlan &module, const PlanStep &step, std::span<const Value *const> arguments,
                     Value *computed) {
    const Frame frame{*module.entry, nullptr, {}, computed, 0};
    return Run{module, {}}.runKernel(step, frame, arguments);
}

/** The first call of each graph in `graph`. */
std::unordered_map<std::string, NodeId> callsIn(const Graph &graph) {
    std::unordered_map<std::string, NodeId> calls;
    for (const NodePtr &node : graph.nodes)
        if (!node->callee.empty()) calls.emplace(node->callee, node->id);
    return calls;
}

/** Whether a run that takes its arguments goes without frames. A pure graph may need their memory on the way; of one
    that calls the host each argument lives as long as the run, whatever the host does to it. */
bool startsStraight(const GraphPlan &entry, const RunHooks &hooks) {
    return !entry.isPure && !hooks.listener && !entry.straight.steps.empty();
}

Value runHeld(const ModulePlan &module, std::span<const Value> arguments) {
    std::array<const Value *, StraightRow::mostPlaces> places;
    std::ranges::transform(arguments, places.begin(), [](const Value &argument) { return &argument; });
    return runStraight(module, places.data(), runKernelAlone);
}

void checkCount(const GraphPlan &entry, size_t given) {
    if (given != entry.arguments.size())
        throw std::invalid_argument(format("The graph @%s takes %zu arguments, but got %zu.", entry.graph->name.c_str(),
                                           entry.arguments.size(), given));
}

} // namespace

Executable::Executable()
    : m_plan(std::make_unique<Plan>()) {}
Executable::~Executable() = default;

Result<std::shared_ptr<const Executable>> Executable::prepare(const Module &module, KernelUse use,
                                                              OutputCopies copiedOutputs) {
    std::shared_ptr<Executable> executable(new Executable);
    if (module.graphs.empty()) return Error{"The module has no graph to run."};
    const int64_t codegenStartNs = nowNs();
    const auto calls = callsIn(*module.entry());
    KernelMap compiled;
    std::vector<StageTime> kernelStages;
    for (const GraphPtr &graph : module.graphs) {
        if (!graph->isKernel() || use == KernelUse::NodeByNode) continue;
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
    executable->m_copiedOutputs = std::move(copiedOutputs);
    executable->m_peakBytes = jitscope::peakBytes(executable->m_plan->module);

    executable->m_stages.push_back({"codegen", codegenStartNs, planStartNs - codegenStartNs});
    std::move(kernelStages.begin(), kernelStages.end(), std::back_inserter(executable->m_stages));
    executable->m_stages.push_back({"plan", planStartNs, nowNs() - planStartNs});
    return std::shared_ptr<const Executable>(std::move(executable));
}

Value Executable::run(std::span<const Value> arguments, const RunHooks &hooks) const {
    std::vector<Value> copies(arguments.begin(), arguments.end());
    return runTaking(copies, hooks);
}

Value Executable::runTaking(std::span<Value> arguments, const RunHooks &hooks) const {
    const GraphPlan &entry = *m_plan->module.entry;
    checkCount(entry, arguments.size());
    Value result = startsStraight(entry, hooks) ? runHeld(m_plan->module, arguments)
                                                : Run{m_plan->module, hooks}.start(entry, arguments);
    if (m_copiedOutputs.empty()) return result;
    return withCopies(result, m_copiedOutputs);
}

bool Executable::borrows() const {
    return m_plan->module.entry->isPure && m_copiedOutputs.empty();
}

Value Executable::runBorrowing(std::span<const Value *const> arguments) const {
    assert(borrows());
    const GraphPlan &entry = *m_plan->module.entry;
    checkCount(entry, arguments.size());
    if (!entry.straight.steps.empty()) return runStraight(m_plan->module, arguments.data(), runKernelAlone);
    return Run{m_plan->module, {}}.borrow(entry, arguments.data());
}

} // namespace jitscope::inline run
