// SPDX-License-Identifier: Apache-2.0
// The two 16-bit floating-point types, as bits with exact conversions to and from float.
#pragma once

#include <bit>
#include <cstdint>

namespace jitscope::inline tensor {

/** IEEE binary16: 1 sign, 5 exponent and 10 fraction bits. Converting from float rounds to nearest, ties to even. */
struct Float16 {
    uint16_t bits = 0;

    Float16() = default;
    explicit Float16(float value)
        : bits(fromFloat(value)) {}
    operator float() const { return toFloat(bits); }

    static uint16_t fromFloat(float value) {
        const uint32_t x = std::bit_cast<uint32_t>(value);
        const uint16_t sign = uint16_t((x >> 16) & 0x8000u);
        const uint32_t magnitude = x & 0x7fffffffu;
        if (magnitude > 0x7f800000u) return sign | 0x7e00u;  // NaN
        if (magnitude >= 0x477ff000u) return sign | 0x7c00u; // 65520 and above round to infinity
        if (magnitude < 0x38800000u) {
            // Below the smallest normal: adding 0.5 shifts the fraction to where half has it and rounds in hardware.
            const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
            return uint16_t(sign | (std::bit_cast<uint32_t>(shifted) - 0x3f000000u));
        }
        const uint32_t odd = (magnitude >> 13) & 1u;
        return uint16_t(sign | ((magnitude - 0x38000000u + 0xfffu + odd) >> 13));
    }

    static float toFloat(uint16_t bits) {
        const uint32_t sign = uint32_t(bits & 0x8000u) << 16;
        const uint32_t magnitude = bits & 0x7fffu;
        if (magnitude >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | ((magnitude & 0x3ffu) << 13));
        if (magnitude < 0x400u) {
            const float value = float(magnitude) * 0x1p-24f; // subnormal
            return sign ? -value : value;
        }
        return std::bit_cast<float>(sign | ((magnitude << 13) + 0x38000000u));
    }
};

/** The upper half of a float: 1 sign, 8 exponent and 7 fraction bits. Rounds to nearest, ties to even. */
struct BFloat16 {
    uint16_t bits = 0;

    BFloat16() = default;
    explicit BFloat16(float value)
        : bits(fromFloat(value)) {}
    operator float() const { return toFloat(bits); }

    static uint16_t fromFloat(float value) {
        const uint32_t x = std::bit_cast<uint32_t>(value);
        if ((x & 0x7fffffffu) > 0x7f800000u) return uint16_t((x >> 16) | 0x40u); // NaN stays NaN
        return uint16_t((x + 0x7fffu + ((x >> 16) & 1u)) >> 16);
    }
    static float toFloat(uint16_t bits) { return std::bit_cast<float>(uint32_t(bits) << 16); }
};

} // namespace jitscope::inline tensor
