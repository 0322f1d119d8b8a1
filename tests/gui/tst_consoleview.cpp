// SPDX-License-Identifier: Apache-2.0
// The text of the console takes any amount of output without holding the window, and the prompt stays behind it.
#include "app/panels/console/consoleview.h"
#include "app/panels/console/printedfile.h"
#include "app/shell/application.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>

namespace jitscope::tst_consoleview {

using namespace jitscope;

namespace {

/** Lines "line FIRST" to "line LAST - 1". */
QString lines(int first, int last) {
    QString text;
    for (int i = first; i < last; ++i)
        text += QStringLiteral("line %1\n").arg(i);
    return text;
}

} // namespace

class ConsoleViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpApplication({"dark", "en", ApplicationOptions::Start::Bare}); }

    void init() {
        m_view = std::make_unique<ConsoleView>();
        m_view->resize(600, 300);
        m_view->show();
    }
    void cleanup() { m_view.reset(); }

    void littleStandsThereAtOnce() {
        m_view->print(ConsoleText::Output, "a\n");
        m_view->print(ConsoleText::Error, "b\n");
        QVERIFY(m_view->isReady());
        QCOMPARE(m_view->toPlainText(), QString("a\nb\n"));
    }

    void muchComesInOverSeveralTurns() {
        const QString text = lines(0, 15000);
        m_view->print(ConsoleText::Output, text);
        QVERIFY(!m_view->isReady());
        QVERIFY(m_view->toPlainText().size() < text.size());
        QCOMPARE(m_view->wholeText(), text); // what is copied lacks nothing
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isReady(), testing::scaledTimeout(20000));
        QCOMPARE(m_view->toPlainText(), text);
    }

    void thePromptStaysBehind() {
        m_view->print(ConsoleText::Output, "no end of line");
        m_view->setPrompt(">>> ", "x = 1");
        m_view->print(ConsoleText::Output, lines(0, 12000));
        const QString prompt = QStringLiteral("\n>>> x = 1");
        while (!m_view->isReady()) {
            QVERIFY(m_view->toPlainText().endsWith(prompt));
            QVERIFY(m_view->wholeText().endsWith("\nline 11999" + prompt));
            QCOMPARE(m_view->input(), QString("x = 1"));
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
        QVERIFY(m_view->toPlainText().endsWith("\nline 11999" + prompt));
    }

    void whatIsEnteredComesAfterWhatWasPrinted() {
        m_view->setPrompt(">>> ", "f()");
        m_view->print(ConsoleText::Output, lines(0, 12000));
        QCOMPARE(m_view->takeInput(), QString("f()"));
        m_view->print(ConsoleText::Output, "answer\n");
        m_view->setPrompt(">>> ");
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isReady(), testing::scaledTimeout(20000));
        QVERIFY(m_view->toPlainText().endsWith("line 11999\n>>> f()\nanswer\n>>> "));
    }

    void whatIsLeftOutIsCounted() {
        constexpr int total = 300000, burst = 10000;
        for (int i = 0; i < total; i += burst)
            m_view->print(ConsoleText::Output, lines(i, i + burst));
        static const QRegularExpression note(QStringLiteral("\\[([0-9,]+) lines? not shown here"));
        const QString text = m_view->wholeText();
        qsizetype leftOut = 0;
        for (auto found = note.globalMatch(text); found.hasNext();)
            leftOut += found.next().captured(1).remove(QLatin1Char(',')).toInt();
        QVERIFY(leftOut > 0);
        QCOMPARE(text.count("line ") + leftOut, qsizetype(total));
        QVERIFY(text.endsWith(QStringLiteral("line %1\n").arg(total - 1)));
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isReady(), testing::scaledTimeout(20000));
        QVERIFY(m_view->toPlainText().endsWith(QStringLiteral("line %1\n").arg(total - 1)));
    }

    /** As a saved session's output comes: a piece a line. */
    void manySmallPiecesAreWrittenAsFewLargeOnes() {
        for (int i = 0; i < 40000; ++i)
            m_view->print(ConsoleText::Output, QStringLiteral("line %1\n").arg(i));
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isReady(), testing::scaledTimeout(20000));
        QVERIFY(m_view->toPlainText().endsWith("\nline 39999\n"));
    }

    void onlyTheLastLinesAreKeptAndThatIsSaid() {
        constexpr int total = 60000, burst = 2000;
        for (int i = 0; i < total; i += burst) {
            m_view->print(ConsoleText::Output, lines(i, i + burst));
            QTRY_VERIFY_WITH_TIMEOUT(m_view->isReady(), testing::scaledTimeout(20000));
        }
        QVERIFY(m_view->blockCount() <= 21000);
        static const QRegularExpression note(QStringLiteral("^\\[([0-9,]+) earlier lines not kept here\\]\n"));
        const QString text = m_view->toPlainText();
        const auto found = note.match(text);
        QVERIFY2(found.hasMatch(), qPrintable(text.left(80)));
        const qsizetype letGo = found.captured(1).remove(QLatin1Char(',')).toInt();
        QCOMPARE(text.count("line ") + letGo, qsizetype(total));
        QVERIFY(text.endsWith(QStringLiteral("line %1\n").arg(total - 1)));
    }

    void whatIsNoLongerShownIsInTheFile() {
        constexpr int total = 200000;
        m_view->clearText();
        m_view->print(ConsoleText::Output, lines(0, total));
        m_view->print(ConsoleText::Error, QStringLiteral("最后\n"));
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isReady(), testing::scaledTimeout(20000));
        QVERIFY(!m_view->toPlainText().contains("line 5\n"));
        QTemporaryDir folder;
        QVERIFY(m_view->savePrinted(folder.filePath("all.txt")).ok());
        QFile file(folder.filePath("all.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(file.readAll()), lines(0, total) + QStringLiteral("最后\n"));
        const auto refused = m_view->savePrinted(folder.filePath("none/all.txt"));
        QVERIFY(!refused.ok() && refused.error().message.find("none/all.txt") != std::string::npos);
        m_view->clearText();
        QVERIFY(m_view->savePrinted(folder.filePath("none.txt")).ok());
        QCOMPARE(QFileInfo(folder.filePath("none.txt")).size(), qint64(0));
    }

    /** The first lines are kept, and saving says so. */
    void aFileOfWhatWasPrintedHasALimit() {
        PrintedFile printed(1000);
        printed.add(QString(900, 'a') + QLatin1Char('\n'));
        printed.add(QString(900, 'b') + QLatin1Char('\n'));
        printed.add(QStringLiteral("c\n"));
        QTemporaryDir folder;
        const auto saved = printed.copyTo(folder.filePath("all.txt"));
        QVERIFY(!saved.ok());
        QVERIFY2(saved.error().message.find("was not kept") != std::string::npos, saved.error().message.c_str());
        QFile file(folder.filePath("all.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray(900, 'a') + '\n');
        printed.clear();
        printed.add(QStringLiteral("again\n"));
        QVERIFY(printed.copyTo(folder.filePath("again.txt")).ok());
    }

    void longLinesGoOnBelow() {
        m_view->print(ConsoleText::Output, QString(2000, QLatin1Char('x')) + QLatin1Char('\n'));
        QVERIFY(!m_view->horizontalScrollBar()->isVisible() || m_view->horizontalScrollBar()->maximum() == 0);
        m_view->setWraps(false);
        QTRY_VERIFY(m_view->horizontalScrollBar()->maximum() > 0);
    }

    /** One line is laid out at once, however long it is. */
    void veryLongLinesGoOnInAnother() {
        for (int i = 0; i < 30; ++i)
            m_view->print(ConsoleText::Output, QString(1000, QLatin1Char('x')));
        m_view->print(ConsoleText::Output, QStringLiteral("\nend\n"));
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isReady(), testing::scaledTimeout(20000));
        QStringList shown = m_view->toPlainText().split(QLatin1Char('\n'));
        QCOMPARE(shown.mid(15), QStringList({"end", ""}));
        for (const QString &line : shown)
            QVERIFY(line.size() <= 2000);
        QCOMPARE(shown.mid(0, 15).join(QString()), QString(30000, QLatin1Char('x')));
        m_view->clearText();
        const testing::CpuTime time;
        m_view->print(ConsoleText::Output, QString(100000, QChar(0x301)) + QLatin1Char('\n'));
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isReady(), testing::scaledTimeout(20000));
        QVERIFY2(time.ms() < 1000, qPrintable(QString::number(time.ms())));
        m_view->clearText();
        m_view->print(ConsoleText::Output, QString(1000000, QLatin1Char('x')) + QLatin1Char('y'));
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isReady(), testing::scaledTimeout(20000));
        shown = m_view->toPlainText().split(QLatin1Char('\n'));
        QCOMPARE(shown.takeFirst(), QString("[1 line not shown here]"));
        QCOMPARE(shown.join(QString()), QString(199999, QLatin1Char('x')) + QLatin1Char('y'));
    }

    void anotherThemeLeavesTheText() {
        const QString text = lines(0, 9000);
        m_view->print(ConsoleText::Output, text);
        m_view->setPrompt(">>> ", "typed");
        QEvent changed(QEvent::PaletteChange);
        QCoreApplication::sendEvent(m_view.get(), &changed);
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isReady(), testing::scaledTimeout(20000));
        QCOMPARE(m_view->toPlainText(), text + ">>> typed");
    }

    void clearedIsCleared() {
        m_view->print(ConsoleText::Output, lines(0, 15000));
        m_view->setPrompt(">>> ", "typed");
        m_view->clearText();
        QVERIFY(m_view->isReady());
        QCOMPARE(m_view->toPlainText(), QString(">>> typed"));
        QTest::qWait(50);
        QCOMPARE(m_view->toPlainText(), QString(">>> typed"));
    }

private:
    std::unique_ptr<ConsoleView> m_view;
};

JITSCOPE_WINDOW_TEST(ConsoleViewTest)

} // namespace jitscope::tst_consoleview

#include "tst_consoleview.moc"
