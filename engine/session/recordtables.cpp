// SPDX-License-Identifier: Apache-2.0
#include "engine/session/recordtables.h"

#include "engine/base/text.h"

#include <charconv>

namespace jitscope::inline session {

std::string listText(std::span<const int64_t> numbers) {
    std::string text;
    for (const int64_t number : numbers)
        text += (text.empty() ? "" : ",") + std::to_string(number);
    return text;
}

std::string listText(const std::vector<NodeId> &nodes) {
    std::vector<int64_t> numbers;
    for (const NodeId node : nodes)
        numbers.push_back(node.value);
    return listText(numbers);
}

std::vector<int64_t> numberList(DatabaseReader &in) {
    const std::string text = in.text();
    std::vector<int64_t> numbers;
    const char *at = text.data(), *const end = text.data() + text.size();
    while (at < end) {
        int64_t number = 0;
        const auto [rest, problem] = std::from_chars(at, end, number);
        const bool ends = rest == end || (*rest == ',' && rest + 1 < end);
        if (problem != std::errc() || !ends) {
            in.fault("has '" + text.substr(0, 40) + "' where a list of numbers belongs");
            return {};
        }
        numbers.push_back(number);
        at = rest == end ? end : rest + 1;
    }
    return numbers;
}

Dims dimsOf(DatabaseReader &in) {
    const std::vector<int64_t> sizes = numberList(in);
    if (sizes.size() <= size_t(maxRank)) return Dims(std::span<const int64_t>(sizes));
    in.fault(format("has a shape of %zu axes, more than %d", sizes.size(), maxRank));
    return {};
}

std::vector<ColumnDef> integerColumns(std::string_view names) {
    std::vector<ColumnDef> columns;
    if (names.empty()) return columns;
    for (const std::string &name : split(names, ','))
        columns.push_back({std::string(trimmed(name)), "INTEGER"});
    return columns;
}

} // namespace jitscope::inline session
