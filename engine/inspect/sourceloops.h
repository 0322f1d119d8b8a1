// SPDX-License-Identifier: Apache-2.0
// Where control can go back to an earlier line of the same function, told by the indentation of Python's source text.
#pragma once

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace jitscope::inline inspect {

class SourceLoops {
public:
    /** Keeps the view. */
    explicit SourceLoops(std::string_view text);

    bool isKnown() const { return !m_lines.empty(); }
    /** Whether a loop (or the end of a `with`) holds both lines, so that `to` can run after `from`, which stands below
        it. Lines count from 1. */
    bool canGoBack(int from, int to);

private:
    bool holds(int header, int from) const;
    bool find(int from, int to) const;

    struct Line {
        int indent = -1; ///< -1: nothing but white space or a comment
        std::string_view text;
    };
    std::vector<Line> m_lines;
    std::map<std::pair<int, int>, bool> m_known;
};

} // namespace jitscope::inline inspect
