// SPDX-License-Identifier: GPL-3.0-or-later
// The small form under a line for the condition, hit count and log message of its breakpoint.
#pragma once

#include "engine/stepping/breakpoint.h"

#include <QFrame>
#include <QStringList>

#include <functional>
#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace jitscope {
inline namespace editorpanel {

class BreakpointEditor : public QFrame {
    Q_OBJECT
public:
    /** `check` says whether a text is a Python expression; it need not know while a program runs. */
    using Check = std::function<bool(const QString &expression)>;
    BreakpointEditor(Check check, QWidget *parent);

    /** Shown below `line` (in coordinates of the parent), or above it where there is no room. */
    void open(const Breakpoint &breakpoint, const QRect &line);
    const Breakpoint &breakpoint() const { return m_breakpoint; }

Q_SIGNALS:
    void accepted(const jitscope::Breakpoint &breakpoint);
    void removeWanted(const jitscope::Breakpoint &breakpoint);
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void accept();
    void validate();
    QString mistake() const;

    Check m_check;
    Breakpoint m_breakpoint;
    QLabel *m_title, *m_mistake;
    QLineEdit *m_condition, *m_message;
    QSpinBox *m_hits;
    QCheckBox *m_enabled;
    QWidget *m_accept;
    QList<QWidget *> m_fields; ///< in the order of Tab
};

/** The expressions in braces of a log message, or nothing when the braces do not match. */
std::optional<QStringList> loggedExpressions(const QString &message);

} // namespace editorpanel
} // namespace jitscope
