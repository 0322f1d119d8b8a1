// SPDX-License-Identifier: Apache-2.0
// The loops of rowkernels.h. Included once by each rows_<instruction set>.cpp, which says how wide its vectors are.
//
// A row is walked in whole vectors; what is left at its end is one more vector that begins earlier and overlaps, with
// the lanes that were seen before masked out of sums. Rows shorter than a vector go element by element. Sums of rows
// are added in double precision every `block` elements, so that the error does not grow with the length of the row.
#pragma once

#include "engine/ops/kernels/float32math.h"
#include "engine/ops/kernels/rowkernels.h"
#include "engine/ops/kernels/vectors.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace jitscope::inline ops {
namespace {

constexpr int64_t block = 4096;

template<class T, int lanes> struct RowLoops {
    using V = Vector<T, lanes>;
    using I = Vector<Bits<T>, lanes>;

    /** All bits set from lane `first` on. */
    static I lanesFrom(int64_t first) {
        I index;
        for (int i = 0; i < lanes; ++i)
            index[i] = i;
        return index >= (Bits<T>(first) - I{});
    }

    static V masked(V x, I mask) { return V(I(x) & mask); }

    /** All lanes by halves: combine(combine(0, 2), combine(1, 3)) of four. */
    template<int count, class Combine> static T reduced(Vector<T, count> x, Combine combine) {
        if constexpr (count == 2) {
            return combine(x[0], x[1]);
        } else {
            Vector<T, count / 2> halves[2];
            __builtin_memcpy(halves, &x, sizeof(x));
            return reduced<count / 2>(combine(halves[0], halves[1]), combine);
        }
    }

    static double total(V x) {
        return double(reduced<lanes>(x, [](auto a, auto b) { return a + b; }));
    }

    /** The sum of term(i) (a vector of the elements from i on), or of single(i) for short rows. */
    template<class Term, class Single> static double summed(int64_t count, Term term, Single single) {
        double sum = 0;
        if (count < lanes) {
            for (int64_t i = 0; i < count; ++i)
                sum += double(single(i));
            return sum;
        }
        int64_t i = 0;
        while (i + lanes <= count) {
            const int64_t end = count - i < block ? count : i + block;
            V parts[4] = {};
            for (; i + 4 * lanes <= end; i += 4 * lanes)
                for (int part = 0; part < 4; ++part)
                    parts[part] += term(i + part * lanes);
            for (; i + lanes <= end; i += lanes)
                parts[0] += term(i);
            sum += total((parts[0] + parts[1]) + (parts[2] + parts[3]));
            if (end == count) break;
        }
        if (i < count) sum += total(masked(term(count - lanes), lanesFrom(lanes - (count - i))));
        return sum;
    }

    /** Stores vector(i) for all elements; single(i) for short rows. Elements may be stored twice. */
    template<class Make, class Single> static void stored(T *y, int64_t count, Make vector, Single single) {
        if (count < lanes) {
            for (int64_t i = 0; i < count; ++i)
                y[i] = single(i);
            return;
        }
        int64_t i = 0;
        for (; i + lanes <= count; i += lanes)
            store(y + i, vector(i));
        if (i < count) store(y + count - lanes, vector(count - lanes));
    }

    static T largest(const T *x, int64_t count) {
        T best = x[0];
        int64_t i = 0;
        if (count >= lanes) {
            V top = loaded<V>(x), other = loaded<V>(x + count - lanes);
            for (; i + 2 * lanes <= count; i += 2 * lanes) {
                const V a = loaded<V>(x + i), b = loaded<V>(x + i + lanes);
                top = a > top ? a : top;
                other = b > other ? b : other;
            }
            if (i + lanes <= count) {
                const V a = loaded<V>(x + i);
                top = a > top ? a : top;
            }
            top = top > other ? top : other;
            return reduced<lanes>(top, [](auto a, auto b) { return a > b ? a : b; });
        }
        for (; i < count; ++i)
            best = x[i] > best ? x[i] : best;
        return best;
    }

    static constexpr float lowestExponent = -87.3f;

    /** e^x for x <= 0 (or NaN); less than 2^-126 becomes 0, also where the machine could give a denormal: it takes
       twenty times as long for one, and the scores that a mask took out all are. */
    static V expOfNegative(V x) {
        if constexpr (sizeof(T) == 8) {
            V y;
            for (int i = 0; i < lanes; ++i)
                y[i] = __builtin_exp(x[i]);
            return y;
        } else {
            // The order of the comparison lets NaN through.
            const V low = spreadOut<V>(lowestExponent);
            const V bounded = low > x ? low : x;
            const V shifted = bounded * 1.44269504f + 12582912.0f; // the whole number is in the last bits
            const V n = shifted - 12582912.0f;
            const V r = (bounded - n * 0.693145752f) - n * 1.42860677e-06f;
            V p = r * 1.381446269e-03f + 8.368780820e-03f;
            p = p * r + 4.166839430e-02f;
            p = p * r + 1.666652010e-01f;
            p = p * r + 4.999999341e-01f;
            p = p * r + 1.0f;
            p = p * r + 1.0f;
#if defined(__AVX512F__)
            if constexpr (lanes == 16) {
                const __mmask16 isNumber = _mm512_cmp_ps_mask(__m512(x), __m512(low), _CMP_NLT_UQ);
                return V(_mm512_maskz_scalef_ps(isNumber, __m512(p), __m512(n)));
            }
#endif
            const V y = V(I(p) + (I(shifted) << 23));
            return x < low ? V{} : x == x ? y : x;
        }
    }

    static T expOfNegative(T x) {
        if constexpr (sizeof(T) == 8)
            return __builtin_exp(x);
        else
            return x < lowestExponent ? 0 : fastExp(x);
    }

    /** A row of `vectors` vectors, the last of which may overlap: it stays in registers from the first step to the
     * last. */
    template<int vectors> static void softmaxInRegisters(const T *x, T *y, int64_t count) {
        V parts[vectors];
#pragma GCC unroll 16
        for (int i = 0; i < vectors; ++i)
            parts[i] = loaded<V>(x + (i + 1 < vectors ? i * lanes : count - lanes));
        V top = parts[0];
#pragma GCC unroll 16
        for (int i = 1; i < vectors; ++i)
            top = parts[i] > top ? parts[i] : top;
        const T largest = reduced<lanes>(top, [](auto a, auto b) { return a > b ? a : b; });
        V sums[2] = {};
#pragma GCC unroll 16
        for (int i = 0; i < vectors; ++i) {
            parts[i] = expOfNegative(parts[i] - largest);
            if (i + 1 < vectors) sums[i % 2] += parts[i];
        }
        sums[1] += masked(parts[vectors - 1], lanesFrom(vectors * lanes - count));
        const T scale = T(1) / T(total(sums[0] + sums[1]));
#pragma GCC unroll 16
        for (int i = 0; i < vectors; ++i)
            store(y + (i + 1 < vectors ? i * lanes : count - lanes), parts[i] * scale);
    }

    static constexpr int registerVectors = 16;
    template<int vectors> static bool softmaxShort(const T *x, T *y, int64_t count) {
        if ((count + lanes - 1) / lanes == vectors) {
            softmaxInRegisters<vectors>(x, y, count);
            return true;
        }
        if constexpr (vectors < registerVectors) return softmaxShort<vectors + 1>(x, y, count);
        return false;
    }

    static double exponentials(const T *x, T top, T *y, int64_t count) {
        return summed(
            count,
            [=](int64_t i) {
                const V e = expOfNegative(loaded<V>(x + i) - top);
                store(y + i, e);
                return e;
            },
            [=](int64_t i) { return y[i] = expOfNegative(x[i] - top); });
    }

    static void softmax(const T *x, T *y, int64_t count) {
        // Only AVX-512 has the registers for it.
        if constexpr (lanes * sizeof(T) == 64 && sizeof(T) == 4)
            if (count >= lanes && softmaxShort<1>(x, y, count)) return;
        const T scale = T(1.0 / exponentials(x, largest(x, count), y, count));
        if (count < lanes) {
            for (int64_t i = 0; i < count; ++i)
                y[i] *= scale;
            return;
        }
        // The overlapping vector is read before its first lanes are scaled.
        const V last = loaded<V>(y + count - lanes) * scale;
        for (int64_t i = 0; i + lanes <= count; i += lanes)
            store(y + i, loaded<V>(y + i) * scale);
        store(y + count - lanes, last);
    }

    static void logSoftmax(const T *x, T *y, int64_t count) {
        const T top = largest(x, count);
        const double sum = summed(
            count, [=](int64_t i) { return expOfNegative(loaded<V>(x + i) - top); },
            [=](int64_t i) { return expOfNegative(x[i] - top); });
        const T logarithm = T(__builtin_log(sum));
        stored(
            y, count, [=](int64_t i) { return (loaded<V>(x + i) - top) - logarithm; },
            [=](int64_t i) { return (x[i] - top) - logarithm; });
    }

    static double dot(const T *a, const T *b, int64_t count) {
        return summed(
            count, [=](int64_t i) { return loaded<V>(a + i) * loaded<V>(b + i); },
            [=](int64_t i) { return a[i] * b[i]; });
    }

    static double sum(const T *x, int64_t count) {
        return summed(
            count, [=](int64_t i) { return loaded<V>(x + i); }, [=](int64_t i) { return x[i]; });
    }

    static double centredDot(const T *a, T mean, const T *b, int64_t count) {
        return summed(
            count, [=](int64_t i) { return (loaded<V>(a + i) - mean) * loaded<V>(b + i); },
            [=](int64_t i) { return (a[i] - mean) * b[i]; });
    }

    static void softmaxGradient(const T *dout, const T *out, T *dx, int64_t count) {
        const T common = T(dot(dout, out, count));
        stored(
            dx, count, [=](int64_t i) { return (loaded<V>(dout + i) - common) * loaded<V>(out + i); },
            [=](int64_t i) { return (dout[i] - common) * out[i]; });
    }

    static void logSoftmaxGradient(const T *dout, const T *out, T *dx, int64_t count) {
        const T common = T(sum(dout, count));
        stored(
            dx, count, [=](int64_t i) { return loaded<V>(dout + i) - expOfNegative(loaded<V>(out + i)) * common; },
            [=](int64_t i) { return dout[i] - expOfNegative(out[i]) * common; });
    }

    /** In two passes, so that a large mean does not swallow the variance. */
    static RowMoments moments(const T *x, int64_t count) {
        const double mean = sum(x, count) / double(count);
        const T centre = T(mean);
        const double squares = summed(
            count,
            [=](int64_t i) {
                const V d = loaded<V>(x + i) - centre;
                return d * d;
            },
            [=](int64_t i) { return (x[i] - centre) * (x[i] - centre); });
        return {mean, squares / double(count)};
    }

    static void normalise(const T *x, T mean, T factor, const T *gamma, const T *beta, T *y, int64_t count) {
        stored(
            y, count,
            [=](int64_t i) { return (loaded<V>(x + i) - mean) * factor * loaded<V>(gamma + i) + loaded<V>(beta + i); },
            [=](int64_t i) { return (x[i] - mean) * factor * gamma[i] + beta[i]; });
    }

    static void normaliseGradient(const T *x, const T *dy, T mean, T factor, const T *gamma, T meanShare, T *dx,
                                  T *dgamma, T *dbeta, int64_t count) {
        const double gradients = dot(dy, gamma, count);
        const double products = summed(
            count, [=](int64_t i) { return loaded<V>(dy + i) * loaded<V>(gamma + i) * (loaded<V>(x + i) - mean); },
            [=](int64_t i) { return dy[i] * gamma[i] * (x[i] - mean); });
        const T shared = T(double(meanShare) * gradients / double(count));
        const T slope = T(products / double(count)) * factor * factor;
        stored(
            dx, count,
            [=](int64_t i) {
                return factor * (loaded<V>(dy + i) * loaded<V>(gamma + i) - shared - (loaded<V>(x + i) - mean) * slope);
            },
            [=](int64_t i) { return factor * (dy[i] * gamma[i] - shared - (x[i] - mean) * slope); });
        for (int64_t i = 0; i < count; ++i) {
            dgamma[i] += dy[i] * (x[i] - mean) * factor;
            dbeta[i] += dy[i];
        }
    }

    static void scaleShift(const T *x, T centre, T a, T b, T *y, int64_t count) {
        stored(
            y, count, [=](int64_t i) { return (loaded<V>(x + i) - centre) * a + b; },
            [=](int64_t i) { return (x[i] - centre) * a + b; });
    }

    static void blend(const T *x, T a, const T *y, T b, T c, T *z, int64_t count) {
        stored(
            z, count, [=](int64_t i) { return loaded<V>(x + i) * a + loaded<V>(y + i) * b + c; },
            [=](int64_t i) { return x[i] * a + y[i] * b + c; });
    }

    static void addScaled(const T *__restrict x, T a, T *__restrict y, int64_t count) {
        for (int64_t i = 0; i < count; ++i)
            y[i] += a * x[i];
    }

    static constexpr RowKernels<T> table() {
        RowKernels<T> kernels;
        kernels.softmax = softmax;
        kernels.logSoftmax = logSoftmax;
        kernels.softmaxGradient = softmaxGradient;
        kernels.logSoftmaxGradient = logSoftmaxGradient;
        kernels.largest = largest;
        kernels.exponentials = exponentials;
        kernels.sum = sum;
        kernels.centredDot = centredDot;
        kernels.moments = moments;
        kernels.normalise = normalise;
        kernels.normaliseGradient = normaliseGradient;
        kernels.scaleShift = scaleShift;
        kernels.blend = blend;
        kernels.addScaled = addScaled;
        return kernels;
    }
};

/** Vectors of `bytes`. */
template<int bytes> constexpr RowTable rowTableOf() {
    return {RowLoops<float, bytes / 4>::table(), RowLoops<double, bytes / 8>::table()};
}

} // namespace
} // namespace jitscope::inline ops
