// SPDX-License-Identifier: Apache-2.0
// Integer ids that cannot be mixed up: a NodeId is not a GraphId, though both are numbers.
#pragma once

#include <cstdint> // before <compare>: moc cannot read <concepts> as the first header of a file
#include <functional>
#include <compare>

namespace jitscope::inline base {

/** An integer id of its own type. Negative means "none". */
template<class Tag> struct StrongId {
    int64_t value = -1;

    bool valid() const { return value >= 0; }
    auto operator<=>(const StrongId &) const = default;
};

} // namespace jitscope::inline base

template<class Tag> struct std::hash<jitscope::StrongId<Tag>> {
    size_t operator()(const jitscope::StrongId<Tag> &id) const noexcept { return std::hash<int64_t>{}(id.value); }
};
