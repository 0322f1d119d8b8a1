// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeruler.h"

#include <QRegularExpression>
#include <cmath>
#include <cstdlib>

namespace jitscope {
inline namespace timeline {

namespace {

struct Unit {
    int64_t ns;
    const char *name;
    int digits; ///< of a nanosecond behind the point
};
constexpr Unit units[] = {{1'000'000'000, "s", 9}, {1'000'000, "ms", 6}, {1'000, "\xC2\xB5s", 3}, {1, "ns", 0}};

} // namespace

int64_t rulerStep(double atLeastNs) {
    if (atLeastNs <= 1) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(atLeastNs)));
    constexpr double most = 5e18;
    for (double factor : {1.0, 2.0, 5.0})
        if (factor * power >= atLeastNs * (1 - 1e-9)) return int64_t(std::llround(std::min(factor * power, most)));
    return int64_t(std::llround(std::min(10 * power, most)));
}

QString rulerText(int64_t timeNs, int64_t stepNs, int64_t farthestNs) {
    constexpr int64_t mostUnits = 10'000; // before the point
    const Unit *unit = &units[3];
    for (const Unit &each : units)
        if (stepNs >= each.ns / 10 || farthestNs / mostUnits >= each.ns / 1000) {
            unit = &each;
            break;
        }
    // A ruler that is far from zero and finely divided needs its digits all the same.
    int digits = 0;
    for (int64_t fraction = unit->ns; fraction > 1 && stepNs % fraction != 0; fraction /= 10)
        ++digits;
    const int64_t whole = timeNs / unit->ns, rest = std::abs(timeNs % unit->ns);
    QString text = QString::number(whole);
    if (timeNs < 0 && whole == 0) text.prepend(QLatin1Char('-'));
    if (digits > 0)
        text += QLatin1Char('.') + QString::number(rest).rightJustified(unit->digits, QLatin1Char('0')).left(digits);
    return text + QLatin1Char(' ') + QString::fromUtf8(unit->name);
}

QString exactTime(int64_t ns) {
    const uint64_t size = ns < 0 ? uint64_t(0) - uint64_t(ns) : uint64_t(ns);
    const Unit *unit = &units[3];
    for (const Unit &each : units)
        if (size >= uint64_t(each.ns)) {
            unit = &each;
            break;
        }
    QString text = QString::number(size / uint64_t(unit->ns));
    if (unit->digits > 0)
        text += QLatin1Char('.') +
                QString::number(size % uint64_t(unit->ns)).rightJustified(unit->digits, QLatin1Char('0'));
    return (ns < 0 ? QStringLiteral("-") : QString()) + text + QLatin1Char(' ') + QString::fromUtf8(unit->name);
}

std::optional<int64_t> timeOfText(const QString &text) {
    const auto match =
        QRegularExpression(QString::fromUtf8("^\\s*([+-]?[0-9]*\\.?[0-9]+)\\s*(s|ms|us|\xC2\xB5s|ns)?\\s*$"))
            .match(text);
    if (!match.hasMatch()) return {};
    const QString unit = match.captured(2);
    double factor = 1;
    for (const Unit &each : units)
        if (unit == QString::fromUtf8(each.name)) factor = double(each.ns);
    if (unit == QStringLiteral("us")) factor = 1000;
    const double value = std::round(match.captured(1).toDouble() * factor);
    if (!(std::abs(value) < 4e18)) return {};
    return int64_t(value);
}

} // namespace timeline
} // namespace jitscope
