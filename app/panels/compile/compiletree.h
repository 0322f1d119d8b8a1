// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of compile time as a tree: columns, names, and finding the row of what is selected elsewhere.
#pragma once

#include "app/models/treemodel.h"
#include "engine/session/compilecosts.h"
#include "engine/session/provenance.h"

#include <QStringList>

namespace jitscope {
inline namespace compilepanel {

/** A row without those below it, with its name in words. */
struct CompileTreeRow {
    CompileRow row;
    QString name;
};

using CompileTreeModel = TreeModel<CompileTreeRow>;

enum CompileColumn { NameColumn, TimeColumn, SelfColumn, CountColumn, AxisColumn };

std::vector<TableColumn<CompileTreeRow>> compileColumns();

/** `titles` are those of the compilations, by place; `first` is the index of the first of them. */
std::unique_ptr<CompileTreeModel::Node> compileTree(std::vector<CompileRow> rows, const std::vector<QString> &titles,
                                                    int first);

/** The row of the anchor's pass or kernel, the most exact one; null for none. */
const CompileTreeModel::Node *nodeOf(const CompileTreeModel::Node &root, const Anchor &anchor);

/** The node, in any depth, of that kind that took most; null for none. */
const CompileTreeModel::Node *longestNode(const CompileTreeModel::Node &root, CompileRowKind kind);

} // namespace compilepanel
} // namespace jitscope
