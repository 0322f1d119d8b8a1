// SPDX-License-Identifier: Apache-2.0
// A program that stands still where a test says and answers what it is asked, as the real one does: later.
#pragma once

#include "app/shell/nullrunner.h"

#include <QMap>
#include <QMetaObject>
#include <QPointer>

namespace jitscope::testing {

class StandingRunner : public NullRunner {
public:
    RunState state() const override { return m_state; }
    const PauseInfo &pauseInfo() const override { return m_pause; }
    /** No parser: what a test calls wrong is wrong. */
    Completeness completeness(const QString &source) override {
        return source.contains(QStringLiteral("wrong")) ? Completeness::Invalid : Completeness::Complete;
    }
    void step(const StepRequest &request) override { steps.push_back(request); }

    void frames(QObject *receiver, std::function<void(const std::vector<FrameView> &)> reply) override {
        answer(receiver, [this, reply] { reply(views); });
    }
    void evaluate(int frame, const QString &source, QObject *receiver,
                  std::function<void(const EvaluationResult &)> reply) override {
        asked.append(QStringLiteral("%1: %2").arg(frame).arg(source));
        answer(receiver, [this, reply, source] {
            reply(values.value(source, {{}, "NameError: name '" + source.toStdString() + "' is not defined"}));
        });
    }
    /** A value that contains "wrong" is refused. */
    void assign(int frame, const QString &target, const QString &source, QObject *receiver,
                std::function<void(const EvaluationResult &)> reply) override {
        assigned.append(QStringLiteral("%1: %2 = %3").arg(frame).arg(target, source));
        answer(receiver, [this, reply, source] {
            const bool isWrong = source.contains(QStringLiteral("wrong"));
            reply({{}, isWrong ? "NameError: name 'wrong' is not defined" : ""});
            if (!isWrong) Q_EMIT valuesChanged();
        });
    }

    /** The program comes to stand with `stack`. */
    void standAt(std::vector<FrameView> stack, int64_t nextOp) {
        views = std::move(stack);
        m_pause = {};
        m_pause.nextOp = nextOp;
        for (const FrameView &view : views)
            m_pause.stack.push_back(view.frame);
        become(RunState::Paused);
        Q_EMIT paused(m_pause);
    }
    void become(RunState state) {
        if (state == m_state) return;
        m_state = state;
        Q_EMIT stateChanged(state);
    }

    std::vector<FrameView> views;
    QMap<QString, EvaluationResult> values; ///< by expression
    QStringList asked, assigned;
    std::vector<StepRequest> steps;

private:
    void answer(QObject *receiver, std::function<void()> reply) {
        QMetaObject::invokeMethod(
            this,
            [this, receiver = QPointer<QObject>(receiver), reply] {
                if (receiver && m_state == RunState::Paused) reply();
            },
            Qt::QueuedConnection);
    }

    RunState m_state = RunState::Idle;
    PauseInfo m_pause;
};

} // namespace jitscope::testing
