// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/variants/variantlist.h"

#include "app/models/labwords.h"
#include "app/models/tablecell.h"
#include "app/sdk/theme.h"
#include "engine/base/text.h"
#include "engine/variants/relativetime.h"

#include <QCoreApplication>
#include <cmath>

namespace jitscope {
inline namespace variantspanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(VariantsPanel)
};

using Column = TableColumn<VariantRow>;

const QString unknown = QStringLiteral("–");

bool ran(const VariantRow &row) {
    return row.record.error.empty() && row.record.verdict != VariantVerdict::Broken;
}

/** Of what only a variant that ran has. */
Column figure(const QString &title, const QString &definition, double (*value)(const VariantRecord &),
              QString (*text)(double)) {
    return Column{.title = title,
                  .text = [=](const VariantRow &row) { return ran(row) ? text(value(row.record)) : unknown; },
                  .key = [=](const VariantRow &row) { return ran(row) ? QVariant(value(row.record)) : QVariant(-1.0); },
                  .alignment = Qt::AlignRight,
                  .definition = definition};
}

QString whole(double value) {
    return value < 0 ? unknown : QString::number(qint64(value));
}

QString digits(double value) {
    return QString::number(value, 'g', 3);
}

QString runTime(const VariantRow &row) {
    if (row.record.runNs < 0) return unknown;
    return Words::tr("%1 ± %2").arg(timeText(row.record.runNs), timeText(row.record.runSpreadNs));
}

/** "-6.0 %", "within the noise". */
QString changeText(const VariantRow &row) {
    if (row.record.pairs == 0) return unknown; // the program's own is what others are measured against
    if (!row.record.isDifferent) return Words::tr("within the noise");
    const double percent = 100 * (row.record.ratio - 1);
    return QStringLiteral("%1%2 %").arg(percent < 0 ? QString() : QStringLiteral("+")).arg(percent, 0, 'f', 1);
}

QString percentText(double share) {
    return QStringLiteral("%1%2 %").arg(share < 0 ? QString() : QStringLiteral("+")).arg(100 * share, 0, 'f', 1);
}

std::optional<RelativeTime> timeAgainstPinned(const VariantRow &row) {
    return row.baseline && !row.isPinned ? relativeTime(row.record, *row.baseline) : std::nullopt;
}

/** "-6.0 %", "≈ +0.4 %" within the noise. */
QString pinnedTimeText(const VariantRow &row) {
    if (row.isPinned) return Words::tr("pinned");
    const auto time = timeAgainstPinned(row);
    if (!time) return unknown;
    return (time->isDifferent ? QString() : QStringLiteral("≈ ")) + percentText(time->ratio - 1);
}

QString pinnedTimeToolTip(const VariantRow &row) {
    if (row.isPinned) return Words::tr("The differences of the other rows are to this one");
    const auto time = timeAgainstPinned(row);
    if (!time) return Words::tr("Not timed, or the pinned one was not: it cannot be told");
    const QString interval = Words::tr("99 %: %1 to %2").arg(percentText(time->low - 1), percentText(time->high - 1));
    if (time->isDifferent)
        return time->ratio < 1 ? Words::tr("Faster; %1").arg(interval) : Words::tr("Slower; %1").arg(interval);
    return Words::tr("Within noise: it says nothing; %1").arg(interval);
}

QColor differenceColour(double difference) {
    if (difference == 0 || std::isnan(difference)) return currentTheme().text3;
    return difference < 0 ? currentTheme().good : currentTheme().error;
}

/** A figure that counts, so that any difference is one. NaN where a side has none. */
double countedDifference(const VariantRow &row, double (*value)(const VariantRecord &)) {
    const bool isKnown = row.baseline && !row.isPinned && ran(row) && row.baseline->error.empty() &&
                         row.baseline->verdict != VariantVerdict::Broken;
    return isKnown ? value(row.record) - value(*row.baseline) : std::nan("");
}

QString signedText(double difference, QString (*text)(double)) {
    if (std::isnan(difference)) return unknown;
    if (difference == 0) return QStringLiteral("=");
    return (difference < 0 ? QStringLiteral("-") : QStringLiteral("+")) + text(std::abs(difference));
}

Column countedColumn(const QString &title, double (*value)(const VariantRecord &), QString (*text)(double)) {
    return Column{.title = title,
                  .text = [=](const VariantRow &row) { return signedText(countedDifference(row, value), text); },
                  .key =
                      [=](const VariantRow &row) {
                          const double difference = countedDifference(row, value);
                          return QVariant(std::isnan(difference) ? -1.0 : std::abs(difference));
                      },
                  .alignment = Qt::AlignRight,
                  .colour = [=](const VariantRow &row) { return differenceColour(countedDifference(row, value)); },
                  .definition = Words::tr("Less the figure of the pinned variant; sorted by its size")};
}

/** Of figures that were taken once: how far they scatter is not known. */
Column measuredOnceColumn(const QString &title, double (*value)(const VariantRecord &), QString (*text)(double)) {
    Column column = countedColumn(title, value, text);
    column.text = [=](const VariantRow &row) {
        const double difference = countedDifference(row, value);
        return std::isnan(difference) ? unknown : QStringLiteral("? ") + signedText(difference, text);
    };
    column.toolTip = [](const VariantRow &) {
        return Words::tr("Measured once on each side: it cannot be told whether they differ");
    };
    column.colour = [](const VariantRow &) { return currentTheme().text3; };
    return column;
}

Column pinnedTimeColumn() {
    return Column{.title = Words::tr("Δ run"),
                  .text = pinnedTimeText,
                  .key =
                      [](const VariantRow &row) {
                          const auto time = timeAgainstPinned(row);
                          return QVariant(time ? std::abs(std::log(time->ratio)) : -1.0);
                      },
                  .alignment = Qt::AlignRight,
                  .toolTip = pinnedTimeToolTip,
                  .colour =
                      [](const VariantRow &row) {
                          const auto time = timeAgainstPinned(row);
                          return differenceColour(time && time->isDifferent ? time->ratio - 1 : 0);
                      },
                  .definition = Words::tr(
                      "Run time against the pinned variant's, by what both are to the program's own in turns of their "
                      "own; grey within noise, sorted by its size")};
}

/** With the program's own time of the same turns: that of its row may come from others. */
QString runSentence(const PairedTimes &times) {
    const QString change = timesSentence(times);
    if (times.medianA < 0) return Words::tr("Run time: %1; %2 pairs.").arg(change).arg(times.pairs);
    return Words::tr("Run time: %1 against %2 as compiled, medians of the same turns. By the middle ratio of the "
                     "turns, which need not be that of the medians: %3; %4 pairs. (The row As compiled has the "
                     "shortest median of all variants' turns.)")
        .arg(timeText(times.medianB), timeText(times.medianA), change)
        .arg(times.pairs);
}

/** Of the program's own, which has no turns of its own. */
QString ownRunSentence(const VariantRecord &record) {
    return Words::tr(
               "Run time: %1 is the shortest median of the turns with each variant; the text of a variant has that "
               "of its own turns.")
        .arg(timeText(record.runNs));
}

QString insteadSentence(const Variant &variant, size_t decision) {
    if (decision >= variant.decisionInsteads.size() || variant.decisionInsteads[decision].empty()) return {};
    return Words::tr("Instead, these rules were applied there: %1.")
        .arg(QString::fromStdString(join(variant.decisionInsteads[decision], "; ")));
}

QString verdictText(const VariantRow &row) {
    constexpr std::array<const char *, 4> texts = {
        QT_TRANSLATE_NOOP("VariantsPanel", "equal"), QT_TRANSLATE_NOOP("VariantsPanel", "close"),
        QT_TRANSLATE_NOOP("VariantsPanel", "differs"), QT_TRANSLATE_NOOP("VariantsPanel", "broken")};
    return Words::tr(texts[size_t(row.record.verdict)]);
}

QColor verdictColour(const VariantRow &row) {
    const bool isBad = row.record.verdict == VariantVerdict::Differs || row.record.verdict == VariantVerdict::Broken;
    return isBad ? currentTheme().error : QColor();
}

} // namespace

std::vector<TableColumn<VariantRow>> variantColumns() {
    return {
        Column{.title = Words::tr("Variant"), .text = [](const VariantRow &row) { return row.name(); }},
        Column{.title = Words::tr("Level"),
               .text = [](const VariantRow &row) { return QString::fromStdString(row.record.jitLevel); }},
        Column{.title = Words::tr("Decisions"),
               .text = [](const VariantRow &row) { return row.decisions; },
               .toolTip = [](const VariantRow &row) { return row.decisions; },
               .definition = Words::tr("What was decided otherwise than in the program's own")},
        Column{.title = Words::tr("Run"),
               .text = runTime,
               .key = [](const VariantRow &row) { return QVariant(row.record.runNs); },
               .alignment = Qt::AlignRight,
               .definition = Words::tr("Median of one call ± half the distance between the quartiles. Of the program's "
                                       "own the shortest of its medians beside the variants")},
        Column{
            .title = Words::tr("Compiled beside"),
            .text = [](const VariantRow &row) { return row.record.ownNs < 0 ? unknown : timeText(row.record.ownNs); },
            .key = [](const VariantRow &row) { return QVariant(row.record.ownNs); },
            .alignment = Qt::AlignRight,
            .definition = Words::tr("Median of the program's own in the same turns: what Run is to be held against, "
                                    "as a machine is faster at one time than at another")},
        Column{.title = Words::tr("Against compiled"),
               .text = changeText,
               .key =
                   [](const VariantRow &row) {
                       return row.record.pairs > 0 ? QVariant(row.record.ratio) : QVariant(-1.0);
                   },
               .alignment = Qt::AlignRight,
               .colour =
                   [](const VariantRow &row) {
                       return row.record.pairs > 0 && !row.record.isDifferent ? currentTheme().text2 : QColor();
                   },
               .definition = Words::tr("Run time against the program's own, measured in turn (alpha 0.01): the middle "
                                       "of the ratios of all turns, which need not be that of the two medians")},
        Column{.title = Words::tr("Against eager"), .text = verdictText, .colour = verdictColour},
        figure(
            Words::tr("Outside kernels"),
            Words::tr("Operators of the final graphs outside of kernels. Calls of kernels and of graphs and plumbing "
                      "(tuples, loads, order) are not counted."),
            [](const VariantRecord &variant) { return double(variant.operators); }, whole),
        figure(
            Words::tr("Kernels"), Words::tr("Fused kernels in the final graphs"),
            [](const VariantRecord &variant) { return double(variant.kernels); }, whole),
        figure(
            Words::tr("Launches"), Words::tr("Operators and kernels that run in one call"),
            [](const VariantRecord &variant) { return double(variant.launches); }, whole),
        figure(
            Words::tr("Recompile time"),
            Words::tr("Of compiling it anew in this window: passes, code generation and plan, without the capture that "
                      "is in the compile time of the panel Compile. Kernels whose code is known from before come from "
                      "the cache (warm); the sentence below says how many."),
            [](const VariantRecord &variant) { return double(variant.compileNs); }, timeText),
        figure(
            Words::tr("Bytes moved"), Words::tr("Read and written in one call, where that is known"),
            [](const VariantRecord &variant) { return variant.bytes; }, trafficText),
        figure(
            Words::tr("Peak memory"), Words::tr("Most bytes of intermediate values alive at once, by the plan"),
            [](const VariantRecord &variant) { return double(variant.peakBytes); }, sizeText),
        figure(
            Words::tr("Max abs"), Words::tr("Largest absolute difference from eager"),
            [](const VariantRecord &variant) { return variant.maxAbsolute; }, digits),
        figure(
            Words::tr("Max rel"), Words::tr("Largest relative difference from eager; large where values are near 0"),
            [](const VariantRecord &variant) { return variant.maxRelative; }, digits),
        Column{.title = Words::tr("Max ULP"),
               .text =
                   [](const VariantRow &row) { return row.record.maxUlps >= 0 ? digits(row.record.maxUlps) : unknown; },
               .key = [](const VariantRow &row) { return QVariant(row.record.maxUlps); },
               .alignment = Qt::AlignRight,
               .definition = Words::tr("Largest difference from eager in steps of the dtype")},
        Column{.title = Words::tr("Note"),
               .text = [](const VariantRow &row) { return QString::fromStdString(row.record.note); }},
    };
}

std::vector<TableColumn<VariantRow>> comparingVariantColumns() {
    std::vector<Column> columns;
    for (Column &column : variantColumns()) {
        const QString title = column.title;
        columns.push_back(std::move(column));
        if (title == Words::tr("Run")) columns.push_back(pinnedTimeColumn());
        if (title == Words::tr("Kernels")) {
            columns.push_back(countedColumn(
                Words::tr("Δ kernels"), [](const VariantRecord &variant) { return double(variant.kernels); }, whole));
            columns.back().colour = nullptr; // more of them is neither better nor worse
        }
        if (title == Words::tr("Launches"))
            columns.push_back(countedColumn(
                Words::tr("Δ launches"), [](const VariantRecord &variant) { return double(variant.launches); }, whole));
        if (title == Words::tr("Recompile time"))
            columns.push_back(measuredOnceColumn(
                Words::tr("Δ recompile"), [](const VariantRecord &variant) { return double(variant.compileNs); },
                timeText));
        if (title == Words::tr("Bytes moved"))
            columns.push_back(countedColumn(
                Words::tr("Δ bytes"), [](const VariantRecord &variant) { return variant.bytes; }, trafficText));
        if (title == Words::tr("Peak memory"))
            columns.push_back(countedColumn(
                Words::tr("Δ peak"), [](const VariantRecord &variant) { return double(variant.peakBytes); }, sizeText));
    }
    return columns;
}

QString VariantRow::name() const {
    return isOwn() ? Words::tr("As compiled") : variantName(record.name);
}

QString variantSentences(const VariantRow &row, const Module &captured) {
    QStringList lines;
    const VariantRecord &record = row.record;
    for (size_t i = 0; i < record.decisions.size(); ++i) {
        const DecisionUse &use = record.decisions[i];
        const QString text = decisionText(use.decision, captured);
        const QString without =
            use.reason.empty() ? Words::tr("%1 (no pass came across it)") : Words::tr("%1 (had no effect)");
        lines.append(use.uses > 0 ? text : without.arg(text));
        if (!use.reason.empty())
            lines.append(Words::tr("Not fused: %1").arg(whyWithout(use, row.variant ? &row.variant->record : nullptr)));
        if (row.variant && i < row.variant->decisionNotes.size())
            lines.append(sentenceOfRecord(row.variant->decisionNotes[i]));
        if (row.variant) lines.append(insteadSentence(*row.variant, i));
    }
    if (!record.note.empty()) lines.append(Words::tr("Note: %1").arg(QString::fromStdString(record.note)));
    if (row.variant && row.variant->isAsCompiled && !record.decisions.empty())
        lines.append(Words::tr("What comes out is the graph that the program compiled: nothing was changed."));
    lines.append(verdictSentence(record));
    if (const auto times = timesOf(record)) lines.append(runSentence(*times));
    if (row.isOwn() && record.runNs >= 0) lines.append(ownRunSentence(record));
    if (row.variant && row.variant->record.device == "Ascend" && record.runNs >= 0)
        lines.append(Words::tr("Run times are those of this machine's processor; Ascend is simulated, and a variant is "
                               "not timed on it."));
    if (row.variant && !row.variant->record.kernels.empty())
        lines.append(Words::tr("Recompile time: the code of %1 of %2 kernels came from the cache.")
                         .arg(kernelsFromCache(row.variant->record))
                         .arg(row.variant->record.kernels.size()));
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

} // namespace variantspanel
} // namespace jitscope
