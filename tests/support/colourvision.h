// SPDX-License-Identifier: Apache-2.0
// How a colour looks to somebody who lacks one kind of cones, and how far apart two colours look.
#pragma once

#include <QColor>

#include <algorithm>
#include <array>
#include <cmath>

namespace jitscope::testing {

enum class Vision : uint8_t { Full, Protanopia, Deuteranopia, Tritanopia };

inline constexpr std::array<Vision, 4> allVisions = {Vision::Full, Vision::Protanopia, Vision::Deuteranopia,
                                                     Vision::Tritanopia};

inline const char *nameOf(Vision vision) {
    constexpr std::array<const char *, 4> names = {"full vision", "protanopia", "deuteranopia", "tritanopia"};
    return names[size_t(vision)];
}

using LinearRgb = std::array<double, 3>;

inline LinearRgb linearOf(const QColor &colour) {
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
}

/** G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision
    Deficiency", IEEE TVCG 15(6), 2009: the matrices of severity 1.0, on linear RGB. */
inline LinearRgb seenWith(Vision vision, const LinearRgb &c) {
    using Matrix = std::array<std::array<double, 3>, 3>;
    static const std::array<Matrix, 4> matrices = {{
        {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
        {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
        {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
    }};
    LinearRgb seen{};
    for (size_t row = 0; row < 3; ++row) {
        const auto &m = matrices[size_t(vision)][row];
        seen[row] = std::clamp(m[0] * c[0] + m[1] * c[1] + m[2] * c[2], 0.0, 1.0);
    }
    return seen;
}

/** Björn Ottosson, "A perceptual color space for image processing", 2020: Oklab of linear sRGB. */
inline std::array<double, 3> oklabOf(const LinearRgb &c) {
    const double l = std::cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2]);
    const double m = std::cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2]);
    const double s = std::cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2]);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

/** The distance in Oklab, black to white being 100; 2 is just noticeable side by side. */
inline double difference(const QColor &a, const QColor &b, Vision vision) {
    const auto first = oklabOf(seenWith(vision, linearOf(a))), second = oklabOf(seenWith(vision, linearOf(b)));
    return 100 * std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

/** For the eye that sees the least of it. */
inline double leastDifference(const QColor &a, const QColor &b) {
    double least = 100;
    for (const Vision vision : allVisions)
        least = std::min(least, difference(a, b, vision));
    return least;
}

} // namespace jitscope::testing
