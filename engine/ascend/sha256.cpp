// SPDX-License-Identifier: Apache-2.0
#include "engine/ascend/sha256.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace jitscope::inline ascend {

namespace {

using Words = std::array<uint32_t, 8>;

bool isPrime(uint32_t number) {
    for (uint32_t by = 2; by * by <= number; ++by)
        if (number % by == 0) return false;
    return true;
}

/** The first 32 bits behind the point of a root of each of the first primes, as FIPS 180-4 defines its constants. */
template<size_t count> std::array<uint32_t, count> rootsOfPrimes(long double (*root)(long double)) {
    std::array<uint32_t, count> words{};
    uint32_t prime = 2;
    for (uint32_t &word : words) {
        while (!isPrime(prime))
            ++prime;
        const long double value = root(static_cast<long double>(prime++));
        word = uint32_t((value - std::floor(value)) * 4294967296.0L);
    }
    return words;
}

void digestBlock(Words &state, const unsigned char *block) {
    static const auto constants = rootsOfPrimes<64>([](long double x) { return std::cbrt(x); });
    std::array<uint32_t, 64> w{};
    for (size_t i = 0; i < 16; ++i)
        w[i] = uint32_t(block[4 * i]) << 24 | uint32_t(block[4 * i + 1]) << 16 | uint32_t(block[4 * i + 2]) << 8 |
               uint32_t(block[4 * i + 3]);
    for (size_t i = 16; i < 64; ++i) {
        const uint32_t a = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
        const uint32_t b = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (size_t i = 0; i < 64; ++i) {
        const uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const uint32_t first = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
        const uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const uint32_t second = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const Words sums{a, b, c, d, e, f, g, h};
    for (size_t i = 0; i < state.size(); ++i)
        state[i] += sums[i];
}

} // namespace

std::string sha256(std::string_view bytes) {
    Words state = rootsOfPrimes<8>([](long double x) { return std::sqrt(x); });
    std::string padded(bytes);
    padded += char(0x80);
    while (padded.size() % 64 != 56)
        padded += '\0';
    const uint64_t bits = uint64_t(bytes.size()) * 8;
    for (int shift = 56; shift >= 0; shift -= 8)
        padded += char(bits >> shift & 0xff);
    for (size_t at = 0; at < padded.size(); at += 64)
        digestBlock(state, reinterpret_cast<const unsigned char *>(padded.data()) + at);
    std::string text;
    for (const uint32_t word : state)
        for (int shift = 28; shift >= 0; shift -= 4)
            text += "0123456789abcdef"[word >> shift & 0xf];
    return text;
}

} // namespace jitscope::inline ascend
