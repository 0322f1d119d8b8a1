// SPDX-License-Identifier: GPL-3.0-or-later
// The filter language of the graph's search: words, key:value and regular expressions.
#pragma once

#include "app/graphview/graphmodel.h"

namespace jitscope {
inline namespace graphview {

/**
 * The cards that match `query`, in their order. All parts, separated by spaces, must hold:
 *   matmul        occurs in title, name, type or scope, in any case
 *   op:MatMul     the operator is exactly that; also type: scope: name: id: change: kind: arg: (these: occurs in)
 *   /relu|gelu/   a regular expression on title, name and scope; one that is not valid matches nothing
 *   -word         none of the above
 */
std::vector<int> searchGraph(const DisplayGraph &graph, const QString &query);

} // namespace graphview
} // namespace jitscope
