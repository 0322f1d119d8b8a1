// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/variants/variantspanel.h"

#include "app/models/graphtitle.h"
#include "app/models/labwords.h"
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
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

constexpr double secondsOfTiming = 1;
constexpr int finalPass = -1;
const std::string consolePrefix = "variant "; ///< of what %variant leaves in the recording's info

/** Where the recording's info has the place of the pinned variant among those of a compilation. */
std::string pinKey(int compilation) {
    return "pinned variant " + std::to_string(compilation);
}

/** What the session says of which is pinned comes from a file: a place that is none pins nothing. */
void pinKept(VariantTable &table, const std::map<std::string, std::string> &info, int compilation) {
    const auto found = info.find(pinKey(compilation));
    if (found == info.end()) return;
    bool isNumber = false;
    const int place = QString::fromStdString(found->second).toInt(&isNumber);
    if (isNumber && place >= 0 && place < int(table.rows().size())) table.setPinned(table.rows()[size_t(place)].id);
}

/** Of all calls, in the order of the graphs. */
std::vector<NodeId> capturedIds(const Compilation &compilation) {
    std::vector<NodeId> ids;
    for (const GraphPtr &graph : compilation.captured.graphs)
        for (const NodePtr &node : graph->nodes)
            ids.push_back(node->id);
    return ids;
}

/** Variants of a graph that is the same but for the numbers of its nodes. */
std::vector<VariantRecord> movedTo(const Compilation &compilation, const CarriedVariants &carried) {
    const std::vector<NodeId> ids = capturedIds(compilation);
    std::vector<VariantRecord> records = carried.records;
    for (VariantRecord &record : records) {
        record.compilation = compilation.index;
        for (DecisionUse &use : record.decisions)
            for (NodeId &node : use.decision.nodes) {
                const auto place = size_t(std::ranges::find(carried.ids, node) - carried.ids.begin());
                if (place < ids.size()) node = ids[place];
            }
    }
    return records;
}

/** Its name goes into the tool tip: a button that grows with it would move its neighbour under the mouse. */
void followAction(QToolButton &button, QAction &action) {
    const auto follow = [&button, &action] {
        button.setEnabled(action.isEnabled());
        button.setToolTip(action.text());
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

/** What a job gives: the base and the program's own way, which only the first makes, and the variant. */
struct Made {
    std::shared_ptr<const VariantBase> base;
    std::shared_ptr<const Variant> own, variant;
    std::string remark = {};
};

Result<Made> made(const Session &session, int compilation, std::shared_ptr<const VariantBase> base,
                  const VariantSpec &spec) {
    std::shared_ptr<const Variant> own;
    if (!base) {
        auto fresh = variantBase(session, *session.compilation(compilation));
        if (!fresh) return fresh.error();
        base = std::make_shared<const VariantBase>(*std::move(fresh));
        own = std::make_shared<const Variant>(makeVariant(*base, {jitLevelOf(base->compilation), {}}));
    }
    auto variant = std::make_shared<const Variant>(makeVariant(*base, spec));
    return Made{std::move(base), std::move(own), std::move(variant), {}};
}

} // namespace

VariantsPanel::VariantsPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
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
    connect(&context.document, &Document::replaced, this, &VariantsPanel::reset);
    connect(&context.document, &Document::appended, this, &VariantsPanel::follow);
    connect(&context.selection, &Selection::changed, this, &VariantsPanel::follow);
    connect(&LabRequests::of(context.selection), &LabRequests::culpritsChanged, this, &VariantsPanel::showDetails);
    connect(&VariantRequests::of(context.document), &VariantRequests::asked, this, &VariantsPanel::takeRequests);
    reset();
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
    const std::tuple<QAction *, const char *, QString> steps[] = {
        {m_undo.createUndoAction(this, tr("Undo")), "variantUndo", tr("Undo")},
        {m_undo.createRedoAction(this, tr("Redo")), "variantRedo", tr("Redo")}};
    for (const auto &[action, name, text] : steps) {
        auto *step = new QToolButton;
        step->setObjectName(QLatin1String(name));
        step->setProperty("role", "tool");
        step->setText(text);
        followAction(*step, *action);
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
    m_captures.clear();
    m_tables.clear();
    m_taken.clear();
    follow();
}

/** Each compilation has a table of its own. */
void VariantsPanel::follow() {
    const Session &session = m_context.document.session();
    const Anchor &anchor = m_context.selection.current();
    int at = session.compilation(anchor.compilation) ? anchor.compilation : m_compilation;
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
    const Compilation *now = compilation();
    if (now && !now->imported && !now->captured.graphs.empty()) {
        m_undo.setActiveStack(&tableOf(index).undo());
    }
    showRows();
}

void VariantsPanel::takeRequests() {
    for (const VariantRequest &request : VariantRequests::of(m_context.document).take()) {
        showCompilation(request.compilation);
        if (!compilation() || m_stack->currentIndex() == 0) continue;
        VariantSpec spec = chosenSpec();
        request.change(spec);
        make(std::move(spec), request.remark);
    }
}

/** %variant writes the number of the compilation and the options of the variant, a line each. */
void VariantsPanel::takeFromConsole() {
    const std::map<std::string, std::string> info = m_context.document.session().info;
    for (auto entry = info.lower_bound(consolePrefix); entry != info.end() && entry->first.starts_with(consolePrefix);
         ++entry) {
        if (entry->second.empty() || !m_taken.insert(entry->first).second) continue;
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

VariantTable &VariantsPanel::tableOf(int compilation) {
    std::unique_ptr<VariantTable> &place = m_tables[compilation];
    if (place) return *place;
    std::vector<VariantRecord> kept;
    for (const VariantRecord &record : m_context.document.session().variants)
        if (record.compilation == compilation) kept.push_back(record);
    bool isCarried = false;
    if (const auto carried =
            m_carried.empty() || !kept.empty() ? m_carried.end() : m_carried.find(captureOf(compilation));
        carried != m_carried.end()) {
        isCarried = true;
        kept = movedTo(*m_context.document.session().compilation(compilation), carried->second);
    }
    place = std::make_unique<VariantTable>(std::move(kept));
    pinKept(*place, m_context.document.session().info, compilation);
    m_undo.addStack(&place->undo());
    connect(place.get(), &VariantTable::changed, this, [this] {
        showRows();
        keep();
    });
    if (isCarried) keep();
    connect(place.get(), &VariantTable::inserted, this, [this, shown = place.get()](int id) {
        if (shown == table()) m_view->selectSourceRow(shown->placeOf(id));
    });
    return *place;
}

VariantTable *VariantsPanel::table() const {
    const auto found = m_tables.find(m_compilation);
    return found == m_tables.end() ? nullptr : found->second.get();
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

const std::string &VariantsPanel::captureOf(int compilation) {
    std::string &capture = m_captures[compilation];
    const Compilation *of = m_context.document.session().compilation(compilation);
    if (!capture.empty() || !of) return capture;
    PrintOptions options;
    options.canonicalNames = true;
    const std::string text = printModule(of->captured, options);
    capture = of->function + ' ' + of->jitLevel + ' ' + std::to_string(std::hash<std::string>()(text));
    return capture;
}

/** Saving the session saves the tables with it. */
void VariantsPanel::keep() {
    for (const auto &[compilation, table] : m_tables) {
        std::vector<VariantRecord> records;
        for (const VariantRow &row : table->rows())
            records.push_back(row.record);
        if (records.size() > 1)
            m_carried[captureOf(compilation)] = {std::move(records),
                                                 capturedIds(*m_context.document.session().compilation(compilation))};
        else
            m_carried.erase(captureOf(compilation));
    }
    std::vector<VariantRecord> all;
    for (const VariantRecord &record : m_context.document.session().variants)
        if (!m_tables.contains(record.compilation)) all.push_back(record);
    for (const auto &[compilation, table] : m_tables)
        for (const VariantRow &row : table->rows())
            all.push_back(row.record);
    m_context.document.setVariants(std::move(all));
    for (const auto &[compilation, table] : m_tables) {
        const int pinned = table->placeOf(table->pinned());
        const std::string place = pinned < 0 ? std::string() : std::to_string(pinned), key = pinKey(compilation);
        const auto &info = m_context.document.session().info;
        if (const auto found = info.find(key); place != (found == info.end() ? std::string() : found->second))
            m_context.document.setInfo(key, place);
    }
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
    const QString note = QString::fromStdString(row->record.note);
    const QString name =
        QInputDialog::getText(this, tr("Rename the variant"), tr("Name"), QLineEdit::Normal, row->name()).trimmed();
    if (!name.isEmpty() && table()) table()->describe(id, name, note);
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
    compile(specOf(row->record), {},
            [this, at = m_compilation, id = row->id](VariantTable &table, std::shared_ptr<const Variant> variant,
                                                     const std::string &) {
                const int place = table.placeOf(id);
                if (place < 0) return;
                VariantRow now = table.rows()[size_t(place)];
                if (now.isOwn()) return; // it came with the base
                VariantRecord record = recordOf(*variant, at, now.record.name);
                record.note = now.record.note;
                table.update({id, std::move(record), variant});
                time(at, id, std::move(variant));
            });
}

void VariantsPanel::timeAgain() {
    if (const VariantRow *row = chosen()) time(m_compilation, row->id, row->variant);
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
    make(std::move(spec), noteOf({reading}, compilation()->captured));
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
    make(std::move(spec));
}

void VariantsPanel::make(VariantSpec spec, Remark remark) {
    // A button that is switched off would hand the keys to the next one.
    if (QWidget *focused = focusWidget(); focused && focused->hasFocus()) m_view->setFocus();
    compile(spec, std::move(remark),
            [this, at = m_compilation](VariantTable &table, std::shared_ptr<const Variant> variant,
                                       const std::string &said) {
                VariantRecord record = recordOf(*variant, at, table.freeName().toStdString());
                record.note = said;
                const int id = table.add({0, std::move(record), variant});
                if (at == m_compilation) m_view->selectSourceRow(table.placeOf(id));
                time(at, id, std::move(variant));
            });
}

void VariantsPanel::compile(
    const VariantSpec &spec, Remark remark,
    std::function<void(VariantTable &, std::shared_ptr<const Variant>, const std::string &)> done) {
    ++m_waiting;
    m_details->setText(tr("Compiling ..."));
    const auto lent = m_context.document.lend();
    const int at = m_compilation;
    m_context.jobs.run(
        QStringLiteral("variant-%1").arg(++m_jobs), tr("Compiling a variant"), this,
        [lent, at, base = tableOf(at).base(), spec, remark = std::move(remark)](const CancelFlag &) {
            Result<Made> result = made(lent->session(), at, base, spec);
            if (result && remark) result->remark = remark(result->variant->record);
            return result;
        },
        [this, at, lent, done = std::move(done)](Result<Made> result) {
            --m_waiting;
            if (&lent->session() != &m_context.document.session()) return; // another file was opened meanwhile
            if (!result) return m_details->setText(QString::fromStdString(result.error().message));
            VariantTable &table = tableOf(at);
            if (!table.base()) table.setOwn(result->base, {0, recordOf(*result->own, at, {}), result->own});
            done(table, result->variant, result->remark);
        });
}

void VariantsPanel::time(int compilation, int id, std::shared_ptr<const Variant> variant) {
    const VariantTable &here = tableOf(compilation);
    const std::shared_ptr<const Variant> own = here.rows().front().variant;
    if (!variant->executable || !variant->error.empty() || !own || !own->executable) return;
    ++m_waiting;
    m_context.jobs.run(
        QStringLiteral("variant-times-%1").arg(++m_jobs), tr("Timing a variant"), this,
        [base = here.base(), own, variant](const CancelFlag &cancelled) {
            const auto times =
                timeVariants(*base, own->spec, variant->spec, secondsOfTiming, [&] { return !cancelled->load(); });
            return times ? compareTimes(*times) : PairedTimes{};
        },
        [this, compilation, id, own, variant](PairedTimes times) {
            --m_waiting;
            const auto found = m_tables.find(compilation);
            if (found == m_tables.end()) return;
            VariantTable &table = *found->second;
            const int place = table.placeOf(id);
            if (place < 0 || table.rows()[size_t(place)].variant != variant) return; // undone meanwhile
            VariantRow row = table.rows()[size_t(place)];
            row.record = withTimes(std::move(row.record), times);
            table.update(row);
            VariantRow first = table.rows().front();
            first.record = withOwnTime(std::move(first.record), times);
            table.update(first);
        });
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
