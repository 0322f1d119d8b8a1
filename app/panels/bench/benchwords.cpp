// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/bench/benchwords.h"

#include "engine/base/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace jitscope {
inline namespace benchpanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::benchpanel::BenchPanel)
};

const QString unknown = QStringLiteral("–");

QString rowText(const BenchRow &row) {
    return QString::fromStdString(wayOf(row)) + QStringLiteral(", ") + directionText(row.direction);
}

QString number(double value, int decimals) {
    return QString::number(value, 'f', decimals);
}

QString againstText(const BenchPlace &place, const std::optional<PairedTimes> &times) {
    if (!times) return {};
    if (times->pairs < fewestPairs) return Words::tr("too few rounds to tell");
    if (!isBeyondNoise(*times, noiseOf(place.owner(), place.benchLine().row.direction, place.python)))
        return Words::tr("within noise");
    return times->ratio < 1 ? Words::tr("%1× faster").arg(number(1 / times->ratio, 2))
                            : Words::tr("%1× slower").arg(number(times->ratio, 2));
}

} // namespace

std::vector<BenchPlace> placesOf(const BenchReport &report) {
    std::vector<BenchPlace> places;
    for (size_t function = 0; function < report.functions.size(); ++function)
        for (size_t line = 0; line < report.functions[function].lines.size(); ++line)
            for (size_t python = 0; python < report.functions[function].lines[line].measures.size(); ++python)
                places.push_back({&report, function, line, python});
    return places;
}

QString directionText(BenchDirection direction) {
    return direction == BenchDirection::Forward ? Words::tr("forward") : Words::tr("forward + backward");
}

QString titleOf(const BenchPlace &place) {
    QStringList parts{QString::fromStdString(wayOf(place.benchLine().row)),
                      directionText(place.benchLine().row.direction)};
    if (place.report->functions.size() > 1) parts.prepend(QString::fromStdString(place.owner().name));
    if (place.report->pythons.size() > 1) parts << QString::fromStdString(place.report->pythons[place.python].title());
    return parts.join(QStringLiteral(", "));
}

QString timeText(const std::optional<double> &ns) {
    return ns ? QString::fromStdString(humanTime(std::llround(*ns))) : unknown;
}

QString spreadText(const std::optional<TimeSpread> &spread) {
    if (!spread) return unknown;
    return QStringLiteral("%1 ± %2").arg(timeText(spread->median),
                                         timeText((spread->thirdQuartile - spread->firstQuartile) / 2));
}

QString againstEagerText(const BenchPlace &place) {
    return againstText(place, place.measure().againstEager);
}

QString againstO0Text(const BenchPlace &place) {
    return againstText(place, place.measure().againstO0);
}

QString valuesText(const BenchValues &values) {
    switch (values.verdict) {
    case BenchVerdict::Unknown:
        return unknown;
    case BenchVerdict::Equal:
        return Words::tr("equal");
    case BenchVerdict::Within:
        return Words::tr("within %1").arg(QString::number(values.maxAbsolute, 'g', 1));
    case BenchVerdict::Differs:
        return Words::tr("≠ differs");
    }
    return unknown;
}

QString acrossText(const BenchLine &line) {
    if (!line.acrossPythons) return unknown;
    const QString ratio = QStringLiteral("%1×").arg(number(line.acrossPythons->ratio, 2));
    if (line.acrossPythons->pairs < fewestPairs) return Words::tr("%1, too few rounds to tell").arg(ratio);
    return line.acrossPythons->isDifferent ? ratio : Words::tr("%1, within noise").arg(ratio);
}

QString doingText(const BenchDoing &doing) {
    switch (doing.stage) {
    case BenchStage::Nothing:
        return Words::tr("beginning");
    case BenchStage::StartingPython:
        return Words::tr("starting Python");
    case BenchStage::RunningScript:
        return Words::tr("running the script");
    case BenchStage::FirstCompile:
        return Words::tr("compiling for the first time, which no row pays for");
    case BenchStage::Preparing:
        return Words::tr("preparing %1").arg(rowText(doing.row));
    case BenchStage::WarmingUp:
        return Words::tr("warming up %1, %2").arg(QString::fromStdString(doing.function), rowText(doing.row));
    case BenchStage::Timing:
        return Words::tr("timing, round %1").arg(doing.round);
    }
    return {};
}

QString sentenceOf(const BenchPlace &place) {
    const BenchMeasure &measure = place.measure();
    const QString title = titleOf(place);
    if (!measure.error.empty())
        return Words::tr("%1: cannot run: %2").arg(title, QString::fromStdString(measure.error));
    const auto spread = measure.spread();
    if (!spread) return Words::tr("%1: not measured yet").arg(title);
    QStringList parts{
        Words::tr("%1: %2 for a call, the median is between %3 and %4 with 95 % confidence")
            .arg(title, spreadText(spread), timeText(spread->low), timeText(spread->high)),
        Words::tr("90 % take at most %1, the shortest %2").arg(timeText(spread->p90), timeText(spread->least)),
        Words::tr("%n sample(s) of %1 calls each", nullptr, spread->count).arg(measure.callsPerBatch)};
    if (spread->outliers > 0) parts << Words::tr("%n outlier(s)", nullptr, spread->outliers);
    if (!measure.prepareNs.empty()) parts << Words::tr("prepared in %1").arg(timeText(measure.prepareNs.front()));
    if (const QString against = againstEagerText(place); !against.isEmpty())
        parts << Words::tr("against eager: %1").arg(against);
    if (const QString against = againstO0Text(place); !against.isEmpty())
        parts << Words::tr("against O0: %1").arg(against);
    if (!measure.values.text.empty()) parts << QString::fromStdString(measure.values.text);
    return parts.join(QStringLiteral("; "));
}

} // namespace benchpanel
} // namespace jitscope
