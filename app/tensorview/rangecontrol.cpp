// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps handles and numbers the same.
#include "app/tensorview/rangecontrol.h"

#include "app/sdk/theme.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/numberedit.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>
#include <numeric>

namespace jitscope {
inline namespace tensorview {

namespace {

constexpr double outliers = 0.01; ///< left out at each end by "Fit"
constexpr int briefDigits = 5;

} // namespace

ValueRange middleOf(const Histogram &histogram, double share) {
    const int64_t all = std::accumulate(histogram.bins.begin(), histogram.bins.end(), int64_t(0));
    const double size = (histogram.high - histogram.low) / double(std::max<size_t>(histogram.bins.size(), 1));
    size_t first = 0, last = histogram.bins.size();
    for (int64_t cut = 0; first < last && double(cut += histogram.bins[first]) <= double(all) * share;)
        ++first;
    for (int64_t cut = 0; last > first + 1 && double(cut += histogram.bins[last - 1]) <= double(all) * share;)
        --last;
    return {histogram.low + double(first) * size, histogram.low + double(last) * size};
}

RangeControl::RangeControl(QWidget *parent)
    : QWidget(parent)
    , m_histogram(new RangeHistogram)
    , m_low(new NumberEdit(tr("Lower end of the range")))
    , m_high(new NumberEdit(tr("Upper end of the range")))
    , m_fit(flatButton(QStringLiteral("fitRange"), tr("Fit"), tr("Set the range to the middle 98 % of the values")))
    , m_reset(flatButton(QStringLiteral("resetRange"), tr("Reset"),
                         tr("From the least to the largest value, of each tensor anew")))
    , m_marks(flatButton(QStringLiteral("clipMarks"), tr("Clip"),
                         tr("Show values below and above the range in colours of their own"))) {
    m_low->setObjectName(QStringLiteral("rangeLow"));
    m_high->setObjectName(QStringLiteral("rangeHigh"));
    m_high->setAlignment(Qt::AlignRight);
    m_marks->setCheckable(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::grid / 2);
    column->addWidget(m_histogram, 1);
    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::grid / 2);
    row->addWidget(m_low);
    row->addStretch(1);
    for (QToolButton *each : {m_fit, m_reset, m_marks})
        row->addWidget(each);
    row->addStretch(1);
    row->addWidget(m_high);
    column->addLayout(row);
    connect(m_histogram, &RangeHistogram::rangeChanged, this, &RangeControl::hold);
    connect(m_low, &QLineEdit::editingFinished, this, &RangeControl::takeTyped);
    connect(m_high, &QLineEdit::editingFinished, this, &RangeControl::takeTyped);
    connect(m_fit, &QToolButton::clicked, this, &RangeControl::fit);
    connect(m_reset, &QToolButton::clicked, this, &RangeControl::reset);
    connect(m_marks, &QToolButton::toggled, this, &RangeControl::changed);
}

ClipMarks RangeControl::marks() const {
    return m_marks->isChecked() ? ClipMarks::Shown : ClipMarks::Hidden;
}

void RangeControl::setHistogram(const Histogram &histogram) {
    m_values = histogram;
    m_histogram->setHistogram(histogram);
    m_fit->setEnabled(!histogram.bins.empty());
    if (!m_isHeld) setRange({histogram.low, histogram.high});
}

void RangeControl::setRange(const ValueRange &range) {
    m_histogram->setRange(range);
    if (m_values.bins.empty() && !m_isHeld) { // no finite value, or none at all
        m_low->setUnknown();
        m_high->setUnknown();
        return;
    }
    m_low->setNumber(range.low, briefDigits);
    m_high->setNumber(range.high, briefDigits);
}

void RangeControl::hold(const ValueRange &range) {
    m_isHeld = true;
    setRange(range);
    Q_EMIT changed();
}

void RangeControl::takeTyped() {
    if (!m_low->isModified() && !m_high->isModified()) return;
    bool isLow = false, isHigh = false;
    // What was not typed keeps all of its digits.
    const double low = m_low->isModified() ? m_low->text().toDouble(&isLow) : (isLow = true, range().low);
    const double high = m_high->isModified() ? m_high->text().toDouble(&isHigh) : (isHigh = true, range().high);
    if (isLow && isHigh && std::isfinite(low) && std::isfinite(high) && low <= high)
        hold({low, high});
    else
        setRange(range());
}

void RangeControl::fit() {
    hold(middleOf(m_values, outliers));
}

void RangeControl::reset() {
    m_isHeld = false;
    setRange({m_values.low, m_values.high});
    Q_EMIT changed();
}

} // namespace tensorview
} // namespace jitscope

#include "moc_rangecontrol.cpp"
