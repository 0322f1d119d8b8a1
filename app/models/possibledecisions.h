// SPDX-License-Identifier: GPL-3.0-or-later
// What can be decided about captured nodes of a compilation: menus offer that alone and say why the rest cannot be.
#pragma once

#include "engine/passes/joinablecalls.h"
#include "engine/variants/namedecision.h"

#include <QString>
#include <map>
#include <memory>
#include <optional>

namespace jitscope {
inline namespace sdk {
class Document;
}
} // namespace jitscope

namespace jitscope {
inline namespace models {

/** Each function gives a sentence, or "" where it can be. Nodes are captured ones, in ascending order. */
class PossibleDecisions {
public:
    /** Of a compilation of the document, which must not change while this lives. What kernels it would have at O1 is
        compiled and kept by the document, unless it is too large for a menu to wait for: then all may be. */
    PossibleDecisions(Document &document, const Compilation &compilation);
    ~PossibleDecisions();

    QString whyNotFuse(const std::vector<NodeId> &captured);
    QString whyNotKeepOut(const std::vector<NodeId> &captured) const;
    /** Whether any of these rules was applied to them. */
    QString whyNotRefuse(const std::vector<std::string> &rules) const;
    QString whyNotCompute(const std::vector<NodeId> &captured, DType dtype) const;

private:
    struct Stage; ///< the graphs before their calls are joined

    QString whyNotJoined(const std::vector<NodeId> &captured);
    QString whyApart(const std::vector<NodeId> &captured) const;
    bool isOneKernel(const std::vector<NodeId> &captured) const;
    QString titleOf(NodeId captured) const;

    const Compilation &m_own;
    std::shared_ptr<const Compilation> m_atO1; ///< null where it is not known
    std::unique_ptr<Stage> m_stage;            ///< the same
};

} // namespace models
} // namespace jitscope
