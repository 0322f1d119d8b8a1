// SPDX-License-Identifier: Apache-2.0
// Finds where a compilation leaves the values of its captured graph: the first pass, and in it the first node.
#pragma once

#include "engine/passes/pass.h"
#include "engine/run/executable.h"
#include "engine/run/rounding.h"

#include <functional>
#include <optional>
#include <string>

namespace jitscope::inline run {

/** One call of a compiled function, and what it should give. */
struct BisectTask {
    Module captured;
    std::vector<PassRecord> passes;
    std::vector<Value> arguments;  ///< one for each parameter that is no weight
    std::optional<Value> expected; ///< what the function gave when it ran eagerly, in the form of the graph's result
    /** How far floats may lie apart, of the largest magnitude in their tensor; 16-bit floats get 100 times as much.
        What rounding alone does to a value comes on top (rounding.h). */
    double tolerance = usualTolerance;
    /** Told what runs next and how much of all has run; false ends it. */
    std::function<bool(const std::string &what, double share)> progress = nullptr;
};

/** The first place where values are others than before. */
struct Divergence {
    enum class Where : uint8_t {
        Capture, ///< the captured graph gives something else than the eager function
        Pass,
        Codegen, ///< a compiled kernel gives something else than its operators one by one
    };
    Where where = Where::Pass;
    int pass = -1;     ///< its index among the passes
    NodePtr node;      ///< of the module after the pass; null when only the result as a whole is known to differ
    NodePtr reference; ///< the node of the module before that gave the right value, or null
    std::string rule;  ///< of the pass's log, where it tells of this node
    Value expected, actual;
    double rounding = 0;    ///< how far rounding alone moves the tensor that differs
    std::string difference; ///< "off by 0.5 at element 3", "f32[2] instead of f32[3]"
};

struct BisectReport {
    int modulesRun = 0;
    std::optional<Divergence> divergence;
    /** Some value lies within what is allowed only because rounding alone moves it so far: a difference of numbers that
        should be 0, say. */
    bool isRoundingAllowed = false;
    /** Of all results that are within the tolerance, by how much of its own size an element is off at most; 0 to 1. */
    double largestOwnDifference = 0;
};

/** Runs the captured graph, the graph after each pass that changed it, and the compiled kernels, each with the same
    arguments, random numbers and weights, until results or written weights differ. Weights and random state are as
    before when it returns; what the graphs print is dropped. The error names a module that cannot run, or says that it
    was called off. */
Result<BisectReport> bisect(const BisectTask &task);

/** "Pass arithmetic_simplify (opt_a, cycle 1) at Sub %12: off by 2 at element 0", and where it stands. */
std::string toString(const Divergence &divergence, const BisectTask &task);

} // namespace jitscope::inline run
