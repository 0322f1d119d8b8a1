// SPDX-License-Identifier: Apache-2.0
// Rebuilds a graph around kernels.
#include "engine/passes/support/kernelbuilder.h"

#include "engine/base/text.h"
#include "engine/ir/nodetables.h"
#include "engine/passes/support/kernelmembers.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>
#include <cassert>

namespace jitscope::inline passes {

namespace {

constexpr size_t longestName = 64;

/** What stands for `node` in the other graph. */
const NodePtr &mapped(const NodeIdMap<NodePtr> &map, const NodePtr &node) {
    const auto found = map.find(node->id);
    return found == map.end() ? node : found->second;
}

NodePtr withMappedInputs(const NodePtr &node, const NodeIdMap<NodePtr> &map) {
    std::vector<NodePtr> inputs = node->inputs;
    for (NodePtr &input : inputs)
        input = mapped(map, input);
    const NodePtr function = node->function ? mapped(map, node->function) : nullptr;
    if (inputs == node->inputs && function == node->function) return node;
    auto copy = std::make_shared<Node>(*node);
    copy->inputs = std::move(inputs);
    copy->function = function;
    return copy;
}

/** "GraphKernel_Mul_Add_fusion"; long lists are cut: "GraphKernel_Mul_Add_and_12_more_fusion". */
std::string kernelName(const std::vector<NodePtr> &members, const std::string &suffix) {
    std::string name = "GraphKernel";
    for (size_t i = 0; i < members.size(); ++i) {
        if (name.size() + members[i]->op.size() > longestName)
            return name + format("_and_%zu_more", members.size() - i) + suffix;
        name += "_" + members[i]->op;
    }
    return name + suffix;
}

/** The scope that all members are in: "Default/network-Net" of ".../fc-Dense" and ".../relu-ReLU". */
std::string commonScope(const std::vector<NodePtr> &members) {
    std::vector<std::string> common = split(members.front()->scope, '/');
    for (const NodePtr &member : members) {
        const std::vector<std::string> scope = split(member->scope, '/');
        const auto [end, ignored] = std::mismatch(common.begin(), common.end(), scope.begin(), scope.end());
        common.erase(end, common.end());
    }
    return join(common, "/");
}

/** The user's name of a value: "z" of "CNode_12$z", else the whole name. */
std::string variableOf(const Node &node) {
    return node.name.substr(node.name.find('$') + 1);
}

/** A kernel and what its place outside is. */
struct Kernel {
    GraphPtr graph;
    std::vector<NodePtr> inputs;  ///< outer nodes, one for each parameter
    std::vector<NodePtr> results; ///< the members that are used outside
};

class KernelBuilder {
public:
    KernelBuilder(std::string name, const std::vector<NodePtr> &members, IdSource &ids)
        : m_members(members)
        , m_ids(ids) {
        m_graph.name = std::move(name);
        for (const NodePtr &member : members)
            m_isMember.insert(member->id);
    }

    Kernel build(const NodeIdSet &usedOutside) {
        for (const NodePtr &member : m_members) {
            for (const NodePtr &input : member->inputs)
                if (!staysInside(*input) && !m_isMember.contains(input->id)) addParameter(input);
            const NodePtr inside = withMappedInputs(member, m_inside);
            m_inside.insert_or_assign(member->id, inside);
            m_graph.nodes.push_back(inside);
            if (usedOutside.contains(member->id)) m_kernel.results.push_back(member);
        }
        m_graph.output = output();
        m_graph.attrs = {{"graph_kernel", true}};
        m_graph.spans = m_members.back()->spans;
        m_kernel.graph = std::make_shared<const Graph>(std::move(m_graph));
        return std::move(m_kernel);
    }

private:
    void addParameter(const NodePtr &outer) {
        if (m_inside.contains(outer->id)) return;
        Node parameter;
        parameter.id = m_ids.next();
        parameter.kind = NodeKind::Parameter;
        parameter.name = outer->isConstant() ? format("constant_%zu", m_kernel.inputs.size()) : variableOf(*outer);
        parameter.abstract = Abstract::tensor(outer->abstract->dtype, outer->abstract->shape);
        parameter.spans = outer->spans;
        m_graph.parameters.push_back(std::make_shared<const Node>(std::move(parameter)));
        m_inside.emplace(outer->id, m_graph.parameters.back());
        m_kernel.inputs.push_back(outer);
    }

    NodePtr output() {
        assert(!m_kernel.results.empty());
        if (m_kernel.results.size() == 1) return m_inside.at(m_kernel.results.front()->id);
        Node tuple;
        tuple.id = m_ids.next();
        tuple.op = op::MakeTuple;
        tuple.name = format("CNode_%lld", static_cast<long long>(tuple.id.value));
        std::vector<Abstract> items;
        for (const NodePtr &result : m_kernel.results) {
            tuple.inputs.push_back(m_inside.at(result->id));
            items.push_back(result->abstract);
        }
        tuple.abstract = Abstract::tuple(std::move(items));
        tuple.spans = m_members.back()->spans;
        tuple.scope = m_members.back()->scope;
        m_graph.nodes.push_back(std::make_shared<const Node>(std::move(tuple)));
        return m_graph.nodes.back();
    }

    const std::vector<NodePtr> &m_members;
    IdSource &m_ids;
    NodeIdSet m_isMember;
    Graph m_graph;
    NodeIdMap<NodePtr> m_inside;
    Kernel m_kernel;
};

/** Rebuilds one graph with kernels in the place of the groups. */
class Grouper {
public:
    Grouper(const GraphPtr &graph, const KernelGrouping &grouping, KernelNames &names, PassContext &context)
        : m_graph(graph)
        , m_grouping(grouping)
        , m_names(names)
        , m_context(context)
        , m_isBuilt(grouping.groups.size()) {
        const size_t calls = graph->nodes.size();
        m_groupOf.reserve(calls);
        m_own.reserve(calls);
        m_usedOutside.reserve(calls);
        for (size_t i = 0; i < grouping.groups.size(); ++i)
            for (const NodePtr &member : grouping.groups[i])
                m_groupOf.emplace(member->id, i);
        std::vector<NodePtr> pinned;
        for (const NodePtr &node : graph->nodes) {
            m_own.insert(node->id);
            if (node->op.empty() && !pinned.empty()) m_pinnedBefore.emplace(node->id, pinned);
            if (grouping.pinned.contains(node->id)) pinned.push_back(node);
            if (node->function) m_usedOutside.insert(node->function->id);
            for (const NodePtr &input : node->inputs)
                if (!isInside(*input, *node)) m_usedOutside.insert(input->id);
        }
        if (graph->output) m_usedOutside.insert(graph->output->id);
    }

    GraphPtr run() {
        for (const NodePtr &node : m_graph->nodes)
            place(node);
        auto result = std::make_shared<Graph>(*m_graph);
        result->nodes = std::move(m_nodes);
        if (result->output) result->output = mapped(m_outside, result->output);
        return result;
    }

    const std::vector<GraphPtr> &kernels() const { return m_kernels; }

private:
    bool isInside(const Node &input, const Node &user) const {
        const auto a = m_groupOf.find(input.id), b = m_groupOf.find(user.id);
        return a != m_groupOf.end() && b != m_groupOf.end() && a->second == b->second;
    }

    /** What must stand before `node`'s unit: the inputs of all its members that come from outside of it. */
    std::vector<NodePtr> needsOf(const NodePtr &node) const {
        const auto group = m_groupOf.find(node->id);
        std::vector<NodePtr> needs;
        const auto add = [&](const Node &user) {
            for (const NodePtr &input : user.inputs)
                if (m_own.contains(input->id) && !isInside(*input, user)) needs.push_back(input);
            if (user.function && m_own.contains(user.function->id)) needs.push_back(user.function);
            if (const auto pinned = m_pinnedBefore.find(user.id); pinned != m_pinnedBefore.end())
                needs.insert(needs.end(), pinned->second.begin(), pinned->second.end());
        };
        if (group == m_groupOf.end())
            add(*node);
        else
            for (const NodePtr &member : m_grouping.groups[group->second])
                add(*member);
        return needs;
    }

    /** Places `node` (with its kernel) after all that it needs. A kernel may need calls that stand behind its first
        member, so this is a search in depth, with its own stack since chains are long. */
    void place(const NodePtr &node) {
        struct Visit {
            NodePtr node;
            std::vector<NodePtr> needs;
            size_t next = 0;
        };
        std::vector<Visit> open;
        const auto enter = [&](const NodePtr &next) {
            if (isFirstVisit(next)) open.push_back({next, needsOf(next)});
        };
        enter(node);
        while (!open.empty()) {
            Visit &top = open.back();
            if (top.next < top.needs.size()) {
                enter(NodePtr(top.needs[top.next++]));
                continue;
            }
            emit(top.node);
            open.pop_back();
        }
    }

    /** True once for each call of no group and once for each group. */
    bool isFirstVisit(const NodePtr &node) {
        const auto group = m_groupOf.find(node->id);
        if (group == m_groupOf.end()) return m_placed.insert(node->id).second;
        const bool isFirst = !m_isBuilt[group->second];
        m_isBuilt[group->second] = true;
        return isFirst;
    }

    void emit(const NodePtr &node) {
        const auto group = m_groupOf.find(node->id);
        if (group == m_groupOf.end()) {
            const NodePtr placed = withMappedInputs(node, m_outside);
            if (placed != node) m_outside.emplace(node->id, placed);
            m_nodes.push_back(placed);
            return;
        }
        const std::vector<NodePtr> &members = m_grouping.groups[group->second];
        const std::string name = m_names.unique(kernelName(members, m_grouping.suffix));
        const Kernel kernel = KernelBuilder(name, members, m_context.ids).build(m_usedOutside);
        m_kernels.push_back(kernel.graph);
        addCall(kernel, members);
    }

    void addCall(const Kernel &kernel, const std::vector<NodePtr> &members) {
        Rewrite entry{m_grouping.rule, {}, {}};
        for (const NodePtr &member : members) {
            if (!m_grouping.copies.contains(member->id))
                entry.before.push_back(member->id);
            else
                entry.before.insert(entry.before.end(), member->origins.begin(), member->origins.end());
        }
        Node call = newCall(*members.back());
        call.callee = kernel.graph->name;
        call.scope = commonScope(members);
        call.origins = entry.before;
        noteFormer(kernel, members, entry.before);
        call.abstract = kernel.graph->output->abstract;
        for (const NodePtr &input : kernel.inputs)
            call.inputs.push_back(mapped(m_outside, input));
        entry.after = call.id;
        m_context.rewrites.push_back(std::move(entry));
        const auto placed = std::make_shared<const Node>(std::move(call));
        m_nodes.push_back(placed);
        if (kernel.results.size() == 1) {
            m_outside.emplace(kernel.results.front()->id, placed);
            return;
        }
        for (size_t i = 0; i < kernel.results.size(); ++i)
            addElement(placed, i, *kernel.results[i]);
    }

    /** The kernels that the members were in before, and the elements that stood for their results. */
    void noteFormer(const Kernel &kernel, const std::vector<NodePtr> &members, std::vector<NodeId> &before) const {
        const auto add = [&](NodeId id) {
            if (std::ranges::find(before, id) == before.end()) before.push_back(id);
        };
        for (const NodePtr &member : members)
            if (const auto call = m_grouping.former.calls.find(member->id); call != m_grouping.former.calls.end())
                add(call->second);
        for (const NodePtr &result : kernel.results)
            for (const NodeId id : m_grouping.former.around(result->id))
                if (!m_grouping.copies.contains(id)) add(id);
    }

    void addElement(const NodePtr &call, size_t index, const Node &result) {
        Node place;
        place.id = m_context.ids.next();
        place.kind = NodeKind::Constant;
        place.value = int64_t(index);
        place.abstract = Abstract::constant(place.value);
        Node element = newCall(result);
        element.op = op::TupleGetItem;
        element.inputs = {call, std::make_shared<const Node>(std::move(place))};
        element.abstract = result.abstract;
        element.origins = m_grouping.copies.contains(result.id) ? result.origins : std::vector<NodeId>{result.id};
        m_nodes.push_back(std::make_shared<const Node>(std::move(element)));
        m_outside.emplace(result.id, m_nodes.back());
    }

    Node newCall(const Node &like) {
        Node call;
        call.id = m_context.ids.next();
        call.name = format("CNode_%lld", static_cast<long long>(call.id.value));
        if (const size_t variable = like.name.find('$'); variable != std::string::npos)
            call.name += like.name.substr(variable);
        call.scope = like.scope;
        call.spans = like.spans;
        return call;
    }

    const GraphPtr &m_graph;
    const KernelGrouping &m_grouping;
    KernelNames &m_names;
    PassContext &m_context;
    NodeIdMap<size_t> m_groupOf;
    NodeIdSet m_own;                                ///< calls of this graph: others may be of the graph around it
    NodeIdMap<std::vector<NodePtr>> m_pinnedBefore; ///< of calls of graphs
    NodeIdSet m_usedOutside;
    NodeIdSet m_placed;           ///< calls of no group
    std::vector<bool> m_isBuilt;  ///< groups
    NodeIdMap<NodePtr> m_outside; ///< what stands for each old call in the new graph
    std::vector<NodePtr> m_nodes;
    std::vector<GraphPtr> m_kernels;
};

} // namespace

std::vector<NodeId> FormerKernels::around(NodeId member) const {
    std::vector<NodeId> ids{member};
    if (const auto call = calls.find(member); call != calls.end()) ids.push_back(call->second);
    if (const auto found = elements.find(member); found != elements.end())
        ids.insert(ids.end(), found->second.begin(), found->second.end());
    return ids;
}

KernelNames::KernelNames(const Module &module) {
    for (const GraphPtr &graph : module.graphs)
        m_taken.insert(graph->name);
}

std::string KernelNames::unique(const std::string &wanted) {
    std::string name = wanted;
    while (!m_taken.insert(name).second)
        name = format("%s_%d", wanted.c_str(), ++m_uses.emplace(wanted, 1).first->second);
    return name;
}

GroupedGraph groupIntoKernels(const GraphPtr &graph, const KernelGrouping &grouping, KernelNames &names,
                              PassContext &context) {
    if (grouping.groups.empty()) return {graph, {}};
    Grouper grouper(graph, grouping, names, context);
    GraphPtr grouped = grouper.run();
    return {std::move(grouped), grouper.kernels()};
}

NodeIdSet freelyUsedCalls(const Module &module) {
    NodeIdSet used;
    for (const GraphPtr &graph : module.graphs) {
        if (graph->parent.empty()) continue;
        NodeSet own;
        for (const NodePtr &node : graph->nodes)
            own.insert(node.get());
        const auto note = [&](const NodePtr &node) {
            if (node && node->isCall() && !own.contains(node.get())) used.insert(node->id);
        };
        for (const NodePtr &node : graph->nodes) {
            note(node->function);
            std::for_each(node->inputs.begin(), node->inputs.end(), note);
        }
        note(graph->output);
    }
    return used;
}

std::vector<NodePtr> kernelResults(const Graph &kernel) {
    return kernel.output->isCallOf(op::MakeTuple) ? kernel.output->inputs : std::vector<NodePtr>{kernel.output};
}

std::optional<size_t> elementIndex(const Node &node) {
    if (!node.isCallOf(op::TupleGetItem) || node.inputs.size() < 2) return {};
    const int64_t *index = node.inputs[1]->value->asInt();
    return index && *index >= 0 ? std::optional<size_t>(size_t(*index)) : std::nullopt;
}

} // namespace jitscope::inline passes
