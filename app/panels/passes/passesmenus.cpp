// SPDX-License-Identifier: GPL-3.0-or-later
// The context menus of the passes panel: of a pass, a card, an edge, a reason, a kernel.
#include "app/graphview/graphexport.h"
#include "app/models/graphtitle.h"
#include "app/models/modeltext.h"
#include "app/models/nodemenu.h"
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/variantrequests.h"
#include "app/models/takeaway.h"
#include "app/panels/passes/passespanel.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/savefile.h"
#include "app/sdk/selection.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QListView>
#include <QMenu>

namespace jitscope {
inline namespace passespanel {

namespace {

/** The graph that a kernel of that name was compiled from. */
std::string graphOfKernel(const Compilation &compilation, const std::string &kernel) {
    for (const KernelRecord &record : compilation.kernels)
        if (record.name == kernel) return record.graph;
    return kernel;
}

} // namespace

void PassesPanel::connectMenus() {
    m_list->view()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list->view(), &QWidget::customContextMenuRequested, this, &PassesPanel::openPassMenu);
    RowMenu::of(*m_kernels->view()).addPart([this](QMenu &menu, const QModelIndex &) { addKernelEntries(menu); });
    RowMenu::of(*m_reasons->view()).addPart([this](QMenu &menu, const QModelIndex &) { addReasonEntries(menu); });
    RowMenu::of(*m_whyNot->view()).addPart([this](QMenu &menu, const QModelIndex &) { addWhyNotEntries(menu); });
    connect(m_compare, &PassCompare::nodeMenuWanted, this,
            [this](NodeId node, PassCompare::Side side, const QPoint &place) {
                const std::vector<NodeId> &together = m_context.selection.together();
                const bool isOfSeveral = stageOf(side) == m_context.selection.current().pass &&
                                         std::ranges::find(together, node) != together.end();
                QMenu menu(this);
                if (isOfSeveral)
                    addRegionEntries(menu, m_context, m_compilation, stageOf(side), std::vector<NodeId>(together));
                else
                    addNodeEntries(menu, m_context, {m_compilation, stageOf(side), node}, QStringLiteral("passes"));
                menu.exec(place);
            });
    connect(m_compare, &PassCompare::edgeMenuWanted, this,
            [this](NodeId from, NodeId to, PassCompare::Side side, const QPoint &place) {
                QMenu menu(this);
                const int stage = stageOf(side);
                addEdgeEntries(menu, m_context, {m_compilation, stage, from}, {m_compilation, stage, to});
                menu.exec(place);
            });
}

/** "Compare with": every stage of the compile that has a graph of its own. */
void PassesPanel::addStageEntries(QMenu &menu) {
    const Compilation *record = compilation();
    QMenu *stages = menu.addMenu(tr("Compare with"));
    stages->setEnabled(m_pass >= 0);
    const auto add = [&](const QString &title, int stage) {
        QAction *action = stages->addAction(title, this, [this, stage] { compareWith(stage); });
        action->setCheckable(true);
        action->setChecked(m_pass >= 0 && stage == stageBefore());
    };
    add(tr("captured"), capturedStage);
    for (const PassRecord &pass : record->passes)
        if (pass.changed && pass.index != m_pass)
            add(QStringLiteral("%1  %2").arg(pass.index).arg(QString::fromStdString(fullName(pass))), pass.index);
    add(tr("final graph"), kernelStage);
}

/** The pair that the panel of compared stages shows; the other side stays what it is. */
void PassesPanel::addPairEntries(QMenu &menu) {
    const StageRef here{m_compilation, {}, m_pass};
    const StagePair now = m_context.selection.compared();
    const auto compare = [this](const StagePair &stages) {
        m_context.selection.compare(stages);
        m_context.show(panels::stages);
    };
    const StageRef left = now.isChosen() ? now.left : StageRef{m_compilation, {}, capturedStage};
    const StageRef right = now.isChosen() ? now.right : StageRef{m_compilation, {}, kernelStage};
    menu.addAction(tr("Compare from here"), this, [=] { compare({here, right}); });
    menu.addAction(tr("Compare to here"), this, [=] { compare({left, here}); });
}

void PassesPanel::openPassMenu(const QPoint &place) {
    const QModelIndex index = m_list->view()->indexAt(place);
    const PassRow *row = m_list->rowAt(index);
    if (!row || !compilation()) return;
    if (row->pass != m_pass) choosePass(row->pass);
    QMenu menu(this);
    menu.addAction(tr("Show in the graph"), this, [this, pass = m_pass] {
        m_context.selection.selectPass(m_compilation, pass, nullptr);
        m_context.show(panels::graph);
    });
    menu.addAction(tr("Show in the IR text"), this, [this, pass = m_pass] {
        m_context.selection.selectPass(m_compilation, pass, nullptr);
        m_context.show(panels::irdiff);
    });
    menu.addAction(tr("Why"), this, [this] { showTab(QLatin1String(whyTab)); })->setEnabled(m_pass >= 0);
    addStageEntries(menu);
    addPairEntries(menu);
    addPassDecisions(menu, m_context, m_compilation, m_pass);
    m_measures->fillMenu(menu, m_pass);
    menu.addSeparator();
    addStageTakeAway(menu, m_context, m_compilation, m_pass);
    menu.addAction(tr("Save the graph as a picture…"), this, [this, pass = m_pass] { saveStagePicture(pass); });
    menu.addSeparator();
    const auto copy = [&](const QString &title, const QString &text) {
        menu.addAction(title, this, [text] { QGuiApplication::clipboard()->setText(text); });
    };
    copy(tr("Copy the name"), row->name);
    copy(tr("Copy as text"), rowsText(*m_list->view()->model(), {index}, TextFormat::Aligned));
    copy(tr("Copy the whole list"), m_list->asText());
    menu.exec(m_list->view()->viewport()->mapToGlobal(place));
}

/** The graph of a stage, laid out and written in the background. */
void PassesPanel::saveStagePicture(int stage) {
    if (!compilation()) return;
    const QString path = askSavePath(this, tr("Save the graph as a picture"),
                                     stageFileName(*compilation(), stage, QStringLiteral("svg")),
                                     tr("Pictures (*.svg *.png);;Graphviz (*.dot)"));
    if (path.isEmpty() || !compilation()) return;
    m_context.jobs.run(
        QStringLiteral("passes-export"), tr("Writing %1").arg(QFileInfo(path).fileName()), this,
        [module = moduleAt(*compilation(), stage), path = path.toStdString(),
         theme = currentTheme()](const CancelFlag &) { return exportGraph(module, path, theme); },
        [this, path](const Result<void> &written) {
            m_context.notify(written ? tr("Written: %1").arg(path) : QString::fromStdString(written.error().message));
        });
}

void PassesPanel::addKernelEntries(QMenu &menu) {
    const int at = m_kernels->view()->currentSourceRow();
    if (at < 0) return;
    const std::string name = m_kernels->row(at).name;
    addAnchorEntries(menu, m_context, anchorOfKernel(m_context.document.session(), m_compilation, name),
                     QStringLiteral("passes"));
    menu.addAction(tr("What stopped it from growing"), this, [this, name] {
        const Anchor anchor = anchorOfKernel(m_context.document.session(), m_compilation, name);
        m_context.selection.askWhyNot({m_compilation, {anchor.node}, name});
    });
    addKernelDecisions(menu, m_context, m_compilation, name);
    menu.addSeparator();
    menu.addAction(tr("Take out as a test case…"), this, [this, name] {
        const auto call = compilation() ? kernelCall(compilation()->final, graphOfKernel(*compilation(), name))
                                        : Result<std::vector<NodeId>>(Error{});
        if (!call) return m_context.notify(QString::fromStdString(call.error().message));
        askAndWriteCase(this, m_context, m_compilation, {-1, *call});
    });
    menu.addAction(tr("Copy the name"), this,
                   [name] { QGuiApplication::clipboard()->setText(QString::fromStdString(name)); });
}

/** "Try it", and to where each of the calls stands. */
void PassesPanel::addWhyNotEntries(QMenu &menu) {
    const int at = m_whyNot->view()->currentSourceRow();
    if (at < 0 || !compilation()) return;
    menu.addAction(tr("Try it in a variant"), m_whyNot, &WhyNotPage::tryIt)->setEnabled(m_whyNot->canTry());
    const WhyNotRow &row = m_whyNot->row(at);
    if (!row.candidate) return;
    const RefusedCandidate candidate = *row.candidate;
    for (size_t i = 0; i < candidate.titles.size(); ++i)
        menu.addAction(tr("Go to %1").arg(QString::fromStdString(candidate.titles[i])), this,
                       [this, pass = candidate.pass == RefusedCandidate::noPass ? 0 : int(candidate.pass),
                        node = candidate.refusal.nodes[i]] {
                           m_context.selection.selectNode(m_compilation, pass > 0 ? pass - 1 : capturedStage, node);
                       });
    menu.addAction(tr("Copy the reason"), this,
                   [reason = row.sentence] { QGuiApplication::clipboard()->setText(reason); });
}

void PassesPanel::addReasonEntries(QMenu &menu) {
    const int at = m_reasons->view()->currentSourceRow();
    if (at < 0 || !compilation()) return;
    const ReasonRow reason = m_reasons->row(at);
    const bool isApplied = reason.verdict == ReasonRow::Verdict::Applied;
    const StagedNode node = isApplied && reason.after.valid() ? StagedNode{m_compilation, m_pass, reason.after}
                                                              : StagedNode{m_compilation, stageBefore(), reason.before};
    addNodeEntries(menu, m_context, node, QStringLiteral("passes"));
    menu.addSeparator();
    const QString why = isApplied ? reason.rule : reason.reason;
    menu.addAction(tr("Copy the reason"), this, [why] { QGuiApplication::clipboard()->setText(why); });
}

} // namespace passespanel
} // namespace jitscope
