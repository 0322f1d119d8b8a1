// SPDX-License-Identifier: Apache-2.0
// What the first call of a compiled graph cost, apart from the later ones; and where the code of its kernels came from.
#pragma once

#include "engine/session/compilation.h"
#include "engine/session/sessionfwd.h"

#include <map>
#include <optional>
#include <vector>

namespace jitscope::inline session {

/** What the calls of a compilation took, in ns. */
struct CallTimes {
    std::optional<int64_t> firstRun = {}; ///< nothing of a trace, whose first call ran while it was captured
    std::vector<int64_t> later = {};      ///< in their order
};

/** By compilation; none of what was never called. */
std::map<int, CallTimes> callTimes(const Session &session);

struct FirstCall {
    int compilation = -1;
    int64_t compileNs = 0;
    std::optional<int64_t> firstRunNs = {}; ///< of the graph; nothing while it did not run, and of a trace, whose first
                                            ///< call ran while it was captured
    int64_t laterCalls = 0;
    std::optional<double> laterMedianNs = {}; ///< nothing without later calls

    /** The whole of the first call. */
    int64_t firstNs() const { return compileNs + firstRunNs.value_or(0); }
};

/** One for each compilation with times, in their order. */
std::vector<FirstCall> firstCalls(const Session &session);

/** How many kernels of a compilation have their code from where. */
struct KernelOrigins {
    int compiled = 0, memory = 0, disk = 0, notCompiled = 0, unknown = 0;
    int64_t compiledNs = 0; ///< until those that were compiled could run
    int64_t foundNs = 0;    ///< until those from a cache could run

    int hits() const { return memory + disk; }
    bool operator==(const KernelOrigins &) const = default;
};

KernelOrigins kernelOrigins(const Compilation &compilation);

} // namespace jitscope::inline session
