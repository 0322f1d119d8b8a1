// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a folder to write into: one that is there, or a new one by its name.
#pragma once

#include <QFileDialog>

namespace jitscope {
inline namespace sdk {

class FolderDialog : public QFileDialog {
    Q_OBJECT
public:
    /** "" where nobody chose one. A folder that is not there yet is not made: who writes does that. */
    static QString ask(QWidget *parent, const QString &title);

protected:
    void accept() override;

private:
    FolderDialog(QWidget *parent, const QString &title);
    /** What was typed, as a path; "" for nothing. */
    QString typed() const;

    QString m_new;
};

} // namespace sdk
} // namespace jitscope
