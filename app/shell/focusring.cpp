// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/focusring.h"

#include "app/sdk/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int penWidth = 2;

class RingFrame : public QWidget {
public:
    explicit RingFrame(QWidget *parent)
        : QWidget(parent) {
        setObjectName(QStringLiteral("focusRing"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(currentTheme().accent, penWidth));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), metrics::radius - 1, metrics::radius - 1);
    }
};

/** Of the widget, as far as its parents let it be seen, in its window. Its children belong to it, opaque or not. */
QRect visiblePlace(const QWidget &widget) {
    QRect seen = widget.rect();
    for (const QWidget *parent = &widget; !parent->isWindow(); parent = parent->parentWidget())
        seen = seen.translated(parent->pos()).intersected(parent->parentWidget()->rect());
    return seen.isEmpty() ? QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size()) : seen;
}

} // namespace

FocusRing::FocusRing(QObject *parent)
    : QObject(parent) {
    m_placeTimer.setSingleShot(true);
    m_placeTimer.setInterval(0);
    connect(&m_placeTimer, &QTimer::timeout, this, &FocusRing::place);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { follow(now); });
    qApp->installEventFilter(this);
}

FocusRing::~FocusRing() {
    delete m_frame;
}

void FocusRing::follow(QWidget *widget) {
    m_widget = m_byKey ? widget : nullptr;
    m_placeTimer.start();
}

void FocusRing::place() {
    const bool isSeen =
        m_widget && m_widget->isVisible() && m_widget->hasFocus() && m_widget->window()->windowType() != Qt::Popup;
    if (!isSeen) {
        if (m_frame) m_frame->hide();
        return;
    }
    QWidget *window = m_widget->window();
    if (m_frame && m_frame->parentWidget() != window) delete m_frame;
    if (!m_frame) m_frame = new RingFrame(window); // goes with the window
    m_frame->setGeometry(visiblePlace(*m_widget));
    m_frame->raise();
    for (QWidget *above : window->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
        if (above->property("role") == QStringLiteral("tour")) above->raise();
    m_frame->show();
}

bool FocusRing::eventFilter(QObject *watched, QEvent *event) {
    switch (event->type()) {
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
        m_byKey = true;
        break;
    case QEvent::MouseButtonPress:
        m_byKey = false;
        m_widget = nullptr;
        m_placeTimer.start();
        break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        if (m_widget && watched != m_frame && watched->isWidgetType() &&
            (watched == m_widget || static_cast<QWidget *>(watched)->isAncestorOf(m_widget)))
            m_placeTimer.start();
        break;
    default:
        break;
    }
    return false;
}

} // namespace shell
} // namespace jitscope

#include "moc_focusring.cpp"
