// SPDX-License-Identifier: GPL-3.0-or-later
// What the user set in a panel's controls, carried over to the panel that is made in its place.
#pragma once

#include <QVariantMap>

class QWidget;

namespace jitscope {
inline namespace shell {

/** Filters, choices, switches (with a name, unless they are `ofContent`), tabs, splits, widths of columns and places of
 * scrolling below `panel`. */
QVariantMap panelState(const QWidget &panel);
/** The same again, for a widget made by the same code; what does not fit is left as it is. */
void restorePanelState(QWidget &panel, const QVariantMap &state);

} // namespace shell
} // namespace jitscope
