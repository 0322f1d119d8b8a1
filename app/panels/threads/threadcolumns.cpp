// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/threads/threadcolumns.h"

#include "app/models/operatorwords.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace jitscope {
inline namespace threadspanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::threadspanel::ThreadsPanel)
};

using Font = TableColumn<ThreadRow>::Font;

/** Times with the share that they are of the thread's life. */
TableColumn<ThreadRow> shareColumn(const QString &title, const QString &definition, double ThreadTimes::*part) {
    const auto share = [part](const ThreadRow &row) {
        return row.times.spanNs > 0 ? row.times.*part / row.times.spanNs : 0;
    };
    return {
        .title = title,
        .text =
            [part, share](const ThreadRow &row) {
                if (!row.isTimed()) return QStringLiteral("–");
                return QStringLiteral("%1 %2 %").arg(timeOrUnknown(row.times.*part)).arg(100 * share(row), 5, 'f', 1);
            },
        .key = [part](const ThreadRow &row) { return QVariant(row.isTimed() ? row.times.*part : -1); },
        .alignment = Qt::AlignRight,
        .font = Font::Code,
        .definition = definition,
        .unit = QStringLiteral("ns")};
}

} // namespace

TimeRange rangeOf(const OpFilter &filter) {
    TimeRange range;
    for (const OpCondition &condition : filter) {
        if (condition.kind != OpCondition::Kind::Time || condition.keep != OpCondition::Keep::Those) continue;
        range.beginNs = std::max(range.beginNs, condition.from);
        range.endNs = std::min(range.endNs, condition.to);
    }
    return range;
}

std::vector<TableColumn<ThreadRow>> threadColumns() {
    return {
        {.title = Words::tr("Thread"),
         .text = [](const ThreadRow &row) { return groupText(OpGrouping::Thread, row.times.text); },
         .font = Font::Strong,
         .definition = Words::tr("By its name, \"program\" is the one that runs your script; its number stands behind "
                                 "the name where several are called the same")},
        shareColumn(Words::tr("On a core"),
                    Words::tr("As the system counts it. A worker that looks for work before it sleeps is on a core, "
                              "too; the recorder works out what was recorded"),
                    &ThreadTimes::runNs),
        shareColumn(Words::tr("Ready"),
                    Words::tr("It could have run, but every core was taken: by other threads, or other programs"),
                    &ThreadTimes::readyNs),
        shareColumn(Words::tr("Waiting"), Words::tr("For a lock, data, another thread, or for work"),
                    &ThreadTimes::waitNs),
        {.title = Words::tr("Lived"),
         .text =
             [](const ThreadRow &row) { return row.isTimed() ? timeOrUnknown(row.times.spanNs) : QStringLiteral("–"); },
         .key = [](const ThreadRow &row) { return QVariant(row.isTimed() ? row.times.spanNs : -1); },
         .alignment = Qt::AlignRight,
         .font = Font::Code,
         .definition = Words::tr("While it was recorded, within the marked range"),
         .unit = QStringLiteral("ns")},
        {.title = Words::tr("Operators"),
         .text = [](const ThreadRow &row) { return QLocale().toString(qlonglong(row.operators)); },
         .key = [](const ThreadRow &row) { return QVariant(qlonglong(row.operators)); },
         .alignment = Qt::AlignRight,
         .font = Font::Code,
         .definition = Words::tr("That it called; workers have a part in them that is not counted here"),
         .figure = [](const ThreadRow &row) { return QVariant(qlonglong(row.operators)); }},
        {.title = Words::tr("Their time"),
         .text = [](const ThreadRow &row) { return timeOrUnknown(double(row.operatorNs)); },
         .key = [](const ThreadRow &row) { return QVariant(qlonglong(row.operatorNs)); },
         .alignment = Qt::AlignRight,
         .font = Font::Code,
         .definition = Words::tr("By the clock, whether the thread was on a core meanwhile or not"),
         .unit = QStringLiteral("ns")},
    };
}

} // namespace threadspanel
} // namespace jitscope
