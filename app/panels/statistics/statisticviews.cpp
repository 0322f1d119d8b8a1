// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/statistics/statisticviews.h"

#include "app/models/rankbaseline.h"
#include "app/models/tablecell.h"
#include "engine/analysis/derivedtables.h"
#include "engine/analysis/device/apistatistics.h"
#include "engine/analysis/device/kernelstatistics.h"
#include "engine/analysis/device/overlap.h"
#include "engine/analysis/device/pipeusage.h"
#include "engine/analysis/device/steptrace.h"
#include "engine/analysis/links/kernellaunches.h"
#include "engine/analysis/tableorder.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace statisticspanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::statisticspanel::StatisticsPanel)
};

TablePtr owned(DataTable table) {
    return std::make_shared<const DataTable>(std::move(table));
}

/** A table of a profile, which it keeps alive. */
TablePtr shared(const ProfilePtr &profile, const DataTable *table) {
    return {profile, table};
}

StatisticsAnswer missingTable(const char *table) {
    StatisticsAnswer answer;
    answer.missing = Words::tr("This profile has no table “%1”").arg(QString::fromLatin1(table));
    const std::string origin = tableOrigin(table);
    if (!origin.empty())
        answer.advice = Words::tr("It comes from %1, which was not found beside the other files.")
                            .arg(QCoreApplication::translate("Tables", origin.c_str()));
    return answer;
}

const DataTable *filled(const Profile &profile, const char *name) {
    const DataTable *table = profile.table(name);
    return table != nullptr && table->rowCount() > 0 ? table : nullptr;
}

/** What a table is against the pinned rank. */
void take(StatisticsAnswer &answer, ComparedTable compared) {
    answer.table = owned(std::move(compared.table));
    answer.deltas = std::move(compared.deltas);
}

/** The pinned rank, where it is another one than that which is shown; else null. */
const Profile *baselineOf(const Session &session, const StatisticsQuestion &question) {
    const bool isOther = question.baseline && *question.baseline != question.profile;
    return isOther ? session.profiles[*question.baseline].get() : nullptr;
}

StatisticsAnswer operators(const Session &session, const StatisticsQuestion &question, KernelGroupBy grouping) {
    const ProfilePtr &profile = session.profiles[question.profile];
    const DataTable *kernels = filled(*profile, "kernels");
    if (kernels == nullptr) return missingTable("kernels");
    StatisticsAnswer answer;
    const std::vector<int64_t> launches = kernelLaunches(session.trace, *kernels, profile->rank);
    const auto groups = kernelStatistics(*kernels, grouping, question.within, launches);
    const SliceFinder finder(session.trace);
    int64_t count[2] = {0, 0}, total[2] = {0, 0}; // computing, communicating
    for (const KernelGroup &group : groups) {
        answer.slices.push_back(sliceOfRow(finder, *kernels, group.longestRow, profile->rank));
        count[group.isCommunication] += group.count;
        total[group.isCommunication] += group.totalNs;
    }
    DataTable table = kernelStatisticsTable(groups, grouping);
    const Profile *baseline = baselineOf(session, question);
    const DataTable *before = baseline ? filled(*baseline, "kernels") : nullptr;
    if (before)
        take(answer, withDeltas(std::move(table), groups, grouping,
                                compareGroups(kernelTimes(*before, grouping, question.within),
                                              kernelTimes(*kernels, grouping, question.within))));
    else
        answer.table = owned(std::move(table));
    answer.markedCount = MarkedCount::Whole;
    answer.note = Words::tr("%L1 computing kernels, %2 in sum.").arg(count[0]).arg(timeText(double(total[0])));
    if (count[1] > 0)
        answer.note +=
            QLatin1Char(' ') +
            Words::tr("%L1 collectives, %2 in sum; they have no share.").arg(count[1]).arg(timeText(double(total[1])));
    answer.sortedBy = "total";
    return answer;
}

StatisticsAnswer pipes(const Session &session, const StatisticsQuestion &question) {
    const DataTable *kernels = filled(*session.profiles[question.profile], "kernels");
    if (kernels == nullptr) return missingTable("kernels");
    StatisticsAnswer answer;
    const PipeUsages usages = pipeUsages(*kernels, question.within);
    DataTable table = pipeUsageTable(usages);
    if (table.columnCount() == 0) {
        answer.missing = Words::tr("The kernels have no counters");
        answer.advice =
            Words::tr("Profile with aic_metrics (level 1 or above) to see how busy the pipes of the cores were.");
        return answer;
    }
    answer.markedCount = MarkedCount::Whole;
    const Profile *baseline = baselineOf(session, question);
    const DataTable *before = baseline ? filled(*baseline, "kernels") : nullptr;
    if (before)
        take(answer, withDeltas(std::move(table), usages, pipeUsages(*before, question.within)));
    else
        answer.table = owned(std::move(table));
    answer.note =
        Words::tr("Means over the kernels of a type, weighted by their durations. Pipes work at the same time: the "
                  "ratios do not add up to 1.");
    answer.sortedBy = "total";
    return answer;
}

StatisticsAnswer wholeTable(const Session &session, const StatisticsQuestion &question, const char *name) {
    const ProfilePtr &profile = session.profiles[question.profile];
    const DataTable *table = filled(*profile, name);
    if (table == nullptr) return missingTable(name);
    StatisticsAnswer answer;
    answer.table = shared(profile, table);
    answer.byStart = rowsByStart(*table);
    answer.isWithin = true;
    if (beginColumn(*table) >= 0) answer.markedCount = MarkedCount::Whole;
    return answer;
}

StatisticsAnswer hostApi(const Session &session, const StatisticsQuestion &question) {
    const auto groups = apiStatistics(*session.profiles[question.profile], session.trace, question.within);
    if (groups.empty() && !question.within) return missingTable("host_api");
    StatisticsAnswer answer;
    for (const ApiGroup &group : groups)
        answer.slices.push_back(group.longest);
    answer.markedCount = MarkedCount::Whole;
    if (const Profile *baseline = baselineOf(session, question))
        take(answer,
             withDeltas(apiStatisticsTable(groups), groups,
                        compareGroups(apiTimes(*baseline, session.trace, question.within),
                                      apiTimes(*session.profiles[question.profile], session.trace, question.within))));
    else
        answer.table = owned(apiStatisticsTable(groups));
    answer.note =
        Words::tr("Levels lie inside each other: a call of acl contains those of node and runtime. Shares are of a "
                  "level.");
    return answer;
}

std::vector<BarPart> deviceParts() {
    return {
        {Words::tr("Computing"), {}, PartRole::Computing},
        {Words::tr("Communication, not overlapped"), Words::tr("nothing computes meanwhile"), PartRole::NotOverlapped},
        {Words::tr("Free"), Words::tr("neither computing nor communicating"), PartRole::Free}};
}

/** Puts the rows of `part` behind those of `all`, with the rank's label in front. */
void appendRows(DataTable &all, const DataTable &part, const std::string &rank) {
    const int rankColumn = all.addColumn("rank", ColumnType::Text);
    for (int64_t row = 0; row < part.rowCount(); ++row) {
        const int64_t at = all.addRow();
        all.setText(at, rankColumn, rank);
        for (int from = 0; from < part.columnCount(); ++from) {
            const DataColumn &column = part.columns()[size_t(from)];
            const int to = all.addColumn(column.name, column.type, column.unit);
            if (column.type == ColumnType::Integer) all.setInteger(at, to, part.integer(row, from));
            if (column.type == ColumnType::Real) all.setReal(at, to, part.real(row, from));
            if (column.type == ColumnType::Text) all.setText(at, to, part.text(row, from));
        }
    }
}

/** A table of all ranks, against the pinned one where there is one. */
void takeRanks(StatisticsAnswer &answer, const Session &session, const StatisticsQuestion &question, DataTable all,
               const char *key, const std::vector<std::string> &compared, RowsOfRank rows) {
    if (!question.baseline) {
        answer.table = owned(std::move(all));
        return;
    }
    const std::string baseline = rankLabel(*session.profiles[*question.baseline]).toStdString();
    take(answer, againstRank(std::move(all), baseline, {key}, compared, rows));
}

/** The begin of the host's part of a profile, for the preparation of one without steps. */
std::optional<int64_t> hostBegin(const Trace &trace, int rank) {
    std::optional<int64_t> begin;
    for (const LaneRow &row : trace.laneRows()) {
        const Track &track = trace.trackAt(row.track);
        if (track.kind != LaneKind::Framework || track.rank != rank || row.count == 0) continue;
        const int64_t first = trace.startOf(SliceId{row.first});
        begin = begin ? std::min(*begin, first) : first;
    }
    return begin;
}

constexpr const char *stepColumns[] = {"computing",  "communication_not_overlapped",
                                       "overlapped", "communication",
                                       "free",       "stage",
                                       "bubble",     "communication_not_overlapped_and_exclude_receive",
                                       "preparing"};

/** The producer's step trace in our columns, for ranks whose kernels are not there. */
DataTable asStepParts(const DataTable &producer) {
    DataTable table = stepTraceTable({});
    for (int64_t row = 0; row < producer.rowCount(); ++row) {
        const int64_t at = table.addRow();
        const std::string &step = producer.text(row, producer.column("step"));
        table.setText(at, table.column("step"), step.empty() ? "0" : step);
        for (const char *name : stepColumns)
            if (const double us = producer.real(row, producer.column(name)); !std::isnan(us))
                table.setInteger(at, table.column(name), std::llround(us * 1000));
    }
    return table;
}

/** The largest difference between ours and the producer's in a column that both have, in ns; nothing to compare gives
    none. */
std::optional<int64_t> differenceToProducer(const DataTable &ours, const Profile &profile) {
    const DataTable *producer = filled(profile, "step_trace");
    if (producer == nullptr || producer->rowCount() != ours.rowCount()) return std::nullopt;
    const DataTable theirs = asStepParts(*producer);
    int64_t most = 0;
    for (int64_t row = 0; row < ours.rowCount(); ++row)
        for (const char *name : stepColumns) {
            const int64_t a = ours.integer(row, ours.column(name)), b = theirs.integer(row, theirs.column(name));
            if (a != missingInteger && b != missingInteger) most = std::max(most, std::abs(a - b));
        }
    return most;
}

/** A bar for each row of a table that has the parts of steps. */
std::vector<Bar> stepBars(const DataTable &table) {
    std::vector<Bar> bars;
    for (int64_t row = 0; row < table.rowCount(); ++row) {
        const auto value = [&](const char *name) {
            const int64_t ns = table.integer(row, table.column(name));
            return ns == missingInteger ? 0.0 : std::max(0.0, double(ns));
        };
        bars.push_back({Words::tr("%1 · step %2")
                            .arg(QString::fromStdString(table.text(row, table.column("rank"))),
                                 QString::fromStdString(table.text(row, table.column("step")))),
                        {value("computing"), value("communication_not_overlapped"), value("free")}});
    }
    return bars;
}

StatisticsAnswer steps(const Session &session, const StatisticsQuestion &question) {
    StatisticsAnswer answer;
    DataTable all("step_parts");
    std::optional<int64_t> difference;
    QStringList fromProducer;
    for (const ProfilePtr &profile : session.profiles) {
        const std::string label = rankLabel(*profile).toStdString();
        if (filled(*profile, "kernels") != nullptr) {
            const DataTable ours =
                stepTraceTable(stepTrace(*profile, stepRulesOf(*profile), hostBegin(session.trace, profile->rank)));
            appendRows(all, ours, label);
            if (const auto each = differenceToProducer(ours, *profile))
                difference = std::max(difference.value_or(0), *each);
        } else if (const DataTable *producer = filled(*profile, "step_trace")) {
            appendRows(all, asStepParts(*producer), label);
            fromProducer << rankLabel(*profile);
        }
    }
    if (all.rowCount() == 0) {
        StatisticsAnswer missing = missingTable("step_trace");
        missing.advice = Words::tr(
            "Steps are worked out from the table of kernels or read from the producer's table of steps; neither "
            "was found.");
        return missing;
    }
    QStringList notes;
    if (difference)
        notes << Words::tr("Worked out from the kernels; the producer's own table of steps differs by %1 at most.")
                     .arg(timeText(double(*difference)));
    if (!fromProducer.isEmpty())
        notes << Words::tr("As the producer wrote it, for the kernels are not there: %1.")
                     .arg(fromProducer.join(QLatin1String(", ")));
    answer.note = notes.join(QLatin1Char(' '));
    answer.parts = deviceParts();
    answer.bars = stepBars(all);
    takeRanks(answer, session, question, std::move(all), "step", {"computing", "communication_not_overlapped", "free"},
              RowsOfRank::Repetitions);
    return answer;
}

StatisticsAnswer overlap(const Session &session, const StatisticsQuestion &question) {
    StatisticsAnswer answer;
    DataTable all("overlap");
    QStringList fromLanes;
    answer.parts = {
        {Words::tr("Computing"), Words::tr("nothing communicates meanwhile"), PartRole::Computing},
        {Words::tr("Both"), Words::tr("computing and communicating"), PartRole::Overlapped},
        {Words::tr("Communication, not overlapped"), Words::tr("nothing computes meanwhile"), PartRole::NotOverlapped},
        {Words::tr("Free"), Words::tr("neither computing nor communicating"), PartRole::Free}};
    for (const ProfilePtr &profile : session.profiles) {
        const DataTable *kernels = filled(*profile, "kernels");
        std::vector<DeviceOverlap> devices;
        if (kernels != nullptr) {
            devices = overlapOf(*kernels);
        } else if (DeviceOverlap lanes = overlapLanes(session.trace, profile->rank); lanes.span().length() > 0) {
            devices = {std::move(lanes)};
            fromLanes << rankLabel(*profile);
        }
        for (DeviceOverlap &device : devices) {
            if (question.within)
                for (Intervals *set : {&device.computing, &device.communication, &device.notOverlapped, &device.free})
                    *set = clipped(*set, *question.within);
            const double both = double(totalLength(intersection(device.computing, device.communication)));
            answer.bars.push_back({rankLabel(*profile),
                                   {double(totalLength(device.computing)) - both, both,
                                    double(totalLength(device.notOverlapped)), double(totalLength(device.free))}});
        }
        appendRows(all, overlapTable(devices), rankLabel(*profile).toStdString());
    }
    if (all.rowCount() == 0) return missingTable("kernels");
    answer.note = Words::tr(
        "Each part is a union: what overlaps counts once, so that the parts add up to the time from the first "
        "kernel to the last.");
    if (!fromLanes.isEmpty())
        answer.note +=
            QLatin1Char(' ') + Words::tr("From the producer's own lanes: %1.").arg(fromLanes.join(QLatin1String(", ")));
    takeRanks(answer, session, question, std::move(all), "part", {"total"}, RowsOfRank::Parts);
    answer.markedCount = MarkedCount::Cut;
    return answer;
}

StatisticsView operatorView(const char *id, const QString &title, const QString &meaning, KernelGroupBy grouping) {
    return {QString::fromLatin1(id),
            Words::tr("Operators"),
            title,
            meaning,
            false,
            true,
            [grouping](const Session &session, const StatisticsQuestion &question) {
                return operators(session, question, grouping);
            }};
}

std::vector<StatisticsView> makeViews() {
    return {
        operatorView("type", Words::tr("By type"), Words::tr("Kernels summed by operator type"), KernelGroupBy::Type),
        operatorView("name", Words::tr("By name"), Words::tr("Kernels summed by name"), KernelGroupBy::Name),
        operatorView("core", Words::tr("By core"), Words::tr("Kernels summed by what they ran on"),
                     KernelGroupBy::Core),
        operatorView("shape", Words::tr("By shape"), Words::tr("Kernels summed by type and input shapes"),
                     KernelGroupBy::Shape),
        operatorView("type-core", Words::tr("By type and core"), Words::tr("As the producer's op_statistic.csv"),
                     KernelGroupBy::TypeAndCore),
        {QStringLiteral("pipes"), Words::tr("Operators"), Words::tr("Pipes"),
         Words::tr("How busy the pipes of the cores were, by type"), false, true, pipes},
        {QStringLiteral("kernels"), Words::tr("Operators"), Words::tr("All kernels"),
         Words::tr("Every kernel with all that is known of it"), false, false,
         [](const Session &session, const StatisticsQuestion &question) {
             return wholeTable(session, question, "kernels");
         }},
        {QStringLiteral("steps"), Words::tr("Device"), Words::tr("Steps"),
         Words::tr("What each step's time went to, of all ranks"), true, true, steps},
        {QStringLiteral("overlap"), Words::tr("Device"), Words::tr("Overlap"),
         Words::tr("Computing, communicating, both or neither, of all ranks"), true, true, overlap},
        {QStringLiteral("api"), Words::tr("Host"), Words::tr("CANN calls"),
         Words::tr("Calls of the host into CANN by level and function"), false, true, hostApi},
        {QStringLiteral("operators"), Words::tr("Host"), Words::tr("Framework operators"),
         Words::tr("Operators of the framework with their times"), false, false,
         [](const Session &session, const StatisticsQuestion &question) {
             return wholeTable(session, question, "operators");
         }},
    };
}

} // namespace

std::vector<StatisticsView> statisticsViews() {
    return makeViews();
}

StatisticsAnswer producerTable(const Session &session, const StatisticsQuestion &question) {
    return wholeTable(session, question, question.table.c_str());
}

} // namespace statisticspanel
} // namespace jitscope
