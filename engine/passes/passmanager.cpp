// SPDX-License-Identifier: Apache-2.0
// Runs passes in order with the instruments around each, and the instruments themselves.
#include "engine/passes/pass.h"

#include "engine/base/clock.h"
#include "engine/ir/verifier.h"

#include <algorithm>

namespace jitscope {

namespace {

/** Asks every instrument, so that each sees all passes, also those that another one skips. */
bool allWant(std::span<PassInstrument *const> instruments, const PassDef &pass, const Module &module) {
    bool wanted = true;
    for (PassInstrument *instrument : instruments)
        wanted = instrument->beforePass(pass, module) && wanted;
    return wanted;
}

} // namespace

Module runPasses(const Module &module, const std::vector<PassDef> &passes, PassContext &context,
                 std::span<PassInstrument *const> instruments) {
    Module current = module;
    for (const PassDef &pass : passes) {
        if (context.level < pass.minimumLevel) continue;
        if (!allWant(instruments, pass, current)) continue;
        context.rewrites.clear();
        context.refusals.clear();
        const Module before = current;
        current = pass.run(before, context);
        for (PassInstrument *instrument : instruments)
            instrument->afterPass(pass, before, current, context);
    }
    return current;
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

} // namespace jitscope
