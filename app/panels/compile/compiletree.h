// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of compile time as a tree: columns, names, and finding the row of what is selected elsewhere.
#pragma once

#include "app/models/treemodel.h"
#include "engine/analysis/comparison/compiledifference.h"
#include "engine/session/provenance.h"

#include <QStringList>

namespace jitscope {
inline namespace compilepanel {

/** A row without those below it, with its name in words. */
struct CompileTreeRow {
    CompileRow row;
    QString name;
    std::optional<OpDelta> delta = {}; ///< nothing without a baseline
};

using CompileTreeModel = TreeModel<CompileTreeRow>;

/** The last one is the axis. */
enum CompileColumn { NameColumn, TimeColumn };

std::vector<TableColumn<CompileTreeRow>> compileColumns();
/** The same with the differences to a baseline behind the time. */
std::vector<TableColumn<CompileTreeRow>> comparingColumns();

/** `titles` are those of the compilations, by place; `first` is the index of the first of them. */
std::unique_ptr<CompileTreeModel::Node> compileTree(std::vector<CompileRow> rows, const std::vector<QString> &titles,
                                                    int first);
/** The same of rows that are held against a baseline. */
std::unique_ptr<CompileTreeModel::Node> compileTree(std::vector<ComparedCompileRow> rows,
                                                    const std::vector<QString> &titles, int first);

/** With names for what a grouping finds nothing of its kind in: "passes" by passes are the time in none of them. */
std::unique_ptr<CompileTreeModel::Node> withPartTitles(std::unique_ptr<CompileTreeModel::Node> root,
                                                       CompileGrouping grouping);

/** The row of the anchor's pass or kernel, the most exact one; null for none. */
const CompileTreeModel::Node *nodeOf(const CompileTreeModel::Node &root, const Anchor &anchor);

/** The node, in any depth, of that kind that took most; null for none. */
const CompileTreeModel::Node *longestNode(const CompileTreeModel::Node &root, CompileRowKind kind);

} // namespace compilepanel
} // namespace jitscope
