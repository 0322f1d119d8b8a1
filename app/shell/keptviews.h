// SPDX-License-Identifier: GPL-3.0-or-later
// What is in view in lists and graphs, over a time in which docks are placed anew: they have other sizes for a moment
// then, and lists would begin at their first row again.
#pragma once

#include <QAbstractScrollArea>
#include <QList>
#include <QPointer>

namespace jitscope {
inline namespace shell {

class KeptViews {
public:
    explicit KeptViews(const QWidget &desk);
    void restore() const;

private:
    struct View {
        QPointer<QAbstractScrollArea> area;
        QPoint place;
        QPointF centre; ///< of a graph
    };
    QList<View> m_views;
};

} // namespace shell
} // namespace jitscope
