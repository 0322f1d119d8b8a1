// SPDX-License-Identifier: GPL-3.0-or-later
// What a script is run with beside its text; kept for each script.
#pragma once

#include "engine/stepping/runstate.h"

#include <QString>
#include <QStringList>

namespace jitscope {
inline namespace shell {

/** As the user writes it. */
struct RunSettings {
    QString arguments;       ///< as in a shell: quotes hold words together
    QString workingFolder;   ///< "" for that of the window
    QStringList environment; ///< "NAME=value"
    QStringList modulePaths; ///< in sys.path behind the script's folder
    QString pythonOptions;   ///< "-O -W error"
    bool operator==(const RunSettings &) const = default;
    bool isDefault() const { return *this == RunSettings(); }
};

/** Those of the script at `path`; defaults if it has none. */
RunSettings runSettingsOf(const QString &path);
void keepRunSettings(const QString &path, const RunSettings &settings);
/** What is wrong with them, in a sentence; "" when nothing is. */
QString faultOf(const RunSettings &settings);
/** `options` with what the settings say in the place of it. */
RunOptions withSettings(RunOptions options, const RunSettings &settings);

} // namespace shell
} // namespace jitscope
