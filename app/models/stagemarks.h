// SPDX-License-Identifier: GPL-3.0-or-later
// What the selection is in two compared stages, and what a node of them is in the recording.
#pragma once

#include "app/models/nodemenu.h"
#include "app/models/stagepicker.h"
#include "engine/variants/stagematch.h"

#include <optional>

namespace jitscope {
inline namespace models {

enum class StageSide : uint8_t { Left, Right };

/** Nodes of both sides, in the numbering of the match. */
struct MarkedNodes {
    std::vector<NodeId> left, right;
};

/** All that stands for these nodes of `side` on the other one. */
std::vector<NodeId> counterpartsOf(const StageMatch &match, StageSide side, const std::vector<NodeId> &nodes);

/** Stages of variants are in no recording: there the counterparts of the other side are marked. */
MarkedNodes markedBy(const Anchor &selected, const ComparedStages &compared, const StageMatch &match);

/** The node with its counterparts. */
MarkedNodes markedAround(const StageMatch &match, StageSide side, NodeId shown);

/** Where the recording has the node: itself, or its counterpart where only the other side is of the recording. */
std::optional<StagedNode> recordedNode(const StagePair &stages, const StageMatch &match, StageSide side, NodeId shown);

} // namespace models
} // namespace jitscope
