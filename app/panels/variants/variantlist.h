// SPDX-License-Identifier: GPL-3.0-or-later
// The variants of one compilation as rows of a table: what each is, what it costs, whether it computes the same.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/variants/pairedtimes.h"
#include "engine/variants/variant.h"

#include <optional>

namespace jitscope {

struct VariantRow {
    QString name; ///< "As compiled", "Variant 2"
    std::shared_ptr<const Variant> variant;
    std::optional<PairedTimes> times; ///< against the program's own; none until it was timed
};

std::vector<TableColumn<VariantRow>> variantColumns();

/** What was decided, with what came of it, and the verdict: sentences for below the table. */
QString variantSentences(const VariantRow &row);

} // namespace jitscope
