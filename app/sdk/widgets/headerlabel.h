// SPDX-License-Identifier: GPL-3.0-or-later
// The quiet heading over a group of rows: "front end", "Compare with".
#pragma once

#include <QLabel>

namespace jitscope {
inline namespace sdk {

class HeaderLabel : public QLabel {
    Q_OBJECT
public:
    explicit HeaderLabel(const QString &text, QWidget *parent = nullptr)
        : QLabel(text, parent) {
        setProperty("role", "heading");
    }
};

} // namespace sdk
} // namespace jitscope
