// SPDX-License-Identifier: Apache-2.0
// Drops reads of parameters that need no moment of their own.
//
// Rules
//   Load(x) of what is no parameter                         ->  x
//   Load(p) of a parameter that nothing in the module writes ->  p
//   Load(p, v) with Load(p, u) before it and no write to p between them  ->  the first
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/ir/nodetables.h"
#include "engine/passes/support/effects.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline passes {

namespace {

/** The parameter that a chain of writes gives back: what stands behind its targets. */
const Node &rootOf(const Node &node) {
    const Node *root = &node;
    while (writtenInputs(*root).size() == 1)
        root = root->inputs[writtenInputs(*root).front()].get();
    return *root;
}

/** What a module writes to. */
class WrittenMemory {
public:
    explicit WrittenMemory(const Module &module) {
        for (const GraphPtr &graph : module.graphs)
            for (const NodePtr &node : graph->nodes)
                note(*node);
    }
    bool contains(const Node &weight) const { return m_all || m_memory.contains(memoryOf(weight)); }

private:
    void note(const Node &node) {
        m_all = m_all || node.isCallOf(op::PyExecute);
        for (const size_t place : writtenInputs(node)) {
            const Node &target = rootOf(*node.inputs[place]);
            if (isWeight(target))
                m_memory.insert(memoryOf(target));
            else
                m_all = true;
        }
    }

    std::unordered_set<std::string> m_memory;
    bool m_all = false;
};

/** The tokens of a graph on their chains, and where on them something is written. */
class TokenChains {
public:
    /** Where a token stands: how many tokens of its chain come before it. */
    struct Place {
        int chain = 0, depth = 0;
    };

    Place placeOf(const Node &token) {
        const auto known = m_places.find(&token);
        if (known != m_places.end()) return known->second;
        return m_places[&token] = startChain();
    }

    /** `token` follows its first input; a second follower starts a chain of which nothing is known. */
    void follow(const Node &token) {
        const Place before = placeOf(*token.inputs[0]);
        const bool isNext = m_lengths[size_t(before.chain)] == before.depth;
        const Place place = isNext ? Place{before.chain, before.depth + 1} : startChain();
        m_lengths[size_t(place.chain)] = place.depth;
        m_places[&token] = place;
    }

    /** Something behind `token` may have written to all parameters. */
    void noteAnyWrite(const Node &token) { note(token, ""); }
    void noteWrite(const Node &token, const std::string &memory) { note(token, memory); }

    /** Equal for two reads of `memory` between which nothing wrote to it. */
    std::string momentOf(const Node &token, const std::string &memory) {
        const Place place = placeOf(token);
        const int last = std::max(lastWrite(place, ""), lastWrite(place, memory));
        return format("%d/%d ", place.chain, last) + memory;
    }

private:
    using Writes = std::unordered_map<std::string, std::vector<int>>; ///< depths by memory; "" may be any

    Place startChain() {
        m_lengths.push_back(0);
        m_writes.emplace_back();
        return {int(m_lengths.size()) - 1, 0};
    }

    void note(const Node &token, const std::string &memory) {
        const Place place = placeOf(token);
        m_writes[size_t(place.chain)][memory].push_back(place.depth);
    }

    int lastWrite(const Place &place, const std::string &memory) const {
        const auto found = m_writes[size_t(place.chain)].find(memory);
        if (found == m_writes[size_t(place.chain)].end()) return -1;
        const auto behind = std::ranges::upper_bound(found->second, place.depth);
        return behind == found->second.begin() ? -1 : *std::prev(behind);
    }

    NodeMap<Place> m_places;
    std::vector<int> m_lengths; ///< by chain
    std::vector<Writes> m_writes;
};

/** One graph in its order: which reads still hold. */
class LoadWalk {
public:
    LoadWalk(const WrittenMemory &written, Rewriter &rewriter)
        : m_written(written)
        , m_rewriter(rewriter) {}

    NodePtr visit(const NodePtr &node) {
        if (node->isCallOf(op::UpdateState)) follow(*node);
        return node->isCallOf(op::Load) && node->inputs.size() == 2 ? load(node) : node;
    }

private:
    NodePtr load(const NodePtr &node) {
        const NodePtr &source = node->inputs[0];
        const Node &root = rootOf(*source);
        if (!isWeight(root)) {
            if (&root != source.get()) return node;
            return m_rewriter.log("Load of no parameter -> x", {node}, source);
        }
        if (isWeight(*source) && !m_written.contains(*source))
            return m_rewriter.log("Load of what nothing writes -> the parameter", {node}, source);
        const std::string moment = m_chains.momentOf(*node->inputs[1], memoryOf(root));
        const auto [known, isNew] = m_loads[moment].emplace(&root, node);
        if (isNew || !sameType(known->second->abstract, node->abstract)) return node;
        return m_rewriter.log("Load with no write since -> the Load before", {node}, known->second);
    }

    void follow(const Node &token) {
        m_chains.follow(token);
        for (size_t i = 1; i < token.inputs.size(); ++i)
            noteWrites(token, *token.inputs[i]);
    }

    void noteWrites(const Node &token, const Node &done) {
        if (isPure(done) || done.isCallOf(op::Load) || done.isCallOf(op::Print)) return;
        const auto &places = writtenInputs(done);
        const bool isKnown = !places.empty() && std::ranges::all_of(places, [&](size_t place) {
            return isWeight(rootOf(*done.inputs[place]));
        });
        if (!isKnown) return m_chains.noteAnyWrite(token);
        for (const size_t place : places)
            m_chains.noteWrite(token, memoryOf(rootOf(*done.inputs[place])));
    }

    using Loads = NodeMap<NodePtr>; ///< by parameter

    const WrittenMemory &m_written;
    Rewriter &m_rewriter;
    TokenChains m_chains;
    std::unordered_map<std::string, Loads> m_loads; ///< by the moment of the read
};

} // namespace

Module eliminateLoads(const Module &module, PassContext &context) {
    const WrittenMemory written(module);
    Rewriter rewriter(context);
    return changeGraphs(module, [&](const GraphPtr &graph) {
        LoadWalk walk(written, rewriter);
        return rewrite(graph, [&](const NodePtr &node) { return walk.visit(node); });
    });
}

} // namespace jitscope::inline passes
