// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the script in front, one row each; Enter or a click goes there.
#pragma once

#include "app/panels/editor/scriptreader.h"

#include <QTreeWidget>

namespace jitscope {
inline namespace editorpanel {

class ProblemList : public QTreeWidget {
    Q_OBJECT
public:
    explicit ProblemList(QWidget *parent = nullptr);
    void setProblems(const QList<ScriptProblem> &problems);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, 0}; }

Q_SIGNALS:
    void chosen(int line, int column);

protected:
    void changeEvent(QEvent *event) override;

private:
    void fill();
    QList<ScriptProblem> m_problems;
};

/** The colour of marks of a severity, and its name for screen readers. */
QColor colourOf(Severity severity);
QString nameOf(Severity severity);

} // namespace editorpanel
} // namespace jitscope
