// SPDX-License-Identifier: Apache-2.0
// Cuts the entry of a joint graph where the gradient begins, and finds what crosses the cut.
#include "engine/capture/gradientsplit.h"

#include "engine/capture/weightwrites.h"
#include "engine/ops/opdef.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline capture {

namespace {

bool isWeight(const NodePtr &node) {
    return node->isParameter() && node->weight->defined();
}

/** Names of the graphs that the calls reach, directly or by other graphs. */
class ReachedGraphs {
public:
    explicit ReachedGraphs(const Module &module)
        : m_module(module) {}

    void addCallsOf(const std::vector<NodePtr> &nodes) {
        for (const NodePtr &node : nodes)
            addCallOf(*node);
    }

    /** Those that are called directly, before graphs() was asked. */
    const std::unordered_set<std::string> &names() const { return m_names; }

    /** In the order of the module. */
    std::vector<GraphPtr> graphs() {
        for (; !m_pending.empty(); m_pending.pop_front())
            addCallsOf(m_pending.front()->nodes);
        std::vector<GraphPtr> found;
        for (const GraphPtr &graph : m_module.graphs)
            if (m_names.contains(graph->name)) found.push_back(graph);
        return found;
    }

private:
    void addCallOf(const Node &node) {
        if (!node.callee.empty()) add(node.callee);
        for (const NodePtr &input : node.inputs)
            if (const GraphReference *graph = input->isConstant() ? input->value->asGraph() : nullptr) add(graph->name);
        if (node.function) addCallOf(*node.function);
    }

    void add(const std::string &name) {
        const GraphPtr graph = m_names.insert(name).second ? m_module.find(name) : nullptr;
        if (graph) m_pending.push_back(graph);
    }

    const Module &m_module;
    std::unordered_set<std::string> m_names;
    std::deque<GraphPtr> m_pending;
};

/** The same graph where the entry is called otherwise. */
GraphPtr withParent(const GraphPtr &graph, const std::string &before, const std::string &after) {
    if (graph->parent != before || before == after) return graph;
    Graph renamed = *graph;
    renamed.parent = after;
    return std::make_shared<const Graph>(std::move(renamed));
}

/** The entry and the graphs that it needs, with those of its weights that they use. */
Module moduleOf(const JointGraph &joint, Graph entry) {
    ReachedGraphs reached(joint.module);
    reached.addCallsOf(entry.nodes);
    std::vector<GraphPtr> others = reached.graphs();
    for (GraphPtr &graph : others)
        graph = withParent(graph, joint.module.entry()->name, entry.name);
    std::unordered_set<const Node *> used = {entry.output.get()};
    const auto note = [&](const std::vector<NodePtr> &nodes) {
        for (const NodePtr &node : nodes)
            for (const NodePtr &input : node->inputs)
                used.insert(input.get());
    };
    note(entry.nodes);
    for (const GraphPtr &graph : others) {
        note(graph->nodes);
        used.insert(graph->output.get());
    }
    for (const NodePtr &parameter : joint.module.entry()->parameters)
        if (isWeight(parameter) && used.contains(parameter.get())) entry.parameters.push_back(parameter);
    Module module;
    module.attrs = joint.module.attrs;
    module.graphs.push_back(std::make_shared<const Graph>(std::move(entry)));
    module.graphs.insert(module.graphs.end(), others.begin(), others.end());
    return module;
}

class Split {
public:
    Split(const JointGraph &joint, IdSource &ids)
        : m_joint(joint)
        , m_entry(*joint.module.entry())
        , m_ids(ids)
        , m_written(writtenWeights(joint.module, NodeId{0}, joint.backward))
        , m_writtenBack(writtenWeights(joint.module, joint.backward, NodeId{std::numeric_limits<int64_t>::max()})) {
        size_t plain = 0;
        for (const NodePtr &parameter : m_entry.parameters)
            if (!isWeight(parameter) && plain++ < joint.arguments) m_argumentPlace.emplace(parameter.get(), plain - 1);
        const auto isForward = [&](const NodePtr &node) { return node->id.value < joint.backward.value; };
        m_cut = size_t(std::find_if(m_entry.nodes.rbegin(), m_entry.nodes.rend(), isForward).base() -
                       m_entry.nodes.begin());
        for (size_t i = 0; i < m_cut; ++i)
            m_forward.insert(m_entry.nodes[i].get());
        assert(m_entry.output->isCallOf(op::MakeTuple) && m_entry.output->inputs.size() >= joint.results);
    }

    /** Whether the gradient takes what a write to a weight gave, which a later write may have changed. */
    bool takesWritten() const { return m_takesWritten; }
    /** Whether it reads a weight to which both halves write: whose elements are then is not known. */
    bool readsWrittenTwice() const { return m_readsWrittenTwice; }

    SplitGradient run() {
        const auto &outputs = m_entry.output->inputs;
        m_results.assign(outputs.begin(), outputs.begin() + std::ptrdiff_t(m_joint.results));
        for (size_t i = m_cut; i < m_entry.nodes.size(); ++i) {
            const NodePtr &node = m_entry.nodes[i];
            if (node == m_entry.output) continue;
            if (isItemOfResult(*node) && m_forward.contains(node->inputs[0].get()))
                m_forward.insert(m_items.emplace_back(node).get()); // one item crosses the cut, not all
            else
                m_here[node.get()] = withInputs(node);
        }
        std::vector<NodePtr> gradients;
        for (size_t i = m_joint.results; i < outputs.size(); ++i)
            gradients.push_back(here(outputs[i]));
        return {forward(), backward(std::move(gradients)), std::move(m_saved)};
    }

private:
    static constexpr int mostViews = 64; ///< of a longer chain of views a part is saved

    Module forward() {
        Graph graph = m_entry;
        graph.parameters.clear();
        for (const NodePtr &parameter : m_entry.parameters)
            if (m_argumentPlace.contains(parameter.get())) graph.parameters.push_back(parameter);
        graph.nodes.resize(m_cut);
        graph.nodes.insert(graph.nodes.end(), m_items.begin(), m_items.end());
        std::vector<NodePtr> results = m_results;
        results.insert(results.end(), m_inside.begin(), m_inside.end());
        return moduleOf(m_joint, returning(std::move(graph), std::move(results)));
    }

    Module backward(std::vector<NodePtr> gradients) {
        Graph graph = m_entry;
        graph.name = "◂" + m_entry.name;
        graph.parameters = m_parameters;
        for (const NodePtr &parameter : m_entry.parameters)
            if (!isWeight(parameter) && !m_argumentPlace.contains(parameter.get()))
                graph.parameters.push_back(parameter);
        graph.nodes = m_nodes;
        return moduleOf(m_joint, returning(std::move(graph), std::move(gradients)));
    }

    /** One value alone, several as a tuple. */
    Graph returning(Graph graph, std::vector<NodePtr> values) {
        graph.output = values.size() == 1 ? values.front() : tupleOf(std::move(values), *m_entry.output);
        if (graph.output->isCall() && std::ranges::find(graph.nodes, graph.output) == graph.nodes.end())
            graph.nodes.push_back(graph.output);
        return graph;
    }

    NodePtr tupleOf(std::vector<NodePtr> items, const Node &place) {
        Node tuple = place;
        tuple.id = m_ids.next();
        tuple.op = op::MakeTuple;
        std::vector<Abstract> types;
        for (const NodePtr &item : items)
            types.push_back(item->abstract);
        tuple.inputs = std::move(items);
        tuple.abstract = Abstract::tuple(std::move(types));
        tuple.function = nullptr;
        tuple.callee.clear();
        return std::make_shared<const Node>(std::move(tuple));
    }

    NodePtr withInputs(const NodePtr &node, int depth = 0) {
        Node copy = *node;
        const OpDef *op = findOp(node->op);
        const bool writes = op && op->effect == Effect::Writes;
        for (size_t i = 0; i < copy.inputs.size(); ++i) {
            NodePtr &input = copy.inputs[i];
            const bool isTarget = writes && isWeight(input) && std::ranges::find(op->written, i) != op->written.end();
            if (!isTarget) input = here(input, depth);
        }
        if (copy.function) copy.function = here(copy.function, depth);
        return m_nodes.emplace_back(std::make_shared<const Node>(std::move(copy)));
    }

    /** What stands for a value of the joint graph in the backward one. */
    NodePtr here(const NodePtr &node, int depth = 0) {
        if (const auto known = m_here.find(node.get()); known != m_here.end()) return known->second;
        if (isWeight(node) && m_written.contains(node->weight->storage().get())) {
            m_readsWrittenTwice = m_readsWrittenTwice || m_writtenBack.contains(node->weight->storage().get());
            return m_here[node.get()] = atEnd(node);
        }
        const bool crosses = m_forward.contains(node.get()) || m_argumentPlace.contains(node.get());
        if (!crosses) return node; // a constant, a weight or the gradient of a result
        return m_here[node.get()] = brought(node, depth);
    }

    NodePtr brought(const NodePtr &node, int depth) {
        if (const auto place = m_argumentPlace.find(node.get()); place != m_argumentPlace.end())
            return saved(node, {SavedValue::From::Argument, place->second});
        if (depth < mostViews && !showsWritten(*node)) {
            if (node->op == op::Identity) return here(node->inputs[0], depth + 1);
            const bool isTuple = node->op == op::MakeTuple || node->op == op::TupleGetItem || node->op == op::Switch;
            const bool isFree = isTuple || (givesView(*node) && node->abstract->isTensor());
            if (isFree && !isItemOfResult(*node)) return withInputs(node, depth + 1);
        }
        if (node->abstract->kind == Abstract::Kind::Tuple) return broughtItems(node);
        const auto result = std::ranges::find(m_results, node);
        if (result != m_results.end())
            return saved(node, {SavedValue::From::Result, size_t(result - m_results.begin())});
        const OpDef *root = findOp(rootOf(*node).op);
        m_takesWritten = m_takesWritten || (root && root->effect == Effect::Writes);
        m_inside.push_back(node);
        return saved(node, {SavedValue::From::Inside, m_inside.size() - 1});
    }

    /** The elements that a weight has when the forward part is over: a later call may write to it before the gradient
        comes. */
    NodePtr atEnd(const NodePtr &weight) {
        Node read;
        read.id = m_ids.next();
        read.op = op::Identity;
        read.inputs = {weight};
        read.name = weight->name;
        read.abstract = Abstract::tensor(weight->abstract->dtype, weight->abstract->shape);
        read.spans = m_entry.output->spans;
        read.scope = m_entry.output->scope;
        m_inside.push_back(m_items.emplace_back(std::make_shared<const Node>(std::move(read))));
        return saved(m_inside.back(), {SavedValue::From::Inside, m_inside.size() - 1});
    }

    /** Whose memory it shows. */
    static const Node &rootOf(const Node &node) {
        const Node *root = &node;
        while (root->isCall() && (root->op == op::Identity || givesView(*root)))
            root = root->inputs[0].get();
        return *root;
    }

    /** An item of what an operator or another graph gave, which only exists there. */
    static bool isItemOfResult(const Node &node) {
        return node.op == op::TupleGetItem && !node.inputs[0]->isCallOf(op::MakeTuple);
    }

    /** Whether it is a weight's memory, to which the function writes: elements of then, not of now. */
    bool showsWritten(const Node &node) const {
        const Node &root = rootOf(node);
        return root.isParameter() && m_written.contains(root.weight->storage().get());
    }

    static bool givesView(const Node &node) {
        const OpDef *op = findOp(node.op);
        return op && op->use.givesView && op->effect == Effect::None;
    }

    NodePtr broughtItems(const NodePtr &tuple) {
        std::vector<NodePtr> items;
        for (size_t i = 0; i < tuple->abstract->items.size(); ++i) {
            Node item = *tuple;
            item.id = m_ids.next();
            item.op = op::TupleGetItem;
            item.callee.clear();
            item.function = nullptr;
            Node index;
            index.id = m_ids.next();
            index.kind = NodeKind::Constant;
            index.value = Value(int64_t(i));
            index.abstract = Abstract::of(*index.value);
            item.inputs = {tuple, std::make_shared<const Node>(std::move(index))};
            item.abstract = tuple->abstract->items[i];
            const NodePtr made = m_items.emplace_back(std::make_shared<const Node>(std::move(item)));
            m_forward.insert(made.get());
            m_inside.push_back(made);
            items.push_back(saved(made, {SavedValue::From::Inside, m_inside.size() - 1}));
        }
        return m_nodes.emplace_back(tupleOf(std::move(items), *tuple));
    }

    NodePtr saved(const NodePtr &node, SavedValue value) {
        Node parameter;
        parameter.id = m_ids.next();
        parameter.kind = NodeKind::Parameter;
        parameter.name = node->name;
        parameter.abstract = node->abstract;
        parameter.spans = node->spans;
        parameter.scope = node->scope;
        m_saved.push_back(value);
        return m_parameters.emplace_back(std::make_shared<const Node>(std::move(parameter)));
    }

    const JointGraph &m_joint;
    const Graph &m_entry;
    IdSource &m_ids;
    bool m_takesWritten = false, m_readsWrittenTwice = false;
    size_t m_cut = 0; ///< how many of the entry's calls run forward
    std::unordered_map<const Node *, size_t> m_argumentPlace;
    std::unordered_set<const Node *> m_forward;
    std::unordered_set<const Storage *> m_written, m_writtenBack; ///< of weights, by each half
    std::vector<NodePtr> m_results, m_inside, m_items;            ///< of the forward graph
    std::vector<NodePtr> m_nodes, m_parameters;                   ///< of the backward graph
    std::unordered_map<const Node *, NodePtr> m_here;             ///< joint -> backward
    std::vector<SavedValue> m_saved;
};

/** Whether a graph calls itself, by others too. */
bool hasRecursion(const Module &module) {
    std::unordered_map<std::string, std::unordered_set<std::string>> open; // graph -> those that it calls
    for (const GraphPtr &graph : module.graphs) {
        ReachedGraphs called(module);
        called.addCallsOf(graph->nodes);
        open[graph->name] = called.names();
    }
    // Those that call nothing go, until none does.
    for (bool goes = true; goes;) {
        goes = false;
        for (auto graph = open.begin(); graph != open.end();) {
            const bool isFree =
                std::ranges::none_of(graph->second, [&](const auto &name) { return open.contains(name); });
            goes = goes || isFree;
            graph = isFree ? open.erase(graph) : std::next(graph);
        }
    }
    return !open.empty();
}

/** Finds a write of the forward part that the gradient would have to know of. */
class Writers {
public:
    explicit Writers(const JointGraph &joint)
        : m_joint(joint) {
        size_t place = 0;
        for (const NodePtr &parameter : joint.module.entry()->parameters) {
            const bool isFollowed =
                isWeight(parameter)
                    ? std::ranges::find(joint.followedWeights, parameter->weight->storage().get()) !=
                          joint.followedWeights.end()
                    : std::ranges::find(joint.followedArguments, place) != joint.followedArguments.end();
            place += !isWeight(parameter);
            if (isFollowed) m_followed.insert(parameter.get());
        }
    }

    /** Its name, or "". */
    std::string find() {
        if (!m_followed.empty()) noteValues();
        for (const GraphPtr &graph : m_joint.module.graphs)
            for (const NodePtr &node : graph->nodes)
                if (const OpDef *op = writerOf(node)) return op->name;
        return {};
    }

private:
    /** What is computed from what is followed; all that a called graph gets may be. */
    void noteValues() {
        for (const GraphPtr &graph : m_joint.module.graphs) {
            if (graph->name == m_joint.module.entry()->name) continue;
            for (const NodePtr &parameter : graph->parameters)
                m_followed.insert(parameter.get());
        }
        for (const GraphPtr &graph : m_joint.module.graphs) // the values of a graph come before those of graphs in it
            for (const NodePtr &node : graph->nodes)
                if (!node->callee.empty() || node->function || usesFollowed(*node)) m_followed.insert(node.get());
    }

    bool usesFollowed(const Node &node) const {
        return std::ranges::any_of(node.inputs,
                                   [this](const NodePtr &input) { return m_followed.contains(input.get()); });
    }

    const OpDef *writerOf(const NodePtr &node) const {
        if (node->id.value >= m_joint.backward.value) return nullptr;
        const OpDef *op = findOp(node->op);
        if (!op || op->effect != Effect::Writes) return nullptr;
        const bool isOfWeights =
            std::ranges::all_of(op->written, [&](size_t at) { return isWeight(node->inputs[at]); });
        // A tape would follow what it writes into the weight, but for whole values: those leave the variable that it
        // is.
        const bool passes = !op->functional.empty() && !op->leavesVariable && op->name != "Assign";
        return !isOfWeights || (passes && usesFollowed(*node)) ? op : nullptr;
    }

    const JointGraph &m_joint;
    std::unordered_set<const Node *> m_followed;
};

} // namespace

Result<SplitGradient> splitGradient(const JointGraph &joint, IdSource &ids) {
    if (const std::string writer = Writers(joint).find(); !writer.empty())
        return Error{"it writes in place by " + writer + ", which the gradient has to follow"};
    Split cut(joint, ids);
    SplitGradient split = cut.run();
    if (cut.takesWritten()) return Error{"its gradient takes what a write to a Parameter gave"};
    if (cut.readsWrittenTwice()) return Error{"it and its gradient write to a Parameter that the gradient reads"};
    if (hasRecursion(split.backward))
        return Error{
            "the way back through a loop or recursion on values of tensors would need the stack for each round"};
    return split;
}

} // namespace jitscope::inline capture
