// SPDX-License-Identifier: GPL-3.0-or-later
// What leads from one variant to another as rows of a table: each decision with its share of the difference.
#pragma once

#include "app/models/tablemodel.h"
#include "app/sdk/stagepair.h"
#include "engine/variants/deltasplit.h"

#include <optional>

namespace jitscope {
inline namespace stagespanel {

/** What a step adds; of all steps together in the last row. */
struct DecisionCost {
    double ns = 0, noiseNs = 0;
    int launches = 0;
    double bytes = 0;
    bool isWithinNoise() const;
};

struct DecisionRow {
    QString decision;
    std::optional<DecisionCost> cost; ///< none: not measured
    StagePair around;                 ///< the final graphs without and with this step, those before it being taken
};

/** The two compiles that `stages` are of. */
struct ComparedSpecs {
    VariantSpec left, right;
    bool operator==(const ComparedSpecs &) const = default;
};

ComparedSpecs specsOf(const StagePair &stages, const Compilation &compilation);

/** A row a step, and one for all together where there are several. */
std::vector<DecisionRow> decisionRows(const ComparedSpecs &specs, const Compilation &compilation,
                                      const std::optional<DeltaSplit> &split);
std::vector<TableColumn<DecisionRow>> decisionColumns();

/** "+1.9 µs ± 0.5 µs" */
QString costText(const DecisionCost &cost);

} // namespace stagespanel
} // namespace jitscope
