// SPDX-License-Identifier: Apache-2.0
// How results depend on elements along whole axes: reductions, scans, losses by row, products of matrices.
#include "engine/inspect/dependenceparts.h"

#include <algorithm>

namespace jitscope::inline inspect {

namespace {

using Positions = std::vector<int64_t>;

/** The axes that the parameter "axis" or "dim" names: None and an empty tuple are all of them. */
std::optional<Axes> axesOf(const OpCall &call, int rank) {
    const Value *given = call.constant("axis");
    if (given == nullptr) given = call.constant("dim");
    if (given == nullptr) return std::nullopt;
    Axes axes = {};
    const std::optional<Dims> dims = given->isNone() ? Dims() : given->dims();
    if (!dims) return std::nullopt;
    for (int axis = 0; dims->empty() && axis < rank; ++axis)
        axes[size_t(axis)] = true;
    for (const int64_t each : *dims) {
        const auto axis = normalizedAxis(each, rank);
        if (!axis) return std::nullopt;
        axes[size_t(*axis)] = true;
    }
    return axes;
}

std::optional<int> oneAxisOf(const OpCall &call, int rank) {
    const auto axes = axesOf(call, rank);
    if (!axes || std::count(axes->begin(), axes->end(), true) != 1) return std::nullopt;
    return int(std::find(axes->begin(), axes->end(), true) - axes->begin());
}

size_t inputOf(const OpCall &call, size_t argument) {
    return call.arguments[argument].first;
}

} // namespace

Dependences dependOnReduced(const OpCall &call, size_t output, const Positions &positions) {
    if (call.inputs.size() != 1) return std::nullopt;
    const Dims &input = call.inputs[0].shape, &result = call.outputs[output];
    const auto axes = axesOf(call, input.rank());
    if (!axes) return std::nullopt;
    const bool keepsAxes = result.rank() == input.rank();
    std::vector<Coordinates> corners;
    for (const int64_t position : positions) {
        const Coordinates at = coordinatesOf(position, result);
        Coordinates mine = {};
        for (int axis = 0, next = 0; axis < input.rank(); ++axis)
            if (!(*axes)[size_t(axis)]) mine[size_t(axis)] = at[size_t(keepsAxes ? axis : next++)];
        corners.push_back(mine);
    }
    return std::vector<ElementSet>{boxesOf(std::move(corners), input, *axes)};
}

Dependences dependOnLane(const OpCall &call, size_t output, const Positions &positions) {
    const Dims &result = call.outputs[output];
    const auto axes = axesOf(call, result.rank());
    if (!axes) return std::nullopt;
    std::vector<ElementSet> sets;
    for (const Abstract &input : call.inputs) {
        if (input.shape.rank() != result.rank()) return std::nullopt;
        for (int axis = 0; axis < result.rank(); ++axis)
            if (!(*axes)[size_t(axis)] && input.shape[axis] != result[axis]) return std::nullopt;
        sets.push_back(boxesOf(cornersOf(positions, result), input.shape, *axes));
    }
    return sets;
}

Dependences dependOnPrefix(const OpCall &call, size_t output, const Positions &positions) {
    const Dims &shape = call.outputs[output];
    const auto axis = oneAxisOf(call, shape.rank());
    if (!axis || call.inputs.size() != 1 || call.inputs[0].shape != shape) return std::nullopt;
    const int64_t skipped = isSet(call, "exclusive") ? 1 : 0;
    const bool isReverse = isSet(call, "reverse");
    ElementCollector found(shape.product());
    for (const int64_t position : positions) {
        Coordinates at = coordinatesOf(position, shape);
        const int64_t here = at[size_t(*axis)];
        const int64_t begin = isReverse ? here + skipped : 0, end = isReverse ? shape[*axis] : here + 1 - skipped;
        for (int64_t i = begin; i < end; ++i) {
            at[size_t(*axis)] = i;
            found.add(positionOf(at, shape));
        }
    }
    return std::vector<ElementSet>{found.finish()};
}

Dependences dependOnRow(const OpCall &call, size_t output, const Positions &positions) {
    std::vector<ElementSet> sets;
    for (const Abstract &input : call.inputs)
        sets.push_back(fromAxis(positions, call.outputs[output], input.shape, 1));
    return sets;
}

/** The mean over all rows is one number of all; its gradient, and losses of their own, are by row. */
Dependences dependOnLabels(const OpCall &call, size_t output, const Positions &positions) {
    const Dims &logits = call.inputs[0].shape;
    if (output != 0 || logits.rank() != 2) return std::nullopt;
    if (call.outputs[0].rank() == 0) return std::vector<ElementSet>(call.inputs.size(), allElements(true));
    std::vector<ElementSet> sets = {fromAxis(positions, call.outputs[0], logits, 1)};
    for (size_t i = 1; i < call.inputs.size(); ++i) { // labels; weights are chosen by them
        const bool isByRow = i == 1 && call.inputs[i].shape == Dims{logits[0]};
        sets.push_back(isByRow ? fromAxis(positions, call.outputs[0], call.inputs[i].shape, 1) : allElements(false));
    }
    return sets;
}

Dependences dependOnBiasGradient(const OpCall &call, size_t output, const Positions &positions) {
    if (call.inputs.size() != 1) return std::nullopt;
    const Dims &x = call.inputs[0].shape;
    if (x.rank() < 2 || call.outputs[output] != Dims{x[1]}) return std::nullopt;
    Axes free = {};
    std::vector<Coordinates> corners;
    for (int axis = 0; axis < x.rank(); ++axis)
        free[size_t(axis)] = axis != 1;
    for (const int64_t position : positions)
        corners.push_back({0, position});
    return std::vector<ElementSet>{boxesOf(std::move(corners), x, free)};
}

Dependences dependWithBias(const OpCall &call, size_t output, const Positions &positions) {
    const Dims &x = call.outputs[output];
    if (!hasTensors(call, 2) || x.rank() < 2 || call.inputs[1].count() != x[1]) return std::nullopt;
    return std::vector<ElementSet>{elementSet(positions, x.product()), placesOnAxis(positions, x, 1, x[1])};
}

Dependences dependOnProduct(const OpCall &call, size_t output, const Positions &positions) {
    if (!hasTensors(call, 2)) return std::nullopt;
    const Dims &result = call.outputs[output];
    const Dims &a = call.inputs[inputOf(call, 0)].shape, &b = call.inputs[inputOf(call, 1)].shape;
    if (a.rank() < 2 || b.rank() < 2 || result.rank() != std::max(a.rank(), b.rank())) return std::nullopt;
    const auto side = [&](const Dims &operand, bool isTransposed, bool isLeft) {
        const int extra = result.rank() - operand.rank(), rank = operand.rank();
        const int line = isLeft != isTransposed ? rank - 2 : rank - 1; // the axis that the result has, too
        Axes free = {};
        free[size_t(line == rank - 1 ? rank - 2 : rank - 1)] = true;
        std::vector<Coordinates> corners;
        for (const int64_t position : positions) {
            const Coordinates at = coordinatesOf(position, result);
            Coordinates mine = {};
            for (int axis = 0; axis < rank - 2; ++axis)
                mine[size_t(axis)] = operand[axis] == 1 ? 0 : at[size_t(axis + extra)];
            mine[size_t(line)] = at[size_t(isLeft ? result.rank() - 2 : result.rank() - 1)];
            corners.push_back(mine);
        }
        return boxesOf(std::move(corners), operand, free);
    };
    std::vector<ElementSet> sets = {side(a, isSet(call, "transpose_a"), true),
                                    side(b, isSet(call, "transpose_b"), false)};
    for (size_t i = 2; i < call.inputs.size(); ++i) {
        if (call.inputs[i].count() != result.back()) return std::nullopt;
        sets.push_back(placesOnAxis(positions, result, result.rank() - 1, result.back()));
    }
    return sets;
}

} // namespace jitscope::inline inspect
