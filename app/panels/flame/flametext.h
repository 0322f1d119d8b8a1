// SPDX-License-Identifier: GPL-3.0-or-later
// A flame graph in words: as a table, and as the condition that a frame stands for.
#pragma once

#include "app/models/modeltext.h"
#include "engine/analysis/operators/flametree.h"
#include "engine/analysis/operators/opfilter.h"

#include <QString>

#include <optional>

namespace jitscope {
inline namespace flamepanel {

/** One frame a row: depth, title, times in ns, calls. For people the titles are indented. */
/** What stands on a frame: all that are no names, in the user's language. */
QString flameTitle(const FlameFrame &frame);
QString flameText(const FlameTree &tree, TextFormat format);

/** What lets through the operators of a frame and no others, as far as a condition can say it: of functions those
    that are called from its line, of cells what ran below them. None of the root. */
std::optional<OpCondition> conditionOf(const FlameTree &tree, int64_t frame);

} // namespace flamepanel
} // namespace jitscope
