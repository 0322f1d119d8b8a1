// SPDX-License-Identifier: Apache-2.0
// The line behind the memory peak of a Vision Transformer's training step, found in the real window.
#include "app/models/recordview.h"
#include "app/panels/editor/editorpanel.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/base/file.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QLabel>
#include <QToolButton>
#include <map>

namespace jitscope::tst_memorystory {

using namespace jitscope;

namespace {
constexpr int runTimeoutMs = 120000;
}

class MemoryStoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /** The author's script with fewer pictures: what a step holds is the same by shape. */
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow({1600, 1000});
        QVERIFY(m_window);
        QString text =
            QString::fromStdString(testing::readText(testing::sharedPath("seed_scripts/s2_vit_graph_train.py")));
        for (const auto &[from, to] :
             {std::pair{"batch_size = 32", "batch_size = 4"}, std::pair{"batch_size * 100", "batch_size * 1"},
              std::pair{"epochs = 5", "epochs = 1"}, std::pair{"\"vit_ascend.ckpt\"", "__file__ + '.ckpt'"}}) {
            QVERIFY2(text.contains(QLatin1String(from)), from);
            text.replace(QLatin1String(from), QLatin1String(to));
        }
        const QString path = m_folder.filePath("vit.py");
        QVERIFY(writeFile(path.toStdString(), text.toStdString()).ok());
        m_window->openPath(path);
        QTRY_COMPARE(editor().currentPath(), path);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle && session().info.contains("outcome"),
                                 runTimeoutMs);
        COMPARE_TEXT(session().info.at("outcome"), "finished");
    }

    void cleanupTestCase() { m_window.reset(); }

    void theLineBehindThePeakIsFound() {
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier | Qt::AltModifier);
        m_window->showPanel("runmemory");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady() && table().model()->rowCount() > 0, runTimeoutMs);
        QTest::mouseClick(child<QToolButton>("runMemoryPeak"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
        QVERIFY2(child<QLabel>("runMemoryWhere")->text().contains("the peak"),
                 qPrintable(child<QLabel>("runMemoryWhere")->text()));
        // What is held, by line: the sum by line says the same.
        std::map<QString, double> held;
        for (int row = 0; row < table().model()->rowCount(); ++row)
            if (const QString line = cell(row, "Line"); !line.isEmpty()) held[line] += kibOf(cell(row, "Held"));
        choose("line");
        const int first = cell(0, "Name").startsWith("(") ? 1 : 0;
        const QString line = cell(first, "Name");
        for (const auto &[other, kib] : held)
            QVERIFY2(kib <= held[line] + 0.1 * double(held.size()), qPrintable(other + " before " + line));
        QVERIFY2(line.startsWith("vit.py:"), qPrintable(line));
        // It is a line of the network's or of its gradient; a click leads there.
        table().selectSourceRow(first);
        const int number = line.section(':', 1).toInt();
        QTRY_COMPARE(m_window->selection().current().line, number);
        const QString text = editor().currentText().section('\n', number - 1, number - 1);
        qInfo("the peak is made by line %d: %s", number, qPrintable(text.trimmed()));
        QVERIFY2(number > 13 && number < 60 && !text.trimmed().isEmpty(), qPrintable(text));
    }

private:
    const Session &session() { return m_window->document().session(); }
    EditorPanel &editor() { return *static_cast<EditorPanel *>(m_window->panel("editor")); }
    template<class Widget> Widget *child(const char *name) {
        return m_window->panel("runmemory")->findChild<Widget *>(name);
    }
    RecordView &table() { return *child<RecordView>("runMemoryTable"); }
    void choose(const QString &list) {
        auto *lists = m_window->panel("runmemory")->findChild<SegmentedControl *>();
        QTest::mouseClick(lists->findChild<QToolButton *>(list), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
    }
    QString cell(int row, const QString &title) {
        const QAbstractItemModel &model = *table().model();
        for (int column = 0; column < model.columnCount(); ++column)
            if (model.headerData(column, Qt::Horizontal).toString() == title)
                return model.index(row, column).data().toString();
        return {};
    }
    static double kibOf(const QString &text) {
        const QStringList parts = text.split(' ');
        if (parts.size() != 2) return 0;
        const double factor = parts[1] == "MiB" ? 1024 : parts[1] == "KiB" ? 1 : parts[1] == "B" ? 1.0 / 1024 : 0;
        return parts[0].toDouble() * factor;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(MemoryStoryTest)

} // namespace jitscope::tst_memorystory

#include "tst_memorystory.moc"
