// SPDX-License-Identifier: Apache-2.0
// What each node of a kernel graph is inside the kernel, and why some cannot be in one.
#include "engine/codegen/kernelmembers.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/ops/opdef.h"

#include <algorithm>
#include <array>
#include <set>

namespace jitscope::inline codegen {
namespace {

constexpr ReductionRecord reductionRecords[] = {
    {"ReduceSum", ReductionKind::Sum, ElementKind::Number},
    {"ReduceMax", ReductionKind::Max, ElementKind::Number},
    {"ReduceMin", ReductionKind::Min, ElementKind::Number},
    {"ReduceMean", ReductionKind::Sum, ElementKind::Number, true},
    {"ReduceAll", ReductionKind::Min, ElementKind::Bool},
    {"ReduceAny", ReductionKind::Max, ElementKind::Bool},
};

const ReductionRecord *findReduction(std::string_view op) {
    const auto found = std::find_if(std::begin(reductionRecords), std::end(reductionRecords),
                                    [&](const ReductionRecord &record) { return record.op == op; });
    return found == std::end(reductionRecords) ? nullptr : found;
}

/** Marks the axes that argument 1 names: an int, a tuple of ints, or all for None and for an empty tuple. */
std::optional<std::vector<bool>> reducedAxes(const Node &node) {
    const int rank = node.inputs[0]->abstract->shape.rank();
    std::vector<bool> isReduced(size_t(rank), false);
    if (node.inputs.size() > 1 && !node.inputs[1]->isConstant()) return std::nullopt;
    const Value axes = node.inputs.size() > 1 ? *node.inputs[1]->value : Value();
    std::vector<Value> items;
    if (const auto *sequence = axes.asSequence())
        items = sequence->items;
    else if (axes.number())
        items = {axes};
    else if (!axes.isNone())
        return std::nullopt;
    for (const Value &item : items) {
        if (!item.number()) return std::nullopt;
        const auto axis = int64_t(*item.number());
        if (axis < -rank || axis >= std::max(rank, 1)) return std::nullopt;
        if (rank > 0) isReduced[size_t(axis < 0 ? axis + rank : axis)] = true;
    }
    if (items.empty()) isReduced.assign(isReduced.size(), true);
    return isReduced;
}

/** As reductionOf, for reductions of one element too. */
std::optional<MemberReduction> anyReductionOf(const Node &node) {
    const ReductionRecord *record = findReduction(node.op);
    if (!record || node.inputs.empty()) return std::nullopt;
    auto axes = reducedAxes(node);
    if (!axes) return std::nullopt;
    MemberReduction reduction{record, std::move(*axes), 1};
    for (size_t axis = 0; axis < reduction.isReduced.size(); ++axis)
        if (reduction.isReduced[axis]) reduction.count *= node.inputs[0]->abstract->shape[int(axis)];
    return reduction;
}

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

constexpr ViewOp reductionOfOne = {"", reshapeView, "its result has other axes than its input"};

const ViewOp *findViewOp(const Node &node) {
    const auto found =
        std::find_if(viewOps.begin(), viewOps.end(), [&](const ViewOp &view) { return view.op == node.op; });
    if (found != viewOps.end()) return &*found;
    const auto reduction = anyReductionOf(node);
    return reduction && reduction->count == 1 ? &reductionOfOne : nullptr;
}

bool isTuple(const Node &node) {
    return node.isCallOf(op::MakeTuple);
}

std::string describe(const Node &node) {
    std::string text = nodeTitle(node);
    if (node.spans && !node.spans->empty())
        text += format(" in file %s:%d", node.spans->front().file.c_str(), node.spans->front().line);
    return text;
}

Error refusal(const Graph &kernel, const Node &node, const std::string &why) {
    return Error{
        format("Kernel %s cannot be compiled: %s: %s.", kernel.name.c_str(), describe(node).c_str(), why.c_str())};
}

struct KindOfDType {
    DType dtype;
    ElementKind kind;
};
constexpr KindOfDType kindsOfDTypes[] = {
    {DType::Float32, ElementKind::Number},  {DType::Float16, ElementKind::Number}, {DType::Bool, ElementKind::Bool},
    {DType::BFloat16, ElementKind::Number}, {DType::Int32, ElementKind::Int32},    {DType::Int64, ElementKind::Int64},
};

std::optional<ElementKind> kindOf(const Abstract &abstract) {
    if (!abstract.isTensor() && abstract.kind != Abstract::Kind::Scalar) return std::nullopt;
    for (const KindOfDType &row : kindsOfDTypes)
        if (row.dtype == abstract.dtype) return row.kind;
    return std::nullopt;
}

bool hasFixedShape(const Abstract &abstract) {
    return std::all_of(abstract.shape.begin(), abstract.shape.end(), [](int64_t size) { return size >= 0; });
}

bool isInteger(ElementKind kind) {
    return kind == ElementKind::Int32 || kind == ElementKind::Int64;
}

bool isWholeNumber(const Node &node) {
    return node.isConstant() && node.value->asInt();
}

/** The kinds of the inputs that have one; whole numbers among integers are integers: x + 1. */
std::vector<ElementKind> kindsOfInputs(const Node &node) {
    std::optional<ElementKind> integer;
    for (const NodePtr &input : node.inputs)
        if (const auto kind = kindOf(*input); kind && isInteger(*kind)) integer = kind;
    std::vector<ElementKind> kinds;
    for (const NodePtr &input : node.inputs)
        if (const auto kind = kindOf(*input)) kinds.push_back(integer && isWholeNumber(*input) ? *integer : *kind);
    return kinds;
}

std::string describeInput(const Node &input) {
    if (!input.isConstant()) return brief(input.abstract);
    return input.value->asTensor() ? "constant " + brief(Abstract::of(input.value)) : toString(input.value);
}

/** What keeps the reduction `node` out of a kernel, or "". */
std::string faultOfReduction(const Node &node, const ReductionRecord &record) {
    const auto reduction = anyReductionOf(node);
    if (!reduction) return "the axes that it reduces are not known";
    if (kindOf(*node.inputs[0]) != record.element || kindOf(node) != record.element)
        return format("no emitter for (%s) -> %s", describeInput(*node.inputs[0]).c_str(),
                      brief(node.abstract).c_str());
    if (node.inputs[0]->isConstant()) return "it reduces a constant";
    return {};
}

/** What keeps the types of the step `node` out of a kernel, or "". */
std::string faultOfStep(const Node &node) {
    if (!hasEmitter(node.op)) return "no emitter for this operator";
    if (!kindOf(node)) return format("no emitter for a result of type %s", brief(node.abstract).c_str());
    if (emitterOf(node)) return {};
    std::vector<std::string> types;
    for (const NodePtr &input : node.inputs)
        types.push_back(describeInput(*input));
    return format("no emitter for (%s) -> %s", join(types, ", ").c_str(), brief(node.abstract).c_str());
}

/** What keeps `node` out of a kernel, or "" when nothing does. */
std::string fault(const Node &node) {
    if (!node.callee.empty() || node.function) return "a kernel cannot call other graphs";
    const ViewOp *view = findViewOp(node);
    const ReductionRecord *reduction = findReduction(node.op);
    if (node.inputs.empty()) return "it has no input";
    if (reduction)
        if (std::string why = faultOfReduction(node, *reduction); !why.empty()) return why;
    if (!view && !reduction)
        if (std::string why = faultOfStep(node); !why.empty()) return why;
    if (!kindOf(node)) return format("no emitter for a result of type %s", brief(node.abstract).c_str());
    if (!hasFixedShape(node.abstract)) return "its shape is not known";
    View same;
    for (int axis = 0; axis < node.abstract->shape.rank(); ++axis)
        same.push(axis);
    for (const NodePtr &input : operandsOf(node)) {
        if (!kindOf(*input)) return "its input is neither a tensor of a type that kernels know nor one number";
        const bool needsView = !input->isConstant() && (view || !reduction);
        if (needsView && !viewOfInput(node, *input, same))
            return std::string(view ? view->rule : "its inputs do not broadcast to its result");
    }
    return {};
}

Result<void> checkOutputs(const Graph &kernel, const std::set<const Node *> &known) {
    const std::vector<NodePtr> outputs = outputsOf(kernel);
    if (outputs.empty()) return Error{format("Kernel %s cannot be compiled: it returns nothing.", kernel.name.c_str())};
    for (const NodePtr &output : outputs) {
        if (!output->abstract->isTensor() || !kindOf(output->abstract))
            return refusal(kernel, *output,
                           "an output must be a tensor of a type that kernels know, but is " + brief(output->abstract));
        if (!output->isConstant() && !known.count(output.get()))
            return refusal(kernel, *output, "it is not of this kernel");
        if (output->isConstant() && !constantOperand(output->value))
            return refusal(kernel, *output, "a constant output must be one number");
    }
    return {};
}

} // namespace

Result<void> checkKernel(const Graph &kernel) {
    if (!kernel.output) return Error{format("Kernel %s cannot be compiled: it returns nothing.", kernel.name.c_str())};
    std::set<const Node *> known;
    for (const NodePtr &parameter : kernel.parameters) {
        const Abstract &type = parameter->abstract;
        if (!type.isTensor() || !kindOf(type) || !hasFixedShape(type))
            return refusal(
                kernel, *parameter,
                format("a parameter must be a tensor of a type that kernels know, but is %s", brief(type).c_str()));
        known.insert(parameter.get());
    }
    for (const NodePtr &node : kernel.nodes) {
        for (const NodePtr &input : node->inputs)
            if (!input->isConstant() && !known.count(input.get()))
                return refusal(kernel, *node, "its input " + describe(*input) + " is not of this kernel");
        known.insert(node.get());
        if (isTuple(*node) && node == kernel.output) continue;
        if (const std::string why = fault(*node); !why.empty()) return refusal(kernel, *node, why);
    }
    return checkOutputs(kernel, known);
}

std::vector<NodePtr> outputsOf(const Graph &kernel) {
    return isTuple(*kernel.output) ? kernel.output->inputs : std::vector<NodePtr>{kernel.output};
}

std::optional<MemberReduction> reductionOf(const Node &node) {
    auto reduction = anyReductionOf(node);
    return reduction && reduction->count != 1 ? std::move(reduction) : std::nullopt;
}

bool isView(const Node &node) {
    return findViewOp(node) != nullptr;
}

namespace {

/** The dtype that a number among the inputs is taken in; none where nothing says one. */
std::optional<DType> dtypeOfNumbers(const Node &node) {
    std::optional<DType> dtype;
    for (const NodePtr &other : node.inputs)
        if (!other->isConstant() && kindOf(*other) == ElementKind::Number)
            dtype = dtype ? promoted(*dtype, other->abstract->dtype) : other->abstract->dtype;
    return dtype;
}

/** Whether an int among the inputs is beyond what the tensors beside it can hold: eager operators decide what it is. */
bool hasIntBeyond(const Node &node) {
    constexpr int64_t everywhere = 127;
    for (const NodePtr &input : node.inputs) {
        const int64_t *integer = input->isConstant() ? input->value->asInt() : nullptr;
        if (!integer || (*integer >= 0 && *integer <= everywhere)) continue;
        std::optional<DType> dtype;
        for (const NodePtr &other : node.inputs)
            if (!other->isConstant()) dtype = dtype ? promoted(*dtype, other->abstract->dtype) : other->abstract->dtype;
        const bool isWhole = dtype && !info(*dtype).floating && !isComplex(*dtype) && *dtype != DType::Bool;
        if (isWhole && Tensor::scalar(double(*integer), *dtype).at(0) != double(*integer)) return true;
    }
    return false;
}

} // namespace

/** A dtype argument (of a Cast) says what the node's type says too; a text argument chooses among the records. */
const Emitter *emitterOf(const Node &node) {
    const auto result = kindOf(node);
    if (!result || hasIntBeyond(node)) return nullptr;
    std::string_view option;
    for (const NodePtr &input : node.inputs) {
        if (kindOf(*input)) continue;
        if (input->isConstant() && input->value->asString())
            option = *input->value->asString();
        else if (!input->isConstant() || !input->value->asDType())
            return nullptr;
    }
    return findEmitter(node.op, option, kindsOfInputs(node), *result);
}

std::span<const NodePtr> operandsOf(const Node &node) {
    const bool isStep = !findViewOp(node) && !findReduction(node.op);
    return {node.inputs.data(), isStep ? emitterOf(node)->operands.size() : 1};
}

std::optional<View> viewOfInput(const Node &node, const Node &input, const View &view) {
    const ViewOp *op = findViewOp(node);
    return (op ? op->view : broadcastView)(input.abstract->shape, node.abstract->shape, view);
}

std::optional<ElementKind> kindOf(const Node &node) {
    if (!node.isConstant()) return kindOf(node.abstract);
    const auto constant = constantOperand(node.value);
    return constant ? std::optional(constant->kind) : std::nullopt;
}

std::optional<KernelOperand> constantOperand(const Value &value) {
    KernelOperand operand;
    if (const Tensor *tensor = value.asTensor()) {
        if (tensor->count() != 1) return std::nullopt;
        const auto kind = kindOf(Abstract::tensor(tensor->dtype(), {}));
        operand.kind = kind.value_or(ElementKind::Number);
        operand.constant = tensor->at(0);
        return operand;
    }
    const auto number = value.number();
    if (!number) return std::nullopt;
    operand.kind = value.asBool() ? ElementKind::Bool : ElementKind::Number;
    operand.constant = *number;
    return operand;
}

KernelOperand constantInput(const Node &node, size_t index) {
    const Node &input = *node.inputs[index];
    KernelOperand operand = *constantOperand(input.value);
    const OpDef *op = findOp(node.op);
    const bool isPromoted = op && index < op->params.size() && op->params[index].kind == ParamKind::TensorOrScalar;
    if (!isPromoted || input.value->asTensor() || operand.kind != ElementKind::Number) return operand;
    const auto dtype = dtypeOfNumbers(node);
    if (dtype && *dtype != DType::Float32) operand.constant = Tensor::scalar(operand.constant, *dtype).at(0);
    return operand;
}

} // namespace jitscope::inline codegen
