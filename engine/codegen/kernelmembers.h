// SPDX-License-Identifier: Apache-2.0
// What each node of a kernel graph is inside the kernel: an element-wise step, a reduction of axes, or a mere view.
#pragma once

#include "engine/base/result.h"
#include "engine/codegen/emitters.h"
#include "engine/codegen/kernelplan.h"
#include "engine/ir/graph.h"

#include <optional>
#include <span>

namespace jitscope::inline codegen {

/** For each axis of a value the axis of an index space that it runs along, or noAxis for axes of size 1. */
using View = Dims;
constexpr int64_t noAxis = -1;

/** A reduction as kernels know it. */
struct ReductionRecord {
    std::string_view op;
    ReductionKind kind;
    ElementKind element; ///< of what is reduced, and of the result
    bool isMean = false; ///< divided by the number of reduced elements at the end
};

/** A node that reduces axes. */
struct MemberReduction {
    const ReductionRecord *record = nullptr;
    std::vector<bool> isReduced; ///< for each axis of its input
    int64_t count = 1;           ///< elements that become one
};

/** Checks all of `kernel`; the error names the first node that cannot be part of a kernel, and why. */
Result<void> checkKernel(const Graph &kernel);

/** The nodes that the kernel gives back. */
std::vector<NodePtr> outputsOf(const Graph &kernel);

/** The reduction that `node` is; nothing for other nodes and for reductions of one element, which are views. */
std::optional<MemberReduction> reductionOf(const Node &node);

/** Whether `node` computes nothing and only shows its first input differently. */
bool isView(const Node &node);

/** The record for the element-wise call `node`, or null. */
const Emitter *emitterOf(const Node &node);

/** The inputs that `node` computes with (a Cast's dtype, a BroadcastTo's shape, a reduction's axes are none of them).
 */
std::span<const NodePtr> operandsOf(const Node &node);

/** How an operand of a step or view is seen where `node` is seen through `view`; nothing if the shapes do not fit. */
std::optional<View> viewOfInput(const Node &node, const Node &input, const View &view);

/** What the elements of a value are inside a kernel, or nothing if it cannot be in one. */
std::optional<ElementKind> kindOf(const Node &node);

/** The constant as a number, if it is one number or truth. */
std::optional<KernelOperand> constantOperand(const Value &value);

/** Input `index` of the step `node`, a constant. Beside tensors of 16 bits a number is one of 16 bits, as operators
    promote. */
KernelOperand constantInput(const Node &node, size_t index);

} // namespace jitscope::inline codegen
