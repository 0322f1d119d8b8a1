// SPDX-License-Identifier: GPL-3.0-or-later
// Why a pass did what it did: its rewrites and the fusions it refused, as rows of a table.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/passes/pass.h"

namespace jitscope {
inline namespace passespanel {

struct ReasonRow {
    enum class Verdict : uint8_t { Applied, Refused };
    Verdict verdict = Verdict::Applied;
    QString rule;
    QString nodes;  ///< "MatMul %4, BiasAdd %6 → MatMul %9"
    QString reason; ///< of a refusal
    NodeId before;  ///< the first node that was looked at
    NodeId after;   ///< what it became, if anything
};

std::vector<ReasonRow> reasonRows(const PassRecord &pass);
std::vector<TableColumn<ReasonRow>> reasonColumns();

} // namespace passespanel
} // namespace jitscope
