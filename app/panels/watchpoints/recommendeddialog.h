// SPDX-License-Identifier: GPL-3.0-or-later
// Watchpoints that are offered for what was recorded, each with its reason, to be taken or left.
#pragma once

#include "engine/inspect/watchpoint.h"

#include <QDialog>
#include <vector>

class QListWidget;

namespace jitscope {
inline namespace watchpointspanel {

class RecommendedDialog : public QDialog {
    Q_OBJECT
public:
    RecommendedDialog(std::vector<RecommendedWatchpoint> offered, QWidget *parent = nullptr);

Q_SIGNALS:
    void taken(const std::vector<jitscope::Watchpoint> &watchpoints);

private:
    std::vector<RecommendedWatchpoint> m_offered;
    QListWidget *m_list;
};

} // namespace watchpointspanel
} // namespace jitscope
