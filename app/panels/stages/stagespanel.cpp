// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/stages/stagespanel.h"

#include "app/graphview/graphview.h"
#include "app/models/graphtitle.h"
#include "app/models/labwords.h"
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/tablecell.h"
#include "app/panels/stages/decisionspage.h"
#include "app/sdk/document.h"
#include "app/sdk/icons.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/hairline.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/session/session.h"
#include "engine/variants/keptvariant.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QResizeEvent>
#include <QScrollBar>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace jitscope {
inline namespace stagespanel {

namespace {

constexpr int capturedPass = -2, finalPass = -1;
constexpr int narrowestName = 120;
const QString compileTag = QStringLiteral("stages-compile"), compareTag = QStringLiteral("stages-compare");
const QString graphPage = QStringLiteral("graph"), textPage = QStringLiteral("text"),
              nodesPage = QStringLiteral("nodes"), kernelsPage = QStringLiteral("kernels"),
              decisionsPage = QStringLiteral("decisions");
const QStringList pages{graphPage, textPage, nodesPage, kernelsPage, decisionsPage};

QLabel *labelWithRole(const char *role) {
    auto *label = new QLabel;
    label->setProperty("role", role);
    return label;
}

RecordView *tableNamed(const QString &name, const QString &title, QAbstractItemModel *model) {
    auto *view = new RecordView;
    view->setObjectName(name);
    view->setAccessibleName(title);
    view->setRecords(model);
    view->sortByColumn(-1, Qt::AscendingOrder);
    return view;
}

/** The view may never have been shown: its page is as wide as all pages. */
int roomIn(const RecordView &view) {
    return view.parentWidget()->width() - view.verticalScrollBar()->sizeHint().width();
}

/** The width that no column exceeds where all fit into `room`; those that need less keep what they need. */
int widestOf(std::vector<int> needed, int room) {
    std::ranges::sort(needed);
    for (size_t i = 0; i < needed.size(); ++i) {
        const int share = room / int(needed.size() - i);
        if (needed[i] > share) return share;
        room -= needed[i];
    }
    return needed.empty() ? 0 : needed.back();
}

/** As wide as what they hold while there is room for that; else the widest give way first, down to their heading. */
void shareWidth(RecordView &view, int room) {
    std::vector<int> needed;
    for (int column = 0; column < view.model()->columnCount(); ++column) {
        view.resizeColumnToContents(column);
        needed.push_back(view.columnWidth(column));
    }
    const int widest = std::max(widestOf(needed, room), narrowestName);
    for (int column = 0; column < view.model()->columnCount(); ++column)
        view.setColumnWidth(column,
                            std::min(needed[size_t(column)], std::max(widest, view.header()->sectionSizeHint(column))));
}

bool isKnown(const Session &session, const StageRef &stage) {
    const Compilation *compilation = session.compilation(stage.compilation);
    if (!compilation) return false;
    return stage.variant || stage.pass < int(compilation->passes.size());
}

} // namespace

StagesPanel::StagesPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_stack(new QStackedLayout(this))
    , m_nodes(matchColumns())
    , m_kernels(kernelPairColumns()) {
    auto *empty = new EmptyState(
        QStringLiteral("diff"), tr("Nothing to compare yet"),
        tr("Run a script in graph mode (F5) or open a folder of .ir files: any two stages of its functions, and of "
           "their variants, can be compared here."),
        this);
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildPickers());
    column->addWidget(new Hairline);
    column->addWidget(buildPages(), 1);
    m_stack->addWidget(empty);
    m_stack->addWidget(content);

    connect(&context.document, &Document::replaced, this, [this] {
        m_pictures.clear();
        reset();
    });
    connect(&context.document, &Document::appended, this, &StagesPanel::followDocument);
    connect(&context.document, &Document::variantsChanged, this, &StagesPanel::showPickers);
    connect(&context.selection, &Selection::changed, this, &StagesPanel::highlight);
    connect(&context.selection, &Selection::comparedChanged, this, [this](const StagePair &stages) {
        if (!stages.isChosen() || stages == m_stages) return;
        m_stages = stages;
        m_toggled.clear();
        compare(PassCompare::Camera::Fit);
    });
    connect(&context.selection, &Selection::comparedNodeWanted, this, &StagesPanel::lookAt);
    reset();
}

QWidget *StagesPanel::buildPickers() {
    m_left = new StagePicker(QStringLiteral("stagesLeft"), tr("Left"));
    m_right = new StagePicker(QStringLiteral("stagesRight"), tr("Right"));
    connect(m_left, &StagePicker::chosen, this, [this](const StageRef &stage) { choose(StageSide::Left, stage); });
    connect(m_right, &StagePicker::chosen, this, [this](const StageRef &stage) { choose(StageSide::Right, stage); });
    auto *swap = new QToolButton;
    swap->setObjectName(QStringLiteral("stagesSwap"));
    swap->setProperty("role", "flat");
    swap->setText(QStringLiteral("\u21c4"));
    swap->setToolTip(tr("Swap left and right"));
    swap->setAccessibleName(swap->toolTip());
    connect(swap, &QToolButton::clicked, this, &StagesPanel::swapSides);
    m_tabs = new SegmentedControl(
        tr("What is compared"),
        {{graphPage, tr("Graph"), tr("Both graphs on one layout; what is on both sides stands in the same place")},
         {textPage, tr("IR text"), tr("Both graphs as text, line by line")},
         {nodesPage, tr("Nodes"), tr("What became of each node and parameter, and why")},
         {kernelsPage, tr("Kernels"), tr("Fused kernels paired by their members")},
         {decisionsPage, tr("Decisions"), tr("What each decision that leads from left to right costs")}});
    m_tabs->setObjectName(QStringLiteral("stagesTabs"));
    connect(m_tabs, &SegmentedControl::changed, this, &StagesPanel::showPage);
    m_mode = new SegmentedControl(tr("Text layout"), {{QStringLiteral("side"), tr("Side by side"), QString()},
                                                      {QStringLiteral("unified"), tr("Unified"), QString()}});
    connect(m_mode, &SegmentedControl::changed, this, [this](const QString &id) {
        m_diff->setMode(id == QLatin1String("unified") ? IrDiffView::Mode::Unified : IrDiffView::Mode::SideBySide);
        highlight();
    });
    auto *fold = new QToolButton;
    fold->setObjectName(QStringLiteral("stagesFold"));
    fold->setProperty("role", "flat");
    fold->setText(tr("fold"));
    fold->setToolTip(tr("Show long runs of unchanged lines as one line each"));
    fold->setCheckable(true);
    fold->setChecked(true);
    connect(fold, &QToolButton::toggled, this, [this](bool isOn) {
        m_diff->setFolding(isOn ? IrDiffView::Folding::Unchanged : IrDiffView::Folding::None);
        highlight();
    });
    m_place = labelWithRole("hint");
    m_summary = labelWithRole("secondary");
    m_summary->setObjectName(QStringLiteral("stagesSummary"));
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_ofText = {m_mode, m_place, fold};

    auto *sides = new QHBoxLayout;
    sides->setSpacing(8);
    sides->addWidget(m_left, 1);
    sides->addWidget(swap);
    sides->addWidget(m_right, 1);
    auto *tabs = new QHBoxLayout;
    tabs->setSpacing(8);
    tabs->addWidget(m_tabs);
    tabs->addStretch(1);
    tabs->addWidget(m_place);
    tabs->addWidget(fold);
    tabs->addWidget(m_mode);
    auto *header = new QWidget;
    auto *column = new QVBoxLayout(header);
    column->setContentsMargins(8, 6, 8, 6);
    column->setSpacing(6);
    column->addLayout(sides);
    column->addLayout(tabs);
    column->addWidget(m_summary);
    return header;
}

QWidget *StagesPanel::buildPages() {
    m_graphs = new PassCompare;
    m_graphs->setSides(tr("Left"), tr("Right"));
    m_diff = new IrDiffView;
    m_nodeView = tableNamed(QStringLiteral("stagesNodes"), tr("Nodes that changed"), &m_nodes);
    m_kernelView = tableNamed(QStringLiteral("stagesKernels"), tr("Kernels side by side"), &m_kernels);
    for (RecordView *view : {m_nodeView, m_kernelView})
        view->setTextElideMode(Qt::ElideMiddle); // kernels differ in how their names end
    m_decisions = new DecisionsPage(m_context);
    m_pages = new QStackedWidget;
    for (QWidget *page : std::initializer_list<QWidget *>{m_graphs, m_diff, m_nodeView, m_kernelView, m_decisions})
        m_pages->addWidget(page);
    showPage(graphPage);

    connect(m_graphs, &PassCompare::nodeChosen, this, [this](NodeId node, PassCompare::Side side) {
        openNode(node, side == PassCompare::Side::Before ? StageSide::Left : StageSide::Right);
    });
    connect(m_graphs, &PassCompare::nodesChosen, this,
            [this](const std::vector<NodeId> &nodes, PassCompare::Side side) {
                openNodes(nodes, side == PassCompare::Side::Before ? StageSide::Left : StageSide::Right);
            });
    connect(m_graphs, &PassCompare::toggled, this, [this](const QString &key) {
        if (m_toggled.erase(key.toStdString()) == 0) m_toggled.insert(key.toStdString());
        compare(PassCompare::Camera::Keep);
    });
    connect(m_diff, &IrDiffView::nodeChosen, this, [this](NodeId node, IrDiffView::Side side) {
        openNode(node, side == IrDiffView::Side::Left ? StageSide::Left : StageSide::Right);
    });
    connect(m_diff, &IrDiffView::placeChanged, m_place, &QLabel::setText);
    connect(m_nodeView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const int at = m_nodeView->currentSourceRow();
        if (at < 0) return;
        const MatchRow &row = m_nodes.row(at);
        if (!row.rightNodes.empty())
            openNode(row.rightNodes.front(), StageSide::Right);
        else if (!row.leftNodes.empty())
            openNode(row.leftNodes.front(), StageSide::Left);
    });
    RowMenu::of(*m_nodeView).addPart([this](QMenu &menu, const QModelIndex &) {
        for (const QString &page : {graphPage, textPage})
            menu.addAction(page == graphPage ? tr("Show in the graph") : tr("Show in the IR text"), this,
                           [this, page] { showPage(page); });
    });
    return m_pages;
}

void StagesPanel::showPage(const QString &id) {
    m_tabs->setCurrent(id);
    m_pages->setCurrentIndex(int(std::max(qsizetype(0), pages.indexOf(id))));
    for (QWidget *control : m_ofText)
        control->setVisible(id == textPage);
}

/** Until somebody chooses: what all passes together did. */
StagePair StagesPanel::usualPair() const {
    const Session &session = m_context.document.session();
    if (session.compilations.empty()) return {};
    const int looked = m_context.selection.current().compilation;
    const int at = session.compilation(looked) ? looked : session.compilations[size_t(newestCalled(session))].index;
    return {{at, {}, capturedPass}, {at, {}, finalPass}};
}

void StagesPanel::reset() {
    m_toggled.clear();
    m_shown = std::make_shared<const StagePicture>();
    m_found = {};
    m_wanted = {};
    m_stages = m_context.selection.compared().isChosen() ? m_context.selection.compared() : usualPair();
    m_stack->setCurrentIndex(m_stages.isChosen() ? 1 : 0);
    if (m_stages.isChosen()) compare(PassCompare::Camera::Fit);
}

void StagesPanel::followDocument() {
    if (!m_stages.isChosen()) return reset();
    showPickers();
}

void StagesPanel::choose(StageSide side, const StageRef &stage) {
    StagePair stages = m_stages;
    (side == StageSide::Left ? stages.left : stages.right) = stage;
    m_context.selection.compare(stages);
}

void StagesPanel::swapSides() {
    m_context.selection.compare({m_stages.right, m_stages.left});
}

/** The right side goes to its next effective stage; a left side of another compile goes along where it has that pass.
 */
void StagesPanel::step(int by) {
    StagePair stages{m_stages.left, m_right->neighbour(by)};
    if (stages.right == m_stages.right) return;
    if (!stages.left.isOfSameCompile(stages.right) && m_found.right)
        stages.left.pass = m_left->passNamed(stageTitle(m_found.right.get(), stages.right.pass));
    m_context.selection.compare(stages);
}

void StagesPanel::showPickers() {
    if (!m_stages.isChosen()) return;
    m_decisions->showPair(m_stages);
    m_tabs->setSegmentText(decisionsPage, tr("Decisions (%1)").arg(m_decisions->steps()));
    m_left->showStage(m_context.document, m_stages.left);
    m_right->showStage(m_context.document, m_stages.right);
    const QString times = timesText();
    const QString summary = matchSummary(match());
    m_summary->setText(times.isEmpty() ? summary : summary + QLatin1Char('\n') + times);
}

void StagesPanel::compare(PassCompare::Camera camera) {
    const Session &session = m_context.document.session();
    if (!isKnown(session, m_stages.left) || !isKnown(session, m_stages.right)) return;
    m_stack->setCurrentIndex(1);
    const int asked = ++m_asked;
    m_waiting = 1;
    m_context.jobs.cancel(compareTag); // of another pair
    showPickers();
    withStages(m_context, m_stages, this, compileTag, [this, camera, asked](const ComparedStages &found) {
        if (asked == m_asked) compareStages(found, camera);
    });
}

void StagesPanel::compareStages(const ComparedStages &found, PassCompare::Camera camera) {
    m_found = found;
    showPickers();
    const StageView view{found, m_toggled, cardFonts()};
    if (const StagePicturePtr known = m_pictures.find(view)) return present(known, camera);
    m_context.jobs.run(
        compareTag, tr("Comparing the stages"), this,
        [view](const CancelFlag &cancelled) { return picturesOf(view, cancelled); },
        [this, view, camera](const StagePicturePtr &picture) {
            m_pictures.keep(view, picture);
            present(picture, camera);
        });
}

void StagesPanel::present(const StagePicturePtr &picture, PassCompare::Camera camera) {
    m_waiting = 0;
    if (!picture->isWhole()) return;
    m_shown = picture;
    const Session &session = m_context.document.session();
    const auto title = [&](const StageRef &stage, const StagePicker &picker) {
        return compileTitle(session, stage) + QStringLiteral(" · ") + picker.stageText();
    };
    m_graphs->setTitles(title(m_stages.left, *m_left), title(m_stages.right, *m_right));
    m_graphs->setPictures(picture->pictures, matchPills(picture->match), camera);
    m_diff->setDiff(picture->text);
    m_nodes.setRows(picture->nodes);
    m_kernels.setRows(picture->kernels);
    fitColumns();
    m_tabs->setSegmentText(nodesPage, tr("Nodes (%1)").arg(m_nodes.rowCount()));
    m_tabs->setSegmentText(kernelsPage, tr("Kernels (%1)").arg(m_kernels.rowCount()));
    showPickers();
    highlight();
    if (m_wanted.valid()) lookAt(m_wanted);
}

/** Reasons are read whole, names give way to them; of kernels all stands side by side. */
void StagesPanel::fitColumns() {
    m_nodeView->fitColumns(std::max(narrowestName, roomIn(*m_nodeView) / 6));
    shareWidth(*m_kernelView, roomIn(*m_kernelView));
}

void StagesPanel::resizeEvent(QResizeEvent *event) {
    Panel::resizeEvent(event);
    fitColumns();
}

/** What was measured of the two as whole functions; a stage itself is never run. */
QString StagesPanel::timesText() const {
    if (m_stages.left.isOfSameCompile(m_stages.right)) return {};
    const Session &session = m_context.document.session();
    const auto text = [&](const StageRef &stage) {
        const VariantRecord *kept = keptVariantOf(session, stage);
        if (!kept || kept->runNs < 0) return tr("not timed");
        return tr("%1 ± %2").arg(timeText(kept->runNs), timeText(kept->runSpreadNs));
    };
    const VariantRecord *right = keptVariantOf(session, m_stages.right);
    const bool isAgainstOwn =
        right && !m_stages.left.variant && m_stages.left.compilation == m_stages.right.compilation;
    // The left time that is kept may be of a later measurement: only what was timed in turn stands beside each other.
    if (const auto measured = isAgainstOwn ? timesOf(*right) : std::nullopt)
        return tr("Right takes %1 as a whole function; against left, timed in turn: %2.")
            .arg(text(m_stages.right), timesSentence(*measured));
    return tr("Run time of the whole function: left %1, right %2; not timed against each other.")
        .arg(text(m_stages.left), text(m_stages.right));
}

/** Cards and lines are marked on both sides; the node is selected where the recording has it. */
void StagesPanel::openNode(NodeId shown, StageSide side) {
    if (const auto node = recordedNode(m_stages, match(), side, shown))
        m_context.selection.selectNode(node->compilation, node->pass, node->node, this);
    mark(markedAround(match(), side, shown));
}

void StagesPanel::openNodes(const std::vector<NodeId> &shown, StageSide side) {
    std::vector<NodeId> recorded;
    MarkedNodes marked;
    StagedNode place;
    for (const NodeId id : shown) {
        const MarkedNodes each = markedAround(match(), side, id);
        marked.left.insert(marked.left.end(), each.left.begin(), each.left.end());
        marked.right.insert(marked.right.end(), each.right.begin(), each.right.end());
        const auto node = recordedNode(m_stages, match(), side, id);
        if (!node) continue;
        place = *node;
        recorded.push_back(node->node);
    }
    m_context.selection.selectNodes(place.compilation, place.pass, recorded, this);
    mark(marked);
}

void StagesPanel::lookAt(NodeId right) {
    m_wanted = right;
    if (m_waiting > 0 || !m_found.right) return;
    openNode(match().shownRight(std::exchange(m_wanted, {})), StageSide::Right);
}

void StagesPanel::highlight() {
    if (m_found.left) mark(markedBy(m_context.selection.current(), m_found, match()));
}

void StagesPanel::mark(const MarkedNodes &nodes) {
    m_graphs->setSelectedNodes(nodes.left, nodes.right);
    m_diff->setSelectedNodes(nodes.left, nodes.right);
}

void StagesPanel::goToChange(int step) {
    showPage(textPage);
    m_diff->goToChange(step);
}

void StagesPanel::keyPressEvent(QKeyEvent *event) {
    const bool control = event->modifiers() & Qt::ControlModifier;
    if (event->key() == Qt::Key_F7) return goToChange(-1);
    if (event->key() == Qt::Key_F8) return goToChange(1);
    if (control && event->key() == Qt::Key_Up) return step(-1);
    if (control && event->key() == Qt::Key_Down) return step(1);
    Panel::keyPressEvent(event);
}

bool StagesPanel::isReady() const {
    return m_waiting == 0 && m_decisions->isReady();
}

QString StagesPanel::contentAsText() const {
    if (!m_stages.isChosen()) return {};
    const QString header = tr("Left") + QStringLiteral(": ") +
                           compileTitle(m_context.document.session(), m_stages.left) + QStringLiteral(" · ") +
                           m_left->stageText() + QLatin1Char('\n') + tr("Right") + QStringLiteral(": ") +
                           compileTitle(m_context.document.session(), m_stages.right) + QStringLiteral(" · ") +
                           m_right->stageText() + QLatin1Char('\n') + m_summary->text() + QLatin1Char('\n');
    const QWidget *page = m_pages->currentWidget();
    if (page == m_diff) return header + m_diff->shownText();
    if (page == m_nodeView) return header + m_nodeView->allAsText();
    if (page == m_decisions) return header + m_decisions->contentAsText();
    return header + (page == m_kernelView ? m_kernelView->allAsText() : m_graphs->asText());
}

bool StagesPanel::startFind() {
    if (!m_stages.isChosen()) return false;
    showPage(graphPage);
    m_graphs->view(PassCompare::Side::After)->openSearch();
    return true;
}

void StagesPanel::findNext(FindDirection direction) {
    m_graphs->view(PassCompare::Side::After)->goToMatch(direction == FindDirection::Forward ? 1 : -1);
}

void StagesPanel::fitView() {
    m_graphs->view(PassCompare::Side::After)->fit();
}

PanelDef stagesPanel() {
    return {.id = QStringLiteral("stages"),
            .title = QT_TRANSLATE_NOOP("Panels", "Compare stages"),
            .summary =
                QT_TRANSLATE_NOOP("Panels", "Any two stages of compiled functions and their variants, side by side"),
            .area = PanelArea::Centre,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new StagesPanel(context, parent);
            }};
}

} // namespace stagespanel
} // namespace jitscope

#include "moc_stagespanel.cpp"
