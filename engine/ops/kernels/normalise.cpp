// SPDX-License-Identifier: Apache-2.0
// Brings tensors to rows for the loops of rowkernels.h.
#include "engine/ops/kernels/normalise.h"

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/epilogue.h"
#include "engine/ops/kernels/rowkernels.h"
#include "engine/ops/kernels/rows.h"

#include <cmath>
#include <vector>

namespace jitscope::inline ops {

namespace {

/** Channels of fewer neighbours are first brought together. */
constexpr int64_t shortRow = 16;

Tensor packed(const Tensor &tensor) {
    return tensor.cast(momentsDType(tensor.dtype())).contiguous();
}

/** A packed tensor in `dtype`, or one that is not defined. */
Tensor packedAs(const Tensor &tensor, DType dtype) {
    return tensor.defined() ? tensor.cast(dtype).contiguous() : Tensor();
}

/** Calls `body(T())` for float or double. */
template<class Body> void withElement(DType dtype, Body body) {
    if (dtype == DType::Float64)
        body(double());
    else
        body(float());
}

template<class T> const T *elementsOrNull(const Tensor &tensor) {
    return tensor.defined() ? tensor.data<T>() : nullptr;
}

Dims swappedLast(int rank, int axis) {
    Dims order;
    for (int i = 0; i < rank; ++i)
        order.push(i == axis ? rank - 1 : i == rank - 1 ? axis : i);
    return order;
}

/** Calls `row(k)` for all rows on several threads. */
template<class Row> void forEachOf(int64_t rows, int64_t count, Row row) {
    parallelFor(rows, std::max<int64_t>(1, heavyGrain / std::max<int64_t>(count, 1)), [&](int64_t begin, int64_t end) {
        for (int64_t k = begin; k < end; ++k)
            row(k);
    });
}

/** A function of rows along any axis: from one tensor, or from two of one shape. */
template<class Choose> Tensor alongAxis(const Tensor &a, const Tensor &b, int axis, Choose choose) {
    const int last = a.rank() - 1;
    if (axis != last) { // A swap of two axes undoes itself.
        const Dims order = swappedLast(a.rank(), axis);
        const Tensor other = b.defined() ? b.permuted(order) : Tensor();
        return alongAxis(a.permuted(order), other, last, choose).permuted(order).contiguous();
    }
    const Tensor first = packed(a), second = packedAs(b, first.dtype());
    Tensor out(a.shape(), first.dtype());
    const int64_t count = a.shape().back();
    if (out.count() > 0)
        withElement(first.dtype(), [&]<class T>(T) {
            const auto row = choose(rowKernels<T>());
            const T *x = first.data<T>(), *y = elementsOrNull<T>(second);
            T *to = out.mutableData<T>();
            forEachOf(out.count() / count, count,
                      [=](int64_t k) { row(x + k * count, y ? y + k * count : nullptr, to + k * count, count); });
        });
    return out.cast(a.dtype());
}

double factorOf(double variance, double epsilon) {
    return 1 / std::sqrt(variance + epsilon);
}

/** The rows as they are given, or summed on their way: the sum of two rows is still in the cache when it is
    normalised. */
template<class T> class SummedRows {
public:
    SummedRows(const Tensor &x, const Tensor &added, Tensor &sum, int64_t count)
        : m_x(x.data<T>())
        , m_added(elementsOrNull<T>(added))
        , m_sum(sum.defined() ? sum.mutableData<T>() : nullptr)
        , m_count(count) {}

    const T *row(int64_t k) const {
        if (!m_added) return m_x + k * m_count;
        T *to = m_sum + k * m_count;
        rowKernels<T>().blend(m_x + k * m_count, T(1), m_added + k * m_count, T(1), T(0), to, m_count);
        return to;
    }

private:
    const T *m_x, *m_added;
    T *m_sum;
    int64_t m_count;
};

template<class T>
void normaliseRows(const RowNormPlan &plan, const SummedRows<T> &rows, const Tensor &gamma, const Tensor &beta,
                   Normalised &result) {
    const RowKernels<T> &kernels = rowKernels<T>();
    const std::vector<T> zeros(size_t(beta.defined() ? 0 : plan.count), T(0));
    const T *scales = gamma.data<T>(), *shifts = elementsOrNull<T>(beta);
    T *to = result.y.mutableData<T>(), *variances = result.variance.mutableData<T>();
    T *means = result.mean.defined() ? result.mean.mutableData<T>() : nullptr;
    forEachOf(plan.rows, 2 * plan.count, [&](int64_t k) {
        const T *row = rows.row(k);
        const int64_t parameters = k % plan.parameterRows * plan.count;
        RowMoments moments;
        if (plan.kind == RowNormPlan::Kind::Layer)
            moments = kernels.moments(row, plan.count);
        else
            moments.variance = kernels.centredDot(row, T(0), row, plan.count) / double(plan.count);
        if (means) means[k] = T(moments.mean);
        variances[k] = T(moments.variance);
        kernels.normalise(row, T(moments.mean), T(factorOf(moments.variance, plan.epsilon)), scales + parameters,
                          shifts ? shifts + parameters : zeros.data(), to + k * plan.count, plan.count);
    });
}

template<class T> void rowGradients(const RowNormPlan &plan, const RowNormGradient &of, NormGradients &result) {
    const RowKernels<T> &kernels = rowKernels<T>();
    const int64_t count = plan.count, parameters = plan.parameterRows * count;
    const T *x = of.x.data<T>(), *dy = of.dy.data<T>(), *gamma = of.gamma.data<T>();
    const T *means = elementsOrNull<T>(of.mean), *variances = of.variance.data<T>();
    const T *dmean = elementsOrNull<T>(of.dmean), *dvariance = elementsOrNull<T>(of.dvariance);
    T *dx = result.dx.mutableData<T>();
    // Each part of the rows sums the gradients of the parameters for itself.
    const int64_t parts = plan.rows * count < heavyGrain ? 1 : std::min<int64_t>(threadCount(), plan.rows);
    std::vector<T> sums(size_t(parts * 2 * parameters), T(0));
    parallelFor(parts, 1, [&](int64_t begin, int64_t end) {
        for (int64_t part = begin; part < end; ++part) {
            T *dgamma = sums.data() + part * 2 * parameters, *dbeta = dgamma + parameters;
            for (int64_t k = plan.rows * part / parts; k < plan.rows * (part + 1) / parts; ++k) {
                const int64_t at = k % plan.parameterRows * count;
                const T mean = means ? means[k] : T(0);
                const T *row = x + k * count;
                T *to = dx + k * count;
                kernels.normaliseGradient(row, dy + k * count, mean, T(factorOf(double(variances[k]), plan.epsilon)),
                                          gamma + at, plan.kind == RowNormPlan::Kind::Layer ? T(1) : T(0), to,
                                          dgamma + at, dbeta + at, count);
                const T slope = dvariance ? 2 * dvariance[k] / T(count) : T(0);
                const T level = (dmean ? dmean[k] / T(count) : T(0)) - slope * mean;
                if (slope == 0 && level == 0) continue;
                for (int64_t i = 0; i < count; ++i)
                    to[i] += slope * row[i] + level;
            }
        }
    });
    T *dgamma = result.dgamma.mutableData<T>(), *dbeta = result.dbeta.mutableData<T>();
    for (int64_t i = 0; i < parameters; ++i) {
        dgamma[i] = dbeta[i] = 0;
        for (int64_t part = 0; part < parts; ++part) {
            dgamma[i] += sums[size_t(part * 2 * parameters + i)];
            dbeta[i] += sums[size_t((part * 2 + 1) * parameters + i)];
        }
    }
}

/** The tensor as (channels, batch * places), for channels of few neighbours. */
Tensor channelsFirst(const ChannelNormPlan &plan, const Tensor &x) {
    return x.reshaped({plan.batch, plan.channels, plan.places}).permuted({1, 0, 2}).contiguous();
}

Tensor channelsBack(const ChannelNormPlan &plan, const Tensor &x, const Dims &shape) {
    return x.reshaped({plan.channels, plan.batch, plan.places}).permuted({1, 0, 2}).contiguous().reshaped(shape);
}

bool hasShortRows(const ChannelNormPlan &plan) {
    return plan.places < shortRow && plan.batch > 1;
}

ChannelNormPlan asOneImage(const ChannelNormPlan &plan) {
    return {1, plan.channels, plan.count(), plan.epsilon};
}

/** Calls `body(offset)` for the row of a channel in each image. */
template<class Body> void forEachImage(const ChannelNormPlan &plan, int64_t channel, Body body) {
    for (int64_t n = 0; n < plan.batch; ++n)
        body((n * plan.channels + channel) * plan.places);
}

/** The moments of all rows of a channel from those of each: sums of squares grow by the distance of the means. */
template<class T> RowMoments momentsOf(const ChannelNormPlan &plan, const T *x, int64_t channel) {
    RowMoments all;
    double rows = 0, squares = 0;
    forEachImage(plan, channel, [&](int64_t offset) {
        const RowMoments row = rowKernels<T>().moments(x + offset, plan.places);
        const double apart = row.mean - all.mean;
        squares += row.variance * double(plan.places) + apart * apart * double(plan.places) * rows / (rows + 1);
        all.mean += apart / (rows + 1);
        rows += 1;
    });
    all.variance = squares / double(std::max<int64_t>(plan.count(), 1));
    return all;
}

template<class T>
void channelGradients(const ChannelNormPlan &plan, const RowNormGradient &of, MomentsFrom from, NormGradients &result) {
    const RowKernels<T> &kernels = rowKernels<T>();
    const T *x = of.x.data<T>(), *dy = of.dy.data<T>(), *gamma = of.gamma.data<T>();
    const T *means = of.mean.data<T>(), *variances = of.variance.data<T>();
    const T *dmean = elementsOrNull<T>(of.dmean), *dvariance = elementsOrNull<T>(of.dvariance);
    T *dx = result.dx.mutableData<T>();
    const double count = double(std::max<int64_t>(plan.count(), 1));
    forEachOf(plan.channels, 2 * plan.count(), [&](int64_t channel) {
        double gradients = 0, products = 0;
        forEachImage(plan, channel, [&](int64_t offset) {
            gradients += kernels.sum(dy + offset, plan.places);
            products += kernels.centredDot(x + offset, means[channel], dy + offset, plan.places);
        });
        const double factor = factorOf(double(variances[channel]), plan.epsilon);
        result.dgamma.mutableData<T>()[channel] = T(products * factor);
        result.dbeta.mutableData<T>()[channel] = T(gradients);
        const double scale = double(gamma[channel]) * factor;
        double slope = 0, level = 0;
        if (from == MomentsFrom::Elements) {
            slope = -scale * factor * factor * products / count;
            if (dvariance) slope += 2 * double(dvariance[channel]) / count;
            level = -scale * gradients / count - slope * double(means[channel]);
            if (dmean) level += double(dmean[channel]) / count;
        }
        forEachImage(plan, channel, [&](int64_t offset) {
            kernels.blend(dy + offset, T(scale), x + offset, T(slope), T(level), dx + offset, plan.places);
        });
    });
}

RowNormGradient packedAll(const RowNormGradient &of) {
    const DType dtype = momentsDType(of.x.dtype());
    return {packedAs(of.x, dtype),        packedAs(of.dy, dtype),    packedAs(of.mean, dtype),
            packedAs(of.variance, dtype), packedAs(of.gamma, dtype), packedAs(of.dmean, dtype),
            packedAs(of.dvariance, dtype)};
}

} // namespace

DType momentsDType(DType dtype) {
    return dtype == DType::Float64 ? DType::Float64 : DType::Float32;
}

Tensor computeSoftmax(const Tensor &x, int axis) {
    return alongAxis(x, Tensor(), axis, []<class T>(const RowKernels<T> &kernels) {
        return [row = kernels.softmax](const T *from, const T *, T *to, int64_t count) { row(from, to, count); };
    });
}

Tensor computeLogSoftmax(const Tensor &x, int axis) {
    return alongAxis(x, Tensor(), axis, []<class T>(const RowKernels<T> &kernels) {
        return [row = kernels.logSoftmax](const T *from, const T *, T *to, int64_t count) { row(from, to, count); };
    });
}

Tensor computeSoftmaxGradient(const Tensor &dout, const Tensor &out, int axis) {
    return alongAxis(dout, out, axis, []<class T>(const RowKernels<T> &kernels) { return kernels.softmaxGradient; });
}

Tensor computeLogSoftmaxGradient(const Tensor &dout, const Tensor &out, int axis) {
    return alongAxis(dout, out, axis, []<class T>(const RowKernels<T> &kernels) { return kernels.logSoftmaxGradient; });
}

Normalised computeRowNorm(const RowNormPlan &plan, const Tensor &x, const Tensor &gamma, const Tensor &beta,
                          const Tensor &added) {
    const Tensor in = packed(x);
    const DType dtype = in.dtype();
    Normalised result = {Tensor(x.shape(), dtype), Tensor(), Tensor({plan.rows}, dtype),
                         added.defined() ? Tensor(x.shape(), dtype) : Tensor()};
    if (plan.kind == RowNormPlan::Kind::Layer) result.mean = Tensor({plan.rows}, dtype);
    const Tensor scales = packedAs(gamma, dtype), shifts = packedAs(beta, dtype);
    const Tensor other = packedAs(added, dtype);
    withElement(dtype, [&]<class T>(T) {
        normaliseRows<T>(plan, SummedRows<T>(in, other, result.sum, plan.count), scales, shifts, result);
    });
    result.y = result.y.cast(x.dtype());
    if (result.sum.defined()) result.sum = result.sum.cast(x.dtype());
    return result;
}

NormGradients computeRowNormGradient(const RowNormPlan &plan, const RowNormGradient &of) {
    const RowNormGradient in = packedAll(of);
    const DType dtype = in.x.dtype();
    const Dims parameters = {plan.parameterRows * plan.count};
    NormGradients result = {Tensor(of.x.shape(), dtype), Tensor(parameters, dtype), Tensor(parameters, dtype)};
    withElement(dtype, [&]<class T>(T) { rowGradients<T>(plan, in, result); });
    result.dx = result.dx.cast(of.x.dtype());
    return result;
}

ChannelMoments computeChannelMoments(const ChannelNormPlan &plan, const Tensor &x) {
    if (hasShortRows(plan)) return computeChannelMoments(asOneImage(plan), channelsFirst(plan, packed(x)));
    const Tensor in = packed(x);
    ChannelMoments result = {Tensor({plan.channels}, in.dtype()), Tensor({plan.channels}, in.dtype())};
    withElement(in.dtype(), [&]<class T>(T) {
        forEachOf(plan.channels, 2 * plan.count(), [&](int64_t channel) {
            const RowMoments moments = momentsOf(plan, in.data<T>(), channel);
            result.mean.mutableData<T>()[channel] = T(moments.mean);
            result.variance.mutableData<T>()[channel] = T(moments.variance);
        });
    });
    return result;
}

Tensor varianceOfSample(const Tensor &variance, int64_t count) {
    const double factor = double(count) / double(std::max<int64_t>(count - 1, 1));
    Tensor sample = variance.clone();
    withElement(sample.dtype(), [&]<class T>(T) {
        for (int64_t i = 0; i < sample.count(); ++i)
            sample.mutableData<T>()[i] = T(double(sample.data<T>()[i]) * factor);
    });
    return sample;
}

ChannelLines channelLines(DType dtype, double epsilon, const ChannelMoments &moments, const Tensor &scale,
                          const Tensor &shift) {
    const Tensor variances = packedAs(moments.variance, dtype), scales = packedAs(scale, dtype);
    Tensor factors(scales.shape(), dtype);
    withElement(dtype, [&]<class T>(T) {
        for (int64_t c = 0; c < factors.count(); ++c)
            factors.mutableData<T>()[c] =
                T(factorOf(double(variances.data<T>()[c]), epsilon) * double(scales.data<T>()[c]));
    });
    return {packedAs(moments.mean, dtype), factors, packedAs(shift, dtype)};
}

Tensor computeChannelNorm(const ChannelNormPlan &plan, const Tensor &x, const ChannelLines &lines,
                          std::optional<UnaryOp> function) {
    if (hasShortRows(plan))
        return channelsBack(plan, computeChannelNorm(asOneImage(plan), channelsFirst(plan, x), lines, function),
                            x.shape());
    const Tensor in = packed(x);
    Tensor out(x.shape(), in.dtype());
    withElement(in.dtype(), [&]<class T>(T) {
        const T *centres = lines.centre.data<T>(), *scales = lines.scale.data<T>(), *shifts = lines.shift.data<T>();
        forEachOf(plan.batch * plan.channels, plan.places, [&](int64_t row) {
            const int64_t channel = row % plan.channels;
            T *to = out.mutableData<T>() + row * plan.places;
            rowKernels<T>().scaleShift(in.data<T>() + row * plan.places, centres[channel], scales[channel],
                                       shifts[channel], to, plan.places);
            if (function) applyFunction(*function, to, plan.places, 1, plan.places);
        });
    });
    return out.cast(x.dtype());
}

NormGradients computeChannelNormGradient(const ChannelNormPlan &plan, const RowNormGradient &of, MomentsFrom from) {
    if (hasShortRows(plan)) {
        RowNormGradient first = of;
        first.x = channelsFirst(plan, of.x);
        first.dy = channelsFirst(plan, of.dy);
        NormGradients result = computeChannelNormGradient(asOneImage(plan), first, from);
        result.dx = channelsBack(plan, result.dx, of.x.shape());
        return result;
    }
    const RowNormGradient in = packedAll(of);
    const DType dtype = in.x.dtype();
    NormGradients result = {Tensor(of.x.shape(), dtype), Tensor({plan.channels}, dtype),
                            Tensor({plan.channels}, dtype)};
    withElement(dtype, [&]<class T>(T) { channelGradients<T>(plan, in, from, result); });
    result.dx = result.dx.cast(of.x.dtype());
    return result;
}

} // namespace jitscope::inline ops
