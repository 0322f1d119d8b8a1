// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope ops`: where the run's time went, grouped by operator, scope, line, node or kernel; of an imported profile
// by type, name, core or shape of its kernels.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/analysis/derivedtables.h"
#include "engine/analysis/device/kernelstatistics.h"
#include "engine/base/csv.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/session/optimes.h"
#include "engine/session/session.h"

#include <cmath>
#include <limits>

namespace jitscope {
inline namespace cli {

namespace {

/** Collectives, which mostly wait, have no share of what computes. */
bool hasShare(const TimeRow &row) {
    return !std::isnan(row.share);
}

std::string asCsv(const std::vector<TimeRow> &rows, const std::string &by) {
    std::string text = by + ",count,total_us,mean_us,median_us,min_us,max_us,share\r\n";
    for (const TimeRow &row : rows)
        text += csvField(row.key) +
                format(",%lld,%.3f,%.3f,%.3f,%.3f,%.3f,", static_cast<long long>(row.count), double(row.totalNs) / 1e3,
                       row.meanNs / 1e3, row.medianNs / 1e3, double(row.minNs) / 1e3, double(row.maxNs) / 1e3) +
                (hasShare(row) ? format("%.6f", row.share) : "") + "\r\n";
    return text;
}

std::string asJson(const std::vector<TimeRow> &rows, const std::string &by) {
    JsonWriter json;
    json.beginArray();
    for (const TimeRow &row : rows) {
        json.beginObject().member(by, row.key).member("count", row.count);
        json.member("total_us", double(row.totalNs) / 1e3).member("mean_us", row.meanNs / 1e3);
        json.member("median_us", row.medianNs / 1e3);
        json.member("min_us", double(row.minNs) / 1e3).member("max_us", double(row.maxNs) / 1e3);
        if (hasShare(row)) json.member("share", row.share);
        json.endObject();
    }
    return json.endArray().text();
}

std::string asText(const std::vector<TimeRow> &rows, const std::string &by) {
    std::string text =
        format("%-44s %8s %12s %12s %12s %12s %7s\n", by.c_str(), "count", "total", "mean", "min", "max", "share");
    for (const TimeRow &row : rows)
        text +=
            format("%-44s %8lld %12s %12s %12s %12s %7s\n", row.key.c_str(), static_cast<long long>(row.count),
                   humanTime(row.totalNs).c_str(), humanTime(int64_t(row.meanNs)).c_str(), humanTime(row.minNs).c_str(),
                   humanTime(row.maxNs).c_str(), hasShare(row) ? format("%.1f%%", row.share * 100).c_str() : "");
    return text;
}

/** The profiles that have kernels, of the rank that was asked for. */
std::vector<const Profile *> profilesWithKernels(const Session &session, const std::string &rank) {
    std::vector<const Profile *> found;
    for (const ProfilePtr &profile : session.profiles) {
        const DataTable *kernels = profile->table("kernels");
        if (kernels != nullptr && kernels->rowCount() > 0 && (rank.empty() || std::to_string(profile->rank) == rank))
            found.push_back(profile.get());
    }
    return found;
}

std::vector<TimeRow> kernelRows(const DataTable &kernels, KernelGroupBy grouping) {
    const bool isSplit = grouping == KernelGroupBy::Shape || grouping == KernelGroupBy::TypeAndCore;
    std::vector<TimeRow> rows;
    for (const KernelGroup &group : kernelStatistics(kernels, grouping)) {
        const std::string key = isSplit && !group.detail.empty() ? group.key + " " + group.detail : group.key;
        rows.push_back({key, group.count, group.totalNs, group.minNs, group.maxNs, group.meanNs, group.medianNs,
                        group.isCommunication ? std::numeric_limits<double>::quiet_NaN() : group.share});
    }
    return rows;
}

const char *nothingText(const std::string &by) {
    if (by == "node") return "Nothing ran in a compiled graph.\n";
    if (by == "kernel") return "No fused kernel ran. What graphs ran otherwise is listed by node.\n";
    return "No operators were recorded.\n";
}

int showRows(const std::vector<TimeRow> &rows, const std::string &by, const Arguments &arguments) {
    if (arguments.has("--json"))
        print(asJson(rows, by));
    else if (arguments.has("--csv"))
        print(asCsv(rows, by));
    else if (rows.empty())
        print(nothingText(by));
    else
        print(asText(rows, by));
    return exitGood;
}

int showKernels(const Session &session, KernelGroupBy grouping, const std::string &by, const Arguments &arguments) {
    const std::vector<const Profile *> profiles = profilesWithKernels(session, arguments.value("--rank", ""));
    if (profiles.empty())
        return fail(exitUnreadable, arguments.has("--rank")
                                        ? "there are no kernels of that rank"
                                        : "there is no table of kernels: it comes from " + tableOrigin("kernels"));
    if (profiles.size() > 1) {
        std::vector<std::string> ranks;
        for (const Profile *profile : profiles)
            ranks.push_back(std::to_string(profile->rank));
        return fail(exitUsage, "there are kernels of ranks " + join(ranks, ", ") + ": name one with --rank");
    }
    return showRows(kernelRows(*profiles[0]->table("kernels"), grouping), by, arguments);
}

/** The lowest level of profiling records kernels by name alone. */
bool hasTypes(const Session &session) {
    for (const ProfilePtr &profile : session.profiles) {
        const DataTable *kernels = profile->table("kernels");
        const int type = kernels ? kernels->column("type") : -1;
        for (int64_t row = 0; type >= 0 && row < kernels->rowCount(); ++row)
            if (const std::string &text = kernels->text(row, type); !text.empty() && text != "N/A") return true;
    }
    return false;
}

int showOps(const Session &session, const Arguments &arguments) {
    const bool isProfile = session.ops.empty() && !session.profiles.empty();
    const std::string by = arguments.value("--by", !isProfile ? "op" : hasTypes(session) ? "type" : "name");
    if (const auto grouping = kernelGroupByNamed(by)) return showKernels(session, *grouping, by, arguments);
    return showRows(summarize(opTimes(session, *opGroupingNamed(by))), by, arguments);
}

} // namespace

Subcommand opsCommand() {
    return {
        .name = "ops",
        .operands = "SOURCE",
        .summary = "sum the operators' times: count, total, mean, min, max, share",
        .details =
            "Of what was recorded here by op, scope, line, node (what ran in compiled graphs) or kernel (fused "
            "kernels\n"
            "alone); of an imported profile by type (by name, where its level records no types), name, core, shape or\n"
            "type-core of its kernels (collectives, which mostly wait, have no share).",
        .options =
            sourceOptions({{"--by",
                            "GROUP",
                            "what to group by",
                            {"op", "scope", "line", "node", "kernel", "type", "name", "core", "shape", "type-core"}},
                           {"--rank", "N", "of a profile of several ranks: the one to sum", {}, 0},
                           {"--json", "", "as JSON", {}},
                           {"--csv", "", "as CSV (RFC 4180)", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showOps(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
