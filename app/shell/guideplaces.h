// SPDX-License-Identifier: GPL-3.0-or-later
// Where the guide tells about each panel: what F1 opens.
#pragma once

#include "app/guide/guidebook.h"

namespace jitscope {
inline namespace shell {

/** Of a panel by its id; the first page for one that the guide does not know (a plugin's). */
GuidePlace guidePlaceOf(const QString &panel);

} // namespace shell
} // namespace jitscope
