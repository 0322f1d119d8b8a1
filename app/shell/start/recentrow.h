// SPDX-License-Identifier: GPL-3.0-or-later
// A file or session on the start page that was open before: name, folder, when; it can be taken off the list.
#pragma once

#include "app/shell/preferences.h"

#include <QAbstractButton>

class QToolButton;

namespace jitscope {
inline namespace shell {

class RecentRow : public QAbstractButton {
    Q_OBJECT
public:
    explicit RecentRow(const RecentFile &file, QWidget *parent = nullptr);

    const QString &path() const { return m_file.path; }
    bool isMissing() const { return m_isMissing; }
    /** It is found out off the GUI thread: a path may lie on a disk that does not answer. */
    void setMissing(bool isMissing);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void removeWanted();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    void updateTexts();

    RecentFile m_file;
    bool m_isMissing = false;
    QString m_when;
    QToolButton *m_remove;
};

} // namespace shell
} // namespace jitscope
