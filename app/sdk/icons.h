// SPDX-License-Identifier: GPL-3.0-or-later
// The line icons of resources/icons, drawn in the colour of a role of the theme in use, sharp at any size.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>

namespace jitscope {
inline namespace sdk {

enum class IconRole : uint8_t { Text, Secondary, OnAccent, Accent };

/** `name` without path and suffix ("run"). It follows a change of theme by itself. An unknown name is a bug of ours. */
QIcon themedIcon(const QString &name, IconRole role = IconRole::Secondary);

/** The same as a picture of `size` x `size` device-independent pixels in any colour. */
QPixmap iconPixmap(const QString &name, int size, const QColor &colour, qreal devicePixelRatio);

} // namespace sdk
} // namespace jitscope
