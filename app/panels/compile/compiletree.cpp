// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/compile/compiletree.h"

#include "app/models/compilewords.h"
#include "app/models/deltawords.h"
#include "app/panels/compile/compileintervals.h"

#include <QCoreApplication>

#include <cmath>

namespace jitscope {
inline namespace compilepanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::compilepanel::CompilePanel)
};

using Node = CompileTreeModel::Node;

QString titleAt(const std::vector<QString> &titles, int place) {
    return place >= 0 && place < int(titles.size()) ? titles[size_t(place)] : QString();
}

void addTo(Node &parent, std::vector<CompileRow> rows, const std::vector<QString> &titles, int first) {
    for (CompileRow &row : rows) {
        std::vector<CompileRow> inner = std::move(row.rows);
        row.rows.clear();
        const QString name = compileRowName(row, titleAt(titles, row.compilation - first));
        addTo(*parent.add({std::move(row), name}), std::move(inner), titles, first);
    }
}

/** A compilation that only the baseline has goes by what its arguments were. */
QString nameOf(const CompileRow &row, const std::vector<QString> &titles, int first) {
    if (row.compilation < 0 && row.kind == CompileRowKind::Compilation) return QString::fromStdString(row.name);
    return compileRowName(row, titleAt(titles, row.compilation - first));
}

void addTo(Node &parent, std::vector<ComparedCompileRow> rows, const std::vector<QString> &titles, int first) {
    for (ComparedCompileRow &each : rows) {
        const QString name = nameOf(each.row, titles, first);
        addTo(*parent.add({std::move(each.row), name, std::move(each.delta)}), std::move(each.rows), titles, first);
    }
}

/** A part keeps, in a grouping by what is inside of it, what is of nothing of the kind: "passes" by passes are the time
    in none of them. */
QString partTitle(CompileGrouping grouping, const CompileTreeRow &part) {
    if (part.row.name != "passes") return part.name;
    switch (grouping) {
    case CompileGrouping::Stage:
        return Words::tr("passes: in no stage");
    case CompileGrouping::Pass:
        return Words::tr("passes: in no pass");
    case CompileGrouping::Cycle:
        return Words::tr("passes: in no cycle");
    case CompileGrouping::Rule:
        return Words::tr("passes: by no rule");
    default:
        return part.name;
    }
}

QString deltaToolTip(const CompileTreeRow &each) {
    if (!each.delta) return {};
    if (each.delta->verdict != DeltaVerdict::TooFew) return verdictText(each.delta->verdict, each.delta->noiseNs);
    return Words::tr(
        "A compile is measured once, so nobody knows how far its time scatters. Bench measures in turn how "
        "long a function takes to prepare");
}

/** What a row is; of those between the passes, why no pass has their time. */
QString meaning(const CompileRow &row) {
    if (row.kind == CompileRowKind::Part && row.name == "check")
        return Words::tr("what a pass changed is verified behind it; in the time of no pass");
    if (row.kind == CompileRowKind::Part && row.name == "snapshots")
        return Words::tr("the graphs behind all passes are kept for this window; in the time of no pass");
    return compileRowKindName(row.kind);
}

QString toolTip(const CompileTreeRow &each) {
    return each.name + QLatin1Char('\n') + meaning(each.row);
}

QString whenToolTip(const CompileTreeRow &each) {
    if (each.row.stretches.empty()) return {};
    const QString from = Words::tr("from %1 %").arg(each.row.stretches.front().begin * 100, 0, 'f', 1);
    if (isSummed(each.row))
        return from + QLatin1Char('\n') + Words::tr("Only where it began and the sum of its time were recorded");
    const int stretches = int(each.row.stretches.size());
    return stretches == 1 ? from : from + QLatin1Char('\n') + Words::tr("%n stretch(es)", nullptr, stretches);
}

bool isOf(const CompileRow &row, const Anchor &anchor) {
    if (row.compilation != anchor.compilation) return false;
    if (!anchor.kernel.empty() && row.kind == CompileRowKind::Kernel) return row.kernel == anchor.kernel;
    return anchor.pass >= 0 && row.kind == CompileRowKind::Pass && row.pass == anchor.pass;
}

} // namespace

std::vector<TableColumn<CompileTreeRow>> compileColumns() {
    using Column = TableColumn<CompileTreeRow>;
    return {
        Column{.title = Words::tr("Name"),
               .text = [](const CompileTreeRow &each) { return each.name; },
               .toolTip = toolTip},
        {.title = Words::tr("Time"),
         .text =
             [](const CompileTreeRow &each) {
                 return QStringLiteral("%1 %2 %")
                     .arg(timeWords(double(each.row.totalNs)))
                     .arg(100 * each.row.share, 5, 'f', 1); // times stand below each other
             },
         .key = [](const CompileTreeRow &each) { return QVariant(qlonglong(each.row.totalNs)); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .share = [](const CompileTreeRow &each) { return each.row.share; },
         .unit = QStringLiteral("ns")},
        {.title = Words::tr("Self"),
         .text = [](const CompileTreeRow &each) { return timeWords(double(each.row.selfNs)); },
         .key = [](const CompileTreeRow &each) { return QVariant(qlonglong(each.row.selfNs)); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .unit = QStringLiteral("ns")},
        {.title = Words::tr("Count"),
         .text = [](const CompileTreeRow &each) { return QString::number(each.row.count); },
         .key = [](const CompileTreeRow &each) { return QVariant(qlonglong(each.row.count)); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code},
        {.title = Words::tr("When"),
         .text =
             [](const CompileTreeRow &each) {
                 return each.row.stretches.empty()
                            ? QString()
                            : Words::tr("from %1 %").arg(each.row.stretches.front().begin * 100, 0, 'f', 1);
             },
         .key =
             [](const CompileTreeRow &each) {
                 return QVariant(each.row.stretches.empty() ? 0.0 : each.row.stretches.front().begin);
             },
         .toolTip = whenToolTip,
         .definition = Words::tr("On an axis of compile time alone: compilations stand one right behind the other, a "
                                 "dotted line marks where the time between them is left out. Pale: begins there, and "
                                 "only the sum of its time is known"),
         .unit = QStringLiteral("%"),
         .figure =
             [](const CompileTreeRow &each) {
                 return QVariant(each.row.stretches.empty() ? 0.0 : each.row.stretches.front().begin * 100);
             }},
    };
}

std::vector<TableColumn<CompileTreeRow>> comparingColumns() {
    using Column = TableColumn<CompileTreeRow>;
    std::vector<Column> columns = compileColumns();
    const auto deltaNs = [](const CompileTreeRow &each) { return each.delta ? double(each.delta->deltaNs()) : 0.0; };
    columns.insert(
        columns.begin() + TimeColumn + 1,
        Column{.title = Words::tr("Δ time"),
               .text =
                   [deltaNs](const CompileTreeRow &each) {
                       return each.delta ? deltaText(each.delta->verdict, deltaNs(each)) : QString();
                   },
               .key = [deltaNs](const CompileTreeRow &each) { return QVariant(std::abs(deltaNs(each))); },
               .alignment = Qt::AlignRight,
               .font = Column::Font::Code,
               .toolTip = deltaToolTip,
               .colour =
                   [](const CompileTreeRow &each) { return each.delta ? deltaColour(each.delta->verdict) : QColor(); },
               .definition = Words::tr("Time here less that of the baseline, sorted by its size; grey with ≈ within "
                                       "noise, with ? where it is measured too seldom to tell"),
               .unit = QStringLiteral("ns"),
               .figure = [deltaNs](const CompileTreeRow &each) { return QVariant(deltaNs(each)); }});
    return columns;
}

std::unique_ptr<Node> compileTree(std::vector<CompileRow> rows, const std::vector<QString> &titles, int first) {
    auto root = std::make_unique<Node>();
    addTo(*root, std::move(rows), titles, first);
    return root;
}

std::unique_ptr<Node> compileTree(std::vector<ComparedCompileRow> rows, const std::vector<QString> &titles, int first) {
    auto root = std::make_unique<Node>();
    addTo(*root, std::move(rows), titles, first);
    return root;
}

std::unique_ptr<Node> withPartTitles(std::unique_ptr<Node> root, CompileGrouping grouping) {
    for (const auto &child : root->children)
        if (child->row.row.kind == CompileRowKind::Part) child->row.name = partTitle(grouping, child->row);
    return root;
}

const Node *nodeOf(const Node &root, const Anchor &anchor) {
    for (const auto &child : root.children) {
        if (isOf(child->row.row, anchor)) return child.get();
        if (const Node *found = nodeOf(*child, anchor)) return found;
    }
    return nullptr;
}

const Node *longestNode(const Node &root, CompileRowKind kind) {
    const Node *longest = nullptr;
    const auto take = [&](const Node *node) {
        if (node && (longest == nullptr || node->row.row.totalNs > longest->row.row.totalNs)) longest = node;
    };
    for (const auto &child : root.children) {
        if (child->row.row.kind == kind) take(child.get());
        take(longestNode(*child, kind));
    }
    return longest;
}

} // namespace compilepanel
} // namespace jitscope
