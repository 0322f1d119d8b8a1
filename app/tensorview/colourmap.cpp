// SPDX-License-Identifier: GPL-3.0-or-later
// Colour maps by a few points of the published ones, with straight lines between them.
#include "app/tensorview/colourmap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace jitscope {
inline namespace tensorview {

namespace {

struct Stop {
    double position;
    int red, green, blue;
};

QRgb interpolated(const Stop *stops, size_t count, double position) {
    const double p = std::clamp(position, stops[0].position, stops[count - 1].position);
    size_t i = 1;
    while (i + 1 < count && stops[i].position < p)
        ++i;
    const Stop &a = stops[i - 1], &b = stops[i];
    const double t = (p - a.position) / (b.position - a.position);
    const auto mix = [t](int x, int y) { return int(std::lround(x + (y - x) * t)); };
    return qRgb(mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue));
}

} // namespace

QRgb viridis(double position) {
    // Nine points of the published map; straight lines between them stay within two steps of it.
    static const Stop stops[] = {{0.0, 68, 1, 84},      {0.125, 71, 44, 122},  {0.25, 59, 81, 139},
                                 {0.375, 44, 113, 142}, {0.5, 33, 144, 141},   {0.625, 39, 173, 129},
                                 {0.75, 92, 200, 99},   {0.875, 170, 220, 50}, {1.0, 253, 231, 37}};
    return interpolated(stops, std::size(stops), position);
}

QRgb diverging(double position) {
    static const Stop stops[] = {
        {-1.0, 33, 102, 172}, {-0.5, 103, 169, 207}, {0.0, 240, 240, 240}, {0.5, 239, 138, 98}, {1.0, 178, 24, 43}};
    return interpolated(stops, std::size(stops), position);
}

} // namespace tensorview
} // namespace jitscope
