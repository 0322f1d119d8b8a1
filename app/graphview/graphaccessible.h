// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader knows of a graph: each card is a child that can be named, found and told as selected.
#pragma once

namespace jitscope {
inline namespace graphview {

class GraphView;

/** Lets Qt ask for the cards of graph views; repeated calls do nothing. */
void installGraphAccessibility();

/** Tells the screen reader that the user is on that card now. */
void announceCard(GraphView &view, int card);

} // namespace graphview
} // namespace jitscope
