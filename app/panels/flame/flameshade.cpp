// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/flame/flameshade.h"

#include "app/models/operatorwords.h"
#include "app/sdk/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace flamepanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::flamepanel::FlamePanel)
};

QString signedTime(int64_t ns) {
    return (ns < 0 ? QStringLiteral("-") : QStringLiteral("+")) + timeOrUnknown(std::abs(double(ns)));
}

/** Full at twice or half the time. */
QColor tint(const QColor &colour, int64_t now, int64_t before) {
    const double ratio = before > 0 && now > 0 ? std::abs(std::log2(double(now) / double(before))) : 1;
    return blend(colour, currentTheme().panel, 0.35 + 0.65 * std::min(ratio, 1.0));
}

QString explanationOf(const FlameDelta &delta, int64_t total) {
    const QString difference = signedTime(total - delta.baselineNs);
    switch (delta.verdict) {
    case DeltaVerdict::Same:
        return Words::tr("equal in the baseline");
    case DeltaVerdict::New:
        return Words::tr("new: the baseline has none");
    case DeltaVerdict::Slower:
    case DeltaVerdict::Faster:
        return Words::tr("%1 against the baseline (%2); noise is up to ± %3")
            .arg(difference, timeOrUnknown(double(delta.baselineNs)), timeOrUnknown(delta.noiseNs));
    case DeltaVerdict::TooFew:
        return Words::tr("%1 against the baseline (%2): too few calls to know the noise")
            .arg(difference, timeOrUnknown(double(delta.baselineNs)));
    default:
        return Words::tr("%1 against the baseline (%2): within noise, up to ± %3 says nothing")
            .arg(difference, timeOrUnknown(double(delta.baselineNs)), timeOrUnknown(delta.noiseNs));
    }
}

} // namespace

FlameView::Shade shadeOf(const FlameTree &tree, const FlameDifference &difference, int64_t frame) {
    const Theme &theme = currentTheme();
    const FlameDelta &delta = difference.frames[size_t(frame)];
    const int64_t total = tree.frames[size_t(frame)].totalNs;
    FlameView::Shade shade{theme.track, signedTime(total - delta.baselineNs), explanationOf(delta, total)};
    if (delta.verdict == DeltaVerdict::Slower || delta.verdict == DeltaVerdict::New)
        shade.colour = tint(theme.error, total, delta.baselineNs);
    if (delta.verdict == DeltaVerdict::Faster) shade.colour = tint(theme.accent, total, delta.baselineNs);
    if (delta.verdict == DeltaVerdict::Noise) shade.text = QStringLiteral("≈ ") + shade.text;
    if (delta.verdict == DeltaVerdict::TooFew) shade.text = QStringLiteral("? ") + shade.text;
    if (delta.verdict == DeltaVerdict::Same) shade.text = QStringLiteral("=");
    if (delta.verdict == DeltaVerdict::New) shade.text = Words::tr("new");
    return shade;
}

QString differenceSentence(const FlameTree &tree, const FlameDifference &difference) {
    QString text = Words::tr("All operators: %1").arg(explanationOf(difference.frames.front(), tree.totalNs()));
    if (difference.missing > 0)
        text +=
            QStringLiteral(". ") + Words::tr("%n frame(s) only in the baseline, %1", nullptr, int(difference.missing))
                                       .arg(timeOrUnknown(double(difference.missingNs)));
    return text + QLatin1Char('.');
}

} // namespace flamepanel
} // namespace jitscope
