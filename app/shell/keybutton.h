// SPDX-License-Identifier: GPL-3.0-or-later
// A tool bar button that shows the key of its action behind the text: "Run F5". It has room for all `texts` of its
// action (a property).
#pragma once

#include <QToolButton>

namespace jitscope {
inline namespace shell {

class KeyButton : public QToolButton {
    Q_OBJECT
public:
    enum class Look : uint8_t { Primary, Normal, NoKey, IconOnly, Field };

    KeyButton(QAction *action, Look look, QWidget *parent = nullptr);

    enum class Room : uint8_t { Enough, Narrow, Tight };
    /** In a narrow bar buttons show their icon alone; primary ones and fields keep their text, in a tight one fields
       lose it too and icons stand closer. */
    void setRoom(Room room);
    int widthIn(Room room) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Look lookIn(Room room) const;
    QString keyText(Look look) const;

    Look m_look;
    Look m_fullLook;
    Room m_room = Room::Enough;
};

} // namespace shell
} // namespace jitscope
