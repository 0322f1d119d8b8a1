// SPDX-License-Identifier: Apache-2.0
// The list of all predicates with their sentences.
#include "engine/passes/predicate.h"

#include "engine/ir/nodename.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace jitscope::inline passes {

namespace {

using enum PredicateKind;
using Group = PredicateGroup;

constexpr auto forms = std::to_array<PredicateForm>({
    {Stated, Group::Other, "", "", "{detail}"},
    {Users, Group::Users, "users of {operator}", "=", "{subject} has {actual} users, needs {required}"},
    {UsersOfView, Group::Users, "users of {operator}", "=",
     "{subject} has {actual} users, needs {required}; as a view it costs nothing"},
    {ResultUsers, Group::Users, "users of the result of {operator}", "=",
     "{actual} calls take the result of {subject}, needs {required}"},
    {SameGraph, Group::Pattern, "graph of {operator}", "=", "{subject} belongs to another graph"},
    {OtherFusion, Group::Pattern, "fusion that {operator} is part of", "=",
     "{subject} is part of another fusion: {actual}"},
    {GivesDType, Group::Type, "dtype of {operator}", "=", "{subject} gives {object}, needs {required}"},
    {TakesDType, Group::Type, "dtype of what {operator} takes", "=", "{subject} takes {object}, needs {required}"},
    {TakesTensors, Group::Type, "dtype of what {operator} takes", "=",
     "{subject} takes {object}, needs {required} tensors"},
    {BiasType, Group::Type, "dtype of the bias", "=", "the types are {detail} and {object}, needs {required} tensors"},
    {OperandType, Group::Shape, "type of what {operator} takes", "=", "{subject} adds {actual}, needs {required}"},
    {BiasShape, Group::Shape, "shape of the bias", "=", "the bias is {actual}, needs {required} (one for each column)"},
    {BiasAxis, Group::Shape, "axis of {operator}", "=",
     "{subject} adds along axis {actual} of {detail}, needs the last"},
    {NormAxes, Group::Shape, "axes of {operator}", "=", "{subject} goes along more than the last axis"},
    {MeanAxes, Group::Shape, "axes of the means", "=", "the means are along {actual}, needs the last axes"},
    {ParameterShape, Group::Shape, "shape of the parameter", "ends",
     "the parameter is {actual}, needs the last axes of {required}"},
    {ParameterShapes, Group::Shape, "shapes of the parameters", "=",
     "the parameters are {actual} and {required}, need one shape"},
    {ParameterRank, Group::Shape, "rank of the parameter", "=",
     "the parameter is {object}, needs the {required} axes of the mean"},
    {ParameterGiven, Group::Order, "source of the parameter", "=",
     "{subject} is {actual}, needs parameters that are {required}"},
    {LeftToKernels, Group::Decision, "jit level for {operator}", "=",
     "{subject} is element-wise: left to a compiled kernel"},
    {Biases, Group::Pattern, "biases of {operator}", "=", "{subject} has a bias already"},
    {Training, Group::Pattern, "use of {operator}", "=",
     "{subject} is in training: its moments follow from the whole result of the convolution"},
    {Overflow, Group::Pattern, "what {operator} takes", "=",
     "{subject} may overflow, because no maximum is subtracted; Softmax does not"},
    {GradientReads, Group::Users, "gradients that read {operator}", "=",
     "the gradient reads the weights that {subject} gives"},
    {MaskFill, Group::Pattern, "number that {operator} hides by", "=",
     "{subject} hides keys by {actual}, needs minus infinity"},
    {Rank, Group::Shape, "rank of {operator}", "=", "{subject} has rank {actual}, needs {required}"},
    {AttentionShapes, Group::Shape, "shapes of the attention", "=", "the shapes do not fit: {actual}"},
    {StepOperator, Group::Pattern, "operator of the step before {operator}", "=", "{subject} follows {object}"},
    {StepArgument, Group::Pattern, "{detail} of {operator}", "=",
     "{detail} of {subject} is another than that of {object}"},
    {StepVariable, Group::Effect, "variables of {operator}", "!=", "{object} and {subject} both take {actual}"},

    {NoOperator, Group::Operator, "call of {operator}", "=", "{subject} is a call"},
    {OperatorClass, Group::Operator, "class of {operator}", "=", "{subject} is no element-wise operator"},
    {OperatorCode, Group::Operator, "code for {operator}", "=",
     "{subject} is an operator that kernels have no code for"},
    {MemberGives, Group::Type, "dtype of {operator}", "one of", "{subject} gives {object}, kernels compute {required}"},
    {MemberTakes, Group::Type, "dtype of what {operator} takes", "one of",
     "{subject} takes {object}, kernels take {required}"},
    {MemberArgument, Group::Known, "what {operator} takes", "=",
     "{subject} takes {actual}, which is neither a tensor nor known"},
    {MemberTruth, Group::Type, "dtype of what {operator} takes", "=",
     "{subject} takes {object} for {required}, which kernels do not convert"},
    {MemberEmpty, Group::Shape, "elements of {operator}", ">=", "{subject} gives {object}, which is empty"},
    {ReducedType, Group::Type, "dtype of what {operator} reduces", "=",
     "{subject} reduces {object}, kernels reduce floats to floats of the same kind"},
    {ReducedAxes, Group::Known, "axes of {operator}", "=",
     "{subject} reduces axes that are not known when the graph is compiled"},
    {ReducedEmpty, Group::Shape, "elements that {operator} reduces",
     ">=", "{subject} reduces {object}, which is empty"},
    {ReducedNothing, Group::Shape, "size of the axes of {operator}",
     ">=", "{subject} reduces axes of size 1 only, which is no work"},
    {ReducedMiddle, Group::Space, "axes of {operator}", "one of",
     "{subject} reduces the axes {actual} of {object}, kernels reduce either {required}"},
    {UsedInGraph, Group::Users, "graphs that use {operator}", "=", "{subject} is used inside of another graph"},

    {Members, Group::Limit, "members of the kernel",
     "<=", "the kernel would have {actual} members, the most is {required}"},
    {Inputs, Group::Limit, "inputs of the kernel",
     "<=", "the kernel would have {actual} inputs, the most is {required}"},
    {Results, Group::Limit, "results of the kernel",
     "<=", "the kernel would have {actual} results, the most is {required}"},
    {SameReduction, Group::Space, "what the kernel reduces", "=",
     "their reductions differ ({actual} and {required}), a kernel reduces one set of axes of one shape"},
    {ReducedWhole, Group::Space, "shape that is reduced", "=",
     "what is reduced has shape {actual}, smaller than the kernel's {required}"},
    {Broadcast, Group::Space, "shape of the kernel", "broadcasts to",
     "shape {actual} does not broadcast to the kernel's {required}"},
    {OtherShape, Group::Users, "shape of {operator}, which is used elsewhere too", "=",
     "{subject} is used elsewhere too, in another shape ({actual}) than the kernel's {required}"},
    {ComputedOnce, Group::Cost, "times that {operator} is computed",
     "<=", "{subject} would be computed {actual} times for each of its {detail} elements"},
    {ReducedAlong, Group::Space, "axes that {operator} keeps", "broadcasts to",
     "{subject} gives {actual} without the reduced axes, which does not lie along the kernel's {required} again"},
    {ReducedLate, Group::Order, "when {operator} is known", "=",
     "{subject} is known when all of {detail} is reduced, but {object} needs it for each element"},
    {CallBetween, Group::Order, "calls between", "=",
     "{object} between them is outside of the kernel and would have to run in its middle"},
    {WayBetween, Group::Limit, "steps between",
     "<=", "they are too far apart: the way between them was not clear after {required} steps"},
    {Elements, Group::Cost, "elements of the kernel",
     ">=", "they compute {actual} element, a kernel pays from {required} on"},

    {NoNeighbour, Group::Cost, "bytes that neighbours of {operator} save", ">",
     "no neighbour would join its kernel, and it has a fast one of its own"},
    {SavedBytes, Group::Cost, "bytes that neighbours of {operator} save", ">",
     "its neighbours would save {actual} bytes, but its parts read {required} bytes again"},
    {Formula, Group::Pattern, "arguments of {operator}", "=", "its formula does not hold for {actual}"},
    {FormulaType, Group::Type, "type of {operator}", "=", "its formula gives {actual} instead of {required}"},
    {ReadAgain, Group::Space, "bytes that {operator} reads again", "=",
     "{object} reduces the first axes of {detail}, and all of it would be read again"},
    {CutTime, Group::Cost, "time of the kernel", "<",
     "by the cost model {detail} would take {actual}, the whole {required} on {object}"},
    {AgainBytes, Group::Cost, "bytes of {operator}",
     ">=", "{subject} has {actual} bytes, computing it again pays from {required} on"},
    {AgainReduction, Group::Cost, "reductions to compute {operator} again", "=",
     "{subject} needs a reduction ({object})"},
    {AgainTime, Group::Cost, "time to compute {operator} again",
     "<=", "{subject} takes {actual} to compute again, {required} to store and load"},
    {AgainMembers, Group::Limit, "members of the kernel",
     "<=", "{subject} would make a kernel of {actual} members, the most is {required}"},
    {AgainOnce, Group::Cost, "times that {operator} is computed", "=",
     "{subject} would be computed several times for each element by {object}"},
    {AgainKept, Group::Cost, "bytes kept for longer",
     "<=", "{subject} has {required} bytes, but what it is made of would keep {actual} bytes for longer"},
    {AgainInputs, Group::Cost, "tensors that {operator} is made of",
     "<=", "{subject} is made of {actual} tensors that {object} does not read otherwise"},

    {Recursion, Group::Operator, "calls of itself", "=", "{object} calls itself: {actual}"},
    {NoResult, Group::Known, "result of the called graph", "=", "{object} returns nothing"},
    {Arguments, Group::Pattern, "arguments of the call", "=",
     "{object} takes {required} values, the call gives {actual}"},
    {GraphSize, Group::Limit, "nodes of the graph",
     "<=", "the graph would grow to {actual} nodes, the most is {required}"},
    {ReturnedWhole, Group::Users, "uses of the tuple", "=", "it is returned as it is"},
    {TakenWhole, Group::Users, "uses of the tuple", "=", "{actual} takes it as a whole"},
    {CastKeeps, Group::Type, "values that the dtype in between holds",
     ">=", "{actual} does not hold every value of {required}, or the last cast cuts off fractions"},
    {FixedCall, Group::Known, "callers of the graph", "=", "{actual}"},
    {FoldedBytes, Group::Limit, "bytes of the constant",
     "<=", "the result {object} takes {actual}, the most to be kept is {required}"},
    {LoopCondition, Group::Known, "condition of the loop", "=",
     "the condition depends on what is known only at run time"},
    {LoopTruth, Group::Type, "condition of the loop", "=", "the condition is no truth value"},
    {LoopRounds, Group::Limit, "rounds of the loop", "<=", "it makes more than {required} rounds"},
    {LoopSize, Group::Limit, "nodes of the loop", "<=", "it would become {actual} nodes, the most is {required}"},

    {RefusedByDecision, Group::Decision, "decisions against it", "=", "refused by a decision of this variant"},
    {KeptOutByDecision, Group::Decision, "decisions against {operator}", "=",
     "{subject} is kept out by a decision of this variant"},
});

constexpr bool isInOrder() {
    for (size_t place = 0; place < forms.size(); ++place)
        if (size_t(forms[place].kind) != place) return false;
    return true;
}
static_assert(isInOrder() && forms.size() == size_t(KeptOutByDecision) + 1, "one form for each kind, in their order");

constexpr std::array<std::string_view, size_t(Group::Decision) + 1> groupNames = {
    "other", "users",  "dtype",    "shape",   "broadcast or reduction", "size limit", "cost",
    "order", "effect", "operator", "pattern", "known when compiled",    "decision"};

using Part = std::pair<std::string_view, std::string_view>; ///< a placeholder and what stands for it

std::string filledIn(std::string_view pattern, std::initializer_list<Part> parts) {
    std::string text;
    for (size_t at = 0; at < pattern.size();) {
        const auto isHere = [&](const Part &part) { return pattern.substr(at).starts_with(part.first); };
        const auto part = std::ranges::find_if(parts, isHere);
        text += part == parts.end() ? pattern.substr(at, 1) : part->second;
        at += part == parts.end() ? 1 : part->first.size();
    }
    return text;
}

/** "MatMul" of "MatMul %12"; parameters and constants have no operator. */
std::string_view operatorOf(const Predicate &predicate) {
    const std::string_view subject = predicate.subject;
    const size_t end = subject.find(" %");
    if (end != std::string_view::npos) return subject.substr(0, end);
    return predicate.node.valid() ? std::string_view("an input") : subject;
}

} // namespace

const PredicateForm &formOf(PredicateKind kind) {
    return forms[size_t(kind)];
}

std::string_view unitOf(PredicateKind kind) {
    switch (kind) {
    case NoNeighbour:
    case SavedBytes:
    case AgainBytes:
    case FoldedBytes:
        return "bytes";
    case CutTime:
    case AgainTime:
        return "ns";
    default:
        return "count";
    }
}

std::string_view toString(PredicateGroup group) {
    return groupNames[size_t(group)];
}

std::string nameOf(const Predicate &predicate) {
    if (predicate.kind == Stated) return predicate.stated;
    return filledIn(formOf(predicate.kind).name,
                    {{"{operator}", operatorOf(predicate)}, {"{detail}", predicate.detail}});
}

std::string toString(const Predicate &predicate) {
    if (predicate.kind == Stated) return predicate.stated;
    return filledIn(formOf(predicate.kind).sentence, {{"{subject}", predicate.subject},
                                                      {"{actual}", predicate.actual.text},
                                                      {"{required}", predicate.required.text},
                                                      {"{object}", predicate.object},
                                                      {"{detail}", predicate.detail}});
}

Predicate failedFor(PredicateKind kind, const Node &subject, PredicateOperand actual, PredicateOperand required,
                    std::string object, std::string detail) {
    return {.kind = kind,
            .node = subject.id,
            .subject = nodeTitle(subject),
            .actual = std::move(actual),
            .required = std::move(required),
            .object = std::move(object),
            .detail = std::move(detail)};
}

Predicate failedTogether(PredicateKind kind, PredicateOperand actual, PredicateOperand required, std::string object,
                         std::string detail) {
    return {.kind = kind,
            .node = {},
            .subject = {},
            .actual = std::move(actual),
            .required = std::move(required),
            .object = std::move(object),
            .detail = std::move(detail)};
}

Predicate statedReason(std::string sentence) {
    return {.kind = Stated, .node = {}, .subject = {}, .actual = {}, .required = {}, .stated = std::move(sentence)};
}

std::string dtypeText(const Abstract &abstract) {
    return abstract.isTensor() ? std::string(info(abstract.dtype).brief) : brief(abstract);
}

} // namespace jitscope::inline passes
