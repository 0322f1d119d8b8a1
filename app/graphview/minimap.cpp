// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/minimap.h"

#include "app/graphview/graphview.h"

#include <QMouseEvent>
#include <QPainter>

namespace jitscope {
inline namespace graphview {

namespace {
constexpr QSize mapSize(132, 92);
constexpr int mapMargin = 12, inset = 8;
} // namespace

Minimap::Minimap(GraphView &view)
    : QWidget(&view)
    , m_view(view) {
    setObjectName(QStringLiteral("minimap"));
    setAccessibleName(tr("Overview of the graph"));
    setToolTip(tr("Overview: drag to move the view"));
    resize(mapSize);
    setCursor(Qt::ArrowCursor);
    hide();
}

void Minimap::updatePlace() {
    const QSize around = m_view.size();
    QPoint corner(around.width() - width() - mapMargin, around.height() - height() - mapMargin);
    const QRect caption = m_view.captionArea();
    if (QRect(corner, size()).intersects(caption)) corner.setY(caption.top() - height() - mapMargin);
    move(corner);
    const bool hasRoom = around.width() > 3 * width() && around.height() > 3 * height();
    const QRectF bounds = m_view.painterOf().bounds();
    setVisible(hasRoom && !bounds.isEmpty() && !m_view.visibleArea().contains(bounds));
    update();
}

QRectF Minimap::mapArea() const {
    const QRectF space = QRectF(rect()).adjusted(inset, inset, -inset, -inset);
    const QRectF bounds = m_view.painterOf().bounds();
    if (bounds.isEmpty()) return space;
    const double scale = std::min(space.width() / bounds.width(), space.height() / bounds.height());
    const QSizeF size = bounds.size() * scale;
    return {QPointF(space.center().x() - size.width() / 2, space.center().y() - size.height() / 2), size};
}

void Minimap::paintEvent(QPaintEvent *) {
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
    m_view.painterOf().paintOverview(painter, QRectF(rect()).adjusted(inset, inset, -inset, -inset), theme);

    const QRectF bounds = m_view.painterOf().bounds(), map = mapArea(), seen = m_view.visibleArea();
    if (bounds.isEmpty()) return;
    const double scale = map.width() / bounds.width();
    QRectF frame(map.left() + (seen.left() - bounds.left()) * scale, map.top() + (seen.top() - bounds.top()) * scale,
                 seen.width() * scale, seen.height() * scale);
    frame = frame.intersected(QRectF(rect()).adjusted(2, 2, -2, -2));
    painter.setPen(QPen(theme.accent, 1));
    QColor tint = theme.accent;
    tint.setAlphaF(0.1f);
    painter.setBrush(tint);
    painter.drawRect(frame);
}

void Minimap::goTo(QPointF point) {
    const QRectF bounds = m_view.painterOf().bounds(), map = mapArea();
    if (map.width() <= 0) return;
    const double scale = bounds.width() / map.width();
    m_view.centreOn(bounds.topLeft() + (point - map.topLeft()) * scale);
}

void Minimap::mousePressEvent(QMouseEvent *event) {
    goTo(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent *event) {
    if (event->buttons() & Qt::LeftButton) goTo(event->position());
}

} // namespace graphview
} // namespace jitscope

#include "moc_minimap.cpp"
