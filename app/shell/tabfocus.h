// SPDX-License-Identifier: GPL-3.0-or-later
// Tab leads only to what is seen: Qt also follows a visible widget's proxy that is hidden itself.
#pragma once

#include <QWidget>

namespace jitscope {
inline namespace shell {

/** Repeats `step`, which moves the focus within `window`, until it is in sight; false where nothing takes it. */
template<class Step> bool moveFocusInSight(const QWidget &window, Step step) {
    constexpr int most = 500; // more than a window has places to stop
    for (int i = 0; i < most; ++i) {
        if (!step()) return false;
        if (!window.focusWidget() || window.focusWidget()->isVisible()) return true;
    }
    return false;
}

} // namespace shell
} // namespace jitscope
