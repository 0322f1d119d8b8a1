// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/taskroles.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace jitscope::inline analysis {

namespace {

template<class Role> struct Word {
    const char *text; ///< in small letters, with '_' for blanks and hyphens
    Role role;
};

/**
 * Names of tasks that do not compute: the whole name, or what stands before a '_'. Who writes them so:
 *  - stars: sqe types and FFTS+ sub-tasks of msprof (ascend_task_association.cpp: "NOTIFY_WAIT_SQE", "Notify Wait",
 *    "Write Value", "SDMA") and the runtime's track types ("EVENT_WAIT", "NOTIFY_WAIT"): streams of 910B on, level 0
 * on;
 *  - hwts: the same of 910A (str_constant.py, TASK_TYPE_MAPPING: "notify wait task", "stream wait event task");
 *  - hccl: tasks of planes, level 1 on ("Notify_Wait", "Notify_Record", "Memcpy", "Reduce_Inline", "RDMASend");
 *  - docs: only the manual names them (profile_data_file_references.md: "MEM_WAIT_VALUE", "CAPTURE_WAIT").
 */
constexpr Word<TaskRole> taskWords[] = {
    {"notify_wait", TaskRole::RankWait},          // stars, hwts, hccl
    {"event_wait", TaskRole::Wait},               // stars
    {"stream_wait_event", TaskRole::Wait},        // hwts
    {"wait_value", TaskRole::Wait},               // stars
    {"mem_wait_value", TaskRole::Wait},           // docs
    {"mem_wait", TaskRole::Wait},                 // docs
    {"capture_wait", TaskRole::Wait},             // docs
    {"event_record", TaskRole::Record},           // stars, hwts
    {"event_notify", TaskRole::Record},           // hwts
    {"notify_record", TaskRole::Marker},          // stars, hwts, hccl
    {"write_value", TaskRole::Marker},            // stars: how FFTS+ tells another rank
    {"mem_write_value", TaskRole::Marker},        // docs
    {"capture_record", TaskRole::Record},         // docs
    {"memcpy_async", TaskRole::Work},             // all: a copy of the program, not of a collective
    {"sdma_sqe", TaskRole::Work},                 // stars: the same, not named
    {"sdma", TaskRole::Transfer},                 // stars
    {"ubdma", TaskRole::Transfer},                // stars of later chips
    {"rocce", TaskRole::Transfer},                // stars
    {"memcpy", TaskRole::Transfer},               // hccl
    {"reduce_inline", TaskRole::Transfer},        // hccl
    {"rdmasend", TaskRole::Transfer},             // hccl
    {"rdma_send", TaskRole::Transfer},            // hccl
    {"rdmasendpayload", TaskRole::Transfer},      // hccl
    {"rdmasendnotify", TaskRole::Marker},         // hccl
    {"rdma_send_notify", TaskRole::Marker},       // hccl
    {"hccl_rdma", TaskRole::Transfer},            // hwts
    {"event_reset", TaskRole::Marker},            // stars, hwts
    {"place_holder", TaskRole::Marker},           // stars
    {"profiling_enable", TaskRole::Marker},       // all
    {"profiling_disable", TaskRole::Marker},      // all
    {"profiler_trace", TaskRole::Marker},         // hwts
    {"model_maintaince", TaskRole::Marker},       // hwts
    {"maintenance", TaskRole::Marker},            // hwts
    {"flip", TaskRole::Marker},                   // stars: task ids begin anew
    {"stars_common", TaskRole::Marker},           // stars, where no name is known
    {"stream_switch", TaskRole::Marker},          // hwts
    {"stream_active", TaskRole::Marker},          // hwts
    {"start_online_profiling", TaskRole::Marker}, // hwts
    {"stop_online_profiling", TaskRole::Marker},  // hwts
};

/** Kernels that a collective launches for itself and that last as long as it. */
constexpr std::string_view collectiveEndings[] = {"aicpukernel", "aivkernel"};

/** Words anywhere in the names of host calls, the surest first. */
constexpr Word<HostRole> hostWords[] = {
    {"profilerstep#", HostRole::Step},
    {"dataloader", HostRole::DataInput},
    {"dataset", HostRole::DataInput},
    {"getnext", HostRole::DataInput},
    {"get_next", HostRole::DataInput},
    {"data_iterator", HostRole::DataInput},
    {"opcompile", HostRole::Compile},
    {"aclopcompile", HostRole::Compile},
    {"graphcompile", HostRole::Compile},
    {"compilegradgraph", HostRole::Compile},
    {"aclgrphbuildmodel", HostRole::Compile},
    {"compilesubgraph", HostRole::Compile},
    {"buildkernel", HostRole::Compile},
    {"_compile", HostRole::Compile},
    {"synchronize", HostRole::Synchronize},
    {"syncstream", HostRole::Synchronize},
    {"waitpipeline", HostRole::Synchronize},
    {"waittaskfinish", HostRole::Synchronize},
    {"asnumpy", HostRole::Synchronize},
    {"local_scalar_dense", HostRole::Synchronize},
    {"aten::item", HostRole::Synchronize},
    {"memcpyasync", HostRole::Operator}, // the host goes on
    {"aclrtmemcpy", HostRole::Copy},
    {"memcopysync", HostRole::Copy},
    {"runtime@memcpy", HostRole::Copy},
    {"aclrtmalloc", HostRole::Allocate},
    {"aclrtfree", HostRole::Allocate},
    {"memoryalloc", HostRole::Allocate},
    {"runtime@devmalloc", HostRole::Allocate},
    {"runtime@devfree", HostRole::Allocate},
    {"node@launch", HostRole::Launch},
    {"kernellaunch", HostRole::Launch},
    {"@launch", HostRole::Launch},
};

std::string smallLetters(std::string_view name) {
    std::string small(name);
    for (char &c : small)
        c = c == ' ' || c == '-' ? '_' : char(std::tolower(static_cast<unsigned char>(c)));
    return small;
}

bool beginsWith(std::string_view name, std::string_view word) {
    return name.starts_with(word) && (name.size() == word.size() || name[word.size()] == '_');
}

} // namespace

TaskRole taskRole(std::string_view name) {
    const std::string small = smallLetters(trimmed(name).substr(0, 256));
    for (const auto &word : taskWords)
        if (beginsWith(small, word.text)) return word.role;
    const bool isCollective = std::any_of(std::begin(collectiveEndings), std::end(collectiveEndings),
                                          [&](std::string_view ending) { return small.ends_with(ending); });
    return isCollective ? TaskRole::Collective : TaskRole::Work;
}

HostRole hostRole(std::string_view name) {
    const std::string small = smallLetters(name.substr(0, 512));
    if (small.find("profilerstep#") != std::string::npos) return HostRole::Step;
    const bool isPython = stackLine(name).line > 0;
    for (const auto &word : hostWords) {
        if (small.find(word.text) == std::string::npos) continue;
        // A file may be called anything; of functions only those that fetch data say what they wait for.
        if (isPython && word.role != HostRole::DataInput) continue;
        return word.role;
    }
    return isPython ? HostRole::Python : HostRole::Operator;
}

TaskRoles::TaskRoles(const Trace &trace)
    : m_trace(trace) {
    m_tasks.reserve(trace.texts().all().size());
    m_hosts.reserve(trace.texts().all().size());
    for (const std::string &text : trace.texts().all()) {
        m_tasks.push_back(taskRole(text));
        m_hosts.push_back(hostRole(text));
    }
}

StackLine stackLine(std::string_view text) {
    text = trimmed(text);
    while (!text.empty() && (text.back() == ';' || text.back() == '\r'))
        text.remove_suffix(1);
    const size_t close = text.find("): ");
    if (close == std::string_view::npos) return {};
    const size_t open = text.rfind('(', close);
    if (open == std::string_view::npos || open == 0) return {};
    const std::string_view digits = text.substr(open + 1, close - open - 1);
    int line = 0;
    const auto [rest, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), line);
    if (problem != std::errc() || rest != digits.data() + digits.size() || line <= 0) return {};
    return {std::string(text.substr(0, open)), line, std::string(trimmed(text.substr(close + 3)))};
}

std::vector<StackLine> stackLines(std::string_view text) {
    std::vector<StackLine> lines;
    for (const std::string &each : split(text, '\n')) {
        // Some writers put the lines of a stack behind each other, with ';' alone.
        for (const std::string &part : split(each, ';'))
            if (StackLine line = stackLine(part); line.line > 0) lines.push_back(std::move(line));
    }
    return lines;
}

bool isUserFile(std::string_view file) {
    static constexpr std::string_view foreign[] = {"site-packages/", "dist-packages/", "lib/python", "<frozen",
                                                   "<string>",       "<built-in",      "importlib/"};
    if (file.starts_with("torch/") || file.starts_with("torch_npu/") || file.starts_with("mindspore/")) return false;
    return std::none_of(std::begin(foreign), std::end(foreign),
                        [&](std::string_view word) { return file.find(word) != std::string_view::npos; });
}

} // namespace jitscope::inline analysis
