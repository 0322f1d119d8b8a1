// SPDX-License-Identifier: GPL-3.0-or-later
// The rows and columns of the advice panel's tables.
#pragma once

#include "app/models/causetext.h"
#include "app/models/tablemodel.h"
#include "engine/analysis/links/nodematch.h"

namespace jitscope {
inline namespace advicepanel {

/** A gap with its cause, as the table shows it. */
struct GapRow {
    IdleGap gap;
    IdleCause cause;
    double share = 0; ///< of the time of the device
    QString start;
};

/** A slice that shows something. */
struct EvidenceRow {
    QString what, name, lane, start, duration;
    SliceId slice;
};

/** A kernel of the profile's table with the node of an open graph that it is, or why there is none. */
struct LinkRow {
    QString kernel, type, node, how;
    Certainty certainty = Certainty::None;
    SliceId slice;
    NodePlace place;
};

/** All kernels of a rank but collectives; for a job. */
constexpr size_t mostLinks = 200'000; ///< rows of the table of links
std::vector<LinkRow> linkRows(const Session &session, int rank);

std::vector<TableColumn<GapRow>> gapColumns();
std::vector<TableColumn<Finding>> findingColumns();
std::vector<TableColumn<EvidenceRow>> evidenceColumns();
std::vector<TableColumn<LinkRow>> linkColumns();

EvidenceRow evidenceRow(const Trace &trace, SliceId slice, const QString &what);

} // namespace advicepanel
} // namespace jitscope
