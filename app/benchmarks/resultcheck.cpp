// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/benchmarks/resultcheck.h"

#include "engine/base/text.h"
#include "engine/run/rounding.h"
#include "engine/run/valuedifference.h"
#include "engine/tensor/npyfile.h"

#include <QFile>
#include <QJsonObject>

#include <algorithm>

namespace jitscope {
inline namespace benchmarks {

namespace {

constexpr double float32Rounding = 0x1p-24;
constexpr double smallFloatShare = 100; ///< as in ValueDifference::exceeds

BenchValues differing(const std::string &text) {
    return {BenchVerdict::Differs, 0, text};
}

BenchValues checkCall(const CallOutcome &expected, const CallOutcome &actual) {
    if (expected.values.size() != actual.values.size())
        return differing(format("%zu results instead of %zu", actual.values.size(), expected.values.size()));
    if (expected.values.empty()) return {BenchVerdict::Unknown, 0, "no numbers to compare"};
    std::vector<ValueDifference> differences;
    double magnitude = 0, largest = 0;
    for (size_t i = 0; i < expected.values.size(); ++i) {
        differences.push_back(compare(expected.values[i], actual.values[i]));
        magnitude = std::max(magnitude, differences.back().magnitude);
        largest = std::max(largest, differences.back().maxAbsolute);
    }
    const double absolute = allowedRoundings * float32Rounding * magnitude;
    for (size_t i = 0; i < differences.size(); ++i) {
        const double relative = usualTolerance * (expected.areSmallFloats[i] ? smallFloatShare : 1);
        if (!differences[i].exceeds(relative, absolute)) continue;
        BenchValues found = differing((differences.size() > 1 ? format("result %zu: ", i + 1) : std::string()) +
                                      toString(differences[i]));
        found.maxAbsolute = largest;
        return found;
    }
    if (largest == 0) return {BenchVerdict::Equal, 0, "equal to eager"};
    return {BenchVerdict::Within, largest, format("within the tolerance of eager, off by %.2g at most", largest)};
}

} // namespace

Result<BenchOutcome> readOutcome(const QJsonArray &results) {
    BenchOutcome outcome;
    for (const QJsonValue &each : results) {
        const QString path = each[QLatin1String("file")].toString();
        auto tensor = readNpy(path.toStdString());
        QFile::remove(path);
        if (!tensor) return tensor.error();
        CallOutcome &call = each[QLatin1String("changed")].toBool() ? outcome.changed : outcome.first;
        call.values.emplace_back(*std::move(tensor));
        call.areSmallFloats.push_back(each[QLatin1String("small_float")].toBool());
    }
    return outcome;
}

BenchValues checkOutcome(const BenchOutcome &expected, const BenchOutcome &actual) {
    const BenchValues first = checkCall(expected.first, actual.first);
    if (first.verdict == BenchVerdict::Differs || expected.changed.values.empty() || actual.changed.values.empty())
        return first;
    const BenchValues changed = checkCall(expected.changed, actual.changed);
    if (changed.verdict != BenchVerdict::Differs) return first.maxAbsolute < changed.maxAbsolute ? changed : first;
    BenchValues found = differing("the first call's values are built in: for other arguments, " + changed.text);
    found.maxAbsolute = changed.maxAbsolute;
    return found;
}

} // namespace benchmarks
} // namespace jitscope
