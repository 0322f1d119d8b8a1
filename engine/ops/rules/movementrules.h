// SPDX-License-Identifier: Apache-2.0
// What operators that only move elements share: their records, their views, their gradients.
#pragma once

#include "engine/ops/gradient.h"
#include "engine/ops/rules/rules.h"

namespace jitscope::inline ops {

/** The record of an operator that moves elements; the caller adds parameters, rules and samples. */
OpDef movement(std::string name, std::string function, std::vector<std::string> methods, std::string doc,
               std::string numpy);

/** A view costs nothing. */
OpCost noCost(TypeSpan arguments, const Abstract &result);

/** Moving elements computes nothing: read once, written once. */
OpCost copyCost(TypeSpan arguments, const Abstract &result);

/** The same elements in another shape of the same count: a view wherever strides can say it, else a packed copy. */
Tensor reshapedView(const Tensor &x, const Dims &shape);

/** A constant tuple or list of ints, or one int; unlike a shape it may be longer than a tensor has axes. */
std::vector<int64_t> intListOf(std::string_view op, TypeSpan arguments, size_t index);

/** The gradient of what shows the same elements in another shape. */
std::vector<Term> reshapeGradient(Gradient &g);

// Parts of terms, along one axis.
Term narrowed(Term x, int axis, int64_t start, int64_t length);
Term selected(Term x, int axis, int64_t index);

} // namespace jitscope::inline ops
