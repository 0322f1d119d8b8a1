// SPDX-License-Identifier: GPL-3.0-or-later
// The curve above, what is listed at its line below. Both are worked out in jobs, when the panel is in view.
#include "app/panels/runmemory/runmemorypanel.h"

#include "app/charts/curveview.h"
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/sentenceline.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/tablecell.h"
#include "app/panels/runmemory/memorylists.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/jumps.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/tracefocus.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/session/session.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace jitscope {
inline namespace runmemorypanel {

namespace {

const QString figuresTag = QStringLiteral("runmemory"), tableTag = QStringLiteral("runmemory.table"),
              baselineTag = QStringLiteral("runmemory.baseline");
constexpr int partsWaitMs = 500; ///< parts of a live run come many times a second
constexpr int widestName = 320;

struct ListChoice {
    RunMemoryList list;
    const char *id, *title, *meaning;
};
constexpr ListChoice lists[] = {
    {RunMemoryList::Held, "held", QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel", "Held"),
     QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel",
                       "Each memory that is held where the line stands, the largest first")},
    {RunMemoryList::ByLine, "line", QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel", "By line"),
     QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel",
                       "The same summed by the line whose operators made it")},
    {RunMemoryList::ByScope, "scope", QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel", "By scope"),
     QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel", "The same summed by the cells that made it")},
    {RunMemoryList::ByOperator, "operator",
     QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel", "By operator"),
     QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel", "The same summed by the operator that made it")},
    {RunMemoryList::Changed, "changed", QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel", "Changed"),
     QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel",
                       "What is held more or less at the end of the marked stretch than at its begin, by line")},
    {RunMemoryList::Growing, "growing", QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel", "Growing"),
     QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel",
                       "What is held more and more at the end of each step, or of each round of a loop: leaks, or "
                       "lists that grow")},
    {RunMemoryList::Plan, "plan", QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel", "Plan"),
     QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel",
                       "What compiled graphs let go of, take over and view, by their plan for this machine")},
    {RunMemoryList::Recompute, "recompute", QT_TRANSLATE_NOOP("jitscope::runmemorypanel::RunMemoryPanel", "Recompute"),
     QT_TRANSLATE_NOOP(
         "jitscope::runmemorypanel::RunMemoryPanel",
         "What lies idle at the peak from the forward to the backward pass and is cheap to compute again, "
         "with an estimate of what that saves and costs")}};

/** The figures and their curve, ready to draw. */
struct Answer {
    std::shared_ptr<const RunMemoryFigures> figures;
    std::shared_ptr<const std::vector<CounterSample>> samples;
    std::shared_ptr<const CounterPyramid> pyramid;
};

Answer answerOf(const Session &session) {
    Answer answer;
    auto figures = std::make_shared<RunMemoryFigures>(RunMemoryFigures{memoryUse(session), opColumns(session)});
    auto samples = std::make_shared<std::vector<CounterSample>>(figures->use.curve);
    auto pyramid = std::make_shared<CounterPyramid>();
    pyramid->cover(*samples);
    answer.figures = std::move(figures);
    answer.samples = std::move(samples);
    answer.pyramid = std::move(pyramid);
    return answer;
}

} // namespace

class RunMemoryPanel : public Panel {
    Q_OBJECT
public:
    RunMemoryPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_focus(TraceFocus::of(context.document))
        , m_baseline(Baseline::of(context))
        , m_pages(new QStackedLayout(this))
        , m_controls(new QWidget(this)) {
        for (const ListChoice &each : lists) {
            m_models.push_back(new TableModel<RunMemoryRow>(memoryColumns(each.list), this));
            m_comparing.push_back(isOfMoment(each.list)
                                      ? new TableModel<RunMemoryRow>(comparingMemoryColumns(each.list), this)
                                      : m_models.back());
        }
        m_empty = new EmptyState(QStringLiteral("timings"), {}, {});
        m_pages->addWidget(m_empty);
        m_pages->addWidget(buildPage());
        buildControls();
        m_refresh.setSingleShot(true);
        m_refresh.setInterval(partsWaitMs);
        connect(&m_refresh, &QTimer::timeout, this, &RunMemoryPanel::refresh);
        connect(&context.document, &Document::replaced, this, &RunMemoryPanel::takeDocument);
        connect(&context.document, &Document::appended, this, [this] {
            m_isStale = m_isStale || session().storageEvents.size() != m_events || m_events == 0;
            if (m_isStale && isVisible() && !m_refresh.isActive()) m_refresh.start();
        });
        connect(&m_focus, &TraceFocus::changed, this, [this] {
            m_curve->setMarked(m_focus.marked());
            if (list() == RunMemoryList::Changed) refreshTable();
        });
        connect(&m_baseline, &Baseline::changed, this, &RunMemoryPanel::takeBaseline);
        takeDocument();
        takeBaseline();
    }

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override {
        return !m_isReading && !m_isListing && !m_isTakingBaseline && !m_refresh.isActive();
    }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }
    void fitView() override { m_curve->showAll(); }
    QString contentAsText() const override {
        if (m_pages->currentIndex() == 0) return {};
        return (m_told->text().isEmpty() ? m_where->text() : m_told->text()) + QStringLiteral("\n\n") +
               m_view->allAsText();
    }
    /** Lines that wrap would have the dock scroll the whole panel at the height that the list would like. */
    int heightForWidth(int) const override { return minimumSizeHint().height(); }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        if (m_isStale) refresh();
    }

private:
    const Session &session() const { return m_context.document.session(); }

    QWidget *buildPage() {
        auto *page = new QWidget(this);
        auto *column = new QVBoxLayout(page);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        m_sentence = new SentenceLine(page);
        m_sentence->setObjectName(QStringLiteral("runMemorySentence"));
        m_sentence->hide();
        column->addWidget(m_sentence);
        auto *splitter = new QSplitter(Qt::Vertical);
        splitter->setChildrenCollapsible(false);
        splitter->addWidget(buildCurve());
        splitter->addWidget(buildBelow());
        splitter->setSizes({180, 240});
        column->addWidget(splitter, 1);
        return page;
    }

    QWidget *buildCurve() {
        m_curve = new CurveView([](double bytes) { return sizeText(bytes); });
        m_curve->setObjectName(QStringLiteral("runMemoryCurve"));
        m_curve->setAccessibleName(tr("Memory of tensors over time; arrows move the line, W and S zoom, A and D pan"));
        connect(m_curve, &CurveView::cursorMoved, this, [this](qint64 time) { moveCursor(time); });
        connect(m_curve, &CurveView::rangeMarked, this, [this](qint64 begin, qint64 end) {
            m_focus.setMarked(TraceFocus::Range{begin, end});
        });
        return m_curve;
    }

    QWidget *buildBelow() {
        auto *below = new QWidget;
        auto *column = new QVBoxLayout(below);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        auto *bar = new QHBoxLayout;
        bar->setContentsMargins(metrics::grid, metrics::grid / 2, metrics::grid, metrics::grid / 2);
        bar->setSpacing(metrics::grid);
        QList<Segment> segments;
        for (const ListChoice &each : lists)
            segments.append({QString::fromLatin1(each.id), tr(each.title), tr(each.meaning)});
        m_list = new SegmentedControl(tr("What of the memory"), segments);
        m_where = new ElidedLabel;
        m_where->setObjectName(QStringLiteral("runMemoryWhere"));
        m_where->setProperty("role", QStringLiteral("hint"));
        auto *peak =
            flatButton(QStringLiteral("runMemoryPeak"), tr("Peak"), tr("Put the line where tensors hold the most"));
        bar->addWidget(m_list);
        bar->addWidget(m_where, 1);
        bar->addWidget(peak);
        column->addLayout(bar);
        m_told = new QLabel;
        m_told->setObjectName(QStringLiteral("runMemoryTold"));
        m_told->setProperty("role", QStringLiteral("hint"));
        m_told->setWordWrap(true);
        m_told->setContentsMargins(metrics::grid, 0, metrics::grid, metrics::grid / 2);
        m_told->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(m_told);
        m_view = new RecordView;
        m_view->setObjectName(QStringLiteral("runMemoryTable"));
        m_view->setAccessibleName(tr("Memory that is held"));
        auto *rows = new QWidget;
        m_rows = new QStackedLayout(rows);
        m_rows->addWidget(m_view);
        m_nothing = new EmptyState(QStringLiteral("timings"), {}, {});
        m_rows->addWidget(m_nothing);
        column->addWidget(rows, 1);
        useModel();
        connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { chooseRow(); });
        connect(m_list, &SegmentedControl::changed, this, &RunMemoryPanel::refreshTable);
        connect(peak, &QToolButton::clicked, this, &RunMemoryPanel::goToPeak);
        RowMenu::of(*m_view).addPart([this](QMenu &menu, const QModelIndex &) {
            addJumps(menu, m_context, m_context.selection.current(), objectName());
        });
        return below;
    }

    void buildControls() {
        auto *row = new QHBoxLayout(m_controls);
        row->setContentsMargins(0, 0, 0, 0);
        m_filter = new FilterEdit(tr("filter"), m_controls);
        m_filter->setMaximumWidth(160);
        row->addWidget(m_filter);
        row->addWidget(new BaselineBox(m_context, m_controls));
        connect(m_filter, &FilterEdit::textChanged, this,
                [this](const QString &text) { m_view->records()->setFilterText(text); });
    }

    size_t listPlace() const {
        for (size_t i = 0; i < std::size(lists); ++i)
            if (m_list->current() == QLatin1String(lists[i].id)) return i;
        return 0;
    }
    RunMemoryList list() const { return lists[listPlace()].list; }

    /** Each list has columns of its own, and others against a baseline. */
    void useModel(const RunMemoryTable &table = {}) {
        TableModel<RunMemoryRow> *model = (table.isCompared ? m_comparing : m_models)[listPlace()];
        if (model == m_model) return;
        m_model = model;
        m_view->setRecords(model);
        m_view->sortByColumn(1, Qt::DescendingOrder);
        if (m_filter) m_view->records()->setFilterText(m_filter->text());
    }

    void takeDocument() {
        m_context.jobs.cancel(figuresTag);
        m_context.jobs.cancel(tableTag);
        m_isReading = m_isListing = false;
        m_answer = {};
        m_cursor.reset();
        m_events = 0;
        m_isStale = true;
        showEmpty();
        if (isVisible()) refresh();
    }

    /** What the baseline's tensors held is added up once. */
    void takeBaseline() {
        m_context.jobs.cancel(baselineTag);
        m_before.reset();
        m_isTakingBaseline = m_baseline.run() != nullptr;
        if (!m_isTakingBaseline) return refreshTable();
        m_context.jobs.run(
            baselineTag, tr("Adding up memory"), this,
            [run = m_baseline.run()](const CancelFlag &) {
                return std::make_shared<const RunMemoryBaseline>(RunMemoryBaseline{run, memoryUse(*run->session)});
            },
            [this](std::shared_ptr<const RunMemoryBaseline> before) {
                m_isTakingBaseline = false;
                m_before = std::move(before);
                refreshTable();
            });
    }

    void showEmpty() {
        if (session().ops.empty())
            m_empty->setTexts(tr("No operator ran yet"),
                              tr("Run a script (F5): what memory its tensors hold over time stands here."));
        else
            m_empty->setTexts(tr("Memory was not recorded"),
                              tr("The recording is older than that, or comes from elsewhere. Run the script again to "
                                 "see what its tensors hold. Memory that a profiler recorded is in the panel Memory."));
        m_pages->setCurrentIndex(0);
        m_controls->setEnabled(false);
    }

    void refresh() {
        m_isStale = false;
        m_events = session().storageEvents.size();
        if (m_events == 0) return showEmpty();
        m_isReading = true;
        m_context.jobs.run(
            figuresTag, tr("Adding up memory"), this,
            [lease = m_context.document.lend()](const CancelFlag &) { return answerOf(lease->session()); },
            [this](Answer answer) {
                m_isReading = false;
                show(std::move(answer));
            });
    }

    void show(Answer answer) {
        const bool isFirst = m_answer.figures == nullptr;
        m_answer = std::move(answer);
        const MemoryUse &use = m_answer.figures->use;
        m_pages->setCurrentIndex(1);
        m_controls->setEnabled(true);
        m_sentence->setText(use.unknownFrom ? tr("The recording was full: from %1 on memory is not known.")
                                                  .arg(instantText(*use.unknownFrom - originNs()))
                                            : QString());
        m_curve->setCurves({{tr("Tensors"), m_answer.samples, m_answer.pyramid, use.peak, true}}, originNs());
        m_curve->setMarked(m_focus.marked());
        if (isFirst) m_curve->showAll();
        if (isFirst || !m_cursor)
            goToPeak();
        else
            refreshTable();
    }

    int64_t originNs() const { return memoryOriginNs(session(), m_answer.figures->use); }

    void goToPeak() {
        if (m_answer.figures) moveCursor(m_answer.figures->use.peak.timeNs);
    }

    void moveCursor(int64_t time) {
        m_cursor = time;
        m_curve->setCursorTime(time);
        refreshTable();
    }

    /** Of Changed the marked stretch, or from the begin of the run to the line. */
    MemoryMoment moment() const {
        const int64_t time = m_cursor.value_or(m_answer.figures->use.peak.timeNs);
        if (const auto &marked = m_focus.marked()) return {time, marked->first, marked->second};
        return {time, m_answer.figures->use.beginNs(), time};
    }

    void refreshTable() {
        if (!m_answer.figures) return;
        m_isListing = true;
        m_context.jobs.run(
            tableTag, tr("Looking for who holds memory"), this,
            [lease = m_context.document.lend(), figures = m_answer.figures, list = list(), moment = moment(),
             before = m_before](const CancelFlag &) {
                return memoryTable(lease->session(), *figures, list, moment, before.get());
            },
            [this](RunMemoryTable table) {
                m_isListing = false;
                showTable(std::move(table));
            });
    }

    void showTable(RunMemoryTable table) {
        m_isFilling = true;
        useModel(table);
        m_model->setRows(std::move(table.rows));
        m_isFilling = false;
        m_view->fitColumns(widestName);
        const bool isEmpty = m_model->rowCount() == 0;
        m_rows->setCurrentIndex(isEmpty ? 1 : 0);
        if (isEmpty) m_nothing->setTexts(nothingTitle(), nothingAdvice(table.sentence));
        // While it is not shown, it needs no room: the panel would be scrolled for it.
        m_nothing->setSizePolicy(QSizePolicy::Preferred, isEmpty ? QSizePolicy::Preferred : QSizePolicy::Ignored);
        m_told->setText(table.sentence);
        m_told->setVisible(!isEmpty && !table.sentence.isEmpty());
        m_where->setText(table.sentence.isEmpty() ? whereText() + baselineText(table) : QString());
    }

    QString baselineText(const RunMemoryTable &table) const {
        if (!m_before || !isOfMoment(list())) return {};
        const QString separator = QStringLiteral(" · ");
        if (!m_before->use.isRecorded) return separator + tr("the baseline's memory was not recorded");
        if (!table.baselineTime) return separator + tr("the baseline did not get here");
        const MemoryUse &use = m_before->use;
        return separator + tr("baseline: %1 at %2 of %3")
                               .arg(sizeText(double(use.bytesAt(*table.baselineTime))),
                                    timeText(double(*table.baselineTime - baselineOriginNs())), m_baseline.name());
    }

    int64_t baselineOriginNs() const { return memoryOriginNs(*m_before->run->session, m_before->use); }

    QString nothingTitle() const {
        switch (list()) {
        case RunMemoryList::Changed:
            return tr("Nothing changed");
        case RunMemoryList::Growing:
            return tr("Nothing grows");
        case RunMemoryList::Plan:
            return tr("Nothing was planned");
        case RunMemoryList::Recompute:
            return tr("Nothing to compute again");
        default:
            return tr("No tensor is held here");
        }
    }

    /** What the list itself says, or what to do. */
    QString nothingAdvice(const QString &sentence) const {
        if (!sentence.isEmpty()) return sentence;
        if (list() == RunMemoryList::Changed)
            return tr("Both ends of the stretch hold the same. Mark another one in the curve above.");
        if (list() == RunMemoryList::Growing)
            return tr("No line holds more and more at the end of each step, or of each round of a loop.");
        return tr("Move the line in the curve above, or press Peak.");
    }

    QString whereText() const {
        const MemoryUse &use = m_answer.figures->use;
        const MemoryMoment now = moment();
        const auto at = [&](int64_t time) {
            return tr("%1 at %2").arg(sizeText(double(use.bytesAt(time))), timeText(double(time - originNs())));
        };
        if (list() == RunMemoryList::Changed) return tr("from %1 to %2").arg(at(now.beginNs), at(now.endNs));
        return now.timeNs == use.peak.timeNs ? tr("%1, the peak").arg(at(now.timeNs)) : at(now.timeNs);
    }

    void chooseRow() {
        const int row = m_view->currentSourceRow();
        if (m_isFilling || row < 0 || row >= m_model->rowCount()) return;
        const RunMemoryRow &chosen = m_model->row(row);
        if (chosen.op >= 0)
            m_context.selection.selectOp(chosen.op, this);
        else if (chosen.tensor >= 0)
            m_context.selection.selectTensor(chosen.tensor, this);
        else if (chosen.compilation >= 0)
            m_context.selection.selectNode(chosen.compilation, -1, chosen.node, this);
    }

    PanelContext m_context;
    TraceFocus &m_focus;
    Baseline &m_baseline;
    QStackedLayout *m_pages;
    QWidget *m_controls;
    EmptyState *m_empty = nullptr;
    SentenceLine *m_sentence = nullptr;
    CurveView *m_curve = nullptr;
    SegmentedControl *m_list = nullptr;
    ElidedLabel *m_where = nullptr;
    QLabel *m_told = nullptr; ///< the sentence on all rows of a list
    QStackedLayout *m_rows = nullptr;
    EmptyState *m_nothing = nullptr; ///< in the place of a list without rows
    RecordView *m_view = nullptr;
    FilterEdit *m_filter = nullptr;
    std::vector<TableModel<RunMemoryRow> *> m_models, m_comparing; ///< by list; without and with a baseline
    TableModel<RunMemoryRow> *m_model = nullptr;
    QTimer m_refresh;
    Answer m_answer;
    std::shared_ptr<const RunMemoryBaseline> m_before; ///< null without a baseline
    std::optional<int64_t> m_cursor;
    size_t m_events = 0; ///< of the session when it was read
    bool m_isStale = true, m_isReading = false, m_isListing = false, m_isTakingBaseline = false;
    bool m_isFilling = false; ///< rows change by themselves: not a choice of the user
};

PanelDef runmemoryPanel() {
    return {.id = QStringLiteral("runmemory"),
            .title = QT_TRANSLATE_NOOP("Panels", "Run memory"),
            .summary = QT_TRANSLATE_NOOP("Panels", "The memory of a run's tensors over time, its peak and who made it"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new RunMemoryPanel(context, parent);
            }};
}

} // namespace runmemorypanel
} // namespace jitscope

#include "runmemorypanel.moc"
