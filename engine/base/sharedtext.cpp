// SPDX-License-Identifier: Apache-2.0
// The pool behind SharedText.
#include "engine/base/sharedtext.h"

#include <mutex>
#include <shared_mutex>
#include <unordered_set>

namespace jitscope::inline base {

namespace {

struct TextHash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
};

/** Never destroyed: records of other static objects may outlive it. */
struct Pool {
    std::shared_mutex mutex;
    std::unordered_set<std::string, TextHash, std::equal_to<>> texts; ///< nodes stay where they are
};

Pool &pool() {
    static Pool *pool = new Pool;
    return *pool;
}

} // namespace

const std::string &SharedText::emptyText() {
    static const std::string *empty = new std::string;
    return *empty;
}

const std::string &SharedText::pooled(std::string_view text) {
    Pool &all = pool();
    {
        const std::shared_lock lock(all.mutex);
        if (const auto found = all.texts.find(text); found != all.texts.end()) return *found;
    }
    const std::unique_lock lock(all.mutex);
    return *all.texts.emplace(text).first;
}

} // namespace jitscope::inline base
