// SPDX-License-Identifier: Apache-2.0
// Three ways to write a table, told apart by the ending and the first line.
#include "plugins/mindspore_legacy/legacytables.h"

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/reading/csvtable.h"
#include "engine/reading/jsondocument.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace jitscope {
inline namespace mindspore_legacy {

namespace {

constexpr int64_t maxBytes = int64_t(512) << 20;
constexpr size_t maxColumns = 512;

const CsvTableRule *ruleOf(const std::string &subject) {
    static const CsvTableRule statistic = {
        "op_statistic",
        {"aicore_intermediate_type"},
        {{"type", {"kernel_type", "op_type"}},
         {"total", {"total_time", "execution_time"}, "ms"},
         {"count", {"execution_frequency"}},
         {"ratio", {"percent"}}},
    };
    return subject == "aicore_intermediate_type" ? &statistic : nullptr;
}

Result<LegacyTables> readCommas(const std::string &path, const std::string &subject, Progress *progress) {
    CsvTableOptions options;
    options.progress = progress;
    const CsvTableRule *rule = ruleOf(subject);
    auto read = readCsvTable(path, rule, rule != nullptr ? rule->table : subject, options);
    if (!read) return read.error();
    if (rule != nullptr) // these are sums of AI core operators alone
        for (int64_t row = 0; row < read->table.rowCount(); ++row)
            read->table.setText(row, read->table.column("core"), "AI_CORE");
    return LegacyTables{{std::move(read->table)}, std::move(read->diagnostics)};
}

/** Words between spaces; what stands in brackets is one: "compute_time(ms, per-step)". */
std::vector<std::string> wordsOf(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    int depth = 0;
    const auto end = [&] {
        if (!word.empty()) words.push_back(std::move(word));
        word.clear();
    };
    for (const char c : line) {
        depth = std::max(0, depth + (c == '(' ? 1 : c == ')' ? -1 : 0));
        if ((c == ' ' || c == '\t') && depth == 0)
            end();
        else
            word += c;
    }
    end();
    return words;
}

/** Only the first column holds several words ("Start of task"): with more words than columns the first ones are one. */
std::vector<std::string> cellsOf(std::string_view line, size_t columns) {
    auto words = wordsOf(line);
    if (columns == 0 || words.size() <= columns) return words;
    const auto rest = words.begin() + int64_t(words.size() - columns) + 1;
    const std::string first = join({words.begin(), rest}, " ");
    words.erase(words.begin(), rest);
    words.insert(words.begin(), first);
    return words;
}

bool isOf(std::string_view line, char sign) {
    return !line.empty() && std::all_of(line.begin(), line.end(), [&](char c) { return c == sign || c == ' '; });
}

bool isNumber(const std::string &word) {
    char *end = nullptr;
    std::strtod(word.c_str(), &end);
    return end != word.c_str() && *end == '\0';
}

/** Cells of one section, as texts until all of them are known. */
struct Section {
    std::vector<std::string> heads;
    std::vector<std::vector<std::string>> rows;
};

DataTable tableOf(const Section &section, const std::string &name) {
    DataTable table(name);
    size_t columns = section.heads.size();
    for (const auto &row : section.rows)
        columns = std::max(columns, row.size());
    for (size_t column = 0; column < columns; ++column) {
        const auto heading =
            csvHeading(column < section.heads.size() ? section.heads[column] : format("column %zu", column + 1));
        const bool isReal = !section.rows.empty() &&
                            std::all_of(section.rows.begin(), section.rows.end(),
                                        [&](const auto &row) { return column >= row.size() || isNumber(row[column]); });
        // Two columns of one name would be one.
        const std::string title = table.column(heading.name) < 0 ? heading.name : format("column %zu", column + 1);
        table.addColumn(title, isReal ? ColumnType::Real : ColumnType::Text, heading.unit);
    }
    for (const auto &cells : section.rows) {
        const int64_t row = table.addRow();
        for (size_t column = 0; column < cells.size() && int(column) < table.columnCount(); ++column) {
            if (table.columns()[column].type == ColumnType::Real)
                table.setReal(row, int(column), std::strtod(cells[column].c_str(), nullptr));
            else
                table.setText(row, int(column), cells[column]);
        }
    }
    return table;
}

/** The first row is a heading unless it has a number in it. */
bool isHeading(const std::vector<std::string> &words) {
    return std::none_of(words.begin(), words.end(), isNumber);
}

// --- JSON ----------------------------------------------------------------------------------------------------------

using Cells = std::map<std::string, JsonValue>;

void flatten(const JsonValue &value, const std::string &name, Cells &cells, int depth) {
    if (value.kind() != JsonKind::Object || depth > 6) {
        if (cells.size() < maxColumns) cells.emplace(name, value);
        return;
    }
    for (const auto &[key, member] : value.members())
        flatten(member, name.empty() ? key : name + "." + key, cells, depth + 1);
}

std::string cellText(const JsonValue &value) {
    if (value.kind() == JsonKind::Null) return {};
    return value.kind() == JsonKind::Array ? std::string(value.raw()) : value.text();
}

/** The list of objects with the most items: the root itself or a member of it. */
std::vector<JsonValue> rowsIn(const JsonValue &root) {
    const auto objectsOf = [](const JsonValue &value) {
        auto items = value.items();
        const bool areObjects = std::all_of(items.begin(), items.end(),
                                            [](const JsonValue &item) { return item.kind() == JsonKind::Object; });
        return areObjects ? items : std::vector<JsonValue>();
    };
    auto best = objectsOf(root);
    for (const auto &[key, member] : root.members())
        if (auto items = objectsOf(member); items.size() > best.size()) best = std::move(items);
    return best;
}

DataTable tableOfObjects(const std::vector<JsonValue> &objects, const std::string &name) {
    std::vector<Cells> rows;
    std::map<std::string, bool> columns; // name, whether all are numbers
    for (const JsonValue &object : objects) {
        rows.emplace_back();
        flatten(object, {}, rows.back(), 0);
        for (const auto &[column, value] : rows.back()) {
            const bool isReal = value.kind() == JsonKind::Number || value.kind() == JsonKind::Null;
            const auto [place, isNew] = columns.try_emplace(column, isReal);
            place->second = place->second && isReal;
            if (columns.size() >= maxColumns) break;
        }
    }
    DataTable table(name);
    for (const auto &[column, isReal] : columns)
        table.addColumn(column, isReal ? ColumnType::Real : ColumnType::Text);
    for (const Cells &cells : rows) {
        const int64_t row = table.addRow();
        for (const auto &[column, value] : cells) {
            const int at = table.column(column);
            if (at < 0) continue;
            if (table.columns()[size_t(at)].type == ColumnType::Real)
                table.setReal(row, at, value.real());
            else
                table.setText(row, at, cellText(value));
        }
    }
    return table;
}

DataTable tableOfMembers(const JsonValue &root, const std::string &name) {
    Cells cells;
    flatten(root, {}, cells, 0);
    DataTable table(name);
    table.addColumn("name", ColumnType::Text);
    table.addColumn("value", ColumnType::Text);
    for (const auto &[key, value] : cells) {
        const int64_t row = table.addRow();
        table.setText(row, 0, key);
        table.setText(row, 1, cellText(value));
    }
    return table;
}

} // namespace

LegacyTables tablesOfWords(const std::string &text, const std::string &subject) {
    LegacyTables result;
    std::vector<Section> sections;
    bool isFresh = true; // the next line of words begins a section
    size_t columns = 0;
    for (const std::string &raw : split(text, '\n')) {
        const auto line = trimmed(raw);
        if (line.empty() || isOf(line, '-')) continue;
        if (line.starts_with("====") || (line.ends_with(':') && line.find(' ') == std::string_view::npos)) {
            isFresh = true;
            continue;
        }
        if (isFresh) {
            isFresh = false;
            auto words = wordsOf(line);
            if (words.size() > maxColumns) words.resize(maxColumns);
            sections.emplace_back();
            columns = words.size();
            if (isHeading(words)) {
                sections.back().heads = std::move(words);
                continue;
            }
        }
        auto cells = cellsOf(line, columns);
        if (cells.size() < columns)
            result.diagnostics.add(DiagnosticKind::Mended, subject, "", "a line has fewer columns than the heading");
        sections.back().rows.push_back(std::move(cells));
    }
    for (size_t i = 0; i < sections.size(); ++i)
        result.tables.push_back(tableOf(sections[i], i == 0 ? subject : format("%s %zu", subject.c_str(), i + 1)));
    return result;
}

Result<LegacyTables> tableOfJson(std::string text, const std::string &subject) {
    const auto document = JsonDocument::parse(std::move(text));
    if (!document) return document.error();
    LegacyTables result;
    if (!document->problem().empty())
        result.diagnostics.add(DiagnosticKind::Mended, subject,
                               format("byte %lld", static_cast<long long>(document->problemAt())),
                               "the text is not whole JSON: " + document->problem());
    const auto rows = rowsIn(document->root());
    const bool isList = rows.size() > 1 || document->root().kind() == JsonKind::Array;
    result.tables.push_back(isList ? tableOfObjects(rows, subject) : tableOfMembers(document->root(), subject));
    return result;
}

Result<LegacyTables> readLegacyTable(const std::string &path, const std::string &subject, Progress *progress) {
    if (path.ends_with(".csv")) return readCommas(path, subject, progress);
    auto text = readFile(path, maxBytes);
    if (!text) return text.error();
    if (path.ends_with(".json")) return tableOfJson(std::move(*text), subject);
    const auto firstLine = std::string_view(*text).substr(0, text->find('\n'));
    if (firstLine.find(',') != std::string_view::npos && !firstLine.starts_with("="))
        return readCommas(path, subject, progress);
    return tablesOfWords(*text, subject);
}

} // namespace mindspore_legacy
} // namespace jitscope
