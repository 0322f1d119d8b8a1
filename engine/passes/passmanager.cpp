// SPDX-License-Identifier: Apache-2.0
// Runs passes in order with the instruments around each, and the instruments themselves.
#include "engine/passes/pass.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"
#include "engine/ir/nodewalk.h"
#include "engine/ir/verifier.h"
#include "engine/passes/decisions.h"

#include <algorithm>
#include <unordered_set>

namespace jitscope::inline passes {

namespace {

/** Asks every instrument, so that each sees all passes, also those that another one skips. */
bool allWant(std::span<PassInstrument *const> instruments, const PassDef &pass, const Module &module) {
    bool wanted = true;
    for (PassInstrument *instrument : instruments)
        wanted = instrument->beforePass(pass, module) && wanted;
    return wanted;
}

using Passes = std::span<const PassDef>;

/** The operators that a module calls outside of kernels, gathered when they are first asked for. */
class CalledOperators {
public:
    bool hasAnyOf(const std::vector<OpName> &operators, const Module &module) {
        if (!same(module, m_module)) gather(module);
        return std::ranges::any_of(operators, [this](OpName op) { return m_operators.contains(op); });
    }

private:
    void gather(const Module &module) {
        m_module = module;
        m_operators.clear();
        OpName last;
        for (const GraphPtr &graph : module.graphs) {
            if (graph->isKernel()) continue;
            forEachNode(graph->nodes, [&](const NodePtr &node) {
                if (node->op == last) return;
                last = node->op;
                m_operators.insert(last);
            });
        }
    }

    Module m_module;
    std::unordered_set<OpName> m_operators;
};

/** One compilation on its way through the passes. */
class PassRun {
public:
    PassRun(const Module &module, PassContext &context, std::span<PassInstrument *const> instruments)
        : m_current(module)
        , m_context(context)
        , m_instruments(instruments) {}

    /** All passes of one stage, in cycles while they change something. */
    void runStage(Passes passes) {
        const int most = mostCycles(passes.front().stage);
        std::vector<Module> settled(passes.size()); // what each pass last gave: it would give that again
        for (int cycle = 1; cycle <= most; ++cycle) {
            m_context.cycle = most == 1 ? 0 : cycle;
            const Module before = m_current;
            for (size_t i = 0; i < passes.size(); ++i) {
                if (m_isOver) return;
                if (m_context.level < passes[i].minimumLevel) continue;
                if (cycle > 1 && same(settled[i], m_current)) continue;
                const DecidedRun decided = decidedAt(passes[i]);
                if (!decided.isLeftOut) {
                    run(passes[i]);
                    settled[i] = m_current;
                }
                runBehind(passes[i], decided);
            }
            if (same(before, m_current)) return;
        }
    }

    const Module &result() const { return m_current; }

private:
    DecidedRun decidedAt(const PassDef &pass) const {
        if (!m_context.decisions) return {};
        return m_context.decisions->runAt({pass.stage, pass.name, m_context.cycle});
    }

    /** What decisions put behind `place`: passes from anywhere in the pipeline, now in the stage of that one. */
    void runBehind(const PassDef &place, const DecidedRun &decided) {
        for (const std::string &name : decided.behind) {
            std::optional<PassDef> pass = passCalled(name);
            if (!pass) continue;
            pass->phase = place.phase;
            pass->stage = place.stage;
            run(*pass);
        }
        m_isOver = decided.isLast;
    }

    bool hasWork(const PassDef &pass) {
        return pass.needsOneOf.empty() || m_called.hasAnyOf(pass.needsOneOf, m_current);
    }

    void run(const PassDef &pass) {
        if (!allWant(m_instruments, pass, m_current)) return;
        m_context.rewrites.clear();
        m_context.refusals.clear();
        const Module before = m_current;
        if (hasWork(pass)) m_current = pass.run(before, m_context);
        for (PassInstrument *instrument : m_instruments)
            instrument->afterPass(pass, before, m_current, m_context);
    }

    Module m_current;
    PassContext &m_context;
    std::span<PassInstrument *const> m_instruments;
    CalledOperators m_called;
    bool m_isOver = false; ///< a decision ended the pipeline
};

/** How many passes from the first on stand in its stage. */
size_t stageLength(Passes passes) {
    const auto isOther = [&](const PassDef &pass) {
        return pass.phase != passes.front().phase || pass.stage != passes.front().stage;
    };
    return size_t(std::find_if(passes.begin(), passes.end(), isOther) - passes.begin());
}

} // namespace

Module runPasses(const Module &module, const std::vector<PassDef> &passes, PassContext &context,
                 std::span<PassInstrument *const> instruments) {
    PassRun run(module, context, instruments);
    for (Passes left = passes; !left.empty();) {
        const size_t length = stageLength(left);
        run.runStage(left.first(length));
        left = left.subspan(length);
    }
    return run.result();
}

std::string stageText(const PassRecord &record) {
    if (record.cycle == 0) return record.stage;
    return record.stage + ", cycle " + std::to_string(record.cycle);
}

std::string fullName(const PassRecord &record) {
    if (record.stage.empty()) return record.name;
    const std::string cycle = record.cycle == 0 ? "" : format("r%d.", record.cycle);
    return record.stage + "." + cycle + record.name;
}

bool SnapshotInstrument::beforePass(const PassDef &, const Module &) {
    m_startNs = nowNs();
    return true;
}

void SnapshotInstrument::afterPass(const PassDef &pass, const Module &before, const Module &after,
                                   PassContext &context) {
    PassRecord record;
    record.timeNs = nowNs() - m_startNs;
    record.startNs = m_startNs;
    record.index = int(records.size());
    record.phase = pass.phase;
    record.name = pass.name;
    record.summary = pass.summary;
    record.stage = pass.stage;
    record.cycle = context.cycle;
    record.before = before;
    record.after = after;
    record.changed = !same(before, after);
    record.nodesBefore = callCount(before);
    record.nodesAfter = callCount(after);
    record.rewrites = context.rewrites;
    record.refusals = context.refusals;
    records.push_back(std::move(record));
}

bool TimingInstrument::beforePass(const PassDef &, const Module &) {
    m_startNs = nowNs();
    return true;
}

void TimingInstrument::afterPass(const PassDef &pass, const Module &, const Module &, PassContext &) {
    const int64_t timeNs = nowNs() - m_startNs;
    auto row = std::find_if(rows.begin(), rows.end(), [&](const Row &known) { return known.name == pass.name; });
    if (row == rows.end()) row = rows.insert(row, Row{pass.name, 0, 0});
    row->totalNs += timeNs;
    ++row->runs;
}

void VerifyInstrument::afterPass(const PassDef &pass, const Module &before, const Module &after, PassContext &) {
    if (!firstFault.empty() || same(before, after)) return;
    const std::vector<std::string> faults = verify(after);
    if (!faults.empty()) firstFault = pass.name + ": " + faults.front();
}

bool SkipInstrument::beforePass(const PassDef &pass, const Module &) {
    return std::find(m_names.begin(), m_names.end(), pass.name) == m_names.end();
}

} // namespace jitscope::inline passes
