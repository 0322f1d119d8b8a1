// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timings/timingcolumns.h"

#include "app/models/deltawords.h"
#include "app/models/operatorwords.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>
#include <limits>

namespace jitscope {
inline namespace timingspanel {

namespace {

using Column = TableColumn<TimingRow>;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::timingspanel::TimingsPanel)
};

/** One difference with what it is worth. */
struct ShownDelta {
    DeltaVerdict verdict;
    double ns, noiseNs;
};

QString countText(int64_t count) {
    return QLocale().toString(qlonglong(count));
}

/** "2 + 1 failed" */
QString callsText(const TimingRow &row) {
    if (row.untimed == 0) return countText(row.row.count);
    const QString failed = Words::tr("%1 failed").arg(countText(row.untimed));
    return row.row.count == 0 ? failed : QStringLiteral("%1 + %2").arg(countText(row.row.count), failed);
}

QString callsToolTip(const TimingRow &row) {
    return row.untimed == 0 ? QString() : Words::tr("No time is known of calls that failed: no figure has them.");
}

/** Of what the baseline alone has, and of what only failed, there is no time. */
bool hasTime(const TimingRow &row) {
    return row.row.count > 0;
}

/** What is unknown sorts below everything. */
QVariant keyOf(double ns) {
    return std::isnan(ns) ? -1.0 : ns;
}

template<class Get> Column time(const QString &title, const QString &definition, Get get) {
    const auto figureOf = [get](const TimingRow &row) { return hasTime(row) ? double(get(row.row)) : OpRow::unknown; };
    return {.title = title,
            .text = [figureOf](const TimingRow &row) { return timeOrUnknown(figureOf(row)); },
            .key = [figureOf](const TimingRow &row) { return keyOf(figureOf(row)); },
            .alignment = Qt::AlignRight,
            .font = Column::Font::Code,
            .definition = definition,
            .unit = QStringLiteral("ns")};
}

/** Steps go by their numbers, and those that did not end behind them. */
QVariant nameKey(const TimingRow &row) {
    const QString text = groupText(row.grouping, row.row.key);
    if (row.grouping != OpGrouping::Step) return text;
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    return isNumber ? number : std::numeric_limits<int>::max();
}

} // namespace

std::vector<Column> timingColumns() {
    return {
        {.title = Words::tr("Name"),
         .text = [](const TimingRow &row) { return groupText(row.grouping, row.row.key); },
         .key = nameKey,
         .font = Column::Font::Strong},
        {.title = Words::tr("Calls"),
         .text = callsText,
         .key = [](const TimingRow &row) { return QVariant(qlonglong(row.row.count)); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .toolTip = callsToolTip,
         .figure = [](const TimingRow &row) { return QVariant(qlonglong(row.row.count)); }},
        time(Words::tr("Self"), Words::tr("Without what ran inside of them: these add up to the time of all operators"),
             [](const OpRow &row) { return row.selfNs; }),
        {.title = Words::tr("Share"),
         .text =
             [](const TimingRow &row) {
                 if (!hasTime(row)) return timeOrUnknown(OpRow::unknown);
                 return QString::number(row.row.share * 100, 'f', 1) + QStringLiteral(" %");
             },
         .key = [](const TimingRow &row) { return QVariant(row.row.share); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .share = [](const TimingRow &row) { return row.row.share; },
         .definition = Words::tr("Of the self times of all rows"),
         .unit = QStringLiteral("%"),
         .figure = [](const TimingRow &row) { return QVariant(row.row.share * 100); }},
        time(Words::tr("Total"), Words::tr("With what ran inside of them"),
             [](const OpRow &row) { return row.totalNs; }),
        time(Words::tr("Mean"), {}, [](const OpRow &row) { return row.spread.meanNs; }),
        time(Words::tr("Median"), {}, [](const OpRow &row) { return row.spread.medianNs; }),
        time(Words::tr("P90"), Words::tr("90 of 100 calls take no longer"),
             [](const OpRow &row) { return row.spread.p90Ns; }),
        time(Words::tr("P99"), Words::tr("99 of 100 calls take no longer"),
             [](const OpRow &row) { return row.spread.p99Ns; }),
        time(Words::tr("Deviation"), Words::tr("Standard deviation of single calls; of one call there is none"),
             [](const OpRow &row) { return row.spread.deviationNs; }),
        time(Words::tr("Min"), {}, [](const OpRow &row) { return row.minNs; }),
        time(Words::tr("Max"), {}, [](const OpRow &row) { return row.maxNs; }),
        time(Words::tr("Launch"),
             Words::tr("Of nodes of compiled graphs: from the end of the node before (or the begin of the call) to the "
                       "begin, with what recording took; no part of the other times. Of eager operators it is not "
                       "known: their recorded time begins when the operator is called and already contains checking "
                       "types and getting memory, which no clock tells apart from the work; before it all is Python, "
                       "which is a finding of its own in Run advice"),
             [](const OpRow &row) { return row.launchNs; }),
    };
}

std::vector<Column> comparingColumns() {
    std::vector<Column> columns = timingColumns();
    const auto delta = [](const QString &title, const QString &definition, ShownDelta (*shownOf)(const OpDelta &)) {
        return Column{.title = title,
                      .text =
                          [shownOf](const TimingRow &row) {
                              if (!row.delta) return QString();
                              const ShownDelta shown = shownOf(*row.delta);
                              return deltaText(shown.verdict, shown.ns);
                          },
                      .key =
                          [shownOf](const TimingRow &row) {
                              if (!row.delta) return QVariant();
                              const double ns = shownOf(*row.delta).ns;
                              return QVariant(std::isnan(ns) ? 0.0 : std::abs(ns));
                          },
                      .alignment = Qt::AlignRight,
                      .font = Column::Font::Code,
                      .toolTip =
                          [shownOf](const TimingRow &row) {
                              if (!row.delta) return QString();
                              const ShownDelta shown = shownOf(*row.delta);
                              return verdictText(shown.verdict, shown.noiseNs);
                          },
                      .colour =
                          [shownOf](const TimingRow &row) {
                              return row.delta ? deltaColour(shownOf(*row.delta).verdict) : QColor();
                          },
                      .definition = definition,
                      .unit = QStringLiteral("ns"),
                      .figure =
                          [shownOf](const TimingRow &row) {
                              return row.delta ? QVariant(shownOf(*row.delta).ns) : QVariant(QString());
                          }};
    };
    const std::vector<Column> added = {
        delta(
            Words::tr("Δ self"),
            Words::tr("Self time here less that of the baseline, sorted by its size; grey with ≈ within noise, with ? "
                      "where too few calls tell"),
            [](const OpDelta &row) {
                return ShownDelta{row.verdict, double(row.deltaNs()), row.noiseNs};
            }),
        delta(Words::tr("Δ mean"), Words::tr("Of single calls"),
              [](const OpDelta &row) {
                  return ShownDelta{row.meanVerdict, row.meanDeltaNs(), row.meanNoiseNs};
              }),
        {.title = Words::tr("Calls before"),
         .text = [](const TimingRow &row) { return row.delta ? countText(row.delta->baselineCount) : QString(); },
         .key = [](const TimingRow &row) { return QVariant(row.delta ? qlonglong(row.delta->baselineCount) : 0); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .definition = Words::tr("Calls in the baseline"),
         .figure = [](const TimingRow &row) { return QVariant(row.delta ? qlonglong(row.delta->baselineCount) : 0); }}};
    columns.insert(columns.begin() + 4, added.begin(), added.end());
    return columns;
}

std::vector<Column> withStepColumns(std::vector<Column> columns) {
    const std::vector<Column> added = {
        time(
            Words::tr("Length"),
            Words::tr(
                "From the begin of the step's first operator (of its graph's call, or of the wait for the data before) "
                "to the end of its last: the time in operators, compiling, launching, for data and between add up to "
                "it. Unknown where filters leave out some of the step's operators"),
            [](const OpRow &row) { return row.stepNs(); }),
        time(Words::tr("In operators"),
             Words::tr("While an operator ran, on any thread: less than Self where several ran at once"),
             [](const OpRow &row) { return row.stepOperatorNs(); }),
        time(Words::tr("Compiling"), Words::tr("While no operator ran, but something was compiled"),
             [](const OpRow &row) { return row.stepCompileNs(); }),
        time(
            Words::tr("Launching"),
            Words::tr("Within calls of graphs: finding operands, starting nodes, recording them. Of eager operators it "
                      "is not known"),
            [](const OpRow &row) { return row.step.launchNs(); }),
        time(Words::tr("Data"),
             Words::tr("None of these, and the script waited for a row of a dataset (for data in dataset)"),
             [](const OpRow &row) { return row.step.waitNs(); }),
        time(Words::tr("Between"), Words::tr("None of these: Python, and what else is not recorded"),
             [](const OpRow &row) { return row.step.betweenNs(); }),
    };
    columns.insert(columns.begin() + 4, added.begin(), added.end());
    return columns;
}

} // namespace timingspanel
} // namespace jitscope
