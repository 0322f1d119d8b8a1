// SPDX-License-Identifier: GPL-3.0-or-later
// The table of breakpoints with the line that adds one, and what keys and mouse do in it.
#include "app/panels/breakpoints/breakpointspanel.h"

#include "app/models/modeltext.h"
#include "app/models/queryedit.h"
#include "app/models/rowmenu.h"
#include "app/panels/breakpoints/breakpointmodel.h"
#include "app/panels/breakpoints/breakpointplace.h"
#include "app/sdk/document.h"
#include "app/sdk/playhead.h"
#include "app/sdk/runner.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QCompleter>
#include <QCoreApplication>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

namespace jitscope {
inline namespace breakpointspanel {

namespace {

constexpr int lettersOf[BreakpointModel::ColumnCount] = {22, 15, 30, 8, 26, 6};

QCompleter *operatorCompleter(QObject *parent) {
    auto *completer = new QCompleter(operatorNames(), parent);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    return completer;
}

/** Fields with completion where there is something to complete. */
class BreakpointDelegate : public QStyledItemDelegate {
public:
    BreakpointDelegate(const BreakpointModel &model, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_model(model) {}

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const override {
        const Breakpoint::Kind kind = m_model.breakpoint(index.row()).kind;
        if (index.column() == BreakpointModel::Condition && kind != Breakpoint::Kind::Line)
            return new QueryEdit(
                QCoreApplication::translate("jitscope::breakpointspanel::BreakpointsPanel", "condition"), parent);
        QWidget *editor = QStyledItemDelegate::createEditor(parent, option, index);
        auto *line = qobject_cast<QLineEdit *>(editor);
        if (line && index.column() == BreakpointModel::Where && kind == Breakpoint::Kind::Op)
            line->setCompleter(operatorCompleter(line));
        return editor;
    }
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override {
        return {QStyledItemDelegate::sizeHint(option, index).width(), metrics::rowHeight};
    }

private:
    const BreakpointModel &m_model;
};

} // namespace

PanelDef breakpointsPanel() {
    return {.id = QStringLiteral("breakpoints"),
            .title = QStringLiteral(QT_TRANSLATE_NOOP("Panels", "Breakpoints")),
            .summary =
                QStringLiteral(QT_TRANSLATE_NOOP("Panels", "Where the program stops: lines, operators, conditions")),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new BreakpointsPanel(context, parent);
            }};
}

BreakpointsPanel::BreakpointsPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_model(new BreakpointModel(context.runner, this))
    , m_pages(new QStackedWidget(this))
    , m_view(new QTreeView(this))
    , m_kind(new QComboBox(this))
    , m_place(new QLineEdit(this))
    , m_error(new QLabel(this))
    , m_search(context.document, context.jobs, QStringLiteral("breakpoint search"), this) {
    makeView();
    m_pages->addWidget(new EmptyState(QStringLiteral("breakpoint"), tr("No breakpoint is set"),
                                      tr("Press F9 on a line of the editor, or add an operator or a condition here."),
                                      this));
    m_pages->addWidget(m_view);
    m_error->setObjectName(QStringLiteral("breakpointError"));
    m_error->setWordWrap(true);
    m_error->setContentsMargins(8, 0, 8, 4);
    m_error->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeAddLine());
    column->addWidget(m_error);
    column->addWidget(m_pages, 1);
    setFocusProxy(m_view);

    connect(m_model, &BreakpointModel::refused, this, &BreakpointsPanel::tell);
    connect(m_model, &BreakpointModel::accepted, this, [this] { tell({}); });
    connect(m_model, &QAbstractItemModel::modelReset, this, &BreakpointsPanel::updatePage);
    const auto takeFiles = [this] { m_model->setFiles(files()); };
    connect(&context.document, &Document::replaced, this, takeFiles);
    connect(&context.runner, &Runner::stateChanged, this, takeFiles);
    takeFiles();
    updatePage();
}

void BreakpointsPanel::makeView() {
    m_view->setObjectName(QStringLiteral("breakpointList"));
    m_view->setAccessibleName(tr("Breakpoints"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new BreakpointDelegate(*m_model, m_view));
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setTextElideMode(Qt::ElideMiddle); // the number of a line stands at the end

    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    m_view->installEventFilter(this);
    const QFontMetrics font(codeFont());
    for (int section = 0; section < BreakpointModel::ColumnCount; ++section)
        m_view->header()->resizeSection(section, font.horizontalAdvance(QLatin1Char('0')) * lettersOf[section] + 16);
    m_view->header()->setStretchLastSection(false);
    connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex &index) { goTo(index.row()); });
    RowMenu::of(*m_view).addPart([this](QMenu &menu, const QModelIndex &index) { fillMenu(menu, index.row()); });
}

QWidget *BreakpointsPanel::makeAddLine() {
    auto *line = new QWidget(this);
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
    row->setSpacing(4);
    m_kind->setObjectName(QStringLiteral("breakpointKind"));
    m_kind->setAccessibleName(tr("Kind of the new breakpoint"));
    for (const BreakpointKind &each : breakpointKinds())
        m_kind->addItem(nameOf(each.kind));
    m_place->setObjectName(QStringLiteral("breakpointPlace"));
    auto *button = new QPushButton(tr("Add"), line);
    button->setObjectName(QStringLiteral("breakpointAdd"));
    row->addWidget(m_kind);
    row->addWidget(m_place, 1);
    row->addWidget(button);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &BreakpointsPanel::updateKind);
    connect(m_place, &QLineEdit::returnPressed, this, &BreakpointsPanel::add);
    connect(button, &QPushButton::clicked, this, &BreakpointsPanel::add);
    m_kind->setCurrentIndex(1);
    updateKind();
    return line;
}

void BreakpointsPanel::updateKind() {
    const BreakpointKind &kind = breakpointKinds()[size_t(m_kind->currentIndex())];
    m_place->setPlaceholderText(QCoreApplication::translate("BreakpointKinds", kind.placeholder));
    m_place->setAccessibleName(m_place->placeholderText());
    m_place->setEnabled(kind.kind != Breakpoint::Kind::Exception);
    m_place->setCompleter(kind.kind == Breakpoint::Kind::Op ? operatorCompleter(m_place) : nullptr);
    tell({});
}

void BreakpointsPanel::updatePage() {
    m_pages->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
}

void BreakpointsPanel::tell(const QString &reason) {
    m_error->setText(reason.isEmpty() ? QString() : QString(QStringLiteral("✕ ") + reason));
    m_error->setStyleSheet(QStringLiteral("color: %1").arg(currentTheme().error.name()));
    m_error->setVisible(!reason.isEmpty());
}

QStringList BreakpointsPanel::files() const {
    QStringList files;
    for (const SourceFile &source : m_context.document.session().sources)
        files.append(QString::fromStdString(source.path));
    for (const Breakpoint &each : m_context.runner.breakpoints())
        if (!each.file.empty()) files.append(QString::fromStdString(each.file));
    if (const std::string &file = m_context.selection.current().file; !file.empty())
        files.append(QString::fromStdString(file));
    return files;
}

void BreakpointsPanel::startAdding(Breakpoint::Kind kind) {
    for (size_t i = 0; i < breakpointKinds().size(); ++i)
        if (breakpointKinds()[i].kind == kind) m_kind->setCurrentIndex(int(i));
    m_place->setFocus(Qt::OtherFocusReason);
    m_place->selectAll();
}

void BreakpointsPanel::add() {
    m_model->setFiles(files());
    Breakpoint wanted;
    wanted.kind = breakpointKinds()[size_t(m_kind->currentIndex())].kind;
    const Result<Breakpoint> made = placeFrom(wanted, m_place->text(), m_model->files());
    if (!made) {
        tell(QString::fromStdString(made.error().message));
        return;
    }
    const Result<void> added = m_model->add(*made);
    tell(added ? QString() : QString::fromStdString(added.error().message));
    if (added) m_place->clear();
}

QList<int> BreakpointsPanel::selectedRows() const {
    QList<int> rows;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows())
        rows.append(index.row());
    return rows;
}

void BreakpointsPanel::goTo(int row) {
    const Breakpoint breakpoint = m_model->breakpoint(row);
    switch (breakpoint.kind) {
    case Breakpoint::Kind::Line:
        m_context.selection.selectLine(QString::fromStdString(breakpoint.file), breakpoint.line, this);
        m_context.show(panels::editor);
        return;
    case Breakpoint::Kind::OpNumber:
        if (!m_context.document.session().op(breakpoint.number))
            tell(tr("Operator #%1 was not recorded yet.").arg(breakpoint.number));
        m_context.playhead.goTo(breakpoint.number, this);
        return;
    case Breakpoint::Kind::Op:
        goToLastOf(breakpoint.op);
        return;
    default:
        m_view->edit(m_model->index(row, BreakpointModel::Condition));
    }
}

void BreakpointsPanel::goToLastOf(const std::string &op) {
    const OpQuestion question = questionOfEach([name = SharedText(op)](const Session &, const OpEvent &event) {
        return event.op == name ? Verdict::Yes : Verdict::No;
    });
    m_search.start({0, int64_t(m_context.document.session().ops.size())}, Direction::Back, question,
                   [this, op](int64_t found, int64_t) {
                       if (found < 0) tell(tr("No recorded operator is a %1.").arg(QString::fromStdString(op)));
                       m_context.playhead.goTo(found, this);
                   });
}

void BreakpointsPanel::fillMenu(QMenu &menu, int row) {
    menu.addAction(tr("Go there\tEnter"), this, [this, row] { goTo(row); });
    menu.addAction(tr("Change the condition"), this,
                   [this, row] { m_view->edit(m_model->index(row, BreakpointModel::Condition)); });
    menu.addAction(tr("Remove\tDel"), this, [this] { m_model->remove(selectedRows()); });
    menu.addSeparator();
    menu.addAction(tr("Remove all"), this,
                   [this] {
                       QList<int> rows;
                       for (int row = 0; row < m_model->rowCount(); ++row)
                           rows.append(row);
                       m_model->remove(rows);
                   })
        ->setEnabled(m_model->rowCount() > 0);
    menu.addAction(tr("Undo\tCtrl+Z"), m_model, &BreakpointModel::undo)->setEnabled(m_model->canUndo());
}

bool BreakpointsPanel::eventFilter(QObject *watched, QEvent *event) {
    if (watched != m_view || event->type() != QEvent::KeyPress) return Panel::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const int row = m_view->currentIndex().row();
    if (key->matches(QKeySequence::Undo)) {
        m_model->undo();
    } else if (key->key() == Qt::Key_Delete) {
        m_model->remove(selectedRows());
    } else if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && row >= 0) {
        goTo(row);
    } else if (key->key() == Qt::Key_Space && row >= 0) {
        const QModelIndex box = m_model->index(row, BreakpointModel::Where);
        m_model->setData(box, m_model->breakpoint(row).isEnabled ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    } else {
        return Panel::eventFilter(watched, event);
    }
    return true;
}

QString BreakpointsPanel::contentAsText() const {
    return m_model->rowCount() > 0 ? modelText(*m_model) : QString();
}

} // namespace breakpointspanel
} // namespace jitscope

#include "moc_breakpointspanel.cpp"
