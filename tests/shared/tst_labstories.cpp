// SPDX-License-Identifier: Apache-2.0
// The fusion lab in the real window, on a script of the reference material as it is: a fusion refused and its cost
// read, two nodes chosen, asked about and fused, a line followed to the assembly, a wrong rewrite found; all of it
// undone.
#include "app/graphview/graphview.h"
#include "app/models/recordview.h"
#include "app/panels/editor/editorpanel.h"
#include "app/panels/journey/journeyview.h"
#include "app/panels/kernel/codelisting.h"
#include "app/sdk/selection.h"
#include "engine/base/file.h"
#include "engine/extension/pluginloader.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <algorithm>

namespace jitscope::tst_labstories {

using namespace jitscope;

namespace {

constexpr int runTimeoutMs = 60000;
constexpr int forward = 1, withGradient = 3; ///< compilations at O1

} // namespace

class LabStoriesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        qputenv("JITSCOPE_WRONG_BEHIND",
                "arithmetic_simplify"); // for the process of the scripts, too, which starts first
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow({1600, 1000});
        QVERIFY(m_window);
        RunOptions run = m_window->runner().options();
        run.record = RecordLevel::Values;
        m_window->runner().setOptions(run);
        m_script = m_folder.filePath("s4_llama_attention.py");
        const std::string source = testing::sharedPath("seed_scripts/s4_llama_attention.py");
        QVERIFY(writeFile(m_script.toStdString(), testing::readText(source)).ok());
        runScript();
    }

    void cleanupTestCase() { m_window.reset(); }

    void aFusionIsRefusedAndItsCostRead() {
        m_window->selection().selectPass(forward, -1);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
        auto *filter = child<QLineEdit>("passes", "passFilter");
        filter->setFocus();
        QTest::keyClicks(filter, "flash");
        auto *passes = child<QListView>("passes", "passList");
        QTRY_COMPARE(passes->model()->rowCount(), 2);
        passes->setFocus();
        passes->setCurrentIndex(passes->model()->index(1, 0));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
        QTest::mouseClick(child<QToolButton>("passes", "why"), Qt::LeftButton);
        auto *reasons = child<RecordView>("passes", "passReasons");
        QTRY_VERIFY_WITH_TIMEOUT(reasons->model()->rowCount() > 0, runTimeoutMs);
        reasons->selectSourceRow(0);
        QVERIFY(chooseFrom(*reasons->viewport(), reasons->visualRect(reasons->currentIndex()).center(),
                           {"New variant", "Refuse “BatchMatMul + Softmax + BatchMatMul"}));
        QTRY_VERIFY_WITH_TIMEOUT(table().model()->rowCount() == 2 && cell(1, "Run") != "–", runTimeoutMs);
        QCOMPARE(cell(0, "Variant"), QString("As compiled"));
        QVERIFY(cell(1, "Launches").toInt() > cell(0, "Launches").toInt());
        QVERIFY2(cell(1, "Against eager") == "close" || cell(1, "Against eager") == "equal",
                 qPrintable(cell(1, "Against eager")));
        QVERIFY(cell(1, "Against compiled") != "–" && cell(1, "Bytes moved") != cell(0, "Bytes moved"));
        QVERIFY2(details().contains("is refused at") && !details().contains("no pass came across it"),
                 qPrintable(details()));
        undo();
        QCOMPARE(table().model()->rowCount(), 1);
        filter->clear();
    }

    /** Both are clicked in the graph; the suggested change lets the pass take them into one. */
    void twoNodesAreChosenAskedAboutAndFused() {
        const Compilation &compilation = session().compilations[withGradient];
        const auto pass = std::ranges::find(compilation.passes, "flash_attention_fusion", &PassRecord::name);
        QVERIFY(pass != compilation.passes.end() && !pass->refusals.empty());
        const std::vector<NodeId> &chain = pass->refusals.front().nodes;
        m_window->showPanel("passes");
        m_window->selection().selectPass(withGradient, pass->index);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
        auto *view = child<GraphView>("passes", "graphAfter");
        const QPoint product = show(*view, chain.front());
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, product);
        const QPoint last = show(*view, chain.back());
        QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::ControlModifier, last);
        QCOMPARE(m_window->selection().together().size(), size_t(2));
        QVERIFY(chooseFrom(*view->viewport(), last, {"Why not these two"}));
        auto *answers = child<RecordView>("passes", "whyNotTable");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady() && answers->model()->rowCount() > 0, runTimeoutMs);
        QVERIFY2(answers->allAsText().contains("gradients that read Softmax"), qPrintable(answers->allAsText()));
        auto *tryIt = child<QPushButton>("passes", "whyNotTry");
        QVERIFY(tryIt->isEnabled());
        QTest::mouseClick(tryIt, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(table().model()->rowCount() == 2 && cell(1, "Run") != "–", runTimeoutMs);
        QVERIFY2(cell(1, "Note").contains("Joined by flash_attention_fusion"), qPrintable(cell(1, "Note")));
        QVERIFY2(cell(1, "Against eager") == "close" || cell(1, "Against eager") == "equal", qPrintable(details()));
        undo();
        QCOMPARE(table().model()->rowCount(), 1);
    }

    /** The rotation of the queries: its line, its nodes over the passes, the instructions of its kernel. */
    void aLineIsFollowedToTheAssembly() {
        const QString text = static_cast<EditorPanel *>(m_window->panel("editor"))->currentText();
        const int line = int(text.section("q = q * cos", 0, 0).count('\n')) + 1;
        const Compilation &compilation = session().compilations[forward];
        const NodePtr sum = sumOfLine(compilation.captured, line);
        QVERIFY(sum);
        m_window->showPanel("editor");
        static_cast<EditorPanel *>(m_window->panel("editor"))->goToLine(line);
        m_window->selection().selectNode(forward, -2, sum->id);
        QCOMPARE(m_window->selection().current().line, line);
        m_window->showPanel("journey");
        auto *strip = child<JourneyView>("journey", "journeyStrip");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady() && strip->count() > 0, runTimeoutMs);
        strip->setFocus();
        QTest::keyClick(strip, Qt::Key_Home);
        QCOMPARE(strip->columnTitleOf(strip->current()), QString("Source"));
        QTest::keyClick(strip, Qt::Key_End);
        QCOMPARE(strip->columnTitleOf(strip->current()), QString("Assembly"));
        QTest::keyClick(strip, Qt::Key_Return);
        auto *listing = child<CodeListing>("kernel", "kernelCode2");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady() && !listing->lit().empty(), runTimeoutMs);
        for (const int lit : listing->lit())
            QVERIFY2(listing->lines()[size_t(lit)].source.endsWith(QStringLiteral(":%1").arg(line)),
                     qPrintable(listing->lines()[size_t(lit)].source));
    }

    void aPlantedWrongRewriteIsFound() {
        const auto loaded = loadPlugins(JITSCOPE_BUILD_DIR "/tests/wrong_rewrite");
        QVERIFY(loaded.size() == 1 && loaded.front().loaded);
        runScript();
        m_window->selection().selectPass(forward, -1);
        m_window->findChild<QAction *>("find-culprit")->trigger();
        Panel *culprit = m_window->panel("culprit");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady() && !culprit->contentAsText().isEmpty(), runTimeoutMs);
        QVERIFY2(culprit->contentAsText().contains("wrong_rewrite is the first to leave"),
                 qPrintable(culprit->contentAsText()));
        const Anchor &anchor = m_window->selection().current();
        const Compilation &compilation = session().compilations[size_t(anchor.compilation)];
        COMPARE_TEXT(compilation.passes[size_t(anchor.pass)].name, "wrong_rewrite");
        const NodePtr node = findNode(compilation.passes[size_t(anchor.pass)].after, anchor.node);
        QVERIFY(node && node->op == op::Sub);
    }

private:
    const Session &session() { return m_window->document().session(); }
    template<class Widget> Widget *child(const QString &panel, const char *name) {
        return m_window->panel(panel)->findChild<Widget *>(name);
    }
    RecordView &table() { return *child<RecordView>("variants", "variantTable"); }
    QString details() { return child<QLabel>("variants", "variantDetails")->text(); }
    void undo() { QTest::mouseClick(child<QToolButton>("variants", "variantUndo"), Qt::LeftButton); }
    QString cell(int row, const QString &title) {
        const QAbstractItemModel &model = *table().model();
        for (int column = 0; column < model.columnCount(); ++column)
            if (model.headerData(column, Qt::Horizontal).toString() == title)
                return model.index(row, column).data().toString();
        return {};
    }

    static NodePtr sumOfLine(const Module &module, int line) {
        for (const GraphPtr &graph : module.graphs)
            for (const NodePtr &node : graph->nodes)
                if (node->op == op::Add && node->spans && !node->spans->empty() && node->spans->front().line == line)
                    return node;
        return nullptr;
    }

    /** Where the card of that node is in the view, brought into it. */
    static QPoint show(GraphView &view, NodeId node) {
        const int card = view.graph().cardsOf(node).front();
        view.reveal(card);
        return view.mapFromScene(view.painterOf().placeOf(card).center());
    }

    /** Opens the menu there and chooses what begins with each text in turn, a menu in the other. */
    static bool chooseFrom(QWidget &viewport, const QPoint &place, const QStringList &texts) {
        bool isChosen = false;
        QTimer::singleShot(50, &viewport, [&] {
            auto *top = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QMenu *menu = top;
            for (const QString &text : texts) {
                if (!menu) break;
                const QList<QAction *> actions = menu->actions();
                const auto found = std::ranges::find_if(
                    actions, [&](const QAction *action) { return action->text().startsWith(text); });
                if (found == actions.end()) break;
                isChosen = !(*found)->menu() && (*found)->isEnabled();
                if (isChosen) (*found)->trigger();
                menu = (*found)->menu();
            }
            if (top) top->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, viewport.mapToGlobal(place));
        QApplication::sendEvent(&viewport, &event);
        QTest::qWait(150);
        return isChosen;
    }

    void runScript() {
        m_window->document().replace({});
        m_window->setPerspective("step");
        m_window->openPath(m_script);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle && session().compilations.size() == 4,
                                 runTimeoutMs);
        m_window->setPerspective("passes");
        m_window->showPanel("passes");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
    }

    QTemporaryDir m_folder;
    QString m_script;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(LabStoriesTest)

} // namespace jitscope::tst_labstories

#include "tst_labstories.moc"
