// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in place of a table of which filters leave nothing: why, and the way back. As low as a panel may be.
#pragma once

#include <QWidget>

class QLabel;

namespace jitscope {
inline namespace models {

class NothingLeft : public QWidget {
    Q_OBJECT
public:
    explicit NothingLeft(QWidget *parent = nullptr);

    QString text() const;
    void setText(const QString &why);

Q_SIGNALS:
    void clearWanted();

private:
    QLabel *m_why;
};

} // namespace models
} // namespace jitscope
