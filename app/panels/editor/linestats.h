// SPDX-License-Identifier: GPL-3.0-or-later
// What ran on each line of each file: how often, how long, which operators, eagerly or in a graph.
#pragma once

#include "engine/base/source.h"
#include "engine/base/spillmemory.h"
#include "engine/session/sessionfwd.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope {
inline namespace editorpanel {

struct LineStat {
    int64_t totalNs = 0;
    int64_t count = 0;
    int64_t inGraphs = 0;     ///< of `count`
    int64_t untimed = 0;      ///< of `count`: they failed, and `totalNs` is without them
    std::string result;       ///< of the last operator, "f32[2,3]"
    int64_t firstOp = -1;     ///< the number of the first
    LongVector<uint32_t> ops; ///< how far behind it the numbers of all are, ascending
    bool isCaptured = false;  ///< part of a graph that ran, though another line or a kernel may have taken its place

    /** The last operator of the line that ran up to `op`, or -1. */
    int64_t lastUpTo(int64_t op) const;
};

/** Reads only what was added since the last update, so that a long live run costs no more than its new part. */
class LineStats {
public:
    void reset();
    /** Counts up to `most` further operators; false when there are more. */
    bool update(const Session &session, int64_t most = INT64_MAX);
    /** By line, from 1; empty for a file in which nothing ran. */
    const std::map<int, LineStat> &of(const std::string &file) const;
    const LineStat *at(const std::string &file, int line) const;
    /** The time of the line that took the longest. */
    int64_t longestNs(const std::string &file) const;

private:
    struct File {
        std::map<int, LineStat> lines;
        int64_t longestNs = 0;
    };
    /** A line of a file, found once for each stack and each node. */
    struct Place {
        File *file = nullptr;
        LineStat *line = nullptr;
        bool isKnown = false;
    };
    Place placeOf(const Session &session, const OpEvent &op);
    Place placeAt(const SourceSpan *span);
    void markCaptured(const Session &session, int compilation);

    size_t m_done = 0; ///< operators that were counted
    std::unordered_map<std::string, File> m_files;
    std::vector<Place> m_stacks;                      ///< by stack
    std::map<std::pair<int, int64_t>, Place> m_nodes; ///< by compilation and node
    std::set<int> m_captured;                         ///< compilations whose lines are marked
};

} // namespace editorpanel
} // namespace jitscope
