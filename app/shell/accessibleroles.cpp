// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/accessibleroles.h"

#include "app/sdk/paneldef.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAccessible>
#include <QAccessibleWidget>
#include <QFrame>
#include <QListView>
#include <QScrollArea>
#include <QTableView>
#include <QTreeView>

namespace jitscope {
inline namespace shell {

namespace {

/** Widgets that are painted by hand and take keys; everything else has a role of Qt's. */
bool isCanvas(const QWidget &widget) {
    if (widget.focusPolicy() == Qt::NoFocus && widget.accessibleName().isEmpty())
        return false; // it may take keys later
    if (qobject_cast<const QAbstractItemView *>(&widget) || qobject_cast<const QScrollArea *>(&widget)) return false;
    // Those with an interface of their own are named by it.
    if (widget.inherits("QGraphicsView") || widget.inherits("QsciScintillaBase") ||
        widget.inherits("jitscope::graphview::GraphView"))
        return false;
    const QMetaObject *above = widget.metaObject();
    while (QByteArray(above->className()).startsWith("jitscope::"))
        above = above->superClass();
    return above == &QWidget::staticMetaObject || above == &QFrame::staticMetaObject ||
           above == &QAbstractScrollArea::staticMetaObject;
}

QAccessibleInterface *interfaceOf(const QString &className, QObject *object) {
    if (!object || !object->isWidgetType()) return nullptr;
    auto *widget = static_cast<QWidget *>(object);
    // One that is scrolled by keys; Qt's own role for it says nothing.
    if (className == QStringLiteral("QScrollArea") && widget->focusPolicy() != Qt::NoFocus)
        return new QAccessibleWidget(widget, QAccessible::Pane);
    if (!className.startsWith(QStringLiteral("jitscope::"))) return nullptr;
    if (qobject_cast<Panel *>(widget)) return new QAccessibleWidget(widget, QAccessible::Pane);
    // Qt knows trees, tables and lists; a view of another class is a list that is painted by hand.
    if (qobject_cast<QAbstractItemView *>(widget) && !qobject_cast<QTreeView *>(widget) &&
        !qobject_cast<QTableView *>(widget) && !qobject_cast<QListView *>(widget))
        return new QAccessibleWidget(widget, QAccessible::List);
    if (isCanvas(*widget)) return new QAccessibleWidget(widget, QAccessible::Graphic);
    return nullptr;
}

} // namespace

void installAccessibleRoles() {
    static const bool isInstalled = [] {
        QAccessible::installFactory(interfaceOf);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

} // namespace shell
} // namespace jitscope
