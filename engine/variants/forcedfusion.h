// SPDX-License-Identifier: Apache-2.0
// Whether captured nodes would become one kernel if somebody decided so: asked of the very passes that a variant with
// that decision runs.
#pragma once

#include "engine/session/compilation.h"

#include <map>
#include <memory>
#include <vector>

namespace jitscope::inline variants {

/** Asks about one compilation, which must outlive it. */
class ForcedFusion {
public:
    explicit ForcedFusion(const Compilation &compilation);

    /** Whether the nodes, in ascending order, are in one kernel of a variant that fuses them, and in none without. */
    bool helps(const std::vector<NodeId> &captured);

private:
    struct Start;

    const Start &start();
    bool mayBeInside(const std::vector<NodeId> &captured);
    bool comesAbout(const std::vector<NodeId> &captured);
    bool comesAbout(const std::vector<NodeId> &captured, const Module &given);

    const Compilation &m_compilation;
    std::shared_ptr<const Start> m_start;
    std::map<std::vector<NodeId>, bool> m_known;
};

} // namespace jitscope::inline variants
