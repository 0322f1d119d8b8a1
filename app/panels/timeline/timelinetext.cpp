// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timeline/timelinetext.h"

#include "app/timeline/timelineview.h"
#include "app/timeline/timeruler.h"

#include <QCoreApplication>
#include <algorithm>

namespace jitscope {
inline namespace timelinepanel {

namespace {

constexpr size_t mostOfLane = 10'000;

struct Line {
    int64_t start;
    int row;
    SliceId slice;
    bool operator<(const Line &other) const { return std::pair(start, row) < std::pair(other.start, other.row); }
};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

} // namespace

QString visibleSlicesText(const TimelineView &view) {
    const Trace *trace = view.store().trace();
    if (trace == nullptr) return {};
    QString text =
        Words::tr("From %1 to %2")
            .arg(exactTime(view.visibleBegin() - view.origin()), exactTime(view.visibleEnd() - view.origin())) +
        QLatin1Char('\n');
    for (const int index : view.bands().shown) {
        const TimelineLane &lane = view.lanes()[size_t(index)];
        const int64_t shift = view.shiftOf(lane.rank);
        std::vector<Line> lines;
        int64_t inView = 0;
        const std::vector<RowRef> rows = view.store().rows(lane);
        for (size_t row = 0; row < rows.size(); ++row) {
            const RowColumns &columns = rows[row].columns;
            const int64_t first = columns.firstEndingAfter(view.visibleBegin() - shift);
            const int64_t last = std::max(first, columns.firstStartingFrom(view.visibleEnd() - shift));
            inView += last - first;
            for (int64_t place = first; place < last && size_t(place - first) < mostOfLane; ++place)
                lines.push_back({columns.startOf(place), int(row), columns.at(place)});
        }
        if (lines.empty()) continue;
        std::sort(lines.begin(), lines.end());
        if (lines.size() > mostOfLane) lines.resize(mostOfLane);
        if (lane.rank >= 0) text += rankKey(lane.rank) + QStringLiteral(" / ");
        text += lane.heading + QStringLiteral(" / ") + lane.name +
                (lane.simulated ? QStringLiteral(" [simulated]\n") : QStringLiteral("\n"));
        for (const Line &line : lines)
            text += QString(2 * (line.row + 1), QLatin1Char(' ')) + sliceName(*trace, line.slice) + QLatin1Char('\t') +
                    exactTime(line.start + shift - view.origin()) + QStringLiteral("\t+") +
                    exactTime(trace->durationOf(line.slice)) + QLatin1Char('\n');
        if (inView > int64_t(lines.size()))
            text +=
                QStringLiteral("  ") + Words::tr("and %1 more").arg(inView - int64_t(lines.size())) + QLatin1Char('\n');
    }
    return text;
}

} // namespace timelinepanel
} // namespace jitscope
