// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/stages/stagerows.h"

#include "app/models/tablecell.h"
#include "engine/ir/nodecounts.h"
#include "engine/ir/nodename.h"
#include "engine/variants/matchedside.h"

#include <QCoreApplication>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace jitscope {
inline namespace stagespanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(StagesPanel)
};

struct ChangeWords {
    const char *glyph, *word;
};
constexpr std::array<ChangeWords, 11> changeWords = {{
    {"=", QT_TRANSLATE_NOOP("StagesPanel", "unchanged")},
    {"~", QT_TRANSLATE_NOOP("StagesPanel", "retyped")},
    {"~", QT_TRANSLATE_NOOP("StagesPanel", "re-attributed")},
    {"~", QT_TRANSLATE_NOOP("StagesPanel", "rewired")},
    {"\u21c4", QT_TRANSLATE_NOOP("StagesPanel", "replaced")},
    {"\u22d4", QT_TRANSLATE_NOOP("StagesPanel", "split")},
    {"\u0192", QT_TRANSLATE_NOOP("StagesPanel", "fused")},
    {"\u2022", QT_TRANSLATE_NOOP("StagesPanel", "folded")},
    {"\u2212", QT_TRANSLATE_NOOP("StagesPanel", "removed")},
    {"+", QT_TRANSLATE_NOOP("StagesPanel", "added")},
    {"+", QT_TRANSLATE_NOOP("StagesPanel", "materialised")},
}};

constexpr std::array<const char *, 3> basisWords = {QT_TRANSLATE_NOOP("StagesPanel", "by ids and logs"),
                                                    QT_TRANSLATE_NOOP("StagesPanel", "by structure"),
                                                    QT_TRANSLATE_NOOP("StagesPanel", "by operator and place")};

QString titleOf(const NodeMatch &node) {
    return QString::fromStdString(nodeTitle(*node.node));
}

QString joinedTitles(const TitleGroup &group) {
    constexpr size_t most = 4;
    QStringList parts;
    for (size_t i = 0; i < std::min(group.titles.size(), most); ++i)
        parts << (group.titles[i] == "constant" ? Words::tr("constant") : QString::fromStdString(group.titles[i]));
    if (group.titles.size() > most) parts << Words::tr("%1 more").arg(group.titles.size() - most);
    const QString titles = parts.join(QStringLiteral(", "));
    if (group.kernel.empty()) return titles;
    return Words::tr("%1 in @%2").arg(titles, QString::fromStdString(group.kernel));
}

/** What stands on the other side of `node`. */
QString counterpartsText(const NodeMatch &node, const MatchedSide &others) {
    QStringList parts;
    for (const TitleGroup &group : others.titlesOf(node.counterparts))
        parts << joinedTitles(group);
    return parts.join(QStringLiteral(", "));
}

QString names(const std::vector<std::string> &members) {
    QStringList parts;
    for (const std::string &member : members)
        parts << QString::fromStdString(member);
    return parts.join(QStringLiteral(", "));
}

} // namespace

QString glyphOf(StageChange change) {
    return QString::fromUtf8(changeWords[size_t(change)].glyph);
}

QString wordOf(StageChange change) {
    return Words::tr(changeWords[size_t(change)].word);
}

QString wordOf(MatchBasis basis) {
    return Words::tr(basisWords[size_t(basis)]);
}

namespace {

using ChangeCounts = std::unordered_map<StageChange, int>;

QStringList countWords(const ChangeCounts &counts, std::initializer_list<StageChange> changes) {
    QStringList parts;
    for (const StageChange change : changes)
        if (const auto found = counts.find(change); found != counts.end())
            parts << QStringLiteral("%1 %2 %3").arg(glyphOf(change)).arg(found->second).arg(wordOf(change));
    return parts;
}

int countOf(const ChangeCounts &counts, std::initializer_list<StageChange> changes) {
    int count = 0;
    for (const StageChange change : changes)
        if (const auto found = counts.find(change); found != counts.end()) count += found->second;
    return count;
}

const std::initializer_list<StageChange> goneClasses = {StageChange::Folded, StageChange::Removed};
const std::initializer_list<StageChange> madeClasses = {StageChange::Added, StageChange::Materialised};
const std::initializer_list<StageChange> otherClasses = {
    StageChange::Retyped, StageChange::Reattributed, StageChange::Rewired, StageChange::Replaced, StageChange::Split};
const std::initializer_list<StageChange> fusedClasses = {StageChange::Fused};

} // namespace

ChangePills matchPills(const StageMatch &match) {
    const ChangeCounts counts = changeCounts(match);
    const auto words = [&](std::initializer_list<StageChange> changes) {
        return countWords(counts, changes).join(QStringLiteral(",  "));
    };
    return {countOf(counts, goneClasses),  countOf(counts, madeClasses), countOf(counts, otherClasses),
            countOf(counts, fusedClasses), words(goneClasses),           words(madeClasses),
            words(otherClasses),           words(fusedClasses)};
}

QString matchSummary(const StageMatch &match) {
    const ChangeCounts counts = changeCounts(match);
    QStringList parts;
    for (const auto &changes : {otherClasses, fusedClasses, goneClasses, madeClasses})
        parts << countWords(counts, changes);
    parts << countWords(counts, {StageChange::Unchanged});
    if (parts.isEmpty()) return Words::tr("Nothing to compare");
    QStringList bases;
    for (const auto &[basis, count] : basisCounts(match))
        bases << Words::tr("%1 (%2)", "a basis of matches and how many rest on it").arg(wordOf(basis)).arg(count);
    QString changes = parts.join(QStringLiteral(",  "));
    if (const int inside = countInKernels(match))
        changes += QLatin1String("; ") + Words::tr("%1 of them inside of fused kernels").arg(inside);
    if (bases.isEmpty()) return Words::tr("Nodes and parameters: %1; nothing is matched").arg(changes);
    return Words::tr("Nodes and parameters: %1; matched %2").arg(changes, bases.join(QStringLiteral(", ")));
}

std::vector<MatchRow> matchRows(const StageMatch &match) {
    const MatchedSide lefts(match.left, match.leftNodes), rights(match.right, match.rightNodes);
    std::vector<MatchRow> rows;
    for (const NodeMatch &node : match.leftNodes) {
        if (node.change != StageChange::Removed && node.change != StageChange::Folded) continue;
        rows.push_back({node.change,
                        titleOf(node),
                        counterpartsText(node, rights),
                        {node.node->id},
                        node.counterparts,
                        QString::fromStdString(node.reason),
                        node.counterparts.empty() ? QString() : wordOf(node.basis),
                        QString::fromStdString(node.graph)});
    }
    for (const NodeMatch &node : match.rightNodes) {
        if (node.change == StageChange::Unchanged) continue;
        rows.push_back({node.change,
                        counterpartsText(node, lefts),
                        titleOf(node),
                        node.counterparts,
                        {node.node->id},
                        QString::fromStdString(node.reason),
                        node.counterparts.empty() ? QString() : wordOf(node.basis),
                        QString::fromStdString(node.graph)});
    }
    return rows;
}

std::vector<TableColumn<MatchRow>> matchColumns() {
    using Column = TableColumn<MatchRow>;
    return {
        Column{.title = Words::tr("Change"),
               .text = [](const MatchRow &row) { return glyphOf(row.change) + QLatin1Char(' ') + wordOf(row.change); },
               .key = [](const MatchRow &row) { return QVariant(int(row.change)); }},
        Column{.title = Words::tr("Left"),
               .text = [](const MatchRow &row) { return row.left; },
               .font = Column::Font::Code,
               .toolTip = [](const MatchRow &row) { return row.left; }},
        Column{.title = Words::tr("Right"),
               .text = [](const MatchRow &row) { return row.right; },
               .font = Column::Font::Code,
               .toolTip = [](const MatchRow &row) { return row.right; }},
        Column{.title = Words::tr("Graph"),
               .text = [](const MatchRow &row) { return row.graph; },
               .toolTip = [](const MatchRow &row) { return row.graph; }},
        Column{.title = Words::tr("Matched"),
               .text = [](const MatchRow &row) { return row.basis; },
               .definition = Words::tr("What the match rests on; by ids and logs it is exact")},
        Column{.title = Words::tr("Why"),
               .text = [](const MatchRow &row) { return row.reason; },
               .toolTip = [](const MatchRow &row) { return row.reason; }},
    };
}

std::vector<TableColumn<KernelPair>> kernelPairColumns() {
    using Column = TableColumn<KernelPair>;
    const QString none = QStringLiteral("–");
    const auto kernel = [none](std::optional<PairedKernel> KernelPair::*side) {
        return [none, side](const KernelPair &row) {
            return row.*side ? QString::fromStdString((row.*side)->graph) : none;
        };
    };
    const auto bytes = [none](std::optional<PairedKernel> KernelPair::*side) {
        return [none, side](const KernelPair &row) { return row.*side ? trafficText((row.*side)->bytes) : none; };
    };
    const auto bytesKey = [](std::optional<PairedKernel> KernelPair::*side) {
        return [side](const KernelPair &row) { return QVariant(row.*side ? (row.*side)->bytes : -1.0); };
    };
    const auto members = [](const QString &title, const QString &definition,
                            std::vector<std::string> KernelPair::*which) {
        return Column{.title = title,
                      .text =
                          [which](const KernelPair &row) {
                              return (row.*which).empty()
                                         ? QString()
                                         : QStringLiteral("%1: %2").arg((row.*which).size()).arg(names(row.*which));
                          },
                      .key = [which](const KernelPair &row) { return QVariant(qlonglong((row.*which).size())); },
                      .toolTip = [which](const KernelPair &row) { return names(row.*which); },
                      .definition = definition};
    };
    return {
        Column{.title = Words::tr("Kernel on the left"),
               .text = kernel(&KernelPair::left),
               .font = Column::Font::Strong,
               .toolTip = kernel(&KernelPair::left)},
        Column{.title = Words::tr("Kernel on the right"),
               .text = kernel(&KernelPair::right),
               .font = Column::Font::Strong,
               .toolTip = kernel(&KernelPair::right)},
        Column{.title = Words::tr("Bytes, left"),
               .text = bytes(&KernelPair::left),
               .key = bytesKey(&KernelPair::left),
               .alignment = Qt::AlignRight,
               .definition = Words::tr("Read and written in one run")},
        Column{.title = Words::tr("Bytes, right"),
               .text = bytes(&KernelPair::right),
               .key = bytesKey(&KernelPair::right),
               .alignment = Qt::AlignRight,
               .definition = Words::tr("Read and written in one run")},
        members(Words::tr("In both"), Words::tr("Members that the two kernels have in common"), &KernelPair::common),
        members(Words::tr("Only left"), Words::tr("Members of the left kernel that are not in the right one"),
                &KernelPair::onlyLeft),
        members(Words::tr("Only right"), Words::tr("Members of the right kernel that are not in the left one"),
                &KernelPair::onlyRight),
    };
}

} // namespace stagespanel
} // namespace jitscope
