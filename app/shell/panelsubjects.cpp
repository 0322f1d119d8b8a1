// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/panelsubjects.h"

#include <QCoreApplication>

#include <algorithm>

namespace jitscope {
inline namespace shell {

const QList<PanelSubject> &panelSubjects() {
    static const QList<PanelSubject> subjects = {
        {QT_TRANSLATE_NOOP("PanelSubjects", "Code and run"),
         {QStringLiteral("editor"), QStringLiteral("console"), QStringLiteral("events"), QStringLiteral("breakpoints"),
          QStringLiteral("callstack"), QStringLiteral("runs")}},
        {QT_TRANSLATE_NOOP("PanelSubjects", "Values"),
         {QStringLiteral("values"), QStringLiteral("watch"), QStringLiteral("watchpoints"), QStringLiteral("origin"),
          QStringLiteral("lockstep")}},
        {QT_TRANSLATE_NOOP("PanelSubjects", "Graphs and passes"),
         {QStringLiteral("graph"), QStringLiteral("passes"), QStringLiteral("irdiff"), QStringLiteral("kernel"),
          QStringLiteral("journey"), QStringLiteral("variants"), QStringLiteral("stages"), QStringLiteral("culprit"),
          QStringLiteral("inspector")}},
        {QT_TRANSLATE_NOOP("PanelSubjects", "Time"),
         {QStringLiteral("timeline"), QStringLiteral("timings"), QStringLiteral("flame"), QStringLiteral("compile"),
          QStringLiteral("slice"), QStringLiteral("slicelist"), QStringLiteral("statistics"),
          QStringLiteral("comparison"), QStringLiteral("runadvice"), QStringLiteral("runmemory"),
          QStringLiteral("threads"), QStringLiteral("bench")}},
        {QT_TRANSLATE_NOOP("PanelSubjects", "Device"),
         {QStringLiteral("advice"), QStringLiteral("communication"), QStringLiteral("memory"),
          QStringLiteral("kerneldetails"), QStringLiteral("devicemodel")}},
        {QT_TRANSLATE_NOOP("PanelSubjects", "Others"), {}},
    };
    return subjects;
}

const PanelSubject &subjectOf(const QString &panel) {
    const auto found = std::find_if(panelSubjects().begin(), panelSubjects().end(),
                                    [&panel](const PanelSubject &subject) { return subject.panels.contains(panel); });
    return found == panelSubjects().end() ? panelSubjects().constLast() : *found;
}

} // namespace shell
} // namespace jitscope
