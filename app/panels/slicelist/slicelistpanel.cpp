// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/slicelist/slicelistpanel.h"

#include "app/models/modeltext.h"
#include "app/models/recordview.h"
#include "app/models/slicemenu.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/tablemodel.h"
#include "app/models/timedplaces.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/tracefocus.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "app/timeline/timelinelanes.h"
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
#include <algorithm>
#include <limits>

namespace jitscope {
inline namespace slicelistpanel {

namespace {

constexpr int64_t mostListed = 20'000; ///< rows of a table, which sorts them while one waits; a line below says so
const QString rangeTab = QStringLiteral("range"), foundTab = QStringLiteral("found");
const QString statsTag = QStringLiteral("slices by name"), listTag = QStringLiteral("slices of a name");

constexpr int64_t unknownNs = -1; ///< of what failed

QString timeText(int64_t ns) {
    return ns == unknownNs ? QStringLiteral("–") : QString::fromStdString(humanTime(ns));
}

/** "2 + 1 failed" */
QString countText(const QString &count, int64_t timed, const QString &failed) {
    if (failed.isEmpty()) return count;
    return timed == 0 ? failed : QStringLiteral("%1 + %2").arg(count, failed);
}

struct NameRow {
    QString name;
    NameStats stats;
    double share = 0;    ///< of the largest sum
    int64_t untimed = 0; ///< slices of operators that failed, which count in none of the figures
};

struct SliceRow {
    SliceId slice;
    QString name, lane;
    int64_t startNs = 0, durationNs = 0;
};

/** `unknown` says why there is no time where there is none. */
template<class Row, class Get> TableColumn<Row> timeColumn(const QString &title, const QString &unknown, Get get) {
    TableColumn<Row> column;
    column.title = title;
    column.text = [get](const Row &row) { return timeText(get(row)); };
    column.key = [get](const Row &row) { return QVariant(qlonglong(get(row))); };
    column.alignment = Qt::AlignRight;
    column.font = TableColumn<Row>::Font::Code;
    column.toolTip = [get, unknown](const Row &row) {
        return get(row) == unknownNs ? unknown : QString::number(get(row)) + QStringLiteral(" ns");
    };
    return column;
}

/** Takes those that failed out of the figures of their name: they have no length, so only the shortest is another. */
void leaveOutFailed(const Session &session, const SelectionQuery &query, NameRow &row) {
    if (row.stats.shortestNs > 0) return;
    const std::vector<SliceId> slices =
        slicesOfName(session.trace, query, row.stats.name, std::numeric_limits<int64_t>::max());
    int64_t shortestNs = std::numeric_limits<int64_t>::max();
    for (const SliceId slice : slices) {
        if (!isTimed(session, slice)) {
            ++row.untimed;
            continue;
        }
        const auto shift = query.shifts.find(session.trace.trackAt(session.trace.trackOf(slice)).rank);
        const Interval range = rangeOf(query, shift == query.shifts.end() ? 0 : shift->second);
        shortestNs = std::min(shortestNs, std::min(session.trace.endOf(slice), range.endNs) -
                                              std::max(session.trace.startOf(slice), range.beginNs));
    }
    row.stats.count -= row.untimed;
    if (row.untimed > 0 && row.stats.count > 0) row.stats.shortestNs = shortestNs;
}

/** The slices of a range by name. */
struct Counted {
    std::vector<NameRow> rows;
    SelectionStats stats;
    int64_t untimed = 0;
};

Counted countedOf(const Session &session, SelectionStats stats, const SelectionQuery &query) {
    Counted counted;
    counted.stats = std::move(stats);
    std::vector<NameStats> &names = counted.stats.names;
    const double largest = names.empty() ? 1 : double(std::max<int64_t>(names[0].sumNs, 1));
    if (int64_t(names.size()) > mostListed) names.resize(mostListed);
    for (const NameStats &each : names) {
        NameRow row{QString::fromStdString(session.trace.texts().text(each.name)), each, double(each.sumNs) / largest};
        if (!session.ops.empty()) leaveOutFailed(session, query, row);
        counted.untimed += row.untimed;
        counted.rows.push_back(std::move(row));
    }
    counted.stats.count -= counted.untimed;
    return counted;
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
    /** Unknown where all slices of the name failed. */
    template<class Get> static auto ofTimed(Get get) {
        return [get](const NameRow &row) { return row.stats.count > 0 ? get(row.stats) : unknownNs; };
    }

    template<class Get> TableColumn<NameRow> nameColumn(const QString &title, Get get) {
        return timeColumn<NameRow>(title, tr("No time is known of what failed."), ofTimed(get));
    }

    std::vector<TableColumn<NameRow>> nameColumns() {
        using Column = TableColumn<NameRow>;
        Column name;
        name.title = tr("Name");
        name.text = [](const NameRow &row) { return row.name; };
        Column sum = nameColumn(tr("Wall (sum)"), [](const NameStats &stats) { return stats.sumNs; });
        sum.share = [](const NameRow &row) { return row.share; };
        sum.definition = tr("Sum of the durations. Of a slice that the edge of the range cuts, the part inside.");
        Column all = nameColumn(tr("Union"), [](const NameStats &stats) { return stats.unionNs; });
        all.definition = tr("The time during which at least one of them ran: what runs at once counts once.");
        Column self = nameColumn(tr("Self"), [](const NameStats &stats) { return stats.selfNs; });
        self.definition = tr("The sum without what slices nested in them on their lane take.");
        Column average = nameColumn(tr("Avg"), [](const NameStats &stats) { return stats.sumNs / stats.count; });
        average.definition = tr("Sum divided by count.");
        Column count;
        count.title = tr("Count");
        count.text = [this](const NameRow &row) {
            return countText(locale().toString(qlonglong(row.stats.count)), row.stats.count, failedText(row.untimed));
        };
        count.key = [](const NameRow &row) { return QVariant(qlonglong(row.stats.count)); };
        count.alignment = Qt::AlignRight;
        count.font = Column::Font::Code;
        count.definition = tr("How many slices reach into the range.");
        return {name,
                sum,
                all,
                self,
                average,
                nameColumn(tr("Max"), [](const NameStats &stats) { return stats.longestNs; }),
                nameColumn(tr("Min"), [](const NameStats &stats) { return stats.shortestNs; }),
                count};
    }

    /** "2 failed"; empty for none. */
    QString failedText(int64_t count) const {
        return count == 0 ? QString() : tr("%1 failed").arg(locale().toString(qlonglong(count)));
    }

    std::vector<TableColumn<SliceRow>> sliceColumns() {
        TableColumn<SliceRow> name, lane;
        name.title = tr("Name");
        name.text = [](const SliceRow &row) { return row.name; };
        lane.title = tr("Lane");
        lane.text = [](const SliceRow &row) { return row.lane; };
        auto start = timeColumn<SliceRow>(tr("Begin"), {}, [this](const SliceRow &row) {
            return row.startNs - m_context.document.session().trace.beginNs();
        });
        auto duration = timeColumn<SliceRow>(tr("Duration"), tr("Not known: the operator failed."),
                                             [](const SliceRow &row) { return row.durationNs; });
        return {start, duration, name, lane};
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
        m_context.jobs.run(
            statsTag, tr("Counting slices"), this,
            [lease = m_context.document.lend(), query = query()](const CancelFlag &cancelled) {
                const Session &session = lease->session();
                return countedOf(
                    session,
                    selectionStats(session.trace, query, [&] { return cancelled->load() || !lease->isCurrent(); }),
                    query);
            },
            [this](Counted counted) {
                m_jobs = 0;
                const SelectionStats &stats = counted.stats;
                m_totals = tr("%n slice(s)", nullptr, int(stats.count)) + QStringLiteral(" \u00B7 ");
                if (counted.untimed > 0) m_totals += failedText(counted.untimed) + QStringLiteral(" \u00B7 ");
                m_totals +=
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
        QString lane = timelineWord(QString::fromStdString(track.process)) + QStringLiteral(" \u00B7 ") +
                       timelineWord(QString::fromStdString(laneName(m_context.document.session(), track)));
        if (track.rank >= 0) lane.prepend(tr("rank %1").arg(track.rank) + QStringLiteral(" \u00B7 "));
        return {slice, QString::fromUtf8(trace.nameOf(slice).data(), qsizetype(trace.nameOf(slice).size())), lane,
                trace.startOf(slice) + m_focus.shiftOf(track.rank),
                isTimed(m_context.document.session(), slice) ? trace.durationOf(slice) : unknownNs};
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
