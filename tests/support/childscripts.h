// SPDX-License-Identifier: Apache-2.0
// Runs scripts in a process of their own, as the window does, and keeps what is told of them.
#pragma once

#include "engine/program/childprogram.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"

#include <condition_variable>
#include <mutex>

namespace jitscope::testing {

/** One process; what it tells comes on its threads and is waited for here. */
class ChildScripts {
public:
    explicit ChildScripts(RecordingOptions options = {})
        : m_options(std::move(options))
        , m_program(events(), {}, std::string(JITSCOPE_BUILD_DIR) + "/bin/jitscope_program") {}

    Program &program() { return m_program; }
    int process() const { return m_program.process(); }

    void begin(const std::string &text, RunOptions options = {}, const std::string &path = "/tmp/jitscope_test.py") {
        if (options.record == RecordLevel::Ops) options.record = RecordLevel::Values;
        beginRecording();
        m_program.runScript(path, text, options);
    }
    void beginRecording() { (void)m_program.beginRecording(m_options); }
    void console(const std::string &source) { m_program.runConsole(source); }

    /** Waits for the end of the run; nothing when it does not come. */
    std::optional<RunOutcome> outcome() {
        return waitFor<RunOutcome>([this]() -> std::optional<RunOutcome> {
            if (m_outcomes.empty()) return std::nullopt;
            RunOutcome first = m_outcomes.front();
            m_outcomes.erase(m_outcomes.begin());
            return first;
        });
    }
    std::optional<PauseInfo> pause() {
        return waitFor<PauseInfo>([this] { return std::exchange(m_pause, std::nullopt); });
    }
    /** The sentence with which the process went. */
    std::optional<std::string> end() {
        return waitFor<std::string>([this] { return m_end; });
    }
    bool waitsForInput() {
        return waitFor<bool>([this] { return m_waitsForInput ? std::optional(true) : std::nullopt; }).has_value();
    }
    bool prints(const std::string &text) {
        return waitFor<bool>([this, text] {
                   return m_printed.find(text) != std::string::npos ? std::optional(true) : std::nullopt;
               })
            .has_value();
    }

    /** What the program began, as it was told last. */
    std::vector<ProgramProcess> processes() {
        const std::lock_guard lock(m_mutex);
        return m_processes;
    }

    /** What was recorded so far. */
    const Session &session() {
        for (std::optional<Session> part = m_program.takeReady(); part && !part->empty(); part = m_program.takeReady())
            m_session.append(std::move(*part));
        return m_session;
    }
    /** Lets go of it. */
    void forget() { m_session = {}; }
    std::string printed() {
        const std::lock_guard lock(m_mutex);
        return m_printed;
    }

    /** Takes parts meanwhile, as the window does: the process does not go far ahead of who takes none. */
    RunOutcome run(const std::string &text, const RunOptions &options = {}) {
        begin(text, options);
        RunOutcome none;
        none.exitCode = -1;
        const auto since = std::chrono::steady_clock::now();
        while (!isOver() && std::chrono::steady_clock::now() - since < patience)
            (void)session();
        return outcome().value_or(none);
    }

private:
    static constexpr auto patience = std::chrono::milliseconds(scaledTimeout(40'000));

    /** Whether it is within a moment. */
    bool isOver() {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::milliseconds(20), [this] { return !m_outcomes.empty(); });
    }

    template<class Found, class Look> std::optional<Found> waitFor(Look look) {
        std::unique_lock lock(m_mutex);
        std::optional<Found> found;
        m_changed.wait_for(lock, patience, [&] { return (found = look()).has_value(); });
        return found;
    }
    template<class Change> void note(Change change) {
        const std::lock_guard lock(m_mutex);
        change();
        m_changed.notify_all();
    }
    ProgramEvents events() {
        ProgramEvents events;
        events.output = [this](bool, const std::string &text) { note([&] { m_printed += text; }); };
        events.paused = [this](const PauseInfo &info) { note([&] { m_pause = info; }); };
        events.finished = [this](const RunOutcome &outcome) { note([&] { m_outcomes.push_back(outcome); }); };
        events.consoleAnswered = events.finished;
        events.inputWanted = [this](bool isWaiting) { note([&] { m_waitsForInput = isWaiting; }); };
        events.processesChanged = [this](const std::vector<ProgramProcess> &processes) {
            note([&] { m_processes = processes; });
        };
        events.ended = [this](const ProgramEnd &end) { note([&] { m_end = end.sentence; }); };
        return events;
    }

    const RecordingOptions m_options;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::string m_printed;
    std::vector<RunOutcome> m_outcomes;
    std::optional<PauseInfo> m_pause;
    std::optional<std::string> m_end;
    bool m_waitsForInput = false;
    std::vector<ProgramProcess> m_processes;
    Session m_session;
    ChildProgram m_program; ///< last, so that its events find the members above
};

} // namespace jitscope::testing
