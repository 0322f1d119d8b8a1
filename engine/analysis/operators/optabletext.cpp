// SPDX-License-Identifier: Apache-2.0
// The table of operators as text: the same figures in the same order for files, programs and people.
#include "engine/analysis/operators/optable.h"

#include "engine/base/csv.h"
#include "engine/base/json.h"
#include "engine/base/text.h"

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

} // namespace

std::string asCsv(const std::vector<OpRow> &rows, const std::string &by) {
    std::string text = by + ",count";
    for (const TimeColumn &column : timeColumns)
        text += std::string(",") + column.name;
    text += ",share\r\n";
    for (const OpRow &row : rows) {
        text += csvField(row.key) + format(",%lld", static_cast<long long>(row.count));
        for (const TimeColumn &column : timeColumns)
            text += std::isnan(column.ns(row)) ? "," : format(",%.3f", column.ns(row) / 1e3);
        text += (std::isnan(row.share) ? "," : format(",%.6f", row.share)) + "\r\n";
    }
    return text;
}

std::string asJson(const std::vector<OpRow> &rows, const std::string &by) {
    JsonWriter json;
    json.beginArray();
    for (const OpRow &row : rows) {
        json.beginObject().member(by, row.key).member("count", row.count);
        for (const TimeColumn &column : timeColumns)
            json.member(column.name, column.ns(row) / 1e3);
        if (!std::isnan(row.share)) json.member("share", row.share);
        json.member("first_has_set_up", row.hasSetUp());
        json.endObject();
    }
    return json.endArray().text();
}

std::string asText(const std::vector<OpRow> &rows, const std::string &by) {
    std::string text = format("%-44s %8s", by.c_str(), "count");
    for (const TimeColumn &column : timeColumns)
        text += format(" %10s", column.title);
    text += format(" %7s\n", "share");
    for (const OpRow &row : rows) {
        text += format("%-44s %8lld", row.key.c_str(), static_cast<long long>(row.count));
        for (const TimeColumn &column : timeColumns)
            text += format(" %10s", timeText(column.ns(row)).c_str());
        text += format(" %7s%s\n", std::isnan(row.share) ? "" : format("%.1f%%", row.share * 100).c_str(),
                       row.hasSetUp() ? " *" : "");
    }
    return text + setUpText(rows) + launchText(rows);
}

} // namespace jitscope::inline analysis
