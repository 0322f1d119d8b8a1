// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/deltawords.h"

#include "app/models/operatorwords.h"
#include "app/sdk/theme.h"

#include <QCoreApplication>
#include <cmath>

namespace jitscope {
inline namespace models {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(DeltaWords)
};

} // namespace

QString deltaText(DeltaVerdict verdict, double ns) {
    if (std::isnan(ns)) return QStringLiteral("–");
    if (verdict == DeltaVerdict::Same || ns == 0) return QStringLiteral("=");
    const QString text = (ns < 0 ? QStringLiteral("-") : QStringLiteral("+")) + timeOrUnknown(std::abs(ns));
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

QColor deltaColour(DeltaVerdict verdict) {
    const Theme &theme = currentTheme();
    if (verdict == DeltaVerdict::Slower || verdict == DeltaVerdict::New) return theme.error;
    if (verdict == DeltaVerdict::Faster || verdict == DeltaVerdict::Missing) return theme.good;
    return theme.text3;
}

} // namespace models
} // namespace jitscope
