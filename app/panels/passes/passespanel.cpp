// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/passespanel.h"

#include "app/graphview/graphview.h"
#include "app/models/failedcompilestrip.h"
#include "app/models/graphtitle.h"
#include "app/models/recordview.h"
#include "app/models/sortfiltermodel.h"
#include "app/sdk/widgets/hairline.h"
#include "app/sdk/document.h"
#include "app/sdk/runner.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QResizeEvent>
#include <QSplitter>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace jitscope {
inline namespace passespanel {

namespace {

const QString textTab = QStringLiteral("text");
const QString pictureTag = QStringLiteral("passes-picture");

} // namespace

PassesPanel::PassesPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_stack(new QStackedLayout)
    , m_failed(new FailedCompileStrip(context, this))
    , m_empty(new EmptyState(QStringLiteral("passes"), {}, {}, this))
    , m_content(new QWidget(this))
    , m_list(new PassList)
    , m_measures(new PassMeasures(context, *m_list, this))
    , m_compare(new PassCompare)
    , m_diff(new IrDiffView)
    , m_reasons(new ReasonsPage)
    , m_whyNot(new WhyNotPage(m_context))
    , m_kernels(new KernelsPage)
    , m_right(new QStackedWidget) {
    m_split = new QSplitter(Qt::Vertical);
    m_split->setHandleWidth(1);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_compare);
    m_split->addWidget(buildDetails());
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_isSplitByHand = true; });
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_list);
    m_right->addWidget(m_split);
    m_right->addWidget(m_kernels);
    splitter->addWidget(m_right);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({320, 1000});
    auto *row = new QHBoxLayout(m_content);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(splitter);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_content);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_failed);
    column->addLayout(m_stack, 1);

    connect(m_list, &PassList::passChosen, this, &PassesPanel::choosePass);
    connect(m_list, &PassList::compilationChosen, this, [this](int index) {
        showCompilation(index);
        choosePass(m_pass);
    });
    connect(m_compare, &PassCompare::nodeChosen, this,
            [this](NodeId node, PassCompare::Side side) { chooseNode(node, side == PassCompare::Side::Before); });
    connect(m_compare, &PassCompare::nodesChosen, this,
            [this](const std::vector<NodeId> &nodes, PassCompare::Side side) {
                m_context.selection.selectNodes(m_compilation, stageOf(side), nodes, this);
            });
    connect(m_compare, &PassCompare::toggled, this, [this](const QString &key) {
        if (m_expanded.erase(key.toStdString()) == 0) m_expanded.insert(key.toStdString());
        showPass(m_pass, Reason::OtherFold);
    });
    connect(m_diff, &IrDiffView::nodeChosen, this,
            [this](NodeId node, IrDiffView::Side side) { chooseNode(node, side == IrDiffView::Side::Left); });
    connect(m_diff, &IrDiffView::placeChanged, m_place, &QLabel::setText);
    connect(&context.document, &Document::replaced, this, [this] {
        m_context.jobs.cancel(pictureTag);
        dropAhead();
        m_pictures.clear();
        m_whyNot->setCompilation(-1); // another program's may have the same number
        showBest();
    });
    connect(&context.runner, &Runner::stateChanged, this, &PassesPanel::tellWhyEmpty);
    connect(m_failed, &FailedCompileStrip::changed, this, &PassesPanel::tellWhyEmpty);
    connect(&context.document, &Document::appended, this, &PassesPanel::followDocument);
    connect(&context.selection, &Selection::changed, this, &PassesPanel::followSelection);
    connect(&context.selection, &Selection::kernelWanted, this, &PassesPanel::showKernel);
    connect(&context.selection, &Selection::whyNotWanted, this, &PassesPanel::askWhyNot);
    connect(m_kernels, &KernelsPage::kernelChosen, this, [this](const QString &kernel) {
        m_context.selection.selectKernel(m_compilation, kernel.toStdString(), this);
    });
    connect(m_kernels, &KernelsPage::kernelActivated, this, [this](const QString &kernel) {
        m_context.show(panels::kernel);
        m_context.selection.lookAtKernel(m_compilation, kernel.toStdString());
    });
    // A click on code generation, or Enter on it, arrives at the code; who walks the list by keys stays in it.
    const auto goToCode = [this](const QModelIndex &index) {
        const PassRow *row = m_list->rowAt(index);
        if (row && row->kind == PassRow::Kind::Stage && row->pass == kernelStage) showCode();
    };
    connect(m_list->view(), &QAbstractItemView::clicked, this, goToCode);
    connect(m_list->view(), &QAbstractItemView::activated, this, goToCode);
    connect(m_reasons, &ReasonsPage::reasonChosen, this, [this](const ReasonRow &reason) {
        if (reason.after.valid())
            chooseNode(reason.after, false);
        else if (reason.before.valid())
            chooseNode(reason.before, true);
    });
    connectMenus();
    showBest();
}

QWidget *PassesPanel::buildDetails() {
    m_tabs = new SegmentedControl(
        tr("Details of the pass"),
        {{textTab, tr("IR text"), tr("Both graphs as text, line by line")},
         {QLatin1String(whyTab), tr("Why"), tr("Rewrites that were made and fusions that were refused")},
         {QLatin1String(whyNotTab), tr("Why not"), tr("Which predicate kept calls apart, and what would join them")}});
    m_tabs->setObjectName(QStringLiteral("passTabs"));
    m_mode = new SegmentedControl(tr("Text layout"), {{QStringLiteral("side"), tr("Side by side"), QString()},
                                                      {QStringLiteral("unified"), tr("Unified"), QString()}});
    m_place = new QLabel;
    m_place->setObjectName(QStringLiteral("passPlace"));
    m_place->setProperty("role", "secondary");
    auto *hint = new QLabel(tr("F7 / F8 next change"));
    hint->setProperty("role", "hint");
    m_summary = new ElidedLabel;
    m_summary->setProperty("role", "secondary");

    auto *header = new QWidget;
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(8, 4, 10, 4);
    row->setSpacing(10);
    row->addWidget(m_tabs);
    row->addWidget(m_summary, 1);
    row->addWidget(m_place);
    row->addWidget(hint);
    row->addWidget(m_mode);

    m_details = new QStackedWidget;
    m_details->addWidget(m_diff);
    m_details->addWidget(m_reasons);
    m_details->addWidget(m_whyNot);

    m_ofText = {m_place, hint, m_mode};
    connect(m_tabs, &SegmentedControl::changed, this, &PassesPanel::showTab);
    connect(m_mode, &SegmentedControl::changed, this, [this](const QString &id) {
        m_diff->setMode(id == QLatin1String("unified") ? IrDiffView::Mode::Unified : IrDiffView::Mode::SideBySide);
        highlight();
    });
    auto *details = new QWidget;
    auto *column = new QVBoxLayout(details);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(new Hairline);
    column->addWidget(m_details, 1);
    return details;
}

const Compilation *PassesPanel::compilation() const {
    const auto &all = m_context.document.session().compilations;
    return m_compilation >= 0 && size_t(m_compilation) < all.size() ? &all[size_t(m_compilation)] : nullptr;
}

int PassesPanel::passFor(const Anchor &anchor) const {
    const Compilation *record = compilation();
    if (!record || anchor.pass != -1) return anchor.pass;
    for (size_t i = record->passes.size(); i-- > 0;)
        if (record->passes[i].changed) return record->passes[i].index;
    return -2;
}

int PassesPanel::stageBefore() const {
    return m_base.value_or(m_pass <= 0 ? capturedStage : m_pass - 1);
}

int PassesPanel::stageOf(PassCompare::Side side) const {
    return side == PassCompare::Side::Before && m_pass >= 0 ? stageBefore() : m_pass;
}

QString PassesPanel::stageName(int stage) const {
    const Compilation *record = compilation();
    if (record && stage == kernelStage) return tr("final graph");
    if (!record || stage < 0 || size_t(stage) >= record->passes.size()) return tr("captured");
    return QString::fromStdString(record->passes[size_t(stage)].name);
}

void PassesPanel::showBest() {
    m_isShown = false;
    const auto &all = m_context.document.session().compilations;
    if (all.empty()) {
        m_compilation = -1;
        tellWhyEmpty();
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    const Anchor &anchor = m_context.selection.current();
    const bool isChosen = anchor.compilation >= 0 && size_t(anchor.compilation) < all.size();
    showCompilation(isChosen ? anchor.compilation : newestCalled(m_context.document.session()));
    if (isChosen) showPass(passFor(anchor));
}

/** In words that are true now: whether something may still come, and why nothing did. */
void PassesPanel::tellWhyEmpty() {
    const Session &session = m_context.document.session();
    if (!session.compilations.empty()) return;
    if (const auto &failed = m_failed->failed())
        return m_empty->setTexts(noGraphTitle(*failed), noGraphAdvice(*failed));
    const auto mode = session.info.find("mode");
    const bool isGraphMode = mode != session.info.end() && mode->second == "graph";
    if (m_context.runner.state() != RunState::Idle)
        return m_empty->setTexts(tr("Nothing was compiled so far"),
                                 tr("The program is under way. Each function appears here as soon as it is compiled."));
    if (session.ops.empty())
        return m_empty->setTexts(
            tr("No passes yet"),
            tr("Run a script in graph mode (F5): every function that is compiled appears here with what each pass did "
               "to it. In eager mode, functions decorated with @jit are compiled."));
    const auto note = std::ranges::find(session.problems, "gradient", &Problem::kind);
    if (note != session.problems.end()) // a function with @jit was called, and why there is no graph of it
        return m_empty->setTexts(tr("Nothing was compiled"), QString::fromStdString(note->message));
    m_empty->setTexts(tr("Nothing was compiled"),
                      isGraphMode ? tr("Graph mode compiles cells (nn.Cell) and functions decorated with @jit; this "
                                       "script called neither, so all of it ran operator by operator. Put @jit above a "
                                       "function, or type %graph f(x) in the console.")
                                  : tr("All of it ran operator by operator. Put @jit above a function, choose graph "
                                       "mode for its cells, or type %graph f(x) in the console."));
}

void PassesPanel::followDocument() {
    const auto &all = m_context.document.session().compilations;
    if (m_compilation < 0) return all.empty() ? tellWhyEmpty() : showBest();
    m_list->setCompilations(m_context.document.session(), m_compilation);
}

void PassesPanel::showCompilation(int index) {
    m_compilation = index;
    m_whyNot->setCompilation(index);
    m_expanded.clear();
    m_isShown = false;
    m_stack->setCurrentWidget(m_content);
    const Compilation *record = compilation();
    if (!record) return;
    m_list->setCompilations(m_context.document.session(), index);
    m_list->setCompilation(*record, {});
    m_context.jobs.run(
        QStringLiteral("passes-counts"), tr("Counting what passes changed"), this,
        [passes = record->passes](const CancelFlag &) { return countChanges(passes); },
        [this, index](std::vector<PassCounts> counts) {
            const Compilation *now = compilation();
            if (m_compilation == index && now) m_list->setCompilation(*now, std::move(counts));
        });
    m_measures->setCompilation(index);
    Anchor finalGraph;
    finalGraph.compilation = index;
    showPass(passFor(finalGraph));
}

void PassesPanel::showKernels() {
    m_pass = kernelStage;
    m_base.reset();
    m_list->setCurrentPass(kernelStage);
    m_context.jobs.cancel(pictureTag);
    m_isWorking = false;
    m_kernels->setKernels(m_context.document.session(), *compilation());
    m_kernels->showKernel(m_context.selection.current().kernel);
    m_right->setCurrentWidget(m_kernels);
}

/** Of the kernel that is selected, else of the first. */
void PassesPanel::showCode() {
    const Compilation *record = compilation();
    if (!record || record->kernels.empty()) return;
    const Anchor &anchor = m_context.selection.current();
    const bool isChosen = anchor.compilation == m_compilation && !anchor.kernel.empty();
    const std::string kernel = isChosen ? anchor.kernel : record->kernels.front().name;
    m_context.show(panels::kernel);
    m_context.selection.lookAtKernel(m_compilation, kernel);
}

void PassesPanel::showKernel(int index, const std::string &kernel) {
    const auto &all = m_context.document.session().compilations;
    if (index < 0 || size_t(index) >= all.size()) return;
    if (index != m_compilation) showCompilation(index);
    showKernels();
    m_kernels->showKernel(kernel);
}

void PassesPanel::compareWith(int stage) {
    m_base = stage;
    showPass(m_pass, Reason::OtherStage);
}

void PassesPanel::showPass(int pass, Reason reason) {
    const Compilation *record = compilation();
    if (!record) return;
    if (pass == kernelStage) return showKernels();
    if (reason == Reason::OtherPass) m_base.reset();
    m_pass = pass;
    m_list->setCurrentPass(pass);
    m_right->setCurrentIndex(0);
    const bool isPass = pass >= 0 && size_t(pass) < record->passes.size();
    const auto camera = reason == Reason::OtherFold && m_isShown ? PassCompare::Camera::Keep : PassCompare::Camera::Fit;

    m_compare->setTitles(isPass || m_base ? stageName(stageBefore()) : tr("captured"), stageName(pass));
    m_summary->setText(m_base   ? tr("%1 compared with %2").arg(stageName(pass), stageName(*m_base))
                       : isPass ? passSummary(record->passes[size_t(pass)])
                                : tr("The graph as it was captured; no pass ran yet."));
    m_context.jobs.cancel(pictureTag);
    const PassPair view = viewOf(pass);
    m_camera = camera;
    if (const PassPicturePtr known = m_pictures.find(view)) {
        dropAhead();
        return present(*known, camera);
    }
    m_isWorking = true;
    if (awaitAhead(view)) return;
    m_context.jobs.run(
        pictureTag, tr("Comparing the graphs"), this,
        [work = workOf(view)](const CancelFlag &cancelled) { return picturesOf(work, cancelled); },
        [this, view, camera](const PassPicturePtr &picture) {
            m_pictures.keep(view, picture);
            present(*picture, camera);
        });
}

/** What is being made ahead already is waited for; the rest of it is not wanted any more. */
bool PassesPanel::awaitAhead(const PassPair &view) {
    const auto isIt = [&](const Ahead &ahead) { return ahead.view.isSameAs(view); };
    for (const Ahead &ahead : m_ahead)
        if (!isIt(ahead)) m_context.jobs.cancel(ahead.tag);
    std::erase_if(m_ahead, [&](const Ahead &ahead) { return !isIt(ahead); });
    for (Ahead &ahead : m_ahead)
        ahead.isAwaited = true;
    return !m_ahead.empty();
}

void PassesPanel::dropAhead() {
    for (const Ahead &ahead : std::exchange(m_ahead, {}))
        m_context.jobs.cancel(ahead.tag);
}

/** The shown pass may be compared with another stage, others are with the one before them. */
PassPair PassesPanel::viewOf(int pass) const {
    const Compilation &record = *compilation();
    const bool isPass = pass >= 0 && size_t(pass) < record.passes.size();
    const bool hasBase = pass == m_pass && m_base.has_value();
    PassPair view;
    view.after = moduleAt(record, pass);
    view.before = hasBase ? moduleAt(record, *m_base) : isPass ? record.passes[size_t(pass)].before : view.after;
    if (isPass) view.pass = pass;
    view.expanded = m_expanded;
    view.fonts = cardFonts();
    return view;
}

/** With a copy of what the pass logged, which may be long: who only looks for a picture needs none. */
PassPair PassesPanel::workOf(PassPair view) const {
    if (view.pass >= 0) view.reasonsOf = std::make_shared<const PassRecord>(compilation()->passes[size_t(view.pass)]);
    return view;
}

void PassesPanel::present(const PassPicture &picture, PassCompare::Camera camera) {
    m_isWorking = false;
    if (!picture.pictures.isComplete) return;
    m_isShown = true;
    m_compare->setPictures(picture.pictures, pillsOf(picture.diff), camera);
    m_diff->setDiff(picture.text);
    m_reasons->setReasons(picture.reasons);
    highlight();
    if (PassPictures::hasRoomBeside(picture)) prepareNeighbours();
}

void PassesPanel::prepareNeighbours() {
    dropAhead();
    for (const int step : {1, -1}) {
        const int pass = m_list->effectivePass(step);
        if (pass == m_pass || pass == kernelStage) continue;
        PassPair view = viewOf(pass);
        if (!m_pictures.has(view))
            m_ahead.push_back({QStringLiteral("passes-ahead%1").arg(step), std::move(view), false});
    }
    for (const Ahead &ahead : m_ahead)
        m_context.jobs.run(
            ahead.tag, tr("Comparing the graphs"), this,
            [work = workOf(ahead.view)](const CancelFlag &cancelled) { return picturesOf(work, cancelled); },
            [this, tag = ahead.tag](const PassPicturePtr &picture) { takeAhead(tag, picture); });
}

void PassesPanel::takeAhead(const QString &tag, const PassPicturePtr &picture) {
    const auto found = std::ranges::find(m_ahead, tag, &Ahead::tag);
    if (found == m_ahead.end()) return;
    const Ahead made = *found;
    m_ahead.erase(found);
    m_pictures.keep(made.view, picture);
    if (made.isAwaited) present(*picture, m_camera);
}

void PassesPanel::choosePass(int pass) {
    showPass(pass);
    m_context.selection.selectPass(m_compilation, pass, this);
}

void PassesPanel::chooseNode(NodeId node, bool isBefore) {
    const Compilation *record = compilation();
    if (!record) return;
    if (isBefore && m_pass >= 0) {
        // What it became is what the pass shows; a node that is gone is looked at where it still was.
        const auto became = descendants(*record, stageBefore(), node, m_pass);
        if (became.empty()) return m_context.selection.selectNode(m_compilation, stageBefore(), node, this);
        // Folded constants stem from it too; the one with a card is meant.
        const DisplayGraph &shown = m_compare->view(PassCompare::Side::After)->graph();
        const auto visible =
            std::find_if(became.begin(), became.end(), [&](const NodeId &id) { return !shown.cardsOf(id).empty(); });
        node = visible == became.end() ? became.front() : *visible;
    }
    m_context.selection.selectNode(m_compilation, m_pass, node, this);
}

void PassesPanel::followSelection(const Anchor &anchor, QObject *source) {
    const auto &all = m_context.document.session().compilations;
    const bool hasGraph = anchor.compilation >= 0 && size_t(anchor.compilation) < all.size();
    if (source != this && hasGraph) {
        if (anchor.compilation != m_compilation) showCompilation(anchor.compilation);
        // Who looks at the kernels goes on doing so.
        if (m_pass == kernelStage && anchor.pass == -1 && !anchor.kernel.empty())
            return m_kernels->showKernel(anchor.kernel);
        const int pass = passFor(anchor);
        if (pass != m_pass) return showPass(pass);
    }
    highlight();
}

void PassesPanel::askWhyNot(const WhyNotQuestion &question) {
    if (!m_context.document.session().compilation(question.compilation)) return;
    if (question.compilation != m_compilation) showCompilation(question.compilation);
    if (m_pass == kernelStage) showPass(passFor(Anchor()));
    showTab(QLatin1String(whyNotTab));
    m_whyNot->ask(question);
}

void PassesPanel::highlight() {
    const Anchor &anchor = m_context.selection.current();
    m_whyNot->follow(anchor, m_context.selection.together());
    m_marked = {};
    if (compilation() && anchor.compilation == m_compilation && anchor.node.valid()) {
        const std::vector<NodeId> &together = m_context.selection.together();
        for (const NodeId node : together.empty() ? std::vector{anchor.node} : together)
            mark(node, anchor.pass);
    }
    m_compare->setSelectedNodes(m_marked.before, m_marked.after);
    m_diff->setSelectedNodes(m_marked.before, m_marked.after);
}

/** On both sides. */
void PassesPanel::mark(NodeId node, int stage) {
    const bool isBefore = m_pass >= 0 && stage == stageBefore();
    const auto add = [](std::vector<NodeId> &marked, const std::vector<NodeId> &nodes) {
        for (const NodeId each : nodes)
            if (std::ranges::find(marked, each) == marked.end()) marked.push_back(each);
    };
    if (isBefore) {
        add(m_marked.before, {node});
        add(m_marked.after, descendants(*compilation(), stageBefore(), node, m_pass));
    } else {
        add(m_marked.after, {node});
        add(m_marked.before, m_pass >= 0 ? ancestors(*compilation(), m_pass, node, stageBefore()) : std::vector{node});
    }
}

void PassesPanel::showTab(const QString &id) {
    m_tabs->setCurrent(id);
    m_details->setCurrentIndex(id == QLatin1String(whyTab) ? 1 : id == QLatin1String(whyNotTab) ? 2 : 0);
    for (QWidget *widget : m_ofText)
        widget->setVisible(id == textTab);
    splitAnew();
}

/** Lines of text can be few below the graphs; rows of reasons are read one below the other. */
void PassesPanel::splitAnew() {
    if (m_isSplitByHand) return;
    constexpr int fewest = 200, most = 360;
    const int height = m_split->height();
    const bool isText = m_tabs->current() == textTab;
    const int details = isText ? std::max(height / 4, std::min(fewest, height / 3))
                               : std::clamp(height / 2, std::min(fewest, height / 2), most);
    m_split->setSizes({height - details, details});
}

void PassesPanel::resizeEvent(QResizeEvent *event) {
    Panel::resizeEvent(event);
    splitAnew();
}

void PassesPanel::goToChange(int step) {
    showTab(textTab);
    m_diff->goToChange(step);
}

void PassesPanel::keyPressEvent(QKeyEvent *event) {
    const bool control = event->modifiers() & Qt::ControlModifier;
    if (event->key() == Qt::Key_F7) return goToChange(-1);
    if (event->key() == Qt::Key_F8) return goToChange(1);
    if (control && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        const int pass = m_list->effectivePass(event->key() == Qt::Key_Up ? -1 : 1);
        if (pass != m_pass) choosePass(pass);
        return;
    }
    Panel::keyPressEvent(event);
}

QString PassesPanel::contentAsText() const {
    if (!compilation()) return m_failed->text();
    if (m_pass == kernelStage) return m_list->asText() + QLatin1Char('\n') + m_kernels->asText();
    if (m_details->currentWidget() == m_whyNot) return m_list->asText() + QLatin1Char('\n') + m_whyNot->asText();
    if (m_details->currentWidget() == m_reasons)
        return m_list->asText() + QLatin1Char('\n') + m_compare->asText() + QLatin1Char('\n') + m_reasons->asText();
    return m_list->asText() + QLatin1Char('\n') + m_compare->asText() + QLatin1Char('\n') + m_diff->shownText();
}

bool PassesPanel::startFind() {
    if (!compilation()) return false;
    m_compare->view(PassCompare::Side::After)->openSearch();
    return true;
}

void PassesPanel::findNext(FindDirection direction) {
    m_compare->view(PassCompare::Side::After)->goToMatch(direction == FindDirection::Forward ? 1 : -1);
}

void PassesPanel::fitView() {
    m_compare->view(PassCompare::Side::After)->fit();
}

PanelDef passesPanel() {
    return {.id = QStringLiteral("passes"),
            .title = QT_TRANSLATE_NOOP("Panels", "Passes"),
            .summary = QT_TRANSLATE_NOOP("Panels", "What each optimization pass did to the graph, and why"),
            .area = PanelArea::Centre,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new PassesPanel(context, parent);
            }};
}

} // namespace passespanel
} // namespace jitscope

#include "moc_passespanel.cpp"
