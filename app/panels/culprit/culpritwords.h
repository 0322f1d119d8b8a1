// SPDX-License-Identifier: GPL-3.0-or-later
// What a search for the culprit found, in sentences.
#pragma once

#include "app/panels/culprit/culpritwork.h"
#include "app/sdk/labrequests.h"

#include <QString>

namespace jitscope {
inline namespace culpritpanel {

/** "f · f32[2,3]: 14 graphs give the same values", and on which inputs. */
QString summaryOf(const FoundCulprit &found);

/** Where the first difference is, what made it, and how large it is; that there is none. */
QString sentencesOf(const FoundCulprit &found);

/** The titles of both tensors. */
QString expectedTitle(const FoundCulprit &found);
QString actualTitle(const FoundCulprit &found);

/** Where it can be looked at; only of a search that ended at a pass or a kernel. */
CulpritPlace placeOf(const FoundCulprit &found);

} // namespace culpritpanel
} // namespace jitscope
