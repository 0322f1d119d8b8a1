// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/deltawords.h"

#include "app/models/operatorwords.h"
#include "app/models/tablecell.h"
#include "app/sdk/theme.h"

#include <QCoreApplication>
#include <cmath>

namespace jitscope {
inline namespace models {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(DeltaWords)
};

QString magnitudeText(double value, const std::string &unit) {
    if (unit == "ns") return timeOrUnknown(value);
    return unit == "B" ? sizeText(value) : QString::number(value, 'f', 3);
}

} // namespace

QString deltaText(DeltaVerdict verdict, double ns) {
    return deltaText(verdict, ns, "ns");
}

QString deltaText(DeltaVerdict verdict, double value, const std::string &unit) {
    if (std::isnan(value)) return QStringLiteral("–");
    if (verdict == DeltaVerdict::Same || value == 0) return QStringLiteral("=");
    const QString text = (value < 0 ? QStringLiteral("-") : QStringLiteral("+")) + magnitudeText(std::abs(value), unit);
    if (verdict == DeltaVerdict::Noise) return QStringLiteral("≈ ") + text;
    return verdict == DeltaVerdict::TooFew ? QStringLiteral("? ") + text : text;
}

QString verdictText(DeltaVerdict verdict, double noiseNs) {
    switch (verdict) {
    case DeltaVerdict::Same:
        return Words::tr("Equal to the nanosecond");
    case DeltaVerdict::Noise:
        return Words::tr("Within noise: up to ± %1 says nothing here").arg(timeOrUnknown(noiseNs));
    case DeltaVerdict::TooFew:
        return Words::tr("Fewer than %1 measurements on a side: it cannot be told whether they differ").arg(leastCalls);
    case DeltaVerdict::Slower:
        return Words::tr("Slower; noise is up to ± %1").arg(timeOrUnknown(noiseNs));
    case DeltaVerdict::Faster:
        return Words::tr("Faster; noise is up to ± %1").arg(timeOrUnknown(noiseNs));
    case DeltaVerdict::New:
        return Words::tr("New: the baseline has none");
    case DeltaVerdict::Missing:
        return Words::tr("Only the baseline has it");
    }
    return {};
}

QString verdictText(DeltaVerdict verdict, double noise, const std::string &unit) {
    if (unit == "ns" || verdict == DeltaVerdict::TooFew || verdict == DeltaVerdict::New ||
        verdict == DeltaVerdict::Missing)
        return verdictText(verdict, noise);
    if (verdict == DeltaVerdict::Same) return Words::tr("Equal");
    const QString limit = magnitudeText(noise, unit);
    if (verdict == DeltaVerdict::Noise) return Words::tr("Within noise: up to ± %1 says nothing here").arg(limit);
    const bool isMore = verdict == DeltaVerdict::Slower;
    if (noise == 0) return isMore ? Words::tr("More than the baseline") : Words::tr("Less than the baseline");
    return (isMore ? Words::tr("More; noise is up to ± %1") : Words::tr("Less; noise is up to ± %1")).arg(limit);
}

QColor deltaColour(DeltaVerdict verdict, const std::string &unit) {
    const bool isKnown = verdict == DeltaVerdict::Slower || verdict == DeltaVerdict::Faster;
    if (isKnown && unit != "ns" && unit != "B") return currentTheme().text;
    return deltaColour(verdict);
}

QColor deltaColour(DeltaVerdict verdict) {
    const Theme &theme = currentTheme();
    if (verdict == DeltaVerdict::Slower || verdict == DeltaVerdict::New) return theme.error;
    if (verdict == DeltaVerdict::Faster || verdict == DeltaVerdict::Missing) return theme.good;
    return theme.text3;
}

} // namespace models
} // namespace jitscope
