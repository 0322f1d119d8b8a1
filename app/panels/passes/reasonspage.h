// SPDX-License-Identifier: GPL-3.0-or-later
// The Why of a pass: what it applied and what it refused, each kind by itself, with its reason in full.
#pragma once

#include "app/panels/passes/passreasons.h"

#include <QWidget>

namespace jitscope {
inline namespace models {
class RecordView;
}
inline namespace sdk {
class FilterEdit;
class SegmentedControl;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace passespanel {

class ReasonView;

class ReasonsPage : public QWidget {
    Q_OBJECT
public:
    explicit ReasonsPage(QWidget *parent = nullptr);

    void setReasons(std::vector<ReasonRow> rows);
    const std::vector<ReasonRow> &reasons() const { return m_rows; }
    RecordView *view() const;
    /** The one of a row of the view's source. */
    const ReasonRow &row(int sourceRow) const { return m_model.row(sourceRow); }
    QString asText() const;

Q_SIGNALS:
    /** The user went to that row of the shown ones. */
    void reasonChosen(const jitscope::ReasonRow &reason);

private:
    void refill();

    std::vector<ReasonRow> m_rows;
    TableModel<ReasonRow> m_model;
    SegmentedControl *m_which;
    FilterEdit *m_filter;
    ReasonView *m_view;
};

} // namespace passespanel
} // namespace jitscope
