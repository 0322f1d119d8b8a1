// SPDX-License-Identifier: GPL-3.0-or-later
// The runner of windows and pictures that only show a session: it refuses to run, in words.
#pragma once

#include "app/sdk/runner.h"

namespace jitscope {
inline namespace shell {

class NullRunner : public Runner {
    Q_OBJECT
public:
    using Runner::Runner;

    RunState state() const override { return RunState::Idle; }
    const PauseInfo &pauseInfo() const override { return m_pause; }
    RunOptions options() const override { return m_options; }
    void setOptions(const RunOptions &options) override;

    void runFile(const QString &path, const QString &text, bool stopAtFirstOp) override;
    void runConsole(const QString &source) override;
    Completeness completeness(const QString &) override { return Completeness::Complete; }
    QStringList completions(const QString &) override { return {}; }
    void setBreakpoints(std::vector<Breakpoint> breakpoints) override;
    std::vector<Breakpoint> breakpoints() const override { return m_breakpoints; }
    void setWatchpoints(std::vector<Watchpoint> watchpoints) override;
    std::vector<Watchpoint> watchpoints() const override { return m_watchpoints; }
    std::vector<int64_t> breakpointHits() const override { return {}; }
    void step(const StepRequest &) override {}
    void pause() override {}
    void frames(QObject *, std::function<void(const std::vector<FrameView> &)>) override {}
    void evaluate(int, const QString &, QObject *, std::function<void(const EvaluationResult &)>) override {}
    void assign(int, const QString &, const QString &, QObject *,
                std::function<void(const EvaluationResult &)>) override {}
    void stop() override {}

private:
    void refuse();

    PauseInfo m_pause;
    RunOptions m_options;
    std::vector<Breakpoint> m_breakpoints;
    std::vector<Watchpoint> m_watchpoints;
};

} // namespace shell
} // namespace jitscope
