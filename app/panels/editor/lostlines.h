// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of compiled functions of which no node is left, so that a breakpoint there stops at nothing; and what took it.
#pragma once

#include "engine/ir/graph.h"
#include "engine/session/sessionfwd.h"

#include <QString>

#include <map>
#include <memory>
#include <string>

namespace jitscope::inline run {
class LineNodes;
}

namespace jitscope {
inline namespace editorpanel {

class LineStats;

class LostLines {
public:
    LostLines();
    ~LostLines();

    /** Why no graph of the session can stop on the line; "" where one can, Python can, or nothing is known. */
    QString reasonOf(const Session &session, const LineStats &stats, const std::string &file, int line);
    /** Another session. */
    void reset();

private:
    struct Graphs;

    Graphs &graphsOf(const Compilation &compilation);

    std::map<const Graph *, std::unique_ptr<Graphs>> m_graphs; ///< by the final entry
};

} // namespace editorpanel
} // namespace jitscope
