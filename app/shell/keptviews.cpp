// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/keptviews.h"

#include <QAbstractScrollArea>
#include <QGraphicsView>
#include <QScrollBar>

namespace jitscope {
inline namespace shell {

KeptViews::KeptViews(const QWidget &desk) {
    for (auto *area : desk.findChildren<QAbstractScrollArea *>()) {
        if (!area->isVisible()) continue;
        const auto *graph = qobject_cast<QGraphicsView *>(area);
        const QPoint place(area->horizontalScrollBar()->value(), area->verticalScrollBar()->value());
        m_views.append({area, place, graph ? graph->mapToScene(graph->viewport()->rect().center()) : QPointF()});
    }
}

void KeptViews::restore() const {
    for (const View &view : m_views) {
        if (!view.area) continue;
        if (auto *graph = qobject_cast<QGraphicsView *>(view.area.data())) {
            graph->centerOn(view.centre);
            continue;
        }
        view.area->horizontalScrollBar()->setValue(view.place.x());
        view.area->verticalScrollBar()->setValue(view.place.y());
    }
}

} // namespace shell
} // namespace jitscope
