// SPDX-License-Identifier: GPL-3.0-or-later
// View > Layouts: the named arrangements of panels, to apply and to delete, beside saving and resetting.
#pragma once

#include <QMenu>

namespace jitscope {
inline namespace shell {

class Desk;

/** Puts the list of layouts at the end of `menu`, anew each time it opens. */
void addLayoutList(QMenu &menu, Desk &desk);

/** Asks for a name and keeps how the panels stand now. False if the user thought better of it. */
bool askLayoutName(Desk &desk);

} // namespace shell
} // namespace jitscope
