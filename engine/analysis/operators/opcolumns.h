// SPDX-License-Identifier: Apache-2.0
// The recorded operators by column, for questions that go over a million of them: their times, what each is grouped by,
// and which of them ran inside of which.
#pragma once

#include "engine/analysis/operators/opgrouping.h"
#include "engine/analysis/operators/timeparts.h"
#include "engine/base/spillmemory.h"
#include "engine/session/sessionfwd.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** Of each operator the group that it is in, as a number of `texts`. */
struct OpGroups {
    static constexpr uint32_t unknown = 0;            ///< the recording does not say
    static constexpr uint32_t outside = ~uint32_t(0); ///< not meant: an eager operator among nodes

    LongVector<uint32_t> of;        ///< by place
    std::vector<std::string> texts; ///< by number; the first is "(unknown)"

    /** The number of a group, or `outside` where no operator is in it. */
    uint32_t find(const std::string &text) const;
};

/** An operator's place is its index in Session::ops. */
struct OpColumns {
    int64_t firstNumber = 1;       ///< OpEvent::number at place 0
    LongVector<int64_t> start;     ///< ns
    LongVector<int64_t> duration;  ///< ns
    LongVector<int64_t> self;      ///< ns: of the duration, what no operator nested directly in it covers
    LongVector<int32_t> parent;    ///< the place of the operator in which it ran, -1 for none
    LongVector<int32_t> stack;     ///< index into Session::stacks, -1 for unknown
    LongVector<int32_t> call;      ///< index into Session::graphCalls, -1 for eager ones and unknown calls
    LongVector<int32_t> callStack; ///< of that call, as `stack`
    LongVector<int64_t> launch;    ///< ns before the begin that went to starting it, see below; `unknownLaunch`
    LongVector<uint8_t> isKernel;  ///< a fused kernel
    LongVector<double> flops;      ///< floating point operations; 0 also where they are not known
    LongVector<double> bytes;      ///< read and written, each tensor once; 0 also where they are not known
    std::array<OpGroups, opGroupingCount> groups; ///< by OpGrouping

    /** Of each stack its lines, "attention.py:23", innermost first. */
    std::vector<std::vector<std::string>> linesOfStack;
    RunTimes times;         ///< what the time of the run and of its steps went to
    double waitedShare = 0; ///< see threads/threadtimes.h

    static constexpr int64_t unknownLaunch = -1;

    size_t size() const { return start.size(); }
    int64_t number(size_t place) const { return firstNumber + int64_t(place); }
    int64_t end(size_t place) const { return start[place] + duration[place]; }
    const OpGroups &by(OpGrouping grouping) const { return groups[size_t(grouping)]; }
};

/**
 * What nests in what: recordings list an operator when it is done, so those that ran inside of it stand before it. Only
 * fused kernels that run node by node and calls of Python from a graph hold others; what merely runs at the same time
 * on another thread is no part of an operator. What overlaps without nesting is at the top.
 *
 * The phase of an eager operator is recorded; nodes of a graph are of the backward pass where the gradient made them
 * (their scope says so), of the optimizer where they update weights or only serve that (updatenodes.h). Steps are
 * counted from 1 and end where the optimizer does; without an optimizer, and behind the last one, the step is unknown.
 *
 * An operator of an eager backward pass has no cell of its own: it is in that of the operator whose gradient it is of,
 * in the scope "Gradients/...", as graphs name it.
 *
 * Launching a node of a compiled graph is what lies between its begin and the end of the node before it in that call,
 * or the begin of the call: finding its operands, steps that compute nothing, and what recording the node before took.
 * Before an eager operator Python runs, of which only the whole is known: its launch is unknown, as is that of what ran
 * inside of another operator.
 */
OpColumns opColumns(const Session &session);

/** As groups by line have it: "attention.py:23", the user's own innermost line of a stack; "(unknown)" without one. */
std::string lineText(const Session &session, int stack);

} // namespace jitscope::inline analysis
