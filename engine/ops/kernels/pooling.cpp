// SPDX-License-Identifier: Apache-2.0
// Poolings go tap by tap over whole rows, as convolutions of one channel do, so that the inner loops have no
// conditions.
#include "engine/ops/kernels/pooling.h"

#include "engine/base/threadpool.h"

#include <limits>
#include <vector>

namespace jitscope::inline ops {

namespace {

/** The 16-bit floats are computed as float32. */
DType computedIn(DType dtype) {
    return dtype == DType::Float64 ? DType::Float64 : DType::Float32;
}

Tensor packed(const Tensor &tensor) {
    return tensor.cast(computedIn(tensor.dtype())).contiguous();
}

/** Calls `body(T())` for float or double. */
template<class Body> void withElement(const Tensor &tensor, Body body) {
    if (tensor.dtype() == DType::Float64)
        body(double());
    else
        body(float());
}

/** Calls `body(plane)` for every image of one channel. */
template<class Body> void forEachPlane(int64_t planes, int64_t work, Body body) {
    parallelFor(planes, std::max<int64_t>(1, 16384 / std::max<int64_t>(work, 1)), [&](int64_t begin, int64_t end) {
        for (int64_t plane = begin; plane < end; ++plane)
            body(plane);
    });
}

int64_t workOf(const Window &window) {
    return window.resultCount() * window.kernelCount();
}

/** Calls `run(tap's runs...)` for all taps in their row-major order. */
template<class Run> void forEachTap(const Window &window, Run run) {
    for (int64_t ky = 0; ky < window.y.kernel; ++ky)
        for (int64_t kx = 0; kx < window.x.kernel; ++kx)
            forEachRun(window, ky, kx, run);
}

template<class T> void maxPlane(const Window &window, const T *image, T *result) {
    const int64_t step = window.x.stride;
    std::fill_n(result, window.resultCount(), -std::numeric_limits<T>::infinity());
    forEachTap(window, [&](int64_t to, int64_t from, int64_t count) {
        for (int64_t i = 0; i < count; ++i) {
            const T x = image[from + i * step];
            result[to + i] = x > result[to + i] || x != x ? x : result[to + i];
        }
    });
}

template<class T> bool wins(T x, T best) {
    return x > best || (x != x && best == best);
}

template<class T> void maxPlacesOfPlane(const Window &window, const T *image, int64_t *places) {
    const int64_t step = window.x.stride;
    std::fill_n(places, window.resultCount(), int64_t(-1));
    forEachTap(window, [&](int64_t to, int64_t from, int64_t count) {
        for (int64_t i = 0; i < count; ++i) {
            int64_t &place = places[to + i];
            if (place < 0 || wins(image[from + i * step], image[place])) place = from + i * step;
        }
    });
}

/** How many places of one axis each window counts. */
std::vector<int64_t> countsOf(const WindowAxis &axis, bool countsPadding) {
    std::vector<int64_t> counts;
    for (int64_t o = 0; o < axis.result; ++o) {
        const int64_t begin = o * axis.stride - axis.before;
        const int64_t low = countsPadding ? begin : std::max<int64_t>(begin, 0);
        const int64_t high = std::min(begin + axis.kernel, axis.size + (countsPadding ? axis.after : 0));
        counts.push_back(std::max<int64_t>(high - low, 1));
    }
    return counts;
}

/** 1 / divisor for every place of the result. */
template<class T> std::vector<T> factorsOf(const Window &window, const Averaging &averaging) {
    const auto down = countsOf(window.y, averaging.countsPadding), across = countsOf(window.x, averaging.countsPadding);
    std::vector<T> factors;
    for (const int64_t height : down)
        for (const int64_t width : across)
            factors.push_back(T(1) / T(averaging.divisor != 0 ? averaging.divisor : height * width));
    return factors;
}

/** The part of an axis that place `o` of `n` sees. */
struct Part {
    int64_t begin, end;

    Part(int64_t o, int64_t n, int64_t size)
        : begin(o * size / n)
        , end(((o + 1) * size + n - 1) / n) {}
};

/** Calls `body(result, image, count, share)` for each row of each part: `count` neighbours of the image at `image`
   belong to the place `result`, whose part has 1 / share elements. */
template<class Body>
void forEachPart(int64_t height, int64_t width, int64_t resultHeight, int64_t resultWidth, Body body) {
    for (int64_t oy = 0; oy < resultHeight; ++oy)
        for (int64_t ox = 0; ox < resultWidth; ++ox) {
            const Part rows(oy, resultHeight, height), columns(ox, resultWidth, width);
            const double share = 1.0 / double((rows.end - rows.begin) * (columns.end - columns.begin));
            for (int64_t iy = rows.begin; iy < rows.end; ++iy)
                body(oy * resultWidth + ox, iy * width + columns.begin, columns.end - columns.begin, share);
        }
}

/** Height and width of images, and how many there are. */
struct PlaneSizes {
    int64_t planes = 1, height, width;

    explicit PlaneSizes(const Dims &shape)
        : height(shape[shape.rank() - 2])
        , width(shape.back()) {
        for (int i = 0; i < shape.rank() - 2; ++i)
            planes *= shape[i];
    }
    int64_t count() const { return height * width; }
};

Dims withSizes(Dims shape, int64_t height, int64_t width) {
    shape[shape.rank() - 2] = height;
    shape[shape.rank() - 1] = width;
    return shape;
}

} // namespace

Tensor computeMaxPool(const PoolPlan &plan, const Tensor &images) {
    const Tensor in = packed(images);
    Tensor out(plan.resultShape(), in.dtype());
    withElement(in, [&]<class T>(T) {
        forEachPlane(plan.before.product(), workOf(plan.window), [&](int64_t plane) {
            maxPlane(plan.window, in.data<T>() + plane * plan.window.imageCount(),
                     out.mutableData<T>() + plane * plan.window.resultCount());
        });
    });
    return out.cast(images.dtype());
}

Tensor computeMaxPlaces(const PoolPlan &plan, const Tensor &images) {
    const Tensor in = packed(images);
    Tensor out(plan.resultShape(), DType::Int64);
    withElement(in, [&]<class T>(T) {
        forEachPlane(plan.before.product(), workOf(plan.window), [&](int64_t plane) {
            maxPlacesOfPlane(plan.window, in.data<T>() + plane * plan.window.imageCount(),
                             out.mutableData<int64_t>() + plane * plan.window.resultCount());
        });
    });
    return out;
}

Tensor computeAveragePool(const PoolPlan &plan, const Averaging &averaging, const Tensor &images) {
    const Tensor in = packed(images);
    const Window &window = plan.window;
    Tensor out = Tensor::zeros(plan.resultShape(), in.dtype());
    withElement(in, [&]<class T>(T) {
        const std::vector<T> factors = factorsOf<T>(window, averaging);
        forEachPlane(plan.before.product(), workOf(window), [&](int64_t plane) {
            const T *image = in.data<T>() + plane * window.imageCount();
            T *result = out.mutableData<T>() + plane * window.resultCount();
            forEachTap(window, [&](int64_t to, int64_t from, int64_t count) {
                for (int64_t i = 0; i < count; ++i)
                    result[to + i] += image[from + i * window.x.stride];
            });
            for (int64_t i = 0; i < window.resultCount(); ++i)
                result[i] *= factors[size_t(i)];
        });
    });
    return out.cast(images.dtype());
}

Tensor computeAveragePoolGradient(const PoolPlan &plan, const Averaging &averaging, const Tensor &resultGradient) {
    const Tensor in = packed(resultGradient);
    const Window &window = plan.window;
    Tensor out = Tensor::zeros(plan.imageShape(), in.dtype());
    withElement(in, [&]<class T>(T) {
        const std::vector<T> factors = factorsOf<T>(window, averaging);
        forEachPlane(plan.before.product(), workOf(window), [&](int64_t plane) {
            const T *gradient = in.data<T>() + plane * window.resultCount();
            T *image = out.mutableData<T>() + plane * window.imageCount();
            forEachTap(window, [&](int64_t from, int64_t to, int64_t count) {
                for (int64_t i = 0; i < count; ++i)
                    image[to + i * window.x.stride] += gradient[from + i] * factors[size_t(from + i)];
            });
        });
    });
    return out.cast(resultGradient.dtype());
}

Tensor scatterToImages(const Dims &imageShape, const Tensor &places, const Tensor &values) {
    const Tensor in = packed(values), at = places.contiguous();
    Tensor out = Tensor::zeros(imageShape, in.dtype());
    const PlaneSizes images(imageShape), results(places.shape());
    withElement(in, [&]<class T>(T) {
        forEachPlane(results.planes, results.count(), [&](int64_t plane) {
            T *image = out.mutableData<T>() + plane * images.count();
            for (int64_t i = plane * results.count(); i < (plane + 1) * results.count(); ++i)
                if (const int64_t place = at.data<int64_t>()[i]; place >= 0) image[place] += in.data<T>()[i];
        });
    });
    return out.cast(values.dtype());
}

Tensor gatherFromImages(const Tensor &images, const Tensor &places) {
    const Tensor in = packed(images), at = places.contiguous();
    Tensor out(places.shape(), in.dtype());
    const PlaneSizes from(images.shape()), results(places.shape());
    withElement(in, [&]<class T>(T) {
        forEachPlane(results.planes, results.count(), [&](int64_t plane) {
            const T *image = in.data<T>() + plane * from.count();
            for (int64_t i = plane * results.count(); i < (plane + 1) * results.count(); ++i) {
                const int64_t place = at.data<int64_t>()[i];
                out.mutableData<T>()[i] = place >= 0 ? image[place] : T(0);
            }
        });
    });
    return out.cast(images.dtype());
}

Tensor computeAdaptiveAverage(const Tensor &images, int64_t height, int64_t width) {
    const Tensor in = packed(images);
    const PlaneSizes sizes(in.shape());
    Tensor out = Tensor::zeros(withSizes(in.shape(), height, width), in.dtype());
    withElement(in, [&]<class T>(T) {
        forEachPlane(sizes.planes, sizes.count(), [&](int64_t plane) {
            const T *image = in.data<T>() + plane * sizes.count();
            T *result = out.mutableData<T>() + plane * height * width;
            forEachPart(sizes.height, sizes.width, height, width,
                        [&](int64_t to, int64_t from, int64_t count, double share) {
                            T sum = 0;
                            for (int64_t i = 0; i < count; ++i)
                                sum += image[from + i];
                            result[to] += sum * T(share);
                        });
        });
    });
    return out.cast(images.dtype());
}

Tensor computeAdaptiveAverageGradient(const Dims &imageShape, const Tensor &resultGradient) {
    const Tensor in = packed(resultGradient);
    const PlaneSizes sizes(imageShape), results(in.shape());
    Tensor out = Tensor::zeros(imageShape, in.dtype());
    withElement(in, [&]<class T>(T) {
        forEachPlane(sizes.planes, sizes.count(), [&](int64_t plane) {
            const T *gradient = in.data<T>() + plane * results.count();
            T *image = out.mutableData<T>() + plane * sizes.count();
            forEachPart(sizes.height, sizes.width, results.height, results.width,
                        [&](int64_t from, int64_t to, int64_t count, double share) {
                            for (int64_t i = 0; i < count; ++i)
                                image[to + i] += gradient[from] * T(share);
                        });
        });
    });
    return out.cast(resultGradient.dtype());
}

Tensor computeAdaptiveMaxPlaces(const Tensor &images, int64_t height, int64_t width) {
    const Tensor in = packed(images);
    const PlaneSizes sizes(in.shape());
    Tensor out = Tensor::full(withSizes(in.shape(), height, width), -1, DType::Int64);
    withElement(in, [&]<class T>(T) {
        forEachPlane(sizes.planes, sizes.count(), [&](int64_t plane) {
            const T *image = in.data<T>() + plane * sizes.count();
            int64_t *places = out.mutableData<int64_t>() + plane * height * width;
            forEachPart(sizes.height, sizes.width, height, width, [&](int64_t to, int64_t from, int64_t count, double) {
                for (int64_t i = from; i < from + count; ++i)
                    if (places[to] < 0 || wins(image[i], image[places[to]])) places[to] = i;
            });
        });
    });
    return out;
}

} // namespace jitscope::inline ops
