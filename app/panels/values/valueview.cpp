// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of app/tensorview put together, and the small jobs behind them: another cut's picture, a search.
#include "app/panels/values/valueview.h"

#include "app/panels/values/elementbar.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/flowlayout.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "app/tensorview/axisboxes.h"
#include "app/tensorview/heatview.h"
#include "app/tensorview/rangecontrol.h"
#include "app/tensorview/statisticsline.h"
#include "app/tensorview/tensorgrid.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace jitscope {
inline namespace valuespanel {

namespace {

constexpr int heatCells = 512;
constexpr int mostDigits = 17;
const QString tableForm = QStringLiteral("table"), heatForm = QStringLiteral("heat"), plotForm = QStringLiteral("plot");
const QString heatTag = QStringLiteral("values.heat"), searchTag = QStringLiteral("values.search");

} // namespace

ValueView::ValueView(Jobs &jobs, QWidget *parent)
    : QWidget(parent)
    , m_jobs(jobs) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::grid);
    column->addLayout(buildHead());
    column->addWidget(buildFormat());
    column->addWidget(buildForms(), 1);
    m_elementBar = new ElementBar;
    connect(m_elementBar, &ElementBar::elementWanted, this, &ValueView::goTo);
    connect(m_elementBar, &ElementBar::searchWanted, this, &ValueView::search);
    connect(m_elementBar, &ElementBar::originWanted, this, &ValueView::originWanted);
    column->addWidget(m_elementBar);
    m_statistics = new StatisticsLine;
    column->addWidget(m_statistics);
    m_range = new RangeControl;
    connect(m_range, &RangeControl::changed, this, [this] { m_heat->setRange(m_range->range(), m_range->marks()); });
    column->addWidget(m_range);
    showForm();
}

QLayout *ValueView::buildHead() {
    auto *row = new FlowLayout(metrics::grid / 2);
    m_axes = new AxisBoxes;
    connect(m_axes, &AxisBoxes::changed, this, [this] {
        m_choice = m_axes->choice();
        showCut();
    });
    connect(m_axes, &AxisBoxes::refused, this, [this](const QString &reason) { m_elementBar->showMessage(reason); });
    row->addWidget(m_axes);
    m_form = new SegmentedControl(
        tr("Show values as"),
        {{tableForm, tr("Table"), {}},
         {heatForm, tr("Heat"), tr("A heat map: viridis, or blue to red around zero when both signs occur")},
         {plotForm, tr("Plot"), tr("The histogram of all values")}});
    m_form->setObjectName(QStringLiteral("valueForm"));
    m_form->setCurrent(heatForm);
    connect(m_form, &SegmentedControl::changed, this, [this] { showForm(); });
    row->addWidget(m_form);
    return row;
}

/** A line of its own: beside the boxes of four axes there is no room for it in a narrow dock. */
QWidget *ValueView::buildFormat() {
    m_formatRow = new QWidget;
    auto *row = new QHBoxLayout(m_formatRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::grid / 2);
    auto *label = new QLabel(tr("Numbers"));
    label->setProperty("role", QStringLiteral("secondary"));
    row->addWidget(label);
    m_format = new QComboBox;
    m_format->setObjectName(QStringLiteral("numberFormat"));
    m_format->setAccessibleName(tr("Number format"));
    m_format->setToolTip(tr("How numbers are written"));
    m_format->addItem(tr("Digits"), int(NumberFormat::Kind::General));
    m_format->addItem(tr("Shortest"), int(NumberFormat::Kind::Shortest));
    m_format->addItem(tr("Fixed"), int(NumberFormat::Kind::Fixed));
    m_format->addItem(tr("Scientific"), int(NumberFormat::Kind::Scientific));
    m_format->addItem(tr("Bits"), int(NumberFormat::Kind::Bits));
    connect(m_format, &QComboBox::currentIndexChanged, this, [this] { showFormat(); });
    row->addWidget(m_format);
    m_digits = new QSpinBox;
    m_digits->setObjectName(QStringLiteral("numberDigits"));
    m_digits->setAccessibleName(tr("Number of digits"));
    m_digits->setRange(1, mostDigits);
    m_digits->setValue(NumberFormat().digits);
    connect(m_digits, &QSpinBox::valueChanged, this, [this] { showFormat(); });
    row->addWidget(m_digits);
    row->addStretch(1);
    return m_formatRow;
}

QWidget *ValueView::buildForms() {
    m_forms = new QStackedWidget;
    m_grid = new TensorGrid;
    m_grid->setObjectName(QStringLiteral("valueTable"));
    connect(m_grid, &TensorGrid::picked, this, &ValueView::choose);
    m_forms->addWidget(m_grid);
    m_heat = new HeatView;
    m_heat->setObjectName(QStringLiteral("valueHeat"));
    connect(m_heat, &HeatView::picked, this, &ValueView::choose);
    connect(m_heat, &HeatView::hovered, this, [this](qint64 element) { m_elementBar->showHovered(element); });
    m_forms->addWidget(m_heat);
    return m_forms;
}

void ValueView::showForm() {
    const QString form = m_form->current();
    m_forms->setVisible(form != plotForm);
    m_forms->setCurrentWidget(form == heatForm ? static_cast<QWidget *>(m_heat) : m_grid);
    m_range->setSizePolicy(QSizePolicy::Preferred, form == plotForm ? QSizePolicy::Expanding : QSizePolicy::Fixed);
    m_range->setVisible(form != tableForm);
    m_formatRow->setVisible(form == tableForm);
    showFormat();
}

void ValueView::showFormat() {
    NumberFormat format;
    format.kind = NumberFormat::Kind(m_format->currentData().toInt());
    format.digits = m_digits->value();
    const bool hasDigits = format.kind != NumberFormat::Kind::Shortest && format.kind != NumberFormat::Kind::Bits;
    m_digits->setVisible(hasDigits);
    m_grid->setFormat(format);
    m_elementBar->setFormat(format);
}

void ValueView::showTensor(const Tensor &tensor) {
    m_jobs.cancel(heatTag);
    m_jobs.cancel(searchTag);
    m_running = 0;
    m_tensor = tensor;
    // The boxes stay where they were for tensors of one shape: that is what stepping along compares.
    if (!(m_choice.shape == tensor.shape()) || m_choice.axes.size() != size_t(tensor.rank())) {
        m_choice = CutChoice::of(tensor.shape());
        m_element = -1;
    }
    m_axes->setChoice(m_choice);
    m_elementBar->setTensor(tensor);
    m_elementBar->setElement(m_element);
    m_statistics->setText(tr("computing…"));
    const TensorCut cut(tensor, m_choice);
    m_grid->setCut(cut);
    m_grid->setCurrent(m_element);
}

void ValueView::showFound(const ShownValue &found) {
    m_statistics->setStatistics(found.statistics, m_tensor.dtype());
    m_range->setHistogram(found.histogram);
    m_heat->setRange(m_range->range(), m_range->marks());
    m_heat->setGrid(TensorCut(m_tensor, m_choice), found.grid);
    m_heat->setCurrent(m_element);
}

void ValueView::clearPicture() {
    m_heat->setGrid({}, {});
}

void ValueView::releaseRange() {
    m_range->release();
}

void ValueView::showCut() {
    m_axes->setChoice(m_choice);
    m_grid->setCut(TensorCut(m_tensor, m_choice));
    m_grid->setCurrent(m_element);
    computeHeat();
}

void ValueView::computeHeat() {
    ++m_running;
    const TensorCut cut(m_tensor, m_choice);
    m_jobs.run(
        heatTag, tr("Heat map"), this,
        [cut](const CancelFlag &cancelled) {
            return heatGrid(cut, heatCells, [&cancelled] { return !*cancelled; }).value_or(HeatGrid());
        },
        [this, cut](HeatGrid grid) {
            m_running = 0;
            m_heat->setGrid(cut, std::move(grid));
            m_heat->setCurrent(m_element);
        });
}

void ValueView::choose(qint64 element) {
    if (element < 0 || !m_tensor.defined() || element >= m_tensor.count()) return;
    m_element = element;
    m_grid->setCurrent(element);
    m_heat->setCurrent(element);
    m_elementBar->setElement(element);
    Q_EMIT picked(element);
}

void ValueView::goTo(int64_t element) {
    if (!m_tensor.defined() || element < 0 || element >= m_tensor.count()) return;
    const CutChoice next = m_choice.showing(element);
    const bool isElsewhere = !(next == m_choice);
    m_choice = next;
    m_element = element;
    if (isElsewhere) showCut();
    choose(element);
}

void ValueView::search(ElementTrait kind) {
    if (!m_tensor.defined()) return;
    ++m_running;
    m_jobs.run(
        searchTag, tr("Searching"), this,
        [tensor = m_tensor, kind, from = m_element](const CancelFlag &cancelled) {
            return findElement(tensor, kind, from, [&cancelled] { return !*cancelled; });
        },
        [this](const std::optional<int64_t> &found) {
            m_running = 0;
            if (found)
                goTo(*found);
            else
                m_elementBar->showMessage(tr("There is no such element."));
        });
}

void ValueView::focusIndex() {
    m_elementBar->focusIndex();
}

QString ValueView::text() const {
    return m_statistics->text() + QLatin1Char('\n') + m_elementBar->text() + QLatin1Char('\n') + m_grid->visibleText() +
           QLatin1Char('\n');
}

} // namespace valuespanel
} // namespace jitscope

#include "moc_valueview.cpp"
