// SPDX-License-Identifier: GPL-3.0-or-later
// Starts lock steps by the console's %lockstep, shows what they recorded, and moves both sides together.
#include "app/panels/lockstep/locksteppanel.h"

#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/sortfiltermodel.h"
#include "app/panels/lockstep/lockstepbar.h"
#include "app/panels/lockstep/lockstepcard.h"
#include "app/panels/lockstep/lockstepjson.h"
#include "app/panels/lockstep/lockstepmodel.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/jumps.h"
#include "app/sdk/runner.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/infobar.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QMenu>
#include <QHeaderView>
#include <QShortcut>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace jitscope {
inline namespace locksteppanel {

namespace {

const std::string keyPrefix = "lockstep ", progressKey = "lockstep progress";

/** The name in the recording's info of the last lock step, or "". */
std::string newestKey(const Session &session) {
    std::string newest;
    for (auto entry = session.info.lower_bound(keyPrefix);
         entry != session.info.end() && entry->first.starts_with(keyPrefix); ++entry)
        if (entry->first != progressKey) newest = entry->first;
    return newest;
}

} // namespace

class LockstepPanel : public Panel {
    Q_OBJECT
    Q_PROPERTY(QVariant viewState READ viewState WRITE setViewState)

public:
    LockstepPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_pages(new QStackedLayout(this))
        , m_bar(new LockstepBar)
        , m_card(new LockstepCard)
        , m_message(new InfoBar)
        , m_model(new TableModel<LockstepLine>(lockstepColumns(), this))
        , m_view(new RecordView)
        , m_none(new EmptyState(QStringLiteral("lockstep"), tr("Nothing ran in lock step yet"),
                                tr("Choose a function and press Start: its first call runs again, eagerly and as its "
                                   "graph, on the same values, weights and random numbers."))) {
        m_pages->addWidget(new EmptyState(
            QStringLiteral("lockstep"), tr("No function to run in lock step"),
            tr("Run a script (F5) with a function that is compiled: one decorated with @jit, a layer in graph mode, or "
               "%graph f(x) in the console. Its first call can then be run again, eagerly and as its graph, value by "
               "value.")));
        m_pages->addWidget(buildContent());
        connectAll();
        refresh();
    }

    QString contentAsText() const override { return m_run ? m_card->text() + m_view->allAsText() : QString(); }
    bool isReady() const override { return !m_isReading; }
    bool startFind() override {
        m_bar->filter()->setFocus();
        return true;
    }

    /** The row that is looked at, and whether the run under way was started here. */
    QVariant viewState() const { return QVariantList{qlonglong(m_row), m_isRunning}; }
    void setViewState(const QVariant &state) {
        const QVariantList parts = state.toList();
        if (parts.size() != 2) return;
        m_wantedRow = parts[0].toLongLong(); // the recording is read in a job
        m_isRunning = parts[1].toBool() && m_context.runner.state() != RunState::Idle;
        m_bar->readTolerance(); // its fields were set before
        updateAction();
        follow();
    }

private:
    QWidget *buildContent() {
        m_view->setObjectName(QStringLiteral("lockstepTable"));
        m_view->setAccessibleName(tr("Eager operators and graph nodes side by side"));
        m_view->setSelectionMode(QAbstractItemView::SingleSelection);
        m_view->setRecords(m_model);
        m_view->setSortingEnabled(false);
        m_view->records()->sort(-1); // the order of the run is what matters
        m_view->setItemDelegateForColumn(JointColumn, new JointDelegate(m_view));
        m_view->setItemDelegateForColumn(ShareColumn, new DistanceBarDelegate(m_view));
        auto *content = new QWidget;
        auto *column = new QVBoxLayout(content);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(m_bar);
        column->addWidget(m_message);
        column->addWidget(m_card);
        column->addWidget(m_view, 1);
        column->addWidget(m_none, 1);
        return content;
    }

    void connectAll() {
        connect(m_bar, &LockstepBar::startAsked, this, &LockstepPanel::start);
        connect(m_bar, &LockstepBar::stopAsked, this, [this] { m_context.runner.stop(); });
        connect(m_bar, &LockstepBar::nextAsked, this, [this] { step(1); });
        connect(m_bar, &LockstepBar::previousAsked, this, [this] { step(-1); });
        connect(m_bar, &LockstepBar::differenceAsked, this, &LockstepPanel::toFirstDifference);
        connect(m_bar, &LockstepBar::toleranceChanged, this, &LockstepPanel::fill);
        connect(m_bar, &LockstepBar::differencesOnlyChanged, this, &LockstepPanel::fill);
        connect(m_bar->filter(), &QLineEdit::textChanged, m_view->records(), &SortFilterModel::setFilterText);
        connect(m_card, &LockstepCard::passAsked, this, &LockstepPanel::showPass);
        connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { onRowChanged(); });
        RowMenu::of(*m_view).addPart([this](QMenu &menu, const QModelIndex &) {
            addJumps(menu, m_context, m_context.selection.current(), objectName());
        });
        connect(&m_context.document, &Document::replaced, this, &LockstepPanel::refresh);
        connect(&m_context.document, &Document::appended, this, &LockstepPanel::follow);
        connect(&m_context.runner, &Runner::stateChanged, this, [this] { updateAction(); });
        connect(&m_context.runner, &Runner::finished, this, &LockstepPanel::onFinished);
        const auto key = [this](Qt::Key code, auto slot) {
            auto *shortcut = new QShortcut(QKeySequence(code), this);
            shortcut->setContext(Qt::WidgetWithChildrenShortcut);
            connect(shortcut, &QShortcut::activated, this, slot);
        };
        key(Qt::Key_N, [this] { step(1); });
        key(Qt::Key_P, [this] { step(-1); });
        key(Qt::Key_D, [this] { toFirstDifference(); });
    }

    // -- what is in the document -------------------------------------------------------------------------------------

    void refresh() {
        m_run.reset();
        m_first.reset();
        m_shownKey.clear();
        m_compilations = 0;
        m_row = m_wantedRow = -1;
        fill();
        follow();
        m_pages->setCurrentIndex(m_compilations > 0 && m_bar->chosen() >= 0 ? 1 : 0);
        updateAction();
    }

    /** More was recorded: a function to choose, how far the lock step is, its end. */
    void follow() {
        const Session &session = m_context.document.session();
        if (session.compilations.size() != m_compilations || session.graphCalls.size() != m_calls) {
            m_compilations = session.compilations.size();
            m_calls = session.graphCalls.size();
            m_bar->setCompilations(session);
            m_pages->setCurrentIndex(m_bar->chosen() >= 0 ? 1 : 0);
            updateAction();
        }
        followProgress(session);
        const std::string key = newestKey(session);
        if (key.empty() || key == m_shownKey) return;
        m_shownKey = key;
        m_isReading = true;
        m_context.jobs.run(
            QStringLiteral("lockstep-read"), tr("Reading the lock step"), this,
            [text = session.info.at(key)](const CancelFlag &) { return lockstepFromJson(text); },
            [this](Result<LockstepRun> run) { show(std::move(run)); });
    }

    void followProgress(const Session &session) {
        const auto progress = session.info.find(progressKey);
        const QString text = progress == session.info.end() ? QString() : QString::fromStdString(progress->second);
        const int space = int(text.indexOf(QLatin1Char(' ')));
        m_bar->setProgress(text.left(space).toDouble(), m_isRunning && space > 0 ? text.mid(space + 1) : QString());
    }

    void show(Result<LockstepRun> run) {
        m_isReading = false;
        if (!run) {
            m_message->showMessage(InfoBar::Kind::Error, QString::fromStdString(run.error().message));
            return;
        }
        m_run = *std::move(run);
        m_row = std::exchange(m_wantedRow, -1);
        m_pages->setCurrentIndex(1);
        m_bar->choose(m_run->compilation);
        m_isSized = false;
        fill();
    }

    void fill() {
        m_isFilling = true;
        m_model->setRows(
            m_run ? lockstepLines(*m_run, m_bar->tolerance(),
                                  m_bar->showsDifferencesOnly() ? LockstepFilter::Differences : LockstepFilter::All)
                  : std::vector<LockstepLine>());
        m_isFilling = false;
        if (!m_isSized && m_model->rowCount() > 0) fitColumns();
        m_card->setVisible(m_run.has_value());
        m_view->setVisible(m_run.has_value());
        m_none->setVisible(!m_run);
        m_bar->setStepsEnabled(m_run.has_value());
        if (!m_run) return;
        m_first = firstDifference(*m_run, m_bar->tolerance());
        m_card->showRun(*m_run, m_bar->tolerance());
        showRow(m_row);
        if (hasFocus()) takeKeys();
    }

    void fitColumns() {
        m_isSized = true;
        for (int column = 0; column < m_model->columnCount(); ++column)
            m_view->resizeColumnToContents(column);
        m_view->setColumnWidth(JointColumn, 64);
        m_view->setColumnWidth(DistanceColumn, std::max(m_view->columnWidth(DistanceColumn), 84));
        m_view->setColumnWidth(ShareColumn, 150);
        for (const int column : {EagerColumn, NodeColumn})
            m_view->setColumnWidth(column, std::clamp(m_view->columnWidth(column), 110, 180));
        m_view->setColumnWidth(PrimitiveColumn, std::min(m_view->columnWidth(PrimitiveColumn), 150));
    }

    // -- moving ------------------------------------------------------------------------------------------------------

    const LockstepRow *row(int64_t index) const {
        return m_run && index >= 0 && size_t(index) < m_run->rows.size() ? &m_run->rows[size_t(index)] : nullptr;
    }

    /** What is spoken of: the row that is looked at, before that the first difference. */
    const LockstepRow *shownRow() const { return m_row < 0 && m_first ? row(int64_t(*m_first)) : row(m_row); }

    /** Looks at that row: in words, and in the table where the filter shows it. */
    void showRow(int64_t index) {
        m_row = index;
        m_card->showRow(*m_run, shownRow(), m_bar->tolerance());
        m_isFilling = true;
        const auto line = std::ranges::lower_bound(m_model->rows(), index, {},
                                                   [](const LockstepLine &each) { return int64_t(each.index); });
        const bool isShown = line != m_model->rows().end() && int64_t(line->index) == index;
        m_view->selectSourceRow(isShown ? int(line - m_model->rows().begin()) : -1);
        m_isFilling = false;
    }

    /** Both sides on to the neighbouring pair; rows of one side alone are passed. */
    void step(int direction) {
        if (!m_run) return;
        int64_t next = m_row < 0 && direction < 0 ? int64_t(m_run->rows.size()) : m_row;
        do
            next += direction;
        while (row(next) && !row(next)->isCompared());
        if (!row(next)) {
            m_context.notify(direction > 0 ? tr("That was the last pair") : tr("That was the first pair"));
            return;
        }
        goTo(next);
    }

    void toFirstDifference() {
        if (!m_run) return;
        if (!m_first) {
            m_context.notify(tr("All values are within the tolerance"));
            return;
        }
        goTo(int64_t(*m_first));
    }

    void goTo(int64_t index) {
        showRow(index);
        select(*row(index));
    }

    void onRowChanged() {
        const int line = m_view->currentSourceRow();
        if (m_isFilling || line < 0 || !m_run) return;
        m_row = int64_t(m_model->row(line).index);
        m_card->showRow(*m_run, row(m_row), m_bar->tolerance());
        select(*row(m_row));
    }

    /** The node and the eager value, for the other panels. */
    void select(const LockstepRow &row) {
        const int64_t tensor = row.eagerTensor >= 0 ? row.eagerTensor : row.nodeTensor;
        const bool isFinal = row.node.valid();
        m_context.selection.selectValueOfNode(tensor, m_run->compilation, isFinal ? -1 : -2,
                                              isFinal ? row.node : row.captured, this);
    }

    void showPass() {
        const LockstepRow *now = shownRow();
        const LockstepCause *cause = now ? now->cause(m_bar->tolerance()) : nullptr;
        if (!cause || cause->where != LockstepCause::Where::Pass) return;
        m_context.selection.selectNode(m_run->compilation, cause->pass, cause->node, this);
        m_context.show(panels::passes);
    }

    // -- running -----------------------------------------------------------------------------------------------------

    void start() {
        const Compilation *compilation = m_context.document.session().compilation(m_bar->chosen());
        if (!compilation || m_context.runner.state() != RunState::Idle) return;
        m_isRunning = true;
        m_context.runner.runConsole(QStringLiteral("%lockstep #%1 ").arg(compilation->index) +
                                    QString::fromStdString(compilation->function));
        if (m_context.runner.state() == RunState::Idle) m_isRunning = false; // this window runs nothing
        updateAction();
        takeKeys();
    }

    /** Else the script would go on being typed into where N and D are meant for the pairs. */
    void takeKeys() { (m_view->isVisible() ? m_view : static_cast<QWidget *>(this))->setFocus(Qt::OtherFocusReason); }

    void updateAction() {
        const bool isIdle = m_context.runner.state() == RunState::Idle;
        m_bar->setAction(m_isRunning ? LockstepBar::Action::Stop
                         : isIdle    ? LockstepBar::Action::Start
                                     : LockstepBar::Action::Wait);
    }

    void onFinished(const RunOutcome &outcome) {
        if (!m_isRunning) return;
        m_isRunning = false;
        m_bar->setProgress(0, {});
        updateAction();
        if (outcome.stopped)
            m_message->showMessage(InfoBar::Kind::Note, tr("The lock step was stopped."));
        else if (!outcome.error.empty())
            m_message->showMessage(InfoBar::Kind::Error, QString::fromStdString(outcome.problem.message),
                                   QString::fromStdString(outcome.error));
        else
            m_message->hide();
    }

    PanelContext m_context;
    QStackedLayout *m_pages;
    LockstepBar *m_bar;
    LockstepCard *m_card;
    InfoBar *m_message;
    TableModel<LockstepLine> *m_model;
    RecordView *m_view;
    EmptyState *m_none;
    std::optional<LockstepRun> m_run;
    std::string m_shownKey;        ///< of m_run in the recording's info
    size_t m_compilations = 0;     ///< that the bar knows
    size_t m_calls = 0;            ///< of graphs, as its choices say
    std::optional<size_t> m_first; ///< row that differs
    int64_t m_row = -1;            ///< of m_run that is looked at
    int64_t m_wantedRow = -1;      ///< that is to be looked at once m_run is read
    bool m_isRunning = false;      ///< the run that is under way was started here
    bool m_isReading = false;
    bool m_isSized = false;   ///< columns for the values of m_run
    bool m_isFilling = false; ///< the table changes by itself: do not take that for a choice of the user
};

PanelDef lockstepPanel() {
    return {.id = QStringLiteral("lockstep"),
            .title = QT_TRANSLATE_NOOP("Panels", "Lock step"),
            .summary = QT_TRANSLATE_NOOP("Panels", "A call eagerly and as its graph, value beside value"),
            .area = PanelArea::Centre,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new LockstepPanel(context, parent);
            }};
}

} // namespace locksteppanel
} // namespace jitscope

#include "locksteppanel.moc"
