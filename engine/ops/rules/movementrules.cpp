// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/rules/movementrules.h"

#include "engine/base/text.h"
#include "engine/ops/opdef.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

/** Strides that show a view of `shape` and `strides` in the shape `wanted` of the same count, or nothing if the
   elements are not spaced so. */
std::optional<Dims> stridesFor(const Dims &shape, const Dims &strides, const Dims &wanted) {
    Dims result = Dims::filled(wanted.rank(), 1);
    int next = wanted.rank() - 1;
    int axis = shape.rank() - 1;
    while (axis >= 0) {
        // Axes that walk memory as one make one run; wanted axes must divide it exactly.
        const int64_t step = strides[axis];
        int64_t run = shape[axis];
        for (--axis; axis >= 0 && (shape[axis] == 1 || strides[axis] == step * run); --axis)
            run *= shape[axis];
        int64_t covered = 1;
        for (; next >= 0 && (covered < run || wanted[next] == 1); --next) {
            result[next] = step * covered;
            covered *= wanted[next];
        }
        if (covered != run) return std::nullopt;
    }
    return result;
}

} // namespace

OpDef movement(std::string name, std::string function, std::vector<std::string> methods, std::string doc,
               std::string numpy) {
    OpDef def;
    def.name = std::move(name);
    def.function = std::move(function);
    def.methods = std::move(methods);
    def.doc = std::move(doc);
    def.numpy = std::move(numpy);
    def.category = OpCategory::DataMovement;
    return def;
}

OpCost noCost(TypeSpan, const Abstract &) {
    return {};
}

OpCost copyCost(TypeSpan, const Abstract &result) {
    return {0, 2.0 * double(result.bytes())};
}

Tensor reshapedView(const Tensor &x, const Dims &shape) {
    if (x.isContiguous() || x.count() == 0) return x.reshaped(shape);
    const std::optional<Dims> strides = stridesFor(x.shape(), x.strides(), shape);
    return strides ? Tensor(x.storage(), shape, *strides, x.offset(), x.dtype()) : x.reshaped(shape);
}

std::vector<int64_t> intListOf(std::string_view op, TypeSpan arguments, size_t index) {
    const bool isConstant = index < arguments.size() && arguments[index].isConstant;
    const Sequence *sequence = isConstant ? arguments[index].value.asSequence() : nullptr;
    if (!sequence) return {intOf(op, arguments, index)};
    std::vector<int64_t> numbers;
    for (const Value &item : sequence->items) {
        if (!item.asInt())
            diagnose(format("For '%s', argument %zu must be an int or a tuple of ints, but got %s.",
                            std::string(op).c_str(), index + 1, toString(arguments[index].value).c_str()));
        numbers.push_back(*item.asInt());
    }
    return numbers;
}

std::vector<Term> reshapeGradient(Gradient &g) {
    return {g.reshape(g.dout(), g.shape(0))};
}

Term narrowed(Term x, int axis, int64_t start, int64_t length) {
    return x.gradient().call("Narrow", {x, axis, start, length});
}

Term selected(Term x, int axis, int64_t index) {
    return x.gradient().call("SelectExtView", {x, axis, index});
}

} // namespace jitscope::inline ops
