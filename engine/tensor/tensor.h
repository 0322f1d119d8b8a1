// SPDX-License-Identifier: Apache-2.0
// A handle to typed, strided elements in shared storage. Copying a Tensor shares the elements.
#pragma once

#include "engine/tensor/dims.h"
#include "engine/tensor/dtype.h"
#include "engine/tensor/storage.h"

#include <complex>
#include <span>
#include <string>
#include <vector>

namespace jitscope::inline tensor {

class Tensor {
public:
    /** No tensor at all; only `defined()` may be asked. */
    Tensor() = default;
    /** Contiguous and not initialised. */
    Tensor(const Dims &shape, DType dtype);
    /** A view: strides and offset in elements. */
    Tensor(StoragePtr storage, const Dims &shape, const Dims &strides, int64_t offset, DType dtype);

    static Tensor zeros(const Dims &shape, DType dtype);
    /** Every element is `value`, converted as a C++ cast would. */
    static Tensor full(const Dims &shape, double value, DType dtype);
    /** Rank 0. */
    static Tensor scalar(double value, DType dtype);
    /** A copy of row-major `values`. */
    static Tensor of(const Dims &shape, std::span<const float> values);

    bool defined() const { return bool(m_storage); }
    DType dtype() const { return m_dtype; }
    const Dims &shape() const { return m_shape; }
    const Dims &strides() const { return m_strides; }
    int64_t offset() const { return m_offset; }
    int rank() const { return m_shape.rank(); }
    int64_t count() const { return m_count; }
    int64_t bytes() const { return m_count * info(m_dtype).bytes; }
    int64_t itemBytes() const { return info(m_dtype).bytes; }
    bool isContiguous() const { return m_contiguous; }
    const StoragePtr &storage() const { return m_storage; }

    /** The number by which a gradient knows this value (see eager/tape.h), or 0. Handles that are copied keep it; views
        and computed tensors have none of their own accord. */
    uint64_t identity() const { return m_identity; }
    Tensor withIdentity(uint64_t identity) const {
        Tensor same = *this;
        same.m_identity = identity;
        return same;
    }

    /** The first element. T must be the C++ type of the dtype (std::uint16_t for the two half types). */
    template<class T> const T *data() const { return reinterpret_cast<const T *>(m_storage->data()) + m_offset; }
    template<class T> T *mutableData() { return reinterpret_cast<T *>(m_storage->data()) + m_offset; }
    const std::byte *rawData() const { return m_storage->data() + m_offset * itemBytes(); }
    std::byte *mutableRawData() { return m_storage->data() + m_offset * itemBytes(); }

    /** Itself if contiguous, else a packed copy. */
    Tensor contiguous() const;
    /** Always a packed copy with storage of its own. */
    Tensor clone() const;
    /** The same elements in another shape of the same count; a view when contiguous, else of a packed copy. */
    Tensor reshaped(const Dims &shape) const;
    /** A view with axes in the order of `axes` (a permutation). */
    Tensor permuted(const Dims &axes) const;
    /** A view with size-1 and missing leading axes broadcast; `shape` must be a broadcast of this shape. */
    Tensor broadcastTo(const Dims &shape) const;
    /** A converted packed copy (itself when the dtype is the same and `this` is returned as is). */
    Tensor cast(DType dtype) const;

    /** The element at a row-major position, as a double (the magnitude of a complex number); for printing, statistics
       and tests, not for kernels. */
    double at(int64_t index) const;
    /** The same as an exact integer for integer dtypes. */
    int64_t intAt(int64_t index) const;

    /** The same of any number; the imaginary part of what is not complex is 0. */
    std::complex<double> complexAt(int64_t index) const;

    /** The same storage, view and dtype. */
    bool sameView(const Tensor &other) const {
        return m_storage == other.m_storage && m_offset == other.m_offset && m_dtype == other.m_dtype &&
               m_shape == other.m_shape && m_strides == other.m_strides;
    }

private:
    StoragePtr m_storage;
    Dims m_shape;
    Dims m_strides;
    int64_t m_offset = 0;
    int64_t m_count = 0;
    uint64_t m_identity = 0;
    DType m_dtype = DType::Float32;
    bool m_contiguous = true;
};

/** The real and the imaginary parts of a complex tensor side by side, along one more axis of size 2 at the end: a view
    where there is room for that axis, else of all elements in one row. What is not complex is given back. */
Tensor partsOf(const Tensor &tensor);

/** |z| of each element of a complex tensor, in the dtype of its parts. What is not complex is given back. */
Tensor magnitudes(const Tensor &tensor);

/** Equal dtype, shape and bits. */
bool identical(const Tensor &a, const Tensor &b);

/** How far apart two tensors are; shapes must be equal. NaN against NaN counts as equal. */
struct Difference {
    double maxAbsolute = 0;
    double maxRelative = 0; ///< |a - b| / max(|a|, |b|, 1e-30)
    int64_t worstIndex = -1;
};
Difference difference(const Tensor &a, const Tensor &b);

/** `a` and `b` equal within `relative` of the larger magnitude plus `absolute`. */
bool close(const Tensor &a, const Tensor &b, double relative, double absolute);

/** What a tensor's values look like at a glance. */
struct TensorStatistics {
    int64_t count = 0, nan = 0, positiveInf = 0, negativeInf = 0, zero = 0, positive = 0, negative = 0;
    double min = 0, max = 0, mean = 0, deviation = 0; ///< of the finite values
    std::vector<int64_t> histogram;                   ///< equal bins over [min, max] of the finite values
};
TensorStatistics statistics(const Tensor &tensor, int bins = 40);

} // namespace jitscope::inline tensor
