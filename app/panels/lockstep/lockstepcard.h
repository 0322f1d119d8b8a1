// SPDX-License-Identifier: GPL-3.0-or-later
// What a lock step found, in words: of the whole, and of the pair that is looked at.
#pragma once

#include "engine/run/lockstep.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class PillLabel;
}
} // namespace jitscope

namespace jitscope {
inline namespace locksteppanel {

class LockstepCard : public QFrame {
    Q_OBJECT
public:
    explicit LockstepCard(QWidget *parent = nullptr);

    /** Says how the whole of it ended. */
    void showRun(const LockstepRun &run, const LockstepTolerance &tolerance);
    /** Says how that row stands; null: nothing is looked at yet. */
    void showRow(const LockstepRun &run, const LockstepRow *row, const LockstepTolerance &tolerance);
    QString text() const;

Q_SIGNALS:
    /** The user wants to see the pass that made the difference. */
    void passAsked();

private:
    PillLabel *m_pill;
    QLabel *m_summary, *m_sentences;
    QToolButton *m_pass;
};

} // namespace locksteppanel
} // namespace jitscope
