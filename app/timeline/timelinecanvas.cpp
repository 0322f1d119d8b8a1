// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timelinecanvas.h"

#include "app/sdk/theme.h"
#include "app/timeline/timelinelanes.h"
#include "engine/base/threadpool.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace jitscope {
inline namespace timeline {

namespace {

constexpr int textFrom = 26; ///< width of a slice from which it shows its name, at 100 %
constexpr size_t mostLabels = 2500;
constexpr uint32_t ofCompile = 1U << 31; ///< of labels: the same name may be another word there
constexpr int mostNewLabels = 80;        ///< a frame; all of a window at once took 20 ms and more
constexpr size_t lookAhead = 12;         ///< spans whose names are fetched from memory before they are needed
constexpr float faintest = 0.35F;        ///< how strong a pixel is of which hardly anything is covered

QRgb mix(QRgb front, QRgb back, float share) {
    const auto part = [share](int a, int b) { return int(float(a) * share + float(b) * (1 - share) + 0.5F); };
    return qRgb(part(qRed(front), qRed(back)), part(qGreen(front), qGreen(back)), part(qBlue(front), qBlue(back)));
}

} // namespace

void TimelineCanvas::begin(const QSize &pixels, qreal scale, const std::vector<int> &marks,
                           const std::vector<CanvasRow> &rows) {
    if (m_picture.size() != pixels) m_picture = QImage(pixels, QImage::Format_RGB32);
    m_picture.setDevicePixelRatio(scale);
    m_bits = m_picture.bits();
    m_scale = scale;
    const Theme &theme = currentTheme();
    m_ground = theme.panel.rgb();
    m_groundLine.assign(size_t(std::max(0, pixels.width())), m_ground);
    const QRgb markColour = blend(theme.line, theme.panel, 0.6).rgb();
    for (const int mark : marks)
        if (mark >= 0 && mark < pixels.width()) m_groundLine[size_t(mark)] = markColour;
    m_rows = rows;
    m_painted.assign(rows.size(), {});
    std::vector<bool> isRow(size_t(std::max(0, pixels.height()))); // those are written whole later
    for (const CanvasRow &row : rows)
        for (int y = std::max(0, row.top); y < std::min(row.top + row.height, pixels.height()); ++y)
            isRow[size_t(y)] = true;
    for (int y = 0; y < pixels.height(); ++y)
        if (!isRow[size_t(y)]) std::memcpy(lineAt(y), m_groundLine.data(), m_groundLine.size() * sizeof(QRgb));
}

void TimelineCanvas::paintRows(const Trace &trace, const SliceColors &colours, const std::vector<bool> &isMatch) {
    parallelFor(int64_t(m_rows.size()), 2, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            paintRow(trace, colours, m_rows[size_t(i)], isMatch, m_painted[size_t(i)]);
    });
}

void TimelineCanvas::paintRow(const Trace &trace, const SliceColors &colours, const CanvasRow &row,
                              const std::vector<bool> &isMatch, Painted &painted) {
    painted.spans = rowSpans(row.row.columns, *row.row.pyramid, row.axis);
    std::vector<QRgb> line = m_groundLine;
    const int width = int(line.size()), gap = std::max(1, int(m_scale)), roomy = int(3 * m_scale);
    painted.colours.reserve(painted.spans.size());
    std::vector<std::pair<size_t, int>> hatched;
    for (size_t i = 0; i < painted.spans.size(); ++i) {
        const RowSpan &span = painted.spans[i];
        const SliceId slice = row.row.columns.at(span.place);
        if (i + lookAhead < painted.spans.size()) {
            const auto coming = size_t(row.row.columns.at(painted.spans[i + lookAhead].place).value);
            __builtin_prefetch(&trace.columns().name[coming]);
            __builtin_prefetch(&trace.columns().category[coming]);
        }
        const TextId name = trace.nameIdOf(slice);
        QRgb colour = 0;
        if (row.kind == LaneKind::Overlap) {
            const SliceColors::Overlap overlap = colours.overlap(name);
            colour = overlap.colour;
            if (overlap.hatch > 0 && span.right - span.left > 1) hatched.emplace_back(i, overlap.hatch);
        } else {
            colour = colours.colour(name, trace.categoryIdOf(slice), row.kind);
        }
        if (!isMatch.empty() && (size_t(name.value) >= isMatch.size() || !isMatch[size_t(name.value)]))
            colour = mix(colour, m_ground, 0.25F);
        painted.colours.push_back(colour);
        if (span.busy < 1) colour = mix(colour, m_ground, faintest + (1 - faintest) * span.busy);
        const int left = std::max(0, span.left);
        const int right = std::min(width, span.right - (span.right - span.left >= roomy ? gap : 0));
        if (left < right) std::fill(line.begin() + left, line.begin() + right, colour);
    }
    fillLines(row, line);
    for (const auto &[i, distance] : hatched)
        hatch(row, painted.spans[i], mix(painted.colours[i], currentTheme().text.rgb(), 0.72F),
              int(distance * m_scale));
    if (row.height < 8 * m_scale) return;
    for (const RowSpan &span : painted.spans)
        if (span.right - span.left >= int(6 * m_scale)) roundCorners(row, span);
}

void TimelineCanvas::fillLines(const CanvasRow &row, const std::vector<QRgb> &line) {
    const int last = std::min(row.top + row.height, m_picture.height());
    for (int y = std::max(0, row.top); y < last; ++y)
        std::memcpy(lineAt(y), line.data(), line.size() * sizeof(QRgb));
}

void TimelineCanvas::hatch(const CanvasRow &row, const RowSpan &span, QRgb ink, int distance) {
    const int last = std::min(row.top + row.height, m_picture.height());
    const int right = std::min(span.right - 1, m_picture.width());
    for (int y = std::max(0, row.top); y < last; ++y)
        for (int x = std::max(0, span.left); x < right; ++x)
            if ((x + y - row.top) % distance == 0) lineAt(y)[x] = ink;
}

/** Takes the corner pixels back, the outermost wholly and its neighbours by half. */
void TimelineCanvas::roundCorners(const CanvasRow &row, const RowSpan &span) {
    const int gap = std::max(1, int(m_scale)), radius = int(std::lround(3 * m_scale));
    const int left = span.left, right = span.right - gap - 1, width = m_picture.width();
    for (int i = 0; i < radius; ++i) {
        const double away = radius - i - 0.5;
        const double inset = radius - std::sqrt(std::max(0.0, double(radius) * radius - away * away));
        for (const int y : {row.top + i, row.top + row.height - 1 - i}) {
            if (y < 0 || y >= m_picture.height()) continue;
            for (int k = 0; k < std::ceil(inset); ++k) {
                const float share = float(std::clamp(k + 1 - inset, 0.0, 1.0));
                for (const int x : {left + k, right - k})
                    if (x >= 0 && x < width) lineAt(y)[x] = mix(lineAt(y)[x], m_groundLine[size_t(x)], share);
            }
        }
    }
}

void TimelineCanvas::paintCounter(const CanvasCounter &counter) {
    if (counter.pyramid == nullptr || counter.height <= 0) return;
    const Theme &theme = currentTheme();
    const SampleRange whole = counter.pyramid->whole();
    const double low = std::min(0.0, whole.low), high = std::max(0.0, whole.high);
    if (!(high > low)) return;
    const auto lineOf = [&](double value) {
        return counter.top + counter.height - 1 - int(std::lround((value - low) / (high - low) * (counter.height - 1)));
    };
    const QRgb ink = theme.parameter.rgb(), fill = blend(theme.parameter, theme.panel, 0.32).rgb();
    const std::vector<CounterColumn> columns = counterColumns(*counter.samples, *counter.pyramid, counter.axis);
    const int zero = lineOf(0);
    for (int x = 0; x < std::min(int(columns.size()), m_picture.width()); ++x) {
        if (!columns[size_t(x)].isSet) continue;
        const int top = lineOf(columns[size_t(x)].values.high), bottom = lineOf(columns[size_t(x)].values.low);
        const auto fillTo = [&](int from, int to, QRgb colour) {
            for (int y = std::max(0, from); y <= std::min(to, m_picture.height() - 1); ++y)
                lineAt(y)[x] = colour;
        };
        fillTo(std::min(top, zero), std::max(bottom, zero), fill);
        fillTo(top, std::max(bottom, top + int(m_scale) - 1), ink);
    }
}

bool TimelineCanvas::paintLabels(const Trace &trace, const QFont &font) {
    m_labels.setFont(font, m_scale);
    size_t painted = 0;
    int isNew = 0;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].height < 13 * m_scale) continue; // the letters would be cut
        for (size_t k = 0; k < m_painted[i].spans.size() && painted < mostLabels; ++k) {
            const RowSpan &span = m_painted[i].spans[k];
            const int left = std::max(span.left, 0) + int(6 * m_scale);
            const int right = std::min(span.right, m_picture.width()) - int(5 * m_scale);
            if (right - left < int((textFrom - 11) * m_scale)) continue;
            const SliceId slice = m_rows[i].row.columns.at(span.place);
            const auto name = uint32_t(trace.nameIdOf(slice).value);
            const uint32_t id = m_rows[i].kind == LaneKind::Compile ? name | ofCompile : name;
            if (!m_labels.has(id)) {
                if (++isNew > mostNewLabels) continue;
                m_labels.setText(id, sliceName(trace, slice));
            }
            m_labels.draw(m_picture, {left, m_rows[i].top, right - left, m_rows[i].height}, id,
                          inkOn(QColor(m_painted[i].colours[k])).rgb());
            ++painted;
        }
    }
    return isNew <= mostNewLabels;
}

} // namespace timeline
} // namespace jitscope
