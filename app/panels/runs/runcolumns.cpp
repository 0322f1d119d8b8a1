// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/runcolumns.h"

#include "app/models/runtext.h"
#include "engine/base/sizes.h"
#include "engine/base/text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace jitscope {
inline namespace runspanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::runspanel::RunsPanel)
};

QString timeText(int64_t ns) {
    return QString::fromStdString(humanTime(ns));
}

QString signedTime(int64_t ns) {
    return (ns < 0 ? QStringLiteral("-") : QStringLiteral("+")) + timeText(std::abs(ns));
}

QString whenText(const RunRecord &run) {
    if (run.startedMs <= 0) return QStringLiteral("–");
    return QDateTime::fromMSecsSinceEpoch(run.startedMs).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

/** A setting as it ran, with the word "forced" where an option of the run forced it. */
QString settingText(const RunRecord &run, const QString &value, const char *name) {
    const QString prefix = QLatin1String(name) + QLatin1Char('=');
    for (const QString &forced : run.forced)
        if (forced.startsWith(prefix)) return Words::tr("%1 (forced)").arg(value);
    return value;
}

TableColumn<RunRow> count(const QString &title, qint64 RunRecord::*field) {
    return {.title = title,
            .text = [field](const RunRow &row) { return QLocale().toString(qlonglong(row.run.*field)); },
            .key = [field](const RunRow &row) { return QVariant(row.run.*field); },
            .alignment = Qt::AlignRight,
            .font = TableColumn<RunRow>::Font::Code,
            .figure = [field](const RunRow &row) { return QVariant(row.run.*field); }};
}

QString verdictWord(DeltaVerdict verdict) {
    switch (verdict) {
    case DeltaVerdict::Same:
        return Words::tr("the same");
    case DeltaVerdict::Noise:
        return Words::tr("within the noise");
    case DeltaVerdict::TooFew:
        return Words::tr("too few calls, no verdict");
    case DeltaVerdict::Slower:
        return Words::tr("B is slower");
    case DeltaVerdict::Faster:
        return Words::tr("B is faster");
    case DeltaVerdict::New:
        return Words::tr("only in B");
    case DeltaVerdict::Missing:
        return Words::tr("only in A");
    }
    return {};
}

/** A sum that grew as there are more calls says nothing of one call. */
QString verdictOf(const RunDifference &row) {
    const QString word = verdictWord(row.verdict);
    const bool isFound = row.verdict == DeltaVerdict::Slower || row.verdict == DeltaVerdict::Faster;
    if (!isFound || row.countA == row.countB) return word;
    return (row.countB > row.countA ? Words::tr("%1, with more calls") : Words::tr("%1, with fewer calls")).arg(word);
}

template<class Get> TableColumn<RunDifference> number(const QString &title, Get get) {
    return {.title = title,
            .text = [get](const RunDifference &row) { return QLocale().toString(qlonglong(get(row))); },
            .key = [get](const RunDifference &row) { return QVariant(qlonglong(get(row))); },
            .alignment = Qt::AlignRight,
            .font = TableColumn<RunDifference>::Font::Code,
            .figure = [get](const RunDifference &row) { return QVariant(qlonglong(get(row))); }};
}

template<class Get> TableColumn<RunDifference> time(const QString &title, Get get) {
    TableColumn<RunDifference> column = number(title, get);
    column.text = [get](const RunDifference &row) { return timeText(get(row)); };
    column.unit = QStringLiteral("ns");
    return column;
}

} // namespace

QString bytesText(qint64 bytes) {
    return bytes < 0 ? QStringLiteral("–") : QString::fromStdString(memorySize(bytes));
}

QString shortName(const RunRecord &run) {
    return scriptName(run) + QStringLiteral(", ") + whenText(run);
}

std::vector<TableColumn<RunRow>> runColumns() {
    using Column = TableColumn<RunRow>;
    return {
        {.title = Words::tr("Time"),
         .text = [](const RunRow &row) { return whenText(row.run); },
         .key = [](const RunRow &row) { return QVariant(row.run.startedMs); },
         .font = Column::Font::Code},
        {.title = Words::tr("Script"),
         .text =
             [](const RunRow &row) {
                 const QString name = scriptName(row.run);
                 return row.isShown ? Words::tr("%1 (in view)").arg(name) : name;
             },
         .font = Column::Font::Strong,
         .toolTip = [](const RunRow &row) { return row.run.script; }},
        {.title = Words::tr("Outcome"),
         .text = [](const RunRow &row) { return endText(row.run); },
         .key = [](const RunRow &row) { return QVariant(row.run.durationNs); },
         .colour =
             [](const RunRow &row) {
                 const bool isBad = row.run.end == RunEnd::Failed || row.run.end == RunEnd::CutOff || row.run.exitCode;
                 return isBad ? currentTheme().error : QColor();
             },
         .definition = Words::tr("How the run ended and after how long, without the times that it stood "
                                 "still; sorted by that time")},
        count(Words::tr("Operators"), &RunRecord::ops),
        count(Words::tr("Compilations"), &RunRecord::graphs),
        {.title = Words::tr("Mode"),
         .text = [](const RunRow &row) { return settingText(row.run, row.run.mode, "mode"); }},
        {.title = Words::tr("Level"),
         .text = [](const RunRow &row) { return settingText(row.run, row.run.level, "jit_level"); }},
        {.title = Words::tr("Device"),
         .text = [](const RunRow &row) { return settingText(row.run, row.run.device, "device_target"); }},
        {.title = Words::tr("Size"),
         .text =
             [](const RunRow &row) {
                 if (row.run.needs < 0) return bytesText(row.run.bytes);
                 return Words::tr("%1, not kept").arg(bytesText(row.run.needs));
             },
         .key = [](const RunRow &row) { return QVariant(std::max(row.run.bytes, row.run.needs)); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .definition = Words::tr("Of its file; a run that goes on has none yet"),
         .unit = QStringLiteral("B")},
        {.title = Words::tr("Pinned"),
         .text = [](const RunRow &row) { return row.run.isPinned ? Words::tr("pinned") : QString(); }},
        {.title = Words::tr("Note"), .text = [](const RunRow &row) { return row.run.note; }},
    };
}

std::vector<TableColumn<RunDifference>> differenceColumns(std::function<QString(const std::string &)> nameOf) {
    using Column = TableColumn<RunDifference>;
    return {
        {.title = Words::tr("Name"),
         .text = [nameOf](const RunDifference &row) { return nameOf(row.key); },
         .font = Column::Font::Strong},
        {.title = Words::tr("Difference"),
         .text = [](const RunDifference &row) { return signedTime(row.deltaNs()); },
         .key = [](const RunDifference &row) { return QVariant(qlonglong(std::abs(row.deltaNs()))); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .definition = Words::tr("Sum of the times in run B less that in run A; sorted by its size"),
         .unit = QStringLiteral("ns"),
         .figure = [](const RunDifference &row) { return QVariant(qlonglong(row.deltaNs())); }},
        {.title = Words::tr("Verdict"),
         .text = verdictOf,
         .key = [](const RunDifference &row) { return QVariant(int(row.verdict)); },
         .toolTip =
             [](const RunDifference &row) {
                 return row.noiseNs > 0 ? Words::tr("Up to %1 says nothing here").arg(timeText(int64_t(row.noiseNs)))
                                        : QString();
             },
         .colour =
             [](const RunDifference &row) {
                 const bool isFound = row.verdict == DeltaVerdict::Slower || row.verdict == DeltaVerdict::Faster;
                 return isFound ? QColor() : currentTheme().text2;
             },
         .definition = Words::tr("Whether the sums differ by more than the single calls scatter; with fewer than %1 "
                                 "calls on a side that cannot be told")
                           .arg(leastCalls)},
        number(Words::tr("Count A"), [](const RunDifference &row) { return row.countA; }),
        number(Words::tr("Count B"), [](const RunDifference &row) { return row.countB; }),
        time(Words::tr("Time A"), [](const RunDifference &row) { return row.totalA; }),
        time(Words::tr("Time B"), [](const RunDifference &row) { return row.totalB; }),
    };
}

} // namespace runspanel
} // namespace jitscope
