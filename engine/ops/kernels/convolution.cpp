// SPDX-License-Identifier: Apache-2.0
// Convolutions as matrix products over unfolded images.
//
// The filters of a group are a matrix (outChannels x taps of all channels); the image, unfolded, is one of taps x
// places of the result. The unfolded image is never stored: the product asks for the panels that it is about to use.
// The gradient of the filters is a product with the same matrix lying on its side; the gradient of the image is a
// product whose result is folded back. Groups of one channel (depthwise) have no depth worth a product and go tap by
// tap.
#include "engine/ops/kernels/convolution.h"

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/gemm.h"
#include "engine/ops/kernels/rowkernels.h"
#include "engine/ops/kernels/tilekernels.h"
#include "engine/ops/kernels/winograd.h"
#include "engine/tensor/keptforms.h"

#include <cassert>
#include <cstring>

namespace jitscope::inline ops {

namespace {

/** What one tensor of gradients of unfolded images may take. */
constexpr int64_t foldBytes = int64_t(8) << 20;

/** Channel, row and column of the kernel for one row of the unfolded image. */
struct Tap {
    int64_t channel, ky, kx;

    Tap(const Window &window, int64_t row)
        : channel(row / window.kernelCount())
        , ky(row / window.x.kernel % window.y.kernel)
        , kx(row % window.x.kernel) {}
};

/** Places [begin, begin + count) of one row of the unfolded image. */
template<class T>
void unfoldRow(const Window &window, const T *image, const Tap &tap, int64_t begin, int64_t count, T *to) {
    const T *channel = image + tap.channel * window.imageCount();
    int64_t oy = begin / window.x.result, ox = begin % window.x.result;
    while (count > 0) {
        const int64_t end = std::min(ox + count, window.x.result);
        const int64_t iy = oy * window.y.stride + window.y.origin(tap.ky);
        auto inside = window.x.insidePlaces(tap.kx, ox, end);
        if (iy < 0 || iy >= window.y.size || inside.begin >= inside.end) inside = {end, end};
        std::fill(to, to + (inside.begin - ox), T(0));
        const T *from = channel + iy * window.x.size + window.x.origin(tap.kx);
        if (window.x.stride == 1 && inside.begin < inside.end)
            std::memcpy(to + (inside.begin - ox), from + inside.begin, size_t(inside.end - inside.begin) * sizeof(T));
        else
            for (int64_t i = inside.begin; i < inside.end; ++i)
                to[i - ox] = from[i * window.x.stride];
        std::fill(to + (inside.end - ox), to + (end - ox), T(0));
        to += end - ox;
        count -= end - ox;
        ox = 0;
        ++oy;
    }
}

/** The unfolded image: taps x places. */
template<class T> class UnfoldedImage : public PanelSource<T> {
public:
    UnfoldedImage(const Window &window, const T *image)
        : m_window(window)
        , m_image(image) {}

    void fill(T *to, int64_t stride, int64_t depthBegin, int64_t depth, int64_t columnBegin,
              int64_t columns) const override {
        for (int64_t k = 0; k < depth; ++k)
            unfoldRow(m_window, m_image, Tap(m_window, depthBegin + k), columnBegin, columns, to + k * stride);
    }

private:
    const Window &m_window;
    const T *m_image;
};

/** The same, places x taps; asked for at most a panel of taps at a time. */
template<class T> class UnfoldedImageOnItsSide : public PanelSource<T> {
public:
    UnfoldedImageOnItsSide(const Window &window, const T *image)
        : m_window(window)
        , m_image(image) {}

    void fill(T *to, int64_t stride, int64_t depthBegin, int64_t depth, int64_t columnBegin,
              int64_t columns) const override {
        constexpr int64_t piece = 256;
        alignas(64) T rows[maxTileColumns * piece];
        for (int64_t start = 0; start < depth; start += piece) {
            const int64_t count = std::min(piece, depth - start);
            for (int64_t j = 0; j < columns; ++j)
                unfoldRow(m_window, m_image, Tap(m_window, columnBegin + j), depthBegin + start, count,
                          rows + j * piece);
            tileKernels<T>().transpose(rows, piece, columns, count, to + start * stride, stride);
        }
    }

private:
    const Window &m_window;
    const T *m_image;
};

/** Sizes of one group of one image. */
struct GroupSizes {
    int64_t channels, outChannels, taps, places;
    int64_t image, result, filters; ///< elements

    explicit GroupSizes(const ConvolutionPlan &plan)
        : channels(plan.channels / plan.groups)
        , outChannels(plan.outChannels / plan.groups)
        , taps(channels * plan.window.kernelCount())
        , places(plan.window.resultCount())
        , image(channels * plan.window.imageCount())
        , result(outChannels * places)
        , filters(outChannels * taps) {}
};

/** Without overlap, padding and steps the unfolded image is the image. */
bool isPlain(const WindowAxis &axis) {
    return axis.kernel == 1 && axis.stride == 1 && axis.before == 0 && axis.result == axis.size;
}

/** Calls `body(index)` for each; on all threads if there is enough for every one, else one after another, so that the
    loops inside `body` may use the threads. */
template<class Body> void forEachWhole(int64_t count, Body body) {
    const auto run = [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            body(i);
    };
    if (count < 2 * threadCount()) return run(0, count);
    parallelFor(count, 1, run);
}

template<class T>
void convolveGroup(const ConvolutionPlan &plan, const GroupSizes &sizes, const T *image, const T *filters,
                   const Epilogue<T> &epilogue, T *result) {
    const UnfoldedImage<T> unfolded(plan.window, image);
    Product<T> product;
    product.rows = sizes.outChannels;
    product.columns = sizes.places;
    product.depth = sizes.taps;
    product.a = {filters, sizes.taps, 1};
    product.b = {image, sizes.places, 1};
    product.c = {result, sizes.places, 1};
    product.epilogue = epilogue;
    if (!isPlain(plan.window.y) || !isPlain(plan.window.x)) product.source = &unfolded;
    multiply(product);
}

/** The epilogue of the channels from `channel` on. */
template<class T> Epilogue<T> ofLines(const Epilogue<T> &epilogue, int64_t channel) {
    return {from(epilogue.rows, channel), {}, epilogue.function};
}

/** One channel, one filter: result += filter * image, tap by tap. */
template<class T>
void convolvePlane(const Window &window, const T *image, const T *filter, const Epilogue<T> &epilogue, T *result) {
    std::fill_n(result, window.resultCount(), T(0));
    for (int64_t ky = 0; ky < window.y.kernel; ++ky)
        for (int64_t kx = 0; kx < window.x.kernel; ++kx) {
            const T weight = filter[ky * window.x.kernel + kx];
            forEachRun(window, ky, kx, [&](int64_t to, int64_t from, int64_t count) {
                if (window.x.stride == 1) return rowKernels<T>().addScaled(image + from, weight, result + to, count);
                for (int64_t i = 0; i < count; ++i)
                    result[to + i] += weight * image[from + i * window.x.stride];
            });
        }
    applyEpilogue(epilogue, result, window.resultCount(), 1, window.resultCount());
}

/** Filters in Winograd's domain: those of a weight are kept, others are there for one call. */
class BroughtFilters {
public:
    /** `packed` gives the filters as the plan wants them, made of `filters`. */
    template<class Packed>
    BroughtFilters(const ConvolutionPlan &plan, const Tensor &filters, FormKind kind, Packed packed) {
        const int64_t count = winogradFilterCount(plan);
        const auto bring = [&](std::byte *to) {
            bringWinogradFilters(plan, packed().template data<float>(), reinterpret_cast<float *>(to));
        };
        const FormKey key = {kind, filters.dtype(), filters.offset(), {plan.outChannels, plan.channels}};
        m_kept = keptForm(*filters.storage().get(), key, size_t(count) * sizeof(float), bring);
        if (m_kept) return;
        m_own = Tensor({count}, DType::Float32);
        bring(m_own.mutableRawData());
    }

    const float *data() const { return m_kept ? reinterpret_cast<const float *>(m_kept.get()) : m_own.data<float>(); }

private:
    KeptForm m_kept;
    Tensor m_own;
};

template<class T>
void convolve(const ConvolutionPlan &plan, const Tensor &images, const Tensor &filters, const Epilogue<T> &epilogue,
              Tensor &out) {
    const GroupSizes sizes(plan);
    const T *from = images.data<T>(), *weights = filters.data<T>();
    T *to = out.mutableData<T>();
    if constexpr (std::is_same_v<T, float>)
        if (suitsWinograd(plan)) {
            const BroughtFilters brought(plan, filters, FormKind::WinogradFilters, [&] { return filters; });
            return convolveByWinograd(plan, from, brought.data(), epilogue, to);
        }
    const bool isDepthwise = sizes.channels == 1 && plan.groups > 1;
    if (isDepthwise)
        return parallelFor(
            plan.batch * plan.outChannels, std::max<int64_t>(1, 32768 / (sizes.places * sizes.taps + 1)),
            [&](int64_t begin, int64_t end) {
                for (int64_t plane = begin; plane < end; ++plane) {
                    const int64_t filter = plane % plan.outChannels;
                    const int64_t channel = plane / plan.outChannels * plan.channels + filter / sizes.outChannels;
                    convolvePlane(plan.window, from + channel * sizes.image, weights + filter * sizes.taps,
                                  ofLines(epilogue, filter), to + plane * sizes.places);
                }
            });
    forEachWhole(plan.batch * plan.groups, [&](int64_t entry) {
        const int64_t group = entry % plan.groups;
        convolveGroup(plan, sizes, from + entry * sizes.image, weights + group * sizes.filters,
                      ofLines(epilogue, group * sizes.outChannels), to + entry * sizes.result);
    });
}

/** Adds the rows of gradients of unfolded channels to where they came from. */
template<class T> void foldChannel(const Window &window, const T *rows, T *image) {
    for (int64_t ky = 0; ky < window.y.kernel; ++ky)
        for (int64_t kx = 0; kx < window.x.kernel; ++kx) {
            const T *row = rows + (ky * window.x.kernel + kx) * window.resultCount();
            forEachRun(window, ky, kx, [&](int64_t from, int64_t to, int64_t count) {
                for (int64_t i = 0; i < count; ++i)
                    image[to + i * window.x.stride] += row[from + i];
            });
        }
}

/** One group of one image; a part of the channels at a time, so that their unfolded gradients stay small. */
template<class T>
void convolveGradientOfGroup(const ConvolutionPlan &plan, const GroupSizes &sizes, const T *gradient, const T *filters,
                             T *image) {
    const Window &window = plan.window;
    std::fill_n(image, sizes.image, T(0));
    const int64_t channelBytes = std::max<int64_t>(window.kernelCount() * sizes.places * int64_t(sizeof(T)), 1);
    const int64_t part = std::clamp<int64_t>(foldBytes / channelBytes, 1, sizes.channels);
    Tensor unfolded({part * window.kernelCount() * sizes.places}, sizeof(T) == 4 ? DType::Float32 : DType::Float64);
    T *rows = unfolded.mutableData<T>();
    for (int64_t first = 0; first < sizes.channels; first += part) {
        const int64_t channels = std::min(part, sizes.channels - first);
        Product<T> product;
        product.rows = channels * window.kernelCount();
        product.columns = sizes.places;
        product.depth = sizes.outChannels;
        product.a = {filters + first * window.kernelCount(), 1, sizes.taps};
        product.b = {gradient, sizes.places, 1};
        product.c = {rows, sizes.places, 1};
        multiply(product);
        parallelFor(channels, std::max<int64_t>(1, 131072 / channelBytes), [&](int64_t begin, int64_t end) {
            for (int64_t channel = begin; channel < end; ++channel)
                foldChannel(window, rows + channel * window.kernelCount() * sizes.places,
                            image + (first + channel) * window.imageCount());
        });
    }
}

/** The convolution of a gradient by the filters turned around, from where the images came from: in steps of one the
    gradient of a convolution is one. */
ConvolutionPlan turnedPlan(const ConvolutionPlan &plan) {
    const auto turned = [](WindowAxis axis) {
        std::swap(axis.size, axis.result);
        axis.before = (axis.kernel - 1) * axis.dilation - axis.before;
        return axis;
    };
    ConvolutionPlan other = plan;
    std::swap(other.channels, other.outChannels);
    other.window = {turned(plan.window.y), turned(plan.window.x)};
    return other;
}

bool gradientSuitsWinograd(const ConvolutionPlan &plan) {
    const ConvolutionPlan turned = turnedPlan(plan);
    return turned.window.y.before >= 0 && turned.window.x.before >= 0 && suitsWinograd(turned);
}

/** (outChannels, channels, 3, 3) as (channels, outChannels, 3, 3), rows and columns from behind. */
Tensor turnedFilters(const ConvolutionPlan &plan, const float *filters) {
    const int64_t taps = plan.window.kernelCount();
    Tensor turned({plan.channels, plan.outChannels, plan.window.y.kernel, plan.window.x.kernel}, DType::Float32);
    float *to = turned.mutableData<float>();
    parallelFor(plan.channels, 16, [&](int64_t begin, int64_t end) {
        for (int64_t c = begin; c < end; ++c)
            for (int64_t o = 0; o < plan.outChannels; ++o) {
                const float *filter = filters + (o * plan.channels + c) * taps;
                std::reverse_copy(filter, filter + taps, to + (c * plan.outChannels + o) * taps);
            }
    });
    return turned;
}

template<class T>
void convolveGradient(const ConvolutionPlan &plan, const Tensor &gradient, const Tensor &filters, Tensor &out) {
    if constexpr (std::is_same_v<T, float>)
        if (gradientSuitsWinograd(plan)) {
            const ConvolutionPlan turned = turnedPlan(plan);
            const BroughtFilters brought(turned, filters, FormKind::TurnedWinogradFilters,
                                         [&] { return turnedFilters(plan, filters.data<float>()); });
            return convolveByWinograd(turned, gradient.data<float>(), brought.data(), Epilogue<float>(),
                                      out.mutableData<float>());
        }
    const GroupSizes sizes(plan);
    forEachWhole(plan.batch * plan.groups, [&](int64_t entry) {
        convolveGradientOfGroup(plan, sizes, gradient.data<T>() + entry * sizes.result,
                                filters.data<T>() + entry % plan.groups * sizes.filters,
                                out.mutableData<T>() + entry * sizes.image);
    });
}

/** The gradient of one filter of one channel. */
template<class T> void addPlaneGradient(const Window &window, const T *gradient, const T *image, T *filter) {
    for (int64_t ky = 0; ky < window.y.kernel; ++ky)
        for (int64_t kx = 0; kx < window.x.kernel; ++kx) {
            T sum = 0;
            forEachRun(window, ky, kx, [&](int64_t from, int64_t place, int64_t count) {
                for (int64_t i = 0; i < count; ++i)
                    sum += gradient[from + i] * image[place + i * window.x.stride];
            });
            filter[ky * window.x.kernel + kx] += sum;
        }
}

/** Images follow one another, because they add to the same filters; groups may run at once. */
template<class T>
void filterGradient(const ConvolutionPlan &plan, const Tensor &gradient, const Tensor &images, Tensor &out) {
    const GroupSizes sizes(plan);
    std::fill_n(out.mutableData<T>(), out.count(), T(0));
    if (sizes.places == 0) return;
    forEachWhole(plan.groups, [&](int64_t group) {
        T *filters = out.mutableData<T>() + group * sizes.filters;
        for (int64_t n = 0; n < plan.batch; ++n) {
            const int64_t entry = n * plan.groups + group;
            const T *image = images.data<T>() + entry * sizes.image;
            const T *from = gradient.data<T>() + entry * sizes.result;
            if (sizes.channels == 1 && plan.groups > 1) {
                for (int64_t filter = 0; filter < sizes.outChannels; ++filter)
                    addPlaneGradient(plan.window, from + filter * sizes.places, image, filters + filter * sizes.taps);
                continue;
            }
            const UnfoldedImageOnItsSide<T> unfolded(plan.window, image);
            Product<T> product;
            product.rows = sizes.outChannels;
            product.columns = sizes.taps;
            product.depth = sizes.places;
            product.a = {from, sizes.places, 1};
            product.source = &unfolded;
            product.c = {filters, sizes.taps, 1};
            product.start = SumStart::Result;
            multiply(product);
        }
    });
}

/** The 16-bit floats are computed as float32. */
DType computedIn(DType dtype) {
    return dtype == DType::Float64 ? DType::Float64 : DType::Float32;
}

Tensor packed(const Tensor &tensor, DType dtype) {
    return tensor.defined() ? tensor.cast(dtype).contiguous() : Tensor();
}

ConvolutionEpilogue packed(const ConvolutionEpilogue &epilogue, DType dtype) {
    return {packed(epilogue.bias, dtype), packed(epilogue.centre, dtype), packed(epilogue.scale, dtype),
            packed(epilogue.shift, dtype), epilogue.function};
}

template<class T> Epilogue<T> ofElements(const ConvolutionEpilogue &epilogue) {
    const auto elements = [](const Tensor &tensor) { return tensor.defined() ? tensor.data<T>() : nullptr; };
    return {{elements(epilogue.bias), elements(epilogue.centre), elements(epilogue.scale), elements(epilogue.shift)},
            {},
            epilogue.function};
}

} // namespace

Tensor computeConvolution(const ConvolutionPlan &plan, const Tensor &images, const Tensor &filters,
                          const ConvolutionEpilogue &epilogue) {
    assert(images.shape() == plan.imageShape() && filters.shape() == plan.filterShape());
    const DType dtype = computedIn(images.dtype());
    const Tensor from = packed(images, dtype), weights = packed(filters, dtype);
    const ConvolutionEpilogue ready = packed(epilogue, dtype);
    Tensor out(plan.resultShape(), dtype);
    if (out.count() > 0) {
        if (dtype == DType::Float32)
            convolve<float>(plan, from, weights, ofElements<float>(ready), out);
        else
            convolve<double>(plan, from, weights, ofElements<double>(ready), out);
    }
    return out.cast(images.dtype());
}

Tensor computeConvolutionOfGradient(const ConvolutionPlan &plan, const Tensor &resultGradient, const Tensor &filters) {
    assert(resultGradient.shape() == plan.resultShape() && filters.shape() == plan.filterShape());
    const DType dtype = computedIn(resultGradient.dtype());
    const Tensor from = packed(resultGradient, dtype), weights = packed(filters, dtype);
    Tensor out(plan.imageShape(), dtype);
    if (out.count() > 0) {
        if (dtype == DType::Float32)
            convolveGradient<float>(plan, from, weights, out);
        else
            convolveGradient<double>(plan, from, weights, out);
    }
    return out.cast(resultGradient.dtype());
}

Tensor computeFilterGradient(const ConvolutionPlan &plan, const Tensor &resultGradient, const Tensor &images) {
    assert(resultGradient.shape() == plan.resultShape() && images.shape() == plan.imageShape());
    const DType dtype = computedIn(images.dtype());
    const Tensor from = packed(resultGradient, dtype), seen = packed(images, dtype);
    Tensor out(plan.filterShape(), dtype);
    if (dtype == DType::Float32)
        filterGradient<float>(plan, from, seen, out);
    else
        filterGradient<double>(plan, from, seen, out);
    return out.cast(images.dtype());
}

} // namespace jitscope::inline ops
