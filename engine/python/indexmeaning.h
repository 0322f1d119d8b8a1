// SPDX-License-Identifier: Apache-2.0
// What the index in `tensor[index]` means: a regular part of the tensor, and which of its axes are indexed by tensors.
#pragma once

#include "engine/python/objects.h"

#include "engine/ops/rules/stridedparts.h"

#include <vector>

namespace jitscope::inline python {

struct IndexMeaning {
    /** The ints, slices, None and Ellipsis of the index, as StridedSlice takes them. */
    StridedArguments part;
    /** The part is the tensor itself. */
    bool isWhole = true;
    /** Axes of the part that are indexed by integer tensors, ... */
    Dims axes;
    /** ... and those tensors (or symbols). */
    std::vector<Ref> indices;
    /** The shape of the part. */
    Dims partShape;
};

/** By NumPy's rules, for a tensor of `shape`; nothing with MindSpore's IndexError (or another) set. */
std::optional<IndexMeaning> meaningOf(PyObject *index, const Dims &shape);

/** Whether there is a False in the index, which leaves nothing to write to. */
bool choosesNothing(PyObject *index);

/** Whether the index is a plain int; bools and tensors are none. */
bool isIntIndex(PyObject *index);

/** The int, in [0, size) or counted from the end; nothing with IndexError set when it is out of range. */
std::optional<int64_t> checkedInt(PyObject *index, int64_t size);

} // namespace jitscope::inline python
