// SPDX-License-Identifier: Apache-2.0
// Pairs eager results with captured nodes, follows each captured node through the passes, and compares at every step.
#include "engine/run/lockstep.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/run/eagerpairs.h"
#include "engine/run/finalvalues.h"
#include "engine/run/transition.h"
#include "engine/run/undo.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <unordered_map>

namespace jitscope::inline run {

namespace {

/** Rounds of a loop of which the values of each node are kept. */
constexpr size_t mostRounds = 1000;
/** What counts as having moved at all, and as having moved further: rounding is neither. */
constexpr double leastRelative = 1e-6, leastGrowth = 1.5;
constexpr size_t none = size_t(-1);
constexpr const char *stopped = "Lock step was stopped.";
constexpr const char *notEager = "no operator when it runs eagerly";

struct Outcome {
    std::shared_ptr<Trail> trail;
    Value result;
    std::vector<Value> weights;
};

std::unordered_map<NodeId, NodePtr> callsById(const Module &module) {
    std::unordered_map<NodeId, NodePtr> calls;
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &node : graph->nodes)
            calls.emplace(node->id, node);
    return calls;
}

bool isSameView(const Tensor &a, const Tensor &b) {
    return a.storage() == b.storage() && a.offset() == b.offset() && a.shape() == b.shape() &&
           a.strides() == b.strides();
}

/** Copies that may be written to; what was one tensor stays one. */
std::vector<Value> copiesOf(const std::vector<Value> &values) {
    std::vector<Value> copies;
    for (size_t i = 0; i < values.size(); ++i) {
        const Tensor *tensor = values[i].asTensor();
        if (!tensor || !tensor->defined()) {
            copies.push_back(values[i]);
            continue;
        }
        size_t same = 0;
        while (same < i && !(values[same].asTensor() && isSameView(*values[same].asTensor(), *tensor)))
            ++same;
        copies.push_back(same < i ? copies[same] : Value(tensor->clone()));
    }
    return copies;
}

std::string typeText(const Value &value) {
    return brief(Abstract::of(value));
}

class Lockstep {
public:
    explicit Lockstep(const LockstepTask &task)
        : m_task(task)
        , m_undo(weightsOf(task.captured))
        , m_final(task.final) {
        for (const Tensor &weight : weightsOf(task.captured))
            m_weightsBefore.push_back(frozen(weight));
        for (const PassRecord &pass : task.passes)
            if (pass.changed) ++m_modules;
        m_modules += 3;
    }

    Result<LockstepRun> run() {
        auto captured = outcomeOf(m_task.captured, KernelUse::NodeByNode, "the captured graph");
        if (!captured) return captured.error();
        m_last = *captured;
        if (m_task.progress && !m_task.progress("what rounding does", double(m_run.modulesRun) / m_modules))
            return Error{stopped};
        m_undo.restore();
        m_rounding = roundingOf(m_task.captured, m_task.arguments, mostRounds);
        if (m_task.results) m_rounding.result = roundingOf(ofOwnResults(m_task.captured), m_task.arguments, 0).result;
        pairEager(*captured);
        for (const PassRecord &pass : m_task.passes) {
            if (!pass.changed) continue;
            auto now = outcomeOf(pass.after, KernelUse::NodeByNode, "the graph after pass " + fullName(pass));
            if (!now) return now.error();
            follow(pass, *now);
            m_last = *std::move(now);
        }
        if (auto failure = finish()) return *failure;
        return std::move(m_run);
    }

private:
    static std::vector<Tensor> weightsOf(const Module &module) {
        std::vector<Tensor> weights;
        if (module.graphs.empty()) return weights;
        for (const NodePtr &parameter : module.entry()->parameters)
            if (parameter->weight->defined()) weights.push_back(parameter->weight);
        return weights;
    }

    Result<Outcome> outcomeOf(const Module &module, KernelUse use, const std::string &what) {
        if (m_task.progress && !m_task.progress(what, double(m_run.modulesRun) / m_modules)) return Error{stopped};
        m_undo.restore();
        ++m_run.modulesRun;
        auto executable = Executable::prepare(module, use);
        if (!executable) return Error{what + " cannot run: " + executable.error().message};
        Outcome outcome{std::make_shared<Trail>(mostRounds), {}, {}};
        // Nodes may write to their arguments.
        const std::vector<Value> arguments = copiesOf(m_task.arguments);
        try {
            outcome.result = ownOf(frozen((*executable)->run(arguments, {outcome.trail.get(), m_task.poll})));
        } catch (const std::invalid_argument &failure) {
            return Error{what + " cannot run: " + failure.what()};
        }
        for (const Tensor &weight : weightsOf(m_task.captured))
            outcome.weights.push_back(frozen(weight));
        if (outcome.trail->isFull()) m_run.note = format("Of loops the first %zu rounds are compared.", mostRounds);
        return outcome;
    }

    /** What the function gives of what its graph does. */
    Value ownOf(const Value &result) const {
        const Sequence *items = m_task.results ? result.asSequence() : nullptr;
        if (!items || *m_task.results >= items->items.size()) return result;
        if (*m_task.results == 1) return items->items.front();
        return Value::tuple({items->items.begin(), items->items.begin() + std::ptrdiff_t(*m_task.results)});
    }

    /** The module that gives the function's results alone. */
    Module ofOwnResults(const Module &module) const {
        const Graph &entry = *module.entry();
        if (!entry.output->isCallOf(op::MakeTuple) || *m_task.results >= entry.output->inputs.size()) return module;
        Node tuple = *entry.output;
        tuple.inputs.resize(*m_task.results);
        std::vector<Abstract> types = tuple.abstract->items;
        types.resize(*m_task.results);
        tuple.abstract = Abstract::tuple(std::move(types));
        const bool isAlone = tuple.inputs.size() == 1;
        return module.with(withOutput(entry, isAlone ? tuple.inputs[0] : std::make_shared<const Node>(tuple)));
    }

    int64_t kept(const Value &value, const std::string &name, const char *side) const {
        return m_task.keep ? m_task.keep(value, name + " in lock step, " + side) : -1;
    }

    /** Rows for the eager run, and for each step of the captured run the row that it belongs to. */
    void pairEager(const Outcome &captured) {
        const std::vector<Trail::Step> &all = captured.trail->steps();
        const auto nodes = callsById(m_task.captured);
        std::vector<CapturedStep> steps;
        for (size_t i = 0; i < all.size(); ++i)
            if (const NodePtr &node = nodes.at(all[i].node); computes(*node))
                steps.push_back({node->op, &all[i].value, i});
        m_rowOf.assign(all.size(), none);
        for (size_t i = 0; i < all.size(); ++i)
            m_at.push_back(i);
        const std::vector<size_t> pairs = pairSteps(m_task.eager, steps);
        m_roundings.assign(m_task.eager.size(), nullptr);
        for (size_t i = 0; i < m_task.eager.size(); ++i) {
            const EagerStep &eager = m_task.eager[i];
            LockstepRow row;
            row.eagerStep = eager.number;
            row.eagerTensor = kept(eager.result, eager.primitive, "eager");
            row.primitive = eager.primitive;
            row.eagerType = typeText(eager.result);
            row.kind = pairs[i] == none ? LockstepRow::Kind::EagerOnly : LockstepRow::Kind::Pair;
            if (pairs[i] == none) {
                row.reason = "worked out while the graph was captured, or no part of it";
            } else {
                const CapturedStep &step = steps[pairs[i]];
                const NodePtr &node = nodes.at(all[step.step].node);
                m_rowOf[step.step] = i;
                row.captured = node->id;
                m_roundings[i] = &roundingOfStep(captured, step.step);
                addCause(row, captureCause(*node, compare(eager.result, *step.value, *m_roundings[i])));
            }
            m_run.rows.push_back(std::move(row));
        }
        addEnds(captured);
    }

    /** What rounding does to the value of a step of the captured run. */
    const Rounding &roundingOfStep(const Outcome &captured, size_t step) const {
        const NodeId node = captured.trail->steps()[step].node;
        const std::vector<size_t> &rounds = captured.trail->rounds(node);
        return m_rounding.of(node, size_t(std::ranges::lower_bound(rounds, step) - rounds.begin()));
    }

    static LockstepCause captureCause(const Node &node, ValueDifference difference) {
        LockstepCause cause;
        cause.where = LockstepCause::Where::Capture;
        cause.node = node.id;
        cause.nodeText = nodeTitle(node);
        cause.difference = std::move(difference);
        return cause;
    }

    /** Rows for what the call gives and leaves behind. */
    void addEnds(const Outcome &captured) {
        const auto add = [&](LockstepRow::Kind kind, const std::string &name, const Value &expected,
                             const Value &actual, const Rounding &rounding) {
            LockstepRow row;
            row.kind = kind;
            row.primitive = row.nodePrimitive = name;
            row.eagerType = typeText(expected);
            addCause(row, captureCause(*m_task.captured.entry()->output, compare(expected, actual, rounding)));
            row.eagerTensor = kept(expected, name, "eager");
            m_ends.push_back({std::move(row), expected, rounding, m_ends.size()});
        };
        if (!m_task.captured.entry()->output) return;
        // What is no tensor in the result is the front end's matter.
        const bool isAlike = m_task.eagerResult && Abstract::of(*m_task.eagerResult).items.size() ==
                                                       Abstract::of(captured.result).items.size();
        if (isAlike) add(LockstepRow::Kind::Result, "Return", *m_task.eagerResult, captured.result, m_rounding.result);
        std::vector<std::string> names;
        for (const NodePtr &parameter : m_task.captured.entry()->parameters)
            if (parameter->weight->defined()) names.push_back(parameter->name);
        for (size_t i = 0; i < std::min(m_task.writtenWeights.size(), captured.weights.size()); ++i) {
            const bool isWritten = isChanged(m_weightsBefore[i], m_task.writtenWeights[i]) ||
                                   isChanged(m_weightsBefore[i], captured.weights[i]);
            if (!isWritten) continue;
            add(LockstepRow::Kind::Weight, names[i], m_task.writtenWeights[i], captured.weights[i],
                m_rounding.ofWeight(i));
            m_ends.back().weight = i;
        }
    }

    static bool isChanged(const Value &before, const Value &after) {
        return !identical(*before.asTensor(), *after.asTensor());
    }

    /** A row for an end of the call, which has no eager operator. */
    struct End {
        LockstepRow row;
        Value expected;
        Rounding rounding;
        size_t weight = 0; ///< its place among the weights
        const Value &of(const Outcome &outcome) const {
            return row.kind == LockstepRow::Kind::Result ? outcome.result : outcome.weights[weight];
        }
    };

    /** Takes a cause in where the value moved further away than it was. */
    static void addCause(LockstepRow &row, LockstepCause cause) {
        row.difference = cause.difference;
        if (!cause.difference.exceeds(leastRelative, 0)) return;
        const auto isFurther = [&](const LockstepCause &known) {
            if (!known.difference.structure.empty()) return false;
            return !cause.difference.structure.empty() ||
                   cause.difference.maxAbsolute > leastGrowth * known.difference.maxAbsolute;
        };
        if (row.causes.empty() || isFurther(row.causes.back())) row.causes.push_back(std::move(cause));
    }

    /** All steps of the captured run one pass further. */
    void follow(const PassRecord &pass, const Outcome &now) {
        const Transition transition(pass, *m_last.trail, *now.trail);
        for (size_t i = 0; i < m_at.size(); ++i) {
            if (m_at[i] == none) continue;
            const FoundStep found = transition.follow(m_at[i]);
            const size_t row = m_rowOf[i];
            if (found.step == none && row != none)
                m_run.rows[row].reason = transition.fateOf(m_last.trail->steps()[m_at[i]].node);
            m_at[i] = found.step;
            if (found.step == none || row == none || found.isSame) continue;
            const Trail::Step &step = now.trail->steps()[found.step];
            addCause(m_run.rows[row], causeOf(pass, transition, step.node,
                                              compare(m_task.eager[row].result, step.value, *m_roundings[row])));
        }
        const NodePtr &output = pass.after.entry()->output;
        for (End &end : m_ends)
            if (output)
                addCause(end.row,
                         causeOf(pass, transition, output->id, compare(end.expected, end.of(now), end.rounding)));
    }

    static LockstepCause causeOf(const PassRecord &pass, const Transition &transition, NodeId node,
                                 ValueDifference difference) {
        LockstepCause cause;
        cause.pass = pass.index;
        cause.difference = std::move(difference);
        if (!cause.difference.exceeds(leastRelative, 0)) return cause; // nobody will look at the rest
        cause.passName = fullName(pass);
        const NodePtr blamed = transition.blame(node);
        if (!blamed) return cause;
        cause.node = blamed->id;
        cause.nodeText = nodeTitle(*blamed);
        for (const Rewrite &rewrite : pass.rewrites)
            if (rewrite.after == blamed->id) cause.rule = rewrite.rule;
        return cause;
    }

    /** The final graph as it really runs, and the rows completed from it. */
    std::optional<Error> finish() {
        auto compiled = outcomeOf(m_task.final, KernelUse::Compiled, "the compiled graph");
        if (!compiled) return compiled.error();
        auto single = outcomeOf(m_task.final, KernelUse::NodeByNode, "the kernels node by node");
        if (!single) return single.error();
        complete(*single->trail, *compiled->trail);
        const NodePtr &output = m_task.final.entry()->output;
        for (End &end : m_ends) {
            LockstepRow &row = end.row;
            row.node = output ? output->id : NodeId();
            row.nodeName = output ? nodeName(*output) : "";
            row.nodeType = typeText(end.of(*compiled));
            row.nodeTensor = kept(end.of(*compiled), row.primitive, "graph");
            addCause(row,
                     codegenCause(output ? *output : Node(), compare(end.expected, end.of(*compiled), end.rounding)));
            m_run.rows.push_back(std::move(row));
        }
        return std::nullopt;
    }

    static LockstepCause codegenCause(const Node &node, ValueDifference difference) {
        LockstepCause cause = captureCause(node, std::move(difference));
        cause.where = LockstepCause::Where::Codegen;
        return cause;
    }

    void complete(const Trail &single, const Trail &compiled) {
        std::unordered_map<size_t, size_t> rowOfStep; // of `single`
        for (size_t i = 0; i < m_at.size(); ++i) {
            if (m_at[i] != none) rowOfStep.try_emplace(m_at[i], m_rowOf[i]);
            if (m_rowOf[i] == none) continue;
            LockstepRow &row = m_run.rows[m_rowOf[i]];
            if (m_at[i] != none) {
                rowOfStep[m_at[i]] = m_rowOf[i];
                describe(row, m_at[i], single, compiled);
                continue;
            }
            row.kind = LockstepRow::Kind::EagerOnly;
            row.difference = {};
            row.causes.clear();
        }
        insertGraphOnly(rowOfStep, single, compiled);
    }

    /** The graph's side of a row. */
    void describe(LockstepRow &row, size_t step, const Trail &single, const Trail &compiled) const {
        const NodePtr &node = m_final.node(single.steps()[step].node);
        row.node = node->id;
        row.nodeName = nodeName(*node);
        row.nodePrimitive = node->op.empty() ? "@" + node->callee : node->op;
        row.kernel = m_final.kernelOf(node->id);
        const auto &rounds = single.rounds(node->id);
        const size_t round = size_t(std::ranges::lower_bound(rounds, step) - rounds.begin());
        if (rounds.size() > 1) row.round = int(round) + 1;
        const FinalValue value = m_final.of(node->id, round, single, compiled);
        if (!value.value) return;
        row.nodeTensor = kept(*value.value, row.nodePrimitive + " " + row.nodeName, "graph");
        row.isCompiled = value.isCompiled;
        row.nodeType = typeText(*value.value);
        if (row.kind != LockstepRow::Kind::Pair) return;
        const size_t eager = size_t(&row - m_run.rows.data());
        addCause(row, codegenCause(*m_final.node(value.ran),
                                   compare(m_task.eager[eager].result, *value.value, *m_roundings[eager])));
    }

    /** Rows for the nodes that no eager operator belongs to, each behind the node that ran before it. */
    void insertGraphOnly(const std::unordered_map<size_t, size_t> &rowOfStep, const Trail &single,
                         const Trail &compiled) {
        const std::unordered_map<NodeId, std::string> makers = makersOfNodes();
        std::vector<std::vector<LockstepRow>> behind(m_run.rows.size() + 1);
        size_t last = 0;
        for (size_t step = 0; step < single.steps().size(); ++step) {
            const auto known = rowOfStep.find(step);
            if (known != rowOfStep.end() && known->second != none) {
                last = std::max(last, known->second + 1);
                continue;
            }
            const NodePtr &node = m_final.node(single.steps()[step].node);
            if (!computes(*node)) continue;
            LockstepRow row;
            row.kind = LockstepRow::Kind::GraphOnly;
            describe(row, step, single, compiled);
            const auto maker = makers.find(node->id);
            row.reason = known != rowOfStep.end() || maker == makers.end() ? notEager : maker->second;
            behind[last].push_back(std::move(row));
        }
        std::vector<LockstepRow> rows;
        for (size_t i = 0; i <= m_run.rows.size(); ++i) {
            std::move(behind[i].begin(), behind[i].end(), std::back_inserter(rows));
            if (i < m_run.rows.size()) rows.push_back(std::move(m_run.rows[i]));
        }
        m_run.rows = std::move(rows);
    }

    /** "made by opt_a.r1.cse of Add %3" for each node that a pass made. */
    std::unordered_map<NodeId, std::string> makersOfNodes() const {
        std::unordered_map<NodeId, std::string> makers;
        std::unordered_map<NodeId, NodePtr> known = callsById(m_task.captured);
        for (const auto &[id, node] : known)
            makers.emplace(id, notEager);
        for (const PassRecord &pass : m_task.passes) {
            if (!pass.changed) continue;
            for (const GraphPtr &graph : pass.after.graphs)
                for (const NodePtr &node : graph->nodes) {
                    if (!known.emplace(node->id, node).second) continue;
                    std::string text = "made by " + fullName(pass);
                    const auto origin = node->origins.empty() ? known.end() : known.find(node->origins.front());
                    if (origin != known.end()) text += " of " + nodeTitle(*origin->second);
                    makers.emplace(node->id, std::move(text));
                }
        }
        return makers;
    }

    const LockstepTask &m_task;
    Undo m_undo;
    FinalValues m_final;
    std::vector<Value> m_weightsBefore;
    int m_modules = 0;
    LockstepRun m_run;
    CallRounding m_rounding;                   ///< of the captured graph
    std::vector<const Rounding *> m_roundings; ///< of each eager step that has a captured one
    Outcome m_last;
    std::vector<size_t> m_at;    ///< for each step of the captured run the one of the last run that stands for it
    std::vector<size_t> m_rowOf; ///< and its row
    std::vector<End> m_ends;
};

} // namespace

const LockstepCause *LockstepRow::cause(const LockstepTolerance &tolerance) const {
    const auto leaves = [&](const LockstepCause &each) {
        return each.difference.exceeds(tolerance.relative, tolerance.absolute);
    };
    const auto found = std::find_if(causes.begin(), causes.end(), leaves);
    return found == causes.end() ? nullptr : &*found;
}

Result<LockstepRun> lockstep(const LockstepTask &task) {
    if (task.captured.graphs.empty()) return Error{"There is no captured graph to run."};
    return Lockstep(task).run();
}

std::optional<size_t> firstDifference(const LockstepRun &run, const LockstepTolerance &tolerance, size_t from) {
    for (size_t i = from; i < run.rows.size(); ++i)
        if (run.rows[i].differs(tolerance)) return i;
    return std::nullopt;
}

} // namespace jitscope::inline run
