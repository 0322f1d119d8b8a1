// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the place of values that are not there: why, and the button that has them recorded.
#pragma once

#include "app/sdk/paneldef.h"

class QPushButton;

namespace jitscope {
inline namespace sdk {
class EmptyState;
}
} // namespace jitscope

namespace jitscope {
inline namespace valuespanel {

class MissingValue : public QWidget {
    Q_OBJECT
public:
    MissingValue(const PanelContext &context, QWidget *parent = nullptr);

    /** `reason` as a whole sentence; "" for values that were not recorded. */
    void showReason(const QString &reason);
    /** `sentence` and `advice`, without the button. */
    void showState(const QString &sentence, const QString &advice);

private:
    void record();
    bool canRunAgain() const;
    void runAgain();

    PanelContext m_context;
    EmptyState *m_state;
    QPushButton *m_record;
};

} // namespace valuespanel
} // namespace jitscope
