// SPDX-License-Identifier: GPL-3.0-or-later
// The system asks the program to end (logging out, `kill`): it does as it does when its window is closed.
#pragma once

#include <QObject>

namespace jitscope {
inline namespace shell {

/** One lives at a time. */
class EndSignals : public QObject {
    Q_OBJECT
public:
    explicit EndSignals(QObject *parent = nullptr);
    ~EndSignals() override;

Q_SIGNALS:
    void asked();
};

} // namespace shell
} // namespace jitscope
