// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/reportsections.h"

#include "app/graphview/graphexport.h"
#include "app/report/htmltext.h"
#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/codegen/kerneltexts.h"
#include "engine/ir/diff.h"
#include "engine/ir/irtext.h"
#include "engine/session/compilation.h"
#include "engine/session/provenance.h"
#include "engine/session/session.h"
#include "engine/variants/keptvariant.h"
#include "engine/variants/whynot.h"

#include <algorithm>
#include <map>

namespace jitscope {
inline namespace report {

namespace {

constexpr size_t mostGraphNodes = 600; ///< more make a picture that no browser shows well
constexpr size_t mostDiffBytes = 400'000;

std::string heading(const char *text) {
    return format("<h3>%s</h3>\n", text);
}

std::string stageTimes(const ReportedCompilation &what) {
    std::vector<std::vector<std::string>> rows;
    for (const StageTime &stage : what.compilation.stages)
        rows.push_back({stage.name, humanTime(stage.durationNs)});
    return rows.empty() ? "" : heading("Compile time") + htmlTable({{"Stage"}, {"Time", true}}, rows);
}

std::string passTable(const ReportedCompilation &what) {
    std::vector<std::vector<std::string>> rows;
    for (const PassRecord &pass : what.compilation.passes) {
        const ModuleDiff diff = pass.changed ? diffModules(pass.before, pass.after) : ModuleDiff();
        const auto count = [&](const char *sign, int number) {
            return pass.changed ? format("%s%d", sign, number) : std::string();
        };
        rows.push_back({std::to_string(pass.index), std::string(toString(pass.phase)), stageText(pass), pass.name,
                        count("+", diff.added), count("-", diff.removed), count("~", diff.changed),
                        format("%d", pass.nodesBefore), format("%d", pass.nodesAfter),
                        std::to_string(pass.rewrites.size()), std::to_string(pass.refusals.size()),
                        what.compilation.imported ? "not known" : humanTime(pass.timeNs)});
    }
    if (rows.empty()) return {};
    return heading("Passes") + htmlTable({{"#", true},
                                          {"Phase"},
                                          {"Stage"},
                                          {"Pass"},
                                          {"Added", true},
                                          {"Removed", true},
                                          {"Changed", true},
                                          {"Before", true},
                                          {"After", true},
                                          {"Rewrites", true},
                                          {"Refusals", true},
                                          {"Time", true}},
                                         rows);
}

/** Rules that fired, with how often in which pass. */
std::string firedRules(const ReportedCompilation &what) {
    std::map<std::pair<int, std::string>, int> counts;
    for (const PassRecord &pass : what.compilation.passes)
        for (const Rewrite &rewrite : pass.rewrites)
            ++counts[{pass.index, rewrite.rule}];
    std::vector<std::vector<std::string>> rows;
    for (const auto &[place, count] : counts) {
        const auto pass = std::ranges::find_if(what.compilation.passes,
                                               [&](const PassRecord &each) { return each.index == place.first; });
        rows.push_back({fullName(*pass), place.second, std::to_string(count)});
    }
    return rows.empty() ? "" : heading("Rules that fired") + htmlTable({{"Pass"}, {"Rule"}, {"Times", true}}, rows);
}

std::string refusals(const ReportedCompilation &what) {
    std::vector<std::vector<std::string>> rows;
    for (const RefusedCandidate &candidate : refusedCandidates(what.compilation))
        rows.push_back({fullName(what.compilation.passes[candidate.pass]), candidate.refusal.rule,
                        join(candidate.titles, ", "), candidate.refusal.reason(),
                        candidate.bytesBetween ? humanBytes(*candidate.bytesBetween) : "not known"});
    if (rows.empty()) return {};
    return heading("Fusions that were refused") +
           htmlTable({{"Pass"}, {"Rule"}, {"Nodes"}, {"Reason"}, {"Bytes between", true}}, rows);
}

std::string microseconds(double ns) {
    return format("%.1f µs", ns / 1000);
}

std::string variants(const ReportedCompilation &what) {
    std::vector<std::vector<std::string>> rows;
    for (const VariantRecord &record : what.session.variants) {
        if (record.compilation != what.compilation.index) continue;
        std::vector<std::string> decisions;
        for (const DecisionUse &use : record.decisions)
            decisions.push_back(toString(use.decision, what.compilation.captured) +
                                (use.uses == 0 ? " (no pass came across it)" : ""));
        const auto times = timesOf(record);
        const auto figure = [&](int number) { return record.error.empty() ? std::to_string(number) : "?"; };
        rows.push_back(
            {record.name.empty() ? "as compiled" : record.name, record.jitLevel, join(decisions, "; "),
             record.operators < 0 ? "?" : figure(record.operators), figure(record.kernels), figure(record.launches),
             record.error.empty() ? humanBytes(int64_t(record.bytes)) : "?",
             record.error.empty() ? memorySize(record.peakBytes) : "?", humanTime(record.compileNs),
             record.runNs < 0 ? "not timed" : microseconds(record.runNs) + " ± " + microseconds(record.runSpreadNs),
             times ? toString(*times) + format(", %d pairs, noise %.2f %%", times->pairs, 100 * times->noise) : "",
             record.error.empty() ? record.verdictText : record.error, record.note});
    }
    if (rows.empty()) return {};
    return heading("Variants") + htmlTable({{"Name"},
                                            {"Level"},
                                            {"Decisions"},
                                            {"Operators outside kernels", true},
                                            {"Kernels", true},
                                            {"Launches", true},
                                            {"Moved", true},
                                            {"Peak", true},
                                            {"Recompiled in", true},
                                            {"Run time", true},
                                            {"Against as compiled, in turn"},
                                            {"Against eager"},
                                            {"Note"}},
                                           rows);
}

std::string graphPicture(const Module &module, const std::string &title, const Theme &theme) {
    if (module.graphs.empty()) return {};
    const size_t count = module.entry()->nodes.size();
    if (count > mostGraphNodes)
        return htmlDetails(title, format("<p class=\"hint\">%zu nodes are too many for a picture in a page; jitscope "
                                         "export --to graph.svg writes one.</p>\n",
                                         count));
    const auto svg = graphSvg(module, theme);
    return htmlDetails(title, svg ? "<div class=\"graph\">" + *svg + "</div>\n"
                                  : "<p class=\"hint\">" + escapedHtml(svg.error().message) + "</p>\n");
}

bool isShown(const ReportedCompilation &what, const PassRecord &pass) {
    return std::ranges::find(what.passes, pass.index) != what.passes.end();
}

std::string graphs(const ReportedCompilation &what) {
    std::string text;
    if (what.passes.empty()) {
        text += graphPicture(what.compilation.captured, "As captured", what.theme);
        text += graphPicture(what.compilation.final, "Final", what.theme);
    }
    for (const PassRecord &pass : what.compilation.passes)
        if (isShown(what, pass)) {
            text += graphPicture(pass.before, "Before " + fullName(pass), what.theme);
            text += graphPicture(pass.after, "After " + fullName(pass), what.theme);
        }
    return text.empty() ? "" : heading("Graphs") + text;
}

std::vector<std::string> linesOf(const Module &module) {
    PrintOptions options;
    options.detail = PrintOptions::Detail::NoSource;
    options.canonicalNames = true;
    return split(printModule(module, options), '\n');
}

std::string differences(const ReportedCompilation &what) {
    std::string text;
    for (const PassRecord &pass : what.compilation.passes) {
        if (what.passes.empty() ? !pass.changed : !isShown(what, pass)) continue;
        std::string diff = unifiedDiff(linesOf(pass.before), linesOf(pass.after), "before", "after");
        if (diff.size() > mostDiffBytes) {
            diff.resize(mostDiffBytes);
            diff += "\n... cut off here; jitscope diff shows all of it.";
        }
        text += htmlDetails(format("%d  %s", pass.index, fullName(pass).c_str()),
                            diff.empty() ? "<p class=\"hint\">It changed nothing.</p>\n" : htmlDiff(diff));
    }
    return text.empty() ? "" : heading("What passes did to the IR") + text;
}

std::string memberTable(const Graph &kernel) {
    std::vector<std::vector<std::string>> rows;
    for (size_t i = 0; i < kernel.nodes.size(); ++i) {
        const Node &node = *kernel.nodes[i];
        const bool hasPlace = node.spans && !node.spans->empty();
        rows.push_back({std::to_string(i + 1), node.op, brief(node.abstract), node.scope,
                        hasPlace ? node.spans->front().file + ":" + std::to_string(node.spans->front().line) : ""});
    }
    return htmlTable({{"#", true}, {"Operator"}, {"Type"}, {"Scope"}, {"Place"}}, rows);
}

std::string kernels(const ReportedCompilation &what) {
    std::string text;
    for (const KernelRecord &record : what.compilation.kernels) {
        const GraphPtr graph = what.compilation.final.find(record.graph);
        if (!graph) continue;
        std::string body = memberTable(*graph);
        if (const auto texts = kernelTexts(*graph)) {
            body += "<p class=\"hint\">Loops</p>\n" + htmlCode(texts->loops);
            body += htmlDetails("Assembly", htmlCode(texts->assembly));
        } else {
            body += "<p class=\"hint\">" + escapedHtml(texts.error().message) + "</p>\n";
        }
        text += htmlDetails(format("%s: %zu members, compiled in %s", record.name.c_str(), graph->nodes.size(),
                                   humanTime(record.compileNs).c_str()),
                            body);
    }
    return text.empty() ? "" : heading("Fused kernels") + text;
}

} // namespace

const std::vector<ReportSection> &reportSections() {
    static const std::vector<ReportSection> all = {stageTimes, passTable, firedRules,  refusals,
                                                   variants,   graphs,    differences, kernels};
    return all;
}

} // namespace report
} // namespace jitscope
