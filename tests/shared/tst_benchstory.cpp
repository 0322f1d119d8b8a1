// SPDX-License-Identifier: Apache-2.0
// The matrix that the author of a seed wrote by hand, measured in the real window at its usual small size, and its
// chart read with keys.
#include "app/models/recordview.h"
#include "app/panels/bench/benchchart.h"
#include "app/panels/editor/editorpanel.h"
#include "engine/base/file.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QComboBox>
#include <QLineEdit>
#include <QToolButton>

#include <map>

namespace jitscope::tst_benchstory {

using namespace jitscope;

namespace {
constexpr int runTimeoutMs = testing::scaledTimeout(180000);
}

class BenchStoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow({1280, 720});
        QVERIFY(m_window);
        const QString path = m_folder.filePath("s4_jit_practice.py");
        const std::string source = testing::sharedPath("seed_scripts/s4_jit_practice.py");
        QVERIFY(writeFile(path.toStdString(), testing::readText(source)).ok());
        m_window->openPath(path);
        auto &editor = *static_cast<EditorPanel *>(m_window->panel("editor"));
        QTRY_COMPARE(editor.currentPath(), path);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle && session().info.contains("outcome"),
                                 runTimeoutMs);
        COMPARE_TEXT(session().info.at("outcome"), "finished");
    }

    void cleanupTestCase() { m_window.reset(); }

    void theMatrixIsMeasuredAndItsChartRead() {
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier | Qt::AltModifier);
        m_window->showPanel("bench");
        QCOMPARE(child<QComboBox>("benchFunctions")->currentText(), QString("f"));
        child<QLineEdit>("benchSeconds")->setText("0.05");
        QTest::mouseClick(child<QToolButton>("benchStart"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(chart().count() == rows, runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(panel()->isReady(), runTimeoutMs);

        // All of his ways, each with its time, what it is against eager, and the same values.
        chart().setFocus();
        QTest::keyClick(&chart(), Qt::Key_Home);
        QStringList titles;
        for (int i = 0; i < rows; ++i) {
            QCOMPARE(chart().current(), int64_t(i));
            const BenchBarItem &item = chart().items()[size_t(i)];
            titles << item.title;
            QVERIFY2(item.times && item.times->low <= item.times->median && item.times->median <= item.times->high,
                     qPrintable(item.title));
            QVERIFY(chart().rect().intersects(chart().rectOf(i).toRect())); // keys bring it into view
            const QString said = chart().accessibleDescription();
            QVERIFY2(said == item.sentence && said.startsWith(item.title + ": "), qPrintable(said));
            QVERIFY2(item.isBaseline || said.contains("against eager: "), qPrintable(said));
            QTest::keyClick(&chart(), Qt::Key_Down);
        }
        for (const char *way :
             {"ast O0", "ast O1", "ast O0 fullgraph", "ast O1 fullgraph", "bytecode O0", "bytecode O1",
              "bytecode O0 fullgraph", "bytecode O1 fullgraph", "trace O0", "trace O1", "eager"})
            for (const char *direction : {"forward", "forward + backward"})
                QVERIFY2(titles.contains(QStringLiteral("%1, %2").arg(way, direction)), way);

        // Lengths are the medians', by direction.
        std::map<int, double> unit;
        for (int i = 0; i < rows; ++i) {
            const BenchBarItem &item = chart().items()[size_t(i)];
            const double each = chart().barOf(i).width() / item.times->median;
            const auto [known, isNew] = unit.emplace(item.scale, each);
            QVERIFY2(isNew || std::abs(each / known->second - 1) < 0.01, qPrintable(item.title));
        }
        QCOMPARE(unit.size(), size_t(2));
        const QString table = child<RecordView>("benchTable")->allAsText();
        QVERIFY2(!table.contains("differs"), qPrintable(table));
        QVERIFY2(panel()->findChild<QWidget *>("benchAbout")->accessibleName().contains("without 10 rows of GE"),
                 qPrintable(panel()->findChild<QWidget *>("benchAbout")->accessibleName()));
    }

private:
    static constexpr int rows = 22; ///< eager, and ten ways to compile, forward and with the gradient
    const Session &session() { return m_window->document().session(); }
    Panel *panel() { return m_window->panel("bench"); }
    template<class Widget> Widget *child(const char *name) { return panel()->findChild<Widget *>(name); }
    BenchChart &chart() { return *child<BenchChart>("benchChart"); }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(BenchStoryTest)

} // namespace jitscope::tst_benchstory

#include "tst_benchstory.moc"
