// SPDX-License-Identifier: Apache-2.0
// Cuts off the end, then the beginning, then ever smaller pieces, and ends with single nodes until none can go.
#include "engine/extraction/reducer.h"

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/extraction/seenvalues.h"
#include "engine/extraction/shrinking.h"
#include "engine/extraction/testcase.h"
#include "engine/ir/irtext.h"
#include "engine/ir/nodereplacement.h"
#include "engine/ir/verifier.h"
#include "engine/passes/passes.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

namespace jitscope::inline extraction {

namespace {

constexpr int64_t leastRounds = 1000;

bool carriesValue(const Node &node) {
    return node.abstract->kind != Abstract::Kind::Monad && node.abstract->kind != Abstract::Kind::Function;
}

NodePtr makeTupleOf(std::vector<NodePtr> items, NodeId id) {
    auto tuple = std::make_shared<Node>();
    tuple->id = id;
    tuple->op = op::MakeTuple;
    std::vector<Abstract> types;
    for (const NodePtr &item : items)
        types.push_back(item->abstract);
    tuple->inputs = std::move(items);
    tuple->abstract = Abstract::tuple(std::move(types));
    return tuple;
}

/** Changes to a candidate, each a new one; it is cleaned of what is not needed any more. */
class Edits {
public:
    Edits(const Candidate &candidate, const SeenValues &seen, UnusedNodes unused)
        : m_candidate(candidate)
        , m_seen(seen)
        , m_unused(unused)
        , m_ids(idsBehind(candidate.module)) {}

    /** Returning those instead: calls of the entry. */
    Candidate returning(std::vector<NodePtr> outputs) {
        auto entry = std::make_shared<Graph>(*m_candidate.module.entry());
        entry->output = outputs.size() == 1 ? outputs.front() : makeTupleOf(std::move(outputs), m_ids.next());
        if (std::ranges::find(entry->nodes, entry->output) == entry->nodes.end() && entry->output->isCall())
            entry->nodes.push_back(entry->output);
        Candidate result = m_candidate;
        result.module.graphs.front() = std::move(entry);
        return cleaned(std::move(result));
    }

    /** The first `count` calls of the entry, returning what others took of them. */
    std::optional<Candidate> prefix(size_t count) {
        const Graph &entry = *m_candidate.module.entry();
        std::unordered_set<NodeId> inside, used;
        for (size_t i = 0; i < count; ++i)
            inside.insert(entry.nodes[i]->id);
        std::vector<NodePtr> outputs;
        const auto use = [&](const NodePtr &node) {
            if (node && inside.contains(node->id) && carriesValue(*node)) used.insert(node->id);
        };
        for (size_t i = count; i < entry.nodes.size(); ++i) {
            std::ranges::for_each(entry.nodes[i]->inputs, use);
            use(entry.nodes[i]->function);
        }
        use(entry.output);
        for (size_t i = 0; i < count; ++i)
            if (used.contains(entry.nodes[i]->id)) outputs.push_back(entry.nodes[i]);
        if (outputs.empty()) return {};
        auto cut = std::make_shared<Graph>(entry);
        cut->nodes.resize(count);
        cut->output = outputs.size() == 1 ? outputs.front() : makeTupleOf(outputs, m_ids.next());
        if (outputs.size() > 1) cut->nodes.push_back(cut->output);
        Candidate result = m_candidate;
        result.module.graphs.front() = std::move(cut);
        return cleaned(std::move(result));
    }

    /** Parameters with their values in the place of those calls of the entry; nothing where none has one. */
    std::optional<Candidate> asParameters(std::span<const NodePtr> nodes) {
        NodeReplacement replacement;
        Candidate result = m_candidate;
        auto entry = std::make_shared<Graph>(*result.module.entry());
        for (const NodePtr &node : nodes) {
            const Value *value = carriesValue(*node) ? m_seen.of(node->id) : nullptr;
            if (!value) continue;
            auto stand = std::make_shared<Node>();
            stand->id = m_ids.next();
            stand->abstract = node->abstract;
            if (node->abstract->isConstant) {
                stand->kind = NodeKind::Constant;
                stand->value = node->abstract->value;
            } else {
                stand->kind = NodeKind::Parameter;
                stand->name = "v" + std::to_string(node->id.value);
                stand->spans = node->spans;
                entry->parameters.push_back(stand);
                result.arguments.push_back(*value);
            }
            replacement.set(node, std::move(stand));
        }
        if (replacement.empty()) return {};
        result.module.graphs.front() = std::move(entry);
        result.module = replacement.in(result.module);
        return cleaned(std::move(result));
    }

    std::optional<Candidate> asConstant(const NodePtr &node) {
        const Value *value = carriesValue(*node) ? m_seen.of(node->id) : nullptr;
        if (!value || value->asSequence()) return {};
        auto stand = std::make_shared<Node>();
        stand->id = m_ids.next();
        stand->kind = NodeKind::Constant;
        stand->value = *value;
        stand->abstract = node->abstract;
        return inPlaceOf(node, std::move(stand));
    }

    Candidate inPlaceOf(const NodePtr &node, NodePtr stand) {
        NodeReplacement replacement;
        replacement.set(node, std::move(stand));
        Candidate result = m_candidate;
        result.module = replacement.in(result.module);
        return cleaned(std::move(result));
    }

private:
    Candidate cleaned(Candidate candidate) const {
        if (m_unused == UnusedNodes::Removed) candidate.module = withoutUnused(candidate.module);
        return withoutUnusedParameters(std::move(candidate));
    }

    const Candidate &m_candidate;
    const SeenValues &m_seen;
    UnusedNodes m_unused;
    IdSource m_ids;
};

/** Makes a candidate when it is its turn. */
using Removal = std::function<std::optional<Candidate>()>;

/** Each output alone, then each left out. */
void addFewerOutputs(std::vector<Removal> &all, const std::shared_ptr<Edits> &edits, const Graph &entry) {
    if (!entry.output->isCallOf(op::MakeTuple) || entry.output->inputs.size() < 2) return;
    const std::vector<NodePtr> &items = entry.output->inputs;
    for (const NodePtr &item : items)
        if (item->isCall()) all.push_back([edits, item] { return edits->returning({item}); });
    for (size_t left = 0; left < items.size() && items.size() > 2; ++left) {
        std::vector<NodePtr> others = items;
        others.erase(others.begin() + std::ptrdiff_t(left));
        all.push_back([edits, others] { return edits->returning(others); });
    }
}

void addOperands(std::vector<Removal> &all, const std::shared_ptr<Edits> &edits, const NodePtr &node) {
    for (const NodePtr &input : node->inputs)
        if (carriesValue(*input) && sameType(input->abstract, node->abstract) && !input->abstract->isConstant)
            all.push_back([edits, node, input] { return edits->inPlaceOf(node, input); });
}

/** They hold on to `candidate` and `seen` as they are now. */
std::vector<Removal> removalsOf(const Candidate &candidate, const SeenValues &seen, UnusedNodes unused) {
    std::vector<Removal> all;
    const auto edits = std::make_shared<Edits>(candidate, seen, unused);
    const GraphPtr &entry = candidate.module.entry();
    addFewerOutputs(all, edits, *entry);
    for (const GraphPtr &graph : candidate.module.graphs)
        for (const NodePtr &node : graph->nodes) {
            if (graph == entry)
                all.push_back([edits, node] { return edits->asParameters(std::span(&node, 1)); });
            else
                all.push_back([edits, node] { return edits->asConstant(node); });
            addOperands(all, edits, node);
        }
    return all;
}

class Reducer {
public:
    explicit Reducer(const ReduceTask &task)
        : m_task(task)
        , m_now(task.start) {}

    Result<Reduction> run() {
        m_result.nodesBefore = callCount(m_now.module);
        m_result.elementsBefore = elementCount(m_now);
        if (auto seen = valuesOf(m_now.module, m_now.arguments))
            m_seen = *std::move(seen);
        else
            return Error{"The captured graph cannot run with these values: " + seen.error().message};
        if (!goOn("The function as it is")) return calledOff();
        if (!holds(m_task.property, m_task.setting, m_now))
            return Error{"The function has not the property '" + toString(m_task.property) +
                         "' in the beginning, so there is nothing to hold on to."};
        m_mostRounds = std::max<int64_t>(leastRounds, 4 * m_seen.rounds);
        const Candidate clean = withoutUnusedParameters({withoutUnused(m_now.module), m_now.arguments});
        if (!take(clean, "Without what nothing uses")) m_result.unused = UnusedNodes::Kept;
        inlineGraphs();
        cutEnd();
        cutBeginning();
        bool isSmaller = true;
        while (isSmaller && !m_isCalledOff) {
            removePieces();
            removeSingles();
            isSmaller = shrink();
        }
        if (m_isCalledOff) return calledOff();
        m_result.nodesAfter = callCount(m_now.module);
        m_result.elementsAfter = elementCount(m_now);
        m_result.candidate = m_now;
        return m_result;
    }

private:
    static Error calledOff() { return Error{"The reduction was called off."}; }

    bool goOn(const std::string &what) {
        const double share = 1 - double(callCount(m_now.module)) / std::max(1, m_result.nodesBefore);
        if (m_task.progress && !m_task.progress(what, share)) m_isCalledOff = true;
        return !m_isCalledOff;
    }

    /** Takes the candidate in the place of what was, if it still has the property. */
    bool take(const std::optional<Candidate> &candidate, const std::string &what) {
        if (!candidate || !goOn(what) || !verify(candidate->module).empty()) return false;
        auto seen = valuesOf(candidate->module, candidate->arguments, m_mostRounds);
        ++m_result.tried;
        if (!seen || !holds(m_task.property, m_task.setting, *candidate)) return false;
        m_now = *candidate;
        m_seen = *std::move(seen);
        return true;
    }

    Edits edits() const { return {m_now, m_seen, m_result.unused}; }

    size_t size() const { return m_now.module.entry()->nodes.size(); }

    /** Cells and functions that are called stand in graphs of their own: their nodes go one by one only in one graph.
     */
    void inlineGraphs() {
        if (m_now.module.graphs.size() < 2) return;
        IdSource ids = idsBehind(m_now.module);
        PassContext context{ids, JitLevel::O0, {}, {}};
        Candidate flat = {inlineCalls(m_now.module, context), m_now.arguments};
        if (m_result.unused == UnusedNodes::Removed) flat.module = withoutUnused(flat.module);
        take(flat, "With what it calls inlined");
    }

    /** The shortest beginning that has the property, as long as longer ones have it, too. */
    void cutEnd() {
        size_t tooShort = 0, enough = size();
        while (tooShort + 1 < enough && !m_isCalledOff) {
            const size_t middle = (tooShort + enough) / 2;
            const size_t before = size();
            if (take(edits().prefix(middle), "Without the end"))
                enough = std::min(middle, size());
            else
                tooShort = middle;
            if (size() < before) tooShort = std::min(tooShort, size());
        }
    }

    /** Values in the place of as much of the beginning as can go. */
    void cutBeginning() {
        for (size_t count = size() / 2; count > 0 && !m_isCalledOff; count /= 2) {
            while (count <= size() && take(edits().asParameters(std::span(m_now.module.entry()->nodes).first(count)),
                                           "Without the beginning")) {
            }
        }
    }

    void removePieces() {
        for (size_t length = size() / 2; length > 1 && !m_isCalledOff; length /= 2)
            for (size_t at = 0; at < size() && !m_isCalledOff;) {
                const std::vector<NodePtr> nodes = m_now.module.entry()->nodes;
                const size_t count = std::min(length, nodes.size() - at);
                const bool isGone = take(edits().asParameters(std::span(nodes).subspan(at, count)), "Without a piece");
                at = isGone ? std::min(at, size()) : at + count;
            }
    }

    void removeSingles() {
        while (sweep() && !m_isCalledOff) {
        }
    }

    /** Tries each removal once, going on behind those that were taken; whether one was. */
    bool sweep() {
        bool isSmaller = false;
        size_t at = 0;
        while (!m_isCalledOff) {
            const std::vector<Removal> all = removalsOf(m_now, m_seen, m_result.unused);
            while (at < all.size() && !m_isCalledOff && !take(all[at](), "Without one node"))
                ++at;
            if (at >= all.size()) break;
            isSmaller = true;
        }
        return isSmaller;
    }

    /** Whether anything became smaller. */
    bool shrink() {
        bool isAny = false, isSmaller = true;
        while (isSmaller && !m_isCalledOff) {
            isSmaller = false;
            for (const Candidate &candidate : shrunken(m_now)) {
                isSmaller = elementCount(candidate) < elementCount(m_now) && take(candidate, "With smaller tensors");
                if (isSmaller) break;
            }
            isAny = isAny || isSmaller;
        }
        return isAny;
    }

    const ReduceTask &m_task;
    Candidate m_now;
    SeenValues m_seen; ///< of m_now
    Reduction m_result;
    int64_t m_mostRounds = leastRounds; ///< of loops: a condition that became a constant may never end one
    bool m_isCalledOff = false;
};

} // namespace

Result<Reduction> reduce(const ReduceTask &task) {
    if (task.start.module.graphs.empty()) return Error{"There is no captured graph to reduce."};
    return Reducer(task).run();
}

Result<ReduceTask> reduceTask(const Session &session, const Compilation &compilation, VariantSpec spec,
                              ReduceProperty property) {
    auto call = callOf(session, compilation);
    if (!call) return call.error();
    ReduceTask task{.setting = {compilation, std::move(spec)},
                    .start = {std::move(call->captured), std::move(call->arguments)},
                    .property = std::move(property)};
    Compilation &frame = task.setting.compilation;
    frame.captured = frame.final = {};
    frame.passes.clear();
    frame.kernels.clear();
    frame.stages.clear();
    return task;
}

std::vector<Candidate> removals(const Candidate &candidate, UnusedNodes unused) {
    const auto seen = valuesOf(candidate.module, candidate.arguments);
    std::vector<Candidate> all;
    if (!seen) return all;
    for (const Removal &removal : removalsOf(candidate, *seen, unused))
        if (auto fewer = removal()) all.push_back(*std::move(fewer));
    return all;
}

namespace {

/** What the script is about, and what it does not do: it has no decisions to make. */
std::string titleOf(const Reduction &reduction, const ReduceTask &task) {
    std::string title = task.setting.compilation.function + " with the property " + toString(task.property);
    std::vector<std::string> decisions;
    for (const Decision &decision : task.setting.spec.decisions)
        decisions.push_back(toString(decision, reduction.candidate.module));
    if (!decisions.empty())
        title += ". It has that where it is compiled with these decisions, which this script does not make (jitscope "
                 "variant does): " +
                 join(decisions, "; ");
    return title;
}

} // namespace

Result<std::vector<std::string>> writeReduction(const Reduction &reduction, const ReduceTask &task,
                                                const std::string &folder) {
    auto made = testCaseOf(reduction.candidate.module, reduction.candidate.arguments, titleOf(reduction, task));
    if (!made) return made.error();
    auto script = writeTestCase(*made, folder);
    if (!script) return script.error();
    const std::string path = folder + "/reduced.ir";
    if (auto written = writeFile(path, printModule(reduction.candidate.module)); !written) return written.error();
    return std::vector<std::string>{path, *script};
}

} // namespace jitscope::inline extraction
