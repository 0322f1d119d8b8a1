// SPDX-License-Identifier: Apache-2.0
// A growing list whose items never move: what one thread has written, others may read while it goes on.
#pragma once

#include "engine/base/largepages.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace jitscope::inline base {

/** Blocks of `blockItems`, made when first written to. The caller sees to it that others only read what they were told
    of after it was written. */
template<class Item, size_t blockItems, size_t mostItems> class StableList {
public:
    StableList()
        : m_blocks(std::make_unique<std::atomic<Item *>[]>(blockCount)) {}
    StableList(const StableList &) = delete;
    StableList &operator=(const StableList &) = delete;
    ~StableList() { clear(); }

    bool has(int64_t index) const { return m_blocks[size_t(index) / blockItems].load(std::memory_order_relaxed); }
    const Item &at(int64_t index) const {
        return m_blocks[size_t(index) / blockItems].load(std::memory_order_relaxed)[size_t(index) % blockItems];
    }
    Item &at(int64_t index) {
        std::atomic<Item *> &block = m_blocks[size_t(index) / blockItems];
        Item *items = block.load(std::memory_order_relaxed);
        if (items == nullptr) [[unlikely]]
            items = makeBlock(block);
        return items[size_t(index) % blockItems];
    }
    /** Makes the block of that item now, so that who writes to it need not wait for its memory. From any thread. */
    void prepare(int64_t index) {
        std::atomic<Item *> &block = m_blocks[size_t(index) / blockItems];
        if (block.load(std::memory_order_relaxed) == nullptr) makeBlock(block);
    }
    void clear() {
        for (size_t i = 0; i < blockCount; ++i)
            freeBlock(m_blocks[i].exchange(nullptr, std::memory_order_relaxed));
    }

private:
    /** The block, ours or that of who was quicker. */
    static Item *makeBlock(std::atomic<Item *> &block) {
        Item *made = newBlock(), *known = nullptr;
        if (block.compare_exchange_strong(known, made, std::memory_order_acq_rel)) return made;
        freeBlock(made);
        return known;
    }
    static Item *newBlock() {
        if constexpr (!isLarge) return new Item[blockItems]();
        auto *items = static_cast<Item *>(allocateLargePages(blockItems * sizeof(Item)));
        std::uninitialized_value_construct_n(items, blockItems);
        return items;
    }
    static void freeBlock(Item *items) {
        if constexpr (!isLarge) {
            delete[] items;
        } else if (items) {
            std::destroy_n(items, blockItems);
            std::free(items);
        }
    }

    static constexpr bool isLarge = blockItems * sizeof(Item) > largePageBytes / 2;
    static constexpr size_t blockCount = mostItems / blockItems;
    std::unique_ptr<std::atomic<Item *>[]> m_blocks;
};

} // namespace jitscope::inline base
