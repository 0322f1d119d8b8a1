// SPDX-License-Identifier: GPL-3.0-or-later
// Slices and counters as pixels: rows are filled line by line in memory, several at a time, since a painter's call for
// each of a hundred thousand stretches would take longer than a frame may.
#pragma once

#include "app/timeline/labelmasks.h"
#include "app/timeline/lanestore.h"
#include "app/timeline/slicecolors.h"

#include <QImage>
#include <vector>

namespace jitscope {
inline namespace timeline {

/** One row to paint; all in pixels of the picture. */
struct CanvasRow {
    RowRef row;
    TimeAxis axis;
    int top = 0, height = 0;
    LaneKind kind = LaneKind::Other;
};

struct CanvasCounter {
    const std::vector<CounterSample> *samples = nullptr;
    const CounterPyramid *pyramid = nullptr;
    TimeAxis axis;
    int top = 0, height = 0;
};

class TimelineCanvas {
public:
    /** A picture of the ground with vertical lines at `marks`, made ready for `rows`. */
    void begin(const QSize &pixels, qreal scale, const std::vector<int> &marks, const std::vector<CanvasRow> &rows);
    /** The rows of begin(). `isMatch` by name; empty if nothing is looked for. */
    void paintRows(const Trace &trace, const SliceColors &colours, const std::vector<bool> &isMatch);
    void paintCounter(const CanvasCounter &counter);
    /** Names on the slices of these rows that are wide enough. False if some are left for the next call, as too many
        were new. */
    bool paintLabels(const Trace &trace, const QFont &font);
    void clearLabels() { m_labels.clear(); }
    const QImage &picture() const { return m_picture; }

private:
    struct Painted {
        std::vector<RowSpan> spans;
        std::vector<QRgb> colours;
    };
    void paintRow(const Trace &trace, const SliceColors &colours, const CanvasRow &row,
                  const std::vector<bool> &isMatch, Painted &painted);
    void fillLines(const CanvasRow &row, const std::vector<QRgb> &line);
    void roundCorners(const CanvasRow &row, const RowSpan &span);
    void hatch(const CanvasRow &row, const RowSpan &span, QRgb ink, int distance);
    QRgb *lineAt(int y) { return reinterpret_cast<QRgb *>(m_bits + qsizetype(y) * m_picture.bytesPerLine()); }

    QImage m_picture;
    uchar *m_bits = nullptr;
    qreal m_scale = 1;
    QRgb m_ground = 0;
    std::vector<QRgb> m_groundLine;
    std::vector<CanvasRow> m_rows;
    std::vector<Painted> m_painted;
    LabelMasks m_labels;
};

} // namespace timeline
} // namespace jitscope
