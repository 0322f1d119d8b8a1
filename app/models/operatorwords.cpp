// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/operatorwords.h"

#include "app/models/timedplaces.h"
#include "engine/analysis/threads/threadtimes.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <QObject>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace jitscope {
inline namespace models {

namespace {

struct OperatorWords {
    Q_DECLARE_TR_FUNCTIONS(jitscope::models::OperatorWords)
};

struct GroupingWords {
    const char *title, *toolTip;
};
constexpr GroupingWords groupings[] = {
    {QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Operator"),
     QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "By the name of the operator or kernel")},
    {QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Type"),
     QT_TRANSLATE_NOOP("jitscope::models::OperatorWords",
                       "By what the operator is for: matrix products, reductions, moving data")},
    {QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Scope"),
     QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "By the cells that it ran in, in full")},
    {QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Cell"),
     QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "By the class of the innermost cell")},
    {QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Line"),
     QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "By your own innermost line")},
    {QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Graph node"),
     QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Only what ran in compiled graphs, by name")},
    {QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Kernel"),
     QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Only fused kernels, by name")},
    {QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Phase"),
     QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Forward, backward or optimizer")},
    {QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Step"),
     QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "By the step of a training; it ends with its optimizer")},
    {QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "Thread"),
     QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "By the thread that called it")},
};
static_assert(std::size(groupings) == opGroupingCount);

/** What the engine names in English. */
constexpr const char *groups[] = {QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "(unknown)"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "(top level)"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "(outermost cell or none)"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "forward"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "backward"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "optimizer"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "matrix product"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "element-wise"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "normalisation"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "reduction"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "data movement"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "creation"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "other"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "fused kernel"),
                                  QT_TRANSLATE_NOOP("jitscope::models::OperatorWords", "program")};

bool isOfTheUser(OpGrouping grouping) {
    return grouping != OpGrouping::Phase && grouping != OpGrouping::Type && grouping != OpGrouping::Thread;
}

} // namespace

QString groupingTitle(OpGrouping grouping) {
    return OperatorWords::tr(groupings[size_t(grouping)].title);
}

QString groupingToolTip(OpGrouping grouping) {
    return OperatorWords::tr(groupings[size_t(grouping)].toolTip);
}

QString groupText(OpGrouping grouping, const std::string &group) {
    if (isOfTheUser(grouping) && !group.starts_with('(')) return QString::fromStdString(group);
    for (const char *known : groups)
        if (group == known) return OperatorWords::tr(known);
    return QString::fromStdString(group);
}

QString recordingSentence(const Session &session) {
    constexpr size_t asked = 1000; // the first of the results tell
    const size_t count = std::min(asked, session.tensors.size());
    const bool hasValues =
        std::any_of(session.tensors.begin(), session.tensors.begin() + std::ptrdiff_t(count),
                    [](const TensorRecord &tensor) { return tensor.op >= 0 && tensor.value.defined(); });
    if (!hasValues) return {};
    return OperatorWords::tr(
        "Values were recorded: times contain keeping them, most where operators write in place. To "
        "measure, record operators only (Run > Record > Operators).");
}

QString coresSentence(const Session &session) {
    constexpr double muchOfTheRun = 0.1;
    const auto threads = threadTimes(session);
    const auto program = std::ranges::find(threads, 0, &ThreadTimes::thread);
    if (program == threads.end() || program->readyNs < muchOfTheRun * program->spanNs) return {};
    return OperatorWords::tr("For %1 of %2 the program had to wait for a core, which other threads or programs had: "
                             "times contain that.")
        .arg(timeOrUnknown(program->readyNs), timeOrUnknown(program->spanNs));
}

QString runTimeSentence(const TimeParts &whole) {
    if (!whole.isComplete || whole.operators == 0) return {};
    QStringList parts{OperatorWords::tr("%1 in operators").arg(timeOrUnknown(double(whole.operatorNs)))};
    if (whole.compileNs > 0) parts << OperatorWords::tr("%1 compiling").arg(timeOrUnknown(double(whole.compileNs)));
    if (whole.hasCalls) parts << OperatorWords::tr("%1 launching").arg(timeOrUnknown(whole.launchNs()));
    if (whole.hasData) parts << OperatorWords::tr("%1 waiting for data").arg(timeOrUnknown(whole.waitNs()));
    parts << OperatorWords::tr("%1 between (Python)").arg(timeOrUnknown(whole.betweenNs()));
    return OperatorWords::tr("The run took %1 from its first operator to the end of its last: %2.")
        .arg(timeOrUnknown(double(whole.lengthNs())), parts.join(QStringLiteral(", ")));
}

QString opTimeText(const OpEvent &op) {
    return isTimed(op) ? QString::fromStdString(humanTime(op.durationNs)) : QStringLiteral("–");
}

QString timeOrUnknown(double ns) {
    if (std::isnan(ns)) return QStringLiteral("–");
    return QString::fromStdString(humanTime(std::llround(ns)));
}

QString conditionText(const OpCondition &condition, int64_t originNs) {
    using Kind = OpCondition::Kind;
    const auto range = [](int64_t from, int64_t to) {
        return OperatorWords::tr("%1 to %2").arg(timeOrUnknown(double(from)), timeOrUnknown(double(to)));
    };
    QString text;
    if (condition.kind == Kind::Group)
        text = groupingTitle(condition.grouping) + QStringLiteral(": ") + groupText(condition.grouping, condition.text);
    if (condition.kind == Kind::ScopeBelow)
        text = OperatorWords::tr("below %1").arg(groupText(OpGrouping::Scope, condition.text));
    if (condition.kind == Kind::CalledFrom)
        text = OperatorWords::tr("called from %1").arg(QString::fromStdString(condition.text));
    if (condition.kind == Kind::NameHas)
        text = OperatorWords::tr("name has \"%1\"").arg(QString::fromStdString(condition.text));
    if (condition.kind == Kind::Time)
        text = OperatorWords::tr("time %1").arg(range(condition.from - originNs, condition.to - originNs));
    if (condition.kind == Kind::Duration)
        text = OperatorWords::tr("duration %1").arg(range(condition.from, condition.to));
    return condition.keep == OpCondition::Keep::Those ? text : OperatorWords::tr("not %1").arg(text);
}

} // namespace models
} // namespace jitscope
