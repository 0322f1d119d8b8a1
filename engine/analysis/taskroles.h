// SPDX-License-Identifier: Apache-2.0
// What tasks of a device and calls of the host are about, by the names that profilers give them.
#pragma once

#include "engine/profile/trace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline analysis {

/** What a task on a stream or a plane does. */
enum class TaskRole : uint8_t {
    Work,       ///< computes or copies
    Transfer,   ///< moves data between ranks: what a collective is made of
    Wait,       ///< stands until an event or a value of the same device comes
    RankWait,   ///< stands until another rank notifies
    Record,     ///< of an event: ends a wait on another stream
    Marker,     ///< takes no time of its own: notifications, placeholders, the profiler's own
    Collective, ///< a kernel that is a whole collective: its transfers and waits are not told apart
};
/** Spaces, underscores, hyphens and case do not matter: producers and levels differ in them. */
TaskRole taskRole(std::string_view name);
/** Whether a task of that role keeps the device busy for certain. */
constexpr bool isBusy(TaskRole role) {
    return role == TaskRole::Work || role == TaskRole::Transfer;
}

/** What a slice of a host lane is about. */
enum class HostRole : uint8_t {
    Operator, ///< a framework operator or any other call
    Python,   ///< a function of the program: "train.py(88): train_step"
    Launch,
    DataInput,
    Synchronize, ///< the host stands until the device is ready
    Copy,        ///< a copy that the host waits for
    Compile,
    Allocate,
    Step, ///< a whole step of the training loop
};
HostRole hostRole(std::string_view name);

/** Both for every name of a trace, worked out once. */
class TaskRoles {
public:
    explicit TaskRoles(const Trace &trace);
    TaskRole task(SliceId slice) const { return m_tasks[size_t(m_trace.nameIdOf(slice).value)]; }
    HostRole host(SliceId slice) const {
        if (m_trace.trackAt(m_trace.trackOf(slice)).kind == LaneKind::Compile) return HostRole::Compile;
        return m_hosts[size_t(m_trace.nameIdOf(slice).value)];
    }

private:
    const Trace &m_trace;
    std::vector<TaskRole> m_tasks;
    std::vector<HostRole> m_hosts;
};

/** A line of a Python stack as profilers write it: "/home/u/train.py(88): train_step". */
struct StackLine {
    std::string file;
    int line = 0; ///< 0: the text is no line of a stack
    std::string function;
    bool operator==(const StackLine &) const = default;
};
StackLine stackLine(std::string_view text);
/** The lines of a "Call stack" argument, innermost first. */
std::vector<StackLine> stackLines(std::string_view text);
/** Whether the file belongs to the program, not to Python or to an installed package. */
bool isUserFile(std::string_view file);

} // namespace jitscope::inline analysis
