// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timings/rooflinepage.h"

#include "app/sdk/figuretext.h"
#include "app/charts/rooflineview.h"
#include "app/models/sentenceline.h"
#include "app/sdk/jobs.h"
#include "app/sdk/runner.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/wrappedlabel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace timingspanel {

namespace {

const QString measureTag = QStringLiteral("timings.peaks");

QString gigaText(double number) {
    return numberText(number / 1e9);
}

QString peaksText(const MachinePeaks &peaks) {
    QStringList parts{RooflinePage::tr("%1 GFLOP/s").arg(gigaText(peaks.flopsPerSecond))};
    for (const Bandwidth &level : peaks.bandwidths)
        parts << RooflinePage::tr("%1 %2 GB/s").arg(QString::fromStdString(level.name), gigaText(level.bytesPerSecond));
    return parts.join(QStringLiteral(" · "));
}

} // namespace

RooflinePage::RooflinePage(const PanelContext &context, std::function<MachinePeaks()> peaks, QWidget *parent)
    : QFrame(parent)
    , m_context(context)
    , m_measure(std::move(peaks))
    , m_title(new ElidedLabel)
    , m_point(new WrappedLabel)
    , m_sentence(new SentenceLine)
    , m_chart(new RooflineView) {
    setObjectName(QStringLiteral("operatorRooflinePage"));
    m_chart->setObjectName(QStringLiteral("operatorRoofline"));
    m_chart->setMinimumSize(200, 120); // beside or below a table there is little room
    m_title->setObjectName(QStringLiteral("operatorRooflineTitle"));
    m_point->setObjectName(QStringLiteral("operatorRooflinePoint"));
    m_point->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    QSizePolicy inLines = m_point->sizePolicy(); // as high as its lines at whatever width
    inLines.setHorizontalPolicy(QSizePolicy::Ignored);
    m_point->setSizePolicy(inLines);
    m_point->hide();
    m_sentence->setObjectName(QStringLiteral("operatorRooflineSentence"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
    column->setSpacing(2);
    auto *row = new QHBoxLayout;
    row->addWidget(m_title, 1);
    auto *again = flatButton(QStringLiteral("measureAgain"), tr("Measure again"),
                             tr("Measures this machine once more: what runs beside it makes its peaks too low"));
    connect(again, &QToolButton::clicked, this, &RooflinePage::measure);
    row->addWidget(again);
    auto *close = flatButton(QStringLiteral("closeRoofline"), QStringLiteral("✕"), tr("Close the roofline"));
    connect(close, &QToolButton::clicked, this, &RooflinePage::closed);
    row->addWidget(close);
    column->addLayout(row);
    column->addWidget(m_chart, 1);
    column->addWidget(m_point);
    column->addWidget(m_sentence);
    connect(m_chart, &RooflineView::picked, this, [this](qint64 point) {
        m_wanted = m_chart->points()[size_t(point)].group;
        tell();
        Q_EMIT chosen(QString::fromStdString(m_chart->points()[size_t(point)].group));
    });
    connect(&context.jobs, &Jobs::ended, this, [this](const QString &tag) {
        if (tag == measureTag) m_isMeasuring = false;
    });
}

void RooflinePage::show(std::vector<OpRow> rows) {
    m_rows = std::move(rows);
    if (m_peaks) return showPoints();
    if (!m_isMeasuring) measure();
}

void RooflinePage::measure() {
    if (m_context.runner.state() == RunState::Running) {
        m_title->setText(tr("The machine is measured when the program has ended."));
        return;
    }
    m_title->setText(tr("Measuring this machine…"));
    m_isMeasuring = true;
    m_context.jobs.run(
        measureTag, tr("Measuring this machine"), this, [measure = m_measure](const CancelFlag &) { return measure(); },
        [this](MachinePeaks peaks) {
            m_isMeasuring = false;
            m_peaks = std::move(peaks);
            showPoints();
        });
}

void RooflinePage::showPoints() {
    std::vector<RooflinePoint> points;
    std::vector<double> shares;
    for (const OpRow &row : m_rows)
        if (auto point = rooflinePoint(row, *m_peaks)) {
            points.push_back(std::move(*point));
            shares.push_back(std::isnan(row.share) ? 0 : row.share);
        }
    m_chart->setNamedPoints(std::move(points), std::move(shares));
    m_title->setText(peaksText(*m_peaks));
    choose(m_wanted);
    tell();
}

void RooflinePage::choose(const std::string &key) {
    m_wanted = key;
    const auto &points = m_chart->points();
    const auto found = std::ranges::find(points, key, &RooflinePoint::group);
    if (found == points.end() || m_chart->current() == found - points.begin()) return;
    m_chart->setCurrent(found - points.begin());
    tell();
}

void RooflinePage::tell() {
    const auto left = int(m_rows.size()) - int(m_chart->count());
    const bool isAny = m_chart->current() != PickView::none;
    m_point->setText(isAny ? rooflineSentence(m_chart->points()[size_t(m_chart->current())]) : QString());
    m_point->setVisible(isAny);
    QStringList sentences;
    if (left > 0)
        sentences << tr("%n row(s) are not drawn: they only move data, or their work is not known.", nullptr, left);
    sentences << tr("Work is counted by the formulas of the operators, times are the recorded ones; the roofs are this "
                    "machine's as it is now.");
    m_sentence->setText(sentences.join(QLatin1Char(' ')));
    fitSentence();
    if (m_peaks)
        m_title->setToolTip(peaksText(*m_peaks) + QLatin1Char('\n') + QString::fromStdString(m_peaks->how) +
                            QLatin1Char('\n') + m_sentence->text());
}

/** In a low panel the chart has the room: what is said of all rows is in its title's tool tip, too. */
void RooflinePage::resizeEvent(QResizeEvent *event) {
    QFrame::resizeEvent(event);
    fitSentence();
}

void RooflinePage::fitSentence() {
    constexpr int roomForAll = 300;
    m_sentence->setVisible(height() >= roomForAll && !m_sentence->text().isEmpty());
}

QString RooflinePage::asText() const {
    return QStringList{m_title->text(), m_chart->asText(), m_point->text(), m_sentence->text()}.join(QLatin1Char('\n'));
}

} // namespace timingspanel
} // namespace jitscope

#include "moc_rooflinepage.cpp"
