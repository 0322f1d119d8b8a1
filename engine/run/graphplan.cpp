// SPDX-License-Identifier: Apache-2.0
// Gives every value a slot, finds the last use of each, and resolves what each step calls.
#include "engine/run/graphplan.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/ops/opdef.h"
#include "engine/run/hostcall.h"
#include "engine/run/outputaliases.h"
#include "engine/run/straightrow.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline run {
namespace {

/** Where a value of some graph lives. Values are known by id: an inner graph may hold an older form of a node that a
    pass rewrote in the graph around it. */
struct Home {
    GraphPlan *plan = nullptr;
    int slot = 0;
};

bool isWeight(const Node &node) {
    return node.isParameter() && node.weight->defined();
}

class Planner {
public:
    Planner(const Module &module, const KernelMap &kernels)
        : m_module(module)
        , m_kernels(kernels) {}

    Result<ModulePlan> plan() {
        if (m_module.graphs.empty()) return Error{"The module has no graph to run."};
        for (const GraphPtr &graph : m_module.graphs)
            m_graphs.emplace(graph->name, graph);
        if (auto reached = reachGraphs(); !reached) return reached.error();
        for (auto &[name, graph] : m_plan.graphs)
            giveSlots(*graph);
        for (auto &[name, graph] : m_plan.graphs)
            if (auto done = fillSteps(*graph); !done) return done.error();
        keepWhatIsReadFromInside();
        dropUnusedParents();
        for (auto &[name, graph] : m_plan.graphs)
            spreadResults(*graph);
        for (auto &[name, graph] : m_plan.graphs)
            releaseAfterLastUse(*graph);
        for (auto &[name, graph] : m_plan.graphs)
            planReuse(*graph);
        GraphPlan &entry = *m_plan.graphs.at(m_module.entry()->name);
        entry.straight = straightRowOf(entry);
        m_plan.entry = &entry;
        return std::move(m_plan);
    }

private:
    GraphPtr graphNamed(const std::string &name) const {
        const auto found = m_graphs.find(name);
        return found == m_graphs.end() ? nullptr : found->second;
    }

    /** Makes an empty plan for the entry, and for every graph that is called or named as a value from there. */
    Result<void> reachGraphs() {
        std::vector<GraphPtr> waiting = {m_module.entry()};
        std::unordered_set<const Node *> seenConstants;
        const auto reach = [&](const std::string &name, const Node &from) -> Result<void> {
            if (m_plan.graphs.count(name)) return {};
            const GraphPtr graph = graphNamed(name);
            if (!graph)
                return Error{format("%s uses the graph @%s, which the module lacks.%s", nodeTitle(from).c_str(),
                                    name.c_str(), placeOf(from).c_str())};
            waiting.push_back(graph);
            return {};
        };
        while (!waiting.empty()) {
            const GraphPtr graph = waiting.back();
            waiting.pop_back();
            auto &plan = m_plan.graphs[graph->name];
            if (plan) continue;
            if (!graph->output) return Error{format("The graph @%s returns nothing.", graph->name.c_str())};
            plan = std::make_unique<GraphPlan>();
            plan->graph = graph;
            for (const NodePtr &node : graph->nodes) {
                if (!node->callee.empty())
                    if (auto found = reach(node->callee, *node); !found) return found;
                for (const NodePtr &input : node->inputs)
                    if (const GraphReference *name = input->value->asGraph())
                        if (auto found = reach(name->name, *node); !found) return found;
            }
            if (const GraphPtr parent = graphNamed(graph->parent)) waiting.push_back(parent);
        }
        for (auto &[name, plan] : m_plan.graphs) {
            const auto parent = m_plan.graphs.find(plan->graph->parent);
            if (parent != m_plan.graphs.end()) plan->parent = parent->second.get();
        }
        return {};
    }

    void giveSlots(GraphPlan &plan) {
        const bool isEntry = plan.graph == m_module.entry();
        for (const NodePtr &parameter : plan.graph->parameters) {
            if (isEntry && isWeight(*parameter)) continue;
            m_homes[parameter->id] = {&plan, plan.slots++};
            plan.arguments.push_back(parameter);
        }
        for (const NodePtr &node : plan.graph->nodes)
            m_homes[node->id] = {&plan, plan.slots++};
    }

    Result<void> fillSteps(GraphPlan &plan) {
        for (const NodePtr &node : plan.graph->nodes) {
            auto step = makeStep(plan, node);
            if (!step) return step.error();
            const int inputs = int(step->inputs.size());
            plan.mostInputs = std::max(plan.mostInputs, inputs);
            if (step->reading == StepReading::Together) plan.mostTogether = std::max(plan.mostTogether, inputs);
            plan.steps.push_back(std::move(*step));
        }
        auto output = inputOf(plan, *plan.graph->output, *plan.graph->output);
        if (!output) return output.error();
        plan.output = *output;
        const bool isLast = endsInOutput(plan), isCall = isLast && callsGraph(plan.steps.back());
        plan.endsInCall = isLast && isCall;
        plan.endsInResult = isLast && !isCall;
        plan.isPure = std::ranges::all_of(plan.steps, isPure);
        return {};
    }

    static bool isPure(const PlanStep &step) {
        if (step.kind == StepKind::Operator) return step.op->effect == Effect::None;
        return step.kind == StepKind::Kernel || (step.kind == StepKind::Structural && !step.computes);
    }

    static bool endsInOutput(const GraphPlan &plan) {
        return !plan.steps.empty() && plan.output.from == PlanInput::From::Slot &&
               plan.steps.back().result == plan.output.index;
    }

    static bool callsGraph(const PlanStep &step) {
        return step.kind == StepKind::GraphCall || step.kind == StepKind::ValueCall;
    }

    Result<PlanStep> makeStep(GraphPlan &plan, const NodePtr &node) {
        PlanStep step;
        step.node = node;
        step.result = m_homes.at(node->id).slot;
        if (node->function) {
            auto function = inputOf(plan, *node->function, *node);
            if (!function) return function.error();
            step.inputs.push_back(*function);
        }
        for (const NodePtr &input : node->inputs) {
            auto found = inputOf(plan, *input, *node);
            if (!found) return found.error();
            step.inputs.push_back(*found);
        }
        if (auto resolved = resolve(step); !resolved) return resolved.error();
        step.reading = readingOf(step);
        step.computes = step.kind == StepKind::Operator || step.kind == StepKind::Kernel || node->op == hostPrimitive;
        return step;
    }

    static StepReading readingOf(const PlanStep &step) {
        if (step.kind == StepKind::Kernel || step.kind == StepKind::Structural) return StepReading::Apart;
        if (step.kind != StepKind::Operator || step.inputs.size() != step.op->params.size())
            return StepReading::Together;
        if (step.inputs.size() == 1) return StepReading::One;
        return step.op->evalApart ? StepReading::Two : StepReading::Together;
    }

    /** Finds out what the step runs. */
    Result<void> resolve(PlanStep &step) const {
        const Node &node = *step.node;
        if (node.function) {
            step.kind = StepKind::ValueCall;
            return {};
        }
        if (!node.callee.empty()) {
            step.callee = m_plan.graphs.at(node.callee).get();
            const auto kernel = m_kernels.find(node.callee);
            if (kernel != m_kernels.end()) step.kernel = kernel->second;
            step.kind = step.kernel ? StepKind::Kernel : StepKind::GraphCall;
            return checkCount(step, step.callee->arguments.size());
        }
        step.structural = findStructuralOp(node.op);
        if (step.structural) {
            step.kind = StepKind::Structural;
            if (step.inputs.size() >= step.structural->minimumInputs) return {};
            return checkCount(step, step.structural->minimumInputs);
        }
        step.op = findOp(node.op);
        if (!step.op)
            return Error{format("%s cannot run: no operator of this name is known.%s", nodeTitle(node).c_str(),
                                placeOf(node).c_str())};
        // A token that orders writes and prints stands behind the operator's own inputs.
        const bool isOrdered = step.op->effect != Effect::None && step.inputs.size() == step.op->params.size() + 1;
        return isOrdered ? Result<void>() : checkCount(step, step.op->params.size());
    }

    static Result<void> checkCount(const PlanStep &step, size_t wanted) {
        if (step.inputs.size() == wanted) return {};
        return Error{format("%s cannot run: it takes %zu inputs, but has %zu.%s", nodeTitle(*step.node).c_str(), wanted,
                            step.inputs.size(), placeOf(*step.node).c_str())};
    }

    Result<PlanInput> inputOf(GraphPlan &plan, const Node &input, const Node &user) {
        using From = PlanInput::From;
        if (input.isConstant()) return constantOf(plan, input.value);
        const auto home = m_homes.find(input.id);
        if (home != m_homes.end()) {
            int hops = 0;
            for (const GraphPlan *at = &plan; at; at = at->parent, ++hops)
                if (at == home->second.plan)
                    return PlanInput{hops == 0 ? From::Slot : From::Outer, home->second.slot, hops, false};
        }
        if (isWeight(input)) return constantOf(plan, *input.weight);
        return Error{format("%s uses %s, which neither @%s nor a graph around it computes.%s", nodeTitle(user).c_str(),
                            nodeTitle(input).c_str(), plan.graph->name.c_str(), placeOf(user).c_str())};
    }

    static PlanInput constantOf(GraphPlan &plan, const Value &value) {
        plan.constants.push_back(value);
        return {PlanInput::From::Constant, int(plan.constants.size()) - 1, 0, false};
    }

    /** Finds the kernels whose results go straight to those who take them out of the tuple. */
    void spreadResults(GraphPlan &plan) {
        std::vector<std::vector<size_t>> readers(size_t(plan.slots)); // the steps that mention each slot
        for (size_t i = 0; i < plan.steps.size(); ++i)
            for (const PlanInput &input : plan.steps[i].inputs)
                if (input.from == PlanInput::From::Slot) readers[size_t(input.index)].push_back(i);
        const std::set<int> &kept = m_kept[&plan];
        for (PlanStep &step : plan.steps) {
            const bool isWhole = plan.output.from == PlanInput::From::Slot && plan.output.index == step.result;
            if (step.kind != StepKind::Kernel || isWhole || kept.contains(step.result)) continue;
            step.spread = placesOfItems(plan, step, readers[size_t(step.result)]);
            if (step.spread.empty()) continue;
            for (const size_t reader : readers[size_t(step.result)])
                plan.steps[reader].isSpread = true;
        }
        if (!plan.steps.empty() && plan.steps.back().isSpread) plan.endsInResult = false; // its slot has the result
    }

    /** The slot of each item of the tuple that `step` gives; nothing where not each reader takes one of its own. */
    static std::vector<int> placesOfItems(const GraphPlan &plan, const PlanStep &step,
                                          const std::vector<size_t> &readers) {
        const Node &output = *step.callee->graph->output;
        if (!output.isCallOf(op::MakeTuple)) return {};
        std::vector<int> places(output.inputs.size(), -1);
        for (const size_t index : readers) {
            const PlanStep &reader = plan.steps[index];
            if (!reader.node->isCallOf(op::TupleGetItem) || reader.inputs.size() != 2) return {};
            const int64_t *place = reader.node->inputs[1]->value->asInt();
            const bool isItem = place && *place >= 0 && size_t(*place) < places.size();
            if (!isItem || places[size_t(*place)] >= 0) return {};
            places[size_t(*place)] = reader.result;
        }
        return places;
    }

    /** Slots that inner graphs read live as long as their graph runs; all others end with their last reader. */
    void releaseAfterLastUse(GraphPlan &plan) {
        std::vector<int> lastReader(size_t(plan.slots), -1);
        for (size_t i = 0; i < plan.steps.size(); ++i) {
            lastReader[size_t(plan.steps[i].result)] = int(i);
            for (const PlanInput &input : plan.steps[i].inputs)
                if (input.from == PlanInput::From::Slot) lastReader[size_t(input.index)] = int(i);
        }
        if (plan.output.from == PlanInput::From::Slot) lastReader[size_t(plan.output.index)] = -1;
        plan.output.isLastUse = plan.output.from == PlanInput::From::Slot; // the graph ends
        for (int slot : m_kept[&plan])
            lastReader[size_t(slot)] = -1;
        for (int slot = 0; slot < plan.slots; ++slot)
            if (lastReader[size_t(slot)] >= 0) plan.steps[size_t(lastReader[size_t(slot)])].released.push_back(slot);
        for (PlanStep &step : plan.steps)
            markLastUses(step);
    }

    /** Outputs of kernels take the place of inputs that die there and whose memory is surely their own: results of
       other kernels and of products. (What an operator gives back may be an argument, a view, or a snapshot of a
       weight.) */
    static void planReuse(GraphPlan &plan) {
        std::vector<const PlanStep *> producers(size_t(plan.slots), nullptr);
        for (PlanStep &step : plan.steps) {
            producers[size_t(step.result)] = &step;
            if (step.kind != StepKind::Kernel) continue;
            for (const int index : step.kernel->reusableInputs()) {
                const PlanInput *input = index < 0 ? nullptr : &step.inputs[size_t(index)];
                const bool dies = input && input->isLastUse && isOnlyMention(step, *input);
                step.reused.push_back(dies && ownsResult(producers, input->index) ? index : -1);
            }
        }
    }

    /** A kernel(x, x) reads as its first argument what it would write as its second. */
    static bool isOnlyMention(const PlanStep &step, const PlanInput &wanted) {
        return std::ranges::count_if(step.inputs, [&](const PlanInput &input) {
                   return input.from == PlanInput::From::Slot && input.index == wanted.index;
               }) == 1;
    }

    static bool ownsResult(const std::vector<const PlanStep *> &producers, int slot) {
        const PlanStep *producer = producers[size_t(slot)];
        if (producer && producer->node->isCallOf(op::TupleGetItem) &&
            producer->inputs.front().from == PlanInput::From::Slot)
            producer = producers[size_t(producer->inputs.front().index)];
        if (!producer) return false;
        const bool isProduct = producer->kind == StepKind::Operator && producer->op->category == OpCategory::MatMul;
        return producer->kind == StepKind::Kernel || isProduct;
    }

    /** Only the last mention in a step may give the value away: Mul(x, x) reads it twice. */
    static void markLastUses(PlanStep &step) {
        std::set<int> dying(step.released.begin(), step.released.end());
        for (auto input = step.inputs.rbegin(); input != step.inputs.rend(); ++input)
            if (input->from == PlanInput::From::Slot && dying.erase(input->index)) input->isLastUse = true;
    }

    void keepWhatIsReadFromInside() {
        const auto keep = [this](const GraphPlan &inner, const PlanInput &input) {
            if (input.from != PlanInput::From::Outer) return;
            const GraphPlan *home = &inner;
            for (int hop = 0; hop < input.hops; ++hop)
                home = home->parent;
            m_kept[home].insert(input.index);
        };
        for (const auto &[name, inner] : m_plan.graphs) {
            for (const PlanStep &step : inner->steps)
                for (const PlanInput &input : step.inputs)
                    keep(*inner, input);
            keep(*inner, inner->output);
        }
    }

    /** A graph that uses nothing of its parent but weights can be called from anywhere. */
    void dropUnusedParents() {
        std::unordered_set<const GraphPlan *> needed;
        const auto note = [&](const GraphPlan &inner, const PlanInput &input) {
            if (input.from != PlanInput::From::Outer) return;
            const GraphPlan *at = &inner;
            for (int hop = 0; hop < input.hops; ++hop, at = at->parent)
                needed.insert(at);
        };
        for (const auto &[name, inner] : m_plan.graphs) {
            for (const PlanStep &step : inner->steps)
                for (const PlanInput &input : step.inputs)
                    note(*inner, input);
            note(*inner, inner->output);
        }
        for (auto &[name, inner] : m_plan.graphs)
            if (!needed.contains(inner.get())) inner->parent = nullptr;
    }

    const Module &m_module;
    const KernelMap &m_kernels;
    ModulePlan m_plan;
    std::unordered_map<std::string, GraphPtr> m_graphs;
    std::unordered_map<NodeId, Home> m_homes;
    std::unordered_map<const GraphPlan *, std::set<int>> m_kept; ///< slots that inner graphs read
};

} // namespace

Result<ModulePlan> planModule(const Module &module, const KernelMap &kernels) {
    return Planner(module, kernels).plan();
}

std::string placeOf(const Node &node) {
    if (!node.spans || node.spans->empty()) return {};
    return format("\nIn file %s:%d", node.spans->front().file.c_str(), node.spans->front().line);
}

} // namespace jitscope::inline run
