// SPDX-License-Identifier: GPL-3.0-or-later
// The live graph's memory: the tree of what ran, what the user opened and closed, and which operator it is made for.
#pragma once

#include "app/graphview/livegraph.h"

namespace jitscope {
inline namespace graphpanel {

class LiveTape {
public:
    void clear() { *this = LiveTape(); }
    /** Takes in new operators for a few milliseconds; false: there are more. */
    bool update(const Session &session);
    size_t taken() const { return m_tree.taken(); }
    bool isEmpty() const { return m_tree.isEmpty(); }

    /** The cards around `focus`, or around the last operator for -1. */
    DisplayGraph graph(const Session &session, int64_t focus, std::optional<UpcomingOp> upcoming);
    const LiveExtent &extent() const { return m_extent; }

    /** By the user's choice. */
    bool isClosed(const std::string &key) const { return m_options.closed.contains(key); }
    /** Opens what is closed, closes what is open, shows more of what is beyond. `isOpen`: as it is shown now. */
    void toggle(const std::string &key, bool isOpen);
    /** The same with all scopes in it, as far as a picture can hold them; false when it could not. */
    bool toggleSubtree(const std::string &key, bool isOpen);

private:
    TapeTree m_tree;
    LiveOptions m_options;
    LiveExtent m_extent;
};

} // namespace graphpanel
} // namespace jitscope
