// SPDX-License-Identifier: GPL-3.0-or-later
// What an element depends on, as rows of a table, and the picture of which elements of a tensor matter.
#pragma once

#include "app/models/tablemodel.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/tensorview/heatgrid.h"
#include "engine/inspect/lineage.h"

#include <memory>

namespace jitscope {
inline namespace originpanel {

/** One tensor of the lineage. */
struct OriginRow {
    LineageTensor part;
    QString op, tensor; ///< "#12 Log", "weight f32[3,4]"
    int64_t count = 0;  ///< elements of the tensor
    int64_t matter() const { return part.elements.all ? count : int64_t(part.elements.elements.size()); }
};

std::vector<TableColumn<OriginRow>> originColumns();
/** "12 of 400 elements", or why it is all of them. */
QString elementsText(const OriginRow &row);

struct Origin {
    std::vector<OriginRow> rows; ///< newest first
    std::optional<FirstBad> bad;
    QString badOp; ///< "#12 Log", or the input's name
    int64_t ops = 0, inputs = 0;
    bool isCut = false;
    bool isWhole = true; ///< false: called off, or the recording was called back
};
/** Belongs in a job; `limit` is what counts as too large. */
Origin originOf(const SessionLease &lease, int64_t tensor, int64_t element, double limit, const CancelFlag &cancelled);

/** Where the elements that matter lie, as a tensor of ones and zeros; undefined for one too large to be drawn so. */
Tensor maskOf(const ElementSet &elements, const Dims &shape);

/** The first bad element as a sentence. */
QString sentenceOf(const Origin &origin);

} // namespace originpanel
} // namespace jitscope
