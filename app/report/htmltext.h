// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of a page of HTML, everything escaped.
#pragma once

#include <string>
#include <vector>

namespace jitscope {
inline namespace report {

std::string escapedHtml(const std::string &text);

/** A column of a table: its heading and whether it holds numbers. */
struct HtmlColumn {
    const char *title;
    bool isNumber = false;
};
std::string htmlTable(const std::vector<HtmlColumn> &columns, const std::vector<std::vector<std::string>> &rows);

/** A part that is opened by a click; `body` is HTML, `title` is text. */
std::string htmlDetails(const std::string &title, const std::string &body);

/** Text with its lines and spaces; the first characters of a unified diff colour its lines. */
std::string htmlCode(const std::string &text);
std::string htmlDiff(const std::string &text);

/** What a page begins and ends with. */
std::string htmlHead(const std::string &title);
constexpr const char *htmlEnd = "</body></html>\n";

} // namespace report
} // namespace jitscope
