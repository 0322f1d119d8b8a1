// SPDX-License-Identifier: Apache-2.0
// Lets a kernel compute again what another kernel would have to store for it.
//
// Rule
//   kernel A gives v, which only kernels and calls that could be in one use, and v is computed faster than it is
//   written and read back
//       ->  each kernel that uses v computes it from A's inputs, and A no longer gives it
// What v is computed from is mostly at hand anyway when those kernels run (parameters, their own inputs, values with
// later uses); what has to be kept for it may not take more bytes than v, so that no more memory is needed than before.
#include "engine/passes/passes.h"

#include "engine/ir/nodename.h"
#include "engine/ir/nodetables.h"
#include "engine/passes/decisions.h"
#include "engine/passes/support/clusterplan.h"
#include "engine/passes/support/kernelcost.h"
#include "engine/passes/support/kernelmembers.h"
#include "engine/passes/support/kernelparts.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline passes {

namespace {

constexpr const char *recomputeRule = "result of a kernel -> computed again where it is used";
constexpr size_t mostMembers = 64;
constexpr int64_t fewestBytes = 1 << 16; ///< below, the value stays in the cache

/** A value that goes from one kernel to others. */
struct Handover {
    NodePtr value;               ///< the member that computes it
    GraphPtr from;               ///< its kernel
    NodePtr call;                ///< of that kernel
    std::vector<NodePtr> cone;   ///< the members it needs, in order, itself last
    std::vector<NodePtr> inputs; ///< what the cone takes from outside of the kernel
    std::vector<NodePtr> users;  ///< calls of kernels, or single ones that become a kernel with the cone
};

class Finder {
public:
    Finder(const KernelIndex &kernels, const Graph &graph, PassContext &context)
        : m_kernels(kernels)
        , m_graph(graph)
        , m_context(context) {
        for (size_t place = 0; place < graph.nodes.size(); ++place) {
            m_places.emplace(graph.nodes[place].get(), place);
            for (const NodePtr &input : graph.nodes[place]->inputs) {
                m_users[input.get()].push_back(graph.nodes[place]);
                m_lastUse[input.get()] = place;
            }
        }
    }

    std::vector<Handover> find() {
        std::vector<Handover> found;
        for (const NodePtr &call : m_graph.nodes) {
            const GraphPtr kernel = m_kernels.of(*call);
            if (!kernel) continue;
            const std::vector<NodePtr> results = kernelResults(*kernel);
            for (size_t i = 0; i < results.size(); ++i)
                if (auto handover = handoverOf(call, kernel, results[i], i)) found.push_back(std::move(*handover));
        }
        return found;
    }

private:
    /** The node that stands for result `index` of `call` outside, or null if there is none or several. */
    NodePtr outsideOf(const NodePtr &call, const Graph &kernel, size_t index) const {
        if (!kernel.output->isCallOf(op::MakeTuple)) return call;
        NodePtr outside;
        for (const NodePtr &user : usersOf(*call)) {
            const auto element = elementIndex(*user);
            if (!element) return nullptr;
            if (*element == index && outside) return nullptr;
            if (*element == index) outside = user;
        }
        return outside;
    }

    std::optional<Handover> handoverOf(const NodePtr &call, const GraphPtr &kernel, const NodePtr &value,
                                       size_t index) {
        const NodePtr outside = outsideOf(call, *kernel, index);
        if (!outside || outside == m_graph.output || !value->isCall()) return {};
        Handover handover{value, kernel, call, {}, {}, {}};
        for (const NodePtr &user : usersOf(*outside)) {
            if (staysOutside(user)) return {}; // it has to be stored anyway
            handover.users.push_back(user);
        }
        if (handover.users.empty()) return {};
        takeCone(handover);
        if (std::optional<Predicate> failed = whyNot(handover)) {
            m_context.refusals.push_back({recomputeRule, {value->id}, *std::move(failed)});
            return {};
        }
        return handover;
    }

    /** True if something that is no kernel needs the value, so that it is stored in any case. */
    bool isStored(const NodePtr &outside) const {
        if (outside == m_graph.output) return true;
        const std::vector<NodePtr> &users = usersOf(*outside);
        return std::any_of(users.begin(), users.end(), [&](const NodePtr &user) { return staysOutside(user); });
    }

    /** What is in no kernel becomes one with what it uses, unless it cannot, or somebody decided against it. */
    bool staysOutside(const NodePtr &user) const {
        if (m_kernels.of(*user)) return false;
        if (whyNotMember(*user)) return true;
        DecisionBook *decisions = m_context.decisions;
        return decisions && (decisions->keepsOut(user->id) || decisions->refuses(clusterRule, {&user->id, 1}));
    }

    /** The members that `handover.value` needs, up to parameters of the kernel and results that are stored anyway. */
    void takeCone(Handover &handover) const {
        NodeMap<NodePtr> given; ///< members and parameters: what they are outside
        for (size_t i = 0; i < handover.from->parameters.size(); ++i)
            given.emplace(handover.from->parameters[i].get(), handover.call->inputs[i]);
        const std::vector<NodePtr> results = kernelResults(*handover.from);
        for (size_t i = 0; i < results.size(); ++i)
            if (const NodePtr outside = outsideOf(handover.call, *handover.from, i); outside && isStored(outside))
                given.emplace(results[i].get(), outside);
        NodeSet needed = {handover.value.get()};
        for (auto node = handover.from->nodes.rbegin(); node != handover.from->nodes.rend(); ++node) {
            if (!needed.contains(node->get())) continue;
            handover.cone.insert(handover.cone.begin(), *node);
            for (const NodePtr &input : (*node)->inputs) {
                const auto outside = given.find(input.get());
                if (outside == given.end())
                    needed.insert(input.get());
                else if (std::find(handover.inputs.begin(), handover.inputs.end(), outside->second) ==
                         handover.inputs.end())
                    handover.inputs.push_back(outside->second);
            }
        }
    }

    std::optional<Predicate> whyNot(const Handover &handover) const {
        if (m_context.decisions && m_context.decisions->refuses(recomputeRule, {&handover.value->id, 1}))
            return refusedByDecision();
        const Node &value = *handover.value;
        const int64_t bytes = value.abstract->bytes();
        if (bytes < fewestBytes) return failedFor(PredicateKind::AgainBytes, value, bytes, fewestBytes);
        double workNs = 0;
        for (const NodePtr &member : handover.cone) {
            if (isKernelReduction(*member))
                return failedFor(PredicateKind::AgainReduction, value, 1, 0, nodeTitle(*member));
            workNs += workNsOf(*member);
        }
        workNs *= double(handover.users.size());
        if (workNs > roundTripNs(bytes))
            return failedFor(PredicateKind::AgainTime, value, microseconds(workNs), microseconds(roundTripNs(bytes)));
        for (const NodePtr &user : handover.users)
            if (auto failed = whyNotIn(handover, user)) return failed;
        return {};
    }

    std::optional<Predicate> whyNotIn(const Handover &handover, const NodePtr &user) const {
        const Node &value = *handover.value;
        const GraphPtr kernel = m_kernels.of(*user);
        const size_t members = (kernel ? kernel->nodes.size() : 1) + handover.cone.size();
        if (members > mostMembers) return failedFor(PredicateKind::AgainMembers, value, members, mostMembers);
        if (isStretchedIn(handover, *user, kernel.get()))
            return failedFor(PredicateKind::AgainOnce, value, "several", 1, nodeTitle(*user));
        size_t added = 0;
        int64_t longer = 0; ///< bytes that would have to wait for the user instead of the value
        for (const NodePtr &input : handover.inputs) {
            const bool isTaken = std::find(user->inputs.begin(), user->inputs.end(), input) != user->inputs.end();
            const bool isLarge = input->abstract->bytes() >= fewestBytes;
            added += !isTaken && isLarge;
            if (isTaken || !input->isCall() || !isLarge) continue;
            if (m_lastUse.at(input.get()) < m_places.at(user.get())) longer += input->abstract->bytes();
        }
        if (longer > value.abstract->bytes())
            return failedFor(PredicateKind::AgainKept, value, longer, value.abstract->bytes());
        if (added > 1) return failedFor(PredicateKind::AgainInputs, value, added, 1, nodeTitle(*user));
        return {};
    }

    /** Whether something that uses the value runs over more indices than it has elements. */
    bool isStretchedIn(const Handover &handover, const Node &user, const Graph *kernel) const {
        const int64_t count = handover.value->abstract->count();
        const auto isLarger = [&](const Node &node) { return spaceOf(node).shape.product() > count; };
        if (!kernel) return isLarger(user);
        const auto readsIt = [&](const NodePtr &member) {
            return std::any_of(member->inputs.begin(), member->inputs.end(), [&](const NodePtr &input) {
                const auto place = std::find(kernel->parameters.begin(), kernel->parameters.end(), input);
                return place != kernel->parameters.end() &&
                       user.inputs[size_t(place - kernel->parameters.begin())]->abstract->count() == count &&
                       isLarger(*member);
            });
        };
        return std::any_of(kernel->nodes.begin(), kernel->nodes.end(), readsIt);
    }

    const std::vector<NodePtr> &usersOf(const Node &node) const {
        static const std::vector<NodePtr> none;
        const auto found = m_users.find(&node);
        return found == m_users.end() ? none : found->second;
    }

    const KernelIndex &m_kernels;
    const Graph &m_graph;
    PassContext &m_context;
    NodeMap<size_t> m_places;
    NodeMap<std::vector<NodePtr>> m_users;
    NodeMap<size_t> m_lastUse;
};

/** Writes the graph anew with copies of the cones in the kernels that use them. */
class Recomputer {
public:
    Recomputer(const KernelIndex &kernels, const GraphPtr &graph, const std::vector<Handover> &handovers,
               NodeIdSet pinned, KernelNames &names, PassContext &context)
        : m_rewriter(context)
        , m_context(context)
        , m_names(names)
        , m_pinned(std::move(pinned)) {
        for (const Handover &handover : handovers) {
            m_cones.emplace(handover.value->id, handover.cone);
            open(handover.from);
            for (const NodePtr &user : handover.users) {
                m_wanted[homeOf(kernels.of(*user), *user)].insert(handover.value->id);
            }
        }
        m_opened = openKernels(graph, m_kernels);
    }

    GroupedGraph run() {
        for (const NodePtr &node : m_opened.graph->nodes)
            place(node);
        auto graph = std::make_shared<Graph>(*m_opened.graph);
        graph->nodes = std::move(m_nodes);
        graph->output = mapped(graph->output);
        const GraphPtr needed = withOutput(*graph, graph->output);
        NodeSet kept;
        for (const NodePtr &node : needed->nodes)
            kept.insert(node.get());
        KernelGrouping grouping{
            .groups = {}, .rule = recomputeRule, .pinned = m_pinned, .copies = m_made, .former = m_opened.former};
        for (auto &[name, members] : m_groups) {
            std::erase_if(members, [&](const NodePtr &member) { return !kept.contains(member.get()); });
            if (members.size() == 1) logAlone(members.front()->id);
            if (members.size() > 1) grouping.groups.push_back(std::move(members));
        }
        return groupIntoKernels(needed, grouping, m_names, m_context);
    }

    bool opens(const std::string &kernel) const { return m_kernels.contains(kernel); }

private:
    /** What is left of a kernel is a plain call. */
    void logAlone(NodeId member) {
        if (m_opened.former.calls.contains(member))
            m_context.rewrites.push_back({recomputeRule, m_opened.former.around(member), member});
    }

    /** The group that `user` is or will be in, known by a name. */
    std::string homeOf(const GraphPtr &kernel, const Node &user) {
        if (kernel) open(kernel);
        const std::string name = kernel ? kernel->name : nodeTitle(user);
        if (!kernel) m_homes.emplace(user.id, name);
        return name;
    }

    void open(const GraphPtr &kernel) {
        if (!m_kernels.emplace(kernel->name, kernel).second) return;
        m_names.giveBack(kernel->name);
        for (const NodePtr &member : kernel->nodes)
            if (member != kernel->output || !member->isCallOf(op::MakeTuple)) m_homes.emplace(member->id, kernel->name);
    }

    NodePtr mapped(const NodePtr &node) const {
        const auto found = m_new.find(node.get());
        return found == m_new.end() ? node : found->second;
    }

    void place(const NodePtr &node) {
        const auto home = m_homes.find(node->id);
        std::vector<NodePtr> inputs;
        for (const NodePtr &input : node->inputs) {
            const bool isHandedOver = home != m_homes.end() && wants(home->second, *input);
            inputs.push_back(isHandedOver ? copyOf(input, home->second) : mapped(input));
        }
        const NodePtr placed = inputs == node->inputs ? node : withInputs(*node, std::move(inputs));
        if (placed != node) m_new.emplace(node.get(), placed);
        m_nodes.push_back(placed);
        if (home != m_homes.end()) m_groups[home->second].push_back(placed);
    }

    bool wants(const std::string &kernel, const Node &value) const {
        const auto wanted = m_wanted.find(kernel);
        return wanted != m_wanted.end() && wanted->second.contains(value.id);
    }

    /** The copy of `value` in `kernel`, made with its cone where it is first asked for. */
    NodePtr copyOf(const NodePtr &value, const std::string &kernel) {
        NodeIdMap<NodePtr> &copies = m_copies[kernel];
        for (const NodePtr &member : m_cones.at(value->id)) {
            if (copies.contains(member->id)) continue;
            std::vector<NodePtr> inputs;
            for (const NodePtr &input : m_opened.members.at(member->id)->inputs) {
                const auto copied = copies.find(input->id);
                inputs.push_back(copied == copies.end() ? mapped(input) : copied->second);
            }
            const NodePtr copy = withInputs(*m_rewriter.copy(member), std::move(inputs));
            copies.emplace(member->id, copy);
            m_made.insert(copy->id);
            m_nodes.push_back(copy);
            m_groups[kernel].push_back(copy);
        }
        return copies.at(value->id);
    }

    Rewriter m_rewriter;
    PassContext &m_context;
    KernelNames &m_names;
    NodeIdSet m_pinned;
    OpenedGraph m_opened;
    std::unordered_map<std::string, GraphPtr> m_kernels;
    NodeIdMap<std::vector<NodePtr>> m_cones;                      ///< by the value
    std::unordered_map<std::string, NodeIdSet> m_wanted;          ///< values, by the kernel
    NodeIdMap<std::string> m_homes;                               ///< kernels, by the member
    std::unordered_map<std::string, NodeIdMap<NodePtr>> m_copies; ///< by kernel and member
    NodeIdSet m_made;                                             ///< all copies
    NodeMap<NodePtr> m_new;
    std::vector<NodePtr> m_nodes;
    std::map<std::string, std::vector<NodePtr>> m_groups;
};

} // namespace

Module recomputeInKernels(const Module &module, PassContext &context) {
    const KernelIndex kernels(module);
    KernelNames names(module);
    std::unordered_set<std::string> gone;
    std::vector<GraphPtr> added;
    Module result = changeGraphs(module, [&](const GraphPtr &graph) {
        if (!graph->output) return graph;
        const std::vector<Handover> handovers = Finder(kernels, *graph, context).find();
        if (handovers.empty()) return graph;
        Recomputer recomputer(kernels, graph, handovers, freelyUsedCalls(module), names, context);
        GroupedGraph grouped = recomputer.run();
        for (const GraphPtr &kernel : module.graphs)
            if (kernel->isKernel() && recomputer.opens(kernel->name)) gone.insert(kernel->name);
        added.insert(added.end(), grouped.kernels.begin(), grouped.kernels.end());
        return grouped.graph;
    });
    std::erase_if(result.graphs,
                  [&](const GraphPtr &graph) { return graph->isKernel() && gone.contains(graph->name); });
    result.graphs.insert(result.graphs.end(), added.begin(), added.end());
    return result;
}

} // namespace jitscope::inline passes
