// SPDX-License-Identifier: Apache-2.0
#include "plugins/ascend_profiler/exportname.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

constexpr size_t shortestStamp = 12;       // yyyymmddHHMM
constexpr int64_t stampsOfOneExport = 100; // apart at most, read as a number: one minute

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/** Cuts "_123" off the end and gives its digits; "" when there is no such end. */
std::string cutNumber(std::string &text) {
    size_t begin = text.size();
    while (begin > 0 && isDigit(text[begin - 1]))
        --begin;
    if (begin == text.size() || begin < 2 || text[begin - 1] != '_') return {};
    std::string digits = text.substr(begin);
    text.resize(begin - 1);
    return digits;
}

std::pair<size_t, std::string_view> asNumber(std::string_view digits) {
    return {digits.size(), digits};
}

bool isOneExport(const std::string &a, const std::string &b) {
    if (a.size() != b.size() || a.size() > 18) return a == b;
    return std::llabs(std::atoll(a.c_str()) - std::atoll(b.c_str())) < stampsOfOneExport;
}

struct Named {
    ExportName name;
    const std::string *path = nullptr;
};

std::vector<std::string> partNumbers(const std::string &part) {
    std::vector<std::string> numbers(1);
    for (const char c : part) {
        if (isDigit(c))
            numbers.back() += c;
        else if (!numbers.back().empty())
            numbers.emplace_back();
    }
    return numbers;
}

bool isBefore(const Named &a, const Named &b) {
    const auto left = partNumbers(a.name.part), right = partNumbers(b.name.part);
    return std::lexicographical_compare(
        left.begin(), left.end(), right.begin(), right.end(),
        [](const std::string &x, const std::string &y) { return asNumber(x) < asNumber(y); });
}

/** Of the exports of one stem, the newest: back from the newest stamp until a part comes again or too much time lies
    between. */
ExportGroup newest(std::vector<Named> files) {
    std::stable_sort(files.begin(), files.end(),
                     [](const Named &a, const Named &b) { return asNumber(a.name.stamp) > asNumber(b.name.stamp); });
    ExportGroup group{files.front().name.stem, files.front().name.extension, {}, 0};
    std::set<std::string> parts;
    std::vector<Named> taken;
    for (const Named &file : files) {
        const bool follows = taken.empty() || isOneExport(taken.back().name.stamp, file.name.stamp);
        const bool isSameKind = taken.empty() || taken.front().name.part.empty() == file.name.part.empty();
        if (!follows || !isSameKind || !parts.insert(file.name.part).second) break;
        taken.push_back(file);
    }
    std::stable_sort(taken.begin(), taken.end(), isBefore);
    for (const Named &file : taken)
        group.paths.push_back(*file.path);
    group.older = int(files.size() - taken.size());
    return group;
}

} // namespace

std::string fileName(const std::string &path) {
    return path.substr(path.rfind('/') + 1);
}

ExportName exportName(std::string_view file) {
    file = file.substr(file.rfind('/') + 1);
    ExportName name;
    const size_t dot = file.rfind('.');
    if (dot != file.npos) name.extension = file.substr(dot + 1);
    name.stem = file.substr(0, dot);
    std::string number = cutNumber(name.stem);
    if (number.size() >= shortestStamp) {
        name.stamp = std::move(number);
        number = cutNumber(name.stem);
    }
    for (; !number.empty(); number = cutNumber(name.stem))
        name.part = name.part.empty() ? number : number + "_" + name.part;
    constexpr std::string_view slice = "_slice";
    if (name.stem.ends_with(slice) && !name.part.empty()) {
        name.stem.resize(name.stem.size() - slice.size());
        name.part = "slice_" + name.part;
    }
    return name;
}

std::vector<ExportGroup> newestExports(const std::vector<std::string> &paths) {
    std::map<std::tuple<std::string, std::string, std::string>, std::vector<Named>> byStem;
    for (const std::string &path : paths) {
        Named file{exportName(path), &path};
        byStem[{file.name.stem, file.name.extension, path.substr(0, path.rfind('/') + 1)}].push_back(file);
    }
    std::vector<ExportGroup> groups;
    for (auto &[key, files] : byStem)
        groups.push_back(newest(std::move(files)));
    return groups;
}

} // namespace ascend_profiler
} // namespace jitscope
