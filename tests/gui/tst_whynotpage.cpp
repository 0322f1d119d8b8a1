// SPDX-License-Identifier: Apache-2.0
// Why two calls were not fused, from the question to a variant in which they are: in the real window, and the page by
// itself.
#include "app/graphview/graphview.h"
#include "app/models/recordview.h"
#include "app/panels/passes/passespanel.h"
#include "engine/base/file.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <algorithm>

namespace jitscope::tst_whynotpage {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr int runTimeoutMs = 20000;

const char *const script = "import numpy as np\n"
                           "import mindspore as ms\n"
                           "from mindspore import ops, Tensor\n"
                           "@ms.jit(jit_level=\"O0\")\n"
                           "def shared(x, w, b):\n"
                           "    t = ops.matmul(x, w)\n"
                           "    u = ops.add(t, b)\n"
                           "    return ops.mul(u, t)\n"
                           "@ms.jit(jit_level=\"O1\")\n"
                           "def kernels(x, w):\n"
                           "    t = ops.exp(x) * 2.0\n"
                           "    u = ops.matmul(t, w)\n"
                           "    return ops.tanh(u + t) * u\n"
                           "x = Tensor(np.ones((8, 8), np.float32))\n"
                           "shared(x, x, Tensor(np.ones((8,), np.float32)))\n"
                           "kernels(x, x)\n";

QString cell(const RecordView &view, int row, const QString &title) {
    for (int column = 0; column < view.model()->columnCount(); ++column)
        if (view.model()->headerData(column, Qt::Horizontal).toString() == title)
            return view.model()->index(row, column).data().toString();
    return QStringLiteral("no column ") + title;
}

/** The entry behind these titles, each but the last of a menu below the one before. */
QAction *entryOf(const QMenu &menu, QStringList titles) {
    const QString first = titles.takeFirst();
    for (QAction *action : menu.actions())
        if (action->text() == first) return titles.isEmpty() ? action : entryOf(*action->menu(), titles);
    return nullptr;
}

} // namespace

class WhyNotPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        setUpWindowTest(m_folder);
        m_window = openWindow({1600, 1000});
        QVERIFY(m_window);
        const QString path = m_folder.filePath("shared.py");
        QVERIFY(writeFile(path.toStdString(), script).ok());
        m_window->openPath(path);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle && compilations().size() == 2,
                                 runTimeoutMs);
        m_window->setPerspective("passes");
        m_window->showPanel("passes");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
    }

    void init() {
        m_window->showPanel("passes");
        if (auto *tab = passes().findChild<QToolButton *>("whynot")) tab->click();
    }

    void cleanupTestCase() { m_window.reset(); }

    /** Both are chosen in the graph; the answer has the predicate in columns; the change joins them; it is undone. */
    void twoCallsThatWereNotFusedAreFusedByTheSuggestedChange() {
        const Compilation &compilation = compilations()[0];
        const auto fusion = std::ranges::find(compilation.passes, "matmul_biasadd_fusion", &PassRecord::name);
        QVERIFY(fusion != compilation.passes.end());
        m_window->selection().selectPass(0, fusion->index);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
        const NodePtr product = callOf(fusion->after, "MatMul"), sum = callOf(fusion->after, "Add");
        QVERIFY(product && sum);
        askInGraph(sum->id, {"Why not with", QString("MatMul %%1").arg(product->id.value)});
        QTRY_VERIFY_WITH_TIMEOUT(table().isVisible() && table().model()->rowCount() == 1, runTimeoutMs);
        QCOMPARE(cell(table(), 0, "Predicate"), QString("users of MatMul"));
        QCOMPARE(cell(table(), 0, "Seen"), QString("2"));
        QCOMPARE(cell(table(), 0, "Needed"), QString("= 1"));
        QCOMPARE(cell(table(), 0, "Bytes between"), QString("256 B"));
        QVERIFY(cell(table(), 0, "Smallest change").contains("copied for all others"));

        auto *tryIt = passes().findChild<QPushButton *>("whyNotTry");
        QVERIFY(tryIt->isEnabled());
        QTest::mouseClick(tryIt, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(variants().isVisible() && variants().model()->rowCount() == 2, runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
        QVERIFY2(cell(variants(), 1, "Note").contains("Joined by matmul_biasadd_fusion, rule MatMul + Add"),
                 qPrintable(cell(variants(), 1, "Note")));
        const QString verdict = cell(variants(), 1, "Against eager");
        QVERIFY2(verdict == "equal" || verdict == "close", qPrintable(verdict));
        m_window->panel("variants")->findChild<QToolButton *>("variantUndo")->click();
        QCOMPARE(variants().model()->rowCount(), 1);
        m_window->panel("variants")->findChild<QToolButton *>("variantRedo")->click();
        QCOMPARE(variants().model()->rowCount(), 2);
    }

    /** No pass of O0 makes kernels: the change is the level, and trying it joins them. */
    void atO0TheChangeIsTheLevel() {
        const Compilation &compilation = compilations()[0];
        m_window->selection().selectPass(0, compilation.passes.back().index);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
        const NodePtr sum = callOf(compilation.final, "Add"), product = callOf(compilation.final, "Mul");
        QVERIFY(sum && product);
        const int before = variants().model()->rowCount();
        askInGraph(product->id, {"Why not with", QString("Add %%1").arg(sum->id.value)});
        QTRY_VERIFY_WITH_TIMEOUT(table().isVisible() && cell(table(), 0, "Smallest change") == "compiled at O1",
                                 runTimeoutMs);
        QTest::mouseClick(passes().findChild<QPushButton *>("whyNotTry"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(variants().isVisible() && variants().model()->rowCount() == before + 1, runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
        const QString note = cell(variants(), before, "Note");
        QVERIFY2(note.contains("Joined by"), qPrintable(note));
    }

    void allRefusalsStandByTheirPredicates() {
        m_window->selection().selectPass(1, -2);
        m_window->setPerspective("step");
        m_window->findChild<QAction *>("why-not")->trigger();
        QVERIFY(page().isVisible());
        auto &groups = *page().findChild<RecordView *>("whyNotPredicates");
        QTRY_VERIFY_WITH_TIMEOUT(page().isReady() && groups.isVisible() && groups.model()->rowCount() > 2,
                                 runTimeoutMs);
        QCOMPARE(cell(groups, 0, "Predicate"), QString("All"));
        const int all = table().model()->rowCount();
        QCOMPARE(cell(groups, 0, "Refusals").toInt(), all);
        int members = 0;
        for (int row = 1; row < groups.model()->rowCount(); ++row) {
            groups.selectSourceRow(row);
            QCOMPARE(table().model()->rowCount(), cell(groups, row, "Refusals").toInt());
            for (int at = 0; at < table().model()->rowCount(); ++at)
                QCOMPARE(cell(table(), at, "Predicate"), cell(groups, row, "Predicate"));
            members += table().model()->rowCount();
        }
        QCOMPARE(members, all);
        groups.selectSourceRow(0);
        QCOMPARE(table().model()->rowCount(), all);
        // A click shows in the graph what was kept apart.
        const QModelIndex pair = [&] {
            for (int row = 0; row < all; ++row)
                if (cell(table(), row, "Calls").contains(", ")) return table().model()->index(row, 0);
            return QModelIndex();
        }();
        QVERIFY(pair.isValid());
        table().scrollTo(pair);
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, table().visualRect(pair).center());
        QVERIFY(m_window->selection().together().size() >= 2);
        QTRY_VERIFY_WITH_TIMEOUT(page().isReady(), runTimeoutMs);
        QCOMPARE(table().model()->rowCount(), all);
        table().selectAll();
        table().copySelected();
        QVERIFY(QApplication::clipboard()->text().contains("Smallest change"));
    }

    void whereThereIsNoChangeTheButtonSaysWhy() {
        page().findChild<QToolButton *>("everything")->click();
        QTRY_VERIFY_WITH_TIMEOUT(page().isReady() && table().model()->rowCount() > 0, runTimeoutMs);
        auto *tryIt = page().findChild<QPushButton *>("whyNotTry");
        int without = 0;
        for (int row = 0; row < table().model()->rowCount(); ++row) {
            table().selectSourceRow(row);
            const WhyNotRow &shown = page().row(row);
            QCOMPARE(tryIt->isEnabled(), shown.counterfactual.exists());
            QVERIFY(!shown.change.isEmpty());
            QVERIFY(page().findChild<QLabel *>("whyNotSentence")->text().contains(shown.sentence));
            if (shown.counterfactual.exists()) continue;
            QCOMPARE(tryIt->toolTip(), shown.change);
            ++without;
        }
        QVERIFY(without > 0);
    }

    void aKernelSaysWhatStoppedIt() {
        const Compilation &compilation = compilations()[1];
        QVERIFY(!compilation.kernels.empty());
        m_window->selection().askWhyNot({1, {}, compilation.kernels.front().name});
        QTRY_VERIFY_WITH_TIMEOUT(page().isReady() && table().model()->rowCount() > 0, runTimeoutMs);
        auto *heading = page().findChild<QLabel *>("whyNotHeading");
        QVERIFY2(heading->text().contains(QString::fromStdString(compilation.kernels.front().name)),
                 qPrintable(heading->text()));
        QVERIFY2(page().asText().contains("class of MatMul"), qPrintable(page().asText()));
    }

    void ofANodeOfWhichNothingWasRefusedItSaysSo() {
        // All that is computed in the scripts above was in a rule's way somewhere.
        const char *const alone = "@ms.jit(jit_level=\"O1\")\ndef alone(x):\n    return ops.sort(x)[0]\nalone(x)\n";
        QTRY_COMPARE_WITH_TIMEOUT(m_window->runner().state(), RunState::Idle, runTimeoutMs);
        m_window->runner().runConsole(alone);
        QTRY_VERIFY_WITH_TIMEOUT(compilations().size() == 3 && m_window->isReady(), runTimeoutMs);
        const NodeId id = compilations()[2].final.entry()->nodes.front()->id;
        m_window->selection().askWhyNot({2, {id}, {}});
        const auto &none = *page().findChild<QLabel *>("whyNotNone");
        const auto says = [&] { return none.isVisible() && none.text().startsWith("Nothing was refused of it"); };
        QTRY_VERIFY_WITH_TIMEOUT(page().isReady() && says(), runTimeoutMs);
        QVERIFY(!table().isVisible());
        QVERIFY(page().asText().contains(none.text()));
        m_window->selection().askWhyNot({1, {}, {}});
        QTRY_VERIFY_WITH_TIMEOUT(page().isReady() && table().isVisible(), runTimeoutMs);
        QVERIFY(!none.isVisible());
    }

private:
    const std::vector<Compilation> &compilations() { return m_window->document().session().compilations; }
    Panel &passes() { return *m_window->panel("passes"); }
    WhyNotPage &page() { return *passes().findChild<WhyNotPage *>(); }
    RecordView &table() { return *passes().findChild<RecordView *>("whyNotTable"); }
    RecordView &variants() { return *m_window->panel("variants")->findChild<RecordView *>("variantTable"); }

    static NodePtr callOf(const Module &module, const char *op) {
        const auto &nodes = module.entry()->nodes;
        const auto found = std::ranges::find(nodes, OpName(op), &Node::op);
        return found == nodes.end() ? nullptr : *found;
    }

    /** Chooses that entry of the context menu of a node's card. */
    void askInGraph(NodeId node, const QStringList &titles) {
        auto *view = passes().findChild<GraphView *>("graphAfter");
        const auto cards = view->graph().cardsOf(node);
        QVERIFY(!cards.empty());
        view->reveal(cards.front());
        const QPoint place = view->mapFromScene(view->painterOf().placeOf(cards.front()).center());
        bool isFound = false;
        QTimer::singleShot(50, view, [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QAction *entry = menu ? entryOf(*menu, titles) : nullptr;
            isFound = entry != nullptr;
            if (entry) entry->trigger();
            if (menu) menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, view->viewport()->mapToGlobal(place));
        QApplication::sendEvent(view->viewport(), &event);
        QTRY_VERIFY(isFound);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(WhyNotPageTest)

} // namespace jitscope::tst_whynotpage

#include "tst_whynotpage.moc"
