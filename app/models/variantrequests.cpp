// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/variantrequests.h"

#include "app/models/labwords.h"
#include "app/models/possibledecisions.h"
#include "app/sdk/document.h"
#include "app/sdk/paneldef.h"
#include "engine/ir/nodecounts.h"
#include "engine/ir/nodename.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/variants/namedecision.h"

#include <QCoreApplication>
#include <QMenu>
#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace jitscope {
inline namespace models {

namespace {

using Kind = Decision::Kind;

constexpr size_t mostNeighbours = 8, mostRules = 8;
constexpr std::array<DType, 3> dtypes = {DType::Float16, DType::BFloat16, DType::Float32};

struct RequestWords {
    Q_DECLARE_TR_FUNCTIONS(VariantRequests)
};

enum class Fusions : uint8_t { AmongThem, WithNeighbours };

QString text(const std::string &value) {
    return QString::fromStdString(value);
}

/** The compilation where it can be compiled again. */
const Compilation *compilationOf(const PanelContext &context, int index) {
    const Compilation *found = context.document.session().compilation(index);
    return found && !found->imported && !found->captured.graphs.empty() ? found : nullptr;
}

/** Grey where it cannot be, with why not as its tool tip. */
void addDecision(QMenu &menu, const PanelContext &context, int compilation, const QString &title,
                 const Decision &decision, const QString &whyNot = {}, const DecisionReading &reading = {}) {
    QAction *action = menu.addAction(title, &menu, [context, compilation, decision, reading] {
        askForVariant(context, compilation, decision, reading);
    });
    action->setEnabled(whyNot.isEmpty());
    action->setToolTip(whyNot);
}

/** Of several entries of one kind: in the menu itself while they are few, else below one of their own. */
QMenu &placeFor(QMenu &menu, const QString &title, size_t count) {
    constexpr size_t few = 3;
    if (count <= few) return menu;
    QMenu *own = menu.addMenu(title);
    own->setToolTipsVisible(true);
    return *own;
}

/** The level that a compilation has, while no variant could have been chosen that has another. */
bool isLevelOf(const PanelContext &context, const Compilation &compilation, JitLevel level) {
    const auto isVariant = [&](const VariantRecord &each) {
        return each.compilation == compilation.index && !each.name.empty();
    };
    return jitLevelOf(compilation) == level && std::ranges::none_of(context.document.session().variants, isVariant);
}

void addLevels(QMenu &menu, const PanelContext &context, const Compilation &compilation) {
    for (const JitLevel level : {JitLevel::O0, JitLevel::O1}) {
        QAction *action = menu.addAction(
            level == JitLevel::O0 ? RequestWords::tr("Compile at O0") : RequestWords::tr("Compile at O1"), &menu,
            [context, index = compilation.index, level] {
                context.show(panels::variants);
                VariantRequests::of(context.document).ask({index, [level](VariantSpec &spec) { spec.level = level; }});
            });
        if (!isLevelOf(context, compilation, level)) continue;
        action->setEnabled(false);
        action->setToolTip(RequestWords::tr("It was compiled at this level"));
    }
}

/** The rules by which passes put that node in the place of others, or others in its place. */
std::vector<std::string> rulesAt(const Compilation &compilation, const std::vector<NodeId> &captured) {
    const CapturedOrigins origins = capturedOrigins(compilation);
    std::vector<std::string> rules;
    for (const PassRecord &pass : compilation.passes)
        for (const Rewrite &rewrite : pass.rewrites) {
            const bool isAbout = std::ranges::any_of(rewrite.before, [&](NodeId node) {
                return std::ranges::any_of(captured,
                                           [&](NodeId id) { return std::ranges::binary_search(origins.of(node), id); });
            });
            if (isAbout && std::ranges::find(rules, rewrite.rule) == rules.end()) rules.push_back(rewrite.rule);
        }
    if (rules.size() > mostRules) rules.resize(mostRules);
    return rules;
}

/** Who computed it: tuples and the like only hand it on. */
NodePtr producerOf(NodePtr input) {
    while (isPlumbing(*input) && !input->inputs.empty())
        input = input->inputs.front();
    return input;
}

/** The captured calls that give a value to one of these, or take one. */
std::vector<NodePtr> neighboursOf(const Module &captured, const std::vector<NodeId> &nodes) {
    const std::set<NodeId> inside(nodes.begin(), nodes.end());
    std::vector<NodePtr> neighbours;
    const auto add = [&](const NodePtr &node) {
        const bool isOne = node->isCall() && !node->op.empty() && !isPlumbing(*node) && !inside.contains(node->id);
        if (isOne && std::ranges::find(neighbours, node) == neighbours.end()) neighbours.push_back(node);
    };
    for (const GraphPtr &graph : captured.graphs)
        for (const NodePtr &node : graph->nodes)
            for (const NodePtr &input : node->inputs) {
                const NodePtr producer = producerOf(input);
                if (inside.contains(node->id)) add(producer);
                if (inside.contains(producer->id)) add(node);
            }
    if (neighbours.size() > mostNeighbours) neighbours.resize(mostNeighbours);
    return neighbours;
}

void addFusions(QMenu &menu, const PanelContext &context, const Compilation &compilation,
                const std::vector<NodeId> &captured, PossibleDecisions &possible, const DecisionReading &reading) {
    const int index = compilation.index;
    const std::vector<NodePtr> neighbours = neighboursOf(compilation.captured, captured);
    QMenu &place = placeFor(menu, RequestWords::tr("Fuse with"), neighbours.size());
    for (const NodePtr &neighbour : neighbours) {
        std::vector<NodeId> both = captured;
        both.push_back(neighbour->id);
        std::ranges::sort(both);
        const QString whyNot = possible.whyNotFuse(both);
        addDecision(place, context, index, RequestWords::tr("Fuse with %1").arg(text(nodeTitle(*neighbour))),
                    {Kind::Fuse, {}, std::move(both)}, whyNot, reading);
    }
}

/** What is said of one node, or of several as one. */
void addAboutNodes(QMenu &menu, const PanelContext &context, const Compilation &compilation,
                   const std::vector<NodeId> &captured, Fusions fusions, const DecisionReading &reading) {
    const int index = compilation.index;
    PossibleDecisions possible(context.document, compilation);
    const std::vector<std::string> rules = rulesAt(compilation, captured);
    const auto add = [&](const QString &title, Kind kind, const std::string &name, const QString &whyNot = {}) {
        addDecision(menu, context, index, title, {kind, name, captured}, whyNot, reading);
    };
    for (const std::string &rule : rules)
        add(RequestWords::tr("Refuse “%1” here").arg(text(rule)), Kind::Refuse, rule);
    add(RequestWords::tr("Refuse every rule here"), Kind::Refuse, {}, possible.whyNotRefuse(rules));
    add(RequestWords::tr("Keep out of kernels"), Kind::KeepOut, {}, possible.whyNotKeepOut(captured));
    menu.addSeparator();
    if (captured.size() > 1) add(RequestWords::tr("Fuse these"), Kind::Fuse, {}, possible.whyNotFuse(captured));
    if (fusions == Fusions::WithNeighbours) addFusions(menu, context, compilation, captured, possible, reading);
    menu.addSeparator();
    for (const DType dtype : dtypes) {
        const std::string name(info(dtype).python);
        add(RequestWords::tr("Compute in %1").arg(text(name)), Kind::Dtype, name,
            possible.whyNotCompute(captured, dtype));
    }
    menu.addSeparator();
    addLevels(menu, context, compilation);
}

/** Its title says what is changed further: another variant may be chosen where nobody looks at present. */
QMenu *addVariantMenu(QMenu &menu, const PanelContext &context, int compilation) {
    menu.addSeparator();
    const QString base = VariantRequests::of(context.document).base(compilation);
    QMenu *variant =
        menu.addMenu(base.isEmpty() ? RequestWords::tr("New variant")
                                    : RequestWords::tr("New variant of “%1”").arg(QString(base).replace('&', "&&")));
    variant->setObjectName(QStringLiteral("variantMenu"));
    variant->setToolTipsVisible(true);
    return variant;
}

/** The passes behind whose runs another can be put: each that changed something. */
void addPlaces(QMenu &menu, const PanelContext &context, const Compilation &compilation, const QString &title,
               Kind kind, int pass) {
    QMenu *places = menu.addMenu(title);
    for (size_t i = 0; i < compilation.passes.size(); ++i) {
        if (!compilation.passes[i].changed || (kind == Kind::Move && int(i) == pass)) continue;
        const std::string behind = placeName(compilation.passes, i);
        const Decision decision{kind,
                                kind == Kind::Move ? placeName(compilation.passes, size_t(pass))
                                                   : compilation.passes[size_t(pass)].name,
                                {},
                                behind};
        addDecision(*places, context, compilation.index, text(behind), decision);
    }
    places->setEnabled(!places->isEmpty());
}

} // namespace

VariantRequests::VariantRequests(Document &document)
    : QObject(&document) {}

VariantRequests &VariantRequests::of(Document &document) {
    auto *known = document.findChild<VariantRequests *>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new VariantRequests(document);
}

void VariantRequests::ask(VariantRequest request) {
    m_waiting.push_back(std::move(request));
    Q_EMIT asked();
}

void VariantRequests::setBase(int compilation, const QString &name) {
    m_baseCompilation = compilation;
    m_base = name;
}

QString VariantRequests::base(int compilation) const {
    return compilation == m_baseCompilation ? m_base : QString();
}

std::vector<VariantRequest> VariantRequests::take() {
    return std::exchange(m_waiting, {});
}

void askForVariant(const PanelContext &context, int compilation, const Decision &decision,
                   const DecisionReading &reading) {
    context.show(panels::variants);
    const auto change = [decision](VariantSpec &spec) {
        if (decision.kind == Kind::Fuse) spec.level = JitLevel::O1; // kernels are made at O1 only
        spec.decisions.push_back(decision);
    };
    const Module &captured = context.document.session().compilation(compilation)->captured;
    VariantRequests::of(context.document).ask({compilation, change, noteOf({reading}, captured)});
}

std::function<std::string(const Compilation &)> noteOf(const std::vector<DecisionReading> &readings,
                                                       const Module &captured) {
    QStringList sentences;
    for (const DecisionReading &reading : readings)
        sentences << readingText(reading, captured);
    sentences.removeAll(QString());
    if (sentences.isEmpty()) return {};
    return [note = sentences.join(QLatin1Char(' ')).toStdString()](const Compilation &) { return note; };
}

void addNodeDecisions(QMenu &menu, const PanelContext &context, int index, const std::vector<NodeId> &nodes) {
    const Compilation *compilation = compilationOf(context, index);
    if (!compilation) return;
    const std::vector<NodeId> captured = capturedNodes(*compilation, nodes);
    const Fusions fusions = nodes.size() > 1 ? Fusions::AmongThem : Fusions::WithNeighbours;
    if (!captured.empty())
        addAboutNodes(*addVariantMenu(menu, context, index), context, *compilation, captured, fusions,
                      {.nodes = askedNodes(*compilation, nodes)});
}

void addPassDecisions(QMenu &menu, const PanelContext &context, int index, int pass) {
    const Compilation *compilation = compilationOf(context, index);
    if (!compilation) return;
    QMenu &variant = *addVariantMenu(menu, context, index);
    if (pass >= 0 && size_t(pass) < compilation->passes.size()) {
        const std::string name = compilation->passes[size_t(pass)].name,
                          run = placeName(compilation->passes, size_t(pass));
        addDecision(variant, context, index, RequestWords::tr("Without %1").arg(text(name)),
                    {Kind::SwitchOff, name, {}});
        if (run != name)
            addDecision(variant, context, index, RequestWords::tr("Without this run, %1").arg(text(run)),
                        {Kind::SwitchOff, run, {}});
        addDecision(variant, context, index, RequestWords::tr("Compile up to here"), {Kind::End, run, {}});
        addPlaces(variant, context, *compilation, RequestWords::tr("Run again behind"), Kind::Repeat, pass);
        addPlaces(variant, context, *compilation, RequestWords::tr("Move behind"), Kind::Move, pass);
        variant.addSeparator();
    }
    addLevels(variant, context, *compilation);
}

void addKernelDecisions(QMenu &menu, const PanelContext &context, int index, const std::string &kernel) {
    const Compilation *compilation = compilationOf(context, index);
    const GraphPtr graph = compilation ? compilation->final.find(kernel) : nullptr;
    if (!graph || !graph->isKernel()) return;
    std::vector<NodeId> members;
    for (const NodePtr &node : graph->nodes)
        members.push_back(node->id);
    const std::vector<NodeId> captured = capturedNodes(*compilation, members);
    if (!captured.empty())
        addAboutNodes(*addVariantMenu(menu, context, index), context, *compilation, captured, Fusions::WithNeighbours,
                      {.nodes = {{kernel, {}, {}, captured}}});
}

} // namespace models
} // namespace jitscope

#include "moc_variantrequests.cpp"
