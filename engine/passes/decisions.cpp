// SPDX-License-Identifier: Apache-2.0
// Following captured nodes through the passes, and asking what was decided of them.
#include "engine/passes/decisions.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace jitscope::inline passes {

namespace {

constexpr size_t fewestJoined = 2; ///< of several nodes: a rule goes across them where it takes two

void forEachNode(const Module &module, const std::function<void(const Node &)> &use) {
    for (const GraphPtr &graph : module.graphs) {
        for (const NodePtr &parameter : graph->parameters)
            use(*parameter);
        for (const NodePtr &node : graph->nodes) {
            for (const NodePtr &input : node->inputs)
                if (input->isConstant() && !input->origins.empty()) use(*input);
            use(*node);
        }
    }
}

std::string namesOf(const std::vector<NodeId> &nodes, const Module &captured) {
    std::vector<std::string> names;
    for (const NodeId id : nodes) {
        std::string name = format("node %lld", static_cast<long long>(id.value));
        forEachNode(captured, [&](const Node &node) {
            if (node.id == id) name = nodeTitle(node);
        });
        names.push_back(std::move(name));
    }
    return join(names, ", ");
}

/** A kind as a sentence: {name}, {nodes} and {behind} stand for the decision's own. */
struct KindText {
    Decision::Kind kind;
    std::string_view name, unnamed, sentence;
    std::string_view ofOne = {}; ///< the sentence where it is about one node, if that is another
};

constexpr std::array<KindText, 9> kindTexts = {{
    {Decision::Kind::SwitchOff, "without", "a pass", "{name} is switched off"},
    {Decision::Kind::Refuse, "refuse", "every rule", "{name} is refused at {nodes}"},
    {Decision::Kind::KeepOut, "keep-out", "", "{nodes}: kept out of kernels"},
    {Decision::Kind::Fuse, "fuse", "", "{nodes}: to be one kernel", "{nodes}: to be expanded into kernels"},
    {Decision::Kind::Repeat, "repeat", "a pass", "{name} runs again behind {behind}"},
    {Decision::Kind::Move, "move", "a pass", "{name} is moved behind {behind}"},
    {Decision::Kind::End, "end", "a pass", "no pass runs behind {name}"},
    {Decision::Kind::Dtype, "dtype", "", "{nodes}: computed in {name}"},
    {Decision::Kind::Duplicate, "duplicate", "", "{nodes}: used by each other alone, copied for all others"},
}};

std::string filled(std::string text, std::string_view place, const std::string &value) {
    const size_t at = text.find(place);
    return at == std::string::npos ? text : text.replace(at, place.size(), value);
}

std::string placeFault(const std::string &name, JitLevel level) {
    if (isInPipeline(name, level)) return {};
    const char *at = level == JitLevel::O0 ? "O0" : "O1";
    return "No pass of the pipeline at " + std::string(at) + " is called '" + name +
           "': cse, opt_a.cse, opt_a.r1.cse and opt_a.r1.cse#2 name passes.";
}

std::string passFault(const std::string &name) {
    if (passCalled(name)) return {};
    return "There is no pass '" + name + "'.";
}

std::string dtypeFault(const std::string &name) {
    const std::optional<DType> dtype = dtypeNamed(name);
    if (dtype && info(*dtype).floating) return {};
    return "'" + name + "' is no floating dtype: float16, bfloat16, float32 and float64 are.";
}

} // namespace

CapturedOrigins::CapturedOrigins(const Module &captured) {
    forEachNode(captured, [&](const Node &node) { m_captured.try_emplace(node.id, std::vector{node.id}); });
}

void CapturedOrigins::follow(const Module &after, std::span<const Rewrite> rewrites) {
    forEachNode(after, [&](const Node &node) { add(node); });
    for (const Rewrite &rewrite : rewrites)
        for (const NodeId before : rewrite.before)
            if (rewrite.after != before && m_captured.contains(rewrite.after)) unite(rewrite.after, of(before));
}

std::span<const NodeId> CapturedOrigins::of(NodeId node) const {
    const auto found = m_captured.find(node);
    return found == m_captured.end() ? std::span<const NodeId>() : std::span<const NodeId>(found->second);
}

void CapturedOrigins::add(const Node &node) {
    if (!m_captured.try_emplace(node.id).second) return;
    for (const NodeId origin : node.origins)
        unite(node.id, of(origin));
}

void CapturedOrigins::unite(NodeId node, std::span<const NodeId> others) {
    std::vector<NodeId> united;
    std::vector<NodeId> &own = m_captured[node];
    std::ranges::set_union(own, others, std::back_inserter(united));
    own = std::move(united);
}

DecisionBook::DecisionBook(std::vector<Decision> decisions, const Module &captured)
    : m_decisions(std::move(decisions))
    , m_uses(m_decisions.size())
    , m_origins(m_decisions.empty() ? Module() : captured) {} // nobody asks where nothing was decided

bool DecisionBook::refuses(std::string_view rule, std::span<const NodeId> nodes) {
    for (size_t i = 0; i < m_decisions.size(); ++i) {
        const Decision &decision = m_decisions[i];
        if (decision.kind != Decision::Kind::Refuse || (!decision.name.empty() && decision.name != rule)) continue;
        if (covers(decision, nodes)) return use(i);
    }
    return false;
}

bool DecisionBook::keepsOut(NodeId node) {
    for (size_t i = 0; i < m_decisions.size(); ++i)
        if (m_decisions[i].kind == Decision::Kind::KeepOut && touched(m_decisions[i], {&node, 1}) > 0) return use(i);
    return false;
}

bool DecisionBook::forces(NodeId node) {
    for (size_t i = 0; i < m_decisions.size(); ++i)
        if (m_decisions[i].kind == Decision::Kind::Fuse && touched(m_decisions[i], {&node, 1}) > 0) return use(i);
    return false;
}

bool DecisionBook::forcesTogether(std::span<const NodeId> nodes) {
    for (size_t i = 0; i < m_decisions.size(); ++i)
        if (m_decisions[i].kind == Decision::Kind::Fuse && touching(m_decisions[i], nodes) >= fewestJoined)
            return use(i);
    return false;
}

DecidedRun DecisionBook::runAt(const PassPlace &place) {
    using enum Decision::Kind;
    DecidedRun decided;
    for (size_t i = 0; i < m_decisions.size(); ++i) {
        const Decision &decision = m_decisions[i];
        const bool isAbout = decision.kind == SwitchOff || decision.kind == Move || decision.kind == End;
        if (isAbout && m_places.isMeant(i, decision.name, place)) {
            use(i);
            (decision.kind == End ? decided.isLast : decided.isLeftOut) = true;
        }
        const bool isPut = decision.kind == Repeat || decision.kind == Move;
        if (isPut && m_places.isMeant(m_decisions.size() + i, decision.behind, place)) {
            use(i);
            decided.behind.push_back(decision.name);
        }
    }
    return decided;
}

std::optional<DType> DecisionBook::dtypeOf(NodeId node) {
    for (size_t i = 0; i < m_decisions.size(); ++i) {
        const Decision &decision = m_decisions[i];
        if (decision.kind != Decision::Kind::Dtype || std::ranges::find(decision.nodes, node) == decision.nodes.end())
            continue;
        use(i);
        return dtypeNamed(decision.name);
    }
    return {};
}

bool DecisionBook::isOf(size_t decision, NodeId node) const {
    const std::span<const NodeId> captured = m_origins.of(node);
    const auto isDecided = [&](NodeId id) {
        return std::ranges::find(m_decisions[decision].nodes, id) != m_decisions[decision].nodes.end();
    };
    return !captured.empty() && std::ranges::all_of(captured, isDecided);
}

bool DecisionBook::isDuplicated(NodeId node) const {
    for (size_t i = 0; i < m_decisions.size(); ++i)
        if (m_decisions[i].kind == Decision::Kind::Duplicate && isOf(i, node)) return true;
    return false;
}

/** How many of these nodes stand for decided ones. */
size_t DecisionBook::touching(const Decision &decision, std::span<const NodeId> nodes) const {
    return size_t(std::ranges::count_if(nodes, [&](NodeId node) { return touched(decision, {&node, 1}) > 0; }));
}

/** How many of the decided nodes these stand for. */
size_t DecisionBook::touched(const Decision &decision, std::span<const NodeId> nodes) const {
    const auto isTouched = [&](NodeId wanted) {
        return std::ranges::any_of(nodes,
                                   [&](NodeId node) { return std::ranges::binary_search(m_origins.of(node), wanted); });
    };
    return size_t(std::ranges::count_if(decision.nodes, isTouched));
}

bool DecisionBook::covers(const Decision &decision, std::span<const NodeId> nodes) const {
    return !decision.nodes.empty() && touched(decision, nodes) >= std::min(fewestJoined, decision.nodes.size());
}

bool DecisionBook::use(size_t index) {
    ++m_uses[index];
    return true;
}

std::string_view nameOf(Decision::Kind kind) {
    return std::ranges::find(kindTexts, kind, &KindText::kind)->name;
}

std::string faultOf(const Decision &decision, JitLevel level) {
    using enum Decision::Kind;
    switch (decision.kind) {
    case End:
        return placeFault(decision.name, level);
    case Repeat:
    case Move: {
        const std::string fault = passFault(decision.name);
        return fault.empty() ? placeFault(decision.behind, level) : fault;
    }
    case Dtype:
        return dtypeFault(decision.name);
    case SwitchOff:
    case Refuse:
    case KeepOut:
    case Fuse:
    case Duplicate:
        return {};
    }
    return {};
}

std::string toString(const Decision &decision, const Module &captured) {
    const KindText &kind = *std::ranges::find(kindTexts, decision.kind, &KindText::kind);
    const std::string name = decision.name.empty() ? std::string(kind.unnamed) : decision.name;
    const bool isOfOne = decision.nodes.size() == 1 && !kind.ofOne.empty();
    std::string text = filled(std::string(isOfOne ? kind.ofOne : kind.sentence), "{name}", name);
    text = filled(std::move(text), "{nodes}", namesOf(decision.nodes, captured));
    return filled(std::move(text), "{behind}", decision.behind);
}

} // namespace jitscope::inline passes
