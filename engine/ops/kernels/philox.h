// SPDX-License-Identifier: Apache-2.0
// Random numbers that are a function of their place: Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random
// numbers: as easy as 1, 2, 3", SC 2011). Whoever computes element i, on whichever thread, gets the same number.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace jitscope::inline ops {

using PhiloxBlock = std::array<uint32_t, 4>;

/** Four random words of a counter under a key. */
inline PhiloxBlock philox(PhiloxBlock counter, uint32_t key0, uint32_t key1) {
    constexpr uint32_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
    constexpr uint32_t step0 = 0x9E3779B9, step1 = 0xBB67AE85;
    constexpr int rounds = 10;
    for (int round = 0; round < rounds; ++round) {
        const uint64_t product0 = uint64_t(multiplier0) * counter[0];
        const uint64_t product1 = uint64_t(multiplier1) * counter[2];
        counter = {uint32_t(product1 >> 32) ^ counter[1] ^ key0, uint32_t(product1),
                   uint32_t(product0 >> 32) ^ counter[3] ^ key1, uint32_t(product0)};
        key0 += step0;
        key1 += step1;
    }
    return counter;
}

/** The numbers of one call of an operator: under its seed, the call's number is one half of the counter, the place in
   the result the other. No two calls share a number. */
class RandomStream {
public:
    RandomStream(uint64_t seed, uint64_t call)
        : m_seed(seed)
        , m_call(call) {}

    /** The words of a place; `attempt` (below 65536) tells apart those that one element draws after the other. */
    PhiloxBlock block(uint64_t place, uint32_t attempt = 0) const {
        return philox({uint32_t(place), uint32_t(place >> 32) << 16 | (attempt & 0xffff), uint32_t(m_call),
                       uint32_t(m_call >> 32)},
                      uint32_t(m_seed), uint32_t(m_seed >> 32));
    }

private:
    uint64_t m_seed;
    uint64_t m_call;
};

/** Two words as one. */
inline uint64_t joined(uint32_t high, uint32_t low) {
    return uint64_t(high) << 32 | low;
}

/** In [0, 1), with all 53 bits of a double. */
inline double unitDouble(uint64_t word) {
    return double(word >> 11) * 0x1p-53;
}

/** In [0, 1), with all 24 bits of a float. */
inline float unitFloat(uint32_t word) {
    return float(word >> 8) * 0x1p-24F;
}

/** In [0, count) for count > 0; the bias is below count / 2^64. */
inline uint64_t bounded(uint64_t word, uint64_t count) {
    return uint64_t((unsigned __int128)(word)*count >> 64);
}

/** The numbers that one element draws one after the other: for distributions that reject. */
class ElementDraws {
public:
    ElementDraws(const RandomStream &stream, uint64_t place)
        : m_stream(stream)
        , m_place(place) {}

    /** In (0, 1): its logarithm is finite. */
    double uniform() { return (double(word() >> 12) + 0.5) * 0x1p-52; }

    /** Of mean 0 and deviation 1 (Box and Muller). */
    double normal() {
        const double radius = std::sqrt(-2 * std::log(uniform()));
        return radius * std::cos(6.283185307179586 * uniform());
    }

private:
    uint64_t word() {
        if (m_next == 0) m_block = m_stream.block(m_place, m_attempt++);
        const uint64_t drawn = joined(m_block[m_next], m_block[m_next + 1]);
        m_next = (m_next + 2) % 4;
        return drawn;
    }

    const RandomStream &m_stream;
    uint64_t m_place;
    PhiloxBlock m_block = {};
    uint32_t m_attempt = 0;
    size_t m_next = 0;
};

} // namespace jitscope::inline ops
