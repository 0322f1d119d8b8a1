// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kernel/codelisting.h"

#include "app/panels/kernel/membertint.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStringList>
#include <algorithm>

namespace jitscope {
inline namespace kernelpanel {

namespace {

constexpr int gap = metrics::grid;
constexpr double quietTint = 0.07, litTint = 0.24;
constexpr int barWidth = 3; ///< at the left of lines that stand out

} // namespace

CodeListing::CodeListing(QWidget *parent)
    : PickView(Qt::Vertical, parent) {
    CodeListing::arrange();
}

void CodeListing::setLines(std::vector<CodeLine> lines) {
    m_lines = std::move(lines);
    m_lit.clear();
    arrange();
    setCurrent(none);
    viewport()->update();
}

void CodeListing::setLit(std::vector<int> lines) {
    std::sort(lines.begin(), lines.end());
    m_lit = std::move(lines);
    const bool wasInView = isAnyLitInView();
    if (!m_lit.empty() && !isLit(int(current()))) setCurrent(m_lit.front());
    if (!m_lit.empty() && !wasInView) // high, so that what follows is seen too
        verticalScrollBar()->setValue(int(current() - 2) * m_rowHeight);
    if (m_lit.empty()) setCurrent(none);
    viewport()->update();
}

bool CodeListing::isLit(int line) const {
    return std::binary_search(m_lit.begin(), m_lit.end(), line);
}

bool CodeListing::isAnyLitInView() const {
    return std::any_of(m_lit.begin(), m_lit.end(), [this](int line) { return isInView(line); });
}

bool CodeListing::isMeasured() const {
    return std::any_of(m_lines.begin(), m_lines.end(), [](const CodeLine &line) { return line.share >= 0; });
}

QString CodeListing::memberText(const CodeLine &line) const {
    return line.member > 0 ? QString::number(line.member) : QString();
}

QString CodeListing::textOf(int64_t at) const {
    const CodeLine &line = m_lines[size_t(at)];
    QStringList parts{tr("line %1").arg(at + 1)};
    if (line.member > 0) parts << tr("member %1, %2").arg(line.member).arg(line.name);
    if (line.access.input >= 0) parts << tr("reads input %1").arg(line.access.input);
    if (line.access.output >= 0) parts << tr("writes output %1").arg(line.access.output);
    if (!line.source.isEmpty()) parts << line.source;
    if (line.share >= 0) parts << tr("%1 samples, %2 %").arg(line.samples).arg(100 * line.share, 0, 'f', 1);
    return parts.join(QStringLiteral(", ")) + QStringLiteral(": ") + line.code.trimmed();
}

QString CodeListing::allAsText() const {
    QStringList rows;
    for (size_t i = 0; i < m_lines.size(); ++i) {
        const CodeLine &line = m_lines[i];
        const QString member = line.member > 0 ? QStringLiteral("[%1] %2").arg(line.member).arg(line.name) : QString();
        const QString samples = line.share >= 0 ? QString::number(line.samples) : QString();
        rows << QStringList{QString::number(i + 1), member, line.source, samples, line.code}.join(QLatin1Char('\t'));
    }
    return rows.join(QLatin1Char('\n'));
}

void CodeListing::arrange() {
    const QFontMetrics code(codeFont()), small(smallUiFont());
    m_rowHeight = code.height() + 3;
    m_numberWidth = code.horizontalAdvance(QString::number(std::max<size_t>(99, m_lines.size())));
    m_memberWidth = m_codeWidth = 0;
    for (const CodeLine &line : m_lines) {
        m_memberWidth = std::max(m_memberWidth, QFontMetrics(boldUiFont()).horizontalAdvance(memberText(line)));
        m_codeWidth = std::max(m_codeWidth, code.horizontalAdvance(line.code));
    }
    m_memberWidth += gap;
    m_shareWidth = isMeasured() ? small.horizontalAdvance(QStringLiteral("100.0 %")) + gap : 0;
    const int content = m_numberWidth + m_memberWidth + m_shareWidth + 4 * gap + m_codeWidth;
    horizontalScrollBar()->setRange(0, std::max(0, content - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(24);
    verticalScrollBar()->setRange(0, std::max(0, int(m_lines.size()) * m_rowHeight - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(m_rowHeight);
}

int64_t CodeListing::rowsOfPage() const {
    return std::max(1, viewport()->height() / m_rowHeight - 1);
}

/** Only up and down: what is written at the left says where one is. */
void CodeListing::reveal(int64_t line) {
    const int top = int(line) * m_rowHeight, seen = verticalScrollBar()->value(), room = viewport()->height();
    if (isInView(line)) return;
    verticalScrollBar()->setValue(top - (top < seen ? 2 * m_rowHeight : room - 3 * m_rowHeight));
}

bool CodeListing::isInView(int64_t line) const {
    const int top = int(line) * m_rowHeight, seen = verticalScrollBar()->value();
    return top >= seen && top + m_rowHeight <= seen + viewport()->height();
}

int64_t CodeListing::itemAt(const QPointF &place) const {
    const int64_t line = int64_t(place.y() + verticalScrollBar()->value()) / m_rowHeight;
    return place.y() >= 0 && line < count() ? line : none;
}

QRectF CodeListing::rectOf(int64_t line) const {
    return QRectF(0, double(line) * m_rowHeight - verticalScrollBar()->value(), viewport()->width(), m_rowHeight);
}

void CodeListing::paint(QPainter &painter, const QRect &dirty) {
    painter.fillRect(dirty, currentTheme().panel);
    const int64_t first = itemAt(QPointF(0, std::max(0, dirty.top())));
    for (int64_t line = std::max<int64_t>(0, first); line < count(); ++line) {
        const QRectF place = rectOf(line);
        if (place.top() > dirty.bottom()) break;
        paintLine(painter, int(line), place);
    }
}

void CodeListing::paintLine(QPainter &painter, int at, const QRectF &place) const {
    const Theme &theme = currentTheme();
    const CodeLine &line = m_lines[size_t(at)];
    const QColor tint = memberTint(line.member);
    if (line.member > 0) painter.fillRect(place, blend(tint, theme.panel, isLit(at) ? litTint : quietTint));
    if (isLit(at)) painter.fillRect(QRectF(0, place.top(), barWidth, place.height()), tint);
    if (at == current() && hasFocus()) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(place.adjusted(0.5, 0.5, -1, -1));
    }
    double x = barWidth + gap / 2.0;
    painter.setFont(codeFont());
    painter.setPen(theme.text3);
    painter.drawText(QRectF(x, place.top(), m_numberWidth, place.height()), Qt::AlignVCenter | Qt::AlignRight,
                     QString::number(at + 1));
    x += m_numberWidth + gap;
    if (line.member > 0) {
        const QRectF chip(x, place.top() + 1, m_memberWidth, place.height() - 2);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tint);
        painter.drawRoundedRect(chip, 3, 3);
        painter.setFont(boldUiFont());
        painter.setPen(inkOn(tint));
        painter.drawText(chip, Qt::AlignCenter, memberText(line));
    }
    x += m_memberWidth + gap;
    if (m_shareWidth > 0) {
        if (line.share > 0) {
            const QRectF bar(x, place.bottom() - 3, (m_shareWidth - gap) * std::min(1.0, line.share), 2);
            painter.fillRect(bar, theme.changed);
            painter.setFont(smallUiFont());
            painter.setPen(theme.text2);
            painter.drawText(QRectF(x, place.top(), m_shareWidth - gap, place.height()),
                             Qt::AlignVCenter | Qt::AlignRight,
                             QStringLiteral("%1 %").arg(100 * line.share, 0, 'f', 1));
        }
        x += m_shareWidth;
    }
    painter.setFont(codeFont());
    painter.setPen(line.member > 0 ? theme.text : theme.text2);
    painter.save();
    painter.setClipRect(QRectF(x, place.top(), viewport()->width() - x, place.height()));
    painter.drawText(QPointF(x - horizontalScrollBar()->value(), place.top() + 1 + QFontMetrics(codeFont()).ascent()),
                     line.code);
    painter.restore();
}

void CodeListing::contextMenuEvent(QContextMenuEvent *event) {
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const int64_t line = isByKey ? current() : itemAt(event->pos());
    if (line == none) return PickView::contextMenuEvent(event);
    if (line != current()) {
        setCurrent(line);
        Q_EMIT picked(line);
    }
    Q_EMIT menuWanted(int(line),
                      isByKey ? viewport()->mapToGlobal(rectOf(line).center().toPoint()) : event->globalPos());
}

void CodeListing::keyPressEvent(QKeyEvent *event) {
    if (event->matches(QKeySequence::Copy)) return copyLit();
    const bool isAside = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (!isAside || event->modifiers() != Qt::NoModifier) return PickView::keyPressEvent(event);
    QScrollBar *bar = horizontalScrollBar();
    bar->setValue(bar->value() + (event->key() == Qt::Key_Left ? -bar->singleStep() : bar->singleStep()));
}

/** The lines that stand out, else the current one. */
void CodeListing::copyLit() const {
    QStringList lines;
    for (const int line : m_lit)
        lines << m_lines[size_t(line)].code;
    if (lines.isEmpty() && current() != none) lines << m_lines[size_t(current())].code;
    if (!lines.isEmpty()) QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace kernelpanel
} // namespace jitscope

#include "moc_codelisting.cpp"
