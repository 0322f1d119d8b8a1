// SPDX-License-Identifier: GPL-3.0-or-later
// The tool bar: run group, step group, what to force for runs, perspectives, go to.
#pragma once

#include "app/shell/keybutton.h"

#include <QHash>
#include <QToolBar>

namespace jitscope {
inline namespace sdk {
class Runner;
}
} // namespace jitscope

namespace jitscope {
inline namespace shell {

class ToolBar : public QToolBar {
    Q_OBJECT
public:
    /** `commands` are the window's actions by id; `perspectives` stand in their order. */
    ToolBar(const QHash<QString, QAction *> &commands, const QList<QAction *> &perspectives, Runner &runner,
            QWidget *parent = nullptr);

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    int neededWidth(KeyButton::Room room) const;
    int spacingIn(KeyButton::Room room) const;
    void fit();
};

} // namespace shell
} // namespace jitscope
