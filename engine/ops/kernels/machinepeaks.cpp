// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/kernels/machinepeaks.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"
#include "engine/base/threadpool.h"
#include "engine/ops/kernels/isa.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <limits>
#include <unistd.h>

namespace jitscope::inline ops {

namespace {

constexpr int rounds = 5;
constexpr double disturbed = 0.2; ///< rounds of an idle machine differ by less
constexpr int chains = 16;        ///< as many multiply-adds are under way at once: two units, four to five cycles each
constexpr int64_t chainLength = 1 << 15;
constexpr int chunksOfThread = 16;
constexpr int64_t leastMoved = int64_t(96) << 20; ///< bytes in a round: what is small is gone through again
constexpr int64_t l2Unknown = int64_t(512) << 10, l3Unknown = int64_t(16) << 20;

std::atomic<float> sink = 0; ///< keeps results alive

/** Runs chains of multiply-adds and gives how many floating point operations that were. */
using Chains = int64_t (*)();

/** Compiled for the instruction set of the function that it stands in; Vector is a float or a vector of floats. */
template<class Vector> [[gnu::always_inline]] inline int64_t runChains() {
    constexpr auto lanes = int64_t(sizeof(Vector) / sizeof(float));
    Vector values[chains];
    for (Vector &value : values)
        value = Vector{} + 1.0f;
    for (int64_t i = 0; i < chainLength; ++i) {
#pragma GCC unroll 16
        for (Vector &value : values)
            value = value * 0.999999f + 1e-6f;
    }
    for (int i = 1; i < chains; ++i)
        values[0] += values[i];
    float sums[lanes];
    std::memcpy(sums, &values[0], sizeof sums);
    sink = sums[0];
    return chainLength * chains * lanes * 2;
}

int64_t scalarChains() {
    return runChains<float>();
}

#if defined(__x86_64__)
using Floats8 = float __attribute__((vector_size(32)));
using Floats16 = float __attribute__((vector_size(64)));

__attribute__((target("avx2,fma"))) int64_t avx2Chains() {
    return runChains<Floats8>();
}

__attribute__((target("avx512f,fma"))) int64_t avx512Chains() {
    return runChains<Floats16>();
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

/** Of several rounds. */
struct Rate {
    double best = 0; ///< whatever else runs only takes away
    double lost = 0; ///< what the middle one of them had less, as a share
};

template<class Round> Rate rateOf(Round round) {
    std::array<double, rounds> rates{};
    round(); // warms up
    for (double &rate : rates) {
        const int64_t before = systemNs();
        const double work = round();
        rate = work / (double(std::max<int64_t>(1, systemNs() - before)) / 1e9);
    }
    std::ranges::sort(rates);
    return {rates.back(), 1 - rates[rounds / 2] / rates.back()};
}

Rate peakFlops() {
    const Chains work = chainsFor(chosenIsa());
    return rateOf([work] {
        std::atomic<int64_t> flops = 0;
        parallelFor(int64_t(threadCount()) * chunksOfThread, 1, [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i)
                flops += work();
        });
        return double(flops);
    });
}

/** Two arrays that together fill `bytes`, one copied to the other; each thread copies its own part again and again. */
Rate copyRate(int64_t bytes) {
    const int64_t threads = threadCount(), part = std::max<int64_t>(4096, bytes / 2 / threads), size = part * threads;
    const std::vector<std::byte> from(static_cast<size_t>(size), std::byte(1));
    std::vector<std::byte> to(static_cast<size_t>(size));
    const int64_t turns = std::max<int64_t>(1, leastMoved / (2 * size));
    const Rate rate = rateOf([&] {
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
    const Rate compute = peakFlops();
    peaks.flopsPerSecond = compute.best;
    const int64_t l2 = cacheBytes(_SC_LEVEL2_CACHE_SIZE, l2Unknown) * peaks.threads;
    const int64_t l3 = std::max(l2, cacheBytes(_SC_LEVEL3_CACHE_SIZE, l3Unknown));
    const Rate memory = copyRate(4 * l3), third = copyRate(l3 / 2), second = copyRate(l2 / 2);
    // A cache that others use, too, may look slower than the memory behind it.
    const double thirdBest = std::max(third.best, memory.best);
    peaks.bandwidths = {{"L2 cache", l2, std::max(second.best, thirdBest)},
                        {"L3 cache", l3, thirdBest},
                        {"memory", std::numeric_limits<int64_t>::max(), memory.best}};
    const double lost = std::max({compute.lost, memory.lost, third.lost, second.lost});
    peaks.how =
        format("Measured on this machine with %d thread%s: independent float32 multiply-adds in registers (%s), "
               "and copies between arrays that fill half of each cache and four times the last, read and "
               "written bytes counted; the best of %d rounds.",
               peaks.threads, peaks.threads == 1 ? "" : "s", nameOf(chosenIsa()), rounds);
    if (lost > disturbed)
        peaks.how +=
            format(" The middle round was up to %.0f %% slower than the best: something else ran, and the peaks "
                   "may be too low.",
                   100 * lost);
    return peaks;
}

} // namespace jitscope::inline ops
