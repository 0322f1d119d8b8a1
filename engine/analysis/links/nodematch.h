// SPDX-License-Identifier: Apache-2.0
// Which node of an opened graph a kernel of an opened profile is: by its full name, else by type, shapes and order.
#pragma once

#include "engine/analysis/device/idlecause.h"
#include "engine/ir/nodeid.h"
#include "engine/session/sessionfwd.h"

#include <map>
#include <string>
#include <vector>

namespace jitscope::inline ir {
struct Node;
}

namespace jitscope::inline analysis {

struct NodePlace {
    int compilation = -1;
    NodeId node;
    bool operator==(const NodePlace &) const = default;
};

/** The calls of all final graphs by full name, as dumps and profilers write it: "Default/fc-Dense/MatMul-op3". */
class NodeNames {
public:
    explicit NodeNames(const Session &session);
    /** Those whose full name stands in the name of a kernel, which profilers may put the launching operator before. */
    std::vector<NodePlace> find(std::string_view kernel) const;
    bool empty() const { return m_byName.empty(); }

private:
    std::map<std::string, std::vector<NodePlace>, std::less<>> m_byName;
};

std::string fullNodeName(const Node &node);

struct KernelMatch {
    int64_t row = -1; ///< of the kernels table
    NodePlace node;   ///< node.compilation -1: none
    Certainty certainty = Certainty::None;
    Phrase how; ///< "exact name", "same type and shapes, in order", "same type, in order"; why not for others. Windows
                ///< translate it by the context "SliceOrigin"
};

/**
 * One for each row of `kernels` that is no communication. By full name first; kernels of a step whose type and shapes
 * come as often as nodes of that type and shapes in one graph are taken in order (likely), then those whose type alone
 * comes as often (possible). What is left says why.
 */
std::vector<KernelMatch> matchKernels(const Session &session, const DataTable &kernels);

} // namespace jitscope::inline analysis
