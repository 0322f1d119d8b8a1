// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/slicelist/slicelistpanel.h"

#include "app/models/modeltext.h"
#include "app/models/recordview.h"
#include "app/models/slicemenu.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/tablemodel.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/tracefocus.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/analysis/selectionstats.h"
#include "engine/analysis/threads/threadtimes.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace jitscope {
inline namespace slicelistpanel {

namespace {

constexpr int64_t mostListed = 20'000; ///< rows of a table, which sorts them while one waits; a line below says so
const QString rangeTab = QStringLiteral("range"), foundTab = QStringLiteral("found");
const QString statsTag = QStringLiteral("slices by name"), listTag = QStringLiteral("slices of a name");

QString timeText(int64_t ns) {
    return QString::fromStdString(humanTime(ns));
}

struct NameRow {
    QString name;
    NameStats stats;
    double share = 0; ///< of the largest sum
};

struct SliceRow {
    SliceId slice;
    QString name, lane;
    int64_t startNs = 0, durationNs = 0;
};

template<class Row, class Get> TableColumn<Row> timeColumn(const QString &title, Get get) {
    TableColumn<Row> column;
    column.title = title;
    column.text = [get](const Row &row) { return timeText(get(row)); };
    column.key = [get](const Row &row) { return QVariant(qlonglong(get(row))); };
    column.alignment = Qt::AlignRight;
    column.font = TableColumn<Row>::Font::Code;
    column.toolTip = [get](const Row &row) { return QString::number(get(row)) + QStringLiteral(" ns"); };
    return column;
}

} // namespace

class SliceListPanel : public Panel {
    Q_OBJECT
public:
    SliceListPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_focus(TraceFocus::of(context.document))
        , m_pages(new QStackedLayout)
        , m_empty(new EmptyState(QStringLiteral("timeline"), {}, {}))
        , m_names(new RecordView)
        , m_slices(new RecordView)
        , m_footer(new QLabel)
        , m_controls(new QWidget(this))
        , m_nameModel(nameColumns())
        , m_sliceModel(sliceColumns()) {
        build();
        buildControls();
        connectAll();
        countRange();
        showFound();
        updatePage();
    }

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return m_jobs == 0; }
    QString contentAsText() const override {
        const QString slices = m_slices->allAsText();
        return m_tabs->current() == foundTab ? slices : m_names->allAsText() + QLatin1Char('\n') + slices;
    }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }

private:
    std::vector<TableColumn<NameRow>> nameColumns() {
        using Column = TableColumn<NameRow>;
        Column name;
        name.title = tr("Name");
        name.text = [](const NameRow &row) { return row.name; };
        Column sum = timeColumn<NameRow>(tr("Wall (sum)"), [](const NameRow &row) { return row.stats.sumNs; });
        sum.share = [](const NameRow &row) { return row.share; };
        sum.definition = tr("Sum of the durations. Of a slice that the edge of the range cuts, the part inside.");
        Column all = timeColumn<NameRow>(tr("Union"), [](const NameRow &row) { return row.stats.unionNs; });
        all.definition = tr("The time during which at least one of them ran: what runs at once counts once.");
        Column self = timeColumn<NameRow>(tr("Self"), [](const NameRow &row) { return row.stats.selfNs; });
        self.definition = tr("The sum without what slices nested in them on their lane take.");
        Column average =
            timeColumn<NameRow>(tr("Avg"), [](const NameRow &row) { return row.stats.sumNs / row.stats.count; });
        average.definition = tr("Sum divided by count.");
        Column count;
        count.title = tr("Count");
        count.text = [this](const NameRow &row) { return locale().toString(qlonglong(row.stats.count)); };
        count.key = [](const NameRow &row) { return QVariant(qlonglong(row.stats.count)); };
        count.alignment = Qt::AlignRight;
        count.font = Column::Font::Code;
        count.definition = tr("How many slices reach into the range.");
        return {name,
                sum,
                all,
                self,
                average,
                timeColumn<NameRow>(tr("Max"), [](const NameRow &row) { return row.stats.longestNs; }),
                timeColumn<NameRow>(tr("Min"), [](const NameRow &row) { return row.stats.shortestNs; }),
                count};
    }

    std::vector<TableColumn<SliceRow>> sliceColumns() {
        TableColumn<SliceRow> name, lane;
        name.title = tr("Name");
        name.text = [](const SliceRow &row) { return row.name; };
        lane.title = tr("Lane");
        lane.text = [](const SliceRow &row) { return row.lane; };
        auto start = timeColumn<SliceRow>(tr("Begin"), [this](const SliceRow &row) {
            return row.startNs - m_context.document.session().trace.beginNs();
        });
        return {start, timeColumn<SliceRow>(tr("Duration"), [](const SliceRow &row) { return row.durationNs; }), name,
                lane};
    }

    void build() {
        m_names->setObjectName(QStringLiteral("sliceNames"));
        m_names->setAccessibleName(tr("Slices of the marked range by name"));
        m_names->setRecords(&m_nameModel);
        m_names->sortByColumn(1, Qt::DescendingOrder);
        m_slices->setObjectName(QStringLiteral("sliceRows"));
        m_slices->setAccessibleName(tr("Slices"));
        m_slices->setRecords(&m_sliceModel);
        m_slices->sortByColumn(0, Qt::AscendingOrder);
        addSliceMenu(*m_slices, m_context, QStringLiteral("slicelist"), [this](const QModelIndex &index) {
            return m_sliceModel.row(m_slices->records()->mapToSource(index).row()).slice;
        });
        auto *splitter = new QSplitter(Qt::Horizontal);
        splitter->setChildrenCollapsible(false);
        splitter->addWidget(m_names);
        splitter->addWidget(m_slices);
        splitter->setStretchFactor(0, 3);
        splitter->setStretchFactor(1, 2);
        m_footer->setObjectName(QStringLiteral("sliceFooter"));
        m_footer->setProperty("role", QStringLiteral("hint"));
        m_footer->setTextFormat(Qt::PlainText);
        m_footer->setContentsMargins(12, 2, 12, 4);
        m_footer->setToolTip(tr("Sum: all durations added up. Union: the time during which at least one slice ran; it "
                                "is never longer than the range. Self: without nested slices."));
        auto *content = new QWidget;
        auto *column = new QVBoxLayout(content);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(splitter, 1);
        column->addWidget(m_footer);
        m_pages->addWidget(m_empty);
        m_pages->addWidget(content);
        auto *outer = new QVBoxLayout(this);
        outer->setContentsMargins(0, 0, 0, 0);
        outer->addLayout(m_pages);
        setFocusProxy(m_names);
    }

    void buildControls() {
        auto *row = new QHBoxLayout(m_controls);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(metrics::grid);
        m_tabs = new SegmentedControl(tr("What is listed"),
                                      {{rangeTab, tr("Range"), tr("The slices of the marked range, by name")},
                                       {foundTab, tr("Found"), tr("What the search of the timeline found")}},
                                      m_controls);
        row->addWidget(m_tabs);
        m_filter = new FilterEdit(tr("filter slices"), m_controls);
        m_filter->setMaximumWidth(180);
        row->addWidget(m_filter);
    }

    void connectAll() {
        connect(&m_focus, &TraceFocus::changed, this, &SliceListPanel::countRange);
        connect(&m_focus, &TraceFocus::foundChanged, this, [this] {
            if (m_focus.found()) {
                m_tabs->setCurrent(foundTab);
                showFound();
            } else {
                m_tabs->setCurrent(rangeTab);
                listName();
            }
            updatePage();
        });
        connect(m_tabs, &SegmentedControl::changed, this, [this](const QString &tab) {
            tab == foundTab ? showFound() : listName();
            updatePage();
        });
        connect(m_filter, &FilterEdit::textChanged, this, [this](const QString &text) {
            (m_tabs->current() == foundTab ? m_slices : m_names)->records()->setFilterText(text);
        });
        connect(m_names->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &SliceListPanel::listName);
        const auto select = [this] {
            const int row = m_slices->currentSourceRow();
            if (row >= 0) m_context.selection.selectSlice(m_sliceModel.row(row).slice, this);
        };
        connect(m_slices, &QAbstractItemView::clicked, this, select);
        connect(m_slices, &QAbstractItemView::activated, this, select);
    }

    SelectionQuery query() const {
        const auto range = m_focus.marked().value_or(TraceFocus::Range{0, 0});
        return {{range.first, range.second}, m_focus.lanes(), m_focus.shifts()};
    }

    void countRange() {
        if (!m_focus.marked()) {
            m_context.jobs.cancel(statsTag);
            m_jobs = 0;
            m_nameModel.setRows({});
            if (m_tabs->current() == rangeTab) m_sliceModel.setRows({});
            m_totals.clear();
            updatePage();
            return;
        }
        ++m_jobs;
        struct Counted {
            std::vector<NameRow> rows;
            SelectionStats stats;
        };
        m_context.jobs.run(
            statsTag, tr("Counting slices"), this,
            [lease = m_context.document.lend(), query = query()](const CancelFlag &cancelled) {
                Counted counted;
                const Trace &trace = lease->session().trace;
                counted.stats = selectionStats(trace, query, [&] { return cancelled->load() || !lease->isCurrent(); });
                const double largest =
                    counted.stats.names.empty() ? 1 : double(std::max<int64_t>(counted.stats.names[0].sumNs, 1));
                if (int64_t(counted.stats.names.size()) > mostListed) counted.stats.names.resize(mostListed);
                for (const NameStats &each : counted.stats.names)
                    counted.rows.push_back(
                        {QString::fromStdString(trace.texts().text(each.name)), each, double(each.sumNs) / largest});
                return counted;
            },
            [this](Counted counted) {
                m_jobs = 0;
                const SelectionStats &stats = counted.stats;
                m_totals =
                    tr("%n slice(s)", nullptr, int(stats.count)) + QStringLiteral(" \u00B7 ") +
                    tr("sum %1").arg(timeText(stats.sumNs)) + QStringLiteral(" \u00B7 ") +
                    tr("union %1 of %2")
                        .arg(timeText(stats.unionNs), timeText(m_focus.marked()->second - m_focus.marked()->first));
                if (stats.cut > 0)
                    m_totals += QStringLiteral(" \u00B7 ") + tr("%n cut by the edges", nullptr, int(stats.cut));
                m_nameModel.setRows(std::move(counted.rows));
                fitColumns(*m_names);
                if (m_tabs->current() == rangeTab) m_sliceModel.setRows({});
                updatePage();
                if (m_nameModel.rowCount() > 0) m_names->setCurrentIndex(m_names->model()->index(0, 0));
            });
    }

    static void fitColumns(RecordView &view) {
        for (int column = 0; column < view.model()->columnCount(); ++column) {
            view.resizeColumnToContents(column);
            if (view.columnWidth(column) > 320) view.setColumnWidth(column, 320);
        }
    }

    SliceRow rowOf(SliceId slice) const {
        const Trace &trace = m_context.document.session().trace;
        const Track &track = trace.trackAt(trace.trackOf(slice));
        QString lane =
            QString::fromStdString(track.process + " \xC2\xB7 " + laneName(m_context.document.session(), track));
        if (track.rank >= 0) lane.prepend(tr("rank %1").arg(track.rank) + QStringLiteral(" \u00B7 "));
        return {slice, QString::fromUtf8(trace.nameOf(slice).data(), qsizetype(trace.nameOf(slice).size())), lane,
                trace.startOf(slice) + m_focus.shiftOf(track.rank), trace.durationOf(slice)};
    }

    void listSlices(const std::vector<SliceId> &slices) {
        std::vector<SliceRow> rows;
        for (const SliceId slice : slices) {
            if (int64_t(rows.size()) == mostListed) break;
            rows.push_back(rowOf(slice));
        }
        m_sliceModel.setRows(std::move(rows));
        fitColumns(*m_slices);
        updatePage();
    }

    /** The slices of the name that is current. */
    void listName() {
        if (m_tabs->current() != rangeTab) return;
        const int row = m_names->currentSourceRow();
        if (row < 0 || !m_focus.marked()) {
            m_sliceModel.setRows({});
            return;
        }
        ++m_jobs;
        m_context.jobs.run(
            listTag, tr("Listing slices"), this,
            [lease = m_context.document.lend(), query = query(), name = m_nameModel.row(row).stats.name](
                const CancelFlag &) { return slicesOfName(lease->session().trace, query, name, mostListed); },
            [this](const std::vector<SliceId> &slices) {
                m_jobs = 0;
                if (m_tabs->current() == rangeTab) listSlices(slices);
            });
    }

    void showFound() {
        if (m_tabs->current() != foundTab) return;
        listSlices(m_focus.found() ? m_focus.found()->slices : std::vector<SliceId>());
    }

    void updatePage() {
        const bool isFound = m_tabs->current() == foundTab;
        m_names->setVisible(!isFound);
        if (isFound) {
            m_empty->setTexts(tr("Nothing was searched for"),
                              tr("Find slices by name in the timeline (Ctrl+F there); all of them are listed here."));
            m_pages->setCurrentIndex(m_focus.found() ? 1 : 0);
        } else {
            m_empty->setTexts(tr("No range is marked"),
                              tr("Drag over lanes or in the ruler of the timeline, or press M there on a slice: what "
                                 "lies in the range is added up here by name."));
            m_pages->setCurrentIndex(m_focus.marked() ? 1 : 0);
        }
        QString text =
            isFound ? tr("%n found", nullptr, m_focus.found() ? int(m_focus.found()->slices.size()) : 0) : m_totals;
        if (m_sliceModel.rowCount() == mostListed || (!isFound && m_nameModel.rowCount() == mostListed))
            text += QStringLiteral(" \u00B7 ") + tr("the list shows the first %1").arg(locale().toString(mostListed));
        m_footer->setText(text);
    }

    PanelContext m_context;
    TraceFocus &m_focus;
    QStackedLayout *m_pages;
    EmptyState *m_empty;
    RecordView *m_names, *m_slices;
    QLabel *m_footer;
    QWidget *m_controls;
    SegmentedControl *m_tabs = nullptr;
    FilterEdit *m_filter = nullptr;
    TableModel<NameRow> m_nameModel;
    TableModel<SliceRow> m_sliceModel;
    QString m_totals;
    int m_jobs = 0;
};

PanelDef slicelistPanel() {
    return {.id = QStringLiteral("slicelist"),
            .title = QStringLiteral(QT_TRANSLATE_NOOP("Panels", "Slices")),
            .summary = QStringLiteral(
                QT_TRANSLATE_NOOP("Panels", "The slices of the marked range by name, and what a search found")),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new SliceListPanel(context, parent);
            }};
}

} // namespace slicelistpanel
} // namespace jitscope

#include "slicelistpanel.moc"
