// SPDX-License-Identifier: GPL-3.0-or-later
// Arrangements of panels that the user gave names, kept in the settings.
#pragma once

#include <QByteArray>
#include <QStringList>

namespace jitscope {
inline namespace shell {

/** Sorted as the user's language sorts. */
QStringList layoutNames();
/** Takes the place of one of the same name. */
void saveLayout(const QString &name, const QByteArray &arrangement);
/** Empty for an unknown name. */
QByteArray layoutNamed(const QString &name);
void deleteLayout(const QString &name);

} // namespace shell
} // namespace jitscope
