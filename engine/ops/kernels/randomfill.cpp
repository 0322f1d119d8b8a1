// SPDX-License-Identifier: Apache-2.0
// Each element's number follows from its place alone, so that loops may be split at will.
#include "engine/ops/kernels/randomfill.h"

#include "engine/base/threadpool.h"
#include "engine/tensor/elements.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace jitscope::inline ops {

namespace {

constexpr int64_t grain = 4096; ///< blocks of a thread's range: some tens of microseconds

/** Calls `make(place)` for the blocks of a result, each an array of elements; the last one may be cut. */
template<class T, class Make> void eachBlock(Tensor &result, Make make) {
    constexpr int64_t size = int64_t(std::tuple_size<decltype(make(uint64_t(0)))>());
    T *elements = result.mutableData<T>();
    const int64_t count = result.count();
    parallelFor((count + size - 1) / size, grain, [&](int64_t begin, int64_t end) {
        for (int64_t place = begin; place < end; ++place) {
            const auto block = make(uint64_t(place));
            std::copy_n(block.begin(), std::min(size, count - place * size), elements + place * size);
        }
    });
}

/** Calls `make(draws, place)` for each element. */
template<class T, class Make> void eachElement(Tensor &result, const RandomStream &stream, Make make) {
    T *elements = result.mutableData<T>();
    parallelFor(result.count(), grain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
            ElementDraws draws(stream, uint64_t(i));
            elements[i] = convertElement<T>(make(draws, i));
        }
    });
}

template<class Visitor> void visitFloating(DType dtype, Visitor visitor) {
    visitDType(dtype, [&](auto tag) {
        if constexpr (isFloatElement<typename decltype(tag)::Type>) visitor(tag);
    });
}

/** How many bits of fraction T holds exactly below 1. */
template<class T> constexpr int fractionBits = std::is_same_v<T, Float16> ? 11 : std::is_same_v<T, BFloat16> ? 8 : 24;

/** In [0, 1): cut to the bits of T, never rounded up to 1. */
template<class T> T unit(uint32_t word) {
    return convertElement<T>(std::ldexp(float(word >> (32 - fractionBits<T>)), -fractionBits<T>));
}

template<class Real> struct Pair { Real first, second; };

/** Two independent normal numbers of two even ones, the first in (0, 1] (Box and Muller). */
template<class Real> Pair<Real> normals(Real u, Real v) {
    const Real radius = std::sqrt(Real(-2) * std::log(u));
    const Real angle = Real(6.283185307179586) * v;
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

Pair<float> normals(uint32_t a, uint32_t b) {
    return normals((float(a) + 1) * 0x1p-32F, unitFloat(b));
}

/** Hörmann's transformed rejection with squeeze ("The transformed rejection method for generating Poisson random
    variables", 1993), for means from 10. */
double largePoisson(ElementDraws &draws, double mean) {
    const double b = 0.931 + 2.53 * std::sqrt(mean);
    const double a = -0.059 + 0.02483 * b;
    const double inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
    const double sure = 0.9277 - 3.6224 / (b - 2);
    while (true) {
        const double u = draws.uniform() - 0.5, v = draws.uniform();
        const double distance = 0.5 - std::abs(u);
        const double k = std::floor((2 * a / distance + b) * u + mean + 0.43);
        if (distance >= 0.07 && v <= sure) return k;
        if (k < 0 || (distance < 0.013 && v > distance)) continue;
        const double accepted = std::log(v) + std::log(inverseAlpha) - std::log(a / (distance * distance) + b);
        if (accepted <= -mean + k * std::log(mean) - std::lgamma(k + 1)) return k;
    }
}

/** Counts events until their waiting times add up to one; for small means. */
double smallPoisson(ElementDraws &draws, double mean) {
    const double limit = std::exp(-mean);
    double product = draws.uniform(), count = 0;
    while (product > limit) {
        product *= draws.uniform();
        ++count;
    }
    return count;
}

/** Marsaglia and Tsang, "A simple method for generating gamma variables" (2000). */
double gammaOf(ElementDraws &draws, double alpha) {
    if (alpha < 1) {
        const double larger = gammaOf(draws, alpha + 1);
        return larger * std::pow(draws.uniform(), 1 / alpha);
    }
    const double d = alpha - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    while (true) {
        const double x = draws.normal(), root = 1 + c * x;
        if (root <= 0) continue;
        const double v = root * root * root;
        if (std::log(draws.uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
    }
}

template<class T> T element(int64_t whole) {
    return convertElement<T>(whole);
}

} // namespace

void fillUniform(Tensor &result, const RandomStream &stream) {
    visitFloating(result.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::Type;
        eachBlock<T>(result, [&](uint64_t place) {
            const PhiloxBlock w = stream.block(place);
            if constexpr (std::is_same_v<T, double>)
                return std::array{unitDouble(joined(w[0], w[1])), unitDouble(joined(w[2], w[3]))};
            else
                return std::array{unit<T>(w[0]), unit<T>(w[1]), unit<T>(w[2]), unit<T>(w[3])};
        });
    });
}

void fillNormal(Tensor &result, const RandomStream &stream) {
    visitFloating(result.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::Type;
        eachBlock<T>(result, [&](uint64_t place) {
            const PhiloxBlock w = stream.block(place);
            if constexpr (std::is_same_v<T, double>) {
                const auto [x, y] = normals(unitDouble(joined(w[0], w[1])) + 0x1p-53, unitDouble(joined(w[2], w[3])));
                return std::array{x, y};
            } else {
                const auto [x, y] = normals(w[0], w[1]);
                const auto [z, t] = normals(w[2], w[3]);
                return std::array{convertElement<T>(x), convertElement<T>(y), convertElement<T>(z),
                                  convertElement<T>(t)};
            }
        });
    });
}

void fillTruncatedNormal(Tensor &result, const RandomStream &stream) {
    visitFloating(result.dtype(), [&](auto tag) {
        eachElement<typename decltype(tag)::Type>(result, stream, [](ElementDraws &draws, int64_t) {
            double x = draws.normal();
            while (std::abs(x) > 2)
                x = draws.normal();
            return x;
        });
    });
}

void fillLaplace(Tensor &result, const RandomStream &stream) {
    visitFloating(result.dtype(), [&](auto tag) {
        eachElement<typename decltype(tag)::Type>(result, stream, [](ElementDraws &draws, int64_t) {
            const double u = draws.uniform() - 0.5;
            return std::copysign(std::log1p(-2 * std::abs(u)), u) * -1;
        });
    });
}

void fillIntegers(Tensor &result, const RandomStream &stream, int64_t low, int64_t high) {
    assert(low < high);
    const uint64_t count = uint64_t(high) - uint64_t(low);
    visitDType(result.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::Type;
        eachBlock<T>(result, [&](uint64_t place) {
            const PhiloxBlock w = stream.block(place);
            const auto drawn = [&](uint64_t word) { return element<T>(int64_t(uint64_t(low) + bounded(word, count))); };
            return std::array{drawn(joined(w[0], w[1])), drawn(joined(w[2], w[3]))};
        });
    });
}

void fillBernoulli(Tensor &result, const RandomStream &stream, const Tensor &probabilities) {
    const double *chances = probabilities.data<double>();
    visitDType(result.dtype(), [&](auto tag) {
        eachElement<typename decltype(tag)::Type>(
            result, stream, [&](ElementDraws &draws, int64_t i) { return draws.uniform() < chances[i] ? 1 : 0; });
    });
}

void fillDropout(Tensor &result, Tensor &mask, const Tensor &x, const RandomStream &stream, double keep) {
    // A whole word below the threshold is kept: 2^32 of them are certain.
    const auto threshold = uint64_t(std::ldexp(keep, 32));
    visitFloating(result.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::Type;
        using C = ComputeType<T>;
        const C scale = C(1 / keep);
        const T *from = x.data<T>();
        T *to = result.mutableData<T>(), *kept = mask.mutableData<T>();
        const int64_t count = x.count();
        parallelFor((count + 3) / 4, grain, [&](int64_t begin, int64_t end) {
            for (int64_t place = begin; place < end; ++place) {
                const PhiloxBlock words = stream.block(uint64_t(place));
                const int64_t last = std::min<int64_t>(4, count - place * 4);
                for (int64_t i = 0; i < last; ++i) {
                    const bool isKept = words[size_t(i)] < threshold;
                    const C value = convertElement<C>(from[place * 4 + i]);
                    to[place * 4 + i] = convertElement<T>(isKept ? value * scale : C(0));
                    kept[place * 4 + i] = convertElement<T>(isKept ? C(1) : C(0));
                }
            }
        });
    });
}

void fillPermutation(Tensor &result, const RandomStream &stream) {
    visitDType(result.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::Type;
        T *elements = result.mutableData<T>();
        const int64_t count = result.count();
        for (int64_t i = 0; i < count; ++i)
            elements[i] = element<T>(i);
        for (int64_t i = count - 1; i > 0; --i) {
            const PhiloxBlock words = stream.block(uint64_t(i));
            std::swap(elements[i], elements[bounded(joined(words[0], words[1]), uint64_t(i) + 1)]);
        }
    });
}

void fillGamma(Tensor &result, const RandomStream &stream, const Tensor &alphas) {
    const double *shapes = alphas.data<double>();
    const int64_t period = alphas.count();
    visitFloating(result.dtype(), [&](auto tag) {
        eachElement<typename decltype(tag)::Type>(
            result, stream, [&](ElementDraws &draws, int64_t i) { return gammaOf(draws, shapes[i % period]); });
    });
}

void fillPoisson(Tensor &result, const RandomStream &stream, const Tensor &rates) {
    constexpr double large = 10; // from here rejection is quicker than counting
    const double *means = rates.data<double>();
    const int64_t period = rates.count();
    visitDType(result.dtype(), [&](auto tag) {
        eachElement<typename decltype(tag)::Type>(result, stream, [&](ElementDraws &draws, int64_t i) {
            const double mean = means[i % period];
            return mean < large ? smallPoisson(draws, mean) : largePoisson(draws, mean);
        });
    });
}

void fillCategories(Tensor &result, const RandomStream &stream, const Tensor &weights) {
    const int64_t classes = weights.shape().back(), draws = result.shape().back();
    std::vector<double> sums(size_t(weights.count()));
    for (int64_t row = 0; row < weights.shape()[0]; ++row)
        std::partial_sum(weights.data<double>() + row * classes, weights.data<double>() + (row + 1) * classes,
                         sums.begin() + row * classes);
    visitDType(result.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::Type;
        eachElement<T>(result, stream, [&](ElementDraws &drawn, int64_t i) {
            const double *begin = sums.data() + i / draws * classes, *end = begin + classes;
            const double *found = std::upper_bound(begin, end, drawn.uniform() * end[-1]);
            // Rounding may reach the sum itself, which the last class of a weight has.
            return std::min<int64_t>(found - begin, std::lower_bound(begin, end, end[-1]) - begin);
        });
    });
}

void fillDistinctCategories(Tensor &result, const RandomStream &stream, const Tensor &weights) {
    const int64_t classes = weights.shape().back(), draws = result.shape().back();
    assert(draws <= classes);
    visitDType(result.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::Type;
        std::vector<double> arrivals(static_cast<size_t>(classes));
        std::vector<int64_t> order(static_cast<size_t>(classes));
        for (int64_t row = 0; row < weights.shape()[0]; ++row) {
            // Whoever waits exponentially, the longer the smaller the weight, is taken in the order of arrival.
            for (int64_t i = 0; i < classes; ++i) {
                ElementDraws drawn(stream, uint64_t(row * classes + i));
                arrivals[size_t(i)] = -std::log(drawn.uniform()) / weights.data<double>()[row * classes + i];
            }
            std::iota(order.begin(), order.end(), 0);
            std::partial_sort(order.begin(), order.begin() + draws, order.end(),
                              [&](int64_t a, int64_t b) { return arrivals[size_t(a)] < arrivals[size_t(b)]; });
            for (int64_t i = 0; i < draws; ++i)
                result.mutableData<T>()[row * draws + i] = element<T>(order[size_t(i)]);
        }
    });
}

} // namespace jitscope::inline ops
