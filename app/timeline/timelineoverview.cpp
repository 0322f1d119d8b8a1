// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timelineoverview.h"

#include "app/sdk/theme.h"
#include "app/timeline/timelinegeometry.h"
#include "app/timeline/timelineview.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace timeline {

namespace {
constexpr int smallestWindow = 6; ///< pixels, so that it can be taken hold of
} // namespace

TimelineOverview::TimelineOverview(TimelineView &view, QWidget *parent)
    : QWidget(parent)
    , m_view(view) {
    setObjectName(QStringLiteral("timelineOverview"));
    setAccessibleName(tr("Overview of the timeline"));
    setToolTip(tr("The whole timeline: how many lanes are busy. Drag the frame to move the view, the wheel zooms."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto renew = [this] {
        m_isStale = true;
        update();
    };
    connect(&view, &TimelineView::viewChanged, this, qOverload<>(&QWidget::update));
    connect(&view, &TimelineView::choicesChanged, this, renew);
    connect(&view, &TimelineView::prepared, this, renew);
}

int TimelineOverview::plotLeft() const {
    return m_view.labelWidth();
}

int TimelineOverview::plotWidth() const {
    return width() - plotLeft() - rightMargin;
}

double TimelineOverview::pixelOf(int64_t timeNs) const {
    const auto [begin, end] = m_view.extent();
    const double width = std::max(1, plotWidth());
    return plotLeft() + timeDifference(timeNs, begin) / std::max(1.0, timeDifference(end, begin)) * width;
}

void TimelineOverview::updatePicture() {
    const Theme &theme = currentTheme();
    const auto [begin, end] = m_view.extent();
    const int columns = std::max(1, plotWidth());
    TimeAxis axis{begin, 0, std::max(timeDifference(end, begin) / columns, 0.001), columns};
    std::vector<float> busy(static_cast<size_t>(columns));
    int lanes = 0;
    for (const int index : m_view.bands().shown) {
        const TimelineLane &lane = m_view.lanes()[size_t(index)];
        const std::vector<RowRef> rows = m_view.store().rows(lane);
        if (rows.empty()) continue;
        ++lanes; // the outermost row of each
        for (const RowSpan &span :
             rowSpans(rows.front().columns, *rows.front().pyramid, axis.shifted(m_view.shiftOf(lane.rank))))
            for (int x = std::max(0, span.left); x < std::min(columns, span.right); ++x)
                busy[size_t(x)] += span.busy;
    }
    const int height = QWidget::height() - 4;
    m_picture = QImage(columns, height, QImage::Format_RGB32);
    m_picture.fill(theme.raised.rgb());
    const QRgb ink = blend(theme.accent, theme.raised, 0.6).rgb();
    for (int x = 0; x < columns; ++x) {
        const double share = lanes == 0 ? 0 : std::sqrt(std::min(1.0, double(busy[size_t(x)]) / lanes));
        for (int y = height - int(std::lround(share * height)); y < height; ++y)
            m_picture.setPixel(x, y, ink);
    }
    m_extent = m_view.extent();
    m_isStale = false;
}

void TimelineOverview::paintEvent(QPaintEvent *) {
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    if (m_view.lanes().empty()) return;
    if (m_isStale || m_extent != m_view.extent() || m_picture.width() != std::max(1, plotWidth())) updatePicture();
    painter.drawImage(plotLeft(), 2, m_picture);
    const double left = std::clamp(pixelOf(m_view.visibleBegin()), double(plotLeft()), double(width()));
    const double right = std::clamp(pixelOf(m_view.visibleEnd()), double(plotLeft()), double(width()));
    QRectF window(left, 1, std::max<double>(smallestWindow, right - left), height() - 3);
    QColor veil = theme.panel;
    veil.setAlphaF(0.6F);
    painter.fillRect(QRectF(plotLeft(), 2, std::max(0.0, window.left() - plotLeft()), height() - 4), veil);
    painter.fillRect(QRectF(window.right(), 2, std::max(0.0, width() - window.right()), height() - 4), veil);
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(window.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(theme.text3);
    painter.setFont(smallUiFont());
    painter.drawText(QRect(labelInset, 0, plotLeft() - labelInset - 4, height()), Qt::AlignVCenter | Qt::AlignLeft,
                     tr("overview"));
}

/** Puts the left edge of the part in view under `x`, less where it was taken hold of. */
void TimelineOverview::moveTo(double x) {
    m_view.pan((x - m_grabbed - pixelOf(m_view.visibleBegin())) *
               std::max(1.0, timeDifference(m_view.extent().second, m_view.extent().first)) / std::max(1, plotWidth()) /
               m_view.nsPerPixel());
}

void TimelineOverview::mousePressEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton) return;
    const double x = event->position().x(), left = pixelOf(m_view.visibleBegin()), right = pixelOf(m_view.visibleEnd());
    const bool isInside = x >= left && x <= std::max(right, left + smallestWindow);
    m_grabbed = isInside ? x - left : (right - left) / 2;
    if (!isInside) moveTo(x);
}

void TimelineOverview::mouseMoveEvent(QMouseEvent *event) {
    if (event->buttons() & Qt::LeftButton) moveTo(event->position().x());
}

void TimelineOverview::wheelEvent(QWheelEvent *event) {
    m_view.zoomAt(std::pow(0.8, event->angleDelta().y() / 120.0), m_view.labelWidth() + plotWidth() / 2.0);
    event->accept();
}

void TimelineOverview::changeEvent(QEvent *event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) m_isStale = true;
}

} // namespace timeline
} // namespace jitscope

#include "moc_timelineoverview.cpp"
