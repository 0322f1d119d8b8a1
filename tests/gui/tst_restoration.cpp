// SPDX-License-Identifier: Apache-2.0
// The next start after a crash: the window offers what was recorded, by mouse and by keys, and runs none of it.
#include "app/sdk/document.h"
#include "engine/ops/opdef.h"
#include "engine/session/journal.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "tests/support/recording.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QProcess>
#include <QToolButton>

#include <algorithm>

namespace jitscope::tst_restoration {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr int answerTimeoutMs = 10000;

} // namespace

class RestorationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { testing::setUpWindowTest(m_folder); }

    void restoredRecordingIsShown() {
        leaveJournal(12);
        openWindow();
        QTRY_VERIFY_WITH_TIMEOUT(message().contains("train.py"), answerTimeoutMs);
        QVERIFY2(message().contains("12 operators"), qPrintable(message()));
        QToolButton *restore = answer("Restore");
        QVERIFY(restore);
        restore->setFocus();
        QTest::keyClick(restore, Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->document().session().ops.size(), size_t(12), answerTimeoutMs);
        QCOMPARE(m_window->document().session().source("train.py")->text, std::string("raise SystemExit(7)\n"));
        QTRY_COMPARE_WITH_TIMEOUT(files(), 0, answerTimeoutMs); // it has a file of its own now
        QVERIFY(m_window->close());
        m_window.reset();
        openWindow();
        m_window.reset();
        QCOMPARE(kept(), 1);
    }

    void withoutAnAnswerARecordingStaysForTheNextTime() {
        leaveJournal(5);
        openWindow();
        QTRY_VERIFY_WITH_TIMEOUT(message().contains("operators"), answerTimeoutMs);
        QCOMPARE(m_window->runs()->runs().size(), size_t(1));
        QVERIFY(m_window->runs()->runs()[0].end == RunEnd::CutOff);
        QVERIFY(m_window->close());
        m_window.reset();
        QCOMPARE(files(), 1);
        openWindow();
        QTRY_VERIFY_WITH_TIMEOUT(answer("Discard"), answerTimeoutMs);
        answer("Discard")->click();
        QVERIFY2(files() == 1, "it can still be taken back");
        m_window->runs()->undoRemove();
        QCOMPARE(m_window->runs()->runs().size(), size_t(1));
        m_window->runs()->remove({m_window->runs()->runs()[0].id});
        m_window.reset();
        QCOMPARE(files(), 0);
    }

    void discardedRecordingsAreGoneAndTheNextIsOffered() {
        leaveJournal(3);
        leaveJournal(4);
        openWindow();
        QTRY_VERIFY_WITH_TIMEOUT(message().contains("operators"), answerTimeoutMs);
        QTest::mouseClick(answer("Discard"), Qt::LeftButton);
        QTRY_VERIFY(answer("Discard"));
        QTest::mouseClick(answer("Discard"), Qt::LeftButton);
        QVERIFY(m_window->runs()->runs().empty());
        QVERIFY(m_window->document().session().empty());
        m_window.reset();
        QCOMPARE(files(), 0);
    }

    void whatEndedProcessesLeftHalfDoneIsRemoved() {
        const QString journals = QString::fromStdString(journalFolder());
        const QString state = QFileInfo(journals).absolutePath(), runs = state + "/runs";
        QVERIFY(QDir().mkpath(runs) && QDir().mkpath(journals));
        const qint64 alive = QCoreApplication::applicationPid(), gone = goneProcess();
        const QStringList left{
            runs + QString("/.jitscope-%1-7.part").arg(gone), runs + QString("/.jitscope-%1-7.part-journal").arg(gone),
            state + QString("/.jitscope-%1-1.part").arg(gone), journals + QString("/1700000000-%1-1.new").arg(gone)};
        const QStringList others{runs + QString("/.jitscope-%1-7000.part").arg(alive), // may still be written
                                 runs + "/notes.part", runs + QString("/.jitscope-%1-7.part.txt").arg(gone),
                                 journals + QString("/1700000000-%1-1.new").arg(alive),
                                 journals + QString("/mine-%1-1.new").arg(gone)};
        for (const QString &path : left + others) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("half") == 4);
        }
        WindowOptions options;
        options.memory = WindowOptions::Memory::Keep;
        m_window = MainWindow::create(options);
        m_window->show();
        for (const QString &path : left)
            QTRY_VERIFY2_WITH_TIMEOUT(!QFile::exists(path), qPrintable(path), answerTimeoutMs);
        for (const QString &path : others) {
            QVERIFY2(QFile::exists(path), qPrintable(path));
            QFile::remove(path);
        }
        m_window.reset();
    }

    void olderRecordingsThatWereCutOffGiveWay() {
        leaveJournal(3);
        leaveJournal(4);
        leaveJournal(5);
        openWindow();
        QTRY_VERIFY_WITH_TIMEOUT(message().contains("operators"), answerTimeoutMs);
        QCOMPARE(files(), 3);
        const qint64 before = m_window->runs()->space().budget;
        m_window->runs()->setBudget(1);
        QTRY_COMPARE_WITH_TIMEOUT(files(), 1, answerTimeoutMs); // the newest is still asked about
        m_window->runs()->setBudget(before);
        const std::vector<RunRecord> runs = m_window->runs()->runs();
        const auto cutOff = std::ranges::find(runs, RunEnd::CutOff, &RunRecord::end);
        QVERIFY(cutOff != runs.end());
        m_window->runs()->remove({cutOff->id});
        m_window.reset();
        QCOMPARE(files(), 0);
    }

    void withoutOneNothingIsAsked() {
        openWindow();
        QTest::qWait(300);
        QVERIFY(message().isEmpty());
        m_window.reset();
    }

private:
    /** What a killed program leaves: its lock is gone with it, as this recorder's is. */
    void leaveJournal(int ops) {
        Recorder recorder;
        QVERIFY(recorder.startJournal(journalFolder()).ok());
        recorder.setLevel(RecordLevel::Ops);
        recorder.recordInfo("script", "/home/user/train.py");
        recorder.recordSource("train.py", "raise SystemExit(7)\n");
        const RecordingListener listener(recorder);
        const std::vector<Value> arguments{Tensor::full({2}, 1, DType::Float32)};
        for (int i = 0; i < ops; ++i)
            dispatch(*findOp("Neg"), arguments);
        recorder.workOut();
    }
    /** The number of a process that was here a moment ago. */
    static qint64 goneProcess() {
        QProcess process;
        process.start(QStringLiteral("/bin/true"), QStringList());
        const bool hasStarted = process.waitForStarted();
        const qint64 number = process.processId();
        process.waitForFinished();
        return hasStarted ? number : -1;
    }
    void openWindow() {
        m_window = testing::openWindow();
        QVERIFY(m_window);
    }
    QString message() const {
        const auto *label = m_window->findChild<QLabel *>(QStringLiteral("infoBarMessage"));
        return label && label->isVisible() ? label->text() : QString();
    }
    QToolButton *answer(const QString &text) const {
        for (auto *button : m_window->findChildren<QToolButton *>())
            if (button->text() == text && button->isVisible()) return button;
        return nullptr;
    }
    static int files() {
        return int(QDir(QString::fromStdString(journalFolder())).entryList({"*.journal"}, QDir::Files).size());
    }

    int kept() const {
        return int(QDir(m_folder.filePath("config/runs")).entryList({"*.jitscope"}, QDir::Files).size());
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(RestorationTest)

} // namespace jitscope::tst_restoration

#include "tst_restoration.moc"
