// SPDX-License-Identifier: GPL-3.0-or-later
// Why functions were compiled again: each compilation beside the nearest earlier one, and what would have avoided it.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/session/recompilations.h"

#include <QWidget>

class QLabel;
class QStackedLayout;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class WrappedLabel;
}
inline namespace models {
class RecordView;
}
inline namespace compilepanel {

struct RecompilationRow {
    Recompilation what;
    QString title, nearest;
    QStringList advice; ///< the best first
};

class RecompilationsPage : public QWidget {
    Q_OBJECT
public:
    explicit RecompilationsPage(QWidget *parent = nullptr);

    void setRows(std::vector<RecompilationRow> rows);
    void setFilter(const QString &text);
    /** Chooses the row of that compilation, if there is one. */
    void choose(int compilation);
    RecordView *view() const { return m_view; }
    /** Whether any function was compiled a second time. */
    bool isAny() const;
    /** The table, then what is said of the chosen row. */
    QString asText() const;

Q_SIGNALS:
    void chosen(int compilation);
    void comparisonWanted(int nearest, int compilation);

private:
    QWidget *buildDetails();
    const RecompilationRow *current() const;
    void showDetails();
    void fitColumns();
    void showWhetherAny();

    RecordView *m_view, *m_differences;
    TableModel<RecompilationRow> m_model;
    TableModel<CompileDifference> m_differenceModel;
    QStackedLayout *m_pages = nullptr;
    WrappedLabel *m_empty = nullptr;
    QLabel *m_nearest = nullptr, *m_advice = nullptr;
    QToolButton *m_compare = nullptr, *m_showNearest = nullptr;
    bool m_isFilling = false;
    bool m_isSized = false;
};

} // namespace compilepanel
} // namespace jitscope
