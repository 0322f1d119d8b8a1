// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/benchmarks/benchrow.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope {
inline namespace benchmarks {

namespace {

std::vector<BenchRow> rowsOf(BenchDirection direction) {
    std::vector<BenchRow> rows{{"eager", "", "", false, direction}};
    for (const char *mode : {"ast", "bytecode", "trace"})
        for (const bool isFullgraph : {false, true}) {
            if (isFullgraph && std::string(mode) == "trace") continue;
            rows.push_back({mode, "O0", "", isFullgraph, direction});
            rows.push_back({mode, "O1", "", isFullgraph, direction});
            rows.push_back({mode, "", "GE", isFullgraph, direction});
        }
    return rows;
}

/** What words may ask for: "backward" is one, "forward" alone is the other direction. */
std::vector<std::string> wordsOf(const BenchRow &row) {
    std::vector<std::string> words{row.mode, row.direction == BenchDirection::Forward ? "forward" : "backward"};
    for (const std::string &word : {row.level, row.backend})
        if (!word.empty()) words.push_back(word);
    if (row.isFullgraph) words.push_back("fullgraph");
    return words;
}

bool hasAll(const BenchRow &row, const std::vector<std::string> &wanted) {
    const std::vector<std::string> words = wordsOf(row);
    return std::ranges::all_of(wanted, [&](const std::string &word) { return std::ranges::count(words, word) > 0; });
}

std::vector<std::string> wordsIn(const std::string &text) {
    std::vector<std::string> words = split(text, ' ');
    std::erase(words, std::string());
    return words;
}

} // namespace

const std::vector<BenchRow> &allBenchRows() {
    static const std::vector<BenchRow> all = [] {
        std::vector<BenchRow> rows = rowsOf(BenchDirection::Forward);
        const std::vector<BenchRow> backward = rowsOf(BenchDirection::Backward);
        rows.insert(rows.end(), backward.begin(), backward.end());
        return rows;
    }();
    return all;
}

std::string wayOf(const BenchRow &row) {
    std::string text = row.mode;
    for (const std::string &word : {row.level, row.backend})
        if (!word.empty()) text += " " + word;
    return row.isFullgraph ? text + " fullgraph" : text;
}

std::string toString(BenchDirection direction) {
    return direction == BenchDirection::Forward ? "forward" : "forward + backward";
}

std::string nameOf(const BenchRow &row) {
    return wayOf(row) + ", " + toString(row.direction);
}

Result<std::vector<BenchRow>> benchRowsNamed(const std::string &text) {
    std::vector<std::vector<std::string>> alternatives;
    for (const std::string &part : split(text, ','))
        if (auto words = wordsIn(part); !words.empty()) alternatives.push_back(std::move(words));
    if (alternatives.empty()) return Error{"no rows are named; such as: eager,ast O1"};
    const auto &all = allBenchRows();
    for (const auto &wanted : alternatives)
        if (std::ranges::none_of(all, [&](const BenchRow &row) { return hasAll(row, wanted); }))
            return Error{"no row is '" + join(wanted, " ") +
                         "'; the words are eager, ast, bytecode, trace, O0, O1, GE, fullgraph, forward and backward"};
    std::vector<BenchRow> rows;
    const auto isAsked = [&](const BenchRow &row) {
        return std::ranges::any_of(alternatives, [&](const auto &wanted) { return hasAll(row, wanted); });
    };
    const auto isBaseline = [&](const BenchRow &row) {
        return row.isEager() && std::ranges::any_of(all, [&](const BenchRow &other) {
                   return other.direction == row.direction && isAsked(other);
               });
    };
    std::ranges::copy_if(all, std::back_inserter(rows),
                         [&](const BenchRow &row) { return isAsked(row) || isBaseline(row); });
    return rows;
}

} // namespace benchmarks
} // namespace jitscope
