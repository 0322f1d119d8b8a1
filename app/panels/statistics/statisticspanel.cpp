// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/statistics/statisticspanel.h"

#include "app/models/datatableview.h"
#include "app/models/rankbaseline.h"
#include "app/models/slicemenu.h"
#include "app/models/tablecell.h"
#include "app/panels/statistics/statisticviews.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/settings.h"
#include "app/sdk/theme.h"
#include "app/sdk/tracefocus.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/flatbutton.h"
#include "engine/session/session.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace jitscope {
inline namespace statisticspanel {

namespace {

constexpr int viewRole = Qt::UserRole; ///< of the list: the id of a view, or "table:" and the name of a table
const QString tablePrefix = QStringLiteral("table:");
const QString settingsKey = QStringLiteral("statistics/view");

} // namespace

class StatisticsPanel : public Panel {
    Q_OBJECT
public:
    StatisticsPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_focus(TraceFocus::of(context.document))
        , m_baseline(RankBaseline::of(context.document)) {
        build();
        buildControls();
        connect(&context.document, &Document::replaced, this, &StatisticsPanel::takeDocument);
        connect(&context.document, &Document::appended, this, [this] {
            if (m_context.document.session().profiles.size() != m_profiles) takeDocument();
        });
        connect(&m_focus, &TraceFocus::changed, this, [this] {
            if (m_marked->isChecked() || m_marked->isEnabled() != m_focus.marked().has_value()) takeRange();
        });
        connect(&context.selection, &Selection::changed, this, [this](const Anchor &anchor, QObject *source) {
            if (source != this) follow(anchor.slice);
        });
        takeDocument();
    }

    bool isReady() const override { return !m_isComputing && m_table->isReady(); }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }
    QString contentAsText() const override {
        if (m_pages->currentIndex() != PageTable) return {};
        const QString bars = m_bars->isVisibleTo(this) ? m_bars->asText() + QStringLiteral("\n\n") : QString();
        return bars + m_table->allAsText();
    }

protected:
    void changeEvent(QEvent *event) override {
        Panel::changeEvent(event);
        if (event->type() == QEvent::PaletteChange) fillList(); // its headings have a colour of their own
    }

private:
    enum Page { PageEmpty, PageMissing, PageTable };

    void build() {
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        m_controls = new QWidget; // not in the title: with six tabs beside it the window would be too wide
        layout->addWidget(m_controls);
        auto *splitter = new QSplitter(this);
        splitter->setChildrenCollapsible(false);
        m_list = new QListWidget;
        m_list->setObjectName(QStringLiteral("statisticsList"));
        m_list->setAccessibleName(tr("Tables"));
        m_list->setFrameShape(QFrame::NoFrame);
        m_list->setMinimumWidth(120);
        m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_list->setTextElideMode(Qt::ElideRight);
        splitter->addWidget(m_list);

        auto *right = new QWidget;
        m_pages = new QStackedLayout(right);
        m_empty =
            new EmptyState(QStringLiteral("timings"), tr("No profile is open"),
                           tr("Open a folder that a profiler wrote (*_ascend_ms, *_ascend_pt, PROF_*), one of its "
                              "files or databases: its tables are listed here."));
        m_missing = new EmptyState(QStringLiteral("timings"), {}, {});
        m_pages->addWidget(m_empty);
        m_pages->addWidget(m_missing);
        m_pages->addWidget(buildTable());
        splitter->addWidget(right);
        splitter->setStretchFactor(1, 1);
        splitter->setSizes({168, 800});
        layout->addWidget(splitter, 1);
        connect(m_list, &QListWidget::currentItemChanged, this, [this](QListWidgetItem *item) {
            if (item == nullptr || m_isFilling) return;
            settingsFile().setValue(settingsKey, item->data(viewRole).toString());
            refresh();
        });
    }

    QWidget *buildTable() {
        auto *page = new QWidget;
        auto *column = new QVBoxLayout(page);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        m_note = new QLabel;
        m_note->setObjectName(QStringLiteral("statisticsNote"));
        m_note->setProperty("role", QStringLiteral("hint"));
        m_note->setWordWrap(true);
        m_note->setContentsMargins(metrics::grid, metrics::grid / 2, metrics::grid, metrics::grid / 2);
        m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(m_note);
        auto *parts = m_split = new QSplitter(Qt::Vertical);
        parts->setChildrenCollapsible(false);
        m_bars = new StackedBars([](double ns) { return timeText(ns); });
        m_bars->setObjectName(QStringLiteral("statisticsBars"));
        m_bars->setAccessibleName(tr("Parts of the time"));
        m_table = new DataTableView(m_context.jobs);
        m_table->setObjectName(QStringLiteral("statisticsTable"));
        m_table->setAccessibleName(tr("Figures"));
        parts->addWidget(m_bars);
        parts->addWidget(m_table);
        parts->setStretchFactor(1, 1);
        column->addWidget(parts, 1);
        connect(m_bars, &StackedBars::picked, this, [this](qint64 bar) {
            if (int64_t(m_answer.bars.size()) == m_answer.table->rowCount()) m_table->selectTableRow(bar);
        });
        connect(m_table, &DataTableView::rowChosen, this, [this](qint64 row) { choose(row); });
        addSliceMenu(*m_table, m_context, QStringLiteral("statistics"),
                     [this](const QModelIndex &index) { return sliceOf(m_table->records()->tableRow(index.row())); });
        connect(m_table, &DataTableView::rowActivated, this, [this](qint64 row) {
            if (choose(row)) m_context.show(panels::timeline);
        });
        connect(m_table, &DataTableView::counted, this, &StatisticsPanel::showCount);
        connect(m_table, &DataTableView::failed, this, [this](const QString &problem) { m_context.notify(problem); });
        return page;
    }

    void buildControls() {
        auto *row = new QHBoxLayout(m_controls);
        row->setContentsMargins(metrics::grid, metrics::grid / 2, metrics::grid, metrics::grid / 2);
        row->setSpacing(metrics::grid);
        m_count = new QLabel;
        m_count->setProperty("role", QStringLiteral("hint"));
        row->addWidget(m_count);
        row->addStretch(1);
        m_rank = new QComboBox;
        m_rank->setObjectName(QStringLiteral("statisticsRank"));
        m_rank->setAccessibleName(tr("Rank"));
        m_rank->setToolTip(tr("The rank whose figures are shown"));
        row->addWidget(m_rank);
        m_baselineBox = new RankBaselineBox(m_context.document, m_controls);
        row->addWidget(m_baselineBox);
        connect(&m_baseline, &RankBaseline::changed, this, &StatisticsPanel::refresh);
        m_marked = new QCheckBox(tr("Marked range"));
        m_marked->setObjectName(QStringLiteral("statisticsMarked"));
        row->addWidget(m_marked);
        m_filter = new FilterEdit(tr("filter"), m_controls);
        m_filter->setObjectName(QStringLiteral("statisticsFilter"));
        m_filter->setMaximumWidth(160);
        row->addWidget(m_filter);
        auto *columns =
            flatButton(QStringLiteral("statisticsColumns"), tr("Columns"), tr("Choose the columns"), m_controls);
        auto *csv =
            flatButton(QStringLiteral("statisticsCsv"), tr("CSV"), tr("Export what is shown as CSV"), m_controls);
        row->addWidget(columns);
        row->addWidget(csv);
        connect(columns, &QToolButton::clicked, this,
                [this, columns] { m_table->showColumnMenu(columns->mapToGlobal(QPoint(0, columns->height()))); });
        connect(csv, &QToolButton::clicked, m_table, &DataTableView::exportCsv);
        connect(m_filter, &FilterEdit::textChanged, m_table, &DataTableView::setFilterText);
        connect(m_marked, &QCheckBox::toggled, this, &StatisticsPanel::refresh);
        connect(m_rank, &QComboBox::currentIndexChanged, this, [this] {
            if (m_isFilling) return;
            fillList();
            refresh();
        });
    }

    const Session &session() const { return m_context.document.session(); }

    void takeDocument() {
        m_isFilling = true;
        m_taken = &session();
        m_profiles = session().profiles.size();
        m_rank->clear();
        for (const ProfilePtr &profile : session().profiles)
            m_rank->addItem(rankLabel(*profile));
        m_rank->setVisible(m_profiles > 1);
        m_isFilling = false;
        fillList();
        takeRange();
    }

    void takeRange() {
        const bool isMarked = m_focus.marked().has_value();
        m_marked->setEnabled(isMarked);
        m_marked->setToolTip(
            isMarked ? tr("Only what overlaps the stretch that is marked in the timeline, on all lanes of the rank")
                     : tr("No stretch is marked: drag in the timeline, or press M on its slice"));
        refresh();
    }

    void addHeading(const QString &text) {
        auto *item = new QListWidgetItem(text, m_list);
        item->setFlags(Qt::NoItemFlags);
        item->setFont(smallUiFont());
        item->setForeground(currentTheme().text3);
    }

    void addView(const QString &id, const QString &title, const QString &meaning, const QString &wanted) {
        auto *item = new QListWidgetItem(QStringLiteral("  ") + title, m_list);
        item->setData(viewRole, id);
        item->setToolTip(meaning);
        if (id == wanted) m_list->setCurrentItem(item);
    }

    void fillList() {
        m_isFilling = true;
        const QString wanted = settingsFile().value(settingsKey, QStringLiteral("type")).toString();
        m_list->clear();
        if (m_profiles > 0) {
            QString section;
            for (const StatisticsView &view : m_views) {
                if (view.section != section) addHeading(section = view.section);
                addView(view.id, view.title, view.meaning, wanted);
            }
            addHeading(tr("Tables of the profiler"));
            for (const DataTable &table : profile()->tables) {
                const TableSchema *schema = tableSchema(table.name());
                const QString name = QString::fromStdString(table.name());
                addView(tablePrefix + name, name,
                        schema == nullptr ? tr("As the profiler wrote it")
                                          : QCoreApplication::translate("Tables", schema->meaning),
                        wanted);
            }
            if (m_list->currentRow() < 0) m_list->setCurrentRow(1);
        }
        m_isFilling = false;
    }

    /** The pinned rank; none for none, and while another session takes the place of this one. */
    std::optional<size_t> baseline() const {
        const std::optional<size_t> pinned = m_baseline.profile();
        return pinned && *pinned < m_profiles ? pinned : std::nullopt;
    }

    const ProfilePtr &profile() const { return session().profiles[size_t(std::max(m_rank->currentIndex(), 0))]; }

    void refresh() {
        // While a session takes the place of another, other panels take it first and tell what is marked in it.
        if (m_taken != &session()) return;
        const QListWidgetItem *item = m_list->currentItem();
        if (m_profiles == 0 || item == nullptr) {
            m_context.jobs.cancel(QStringLiteral("statistics"));
            m_isComputing = false;
            m_count->clear();
            m_list->setVisible(false);
            m_pages->setCurrentIndex(PageEmpty);
            return;
        }
        m_list->setVisible(true);
        const QString id = item->data(viewRole).toString();
        StatisticsQuestion question;
        question.profile = size_t(std::max(m_rank->currentIndex(), 0));
        question.baseline = baseline();
        if (m_marked->isChecked() && m_focus.marked())
            question.within = Interval{m_focus.marked()->first, m_focus.marked()->second};
        auto answer = &producerTable;
        std::function<StatisticsAnswer(const Session &, const StatisticsQuestion &)> work = answer;
        m_isOfAllRanks = m_isCompared = false;
        if (id.startsWith(tablePrefix)) {
            question.table = id.mid(tablePrefix.size()).toStdString();
        } else {
            for (const StatisticsView &view : m_views)
                if (view.id == id) {
                    work = view.answer;
                    m_isOfAllRanks = view.isOfAllRanks;
                    m_isCompared = view.isCompared;
                }
        }
        m_rank->setEnabled(!m_isOfAllRanks);
        m_baselineBox->setEnabled(m_isCompared);
        m_within = question.within;
        m_isComputing = true;
        m_context.jobs.run(
            QStringLiteral("statistics"), tr("Summing up"), this,
            [lease = m_context.document.lend(), work, question](const CancelFlag &) {
                return work(lease->session(), question);
            },
            [this](StatisticsAnswer answer) {
                m_isComputing = false;
                show(std::move(answer));
            });
    }

    void show(StatisticsAnswer answer) {
        m_answer = std::move(answer);
        if (!m_answer.table) {
            m_missing->setTexts(m_answer.missing, m_answer.advice);
            m_count->clear();
            m_pages->setCurrentIndex(PageMissing);
            return;
        }
        QStringList notes{m_answer.note, baselineNote(), markedNote()};
        notes.removeAll(QString());
        const QString note = notes.join(QLatin1Char(' '));
        m_note->setText(note);
        m_note->setVisible(!note.isEmpty());
        m_bars->setVisible(!m_answer.bars.empty());
        m_bars->setBars(m_answer.parts, m_answer.bars);
        if (!m_answer.bars.empty()) m_split->setSizes({m_bars->sizeHint().height(), height()});
        m_table->setWithin(m_answer.isWithin ? m_within : std::nullopt);
        m_table->setTable(m_answer.table, session().trace.beginNs(),
                          m_answer.sortedBy.empty() ? -1 : m_answer.table->column(m_answer.sortedBy), m_answer.deltas);
        m_pages->setCurrentIndex(PageTable);
        follow(m_context.selection.current().slice);
    }

    /** Why there are no differences although a rank is pinned. */
    QString baselineNote() const {
        if (!baseline() || !m_isCompared || !m_answer.deltas.empty()) return {};
        if (m_rank->currentIndex() == int(*baseline()))
            return tr("This is the baseline rank itself: choose another one to see the differences.");
        return tr("The baseline rank has no such table: there is nothing to compare with.");
    }

    /** How the marked stretch counts in what is shown; empty while it does not. */
    QString markedNote() const {
        if (!m_within) return {};
        switch (m_answer.markedCount) {
        case MarkedCount::All:
            return tr("These figures are of the whole profile, not of the marked range.");
        case MarkedCount::Whole:
            return tr("Of the marked range, on all lanes: what crosses its edge counts whole.");
        case MarkedCount::Cut:
            return tr("Of the marked range, on all lanes: what crosses its edge is cut there.");
        }
        return {};
    }

    void showCount(qint64 shown, qint64 all) {
        m_count->setText(shown == all ? tr("%Ln row(s)", nullptr, int(all))
                                      : tr("%L1 of %L2 rows").arg(shown).arg(all));
    }

    SliceId sliceOf(int64_t row) const {
        if (size_t(row) < m_answer.slices.size()) return m_answer.slices[size_t(row)];
        if (m_isOfAllRanks || m_answer.byStart.empty()) return {};
        return sliceOfRow(SliceFinder(session().trace), *m_answer.table, row, profile()->rank);
    }

    /** Selects the slice that a row stands for (of a group its longest); false if there is none. */
    bool choose(int64_t row) {
        const SliceId slice = sliceOf(row);
        if (!slice.valid()) {
            if (!m_answer.byStart.empty() || !m_answer.slices.empty())
                m_context.notify(tr("The timeline has no slice for this row"));
            return false;
        }
        m_context.selection.selectSlice(slice, this);
        return true;
    }

    void follow(SliceId slice) {
        const Trace &trace = session().trace;
        if (m_answer.byStart.empty() || !slice.valid() || slice.value >= trace.sliceCount()) return;
        if (trace.trackAt(trace.trackOf(slice)).rank != profile()->rank) return;
        const int64_t row = rowOfSlice(trace, slice, *m_answer.table, m_answer.byStart);
        if (row >= 0) m_table->selectTableRow(row);
    }

    PanelContext m_context;
    TraceFocus &m_focus;
    RankBaseline &m_baseline;
    QListWidget *m_list = nullptr;
    QStackedLayout *m_pages = nullptr;
    EmptyState *m_empty = nullptr, *m_missing = nullptr;
    QLabel *m_note = nullptr, *m_count = nullptr;
    QSplitter *m_split = nullptr;
    StackedBars *m_bars = nullptr;
    DataTableView *m_table = nullptr;
    QWidget *m_controls = nullptr;
    QComboBox *m_rank = nullptr;
    RankBaselineBox *m_baselineBox = nullptr;
    QCheckBox *m_marked = nullptr;
    FilterEdit *m_filter = nullptr;
    const std::vector<StatisticsView> m_views = statisticsViews();
    StatisticsAnswer m_answer;
    std::optional<Interval> m_within;
    const Session *m_taken = nullptr; ///< whose profiles and tables are listed; only compared
    size_t m_profiles = 0;
    bool m_isFilling = false, m_isComputing = false, m_isOfAllRanks = false, m_isCompared = false;
};

PanelDef statisticsPanel() {
    return {.id = QStringLiteral("statistics"),
            .title = QT_TRANSLATE_NOOP("Panels", "Statistics"),
            .summary =
                QT_TRANSLATE_NOOP("Panels", "What a profile's time went to: operators, kernels, host calls, steps"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new StatisticsPanel(context, parent);
            }};
}

} // namespace statisticspanel
} // namespace jitscope

#include "statisticspanel.moc"
