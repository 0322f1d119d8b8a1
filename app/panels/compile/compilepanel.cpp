// SPDX-License-Identifier: GPL-3.0-or-later
// Adds compile time up in a job when the panel is in view, and leads from its rows to passes, kernels and lines.
#include "app/panels/compile/compilepanel.h"

#include "app/models/baseline.h"
#include "app/models/compilewords.h"
#include "app/models/failedcompilestrip.h"
#include "app/models/filterchips.h"
#include "app/models/operatorwords.h"
#include "app/models/filterhistory.h"
#include "app/models/graphtitle.h"
#include "app/models/nothingleft.h"
#include "app/models/operatorsource.h"
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/wholerunnote.h"
#include "app/panels/compile/compilationspage.h"
#include "app/panels/compile/compileintervals.h"
#include "app/panels/compile/compiletree.h"
#include "app/panels/compile/recompilationspage.h"
#include "app/panels/compile/timebardelegate.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/jumps.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/analysis/operators/compilerange.h"
#include "engine/analysis/operators/firstruns.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace jitscope {
inline namespace compilepanel {

namespace {

const QString profileTag = QStringLiteral("compile-times");
const QString timePage = QStringLiteral("time"), callsPage = QStringLiteral("calls"),
              againPage = QStringLiteral("again");
constexpr int capturedPass = -2, finalPass = -1;

constexpr CompileGrouping groupings[] = {CompileGrouping::Waterfall, CompileGrouping::Function, CompileGrouping::Stage,
                                         CompileGrouping::Pass,      CompileGrouping::Cycle,    CompileGrouping::Rule,
                                         CompileGrouping::Line};

/** All that the panel shows. */
struct Answer {
    CompileProfile profile;
    std::vector<FirstCall> calls;
    std::vector<Recompilation> again;
    std::map<int, int64_t> preparation = {}; ///< see preparationTimes()
    bool isAnything = false;                 ///< was compiled at all, whatever is let through
    bool isCompared = false;
    std::vector<ComparedCompileRow> compared = {}; ///< the rows of the profile against the baseline
    std::vector<FirstCallDelta> deltas = {};       ///< by place in `calls`
};

/** Against all of the baseline's compilations, or where one is looked at, against that one's pair. */
void compareTo(const Session &baseline, const Session &now, CompileGrouping grouping, std::optional<int> only,
               Answer &answer) {
    const CompilationPairs pairs = pairCompilations(baseline, now);
    CompileProfile before;
    if (!only)
        before = compileProfile(baseline, grouping);
    else if (const auto pair = pairs.find(*only); pair != pairs.end())
        before = compileProfile(baseline, grouping, pair->second);
    answer.isCompared = true;
    answer.compared = compareCompiles(before, answer.profile, pairs);
    answer.deltas = compareFirstCalls(baseline, now, pairs);
}

/** What is added up. */
struct Question {
    CompileGrouping grouping;
    std::optional<int> only; ///< this compilation alone
    OpFilter filter;         ///< its stretches of time count
};

/** The deltas stand by the places of the calls. */
void keepCalls(const std::set<int> &kept, Answer &answer) {
    std::vector<FirstCall> calls;
    std::vector<FirstCallDelta> deltas;
    for (size_t i = 0; i < answer.calls.size(); ++i) {
        if (!kept.contains(answer.calls[i].compilation)) continue;
        calls.push_back(answer.calls[i]);
        if (answer.isCompared) deltas.push_back(answer.deltas[i]);
    }
    answer.calls = std::move(calls);
    answer.deltas = std::move(deltas);
    std::erase_if(answer.again, [&](const Recompilation &each) { return !kept.contains(each.compilation); });
}

Answer answerOf(const Session &now, const Session *baseline, const Question &question) {
    const bool isOfRange = hasTimes(question.filter);
    const std::set<int> kept = compilationsIn(now, question.filter);
    const Session inRange = isOfRange ? withCompilations(now, kept) : Session();
    const Session &meant = isOfRange ? inRange : now;
    Answer answer{compileProfile(meant, question.grouping, question.only), firstCalls(now), recompilations(now)};
    answer.preparation = preparationTimes(now);
    answer.isAnything = !answer.again.empty() || answer.profile.totalNs > 0;
    answer.profile.rows = placedRows(meant, answer.profile);
    if (baseline) compareTo(*baseline, meant, question.grouping, question.only, answer);
    if (baseline && isOfRange) answer.deltas = compareFirstCalls(*baseline, now, pairCompilations(*baseline, now));
    if (isOfRange) keepCalls(kept, answer);
    return answer;
}

/** What tells the compilations of a function apart stands in front, as columns are narrow. */
std::vector<QString> shortTitles(const Session &session) {
    std::vector<QString> titles;
    for (const Compilation &each : session.compilations) {
        QStringList parts = {QString::fromStdString(each.function), graphOptionsText(each),
                             QString::fromStdString(each.key), QString::fromStdString(each.jitLevel),
                             QString::fromStdString(each.captureMode)};
        parts.removeAll(QString());
        titles.push_back(parts.join(QStringLiteral(" · ")));
    }
    return titles;
}

/** What the user lets through. */
struct Filters {
    QString text;
    int only = -1;  ///< the compilation; -1: all
    int shared = 0; ///< OperatorSource::undoDepth()
    bool operator==(const Filters &) const = default;
    bool differsByText(const Filters &other) const {
        return text != other.text && only == other.only && shared == other.shared;
    }
};

/** What tells that there is something new to add up. */
struct Extent {
    size_t compilations = 0, calls = 0;
    bool operator==(const Extent &) const = default;
};

} // namespace

class CompilePanel : public Panel {
    Q_OBJECT
public:
    CompilePanel(const PanelContext &context, QWidget *parent);

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return !m_isComputing && !m_refresh.isActive(); }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }
    QString contentAsText() const override;
    /** Edit > Undo: back to the filters before the last change of them. */
    Q_INVOKABLE void undo();

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        if (m_isStale) refresh();
    }
    void resizeEvent(QResizeEvent *event) override {
        Panel::resizeEvent(event);
        fitNames();
    }

private:
    void buildTable();
    void buildControls();
    QWidget *buildContent();
    QWidget *buildTimeControls();
    int axisColumn() const { return m_model->columnCount() - 1; }
    void useModel(CompileTreeModel &model);
    void connectDocument();
    void tellWhyEmpty();
    const Session &session() const { return m_context.document.session(); }
    CompileGrouping grouping() const { return CompileGrouping(m_grouping->currentData().toInt()); }
    std::optional<int> only() const;
    void refresh();
    void compute();
    void show(Answer answer);
    void showSummary();
    void fillGraphs();
    void showPage();
    void filter();
    void noteFilters();
    void clearFilters();
    void showWhatIsLeft();
    void fitNames();
    const CompileTreeModel::Node *currentNode() const;
    void chooseNode(const CompileTreeModel::Node *node);
    void select(const CompileRow &row);
    void selectInside(const CompileRow &row);
    void follow(const Anchor &anchor);
    void goToLongest();

    PanelContext m_context;
    OperatorSource &m_source;
    QStackedLayout *m_pages;
    QWidget *m_controls;
    Baseline &m_baseline;
    FailedCompileStrip *m_failed;
    EmptyState *m_empty;
    CompileTreeModel m_plain, m_comparing;
    CompileTreeModel *m_model = &m_plain;
    RecordView *m_view;
    CompilationsPage *m_calls;
    RecompilationsPage *m_again;
    QStackedWidget *m_content = nullptr;
    ElidedLabel *m_summary = nullptr;
    QWidget *m_timeControls = nullptr;
    SegmentedControl *m_page = nullptr;
    TimeBarDelegate *m_axis = nullptr;
    QComboBox *m_grouping = nullptr, *m_graphs = nullptr;
    FilterEdit *m_filter = nullptr;
    FilterChips *m_chips = nullptr;
    NothingLeft *m_nothing = nullptr;
    FilterHistory<Filters> m_filters;
    QTimer m_refresh;
    Extent m_extent;
    int64_t m_totalNs = 0;
    int m_compilations = 0; ///< that are summed up
    bool m_isComputing = false, m_isStale = false, m_isSized = false;
    bool m_isGoingBack = false; ///< filters are set by undo()
    bool m_isFilling = false;   ///< tables change by themselves: not a choice of the user
};

CompilePanel::CompilePanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_source(OperatorSource::of(context))
    , m_pages(new QStackedLayout)
    , m_controls(new QWidget(this))
    , m_baseline(Baseline::of(context))
    , m_failed(new FailedCompileStrip(context, this))
    , m_empty(new EmptyState(QStringLiteral("timings"), {}, {}))
    , m_plain(compileColumns())
    , m_comparing(comparingColumns())
    , m_view(new RecordView)
    , m_calls(new CompilationsPage)
    , m_again(new RecompilationsPage) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_failed);
    column->addLayout(m_pages, 1);
    m_pages->addWidget(m_empty);
    tellWhyEmpty();
    buildTable();
    m_pages->addWidget(buildContent());
    buildControls();
    connectDocument();
    showPage();
    refresh();
}

void CompilePanel::buildTable() {
    m_view->setObjectName(QStringLiteral("compileTree"));
    m_view->setAccessibleName(tr("Compile time"));
    m_view->setRecords(m_model);
    m_view->setRootIsDecorated(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder);
    m_axis = new TimeBarDelegate(
        [this](const QModelIndex &index) { return &m_model->node(m_view->records()->mapToSource(index))->row.row; },
        m_view);
    m_view->setItemDelegateForColumn(axisColumn(), m_axis);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const CompileTreeModel::Node *node = m_isFilling ? nullptr : currentNode();
        if (node) select(node->row.row);
    });
    RowMenu::of(*m_view).addPart([this](QMenu &menu, const QModelIndex &) {
        addJumps(menu, m_context, m_context.selection.current(), objectName());
    });
}

QWidget *CompilePanel::buildContent() {
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(12, 4, 12, 4);
    bar->setSpacing(metrics::grid);
    m_page = new SegmentedControl(tr("What of compiling"),
                                  {{timePage, tr("Time"), tr("Where the time went")},
                                   {callsPage, tr("First calls"), tr("First call of each graph apart from later ones")},
                                   {againPage, tr("Compiled again"), tr("Why functions were compiled again")}});
    bar->addWidget(m_page);
    bar->addWidget(buildTimeControls());
    m_summary = new ElidedLabel;
    m_summary->setObjectName(QStringLiteral("compileSummary"));
    m_summary->setProperty("role", QStringLiteral("hint"));
    auto *longest = flatButton(QStringLiteral("compileLongest"), tr("Longest pass"),
                               tr("Choose the pass that takes most compile time"));
    bar->addStretch(1);
    bar->addWidget(longest);
    column->addLayout(bar);
    column->addWidget(new WholeRunNote(m_context, WholeRunNote::Follows::Times,
                                       tr("Compiles that were under way in the marked range count whole.")));
    m_chips = new FilterChips(m_context, FilterChips::Of::Times, content);
    column->addWidget(m_chips);
    m_content = new QStackedWidget;
    m_content->addWidget(m_view);
    m_content->addWidget(m_calls);
    m_content->addWidget(m_again);
    m_nothing = new NothingLeft;
    m_content->addWidget(m_nothing);
    column->addWidget(m_content, 1);
    connect(m_chips, &FilterChips::textLeft, this, [this](const QString &text) {
        m_filters.endTyping();
        m_filter->setText(text);
    });
    connect(m_chips, &FilterChips::chosenRemoved, this, [this] { m_graphs->setCurrentIndex(0); });
    connect(m_nothing, &NothingLeft::clearWanted, this, &CompilePanel::clearFilters);
    connect(m_page, &SegmentedControl::changed, this, &CompilePanel::showPage);
    connect(longest, &QToolButton::clicked, this, &CompilePanel::goToLongest);
    const auto selectGraph = [this](int compilation) { m_context.selection.selectPass(compilation, finalPass, this); };
    connect(m_calls, &CompilationsPage::chosen, this, selectGraph);
    connect(m_again, &RecompilationsPage::chosen, this, selectGraph);
    connect(m_again, &RecompilationsPage::comparisonWanted, this, [this](int nearest, int compilation) {
        m_context.selection.compare({{nearest, {}, finalPass}, {compilation, {}, finalPass}}, this);
        m_context.show(panels::stages);
    });
    return content;
}

QWidget *CompilePanel::buildTimeControls() {
    m_timeControls = new QWidget;
    auto *row = new QHBoxLayout(m_timeControls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::grid);
    m_grouping = new QComboBox;
    m_grouping->setObjectName(QStringLiteral("compileGrouping"));
    m_grouping->setAccessibleName(tr("Add up by"));
    m_grouping->setToolTip(tr("Add up by"));
    for (const CompileGrouping each : groupings)
        m_grouping->addItem(compileGroupingName(each), int(each));
    m_graphs = new QComboBox;
    m_graphs->setObjectName(QStringLiteral("compileGraph"));
    m_graphs->setAccessibleName(tr("Which compilation"));
    m_graphs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_graphs->setMinimumContentsLength(14);
    row->addWidget(m_grouping);
    row->addWidget(m_graphs);
    for (QComboBox *box : {m_grouping, m_graphs})
        connect(box, &QComboBox::currentIndexChanged, this, [this] {
            if (m_isFilling) return;
            noteFilters();
            compute();
        });
    return m_timeControls;
}

void CompilePanel::buildControls() {
    m_controls->setProperty("ownRow", true);
    auto *row = new QHBoxLayout(m_controls);
    row->setContentsMargins(0, 0, 0, 0);
    m_filter = new FilterEdit(tr("filter"), m_controls);
    m_filter->setMaximumWidth(160);
    row->addWidget(m_filter);
    row->addWidget(new BaselineBox(m_context, m_controls));
    row->addWidget(m_summary, 1);
    constexpr int readable = 150; // beside tabs that leave less it would be gone: the row below them has room
    m_summary->setMinimumWidth(readable);
    connect(m_filter, &FilterEdit::textChanged, this, &CompilePanel::filter);
    auto *undoLast = new QAction(this); // the field of text has an undo of its own, which comes first
    undoLast->setShortcut(QKeySequence::Undo);
    undoLast->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(undoLast, &QAction::triggered, this, &CompilePanel::undo);
    addAction(undoLast);
    connect(&m_baseline, &Baseline::changed, this, [this] {
        m_isStale = true;
        if (isVisible()) refresh();
    });
}

/** A baseline brings columns of its own. */
void CompilePanel::useModel(CompileTreeModel &model) {
    if (&model == m_model) return;
    m_view->setItemDelegateForColumn(axisColumn(), nullptr);
    m_model->setRoot(std::make_unique<CompileTreeModel::Node>());
    m_model = &model;
    m_view->setRecords(m_model);
    m_view->setItemDelegateForColumn(axisColumn(), m_axis);
    m_isSized = false;
}

void CompilePanel::tellWhyEmpty() {
    if (const auto &failed = m_failed->failed())
        return m_empty->setTexts(noGraphTitle(*failed), noGraphAdvice(*failed));
    m_empty->setTexts(tr("Nothing was compiled yet"),
                      tr("Run a script with @jit or in graph mode (F5): where the time of each "
                         "compilation goes, and why functions are compiled again, stands here."));
}

void CompilePanel::connectDocument() {
    connect(m_failed, &FailedCompileStrip::changed, this, &CompilePanel::tellWhyEmpty);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(300); // parts of a live run come many times a second
    connect(&m_refresh, &QTimer::timeout, this, &CompilePanel::refresh);
    connect(&m_source, &OperatorSource::filterChanged, this, [this] {
        noteFilters();
        m_isStale = true;
        if (isVisible()) refresh();
    });
    connect(&m_context.document, &Document::replaced, this, [this] {
        m_context.jobs.cancel(profileTag);
        m_isComputing = false;
        m_isFilling = true;
        m_graphs->setCurrentIndex(0);
        m_model->setRoot(std::make_unique<CompileTreeModel::Node>());
        m_isFilling = false;
        m_filters.begin({m_filter->text(), -1, 0});
        m_extent = {};
        m_isStale = true;
        if (isVisible()) refresh();
    });
    connect(&m_context.document, &Document::appended, this, [this] {
        const Extent now{session().compilations.size(), session().graphCalls.size()};
        if (now == m_extent) return;
        m_isStale = true;
        const bool isShown = now.compilations != m_extent.compilations || m_page->current() == callsPage;
        if (isShown && isVisible() && !m_refresh.isActive()) m_refresh.start();
    });
    connect(&m_context.selection, &Selection::recompilationWanted, this, [this](int compilation) {
        m_page->setCurrent(againPage);
        showPage();
        m_again->choose(compilation);
    });
    connect(&m_context.selection, &Selection::changed, this, [this](const Anchor &anchor, QObject *source) {
        if (source != this) follow(anchor);
    });
}

std::optional<int> CompilePanel::only() const {
    const QVariant chosen = m_graphs->currentData();
    if (!chosen.isValid() || chosen.toInt() < 0) return std::nullopt;
    return chosen.toInt();
}

/** All of them, then each. */
void CompilePanel::fillGraphs() {
    const std::vector<GraphTitle> titles = graphTitles(session());
    const std::vector<QString> brief = shortTitles(session());
    m_isFilling = true;
    const int count = int(brief.size()) + 1;
    while (m_graphs->count() > count)
        m_graphs->removeItem(m_graphs->count() - 1);
    while (m_graphs->count() < count)
        m_graphs->addItem(QString());
    m_graphs->setItemText(0, tr("All compilations"));
    m_graphs->setItemData(0, -1);
    for (int i = 1; i < count; ++i) { // those that are there stay, so that an open list does, too
        const auto place = size_t(i - 1);
        m_graphs->setItemText(i, tr("no. %1").arg(i) + QStringLiteral(" · ") + brief[place]);
        m_graphs->setItemData(i, session().compilations[place].index);
        m_graphs->setItemData(i, titles[place].toolTip, Qt::ToolTipRole);
    }
    if (m_graphs->currentIndex() < 0) m_graphs->setCurrentIndex(0);
    widenList(*m_graphs);
    m_isFilling = false;
}

void CompilePanel::refresh() {
    m_isStale = false;
    m_extent = {session().compilations.size(), session().graphCalls.size()};
    fillGraphs();
    compute();
}

void CompilePanel::compute() {
    m_isComputing = true;
    m_context.jobs.run(
        profileTag, tr("Compile time"), this,
        [lease = m_context.document.lend(), baseline = m_baseline.run(),
         question = Question{grouping(), only(), m_source.filter()}](const CancelFlag &) {
            return answerOf(lease->session(), baseline ? baseline->session.get() : nullptr, question);
        },
        [this](Answer answer) { show(std::move(answer)); });
}

void CompilePanel::show(Answer answer) {
    m_isComputing = false;
    m_pages->setCurrentIndex(answer.isAnything ? 1 : 0);
    m_controls->setEnabled(answer.isAnything);
    m_compilations = only() ? 1 : int(answer.profile.windows.size());
    std::vector<QString> titles;
    for (const GraphTitle &each : graphTitles(session()))
        titles.push_back(each.full);
    const int first = titles.empty() ? 0 : session().compilations.front().index;
    const auto titleOf = [&](int compilation) {
        const int place = compilation - first;
        return place >= 0 && place < int(titles.size()) ? titles[size_t(place)] : QString();
    };
    m_isFilling = true;
    m_totalNs = answer.profile.totalNs;
    useModel(answer.isCompared ? m_comparing : m_plain);
    m_axis->setCuts(axisCuts(answer.profile));
    auto root = answer.isCompared ? compileTree(std::move(answer.compared), shortTitles(session()), first)
                                  : compileTree(std::move(answer.profile.rows), shortTitles(session()), first);
    m_model->setRoot(withPartTitles(std::move(root), grouping()));
    m_view->sortByColumn(-1, Qt::AscendingOrder);
    m_view->expandToDepth(grouping() != CompileGrouping::Waterfall ? -1 : m_model->root().children.size() == 1 ? 1 : 0);
    if (!m_filter->text().isEmpty()) m_view->expandAll();
    std::vector<CompilationRow> calls;
    for (size_t i = 0; i < answer.calls.size(); ++i) {
        const FirstCall &each = answer.calls[i];
        calls.push_back({each, titleOf(each.compilation), kernelOrigins(*session().compilation(each.compilation))});
        if (const auto ready = answer.preparation.find(each.compilation); ready != answer.preparation.end())
            calls.back().preparationNs = ready->second;
        if (answer.isCompared) calls.back().delta = answer.deltas[i];
    }
    m_calls->setRows(std::move(calls));
    const std::vector<QString> brief = shortTitles(session());
    std::vector<RecompilationRow> again;
    for (Recompilation &each : answer.again) {
        QStringList advice;
        for (const CompileAdvice &said : each.advice)
            advice << QStringLiteral("• ") + adviceSentence(said, each, *session().compilation(each.compilation));
        const QString title = brief[size_t(each.compilation - first)], nearest = titleOf(each.nearest);
        again.push_back({std::move(each), title, nearest, advice});
    }
    m_again->setRows(std::move(again));
    m_isFilling = false;
    showWhatIsLeft();
    showSummary();
    fitNames();
    follow(m_context.selection.current());
}

void CompilePanel::showSummary() {
    const CompileTreeModel::Node *longest = longestNode(m_model->root(), CompileRowKind::Pass);
    // What has no room is cut at the end.
    QString text = tr("compile time %1").arg(timeWords(double(m_totalNs))) + QStringLiteral(" · ") +
                   tr("%n compilation(s)", nullptr, m_compilations);
    if (longest)
        text += QStringLiteral(" · ") +
                tr("longest pass: %1, %2").arg(longest->row.name, timeWords(double(longest->row.row.totalNs)));
    if (m_model == &m_comparing)
        text += QStringLiteral(" · ") +
                tr("differences are to %1; “?”: too few measurements to tell").arg(m_baseline.name());
    const QString cores = coresSentence(m_context.document.session());
    if (!cores.isEmpty()) text += QStringLiteral(" · ") + cores;
    m_summary->setText(text);
    m_summary->setToolTip(text + QLatin1Char('\n') +
                          tr("Compile time is all of a compile: capture, passes, code generation, plan and what lies "
                             "between them. The list of passes has the passes' share below it."));
}

void CompilePanel::showPage() {
    m_timeControls->setVisible(m_page->current() == timePage);
    showWhatIsLeft();
    if (m_isStale) refresh();
}

void CompilePanel::filter() {
    const QString text = m_filter->text();
    noteFilters();
    m_view->records()->setFilterText(text);
    m_calls->setFilter(text);
    m_again->setFilter(text);
    if (!text.isEmpty()) m_view->expandAll();
    showWhatIsLeft();
}

void CompilePanel::noteFilters() {
    if (m_isGoingBack) return;
    m_filters.note({m_filter->text(), only().value_or(-1), m_source.undoDepth()});
}

void CompilePanel::undo() {
    const std::optional<Filters> before = m_filters.undo();
    if (!before) return;
    m_isGoingBack = true;
    if (before->shared < m_source.undoDepth()) m_source.undo();
    m_graphs->setCurrentIndex(std::max(0, m_graphs->findData(before->only)));
    m_filter->setText(before->text);
    m_isGoingBack = false;
}

void CompilePanel::clearFilters() {
    m_filter->clear();
    m_graphs->setCurrentIndex(0);
    m_chips->clear();
}

/** Of an empty table nobody knows whether nothing was compiled or a filter hides it. */
void CompilePanel::showWhatIsLeft() {
    const int page = m_page->current() == timePage ? 0 : m_page->current() == callsPage ? 1 : 2;
    // Which compilation is looked at is chosen for the times alone.
    m_chips->setChosen(page == 0 && only() ? QStringList(m_graphs->currentText()) : QStringList());
    m_chips->setText(m_filter->text());
    const RecordView &view = page == 0 ? *m_view : page == 1 ? *m_calls->view() : *m_again->view();
    const bool hasRows = view.records()->sourceModel()->rowCount() > 0;
    m_nothing->setText(hasRows ? tr("No row has “%1” in it.").arg(m_filter->text().trimmed())
                               : tr("Nothing that is looked for was compiled in the marked range."));
    const bool isSentence = page == 2 && hasRows && !m_again->isAny();
    const bool isNothing = view.records()->rowCount() == 0 && !m_chips->texts().isEmpty() && !isSentence;
    m_content->setCurrentIndex(isNothing ? m_content->indexOf(m_nothing) : page);
}

/** The axis takes what the numbers leave; names are never so narrow that they cannot be read. */
void CompilePanel::fitNames() {
    if (m_model->root().children.empty()) return;
    if (!m_isSized) {
        m_view->header()->setStretchLastSection(true);
        for (int column = TimeColumn; column < axisColumn(); ++column)
            m_view->resizeColumnToContents(column);
        m_isSized = true;
    }
    int numbers = 0;
    for (int column = TimeColumn; column < axisColumn(); ++column)
        numbers += m_view->columnWidth(column);
    m_view->setColumnWidth(NameColumn, std::max(200, (m_view->viewport()->width() - numbers) / 2));
}

const CompileTreeModel::Node *CompilePanel::currentNode() const {
    const QModelIndex index = m_view->currentIndex();
    return index.isValid() ? m_model->node(m_view->records()->mapToSource(index)) : nullptr;
}

void CompilePanel::chooseNode(const CompileTreeModel::Node *node) {
    const QModelIndex index = m_view->records()->mapFromSource(m_model->indexOf(node));
    if (!index.isValid()) return;
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index);
}

void CompilePanel::select(const CompileRow &row) {
    if (row.compilation < 0) return; // only the baseline has it
    switch (row.kind) {
    case CompileRowKind::Function:
    case CompileRowKind::Compilation:
        return m_context.selection.selectPass(row.compilation, finalPass, this);
    case CompileRowKind::Line:
    case CompileRowKind::Inference:
        if (row.line <= 0) return m_context.selection.selectPass(row.compilation, capturedPass, this);
        return m_context.selection.selectLine(QString::fromStdString(row.file), row.line, this);
    default:
        selectInside(row);
    }
}

/** The kernel or the pass that took most of a row; a part of neither is of the captured graph or of the final one. */
void CompilePanel::selectInside(const CompileRow &row) {
    if (!row.kernel.empty()) return m_context.selection.selectKernel(row.compilation, row.kernel, this);
    if (row.pass >= 0) return m_context.selection.selectPass(row.compilation, row.pass, this);
    const bool isBefore = row.name == "capture" || row.name == "verify" || row.kind == CompileRowKind::NoLine;
    m_context.selection.selectPass(row.compilation, isBefore ? capturedPass : finalPass, this);
}

void CompilePanel::follow(const Anchor &anchor) {
    const CompileTreeModel::Node *node = nodeOf(m_model->root(), anchor);
    if (node == nullptr || node == currentNode()) return;
    m_isFilling = true;
    chooseNode(node);
    m_isFilling = false;
}

void CompilePanel::goToLongest() {
    m_page->setCurrent(timePage);
    showPage();
    if (const CompileTreeModel::Node *node = longestNode(m_model->root(), CompileRowKind::Pass)) chooseNode(node);
    m_view->setFocus();
}

QString CompilePanel::contentAsText() const {
    if (m_pages->currentIndex() == 0) return m_failed->text();
    if (m_page->current() == callsPage) return m_calls->view()->allAsText();
    if (m_page->current() == againPage) return m_again->asText();
    return m_summary->text() + QLatin1Char('\n') + m_view->allAsText();
}

PanelDef compilePanel() {
    return {.id = QStringLiteral("compile"),
            .title = QT_TRANSLATE_NOOP("Panels", "Compile"),
            .summary = QT_TRANSLATE_NOOP("Panels", "Where compile time went, and why functions were compiled again"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new CompilePanel(context, parent);
            }};
}

} // namespace compilepanel
} // namespace jitscope

#include "compilepanel.moc"
