// SPDX-License-Identifier: Apache-2.0
// Find culprit in the real window: a sound function is called sound, a planted wrong rewrite is found at its pass and
// node with both tensors, and what shows it is taken away as a test case, a smaller function and a report.
#include "app/graphview/graphview.h"
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/takeaway.h"
#include "app/panels/editor/editorpanel.h"
#include "app/sdk/labrequests.h"
#include "app/sdk/selection.h"
#include "app/tensorview/tensorgrid.h"
#include "engine/base/file.h"
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/run/valuedifference.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QToolButton>

namespace jitscope::tst_culprit {

using namespace jitscope;

namespace {

constexpr int runTimeoutMs = 30000;

const QString script = QStringLiteral("import numpy as np\n"
                                      "import mindspore as ms\n"
                                      "from mindspore import Tensor, ops\n"
                                      "\n"
                                      "@ms.jit(jit_level='O1')\n"
                                      "def f(x, y):\n"
                                      "    z = ops.tanh(x * y)\n"
                                      "    z = z + y\n"
                                      "    return ops.reduce_sum(z * 1.37, 1)\n"
                                      "\n"
                                      "x = Tensor(np.linspace(-1, 1, 12).reshape(4, 3).astype(np.float32))\n"
                                      "y = Tensor(np.linspace(0.1, 2, 12).reshape(4, 3).astype(np.float32))\n"
                                      "print('gives', f(x, y).asnumpy().tolist())\n");

/** Types `folder` into the dialog that comes next and presses its button. */
void answerFolder(const QString &folder) {
    QTimer::singleShot(0, qApp, [folder] {
        QWidget *dialog = QApplication::activeModalWidget();
        QVERIFY(dialog);
        auto *edit = dialog->findChild<QLineEdit *>("folderEdit");
        auto *write = dialog->findChild<QPushButton *>("folderWrite");
        edit->clear();
        QVERIFY(!write->isEnabled());
        QTest::keyClicks(edit, folder);
        QTest::mouseClick(write, Qt::LeftButton);
        QVERIFY(!dialog->isVisible());
    });
}

} // namespace

class CulpritTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow({1500, 900});
        QVERIFY(m_window);
    }

    void cleanupTestCase() { m_window.reset(); }

    void withoutAFunctionItSaysWhatToDo() {
        m_window->showPanel("culprit");
        QTRY_VERIFY(panel()->isVisible());
        QVERIFY(!button("culpritStart")->isVisible());
        QVERIFY(allLabels().contains("No function to search"));
        QVERIFY(!action("find-culprit")->isEnabled());
    }

    void aSoundFunctionIsCalledSound() {
        runScript();
        const size_t ops = session().ops.size(), tensors = session().tensors.size();
        action("find-culprit")->trigger();
        QVERIFY(finished());
        QVERIFY2(verdict().contains("All is well"), qPrintable(verdict()));
        QVERIFY2(verdict().contains("Tolerance: 0.0001 of the largest element"), qPrintable(verdict()));
        // One rule says everywhere what a difference is.
        QCOMPARE(panel()->findChild<QLineEdit *>("culpritTolerance")->text().toDouble(), usualTolerance);
        QVERIFY2(verdict().contains("x, y: as recorded in the first call"), qPrintable(verdict()));
        QVERIFY(!button("culpritPass")->isVisible() && !button("culpritReduce")->isVisible());
        // Nothing of it is in the recording.
        QCOMPARE(session().ops.size(), ops);
        QCOMPARE(session().tensors.size(), tensors);
    }

    void aPlantedWrongRewriteIsFoundWithBothTensors() {
        qputenv("JITSCOPE_WRONG_BEHIND", "arithmetic_simplify");
        const auto loaded = loadPlugins(JITSCOPE_BUILD_DIR "/tests/wrong_rewrite");
        QVERIFY(loaded.size() == 1 && loaded.front().loaded);
        runScript();
        const bool wasModified = m_window->document().isModified();
        const auto info = session().info;
        m_window->setPerspective("step");
        action("find-culprit")->trigger();
        QVERIFY(finished());
        QVERIFY2(verdict().contains("wrong_rewrite is the first to leave"), qPrintable(verdict()));
        QVERIFY2(verdict().contains("Sub %") && verdict().contains("x + y -> x - y"), qPrintable(verdict()));
        QVERIFY2(verdict().contains("12 of 12 elements") && verdict().contains("ULP"), qPrintable(verdict()));
        // The pass and the node are selected, and the Passes panel shows them.
        const Anchor &anchor = m_window->selection().current();
        const Compilation &compilation = session().compilations.back();
        QCOMPARE(anchor.compilation, compilation.index);
        COMPARE_TEXT(compilation.passes[size_t(anchor.pass)].name, "wrong_rewrite");
        const NodePtr node = findNode(compilation.passes[size_t(anchor.pass)].after, anchor.node);
        QVERIFY(node && node->op == op::Sub);
        QTRY_VERIFY(!m_window->panel("passes")->visibleRegion().isEmpty());
        QVERIFY(!panel()->visibleRegion().isEmpty());
        // Both tensors, with the first difference marked in both: tanh(x y) + y against tanh(x y) - y.
        QCOMPARE(grid("pairLeft")->current(), 0);
        QCOMPARE(grid("pairRight")->current(), 0);
        const double right = grid("pairLeft")->cut().tensor().at(0), given = grid("pairRight")->cut().tensor().at(0);
        QVERIFY(std::abs(right - given - 2 * 0.1) < 1e-5);
        QTest::mouseClick(button("culpritLargest"), Qt::LeftButton);
        QCOMPARE(grid("pairRight")->current(), grid("pairLeft")->current());
        QVERIFY(grid("pairLeft")->current() != 0);
        // The arrow keys walk through both.
        grid("pairLeft")->setFocus();
        QTest::mouseClick(button("culpritFirst"), Qt::LeftButton);
        QTest::keyClick(grid("pairLeft"), Qt::Key_Right);
        QCOMPARE(grid("pairRight")->current(), 1);
        const QString text = panel()->contentAsText();
        QVERIFY2(text.contains("Expected, by eager: Add %") && text.contains("Actual"), qPrintable(text));
        QCOMPARE(m_window->document().isModified(), wasModified);
        QVERIFY(session().info == info);
    }

    void theNodeIsWrittenAsATestCaseThatFails() {
        const QString folder = m_folder.filePath("new/case"); // nobody made it: its name was typed
        answerFolder(folder);
        QTest::mouseClick(button("culpritCase"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder + "/case.py"), runTimeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->jobs().running(), 0, runTimeoutMs);
        const auto [code, text] = run(folder + "/case.py");
        QVERIFY2(code == 1 && text.contains("12 of 12 elements differ"), qPrintable(text));
    }

    void theFunctionIsReducedWithProgress() {
        const QString folder = m_folder.filePath("reduced");
        answerFolder(folder);
        QTest::mouseClick(button("culpritReduce"), Qt::LeftButton);
        QVERIFY(finished());
        QVERIFY2(allLabels().contains("1 of "), qPrintable(allLabels()));
        const std::string ir = testing::readText((folder + "/reduced.ir").toStdString());
        QVERIFY2(ir.find("Add(") != std::string::npos && ir.find("Tanh(") == std::string::npos, ir.c_str());
        const auto [code, text] = run(folder + "/case.py");
        QVERIFY2(code == 0, qPrintable(text)); // the captured function is right: it is the compile that is not
    }

    void aSearchCanBeStopped() {
        QTest::mouseClick(button("culpritStart"), Qt::LeftButton);
        QCOMPARE(button("culpritStart")->text(), QString("Stop"));
        QTest::mouseClick(button("culpritStart"), Qt::LeftButton);
        QCOMPARE(button("culpritStart")->text(), QString("Find culprit"));
        QVERIFY(allLabels().contains("It was stopped."));
        QTRY_COMPARE_WITH_TIMEOUT(m_window->jobs().running(), 0, runTimeoutMs);
        QVERIFY(panel()->contentAsText().isEmpty());
    }

    void theCulpritOfAVariantIsFound() {
        LabRequests::of(m_window->selection())
            .wantCulprit(session().compilations.back().index, VariantSpec{JitLevel::O0, {}});
        QVERIFY(finished());
        QVERIFY2(verdict().contains("wrong_rewrite is the first to leave"), qPrintable(verdict()));
        // Its stages are no part of the recording: they are compared by themselves, at the node.
        QVERIFY(stagesShowTheCulprit());
        m_window->showPanel("passes");
        QTest::mouseClick(button("culpritPass"), Qt::LeftButton);
        QVERIFY(stagesShowTheCulprit());
        const CulpritPlace *place = LabRequests::of(m_window->selection())
                                        .culpritOf(session().compilations.back().index, VariantSpec{JitLevel::O0, {}});
        QVERIFY(place && place->title.contains("wrong_rewrite") && place->title.contains("Sub %"));
    }

    /** From the table of variants, too, where one is that differs. */
    void theTableOfVariantsLeadsToTheCulprit() {
        m_window->showPanel("variants");
        m_window->selection().selectPass(session().compilations.back().index, -1);
        auto *level = m_window->panel("variants")->findChild<QPushButton *>("variantLevel");
        QTest::mouseClick(level, Qt::LeftButton);
        auto *table = m_window->panel("variants")->findChild<RecordView *>("variantTable");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady() && table->model()->rowCount() == 2, runTimeoutMs);
        table->selectSourceRow(1);
        auto *details = m_window->panel("variants")->findChild<QLabel *>("variantDetails");
        QVERIFY2(details->text().contains("Culprit: ") && details->text().contains("wrong_rewrite"),
                 qPrintable(details->text()));
        QMenu menu;
        RowMenu::of(*table).fill(menu, table->currentIndex());
        const QList<QAction *> entries = menu.actions();
        const auto show = std::ranges::find_if(entries, [](const QAction *entry) {
            return entry->text().startsWith("Show the culprit: ") && entry->text().contains("wrong_rewrite");
        });
        QVERIFY(show != entries.end());
        (*show)->trigger();
        QVERIFY(stagesShowTheCulprit());
    }

    void nodesHaveTheEntriesInTheirMenu() {
        const Compilation &compilation = session().compilations.back();
        const NodePtr last = compilation.captured.entry()->nodes.back();
        const auto leading = callsLeadingTo(compilation.captured, last->id);
        QVERIFY(leading.size() >= 4 && leading.back() == last->id);
    }

    void theReportNeedsNothingElse() {
        const QString path = m_folder.filePath("report.html");
        m_window->exportReportTo(path);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), runTimeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->jobs().running(), 0, runTimeoutMs);
        const QString text = QString::fromStdString(testing::readText(path.toStdString()));
        for (const char *part : {"<svg", "<h3>Passes</h3>", "<h3>Graphs</h3>", "<h3>What passes did to the IR</h3>",
                                 "<h3>Fused kernels</h3>", "x + y -&gt; x - y", "wrong_rewrite"})
            QVERIFY2(text.contains(part), part);
        QString links = text;
        links.remove("http://www.w3.org/2000/svg").remove("http://www.w3.org/1999/xlink");
        for (const char *link : {"http:", "https:", "src=", "<script", "@import", "url(h"})
            QVERIFY2(!links.contains(link), link);
    }

    void anotherRecordingLeavesNoTrace() {
        m_window->document().replace(Session());
        QTRY_VERIFY(panel()->contentAsText().isEmpty());
        QVERIFY(allLabels().contains("No function to search"));
        QVERIFY(!action("find-culprit")->isEnabled());
    }

private:
    Panel *panel() { return m_window->panel("culprit"); }
    QToolButton *button(const char *name) { return panel()->findChild<QToolButton *>(QLatin1String(name)); }
    TensorGrid *grid(const char *name) { return panel()->findChild<TensorGrid *>(QLatin1String(name)); }
    QAction *action(const char *id) { return m_window->findChild<QAction *>(QLatin1String(id)); }
    const Session &session() { return m_window->document().session(); }
    EditorPanel &editor() { return *qobject_cast<EditorPanel *>(m_window->panel("editor")); }
    QString verdict() { return panel()->contentAsText(); }

    QString allLabels() {
        QStringList texts;
        for (const QLabel *label : panel()->findChildren<QLabel *>())
            if (label->isVisible()) texts.append(label->text());
        return texts.join('\n');
    }

    /** Compare stages is in sight, with the pass of the variant on the right and the wrong Sub marked. */
    bool stagesShowTheCulprit() {
        return QTest::qWaitFor(
            [&] {
                const StagePair compared = m_window->selection().compared();
                const auto *view = m_window->panel("stages")->findChild<GraphView *>("graphAfter");
                const std::vector<int> &cards = view->selectedCards();
                return m_window->isReady() && !m_window->panel("stages")->visibleRegion().isEmpty() &&
                       compared.right.variant == VariantSpec{JitLevel::O0, {}} &&
                       compared.left.pass == compared.right.pass - 1 && cards.size() == 1 &&
                       view->graph().nodes[size_t(cards.front())].title == QString("Sub");
            },
            runTimeoutMs);
    }

    bool finished() {
        return QTest::qWaitFor(
            [&] { return panel()->isReady() && button("culpritStart")->text() == QString("Find culprit"); },
            runTimeoutMs);
    }

    std::pair<int, QString> run(const QString &path) {
        QProcess python;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PYTHONPATH", JITSCOPE_BUILD_DIR "/python");
        python.setProcessEnvironment(environment);
        python.start("/usr/bin/python3", {path});
        python.waitForFinished(runTimeoutMs);
        return {python.exitCode(), QString::fromUtf8(python.readAllStandardOutput() + python.readAllStandardError())};
    }

    void runScript() {
        const QString path = m_folder.filePath(QString("net%1.py").arg(++m_scripts));
        QVERIFY(writeFile(path.toStdString(), script.toStdString()).ok());
        m_window->openPath(path);
        QTRY_COMPARE(editor().currentPath(), path);
        editor().setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle && !session().compilations.empty() &&
                                     QString::fromStdString(session().compilations.back().function).endsWith("f"),
                                 runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(
            std::ranges::any_of(session().output,
                                [](const OutputChunk &chunk) { return chunk.text.find("gives") != std::string::npos; }),
            runTimeoutMs);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    int m_scripts = 0;
};

JITSCOPE_WINDOW_TEST(CulpritTest)

} // namespace jitscope::tst_culprit

#include "tst_culprit.moc"
