// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/comparison/comparisoncolumns.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace comparisonpanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::comparisonpanel::ComparisonPanel)
};

QString signedDuration(int64_t ns) {
    return (ns > 0 ? QStringLiteral("+") : QString()) + durationText(ns);
}

template<class Row, class Get>
TableColumn<Row> number(const QString &title, Get get, const QString &definition = QString()) {
    TableColumn<Row> column;
    column.title = title;
    column.text = [get](const Row &row) { return QString::number(qlonglong(get(row))); };
    column.key = [get](const Row &row) { return QVariant(qlonglong(get(row))); };
    column.alignment = Qt::AlignRight;
    column.font = TableColumn<Row>::Font::Code;
    column.definition = definition;
    return column;
}

template<class Row, class Get>
TableColumn<Row> time(const QString &title, Get get, const QString &definition = QString()) {
    auto column = number<Row>(title, get, definition);
    column.text = [get](const Row &row) { return get(row) == 0 ? QStringLiteral("–") : durationText(get(row)); };
    return column;
}

} // namespace

std::vector<TableColumn<TaskRow>> taskColumns() {
    using Column = TableColumn<TaskRow>;
    return {
        {.title = Words::tr("Difference"),
         .text = [](const TaskRow &row) { return signedDuration(row.difference.deltaNs); },
         .key = [](const TaskRow &row) { return QVariant(qlonglong(std::abs(row.difference.deltaNs))); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .definition = Words::tr("Duration on side B less that on side A; sorted by its size")},
        {.title = Words::tr("What"),
         .text = [](const TaskRow &row) { return differenceText(row.difference.kind); },
         .font = Column::Font::Strong,
         .definition = Words::tr(
             "Slower and faster: by 8 times the usual scatter of such differences, 10 % and 1 us; or all tasks of that "
             "kind together by a paired t-test at 1 % over all kinds. Missing: only on side A. New: only on side B. "
             "Moved: the same task at another place.")},
        {.title = Words::tr("Task"), .text = [](const TaskRow &row) { return row.name; }, .font = Column::Font::Code},
        time<TaskRow>(
            QStringLiteral("A"), [](const TaskRow &row) { return row.durationA; }, Words::tr("Duration on side A")),
        time<TaskRow>(
            QStringLiteral("B"), [](const TaskRow &row) { return row.durationB; }, Words::tr("Duration on side B")),
        {.title = Words::tr("Begin"),
         .text = [](const TaskRow &row) { return row.begin; },
         .key = [](const TaskRow &row) { return QVariant(qlonglong(row.beginNs)); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code},
        {.title = Words::tr("Lane"), .text = [](const TaskRow &row) { return row.lane; }},
        {.title = Words::tr("Matched by"), .text = [](const TaskRow &row) { return matchText(row.difference.by); }},
        {.title = Words::tr("Certainty"),
         .text = [](const TaskRow &row) { return certaintyText(row.difference.certainty); },
         .key = [](const TaskRow &row) { return QVariant(int(row.difference.certainty)); },
         .definition = Words::tr("Of the match: certain by operator, node or full name; "
                                 "likely by type, shapes and order; possible for what "
                                 "stands elsewhere")},
    };
}

std::vector<TableColumn<GroupRow>> groupColumns(const QString &what) {
    using Column = TableColumn<GroupRow>;
    return {
        {.title = what, .text = [](const GroupRow &row) { return row.name; }, .font = Column::Font::Strong},
        {.title = Words::tr("Difference"),
         .text = [](const GroupRow &row) { return signedDuration(row.group.deltaNs()); },
         .key = [](const GroupRow &row) { return QVariant(qlonglong(std::abs(row.group.deltaNs()))); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .definition = Words::tr("Sum of durations on side B less that on side A; sorted by its size")},
        {.title = Words::tr("Significant"),
         .text =
             [](const GroupRow &row) {
                 return row.group.isSignificant
                            ? QCoreApplication::translate("jitscope::comparisonpanel::ComparisonPanel", "yes (p = %1)")
                                  .arg(row.group.probability, 0, 'g', 2)
                            : QCoreApplication::translate("jitscope::comparisonpanel::ComparisonPanel", "no");
             },
         .key = [](const GroupRow &row) { return QVariant(row.group.isSignificant ? 1 - row.group.probability : 0.0); },
         .definition = Words::tr("Paired t-test of the logarithms of matched durations: below 1 % divided by "
                                 "the number of rows, and more than 2 % in the mean")},
        number<GroupRow>(QCoreApplication::translate("jitscope::comparisonpanel::ComparisonPanel", "Tasks A"),
                         [](const GroupRow &row) { return row.group.countA; }),
        number<GroupRow>(QCoreApplication::translate("jitscope::comparisonpanel::ComparisonPanel", "Tasks B"),
                         [](const GroupRow &row) { return row.group.countB; }),
        time<GroupRow>(QCoreApplication::translate("jitscope::comparisonpanel::ComparisonPanel", "Time A"),
                       [](const GroupRow &row) { return row.group.totalA; }),
        time<GroupRow>(QCoreApplication::translate("jitscope::comparisonpanel::ComparisonPanel", "Time B"),
                       [](const GroupRow &row) { return row.group.totalB; }),
        number<GroupRow>(QCoreApplication::translate("jitscope::comparisonpanel::ComparisonPanel", "Missing"),
                         [](const GroupRow &row) { return row.group.missing; }),
        number<GroupRow>(QCoreApplication::translate("jitscope::comparisonpanel::ComparisonPanel", "New"),
                         [](const GroupRow &row) { return row.group.added; }),
    };
}

std::vector<TableColumn<RankWait>> rankColumns() {
    using Column = TableColumn<RankWait>;
    return {
        {.title = Words::tr("Rank"),
         .text = [](const RankWait &row) { return QString::number(row.rank); },
         .key = [](const RankWait &row) { return QVariant(row.rank); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Strong},
        time<RankWait>(
            Words::tr("Made others wait"), [](const RankWait &row) { return row.causedNs; },
            Words::tr("Of a collective, the rank that is in it for the shortest time came last; the "
                      "surplus of the others is their waiting. Needs no common clock.")),
        number<RankWait>(Words::tr("Came last"), [](const RankWait &row) { return row.last; }),
        number<RankWait>(
            Words::tr("Collectives"), [](const RankWait &row) { return row.collectives; },
            Words::tr("That other ranks have too")),
        time<RankWait>(Words::tr("Waited"), [](const RankWait &row) { return row.waitedNs; }),
        time<RankWait>(Words::tr("In collectives"), [](const RankWait &row) { return row.runNs; }),
    };
}

std::vector<TaskRow> taskRows(const TraceComparison &comparison, const Trace &a, const Trace &b) {
    std::vector<TaskRow> rows;
    for (const TraceDifference &each : comparison.differences) {
        const Trace &trace = each.a.valid() ? a : b;
        const SliceId slice = each.a.valid() ? each.a : each.b;
        const std::string_view name = trace.nameOf(slice);
        rows.push_back({each, QString::fromUtf8(name.data(), qsizetype(name.size())),
                        QString::fromStdString(trace.trackAt(trace.trackOf(slice)).name),
                        relativeTime(trace, trace.startOf(slice)), each.a.valid() ? a.durationOf(each.a) : 0,
                        each.b.valid() ? b.durationOf(each.b) : 0, trace.startOf(slice) - trace.beginNs()});
    }
    return rows;
}

} // namespace comparisonpanel
} // namespace jitscope
