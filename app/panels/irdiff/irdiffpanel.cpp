// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/irdiff/irdiffpanel.h"

#include "app/sdk/document.h"
#include "app/sdk/icons.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace irdiffpanel {

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
        const int stage = stageOf(side == IrDiffView::Side::Left ? m_left : m_right);
        m_context.selection.selectNode(m_compilation, stage, node, this);
    });
    connect(&context.document, &Document::replaced, this, &IrDiffPanel::showBest);
    connect(&context.document, &Document::appended, this, &IrDiffPanel::followDocument);
    connect(&context.selection, &Selection::changed, this, &IrDiffPanel::followSelection);
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
    const auto stageBox = [&](const QString &name, const QString &label) {
        auto *box = new QComboBox(m_controls);
        box->setObjectName(name);
        box->setAccessibleName(label);
        box->setToolTip(label);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(16);
        connect(box, &QComboBox::activated, this, [this] {
            m_isPinned = true;
            compare();
        });
        return box;
    };
    m_place = new QLabel(m_controls);
    m_place->setProperty("role", "hint");
    m_left = stageBox(QStringLiteral("irdiffLeft"), tr("Left: the graph at this stage"));
    m_right = stageBox(QStringLiteral("irdiffRight"), tr("Right: the graph at this stage"));
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
    row->addWidget(m_place);
    row->addWidget(m_left);
    row->addWidget(m_right);
    row->addWidget(m_detail);
    row->addWidget(m_mode);
    row->addWidget(copy);
}

const Compilation *IrDiffPanel::compilation() const {
    const auto &all = m_context.document.session().compilations;
    return m_compilation >= 0 && size_t(m_compilation) < all.size() ? &all[size_t(m_compilation)] : nullptr;
}

PrintOptions::Detail IrDiffPanel::detail() const {
    const QString id = m_detail->current();
    if (id == QLatin1String("full")) return PrintOptions::Detail::Full;
    return id == QLatin1String("types") ? PrintOptions::Detail::NoSource : PrintOptions::Detail::Brief;
}

int IrDiffPanel::stageOf(const QComboBox *box) const {
    return box->currentData().toInt();
}

void IrDiffPanel::showBest() {
    m_isPinned = false;
    const auto &all = m_context.document.session().compilations;
    const Anchor &anchor = m_context.selection.current();
    const bool isChosen = anchor.compilation >= 0 && size_t(anchor.compilation) < all.size();
    if (all.empty()) {
        m_compilation = -1;
        m_controls->setEnabled(false);
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    showCompilation(isChosen ? anchor.compilation : int(all.size()) - 1);
    if (isChosen) followSelection(anchor, nullptr);
}

void IrDiffPanel::followDocument() {
    if (m_compilation < 0 && !m_context.document.session().compilations.empty()) showBest();
}

void IrDiffPanel::showCompilation(int index) {
    m_compilation = index;
    m_controls->setEnabled(true);
    m_stack->setCurrentWidget(m_content);
    fillStages();
    compare();
}

void IrDiffPanel::fillStages() {
    const Compilation *record = compilation();
    for (QComboBox *box : {m_left, m_right}) {
        box->clear();
        box->addItem(tr("captured"), -2);
        for (const PassRecord &pass : record->passes)
            if (pass.changed)
                box->addItem(QStringLiteral("%1  %2").arg(pass.index).arg(QString::fromStdString(fullName(pass))),
                             pass.index);
        box->addItem(tr("final"), -1);
    }
    m_left->setCurrentIndex(0);
    m_right->setCurrentIndex(m_right->count() - 1);
}

void IrDiffPanel::compare() {
    const Compilation *record = compilation();
    if (!record) return;
    m_isWorking = true;
    m_context.jobs.run(
        QStringLiteral("irdiff-text"), tr("Comparing IR text"), this,
        [left = moduleAt(*record, stageOf(m_left)), right = moduleAt(*record, stageOf(m_right)),
         detail = detail()](const CancelFlag &) { return irDiff(left, right, detail); },
        [this](IrDiff diff) {
            m_isWorking = false;
            m_diff->setDiff(std::move(diff));
            highlight();
        });
}

void IrDiffPanel::followSelection(const Anchor &anchor, QObject *source) {
    const auto &all = m_context.document.session().compilations;
    const bool hasGraph = anchor.compilation >= 0 && size_t(anchor.compilation) < all.size();
    if (source == this || !hasGraph) return highlight();
    if (anchor.compilation != m_compilation) {
        m_isPinned = false;
        showCompilation(anchor.compilation);
    }
    const int right = m_right->findData(anchor.pass);
    if (m_isPinned || right < 0 || anchor.pass < 0 || right == m_right->currentIndex()) return highlight();
    m_right->setCurrentIndex(right);
    m_left->setCurrentIndex(right - 1); // the effective stage before it
    compare();
}

void IrDiffPanel::highlight() {
    const Anchor &anchor = m_context.selection.current();
    const Compilation *record = compilation();
    if (!record || anchor.compilation != m_compilation || !anchor.node.valid()) return m_diff->setSelectedNodes({}, {});
    const auto nodesAt = [&](int stage) {
        if (stage == anchor.pass) return std::vector<NodeId>{anchor.node};
        const auto rank = [&](int pass) { return pass == -2 ? -1 : pass == -1 ? int(record->passes.size()) : pass; };
        return rank(stage) > rank(anchor.pass) ? descendants(*record, anchor.pass, anchor.node, stage)
                                               : ancestors(*record, anchor.pass, anchor.node, stage);
    };
    m_diff->setSelectedNodes(nodesAt(stageOf(m_left)), nodesAt(stageOf(m_right)));
}

void IrDiffPanel::copyPatch() {
    const QString patch = patchText(m_diff->diff(), m_left->currentText(), m_right->currentText());
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
            .summary = QT_TRANSLATE_NOOP("Panels", "Any two stages of a compiled function as text, line by line"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new IrDiffPanel(context, parent);
            }};
}

} // namespace irdiffpanel
} // namespace jitscope
