// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/graph/graphpanel.h"

#include "app/graphview/graphexport.h"
#include "app/sdk/document.h"
#include "app/sdk/icons.h"
#include "app/sdk/runner.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"

#include <QActionGroup>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QStackedLayout>
#include <QToolButton>
#include <algorithm>

namespace jitscope {

namespace {

constexpr int growthMs = 120;

QToolButton *flatButton(const QString &name, const QString &toolTip, QWidget *parent) {
    auto *button = new QToolButton(parent);
    button->setObjectName(name);
    button->setProperty("role", "flat");
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setFixedHeight(22);
    return button;
}

QString shortened(const QString &text, int most) {
    return text.size() <= most ? text : QString(text.left(most - 1) + QChar(0x2026));
}

} // namespace

GraphPanel::GraphPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_layouts(context.jobs, QStringLiteral("graph-layout"), this)
    , m_view(new GraphView(this))
    , m_empty(new EmptyState(QStringLiteral("graph"), tr("No graph yet"),
                             tr("Run a script (F5): operators appear here as they run, compiled functions with every "
                                "stage of their graph. Or open a session, a .ir file or a folder of dumps."),
                             this))
    , m_stack(new QStackedLayout(this)) {
    m_view->setObjectName(QStringLiteral("graphView"));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    m_growth.setSingleShot(true);
    m_growth.setInterval(growthMs);
    buildControls();

    connect(&m_growth, &QTimer::timeout, this, [this] { rebuild(GraphView::Camera::Keep); });
    connect(m_view, &GraphView::cardChosen, this, &GraphPanel::choose);
    connect(m_view, &GraphView::toggled, this, &GraphPanel::toggle);
    connect(&context.document, &Document::replaced, this, &GraphPanel::showBest);
    connect(&context.document, &Document::appended, this, &GraphPanel::followDocument);
    connect(&context.selection, &Selection::changed, this, &GraphPanel::followSelection);
    connect(&context.runner, &Runner::stateChanged, this, [this] { highlight(); });
    showBest();
}

GraphPanel::~GraphPanel() {
    if (m_controls && !m_controls->parent()) delete m_controls;
}

void GraphPanel::buildControls() {
    m_controls = new QWidget;
    auto *row = new QHBoxLayout(m_controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    m_sourceButton = flatButton(QStringLiteral("graphSource"), tr("Which graph is shown"), m_controls);
    m_passButton = flatButton(QStringLiteral("graphPass"), tr("At which stage of the compile"), m_controls);
    m_timeButton = flatButton(QStringLiteral("graphTime"), tr("Show the mean time of each operator"), m_controls);
    m_plumbingButton =
        flatButton(QStringLiteral("graphPlumbing"),
                   tr("Draw tuples, loads, dependencies and constants as plain edges and arguments"), m_controls);
    m_moreButton = flatButton(QStringLiteral("graphMore"), tr("Layout, export and more"), m_controls);
    for (QToolButton *button : {m_sourceButton, m_passButton, m_moreButton}) {
        button->setPopupMode(QToolButton::InstantPopup);
        button->setMenu(new QMenu(button));
    }
    connect(m_sourceButton->menu(), &QMenu::aboutToShow, this, &GraphPanel::buildSourceMenu);
    connect(m_passButton->menu(), &QMenu::aboutToShow, this, &GraphPanel::buildPassMenu);
    connect(m_moreButton->menu(), &QMenu::aboutToShow, this, &GraphPanel::buildMoreMenu);
    m_moreButton->setIcon(themedIcon(QStringLiteral("menu")));
    m_timeButton->setCheckable(true);
    m_timeButton->setChecked(true);
    m_timeButton->setText(tr("time"));
    m_plumbingButton->setCheckable(true);
    m_plumbingButton->setChecked(true);
    connect(m_timeButton, &QToolButton::toggled, this, [this](bool on) {
        m_overlay = on ? Overlay::Time : Overlay::None;
        rebuild(GraphView::Camera::Anchor);
    });
    connect(m_plumbingButton, &QToolButton::toggled, this, [this](bool folded) {
        m_options.plumbing = folded ? Plumbing::Folded : Plumbing::Shown;
        rebuild(GraphView::Camera::Fit);
    });
    for (QToolButton *button : {m_sourceButton, m_passButton, m_timeButton, m_plumbingButton, m_moreButton})
        row->addWidget(button);
}

void GraphPanel::buildSourceMenu() {
    QMenu *menu = m_sourceButton->menu();
    menu->clear();
    auto *group = new QActionGroup(menu);
    const auto add = [&](const QString &text, int source) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(source == m_source);
        action->setActionGroup(group);
        connect(action, &QAction::triggered, this, [this, source] {
            if (source == tape) return showSource(tape, -1);
            showSource(source, -1);
            m_context.selection.selectPass(source, -1, this);
        });
    };
    add(tr("Live tape: operators as they ran"), tape);
    menu->addSeparator();
    for (const Compilation &record : m_context.document.session().compilations)
        add(QStringLiteral("%1   %2").arg(QString::fromStdString(record.function),
                                          shortened(QString::fromStdString(record.key), 60)),
            record.index);
}

void GraphPanel::buildPassMenu() {
    QMenu *menu = m_passButton->menu();
    menu->clear();
    const Compilation *record = compilation();
    if (!record) return;
    auto *group = new QActionGroup(menu);
    const auto add = [&](const QString &text, int pass) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(pass == m_pass);
        action->setActionGroup(group);
        connect(action, &QAction::triggered, this, [this, pass] {
            showSource(m_source, pass);
            m_context.selection.selectPass(m_source, pass, this);
        });
    };
    add(tr("Captured"), -2);
    for (const PassRecord &pass : record->passes)
        if (pass.changed) add(tr("After %1").arg(QString::fromStdString(fullName(pass))), pass.index);
    add(tr("Final"), -1);
}

void GraphPanel::buildMoreMenu() {
    QMenu *menu = m_moreButton->menu();
    menu->clear();
    menu->addAction(tr("Show all\tSpace"), m_view, &GraphView::fit);
    menu->addAction(tr("Zoom to selection\tF"), m_view, &GraphView::zoomToSelection);
    menu->addAction(tr("Find…\tCtrl+F"), m_view, &GraphView::openSearch);
    menu->addSeparator();
    struct Choice {
        QString text;
        LayoutEngine engine;
    };
    auto *group = new QActionGroup(menu);
    for (const Choice &choice :
         {Choice{tr("Layout: automatic"), LayoutEngine::Automatic},
          Choice{tr("Layout: layered"), LayoutEngine::Layered},
          Choice{tr("Layout: Graphviz (up to %1 nodes)").arg(GraphvizLayout::mostNodes), LayoutEngine::Graphviz}}) {
        QAction *action = menu->addAction(choice.text);
        action->setCheckable(true);
        action->setChecked(m_engine == choice.engine);
        action->setActionGroup(group);
        connect(action, &QAction::triggered, this, [this, engine = choice.engine] {
            m_engine = engine;
            rebuild(GraphView::Camera::Fit);
        });
    }
    menu->addSeparator();
    menu->addAction(tr("Copy as text"), this, [this] { QGuiApplication::clipboard()->setText(contentAsText()); });
    menu->addAction(tr("Export picture…"), this, &GraphPanel::exportPictureAs);
}

const Compilation *GraphPanel::compilation() const {
    const auto &all = m_context.document.session().compilations;
    return m_source >= 0 && size_t(m_source) < all.size() ? &all[size_t(m_source)] : nullptr;
}

void GraphPanel::updateControls() {
    const Session &session = m_context.document.session();
    const Compilation *record = compilation();
    m_controls->setEnabled(!session.ops.empty() || !session.compilations.empty());
    const QString arrow = QStringLiteral(" ▾");
    m_sourceButton->setText((record ? shortened(QString::fromStdString(record->function), 32) : tr("live tape")) +
                            arrow);
    m_passButton->setVisible(record);
    if (record) {
        const bool isPass = m_pass >= 0 && size_t(m_pass) < record->passes.size();
        const QString stage = isPass         ? QString::fromStdString(record->passes[size_t(m_pass)].name)
                              : m_pass == -2 ? tr("captured")
                                             : tr("final");
        m_passButton->setText(shortened(stage, 28) + arrow);
    }
    const bool hasTimes = !record || !nodeTimes(session, m_source).empty();
    m_timeButton->setVisible(hasTimes);
    m_plumbingButton->setVisible(record);
    const int folded = m_view->graph().foldedPlumbing;
    m_plumbingButton->setText(m_options.plumbing == Plumbing::Folded ? tr("plumbing folded · %1").arg(folded)
                                                                     : tr("plumbing shown"));
}

void GraphPanel::showBest() {
    const Session &session = m_context.document.session();
    const Anchor &anchor = m_context.selection.current();
    m_options.expanded.clear();
    const bool isChosen = anchor.compilation >= 0 && size_t(anchor.compilation) < session.compilations.size();
    if (isChosen) return showSource(anchor.compilation, anchor.pass);
    showSource(session.compilations.empty() ? tape : int(session.compilations.size()) - 1, -1);
}

void GraphPanel::showSource(int source, int pass) {
    if (source != m_source) m_options.expanded.clear();
    const bool isOther = source != m_source;
    m_source = source;
    m_pass = pass;
    rebuild(isOther || m_view->graph().nodes.empty() ? GraphView::Camera::Fit : GraphView::Camera::Anchor);
}

DisplayOptions GraphPanel::displayOptions() const {
    DisplayOptions options = m_options;
    if (m_overlay == Overlay::Time) options.times = nodeTimes(m_context.document.session(), m_source);
    return options;
}

DisplayGraph GraphPanel::displayed() const {
    const Compilation *record = compilation();
    if (record) return displayGraph(moduleAt(*record, m_pass), displayOptions());
    DisplayGraph graph = tapeGraph(m_context.document.session());
    if (m_overlay == Overlay::None)
        for (DisplayNode &node : graph.nodes)
            node.timeNs = -1;
    return graph;
}

LayoutInput GraphPanel::withPreviousPlaces(LayoutInput input, const DisplayGraph &graph) const {
    std::unordered_map<std::string, size_t> known;
    for (size_t i = 0; i < m_view->graph().nodes.size(); ++i)
        known.emplace(m_view->graph().nodes[i].key, i);
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto found = known.find(graph.nodes[i].key);
        if (found == known.end()) continue;
        const LayoutBox &box = m_view->painterOf().layout().nodes[found->second];
        input.nodes[i].previous = LayoutPoint{box.x, box.y};
    }
    return input;
}

void GraphPanel::rebuild(GraphView::Camera camera) {
    m_growth.stop();
    DisplayGraph graph = displayed();
    if (graph.nodes.empty()) {
        m_view->setPicture({});
        m_stack->setCurrentWidget(m_empty);
        return updateControls();
    }
    m_stack->setCurrentWidget(m_view);
    const bool isGrowth = camera == GraphView::Camera::Keep;
    LayoutInput input = layoutInput(graph);
    if (isGrowth) input = withPreviousPlaces(std::move(input), graph);
    // A growing graph must not jump between engines; Graphviz knows nothing of what was before.
    const LayoutEngine engine = isGrowth || m_source == tape ? LayoutEngine::Layered : m_engine;
    m_layouts.request(std::move(input), engine, [this, camera, graph = std::move(graph)](LayoutResult layout) mutable {
        m_view->setPicture({std::move(graph), std::move(layout)}, camera);
        updateControls();
        highlight();
    });
}

void GraphPanel::followDocument() {
    // A compiled graph does not change once it is there; what was added to it are times.
    const bool hasNewTape = m_source == tape;
    const bool isWaiting = m_view->graph().nodes.empty();
    if (isWaiting) return showBest();
    if (hasNewTape && !m_growth.isActive()) m_growth.start();
}

void GraphPanel::followSelection(const Anchor &anchor, QObject *source) {
    if (source == this) return highlight();
    const bool isOnTape = m_source == tape && m_view->graph().cardOfOp(anchor.op) >= 0;
    const auto &compilations = m_context.document.session().compilations;
    const bool hasGraph = anchor.compilation >= 0 && size_t(anchor.compilation) < compilations.size();
    if (!isOnTape && hasGraph && (anchor.compilation != m_source || anchor.pass != m_pass))
        return showSource(anchor.compilation, anchor.pass);
    if (!isOnTape && !hasGraph && anchor.op >= 0 && m_source != tape) return showSource(tape, -1);
    highlight();
}

std::vector<int> GraphPanel::cardsOf(const Anchor &anchor) const {
    const DisplayGraph &graph = m_view->graph();
    if (m_source == tape) {
        const int card = graph.cardOfOp(anchor.op);
        return card < 0 ? std::vector<int>{} : std::vector<int>{card};
    }
    if (anchor.compilation != m_source || !anchor.node.valid()) return {};
    std::vector<int> cards = graph.cardsOf(anchor.node);
    if (!cards.empty()) return cards;
    // A member of a graph that is folded: the card of the call that holds it.
    const Module &module = moduleAt(*compilation(), m_pass);
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const NodePtr &node = graph.nodes[i].node;
        const GraphPtr callee = node && !node->callee.empty() ? module.find(node->callee) : nullptr;
        if (!callee) continue;
        const bool holds = std::any_of(callee->nodes.begin(), callee->nodes.end(),
                                       [&](const NodePtr &member) { return member->id == anchor.node; });
        if (holds) cards.push_back(int(i));
    }
    return cards;
}

void GraphPanel::highlight() {
    m_view->setSelectedCards(cardsOf(m_context.selection.current()));
    const bool isPaused = m_context.runner.state() == RunState::Paused;
    const int64_t next = isPaused ? m_context.runner.pauseInfo().nextOp : -1;
    m_view->setCurrentCard(m_source == tape && next > 0 ? m_view->graph().cardOfOp(next - 1) : -1);
}

void GraphPanel::choose(int card) {
    const DisplayNode &node = m_view->graph().nodes[size_t(card)];
    if (node.op >= 0) return m_context.selection.selectOp(node.op, this);
    if (node.tensor >= 0) return m_context.selection.selectTensor(node.tensor, this);
    if (node.id.valid() && m_source >= 0) m_context.selection.selectNode(m_source, m_pass, node.id, this);
}

void GraphPanel::toggle(const QString &key) {
    const std::string text = key.toStdString();
    if (m_options.expanded.erase(text) == 0) m_options.expanded.insert(text);
    rebuild(GraphView::Camera::Anchor);
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
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the graph"), QStringLiteral("graph.svg"),
                                                      tr("Pictures (*.svg *.png);;Graphviz (*.dot)"));
    if (path.isEmpty()) return;
    const auto written = exportPicture(m_view->painterOf(), path, currentTheme());
    m_context.notify(written ? tr("Written to %1").arg(path) : QString::fromStdString(written.error().message));
}

PanelDef graphPanel() {
    return {.id = QStringLiteral("graph"),
            .title = QStringLiteral("Graph"),
            .summary = QStringLiteral("The compiled graph at any stage, or the operators as they ran"),
            .area = PanelArea::Centre,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new GraphPanel(context, parent);
            }};
}

} // namespace jitscope
