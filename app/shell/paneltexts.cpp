// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/paneltexts.h"

#include <QAbstractButton>
#include <QHash>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>

namespace jitscope {
inline namespace shell {

namespace {

QString kindOf(const QWidget &widget) {
    return QString::fromLatin1(widget.metaObject()->className()) + QLatin1Char('/') + widget.objectName();
}

/** The widgets right below `parent` by their kind and their number among those of that kind. */
QHash<QString, QWidget *> childrenOf(const QWidget &parent) {
    QHash<QString, int> counts;
    QHash<QString, QWidget *> children;
    for (QWidget *child : parent.findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
        const QString kind = kindOf(*child);
        children.insert(kind + QLatin1Char('/') + QString::number(counts[kind]++), child);
    }
    return children;
}

void copyOwnTexts(const QWidget &from, QWidget &to) {
    if (!from.toolTip().isEmpty()) to.setToolTip(from.toolTip());
    if (!from.accessibleName().isEmpty()) to.setAccessibleName(from.accessibleName());
    if (const auto *label = qobject_cast<const QLabel *>(&from); label && !label->text().isEmpty())
        static_cast<QLabel &>(to).setText(label->text());
    if (const auto *button = qobject_cast<const QAbstractButton *>(&from); button && !button->text().isEmpty())
        static_cast<QAbstractButton &>(to).setText(button->text());
    if (const auto *edit = qobject_cast<const QLineEdit *>(&from))
        static_cast<QLineEdit &>(to).setPlaceholderText(edit->placeholderText());
}

} // namespace

void copyTexts(const QWidget &from, QWidget &to) {
    copyOwnTexts(from, to);
    const QHash<QString, QWidget *> originals = childrenOf(from), copies = childrenOf(to);
    for (auto original = originals.begin(); original != originals.end(); ++original)
        if (QWidget *copy = copies.value(original.key())) copyTexts(*original.value(), *copy);
}

} // namespace shell
} // namespace jitscope
