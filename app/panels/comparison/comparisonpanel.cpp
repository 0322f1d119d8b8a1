// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the two sides, compares them in a job while the panel is in view, and shows what differs.
#include "app/panels/comparison/comparisonpanel.h"

#include "app/models/recordview.h"
#include "app/models/sortfiltermodel.h"
#include "app/panels/comparison/comparisoncolumns.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/tracefocus.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/infobar.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/analysis/laneindex.h"
#include "engine/importing/importer.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace jitscope {
inline namespace comparisonpanel {

namespace {

const QString compareTag = QStringLiteral("comparison"), openTag = QStringLiteral("comparison.open");
enum Page { EmptyPage, BusyPage, ResultPage };
enum View { TaskView, TypeView, StepView, CollectiveView, RankView };
constexpr const char *viewIds[] = {"tasks", "types", "steps", "collectives", "ranks"};

/** A rank that can stand on a side: of the open session, or of the file beside it. */
struct Side {
    DeviceKey device;
    bool isOther = false;
    bool operator==(const Side &) const = default;
};

struct CompareResult {
    TraceComparison comparison;
    std::vector<TaskRow> tasks;
    RankWaits waits;
};

} // namespace

class ComparisonPanel : public Panel {
    Q_OBJECT
public:
    ComparisonPanel(const PanelContext &context, QWidget *parent);

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return !m_isComputing; }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }
    QString contentAsText() const override {
        if (m_pages->currentIndex() != ResultPage) return {};
        return m_summary->text() + QLatin1Char('\n') + m_views[size_t(view())]->allAsText();
    }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        if (m_isStale) refresh();
    }

private:
    QWidget *buildSides();
    QWidget *buildBusy();
    QWidget *buildResult();
    void buildControls();
    RecordView *addView(const QString &id, const QString &name, QAbstractItemModel *model, QVBoxLayout *into);
    int view() const;
    const Trace &trace() const { return m_context.document.session().trace; }
    static std::vector<DeviceKey> devicesOf(const Trace &trace);
    void refresh();
    void fillSides();
    void askOther();
    void openOther(const QString &path);
    void tellWhatIsMissing();
    void compare();
    void show(CompareResult result);
    void showView();
    void showTasks();
    void chooseTask();
    void chooseGroup(RecordView *view, const TableModel<GroupRow> &model);
    void select(SliceId a, SliceId b);

    PanelContext m_context;
    QWidget *m_controls;
    QStackedLayout *m_pages = nullptr;
    EmptyState *m_empty = nullptr;
    InfoBar *m_problem = nullptr;
    QComboBox *m_a = nullptr, *m_b = nullptr, *m_kind = nullptr;
    SegmentedControl *m_what = nullptr;
    FilterEdit *m_filter = nullptr;
    QLabel *m_summary = nullptr;
    TableModel<TaskRow> m_tasks;
    TableModel<GroupRow> m_types, m_steps, m_collectives;
    TableModel<RankWait> m_ranks;
    std::vector<RecordView *> m_views; ///< by View
    std::vector<Side> m_sides;
    std::shared_ptr<const Session> m_other;
    QString m_otherName;
    CompareResult m_result;
    bool m_isComputing = false, m_isStale = false, m_isFilling = false;
};

ComparisonPanel::ComparisonPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_controls(new QWidget(this))
    , m_tasks(taskColumns())
    , m_types(groupColumns(tr("Type")))
    , m_steps(groupColumns(tr("Step")))
    , m_collectives(groupColumns(tr("Collective")))
    , m_ranks(rankColumns()) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildSides());
    m_problem = new InfoBar(this);
    column->addWidget(m_problem);
    m_pages = new QStackedLayout;
    column->addLayout(m_pages, 1);
    m_empty = new EmptyState(QStringLiteral("diff"), {}, {});
    m_pages->addWidget(m_empty);
    m_pages->addWidget(buildBusy());
    m_pages->addWidget(buildResult());
    buildControls();
    connect(&context.document, &Document::replaced, this, [this] {
        m_context.jobs.cancel(compareTag); // its slices are those of the session before
        m_isComputing = false;
        m_pages->setCurrentIndex(EmptyPage);
        m_sides.clear();
        refresh();
    });
    connect(&context.document, &Document::appended, this, [this] { m_isStale = true; });
    refresh();
}

QWidget *ComparisonPanel::buildSides() {
    auto *bar = new QWidget;
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 4, 12, 4);
    const auto side = [&](const QString &id, const QString &letter, const QString &toolTip) {
        auto *label = new QLabel(letter);
        label->setFont(boldUiFont());
        row->addWidget(label);
        auto *box = new QComboBox;
        box->setObjectName(id);
        box->setAccessibleName(toolTip);
        box->setToolTip(toolTip);
        box->setMinimumWidth(100);
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        row->addWidget(box);
        connect(box, &QComboBox::activated, this, &ComparisonPanel::compare);
        return box;
    };
    m_a = side(QStringLiteral("sideA"), QStringLiteral("A"), tr("The side that is compared with"));
    m_b = side(QStringLiteral("sideB"), QStringLiteral("B"), tr("The side that may be slower or faster"));
    auto *open = flatButton(QStringLiteral("openOther"), tr("Other file…"),
                            tr("Opens another profile or trace, to compare with the ranks of this one"));
    connect(open, &QToolButton::clicked, this, &ComparisonPanel::askOther);
    row->addWidget(open);
    row->addStretch(1);
    m_kind = new QComboBox;
    m_kind->setObjectName(QStringLiteral("compareKind"));
    m_kind->setAccessibleName(tr("Which differences"));
    m_kind->setToolTip(tr("Which differences are listed"));
    m_kind->addItem(tr("all"), -1);
    for (const DifferenceKind kind : {DifferenceKind::Slower, DifferenceKind::Faster, DifferenceKind::Missing,
                                      DifferenceKind::New, DifferenceKind::Moved})
        m_kind->addItem(differenceText(kind), int(kind));
    connect(m_kind, &QComboBox::activated, this, &ComparisonPanel::showTasks);
    row->addWidget(m_kind);
    m_filter = new FilterEdit(tr("filter"));
    m_filter->setObjectName(QStringLiteral("compareFilter"));
    m_filter->setMaximumWidth(160);
    connect(m_filter, &FilterEdit::textChanged, this, [this](const QString &text) {
        for (RecordView *view : m_views)
            view->records()->setFilterText(text);
    });
    row->addWidget(m_filter);
    return bar;
}

void ComparisonPanel::buildControls() {
    auto *row = new QHBoxLayout(m_controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::grid);
    m_what =
        new SegmentedControl(tr("What is compared"),
                             {{QLatin1String(viewIds[TaskView]), tr("Tasks"), tr("Single tasks that differ")},
                              {QLatin1String(viewIds[TypeView]), tr("Types"), tr("Sums by type of operator")},
                              {QLatin1String(viewIds[StepView]), tr("Steps"), tr("Sums by step of the training loop")},
                              {QLatin1String(viewIds[CollectiveView]), tr("Collectives"), tr("Sums by collective")},
                              {QLatin1String(viewIds[RankView]), tr("Ranks"),
                               tr("Which rank makes the others wait, of all in the session")}},
                             m_controls);
    m_what->setObjectName(QStringLiteral("compareWhat"));
    row->addWidget(m_what);
    connect(m_what, &SegmentedControl::changed, this, &ComparisonPanel::showView);
}

QWidget *ComparisonPanel::buildBusy() {
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    auto *row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("Comparing…")));
    auto *bar = new QProgressBar;
    bar->setRange(0, 0);
    bar->setTextVisible(false);
    row->addWidget(bar, 1);
    auto *cancel = flatButton(QStringLiteral("compareCancel"), tr("Cancel"), tr("Ends the comparison"));
    connect(cancel, &QToolButton::clicked, this, [this] {
        m_context.jobs.cancel(compareTag);
        m_context.jobs.cancel(openTag);
        m_isComputing = false;
        m_empty->setTexts(tr("Cancelled"), tr("Choose a side again to compare."));
        m_pages->setCurrentIndex(EmptyPage);
    });
    row->addWidget(cancel);
    column->addLayout(row);
    column->addStretch(1);
    return page;
}

RecordView *ComparisonPanel::addView(const QString &id, const QString &name, QAbstractItemModel *model,
                                     QVBoxLayout *into) {
    auto *view = new RecordView;
    view->setObjectName(id);
    view->setAccessibleName(name);
    view->setRecords(model);
    into->addWidget(view, 1);
    m_views.push_back(view);
    return view;
}

QWidget *ComparisonPanel::buildResult() {
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("compareSummary"));
    m_summary->setContentsMargins(12, 2, 12, 6);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_summary);
    RecordView *tasks = addView(QStringLiteral("taskTable"), tr("Tasks that differ"), &m_tasks, column);
    tasks->sortByColumn(0, Qt::DescendingOrder);
    connect(tasks->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { chooseTask(); });
    struct Groups {
        const char *id;
        QString name;
        TableModel<GroupRow> *model;
    };
    for (const Groups &groups :
         {Groups{"typeTable", tr("Sums by type"), &m_types}, Groups{"stepTable", tr("Sums by step"), &m_steps},
          Groups{"collectiveTable", tr("Sums by collective"), &m_collectives}}) {
        RecordView *view = addView(QLatin1String(groups.id), groups.name, groups.model, column);
        view->sortByColumn(1, Qt::DescendingOrder);
        connect(view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this, view, model = groups.model] { chooseGroup(view, *model); });
    }
    RecordView *ranks =
        addView(QStringLiteral("rankTable"), tr("Ranks by what they made others wait"), &m_ranks, column);
    ranks->sortByColumn(1, Qt::DescendingOrder);
    connect(ranks->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this, ranks] {
        const int row = ranks->currentSourceRow();
        if (!m_isFilling && row >= 0) select(m_ranks.row(row).worst, {});
    });
    return page;
}

int ComparisonPanel::view() const {
    for (int i = 0; i < int(std::size(viewIds)); ++i)
        if (m_what->current() == QLatin1String(viewIds[i])) return i;
    return TaskView;
}

/** By lanes alone; slices are not looked at. */
std::vector<DeviceKey> ComparisonPanel::devicesOf(const Trace &trace) {
    std::vector<DeviceKey> devices;
    for (const Track &track : trace.tracks())
        if (track.kind == LaneKind::Stream || track.kind == LaneKind::Communication)
            devices.push_back({track.rank, track.device});
    std::sort(devices.begin(), devices.end());
    devices.erase(std::unique(devices.begin(), devices.end()), devices.end());
    std::erase_if(devices, [all = devices](const DeviceKey &key) {
        return key.device < 0 && std::any_of(all.begin(), all.end(), [&](const DeviceKey &other) {
                   return other.rank == key.rank && other.device >= 0;
               });
    });
    return devices;
}

void ComparisonPanel::refresh() {
    m_isStale = !isVisible();
    if (m_isStale) return;
    fillSides();
    compare();
}

void ComparisonPanel::fillSides() {
    std::vector<Side> sides;
    for (const DeviceKey &device : devicesOf(trace()))
        sides.push_back({device, false});
    if (m_other)
        for (const DeviceKey &device : devicesOf(m_other->trace))
            sides.push_back({device, true});
    if (sides == m_sides) return;
    m_sides = std::move(sides);
    m_a->clear();
    m_b->clear();
    for (const Side &side : m_sides) {
        const QString name = deviceName(side.device) + (side.isOther ? QStringLiteral(" · ") + m_otherName : QString());
        m_a->addItem(name);
        m_b->addItem(name);
    }
    // The first with the second; with another file, the first of both.
    const auto other = std::find_if(m_sides.begin(), m_sides.end(), [](const Side &side) { return side.isOther; });
    if (m_sides.size() > 1)
        m_b->setCurrentIndex(other == m_sides.end() || other == m_sides.begin() ? 1 : int(other - m_sides.begin()));
}

void ComparisonPanel::askOther() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open another trace to compare with"), {},
                                     tr("Traces and profiles (*.json *.db *.jitscope *.csv);;All (*)"));
    if (!path.isEmpty()) openOther(path);
}

void ComparisonPanel::openOther(const QString &path) {
    m_isComputing = true;
    m_pages->setCurrentIndex(BusyPage);
    struct Opened {
        std::shared_ptr<const Session> session;
        QString problem;
    };
    auto progress = std::make_shared<Progress>();
    m_context.jobs.run(
        openTag, tr("Opening %1").arg(QFileInfo(path).fileName()), this,
        [progress, file = path.toStdString()](const CancelFlag &) {
            ImportOptions options;
            options.progress = progress.get();
            auto opened = openPath(file, options);
            if (!opened) return Opened{nullptr, QString::fromStdString(opened.error().message)};
            return Opened{std::make_shared<const Session>(*std::move(opened)), {}};
        },
        [this, path](Opened opened) {
            if (opened.session == nullptr) {
                m_problem->showMessage(InfoBar::Kind::Error, opened.problem);
            } else {
                m_other = std::move(opened.session);
                m_otherName = QFileInfo(path).fileName();
                if (devicesOf(m_other->trace).empty())
                    m_problem->showMessage(InfoBar::Kind::Warning, tr("%1 has no lanes of a device.").arg(m_otherName));
            }
            fillSides();
            compare();
        });
    m_context.jobs.watch(openTag, progress);
}

void ComparisonPanel::tellWhatIsMissing() {
    QStringList withoutLanes; // of the ranks that were opened
    for (const ProfilePtr &profile : m_context.document.session().profiles) {
        const bool hasLanes = std::any_of(m_sides.begin(), m_sides.end(), [&](const Side &side) {
            return !side.isOther && side.device.rank == profile->rank;
        });
        if (!hasLanes && profile->rank >= 0) withoutLanes.append(QString::number(profile->rank));
    }
    if (!withoutLanes.isEmpty())
        m_empty->setTexts(tr("Too few ranks with lanes of a device"),
                          tr("Nothing but tables was written for these ranks: %1. Communication and Statistics show "
                             "them beside each other; their tasks could be compared with a trace_view.json or "
                             "kernel_details.csv of each.")
                              .arg(withoutLanes.join(QStringLiteral(", "))));
    else if (m_sides.empty())
        m_empty->setTexts(tr("No lanes of a device"),
                          tr("Open a profiler's folder or a trace with device lanes; then choose another file or "
                             "rank to compare with."));
    else
        m_empty->setTexts(tr("One rank alone"),
                          tr("Choose \"Other file…\" to compare with, or open several ranks at once."));
}

void ComparisonPanel::compare() {
    m_context.jobs.cancel(compareTag);
    m_isComputing = false;
    const int a = m_a->currentIndex(), b = m_b->currentIndex();
    if (a < 0 || b < 0 || m_sides.size() < 2) {
        tellWhatIsMissing();
        m_pages->setCurrentIndex(EmptyPage);
        return;
    }
    m_isComputing = true;
    m_pages->setCurrentIndex(BusyPage);
    m_context.jobs.run(
        compareTag, tr("Comparing"), this,
        [lease = m_context.document.lend(), other = m_other, left = m_sides[size_t(a)],
         right = m_sides[size_t(b)]](const CancelFlag &cancelled) {
            const auto of = [&](const Side &side) { return side.isOther ? other.get() : &lease->session(); };
            const TraceSide sideA{of(left), left.device}, sideB{of(right), right.device};
            CompareResult result;
            result.comparison = compareTraces(sideA, sideB, [&] { return !*cancelled && lease->isCurrent(); });
            result.tasks = taskRows(result.comparison, sideA.session->trace, sideB.session->trace);
            result.waits = rankWaits(lease->session().trace, RankGroups(lease->session()));
            return result;
        },
        [this](CompareResult result) { show(std::move(result)); });
}

void ComparisonPanel::show(CompareResult result) {
    m_isComputing = false;
    m_result = std::move(result);
    const TraceComparison &comparison = m_result.comparison;
    QString text = tr("%1 tasks against %2, %3 matched: %4 slower, %5 faster, %6 missing, %7 new, %8 moved.")
                       .arg(comparison.tasksA)
                       .arg(comparison.tasksB)
                       .arg(comparison.matched)
                       .arg(comparison.count(DifferenceKind::Slower))
                       .arg(comparison.count(DifferenceKind::Faster))
                       .arg(comparison.count(DifferenceKind::Missing))
                       .arg(comparison.count(DifferenceKind::New))
                       .arg(comparison.count(DifferenceKind::Moved));
    text += QLatin1Char(' ') + tr("Their durations sum up to %1 and %2; from the first to the last it is %3 and %4.")
                                   .arg(durationText(comparison.totalA), durationText(comparison.totalB),
                                        durationText(comparison.extentA), durationText(comparison.extentB));
    for (const RankWait &wait : m_result.waits.ranks)
        if (wait.rank == m_result.waits.slowRank)
            text +=
                QLatin1Char(' ') + tr("Rank %1 makes the others wait: it comes last to %2 of %3 collectives and costs "
                                      "them %4.")
                                       .arg(wait.rank)
                                       .arg(wait.last)
                                       .arg(wait.collectives)
                                       .arg(durationText(wait.causedNs));
    // One rank alone has nothing to say about others; with several, what is missing is told.
    const Phrase lacks = m_result.waits.shared > 0 ? whyNoSlowRank(m_result.waits) : Phrase();
    if (!lacks.empty())
        text += QLatin1Char(' ') + tr("Which rank makes others wait is not known: %1.").arg(lackText(lacks));
    m_summary->setText(text);
    const auto rowsOf = [&](const std::vector<GroupDifference> &groups, const QString &none) {
        std::vector<GroupRow> rows;
        for (const GroupDifference &group : groups)
            rows.push_back({group, group.key.empty() ? none : QString::fromStdString(group.key)});
        return rows;
    };
    m_isFilling = true;
    m_types.setRows(rowsOf(comparison.types, {}));
    m_steps.setRows(rowsOf(comparison.steps, tr("outside of steps")));
    m_collectives.setRows(rowsOf(comparison.collectives, {}));
    m_ranks.setRows(m_result.waits.ranks);
    m_isFilling = false;
    m_pages->setCurrentIndex(ResultPage);
    showTasks();
    showView();
    constexpr int widest = 420, arrow = 14;
    for (RecordView *each : m_views)
        for (int column = 0; column < each->model()->columnCount(); ++column) {
            each->resizeColumnToContents(column);
            each->setColumnWidth(column, std::min(each->columnWidth(column) + arrow, widest));
        }
}

void ComparisonPanel::showTasks() {
    std::vector<TaskRow> rows;
    const int kind = m_kind->currentData().toInt();
    for (const TaskRow &row : m_result.tasks)
        if (kind < 0 || kind == int(row.difference.kind)) rows.push_back(row);
    m_isFilling = true;
    m_tasks.setRows(std::move(rows));
    m_isFilling = false;
}

void ComparisonPanel::showView() {
    for (int i = 0; i < int(m_views.size()); ++i)
        m_views[size_t(i)]->setVisible(i == view());
    m_kind->setVisible(view() == TaskView);
}

void ComparisonPanel::chooseTask() {
    const int row = m_views[TaskView]->currentSourceRow();
    if (!m_isFilling && row >= 0) select(m_tasks.row(row).difference.a, m_tasks.row(row).difference.b);
}

void ComparisonPanel::chooseGroup(RecordView *view, const TableModel<GroupRow> &model) {
    const int row = view->currentSourceRow();
    if (!m_isFilling && row >= 0) select(model.row(row).group.a, model.row(row).group.b);
}

/** The slice of side A; where that is in the other file or missing, that of side B. */
void ComparisonPanel::select(SliceId a, SliceId b) {
    const int left = m_a->currentIndex(), right = m_b->currentIndex();
    const bool isHereA = left >= 0 && !m_sides[size_t(left)].isOther;
    const bool isHereB = right >= 0 && !m_sides[size_t(right)].isOther;
    TraceFocus &focus = TraceFocus::of(m_context.document);
    const auto reveal = [&](SliceId slice, int rank) {
        focus.reveal({trace().startOf(slice), trace().endOf(slice)}, rank);
    };
    if (b.valid() && isHereB) reveal(b, m_sides[size_t(right)].device.rank);
    if (a.valid() && isHereA)
        m_context.selection.selectSlice(a, this);
    else if (b.valid() && isHereB)
        m_context.selection.selectSlice(b, this);
    else
        m_context.notify(tr("That task is in the other file only."));
}

PanelDef comparisonPanel() {
    return {.id = QStringLiteral("comparison"),
            .title = QT_TRANSLATE_NOOP("Panels", "Compare traces"),
            .summary =
                QT_TRANSLATE_NOOP("Panels", "Two ranks or two traces side by side: missing, new, slower, faster"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new ComparisonPanel(context, parent);
            }};
}

} // namespace comparisonpanel
} // namespace jitscope

#include "comparisonpanel.moc"
