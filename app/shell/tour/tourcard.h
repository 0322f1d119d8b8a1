// SPDX-License-Identifier: GPL-3.0-or-later
// The card of the tour: lies over a corner of the window, blocks nothing, can be moved aside.
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;
class QToolButton;

namespace jitscope {
inline namespace shell {

/** What the card says at one step. */
struct TourTexts {
    int number = 1, count = 1;
    QString title, text;
};

class TourCard : public QFrame {
    Q_OBJECT
public:
    /** Lies over `window` from now on; not shown yet. */
    explicit TourCard(QWidget &window);

    void setTexts(const TourTexts &texts);
    /** The last card has nothing to do; only Close is left. */
    void setFinal(bool isFinal);
    void setDone(bool isDone);
    /** "Do it for me" was chosen and is under way. */
    void setBusy(bool isBusy);
    QString title() const;

Q_SIGNALS:
    void helpWanted();
    void nextWanted();
    void leaveWanted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void place();

    QLabel *m_count, *m_title, *m_text, *m_done;
    QToolButton *m_close;
    QPushButton *m_help, *m_next;
    QPoint m_grip;
    QPoint m_corner; ///< how far its lower right corner is from that of the window
};

} // namespace shell
} // namespace jitscope
