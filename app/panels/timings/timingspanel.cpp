// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timings/timingspanel.h"

#include "app/models/baseline.h"
#include "app/models/filteractions.h"
#include "app/models/filterchips.h"
#include "app/models/nothingleft.h"
#include "app/models/operatorsource.h"
#include "app/models/operatorwords.h"
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/sentenceline.h"
#include "app/models/sortfiltermodel.h"
#include "app/panels/timings/instancespage.h"
#include "app/panels/timings/rooflinepage.h"
#include "app/panels/timings/timingcolumns.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/jumps.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/flatbutton.h"
#include "engine/base/text.h"
#include "engine/session/recordingcost.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

namespace jitscope {
inline namespace timingspanel {

namespace {

const QString tableTag = QStringLiteral("timings.table");
constexpr int nameColumn = 0, selfColumn = 2;

struct TimingTable {
    std::vector<TimingRow> rows = {};
    bool isCompared = false; ///< not where the baseline never was at what the filter is about
};

/** All of its text or nothing: of a cut one nobody can tell what it says, and it stands elsewhere, too. */
class WholeLabel : public ElidedLabel {
public:
    using ElidedLabel::ElidedLabel;

protected:
    void paintEvent(QPaintEvent *event) override {
        if (shownText() == text()) ElidedLabel::paintEvent(event);
    }
};

TimingRow rowWithoutTime(OpGrouping grouping, const std::string &key) {
    TimingRow row;
    row.grouping = grouping;
    row.row.key = key;
    row.row.group = OpGroups::outside;
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    row.row.spread = {none, none, none, none, none};
    return row;
}

/** Calls that failed stand in the rows of their groups, or in rows of their own, and count in no sum. */
std::vector<TimingRow> timingRows(const OperatorView &view, OpGrouping grouping) {
    std::vector<TimingRow> rows;
    for (OpRow &row : opTable(*view.columns, grouping, view.timed))
        rows.push_back({std::move(row), grouping, {}});
    std::vector<uint32_t> untimed;
    std::ranges::set_difference(view.places, view.timed, std::back_inserter(untimed));
    for (const OpRow &failed : opTable(*view.columns, grouping, untimed)) {
        auto same = std::ranges::find(rows, failed.group, [](const TimingRow &row) { return row.row.group; });
        if (same == rows.end()) {
            same = rows.insert(same, rowWithoutTime(grouping, failed.key));
            same->row.group = failed.group;
            same->row.longest = failed.longest;
        }
        same->untimed = failed.count;
    }
    return rows;
}

/** What only the baseline has stands in the table as well, without a time here. */
TimingTable timingTable(const OperatorView &view, const BaselineRun *baseline, OpGrouping grouping) {
    TimingTable table;
    table.rows = timingRows(view, grouping);
    const auto before = baseline ? baseline->placesOf(view.filter, *view.columns) : std::nullopt;
    table.isCompared = before.has_value();
    if (!before) return table;
    std::map<std::string, size_t> known;
    for (size_t i = 0; i < table.rows.size(); ++i)
        known.emplace(table.rows[i].row.key, i);
    for (OpDelta &delta : compareOperators(baseline->columns, *before, *view.columns, view.timed, grouping)) {
        const auto found = known.find(delta.key);
        if (found != known.end()) {
            table.rows[found->second].delta = std::move(delta);
            continue;
        }
        table.rows.push_back(rowWithoutTime(grouping, delta.key));
        table.rows.back().delta = std::move(delta);
    }
    return table;
}

} // namespace

class TimingsPanel : public Panel {
    Q_OBJECT
public:
    TimingsPanel(const PanelContext &context, const std::function<MachinePeaks()> &peaks, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_source(OperatorSource::of(context))
        , m_baseline(Baseline::of(context))
        , m_plain(new TableModel<TimingRow>(timingColumns(), this))
        , m_comparing(new TableModel<TimingRow>(comparingColumns(), this))
        , m_steps(new TableModel<TimingRow>(withStepColumns(timingColumns()), this))
        , m_comparingSteps(new TableModel<TimingRow>(withStepColumns(comparingColumns()), this))
        , m_model(m_plain)
        , m_view(new RecordView)
        , m_roofline(new RooflinePage(context, peaks))
        , m_pages(new QStackedLayout(this))
        , m_empty(new EmptyState(QStringLiteral("timings"), {}, {}))
        , m_controls(new QWidget(this)) {
        buildTable();
        buildControls();
        connect(&m_source, &OperatorSource::changed, this, &TimingsPanel::summarize);
        connect(&m_baseline, &Baseline::changed, this, &TimingsPanel::summarize);
        connect(&context.document, &Document::replaced, this, &TimingsPanel::refresh);
        connect(&context.document, &Document::appended, this, [this] {
            if (isVisible()) m_source.refresh();
        });
        connect(&context.jobs, &Jobs::ended, this, [this](const QString &tag) {
            if (tag == tableTag) m_isSumming = false;
        });
        connect(&context.selection, &Selection::changed, this, &TimingsPanel::follow);
        connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this](const QModelIndex &index) {
                    choose(index);
                    showInstances();
                    if (const TimingRow *row = rowAt(index); row && !m_roofline->isHidden())
                        m_roofline->choose(row->row.key);
                });
        RowMenu::of(*m_view).addPart([this](QMenu &menu, const QModelIndex &index) { addFilters(menu, index); });
        RowMenu::of(*m_view).addPart([this](QMenu &menu, const QModelIndex &) {
            addJumps(menu, m_context, m_context.selection.current(), objectName());
        });
        refresh();
    }

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override {
        return !m_isSumming && m_instances->isReady() && m_roofline->isReady() && (!isVisible() || m_source.isReady());
    }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }
    QString contentAsText() const override {
        QString text = m_view->allAsText();
        if (!m_instances->isHidden()) text += QLatin1Char('\n') + m_instances->asText();
        if (!m_roofline->isHidden()) text += QLatin1Char('\n') + m_roofline->asText();
        return text;
    }
    /** Edit > Undo. */
    Q_INVOKABLE void undo() { m_source.undo(); }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        m_source.refresh();
    }

    void resizeEvent(QResizeEvent *event) override {
        Panel::resizeEvent(event);
        fitNames();
    }

private:
    void buildTable() {
        m_view->setObjectName(QStringLiteral("timingsTable"));
        m_view->setAccessibleName(tr("Operators by time"));
        m_view->setRecords(m_model);
        m_view->sortByColumn(selfColumn, Qt::DescendingOrder);
        m_pages->addWidget(m_empty);
        auto *table = new QWidget(this);
        auto *column = new QVBoxLayout(table);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        m_sentence = new SentenceLine(table);
        m_sentence->setObjectName(QStringLiteral("timingsSentence"));
        m_sentence->hide();
        column->addWidget(m_sentence);
        m_chips = new FilterChips(m_context, table);
        column->addWidget(m_chips);
        m_split = new QSplitter(table);
        m_split->setChildrenCollapsible(false);
        m_rows = new QStackedWidget(m_split);
        m_rows->addWidget(m_view);
        m_nothing = new NothingLeft;
        m_rows->addWidget(m_nothing);
        m_split->addWidget(m_rows);
        m_instances = new InstancesPage(m_context, m_split);
        m_instances->hide();
        m_split->addWidget(m_instances);
        m_roofline->hide();
        m_split->addWidget(m_roofline);
        column->addWidget(m_split, 1);
        m_pages->addWidget(table);
        connect(m_chips, &FilterChips::textLeft, this, [this](const QString &text) { m_filter->setText(text); });
        connect(m_nothing, &NothingLeft::clearWanted, this, [this] {
            m_filter->clear();
            m_source.removeAll();
        });
    }

    void buildControls() {
        m_controls->setProperty("ownRow", true);
        auto *row = new QHBoxLayout(m_controls);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(metrics::grid);
        m_total = new ElidedLabel(m_controls);
        m_total->setObjectName(QStringLiteral("timingsTotal"));
        // Its own policy has a hint of 0, below its least width: where the row is tight it would lie over its
        // neighbour.
        m_total->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        m_total->setProperty("role", QStringLiteral("hint"));
        row->addWidget(m_total);
        m_launch = new WholeLabel(m_controls);
        m_launch->setObjectName(QStringLiteral("timingsLaunch"));
        m_launch->setProperty("role", QStringLiteral("hint"));
        m_launch->setToolTip(
            tr("Launching: of the rows of which it is known; no part of the time beside it. Recording: writing down "
               "the operators of the whole run, by the mean of one in 128 that was measured; noting when memory is let "
               "go of comes on top"));
        row->addWidget(m_launch, 1);
        m_grouping = new QComboBox(m_controls);
        m_grouping->setObjectName(QStringLiteral("timingsGrouping"));
        m_grouping->setAccessibleName(tr("Group by"));
        m_grouping->setToolTip(tr("Group by"));
        for (size_t i = 0; i < opGroupingCount; ++i) {
            m_grouping->addItem(groupingTitle(OpGrouping(i)), QString::fromLatin1(nameOf(OpGrouping(i))));
            m_grouping->setItemData(int(i), groupingToolTip(OpGrouping(i)), Qt::ToolTipRole);
        }
        row->addWidget(m_grouping);
        row->addWidget(new BaselineBox(m_context, m_controls));
        m_histogram = flatButton(QStringLiteral("timingsHistogram"), tr("Histogram"),
                                 tr("The single calls of a row, by duration and over time"), m_controls);
        m_histogram->setCheckable(true);
        row->addWidget(m_histogram);
        m_rooflineButton =
            flatButton(QStringLiteral("timingsRoofline"), tr("Roofline"),
                       tr("What the rows reach of what this machine can do, as it is measured here"), m_controls);
        m_rooflineButton->setCheckable(true);
        row->addWidget(m_rooflineButton);
        connect(m_histogram, &QToolButton::toggled, this, [this](bool isOn) {
            if (isOn) m_rooflineButton->setChecked(false);
            showChart(*m_instances, isOn);
            showInstances();
        });
        connect(m_rooflineButton, &QToolButton::toggled, this, [this](bool isOn) {
            if (isOn) m_histogram->setChecked(false);
            showChart(*m_roofline, isOn);
            showRoofline();
        });
        connect(m_instances, &InstancesPage::closed, this, [this] { m_histogram->setChecked(false); });
        connect(m_roofline, &RooflinePage::closed, this, [this] { m_rooflineButton->setChecked(false); });
        connect(m_roofline, &RooflinePage::chosen, this, &TimingsPanel::chooseKey);
        m_filter = new FilterEdit(tr("filter"), m_controls);
        m_filter->setMaximumWidth(160);
        row->addWidget(m_filter);
        connect(m_grouping, &QComboBox::currentIndexChanged, this, &TimingsPanel::summarize);
        connect(m_filter, &FilterEdit::textChanged, this, &TimingsPanel::filterRows);
    }

    /** Beside the table where there is room for both, else below it. */
    void showChart(QWidget &chart, bool isOn) {
        constexpr int roomForBoth = 640;
        m_split->setOrientation(width() >= roomForBoth ? Qt::Horizontal : Qt::Vertical);
        chart.setVisible(isOn);
        m_split->setSizes({300, 200, 200}); // shares
    }

    void showRoofline() {
        if (m_roofline->isHidden() || m_filling) return;
        std::vector<OpRow> rows;
        for (int row = 0; row < m_model->rowCount(); ++row)
            if (m_model->row(row).row.count > 0) rows.push_back(m_model->row(row).row);
        m_roofline->show(std::move(rows));
        if (const TimingRow *row = rowAt(m_view->currentIndex())) m_roofline->choose(row->row.key);
    }

    void chooseKey(const QString &key) {
        for (int row = 0; row < m_model->rowCount(); ++row)
            if (m_model->row(row).row.key == key.toStdString()) m_view->selectSourceRow(row);
    }

    void filterRows(const QString &text) {
        m_view->records()->setFilterText(text);
        m_chips->setText(text.trimmed());
        showWhatIsLeft();
    }

    /** Of an empty table nobody knows whether nothing ran or a filter hides it. */
    void showWhatIsLeft() {
        showTotals();
        const bool isEmpty = m_view->records()->rowCount() == 0 && !m_chips->texts().isEmpty();
        if (isEmpty && m_model->rowCount() > 0)
            m_nothing->setText(
                tr("None of the %n row(s) has “%1” in it.", nullptr, m_model->rowCount()).arg(m_filter->text()));
        else if (isEmpty)
            m_nothing->setText(tr("No operator is left by the filters."));
        m_rows->setCurrentIndex(isEmpty ? 1 : 0);
    }

    OpGrouping grouping() const { return OpGrouping(std::max(0, m_grouping->currentIndex())); }

    void refresh() {
        refreshPage();
        if (isVisible()) m_source.refresh();
        summarize();
    }

    void tellWhatIsMissing(const Session &session) {
        if (session.compilations.empty() && session.trace.sliceCount() > 0)
            m_empty->setTexts(tr("No operators of ours in this recording"),
                              tr("What another program recorded has slices: the flame graph sums them below their "
                                 "lanes, and a marked stretch of the timeline by name. Kernels of a profile stand in "
                                 "Kernel details."));
        else
            m_empty->setTexts(tr("No operator ran yet"), tr("Run a script (F5); each operator's time is summed here."));
    }

    void refreshPage() {
        const Session &session = m_context.document.session();
        m_pages->setCurrentIndex(session.ops.empty() ? 0 : 1);
        tellWhatIsMissing(session);
        QStringList sentences{m_comparison};
        if (isOfRange())
            sentences << tr(
                "Calls that run at some time of the marked range count whole; the timeline's union is cut at "
                "its ends.");
        sentences << coresSentence(session) << recordingSentence(session);
        sentences.removeAll(QString());
        m_sentence->setText(sentences.join(QLatin1Char(' ')));
    }

    bool isOfRange() const {
        return std::ranges::any_of(m_source.view()->filter, [](const OpCondition &condition) {
            return condition.kind == OpCondition::Kind::Time;
        });
    }

    void summarize() {
        m_context.jobs.run(
            tableTag, tr("Summing up operators"), this,
            [view = m_source.view(), baseline = m_baseline.run(), grouping = grouping()](const CancelFlag &) {
                return timingTable(*view, baseline.get(), grouping);
            },
            [this, isAsked = m_baseline.run() != nullptr, grouping = grouping()](TimingTable table) {
                m_isSumming = false;
                useModel(modelFor(grouping, table.isCompared));
                m_comparison =
                    !isAsked ? QString()
                    : table.isCompared
                        ? tr("Differences are to %1.").arg(m_baseline.name())
                        : tr("The baseline %1 never was at the marked range: no differences.").arg(m_baseline.name());
                show(std::move(table.rows));
            });
        m_isSumming = true;
    }

    TableModel<TimingRow> *modelFor(OpGrouping grouping, bool isCompared) const {
        if (grouping == OpGrouping::Step) return isCompared ? m_comparingSteps : m_steps;
        return isCompared ? m_comparing : m_plain;
    }

    void useModel(TableModel<TimingRow> *model) {
        if (model == m_model) return;
        const auto isOfSteps = [this](const auto *each) { return each == m_steps || each == m_comparingSteps; };
        if (isOfSteps(model) != isOfSteps(m_model)) // steps come in their order, all else by time
            m_view->sortByColumn(isOfSteps(model) ? nameColumn : selfColumn,
                                 isOfSteps(model) ? Qt::AscendingOrder : Qt::DescendingOrder);
        m_model = model;
        m_view->setRecords(model);
        m_sized = false;
    }

    /** The current row's, while they are in view. */
    void showInstances() {
        if (m_instances->isHidden() || m_filling) return;
        const TimingRow *row = rowAt(m_view->currentIndex());
        if (row == nullptr || row->row.count == 0) return m_instances->showNothing();
        const QString name = groupText(row->grouping, row->row.key);
        m_instances->show(row->grouping, row->row.group,
                          name + QStringLiteral(" · ") + tr("%Ln call(s)", nullptr, int(row->row.count)));
    }

    /** What the recorder took of the program's time. */
    QString recordingText() const {
        const auto cost = recordingCost(m_context.document.session());
        if (!cost) return {};
        return tr("recording at least %1 (%2 an operator)")
            .arg(timeOrUnknown(double(cost->totalNs())), timeOrUnknown(double(cost->meanNs)));
    }

    /** What launching took in the rows of which it is known. */
    static QString launchText(const std::vector<TimingRow> &rows) {
        std::vector<OpRow> plain;
        for (const TimingRow &row : rows)
            plain.push_back(row.row);
        const double launch = launchOf(plain);
        return std::isnan(launch) ? QString() : tr("launching %1").arg(timeOrUnknown(launch));
    }

    struct Totals {
        int64_t calls = 0, untimed = 0, selfNs = 0;
        void add(const TimingRow &row) {
            calls += row.row.count;
            untimed += row.untimed;
            selfNs += row.row.selfNs;
        }
    };

    /** Of what is in view, and of what it is a part. */
    void showTotals() {
        Totals all, shown;
        for (const TimingRow &row : m_model->rows())
            all.add(row);
        const SortFilterModel &records = *m_view->records();
        for (int row = 0; row < records.rowCount(); ++row)
            shown.add(*rowAt(records.index(row, 0)));
        const bool isWhole = m_source.view()->filter.empty();
        const QString of = isOfRange() ? tr("Marked range") : isWhole ? tr("Whole run") : tr("Filtered");
        const QString time = timeOf(shown), allTime = timeOf(all);
        if (m_filter->text().trimmed().isEmpty())
            tellTotal(of + QStringLiteral(": ") + tr("%Ln call(s)", nullptr, int(all.calls)) + QStringLiteral(" · ") +
                      allTime + failedText(all));
        else
            tellTotal(tr("In view: %L1 of %Ln call(s) · %2 of %3", nullptr, int(all.calls))
                          .arg(shown.calls)
                          .arg(time, allTime) +
                      failedText(shown));
    }

    static QString timeOf(const Totals &totals) {
        const bool isKnown = totals.calls > 0 || totals.untimed == 0;
        return timeOrUnknown(isKnown ? double(totals.selfNs) : OpRow::unknown);
    }

    static QString failedText(const Totals &totals) {
        if (totals.untimed == 0) return {};
        return QStringLiteral(" · ") + tr("%Ln failed", nullptr, int(totals.untimed));
    }

    /** Before anything beside it is cut that is. */
    void tellTotal(const QString &text) {
        constexpr int widest = 250;
        m_total->setText(text);
        m_total->setFixedWidth(std::min(m_total->fontMetrics().horizontalAdvance(text) + 4, widest));
    }

    void show(std::vector<TimingRow> rows) {
        QStringList apart{launchText(rows), recordingText()};
        apart.removeAll(QString());
        m_launch->setText(apart.join(QStringLiteral(" · ")));
        const bool hasFailed = std::ranges::any_of(rows, [](const TimingRow &row) { return row.untimed > 0; });
        QStringList whole{runTimeSentence(m_source.view()->columns->times.whole), m_launch->text(),
                          hasFailed ? tr("No time is known of calls that failed: no figure has them.") : QString()};
        whole.removeAll(QString());
        m_total->setToolTip(whole.join(QLatin1Char('\n')));
        refreshPage();
        m_filling = true;
        m_model->setRows(std::move(rows));
        m_filling = false;
        showWhatIsLeft();
        if (!m_sized && m_model->rowCount() > 0) fitColumns();
        follow(m_context.selection.current());
        showInstances();
        showRoofline();
    }

    void fitColumns() {
        for (int column = 1; column < m_model->columnCount(); ++column) {
            m_view->resizeColumnToContents(column);
            // Room for the sort arrow, which stands beside the title.
            m_view->setColumnWidth(column, std::max(m_view->columnWidth(column), 76) + 10);
        }
        m_sized = true;
        fitNames();
    }

    /** The names take what the numbers leave, but never so little that they cannot be read. */
    void fitNames() {
        if (!m_sized) return;
        int numbers = 0;
        for (int column = 1; column < m_model->columnCount(); ++column)
            numbers += m_view->columnWidth(column);
        m_view->setColumnWidth(0, std::max(170, m_view->viewport()->width() - numbers));
    }

    const TimingRow *rowAt(const QModelIndex &index) const {
        if (!index.isValid()) return nullptr;
        const int row = m_view->records()->mapToSource(index).row();
        return row < 0 || row >= m_model->rowCount() ? nullptr : &m_model->row(row);
    }

    void addFilters(QMenu &menu, const QModelIndex &index) {
        const TimingRow *row = rowAt(index);
        if (row == nullptr) return;
        addFilterActions(menu, m_source, row->grouping, row->row.key);
    }

    /** The longest operator of a group stands for it. */
    void choose(const QModelIndex &index) {
        const TimingRow *row = m_filling ? nullptr : rowAt(index);
        if (row && row->row.longest >= 0) m_context.selection.selectOp(row->row.longest, this);
    }

    void follow(const Anchor &anchor) {
        const OpColumns &columns = *m_source.view()->columns;
        const int64_t place = anchor.op - columns.firstNumber;
        if (anchor.op < 0 || place < 0 || place >= int64_t(columns.size())) return;
        if (m_model->rowCount() == 0 || m_model->row(0).grouping != grouping()) return; // others are on their way
        const uint32_t group = columns.by(grouping()).of[size_t(place)];
        const int at = m_view->verticalScrollBar()->value();
        m_filling = true;
        for (int row = 0; row < m_model->rowCount(); ++row)
            if (m_model->row(row).row.group == group) m_view->selectSourceRow(row);
        m_filling = false;
        // Where a run ended nobody went: what took most stays in view.
        if (place + 1 == int64_t(columns.size())) m_view->verticalScrollBar()->setValue(at);
    }

    PanelContext m_context;
    OperatorSource &m_source;
    Baseline &m_baseline;
    QString m_comparison; ///< what the differences are to; "" without a baseline
    TableModel<TimingRow> *m_plain, *m_comparing, *m_steps, *m_comparingSteps;
    TableModel<TimingRow> *m_model; ///< the one of these that is shown
    RecordView *m_view;
    QSplitter *m_split = nullptr;
    QStackedWidget *m_rows = nullptr; ///< the table, or why it is empty
    NothingLeft *m_nothing = nullptr;
    FilterChips *m_chips = nullptr;
    InstancesPage *m_instances = nullptr;
    RooflinePage *m_roofline;
    QToolButton *m_histogram = nullptr, *m_rooflineButton = nullptr;
    SentenceLine *m_sentence = nullptr;
    QStackedLayout *m_pages;
    EmptyState *m_empty;
    QWidget *m_controls;
    ElidedLabel *m_total = nullptr, *m_launch = nullptr;
    QComboBox *m_grouping = nullptr;
    FilterEdit *m_filter = nullptr;
    bool m_filling = false; ///< the table changes by itself: do not take that for a choice of the user
    bool m_sized = false;
    bool m_isSumming = false;
};

PanelDef timingsPanel(std::function<MachinePeaks()> peaks) {
    return {.id = QStringLiteral("timings"),
            .title = QT_TRANSLATE_NOOP("Panels", "Operators"),
            .summary = QT_TRANSLATE_NOOP("Panels", "Where the run's time went"),
            .area = PanelArea::Bottom,
            .create = [peaks = std::move(peaks)](const PanelContext &context, QWidget *parent) -> Panel * {
                return new TimingsPanel(context, peaks, parent);
            }};
}

} // namespace timingspanel
} // namespace jitscope

#include "timingspanel.moc"
