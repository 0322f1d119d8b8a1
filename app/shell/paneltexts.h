// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of a panel that was made in one language, given to the same panel that was made in another.
#pragma once

class QWidget;

namespace jitscope {
inline namespace shell {

/** Labels, buttons, tool tips, placeholders and accessible names of `from` and of all below it. Widgets are matched by
   their place among those of their class and name below one parent, so what `to` got later (tabs of files) stays as it
   is. */
void copyTexts(const QWidget &from, QWidget &to);

} // namespace shell
} // namespace jitscope
