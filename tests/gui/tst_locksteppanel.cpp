// SPDX-License-Identifier: Apache-2.0
// Lock step in the real window, with keys and mouse: a sound function agrees, a planted wrong rewrite is found at its
// node and pass, and what happens around it: stopping, tolerances, filters.
#include "app/models/recordview.h"
#include "app/panels/editor/editorpanel.h"
#include "app/shell/preferences.h"
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace jitscope::tst_locksteppanel {

using namespace jitscope;

namespace {

constexpr int runTimeoutMs = 30000;

/** A fused chain, a loop and a draw of random numbers; prints, and writes to a parameter. */
const QString script = QStringLiteral("import numpy as np\n"
                                      "import mindspore as ms\n"
                                      "from mindspore import Tensor, Parameter, nn, ops\n"
                                      "\n"
                                      "class Net(nn.Cell):\n"
                                      "    def __init__(self):\n"
                                      "        super().__init__()\n"
                                      "        self.count = Parameter(Tensor(np.zeros(4, np.float32)), name='count')\n"
                                      "\n"
                                      "    def construct(self, x, y):\n"
                                      "        z = ops.tanh(x * y)\n"
                                      "        z = z + y\n"
                                      "        z = ops.softmax(z * 1.37, 1) * 1.1\n"
                                      "        ops.assign_add(self.count, ops.ones((4,), ms.float32))\n"
                                      "        print('once only', z)\n"
                                      "        return ops.reduce_sum(z, 1) * self.count\n"
                                      "\n"
                                      "net = Net()\n"
                                      "net.construct = ms.jit(net.construct, jit_level='O1')\n"
                                      "x = Tensor(np.linspace(-1, 1, 12).reshape(4, 3).astype(np.float32))\n"
                                      "y = Tensor(np.linspace(0.1, 2, 12).reshape(4, 3).astype(np.float32))\n"
                                      "print('gives', net(x, y).asnumpy().tolist())\n");

} // namespace

class LockstepPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow({1500, 900});
        QVERIFY(m_window);
    }

    void cleanup() {
        m_window->runner().stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }

    void cleanupTestCase() { m_window.reset(); }

    void withoutAFunctionItSaysWhatToDo() {
        m_window->showPanel("lockstep");
        QTRY_VERIFY(panel()->isVisible());
        QVERIFY(!button("lockstepStart")->isVisible());
        QVERIFY(allLabels().contains("No function to run in lock step"));
    }

    /** Nobody called it, so there is no call to repeat: the choice has the function, forward with its gradient. */
    void theBackwardHalfOfAFunctionIsNotOffered() {
        open("gradient.py", "import numpy as np\n"
                            "import mindspore as ms\n"
                            "from mindspore import Tensor, ops\n"
                            "@ms.jit\n"
                            "def f(x):\n"
                            "    return ops.tanh(x) * 2\n"
                            "ms.grad(lambda x: f(x).sum())(Tensor(np.ones((2, 3), np.float32)))\n"
                            "print('gives')\n");
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(outputOf("gives") == 1, runTimeoutMs);
        waitForRun();
        QCOMPARE(session().compilations.size(), size_t(2));
        COMPARE_TEXT(session().compilations.back().function, "f.grad");
        m_window->showPanel("lockstep");
        const auto *functions = panel()->findChild<QComboBox *>("lockstepFunctions");
        QTRY_COMPARE(functions->count(), 1);
        QVERIFY2(functions->itemText(0).startsWith("f ") && functions->itemText(0).contains("for a gradient"),
                 qPrintable(functions->itemText(0)));
    }

    /** In a window of 1280x720 it is 400 pixels wide. */
    void itsControlsBreakIntoLinesWhereItIsNarrow() {
        runScript();
        m_window->showPanel("lockstep");
        QTRY_VERIFY(button("lockstepStart")->isVisible());
        QVERIFY2(panel()->minimumSizeHint().width() <= 380,
                 qPrintable(QString::number(panel()->minimumSizeHint().width())));
    }

    void aSoundFunctionAgreesWithItself() {
        runScript();
        const size_t ops = session().ops.size(), calls = session().graphCalls.size();
        const QString ended = endText();
        QVERIFY2(ended.startsWith("finished in "), qPrintable(ended));
        start();
        QVERIFY2(verdict().contains("all within the tolerance"), qPrintable(verdict()));
        // Of the run of the program nothing has changed: what it ran, how often, and how long it took.
        QTest::qWait(200);
        QCOMPARE(session().ops.size(), ops);
        QCOMPARE(session().graphCalls.size(), calls);
        QCOMPARE(endText(), ended);
        // What the program printed and wrote stays as it was.
        QCOMPARE(outputOf("once only"), 1);
        console("print('count is', net.count.asnumpy().tolist())");
        QTRY_VERIFY_WITH_TIMEOUT(outputOf("count is [1.0, 1.0, 1.0, 1.0]") == 1, runTimeoutMs);
        QVERIFY(!button("lockstepPass")->isVisible());
    }

    void keysGoFromPairToPair() {
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_N);
        const QString first = verdict();
        QVERIFY2(first.contains("step 1 "), qPrintable(first));
        const int64_t firstTensor = m_window->selection().current().tensor;
        QVERIFY(firstTensor >= 0);
        QCOMPARE(m_window->selection().current().line, 11);
        QTest::keyClick(view(), Qt::Key_N);
        QVERIFY(verdict() != first);
        QVERIFY(m_window->selection().current().tensor != firstTensor);
        QTest::keyClick(view(), Qt::Key_P);
        QCOMPARE(verdict(), first);
        QTest::keyClick(view(), Qt::Key_P); // there is none before
        QCOMPARE(verdict(), first);
        // The node that has the operator's place is selected with it, and its values were recorded.
        const Anchor &anchor = m_window->selection().current();
        QVERIFY(anchor.node.valid() && anchor.compilation >= 0);
        QVERIFY(session().tensor(anchor.tensor) && session().tensor(anchor.tensor)->value.defined());
    }

    void theMouseSelectsARow() {
        const QModelIndex index = view()->model()->index(view()->model()->rowCount() - 1, 1);
        view()->scrollTo(index);
        QTest::qWait(50);
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, view()->visualRect(index).center());
        QVERIFY2(verdict().contains("count afterwards"), qPrintable(verdict()));
    }

    void aTighterToleranceIsTakenAtOnce() {
        auto *relative = panel()->findChild<QLineEdit *>("lockstepRelative");
        auto *absolute = panel()->findChild<QLineEdit *>("lockstepAbsolute");
        for (QLineEdit *edit : {relative, absolute}) {
            edit->setFocus();
            edit->selectAll();
            QTest::keyClicks(edit, "0");
            QTest::keyClick(edit, Qt::Key_Return);
        }
        // Fused kernels round otherwise; with no tolerance that is a difference.
        QVERIFY2(verdict().contains("above the tolerance"), qPrintable(verdict()));
        const int all = view()->model()->rowCount();
        QTest::mouseClick(button("lockstepOnly"), Qt::LeftButton);
        QVERIFY(view()->model()->rowCount() < all && view()->model()->rowCount() > 0);
        QTest::mouseClick(button("lockstepOnly"), Qt::LeftButton);
        QCOMPARE(view()->model()->rowCount(), all);
        for (QLineEdit *edit : {relative, absolute}) {
            edit->setFocus();
            edit->selectAll();
            QTest::keyClicks(edit, edit == relative ? "1e-3" : "1e-6");
            QTest::keyClick(edit, Qt::Key_Return);
        }
        QVERIFY2(verdict().contains("all within the tolerance"), qPrintable(verdict()));
    }

    void anotherLanguageKeepsWhatIsShown() {
        auto *relative = panel()->findChild<QLineEdit *>("lockstepRelative");
        auto *absolute = panel()->findChild<QLineEdit *>("lockstepAbsolute");
        for (QLineEdit *edit : {relative, absolute}) {
            edit->setFocus();
            edit->selectAll();
            QTest::keyClicks(edit, "0");
            QTest::keyClick(edit, Qt::Key_Return);
        }
        QTest::mouseClick(button("lockstepOnly"), Qt::LeftButton);
        const int rows = view()->model()->rowCount();
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_Down);
        const int row = view()->currentSourceRow();
        const Anchor selected = m_window->selection().current();
        for (const char *language : {"zh_CN", "en"}) {
            speak(language);
            QTRY_COMPARE(view()->model()->rowCount(), rows);
            QVERIFY(button("lockstepOnly")->isChecked());
            QCOMPARE(view()->currentSourceRow(), row);
            QCOMPARE(m_window->selection().current(), selected);
        }
        QTest::mouseClick(button("lockstepOnly"), Qt::LeftButton);
        panel()->findChild<QLineEdit *>("lockstepRelative")->setText("1e-3");
        panel()->findChild<QLineEdit *>("lockstepAbsolute")->setText("1e-6");
        QTest::keyClick(panel()->findChild<QLineEdit *>("lockstepAbsolute"), Qt::Key_Return);
    }

    void thePanelAsTextHasBothSides() {
        const QString text = panel()->contentAsText();
        QVERIFY2(text.contains("Tanh") && text.contains("Eager operator") && text.contains("\t=\t"), qPrintable(text));
    }

    void theFilterKeepsRowsWithItsWords() {
        m_window->find();
        auto *filter = panel()->findChild<QLineEdit *>("lockstepFilter");
        QTRY_VERIFY(filter->hasFocus());
        QTest::keyClicks(filter, "assignadd");
        QVERIFY(view()->model()->rowCount() >= 1 && view()->model()->rowCount() <= 3);
        QTest::keyClick(filter, Qt::Key_Escape);
    }

    void aFunctionOfAnotherRunIsRefusedInWords() {
        console("import mindspore; mindspore._run._calls.clear()");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        QTest::mouseClick(button("lockstepStart"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(allLabels().contains("There is no call of 'Net.construct' to repeat"), runTimeoutMs);
    }

    void itCanBeStopped() {
        open("slow.py", "import numpy as np\nimport mindspore as ms\nfrom mindspore import Tensor, ops\n"
                        "calls = [0]\n"
                        "@ms.jit\ndef f(x):\n    return ops.exp(ops.tanh(x))\n"
                        "f(Tensor(np.ones(3, np.float32)))\n"
                        "f_call = mindspore_call = next(iter(ms._run._calls.values()))\n"
                        "def endless(x):\n    while True:\n        x = ops.tanh(x)\n"
                        "f_call._function = lambda: endless\n");
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        waitForRun();
        m_window->showPanel("lockstep");
        QTest::mouseClick(button("lockstepStart"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(button("lockstepStart")->text(), QString("Stop"), runTimeoutMs);
        QTest::qWait(200);
        QVERIFY(m_window->runner().state() == RunState::Running);
        QTest::mouseClick(button("lockstepStart"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(allLabels().contains("The lock step was stopped."), runTimeoutMs);
        QCOMPARE(button("lockstepStart")->text(), QString("Start"));
    }

    void aPlantedWrongRewriteIsFoundAtItsNode() {
        qputenv("JITSCOPE_WRONG_BEHIND", "arithmetic_simplify");
        const auto loaded = loadPlugins(JITSCOPE_BUILD_DIR "/tests/wrong_rewrite");
        QVERIFY(loaded.size() == 1 && loaded.front().loaded);
        runScript();
        start();
        QVERIFY2(verdict().contains("above the tolerance"), qPrintable(verdict()));
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_D);
        QVERIFY2(verdict().contains(" Add") && verdict().contains("Sub %"), qPrintable(verdict()));
        QVERIFY2(verdict().contains("wrong_rewrite made it"), qPrintable(verdict()));
        QVERIFY2(verdict().contains("x + y -> x - y"), qPrintable(verdict()));
        QVERIFY2(verdict().contains("f32[4,3]") && verdict().contains("Element "), qPrintable(verdict()));
        QCOMPARE(m_window->selection().current().line, 12);
        // The eager value is shown, under a name that says whose it is; the graph's is what it is compared with.
        const auto eager = session().tensor(m_window->selection().current().tensor);
        QVERIFY(eager && eager->value.defined());
        COMPARE_TEXT(eager->name.str(), "Add in lock step, eager");
        m_window->showPanel("values");
        QCOMPARE(m_window->panel("values")->findChild<QLabel *>("valuesTitle")->text(),
                 QString("Add in lock step, eager"));
        m_window->showPanel("lockstep");
        // On to the pass that made it.
        QTest::mouseClick(button("lockstepPass"), Qt::LeftButton);
        const Anchor &anchor = m_window->selection().current();
        const Compilation &compilation = session().compilations[size_t(anchor.compilation)];
        QVERIFY(anchor.pass >= 0);
        COMPARE_TEXT(compilation.passes[size_t(anchor.pass)].name, "wrong_rewrite");
        const NodePtr node = findNode(compilation.passes[size_t(anchor.pass)].after, anchor.node);
        QVERIFY(node && node->op == op::Sub);
        QTRY_VERIFY(!m_window->panel("passes")->visibleRegion().isEmpty());
    }

private:
    Panel *panel() { return m_window->panel("lockstep"); }
    RecordView *view() { return panel()->findChild<RecordView *>("lockstepTable"); }
    QToolButton *button(const char *name) { return panel()->findChild<QToolButton *>(QLatin1String(name)); }
    const Session &session() { return m_window->document().session(); }
    EditorPanel &editor() { return *qobject_cast<EditorPanel *>(m_window->panel("editor")); }

    QString allLabels() {
        QStringList texts;
        for (const QLabel *label : panel()->findChildren<QLabel *>())
            if (label->isVisible()) texts.append(label->text());
        return texts.join('\n');
    }
    QString endText() { return m_window->findChild<QLabel *>("statusState")->text(); }
    QString verdict() { return panel()->contentAsText().section("Eager operator", 0, 0); }

    void speak(const char *language) {
        changePreferences([&](Preferences &preferences) { preferences.language = QLatin1String(language); });
        QCoreApplication::processEvents();
    }

    /** How many chunks of output hold the text. */
    int outputOf(const std::string &text) {
        std::string all;
        for (const OutputChunk &chunk : session().output)
            all += chunk.text;
        int count = 0;
        for (size_t at = all.find(text); at != std::string::npos; at = all.find(text, at + 1))
            ++count;
        return count;
    }

    void open(const QString &name, const QString &text) {
        const QString path = m_folder.filePath(name);
        QVERIFY(writeFile(path.toStdString(), text.toStdString()).ok());
        m_window->openPath(path);
        QTRY_COMPARE(editor().currentPath(), path);
        editor().setFocus();
    }

    void console(const QString &source) {
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        m_window->runner().runConsole(source);
    }

    void waitForRun() {
        QTRY_VERIFY_WITH_TIMEOUT(!session().compilations.empty(), runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }

    void runScript() {
        open(QString("net%1.py").arg(++m_scripts), script);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(outputOf("gives") == 1, runTimeoutMs);
        waitForRun();
    }

    void start() {
        m_window->showPanel("lockstep");
        QTRY_VERIFY(button("lockstepStart")->isVisible() && button("lockstepStart")->isEnabled());
        QTest::mouseClick(button("lockstepStart"), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(view()->isVisible() && view()->model()->rowCount() > 0, qPrintable(allLabels()),
                                  runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        QTRY_COMPARE(m_window->focusWidget(), view()); // its keys are for the pairs, not for the script
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    int m_scripts = 0;
};

JITSCOPE_WINDOW_TEST(LockstepPanelTest)

} // namespace jitscope::tst_locksteppanel

#include "tst_locksteppanel.moc"
