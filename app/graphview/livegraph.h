// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of a run that may be a million operators long: what is near the present one in full, the rest as closed
// scopes and as cards that stand for all before and after.
#pragma once

#include "app/graphview/graphmodel.h"
#include "app/graphview/tapetree.h"

#include <unordered_map>

namespace jitscope {
inline namespace graphview {

/** The operator about to run, of which nothing is recorded yet. */
struct UpcomingOp {
    int64_t number = -1;
    QString op, operands;
};

struct LiveOptions {
    int64_t focus = -1;                        ///< the operator that must be in view; the last for -1
    int budget = 240;                          ///< scopes open by themselves while there are fewer cards than this
    int longestLevel = 120;                    ///< operators of one scope that are shown at a time
    std::set<std::string> opened, closed;      ///< keys of scopes, by the user's choice
    std::unordered_map<std::string, int> more; ///< by key of a card for operators beyond: how many more are wanted
    std::optional<UpcomingOp> upcoming;
};

/** How much of the run the cards are. */
struct LiveExtent {
    int64_t operators = 0; ///< as cards of their own
    int64_t inScopes = 0;  ///< in closed scopes
    int64_t beyond = 0;    ///< in cards for what was before and comes after
    int64_t total() const { return operators + inScopes + beyond; }
};

struct LiveGraph {
    DisplayGraph graph;
    LiveExtent extent;
};

/** Costs what is shown, not what was recorded. */
LiveGraph liveGraph(const Session &session, const TapeTree &tree, const LiveOptions &options = {});

/** "fc1 · Dense" of a cell, "backward", "round 17 of 240": the title of a scope. */
QString scopeTitle(const TapeTree &tree, int scope);

/** "62 of 1,000,000 operators as cards, ...": what is shown and what stands for the rest. */
QString extentText(const LiveExtent &extent);

} // namespace graphview
} // namespace jitscope
