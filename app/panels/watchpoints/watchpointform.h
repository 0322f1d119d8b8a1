// SPDX-License-Identifier: GPL-3.0-or-later
// The form in which a watchpoint is set: rule, thresholds, which operators, and what a hit does.
#pragma once

#include "engine/inspect/watchpoint.h"

#include <QDialog>
#include <vector>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;

namespace jitscope {
inline namespace models {
class QueryEdit;
}
} // namespace jitscope

namespace jitscope {
inline namespace watchpointspanel {

/** Of a rule, in the language of the window: "Weight overflow". */
QString titleOf(const WatchRule &rule);
/** "mean of the magnitudes is above 1e+04"; all thresholds of a watchpoint, or the rule's own summary without any. */
QString thresholdsText(const Watchpoint &watchpoint);

class WatchpointForm : public QDialog {
    Q_OBJECT
public:
    /** With a watchpoint to change; one without a rule is a new one. */
    explicit WatchpointForm(const Watchpoint &watchpoint, QWidget *parent = nullptr);

    Watchpoint watchpoint() const;

Q_SIGNALS:
    /** The user took it, and it can be understood. */
    void taken(const jitscope::Watchpoint &watchpoint);

private:
    struct ParameterRow {
        std::string id;
        QCheckBox *isSet;
        QLineEdit *value;
    };

    void showRule();
    void addParameter(const WatchParameter &parameter);
    void take();

    Watchpoint m_given;
    QComboBox *m_rule, *m_action;
    QLabel *m_summary, *m_error;
    QWidget *m_parameterRoom = nullptr;
    QGridLayout *m_parameters = nullptr;
    std::vector<ParameterRow> m_rows;
    QueryEdit *m_filter;
};

} // namespace watchpointspanel
} // namespace jitscope
