// SPDX-License-Identifier: Apache-2.0
// Matches two stages: along one history where both are of one compilation, else over their captured graphs.
#include "engine/variants/stagematch.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/variants/stageclasses.h"
#include "engine/variants/stagelinks.h"
#include "engine/variants/stagepairs.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace jitscope::inline variants {

namespace {

/** Words about one node: fates of what it was, or why it is there. */
using Words = std::function<std::string(NodeId)>;

struct Sides {
    const ModuleIndex &left, &right;
    std::function<StageLinks(NodeId)> links;
    Words leftWords, rightWords;
    std::function<MatchBasis(NodeId right)> basis;
    std::function<MatchBasis(NodeId left)> leftBasis; ///< of what is only known of a left node that is linked
};

StageMatch matchOf(const Sides &sides) {
    const StageClasses classes(sides.left, sides.right, sides.links);
    StageMatch match;
    match.left = sides.left.module();
    match.right = sides.right.module();
    for (const PlacedNode &place : sides.left.nodes()) {
        const NodeId id = place.node->id;
        NodeMatch node{
            place.node, place.graph->name, classes.ofLeft(id), MatchBasis::Log, classes.counterpartsOfLeft(id), {}};
        if (!node.counterparts.empty()) node.basis = sides.leftBasis(id);
        for (const NodeId counterpart : node.counterparts)
            node.basis = std::max(node.basis, sides.basis(counterpart));
        if (node.change != StageChange::Unchanged) node.reason = sides.leftWords(id);
        match.basis = std::max(match.basis, node.basis);
        match.leftNodes.push_back(std::move(node));
    }
    for (const PlacedNode &place : sides.right.nodes()) {
        const NodeId id = place.node->id;
        NodeMatch node{
            place.node, place.graph->name, classes.ofRight(id), sides.basis(id), classes.counterpartsOfRight(id), {}};
        if (node.counterparts.empty()) node.basis = MatchBasis::Log;
        match.basis = std::max(match.basis, node.basis);
        if (node.change != StageChange::Unchanged) node.reason = sides.rightWords(id);
        match.rightNodes.push_back(std::move(node));
    }
    return match;
}

bool isGone(const NodeMatch &node) {
    return node.change == StageChange::Removed || node.change == StageChange::Folded;
}

std::string joined(const std::vector<std::string> &texts) {
    return join(texts, "; ");
}

StageMatch matchAlong(const StageHistory &history) {
    std::unordered_map<NodeId, std::vector<NodeId>> sources;
    for (const PlacedNode &place : history.earlier().nodes())
        for (const StageLink &link : history.of(place.node->id))
            if (!link.isStandIn) sources[link.node].push_back(place.node->id);
    const auto changes = [&](NodeId id) {
        const std::vector<std::string> passes = history.changesOf(id);
        return passes.empty() ? std::string() : "changed by " + join(passes, ", ");
    };
    const auto leftWords = [&](NodeId id) {
        const std::string fates = joined(history.fatesOf(id));
        return fates.empty() ? changes(id) : fates;
    };
    const auto rightWords = [&](NodeId id) {
        const auto found = sources.find(id);
        if (found == sources.end()) return history.causeOf(id);
        std::vector<std::string> words;
        for (const NodeId source : found->second)
            for (std::string &fate : history.fatesOf(source))
                if (std::ranges::find(words, fate) == words.end()) words.push_back(std::move(fate));
        return words.empty() ? changes(id) : joined(words);
    };
    const auto exact = [](NodeId) { return MatchBasis::Log; };
    return matchOf({history.earlier(), history.later(), [&](NodeId id) { return history.of(id); }, leftWords,
                    rightWords, exact, exact});
}

/** Where nodes of dumped stages come and go: the logs of passes, which would tell why, are in no dump. */
class DumpedLives {
public:
    explicit DumpedLives(const Compilation &compilation) {
        for (const PassRecord &pass : compilation.passes) {
            if (!pass.changed) continue;
            const ModuleIndex before(pass.before), after(pass.after);
            for (const PlacedNode &place : after.nodes())
                if (!before.find(place.node->id)) m_begins[place.node->id] = "first there in " + fullName(pass);
            for (const PlacedNode &place : before.nodes())
                if (!after.find(place.node->id)) m_ends[place.node->id] = "not there any more in " + fullName(pass);
        }
    }
    std::string beginOf(NodeId id) const { return wordsIn(m_begins, id); }
    std::string endOf(NodeId id) const { return wordsIn(m_ends, id); }

private:
    static std::string wordsIn(const std::unordered_map<NodeId, std::string> &words, NodeId id) {
        const auto found = words.find(id);
        return found == words.end() ? std::string() : found->second;
    }
    std::unordered_map<NodeId, std::string> m_begins, m_ends;
};

/** Nodes of dumps have one id from stage to stage where their reader found them to be the same. */
StageMatch asDumped(StageMatch match, const Compilation &compilation) {
    const DumpedLives lives(compilation);
    match.basis = MatchBasis::Structure;
    for (NodeMatch &node : match.leftNodes) {
        node.basis = MatchBasis::Structure;
        if (node.reason.empty() && node.change != StageChange::Unchanged) node.reason = lives.endOf(node.node->id);
    }
    for (NodeMatch &node : match.rightNodes) {
        node.basis = MatchBasis::Structure;
        if (node.reason.empty() && node.change != StageChange::Unchanged) node.reason = lives.beginOf(node.node->id);
    }
    return match;
}

/** The same match seen from the other side. */
StageMatch swapped(StageMatch match) {
    std::swap(match.left, match.right);
    std::swap(match.leftNodes, match.rightNodes);
    constexpr std::array<std::pair<StageChange, StageChange>, 6> opposites = {
        {{StageChange::Split, StageChange::Fused},
         {StageChange::Fused, StageChange::Split},
         {StageChange::Added, StageChange::Removed},
         {StageChange::Materialised, StageChange::Removed},
         {StageChange::Removed, StageChange::Added},
         {StageChange::Folded, StageChange::Added}}};
    for (std::vector<NodeMatch> *nodes : {&match.leftNodes, &match.rightNodes})
        for (NodeMatch &node : *nodes)
            for (const auto &[here, there] : opposites)
                if (node.change == here) {
                    node.change = there;
                    break;
                }
    return match;
}

bool areOfOneHistory(const Compilation &a, const Compilation &b) {
    if (&a == &b) return true;
    const auto sameResult = [](const PassRecord &x, const PassRecord &y) { return same(x.after, y.after); };
    return same(a.captured, b.captured) && same(a.final, b.final) && std::ranges::equal(a.passes, b.passes, sameResult);
}

/** One side of a match over captured graphs. */
struct Side {
    StageHistory history;
    std::unordered_map<NodeId, NodeId> captured; ///< ids of captured nodes in the numbering of the left
    Sources sources;                             ///< of the stage's nodes, in that numbering
    std::unordered_map<NodeId, NodeId> ownIds;   ///< of captured nodes, by those numbers

    Side(const CompileStage &stage, std::unordered_map<NodeId, NodeId> numbering)
        : history(*stage.compilation, capturedStage, stage.pass)
        , captured(std::move(numbering)) {
        for (const PlacedNode &place : history.earlier().nodes()) {
            ownIds.emplace(numberOf(place.node->id), place.node->id);
            for (const StageLink &link : history.of(place.node->id))
                if (!link.isStandIn) sources[link.node].push_back(numberOf(place.node->id));
        }
        for (auto &[id, ids] : sources)
            std::ranges::sort(ids);
    }

    NodeId numberOf(NodeId id) const {
        const auto found = captured.find(id);
        return found == captured.end() ? id : found->second;
    }

    /** What became, on the way to this stage, of the captured nodes of these numbers. */
    std::vector<std::string> fatesOf(const std::vector<NodeId> &numbers) const {
        std::vector<std::string> words;
        for (const NodeId number : numbers) {
            const auto own = ownIds.find(number);
            if (own == ownIds.end()) continue;
            for (std::string &fate : history.fatesOf(own->second))
                if (std::ranges::find(words, fate) == words.end()) words.push_back(std::move(fate));
        }
        return words;
    }
};

int64_t largestId(const ModuleIndex &index) {
    int64_t largest = 0;
    for (const PlacedNode &place : index.nodes())
        largest = std::max(largest, place.node->id.value);
    for (const auto &[id, node] : index.constants())
        largest = std::max(largest, id.value);
    return largest;
}

/** Left ids for what is paired, new ones for what would be taken for a left node that it is not. */
std::unordered_map<NodeId, NodeId> numbering(const ModuleIndex &left, const ModuleIndex &right,
                                             const NodePairs &pairs) {
    std::unordered_map<NodeId, NodeId> ids;
    NodeId next{std::max(largestId(left), largestId(right)) + 1};
    const auto note = [&](NodeId id) {
        const auto pair = pairs.find(id);
        if (pair != pairs.end()) {
            if (pair->second.left != id) ids.emplace(id, pair->second.left);
        } else if (left.holds(id)) {
            ids.emplace(id, next);
            ++next.value;
        }
    };
    for (const PlacedNode &place : right.nodes())
        note(place.node->id);
    for (const auto &[id, node] : right.constants())
        note(id);
    return ids;
}

/** Captured nodes of the right that none of the left pairs get numbers that no other node has. */
std::unordered_map<NodeId, NodeId> capturedNumbers(const ModuleIndex &left, const ModuleIndex &right,
                                                   const NodePairs &pairs) {
    std::unordered_map<NodeId, NodeId> ids = numbering(left, right, pairs);
    std::erase_if(ids, [](const auto &each) { return each.first == each.second; });
    return ids;
}

/** Links over common captured nodes, for nodes that are in no pair: to those in no pair first. */
class SourceLinks {
public:
    SourceLinks(const ModuleIndex &left, const Sources &leftSources, const ModuleIndex &right,
                const Sources &rightSources, const NodePairs &pairs) {
        for (const auto &[rightId, pair] : pairs) {
            m_links[pair.left].push_back({rightId, false});
            m_paired.insert(rightId);
        }
        std::unordered_map<NodeId, std::vector<NodeId>> rightOf;
        for (const PlacedNode &place : right.nodes())
            if (const auto found = rightSources.find(place.node->id); found != rightSources.end())
                for (const NodeId source : found->second)
                    rightOf[source].push_back(place.node->id);
        std::unordered_map<NodeId, std::vector<NodeId>> leftOf;
        for (const PlacedNode &place : left.nodes()) {
            const auto found = leftSources.find(place.node->id);
            if (found == leftSources.end()) continue;
            for (const NodeId source : found->second)
                leftOf[source].push_back(place.node->id);
            if (!m_links.contains(place.node->id)) linkAll(place.node->id, found->second, rightOf);
        }
        std::unordered_set<NodeId> reached;
        for (const auto &[id, links] : m_links)
            for (const StageLink &link : links)
                reached.insert(link.node);
        for (const PlacedNode &place : right.nodes()) {
            const auto found = rightSources.find(place.node->id);
            if (found == rightSources.end() || reached.contains(place.node->id)) continue;
            for (const NodeId source : found->second)
                if (const auto lefts = leftOf.find(source); lefts != leftOf.end())
                    for (const NodeId id : lefts->second)
                        add(id, place.node->id);
        }
    }

    StageLinks of(NodeId left) const {
        const auto found = m_links.find(left);
        return found == m_links.end() ? StageLinks() : found->second;
    }

private:
    void add(NodeId left, NodeId right) {
        StageLinks &links = m_links[left];
        if (std::ranges::find(links, right, &StageLink::node) == links.end()) links.push_back({right, false});
    }

    void linkAll(NodeId left, const std::vector<NodeId> &sources,
                 const std::unordered_map<NodeId, std::vector<NodeId>> &rightOf) {
        std::vector<NodeId> free, taken;
        for (const NodeId source : sources)
            if (const auto rights = rightOf.find(source); rights != rightOf.end())
                for (const NodeId id : rights->second)
                    (m_paired.contains(id) ? taken : free).push_back(id);
        for (const NodeId id : free.empty() ? taken : free)
            add(left, id);
    }

    std::unordered_map<NodeId, StageLinks> m_links;
    std::unordered_set<NodeId> m_paired;
};

std::string side(const char *name, const std::vector<std::string> &fates) {
    return fates.empty() ? std::string() : std::string(name) + joined(fates);
}

/** What happened on either side since the graphs were captured. */
std::string onBothSides(const Side &left, const Side &right, const std::vector<NodeId> &sources,
                        const std::string &otherwise) {
    std::vector<std::string> words;
    for (std::string text : {side("left: ", left.fatesOf(sources)), side("right: ", right.fatesOf(sources))})
        if (!text.empty()) words.push_back(std::move(text));
    return words.empty() ? otherwise : join(words, "; ");
}

std::vector<NodeId> sourcesOf(const Side &side, NodeId id) {
    const auto found = side.sources.find(id);
    return found == side.sources.end() ? std::vector<NodeId>() : found->second;
}

StageMatch matchAcross(const CompileStage &left, const CompileStage &right) {
    const ModuleIndex capturedLeft(left.compilation->captured), capturedRight(right.compilation->captured);
    const NodePairs captured = pairCaptured(capturedLeft, capturedRight);
    std::unordered_map<NodeId, MatchBasis> capturedBases; // by the numbers of the left
    for (const auto &[id, pair] : captured)
        capturedBases.emplace(pair.left, pair.basis);
    const Side leftSide(left, {});
    const Side rightSide(right, capturedNumbers(capturedLeft, capturedRight, captured));
    const NodePairs pairs =
        pairStages(leftSide.history.later(), leftSide.sources, rightSide.history.later(), rightSide.sources);
    const auto ids = numbering(leftSide.history.later(), rightSide.history.later(), pairs);
    std::unordered_map<NodeId, NodeId> given;
    for (const auto &[from, to] : ids)
        given.emplace(to, from);
    const auto givenOf = [&](NodeId id) {
        const auto found = given.find(id);
        return found == given.end() ? id : found->second;
    };
    const SourceLinks links(leftSide.history.later(), leftSide.sources, rightSide.history.later(), rightSide.sources,
                            pairs);
    const auto shown = [&](NodeId id) {
        const auto found = ids.find(id);
        return found == ids.end() ? id : found->second;
    };
    const auto shownLinks = [&](NodeId id) {
        StageLinks result = links.of(id);
        for (StageLink &link : result)
            link.node = shown(link.node);
        return result;
    };
    std::unordered_set<NodeId> pairedLeft;
    for (const auto &[id, pair] : pairs)
        pairedLeft.insert(pair.left);
    // Of a node with a counterpart what differs lies in what it is given.
    const auto otherwise = [](const std::string &cause, bool hasCounterpart, const char *other) {
        if (!cause.empty()) return cause;
        return hasCounterpart ? std::string("its inputs are others")
                              : std::string("nothing on the ") + other + " corresponds to it";
    };
    const auto leftWords = [&](NodeId id) {
        const std::string cause = leftSide.history.causeOf(id);
        return onBothSides(leftSide, rightSide, sourcesOf(leftSide, id),
                           otherwise(cause.empty() ? cause : "left: " + cause, pairedLeft.contains(id), "right"));
    };
    const auto rightWords = [&](NodeId id) {
        const std::string cause = rightSide.history.causeOf(givenOf(id));
        return onBothSides(leftSide, rightSide, sourcesOf(rightSide, givenOf(id)),
                           otherwise(cause.empty() ? cause : "right: " + cause, pairs.contains(givenOf(id)), "left"));
    };
    const auto weakest = [&](MatchBasis basis, const std::vector<NodeId> &sources) {
        for (const NodeId source : sources)
            if (const auto found = capturedBases.find(source); found != capturedBases.end())
                basis = std::max(basis, found->second);
        return basis;
    };
    // Inputs of kernels stand for no captured node: they are as exact as what gives them.
    const bool isOneFunction =
        std::ranges::all_of(captured, [](const auto &pair) { return pair.second.basis == MatchBasis::Log; });
    const MatchBasis strongest = isOneFunction ? MatchBasis::Log : MatchBasis::Structure;
    const auto basisOf = [&](NodeId id) {
        const auto pair = pairs.find(givenOf(id));
        const std::vector<NodeId> sources = sourcesOf(rightSide, givenOf(id));
        if (pair == pairs.end()) return weakest(MatchBasis::Log, sources);
        return weakest(sources.empty() ? std::max(pair->second.basis, strongest) : pair->second.basis, sources);
    };
    const auto leftBasisOf = [&](NodeId id) { return weakest(MatchBasis::Log, sourcesOf(leftSide, id)); };
    const ModuleIndex aligned(renumbered(rightSide.history.later().module(), ids));
    StageMatch match =
        matchOf({leftSide.history.later(), aligned, shownLinks, leftWords, rightWords, basisOf, leftBasisOf});
    match.rightIds = std::move(given);
    return match;
}

} // namespace

std::string_view toString(StageChange change) {
    constexpr std::array<std::string_view, 11> texts = {"unchanged", "retyped", "re-attributed", "rewired",
                                                        "replaced",  "split",   "fused",         "folded",
                                                        "removed",   "added",   "materialised"};
    return texts[size_t(change)];
}

std::string_view toString(MatchBasis basis) {
    constexpr std::array<std::string_view, 3> texts = {"by ids and logs", "by structure", "by operator and place"};
    return texts[size_t(basis)];
}

NodeId StageMatch::givenRight(NodeId id) const {
    const auto found = rightIds.find(id);
    return found == rightIds.end() ? id : found->second;
}

NodeId StageMatch::shownRight(NodeId given) const {
    for (const auto &[shown, id] : rightIds)
        if (id == given) return shown;
    return given;
}

StageMatch matchStages(const CompileStage &left, const CompileStage &right) {
    if (!areOfOneHistory(*left.compilation, *right.compilation)) return matchAcross(left, right);
    const Compilation &compilation = *left.compilation;
    const auto along = [&](int from, int to) {
        StageMatch match = matchAlong(StageHistory(compilation, from, to));
        return compilation.imported ? asDumped(std::move(match), compilation) : match;
    };
    if (stageRank(compilation, left.pass) <= stageRank(compilation, right.pass)) return along(left.pass, right.pass);
    return swapped(along(right.pass, left.pass));
}

StageMatch matchPass(const PassRecord &pass) {
    return matchAlong(StageHistory(pass));
}

std::unordered_map<StageChange, int> changeCounts(const StageMatch &match) {
    std::unordered_map<StageChange, int> counts;
    for (const NodeMatch &node : match.leftNodes)
        if (isGone(node)) ++counts[node.change];
    for (const NodeMatch &node : match.rightNodes)
        ++counts[node.change];
    return counts;
}

int countInKernels(const StageMatch &match) {
    const auto isInside = [](const Module &module, const NodeMatch &node) {
        const GraphPtr graph = module.find(node.graph);
        return graph && graph->isKernel();
    };
    int count = 0;
    for (const NodeMatch &node : match.leftNodes)
        count += isGone(node) && isInside(match.left, node);
    for (const NodeMatch &node : match.rightNodes)
        count += isInside(match.right, node);
    return count;
}

std::map<MatchBasis, int> basisCounts(const StageMatch &match) {
    std::map<MatchBasis, int> counts;
    for (const NodeMatch &node : match.leftNodes)
        if (isGone(node) && !node.counterparts.empty()) ++counts[node.basis];
    for (const NodeMatch &node : match.rightNodes)
        if (!node.counterparts.empty()) ++counts[node.basis];
    return counts;
}

std::string basisText(const StageMatch &match) {
    std::vector<std::string> parts;
    for (const auto &[basis, count] : basisCounts(match))
        parts.push_back(std::string(toString(basis)) + format(" (%d)", count));
    return join(parts, ", ");
}

namespace {

NodeChange shownAs(StageChange change) {
    constexpr std::array<NodeChange, 11> changes = {NodeChange::Unchanged, NodeChange::Changed,  NodeChange::Changed,
                                                    NodeChange::Rewired,   NodeChange::Replaced, NodeChange::Replaced,
                                                    NodeChange::Fused,     NodeChange::Folded,   NodeChange::Removed,
                                                    NodeChange::Added,     NodeChange::Added};
    return changes[size_t(change)];
}

} // namespace

ModuleDiff diffOf(const StageMatch &match) {
    ModuleDiff diff;
    std::unordered_map<NodeId, NodePtr> lefts;
    std::unordered_set<NodeId> rights;
    for (const NodeMatch &node : match.rightNodes)
        rights.insert(node.node->id);
    for (const NodeMatch &node : match.leftNodes) {
        lefts.emplace(node.node->id, node.node);
        if (rights.contains(node.node->id) || !node.node->isCall()) continue;
        diff.nodes.push_back({shownAs(node.change), node.graph, node.node, nullptr, node.counterparts});
        ++diff.removed;
    }
    for (const NodeMatch &node : match.rightNodes) {
        if (!node.node->isCall()) continue;
        const auto left = lefts.find(node.node->id);
        NodeDiff entry{shownAs(node.change), node.graph, nullptr, node.node, {}};
        if (left == lefts.end()) {
            entry.partners = node.counterparts;
            ++diff.added;
        } else {
            entry.before = left->second;
            if (entry.change != NodeChange::Unchanged) ++diff.changed;
        }
        diff.nodes.push_back(std::move(entry));
    }
    return diff;
}

} // namespace jitscope::inline variants
