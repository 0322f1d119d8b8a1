// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/runcolumns.h"

#include "app/models/runtext.h"
#include "engine/base/text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace jitscope {

namespace {

struct RunColumns {
    Q_DECLARE_TR_FUNCTIONS(jitscope::RunsPanel)
};

QString tr(const char *text) {
    return RunColumns::tr(text);
}

QString timeText(int64_t ns) {
    return QString::fromStdString(humanTime(ns));
}

QString signedTime(int64_t ns) {
    return (ns < 0 ? QStringLiteral("-") : QStringLiteral("+")) + timeText(std::abs(ns));
}

QString whenText(const RunRecord &run) {
    if (run.startedMs <= 0) return QStringLiteral("–");
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(run.startedMs);
    if (time.date() == QDate::currentDate()) return time.time().toString(QStringLiteral("HH:mm:ss"));
    return QLocale().toString(time, QLocale::ShortFormat);
}

/** A setting as it ran, with the word "forced" where an option of the run forced it. */
QString settingText(const RunRecord &run, const QString &value, const char *name) {
    const QString prefix = QLatin1String(name) + QLatin1Char('=');
    for (const QString &forced : run.forced)
        if (forced.startsWith(prefix)) return tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "%1 (forced)")).arg(value);
    return value;
}

TableColumn<RunRow> count(const QString &title, qint64 RunRecord::*field) {
    return {.title = title,
            .text = [field](const RunRow &row) { return QLocale().toString(qlonglong(row.run.*field)); },
            .key = [field](const RunRow &row) { return QVariant(row.run.*field); },
            .alignment = Qt::AlignRight,
            .font = TableColumn<RunRow>::Font::Code};
}

template<class Get> TableColumn<RunDifference> number(const QString &title, Get get) {
    return {.title = title,
            .text = [get](const RunDifference &row) { return QLocale().toString(qlonglong(get(row))); },
            .key = [get](const RunDifference &row) { return QVariant(qlonglong(get(row))); },
            .alignment = Qt::AlignRight,
            .font = TableColumn<RunDifference>::Font::Code};
}

template<class Get> TableColumn<RunDifference> time(const QString &title, Get get) {
    TableColumn<RunDifference> column = number(title, get);
    column.text = [get](const RunDifference &row) { return timeText(get(row)); };
    return column;
}

} // namespace

QString bytesText(qint64 bytes) {
    return bytes < 0 ? QStringLiteral("–") : QString::fromStdString(humanBytes(bytes));
}

QString shortName(const RunRecord &run) {
    return scriptName(run) + QStringLiteral(", ") + whenText(run);
}

std::vector<TableColumn<RunRow>> runColumns() {
    using Column = TableColumn<RunRow>;
    return {
        {.title = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Time")),
         .text = [](const RunRow &row) { return whenText(row.run); },
         .key = [](const RunRow &row) { return QVariant(row.run.startedMs); },
         .font = Column::Font::Code},
        {.title = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Script")),
         .text =
             [](const RunRow &row) {
                 const QString name = scriptName(row.run);
                 return row.isShown ? tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "%1 (in view)")).arg(name) : name;
             },
         .font = Column::Font::Strong,
         .toolTip = [](const RunRow &row) { return row.run.script; }},
        {.title = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Outcome")),
         .text = [](const RunRow &row) { return endText(row.run); },
         .key = [](const RunRow &row) { return QVariant(row.run.durationNs); },
         .colour =
             [](const RunRow &row) {
                 const bool isBad = row.run.end == RunEnd::Failed || row.run.end == RunEnd::CutOff || row.run.exitCode;
                 return isBad ? currentTheme().error : QColor();
             },
         .definition = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel",
                                            "How the run ended and after how long, without the times that it stood "
                                            "still; sorted by that time"))},
        count(tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Operators")), &RunRecord::ops),
        count(tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Compilations")), &RunRecord::graphs),
        {.title = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Mode")),
         .text = [](const RunRow &row) { return settingText(row.run, row.run.mode, "mode"); }},
        {.title = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Level")),
         .text = [](const RunRow &row) { return settingText(row.run, row.run.level, "jit_level"); }},
        {.title = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Device")),
         .text = [](const RunRow &row) { return settingText(row.run, row.run.device, "device_target"); }},
        {.title = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Size")),
         .text =
             [](const RunRow &row) {
                 if (row.run.needs < 0) return bytesText(row.run.bytes);
                 return tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "%1, not kept")).arg(bytesText(row.run.needs));
             },
         .key = [](const RunRow &row) { return QVariant(std::max(row.run.bytes, row.run.needs)); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .definition = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Of its file; a run that goes on has none yet"))},
        {.title = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Pinned")),
         .text =
             [](const RunRow &row) {
                 return row.run.isPinned ? tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "pinned")) : QString();
             }},
        {.title = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Note")),
         .text = [](const RunRow &row) { return row.run.note; }},
    };
}

std::vector<TableColumn<RunDifference>> differenceColumns() {
    using Column = TableColumn<RunDifference>;
    return {
        {.title = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Operator")),
         .text = [](const RunDifference &row) { return QString::fromStdString(row.key); },
         .font = Column::Font::Strong},
        {.title = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Difference")),
         .text = [](const RunDifference &row) { return signedTime(row.deltaNs()); },
         .key = [](const RunDifference &row) { return QVariant(qlonglong(std::abs(row.deltaNs()))); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .definition = tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel",
                                            "Sum of the times in run B less that in run A; sorted by its size"))},
        number(tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Count A")),
               [](const RunDifference &row) { return row.countA; }),
        number(tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Count B")),
               [](const RunDifference &row) { return row.countB; }),
        time(tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Time A")),
             [](const RunDifference &row) { return row.totalA; }),
        time(tr(QT_TRANSLATE_NOOP("jitscope::RunsPanel", "Time B")),
             [](const RunDifference &row) { return row.totalB; }),
    };
}

} // namespace jitscope
