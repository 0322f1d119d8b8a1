// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/variants/variantspanel.h"

#include "app/models/graphtitle.h"
#include "app/models/labwords.h"
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/variantrequests.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/labrequests.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/base/text.h"
#include "engine/ir/irtext.h"
#include "engine/session/session.h"
#include "engine/variants/decisionoptions.h"
#include "engine/variants/namedecision.h"
#include "engine/variants/variantplacements.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>

namespace jitscope {
inline namespace variantspanel {

namespace {

constexpr int finalPass = -1;
const std::string consolePrefix = "variant "; ///< of what %variant leaves in the recording's info

/** Its name goes into the tool tip: a button that grows with it would move its neighbour under the mouse. */
void followAction(QToolButton &button, QAction &action, const QUndoGroup &group,
                  QString (QUndoGroup::*nextChange)() const) {
    const auto follow = [&button, &action, &group, nextChange] {
        button.setEnabled(action.isEnabled());
        button.setToolTip((button.text() + QLatin1Char(' ') + changeName((group.*nextChange)())).trimmed());
    };
    QObject::connect(&button, &QToolButton::clicked, &action, &QAction::trigger);
    QObject::connect(&action, &QAction::changed, &button, follow);
    follow();
}

/** At most a third of the panel high, so that the table stays in sight; what is longer is scrolled. */
class DetailsArea : public QScrollArea {
public:
    explicit DetailsArea(QLabel *label) {
        setWidget(label);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
        setFocusPolicy(Qt::NoFocus); // the label takes it, and scrolls
    }
    QSize sizeHint() const override {
        const int room = parentWidget() ? parentWidget()->height() / 3 : 0;
        const int wanted = widget()->heightForWidth(viewport()->width());
        return {0, std::min(wanted, std::max(room, fontMetrics().lineSpacing() * 3))};
    }
    QSize minimumSizeHint() const override { return {0, fontMetrics().lineSpacing() * 2}; }

protected:
    void resizeEvent(QResizeEvent *event) override {
        QScrollArea::resizeEvent(event);
        updateGeometry();
    }
    bool event(QEvent *event) override {
        if (event->type() == QEvent::LayoutRequest) updateGeometry(); // another text
        return QScrollArea::event(event);
    }
};

} // namespace

VariantsPanel::VariantsPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_shelf(VariantShelf::of(context))
    , m_plain(variantColumns())
    , m_comparing(comparingVariantColumns())
    , m_model(&m_plain)
    , m_stack(new QStackedLayout(this))
    , m_functions(new QComboBox)
    , m_view(new RecordView)
    , m_details(new QLabel) {
    auto *empty = new EmptyState(
        QStringLiteral("passes"), tr("No compiled function"),
        tr("Run a script in graph mode (F5): its functions can be compiled anew here with other decisions."), this);
    m_view->setObjectName(QStringLiteral("variantTable"));
    m_view->setAccessibleName(tr("Variants"));
    m_view->setRecords(m_model);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // in the order in which they were made
    m_details->setObjectName(QStringLiteral("variantDetails"));
    m_details->setProperty("role", "secondary");
    m_details->setWordWrap(true);
    m_details->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_details->setMargin(8);
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildButtons());
    column->addWidget(m_view, 1);
    column->addWidget(new DetailsArea(m_details));
    m_stack->addWidget(empty);
    m_stack->addWidget(content);

    RowMenu::of(*m_view).addPart([this](QMenu &menu, const QModelIndex &) { fillMenu(menu); });
    const std::pair<QKeySequence, void (VariantsPanel::*)()> keys[] = {{Qt::Key_F2, &VariantsPanel::rename},
                                                                       {Qt::Key_Delete, &VariantsPanel::removeRow},
                                                                       {Qt::CTRL | Qt::Key_Z, &VariantsPanel::undo},
                                                                       {Qt::CTRL | Qt::Key_Y, &VariantsPanel::redo}};
    for (const auto &[key, act] : keys) {
        auto *action = new QAction(m_view);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, act);
        m_view->addAction(action);
    }
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &VariantsPanel::showDetails);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &VariantsPanel::showButtons);
    connect(&m_shelf, &VariantShelf::changed, this, [this](int compilation) {
        if (compilation == m_compilation) showRows();
    });
    connect(&m_shelf, &VariantShelf::inserted, this, [this](int compilation, int id) {
        if (compilation == m_compilation) m_view->selectSourceRow(table()->placeOf(id));
    });
    connect(&m_shelf, &VariantShelf::failed, m_details, &QLabel::setText);
    connect(&context.document, &Document::replaced, this, &VariantsPanel::reset);
    connect(&context.document, &Document::appended, this, &VariantsPanel::follow);
    connect(&context.selection, &Selection::changed, this, &VariantsPanel::follow);
    connect(&LabRequests::of(context.selection), &LabRequests::culpritsChanged, this, &VariantsPanel::showDetails);
    connect(&VariantRequests::of(context.document), &VariantRequests::asked, this, &VariantsPanel::takeRequests);
    follow();
    takeRequests();
}

QPushButton *VariantsPanel::button(const char *name, const QString &text, const QString &toolTip,
                                   void (VariantsPanel::*act)()) {
    auto *made = new QPushButton(text);
    made->setObjectName(QLatin1String(name));
    made->setToolTip(toolTip);
    connect(made, &QPushButton::clicked, this, act);
    return made;
}

QWidget *VariantsPanel::buildButtons() {
    m_withoutPass = button("variantWithoutPass", tr("Without this pass"),
                           tr("Compile without the pass that is looked at"), &VariantsPanel::switchOffPass);
    m_refuse = button("variantRefuse", tr("Refuse at node"), tr("Compile with no rule applied to the chosen node"),
                      &VariantsPanel::refuseAtNode);
    m_keepOut = button("variantKeepOut", tr("Keep out of kernels"),
                       tr("Compile with the chosen node outside of fused kernels"), &VariantsPanel::keepOut);
    m_level =
        button("variantLevel", tr("At O1"), tr("Compile at the other jit level"), &VariantsPanel::compileAtOtherLevel);
    m_compare =
        button("variantCompare", tr("Compare"),
               tr("Graphs, text and kernels of two chosen variants side by side, of one with the program's own"),
               &VariantsPanel::compareChosen);
    m_functions->setObjectName(QStringLiteral("variantFunctions"));
    m_functions->setAccessibleName(tr("Whose variants are shown"));
    m_functions->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_functions->setMinimumContentsLength(8);
    connect(m_functions, &QComboBox::activated, this,
            [this] { m_context.selection.selectPass(m_functions->currentData().toInt(), finalPass); });
    auto *row = new QWidget;
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(8, 4, 8, 4);
    line->addWidget(m_functions, 1);
    for (QPushButton *each : {m_withoutPass, m_refuse, m_keepOut, m_level, m_compare})
        line->addWidget(each);
    const std::tuple<QAction *, const char *, QString, QString (QUndoGroup::*)() const> steps[] = {
        {m_undo.createUndoAction(this), "variantUndo", tr("Undo"), &QUndoGroup::undoText},
        {m_undo.createRedoAction(this), "variantRedo", tr("Redo"), &QUndoGroup::redoText}};
    for (const auto &[action, name, text, nextChange] : steps) {
        auto *step = new QToolButton;
        step->setObjectName(QLatin1String(name));
        step->setProperty("role", "tool");
        step->setText(text);
        followAction(*step, *action, m_undo, nextChange);
        line->addWidget(step);
    }
    return row;
}

QString VariantsPanel::contentAsText() const {
    return m_view->allAsText() + QLatin1Char('\n') + m_details->text();
}

const Compilation *VariantsPanel::compilation() const {
    return m_context.document.session().compilation(m_compilation);
}

void VariantsPanel::reset() {
    m_compilation = -1;
    m_model->setRows({});
    follow();
}

/** Each compilation has a table of its own. */
void VariantsPanel::follow() {
    const Session &session = m_context.document.session();
    const Anchor &anchor = m_context.selection.current();
    int at = session.compilation(anchor.compilation) ? anchor.compilation : m_shelf.shown();
    if (!session.compilation(at)) at = session.compilations.empty() ? -1 : session.compilations.front().index;
    showCompilation(at);
}

void VariantsPanel::showCompilation(int at) {
    const Session &session = m_context.document.session();
    const Compilation *now = session.compilation(at);
    if (now && (now->imported || now->captured.graphs.empty())) now = nullptr;
    m_stack->setCurrentIndex(now ? 1 : 0);
    if (at != m_compilation) lookAt(at);
    showFunctions();
    showButtons();
    takeFromConsole();
}

/** Those that can be compiled anew; what was read from a file cannot. */
void VariantsPanel::showFunctions() {
    const Session &session = m_context.document.session();
    std::vector<int> graphs;
    for (const Compilation &each : session.compilations)
        if (!each.imported && !each.captured.graphs.empty()) graphs.push_back(each.index);
    fillGraphChoices(*m_functions, session, graphs);
    m_functions->setCurrentIndex(m_functions->findData(m_compilation));
    m_functions->setToolTip(m_functions->currentData(Qt::ToolTipRole).toString());
    m_functions->setEnabled(m_functions->count() > 1);
}

void VariantsPanel::lookAt(int index) {
    m_compilation = index;
    m_shelf.setShown(index);
    const Compilation *now = compilation();
    if (now && !now->imported && !now->captured.graphs.empty()) {
        QUndoStack &stack = m_shelf.tableOf(index).undo();
        m_undo.addStack(&stack);
        m_undo.setActiveStack(&stack);
    }
    showRows();
}

void VariantsPanel::takeRequests() {
    for (const VariantRequest &request : VariantRequests::of(m_context.document).take()) {
        showCompilation(request.compilation);
        if (!compilation() || m_stack->currentIndex() == 0) continue;
        VariantSpec spec = chosenSpec();
        request.change(spec);
        make(spec, request.remark);
    }
}

/** %variant writes the number of the compilation and the options of the variant, a line each. */
void VariantsPanel::takeFromConsole() {
    const std::map<std::string, std::string> info = m_context.document.session().info;
    for (auto entry = info.lower_bound(consolePrefix); entry != info.end() && entry->first.starts_with(consolePrefix);
         ++entry) {
        if (entry->second.empty() || !m_shelf.isNews(entry->first)) continue;
        const std::vector<std::string> lines = split(entry->second, '\n');
        const Compilation *made = m_context.document.session().compilation(QString::fromStdString(lines[0]).toInt());
        std::vector<OptionText> options;
        for (size_t i = 1; i + 1 < lines.size(); i += 2)
            options.emplace_back(lines[i], lines[i + 1]);
        const auto read = made ? readSpec(*made, options) : Result<ReadSpec>(Error{"no such compilation"});
        m_context.document.setInfo(entry->first, {}); // its row is kept instead
        if (!read) continue;
        VariantRequests::of(m_context.document)
            .ask({made->index, [spec = read->spec](VariantSpec &now) { now = spec; },
                  noteOf(read->readings, made->captured)});
    }
}

VariantTable *VariantsPanel::table() const {
    return m_shelf.find(m_compilation);
}

/** The chosen row stays chosen; where it is gone, the one before it. */
void VariantsPanel::showRows() {
    const VariantRow *before = chosen();
    const int id = before ? before->id : 0, at = m_view->currentSourceRow();
    TableModel<VariantRow> *model = table() && table()->pinned() > 0 ? &m_comparing : &m_plain;
    if (model != m_model) m_view->setRecords(m_model = model);
    m_model->setRows(rowsToShow());
    if (table() && id > 0) {
        const int place = table()->placeOf(id);
        m_view->selectSourceRow(place >= 0 ? place : std::min(at - 1, int(table()->rows().size()) - 1));
    }
    constexpr int widest = 260; ///< of several decisions, which the tool tip has whole
    for (int column = 0; column < m_model->columnCount(); ++column) {
        m_view->resizeColumnToContents(column);
        m_view->setColumnWidth(column, std::min(widest, m_view->columnWidth(column)));
    }
    showDetails();
}

std::vector<VariantRow> VariantsPanel::rowsToShow() const {
    if (!table() || !compilation()) return {};
    std::vector<VariantRow> rows = table()->rows();
    for (VariantRow &row : rows) {
        QStringList decisions;
        for (const DecisionUse &use : row.record.decisions)
            decisions += decisionText(use.decision, compilation()->captured);
        row.decisions = decisions.join(QStringLiteral("; "));
    }
    const int pinned = table()->pinned();
    if (pinned == 0) return rows;
    const auto baseline = std::make_shared<const VariantRecord>(rows[size_t(table()->placeOf(pinned))].record);
    for (VariantRow &row : rows) {
        row.baseline = baseline;
        row.isPinned = row.id == pinned;
    }
    return rows;
}

const VariantRow *VariantsPanel::chosen() const {
    const int at = m_view->currentSourceRow();
    return at >= 0 && at < m_model->rowCount() ? &m_model->row(at) : nullptr;
}

void VariantsPanel::fillMenu(QMenu &menu) {
    const VariantRow *row = chosen();
    if (!row) return;
    if (!row->isOwn()) menu.addAction(tr("Rename\u2026"), QKeySequence(Qt::Key_F2), this, &VariantsPanel::rename);
    menu.addAction(tr("Note\u2026"), this, &VariantsPanel::writeNote);
    if (!row->variant)
        menu.addAction(tr("Compile again"), this, &VariantsPanel::compileAgain);
    else if (!row->isOwn())
        menu.addAction(tr("Time again"), this, &VariantsPanel::timeAgain);
    addCompareEntries(menu);
    menu.addAction(row->isPinned ? tr("Unpin") : tr("Pin as baseline"), this, &VariantsPanel::pinRow);
    if (!row->isOwn())
        menu.addAction(tr("Copy as options of jitscope variant"), this, [spec = specOf(row->record), this] {
            if (!compilation()) return;
            QGuiApplication::clipboard()->setText(QString::fromStdString(commandText(optionsOf(spec, *compilation()))));
        });
    menu.addAction(tr("Find culprit"), this, [this, spec = specOf(row->record), isOwn = row->isOwn()] {
        findCulprit(m_context, m_compilation, isOwn ? std::optional<VariantSpec>() : spec);
    });
    if (const CulpritPlace *culprit = culpritOf(*row))
        menu.addAction(tr("Show the culprit: %1").arg(culprit->title), this,
                       [this, place = *culprit] { showCulprit(m_context, place); });
    if (!row->isOwn()) menu.addAction(tr("Remove"), QKeySequence(Qt::Key_Delete), this, &VariantsPanel::removeRow);
}

const CulpritPlace *VariantsPanel::culpritOf(const VariantRow &row) const {
    return LabRequests::of(m_context.selection)
        .culpritOf(m_compilation, row.isOwn() ? std::optional<VariantSpec>() : specOf(row.record));
}

std::vector<const VariantRow *> VariantsPanel::chosenRows() const {
    std::vector<const VariantRow *> rows;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows())
        if (const int at = index.data(RowRole).toInt(); at >= 0 && at < m_model->rowCount())
            rows.push_back(&m_model->row(at));
    std::ranges::sort(rows, std::less(), &VariantRow::id);
    return rows;
}

void VariantsPanel::addCompareEntries(QMenu &menu) {
    QMenu *with = menu.addMenu(tr("Compare with"));
    const VariantRow *row = chosen();
    for (const VariantRow &other : m_model->rows())
        if (other.id != row->id)
            with->addAction(other.name(), this, [this, from = other.id, to = row->id] {
                const int left = table()->placeOf(from), right = table()->placeOf(to);
                if (left >= 0 && right >= 0) compareRows(table()->rows()[size_t(left)], table()->rows()[size_t(right)]);
            });
    with->setEnabled(!with->isEmpty());
}

void VariantsPanel::compareChosen() {
    const std::vector<const VariantRow *> rows = chosenRows();
    if (rows.size() == 2) return compareRows(*rows[0], *rows[1]);
    const auto own = std::ranges::find_if(m_model->rows(), &VariantRow::isOwn);
    if (chosen() && own != m_model->rows().end()) compareRows(*own, *chosen());
}

/** What is compiled already is not compiled again. */
StageRef VariantsPanel::stageOf(const VariantRow &row) {
    StageRef stage{m_compilation, {}, -1};
    if (row.isOwn()) return stage;
    stage.variant = specOf(row.record);
    if (row.variant)
        m_context.document.keepStages(stage, std::shared_ptr<const Compilation>(row.variant, &row.variant->record));
    return stage;
}

void VariantsPanel::compareRows(const VariantRow &left, const VariantRow &right) {
    m_context.selection.compare({stageOf(left), stageOf(right)});
    m_context.show(panels::stages);
}

void VariantsPanel::rename() {
    const VariantRow *row = chosen();
    if (!row || row->isOwn()) return;
    const int id = row->id;
    const QString note = QString::fromStdString(row->record.note), before = row->name();
    const QString name =
        QInputDialog::getText(this, tr("Rename the variant"), tr("Name"), QLineEdit::Normal, before).trimmed();
    if (name.isEmpty() || name == before || !table()) return;
    table()->describe(id, name, note);
}

void VariantsPanel::writeNote() {
    const VariantRow *row = chosen();
    if (!row) return;
    const int id = row->id;
    const QString name = QString::fromStdString(row->record.name);
    bool isAccepted = false;
    const QString note = QInputDialog::getText(this, tr("Note"), tr("Note on %1").arg(row->name()), QLineEdit::Normal,
                                               QString::fromStdString(row->record.note), &isAccepted);
    if (isAccepted && table()) table()->describe(id, name, note.trimmed());
}

void VariantsPanel::removeRow() {
    const VariantRow *row = chosen();
    if (row && !row->isOwn()) table()->remove(row->id);
}

void VariantsPanel::pinRow() {
    if (const VariantRow *row = chosen()) table()->pin(row->isPinned ? 0 : row->id);
}

void VariantsPanel::compileAgain() {
    const VariantRow *row = chosen();
    if (!row) return;
    m_details->setText(tr("Compiling ..."));
    m_shelf.compileAgain(m_compilation, row->id);
}

void VariantsPanel::timeAgain() {
    if (const VariantRow *row = chosen()) m_shelf.time(m_compilation, row->id);
}

QVariant VariantsPanel::viewState() const {
    QVariantList ids;
    for (const VariantRow *row : chosenRows())
        ids << row->id;
    const VariantRow *current = chosen();
    return QVariantList{m_compilation, current ? current->id : 0, ids};
}

void VariantsPanel::setViewState(const QVariant &state) {
    const QVariantList parts = state.toList();
    if (parts.size() != 3 || parts[0].toInt() != m_compilation || !table()) return;
    m_view->selectSourceRow(table()->placeOf(parts[1].toInt()));
    for (const QVariant &id : parts[2].toList()) {
        const QModelIndex source = m_model->index(table()->placeOf(id.toInt()), 0);
        m_view->selectionModel()->select(m_view->records()->mapFromSource(source),
                                         QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
}

void VariantsPanel::showButtons() {
    const VariantRow *row = chosen();
    VariantRequests::of(m_context.document).setBase(m_compilation, row && !row->isOwn() ? row->name() : QString());
    const Compilation *record = compilation();
    const Anchor &anchor = m_context.selection.current();
    const bool isHere = record && anchor.compilation == m_compilation;
    const bool isPass = isHere && anchor.pass >= 0 && size_t(anchor.pass) < record->passes.size();
    const std::string pass = isPass ? record->passes[size_t(anchor.pass)].name : std::string();
    const std::vector<Decision> decided = chosenSpec().decisions;
    const bool isOff = std::ranges::find(decided, Decision{Decision::Kind::SwitchOff, pass, {}}) != decided.end();
    m_withoutPass->setEnabled(isPass && !isOff);
    const QString name = QString::fromStdString(pass);
    const QString base = row && !row->isOwn()
                             ? tr("Made of “%1”, which is chosen: its decisions stay.").arg(row->name())
                             : tr("Made of the program's own way.");
    const auto tell = [&base](QPushButton *button, const QString &what) {
        button->setToolTip(what + QLatin1Char('\n') + base);
    };
    tell(m_withoutPass, !isPass ? tr("Choose a pass in the list of passes first")
                        : isOff ? tr("%1 is switched off in the chosen variant already").arg(name)
                                : tr("Compile without %1").arg(name));
    tell(m_refuse, tr("Compile with no rule applied to the chosen node"));
    tell(m_keepOut,
         tr("Compile with the chosen node outside of fused kernels; a kernel that is chosen, with all of its "
            "members"));
    tell(m_level, tr("Compile at the other jit level"));
    m_refuse->setEnabled(isHere && anchor.node.valid());
    m_keepOut->setEnabled(isHere && anchor.node.valid());
    m_level->setEnabled(record != nullptr);
    m_compare->setEnabled(record && (chosenRows().size() == 2 || (chosen() && !chosen()->isOwn())));
    m_level->setText(chosenSpec().level == JitLevel::O0 ? tr("At O1") : tr("At O0"));
}

void VariantsPanel::showDetails() {
    const VariantRow *row = chosen();
    if (row && compilation()) {
        QStringList lines{row->name(), variantSentences(*row, compilation()->captured)};
        if (table()->base()) lines.append(tr("Inputs: %1").arg(inputsText(table()->base()->call.inputs)));
        if (const CulpritPlace *culprit = culpritOf(*row)) lines.append(tr("Culprit: %1").arg(culprit->title));
        if (!row->variant)
            lines.append(tr("Of an earlier run or session; its stages are made by compiling it again (menu)."));
        m_details->setText(lines.join(QLatin1Char('\n')));
    } else if (compilation()) {
        m_details->setText(tr("Variants of %1: choose a pass or a node, then a change above.")
                               .arg(QString::fromStdString(compilation()->function)));
    }
    showButtons();
}

VariantSpec VariantsPanel::chosenSpec() const {
    if (const VariantRow *row = chosen()) return specOf(row->record);
    return {compilation() ? jitLevelOf(*compilation()) : JitLevel::O0, {}};
}

void VariantsPanel::decide(Decision decision, const DecisionReading &reading) {
    VariantSpec spec = chosenSpec();
    spec.decisions.push_back(std::move(decision));
    make(spec, noteOf({reading}, compilation()->captured));
}

/** About the captured nodes that the selected one stands for. */
void VariantsPanel::decideAtNode(Decision::Kind kind) {
    const std::vector<NodeId> node = {m_context.selection.current().node};
    decide({kind, {}, capturedNodes(*compilation(), node)}, {.nodes = askedNodes(*compilation(), node)});
}

void VariantsPanel::switchOffPass() {
    const Anchor &anchor = m_context.selection.current();
    decide({Decision::Kind::SwitchOff, compilation()->passes[size_t(anchor.pass)].name, {}});
}

void VariantsPanel::refuseAtNode() {
    decideAtNode(Decision::Kind::Refuse);
}

void VariantsPanel::keepOut() {
    decideAtNode(Decision::Kind::KeepOut);
}

void VariantsPanel::compileAtOtherLevel() {
    VariantSpec spec = chosenSpec();
    spec.level = spec.level == JitLevel::O0 ? JitLevel::O1 : JitLevel::O0;
    make(spec);
}

void VariantsPanel::make(const VariantSpec &spec, VariantShelf::Remark remark) {
    // A button that is switched off would hand the keys to the next one.
    if (QWidget *focused = focusWidget(); focused && focused->hasFocus()) m_view->setFocus();
    m_details->setText(tr("Compiling ..."));
    m_shelf.make(m_compilation, spec, std::move(remark));
}

PanelDef variantsPanel() {
    return {.id = QStringLiteral("variants"),
            .title = QT_TRANSLATE_NOOP("Panels", "Variants"),
            .summary = QT_TRANSLATE_NOOP("Panels", "A function compiled anew with other decisions, side by side"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new VariantsPanel(context, parent);
            }};
}

} // namespace variantspanel
} // namespace jitscope

#include "moc_variantspanel.cpp"
