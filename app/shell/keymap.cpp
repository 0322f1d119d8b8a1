// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/keymap.h"

#include "app/sdk/settings.h"

#include <QAction>
#include <QStringList>
#include <QVariant>

namespace jitscope {
inline namespace shell {

namespace {

constexpr const char *builtInProperty = "builtInKeys";

QString settingsKey(const QAction &action) {
    return QStringLiteral("keys/") + action.objectName();
}

QStringList texts(const QList<QKeySequence> &keys) {
    QStringList all;
    for (const QKeySequence &key : keys)
        all << key.toString(QKeySequence::PortableText);
    return all;
}

QList<QKeySequence> keysOf(const QStringList &texts) {
    QList<QKeySequence> keys;
    for (const QString &text : texts)
        if (!text.isEmpty()) keys << QKeySequence(text, QKeySequence::PortableText);
    return keys;
}

} // namespace

void adoptKeys(QAction &action) {
    action.setProperty(builtInProperty, texts(action.shortcuts()));
}

void restoreKeys(QAction &action) {
    const QVariant saved = settingsFile().value(settingsKey(action));
    if (saved.isValid()) action.setShortcuts(keysOf(saved.toStringList()));
}

QList<QKeySequence> builtInKeys(const QAction &action) {
    return keysOf(action.property(builtInProperty).toStringList());
}

bool hasOwnKeys(const QAction &action) {
    return action.shortcuts() != builtInKeys(action);
}

void changeKeys(QAction &action, const QList<QKeySequence> &keys) {
    action.setShortcuts(keys);
    if (hasOwnKeys(action)) {
        // A list of one empty text: an empty list is read back as no value.
        settingsFile().setValue(settingsKey(action), keys.isEmpty() ? QStringList{QString()} : texts(keys));
    } else {
        settingsFile().remove(settingsKey(action));
    }
}

QKeySequence fixedKey(const QAction &action) {
    return QKeySequence(action.text().section(QLatin1Char('\t'), 1), QKeySequence::PortableText);
}

QAction *ownerOf(const QKeySequence &key, const QList<QAction *> &actions, const QAction *except) {
    for (QAction *action : actions)
        if (action != except && (action->shortcuts().contains(key) || fixedKey(*action) == key)) return action;
    return nullptr;
}

} // namespace shell
} // namespace jitscope
