// SPDX-License-Identifier: GPL-3.0-or-later
// What can be laid over the cards of a graph: times, the health of values, memory.
#pragma once

#include "app/graphview/graphmodel.h"
#include "engine/inspect/tensorhealth.h"

#include <functional>

namespace jitscope {
inline namespace graphview {

enum class Overlay : uint8_t { None, Time, Health, Memory };

/** What is known of the values of a card: nothing yet, or nothing ever, or how they are. */
struct CardHealth {
    bool hasValues = false;
    bool isPending = false;
    TensorHealth health; ///< summed over its tensors
};

/** Sets the overlay of every card; `healthOf` is asked for Overlay::Health only. */
void applyOverlay(DisplayGraph &graph, Overlay overlay, const std::function<CardHealth(const DisplayNode &)> &healthOf);

enum class RunStage : uint8_t {
    Going, ///< what has no time yet may still get one
    Over
};

/** What the marks mean, for the caption of a view; "" for no overlay. */
QString overlayLegend(const DisplayGraph &graph, Overlay overlay, RunStage stage = RunStage::Over);

} // namespace graphview
} // namespace jitscope
