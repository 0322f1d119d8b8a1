// SPDX-License-Identifier: GPL-3.0-or-later
// The view of a profiler's table: filtered and sorted off the GUI thread, columns to choose, rows to copy and export.
#pragma once

#include "app/models/datatablemodel.h"
#include "app/models/modeltext.h"
#include "engine/analysis/intervals.h"

#include <QTableView>
#include <optional>

namespace jitscope {
inline namespace sdk {
class Jobs;
}
} // namespace jitscope

namespace jitscope {
inline namespace models {

class DataTableView : public QTableView {
    Q_OBJECT
public:
    explicit DataTableView(Jobs &jobs, QWidget *parent = nullptr);

    /** Shows a table, sorted by `sortColumn` of it (falling; -1: as it is). Filter and range stay as they are. Columns
        without any value are hidden at first, as are those the user took out of a table of that name. */
    void setTable(TablePtr table, int64_t originNs, int sortColumn = -1, std::vector<DeltaColumn> deltas = {});
    const TablePtr &table() const { return m_model->table(); }
    DataTableModel *records() const { return m_model; }
    /** Words, see TableQuery. */
    void setFilterText(const QString &text);
    /** Only rows whose time overlaps it. */
    void setWithin(const std::optional<Interval> &within);
    /** Selects a row of the table and scrolls to it, if it is shown. Emits nothing. */
    void selectTableRow(int64_t row);
    /** The row of the table that is current, or -1. */
    int64_t currentTableRow() const;
    bool isReady() const { return !m_isOrdering; }
    /** As shown, tab separated with a header; of very long tables the first rows. */
    QString allAsText(TextFormat format = TextFormat::Tsv) const;
    /** Asks where, and writes what is shown there. */
    void exportCsv();
    /** Writes the rows and columns that are shown, exactly, into a file; a sentence if that failed. */
    QString writeCsv(const QString &path) const;
    /** What chooses columns, as a menu. */
    void showColumnMenu(const QPoint &globalPosition);

public Q_SLOTS:
    void copySelected() const;

Q_SIGNALS:
    /** The user went to a row, or (activated) wants to see it. */
    void rowChosen(qint64 row);
    void rowActivated(qint64 row);
    /** Other rows are shown: so many of so many. */
    void counted(qint64 shown, qint64 all);
    /** Writing a file failed, with why. */
    void failed(const QString &problem);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void order();
    void show(std::vector<int64_t> rows);
    void sortBy(int column);
    void fitColumns();
    std::vector<int> shownColumns() const;
    void toggleColumn(int tableColumn);
    QString settingsKey() const;

    Jobs &m_jobs;
    DataTableModel *m_model;
    TablePtr m_table;                  ///< wanted; the model has it once it is ordered
    std::vector<DeltaColumn> m_deltas; ///< of m_table
    int64_t m_originNs = 0;
    QStringList m_words;
    std::optional<Interval> m_within;
    int m_sortColumn = -1; ///< of the table
    bool m_isDescending = false;
    bool m_isOrdering = false, m_isFilling = false;
    QString m_tag;
};

} // namespace models
} // namespace jitscope
