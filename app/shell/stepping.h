// SPDX-License-Identifier: GPL-3.0-or-later
// Every step there is, live and in the past: while an earlier operator is looked at, a step only moves the playhead.
#pragma once

#include "app/models/opsearch.h"
#include "app/sdk/playhead.h"
#include "app/sdk/runner.h"

#include <optional>

namespace jitscope {
inline namespace shell {

/** A step as a record: what it asks of the paused program, and how it moves over recorded operators. */
struct StepDef {
    const char *id;                        ///< of its command
    std::optional<StepRequest::Kind> live; ///< none: it never runs anything
    Playhead::Navigation past;
    Direction direction;
    bool startsScript = false; ///< while none runs
};

/** All steps that are one request and one navigation. */
const std::vector<StepDef> &stepDefs();
const StepDef *stepDef(const QString &id);

/**
 * Forward steps run the program only from its live end; before it they go to an operator that was recorded already, or
 * back to live where there is none. Backward steps never run anything.
 */
class Stepping : public QObject {
    Q_OBJECT
public:
    Stepping(Document &document, Selection &selection, Jobs &jobs, Runner &runner, Playhead &playhead,
             QObject *parent = nullptr);

    void step(const StepDef &def);
    /** F5 while paused: from the past it comes back to live first and runs nothing. */
    void resume();
    void nextNonFinite();
    void firstNonFinite();
    void lastWriter();
    /** Back to where a breakpoint would have stopped, or to the first operator. */
    void reverseContinue();
    void runToOp(int64_t number);

    /** Why a step's command can do nothing now, as a sentence; "" when it can. Cheap. */
    QString refusal(const StepDef &def) const;
    /** Why nothing of the recording can be looked at; "" when it can. */
    QString refusalOfPast() const;
    QString refusalOfWriter() const;

Q_SIGNALS:
    /** The script in the editor is to be run up to its first operator. */
    void startWanted();
    /** One line for the status bar. */
    void said(const QString &message);

private:
    bool isPast() const;
    /** The operator that gave the selected tensor what it holds, or before that; -1 without one. */
    int64_t writerOfSelected() const;
    void search(const OpRange &range, Direction direction, OpQuestion question, const QString &nothing);
    int64_t placeOf(int64_t op) const;

    Document &m_document;
    Selection &m_selection;
    Runner &m_runner;
    Playhead &m_playhead;
    OpSearch m_search;
};

} // namespace shell
} // namespace jitscope
