// SPDX-License-Identifier: GPL-3.0-or-later
// The look of a row: ground, arrow of the operator looked at, category, texts, health, marks of errors.
#include "app/panels/events/eventpainter.h"

#include "app/models/healthbar.h"
#include "app/panels/events/eventmodel.h"
#include "app/sdk/theme.h"
#include "engine/ops/opdef.h"
#include "engine/session/records.h"

#include <QHeaderView>
#include <QPainter>

#include <unordered_map>

namespace jitscope {
inline namespace eventspanel {

namespace {

constexpr int padding = 8;
constexpr int indent = 11;
constexpr int markRoom = 14; ///< the arrow of the operator looked at, or of a heading
constexpr int stripWidth = 3;
constexpr int leastOperands = 4; ///< letters of the operands, below which the result stands alone

/** Of an operator by its name; kernels and foreign ones have none. Kept, as names are few and asked for often. */
OpCategory categoryOf(const SharedText &op) {
    static std::unordered_map<const void *, OpCategory> known;
    const auto found = known.find(op.identity());
    if (found != known.end()) return found->second;
    const OpDef *def = findOp(op.str());
    return known.emplace(op.identity(), def ? def->category : OpCategory::Other).first->second;
}

/** A triangle that points right, or down. */
void paintArrow(QPainter &painter, const QRect &room, const QColor &colour, bool isDown) {
    const QPointF c = QRectF(room).center();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    if (isDown)
        painter.drawPolygon(QPolygonF({c + QPointF(-4, -2), c + QPointF(4, -2), c + QPointF(0, 3)}));
    else
        painter.drawPolygon(QPolygonF({c + QPointF(-2.5, -4.5), c + QPointF(-2.5, 4.5), c + QPointF(4, 0)}));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace

QRect headingArrow(const QRect &cell, int depth) {
    return {cell.left() + 2 + depth * indent, cell.top(), markRoom, cell.height()};
}

EventPainter::EventPainter(QPainter &painter, const EventModel &events, const QHeaderView &header)
    : m_painter(painter)
    , m_events(events)
    , m_header(header)
    , m_textMetrics(uiFont())
    , m_codeMetrics(codeFont())
    , m_boldMetrics(boldUiFont()) {}

void EventPainter::paint(int row, const QRect &rect, const Look &look) {
    const Theme &theme = currentTheme();
    paintGround(row, rect, look);
    const auto op = m_events.event(row);
    const bool isHeading = m_events.kind(row) == EventModel::Kind::Heading;
    for (int column = 0; column < EventModel::ColumnCount; ++column) {
        if (m_header.isSectionHidden(column)) continue;
        const QRect cell(m_header.sectionViewportPosition(column), rect.top(), m_header.sectionSize(column),
                         rect.height());
        if (cell.right() < 0 || cell.left() > rect.right()) continue;
        if (column == EventModel::Op) {
            paintName(row, cell, look);
            continue;
        }
        if (column == EventModel::Values) {
            paintHealth(row, cell);
            continue;
        }
        const bool failed = op && !op->error.empty() && column == EventModel::Operands;
        const bool isQuiet = isHeading || look.isNext || column == EventModel::Number || column == EventModel::Line;
        m_painter.setFont(codeFont());
        m_painter.setPen(failed ? theme.error : isQuiet && !look.isSelected ? theme.text3 : theme.text);
        paintText(m_events.index(row, column).data().toString(), cell, column);
    }
}

void EventPainter::paintGround(int row, const QRect &rect, const Look &look) {
    const Theme &theme = currentTheme();
    if (look.isSelected)
        m_painter.fillRect(rect, theme.selection);
    else if (look.isHovered)
        m_painter.fillRect(rect, theme.raised);
    if (look.isNext || look.hasFocus) {
        QPen pen(look.isNext ? theme.currentOp : theme.accent);
        if (look.isNext) pen.setStyle(Qt::DashLine);
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(rect.adjusted(0, 0, -1, -1));
    }
    if (m_events.bookmark(row))
        m_painter.fillRect(QRect(rect.left(), rect.top(), stripWidth, rect.height()), theme.accent);
}

void EventPainter::paintName(int row, const QRect &cell, const Look &look) {
    const Theme &theme = currentTheme();
    const bool isHeading = m_events.kind(row) == EventModel::Kind::Heading;
    const QRect mark = headingArrow(cell, m_events.depth(row));
    if (isHeading)
        paintArrow(m_painter, mark, look.isViewed ? theme.currentOp : theme.text3, m_events.isExpanded(row));
    else if (look.isViewed)
        paintArrow(m_painter, mark, theme.currentOp, false);
    int left = mark.right() + 1;
    const auto op = m_events.event(row);
    if (op) {
        m_painter.fillRect(QRect(left, cell.top() + 5, stripWidth, cell.height() - 10),
                           op->isKernel ? theme.fused : theme.category(categoryOf(op->op)));
        left += stripWidth + 5;
    }
    QString text = m_events.index(row, EventModel::Op).data().toString();
    if (op && !op->error.empty()) text.prepend(QStringLiteral("✕ "));
    if (op && op->isKernel) text.prepend(QStringLiteral("ƒ "));
    m_painter.setFont(isHeading ? uiFont() : boldUiFont());
    m_painter.setPen(op && !op->error.empty() ? theme.error : isHeading || look.isNext ? theme.text2 : theme.text);
    const QRect room(left, cell.top(), cell.right() - left - 4, cell.height());
    const QFontMetrics &font = isHeading ? m_textMetrics : m_boldMetrics;
    if (font.horizontalAdvance(text) > room.width()) text = font.elidedText(text, Qt::ElideRight, room.width());
    m_painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, text);
}

void EventPainter::paintHealth(int row, const QRect &cell) {
    if (const auto health = m_events.health(row))
        paintHealthBar(m_painter, cell.adjusted(padding, 0, -padding, 0), *health);
}

void EventPainter::paintText(const QString &text, const QRect &cell, int column) {
    if (text.isEmpty()) return;
    const QRect room = cell.adjusted(column == EventModel::Number ? 4 : padding, 0, -padding, 0);
    const bool isNumber = column == EventModel::Number || column == EventModel::Time;
    m_painter.drawText(room, Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::TextSingleLine,
                       fitted(text, room.width(), column));
}

QString EventPainter::fitted(const QString &text, int width, int column) const {
    // Code has one width for all letters, which saves measuring most texts.
    const int letter = m_codeMetrics.horizontalAdvance(QLatin1Char('0'));
    if (text.size() * letter <= width) return text;
    // Of an operator the result says more than the operands, of a place the line more than the file.
    const qsizetype arrow = column == EventModel::Operands ? text.lastIndexOf(QChar(0x2192)) : -1;
    const int left = width - int(text.size() - arrow + 1) * letter;
    if (arrow > 0 && left >= leastOperands * letter)
        return m_codeMetrics.elidedText(text.left(arrow - 1), Qt::ElideRight, left) + text.mid(arrow - 1);
    return m_codeMetrics.elidedText(arrow > 0 ? text.mid(arrow) : text,
                                    column == EventModel::Line ? Qt::ElideLeft : Qt::ElideRight, width);
}

} // namespace eventspanel
} // namespace jitscope
