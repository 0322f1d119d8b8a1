// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/onscreen.h"

#include <QScreen>
#include <QWidget>

#include <algorithm>

namespace jitscope {
inline namespace shell {

QRect movedInto(const QRect &available, const QRect &wanted) {
    const QSize size = wanted.size().boundedTo(available.size());
    const int x = std::clamp(wanted.x(), available.x(), available.x() + available.width() - size.width());
    const int y = std::clamp(wanted.y(), available.y(), available.y() + available.height() - size.height());
    return {QPoint(x, y), size};
}

void keepOnScreen(QWidget &window) {
    if (window.isMaximized() || window.isFullScreen() || window.isMinimized()) return;
    const QRect content = window.geometry(), frame = window.frameGeometry();
    const QMargins border(content.left() - frame.left(), content.top() - frame.top(), frame.right() - content.right(),
                          frame.bottom() - content.bottom());
    const QRect fitting = movedInto(window.screen()->availableGeometry(), frame).marginsRemoved(border);
    if (fitting != content) window.setGeometry(fitting);
}

} // namespace shell
} // namespace jitscope
