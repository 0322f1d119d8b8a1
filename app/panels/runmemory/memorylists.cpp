// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runmemory/memorylists.h"

#include "app/models/deltawords.h"
#include "app/models/operatorwords.h"
#include "app/models/tablecell.h"
#include "app/panels/runmemory/savinglists.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <algorithm>
#include <cstdlib>
#include <map>

namespace jitscope {
inline namespace runmemorypanel {

namespace {

using Column = TableColumn<RunMemoryRow>;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::runmemorypanel::RunMemoryPanel)
};

QString groupName(OpGrouping grouping, const std::string &key) {
    return key == fromOutside ? Words::tr("(from outside)") : groupText(grouping, key);
}

std::vector<RunMemoryRow> heldRows(const Session &session, const RunMemoryFigures &figures, int64_t timeNs) {
    std::vector<RunMemoryRow> rows;
    const auto all = double(figures.use.bytesAt(timeNs));
    for (const uint32_t place : figures.use.heldAt(timeNs)) {
        RunMemoryRow &row = rows.emplace_back(rowOf(heldMemory(session, figures.columns, figures.use.lives[place])));
        row.share = all > 0 ? double(row.bytes) / all : 0;
    }
    return rows;
}

DeltaVerdict verdictOf(bool isBefore, bool isNow, int64_t delta) {
    if (!isBefore) return DeltaVerdict::New;
    if (!isNow) return DeltaVerdict::Missing;
    if (delta == 0) return DeltaVerdict::Same;
    return delta > 0 ? DeltaVerdict::Slower : DeltaVerdict::Faster;
}

/** What only the baseline holds comes behind; nothing here can be selected for it. */
void compareHeld(const RunMemoryBaseline &baseline, const MemoryAt &before, const Session &session, const MemoryAt &now,
                 std::vector<RunMemoryRow> &rows) {
    const std::vector<HeldPair> pairs = heldAgainst(*baseline.run->session, before, session, now);
    for (size_t i = 0; i < pairs.size(); ++i) {
        const HeldPair &pair = pairs[i];
        if (!pair.now) {
            rows.push_back(rowOf(heldMemory(*baseline.run->session, before.columns, before.use.lives[*pair.before])));
            rows.back().op = rows.back().tensor = -1;
            rows.back().delta = RunMemoryDelta{DeltaVerdict::Missing, -rows.back().bytes};
            rows.back().bytes = 0;
            continue;
        }
        const int64_t delta = rows[i].bytes - (pair.before ? before.use.lives[*pair.before].bytes : 0);
        rows[i].delta = RunMemoryDelta{verdictOf(pair.before.has_value(), true, delta), delta};
    }
}

void compareSums(const MemoryAt &before, const MemoryAt &now, OpGrouping grouping, std::vector<RunMemoryRow> &rows) {
    std::map<QString, MemoryDifferenceRow> differences;
    for (MemoryDifferenceRow &each : memoryAgainst(before, now, grouping))
        differences.emplace(groupName(grouping, each.key), each);
    for (RunMemoryRow &row : rows) {
        const MemoryDifferenceRow &each = differences[row.name];
        row.delta = RunMemoryDelta{verdictOf(each.countBefore > 0, true, each.delta()), each.delta()};
        differences.erase(row.name);
    }
    for (const auto &[name, each] : differences) {
        RunMemoryRow &row = rows.emplace_back();
        row.name = name;
        row.delta = RunMemoryDelta{DeltaVerdict::Missing, each.delta()};
    }
}

std::vector<RunMemoryRow> sumRows(const RunMemoryFigures &figures, OpGrouping grouping, int64_t timeNs) {
    std::vector<RunMemoryRow> rows;
    for (const MemorySum &sum : memorySums(figures.columns, figures.use, figures.use.heldAt(timeNs), grouping)) {
        RunMemoryRow &row = rows.emplace_back();
        row.name = groupName(grouping, sum.key);
        row.bytes = sum.bytes;
        row.count = sum.count;
        row.share = sum.share;
        const MemoryLife &largest = figures.use.lives[size_t(sum.largest)];
        row.op = largest.op;
        row.tensor = largest.tensor;
    }
    return rows;
}

std::vector<RunMemoryRow> changedRows(const RunMemoryFigures &figures, const MemoryMoment &moment) {
    std::vector<RunMemoryRow> rows;
    const MemoryDifference difference =
        memoryDifference(figures.columns, figures.use, moment.beginNs, moment.endNs, OpGrouping::Line);
    for (const MemoryDifferenceRow &each : difference.rows) {
        if (each.delta() == 0) continue;
        RunMemoryRow &row = rows.emplace_back();
        row.name = groupName(OpGrouping::Line, each.key);
        row.bytes = each.bytesAfter;
        row.before = each.bytesBefore;
        row.count = each.countAfter;
    }
    // The largest that came stands for its line.
    for (const uint32_t place : difference.came) {
        const MemoryLife &life = figures.use.lives[place];
        const int64_t group = groupOf(figures.columns, life, OpGrouping::Line);
        const QString name = groupName(
            OpGrouping::Line, group < 0 ? fromOutside : figures.columns.by(OpGrouping::Line).texts[size_t(group)]);
        const auto row = std::ranges::find(rows, name, &RunMemoryRow::name);
        if (row == rows.end() || row->tensor >= 0) continue;
        row->op = life.op;
        row->tensor = life.tensor;
    }
    return rows;
}

QString roundsText(const Repetition &rounds) {
    const int count = int(rounds.ends.size());
    const QString line = QString::fromStdString(rounds.line);
    if (rounds.kind == RoundKind::Step) return Words::tr("%1 steps").arg(count);
    if (rounds.kind == RoundKind::Line) return Words::tr("%1 rounds that begin at %2").arg(count).arg(line);
    return Words::tr("%1 calls of %2 at %3").arg(count).arg(QString::fromStdString(rounds.function), line);
}

QString growthText(const MemoryGrowthReport &report) {
    if (!report.isKnown())
        return Words::tr("Growth shows from three steps on that end with an optimizer, or from four rounds of a loop");
    if (report.growing.empty()) return Words::tr("Nothing grows over the %1").arg(roundsText(report.rounds));
    return Words::tr("over %1").arg(roundsText(report.rounds));
}

RunMemoryTable growingTable(const Session &session, const RunMemoryFigures &figures) {
    const MemoryGrowthReport report = memoryGrowth(session, figures.columns, figures.use);
    RunMemoryTable table{{}, growthText(report)};
    for (const MemoryGrowth &growth : report.growing) {
        RunMemoryRow &row =
            table.rows.emplace_back(rowOf(heldMemory(session, figures.columns, figures.use.lives[growth.latest])));
        row.bytes = growth.bytesAtEnds.back();
        row.before = growth.bytesAtEnds.front();
        row.count = growth.countAtEnds.back();
        row.rounds = int(growth.bytesAtEnds.size());
        row.keptBytes = growth.keptBytes;
        row.keptRounds = int(growth.keptRounds);
        if (growth.opName.empty() && !growth.firstUse.empty())
            row.line = Words::tr("used at %1").arg(QString::fromStdString(growth.firstUse));
    }
    return table;
}

Column text(const QString &title, QString RunMemoryRow::*member, Column::Font font = Column::Font::Text) {
    return {.title = title, .text = [member](const RunMemoryRow &row) { return row.*member; }, .font = font};
}

Column size(const QString &title, const QString &definition, int64_t (*bytes)(const RunMemoryRow &)) {
    return {.title = title,
            .text = [bytes](const RunMemoryRow &row) { return sizeText(double(bytes(row))); },
            .key = [bytes](const RunMemoryRow &row) { return QVariant(qlonglong(bytes(row))); },
            .alignment = Qt::AlignRight,
            .font = Column::Font::Code,
            .definition = definition};
}

int64_t deltaOf(const RunMemoryRow &row) {
    return row.bytes - row.before;
}

Column change(const QString &title, const QString &definition) {
    Column column = size(title, definition, deltaOf);
    column.text = [](const RunMemoryRow &row) {
        return QString(deltaOf(row) < 0 ? QStringLiteral("−") : QStringLiteral("+")) +
               sizeText(double(std::llabs(deltaOf(row))));
    };
    column.key = [](const RunMemoryRow &row) { return QVariant(qlonglong(std::llabs(deltaOf(row)))); };
    return column;
}

Column growthPerRound() {
    const auto bytes = [](const RunMemoryRow &row) {
        return row.rounds > 1 ? double(deltaOf(row)) / double(row.rounds - 1) : 0.0;
    };
    return {.title = Words::tr("A round"),
            .text = [bytes](const RunMemoryRow &row) { return QStringLiteral("+") + sizeText(bytes(row)); },
            .key = [bytes](const RunMemoryRow &row) { return QVariant(bytes(row)); },
            .alignment = Qt::AlignRight,
            .font = Column::Font::Code,
            .definition = Words::tr("The mean growth of a step, or of a round of the loop")};
}

Column keptRounds() {
    return {.title = Words::tr("From rounds"),
            .text = [](const RunMemoryRow &row) { return Words::tr("%1 of %2").arg(row.keptRounds).arg(row.rounds); },
            .key = [](const RunMemoryRow &row) { return QVariant(row.keptRounds); },
            .alignment = Qt::AlignRight,
            .definition = Words::tr("Rounds that made what is kept")};
}

Column share() {
    return {.title = Words::tr("Share"),
            .text = [](const RunMemoryRow &row) { return shareAsPercent(row.share); },
            .key = [](const RunMemoryRow &row) { return QVariant(row.share); },
            .alignment = Qt::AlignRight,
            .font = Column::Font::Code,
            .share = [](const RunMemoryRow &row) { return row.share; },
            .definition = Words::tr("Of all that is held at the line")};
}

Column count() {
    return {.title = Words::tr("Memories"),
            .text = [](const RunMemoryRow &row) { return QString::number(row.count); },
            .key = [](const RunMemoryRow &row) { return QVariant(qlonglong(row.count)); },
            .alignment = Qt::AlignRight,
            .font = Column::Font::Code};
}

} // namespace

RunMemoryRow rowOf(const HeldMemory &held) {
    RunMemoryRow row;
    row.name = held.op < 0 ? Words::tr("(from outside)")
                           : QStringLiteral("%1 #%2").arg(QString::fromStdString(held.opName)).arg(held.op);
    if (!held.name.empty()) row.name = QString::fromStdString(held.name);
    row.type = QString::fromStdString(held.type);
    row.line = QString::fromStdString(held.line);
    row.scope = QString::fromStdString(held.scope);
    row.bytes = held.bytes;
    row.count = 1;
    row.op = held.op;
    row.tensor = held.tensor;
    return row;
}

namespace {

OpGrouping groupingOf(RunMemoryList list) {
    if (list == RunMemoryList::ByLine) return OpGrouping::Line;
    return list == RunMemoryList::ByScope ? OpGrouping::Scope : OpGrouping::Op;
}

RunMemoryTable momentTable(const Session &session, const RunMemoryFigures &figures, RunMemoryList list, int64_t timeNs,
                           const RunMemoryBaseline *baseline) {
    const bool isHeld = list == RunMemoryList::Held;
    RunMemoryTable table;
    table.rows = isHeld ? heldRows(session, figures, timeNs) : sumRows(figures, groupingOf(list), timeNs);
    if (baseline == nullptr || !baseline->use.isRecorded) return table;
    const MemoryAt now{figures.columns, figures.use, timeNs};
    table.isCompared = true;
    table.baselineTime = sameMoment(baseline->run->columns, baseline->use, now);
    if (!table.baselineTime) return table;
    const MemoryAt before{baseline->run->columns, baseline->use, *table.baselineTime};
    if (isHeld)
        compareHeld(*baseline, before, session, now, table.rows);
    else
        compareSums(before, now, groupingOf(list), table.rows);
    return table;
}

} // namespace

bool isOfMoment(RunMemoryList list) {
    return list == RunMemoryList::Held || list == RunMemoryList::ByLine || list == RunMemoryList::ByScope ||
           list == RunMemoryList::ByOperator;
}

RunMemoryTable memoryTable(const Session &session, const RunMemoryFigures &figures, RunMemoryList list,
                           const MemoryMoment &moment, const RunMemoryBaseline *baseline) {
    switch (list) {
    case RunMemoryList::Held:
    case RunMemoryList::ByLine:
    case RunMemoryList::ByScope:
    case RunMemoryList::ByOperator:
        return momentTable(session, figures, list, moment.timeNs, baseline);
    case RunMemoryList::Changed:
        return {changedRows(figures, moment), {}};
    case RunMemoryList::Growing:
        return growingTable(session, figures);
    case RunMemoryList::Plan:
        return planTable(session);
    case RunMemoryList::Recompute:
        return recomputationTable(session, figures);
    }
    return {};
}

std::vector<Column> comparingMemoryColumns(RunMemoryList list) {
    std::vector<Column> columns = memoryColumns(list);
    columns.insert(
        columns.begin() + 2,
        Column{.title = Words::tr("Δ held"),
               .text =
                   [](const RunMemoryRow &row) {
                       return row.delta ? deltaText(row.delta->verdict, double(row.delta->bytes), "B")
                                        : QStringLiteral("–");
                   },
               .key =
                   [](const RunMemoryRow &row) {
                       return QVariant(row.delta ? qlonglong(std::llabs(row.delta->bytes)) : -1);
                   },
               .alignment = Qt::AlignRight,
               .font = Column::Font::Code,
               .toolTip =
                   [](const RunMemoryRow &row) {
                       return row.delta ? verdictText(row.delta->verdict, 0, "B")
                                        : Words::tr("The baseline has no such moment");
                   },
               .colour =
                   [](const RunMemoryRow &row) { return row.delta ? deltaColour(row.delta->verdict, "B") : QColor(); },
               .definition = Words::tr("Bytes here less those of the baseline at the same place of the "
                                       "program: at its peak for the peak, else when the same operator had "
                                       "begun or ended")});
    return columns;
}

std::vector<Column> memoryColumns(RunMemoryList list) {
    const auto held = [] {
        return size(Words::tr("Held"), Words::tr("Bytes of the whole memory, however it is viewed"),
                    [](const RunMemoryRow &row) { return row.bytes; });
    };
    const auto first = [](const QString &title) {
        return size(title, {}, [](const RunMemoryRow &row) { return row.before; });
    };
    const auto last = [](const QString &title) {
        return size(title, {}, [](const RunMemoryRow &row) { return row.bytes; });
    };
    const Column name = text(Words::tr("Name"), &RunMemoryRow::name, Column::Font::Strong);
    const Column type = text(Words::tr("Type"), &RunMemoryRow::type, Column::Font::Code);
    const Column line = text(Words::tr("Line"), &RunMemoryRow::line, Column::Font::Code);
    const Column scope = text(Words::tr("Scope"), &RunMemoryRow::scope);
    switch (list) {
    case RunMemoryList::Held:
        return {name, held(), share(), type, line, scope};
    case RunMemoryList::ByLine:
    case RunMemoryList::ByScope:
    case RunMemoryList::ByOperator:
        return {name, held(), share(), count()};
    case RunMemoryList::Changed:
        return {name, change(Words::tr("Change"), Words::tr("From the begin of the marked stretch to its end")),
                first(Words::tr("Before")), last(Words::tr("After")), count()};
    case RunMemoryList::Growing:
        return {name,
                change(Words::tr("Growth"), Words::tr("From the end of the first round to that of the last")),
                growthPerRound(),
                first(Words::tr("First round")),
                last(Words::tr("Last round")),
                size(Words::tr("Kept"),
                     Words::tr("Held at the end, without what the last round made: that may be in use"),
                     [](const RunMemoryRow &row) { return row.keptBytes; }),
                keptRounds(),
                count(),
                type,
                line,
                scope};
    case RunMemoryList::Plan:
        return planColumns();
    case RunMemoryList::Recompute:
        return recomputationColumns();
    }
    return {};
}

} // namespace runmemorypanel
} // namespace jitscope
