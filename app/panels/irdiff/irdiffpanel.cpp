// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/irdiff/irdiffpanel.h"

#include "app/models/graphtitle.h"
#include "app/sdk/document.h"
#include "app/sdk/icons.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace irdiffpanel {

namespace {

constexpr int capturedPass = -2, finalPass = -1;

} // namespace

IrDiffPanel::IrDiffPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_stack(new QStackedLayout(this))
    , m_empty(new EmptyState(QStringLiteral("diff"), tr("No IR yet"),
                             tr("Run a script in graph mode (F5) or open a folder of .ir files: any two stages of a "
                                "compiled function can be compared here."),
                             this))
    , m_content(new QWidget(this))
    , m_diff(new IrDiffView) {
    buildControls();
    auto *column = new QVBoxLayout(m_content);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_diff);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_content);

    connect(m_diff, &IrDiffView::placeChanged, m_place, &QLabel::setText);
    connect(m_diff, &IrDiffView::nodeChosen, this, [this](NodeId node, IrDiffView::Side side) {
        chooseNode(node, side == IrDiffView::Side::Left ? StageSide::Left : StageSide::Right);
    });
    connect(&context.document, &Document::replaced, this, &IrDiffPanel::showBest);
    connect(&context.document, &Document::appended, this, &IrDiffPanel::followDocument);
    connect(&context.document, &Document::variantsChanged, this, &IrDiffPanel::showPickers);
    connect(&context.selection, &Selection::changed, this, &IrDiffPanel::followSelection);
    connect(&context.selection, &Selection::comparedChanged, this, &IrDiffPanel::followPair);
    showBest();
}

IrDiffPanel::~IrDiffPanel() {
    if (m_controls && !m_controls->parent()) delete m_controls;
}

void IrDiffPanel::buildControls() {
    m_controls = new QWidget;
    auto *row = new QHBoxLayout(m_controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    m_place = new QLabel(m_controls);
    m_place->setProperty("role", "hint");
    m_left = new StagePicker(QStringLiteral("irdiffLeft"), tr("Left"), m_controls);
    m_right = new StagePicker(QStringLiteral("irdiffRight"), tr("Right"), m_controls);
    connect(m_left, &StagePicker::chosen, this, [this](const StageRef &stage) { choose({stage, m_stages.right}); });
    connect(m_right, &StagePicker::chosen, this, [this](const StageRef &stage) { choose({m_stages.left, stage}); });
    m_detail = new SegmentedControl(tr("Detail of the text"),
                                    {{QStringLiteral("brief"), tr("Brief"), tr("One line a node")},
                                     {QStringLiteral("types"), tr("Types"), tr("With types, attributes and scopes")},
                                     {QStringLiteral("full"), tr("Source"), tr("With the source lines too")}});
    connect(m_detail, &SegmentedControl::changed, this, &IrDiffPanel::compare);
    m_mode = new SegmentedControl(tr("Text layout"), {{QStringLiteral("side"), tr("Side by side"), QString()},
                                                      {QStringLiteral("unified"), tr("Unified"), QString()}});
    auto *copy = new QToolButton(m_controls);
    copy->setObjectName(QStringLiteral("irdiffCopy"));
    copy->setProperty("role", "flat");
    copy->setIcon(themedIcon(QStringLiteral("copy")));
    copy->setToolTip(tr("Copy as a unified diff"));
    copy->setAccessibleName(copy->toolTip());
    copy->setFixedHeight(22);
    connect(copy, &QToolButton::clicked, this, &IrDiffPanel::copyPatch);
    connect(m_mode, &SegmentedControl::changed, this, [this](const QString &id) {
        m_diff->setMode(id == QLatin1String("unified") ? IrDiffView::Mode::Unified : IrDiffView::Mode::SideBySide);
        highlight();
    });
    auto *fold = new QToolButton(m_controls);
    fold->setObjectName(QStringLiteral("irdiffFold"));
    fold->setProperty("role", "flat");
    fold->setText(tr("fold"));
    fold->setToolTip(tr("Show long runs of unchanged lines as one line each"));
    fold->setCheckable(true);
    fold->setChecked(true);
    connect(fold, &QToolButton::toggled, this, [this](bool isOn) {
        m_diff->setFolding(isOn ? IrDiffView::Folding::Unchanged : IrDiffView::Folding::None);
        highlight();
    });
    row->addWidget(m_place);
    row->addWidget(m_left);
    row->addWidget(m_right);
    row->addWidget(m_detail);
    row->addWidget(m_mode);
    row->addWidget(fold);
    row->addWidget(copy);
}

PrintOptions::Detail IrDiffPanel::detail() const {
    const QString id = m_detail->current();
    if (id == QLatin1String("full")) return PrintOptions::Detail::Full;
    return id == QLatin1String("types") ? PrintOptions::Detail::NoSource : PrintOptions::Detail::Brief;
}

void IrDiffPanel::showBest() {
    m_isPinned = false;
    m_found = {};
    m_match = {};
    const auto &all = m_context.document.session().compilations;
    const Anchor &anchor = m_context.selection.current();
    const bool isChosen = anchor.compilation >= 0 && size_t(anchor.compilation) < all.size();
    if (all.empty()) {
        m_stages = {};
        m_controls->setEnabled(false);
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    const int at = isChosen ? anchor.compilation : all[size_t(newestCalled(m_context.document.session()))].index;
    m_stages = {{at, {}, capturedPass}, {at, {}, finalPass}};
    compare();
    if (isChosen) followSelection(anchor, nullptr);
}

void IrDiffPanel::followDocument() {
    if (!m_stages.isChosen()) return showBest();
    showPickers();
}

void IrDiffPanel::followPair(const StagePair &stages, QObject *source) {
    if (source == this || !stages.isChosen() || stages == m_stages) return;
    m_isPinned = true;
    m_stages = stages;
    compare();
}

void IrDiffPanel::choose(const StagePair &stages) {
    m_isPinned = true;
    m_stages = stages;
    m_context.selection.compare(stages, this);
    compare();
}

void IrDiffPanel::showPickers() {
    if (!m_stages.isChosen()) return;
    m_left->showStage(m_context.document, m_stages.left);
    m_right->showStage(m_context.document, m_stages.right);
}

void IrDiffPanel::compare() {
    m_controls->setEnabled(true);
    m_stack->setCurrentWidget(m_content);
    showPickers();
    m_isWorking = true;
    const int asked = ++m_asked;
    withStages(m_context, m_stages, this, QStringLiteral("irdiff-compile"), [this, asked](const ComparedStages &found) {
        if (asked == m_asked) compareStages(found);
    });
}

void IrDiffPanel::compareStages(const ComparedStages &found) {
    m_found = found;
    showPickers();
    struct Shown {
        IrDiff diff;
        StageMatch match;
    };
    m_context.jobs.run(
        QStringLiteral("irdiff-text"), tr("Comparing IR text"), this,
        [found, detail = detail()](const CancelFlag &) {
            const auto &[stages, left, right] = found;
            Shown shown;
            if (stages.left.isOfSameCompile(stages.right)) {
                shown.diff = irDiff(moduleAt(*left, stages.left.pass), moduleAt(*right, stages.right.pass), detail);
                return shown;
            }
            shown.match = matchStages({left.get(), stages.left.pass}, {right.get(), stages.right.pass});
            shown.diff = irDiff(shown.match.left, shown.match.right, detail);
            return shown;
        },
        [this](Shown shown) {
            m_isWorking = false;
            m_match = std::move(shown.match);
            m_diff->setDiff(std::move(shown.diff));
            highlight();
        });
}

void IrDiffPanel::followSelection(const Anchor &anchor, QObject *source) {
    const Compilation *record = m_context.document.session().compilation(anchor.compilation);
    if (source == this || !record) return highlight();
    const bool isShown =
        anchor.compilation == m_stages.left.compilation || anchor.compilation == m_stages.right.compilation;
    if (!isShown) {
        m_isPinned = false;
        m_stages = {{anchor.compilation, {}, capturedPass}, {anchor.compilation, {}, finalPass}};
        compare();
    }
    const bool isPass =
        anchor.pass >= 0 && size_t(anchor.pass) < record->passes.size() && record->passes[size_t(anchor.pass)].changed;
    if (m_isPinned || !isPass || m_stages.right == StageRef{anchor.compilation, {}, anchor.pass}) return highlight();
    m_stages.right = {anchor.compilation, {}, anchor.pass};
    m_right->showStage(m_context.document, m_stages.right);
    m_stages.left = m_right->neighbour(-1); // the effective stage before it
    compare();
}

void IrDiffPanel::chooseNode(NodeId node, StageSide side) {
    if (const auto recorded = recordedNode(m_stages, m_match, side, node))
        m_context.selection.selectNode(recorded->compilation, recorded->pass, recorded->node, this);
    if (m_stages.left.isOfSameCompile(m_stages.right)) return highlight();
    const MarkedNodes marked = markedAround(m_match, side, node);
    m_diff->setSelectedNodes(marked.left, marked.right);
}

void IrDiffPanel::highlight() {
    if (!m_found.left) return;
    const MarkedNodes marked = markedBy(m_context.selection.current(), m_found, m_match);
    m_diff->setSelectedNodes(marked.left, marked.right);
}

void IrDiffPanel::copyPatch() {
    const Session &session = m_context.document.session();
    const auto name = [&](const StageRef &stage, const StagePicker &picker) {
        if (m_stages.left.isOfSameCompile(m_stages.right)) return picker.stageText();
        return compileTitle(session, stage) + QStringLiteral(" · ") + picker.stageText();
    };
    const QString patch = patchText(m_diff->diff(), name(m_stages.left, *m_left), name(m_stages.right, *m_right));
    QGuiApplication::clipboard()->setText(patch);
    m_context.notify(patch.isEmpty() ? tr("The two stages do not differ") : tr("Copied as a unified diff"));
}

void IrDiffPanel::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_F7) return m_diff->goToChange(-1);
    if (event->key() == Qt::Key_F8) return m_diff->goToChange(1);
    Panel::keyPressEvent(event);
}

PanelDef irdiffPanel() {
    return {.id = QStringLiteral("irdiff"),
            .title = QT_TRANSLATE_NOOP("Panels", "IR text"),
            .summary = QT_TRANSLATE_NOOP(
                "Panels", "Any two stages of compiled functions and their variants as text, line by line"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new IrDiffPanel(context, parent);
            }};
}

} // namespace irdiffpanel
} // namespace jitscope

#include "moc_irdiffpanel.cpp"
