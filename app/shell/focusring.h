// SPDX-License-Identifier: GPL-3.0-or-later
// A frame around the widget that has the focus, while it was given by keys: in every theme and for every widget alike.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace jitscope {
inline namespace shell {

/** The application has one. A click of the mouse hides the frame, as one sees where one clicked. */
class FocusRing : public QObject {
    Q_OBJECT
public:
    explicit FocusRing(QObject *parent = nullptr);
    ~FocusRing() override;

    /** Null while there is none. */
    const QWidget *frame() const { return m_frame && m_frame->isVisible() ? m_frame.data() : nullptr; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void follow(QWidget *widget);
    void place();

    QPointer<QWidget> m_widget, m_frame;
    QTimer m_placeTimer;
    bool m_byKey = false; ///< whether the last input was a key
};

} // namespace shell
} // namespace jitscope
