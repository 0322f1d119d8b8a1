// SPDX-License-Identifier: Apache-2.0
// What scatter operators share, whether they give a new tensor or write in place.
#pragma once

#include "engine/ops/kernels/places.h"
#include "engine/ops/rules/rules.h"

namespace jitscope::inline ops {

/** "TensorScatterAdd". */
const char *tensorScatterName(ScatterOp op);

/** "RowsAdd": the same by rows of the first axis; what ScatterAdd is without writing. */
const char *rowScatterName(ScatterOp op);

/** The type of (input, indices, updates) for rows of the first axis. */
Abstract rowScatterType(const char *op, TypeSpan arguments);

/** Refuses updates of another dtype than the input's. */
void checkSameType(const char *op, const Abstract &x, const Abstract &updates);

/** The type of (input, indices, updates) for coordinates in the last axis of the indices. */
Abstract coordinateScatterType(const char *op, TypeSpan arguments);

std::vector<OpDef> scatterInPlaceOps();

} // namespace jitscope::inline ops
