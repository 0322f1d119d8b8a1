// SPDX-License-Identifier: GPL-3.0-or-later
// Other words for commands, panels and settings, under which the palette finds them too.
#pragma once

#include <QString>

namespace jitscope {
inline namespace shell {

/** The words for the command or panel of that id, in all languages; "" for none. */
QString synonymsOf(const QString &id);

} // namespace shell
} // namespace jitscope
