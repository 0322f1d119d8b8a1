// SPDX-License-Identifier: Apache-2.0
// Integer ids that cannot be mixed up: a NodeId is not a GraphId, though both are numbers.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace jitscope {

/** An integer id of its own type. Negative means "none". */
template<class Tag> struct StrongId {
    int64_t value = -1;

    bool valid() const { return value >= 0; }
    auto operator<=>(const StrongId &) const = default;
};

} // namespace jitscope

template<class Tag> struct std::hash<jitscope::StrongId<Tag>> {
    size_t operator()(const jitscope::StrongId<Tag> &id) const noexcept { return std::hash<int64_t>{}(id.value); }
};
