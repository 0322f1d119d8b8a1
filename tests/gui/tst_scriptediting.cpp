// SPDX-License-Identifier: Apache-2.0
// The editor as an editor: several scripts, find and replace, comments, folding, problems, definitions, renames, jumps.
#include "app/panels/editor/codeedits.h"
#include "app/panels/editor/editorpanel.h"
#include "app/panels/editor/problemlist.h"
#include "app/panels/editor/renameeditor.h"
#include "app/sdk/plaintext.h"
#include "app/sdk/theme.h"
#include "engine/session/session.h"
#include "tests/support/codeeditor.h"
#include "tests/support/steppedsession.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QFileInfo>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>
#include <QtTest>

namespace jitscope::tst_scriptediting {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const QString netText = QStringLiteral("import helper\n"
                                       "from helper import scale\n"
                                       "\n"
                                       "class Net:\n"
                                       "    def forward(self, value):\n"
                                       "        total = value + 1\n"
                                       "        total = total * 2\n"
                                       "        return self.finish(total)\n"
                                       "\n"
                                       "    def finish(self, value):\n"
                                       "        return scale(value)\n"
                                       "\n"
                                       "total = 3\n"
                                       "print(Net().forward(value=total))\n");
const QString helperText = QStringLiteral("# helps\n\ndef scale(value):\n    return value * 2\n");

class EditedScripts {
public:
    EditedScripts() {
        write("net.py", netText);
        write("helper.py", helperText);
        panel.resize(800, 600);
        panel.show();
        panel.activateWindow();
        open("net.py");
    }
    QString path(const QString &name) const { return m_folder.filePath(name); }
    void write(const QString &name, const QString &text) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.toUtf8());
    }
    void open(const QString &name) { QVERIFY(panel.openFile(path(name))); }
    /** The script in front. */
    CodeEditor &code() {
        for (CodeEditor *editor : panel.findChildren<CodeEditor *>("code"))
            if (editor->path() == panel.currentPath()) return *editor;
        qFatal("no script is in front");
    }
    QString name() const { return QFileInfo(panel.currentPath()).fileName(); }
    void putCursor(int line, const QString &before) {
        const int column = int(code().text(line - 1).indexOf(before));
        QVERIFY(column >= 0);
        code().setCursorPosition(line - 1, column);
    }
    QString place() {
        const ScriptPlace at = code().place();
        return QStringLiteral("%1:%2:%3").arg(name()).arg(at.line).arg(at.column);
    }
    QStringList problems() {
        QStringList all;
        for (const ScriptProblem &each : code().problems())
            all.append(QStringLiteral("%1:%2-%3 %4: %5")
                           .arg(each.line)
                           .arg(each.column)
                           .arg(each.endColumn)
                           .arg(nameOf(each.severity), each.message));
        return all;
    }
    template<class Widget> Widget &part(const char *id) { return *panel.findChild<Widget *>(id); }
    QString message() { return part<QLabel>("findMessage").text(); }

private:
    QTemporaryDir m_folder;

public:
    PanelDesk desk;
    EditorPanel panel{desk.context(), nullptr};
};

} // namespace

class ScriptEditingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void undoTakesAWordAtATime() {
        EditedScripts f;
        f.panel.newFile();
        CodeEditor &code = *f.panel.findChildren<CodeEditor *>("code").last();
        QTest::keyClicks(&code, "first = second");
        QTest::keyClick(&code, Qt::Key_Return);
        QTest::keyClicks(&code, "third");
        QStringList steps;
        while (code.isUndoAvailable()) {
            code.undo();
            steps.append(code.text());
        }
        QCOMPARE(steps, (QStringList{"first = second\n", "first = second", "first = ", "first ", ""}));
    }

    void initTestCase() {
        QVERIFY(m_folder.isValid());
        qputenv("JITSCOPE_CONFIG_DIR", m_folder.path().toLocal8Bit());
        showPlainTexts();
        applyTheme(Theme::dark());
    }

    void severalScriptsKeepTheirOwnUndoAndMarks() {
        EditedScripts f;
        f.open("helper.py");
        QCOMPARE(f.name(), QString("helper.py"));
        f.code().insertAt("# more\n", 4, 0); // append() would forget what can be undone
        f.panel.cycleScripts(1);
        QCOMPARE(f.name(), QString("net.py"));
        QVERIFY(!f.panel.currentIsModified());
        QCOMPARE(f.panel.modifiedNames(), QStringList{"helper.py"});
        f.code().undo();
        QCOMPARE(f.code().text(), netText);
        f.open("helper.py"); // open already: its unsaved text comes to the front
        QVERIFY(f.panel.currentText().endsWith("# more\n"));
        f.code().undo();
        QCOMPARE(f.panel.currentText(), helperText);
        QCOMPARE(f.panel.findChildren<CodeEditor *>("code").size(), 2);
    }

    void tabsCanBeMovedAndEachKeepsItsScript() {
        EditedScripts f;
        f.open("helper.py");
        auto *tabs = f.panel.findChild<QTabBar *>();
        tabs->moveTab(1, 0);
        QCOMPARE(f.name(), QString("helper.py"));
        QCOMPARE(tabs->tabText(0), QString("helper.py"));
        f.panel.showScript(1);
        QCOMPARE(f.name(), QString("net.py"));
        f.panel.closeCurrent();
        QCOMPARE(f.name(), QString("helper.py"));
    }

    void findCountsAndGoesRound() {
        EditedScripts f;
        QVERIFY(f.panel.startFind());
        QTest::keyClicks(&f.part<QLineEdit>("findText"), "total");
        QCOMPARE(f.message(), QString("1 of 6"));
        f.panel.findNext(FindDirection::Forward);
        QCOMPARE(f.message(), QString("2 of 6"));
        QCOMPARE(f.code().currentLine(), 7);
        f.panel.findNext(FindDirection::Backward);
        f.panel.findNext(FindDirection::Backward);
        QCOMPARE(f.message(), QString("6 of 6"));
        QTest::keyClicks(&f.part<QLineEdit>("findText"), "zz");
        QCOMPARE(f.message(), QString("not found"));
    }

    void findKnowsCaseWordsAndExpressions_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("matchesCase");
        QTest::addColumn<bool>("isWord");
        QTest::addColumn<bool>("isExpression");
        QTest::addColumn<int>("count");
        QTest::newRow("any case") << "NET" << false << false << false << 2;
        QTest::newRow("this case") << "NET" << true << false << false << 0;
        QTest::newRow("whole word") << "value" << false << true << false << 5;
        QTest::newRow("part of a word") << "val" << false << true << false << 0;
        QTest::newRow("signs are no expression") << "(.*)" << false << false << false << 0;
        QTest::newRow("expression") << "^\\s+def (\\w+)" << false << false << true << 2;
    }

    void findKnowsCaseWordsAndExpressions() {
        QFETCH(QString, text);
        QFETCH(bool, matchesCase);
        QFETCH(bool, isWord);
        QFETCH(bool, isExpression);
        QTEST(int(findAll(netText, {text, matchesCase, isWord, isExpression}).size()), "count");
    }

    void aMistakeInAnExpressionIsTold() {
        EditedScripts f;
        QVERIFY(f.panel.startFind());
        f.part<QToolButton>("findExpression").click();
        QTest::keyClicks(&f.part<QLineEdit>("findText"), "(");
        QVERIFY(!f.message().isEmpty() && f.message() != "not found");
    }

    void replaceAllIsOneUndoStepAndKeepsBreakpoints() {
        EditedScripts f;
        f.code().setCursorPosition(12, 0);
        f.panel.toggleBreakpoint();
        f.panel.startReplace();
        f.part<QToolButton>("findExpression").click();
        QTest::keyClicks(&f.part<QLineEdit>("findText"), "def (\\w+)");
        QTest::keyClicks(&f.part<QLineEdit>("replaceText"), "# here\\ndef \\1_");
        f.part<QToolButton>("replaceAll").click();
        QCOMPARE(f.message(), QString("2 replaced"));
        QVERIFY(f.panel.currentText().contains("    # here\ndef forward_(self"));
        QCOMPARE(f.desk.runner.breakpoints().front().line, 15);
        f.code().undo();
        QCOMPARE(f.panel.currentText(), netText);
    }

    void replaceGoesFromMatchToMatch() {
        EditedScripts f;
        f.code().setCursorPosition(0, 0);
        f.panel.startReplace();
        f.part<QToolButton>("findWord").click();
        QTest::keyClicks(&f.part<QLineEdit>("findText"), "total");
        QTest::keyClicks(&f.part<QLineEdit>("replaceText"), "sum");
        f.part<QToolButton>("replaceOne").click();
        QVERIFY(f.panel.currentText().contains("        sum = value + 1\n        total = total * 2"));
        QCOMPARE(f.message(), QString("1 of 5"));
        f.part<QToolButton>("replaceOne").click();
        QVERIFY(f.panel.currentText().contains("        sum = total * 2"));
    }

    void commentsComeAndGoAsOneStep() {
        EditedScripts f;
        f.code().setSelection(4, 0, 7, 5);
        f.panel.toggleComment();
        QVERIFY(f.panel.currentText().contains("    # def forward(self, value):\n    #     total = value + 1\n"));
        f.panel.toggleComment();
        QCOMPARE(f.panel.currentText(), netText);
        f.panel.toggleComment();
        f.code().undo();
        QCOMPARE(f.panel.currentText(), netText);
        f.code().setCursorPosition(12, 3);
        f.panel.toggleComment();
        QVERIFY(f.panel.currentText().contains("\n# total = 3\n"));
    }

    void blocksFoldAndWhatIsGoneToUnfolds() {
        EditedScripts f;
        f.putCursor(7, "total");
        f.panel.toggleFold();
        const auto isShown = [&f](int line) {
            return f.code().SendScintilla(QsciScintilla::SCI_GETLINEVISIBLE, static_cast<unsigned long>(line - 1)) != 0;
        };
        QVERIFY(isShown(5) && !isShown(6) && !isShown(8) && isShown(10));
        QCOMPARE(f.code().currentLine(), 5);
        f.panel.goToLine(7);
        QVERIFY(isShown(7));
    }

    void problemsAreSeenWhileTypingAndGoAway() {
        EditedScripts f;
        f.code().setText("x = (1,\nprint(y)\n");
        QTRY_COMPARE_WITH_TIMEOUT(f.problems(), QStringList{"1:4-5 error: '(' was never closed"}, scaledTimeout(10000));
        QVERIFY(f.part<QToolButton>("showProblems").isVisible());
        f.code().setText("x = (1,)\nprint(y)\n");
        QTRY_COMPARE_WITH_TIMEOUT(f.problems(), QStringList{"2:6-7 warning: name 'y' is not defined in this script"},
                                  scaledTimeout(10000));
        f.code().setText("x = (1,)\nprint(x)\n");
        QTRY_COMPARE_WITH_TIMEOUT(f.problems(), QStringList(), scaledTimeout(10000));
        QVERIFY(!f.part<QToolButton>("showProblems").isVisible());
    }

    void portabilityIsNotedBeforeTheScriptRuns_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("note");
        QTest::newRow("name") << "from mindspore import nn\nw = nn.Parameter(1)\n"
                              << "2:7-16 note: Real MindSpore has no nn.Parameter; write mindspore.Parameter instead.";
        QTest::newRow("import") << "from mindspore.train import TrainOneStepCell\n"
                                << "1:28-44 note: Real MindSpore has no train.TrainOneStepCell; write "
                                   "nn.TrainOneStepCell instead.";
        QTest::newRow("expand") << "x = 1\ny = x.expand(2, 3)\n"
                                << "2:6-12 note: Tensor.expand takes one argument in real MindSpore 2.7; write "
                                   "x.expand((2, 3)) instead of x.expand(2, 3).";
        QTest::newRow("one argument") << "x = 1\ny = x.expand((2, 3))\n"
                                      << "";
        QTest::newRow("nothing to compile")
            << "import mindspore as ms\nms.set_context(mode=ms.GRAPH_MODE)\n"
            << "2:23-33 note: GRAPH_MODE is set, but nothing here is compiled: it concerns calls of nn.Cell only, a "
               "plain function stays eager in it. Put @mindspore.jit on the function to run it as a graph.";
        QTest::newRow("a graph")
            << "import mindspore as ms\nms.set_context(mode=ms.GRAPH_MODE)\n@ms.jit\ndef f(): pass\n"
            << "";
    }

    void portabilityIsNotedBeforeTheScriptRuns() {
        QFETCH(QString, text);
        QFETCH(QString, note);
        EditedScripts f;
        f.code().setText("(");
        QTRY_COMPARE_WITH_TIMEOUT(f.problems().size(), 1, scaledTimeout(10000));
        f.code().setText(text);
        QTRY_COMPARE_WITH_TIMEOUT(f.problems().join('\n'), note, scaledTimeout(10000));
    }

    void theMouseOverASquiggleSaysWhatIsWrong() {
        EditedScripts f;
        f.code().setText("print(unknown)\n");
        QTRY_COMPARE_WITH_TIMEOUT(f.problems().size(), 1, scaledTimeout(10000));
        const long at = f.code().positionFromLineIndex(0, 8);
        const QPoint place(int(f.code().SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0ul, at)) + 2,
                           f.code().lineRect(1).center().y());
        QHelpEvent event(QEvent::ToolTip, place, f.code().viewport()->mapToGlobal(place));
        QApplication::sendEvent(f.code().viewport(), &event);
        QTRY_COMPARE(QToolTip::text(), QString("name 'unknown' is not defined in this script"));
        QToolTip::hideText();
    }

    void theListOfProblemsGoesToThem() {
        EditedScripts f;
        f.code().setText("x = 1\n\nprint(unknown)\n");
        QTRY_COMPARE_WITH_TIMEOUT(f.problems().size(), 1, scaledTimeout(10000));
        f.panel.listProblems();
        auto &list = f.part<ProblemList>("scriptProblems");
        QVERIFY(list.isVisible());
        QCOMPARE(list.topLevelItem(0)->text(0), QString("3"));
        list.setCurrentItem(list.topLevelItem(0));
        QTest::keyClick(&list, Qt::Key_Return);
        QCOMPARE(f.place(), QString("net.py:3:6"));
        f.panel.jumpBack();
        QCOMPARE(f.code().currentLine(), 1);
    }

    void notesOfARunStandInTheirScript() {
        EditedScripts f;
        Session session;
        const std::string path = f.path("net.py").toStdString();
        session.sources = {{path, netText.toStdString()}};
        SourceSpan span;
        span.file = path;
        span.line = 11;
        session.problems = {{Severity::Note, "portability", "a note of the run", span}};
        f.desk.document.replace(std::move(session));
        QTRY_COMPARE(f.problems(), QStringList{"11:8-27 note: a note of the run"});
    }

    void definitionsAreFoundHereAndInModulesBeside_data() {
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("place");
        QTest::newRow("assignment above") << 8 << "total"
                                          << "net.py:7:8";
        QTest::newRow("parameter") << 6 << "value"
                                   << "net.py:5:22";
        QTest::newRow("method") << 8 << "finish"
                                << "net.py:10:8";
        QTest::newRow("method of a call") << 14 << "forward"
                                          << "net.py:5:8";
        QTest::newRow("class") << 14 << "Net"
                               << "net.py:4:6";
        QTest::newRow("imported name") << 11 << "scale"
                                       << "helper.py:3:4";
        QTest::newRow("module") << 1 << "helper"
                                << "helper.py:1:0";
    }

    void definitionsAreFoundHereAndInModulesBeside() {
        QFETCH(int, line);
        QFETCH(QString, name);
        EditedScripts f;
        f.putCursor(line, name);
        const QString from = f.place();
        f.panel.goToDefinition();
        QTRY_VERIFY_WITH_TIMEOUT(f.place() != from, scaledTimeout(10000));
        QTEST(f.place(), "place");
        f.panel.jumpBack();
        QCOMPARE(f.place(), from);
        f.panel.jumpForward();
        QTEST(f.place(), "place");
        QVERIFY(!f.panel.canJumpForward());
    }

    void whatIsDefinedNowhereIsSaid() {
        EditedScripts f;
        f.putCursor(14, "print");
        f.panel.goToDefinition();
        QTRY_COMPARE_WITH_TIMEOUT(f.desk.told, QStringList{"'print' is not defined in this script."},
                                  scaledTimeout(10000));
    }

    void aLocalNameIsRenamedInItsFunctionAlone() {
        EditedScripts f;
        f.putCursor(6, "total");
        f.panel.startRename();
        auto &field = f.part<QLineEdit>("renameField");
        QCOMPARE(field.text(), QString("total"));
        QTest::keyClicks(&field, "sum_of_all");
        QTest::keyClick(&field, Qt::Key_Return);
        const QString renamed = QStringLiteral("        sum_of_all = value + 1\n        sum_of_all = sum_of_all * 2\n"
                                               "        return self.finish(sum_of_all)\n");
        QTRY_VERIFY_WITH_TIMEOUT(f.panel.currentText().contains(renamed), scaledTimeout(10000));
        QVERIFY(f.panel.currentText().contains("\ntotal = 3\n"));
        QVERIFY(!f.part<RenameEditor>("renameEditor").isVisible());
        f.code().undo();
        QCOMPARE(f.panel.currentText(), netText);
    }

    void aParameterIsRenamedWhereItIsNamedInCallsToo() {
        EditedScripts f;
        f.putCursor(5, "value");
        f.panel.startRename();
        QTest::keyClicks(&f.part<QLineEdit>("renameField"), "given");
        QTest::keyClick(&f.part<QLineEdit>("renameField"), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(f.panel.currentText().contains("forward(given=total)"), scaledTimeout(10000));
        QVERIFY(f.panel.currentText().contains("def finish(self, value):"));
    }

    void aRenameThatCannotBeIsRefusedInWords_data() {
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("reason");
        QTest::newRow("used") << 6 << "total"
                              << "value"
                              << "'value' is used there already.";
        QTest::newRow("no name") << 6 << "total"
                                 << "2x"
                                 << "'2x' is no name.";
        QTest::newRow("keyword") << 6 << "total"
                                 << "class"
                                 << "'class' is no name.";
        QTest::newRow("global") << 13 << "total"
                                << "x"
                                << "'total' is not local to a function: other files may use it.";
    }

    void aRenameThatCannotBeIsRefusedInWords() {
        QFETCH(int, line);
        QFETCH(QString, name);
        QFETCH(QString, given);
        EditedScripts f;
        f.putCursor(line, name);
        f.panel.startRename();
        QTest::keyClicks(&f.part<QLineEdit>("renameField"), given);
        QTest::keyClick(&f.part<QLineEdit>("renameField"), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!f.part<QLabel>("renameReason").text().isEmpty(), scaledTimeout(10000));
        QTEST(f.part<QLabel>("renameReason").text(), "reason");
        QCOMPARE(f.panel.currentText(), netText);
    }

    void aTextBehindALineIsShortenedAtTheEdge() {
        EditedScripts f;
        const QString note = QStringLiteral("f32[128,256] = [0.123456, 0.234567, 0.345678, 0.456789]");
        f.panel.resize(1200, 400);
        QTRY_COMPARE(f.code().shownNote(6, note), note);
        f.panel.resize(420, 400);
        QTRY_VERIFY(f.code().shownNote(6, note) != note);
        QVERIFY(f.code().shownNote(6, note).endsWith(QStringLiteral("…")));
    }

private:
    QTemporaryDir m_folder;
};

JITSCOPE_WINDOW_TEST(ScriptEditingTest)

} // namespace jitscope::tst_scriptediting

#include "tst_scriptediting.moc"
