// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/htmltext.h"

#include "engine/base/text.h"

namespace jitscope {
inline namespace report {

namespace {

constexpr const char *style = R"(<style>
body { font: 14px/1.5 Inter, system-ui, sans-serif; color: #1a1f2b; max-width: 1100px; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.2rem; } h3 { margin: 1.4rem 0 .4rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 3px 10px; border-bottom: 1px solid #d5dae3; }
th { color: #4d5768; font-weight: 600; } .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.hint { color: #626c7f; } summary { cursor: pointer; padding: 3px 0; }
pre { overflow: auto; max-height: 36rem; padding: .6rem .8rem; border: 1px solid #d5dae3; font: 12px/1.45 ui-monospace, monospace; }
.graph { overflow: auto; max-height: 40rem; border: 1px solid #d5dae3; }
.plus { background: #d9f2e0; } .minus { background: #fbdcdc; } .at { color: #626c7f; }
@media (prefers-color-scheme: dark) {
body { background: #13151a; color: #e7eaf0; } th, td, pre, .graph { border-color: #323843; } th, .hint, .at { color: #a9b2c1; }
.plus { background: #16391f; } .minus { background: #47191c; } }
</style>)";

} // namespace

std::string escapedHtml(const std::string &text) {
    std::string all;
    for (const char c : text) {
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

std::string htmlTable(const std::vector<HtmlColumn> &columns, const std::vector<std::vector<std::string>> &rows) {
    std::string text = "<table><thead><tr>";
    for (const HtmlColumn &column : columns)
        text += format("<th%s>", column.isNumber ? " class=\"n\"" : "") + column.title + "</th>";
    text += "</tr></thead><tbody>\n";
    for (const auto &row : rows) {
        text += "<tr>";
        for (size_t i = 0; i < row.size(); ++i)
            text += format("<td%s>", columns[i].isNumber ? " class=\"n\"" : "") + escapedHtml(row[i]) + "</td>";
        text += "</tr>\n";
    }
    return text + "</tbody></table>\n";
}

std::string htmlDetails(const std::string &title, const std::string &body) {
    return "<details><summary>" + escapedHtml(title) + "</summary>\n" + body + "</details>\n";
}

std::string htmlCode(const std::string &text) {
    return "<pre>" + escapedHtml(text) + "</pre>\n";
}

std::string htmlDiff(const std::string &text) {
    std::string all = "<pre>";
    for (const std::string &line : split(text, '\n')) {
        const char *kind = line.starts_with('+')   ? "plus"
                           : line.starts_with('-') ? "minus"
                           : line.starts_with('@') ? "at"
                                                   : "";
        all += *kind ? format("<span class=\"%s\">", kind) + escapedHtml(line) + "</span>\n" : escapedHtml(line) + "\n";
    }
    return all + "</pre>\n";
}

std::string htmlHead(const std::string &title) {
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + escapedHtml(title) +
           "</title>\n" + style + "</head><body>\n<h1>" + escapedHtml(title) + "</h1>\n";
}

} // namespace report
} // namespace jitscope
