// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/cardpainter.h"

#include "engine/session/records.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QHash>
#include <algorithm>

namespace jitscope {
inline namespace graphview {

namespace {

constexpr double cardHeight = 42;
constexpr double noteHeight = 15;
constexpr double stripWidth = 4;
constexpr double padLeft = 13, padRight = 10;
constexpr double narrowest = 112, widest = 264;
constexpr double cardRadius = 6;

QFont typeFont() {
    QFont font = codeFont();
    font.setPixelSize(11);
    return font;
}

QString detailText(const DisplayNode &node) {
    return node.detail.isEmpty() ? QString() : QString(QStringLiteral(" · ") + node.detail);
}

/** The fonts of cards, and the widths of texts in them, remembered: a graph repeats few texts thousands of times, and
    shaping is what costs. */
class CardTexts {
public:
    enum Face { Title, Plain, Type, Small };

    static CardTexts &ofThisThread() {
        thread_local CardTexts texts;
        return texts;
    }
    /** The user may have chosen other fonts since. Once for many cards: making fonts to compare costs as well. */
    void refresh() {
        const QFont now[] = {boldUiFont(), uiFont(), typeFont(), smallUiFont()};
        if (std::equal(std::begin(now), std::end(now), std::begin(m_fonts))) return;
        std::copy(std::begin(now), std::end(now), std::begin(m_fonts));
        m_titlePixels = QFontInfo(m_fonts[Title]).pixelSize();
        for (int i = 0; i < 4; ++i) {
            m_smallTitles[i] = m_fonts[Title];
            m_smallTitles[i].setPixelSize(8 + i);
        }
        m_widths.clear();
        m_fitted.clear();
    }
    const QFont &font(Face face) const { return m_fonts[face]; }
    double titlePixels() const { return m_titlePixels; }
    /** The face of titles in a whole size from 8 to 11 pixels. */
    const QFont &titleFont(int pixels) const { return m_smallTitles[pixels - 8]; }

    double width(const QString &text, Face face) {
        if (text.isEmpty()) return 0;
        const auto key = std::pair(int(face), text);
        const auto found = m_widths.constFind(key);
        if (found != m_widths.constEnd()) return *found;
        if (m_widths.size() > mostRemembered) m_widths.clear();
        const double measured = QFontMetricsF(m_fonts[face]).horizontalAdvance(text.left(mostMeasured));
        m_widths.insert(key, measured);
        return measured;
    }
    /** The text, shortened where it is wider than `space`: names in the middle, as alike ones differ in their ends
        (Conv2DBackpropInput, Conv2DBackpropFilter). */
    QString fitted(const QString &text, Face face, double space, Qt::TextElideMode cut) {
        if (width(text, face) <= space) return text;
        const auto key = std::pair(int(face) + 4 * int(cut) + 16 * int(space), text);
        const auto found = m_fitted.constFind(key);
        if (found != m_fitted.constEnd()) return *found;
        if (m_fitted.size() > mostRemembered) m_fitted.clear();
        const QString shortened = QFontMetricsF(m_fonts[face]).elidedText(text.left(mostMeasured), cut, int(space));
        m_fitted.insert(key, shortened);
        return shortened;
    }

private:
    static constexpr qsizetype mostRemembered = 20000;
    static constexpr qsizetype mostMeasured = 500; ///< characters: no card is as wide
    QFont m_fonts[4], m_smallTitles[4];
    double m_titlePixels = 1;
    QHash<std::pair<int, QString>, double> m_widths;
    QHash<std::pair<int, QString>, QString> m_fitted;
};

double pillWidth(const CardOverlay &overlay) {
    return overlay.text.isEmpty()
               ? 0
               : std::max(34.0, CardTexts::ofThisThread().width(overlay.text, CardTexts::Small) + 14);
}

QColor alarmColour(CardOverlay::Alarm alarm, const Theme &theme) {
    switch (alarm) {
    case CardOverlay::Alarm::Good:
        return theme.good;
    case CardOverlay::Alarm::Bad:
        return theme.nan;
    case CardOverlay::Alarm::None:
    case CardOverlay::Alarm::Unknown:
        break;
    }
    return theme.text2;
}

void drawPill(QPainter &painter, const CardOverlay &overlay, const QRectF &box, const Theme &theme) {
    const double width = pillWidth(overlay);
    const QRectF pill(box.right() - width - 7, box.top() + 6, width, 15);
    const bool isBad = overlay.alarm == CardOverlay::Alarm::Bad;
    const QColor ground = isBad ? alarmColour(overlay.alarm, theme) : theme.track;
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(pill, 7.5, 7.5);
    painter.setPen(isBad ? inkOn(ground) : alarmColour(overlay.alarm, theme));
    painter.setFont(CardTexts::ofThisThread().font(CardTexts::Small));
    painter.drawText(pill, Qt::AlignCenter, overlay.text);
}

/** How large it is among the others: a bar along the lower edge. */
void drawShare(QPainter &painter, const CardOverlay &overlay, const QRectF &box, const Theme &theme) {
    if (overlay.share < 0) return;
    const double space = box.width() - stripWidth - cardRadius;
    const QRectF bar(box.left() + stripWidth, box.bottom() - 3, std::max(1.0, space * overlay.share), 2);
    painter.fillRect(bar, blend(theme.changed, theme.raised, 0.35 + 0.65 * overlay.share));
}

void drawTexts(QPainter &painter, const DisplayNode &node, const QRectF &box, const Theme &theme) {
    auto &texts = CardTexts::ofThisThread();
    const double left = box.left() + padLeft;
    const double space = box.width() - padLeft - padRight;
    const double titleSpace = space - (node.overlay.text.isEmpty() ? 0 : pillWidth(node.overlay) + 3);
    const auto draw = [&](const QString &text, CardTexts::Face face, QPointF at, double most) {
        if (text.isEmpty() || most < 8) return;
        painter.setFont(texts.font(face));
        painter.drawText(at,
                         texts.fitted(text, face, most, face == CardTexts::Title ? Qt::ElideMiddle : Qt::ElideRight));
    };
    const double titleWidth = std::min(texts.width(node.title, CardTexts::Title), titleSpace);
    const double baseline = box.top() + 18;
    painter.setPen(theme.text);
    draw(node.title, CardTexts::Title, {left, baseline}, titleSpace);
    painter.setPen(theme.text2);
    if (titleSpace - titleWidth > 24)
        draw(detailText(node), CardTexts::Plain, {left + titleWidth, baseline}, titleSpace - titleWidth);
    draw(node.type, CardTexts::Type, {left, box.top() + 34}, space);
    painter.setPen(theme.text3);
    draw(node.note, CardTexts::Small, {left, box.top() + 34 + noteHeight}, space);
    if (!node.overlay.text.isEmpty()) drawPill(painter, node.overlay, box, theme);
}

void drawStrip(QPainter &painter, const QRectF &box, const QColor &colour) {
    // The strip follows the rounded corners of the card: the card's shape, cut off at its width.
    painter.save();
    painter.setClipRect(QRectF(box.left() - 1, box.top() - 1, stripWidth + 1, box.height() + 2), Qt::IntersectClip);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(box, cardRadius, cardRadius);
    painter.restore();
}

void drawBadge(QPainter &painter, const QString &glyph, const QColor &colour, const QRectF &box, double zoom,
               const Theme &theme) {
    const double size = 16 * std::clamp(0.9 / zoom, 1.0, 1.7); // still to be read when the card is small
    const QRectF badge(box.right() - size * 0.55, box.top() - size * 0.45, size, size);
    painter.setPen(QPen(theme.panel, 1.5));
    painter.setBrush(colour);
    painter.drawEllipse(badge);
    QFont font = CardTexts::ofThisThread().font(CardTexts::Title);
    font.setPixelSize(int(size * 0.7));
    painter.setFont(font);
    painter.setPen(inkOn(colour));
    painter.drawText(badge, Qt::AlignCenter, glyph);
}

void drawGlyph(QPainter &painter, NodeChange change, const QRectF &box, double zoom, const Theme &theme) {
    const QString glyph = changeGlyph(change);
    if (!glyph.isEmpty()) drawBadge(painter, glyph, changeColour(change, theme), box, zoom, theme);
}

/** Where a card is too small for its pill, what is wrong with it must still be seen. */
void drawAlarm(QPainter &painter, const CardOverlay &overlay, const QRectF &box, double zoom, const Theme &theme) {
    if (overlay.alarm == CardOverlay::Alarm::Bad) drawBadge(painter, QStringLiteral("!"), theme.nan, box, zoom, theme);
}

void drawRing(QPainter &painter, const QRectF &box, CardStates states, const Theme &theme) {
    const auto ring = [&](const QColor &colour, double width, double distance, Qt::PenStyle style) {
        QPen pen(colour, width, style);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(-distance, -distance, distance, distance), cardRadius, cardRadius);
    };
    if (states & CardState::Found) ring(theme.changed, 2, 2.5, Qt::DashLine);
    if (states & CardState::Next) ring(theme.currentOp, 1.6, states & CardState::Selected ? 3 : 0, Qt::DashLine);
    if (states & CardState::Current) ring(theme.currentOp, 2, states & CardState::Selected ? 3 : 0, Qt::SolidLine);
    if (states & CardState::Selected) ring(theme.accent, 2, 0, Qt::SolidLine);
}

QSizeF sizeOf(const DisplayNode &node) {
    auto &texts = CardTexts::ofThisThread();
    const double title = texts.width(node.title, CardTexts::Title) + texts.width(detailText(node), CardTexts::Plain) +
                         (node.overlay.text.isEmpty() ? 0 : pillWidth(node.overlay) + 6);
    const double lines =
        std::max({title, texts.width(node.type, CardTexts::Type), texts.width(node.note, CardTexts::Small)});
    const double width = std::clamp(std::ceil(lines + padLeft + padRight + 2), narrowest, widest);
    // Even widths keep ports on whole pixels.
    return {std::ceil(width / 2) * 2, cardHeight + (node.note.isEmpty() ? 0 : noteHeight)};
}

} // namespace

void prepareCards() {
    CardTexts::ofThisThread().refresh();
}

CardDetail detailAt(double zoom) {
    if (zoom >= 0.7) return CardDetail::Full;
    if (zoom >= 0.35) return CardDetail::Title;
    return zoom >= 0.05 ? CardDetail::Box : CardDetail::Density;
}

QSizeF cardSize(const DisplayNode &node) {
    prepareCards();
    return sizeOf(node);
}
double groupTitleWidth(const DisplayGroup &group) {
    prepareCards();
    return group.title.isEmpty()
               ? 0
               : std::min(widest, CardTexts::ofThisThread().width(group.title, CardTexts::Title) + 48);
}

LayoutInput layoutInput(const DisplayGraph &graph) {
    prepareCards();
    LayoutInput input;
    input.nodes.reserve(graph.nodes.size());
    input.edges.reserve(graph.edges.size());
    for (const DisplayNode &node : graph.nodes) {
        const QSizeF size = sizeOf(node);
        input.nodes.push_back({size.width(), size.height(), node.group, {}});
    }
    for (const DisplayEdge &edge : graph.edges)
        input.edges.push_back({edge.from, edge.to, edge.port});
    for (const DisplayGroup &group : graph.groups)
        input.groups.push_back({LayoutGroup::Kind::Hull, group.parent, groupTitleWidth(group)});
    return input;
}

QColor cardColour(const DisplayNode &node, const Theme &theme) {
    switch (node.kind) {
    case CardKind::Parameter:
    case CardKind::Weight:
    case CardKind::Constant:
        return theme.parameter;
    case CardKind::Kernel:
        return theme.fused;
    case CardKind::Return:
    case CardKind::GraphCall:
    case CardKind::Scope:
    case CardKind::Beyond:
        return theme.text2;
    case CardKind::Op:
    case CardKind::Next:
        break;
    }
    return theme.category(node.category);
}

QColor changeColour(NodeChange change, const Theme &theme) {
    switch (change) {
    case NodeChange::Added:
        return theme.added;
    case NodeChange::Removed:
    case NodeChange::Folded:
        return theme.removed;
    case NodeChange::Fused:
        return theme.fused;
    case NodeChange::Rewired:
    case NodeChange::Changed:
    case NodeChange::Replaced:
        return theme.changed;
    case NodeChange::Unchanged:
        break;
    }
    return theme.text3;
}

QColor boxColour(const DisplayNode &node, const Theme &theme) {
    const bool isBad = node.overlay.alarm == CardOverlay::Alarm::Bad;
    return isBad ? theme.nan : blend(cardColour(node, theme), theme.panel, 0.75);
}

void drawBox(QPainter &painter, const DisplayNode &node, const QRectF &box, CardStates states, const Theme &theme) {
    const QColor colour = states & CardState::Selected                                  ? theme.accent
                          : states & (CardStates(CardState::Current) | CardState::Next) ? theme.currentOp
                          : states & CardState::Found                                   ? theme.changed
                                                                                        : boxColour(node, theme);
    painter.fillRect(box, states & CardState::Faded ? blend(colour, theme.panel, 0.3) : colour);
    if (node.change == NodeChange::Unchanged) return;
    // Too small for a glyph: a frame that keeps its width at any zoom.
    QPen frame(changeColour(node.change, theme), 2);
    frame.setCosmetic(true);
    painter.setPen(frame);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
}

void drawCard(QPainter &painter, const DisplayNode &node, const QRectF &box, double zoom, CardDetail detail,
              CardStates states, const Theme &theme) {
    const bool isFaded = states & CardState::Faded;
    if (isFaded) painter.setOpacity(0.35);
    const QColor ground = states & CardState::Selected  ? blend(theme.selection, theme.raised, 0.65)
                          : states & CardState::Hovered ? blend(theme.track, theme.raised, 0.6)
                                                        : theme.raised;
    if (detail == CardDetail::Full) {
        painter.setPen(QPen(theme.line, 1));
        painter.setBrush(ground);
        painter.drawRoundedRect(box, cardRadius, cardRadius);
        drawStrip(painter, box, cardColour(node, theme));
    } else {
        // Corners of two pixels are not seen; a thousand of them would take half of a frame.
        const double line = 1 / zoom;
        painter.fillRect(box, theme.line);
        painter.fillRect(box.adjusted(0, line, -line, -line), ground);
        painter.fillRect(QRectF(box.left(), box.top(), stripWidth, box.height()), cardColour(node, theme));
    }
    drawShare(painter, node.overlay, box, theme);
    if (detail == CardDetail::Full) drawTexts(painter, node, box, theme);
    if (node.isExpandable && detail == CardDetail::Full) {
        // Two small lines behind the card: there is more in it.
        painter.setPen(QPen(blend(theme.text3, theme.panel, 0.6), 1));
        painter.drawLine(QPointF(box.left() + 8, box.bottom() + 2.5), QPointF(box.right() - 8, box.bottom() + 2.5));
    }
    drawRing(painter, box, states, theme);
    drawGlyph(painter, node.change, box, zoom, theme);
    if (detail == CardDetail::Title) drawAlarm(painter, node.overlay, box, zoom, theme);
    if (isFaded) painter.setOpacity(1);
}

void drawPixelTitle(QPainter &painter, const DisplayNode &node, const QRectF &box, CardStates states,
                    const Theme &theme) {
    auto &texts = CardTexts::ofThisThread();
    const double scale = box.height() / cardHeight;
    const double left = box.left() + padLeft * scale, space = box.right() - 3 - left;
    const double perPixel = texts.width(node.title, CardTexts::Title) / texts.titlePixels();
    const int pixels = int(std::clamp(std::min(space / std::max(perPixel, 0.1), box.height() * 0.56), 8.0, 11.0));
    painter.setFont(texts.titleFont(pixels));
    painter.setPen(states & CardState::Faded ? theme.text3 : theme.text);
    // What fits at this size fits in proportion at the usual one.
    const QString text =
        texts.fitted(node.title, CardTexts::Title, space * texts.titlePixels() / pixels, Qt::ElideMiddle);
    painter.drawText(QPointF(left, box.center().y() + pixels * 0.36), text);
}

namespace {

QColor hullColour(const DisplayGroup &group, const Theme &theme) {
    return group.kind == DisplayGroup::Kind::Fused ? theme.fused : theme.text3;
}

} // namespace

void drawHull(QPainter &painter, const DisplayGroup &group, const QRectF &box, double zoom, const Theme &theme) {
    const QColor colour = hullColour(group, theme);
    const bool isSmall = detailAt(zoom) >= CardDetail::Box; // too small for dashes, which cost much
    QPen pen(colour, isSmall ? 0 : 1.2, isSmall ? Qt::SolidLine : Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(blend(colour, theme.panel, 0.09));
    painter.drawRoundedRect(box, 10, 10);
}

void drawHullTitle(QPainter &painter, const DisplayGroup &group, const QRectF &box, const Theme &theme) {
    constexpr double inset = 8, height = 15;
    const double space = box.width() - 2 * inset - 6;
    if (group.title.isEmpty() || space < 24) return;
    auto &texts = CardTexts::ofThisThread();
    const QString title = texts.fitted(QStringLiteral("▾ ") + group.title, CardTexts::Small, space, Qt::ElideMiddle);
    const QRectF line(box.left() + inset, box.top() + 3, texts.width(title, CardTexts::Small) + 6, height);
    // Edges that come in from above pass behind it.
    painter.fillRect(line, blend(hullColour(group, theme), theme.panel, 0.09));
    painter.setFont(texts.font(CardTexts::Small));
    painter.setPen(theme.text2);
    painter.drawText(QPointF(line.left() + 3, line.bottom() - 4), title);
}

QRectF toRect(const LayoutBox &box) {
    return {box.x, box.y, box.width, box.height};
}

} // namespace graphview
} // namespace jitscope
