// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of context menus that lead from one thing to where it is shown elsewhere: its line, node, kernel, ...
#pragma once

#include "engine/session/provenance.h"

#include <QString>

class QMenu;

namespace jitscope {
inline namespace sdk {

struct PanelContext;

/** Adds a group with an entry for each form that `anchor` has; each selects it and brings that panel to the front.
    `here` is the id of the panel that asks: no entry leads to where one is. Adds nothing for an empty anchor. */
void addJumps(QMenu &menu, const PanelContext &context, const Anchor &anchor, const QString &here);

/** Selects the most exact form of `anchor`: its operator, node, kernel, slice, tensor or line. */
void selectAnchor(const PanelContext &context, const Anchor &anchor);

} // namespace sdk
} // namespace jitscope
