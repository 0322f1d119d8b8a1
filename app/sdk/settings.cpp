// SPDX-License-Identifier: GPL-3.0-or-later
// The one settings file of this process.
#include "app/sdk/settings.h"

#include <QStandardPaths>

namespace jitscope {
inline namespace sdk {

QString configFolder() {
    const QString chosen = qEnvironmentVariable("JITSCOPE_CONFIG_DIR");
    if (!chosen.isEmpty()) return chosen;
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + QStringLiteral("/jitscope");
}

QString traceCacheFolder() {
    const bool isChosen = !qEnvironmentVariable("JITSCOPE_CONFIG_DIR").isEmpty();
    const QString folder =
        isChosen ? configFolder()
                 : QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + QStringLiteral("/jitscope");
    return folder + QStringLiteral("/traces");
}

QSettings &settingsFile() {
    static QSettings settings(configFolder() + QStringLiteral("/jitscope.ini"), QSettings::IniFormat);
    return settings;
}

} // namespace sdk
} // namespace jitscope
