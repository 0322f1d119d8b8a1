// SPDX-License-Identifier: GPL-3.0-or-later
// A row of joined buttons of which one is chosen: PyNative | Graph.
#pragma once

#include <QFrame>
#include <QList>

class QToolButton;

namespace jitscope {

struct Segment {
    QString id;
    QString text;
    QString toolTip;
};

class SegmentedControl : public QFrame {
    Q_OBJECT
public:
    enum class Choice : uint8_t { Always, Optional };

    /** `name` is what a screen reader calls the whole row. With Choice::Always the first segment is chosen; with
        Choice::Optional none is, and a click on the chosen one takes the choice back. */
    SegmentedControl(const QString &name, const QList<Segment> &segments, QWidget *parent = nullptr,
                     Choice choice = Choice::Always);

    QString current() const { return m_current; } ///< "" for none
    /** Does not emit changed(). */
    void setCurrent(const QString &id);
    /** Marks what is in force although it was not chosen here (a script's own setting); "" for nothing. */
    void setInForce(const QString &id);
    void setSegmentText(const QString &id, const QString &text);
    void setSegmentEnabled(const QString &id, bool enabled);

Q_SIGNALS:
    /** The user chose another one, or took the choice back (""). */
    void changed(const QString &id);

private:
    void choose(const QString &id);
    void updateButtons();

    Choice m_choice;
    QString m_current, m_inForce;
    QList<QToolButton *> m_buttons; ///< the segment's id is the objectName
};

} // namespace jitscope
