// SPDX-License-Identifier: GPL-3.0-or-later
// A table of rows of any type, described by a list of columns: a new table is a list of records, not a new class.
#pragma once

#include "app/sdk/theme.h"

#include <QAbstractTableModel>
#include <QColor>
#include <functional>
#include <utility>
#include <vector>

namespace jitscope {
inline namespace models {

/** Roles that all of our models answer besides Qt's own. */
enum ModelRole {
    SortRole = Qt::UserRole, ///< the raw value that a column sorts by (a number of ns, not "12.4 µs")
    ShareRole,               ///< (0..1) the length of a bar behind the text, invalid for none
    RowRole,                 ///< the index of the row in the source model
    FigureRole =
        Qt::UserRole + 100, ///< the number alone, for files; of a heading: with its unit. Invalid where the text is all
};

/** One column: how a row is shown, sorted and explained. Only `title` and `text` must be set. */
template<class Row> struct TableColumn {
    QString title;
    std::function<QString(const Row &)> text;
    std::function<QVariant(const Row &)> key = nullptr; ///< sorts by this; by the text if null
    Qt::Alignment alignment = Qt::AlignLeft;            ///< numbers: Qt::AlignRight
    enum class Font : uint8_t { Text, Strong, Code } font = Font::Text;
    std::function<QString(const Row &)> toolTip = nullptr;
    std::function<double(const Row &)> share = nullptr;    ///< (0..1) see ShareRole
    std::function<QColor(const Row &)> colour = nullptr;   ///< of the text; an invalid one means the usual
    QString definition = {};                               ///< what the figures mean: the tool tip of the heading
    QString unit = {};                                     ///< files have the number in this unit: that of `key`, or
    std::function<QVariant(const Row &)> figure = nullptr; ///< of this
};

/** "Self (ns)" where files have figures; else nothing. */
template<class Row> QVariant figureTitle(const TableColumn<Row> &column) {
    if (column.unit.isEmpty()) return {};
    return QString(column.title + QStringLiteral(" (") + column.unit + QLatin1Char(')'));
}

/** Empty where the text says that it is not known. */
template<class Row> QVariant figureOf(const TableColumn<Row> &column, const Row &row) {
    if (!column.figure && (column.unit.isEmpty() || !column.key)) return {};
    const QString text = column.text(row);
    if (text.isEmpty() || text == QStringLiteral("–")) return QString();
    return column.figure ? column.figure(row) : column.key(row);
}

/** The model over a vector of rows. It has no signals of its own, so it can be a template (moc knows none). */
template<class Row> class TableModel : public QAbstractTableModel {
public:
    explicit TableModel(std::vector<TableColumn<Row>> columns, QObject *parent = nullptr)
        : QAbstractTableModel(parent)
        , m_columns(std::move(columns)) {}

    const std::vector<Row> &rows() const { return m_rows; }
    const Row &row(int index) const { return m_rows[size_t(index)]; }

    void setRows(std::vector<Row> rows) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }

    /** Adds at the end; selection and scroll position of the views stay. */
    void appendRows(std::vector<Row> rows) {
        if (rows.empty()) return;
        beginInsertRows({}, int(m_rows.size()), int(m_rows.size() + rows.size()) - 1);
        m_rows.insert(m_rows.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
        endInsertRows();
    }

    int rowCount(const QModelIndex &parent = {}) const final { return parent.isValid() ? 0 : int(m_rows.size()); }
    int columnCount(const QModelIndex &parent = {}) const final { return parent.isValid() ? 0 : int(m_columns.size()); }

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
        return cellData(m_columns[size_t(index.column())], m_rows[size_t(index.row())], index.row(), role);
    }

    /** What a cell answers for `role`; shared with TreeModel. */
    static QVariant cellData(const TableColumn<Row> &column, const Row &row, int number, int role) {
        using Font = typename TableColumn<Row>::Font;
        switch (role) {
        case Qt::DisplayRole:
            return column.text(row);
        case Qt::ToolTipRole:
            return column.toolTip ? column.toolTip(row) : column.text(row);
        case Qt::TextAlignmentRole:
            return int(column.alignment | Qt::AlignVCenter);
        case SortRole:
            return column.key ? column.key(row) : QVariant(column.text(row));
        case FigureRole:
            return figureOf(column, row);
        case ShareRole:
            return column.share ? QVariant(column.share(row)) : QVariant();
        case RowRole:
            return number;
        case Qt::FontRole: {
            if (column.font == Font::Code) return codeFont();
            if (column.font == Font::Text) return {};
            QFont strong = uiFont();
            strong.setWeight(QFont::DemiBold);
            return strong;
        }
        case Qt::ForegroundRole: {
            const QColor colour = column.colour ? column.colour(row) : QColor();
            return colour.isValid() ? QVariant(colour) : QVariant();
        }
        default:
            return {};
        }
    }

private:
    std::vector<TableColumn<Row>> m_columns;
    std::vector<Row> m_rows;
};

} // namespace models
} // namespace jitscope
