// SPDX-License-Identifier: GPL-3.0-or-later
// Which operator of the recording is being looked at, and whether that is where the program is. Moving it runs nothing.
#pragma once

#include "engine/inspect/navigation.h"
#include "engine/stepping/runstate.h"

#include <QObject>
#include <QString>

#include <optional>

namespace jitscope {
inline namespace session {
struct Anchor;
}
} // namespace jitscope

namespace jitscope {
inline namespace sdk {

class Document;
class Runner;
class Selection;

/**
 * The present operator is the one that is selected (Selection::current().op). It is live while it follows the program:
 * at a pause the operator that ran last is selected; a step back, a click on an earlier operator or on anything that
 * belongs to one leaves the live end, and returnToLive() or the program's next pause comes back to it. While the
 * program runs freely nothing is selected for it.
 */
class Playhead : public QObject {
    Q_OBJECT
public:
    Playhead(Document &document, Selection &selection, Runner &runner, QObject *parent = nullptr);

    int64_t viewed() const; ///< the operator that is looked at, or -1
    int64_t last() const;   ///< the operator that ran last, or -1
    int64_t next() const;   ///< the number of the operator about to run while the program is paused at one, else -1
    bool isLive() const { return m_live; }
    /** "viewing #118 of 240; End returns to live", or "". */
    QString text() const;

    /** Looks at it; does nothing for a number that no operator has. */
    void goTo(int64_t op, QObject *source = nullptr);
    void returnToLive();

    /** Which frame of the shown stack is looked at, counted from the innermost, 0; another operator or stop begins at
     * 0. */
    int frame() const { return m_frame; }
    /** Where it stands; only when it was chosen by chooseFrame(). */
    const std::optional<StackFrame> &chosenFrame() const { return m_chosen; }
    void chooseFrame(int index, const StackFrame &frame);

    using Navigation = int64_t (*)(const Session &, int64_t, Direction);
    /** One of nextOp, nextLine, ... (engine/inspect/navigation.h). False where it leads nowhere. */
    bool move(Navigation navigation, Direction direction);

Q_SIGNALS:
    /** Another operator, live where it was not, or the program paused, went on or ended. Not while it records more. */
    void changed();
    /** Another frame was chosen; panels that show source go to its line. */
    void frameChosen();
    /** To the live end, because somebody asked for it: where the program stands is of more interest than its last
        operator. */
    void returned();

private:
    void onSelected(const Anchor &anchor);
    void onPaused();
    void onState(RunState state);
    void setLive(bool live);
    void tell();
    void resetFrame();

    Document &m_document;
    Selection &m_selection;
    Runner &m_runner;
    bool m_live = true;
    int m_frame = 0;
    std::optional<StackFrame> m_chosen;
    int64_t m_frameOp = -1; ///< the operator that the chosen frame belongs to
    bool m_moving = false;  ///< a selection that was made here
    int64_t m_toldOp = -1;  ///< as everyone was told last
    bool m_toldLive = true;
};

} // namespace sdk
} // namespace jitscope
