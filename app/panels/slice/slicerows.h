// SPDX-License-Identifier: GPL-3.0-or-later
// The facts of a slice as sections of rows, each with the place that it leads to.
#pragma once

#include "engine/analysis/links/slicefacts.h"

#include <QString>
#include <vector>

namespace jitscope {
inline namespace slicepanel {

struct FactRow {
    QString name, value, note, toolTip;
    SliceId slice; ///< leads to that slice, if it is one
    QString file;  ///< leads to that line
    int line = 0;
    int64_t op = -1; ///< leads to that operator
    int compilation = -1;
    NodeId node; ///< leads to that node
    bool leadsOn() const { return slice.valid() || line > 0 || op >= 0 || node.valid(); }
};

struct FactSection {
    QString title;
    std::vector<FactRow> rows;
};

std::vector<FactSection> sliceSections(const Session &session, const SliceFacts &facts);

} // namespace slicepanel
} // namespace jitscope
