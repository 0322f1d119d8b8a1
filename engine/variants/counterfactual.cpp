// SPDX-License-Identifier: Apache-2.0
// One way of finding a change for each kind of predicate, and what is true where there is none.
#include "engine/variants/counterfactual.h"

#include "engine/base/text.h"
#include "engine/ir/nodecounts.h"
#include "engine/ir/nodename.h"
#include "engine/passes/joinablecalls.h"
#include "engine/variants/forcedfusion.h"
#include "engine/variants/fusereason.h"
#include "engine/variants/namedecision.h"
#include "engine/variants/variant.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline variants {

namespace {

using Kind = PredicateKind;

/** How a predicate is made to hold. */
enum class Way : uint8_t {
    Duplicate,     ///< other users get a copy of what they share
    DuplicateCone, ///< the same with all that it is made of in its shape
    RefuseOther,   ///< the rule that took a node first is refused there
    FusePair,      ///< the two join before others do, where they fit alone
    Fuse,          ///< a cost model is not asked
    AtO0,
    None,
};

constexpr std::pair<Kind, Way> ways[] = {
    {Kind::Users, Way::Duplicate},
    {Kind::UsersOfView, Way::Duplicate},
    {Kind::ResultUsers, Way::Duplicate},
    {Kind::GradientReads, Way::Duplicate},
    {Kind::OtherShape, Way::DuplicateCone},
    {Kind::OtherFusion, Way::RefuseOther},
    {Kind::LeftToKernels, Way::AtO0},
    {Kind::Members, Way::FusePair},
    {Kind::Inputs, Way::FusePair},
    {Kind::Results, Way::FusePair},
    {Kind::SameReduction, Way::FusePair},
    {Kind::ReducedWhole, Way::FusePair},
    {Kind::Broadcast, Way::FusePair},
    {Kind::ComputedOnce, Way::FusePair},
    {Kind::ReducedAlong, Way::FusePair},
    {Kind::ReducedLate, Way::FusePair},
    {Kind::Elements, Way::Fuse},
    {Kind::NoNeighbour, Way::Fuse},
    {Kind::SavedBytes, Way::Fuse},
};

constexpr std::pair<PredicateGroup, const char *> whyNone[] = {
    {PredicateGroup::Users, "It has to be there for the others, and no copy of it can be made."},
    {PredicateGroup::Type, "The types are those of the function: only another dtype in its source changes them."},
    {PredicateGroup::Shape, "The shapes are those of the function: only other arguments or source change them."},
    {PredicateGroup::Space, "The two have no common loop nest, in whatever order others join."},
    {PredicateGroup::Limit, "The limit is fixed in the compiler."},
    {PredicateGroup::Cost, "No decision of a variant changes what the cost model says here."},
    {PredicateGroup::Order,
     "Something else would have to run in the middle of the kernel, in whatever order others join."},
    {PredicateGroup::Effect, "It writes, so the order has to stay as it is."},
    {PredicateGroup::Operator, "No kernel can hold this call."},
    {PredicateGroup::Pattern, "The source would have to be written otherwise."},
    {PredicateGroup::Known, "It depends on what is known only at run time."},
    {PredicateGroup::Decision, "It is a decision of this variant: without it the rule is applied."},
};

constexpr std::string_view clusterPass = "graph_kernel_cluster";

Way wayFor(Kind kind) {
    const auto found = std::ranges::find(ways, kind, &std::pair<Kind, Way>::first);
    return found == std::end(ways) ? Way::None : found->second;
}

std::string whyNoneFor(Kind kind) {
    const auto found = std::ranges::find(whyNone, formOf(kind).group, &std::pair<PredicateGroup, const char *>::first);
    return found == std::end(whyNone) ? "No change is known." : found->second;
}

std::vector<NodeId> united(std::vector<NodeId> ids) {
    std::ranges::sort(ids);
    const auto [first, last] = std::ranges::unique(ids);
    ids.erase(first, last);
    return ids;
}

} // namespace

class Counterfactuals::Finder {
public:
    explicit Finder(const Compilation &compilation)
        : m_compilation(compilation)
        , m_forced(compilation) {}

    Counterfactual of(const RefusedCandidate &candidate) {
        const Kind kind = candidate.refusal.predicate.kind;
        std::optional<Counterfactual> change = by(wayFor(kind), candidate);
        const bool isFound = change && change->exists() && comesAbout(*change);
        if (!isFound && m_forced.helps(candidate.captured))
            return withLaunches(*decided(Decision::Kind::Fuse, {}, candidate.captured));
        if (isFound) return withLaunches(*std::move(change));
        if (isJoinedAtO1(candidate)) return {.decisions = {}, .level = JitLevel::O1};
        if (change && !change->exists()) return *std::move(change);
        return {.decisions = {}, .whyNone = whyNoneFor(kind)};
    }

    std::optional<RefusedCandidate> apart(const WhyNot &answer, std::vector<NodeId> captured) {
        captured = united(std::move(captured));
        const auto hasChange = [&](const RefusedCandidate &each) { return of(each).exists(); };
        if (std::ranges::any_of(answer.refused, hasChange)) return {};
        if (kernelsAtO1()) return apartAtO0(answer, std::move(captured));
        if (!m_forced.helps(captured)) return {};
        const auto pass = std::ranges::find(m_compilation.passes, clusterPass, &PassRecord::name);
        if (pass == m_compilation.passes.end()) return {};
        RefusedCandidate candidate;
        candidate.pass = size_t(pass - m_compilation.passes.begin());
        candidate.refusal = {"", captured, statedReason("No kernel holds them both")};
        return named(std::move(candidate), std::move(captured));
    }

    std::optional<KernelsAtO1> kernelsAtO1() {
        if (m_compilation.imported || jitLevelOf(m_compilation) != JitLevel::O0) return {};
        const NodeCounts counts = countNodes(atO1().final);
        return KernelsAtO1{size_t(counts.kernels), size_t(counts.members)};
    }

private:
    RefusedCandidate named(RefusedCandidate candidate, std::vector<NodeId> captured) const {
        for (const NodeId id : captured) {
            const NodePtr node = findNode(m_compilation.captured, id);
            candidate.titles.push_back(node ? nodeTitle(*node) : nodeName(id));
        }
        candidate.captured = std::move(captured);
        return candidate;
    }

    /** No pass of O0 makes kernels: what O1 makes of them is all that there is to say. */
    std::optional<RefusedCandidate> apartAtO0(const WhyNot &answer, std::vector<NodeId> captured) {
        if (!answer.joined.empty() || captured.empty()) return {};
        RefusedCandidate candidate;
        candidate.pass = RefusedCandidate::noPass;
        candidate.refusal = {"", captured, statedReason("No pass of O0 makes fused kernels")};
        candidate = named(std::move(candidate), std::move(captured));
        if (!isJoinedAtO1(candidate)) return {};
        return candidate;
    }

    const Compilation &atO1() {
        if (!m_atO1) m_atO1 = stagesOf(m_compilation, {JitLevel::O1, {}});
        return *m_atO1;
    }

    bool isJoinedAtO1(const RefusedCandidate &candidate) {
        if (candidate.captured.empty() || !kernelsAtO1()) return false;
        return fateIn(atO1(), candidate).kind == CandidateFate::Kind::Joined &&
               areInOneKernel(atO1().final, capturedOrigins(atO1()), candidate.captured);
    }

    /** What a pass was given, to be looked up. */
    struct Stage {
        Stage(const Compilation &compilation, size_t pass)
            : module(&compilation.passes[pass].before)
            , origins(compilation.captured) {
            for (size_t i = 0; i < pass; ++i)
                if (compilation.passes[i].changed)
                    origins.follow(compilation.passes[i].after, compilation.passes[i].rewrites);
        }

        const Module *module;
        CapturedOrigins origins; ///< as far as they are known to the pass: later ones find more
        std::unordered_map<NodeId, NodePtr> nodes;
        std::unordered_map<NodeId, std::vector<NodeId>> standing; ///< calls, by the captured nodes that they stand for
        std::unordered_map<NodeId, size_t> graphs;                ///< of calls
        std::unordered_map<size_t, std::unique_ptr<JoinableCalls>> joinable; ///< by the graph
    };

    std::optional<Counterfactual> by(Way way, const RefusedCandidate &candidate) {
        switch (way) {
        case Way::Duplicate:
            return duplicated(candidate, candidate.refusal.nodes, {candidate.refusal.predicate.node});
        case Way::DuplicateCone:
            return coneDuplicated(candidate);
        case Way::RefuseOther:
            return otherRefused(candidate);
        case Way::FusePair:
            return pairFused(candidate);
        case Way::Fuse:
            return decided(Decision::Kind::Fuse, {}, capturedBehind(stageOf(candidate.pass), candidate.refusal.nodes));
        case Way::AtO0:
            return Counterfactual{.decisions = {}, .level = JitLevel::O0};
        case Way::None:
            return {};
        }
        return {};
    }

    /** A fusion of several that a variant refuses is no change. */
    bool comesAbout(const Counterfactual &change) {
        if (change.decisions.empty() || change.decisions[0].kind != Decision::Kind::Fuse) return true;
        const std::vector<NodeId> &nodes = change.decisions[0].nodes;
        return nodes.size() < 2 || m_forced.helps(nodes);
    }

    Counterfactual withLaunches(Counterfactual change) const {
        constexpr int largest = 1000; ///< calls of a function that is compiled once more for each change
        if (change.decisions.empty() || callCount(m_compilation.captured) > largest) return change;
        const VariantSpec spec{change.level.value_or(jitLevelOf(m_compilation)), change.decisions};
        change.launches = {launchesOf(m_compilation.final), launchesOf(stagesOf(m_compilation, spec).final)};
        return change;
    }

    static int launchesOf(const Module &final) {
        const NodeCounts counts = countNodes(final);
        return counts.operators + counts.kernels;
    }

    static std::optional<Counterfactual> decided(Decision::Kind kind, std::string name, std::vector<NodeId> nodes) {
        if (nodes.empty()) return {};
        return Counterfactual{.decisions = {{kind, std::move(name), std::move(nodes)}}};
    }

    Stage &stageOf(size_t pass) {
        const auto [found, isNew] = m_stages.try_emplace(pass, m_compilation, pass);
        Stage &stage = found->second;
        if (!isNew) return stage;
        for (size_t graph = 0; graph < stage.module->graphs.size(); ++graph)
            if (!stage.module->graphs[graph]->isKernel()) addGraph(stage, graph);
        return stage;
    }

    static void addGraph(Stage &stage, size_t graph) {
        for (const NodePtr &node : stage.module->graphs[graph]->nodes) {
            stage.nodes.emplace(node->id, node);
            stage.graphs.emplace(node->id, graph);
            for (const NodeId captured : stage.origins.of(node->id))
                stage.standing[captured].push_back(node->id);
        }
    }

    static std::vector<NodeId> capturedBehind(const Stage &stage, const std::vector<NodeId> &nodes) {
        std::vector<NodeId> captured;
        for (const NodeId node : nodes)
            std::ranges::copy(stage.origins.of(node), std::back_inserter(captured));
        return united(std::move(captured));
    }

    /** Whether a decision about those captured nodes is about these nodes of the stage and no others. */
    static bool isExact(const Stage &stage, const std::vector<NodeId> &nodes, const std::vector<NodeId> &captured) {
        for (const NodeId id : captured) {
            const auto standing = stage.standing.find(id);
            if (standing == stage.standing.end()) continue;
            for (const NodeId node : standing->second)
                if (std::ranges::find(nodes, node) == nodes.end() &&
                    std::ranges::includes(captured, stage.origins.of(node)))
                    return false;
        }
        return std::ranges::none_of(nodes, [&](NodeId node) { return stage.origins.of(node).empty(); });
    }

    /** `shared` are those of `nodes` that others use, too. */
    std::optional<Counterfactual> duplicated(const RefusedCandidate &candidate, const std::vector<NodeId> &nodes,
                                             const std::vector<NodeId> &shared) {
        const Stage &stage = stageOf(candidate.pass);
        const auto isCopied = [&](NodeId id) {
            const auto node = stage.nodes.find(id);
            return node != stage.nodes.end() && isCopyable(*node->second);
        };
        if (!std::ranges::all_of(shared, isCopied)) return {};
        const auto isUsed = [&](NodeId id) { return isUsedBeside(stage, *stage.nodes.at(id), nodes); };
        if (std::ranges::none_of(shared, isUsed))
            return Counterfactual{.decisions = {}, .whyNone = "The others that use it are in the chain themselves."};
        std::vector<NodeId> captured = capturedBehind(stage, nodes);
        if (!isExact(stage, nodes, captured)) return {};
        return decided(Decision::Kind::Duplicate, {}, std::move(captured));
    }

    /** The first of the pair with what it is made of in its own shape: they would be in one kernel. */
    std::optional<Counterfactual> coneDuplicated(const RefusedCandidate &candidate) {
        const std::vector<NodeId> &pair = candidate.refusal.nodes;
        if (pair.size() != 2) return {};
        const std::vector<NodeId> cone = coneOf(stageOf(candidate.pass), pair.front());
        std::vector<NodeId> nodes = cone;
        nodes.push_back(pair.back());
        return duplicated(candidate, nodes, cone);
    }

    static bool isUsedBeside(const Stage &stage, const Node &node, const std::vector<NodeId> &nodes) {
        return std::ranges::any_of(stage.module->graphs, [&](const GraphPtr &graph) {
            const auto uses = [&](const NodePtr &user) {
                return std::ranges::find(nodes, user->id) == nodes.end() &&
                       std::ranges::find(user->inputs, node.id, &Node::id) != user->inputs.end();
            };
            return (graph->output && graph->output->id == node.id) || std::ranges::any_of(graph->nodes, uses);
        });
    }

    static std::vector<NodeId> coneOf(const Stage &stage, NodeId id) {
        std::vector<NodeId> cone = {id};
        const auto top = stage.nodes.find(id);
        if (top == stage.nodes.end()) return cone;
        const Dims &shape = top->second->abstract->shape;
        for (size_t next = 0; next < cone.size(); ++next)
            for (const NodePtr &input : stage.nodes.at(cone[next])->inputs) {
                const bool isOfIt = stage.nodes.contains(input->id) && input->abstract->shape == shape;
                if (isOfIt && isJoinable(*input) && std::ranges::find(cone, input->id) == cone.end())
                    cone.push_back(input->id);
            }
        return cone;
    }

    std::optional<Counterfactual> otherRefused(const RefusedCandidate &candidate) {
        const Predicate &failed = candidate.refusal.predicate;
        const Stage &stage = stageOf(candidate.pass);
        for (const Rewrite &rewrite : m_compilation.passes[candidate.pass].rewrites) {
            const bool isIt = rewrite.rule == failed.actual.text &&
                              std::ranges::find(rewrite.before, failed.node) != rewrite.before.end();
            if (!isIt) continue;
            std::vector<NodeId> captured = capturedBehind(stage, rewrite.before);
            if (rewrite.rule == candidate.refusal.rule && sharesTwo(captured, candidate.captured)) return {};
            return decided(Decision::Kind::Refuse, rewrite.rule, std::move(captured));
        }
        return {};
    }

    /** The refusal would be one of the candidate, too. */
    static bool sharesTwo(const std::vector<NodeId> &a, const std::vector<NodeId> &b) {
        std::vector<NodeId> both;
        std::ranges::set_intersection(a, b, std::back_inserter(both));
        return both.size() >= std::min<size_t>(2, a.size());
    }

    std::optional<Counterfactual> pairFused(const RefusedCandidate &candidate) {
        const std::vector<NodeId> &nodes = candidate.refusal.nodes;
        if (nodes.size() != 2) return {};
        const Stage &stage = stageOf(candidate.pass);
        const std::vector<NodeId> captured = capturedBehind(stage, nodes);
        if (!isApart(stage, nodes, captured) || !fitAlone(candidate.pass, nodes)) return {};
        return decided(Decision::Kind::Fuse, {}, captured);
    }

    /** Whether nothing else stands for any of the captured nodes: all pairs of them would be joined, too. */
    static bool isApart(const Stage &stage, const std::vector<NodeId> &nodes, const std::vector<NodeId> &captured) {
        return std::ranges::all_of(captured, [&](NodeId id) {
            const auto standing = stage.standing.find(id);
            return standing == stage.standing.end() || std::ranges::all_of(standing->second, [&](NodeId node) {
                       return std::ranges::find(nodes, node) != nodes.end();
                   });
        });
    }

    /** Before anything else has joined. */
    bool fitAlone(size_t pass, const std::vector<NodeId> &nodes) {
        Stage &stage = stageOf(pass);
        const auto graph = stage.graphs.find(nodes[0]);
        if (graph == stage.graphs.end()) return false;
        std::unique_ptr<JoinableCalls> &calls = stage.joinable[graph->second];
        if (!calls) calls = std::make_unique<JoinableCalls>(*stage.module, graph->second);
        return calls->fit(nodes[0], nodes[1]);
    }

    const Compilation &m_compilation;
    ForcedFusion m_forced;
    std::optional<Compilation> m_atO1;          ///< the same compiled there; only asked of what was compiled at O0
    std::unordered_map<size_t, Stage> m_stages; ///< by the pass
};

Counterfactuals::Counterfactuals(const Compilation &compilation)
    : m_finder(std::make_unique<Finder>(compilation)) {}

Counterfactuals::~Counterfactuals() = default;

Counterfactual Counterfactuals::of(const RefusedCandidate &candidate) {
    return m_finder->of(candidate);
}

std::optional<RefusedCandidate> Counterfactuals::apart(const WhyNot &answer, const std::vector<NodeId> &captured) {
    return m_finder->apart(answer, captured);
}

std::optional<Counterfactuals::KernelsAtO1> Counterfactuals::kernelsAtO1() {
    return m_finder->kernelsAtO1();
}

std::string toString(const Counterfactual &change, const Module &captured) {
    if (!change.exists()) return change.whyNone;
    std::vector<std::string> parts;
    if (change.level) parts.push_back(*change.level == JitLevel::O1 ? "compiled at O1" : "compiled at O0");
    for (const Decision &decision : change.decisions)
        parts.push_back(toString(decision, captured));
    const std::string text = join(parts, "; ");
    if (!change.launches) return text;
    return text + format(" (operators and kernels: %d then, %d now)", change.launches->after, change.launches->before);
}

namespace {

/** A pass of the back end that put one call, or one kernel, in the place of them all. */
std::optional<std::string> joinedBy(const Compilation &variant, const CapturedOrigins &origins,
                                    const std::vector<NodeId> &captured) {
    for (const PassRecord &pass : variant.passes)
        for (const Rewrite &rewrite : pass.rewrites) {
            if (pass.phase == PassPhase::FrontEnd || pass.name == "duplicate_nodes") continue;
            std::vector<NodeId> behind;
            for (const NodeId node : rewrite.before)
                std::ranges::copy(origins.of(node), std::back_inserter(behind));
            if (std::ranges::includes(united(std::move(behind)), captured))
                return fullName(pass) + ", rule " + rewrite.rule;
        }
    return {};
}

} // namespace

CandidateFate fateIn(const Compilation &variant, const RefusedCandidate &candidate) {
    std::optional<std::string> other;
    for (const RefusedCandidate &each : refusedCandidates(variant)) {
        if (each.captured != candidate.captured) continue;
        const bool isSame = each.refusal.predicate.kind == candidate.refusal.predicate.kind &&
                            each.refusal.rule == candidate.refusal.rule;
        if (isSame) return {CandidateFate::Kind::StillFails, "Still refused: " + each.refusal.reason()};
        if (!other) other = each.refusal.reason();
    }
    const CapturedOrigins origins = capturedOrigins(variant);
    if (const auto joined = joinedBy(variant, origins, candidate.captured)) {
        const std::string parts = partsOutside(variant, origins, candidate.captured);
        return {CandidateFate::Kind::Joined, "Joined by " + *joined + (parts.empty() ? "" : ". " + parts)};
    }
    if (other) return {CandidateFate::Kind::OtherReason, "Now refused for another reason: " + *other};
    return {CandidateFate::Kind::NotMet, "No pass looked at these nodes together"};
}

} // namespace jitscope::inline variants
