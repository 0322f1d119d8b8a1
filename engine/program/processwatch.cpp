// SPDX-License-Identifier: Apache-2.0
// Reads /proc: the children of each thread, when a process began, and what it was begun as.
#include "engine/program/processwatch.h"

#include "engine/base/clock.h"
#include "engine/base/file.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <unistd.h>

namespace jitscope::inline program {

namespace {

constexpr size_t mostMet = 1000;
constexpr size_t mostCommand = 300; ///< characters

std::string folderOf(int64_t process) {
    return "/proc/" + std::to_string(process);
}

/** "" for a process that ended, be it while it is read. */
std::string contentOf(const std::string &path) {
    constexpr int64_t mostBytes = 1 << 20;
    const auto content = readFile(path, mostBytes);
    return content ? *content : std::string();
}

/** When it began; nothing for one that ended, also when nobody has taken note of its end yet. */
std::optional<int64_t> startOf(int64_t process) {
    const std::string text = contentOf(folderOf(process) + "/stat");
    const size_t name = text.rfind(')'); // a name may hold anything
    if (name == std::string::npos) return std::nullopt;
    std::istringstream fields(text.substr(name + 1));
    constexpr int startPlace = 20; // behind the name
    const std::vector<std::string> words{std::istream_iterator<std::string>(fields), {}};
    if (words.size() < size_t(startPlace) || words[0] == "Z" || words[0] == "X") return std::nullopt;
    return std::atoll(words[startPlace - 1].c_str());
}

/** As it was begun, or as it called itself; "" for a copy of this process. */
std::string commandOf(int64_t process) {
    std::string words = contentOf(folderOf(process) + "/cmdline");
    if (words.empty() || words == contentOf("/proc/self/cmdline")) return {};
    std::replace(words.begin(), words.end(), '\0', ' ');
    while (!words.empty() && words.back() == ' ')
        words.pop_back();
    return words.substr(0, mostCommand);
}

std::vector<int64_t> childrenOf(int64_t process) {
    std::vector<int64_t> children;
    for (const std::string &thread : pathsIn(folderOf(process) + "/task")) {
        std::ifstream file(thread + "/children");
        children.insert(children.end(), std::istream_iterator<int64_t>(file), {});
    }
    return children;
}

/** As it was when the process was begun. */
bool hasSetting(int64_t process, const std::string &setting) {
    const std::string settings = '\0' + contentOf(folderOf(process) + "/environ");
    return settings.find('\0' + setting + '\0') != std::string::npos;
}

bool isStillThere(const ProgramProcess &met) {
    return met.isRunning && startOf(met.process) == met.startedTicks;
}

} // namespace

void ProcessWatch::note(int64_t process, const std::string &command) {
    const std::lock_guard lock(m_mutex);
    meet(process, command);
}

std::vector<ProgramProcess> ProcessWatch::look() {
    const std::lock_guard lock(m_mutex);
    meetChildrenOf(::getpid());
    // By index: the loop meets more. Who lost its parent is found here all the same.
    for (size_t i = 0; i < m_met.size(); ++i) {
        if (!m_met[i].isRunning) continue;
        m_met[i].isRunning = isStillThere(m_met[i]);
        if (!m_met[i].isRunning) continue;
        // A copy may become another, and a shell's child is called as the shell until it does.
        if (std::string now = commandOf(m_met[i].process); !now.empty()) m_met[i].command = std::move(now);
        meetChildrenOf(m_met[i].process);
    }
    forgetOldest();
    return m_met;
}

void ProcessWatch::meet(int64_t process, const std::string &command) {
    const std::optional<int64_t> started = startOf(process);
    const auto isKnown = [&](const ProgramProcess &met) {
        return met.process == process && (!started || met.startedTicks == *started);
    };
    const auto known = std::find_if(m_met.rbegin(), m_met.rend(), isKnown);
    if (known != m_met.rend()) {
        if (known->command.empty()) known->command = command.substr(0, mostCommand); // it was met before its exec
        return;
    }
    m_met.push_back({process, started.value_or(0), command.substr(0, mostCommand), started.has_value()});
}

void ProcessWatch::meetChildrenOf(int64_t process) {
    for (const int64_t child : childrenOf(process))
        if (startOf(child)) meet(child, commandOf(child));
}

void ProcessWatch::searchAll() {
    const std::vector<ProgramProcess> found = marked(m_mark);
    const std::lock_guard lock(m_mutex);
    for (const ProgramProcess &each : found)
        meet(each.process, each.command);
}

void ProcessWatch::forgetOldest() {
    if (m_met.size() <= mostMet) return;
    size_t left = m_met.size() - mostMet;
    std::erase_if(m_met, [&left](const ProgramProcess &met) { return !met.isRunning && left > 0 && left-- > 0; });
}

void killAll(const std::vector<ProgramProcess> &processes) {
    for (const ProgramProcess &each : processes)
        if (isStillThere(each)) ::kill(pid_t(each.process), SIGKILL);
}

std::vector<ProgramProcess> marked(const std::string &mark) {
    std::vector<ProgramProcess> found;
    if (mark.empty()) return found;
    for (const std::string &folder : pathsIn("/proc")) {
        const int64_t process = std::atoll(folder.c_str() + sizeof "/proc");
        if (process <= 0 || process == ::getpid() || !hasSetting(process, mark)) continue;
        if (const auto started = startOf(process)) found.push_back({process, *started, commandOf(process), true});
    }
    return found;
}

std::string newMark() {
    static std::atomic<int> last = 0;
    return std::string(markName) + '=' + std::to_string(::getpid()) + '.' + std::to_string(++last) + '.' +
           std::to_string(systemNs());
}

std::string ownMark() {
    const char *value = std::getenv(markName);
    return value ? std::string(markName) + '=' + value : std::string();
}

} // namespace jitscope::inline program
