// SPDX-License-Identifier: GPL-3.0-or-later
// Small pictures of tensors between the lines of the console: a curve, a heat picture, a histogram.
#pragma once

#include "engine/stepping/consolepicture.h"

#include <QSizeF>

class QPainter;
class QRectF;

namespace jitscope {
inline namespace consolepanel {

/** In a console of that width. Its title stands below as text. */
QSizeF pictureSize(const ConsolePicture &picture, double room);

void paintPicture(QPainter &painter, const QRectF &room, const ConsolePicture &picture);

} // namespace consolepanel
} // namespace jitscope
