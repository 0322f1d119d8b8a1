// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/passcompare.h"

#include "app/graphview/graphview.h"
#include "app/sdk/widgets/hairline.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/pilllabel.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

namespace jitscope {
inline namespace graphview {

namespace {

constexpr int headerHeight = 34;
constexpr double readableZoom = 0.5; ///< below it cards are boxes without a title

void showCount(PillLabel *pill, const QString &sign, int count, const QString &words) {
    pill->setText(sign + QStringLiteral(" %1").arg(count));
    pill->setToolTip(words);
    pill->setVisible(count > 0);
}

std::vector<int> cardsOf(const GraphView &view, const std::vector<NodeId> &nodes) {
    std::vector<int> cards;
    for (const NodeId &node : nodes)
        for (int card : view.graph().cardsOf(node))
            cards.push_back(card);
    return cards;
}

} // namespace

PassCompare::PassCompare(QWidget *parent)
    : QWidget(parent)
    , m_before(new GraphView)
    , m_after(new GraphView)
    , m_sides{tr("Before"), tr("After")}
    , m_titles{new QLabel(m_sides[0]), new QLabel(m_sides[1])}
    , m_names{new ElidedLabel, new ElidedLabel}
    , m_removed(new PillLabel({}, Tone::Removed))
    , m_added(new PillLabel({}, Tone::Added))
    , m_changed(new PillLabel({}, Tone::Changed))
    , m_fused(new PillLabel({}, Tone::Fused))
    , m_merged(new PillLabel({}, Tone::Changed)) {
    m_before->setObjectName(QStringLiteral("graphBefore"));
    m_after->setObjectName(QStringLiteral("graphAfter"));
    m_before->setAccessibleName(tr("Graph before the pass"));
    m_after->setAccessibleName(tr("Graph after the pass"));
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(column(Side::Before));
    splitter->addWidget(column(Side::After));
    splitter->setSizes({1000, 1000});
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(splitter);
    link(m_before, m_after, Side::Before);
    link(m_after, m_before, Side::After);
}

QWidget *PassCompare::column(Side side) {
    const size_t index = size_t(side);
    m_titles[index]->setProperty("role", "title");
    m_names[index]->setProperty("role", "secondary");

    auto *header = new QWidget;
    header->setFixedHeight(headerHeight);
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(12, 0, 10, 0);
    row->setSpacing(8);
    row->addWidget(m_titles[index]);
    row->addWidget(m_names[index], 1);
    if (side == Side::Before) {
        row->addWidget(m_removed);
    } else {
        for (PillLabel *pill : {m_added, m_changed, m_fused, m_merged})
            row->addWidget(pill);
        auto *hint = new QLabel(tr("hold B to blink"));
        hint->setProperty("role", "hint");
        row->addWidget(hint);
    }
    auto *result = new QWidget;
    auto *column = new QVBoxLayout(result);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(new Hairline);
    column->addWidget(view(side), 1);
    return result;
}

void PassCompare::link(GraphView *view, GraphView *other, Side side) {
    connect(view, &GraphView::cameraChanged, this, [this, view, other] {
        if (m_isFollowing) return;
        m_isFollowing = true;
        other->followCamera(*view);
        m_isFollowing = false;
    });
    connect(view, &GraphView::cardChosen, this, [this, view, side](int card) {
        const NodeId node = view->graph().nodes[size_t(card)].id;
        if (node.valid()) Q_EMIT nodeChosen(node, side);
    });
    view->setChoosing(GraphView::Choosing::Several);
    connect(view, &GraphView::cardsChosen, this, [this, view, side](const std::vector<int> &cards) {
        const std::vector<NodeId> nodes = view->graph().nodesOf(cards);
        if (!nodes.empty()) Q_EMIT nodesChosen(nodes, side);
    });
    connect(view, &GraphView::toggled, this, &PassCompare::toggled);
    const auto idOf = [view](int card) { return view->graph().nodes[size_t(card)].id; };
    connect(view, &GraphView::cardMenuWanted, this, [this, idOf, side](int card, const QPoint &place) {
        if (idOf(card).valid()) Q_EMIT nodeMenuWanted(idOf(card), side, place);
    });
    connect(view, &GraphView::edgeMenuWanted, this, [this, idOf, side](int from, int to, const QPoint &place) {
        Q_EMIT edgeMenuWanted(idOf(from), idOf(to), side, place);
    });
}

PaintedUnion::PaintedUnion(UnionPicture pictures)
    : isComplete(pictures.isComplete) {
    for (const GraphPicture *picture : {&pictures.before, &pictures.after}) {
        for (size_t i = 0; i < picture->graph.nodes.size(); ++i) {
            if (picture->graph.nodes[i].change == NodeChange::Unchanged) continue;
            const QRectF box = toRect(picture->layout.nodes[i]);
            changes |= box;
            if (firstChange.isNull() || box.top() < firstChange.top()) firstChange = box;
        }
    }
    before = std::make_shared<GraphPainter>(std::move(pictures.before));
    after = std::make_shared<GraphPainter>(std::move(pictures.after));
}

ChangePills pillsOf(const ModuleDiff &diff) {
    ChangePills pills{.removed = diff.removed, .added = diff.added, .changed = diff.changed, .merged = diff.merged};
    for (const NodeDiff &node : diff.nodes)
        pills.fused += node.after && !node.before && node.change == NodeChange::Fused;
    return pills;
}

void PassCompare::setPictures(PaintedUnion pictures, const ChangePills &pills, Camera camera) {
    if (m_isBlinking) blink(false);
    m_changes = pictures.changes;
    m_firstChange = pictures.firstChange;
    const auto how = camera == Camera::Fit ? GraphView::Camera::Fit : GraphView::Camera::Keep;
    m_before->setPainter(std::move(pictures.before), how);
    m_after->setPainter(std::move(pictures.after), how);
    if (camera == Camera::Fit) lookAtChanges();
    showCount(m_removed, QStringLiteral("−"), pills.removed, pills.removedWords);
    showCount(m_added, QStringLiteral("+"), pills.added, pills.addedWords);
    showCount(m_changed, QStringLiteral("~"), pills.changed, pills.changedWords);
    showCount(m_fused, QStringLiteral("ƒ"), pills.fused, pills.fusedWords);
    m_merged->setText(tr("%n constant(s) merged", nullptr, pills.merged));
    m_merged->setToolTip(tr("Their users take an equal one of before. Constants stand in the cards and lines of their "
                            "users, so both sides look alike; the page Why names them."));
    m_merged->setVisible(pills.merged > 0);
}

/** Small graphs are shown whole; in large ones the eye is led to what the pass did. */
void PassCompare::lookAtChanges() {
    m_isUnseen = !isVisible();
    m_after->fit();
    if (m_after->zoom() >= readableZoom) return;
    if (m_changes.isNull()) return;
    m_after->zoomTo(m_changes);
    if (m_after->zoom() >= readableZoom) return;
    const QSizeF seen = QSizeF(m_after->viewport()->size()) / 0.75;
    m_after->zoomTo(
        QRectF(m_firstChange.center().x() - seen.width() / 2, m_firstChange.top() - 100, seen.width(), seen.height()));
}

void PassCompare::setTitles(const QString &before, const QString &after) {
    m_names[0]->setText(before);
    m_names[1]->setText(after);
}

void PassCompare::setSides(const QString &before, const QString &after) {
    m_sides[0] = before;
    m_sides[1] = after;
    m_titles[0]->setText(before);
    m_titles[1]->setText(after);
    m_before->setAccessibleName(tr("Graph on the left"));
    m_after->setAccessibleName(tr("Graph on the right"));
}

void PassCompare::setSelectedNodes(const std::vector<NodeId> &before, const std::vector<NodeId> &after) {
    m_selected[0] = before;
    m_selected[1] = after;
    // The card that is looked at leads: following cameras would otherwise each go to their own.
    const auto afterCards = cardsOf(*m_after, after);
    m_isFollowing = true;
    m_before->setSelectedCards(cardsOf(*m_before, before));
    m_after->setSelectedCards(afterCards);
    m_isFollowing = false;
    if (afterCards.empty())
        m_after->followCamera(*m_before);
    else
        m_before->followCamera(*m_after);
}

void PassCompare::revealSelected() {
    for (const Side side : {Side::After, Side::Before}) {
        const auto cards = cardsOf(*view(side), m_selected[side == Side::After]);
        if (!cards.empty()) return view(side)->reveal(*std::ranges::min_element(cards));
    }
}

namespace {

/** Whether keys that go to it are text. */
bool isTypedInto(const QWidget &widget) {
    if (qobject_cast<const QAbstractItemView *>(&widget)) return false;
    if (const auto *line = qobject_cast<const QLineEdit *>(&widget)) return !line->isReadOnly();
    if (const auto *box = qobject_cast<const QComboBox *>(&widget)) return box->isEditable();
    return widget.testAttribute(Qt::WA_InputMethodEnabled);
}

} // namespace

bool PassCompare::isBlinkKey(const QObject *watched, const QKeyEvent &event) const {
    const auto *widget = qobject_cast<const QWidget *>(watched);
    return widget && event.key() == Qt::Key_B && event.modifiers() == Qt::NoModifier && widget->window() == window() &&
           !isTypedInto(*widget);
}

bool PassCompare::eventFilter(QObject *watched, QEvent *event) {
    const auto type = event->type();
    if (type == QEvent::KeyPress || type == QEvent::KeyRelease) {
        const auto &key = *static_cast<QKeyEvent *>(event);
        if (isBlinkKey(watched, key)) {
            if (!key.isAutoRepeat()) blink(type == QEvent::KeyPress);
            return true;
        }
    }
    // Let go of elsewhere, where nobody tells.
    if (m_isBlinking && watched == window() && type == QEvent::WindowDeactivate) blink(false);
    return QWidget::eventFilter(watched, event);
}

void PassCompare::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    qApp->installEventFilter(this);
    if (!m_isUnseen) return;
    // Behind the events that give all parts their sizes.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (!m_isUnseen || !isVisible()) return;
            lookAtChanges();
            revealSelected();
        },
        Qt::QueuedConnection);
}

void PassCompare::hideEvent(QHideEvent *event) {
    QWidget::hideEvent(event);
    qApp->removeEventFilter(this);
    if (m_isBlinking) blink(false);
}

void PassCompare::blink(bool held) {
    if (held == m_isBlinking) return;
    m_isBlinking = held;
    m_before->exchangePictures(*m_after);
    m_titles[0]->setText(m_sides[held]);
    m_titles[1]->setText(m_sides[!held]);
    const QString name = m_names[0]->text();
    m_names[0]->setText(m_names[1]->text());
    m_names[1]->setText(name);
}

QString PassCompare::asText() const {
    const GraphView *first = m_isBlinking ? m_after : m_before, *second = m_isBlinking ? m_before : m_after;
    return m_sides[0] + QLatin1Char('\n') + graphText(first->graph()) + QLatin1Char('\n') + m_sides[1] +
           QLatin1Char('\n') + graphText(second->graph());
}

} // namespace graphview
} // namespace jitscope

#include "moc_passcompare.cpp"
