// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/nodemenu.h"

#include "app/models/variantrequests.h"
#include "app/models/takeaway.h"
#include "app/sdk/document.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/selection.h"
#include "engine/ir/irtext.h"
#include "engine/ir/nodename.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <algorithm>

namespace jitscope {
inline namespace models {

namespace {

constexpr size_t mostRelatives = 8;

struct NodeMenuWords {
    Q_DECLARE_TR_FUNCTIONS(NodeMenu)
};

QString text(const std::string &value) {
    return QString::fromStdString(value);
}

/** Names of kernels have all their members in them: a menu as wide as that would cover the window. */
QString menuName(const QString &name) {
    constexpr qsizetype most = 48, ofEnd = 16;
    return name.size() <= most ? name : name.left(most - ofEnd - 1) + QChar(0x2026) + name.right(ofEnd);
}

void addCopy(QMenu &menu, const QString &title, const QString &copied) {
    menu.addAction(title, &menu, [copied] { QGuiApplication::clipboard()->setText(copied); });
}

const Compilation *compilationOf(const PanelContext &context, int index) {
    return context.document.session().compilation(index);
}

NodePtr nodeAt(const Compilation &compilation, const StagedNode &place) {
    return findNode(moduleAt(compilation, place.pass), place.node);
}

QString titleOf(const Compilation &compilation, const StagedNode &place) {
    const NodePtr node = nodeAt(compilation, place);
    return menuName(text(node ? nodeTitle(*node) : nodeName(place.node)));
}

void addGoTo(QMenu &menu, const PanelContext &context, const StagedNode &place, const QString &title) {
    menu.addAction(title, &menu,
                   [context, place] { context.selection.selectNode(place.compilation, place.pass, place.node); });
}

/** The nodes that it was made from, or became, at another stage. */
void addRelatives(QMenu &menu, const PanelContext &context, const Compilation &compilation, const StagedNode &place,
                  int stage, const QString &pattern) {
    const bool isEarlier = stage == -2 || (stage >= 0 && (place.pass == -1 || stage < place.pass));
    const auto found = isEarlier ? ancestors(compilation, place.pass, place.node, stage)
                                 : descendants(compilation, place.pass, place.node, stage);
    for (size_t i = 0; i < std::min(found.size(), mostRelatives); ++i) {
        const StagedNode other{place.compilation, stage, found[i]};
        addGoTo(menu, context, other, pattern.arg(titleOf(compilation, other)));
    }
}

int stageBefore(const Compilation &compilation, int pass) {
    const int before = (pass == -1 ? int(compilation.passes.size()) : pass) - 1;
    return pass == -2 || before < 0 ? -2 : before;
}

int stageAfter(const Compilation &compilation, int pass) {
    const int next = pass == -2 ? 0 : pass + 1;
    return pass == -1 || next >= int(compilation.passes.size()) ? -1 : next;
}

constexpr size_t mostPartners = 12;

/** Calls that it could have been joined with: those next to it, then those that were looked at before. */
std::vector<NodeId> partnersOf(const PanelContext &context, const Module &module, const StagedNode &place,
                               const Node &node) {
    std::vector<NodeId> partners;
    const auto add = [&](NodeId id) {
        const bool isNews = id != place.node && std::ranges::find(partners, id) == partners.end();
        if (isNews && partners.size() < mostPartners) partners.push_back(id);
    };
    for (const NodePtr &input : node.inputs)
        if (input->isCall()) add(input->id);
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &user : graph->nodes)
            if (std::ranges::find(user->inputs, node.id, &Node::id) != user->inputs.end()) add(user->id);
    for (const Anchor &anchor : context.selection.recentNodes(place.compilation))
        add(anchor.node);
    return partners;
}

void addWhyNot(QMenu &menu, const PanelContext &context, const Compilation &compilation, const StagedNode &place,
               const Node &node, const std::string &kernel) {
    if (compilation.passes.empty() || !node.isCall()) return;
    const auto ask = [&](QMenu &in, const QString &title, const WhyNotQuestion &question) {
        in.addAction(title, &menu, [context, question] {
            context.show(panels::passes);
            context.selection.askWhyNot(question);
        });
    };
    QMenu *partners = menu.addMenu(NodeMenuWords::tr("Why not with"));
    for (const NodeId other : partnersOf(context, moduleAt(compilation, place.pass), place, node))
        ask(*partners, titleOf(compilation, {place.compilation, place.pass, other}),
            {place.compilation, {place.node, other}, {}});
    partners->setEnabled(!partners->isEmpty());
    if (!kernel.empty())
        ask(menu, NodeMenuWords::tr("What stopped its kernel from growing"), {place.compilation, {place.node}, kernel});
}

} // namespace

QString irLineOf(const Compilation &compilation, const StagedNode &place) {
    PrintOptions options;
    options.detail = PrintOptions::Detail::Brief;
    options.canonicalNames = true;
    for (const PrintedLine &line : printLines(moduleAt(compilation, place.pass), options))
        if (line.node == place.node) return text(line.text).trimmed();
    return {};
}

void addAnchorEntries(QMenu &menu, const PanelContext &context, const Anchor &anchor, const QString &here) {
    const auto add = [&](const QString &title, PanelId panel, auto select) {
        if (panel == here) return;
        menu.addAction(title, &menu, [context, panel, select] {
            select(context.selection);
            context.show(panel);
        });
    };
    if (anchor.line > 0)
        add(NodeMenuWords::tr("Go to line %1 of %2").arg(anchor.line).arg(QFileInfo(text(anchor.file)).fileName()),
            panels::editor, [anchor](Selection &selection) {
                if (selection.current().line != anchor.line) selection.selectLine(text(anchor.file), anchor.line);
            });
    if (anchor.op >= 0)
        add(NodeMenuWords::tr("Go to operator #%1").arg(anchor.op), panels::events, [anchor](Selection &selection) {
            if (selection.current().op != anchor.op) selection.selectOp(anchor.op);
        });
    if (anchor.node.valid()) {
        const auto select = [anchor](Selection &selection) {
            selection.selectNode(anchor.compilation, anchor.pass, anchor.node);
        };
        add(NodeMenuWords::tr("Show in the graph"), panels::graph, select);
        add(NodeMenuWords::tr("Show in the passes"), panels::passes, select);
        add(NodeMenuWords::tr("Show in the IR text"), panels::irdiff, select);
    }
    if (!anchor.kernel.empty())
        menu.addAction(NodeMenuWords::tr("Go to kernel %1").arg(menuName(text(anchor.kernel))), &menu,
                       [context, anchor] {
                           context.show(panels::kernel);
                           context.selection.lookAtKernel(anchor.compilation, anchor.kernel);
                       });
}

void addNodeEntries(QMenu &menu, const PanelContext &context, const StagedNode &place, const QString &here) {
    const Compilation *compilation = compilationOf(context, place.compilation);
    const NodePtr node = compilation ? nodeAt(*compilation, place) : nullptr;
    if (!node) return;
    const Anchor anchor = anchorOfNode(context.document.session(), place.compilation, place.pass, place.node);
    addAnchorEntries(menu, context, anchor, here);
    menu.addSeparator();
    addWhyNot(menu, context, *compilation, place, *node, anchor.kernel);
    menu.addSeparator();
    if (place.pass != -2)
        addRelatives(menu, context, *compilation, place, stageBefore(*compilation, place.pass),
                     NodeMenuWords::tr("Go to %1 before the pass"));
    if (place.pass != -1)
        addRelatives(menu, context, *compilation, place, stageAfter(*compilation, place.pass),
                     NodeMenuWords::tr("Go to %1 after the next pass"));
    menu.addSeparator();
    addCopy(menu, NodeMenuWords::tr("Copy the name %1").arg(text(nodeName(*node))), text(nodeName(*node)));
    if (const QString line = irLineOf(*compilation, place); !line.isEmpty())
        addCopy(menu, NodeMenuWords::tr("Copy the IR line"), line);
    addCopy(menu, NodeMenuWords::tr("Copy as text"), text(nodeTitle(*node) + "  " + brief(node->abstract)));
    addNodeDecisions(menu, context, place.compilation, {place.node});
    addTakeAwayEntries(menu, context, place);
}

void addRegionEntries(QMenu &menu, const PanelContext &context, int index, int pass, const std::vector<NodeId> &nodes) {
    const Compilation *compilation = compilationOf(context, index);
    if (!compilation) return;
    const Module &module = moduleAt(*compilation, pass);
    std::vector<NodeId> calls;
    QStringList names, lines;
    for (const NodeId id : nodes) {
        const NodePtr node = findNode(module, id);
        if (!node) continue;
        names << text(nodeName(*node));
        lines << text(nodeTitle(*node) + "  " + brief(node->abstract));
        if (node->isCall()) calls.push_back(id);
    }
    QAction *head = menu.addAction(NodeMenuWords::tr("%n node(s) chosen", nullptr, int(names.size())));
    head->setEnabled(false);
    if (calls.size() == 2 && !compilation->passes.empty())
        menu.addAction(NodeMenuWords::tr("Why not these two"), &menu, [context, index, calls] {
            context.show(panels::passes);
            context.selection.askWhyNot({index, calls, {}});
        });
    addCopy(menu, NodeMenuWords::tr("Copy their names"), names.join(QStringLiteral(", ")));
    addCopy(menu, NodeMenuWords::tr("Copy as text"), lines.join(QLatin1Char('\n')));
    if (calls.empty()) return;
    addNodeDecisions(menu, context, index, calls);
    addRegionTakeAway(menu, context, index, {pass, std::move(calls)});
}

void addEdgeEntries(QMenu &menu, const PanelContext &context, const StagedNode &from, const StagedNode &to) {
    const Compilation *compilation = compilationOf(context, from.compilation);
    if (!compilation) return;
    const NodePtr producer = nodeAt(*compilation, from), consumer = nodeAt(*compilation, to);
    if (producer)
        addGoTo(menu, context, from, NodeMenuWords::tr("Go to the producer %1").arg(text(nodeTitle(*producer))));
    if (consumer)
        addGoTo(menu, context, to, NodeMenuWords::tr("Go to the consumer %1").arg(text(nodeTitle(*consumer))));
    if (!producer) return;
    menu.addSeparator();
    const std::string end = consumer ? nodeTitle(*consumer) : "Return";
    addCopy(menu, NodeMenuWords::tr("Copy as text"),
            text(nodeTitle(*producer) + " → " + end + "  " + brief(producer->abstract)));
}

} // namespace models
} // namespace jitscope
