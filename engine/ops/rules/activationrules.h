// SPDX-License-Identifier: Apache-2.0
// What fused operators share: the activation that they end with, named by a text argument.
#pragma once

#include "engine/ops/gradient.h"
#include "engine/ops/kernels/float32kernels.h"
#include "engine/ops/rules/rules.h"

#include <optional>
#include <string>

namespace jitscope::inline ops {

/** An activation that fused operators can end with. */
struct FusedActivation {
    std::string_view text;      ///< the argument: "gelu_tanh"
    UnaryOp function;           ///< what computes it
    std::string_view primitive; ///< the operator it replaces: "GeLU"
    std::string_view numpy;     ///< of x
};

/** All of them. */
std::span<const FusedActivation> fusedActivations();

/** The one that the text argument at `index` names; nothing for "". Refuses what is unknown. */
std::optional<UnaryOp> activationOf(const char *op, TypeSpan arguments, size_t index);
/** The same of an argument that was checked. */
std::optional<UnaryOp> activationOf(const Value &text);

/** The NumPy expression of the activation that `a[index]` names, of the expression `x`. */
std::string activationInNumpy(size_t index, const std::string &x);

/** What a gradient of the activation's result gives for its argument; both are terms, so ask only for what is needed.
    The activation is the text argument at `index`. */
Term activationGradient(Gradient &g, size_t index, Term dout, Term before, Term after);

} // namespace jitscope::inline ops
