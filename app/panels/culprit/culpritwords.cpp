// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/culprit/culpritwords.h"

#include "app/models/labwords.h"
#include "app/tensorview/numberformat.h"
#include "app/tensorview/tensorcut.h"
#include "engine/ir/nodename.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace culpritpanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::culpritpanel::CulpritPanel)
};

QString text(const std::string &utf8) {
    return QString::fromStdString(utf8);
}

QString passText(const FoundCulprit &found) {
    for (const PassRecord &pass : found.task.bisect.passes)
        if (pass.index == found.report.divergence->pass) return text(fullName(pass));
    return QString::number(found.report.divergence->pass);
}

QString placeText(const FoundCulprit &found) {
    const Divergence &divergence = *found.report.divergence;
    const QString node = divergence.node ? text(nodeTitle(*divergence.node)) : QString();
    switch (divergence.where) {
    case Divergence::Where::Capture:
        return Words::tr("The captured graph leaves the eager values.");
    case Divergence::Where::Codegen:
        return node.isEmpty() ? Words::tr("A compiled kernel leaves the values of its operators; all passes are right.")
                              : Words::tr("The compiled kernel %1 leaves the values of its operators; all passes are "
                                          "right.")
                                    .arg(node);
    case Divergence::Where::Pass:
        break;
    }
    QString sentence =
        node.isEmpty()
            ? Words::tr("Pass %1 is the first to leave the values of the captured graph.").arg(passText(found))
            : Words::tr("Pass %1 is the first to leave the values of the captured graph, at %2.")
                  .arg(passText(found), node);
    if (divergence.reference && divergence.node && divergence.reference->id != divergence.node->id)
        sentence +=
            QLatin1Char(' ') + Words::tr("It took the place of %1.").arg(text(nodeTitle(*divergence.reference)));
    if (!divergence.rule.empty()) sentence += QLatin1Char(' ') + Words::tr("Its rule: %1").arg(text(divergence.rule));
    return sentence;
}

QString distanceText(const FoundCulprit &found) {
    if (!found.tensors) return Words::tr("The value is %1.").arg(text(found.report.divergence->difference));
    const DifferingTensors &tensors = *found.tensors;
    const QString output =
        tensors.item < 0 ? QString() : Words::tr("Output %1:").arg(tensors.item + 1) + QLatin1Char(' ');
    if (!tensors.isSameShape) return output + Words::tr("It is %1.").arg(text(found.report.divergence->difference));
    QStringList parts;
    if (tensors.first >= 0)
        parts += Words::tr("first at %1: %2 instead of %3")
                     .arg(indexText(tensors.expected.shape(), tensors.first),
                          elementText(tensors.actual, tensors.first), elementText(tensors.expected, tensors.first));
    parts += Words::tr("largest difference %1").arg(briefNumber(tensors.comparison.maxAbsolute));
    parts += Words::tr("relative %1").arg(briefNumber(tensors.comparison.maxRelative));
    if (tensors.comparison.maxUlps) parts += Words::tr("%1 ULP").arg(briefNumber(*tensors.comparison.maxUlps));
    return output +
           Words::tr("%1 of %2 elements are off by more than the tolerance")
               .arg(tensors.beyond)
               .arg(tensors.expected.count()) +
           QStringLiteral(" \u00b7 ") + parts.join(QStringLiteral(" \u00b7 "));
}

QString stageTitle(const FoundCulprit &found) {
    switch (found.report.divergence->where) {
    case Divergence::Where::Capture:
        return Words::tr("the captured graph");
    case Divergence::Where::Codegen:
        return Words::tr("compiled");
    case Divergence::Where::Pass:
        break;
    }
    return passText(found);
}

QString nodeText(const NodePtr &node) {
    return node ? text(nodeTitle(*node)) : Words::tr("the result");
}

} // namespace

QString summaryOf(const FoundCulprit &found) {
    QString summary = text(found.function);
    if (!found.key.empty()) summary += QStringLiteral(" (") + text(found.key) + QLatin1Char(')');
    if (found.wish.variant) {
        QStringList decisions;
        for (const Decision &decision : found.wish.variant->decisions)
            decisions += decisionText(decision, found.task.bisect.captured);
        summary += QStringLiteral(", ") + Words::tr("a variant: %1").arg(decisions.join(QStringLiteral("; ")));
    }
    summary += QStringLiteral(": ");
    summary += Words::tr("%n graph(s) were run", nullptr, found.report.modulesRun);
    if (!found.task.inputs.empty()) summary += QStringLiteral(" \u00b7 ") + inputsText(found.task.inputs);
    return summary;
}

QString sentencesOf(const FoundCulprit &found) {
    QStringList lines;
    if (!found.task.error.empty())
        lines += Words::tr("The variant does not compile, so only the passes before were run: %1")
                     .arg(text(found.task.error));
    if (found.report.divergence) {
        lines += placeText(found);
        lines += distanceText(found);
        return lines.join(QLatin1Char('\n'));
    }
    lines += Words::tr("All is well: every pass and every compiled kernel gives the values of the captured graph, run "
                       "operator by operator as eager calls are.");
    lines += Words::tr("Tolerance: %1 of the largest element of each tensor, 100 times that for 16-bit floats; what "
                       "rounding does comes on top.")
                 .arg(QLocale::c().toString(found.task.bisect.tolerance, 'g', 3));
    constexpr double hidden = 0.5;
    if (found.report.largestOwnDifference >= hidden)
        lines +=
            Words::tr("The tolerance goes by the largest element: smaller ones differ by up to %1 times themselves, by "
                      "rounding after a cancellation or by a mistake.")
                .arg(QLocale::c().toString(found.report.largestOwnDifference, 'g', 3));
    return lines.join(QLatin1Char('\n'));
}

QString expectedTitle(const FoundCulprit &found) {
    const Divergence &divergence = *found.report.divergence;
    return Words::tr("Expected, by eager: %1")
        .arg(nodeText(divergence.reference ? divergence.reference : divergence.node));
}

QString actualTitle(const FoundCulprit &found) {
    return Words::tr("Actual, %1: %2").arg(stageTitle(found), nodeText(found.report.divergence->node));
}

CulpritPlace placeOf(const FoundCulprit &found) {
    constexpr int capturedPass = -2, finalPass = -1;
    const Divergence &divergence = *found.report.divergence;
    const bool isPass = divergence.where == Divergence::Where::Pass;
    CulpritPlace place;
    place.stages.right = {found.wish.compilation, found.wish.variant, isPass ? divergence.pass : finalPass};
    place.stages.left = place.stages.right;
    place.stages.left.pass = isPass && divergence.pass > 0 ? divergence.pass - 1 : capturedPass;
    place.title = isPass ? passText(found) : Words::tr("compiled");
    if (!divergence.node) return place;
    place.node = divergence.node->id;
    place.title += QStringLiteral(", ") + text(nodeTitle(*divergence.node));
    return place;
}

} // namespace culpritpanel
} // namespace jitscope
