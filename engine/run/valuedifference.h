// SPDX-License-Identifier: Apache-2.0
// How far one value lies from another, and the one rule by which that is a difference: everything that holds a compile
// against eager (variants, bisect, stage verdicts, lock step, test cases) asks here.
#pragma once

#include "engine/tensor/value.h"

#include <string>
#include <vector>

namespace jitscope::inline run {

/** Of the largest magnitude of a tensor: what values may lie apart; 16-bit floats get 100 times as much. What rounding
    alone does comes on top (see rounding.h). */
constexpr double usualTolerance = 1e-4;

/** Elements that are off by this much of themselves are told of, even where the largest element lets them pass. */
constexpr double hiddenBySize = 0.5;

/** How far rounding alone moves a value: the elements of a tensor, or of each item of a tuple. */
struct Rounding {
    double distance = 0;
    std::vector<Rounding> items = {};
};

/** How far one value lies from another. */
struct ValueDifference {
    std::string structure;  ///< "f32[2] instead of f32[3]"; empty when elements could be compared
    double maxAbsolute = 0; ///< of all elements
    double maxRelative = 0; ///< of all elements: |a - b| / max(|a|, |b|); near 1 for small ones that are quite wrong
    double magnitude = 0;   ///< the largest of the expected tensor
    double rounding = 0;    ///< how far rounding alone moves that tensor
    int item = -1;          ///< of a tuple: the tensor that lies furthest, else -1
    int64_t worst = -1;     ///< its element
    double expected = 0, actual = 0;
    bool isSmallFloat = false; ///< 16-bit floats are allowed 100 times as much

    /** Further apart than `relative` of the magnitude plus `absolute`, plus what rounding alone does; without any
        tolerance, further than not at all. */
    bool exceeds(double relative, double absolute) const;
    /** By how many times what is allowed: above 1 where it exceeds; infinite for another structure. */
    double excess(double relative, double absolute) const;
    /** Within what is allowed only because rounding alone moves it so far. */
    bool isRounding(double relative, double absolute) const;
    /** Whether elements that are small beside the largest differ by half of themselves or more, which a tolerance of
        the largest lets pass: rounding after a cancellation, or a mistake. */
    bool isHiddenBySize() const { return structure.empty() && maxRelative >= hiddenBySize; }
};

/** Numbers and tensors are compared, what holds none (tokens, graphs) is equal. Of a tuple the item is told that is
    furthest beyond what rounding does to it. */
ValueDifference compare(const Value &expected, const Value &actual, const Rounding &rounding = {});

/** "off by 0.5 at element 3: 1.5 instead of 1", "f32[2] instead of f32[3]". */
std::string toString(const ValueDifference &difference);

} // namespace jitscope::inline run
