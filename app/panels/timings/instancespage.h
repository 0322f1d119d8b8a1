// SPDX-License-Identifier: GPL-3.0-or-later
// The part below the operator table: the single calls of the current row, by duration or over time.
#pragma once

#include "app/panels/timings/instancechart.h"
#include "app/sdk/paneldef.h"

#include <QFrame>

class QLabel;

namespace jitscope {
inline namespace sdk {
class SegmentedControl;
}
inline namespace models {
class OperatorSource;
}
} // namespace jitscope

namespace jitscope {
inline namespace timingspanel {

class InstancesPage : public QFrame {
    Q_OBJECT
public:
    explicit InstancesPage(const PanelContext &context, QWidget *parent = nullptr);

    /** Of a group as the operators are filtered now. */
    void show(OpGrouping grouping, uint32_t group, const QString &title);
    void showNothing();
    bool isReady() const { return !m_isWorking; }
    QString asText() const;

Q_SIGNALS:
    void closed();

private:
    PanelContext m_context;
    OperatorSource &m_source;
    QLabel *m_title;
    SegmentedControl *m_axis;
    InstanceChart *m_chart;
    bool m_isWorking = false;
};

} // namespace timingspanel
} // namespace jitscope
