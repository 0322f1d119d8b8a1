// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/guideplaces.h"

#include <QHash>

namespace jitscope {
inline namespace shell {

GuidePlace guidePlaceOf(const QString &panel) {
    static const QHash<QString, QString> places = {
        {QStringLiteral("editor"), QStringLiteral("stepping#editor")},
        {QStringLiteral("console"), QStringLiteral("stepping#console")},
        {QStringLiteral("graph"), QStringLiteral("graph")},
        {QStringLiteral("passes"), QStringLiteral("passes#passes")},
        {QStringLiteral("irdiff"), QStringLiteral("passes#ir-as-text")},
        {QStringLiteral("kernel"), QStringLiteral("passes#a-fused-kernel")},
        {QStringLiteral("journey"), QStringLiteral("passes#follow-a-value")},
        {QStringLiteral("variants"), QStringLiteral("passes#variants")},
        {QStringLiteral("stages"), QStringLiteral("passes#comparing-any-two-stages")},
        {QStringLiteral("culprit"), QStringLiteral("passes#find-the-culprit")},
        {QStringLiteral("inspector"), QStringLiteral("passes#details")},
        {QStringLiteral("timings"), QStringLiteral("profile#operators-and-times")},
        {QStringLiteral("compile"), QStringLiteral("profile#compile-time")},
        {QStringLiteral("flame"), QStringLiteral("profile#the-flame-graph")},
        {QStringLiteral("runadvice"), QStringLiteral("profile#advice-on-a-run")},
        {QStringLiteral("runmemory"), QStringLiteral("profile#memory")},
        {QStringLiteral("threads"), QStringLiteral("profile#threads")},
        {QStringLiteral("timeline"), QStringLiteral("traces#moving-in-the-timeline")},
        {QStringLiteral("slicelist"), QStringLiteral("traces#moving-in-the-timeline")},
        {QStringLiteral("slice"), QStringLiteral("traces#from-a-kernel-to-its-source")},
        {QStringLiteral("kerneldetails"), QStringLiteral("traces#from-a-kernel-to-its-source")},
        {QStringLiteral("statistics"), QStringLiteral("traces#tables")},
        {QStringLiteral("communication"), QStringLiteral("traces#tables")},
        {QStringLiteral("memory"), QStringLiteral("traces#tables")},
        {QStringLiteral("advice"), QStringLiteral("traces#why-is-the-device-idle")},
        {QStringLiteral("comparison"), QStringLiteral("traces#comparing")},
        {QStringLiteral("devicemodel"), QStringLiteral("traces#the-simulated-device")},
        {QStringLiteral("callstack"), QStringLiteral("stepping#call-stack")},
        {QStringLiteral("watch"), QStringLiteral("stepping#watch")},
        {QStringLiteral("watchpoints"), QStringLiteral("stepping#values-and-where-they-come-from")},
        {QStringLiteral("values"), QStringLiteral("stepping#values-and-where-they-come-from")},
        {QStringLiteral("origin"), QStringLiteral("stepping#values-and-where-they-come-from")},
        {QStringLiteral("events"), QStringLiteral("stepping#events-and-filters")},
        {QStringLiteral("breakpoints"), QStringLiteral("stepping#breakpoints")},
        {QStringLiteral("lockstep"), QStringLiteral("stepping#lock-step")},
        {QStringLiteral("runs"), QStringLiteral("stepping#runs")},
        {QStringLiteral("bench"), QStringLiteral("profile#every-way-to-run-a-function")},
        {QStringLiteral("guide"), QStringLiteral("first-steps")},
    };
    return guidePlace(places.value(panel, QStringLiteral("first-steps")));
}

} // namespace shell
} // namespace jitscope
