// SPDX-License-Identifier: GPL-3.0-or-later
// The line over the event list: filter with its explanation, list or tree, the number to go to.
#pragma once

#include "engine/inspect/query.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace jitscope {
inline namespace models {
class QueryEdit;
}
inline namespace sdk {
class SegmentedControl;
}
} // namespace jitscope

namespace jitscope {
inline namespace eventspanel {

class EventFilterBar : public QWidget {
    Q_OBJECT
public:
    explicit EventFilterBar(QWidget *parent = nullptr);

    QString filter() const;
    void setFilter(const QString &text);
    void focusFilter();
    /** Whether what stands in the field is still to be applied. */
    bool isTyping() const { return m_delay.isActive(); }
    /** Puts `digits` into the field of the number and goes on typing there. */
    void typeNumber(const QString &digits);

Q_SIGNALS:
    /** Another filter that can be understood; an empty one shows all. */
    void filterChanged(const jitscope::Query &query);
    /** "list" or "tree". */
    void formChanged(const QString &form);
    void numberWanted(qint64 number);
    /** Enter or Down in the filter, Esc in the number: on with the list. */
    void listWanted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void onQuery();
    void apply();
    void remember();
    void openRecent();
    void explain();

    QueryEdit *m_filter;
    QToolButton *m_recent;
    SegmentedControl *m_form;
    QLineEdit *m_number;
    QLabel *m_explanation;
    QTimer m_delay;
    std::string m_applied; ///< the text of the filter in force
};

} // namespace eventspanel
} // namespace jitscope
