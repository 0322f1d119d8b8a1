// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runadvice/runadvicecolumns.h"

#include "app/models/compilewords.h"
#include "app/models/labwords.h"
#include "app/models/operatorwords.h"
#include "engine/base/phrase.h"
#include "engine/base/sizes.h"
#include "engine/base/text.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace runadvicepanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::runadvicepanel::RunAdvicePanel)
};

QString translated(const char *text) {
    return QCoreApplication::translate("RunAdvice", text);
}

QString dash() {
    return QStringLiteral("–");
}

QString timeText(int64_t ns) {
    return ns < 0 ? dash() : timeOrUnknown(double(ns));
}

template<class Row, class Get> TableColumn<Row> numberColumn(const QString &title, const QString &definition, Get get) {
    return {.title = title,
            .text = [get](const Row &row) { return get(row) < 0 ? dash() : QString::number(get(row)); },
            .key = [get](const Row &row) { return QVariant(qlonglong(get(row))); },
            .alignment = Qt::AlignRight,
            .font = TableColumn<Row>::Font::Code,
            .definition = definition};
}

template<class Row, class Get> TableColumn<Row> timeColumn(const QString &title, const QString &definition, Get get) {
    TableColumn<Row> column = numberColumn<Row>(title, definition, get);
    column.text = [get](const Row &row) { return timeText(get(row)); };
    column.unit = QStringLiteral("ns");
    return column;
}

QString gapText(const GapPlace &place) {
    if (place.loopLine > 0)
        return (place.kind == GapPlace::Kind::Round ? Words::tr("round the loop of line %1: %2")
                                                    : Words::tr("in the loop of line %1: %2"))
            .arg(QString::number(place.loopLine), QString::fromStdString(place.loopText));
    return place.isOfScript() ? QString() : Words::tr("in %1").arg(QString::fromStdString(place.function));
}

QString percentOf(const RunFinding &finding) {
    return QString::number(finding.measured.value, 'f', 1) + QStringLiteral(" %");
}

QString evidenceText(const RunEvidence &row) {
    QStringList parts{QString::fromStdString(row.subject)};
    if (const QString what = whatText(row); !what.isEmpty()) parts << what;
    if (row.count >= 0) parts << QStringLiteral("x %1").arg(row.count);
    if (row.ns >= 0) parts << timeText(row.ns);
    if (row.bytes >= 0) parts << QString::fromStdString(memorySize(row.bytes));
    if (row.op >= 0) parts << QStringLiteral("(#%1)").arg(row.op);
    return QStringLiteral("    ") + parts.join(QStringLiteral("  "));
}

QString findingText(const RunFinding &finding) {
    QString title = ruleTitle(*finding.rule);
    if (finding.measured.concernsNs >= 0)
        title = Words::tr("%1 (at stake: %2)").arg(title, timeText(finding.measured.concernsNs));
    QStringList lines{title, QStringLiteral("  ") + measuredText(finding),
                      QStringLiteral("  ") + ruleAdvice(*finding.rule)};
    for (const RunEvidence &row : finding.measured.evidence)
        lines << evidenceText(row);
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace

QString adviceText(const RunAdvice &advice) {
    QStringList paragraphs, passed;
    for (const RunFinding &finding : advice.findings)
        paragraphs << findingText(finding);
    if (advice.findings.empty()) paragraphs << Words::tr("Nothing to advise");
    for (const RunFinding &each : advice.passed)
        passed << QStringLiteral("  %1: %2").arg(ruleTitle(*each.rule), belowLimitText(each));
    paragraphs << Words::tr("Looked at, nothing above the limit:") << passed;
    return paragraphs.join(QLatin1Char('\n'));
}

QString ruleTitle(const RunRule &rule) {
    return translated(rule.title);
}

QString ruleAdvice(const RunRule &rule) {
    return translated(rule.advice);
}

QString limitText(const RunRule &rule) {
    return QString::number(rule.threshold) + QStringLiteral(" % ") + translated(rule.base);
}

QString whatText(const RunEvidence &row) {
    if (row.refused) return predicateName(*row.refused) + QStringLiteral(": ") + QString::fromStdString(row.nodes);
    if (row.gap) return gapText(*row.gap);
    if (row.difference) return differenceSentence(*row.difference);
    if (row.calls >= 0) return Words::tr("%n call(s), %1 together", nullptr, int(row.calls)).arg(timeText(row.callsNs));
    return QString::fromStdString(row.detail);
}

bool isTold(const RunFinding &finding) {
    return finding.measured.value > finding.rule->threshold;
}

QString belowLimitText(const RunFinding &finding) {
    return Words::tr("%1, told above %2").arg(percentOf(finding), limitText(*finding.rule));
}

QString measuredText(const RunFinding &finding) {
    if (!isTold(finding)) return belowLimitText(finding);
    return QString::fromStdString(filled(translated(finding.rule->pattern).toStdString(), finding.measured.arguments));
}

QString checkTitle(RunCheck check) {
    switch (check) {
    case RunCheck::Bench:
        return Words::tr("Measure the ways to run it");
    case RunCheck::Compile:
        return Words::tr("Compiled again");
    case RunCheck::Level:
        return Words::tr("Try O1");
    case RunCheck::FuseRefused:
        return Words::tr("Try with these fusions");
    case RunCheck::Place:
        break;
    }
    return Words::tr("Show the operator");
}

QString checkToolTip(RunCheck check) {
    switch (check) {
    case RunCheck::Bench:
        return Words::tr("Opens the Bench panel, which measures a function eagerly and compiled in every way");
    case RunCheck::Compile:
        return Words::tr("Opens the panel Compile, whose page \"Compiled again\" says what differed");
    case RunCheck::Level:
        return Words::tr("Compiles a variant of the chosen function at O1 and measures both in turn");
    case RunCheck::FuseRefused:
        return Words::tr("Compiles a variant of the chosen function with the smallest changes that let these fusions "
                         "happen, and measures both in turn");
    case RunCheck::Place:
        break;
    }
    return Words::tr("Selects the longest operator of the chosen row in the other panels");
}

std::vector<TableColumn<RunFinding>> findingColumns() {
    return {{.title = Words::tr("Finding"),
             .text = [](const RunFinding &row) { return ruleTitle(*row.rule); },
             .font = TableColumn<RunFinding>::Font::Strong,
             .colour = [](const RunFinding &row) { return isTold(row) ? QColor() : currentTheme().text3; }},
            timeColumn<RunFinding>(Words::tr("At stake"),
                                   Words::tr("Time that the finding is about: no more than this can be won"),
                                   [](const RunFinding &row) { return row.measured.concernsNs; }),
            {.title = Words::tr("Share"),
             .text = percentOf,
             .key = [](const RunFinding &row) { return QVariant(row.measured.value); },
             .alignment = Qt::AlignRight,
             .font = TableColumn<RunFinding>::Font::Code,
             .toolTip = [](const RunFinding &row) { return Words::tr("Told above %1").arg(limitText(*row.rule)); },
             .share = [](const RunFinding &row) { return row.measured.value / 100; },
             .unit = QStringLiteral("%")},
            {.title = Words::tr("Of what"),
             .text = [](const RunFinding &row) { return translated(row.rule->base); },
             .definition = Words::tr("What the share is a share of: those of different rows need not add up")},
            {.title = Words::tr("Measured"), .text = [](const RunFinding &row) { return measuredText(row); }}};
}

std::vector<TableColumn<RunEvidence>> evidenceColumns() {
    return {{.title = Words::tr("Where"),
             .text = [](const RunEvidence &row) { return QString::fromStdString(row.subject); },
             .font = TableColumn<RunEvidence>::Font::Strong},
            {.title = Words::tr("What"), .text = whatText, .font = TableColumn<RunEvidence>::Font::Code},
            numberColumn<RunEvidence>(Words::tr("Count"), Words::tr("Of calls, compilations or refusals"),
                                      [](const RunEvidence &row) { return row.count; }),
            timeColumn<RunEvidence>(Words::tr("Time"), {}, [](const RunEvidence &row) { return row.ns; }),
            {.title = Words::tr("Bytes"),
             .text =
                 [](const RunEvidence &row) {
                     return row.bytes < 0 ? dash() : QString::fromStdString(memorySize(row.bytes));
                 },
             .key = [](const RunEvidence &row) { return QVariant(qlonglong(row.bytes)); },
             .alignment = Qt::AlignRight,
             .font = TableColumn<RunEvidence>::Font::Code,
             .definition = Words::tr("Through memory in all recorded calls"),
             .unit = QStringLiteral("B")}};
}

} // namespace runadvicepanel
} // namespace jitscope
