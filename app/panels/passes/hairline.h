// SPDX-License-Identifier: GPL-3.0-or-later
// A line one pixel high between a header and what is below it.
#pragma once

#include "app/sdk/theme.h"

#include <QPainter>
#include <QWidget>

namespace jitscope {
inline namespace passespanel {

class Hairline : public QWidget {
public:
    Hairline() { setFixedHeight(1); }

protected:
    void paintEvent(QPaintEvent *) override { QPainter(this).fillRect(rect(), currentTheme().line); }
};

} // namespace passespanel
} // namespace jitscope
