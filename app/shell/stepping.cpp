// SPDX-License-Identifier: GPL-3.0-or-later
// The steps as a list, and the rule which of them run the program.
#include "app/shell/stepping.h"

#include "app/sdk/document.h"
#include "app/sdk/selection.h"
#include "app/shell/breakquestion.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope {
inline namespace shell {

using Kind = StepRequest::Kind;

const std::vector<StepDef> &stepDefs() {
    static const std::vector<StepDef> defs = {
        {"step-op", Kind::Op, nextOp, Direction::Forward, true},
        {"step-back", {}, nextOp, Direction::Back},
        {"step-line", Kind::Line, nextLine, Direction::Forward, true},
        {"step-line-back", {}, nextLine, Direction::Back},
        {"step-into", Kind::Into, nextLineInto, Direction::Forward, true},
        {"step-into-back", {}, nextLineInto, Direction::Back},
        {"step-out", Kind::Out, outOfFunction, Direction::Forward},
        {"step-out-back", {}, outOfFunction, Direction::Back},
        {"next-in-cell", Kind::NextInCell, nextInCell, Direction::Forward},
        {"previous-in-cell", {}, nextInCell, Direction::Back},
        {"out-of-cell", Kind::OutOfCell, outOfCell, Direction::Forward},
        {"previous-event", {}, nextOp, Direction::Back},
        {"next-event", {}, nextOp, Direction::Forward},
    };
    return defs;
}

const StepDef *stepDef(const QString &id) {
    for (const StepDef &def : stepDefs())
        if (id == QLatin1String(def.id)) return &def;
    return nullptr;
}

Stepping::Stepping(Document &document, Selection &selection, Jobs &jobs, Runner &runner, Playhead &playhead,
                   QObject *parent)
    : QObject(parent)
    , m_document(document)
    , m_selection(selection)
    , m_runner(runner)
    , m_playhead(playhead)
    , m_search(document, jobs, QStringLiteral("step search"), this) {}

bool Stepping::isPast() const {
    return !m_playhead.isLive() && m_playhead.viewed() >= 0;
}

int64_t Stepping::placeOf(int64_t op) const {
    const auto &ops = m_document.session().ops;
    return ops.empty() || op < 0 ? -1 : op - ops.front().number;
}

void Stepping::step(const StepDef &def) {
    if (!refusal(def).isEmpty()) return;
    if (def.direction == Direction::Back) {
        if (!m_playhead.move(def.past, Direction::Back)) Q_EMIT said(tr("There is no earlier operator to go to."));
        return;
    }
    if (isPast()) {
        if (m_playhead.move(def.past, Direction::Forward)) return;
        m_playhead.returnToLive();
        Q_EMIT said(tr("Nothing was recorded behind this: back at the live end."));
        return;
    }
    if (m_runner.state() == RunState::Paused)
        m_runner.step({.kind = *def.live});
    else
        Q_EMIT startWanted();
}

QString Stepping::refusal(const StepDef &def) const {
    const bool anyOps = !m_document.session().ops.empty();
    if (def.direction == Direction::Back) {
        if (!anyOps) return tr("No operator was recorded yet.");
        if (m_playhead.viewed() == m_document.session().ops.front().number)
            return tr("This is the first operator that was recorded.");
        return {};
    }
    if (isPast()) return {};
    if (!def.live)
        return anyOps ? tr("This is the last operator that was recorded.") : tr("No operator was recorded yet.");
    if (m_runner.state() == RunState::Running) return tr("The program is running: pause it first (F6).");
    if (m_runner.state() == RunState::Idle && !def.startsScript)
        return tr("No program is paused: start one with F10, or go to an earlier operator.");
    return {};
}

QString Stepping::refusalOfPast() const {
    return m_document.session().ops.empty() ? tr("No operator was recorded yet.") : QString();
}

void Stepping::resume() {
    if (!isPast()) {
        m_runner.resume();
        return;
    }
    m_playhead.returnToLive();
    Q_EMIT said(tr("Back at the live end; press again to continue the program."));
}

void Stepping::nextNonFinite() {
    if (!isPast() && m_runner.state() == RunState::Paused) {
        m_runner.step({.kind = Kind::NonFinite});
        return;
    }
    const auto size = int64_t(m_document.session().ops.size());
    search({placeOf(m_playhead.viewed()) + 1, size}, Direction::Forward, makesNonFinite(),
           tr("No later result holds NaN or an infinity that its operands did not hold."));
}

void Stepping::firstNonFinite() {
    search({0, int64_t(m_document.session().ops.size())}, Direction::Forward, makesNonFinite(),
           tr("No result holds NaN or an infinity that its operands did not hold."));
}

void Stepping::search(const OpRange &range, Direction direction, OpQuestion question, const QString &nothing) {
    m_search.start(range, direction, std::move(question), [this, nothing](int64_t op, int64_t unknown) {
        if (op >= 0)
            m_playhead.goTo(op);
        else if (unknown > 0)
            Q_EMIT said(
                nothing + QLatin1Char(' ') +
                tr("%n operator(s) could not be looked at: their values were not recorded.", nullptr, int(unknown)));
        else
            Q_EMIT said(nothing);
    });
}

int64_t Stepping::writerOfSelected() const {
    const Session &session = m_document.session();
    const int64_t tensor = m_selection.current().tensor;
    if (tensor < 0) return -1;
    const int64_t writer = writerOf(session, tensor);
    if (writer != m_playhead.viewed()) return writer;
    // It is the result of the operator looked at: what stood there before?
    const int64_t before = previousVersion(session, tensor);
    return before < 0 ? -1 : writerOf(session, before);
}

QString Stepping::refusalOfWriter() const {
    if (m_selection.current().tensor < 0) return tr("No tensor is selected.");
    return {};
}

void Stepping::lastWriter() {
    const int64_t tensor = m_selection.current().tensor, writer = writerOfSelected();
    if (writer < 0) {
        Q_EMIT said(tr("No recorded operator wrote this tensor before: it came with the program's inputs."));
        return;
    }
    m_playhead.goTo(writer);
    if (const auto op = m_document.session().op(writer); op && op->outputs.contains(tensor))
        m_selection.selectTensor(tensor);
}

void Stepping::reverseContinue() {
    const auto &ops = m_document.session().ops;
    if (ops.empty()) return;
    const int64_t viewed = placeOf(m_playhead.viewed());
    const BreakQuestion breaks = breakQuestion(m_runner.breakpoints());
    m_search.start(
        {0, viewed < 0 ? int64_t(ops.size()) : viewed}, Direction::Back, breaks.question,
        [this, skipped = breaks.unasked](int64_t op, int64_t) {
            const QString note = skipped > 0 ? tr("Conditions of lines are Python and were not asked.") : QString();
            if (op >= 0) {
                m_playhead.goTo(op);
                if (!note.isEmpty()) Q_EMIT said(note);
                return;
            }
            m_playhead.goTo(m_document.session().ops.front().number);
            Q_EMIT said(tr("No breakpoint lies before: this is the first operator.") + QLatin1Char(' ') + note);
        });
}

void Stepping::runToOp(int64_t number) {
    if (m_document.session().op(number)) {
        m_playhead.goTo(number);
        return;
    }
    if (m_runner.state() != RunState::Paused) {
        Q_EMIT said(tr("Operator #%1 was not recorded, and no program is paused that could run to it.").arg(number));
        return;
    }
    if (number <= m_playhead.last()) {
        Q_EMIT said(tr("Operator #%1 ran already and was not kept.").arg(number));
        return;
    }
    m_runner.step({.kind = Kind::ToOp, .op = number});
}

} // namespace shell
} // namespace jitscope

#include "moc_stepping.cpp"
