// SPDX-License-Identifier: GPL-3.0-or-later
// A followed value as columns of cells: its lines, every stage that did something to it, its kernels and their code.
#pragma once

#include "engine/codegen/kerneltexts.h"
#include "engine/session/journey.h"

#include <QString>
#include <map>
#include <set>
#include <vector>

namespace jitscope {
inline namespace journeypanel {

/** The texts of a kernel, or why there are none. */
struct JourneyKernelTexts {
    std::vector<KernelLine> ir, assembly;
    std::string error;
};
using JourneyTexts = std::map<std::string, JourneyKernelTexts>; ///< by the kernel's graph

struct JourneyCell {
    enum class Kind : uint8_t { Line, Node, Removed, Fold, Kernel, Code };
    Kind kind = Kind::Node;
    QString title, detail, note;
    QString sentence;      ///< all of it in words
    std::vector<int> from; ///< cells that it comes from
    int row = 0;
    // What it selects.
    std::string file;
    int line = 0;
    int pass = -1;
    NodeId node;
    std::string kernel;
    QString text;      ///< Code: which text of the kernel
    int foldBegin = 0; ///< Fold: the first of its stages
};

struct JourneyColumn {
    QString title, toolTip;
    std::vector<int> cells;
};

struct JourneyGrid {
    std::vector<JourneyCell> cells;
    std::vector<JourneyColumn> columns;
    int rows = 0;
};

/** `unfolded`: the begins of runs of unchanged stages that are shown stage by stage. */
JourneyGrid journeyGrid(const Journey &journey, const JourneyTexts &texts, const std::set<int> &unfolded);

/** The cell of that node at that pass; with another pass, the last of that node; -1 for none. */
int cellOfNode(const JourneyGrid &grid, int pass, NodeId node);

/** "41–47, 52": lines from 1. */
QString lineRanges(const std::vector<int> &lines);

} // namespace journeypanel
} // namespace jitscope
