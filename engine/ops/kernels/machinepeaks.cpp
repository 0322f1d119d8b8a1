// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/kernels/machinepeaks.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"
#include "engine/base/threadpool.h"
#include "engine/ops/kernels/isa.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <limits>
#include <unistd.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace jitscope::inline ops {

namespace {

constexpr int rounds = 5;
constexpr int chains = 16; ///< as many multiply-adds are under way at once: two units, four to five cycles each
constexpr int64_t chainLength = 1 << 15;
constexpr int chunksOfThread = 16;
constexpr int64_t leastMoved = int64_t(96) << 20; ///< bytes in a round: what is small is gone through again
constexpr int64_t l2Unknown = int64_t(512) << 10, l3Unknown = int64_t(16) << 20;

std::atomic<float> sink = 0; ///< keeps results alive

/** Runs chains of multiply-adds and gives how many floating point operations that were. */
using Chains = int64_t (*)();

int64_t scalarChains() {
    float values[chains];
    std::fill(std::begin(values), std::end(values), 1.0f);
    for (int64_t i = 0; i < chainLength; ++i)
        for (float &value : values)
            value = value * 0.999999f + 1e-6f;
    sink = values[0];
    return chainLength * chains * 2;
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) int64_t avx2Chains() {
    __m256 values[chains];
    for (__m256 &value : values)
        value = _mm256_set1_ps(1.0f);
    const __m256 factor = _mm256_set1_ps(0.999999f), summand = _mm256_set1_ps(1e-6f);
    for (int64_t i = 0; i < chainLength; ++i) {
#pragma GCC unroll 16
        for (__m256 &value : values)
            value = _mm256_fmadd_ps(value, factor, summand);
    }
    for (int i = 1; i < chains; ++i)
        values[0] = _mm256_add_ps(values[0], values[i]);
    sink = _mm256_cvtss_f32(values[0]);
    return chainLength * chains * 8 * 2;
}

__attribute__((target("avx512f"))) int64_t avx512Chains() {
    __m512 values[chains];
    for (__m512 &value : values)
        value = _mm512_set1_ps(1.0f);
    const __m512 factor = _mm512_set1_ps(0.999999f), summand = _mm512_set1_ps(1e-6f);
    for (int64_t i = 0; i < chainLength; ++i) {
#pragma GCC unroll 16
        for (__m512 &value : values)
            value = _mm512_fmadd_ps(value, factor, summand);
    }
    for (int i = 1; i < chains; ++i)
        values[0] = _mm512_add_ps(values[0], values[i]);
    sink = _mm512_cvtss_f32(values[0]);
    return chainLength * chains * 16 * 2;
}
#endif

Chains chainsFor(Isa isa) {
#if defined(__x86_64__)
    if (isa == Isa::Avx512) return avx512Chains;
    if (isa == Isa::Avx2) return avx2Chains;
#endif
    (void)isa;
    return scalarChains;
}

const char *nameOf(Isa isa) {
    return isa == Isa::Avx512 ? "AVX-512" : isa == Isa::Avx2 ? "AVX2" : "scalar";
}

/** The highest of several rounds: whatever else runs only takes away. */
template<class Round> double bestRate(Round round) {
    double best = 0;
    for (int i = 0; i <= rounds; ++i) { // the first one warms up
        const int64_t before = systemNs();
        const double work = round();
        best = std::max(best, work / (double(std::max<int64_t>(1, systemNs() - before)) / 1e9));
    }
    return best;
}

double peakFlops() {
    const Chains work = chainsFor(chosenIsa());
    return bestRate([work] {
        std::atomic<int64_t> flops = 0;
        parallelFor(int64_t(threadCount()) * chunksOfThread, 1, [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i)
                flops += work();
        });
        return double(flops);
    });
}

/** Two arrays that together fill `bytes`, one copied to the other; each thread copies its own part again and again. */
double copyRate(int64_t bytes) {
    const int64_t threads = threadCount(), part = std::max<int64_t>(4096, bytes / 2 / threads), size = part * threads;
    const std::vector<std::byte> from(static_cast<size_t>(size), std::byte(1));
    std::vector<std::byte> to(static_cast<size_t>(size));
    const int64_t turns = std::max<int64_t>(1, leastMoved / (2 * size));
    const double rate = bestRate([&] {
        parallelFor(threads, 1, [&](int64_t begin, int64_t end) {
            for (int64_t thread = begin; thread < end; ++thread)
                for (int64_t turn = 0; turn < turns; ++turn) {
                    std::memcpy(to.data() + thread * part, from.data() + thread * part, size_t(part));
                    std::atomic_signal_fence(std::memory_order_seq_cst); // each turn copies
                }
        });
        return 2.0 * double(size) * double(turns);
    });
    sink = float(std::to_integer<int>(to.back()));
    return rate;
}

int64_t cacheBytes(int name, int64_t otherwise) {
    const long found = ::sysconf(name);
    return found > 0 ? int64_t(found) : otherwise;
}

} // namespace

const Bandwidth &MachinePeaks::bandwidthFor(double bytes) const {
    const auto found = std::ranges::find_if(
        bandwidths, [bytes](const Bandwidth &level) { return bytes <= double(level.largestBytes); });
    return found == bandwidths.end() ? bandwidths.back() : *found;
}

MachinePeaks measureMachine() {
    MachinePeaks peaks;
    peaks.threads = threadCount();
    peaks.flopsPerSecond = peakFlops();
    const int64_t l2 = cacheBytes(_SC_LEVEL2_CACHE_SIZE, l2Unknown) * peaks.threads;
    const int64_t l3 = std::max(l2, cacheBytes(_SC_LEVEL3_CACHE_SIZE, l3Unknown));
    peaks.bandwidths = {{"L2 cache", l2, copyRate(l2 / 2)},
                        {"L3 cache", l3, copyRate(l3 / 2)},
                        {"memory", std::numeric_limits<int64_t>::max(), copyRate(4 * l3)}};
    peaks.how =
        format("Measured on this machine with %d thread%s: independent float32 multiply-adds in registers (%s), "
               "and copies between arrays that fill half of each cache and four times the last, read and "
               "written bytes counted; the best of %d rounds.",
               peaks.threads, peaks.threads == 1 ? "" : "s", nameOf(chosenIsa()), rounds);
    return peaks;
}

} // namespace jitscope::inline ops
