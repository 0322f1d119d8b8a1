// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a folder to write to, also for one that is not there yet.
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace jitscope {
inline namespace sdk {

class FolderDialog : public QDialog {
    Q_OBJECT
public:
    /** "" where nobody chose one. A folder that is not there yet is not made: who writes does that. */
    static QString ask(QWidget *parent, const QString &title);

private:
    FolderDialog(QWidget *parent, const QString &title);
    /** What was typed, as a path; "" for nothing. */
    QString typed() const;
    void browse();
    void judge();

    QLineEdit *m_folder;
    QLabel *m_judgement;
    QPushButton *m_write;
};

} // namespace sdk
} // namespace jitscope
