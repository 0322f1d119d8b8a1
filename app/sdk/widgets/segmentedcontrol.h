// SPDX-License-Identifier: GPL-3.0-or-later
// A row of joined buttons of which one is chosen: PyNative | Graph.
#pragma once

#include <QFrame>
#include <QList>

class QToolButton;

namespace jitscope {
inline namespace sdk {

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

    QString current() const { return m_current; }
    /** Does not emit changed(). */
    void setCurrent(const QString &id);
    void setSegmentText(const QString &id, const QString &text);
    void setSegmentEnabled(const QString &id, bool enabled);

Q_SIGNALS:
    /** The user chose another one. */
    void changed(const QString &id);

private:
    void choose(const QString &id);
    void updateButtons();

    QString m_current;
    QList<QToolButton *> m_buttons; ///< the segment's id is the objectName
};

} // namespace sdk
} // namespace jitscope
