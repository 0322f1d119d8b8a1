// SPDX-License-Identifier: Apache-2.0
// Clicks, keys, wheels and menus at random, over profiles, graphs, sessions and a script that runs: nothing of it may
// crash the window or leave it deaf. JITSCOPE_SEED and JITSCOPE_STEPS hunt with other numbers.
#include "app/shell/application.h"
#include "app/shell/builtins.h"
#include "engine/base/file.h"
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/session/sessionfile.h"
#include "tests/support/ascendsession.h"
#include "tests/support/profilerfolder.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/visualizefile.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QMenu>
#include <QTimer>
#include <QWheelEvent>
#include <random>

namespace jitscope::tst_anyinput {

using namespace jitscope;

namespace {

constexpr int readyTimeoutMs = 30000;
constexpr const char *script = "import numpy as np\n"
                               "import mindspore as ms\n"
                               "from mindspore import Tensor, ops\n"
                               "@ms.jit\n"
                               "def net(x, w):\n"
                               "    return ops.relu(ops.matmul(x, w)) + x\n"
                               "x = Tensor(np.ones((4, 4), np.float32))\n"
                               "for i in range(3):\n"
                               "    y = net(x, x) * 0.1\n"
                               "    x = ops.tanh(y - i)\n"
                               "print(x.sum())\n";

void writeProfile(const std::string &parent, int rank) {
    testing::ProfilerFolder folder(parent, rank);
    folder.python("train.py(3): <module>", 0, 20000);
    double device = 60;
    for (int i = 0; i < 40; ++i) {
        const char *type = i % 3 == 0 ? "MatMul" : "Add";
        folder.kernel(format("PynativeFramework::Task::%s", type), format("Default/net-Net/%s-op%d", type, i), type,
                      i * 100, 30, device, 40 + 20 * rank);
        device += 70 + 20 * rank;
    }
    folder.collective("hcom_allReduce__271_0_1", device, 100);
    folder.write();
}

} // namespace

class AnyInputTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        qputenv("JITSCOPE_CONFIG_DIR", m_folder.filePath("config").toLocal8Bit());
        QDir::setCurrent(m_folder.path()); // what is saved by chance
        setUpApplication({"dark", "en", ApplicationOptions::Start::Bare});
        loadPlugins(JITSCOPE_BUILD_DIR "/plugins");
        QVERIFY(QDir().mkpath(m_folder.filePath("cluster")));
        for (int rank = 0; rank < 2; ++rank)
            writeProfile(m_folder.filePath("cluster").toStdString(), rank);
        write("visualize_data.bin", testing::visualizeFile());
        write("script.py", script);
        write("dump.ir",
              testing::readText(JITSCOPE_SOURCE_DIR "/tests/data/ir/" +
                                QDir(JITSCOPE_SOURCE_DIR "/tests/data/ir").entryList({"*.ir"}).first().toStdString()));
        QVERIFY(saveSession(testing::trainingSession(), m_folder.filePath("run.jitscope").toStdString()).ok());
        m_files = {m_folder.filePath("cluster"), m_folder.filePath("visualize_data.bin"),
                   m_folder.filePath("script.py"), m_folder.filePath("dump.ir"), m_folder.filePath("run.jitscope")};
        connect(&m_closer, &QTimer::timeout, this, &AnyInputTest::answerWhatPopsUp);
        m_closer.start(3);
    }

    void init() {
        m_window = testing::openWindow({1600, 1000});
        QVERIFY(m_window);
    }

    void cleanup() {
        m_window->runner().setBreakpoints({});
        m_window->runner().stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, readyTimeoutMs);
        m_window.reset();
    }

    void nothingCrashesTheWindow_data() {
        QTest::addColumn<int>("seed");
        if (const int seed = qEnvironmentVariableIntValue("JITSCOPE_SEED"); seed > 0)
            QTest::addRow("seed %d", seed) << seed;
        else
            for (const int each : {1, 2})
                QTest::addRow("seed %d", each) << each;
    }

    void nothingCrashesTheWindow() {
        QFETCH(int, seed);
        m_random.seed(uint32_t(seed));
        const int wanted = qEnvironmentVariableIntValue("JITSCOPE_STEPS"), steps = wanted > 0 ? wanted : 250;
        for (int i = 0; i < steps; ++i) {
            if (i % 50 == 0) m_window->openPath(m_files[any(m_files.size())]);
            step();
            QTest::qWait(int(any(12)));
            if (!m_window->isVisible()) m_window->show();
        }
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady() || m_window->runner().state() != RunState::Idle, readyTimeoutMs);
        QVERIFY(!m_window->grab().isNull());
    }

private:
    qsizetype any(qsizetype count) { return qsizetype(m_random() % uint32_t(std::max<qsizetype>(count, 1))); }
    void write(const QString &name, const std::string &content) {
        if (!writeFile(m_folder.filePath(name).toStdString(), content)) qFatal("%s", qPrintable(name));
    }

    void step() {
        static const std::vector<PanelDef> panels = allPanels();
        switch (any(24)) {
        case 0:
            m_window->showPanel(panels[size_t(any(qsizetype(panels.size())))].id);
            return;
        case 1:
            m_window->setPerspective(QStringList{"step", "passes", "profile", "trace"}[any(4)]);
            return;
        case 2:
            m_window->resize(700 + int(any(1200)), 500 + int(any(700)));
            return;
        case 3:
            if (QAction *action = anyOf(m_window->findChildren<QAction *>())) action->trigger();
            return;
        default:
            break;
        }
        QList<QWidget *> widgets;
        for (QWidget *each : m_window->findChildren<QWidget *>())
            if (each->isVisible() && !each->size().isEmpty()) widgets.append(each);
        if (widgets.isEmpty()) return;
        const QPointer<QWidget> widget = widgets[any(widgets.size())];
        const QPoint at(int(any(widget->width())), int(any(widget->height())));
        switch (any(8)) {
        case 0:
        case 1:
        case 2:
            QTest::mouseClick(widget, Qt::LeftButton, any(6) == 0 ? Qt::ControlModifier : Qt::NoModifier, at);
            break;
        case 3:
            QTest::mouseDClick(widget, Qt::LeftButton, {}, at);
            break;
        case 4:
            drag(widget, at);
            break;
        case 5:
            wheel(widget, at);
            break;
        case 6: {
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, widget->mapToGlobal(at));
            QApplication::sendEvent(widget, &event);
            break;
        }
        default:
            press(widget);
        }
    }

    void drag(const QPointer<QWidget> &widget, const QPoint &from) {
        QTest::mousePress(widget, Qt::LeftButton, any(3) == 0 ? Qt::AltModifier : Qt::NoModifier, from);
        for (int i = 0; i < 3 && widget; ++i)
            QTest::mouseMove(widget, from + QPoint(int(any(200)) - 100, int(any(100)) - 50));
        if (widget) QTest::mouseRelease(widget, Qt::LeftButton, {}, from + QPoint(int(any(200)) - 100, 0));
    }

    void wheel(QWidget *widget, const QPoint &at) {
        QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, any(2) == 0 ? 120 : -120}, Qt::NoButton,
                          any(2) == 0 ? Qt::ControlModifier : Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    }

    void press(QWidget *widget) {
        static const QList<QKeyCombination> keys{Qt::Key_Up,
                                                 Qt::Key_Down,
                                                 Qt::Key_Left,
                                                 Qt::Key_Right,
                                                 Qt::Key_Home,
                                                 Qt::Key_End,
                                                 Qt::Key_PageDown,
                                                 Qt::Key_Return,
                                                 Qt::Key_Escape,
                                                 Qt::Key_Space,
                                                 Qt::Key_Tab,
                                                 Qt::Key_Backtab,
                                                 Qt::Key_Delete,
                                                 Qt::Key_F2,
                                                 Qt::Key_F3,
                                                 Qt::Key_F5,
                                                 Qt::Key_F9,
                                                 Qt::Key_F10,
                                                 Qt::Key_F11,
                                                 Qt::SHIFT | Qt::Key_F10,
                                                 Qt::SHIFT | Qt::Key_F5,
                                                 Qt::CTRL | Qt::Key_F,
                                                 Qt::CTRL | Qt::Key_P,
                                                 Qt::CTRL | Qt::Key_Z,
                                                 Qt::CTRL | Qt::Key_A,
                                                 Qt::CTRL | Qt::Key_C,
                                                 Qt::CTRL | Qt::Key_Home,
                                                 Qt::Key_M,
                                                 Qt::Key_F,
                                                 Qt::Key_W,
                                                 Qt::Key_A,
                                                 Qt::Key_S,
                                                 Qt::Key_D,
                                                 Qt::Key_U,
                                                 Qt::Key_X,
                                                 Qt::Key_1,
                                                 Qt::Key_Period,
                                                 Qt::Key_Slash,
                                                 Qt::Key_BracketLeft,
                                                 Qt::Key_BracketRight};
        const QKeyCombination key = keys[any(keys.size())];
        if (any(2) == 0) widget->setFocus();
        QTest::keyClick(any(3) == 0 ? static_cast<QWidget *>(m_window.get()) : widget, key.key(),
                        key.keyboardModifiers());
    }

    QAction *anyOf(const QList<QAction *> &actions) {
        QList<QAction *> possible;
        for (QAction *action : actions)
            if (action->isEnabled() && !action->isSeparator() && action->menu() == nullptr &&
                action->objectName() != "quit")
                possible.append(action);
        return possible.isEmpty() ? nullptr : possible[any(possible.size())];
    }

    /** Not from within the timer, which would not fire while a menu that the action opens waits for an answer. */
    void triggerLater(const QMenu &menu) {
        QPointer<QAction> chosen = anyOf(menu.actions());
        QMetaObject::invokeMethod(
            this,
            [chosen] {
                if (chosen) chosen->trigger();
            },
            Qt::QueuedConnection);
    }

    /** Menus: one of their actions or none. Dialogs are closed. */
    void answerWhatPopsUp() {
        if (QWidget *popup = QApplication::activePopupWidget()) {
            const QPointer<QWidget> shown = popup;
            if (auto *menu = qobject_cast<QMenu *>(popup); menu && any(2) == 0) triggerLater(*menu);
            if (shown) shown->close();
            return;
        }
        if (auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget())) dialog->reject();
    }

    QTemporaryDir m_folder;
    QStringList m_files;
    std::mt19937 m_random;
    QTimer m_closer;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(AnyInputTest)

} // namespace jitscope::tst_anyinput

#include "tst_anyinput.moc"
