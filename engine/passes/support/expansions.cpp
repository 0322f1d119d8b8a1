// SPDX-License-Identifier: Apache-2.0
// What formulas are written with, and the index of all of them.
#include "engine/passes/support/expansions.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace jitscope::inline passes {

namespace {

constexpr int channelAxis = 1;

} // namespace

NodePtr Formula::call(std::string_view op, std::vector<NodePtr> inputs) const {
    const bool isComplete = std::all_of(inputs.begin(), inputs.end(), [](const NodePtr &input) { return input; });
    return isComplete ? m_rewriter.call(op, std::move(inputs), m_replaced) : nullptr;
}

NodePtr Formula::broadcast(double number, const Dims &shape) const {
    const NodePtr element = m_rewriter.constant(Tensor::scalar(number, DType::Float32), m_replaced);
    if (shape.empty()) return element;
    return call("BroadcastTo", {element, m_rewriter.constant(Value::ints(shape), m_replaced)});
}

NodePtr Formula::reduce(std::string_view op, const NodePtr &x, const Dims &axes) const {
    return call(op, {x, m_rewriter.constant(Value::ints(axes), m_replaced), m_rewriter.constant(true, m_replaced)});
}

NodePtr Formula::mean(const NodePtr &x, const Dims &axes) const {
    if (!x) return nullptr;
    double count = 1;
    for (const int64_t axis : axes)
        count *= double(x->abstract->shape[int(axis)]);
    return call("Div", {reduce("ReduceSum", x, axes), number(count)});
}

NodePtr Formula::reshape(const NodePtr &x, const Dims &shape) const {
    if (!x || x->abstract->shape == shape) return x;
    return call("Reshape", {x, m_rewriter.constant(Value::ints(shape), m_replaced)});
}

NodePtr Formula::overChannels(const NodePtr &x, int rank) const {
    Dims shape = Dims::filled(rank - channelAxis, 1);
    shape[0] = x->abstract->count();
    return reshape(x, shape);
}

NodePtr Formula::tuple(std::vector<NodePtr> items) const {
    const bool isComplete = std::all_of(items.begin(), items.end(), [](const NodePtr &item) { return item; });
    return isComplete ? m_rewriter.tuple(std::move(items), m_replaced) : nullptr;
}

const Expansion *findExpansion(std::string_view op) {
    static const std::unordered_map<std::string_view, const Expansion *> index = [] {
        std::unordered_map<std::string_view, const Expansion *> byName;
        for (const auto list :
             {activationExpansions(), activationGradientExpansions(), normalisationExpansions(), lossExpansions()})
            for (const Expansion &expansion : list)
                byName.emplace(expansion.op, &expansion);
        return byName;
    }();
    const auto found = index.find(op);
    return found == index.end() ? nullptr : found->second;
}

Dims axesFrom(int first, int rank) {
    Dims axes;
    for (int axis = first; axis < rank; ++axis)
        axes.push(axis);
    return axes;
}

Dims axesWithoutChannels(int rank) {
    Dims axes;
    for (int axis = 0; axis < rank; ++axis)
        if (axis != channelAxis) axes.push(axis);
    return axes;
}

} // namespace jitscope::inline passes
