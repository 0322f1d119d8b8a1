// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/htmlreport.h"

#include "app/models/graphtitle.h"
#include "app/report/htmltext.h"
#include "app/report/reportsections.h"
#include "engine/analysis/operators/optable.h"
#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope {
inline namespace report {

namespace {

std::string opTable(const Session &session) {
    std::vector<std::vector<std::string>> rows;
    for (const OpRow &row : opTable(session, OpGrouping::Op))
        rows.push_back({row.key, std::to_string(row.count), humanTime(row.totalNs), humanTime(row.selfNs),
                        humanTime(int64_t(row.spread.meanNs)), humanTime(int64_t(row.spread.p99Ns)),
                        humanTime(row.minNs), humanTime(row.maxNs), format("%.1f %%", row.share * 100)});
    return htmlTable({{"Operator"},
                      {"Calls", true},
                      {"Total", true},
                      {"Self", true},
                      {"Mean", true},
                      {"P99", true},
                      {"Min", true},
                      {"Max", true},
                      {"Share", true}},
                     rows);
}

std::string problemTable(const Session &session) {
    std::vector<std::vector<std::string>> rows;
    for (const Problem &problem : session.problems)
        rows.push_back({problem.kind, problem.message,
                        problem.span.line > 0 ? problem.span.file + ":" + std::to_string(problem.span.line) : ""});
    return htmlTable({{"Kind"}, {"Message"}, {"Place"}}, rows);
}

} // namespace

std::string htmlReport(const Session &session, const Theme &theme, const ReportChoice &choice,
                       const std::function<bool()> &shouldContinue) {
    std::string text = htmlHead("JitScope report");
    std::vector<std::vector<std::string>> info;
    for (const auto &[key, value] : session.info)
        if (!value.starts_with('{')) info.push_back({key, value}); // what panels keep is nothing to read
    text += htmlTable({{"What"}, {"Value"}}, info);
    for (const Compilation &compilation : session.compilations) {
        const bool isChosen = choice.compilations.empty() ||
                              std::ranges::find(choice.compilations, compilation.index) != choice.compilations.end();
        if (!isChosen) continue;
        text += "<h2>" + escapedHtml(compilation.function) + "</h2>\n<p class=\"hint\">" +
                escapedHtml(graphTitle(session, compilation).full.toStdString()) + "</p>\n";
        const ReportedCompilation what{session, compilation, choice.passes, theme};
        for (const ReportSection &section : reportSections())
            if (shouldContinue()) text += section(what);
    }
    if (!session.ops.empty()) text += "<h2>Operators</h2>\n" + opTable(session);
    if (!session.problems.empty()) text += "<h2>Problems</h2>\n" + problemTable(session);
    return text + htmlEnd;
}

} // namespace report
} // namespace jitscope
