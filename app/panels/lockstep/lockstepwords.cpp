// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about pairs, differences and causes.
#include "app/panels/lockstep/lockstepwords.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace locksteppanel {

namespace {

struct PairWords {
    Q_DECLARE_TR_FUNCTIONS(jitscope::locksteppanel::LockstepPanel)
};

QString text(const std::string &utf8) {
    return QString::fromStdString(utf8);
}

QString number(double value) {
    return QString::number(value, 'g', 7);
}

/** How engine/run tells a reason, and the same with places for the names in it, which stay. */
struct ReasonForm {
    const char *pattern;
    const char *sentence;
};

constexpr ReasonForm reasonForms[] = {
    {"worked out while the graph was captured, or no part of it",
     QT_TRANSLATE_NOOP("jitscope::locksteppanel::LockstepPanel",
                       "worked out while the graph was captured, or no part of it")},
    {"no operator when it runs eagerly",
     QT_TRANSLATE_NOOP("jitscope::locksteppanel::LockstepPanel", "no operator when it runs eagerly")},
    {"made by (\\S+) of (.+)", QT_TRANSLATE_NOOP("jitscope::locksteppanel::LockstepPanel", "made by %1 of %2")},
    {"made by (.+)", QT_TRANSLATE_NOOP("jitscope::locksteppanel::LockstepPanel", "made by %1")},
    {"removed by (.+)", QT_TRANSLATE_NOOP("jitscope::locksteppanel::LockstepPanel", "removed by %1")},
    {"became part of (.+?) by (.+)",
     QT_TRANSLATE_NOOP("jitscope::locksteppanel::LockstepPanel", "became part of %1 by %2")},
    {"folded to a constant by (.+)",
     QT_TRANSLATE_NOOP("jitscope::locksteppanel::LockstepPanel", "folded to a constant by %1")},
    {"rewritten by (.+)", QT_TRANSLATE_NOOP("jitscope::locksteppanel::LockstepPanel", "rewritten by %1")},
    {"computes something else behind (.+)",
     QT_TRANSLATE_NOOP("jitscope::locksteppanel::LockstepPanel", "computes something else behind %1")},
    {"(.+) instead of (.+)", QT_TRANSLATE_NOOP("jitscope::locksteppanel::LockstepPanel", "%1 instead of %2")},
    {"Of loops the first (\\d+) rounds are compared\\.",
     QT_TRANSLATE_NOOP("jitscope::locksteppanel::LockstepPanel", "Of loops the first %1 rounds are compared.")},
};

/** A text of the engine in the user's language; one of a form that is not known stays as it is. */
QString worded(const std::string &told) {
    for (const ReasonForm &form : reasonForms) {
        const QRegularExpression pattern(QRegularExpression::anchoredPattern(QLatin1String(form.pattern)));
        const auto found = pattern.match(text(told));
        if (!found.hasMatch()) continue;
        const QString first = found.captured(1), second = found.captured(2);
        const QString sentence = PairWords::tr(form.sentence);
        if (found.lastCapturedIndex() == 0) return sentence;
        return found.lastCapturedIndex() == 1 ? sentence.arg(first) : sentence.arg(first, second);
    }
    return text(told);
}

/** "element 3 is 1.5 eagerly and 1 in the graph". */
QString worstElement(const ValueDifference &difference) {
    const QString sentence =
        PairWords::tr("Element %1 is %2 eagerly and %3 in the graph (off by %4).")
            .arg(difference.worst)
            .arg(number(difference.expected), number(difference.actual), number(difference.maxAbsolute));
    return difference.item < 0 ? sentence
                               : PairWords::tr("Output %1:").arg(difference.item + 1) + QLatin1Char(' ') + sentence;
}

QString causeSentence(const LockstepCause &cause) {
    const QString node = text(cause.nodeText);
    switch (cause.where) {
    case LockstepCause::Where::Capture:
        return PairWords::tr(
                   "The captured graph already gives something else, at %1. What the function makes while it is "
                   "captured (weights, say) is built into its graph.")
            .arg(node);
    case LockstepCause::Where::Codegen:
        return PairWords::tr("The compiled kernel made it: node by node, %1 is right.").arg(node);
    case LockstepCause::Where::Pass:
        break;
    }
    const QString sentence = PairWords::tr("Pass %1 made it, at %2.").arg(text(cause.passName), node);
    if (cause.rule.empty()) return sentence;
    return sentence + QLatin1Char(' ') + PairWords::tr("Its rule: %1").arg(text(cause.rule));
}

QString bothSides(const LockstepRun &run, const LockstepRow &row) {
    if (row.kind != LockstepRow::Kind::Pair) return eagerNameOf(run, row) + QStringLiteral("  ") + text(row.eagerType);
    QString sides = eagerNameOf(run, row) + QStringLiteral("  ") + text(row.eagerType) +
                    QStringLiteral("   \u2194   ") + nodeNameOf(row) + QStringLiteral("  ") + text(row.nodeType);
    if (!row.kernel.empty()) sides += QStringLiteral("  ") + PairWords::tr("in %1").arg(text(row.kernel));
    if (row.round > 0) sides += QStringLiteral("  ") + PairWords::tr("round %1").arg(row.round);
    return sides;
}

/** What a tolerance of the largest element lets pass. */
QString hiddenSentence(const ValueDifference &off) {
    if (!off.isHiddenBySize()) return {};
    return QLatin1Char(' ') + PairWords::tr("It goes by the largest element: smaller ones differ by up to %1 times "
                                            "themselves, by rounding after a cancellation or by a mistake.")
                                  .arg(QLocale::c().toString(off.maxRelative, 'g', 3));
}

} // namespace

QString eagerNameOf(const LockstepRun &run, const LockstepRow &row) {
    if (row.kind == LockstepRow::Kind::Result) return PairWords::tr("what %1 returns").arg(text(run.function));
    if (row.kind == LockstepRow::Kind::Weight) return PairWords::tr("parameter %1 afterwards").arg(text(row.primitive));
    if (row.eagerStep < 0) return text(row.primitive);
    return PairWords::tr("step %1 %2").arg(QString::number(row.eagerStep), text(row.primitive));
}

QString reasonOf(const LockstepRow &row) {
    return worded(row.reason);
}

QString nodeNameOf(const LockstepRow &row) {
    return text(row.nodePrimitive) + QLatin1Char(' ') + text(row.nodeName);
}

QString distanceOf(const LockstepRow &row) {
    if (!row.isCompared()) return {};
    if (!row.difference.structure.empty()) return worded(row.difference.structure);
    return QString::number(row.difference.maxAbsolute, 'g', 3);
}

double logShareOf(const LockstepRow &row) {
    constexpr double least = -8;
    if (!row.isCompared() || (row.difference.structure.empty() && row.difference.maxAbsolute == 0)) return 0;
    if (!row.difference.structure.empty() || std::isinf(row.difference.maxAbsolute)) return 1;
    const double relative = row.difference.maxAbsolute / std::max(row.difference.magnitude, 1e-30);
    return std::clamp((std::log10(relative) - least) / -least, 0.0, 1.0);
}

QString summaryOf(const LockstepRun &run, const LockstepTolerance &tolerance) {
    int compared = 0, differing = 0, hidden = 0;
    for (const LockstepRow &row : run.rows) {
        compared += row.isCompared();
        differing += row.differs(tolerance);
        hidden += row.isCompared() && !row.differs(tolerance) && row.difference.isHiddenBySize();
    }
    const QString counted = PairWords::tr("%n value(s) compared", nullptr, compared);
    const QString found = differing == 0 ? PairWords::tr("all within the tolerance")
                                         : PairWords::tr("%n above the tolerance", nullptr, differing);
    QString summary = text(run.function) + QStringLiteral(": ") + counted + QStringLiteral(" \u00b7 ") + found;
    if (hidden > 0)
        summary += QStringLiteral(" \u00b7 ") +
                   PairWords::tr("small elements off by half of themselves or more: %1").arg(hidden);
    if (!run.note.empty()) summary += QStringLiteral(" \u00b7 ") + worded(run.note);
    return summary;
}

QString sentencesOf(const LockstepRun &run, const LockstepRow &row, const LockstepTolerance &tolerance) {
    if (row.kind == LockstepRow::Kind::EagerOnly)
        return PairWords::tr("%1 has no node in the graph: %2.").arg(eagerNameOf(run, row), reasonOf(row));
    if (row.kind == LockstepRow::Kind::GraphOnly)
        return PairWords::tr("%1 has no eager operator: %2.").arg(nodeNameOf(row), reasonOf(row));
    const QString sides = bothSides(run, row) + QLatin1Char('\n');
    const ValueDifference &off = row.difference;
    if (off.structure.empty() && off.maxAbsolute == 0) return sides + PairWords::tr("The values are equal.");
    const QString difference =
        off.structure.empty() ? worstElement(off) : PairWords::tr("It is %1.").arg(worded(off.structure));
    if (!row.differs(tolerance))
        return sides + difference + QLatin1Char(' ') + PairWords::tr("That is within the tolerance.") +
               hiddenSentence(off);
    const LockstepCause *cause = row.cause(tolerance);
    return sides + difference + QLatin1Char('\n') +
           (cause ? causeSentence(*cause) : PairWords::tr("No pass moved it by more than rounding."));
}

} // namespace locksteppanel
} // namespace jitscope
