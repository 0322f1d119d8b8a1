// SPDX-License-Identifier: GPL-3.0-or-later
// Two levels at most: an index knows its group by the number above it, so that rows need no pointers.
#include "app/models/variablemodel.h"

#include "app/models/healthbar.h"
#include "app/models/tensortext.h"
#include "app/sdk/healthcache.h"
#include "app/sdk/theme.h"
#include "engine/session/session.h"
#include "engine/tensor/tensorprint.h"

#include <QMimeData>

namespace jitscope {
inline namespace models {

namespace {

constexpr quintptr topLevel = 0;

} // namespace

VariableRow rowOf(const Variable &variable, const Session &session) {
    VariableRow row;
    row.name = QString::fromStdString(variable.name);
    row.type = QString::fromStdString(variable.type);
    row.value = QString::fromStdString(variable.text);
    row.tensor = variable.tensor;
    if (const auto tensor = session.tensor(variable.tensor)) {
        row.type = QString::fromStdString(brief(tensor->dtype, tensor->shape));
        const QString values = fewValuesText(*tensor), start = QStringLiteral("Tensor ") + row.type;
        if (!values.isEmpty())
            row.value = values;
        else if (row.value.startsWith(start)) // the type has a column of its own
            row.value = row.value.mid(start.size()).trimmed();
    }
    return row;
}

VariableModel::VariableModel(HealthCache &health, QObject *parent)
    : QAbstractItemModel(parent)
    , m_health(health) {
    connect(&health, &HealthCache::ready, this, &VariableModel::tellHealth);
}

bool VariableModel::hasSameNames(const std::vector<VariableRow> &rows) const {
    const auto same = [](const VariableRow &a, const VariableRow &b) { return a.name == b.name; };
    const auto sameGroup = [same](const VariableRow &a, const VariableRow &b) {
        return same(a, b) &&
               std::equal(a.children.begin(), a.children.end(), b.children.begin(), b.children.end(), same);
    };
    return std::equal(m_rows.begin(), m_rows.end(), rows.begin(), rows.end(), sameGroup);
}

void VariableModel::setRows(std::vector<VariableRow> rows) {
    if (!hasSameNames(rows)) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    m_rows = std::move(rows);
    if (m_rows.empty()) return;
    Q_EMIT dataChanged(index(0, 0), index(int(m_rows.size()) - 1, columnCount() - 1));
    for (int group = 0; group < int(m_rows.size()); ++group)
        if (const int count = int(m_rows[size_t(group)].children.size()); count > 0)
            Q_EMIT dataChanged(index(0, 0, index(group, 0)), index(count - 1, columnCount() - 1, index(group, 0)));
}

const VariableRow *VariableModel::row(const QModelIndex &index) const {
    if (!index.isValid()) return nullptr;
    if (index.internalId() == topLevel) return &m_rows[size_t(index.row())];
    return &m_rows[size_t(index.internalId() - 1)].children[size_t(index.row())];
}

void VariableModel::setRow(const QModelIndex &index, VariableRow row) {
    *const_cast<VariableRow *>(this->row(index)) = std::move(row);
    Q_EMIT dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(columnCount() - 1));
}

QModelIndex VariableModel::find(const QString &name) const {
    for (int top = 0; top < int(m_rows.size()); ++top) {
        const VariableRow &row = m_rows[size_t(top)];
        if (!row.isGroup && row.name == name) return index(top, 0);
        for (int i = 0; i < int(row.children.size()); ++i)
            if (row.children[size_t(i)].name == name) return index(i, 0, index(top, 0));
    }
    return {};
}

QModelIndex VariableModel::index(int row, int column, const QModelIndex &parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : topLevel);
}

QModelIndex VariableModel::parent(const QModelIndex &index) const {
    if (!index.isValid() || index.internalId() == topLevel) return {};
    return createIndex(int(index.internalId() - 1), 0, topLevel);
}

int VariableModel::rowCount(const QModelIndex &parent) const {
    if (!parent.isValid()) return int(m_rows.size());
    if (parent.column() > 0 || parent.internalId() != topLevel) return 0;
    return int(m_rows[size_t(parent.row())].children.size());
}

int VariableModel::columnCount(const QModelIndex &) const {
    return 4;
}

QVariant VariableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case NameColumn:
        return tr("Name");
    case ValueColumn:
        return tr("Value");
    case TypeColumn:
        return tr("Type");
    default:
        return tr("Health");
    }
}

QString VariableModel::text(const VariableRow &row, int column) const {
    if (column == NameColumn) return row.name;
    if (row.isGroup) return {};
    if (column == TypeColumn) return row.type;
    if (column == ValueColumn) {
        if (!row.error.isEmpty()) return QStringLiteral("✗ ") + row.error;
        if (!row.hint.isEmpty()) return row.hint;
        return row.isChanged ? QString(QStringLiteral("Δ ") + row.value) : row.value;
    }
    if (row.tensor < 0) return {};
    const std::optional<TensorHealth> health = m_health.health(row.tensor);
    return health ? healthText(*health) : QString();
}

QVariant VariableModel::colour(const VariableRow &row, int column) const {
    const Theme &theme = currentTheme();
    if (row.isGroup) return theme.text3;
    if (column == TypeColumn || column == HealthColumn) return theme.text2;
    if (column != ValueColumn) return {};
    if (!row.error.isEmpty()) return theme.error;
    if (!row.hint.isEmpty()) return theme.text3;
    return row.isChanged ? QVariant(theme.changed) : QVariant();
}

QVariant VariableModel::data(const QModelIndex &index, int role) const {
    const VariableRow *row = this->row(index);
    if (!row) return {};
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        // The bar shows the health; a screen reader hears it.
        return role == Qt::DisplayRole && column == HealthColumn && row->tensor >= 0 && m_health.health(row->tensor)
                   ? QVariant()
                   : QVariant(text(*row, column));
    case Qt::EditRole:
        return column == ValueColumn ? row->value : row->name;
    case Qt::ForegroundRole:
        return colour(*row, column);
    case Qt::FontRole:
        return row->isGroup ? QVariant(smallUiFont()) : QVariant(codeFont());
    case tensorRole:
        return column == HealthColumn ? qlonglong(row->tensor) : -1;
    case Qt::ToolTipRole: {
        if (row->isGroup) return {};
        QStringList lines{text(*row, column)};
        if (column == ValueColumn && row->isChanged) lines.append(tr("Changed since the stop before"));
        if (column == ValueColumn && !valueToolTip.isEmpty()) lines.append(valueToolTip);
        return lines.join(QLatin1Char('\n'));
    }
    default:
        return {};
    }
}

bool VariableModel::setData(const QModelIndex &index, const QVariant &value, int role) {
    if (role != Qt::EditRole || !edited) return false;
    edited(index, value.toString().trimmed());
    return true;
}

Qt::ItemFlags VariableModel::flags(const QModelIndex &index) const {
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    const VariableRow *row = this->row(index);
    if (!row || row->isGroup) return flags | Qt::ItemIsDropEnabled;
    flags |= Qt::ItemIsDragEnabled;
    return editable.contains(index.column()) ? flags | Qt::ItemIsEditable : flags;
}

QStringList VariableModel::mimeTypes() const {
    return {QStringLiteral("text/plain")};
}

QMimeData *VariableModel::mimeData(const QModelIndexList &indexes) const {
    QStringList names;
    for (const QModelIndex &index : indexes)
        if (const VariableRow *row = this->row(index); row && !row->isGroup && !names.contains(row->name))
            names.append(row->name);
    auto *data = new QMimeData;
    data->setText(names.join(QLatin1Char('\n')));
    return data;
}

/** Only the column; which rows asked is not told. */
void VariableModel::tellHealth() {
    if (m_rows.empty()) return;
    Q_EMIT dataChanged(index(0, HealthColumn), index(int(m_rows.size()) - 1, HealthColumn));
    for (int group = 0; group < int(m_rows.size()); ++group)
        if (const int count = int(m_rows[size_t(group)].children.size()); count > 0)
            Q_EMIT dataChanged(index(0, HealthColumn, index(group, 0)),
                               index(count - 1, HealthColumn, index(group, 0)));
}

} // namespace models
} // namespace jitscope

#include "moc_variablemodel.cpp"
