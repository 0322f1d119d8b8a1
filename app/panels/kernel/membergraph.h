// SPDX-License-Identifier: GPL-3.0-or-later
// The members of a kernel as cards: numbered and tinted as in its texts, with the bytes of what goes in and out.
#pragma once

#include "app/graphview/graphmodel.h"
#include "engine/codegen/kernelsamples.h"

namespace jitscope {
inline namespace kernelpanel {

DisplayGraph memberGraph(const Graph &kernel);

/** Writes each member's share of the time on its card. */
void showShares(DisplayGraph &graph, const Graph &kernel, const KernelSamples &samples);

/** The number of the member with that id, from 1; 0 for none. */
int memberOf(const Graph &kernel, NodeId node);

/** "38.2 % ±1.1": of the samples in the kernel's own code. */
QString shareText(const KernelSamples &samples, int member);

} // namespace kernelpanel
} // namespace jitscope
