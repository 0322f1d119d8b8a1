// SPDX-License-Identifier: Apache-2.0
// Which nodes of a later stage of one compilation stand for which of an earlier one, over any number of passes.
#pragma once

#include "engine/session/compilation.h"
#include "engine/variants/passlinks.h"

#include <string>
#include <unordered_map>

namespace jitscope::inline variants {

/** Stages that are no pass, as everywhere (session/provenance.h). */
constexpr int capturedStage = -2, finalStage = -1;

/** Where a stage stands in the order of the compile; captured first, final last. */
int stageRank(const Compilation &compilation, int stage);

class StageHistory {
public:
    /** `from` is not behind `to`. */
    StageHistory(const Compilation &compilation, int from, int to);
    /** Of one pass alone. */
    explicit StageHistory(const PassRecord &pass);

    /** Of a node of the earlier stage; itself where nothing happened to it. */
    StageLinks of(NodeId earlier) const;

    /** What became of a node of the earlier stage, pass by pass, in words; empty where nothing did. */
    std::vector<std::string> fatesOf(NodeId earlier) const;
    /** Why a node of the later stage that stands for none of the earlier is there; "" where nothing tells. */
    std::string causeOf(NodeId later) const;
    /** The passes that gave a node that stayed another content: inputs, type, attributes. */
    std::vector<std::string> changesOf(NodeId node) const;

    const ModuleIndex &earlier() const { return *m_earlier; }
    const ModuleIndex &later() const { return *m_later; }

private:
    void follow(const PassRecord &pass);
    void moveOn(NodeId earlier, const StageLinks &links, const PassLinks &pass);

    std::shared_ptr<const ModuleIndex> m_earlier, m_later;
    std::vector<PassLinks> m_passes;                              ///< those that changed something
    std::unordered_map<NodeId, StageLinks> m_moved;               ///< the others are themselves
    std::unordered_map<NodeId, std::vector<std::string>> m_fates; ///< of nodes of the earlier stage
    std::unordered_map<NodeId, std::string> m_causes;             ///< of nodes that were made on the way
};

} // namespace jitscope::inline variants
