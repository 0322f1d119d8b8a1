// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's Fusion with our icons in message boxes and file dialogs, buttons of dialogs without icons, and selected rows of
// trees that keep their arrow.
#pragma once

#include <QProxyStyle>

namespace jitscope {
inline namespace sdk {

class ThemedStyle : public QProxyStyle {
    Q_OBJECT
public:
    ThemedStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget = nullptr) const override;
    QIcon standardIcon(StandardPixmap icon, const QStyleOption *option = nullptr,
                       const QWidget *widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption *option = nullptr, const QWidget *widget = nullptr,
                  QStyleHintReturn *result = nullptr) const override;
};

} // namespace sdk
} // namespace jitscope
