// SPDX-License-Identifier: GPL-3.0-or-later
// The rounded frame around a panel: its upper half is painted by the title bar, its lower half holds the panel.
#pragma once

#include <QScrollArea>
#include <QWidget>

namespace jitscope {
inline namespace shell {

enum class FrameHalf : uint8_t { Top, Bottom };

/** Paints one half of the rounded frame over all of `widget`. */
void paintDockFrame(QWidget &widget, FrameHalf half);

/**
 * Holds the panel. A panel that needs more room than there is gets it, and is scrolled: what a panel needs never
 * becomes what the window needs.
 */
class DockFrame : public QWidget {
    Q_OBJECT
public:
    explicit DockFrame(QWidget *parent);
    void setContent(QWidget *content);
    /** A frame without its content keeps its size; hidden itself it would shrink its dock to nothing. */
    void setContentVisible(bool visible);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QScrollArea m_area;
    QWidget *m_left, *m_right; ///< cover the content's square corners
};

} // namespace shell
} // namespace jitscope
