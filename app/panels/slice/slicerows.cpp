// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/slice/slicerows.h"

#include "app/models/causetext.h"
#include "app/models/timedplaces.h"
#include "app/timeline/timelinelanes.h"
#include "engine/analysis/threads/threadtimes.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace jitscope {
inline namespace slicepanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::slicepanel::SlicePanel)
};

QString qt(std::string_view text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

QString laneText(const Session &session, const Track &track) {
    return timelineWord(qt(track.process)) + QStringLiteral(" · ") + timelineWord(qt(laneName(session, track))) +
           (track.simulated ? Words::tr(" (simulated)") : QString());
}

struct KindName {
    OriginKind kind;
    const char *name;
};
constexpr KindName kindNames[] = {
    {OriginKind::Slice, QT_TRANSLATE_NOOP("jitscope::slicepanel::SlicePanel", "Task")},
    {OriginKind::Launch, QT_TRANSLATE_NOOP("jitscope::slicepanel::SlicePanel", "Launch")},
    {OriginKind::Queue, QT_TRANSLATE_NOOP("jitscope::slicepanel::SlicePanel", "Queue")},
    {OriginKind::Operator, QT_TRANSLATE_NOOP("jitscope::slicepanel::SlicePanel", "Operator")},
    {OriginKind::Python, QT_TRANSLATE_NOOP("jitscope::slicepanel::SlicePanel", "Python")},
    {OriginKind::Source, QT_TRANSLATE_NOOP("jitscope::slicepanel::SlicePanel", "Source line")},
    {OriginKind::RecordedOp, QT_TRANSLATE_NOOP("jitscope::slicepanel::SlicePanel", "Recorded operator")},
    {OriginKind::GraphNode, QT_TRANSLATE_NOOP("jitscope::slicepanel::SlicePanel", "Graph node")}};

FactRow row(const QString &name, const QString &value, const QString &note = {}) {
    FactRow made;
    made.name = name;
    made.value = value;
    made.note = note;
    return made;
}

FactSection times(const Session &session, const SliceFacts &facts) {
    const Trace &trace = session.trace;
    const SliceId slice = facts.slice;
    const Track &track = trace.trackAt(trace.trackOf(slice));
    FactSection section{Words::tr("Slice"), {}};
    section.rows.push_back(row(Words::tr("Name"), qt(trace.nameOf(slice))));
    const std::string &category = trace.texts().text(trace.categoryIdOf(slice));
    if (!category.empty()) section.rows.push_back(row(Words::tr("Category"), qt(category)));
    FactRow begin =
        row(Words::tr("Begin"), relativeTime(trace, trace.startOf(slice)), Words::tr("after the first event"));
    begin.toolTip = QString::number(qlonglong(trace.startOf(slice))) + QStringLiteral(" ns");
    section.rows.push_back(begin);
    section.rows.push_back(row(Words::tr("Begin, absolute"), begin.toolTip, Words::tr("as the trace counts")));
    if (isTimed(session, slice)) {
        section.rows.push_back(row(Words::tr("Duration"), durationText(trace.durationOf(slice)),
                                   QString::number(qlonglong(trace.durationOf(slice))) + QStringLiteral(" ns")));
        section.rows.push_back(
            row(Words::tr("Self"), durationText(facts.selfNs), Words::tr("without what it encloses on its lane")));
    } else {
        section.rows.push_back(row(Words::tr("Duration"), Words::tr("not known"), Words::tr("the operator failed")));
    }
    section.rows.push_back(row(Words::tr("Lane"), laneText(session, track)));
    if (track.rank >= 0) section.rows.push_back(row(Words::tr("Rank"), QString::number(track.rank)));
    return section;
}

/** The file's name and the line; the folder is told by the tool tip. */
QString placeText(const QString &file, int line) {
    return QFileInfo(file).fileName() + QStringLiteral(":%1").arg(line);
}

FactRow stepRow(const OriginStep &step) {
    const bool isPlace = step.kind == OriginKind::Source && !step.file.empty();
    FactRow made = row(Words::tr(kindNames[size_t(step.kind)].name),
                       isPlace ? placeText(qt(step.file), step.line) : qt(step.text));
    if (isPlace) made.toolTip = qt(step.file);
    made.note =
        step.how.empty() ? QString() : originText(step.how) + QStringLiteral(" · ") + certaintyText(step.certainty);
    made.slice = step.slice;
    made.file = qt(step.file);
    made.line = step.line;
    made.op = step.op;
    made.compilation = step.compilation;
    made.node = step.node;
    return made;
}

FactSection origin(const SliceFacts &facts) {
    FactSection section{Words::tr("Where it comes from"), {}};
    for (size_t i = 1; i < facts.origin.steps.size(); ++i)
        section.rows.push_back(stepRow(facts.origin.steps[i]));
    for (const std::string &reason : facts.origin.missing)
        section.rows.push_back(row(Words::tr("Not known"), originText(reason)));
    return section;
}

FactSection stack(const SliceFacts &facts) {
    FactSection section{Words::tr("Call stack"), {}};
    for (const StackLine &line : facts.origin.stack) {
        FactRow made = row(qt(line.function), placeText(qt(line.file), line.line),
                           isUserFile(line.file) ? QString() : Words::tr("package"));
        made.toolTip = qt(line.file);
        made.file = qt(line.file);
        made.line = line.line;
        section.rows.push_back(made);
    }
    if (!section.rows.empty() && !facts.origin.stackHow.empty())
        section.rows.front().note = originText(facts.origin.stackHow);
    return section;
}

FactSection flows(const Session &session, const SliceFacts &facts) {
    const Trace &trace = session.trace;
    FactSection section{Words::tr("Flows"), {}};
    for (const SliceFlow &flow : facts.flows) {
        FactRow made = row((flow.isInto ? QStringLiteral("← ") : QStringLiteral("→ ")) + qt(flow.category),
                           qt(trace.nameOf(flow.other)), laneText(session, trace.trackAt(trace.trackOf(flow.other))));
        made.toolTip = Words::tr("%1 from begin to begin").arg(durationText(flow.latencyNs));
        made.slice = flow.other;
        section.rows.push_back(made);
    }
    return section;
}

FactSection cells(const QString &title, const std::vector<SliceFact> &facts) {
    FactSection section{title, {}};
    for (const SliceFact &fact : facts) {
        if (fact.name == "Call stack") continue; // has a section of its own
        QString value = qt(fact.value);
        value.replace(QStringLiteral("\r\n"), QStringLiteral(" ")).replace(u'\n', u' ');
        section.rows.push_back(row(qt(fact.name), value));
    }
    return section;
}

} // namespace

std::vector<FactSection> sliceSections(const Session &session, const SliceFacts &facts) {
    std::vector<FactSection> sections = {times(session, facts),
                                         origin(facts),
                                         stack(facts),
                                         flows(session, facts),
                                         cells(Words::tr("Arguments"), facts.arguments),
                                         cells(Words::tr("Table of kernels"), facts.kernel)};
    std::erase_if(sections, [](const FactSection &section) { return section.rows.empty(); });
    return sections;
}

} // namespace slicepanel
} // namespace jitscope
