// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/variants/variantspanel.h"

#include "app/models/recordview.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/session/session.h"
#include "engine/variants/namedecision.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QToolButton>
#include <QUndoCommand>
#include <QVBoxLayout>
#include <algorithm>

namespace jitscope {

namespace {

constexpr double secondsOfTiming = 1;

using Rows = TableModel<VariantRow>;

/** A row that comes and goes. */
class AddRow : public QUndoCommand {
public:
    AddRow(const QString &text, Rows &rows, VariantRow row)
        : QUndoCommand(text)
        , m_rows(rows)
        , m_row(std::move(row)) {}
    void redo() override { m_rows.appendRows({m_row}); }
    void undo() override {
        std::vector<VariantRow> rows = m_rows.rows();
        m_row = rows.back(); // with the times that it has got since
        rows.pop_back();
        m_rows.setRows(std::move(rows));
    }

private:
    Rows &m_rows;
    VariantRow m_row;
};

/** What a job gives: the base and the program's own way, which only the first makes, and the variant. */
struct Made {
    std::shared_ptr<const VariantBase> base;
    std::shared_ptr<const Variant> own, variant;
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
    return Made{std::move(base), std::move(own), std::move(variant)};
}

} // namespace

VariantsPanel::VariantsPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_model(variantColumns())
    , m_stack(new QStackedLayout(this))
    , m_view(new RecordView)
    , m_details(new QLabel) {
    auto *empty = new EmptyState(
        QStringLiteral("passes"), tr("No compiled function"),
        tr("Run a script in graph mode (F5): its functions can be compiled anew here with other decisions."), this);
    m_view->setObjectName(QStringLiteral("variantTable"));
    m_view->setAccessibleName(tr("Variants"));
    m_view->setRecords(&m_model);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // in the order in which they were made
    m_details->setObjectName(QStringLiteral("variantDetails"));
    m_details->setProperty("role", "secondary");
    m_details->setWordWrap(true);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_details->setMargin(8);
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildButtons());
    column->addWidget(m_view, 1);
    column->addWidget(m_details);
    m_stack->addWidget(empty);
    m_stack->addWidget(content);

    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &VariantsPanel::showDetails);
    connect(&context.document, &Document::replaced, this, &VariantsPanel::reset);
    connect(&context.document, &Document::appended, this, &VariantsPanel::follow);
    connect(&context.selection, &Selection::changed, this, &VariantsPanel::follow);
    reset();
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
    auto *row = new QWidget;
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(8, 4, 8, 4);
    for (QPushButton *each : {m_withoutPass, m_refuse, m_keepOut, m_level})
        line->addWidget(each);
    line->addStretch(1);
    const std::pair<QAction *, const char *> steps[] = {{m_undo.createUndoAction(this, tr("Undo")), "variantUndo"},
                                                        {m_undo.createRedoAction(this, tr("Redo")), "variantRedo"}};
    for (const auto &[action, name] : steps) {
        auto *step = new QToolButton;
        step->setObjectName(QLatin1String(name));
        step->setDefaultAction(action);
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
    follow();
}

/** Another compilation begins a table of its own. */
void VariantsPanel::follow() {
    const Session &session = m_context.document.session();
    const Anchor &anchor = m_context.selection.current();
    int at = session.compilation(anchor.compilation) ? anchor.compilation : m_compilation;
    if (!session.compilation(at)) at = session.compilations.empty() ? -1 : session.compilations.front().index;
    const Compilation *now = session.compilation(at);
    if (now && (now->imported || now->captured.graphs.empty())) now = nullptr;
    m_stack->setCurrentIndex(now ? 1 : 0);
    if (at != m_compilation) {
        m_compilation = at;
        m_base.reset();
        m_undo.clear();
        m_made = 0;
        m_model.setRows({});
        if (now)
            m_details->setText(tr("Variants of %1: choose a pass or a node, then a change above.")
                                   .arg(QString::fromStdString(now->function)));
    }
    showButtons();
}

void VariantsPanel::showButtons() {
    const Compilation *record = compilation();
    const Anchor &anchor = m_context.selection.current();
    const bool isHere = record && anchor.compilation == m_compilation;
    m_withoutPass->setEnabled(isHere && anchor.pass >= 0 && size_t(anchor.pass) < record->passes.size());
    m_refuse->setEnabled(isHere && anchor.node.valid());
    m_keepOut->setEnabled(isHere && anchor.node.valid());
    m_level->setEnabled(record != nullptr);
    m_level->setText(chosenSpec().level == JitLevel::O0 ? tr("At O1") : tr("At O0"));
}

void VariantsPanel::showDetails() {
    const int at = m_view->currentSourceRow();
    if (at >= 0)
        m_details->setText(m_model.row(at).name + QLatin1Char('\n') + variantSentences(m_model.row(at)) +
                           QLatin1Char('\n') +
                           tr("Inputs: %1").arg(QString::fromStdString(toString(m_base->call.inputs))));
    showButtons();
}

void VariantsPanel::fitColumns() {
    for (int column = 0; column < m_model.columnCount(); ++column)
        m_view->resizeColumnToContents(column);
}

VariantSpec VariantsPanel::chosenSpec() const {
    const int at = m_view->currentSourceRow();
    if (at >= 0 && at < m_model.rowCount()) return m_model.row(at).variant->spec;
    return {compilation() ? jitLevelOf(*compilation()) : JitLevel::O0, {}};
}

void VariantsPanel::decide(Decision decision) {
    VariantSpec spec = chosenSpec();
    spec.decisions.push_back(std::move(decision));
    make(std::move(spec));
}

void VariantsPanel::switchOffPass() {
    const Anchor &anchor = m_context.selection.current();
    decide({Decision::Kind::SwitchOff, compilation()->passes[size_t(anchor.pass)].name, {}});
}

void VariantsPanel::refuseAtNode() {
    decide({Decision::Kind::Refuse, {}, capturedNodes(*compilation(), {m_context.selection.current().node})});
}

void VariantsPanel::keepOut() {
    decide({Decision::Kind::KeepOut, {}, capturedNodes(*compilation(), {m_context.selection.current().node})});
}

void VariantsPanel::compileAtOtherLevel() {
    VariantSpec spec = chosenSpec();
    spec.level = spec.level == JitLevel::O0 ? JitLevel::O1 : JitLevel::O0;
    make(std::move(spec));
}

void VariantsPanel::make(VariantSpec spec) {
    ++m_waiting;
    m_details->setText(tr("Compiling ..."));
    const auto lent = m_context.document.lend();
    const int at = m_compilation;
    m_context.jobs.run(
        QStringLiteral("variant-%1").arg(m_made + m_waiting), tr("Compiling a variant"), this,
        [lent, at, base = m_base, spec](const CancelFlag &) { return made(lent->session(), at, base, spec); },
        [this, at](Result<Made> result) {
            --m_waiting;
            if (at != m_compilation) return;
            if (!result) return m_details->setText(QString::fromStdString(result.error().message));
            if (!m_base) {
                m_base = result->base;
                m_model.appendRows({{tr("As compiled"), result->own, {}}});
            }
            add(result->variant);
        });
}

void VariantsPanel::add(std::shared_ptr<const Variant> variant) {
    const QString name = tr("Variant %1").arg(++m_made);
    m_undo.push(new AddRow(name, m_model, {name, variant, {}}));
    m_view->selectSourceRow(m_model.rowCount() - 1);
    fitColumns();
    showDetails();
    time(std::move(variant));
}

void VariantsPanel::time(std::shared_ptr<const Variant> variant) {
    const std::shared_ptr<const Variant> own = m_model.row(0).variant;
    if (!variant->executable || !variant->error.empty() || !own->executable) return;
    ++m_waiting;
    m_context.jobs.run(
        QStringLiteral("variant-times-%1").arg(m_made), tr("Timing a variant"), this,
        [base = m_base, own, variant](const CancelFlag &cancelled) {
            return compareTimes(timeInTurn(callsOf(*own->executable, base->call.arguments),
                                           callsOf(*variant->executable, base->call.arguments), secondsOfTiming,
                                           [&] { return !cancelled->load(); }));
        },
        [this, variant](PairedTimes times) {
            --m_waiting;
            std::vector<VariantRow> rows = m_model.rows();
            const auto row = std::ranges::find(rows, variant, &VariantRow::variant);
            if (row == rows.end()) return; // undone meanwhile
            row->times = times;
            if (!rows.front().times)
                rows.front().times = PairedTimes{.medianB = times.medianA, .spreadB = times.spreadA};
            const int at = m_view->currentSourceRow();
            m_model.setRows(std::move(rows));
            m_view->selectSourceRow(at);
            fitColumns();
            showDetails();
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

} // namespace jitscope
