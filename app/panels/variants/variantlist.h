// SPDX-License-Identifier: GPL-3.0-or-later
// The variants of one compilation as rows of a table: what each is, what it costs, whether it computes the same.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/variants/keptvariant.h"

namespace jitscope {
inline namespace variantspanel {

struct VariantRow {
    int id = 0; ///< within its table
    VariantRecord record;
    std::shared_ptr<const Variant> variant;             ///< its stages; null: kept by the session, to be compiled again
    std::shared_ptr<const VariantRecord> baseline = {}; ///< the pinned one, whose differences are shown; null for none
    bool isPinned = false;                              ///< it is that one itself

    /** The program's own way of compiling has no name. */
    QString decisions = {}; ///< what is otherwise than in the program's own, for showing

    bool isOwn() const { return record.name.empty(); }
    QString name() const;
};

std::vector<TableColumn<VariantRow>> variantColumns();
/** The same with the differences to the pinned variant beside the figures. */
std::vector<TableColumn<VariantRow>> comparingVariantColumns();

/** What was decided, with what came of it, and the verdict: sentences for below the table. Nodes are of `captured`. */
QString variantSentences(const VariantRow &row, const Module &captured);

} // namespace variantspanel
} // namespace jitscope
