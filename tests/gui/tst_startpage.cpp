// SPDX-License-Identifier: Apache-2.0
// The page that a window begins with: what it lists, where it leads, and how it goes away.
#include "app/guide/samples.h"
#include "app/panels/editor/editorpanel.h"
#include "app/shell/preferences.h"
#include "app/shell/start/recentrow.h"
#include "app/shell/start/samplecard.h"
#include "app/shell/start/startpage.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QPushButton>

namespace jitscope::tst_startpage {

using namespace jitscope;

namespace {

QByteArray contentOf(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class StartPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow({1280, 720});
        QVERIFY(m_window);
    }

    void init() {
        clearRecentFiles();
        m_window->showStartPage();
    }

    void cleanupTestCase() { m_window.reset(); }

    void everySampleOfTheTreeIsCompiledInWithPictures() {
        const QStringList files =
            QDir(QStringLiteral(JITSCOPE_SOURCE_DIR "/resources/samples")).entryList({QStringLiteral("*.py")});
        QCOMPARE(samples().size(), files.size());
        for (const Sample &sample : samples()) {
            QVERIFY2(files.contains(sample.file), qPrintable(sample.file));
            for (const Ground ground : {Ground::Light, Ground::Dark}) {
                const QImage picture(pictureOf(sample, ground));
                QVERIFY2(picture.width() >= 400, qPrintable(pictureOf(sample, ground)));
            }
        }
    }

    void aSampleIsPlacedAsItWasShippedAndStaysSo() {
        for (const Sample &sample : samples()) {
            const Result<QString> placed = placeSample(sample.file);
            QVERIFY(placed.ok());
            QVERIFY(isSample(*placed));
            QCOMPARE(contentOf(*placed),
                     contentOf(QStringLiteral(JITSCOPE_SOURCE_DIR "/resources/samples/") + sample.file));
        }
        const QString path = *placeSample(samples().constFirst().file);
        QFile::remove(path);
        QVERIFY(writeFile(path.toStdString(), "changed").ok());
        QVERIFY(placeSample(samples().constFirst().file).ok());
        QVERIFY(contentOf(path) != "changed");
    }

    void itStandsInThePlaceOfThePanels() {
        QVERIFY(m_window->startPage().isVisible());
        QVERIFY(!m_window->panel("editor")->isVisible());
        QCOMPARE(m_window->startPage().findChildren<SampleCard *>().size(), samples().size());
        QVERIFY(m_window->startPage().findChild<QPushButton *>("start-open"));
        QVERIFY(m_window->startPage().findChild<QPushButton *>("guide-first-steps"));
    }

    void whatOpensOrShowsSomethingLeavesIt_data() {
        QTest::addColumn<QString>("command");
        for (const char *command : {"new-script", "perspective-passes", "perspective-step", "focus-console", "guide"})
            QTest::newRow(command) << command;
    }

    void whatOpensOrShowsSomethingLeavesIt() {
        QFETCH(QString, command);
        m_window->action(command)->trigger();
        QVERIFY(!m_window->startPage().isVisible());
        QWidget *focused = QApplication::focusWidget();
        QVERIFY(focused && focused->isVisible());
    }

    void escapeLeavesIt() {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!m_window->startPage().isVisible());
    }

    void aSampleOpensInTheEditorAndIsSavedElsewhere() {
        auto *card = m_window->startPage().findChild<SampleCard *>("sample-find_the_nan.py");
        card->setFocus();
        QTest::keyClick(card, Qt::Key_Return);
        QVERIFY(!m_window->startPage().isVisible());
        auto &editor = *static_cast<EditorPanel *>(m_window->panel("editor"));
        const QString sample = editor.currentPath();
        QVERIFY(isSample(sample));
        QVERIFY(recentFiles().isEmpty());

        const QString mine = m_folder.filePath("mine.py");
        QTimer::singleShot(0, this, [&mine] {
            auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->selectFile(mine);
            static_cast<QDialog *>(dialog)->accept();
        });
        m_window->action("save")->trigger();
        QCOMPARE(QFileInfo(editor.currentPath()).fileName(), QString("mine.py"));
        QVERIFY(QFileInfo::exists(mine));
        QVERIFY(QFileInfo::exists(sample));
        QCOMPARE(recentFiles().size(), 1);
    }

    void whatWasOpenIsListedNewestFirstAndWhatIsGoneIsMarked() {
        const QString there = m_folder.filePath("there.py");
        QVERIFY(writeFile(there.toStdString(), "print(1)\n").ok());
        addRecentFile(m_folder.filePath("gone.jitscope"));
        addRecentFile(there);
        m_window->showStartPage();
        const QList<RecentRow *> rows = m_window->startPage().recentRows();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0]->path(), there);
        QTRY_VERIFY(rows[1]->isMissing());
        QVERIFY(!rows[0]->isMissing());
        QVERIFY(rows[0]->accessibleName().contains("today"));
        QVERIFY(rows[1]->accessibleName().contains("no longer there"));

        QTest::keyClick(rows[1], Qt::Key_Delete);
        QCOMPARE(recentFiles(), QStringList{there});
        QTest::keyClick(rows[0], Qt::Key_Return);
        QVERIFY(!m_window->startPage().isVisible());
        QCOMPARE(static_cast<EditorPanel *>(m_window->panel("editor"))->currentPath(), there);
    }

    void nothingIsCutAndNothingScrollsSidewaysInASmallWindow() {
        m_window->resize(1024, 640);
        m_window->showStartPage();
        QTRY_VERIFY(m_window->startPage().widget()->width() <= m_window->startPage().viewport()->width());
        for (const QWidget *each : m_window->startPage().findChildren<QPushButton *>())
            QVERIFY2(each->width() >= each->sizeHint().width(), qPrintable(each->objectName()));
    }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(StartPageTest)

} // namespace jitscope::tst_startpage

#include "tst_startpage.moc"
