// SPDX-License-Identifier: GPL-3.0-or-later
// How an operator of the recording is written: its operands, its place, its phase.
#pragma once

#include "app/panels/events/eventrows.h"
#include "engine/session/records.h"

#include <QString>

namespace jitscope {
inline namespace eventspanel {

/** "f32[2,3], f32[3] → f32[2,3]"; of one that failed, its message. */
QString operandsText(const OpEvent &op);
/** "train.py:27": the innermost line of the user's own, or "". */
QString lineText(const Session &session, const OpEvent &op);
/** "F", "B" or "O". */
QString phaseLetter(OpPhase phase);
QString phaseTitle(OpPhase phase);
QString groupTitle(EventGroup::Kind kind, const std::string &name);
/** The user's mark at an operator, or null. */
const Bookmark *bookmarkAt(const Session &session, int64_t op);

} // namespace eventspanel
} // namespace jitscope
