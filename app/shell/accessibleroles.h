// SPDX-License-Identifier: GPL-3.0-or-later
// Tells screen readers what our own painted widgets are; Qt knows only its own.
#pragma once

namespace jitscope {
inline namespace shell {

/** Of the whole application, once; a second call does nothing. */
void installAccessibleRoles();

} // namespace shell
} // namespace jitscope
