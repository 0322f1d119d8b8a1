// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/docktab.h"

#include "app/sdk/theme.h"
#include "app/shell/builtins.h"
#include "app/shell/dock.h"

#include <QCoreApplication>
#include <QMouseEvent>

namespace jitscope {
inline namespace shell {

namespace {

/** Left and right of the text: that of the style sheet and of the style, and what rounding takes of its width. */
constexpr int padding = 24;
constexpr int slack = 2; ///< the part of it that is for rounding

} // namespace

DockTab::DockTab(Dock &dock, Place place, QWidget *parent)
    : QToolButton(parent)
    , m_dock(dock)
    , m_place(place)
    , m_text(dock.tabText()) {
    setProperty("role", "docktab");
    setObjectName(QStringLiteral("tab-") + dock.def().id);
    setText(m_text);
    setAccessibleName(tr("Panel %1").arg(m_text));
    setToolTip(summaryOf(dock.def()));
    setCheckable(true);
    setChecked(isFront());
    setFocusPolicy(Qt::TabFocus);
    if (isFront()) setFont(boldUiFont());
    connect(this, &QToolButton::clicked, this, [this] {
        setChecked(isFront()); // a click must not uncheck the tab that stays in front
        Q_EMIT chosen();
    });
}

/** Layouts ask for it hundreds of times where docks change places, and measuring a text is what takes the time then. */
int DockTab::wholeWidth() const {
    ensurePolished(); // the style sheet may have another font
    const std::pair fonts(boldUiFont(), font());
    if (m_width < 0 || fonts != m_measuredIn) {
        m_measuredIn = fonts;
        m_width = padding + std::max(QFontMetrics(fonts.first).horizontalAdvance(m_text),
                                     QFontMetrics(fonts.second).horizontalAdvance(m_text));
    }
    return m_width;
}

void DockTab::mousePressEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    Q_EMIT chosen();
    passOn(*event);
}

void DockTab::mouseMoveEvent(QMouseEvent *event) {
    if (event->buttons() & Qt::LeftButton) passOn(*event);
}

void DockTab::mouseReleaseEvent(QMouseEvent *event) {
    passOn(*event);
}

/** The dock takes it for a press on its own title bar: after the press it is in front, in the same place. */
void DockTab::passOn(const QMouseEvent &event) {
    QMouseEvent copy(event.type(), QPointF(m_dock.mapFromGlobal(event.globalPosition().toPoint())),
                     event.globalPosition(), event.button(), event.buttons(), event.modifiers());
    QCoreApplication::sendEvent(&m_dock, &copy);
}

void DockTab::resizeEvent(QResizeEvent *event) {
    fitText();
    QToolButton::resizeEvent(event);
}

void DockTab::changeEvent(QEvent *event) {
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fitText();
}

void DockTab::fitText() {
    setText(fontMetrics().elidedText(m_text, Qt::ElideRight, std::max(0, width() - padding + slack)));
}

} // namespace shell
} // namespace jitscope

#include "moc_docktab.cpp"
