// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tensorview/tensorpair.h"

#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/tensorview/axisboxes.h"
#include "app/tensorview/tensorgrid.h"

#include <QResizeEvent>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

namespace jitscope {
inline namespace tensorview {

namespace {

constexpr int narrow = 520; ///< pixels: below, one stands above the other
constexpr int leastGridHeight = 96;

} // namespace

TensorPair::TensorPair(QWidget *parent)
    : QWidget(parent)
    , m_axes(new AxisBoxes)
    , m_splitter(new QSplitter(Qt::Horizontal)) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::grid / 2);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
    row->addWidget(m_axes);
    row->addStretch(1);
    column->addLayout(row);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    column->addWidget(m_splitter, 1);
    m_left = addHalf("pairLeft", tr("The tensor that is expected"));
    m_right = addHalf("pairRight", tr("The tensor that was computed"));
    tie(m_left, m_right);
    tie(m_right, m_left);
    connect(m_axes, &AxisBoxes::changed, this, [this] {
        m_choice = m_axes->choice();
        showCuts();
    });
}

TensorPair::Half TensorPair::addHalf(const char *name, const QString &accessibleName) {
    Half half{new ElidedLabel, new TensorGrid};
    half.title->setProperty("role", QStringLiteral("secondary"));
    half.title->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
    half.grid->setObjectName(QLatin1String(name));
    half.grid->setAccessibleName(accessibleName);
    half.grid->setMinimumHeight(leastGridHeight);
    auto *widget = new QWidget;
    auto *column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::grid / 2);
    column->addWidget(half.title);
    column->addWidget(half.grid, 1);
    m_splitter->addWidget(widget);
    return half;
}

void TensorPair::tie(Half &from, Half &to) {
    connect(from.grid->verticalScrollBar(), &QScrollBar::valueChanged, to.grid->verticalScrollBar(),
            &QScrollBar::setValue);
    connect(from.grid->horizontalScrollBar(), &QScrollBar::valueChanged, to.grid->horizontalScrollBar(),
            &QScrollBar::setValue);
    connect(from.grid, &PickView::picked, this, [this, other = to.grid](qint64 element) {
        if (m_first.shape() == m_second.shape()) other->setCurrent(element);
        Q_EMIT picked(element);
    });
}

void TensorPair::show(const Side &left, const Side &right) {
    m_first = left.tensor;
    m_second = right.tensor;
    m_left.title->setText(left.title);
    m_right.title->setText(right.title);
    m_choice = CutChoice::of(m_first.shape());
    m_axes->setVisible(m_first.rank() > 2 && m_first.shape() == m_second.shape());
    m_axes->setChoice(m_choice);
    m_left.grid->setCurrent(PickView::none);
    m_right.grid->setCurrent(PickView::none);
    showCuts();
}

void TensorPair::showCuts() {
    m_left.grid->setCut(TensorCut(m_first, m_choice));
    const bool isSameShape = m_first.shape() == m_second.shape();
    m_right.grid->setCut(isSameShape ? TensorCut(m_second, m_choice) : TensorCut(m_second));
}

void TensorPair::goTo(int64_t element) {
    if (element < 0) return;
    m_choice = m_choice.showing(element);
    m_axes->setChoice(m_choice);
    showCuts();
    m_left.grid->setCurrent(element);
    m_right.grid->setCurrent(element);
}

int64_t TensorPair::element() const {
    return m_left.grid->current();
}

QString TensorPair::text() const {
    return m_left.title->text() + QLatin1Char('\n') + m_left.grid->visibleText() + QLatin1Char('\n') +
           m_right.title->text() + QLatin1Char('\n') + m_right.grid->visibleText() + QLatin1Char('\n');
}

void TensorPair::resizeEvent(QResizeEvent *event) {
    m_splitter->setOrientation(event->size().width() < narrow ? Qt::Vertical : Qt::Horizontal);
    QWidget::resizeEvent(event);
}

} // namespace tensorview
} // namespace jitscope

#include "moc_tensorpair.cpp"
