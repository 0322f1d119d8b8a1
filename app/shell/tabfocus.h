// SPDX-License-Identifier: GPL-3.0-or-later
// Tab leads only to what is seen: Qt also follows a visible widget's proxy that is hidden itself.
#pragma once

#include <QWidget>

namespace jitscope {
inline namespace shell {

/** The next widget of the chain in sight that takes the focus by Tab itself; null where there is none. */
inline QWidget *nextInSight(const QWidget &window, QWidget *from, bool next) {
    const auto step = [next](QWidget *each) { return next ? each->nextInFocusChain() : each->previousInFocusChain(); };
    for (QWidget *each = step(from); each != from; each = step(each))
        if (each->window() == &window && each->isVisible() && each->isEnabled() && !each->focusProxy() &&
            (each->focusPolicy() & Qt::TabFocus))
            return each;
    return nullptr;
}

/** Does `step`, which moves the focus within `window`; where that leads out of sight, on to the next in sight. From the
    proxy itself Qt would come to its owner again. False where nothing takes the focus. */
template<class Step> bool moveFocusInSight(const QWidget &window, bool next, Step step) {
    if (!step()) return false;
    QWidget *focus = window.focusWidget();
    if (!focus || focus->isVisible()) return true;
    QWidget *inSight = nextInSight(window, focus, next);
    if (inSight) inSight->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return inSight != nullptr;
}

} // namespace shell
} // namespace jitscope
