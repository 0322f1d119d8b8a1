// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of a lock step: which function, start and stop, steps, tolerance, filters.
#pragma once

#include "engine/run/lockstep.h"
#include "engine/session/sessionfwd.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class FilterEdit;
}
} // namespace jitscope

namespace jitscope {
inline namespace locksteppanel {

class LockstepBar : public QWidget {
    Q_OBJECT
public:
    explicit LockstepBar(QWidget *parent = nullptr);

    /** The functions that were compiled, the chosen one kept. */
    void setCompilations(const Session &session);
    int chosen() const; ///< the index of a compilation, or -1
    void choose(int compilation);

    /** What the first button does: it starts, is of no use for now (and says why), or stops. */
    enum class Action : uint8_t { Start, Wait, Stop };
    void setAction(Action action);
    /** `share` (0..1) of the work is done, now `what`; "" puts the progress away. */
    void setProgress(double share, const QString &what);
    void setStepsEnabled(bool enabled);

    /** Takes what stands in its fields. */
    void readTolerance();
    const LockstepTolerance &tolerance() const { return m_tolerance; }
    bool showsDifferencesOnly() const;
    FilterEdit *filter() const { return m_filter; }

Q_SIGNALS:
    void startAsked();
    void stopAsked();
    void previousAsked();
    void nextAsked();
    void differenceAsked();
    void toleranceChanged();
    void differencesOnlyChanged();

private:
    QToolButton *addButton(const char *name, const QString &text, const QString &toolTip);
    QLineEdit *addNumber(const char *name, const QString &title, double value);

    LockstepTolerance m_tolerance;
    Action m_action = Action::Start;
    QComboBox *m_functions;
    QToolButton *m_start, *m_previous, *m_next, *m_difference, *m_only;
    QLineEdit *m_relative, *m_absolute;
    FilterEdit *m_filter;
    QProgressBar *m_progress;
    QLabel *m_doing;
};

} // namespace locksteppanel
} // namespace jitscope
