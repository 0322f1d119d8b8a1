// SPDX-License-Identifier: GPL-3.0-or-later
// The context menu of every table and tree: what its panel adds for a row, then copying the cell, the rows, the table.
#pragma once

#include "app/models/modeltext.h"

#include <QList>
#include <QModelIndex>
#include <QObject>

#include <functional>

class QAbstractItemView;
class QContextMenuEvent;
class QMenu;

namespace jitscope {
inline namespace models {

class RowMenu : public QObject {
    Q_OBJECT
public:
    /** Adds entries for the row of `index`, which is valid and of the view's own model. */
    using Part = std::function<void(QMenu &menu, const QModelIndex &index)>;

    /** That of `view`, which has it from the first call on: by right click, the menu key and Shift+F10. */
    static RowMenu &of(QAbstractItemView &view);

    /** A group above the copying, in the order of the calls. */
    void addPart(Part part) { m_parts.append(std::move(part)); }
    /** What is copied as the whole table; the model as text if it is not set. */
    void setAllAsText(std::function<QString(TextFormat)> text) { m_allAsText = std::move(text); }
    /** All entries for a cell; without a valid `index` only those of the whole table. */
    void fill(QMenu &menu, const QModelIndex &index) const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    explicit RowMenu(QAbstractItemView &view);
    void open(const QContextMenuEvent &event);
    void addCopying(QMenu &menu, const QModelIndex &index) const;
    QString rowsAs(TextFormat format, const QModelIndex &index) const;
    QString tableAs(TextFormat format) const;

    QAbstractItemView &m_view;
    QList<Part> m_parts;
    std::function<QString(TextFormat)> m_allAsText;
};

} // namespace models
} // namespace jitscope
