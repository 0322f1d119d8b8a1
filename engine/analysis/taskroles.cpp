// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/taskroles.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace jitscope {

namespace {

template<class Role> struct Word {
    const char *text; ///< in small letters, with '_' for blanks
    Role role;
};

/** How names of tasks that do no work begin. */
constexpr Word<TaskRole> taskWords[] = {
    {"event_wait", TaskRole::Wait},         {"notify_wait", TaskRole::Wait},
    {"wait_value", TaskRole::Wait},         {"stream_wait_event", TaskRole::Wait},
    {"capture_wait", TaskRole::Wait},       {"mem_wait", TaskRole::Wait},
    {"event_record", TaskRole::Marker},     {"notify_record", TaskRole::Marker},
    {"event_reset", TaskRole::Marker},      {"place_holder", TaskRole::Marker},
    {"profiling_enable", TaskRole::Marker}, {"profiling_disable", TaskRole::Marker},
    {"write_value", TaskRole::Marker},      {"capture_record", TaskRole::Marker},
    {"model_maintaince", TaskRole::Marker}, {"flip", TaskRole::Marker},
    {"profiler_trace", TaskRole::Marker},   {"stars_common", TaskRole::Marker},
};

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
        c = c == ' ' ? '_' : char(std::tolower(static_cast<unsigned char>(c)));
    return small;
}

} // namespace

TaskRole taskRole(std::string_view name) {
    const std::string small = smallLetters(name.substr(0, 64));
    for (const auto &word : taskWords)
        if (small.starts_with(word.text)) return word.role;
    return TaskRole::Work;
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

} // namespace jitscope
