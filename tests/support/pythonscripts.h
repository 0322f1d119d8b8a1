// SPDX-License-Identifier: Apache-2.0
// Runs Python scripts in the embedded interpreter and keeps what they print; the names of the cases in a script.
#pragma once

#include "tests/support/scripthome.h"

#include <mutex>
#include <regex>

namespace jitscope::testing {

/** The text of a script with few pictures and rounds where it trains on thousands. */
inline std::string shortened(const std::string &path) {
    std::string text = readText(path);
    for (const auto &[from, to] : {std::pair{"batch_size * 100", "batch_size * 2"}, {"epochs = 5", "epochs = 1"}})
        if (const size_t at = text.find(from); at != std::string::npos)
            text.replace(at, std::string_view(from).size(), to);
    return text;
}

class PythonScripts {
public:
    PythonScripts()
        : m_home(makeScriptHome({.output = [this](bool isError, const std::string &text) { add(isError, text); },
                                 .stateChanged = {},
                                 .paused = {},
                                 .finished = {}})) {}

    /** What was recorded since the last take. */
    Session take() { return m_home->take(); }

    RunOutcome run(const std::string &text, const RunOptions &options = {}) {
        begin();
        m_home->runScript("/tmp/jitscope_test.py", text, options);
        return m_home->wait();
    }

    RunOutcome runFile(const std::string &path, const RunOptions &options = {}) {
        begin();
        m_home->runScript(path, options);
        return m_home->wait();
    }

    /** The same with few pictures and rounds where a script trains on thousands: its graphs and lines are the same. */
    RunOutcome runShort(const std::string &path) {
        begin();
        m_home->runScript(path, shortened(path), {});
        return m_home->wait();
    }

    /** What the last run printed, without its errors. */
    std::string printed() {
        const std::lock_guard lock(m_mutex);
        return m_printed;
    }

    /** All that a script at `path` writes when it is run with one argument. */
    std::string outputOfFile(const std::string &path, const std::string &argument) {
        RunOptions options;
        options.arguments = {argument};
        runFile(path, options);
        return output();
    }

    std::string outputOf(const std::string &text) {
        run(text);
        return output();
    }

    /** What the script prints or, when it fails, the last line of its error. */
    std::string outputOrError(const std::string &text) {
        if (run(text).exitCode == 0) return output();
        std::string all = output();
        all.erase(all.find_last_not_of('\n') + 1);
        return all.substr(all.rfind('\n') + 1) + "\n";
    }

private:
    void begin() {
        m_home->restart();
        const std::lock_guard lock(m_mutex);
        m_output.clear();
        m_printed.clear();
    }

    std::string output() {
        const std::lock_guard lock(m_mutex);
        return m_output;
    }

    void add(bool isError, const std::string &text) {
        const std::lock_guard lock(m_mutex);
        m_output += text;
        if (!isError) m_printed += text;
    }

    std::mutex m_mutex;
    std::string m_output, m_printed;
    std::unique_ptr<ScriptHome> m_home; ///< last, so that its events find the members above
};

/** The names of the cases of a script: its functions case_<name>. */
inline std::vector<std::string> casesOf(const std::string &path) {
    static const std::regex definition("\ndef case_(\\w+)\\(\\):");
    const std::string text = readText(path);
    std::vector<std::string> names;
    for (std::sregex_iterator match(text.begin(), text.end(), definition), end; match != end; ++match)
        names.push_back((*match)[1]);
    return names;
}

} // namespace jitscope::testing
