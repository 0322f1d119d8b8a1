// SPDX-License-Identifier: GPL-3.0-or-later
// Cards of one size in rows: as many in a row as there is room for.
#pragma once

#include <QWidget>

namespace jitscope {
inline namespace shell {

class CardGrid : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /** The grid owns it from now on. A card has a height for its width. */
    void add(QWidget *card);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void arrange();

    QList<QWidget *> m_cards;
};

} // namespace shell
} // namespace jitscope
