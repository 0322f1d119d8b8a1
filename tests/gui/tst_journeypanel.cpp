// SPDX-License-Identifier: Apache-2.0
// A value followed: its cells, the way along them by keys, what each selects; and in the real window, from the source
// line of a Dense's bias to the assembly lines of its kernel, by keys and mouse only.
#include "app/panels/editor/editorpanel.h"
#include "app/panels/journey/journeypanel.h"
#include "app/panels/journey/journeyview.h"
#include "app/panels/kernel/codelisting.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/base/file.h"
#include "engine/session/compilation.h"
#include "tests/support/panelstage.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAbstractButton>
#include <QListView>
#include <QToolButton>

namespace jitscope::tst_journeypanel {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const char *const script = "import numpy as np, mindspore as ms\n"
                           "from mindspore import nn, ops\n"
                           "net = nn.Dense(8, 16)\n"
                           "@ms.jit(jit_level='O1')\n"
                           "def run(x):\n"
                           "    y = ops.matmul(x, net.weight.T) * 0.5\n"
                           "    y = y + net.bias\n"
                           "    return ops.tanh(y)\n"
                           "run(ms.Tensor(np.ones((3, 8), np.float32)))\n";
constexpr int biasLine = 7;
constexpr int runTimeoutMs = 30000;

const Session &recorded() {
    static const Session session = [] {
        PythonScripts scripts;
        scripts.run(script);
        return Recorder::instance().take();
    }();
    return session;
}

struct Shown {
    Shown() {
        stage.document.replace(recorded());
        panel = &stage.add(journeyPanel(), {1200, 500});
        view = panel->findChild<JourneyView *>("journeyStrip");
        const auto &compilation = recorded().compilations.front();
        stage.selection.selectLine(QString::fromStdString(compilation.spans->front().file), biasLine);
        stage.settle();
    }
    void followWholeLine() {
        panel->findChild<SegmentedControl *>("journeyWhat")->findChild<QToolButton *>("line")->click();
        stage.settle();
    }
    /** The first cell of a column with that title and kind, or -1. */
    int cell(const QString &column, JourneyCell::Kind kind) const {
        for (int i = 0; i < int(view->count()); ++i)
            if (view->columnTitleOf(i) == column && view->grid().cells[size_t(i)].kind == kind) return i;
        return -1;
    }
    int cellTitled(const QString &column, const QString &title) const {
        for (int i = 0; i < int(view->count()); ++i)
            if (view->columnTitleOf(i) == column && view->grid().cells[size_t(i)].title.startsWith(title)) return i;
        return -1;
    }
    void click(int cell) const {
        view->setCurrent(cell);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->rectOf(cell).center().toPoint());
    }

    PanelStage stage;
    Panel *panel = nullptr;
    JourneyView *view = nullptr;
};

} // namespace

class TestJourneyPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpWindowTest(m_folder); }

    void withoutASelectionItSaysWhatToDo() {
        PanelStage stage;
        Panel &panel = stage.add(journeyPanel(), {900, 400});
        QVERIFY(!panel.findChild<JourneyView *>("journeyStrip")->isVisible());
        QVERIFY(panel.contentAsText().isEmpty());
    }

    void theStripGoesFromTheLineToTheAssembly() {
        Shown shown;
        QStringList titles;
        for (const JourneyColumn &column : shown.view->grid().columns)
            titles << column.title;
        const QString all = titles.join(" | ");
        QVERIFY2(all.startsWith("Source | Captured"), qPrintable(all));
        QVERIFY2(all.endsWith("Final graph | Kernel | LLVM IR | Assembly"), qPrintable(all));
        const QString text = shown.panel->contentAsText();
        QVERIFY2(text.contains("unchanged: "), qPrintable(text));
        QVERIFY2(text.contains(":7"), qPrintable(text));
    }

    void everyCellSelectsItsForm() {
        Shown shown;
        const Session &session = recorded();
        Selection &selection = shown.stage.selection;
        shown.click(shown.cell("Captured", JourneyCell::Kind::Node));
        QCOMPARE(selection.current().pass, -2);
        shown.click(shown.cellTitled("Final graph", "Add"));
        QCOMPARE(selection.current().pass, -1);
        QCOMPARE(selection.current().kernel, session.compilations.front().kernels.front().name);
        shown.click(shown.cell("Source", JourneyCell::Kind::Line));
        QCOMPARE(selection.current().line, biasLine);
        QSignalSpy kernels(&selection, &Selection::kernelWanted), texts(&selection, &Selection::kernelTextWanted);
        shown.click(shown.cell("Kernel", JourneyCell::Kind::Kernel));
        QCOMPARE(kernels.count(), 1);
        shown.click(shown.cell("LLVM IR", JourneyCell::Kind::Code));
        QCOMPARE(texts.takeFirst().front().toString(), QString("after"));
        shown.click(shown.cell("Assembly", JourneyCell::Kind::Code));
        QCOMPARE(texts.takeFirst().front().toString(), QString("assembly"));
        QVERIFY(selection.current().node.valid());
    }

    void theWholeLineHasItsWeightsAsBranches() {
        Shown shown;
        shown.click(shown.cell("Captured", JourneyCell::Kind::Node));
        const Anchor one = shown.stage.selection.current();
        shown.stage.selection.clear();
        shown.stage.selection.selectNode(one.compilation, one.pass, one.node);
        shown.stage.settle();
        const size_t before = shown.view->grid().cells.size();
        shown.followWholeLine();
        QVERIFY(shown.view->grid().cells.size() > before);
        const QString text = shown.panel->contentAsText();
        QVERIFY2(text.contains("bias"), qPrintable(text));
        QVERIFY2(text.contains("input "), qPrintable(text));
    }

    void keysWalkAndUnfold() {
        Shown shown;
        shown.view->setFocus();
        shown.view->setCurrent(shown.cell("Captured", JourneyCell::Kind::Node));
        const size_t columns = shown.view->grid().columns.size();
        for (int steps = 0; steps < 20; ++steps) {
            const JourneyCell &cell = shown.view->grid().cells[size_t(shown.view->current())];
            if (cell.kind == JourneyCell::Kind::Fold) break;
            QTest::keyClick(shown.view, Qt::Key_Right);
        }
        QVERIFY(shown.view->grid().cells[size_t(shown.view->current())].kind == JourneyCell::Kind::Fold);
        QTest::keyClick(shown.view, Qt::Key_Return);
        QVERIFY(shown.view->grid().columns.size() > columns);
        QTest::keyClick(shown.view, Qt::Key_Return);
        QCOMPARE(shown.view->grid().columns.size(), columns);
        QTest::keyClick(shown.view, Qt::Key_End);
        QCOMPARE(shown.view->columnTitleOf(shown.view->current()), QString("Assembly"));
        QTest::keyClick(shown.view, Qt::Key_Return);
        QCOMPARE(shown.stage.shown.last(), QString("kernel"));
    }

    void rangesOfLinesAreShort() {
        QCOMPARE(lineRanges({}), QString());
        QCOMPARE(lineRanges({4}), QString("5"));
        QCOMPARE(lineRanges({0, 1, 2, 7, 9, 10}), QString("1–3, 8, 10–11"));
    }

    /** Every node that became part of a kernel says so in the ribbon, at every stage. */
    void theRibbonNamesTheKernelOfEveryMember() {
        const Session &session = recorded();
        ProvenanceIndex index;
        int checked = 0;
        for (const Compilation &compilation : session.compilations)
            for (int pass = -2; pass < int(compilation.passes.size()); ++pass)
                for (const GraphPtr &graph : moduleAt(compilation, pass).graphs)
                    for (const NodePtr &node : graph->nodes) {
                        const Journey journey = followNode(session, compilation, pass, node->id);
                        const bool isMember =
                            std::any_of(journey.kernels.begin(), journey.kernels.end(),
                                        [](const JourneyKernel &kernel) { return kernel.member > 0; });
                        if (!isMember) continue;
                        ++checked;
                        const Anchor anchor = anchorOfNode(session, compilation.index, pass, node->id, index);
                        QVERIFY2(!anchor.kernel.empty(), toString(journey).c_str());
                    }
        QVERIFY(checked > 10);
    }

    /** The story: run, click the line, follow it along the strip to the assembly, and see it in the Kernel panel. */
    void aDensesBiasIsFollowedFromItsLineToTheAssembly() {
        auto window = openWindow({1600, 1000});
        QVERIFY(window);
        const QString path = m_folder.filePath("bias.py");
        QVERIFY(writeFile(path.toStdString(), script).ok());
        window->openPath(path);
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        QTest::keyClick(window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(window->runner().state() == RunState::Idle &&
                                     !window->document().session().compilations.empty() &&
                                     !window->document().session().compilations.back().kernels.empty(),
                                 runTimeoutMs);
        window->setPerspective("passes");
        window->showPanel("editor");
        static_cast<EditorPanel *>(window->panel("editor"))->goToLine(biasLine);
        window->selection().selectLine(path, biasLine, window->panel("editor"));
        window->showPanel("journey");
        auto *strip = window->panel("journey")->findChild<JourneyView *>("journeyStrip");
        QTRY_VERIFY_WITH_TIMEOUT(window->panel("journey")->isVisible() && strip->count() > 0 && window->isReady(),
                                 runTimeoutMs);
        strip->setFocus();
        QTest::keyClick(strip, Qt::Key_Home);
        QTest::keyClick(strip, Qt::Key_End);
        QCOMPARE(strip->columnTitleOf(strip->current()), QString("Assembly"));
        QTest::keyClick(strip, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(window->panel("kernel")->isVisible() && window->isReady(), runTimeoutMs);
        auto *listing = window->panel("kernel")->findChild<CodeListing *>("kernelCode2");
        QTRY_VERIFY_WITH_TIMEOUT(!listing->lit().empty(), runTimeoutMs);
        const auto isOfLine = [&](int line) {
            return listing->lines()[size_t(line)].source.endsWith(QStringLiteral(":%1").arg(biasLine));
        };
        QVERIFY(std::all_of(listing->lit().begin(), listing->lit().end(), isOfLine)); // where the weight is read

        // The cell below is the addition itself.
        window->showPanel("journey");
        strip->setFocus();
        QTest::keyClick(strip, Qt::Key_Down);
        QCOMPARE(strip->columnTitleOf(strip->current()), QString("Assembly"));
        QTest::keyClick(strip, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(window->panel("kernel")->isVisible() && window->isReady(), runTimeoutMs);
        QVERIFY(std::all_of(listing->lit().begin(), listing->lit().end(), isOfLine));
        const auto isAddition = [&](int line) { return listing->lines()[size_t(line)].code.contains("add"); };
        QVERIFY(std::any_of(listing->lit().begin(), listing->lit().end(), isAddition));
        const auto *kernelCell = window->findChild<QAbstractButton *>("ribbon-kernel");
        QVERIFY(kernelCell && kernelCell->isEnabled());
        QCOMPARE(window->selection().current().line, biasLine);
    }

    /** Choosing code generation in the list of passes arrives at the code. */
    void codeGenerationInTheListOfPassesLeadsToTheKernel() {
        auto window = openWindow({1600, 1000});
        QVERIFY(window);
        window->document().replace(recorded());
        window->setPerspective("passes");
        window->showPanel("passes");
        QTRY_VERIFY_WITH_TIMEOUT(window->isReady(), runTimeoutMs);
        QListView *list = nullptr;
        int row = -1;
        for (QListView *each : window->panel("passes")->findChildren<QListView *>())
            for (int i = 0; each->model() && i < each->model()->rowCount(); ++i)
                if (each->model()->index(i, 0).data().toString().startsWith("codegen")) list = each, row = i;
        QVERIFY(list);
        const QModelIndex index = list->model()->index(row, 0);
        list->scrollTo(index);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(index).center());
        QTRY_VERIFY_WITH_TIMEOUT(window->panel("kernel")->isVisible(), runTimeoutMs);
        QCOMPARE(window->selection().current().kernel, recorded().compilations.front().kernels.front().name);
        QVERIFY(window->findChild<QAbstractButton *>("ribbon-kernel")->isEnabled());
    }

private:
    QTemporaryDir m_folder;
};

JITSCOPE_WINDOW_TEST(TestJourneyPanel)

} // namespace jitscope::tst_journeypanel

#include "tst_journeypanel.moc"
