// SPDX-License-Identifier: Apache-2.0
// Follows one thing through all of its forms: source line, eager op, node, pass, kernel, slice.
#pragma once

#include "engine/session/provenanceindex.h"

#include <optional>

namespace jitscope::inline session {

/** One thing of a session in all forms that are known of it; the rest none. */
struct Anchor {
    std::string file; ///< source line
    int line = 0;     ///< from 1; 0 = none
    int64_t op = -1;  ///< OpEvent::number
    int compilation = -1;
    int pass = -1;      ///< the pass being looked at, -1 = the final graph
    NodeId node;        ///< in the module after `pass`
    std::string kernel; ///< KernelRecord::name
    SliceId slice;
    int64_t tensor = -1; ///< the tensor to inspect: by default the first output of `op`

    bool operator==(const Anchor &) const = default;
};

Anchor anchorOfLine(const Session &session, const std::string &file, int line, ProvenanceIndex &index);
Anchor anchorOfOp(const Session &session, int64_t op, ProvenanceIndex &index);
/** `pass` -2 stands for the captured module, -1 for the final one, else the module after that pass. */
Anchor anchorOfNode(const Session &session, int compilation, int pass, NodeId node, ProvenanceIndex &index);
Anchor anchorOfKernel(const Session &session, int compilation, const std::string &kernel, ProvenanceIndex &index);
Anchor anchorOfSlice(const Session &session, SliceId slice, ProvenanceIndex &index);

/** The same for those who ask once and keep no index: each walks the session. */
Anchor anchorOfLine(const Session &session, const std::string &file, int line);
Anchor anchorOfOp(const Session &session, int64_t op);
Anchor anchorOfNode(const Session &session, int compilation, int pass, NodeId node);
Anchor anchorOfKernel(const Session &session, int compilation, const std::string &kernel);
Anchor anchorOfSlice(const Session &session, SliceId slice);

/*
 * The forms are found as follows. A line has the operator that ran last with it as the innermost line of the user's
 * own; failing that, the last that ran below a call on it. An operator of a graph knows its node; an eager one is
 * looked for among the captured nodes of its line with the same primitive. A node that a fused kernel took in has the
 * kernel's run as its operator. Where several fit (a loop ran a line ten times), the last is meant.
 */

/** The module of a compilation at `pass` (see anchorOfNode). */
const Module &moduleAt(const Compilation &compilation, int pass);

/** The nodes of `to` that `node` of `from` is or became (by id, then by origins, over any number of passes). */
std::vector<NodeId> descendants(const Compilation &compilation, int fromPass, NodeId node, int toPass);
/** The nodes of the earlier module that `node` was made from. */
std::vector<NodeId> ancestors(const Compilation &compilation, int fromPass, NodeId node, int toPass);

} // namespace jitscope::inline session
