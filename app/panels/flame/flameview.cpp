// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/flame/flameview.h"

#include "app/models/operatorwords.h"
#include "app/panels/flame/flametext.h"
#include "app/sdk/theme.h"
#include "engine/ops/opdef.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace jitscope {
inline namespace flamepanel {

namespace {

constexpr int rowHeight = 20;
constexpr double leastWidth = 0.5; ///< narrower ones, with all below them, are not painted
constexpr double leastText = 28;

std::shared_ptr<const FlameTree> emptyTree() {
    auto tree = std::make_shared<FlameTree>();
    tree->frames.emplace_back();
    tree->frames.front().end = 1;
    return tree;
}

/** Children stand side by side from the begin of their parent on; what is left is its own time. */
std::vector<int64_t> beginsOf(const FlameTree &tree) {
    std::vector<int64_t> begins(tree.frames.size(), 0), next(tree.frames.size(), 0);
    for (size_t i = 1; i < tree.frames.size(); ++i) {
        const auto parent = size_t(tree.frames[i].parent);
        begins[i] = next[i] = next[parent];
        next[parent] += tree.frames[i].totalNs;
    }
    return begins;
}

/** The same name has the same shade, so that it is found again. */
QColor shadeOf(const QColor &colour, const std::string &name) {
    const double share = 0.35 + 0.03 * double(std::hash<std::string>{}(name) % 8);
    return blend(colour, currentTheme().panel, share);
}

} // namespace

FlameView::FlameView(QWidget *parent)
    : PickView(Qt::Vertical, parent)
    , m_tree(emptyTree())
    , m_begin(1, 0) {
    setObjectName(QStringLiteral("flameView"));
    setAccessibleName(tr("Flame graph"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumHeight(4 * rowHeight);
    viewport()->setMouseTracking(true);
}

void FlameView::setTree(std::shared_ptr<const FlameTree> tree) {
    const uint64_t zoomed = frame(m_zoomed).hash, picked = current() == none ? 0 : frame(current()).hash;
    const bool isPicked = current() != none, isZoomed = m_zoomed != 0;
    m_tree = std::move(tree);
    m_begin = beginsOf(*m_tree);
    m_isMatch.clear();
    m_shading = nullptr;
    setCurrent(isPicked ? find(picked) : none);
    m_zoomed = isZoomed ? std::max<int64_t>(find(zoomed), 0) : 0;
    m_history = {0};
    if (m_zoomed != 0) m_history.push_back(m_zoomed);
    m_at = m_history.size() - 1;
    show(m_zoomed);
}

void FlameView::setMatches(std::vector<uint8_t> isMatch) {
    m_isMatch = std::move(isMatch);
    viewport()->update();
}

void FlameView::setShading(Shading shading) {
    m_shading = std::move(shading);
    viewport()->update();
}

int64_t FlameView::find(uint64_t hash) const {
    const auto found = std::ranges::find(m_tree->frames, hash, &FlameFrame::hash);
    return found == m_tree->frames.end() ? none : found - m_tree->frames.begin();
}

void FlameView::zoomTo(int64_t frame) {
    if (frame < 0 || frame >= count() || frame == m_zoomed) return;
    m_history.resize(m_at + 1);
    m_history.push_back(frame);
    m_at = m_history.size() - 1;
    show(frame);
}

void FlameView::goBack() {
    if (canGoBack()) show(m_history[--m_at]);
}

void FlameView::goForward() {
    if (canGoForward()) show(m_history[++m_at]);
}

void FlameView::show(int64_t zoomed) {
    m_zoomed = zoomed;
    arrange();
    viewport()->update();
    Q_EMIT zoomChanged();
}

void FlameView::arrange() {
    int32_t deepest = frame(m_zoomed).depth;
    for (int64_t i = m_zoomed; i < frame(m_zoomed).end; ++i)
        deepest = std::max(deepest, frame(i).depth);
    verticalScrollBar()->setRange(0, std::max(0, (deepest + 1) * rowHeight - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(rowHeight);
}

QRectF FlameView::rectOf(int64_t item) const {
    if (item < 0 || item >= count()) return {};
    const double top = double(frame(item).depth) * rowHeight - verticalScrollBar()->value();
    const double width = viewport()->width();
    if (isAround(item, m_zoomed)) return {0, top, width, rowHeight};
    if (!isAround(m_zoomed, item) || frame(m_zoomed).totalNs == 0) return {};
    const double scale = width / double(frame(m_zoomed).totalNs);
    return {double(m_begin[size_t(item)] - m_begin[size_t(m_zoomed)]) * scale, top, double(frame(item).totalNs) * scale,
            rowHeight};
}

int64_t FlameView::itemAt(const QPointF &place) const {
    const int depth = int((place.y() + verticalScrollBar()->value()) / rowHeight);
    if (place.y() + verticalScrollBar()->value() < 0) return none;
    if (depth <= frame(m_zoomed).depth) {
        int64_t item = m_zoomed;
        while (frame(item).depth > depth)
            item = frame(item).parent;
        return item;
    }
    int64_t item = m_zoomed;
    while (frame(item).depth < depth) {
        int64_t child = item + 1;
        while (child < frame(item).end && !(rectOf(child).left() <= place.x() && place.x() < rectOf(child).right()))
            child = frame(child).end;
        if (child >= frame(item).end) return none;
        item = child;
    }
    return item;
}

void FlameView::paint(QPainter &painter, const QRect &) {
    painter.fillRect(viewport()->rect(), currentTheme().panel);
    painter.setFont(smallUiFont());
    if (m_tree->totalNs() == 0) return;
    for (int64_t item = m_zoomed; item >= 0; item = frame(item).parent)
        paintFrame(painter, item, rectOf(item));
    for (int64_t item = m_zoomed + 1; item < frame(m_zoomed).end;) {
        const QRectF rect = rectOf(item);
        const bool isBelowView = rect.top() > viewport()->height();
        if (!isBelowView && rect.width() >= leastWidth) paintFrame(painter, item, rect);
        item = isBelowView || rect.width() < leastWidth ? frame(item).end : item + 1;
    }
}

QColor FlameView::colourOf(int64_t item) const {
    const Theme &theme = currentTheme();
    const FlameFrame &shown = frame(item);
    switch (shown.kind) {
    case FlameKind::All:
    case FlameKind::Unknown:
    case FlameKind::Process:
    case FlameKind::Lane:
        return theme.track;
    case FlameKind::Function:
        return shadeOf(theme.reduction, shown.name.str() + shown.file.str());
    case FlameKind::Graph:
        return shadeOf(theme.accent, shown.name.str());
    case FlameKind::Scope:
        return shadeOf(theme.parameter, shown.name.str());
    case FlameKind::Kernel:
        return theme.fused;
    case FlameKind::Slice:
        if (findOp(shown.name.str()) == nullptr) return shadeOf(theme.accent, shown.name.str());
        break;
    case FlameKind::Operator:
        break;
    }
    const OpDef *op = findOp(shown.name.str());
    return theme.category(op ? op->category : OpCategory::Other);
}

void FlameView::paintFrame(QPainter &painter, int64_t item, const QRectF &rect) const {
    const Theme &theme = currentTheme();
    if (rect.bottom() < 0) return;
    const QRectF box = rect.adjusted(0, 0, rect.width() > 3 ? -1 : 0, -1);
    const bool isDim =
        (!m_isMatch.empty() && !m_isMatch[size_t(item)]) || (item != m_zoomed && isAround(item, m_zoomed));
    QColor colour = m_shading ? m_shading(item).colour : colourOf(item);
    if (isDim) colour = blend(colour, theme.panel, 0.25);
    painter.fillRect(box, colour);
    if (item == current()) {
        painter.setPen(QPen(theme.text, 2));
        painter.drawRect(box.adjusted(1, 1, -1, -1));
    }
    if (box.width() < leastText) return;
    painter.setPen(inkOn(colour));
    const QString text =
        flameTitle(frame(item)) + QStringLiteral("  ") + (m_shading ? m_shading(item).text : shareText(item));
    const QRectF room = box.adjusted(4, 0, -2, 0);
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, int(room.width())));
}

QString FlameView::shareText(int64_t item) const {
    if (m_tree->totalNs() == 0) return {};
    return QString::number(100 * double(frame(item).totalNs) / double(m_tree->totalNs()), 'f', 1) +
           QStringLiteral(" %");
}

QString FlameView::textOf(int64_t item) const {
    const FlameFrame &shown = frame(item);
    const bool isOfSlices = isOfTrace(*m_tree);
    const QString title = shown.kind == FlameKind::All       ? (isOfSlices ? tr("all lanes") : tr("all operators"))
                          : shown.kind == FlameKind::Unknown ? groupText(OpGrouping::Line, titleOf(shown))
                                                             : flameTitle(shown);
    const QString form = isOfSlices ? tr("%1: %2 (%3), self %4, %n slice(s)", nullptr, int(shown.count))
                                    : tr("%1: %2 (%3), self %4, %n call(s)", nullptr, int(shown.count));
    return form.arg(title, timeOrUnknown(double(shown.totalNs)), shareText(item), timeOrUnknown(double(shown.selfNs)));
}

QString FlameView::toolTipOf(int64_t item) const {
    QString text = textOf(item);
    if (m_zoomed != 0 && isAround(m_zoomed, item))
        text += QLatin1Char('\n') +
                tr("%1 % of what is in view")
                    .arg(100 * double(frame(item).totalNs) / double(frame(m_zoomed).totalNs), 0, 'f', 1);
    if (m_shading) text += QLatin1Char('\n') + m_shading(item).explanation;
    if (!frame(item).file.empty())
        text += QStringLiteral("\n%1:%2").arg(QString::fromStdString(frame(item).file.str())).arg(frame(item).line);
    return text;
}

/** The frame to which an arrow leads; where there is none, the same. */
int64_t FlameView::stepFrom(int64_t item, int key) const {
    if (item == none || !(isAround(m_zoomed, item) || isAround(item, m_zoomed))) return m_zoomed;
    const FlameFrame &shown = frame(item);
    if (key == Qt::Key_Up) return std::max<int64_t>(shown.parent, 0);
    // Above what is zoomed to there is one way down.
    if (key == Qt::Key_Down && item != m_zoomed && isAround(item, m_zoomed)) {
        int64_t child = m_zoomed;
        while (frame(child).parent != item)
            child = frame(child).parent;
        return child;
    }
    if (key == Qt::Key_Down) return item + 1 < shown.end ? item + 1 : item;
    if (isAround(item, m_zoomed)) return item; // it has the width for itself
    if (key == Qt::Key_Right) return shown.end < frame(shown.parent).end ? shown.end : item;
    int64_t before = shown.parent + 1;
    while (before < item && frame(before).end < item)
        before = frame(before).end;
    return before;
}

/** Those of its keys that are commands of the window elsewhere. */
bool FlameView::event(QEvent *event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isPlain = (key->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier;
        if (isPlain && (key->key() == Qt::Key_Backspace || (key->key() == Qt::Key_Escape && m_zoomed != 0))) {
            event->accept();
            return true;
        }
    }
    return PickView::event(event);
}

void FlameView::keyPressEvent(QKeyEvent *event) {
    const bool isPlain = (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
    if (!isPlain) return PickView::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int64_t item = stepFrom(current(), event->key());
        if (item == current()) return event->ignore();
        setCurrent(item);
        Q_EMIT picked(item);
        return;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return current() == none ? event->ignore() : zoomTo(current());
    case Qt::Key_Backspace:
        return event->modifiers().testFlag(Qt::ShiftModifier) ? goForward() : goBack();
    case Qt::Key_Escape:
        return m_zoomed == 0 ? event->ignore() : zoomTo(0);
    default:
        return PickView::keyPressEvent(event);
    }
}

void FlameView::mouseDoubleClickEvent(QMouseEvent *event) {
    const int64_t item = event->button() == Qt::LeftButton ? itemAt(event->position()) : none;
    if (item == none) return event->ignore();
    zoomTo(item);
}

void FlameView::contextMenuEvent(QContextMenuEvent *event) {
    const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
    const int64_t item = isKey ? current() : itemAt(event->pos());
    if (item == none) return event->ignore();
    if (!isKey) setCurrent(item);
    const QPoint place = isKey ? viewport()->mapToGlobal(rectOf(item).center().toPoint()) : event->globalPos();
    Q_EMIT menuWanted(item, place);
}

} // namespace flamepanel
} // namespace jitscope

#include "moc_flameview.cpp"
