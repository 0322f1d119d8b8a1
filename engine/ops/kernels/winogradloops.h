// SPDX-License-Identifier: Apache-2.0
// The changes of domain of convolutions of 3 x 3 by Winograd's minimal filtering F(4 x 4, 3 x 3): products with small
// constant matrices from both sides, on vectors of channels. Included by tileloops.h only.
#pragma once

#include "engine/ops/kernels/tilekernels.h"
#include "engine/ops/kernels/vectors.h"

namespace jitscope::inline ops {
namespace {

template<class V> struct WinogradLoops {
    static constexpr int lanes = sizeof(V) / sizeof(float);

    // The points at which polynomials are taken are 0, +-a, +-b and infinity. With a = sqrt(1/2) and b = sqrt(2) the
    // constants stay near 1 and the error is a third of that of the usual 1 and 2.
    static constexpr float a = 0.707106781f, b = 1.414213562f, a2 = 0.5f, b2 = 2.0f;

    /** Six numbers from three of a filter. */
    static void filterLine(const V *g, int64_t stride, V *to, int64_t toStride) {
        const V g0 = g[0], g1 = g[stride], g2 = g[2 * stride];
        constexpr float nearScale = 1 / (2 * a2 * (a2 - b2)), farScale = 1 / (2 * b2 * (b2 - a2));
        const V near = (g0 + g2 * a2) * nearScale, nearOdd = g1 * (a * nearScale);
        const V far = (g0 + g2 * b2) * farScale, farOdd = g1 * (b * farScale);
        to[0] = g0;
        to[toStride] = near + nearOdd;
        to[2 * toStride] = near - nearOdd;
        to[3 * toStride] = far + farOdd;
        to[4 * toStride] = far - farOdd;
        to[5 * toStride] = g2;
    }

    /** Six numbers from six of an image. */
    static void imageLine(const V *d, int64_t stride, V *to, int64_t toStride) {
        const V d0 = d[0], d1 = d[stride], d2 = d[2 * stride], d3 = d[3 * stride], d4 = d[4 * stride],
                d5 = d[5 * stride];
        const V near = d4 - d2 * b2, nearOdd = (d3 - d1 * b2) * a;
        const V far = d4 - d2 * a2, farOdd = (d3 - d1 * a2) * b;
        to[0] = d0 + d4 - d2 * (a2 + b2);
        to[toStride] = near + nearOdd;
        to[2 * toStride] = near - nearOdd;
        to[3 * toStride] = far + farOdd;
        to[4 * toStride] = far - farOdd;
        to[5 * toStride] = d1 + d5 - d3 * (a2 + b2);
    }

    /** Four numbers of the result from six sums. */
    static void resultLine(const V *m, int64_t stride, V *to, int64_t toStride) {
        const V m0 = m[0], m1 = m[stride], m2 = m[2 * stride], m3 = m[3 * stride], m4 = m[4 * stride],
                m5 = m[5 * stride];
        const V near = m1 + m2, nearOdd = (m1 - m2) * a, far = m3 + m4, farOdd = (m3 - m4) * b;
        to[0] = m0 + near + far;
        to[toStride] = nearOdd + farOdd;
        to[2 * toStride] = near * a2 + far * b2;
        to[3 * toStride] = nearOdd * a2 + farOdd * b2 + m5;
    }

    static void filters(const float *nine, int64_t width, float *to, int64_t step) {
        for (int64_t i = 0; i < width; i += lanes) {
            V given[9], half[18], whole[36];
            for (int k = 0; k < 9; ++k)
                given[k] = loaded<V>(nine + k * width + i);
            for (int column = 0; column < 3; ++column)
                filterLine(given + column, 3, half + column, 3);
            for (int row = 0; row < 6; ++row)
                filterLine(half + row * 3, 1, whole + row * 6, 1);
            for (int k = 0; k < 36; ++k)
                store(to + k * step + i, whole[k]);
        }
    }

    static void image(const float *from, int64_t placeStride, int64_t rowStride, int64_t channels, float *to,
                      int64_t step) {
        for (int64_t c = 0; c < channels; c += lanes) {
            V given[36], half[36];
            for (int y = 0; y < 6; ++y)
                for (int x = 0; x < 6; ++x)
                    given[y * 6 + x] = loaded<V>(from + y * rowStride + x * placeStride + c);
            for (int column = 0; column < 6; ++column)
                imageLine(given + column, 6, half + column, 6);
            for (int row = 0; row < 6; ++row)
                imageLine(half + row * 6, 1, given + row * 6, 1);
            for (int k = 0; k < 36; ++k)
                store(to + k * step + c, given[k]);
        }
    }

    static void result(const float *from, int64_t step, int64_t channels, const float *bias, float *to,
                       int64_t placeStride, int64_t rowStride) {
        for (int64_t c = 0; c < channels; c += lanes) {
            V given[36], half[24], whole[16];
            for (int k = 0; k < 36; ++k)
                given[k] = loaded<V>(from + k * step + c);
            for (int column = 0; column < 6; ++column)
                resultLine(given + column, 6, half + column, 6);
            for (int row = 0; row < 4; ++row)
                resultLine(half + row * 6, 1, whole + row * 4, 1);
            const V added = loaded<V>(bias + c);
            for (int y = 0; y < 4; ++y)
                for (int x = 0; x < 4; ++x)
                    store(to + y * rowStride + x * placeStride + c, whole[y * 4 + x] + added);
        }
    }

    static constexpr WinogradKernels kernels() { return {filters, image, result}; }
};

} // namespace
} // namespace jitscope::inline ops
