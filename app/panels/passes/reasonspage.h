// SPDX-License-Identifier: GPL-3.0-or-later
// The Why of a pass: what it applied and what it refused, each kind by itself, with its reason in full.
#pragma once

#include "app/panels/passes/passreasons.h"

#include <QWidget>
#include <memory>

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

    /** The table is filled when it is looked at. */
    void setReasons(std::shared_ptr<const std::vector<ReasonRow>> rows);
    RecordView *view() const;
    /** The one of a row of the view's source. */
    const ReasonRow &row(int sourceRow) const { return m_model.row(sourceRow); }
    QString asText();

Q_SIGNALS:
    /** The user went to that row of the shown ones. */
    void reasonChosen(const jitscope::ReasonRow &reason);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void takeRows();
    void refill();

    std::shared_ptr<const std::vector<ReasonRow>> m_rows = std::make_shared<const std::vector<ReasonRow>>();
    bool m_isStale = false; ///< the table has those of before
    TableModel<ReasonRow> m_model;
    SegmentedControl *m_which;
    FilterEdit *m_filter;
    ReasonView *m_view;
};

} // namespace passespanel
} // namespace jitscope
