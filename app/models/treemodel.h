// SPDX-License-Identifier: GPL-3.0-or-later
// A tree of rows of any type, described by the same columns as a table.
#pragma once

#include "app/models/tablemodel.h"

#include <memory>

namespace jitscope {
inline namespace models {

/** A row with those below it. Nodes never move once they are in a model: children are owned by pointer. */
template<class Row> struct TreeNode {
    Row row;
    TreeNode *parent = nullptr;
    int number = 0; ///< its place among its siblings
    std::vector<std::unique_ptr<TreeNode>> children;

    TreeNode *add(Row child) {
        auto node = std::make_unique<TreeNode>();
        node->row = std::move(child);
        node->parent = this;
        node->number = int(children.size());
        children.push_back(std::move(node));
        return children.back().get();
    }
};

template<class Row> class TreeModel : public QAbstractItemModel {
public:
    using Node = TreeNode<Row>;

    explicit TreeModel(std::vector<TableColumn<Row>> columns, QObject *parent = nullptr)
        : QAbstractItemModel(parent)
        , m_columns(std::move(columns))
        , m_root(std::make_unique<Node>()) {}

    /** Takes the children of `root` as the top rows. */
    void setRoot(std::unique_ptr<Node> root) {
        beginResetModel();
        m_root = std::move(root);
        endResetModel();
    }
    const Node &root() const { return *m_root; }

    /** The node at `index`; the root for an invalid one. */
    const Node *node(const QModelIndex &index) const {
        return index.isValid() ? static_cast<const Node *>(index.internalPointer()) : m_root.get();
    }
    QModelIndex indexOf(const Node *node, int column = 0) const {
        if (!node || node == m_root.get()) return {};
        return createIndex(node->number, column, const_cast<Node *>(node));
    }

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const final {
        if (!hasIndex(row, column, parent)) return {};
        return createIndex(row, column, node(parent)->children[size_t(row)].get());
    }
    QModelIndex parent(const QModelIndex &index) const final {
        if (!index.isValid()) return {};
        return indexOf(node(index)->parent);
    }
    int rowCount(const QModelIndex &parent = {}) const final {
        return parent.column() > 0 ? 0 : int(node(parent)->children.size());
    }
    int columnCount(const QModelIndex & = {}) const final { return int(m_columns.size()); }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final {
        if (orientation != Qt::Horizontal || section < 0 || section >= int(m_columns.size())) return {};
        const auto &column = m_columns[size_t(section)];
        if (role == Qt::DisplayRole) return column.title;
        if (role == FigureRole) return figureTitle(column);
        if (role == Qt::ToolTipRole && !column.definition.isEmpty()) return column.definition;
        if (role == Qt::TextAlignmentRole) return int(column.alignment | Qt::AlignVCenter);
        return {};
    }
    QVariant data(const QModelIndex &index, int role) const final {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
        return TableModel<Row>::cellData(m_columns[size_t(index.column())], node(index)->row, index.row(), role);
    }

private:
    std::vector<TableColumn<Row>> m_columns;
    std::unique_ptr<Node> m_root;
};

} // namespace models
} // namespace jitscope
