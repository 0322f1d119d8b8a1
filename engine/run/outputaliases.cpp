// SPDX-License-Identifier: Apache-2.0
// Follows each result back to the memory it has, in the captured graph and in the optimized one, and copies.
#include "engine/run/outputaliases.h"

#include "engine/ops/opdef.h"
#include "engine/tensor/distinct.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>

namespace jitscope::inline run {

namespace {

/** A call on the way to a value: what the parameters of its graph mean. */
struct Caller {
    const Node *call = nullptr;
    const Graph *graph = nullptr; ///< the called one
    const Caller *outer = nullptr;
};

/** Where a value's memory comes from. */
struct Root {
    const Node *node = nullptr;
    bool repeats = false; ///< one element of it may stand at several places of the value
    bool isKnown = true;  ///< false: a branch, or what a loop left, which only the run chooses
};

const Node &behindOrder(const Node &node) {
    const Node *value = &node;
    while (value->isCallOf(op::Depend))
        value = value->inputs.front().get();
    return *value;
}

/** The node whose memory a value has, as far as it can be told before the run. */
class Roots {
public:
    explicit Roots(const Module &module)
        : m_module(module) {}

    std::vector<Root> ofOutputs() const {
        const Node &output = behindOrder(*m_module.entry()->output);
        if (!output.isCallOf(op::MakeTuple)) return {rootOf(output, nullptr, 0)};
        std::vector<Root> roots;
        for (const NodePtr &item : output.inputs)
            roots.push_back(rootOf(*item, nullptr, 0));
        return roots;
    }

private:
    static constexpr int mostCalls = 200; ///< of deeper (or endless) chains only the run knows

    Root rootOf(const Node &node, const Caller *caller, int depth) const {
        if (depth > mostCalls) return chosen(node);
        if (node.isParameter()) return ofParameter(node, caller, depth);
        if (!node.isCall()) return {&node};
        const bool isOrdered = node.op == op::Depend || node.op == op::Load; // the same value
        if (isOrdered || givesView(node.op)) return ofViewed(node, caller, depth);
        if (node.op == op::TupleGetItem) return ofItem(node, caller, depth);
        if (node.function || node.op == op::Switch || node.op == op::MakeTuple || node.op == op::MakeList)
            return chosen(node);
        const GraphPtr graph = node.callee.empty() ? nullptr : m_module.find(node.callee);
        if (!graph || !graph->output || graph->isKernel()) return {&node};
        const Caller inner{&node, graph.get(), caller};
        return rootOf(*graph->output, &inner, depth + 1);
    }

    static Root chosen(const Node &node) { return {.node = &node, .isKnown = false}; }

    Root ofViewed(const Node &view, const Caller *caller, int depth) const {
        Root root = rootOf(*view.inputs.front(), caller, depth + 1);
        const OpDef *op = findOp(view.op);
        root.repeats |= op != nullptr && op->use.repeats;
        return root;
    }

    Root ofParameter(const Node &node, const Caller *caller, int depth) const {
        if (!caller) return {&node};
        const auto &parameters = caller->graph->parameters;
        const auto place = std::find_if(parameters.begin(), parameters.end(),
                                        [&](const NodePtr &parameter) { return parameter->id == node.id; });
        const size_t index = size_t(place - parameters.begin());
        if (index >= caller->call->inputs.size()) return {&node};
        return rootOf(*caller->call->inputs[index], caller->outer, depth + 1);
    }

    Root ofItem(const Node &node, const Caller *caller, int depth) const {
        const Node &tuple = behindOrder(*node.inputs.front());
        if (tuple.isCall() && givesView(tuple.op)) return ofViewed(tuple, caller, depth); // Split
        if (findOp(tuple.op) || isCallOfKernel(tuple)) return {&node};
        const int64_t *index = node.inputs[1]->value->asInt();
        const bool isListed =
            tuple.isCallOf(op::MakeTuple) && index && *index >= 0 && *index < int64_t(tuple.inputs.size());
        return isListed ? rootOf(*tuple.inputs[size_t(*index)], caller, depth + 1) : chosen(node);
    }

    bool isCallOfKernel(const Node &node) const {
        const GraphPtr graph = node.callee.empty() ? nullptr : m_module.find(node.callee);
        return graph && graph->isKernel();
    }

    const Module &m_module;
};

bool writes(const Module &module) {
    return std::ranges::any_of(module.graphs, [](const GraphPtr &graph) {
        return std::ranges::any_of(graph->nodes, [](const NodePtr &node) {
            const OpDef *op = findOp(node->op);
            return op && op->effect == Effect::Writes;
        });
    });
}

bool isIn(const std::vector<size_t> &places, size_t place) {
    return std::find(places.begin(), places.end(), place) != places.end();
}

Value copyOf(const Value &value);

/** The same kind of sequence, of other items. */
Value sequenceOf(const Sequence &sequence, Value (*itemOf)(const Value &)) {
    std::vector<Value> items;
    std::ranges::transform(sequence.items, std::back_inserter(items), itemOf);
    Value result;
    result.data = std::make_shared<const Sequence>(Sequence{sequence.kind, std::move(items)});
    return result;
}

Value copyOf(const Value &value) {
    if (const Sequence *sequence = value.asSequence()) return sequenceOf(*sequence, copyOf);
    const Tensor *tensor = value.asTensor();
    return tensor && tensor->defined() ? Value(tensor->clone()) : value;
}

/** The same with copies of the tensors whose memory somebody else has, too. */
Value owned(const Value &value) {
    if (const Tensor *tensor = value.asTensor(); tensor && tensor->defined()) {
        const StoragePtr &storage = tensor->storage();
        const bool isShared = storage->references() > 1 || storage->showsAnother() || distinct(*tensor).repeats > 1;
        return isShared ? Value(tensor->clone()) : value;
    }
    const auto *sequence = std::get_if<std::shared_ptr<const Sequence>>(&value.data);
    if (!sequence) return value;
    return sequence->use_count() > 1 ? copyOf(value) : sequenceOf(**sequence, owned);
}

} // namespace

bool givesView(std::string_view op) {
    const OpDef *known = findOp(op);
    return known != nullptr && known->use.givesView;
}

const Node *givenBack(const Module &captured) {
    const Node &output = *captured.entry()->output;
    return output.isParameter() && !writes(captured) ? &output : nullptr;
}

OutputCopies outputsToCopy(const Module &captured, const Module &optimized, OutputUse use) {
    const auto before = Roots(captured).ofOutputs(), after = Roots(optimized).ofOutputs();
    OutputCopies copies;
    if (before.size() != after.size()) return copies;
    const bool isTuple = behindOrder(*optimized.entry()->output).isCallOf(op::MakeTuple);
    const bool givesArgument = givenBack(captured) != nullptr;
    // In the order of the program: a simplified result is that of an earlier node, which keeps its memory and its
    // views.
    std::vector<size_t> order(before.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return before[a].node->id.value < before[b].node->id.value; });
    for (auto i = order.begin(); i != order.end(); ++i) {
        const bool isNew = use == OutputUse::OfCaller ? !givesArgument : before[*i].node->isCall();
        bool isShared = isNew && !after[*i].node->isCall();
        for (auto j = order.begin(); j != i && !isShared; ++j) // a copy is nobody else's
            isShared =
                after[*i].node == after[*j].node && before[*i].node != before[*j].node && !isIn(copies.always, *j);
        const bool isRepeated = use == OutputUse::OfCaller && after[*i].repeats;
        const size_t place = isTuple ? *i : OutputCopies::whole;
        if (isShared || isRepeated)
            copies.always.push_back(place);
        else if (use == OutputUse::OfCaller && !after[*i].isKnown)
            copies.whereShared.push_back(place);
    }
    return copies;
}

Value withCopies(const Value &result, const OutputCopies &copies) {
    if (isIn(copies.always, OutputCopies::whole)) return copyOf(result);
    if (isIn(copies.whereShared, OutputCopies::whole)) return owned(result);
    const Sequence *sequence = result.asSequence();
    if (!sequence) return result;
    std::vector<Value> items;
    for (size_t place = 0; place < sequence->items.size(); ++place) {
        const Value &item = sequence->items[place]; // held by nobody else meanwhile, so that its holders count
        items.push_back(isIn(copies.always, place)        ? copyOf(item)
                        : isIn(copies.whereShared, place) ? owned(item)
                                                          : item);
    }
    return Value::tuple(std::move(items));
}

} // namespace jitscope::inline run
