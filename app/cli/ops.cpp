// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope ops`: where the run's time went, grouped by operator, scope, line, node or kernel; of an imported profile
// by type, name, core or shape of its kernels.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "app/models/timedplaces.h"
#include "engine/analysis/derivedtables.h"
#include "engine/analysis/device/kernelstatistics.h"
#include "engine/analysis/links/kernellaunches.h"
#include "engine/analysis/operators/opfilter.h"
#include "engine/analysis/operators/oproofline.h"
#include "engine/analysis/operators/optable.h"
#include "engine/base/text.h"
#include "engine/session/recordingcost.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace cli {

namespace {

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

const char *nothingText(const std::string &by) {
    if (by == "node") return "Nothing ran in a compiled graph.\n";
    if (by == "kernel") return "No fused kernel ran. What graphs ran otherwise is listed by node.\n";
    return "No operators were recorded.\n";
}

/** What the recorder took of the program's own time. */
std::string recordingText(const Session &session) {
    const auto cost = recordingCost(session);
    if (!cost) return {};
    return format("Recording took at least %s of the program's time: %s an operator, the mean of %lld that were "
                  "measured;\n  noting when memory is let go of comes on top.\n",
                  humanTime(cost->totalNs()).c_str(), humanTime(cost->meanNs).c_str(),
                  static_cast<long long>(cost->measured));
}

int showRows(const std::vector<OpRow> &rows, const std::string &by, const Arguments &arguments) {
    if (arguments.has("--json"))
        print(asJson(rows, by));
    else if (arguments.has("--csv"))
        printCsv(asCsv(rows, by));
    else if (rows.empty())
        print(nothingText(by));
    else
        print(asText(rows, by));
    return exitGood;
}

int showRoofline(const std::vector<OpRow> &rows, const std::string &by, const Arguments &arguments) {
    const MachinePeaks peaks = measureMachine();
    if (arguments.has("--json"))
        print(rooflineJson(rows, peaks, by));
    else if (arguments.has("--csv"))
        printCsv(rooflineCsv(rows, peaks, by));
    else
        print(rows.empty() ? nothingText(by) : rooflineText(rows, peaks, by));
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
    const DataTable &kernels = *profiles[0]->table("kernels");
    const std::vector<int64_t> launches = kernelLaunches(session.trace, kernels, profiles[0]->rank);
    return showRows(kernelRows(kernels, grouping, launches), by, arguments);
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

/** What of the operators has no time. */
std::string failedText(const OpColumns &columns, const std::vector<uint32_t> &timed) {
    const size_t failed = columns.size() - timed.size();
    if (failed == 0) return {};
    return format("%zu operator%s failed and count%s nowhere: no time is known.\n", failed, failed == 1 ? "" : "s",
                  failed == 1 ? "s" : "");
}

int showOps(const Session &session, const Arguments &arguments) {
    const bool isProfile = session.ops.empty() && !session.profiles.empty();
    const std::string by = arguments.value("--by", !isProfile ? "op" : hasTypes(session) ? "type" : "name");
    // "type" is one of both: of what stands in the source.
    const auto grouping = opGroupingNamed(by);
    if (const auto kernels = kernelGroupByNamed(by); kernels && (isProfile || !grouping))
        return arguments.has("--roofline")
                   ? fail(exitUsage, "--roofline holds what ran on this machine against its peaks; for the kernels of "
                                     "a device open the profile in the window, panel Kernel details")
                   : showKernels(session, *kernels, by, arguments);
    const OpColumns columns = opColumns(session);
    const std::vector<uint32_t> timed = timedOf(session, columns, placesOf(columns, {}));
    const std::vector<OpRow> rows = opTable(columns, *grouping, timed);
    if (arguments.has("--roofline")) return showRoofline(rows, by, arguments);
    const int code = showRows(rows, by, arguments);
    if (!arguments.has("--json") && !arguments.has("--csv")) print(failedText(columns, timed) + recordingText(session));
    return code;
}

} // namespace

Subcommand opsCommand() {
    return {
        .name = "ops",
        .operands = "SOURCE",
        .summary = "sum the operators' times: count, total, self, mean, percentiles, deviation, share",
        .details =
            "Of what was recorded here by op, type, scope, cell, line, node (what ran in compiled graphs), kernel "
            "(fused\n"
            "kernels alone), phase, step or thread; of an imported profile by type (by name, where its level records "
            "no "
            "types),\n"
            "name, core, shape or type-core of its kernels (collectives, which mostly wait, have no share).\n"
            "Self is without what ran inside of an operator, so the selves add up to the time of all; p90 and p99 are\n"
            "times that so many in a hundred do not exceed; first is the first call, later the mean of the others, and "
            "* marks\n"
            "a first call that includes set-up (code, memory). Launch is what lies before the begins of a graph's "
            "nodes:\n"
            "from the end of the node before, or the begin of the call; it is no part of the other times, and of "
            "eager\n"
            "operators it is not known. What the recording does not say is (unknown), or "
            "\"-\",\n"
            "null in JSON and empty in CSV.\n"
            "--roofline measures this machine (half a second) and shows for each row its floating point operations "
            "and\n"
            "bytes, by the formulas of the operators, in a second, and the share of what the roofs allow at so many\n"
            "operations a byte: the multiply-add peak, or the bandwidth of the cache level (else memory) that holds\n"
            "the bytes of one call (roof: which of them; calls may be held back by neither). Floats of all sizes are "
            "held\n"
            "against the float32 peak, and all against this machine, also where a device was simulated or the "
            "recording\n"
            "is from elsewhere. More than 100 % says that bytes came from a nearer cache, or that something else ran\n"
            "while the machine was measured.",
        .options = sourceOptions(
            {{"--by",
              "GROUP",
              "what to group by",
              {"op", "type", "scope", "cell", "line", "node", "kernel", "phase", "step", "thread", "name", "core",
               "shape", "type-core"}},
             {"--rank", "N", "of a profile of several ranks: the one to sum", {}, 0},
             {"--roofline", "", "work in a second and what it reaches of this machine's measured peaks", {}},
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
