// SPDX-License-Identifier: Apache-2.0
// Axes and shapes of operators that reduce axes.
#include "engine/ops/rules/reductionrules.h"

namespace jitscope::inline ops {

AxisSet reducedAxes(std::string_view op, TypeSpan arguments, size_t index, int rank) {
    AxisSet axes = {};
    const Dims given = arguments.size() > index && !isNone(arguments[index]) ? intsOf(op, arguments, index) : Dims();
    if (given.empty()) axes.fill(true);
    for (const int64_t axis : given) {
        bool &isReduced = axes[size_t(checkedAxis(op, axis, rank))];
        if (isReduced)
            diagnose("For primitive[" + std::string(op) + "], the axes must differ, but got " + listText(given) + ".");
        isReduced = true;
    }
    return axes;
}

DType countedIn(DType dtype) {
    const bool isCount = dtype == DType::Bool || dtype == DType::UInt8 ||
                         (!info(dtype).floating && !isComplex(dtype) && info(dtype).isSigned);
    return isCount ? DType::Int64 : dtype;
}

Dims reducedShape(const Dims &shape, const AxisSet &axes, bool keepsAxes) {
    Dims result;
    for (int i = 0; i < shape.rank(); ++i) {
        if (!axes[size_t(i)])
            result.push(shape[i]);
        else if (keepsAxes)
            result.push(1);
    }
    return result;
}

Term broadcastBack(Gradient &g, size_t axesParameter, size_t keepParameter, Term reduced) {
    return g.broadcastBack(reduced, g.intsOf(axesParameter), g.boolOf(keepParameter));
}

Term withAxes(Gradient &g, size_t axesParameter, size_t keepParameter, Term reduced) {
    if (g.boolOf(keepParameter)) return reduced;
    const Dims &shape = g.shape(0);
    AxisSet axes = {};
    const std::optional<Dims> given = g.intsOf(axesParameter);
    if (!given || given->empty()) axes.fill(true);
    for (const int64_t axis : given ? *given : Dims())
        axes[size_t(axis < 0 ? axis + std::max(shape.rank(), 1) : axis)] = true;
    return g.reshape(reduced, reducedShape(shape, axes, true));
}

Term productOfOthers(Gradient &g, Term x, const std::function<Term(Term)> &sums,
                     const std::function<Term(Term)> &products) {
    const Term isZero = g.call("Equal", {x, 0.0});
    const Term zeros = sums(g.cast(isZero, partDType(x.dtype())));
    const Term filled = g.select(isZero, 1.0, x);
    const Term rest = products(filled);
    const Term none = g.select(isZero, 0.0, rest / filled), one = g.select(isZero, rest, 0.0);
    const Term slope = g.select(g.call("Equal", {zeros, 0.0}), none, one);
    return g.select(g.call("Less", {zeros, 1.5}), slope, 0.0);
}

OpCost reductionCost(TypeSpan arguments, const Abstract &result) {
    return {double(arguments[0].count()), double(arguments[0].bytes() + result.bytes())};
}

} // namespace jitscope::inline ops
