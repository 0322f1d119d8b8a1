// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/passreasons.h"

#include "app/models/labwords.h"
#include "engine/ir/nodename.h"

#include <QCoreApplication>
#include <QStringList>
#include <unordered_map>

namespace jitscope {
inline namespace passespanel {

namespace {

struct ReasonWords {
    Q_DECLARE_TR_FUNCTIONS(Passes)
};

/** What the nodes of a module are called in all views. */
class Names {
public:
    explicit Names(const Module &module) {
        for (const GraphPtr &graph : module.graphs) {
            for (const NodePtr &parameter : graph->parameters)
                add(*parameter);
            for (const NodePtr &node : graph->nodes) {
                add(*node);
                for (const NodePtr &input : node->inputs)
                    if (input->isConstant()) addConstant(*input, *node);
            }
        }
    }
    QString operator()(NodeId id) const {
        const auto found = m_names.find(id.value);
        return found == m_names.end() ? QString::fromStdString(nodeName(id)) : found->second;
    }

private:
    void add(const Node &node) { m_names.emplace(node.id.value, titleOf(node)); }
    /** Equal ones are told apart by who takes them first. */
    void addConstant(const Node &constant, const Node &user) {
        const auto [name, isNew] = m_names.try_emplace(constant.id.value);
        if (isNew) name->second = ReasonWords::tr("%1 in %2").arg(titleOf(constant), titleOf(user));
    }
    static QString titleOf(const Node &node) { return QString::fromStdString(nodeTitle(node)).left(60); }
    std::unordered_map<int64_t, QString> m_names;
};

QString listed(const std::vector<NodeId> &ids, const Names &names) {
    QStringList parts;
    for (const NodeId &id : ids)
        parts << names(id);
    return parts.join(QStringLiteral(", "));
}

} // namespace

std::vector<ReasonRow> reasonRows(const PassRecord &pass) {
    const Names before(pass.before), after(pass.after);
    std::vector<ReasonRow> rows;
    for (const Rewrite &rewrite : pass.rewrites) {
        ReasonRow row;
        row.rule = QString::fromStdString(rewrite.rule);
        row.nodes = listed(rewrite.before, before);
        row.nodes += rewrite.after.valid()
                         ? QString(QStringLiteral(" → ") + after(rewrite.after))
                         : QString(QStringLiteral(" → ") + QCoreApplication::translate("Passes", "nothing"));
        if (!rewrite.before.empty()) row.before = rewrite.before.front();
        row.after = rewrite.after;
        rows.push_back(row);
    }
    for (const Refusal &refusal : pass.refusals) {
        ReasonRow row;
        row.verdict = ReasonRow::Verdict::Refused;
        row.rule = QString::fromStdString(refusal.rule);
        row.nodes = listed(refusal.nodes, before);
        row.reason = predicateSentence(refusal.predicate);
        if (!refusal.nodes.empty()) row.before = row.after = refusal.nodes.front();
        rows.push_back(row);
    }
    return rows;
}

std::vector<TableColumn<ReasonRow>> reasonColumns() {
    using Column = TableColumn<ReasonRow>;
    return {
        Column{.title = ReasonWords::tr("Reason"),
               .text = [](const ReasonRow &row) -> QString {
                   const bool isApplied = row.verdict == ReasonRow::Verdict::Applied;
                   return isApplied ? QStringLiteral("✓ ") + row.rule : QStringLiteral("✗ ") + row.reason;
               },
               .colour =
                   [](const ReasonRow &row) {
                       return row.verdict == ReasonRow::Verdict::Applied ? currentTheme().good : currentTheme().warning;
                   }},
        Column{.title = ReasonWords::tr("Nodes"),
               .text = [](const ReasonRow &row) { return row.nodes; },
               .font = Column::Font::Code},
        Column{.title = ReasonWords::tr("Rule"),
               .text = [](const ReasonRow &row) { return row.rule; },
               .definition = ReasonWords::tr("What was applied, or would have been")},
    };
}

} // namespace passespanel
} // namespace jitscope
