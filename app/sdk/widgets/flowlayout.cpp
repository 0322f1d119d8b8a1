// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/flowlayout.h"

#include <QWidget>
#include <algorithm>

namespace jitscope {
inline namespace sdk {

FlowLayout::FlowLayout(int spacing) {
    setSpacing(spacing);
    setContentsMargins(0, 0, 0, 0);
}

QLayoutItem *FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[size_t(index)].get() : nullptr;
}

QLayoutItem *FlowLayout::takeAt(int index) {
    if (!itemAt(index)) return nullptr;
    QLayoutItem *taken = m_items[size_t(index)].release();
    m_items.erase(m_items.begin() + index);
    return taken;
}

/** The height that the lines take in the width of `room`; `place` is told where each item goes. */
int FlowLayout::arrange(const QRect &room, const std::function<void(QLayoutItem &, const QRect &)> &place) const {
    const bool isOneLine = sizeHint().width() <= room.width();
    int x = 0, y = 0, lineHeight = 0;
    for (const auto &item : m_items) {
        if (item->isEmpty()) continue;
        const QSize size = item->sizeHint().boundedTo({std::max(room.width(), 1), QWIDGETSIZE_MAX});
        if (x > 0 && x + size.width() > room.width()) {
            x = 0;
            y += lineHeight + spacing();
            lineHeight = 0;
        }
        const bool isPushed = isOneLine && item == m_items.back() && x > 0;
        const int left = isPushed ? room.width() - size.width() : x;
        place(*item, QRect(room.topLeft() + QPoint(left, y), size));
        x += size.width() + spacing();
        lineHeight = std::max(lineHeight, size.height());
    }
    return y + lineHeight;
}

int FlowLayout::heightForWidth(int width) const {
    return arrange(QRect(0, 0, width, 0), [](QLayoutItem &, const QRect &) {});
}

void FlowLayout::setGeometry(const QRect &room) {
    QLayout::setGeometry(room);
    arrange(room, [](QLayoutItem &item, const QRect &place) { item.setGeometry(place); });
}

/** All in one line. */
QSize FlowLayout::sizeHint() const {
    QSize all(0, 0);
    for (const auto &item : m_items) {
        if (item->isEmpty()) continue;
        const QSize size = item->sizeHint();
        all = {all.width() + size.width() + (all.width() > 0 ? spacing() : 0), std::max(all.height(), size.height())};
    }
    return all;
}

/** One below the other. */
QSize FlowLayout::minimumSize() const {
    QSize least(0, 0);
    for (const auto &item : m_items)
        least = least.expandedTo(item->minimumSize());
    return least;
}

} // namespace sdk
} // namespace jitscope
