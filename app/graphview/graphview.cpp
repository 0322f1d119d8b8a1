// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/graphview.h"

#include "app/graphview/graphaccessible.h"
#include "app/graphview/graphsearch.h"
#include "app/graphview/minimap.h"
#include "app/graphview/searchbar.h"
#include "app/graphview/viewcaption.h"
#include "app/models/tablecell.h"
#include "app/sdk/plaintext.h"
#include "engine/base/text.h"
#include "engine/ir/nodename.h"

#include <QGraphicsScene>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QScrollBar>
#include <QStyle>
#include <QThreadPool>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace graphview {

namespace {

constexpr double smallestZoom = 0.0005, largestZoom = 4;
constexpr double fitMargin = 28;
constexpr double zoomStep = 1.2;
constexpr double readableZoom = 0.75;
constexpr int pulseMs = 200;

/** A hundred thousand cards take longer to free than a frame. */
void freeElsewhere(std::shared_ptr<GraphPainter> painter) {
    if (painter.use_count() != 1 || painter->graph().nodes.size() < 5000) return;
    QThreadPool::globalInstance()->start([old = std::move(painter)]() mutable { old.reset(); });
}

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
    setAccessibleDescription(
        tr("Arrow keys walk along the edges, + and − open and close, Space shows all, Ctrl+F finds"));
    m_minimap = new Minimap(*this);
    m_search = new SearchBar(*this);
    m_caption = new ViewCaption(this);
    m_frame = new QRubberBand(QRubberBand::Rectangle, viewport());
    m_pulse.setStartValue(0.0);
    m_pulse.setEndValue(1.0);
    m_pulse.setDuration(pulseMs);
    connect(&m_pulse, &QVariantAnimation::valueChanged, this, [this](const QVariant &value) {
        m_highlight.pulse = value.toDouble();
        viewport()->update();
    });
}

GraphView::~GraphView() = default;

/** Of the card or the hull with that key. */
std::optional<QRectF> GraphView::placeOf(const std::string &key) const {
    const int card = graph().cardWithKey(key);
    if (card >= 0) return toRect(m_painter->layout().nodes[size_t(card)]);
    const auto &groups = graph().groups;
    const auto hull = std::find_if(groups.begin(), groups.end(), [&](const DisplayGroup &g) { return g.key == key; });
    if (hull == groups.end()) return {};
    return toRect(m_painter->layout().groups[size_t(hull - groups.begin())]);
}

void GraphView::setPainter(std::shared_ptr<GraphPainter> painter, Camera camera, const std::string &anchor) {
    const int cursor = m_highlight.current >= 0 && anchor.empty() ? m_highlight.current : cursorCard();
    const bool hasCursor = cursor >= 0 && size_t(cursor) < graph().nodes.size();
    const std::string key = !anchor.empty() ? anchor : hasCursor ? graph().nodes[size_t(cursor)].key : std::string();
    const auto before = camera == Camera::Anchor ? placeOf(key) : std::nullopt;
    const QPointF seen = before ? viewportTransform().map(before->topLeft()) : QPointF();

    std::swap(m_painter, painter);
    freeElsewhere(std::move(painter));
    const QString query = m_search->query();
    m_pulse.stop();
    m_fittedCard = -1;
    m_cursor = -1;
    m_kept.clear();
    m_chosen.clear();
    m_highlight = {};
    m_highlight.found = searchGraph(graph(), query);
    m_match = -1;
    updateSceneRect();
    const auto after = before ? placeOf(key) : std::nullopt;
    if (camera == Camera::Anchor) stopFitting(); // what stays in its place must not jump with the next resizing
    if (camera == Camera::Fit) {
        fit();
    } else if (after) {
        const QPointF moved = viewportTransform().map(after->topLeft()) - seen;
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + int(std::lround(moved.x())));
        verticalScrollBar()->setValue(verticalScrollBar()->value() + int(std::lround(moved.y())));
    }
    m_search->showCount(m_match, int(m_highlight.found.size()));
    m_minimap->updatePlace();
    viewport()->update();
}

void GraphView::exchangePictures(GraphView &other) {
    std::swap(m_painter, other.m_painter);
    for (GraphView *view : {this, &other}) {
        view->m_pulse.stop();
        view->m_fittedCard = -1;
        view->m_match = -1;
        view->m_cursor = -1;
        view->m_kept.clear();
        view->m_chosen.clear();
    }
    std::swap(m_highlight, other.m_highlight);
    for (GraphView *view : {this, &other}) {
        view->m_highlight.found = searchGraph(view->graph(), view->m_search->query());
        view->m_minimap->updatePlace();
        view->viewport()->update();
    }
}

/** The area that can be scrolled to: the graph with a screen of space around it, so that any card can be centred. */
void GraphView::updateSceneRect() {
    const double zoomNow = std::max(zoom(), smallestZoom);
    const double aside = viewport()->width() / zoomNow, above = viewport()->height() / zoomNow;
    setSceneRect(m_painter->bounds().adjusted(-aside, -above, aside, above));
}

void GraphView::setSelectedCards(std::vector<int> cards, Scroll scroll) {
    std::sort(cards.begin(), cards.end());
    if (cards == m_highlight.selected) return;
    m_highlight.selected = std::move(cards);
    const auto isGone = [this](int card) { return !isMarked(card); };
    std::erase_if(m_kept, isGone);
    std::erase_if(m_chosen, isGone);
    if (!isMarked(m_cursor)) m_cursor = -1;
    viewport()->update();
    if (scroll == Scroll::ToFirst && !m_highlight.selected.empty()) reveal(m_highlight.selected.front());
}

void GraphView::setCurrentCards(int current, int next) {
    if (current == m_highlight.current && next == m_highlight.next) return;
    m_highlight.current = current;
    m_highlight.next = next;
    viewport()->update();
}

void GraphView::pulse(std::vector<int> cards) {
    std::sort(cards.begin(), cards.end());
    if (cards.empty() || style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) == 0) return;
    m_highlight.fresh = std::move(cards);
    m_pulse.start();
}

void GraphView::restyle(const std::function<void(DisplayGraph &)> &change) {
    if (m_painter.use_count() > 1) m_painter = std::make_shared<GraphPainter>(*m_painter); // others show it as well
    m_painter->restyle(change);
    viewport()->update();
}

void GraphView::setCaption(const QStringList &lines) {
    if (lines == caption()) return;
    m_caption->setLines(lines);
    m_minimap->updatePlace();
    if (m_isFitted && m_fittedCard < 0 && isAnyUnderCaption()) fit();
}

QStringList GraphView::caption() const {
    return m_caption->lines();
}

QRect GraphView::captionArea() const {
    return m_caption->lines().isEmpty() ? QRect() : m_caption->geometry();
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

void GraphView::fitCard(int card) {
    m_isFitted = true;
    m_fittedCard = card;
    setTransform(QTransform::fromScale(readableZoom, readableZoom));
    updateSceneRect();
    centerOn(m_painter->placeOf(card).center());
    cameraMoved();
}

void GraphView::fitAgain() {
    if (m_fittedCard >= 0 && size_t(m_fittedCard) < graph().nodes.size()) return fitCard(m_fittedCard);
    fit();
}

void GraphView::fit() {
    m_isFitted = true;
    m_fittedCard = -1;
    const QRectF bounds = m_painter->bounds();
    if (bounds.isEmpty() || viewport()->width() < 10) return;
    fitInto(viewport()->rect());
    if (isAnyUnderCaption()) fitInto(viewport()->rect().adjusted(0, 0, 0, m_caption->y() - viewport()->height()));
    cameraMoved();
}

void GraphView::fitInto(const QRect &room) {
    const QRectF bounds = m_painter->bounds();
    const double across = (room.width() - 2 * fitMargin) / std::max(1.0, bounds.width());
    const double down = (room.height() - 2 * fitMargin) / std::max(1.0, bounds.height());
    const double scale = std::clamp(std::min({across, down, 1.0}), smallestZoom, largestZoom);
    setTransform(QTransform::fromScale(scale, scale));
    updateSceneRect();
    const QPointF aside = QRectF(viewport()->rect()).center() - QRectF(room).center();
    centerOn(bounds.center() + aside / scale);
}

bool GraphView::isUnderCaption(int card) const {
    return !m_caption->lines().isEmpty() &&
           mapFromScene(m_painter->placeOf(card)).boundingRect().intersects(m_caption->geometry());
}

bool GraphView::isAnyUnderCaption() const {
    if (m_caption->lines().isEmpty()) return false;
    const QRectF area = mapToScene(m_caption->geometry()).boundingRect();
    return std::ranges::any_of(m_painter->layout().nodes,
                               [&](const LayoutBox &box) { return area.intersects(toRect(box)); });
}

void GraphView::zoomToSelection() {
    if (m_highlight.selected.empty()) return fit();
    QRectF area;
    for (int card : m_highlight.selected)
        area |= toRect(m_painter->layout().nodes[size_t(card)]);
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
    if (card < 0 || size_t(card) >= m_painter->layout().nodes.size()) return;
    const QRectF box = toRect(m_painter->layout().nodes[size_t(card)]);
    const QRectF seen = visibleArea();
    if ((seen.contains(box) && !isUnderCaption(card)) || !isVisible()) return;
    stopFitting();
    // Only as far as needed, with room for what comes next; what is far away comes into the middle.
    const QRectF wanted = box.adjusted(-60, -60, 60, 110);
    if (!seen.intersects(wanted) || wanted.width() > seen.width() || wanted.height() > seen.height())
        return centreOn(box.center());
    const double x = std::min(0.0, wanted.left() - seen.left()) + std::max(0.0, wanted.right() - seen.right());
    const double y = std::min(0.0, wanted.top() - seen.top()) + std::max(0.0, wanted.bottom() - seen.bottom());
    centreOn(seen.center() + QPointF(x, y));
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

void GraphView::setChoosing(Choosing choosing) {
    m_choosing = choosing;
    setAccessibleDescription(
        choosing == Choosing::One
            ? tr("Arrow keys walk along the edges, + and − open and close, Space shows all, Ctrl+F finds")
            : tr("Arrow keys walk along the edges, with Shift they choose several, Ctrl+Space keeps a node chosen, + "
                 "and "
                 "− open and close, Space shows all, Ctrl+F finds"));
}

bool GraphView::isMarked(int card) const {
    return std::ranges::binary_search(m_highlight.selected, card);
}

bool GraphView::isChosen(int card) const {
    return std::ranges::find(m_chosen, card) != m_chosen.end();
}

/** What others are added to: a card that was chosen elsewhere counts, what is marked beside it does not. */
std::vector<int> GraphView::chosenCards() const {
    if (!m_chosen.empty() || m_highlight.selected.size() != 1) return m_chosen;
    return m_highlight.selected;
}

void GraphView::choose(int card) {
    std::vector<int> cards = m_kept;
    cards.push_back(card);
    chooseTogether(std::move(cards), card);
}

void GraphView::chooseAlone(int card) {
    m_kept.clear();
    choose(card);
}

void GraphView::chooseTogether(std::vector<int> cards, int cursor) {
    std::ranges::sort(cards);
    cards.erase(std::ranges::unique(cards).begin(), cards.end());
    m_highlight.selected = m_chosen = cards;
    m_cursor = cursor;
    reveal(cursor);
    viewport()->update();
    announceCard(*this, cursor);
    if (cards.size() == 1) return Q_EMIT cardChosen(cursor);
    std::erase(cards, cursor);
    cards.push_back(cursor);
    Q_EMIT cardsChosen(cards);
}

void GraphView::toggleChosen(int card) {
    std::vector<int> cards = chosenCards();
    std::erase(m_kept, card);
    if (std::erase(cards, card) == 0 || cards.empty()) {
        cards.push_back(card);
        return chooseTogether(std::move(cards), card);
    }
    const int cursor = std::ranges::find(cards, m_cursor) == cards.end() ? cards.back() : m_cursor;
    chooseTogether(std::move(cards), cursor);
}

/** The card under the cursor stays chosen while keys go on to others; again, it does not. */
void GraphView::toggleKept() {
    const int card = cursorCard();
    if (card < 0) return;
    if (std::erase(m_kept, card) == 0) m_kept.push_back(card);
    choose(card);
}

void GraphView::drawFrame(const QPoint &to) {
    m_frame->setGeometry(QRect(m_pressed, to).normalized());
    m_frame->show();
}

/** All in the frame that was drawn, beside those that are chosen. */
void GraphView::chooseFramed() {
    const QRectF area = mapToScene(m_frame->geometry()).boundingRect();
    m_frame->hide();
    std::vector<int> cards = chosenCards();
    const auto &places = m_painter->layout().nodes;
    int last = -1;
    for (size_t i = 0; i < places.size(); ++i)
        if (graph().nodes[i].id.valid() && area.intersects(toRect(places[i]))) cards.push_back(last = int(i));
    if (last >= 0) chooseTogether(std::move(cards), last);
}

int GraphView::cursorCard() const {
    if (m_cursor >= 0) return m_cursor;
    if (!m_highlight.selected.empty()) return m_highlight.selected.front();
    return m_highlight.hovered;
}

int GraphView::stepFrom(int card, int key) const {
    const auto firstOf = [](const std::vector<int> &cards) { return cards.empty() ? -1 : cards.front(); };
    if (key == Qt::Key_Up) return firstOf(m_painter->producers(card));
    if (key == Qt::Key_Down) return firstOf(m_painter->consumers(card));
    return m_painter->neighbour(card, key == Qt::Key_Left ? -1 : 1);
}

void GraphView::walk(const QKeyEvent &event) {
    if (graph().nodes.empty()) return;
    const int at = cursorCard();
    if (at < 0) return choose(0);
    const int next = stepFrom(at, event.key());
    if (next < 0) return;
    if (m_choosing == Choosing::One || !(event.modifiers() & Qt::ShiftModifier)) return choose(next);
    std::vector<int> cards = chosenCards();
    cards.push_back(next);
    chooseTogether(std::move(cards), next);
}

QString GraphView::toolTipOf(int card) const {
    const DisplayNode &node = graph().nodes[size_t(card)];
    QString head = node.title;
    if (node.node && node.node->isCall()) head += QLatin1Char(' ') + QString::fromStdString(nodeName(*node.node));
    if (!node.detail.isEmpty()) head += QStringLiteral(" · ") + node.detail;
    QStringList lines{head};
    if (!node.type.isEmpty()) lines << brokenLines(node.type);
    if (!node.arguments.isEmpty()) lines << brokenLines(node.arguments.join(QStringLiteral(", ")));
    if (!node.note.isEmpty()) lines << brokenLines(node.note);
    if (node.op >= 0)
        lines << (node.lastOp > node.op ? tr("#%1–#%2").arg(node.op).arg(node.lastOp) : tr("#%1").arg(node.op));
    if (node.timeNs >= 0) lines << measuredTime(node.timeMeasure, node.timeNs);
    if (node.bytes > 0) lines << sizeText(double(node.bytes));
    if (node.change != NodeChange::Unchanged) lines << changeWord(node.change);
    if (!node.scope.isEmpty()) lines << node.scope;
    if (node.node && node.node->spans && !node.node->spans->empty()) {
        const SourceSpan &span = node.node->spans->front();
        const auto name = split(span.file, '/').back();
        lines << QString::fromStdString(format("%s:%d", name.c_str(), span.line));
        if (!span.text.empty()) lines << QString::fromStdString(std::string(trimmed(span.text)));
    }
    if (node.isExpandable) lines << tr("Double-click shows what is in it");
    return lines.join(QLatin1Char('\n'));
}

void GraphView::drawBackground(QPainter *painter, const QRectF &rect) {
    painter->fillRect(rect, currentTheme().panel);
}

void GraphView::drawForeground(QPainter *painter, const QRectF &rect) {
    m_painter->paint(*painter, rect, zoom(), m_highlight, currentTheme());
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
        const bool isFrame = m_frame->isVisible();
        if (!m_isPanning && !isFrame && (event->pos() - m_pressed).manhattanLength() < 5) return;
        const bool wantsFrame = m_choosing == Choosing::Several && event->modifiers() & Qt::ShiftModifier &&
                                event->buttons() & Qt::LeftButton;
        if (isFrame || (wantsFrame && !m_isPanning)) return drawFrame(event->pos());
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
    const int card = m_painter->cardAt(mapToScene(event->pos()));
    if (card == m_highlight.hovered) return;
    m_highlight.hovered = card;
    viewport()->setCursor(card >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    viewport()->update();
}

void GraphView::mouseReleaseEvent(QMouseEvent *event) {
    const bool wasPan = m_isPanning;
    m_isPanning = false;
    viewport()->setCursor(Qt::ArrowCursor);
    if (m_frame->isVisible()) return chooseFramed();
    if (wasPan || event->button() != Qt::LeftButton) return;
    const QPointF point = mapToScene(event->pos());
    const int card = m_painter->cardAt(point);
    const bool adds = m_choosing == Choosing::Several && event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
    if (card >= 0) return adds ? toggleChosen(card) : chooseAlone(card);
    const int target = m_painter->stubTargetAt(point);
    if (target >= 0) chooseAlone(target);
}

void GraphView::mouseDoubleClickEvent(QMouseEvent *event) {
    const QPointF point = mapToScene(event->pos());
    const int card = m_painter->cardAt(point);
    const auto toggle = [&](const std::string &key) {
        const QString text = QString::fromStdString(key);
        if (event->modifiers() & Qt::ControlModifier)
            Q_EMIT subtreeToggled(text);
        else
            Q_EMIT toggled(text);
    };
    if (card >= 0 && graph().nodes[size_t(card)].isExpandable) return toggle(graph().nodes[size_t(card)].key);
    const int hull = card >= 0 ? -1 : m_painter->hullTitleAt(point);
    if (hull >= 0) toggle(graph().groups[size_t(hull)].key);
}

void GraphView::leaveEvent(QEvent *event) {
    m_highlight.hovered = -1;
    viewport()->update();
    QGraphicsView::leaveEvent(event);
}

/** + opens the selected card, − closes the hull around it; false where there is nothing to open or close. */
bool GraphView::toggleByKey(int key) {
    if (m_highlight.selected.empty()) return false;
    const DisplayNode &node = graph().nodes[size_t(cursorCard())];
    const bool opens = (key == Qt::Key_Plus || key == Qt::Key_Equal) && node.isExpandable;
    const bool closes = key == Qt::Key_Minus && node.group >= 0 && !graph().groups[size_t(node.group)].key.empty();
    if (opens) Q_EMIT toggled(QString::fromStdString(node.key));
    if (closes) Q_EMIT toggled(QString::fromStdString(graph().groups[size_t(node.group)].key));
    return opens || closes;
}

void GraphView::zoomIn() {
    stopFitting();
    setZoom(zoom() * zoomStep, viewport()->rect().center());
}

void GraphView::zoomOut() {
    stopFitting();
    setZoom(zoom() / zoomStep, viewport()->rect().center());
}

void GraphView::keyPressEvent(QKeyEvent *event) {
    const bool control = event->modifiers() & Qt::ControlModifier;
    if (event->matches(QKeySequence::Find)) return openSearch();
    if (!control && toggleByKey(event->key())) return;
    if (control && event->key() == Qt::Key_Space && m_choosing == Choosing::Several) return toggleKept();
    if (event->key() == Qt::Key_Escape && m_chosen.size() > 1) return chooseAlone(cursorCard());
    if (event->matches(QKeySequence::ZoomIn) || event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal)
        return zoomIn();
    if (event->matches(QKeySequence::ZoomOut) || event->key() == Qt::Key_Minus) return zoomOut();
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
        return walk(*event);
    case Qt::Key_Home:
        if (!graph().nodes.empty()) choose(0);
        return;
    case Qt::Key_End:
        // Inputs of a run stand behind its operators.
        for (size_t i = graph().nodes.size(); i-- > 0;)
            if (graph().nodes[i].tensor < 0 && graph().nodes[i].kind != CardKind::Next) return choose(int(i));
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        const int card = cursorCard();
        if (card < 0) return;
        const DisplayNode &node = graph().nodes[size_t(card)];
        if (!isMarked(card)) return choose(card);
        if (node.isExpandable)
            Q_EMIT toggled(QString::fromStdString(node.key));
        else if (node.group >= 0 && !graph().groups[size_t(node.group)].key.empty())
            Q_EMIT toggled(QString::fromStdString(graph().groups[size_t(node.group)].key));
        return;
    }
    default:
        event->ignore();
    }
}

void GraphView::contextMenuEvent(QContextMenuEvent *event) {
    event->accept();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        const int card = cursorCard();
        if (card < 0) return Q_EMIT graphMenuWanted(viewport()->mapToGlobal(viewport()->rect().center()));
        const QPointF middle = toRect(m_painter->layout().nodes[size_t(card)]).center();
        return Q_EMIT cardMenuWanted(card, viewport()->mapToGlobal(mapFromScene(middle)));
    }
    const QPointF point = mapToScene(viewport()->mapFromGlobal(event->globalPos()));
    if (const int card = m_painter->cardAt(point); card >= 0) {
        if (m_chosen.size() < 2 || !isChosen(card)) chooseAlone(card);
        return Q_EMIT cardMenuWanted(card, event->globalPos());
    }
    const int edge = m_painter->edgeAt(point);
    if (edge < 0) return Q_EMIT graphMenuWanted(event->globalPos());
    const DisplayEdge &shown = graph().edges[size_t(edge)];
    Q_EMIT edgeMenuWanted(shown.from, shown.to, event->globalPos());
}

void GraphView::resizeEvent(QResizeEvent *event) {
    const QSize before = event->oldSize();
    const QPointF middle = mapToScene(QPoint(before.width() / 2, before.height() / 2));
    const int current = m_highlight.current;
    const bool wasSeen = current >= 0 && !isUnderCaption(current) &&
                         QRect({}, before).contains(mapFromScene(m_painter->placeOf(current)).boundingRect());
    QGraphicsView::resizeEvent(event);
    m_caption->updatePlace();
    if (m_isFitted) {
        fitAgain();
    } else {
        updateSceneRect();
        if (before.isValid()) centerOn(middle);
        if (wasSeen) reveal(current);
    }
    m_minimap->updatePlace();
    m_search->updatePlace();
}

void GraphView::showEvent(QShowEvent *event) {
    QGraphicsView::showEvent(event);
    if (m_isFitted) fitAgain();
}

void GraphView::changeEvent(QEvent *event) {
    QGraphicsView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) viewport()->update();
}

bool GraphView::viewportEvent(QEvent *event) {
    if (event->type() != QEvent::ToolTip) return QGraphicsView::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int card = m_painter->cardAt(mapToScene(help->pos()));
    if (card >= 0)
        QToolTip::showText(help->globalPos(), toolTipOf(card), viewport());
    else
        QToolTip::hideText();
    return true;
}

} // namespace graphview
} // namespace jitscope

#include "moc_graphview.cpp"
