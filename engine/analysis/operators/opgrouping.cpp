// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/opgrouping.h"

#include <algorithm>
#include <iterator>

namespace jitscope::inline analysis {

namespace {

constexpr const char *names[] = {"op", "type", "scope", "cell", "line", "node", "kernel", "phase", "step", "thread"};
static_assert(std::size(names) == opGroupingCount);

} // namespace

std::optional<OpGrouping> opGroupingNamed(std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == std::end(names)) return std::nullopt;
    return OpGrouping(found - std::begin(names));
}

const char *nameOf(OpGrouping grouping) {
    return names[size_t(grouping)];
}

std::vector<std::string> opGroupingNames() {
    return {std::begin(names), std::end(names)};
}

} // namespace jitscope::inline analysis
