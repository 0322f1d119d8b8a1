// SPDX-License-Identifier: GPL-3.0-or-later
// Each compilation with the cost of its first call apart from later ones, and where its kernels' code came from.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/analysis/comparison/compiledifference.h"

#include <QWidget>

namespace jitscope {
inline namespace models {
class RecordView;
}
inline namespace compilepanel {

struct CompilationRow {
    FirstCall call;
    QString title;
    KernelOrigins origins;
    std::optional<int64_t> preparationNs = {}; ///< from the compile's end to the first run
    std::optional<FirstCallDelta> delta = {};  ///< nothing without a baseline
};

class CompilationsPage : public QWidget {
    Q_OBJECT
public:
    explicit CompilationsPage(QWidget *parent = nullptr);

    /** Either all of them are held against a baseline, or none. */
    void setRows(std::vector<CompilationRow> rows);
    void setFilter(const QString &text);
    RecordView *view() const { return m_view; }

Q_SIGNALS:
    void chosen(int compilation);

private:
    void useModel(TableModel<CompilationRow> &model);

    RecordView *m_view;
    TableModel<CompilationRow> m_plain, m_comparing;
    TableModel<CompilationRow> *m_model = &m_plain;
    bool m_isFilling = false;
    bool m_isSized = false;
};

} // namespace compilepanel
} // namespace jitscope
