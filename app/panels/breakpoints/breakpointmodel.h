// SPDX-License-Identifier: GPL-3.0-or-later
// The runner's breakpoints as an editable table.
#pragma once

#include "engine/base/result.h"
#include "engine/stepping/breakpoint.h"

#include <QAbstractTableModel>
#include <QStringList>

namespace jitscope {
inline namespace sdk {
class Runner;
}
} // namespace jitscope

namespace jitscope {
inline namespace breakpointspanel {

class BreakpointModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Where, KindName, Condition, FromHit, Log, Hits, ColumnCount };

    explicit BreakpointModel(Runner &runner, QObject *parent = nullptr);

    /** Sources that names of files may stand for. */
    void setFiles(const QStringList &files) { m_files = files; }
    const QStringList &files() const { return m_files; }
    const Breakpoint &breakpoint(int row) const { return m_breakpoints[size_t(row)]; }
    Result<void> add(const Breakpoint &breakpoint);
    void remove(QList<int> rows);
    void undo();
    bool canUndo() const { return !m_before.empty(); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    /** Refuses what cannot be understood and says why by refused(). */
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

Q_SIGNALS:
    void refused(const QString &reason);
    void accepted();

private:
    void take();
    void set(std::vector<Breakpoint> breakpoints);
    Result<Breakpoint> changed(const Breakpoint &breakpoint, int column, const QString &text) const;
    QString text(const Breakpoint &breakpoint, int row, int column) const;

    Runner &m_runner;
    QStringList m_files;
    std::vector<Breakpoint> m_breakpoints;
    std::vector<std::vector<Breakpoint>> m_before; ///< to take changes back
};

} // namespace breakpointspanel
} // namespace jitscope
