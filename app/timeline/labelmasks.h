// SPDX-License-Identifier: GPL-3.0-or-later
// The names on slices: each is rendered once and then only copied, cut where the slice ends.
#pragma once

#include <QFont>
#include <QImage>
#include <QRect>
#include <QString>
#include <unordered_map>
#include <vector>

namespace jitscope {
inline namespace timeline {

class LabelMasks {
public:
    /** Forgets everything if the font or the scale of the screen is another. */
    void setFont(const QFont &font, qreal scale);
    void clear() { m_masks.clear(); }
    /** Whether text `id` is known; else give it with setText() first. */
    bool has(uint32_t id) const { return m_masks.count(id) > 0; }
    void setText(uint32_t id, const QString &text);
    /** Draws text `id` in the middle line of `room` (pixels of `into`), with an ellipsis where it does not fit. */
    void draw(QImage &into, const QRect &room, uint32_t id, QRgb ink) const;

private:
    struct Mask {
        QImage alpha;          ///< Format_Alpha8
        std::vector<int> cuts; ///< where it may end, ascending
    };
    Mask render(const QString &text) const;
    static void blit(QImage &into, const QRect &clip, int left, int top, const QImage &alpha, int width, QRgb ink);

    QFont m_font;
    qreal m_scale = 0;
    Mask m_ellipsis;
    std::unordered_map<uint32_t, Mask> m_masks;
};

} // namespace timeline
} // namespace jitscope
