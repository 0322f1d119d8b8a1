// SPDX-License-Identifier: Apache-2.0
// The order of many elements by the digits of numbers that order as they do: stable, and without comparisons.
#pragma once

#include "engine/tensor/elements.h"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace jitscope::inline ops {

/** An unsigned number that orders as the elements do: -0 and 0 are one, NaN stands behind all numbers. */
template<class T> auto sortKey(T value) {
    if constexpr (isHalf<T>) {
        return sortKey(float(value));
    } else if constexpr (std::is_floating_point_v<T>) {
        using Key = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
        constexpr Key sign = Key(1) << (8 * sizeof(Key) - 1);
        if (value != value) return std::numeric_limits<Key>::max();
        const Key bits = std::bit_cast<Key>(value == 0 ? T(0) : value);
        return Key(bits & sign ? ~bits : bits | sign);
    } else if constexpr (std::is_same_v<T, bool>) {
        return uint8_t(value);
    } else {
        using Key = std::make_unsigned_t<T>;
        constexpr Key sign = std::is_signed_v<T> ? Key(Key(1) << (8 * sizeof(Key) - 1)) : Key(0);
        return Key(Key(value) ^ sign);
    }
}

/** From so many elements on it is faster than sorting by comparisons. */
constexpr int64_t radixLeast = 512;

enum class SortOrder : uint8_t { Ascending, Descending };

/** Fills `order` with the places of the elements of `line` in their order, equal ones by their places. */
template<class T, class Place> void radixOrder(const T *line, SortOrder direction, std::span<Place> order) {
    using Key = decltype(sortKey(T()));
    struct Item {
        Key key;
        Place place;
    };
    constexpr int digit = sizeof(Key) < 4 ? 8 : 11, passes = (8 * int(sizeof(Key)) + digit - 1) / digit;
    constexpr Key mask = Key((1u << digit) - 1);
    std::array<std::array<Place, 1u << digit>, passes> counts = {};
    std::vector<Item> items(order.size()), moved(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
        const Key key = direction == SortOrder::Descending ? Key(~sortKey(line[i])) : sortKey(line[i]);
        items[i] = {key, Place(i)};
        for (int pass = 0; pass < passes; ++pass)
            ++counts[size_t(pass)][size_t(Key(key >> (pass * digit)) & mask)];
    }
    for (int pass = 0; pass < passes; ++pass) {
        auto &begins = counts[size_t(pass)];
        const auto digitOf = [pass](Key key) { return size_t(Key(key >> (pass * digit)) & mask); };
        if (size_t(begins[digitOf(items.front().key)]) == items.size()) continue; // all have the same digit
        Place next = 0;
        for (Place &begin : begins)
            begin = std::exchange(next, next + begin);
        for (const Item &item : items)
            moved[size_t(begins[digitOf(item.key)]++)] = item;
        items.swap(moved);
    }
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = items[i].place;
}

} // namespace jitscope::inline ops
