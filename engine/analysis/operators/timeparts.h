// SPDX-License-Identifier: Apache-2.0
// What was at work in a stretch of a run: operators, compilations, calls of graphs between their operators, datasets,
// or none of these. The parts are of the time axis and add up to its length, however many threads there were.
#pragma once

#include "engine/session/sessionfwd.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace jitscope::inline analysis {

struct OpColumns;

struct TimeParts {
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    int64_t beginNs = 0, endNs = 0;
    int64_t operators = 0;   ///< how many are meant
    int64_t operatorNs = 0;  ///< an operator was at work, on any thread
    int64_t compileNs = 0;   ///< no operator, but a compilation
    int64_t callNs = 0;      ///< neither, but a call of a graph: it finds operands, starts nodes, is recorded
    int64_t dataNs = 0;      ///< none of these, and the script waited for a row of a dataset
    bool hasCalls = false;   ///< without any, nothing is known of launching
    bool hasData = false;    ///< the run waited for data at some time; else nothing is known of it
    bool isComplete = false; ///< false where a call did not end, and where nothing is meant

    int64_t lengthNs() const { return endNs - beginNs; }
    /** Python, and what else was not recorded. */
    double betweenNs() const {
        return isComplete ? double(lengthNs() - operatorNs - compileNs - callNs - dataNs) : unknown;
    }
    double waitNs() const { return isComplete && hasData ? double(dataNs) : unknown; }
    double launchNs() const { return isComplete && hasCalls ? double(callNs) : unknown; }
    bool operator==(const TimeParts &) const = default;
};

struct RunTimes {
    TimeParts whole; ///< from the first thing that was at work to the end of the last
    /** By the number of the group of steps; that of "(unknown)" is empty. A step lasts from the begin of its first
        operator (or of the call of a graph that runs it) to the end of its last; where the script waited for a row of
        a dataset since the step before, from the begin of that. */
    std::vector<TimeParts> steps;
};
RunTimes runTimes(const Session &session, const OpColumns &columns);

} // namespace jitscope::inline analysis
