// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's Fusion with our icons in message boxes and file dialogs, and buttons of dialogs without icons.
#pragma once

#include <QProxyStyle>

namespace jitscope {
inline namespace sdk {

class ThemedStyle : public QProxyStyle {
    Q_OBJECT
public:
    ThemedStyle();

    QIcon standardIcon(StandardPixmap icon, const QStyleOption *option = nullptr,
                       const QWidget *widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption *option = nullptr, const QWidget *widget = nullptr,
                  QStyleHintReturn *result = nullptr) const override;
};

} // namespace sdk
} // namespace jitscope
