// SPDX-License-Identifier: Apache-2.0
// What recording took of the program's own time, as the recording itself says.
#pragma once

#include "engine/session/sessionfwd.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline session {

/** Measured of some of the operators, while they were written down. What is noted when memory is let go of comes on
    top. */
struct RecordingCost {
    int64_t meanNs = 0;   ///< of reading the clock twice and writing one operator down
    int64_t measured = 0; ///< of how many that was measured
    int64_t written = 0;  ///< how many were written down
    int64_t totalNs() const { return meanNs * written; }
    bool operator==(const RecordingCost &) const = default;
};

/** The key in Session::info. */
extern const char *const recordingCostKey;
/** As it stands there, and back; nothing of what is none. */
std::string recordingCostText(const RecordingCost &cost);
std::optional<RecordingCost> recordingCost(const Session &session);

/** Takes one call in `oneOf`; from any thread. */
class RecordingClock {
public:
    static constexpr int64_t oneOf = 128;

    static bool isMeasured(int64_t number) { return number % oneOf == 0; }
    /** What took longer than a system call or two is another program's time, and is left out. */
    void add(int64_t ns);
    /** Of all since restart(), of which `written` were written down; nothing where none was measured. */
    std::optional<RecordingCost> cost(int64_t written) const;
    void restart();

private:
    static constexpr size_t mostKept = 4096; ///< of a long run the latest

    mutable std::mutex m_mutex;
    std::vector<int64_t> m_times;
    int64_t m_measured = 0;
};

} // namespace jitscope::inline session
