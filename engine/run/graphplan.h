// SPDX-License-Identifier: Apache-2.0
// A module laid out for running: each graph a list of steps on numbered slots, with the point where a slot is dropped.
#pragma once

#include "engine/base/result.h"
#include "engine/codegen/kernelcompiler.h"
#include "engine/ir/graph.h"
#include "engine/run/structuralops.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace jitscope::inline ops {
struct OpDef;
}

namespace jitscope::inline run {

struct GraphPlan;

/** Where a step finds one argument. */
struct PlanInput {
    enum class From : uint8_t {
        Slot,     ///< of the running graph
        Constant, ///< of its plan: constants and weights
        Outer,    ///< a slot of an enclosing graph, `hops` levels out
    };
    From from = From::Slot;
    int index = 0;
    int hops = 0;
    bool isLastUse = false; ///< the slot can be given away
};

enum class StepKind : uint8_t {
    Operator,   ///< of the catalogue
    Structural, ///< tuples and the like
    Kernel,     ///< a fused kernel with its own code
    GraphCall,  ///< a graph known now
    ValueCall,  ///< a graph that is computed: the first input
};

/** How a step that nobody follows gets its arguments. */
enum class StepReading : uint8_t {
    Together, ///< copied, or moved, side by side
    One,      ///< an operator of one argument, from where it stands
    Two,      ///< an operator with `OpDef::evalApart`, from where they stand
    Apart,    ///< a kernel or a structural primitive, from where they stand
};

struct PlanStep {
    NodePtr node;
    StepKind kind = StepKind::Operator;
    StepReading reading = StepReading::Together;
    const OpDef *op = nullptr;
    const StructuralOp *structural = nullptr;
    const GraphPlan *callee = nullptr;
    std::shared_ptr<const CompiledKernel> kernel;
    std::vector<PlanInput> inputs;
    int result = 0;            ///< its slot
    bool computes = false;     ///< an operator, a kernel or the host; not what only arranges values or calls graphs
    std::vector<int> released; ///< slots that nothing reads after this step
    /** Kernels: for each output the input whose memory it takes over when that is nobody else's, or -1. */
    std::vector<int> reused = {};
    /** Kernels with several results that are only taken apart: the slot of each, or -1 for one that nobody takes. Runs
        that nobody follows put them there and pass over the steps that would take them. */
    std::vector<int> spread = {};
    bool isSpread = false; ///< a TupleGetItem of such a kernel
};

/** A step of a StraightRow: its arguments and its result are places in the row. */
struct StraightStep {
    static constexpr size_t mostInputs = 8;

    const OpDef *op = nullptr;                ///< of one or two arguments
    const StructuralOp *structural = nullptr; ///< else
    const CompiledKernel *kernel = nullptr;   ///< else
    const GraphPlan *kernelGraph = nullptr;   ///< what it was compiled of
    std::array<uint8_t, mostInputs> inputs = {};
    uint8_t count = 0; ///< of the inputs
    uint8_t result = 0;
    uint8_t itemCount = 0;                      ///< of a kernel whose results are only taken apart
    std::array<uint8_t, mostInputs> items = {}; ///< the places of them
    uint8_t released = 0;                       ///< which computed values nothing reads after this step, a bit for each
    uint8_t step = 0;                           ///< its index in the plan
};

/** A graph as one row of places: its arguments come first, then what it computes, then its constants. */
struct StraightRow {
    /** A row of more places, or of more computed values, is none. */
    static constexpr size_t mostPlaces = 24, mostValues = 8;

    std::vector<StraightStep> steps;
    uint8_t output = 0; ///< the place of what is returned
};

struct GraphPlan {
    GraphPtr graph;
    const GraphPlan *parent = nullptr; ///< of the graph whose values this one uses
    std::vector<NodePtr> arguments;    ///< parameters that a caller gives, in slots 0, 1, ...
    std::vector<Value> constants;
    std::vector<PlanStep> steps;
    PlanInput output;
    int slots = 0;
    int mostInputs = 0;   ///< of any step
    int mostTogether = 0; ///< of any step that wants them side by side
    /** The last step calls a graph and its result is the output: the callee can take the caller's place, so a loop of
        any number of rounds needs no stack. */
    bool endsInCall = false;
    /** The last step gives the output, and calls no graph. */
    bool endsInResult = false;
    /** Only operators without effects, kernels and what arranges values: nothing writes to an argument, and nothing
       that the run does not know of happens meanwhile. */
    bool isPure = false;
    /** The whole graph, where it is a few operators of one or two arguments, kernels and calls of the host; else
        without steps. */
    StraightRow straight = {};
};

using KernelMap = std::map<std::string, std::shared_ptr<const CompiledKernel>>;

/** The plans of all graphs that the entry reaches. */
struct ModulePlan {
    std::map<std::string, std::unique_ptr<GraphPlan>> graphs;
    const GraphPlan *entry = nullptr;
};

/** Lays `module` out; calls of the graphs named in `kernels` run that code. The error names the node that cannot run.
 */
Result<ModulePlan> planModule(const Module &module, const KernelMap &kernels);

/** "\nIn file x.py:12" for the innermost place of the node, or "" if none is known. */
std::string placeOf(const Node &node);

} // namespace jitscope::inline run
