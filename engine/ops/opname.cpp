// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/opname.h"

#include <mutex>
#include <unordered_set>

namespace jitscope::inline ops {

namespace {

/** Entries are never removed and never move. Their number is limited by what dumps of one process name. */
struct Names {
    std::mutex mutex;
    std::unordered_set<std::string> entries;
};

const std::string *interned(std::string_view text) {
    static Names &names = *new Names; // outlives whatever still compares when the process ends
    const std::lock_guard lock(names.mutex);
    return &*names.entries.emplace(text).first;
}

} // namespace

OpName::OpName() {
    static const std::string *const none = interned({});
    m_text = none;
}

OpName::OpName(std::string_view text)
    : m_text(interned(text)) {}

} // namespace jitscope::inline ops
