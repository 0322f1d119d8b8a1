// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runmemory/savinglists.h"

#include "app/models/tablecell.h"
#include "engine/analysis/memory/recomputation.h"
#include "engine/ir/nodename.h"
#include "engine/run/memoryplan.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <QStringList>

namespace jitscope {
inline namespace runmemorypanel {

namespace {

using Column = TableColumn<RunMemoryRow>;

struct Savings {
    Q_DECLARE_TR_FUNCTIONS(jitscope::runmemorypanel::RunMemoryPanel)
};

QString namesOf(const std::vector<NodePtr> &nodes) {
    QStringList names;
    for (const NodePtr &node : nodes)
        names.append(QString::fromStdString(nodeName(*node)));
    return names.join(QStringLiteral(", "));
}

QString memoryText(const PlannedValue &value) {
    if (value.memory == PlannedMemory::View) return Savings::tr("view of %1").arg(namesOf(value.from));
    if (value.memory == PlannedMemory::Own) return Savings::tr("its own");
    if (value.takenBytes == value.bytes) return Savings::tr("taken over from %1").arg(namesOf(value.from));
    return Savings::tr("%1 taken over from %2").arg(sizeText(double(value.takenBytes)), namesOf(value.from));
}

QString lineOf(const Session &session, const Node &node) {
    const SourceSpan *span = userSpan(session, node.spans);
    if (span == nullptr) return {};
    return QString::fromStdString(span->file.substr(span->file.rfind('/') + 1)) + QLatin1Char(':') +
           QString::number(span->line);
}

RunMemoryRow rowOf(const Session &session, const Compilation &compilation, const PlannedValue &value) {
    RunMemoryRow row;
    row.name = QString::fromStdString(nodeTitle(*value.node));
    row.type = QString::fromStdString(brief(value.node->abstract));
    row.line = lineOf(session, *value.node);
    row.scope = QString::fromStdString(compilation.function);
    row.memory = memoryText(value);
    row.held = value.lastStep < 0 ? Savings::tr("%1 to the end").arg(value.step)
                                  : Savings::tr("%1 to %2").arg(value.step).arg(value.lastStep);
    row.atPeak = value.isAtPeak ? Savings::tr("yes") : QString();
    row.bytes = value.bytes;
    row.compilation = compilation.index;
    row.node = value.node->id;
    return row;
}

QString sentenceOf(const MemoryPlan &plan) {
    QString text = Savings::tr("%1 of results, at most %2 at once, %3 as kernels take over memory")
                       .arg(sizeText(double(plan.allBytes)), sizeText(double(plan.peakWithoutTaking)),
                            sizeText(double(plan.peakBytes)));
    if (plan.hasOpenCalls) text += Savings::tr("; without what branches and loops hold");
    return text;
}

QString reasonText(HeldBecause reason) {
    switch (reason) {
    case HeldBecause::Expensive:
        return Savings::tr("expensive");
    case HeldBecause::Effects:
        return Savings::tr("draw numbers or run Python");
    case HeldBecause::Written:
        return Savings::tr("written to since");
    case HeldBecause::InputsGone:
        return Savings::tr("inputs held no more");
    case HeldBecause::UnknownCost:
        return Savings::tr("cost not known");
    }
    return {};
}

QString unreadText(const HeldSum &unread) {
    if (unread.count == 0) return {};
    return Savings::tr("; %1 of the forward pass are read by no operator afterwards")
        .arg(sizeText(double(unread.bytes)));
}

QString sentenceOf(const RecomputationReport &report) {
    if (!report.hasBackward) return Savings::tr("No backward pass was recorded");
    if (report.idleBytes() == 0)
        return Savings::tr("At the peak nothing lies idle from the forward to the backward pass") +
               unreadText(report.unread);
    QString text = Savings::tr("%1 lie idle at the peak").arg(sizeText(double(report.idleBytes())));
    if (!report.rows.empty())
        text += Savings::tr("; estimate for computing these again: the peak falls from %1 to %2, for %3")
                    .arg(sizeText(double(report.peakBytes)), sizeText(double(report.peakBytesThen)),
                         timeText(double(report.timeNs)));
    if (report.stepNs && *report.stepNs > 0 && !report.rows.empty())
        text += Savings::tr(", %1 of the step").arg(shareAsPercent(double(report.timeNs) / double(*report.stepNs)));
    for (size_t i = 0; i < heldBecauseCount; ++i)
        if (report.others[i].count > 0)
            text +=
                Savings::tr("; %1 not: %2").arg(sizeText(double(report.others[i].bytes)), reasonText(HeldBecause(i)));
    return text + unreadText(report.unread);
}

Column textColumn(const QString &title, QString RunMemoryRow::*member, Column::Font font = Column::Font::Text,
                  const QString &definition = {}) {
    return {.title = title,
            .text = [member](const RunMemoryRow &row) { return row.*member; },
            .font = font,
            .definition = definition};
}

Column sizeColumn(const QString &title) {
    return {.title = title,
            .text = [](const RunMemoryRow &row) { return sizeText(double(row.bytes)); },
            .key = [](const RunMemoryRow &row) { return QVariant(qlonglong(row.bytes)); },
            .alignment = Qt::AlignRight,
            .font = Column::Font::Code};
}

Column timeColumn(const QString &title, const QString &definition, int64_t RunMemoryRow::*ns) {
    return {.title = title,
            .text = [ns](const RunMemoryRow &row) { return timeText(double(row.*ns)); },
            .key = [ns](const RunMemoryRow &row) { return QVariant(qlonglong(row.*ns)); },
            .alignment = Qt::AlignRight,
            .font = Column::Font::Code,
            .definition = definition};
}

QString operatorTexts(const Session &session, const std::vector<int64_t> &numbers) {
    QStringList texts;
    for (const int64_t number : numbers)
        if (const auto op = session.op(number))
            texts.append(QStringLiteral("%1 #%2").arg(QString::fromStdString(op->op.str())).arg(number));
    return texts.join(QStringLiteral(", "));
}

} // namespace

RunMemoryTable planTable(const Session &session) {
    RunMemoryTable table;
    QStringList sentences;
    for (const Compilation &compilation : session.compilations) {
        if (compilation.final.graphs.empty()) continue;
        const auto plan = memoryPlan(compilation.final);
        const QString function = QString::fromStdString(compilation.function);
        sentences.append(function + QStringLiteral(": ") +
                         (plan ? sentenceOf(*plan) : QString::fromStdString(plan.error().message)));
        if (!plan) continue;
        for (const PlannedValue &value : plan->values)
            table.rows.push_back(rowOf(session, compilation, value));
    }
    table.sentence = sentences.isEmpty() ? Savings::tr("Nothing was compiled") : sentences.join(QStringLiteral("; "));
    return table;
}

std::vector<Column> planColumns() {
    return {textColumn(Savings::tr("Name"), &RunMemoryRow::name, Column::Font::Strong),
            sizeColumn(Savings::tr("Size")),
            textColumn(Savings::tr("Memory"), &RunMemoryRow::memory, Column::Font::Text,
                       Savings::tr("What the result stands in: memory of its own, that of an input which nothing reads "
                                   "afterwards, or a view. While a graph is recorded, nothing is taken over")),
            textColumn(Savings::tr("Held"), &RunMemoryRow::held, Column::Font::Code,
                       Savings::tr("From which step of its graph to which")),
            textColumn(Savings::tr("At the peak"), &RunMemoryRow::atPeak, Column::Font::Text,
                       Savings::tr("Held when the graph holds most")),
            textColumn(Savings::tr("Type"), &RunMemoryRow::type, Column::Font::Code),
            textColumn(Savings::tr("Line"), &RunMemoryRow::line, Column::Font::Code),
            textColumn(Savings::tr("Graph"), &RunMemoryRow::scope)};
}

RunMemoryTable recomputationTable(const Session &session, const RunMemoryFigures &figures) {
    const RecomputationReport report = recomputationReport(session, figures.columns, figures.use);
    RunMemoryTable table{{}, sentenceOf(report)};
    for (const Recomputation &each : report.rows) {
        const HeldMemory held = heldMemory(session, figures.columns, figures.use.lives[each.life]);
        RunMemoryRow &row = table.rows.emplace_back(rowOf(held));
        row.timeNs = each.timeNs;
        row.idleNs = each.idleToNs - each.idleFromNs;
        row.memory = operatorTexts(session, each.ops);
    }
    return table;
}

std::vector<Column> recomputationColumns() {
    return {textColumn(Savings::tr("Name"), &RunMemoryRow::name, Column::Font::Strong),
            sizeColumn(Savings::tr("Size")),
            timeColumn(Savings::tr("Time"),
                       Savings::tr("An estimate: the medians of the times of the operators that would run again"),
                       &RunMemoryRow::timeNs),
            timeColumn(Savings::tr("Idle"),
                       Savings::tr("From its last use in the forward pass to its first in the backward pass"),
                       &RunMemoryRow::idleNs),
            textColumn(Savings::tr("Type"), &RunMemoryRow::type, Column::Font::Code),
            textColumn(Savings::tr("Line"), &RunMemoryRow::line, Column::Font::Code),
            textColumn(Savings::tr("Scope"), &RunMemoryRow::scope),
            textColumn(Savings::tr("Runs again"), &RunMemoryRow::memory)};
}

} // namespace runmemorypanel
} // namespace jitscope
