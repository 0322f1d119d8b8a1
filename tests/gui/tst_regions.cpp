// SPDX-License-Identifier: Apache-2.0
// Nodes that are chosen together and what follows from it, and that menus offer only what can be.
#include "app/graphview/graphview.h"
#include "app/models/nodemenu.h"
#include "app/models/possibledecisions.h"
#include "app/models/recordview.h"
#include "app/models/variantrequests.h"
#include "app/panels/passes/passespanel.h"
#include "app/panels/variants/variantspanel.h"
#include "engine/ir/nodename.h"
#include "engine/session/compilation.h"
#include "tests/support/panelstage.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QMenu>
#include <QToolButton>

namespace jitscope::tst_regions {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const char *const script = "import numpy as np, mindspore as ms\n"
                           "from mindspore import ops\n"
                           "x = ms.Tensor(np.ones((64, 64), np.float32))\n"
                           "def kernels(x, w):\n"
                           "    t = ops.exp(x) * 2.0\n"
                           "    u = ops.matmul(t, w)\n"
                           "    v = ops.tanh(u) + u\n"
                           "    return v.astype(ms.int32), ops.abs(v)\n"
                           "ms.jit(kernels, jit_level='O1')(x, x)\n"
                           "ms.jit(kernels, jit_level='O0')(x, x)\n";

const Session &recorded() {
    static const Session session = [] {
        PythonScripts scripts;
        scripts.run(script);
        return Recorder::instance().take();
    }();
    return session;
}

const Compilation &atO1() {
    return recorded().compilations[0];
}

NodeId captured(const char *op) {
    const auto &calls = atO1().captured.entry()->nodes;
    const auto found = std::ranges::find(calls, OpName(op), &Node::op);
    return found == calls.end() ? NodeId() : (*found)->id;
}

struct Shown {
    Shown() { stage.document.replace(recorded()); }
    /** The menu of these nodes of the captured graph. */
    void fill(QMenu &menu, const std::vector<NodeId> &nodes) {
        if (nodes.size() == 1)
            addNodeEntries(menu, stage.context, {0, -2, nodes.front()}, "passes");
        else
            addRegionEntries(menu, stage.context, 0, -2, nodes);
    }
    PanelStage stage;
};

QAction *entry(const QMenu &menu, const QString &text) {
    for (QAction *action : menu.actions()) {
        if (action->text().startsWith(text)) return action;
        if (action->menu() && action->menu()->objectName() == "variantMenu")
            if (QAction *inside = entry(*action->menu(), text)) return inside;
    }
    return nullptr;
}

} // namespace

class RegionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCOMPARE(recorded().compilations.size(), size_t(2));
        for (const char *op : {"Exp", "Mul", "MatMul", "Tanh", "Add", "Abs"})
            QVERIFY2(captured(op).valid(), op);
    }

    void onlyFusionsThatCanBeAreOffered() {
        Shown shown;
        QMenu menu;
        shown.fill(menu, {captured("MatMul")});
        for (const char *neighbour : {"Fuse with Mul", "Fuse with Tanh"}) {
            const QAction *fuse = entry(menu, neighbour);
            QVERIFY2(fuse && !fuse->isEnabled(), neighbour);
            QVERIFY2(fuse->toolTip().startsWith("No kernel can hold MatMul"), qPrintable(fuse->toolTip()));
            QVERIFY(qobject_cast<QMenu *>(fuse->parent())->toolTipsVisible());
        }
        QVERIFY(!entry(menu, "Keep out of kernels")->isEnabled());
        QMenu exp;
        shown.fill(exp, {captured("Exp")});
        const QAction *already = entry(exp, "Fuse with Mul");
        QVERIFY(already && !already->isEnabled());
        QVERIFY2(already->toolTip().contains("already"), qPrintable(already->toolTip()));
        QVERIFY(entry(exp, "Keep out of kernels")->isEnabled());
        QVERIFY(entry(exp, "Refuse every rule here")->isEnabled());
    }

    void dtypesAreOfferedWhereTheyChangeSomething() {
        Shown shown;
        QMenu menu;
        shown.fill(menu, {captured("Tanh")});
        QVERIFY(entry(menu, "Compute in float16")->isEnabled());
        QVERIFY(entry(menu, "Compute in bfloat16")->isEnabled());
        QVERIFY(!entry(menu, "Compute in float32")->isEnabled());
        QVERIFY(!entry(menu, "Compute in float32")->toolTip().isEmpty());
    }

    void theLevelThatItHasIsNotOffered() {
        Shown shown;
        QMenu menu;
        shown.fill(menu, {captured("Tanh")});
        QVERIFY(entry(menu, "Compile at O0")->isEnabled());
        QVERIFY(!entry(menu, "Compile at O1")->isEnabled());
        QVERIFY(!entry(menu, "Compile at O1")->toolTip().isEmpty());
        // Beside a variant at another level it is a way back.
        shown.stage.document.setVariants({VariantRecord{.compilation = 0, .name = "Variant 1", .jitLevel = "O0"}});
        QMenu beside;
        shown.fill(beside, {captured("Tanh")});
        QVERIFY(entry(beside, "Compile at O1")->isEnabled());
    }

    /** Every fusion that is offered comes about, none that is grey does. */
    void whatIsOfferedComesAbout() {
        PanelStage stage;
        stage.document.replace(recorded());
        const auto base = variantBase(stage.document.session(), recorded().compilations[1]);
        VERIFY_RESULT(base);
        PossibleDecisions possible(stage.document, recorded().compilations[1]);
        const auto &calls = recorded().compilations[1].captured.entry()->nodes;
        int offered = 0, grey = 0;
        for (const NodePtr &user : calls)
            for (const NodePtr &input : user->inputs) {
                if (!input->isCall() || input->op.empty() || user->op.empty()) continue;
                std::vector<NodeId> both{input->id, user->id};
                std::ranges::sort(both);
                const QString whyNot = possible.whyNotFuse(both);
                const Variant made = makeVariant(*base, {JitLevel::O1, {{Decision::Kind::Fuse, {}, both}}});
                const bool isFused = made.decisionReasons.front().empty();
                QVERIFY2(isFused == whyNot.isEmpty(),
                         qPrintable(QString::fromStdString(nodeTitle(*input) + " with " + nodeTitle(*user) + ": ") +
                                    whyNot + QString::fromStdString(made.decisionReasons.front())));
                ++(isFused ? offered : grey);
            }
        QVERIFY(offered >= 3 && grey >= 2);
    }

    void severalNodesHaveTheirOwnEntries() {
        Shown shown;
        QMenu menu;
        shown.fill(menu, {captured("Tanh"), captured("Add")});
        QVERIFY(entry(menu, "2 node(s) chosen")); // plurals come with the window's translations
        QVERIFY(entry(menu, "Why not these two"));
        const QAction *fuse = entry(menu, "Fuse these");
        QVERIFY(fuse && !fuse->isEnabled()); // they are one kernel at O1
        QVERIFY(!entry(menu, "Fuse with"));
        QVERIFY(entry(menu, "Take these out as a test case")->isEnabled());
        QMenu far;
        shown.fill(far, {captured("Exp"), captured("Tanh"), captured("Abs")});
        QVERIFY(!entry(far, "Why not these two"));
        QVERIFY(!entry(far, "Fuse these")->isEnabled());
        QVERIFY(!entry(far, "Fuse these")->toolTip().isEmpty());

        Panel &variants = shown.stage.add(variantsPanel(), {1000, 400});
        entry(menu, "Compute in float16")->trigger();
        auto *table = variants.findChild<RecordView *>("variantTable");
        QVERIFY(QTest::qWaitFor([&] { return variants.isReady() && table->model()->rowCount() == 2; }, 20000));
        QVERIFY2(variants.contentAsText().contains("computed in float16") &&
                     variants.contentAsText().contains("Tanh %") && variants.contentAsText().contains("Add %"),
                 qPrintable(variants.contentAsText()));
    }

    void thePassesPanelMarksThemOnBothSides() {
        PanelStage stage;
        stage.document.replace(recorded());
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.selection.selectPass(0, -2);
        QVERIFY(stage.settle());
        stage.selection.selectNodes(0, -2, {captured("Tanh"), captured("Add")});
        QVERIFY(stage.settle());
        for (const char *side : {"graphBefore", "graphAfter"})
            QCOMPARE(panel.findChild<GraphView *>(side)->selectedCards().size(), size_t(2));
        // What a kernel took in is marked with it; a click with Ctrl adds to what was clicked, not to all of that.
        const int cluster =
            int(std::ranges::find(atO1().passes, "graph_kernel_cluster", &PassRecord::name) - atO1().passes.begin());
        stage.selection.selectPass(0, cluster);
        QVERIFY(stage.settle());
        auto *before = panel.findChild<GraphView *>("graphBefore"), *after = panel.findChild<GraphView *>("graphAfter");
        const auto click = [&](GraphView &view, const QString &title, Qt::KeyboardModifiers modifiers) {
            const auto &nodes = view.graph().nodes;
            const auto card = std::ranges::find(nodes, title, &DisplayNode::title);
            QVERIFY(card != nodes.end());
            view.reveal(int(card - nodes.begin()));
            const QPointF middle = view.painterOf().placeOf(int(card - nodes.begin())).center();
            QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, view.mapFromScene(middle));
        };
        click(*after, "Tanh_Add_Cast_Abs", {});
        QVERIFY(before->selectedCards().size() > 2);
        click(*before, "Tanh", Qt::ControlModifier);
        QVERIFY(stage.selection.together().empty());
        click(*before, "Add", Qt::ControlModifier);
        QCOMPARE(stage.selection.together().size(), size_t(2));
        QCOMPARE(before->selectedCards().size(), size_t(2));
        auto *pair = panel.findChild<QToolButton *>("pair");
        QVERIFY(pair->isEnabled());
        panel.findChild<QToolButton *>("whynot")->click();
        pair->click();
        QVERIFY(stage.settle());
        QVERIFY2(panel.contentAsText().contains("joined"), qPrintable(panel.contentAsText()));
    }
};

JITSCOPE_WINDOW_TEST(RegionsTest)

} // namespace jitscope::tst_regions

#include "tst_regions.moc"
