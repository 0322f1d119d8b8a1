// SPDX-License-Identifier: GPL-3.0-or-later
// The panels by subject, for View > Panels.
#pragma once

#include <QList>
#include <QStringList>

namespace jitscope {
inline namespace shell {

struct PanelSubject {
    const char *title; ///< translated in the context "PanelSubjects"
    QStringList panels;
};

/** In the order of the menu; the last one is for all panels that no other names (those of plugins). */
const QList<PanelSubject> &panelSubjects();
const PanelSubject &subjectOf(const QString &panel);

} // namespace shell
} // namespace jitscope
