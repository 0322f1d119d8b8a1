// SPDX-License-Identifier: GPL-3.0-or-later
// The event list put together: what moves the playhead, what follows it, what the menu of a row offers.
#include "app/panels/events/eventspanel.h"

#include "app/models/rowmenu.h"
#include "app/panels/events/eventcolumns.h"
#include "app/panels/events/eventfilterbar.h"
#include "app/panels/events/eventfindbar.h"
#include "app/panels/events/eventmodel.h"
#include "app/panels/events/eventtext.h"
#include "app/panels/events/eventview.h"
#include "app/sdk/document.h"
#include "app/sdk/healthcache.h"
#include "app/sdk/jumps.h"
#include "app/sdk/playhead.h"
#include "app/sdk/runner.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/session/session.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace jitscope {
inline namespace eventspanel {

namespace {

/** More lines are of no use in a clipboard and would hold up the window. */
constexpr int copyLimit = 100'000;
constexpr int footerHeight = 22;

} // namespace

PanelDef eventsPanel() {
    return {.id = QStringLiteral("events"),
            .title = QStringLiteral(QT_TRANSLATE_NOOP("Panels", "Events")),
            .summary =
                QStringLiteral(QT_TRANSLATE_NOOP("Panels", "Every operator that ran, in its order or below its cells")),
            .area = PanelArea::Left,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new EventsPanel(context, parent);
            }};
}

EventsPanel::EventsPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_matches(context.document, context.jobs, QStringLiteral("filter events"), this)
    , m_bar(new EventFilterBar(this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new EmptyState(QStringLiteral("step-op"), {}, {}, this))
    , m_view(new EventView(this))
    , m_model(new EventModel(context.document, context.health, m_matches, this))
    , m_find(new EventFindBar(context, this))
    , m_footer(new QLabel(this)) {
    m_view->setObjectName(QStringLiteral("eventList"));
    m_view->setAccessibleName(tr("Operators that ran"));
    m_view->setEvents(m_model);
    m_columns = new EventColumns(m_view->header());
    m_footer->setObjectName(QStringLiteral("eventFooter"));
    m_footer->setProperty("role", "hint");
    m_footer->setContentsMargins(8, 0, 8, 2);
    m_footer->setTextFormat(Qt::PlainText);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_view);
    auto *column = new QVBoxLayout(this);
    // The footer's text changes with every step: of a fixed size and in no layout, it makes nothing else lay out again.
    column->setContentsMargins(0, 0, 0, footerHeight);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_pages, 1);
    column->addWidget(m_find);
    setFocusProxy(m_view);

    auto *copy = new QAction(tr("Copy rows"), m_view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &EventsPanel::copySelected);
    m_view->addAction(copy);
    connectAll();
    updateNext();
    followPlayhead();
    updatePage();
}

void EventsPanel::connectAll() {
    connect(m_bar, &EventFilterBar::filterChanged, this, &EventsPanel::onFilter);
    connect(m_bar, &EventFilterBar::formChanged, this, [this](const QString &form) {
        m_model->setForm(form == QStringLiteral("tree") ? EventRows::Form::Tree : EventRows::Form::List);
        m_columns->fit(width() - 12, m_model->form());
        followPlayhead();
    });
    connect(m_bar, &EventFilterBar::numberWanted, this, &EventsPanel::goToNumber);
    connect(m_bar, &EventFilterBar::listWanted, this, [this] { m_view->setFocus(Qt::OtherFocusReason); });
    connect(m_find, &EventFindBar::closed, this, [this] {
        m_find->hide();
        m_view->setFocus(Qt::OtherFocusReason);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &index) { onChosen(index.row()); });
    connect(m_view, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) { onChosen(index.row()); });
    connect(m_view, &EventView::liveWanted, this, [this] { m_context.playhead.returnToLive(); });
    connect(m_view, &EventView::numberTyped, m_bar, &EventFilterBar::typeNumber);
    RowMenu &rowMenu = RowMenu::of(*m_view);
    rowMenu.addPart([this](QMenu &menu, const QModelIndex &index) { fillMenu(menu, index.row()); });
    rowMenu.setAllAsText([this](TextFormat) { return contentAsText(); });
    connect(&m_matches, &OpMatches::progressed, this, &EventsPanel::updatePage);
    connect(&m_matches, &OpMatches::added, this, &EventsPanel::followPlayhead);
    connect(&m_context.playhead, &Playhead::changed, this, &EventsPanel::followPlayhead);
    connect(&m_context.document, &Document::replaced, this, &EventsPanel::updatePage);
    connect(&m_context.document, &Document::appended, this, &EventsPanel::updatePage);
    connect(&m_context.document, &Document::bookmarksChanged, m_view->viewport(), qOverload<>(&QWidget::update));
    connect(&m_context.health, &HealthCache::ready, m_view->viewport(), qOverload<>(&QWidget::update));
    const auto onState = [this] {
        updateNext();
        followPlayhead();
    };
    connect(&m_context.runner, &Runner::stateChanged, this, onState);
    connect(&m_context.runner, &Runner::paused, this, onState);
}

bool EventsPanel::isReady() const {
    return m_matches.isComplete() && !m_find->isSearching() && !m_bar->isTyping();
}

void EventsPanel::onFilter(const Query &query) {
    query.isEmpty() ? m_matches.stop() : m_matches.start(questionOf(query));
    m_find->setFilter(query);
    followPlayhead();
    updatePage();
}

void EventsPanel::onChosen(int row) {
    if (m_view->isFollowing() || m_choosing || row < 0) return;
    const int64_t op = m_model->opOf(row);
    if (op < 0 || op == m_context.playhead.viewed()) return;
    const QScopedValueRollback choosing(m_choosing, true);
    m_context.playhead.goTo(op, this);
}

void EventsPanel::followPlayhead() {
    const int64_t viewed = m_context.playhead.viewed();
    const int row = m_model->rowOf(viewed);
    m_view->setViewedRow(row);
    m_view->setPace(m_context.playhead.isLive() ? EventView::Pace::Live : EventView::Pace::Past);
    const bool isLast = viewed < 0 || viewed == m_context.playhead.last();
    const int next = isLast ? -1 : m_model->rowOf(viewed + 1);
    m_view->setNextRow(next == row ? -1 : next);
    const bool isHere = m_choosing || (row >= 0 && m_view->currentIndex().row() == row);
    if (!isHere) m_view->followRow(row);
    updateFooter();
}

/** The operator that the paused program is about to run stands below those that ran. */
void EventsPanel::updateNext() {
    std::optional<NextOperator> next;
    const PauseInfo &pause = m_context.runner.pauseInfo();
    if (m_context.runner.state() == RunState::Paused && !pause.op.empty() && pause.nextOp > m_context.playhead.last())
        next = {pause.nextOp, QString::fromStdString(pause.op), QString::fromStdString(pause.operands)};
    m_model->setNext(std::move(next));
    updatePage();
}

void EventsPanel::updatePage() {
    const bool any = !m_context.document.session().ops.empty();
    if (!any)
        m_empty->setTexts(tr("No operator ran yet"),
                          tr("Run a script (F5), or step through it one operator at a time (F10)."));
    else if (m_model->rowCount() == 0)
        m_empty->setTexts(m_matches.isComplete() ? tr("No operator matches the filter") : tr("Filtering"),
                          tr("Clear the filter with Esc to see all operators."));
    m_columns->fitNumber(int(QString::number(m_context.playhead.last()).size()));
    m_pages->setCurrentWidget(m_model->rowCount() > 0 ? static_cast<QWidget *>(m_view) : m_empty);
    updateFooter();
}

void EventsPanel::updateFooter() {
    const int64_t viewed = m_context.playhead.viewed();
    const auto all = qlonglong(m_context.document.session().ops.size());
    QStringList parts;
    if (all > 0)
        parts.append(viewed < 0 ? tr("%n operator(s)", nullptr, int(all))
                                : tr("%1 of %2").arg(viewed).arg(m_context.playhead.last()));
    if (m_context.runner.state() != RunState::Idle && !m_context.playhead.isLive() && viewed >= 0)
        parts.append(tr("in the past; End returns to live"));
    if (m_matches.isActive()) parts.append(filterText());
    const QString text = parts.join(QStringLiteral(" · "));
    if (text != m_footer->text()) m_footer->setText(text);
}

QString EventsPanel::filterText() const {
    const auto all = qlonglong(m_context.document.session().ops.size());
    const auto found = qlonglong(m_matches.found().size());
    QStringList parts{tr("%1 shown, %2 hidden by the filter").arg(found).arg(m_matches.judged() - found)};
    if (m_matches.isCancelled())
        parts.append(tr("filtering was cancelled: %1 not looked at").arg(all - m_matches.judged()));
    if (!m_matches.isComplete()) parts.append(tr("filtering: %1 %").arg(all == 0 ? 0 : m_matches.judged() * 100 / all));
    if (m_matches.unknown() > 0)
        parts.append(tr("%1 of these have no recorded values to ask").arg(qlonglong(m_matches.unknown())));
    return parts.join(QStringLiteral("; "));
}

void EventsPanel::goToNumber(qint64 number) {
    if (!m_context.document.session().op(number)) {
        m_context.notify(tr("There is no operator #%1.").arg(number));
        return;
    }
    m_context.playhead.goTo(number);
    if (m_model->rowOf(number) < 0) m_context.notify(tr("Operator #%1 is hidden by the filter.").arg(number));
}

void EventsPanel::fillMenu(QMenu &menu, int row) {
    const Anchor &selected = m_context.selection.current();
    if (const auto op = m_model->event(row)) {
        Anchor anchor;
        anchor.op = op->number;
        addJumps(menu, m_context, selected.op == op->number ? selected : anchor, objectName());
    }
    addBreakActions(menu, row);
    addFilterActions(menu, row);
    if (m_model->form() == EventRows::Form::Tree) {
        menu.addSeparator();
        menu.addAction(tr("Open all"), this, [this] {
            m_model->setAllExpanded(true);
            followPlayhead();
        });
        menu.addAction(tr("Close all"), this, [this] {
            m_model->setAllExpanded(false);
            followPlayhead();
        });
    }
}

void EventsPanel::addBreakActions(QMenu &menu, int row) {
    const auto add = [this](const Breakpoint &breakpoint) {
        std::vector<Breakpoint> all = m_context.runner.breakpoints();
        all.push_back(breakpoint);
        m_context.runner.setBreakpoints(std::move(all));
    };
    const auto op = m_model->event(row);
    if (m_model->kind(row) == EventModel::Kind::Next) {
        const int64_t number = m_context.runner.pauseInfo().nextOp;
        menu.addAction(tr("Run this operator"), this,
                       [this] { m_context.runner.step({.kind = StepRequest::Kind::Op}); })
            ->setToolTip(tr("#%1").arg(number));
    }
    if (!op) return;
    const int64_t number = op->number;
    const QString name = QString::fromStdString(op->op);
    menu.addAction(tr("Break before operator #%1 in the next run").arg(number), this,
                   [add, number] { add({.kind = Breakpoint::Kind::OpNumber, .number = number}); });
    menu.addAction(tr("Break on every %1").arg(name), this,
                   [add, name] { add({.kind = Breakpoint::Kind::Op, .op = name.toStdString()}); });
    const Bookmark *bookmark = m_model->bookmark(row);
    menu.addAction(bookmark ? tr("Change the note of the bookmark...") : tr("Bookmark with a note..."), this,
                   [this, number] {
                       const Bookmark *known = bookmarkAt(m_context.document.session(), number);
                       bool accepted = false;
                       const QString note =
                           QInputDialog::getText(this, tr("Bookmark"), tr("Note at #%1").arg(number), QLineEdit::Normal,
                                                 known ? QString::fromStdString(known->note) : QString(), &accepted);
                       if (!accepted) return;
                       std::vector<Bookmark> all = m_context.document.session().bookmarks;
                       std::erase_if(all, [number](const Bookmark &each) { return each.op == number; });
                       all.push_back({number, note.toStdString()});
                       m_context.document.setBookmarks(std::move(all));
                   });
}

void EventsPanel::addFilterActions(QMenu &menu, int row) {
    const auto op = m_model->event(row);
    if (!op) return;
    menu.addSeparator();
    const auto add = [&](const QString &text, const QString &term) {
        menu.addAction(text, this, [this, term] { addFilterTerm(term); });
    };
    const QString name = QString::fromStdString(op->op), scope = QString::fromStdString(op->scope);
    add(tr("Only %1").arg(name), QStringLiteral("op == \"%1\"").arg(name));
    add(tr("Without %1").arg(name), QStringLiteral("op != \"%1\"").arg(name));
    if (!scope.isEmpty()) add(tr("Only scope %1").arg(scope), QStringLiteral("scope == \"%1\"").arg(scope));
    if (const StackFrame *frame = userFrame(m_context.document.session(), op->stack))
        add(tr("Only line %1").arg(frame->span.line), QStringLiteral("line == %1").arg(frame->span.line));
    menu.addSeparator();
}

void EventsPanel::addFilterTerm(const QString &term) {
    const QString before = m_bar->filter();
    m_bar->setFilter(before.isEmpty() ? term : QString(QStringLiteral("(%1) and %2").arg(before, term)));
}

QString EventsPanel::headerText() const {
    QStringList titles;
    for (const int column : m_columns->shown())
        titles.append(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    return titles.join(QLatin1Char('\t')) + QLatin1Char('\n');
}

void EventsPanel::copySelected() {
    QString text = headerText();
    int left = copyLimit;
    QItemSelection ranges = m_view->selectionModel()->selection();
    std::sort(ranges.begin(), ranges.end(),
              [](const QItemSelectionRange &a, const QItemSelectionRange &b) { return a.top() < b.top(); });
    for (const QItemSelectionRange &range : ranges) {
        const int last = std::min(range.bottom(), range.top() + left - 1);
        text += m_model->rowsAsText(range.top(), last, m_columns->shown());
        left -= last - range.top() + 1;
    }
    if (left <= 0) m_context.notify(tr("Only the first %1 rows were copied.").arg(copyLimit));
    QApplication::clipboard()->setText(text);
}

QString EventsPanel::contentAsText() const {
    if (m_model->rowCount() == 0) return {};
    const QString text = headerText() + m_model->rowsAsText(0, copyLimit - 1, m_columns->shown());
    const int more = m_model->rowCount() - copyLimit;
    return more <= 0 ? text : QString(text + tr("and %n more", nullptr, more) + QLatin1Char('\n'));
}

bool EventsPanel::startFind() {
    m_find->open();
    return true;
}

void EventsPanel::findNext(FindDirection direction) {
    m_find->findNext(direction);
}

void EventsPanel::resizeEvent(QResizeEvent *event) {
    Panel::resizeEvent(event);
    m_columns->fit(width() - 12, m_model->form());
    m_footer->setFixedSize(width(), footerHeight);
    m_footer->move(0, height() - footerHeight);
}

} // namespace eventspanel
} // namespace jitscope

#include "moc_eventspanel.cpp"
