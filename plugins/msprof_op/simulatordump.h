// SPDX-License-Identifier: Apache-2.0
// The raw logs of the operator simulator: when each instruction was issued and when it ended, in clock ticks.
#pragma once

#include "engine/base/progress.h"
#include "engine/base/result.h"
#include "engine/profile/diagnostics.h"
#include "engine/profile/trace.h"

#include <string>
#include <vector>

namespace jitscope {
inline namespace msprof_op {

enum class LogKind : uint8_t { Ends, Begins, Cache, Registers };

/** A log by its file name: "core0.veccore0.instr_log.dump". */
struct SimulatorLog {
    std::string path, core;
    LogKind kind = LogKind::Ends;
};

/** Whether that is the name of such a log, and of which core. */
bool isSimulatorLog(const std::string &fileName);
SimulatorLog simulatorLog(const std::string &path);

/** One executed instruction. */
struct SimulatedInstruction {
    std::string core, pipe, address, text;
    int64_t beginTick = 0, endTick = 0;
};

struct SimulatorDump {
    std::vector<SimulatedInstruction> instructions; ///< by core and end
    struct Moment {
        std::string core, lane, name, detail;
        int64_t tick = 0;
    };
    std::vector<Moment> moments; ///< accesses of the instruction cache, writes of registers
    Diagnostics diagnostics;
};

/** Reads all logs of one kernel. Fails for files that cannot be read or are too large, and when it was cancelled. */
Result<SimulatorDump> readDump(const std::vector<SimulatorLog> &files, Progress *progress);

/** The clock by which ticks become time: that of the chips whose simulator does not name another. */
constexpr int64_t simulatorMHz = 1850;
/** Ticks as nanoseconds, rounded; as large as can be for those that do not fit. */
int64_t nanosecondsOfTicks(int64_t ticks);

/** The lanes, by core and pipe. `prefix` stands before the names of cores where there are several kernels. */
Trace traceOf(const SimulatorDump &dump, const std::string &prefix, int rank);

} // namespace msprof_op
} // namespace jitscope
