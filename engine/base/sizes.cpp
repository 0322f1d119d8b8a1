// SPDX-License-Identifier: Apache-2.0
#include "engine/base/sizes.h"

#include "engine/base/text.h"

#include <array>
#include <cmath>

namespace jitscope::inline base {

namespace {

std::string scaled(double value, double base, const std::array<const char *, 4> &units) {
    size_t unit = 0;
    for (value /= base; std::abs(value) >= base && unit + 1 < units.size(); ++unit)
        value /= base;
    return format("%.*f %s", unit < 2 ? 1 : 2, value, units[unit]);
}

} // namespace

std::string memorySize(int64_t bytes) {
    constexpr double base = 1024, mebibyte = base * base, manyMebibytes = 10'000;
    const double value = double(bytes);
    if (std::abs(value) < base) return format("%lld B", static_cast<long long>(bytes));
    if (std::abs(value) >= mebibyte && std::abs(value) < manyMebibytes * mebibyte)
        return format("%.1f MiB", value / mebibyte);
    return scaled(value, base, {"KiB", "MiB", "GiB", "TiB"});
}

} // namespace jitscope::inline base
