// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/devicemodels.h"

#include "app/sdk/settings.h"
#include "engine/ascend/modelfile.h"

#include <QVariant>

namespace jitscope {
inline namespace sdk {

namespace {

const QString chosenKey = QStringLiteral("devicemodel/chosen");

} // namespace

QString deviceModelFolder() {
    return configFolder() + QStringLiteral("/devicemodels");
}

QStringList loadUserDeviceModels() {
    QStringList messages;
    for (const std::string &message : loadModelFolder(deviceModelFolder().toStdString()))
        messages << QString::fromStdString(message);
    // A model whose file is gone leaves the built-in one in force.
    (void)chooseDeviceModel(settingsFile().value(chosenKey).toString().toStdString());
    return messages;
}

bool rememberDeviceModel(const QString &name) {
    if (!chooseDeviceModel(name.toStdString())) return false;
    settingsFile().setValue(chosenKey, name);
    return true;
}

} // namespace sdk
} // namespace jitscope
