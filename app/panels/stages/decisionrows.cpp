// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/stages/decisionrows.h"

#include "app/models/labwords.h"
#include "app/models/tablecell.h"
#include "app/sdk/theme.h"

#include <QCoreApplication>
#include <cmath>

namespace jitscope {
inline namespace stagespanel {

namespace {

struct DecisionRowWords {
    Q_DECLARE_TR_FUNCTIONS(StagesPanel)
};

const QString unknown = QStringLiteral("–");

QString signedText(double value, const QString &magnitude) {
    if (value == 0) return magnitude;
    return (value > 0 ? QLatin1Char('+') : QChar(u'\u2212')) + magnitude;
}

QString levelText(JitLevel level) {
    return level == JitLevel::O1 ? DecisionRowWords::tr("Compiled at O1") : DecisionRowWords::tr("Compiled at O0");
}

QString stepText(const DeltaStep &step, const Module &captured) {
    if (step.kind == DeltaStep::Kind::Level) return levelText(step.level);
    const QString decision = decisionText(step.decision, captured);
    return step.kind == DeltaStep::Kind::Added ? decision : DecisionRowWords::tr("Given up: %1").arg(decision);
}

StageRef stageOf(const VariantSpec &spec, const Compilation &compilation) {
    StageRef stage{compilation.index, {}, -1};
    if (spec != VariantSpec{jitLevelOf(compilation), {}}) stage.variant = spec;
    return stage;
}

using Column = TableColumn<DecisionRow>;

/** Of what only a measured step has. */
Column figure(const QString &title, const QString &definition, double DecisionCost::*which,
              QString (*text)(const DecisionCost &)) {
    return Column{
        .title = title,
        .text = [text](const DecisionRow &row) { return row.cost ? text(*row.cost) : unknown; },
        .key = [which](const DecisionRow &row) { return row.cost ? QVariant((*row.cost).*which) : QVariant(); },
        .alignment = Qt::AlignRight,
        .definition = definition};
}

} // namespace

bool DecisionCost::isWithinNoise() const {
    return std::abs(ns) <= noiseNs;
}

QString costText(const DecisionCost &cost) {
    return DecisionRowWords::tr("%1 ± %2").arg(signedText(cost.ns, timeText(std::abs(cost.ns))),
                                               timeText(cost.noiseNs));
}

ComparedSpecs specsOf(const StagePair &stages, const Compilation &compilation) {
    const VariantSpec own{jitLevelOf(compilation), {}};
    return {stages.left.variant.value_or(own), stages.right.variant.value_or(own)};
}

std::vector<DecisionRow> decisionRows(const ComparedSpecs &specs, const Compilation &compilation,
                                      const std::optional<DeltaSplit> &split) {
    const std::vector<DeltaStep> steps = stepsBetween(specs.left, specs.right);
    const auto taken = [&](size_t count) {
        const std::vector<DeltaStep> first(steps.begin(), steps.begin() + std::ptrdiff_t(count));
        return stageOf(withSteps(specs.left, specs.right, first), compilation);
    };
    std::vector<DecisionRow> rows;
    for (size_t i = 0; i < steps.size(); ++i) {
        rows.push_back({stepText(steps[i], compilation.captured), {}, {taken(i), taken(i + 1)}});
        if (!split) continue;
        const DecisionShare &share = split->shares[i];
        rows.back().cost = DecisionCost{share.ns, share.noiseNs, share.launches, share.bytes};
    }
    if (steps.size() < 2) return rows;
    rows.push_back({DecisionRowWords::tr("All together"), {}, {taken(0), taken(steps.size())}});
    if (split) rows.back().cost = DecisionCost{split->totalNs, split->noiseNs, split->launches, split->bytes};
    return rows;
}

std::vector<TableColumn<DecisionRow>> decisionColumns() {
    Column time =
        figure(DecisionRowWords::tr("Run time"),
               DecisionRowWords::tr(
                   "What it adds to one call: the mean of taking it behind those above it, and before those below it; "
                   "± at 99 % confidence"),
               &DecisionCost::ns, [](const DecisionCost &cost) {
                   return cost.isWithinNoise() ? DecisionRowWords::tr("%1, within the noise").arg(costText(cost))
                                               : costText(cost);
               });
    time.colour = [](const DecisionRow &row) {
        return row.cost && row.cost->isWithinNoise() ? currentTheme().text2 : QColor();
    };
    return {
        Column{.title = DecisionRowWords::tr("Decision"), .text = [](const DecisionRow &row) { return row.decision; }},
        time,
        Column{.title = DecisionRowWords::tr("Launches"),
               .text =
                   [](const DecisionRow &row) {
                       return row.cost ? signedText(row.cost->launches, QString::number(std::abs(row.cost->launches)))
                                       : unknown;
                   },
               .key = [](const DecisionRow &row) { return row.cost ? QVariant(row.cost->launches) : QVariant(); },
               .alignment = Qt::AlignRight,
               .definition = DecisionRowWords::tr("Operators and kernels that run more in one call")},
        figure(DecisionRowWords::tr("Bytes moved"),
               DecisionRowWords::tr("Read and written more in one call, where that is known"), &DecisionCost::bytes,
               [](const DecisionCost &cost) { return signedText(cost.bytes, trafficText(std::abs(cost.bytes))); }),
    };
}

} // namespace stagespanel
} // namespace jitscope
