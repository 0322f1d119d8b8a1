// SPDX-License-Identifier: Apache-2.0
// Steps of optimizers as loops over elements, and the walk through all tensors that one step writes.
//
// For families that are compiled with vector code: the loops are plain C++.
#pragma once

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/overwrite.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace jitscope::inline ops {

template<class T> using ElementOf = std::remove_pointer_t<typename T::value_type>;

struct MomentumStep {
    double rate, momentum;
    bool isNesterov;

    /** `to`: the variable and its accumulation. */
    template<class To, class T> void operator()(const To &to, const T *gradient, int64_t n) const {
        T *__restrict variable = to[0], *__restrict sum = to[1];
        const T lr = T(rate), keep = T(momentum);
        for (int64_t i = 0; i < n; ++i) {
            sum[i] = sum[i] * keep + gradient[i];
            variable[i] -= isNesterov ? gradient[i] * lr + sum[i] * keep * lr : sum[i] * lr;
        }
    }
};

struct SgdStep {
    double rate, momentum, dampening, decay;
    bool isNesterov, isFirst;

    /** `to`: the parameters and their accumulation. */
    template<class To, class T> void operator()(const To &to, const T *gradient, int64_t n) const {
        T *__restrict variable = to[0], *__restrict sum = to[1];
        const T lr = T(rate), keep = T(momentum), take = T(isFirst ? 1 : 1 - dampening), shrink = T(decay);
        for (int64_t i = 0; i < n; ++i) {
            const T change = gradient[i] + variable[i] * shrink;
            if (keep != T(0)) sum[i] = sum[i] * (isFirst ? T(0) : keep) + change * take;
            const T step = keep == T(0) ? change : isNesterov ? change + sum[i] * keep : sum[i];
            variable[i] -= lr * step;
        }
    }
};

struct AdamStep {
    double rate, beta1, beta2, epsilon; ///< the rate with the bias corrected
    bool isNesterov;

    /** `to`: the variable, the mean of gradients and that of their squares. */
    template<class To, class T> void operator()(const To &to, const T *gradient, int64_t n) const {
        T *__restrict variable = to[0], *__restrict mean = to[1], *__restrict square = to[2];
        const T lr = T(rate), b1 = T(beta1), b2 = T(beta2), eps = T(epsilon);
        for (int64_t i = 0; i < n; ++i) {
            const T g = gradient[i];
            mean[i] += (g - mean[i]) * (T(1) - b1);
            square[i] += (g * g - square[i]) * (T(1) - b2);
            const T step = isNesterov ? mean[i] * b1 + (T(1) - b1) * g : mean[i];
            variable[i] -= lr * step / (std::sqrt(square[i]) + eps);
        }
    }
};

/** The rate of Adam with the bias of both means corrected by the powers of their factors. */
inline double correctedRate(double rate, double power1, double power2) {
    return rate * std::sqrt(1 - power2) / (1 - power1);
}

struct AdamWeightDecayStep {
    double rate, beta1, beta2, epsilon, decay;

    /** As AdamStep. */
    template<class To, class T> void operator()(const To &to, const T *gradient, int64_t n) const {
        T *__restrict variable = to[0], *__restrict mean = to[1], *__restrict square = to[2];
        const T lr = T(rate), b1 = T(beta1), b2 = T(beta2), eps = T(epsilon), shrink = T(decay);
        for (int64_t i = 0; i < n; ++i) {
            const T g = gradient[i];
            mean[i] = mean[i] * b1 + g * (T(1) - b1);
            square[i] = square[i] * b2 + g * g * (T(1) - b2);
            variable[i] -= lr * (mean[i] / (std::sqrt(square[i]) + eps) + shrink * variable[i]);
        }
    }
};

/** Elements of one range on one thread: enough to be worth the waking. */
constexpr int64_t stepGrain = 1 << 15;

/** One variable with its moments, its gradient and what is done to them. */
template<size_t size, class Step> struct StepItem {
    std::array<Tensor, size> written;
    Tensor gradient;
    Step step;
};

/** Where `tensor` is worked on: in its own memory, or in a copy of another dtype or layout. */
inline Tensor workingCopy(const Tensor &tensor, DType wide) {
    const bool fits = tensor.dtype() == wide && tensor.isContiguous();
    return fits ? tensor : tensor.dtype() == wide ? tensor.clone() : tensor.cast(wide).contiguous();
}

/** Does all steps in one walk, in float, or in double where a variable is double. */
template<size_t size, class Step> void walkAll(std::span<const StepItem<size, Step>> items) {
    struct Piece {
        size_t item;
        int64_t begin, count;
    };
    std::vector<StepItem<size, Step>> working(items.begin(), items.end());
    std::vector<Piece> pieces;
    for (size_t i = 0; i < items.size(); ++i) {
        StepItem<size, Step> &item = working[i];
        const DType wide = item.written[0].dtype() == DType::Float64 ? DType::Float64 : DType::Float32;
        for (size_t k = 0; k < size; ++k) {
            item.written[k] = workingCopy(items[i].written[k], wide);
            if (item.written[k].storage() == items[i].written[k].storage()) item.written[k].storage()->beforeWrite();
        }
        item.gradient = items[i].gradient.cast(wide).contiguous();
        for (int64_t begin = 0; begin < item.gradient.count(); begin += stepGrain)
            pieces.push_back({i, begin, std::min(stepGrain, item.gradient.count() - begin)});
    }
    const auto run = [&]<class T>(const Piece &piece, T) {
        StepItem<size, Step> &item = working[piece.item];
        std::array<T *, size> to;
        for (size_t k = 0; k < size; ++k)
            to[k] = item.written[k].template mutableData<T>() + piece.begin;
        item.step(to, item.gradient.template data<T>() + piece.begin, piece.count);
    };
    int64_t elements = 0;
    for (const Piece &piece : pieces)
        elements += piece.count;
    const int64_t together = std::max<int64_t>(1, int64_t(pieces.size()) * stepGrain / std::max<int64_t>(elements, 1));
    parallelFor(int64_t(pieces.size()), together, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            if (working[pieces[size_t(i)].item].gradient.dtype() == DType::Float64)
                run(pieces[size_t(i)], double());
            else
                run(pieces[size_t(i)], float());
    });
    for (size_t i = 0; i < items.size(); ++i)
        for (size_t k = 0; k < size; ++k)
            if (!(working[i].written[k].storage() == items[i].written[k].storage()))
                overwrite(items[i].written[k], working[i].written[k]);
}

/** One step by itself. */
template<size_t size, class Step>
void walkOne(const std::array<Tensor, size> &written, const Tensor &gradient, const Step &step) {
    const StepItem<size, Step> item = {written, gradient, step};
    walkAll<size, Step>({&item, 1});
}

} // namespace jitscope::inline ops
