// SPDX-License-Identifier: GPL-3.0-or-later
// What "go to anything" finds in a session: operators, nodes, lines, passes, kernels.
#pragma once

#include "app/shell/finder.h"
#include "engine/session/sessionfwd.h"

namespace jitscope {
inline namespace sdk {
class Selection;
}
} // namespace jitscope

namespace jitscope {
inline namespace shell {

/** Panels and files are the window's; see MainWindow. Reads the session as it is at the time of the call. */
QList<FinderItem> sessionItems(const Session &session, Selection &selection, const QString &query, int limit,
                               const std::function<void(const QString &panelId)> &show);

} // namespace shell
} // namespace jitscope
