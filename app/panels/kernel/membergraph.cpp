// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kernel/membergraph.h"

#include "app/models/tablecell.h"
#include "app/panels/kernel/membertint.h"
#include "engine/codegen/kerneltexts.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace kernelpanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(MemberGraph)
};

QString bytesText(int64_t bytes) {
    return sizeText(double(bytes));
}

/** Behind what is there already: a value may go out twice. */
void addNote(DisplayGraph &graph, NodeId node, const QString &note) {
    for (const int card : graph.cardsOf(node)) {
        QString &text = graph.nodes[size_t(card)].note;
        text += text.isEmpty() ? note : QStringLiteral(" · ") + note;
    }
}

} // namespace

DisplayGraph memberGraph(const Graph &kernel) {
    Module module;
    module.graphs = {std::make_shared<const Graph>(kernel)};
    DisplayGraph graph = displayGraph(module);
    for (DisplayNode &node : graph.nodes) {
        const int member = memberOf(kernel, node.id);
        if (member == 0) continue;
        node.title = QStringLiteral("%1  %2").arg(member).arg(node.title);
        node.category = tintCategory(member);
    }
    const std::vector<KernelValue> inputs = kernelInputs(kernel), outputs = kernelOutputs(kernel);
    for (size_t i = 0; i < inputs.size(); ++i)
        addNote(graph, inputs[i].node, Words::tr("input %1 · %2").arg(i).arg(bytesText(inputs[i].bytes)));
    for (size_t i = 0; i < outputs.size(); ++i)
        addNote(graph, outputs[i].node, Words::tr("output %1 · %2").arg(i).arg(bytesText(outputs[i].bytes)));
    return graph;
}

void showCosts(DisplayGraph &graph, const Graph &kernel, const MemberCosts &costs) {
    for (DisplayNode &node : graph.nodes) {
        const int member = memberOf(kernel, node.id);
        if (member == 0 || size_t(member) > costs.members.size()) continue;
        const MemberCost &cost = costs.members[size_t(member) - 1];
        if (!cost.isKnown()) continue;
        node.overlay.share = costs.isFelt(cost) ? std::min(1.0, cost.share) : 0;
        node.overlay.text =
            costs.isFelt(cost) ? QStringLiteral("%1 %").arg(100 * cost.share, 0, 'f', 0) : QStringLiteral("≈ 0");
    }
}

int memberOf(const Graph &kernel, NodeId node) {
    for (size_t i = 0; i < kernel.nodes.size(); ++i)
        if (kernel.nodes[i]->id == node) return int(i) + 1;
    return 0;
}

QString costText(const MemberCosts &costs, int member) {
    const MemberCost &cost = costs.members[size_t(member) - 1];
    if (!cost.isKnown()) return {};
    if (!costs.isFelt(cost)) return Words::tr("in the noise");
    return QStringLiteral("%1 % ±%2").arg(100 * cost.share, 0, 'f', 1).arg(100 * cost.margin, 0, 'f', 1);
}

} // namespace kernelpanel
} // namespace jitscope
