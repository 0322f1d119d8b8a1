// SPDX-License-Identifier: Apache-2.0
// Walks from stage to stage: by id, then by origins and the rewrites of the pass, then by what inlining does to the
// parameters of a graph.
#include "engine/session/journey.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline session {

namespace {

constexpr int capturedPass = -2, finalPass = -1;

/** The nodes of a module by id, with the graph that holds each. */
class NodeTable {
public:
    explicit NodeTable(const Module &module) {
        for (const GraphPtr &graph : module.graphs) {
            for (const NodePtr &parameter : graph->parameters)
                add(parameter, graph->name);
            for (const NodePtr &node : graph->nodes)
                add(node, graph->name);
        }
        for (const GraphPtr &graph : module.graphs) {
            for (const NodePtr &node : graph->nodes)
                for (const NodePtr &input : node->inputs)
                    if (input) add(input, {});
            if (graph->output) add(graph->output, {});
        }
    }

    struct Entry {
        NodePtr node;
        std::string graph;
    };
    const Entry *find(NodeId id) const {
        const auto found = m_entries.find(id);
        return found == m_entries.end() ? nullptr : &found->second;
    }
    bool has(NodeId id) const { return m_entries.contains(id); }
    /** In the order in which they stand. */
    const std::vector<NodeId> &order() const { return m_order; }

private:
    void add(const NodePtr &node, const std::string &graph) {
        if (m_entries.try_emplace(node->id, Entry{node, graph}).second) m_order.push_back(node->id);
    }

    std::unordered_map<NodeId, Entry> m_entries;
    std::vector<NodeId> m_order;
};

/** Where a node of one stage is in the next. */
struct Successor {
    NodeId node;
    FormChange change = FormChange::Became;
    std::string rule;
};

/** A pass that changed something: what became of its nodes. */
class Step {
public:
    Step(const Module &before, const Module &after, const std::vector<Rewrite> &rewrites)
        : m_beforeModule(before)
        , m_afterModule(after)
        , m_before(before)
        , m_after(after)
        , m_rewrites(rewrites) {
        for (const Rewrite &rewrite : rewrites)
            m_byAfter[rewrite.after].push_back(&rewrite);
        for (const Rewrite &rewrite : rewrites) {
            for (const NodeId before : rewrite.before)
                m_byBefore[before] = &rewrite;
            if (rewrite.before.size() == 1) m_ofOne.emplace(rewrite.before.front(), &rewrite);
        }
        for (const NodeId id : m_after.order())
            if (!m_before.has(id)) findSources(*m_after.find(id)->node);
    }

    const NodeTable &after() const { return m_after; }

    std::vector<Successor> successorsOf(NodeId node) const {
        std::vector<Successor> found = made(node);
        if (m_after.has(node)) {
            // Who calls the kernel that the node moved to is no other form of it.
            const std::string &home = m_after.find(node)->graph;
            std::erase_if(found, [&](const Successor &each) {
                const std::string &callee = m_after.find(each.node)->node->callee;
                return !callee.empty() && callee == home;
            });
            eraseOperands(found, node);
            found.insert(found.begin(), {node, changeOf(node), ruleOf(node, node)});
            return found;
        }
        const auto isConstant = [&](const Successor &each) { return m_after.find(each.node)->node->isConstant(); };
        if (!std::ranges::all_of(found, isConstant)) eraseOperands(found, node);
        if (found.empty()) found = merged(node);
        if (found.empty()) found = passedThrough(node);
        return found;
    }

    /** The nodes of the module before that went into `node` as well. */
    std::vector<NodeId> sourcesOf(NodeId node) const {
        const auto found = m_sources.find(node);
        return found == m_sources.end() ? std::vector<NodeId>() : found->second;
    }

    JourneyEnd endOf(NodeId node) const {
        JourneyEnd end{-1, node, {}, {}};
        end.rule = ruleThatTook(node);
        const NodeTable::Entry *entry = m_before.find(node);
        if (end.rule.empty() && entry && !entry->graph.empty() && !m_afterModule.find(entry->graph))
            end.detail = "its graph @" + entry->graph + " is gone: nobody calls it any more";
        else if (end.rule.empty())
            end.detail = usersText(node);
        return end;
    }

private:
    static bool contains(const std::vector<NodeId> &ids, NodeId id) {
        return std::find(ids.begin(), ids.end(), id) != ids.end();
    }

    /** Why a node without a rewrite of its own is gone: nobody needed it, or who did is gone or needs another one now.
     */
    std::string usersText(NodeId node) const {
        std::vector<std::string> gone, left;
        for (const GraphPtr &graph : m_beforeModule.graphs)
            for (const NodePtr &user : graph->nodes) {
                const auto isIt = [&](const NodePtr &input) { return input->id == node; };
                if (std::none_of(user->inputs.begin(), user->inputs.end(), isIt)) continue;
                (m_after.has(user->id) ? left : gone).push_back(nodeTitle(*user));
            }
        if (gone.empty() && left.empty()) return "nothing used it";
        if (left.empty()) return "gone with what used it: " + join(gone, ", ");
        return "not used any more by " + join(left, ", ");
    }

    /** The nodes of the module before that `made`, a new node, stems from; over nodes that came and went in between. */
    void findSources(const Node &made) {
        std::vector<NodeId> open = made.origins, &found = m_sources[made.id];
        const auto addRewritten = [&](NodeId id) {
            for (const Rewrite *rewrite : rewritesTo(id))
                open.insert(open.end(), rewrite->before.begin(), rewrite->before.end());
        };
        addRewritten(made.id);
        std::unordered_set<NodeId> seen{made.id};
        while (!open.empty()) {
            const NodeId id = open.back();
            open.pop_back();
            if (!seen.insert(id).second) continue;
            if (m_before.has(id)) {
                found.push_back(id);
                m_made[id].push_back(made.id);
            } else {
                addRewritten(id);
            }
        }
        std::sort(found.begin(), found.end());
    }

    std::vector<const Rewrite *> rewritesTo(NodeId id) const {
        const auto entry = m_byAfter.find(id);
        return id.valid() && entry != m_byAfter.end() ? entry->second : std::vector<const Rewrite *>();
    }

    std::vector<Successor> made(NodeId node) const {
        std::vector<Successor> found;
        if (const auto entry = m_made.find(node); entry != m_made.end())
            for (const NodeId id : entry->second)
                found.push_back({id, expansionOf(id) ? FormChange::Expanded : FormChange::Became, ruleOf(node, id)});
        // What computes comes before the constants that were made for it.
        std::stable_partition(found.begin(), found.end(),
                              [&](const Successor &each) { return !m_after.find(each.node)->node->isConstant(); });
        return found;
    }

    /** Constants that a rule put in as operands of others are no form of the node: only those that replaced it. */
    void eraseOperands(std::vector<Successor> &found, NodeId node) const {
        std::erase_if(found, [&](const Successor &each) {
            const auto tookIt = [&](const Rewrite *rewrite) { return contains(rewrite->before, node); };
            return m_after.find(each.node)->node->isConstant() && std::ranges::none_of(rewritesTo(each.node), tookIt);
        });
    }

    /** The rewrite of a single node that made several, this new one among them, or null. What follows from it (the
        elements of a tuple that is no more) is logged, too, and says less. */
    const Rewrite *expansionOf(NodeId made) const {
        const std::vector<NodeId> &origins = m_after.find(made)->node->origins;
        const auto rewrite = origins.size() == 1 ? m_ofOne.find(origins.front()) : m_ofOne.end();
        if (rewrite == m_ofOne.end() || m_before.has(made) || m_after.has(origins.front())) return nullptr;
        const auto isCall = [&](NodeId id) { return m_after.find(id)->node->isCall(); };
        const auto all = m_made.find(origins.front());
        return all != m_made.end() && std::ranges::count_if(all->second, isCall) > 1 ? rewrite->second : nullptr;
    }

    /** By the rewrites of the pass, over nodes that came and went in it, to one that was there before. */
    std::vector<Successor> merged(NodeId node) const {
        std::vector<Successor> found;
        std::unordered_set<NodeId> seen{node};
        std::vector<std::pair<NodeId, std::string>> open{{node, {}}};
        while (!open.empty()) {
            const auto [id, rule] = open.back();
            open.pop_back();
            for (const Rewrite &rewrite : m_rewrites) {
                if (!rewrite.after.valid() || !contains(rewrite.before, id) || !seen.insert(rewrite.after).second)
                    continue;
                const std::string first = rule.empty() ? rewrite.rule : rule;
                if (m_after.has(rewrite.after))
                    found.push_back({rewrite.after, FormChange::Merged, first});
                else
                    open.emplace_back(rewrite.after, first);
            }
        }
        return found;
    }

    /** A parameter of a graph whose body took the place of its calls is what those calls were given. */
    std::vector<Successor> passedThrough(NodeId node) const {
        const NodeTable::Entry *entry = m_before.find(node);
        if (!entry || !entry->node->isParameter()) return {};
        const GraphPtr graph = m_beforeModule.find(entry->graph);
        if (!graph) return {};
        const auto at = std::find(graph->parameters.begin(), graph->parameters.end(), entry->node);
        const size_t place = size_t(at - graph->parameters.begin());
        std::vector<Successor> found;
        for (const GraphPtr &caller : m_beforeModule.graphs)
            for (const NodePtr &call : caller->nodes)
                if (call->callee == graph->name && place < call->inputs.size())
                    addArgument(call->inputs[place]->id, graph->name, found);
        return found;
    }

    void addArgument(NodeId argument, const std::string &graph, std::vector<Successor> &found) const {
        const std::string rule = "parameter of @" + graph + " -> the argument of its call";
        const bool isKnown =
            std::any_of(found.begin(), found.end(), [&](const Successor &each) { return each.node == argument; });
        if (isKnown) return;
        if (m_after.has(argument)) return found.push_back({argument, FormChange::Merged, rule});
        for (const Successor &next : made(argument))
            found.push_back({next.node, FormChange::Merged, rule});
    }

    /** The rule by which `before` became `after`; also of a node that kept its id. */
    std::string ruleOf(NodeId before, NodeId after) const {
        if (const Rewrite *expansion = expansionOf(after)) return expansion->rule;
        std::string found;
        for (const Rewrite *rewrite : rewritesTo(after)) {
            if (contains(rewrite->before, before)) return rewrite->rule;
            found = rewrite->rule;
        }
        if (before == after) return {};
        // One rule may make several nodes; the log names the one that stands for the old ones.
        return found.empty() ? ruleThatTook(before) : found;
    }

    /** The last rewrite that has `node` among those whose place it took, or "". */
    std::string ruleThatTook(NodeId node) const {
        const auto found = m_byBefore.find(node);
        return found == m_byBefore.end() ? std::string() : found->second->rule;
    }

    FormChange changeOf(NodeId id) const {
        const NodeTable::Entry &was = *m_before.find(id), &is = *m_after.find(id);
        const Node &a = *was.node, &b = *is.node;
        if (was.graph != is.graph) return FormChange::Moved;
        if (&a == &b) return FormChange::Same;
        if (a.op != b.op || a.callee != b.callee || a.scope != b.scope || a.name != b.name ||
            brief(a.abstract) != brief(b.abstract) || a.attrs != b.attrs || a.primitiveAttrs != b.primitiveAttrs)
            return FormChange::Changed;
        const auto sameId = [](const NodePtr &x, const NodePtr &y) { return x->id == y->id; };
        const bool isSame = std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(), sameId);
        return isSame ? FormChange::Same : FormChange::Rewired;
    }

    const Module &m_beforeModule, &m_afterModule;
    NodeTable m_before, m_after;
    const std::vector<Rewrite> &m_rewrites;
    std::unordered_map<NodeId, std::vector<NodeId>> m_sources, m_made;
    std::unordered_map<NodeId, std::vector<const Rewrite *>> m_byAfter;
    std::unordered_map<NodeId, const Rewrite *> m_byBefore;
    std::unordered_map<NodeId, const Rewrite *> m_ofOne; ///< the first that took this node alone
};

/** A stage of a compilation: a pass, or the final graph if it is not what the last pass left. */
struct StageAt {
    int pass = capturedPass;
    std::string name;
    const Module *before = nullptr, *after = nullptr;
    const std::vector<Rewrite> *rewrites = nullptr;
};

const std::vector<Rewrite> noRewrites;

std::vector<StageAt> stagesOf(const Compilation &compilation) {
    std::vector<StageAt> stages;
    const Module *last = &compilation.captured;
    for (const PassRecord &pass : compilation.passes) {
        stages.push_back({pass.index, fullName(pass), last, &pass.after, &pass.rewrites});
        last = &pass.after;
    }
    if (!same(*last, compilation.final))
        stages.push_back({finalPass, "final graph", last, &compilation.final, &noRewrites});
    return stages;
}

void addOnce(std::vector<int> &list, int value) {
    if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

/** Finds the calls of a module that read a value, also those in graphs that are given it. A kernel is one call. */
class Readers {
public:
    Readers(const Module &module, int form)
        : m_module(module)
        , m_form(form) {}

    std::vector<JourneyReader> of(NodeId value) {
        find(value);
        return std::move(m_found);
    }

private:
    void find(NodeId value) {
        if (!m_seen.insert(value).second) return;
        for (const GraphPtr &graph : m_module.graphs)
            for (const NodePtr &node : graph->nodes)
                if (!graph->isKernel()) lookAt(*graph, node, value);
    }

    void lookAt(const Graph &graph, const NodePtr &node, NodeId value) {
        const GraphPtr callee = node->callee.empty() ? nullptr : m_module.find(node->callee);
        bool isRead = false;
        for (size_t i = 0; i < node->inputs.size(); ++i) {
            if (node->inputs[i]->id != value) continue;
            if (callee && !callee->isKernel() && i < callee->parameters.size())
                find(callee->parameters[i]->id);
            else
                isRead = true;
        }
        if (isRead) m_found.push_back({m_form, node, graph.name});
    }

    const Module &m_module;
    int m_form;
    std::vector<JourneyReader> m_found;
    std::unordered_set<NodeId> m_seen;
};

/** Of the forms that no call makes. */
std::vector<JourneyReader> readersOf(const JourneyStage &stage, const Module &module) {
    std::vector<JourneyReader> all;
    for (int i = 0; i < int(stage.forms.size()); ++i) {
        if (stage.forms[size_t(i)].node->isCall()) continue;
        std::vector<JourneyReader> readers = Readers(module, i).of(stage.forms[size_t(i)].node->id);
        std::ranges::move(readers, std::back_inserter(all));
    }
    return all;
}

/** ", read by BiasAdd %7, Mul %9"; what nobody reads says so. */
std::string readersText(const std::vector<JourneyReader> &readers, int form) {
    std::vector<std::string> names;
    for (const JourneyReader &reader : readers)
        if (reader.form == form) names.push_back(nodeTitle(*reader.node));
    return names.empty() ? ", read by nothing" : ", read by " + join(names, ", ");
}

/** Builds the stages one behind the other. */
class JourneyBuilder {
public:
    explicit JourneyBuilder(int compilation) { m_journey.compilation = compilation; }

    void begin(int pass, const std::string &name, const Module &module, const std::vector<NodeId> &nodes,
               const std::string &rule) {
        const NodeTable table(module);
        JourneyStage stage{pass, name, true, {}, {}};
        for (const NodeId id : nodes)
            if (const NodeTable::Entry *entry = table.find(id))
                stage.forms.push_back(
                    {entry->node, entry->graph, FormChange::First, {}, rule, {}, {int(stage.forms.size())}});
        if (!stage.forms.empty()) m_journey.stages.push_back(std::move(stage));
    }

    void take(const StageAt &at) {
        const JourneyStage &before = m_journey.stages.back();
        JourneyStage stage{at.pass, at.name, false, {}, {}};
        if (before.forms.empty() || same(*at.before, *at.after))
            carryOver(before, stage);
        else
            walk(before, Step(*at.before, *at.after, *at.rewrites), stage);
        m_journey.stages.push_back(std::move(stage));
    }

    Journey finish(const Compilation &compilation) && {
        if (!m_journey.empty()) {
            findKernels(compilation);
            m_journey.firstReaders =
                readersOf(m_journey.stages.front(), moduleAt(compilation, m_journey.stages.front().pass));
            m_journey.lastReaders = readersOf(m_journey.last(), compilation.final);
        }
        return std::move(m_journey);
    }
    Journey &journey() { return m_journey; }

private:
    static void carryOver(const JourneyStage &before, JourneyStage &stage) {
        for (size_t i = 0; i < before.forms.size(); ++i) {
            JourneyForm form = before.forms[i];
            form.change = FormChange::Same;
            form.from = {int(i)};
            form.rule.clear();
            form.joined.clear();
            stage.forms.push_back(std::move(form));
        }
    }

    static void walk(const JourneyStage &before, const Step &step, JourneyStage &stage) {
        std::unordered_map<NodeId, size_t> places;
        std::unordered_set<NodeId> followed;
        for (const JourneyForm &form : before.forms)
            followed.insert(form.node->id);
        for (size_t i = 0; i < before.forms.size(); ++i) {
            const JourneyForm &form = before.forms[i];
            const std::vector<Successor> next = step.successorsOf(form.node->id);
            for (const Successor &successor : next)
                add(stage, places, step, successor, int(i), form);
            if (!next.empty()) continue;
            stage.ends.push_back(step.endOf(form.node->id));
            stage.ends.back().from = int(i);
        }
        for (JourneyForm &form : stage.forms)
            if (form.change == FormChange::Became || form.change == FormChange::Expanded)
                for (const NodeId id : step.sourcesOf(form.node->id))
                    if (!followed.contains(id)) form.joined.push_back(id);
        const auto isSame = [](const JourneyForm &form) {
            return form.change == FormChange::Same && form.from.size() == 1;
        };
        stage.isChanged = !stage.ends.empty() || !std::all_of(stage.forms.begin(), stage.forms.end(), isSame);
    }

    static void add(JourneyStage &stage, std::unordered_map<NodeId, size_t> &places, const Step &step,
                    const Successor &successor, int from, const JourneyForm &before) {
        const NodeTable::Entry &entry = *step.after().find(successor.node);
        const auto [place, isNew] = places.try_emplace(successor.node, stage.forms.size());
        if (isNew) stage.forms.push_back({entry.node, entry.graph, successor.change, {}, successor.rule, {}, {}});
        JourneyForm &form = stage.forms[place->second];
        if (form.rule.empty()) form.rule = successor.rule;
        if (form.change == FormChange::Same || form.change == FormChange::Rewired)
            if (successor.change == FormChange::Merged) form.change = FormChange::Merged;
        addOnce(form.from, from);
        for (const int source : before.sources)
            addOnce(form.sources, source);
    }

    void findKernels(const Compilation &compilation) {
        const std::vector<JourneyForm> &forms = m_journey.last().forms;
        for (int i = 0; i < int(forms.size()); ++i)
            for (const GraphPtr &graph : compilation.final.graphs)
                if (graph->isKernel()) findIn(compilation, *graph, i, *forms[size_t(i)].node);
    }

    void findIn(const Compilation &compilation, const Graph &kernel, int form, const Node &node) {
        JourneyKernel found{form, nameOf(compilation, kernel.name), kernel.name, 0, -1};
        if (node.callee == kernel.name) return m_journey.kernels.push_back(found);
        for (size_t i = 0; i < kernel.nodes.size(); ++i)
            if (kernel.nodes[i]->id == node.id) {
                found.member = int(i) + 1;
                return m_journey.kernels.push_back(found);
            }
        if (node.isParameter()) findInputs(compilation, node, found);
    }

    void findInputs(const Compilation &compilation, const Node &parameter, JourneyKernel found) {
        for (const GraphPtr &caller : compilation.final.graphs)
            for (const NodePtr &call : caller->nodes) {
                if (call->callee != found.graph) continue;
                for (size_t i = 0; i < call->inputs.size(); ++i) {
                    if (call->inputs[i]->id != parameter.id) continue;
                    found.input = int(i);
                    m_journey.kernels.push_back(found);
                }
            }
    }

    static std::string nameOf(const Compilation &compilation, const std::string &graph) {
        for (const KernelRecord &kernel : compilation.kernels)
            if (kernel.graph == graph) return kernel.name;
        return graph;
    }

    Journey m_journey;
};

/** The line of a node; of a weight, which has none, that of the first call which takes it. */
const SourceSpan *lineOf(const Session &session, const Module &module, const Node &node) {
    if (const SourceSpan *span = userSpan(session, node.spans); span && span->line > 0) return span;
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &call : graph->nodes) {
            const auto takesIt = [&](const NodePtr &input) { return input->id == node.id; };
            if (!std::any_of(call->inputs.begin(), call->inputs.end(), takesIt)) continue;
            if (const SourceSpan *span = userSpan(session, call->spans); span && span->line > 0) return span;
        }
    return nullptr;
}

/** Of a node that no captured one became: from the first stage that has it. */
Journey followMade(const Compilation &compilation, NodeId node) {
    JourneyBuilder builder(compilation.index);
    for (const StageAt &stage : stagesOf(compilation)) {
        if (!builder.journey().empty()) {
            builder.take(stage);
            continue;
        }
        if (!findNode(*stage.after, node)) continue;
        std::string rule;
        for (const Rewrite &rewrite : *stage.rewrites)
            if (rewrite.after == node) rule = rewrite.rule;
        builder.begin(stage.pass, stage.name, *stage.after, {node}, rule);
    }
    return std::move(builder).finish(compilation);
}

std::string joinedNames(const std::vector<NodeId> &nodes) {
    std::vector<std::string> names;
    for (const NodeId id : nodes)
        names.push_back(nodeName(id));
    return join(names, ", ");
}

std::string kernelText(const JourneyKernel &kernel) {
    if (kernel.input >= 0) return format("input %d of kernel %s", kernel.input, kernel.kernel.c_str());
    if (kernel.member == 0) return "kernel " + kernel.kernel;
    return format("member [%d] of kernel %s", kernel.member, kernel.kernel.c_str());
}

std::string firstText(const Journey &journey) {
    const JourneyStage &stage = journey.stages.front();
    std::string text = stage.name + "\n";
    for (int i = 0; i < int(stage.forms.size()); ++i) {
        const Node &node = *stage.forms[size_t(i)].node;
        text += "  " + nodeTitle(node) + " " + brief(node.abstract) +
                (node.isCall() ? "" : readersText(journey.firstReaders, i)) + "\n";
    }
    return text;
}

void appendStage(std::string &text, const JourneyStage &stage, const JourneyStage &before) {
    text += stage.name + "\n";
    for (const JourneyForm &form : stage.forms)
        text += "  " + textOf(form, stage, before) + "\n";
    for (const JourneyEnd &end : stage.ends)
        text += "  " + textOf(end, stage) + "\n";
}

} // namespace

Journey followNodes(const Compilation &compilation, const std::vector<NodeId> &captured) {
    JourneyBuilder builder(compilation.index);
    builder.begin(capturedPass, "captured", compilation.captured, captured, {});
    if (builder.journey().empty()) return {};
    for (const StageAt &stage : stagesOf(compilation))
        builder.take(stage);
    return std::move(builder).finish(compilation);
}

Journey followNode(const Compilation &compilation, int pass, NodeId node) {
    if (pass == capturedPass) return followNodes(compilation, {node});
    const std::vector<NodeId> captured = ancestors(compilation, pass, node, capturedPass);
    return captured.empty() ? followMade(compilation, node) : followNodes(compilation, captured);
}

std::vector<NodeId> nodesOnLine(const Session &session, const Compilation &compilation, const std::string &file,
                                int line) {
    std::vector<NodeId> nodes;
    const auto add = [&](NodeId id) {
        if (std::find(nodes.begin(), nodes.end(), id) == nodes.end()) nodes.push_back(id);
    };
    for (const GraphPtr &graph : compilation.captured.graphs)
        for (const NodePtr &node : graph->nodes) {
            const SourceSpan *span = userSpan(session, node->spans);
            const bool isOnLine =
                span && span->file == file && span->line <= line && line <= std::max(span->line, span->endLine);
            if (!isOnLine) continue;
            for (const NodePtr &input : node->inputs)
                if (input->isParameter() && input->weight->defined()) add(input->id);
            add(node->id);
        }
    return nodes;
}

std::vector<JourneyLine> linesOf(const Session &session, const Compilation &compilation, const Journey &journey) {
    if (journey.empty()) return {};
    const Module &module = moduleAt(compilation, journey.stages.front().pass);
    const std::vector<JourneyForm> &forms = journey.stages.front().forms;
    std::vector<JourneyLine> lines;
    for (int i = 0; i < int(forms.size()); ++i) {
        const SourceSpan *span = lineOf(session, module, *forms[size_t(i)].node);
        if (!span) continue;
        const auto known = std::find_if(lines.begin(), lines.end(), [&](const JourneyLine &each) {
            return each.span.file == span->file && each.span.line == span->line;
        });
        if (known == lines.end())
            lines.push_back({*span, {i}});
        else
            known->forms.push_back(i);
    }
    return lines;
}

Journey followNode(const Session &session, const Compilation &compilation, int pass, NodeId node) {
    Journey journey = followNode(compilation, pass, node);
    journey.lines = linesOf(session, compilation, journey);
    return journey;
}

Journey followNodes(const Session &session, const Compilation &compilation, const std::vector<NodeId> &captured) {
    Journey journey = followNodes(compilation, captured);
    journey.lines = linesOf(session, compilation, journey);
    return journey;
}

Journey followLine(const Session &session, const Compilation &compilation, const std::string &file, int line) {
    return followNodes(session, compilation, nodesOnLine(session, compilation, file, line));
}

std::vector<std::string> endsOf(const Journey &journey) {
    if (journey.empty()) return {};
    std::vector<std::string> ends(journey.stages.front().forms.size());
    for (size_t s = 1; s < journey.stages.size(); ++s)
        for (const JourneyEnd &end : journey.stages[s].ends)
            for (const int source : journey.stages[s - 1].forms[size_t(end.from)].sources)
                if (!end.rule.empty() || !end.detail.empty()) ends[size_t(source)] = "removed";
    for (const JourneyForm &form : journey.last().forms)
        for (const int source : form.sources)
            ends[size_t(source)] = form.node->isConstant() ? "constant" : "node";
    for (const JourneyKernel &kernel : journey.kernels)
        for (const int source : journey.last().forms[size_t(kernel.form)].sources)
            ends[size_t(source)] = "kernel";
    return ends;
}

std::string textOf(const JourneyForm &form, const JourneyStage &stage, const JourneyStage &before) {
    std::vector<std::string> from;
    for (const int place : form.from)
        if (const Node &node = *before.forms[size_t(place)].node; node.id != form.node->id)
            from.push_back(nodeName(node));
    const std::string name = nodeTitle(*form.node) + " " + brief(form.node->abstract);
    const std::string by = form.rule.empty() ? "by " + stage.name : "by " + stage.name + ", rule " + form.rule;
    switch (form.change) {
    case FormChange::First:
    case FormChange::Same:
        return name;
    case FormChange::Rewired:
        return name + ": other inputs " + by;
    case FormChange::Changed:
        return name + ": changed " + by;
    case FormChange::Moved:
        return name + ": moved to @" + form.graph + " " + by;
    case FormChange::Became:
        return join(from, ", ") + " removed " + by + ": became " + name +
               (form.joined.empty() ? "" : ", with " + joinedNames(form.joined));
    case FormChange::Expanded:
        return join(from, ", ") + " expanded " + by + ": became " + name +
               (form.joined.empty() ? "" : ", with " + joinedNames(form.joined));
    case FormChange::Merged:
        return join(from, ", ") + " removed " + by + ": " + name + " stands for it";
    }
    return name;
}

std::string textOf(const JourneyEnd &end, const JourneyStage &stage) {
    const std::string by = nodeName(end.node) + " removed by " + stage.name;
    return end.rule.empty() ? by + ": " + end.detail : by + ", rule " + end.rule;
}

std::string toString(const Journey &journey) {
    std::string text;
    for (const JourneyLine &line : journey.lines)
        text +=
            format("%s:%d: %s\n", line.span.file.c_str(), line.span.line, std::string(trimmed(line.span.text)).c_str());
    int folded = 0;
    const auto tellFolded = [&] {
        if (folded > 0) text += format("%d stage%s unchanged\n", folded, folded == 1 ? "" : "s");
        folded = 0;
    };
    for (size_t i = 0; i < journey.stages.size(); ++i) {
        const JourneyStage &stage = journey.stages[i];
        if (!stage.isChanged) {
            ++folded;
            continue;
        }
        tellFolded();
        if (i == 0)
            text += firstText(journey);
        else
            appendStage(text, stage, journey.stages[i - 1]);
    }
    tellFolded();
    if (journey.empty()) return text;
    text += "in the end\n";
    for (int i = 0; i < int(journey.last().forms.size()); ++i) {
        const Node &node = *journey.last().forms[size_t(i)].node;
        text += "  " + nodeTitle(node) + " " + brief(node.abstract) +
                (node.isCall() ? "" : readersText(journey.lastReaders, i)) + "\n";
    }
    for (const JourneyKernel &kernel : journey.kernels)
        text += "  " + nodeName(*journey.last().forms[size_t(kernel.form)].node) + ": " + kernelText(kernel) + "\n";
    return text;
}

} // namespace jitscope::inline session
