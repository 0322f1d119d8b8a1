// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/graphview.h"

#include "app/graphview/graphaccessible.h"
#include "app/graphview/graphsearch.h"
#include "app/graphview/minimap.h"
#include "app/graphview/searchbar.h"
#include "engine/base/text.h"

#include <QGraphicsScene>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace jitscope {

namespace {

constexpr double smallestZoom = 0.0005, largestZoom = 4;
constexpr double fitMargin = 28;
constexpr double zoomStep = 1.2;

} // namespace

GraphView::GraphView(QWidget *parent)
    : QGraphicsView(parent) {
    setScene(new QGraphicsScene(this));
    // What the scene would index is not in it: cards are painted by GraphPainter, which has its own index.
    scene()->setItemIndexMethod(QGraphicsScene::NoIndex);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTransformationAnchor(QGraphicsView::NoAnchor);
    setResizeAnchor(QGraphicsView::NoAnchor);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setOptimizationFlags(QGraphicsView::DontSavePainterState | QGraphicsView::DontAdjustForAntialiasing);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_InputMethodEnabled, false); // single letters are commands here, also with a Chinese keyboard
    viewport()->setMouseTracking(true);
    installGraphAccessibility();
    setAccessibleName(tr("Graph"));
    setAccessibleDescription(tr("Arrow keys walk along the edges, Space shows all, Ctrl+F finds"));
    m_minimap = new Minimap(*this);
    m_search = new SearchBar(*this);
}

GraphView::~GraphView() = default;

void GraphView::setPicture(GraphPicture picture, Camera camera) {
    const int anchor = cursorCard();
    const bool isAnchored = camera == Camera::Anchor && anchor >= 0 && size_t(anchor) < graph().nodes.size();
    const std::string anchorKey = isAnchored ? graph().nodes[size_t(anchor)].key : std::string();
    const QPointF anchorPlace =
        isAnchored ? QPointF(mapFromScene(toRect(m_painter.layout().nodes[size_t(anchor)]).topLeft())) : QPointF();

    m_painter = GraphPainter(std::move(picture));
    const QString query = m_search->query();
    m_highlight = {};
    m_highlight.found = searchGraph(graph(), query);
    m_match = -1;
    updateSceneRect();
    const int moved = isAnchored ? graph().cardWithKey(anchorKey) : -1;
    if (camera == Camera::Fit) {
        fit();
    } else if (moved >= 0) {
        const QPointF now = mapFromScene(toRect(m_painter.layout().nodes[size_t(moved)]).topLeft());
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + int(now.x() - anchorPlace.x()));
        verticalScrollBar()->setValue(verticalScrollBar()->value() + int(now.y() - anchorPlace.y()));
    }
    m_search->showCount(m_match, int(m_highlight.found.size()));
    m_minimap->updatePlace();
    viewport()->update();
}

/** The area that can be scrolled to: the graph with a screen of space around it, so that any card can be centred. */
void GraphView::updateSceneRect() {
    const double zoomNow = std::max(zoom(), smallestZoom);
    const double aside = viewport()->width() / zoomNow, above = viewport()->height() / zoomNow;
    setSceneRect(m_painter.bounds().adjusted(-aside, -above, aside, above));
}

void GraphView::setSelectedCards(std::vector<int> cards) {
    std::sort(cards.begin(), cards.end());
    if (cards == m_highlight.selected) return;
    m_highlight.selected = std::move(cards);
    if (!m_highlight.selected.empty()) reveal(m_highlight.selected.front());
    viewport()->update();
}

void GraphView::setCurrentCard(int card) {
    if (card == m_highlight.current) return;
    m_highlight.current = card;
    if (card >= 0) reveal(card);
    viewport()->update();
}

QRectF GraphView::visibleArea() const {
    return mapToScene(viewport()->rect()).boundingRect();
}

void GraphView::cameraMoved() {
    m_minimap->updatePlace();
    viewport()->update();
    Q_EMIT cameraChanged();
}

void GraphView::setZoom(double zoomWanted, QPointF fixed) {
    const double next = std::clamp(zoomWanted, smallestZoom, largestZoom);
    const QPointF scenePoint = mapToScene(fixed.toPoint());
    setTransform(QTransform::fromScale(next, next));
    updateSceneRect();
    const QPointF now = QPointF(mapFromScene(scenePoint));
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + int(std::lround(now.x() - fixed.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + int(std::lround(now.y() - fixed.y())));
    cameraMoved();
}

void GraphView::fit() {
    m_isFitted = true;
    const QRectF bounds = m_painter.bounds();
    if (bounds.isEmpty() || viewport()->width() < 10) return;
    const double across = (viewport()->width() - 2 * fitMargin) / std::max(1.0, bounds.width());
    const double down = (viewport()->height() - 2 * fitMargin) / std::max(1.0, bounds.height());
    const double scale = std::clamp(std::min({across, down, 1.0}), smallestZoom, largestZoom);
    setTransform(QTransform::fromScale(scale, scale));
    updateSceneRect();
    centerOn(bounds.center());
    cameraMoved();
}

void GraphView::zoomToSelection() {
    if (m_highlight.selected.empty()) return fit();
    QRectF area;
    for (int card : m_highlight.selected)
        area |= toRect(m_painter.layout().nodes[size_t(card)]);
    zoomTo(area.adjusted(-90, -70, 90, 70));
}

void GraphView::zoomTo(QRectF area) {
    stopFitting();
    area.adjust(-fitMargin, -fitMargin, fitMargin, fitMargin);
    const double across = viewport()->width() / area.width(), down = viewport()->height() / area.height();
    const double scale = std::max(smallestZoom, std::min({across, down, 1.0}));
    setTransform(QTransform::fromScale(scale, scale));
    updateSceneRect();
    centerOn(area.center());
    cameraMoved();
}

void GraphView::centreOn(QPointF point) {
    stopFitting();
    centerOn(point);
    cameraMoved();
}

void GraphView::reveal(int card) {
    if (card < 0 || size_t(card) >= m_painter.layout().nodes.size()) return;
    const QRectF box = toRect(m_painter.layout().nodes[size_t(card)]);
    if (visibleArea().contains(box)) return;
    centreOn(box.center());
}

void GraphView::followCamera(const GraphView &other) {
    m_isFitted = other.m_isFitted;
    setTransform(other.transform());
    updateSceneRect();
    centerOn(other.visibleArea().center());
    m_minimap->updatePlace();
    viewport()->update();
}

void GraphView::setSearch(const QString &query) {
    m_highlight.found = searchGraph(graph(), query);
    m_match = -1;
    m_search->showCount(m_match, int(m_highlight.found.size()));
    if (!m_highlight.found.empty()) goToMatch(1);
    viewport()->update();
}

void GraphView::openSearch() {
    m_search->open();
}

void GraphView::goToMatch(int step) {
    const int count = int(m_highlight.found.size());
    if (count == 0) return;
    m_match = m_match < 0 ? (step > 0 ? 0 : count - 1) : (m_match + step + count) % count;
    m_search->showCount(m_match, count);
    choose(m_highlight.found[size_t(m_match)]);
}

void GraphView::choose(int card) {
    m_highlight.selected = {card};
    reveal(card);
    viewport()->update();
    announceCard(*this, card);
    Q_EMIT cardChosen(card);
}

int GraphView::cursorCard() const {
    if (!m_highlight.selected.empty()) return m_highlight.selected.front();
    return m_highlight.hovered;
}

void GraphView::walk(int key) {
    if (graph().nodes.empty()) return;
    const int at = cursorCard();
    if (at < 0) return choose(0);
    const auto firstOf = [](const std::vector<int> &cards) { return cards.empty() ? -1 : cards.front(); };
    const int next = key == Qt::Key_Up     ? firstOf(m_painter.producers(at))
                     : key == Qt::Key_Down ? firstOf(m_painter.consumers(at))
                                           : m_painter.neighbour(at, key == Qt::Key_Left ? -1 : 1);
    if (next >= 0) choose(next);
}

QString GraphView::toolTipOf(int card) const {
    const DisplayNode &node = graph().nodes[size_t(card)];
    QStringList lines{QStringLiteral("<b>%1</b>%2")
                          .arg(node.title.toHtmlEscaped(), node.detail.isEmpty()
                                                               ? QString()
                                                               : QStringLiteral(" · ") + node.detail.toHtmlEscaped())};
    if (!node.type.isEmpty()) lines << QStringLiteral("<code>%1</code>").arg(node.type.toHtmlEscaped());
    if (!node.arguments.isEmpty()) lines << node.arguments.join(QStringLiteral(", ")).toHtmlEscaped();
    if (node.timeNs >= 0) lines << QString::fromStdString(humanTime(node.timeNs));
    if (node.change != NodeChange::Unchanged) lines << changeWord(node.change);
    if (!node.scope.isEmpty()) lines << node.scope.toHtmlEscaped();
    if (node.node && node.node->spans && !node.node->spans->empty()) {
        const SourceSpan &span = node.node->spans->front();
        const auto name = split(span.file, '/').back();
        lines << QString::fromStdString(format("%s:%d", name.c_str(), span.line)).toHtmlEscaped();
        if (!span.text.empty())
            lines << QStringLiteral("<code>%1</code>")
                         .arg(QString::fromStdString(std::string(trimmed(span.text))).toHtmlEscaped());
    }
    if (node.isExpandable) lines << tr("Double-click shows what is in it");
    return lines.join(QStringLiteral("<br>"));
}

void GraphView::drawBackground(QPainter *painter, const QRectF &rect) {
    painter->fillRect(rect, currentTheme().panel);
}

void GraphView::drawForeground(QPainter *painter, const QRectF &rect) {
    m_painter.paint(*painter, rect, zoom(), m_highlight, currentTheme());
}

void GraphView::wheelEvent(QWheelEvent *event) {
    const QPoint delta = event->angleDelta();
    const double turn = delta.y() != 0 ? delta.y() : delta.x();
    stopFitting();
    if (event->modifiers() & Qt::ShiftModifier) {
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - int(turn));
        cameraMoved();
    } else if (event->modifiers() & Qt::AltModifier) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() - int(turn));
        cameraMoved();
    } else {
        setZoom(zoom() * std::pow(zoomStep, turn / 120), event->position());
    }
    event->accept();
}

void GraphView::mousePressEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    m_pressed = m_panFrom = event->pos();
    m_isPanning = false;
}

void GraphView::mouseMoveEvent(QMouseEvent *event) {
    if (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) {
        // A hand that trembles a little still clicks.
        if (!m_isPanning && (event->pos() - m_pressed).manhattanLength() < 5) return;
        m_isPanning = true;
        stopFitting();
        viewport()->setCursor(Qt::ClosedHandCursor);
        const QPoint moved = event->pos() - m_panFrom;
        m_panFrom = event->pos();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - moved.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - moved.y());
        cameraMoved();
        return;
    }
    const int card = m_painter.cardAt(mapToScene(event->pos()));
    if (card == m_highlight.hovered) return;
    m_highlight.hovered = card;
    viewport()->setCursor(card >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    viewport()->update();
}

void GraphView::mouseReleaseEvent(QMouseEvent *event) {
    const bool wasPan = m_isPanning;
    m_isPanning = false;
    viewport()->setCursor(Qt::ArrowCursor);
    if (wasPan || event->button() != Qt::LeftButton) return;
    const QPointF point = mapToScene(event->pos());
    const int card = m_painter.cardAt(point);
    if (card >= 0) return choose(card);
    const int target = m_painter.stubTargetAt(point);
    if (target >= 0) choose(target);
}

void GraphView::mouseDoubleClickEvent(QMouseEvent *event) {
    const QPointF point = mapToScene(event->pos());
    const int card = m_painter.cardAt(point);
    if (card >= 0 && graph().nodes[size_t(card)].isExpandable) {
        Q_EMIT toggled(QString::fromStdString(graph().nodes[size_t(card)].key));
        return;
    }
    const int hull = card >= 0 ? -1 : m_painter.hullTitleAt(point);
    if (hull >= 0) Q_EMIT toggled(QString::fromStdString(graph().groups[size_t(hull)].key));
}

void GraphView::leaveEvent(QEvent *event) {
    m_highlight.hovered = -1;
    viewport()->update();
    QGraphicsView::leaveEvent(event);
}

void GraphView::keyPressEvent(QKeyEvent *event) {
    const bool control = event->modifiers() & Qt::ControlModifier;
    const QPointF middle = viewport()->rect().center();
    if (event->matches(QKeySequence::Find)) return openSearch();
    if (event->matches(QKeySequence::ZoomIn) || event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal) {
        stopFitting();
        return setZoom(zoom() * zoomStep, middle);
    }
    if (event->matches(QKeySequence::ZoomOut) || event->key() == Qt::Key_Minus) {
        stopFitting();
        return setZoom(zoom() / zoomStep, middle);
    }
    if (event->key() == Qt::Key_F3) return goToMatch(event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    if (event->key() == Qt::Key_Space || (control && event->key() == Qt::Key_0)) return fit();
    if (control || event->modifiers() & Qt::AltModifier) {
        event->ignore(); // Ctrl+Up and Alt+Left belong to the panel and the window
        return;
    }
    switch (event->key()) {
    case Qt::Key_F:
        return zoomToSelection();
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        return walk(event->key());
    case Qt::Key_Home:
        if (!graph().nodes.empty()) choose(0);
        return;
    case Qt::Key_End:
        if (!graph().nodes.empty()) choose(int(graph().nodes.size()) - 1);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        const int card = cursorCard();
        if (card < 0) return;
        const DisplayNode &node = graph().nodes[size_t(card)];
        if (node.isExpandable)
            Q_EMIT toggled(QString::fromStdString(node.key));
        else if (node.group >= 0)
            Q_EMIT toggled(QString::fromStdString(graph().groups[size_t(node.group)].key));
        return;
    }
    case Qt::Key_B:
        if (!event->isAutoRepeat()) Q_EMIT blinkHeld(true);
        return;
    default:
        event->ignore();
    }
}

void GraphView::keyReleaseEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_B && !event->isAutoRepeat())
        Q_EMIT blinkHeld(false);
    else
        event->ignore();
}

void GraphView::resizeEvent(QResizeEvent *event) {
    QGraphicsView::resizeEvent(event);
    if (m_isFitted)
        fit();
    else
        updateSceneRect();
    m_minimap->updatePlace();
    m_search->updatePlace();
}

void GraphView::showEvent(QShowEvent *event) {
    QGraphicsView::showEvent(event);
    if (m_isFitted) fit();
}

void GraphView::changeEvent(QEvent *event) {
    QGraphicsView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) viewport()->update();
}

bool GraphView::viewportEvent(QEvent *event) {
    if (event->type() != QEvent::ToolTip) return QGraphicsView::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int card = m_painter.cardAt(mapToScene(help->pos()));
    if (card >= 0)
        QToolTip::showText(help->globalPos(), toolTipOf(card), viewport());
    else
        QToolTip::hideText();
    return true;
}

} // namespace jitscope
