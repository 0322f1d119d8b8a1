// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/passdelegate.h"

#include "app/models/kernelwords.h"
#include "app/sdk/theme.h"

#include <QPainter>
#include <algorithm>

namespace jitscope {
inline namespace passespanel {

namespace {

constexpr int nameLeft = 27, gap = 8, countGap = 7, rightMargin = 9, foldWidth = 12;
constexpr int numberLine = metrics::rowHeight - 8, figureLine = metrics::rowHeight - 8;

QFont numberFont() {
    QFont font = codeFont();
    font.setPixelSize(11);
    return font;
}

QString spentText(const PassRow &row) {
    return durationText(row.timeNs, QString());
}

/** Parts that stand on one line, and how wide they are with the gaps behind them. */
struct Line {
    QList<RowPart> parts;
    int width = 0;
};

int widthOf(const QList<RowPart> &parts) {
    const QFontMetrics numbers(numberFont());
    int width = 0;
    for (const RowPart &part : parts)
        width += numbers.horizontalAdvance(part.text) + countGap;
    return width;
}

/** As many on a line as have room. */
QList<Line> linesOf(const QList<RowPart> &parts, int width) {
    QList<Line> lines;
    for (const RowPart &part : parts) {
        const int own = widthOf({part});
        if (lines.isEmpty() || lines.last().width + own > width + countGap) lines.append(Line{});
        lines.last().parts.append(part);
        lines.last().width += own;
    }
    return lines;
}

void paintFold(QPainter &painter, const QPointF &centre, const PassRow &row) {
    QPolygonF triangle;
    if (row.isFolded)
        triangle << QPointF(-2, -4) << QPointF(3, 0) << QPointF(-2, 4);
    else
        triangle << QPointF(-4, -2) << QPointF(4, -2) << QPointF(0, 3);
    painter.setPen(Qt::NoPen);
    painter.setBrush(currentTheme().text3);
    painter.drawPolygon(triangle.translated(centre));
}

void paintHeading(QPainter &painter, const QStyleOptionViewItem &option, const PassRow &row) {
    const Theme &theme = currentTheme();
    const QRect &rect = option.rect;
    if (!row.fold.isEmpty()) {
        if (option.state & QStyle::State_Selected)
            painter.fillRect(rect, theme.selection);
        else if (option.state & QStyle::State_MouseOver)
            painter.fillRect(rect, theme.raised);
    }
    const int left = 10 + row.depth * foldWidth;
    if (!row.fold.isEmpty()) paintFold(painter, QPointF(rect.left() + left + 3, rect.center().y() + 5), row);
    painter.setFont(uiFont());
    painter.setPen(theme.text3);
    const int text = row.fold.isEmpty() ? left : left + foldWidth;
    painter.drawText(rect.adjusted(text, 4, -8, -2), Qt::AlignBottom | Qt::AlignLeft,
                     QFontMetrics(uiFont()).elidedText(row.name, Qt::ElideRight, rect.width() - text - 8));
}

void paintDot(QPainter &painter, const QPointF &centre, const PassRow &row) {
    const Theme &theme = currentTheme();
    const QColor colour = row.kind == PassRow::Kind::Stage ? theme.text3 : theme.added;
    if (row.kind == PassRow::Kind::Pass && !row.isEffective) {
        painter.setPen(QPen(theme.text3, 1.2));
        painter.setBrush(Qt::NoBrush);
    } else {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
    }
    painter.drawEllipse(centre, 3.5, 3.5);
}

} // namespace

PassDelegate::PassDelegate(const TableModel<PassRow> &model, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_model(model) {}

void PassDelegate::measure(int width) {
    m_width = width;
    m_timeWidth = 0;
    for (const PassRow &row : m_model.rows())
        m_timeWidth = std::max(m_timeWidth, QFontMetrics(numberFont()).horizontalAdvance(spentText(row)));
}

bool PassDelegate::isTwoLine(const PassRow &row) const {
    const int counts = widthOf(countParts(row.counts));
    if (row.timeNs < 0 && counts == 0) return false;
    const int name = QFontMetrics(boldUiFont()).horizontalAdvance(row.name);
    return nameLeft + name + gap + counts + gap + m_timeWidth + rightMargin > m_width;
}

int PassDelegate::heightOf(const PassRow &row) const {
    const int figures = int(linesOf(figureParts(row), m_width - nameLeft - rightMargin).size());
    return metrics::rowHeight + 2 + (isTwoLine(row) ? numberLine : 0) + figures * figureLine;
}

QSize PassDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const {
    const PassRow &row = m_model.row(index.row());
    if (row.kind == PassRow::Kind::Heading) return {120, 28};
    return {120, heightOf(row)};
}

void PassDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const {
    const PassRow &row = m_model.row(index.row());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (row.kind == PassRow::Kind::Heading)
        paintHeading(*painter, option, row);
    else
        paintPass(*painter, option, row);
    painter->restore();
}

/** The time at the right, the counts in their colours left of it. */
void PassDelegate::paintNumbers(QPainter &painter, const QRect &line, const PassRow &row) const {
    painter.setFont(numberFont());
    const QRect time(line.right() - m_timeWidth - rightMargin, line.top(), m_timeWidth, line.height());
    painter.drawText(time, Qt::AlignVCenter | Qt::AlignRight, spentText(row));
    const QList<RowPart> parts = countParts(row.counts);
    int right = time.left() - gap;
    for (auto part = parts.crbegin(); part != parts.crend(); ++part) {
        const int width = painter.fontMetrics().horizontalAdvance(part->text);
        painter.setPen(part->colour);
        painter.drawText(QRect(right - width, line.top(), width, line.height()), Qt::AlignCenter, part->text);
        right -= width + countGap;
    }
}

void PassDelegate::paintFigures(QPainter &painter, const QRect &rect, const PassRow &row) const {
    painter.setFont(numberFont());
    QRect line(rect.left() + nameLeft, rect.top(), rect.width() - nameLeft - rightMargin, figureLine);
    for (const Line &each : linesOf(figureParts(row), m_width - nameLeft - rightMargin)) {
        QRect place = line;
        for (const RowPart &part : each.parts) {
            painter.setPen(part.colour);
            painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                             painter.fontMetrics().elidedText(part.text, Qt::ElideRight, place.width()));
            place.setLeft(place.left() + painter.fontMetrics().horizontalAdvance(part.text) + countGap);
        }
        line.translate(0, figureLine);
    }
}

void PassDelegate::paintPass(QPainter &painter, const QStyleOptionViewItem &option, const PassRow &row) const {
    const Theme &theme = currentTheme();
    const QRect rect = option.rect;
    const bool isSelected = option.state & QStyle::State_Selected;
    if (isSelected) {
        painter.fillRect(rect, theme.selection);
        painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), theme.accent);
    } else if (option.state & QStyle::State_MouseOver) {
        painter.fillRect(rect, theme.raised);
    }
    const bool isSplit = isTwoLine(row);
    const QRect nameRow(rect.left(), rect.top(), rect.width(), metrics::rowHeight);
    QRect numbers = nameRow;
    if (isSplit) numbers = QRect(rect.left(), rect.top() + metrics::rowHeight - 6, rect.width(), numberLine + 8);
    paintDot(painter, QPointF(rect.left() + 15, nameRow.center().y() + 0.5), row);
    painter.setPen(isSelected ? theme.text2 : theme.text3);
    paintNumbers(painter, numbers, row);
    paintFigures(painter, rect.adjusted(0, metrics::rowHeight - 4 + (isSplit ? numberLine : 0), 0, 0), row);

    const QFont font = isSelected ? boldUiFont() : uiFont();
    painter.setFont(font);
    painter.setPen(row.isEffective || row.kind == PassRow::Kind::Stage ? theme.text : theme.text2);
    const int taken = isSplit ? rightMargin : rightMargin + m_timeWidth + gap + widthOf(countParts(row.counts));
    const QRect name(rect.left() + nameLeft, nameRow.top(), rect.width() - nameLeft - taken, nameRow.height());
    painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(font).elidedText(row.name, Qt::ElideMiddle, name.width()));
}

} // namespace passespanel
} // namespace jitscope
