// SPDX-License-Identifier: GPL-3.0-or-later
// The device models of the user: files in a folder beside the settings, and which one simulated runs take.
#pragma once

#include <QString>
#include <QStringList>

namespace jitscope {
inline namespace sdk {

/** Where model files lie. */
QString deviceModelFolder();
/** Registers them and chooses what was chosen last; the messages of files that could not be read. After the plugins. */
QStringList loadUserDeviceModels();
/** Takes it for runs that begin from now on, in this window and the next; false when there is no such model. */
bool rememberDeviceModel(const QString &name);

} // namespace sdk
} // namespace jitscope
