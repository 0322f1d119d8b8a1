// SPDX-License-Identifier: GPL-3.0-or-later
// What the panel of a run's memory lists at a moment, worked out off the GUI thread, and the columns of each list.
#pragma once

#include "app/models/baseline.h"
#include "app/models/tablemodel.h"
#include "engine/analysis/comparison/opdifference.h"
#include "engine/analysis/memory/memorybaseline.h"
#include "engine/analysis/memory/memorygrowth.h"
#include "engine/ir/nodeid.h"

#include <memory>
#include <optional>

namespace jitscope {
inline namespace runmemorypanel {

/** A recording's memory with what explains it. */
struct RunMemoryFigures {
    MemoryUse use;
    OpColumns columns;
};

/** The memory of the run that is held against this one. */
struct RunMemoryBaseline {
    std::shared_ptr<const BaselineRun> run;
    MemoryUse use;
};

/** Bytes here less those of the baseline. They are counted, so Slower is more and Faster is less. */
struct RunMemoryDelta {
    DeltaVerdict verdict = DeltaVerdict::Same;
    int64_t bytes = 0;
};

/** Held: each memory; By...: sums of these; Changed: sums of both ends of a stretch; Growing: over steps; Plan: of
    compiled graphs; Recompute: what could be computed again. */
enum class RunMemoryList : uint8_t { Held, ByLine, ByScope, ByOperator, Changed, Growing, Plan, Recompute };

struct RunMemoryRow {
    QString name; ///< what made it, or the group
    QString type, line, scope;
    int64_t bytes = 0, before = 0; ///< at the moment; at the begin of the stretch or the end of the first step
    int64_t count = 0;
    double share = 0;
    int64_t op = -1, tensor = -1; ///< what a click selects
    int rounds = 0;               ///< Growing: that it grew over
    int64_t keptBytes = 0;        ///< Growing: held at the end, without what the last round made
    int keptRounds = 0;           ///< Growing: that made these
    int compilation = -1;         ///< Plan: what a click selects there
    NodeId node = {};
    QString memory = {}, held = {}, atPeak = {}; ///< Plan; `memory` of Recompute are the operators that run again
    int64_t timeNs = 0, idleNs = 0;              ///< Recompute
    std::optional<RunMemoryDelta> delta = {};    ///< of what is held at a moment, against a baseline
};
RunMemoryRow rowOf(const HeldMemory &held);

struct RunMemoryTable {
    std::vector<RunMemoryRow> rows = {};
    QString sentence = {}; ///< what there is to say of all of them, or why there are none; "" where the moment says it
    bool isCompared = false;                  ///< rows have differences to the baseline
    std::optional<int64_t> baselineTime = {}; ///< ns: the baseline's moment; nothing where it has none
};

/** Where one looks: a moment, and for Changed a stretch of time. */
struct MemoryMoment {
    int64_t timeNs = 0;
    int64_t beginNs = 0, endNs = 0;
};
/** `baseline` may be null. */
RunMemoryTable memoryTable(const Session &session, const RunMemoryFigures &figures, RunMemoryList list,
                           const MemoryMoment &moment, const RunMemoryBaseline *baseline);
std::vector<TableColumn<RunMemoryRow>> memoryColumns(RunMemoryList list);
/** Whether a list shows what is held at a moment, which a baseline can be held against. */
bool isOfMoment(RunMemoryList list);
/** memoryColumns() of such a list, with the differences behind what is held. */
std::vector<TableColumn<RunMemoryRow>> comparingMemoryColumns(RunMemoryList list);

} // namespace runmemorypanel
} // namespace jitscope
