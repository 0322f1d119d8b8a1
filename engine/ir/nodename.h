// SPDX-License-Identifier: Apache-2.0
// What a node is called wherever people meet it: lists, cards, messages and the text of the window have one name for
// it.
#pragma once

#include "engine/ir/graph.h"

#include <string>

namespace jitscope::inline ir {

/** "%12" of a call, as the text of a graph has it; "x" of a parameter; the value of a constant. In a dump file, where
    %N counts the lines of one graph, the call is CNode_12. */
std::string nodeName(const Node &node);
/** The same of a call of which only the id is known. */
std::string nodeName(NodeId id);

/** "MatMul" of a call, or the graph or function that it calls; "" of all else. */
std::string calledName(const Node &node);

/** "MatMul %12", "x". */
std::string nodeTitle(const Node &node);

/** "z" of a call whose result the user's code calls so, else "". */
std::string variableName(const Node &node);

} // namespace jitscope::inline ir
