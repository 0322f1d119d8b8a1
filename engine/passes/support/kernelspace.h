// SPDX-License-Identifier: Apache-2.0
// The iteration space of a kernel: over which indices its calls run, and which axes its reductions reduce.
#pragma once

#include "engine/passes/predicate.h"

#include <cstdint>
#include <optional>
#include <string>

namespace jitscope::inline passes {

/** Axes counted from the last one (bit 0), so that they mean the same in every shape that broadcasts to another. Axes
    of size 1 are never in a mask: reducing them computes nothing. */
using AxisMask = uint32_t;

/** Which axes the reductions of a kernel reduce. */
enum class ReductionPattern : uint8_t {
    None,
    Rows,    ///< the last axes: the results are known after each row, which can be read again at once
    Columns, ///< the first axes: the results are known at the end
    All,     ///< every axis: as Columns
    Mixed,   ///< others: kernels cannot
};

struct KernelSpace {
    Dims shape;           ///< to which every value in the kernel broadcasts
    AxisMask reduced = 0; ///< by the reductions; 0 without any

    ReductionPattern pattern() const;
    /** The shape of what was reduced, with size 1 for each reduced axis. */
    Dims reducedShape() const;
    /** True if a value of `shape` holds no axis that is reduced: it is computed once a row (or column). */
    bool isOfReduced(const Dims &shape) const;
    /** Elements that are reduced to one. */
    int64_t rowCount() const;
};

/** Whether this is a call of one of the reductions that kernels can hold. */
bool isKernelReduction(const Node &node);

/** The space of one call alone: its shape, or that of its input if it is a reduction. */
KernelSpace spaceOf(const Node &node);

/** Why kernels cannot hold this reduction, if they cannot. */
std::optional<Predicate> whyNotReduction(const Node &node);

/** True if `shape` broadcasts to `target` as it is. */
bool broadcastsTo(const Dims &shape, const Dims &target);

} // namespace jitscope::inline passes
