// SPDX-License-Identifier: GPL-3.0-or-later
// The members of a kernel as cards: numbered and tinted as in its texts, with the bytes of what goes in and out.
#pragma once

#include "app/graphview/graphmodel.h"
#include "engine/codegen/membercosts.h"

namespace jitscope {
inline namespace kernelpanel {

DisplayGraph memberGraph(const Graph &kernel);

/** Writes on each member's card what share of a run's time is not there without it. */
void showCosts(DisplayGraph &graph, const Graph &kernel, const MemberCosts &costs);

/** The number of the member with that id, from 1; 0 for none. */
int memberOf(const Graph &kernel, NodeId node);

/** "38.2 % ±1.1": of a run's time; "in the noise"; "" where it is not known. */
QString costText(const MemberCosts &costs, int member);

} // namespace kernelpanel
} // namespace jitscope
