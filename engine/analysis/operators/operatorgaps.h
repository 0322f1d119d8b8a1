// SPDX-License-Identifier: Apache-2.0
// The stretches between operators in which nothing recorded was at work, and between which lines of the program they
// lie.
#pragma once

#include "engine/analysis/operators/opcolumns.h"

#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** Where a gap lies: behind the operator before it and before the one after it, in the innermost function that both
    were called from. What ran between these lines is not recorded. */
struct GapPlace {
    enum class Kind : uint8_t {
        Within, ///< on the way from one line of a function to the same or a later one, or in a line that comes again
        Round,  ///< back to an earlier line: from one round of a loop to the next, or from one call to the next
        Apart,  ///< both have no function in common
        Before  ///< what was before is not known: only `to` is
    };

    Kind kind = Kind::Before;
    std::string function = {};      ///< that holds both lines: "body", "<module>"; "" where none does
    std::string from = {}, to = {}; ///< "train.py:75", "train.py:74"
    int loopLine = 0;               ///< of the loop that goes round, or that holds the line; 0 for unknown
    std::string loopText = {};      ///< as written: "for batch in loader:"

    bool isOfScript() const { return function.empty() || function == "<module>"; }
    bool operator==(const GapPlace &) const = default;
};

struct OperatorGap {
    int64_t beginNs = 0, endNs = 0;
    int64_t next = -1;  ///< the place of the operator that ends it; of a call of a graph, its first one; -1: unknown
    uint32_t where = 0; ///< a number of OperatorGaps::places
    int64_t length() const { return endNs - beginNs; }
};

struct OperatorGaps {
    std::vector<OperatorGap> gaps; ///< in the order of time
    std::vector<GapPlace> places;
    int64_t spanNs = 0; ///< from the first operator, call or compilation to the end of the last
};

/** Nothing is at work where on no thread an operator, a call of a graph or a compilation is. The lines are those of the
    thread that ends the gap. */
OperatorGaps operatorGaps(const Session &session, const OpColumns &columns);

/** "train.py:21", "train.py:21-23", "train.py:75->74", "a.py:5->b.py:7". */
std::string lineText(const GapPlace &place);
/** "in body", "round the loop of line 71: for batch in loader:", "in the loop of line 35: for i in range(9):"; "" where
 * nothing is to be said. */
std::string sentence(const GapPlace &place);

} // namespace jitscope::inline analysis
