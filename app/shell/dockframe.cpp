// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/dockframe.h"

#include "app/sdk/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>

namespace jitscope {
inline namespace shell {

namespace {

constexpr QSize leastContent(80, 48); ///< below it there is nothing to be seen of any panel

/** Covers one lower corner of the content, which is square, with what lies outside of the frame's arc. */
class Corner : public QWidget {
public:
    Corner(Qt::Corner corner, QWidget *parent)
        : QWidget(parent)
        , m_corner(corner) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFixedSize(metrics::radius, metrics::radius);
    }

protected:
    void paintEvent(QPaintEvent *) override {
        const Theme &theme = currentTheme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const qreal radius = metrics::radius;
        const qreal left = m_corner == Qt::BottomLeftCorner ? 0 : -radius;
        const QRectF circle(left, -radius, 2 * radius, 2 * radius);
        QPainterPath outside, arc;
        outside.addRect(rect());
        arc.addEllipse(circle);
        painter.fillPath(outside.subtracted(arc), theme.window);
        painter.setPen(QPen(theme.line, 1));
        painter.drawEllipse(circle.adjusted(0.5, 0.5, -0.5, -0.5));
    }

private:
    Qt::Corner m_corner;
};

} // namespace

void paintDockFrame(QWidget &widget, FrameHalf half) {
    const Theme &theme = currentTheme();
    QPainter painter(&widget);
    painter.fillRect(widget.rect(), theme.window);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.panel);
    // The other end lies outside of the widget, so that only this half's corners are seen.
    const int outside = 2 * metrics::radius;
    const QRectF frame = half == FrameHalf::Top ? QRectF(widget.rect().adjusted(0, 0, 0, outside))
                                                : QRectF(widget.rect().adjusted(0, -outside, 0, 0));
    painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), metrics::radius, metrics::radius);
    if (half == FrameHalf::Top) painter.fillRect(QRectF(1, widget.height() - 1, widget.width() - 2, 1), theme.line);
}

DockFrame::DockFrame(QWidget *parent)
    : QWidget(parent)
    , m_left(new Corner(Qt::BottomLeftCorner, this))
    , m_right(new Corner(Qt::BottomRightCorner, this)) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 0, 1, 1);
    column->addWidget(&m_area);
    m_area.setFrameShape(QFrame::NoFrame);
    m_area.setWidgetResizable(true);
    m_area.setFocusPolicy(Qt::NoFocus);
    m_area.viewport()->setAutoFillBackground(false);
    m_left->raise();
    m_right->raise();
}

void DockFrame::setContent(QWidget *content) {
    const bool fills = content->autoFillBackground();
    m_area.setWidget(content);
    content->setAutoFillBackground(fills);
    content->show();
}

void DockFrame::setContentVisible(bool visible) {
    m_area.setVisible(visible);
}

QSize DockFrame::sizeHint() const {
    return m_area.widget() ? m_area.widget()->sizeHint().expandedTo(leastContent) : leastContent;
}

QSize DockFrame::minimumSizeHint() const {
    return leastContent;
}

void DockFrame::paintEvent(QPaintEvent *) {
    paintDockFrame(*this, FrameHalf::Bottom);
}

void DockFrame::resizeEvent(QResizeEvent *) {
    m_left->move(0, height() - m_left->height());
    m_right->move(width() - m_right->width(), height() - m_right->height());
}

} // namespace shell
} // namespace jitscope

#include "moc_dockframe.cpp"
