// SPDX-License-Identifier: GPL-3.0-or-later
// What the window still has to do before it closes: how far that is, with the choice to go without it or to stay.
#pragma once

#include <QDialog>
#include <QTimer>

#include <functional>
#include <optional>

class QProgressBar;

namespace jitscope {
inline namespace shell {

class WaitDialog : public QDialog {
    Q_OBJECT
public:
    enum Outcome : int { Stay = QDialog::Rejected, Done = QDialog::Accepted, Without };

    /** `isDone` is asked often, and `share` says how far it is. exec() gives an Outcome. */
    WaitDialog(const QString &text, std::function<bool()> isDone, std::function<std::optional<double>()> share,
               QWidget *parent);

private:
    void look();

    std::function<bool()> m_isDone;
    std::function<std::optional<double>()> m_share;
    QProgressBar *m_bar;
    QTimer m_timer;
};

} // namespace shell
} // namespace jitscope
