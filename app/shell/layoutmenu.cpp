// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/layoutmenu.h"

#include "app/shell/desk.h"
#include "app/shell/layouts.h"

#include <QCoreApplication>
#include <QInputDialog>

namespace jitscope {
inline namespace shell {

namespace {

QString text(const char *source) {
    return QCoreApplication::translate("Layouts", source);
}

/** A layout's name may hold what a menu takes for a mnemonic. */
QString asMenuText(QString name) {
    return name.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

void fillList(QMenu &menu, Desk &desk, const QList<QAction *> &fixed) {
    for (QAction *action : menu.actions())
        if (!fixed.contains(action)) menu.removeAction(action);
    const QStringList names = layoutNames();
    if (names.isEmpty()) return;
    menu.addSeparator();
    for (const QString &name : names) {
        QAction *apply =
            menu.addAction(asMenuText(name), &desk, [&desk, name] { desk.applyArrangement(layoutNamed(name)); });
        apply->setToolTip(text(QT_TRANSLATE_NOOP("Layouts", "Arrange the panels of this perspective so")));
        apply->setStatusTip(apply->toolTip());
    }
    menu.addSeparator();
    auto *remove = new QMenu(text(QT_TRANSLATE_NOOP("Layouts", "Delete a layout")), &menu);
    for (const QString &name : names)
        remove->addAction(asMenuText(name), remove, [name] { deleteLayout(name); });
    menu.addMenu(remove);
}

} // namespace

void addLayoutList(QMenu &menu, Desk &desk) {
    const QList<QAction *> fixed = menu.actions();
    QObject::connect(&menu, &QMenu::aboutToShow, &desk, [&menu, &desk, fixed] { fillList(menu, desk, fixed); });
}

bool askLayoutName(Desk &desk) {
    bool accepted = false;
    const QString name = QInputDialog::getItem(desk.window(), text(QT_TRANSLATE_NOOP("Layouts", "Save this layout")),
                                               text(QT_TRANSLATE_NOOP("Layouts", "Name; an existing one is replaced")),
                                               layoutNames(), -1, true, &accepted)
                             .trimmed();
    if (!accepted || name.isEmpty()) return false;
    saveLayout(name, desk.arrangement());
    return true;
}

} // namespace shell
} // namespace jitscope
