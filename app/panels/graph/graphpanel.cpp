// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/graph/graphpanel.h"

#include "app/graphview/graphexport.h"
#include "app/models/failedcompile.h"
#include "app/models/graphtitle.h"
#include "app/sdk/document.h"
#include "app/sdk/healthcache.h"
#include "app/sdk/playhead.h"
#include "app/sdk/runner.h"
#include "app/sdk/savefile.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QLocale>
#include <QStackedLayout>
#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace jitscope {
inline namespace graphpanel {

namespace {

constexpr int growthMs = 120;
constexpr int mostFitted = 30; ///< cards of a live graph that are shown whole at first
constexpr size_t runsAtOnce = 20000;

std::vector<int> newCards(const DisplayGraph &before, const DisplayGraph &after) {
    std::unordered_set<std::string_view> known;
    for (const DisplayNode &node : before.nodes)
        known.insert(node.key);
    std::vector<int> fresh;
    for (size_t i = 0; i < after.nodes.size(); ++i)
        if (!known.contains(after.nodes[i].key)) fresh.push_back(int(i));
    return fresh;
}

} // namespace

GraphPanel::GraphPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_layouts(context.jobs, QStringLiteral("graph-layout"), this)
    , m_view(new GraphView(this))
    , m_empty(new EmptyState(QStringLiteral("graph"), {}, {}, this))
    , m_stack(new QStackedLayout(this)) {
    m_view->setObjectName(QStringLiteral("graphView"));
    tellWhyEmpty();
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    m_growth.setSingleShot(true);
    m_growth.setInterval(growthMs);
    buildControls();

    connect(&m_growth, &QTimer::timeout, this, &GraphPanel::grow);
    connect(&m_reading, &QTimer::timeout, this, &GraphPanel::read);
    connect(&m_layouts, &LayoutRunner::cancelled, this,
            [this] { m_view->setCaption({tr("The layout was cancelled; choose the graph again to start it anew.")}); });
    connect(m_view, &GraphView::cardChosen, this, &GraphPanel::choose);
    connect(m_view, &GraphView::cardsChosen, this, &GraphPanel::chooseSeveral);
    connect(m_view, &GraphView::toggled, this, [this](const QString &key) { toggle(key, Depth::One); });
    connect(m_view, &GraphView::subtreeToggled, this, [this](const QString &key) { toggle(key, Depth::Subtree); });
    connect(m_view, &GraphView::cardMenuWanted, this, &GraphPanel::openCardMenu);
    connect(m_view, &GraphView::edgeMenuWanted, this, &GraphPanel::openEdgeMenu);
    connect(m_view, &GraphView::graphMenuWanted, this, &GraphPanel::openGraphMenu);
    connect(&context.document, &Document::replaced, this, &GraphPanel::readReplaced);
    connect(&context.document, &Document::appended, this, &GraphPanel::followDocument);
    connect(&context.selection, &Selection::changed, this, &GraphPanel::followSelection);
    connect(&context.playhead, &Playhead::changed, this, &GraphPanel::followPlayhead);
    connect(&context.runner, &Runner::stateChanged, this, &GraphPanel::followRunner);
    connect(&context.runner, &Runner::paused, this, &GraphPanel::followRunner);
    connect(&context.health, &HealthCache::ready, this, [this] {
        if (m_overlay == Overlay::Health) m_view->restyle([this](DisplayGraph &graph) { applyOverlayTo(graph); });
    });
    m_followed = context.selection.current();
    readReplaced();
}

GraphPanel::~GraphPanel() {
    if (m_controls && !m_controls->parent()) delete m_controls;
}

const Compilation *GraphPanel::compilation() const {
    const auto &all = m_context.document.session().compilations;
    return m_source >= 0 && size_t(m_source) < all.size() ? &all[size_t(m_source)] : nullptr;
}

QVariant GraphPanel::viewState() const {
    return QVariantList{m_source, m_pass, int(m_overlay)};
}

void GraphPanel::setViewState(const QVariant &state) {
    const QVariantList parts = state.toList();
    if (parts.size() != 3) return;
    m_overlay = Overlay(parts[2].toInt());
    showSource(parts[0].toInt(), parts[1].toInt());
}

void GraphPanel::setOverlay(Overlay overlay) {
    m_overlay = overlay;
    rebuild(GraphView::Camera::Anchor);
}

void GraphPanel::showBest() {
    const Session &session = m_context.document.session();
    const Anchor &anchor = m_context.selection.current();
    m_options.expanded.clear();
    const bool isChosen = anchor.compilation >= 0 && size_t(anchor.compilation) < session.compilations.size();
    if (isChosen) return showSource(anchor.compilation, anchor.pass);
    showSource(session.compilations.empty() ? tape : newestCalled(session), -1);
}

void GraphPanel::showSource(int source, int pass) {
    if (source != m_source) m_options.expanded.clear();
    const bool isOther = source != m_source;
    m_source = source;
    m_pass = pass;
    rebuild(isOther || m_view->graph().nodes.empty() ? GraphView::Camera::Fit : GraphView::Camera::Anchor);
}

std::optional<UpcomingOp> GraphPanel::upcoming() const {
    const PauseInfo &pause = m_context.runner.pauseInfo();
    const int64_t next = m_context.playhead.next();
    if (next < 0 || pause.op.empty() || m_context.document.session().op(next)) return {};
    // It stands behind the last operator; where that is not in view, neither is it.
    if (!m_context.playhead.isLive()) return {};
    return UpcomingOp{next, QString::fromStdString(pause.op), QString::fromStdString(pause.operands)};
}

DisplayGraph GraphPanel::displayed() {
    DisplayGraph graph;
    if (const Compilation *record = compilation()) {
        DisplayOptions options = m_options;
        options.times = m_runs.times(m_source);
        graph = displayGraph(moduleAt(*record, m_pass), options);
    } else {
        // While the program runs on, the picture runs along.
        const bool follows = m_context.playhead.isLive() && m_context.runner.state() == RunState::Running;
        const int64_t focus = follows ? -1 : m_context.playhead.viewed();
        graph = m_live.graph(m_context.document.session(), focus, upcoming());
    }
    applyOverlayTo(graph);
    return graph;
}

void GraphPanel::applyOverlayTo(DisplayGraph &graph) const {
    applyOverlay(graph, m_overlay, [this](const DisplayNode &node) { return healthOf(node); });
}

CardHealth GraphPanel::healthOfTensors(const std::vector<int64_t> &tensors) const {
    CardHealth card;
    for (int64_t id : tensors) {
        const auto tensor = m_context.document.session().tensor(id);
        if (!tensor || !tensor->value.defined()) continue;
        card.hasValues = true;
        const auto health = m_context.health.health(id);
        if (!health) {
            card.isPending = true;
            continue;
        }
        card.health.count += health->count;
        card.health.zero += health->zero;
        card.health.nan += health->nan;
        card.health.negativeInf += health->negativeInf;
        card.health.positiveInf += health->positiveInf;
    }
    // What is bad already stays bad, whatever else is still being read.
    card.isPending = card.isPending && card.health.isFinite();
    return card;
}

/** Of an operator its results; of a closed scope the results of all its operators, or of the last of very many. */
CardHealth GraphPanel::healthOf(const DisplayNode &node) const {
    constexpr int64_t mostOperators = 64;
    if (node.tensor >= 0) return healthOfTensors({node.tensor});
    const Session &session = m_context.document.session();
    int64_t first = node.op, last = std::max(node.op, node.lastOp);
    if (m_source != tape) {
        const NodeRun *run = m_runs.find(m_source, node.id);
        first = last = run ? run->lastOp : -1;
    }
    if (last - first >= mostOperators) first = last - mostOperators + 1;
    std::vector<int64_t> tensors;
    for (int64_t number = first; number <= last; ++number)
        if (const auto op = session.op(number)) tensors.insert(tensors.end(), op->outputs.begin(), op->outputs.end());
    return healthOfTensors(tensors);
}

LayoutInput GraphPanel::withPreviousPlaces(LayoutInput input, const DisplayGraph &graph) const {
    const DisplayGraph &before = m_view->graph();
    const LayoutResult &places = m_view->painterOf().layout();
    const auto corner = [](const LayoutBox &box) { return LayoutPoint{box.x, box.y}; };
    std::unordered_map<std::string_view, LayoutPoint> cards, hulls;
    for (size_t i = 0; i < before.nodes.size(); ++i)
        cards.emplace(before.nodes[i].key, corner(places.nodes[i]));
    for (size_t g = 0; g < before.groups.size(); ++g)
        hulls.emplace(before.groups[g].key, corner(places.groups[g]));
    for (size_t i = 0; i < graph.nodes.size(); ++i)
        if (const auto known = cards.find(graph.nodes[i].key); known != cards.end())
            input.nodes[i].previous = known->second;
    for (size_t g = 0; g < graph.groups.size(); ++g)
        if (const auto known = hulls.find(graph.groups[g].key); known != hulls.end())
            input.groups[g].previous = known->second;
    return input;
}

void GraphPanel::tellWhyEmpty() {
    if (const auto failed = failedCompile(m_context.document.session()))
        return m_empty->setTexts(failureTitle(*failed), failed->reason);
    m_empty->setTexts(tr("No graph yet"),
                      tr("Run a script (F5): operators appear here as they run, compiled functions with every "
                         "stage of their graph. Or open a session, a .ir file or a folder of dumps."));
}

void GraphPanel::rebuild(GraphView::Camera camera, const std::string &anchor) {
    m_growth.stop();
    m_isStale = !isVisible();
    if (m_isStale) return;
    if (rebuildInJob(camera, anchor)) return;
    DisplayGraph graph = displayed();
    if (graph.nodes.empty()) {
        m_layouts.cancel();
        m_view->setPicture({});
        tellWhyEmpty();
        m_stack->setCurrentWidget(m_empty);
        return updateControls();
    }
    m_stack->setCurrentWidget(m_view);
    LayoutInput input = layoutInput(graph);
    if (m_source == tape && !std::exchange(m_arrangesAnew, false)) input = withPreviousPlaces(std::move(input), graph);
    // A growing graph must not jump between engines; Graphviz knows nothing of what was before.
    const LayoutEngine engine = m_source == tape ? LayoutEngine::Layered : m_engine;
    m_layouts.request(std::move(input), engine,
                      [this, camera, anchor, graph = std::move(graph)](LayoutResult layout) mutable {
                          show(GraphPainter({std::move(graph), std::move(layout)}), camera, anchor);
                      });
}

/** Large compiled graphs: what is there stays until all of the new picture is made. */
bool GraphPanel::rebuildInJob(GraphView::Camera camera, const std::string &anchor) {
    const Compilation *record = compilation();
    if (!record) return false;
    const Module module = moduleAt(*record, m_pass);
    size_t nodes = 0;
    for (const GraphPtr &graph : module.graphs)
        nodes += graph->nodes.size();
    if (nodes <= LayoutRunner::mostAtOnce) return false;
    m_stack->setCurrentWidget(m_view);
    m_view->setCaption({tr("Laying out %1 nodes…").arg(QLocale().toString(qulonglong(nodes)))});
    updateControls();
    DisplayOptions options = m_options;
    options.times = m_runs.times(m_source);
    // Values at a glance are asked on this thread, when the cards are there.
    const Overlay overlay = m_overlay == Overlay::Health ? Overlay::None : m_overlay;
    m_layouts.requestWhole(
        int(nodes),
        [module, options = std::move(options), overlay] {
            DisplayGraph graph = displayGraph(module, options);
            applyOverlay(graph, overlay, {});
            return graph;
        },
        [this, camera, anchor](GraphPainter painter) {
            show(std::move(painter), camera, anchor);
            if (m_overlay == Overlay::Health) m_view->restyle([this](DisplayGraph &graph) { applyOverlayTo(graph); });
        });
    return true;
}

/** What was shown before of the same run stays where it is; what is new swells for a moment. */
void GraphPanel::show(GraphPainter painter, GraphView::Camera camera, const std::string &anchor) {
    const DisplayGraph &before = m_view->graph();
    const bool isGrowth = camera == GraphView::Camera::Keep && !before.nodes.empty();
    std::vector<int> fresh = isGrowth ? newCards(before, painter.graph()) : std::vector<int>();
    if (camera == GraphView::Camera::Keep)
        camera = before.nodes.empty() ? GraphView::Camera::Fit : GraphView::Camera::Anchor;
    m_view->setPainter(std::move(painter), camera, anchor);
    m_view->setChoosing(m_source == tape ? GraphView::Choosing::One : GraphView::Choosing::Several);
    updateControls();
    updateCaption();
    highlight();
    const int64_t viewed = m_context.playhead.viewed();
    const int current = m_view->graph().cardOfOp(viewed);
    if (isGrowth) m_view->pulse(std::move(fresh));
    // Once: who has moved away from it since wants to be elsewhere.
    if (isGrowth && current >= 0 && viewed != m_revealed) m_view->reveal(current);
    m_revealed = viewed;
    // A long run begins with what is looked at, large enough to be read, and not with all of it.
    const bool isFirst = m_source == tape && camera == GraphView::Camera::Fit;
    const int start = current >= 0 ? current : m_view->graph().cardOfOp(m_context.playhead.last());
    if (isFirst && start >= 0 && int(m_view->graph().nodes.size()) > mostFitted) m_view->fitCard(start);
}

void GraphPanel::updateCaption() {
    QStringList lines;
    if (m_source == tape && !m_live.isEmpty()) lines << extentText(m_live.extent());
    const QString legend = overlayLegend(m_view->graph(), m_overlay,
                                         m_context.runner.state() == RunState::Idle ? RunStage::Over : RunStage::Going);
    if (!legend.isEmpty()) lines << legend;
    m_view->setCaption(lines);
}

void GraphPanel::readReplaced() {
    m_layouts.cancel();
    m_live.clear();
    m_runs.clear();
    m_view->setPicture({});
    m_view->setCaption({});
    read();
    if (!m_reading.isActive()) showBest();
}

void GraphPanel::read() {
    const Session &session = m_context.document.session();
    const bool wasBehind = m_reading.isActive();
    const bool hasTape = m_live.update(session), hasRuns = m_runs.update(session, runsAtOnce);
    const bool isDone = hasTape && hasRuns;
    if (!isDone) {
        m_stack->setCurrentWidget(m_view);
        m_view->setCaption({tr("Reading operator %1 of %2").arg(m_live.taken()).arg(session.ops.size())});
        m_reading.start(0);
        return;
    }
    m_reading.stop();
    if (wasBehind) m_view->graph().nodes.empty() ? showBest() : grow();
}

void GraphPanel::showEvent(QShowEvent *event) {
    Panel::showEvent(event);
    if (m_isStale) rebuild(m_view->graph().nodes.empty() ? GraphView::Camera::Fit : GraphView::Camera::Anchor);
}

void GraphPanel::followDocument() {
    if (m_reading.isActive()) return;
    read();
    if (m_reading.isActive()) return;
    const bool isWaiting = m_view->graph().nodes.empty();
    if (isWaiting) return showBest();
    if (m_source != tape) return retime();
    // While the program stands, what came is one step, and the user waits for it.
    if (m_context.runner.state() == RunState::Running) {
        if (!m_growth.isActive()) m_growth.start();
    } else {
        grow();
    }
}

void GraphPanel::grow() {
    if (m_source == tape) rebuild(GraphView::Camera::Keep);
}

/** A compiled graph does not change once it is there; what was added to it are times, which are read while the program
    stands. */
void GraphPanel::retime() {
    if (m_context.runner.state() == RunState::Running || m_view->graph().nodes.empty()) return;
    m_view->restyle([this](DisplayGraph &graph) {
        setTimes(graph, m_runs.times(m_source));
        applyOverlayTo(graph);
    });
    updateCaption();
}

/** Whether the program stands before an operator that has no card yet. */
bool GraphPanel::lacksUpcoming() const {
    const auto next = upcoming();
    return next && m_view->graph().cardWithKey("#" + std::to_string(next->number)) < 0;
}

void GraphPanel::followRunner() {
    const bool stands = m_context.runner.state() != RunState::Running;
    const bool isOld = m_source == tape && stands && (m_growth.isActive() || lacksUpcoming());
    if (isOld && !m_reading.isActive()) return grow();
    if (m_source != tape) retime();
    highlight();
}

/** Away from the live end while the program runs: the operator needs a card of its own. */
void GraphPanel::followPlayhead() {
    const int64_t viewed = m_context.playhead.viewed();
    const bool isPast = m_source == tape && viewed >= 0 && !m_context.playhead.isLive();
    if (isPast && !m_reading.isActive() && !m_layouts.isBusy() && !showsOperator(viewed))
        rebuild(GraphView::Camera::Anchor);
    followRunner();
}

/** Whether the operator has a card of its own, or one of a scope that the user closed. */
bool GraphPanel::showsOperator(int64_t op) const {
    const int card = m_view->graph().cardOfOp(op);
    if (card < 0) return false;
    const DisplayNode &node = m_view->graph().nodes[size_t(card)];
    return node.lastOp == node.op || m_live.isClosed(node.key);
}

void GraphPanel::followSelection(const Anchor &anchor, QObject *source) {
    const Anchor before = std::exchange(m_followed, anchor);
    if (source == this) return highlight();
    const auto &compilations = m_context.document.session().compilations;
    const bool hasGraph = anchor.compilation >= 0 && size_t(anchor.compilation) < compilations.size();
    // Whoever looks for another pass of it while this is in sight wants to see that; behind other panels the tape
    // stays.
    const bool isOtherPass = anchor.op == before.op &&
                             std::tie(anchor.compilation, anchor.pass) != std::tie(before.compilation, before.pass);
    const bool isLive = m_source == tape && anchor.op >= 0 && !(hasGraph && isOtherPass && isVisible());
    if (!isLive && hasGraph && (anchor.compilation != m_source || anchor.pass != m_pass))
        return showSource(anchor.compilation, anchor.pass);
    if (!isLive && !hasGraph && anchor.op >= 0) return showSource(tape, -1);
    if (isLive && !showsOperator(anchor.op) && !m_reading.isActive()) rebuild(GraphView::Camera::Anchor);
    highlight();
    const std::vector<int> &cards = m_view->selectedCards();
    if (!cards.empty()) m_view->reveal(cards.front());
    m_revealed = anchor.op;
}

std::vector<int> GraphPanel::cardsOf(const Anchor &anchor) const {
    const DisplayGraph &graph = m_view->graph();
    if (m_source == tape) {
        const int card = graph.cardOfOp(anchor.op);
        return card < 0 ? std::vector<int>{} : std::vector<int>{card};
    }
    if (anchor.compilation != m_source || !anchor.node.valid()) return {};
    std::vector<int> cards = m_view->painterOf().cardsOf(anchor.node);
    if (!cards.empty()) return cards;
    // A member of a graph that is folded: the card of the call that holds it.
    const Module &module = moduleAt(*compilation(), m_pass);
    for (int card : m_view->painterOf().calls()) {
        const NodePtr &node = graph.nodes[size_t(card)].node;
        const GraphPtr callee = node && !node->callee.empty() ? module.find(node->callee) : nullptr;
        if (!callee) continue;
        const bool holds = std::any_of(callee->nodes.begin(), callee->nodes.end(),
                                       [&](const NodePtr &member) { return member->id == anchor.node; });
        if (holds) cards.push_back(card);
    }
    return cards;
}

void GraphPanel::highlight() {
    std::vector<int> cards = cardsOf(m_context.selection.current());
    for (const NodeId node : m_context.selection.together()) {
        Anchor each = m_context.selection.current();
        each.node = node;
        std::ranges::copy(cardsOf(each), std::back_inserter(cards));
    }
    std::ranges::sort(cards);
    cards.erase(std::ranges::unique(cards).begin(), cards.end());
    m_view->setSelectedCards(std::move(cards), GraphView::Scroll::Never);
    if (m_source != tape) return m_view->setCurrentCards(-1, -1);
    const DisplayGraph &graph = m_view->graph();
    const int64_t viewed = m_context.playhead.viewed();
    const int current = graph.cardOfOp(viewed);
    // Behind the live end comes the operator about to run, in the past simply the one after.
    int next = viewed >= 0 && current >= 0 ? graph.cardOfOp(viewed + 1) : -1;
    if (next < 0) next = graph.cardWithKey("#" + std::to_string(viewed + 1));
    m_view->setCurrentCards(current, next == current ? -1 : next);
}

void GraphPanel::choose(int card) {
    const DisplayNode &node = m_view->graph().nodes[size_t(card)];
    if (node.kind == CardKind::Beyond || node.kind == CardKind::Next) return;
    // A closed scope is looked at as its last operator is: with what came out of it.
    if (node.op >= 0) return m_context.playhead.goTo(std::max(node.op, node.lastOp), this);
    if (node.tensor >= 0) return m_context.selection.selectTensor(node.tensor, this);
    if (node.id.valid() && m_source >= 0) m_context.selection.selectNode(m_source, m_pass, node.id, this);
}

void GraphPanel::chooseSeveral(const std::vector<int> &cards) {
    const std::vector<NodeId> nodes = m_view->graph().nodesOf(cards);
    if (m_source >= 0 && !nodes.empty()) m_context.selection.selectNodes(m_source, m_pass, nodes, this);
}

void GraphPanel::toggle(const QString &key, Depth depth) {
    const std::string text = key.toStdString();
    if (m_source == tape) {
        const auto &groups = m_view->graph().groups;
        const bool isOpen = std::any_of(groups.begin(), groups.end(), [&](const auto &g) { return g.key == text; });
        const bool isWhole = depth == Depth::One || m_live.toggleSubtree(text, isOpen);
        if (depth == Depth::One) m_live.toggle(text, isOpen);
        if (!isWhole) m_context.notify(tr("It holds too many scopes to open all; the first are open."));
    } else if (m_options.expanded.erase(text) == 0) {
        m_options.expanded.insert(text);
    }
    rebuild(GraphView::Camera::Anchor, text);
}

/** What is shown closed; what was in it can be opened next. */
void GraphPanel::openAll() {
    bool isWhole = true;
    for (const DisplayNode &node : m_view->graph().nodes) {
        if (!node.isExpandable) continue;
        if (m_source == tape) {
            isWhole = m_live.toggleSubtree(node.key, false) && isWhole;
        } else {
            m_options.expanded.insert(node.key);
        }
    }
    if (!isWhole) m_context.notify(tr("It holds too many scopes to open all; the first are open."));
    rebuild(GraphView::Camera::Fit);
}

void GraphPanel::closeAll() {
    if (m_source == tape) {
        for (const DisplayGroup &group : m_view->graph().groups)
            if (!group.key.empty()) m_live.toggle(group.key, true);
    }
    m_options.expanded.clear();
    rebuild(GraphView::Camera::Fit);
}

QString GraphPanel::contentAsText() const {
    return graphText(m_view->graph());
}

bool GraphPanel::startFind() {
    if (m_view->graph().nodes.empty()) return false;
    m_view->openSearch();
    return true;
}

void GraphPanel::findNext(FindDirection direction) {
    m_view->goToMatch(direction == FindDirection::Forward ? 1 : -1);
}

void GraphPanel::exportPictureAs() {
    const Compilation *shown = compilation();
    const QString name = shown ? stageFileName(*shown, m_pass, QStringLiteral("svg")) : QStringLiteral("operators.svg");
    const QString path =
        askSavePath(this, tr("Export the graph"), name, tr("Pictures (*.svg *.png);;Graphviz (*.dot)"));
    if (path.isEmpty()) return;
    const auto written = exportPicture(m_view->painterOf(), path, currentTheme());
    m_context.notify(written ? tr("Written to %1").arg(path) : QString::fromStdString(written.error().message));
}

PanelDef graphPanel() {
    return {.id = QStringLiteral("graph"),
            .title = QT_TRANSLATE_NOOP("Panels", "Graph"),
            .summary = QT_TRANSLATE_NOOP("Panels", "The compiled graph at any stage, or the operators as they ran"),
            .area = PanelArea::Centre,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new GraphPanel(context, parent);
            }};
}

} // namespace graphpanel
} // namespace jitscope

#include "moc_graphpanel.cpp"
