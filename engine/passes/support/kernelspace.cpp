// SPDX-License-Identifier: Apache-2.0
// Reduced axes as masks, and the patterns that kernels can run.
#include "engine/passes/support/kernelspace.h"

#include "engine/ops/opdef.h"
#include "engine/passes/support/constants.h"
#include "engine/passes/support/kernelops.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

constexpr size_t axesInput = 1;

int64_t sizeFromLast(const Dims &shape, int place) {
    return place < shape.rank() ? shape[shape.rank() - 1 - place] : 1;
}

AxisMask maskOf(const Dims &shape) {
    AxisMask mask = 0;
    for (int place = 0; place < shape.rank(); ++place)
        if (sizeFromLast(shape, place) != 1) mask |= AxisMask(1) << place;
    return mask;
}

/** The axes that the reduction names, as a mask; nothing if they are not known. */
std::optional<AxisMask> namedAxes(const Node &node) {
    const int rank = node.inputs[0]->abstract->shape.rank();
    const AxisMask all = (AxisMask(1) << rank) - 1;
    if (node.inputs.size() <= axesInput) return all;
    const Node &argument = *node.inputs[axesInput];
    if (!argument.isConstant()) return {};
    if (argument.value->isNone()) return all;
    const std::optional<Dims> axes = constantDims(argument);
    if (!axes) return {};
    if (axes->empty()) return all;
    AxisMask mask = 0;
    for (const int64_t axis : *axes) {
        if (axis < -rank || axis >= rank) return {};
        mask |= AxisMask(1) << (axis < 0 ? -axis - 1 : rank - 1 - axis);
    }
    return mask;
}

/** True if no axis of `mask` lies behind (is of a lower bit than) an axis of `others`. */
bool liesBefore(AxisMask mask, AxisMask others) {
    return mask == 0 || others == 0 || (mask & -mask) > others;
}

} // namespace

ReductionPattern KernelSpace::pattern() const {
    if (reduced == 0) return ReductionPattern::None;
    const AxisMask kept = maskOf(shape) & ~reduced;
    if (kept == 0) return ReductionPattern::All;
    if (liesBefore(kept, reduced)) return ReductionPattern::Rows;
    return liesBefore(reduced, kept) ? ReductionPattern::Columns : ReductionPattern::Mixed;
}

Dims KernelSpace::reducedShape() const {
    Dims result = shape;
    for (int place = 0; place < shape.rank(); ++place)
        if (reduced >> place & 1) result[shape.rank() - 1 - place] = 1;
    return result;
}

bool KernelSpace::isOfReduced(const Dims &value) const {
    return reduced != 0 && (maskOf(value) & reduced) == 0;
}

int64_t KernelSpace::rowCount() const {
    int64_t count = 1;
    for (int place = 0; place < shape.rank(); ++place)
        if (reduced >> place & 1) count *= sizeFromLast(shape, place);
    return count;
}

bool isKernelReduction(const Node &node) {
    if (node.op.empty() || node.inputs.empty() || !findKernelOp(node.op)) return false;
    const OpDef *op = findOp(node.op);
    return op && op->fusion == FusionClass::Reduce;
}

KernelSpace spaceOf(const Node &node) {
    if (!isKernelReduction(node)) return {node.abstract->isTensor() ? node.abstract->shape : Dims(), 0};
    const Dims &shape = node.inputs[0]->abstract->shape;
    return {shape, namedAxes(node).value_or(0) & maskOf(shape)};
}

std::optional<Predicate> whyNotReduction(const Node &node) {
    const Abstract &input = node.inputs[0]->abstract;
    if (!sameType(Abstract::tensor(node.abstract->dtype, input.shape), input) || input.dtype == DType::Bool)
        return failedFor(PredicateKind::ReducedType, node, dtypeText(input), dtypeText(node.abstract), brief(input));
    if (!namedAxes(node)) return failedFor(PredicateKind::ReducedAxes, node, "not known", "known");
    const KernelSpace space = spaceOf(node);
    if (input.count() == 0) return failedFor(PredicateKind::ReducedEmpty, node, 0, 1, brief(input));
    if (space.pattern() == ReductionPattern::None) return failedFor(PredicateKind::ReducedNothing, node, 1, 2);
    if (space.pattern() == ReductionPattern::Mixed)
        return failedFor(PredicateKind::ReducedMiddle, node, toString(node.inputs[axesInput]->value),
                         "the last axes or the first", toString(input.shape));
    return {};
}

bool broadcastsTo(const Dims &shape, const Dims &target) {
    const auto common = broadcast(shape, target);
    return common && *common == target;
}

} // namespace jitscope::inline passes
