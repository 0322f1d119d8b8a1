// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/cardpainter.h"

#include "engine/base/text.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QHash>
#include <algorithm>

namespace jitscope {

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

QString timeText(const DisplayNode &node) {
    return node.timeNs < 0 ? QString() : QString::fromStdString(humanTime(node.timeNs));
}

QString detailText(const DisplayNode &node) {
    return node.detail.isEmpty() ? QString() : QString(QStringLiteral(" · ") + node.detail);
}

/** Widths of texts, remembered: a graph repeats few texts thousands of times, and shaping is what costs. */
class TextWidths {
public:
    static TextWidths &ofThisThread() {
        thread_local TextWidths widths;
        return widths;
    }
    double title(const QString &text) { return width(text, 0); }
    double plain(const QString &text) { return width(text, 1); }
    double type(const QString &text) { return width(text, 2); }
    double small(const QString &text) { return width(text, 3); }

private:
    double width(const QString &text, int font) {
        if (text.isEmpty()) return 0;
        refresh();
        const auto key = std::pair(font, text);
        const auto found = m_known.constFind(key);
        if (found != m_known.constEnd()) return *found;
        if (m_known.size() > 20000) m_known.clear();
        const double measured = QFontMetricsF(m_fonts[font]).horizontalAdvance(text);
        m_known.insert(key, measured);
        return measured;
    }
    /** The user may have chosen other fonts since. */
    void refresh() {
        const QFont now[] = {boldUiFont(), uiFont(), typeFont(), smallUiFont()};
        if (std::equal(std::begin(now), std::end(now), std::begin(m_fonts))) return;
        std::copy(std::begin(now), std::end(now), std::begin(m_fonts));
        m_known.clear();
    }
    QFont m_fonts[4];
    QHash<std::pair<int, QString>, double> m_known;
};

double pillWidth(const QString &time) {
    return time.isEmpty() ? 0 : std::max(34.0, TextWidths::ofThisThread().small(time) + 14);
}

void drawPill(QPainter &painter, const QString &time, const QRectF &box, const Theme &theme) {
    const double width = pillWidth(time);
    const QRectF pill(box.right() - width - 7, box.top() + 6, width, 15);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.track);
    painter.drawRoundedRect(pill, 7.5, 7.5);
    painter.setPen(theme.text2);
    painter.setFont(smallUiFont());
    painter.drawText(pill, Qt::AlignCenter, time);
}

QString elided(const QFont &font, const QString &text, double width) {
    const QFontMetricsF metrics(font);
    return metrics.horizontalAdvance(text) <= width ? text : metrics.elidedText(text, Qt::ElideRight, width);
}

void drawTexts(QPainter &painter, const DisplayNode &node, const QRectF &box, const Theme &theme) {
    const QString time = timeText(node);
    const double left = box.left() + padLeft;
    const double titleSpace = box.width() - padLeft - padRight - (time.isEmpty() ? 0 : pillWidth(time) + 3);
    auto &widths = TextWidths::ofThisThread();

    const double titleWidth = std::min(widths.title(node.title), titleSpace);
    painter.setPen(theme.text);
    painter.setFont(boldUiFont());
    const double baseline = box.top() + 18;
    painter.drawText(QPointF(left, baseline), elided(painter.font(), node.title, titleSpace));
    const QString detail = detailText(node);
    if (!detail.isEmpty() && titleSpace - titleWidth > 24) {
        painter.setPen(theme.text2);
        painter.setFont(uiFont());
        painter.drawText(QPointF(left + titleWidth, baseline), elided(painter.font(), detail, titleSpace - titleWidth));
    }
    const double space = box.width() - padLeft - padRight;
    painter.setPen(theme.text2);
    painter.setFont(typeFont());
    painter.drawText(QPointF(left, box.top() + 34), elided(painter.font(), node.type, space));
    if (!node.note.isEmpty()) {
        painter.setPen(theme.text3);
        painter.setFont(smallUiFont());
        painter.drawText(QPointF(left, box.top() + 34 + noteHeight), elided(painter.font(), node.note, space));
    }
    if (!time.isEmpty()) drawPill(painter, time, box, theme);
}

/** At middle zooms a title that would be 6 px high is drawn as large as the card allows. */
void drawLargeTitle(QPainter &painter, const DisplayNode &node, const QRectF &box, double zoom, const Theme &theme) {
    QFont font = boldUiFont();
    const QRectF space = box.adjusted(padLeft - 3, 0, -5, 0);
    const double wanted = std::clamp(10.5 / zoom, 13.0, box.height() * 0.56), smallest = 8 / zoom;
    const double width = TextWidths::ofThisThread().title(node.title) / QFontInfo(font).pixelSize();
    font.setPixelSize(int(std::clamp(space.width() / std::max(width, 0.1), std::min(smallest, wanted), wanted)));
    painter.setFont(font);
    painter.setPen(theme.text);
    painter.drawText(space, Qt::AlignVCenter | Qt::AlignLeft, elided(font, node.title, space.width()));
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

void drawGlyph(QPainter &painter, NodeChange change, const QRectF &box, double zoom, const Theme &theme) {
    const QString glyph = changeGlyph(change);
    if (glyph.isEmpty()) return;
    const QColor colour = changeColour(change, theme);
    const double size = 16 * std::clamp(0.9 / zoom, 1.0, 1.7); // still to be read when the card is small
    const QRectF badge(box.right() - size * 0.55, box.top() - size * 0.45, size, size);
    painter.setPen(QPen(theme.panel, 1.5));
    painter.setBrush(colour);
    painter.drawEllipse(badge);
    QFont font = boldUiFont();
    font.setPixelSize(int(size * 0.7));
    painter.setFont(font);
    painter.setPen(inkOn(colour));
    painter.drawText(badge, Qt::AlignCenter, glyph);
}

void drawRing(QPainter &painter, const QRectF &box, CardStates states, const Theme &theme) {
    const auto ring = [&](const QColor &colour, double width, double distance, Qt::PenStyle style) {
        QPen pen(colour, width, style);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(-distance, -distance, distance, distance), cardRadius, cardRadius);
    };
    if (states & CardState::Found) ring(theme.changed, 2, 2.5, Qt::DashLine);
    if (states & CardState::Current) ring(theme.currentOp, 2, states & CardState::Selected ? 3 : 0, Qt::SolidLine);
    if (states & CardState::Selected) ring(theme.accent, 2, 0, Qt::SolidLine);
}

} // namespace

CardDetail detailAt(double zoom) {
    if (zoom >= 0.7) return CardDetail::Full;
    if (zoom >= 0.35) return CardDetail::Title;
    return zoom >= 0.05 ? CardDetail::Box : CardDetail::Density;
}

QSizeF cardSize(const DisplayNode &node) {
    auto &widths = TextWidths::ofThisThread();
    const QString time = timeText(node);
    const double title =
        widths.title(node.title) + widths.plain(detailText(node)) + (time.isEmpty() ? 0 : pillWidth(time) + 6);
    const double lines = std::max({title, widths.type(node.type), widths.small(node.note)});
    const double width = std::clamp(std::ceil(lines + padLeft + padRight + 2), narrowest, widest);
    // Even widths keep ports on whole pixels.
    return {std::ceil(width / 2) * 2, cardHeight + (node.note.isEmpty() ? 0 : noteHeight)};
}

double groupTitleWidth(const DisplayGroup &group) {
    return group.title.isEmpty() ? 0 : std::min(widest, TextWidths::ofThisThread().title(group.title) + 48);
}

LayoutInput layoutInput(const DisplayGraph &graph) {
    LayoutInput input;
    for (const DisplayNode &node : graph.nodes) {
        const QSizeF size = cardSize(node);
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
        return theme.text2;
    case CardKind::Op:
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

void drawCard(QPainter &painter, const DisplayNode &node, const QRectF &box, double zoom, CardStates states,
              const Theme &theme) {
    const CardDetail detail = detailAt(zoom);
    const bool isFaded = states & CardState::Faded;
    if (detail == CardDetail::Box) {
        const QColor colour = states & CardState::Selected ? theme.accent
                              : states & CardState::Found  ? theme.changed
                                                           : cardColour(node, theme);
        painter.fillRect(box, isFaded ? blend(colour, theme.panel, 0.25) : blend(colour, theme.panel, 0.75));
        if (node.change != NodeChange::Unchanged) {
            // Too small for a glyph: a frame that keeps its width at any zoom.
            QPen frame(changeColour(node.change, theme), 2);
            frame.setCosmetic(true);
            painter.setPen(frame);
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box);
        }
        return;
    }
    if (isFaded) painter.setOpacity(0.35);
    const QColor ground = states & CardState::Selected  ? blend(theme.selection, theme.raised, 0.65)
                          : states & CardState::Hovered ? blend(theme.track, theme.raised, 0.6)
                                                        : theme.raised;
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(box, cardRadius, cardRadius);
    drawStrip(painter, box, cardColour(node, theme));
    if (detail == CardDetail::Full)
        drawTexts(painter, node, box, theme);
    else
        drawLargeTitle(painter, node, box, zoom, theme);
    if (node.isExpandable && detail == CardDetail::Full) {
        // Two small lines behind the card: there is more in it.
        painter.setPen(QPen(blend(theme.text3, theme.panel, 0.6), 1));
        painter.drawLine(QPointF(box.left() + 8, box.bottom() + 2.5), QPointF(box.right() - 8, box.bottom() + 2.5));
    }
    drawRing(painter, box, states, theme);
    drawGlyph(painter, node.change, box, zoom, theme);
    if (isFaded) painter.setOpacity(1);
}

void drawHull(QPainter &painter, const DisplayGroup &group, const QRectF &box, double zoom, const Theme &theme) {
    const QColor colour = group.kind == DisplayGroup::Kind::Fused ? theme.fused : theme.text3;
    QPen pen(colour, zoom < 0.35 ? 0 : 1.2, Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(blend(colour, theme.panel, 0.09));
    painter.drawRoundedRect(box, 10, 10);
    if (group.title.isEmpty() || detailAt(zoom) != CardDetail::Full) return;
    painter.setFont(smallUiFont());
    painter.setPen(theme.text2);
    const QRectF line = box.adjusted(12, 4, -12, 0);
    painter.drawText(line, Qt::AlignTop | Qt::AlignLeft,
                     elided(painter.font(), QStringLiteral("▾ ") + group.title, line.width()));
}

QRectF toRect(const LayoutBox &box) {
    return {box.x, box.y, box.width, box.height};
}

} // namespace jitscope
