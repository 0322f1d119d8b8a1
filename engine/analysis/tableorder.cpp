// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/tableorder.h"

#include "engine/base/lettercase.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline analysis {

namespace {

constexpr int64_t askEvery = 1 << 16; ///< rows

/** In which texts of each column a word occurs: asked once a text, not once a row. */
class WordMatch {
public:
    WordMatch(const DataTable &table, const std::string &word)
        : m_table(table)
        , m_word(lowered(word))
        , m_texts(size_t(table.columnCount()))
        , m_isNumber(!word.empty() && (std::isdigit(static_cast<unsigned char>(word[0])) || word[0] == '-')) {
        for (size_t i = 0; i < m_texts.size(); ++i) {
            const DataColumn &column = table.columns()[i];
            if (column.type != ColumnType::Text) continue;
            for (const std::string &text : column.pool.all())
                m_texts[i].push_back(lowered(text).find(m_word) != std::string::npos);
        }
    }

    bool isIn(int64_t row) const {
        for (size_t i = 0; i < m_texts.size(); ++i) {
            const DataColumn &column = m_table.columns()[i];
            if (column.type == ColumnType::Text ? m_texts[i][column.texts[size_t(row)]]
                                                : m_isNumber && m_table.cell(row, int(i)).find(m_word) == 0)
                return true;
        }
        return false;
    }

private:
    const DataTable &m_table;
    std::string m_word;
    std::vector<std::vector<bool>> m_texts; ///< by column, by text
    bool m_isNumber;
};

bool overlaps(const DataTable &table, int64_t row, int begin, int duration, const Interval &within) {
    const int64_t start = table.integer(row, begin), length = table.integer(row, duration);
    if (start == missingInteger) return false;
    const int64_t end = start + (length == missingInteger ? 0 : length);
    return start < within.endNs && (end > within.beginNs || (end == start && start >= within.beginNs));
}

/** Sorts by numbers that were gathered once; `isMissing` ones come last. */
template<class Value, class Get, class Missing>
void sortBy(std::vector<int64_t> &rows, bool isDescending, Get get, Missing isMissing) {
    std::vector<std::pair<Value, int64_t>> keyed;
    std::vector<int64_t> missing;
    keyed.reserve(rows.size());
    for (const int64_t row : rows)
        if (const Value value = get(row); isMissing(value))
            missing.push_back(row);
        else
            keyed.push_back({value, row});
    if (isDescending)
        std::stable_sort(keyed.begin(), keyed.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    else
        std::stable_sort(keyed.begin(), keyed.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    rows.clear();
    for (const auto &[value, row] : keyed)
        rows.push_back(row);
    rows.insert(rows.end(), missing.begin(), missing.end());
}

/** The places of a pool's texts in their order; texts that are wholly digits by number, as steps are. */
std::vector<int64_t> textPlaces(const TextPool &pool) {
    const std::vector<std::string> &texts = pool.all();
    std::vector<size_t> order(texts.size());
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto isNumber = [](const std::string &text) {
        return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
    };
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        const bool left = isNumber(texts[a]), right = isNumber(texts[b]);
        if (left != right) return left;
        if (left && texts[a].size() != texts[b].size()) return texts[a].size() < texts[b].size();
        return texts[a] < texts[b];
    });
    std::vector<int64_t> places(texts.size());
    for (size_t i = 0; i < order.size(); ++i)
        places[order[i]] = texts[order[i]].empty() ? missingInteger : int64_t(i);
    return places;
}

void sortRows(const DataTable &table, std::vector<int64_t> &rows, const TableQuery &query) {
    const DataColumn &column = table.columns()[size_t(query.sortColumn)];
    const auto isMissing = [](int64_t value) { return value == missingInteger; };
    if (column.type == ColumnType::Integer)
        return sortBy<int64_t>(
            rows, query.isDescending, [&](int64_t row) { return column.integers[size_t(row)]; }, isMissing);
    if (column.type == ColumnType::Real)
        return sortBy<double>(
            rows, query.isDescending, [&](int64_t row) { return column.reals[size_t(row)]; },
            [](double value) { return std::isnan(value); });
    const std::vector<int64_t> places = textPlaces(column.pool);
    sortBy<int64_t>(
        rows, query.isDescending, [&](int64_t row) { return places[column.texts[size_t(row)]]; }, isMissing);
}

} // namespace

int beginColumn(const DataTable &table) {
    for (const char *name : {"start", "time", "allocation_time"})
        if (const int column = table.column(name);
            column >= 0 && table.columns()[size_t(column)].type == ColumnType::Integer)
            return column;
    return -1;
}

std::vector<int64_t> rowsOf(const DataTable &table, const TableQuery &query,
                            const std::function<bool()> &shouldContinue) {
    std::vector<WordMatch> words;
    for (const std::string &word : query.words)
        words.emplace_back(table, word);
    const int begin = query.within ? beginColumn(table) : -1;
    const int duration = table.column("duration");
    std::vector<int64_t> rows;
    if (words.empty() && begin < 0) rows.reserve(size_t(table.rowCount()));
    for (int64_t row = 0; row < table.rowCount(); ++row) {
        if (row % askEvery == 0 && !shouldContinue()) return {};
        if (begin >= 0 && !overlaps(table, row, begin, duration, *query.within)) continue;
        if (std::all_of(words.begin(), words.end(), [&](const WordMatch &word) { return word.isIn(row); }))
            rows.push_back(row);
    }
    if (query.sortColumn >= 0 && query.sortColumn < table.columnCount()) sortRows(table, rows, query);
    return rows;
}

} // namespace jitscope::inline analysis
