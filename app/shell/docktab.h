// SPDX-License-Identifier: GPL-3.0-or-later
// One tab in the title bar of a dock. Pressed and moved it drags its dock out, by the way Qt drags docks.
#pragma once

#include <QFont>
#include <QToolButton>

#include <utility>

namespace jitscope {
inline namespace shell {

class Dock;

class DockTab : public QToolButton {
    Q_OBJECT
public:
    enum class Place : uint8_t { Front, Behind };

    /** The tab of `dock` in the title bar of a dock of its group. */
    DockTab(Dock &dock, Place place, QWidget *parent);

    Dock &dock() const { return m_dock; }
    bool isFront() const { return m_place == Place::Front; }
    /** With all of its text. */
    int wholeWidth() const;

Q_SIGNALS:
    void chosen();

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fitText();
    void passOn(const QMouseEvent &event);

    Dock &m_dock;
    Place m_place;
    QString m_text;
    mutable int m_width = -1;                     ///< what wholeWidth() found last,
    mutable std::pair<QFont, QFont> m_measuredIn; ///< and the fonts of then
};

} // namespace shell
} // namespace jitscope
