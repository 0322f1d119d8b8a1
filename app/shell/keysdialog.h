// SPDX-License-Identifier: GPL-3.0-or-later
// All keys of the window: searched, changed, cleared, reset; who has a key already is said before it is taken.
#pragma once

#include <QDialog>
#include <QHash>
#include <QList>

class QAction;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace jitscope {
inline namespace shell {

class KeysDialog : public QDialog {
    Q_OBJECT
public:
    KeysDialog(const QList<QAction *> &actions, QWidget *parent);

private:
    void fill();
    void showRow(QTreeWidgetItem *row);
    void filter(const QString &text);
    QAction *current() const;
    void showCurrent();
    void showConflict();
    void change(const QList<QKeySequence> &keys);
    void assign();
    void resetAll();

    QList<QAction *> m_actions;
    QHash<QTreeWidgetItem *, QAction *> m_rows;
    QLineEdit *m_filter;
    QTreeWidget *m_list;
    QKeySequenceEdit *m_edit;
    QLabel *m_conflict;
    QPushButton *m_assign, *m_clear, *m_reset, *m_resetAll;
};

} // namespace shell
} // namespace jitscope
