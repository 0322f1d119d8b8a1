// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/graphmodel.h"

#include "engine/base/text.h"
#include "engine/ir/nodecounts.h"
#include "engine/ops/opdef.h"
#include "engine/run/hostcall.h"
#include "engine/session/records.h"

#include <QCoreApplication>
#include <algorithm>

namespace jitscope {
inline namespace graphview {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(GraphModel)
};

/** Where a value comes from. Folding plumbing means to carry these along instead of making cards. */
struct Source {
    int card = -1;
    bool isControl = false;
};

struct Wire;
using WirePtr = std::shared_ptr<const Wire>;
struct Wire {
    std::vector<Source> sources;
    std::vector<WirePtr> items; ///< of a tuple that was made in plain sight
};

WirePtr wireOf(int card) {
    return std::make_shared<const Wire>(Wire{{{card, false}}, {}});
}

/** What one expansion of a graph knows of values; looks outwards for those of the graphs around. */
struct Frame {
    const Graph *graph = nullptr;
    const Frame *outer = nullptr;
    std::string path; ///< "" or "12/30/"
    int group = -1;
    std::unordered_map<const Node *, WirePtr> wires;
};

constexpr int deepestExpansion = 12;

QString text(const std::string &s) {
    return QString::fromStdString(s);
}

/** "fc" of "Default/network-Net/fc-Dense": the cell that the user named; nothing for the network itself. */
QString cellOf(const std::string &scope) {
    const auto parts = split(scope, '/');
    if (parts.size() < 3) return {};
    const std::string &last = parts.back();
    return text(last.substr(0, last.find('-')));
}

bool isMonad(const Node &node) {
    return node.abstract->kind == Abstract::Kind::Monad || (node.isConstant() && node.value->asMonad());
}

class Builder {
public:
    Builder(const Module &module, const DisplayOptions &options)
        : m_module(module)
        , m_options(options) {}

    DisplayGraph run() {
        if (m_module.graphs.empty() || !m_module.entry()) return {};
        Frame frame;
        frame.graph = m_module.entry().get();
        for (const NodePtr &parameter : frame.graph->parameters)
            addParameter(parameter, frame);
        const WirePtr output = walk(frame, 0);
        addReturn(*frame.graph, output);
        m_result.foldedPlumbing = int(m_folded.size());
        return std::move(m_result);
    }

private:
    bool folds() const { return m_options.plumbing == Plumbing::Folded; }

    int add(DisplayNode card) {
        m_result.nodes.push_back(std::move(card));
        return int(m_result.nodes.size()) - 1;
    }

    void connect(const WirePtr &wire, int to, int port) {
        if (!wire) return;
        for (const Source &source : wire->sources) {
            const DisplayEdge edge{source.card, to, port, source.isControl};
            // The same tensor through a tuple twice is one line on the same port.
            const bool known = std::find(m_result.edges.end() - std::min<ptrdiff_t>(ptrdiff_t(m_result.edges.size()),
                                                                                    ptrdiff_t(wire->sources.size())),
                                         m_result.edges.end(), edge) != m_result.edges.end();
            if (!known) m_result.edges.push_back(edge);
        }
    }

    void addParameter(const NodePtr &parameter, Frame &frame) {
        if (isMonad(*parameter) && folds()) {
            frame.wires[parameter.get()] = std::make_shared<const Wire>();
            m_folded.insert(parameter.get());
            return;
        }
        DisplayNode card = cardOf(parameter, frame);
        const bool isWeight = parameter->weight->defined() || !parameter->abstract->referenceKey.empty();
        card.kind = isWeight ? CardKind::Weight : CardKind::Parameter;
        card.title = text(parameter->name);
        card.category = OpCategory::Creation;
        frame.wires[parameter.get()] = wireOf(add(std::move(card)));
    }

    DisplayNode cardOf(const NodePtr &node, const Frame &frame) const {
        DisplayNode card;
        card.node = node;
        card.id = node->id;
        card.key = frame.path + std::to_string(node->id.value);
        card.title = text(node->op);
        card.type = text(brief(node->abstract));
        card.bytes = node->abstract->bytes();
        card.scope = text(node->scope);
        card.group = frame.group;
        const auto time = m_options.times.find(node->id.value);
        if (time != m_options.times.end()) card.timeNs = time->second;
        card.timeMeasure = TimeMeasure::MeanWall;
        return card;
    }

    WirePtr wire(const NodePtr &node, Frame &frame) {
        for (const Frame *at = &frame; at; at = at->outer) {
            const auto found = at->wires.find(node.get());
            if (found != at->wires.end()) return found->second;
        }
        if (node->isConstant() && folds()) {
            m_folded.insert(node.get());
            return frame.wires[node.get()] = std::make_shared<const Wire>();
        }
        // Constants when asked for, and inputs that an excerpt of a dump does not define.
        DisplayNode card = cardOf(node, frame);
        card.kind = node->isConstant() ? CardKind::Constant : CardKind::Parameter;
        card.title =
            node->isConstant() ? text(toString(node->value)) : text(node->name.empty() ? node->op : node->name);
        card.category = OpCategory::Creation;
        return frame.wires[node.get()] = wireOf(add(std::move(card)));
    }

    /** Makes the cards of a graph's calls and returns what the graph returns. */
    WirePtr walk(Frame &frame, int depth) {
        for (const NodePtr &node : frame.graph->nodes) {
            if (frame.wires.contains(node.get())) continue;
            if (node->isCallOf(op::Return)) continue;
            frame.wires[node.get()] = isPlumbing(*node) && folds() ? fold(node, frame) : callWire(node, frame, depth);
        }
        NodePtr output = frame.graph->output;
        if (output && output->isCallOf(op::Return) && !output->inputs.empty()) output = output->inputs.front();
        return output ? wire(output, frame) : std::make_shared<const Wire>();
    }

    WirePtr fold(const NodePtr &node, Frame &frame) {
        m_folded.insert(node.get());
        Wire result;
        const auto addSources = [&](const WirePtr &from, bool asControl) {
            for (Source source : from->sources) {
                source.isControl = source.isControl || asControl;
                result.sources.push_back(source);
            }
        };
        if (node->inputs.empty()) return std::make_shared<const Wire>();
        const bool makes = node->op == op::MakeTuple || node->op == op::MakeList;
        const bool takes = node->op == op::TupleGetItem || node->op == op::ListGetItem;
        if (makes) {
            for (const NodePtr &input : node->inputs) {
                result.items.push_back(wire(input, frame));
                addSources(result.items.back(), false);
            }
        } else if (takes) {
            const WirePtr tuple = wire(node->inputs[0], frame);
            const int64_t *index = node->inputs.size() > 1 ? node->inputs[1]->value->asInt() : nullptr;
            if (index && *index >= 0 && size_t(*index) < tuple->items.size()) return tuple->items[size_t(*index)];
            result = *tuple;
        } else if (node->op == op::UpdateState) {
            // The order of effects: only the calls it names, else what was before.
            for (size_t i = 1; i < node->inputs.size(); ++i)
                addSources(wire(node->inputs[i], frame), true);
            if (result.sources.empty()) addSources(wire(node->inputs[0], frame), true);
        } else { // Depend, Load: the first input, after the others
            const WirePtr value = wire(node->inputs[0], frame);
            result = *value;
            for (size_t i = 1; i < node->inputs.size(); ++i)
                addSources(wire(node->inputs[i], frame), true);
        }
        return std::make_shared<const Wire>(std::move(result));
    }

    WirePtr callWire(const NodePtr &node, Frame &frame, int depth) {
        const GraphPtr callee = node->callee.empty() ? nullptr : m_module.find(node->callee);
        const std::string key = frame.path + std::to_string(node->id.value);
        const bool isWanted = depth < deepestExpansion && m_options.expanded.contains(key);
        if (callee && isWanted && !isOpen(*callee, frame)) return expand(node, *callee, key, frame, depth);
        const std::vector<GraphPtr> branches = branchesOf(*node, frame);
        if (!branches.empty() && isWanted) return expandBranches(node, branches, key, frame, depth);

        DisplayNode card = cardOf(node, frame);
        card.category = categoryOf(node->op);
        card.detail = cellOf(node->scope);
        if (callee)
            describeCall(card, *node, *callee);
        else if (!node->callee.empty())
            card.title = text(node->callee);
        else if (node->function)
            describeBranches(card, branches);
        if (node->op == hostPrimitive) describeHostCall(card, *node);
        card.isExpandable = callee ? !isOpen(*callee, frame) : !branches.empty();
        card.arguments = arguments(*node);
        const int index = add(std::move(card));
        for (size_t i = 0; i < node->inputs.size(); ++i)
            connect(wire(node->inputs[i], frame), index, int(i));
        if (node->function) connect(wire(node->function, frame), index, int(node->inputs.size()));
        return wireOf(index);
    }

    static void describeCall(DisplayNode &card, const Node &node, const Graph &callee) {
        card.kind = callee.isKernel() ? CardKind::Kernel : CardKind::GraphCall;
        card.title = shortName(node.callee);
        const size_t members = callee.nodes.size();
        card.note = members == 1 ? Words::tr("1 member") : Words::tr("%1 members").arg(members);
    }

    /** The graphs that a call of a Switch may run, those left out that are open around it (loops). */
    std::vector<GraphPtr> branchesOf(const Node &node, const Frame &frame) const {
        std::vector<GraphPtr> branches;
        if (!node.function || !node.function->isCallOf(op::Switch)) return branches;
        for (const NodePtr &input : node.function->inputs) {
            const GraphReference *name = input->isConstant() ? input->value->asGraph() : nullptr;
            const GraphPtr graph = name ? m_module.find(name->name) : nullptr;
            if (graph && !isOpen(*graph, frame)) branches.push_back(graph);
        }
        return branches;
    }

    static void describeBranches(DisplayNode &card, const std::vector<GraphPtr> &branches) {
        card.title = Words::tr("call");
        if (branches.empty()) return;
        card.kind = CardKind::GraphCall;
        card.note = branches.size() == 1 ? Words::tr("1 branch") : Words::tr("%1 branches").arg(branches.size());
    }

    /** What runs in Python shows the user's own expression. */
    static void describeHostCall(DisplayNode &card, const Node &node) {
        const std::string *expression = node.inputs.empty() ? nullptr : node.inputs.front()->value->asString();
        card.note = Words::tr("runs in Python");
        if (expression) card.detail = text(*expression).simplified().left(60);
    }

    /** "Mul_Add" of "GraphKernel_Mul_Add_fusion"; other names as they are. */
    static QString shortName(const std::string &callee) {
        QString name = text(callee);
        if (!name.startsWith(QLatin1String("GraphKernel_"))) return name;
        name.remove(0, 12);
        const qsizetype end = name.indexOf(QLatin1String("_fusion"));
        return end > 0 ? QString(name.left(end)) : name;
    }

    QStringList arguments(const Node &node) const {
        QStringList list;
        if (!folds()) return list;
        const OpDef *op = findOp(node.op);
        for (size_t i = 0; i < node.inputs.size(); ++i) {
            const Node &input = *node.inputs[i];
            if (!input.isConstant() || input.value->asMonad()) continue;
            QString value = text(toString(input.value));
            if (value.size() > 48) value = value.left(47) + QChar(0x2026);
            const bool named = op && i < op->params.size();
            list << (named ? text(op->params[i].name) + QLatin1Char('=') + value : value);
        }
        return list;
    }

    static bool isOpen(const Graph &callee, const Frame &frame) {
        for (const Frame *at = &frame; at; at = at->outer)
            if (at->graph == &callee) return true;
        return false;
    }

    WirePtr expand(const NodePtr &node, const Graph &callee, const std::string &key, Frame &frame, int depth) {
        DisplayGroup group;
        group.key = key;
        group.title = shortName(node->callee);
        group.parent = frame.group;
        group.id = node->id;
        m_result.groups.push_back(group);

        Frame inner;
        inner.graph = &callee;
        inner.outer = &frame;
        inner.path = key + "/";
        inner.group = int(m_result.groups.size()) - 1;
        for (size_t i = 0; i < callee.parameters.size(); ++i) {
            const bool given = i < node->inputs.size();
            inner.wires[callee.parameters[i].get()] =
                given ? wire(node->inputs[i], frame) : std::make_shared<const Wire>();
        }
        return walk(inner, depth + 1);
    }

    /** Each branch as a group of its own; what comes out may come from either. */
    WirePtr expandBranches(const NodePtr &node, const std::vector<GraphPtr> &branches, const std::string &key,
                           Frame &frame, int depth) {
        const WirePtr chosen = wire(node->function, frame);
        Wire merged;
        for (const GraphPtr &branch : branches) {
            DisplayGroup group;
            group.key = key;
            group.title = text(branch->name);
            group.parent = frame.group;
            group.id = node->id;
            m_result.groups.push_back(group);

            Frame inner;
            inner.graph = branch.get();
            inner.outer = &frame;
            inner.path = key + "/" + branch->name + "/";
            inner.group = int(m_result.groups.size()) - 1;
            for (size_t i = 0; i < branch->parameters.size() && i < node->inputs.size(); ++i)
                inner.wires[branch->parameters[i].get()] = wire(node->inputs[i], frame);
            const size_t first = m_result.nodes.size();
            const WirePtr output = walk(inner, depth + 1);
            if (first < m_result.nodes.size()) connectControl(chosen, int(first));
            merged = joined(merged, *output);
        }
        return std::make_shared<const Wire>(std::move(merged));
    }

    void connectControl(const WirePtr &from, int to) {
        for (const Source &source : from->sources)
            m_result.edges.push_back({source.card, to, 0, true});
    }

    static Wire joined(Wire a, const Wire &b) {
        a.sources.insert(a.sources.end(), b.sources.begin(), b.sources.end());
        if (a.items.empty())
            a.items = b.items;
        else if (a.items.size() == b.items.size())
            for (size_t i = 0; i < a.items.size(); ++i)
                a.items[i] = std::make_shared<const Wire>(joined(*a.items[i], *b.items[i]));
        return a;
    }

    void addReturn(const Graph &graph, const WirePtr &output) {
        if (!graph.output || !output) return;
        DisplayNode card;
        card.kind = CardKind::Return;
        card.key = "return";
        card.title = Words::tr("Return");
        NodePtr value = graph.output;
        if (value->isCallOf(op::Return) && !value->inputs.empty()) value = value->inputs.front();
        card.type = text(brief(value->abstract));
        if (value->isConstant()) card.arguments << text(toString(value->value));
        const int index = add(std::move(card));
        if (output->items.empty()) return connect(output, index, 0);
        for (size_t i = 0; i < output->items.size(); ++i)
            connect(output->items[i], index, int(i));
    }

    const Module &m_module;
    const DisplayOptions &m_options;
    DisplayGraph m_result;
    std::set<const Node *> m_folded;
};

} // namespace

std::vector<int> DisplayGraph::cardsOf(NodeId id) const {
    std::vector<int> cards;
    if (!id.valid()) return cards;
    for (size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].id == id) cards.push_back(int(i));
    return cards;
}

std::vector<NodeId> DisplayGraph::nodesOf(const std::vector<int> &cards) const {
    std::vector<NodeId> ids;
    for (const int card : cards)
        if (const NodeId id = nodes[size_t(card)].id; id.valid() && std::ranges::find(ids, id) == ids.end())
            ids.push_back(id);
    return ids;
}

int DisplayGraph::cardWithKey(std::string_view key) const {
    const auto found =
        std::find_if(nodes.begin(), nodes.end(), [&](const DisplayNode &node) { return node.key == key; });
    return found == nodes.end() ? -1 : int(found - nodes.begin());
}

int DisplayGraph::cardOfOp(int64_t op) const {
    if (op < 0) return -1;
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const DisplayNode &node) {
        return node.op >= 0 && node.op <= op && op <= std::max(node.op, node.lastOp);
    });
    return found == nodes.end() ? -1 : int(found - nodes.begin());
}

DisplayGraph displayGraph(const Module &module, const DisplayOptions &options) {
    return Builder(module, options).run();
}

void setTimes(DisplayGraph &graph, const std::unordered_map<int64_t, int64_t> &times) {
    for (DisplayNode &card : graph.nodes) {
        const auto time = card.node ? times.find(card.id.value) : times.end();
        if (time != times.end()) card.timeNs = time->second;
    }
}

QString graphText(const DisplayGraph &graph) {
    const auto nameOf = [&](int index) {
        const DisplayNode &node = graph.nodes[size_t(index)];
        return node.detail.isEmpty() ? node.title : QString(node.title + QStringLiteral(" · ") + node.detail);
    };
    std::vector<QStringList> inputs(graph.nodes.size());
    auto edges = graph.edges;
    std::stable_sort(edges.begin(), edges.end(), [](const auto &a, const auto &b) { return a.port < b.port; });
    for (const DisplayEdge &edge : edges)
        inputs[size_t(edge.to)] << (edge.isControl ? QStringLiteral("after ") : QString()) + nameOf(edge.from);

    QString result;
    std::vector<int> around; // the groups of the line before, outermost first
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const DisplayNode &node = graph.nodes[i];
        std::vector<int> groups;
        for (int group = node.group; group >= 0; group = graph.groups[size_t(group)].parent)
            groups.insert(groups.begin(), group);
        const auto same = std::mismatch(groups.begin(), groups.end(), around.begin(), around.end()).first;
        for (auto group = same; group != groups.end(); ++group)
            result += QString(int(group - groups.begin()) * 2, QLatin1Char(' ')) + QStringLiteral("▾ ") +
                      graph.groups[size_t(*group)].title + QLatin1Char('\n');
        QStringList parts{QString(int(groups.size()) * 2, QLatin1Char(' ')) + nameOf(int(i))};
        around = std::move(groups);
        if (node.change != NodeChange::Unchanged) parts.first().prepend(changeGlyph(node.change) + QLatin1Char(' '));
        if (!node.type.isEmpty()) parts << node.type;
        if (!node.note.isEmpty()) parts << node.note;
        if (!node.arguments.isEmpty()) parts << node.arguments.join(QStringLiteral(", "));
        if (node.timeNs >= 0) parts << QString::fromStdString(humanTime(node.timeNs));
        if (!inputs[i].isEmpty()) parts << QStringLiteral("<- ") + inputs[i].join(QStringLiteral(", "));
        result += parts.join(QStringLiteral("  ")) + QLatin1Char('\n');
    }
    return result;
}

QString accessibleText(const DisplayGraph &graph, int index) {
    const DisplayNode &node = graph.nodes[size_t(index)];
    QStringList parts{node.detail.isEmpty() ? node.title : QString(node.title + QLatin1Char(' ') + node.detail)};
    if (!node.type.isEmpty()) parts << node.type;
    if (node.kind == CardKind::Kernel) parts << Words::tr("fused kernel");
    if (node.kind == CardKind::Scope) parts << Words::tr("closed scope");
    if (node.kind == CardKind::Next) parts << Words::tr("about to run");
    if (!node.note.isEmpty()) parts << node.note;
    if (node.overlay.alarm == CardOverlay::Alarm::Bad) parts << node.overlay.text;
    if (node.change != NodeChange::Unchanged) parts << changeWord(node.change);
    if (node.timeNs >= 0) parts << measuredTime(node.timeMeasure, node.timeNs);
    const auto inputs = std::count_if(graph.edges.begin(), graph.edges.end(),
                                      [&](const DisplayEdge &edge) { return edge.to == index; });
    parts << (inputs == 1 ? Words::tr("1 input") : Words::tr("%1 inputs").arg(inputs));
    return parts.join(QStringLiteral(", "));
}

QString changeGlyph(NodeChange change) {
    switch (change) {
    case NodeChange::Unchanged:
        return {};
    case NodeChange::Rewired:
    case NodeChange::Changed:
        return QStringLiteral("~");
    case NodeChange::Added:
        return QStringLiteral("+");
    case NodeChange::Removed:
    case NodeChange::Folded:
        return QStringLiteral("−");
    case NodeChange::Fused:
    case NodeChange::Replaced:
        return QStringLiteral("ƒ");
    }
    return {};
}

QString changeWord(NodeChange change) {
    switch (change) {
    case NodeChange::Unchanged:
        return Words::tr("unchanged");
    case NodeChange::Rewired:
        return Words::tr("rewired");
    case NodeChange::Changed:
        return Words::tr("changed");
    case NodeChange::Added:
        return Words::tr("added");
    case NodeChange::Removed:
        return Words::tr("removed");
    case NodeChange::Fused:
        return Words::tr("fused");
    case NodeChange::Replaced:
        return Words::tr("replaced");
    case NodeChange::Folded:
        return Words::tr("folded to a constant");
    }
    return {};
}

OpCategory categoryOf(std::string_view op) {
    if (const OpDef *known = findOp(op)) return known->category;
    const OpDef *first = findOp(op.substr(0, op.find('_')));
    return first ? first->category : OpCategory::Other;
}

} // namespace graphview
} // namespace jitscope
