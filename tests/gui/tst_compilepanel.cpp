// SPDX-License-Identifier: Apache-2.0
// The panel Compile in the real window: the pass that takes most compile time of a large graph is found and opened, and
// why a function was compiled three more times is read, applied and seen to be gone.
#include "app/models/filterchips.h"
#include "app/models/nothingleft.h"
#include "app/models/recordview.h"
#include "app/panels/compile/compileintervals.h"
#include "app/panels/editor/editorpanel.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/tracefocus.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "engine/base/file.h"
#include "engine/session/compilation.h"
#include "engine/session/compilereport.h"
#include "engine/session/session.h"
#include "tests/support/codeeditor.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSet>
#include <QStyleOptionComboBox>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <map>

namespace jitscope::tst_compilepanel {

using namespace jitscope;

namespace {

constexpr int runTimeoutMs = 60000;

const QString preamble = QStringLiteral("import numpy as np\n"
                                        "import mindspore as ms\n"
                                        "from mindspore import Tensor, ops\n");

const QString largeGraph = preamble + QStringLiteral("@ms.jit(jit_level='O0')\n"
                                                     "def large(a):\n"
                                                     "    for i in range(2500):\n"
                                                     "        a = ops.tanh(a + 0.0) * (i + 1.5) + ops.exp(a)\n"
                                                     "    return a\n"
                                                     "large(Tensor(np.ones((2, 3), np.float32)))\n"
                                                     "print('done')\n");

/** `argument` is how the number is passed. */
QString scaled(const QString &argument) {
    return preamble + QStringLiteral("@ms.jit\n"
                                     "def scaled(x, k):\n"
                                     "    return ops.tanh(x) * k\n"
                                     "x = Tensor(np.ones((4, 8), np.float32))\n"
                                     "for k in 2.0, 3.0, 4.0, 5.0:\n"
                                     "    scaled(x, %1)\n"
                                     "print('done')\n")
                          .arg(argument);
}

} // namespace

class CompilePanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow({1280, 720});
        QVERIFY(m_window);
        m_window->setPerspective("profile");
        m_window->showPanel("compile");
        QTRY_VERIFY(panel()->isVisible());
    }

    void cleanupTestCase() { m_window.reset(); }

    void withoutACompilationItSaysWhatToDo() {
        QVERIFY(panel()->contentAsText().isEmpty());
        QVERIFY(!tree()->isVisible());
    }

    void theLongestPassOfALargeGraphIsFound() {
        runScript(largeGraph);
        const Compilation &compilation = session().compilations.back();
        QVERIFY(compilation.captured.entry()->nodes.size() >= 10000);
        std::map<std::string, int64_t> times;
        for (const PassRecord &pass : compilation.passes)
            times[pass.name] += pass.timeNs;
        const auto longest = std::ranges::max_element(times, {}, [](const auto &each) { return each.second; })->first;

        choose("compileGrouping", "Pass");
        QTest::mouseClick(find<QToolButton>("compileLongest"), Qt::LeftButton);
        COMPARE_TEXT(cell(0).toStdString(), longest);
        const Anchor &anchor = m_window->selection().current();
        QCOMPARE(anchor.compilation, compilation.index);
        COMPARE_TEXT(compilation.passes.at(size_t(anchor.pass)).name, longest);
        QVERIFY2(summary().text().contains(QString::fromStdString(longest)), qPrintable(summary().text()));
        QVERIFY2(summary().shownText().startsWith("compile time") && summary().shownText().contains("1 compilation"),
                 qPrintable(summary().shownText())); // not cut before it says anything
        // What is selected elsewhere is selected here.
        choose("compileGrouping", "Waterfall");
        const int other = compilation.passes.back().index;
        m_window->selection().selectPass(compilation.index, other);
        COMPARE_TEXT(cell(0).toStdString(), compilation.passes.back().name);
    }

    void theSelectedRowKeepsItsArrow() {
        choose("compileGrouping", "Waterfall");
        const QModelIndex row = tree()->model()->index(0, 0);
        QVERIFY(tree()->model()->hasChildren(row));
        tree()->setCurrentIndex(row);
        tree()->scrollTo(row);
        const QRect line = tree()->visualRect(row);
        const QImage branch = tree()->viewport()->grab({0, line.top(), tree()->indentation(), line.height()}).toImage();
        const QRgb ground = branch.pixel(branch.width() / 2, 1);
        int otherPixels = 0;
        for (int y = 0; y < branch.height(); ++y)
            for (int x = 0; x < branch.width(); ++x)
                otherPixels += branch.pixel(x, y) != ground;
        QVERIFY2(otherPixels > 10, qPrintable(QString::number(otherPixels)));
        QCOMPARE(QColor(ground), currentTheme().selection);
    }

    void aLineOfTheCaptureIsOpened() {
        choose("compileGrouping", "Line");
        QLineEdit *filter = m_window->panel("compile")->titleControls()->findChild<QLineEdit *>();
        QVERIFY(filter);
        filter->setText("net1.py:7");
        tree()->setFocus();
        tree()->setCurrentIndex(tree()->model()->index(0, 0));
        QCOMPARE(m_window->selection().current().line, 7);
        tree()->copySelected();
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.startsWith("Name\tTime") && copied.contains("net1.py:7"), qPrintable(copied));
        filter->clear();
    }

    void whyAFunctionWasCompiledAgainIsToldAndTheAdviceHolds() {
        runScript(scaled("k"));
        QCOMPARE(session().compilations.size(), size_t(4));
        find<QToolButton>("again")->click();
        auto *view = find<RecordView>("compileAgain");
        QCOMPARE(view->model()->rowCount(), 4);
        QVERIFY(find<QLabel>("compileNearest")->text().startsWith("The nearest earlier")); // before any choice
        // By keys, to the last one.
        view->setFocus();
        view->setCurrentIndex(view->model()->index(0, 0));
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(m_window->selection().current().compilation, 3);
        const QString told = panel()->contentAsText();
        QVERIFY2(told.contains("argument k: 5.0 instead of 4.0"), qPrintable(told));
        const QString advice = find<QLabel>("compileAdvice")->text();
        QVERIFY2(advice.contains("mutable(k)") && advice.contains("2.0, 3.0, 4.0, 5.0"), qPrintable(advice));
        QVERIFY2(advice.contains("It saves 3 of the run's compilations"), qPrintable(advice));
        find<QToolButton>("compileShowNearest")->click();
        QCOMPARE(m_window->selection().current().compilation, 2);
        find<QToolButton>("compileCompare")->click();
        const StagePair compared = m_window->selection().compared();
        QCOMPARE(compared.left.compilation, 1);
        QCOMPARE(compared.right.compilation, 2);
    }

    void aMarkedRangeKeepsTheCompilesThatWereUnderWay() {
        m_window->showPanel("compile");
        find<QToolButton>("time")->click();
        choose("compileGrouping", "Waterfall");
        auto *note = find<QWidget>("wholeRunNote");
        auto *chips = panel()->findChild<FilterChips *>();
        TraceFocus &focus = TraceFocus::of(m_window->document());
        QVERIFY(!note->isVisible() && session().compilations.size() > 1);
        const StageTime &plan = session().compilations.back().stages.back();
        focus.setMarked(TraceFocus::Range{plan.startNs, plan.startNs + plan.durationNs});
        QTRY_VERIFY_WITH_TIMEOUT(panel()->isReady(), runTimeoutMs);
        QVERIFY2(note->isVisible() && note->accessibleName().contains("count whole"),
                 qPrintable(note->accessibleName()));
        QCOMPARE(chips->texts().size(), 1);
        const int64_t whole = compileTotalNs(session().compilations.back());
        QTRY_COMPARE(tree()->model()->index(0, 1).data(Qt::UserRole).toLongLong(), whole);
        QCOMPARE(tree()->model()->rowCount(), 1);
        find<QToolButton>("calls")->click();
        QCOMPARE(find<RecordView>("compileCalls")->model()->rowCount(), 1);
        find<QToolButton>("time")->click();
        // Before everything nothing was compiled, and the way back is at hand.
        focus.setMarked(TraceFocus::Range{0, 1000});
        QTRY_VERIFY_WITH_TIMEOUT(panel()->findChild<NothingLeft *>()->isVisible(), runTimeoutMs);
        chips->findChild<QToolButton *>("chip0")->click();
        QVERIFY(!focus.marked());
        QMetaObject::invokeMethod(panel(), "undo");
        QVERIFY(focus.marked() && focus.marked()->second == 1000);
        QMetaObject::invokeMethod(panel(), "undo"); // the mark that moved is one change
        QVERIFY(!focus.marked());
        QTRY_VERIFY_WITH_TIMEOUT(panel()->isReady() && !note->isVisible(), runTimeoutMs);
    }

    /** The advice is typed into the line that calls the function, and the script runs again. */
    void withTheAdviceItIsCompiledOnce() {
        m_window->showPanel("compile");
        find<QToolButton>("again")->click();
        const QString advice = find<QLabel>("compileAdvice")->text();
        const QString change = QRegularExpression("mutable\\(k\\)").match(advice).captured();
        QVERIFY2(!change.isEmpty(), qPrintable(advice));
        const QStringList lines = editor().currentText().split(QLatin1Char('\n'));
        const int line = int(lines.indexOf("    scaled(x, k)")) + 1;
        QVERIFY(line > 0);
        m_window->showPanel("editor");
        editor().goToLine(line);
        QWidget *code = m_window->focusWidget();
        QVERIFY(code && editor().isAncestorOf(code));
        QTest::keyClick(code, Qt::Key_End);
        for (int i = 0; i < 2; ++i)
            QTest::keyClick(code, Qt::Key_Backspace); // k)
        QTest::keyClicks(code, "ms." + change);
        if (editor().currentText().count(')') < lines.join('\n').count(')') + 1) QTest::keyClicks(code, ")");
        QCOMPARE(editor().currentText().split(QLatin1Char('\n')).at(line - 1), QString("    scaled(x, ms.mutable(k))"));
        const std::string before = session().info.at("started_unix_ms");
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle && session().info.contains("outcome") &&
                                     session().info.at("started_unix_ms") != before,
                                 runTimeoutMs);
        QCOMPARE(session().compilations.size(), size_t(1));
        m_window->showPanel("compile");
        QTRY_VERIFY_WITH_TIMEOUT(panel()->isVisible() && panel()->isReady(), runTimeoutMs);
    }

    void firstCallsStandApart() {
        m_window->showPanel("compile");
        find<QToolButton>("calls")->click();
        auto *view = find<RecordView>("compileCalls");
        QCOMPARE(view->model()->rowCount(), 1);
        const QStringList titles = view->allAsText().section('\n', 0, 0).split('\t');
        const auto cells = [view] { return view->allAsText().section('\n', 1, 1).split('\t'); };
        // The panel may still show what it counted before the run ended.
        QTRY_COMPARE_WITH_TIMEOUT(cells().at(titles.indexOf("Number of later calls")), QString("3"), runTimeoutMs);
        QVERIFY(titles.contains("Later call") && titles.contains("Compile time"));
        QVERIFY(cells().at(titles.indexOf("First to later")).endsWith(QStringLiteral("×")));
        QCOMPARE(cells().at(titles.indexOf("Code of kernels")), QString("no kernels"));
    }

    void withoutASecondCompilationNothingIsThereToCompare() {
        find<QToolButton>("again")->click();
        QVERIFY(!find<RecordView>("compileAgain")->isVisible());
        QVERIFY(!find<QToolButton>("compileCompare")->isVisible());
        auto *said = find<QLabel>("compileNoneAgain");
        QVERIFY2(said->isVisible() && said->text().startsWith("No function was compiled again"),
                 qPrintable(said->text()));
        find<QToolButton>("time")->click();
    }

    /** A stage holds others: its bar has no holes where their time is. */
    void barsStandWhereThePartsWere() {
        Session session;
        Compilation compilation;
        compilation.index = 0;
        compilation.function = "f";
        compilation.stages = {{"capture", 1000, 600}, {"codegen", 1600, 400}, {"LLVM", 1700, 200}};
        PassRecord pass;
        pass.name = "cse";
        for (const int64_t start : {1050, 1250, 1450}) { // as if passes had run within the capture
            pass.startNs = start;
            pass.timeNs = 50;
            compilation.passes.push_back(pass);
        }
        session.compilations.push_back(compilation);
        compilation.index = 1;
        for (StageTime &stage : compilation.stages)
            stage.startNs += 9000;
        compilation.passes.clear();
        session.compilations.push_back(compilation);

        CompileProfile profile = compileProfile(session, CompileGrouping::Waterfall);
        profile.rows = placedRows(session, profile);
        COMPARE_TEXT(stretchesText(profile.rows), "compilation  0-50\n"
                                                  "  part capture 0-30\n"
                                                  "    pass cse 3-5 13-15 23-25\n"
                                                  "  part codegen 30-50\n"
                                                  "    unaccounted  30-35 45-50\n"
                                                  "    part LLVM 35-45\n"
                                                  "compilation  50-100\n"
                                                  "  part capture 50-80\n"
                                                  "  part codegen 80-100\n"
                                                  "    unaccounted  80-85 95-100\n"
                                                  "    part LLVM 85-95\n");
        const std::vector<AxisCut> cuts = axisCuts(profile);
        QCOMPARE(cuts.size(), size_t(1));
        QCOMPARE(cuts[0].at, 0.5);
        QCOMPARE(cuts[0].gapNs, int64_t(8000));
    }

    void whatIsInNothingOfAGroupingIsCalledSo() {
        const auto names = [this] {
            QStringList all;
            for (int row = 0; row < tree()->model()->rowCount(); ++row)
                all << tree()->model()->index(row, 0).data().toString();
            return all;
        };
        choose("compileGrouping", "Pass");
        QVERIFY2(names().contains("passes: in no pass"), qPrintable(names().join(", ")));
        choose("compileGrouping", "Rule");
        QVERIFY2(names().contains("passes: by no rule"), qPrintable(names().join(", ")));
        choose("compileGrouping", "Waterfall");
    }

    /** End looks at the operator that ran last, but not where a table has the focus. */
    void keysOfATableMoveInIt() {
        choose("compileGrouping", "Pass");
        const int rows = tree()->model()->rowCount();
        QVERIFY(rows > 3);
        tree()->setFocus();
        tree()->setCurrentIndex(tree()->model()->index(1, 0));
        QTest::keyClick(tree(), Qt::Key_End);
        QVERIFY(!tree()->indexBelow(tree()->currentIndex()).isValid());
        QTest::keyClick(tree(), Qt::Key_Home);
        QCOMPARE(tree()->currentIndex().row(), 0);
        QTest::keyClick(tree(), Qt::Key_PageDown);
        QVERIFY(tree()->currentIndex().row() > 0);
        choose("compileGrouping", "Waterfall");
    }

    void filtersAreChipsStackAndAreUndoneOneByOne() {
        choose("compileGrouping", "Pass");
        QLineEdit *filter = panel()->titleControls()->findChild<QLineEdit *>();
        auto *chips = panel()->findChild<FilterChips *>();
        auto *nothing = panel()->findChild<NothingLeft *>();
        auto *graphs = find<QComboBox>("compileGraph");
        QVERIFY(!chips->isVisible());
        filter->setText("renormalize fusion");
        QCOMPARE(chips->texts(), (QStringList{"rows with “renormalize”", "rows with “fusion”"}));
        QVERIFY(nothing->isVisible() && !tree()->isVisible());
        QVERIFY2(nothing->text().contains("renormalize fusion"), qPrintable(nothing->text()));
        chips->findChild<QToolButton *>("chip1")->click();
        QCOMPARE(filter->text(), QString("renormalize"));
        QVERIFY(tree()->isVisible() && !nothing->isVisible());
        graphs->setCurrentIndex(1);
        QTRY_VERIFY_WITH_TIMEOUT(panel()->isReady(), runTimeoutMs);
        QCOMPARE(chips->texts(), (QStringList{graphs->currentText(), "rows with “renormalize”"}));
        QMetaObject::invokeMethod(panel(), "undo");
        QCOMPARE(graphs->currentIndex(), 0);
        QCOMPARE(filter->text(), QString("renormalize"));
        QMetaObject::invokeMethod(panel(), "undo"); // back from the click on the chip
        QCOMPARE(filter->text(), QString("renormalize fusion"));
        QTRY_VERIFY_WITH_TIMEOUT(panel()->isReady(), runTimeoutMs);
        nothing->findChild<QToolButton *>("clearAllFilters")->click();
        QVERIFY(filter->text().isEmpty() && chips->texts().isEmpty() && tree()->isVisible());
        choose("compileGrouping", "Waterfall");
    }

    void totalsAreThoseOfTheEngine() {
        find<QToolButton>("time")->click();
        int64_t total = 0;
        for (const Compilation &each : session().compilations)
            total += compileTotalNs(each);
        for (const char *grouping : {"Waterfall", "Function", "Stage", "Pass", "Cycle", "Rule", "Line"}) {
            choose("compileGrouping", grouping);
            int64_t sum = 0;
            for (int row = 0; row < tree()->model()->rowCount(); ++row)
                sum += tree()->model()->index(row, 1).data(Qt::UserRole).toLongLong();
            QCOMPARE(sum, total);
        }
        choose("compileGrouping", "Waterfall");
    }

    /** Against the run before, which passed its number as a constant. */
    void aRunIsHeldAgainstAnother() {
        auto *box = panel()->titleControls()->findChild<QComboBox *>(QStringLiteral("baselineBox"));
        QVERIFY(!headings(*tree()).contains("Δ time"));
        QTRY_VERIFY_WITH_TIMEOUT(box->count() >= 4, runTimeoutMs); // none, the runs of this test, a file
        // The run in view differs from itself in nothing: it says so and comes last.
        QVERIFY2(box->itemText(1).contains("(in view)") == false, qPrintable(box->itemText(1)));
        QVERIFY2(box->itemText(box->count() - 2).endsWith("(in view)"), qPrintable(box->itemText(box->count() - 2)));
        box->setCurrentIndex(1);
        Q_EMIT box->activated(1);
        QTRY_VERIFY_WITH_TIMEOUT(headings(*tree()).contains("Δ time") && panel()->isReady(), runTimeoutMs);
        const int column = int(headings(*tree()).indexOf("Δ time"));
        const QModelIndex first = tree()->model()->index(0, column);
        QVERIFY2(first.data().toString().startsWith("? "), qPrintable(first.data().toString()));
        QVERIFY(first.data(Qt::ToolTipRole).toString().contains("measured once"));
        const QString told = summary().text();
        QVERIFY2(told.contains("compile time") && told.indexOf("compile time") < told.indexOf("differences"),
                 qPrintable(told)); // what has no room is cut at the end
        QVERIFY(box->toolTip().startsWith(box->currentText()));
        // The name of the run is there in full.
        QStyleOptionComboBox option;
        option.initFrom(box);
        const QString name = box->currentText().section(QStringLiteral("baseline: "), 1);
        const QRect room =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        QVERIFY2(name.contains(".py, ") && box->fontMetrics().horizontalAdvance(name) + 4 <= room.width(),
                 qPrintable(name));
        // It compiled a graph for each of four numbers; what only it has stands below.
        const QModelIndex last = tree()->model()->index(tree()->model()->rowCount() - 1, column);
        QVERIFY2(last.data().toString().startsWith("-"), qPrintable(last.data().toString()));
        tree()->setCurrentIndex(last);
        find<QToolButton>("calls")->click();
        QVERIFY(headings(*find<RecordView>("compileCalls")).contains("Δ compile time"));
        find<QToolButton>("time")->click();
        box->setCurrentIndex(0);
        Q_EMIT box->activated(0);
        QTRY_VERIFY_WITH_TIMEOUT(!headings(*tree()).contains("Δ time") && panel()->isReady(), runTimeoutMs);
    }

    /** The graph that a gradient goes through is of the same function, of the same types. */
    void compilationsAreToldApartInTheChoice() {
        runScript(preamble + QStringLiteral("@ms.jit(jit_level='O1')\n"
                                            "def f(x):\n"
                                            "    return ops.tanh(x).sum()\n"
                                            "x = Tensor(np.ones((4, 8), np.float32))\n"
                                            "ms.grad(f)(x)\n"
                                            "f(x)\n"
                                            "print('done')\n"));
        auto *graphs = find<QComboBox>("compileGraph");
        QTRY_COMPARE_WITH_TIMEOUT(graphs->count(), int(session().compilations.size()) + 1, runTimeoutMs);
        QCOMPARE(graphs->currentText(), QString("All compilations"));
        QSet<QString> texts;
        for (int i = 1; i < graphs->count(); ++i) {
            const Compilation &each = session().compilations[size_t(i - 1)];
            const QString text = graphs->itemText(i);
            QVERIFY2(text.startsWith(QString("no. %1 · %2").arg(i).arg(QString::fromStdString(each.function))),
                     qPrintable(text));
            QVERIFY2(text.contains("O1") && text.contains(QString::fromStdString(each.options)), qPrintable(text));
            QVERIFY(graphs->itemData(i, Qt::ToolTipRole).toString().contains(QString::fromStdString(each.reason)));
            texts.insert(text.section(QStringLiteral(" · "), 1));
        }
        QCOMPARE(texts.size(), graphs->count() - 1); // also without the number
    }

    /** It has no graph, so it stands in no list of them: why, and the line, are told where the user looks for it. */
    void aFunctionThatCouldNotBeCompiledIsToldWithItsLine() {
        const QString failing = preamble + QStringLiteral("from mindspore import nn\n"
                                                          "class Net(nn.Cell):\n"
                                                          "    @ms.jit\n"
                                                          "    def construct(self, x):\n"
                                                          "        y = ops.relu(x)\n"
                                                          "        return ops.matmul(y, y)\n"
                                                          "x = Tensor(np.ones((2, 3), np.float32))\n");
        runToTheEnd(failing + "Net()(x)\n" + QString(200, QLatin1Char('\n')));
        find<QToolButton>("time")->click();
        auto *strip = panel()->findChild<QWidget *>("failedCompile");
        QTRY_VERIFY(strip->isVisible());
        const QString told = panel()->contentAsText();
        QVERIFY2(told.startsWith("Net.construct could not be compiled: ValueError: For 'MatMul'"), qPrintable(told));
        auto *line = strip->findChild<QToolButton *>("failedCompileLine");
        QVERIFY2(line->text().endsWith(".py:9"), qPrintable(line->text()));
        m_window->selection().clear();
        line->click();
        QCOMPARE(m_window->selection().current().line, 9);
        // Also where the line is selected and was scrolled away.
        m_window->showPanel("editor");
        editor().goToLine(9);
        CodeEditor *code = nullptr; // that of the tab in front
        for (auto *each : editor().findChildren<CodeEditor *>())
            if (each->isVisible()) code = each;
        QVERIFY(code);
        code->setFirstVisibleLine(100);
        QCOMPARE(code->firstVisibleLine(), 100);
        line->click();
        QTRY_VERIFY(code->firstVisibleLine() < 9);
        m_window->showPanel("passes");
        QTRY_VERIFY(m_window->panel("passes")->contentAsText().startsWith("Net.construct could not be compiled"));
        // Beside functions that were compiled, too.
        runToTheEnd(failing + "@ms.jit\ndef good(x):\n    return x + 1\ngood(x)\nNet()(x)\n");
        QCOMPARE(session().compilations.size(), size_t(1));
        QTRY_VERIFY(tree()->isVisible() && panel()->findChild<QWidget *>("failedCompile")->isVisible());
        // What the program catches, or raises itself, is no compile that failed.
        runToTheEnd(failing + "ops.matmul(x, x)\n");
        QTRY_VERIFY(!panel()->findChild<QWidget *>("failedCompile")->isVisible());
    }

private:
    /** Each row with its stretches, in percent of the axis. */
    static std::string stretchesText(const std::vector<CompileRow> &rows, const std::string &indent = {}) {
        std::string text;
        for (const CompileRow &row : rows) {
            text += indent + std::string(toString(row.kind)) + " " + row.name;
            for (const CompileStretch &each : row.stretches)
                text += " " + std::to_string(std::lround(100 * each.begin)) + "-" +
                        std::to_string(std::lround(100 * (each.begin + each.length)));
            text += "\n" + stretchesText(row.rows, indent + "  ");
        }
        return text;
    }
    static QStringList headings(const RecordView &view) {
        return view.allAsText().section(QLatin1Char('\n'), 0, 0).split(QLatin1Char('\t'));
    }

    Panel *panel() { return m_window->panel("compile"); }
    template<class T> T *find(const char *name) {
        T *found = panel()->findChild<T *>(QLatin1String(name));
        if (!found) qFatal("no %s", name);
        return found;
    }
    ElidedLabel &summary() { return *panel()->titleControls()->findChild<ElidedLabel *>("compileSummary"); }
    RecordView *tree() { return find<RecordView>("compileTree"); }
    QString cell(int column) { return tree()->currentIndex().siblingAtColumn(column).data().toString(); }
    const Session &session() { return m_window->document().session(); }
    EditorPanel &editor() { return *qobject_cast<EditorPanel *>(m_window->panel("editor")); }

    void choose(const char *box, const char *text) {
        auto *choices = find<QComboBox>(box);
        const int place = choices->findText(QLatin1String(text));
        QVERIFY2(place >= 0, text);
        choices->setCurrentIndex(place);
        QTRY_VERIFY_WITH_TIMEOUT(panel()->isReady(), runTimeoutMs);
    }

    void runScript(const QString &script) {
        const QString path = m_folder.filePath(QString("net%1.py").arg(++m_scripts));
        QVERIFY(writeFile(path.toStdString(), script.toStdString()).ok());
        m_window->openPath(path);
        QTRY_COMPARE(editor().currentPath(), path);
        editor().setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle && hasEnded(path), runTimeoutMs);
        m_window->showPanel("compile");
        QTRY_VERIFY_WITH_TIMEOUT(panel()->isVisible() && panel()->isReady(), runTimeoutMs);
    }

    /** Of a script that may compile nothing. */
    void runToTheEnd(const QString &script) {
        const QString path = m_folder.filePath(QString("net%1.py").arg(++m_scripts));
        QVERIFY(writeFile(path.toStdString(), script.toStdString()).ok());
        m_window->openPath(path);
        QTRY_COMPARE(editor().currentPath(), path);
        editor().setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle && session().info.contains("outcome") &&
                                     session().info.at("script") == path.toStdString(),
                                 runTimeoutMs);
        m_window->showPanel("compile");
        QTRY_VERIFY_WITH_TIMEOUT(panel()->isVisible() && panel()->isReady(), runTimeoutMs);
    }

    bool hasEnded(const QString &path) {
        const auto script = session().info.find("script");
        return script != session().info.end() && script->second == path.toStdString() &&
               session().info.contains("outcome") && !session().compilations.empty() &&
               !session().compilations.back().passes.empty();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    int m_scripts = 0;
};

JITSCOPE_WINDOW_TEST(CompilePanelTest)

} // namespace jitscope::tst_compilepanel

#include "tst_compilepanel.moc"
