// SPDX-License-Identifier: GPL-3.0-or-later
// The tool bar: run group, step group, what to force for runs, perspectives, go to.
#pragma once

#include <QHash>
#include <QToolBar>

namespace jitscope {

class Document;
class Runner;
class SegmentedControl;

class ToolBar : public QToolBar {
    Q_OBJECT
public:
    /** `commands` are the window's actions by id; `perspectives` stand in their order. */
    ToolBar(const QHash<QString, QAction *> &commands, const QList<QAction *> &perspectives, Runner &runner,
            Document &document, QWidget *parent = nullptr);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addChoices();
    int fullWidth() const;
    void updateChoices();

    Runner &m_runner;
    Document &m_document;
    QList<SegmentedControl *> m_choices; ///< one for each of runChoices()
};

} // namespace jitscope
