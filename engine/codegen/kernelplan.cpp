// SPDX-License-Identifier: Apache-2.0
// Lays a kernel graph out as loop nests.
//
// A value of a smaller shape is not made larger before it is used: each use says which axis of the nest each of its
// axes runs along (a "view"), and broadcasting or reshaping by axes of size 1 only changes that. Views are collected
// from the outputs down to the inputs, each distinct one of a node is computed once, and at the inputs a view becomes
// strides. A node that is used in two different views (x + x[:, None]) is therefore computed twice, which is what a
// loop over the larger index space must do anyway.
#include "engine/codegen/kernelplan.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace jitscope {
namespace {

/** For each axis of a value the axis of the nest it runs along, or -1 for axes of size 1. */
using View = Dims;

constexpr int64_t noAxis = -1;

/** The view of a value of `shape` that is broadcast by NumPy's rule to a value of `target` seen through `view`. */
std::optional<View> broadcastView(const Dims &shape, const Dims &target, const View &view) {
    const int lead = target.rank() - shape.rank();
    if (lead < 0) return std::nullopt;
    View result;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        if (shape[axis] != 1 && shape[axis] != target[axis + lead]) return std::nullopt;
        result.push(shape[axis] == 1 ? noAxis : view[axis + lead]);
    }
    return result;
}

/** The view of a value of `shape` whose axes longer than 1 are those of `target`, in order. */
std::optional<View> reshapeView(const Dims &shape, const Dims &target, const View &view) {
    View result;
    int next = 0;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        if (shape[axis] == 1) {
            result.push(noAxis);
            continue;
        }
        while (next < target.rank() && target[next] == 1)
            ++next;
        if (next == target.rank() || target[next] != shape[axis]) return std::nullopt;
        result.push(view[next++]);
    }
    while (next < target.rank())
        if (target[next++] != 1) return std::nullopt;
    return result;
}

/** An operator that computes nothing and only shows its first input differently. */
struct ViewOp {
    std::string_view op;
    std::optional<View> (*view)(const Dims &shape, const Dims &target, const View &view);
    std::string_view rule; ///< what holds when `view` gives nothing
};

constexpr std::array<ViewOp, 5> viewOps = {{
    {"BroadcastTo", broadcastView, "its input does not broadcast to its result"},
    {"Reshape", reshapeView, "it does more than add or remove axes of size 1"},
    {"ExpandDims", reshapeView, "it does more than add axes of size 1"},
    {"Squeeze", reshapeView, "it does more than remove axes of size 1"},
    {"Load", broadcastView, "its input has another shape"},
}};

const ViewOp *findViewOp(std::string_view op) {
    const auto found = std::find_if(viewOps.begin(), viewOps.end(), [&](const ViewOp &view) { return view.op == op; });
    return found == viewOps.end() ? nullptr : &*found;
}

bool isTuple(const Node &node) {
    return node.isCallOf("MakeTuple");
}

std::string describe(const Node &node) {
    std::string text = format("%s (node %lld)", node.op.empty() ? node.name.c_str() : node.op.c_str(),
                              static_cast<long long>(node.id.value));
    if (node.spans && !node.spans->empty())
        text += format(" in file %s:%d", node.spans->front().file.c_str(), node.spans->front().line);
    return text;
}

Error refusal(const Graph &kernel, const Node &node, const std::string &why) {
    return Error{
        format("Kernel %s cannot be compiled: %s: %s.", kernel.name.c_str(), describe(node).c_str(), why.c_str())};
}

/** The constant as a number, if it is one number or truth. */
std::optional<KernelOperand> constantOperand(const Value &value) {
    KernelOperand operand;
    if (const Tensor *tensor = value.asTensor()) {
        if (tensor->count() != 1) return std::nullopt;
        operand.kind = tensor->dtype() == DType::Bool ? ElementKind::Truth : ElementKind::Number;
        operand.constant = tensor->at(0);
        return operand;
    }
    const auto number = value.number();
    if (!number) return std::nullopt;
    operand.kind = value.asBool() ? ElementKind::Truth : ElementKind::Number;
    operand.constant = *number;
    return operand;
}

std::optional<ElementKind> kindOf(const Abstract &abstract) {
    if (!abstract.isTensor() && abstract.kind != Abstract::Kind::Scalar) return std::nullopt;
    if (abstract.dtype == DType::Float32) return ElementKind::Number;
    if (abstract.dtype == DType::Bool) return ElementKind::Truth;
    return std::nullopt;
}

std::optional<ElementKind> kindOf(const Node &node) {
    if (!node.isConstant()) return kindOf(node.abstract);
    const auto constant = constantOperand(node.value);
    return constant ? std::optional(constant->kind) : std::nullopt;
}

bool hasFixedShape(const Abstract &abstract) {
    return std::all_of(abstract.shape.begin(), abstract.shape.end(), [](int64_t size) { return size >= 0; });
}

/** The record for the call `node`, or null. A dtype argument (of a Cast) says what the node's type says too; a text
    argument chooses among the records. */
const Emitter *emitterOf(const Node &node) {
    const auto result = kindOf(node);
    if (!result) return nullptr;
    std::vector<ElementKind> kinds;
    std::string_view option;
    for (const NodePtr &input : node.inputs) {
        if (const auto kind = kindOf(*input))
            kinds.push_back(*kind);
        else if (input->isConstant() && input->value.asString())
            option = *input->value.asString();
        else if (!input->isConstant() || !input->value.asDType())
            return nullptr;
    }
    return findEmitter(node.op, option, kinds, *result);
}

/** The inputs that `node` computes with (a Cast's dtype or a BroadcastTo's shape is none of them). */
std::span<const NodePtr> operandsOf(const Node &node) {
    const size_t count = findViewOp(node.op) ? 1 : emitterOf(node)->operands.size();
    return {node.inputs.data(), count};
}

std::optional<View> viewOfInput(const Node &node, const Node &input, const View &view) {
    const ViewOp *op = findViewOp(node.op);
    return (op ? op->view : broadcastView)(input.abstract.shape, node.abstract.shape, view);
}

std::string describeInput(const Node &input) {
    if (!input.isConstant()) return brief(input.abstract);
    return input.value.asTensor() ? "constant " + brief(Abstract::of(input.value)) : toString(input.value);
}

/** What keeps `node` out of a kernel, or "" when nothing does. */
std::string fault(const Node &node) {
    if (!node.callee.empty() || node.function) return "a kernel cannot call other graphs";
    const ViewOp *view = findViewOp(node.op);
    if (!view && !hasEmitter(node.op)) return "no emitter for this operator";
    if (!kindOf(node)) return format("no emitter for a result of type %s", brief(node.abstract).c_str());
    if (!hasFixedShape(node.abstract)) return "its shape is not known";
    if (node.inputs.empty()) return "it has no input";
    if (!view && !emitterOf(node)) {
        std::vector<std::string> types;
        for (const NodePtr &input : node.inputs)
            types.push_back(describeInput(*input));
        return format("no emitter for (%s) -> %s", join(types, ", ").c_str(), brief(node.abstract).c_str());
    }
    View same;
    for (int axis = 0; axis < node.abstract.shape.rank(); ++axis)
        same.push(axis);
    for (const NodePtr &input : operandsOf(node)) {
        if (!kindOf(*input)) return "its input is neither a tensor of float32 or bool nor one number";
        if (!input->isConstant() && !viewOfInput(node, *input, same))
            return std::string(view ? view->rule : "its inputs do not broadcast to its result");
    }
    return {};
}

/** The nodes that the kernel gives back. */
std::vector<NodePtr> outputsOf(const Graph &kernel) {
    return isTuple(*kernel.output) ? kernel.output->inputs : std::vector<NodePtr>{kernel.output};
}

Result<void> checkKernel(const Graph &kernel) {
    if (!kernel.output) return Error{format("Kernel %s cannot be compiled: it returns nothing.", kernel.name.c_str())};
    std::map<const Node *, bool> known;
    for (const NodePtr &parameter : kernel.parameters) {
        const Abstract &type = parameter->abstract;
        if (!type.isTensor() || type.dtype != DType::Float32 || !hasFixedShape(type))
            return refusal(kernel, *parameter,
                           format("a parameter must be a float32 tensor, but is %s", brief(type).c_str()));
        known[parameter.get()] = true;
    }
    for (const NodePtr &node : kernel.nodes) {
        for (const NodePtr &input : node->inputs)
            if (!input->isConstant() && !known.count(input.get()))
                return refusal(kernel, *node, "its input " + describe(*input) + " is not of this kernel");
        known[node.get()] = true;
        if (isTuple(*node) && node == kernel.output) continue;
        if (const std::string why = fault(*node); !why.empty()) return refusal(kernel, *node, why);
    }
    const std::vector<NodePtr> outputs = outputsOf(kernel);
    if (outputs.empty()) return Error{format("Kernel %s cannot be compiled: it returns nothing.", kernel.name.c_str())};
    for (const NodePtr &output : outputs) {
        if (!output->abstract.isTensor() || output->abstract.dtype != DType::Float32)
            return refusal(kernel, *output, "an output must be a float32 tensor, but is " + brief(output->abstract));
        if (!output->isConstant() && !known.count(output.get()))
            return refusal(kernel, *output, "it is not of this kernel");
        if (output->isConstant() && !constantOperand(output->value))
            return refusal(kernel, *output, "a constant output must be one number");
    }
    return {};
}

/** Collects views from the outputs down, then lays out loads, steps and stores from the inputs up. */
class NestLayout {
public:
    NestLayout(const Graph &kernel, const Dims &space)
        : m_kernel(kernel)
        , m_space(space) {}

    LoopNest layOut(const std::vector<std::pair<int, NodePtr>> &outputs) {
        View whole;
        for (int axis = 0; axis < m_space.rank(); ++axis)
            whole.push(m_space[axis] == 1 ? noAxis : axis);
        for (const auto &[index, node] : outputs)
            demand(*node, whole);
        for (auto node = m_kernel.nodes.rbegin(); node != m_kernel.nodes.rend(); ++node)
            demandInputs(**node);

        for (size_t i = 0; i < m_kernel.parameters.size(); ++i)
            addLoads(int(i), *m_kernel.parameters[i]);
        for (size_t i = 0; i < m_kernel.nodes.size(); ++i)
            addSteps(int(i), *m_kernel.nodes[i]);
        for (const auto &[index, node] : outputs)
            m_nest.stores.push_back({index, operand(*node, whole)});
        mergeAxes();
        return std::move(m_nest);
    }

private:
    struct Use {
        View view;
        KernelOperand operand;
    };

    void demand(const Node &node, const View &view) {
        if (node.isConstant()) return;
        std::vector<Use> &uses = m_uses[&node];
        const bool known = std::any_of(uses.begin(), uses.end(), [&](const Use &use) { return use.view == view; });
        if (!known) uses.push_back({view, {}});
    }

    void demandInputs(const Node &node) {
        const auto found = m_uses.find(&node);
        if (found == m_uses.end()) return;
        for (const Use &use : found->second)
            for (const NodePtr &input : operandsOf(node))
                if (!input->isConstant()) demand(*input, *viewOfInput(node, *input, use.view));
    }

    KernelOperand operand(const Node &node, const View &view) const {
        if (node.isConstant()) return *constantOperand(node.value);
        for (const Use &use : m_uses.at(&node))
            if (use.view == view) return use.operand;
        assert(false && "every view was demanded before");
        return {};
    }

    void addLoads(int input, const Node &parameter) {
        const auto found = m_uses.find(&parameter);
        if (found == m_uses.end()) return;
        const Dims own = contiguousStrides(parameter.abstract.shape);
        for (Use &use : found->second) {
            Dims strides = Dims::filled(m_space.rank(), 0);
            for (int axis = 0; axis < use.view.rank(); ++axis)
                if (use.view[axis] != noAxis) strides[int(use.view[axis])] = own[axis];
            use.operand = {KernelOperand::Source::Load, ElementKind::Number, int(m_nest.loads.size()), 0};
            m_nest.loads.push_back({input, strides});
        }
    }

    void addSteps(int member, const Node &node) {
        const auto found = m_uses.find(&node);
        if (found == m_uses.end()) return;
        for (Use &use : found->second) {
            std::vector<KernelOperand> operands;
            for (const NodePtr &input : operandsOf(node))
                operands.push_back(input->isConstant() ? *constantOperand(input->value)
                                                       : operand(*input, *viewOfInput(node, *input, use.view)));
            if (findViewOp(node.op)) {
                use.operand = operands.front();
                continue;
            }
            const Emitter *emitter = emitterOf(node);
            use.operand = {KernelOperand::Source::Step, emitter->result, int(m_nest.steps.size()), 0};
            m_nest.steps.push_back({emitter, member, std::move(operands)});
        }
    }

    /** Whether a walk over axes `left` and `right` is one walk of the longer axis for every load. */
    bool mergeable(int left, int right) const {
        return std::all_of(m_nest.loads.begin(), m_nest.loads.end(), [&](const KernelLoad &load) {
            return load.strides[left] == load.strides[right] * m_space[right];
        });
    }

    /** Leaves axes of size 1 out and merges neighbours; outputs are contiguous, so they always allow it. */
    void mergeAxes() {
        std::vector<int> lastOfGroup;
        Dims sizes;
        for (int axis = 0; axis < m_space.rank(); ++axis) {
            if (m_space[axis] == 1) continue;
            if (!lastOfGroup.empty() && mergeable(lastOfGroup.back(), axis)) {
                lastOfGroup.back() = axis;
                sizes[sizes.rank() - 1] *= m_space[axis];
            } else {
                lastOfGroup.push_back(axis);
                sizes.push(m_space[axis]);
            }
        }
        for (KernelLoad &load : m_nest.loads) {
            Dims strides;
            for (int axis : lastOfGroup)
                strides.push(load.strides[axis]);
            if (strides.empty()) strides.push(0);
            load.strides = strides;
        }
        if (sizes.empty()) sizes.push(1);
        m_nest.shape = sizes;
    }

    const Graph &m_kernel;
    Dims m_space;
    LoopNest m_nest;
    std::map<const Node *, std::vector<Use>> m_uses;
};

std::string printed(const KernelOperand &operand) {
    switch (operand.source) {
    case KernelOperand::Source::Load:
        return format("load %d", operand.index);
    case KernelOperand::Source::Step:
        return format("step %d", operand.index);
    case KernelOperand::Source::Constant:
        break;
    }
    if (operand.kind == ElementKind::Truth) return operand.constant != 0 ? "true" : "false";
    return shortestNumber(operand.constant);
}

std::string printed(const KernelStep &step) {
    std::vector<std::string> operands;
    for (const KernelOperand &operand : step.operands)
        operands.push_back(printed(operand));
    std::string name(step.emitter->op);
    if (!step.emitter->option.empty()) name.append(" ").append(step.emitter->option);
    return format("[%d] %s(%s) -> %s", step.member + 1, name.c_str(), join(operands, ", ").c_str(),
                  step.emitter->result == ElementKind::Truth ? "truth" : "number");
}

std::string printed(const LoopNest &nest) {
    std::string text = "nest " + toString(nest.shape) + "\n";
    for (size_t i = 0; i < nest.loads.size(); ++i)
        text += format("  load %zu: input %d, strides %s\n", i, nest.loads[i].input,
                       toString(nest.loads[i].strides).c_str());
    for (size_t i = 0; i < nest.steps.size(); ++i)
        text += format("  step %zu: %s\n", i, printed(nest.steps[i]).c_str());
    for (const KernelStore &store : nest.stores)
        text += format("  output %d = %s\n", store.output, printed(store.value).c_str());
    return text;
}

} // namespace

Result<KernelPlan> planKernel(const Graph &kernel) {
    if (auto checked = checkKernel(kernel); !checked) return checked.error();
    KernelPlan plan;
    plan.name = kernel.name;
    plan.members = kernel.nodes;
    const std::vector<NodePtr> outputs = outputsOf(kernel);
    for (const NodePtr &output : outputs)
        plan.outputs.push_back(output->abstract.shape);

    std::vector<bool> placed(outputs.size(), false);
    for (size_t first = 0; first < outputs.size(); ++first) {
        if (placed[first]) continue;
        std::vector<std::pair<int, NodePtr>> alike;
        for (size_t i = first; i < outputs.size(); ++i) {
            if (placed[i] || !(plan.outputs[i] == plan.outputs[first])) continue;
            placed[i] = true;
            alike.emplace_back(int(i), outputs[i]);
        }
        plan.nests.push_back(NestLayout(kernel, plan.outputs[first]).layOut(alike));
    }
    return plan;
}

std::string toString(const KernelPlan &plan) {
    std::string text;
    for (const LoopNest &nest : plan.nests)
        text += printed(nest);
    return text;
}

} // namespace jitscope
