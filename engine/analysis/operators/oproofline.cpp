// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/oproofline.h"

#include "engine/base/csv.h"
#include "engine/base/json.h"
#include "engine/base/text.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline analysis {

namespace {

/** A figure of a row in files; NaN where it is not known. */
struct Figure {
    const char *name;
    double (*of)(const OpRow &row, const OpRoofline &roofline);
};

constexpr Figure figures[] = {
    {"total_us", [](const OpRow &row, const OpRoofline &) { return double(row.totalNs) / 1e3; }},
    {"flops", [](const OpRow &row, const OpRoofline &) { return row.flops; }},
    {"bytes", [](const OpRow &row, const OpRoofline &) { return row.bytes; }},
    {"flops_per_byte", [](const OpRow &, const OpRoofline &found) { return found.intensity; }},
    {"gflops_per_s", [](const OpRow &, const OpRoofline &found) { return found.flopsPerSecond / 1e9; }},
    {"gbytes_per_s", [](const OpRow &, const OpRoofline &found) { return found.bytesPerSecond / 1e9; }},
    {"of_possible", [](const OpRow &, const OpRoofline &found) { return found.ratio; }},
};

const char *roofText(const OpRoofline &roofline) {
    if (roofline.bandwidth == nullptr) return "";
    return roofline.isMemoryBound ? roofline.bandwidth->name.c_str() : "compute";
}

OpRoofline rooflineOrUnknown(const OpRow &row, const MachinePeaks &peaks) {
    return rooflineOf(row, peaks).value_or(OpRoofline());
}

std::string numberOrDash(const char *pattern, double number) {
    return std::isnan(number) ? "-" : format(pattern, number);
}

std::string peaksText(const MachinePeaks &peaks) {
    std::string text = format("peak %.0f GFLOP/s", peaks.flopsPerSecond / 1e9);
    for (const Bandwidth &level : peaks.bandwidths)
        text += format(", %s %.1f GB/s", level.name.c_str(), level.bytesPerSecond / 1e9);
    return text;
}

} // namespace

std::optional<OpRoofline> rooflineOf(const OpRow &row, const MachinePeaks &peaks) {
    if (std::isnan(row.flops) || std::isnan(row.bytes) || row.bytes <= 0 || row.totalNs <= 0) return std::nullopt;
    const double calls = double(row.count);
    const double seconds = (row.hasSetUp() ? row.laterNs * calls : double(row.totalNs)) / 1e9;
    OpRoofline found;
    found.flopsPerSecond = row.flops / seconds;
    found.bytesPerSecond = row.bytes / seconds;
    found.intensity = row.flops / row.bytes;
    found.bandwidth = &peaks.bandwidthFor(row.bytes / calls);
    const double allowedByMemory = found.intensity * found.bandwidth->bytesPerSecond;
    found.isMemoryBound = allowedByMemory < peaks.flopsPerSecond;
    found.ratio = found.isMemoryBound ? found.bytesPerSecond / found.bandwidth->bytesPerSecond
                                      : found.flopsPerSecond / peaks.flopsPerSecond;
    return found;
}

std::optional<RooflinePoint> rooflinePoint(const OpRow &row, const MachinePeaks &peaks) {
    const auto found = rooflineOf(row, peaks);
    if (!found || found->flopsPerSecond <= 0) return std::nullopt;
    RooflinePoint point;
    point.group = row.key;
    point.bandwidthName = found->bandwidth->name;
    point.computeName = format("float32, %d thread%s", peaks.threads, peaks.threads == 1 ? "" : "s");
    point.bandwidthTBs = found->bandwidth->bytesPerSecond / 1e12;
    point.computeTops = peaks.flopsPerSecond / 1e12;
    point.intensity = found->intensity;
    point.performanceTops = found->flopsPerSecond / 1e12;
    point.source = peaks.how;
    return point;
}

std::string rooflineCsv(const std::vector<OpRow> &rows, const MachinePeaks &peaks, const std::string &by) {
    std::string text = by + ",count";
    for (const Figure &figure : figures)
        text += std::string(",") + figure.name;
    text += ",roof\r\n";
    for (const OpRow &row : rows) {
        const OpRoofline roofline = rooflineOrUnknown(row, peaks);
        text += csvField(row.key) + format(",%lld", static_cast<long long>(row.count));
        for (const Figure &figure : figures) {
            const double number = figure.of(row, roofline);
            text += std::isnan(number) ? "," : format(",%.9g", number);
        }
        text += std::string(",") + roofText(roofline) + "\r\n";
    }
    return text;
}

std::string rooflineJson(const std::vector<OpRow> &rows, const MachinePeaks &peaks, const std::string &by) {
    JsonWriter json;
    json.beginObject().key("peaks").beginObject();
    json.member("gflops_per_s", peaks.flopsPerSecond / 1e9).member("threads", peaks.threads);
    json.member("how", peaks.how).key("bandwidths").beginArray();
    for (const Bandwidth &level : peaks.bandwidths)
        json.beginObject().member("name", level.name).member("gbytes_per_s", level.bytesPerSecond / 1e9).endObject();
    json.endArray().endObject().key("rows").beginArray();
    for (const OpRow &row : rows) {
        const OpRoofline roofline = rooflineOrUnknown(row, peaks);
        json.beginObject().member(by, row.key).member("count", row.count);
        for (const Figure &figure : figures)
            json.member(figure.name, figure.of(row, roofline));
        if (roofline.bandwidth != nullptr) json.member("roof", roofText(roofline));
        json.endObject();
    }
    return json.endArray().endObject().text();
}

std::string rooflineText(const std::vector<OpRow> &rows, const MachinePeaks &peaks, const std::string &by) {
    std::string text = peaksText(peaks) + "\n" + peaks.how + "\n\n";
    text += format("%-44s %8s %10s %12s %10s %10s %11s  %s\n", by.c_str(), "count", "total", "flops/byte", "GFLOP/s",
                   "GB/s", "of possible", "roof");
    for (const OpRow &row : rows) {
        const OpRoofline roofline = rooflineOrUnknown(row, peaks);
        text += format("%-44s %8lld%s %9s %12s %10s %10s %11s  %s\n", row.key.c_str(),
                       static_cast<long long>(row.count), row.hasSetUp() ? "*" : " ", humanTime(row.totalNs).c_str(),
                       numberOrDash("%.2f", roofline.intensity).c_str(),
                       numberOrDash("%.2f", roofline.flopsPerSecond / 1e9).c_str(),
                       numberOrDash("%.2f", roofline.bytesPerSecond / 1e9).c_str(),
                       numberOrDash("%.1f%%", roofline.ratio * 100).c_str(), roofText(roofline));
    }
    if (std::ranges::any_of(rows, &OpRow::hasSetUp))
        text += "* rates of the later calls: the first one includes set-up (code, memory)\n";
    if (std::ranges::any_of(rows, [&](const OpRow &row) { return std::isnan(rooflineOrUnknown(row, peaks).ratio); }))
        text += "- the work of some of these operators is not known\n";
    return text;
}

} // namespace jitscope::inline analysis
