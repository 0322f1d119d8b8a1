// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of a search: which function, start and stop, the tolerance, how far it is.
#pragma once

#include "engine/session/sessionfwd.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QProgressBar;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class NumberEdit;
}
} // namespace jitscope

namespace jitscope {
inline namespace culpritpanel {

class CulpritBar : public QWidget {
    Q_OBJECT
public:
    explicit CulpritBar(QWidget *parent = nullptr);

    /** The functions that can be run, the chosen one kept. */
    void setCompilations(const Session &session);
    int chosen() const; ///< the index of a compilation, or -1
    void choose(int compilation);
    double tolerance() const;

    /** While something is under way, the button ends it. */
    enum class Action : uint8_t { Start, Stop };
    void setAction(Action action);
    /** `share` (0..1) of the work is done, now `what`; "" puts the progress away. */
    void setProgress(double share, const QString &what);

Q_SIGNALS:
    void startAsked();
    void stopAsked();

private:
    Action m_action = Action::Start;
    QComboBox *m_functions;
    QToolButton *m_start;
    NumberEdit *m_tolerance;
    QProgressBar *m_progress;
    QLabel *m_doing;
};

} // namespace culpritpanel
} // namespace jitscope
