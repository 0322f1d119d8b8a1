// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be said of a lock step, in the user's language.
#pragma once

#include "engine/run/lockstep.h"

#include <QString>

namespace jitscope {
inline namespace locksteppanel {

/** "#12 Add", "what f returns", "the parameter w". */
QString eagerNameOf(const LockstepRun &run, const LockstepRow &row);
/** "Add %4". */
QString nodeNameOf(const LockstepRow &row);
/** Why a row has no other side. */
QString reasonOf(const LockstepRow &row);
/** How far a value lies apart: "1.2e-07", "f32[2] instead of f32[3]"; "" where nothing was compared. */
QString distanceOf(const LockstepRow &row);
/** Of the largest magnitude: 1e-8 and less is 0, 1 and more is 1, on a scale of powers of ten. */
double logShareOf(const LockstepRow &row);

/** "37 values compared, all within the tolerance." */
QString summaryOf(const LockstepRun &run, const LockstepTolerance &tolerance);
/** A pair with both tensors, the worst element with both values, whether it is within the tolerance, and if not the
    node and the pass that made it; a lone one with the reason. */
QString sentencesOf(const LockstepRun &run, const LockstepRow &row, const LockstepTolerance &tolerance);

} // namespace locksteppanel
} // namespace jitscope
