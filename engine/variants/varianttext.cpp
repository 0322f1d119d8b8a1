// SPDX-License-Identifier: Apache-2.0
// One row a figure, one column a variant.
#include "engine/variants/varianttext.h"

#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/variants/variantplacements.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline variants {

namespace {

/** With blanks behind it up to so many characters, of which "µ" is one. */
std::string padded(const std::string &text, size_t characters) {
    const auto isFirstByte = [](char byte) { return (byte & 0xC0) != 0x80; };
    const auto has = size_t(std::ranges::count_if(text, isFirstByte));
    return text + std::string(has < characters ? characters - has : 0, ' ');
}

/** "3 of 5": a compile time with and one without code generation are no equals. */
std::string cacheText(const Variant &variant) {
    const size_t all = variant.record.kernels.size();
    return all == 0 ? "-" : format("%d of %zu", kernelsFromCache(variant.record), all);
}

/** A row of the table: a name, and a text for each of the two. */
struct Row {
    std::string name, before, after;
};

std::vector<Row> rowsOf(const VariantFindings &found) {
    const Variant &a = found.asCompiled, &b = found.changed;
    const auto count = [](const Variant &variant, int value) {
        return variant.executable ? std::to_string(value) : std::string("?");
    };
    const auto bytes = [](const Variant &variant, double value) {
        return variant.executable ? humanBytes(int64_t(value)) : std::string("?");
    };
    const auto memory = [](const Variant &variant) {
        return variant.executable ? memorySize(variant.peakBytes) : std::string("?");
    };
    const auto number = [](const Variant &variant, double value) {
        return variant.executable ? format("%.3g", value) : std::string("?");
    };
    std::vector<Row> rows = {
        {"operators outside kernels", std::to_string(a.operators), std::to_string(b.operators)},
        {"kernels", std::to_string(a.kernels), std::to_string(b.kernels)},
        {"operators inside of kernels", std::to_string(a.members), std::to_string(b.members)},
        {"launches", count(a, a.launches), count(b, b.launches)},
        {"recompile time", humanTime(a.compileNs), humanTime(b.compileNs)},
        {"kernels from the cache", cacheText(a), cacheText(b)},
        {"bytes moved", bytes(a, a.bytes), bytes(b, b.bytes)},
        {"peak memory", memory(a), memory(b)},
        {"largest absolute difference", number(a, a.check.maxAbsolute), number(b, b.check.maxAbsolute)},
        {"largest relative difference", number(a, a.check.maxRelative), number(b, b.check.maxRelative)},
        {"largest difference in ULP", a.check.maxUlps ? number(a, *a.check.maxUlps) : "-",
         b.check.maxUlps ? number(b, *b.check.maxUlps) : "-"},
        {"against eager", std::string(toString(a.check.verdict)), std::string(toString(b.check.verdict))},
    };
    if (found.times) {
        const auto time = [](double median, double spread) {
            return humanTime(int64_t(median)) + " +- " + humanTime(int64_t(spread));
        };
        rows.insert(rows.begin() + 6, {"run time", time(found.times->medianA, found.times->spreadA),
                                       time(found.times->medianB, found.times->spreadB)});
    }
    return rows;
}

/** "+5.8 us" */
std::string signedTime(double ns) {
    return (ns < 0 ? "-" : "+") + humanTime(std::llround(std::abs(ns)));
}

std::string shareText(const DecisionShare &share, const Module &captured) {
    std::string text = "  " + signedTime(share.ns) + " +- " + humanTime(std::llround(share.noiseNs));
    if (share.isWithinNoise()) text += " (within the noise)";
    const std::string sign = share.bytes < 0 ? "-" : "+";
    return text + format(", %+d launches, ", share.launches) + sign + humanBytes(std::llround(std::abs(share.bytes))) +
           " moved: " + toString(share.step, captured) + "\n";
}

/** "once", "3 times" */
std::string timesText(int uses) {
    return uses == 1 ? "once" : format("%d times", uses);
}

std::string reasonOf(const Variant &variant, size_t decision) {
    return decision < variant.decisionReasons.size() ? variant.decisionReasons[decision] : std::string();
}

} // namespace

std::vector<std::string> remarksOn(const VariantFindings &found, size_t decision) {
    const Compilation &compilation = found.base.compilation;
    std::vector<std::string> remarks;
    if (decision < found.readings.size()) remarks = sentencesOf(found.readings[decision], compilation.captured);
    if (std::string reason = reasonOf(found.changed, decision); !reason.empty()) remarks.push_back(std::move(reason));
    const std::vector<std::string> &notes = found.changed.decisionNotes;
    if (decision < notes.size() && !notes[decision].empty()) remarks.push_back(notes[decision]);
    const auto &insteads = found.changed.decisionInsteads;
    const std::vector<std::string> instead =
        decision < insteads.size() ? insteads[decision] : std::vector<std::string>();
    if (!instead.empty()) remarks.push_back("Instead, these rules were applied there: " + join(instead, "; ") + ".");
    return remarks;
}

VariantFindings findingsOf(const VariantBase &base, const VariantSpec &spec, double seconds,
                           const std::function<bool()> &shouldContinue) {
    const VariantSpec plain{jitLevelOf(base.compilation), {}};
    VariantFindings found{base, makeVariant(base, plain), makeVariant(base, spec)};
    const bool canRun = found.asCompiled.executable && found.changed.executable && found.changed.error.empty();
    if (seconds <= 0 || !canRun) return found;
    if (const auto times = timeVariants(base, plain, spec, seconds, shouldContinue)) found.times = compareTimes(*times);
    if (stepsBetween(plain, spec).size() < 2) return found;
    auto split = splitDelta(base, plain, spec, seconds, shouldContinue);
    if (split)
        found.split = *std::move(split);
    else
        found.splitError = split.error().message;
    return found;
}

std::string toText(const VariantFindings &found) {
    const Compilation &compilation = found.base.compilation;
    std::string text = compilation.function + " (" + compilation.key +
                       ")\ninputs: " + toString(found.base.call.inputs) + "\n\n" + padded("", 29) +
                       padded("as compiled", 27) + "variant\n";
    for (const Row &row : rowsOf(found))
        text += padded(row.name, 29) + padded(row.before, 27) + row.after + "\n";
    text +=
        "recompile time: passes, code generation and plan, without the capture (jitscope compile has the whole)\n\n";
    if (found.times) text += "run time: " + toString(*found.times) + format(", %d pairs\n", found.times->pairs);
    if (found.times && compilation.device == "Ascend")
        text +=
            "Run times are those of this machine's processor; Ascend is simulated, and a variant is not timed on it.\n";
    text += "variant: " + found.changed.check.text + "\n";
    const std::vector<Decision> &decisions = found.changed.spec.decisions;
    for (size_t i = 0; i < decisions.size(); ++i) {
        const int uses = i < found.changed.decisionUses.size() ? found.changed.decisionUses[i] : 0;
        text += "decision: " + toString(decisions[i], compilation.captured);
        const char *without = reasonOf(found.changed, i).empty() ? " (no pass came across it)\n" : " (had no effect)\n";
        text += uses > 0 ? " (passes came to it " + timesText(uses) + ")\n" : without;
        for (const std::string &remark : remarksOn(found, i))
            text += "  " + remark + "\n";
    }
    if (found.changed.isAsCompiled && !decisions.empty())
        text += "What comes out is the graph that the program compiled: the decisions changed nothing.\n";
    if (found.split) {
        text += "total: " + signedTime(found.split->totalNs) + " +- " + humanTime(std::llround(found.split->noiseNs)) +
                " a call\n";
        for (const DecisionShare &share : found.split->shares)
            text += shareText(share, compilation.captured);
    }
    if (!found.splitError.empty()) text += "not split over the decisions: " + found.splitError + "\n";
    return text;
}

} // namespace jitscope::inline variants
