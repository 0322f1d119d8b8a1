// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/csvtable.h"

#include "engine/base/text.h"
#include "engine/profile/profile.h"
#include "engine/reading/csvreader.h"
#include "engine/base/exactdecimal.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline reading {

namespace {

constexpr size_t mostColumns = 4096;
constexpr int64_t sampledRows = 1000; ///< after which types that turned out too narrow are widened

// --- units ---------------------------------------------------------------------------------------------------------

struct UnitFactor {
    std::string_view unit;
    int64_t factor; ///< ns or bytes in one
};

constexpr UnitFactor timeUnits[] = {{"ns", 1}, {"us", 1000}, {"ms", 1'000'000}, {"s", 1'000'000'000}};
constexpr UnitFactor sizeUnits[] = {{"B", 1}, {"Byte", 1}, {"Bytes", 1}, {"KB", 1 << 10}, {"GB", 1 << 30}};
constexpr std::string_view otherUnits[] = {"%", "MHz", "Hz", "MB", "GB/s", "MB/s", "KB/s", "GFLOPS", "cycle"};

std::optional<int64_t> timeFactor(std::string_view unit) {
    for (const UnitFactor &each : timeUnits)
        if (each.unit == unit) return each.factor;
    return std::nullopt;
}

std::optional<int64_t> sizeFactor(std::string_view unit, const CsvTableOptions &options) {
    if (unit == "MB") return options.megabyte;
    for (const UnitFactor &each : sizeUnits)
        if (each.unit == unit) return each.factor;
    return std::nullopt;
}

bool isUnit(std::string_view text) {
    return timeFactor(text) || sizeFactor(text, {}) ||
           std::find(std::begin(otherUnits), std::end(otherUnits), text) != std::end(otherUnits);
}

/** How many of the column's unit are one of the file's. */
int64_t factorTo(std::string_view target, std::string_view source, const CsvTableOptions &options) {
    if (target == "ns") return timeFactor(source).value_or(1);
    if (target == "B") return sizeFactor(source, options).value_or(1);
    return 1;
}

// --- columns -------------------------------------------------------------------------------------------------------

/** What the cells of one column of the file become. */
struct ColumnPlan {
    CsvHeading heading;
    std::string column; ///< of the table
    std::string unit;   ///< of the table
    ColumnType type = ColumnType::Text;
    int64_t factor = 1;
    NoneId none = NoneId::None;
    bool isOpen = false; ///< no schema says the type: it widens to what the cells need
    int index = -1;      ///< -1 while only its type is looked for
};

bool isTimeStamp(const CsvHeading &heading) {
    if (heading.unit != "us") return false;
    for (const std::string_view sign :
         {"timestamp", "starttime", "endtime", "taskstart", "taskstop", "fpstart", "bpend", "iterationend"})
        if (heading.key.find(sign) != heading.key.npos) return true;
    return false;
}

const ColumnSchema *findColumn(const TableSchema *schema, std::string_view name) {
    if (schema == nullptr) return nullptr;
    for (const ColumnSchema &column : schema->columns)
        if (column.name == name) return &column;
    return nullptr;
}

ColumnPlan openPlan(CsvHeading heading, const TableSchema *schema) {
    ColumnPlan plan;
    plan.column = heading.name.empty() ? "column" : heading.name;
    if (findColumn(schema, plan.column)) plan.column += " (as written)";
    plan.unit = heading.unit;
    plan.isOpen = true;
    plan.type = schema ? ColumnType::Real : ColumnType::Integer; // beside a schema stand measured values
    if (isTimeStamp(heading)) {
        plan.type = ColumnType::Integer;
        plan.unit = "ns";
        plan.factor = 1000;
    }
    plan.heading = std::move(heading);
    return plan;
}

ColumnPlan schemaPlan(CsvHeading heading, const CsvColumnRule &rule, const TableSchema &schema,
                      const CsvTableOptions &options) {
    const ColumnSchema *column = findColumn(&schema, rule.column);
    assert(column != nullptr);
    ColumnPlan plan;
    plan.column = rule.column;
    plan.unit = column->unit;
    plan.type = column->type;
    plan.none = rule.none;
    plan.factor = factorTo(plan.unit, heading.unit.empty() ? rule.unit : heading.unit, options);
    plan.heading = std::move(heading);
    return plan;
}

/** The columns of a rule by the keys of their headings. */
std::unordered_map<std::string, const CsvColumnRule *> columnsByKey(const CsvTableRule *rule) {
    std::unordered_map<std::string, const CsvColumnRule *> columns;
    if (rule == nullptr) return columns;
    for (const CsvColumnRule &column : rule->columns)
        for (const char *name : column.headings)
            columns.emplace(csvHeading(name).key, &column);
    return columns;
}

// --- cells ---------------------------------------------------------------------------------------------------------

bool isMissing(std::string_view cell) {
    return cell.empty() || cell == "N/A" || cell == "NA";
}

bool isAllBits(std::string_view cell) {
    return cell == "4294967295" || cell == "18446744073709551615";
}

std::optional<double> realOf(std::string_view cell) {
    double value = 0;
    if (cell.starts_with('+')) cell.remove_prefix(1);
    const auto [rest, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (problem != std::errc() || rest != cell.data() + cell.size()) return std::nullopt;
    return value;
}

/** Shapes stand in quotes within the cell. */
std::string_view withoutQuotes(std::string_view cell) {
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') return cell.substr(1, cell.size() - 2);
    return cell;
}

bool isWhole(std::string_view cell) {
    return cell.find_first_of(".eE") == cell.npos;
}

class TableFiller {
public:
    TableFiller(std::vector<ColumnPlan> plans, const CsvTableRule *rule, std::string_view name, std::string fileName)
        : m_plans(std::move(plans))
        , m_fileName(std::move(fileName)) {
        m_result.table = rule ? makeTable(rule->table) : DataTable(std::string(name));
        for (ColumnPlan &plan : m_plans)
            plan.index = m_result.table.addColumn(plan.column, plan.type, plan.unit);
    }

    /** Reads all rows; nothing when open columns need wider types, which plans() then have. */
    Result<std::optional<CsvTable>> fill(CsvReader &reader) {
        for (int64_t rows = 0;; ++rows) {
            if (m_mustWiden && rows >= sampledRows) return std::optional<CsvTable>();
            const auto more = reader.next();
            if (!more) return more.error();
            if (!*more) break;
            take(reader);
        }
        if (m_mustWiden) return std::optional<CsvTable>();
        if (reader.endsInQuotes())
            note(DiagnosticKind::Mended, reader.line(), "the last row was cut off within quotes");
        return std::optional(std::move(m_result));
    }

    std::vector<ColumnPlan> takePlans() { return std::move(m_plans); }

private:
    void note(DiagnosticKind kind, int64_t line, const std::string &message) {
        m_result.diagnostics.add(kind, m_fileName, format("line %lld", (long long)line), message);
    }

    void take(const CsvReader &reader) {
        const auto &cells = reader.cells();
        const int64_t row = m_result.table.addRow();
        const size_t count = std::min(cells.size(), m_plans.size());
        for (size_t i = 0; i < count; ++i)
            if (!put(m_plans[i], row, cells[i])) refuse(m_plans[i], cells[i], reader.line());
        if (cells.size() < m_plans.size())
            note(DiagnosticKind::Mended, reader.line(), "a row has fewer cells than there are headings");
        const bool hasMore = std::any_of(cells.begin() + int64_t(count), cells.end(),
                                         [](std::string_view cell) { return !cell.empty(); });
        if (hasMore) note(DiagnosticKind::Skipped, reader.line(), "a row has more cells than there are headings");
    }

    /** False for a cell that the column's type does not hold. */
    bool put(const ColumnPlan &plan, int64_t row, std::string_view cell) {
        if (cell.empty() || isMissing(cell)) return true;
        DataTable &table = m_result.table;
        if (plan.type == ColumnType::Text) {
            if (plan.index >= 0) table.setText(row, plan.index, withoutQuotes(cell));
            return true;
        }
        if (plan.none == NoneId::AllBits && isAllBits(cell)) return true;
        if (plan.type == ColumnType::Real) {
            const auto value = realOf(cell);
            if (value && plan.index >= 0) table.setReal(row, plan.index, *value * double(plan.factor));
            return value.has_value();
        }
        const bool isExact = !plan.isOpen || plan.factor != 1 || isWhole(cell);
        const auto value = isExact ? scaledDecimal(cell, plan.factor) : std::nullopt;
        if (value && plan.index >= 0) table.setInteger(row, plan.index, *value);
        return value.has_value();
    }

    void refuse(ColumnPlan &plan, std::string_view cell, int64_t line) {
        if (!plan.isOpen) {
            note(DiagnosticKind::Skipped, line, "a cell of column '" + plan.heading.name + "' is no number");
            return;
        }
        m_mustWiden = true;
        // The table at hand is given up; only the type matters for the rows that follow.
        const bool isNumber = plan.type == ColumnType::Integer && plan.factor == 1 && realOf(cell);
        plan.type = isNumber ? ColumnType::Real : ColumnType::Text;
        if (plan.factor != 1) plan.unit = plan.heading.unit;
        plan.factor = 1;
        plan.index = -1;
    }

    std::vector<ColumnPlan> m_plans;
    std::string m_fileName;
    CsvTable m_result;
    bool m_mustWiden = false;
};

// --- the whole -----------------------------------------------------------------------------------------------------

/** No two columns of a table have one name. */
void makeUnique(std::vector<ColumnPlan> &plans, const TableSchema *schema) {
    std::unordered_map<std::string, int> copies;
    std::unordered_set<std::string> taken;
    for (ColumnPlan &plan : plans) {
        if (taken.contains(plan.column)) plan = openPlan(plan.heading, schema);
        const std::string name = plan.column;
        while (!taken.insert(plan.column).second)
            plan.column = name + format(" (%d)", ++copies.try_emplace(name, 1).first->second);
    }
}

std::vector<ColumnPlan> plansFor(const std::vector<std::string> &headings, const CsvTableRule *rule,
                                 const CsvTableOptions &options) {
    std::vector<ColumnPlan> plans;
    const TableSchema *schema = rule ? tableSchema(rule->table) : nullptr;
    const auto columns = columnsByKey(rule);
    for (const std::string &text : headings) {
        CsvHeading heading = csvHeading(text);
        const auto column = columns.find(heading.key);
        plans.push_back(column == columns.end() ? openPlan(std::move(heading), schema)
                                                : schemaPlan(std::move(heading), *column->second, *schema, options));
    }
    makeUnique(plans, schema);
    return plans;
}

std::vector<std::string> absentColumns(const std::vector<ColumnPlan> &plans, const CsvTableRule *rule) {
    std::vector<std::string> absent;
    if (rule == nullptr) return absent;
    for (const CsvColumnRule &column : rule->columns)
        if (std::none_of(plans.begin(), plans.end(),
                         [&](const ColumnPlan &plan) { return !plan.isOpen && plan.column == column.column; }))
            absent.push_back(column.column);
    return absent;
}

Result<std::vector<std::string>> headingsOf(CsvReader &reader, const std::string &name) {
    const auto more = reader.next();
    if (!more) return more.error();
    if (!*more) return Error{name + ": the file is empty: not even column headings are there"};
    const auto &cells = reader.cells();
    if (cells.size() > mostColumns)
        return Error{name + format(": %zu columns are more than the %zu that are read", cells.size(), mostColumns)};
    std::vector<std::string> headings(cells.begin(), cells.end());
    while (headings.size() > 1 && headings.back().empty()) // a comma at the end of the line
        headings.pop_back();
    for (const std::string &heading : headings)
        if (heading.find('\0') != heading.npos) return Error{name + ": is no text: there are zero bytes in it"};
    return headings;
}

using OpenReader = std::function<Result<CsvReader>()>;

Result<CsvTable> read(const OpenReader &open, const CsvTableRule *rule, std::string_view tableName,
                      const CsvTableOptions &options, const std::string &name) {
    std::vector<ColumnPlan> plans;
    for (bool isFirst = true;; isFirst = false) { // again with wider types, at most twice a column
        auto reader = open();
        if (!reader) return reader.error();
        auto headings = headingsOf(*reader, name);
        if (!headings) return headings.error();
        if (isFirst) plans = plansFor(*headings, rule, options);
        TableFiller filler(std::move(plans), rule, tableName, options.fileName);
        auto filled = filler.fill(*reader);
        if (!filled) return filled.error();
        plans = filler.takePlans();
        if (!*filled) continue;
        CsvTable table = std::move(**filled);
        table.absent = absentColumns(plans, rule);
        table.headings = *std::move(headings);
        return table;
    }
}

} // namespace

CsvHeading csvHeading(std::string_view text) {
    CsvHeading heading;
    text = trimmed(text);
    const size_t open = text.rfind('(');
    if (open != text.npos && text.ends_with(')') && isUnit(text.substr(open + 1, text.size() - open - 2))) {
        heading.unit = text.substr(open + 1, text.size() - open - 2);
        text = trimmed(text.substr(0, open));
    }
    heading.name = text;
    for (const char c : text) {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80) heading.key += c;
        if (c >= 'A' && c <= 'Z') heading.key += char(c - 'A' + 'a');
    }
    return heading;
}

Result<CsvTable> readCsvTable(const std::string &path, const CsvTableRule *rule, std::string_view tableName,
                              const CsvTableOptions &options) {
    CsvTableOptions named = options;
    if (named.fileName.empty()) named.fileName = path.substr(path.rfind('/') + 1);
    const auto file = InputFile::open(path);
    if (!file) return file.error();
    if ((*file)->size() > options.limitBytes)
        return Error{path + ": " + humanBytes((*file)->size()) + " are more than the " +
                     humanBytes(options.limitBytes) +
                     " that are read of a table: profile fewer steps, or cut the file"};
    const auto open = [&] {
        if (options.progress) options.progress->begin("reading " + named.fileName, (*file)->size());
        return CsvReader::open(path, options.progress);
    };
    return read(open, rule, tableName, named, path);
}

Result<CsvTable> readCsvText(const std::string &text, const CsvTableRule *rule, std::string_view tableName,
                             const CsvTableOptions &options) {
    return read([&]() -> Result<CsvReader> { return CsvReader(text); }, rule, tableName, options,
                options.fileName.empty() ? "text" : options.fileName);
}

} // namespace jitscope::inline reading
