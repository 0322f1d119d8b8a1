// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/layouts.h"

#include "app/sdk/settings.h"

#include <QCollator>
#include <QUrl>

#include <algorithm>

namespace jitscope {
inline namespace shell {

namespace {

const QString group = QStringLiteral("namedLayouts");

/** A name may hold what a key may not. */
QString keyOf(const QString &name) {
    return group + QLatin1Char('/') + QString::fromLatin1(QUrl::toPercentEncoding(name));
}

} // namespace

QStringList layoutNames() {
    QStringList names;
    QSettings &settings = settingsFile();
    settings.beginGroup(group);
    for (const QString &key : settings.childKeys())
        names.append(QUrl::fromPercentEncoding(key.toLatin1()));
    settings.endGroup();
    std::sort(names.begin(), names.end(), QCollator());
    return names;
}

void saveLayout(const QString &name, const QByteArray &arrangement) {
    settingsFile().setValue(keyOf(name), arrangement);
}

QByteArray layoutNamed(const QString &name) {
    return settingsFile().value(keyOf(name)).toByteArray();
}

void deleteLayout(const QString &name) {
    settingsFile().remove(keyOf(name));
}

} // namespace shell
} // namespace jitscope
