// SPDX-License-Identifier: Apache-2.0
// Runs Python scripts in the embedded interpreter and keeps what they print; the names of the cases in a script.
#pragma once

#include "engine/python/interpreter.h"
#include "engine/session/recorder.h"
#include "tests/support/testing.h"

#include <mutex>
#include <regex>

namespace jitscope::testing {

class PythonScripts {
public:
    PythonScripts()
        : m_interpreter({.output = [this](bool, const std::string &text) { add(text); },
                         .stateChanged = {},
                         .paused = {},
                         .finished = {}}) {}

    /** What the script at `path` prints when it is run with one argument. */
    std::string outputOfFile(const std::string &path, const std::string &argument) {
        RunOptions options;
        options.arguments = {argument};
        begin();
        m_interpreter.runScript(path, options);
        return end();
    }

    std::string outputOf(const std::string &text) {
        begin();
        m_interpreter.runScript("/tmp/jitscope_test.py", text, {});
        return end();
    }

private:
    void begin() {
        m_output.clear();
        Recorder::instance().restart();
    }

    std::string end() {
        m_interpreter.wait();
        const std::lock_guard lock(m_mutex);
        return m_output;
    }

    void add(const std::string &text) {
        const std::lock_guard lock(m_mutex);
        m_output += text;
    }

    std::mutex m_mutex;
    std::string m_output;
    Interpreter m_interpreter; ///< last, so that its events find the members above
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
