// SPDX-License-Identifier: GPL-3.0-or-later
// Each overlay is a text on the card and, where sizes compare, a bar: the colour only repeats what they say.
#include "app/graphview/overlay.h"

#include "engine/base/sizes.h"
#include "engine/base/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace jitscope {
inline namespace graphview {

namespace {

struct Overlays {
    Q_DECLARE_TR_FUNCTIONS(jitscope::graphview::Overlays)
};

/** Cards that stand for others hold their sums, so they are not what single operators are compared with. */
int64_t largest(const DisplayGraph &graph, int64_t DisplayNode::*quantity) {
    int64_t most = 0;
    for (const DisplayNode &node : graph.nodes)
        most = std::max(most, node.*quantity);
    return most;
}

QString shortCount(int64_t n) {
    if (n < 10000) return QString::number(n);
    return n < 10000000 ? QStringLiteral("%1k").arg(n / 1000) : QStringLiteral("%1M").arg(n / 1000000);
}

CardOverlay healthMark(const CardHealth &card) {
    if (card.isPending) return {QStringLiteral("…"), -1, CardOverlay::Alarm::Unknown};
    if (!card.hasValues) return {QStringLiteral("–"), -1, CardOverlay::Alarm::Unknown};
    if (card.health.nan > 0)
        return {QStringLiteral("⚠ %1 NaN").arg(shortCount(card.health.nan)), -1, CardOverlay::Alarm::Bad};
    const int64_t infinite = card.health.negativeInf + card.health.positiveInf;
    if (infinite > 0) return {QStringLiteral("⚠ %1 Inf").arg(shortCount(infinite)), -1, CardOverlay::Alarm::Bad};
    if (card.health.count > 0 && card.health.zero == card.health.count)
        return {Overlays::tr("all 0"), -1, CardOverlay::Alarm::Unknown};
    return {QStringLiteral("✓"), -1, CardOverlay::Alarm::Good};
}

CardOverlay sizeMark(int64_t value, int64_t most, std::string (*text)(int64_t)) {
    if (value < 0) return {};
    return {QString::fromStdString(text(value)), most > 0 ? double(value) / double(most) : 0, CardOverlay::Alarm::None};
}

CardOverlay timeMark(const DisplayNode &node, int64_t slowest) {
    const bool isOne = node.kind == CardKind::Op || node.kind == CardKind::Kernel || node.kind == CardKind::Scope;
    // It ran and failed. In a graph that was only compiled no card is of an operator that ran.
    if (isOne && node.op >= 0 && node.timeNs < 0) return {QStringLiteral("–"), -1, CardOverlay::Alarm::Unknown};
    return sizeMark(node.timeNs, slowest, humanTime);
}

/** Of compiled graphs all times are means, of runs none is. */
TimeMeasure measureOf(const DisplayGraph &graph) {
    const auto timed = std::ranges::find_if(graph.nodes, [](const DisplayNode &node) { return node.timeNs >= 0; });
    return timed == graph.nodes.end() ? TimeMeasure::Wall : timed->timeMeasure;
}

QString timeLegend(const DisplayGraph &graph, RunStage stage) {
    const int64_t slowest = largest(graph, &DisplayNode::timeNs);
    if (slowest <= 0 && stage == RunStage::Going) return Overlays::tr("time: not known yet, the call is not finished");
    if (slowest <= 0) return Overlays::tr("time: none was recorded");
    const QString shares = Overlays::tr("%1: bars are shares of the slowest card, %2")
                               .arg(measureName(measureOf(graph)), QString::fromStdString(humanTime(slowest)));
    const bool hasFailed = std::ranges::any_of(
        graph.nodes, [](const DisplayNode &node) { return node.overlay.alarm == CardOverlay::Alarm::Unknown; });
    return hasFailed ? Overlays::tr("%1; – failed").arg(shares) : shares;
}

} // namespace

void applyOverlay(DisplayGraph &graph, Overlay overlay,
                  const std::function<CardHealth(const DisplayNode &)> &healthOf) {
    const int64_t slowest = overlay == Overlay::Time ? largest(graph, &DisplayNode::timeNs) : 0;
    const int64_t biggest = overlay == Overlay::Memory ? largest(graph, &DisplayNode::bytes) : 0;
    for (DisplayNode &node : graph.nodes) {
        node.overlay = {};
        if (overlay == Overlay::Time) node.overlay = timeMark(node, slowest);
        if (overlay == Overlay::Memory) node.overlay = sizeMark(node.bytes, biggest, memorySize);
        const bool hasValue = node.kind != CardKind::Beyond && node.kind != CardKind::Next;
        if (overlay == Overlay::Health && hasValue) node.overlay = healthMark(healthOf(node));
    }
}

QString overlayLegend(const DisplayGraph &graph, Overlay overlay, RunStage stage) {
    const auto most = [&](int64_t DisplayNode::*quantity, std::string (*text)(int64_t)) {
        return QString::fromStdString(text(largest(graph, quantity)));
    };
    switch (overlay) {
    case Overlay::None:
        return {};
    case Overlay::Time:
        return timeLegend(graph, stage);
    case Overlay::Memory:
        return Overlays::tr("memory of results: bars are shares of the largest card, %1")
            .arg(most(&DisplayNode::bytes, memorySize));
    case Overlay::Health:
        return Overlays::tr("values: ✓ finite   ⚠ NaN or Inf   all 0   … being read   – not recorded");
    }
    return {};
}

} // namespace graphview
} // namespace jitscope
