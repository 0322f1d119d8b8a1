// SPDX-License-Identifier: Apache-2.0
// Memory for what grows as long as a program is recorded: lists and columns of millions of items. Up to a budget it is
// as any other. Beyond it are pages of a file without a name, which the system writes when others need the memory, and
// reads when somebody looks at them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jitscope::inline base {

/** In bytes; blocks below spillableBytes are not counted. */
struct SpillUse {
    int64_t inMemory = 0, budget = 0, inFile = 0;
    std::string trouble; ///< why no more goes to the file; "" while it does, and without a folder for it
    bool operator==(const SpillUse &) const = default;
};

constexpr size_t spillableBytes = size_t(64) << 10; ///< smaller blocks never lie in the file

/** Where the file is made when it is needed first, in place of no folder: then all stays in memory. */
void useSpillFolder(std::string folder);
/** A quarter of what was available at first. What is in memory already stays there. */
void setSpillBudget(int64_t bytes);
SpillUse spillUse();
/** How much more the file may take: at most half of what the disk had free when it was made. 0 without a folder, and on
    a disk that is memory. */
int64_t spillRoom();

/** Not initialised; of the file, in memory when that cannot grow. Throws std::bad_alloc. */
void *allocateSpillable(size_t bytes);
/** With the size that it was asked for with. */
void releaseSpillable(void *block, size_t bytes) noexcept;

template<class Item> struct SpillAllocator {
    using value_type = Item;
    SpillAllocator() = default;
    template<class Other> SpillAllocator(const SpillAllocator<Other> &) {}
    Item *allocate(size_t count) { return static_cast<Item *>(allocateSpillable(count * sizeof(Item))); }
    void deallocate(Item *items, size_t count) noexcept { releaseSpillable(items, count * sizeof(Item)); }
    template<class Other> bool operator==(const SpillAllocator<Other> &) const { return true; }
};

/** A vector of millions. */
template<class Item> using LongVector = std::vector<Item, SpillAllocator<Item>>;

} // namespace jitscope::inline base
