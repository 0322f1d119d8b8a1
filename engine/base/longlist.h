// SPDX-License-Identifier: Apache-2.0
// A list of millions of small items in large blocks: it takes no more than they do, does not move while it grows, and
// goes on in a file where memory has no room for it (spillmemory.h).
#pragma once

#include "engine/base/spillmemory.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace jitscope::inline base {

template<class Item> class LongList {
    static_assert(std::is_trivially_copyable_v<Item> && std::is_trivially_destructible_v<Item>);

public:
    using value_type = Item;
    class const_iterator {
    public:
        using value_type = Item;
        using difference_type = std::ptrdiff_t;
        using reference = const Item &;
        using pointer = const Item *;
        using iterator_category = std::random_access_iterator_tag;

        const_iterator() = default;
        const_iterator(const LongList &list, size_t place)
            : m_list(&list)
            , m_place(difference_type(place)) {}
        const Item &operator*() const { return (*m_list)[size_t(m_place)]; }
        const Item *operator->() const { return &**this; }
        const Item &operator[](difference_type by) const { return *(*this + by); }
        const_iterator &operator+=(difference_type by) { return m_place += by, *this; }
        const_iterator &operator-=(difference_type by) { return m_place -= by, *this; }
        const_iterator &operator++() { return *this += 1; }
        const_iterator &operator--() { return *this -= 1; }
        const_iterator operator++(int) {
            const const_iterator before = *this;
            return ++*this, before;
        }
        const_iterator operator--(int) {
            const const_iterator before = *this;
            return --*this, before;
        }
        const_iterator operator+(difference_type by) const { return const_iterator(*this) += by; }
        const_iterator operator-(difference_type by) const { return const_iterator(*this) -= by; }
        friend const_iterator operator+(difference_type by, const const_iterator &at) { return at + by; }
        difference_type operator-(const const_iterator &other) const { return m_place - other.m_place; }
        bool operator==(const const_iterator &other) const { return m_place == other.m_place; }
        auto operator<=>(const const_iterator &other) const { return m_place <=> other.m_place; }

    private:
        const LongList *m_list = nullptr;
        difference_type m_place = 0;
    };

    LongList() = default;
    LongList(const LongList &other) { *this = other; }
    LongList(LongList &&other) noexcept
        : m_blocks(std::move(other.m_blocks))
        , m_size(std::exchange(other.m_size, 0)) {}
    LongList &operator=(const LongList &other) {
        if (this == &other) return *this;
        clear();
        append(other);
        return *this;
    }
    LongList &operator=(LongList &&other) noexcept {
        m_blocks = std::move(other.m_blocks);
        other.m_blocks.clear();
        m_size = std::exchange(other.m_size, 0);
        return *this;
    }
    ~LongList() = default;

    size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const Item &operator[](size_t place) const { return m_blocks[place / blockItems].items[place % blockItems]; }
    Item &operator[](size_t place) { return m_blocks[place / blockItems].items[place % blockItems]; }
    const Item &back() const { return (*this)[m_size - 1]; }
    const_iterator begin() const { return {*this, 0}; }
    const_iterator end() const { return {*this, m_size}; }

    void push_back(const Item &item) {
        const Item copy = item; // may be one of ours
        makeRoom();
        m_blocks.back().items[m_size++ % blockItems] = copy;
    }
    void append(const LongList &other) {
        for (size_t place = 0, size = other.m_size; place < size; ++place)
            push_back(other[place]);
    }
    /** New ones are as they are by default. */
    void resize(size_t size) {
        while (m_size < size)
            push_back(Item());
        m_size = size;
        m_blocks.resize((size + blockItems - 1) / blockItems);
    }
    void clear() {
        m_blocks.clear();
        m_size = 0;
    }

private:
    static constexpr size_t blockItems = std::bit_ceil(spillableBytes / sizeof(Item));
    static constexpr size_t leastItems = 16;
    struct Release {
        size_t room = 0;
        void operator()(Item *items) const { SpillAllocator<Item>().deallocate(items, room); }
    };
    struct Block {
        std::unique_ptr<Item[], Release> items;
        size_t room() const { return items.get_deleter().room; }
        /** Not initialised. */
        static Block of(size_t room) { return {{SpillAllocator<Item>().allocate(room), Release{room}}}; }
    };
    /** For one more. The first block grows to its size: most lists are short. */
    void makeRoom() {
        const size_t used = m_size % blockItems;
        if (used == 0 && m_size == m_blocks.size() * blockItems) {
            m_blocks.push_back(Block::of(m_blocks.empty() ? leastItems : blockItems));
            return;
        }
        Block &last = m_blocks.back();
        if (used < last.room()) return;
        Block larger = Block::of(std::min(last.room() * 2, blockItems));
        std::copy_n(last.items.get(), used, larger.items.get());
        last = std::move(larger);
    }

    std::vector<Block> m_blocks;
    size_t m_size = 0;
};

} // namespace jitscope::inline base
