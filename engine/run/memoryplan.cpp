// SPDX-License-Identifier: Apache-2.0
#include "engine/run/memoryplan.h"

#include "engine/ops/opdef.h"
#include "engine/run/graphplan.h"
#include "engine/run/outputaliases.h"

#include <algorithm>
#include <map>
#include <set>

namespace jitscope::inline run {
namespace {

/** Steps whose result is a view of an input or only arranges inputs: the eager kernels copy nothing there. */
bool sharesInput(const PlanStep &step) {
    return step.kind == StepKind::Structural || (step.kind == StepKind::Operator && givesView(step.op->name));
}

bool isToken(const PlanStep &step) {
    return step.node->abstract->kind == Abstract::Kind::Monad;
}

/** Bytes of the inputs whose memory the outputs of a kernel take over. */
int64_t takenBytes(const PlanStep &step) {
    int64_t bytes = 0;
    for (const int index : step.reused)
        if (index >= 0) bytes += step.callee->arguments[size_t(index)]->abstract->bytes();
    return bytes;
}

enum class Taking : uint8_t { AsPlanned, Never };

/** Where a graph holds most. */
struct Peak {
    int64_t bytes = 0;
    int step = -1;
};

/** Follows the plan without computing: which buffers each slot holds on to, and when they are dropped. */
class PeakCount {
public:
    explicit PeakCount(Taking taking)
        : m_taking(taking) {}

    Peak peakOf(const GraphPlan &plan) {
        const auto known = m_peaks.find(&plan);
        if (known != m_peaks.end()) return known->second;
        m_peaks[&plan] = {}; // a graph that calls itself counts once
        const Peak peak = walk(plan);
        m_peaks[&plan] = peak;
        return peak;
    }

private:
    /** A buffer that steps may share: a tuple or a view holds the buffers of its inputs. */
    struct Buffer {
        int64_t bytes = 0;
        int holders = 0;
    };
    using Held = std::vector<int>;

    Peak walk(const GraphPlan &plan) {
        m_buffers.emplace_back();
        std::vector<Held> held(size_t(plan.slots));
        int64_t live = 0;
        Peak peak;
        const auto note = [&](int64_t bytes, int step) {
            if (bytes > peak.bytes) peak = {bytes, step};
        };
        for (size_t i = 0; i < plan.steps.size(); ++i) {
            const PlanStep &step = plan.steps[i];
            if (step.callee && step.kind == StepKind::GraphCall) note(live + peakOf(*step.callee).bytes, int(i));
            live += addResult(step, held);
            note(live, int(i));
            for (int slot : step.released)
                live -= drop(held[size_t(slot)]);
        }
        m_buffers.pop_back();
        return peak;
    }

    /** Returns the bytes that come with the result. */
    int64_t addResult(const PlanStep &step, std::vector<Held> &held) {
        std::vector<Buffer> &buffers = m_buffers.back();
        Held &result = held[size_t(step.result)];
        int64_t bytes = 0;
        if (isToken(step)) return 0; // it holds nothing, though it comes from what it orders
        if (sharesInput(step)) {
            result = heldByInputs(step, held);
        } else {
            bytes = step.node->abstract->bytes();
            if (m_taking == Taking::AsPlanned) {
                result = heldByTaken(step, held);
                bytes -= takenBytes(step);
            }
            result.push_back(int(buffers.size()));
            buffers.push_back({bytes, 0});
        }
        for (int buffer : result)
            ++buffers[size_t(buffer)].holders;
        return bytes;
    }

    /** Returns the bytes that go with what a slot held. */
    int64_t drop(Held &held) {
        int64_t bytes = 0;
        for (int buffer : held) {
            Buffer &each = m_buffers.back()[size_t(buffer)];
            if (--each.holders == 0) bytes += each.bytes;
        }
        held.clear();
        return bytes;
    }

    static Held heldByInputs(const PlanStep &step, const std::vector<Held> &held) {
        Held all;
        for (const PlanInput &input : step.inputs)
            if (input.from == PlanInput::From::Slot)
                all.insert(all.end(), held[size_t(input.index)].begin(), held[size_t(input.index)].end());
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    static Held heldByTaken(const PlanStep &step, const std::vector<Held> &held) {
        Held all;
        for (const int index : step.reused) {
            if (index < 0) continue;
            const Held &given = held[size_t(step.inputs[size_t(index)].index)];
            all.insert(all.end(), given.begin(), given.end());
        }
        return all;
    }

    Taking m_taking;
    std::vector<std::vector<Buffer>> m_buffers; ///< of the graphs that are being walked, the innermost last
    std::map<const GraphPlan *, Peak> m_peaks;
};

/** Of all results of a graph and what it calls, each in memory of its own. */
class ResultBytes {
public:
    int64_t of(const GraphPlan &plan) {
        const auto [entry, isNew] = m_known.try_emplace(&plan, 0);
        if (!isNew) return entry->second;
        int64_t bytes = 0;
        for (const PlanStep &step : plan.steps) {
            if (step.callee && step.kind == StepKind::GraphCall) bytes += of(*step.callee);
            if (step.computes && !isToken(step) && !sharesInput(step)) bytes += step.node->abstract->bytes();
        }
        return m_known[&plan] = bytes;
    }

private:
    std::map<const GraphPlan *, int64_t> m_known;
};

/** Of each slot the step behind which it is let go of, -1 for none. */
std::vector<int> lastSteps(const GraphPlan &plan) {
    std::vector<int> last(size_t(plan.slots), -1);
    for (size_t i = 0; i < plan.steps.size(); ++i)
        for (const int slot : plan.steps[i].released)
            last[size_t(slot)] = int(i);
    return last;
}

PlannedValue plannedValue(const GraphPlan &plan, size_t place, const std::vector<int> &last) {
    const PlanStep &step = plan.steps[place];
    PlannedValue value{.node = step.node, .graph = plan.graph->name, .from = {}};
    value.bytes = step.node->abstract->bytes();
    value.takenBytes = takenBytes(step);
    value.step = int(place);
    value.lastStep = last[size_t(step.result)];
    if (sharesInput(step)) {
        value.memory = PlannedMemory::View;
        value.from = {step.node->inputs.front()};
    } else if (value.takenBytes > 0) {
        value.memory = PlannedMemory::TakenOver;
        for (const int index : step.reused)
            if (index >= 0) value.from.push_back(step.node->inputs[size_t(index)]);
    }
    return value;
}

void addValues(const GraphPlan &plan, MemoryPlan &memory) {
    const std::vector<int> last = lastSteps(plan);
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        const PlanStep &step = plan.steps[i];
        memory.hasOpenCalls = memory.hasOpenCalls || step.kind == StepKind::ValueCall;
        if (step.computes && !isToken(step)) memory.values.push_back(plannedValue(plan, i, last));
    }
}

/** The entry and all graphs that run step by step: those of kernels run as one. */
std::vector<const GraphPlan *> runningGraphs(const ModulePlan &plan) {
    std::set<const GraphPlan *> kernels;
    for (const auto &[name, graph] : plan.graphs)
        for (const PlanStep &step : graph->steps)
            if (step.kind == StepKind::Kernel) kernels.insert(step.callee);
    std::vector<const GraphPlan *> graphs = {plan.entry};
    for (const auto &[name, graph] : plan.graphs)
        if (graph.get() != plan.entry && !kernels.contains(graph.get())) graphs.push_back(graph.get());
    return graphs;
}

} // namespace

MemoryPlan memoryPlan(const ModulePlan &plan) {
    MemoryPlan memory;
    for (const GraphPlan *graph : runningGraphs(plan))
        addValues(*graph, memory);
    const Peak peak = PeakCount(Taking::AsPlanned).peakOf(*plan.entry);
    memory.peakBytes = peak.bytes;
    memory.peakWithoutTaking = PeakCount(Taking::Never).peakOf(*plan.entry).bytes;
    memory.allBytes = ResultBytes().of(*plan.entry);
    for (PlannedValue &value : memory.values)
        value.isAtPeak = value.graph == plan.entry->graph->name && value.step <= peak.step &&
                         (value.lastStep < 0 || value.lastStep >= peak.step);
    return memory;
}

Result<MemoryPlan> memoryPlan(const Module &module) {
    KernelMap kernels;
    for (const GraphPtr &graph : module.graphs) {
        if (!graph->isKernel()) continue;
        auto code = compileKernel(*graph); // one without code runs node by node
        if (code) kernels[graph->name] = *code;
    }
    const auto plan = planModule(module, kernels);
    if (!plan) return plan.error();
    return memoryPlan(*plan);
}

int64_t peakBytes(const ModulePlan &plan) {
    return PeakCount(Taking::AsPlanned).peakOf(*plan.entry).bytes;
}

} // namespace jitscope::inline run
