// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/perspectives.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace shell {

namespace {

DockNode tabs(int weight, const QStringList &panels) {
    return {weight, panels, Qt::Horizontal, {}};
}
DockNode row(int weight, const QList<DockNode> &parts) {
    return {weight, {}, Qt::Horizontal, parts};
}
DockNode column(int weight, const QList<DockNode> &parts) {
    return {weight, {}, Qt::Vertical, parts};
}

const QString editor = QStringLiteral("editor"), console = QStringLiteral("console"), graph = QStringLiteral("graph"),
              passes = QStringLiteral("passes"), irdiff = QStringLiteral("irdiff"), kernel = QStringLiteral("kernel"),
              journey = QStringLiteral("journey"), variants = QStringLiteral("variants"),
              stages = QStringLiteral("stages"), culprit = QStringLiteral("culprit"),
              inspector = QStringLiteral("inspector"), compile = QStringLiteral("compile"),
              timings = QStringLiteral("timings"), timeline = QStringLiteral("timeline"),
              events = QStringLiteral("events"), callstack = QStringLiteral("callstack"),
              values = QStringLiteral("values"), watch = QStringLiteral("watch"),
              watchpoints = QStringLiteral("watchpoints"), origin = QStringLiteral("origin"),
              lockstep = QStringLiteral("lockstep"), breakpoints = QStringLiteral("breakpoints"),
              slicelist = QStringLiteral("slicelist"), statistics = QStringLiteral("statistics"),
              communication = QStringLiteral("communication"), memory = QStringLiteral("memory"),
              slice = QStringLiteral("slice"), advice = QStringLiteral("advice"),
              comparison = QStringLiteral("comparison"), kerneldetails = QStringLiteral("kerneldetails"),
              devicemodel = QStringLiteral("devicemodel"), runs = QStringLiteral("runs"),
              flame = QStringLiteral("flame"), runmemory = QStringLiteral("runmemory"), bench = QStringLiteral("bench"),
              runadvice = QStringLiteral("runadvice"), threads = QStringLiteral("threads");

} // namespace

const QList<Perspective> &perspectives() {
    static const QList<Perspective> all = {
        {QStringLiteral("step"), QT_TRANSLATE_NOOP("Perspectives", "Step"),
         QT_TRANSLATE_NOOP("Perspectives", "Run and step a program, with its graph and its values"),
         row(1, {column(35, {tabs(38, {editor, console}), tabs(37, {events, breakpoints, timings, runs}),
                             tabs(25, {callstack})}),
                 tabs(37, {graph, lockstep}), tabs(28, {values, watch, watchpoints, origin, inspector})})},
        {QStringLiteral("passes"), QT_TRANSLATE_NOOP("Perspectives", "Passes"),
         QT_TRANSLATE_NOOP("Perspectives", "See what each optimization pass did to the graph"),
         row(1, {tabs(77, {passes, irdiff, variants, stages, kernel, journey, graph}),
                 tabs(23, {inspector, culprit, editor, console})})},
        {QStringLiteral("profile"), QT_TRANSLATE_NOOP("Perspectives", "Profile"),
         QT_TRANSLATE_NOOP("Perspectives", "Find where the time goes"),
         column(1, {tabs(46, {timeline}),
                    row(54, {tabs(72, {timings, flame, runadvice, runmemory, threads, compile, bench, runs, console}),
                             tabs(28, {inspector, editor})})})},
        {QStringLiteral("trace"), QT_TRANSLATE_NOOP("Perspectives", "Trace"),
         QT_TRANSLATE_NOOP("Perspectives", "Read the timeline of a device"),
         column(1, {row(58, {tabs(76, {timeline}), tabs(24, {slice, kerneldetails, inspector})}),
                    row(42, {tabs(62, {statistics, slicelist, communication, memory, comparison, timings}),
                             tabs(38, {advice, devicemodel, graph})})})},
    };
    return all;
}

} // namespace shell
} // namespace jitscope
