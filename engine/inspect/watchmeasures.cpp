// SPDX-License-Identifier: Apache-2.0
// One pass each over the elements.
#include "engine/inspect/watchmeasures.h"

#include "engine/tensor/distinct.h"
#include "engine/tensor/elements.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace jitscope::inline inspect {

namespace {

/** Eight elements side by side, so that no sum waits for the one before. */
struct Lanes {
    static constexpr int width = 8;
    double sum[width] = {}, absSum[width] = {}, min[width], max[width];
    int64_t nan[width] = {}, infinite[width] = {}, zero[width] = {}, inRange[width] = {};

    Lanes() {
        std::fill(std::begin(min), std::end(min), std::numeric_limits<double>::infinity());
        std::fill(std::begin(max), std::end(max), -std::numeric_limits<double>::infinity());
    }
    void add(int lane, double value, double start, double end) {
        const bool isNumber = value == value;
        const double number = isNumber ? value : 0, magnitude = std::abs(number);
        nan[lane] += !isNumber;
        infinite[lane] += magnitude == std::numeric_limits<double>::infinity();
        zero[lane] += value == 0;
        inRange[lane] += (value >= start) & (value <= end);
        sum[lane] += number;
        absSum[lane] += magnitude;
        min[lane] = value < min[lane] ? value : min[lane];
        max[lane] = value > max[lane] ? value : max[lane];
    }
    WatchMeasures total(int64_t count) const {
        WatchMeasures all;
        all.count = count;
        for (int lane = 0; lane < width; ++lane) {
            all.nan += nan[lane];
            all.infinite += infinite[lane];
            all.zero += zero[lane];
            all.inRange += inRange[lane];
            all.sum += sum[lane];
            all.absSum += absSum[lane];
            all.min = std::min(all.min, min[lane]);
            all.max = std::max(all.max, max[lane]);
        }
        return all;
    }
};

template<class T> double wide(T element) {
    return double(static_cast<ComputeType<T>>(element));
}

template<class T> WatchMeasures measuredAs(const T *elements, int64_t count, double start, double end) {
    Lanes lanes;
    int64_t i = 0;
    for (; i + Lanes::width <= count; i += Lanes::width)
        for (int lane = 0; lane < Lanes::width; ++lane)
            lanes.add(lane, wide(elements[i + lane]), start, end);
    for (; i < count; ++i)
        lanes.add(0, wide(elements[i]), start, end);
    return lanes.total(count);
}

template<class T> ChangeMeasures changedAs(const T *now, const T *before, int64_t count, const Tolerances &within) {
    ChangeMeasures all;
    for (int64_t i = 0; i < count; ++i) {
        const double a = wide(now[i]), b = wide(before[i]);
        const bool isAnyNan = std::isnan(a) || std::isnan(b);
        const double distance = a == b ? 0 : std::abs(a - b); // equal infinities are not apart
        const bool isClose = isAnyNan ? within.equalNan && std::isnan(a) && std::isnan(b)
                                      : distance <= within.atol + within.rtol * std::abs(b);
        all.beyond += !isClose;
        if (isAnyNan) continue;
        ++all.compared;
        all.absChange += distance;
        all.absPrevious += std::abs(b);
    }
    return all;
}

} // namespace

WatchMeasures measured(const Tensor &tensor, double rangeStart, double rangeEnd) {
    const auto [once, repeats] = distinct(tensor);
    const Tensor packed = magnitudes(once).contiguous(); // complex numbers by how large they are
    WatchMeasures found = visitDType(packed.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::Type;
        return measuredAs(reinterpret_cast<const T *>(packed.rawData()), packed.count(), rangeStart, rangeEnd);
    });
    for (int64_t *count : {&found.count, &found.nan, &found.infinite, &found.zero, &found.inRange})
        *count *= repeats;
    found.sum *= double(repeats);
    found.absSum *= double(repeats);
    return found;
}

ChangeMeasures changed(const Tensor &value, const Tensor &previous, const Tolerances &within) {
    const auto [tensors, repeats] = distinctTogether({value, previous});
    // The parts of complex numbers change each for itself.
    const Tensor earlier = isComplex(value.dtype()) ? tensors[1] : magnitudes(tensors[1]);
    const Tensor now = partsOf(tensors[0]).contiguous(), before = partsOf(earlier.cast(value.dtype())).contiguous();
    ChangeMeasures found = visitDType(now.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::Type;
        return changedAs(reinterpret_cast<const T *>(now.rawData()), reinterpret_cast<const T *>(before.rawData()),
                         now.count(), within);
    });
    found.compared *= repeats;
    found.beyond *= repeats;
    found.absChange *= double(repeats);
    found.absPrevious *= double(repeats);
    return found;
}

} // namespace jitscope::inline inspect
