// SPDX-License-Identifier: Apache-2.0
// Passes the items of a tuple instead of the tuple where a called graph only takes it apart.
//
// Rules
//   a tuple parameter of which only items are used  ->  one parameter an item, in all branches of a Switch at once
#include "engine/passes/passes.h"

#include "engine/ir/nodename.h"
#include "engine/ir/nodetables.h"
#include "engine/passes/support/callfamilies.h"
#include "engine/passes/support/rewriter.h"
#include "engine/passes/support/substitution.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

constexpr size_t nowhere = size_t(-1);

bool isItemOf(const Node &node, const Node &tuple) {
    return node.isCallOf(op::TupleGetItem) && node.inputs.size() == 2 && node.inputs[0].get() == &tuple &&
           node.inputs[1]->value->asInt() && *node.inputs[1]->value->asInt() >= 0 &&
           *node.inputs[1]->value->asInt() < int64_t(tuple.abstract->items.size());
}

/** Takes apart the first such tuple of one family; called again until there is none. */
class TupleSplit {
public:
    TupleSplit(const Module &module, Rewriter &rewriter, IdSource &ids)
        : m_module(module)
        , m_rewriter(rewriter)
        , m_ids(ids)
        , m_families(module) {}

    Module run() {
        for (const CallFamily &family : m_families.all()) {
            if (!family.fixed.empty() || family.sites.empty()) continue;
            for (size_t i = 0; i < m_families.parameterCount(family); ++i)
                if (isSplittable(family, i)) return split(family, i);
        }
        return m_module;
    }

private:
    bool isSplittable(const CallFamily &family, size_t position) {
        const Abstract &type = m_module.graphs[family.members.front()]->parameters[position]->abstract;
        if (type.kind != Abstract::Kind::Tuple || type.items.empty()) return false;
        return std::ranges::all_of(family.members, [&](size_t member) {
            const Node &parameter = *m_module.graphs[member]->parameters[position];
            return sameType(parameter.abstract, type) && onlyItemsAreUsed(*m_module.graphs[member], parameter);
        });
    }

    bool onlyItemsAreUsed(const Graph &graph, const Node &tuple) {
        if (graph.output.get() == &tuple)
            return refuse(tuple, failedFor(PredicateKind::ReturnedWhole, tuple, "returned", "taken apart"));
        for (const NodePtr &node : graph.nodes) {
            const bool isUsed =
                std::ranges::any_of(node->inputs, [&](const auto &input) { return &tuple == input.get(); });
            if (isUsed && !isItemOf(*node, tuple))
                return refuse(tuple, failedFor(PredicateKind::TakenWhole, tuple, nodeTitle(*node), "taken apart"));
        }
        return true;
    }

    bool refuse(const Node &tuple, Predicate failed) {
        if (m_refused.insert(&tuple).second)
            m_rewriter.refuse("tuple parameter -> its items", {std::make_shared<Node>(tuple)}, std::move(failed));
        return false;
    }

    Module split(const CallFamily &family, size_t position) {
        Module result = m_module;
        for (size_t i = 0; i < m_module.graphs.size(); ++i) {
            const bool isMember = std::ranges::find(family.members, i) != family.members.end();
            result.graphs[i] = splitIn(m_module.graphs[i], family, position, isMember ? position : nowhere);
        }
        return result;
    }

    /** The calls of the family pass items; of a member, the parameter at `own` becomes several. */
    GraphPtr splitIn(const GraphPtr &graph, const CallFamily &family, size_t position, size_t own) {
        auto result = std::make_shared<Graph>(*graph);
        std::vector<NodePtr> items;
        if (own != nowhere) {
            items = itemParameters(graph->parameters[own]);
            result->parameters.erase(result->parameters.begin() + long(own));
            result->parameters.insert(result->parameters.begin() + long(own), items.begin(), items.end());
        }
        Substitution substitution;
        result->nodes.clear();
        bool changed = own != nowhere;
        for (const NodePtr &old : graph->nodes) {
            if (own != nowhere && isItemOf(*old, *graph->parameters[own])) {
                const NodePtr &item = items[size_t(*old->inputs[1]->value->asInt())];
                substitution.set(old, m_rewriter.log("item of a tuple parameter -> its parameter", {old}, item));
                continue;
            }
            NodePtr node = substitution.applied(old);
            if (m_families.reachedBy(*node) == &family) node = passingItems(*node, position, result->nodes);
            changed = changed || node != old;
            substitution.set(old, node);
            result->nodes.push_back(std::move(node));
        }
        if (!changed) return graph;
        if (result->output) result->output = substitution.of(result->output);
        return result;
    }

    std::vector<NodePtr> itemParameters(const NodePtr &tuple) {
        std::vector<NodePtr> items;
        for (const Abstract &type : tuple->abstract->items) {
            auto item = std::make_shared<Node>(*tuple);
            item->id = m_ids.next();
            item->name = tuple->name + "_" + std::to_string(items.size());
            item->abstract = type;
            item->origins = m_rewriter.sources({tuple});
            items.push_back(m_rewriter.log("tuple parameter -> its items", {tuple}, item));
        }
        return items;
    }

    NodePtr passingItems(const Node &call, size_t position, std::vector<NodePtr> &before) {
        std::vector<NodePtr> inputs = call.inputs;
        const NodePtr tuple = inputs[position];
        inputs.erase(inputs.begin() + long(position));
        for (size_t i = 0; i < tuple->abstract->items.size(); ++i) {
            const bool isMade = tuple->isCallOf(op::MakeTuple);
            const NodePtr item = isMade ? tuple->inputs[i] : itemOf(tuple, i);
            if (!isMade && item->isCall()) before.push_back(item);
            inputs.insert(inputs.begin() + long(position + i), item);
        }
        return withInputs(call, std::move(inputs));
    }

    NodePtr itemOf(const NodePtr &tuple, size_t place) {
        if (const Sequence *items = tuple->value->asSequence(); items && tuple->isConstant())
            return m_rewriter.constant(items->items[place], {tuple});
        auto item = std::make_shared<Node>();
        item->id = m_ids.next();
        item->name = "CNode_" + std::to_string(item->id.value);
        item->op = op::TupleGetItem;
        item->inputs = {tuple, m_rewriter.constant(int64_t(place), {tuple})};
        item->abstract = tuple->abstract->items[place];
        item->spans = tuple->spans;
        item->scope = tuple->scope;
        item->origins = m_rewriter.sources({tuple});
        return item;
    }

    const Module &m_module;
    Rewriter &m_rewriter;
    IdSource &m_ids;
    CallFamilies m_families;
    NodeSet m_refused;
};

} // namespace

Module transformTuples(const Module &module, PassContext &context) {
    if (module.graphs.size() < 2) return module;
    Rewriter rewriter(context);
    Module current = module;
    while (true) {
        Module next = TupleSplit(current, rewriter, context.ids).run();
        if (same(next, current)) return current;
        current = std::move(next);
    }
}

} // namespace jitscope::inline passes
