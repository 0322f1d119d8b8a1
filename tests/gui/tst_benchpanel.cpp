// SPDX-License-Identifier: Apache-2.0
// The bench panel in the real window: it says what to do, measures a function of the last run while the window goes on,
// grows a chart that keys and screen readers reach, is stopped, and gives its table away.
#include "app/models/recordview.h"
#include "app/panels/bench/benchchart.h"
#include "app/panels/editor/editorpanel.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

namespace jitscope::tst_benchpanel {

using namespace jitscope;

namespace {

constexpr int runTimeoutMs = testing::scaledTimeout(60000);

const QString script = QStringLiteral("import numpy as np\n"
                                      "import mindspore as ms\n"
                                      "from mindspore import Tensor, ops\n"
                                      "\n"
                                      "def plain(x):\n"
                                      "    return ops.relu(x) * 2\n"
                                      "\n"
                                      "@ms.jit\n"
                                      "def f(x, y):\n"
                                      "    return ops.tanh(x * y) + y\n"
                                      "\n"
                                      "x = Tensor(np.linspace(-1, 1, 12).reshape(4, 3).astype(np.float32))\n"
                                      "plain(x)\n"
                                      "f(x, x)\n");

} // namespace

class BenchPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow({1280, 720});
        QVERIFY(m_window);
    }

    void cleanupTestCase() { m_window.reset(); }

    void withoutAScriptItSaysWhatToDo() {
        m_window->setPerspective("profile");
        m_window->showPanel("bench");
        QTRY_VERIFY(panel()->isVisible());
        QVERIFY(!button("benchStart")->isVisible());
        QVERIFY(allLabels().contains("No script to measure"));
    }

    void functionsOfTheRunAreOffered() {
        runScript();
        m_window->showPanel("bench");
        QTRY_VERIFY(button("benchStart")->isVisible());
        QStringList names;
        for (int i = 0; i < functions().count(); ++i)
            names << functions().itemText(i);
        QCOMPARE(names, QStringList({"f", "plain", "An expression…"}));
        QVERIFY(!edit("benchExpression")->isVisible());
        QVERIFY(allLabels().contains("Nothing was measured yet"));
    }

    void aMatrixIsMeasuredWhileTheWindowGoesOn() {
        const size_t ops = session().ops.size();
        edit("benchRows")->setText("ast forward,trace O1 forward");
        edit("benchSeconds")->setText("0.05");
        QTest::mouseClick(button("benchStart"), Qt::LeftButton);
        QCOMPARE(button("benchStart")->text(), QString("Stop"));
        QVERIFY(!functions().isEnabled());
        // The chart grows: rows come before the end.
        QTRY_VERIFY_WITH_TIMEOUT(chart().count() == 6, runTimeoutMs);
        QVERIFY(finished());
        QCOMPARE(chart().count(), 6); // eager, ast O0 and O1 with and without fullgraph, trace O1
        QCOMPARE(session().ops.size(), ops);
        // What one looks for first stands beside the names, however long these are.
        QVERIFY(table().columnWidth(0) <= 280);
        COMPARE_TEXT(table().model()->headerData(1, Qt::Horizontal).toString().toStdString(), "Call");
        const BenchBarItem &eager = chart().items().front();
        COMPARE_TEXT(eager.title.toStdString(), "eager, forward");
        QVERIFY(eager.isBaseline && eager.times && eager.times->median > 0);
        for (int64_t i = 0; i < chart().count(); ++i) {
            const BenchBarItem &item = chart().items()[size_t(i)];
            QVERIFY(item.times.has_value() && !chart().barOf(i).isEmpty());
            QVERIFY2(item.sentence.contains(" for a call, the median is between "), qPrintable(item.sentence));
            if (i == 0) continue;
            QVERIFY2(item.value.contains("faster") || item.value.contains("slower") || item.value.contains("noise"),
                     qPrintable(item.value));
        }
        // The longest bar is that of the longest median.
        int64_t widest = 0, longest = 0;
        for (int64_t i = 0; i < chart().count(); ++i) {
            if (chart().barOf(i).width() > chart().barOf(widest).width()) widest = i;
            const auto &times = chart().items()[size_t(i)].times;
            if (times && times->median > chart().items()[size_t(longest)].times->median) longest = i;
        }
        QCOMPARE(widest, longest);
        const QString about = aboutText();
        QVERIFY2(about.startsWith("noise ") && about.contains("f(Float32[4, 3], Float32[4, 3])"), qPrintable(about));
        // GE is the device's: one line says so instead of rows that cannot be.
        QVERIFY2(about.contains("without 2 rows of GE, the backend of Ascend: the script runs on CPU"),
                 qPrintable(about));
    }

    /** At this size the list alone scrolls, and names are there in full. */
    void nothingIsCutOrScrollsTwiceAtTheSmallSize() {
        auto *chartButton = panel()->findChild<QToolButton *>("benchShowChart");
        auto *tableButton = panel()->findChild<QToolButton *>("benchShowTable");
        QVERIFY(chartButton->isVisible() && chart().isVisible() && !table().isVisible());
        QWidget *dockArea = panel()->parentWidget();
        while (dockArea && !qobject_cast<QScrollArea *>(dockArea))
            dockArea = dockArea->parentWidget();
        QVERIFY(dockArea);
        QTRY_VERIFY(!static_cast<QScrollArea *>(dockArea)->verticalScrollBar()->isVisible());
        QVERIFY(!static_cast<QScrollArea *>(dockArea)->horizontalScrollBar()->isVisible());
        const QFontMetrics font(uiFont());
        for (int64_t i = 0; i < chart().count(); ++i) {
            const QString &title = chart().items()[size_t(i)].title;
            QVERIFY2(chart().barOf(i).left() >= font.horizontalAdvance(title), qPrintable(title));
        }
        QTest::mouseClick(tableButton, Qt::LeftButton);
        QVERIFY(!chart().isVisible() && table().isVisible());
        QVERIFY(!static_cast<QScrollArea *>(dockArea)->verticalScrollBar()->isVisible());
        for (int row = 0; row < table().model()->rowCount(); ++row) {
            const QString title = table().model()->index(row, 0).data().toString();
            QVERIFY2(table().columnWidth(0) >= font.horizontalAdvance(title), qPrintable(title));
        }
        m_window->resize(1900, 900);
        QTRY_VERIFY(chart().isVisible() && table().isVisible() && !chartButton->isVisible());
        m_window->resize(1280, 720);
        QTRY_VERIFY(!chart().isVisible() && table().isVisible());
        QTest::mouseClick(chartButton, Qt::LeftButton);
        QVERIFY(chart().isVisible());
    }

    void chartAndTableGoTogether() {
        chart().setFocus();
        QTest::keyClick(&chart(), Qt::Key_Home);
        QTest::keyClick(&chart(), Qt::Key_Down);
        QCOMPARE(chart().current(), 1);
        QCOMPARE(table().currentSourceRow(), 1);
        table().selectSourceRow(3);
        QCOMPARE(chart().current(), 3);
        QVERIFY(!chart().accessibleName().isEmpty() && !table().accessibleName().isEmpty());
        QVERIFY2(table().allAsText().contains("ast O1 fullgraph, forward"), qPrintable(table().allAsText()));
    }

    void theTableIsTakenAway() {
        action("Copy as text")->trigger();
        const QString text = QApplication::clipboard()->text();
        QVERIFY2(text.contains("ast O1") && text.contains("against eager"), qPrintable(text));
        QCOMPARE(panel()->contentAsText(), text);
        for (const auto &[title, suffix] : {std::pair{"CSV…", ".csv"}, std::pair{"HTML page…", ".html"}}) {
            answerFile(m_folder.filePath("taken")); // gets the suffix of what is proposed
            const QString path = m_folder.filePath("taken") + QLatin1String(suffix);
            action(QString::fromUtf8(title))->trigger();
            QTRY_VERIFY(QFile::exists(path));
            QVERIFY(QString::fromStdString(testing::readText(path.toStdString())).contains("ast O1"));
        }
    }

    void whatWasMeasuredIsKeptWithTheSession() {
        QTRY_VERIFY(session().info.contains("bench"));
        const QString before = panel()->contentAsText();
        Session kept = session();
        m_window->document().replace(Session());
        QVERIFY(panel()->contentAsText().isEmpty());
        m_window->document().replace(std::move(kept));
        QCOMPARE(panel()->contentAsText(), before);
        QCOMPARE(chart().count(), 6);
        QVERIFY2(aboutText().contains("without 2 rows of GE"), qPrintable(aboutText()));
    }

    void anExpressionIsMeasured() {
        functions().setCurrentIndex(functions().count() - 1);
        QVERIFY(edit("benchExpression")->isVisible());
        Q_EMIT functions().activated(functions().currentIndex()); // as the user's choice does
        QWidget *window = edit("benchExpression")->window();
        QVERIFY2(window->focusWidget() == edit("benchExpression"), "what is typed next is the expression");
        edit("benchRows")->setText("eager forward");
        QTest::mouseClick(button("benchStart"), Qt::LeftButton);
        QVERIFY(allLabels().contains("Type an expression"));
        edit("benchExpression")->setText("plain(x) - f(x, x)");
        QTest::keyClick(edit("benchExpression"), Qt::Key_Return);
        QVERIFY(finished());
        QCOMPARE(chart().count(), 1);
        QVERIFY2(aboutText().contains(QStringLiteral("plain(x) - f(x, x) · Float32[4, 3]")), qPrintable(aboutText()));
    }

    void whatIsWrongIsSaid() {
        edit("benchExpression")->setText("nobody + 1");
        QTest::keyClick(edit("benchExpression"), Qt::Key_Return);
        QVERIFY(finished());
        QVERIFY2(allLabels().contains("uses 'nobody'"), qPrintable(allLabels()));
        edit("benchRows")->setText("ast O7");
        QTest::keyClick(edit("benchRows"), Qt::Key_Return);
        QVERIFY2(allLabels().contains("no row is 'ast O7'"), qPrintable(allLabels()));
    }

    void itIsStopped() {
        functions().setCurrentIndex(0);
        edit("benchRows")->clear();
        edit("benchSeconds")->setText("10");
        QTest::mouseClick(button("benchStart"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(chart().count() == 22, runTimeoutMs);
        QTest::mouseClick(button("benchStart"), Qt::LeftButton);
        QCOMPARE(button("benchStart")->text(), QString("Measure"));
        QVERIFY(allLabels().contains("It was stopped."));
        QCOMPARE(chart().count(), 22); // what was measured stays
        QTRY_COMPARE_WITH_TIMEOUT(m_window->jobs().running(), 0, runTimeoutMs);
    }

    void itIsCancelledFromTheStatusBar() {
        QTest::mouseClick(button("benchStart"), Qt::LeftButton);
        QCOMPARE(button("benchStart")->text(), QString("Stop"));
        m_window->jobs().cancel("bench");
        QCOMPARE(button("benchStart")->text(), QString("Measure"));
        QTRY_COMPARE_WITH_TIMEOUT(m_window->jobs().running(), 0, runTimeoutMs);
    }

    void anotherRecordingLeavesNoTrace() {
        m_window->document().replace(Session());
        QVERIFY(allLabels().contains("No script to measure"));
        QVERIFY(panel()->contentAsText().isEmpty());
    }

private:
    Panel *panel() { return m_window->panel("bench"); }
    QToolButton *button(const char *name) { return panel()->findChild<QToolButton *>(QLatin1String(name)); }
    QLineEdit *edit(const char *name) { return panel()->findChild<QLineEdit *>(QLatin1String(name)); }
    QComboBox &functions() { return *panel()->findChild<QComboBox *>("benchFunctions"); }
    BenchChart &chart() { return *panel()->findChild<BenchChart *>("benchChart"); }
    RecordView &table() { return *panel()->findChild<RecordView *>("benchTable"); }
    const Session &session() { return m_window->document().session(); }
    bool finished() {
        return QTest::qWaitFor([this] { return panel()->isReady(); }, runTimeoutMs);
    }

    QAction *action(const QString &title) {
        for (QAction *action : button("benchExport")->menu()->actions())
            if (action->text() == title) return action;
        return nullptr;
    }

    QString aboutText() { return panel()->findChild<QWidget *>("benchAbout")->accessibleName(); }
    QString allLabels() {
        QStringList texts;
        for (const QLabel *label : panel()->findChildren<QLabel *>())
            if (label->isVisible()) texts.append(label->text());
        return texts.join('\n');
    }

    /** Chooses `path` in the dialog that comes next. */
    static void answerFile(const QString &path) {
        QTimer::singleShot(0, qApp, [path] {
            auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->findChild<QLineEdit *>("fileNameEdit")->setText(path);
            QMetaObject::invokeMethod(dialog, "accept");
        });
    }

    void runScript() {
        const QString path = m_folder.filePath("bench.py");
        QVERIFY(writeFile(path.toStdString(), script.toStdString()).ok());
        m_window->openPath(path);
        auto *editor = qobject_cast<EditorPanel *>(m_window->panel("editor"));
        QTRY_COMPARE(editor->currentPath(), path);
        editor->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle && session().info.count("outcome") > 0,
                                 runTimeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(session().compilations.size(), size_t(1), runTimeoutMs);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(BenchPanelTest)

} // namespace jitscope::tst_benchpanel

#include "tst_benchpanel.moc"
