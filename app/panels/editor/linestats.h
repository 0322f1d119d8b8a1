// SPDX-License-Identifier: GPL-3.0-or-later
// What ran on each line of each file: how often, how long, and what came out last.
#pragma once

#include "engine/session/session.h"

#include <map>
#include <string>
#include <unordered_map>

namespace jitscope {

struct LineStat {
    int64_t totalNs = 0;
    int64_t count = 0;
    std::string result; ///< of the last operator, "f32[2,3]"
};

/** Reads only what was added since the last update, so that a long live run costs no more than its new part. */
class LineStats {
public:
    void reset();
    void update(const Session &session);
    /** By line, from 1; empty for a file in which nothing ran. */
    const std::map<int, LineStat> &of(const std::string &file) const;

private:
    struct Place {
        std::string file;
        int line = 0;
    };
    Place placeOf(const Session &session, const OpEvent &op);

    size_t m_done = 0; ///< operators that were counted
    std::unordered_map<std::string, std::map<int, LineStat>> m_files;
    std::map<std::pair<int, int64_t>, Place> m_nodes; ///< (compilation, node) -> its line; looked up once each
};

} // namespace jitscope
