// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of one RunChoice, "As the script says" first: the same in the Run menu and below a button of the tool bar.
#pragma once

#include "app/sdk/runner.h"

#include <QMenu>
#include <QPointer>
#include <QToolButton>

namespace jitscope {
inline namespace shell {

struct RunChoice;

class RunChoiceMenu : public QMenu {
    Q_OBJECT
public:
    RunChoiceMenu(const RunChoice &choice, Runner &runner, QWidget *parent = nullptr);
};

/** "Level: script", or marked in words, with a sign and a frame: "Level: O1 forced". */
class RunChoiceButton : public QToolButton {
    Q_OBJECT
public:
    RunChoiceButton(const RunChoice &choice, Runner &runner, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showChoice();

    const RunChoice &m_choice;
    QPointer<Runner> m_runner; ///< a window that closes lets go of it before its widgets
};

} // namespace shell
} // namespace jitscope
