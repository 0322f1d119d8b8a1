// SPDX-License-Identifier: GPL-3.0-or-later
// Works out the report of a device in a job when the panel is in view, and shows gaps, findings and their evidence.
#include "app/panels/advice/advicepanel.h"

#include "app/models/recordview.h"
#include "app/models/slicemenu.h"
#include "app/models/sortfiltermodel.h"
#include "app/panels/advice/advicecolumns.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/tracefocus.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>

namespace jitscope {
inline namespace advicepanel {

namespace {

const QString adviceTag = QStringLiteral("advice");
enum Page { EmptyPage, BusyPage, ReportPage };

} // namespace

class AdvicePanel : public Panel {
    Q_OBJECT
public:
    AdvicePanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_pages(new QStackedLayout(this))
        , m_controls(new QWidget(this))
        , m_gaps(gapColumns())
        , m_findings(findingColumns())
        , m_evidence(evidenceColumns())
        , m_links(linkColumns()) {
        m_empty = new EmptyState(QStringLiteral("timeline"), {}, {});
        m_pages->addWidget(m_empty);
        m_pages->addWidget(buildBusy());
        m_pages->addWidget(buildReport());
        buildControls();
        m_refresh.setSingleShot(true);
        m_refresh.setInterval(500); // parts of a live run come many times a second
        connect(&m_refresh, &QTimer::timeout, this, &AdvicePanel::refresh);
        connect(&context.document, &Document::replaced, this, [this] {
            m_context.jobs.cancel(adviceTag); // its slices are those of the session before
            m_isComputing = false;
            m_device->clear();
            m_pages->setCurrentIndex(EmptyPage);
            refresh();
        });
        connect(&context.document, &Document::appended, this, [this] {
            m_isStale = true;
            if (isVisible()) m_refresh.start();
        });
        refresh();
    }

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return !m_isComputing && !m_refresh.isActive(); }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }
    QString contentAsText() const override {
        if (m_pages->currentIndex() != ReportPage) return {};
        const QString text = m_summary->text() + QLatin1Char('\n') + table()->allAsText();
        return m_evidence.rows().empty() ? text : text + QLatin1Char('\n') + m_evidenceView->allAsText();
    }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        if (m_isStale) refresh();
    }

private:
    QWidget *buildBusy();
    QWidget *buildReport();
    RecordView *buildTable(const QString &id, const QString &name, QAbstractItemModel *model);
    void buildControls();
    RecordView *table() const {
        if (m_what->current() == QLatin1String("nodes")) return m_linkView;
        return m_what->current() == QLatin1String("idle") ? m_gapView : m_findingView;
    }
    const Trace &trace() const { return m_context.document.session().trace; }
    void refresh();
    void fillDevices();
    void compute();
    struct Answer {
        IdleReport report;
        std::vector<LinkRow> links;
    };
    void show(Answer answer);
    static QString waitText(const IdleTime &idle);
    void showLinks();
    void showTable();
    void showGap(int row);
    void showGapDetails(const GapRow &gap);
    void showFinding(int row);
    void goTo(SliceId slice);
    static void fit(RecordView *view);

    PanelContext m_context;
    QStackedLayout *m_pages;
    QWidget *m_controls;
    EmptyState *m_empty;
    TableModel<GapRow> m_gaps;
    TableModel<Finding> m_findings;
    TableModel<EvidenceRow> m_evidence;
    TableModel<LinkRow> m_links;
    QComboBox *m_device = nullptr;
    SegmentedControl *m_what = nullptr;
    FilterEdit *m_filter = nullptr;
    QLabel *m_summary = nullptr, *m_details = nullptr;
    RecordView *m_gapView = nullptr, *m_findingView = nullptr, *m_evidenceView = nullptr, *m_linkView = nullptr;
    std::vector<DeviceKey> m_devices;
    IdleReport m_report;
    QTimer m_refresh;
    bool m_isComputing = false, m_isStale = false;
    bool m_isFilling = false; ///< tables change by themselves: not a choice of the user
};

void AdvicePanel::buildControls() {
    auto *row = new QHBoxLayout(m_controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::grid);
    m_device = new QComboBox(m_controls);
    m_device->setObjectName(QStringLiteral("adviceDevice"));
    m_device->setAccessibleName(tr("Device"));
    m_device->setToolTip(tr("The rank or device whose idle time is shown"));
    row->addWidget(m_device);
    m_what =
        new SegmentedControl(tr("What is shown"),
                             {{QStringLiteral("idle"), tr("Idle"), tr("Gaps in which the device had nothing to do")},
                              {QStringLiteral("advice"), tr("Advice"), tr("What could be done, with its evidence")},
                              {QStringLiteral("nodes"), tr("Nodes"), tr("Which node of an open graph each kernel is")}},
                             m_controls);
    m_what->setObjectName(QStringLiteral("adviceWhat"));
    row->addWidget(m_what);
    connect(m_device, &QComboBox::activated, this, &AdvicePanel::compute);
    connect(m_what, &SegmentedControl::changed, this, &AdvicePanel::showTable);
}

QWidget *AdvicePanel::buildBusy() {
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    auto *row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("Looking for idle time and its causes…")));
    auto *bar = new QProgressBar;
    bar->setRange(0, 0);
    bar->setTextVisible(false);
    row->addWidget(bar, 1);
    auto *cancel = new QToolButton;
    cancel->setObjectName(QStringLiteral("adviceCancel"));
    cancel->setText(tr("Cancel"));
    cancel->setProperty("role", QStringLiteral("flat"));
    connect(cancel, &QToolButton::clicked, this, [this] {
        m_context.jobs.cancel(adviceTag);
        m_isComputing = false;
        m_empty->setTexts(tr("Cancelled"), tr("Choose the rank again to look for its idle time."));
        m_pages->setCurrentIndex(EmptyPage);
    });
    row->addWidget(cancel);
    column->addLayout(row);
    column->addStretch(1);
    return page;
}

RecordView *AdvicePanel::buildTable(const QString &id, const QString &name, QAbstractItemModel *model) {
    auto *view = new RecordView;
    view->setObjectName(id);
    view->setAccessibleName(name);
    view->setRecords(model);
    return view;
}

QWidget *AdvicePanel::buildReport() {
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("adviceSummary"));
    m_summary->setContentsMargins(0, 4, 0, 4);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setToolTip(
        tr("Free: no task of any stream works and no collective runs. Waiting: a collective runs, but "
           "none of its transfers, and nothing else works; where a level records no such tasks, by the "
           "profiler's table of communication, else not known. Waits for events, records and placeholders "
           "are no work. All from the first task or collective to the last."));
    m_filter = new FilterEdit(tr("filter"));
    m_filter->setObjectName(QStringLiteral("adviceFilter"));
    m_filter->setMaximumWidth(120);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(12, 2, 12, 2);
    bar->addWidget(m_summary, 1);
    bar->addWidget(m_filter);
    column->addLayout(bar);
    auto *parts = new QSplitter(Qt::Vertical);
    m_gapView = buildTable(QStringLiteral("idleTable"), tr("Idle gaps"), &m_gaps);
    m_gapView->sortByColumn(0, Qt::DescendingOrder);
    m_findingView = buildTable(QStringLiteral("findingTable"), tr("Findings"), &m_findings);
    m_findingView->sortByColumn(-1, Qt::AscendingOrder);
    m_linkView = buildTable(QStringLiteral("linkTable"), tr("Kernels and their nodes"), &m_links);
    m_linkView->sortByColumn(0, Qt::AscendingOrder);
    m_linkView->hide();
    auto *tables = new QWidget;
    auto *stack = new QVBoxLayout(tables);
    stack->setContentsMargins(0, 0, 0, 0);
    stack->addWidget(m_gapView);
    stack->addWidget(m_findingView);
    stack->addWidget(m_linkView);
    parts->addWidget(tables);
    auto *lower = new QWidget;
    auto *below = new QVBoxLayout(lower);
    below->setContentsMargins(0, 0, 0, 0);
    below->setSpacing(0);
    m_details = new QLabel;
    m_details->setObjectName(QStringLiteral("adviceDetails"));
    m_details->setContentsMargins(12, 6, 12, 6);
    m_details->setWordWrap(true);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    below->addWidget(m_details);
    m_evidenceView = buildTable(QStringLiteral("evidenceTable"), tr("Evidence"), &m_evidence);
    m_evidenceView->sortByColumn(-1, Qt::AscendingOrder);
    below->addWidget(m_evidenceView, 1);
    parts->addWidget(lower);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    column->addWidget(parts, 1);
    connect(m_gapView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { showGap(m_gapView->currentSourceRow()); });
    connect(m_findingView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { showFinding(m_findingView->currentSourceRow()); });
    connect(m_linkView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const int row = m_linkView->currentSourceRow();
        if (!m_isFilling && row >= 0 && m_links.row(row).slice.valid()) goTo(m_links.row(row).slice);
    });
    connect(m_linkView, &QAbstractItemView::activated, this, [this] {
        const int row = m_linkView->currentSourceRow();
        if (row < 0 || m_links.row(row).place.compilation < 0) return;
        m_context.selection.selectNode(m_links.row(row).place.compilation, -1, m_links.row(row).place.node, this);
        m_context.show(panels::graph);
    });
    connect(m_evidenceView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const int row = m_evidenceView->currentSourceRow();
        if (!m_isFilling && row >= 0) goTo(m_evidence.row(row).slice);
    });
    const auto offer = [this](RecordView *view, std::function<SliceId(int row)> sliceOf) {
        addSliceMenu(*view, m_context, QStringLiteral("advice"), [view, sliceOf](const QModelIndex &index) {
            return sliceOf(view->records()->mapToSource(index).row());
        });
    };
    offer(m_gapView, [this](int row) {
        const auto &evidence = m_gaps.row(row).cause.evidence;
        return evidence.empty() ? SliceId() : evidence.front().slice;
    });
    offer(m_findingView, [this](int row) {
        const auto &slices = m_findings.row(row).measured.slices;
        return slices.empty() ? SliceId() : slices.front();
    });
    offer(m_evidenceView, [this](int row) { return m_evidence.row(row).slice; });
    offer(m_linkView, [this](int row) { return m_links.row(row).slice; });
    m_findingView->hide();
    connect(m_filter, &FilterEdit::textChanged, this, [this](const QString &text) {
        m_gapView->records()->setFilterText(text);
        m_findingView->records()->setFilterText(text);
        m_linkView->records()->setFilterText(text);
    });
    return page;
}

void AdvicePanel::refresh() {
    m_isStale = !isVisible();
    if (m_isStale) return;
    fillDevices();
    compute();
}

/** The lanes say which devices there are; nothing of this goes over slices. */
void AdvicePanel::fillDevices() {
    std::vector<DeviceKey> devices;
    for (const Track &track : trace().tracks()) {
        if (track.kind != LaneKind::Stream && track.kind != LaneKind::Communication) continue;
        const DeviceKey key{track.rank, track.device};
        if (std::find(devices.begin(), devices.end(), key) == devices.end()) devices.push_back(key);
    }
    // A collective's lane that names no device belongs to the device of its rank.
    std::erase_if(devices, [&](const DeviceKey &key) {
        return key.device < 0 && std::any_of(devices.begin(), devices.end(), [&](const DeviceKey &other) {
                   return other.rank == key.rank && other.device >= 0;
               });
    });
    std::sort(devices.begin(), devices.end());
    if (devices == m_devices && m_device->count() > 0) return;
    m_devices = std::move(devices);
    m_device->clear();
    for (const DeviceKey &key : m_devices)
        m_device->addItem(deviceName(key));
    m_device->setVisible(m_devices.size() > 1);
}

void AdvicePanel::compute() {
    m_context.jobs.cancel(adviceTag);
    m_isComputing = false;
    const int chosen = m_device->currentIndex();
    if (chosen < 0 || chosen >= int(m_devices.size())) {
        const bool isEmpty = trace().sliceCount() == 0;
        m_empty->setTexts(isEmpty ? tr("No timeline yet") : tr("No device in this timeline"),
                          isEmpty ? tr("Open a profiler's folder or a trace, or run a script for the simulated device.")
                                  : tr("Idle time needs lanes of a device (streams or communication); this one has "
                                       "only lanes of the host."));
        m_pages->setCurrentIndex(EmptyPage);
        return;
    }
    m_isComputing = true;
    m_pages->setCurrentIndex(BusyPage);
    m_context.jobs.run(
        adviceTag, tr("Idle time"), this,
        [lease = m_context.document.lend(), device = m_devices[size_t(chosen)]](const CancelFlag &cancelled) {
            IdleOptions options;
            options.shouldContinue = [&] { return !*cancelled && lease->isCurrent(); };
            return Answer{idleReport(lease->session(), device, options), linkRows(lease->session(), device.rank)};
        },
        [this](Answer answer) { show(std::move(answer)); });
}

void AdvicePanel::show(Answer answer) {
    m_isComputing = false;
    m_report = std::move(answer.report);
    const IdleTime &idle = m_report.idle;
    const double whole = double(std::max<int64_t>(idle.extent.length(), 1));
    m_summary->setText(
        tr("%1: of %2, %3 free (%4), %5; %n gap(s).", nullptr, int(std::min<int64_t>(idle.count, INT_MAX)))
            .arg(deviceName(m_report.device), durationText(idle.extent.length()), durationText(idle.freeNs),
                 percentOf(double(idle.freeNs) / whole), waitText(idle)));
    std::vector<GapRow> rows;
    for (size_t i = 0; i < m_report.causes.size(); ++i)
        rows.push_back({idle.longest[i], m_report.causes[i], double(idle.longest[i].length()) / whole,
                        relativeTime(trace(), idle.longest[i].span.beginNs)});
    m_isFilling = true;
    m_gaps.setRows(std::move(rows));
    m_findings.setRows(m_report.advice.findings);
    m_links.setRows(std::move(answer.links));
    m_evidence.setRows({});
    m_isFilling = false;
    m_details->clear();
    m_pages->setCurrentIndex(ReportPage);
    fit(m_gapView);
    fit(m_findingView);
    fit(m_linkView);
    showTable();
}

/** "12 ms waiting for other ranks (3 %)", or that nothing tells it. */
QString AdvicePanel::waitText(const IdleTime &idle) {
    const double whole = double(std::max<int64_t>(idle.extent.length(), 1));
    const auto waits = idle.waits();
    if (waits && idle.collectiveNs == 0) return tr("no collective runs");
    if (!waits)
        return idle.lacksCollectives
                   ? tr("waiting for other ranks not known (no lane of communication)")
                   : tr("waiting for other ranks not known (%1 in collectives without tasks or a table)")
                         .arg(percentOf(double(idle.unknownNs) / whole));
    const QString time = durationText(*waits), share = percentOf(double(*waits) / whole);
    if (idle.unknownNs > 0)
        return tr("at least %1 waiting for other ranks (%2, of %3 more not known)")
            .arg(time, share, durationText(idle.unknownNs));
    return idle.isWaitAtLeast() ? tr("at least %1 waiting for other ranks (%2)").arg(time, share)
                                : tr("%1 waiting for other ranks (%2)").arg(time, share);
}

/** What is not in a table says why there is nothing. */
void AdvicePanel::showTable() {
    const bool isIdle = m_what->current() == QLatin1String("idle");
    m_gapView->setVisible(isIdle);
    const bool isLinks = table() == m_linkView;
    m_findingView->setVisible(!isIdle && !isLinks);
    m_linkView->setVisible(isLinks);
    m_evidenceView->setVisible(!isLinks);
    m_isFilling = true;
    m_evidence.setRows({});
    m_isFilling = false;
    if (isIdle) {
        if (m_gaps.rows().empty())
            m_details->setText(tr("The device was never idle for 1 us or longer."));
        else
            showGapDetails(m_gaps.rows().front()); // the longest, without choosing it
        return;
    }
    if (isLinks) return showLinks();
    QStringList missing;
    QString text = tr("%n check(s) found nothing.", nullptr, int(m_report.advice.passed.size()));
    for (const Unchecked &each : m_report.advice.unchecked) {
        if (each.lacks.empty())
            missing.append(findingTitle(*each.rule));
        else
            text += QLatin1Char(' ') + tr("Not known: %1 (%2).").arg(findingTitle(*each.rule), lackText(each.lacks));
    }
    if (!missing.isEmpty())
        text += QLatin1Char(' ') + tr("Not checked, as the profile lacks their tables: %1.").arg(missing.join(u", "));
    m_details->setText(text);
}

void AdvicePanel::showLinks() {
    std::array<int, 4> counts = {};
    for (const LinkRow &row : m_links.rows())
        ++counts[size_t(row.certainty)];
    if (m_links.rows().empty())
        m_details->setText(tr("This profile has no table of kernels (kernel_details.csv or a database)."));
    else if (m_context.document.session().compilations.empty())
        m_details->setText(tr("No graph is open. Open the IR dumps of the same program together with the profile; full "
                              "names of nodes then lead from kernels to graphs."));
    else
        m_details->setText(
            (m_links.rows().size() == mostLinks
                 ? tr("Of the first %1 kernels, the node of %2 is certain, of %3 likely, of %4 possible; "
                      "%5 have none. Return opens the node in the graph.")
                 : tr("Of %1 kernels, the node of %2 is certain, of %3 likely, of %4 possible; %5 have "
                      "none. Return opens the node in the graph."))
                .arg(m_links.rows().size())
                .arg(counts[size_t(Certainty::Certain)])
                .arg(counts[size_t(Certainty::Likely)])
                .arg(counts[size_t(Certainty::Possible)])
                .arg(counts[size_t(Certainty::None)]));
}

void AdvicePanel::showGap(int row) {
    if (m_isFilling || row < 0) return;
    const GapRow &gap = m_gaps.row(row);
    showGapDetails(gap);
    if (!gap.cause.evidence.empty()) m_context.selection.selectSlice(gap.cause.evidence.front().slice, this);
    TraceFocus &focus = TraceFocus::of(m_context.document);
    focus.setMarked(TraceFocus::Range{gap.gap.span.beginNs, gap.gap.span.endNs});
    focus.reveal({gap.gap.span.beginNs, gap.gap.span.endNs}, m_report.device.rank);
}

void AdvicePanel::showGapDetails(const GapRow &gap) {
    QString text = durationText(gap.gap.length()) + QStringLiteral(": ") + causeSentence(gap.cause);
    if (!gap.cause.python.empty())
        text += QLatin1Char(' ') + tr("In %1.").arg(QString::fromStdString(gap.cause.python));
    text += QLatin1Char(' ') +
            tr("Certainty: %1 (%2 of the gap).").arg(certaintyText(gap.cause.certainty), percentOf(gap.cause.share));
    m_details->setText(text);
    std::vector<EvidenceRow> rows;
    for (const IdleEvidence &evidence : gap.cause.evidence)
        rows.push_back(evidenceRow(trace(), evidence.slice, evidenceText(evidence.what)));
    m_isFilling = true;
    m_evidence.setRows(std::move(rows));
    fit(m_evidenceView);
    m_isFilling = false;
}

void AdvicePanel::showFinding(int row) {
    if (m_isFilling || row < 0) return;
    const Finding &finding = m_findings.row(row);
    QString text = findingSentence(finding) + QLatin1Char(' ') + findingAdvice(*finding.rule);
    if (!finding.measured.table.empty())
        text += QLatin1Char(' ') + tr("Rows: %n of table %1.", nullptr, int(finding.measured.count()))
                                       .arg(QString::fromStdString(finding.measured.table));
    m_details->setText(text);
    std::vector<EvidenceRow> rows;
    for (const SliceId slice : finding.measured.slices)
        rows.push_back(evidenceRow(trace(), slice, findingTitle(*finding.rule)));
    m_isFilling = true;
    m_evidence.setRows(std::move(rows));
    fit(m_evidenceView);
    m_isFilling = false;
    if (!finding.measured.slices.empty()) goTo(finding.measured.slices.front());
}

void AdvicePanel::goTo(SliceId slice) {
    m_context.selection.selectSlice(slice, this);
}

void AdvicePanel::fit(RecordView *view) {
    constexpr int widest = 420, arrow = 14;
    for (int column = 0; column < view->model()->columnCount(); ++column) {
        view->resizeColumnToContents(column);
        view->setColumnWidth(column, std::min(view->columnWidth(column) + arrow, widest));
    }
}

PanelDef advicePanel() {
    return {.id = QStringLiteral("advice"),
            .title = QT_TRANSLATE_NOOP("Panels", "Idle and advice"),
            .summary = QT_TRANSLATE_NOOP("Panels", "Why the device was idle, and what could be done"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new AdvicePanel(context, parent);
            }};
}

} // namespace advicepanel
} // namespace jitscope

#include "advicepanel.moc"
