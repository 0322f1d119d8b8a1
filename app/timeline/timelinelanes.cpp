// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timelinelanes.h"

#include "app/models/compilewords.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <map>
#include <set>

namespace jitscope {
inline namespace timeline {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

TimelineLane laneOf(const Track &track) {
    TimelineLane lane;
    lane.heading = QString::fromStdString(track.process);
    lane.name = QString::fromStdString(track.name);
    lane.rank = track.rank;
    lane.kind = track.kind;
    lane.simulated = track.simulated;
    lane.tracks = {track.id};
    lane.key = QStringLiteral("%1/%2/%3").arg(track.rank).arg(lane.heading, lane.name);
    return lane;
}

/** Python functions stand on the lanes of frameworks and of threads nobody knows. */
bool mayHoldStack(LaneKind kind) {
    return kind == LaneKind::Framework || kind == LaneKind::Other;
}

bool fits(const TimelineLane &lane, const QStringList &words) {
    const QString text = rankKey(lane.rank) + QLatin1Char(' ') + lane.heading + QLatin1Char(' ') + lane.name;
    return std::all_of(words.begin(), words.end(),
                       [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

void mergeHeadings(std::vector<TimelineLane> &lanes, const LaneChoices &choices) {
    std::map<QString, size_t> firsts;
    std::vector<TimelineLane> kept;
    for (TimelineLane &lane : lanes) {
        const QString heading = headingKey(lane, choices.grouping);
        if (lane.counter >= 0 || choices.merged.count(heading) == 0) {
            kept.push_back(std::move(lane));
            continue;
        }
        const auto [first, isNew] = firsts.try_emplace(heading, kept.size());
        if (isNew) {
            lane.key = heading + QStringLiteral("/merged");
            kept.push_back(std::move(lane));
        } else {
            auto &tracks = kept[first->second].tracks;
            tracks.insert(tracks.end(), lane.tracks.begin(), lane.tracks.end());
        }
    }
    for (const auto &[heading, place] : firsts)
        if (kept[place].tracks.size() > 1)
            kept[place].name = Words::tr("%n lanes merged", nullptr, int(kept[place].tracks.size()));
    lanes = std::move(kept);
}

void applyOrder(std::vector<TimelineLane> &lanes, const std::vector<QString> &order) {
    std::map<QString, size_t> places;
    for (const QString &key : order)
        places.try_emplace(key, places.size());
    const auto placeOf = [&](const TimelineLane &lane) {
        const auto place = places.find(lane.key);
        return place == places.end() ? places.size() : place->second;
    };
    std::stable_sort(lanes.begin(), lanes.end(),
                     [&](const TimelineLane &a, const TimelineLane &b) { return placeOf(a) < placeOf(b); });
}

} // namespace

QString timelineWord(const QString &text) {
    static constexpr const char *own[] = {
        QT_TRANSLATE_NOOP("Timeline", "Compile"),  QT_TRANSLATE_NOOP("Timeline", "Host"),
        QT_TRANSLATE_NOOP("Timeline", "stages"),   QT_TRANSLATE_NOOP("Timeline", "capture"),
        QT_TRANSLATE_NOOP("Timeline", "operands"), QT_TRANSLATE_NOOP("Timeline", "result"),
        QT_TRANSLATE_NOOP("Timeline", "scope"),    QT_TRANSLATE_NOOP("Timeline", "data")};
    for (const char *each : own)
        if (text == QLatin1String(each)) return Words::tr(each);
    return text;
}

QString sliceName(const Trace &trace, SliceId slice) {
    const std::string name(trace.nameOf(slice));
    const std::string &category = trace.texts().text(trace.categoryIdOf(slice));
    const bool isOfCompile = trace.trackAt(trace.trackOf(slice)).kind == LaneKind::Compile;
    if (isOfCompile && category == "stage") return compileStageName(name);
    if (isOfCompile && category == "LLVM pass") return llvmStepName(name);
    return QString::fromStdString(name);
}

QString rankKey(int rank) {
    return rank < 0 ? QString() : QStringLiteral("rank %1").arg(rank);
}

QString headingKey(const TimelineLane &lane, LaneGrouping grouping) {
    return grouping == LaneGrouping::Rank ? rankKey(lane.rank) + QLatin1Char('/') + lane.heading
                                          : QStringLiteral("all/") + lane.heading;
}

std::vector<TimelineLane> timelineLanes(const Trace &trace, const std::vector<bool> &hasSlices,
                                        const LaneNames &nameOf) {
    std::vector<const Track *> tracks;
    for (const Track &track : trace.tracks())
        tracks.push_back(&track);
    std::stable_sort(tracks.begin(), tracks.end(), [](const Track *a, const Track *b) {
        return std::pair(a->rank, a->sortKey) < std::pair(b->rank, b->sortKey);
    });
    std::vector<std::vector<int>> counters(trace.tracks().size());
    for (size_t i = 0; i < trace.counters().size(); ++i)
        if (!trace.counters()[i].samples.empty()) counters[size_t(trace.counters()[i].track.value)].push_back(int(i));
    // Lanes of one heading stand together, where the first of them does.
    std::vector<TimelineLane> lanes;
    std::map<QString, std::vector<TimelineLane>> byHeading;
    std::vector<QString> headings;
    for (const Track *track : tracks) {
        TimelineLane lane = laneOf(*track);
        if (nameOf) lane.name = nameOf(*track);
        const QString heading = headingKey(lane, LaneGrouping::Rank);
        if (byHeading.count(heading) == 0) headings.push_back(heading);
        auto &members = byHeading[heading];
        if (size_t(track->id.value) < hasSlices.size() && hasSlices[size_t(track->id.value)]) members.push_back(lane);
        for (const int counter : counters[size_t(track->id.value)]) {
            const Counter &each = trace.counters()[size_t(counter)];
            TimelineLane counterLane = lane;
            counterLane.name = QString::fromStdString(each.unit.empty() ? each.name : each.name + " " + each.unit);
            counterLane.key += QLatin1Char('/') + counterLane.name;
            counterLane.counter = counter;
            members.push_back(std::move(counterLane));
        }
    }
    for (const QString &heading : headings)
        std::move(byHeading[heading].begin(), byHeading[heading].end(), std::back_inserter(lanes));
    return lanes;
}

std::vector<TimelineLane> chosenLanes(const std::vector<TimelineLane> &lanes, const LaneChoices &choices) {
    std::vector<TimelineLane> chosen = lanes;
    if (choices.hidesStack)
        for (TimelineLane &lane : chosen)
            lane.withoutStack = lane.counter < 0 && mayHoldStack(lane.kind);
    if (choices.grouping == LaneGrouping::Kind) { // headings where they are first met, all ranks below each
        std::map<QString, size_t> headings;
        for (const TimelineLane &lane : chosen)
            headings.try_emplace(lane.heading, headings.size());
        std::stable_sort(chosen.begin(), chosen.end(), [&](const TimelineLane &a, const TimelineLane &b) {
            return headings[a.heading] < headings[b.heading];
        });
    }
    if (!choices.merged.empty()) mergeHeadings(chosen, choices);
    if (!choices.order.empty()) applyOrder(chosen, choices.order);
    return chosen;
}

namespace {

constexpr int lowestLane = 14; ///< room for its name

/** Puts band under band. */
class BandMaker {
public:
    BandMaker(const std::vector<TimelineLane> &lanes, const LaneChoices &choices, const BandMetrics &metrics,
              const std::function<int(const TimelineLane &)> &rowsOf)
        : m_lanes(lanes)
        , m_choices(choices)
        , m_metrics(metrics)
        , m_rowsOf(rowsOf) {
        std::set<int> ranks;
        for (const TimelineLane &lane : lanes)
            ranks.insert(lane.rank);
        m_hasRanks = ranks.size() > 1;
    }

    TimelineBands make() {
        const QStringList words = m_choices.filter.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        for (size_t i = 0; i < m_lanes.size(); ++i) {
            if (m_choices.hidden.count(m_lanes[i].key) > 0 || !fits(m_lanes[i], words))
                ++m_bands.hidden;
            else
                m_bands.shown.push_back(int(i));
        }
        if (m_choices.height == LaneHeight::Fit) fitRows();
        for (const QString &key : m_choices.pinned)
            for (const int lane : m_bands.shown)
                if (m_lanes[size_t(lane)].key == key) addLane(m_bands.pinned, m_bands.pinnedHeight, lane, true);
        for (const int lane : m_bands.shown)
            if (std::find(m_choices.pinned.begin(), m_choices.pinned.end(), m_lanes[size_t(lane)].key) ==
                m_choices.pinned.end())
                addBelowHeadings(lane);
        return std::move(m_bands);
    }

private:
    int rowHeight(const TimelineBand &band) const {
        if (m_choices.height == LaneHeight::Compact) return m_metrics.lowRowHeight;
        if (m_choices.height == LaneHeight::Fit) return m_fitRow;
        if (!band.hasLowRows) return m_metrics.rowHeight;
        return std::max(m_metrics.fullRows * m_metrics.rowHeight / band.rows, m_metrics.lowRowHeight);
    }

    void fitRows() {
        int rows = 0, other = 0;
        std::set<QString> headings;
        for (const int lane : m_bands.shown) {
            const TimelineLane &each = m_lanes[size_t(lane)];
            headings.insert(headingKey(each, m_choices.grouping));
            other += m_metrics.laneGap + (each.counter >= 0 ? m_metrics.counterHeight : 0);
            if (each.counter < 0) rows += m_rowsOf(each);
        }
        other += int(headings.size()) * (m_metrics.headingHeight + m_metrics.laneGap);
        m_fitRow = std::clamp((m_metrics.fitHeight - other) / std::max(rows, 1), 3, m_metrics.rowHeight);
    }

    bool isFolded(const QString &key) const { return m_choices.folded.count(key) > 0; }

    void addHeading(TimelineBand::Kind kind, const QString &key, const QString &text, int indent,
                    const TimelineLane &first) {
        TimelineBand band;
        band.kind = kind;
        band.key = key;
        band.text = text;
        band.indent = indent;
        band.top = m_bands.height;
        band.height = m_metrics.headingHeight;
        band.isFolded = isFolded(key);
        band.rank = first.rank;
        band.simulated = first.simulated;
        m_bands.scrolled.push_back(band);
        m_bands.height += band.height;
    }

    void addBelowHeadings(int index) {
        const TimelineLane &lane = m_lanes[size_t(index)];
        const bool byRank = m_hasRanks && m_choices.grouping == LaneGrouping::Rank;
        const QString rank = rankKey(lane.rank), heading = headingKey(lane, m_choices.grouping);
        if (byRank && rank != m_rank) {
            m_rank = rank;
            m_heading.clear();
            m_rankBand = int(m_bands.scrolled.size());
            addHeading(TimelineBand::Kind::Rank, rank,
                       lane.rank < 0 ? Words::tr("no rank") : Words::tr("rank %1").arg(lane.rank), 0, lane);
        }
        if (byRank) ++m_bands.scrolled[size_t(m_rankBand)].lanesInside;
        if (byRank && isFolded(rank)) return;
        if (heading != m_heading) {
            if (!m_heading.isEmpty()) m_bands.height += m_metrics.laneGap;
            m_heading = heading;
            m_headingBand = int(m_bands.scrolled.size());
            addHeading(TimelineBand::Kind::Heading, heading, timelineWord(lane.heading), byRank ? 1 : 0, lane);
        }
        ++m_bands.scrolled[size_t(m_headingBand)].lanesInside;
        if (!isFolded(heading)) addLane(m_bands.scrolled, m_bands.height, index, false);
    }

    void addLane(std::vector<TimelineBand> &bands, int &height, int index, bool isPinned) {
        const TimelineLane &lane = m_lanes[size_t(index)];
        TimelineBand band;
        band.key = lane.key;
        band.lane = index;
        band.rank = lane.rank;
        band.isPinned = isPinned;
        band.simulated = lane.simulated;
        band.isFolded = isFolded(lane.key);
        const bool needsRank = m_hasRanks && lane.rank >= 0 && (isPinned || m_choices.grouping == LaneGrouping::Kind);
        band.text = (needsRank ? Words::tr("rank %1").arg(lane.rank) + QStringLiteral(" \u00B7 ") : QString()) +
                    timelineWord(lane.name);
        band.indent = isPinned ? 0 : 1 + int(m_hasRanks && m_choices.grouping == LaneGrouping::Rank);
        band.top = height;
        const int rows = lane.counter >= 0 ? 0 : std::max(1, m_rowsOf(lane));
        band.rows = band.isFolded ? std::min(rows, 1) : rows;
        band.hasLowRows = m_choices.height == LaneHeight::Normal && band.rows > m_metrics.fullRows &&
                          m_choices.tall.count(lane.key) == 0;
        // Low rows are for lanes of many; a lane of one is as high as its name anyway.
        band.rowHeight = std::max(rowHeight(band), std::min(m_metrics.rowHeight, lowestLane / std::max(band.rows, 1)));
        band.barHeight =
            std::max(2, band.rowHeight - (m_metrics.rowHeight - m_metrics.barHeight) *
                                             std::min(band.rowHeight, m_metrics.rowHeight) / m_metrics.rowHeight);
        if (lane.counter >= 0) {
            band.height = m_metrics.counterHeight + m_metrics.laneGap;
        } else {
            band.height = std::max(band.rows * band.rowHeight, lowestLane) + m_metrics.laneGap;
        }
        height += band.height;
        bands.push_back(band);
    }

    const std::vector<TimelineLane> &m_lanes;
    const LaneChoices &m_choices;
    const BandMetrics &m_metrics;
    const std::function<int(const TimelineLane &)> &m_rowsOf;
    TimelineBands m_bands;
    QString m_rank, m_heading;
    int m_rankBand = -1, m_headingBand = -1, m_fitRow = 0;
    bool m_hasRanks = false;
};

} // namespace

namespace {

bool isOfHost(const TimelineLane &lane) {
    return lane.kind == LaneKind::Framework || lane.kind == LaneKind::HostApi || lane.kind == LaneKind::Scope ||
           lane.kind == LaneKind::Compile || lane.kind == LaneKind::Other;
}

bool isInSight(const TimelineBands &bands, int lane, int height) {
    const auto found = std::find_if(bands.scrolled.begin(), bands.scrolled.end(),
                                    [&](const TimelineBand &band) { return band.lane == lane; });
    return found != bands.scrolled.end() && found->top + found->height <= height;
}

} // namespace

LaneChoices firstLook(const std::vector<TimelineLane> &lanes, int main, int height, const BandMetrics &metrics,
                      const std::function<int(const TimelineLane &)> &rowsOf) {
    LaneChoices choices;
    if (main < 0 || main >= int(lanes.size()) || bandsOf(lanes, choices, metrics, rowsOf).height <= height)
        return choices;
    const auto rows = [&](const TimelineLane &lane) { return lane.counter >= 0 ? 1 : rowsOf(lane); };
    const QString heading = headingKey(lanes[size_t(main)], choices.grouping);
    const auto isElsewhere = [&](const TimelineLane &lane) { return headingKey(lane, choices.grouping) != heading; };
    using Wanted = std::function<bool(const TimelineLane &)>;
    const Wanted deepStacks = [&](const auto &lane) { return isOfHost(lane) && rows(lane) > metrics.fullRows; };
    const Wanted nested = [&](const auto &lane) { return isOfHost(lane) && rows(lane) > 1; };
    for (const Wanted &isFolded : {deepStacks, nested}) {
        for (const TimelineLane &lane : lanes)
            if (isFolded(lane)) choices.folded.insert(lane.key);
        if (isInSight(bandsOf(lanes, choices, metrics, rowsOf), main, height)) return choices;
    }
    const Wanted calls = [&](const auto &lane) { return isElsewhere(lane) && lane.kind == LaneKind::HostApi; };
    const Wanted host = [&](const auto &lane) { return isElsewhere(lane) && (isOfHost(lane) || lane.counter >= 0); };
    for (const Wanted &isFolded : {calls, host}) {
        for (const TimelineLane &lane : lanes)
            if (isFolded(lane)) choices.folded.insert(headingKey(lane, choices.grouping));
        if (isInSight(bandsOf(lanes, choices, metrics, rowsOf), main, height)) return choices;
    }
    choices.pinned.push_back(lanes[size_t(main)].key);
    return choices;
}

TimelineBands bandsOf(const std::vector<TimelineLane> &chosen, const LaneChoices &choices, const BandMetrics &metrics,
                      const std::function<int(const TimelineLane &)> &rowsOf) {
    return BandMaker(chosen, choices, metrics, rowsOf).make();
}

} // namespace timeline
} // namespace jitscope
