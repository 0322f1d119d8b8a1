// SPDX-License-Identifier: Apache-2.0
// The Variants panel: a decision changed by a click, its row beside the program's own, undone and done again.
#include "app/models/recordview.h"
#include "app/panels/variants/variantspanel.h"
#include "engine/session/compilation.h"
#include "tests/support/panelstage.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testing.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const char *const script = "import numpy as np, mindspore as ms\n"
                           "from mindspore import ops\n"
                           "@ms.jit(jit_level='O1')\n"
                           "def run(x, y):\n"
                           "    return ops.tanh(ops.exp(x) * y + 0.5)\n"
                           "run(ms.Tensor(np.ones((64, 64), np.float32)), ms.Tensor(np.ones((64, 64), np.float32)))\n";

const Session &recorded() {
    static const Session session = [] {
        PythonScripts scripts;
        scripts.run(script);
        return Recorder::instance().take();
    }();
    return session;
}

struct Shown {
    Shown() {
        stage.document.replace(recorded());
        panel = &stage.add(variantsPanel(), {1000, 400});
        stage.settle();
        view = panel->findChild<RecordView *>("variantTable");
    }
    QPushButton *button(const char *name) const { return panel->findChild<QPushButton *>(QLatin1String(name)); }
    /** Waits until the row is there and timed. */
    bool rows(int count) {
        return QTest::qWaitFor([&] { return panel->isReady() && view->model()->rowCount() == count; }, 20000);
    }
    QString cell(int row, const QString &title) const {
        for (int column = 0; column < view->model()->columnCount(); ++column)
            if (view->model()->headerData(column, Qt::Horizontal).toString() == title)
                return view->model()->index(row, column).data().toString();
        return {};
    }

    PanelStage stage;
    Panel *panel = nullptr;
    RecordView *view = nullptr;
};

} // namespace

class TestVariantsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutCompiledFunctionsItSaysWhatToDo() {
        PanelStage stage;
        Panel &panel = stage.add(variantsPanel(), {900, 400});
        QVERIFY(!panel.findChild<RecordView *>("variantTable")->isVisible());
    }

    void aNodeIsKeptOutOfItsKernelUndoneAndDoneAgain() {
        Shown shown;
        QVERIFY(!shown.button("variantKeepOut")->isEnabled());
        const Compilation &compilation = recorded().compilations.front();
        const auto &calls = compilation.captured.entry()->nodes;
        const auto exp = std::ranges::find(calls, "Exp", &Node::op);
        QVERIFY(exp != calls.end());
        shown.stage.selection.selectNode(compilation.index, -2, (*exp)->id);
        shown.button("variantKeepOut")->click();
        QVERIFY(shown.rows(2));
        QCOMPARE(shown.cell(0, "Variant"), QStringLiteral("As compiled"));
        QCOMPARE(shown.cell(0, "Launches"), QStringLiteral("1"));
        QCOMPARE(shown.cell(1, "Launches"), QStringLiteral("2"));
        QVERIFY(shown.cell(1, "Run") != QStringLiteral("–"));
        QVERIFY(shown.cell(1, "Against eager") == "close" || shown.cell(1, "Against eager") == "equal");
        const QString details = shown.panel->findChild<QLabel *>("variantDetails")->text();
        QVERIFY2(details.contains("kept out of kernels"), qPrintable(details));
        shown.panel->findChild<QToolButton *>("variantUndo")->click();
        QCOMPARE(shown.view->model()->rowCount(), 1);
        shown.panel->findChild<QToolButton *>("variantRedo")->click();
        QCOMPARE(shown.view->model()->rowCount(), 2);
        QVERIFY(shown.cell(1, "Run") != QStringLiteral("–"));
    }

    void aPassIsSwitchedOffAndTheLevelChanged() {
        Shown shown;
        const Compilation &compilation = recorded().compilations.front();
        const auto cluster = std::ranges::find(compilation.passes, "graph_kernel_cluster", &PassRecord::name);
        QVERIFY(cluster != compilation.passes.end());
        shown.stage.selection.selectPass(compilation.index, cluster->index);
        shown.button("variantWithoutPass")->click();
        QVERIFY(shown.rows(2));
        QCOMPARE(shown.cell(1, "Kernels"), QStringLiteral("0"));
        QCOMPARE(shown.button("variantLevel")->text(), QStringLiteral("At O0"));
        shown.button("variantLevel")->click();
        QVERIFY(shown.rows(3));
        QCOMPARE(shown.cell(2, "Level"), QStringLiteral("O0"));
    }
};

QTEST_MAIN(TestVariantsPanel)
#include "tst_variantspanel.moc"
