// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kernel/membergraph.h"

#include "app/panels/kernel/membertint.h"
#include "engine/base/text.h"
#include "engine/codegen/kerneltexts.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace kernelpanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(MemberGraph)
};

QString bytesText(int64_t bytes) {
    return QString::fromStdString(humanBytes(bytes));
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

void showShares(DisplayGraph &graph, const Graph &kernel, const KernelSamples &samples) {
    const double inside = double(std::max<int64_t>(1, samples.inside()));
    for (DisplayNode &node : graph.nodes) {
        const int member = memberOf(kernel, node.id);
        if (member == 0 || size_t(member) >= samples.ofMember.size()) continue;
        node.overlay.share = double(samples.ofMember[size_t(member)]) / inside;
        node.overlay.text = QStringLiteral("%1 %").arg(100 * node.overlay.share, 0, 'f', 0);
    }
}

int memberOf(const Graph &kernel, NodeId node) {
    for (size_t i = 0; i < kernel.nodes.size(); ++i)
        if (kernel.nodes[i]->id == node) return int(i) + 1;
    return 0;
}

QString shareText(const KernelSamples &samples, int member) {
    const int64_t hits = samples.ofMember[size_t(member)], inside = samples.inside();
    return QStringLiteral("%1 % ±%2")
        .arg(100 * double(hits) / double(std::max<int64_t>(1, inside)), 0, 'f', 1)
        .arg(100 * shareError(hits, inside), 0, 'f', 1);
}

} // namespace kernelpanel
} // namespace jitscope
