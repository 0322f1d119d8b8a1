// SPDX-License-Identifier: Apache-2.0
// Two stages side by side in the window: of one compile, of a variant that is compiled for it, chosen from other
// panels.
#include "app/graphview/graphview.h"
#include "app/graphview/irtextpane.h"
#include "app/models/recordview.h"
#include "app/models/stagepicker.h"
#include "app/panels/irdiff/irdiffpanel.h"
#include "app/panels/stages/stagespanel.h"
#include "app/panels/variants/variantspanel.h"
#include "app/sdk/widgets/pilllabel.h"
#include "engine/session/compilation.h"
#include "engine/session/recorder.h"
#include "engine/session/variantrecord.h"
#include "tests/support/panelstage.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QToolButton>

namespace jitscope::tst_stagespanel {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const char *const script = "import numpy as np, mindspore as ms\n"
                           "from mindspore import ops\n"
                           "@ms.jit(jit_level='O1')\n"
                           "def run(x, y):\n"
                           "    a = ops.exp(x) * y\n"
                           "    b = ops.exp(x) * y\n"
                           "    return ops.tanh(a + b + 0.5) * 1.0\n"
                           "run(ms.Tensor(np.ones((64, 64), np.float32)), ms.Tensor(np.ones((64, 64), np.float32)))\n"
                           "def inner(x):\n"
                           "    return ops.tanh(x) * x\n"
                           "@ms.jit(jit_level='O1')\n"
                           "def outer(x):\n"
                           "    return inner(x) + inner(x + 1.0)\n"
                           "outer(ms.Tensor(np.ones((64, 64), np.float32)))\n";

const Session &recorded() {
    static const Session session = [] {
        PythonScripts scripts;
        scripts.run(script);
        return Recorder::instance().take();
    }();
    return session;
}

/** The same at O0: no kernels. */
StageRef atO0(int pass) {
    return {0, VariantSpec{JitLevel::O0, {}}, pass};
}

struct Shown {
    explicit Shown(const PanelDef &def = stagesPanel()) {
        stage.document.replace(recorded());
        stage.selection.selectPass(0, -1);
        panel = &stage.add(def, {1200, 700});
        stage.settle();
    }
    template<class T> T *find(const char *name) const {
        T *found = panel->window()->findChild<T *>(QLatin1String(name));
        if (!found) qFatal("no %s", name);
        return found;
    }
    QString summary() const { return find<QLabel>("stagesSummary")->text(); }
    QString rows(const char *name) const { return find<RecordView>(name)->allAsText(); }
    void page(const char *id) const { find<QToolButton>(id)->click(); }

    PanelStage stage;
    Panel *panel = nullptr;
};

} // namespace

class TestStagesPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutGraphsItSaysWhatToDo() {
        PanelStage stage;
        Panel &panel = stage.add(stagesPanel(), {900, 500});
        QVERIFY(!panel.findChild<RecordView *>("stagesNodes")->isVisible());
        QVERIFY(panel.contentAsText().isEmpty());
    }

    void allPassesTogetherAreShownFirst() {
        Shown shown;
        QCOMPARE(shown.find<QComboBox>("stagesLeft")->currentText(), QStringLiteral("captured"));
        QCOMPARE(shown.find<QComboBox>("stagesRight")->currentText(), QStringLiteral("final"));
        static const QRegularExpression bases(
            QStringLiteral("^Nodes and parameters: .*; matched by ids and logs \\(\\d+\\)$"));
        QVERIFY2(shown.summary().contains(bases), qPrintable(shown.summary()));
        const QString nodes = shown.rows("stagesNodes");
        QVERIFY2(nodes.contains("removed") && nodes.contains("stands in its place"), qPrintable(nodes));
        QVERIFY2(nodes.contains(QStringLiteral("ƒ fused")), qPrintable(nodes));
    }

    /** What stands above the graphs are the numbers of the sentence. */
    void theGraphsCountAsTheSummaryDoes() {
        Shown shown;
        for (const StagePair &pair : {StagePair{{0, {}, -2}, {0, {}, -1}}, StagePair{{0, {}, -1}, {0, {}, -2}}}) {
            shown.stage.selection.compare(pair);
            QVERIFY(shown.stage.settle());
            QVERIFY2(shown.summary().contains("inside of fused kernels"), qPrintable(shown.summary()));
            int pills = 0, words = 0;
            for (const PillLabel *pill : shown.panel->findChildren<PillLabel *>()) {
                if (!pill->isVisible()) continue;
                pills += pill->text().mid(2).toInt();
                QVERIFY(!pill->toolTip().isEmpty());
                for (const QString &part : pill->toolTip().split(QStringLiteral(",  "))) {
                    words += part.section(QLatin1Char(' '), 1, 1).toInt();
                    QVERIFY2(shown.summary().contains(part), qPrintable(part + " : " + shown.summary()));
                }
            }
            QVERIFY(pills > 0);
            QCOMPARE(words, pills);
            const auto rows = shown.find<RecordView>("stagesNodes")->model()->rowCount();
            QCOMPARE(pills, rows);
        }
    }

    void aVariantIsCompiledForTheComparison() {
        Shown shown;
        shown.stage.selection.compare({{0, {}, -1}, atO0(-1)});
        QVERIFY(shown.stage.settle());
        QVERIFY(shown.stage.document.stagesOf(atO0(-1)));
        const auto &header = *shown.find<RecordView>("stagesKernels")->header();
        for (int column = 0; column < header.count(); ++column)
            QVERIFY2(header.sectionSize(column) >= header.sectionSizeHint(column),
                     qPrintable(header.model()->headerData(column, Qt::Horizontal).toString()));
        shown.page("kernels"); // which has room for all of them
        QVERIFY(header.length() <= shown.find<RecordView>("stagesKernels")->viewport()->width());
        const int name = header.sectionSize(1);
        shown.panel->resize(1000, 700);
        QVERIFY(header.length() <= 1000);
        shown.panel->resize(1800, 700);
        QVERIFY(header.sectionSize(1) >= name);
        const QString kernels = shown.rows("stagesKernels");
        QVERIFY2(kernels.contains("GraphKernel_") && kernels.contains(QStringLiteral("–")), qPrintable(kernels));
        QVERIFY2(shown.summary().contains("not timed"), qPrintable(shown.summary()));
        QVERIFY(shown.find<QComboBox>("stagesRightCompile")->currentText().contains("at O0"));
        shown.page("text");
        QVERIFY2(shown.panel->contentAsText().contains(QStringLiteral("- ")), qPrintable(shown.panel->contentAsText()));
    }

    void bothSidesGoThroughTheSamePasses() {
        Shown shown;
        shown.stage.selection.compare({{0, {}, -2}, atO0(-2)});
        QVERIFY(shown.stage.settle());
        QVERIFY2(!shown.summary().contains("~") && !shown.summary().contains("+"), qPrintable(shown.summary()));
        QTest::keyClick(shown.panel, Qt::Key_Down, Qt::ControlModifier);
        QVERIFY(shown.stage.settle());
        const StagePair now = shown.stage.selection.compared();
        QVERIFY(now.right.pass >= 0);
        const auto left = shown.stage.document.stagesOf(now.left), right = shown.stage.document.stagesOf(now.right);
        COMPARE_TEXT(fullName(left->passes[size_t(now.left.pass)]), fullName(right->passes[size_t(now.right.pass)]));
    }

    /** The captured graph calls a cell; in the final one it is inlined, so what it holds is what is compared. */
    void calledGraphsThatWereInlinedAreOpen() {
        Shown shown;
        shown.stage.selection.compare({{1, {}, -2}, {1, {}, -1}});
        QVERIFY(shown.stage.settle());
        const GraphView &left = *shown.find<GraphView>("graphBefore");
        const auto isClosedCall = [](const DisplayNode &node) { return node.kind == CardKind::GraphCall; };
        QVERIFY2(std::ranges::none_of(left.graph().nodes, isClosedCall), qPrintable(graphText(left.graph())));
        QVERIFY2(graphText(left.graph()).contains("Tanh"), qPrintable(graphText(left.graph())));
        const auto open = std::ranges::find_if(
            left.graph().groups, [](const DisplayGroup &group) { return group.kind == DisplayGroup::Kind::Expanded; });
        QVERIFY(open != left.graph().groups.end());
        Q_EMIT shown.find<GraphView>("graphBefore")->toggled(QString::fromStdString(open->key)); // closed by hand
        QVERIFY(shown.stage.settle());
        QVERIFY(std::ranges::any_of(left.graph().nodes, isClosedCall));
        // On both sides it is a call: closed, as there is nothing to compare in it.
        shown.stage.selection.compare({{1, {}, -2}, {1, {}, 0}});
        QVERIFY(shown.stage.settle());
    }

    void whatWasComparedIsShownAgainAtOnce() {
        Shown shown;
        const auto *first = &shown.find<GraphView>("graphBefore")->graph();
        shown.stage.selection.compare({{0, {}, -1}, atO0(-1)});
        QVERIFY(shown.stage.settle());
        QVERIFY(&shown.find<GraphView>("graphBefore")->graph() != first);
        shown.stage.selection.compare({{0, {}, -2}, {0, {}, -1}});
        QVERIFY(shown.panel->isReady());
        QCOMPARE(&shown.find<GraphView>("graphBefore")->graph(), first);
    }

    void aNodeOfAVariantIsLookedAt() {
        Shown shown;
        shown.stage.selection.compare({{0, {}, -1}, atO0(-1)});
        QVERIFY(shown.stage.settle());
        const auto stages = shown.stage.document.stagesOf(atO0(-1));
        const NodePtr last = stages->final.entry()->nodes.back();
        shown.stage.selection.compareAt({{0, {}, -2}, atO0(-1)}, last->id);
        QVERIFY(shown.stage.settle());
        const GraphView &right = *shown.find<GraphView>("graphAfter");
        QCOMPARE(right.selectedCards().size(), size_t(1));
        COMPARE_TEXT(right.graph().nodes[size_t(right.selectedCards().front())].title.toStdString(),
                     std::string(last->op.c_str()));
    }

    void sidesAreSwapped() {
        Shown shown;
        shown.find<QToolButton>("stagesSwap")->click();
        QVERIFY(shown.stage.settle());
        QCOMPARE(shown.find<QComboBox>("stagesLeft")->currentText(), QStringLiteral("final"));
        QVERIFY2(shown.summary().contains("split"), qPrintable(shown.summary()));
    }

    void aNodeOfAVariantSelectsItsCounterpart() {
        Shown shown;
        shown.stage.selection.compare({{0, {}, -2}, atO0(-1)});
        QVERIFY(shown.stage.settle());
        auto *view = shown.find<RecordView>("stagesNodes");
        QVERIFY(view->model()->rowCount() > 0);
        view->setCurrentIndex(view->model()->index(0, 0));
        const Anchor &anchor = shown.stage.selection.current();
        QCOMPARE(anchor.compilation, 0);
        QCOMPARE(anchor.pass, -2);
        QVERIFY(anchor.node.valid());
    }

    void theTextPanelFollowsThePair() {
        Shown shown(irdiffPanel());
        shown.stage.selection.compare({{0, {}, -1}, atO0(-1)});
        QVERIFY(shown.stage.settle());
        QVERIFY(shown.find<QComboBox>("irdiffRightCompile")->currentText().contains("at O0"));
        QVERIFY(shown.panel->contentAsText().contains("GraphKernel_"));
    }

    /** The difference of two variants is shared out over the decisions that lead from one to the other. */
    void sharesOfDecisionsAddUp() {
        Shown shown;
        const Decision noCse{Decision::Kind::SwitchOff, "cse", {}};
        const StageRef variant{0, VariantSpec{JitLevel::O0, {noCse}}, -1};
        shown.stage.selection.compare({{0, {}, -1}, variant});
        QVERIFY(shown.stage.settle());
        QCOMPARE(shown.find<QToolButton>("decisions")->text(), QStringLiteral("Decisions (2)"));
        shown.page("decisions");
        QVERIFY2(shown.rows("stagesDecisions").contains("Compiled at O0") &&
                     shown.rows("stagesDecisions").contains("cse is switched off"),
                 qPrintable(shown.rows("stagesDecisions")));
        shown.find<QPushButton>("stagesMeasure")->click();
        QVERIFY(!shown.panel->isReady());
        QVERIFY(QTest::qWaitFor([&] { return shown.panel->isReady(); }, 60000));
        auto *view = shown.find<RecordView>("stagesDecisions");
        QCOMPARE(view->model()->rowCount(), 3);
        const auto cell = [&](int row, int column) { return view->model()->index(row, column); };
        for (const int figure : {1, 3}) {
            const double first = cell(0, figure).data(SortRole).toDouble(),
                         second = cell(1, figure).data(SortRole).toDouble(),
                         all = cell(2, figure).data(SortRole).toDouble();
            QVERIFY2(std::abs(first + second - all) <= 1e-6 * (1 + std::abs(all)),
                     qPrintable(shown.rows("stagesDecisions")));
        }
        QVERIFY2(cell(1, 2).data().toString().startsWith('+'), qPrintable(shown.rows("stagesDecisions")));

        // From a share to the graphs without and with that decision.
        view->setCurrentIndex(cell(1, 0));
        Q_EMIT view->activated(cell(1, 0));
        QVERIFY(shown.stage.settle());
        QCOMPARE(shown.stage.selection.compared(), (StagePair{atO0(-1), variant}));
        QCOMPARE(shown.find<QToolButton>("decisions")->text(), QStringLiteral("Decisions (1)"));
        shown.stage.selection.compare({{0, {}, -1}, {1, {}, -1}});
        QVERIFY(shown.stage.settle());
        QVERIFY(!shown.find<QPushButton>("stagesMeasure")->isEnabled());
    }

    void aVariantOfTheTableIsComparedByAClick() {
        Shown shown(variantsPanel());
        shown.find<QPushButton>("variantLevel")->click();
        auto *table = shown.find<RecordView>("variantTable");
        QVERIFY(QTest::qWaitFor([&] { return shown.panel->isReady() && table->model()->rowCount() == 2; }, 20000));
        auto *compare = shown.find<QPushButton>("variantCompare");
        QVERIFY(compare->isEnabled());
        compare->click();
        const StagePair now = shown.stage.selection.compared();
        QCOMPARE(now.left, (StageRef{0, {}, -1}));
        QCOMPARE(now.right, atO0(-1));
        QVERIFY(shown.stage.document.stagesOf(now.right)); // it was compiled already
        QCOMPARE(shown.stage.shown.last(), QStringLiteral("stages"));
        Panel &panel = shown.stage.add(stagesPanel(), {1200, 700});
        QVERIFY(shown.stage.settle());
        const QString summary = panel.findChild<QLabel *>("stagesSummary")->text();
        QVERIFY2(summary.contains(QStringLiteral("±")), qPrintable(summary));
    }
};

JITSCOPE_WINDOW_TEST(TestStagesPanel)

} // namespace jitscope::tst_stagespanel

#include "tst_stagespanel.moc"
