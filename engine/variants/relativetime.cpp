// SPDX-License-Identifier: Apache-2.0
// Divides two ratios to the same time, with their errors.
#include "engine/variants/relativetime.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline variants {

namespace {

/** A ratio to the program's own as a logarithm, with its errors. */
struct LogRatio {
    double value = 0, width = 0, noise = 0;
};

std::optional<LogRatio> againstOwn(const VariantRecord &record) {
    if (record.name.empty()) return LogRatio{};
    if (record.pairs == 0 || record.ratio <= 0 || record.low <= 0 || record.high <= 0) return std::nullopt;
    const double value = std::log(record.ratio);
    return LogRatio{value, std::max(std::log(record.high) - value, value - std::log(record.low)), record.noise};
}

} // namespace

std::optional<RelativeTime> relativeTime(const VariantRecord &variant, const VariantRecord &baseline) {
    const auto here = againstOwn(variant), there = againstOwn(baseline);
    if (!here || !there || (variant.name.empty() && baseline.name.empty())) return std::nullopt;
    const double value = here->value - there->value, width = std::hypot(here->width, there->width);
    RelativeTime time{std::exp(value), std::exp(value - width), std::exp(value + width), 0, false};
    time.noise = std::max(here->noise, there->noise);
    time.isDifferent = std::abs(value) > width && std::abs(time.ratio - 1) > time.noise;
    return time;
}

} // namespace jitscope::inline variants
