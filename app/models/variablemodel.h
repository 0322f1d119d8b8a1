// SPDX-License-Identifier: GPL-3.0-or-later
// Names with their values, in groups or not: the locals of a frame, watch expressions.
#pragma once

#include "engine/session/sessionfwd.h"

#include <QAbstractItemModel>
#include <QSet>

#include <functional>
#include <vector>

namespace jitscope {
inline namespace sdk {
class HealthCache;
}
} // namespace jitscope

namespace jitscope {
inline namespace models {

/** One name. A row with children is a group ("Locals"). */
struct VariableRow {
    QString name = {}, type = {};
    QString value = {}; ///< as shown
    QString error = {}; ///< shown instead of the value until the next one arrives
    QString hint = {};  ///< why there is no value; quiet, instead of it
    int64_t tensor = -1;
    bool isChanged = false; ///< since the stop before
    std::vector<VariableRow> children = {};
    bool isGroup = false;
};

/** What a variable of a frame looks like; a tensor's values are looked up in the session. */
VariableRow rowOf(const Variable &variable, const Session &session);

class VariableModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { NameColumn, ValueColumn, TypeColumn, HealthColumn };

    VariableModel(HealthCache &health, QObject *parent);

    /** In place where the same names come again, so that selection and opened groups stay. */
    void setRows(std::vector<VariableRow> rows);
    const std::vector<VariableRow> &rows() const { return m_rows; }
    const VariableRow *row(const QModelIndex &index) const;
    void setRow(const QModelIndex &index, VariableRow row);
    QModelIndex find(const QString &name) const;

    /** Columns that may be edited, and what a finished edit does (it changes no row by itself). */
    QSet<int> editable;
    std::function<void(const QModelIndex &index, const QString &text)> edited = nullptr;
    /** Said of cells that could be edited at another time: why not now, or what an edit does. */
    QString valueToolTip;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QStringList mimeTypes() const override;
    QMimeData *mimeData(const QModelIndexList &indexes) const override;

private:
    QString text(const VariableRow &row, int column) const;
    QVariant colour(const VariableRow &row, int column) const;
    bool hasSameNames(const std::vector<VariableRow> &rows) const;
    void tellHealth();

    HealthCache &m_health;
    std::vector<VariableRow> m_rows;
};

/** Answers the id of the tensor of a row, or -1. */
constexpr int tensorRole = Qt::UserRole + 40;

} // namespace models
} // namespace jitscope
