// SPDX-License-Identifier: GPL-3.0-or-later
// A row of joined buttons of which exactly one is chosen: PyNative | Graph.
#pragma once

#include <QFrame>
#include <QList>

class QButtonGroup;

namespace jitscope {

struct Segment {
    QString id;
    QString text;
    QString toolTip;
};

class SegmentedControl : public QFrame {
    Q_OBJECT
public:
    /** `name` is what a screen reader calls the whole row. The first segment is chosen. */
    SegmentedControl(const QString &name, const QList<Segment> &segments, QWidget *parent = nullptr);

    QString current() const;
    /** Does not emit changed(); does nothing for an unknown id. */
    void setCurrent(const QString &id);
    void setSegmentEnabled(const QString &id, bool enabled);

Q_SIGNALS:
    /** The user chose another one. */
    void changed(const QString &id);

private:
    QButtonGroup *m_buttons;
};

} // namespace jitscope
