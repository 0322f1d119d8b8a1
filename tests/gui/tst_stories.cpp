// SPDX-License-Identifier: Apache-2.0
// What people come for, from beginning to end in the real window, with keys and mouse only: each test is one story.
#include "app/models/recordview.h"
#include "app/models/variablemodel.h"
#include "app/models/variableview.h"
#include "app/panels/editor/editorpanel.h"
#include "engine/base/file.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QTimer>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeView>

namespace jitscope::tst_stories {

using namespace jitscope;

namespace {

constexpr int runTimeoutMs = 20000;

const std::string levelsScript = R"(import numpy as np, mindspore as ms
from mindspore import ops
x = ms.Tensor(np.random.rand(512, 512).astype(np.float32))
w = ms.Tensor(np.random.rand(512, 512).astype(np.float32))

@ms.jit
def chain(x):
    return ops.relu(x * 2.0 + 1.0) * x - ops.abs(x - 0.5) * 3.0

@ms.jit
def product(x, w):
    return ops.matmul(x, w)

for _ in range(20):
    chain(x)
    product(x, w)
)";

} // namespace

class StoriesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow({1600, 1000});
        QVERIFY(m_window);
        RunOptions run = m_window->runner().options();
        run.record = RecordLevel::Values;
        m_window->runner().setOptions(run);
    }

    void cleanup() {
        m_window->runner().setBreakpoints({});
        m_window->runner().stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }

    void cleanupTestCase() { m_window.reset(); }

    /** F10 begins, Ctrl+Alt+N runs to the operator that makes the first infinity, the origin says of what. */
    void theNanOfATrainingScriptIsFound() {
        open("find_the_nan.py");
        press(Qt::Key_F10);
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(), runTimeoutMs);
        press(Qt::Key_N, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(isPaused() && reason() == PauseReason::NonFinite, runTimeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(selectedOp(), std::string("Log"), runTimeoutMs);
        QCOMPARE(lineOfSelected(), QString("    return -(labels * ops.log(probabilities)).sum(axis=-1).mean()"));
        QTRY_COMPARE_WITH_TIMEOUT(local("scale"), QString("400.0"), runTimeoutMs);
        const Session &session = m_window->document().session();
        for (size_t i = 0; i < session.tensors.size(); ++i)
            QCOMPARE(session.tensors[i].id, int64_t(i));
        QCOMPARE(session.ops.back().inputs[0], session.ops[session.ops.size() - 2].outputs[0]); // Log of the Softmax

        // One operator later it is no number; from there the way back leads to the logarithm of 0.
        for (int presses = 0; presses < 3 && selectedOp() != "Mul"; ++presses) {
            press(Qt::Key_F10);
            QTest::qWait(200);
            QTRY_VERIFY_WITH_TIMEOUT(isPaused(), runTimeoutMs);
        }
        QCOMPARE(selectedOp(), std::string("Mul"));
        m_window->showPanel("values");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
        QTest::mouseClick(child<QToolButton>("values", "nextNaN"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(child<QToolButton>("values", "whereFrom")->isEnabled(), runTimeoutMs);
        QTest::mouseClick(child<QToolButton>("values", "whereFrom"), Qt::LeftButton);
        auto *bad = child<QLabel>("origin", "firstBad");
        QTRY_VERIFY2_WITH_TIMEOUT(bad->text().contains("Log of 0"), qPrintable(bad->text()), runTimeoutMs);
        QTest::mouseClick(child<QPushButton>("origin", "goToFirstBad"), Qt::LeftButton);
        QTRY_COMPARE(selectedOp(), std::string("Log"));
        QVERIFY(!m_window->playhead().isLive());
        press(Qt::Key_F5, Qt::ShiftModifier);
    }

    /** The filter of the event list finds the first operator of the network with another number of rows. */
    void theLayerWithTheWrongShapeIsFoundByAFilter() {
        open("find_the_shape.py");
        press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && !m_window->document().session().ops.empty(), runTimeoutMs);
        m_window->showPanel("events");
        auto *filter = child<QLineEdit>("events", "eventFilter");
        filter->setFocus();
        QTest::keyClicks(filter, "phase == \"forward\" and scope ~ \"head\" and shape(out)[0] != 16");
        QTest::keyClick(filter, Qt::Key_Return);
        auto *list = child<QAbstractItemView>("events", "eventList");
        QTRY_VERIFY_WITH_TIMEOUT(list->model()->rowCount() > 0, runTimeoutMs);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Home);
        QTRY_COMPARE_WITH_TIMEOUT(selectedOp(), std::string("Reshape"), runTimeoutMs);
        QCOMPARE(lineOfSelected(), QString("        rows = ops.reshape(features, (-1, 64))"));
        filter->clear();
    }

    /** The same as a breakpoint: the program stops behind the operator. */
    void theLayerWithTheWrongShapeIsFoundByACondition() {
        open("find_the_shape.py");
        m_window->showPanel("breakpoints");
        auto *kind = child<QComboBox>("breakpoints", "breakpointKind");
        kind->setFocus();
        while (kind->currentText() != "condition" && kind->currentIndex() + 1 < kind->count())
            QTest::keyClick(kind, Qt::Key_Down);
        auto *place = child<QLineEdit>("breakpoints", "breakpointPlace");
        QTest::keyClicks(place, "op == \"Reshape\" and shape(out)[0] != 16");
        QTest::keyClick(place, Qt::Key_Return);
        QCOMPARE(m_window->runner().breakpoints().size(), size_t(1));
        press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isPaused() || isIdle(), runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(), runTimeoutMs);
        QTRY_COMPARE(selectedOp(), std::string("Reshape"));
        QCOMPARE(frameFunction(), QString("Head.construct"));
    }

    /** The script ended with an exception; one step back stands at the operator that made the wrong shape. */
    void fromAnExceptionBackToTheOperatorThatCausedIt() {
        open("back_from_the_error.py");
        press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && m_window->document().session().ops.size() == 3, runTimeoutMs);
        QVERIFY(!m_window->document().session().ops.back().error.empty()); // the product that failed
        QTRY_COMPARE(m_window->selection().current().line, lineWith("scores = ops.matmul(queries, keys)"));
        press(Qt::Key_F10, Qt::ShiftModifier);
        QTRY_COMPARE(selectedOp(), std::string("Transpose"));
        QCOMPARE(lineOfSelected(), QString("    return ops.transpose(tokens, (0, 1))"));
    }

    /** A breakpoint, a value changed in the call stack, and on: the result is that of the changed value. */
    void aValueIsChangedAndTheResultDiffersAccordingly() {
        open("values_in_place.py");
        editor().goToLine(lineWith("    ops.assign_sub(weight"));
        press(Qt::Key_F9);
        press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(), runTimeoutMs);
        m_window->showPanel("callstack");
        auto *view = m_window->panel("callstack")->findChild<VariableView *>();
        QTRY_VERIFY_WITH_TIMEOUT(view->variables().find("rate").isValid(), runTimeoutMs);
        QCOMPARE(local("rate"), QString("0.25"));
        view->setFocus();
        view->setCurrentIndex(view->variables().find("rate"));
        QTest::keyClick(view, Qt::Key_F2);
        auto *cell = view->findChild<QLineEdit *>();
        QVERIFY(cell != nullptr);
        cell->selectAll();
        QTest::keyClicks(cell, "0.5");
        QTest::keyClick(cell, Qt::Key_Return);
        QTRY_VERIFY2_WITH_TIMEOUT(local("rate").endsWith("0.5"), qPrintable(local("rate")), runTimeoutMs);
        press(Qt::Key_F9);
        QVERIFY(m_window->runner().breakpoints().empty());
        press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), runTimeoutMs);
        QTRY_VERIFY2(consoleText().contains("weight [-0.1875, -0.1875, -0.1875]"),
                     qPrintable(consoleText().right(200)));
    }

    /** While the program stands, the console works in its frame: what it assigns is there. */
    void theConsoleWorksInTheFrameOfTheStop() {
        open("values_in_place.py");
        editor().goToLine(lineWith("    ops.assign_sub(weight"));
        press(Qt::Key_F9);
        press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(), runTimeoutMs);
        m_window->showPanel("console");
        auto *console = m_window->panel("console")->findChild<QPlainTextEdit *>("consoleText");
        QTRY_VERIFY2(consoleText().endsWith("momentum:17 >>> "), qPrintable(consoleText().right(60)));
        QTest::keyClicks(console, "rate * 4");
        QTest::keyClick(console, Qt::Key_Return);
        QTRY_VERIFY2_WITH_TIMEOUT(consoleText().contains("\n1.0\nmomentum:17 >>> "),
                                  qPrintable(consoleText().right(200)), runTimeoutMs);
        QTest::keyClicks(console, "rate = 0.5");
        QTest::keyClick(console, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(local("rate").endsWith("0.5"), runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(consoleText().endsWith("momentum:17 >>> "), runTimeoutMs);
        QTest::keyClicks(console, "nowhere");
        QTest::keyClick(console, Qt::Key_Return);
        QTest::keyClicks(console, "grad"); // typed before the answer is there: it stands at the next prompt
        QTRY_VERIFY2_WITH_TIMEOUT(consoleText().endsWith("is not defined\nmomentum:17 >>> grad"),
                                  qPrintable(consoleText().right(120)), runTimeoutMs);
        QTest::keyClick(console, Qt::Key_Tab);
        QTRY_VERIFY2(consoleText().endsWith("gradient"), qPrintable(consoleText().right(60)));
    }

    /** One fusion of the attention is refused from the reasons of its pass; the table has both ways beside each other;
        undone, it has one. */
    void aFusionOfAnAttentionIsRefusedAndItsCostRead() {
        open("attention.py");
        press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && !m_window->document().session().compilations.empty(), runTimeoutMs);
        press(Qt::Key_2, Qt::ControlModifier | Qt::AltModifier);
        auto *filter = child<QLineEdit>("passes", "passFilter");
        filter->setFocus();
        QTest::keyClicks(filter, "mb"); // MatMul_Biasadd_fusion
        auto *passes = child<QListView>("passes", "passList");
        QTRY_COMPARE(passes->model()->rowCount(), 2);
        passes->setFocus();
        passes->setCurrentIndex(passes->model()->index(1, 0));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
        QTest::mouseClick(m_window->panel("passes")->findChild<QToolButton *>("why"), Qt::LeftButton);
        auto *reasons = child<RecordView>("passes", "passReasons");
        QTRY_VERIFY_WITH_TIMEOUT(reasons->model()->rowCount() > 0, runTimeoutMs);
        reasons->selectSourceRow(0);
        chooseFrom(*reasons, {"New variant", "Refuse “MatMul + BiasAdd"});
        auto *table = child<QAbstractItemView>("variants", "variantTable");
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() == 2 && cell(*table, 1, "Run") != "–", runTimeoutMs);
        QCOMPARE(cell(*table, 0, "Variant"), QString("As compiled"));
        QVERIFY(cell(*table, 1, "Launches").toInt() > cell(*table, 0, "Launches").toInt());
        QVERIFY2(cell(*table, 1, "Against eager") == "close" || cell(*table, 1, "Against eager") == "equal",
                 qPrintable(cell(*table, 1, "Against eager")));
        QVERIFY(cell(*table, 1, "Against compiled") != "–");
        const QString details = child<QLabel>("variants", "variantDetails")->text();
        QVERIFY2(details.contains("is refused at") && !details.contains("no pass came across it"), qPrintable(details));
        QTest::mouseClick(child<QToolButton>("variants", "variantUndo"), Qt::LeftButton);
        QCOMPARE(table->model()->rowCount(), 1);
        filter->clear();
    }

    /** One script at both levels, the first run as the baseline: each line has its difference. */
    void aRunIsHeldAgainstTheOneBefore() {
        const QString path = m_folder.filePath("levels.py");
        QVERIFY(writeFile(path.toStdString(), levelsScript).ok());
        m_window->openPath(path);
        QTRY_COMPARE(editor().currentPath(), path);
        m_window->activateWindow(); // the menu of the story before may have taken that from it
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        runAt("O0");
        runAt("O1");
        press(Qt::Key_3, Qt::ControlModifier | Qt::AltModifier);
        m_window->showPanel("timings");
        auto *grouping = m_window->findChild<QComboBox *>("timingsGrouping"); // in the title of its dock
        grouping->setCurrentIndex(grouping->findData("line"));
        auto *baseline = grouping->parentWidget()->findChild<QComboBox *>("baselineBox");
        QTRY_VERIFY_WITH_TIMEOUT(baseline->count() > 3, runTimeoutMs); // none, the one before, this run, a file
        baseline->setCurrentIndex(1);
        Q_EMIT baseline->activated(1);
        auto *table = child<QAbstractItemView>("timings", "timingsTable");
        QTRY_VERIFY_WITH_TIMEOUT(!deltaOf(*table, "levels.py:8").isEmpty() && m_window->isReady(), runTimeoutMs);
        QVERIFY(!deltaOf(*table, "levels.py:12").isEmpty());
    }

    /** Both levels of the same kernels, which Bench measures in turn: a chain of operators that memory limits gains
       by fusion, a matrix product does not. */
    void oneKernelGainsByFusionAndAnotherIsEqual() {
        press(Qt::Key_3, Qt::ControlModifier | Qt::AltModifier);
        m_window->showPanel("bench");
        child<QLineEdit>("bench", "benchRows")->setText("ast O0 forward,ast O1 forward");
        child<QLineEdit>("bench", "benchSeconds")->setText("0.5");
        measure("chain");
        const QString chain = againstO0("ast O1, forward");
        QString product;
        for (int turn = 0; turn < 3 && product != "within noise"; ++turn) { // in one the other core may do more
            measure("product");
            product = againstO0("ast O1, forward");
        }
        qInfo("O1 against O0: chain %s, product %s", qPrintable(chain), qPrintable(product));
        QVERIFY2(chain.endsWith("faster"), qPrintable(chain));
        COMPARE_TEXT(product.toStdString(), "within noise");
        COMPARE_TEXT(againstO0("ast O0, forward").toStdString(), "");
    }

private:
    /** Of the last run, by Bench. */
    void measure(const QString &function) {
        auto *functions = child<QComboBox>("bench", "benchFunctions");
        functions->setCurrentText(function);
        COMPARE_TEXT(functions->currentText().toStdString(), function.toStdString());
        QTest::mouseClick(child<QToolButton>("bench", "benchStart"), Qt::LeftButton);
        QVERIFY(!m_window->panel("bench")->isReady());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->panel("bench")->isReady(), runTimeoutMs);
    }
    QString againstO0(const QString &row) {
        const auto *table = child<QAbstractItemView>("bench", "benchTable");
        for (int i = 0; i < table->model()->rowCount(); ++i)
            if (cell(*table, i, "Row") == row) return cell(*table, i, "Against O0");
        return "no row " + row;
    }

    void runAt(const std::string &level) {
        RunOptions options = m_window->runner().options();
        options.record = RecordLevel::Ops;
        options.jitLevel = level;
        m_window->runner().setOptions(options);
        const QSignalSpy finished(&m_window->runner(), &Runner::finished);
        press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(finished.count() == 1 && isIdle() && m_window->isReady(), runTimeoutMs);
    }
    static QString deltaOf(const QAbstractItemView &table, const QString &name) {
        for (int row = 0; row < table.model()->rowCount(); ++row)
            if (cell(table, row, "Name") == name) return cell(table, row, "Δ self");
        return {};
    }
    static QString cell(const QAbstractItemView &view, int row, const QString &title) {
        for (int column = 0; column < view.model()->columnCount(); ++column)
            if (view.model()->headerData(column, Qt::Horizontal).toString() == title)
                return view.model()->index(row, column).data().toString();
        return {};
    }
    /** Opens the menu of the view's current row and chooses what begins with each text in turn, a menu in the other. */
    static void chooseFrom(QAbstractItemView &view, const QStringList &texts) {
        QTimer::singleShot(50, &view, [texts] {
            auto *top = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QMenu *menu = top;
            for (const QString &text : texts) {
                if (!menu) break;
                const QList<QAction *> actions = menu->actions();
                const auto found = std::ranges::find_if(
                    actions, [&](const QAction *action) { return action->text().startsWith(text); });
                if (found == actions.end()) break;
                if (!(*found)->menu()) (*found)->trigger();
                menu = (*found)->menu();
            }
            if (top) top->close();
        });
        const QPoint place = view.visualRect(view.currentIndex()).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, view.viewport()->mapToGlobal(place));
        QApplication::sendEvent(view.viewport(), &event);
        QTest::qWait(100);
    }
    EditorPanel &editor() { return *static_cast<EditorPanel *>(m_window->panel("editor")); }
    template<class Widget> Widget *child(const QString &panel, const char *name) {
        return m_window->panel(panel)->findChild<Widget *>(name);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(m_window.get(), key, modifiers);
    }
    bool isPaused() { return m_window->runner().state() == RunState::Paused; }
    bool isIdle() { return m_window->runner().state() == RunState::Idle; }
    PauseReason reason() { return m_window->runner().pauseInfo().reason; }
    std::string selectedOp() {
        const auto op = m_window->document().session().op(m_window->selection().current().op);
        return op ? op->op.str() : std::string();
    }
    QString textOfLine(int line) { return editor().currentText().section('\n', line - 1, line - 1); }
    QString lineOfSelected() { return textOfLine(m_window->selection().current().line); }
    int lineWith(const QString &text) {
        const QString before = editor().currentText().section(text, 0, 0);
        return int(before.count('\n')) + 1;
    }
    QString frameFunction() {
        const auto &stack = m_window->runner().pauseInfo().stack;
        return stack.empty() ? QString() : QString::fromStdString(stack.front().function);
    }
    /** A name of any frame of the call stack, walked down by keys until one has it. */
    QString local(const QString &name) {
        m_window->showPanel("callstack");
        auto *frames = child<QTreeView>("callstack", "callstackFrames");
        const VariableModel &variables = m_window->panel("callstack")->findChild<VariableView *>()->variables();
        for (int row = 0; row <= frames->model()->rowCount(); ++row) {
            QTest::qWait(50);
            if (const QModelIndex index = variables.find(name); index.isValid())
                return index.siblingAtColumn(VariableModel::ValueColumn).data().toString();
            QTest::keyClick(frames, Qt::Key_Down);
        }
        return {};
    }
    QString consoleText() {
        return m_window->panel("console")->findChild<QPlainTextEdit *>("consoleText")->toPlainText();
    }
    void open(const QString &sample) {
        const std::string source = std::string(JITSCOPE_SOURCE_DIR) + "/resources/samples/" + sample.toStdString();
        const QString path = m_folder.filePath(sample);
        QVERIFY(writeFile(path.toStdString(), testing::readText(source)).ok());
        m_window->document().replace({});
        m_window->setPerspective("step");
        m_window->openPath(path);
        QCOMPARE(editor().currentPath(), path);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(StoriesTest)

} // namespace jitscope::tst_stories

#include "tst_stories.moc"
