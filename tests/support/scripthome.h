// SPDX-License-Identifier: Apache-2.0
// Where tests run their scripts: in this process or, where JITSCOPE_OWN_PROCESS is set, in one of its own, as the
// window does by default. Tests that are to run both ways have JITSCOPE_HAS_OWN_PROCESS (jitscope_run_in_own_process of
// CMake).
#pragma once

#include "engine/inspect/watchpoint.h"
#include "engine/python/interpreter.h"
#include "engine/session/compilation.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"

#if defined(JITSCOPE_HAS_OWN_PROCESS)
#include "engine/program/childprogram.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#endif

#include <cstdlib>
#include <memory>

namespace jitscope::testing {

/** As Interpreter, with what is recorded. */
class ScriptHome {
public:
    virtual ~ScriptHome() = default;
    /** A new recording begins. */
    virtual void restart() = 0;
    /** What was recorded since the last take. */
    virtual Session take() = 0;
    virtual void runScript(const std::string &path, const std::string &text, const RunOptions &options) = 0;
    void runScript(const std::string &path, const RunOptions &options) { runScript(path, readText(path), options); }
    virtual void runConsole(const std::string &source) = 0;
    virtual RunOutcome wait() = 0;
    virtual RunState state() const = 0;
    virtual void setBreakpoints(std::vector<Breakpoint> breakpoints) = 0;
    virtual void setWatchpoints(std::vector<Watchpoint> watchpoints) = 0;
    virtual void step(const StepRequest &request) = 0;
    virtual void stop() = 0;
    virtual Completeness completeness(const std::string &source) = 0;
    virtual std::vector<std::string> completions(const std::string &prefix) = 0;
    virtual void frames(std::function<void(const std::vector<FrameView> &)> reply) = 0;
    virtual void evaluate(int frame, const std::string &source,
                          std::function<void(const EvaluationResult &)> reply) = 0;
    virtual void assign(int frame, const std::string &target, const std::string &source,
                        std::function<void(const EvaluationResult &)> reply) = 0;
};

class HomeHere final : public ScriptHome {
public:
    explicit HomeHere(ProgramEvents events)
        : m_interpreter(std::move(events)) {}

    void restart() override { Recorder::instance().restart(); }
    Session take() override { return Recorder::instance().take(); }
    void runScript(const std::string &path, const std::string &text, const RunOptions &options) override {
        m_interpreter.runScript(path, text, options);
    }
    void runConsole(const std::string &source) override { m_interpreter.runConsole(source); }
    RunOutcome wait() override { return m_interpreter.wait(); }
    RunState state() const override { return m_interpreter.state(); }
    void setBreakpoints(std::vector<Breakpoint> all) override { m_interpreter.setBreakpoints(std::move(all)); }
    void setWatchpoints(std::vector<Watchpoint> all) override { m_interpreter.setWatchpoints(std::move(all)); }
    void step(const StepRequest &request) override { m_interpreter.step(request); }
    void stop() override { m_interpreter.stop(); }
    Completeness completeness(const std::string &source) override { return m_interpreter.completeness(source); }
    std::vector<std::string> completions(const std::string &prefix) override {
        return m_interpreter.completions(prefix);
    }
    void frames(std::function<void(const std::vector<FrameView> &)> reply) override { m_interpreter.frames(reply); }
    void evaluate(int frame, const std::string &source, std::function<void(const EvaluationResult &)> reply) override {
        m_interpreter.evaluate(frame, source, reply);
    }
    void assign(int frame, const std::string &target, const std::string &source,
                std::function<void(const EvaluationResult &)> reply) override {
        m_interpreter.assign(frame, target, source, reply);
    }

private:
    Interpreter m_interpreter;
};

#if defined(JITSCOPE_HAS_OWN_PROCESS)
class OwnProcess final : public ScriptHome {
public:
    explicit OwnProcess(const ProgramEvents &events)
        : m_program(withOurs(events), {}, std::string(JITSCOPE_BUILD_DIR) + "/bin/jitscope_program") {}

    void restart() override {
        takeParts();
        m_session = {};
        (void)m_program.beginRecording({});
    }
    Session take() override {
        takeParts();
        return std::exchange(m_session, {});
    }
    void runScript(const std::string &path, const std::string &text, const RunOptions &options) override {
        {
            const std::lock_guard lock(m_mutex);
            m_isOver = false;
            m_state = RunState::Running;
        }
        m_program.runScript(path, text, options);
    }
    void runConsole(const std::string &source) override { m_program.runConsole(source); }
    /** Takes parts meanwhile, as the window does. */
    RunOutcome wait() override {
        const auto since = std::chrono::steady_clock::now();
        std::unique_lock lock(m_mutex);
        while (!m_changed.wait_for(lock, std::chrono::milliseconds(5), [this] { return m_isOver; })) {
            if (std::chrono::steady_clock::now() - since > patience) return {};
            lock.unlock();
            takeParts();
            lock.lock();
        }
        return m_outcome;
    }
    RunState state() const override {
        const std::lock_guard lock(m_mutex);
        return m_state;
    }
    void setBreakpoints(std::vector<Breakpoint> all) override { m_program.setBreakpoints(all); }
    void setWatchpoints(std::vector<Watchpoint> all) override { m_program.setWatchpoints(all); }
    void step(const StepRequest &request) override { m_program.step(request); }
    void stop() override { m_program.stop(); }
    Completeness completeness(const std::string &source) override { return m_program.completeness(source); }
    std::vector<std::string> completions(const std::string &prefix) override { return m_program.completions(prefix); }
    void frames(std::function<void(const std::vector<FrameView> &)> reply) override { m_program.frames(reply); }
    void evaluate(int frame, const std::string &source, std::function<void(const EvaluationResult &)> reply) override {
        m_program.evaluate(frame, source, reply);
    }
    void assign(int frame, const std::string &target, const std::string &source,
                std::function<void(const EvaluationResult &)> reply) override {
        m_program.assign(frame, target, source, reply);
    }

private:
    static constexpr auto patience = std::chrono::seconds(300);

    void takeParts() {
        while (true) {
            std::optional<Session> part = m_program.takeReady();
            if (part && part->empty()) return;
            if (part)
                m_session.append(std::move(*part));
            else
                std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
    }
    ProgramEvents withOurs(const ProgramEvents &events) {
        ProgramEvents ours = events;
        ours.stateChanged = [this, told = events.stateChanged](RunState state) {
            {
                const std::lock_guard lock(m_mutex);
                m_state = state;
            }
            if (told) told(state);
        };
        ours.finished = [this, told = events.finished](const RunOutcome &outcome) {
            if (told) told(outcome);
            const std::lock_guard lock(m_mutex);
            m_outcome = outcome;
            m_isOver = true;
            m_state = RunState::Idle;
            m_changed.notify_all();
        };
        return ours;
    }

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isOver = true;
    RunOutcome m_outcome;
    RunState m_state = RunState::Idle;
    Session m_session;
    ChildProgram m_program; ///< last, so that its events find the members above
};
#endif

inline std::unique_ptr<ScriptHome> makeScriptHome(ProgramEvents events) {
#if defined(JITSCOPE_HAS_OWN_PROCESS)
    if (std::getenv("JITSCOPE_OWN_PROCESS")) return std::make_unique<OwnProcess>(events);
#endif
    return std::make_unique<HomeHere>(std::move(events));
}

} // namespace jitscope::testing
