// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that the statistics panel offers, each as a record: what it is called and how it comes from a session.
#pragma once

#include "app/charts/stackedbars.h"
#include "app/models/datatablemodel.h"
#include "engine/analysis/comparison/rankdifference.h"
#include "engine/analysis/intervals.h"
#include "engine/analysis/links/rowslices.h"
#include "engine/session/sessionfwd.h"

#include <QString>
#include <functional>
#include <optional>
#include <vector>

namespace jitscope {
inline namespace statisticspanel {

/** What a view is asked: a rank's profile, and the stretch of time that counts. */
struct StatisticsQuestion {
    size_t profile = 0; ///< index in Session::profiles
    std::optional<Interval> within;
    std::string table;              ///< the producer's table, for the view that shows those
    std::optional<size_t> baseline; ///< index in Session::profiles of the pinned rank
};

/** How the figures of a view take the marked stretch. */
enum class MarkedCount {
    All,   ///< they do not: they are of the whole profile
    Whole, ///< what overlaps it counts with all its time
    Cut    ///< what crosses its edge is cut there
};

struct StatisticsAnswer {
    TablePtr table;       ///< null: `missing` says why
    QString missing;      ///< the sentence of what is not there
    QString advice;       ///< where it would come from
    QString note;         ///< on how the figures came about, "" for nothing
    std::string sortedBy; ///< column, "" for the table's own order
    std::vector<BarPart> parts;
    std::vector<Bar> bars;           ///< a picture above the table; none for most
    std::vector<SliceId> slices;     ///< by row, where the rows stand for slices; may be empty
    RowsByStart byStart;             ///< of tables whose rows are slices
    std::vector<DeltaColumn> deltas; ///< differences to the pinned rank
    bool isWithin = false;           ///< `within` is for the view to apply row by row
    MarkedCount markedCount = MarkedCount::All;
};

struct StatisticsView {
    QString id;
    QString section, title; ///< translated
    QString meaning;        ///< translated, for the tool tip
    bool isOfAllRanks = false;
    bool isCompared = false; ///< with a pinned rank
    std::function<StatisticsAnswer(const Session &, const StatisticsQuestion &)> answer;
};

/** All but the producer's tables, in order. */
std::vector<StatisticsView> statisticsViews();
/** One of the producer's own tables, as it is. */
StatisticsAnswer producerTable(const Session &session, const StatisticsQuestion &question);

} // namespace statisticspanel
} // namespace jitscope
