// SPDX-License-Identifier: Apache-2.0
#include "engine/python/builtinmemory.h"

#include <unordered_map>
#include <utility>

namespace jitscope::inline python {

namespace {

/** How many graphs have it. */
std::unordered_map<const Storage *, int> &counts() {
    static auto *const all = new std::unordered_map<const Storage *, int>; // outlives graphs that end with Python
    return *all;
}

} // namespace

BuiltInMemory::BuiltInMemory(StoragePtr storage)
    : m_storage(std::move(storage)) {
    if (m_storage) ++counts()[m_storage.get()];
}

BuiltInMemory::~BuiltInMemory() {
    if (!m_storage) return;
    const auto found = counts().find(m_storage.get());
    if (--found->second == 0) counts().erase(found);
}

bool BuiltInMemory::isBuiltIn(const Storage *storage) {
    return counts().contains(storage);
}

} // namespace jitscope::inline python
