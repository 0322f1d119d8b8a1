// SPDX-License-Identifier: Apache-2.0
// Places of indexed elements, and the two loops that go over them.
#include "engine/ops/kernels/places.h"

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/generic.h"
#include "engine/tensor/elements.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace jitscope::inline ops {

namespace {

constexpr int64_t grain = 16384; ///< elements worth a thread

int64_t product(const Dims &shape, int begin, int end) {
    int64_t all = 1;
    for (int i = begin; i < end; ++i)
        all *= shape[i];
    return all;
}

/** Complex128 as memory. */
struct TwoWords {
    uint64_t first, second;
};

/** Runs of one element are moved as numbers, longer ones as memory. */
template<class Move> void forItemSize(int64_t bytes, Move move) {
    switch (bytes) {
    case 1:
        return move(uint8_t());
    case 2:
        return move(uint16_t());
    case 4:
        return move(uint32_t());
    case 16:
        return move(TwoWords());
    default:
        return move(uint64_t());
    }
}

template<ScatterOp op, class T> T combined(T old, T value) {
    if constexpr (op == ScatterOp::Update) {
        return value;
    } else if constexpr (isHalf<T>) {
        return T(combined<op, float>(float(old), float(value)));
    } else if constexpr (isComplexElement<T>) {
        if constexpr (op == ScatterOp::Add) return old + value;
        refuseComplex();
    } else if constexpr (std::is_same_v<T, bool>) {
        if constexpr (op == ScatterOp::Mul || op == ScatterOp::Min) return old && value;
        return old || value;
    } else {
        if constexpr (op == ScatterOp::Add) return generic::computed<BinaryOp::Add>(old, value);
        if constexpr (op == ScatterOp::Sub) return generic::computed<BinaryOp::Sub>(old, value);
        if constexpr (op == ScatterOp::Mul) return generic::computed<BinaryOp::Mul>(old, value);
        if constexpr (op == ScatterOp::Max) return generic::computed<BinaryOp::Maximum>(old, value);
        if constexpr (op == ScatterOp::Min) return generic::computed<BinaryOp::Minimum>(old, value);
        if constexpr (op == ScatterOp::Div && std::is_integral_v<T>) {
            if (value == T(0)) return std::numeric_limits<T>::max();
            if constexpr (std::is_signed_v<T>)
                if (value == T(-1)) return generic::computed<UnaryOp::Neg>(old);
            return T(old / value);
        }
        if constexpr (op == ScatterOp::Div && std::is_floating_point_v<T>) return old / value;
    }
}

template<ScatterOp op, class T> void scatterAs(T *target, const Places &places, const T *values) {
    for (const int64_t start : places.starts) {
        for (int64_t i = 0; i < places.run; ++i)
            target[start + i] = combined<op>(target[start + i], values[i]);
        values += places.run;
    }
}

template<class T> void scatterBy(ScatterOp op, T *target, const Places &places, const T *values) {
    switch (op) {
    case ScatterOp::Update:
        return scatterAs<ScatterOp::Update>(target, places, values);
    case ScatterOp::Add:
        return scatterAs<ScatterOp::Add>(target, places, values);
    case ScatterOp::Sub:
        return scatterAs<ScatterOp::Sub>(target, places, values);
    case ScatterOp::Mul:
        return scatterAs<ScatterOp::Mul>(target, places, values);
    case ScatterOp::Div:
        return scatterAs<ScatterOp::Div>(target, places, values);
    case ScatterOp::Max:
        return scatterAs<ScatterOp::Max>(target, places, values);
    case ScatterOp::Min:
        return scatterAs<ScatterOp::Min>(target, places, values);
    }
}

bool isAmong(const Dims &axes, int axis) {
    return std::ranges::find(axes, axis) != axes.end();
}

int lastOf(const Dims &axes) {
    return axes.empty() ? -1 : int(*std::ranges::max_element(axes));
}

bool areNeighbours(const Dims &axes) {
    return axes.empty() || lastOf(axes) - *std::ranges::min_element(axes) + 1 == axes.rank();
}

/** The starts of all positions of some axes, the last one fastest. */
std::vector<int64_t> startsOf(const Dims &shape, const Dims &strides, const std::vector<int> &axes) {
    std::vector<int64_t> starts = {0};
    for (const int axis : axes) {
        std::vector<int64_t> more;
        more.reserve(starts.size() * size_t(shape[axis]));
        for (const int64_t start : starts)
            for (int64_t i = 0; i < shape[axis]; ++i)
                more.push_back(start + i * strides[axis]);
        starts = std::move(more);
    }
    return starts;
}

} // namespace

Tensor gathered(const Tensor &x, const Places &places, const Dims &shape) {
    Tensor result(shape, x.dtype());
    assert(result.count() == int64_t(places.starts.size()) * places.run);
    if (result.count() == 0) return result;
    const Tensor packed = x.contiguous();
    forItemSize(x.itemBytes(), [&]<class T>(T) {
        const T *from = reinterpret_cast<const T *>(packed.rawData());
        T *to = reinterpret_cast<T *>(result.mutableRawData());
        const int64_t run = places.run;
        parallelFor(int64_t(places.starts.size()), std::max<int64_t>(1, grain / run), [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i)
                if (run == 1)
                    to[i] = from[places.starts[size_t(i)]];
                else
                    std::memcpy(to + i * run, from + places.starts[size_t(i)], size_t(run) * sizeof(T));
        });
    });
    return result;
}

void scatterInto(Tensor &target, const Places &places, const Tensor &values, ScatterOp op) {
    assert(target.isContiguous() && values.dtype() == target.dtype());
    assert(values.count() == int64_t(places.starts.size()) * places.run);
    if (values.count() == 0) return;
    const Tensor packed = values.contiguous();
    visitAnyDType(target.dtype(), [&]<class T>(TypeTag<T>) {
        scatterBy(op, reinterpret_cast<T *>(target.mutableRawData()), places,
                  reinterpret_cast<const T *>(packed.rawData()));
    });
}

std::vector<int64_t> placesOfBools(const Tensor &x) {
    std::vector<int64_t> places;
    const Tensor packed = x.contiguous();
    visitAnyDType(x.dtype(), [&]<class T>(TypeTag<T>) {
        const T *element = reinterpret_cast<const T *>(packed.rawData());
        for (int64_t i = 0; i < packed.count(); ++i)
            if (convertElement<bool>(element[i])) places.push_back(i);
    });
    return places;
}

Places axisPlaces(const Dims &shape, int axis, const Tensor &indices, int batch) {
    const int64_t batches = product(shape, 0, batch), outer = product(shape, batch, axis), size = shape[axis];
    const Tensor packed = indices.contiguous();
    const auto *index = packed.data<int64_t>();
    const int64_t count = batches == 0 ? 0 : packed.count() / batches;
    Places places;
    places.run = product(shape, axis + 1, shape.rank());
    if (places.run == 0) return places; // however many runs of nothing there would be
    places.starts.resize(size_t(batches * outer * count));
    auto start = places.starts.begin();
    for (int64_t b = 0; b < batches; ++b)
        for (int64_t o = 0; o < outer; ++o)
            for (int64_t i = 0; i < count; ++i)
                *start++ = ((b * outer + o) * size + index[b * count + i]) * places.run;
    return places;
}

Places elementPlaces(const Dims &shape, int axis, const Tensor &indices) {
    const Dims strides = contiguousStrides(shape);
    const Tensor packed = indices.contiguous();
    const auto *index = packed.data<int64_t>();
    const int last = shape.rank() - 1;
    Places places;
    places.starts.resize(size_t(packed.count()));
    if (shape.empty()) {
        std::fill(places.starts.begin(), places.starts.end(), 0);
        return places;
    }
    const int64_t columns = indices.shape()[last], rows = columns == 0 ? 0 : packed.count() / columns;
    const int64_t step = axis == last ? 0 : strides[last];
    for (int64_t row = 0; row < rows; ++row) {
        int64_t base = 0, rest = row;
        for (int i = last - 1; i >= 0; --i) {
            if (i != axis) base += rest % indices.shape()[i] * strides[i];
            rest /= indices.shape()[i];
        }
        for (int64_t j = 0; j < columns; ++j)
            places.starts[size_t(row * columns + j)] = base + index[row * columns + j] * strides[axis] + j * step;
    }
    return places;
}

Places coordinatePlaces(const Dims &shape, const Tensor &indices) {
    const Dims strides = contiguousStrides(shape);
    const Tensor packed = indices.contiguous();
    const auto *index = packed.data<int64_t>();
    const int depth = int(indices.shape().back());
    Places places;
    places.run = product(shape, depth, shape.rank());
    if (places.run == 0) return places;
    places.starts.assign(size_t(product(indices.shape(), 0, indices.rank() - 1)), 0);
    for (int64_t &start : places.starts)
        for (int i = 0; i < depth; ++i)
            start += *index++ * strides[i];
    return places;
}

Dims advancedShape(const Dims &shape, const Dims &axes, const Dims &block) {
    Dims result;
    const auto addBlock = [&] {
        for (const int64_t size : block)
            result.push(size);
    };
    const bool isInPlace = areNeighbours(axes);
    const int first = axes.empty() ? 0 : int(*std::ranges::min_element(axes));
    if (!isInPlace) addBlock();
    for (int i = 0; i < shape.rank(); ++i) {
        if (isInPlace && i == first) addBlock();
        if (!isAmong(axes, i)) result.push(shape[i]);
    }
    return result;
}

Places advancedPlaces(const Dims &shape, const Dims &axes, const std::vector<Tensor> &indices) {
    Places places;
    places.run = product(shape, lastOf(axes) + 1, shape.rank());
    if (places.run == 0 || indices.empty() || indices[0].count() == 0) return places;
    const Dims strides = contiguousStrides(shape);
    std::vector<int64_t> picked(size_t(indices[0].count()), 0);
    for (int i = 0; i < axes.rank(); ++i) {
        const Tensor packed = indices[size_t(i)].contiguous();
        for (size_t k = 0; k < picked.size(); ++k)
            picked[k] += packed.data<int64_t>()[k] * strides[int(axes[i])];
    }
    std::vector<int> before;
    for (int i = 0; i < lastOf(axes); ++i)
        if (!isAmong(axes, i)) before.push_back(i);
    const std::vector<int64_t> others = startsOf(shape, strides, before);
    const bool isInPlace = areNeighbours(axes);
    const std::vector<int64_t> &outer = isInPlace ? others : picked, &inner = isInPlace ? picked : others;
    places.starts.reserve(outer.size() * inner.size());
    for (const int64_t a : outer)
        for (const int64_t b : inner)
            places.starts.push_back(a + b);
    return places;
}

} // namespace jitscope::inline ops
