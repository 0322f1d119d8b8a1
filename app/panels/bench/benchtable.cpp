// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/bench/benchtable.h"

#include "engine/base/text.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace benchpanel {

namespace {

using Column = TableColumn<BenchPlace>;

struct BenchTableWords {
    Q_DECLARE_TR_FUNCTIONS(jitscope::benchpanel::BenchPanel)
};

std::optional<double> firstPrepare(const BenchPlace &place) {
    const auto &times = place.measure().prepareNs;
    return times.empty() ? std::nullopt : std::optional(times.front());
}

std::optional<double> laterPrepare(const BenchPlace &place) {
    const auto &times = place.measure().prepareNs;
    if (times.size() < 2) return std::nullopt;
    return spreadOfTimes({times.begin() + 1, times.end()})->median;
}

std::optional<double> medianOf(const BenchPlace &place) {
    const auto spread = place.measure().spread();
    return spread ? std::optional(spread->median) : std::nullopt;
}

std::optional<double> p90Of(const BenchPlace &place) {
    const auto spread = place.measure().spread();
    return spread ? std::optional(spread->p90) : std::nullopt;
}

Column timeColumn(const QString &title, const QString &definition,
                  std::optional<double> (*time)(const BenchPlace &place)) {
    return {.title = title,
            .text = [time](const BenchPlace &place) { return timeText(time(place)); },
            .key = [time](const BenchPlace &place) { return QVariant(time(place).value_or(-1)); },
            .alignment = Qt::AlignRight,
            .font = Column::Font::Code,
            .definition = definition};
}

QString stateText(const BenchPlace &place) {
    if (!place.measure().error.empty())
        return BenchTableWords::tr("cannot run: %1").arg(QString::fromStdString(place.measure().error));
    return againstEagerText(place);
}

} // namespace

std::vector<Column> benchColumns() {
    return {
        {.title = BenchTableWords::tr("Row"), .text = titleOf, .toolTip = sentenceOf},
        {.title = BenchTableWords::tr("Call"),
         .text = [](const BenchPlace &place) { return spreadText(place.measure().spread()); },
         .key = [](const BenchPlace &place) { return QVariant(medianOf(place).value_or(-1)); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .toolTip = sentenceOf,
         .definition = BenchTableWords::tr("Median of a call, and half the distance between the quartiles")},
        timeColumn(BenchTableWords::tr("P90"), BenchTableWords::tr("What 90 % of the samples take at most"), p90Of),
        {.title = BenchTableWords::tr("Against eager"),
         .text = stateText,
         .key =
             [](const BenchPlace &place) {
                 const auto &times = place.measure().againstEager;
                 return QVariant(times ? times->ratio : 0);
             },
         .toolTip = sentenceOf,
         .definition = BenchTableWords::tr(
             "The middle one of the ratios of the rounds (Hodges-Lehmann), in each of which both were "
             "measured right behind each other; it need not be that of the medians. Named where it is beyond "
             "chance (1 %) and beyond "
             "what eager differs from itself; else within noise")},
        {.title = BenchTableWords::tr("Against O0"),
         .text = againstO0Text,
         .key =
             [](const BenchPlace &place) {
                 const auto &times = place.measure().againstO0;
                 return QVariant(times ? times->ratio : 0);
             },
         .toolTip = sentenceOf,
         .definition =
             BenchTableWords::tr("The same against the row at O0 that is captured alike: what the level brings")},
        timeColumn(BenchTableWords::tr("Prepare"),
                   BenchTableWords::tr("From the function to its first result: capture, passes, kernels and one call"),
                   firstPrepare),
        timeColumn(BenchTableWords::tr("Again"),
                   BenchTableWords::tr("The same for the same function made anew, when its kernels are known already"),
                   laterPrepare),
        {.title = BenchTableWords::tr("Values"),
         .text = [](const BenchPlace &place) { return valuesText(place.measure().values); },
         .toolTip = [](const BenchPlace &place) { return QString::fromStdString(place.measure().values.text); },
         .colour =
             [](const BenchPlace &place) {
                 return place.measure().values.verdict == BenchVerdict::Differs ? currentTheme().error : QColor();
             },
         .definition = BenchTableWords::tr("Results and written weights of one call against those of eager")},
        {.title = BenchTableWords::tr("To JitScope"),
         .text = [](const BenchPlace &place) { return place.python > 0 ? acrossText(place.benchLine()) : QString(); },
         .key =
             [](const BenchPlace &place) {
                 const auto &times = place.benchLine().acrossPythons;
                 return QVariant(place.python > 0 && times ? times->ratio : 0);
             },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .definition = BenchTableWords::tr("The time in the other Python by that here: above 1 it is slower there")},
    };
}

} // namespace benchpanel
} // namespace jitscope
