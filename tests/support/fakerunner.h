// SPDX-License-Identifier: Apache-2.0
// A runner without a program: tests say where it stands and read what it was asked.
#pragma once

#include "app/shell/nullrunner.h"

namespace jitscope::testing {

class FakeRunner : public NullRunner {
public:
    RunState state() const override { return m_state; }
    const PauseInfo &pauseInfo() const override { return m_pause; }
    void step(const StepRequest &request) override { steps.push_back(request); }

    void pauseBefore(int64_t op, const std::string &name) {
        m_state = RunState::Paused;
        m_pause = {};
        m_pause.nextOp = op;
        m_pause.op = name;
        Q_EMIT stateChanged(m_state);
        Q_EMIT paused(m_pause);
    }
    void setState(RunState state) {
        m_state = state;
        Q_EMIT stateChanged(m_state);
    }

    std::vector<StepRequest> steps;

private:
    RunState m_state = RunState::Idle;
    PauseInfo m_pause;
};

} // namespace jitscope::testing
