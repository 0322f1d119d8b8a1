// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/irtextpane.h"

#include "app/sdk/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>
#include <algorithm>

namespace jitscope {
inline namespace graphview {

namespace {

constexpr int gutterWidth = 22;
constexpr int firstRows = 150, rowsAtOnce = 1000;
constexpr int untilPaintedMs = 50; ///< the rest is put in behind the first paint

struct ChangeLook {
    QString marker;
    QColor colour;
};

ChangeLook lookOf(LineChange change) {
    const Theme &theme = currentTheme();
    switch (change) {
    case LineChange::Same:
        break;
    case LineChange::Added:
        return {QStringLiteral("+"), theme.added};
    case LineChange::Removed:
        return {QStringLiteral("−"), theme.removed};
    case LineChange::Modified:
        return {QStringLiteral("~"), theme.changed};
    case LineChange::Moved:
        return {QStringLiteral("↕"), theme.text2};
    }
    return {};
}

} // namespace

/** The strip at the left with the markers; it scrolls with the text but not sideways. */
class IrTextPane::Gutter : public QWidget {
public:
    explicit Gutter(IrTextPane &pane)
        : QWidget(&pane)
        , m_pane(pane) {}

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        m_pane.paintGutter(painter);
    }

private:
    IrTextPane &m_pane;
};

IrTextPane::IrTextPane(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_gutter(new Gutter(*this)) {
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFrameShape(QFrame::NoFrame);
    setUndoRedoEnabled(false);
    setViewportMargins(gutterWidth, 0, 0, 0);
    applyFont();
    connect(&m_filling, &QTimer::timeout, this, [this] {
        m_filling.setInterval(0);
        fill(rowsAtOnce);
        if (m_filled == rowCount()) m_filling.stop();
    });
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, [this](const QRect &, int) { m_gutter->update(); });
}

void IrTextPane::applyFont() {
    setFont(codeFont());
    document()->setDocumentMargin(4);
    setTabStopDistance(4 * fontMetrics().horizontalAdvance(QLatin1Char(' ')));
}

std::vector<TextMark> IrRow::marks() const {
    if (left) return wordMarks(*left, text).second;
    if (right) return wordMarks(text, *right).first;
    return {};
}

void IrTextPane::setRows(IrRows rows) {
    m_rows = std::move(rows);
    m_marks.clear();
    m_filled = 0;
    clear();
    fill(firstRows);
    setTextCursor(QTextCursor(document())); // it went along with what was put in
    if (m_filled < rowCount())
        m_filling.start(untilPaintedMs);
    else
        m_filling.stop();
}

void IrTextPane::fill(int count) {
    const int end = std::min(m_filled + count, rowCount());
    if (end <= m_filled) return;
    QString text;
    for (int i = m_filled; i < end; ++i) {
        if (i > 0) text += QLatin1Char('\n');
        text += m_rows.shown[size_t(i)]->text;
    }
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    cursor.insertText(text);
    m_filled = end;
}

void IrTextPane::fillTo(int row) {
    fill(row + firstRows - m_filled);
}

void IrTextPane::setSelectedNodes(std::vector<NodeId> nodes) {
    m_selected = std::move(nodes);
    viewport()->update();
    m_gutter->update();
}

int IrTextPane::rowOf(NodeId node) const {
    if (!node.valid()) return -1;
    const auto found = std::ranges::find(m_rows.shown, node, [](const IrRow *row) { return row->node; });
    return found == m_rows.shown.end() ? -1 : int(found - m_rows.shown.begin());
}

void IrTextPane::scrollToRow(int row, Scroll scroll) {
    fillTo(row);
    const int first = verticalScrollBar()->value();
    const int visible = std::max(1, viewport()->height() / std::max(1, fontMetrics().lineSpacing()));
    if (scroll == Scroll::IfHidden && row >= first && row < first + visible - 1) return;
    verticalScrollBar()->setValue(row - visible / 3);
}

/** Comparing the words of a line takes long beside reading it: only those in sight are. */
const std::vector<TextMark> &IrTextPane::marksOf(size_t row) {
    const auto [known, isNew] = m_marks.try_emplace(row);
    if (isNew) known->second = m_rows.shown[row]->marks();
    return known->second;
}

void IrTextPane::paintGrounds(QPainter &painter) {
    const Theme &theme = currentTheme();
    const QPointF offset = contentOffset();
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF line = blockBoundingGeometry(block).translated(offset);
        if (line.top() > viewport()->height()) break;
        const size_t number = size_t(block.blockNumber());
        if (number >= m_rows.shown.size()) break;
        const IrRow &row = *m_rows.shown[number];
        const QRectF whole(0, line.top(), viewport()->width(), line.height());
        if (row.isEmpty || row.foldOf >= 0) painter.fillRect(whole, blend(theme.track, theme.panel, 0.35));
        if (row.change != LineChange::Same && !row.isEmpty) {
            const QColor colour = lookOf(row.change).colour;
            painter.fillRect(whole, blend(colour, theme.panel, 0.16));
            const QTextLine text = block.layout()->lineAt(0);
            for (const TextMark &mark : marksOf(number)) {
                if (!text.isValid()) break;
                const double from = text.cursorToX(mark.from), to = text.cursorToX(mark.from + mark.length);
                painter.fillRect(QRectF(line.left() + from, line.top(), to - from, line.height()),
                                 blend(colour, theme.panel, 0.34));
            }
        }
        if (row.node.valid() && std::find(m_selected.begin(), m_selected.end(), row.node) != m_selected.end()) {
            if (row.change == LineChange::Same) painter.fillRect(whole, blend(theme.selection, theme.panel, 0.8));
            painter.fillRect(QRectF(0, line.top(), 2, line.height()), theme.accent);
        }
    }
}

void IrTextPane::paintEvent(QPaintEvent *event) {
    {
        QPainter painter(viewport());
        paintGrounds(painter);
    }
    QPlainTextEdit::paintEvent(event);
}

void IrTextPane::paintGutter(QPainter &painter) {
    const Theme &theme = currentTheme();
    painter.fillRect(m_gutter->rect(), theme.panel);
    painter.setFont(font());
    const QPointF offset = contentOffset();
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF line = blockBoundingGeometry(block).translated(offset);
        if (line.top() > viewport()->height()) break;
        const size_t number = size_t(block.blockNumber());
        if (number >= m_rows.shown.size()) break;
        const IrRow &row = *m_rows.shown[number];
        const QRectF place(0, line.top(), gutterWidth, line.height());
        if (row.isEmpty || row.foldOf >= 0) painter.fillRect(place, blend(theme.track, theme.panel, 0.35));
        if (row.foldOf >= 0) {
            painter.setPen(theme.text2);
            painter.drawText(place, Qt::AlignCenter, QStringLiteral("\u22ef"));
        }
        if (row.change == LineChange::Same || row.isEmpty) continue;
        const ChangeLook look = lookOf(row.change);
        painter.fillRect(place, blend(look.colour, theme.panel, 0.16));
        painter.setPen(look.colour);
        painter.drawText(place, Qt::AlignCenter, look.marker);
    }
}

void IrTextPane::resizeEvent(QResizeEvent *event) {
    QPlainTextEdit::resizeEvent(event);
    const QRect area = contentsRect();
    m_gutter->setGeometry(area.left(), area.top(), gutterWidth, area.height());
}

void IrTextPane::mouseReleaseEvent(QMouseEvent *event) {
    QPlainTextEdit::mouseReleaseEvent(event);
    // Selecting text to copy it is not choosing a row.
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection()) Q_EMIT rowChosen(textCursor().blockNumber());
}

void IrTextPane::keyReleaseEvent(QKeyEvent *event) {
    QPlainTextEdit::keyReleaseEvent(event);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) Q_EMIT rowChosen(textCursor().blockNumber());
}

void IrTextPane::changeEvent(QEvent *event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) applyFont();
}

} // namespace graphview
} // namespace jitscope

#include "moc_irtextpane.cpp"
