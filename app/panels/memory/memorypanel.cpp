// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/memory/memorypanel.h"

#include "app/charts/curveview.h"
#include "app/models/datatableview.h"
#include "app/models/rankbaseline.h"
#include "app/models/tablecell.h"
#include "app/panels/memory/memorytables.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/theme.h"
#include "app/sdk/tracefocus.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/analysis/derivedtables.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace jitscope {
inline namespace memorypanel {

namespace {

struct ListChoice {
    MemoryList list;
    const char *id, *title, *meaning;
};
constexpr ListChoice lists[] = {
    {MemoryList::Held, "held", QT_TRANSLATE_NOOP("jitscope::memorypanel::MemoryPanel", "Held"),
     QT_TRANSLATE_NOOP("jitscope::memorypanel::MemoryPanel",
                       "Allocations that are held where the line stands, the largest first")},
    {MemoryList::ByOperator, "operator", QT_TRANSLATE_NOOP("jitscope::memorypanel::MemoryPanel", "By operator"),
     QT_TRANSLATE_NOOP("jitscope::memorypanel::MemoryPanel", "The same summed by the operator that allocated")},
    {MemoryList::NeverReleased, "kept", QT_TRANSLATE_NOOP("jitscope::memorypanel::MemoryPanel", "Never released"),
     QT_TRANSLATE_NOOP(
         "jitscope::memorypanel::MemoryPanel",
         "Allocated while the profiler watched and not released: a leak, or what lives on (weights, caches)")},
    {MemoryList::All, "all", QT_TRANSLATE_NOOP("jitscope::memorypanel::MemoryPanel", "All"),
     QT_TRANSLATE_NOOP("jitscope::memorypanel::MemoryPanel", "All allocations")}};

struct SizeChoice {
    const char *title;
    int64_t bytes;
};
constexpr SizeChoice sizes[] = {{QT_TRANSLATE_NOOP("jitscope::memorypanel::MemoryPanel", "any size"), 0},
                                {"≥ 1 KB", 1'000},
                                {"≥ 100 KB", 100'000},
                                {"≥ 1 MB", 1'000'000},
                                {"≥ 10 MB", 10'000'000},
                                {"≥ 100 MB", 100'000'000}};

} // namespace

class MemoryPanel : public Panel {
    Q_OBJECT
public:
    MemoryPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_focus(TraceFocus::of(context.document))
        , m_baseline(RankBaseline::of(context.document)) {
        m_pages = new QStackedLayout(this);
        m_empty = new EmptyState(QStringLiteral("timings"), {}, {});
        m_pages->addWidget(m_empty);
        m_pages->addWidget(buildPage());
        buildControls();
        connect(&context.document, &Document::replaced, this, &MemoryPanel::takeDocument);
        connect(&context.document, &Document::appended, this, [this] {
            const Session &session = m_context.document.session();
            const bool isFirst = m_wasEmpty && !session.ops.empty();
            if (session.profiles.size() != m_profiles || isFirst) takeDocument();
        });
        connect(&m_focus, &TraceFocus::changed, this, [this] { m_curves->setMarked(m_focus.marked()); });
        takeDocument();
    }

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return m_running == 0 && m_table->isReady(); }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }
    void fitView() override { m_curves->showAll(); }
    QString contentAsText() const override {
        if (m_pages->currentIndex() == 0) return {};
        return m_where->text() + QLatin1Char('\n') +
               (m_cursor ? m_curves->valuesAt(*m_cursor).join(QLatin1Char('\n')) : QString()) + QStringLiteral("\n\n") +
               m_table->allAsText();
    }

private:
    QWidget *buildPage() {
        auto *splitter = new QSplitter(Qt::Vertical);
        splitter->setChildrenCollapsible(false);
        m_curves = new CurveView([](double bytes) { return sizeText(bytes); });
        m_curves->setObjectName(QStringLiteral("memoryCurves"));
        m_curves->setAccessibleName(tr("Memory over time; arrows move the line, W and S zoom, A and D pan"));
        splitter->addWidget(m_curves);

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
        m_list = new SegmentedControl(tr("Which allocations"), segments);
        bar->addWidget(m_list);
        m_size = new QComboBox;
        m_size->setObjectName(QStringLiteral("memorySize"));
        m_size->setAccessibleName(tr("Least size"));
        for (const SizeChoice &each : sizes)
            m_size->addItem(tr(each.title));
        bar->addWidget(m_size);
        m_where = new QLabel;
        m_where->setObjectName(QStringLiteral("memoryWhere"));
        m_where->setProperty("role", QStringLiteral("hint"));
        m_where->setToolTip(
            tr("What was allocated before the profiler watched, and not released while it did, is not listed"));
        bar->addWidget(m_where, 1);
        auto *peak =
            flatButton(QStringLiteral("memoryPeak"), tr("To the peak"), tr("Put the line where tensors hold the most"));
        bar->addWidget(peak);
        column->addLayout(bar);
        m_table = new DataTableView(m_context.jobs);
        m_table->setObjectName(QStringLiteral("memoryTable"));
        m_table->setAccessibleName(tr("Allocations"));
        m_noTable = new QLabel;
        m_noTable->setObjectName(QStringLiteral("memoryNoTable"));
        m_noTable->setProperty("role", QStringLiteral("hint"));
        m_noTable->setAlignment(Qt::AlignCenter);
        m_noTable->setWordWrap(true);
        column->addWidget(m_table, 1);
        column->addWidget(m_noTable, 1);
        splitter->addWidget(below);
        splitter->setSizes({220, 200});
        splitter->setStretchFactor(0, 1);
        splitter->setStretchFactor(1, 1);

        connect(m_curves, &CurveView::cursorMoved, this, [this](qint64 time) { moveCursor(time); });
        connect(m_curves, &CurveView::rangeMarked, this, [this](qint64 begin, qint64 end) {
            m_focus.setMarked(TraceFocus::Range{begin, end});
        });
        connect(m_list, &SegmentedControl::changed, this, &MemoryPanel::refreshTable);
        connect(m_size, &QComboBox::currentIndexChanged, this, &MemoryPanel::refreshTable);
        connect(peak, &QToolButton::clicked, this, &MemoryPanel::goToPeak);
        connect(m_table, &DataTableView::rowActivated, this, [this](qint64 row) { reveal(row); });
        connect(m_table, &DataTableView::failed, this, [this](const QString &problem) { m_context.notify(problem); });
        return splitter;
    }

    void buildControls() {
        m_controls = new QWidget(this);
        auto *row = new QHBoxLayout(m_controls);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(metrics::grid);
        m_rank = new QComboBox;
        m_rank->setObjectName(QStringLiteral("memoryRank"));
        m_rank->setAccessibleName(tr("Rank"));
        row->addWidget(m_rank);
        row->addWidget(new RankBaselineBox(m_context.document, m_controls));
        connect(&m_baseline, &RankBaseline::changed, this, &MemoryPanel::refreshTable);
        m_choose = flatButton(QStringLiteral("memoryCurvesMenu"), tr("Curves"), tr("Choose the curves"), m_controls);
        row->addWidget(m_choose);
        m_filter = new FilterEdit(tr("filter"), m_controls);
        m_filter->setMaximumWidth(160);
        row->addWidget(m_filter);
        connect(m_choose, &QToolButton::clicked, this, &MemoryPanel::showCurveMenu);
        connect(m_filter, &FilterEdit::textChanged, m_table, &DataTableView::setFilterText);
        connect(m_rank, &QComboBox::currentIndexChanged, this, [this] {
            if (!m_isFilling) load();
        });
    }

    const Session &session() const { return m_context.document.session(); }

    void takeDocument() {
        m_isFilling = true;
        m_profiles = session().profiles.size();
        m_wasEmpty = session().ops.empty();
        m_rank->clear();
        for (const ProfilePtr &profile : session().profiles)
            m_rank->addItem(rankLabel(*profile));
        m_rank->setVisible(session().profiles.size() > 1);
        m_isFilling = false;
        load();
    }

    void load() {
        m_cursor.reset();
        m_figures = {};
        if (session().profiles.empty()) {
            m_context.jobs.cancel(QStringLiteral("memory"));
            m_running = 0;
            showWithoutProfile();
            return;
        }
        m_running = 1;
        m_context.jobs.run(
            QStringLiteral("memory"), tr("Reading memory"), this,
            [profile = session().profiles[size_t(std::max(0, m_rank->currentIndex()))]](const CancelFlag &) {
                return memoryFigures(*profile);
            },
            [this](MemoryFigures figures) {
                m_running = 0;
                show(std::move(figures));
            });
    }

    /** Nothing was lost or is missing: there are runs that record no memory, and there may be no run at all. */
    void showWithoutProfile() {
        const auto device = session().info.find("device");
        const bool isSimulated = device != session().info.end() && device->second == "Ascend";
        if (isSimulated && !session().ops.empty())
            return showEmpty(tr("The memory of the simulated device is not there yet"),
                             tr("It is worked out when the run has ended."));
        if (!session().ops.empty())
            return showEmpty(tr("This run has no memory of a device"),
                             tr("What its tensors hold over time is in the panel Run memory. A run on the simulated "
                                "device (Device: Ascend) records what the device's memory holds."));
        showEmpty(tr("No profile is open"),
                  tr("Open a folder that a profiler wrote with profile_memory=True: its memory is drawn here."));
    }

    /** Why a profile with curves has no allocations. */
    QString whyNoAllocations() const {
        const size_t place = size_t(std::max(0, m_rank->currentIndex()));
        if (place < session().profiles.size() && session().profiles[place]->simulated)
            return tr("The simulated device records how much is held over time, not who holds it.");
        return tr("Who holds the memory is not known: %1 was not found.")
            .arg(QCoreApplication::translate("Tables", tableOrigin("operator_memory").c_str()));
    }

    void showEmpty(const QString &sentence, const QString &advice) {
        m_empty->setTexts(sentence, advice);
        m_choose->setEnabled(false);
        m_pages->setCurrentIndex(0);
    }

    void show(MemoryFigures figures) {
        m_figures = std::move(figures);
        if (m_figures.curves.empty() && m_figures.allocations->empty()) {
            showEmpty(tr("This profile has no figures of memory"),
                      tr("They come from %1.")
                          .arg(QCoreApplication::translate("Tables", tableOrigin("memory_record").c_str())));
            return;
        }
        m_choose->setEnabled(!m_figures.curves.empty());
        m_curves->setVisible(!m_figures.curves.empty());
        m_pages->setCurrentIndex(1);
        showCurves();
        m_curves->showAll();
        m_curves->setMarked(m_focus.marked());
        goToPeak();
    }

    void showCurves() {
        std::vector<Curve> curves;
        const MemoryFigures::Entry *main = mainCurve();
        for (const MemoryFigures::Entry &entry : m_figures.curves) {
            if (!entry.isShown) continue;
            curves.push_back(entry.curve);
            curves.back().isMarked = &entry == main;
        }
        m_curves->setCurves(std::move(curves),
                            session().trace.beginNs() != 0 ? session().trace.beginNs() : firstTime());
    }

    int64_t firstTime() const {
        int64_t first = INT64_MAX;
        for (const MemoryFigures::Entry &entry : m_figures.curves)
            first = std::min(first, entry.curve.samples->front().timeNs);
        return first == INT64_MAX ? 0 : first;
    }

    void showCurveMenu() {
        QMenu menu(this);
        bool wasModule = false;
        for (size_t i = 0; i < m_figures.curves.size(); ++i) {
            const MemoryFigures::Entry &entry = m_figures.curves[i];
            if (entry.isModule && !wasModule) menu.addSection(tr("Modules of the device"));
            wasModule = entry.isModule;
            QAction *action =
                menu.addAction(tr("%1 (peak %2)").arg(entry.curve.name, sizeText(entry.curve.peak.value)));
            action->setCheckable(true);
            action->setChecked(entry.isShown);
            connect(action, &QAction::toggled, this, [this, i](bool isShown) {
                m_figures.curves[i].isShown = isShown;
                showCurves();
            });
        }
        menu.exec(m_choose->mapToGlobal(QPoint(0, m_choose->height())));
    }

    /** The curve whose peak is looked for: the largest of what tensors hold, else the first; null if none is shown. */
    const MemoryFigures::Entry *mainCurve() const {
        const MemoryFigures::Entry *first = nullptr;
        for (const MemoryFigures::Entry &entry : m_figures.curves) {
            if (!entry.isShown) continue;
            if (entry.isOfTensors) return &entry;
            if (first == nullptr) first = &entry;
        }
        return first;
    }

    /** Without curves it is not known where the most is held. */
    void goToPeak() {
        if (const MemoryFigures::Entry *main = mainCurve())
            moveCursor(main->curve.peak.timeNs);
        else
            refreshTable();
    }

    /** What the main curve says at the line, beside what the listed allocations sum up to. */
    QString ofTotal() const {
        const MemoryFigures::Entry *main = mainCurve();
        if (main == nullptr || !main->isOfTensors) return {};
        const int64_t sample = sampleAt(*main->curve.samples, *m_cursor);
        if (sample < 0) return {};
        return QLatin1Char(' ') +
               tr("of %1 (%2)").arg(sizeText((*main->curve.samples)[size_t(sample)].value), main->curve.name);
    }

    void moveCursor(int64_t time) {
        m_cursor = time;
        m_curves->setCursorTime(time);
        refreshTable();
    }

    MemoryList list() const {
        for (const ListChoice &each : lists)
            if (m_list->current() == QLatin1String(each.id)) return each.list;
        return MemoryList::Held;
    }

    void refreshTable() {
        const bool hasAllocations = m_figures.allocations && !m_figures.allocations->empty();
        m_table->setVisible(hasAllocations);
        m_noTable->setVisible(!hasAllocations);
        if (!hasAllocations) {
            m_noTable->setText(whyNoAllocations());
            m_where->clear();
            return;
        }
        MemoryList wanted = list();
        if (!m_cursor && wanted != MemoryList::NeverReleased) wanted = MemoryList::All;
        const MemoryQuestion question{wanted, m_cursor.value_or(0),
                                      sizes[size_t(std::max(0, m_size->currentIndex()))].bytes};
        m_running = 1;
        m_context.jobs.run(
            QStringLiteral("memory-table"), tr("Looking for who holds memory"), this,
            [all = m_figures.allocations, baseline = baselineProfile(), question](const CancelFlag &) {
                const std::vector<Allocation> before = baseline ? allocationsOf(*baseline) : std::vector<Allocation>();
                return memoryTable(*all, before.empty() ? nullptr : &before, question);
            },
            [this, wanted](ComparedTable compared) {
                m_running = 0;
                const bool isUnknown = compared.deltas.empty() && baselineProfile();
                showTable(std::move(compared), wanted);
                if (isUnknown) m_where->setText(tr("Who holds memory on the baseline rank is not known"));
            });
    }

    /** Of the pinned rank; null while there is none or it is the one that is shown. */
    ProfilePtr baselineProfile() const {
        const std::optional<size_t> pinned = m_baseline.profile();
        const bool isOther = pinned && *pinned < session().profiles.size() && int(*pinned) != m_rank->currentIndex();
        return isOther ? session().profiles[*pinned] : nullptr;
    }

    void showTable(ComparedTable compared, MemoryList wanted) {
        const auto table = std::make_shared<const DataTable>(std::move(compared.table));
        const int size = table->column("size");
        double bytes = 0;
        for (int64_t row = 0; row < table->rowCount(); ++row)
            bytes += double(table->integer(row, size));
        const int64_t origin = session().trace.beginNs() != 0 ? session().trace.beginNs() : firstTime();
        const QString rows = tr("%Ln row(s)", nullptr, int(table->rowCount())) + QStringLiteral(", ") + sizeText(bytes);
        if (wanted == MemoryList::Held || wanted == MemoryList::ByOperator)
            m_where->setText(tr("at %1: %2").arg(instantText(*m_cursor - origin), rows) + ofTotal());
        else
            m_where->setText(rows);
        m_table->setTable(table, origin, size, std::move(compared.deltas));
    }

    /** Brings the time in which a row's memory was held into view of the timeline. */
    void reveal(int64_t row) {
        const DataTable &table = *m_table->table();
        const int64_t begin = table.integer(row, table.column("allocation_time"));
        const int64_t end = table.integer(row, table.column("release_time"));
        if (begin == missingInteger) return;
        const int rank = session().profiles[size_t(std::max(0, m_rank->currentIndex()))]->rank;
        m_focus.reveal({begin, end == missingInteger ? begin + 1 : end}, rank);
        m_context.show(panels::timeline);
    }

    PanelContext m_context;
    TraceFocus &m_focus;
    RankBaseline &m_baseline;
    QStackedLayout *m_pages = nullptr;
    EmptyState *m_empty = nullptr;
    CurveView *m_curves = nullptr;
    SegmentedControl *m_list = nullptr;
    QComboBox *m_size = nullptr, *m_rank = nullptr;
    QLabel *m_where = nullptr, *m_noTable = nullptr;
    DataTableView *m_table = nullptr;
    QWidget *m_controls = nullptr;
    QToolButton *m_choose = nullptr;
    FilterEdit *m_filter = nullptr;
    MemoryFigures m_figures;
    std::optional<int64_t> m_cursor;
    int m_running = 0;
    size_t m_profiles = 0; ///< of the session when it was read
    bool m_isFilling = false;
    bool m_wasEmpty = true; ///< no operator had run when the session was read
};

PanelDef memoryPanel() {
    return {.id = QStringLiteral("memory"),
            .title = QT_TRANSLATE_NOOP("Panels", "Memory"),
            .summary = QT_TRANSLATE_NOOP("Panels", "The device's memory over time, its peak and who holds it"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new MemoryPanel(context, parent);
            }};
}

} // namespace memorypanel
} // namespace jitscope

#include "memorypanel.moc"
