// SPDX-License-Identifier: Apache-2.0
// A shape or a set of strides: up to eight 64-bit numbers without an allocation.
#pragma once

#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

namespace jitscope::inline tensor {

/** The most axes a tensor can have (as in MindSpore). */
constexpr int maxRank = 8;

/** Throws std::invalid_argument: a tensor would get more axes than there is room for. */
[[noreturn]] void refuseRank();

/** A small inline vector of sizes, strides or axes. Operators combine shapes of the user's choice, so going beyond its
    room is the user's mistake and throws std::invalid_argument. */
class Dims {
public:
    Dims() = default;
    Dims(std::initializer_list<int64_t> values)
        : Dims(std::span<const int64_t>(values.begin(), values.size())) {}
    explicit Dims(std::span<const int64_t> values)
        : m_rank(int(values.size())) {
        if (values.size() > size_t(maxRank)) refuseRank();
        for (int i = 0; i < m_rank; ++i)
            m_values[i] = values[i];
    }
    static Dims filled(int rank, int64_t value) {
        Dims dims;
        for (int i = 0; i < rank; ++i)
            dims.push(value);
        return dims;
    }

    int rank() const { return m_rank; }
    bool empty() const { return m_rank == 0; }
    int64_t operator[](int i) const {
        assert(i >= 0 && i < m_rank);
        return m_values[i];
    }
    int64_t &operator[](int i) {
        assert(i >= 0 && i < m_rank);
        return m_values[i];
    }
    int64_t back() const { return (*this)[m_rank - 1]; }
    void push(int64_t value) {
        if (m_rank >= maxRank) [[unlikely]]
            refuseRank();
        m_values[m_rank++] = value;
    }
    const int64_t *begin() const { return m_values; }
    const int64_t *end() const { return m_values + m_rank; }
    const int64_t *data() const { return m_values; }
    std::span<const int64_t> span() const { return {m_values, size_t(m_rank)}; }

    /** The product of all values, 1 for none. Sizes that could overflow were refused when the tensor was made. */
    int64_t product() const {
        int64_t all = 1;
        for (int64_t value : *this)
            all *= value;
        return all;
    }

    bool operator==(const Dims &other) const {
        if (m_rank != other.m_rank) return false;
        for (int i = 0; i < m_rank; ++i)
            if (m_values[i] != other.m_values[i]) return false;
        return true;
    }

private:
    int64_t m_values[maxRank];
    int m_rank = 0;
};

/** As Python prints a tuple: "()", "(3,)", "(2, 3)". */
std::string toString(const Dims &dims);

/** Row-major strides, in elements. */
Dims contiguousStrides(const Dims &shape);

/** The number of elements, or nothing if a size is negative or the bytes (at 8 each) would not fit 63 bits. */
std::optional<int64_t> checkedCount(std::span<const int64_t> shape);

/** The common shape of two operands by NumPy's rule, or nothing if they do not broadcast. */
std::optional<Dims> broadcast(const Dims &a, const Dims &b);

/** `axis` counted from the front (-1 is the last), or nothing if it is out of [-rank, rank). */
std::optional<int> normalizedAxis(int64_t axis, int rank);

} // namespace jitscope::inline tensor
