// SPDX-License-Identifier: Apache-2.0
// Tensors: creation, views, packing, conversion.
#include "engine/tensor/tensor.h"

#include "engine/base/text.h"
#include "engine/tensor/elements.h"
#include "engine/tensor/stridedcopy.h"

#include <cstring>
#include <limits>
#include <stdexcept>

namespace jitscope::inline tensor {

namespace {

int64_t countOrThrow(const Dims &shape) {
    const std::optional<int64_t> count = checkedCount(shape.span());
    if (!count)
        throw std::invalid_argument("The shape " + toString(shape) +
                                    " is invalid: a size is negative, or the tensor would be larger than memory can be "
                                    "addressed.");
    return *count;
}

bool walksInOrder(const Dims &shape, const Dims &strides) {
    int64_t expected = 1;
    for (int i = shape.rank() - 1; i >= 0; --i) {
        if (shape[i] == 0) return true;
        if (shape[i] != 1 && strides[i] != expected) return false;
        expected *= shape[i];
    }
    return true;
}

} // namespace

/** Each result of an operator comes here: sizes that are not unusual are looked at once. */
Tensor::Tensor(const Dims &shape, DType dtype)
    : m_shape(shape)
    , m_strides(shape)
    , m_count(1)
    , m_dtype(dtype) {
    bool isUnusual = false;
    for (int i = shape.rank() - 1; i >= 0; --i) {
        m_strides[i] = m_count;
        isUnusual |= shape[i] <= 0 || __builtin_mul_overflow(m_count, shape[i], &m_count);
    }
    if (isUnusual || m_count > std::numeric_limits<int64_t>::max() / 8) {
        m_strides = contiguousStrides(shape);
        m_count = countOrThrow(shape);
    }
    m_storage = StoragePtr(Storage::allocate(size_t(bytes())));
}

Tensor::Tensor(StoragePtr storage, const Dims &shape, const Dims &strides, int64_t offset, DType dtype)
    : m_storage(std::move(storage))
    , m_shape(shape)
    , m_strides(strides)
    , m_offset(offset)
    , m_count(shape.product())
    , m_dtype(dtype)
    , m_contiguous(walksInOrder(shape, strides)) {
    assert(shape.rank() == strides.rank());
}

Tensor Tensor::zeros(const Dims &shape, DType dtype) {
    Tensor result(shape, dtype);
    std::memset(result.mutableRawData(), 0, size_t(result.bytes()));
    return result;
}

Tensor Tensor::full(const Dims &shape, double value, DType dtype) {
    Tensor result(shape, dtype);
    visitAnyDType(dtype, [&]<class T>(TypeTag<T>) {
        std::fill_n(reinterpret_cast<T *>(result.mutableRawData()), result.count(), convertElement<T>(value));
    });
    return result;
}

Tensor Tensor::scalar(double value, DType dtype) {
    return full({}, value, dtype);
}

Tensor Tensor::of(const Dims &shape, std::span<const float> values) {
    Tensor result(shape, DType::Float32);
    if (int64_t(values.size()) != result.count())
        throw std::invalid_argument(format("A tensor of shape %s has %lld elements, but %zu values were given.",
                                           jitscope::toString(shape).c_str(), (long long)result.count(),
                                           values.size()));
    std::copy(values.begin(), values.end(), result.mutableData<float>());
    return result;
}

Tensor Tensor::contiguous() const {
    return m_contiguous ? *this : clone();
}

Tensor Tensor::clone() const {
    Tensor copy(m_shape, m_dtype);
    if (m_contiguous)
        std::memcpy(copy.mutableRawData(), rawData(), size_t(bytes()));
    else
        packStrided(copy.mutableRawData(), rawData(), m_shape, m_strides, int(itemBytes()));
    return copy;
}

Tensor Tensor::reshaped(const Dims &shape) const {
    if (countOrThrow(shape) != m_count)
        throw std::invalid_argument("A tensor of shape " + toString(m_shape) + " cannot be reshaped to " +
                                    toString(shape) + ": the numbers of elements differ.");
    const Tensor packed = contiguous();
    return Tensor(packed.m_storage, shape, contiguousStrides(shape), packed.m_offset, m_dtype);
}

Tensor Tensor::permuted(const Dims &axes) const {
    assert(axes.rank() == rank());
    Dims shape, strides;
    for (const int64_t axis : axes) {
        shape.push(m_shape[int(axis)]);
        strides.push(m_strides[int(axis)]);
    }
    return Tensor(m_storage, shape, strides, m_offset, m_dtype);
}

Tensor Tensor::broadcastTo(const Dims &shape) const {
    countOrThrow(shape);
    const int added = shape.rank() - rank();
    if (added < 0 || broadcast(m_shape, shape) != shape)
        throw std::invalid_argument("A tensor of shape " + toString(m_shape) + " does not broadcast to " +
                                    toString(shape) + ".");
    Dims strides = Dims::filled(shape.rank(), 0);
    for (int i = 0; i < rank(); ++i)
        if (m_shape[i] == shape[i + added]) strides[i + added] = m_strides[i];
    return Tensor(m_storage, shape, strides, m_offset, m_dtype);
}

Tensor Tensor::cast(DType dtype) const {
    if (dtype == m_dtype) return *this;
    if (isComplex(m_dtype) && !isComplex(dtype) && dtype != DType::Bool) refuseComplex(); // see complexparts.h
    const Tensor packed = contiguous();
    Tensor result(m_shape, dtype);
    visitAnyDType(m_dtype, [&]<class From>(TypeTag<From>) {
        const auto *from = reinterpret_cast<const From *>(packed.rawData());
        visitAnyDType(dtype, [&]<class To>(TypeTag<To>) {
            auto *to = reinterpret_cast<To *>(result.mutableRawData());
            for (int64_t i = 0; i < m_count; ++i)
                to[i] = convertElement<To>(from[i]);
        });
    });
    return result;
}

namespace {

/** Where the element at a row-major position lies, in elements from the first. */
int64_t placeOf(const Tensor &tensor, int64_t index) {
    assert(index >= 0 && index < tensor.count());
    if (tensor.isContiguous()) return index;
    int64_t place = 0;
    for (int i = tensor.rank() - 1; i >= 0; --i) {
        place += index % tensor.shape()[i] * tensor.strides()[i];
        index /= tensor.shape()[i];
    }
    return place;
}

template<class Result> Result elementAt(const Tensor &tensor, int64_t index) {
    const int64_t place = placeOf(tensor, index);
    return visitAnyDType(tensor.dtype(), [&]<class T>(TypeTag<T>) {
        return convertElement<Result>(reinterpret_cast<const T *>(tensor.rawData())[place]);
    });
}

} // namespace

double Tensor::at(int64_t index) const {
    if (isComplex(m_dtype)) return std::abs(complexAt(index));
    return elementAt<double>(*this, index);
}

std::complex<double> Tensor::complexAt(int64_t index) const {
    return elementAt<std::complex<double>>(*this, index);
}

int64_t Tensor::intAt(int64_t index) const {
    return elementAt<int64_t>(*this, index);
}

Tensor partsOf(const Tensor &tensor) {
    if (!isComplex(tensor.dtype())) return tensor;
    const Tensor source = tensor.rank() < maxRank ? tensor : tensor.reshaped({tensor.count()});
    Dims shape = source.shape(), strides = source.strides();
    for (int axis = 0; axis < strides.rank(); ++axis)
        strides[axis] *= 2;
    shape.push(2);
    strides.push(1);
    return Tensor(source.storage(), shape, strides, 2 * source.offset(), partDType(source.dtype()));
}

Tensor magnitudes(const Tensor &tensor) {
    if (!isComplex(tensor.dtype())) return tensor;
    const Tensor packed = tensor.contiguous();
    Tensor result(packed.shape(), partDType(packed.dtype()));
    const auto fill = [&]<class T>(T *to) {
        const auto *from = reinterpret_cast<const std::complex<T> *>(packed.rawData());
        for (int64_t i = 0; i < packed.count(); ++i)
            to[i] = std::abs(from[i]);
    };
    result.dtype() == DType::Float32 ? fill(result.mutableData<float>()) : fill(result.mutableData<double>());
    return result;
}

bool identical(const Tensor &a, const Tensor &b) {
    if (!a.defined() || !b.defined()) return a.defined() == b.defined();
    if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
    if (a.sameView(b)) return true;
    const Tensor left = a.contiguous(), right = b.contiguous();
    return std::memcmp(left.rawData(), right.rawData(), size_t(left.bytes())) == 0;
}

} // namespace jitscope::inline tensor
