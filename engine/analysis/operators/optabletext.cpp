// SPDX-License-Identifier: Apache-2.0
// The table of operators as text: the same figures in the same order for files, programs and people.
#include "engine/analysis/operators/optable.h"

#include "engine/base/csv.h"
#include "engine/base/json.h"
#include "engine/base/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace jitscope::inline analysis {

namespace {

/** A time of a row; NaN where it is not known. */
struct TimeColumn {
    const char *name; ///< in files
    const char *title;
    double (*ns)(const OpRow &row);
};

constexpr TimeColumn timeColumns[] = {
    {"total_us", "total", [](const OpRow &row) { return double(row.totalNs); }},
    {"self_us", "self", [](const OpRow &row) { return double(row.selfNs); }},
    {"mean_us", "mean", [](const OpRow &row) { return row.spread.meanNs; }},
    {"median_us", "median", [](const OpRow &row) { return row.spread.medianNs; }},
    {"p90_us", "p90", [](const OpRow &row) { return row.spread.p90Ns; }},
    {"p99_us", "p99", [](const OpRow &row) { return row.spread.p99Ns; }},
    {"deviation_us", "deviation", [](const OpRow &row) { return row.spread.deviationNs; }},
    {"min_us", "min", [](const OpRow &row) { return double(row.minNs); }},
    {"max_us", "max", [](const OpRow &row) { return double(row.maxNs); }},
    {"first_us", "first", [](const OpRow &row) { return row.firstNs; }},
    {"later_mean_us", "later", [](const OpRow &row) { return row.laterNs; }},
    {"launch_us", "launch", [](const OpRow &row) { return row.launchNs; }},
};

/** Of steps alone: their length, and the parts of the time axis that add up to it. */
constexpr TimeColumn stepColumns[] = {
    {"length_us", "length", [](const OpRow &row) { return row.stepNs(); }},
    {"in_operators_us", "operators", [](const OpRow &row) { return row.stepOperatorNs(); }},
    {"compiling_us", "compiling", [](const OpRow &row) { return row.stepCompileNs(); }},
    {"launching_us", "launching", [](const OpRow &row) { return row.step.launchNs(); }},
    {"data_us", "data", [](const OpRow &row) { return row.step.waitNs(); }},
    {"between_us", "between", [](const OpRow &row) { return row.step.betweenNs(); }},
};

std::vector<TimeColumn> columnsBy(const std::string &by) {
    std::vector<TimeColumn> columns(std::begin(timeColumns), std::end(timeColumns));
    if (by == nameOf(OpGrouping::Step)) columns.insert(columns.end(), std::begin(stepColumns), std::end(stepColumns));
    return columns;
}

std::string timeText(double ns) {
    return std::isnan(ns) ? "-" : humanTime(int64_t(ns));
}

/** How much of the rows' times is in first calls beyond what such a call takes later; "" where none stands out. */
std::string setUpText(const std::vector<OpRow> &rows) {
    double extra = 0, all = 0;
    size_t marked = 0;
    for (const OpRow &row : rows) {
        all += double(row.selfNs);
        if (!row.hasSetUp()) continue;
        extra += row.firstNs - row.laterNs;
        ++marked;
    }
    if (marked == 0) return {};
    return format("* The first call took three times the mean of the later ones (column later) or more: it includes "
                  "set-up.\n  What %zu such first calls took beyond that is %s of %s, and no cost of further calls.\n",
                  marked, humanTime(std::llround(extra)).c_str(), humanTime(std::llround(all)).c_str());
}

/** "" where no recording says it. */
std::string launchText(const std::vector<OpRow> &rows) {
    const double launch = launchOf(rows);
    if (std::isnan(launch)) return {};
    return format(
        "Launching (column launch) took %s and is no part of the %s of the rows: what lies before a graph's node "
        "begins,\n  with what recording the one before took; of a device's kernel from the host's launch on, with "
        "its wait\n  in the queue. Of eager operators it is not known.\n",
        humanTime(std::llround(launch)).c_str(), humanTime(totalOf(rows)).c_str());
}

/** "" where no length of a step is known. */
std::string stepText(const std::vector<OpRow> &rows) {
    if (std::ranges::none_of(rows, [](const OpRow &row) { return row.step.operators > 0; })) return {};
    return "A step is as long as from its first operator or call to the end of its last. That is the time in which\n"
           "  operators ran (on any thread), else a compile, else a call of a graph (launching), else none (between):\n"
           "  Python, and what is not recorded. What lies between two steps is in neither.\n";
}

} // namespace

std::string asCsv(const std::vector<OpRow> &rows, const std::string &by) {
    const std::vector<TimeColumn> columns = columnsBy(by);
    std::string text = by + ",count";
    for (const TimeColumn &column : columns)
        text += std::string(",") + column.name;
    text += ",share\r\n";
    for (const OpRow &row : rows) {
        text += csvField(row.key) + format(",%lld", static_cast<long long>(row.count));
        for (const TimeColumn &column : columns)
            text += std::isnan(column.ns(row)) ? "," : format(",%.3f", column.ns(row) / 1e3);
        text += (std::isnan(row.share) ? "," : format(",%.6f", row.share)) + "\r\n";
    }
    return text;
}

std::string asJson(const std::vector<OpRow> &rows, const std::string &by) {
    const std::vector<TimeColumn> columns = columnsBy(by);
    JsonWriter json;
    json.beginArray();
    for (const OpRow &row : rows) {
        json.beginObject().member(by, row.key).member("count", row.count);
        for (const TimeColumn &column : columns)
            json.member(column.name, column.ns(row) / 1e3);
        if (!std::isnan(row.share)) json.member("share", row.share);
        json.member("first_has_set_up", row.hasSetUp());
        json.endObject();
    }
    return json.endArray().text();
}

std::string asText(const std::vector<OpRow> &rows, const std::string &by) {
    const std::vector<TimeColumn> columns = columnsBy(by);
    std::string text = format("%-44s %8s", by.c_str(), "count");
    for (const TimeColumn &column : columns)
        text += format(" %10s", column.title);
    text += format(" %7s\n", "share");
    for (const OpRow &row : rows) {
        text += format("%-44s %8lld", row.key.c_str(), static_cast<long long>(row.count));
        for (const TimeColumn &column : columns)
            text += format(" %10s", timeText(column.ns(row)).c_str());
        text += format(" %7s%s\n", std::isnan(row.share) ? "" : format("%.1f%%", row.share * 100).c_str(),
                       row.hasSetUp() ? " *" : "");
    }
    return text + setUpText(rows) + launchText(rows) + stepText(rows);
}

} // namespace jitscope::inline analysis
