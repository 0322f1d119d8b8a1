// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/rules/indexrules.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

std::string quoted(std::string_view text) {
    return "'" + std::string(text) + "'";
}

/** Int64 elements of its own. */
Tensor wideCopy(const Tensor &indices) {
    return indices.dtype() == DType::Int64 ? indices.clone() : indices.cast(DType::Int64);
}

} // namespace

void checkIndexType(std::string_view op, std::string_view name, const Abstract &indices) {
    if (indices.dtype != DType::Bool && !info(indices.dtype).floating) return;
    throw TypeMistake(format("For primitive[%s], the input argument[%s] must be a type of {Int32, Int64}, but got %s.",
                             std::string(op).c_str(), std::string(name).c_str(),
                             std::string(info(indices.dtype).name).c_str()));
}

Tensor checkedIndices(std::string_view op, std::string_view name, const Tensor &indices, int64_t size,
                      Negative negative) {
    Tensor wide = wideCopy(indices);
    auto *index = wide.mutableData<int64_t>();
    const int64_t lowest = negative == Negative::IsRefused ? 0 : -size;
    for (int64_t i = 0; i < wide.count(); ++i) {
        if (index[i] < lowest || index[i] >= size)
            throw IndexElementOutOfRange(format("For %s, the %s should be in the range [%lld, %lld), but got %lld.",
                                                quoted(op).c_str(), quoted(name).c_str(), (long long)lowest,
                                                (long long)size, (long long)index[i]));
        if (index[i] < 0) index[i] += size;
    }
    return wide;
}

Tensor checkedCoordinates(std::string_view op, const Tensor &indices, const Dims &shape) {
    Tensor wide = wideCopy(indices);
    const auto *index = wide.data<int64_t>();
    const int64_t depth = indices.shape().back();
    for (int64_t i = 0; i < wide.count(); ++i) {
        if (index[i] >= 0 && index[i] < shape[int(i % depth)]) continue;
        const int64_t row = i / depth;
        Dims coordinates;
        for (int64_t k = 0; k < depth; ++k)
            coordinates.push(index[row * depth + k]);
        throw IndexElementOutOfRange(format("For %s, the %lld-th value of 'indices'%s is out of range%s.",
                                            quoted(op).c_str(), (long long)row, listText(coordinates).c_str(),
                                            listText(shape).c_str()));
    }
    return wide;
}

Dims coordinateShape(std::string_view op, const Dims &shape, const Dims &indices) {
    if (indices.empty()) diagnose(format("For %s, the rank of 'indices' must be at least 1.", quoted(op).c_str()));
    if (indices.back() > shape.rank())
        diagnose(
            format("For %s, the last dimension of 'indices', %lld, must not be greater than the rank of the input, "
                   "%d.",
                   quoted(op).c_str(), (long long)indices.back(), shape.rank()));
    const int depth = int(indices.back());
    if (indices.rank() - 1 + shape.rank() - depth > maxRank)
        diagnose(format("For %s, a Tensor has at most %d dimensions.", quoted(op).c_str(), maxRank));
    Dims result;
    for (int i = 0; i + 1 < indices.rank(); ++i)
        result.push(indices[i]);
    for (int i = depth; i < shape.rank(); ++i)
        result.push(shape[i]);
    return result;
}

Tensor integers(const Dims &shape, std::initializer_list<int64_t> values) {
    Tensor result(shape, DType::Int64);
    std::copy(values.begin(), values.end(), result.mutableData<int64_t>());
    return result;
}

} // namespace jitscope::inline ops
