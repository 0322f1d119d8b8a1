// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/kernels/fourier.h"

#include "engine/base/threadpool.h"

#include <unsupported/Eigen/FFT>

#include <algorithm>
#include <cassert>
#include <complex>

namespace jitscope::inline ops {

namespace {

using Number = std::complex<double>;

/** The axes of a packed tensor around one of them: `outer` blocks of `size` rows of `inner` elements. */
struct Blocks {
    int64_t outer = 1, size = 1, inner = 1;
};

Blocks blocksOf(const Dims &shape, int axis) {
    Blocks blocks;
    for (int i = 0; i < shape.rank(); ++i)
        (i < axis ? blocks.outer : i == axis ? blocks.size : blocks.inner) *= shape[i];
    return blocks;
}

/** The sums without a factor along one axis, whose length is that of the transform. */
void transformLines(Tensor &x, int axis, FourierDirection direction) {
    const Blocks blocks = blocksOf(x.shape(), axis);
    Number *elements = reinterpret_cast<Number *>(x.mutableRawData());
    const int64_t size = blocks.size, inner = blocks.inner;
    if (size == 1) return; // itself; the library does not end there
    parallelFor(blocks.outer * inner, std::max<int64_t>(1, 20000 / std::max<int64_t>(size, 1)),
                [=](int64_t begin, int64_t end) {
                    Eigen::FFT<double> transform; // keeps what it computed of the length
                    transform.SetFlag(Eigen::FFT<double>::Unscaled);
                    std::vector<Number> line(static_cast<size_t>(size)), turned(static_cast<size_t>(size));
                    for (int64_t i = begin; i < end; ++i) {
                        Number *first = elements + i / inner * size * inner + i % inner;
                        for (int64_t k = 0; k < size; ++k)
                            line[size_t(k)] = first[k * inner];
                        if (direction == FourierDirection::Forward)
                            transform.fwd(turned.data(), line.data(), Eigen::Index(size));
                        else
                            transform.inv(turned.data(), line.data(), Eigen::Index(size));
                        for (int64_t k = 0; k < size; ++k)
                            first[k * inner] = turned[size_t(k)];
                    }
                });
}

} // namespace

Tensor fittedAlong(const Tensor &x, FourierAxis wanted) {
    const int64_t size = x.shape()[wanted.axis];
    if (size == wanted.length) return x;
    const Tensor packed = x.contiguous();
    Dims shape = x.shape();
    shape[wanted.axis] = wanted.length;
    Tensor result = Tensor::zeros(shape, x.dtype());
    const Blocks blocks = blocksOf(x.shape(), wanted.axis);
    const int64_t row = blocks.inner * x.itemBytes(), kept = std::min(size, wanted.length);
    for (int64_t i = 0; i < blocks.outer; ++i)
        std::copy_n(packed.rawData() + i * size * row, kept * row, result.mutableRawData() + i * wanted.length * row);
    return result;
}

Tensor wholeSpectrum(const Tensor &x, FourierAxis wanted) {
    assert(x.dtype() == DType::Complex128);
    const int64_t length = wanted.length, half = length / 2 + 1;
    Tensor whole = fittedAlong(fittedAlong(x, {wanted.axis, half}), wanted).clone();
    const Blocks blocks = blocksOf(whole.shape(), wanted.axis);
    auto *elements = reinterpret_cast<Number *>(whole.mutableRawData());
    for (int64_t i = 0; i < blocks.outer; ++i)
        for (int64_t k = half; k < length; ++k)
            for (int64_t j = 0; j < blocks.inner; ++j)
                elements[(i * length + k) * blocks.inner + j] =
                    std::conj(elements[(i * length + length - k) * blocks.inner + j]);
    return whole;
}

Tensor fourierTransform(const Tensor &x, const std::vector<FourierAxis> &axes, FourierDirection direction,
                        double factor) {
    assert(x.dtype() == DType::Complex128);
    Tensor result = x;
    for (const FourierAxis &each : axes)
        result = fittedAlong(result, each);
    result = result.clone();
    if (result.count() == 0) return result;
    for (const FourierAxis &each : axes)
        transformLines(result, each.axis, direction);
    auto *elements = reinterpret_cast<Number *>(result.mutableRawData());
    for (int64_t i = 0; i < result.count(); ++i)
        elements[i] *= factor;
    return result;
}

} // namespace jitscope::inline ops
