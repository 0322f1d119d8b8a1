// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons in the title of the graph panel and their menus: which graph, which stage, which overlay, and the rest.
#include "app/panels/graph/graphpanel.h"

#include "app/models/graphtitle.h"
#include "app/models/nodemenu.h"
#include "app/sdk/document.h"
#include "app/sdk/icons.h"
#include "app/sdk/selection.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace jitscope {
inline namespace graphpanel {

namespace {

QToolButton *flatButton(const QString &name, const QString &toolTip, QWidget *parent) {
    auto *button = new QToolButton(parent);
    button->setObjectName(name);
    button->setProperty("role", "flat");
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setFixedHeight(22);
    return button;
}

constexpr int mostTitle = 140; ///< characters of a graph's title in the menu

QString shortened(const QString &text, int most) {
    return text.size() <= most ? text : QString(text.left(most - 1) + QChar(0x2026));
}

QString overlayName(Overlay overlay) {
    switch (overlay) {
    case Overlay::None:
        return GraphPanel::tr("none");
    case Overlay::Time:
        return GraphPanel::tr("time");
    case Overlay::Health:
        return GraphPanel::tr("values");
    case Overlay::Memory:
        return GraphPanel::tr("memory");
    }
    return {};
}

} // namespace

void GraphPanel::buildControls() {
    m_controls = new QWidget;
    auto *row = new QHBoxLayout(m_controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    m_sourceButton = flatButton(QStringLiteral("graphSource"), tr("Which graph is shown"), m_controls);
    m_passButton = flatButton(QStringLiteral("graphPass"), tr("At which stage of the compile"), m_controls);
    m_overlayButton =
        flatButton(QStringLiteral("graphOverlay"), tr("What the cards show of each operator"), m_controls);
    m_plumbingButton =
        flatButton(QStringLiteral("graphPlumbing"),
                   tr("Draw tuples, loads, dependencies and constants as plain edges and arguments"), m_controls);
    m_moreButton = flatButton(QStringLiteral("graphMore"), tr("Layout, export and more"), m_controls);
    for (QToolButton *button : {m_sourceButton, m_passButton, m_overlayButton, m_moreButton}) {
        button->setPopupMode(QToolButton::InstantPopup);
        button->setMenu(new QMenu(button));
    }
    connect(m_sourceButton->menu(), &QMenu::aboutToShow, this, &GraphPanel::buildSourceMenu);
    connect(m_overlayButton->menu(), &QMenu::aboutToShow, this, &GraphPanel::buildOverlayMenu);
    connect(m_passButton->menu(), &QMenu::aboutToShow, this, &GraphPanel::buildPassMenu);
    connect(m_moreButton->menu(), &QMenu::aboutToShow, this, &GraphPanel::buildMoreMenu);
    m_moreButton->setIcon(themedIcon(QStringLiteral("menu")));
    m_plumbingButton->setCheckable(true);
    m_plumbingButton->setChecked(true);
    connect(m_plumbingButton, &QToolButton::toggled, this, [this](bool folded) {
        m_options.plumbing = folded ? Plumbing::Folded : Plumbing::Shown;
        rebuild(GraphView::Camera::Fit);
    });
    for (QToolButton *button : {m_sourceButton, m_passButton, m_overlayButton, m_plumbingButton, m_moreButton})
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
    const auto &records = m_context.document.session().compilations;
    const std::vector<GraphTitle> titles = graphTitles(m_context.document.session());
    for (size_t i = 0; i < records.size(); ++i)
        add(shortened(titles[i].full, mostTitle), records[i].index);
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

void GraphPanel::buildOverlayMenu() {
    QMenu *menu = m_overlayButton->menu();
    menu->clear();
    struct Choice {
        QString text;
        Overlay overlay;
    };
    auto *group = new QActionGroup(menu);
    for (const Choice &choice :
         {Choice{tr("Time"), Overlay::Time}, Choice{tr("Values: NaN and Inf"), Overlay::Health},
          Choice{tr("Memory of results"), Overlay::Memory}, Choice{tr("Nothing"), Overlay::None}}) {
        QAction *action = menu->addAction(choice.text);
        action->setCheckable(true);
        action->setChecked(m_overlay == choice.overlay);
        action->setActionGroup(group);
        connect(action, &QAction::triggered, this, [this, overlay = choice.overlay] { setOverlay(overlay); });
    }
}

void GraphPanel::buildMoreMenu() {
    QMenu *menu = m_moreButton->menu();
    menu->clear();
    menu->addAction(tr("Show all\tSpace"), m_view, &GraphView::fit);
    menu->addAction(tr("Zoom to selection\tF"), m_view, &GraphView::zoomToSelection);
    menu->addAction(tr("Find…\tCtrl+F"), m_view, &GraphView::openSearch);
    menu->addAction(tr("Arrange anew"), this,
                    [this] {
                        m_arrangesAnew = true;
                        rebuild(GraphView::Camera::Fit);
                    })
        ->setEnabled(m_source == tape);
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

void GraphPanel::openCardMenu(int card, const QPoint &place) {
    const DisplayNode &node = m_view->graph().nodes[size_t(card)];
    QMenu menu(this);
    const std::vector<NodeId> &together = m_context.selection.together();
    if (m_source != tape && std::ranges::find(together, node.id) != together.end()) {
        addRegionEntries(menu, m_context, m_source, m_pass, together);
        return void(menu.exec(place));
    }
    if (m_source != tape && node.id.valid()) {
        addNodeEntries(menu, m_context, {m_source, m_pass, node.id}, QStringLiteral("graph"));
    } else if (node.op >= 0) {
        const int64_t op = std::max(node.op, node.lastOp);
        addAnchorEntries(menu, m_context, anchorOfOp(m_context.document.session(), op), QStringLiteral("graph"));
        menu.addAction(tr("Copy as text"), this, [text = node.title + QStringLiteral("  ") + node.type] {
            QGuiApplication::clipboard()->setText(text);
        });
    }
    if (node.isExpandable) {
        menu.addSeparator();
        menu.addAction(tr("Show what is in it"), this,
                       [this, key = QString::fromStdString(node.key)] { toggle(key, Depth::One); });
    }
    if (!menu.isEmpty()) menu.exec(place);
}

void GraphPanel::openGraphMenu(const QPoint &place) {
    const DisplayGraph &graph = m_view->graph();
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("graphMenu"));
    menu.addAction(tr("Show all\tSpace"), m_view, &GraphView::fit);
    menu.addAction(tr("Zoom in\t+"), m_view, &GraphView::zoomIn);
    menu.addAction(tr("Zoom out\t-"), m_view, &GraphView::zoomOut);
    menu.addAction(tr("Zoom to selection\tF"), m_view, &GraphView::zoomToSelection)
        ->setEnabled(!m_view->selectedCards().empty());
    menu.addAction(tr("Find…\tCtrl+F"), m_view, &GraphView::openSearch);
    menu.addSeparator();
    const auto isClosed = [](const DisplayNode &node) { return node.isExpandable; };
    const auto isOpen = [](const DisplayGroup &group) { return !group.key.empty(); };
    menu.addAction(tr("Expand all"), this, &GraphPanel::openAll)
        ->setEnabled(std::any_of(graph.nodes.begin(), graph.nodes.end(), isClosed));
    menu.addAction(tr("Collapse all"), this, &GraphPanel::closeAll)
        ->setEnabled(std::any_of(graph.groups.begin(), graph.groups.end(), isOpen));
    menu.addSeparator();
    menu.addAction(tr("Copy as text"), this, [this] { QGuiApplication::clipboard()->setText(contentAsText()); });
    menu.addAction(tr("Copy as picture"), this, [this] { QGuiApplication::clipboard()->setPixmap(m_view->grab()); });
    menu.addAction(tr("Export picture…"), this, &GraphPanel::exportPictureAs);
    menu.exec(place);
}

void GraphPanel::openEdgeMenu(int from, int to, const QPoint &place) {
    if (m_source == tape) return;
    const auto &nodes = m_view->graph().nodes;
    QMenu menu(this);
    addEdgeEntries(menu, m_context, {m_source, m_pass, nodes[size_t(from)].id},
                   {m_source, m_pass, nodes[size_t(to)].id});
    if (!menu.isEmpty()) menu.exec(place);
}

void GraphPanel::updateControls() {
    const Session &session = m_context.document.session();
    const Compilation *record = compilation();
    m_controls->setEnabled(!session.ops.empty() || !session.compilations.empty());
    const QString arrow = QStringLiteral(" ▾");
    const GraphTitle title = record ? graphTitle(session, *record) : GraphTitle();
    m_sourceButton->setText((record ? shortened(title.brief, 40) : tr("live tape")) + arrow);
    m_sourceButton->setToolTip(record ? title.toolTip : tr("Which graph is shown"));
    m_passButton->setVisible(record);
    if (record) {
        const bool isPass = m_pass >= 0 && size_t(m_pass) < record->passes.size();
        const QString stage = isPass         ? QString::fromStdString(record->passes[size_t(m_pass)].name)
                              : m_pass == -2 ? tr("captured")
                                             : tr("final");
        m_passButton->setText(shortened(stage, 28) + arrow);
    }
    m_overlayButton->setText(tr("overlay: %1").arg(overlayName(m_overlay)) + arrow);
    m_plumbingButton->setVisible(record);
    const int folded = m_view->graph().foldedPlumbing;
    m_plumbingButton->setText(m_options.plumbing == Plumbing::Folded ? tr("plumbing folded · %1").arg(folded)
                                                                     : tr("plumbing shown"));
}

} // namespace graphpanel
} // namespace jitscope
