// SPDX-License-Identifier: Apache-2.0
// Keeps what nodes compute, compares values, and follows places from module to module.
#include "engine/run/trail.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline run {

namespace {

constexpr double smallFloatFactor = 100;

double largestMagnitude(const Tensor &tensor) {
    const TensorStatistics all = statistics(tensor, 1);
    return std::max(std::abs(all.min), std::abs(all.max));
}

bool isFloat(DType dtype) {
    return dtype == DType::Float16 || dtype == DType::BFloat16 || dtype == DType::Float32 || dtype == DType::Float64;
}

ValueDifference compareTensors(const Tensor &expected, const Tensor &actual) {
    ValueDifference found;
    if (expected.dtype() != actual.dtype() || !(expected.shape() == actual.shape())) {
        found.structure = brief(Abstract::of(actual)) + " instead of " + brief(Abstract::of(expected));
        return found;
    }
    found.isSmallFloat = expected.dtype() == DType::Float16 || expected.dtype() == DType::BFloat16;
    if (expected.count() == 0) return found;
    if (isFloat(expected.dtype())) found.magnitude = largestMagnitude(expected);
    if (identical(expected, actual)) return found;
    const Difference off = difference(expected, actual);
    found.maxAbsolute = off.maxAbsolute;
    found.maxRelative = off.maxRelative;
    found.worst = off.worstIndex;
    if (found.worst < 0) return found;
    found.expected = expected.at(found.worst);
    found.actual = actual.at(found.worst);
    return found;
}

/** Whether `a` is the greater difference: another structure, else further apart for its size. */
bool isWorse(const ValueDifference &a, const ValueDifference &b) {
    if (a.structure.empty() != b.structure.empty()) return !a.structure.empty();
    return a.maxAbsolute * std::max(b.magnitude, 1e-30) > b.maxAbsolute * std::max(a.magnitude, 1e-30);
}

ValueDifference compareSequences(const Sequence &expected, const Sequence &actual) {
    ValueDifference worst;
    double maxRelative = 0;
    for (size_t i = 0; i < expected.items.size(); ++i) {
        ValueDifference item = compare(expected.items[i], actual.items[i]);
        item.item = int(i);
        maxRelative = std::max(maxRelative, item.maxRelative);
        if (i == 0 || isWorse(item, worst)) worst = std::move(item);
    }
    worst.maxRelative = maxRelative;
    return worst;
}

ValueDifference differentStructure(std::string text) {
    ValueDifference found;
    found.structure = std::move(text);
    return found;
}

ValueDifference compareNumbers(double expected, double actual) {
    ValueDifference found;
    found.magnitude = std::isfinite(expected) ? std::abs(expected) : 0;
    found.worst = 0;
    found.expected = expected;
    found.actual = actual;
    if (expected == actual || (std::isnan(expected) && std::isnan(actual))) return found;
    found.maxAbsolute = std::abs(expected - actual);
    if (std::isnan(found.maxAbsolute)) found.maxAbsolute = std::numeric_limits<double>::infinity();
    return found;
}

} // namespace

Value frozen(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) {
        if (!tensor->defined()) return value;
        const StoragePtr now(tensor->storage()->snapshot());
        return Tensor(now, tensor->shape(), tensor->strides(), tensor->offset(), tensor->dtype());
    }
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    for (const Value &item : sequence->items)
        items.push_back(frozen(item));
    return sequence->kind == SequenceKind::List ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

bool ValueDifference::exceeds(double relative, double absolute) const {
    if (!structure.empty()) return true;
    const double allowed = relative * magnitude + absolute;
    return !(maxAbsolute <= (isSmallFloat ? smallFloatFactor * allowed : allowed));
}

ValueDifference compare(const Value &expected, const Value &actual) {
    if (const Tensor *tensor = expected.asTensor()) {
        const Tensor *other = actual.asTensor();
        return other ? compareTensors(*tensor, *other) : differentStructure(toString(actual) + " instead of a tensor");
    }
    const Sequence *wanted = expected.asSequence(), *given = actual.asSequence();
    if (wanted && given && wanted->items.size() == given->items.size()) return compareSequences(*wanted, *given);
    if (wanted || given) return differentStructure("another structure");
    if (expected.asMonad() || expected.asGraph() || expected.asOpaque()) return {};
    if (expected.number() && actual.number()) return compareNumbers(*expected.number(), *actual.number());
    return expected == actual ? ValueDifference()
                              : differentStructure(toString(actual) + " instead of " + toString(expected));
}

std::string toString(const ValueDifference &difference) {
    const std::string item = difference.item < 0 ? std::string() : format("item %d: ", difference.item);
    if (!difference.structure.empty()) return item + difference.structure;
    return item + format("off by %g at element %lld: %g instead of %g", difference.maxAbsolute,
                         static_cast<long long>(difference.worst), difference.actual, difference.expected);
}

void Trail::nodeDone(const Node &node, bool isKernel, std::span<const Value>, const Value &result, int64_t, int64_t) {
    std::vector<size_t> &rounds = m_rounds[node.id];
    if (rounds.size() >= m_mostRounds) {
        m_isFull = true;
        return;
    }
    rounds.push_back(m_steps.size());
    m_steps.push_back({node.id, isKernel, frozen(result)});
}

const std::vector<size_t> &Trail::rounds(NodeId node) const {
    static const std::vector<size_t> none;
    const auto found = m_rounds.find(node);
    return found == m_rounds.end() ? none : found->second;
}

NodePlaces::NodePlaces(const Module &before, const Module &after) {
    for (const GraphPtr &graph : before.graphs)
        for (const NodePtr &node : graph->nodes)
            m_before.emplace(node->id, node);
    for (const GraphPtr &graph : after.graphs)
        for (const NodePtr &node : graph->nodes)
            m_after.emplace(node->id, node);
    for (const GraphPtr &graph : after.graphs) {
        for (const NodePtr &node : graph->nodes)
            pairInputs(*node);
        const GraphPtr old = before.find(graph->name);
        if (old && old->output && graph->output) pair(*old->output, *graph->output);
    }
}

/** A node that stayed uses at each place what took the place of what it used. */
void NodePlaces::pairInputs(const Node &after) {
    const NodePtr old = nodeBefore(after.id);
    if (!old || old->op != after.op || old->inputs.size() != after.inputs.size()) return;
    for (size_t i = 0; i < after.inputs.size(); ++i)
        pair(*old->inputs[i], *after.inputs[i]);
}

void NodePlaces::pair(const Node &before, const Node &after) {
    if (!before.isCall() || !after.isCall() || before.id == after.id) return;
    if (m_pairs.emplace(after.id, before.id).second) m_taken[before.id].push_back(after.id);
}

NodePtr NodePlaces::of(const Node &after) const {
    if (const auto same = m_before.find(after.id); same != m_before.end()) return same->second;
    const auto found = m_pairs.find(after.id);
    return found == m_pairs.end() ? nullptr : nodeBefore(found->second);
}

NodePtr NodePlaces::nodeBefore(NodeId id) const {
    const auto found = m_before.find(id);
    return found == m_before.end() ? nullptr : found->second;
}

NodePtr NodePlaces::nodeAfter(NodeId id) const {
    const auto found = m_after.find(id);
    return found == m_after.end() ? nullptr : found->second;
}

const std::vector<NodeId> &NodePlaces::taken(NodeId before) const {
    static const std::vector<NodeId> none;
    const auto found = m_taken.find(before);
    return found == m_taken.end() ? none : found->second;
}

namespace {

bool givesElse(const Trail &before, NodeId reference, const Trail &after, NodeId node, double relative,
               double absolute) {
    const auto &right = before.rounds(reference), &given = after.rounds(node);
    for (size_t i = 0; i < std::min(right.size(), given.size()); ++i)
        if (compare(before.steps()[right[i]].value, after.steps()[given[i]].value).exceeds(relative, absolute))
            return true;
    return false;
}

/** A node that is as it was computes something else because of what the pass put before it. */
NodePtr inputToBlame(const NodePtr &node, const Node &reference, const NodePlaces &places) {
    if (node->id != reference.id || node->op != reference.op || node->callee != reference.callee) return node;
    for (auto input = node->inputs.rbegin(); input != node->inputs.rend(); ++input)
        if ((*input)->isCall() && !places.of(**input)) return *input;
    return node;
}

/** Of the new nodes that lead to `node`, the first that took the place of one other node and gives something else;
    null if there is none. Nodes inside of the rewrite that made `node` share its origins and prove nothing. */
NodePtr wrongReplacement(const NodePtr &node, const NodePlaces &places, const Trail &before, const Trail &after,
                         double relative, double absolute) {
    if (places.nodeBefore(node->id)) return nullptr;
    for (const NodePtr &input : node->inputs) {
        if (!input->isCall() || places.nodeBefore(input->id)) continue;
        if (const NodePtr earlier = wrongReplacement(input, places, before, after, relative, absolute)) return earlier;
        if (input->origins.size() != 1 || input->origins == node->origins) continue;
        if (givesElse(before, input->origins.front(), after, input->id, relative, absolute)) return input;
    }
    return nullptr;
}

} // namespace

NodePtr culpritOf(const NodePtr &node, const Node &reference, const NodePlaces &places, const Trail &before,
                  const Trail &after, double relative, double absolute) {
    const NodePtr blamed = inputToBlame(node, reference, places);
    const NodePtr earlier = wrongReplacement(blamed, places, before, after, relative, absolute);
    return earlier ? earlier : blamed;
}

} // namespace jitscope::inline run
