// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/htmlreport.h"

#include "app/models/graphtitle.h"
#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/optimes.h"
#include "engine/session/session.h"

#include <vector>

namespace jitscope {
inline namespace cli {

namespace {

std::string escaped(const std::string &text) {
    std::string all;
    for (char c : text) {
        switch (c) {
        case '&':
            all += "&amp;";
            break;
        case '<':
            all += "&lt;";
            break;
        case '>':
            all += "&gt;";
            break;
        case '"':
            all += "&quot;";
            break;
        default:
            all += c;
        }
    }
    return all;
}

/** A column of a table: its heading and whether it holds numbers. */
struct Column {
    const char *title;
    bool number = false;
};

std::string table(const std::vector<Column> &columns, const std::vector<std::vector<std::string>> &rows) {
    std::string text = "<table><thead><tr>";
    for (const Column &column : columns)
        text += format("<th%s>", column.number ? " class=\"n\"" : "") + column.title + "</th>";
    text += "</tr></thead><tbody>\n";
    for (const auto &row : rows) {
        text += "<tr>";
        for (size_t i = 0; i < row.size(); ++i)
            text += format("<td%s>", columns[i].number ? " class=\"n\"" : "") + escaped(row[i]) + "</td>";
        text += "</tr>\n";
    }
    return text + "</tbody></table>\n";
}

std::string passTable(const Compilation &compilation) {
    std::vector<std::vector<std::string>> rows;
    for (const PassRecord &pass : compilation.passes)
        rows.push_back({std::to_string(pass.index), std::string(toString(pass.phase)), stageText(pass), pass.name,
                        pass.changed ? "yes" : "no", std::to_string(pass.nodesBefore), std::to_string(pass.nodesAfter),
                        compilation.imported ? "not known" : humanTime(pass.timeNs)});
    return table(
        {{"#", true}, {"Phase"}, {"Stage"}, {"Pass"}, {"Changed"}, {"Before", true}, {"After", true}, {"Time", true}},
        rows);
}

std::string opTable(const Session &session) {
    std::vector<std::vector<std::string>> rows;
    for (const TimeRow &row : summarize(opTimes(session, OpGrouping::Op)))
        rows.push_back({row.key, std::to_string(row.count), humanTime(row.totalNs), humanTime(int64_t(row.meanNs)),
                        humanTime(row.minNs), humanTime(row.maxNs), format("%.1f %%", row.share * 100)});
    return table(
        {{"Operator"}, {"Calls", true}, {"Total", true}, {"Mean", true}, {"Min", true}, {"Max", true}, {"Share", true}},
        rows);
}

constexpr const char *head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>JitScope report</title>
<style>
body { font: 14px/1.5 Inter, system-ui, sans-serif; color: #1a1f2b; max-width: 1100px; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.2rem; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 3px 10px; border-bottom: 1px solid #d5dae3; } th { color: #4d5768; font-weight: 600; }
.n { text-align: right; font-variant-numeric: tabular-nums; } .hint { color: #626c7f; }
@media (prefers-color-scheme: dark) { body { background: #13151a; color: #e7eaf0; } th, td { border-color: #323843; } th, .hint { color: #a9b2c1; } }
</style></head><body>
)";

} // namespace

std::string htmlReport(const Session &session) {
    std::string text = head;
    text += "<h1>JitScope report</h1>\n";
    std::vector<std::vector<std::string>> info;
    for (const auto &[key, value] : session.info)
        if (!value.starts_with('{')) info.push_back({key, value}); // what panels keep is nothing to read
    text += table({{"What"}, {"Value"}}, info);
    for (const Compilation &compilation : session.compilations) {
        text += "<h2>" + escaped(compilation.function) + "</h2>\n<p class=\"hint\">" +
                escaped(graphTitle(session, compilation).full.toStdString()) + "</p>\n" + passTable(compilation);
    }
    text += "<h2>Operators</h2>\n" + opTable(session);
    if (!session.problems.empty()) {
        text += "<h2>Problems</h2>\n";
        std::vector<std::vector<std::string>> rows;
        for (const Problem &problem : session.problems)
            rows.push_back({problem.kind, problem.message,
                            problem.span.line > 0 ? problem.span.file + ":" + std::to_string(problem.span.line) : ""});
        text += table({{"Kind"}, {"Message"}, {"Place"}}, rows);
    }
    return text + "</body></html>\n";
}

} // namespace cli
} // namespace jitscope
