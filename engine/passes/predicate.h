// SPDX-License-Identifier: Apache-2.0
// What a rule asks of the nodes before it: a predicate with what it saw and what it needs, as values that can be
// compared. Its sentence is made of these values alone.
#pragma once

#include "engine/ir/graph.h"

#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline passes {

/** What a predicate is about, for lists. */
enum class PredicateGroup : uint8_t {
    Other,    ///< a sentence alone: of plugins, of recordings of older versions
    Users,    ///< who else needs a value
    Type,     ///< dtypes and kinds of values
    Shape,    ///< shapes, ranks and axes
    Space,    ///< what a kernel runs over: broadcasts and reductions
    Limit,    ///< sizes with a fixed limit
    Cost,     ///< what the cost model says
    Order,    ///< what would have to run in between
    Effect,   ///< writes and other state
    Operator, ///< what kind of operator or call it is
    Pattern,  ///< what the chain looks like
    Known,    ///< what must be known when the graph is compiled
    Decision, ///< somebody decided so
};

/** Every predicate that a built-in pass can fail by. The numbers stand in session files: new ones come last. */
enum class PredicateKind : uint8_t {
    Stated,
    // of fusions of chains
    Users,
    UsersOfView,
    ResultUsers,
    SameGraph,
    OtherFusion,
    GivesDType,
    TakesDType,
    TakesTensors,
    BiasType,
    OperandType,
    BiasShape,
    BiasAxis,
    NormAxes,
    MeanAxes,
    ParameterShape,
    ParameterShapes,
    ParameterRank,
    ParameterGiven,
    LeftToKernels,
    Biases,
    Training,
    Overflow,
    GradientReads,
    MaskFill,
    Rank,
    AttentionShapes,
    StepOperator,
    StepArgument,
    StepVariable,
    // of what a kernel can hold
    NoOperator,
    OperatorClass,
    OperatorCode,
    MemberGives,
    MemberTakes,
    MemberArgument,
    MemberTruth,
    MemberEmpty,
    ReducedType,
    ReducedAxes,
    ReducedEmpty,
    ReducedNothing,
    ReducedMiddle,
    UsedInGraph,
    // of joining kernels
    Members,
    Inputs,
    Results,
    SameReduction,
    ReducedWhole,
    Broadcast,
    OtherShape,
    ComputedOnce,
    ReducedAlong,
    ReducedLate,
    CallBetween,
    WayBetween,
    Elements,
    // of expanding, cutting and computing again
    NoNeighbour,
    SavedBytes,
    Formula,
    FormulaType,
    ReadAgain,
    CutTime,
    AgainBytes,
    AgainReduction,
    AgainTime,
    AgainMembers,
    AgainOnce,
    AgainKept,
    AgainInputs,
    // of the front end
    Recursion,
    NoResult,
    Arguments,
    GraphSize,
    ReturnedWhole,
    TakenWhole,
    CastKeeps,
    FixedCall,
    FoldedBytes,
    LoopCondition,
    LoopTruth,
    LoopRounds,
    LoopSize,
    // of decisions
    RefusedByDecision,
    KeptOutByDecision,
};

/** A value that a predicate compares: as text, and as a number where it is one. */
struct PredicateOperand {
    static constexpr int64_t noNumber = std::numeric_limits<int64_t>::min();

    PredicateOperand() = default;
    PredicateOperand(std::string shown)
        : text(std::move(shown)) {}
    PredicateOperand(const char *shown)
        : text(shown) {}
    template<std::integral Number>
    PredicateOperand(Number value)
        : text(std::to_string(value))
        , number(int64_t(value)) {}
    /** A number with another text than its digits: "4.0 MB". */
    PredicateOperand(std::string shown, int64_t value)
        : text(std::move(shown))
        , number(value) {}

    bool isNumber() const { return number != noNumber; }
    bool operator==(const PredicateOperand &) const = default;

    std::string text;
    int64_t number = noNumber;
};

/** A predicate that did not hold. */
struct Predicate {
    PredicateKind kind = PredicateKind::Stated;
    NodeId node;         ///< of whom it was asked; none: of all nodes together, or of one in no snapshot
    std::string subject; ///< that node as messages name it: "MatMul %12"
    PredicateOperand actual, required;
    std::string object = {}; ///< what else the sentence names
    std::string detail = {};
    std::string stated = {}; ///< the sentence, where there is nothing else

    bool operator==(const Predicate &) const = default;
};

/** One kind of predicate. */
struct PredicateForm {
    PredicateKind kind;
    PredicateGroup group;
    std::string_view name;     ///< "users of {operator}"
    std::string_view relation; ///< how what it saw should be to what it needs: "=", "<="
    std::string_view sentence; ///< of {subject}, {actual}, {required}, {object} and {detail}
};

const PredicateForm &formOf(PredicateKind kind);

/** What its operands count, where they are numbers: "bytes", "ns" or "count". */
std::string_view unitOf(PredicateKind kind);

/** "users", "shape", ... */
std::string_view toString(PredicateGroup group);

/** "users of MatMul": the same for the same predicate of the same operator. */
std::string nameOf(const Predicate &predicate);

/** "MatMul %12 has 2 users, needs 1". */
std::string toString(const Predicate &predicate);

/** A predicate that failed for `subject`. */
Predicate failedFor(PredicateKind kind, const Node &subject, PredicateOperand actual = {},
                    PredicateOperand required = {}, std::string object = {}, std::string detail = {});

/** A predicate that failed for all nodes together. */
Predicate failedTogether(PredicateKind kind, PredicateOperand actual = {}, PredicateOperand required = {},
                         std::string object = {}, std::string detail = {});

/** What plugins say of their rules. */
Predicate statedReason(std::string sentence);

/** "f32" of a tensor of any shape, the whole type of all else. */
std::string dtypeText(const Abstract &abstract);

} // namespace jitscope::inline passes
