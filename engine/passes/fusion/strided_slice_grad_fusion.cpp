// SPDX-License-Identifier: Apache-2.0
// Joins the gradients of slices that lie side by side, instead of adding tensors that are mostly zeros.
//
// Rule, where the slices take an axis to pieces (q, k and v of one product)
//   Add(StridedSliceGrad(dy1, shape, ...), StridedSliceGrad(dy2, shape, ...)), of two and more
//     ->  Concat((dy1, dy2, ...), axis), each with the shape of its slice
// Only the sign of a zero may differ: -0 + 0 is 0.
#include "engine/ops/rules/stridedparts.h"
#include "engine/passes/passes.h"

#include "engine/passes/support/fusion.h"

#include <algorithm>
#include <iterator>

namespace jitscope::inline passes {

namespace {

/** The elements of an axis that a gradient is written to; all others are zeros. */
struct Piece {
    NodePtr call;
    int axis = -1; ///< -1: the whole of all axes
    int64_t begin = 0, size = 0;
};

/** Nothing for what leaves out elements in between, or along several axes. */
std::optional<Piece> pieceOf(const NodePtr &call) {
    std::vector<Value> arguments;
    for (const NodePtr &input : call->inputs) {
        if (&input != &call->inputs.front() && !input->isConstant()) return std::nullopt;
        arguments.push_back(input->value);
    }
    const auto strided = stridedArguments(arguments, 2);
    if (!strided || !call->abstract->isTensor()) return std::nullopt;
    const Dims &whole = call->abstract->shape;
    const Part part = stridedPart("StridedSliceGrad", whole, *strided);
    Piece piece{call};
    for (int axis = 0; axis < whole.rank(); ++axis) {
        int64_t size = 1; // of an index, which takes the axis away
        for (int i = 0; i < part.shape.rank(); ++i) {
            if (part.axisOf[i] != axis) continue;
            if (part.steps[i] != 1) return std::nullopt;
            size = part.shape[i];
        }
        if (size == whole[axis]) continue;
        if (piece.axis >= 0) return std::nullopt;
        piece = {call, axis, part.begin[axis], size};
    }
    return piece;
}

/** The calls of a sum, inputs first, and the gradients that it adds. */
struct Sum {
    std::vector<NodePtr> calls;
    std::vector<Piece> pieces;
};

/** Nothing where something else is added, too. */
std::optional<Sum> sumAt(const NodePtr &node) {
    Sum sum;
    if (node->isCallOf(op::StridedSliceGrad)) {
        auto piece = pieceOf(node);
        if (!piece) return std::nullopt;
        sum.pieces.push_back(*std::move(piece));
    } else {
        if (!node->isCallOf(op::Add) || node->inputs.size() != 2) return std::nullopt;
        for (const NodePtr &input : node->inputs) {
            auto inner = sameType(input->abstract, node->abstract) ? sumAt(input) : std::nullopt;
            if (!inner) return std::nullopt;
            std::ranges::move(inner->calls, std::back_inserter(sum.calls));
            std::ranges::move(inner->pieces, std::back_inserter(sum.pieces));
        }
    }
    sum.calls.push_back(node);
    return sum;
}

/** In order, where they take one axis to pieces, each element in one of them. */
std::optional<std::vector<Piece>> wholeOf(std::vector<Piece> pieces) {
    std::ranges::sort(pieces, {}, &Piece::begin);
    const int axis = pieces.front().axis;
    int64_t end = 0;
    for (const Piece &piece : pieces) {
        if (piece.axis < 0 || piece.axis != axis || piece.begin != end) return std::nullopt;
        end += piece.size;
    }
    if (end != pieces.front().call->abstract->shape[axis]) return std::nullopt;
    return pieces;
}

NodePtr joined(Rewriter &rewriter, const std::vector<Piece> &pieces, const std::vector<NodePtr> &replaced) {
    std::vector<NodePtr> items;
    for (const Piece &piece : pieces) {
        const NodePtr &dy = piece.call->inputs[0];
        Dims shape = piece.call->abstract->shape;
        shape[piece.axis] = piece.size;
        if (dy->abstract->shape == shape) {
            items.push_back(dy);
            continue;
        }
        const std::vector<NodePtr> one = {piece.call};
        const NodePtr reshaped = rewriter.call("Reshape", {dy, rewriter.constant(Value::ints(shape), one)}, one);
        if (!reshaped) return nullptr;
        items.push_back(reshaped);
    }
    return rewriter.call(
        "Concat",
        {rewriter.tuple(std::move(items), replaced), rewriter.constant(Value(int64_t(pieces.front().axis)), replaced)},
        replaced);
}

std::optional<Fusion> find(const NodePtr &last, const NodeUsers &) {
    if (!last->isCallOf(op::Add)) return std::nullopt;
    const auto sum = sumAt(last);
    const auto pieces = sum ? wholeOf(sum->pieces) : std::nullopt;
    if (!pieces) return std::nullopt;
    Fusion fusion;
    fusion.rule = "Add of StridedSliceGrad -> Concat";
    fusion.nodes = sum->calls;
    fusion.build = [nodes = sum->calls, pieces = *pieces](Rewriter &rewriter) {
        return joined(rewriter, pieces, nodes);
    };
    return fusion;
}

} // namespace

Module fuseStridedSliceGrads(const Module &module, PassContext &context) {
    return fuseChains(module, context, find);
}

} // namespace jitscope::inline passes
