// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/communication/communicationfigures.h"

#include "app/models/tablecell.h"
#include "engine/analysis/ranks/rankgroups.h"
#include "engine/base/sizes.h"
#include "engine/ops/opdef.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>
#include <tuple>

namespace jitscope {
inline namespace communicationpanel {

namespace {

constexpr size_t mostFindings = 4;
constexpr size_t mostBars = 2000;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::communicationpanel::CommunicationPanel)
};

QString gigabytes(double perSecond) {
    return QString::number(perSecond, 'f', perSecond < 10 ? 2 : 1);
}

QString rankName(int64_t rank) {
    return Words::tr("rank %1").arg(rank);
}

/** The name that a profile's group has, its id if it has none. */
std::string groupLabel(const std::vector<ProfilePtr> &profiles, const std::string &id) {
    for (const ProfilePtr &profile : profiles) {
        const DataTable *table = profile->table("communication_groups");
        if (table == nullptr) continue;
        const int group = table->column("group"), name = table->column("name");
        for (int64_t row = 0; row < table->rowCount(); ++row)
            if (group >= 0 && name >= 0 && table->text(row, group) == id && !table->text(row, name).empty())
                return table->text(row, name);
    }
    return id;
}

QString titleOf(const CommunicationFigures &figures, const std::string &id) {
    for (const CommunicationGroup &group : figures.groups)
        if (group.id == id) return groupTitle(group);
    return QString::fromStdString(id);
}

std::string labelOf(const CommunicationFigures &figures, const std::string &id) {
    for (const CommunicationGroup &group : figures.groups)
        if (group.id == id) return group.label;
    return id;
}

QString slowRankSentence(const CommunicationFigures &figures, const SlowRank &slow) {
    return Words::tr("Rank %1 makes the others of group %2 wait: over %3 operators it waited %4 itself, the others %5 "
                     "(median); in "
                     "%6 of them no rank waited less.")
        .arg(slow.rank)
        .arg(titleOf(figures, slow.group))
        .arg(slow.operators)
        .arg(timeText(double(slow.ownWait)), timeText(double(slow.othersWait)))
        .arg(slow.leastIn);
}

QString slowLinkSentence(const CommunicationFigures &figures, const SlowLink &slow) {
    QStringList against;
    if (slow.usual > 0)
        against << Words::tr("%1 GB/s are usual for %2")
                       .arg(gigabytes(slow.usual), QString::fromStdString(slow.link.transport));
    against << Words::tr("the median here is %1 GB/s").arg(gigabytes(slow.median));
    return Words::tr("The link from %1 to %2 (%3, group %4) is slow: %5 GB/s over %6; %7.")
        .arg(rankName(slow.link.source), rankName(slow.link.target), QString::fromStdString(slow.link.transport),
             titleOf(figures, slow.link.group), gigabytes(slow.link.bandwidth()), trafficText(slow.link.bytes),
             against.join(QLatin1String(", ")));
}

/** Of a group with ranks that are not open nobody knows who is late; "" where all are. */
QString missingSentence(const CommunicationFigures &figures, const RankGroups &known, const std::string &id) {
    const auto group = std::find_if(figures.groups.begin(), figures.groups.end(),
                                    [&](const CommunicationGroup &each) { return each.id == id; });
    const RankGroup all = known.ofGroup(id);
    if (group == figures.groups.end() || all.size <= int(group->ranks.size())) return {};
    QStringList missing;
    for (const int rank : all.missing(group->ranks))
        missing.append(QString::number(rank));
    if (missing.isEmpty())
        return Words::tr(
                   "Which rank of group %1 makes others wait is not known: it has at least %2 ranks, and %3 are open.")
            .arg(titleOf(figures, id))
            .arg(all.size)
            .arg(group->ranks.size());
    return Words::tr("Which rank of group %1 makes others wait is not known: ranks %2 are not open.")
        .arg(titleOf(figures, id), missing.join(QStringLiteral(", ")));
}

void addFindings(CommunicationFigures &figures, const RankGroups &known) {
    for (const SlowRank &slow : slowRanks(figures.ops)) {
        if (figures.findings.size() == mostFindings) break;
        const QString missing = missingSentence(figures, known, slow.group);
        figures.findings.push_back(missing.isEmpty() ? slowRankSentence(figures, slow) : missing);
    }
    const size_t most = figures.findings.size() + mostFindings;
    for (const SlowLink &slow : figures.slowLinks)
        if (figures.findings.size() < most) figures.findings.push_back(slowLinkSentence(figures, slow));
    const bool hasSeveral = std::any_of(figures.ops.begin(), figures.ops.end(),
                                        [](const CommunicationOp &op) { return op.ranks.size() > 1; });
    if (!hasSeveral && !figures.ops.empty())
        figures.unasked =
            Words::tr("Which rank is slow cannot be told: only one rank of each group is open. Open the folders of "
                      "the others together with this one.");
    else if (figures.findings.empty())
        figures.unasked = Words::tr("No rank makes others wait noticeably, and no link is slow.");
}

/** Waiting is partly for ranks that come late; bars show the parts side by side. */
std::vector<BarPart> timeParts() {
    return {
        {Words::tr("Transit"), Words::tr("data moves, on the one plane that the producer looks at"), PartRole::Transit},
        {Words::tr("Synchronization"), Words::tr("waiting before the first transfer: for ranks that come late"),
         PartRole::Synchronization},
        {Words::tr("Other waiting"), Words::tr("waiting for other ranks between transfers"), PartRole::Wait},
        {Words::tr("Idle"), Words::tr("neither, on that plane: others may move data, see the links"), PartRole::Idle}};
}

std::vector<double> timeValues(const CommunicationTime &time) {
    return {double(time.transit), double(time.synchronization), std::max(0.0, double(time.wait - time.synchronization)),
            double(time.idle)};
}

bool isOf(const CommunicationOp &op, const std::string &group) {
    return group.empty() || op.group == group;
}

class TimesTable {
public:
    TimesTable()
        : m_table("communication_ops") {
        using enum ColumnType;
        for (const char *name : {"step", "kind", "name", "group"})
            m_table.addColumn(name, Text);
        m_rank = m_table.addColumn("rank", Integer);
        for (const char *name : {"start", "elapse", "transit", "wait", "synchronization", "idle"})
            m_table.addColumn(name, Integer, "ns");
    }
    void add(const CommunicationOp &op, const CommunicationTime &time, const std::string &group) {
        const int64_t row = m_table.addRow();
        m_table.setText(row, 0, op.step);
        m_table.setText(row, 1, op.kind);
        m_table.setText(row, 2, op.name);
        m_table.setText(row, 3, group);
        if (time.rank >= 0) m_table.setInteger(row, m_rank, time.rank);
        const int64_t values[] = {time.start, time.elapse, time.transit, time.wait, time.synchronization, time.idle};
        for (int i = 0; i < 6; ++i)
            m_table.setInteger(row, m_rank + 1 + i, values[i]);
    }
    DataTable take() { return std::move(m_table); }

private:
    DataTable m_table;
    int m_rank = -1;
};

class PacketTable {
public:
    explicit PacketTable(bool isByRank)
        : m_table("communication_packets") {
        if (isByRank) m_rank = m_table.addColumn("rank", ColumnType::Integer);
        m_transport = m_table.addColumn("transport", ColumnType::Text);
        m_size = m_table.addColumn("package_size", ColumnType::Real, trafficUnit);
        m_count = m_table.addColumn("count", ColumnType::Integer);
        m_total = m_table.addColumn("total", ColumnType::Integer, "ns");
        m_bandwidth = m_table.addColumn("bandwidth", ColumnType::Real, "GB/s");
        m_reached = m_table.addColumn("of_usual", ColumnType::Real, "share");
    }
    void add(int rank, const PacketRate &rate) {
        const int64_t row = m_table.addRow();
        if (m_rank >= 0) m_table.setInteger(row, m_rank, rank);
        m_table.setText(row, m_transport, rate.transport);
        m_table.setReal(row, m_size, rate.bytes);
        m_table.setInteger(row, m_count, rate.count);
        m_table.setInteger(row, m_total, rate.totalNs);
        m_table.setReal(row, m_bandwidth, rate.bandwidth());
        if (const auto usual = usualBandwidth(rate.transport))
            m_table.setReal(row, m_reached, rate.bandwidth() / *usual);
    }
    DataTable take() { return std::move(m_table); }

private:
    DataTable m_table;
    int m_rank = -1, m_transport = -1, m_size = -1, m_count = -1, m_total = -1, m_bandwidth = -1, m_reached = -1;
};

double valueOf(const LinkTraffic &link, MatrixQuantity quantity) {
    if (quantity == MatrixQuantity::Size) return link.bytes;
    return quantity == MatrixQuantity::Time ? double(link.timeNs) : link.bandwidth();
}

QString cellTextOf(double value, MatrixQuantity quantity) {
    if (quantity == MatrixQuantity::Size) return trafficText(value);
    return quantity == MatrixQuantity::Time ? timeText(value) : gigabytes(value);
}

QString endName(const LinkTraffic &link, int64_t end) {
    return link.isLocalNumber ? Words::tr("place %1").arg(end) : rankName(end);
}

/** Links that are slow: whether by place, source, target. */
using SlowEnds = std::set<std::tuple<bool, int64_t, int64_t>>;

MatrixCell cellOf(const LinkTraffic &link, MatrixQuantity quantity, const SlowEnds &slow) {
    MatrixCell cell;
    cell.value = valueOf(link, quantity);
    cell.text = cellTextOf(cell.value, quantity);
    cell.toolTip =
        Words::tr("%1 to %2 over %3: %4 in %5, %6 GB/s")
            .arg(endName(link, link.source), endName(link, link.target), QString::fromStdString(link.transport),
                 trafficText(link.bytes), timeText(double(link.timeNs)), gigabytes(link.bandwidth()));
    cell.isMarked = slow.contains({link.isLocalNumber, link.source, link.target});
    return cell;
}

/** Links of several groups between the same ranks as one. */
std::vector<LinkTraffic> merged(const std::vector<LinkTraffic> &links) {
    std::map<std::pair<int64_t, int64_t>, LinkTraffic> byEnds;
    for (const LinkTraffic &link : links) {
        const auto [found, isNew] = byEnds.try_emplace({link.source, link.target}, link);
        if (isNew) continue;
        found->second.bytes += link.bytes;
        found->second.timeNs += link.timeNs;
    }
    std::vector<LinkTraffic> all;
    for (const auto &[ends, link] : byEnds)
        all.push_back(link);
    return all;
}

} // namespace

QString groupTitle(const CommunicationGroup &group) {
    constexpr size_t longestNumber = 8;
    QString name = QString::fromStdString(group.label);
    if (group.label == group.id && group.id.size() > longestNumber)
        name = QStringLiteral("…") + name.right(6); // a hash: its end tells it apart
    QStringList ranks;
    for (const int rank : group.ranks)
        ranks << QString::number(rank);
    return Words::tr("%1 (ranks %2)").arg(name, ranks.join(QStringLiteral(", ")));
}

CommunicationFigures communicationFigures(const std::vector<ProfilePtr> &profiles) {
    CommunicationFigures figures;
    figures.ops = communicationOps(profiles);
    figures.groups = communicationGroups(figures.ops);
    figures.links = linkTraffic(profiles);
    for (CommunicationGroup &group : figures.groups)
        group.label = groupLabel(profiles, group.id);
    figures.slowLinks = slowLinks(figures.links);
    figures.packets = packetRates(profiles);
    for (const ProfilePtr &profile : profiles)
        figures.packetsByRank.emplace_back(profile->rank, packetRates({profile}));
    addFindings(figures, RankGroups(profiles));
    return figures;
}

CommunicationTimes communicationTimes(const CommunicationFigures &figures, const CommunicationQuestion &question) {
    const CommunicationBars bars = question.bars;
    const std::string &group = question.group;
    CommunicationTimes times;
    times.parts = timeParts();
    TimesTable table;
    for (const CommunicationOp &op : figures.ops) {
        if (!isOf(op, group)) continue;
        for (const CommunicationTime &each : op.ranks) {
            if (question.rank >= 0 && each.rank != question.rank && each.rank != question.baseline) continue;
            table.add(op, each, labelOf(figures, op.group));
            times.rows.push_back({each.profile, op.name, each.start});
            if (bars != CommunicationBars::ByOperator || times.bars.size() >= mostBars) continue;
            times.bars.push_back(
                {QString::fromStdString(op.name) + QStringLiteral(" · ") + rankName(each.rank), timeValues(each)});
            times.barRanks.push_back(each.rank);
        }
    }
    ComparedTable compared{table.take(), {}};
    if (question.baseline >= 0)
        compared = againstRank(std::move(compared.table), std::to_string(question.baseline), {"step", "group", "name"},
                               {"elapse", "transit", "wait"}, RowsOfRank::Parts);
    times.table = std::make_shared<const DataTable>(std::move(compared.table));
    times.deltas = std::move(compared.deltas);
    if (bars == CommunicationBars::ByRank)
        for (const CommunicationTime &each : timesByRank(figures.ops, group)) {
            const QString label = each.label.empty() ? rankName(each.rank) : QString::fromStdString(each.label);
            times.bars.push_back({label, timeValues(each)});
            times.barRanks.push_back(each.rank);
        }
    return times;
}

std::vector<std::string> transports(const CommunicationFigures &figures, const std::string &group) {
    std::set<std::string> names;
    for (const LinkTraffic &link : figures.links)
        if (group.empty() || link.group == group) names.insert(link.transport);
    std::vector<std::string> sorted(names.begin(), names.end());
    std::stable_partition(sorted.begin(), sorted.end(), [](const std::string &name) { return name != "LOCAL"; });
    return sorted;
}

CommunicationMatrix communicationMatrix(const CommunicationFigures &figures, MatrixQuantity quantity,
                                        const std::string &group, const std::string &transport) {
    CommunicationMatrix matrix;
    std::vector<LinkTraffic> links;
    std::set<std::string> leftOut;
    for (const LinkTraffic &link : figures.links) {
        if (link.transport != transport || (!group.empty() && link.group != group)) continue;
        if (group.empty() && link.isLocalNumber)
            leftOut.insert(link.group);
        else
            links.push_back(link);
    }
    links = merged(links);
    std::set<int64_t> ends;
    for (const LinkTraffic &link : links)
        ends.insert({link.source, link.target});
    const std::vector<int64_t> order(ends.begin(), ends.end());
    const bool isLocal = !links.empty() && links.front().isLocalNumber;
    for (const int64_t end : order)
        matrix.labels.push_back(isLocal ? Words::tr("place %1").arg(end) : rankName(end));
    const auto placeOf = [&](int64_t end) {
        return int(std::lower_bound(order.begin(), order.end(), end) - order.begin());
    };
    SlowEnds slow;
    for (const SlowLink &each : figures.slowLinks)
        if (each.link.transport == transport)
            slow.insert({each.link.isLocalNumber, each.link.source, each.link.target});
    for (const LinkTraffic &link : links)
        matrix.cells[{placeOf(link.source), placeOf(link.target)}] = cellOf(link, quantity, slow);
    if (isLocal)
        matrix.note =
            Words::tr("Places in the group: which ranks they are is not known, for not all of them are open.");
    if (!leftOut.empty())
        matrix.note = Words::tr("%n group(s) left out, of which not all ranks are open: choose one to see it.", nullptr,
                                int(leftOut.size()));
    return matrix;
}

ComparedTable packetTable(const CommunicationFigures &figures, int baseline) {
    PacketTable table(baseline >= 0);
    if (baseline < 0) {
        for (const PacketRate &each : figures.packets)
            table.add(-1, each);
        return {table.take(), {}};
    }
    for (const auto &[rank, packets] : figures.packetsByRank)
        for (const PacketRate &each : packets)
            table.add(rank, each);
    return againstRank(table.take(), std::to_string(baseline), {"transport", "package_size"}, {"total"},
                       RowsOfRank::Parts);
}

} // namespace communicationpanel
} // namespace jitscope
