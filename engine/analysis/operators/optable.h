// SPDX-License-Identifier: Apache-2.0
// Where the time of recorded operators went, by group: one row each.
#pragma once

#include "engine/analysis/operators/opcolumns.h"
#include "engine/analysis/operators/timespread.h"

#include <limits>

namespace jitscope::inline analysis {

/** One group. A figure that the recording does not give is NaN. */
struct OpRow {
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    std::string key;
    uint32_t group = OpGroups::unknown; ///< number of OpGroups
    int64_t count = 0;
    int64_t totalNs = 0; ///< those nested in another of the group are not counted twice
    int64_t selfNs = 0;  ///< without what ran inside of them; the rows' selves add up to what all took
    int64_t minNs = 0, maxNs = 0;
    TimeSpread spread;                       ///< of single operators
    double firstNs = unknown;                ///< of the one that began first
    double laterNs = unknown;                ///< the mean of the others; unknown where there are none
    double launchNs = unknown;               ///< of all of them, see OpColumns::launch; unknown where it is so for one
    double knownLaunchNs = unknown;          ///< of those of which it is known; of none unknown
    double share = 0;                        ///< of the rows' selves, 0..1
    double flops = unknown, bytes = unknown; ///< work in totalNs; unknown where it is so for one of them
    int64_t longest = -1;                    ///< OpEvent::number of the longest of them
    TimeParts step = {}; ///< of a whole step; nothing where some of its operators are left out, or of other groups

    void addLaunch(double ns); ///< of one more; `unknown` where it is
    double stepNs() const { return step.operators > 0 ? double(step.lengthNs()) : unknown; }
    double stepOperatorNs() const { return step.operators > 0 ? double(step.operatorNs) : unknown; }
    double stepCompileNs() const { return step.operators > 0 ? double(step.compileNs) : unknown; }
    /** Whether the first took so much longer that it prepared the others: code, memory, first touch. */
    bool hasSetUp() const;
};

/** Rows by falling self time, then by falling total, then by key; steps in their order, what is of none last. Groups of
    which nothing is there have none. */
std::vector<OpRow> opTable(const OpColumns &columns, OpGrouping grouping, const std::vector<uint32_t> &places);
std::vector<OpRow> opTable(const OpColumns &columns, OpGrouping grouping);
std::vector<OpRow> opTable(const Session &session, OpGrouping grouping);

/** The rows' selves: what all of them took. */
int64_t totalOf(const std::vector<OpRow> &rows);
/** What launching took where it is known, the same for all groupings; unknown where it is of none. No part of
    totalOf(). */
double launchOf(const std::vector<OpRow> &rows);

/** RFC 4180, times in microseconds to the nanosecond; unknown figures are empty. `by` heads the keys. */
std::string asCsv(const std::vector<OpRow> &rows, const std::string &by);
/** The same as an array of objects; unknown figures are null. */
std::string asJson(const std::vector<OpRow> &rows, const std::string &by);
/** The same in columns for people; a first call with set-up is marked, and said how much of the total that is. */
std::string asText(const std::vector<OpRow> &rows, const std::string &by);

} // namespace jitscope::inline analysis
