// SPDX-License-Identifier: GPL-3.0-or-later
// A graph as a file: PNG and SVG as the view paints it, DOT for other tools.
#pragma once

#include "app/graphview/graphpainter.h"
#include "engine/base/result.h"
#include "engine/session/sessionfwd.h"

namespace jitscope {
inline namespace graphview {

/** Lays out the entry graph of `module` and writes it; the suffix of `path` (.png, .svg, .dot) decides the format. */
Result<void> exportGraph(const Module &module, const std::string &path, const Theme &theme);

/** The same as the text of an SVG element, to stand in a page. */
Result<std::string> graphSvg(const Module &module, const Theme &theme);

/** The graph of the operators as they ran, as the graph panel opens it; the result says how much of the run it shows.
 */
Result<std::string> exportLive(const Session &session, const std::string &path, const Theme &theme);

/** The picture that a view shows. PNG has `scale` pixels to the unit, but never more than 16,000 a side. */
Result<void> exportPicture(const GraphPainter &picture, const QString &path, const Theme &theme, double scale = 2);

/** The cards and edges in Graphviz's language; the same graph gives the same text. */
QString dotText(const DisplayGraph &graph);

} // namespace graphview
} // namespace jitscope
