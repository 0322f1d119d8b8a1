// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/labelmasks.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace timeline {

namespace {
constexpr int longest = 160;       ///< characters; no slice shows more
constexpr size_t mostMasks = 8192; ///< some 10 MB
} // namespace

void LabelMasks::setFont(const QFont &font, qreal scale) {
    if (font == m_font && scale == m_scale) return;
    m_font = font;
    m_scale = scale;
    m_masks.clear();
    m_ellipsis = render(QStringLiteral("\u2026"));
}

LabelMasks::Mask LabelMasks::render(const QString &text) const {
    Mask mask;
    QTextLayout layout(text, m_font);
    layout.beginLayout();
    const QTextLine line = layout.createLine();
    layout.endLayout();
    for (int i = 1; i <= text.size(); ++i)
        mask.cuts.push_back(int(std::ceil(line.cursorToX(i) * m_scale)));
    const int width = std::max(1, mask.cuts.empty() ? 1 : mask.cuts.back());
    const int height = std::max(1, int(std::ceil(line.height() * m_scale)));
    QImage picture(width, height, QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(m_scale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setFont(m_font);
    painter.setPen(Qt::white);
    layout.draw(&painter, {0, 0});
    painter.end();
    picture.setDevicePixelRatio(1);
    mask.alpha = picture.convertToFormat(QImage::Format_Alpha8);
    return mask;
}

void LabelMasks::setText(uint32_t id, const QString &text) {
    if (m_masks.size() >= mostMasks) m_masks.clear();
    QString line = text.left(longest);
    line.replace(QLatin1Char('\n'), QLatin1Char(' '));
    m_masks.emplace(id, render(line));
}

void LabelMasks::blit(QImage &into, const QRect &clip, int left, int top, const QImage &alpha, int width, QRgb ink) {
    const QRect seen = clip & QRect(left, top, width, alpha.height()) & into.rect();
    const uint red = qRed(ink), green = qGreen(ink), blue = qBlue(ink);
    for (int y = seen.top(); y <= seen.bottom(); ++y) {
        const uchar *from = alpha.constScanLine(y - top) + (seen.left() - left);
        auto *to = reinterpret_cast<QRgb *>(into.scanLine(y)) + seen.left();
        for (int x = 0; x < seen.width(); ++x) {
            const uint a = from[x];
            if (a == 0) continue;
            const uint rest = 255 - a;
            to[x] = qRgb(int((red * a + uint(qRed(to[x])) * rest) / 255),
                         int((green * a + uint(qGreen(to[x])) * rest) / 255),
                         int((blue * a + uint(qBlue(to[x])) * rest) / 255));
        }
    }
}

void LabelMasks::draw(QImage &into, const QRect &room, uint32_t id, QRgb ink) const {
    const auto found = m_masks.find(id);
    if (found == m_masks.end() || found->second.cuts.empty()) return;
    const Mask &mask = found->second;
    const int top = room.top() + (room.height() - mask.alpha.height()) / 2;
    if (mask.alpha.width() <= room.width()) {
        blit(into, room, room.left(), top, mask.alpha, mask.alpha.width(), ink);
        return;
    }
    const int left = room.width() - m_ellipsis.alpha.width();
    const auto cut = std::upper_bound(mask.cuts.begin(), mask.cuts.end(), left);
    if (cut == mask.cuts.begin()) return; // not even one letter
    const int width = *(cut - 1);
    blit(into, room, room.left(), top, mask.alpha, width, ink);
    blit(into, room, room.left() + width, top, m_ellipsis.alpha, m_ellipsis.alpha.width(), ink);
}

} // namespace timeline
} // namespace jitscope
