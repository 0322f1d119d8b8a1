// SPDX-License-Identifier: Apache-2.0
// A script that a test walks through: runs it, waits for each place where it is held, asks it there.
#pragma once

#include "tests/support/scripthome.h"

#include <condition_variable>
#include <future>
#include <mutex>

namespace jitscope::testing {

inline const std::string scriptPath = "/tmp/jitscope_stepped_script.py";

class SteppedScript {
public:
    SteppedScript()
        : m_home(makeScriptHome({.output = [this](bool isError, const std::string &text) { add(isError, text); },
                                 .stateChanged = {},
                                 .paused = [this](const PauseInfo &info) { addPause(info); },
                                 .finished = {},
                                 .consoleAnswered = [this](const RunOutcome &outcome) { addAnswer(outcome); },
                                 .hitsCounted = [this](const std::vector<int64_t> &hits) { setHits(hits); }}))
        , interpreter(*m_home) {}

    /** What was recorded since the last take. */
    Session take() { return interpreter.take(); }

    void start(const std::string &text, const RunOptions &options = {}) {
        clear();
        interpreter.restart();
        interpreter.runScript(scriptPath, text, options);
    }

    RunOutcome run(const std::string &text, const RunOptions &options = {}) {
        start(text, options);
        return interpreter.wait();
    }

    void breakAt(std::vector<Breakpoint> breakpoints) {
        for (Breakpoint &breakpoint : breakpoints)
            if (breakpoint.kind == Breakpoint::Kind::Line && breakpoint.file.empty()) breakpoint.file = scriptPath;
        interpreter.setBreakpoints(std::move(breakpoints));
    }

    /** The next place where the program is held; a reason of its own when it ended instead. */
    PauseInfo nextPause() {
        std::unique_lock lock(m_mutex);
        const bool isThere =
            m_changed.wait_for(lock, std::chrono::seconds(20), [this] { return m_seen < m_pauses.size(); });
        if (isThere) return m_pauses[m_seen++];
        PauseInfo none;
        none.message = "the program was not held";
        return none;
    }

    PauseInfo step(StepRequest::Kind kind) { return step(StepRequest{.kind = kind, .file = {}}); }
    PauseInfo step(const StepRequest &request) {
        interpreter.step(request);
        return nextPause();
    }
    /** "f:7": the innermost function and line after the step. */
    std::string placeAfter(StepRequest::Kind kind) { return placeOf(step(kind)); }
    static std::string placeOf(const PauseInfo &info) {
        if (info.stack.empty()) return info.message;
        return info.stack[0].function + ":" + std::to_string(info.stack[0].span.line);
    }

    /** Goes on to the end. */
    RunOutcome finish() {
        interpreter.step({});
        return interpreter.wait();
    }

    std::vector<FrameView> frames() {
        return asked<std::vector<FrameView>>([this](auto reply) { interpreter.frames(reply); });
    }
    EvaluationResult evaluate(const std::string &source, int frame = 0) {
        return asked<EvaluationResult>([&](auto reply) { interpreter.evaluate(frame, source, reply); });
    }
    /** The value's text, or the error. */
    std::string valueOf(const std::string &source, int frame = 0) {
        const EvaluationResult result = evaluate(source, frame);
        return result.error.empty() ? result.value.text : result.error;
    }
    std::string assign(const std::string &target, const std::string &source, int frame = 0) {
        const auto result =
            asked<EvaluationResult>([&](auto reply) { interpreter.assign(frame, target, source, reply); });
        return result.error.empty() ? result.value.text : result.error;
    }
    RunOutcome console(const std::string &source) {
        interpreter.runConsole(source);
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, std::chrono::seconds(20), [this] { return !m_answers.empty(); });
        return m_answers.empty() ? RunOutcome() : take(m_answers);
    }

    bool waitForOutput(const std::string &text) {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::seconds(20),
                                  [&] { return m_output.find(text) != std::string::npos; });
    }
    std::string output() {
        const std::lock_guard lock(m_mutex);
        return m_output;
    }
    std::string errors() {
        const std::lock_guard lock(m_mutex);
        return m_errors;
    }
    std::vector<int64_t> hits() {
        const std::lock_guard lock(m_mutex);
        return m_hits;
    }

    void clear() {
        const std::lock_guard lock(m_mutex);
        m_output.clear();
        m_errors.clear();
        m_pauses.clear();
        m_answers.clear();
        m_hits.clear();
        m_seen = 0;
    }

private:
    template<class Answer, class Ask> Answer asked(Ask ask) {
        auto answer = std::make_shared<std::promise<Answer>>();
        auto future = answer->get_future();
        ask([answer](const Answer &given) { answer->set_value(given); });
        return future.get();
    }
    template<class Item> static Item take(std::vector<Item> &items) {
        Item first = items.front();
        items.erase(items.begin());
        return first;
    }

    void add(bool isError, const std::string &text) {
        const std::lock_guard lock(m_mutex);
        (isError ? m_errors : m_output) += text;
        m_changed.notify_all();
    }
    void addPause(const PauseInfo &info) {
        const std::lock_guard lock(m_mutex);
        m_pauses.push_back(info);
        m_changed.notify_all();
    }
    void addAnswer(const RunOutcome &outcome) {
        const std::lock_guard lock(m_mutex);
        m_answers.push_back(outcome);
        m_changed.notify_all();
    }
    void setHits(const std::vector<int64_t> &hits) {
        const std::lock_guard lock(m_mutex);
        m_hits = hits;
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::string m_output, m_errors;
    std::vector<PauseInfo> m_pauses;
    std::vector<RunOutcome> m_answers;
    std::vector<int64_t> m_hits;
    size_t m_seen = 0;
    std::unique_ptr<ScriptHome> m_home; ///< last, so that its events find the members above

public:
    ScriptHome &interpreter;
};

} // namespace jitscope::testing
