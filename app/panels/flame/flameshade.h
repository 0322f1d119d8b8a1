// SPDX-License-Identifier: GPL-3.0-or-later
// A flame graph that is compared: slower frames red, faster ones blue, what is within noise grey, each with its number.
#pragma once

#include "app/panels/flame/flameview.h"
#include "engine/analysis/comparison/flamedifference.h"

#include <QString>

namespace jitscope {
inline namespace flamepanel {

FlameView::Shade shadeOf(const FlameTree &tree, const FlameDifference &difference, int64_t frame);

/** How both compare as a whole, and what only the baseline has. */
QString differenceSentence(const FlameTree &tree, const FlameDifference &difference);

} // namespace flamepanel
} // namespace jitscope
