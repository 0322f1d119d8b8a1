// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs side by side, by operator, line, cell, ...
#pragma once

#include "app/models/tablemodel.h"
#include "app/panels/runs/runcolumns.h"

#include <QFrame>

class QComboBox;
class QLabel;

namespace jitscope {
inline namespace models {
class RecordView;
}
} // namespace jitscope

namespace jitscope {
inline namespace runspanel {

class RunCompare : public QFrame {
    Q_OBJECT
public:
    explicit RunCompare(QWidget *parent = nullptr);

    /** What is compared, while the runs are read. */
    void begin(const RunRecord &a, const RunRecord &b);
    void setComparison(const RunComparison &comparison);
    OpGrouping grouping() const;
    QString asText() const;

Q_SIGNALS:
    void closed();
    void groupingChanged();

private:
    static QString sumsText(const RunDifference &total);

    TableModel<RunDifference> m_model;
    QComboBox *m_grouping;
    QLabel *m_sides, *m_summary;
    RecordView *m_view;
};

} // namespace runspanel
} // namespace jitscope
