// SPDX-License-Identifier: Apache-2.0
// Conditions that recorded operators are filtered by, one upon the other.
#pragma once

#include "engine/analysis/operators/opcolumns.h"

namespace jitscope::inline analysis {

struct OpCondition {
    enum class Kind : uint8_t {
        Group,      ///< is in the group `text` of `grouping`
        ScopeBelow, ///< ran in the scope `text` or in one inside of it
        CalledFrom, ///< a line of its stack, or of the stack of its graph's call, is `text`: "attention.py:23"
        NameHas,    ///< its name contains `text`, in any case
        Time,       ///< runs at some time of [from, to)
        Duration    ///< took from `from` to `to`, both included
    };
    enum class Keep : uint8_t { Those, Others };

    Kind kind = Kind::Group;
    OpGrouping grouping = OpGrouping::Op;
    std::string text = {};
    int64_t from = 0, to = 0; ///< ns
    Keep keep = Keep::Those;

    bool operator==(const OpCondition &) const = default;
};

/** All of them hold; an empty one lets everything through. */
using OpFilter = std::vector<OpCondition>;

/** The places of the operators that it lets through, rising. Those whose group is unknown are in the group
    "(unknown)". */
std::vector<uint32_t> placesOf(const OpColumns &columns, const OpFilter &filter);

/** "line attention.py:23", "not MatMul": for texts without a translation. */
std::string toString(const OpCondition &condition);

} // namespace jitscope::inline analysis
