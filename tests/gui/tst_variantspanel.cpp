// SPDX-License-Identifier: Apache-2.0
// The Variants panel: a decision changed by a click, its row beside the program's own, undone and done again.
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/variantrequests.h"
#include "app/panels/passes/passespanel.h"
#include "app/panels/variants/variantspanel.h"
#include "engine/session/compilation.h"
#include "engine/session/sessionfile.h"
#include "engine/session/variantrecord.h"
#include "tests/support/panelstage.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QToolButton>

namespace jitscope::tst_variantspanel {

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

    void remake() {
        const QVariant state = panel->property("viewState");
        delete panel;
        panel = &stage.add(variantsPanel(), {1000, 400});
        panel->setProperty("viewState", state);
        view = panel->findChild<RecordView *>("variantTable");
    }

    void choose(const char *title) const {
        QMenu menu;
        RowMenu::of(*view).fill(menu, view->currentIndex());
        for (QAction *action : menu.actions())
            if (action->text() == QString::fromUtf8(title)) return action->trigger();
        QFAIL(title);
    }

    PanelStage stage;
    Panel *panel = nullptr;
    RecordView *view = nullptr;
};

/** Writes `text` into the question that comes next. */
void answer(const QString &text) {
    QTimer::singleShot(0, qApp, [text] {
        auto *dialog = qobject_cast<QInputDialog *>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->setTextValue(text);
        dialog->accept();
    });
}

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
        const auto exp = std::ranges::find(calls, op::Exp, &Node::op);
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
        QVERIFY2(details.contains("as compiled, medians of the same turns"), qPrintable(details));
        auto *undo = shown.panel->findChild<QToolButton *>("variantUndo");
        undo->click();
        QCOMPARE(shown.view->model()->rowCount(), 1);
        // Nothing tells of the row that is gone, and no button moved under the mouse.
        QVERIFY(!shown.panel->findChild<QLabel *>("variantDetails")->text().contains("kept out of kernels"));
        QCOMPARE(undo->text(), QStringLiteral("Undo"));
        QCOMPARE(shown.panel->findChild<QToolButton *>("variantRedo")->text(), QStringLiteral("Redo"));
        QVERIFY(shown.panel->findChild<QToolButton *>("variantRedo")->toolTip().contains("Variant 1"));
        QCOMPARE(shown.view->currentSourceRow(), 0); // the one before it
        shown.panel->findChild<QToolButton *>("variantRedo")->click();
        QCOMPARE(shown.view->model()->rowCount(), 2);
        QCOMPARE(shown.view->currentSourceRow(), 1); // what came back is what the next decision starts from
        QVERIFY(shown.cell(1, "Run") != QStringLiteral("–"));
    }

    /** A node that passes made stands for captured ones: note and text say for which. */
    void aKernelThatIsRefusedIsTheCallsThatItStandsFor() {
        Shown shown;
        const Compilation &compilation = recorded().compilations.front();
        const auto &calls = compilation.final.entry()->nodes;
        const auto kernel = std::ranges::find_if(calls, [](const NodePtr &node) { return !node->callee.empty(); });
        QVERIFY(kernel != calls.end());
        shown.stage.selection.selectNode(compilation.index, -1, (*kernel)->id);
        shown.button("variantRefuse")->click();
        QVERIFY(shown.rows(2));
        const auto *details = shown.panel->findChild<QLabel *>("variantDetails");
        for (const QString &text : {shown.cell(1, "Note"), details->text()})
            QVERIFY2(text.contains("in the place of Exp %") && text.contains("Tanh %"), qPrintable(text));
        shown.view->selectSourceRow(0);
        QVERIFY2(details->text().contains("the shortest median"), qPrintable(details->text()));
    }

    /** What no card and no line shows is said above the graph and named by Why; the foot says of what its time is part.
     */
    void equalConstantsThatWereMergedAreTold() {
        PythonScripts scripts;
        scripts.run("import numpy as np, mindspore as ms\n"
                    "from mindspore import Tensor, ops\n"
                    "a, b = Tensor(np.float32(2.5)), Tensor(np.float32(2.5))\n"
                    "@ms.jit(jit_level='O1')\n"
                    "def f(x):\n"
                    "    return ops.matmul(x, x) * a + b\n"
                    "f(Tensor(np.ones((4, 4), np.float32)))\n");
        PanelStage stage;
        stage.document.replace(Recorder::instance().take());
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        const Compilation &compilation = stage.document.session().compilations.front();
        const auto pass = std::ranges::find(compilation.passes, "remove_dup_value", &PassRecord::name);
        QVERIFY(pass != compilation.passes.end() && pass->changed);
        stage.selection.selectPass(compilation.index, pass->index);
        QVERIFY(stage.settle());
        QStringList texts;
        for (const QLabel *label : panel.findChildren<QLabel *>())
            if (label->isVisible()) texts << label->text();
        const QString said = texts.join(QLatin1Char('\n'));
        QVERIFY2(said.contains("1 constant") && said.contains("merged"), qPrintable(said));
        QVERIFY2(said.contains(" of compile "), qPrintable(said));
        panel.findChild<QToolButton *>("why")->click();
        const QString why = panel.findChild<RecordView *>("passReasons")->allAsText();
        QVERIFY2(why.contains("in Add %") && why.contains("in Mul %"), qPrintable(why));
    }

    void theFunctionIsNamedAndAnotherOneIsChosen() {
        Shown shown;
        Session two = recorded();
        Compilation other = two.compilations.front();
        ++other.index;
        other.function = "other";
        two.compilations.push_back(std::move(other));
        shown.stage.document.replace(std::move(two));
        QVERIFY(shown.stage.settle());
        auto *functions = shown.panel->findChild<QComboBox *>("variantFunctions");
        QVERIFY(functions->isEnabled() && functions->currentText().startsWith("run "));
        functions->setCurrentIndex(1);
        Q_EMIT functions->activated(1);
        QVERIFY(functions->currentText().startsWith("other "));
        QVERIFY(shown.panel->findChild<QLabel *>("variantDetails")->text().contains("Variants of other"));
        shown.stage.document.replace(recorded());
        QVERIFY(!functions->isEnabled() && functions->currentText().startsWith("run "));
    }

    /** Rows have keys of their own, which once stood in the menu as entries without a text. */
    void everyEntryOfTheMenuHasAText() {
        Shown shown;
        shown.button("variantLevel")->click();
        QVERIFY(shown.rows(2));
        QMenu menu;
        RowMenu::of(*shown.view).fill(menu, shown.view->currentIndex());
        QSet<QKeySequence> keys;
        for (QAction *action : menu.actions()) {
            QVERIFY(action->isSeparator() || !action->text().isEmpty());
            if (action->shortcut().isEmpty()) continue;
            QVERIFY2(!keys.contains(action->shortcut()), qPrintable(action->shortcut().toString()));
            keys.insert(action->shortcut());
        }
        QVERIFY(keys.contains(Qt::Key_F2) && keys.contains(Qt::Key_Delete));
    }

    /** A click far to the right must not take the names out of sight. */
    void namesStayInSightWhereverARowIsChosen() {
        Shown shown;
        shown.button("variantLevel")->click();
        QVERIFY(shown.rows(2));
        auto &view = *shown.view;
        QVERIFY(view.horizontalScrollBar()->maximum() > 0);
        const int last = view.model()->columnCount() - 1;
        view.selectionModel()->setCurrentIndex(view.model()->index(1, last),
                                               QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QCOMPARE(view.horizontalScrollBar()->value(), 0);
        QVERIFY(view.viewport()->rect().contains(view.visualRect(view.model()->index(0, 0))));
    }

    /** Code that was compiled before makes a compile time another thing: it is said. */
    void kernelsOfTheCacheAreToldOf() {
        Shown shown;
        shown.button("variantLevel")->click();
        QVERIFY(shown.rows(2));
        shown.view->selectSourceRow(0);
        const QString details = shown.panel->findChild<QLabel *>("variantDetails")->text();
        QVERIFY2(details.contains("Recompile time: the code of 1 of 1 kernels came from the cache"),
                 qPrintable(details));
        QVERIFY(shown.view->allAsText().section('\n', 0, 0).split('\t').contains("Recompile time"));
    }

    /** The pinned one says so, figures that count have their differences, times what they are worth. */
    void aVariantIsPinnedAndTheOthersAreHeldAgainstIt() {
        Shown shown;
        const Compilation &compilation = recorded().compilations.front();
        shown.stage.selection.selectNode(compilation.index, -2, compilation.captured.entry()->nodes.front()->id);
        shown.button("variantKeepOut")->click();
        QVERIFY(shown.rows(2));
        QCOMPARE(shown.cell(1, "Δ launches"), QString()); // no such column
        shown.view->selectSourceRow(1);
        shown.choose("Pin as baseline");
        QCOMPARE(shown.cell(1, "Δ run"), QStringLiteral("pinned"));
        QCOMPARE(shown.cell(1, "Δ launches"), QStringLiteral("–"));
        QCOMPARE(shown.cell(0, "Δ launches"), QStringLiteral("-1"));
        QVERIFY2(shown.cell(0, "Δ run").endsWith(" %"), qPrintable(shown.cell(0, "Δ run")));
        QVERIFY2(shown.cell(0, "Δ recompile").startsWith("? "), qPrintable(shown.cell(0, "Δ recompile")));
        QCOMPARE(shown.view->currentSourceRow(), 1);
        shown.choose("Unpin");
        QCOMPARE(shown.cell(0, "Δ launches"), QString());
        shown.choose("Pin as baseline");
        shown.choose("Remove");
        QCOMPARE(shown.cell(0, "Δ launches"), QString()); // what they were held against is gone
    }

    /** As when the language changes. */
    void thePanelIsMadeAnewAndLosesNothing() {
        Shown shown;
        for (const int count : {2, 3}) {
            shown.button("variantLevel")->click();
            QVERIFY(shown.rows(count));
            shown.view->selectSourceRow(0);
        }
        shown.view->selectSourceRow(1);
        shown.view->selectionModel()->select(shown.view->model()->index(2, 0),
                                             QItemSelectionModel::Select | QItemSelectionModel::Rows);
        shown.remake();
        QCOMPARE(shown.view->model()->rowCount(), 3);
        QCOMPARE(shown.view->currentSourceRow(), 1);
        QCOMPARE(shown.view->selectionModel()->selectedRows().size(), 2);
        const QString details = shown.panel->findChild<QLabel *>("variantDetails")->text();
        QVERIFY2(details.startsWith("Variant 1") && !details.contains("Of an earlier run"), qPrintable(details));
        auto *undo = shown.panel->findChild<QToolButton *>("variantUndo");
        QVERIFY2(undo->isEnabled() && undo->toolTip() == "Undo Variant 2", qPrintable(undo->toolTip()));
        undo->click();
        QCOMPARE(shown.view->model()->rowCount(), 2);
    }

    void aVariantThatIsBeingCompiledIsNotLost() {
        Shown shown;
        shown.button("variantLevel")->click();
        shown.remake();
        QVERIFY(shown.rows(2));
        QVERIFY(shown.cell(1, "Run") != QStringLiteral("–"));
    }

    void variantsAreNamedNotedRemovedAndKeptWithTheSession() {
        QTemporaryDir folder;
        const std::string path = (folder.path() + "/kept.jitscope").toStdString();
        {
            Shown shown;
            shown.button("variantLevel")->click();
            QVERIFY(shown.rows(2));
            shown.view->setFocus();
            answer(QStringLiteral("without kernels"));
            QTest::keyClick(shown.view, Qt::Key_F2);
            QCOMPARE(shown.cell(1, "Variant"), QStringLiteral("without kernels"));
            answer(QStringLiteral("slower here"));
            shown.choose("Note\u2026");
            QCOMPARE(shown.cell(1, "Note"), QStringLiteral("slower here"));
            shown.panel->findChild<QToolButton *>("variantUndo")->click();
            QCOMPARE(shown.cell(1, "Note"), QString());
            shown.panel->findChild<QToolButton *>("variantRedo")->click();
            shown.panel->activateWindow();
            QTRY_VERIFY(shown.view->hasFocus());
            QTest::keyClick(shown.view, Qt::Key_Delete);
            QCOMPARE(shown.view->model()->rowCount(), 1);
            QTest::keyClick(shown.view, Qt::Key_Z, Qt::ControlModifier);
            QCOMPARE(shown.view->model()->rowCount(), 2);
            QTest::keyClick(shown.view, Qt::Key_Y, Qt::ControlModifier);
            QCOMPARE(shown.view->model()->rowCount(), 1);
            QVERIFY(QMetaObject::invokeMethod(shown.panel, "undo")); // as Edit > Undo does
            QCOMPARE(shown.view->model()->rowCount(), 2);
            shown.view->selectSourceRow(1);
            shown.choose("Pin as baseline");
            shown.stage.document.settle();
            QVERIFY(saveSession(shown.stage.document.session(), path).ok());
        }
        Shown shown;
        auto loaded = loadSession(path);
        VERIFY_RESULT(loaded);
        shown.stage.document.replace(*std::move(loaded));
        QVERIFY(shown.rows(2));
        QCOMPARE(shown.cell(0, "Variant"), QStringLiteral("As compiled"));
        QCOMPARE(shown.cell(1, "Variant"), QStringLiteral("without kernels"));
        QCOMPARE(shown.cell(1, "Note"), QStringLiteral("slower here"));
        QCOMPARE(shown.cell(1, "Level"), QStringLiteral("O0"));
        QCOMPARE(shown.cell(1, "Δ run"), QStringLiteral("pinned"));
        const QString keptRun = shown.cell(1, "Run");
        QVERIFY(keptRun != QStringLiteral("–"));
        shown.view->selectSourceRow(1);
        shown.choose("Compile again");
        QVERIFY(shown.rows(2));
        QCOMPARE(shown.cell(1, "Note"), QStringLiteral("slower here"));
        shown.choose("Time again");
        QVERIFY(shown.rows(2));
        const QString details = shown.panel->findChild<QLabel *>("variantDetails")->text();
        QVERIFY2(!details.contains("Of an earlier run"), qPrintable(details));
    }

    /** F5 takes the recording away, not what was decided: where the same graph is captured, its variants are there. */
    void variantsGoOnWithTheNextRunOfTheSameGraph() {
        Shown shown;
        const Compilation &compilation = recorded().compilations.front();
        const auto exp = std::ranges::find(compilation.captured.entry()->nodes, op::Exp, &Node::op);
        shown.stage.selection.selectNode(compilation.index, -2, (*exp)->id);
        shown.button("variantKeepOut")->click();
        QVERIFY(shown.rows(2));
        const QString decisions = shown.cell(1, "Decisions");
        QVERIFY2(decisions.contains("Exp"), qPrintable(decisions));
        const auto again = [](const char *text) {
            PythonScripts scripts;
            scripts.run(text);
            return Recorder::instance().take();
        };
        shown.stage.document.replace(Session());
        shown.stage.document.replace(again(script));
        QVERIFY(shown.rows(2));
        const Module &captured = shown.stage.document.session().compilations.front().captured;
        const auto now = std::ranges::find(captured.entry()->nodes, op::Exp, &Node::op);
        const auto &records = shown.stage.document.session().variants;
        QVERIFY(records.size() == 2);
        QVERIFY(records.back().decisions.at(0).decision.nodes == std::vector{(*now)->id});
        shown.view->selectSourceRow(1);
        shown.choose("Compile again");
        QVERIFY(shown.rows(2));
        QCOMPARE(shown.cell(1, "Kernels"), QString("1"));
        shown.stage.document.replace(again("import mindspore as ms\n"
                                           "@ms.jit\n"
                                           "def run(x):\n"
                                           "    return x + x\n"
                                           "run(ms.Tensor([1.0]))\n"));
        QVERIFY(shown.rows(0));
    }

    void bytesVerdictsAndTimesStandBesideThePass() {
        PanelStage stage;
        stage.document.replace(recorded());
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        QVERIFY(stage.settle());
        auto *list = panel.findChild<QListView *>("passList");
        const auto cells = [list](const QString &title) {
            QStringList texts;
            for (int column = 0; column < list->model()->columnCount(); ++column)
                if (list->model()->headerData(column, Qt::Horizontal).toString() == title)
                    for (int row = 0; row < list->model()->rowCount(); ++row)
                        texts << list->model()->index(row, column).data().toString();
            texts.removeAll(QString());
            return texts;
        };
        QVERIFY2(cells("Bytes").size() >= 2, qPrintable(cells("Bytes").join(", ")));
        QVERIFY(cells("Against eager").isEmpty() && cells("Run time").isEmpty());
        auto *check = panel.findChild<QToolButton *>("passCheck"), *time = panel.findChild<QToolButton *>("passTime");
        check->click();
        QCOMPARE(check->text(), QString("stop"));
        QTRY_VERIFY_WITH_TIMEOUT(!cells("Against eager").isEmpty(), scaledTimeout(20000));
        QCOMPARE(check->text(), QString("check values"));
        for (const QString &text : cells("Against eager"))
            QVERIFY2(text == "equal" || text.startsWith("within "), qPrintable(text));
        time->click();
        QTRY_VERIFY_WITH_TIMEOUT(!cells("Run time").isEmpty(), scaledTimeout(40000));
        for (const QString &text : cells("Run time"))
            QVERIFY2(text == "within the noise" || text.endsWith(" %"), qPrintable(text));
        QVERIFY(panel.contentAsText().contains("Against eager"));
    }

    void whatMenusAskForBecomesARow() {
        Shown shown;
        const Compilation &compilation = recorded().compilations.front();
        askForVariant(shown.stage.context, compilation.index, {Decision::Kind::End, "inline.inline", {}});
        QVERIFY(shown.rows(2));
        QCOMPARE(shown.cell(1, "Kernels"), QStringLiteral("0"));
        const auto &calls = compilation.captured.entry()->nodes;
        askForVariant(shown.stage.context, compilation.index, {Decision::Kind::Dtype, "float16", {calls[0]->id}});
        QVERIFY(shown.rows(3));
        const QString details = shown.panel->findChild<QLabel *>("variantDetails")->text();
        QVERIFY2(details.contains("computed in float16") && details.contains("no pass runs behind"),
                 qPrintable(details));
        shown.choose("Copy as options of jitscope variant");
        QVERIFY2(QGuiApplication::clipboard()->text().startsWith("--end inline.inline --dtype float16@%"),
                 qPrintable(QGuiApplication::clipboard()->text()));
        shown.panel->findChild<QToolButton *>("variantUndo")->click();
        QCOMPARE(shown.view->model()->rowCount(), 2);
    }

    void theConsoleLeavesARow() {
        Shown shown;
        Session part;
        part.info["variant 0001"] = "0\n--without\ngraph_kernel_cluster";
        shown.stage.document.append(std::move(part));
        QVERIFY(shown.rows(2));
        QCOMPARE(shown.cell(1, "Kernels"), QStringLiteral("0"));
        shown.stage.document.settle();
        QVERIFY(!shown.stage.document.session().info.contains("variant 0001"));
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
        QVERIFY(!shown.button("variantWithoutPass")->isEnabled()); // it is off in the new row, which is chosen
        QVERIFY(shown.button("variantWithoutPass")->toolTip().contains("already"));
        QCOMPARE(shown.button("variantLevel")->text(), QStringLiteral("At O0"));
        shown.button("variantLevel")->click();
        QVERIFY(shown.rows(3));
        QCOMPARE(shown.cell(2, "Level"), QStringLiteral("O0"));
    }
};

JITSCOPE_WINDOW_TEST(TestVariantsPanel)

} // namespace jitscope::tst_variantspanel

#include "tst_variantspanel.moc"
