// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/runspanel.h"

#include "app/models/baseline.h"
#include "app/models/filterchips.h"
#include "app/models/nothingleft.h"
#include "app/models/recordview.h"
#include "app/models/runtext.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/wholerunnote.h"
#include "app/panels/runs/runcompare.h"
#include "app/sdk/jobs.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace runspanel {

namespace {

enum Page { EmptyPage, ListPage };
constexpr qint64 gibibyte = qint64(1) << 30;
constexpr qint64 budgets[] = {gibibyte / 4, gibibyte, 4 * gibibyte, 16 * gibibyte, 64 * gibibyte};
const QString compareTag = QStringLiteral("runs.compare");

} // namespace

class RunsPanel : public Panel {
    Q_OBJECT
public:
    RunsPanel(const PanelContext &context, QWidget *parent);

    QWidget *titleControls() override { return m_filter; }
    QString contentAsText() const override {
        if (m_model.rows().empty()) return {};
        return m_view->allAsText() + (!m_compare->isHidden() ? QLatin1Char('\n') + m_compare->asText() : QString());
    }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }

protected:
    void resizeEvent(QResizeEvent *event) override {
        Panel::resizeEvent(event);
        makeRoomForComparison();
    }

private:
    QWidget *buildBar();
    QWidget *buildList();
    QWidget *buildNote();
    QWidget *buildSpace();
    QAction *addAction(const QString &id, const QString &text, const QString &toolTip, const QKeySequence &key,
                       void (RunsPanel::*run)());
    void update();
    QString inSight() const;
    void bringBack(const QString &top);
    void updateActions();
    void updateNote();
    void updateSpace();
    void showWhatIsLeft();
    QStringList chosen() const;
    const RunRecord *current() const;
    void look();
    void compare();
    void addUpComparison();
    void endComparison();
    void makeRoomForComparison();
    void save();
    void pin();
    void remove();
    void undo() { m_context.runs->undoRemove(); }
    void editNote() { m_note->setFocus(Qt::ShortcutFocusReason); }
    void takeNote();

    PanelContext m_context;
    TableModel<RunRow> m_model;
    QStackedLayout *m_pages = nullptr;
    FilterEdit *m_filter;
    QToolBar *m_bar = nullptr;
    RecordView *m_view = nullptr;
    FilterChips *m_chips = nullptr;
    QStackedWidget *m_rows = nullptr; ///< the list, or why it is empty
    NothingLeft *m_nothing = nullptr;
    RunCompare *m_compare = nullptr;
    QLineEdit *m_note = nullptr;
    QWidget *m_room = nullptr;
    QLabel *m_unkept = nullptr, *m_space = nullptr;
    QComboBox *m_budget = nullptr;
    QAction *m_look = nullptr, *m_compareTwo = nullptr, *m_save = nullptr, *m_pin = nullptr, *m_remove = nullptr,
            *m_undo = nullptr, *m_asBaseline = nullptr;
    Runs::Sessions m_compared; ///< while a comparison is shown
    QString m_noted;           ///< the run that the note in the field is of
};

PanelDef runsPanel() {
    return {QStringLiteral("runs"), QStringLiteral(QT_TRANSLATE_NOOP("Panels", "Runs")),
            QStringLiteral(QT_TRANSLATE_NOOP("Panels", "All runs that are kept, to look at again and to compare")),
            PanelArea::Left,
            [](const PanelContext &context, QWidget *parent) -> Panel * { return new RunsPanel(context, parent); }};
}

RunsPanel::RunsPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_model(runColumns())
    , m_filter(new FilterEdit(tr("filter"), this)) {
    m_filter->setProperty("ownRow", true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_pages = new QStackedLayout;
    column->addLayout(m_pages);
    m_pages->addWidget(new EmptyState(QStringLiteral("run"), tr("No run yet"),
                                      tr("Every run is kept here with its recording: run a script with F5.")));
    auto *list = new QWidget;
    auto *parts = new QVBoxLayout(list);
    parts->setContentsMargins(8, 0, 8, 4);
    parts->setSpacing(metrics::grid / 2);
    parts->addWidget(buildBar());
    parts->addWidget(new WholeRunNote(context));
    m_chips = new FilterChips(context, FilterChips::Of::Panel, list);
    connect(m_chips, &FilterChips::textLeft, m_filter, &FilterEdit::setText);
    parts->addWidget(m_chips);
    auto *split = new QSplitter(Qt::Vertical);
    split->setChildrenCollapsible(false);
    split->addWidget(buildList());
    m_compare = new RunCompare;
    m_compare->hide();
    connect(m_compare, &RunCompare::closed, this, &RunsPanel::endComparison);
    connect(m_compare, &RunCompare::groupingChanged, this, &RunsPanel::addUpComparison);
    split->addWidget(m_compare);
    parts->addWidget(split, 1);
    m_unkept = new QLabel;
    m_unkept->setObjectName(QStringLiteral("unkeptRun"));
    m_unkept->setWordWrap(true);
    m_unkept->setMinimumWidth(1);
    parts->addWidget(m_unkept);
    parts->addWidget(buildNote());
    m_room = buildSpace();
    parts->addWidget(m_room);
    m_pages->addWidget(list);
    if (!m_context.runs) return;
    connect(m_context.runs, &Runs::changed, this, &RunsPanel::update);
    update();
}

QAction *RunsPanel::addAction(const QString &id, const QString &text, const QString &toolTip, const QKeySequence &key,
                              void (RunsPanel::*run)()) {
    auto *action = new QAction(text, this);
    action->setObjectName(id);
    action->setToolTip(key.isEmpty()
                           ? toolTip
                           : QString(toolTip + QStringLiteral(" (") + key.toString(QKeySequence::NativeText) + ')'));
    action->setStatusTip(toolTip);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut); // of the list
    connect(action, &QAction::triggered, this, run);
    m_bar->addAction(action);
    auto *button = static_cast<QToolButton *>(m_bar->widgetForAction(action));
    button->setProperty("role", "flat");
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(toolTip);
    return action;
}

/** A tool bar, since that one folds what has no room into a menu. */
QWidget *RunsPanel::buildBar() {
    m_bar = new QToolBar;
    m_bar->setAccessibleName(tr("What can be done with runs"));
    m_bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_look =
        addAction(QStringLiteral("lookAtRun"), tr("Look at"), tr("Show the recording of the chosen run in all panels"),
                  QKeySequence(Qt::Key_Return), &RunsPanel::look);
    m_compareTwo = addAction(QStringLiteral("compareRuns"), tr("Compare"),
                             tr("Compare two chosen runs by operator, line, ...; one with the run in view"), {},
                             &RunsPanel::compare);
    m_pin = addAction(QStringLiteral("pinRun"), tr("Pin"), tr("Keep the chosen runs, or let them give way again"),
                      QKeySequence(Qt::Key_Space), &RunsPanel::pin);
    m_save = addAction(QStringLiteral("saveRun"), tr("Save…"), tr("Save the chosen run as a .jitscope file"), {},
                       &RunsPanel::save);
    m_remove = addAction(QStringLiteral("removeRun"), tr("Remove"), tr("Remove the chosen runs"),
                         QKeySequence(Qt::Key_Delete), &RunsPanel::remove);
    m_undo = addAction(QStringLiteral("undoRemoveRun"), tr("Undo"), tr("Bring back the runs that were removed last"),
                       QKeySequence(QKeySequence::Undo), &RunsPanel::undo);
    return m_bar;
}

QWidget *RunsPanel::buildList() {
    m_view = new RecordView;
    m_view->setObjectName(QStringLiteral("runList"));
    m_view->setAccessibleName(tr("Runs"));
    m_view->setRecords(&m_model);
    m_view->sortByColumn(0, Qt::DescendingOrder);
    auto *note = new QAction(tr("Note"), this);
    note->setShortcut(QKeySequence(Qt::Key_F2));
    note->setShortcutContext(Qt::WidgetShortcut);
    connect(note, &QAction::triggered, this, &RunsPanel::editNote);
    m_asBaseline = new QAction(tr("Use as baseline"), this);
    m_asBaseline->setObjectName(QStringLiteral("runAsBaseline"));
    connect(m_asBaseline, &QAction::triggered, this, [this] {
        Baseline &baseline = Baseline::of(m_context);
        baseline.set(chosen().front());
        m_context.notify(tr("The tables of times and memory now show differences to %1.").arg(baseline.name()));
    });
    m_view->addActions({m_look, m_compareTwo, m_asBaseline, m_pin, note, m_save, m_remove, m_undo});
    connect(m_view, &QAbstractItemView::doubleClicked, this, &RunsPanel::look);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPanel::updateActions);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &RunsPanel::updateNote);
    m_nothing = new NothingLeft;
    connect(m_nothing, &NothingLeft::clearWanted, m_filter, &FilterEdit::clear);
    m_rows = new QStackedWidget;
    m_rows->addWidget(m_view);
    m_rows->addWidget(m_nothing);
    connect(m_filter, &FilterEdit::textChanged, this, [this](const QString &text) {
        m_view->records()->setFilterText(text);
        showWhatIsLeft();
    });
    return m_rows;
}

/** Of an empty list nobody knows whether there are no runs or a filter hides them. */
void RunsPanel::showWhatIsLeft() {
    m_chips->setText(m_filter->text());
    const bool isEmpty = m_view->records()->rowCount() == 0 && m_model.rowCount() > 0;
    m_nothing->setText(
        tr("None of the %n run(s) has “%1” in it.", nullptr, m_model.rowCount()).arg(m_filter->text().trimmed()));
    m_rows->setCurrentIndex(isEmpty ? 1 : 0);
}

QWidget *RunsPanel::buildNote() {
    m_note = new QLineEdit;
    m_note->setObjectName(QStringLiteral("runNote"));
    m_note->setPlaceholderText(tr("Note on the chosen run (F2)"));
    m_note->setAccessibleName(tr("Note on the chosen run"));
    connect(m_note, &QLineEdit::editingFinished, this, &RunsPanel::takeNote);
    return m_note;
}

QWidget *RunsPanel::buildSpace() {
    auto *widget = new QWidget;
    auto *row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    m_space = new QLabel;
    m_space->setObjectName(QStringLiteral("runSpace"));
    m_space->setProperty("role", "secondary");
    m_space->setToolTip(tr("When there are more, the oldest that are not pinned give way."));
    row->addWidget(m_space);
    m_budget = new QComboBox;
    m_budget->setObjectName(QStringLiteral("runBudget"));
    m_budget->setAccessibleName(tr("Room for runs on disk"));
    m_budget->setToolTip(tr("Room for runs on disk; the oldest that are not pinned give way. Of a run under way, the "
                            "values that memory has no room for take no more than this either."));
    for (const qint64 budget : budgets)
        m_budget->addItem(QStringLiteral("%1 GiB").arg(double(budget) / double(gibibyte)), budget);
    connect(m_budget, &QComboBox::activated, this,
            [this] { m_context.runs->setBudget(m_budget->currentData().toLongLong()); });
    row->addWidget(m_budget);
    row->addStretch(1);
    return widget;
}

void RunsPanel::update() {
    const RunRecord *before = current();
    const QString kept = before ? before->id : QString();
    const QStringList selected = chosen();
    std::vector<RunRow> rows;
    for (RunRecord &run : m_context.runs->runs()) {
        const bool isShown = run.id == m_context.runs->shown();
        rows.push_back({std::move(run), isShown});
    }
    const bool isSame = rows == m_model.rows();
    if (!isSame) {
        const QString anchor = inSight();
        m_model.setRows(std::move(rows));
        QItemSelection selection;
        for (int i = 0; i < m_model.rowCount(); ++i) {
            const QModelIndex index = m_view->records()->mapFromSource(m_model.index(i, 0));
            if (selected.contains(m_model.row(i).run.id)) selection.select(index, index);
            if (m_model.row(i).run.id == kept)
                m_view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
        }
        m_view->selectionModel()->select(selection, QItemSelectionModel::Select | QItemSelectionModel::Rows);
        for (int i = 0; i < m_model.columnCount(); ++i)
            m_view->resizeColumnToContents(i);
        bringBack(anchor);
    }
    m_pages->setCurrentIndex(m_model.rows().empty() && !m_context.runs->canUndoRemove() ? EmptyPage : ListPage);
    showWhatIsLeft();
    updateActions();
    updateNote();
    updateSpace();
}

/** The run at the top of what is in view; "" where that is the newest, or nothing: the newest is to stay in view. */
QString RunsPanel::inSight() const {
    const QModelIndex newest = m_view->records()->mapFromSource(m_model.index(0, 0)); // wherever it is sorted to
    const QModelIndex top = m_view->indexAt({0, 0});
    const bool isNewest = m_view->viewport()->rect().intersects(m_view->visualRect(newest));
    return isNewest || !top.isValid() ? QString() : m_model.row(m_view->records()->mapToSource(top).row()).run.id;
}

void RunsPanel::bringBack(const QString &top) {
    int place = top.isEmpty() ? 0 : -1; // one that was removed leaves things as they are
    for (int i = 0; i < m_model.rowCount(); ++i)
        if (m_model.row(i).run.id == top) place = i;
    const auto hint = top.isEmpty() ? QAbstractItemView::EnsureVisible : QAbstractItemView::PositionAtTop;
    m_view->scrollTo(m_view->records()->mapFromSource(m_model.index(place, 0)), hint);
}

void RunsPanel::updateActions() {
    const QStringList ids = chosen();
    m_look->setEnabled(ids.size() == 1);
    m_compareTwo->setEnabled(ids.size() == 2 || (ids.size() == 1 && !m_context.runs->shown().isEmpty() &&
                                                 ids.constFirst() != m_context.runs->shown()));
    m_asBaseline->setEnabled(ids.size() == 1);
    m_save->setEnabled(ids.size() == 1);
    m_pin->setEnabled(!ids.isEmpty());
    m_remove->setEnabled(!ids.isEmpty());
    m_undo->setEnabled(m_context.runs->canUndoRemove());
    const RunRecord *run = current();
    m_pin->setText(run && run->isPinned ? tr("Unpin") : tr("Pin"));
}

void RunsPanel::updateNote() {
    const RunRecord *run = current();
    const QString id = run ? run->id : QString();
    if (id != m_noted) takeNote();
    m_note->setEnabled(run != nullptr);
    if (id == m_noted && m_note->hasFocus()) return; // being written
    m_noted = id;
    m_note->setText(run ? run->note : QString());
    m_note->setModified(false);
}

void RunsPanel::updateSpace() {
    const RunSpace space = m_context.runs->space();
    QStringList unkept;
    for (const RunRow &row : m_model.rows())
        if (row.run.needs >= 0) unkept.append(unkeptText(row.run, space));
    m_unkept->setText(unkept.join(QLatin1Char('\n')));
    makeRoomForComparison();
    m_space->setText(tr("%n run(s), %1 of", nullptr, space.count).arg(bytesText(space.used)));
    const int known = m_budget->findData(space.budget);
    if (known < 0) m_budget->addItem(bytesText(space.budget), space.budget);
    m_budget->setCurrentIndex(m_budget->findData(space.budget));
}

QStringList RunsPanel::chosen() const {
    QStringList ids;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows())
        ids.append(m_model.row(m_view->records()->mapToSource(index).row()).run.id);
    return ids;
}

const RunRecord *RunsPanel::current() const {
    const int row = m_view->currentSourceRow();
    return row < 0 || row >= m_model.rowCount() ? nullptr : &m_model.row(row).run;
}

void RunsPanel::look() {
    if (const QStringList ids = chosen(); ids.size() == 1) m_context.runs->show(ids.constFirst());
}

/** The older one is side A. */
void RunsPanel::compare() {
    QStringList ids = chosen();
    if (ids.size() == 1) ids.append(m_context.runs->shown());
    std::vector<RunRecord> sides;
    for (const RunRow &row : m_model.rows())
        if (ids.contains(row.run.id)) sides.insert(sides.begin(), row.run); // the model has the newest first
    if (sides.size() != 2) return;
    m_compare->begin(sides[0], sides[1]);
    m_compare->show();
    makeRoomForComparison();
    m_context.runs->read({sides[0].id, sides[1].id}, this, [this](const Result<Runs::Sessions> &read) {
        if (!read) {
            endComparison();
            m_context.notify(QString::fromStdString(read.error().message));
            return;
        }
        m_compared = *read;
        addUpComparison();
    });
}

void RunsPanel::addUpComparison() {
    if (m_compared.size() != 2) return;
    m_context.jobs.run(
        compareTag, tr("Comparing two runs"), this,
        [sessions = m_compared, grouping = m_compare->grouping()](const CancelFlag &) {
            return compareRuns(*sessions[0], *sessions[1], grouping);
        },
        [this](const RunComparison &comparison) { m_compare->setComparison(comparison); });
}

void RunsPanel::endComparison() {
    m_context.jobs.cancel(compareTag);
    m_compared.clear();
    const bool hadFocus = m_compare->isAncestorOf(QApplication::focusWidget());
    m_compare->hide();
    makeRoomForComparison();
    if (hadFocus) m_view->setFocus();
}

/** A low panel has no room for the list and a comparison: it takes the list's place until it is closed. */
void RunsPanel::makeRoomForComparison() {
    constexpr int linesOfBoth = 18;
    const bool isAlone = !m_compare->isHidden() && height() < linesOfBoth * metrics::rowHeight;
    for (QWidget *widget :
         {static_cast<QWidget *>(m_bar), static_cast<QWidget *>(m_rows), static_cast<QWidget *>(m_note), m_room})
        widget->setHidden(isAlone);
    m_unkept->setHidden(isAlone || m_unkept->text().isEmpty());
}

void RunsPanel::save() {
    if (const QStringList ids = chosen(); ids.size() == 1) m_context.runs->save(ids.constFirst());
}

void RunsPanel::pin() {
    const RunRecord *run = current();
    const bool isPinned = run && run->isPinned;
    for (const QString &id : chosen())
        m_context.runs->setPinned(id, !isPinned);
}

void RunsPanel::remove() {
    m_context.runs->remove(chosen());
}

void RunsPanel::takeNote() {
    if (m_noted.isEmpty() || !m_note->isModified()) return;
    m_note->setModified(false);
    m_context.runs->setNote(m_noted, m_note->text());
}

} // namespace runspanel
} // namespace jitscope

#include "runspanel.moc"
