// SPDX-License-Identifier: Apache-2.0
// The graph, passes and IR panels through the doors a user has: mouse, keys, lists, texts.
#include "app/graphview/graphview.h"
#include "app/graphview/irtextpane.h"
#include "app/panels/graph/graphpanel.h"
#include "app/panels/irdiff/irdiffpanel.h"
#include "app/panels/passes/passespanel.h"
#include "app/sdk/document.h"
#include "app/sdk/healthcache.h"
#include "app/sdk/playhead.h"
#include "app/sdk/selection.h"
#include "app/shell/nullrunner.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/irmodules.h"
#include "tests/support/samplegraph.h"
#include "tests/support/tapes.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QAccessible>
#include <QApplication>
#include <QContextMenuEvent>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QListView>
#include <QLocale>
#include <QSlider>
#include <QTimer>
#include <QToolButton>

namespace jitscope::tst_graphpanel {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** A program that stands where the test wants it to. */
class StandingRunner : public NullRunner {
public:
    RunState state() const override { return m_state; }
    const PauseInfo &pauseInfo() const override { return m_pause; }
    void stand(int64_t nextOp, const std::string &op) {
        m_state = RunState::Paused;
        m_pause.nextOp = nextOp;
        m_pause.op = op;
        Q_EMIT paused(m_pause);
        Q_EMIT stateChanged(m_state);
    }

private:
    RunState m_state = RunState::Idle;
    PauseInfo m_pause;
};

/** A panel over the sample session, shown and settled. */
struct Stage {
    explicit Stage(const PanelDef &def, Session session = sampleSession())
        : selection(document)
        , playhead(document, selection, runner)
        , health(document, jobs) {
        document.replace(std::move(session));
        const PanelContext context{document, selection, jobs,           runner,
                                   playhead, health,    [](PanelId) {}, [](const QString &) {}};
        panel.reset(def.create(context, nullptr));
        panel->resize(1200, 800);
        panel->show();
        settle();
    }
    void settle() {
        QVERIFY(QTest::qWaitFor([this] { return panel->isReady() && jobs.running() == 0; }, scaledTimeout(8000)));
        QCoreApplication::processEvents();
    }
    template<class Widget> Widget *find(const char *name) const {
        const QLatin1String id(name);
        if (auto *widget = panel->findChild<Widget *>(id)) return widget;
        return panel->titleControls() ? panel->titleControls()->findChild<Widget *>(id) : nullptr;
    }

    Document document;
    Selection selection;
    Jobs jobs;
    StandingRunner runner;
    Playhead playhead;
    HealthCache health;
    std::unique_ptr<Panel> panel;
};

int cardTitled(const GraphView &view, const QString &title) {
    for (size_t i = 0; i < view.graph().nodes.size(); ++i)
        if (view.graph().nodes[i].title == title) return int(i);
    return -1;
}

void clickCard(GraphView &view, int card, Qt::KeyboardModifiers modifiers = {}) {
    view.reveal(card);
    const QRectF box = toRect(view.painterOf().layout().nodes[size_t(card)]);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, view.mapFromScene(box.center()));
}

/** QTest's own moves come without buttons and modifiers. */
void dragTo(GraphView &view, const QPoint &place, Qt::KeyboardModifiers modifiers) {
    QMouseEvent move(QEvent::MouseMove, place, view.viewport()->mapToGlobal(place), Qt::NoButton, Qt::LeftButton,
                     modifiers);
    QApplication::sendEvent(view.viewport(), &move);
}

std::vector<int> sorted(std::vector<int> cards) {
    std::ranges::sort(cards);
    return cards;
}

/** Operators as they ran, and no compiled function. */
Session sessionWithoutGraphs() {
    Session session = sampleSession();
    session.compilations.clear();
    return session;
}

int passIndex(const Session &session, const std::string &name) {
    for (const PassRecord &pass : session.compilations[0].passes)
        if (pass.name == name) return pass.index;
    return -1;
}

QStringList selectedTitles(const GraphView &view) {
    QStringList titles;
    for (const int card : view.selectedCards())
        titles << view.graph().nodes[size_t(card)].title;
    titles.sort();
    return titles;
}

QString selectedTitle(const GraphView &view) {
    return view.selectedCards().empty() ? QString() : view.graph().nodes[size_t(view.selectedCards().front())].title;
}

} // namespace

class GraphPanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void clickSelectsTheNodeEverywhere() {
        Stage stage(graphPanel());
        auto *view = stage.find<GraphView>("graphView");
        stage.selection.selectPass(0, -2); // as captured: kernels have taken the operators in afterwards
        stage.settle();
        clickCard(*view, cardTitled(*view, QStringLiteral("ReduceMean")));
        QVERIFY(stage.selection.current().node.valid());
        QCOMPARE(stage.selection.current().compilation, 0);
        QCOMPARE(selectedTitle(*view), QStringLiteral("ReduceMean"));
        QCOMPARE(stage.selection.current().line, 31);
    }

    void noCardIsUnderTheLegendWhereAllIsShown() {
        Stage stage(graphPanel());
        auto *view = stage.find<GraphView>("graphView");
        const auto *legend = view->findChild<QWidget *>("graphCaption");
        for (const QSize size : {QSize(600, 300), QSize(300, 420), QSize(240, 200)}) {
            stage.panel->resize(size);
            QCoreApplication::processEvents();
            view->fit();
            QVERIFY(legend->isVisible());
            for (size_t i = 0; i < view->graph().nodes.size(); ++i)
                QVERIFY(!view->mapFromScene(view->painterOf().placeOf(int(i)))
                             .boundingRect()
                             .adjusted(1, 1, -1, -1)
                             .intersects(legend->geometry()));
        }
    }

    void timesComeWhileTheProgramStands() {
        Session before = sampleSession();
        OpEvent op = before.ops.front();
        before.ops = {};
        Stage stage(graphPanel(), std::move(before));
        stage.runner.stand(op.number + 1, "MatMul");
        auto *view = stage.find<GraphView>("graphView");
        QCOMPARE(view->caption().join(' '), QString("time: not known yet, the call is not finished"));
        const auto &cards = view->graph().nodes;
        op.compilation = 0;
        op.node = std::ranges::find_if(cards, [](const DisplayNode &card) { return card.node && card.id.valid(); })->id;
        op.durationNs = 5000;
        Session part;
        part.ops.push_back(op);
        stage.document.append(std::move(part));
        stage.settle();
        QVERIFY2(view->caption().join(' ').startsWith("mean wall time"), qPrintable(view->caption().join(' ')));
    }

    void arrowKeysWalkAlongTheEdges() {
        Stage stage(graphPanel());
        auto *view = stage.find<GraphView>("graphView");
        stage.selection.selectPass(0, -2);
        stage.settle();
        view->setFocus();
        clickCard(*view, cardTitled(*view, QStringLiteral("Abs")));
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(selectedTitle(*view), QStringLiteral("Neg"));
        QTest::keyClick(view, Qt::Key_Up);
        QTest::keyClick(view, Qt::Key_Up);
        QCOMPARE(selectedTitle(*view), QStringLiteral("Mul"));
        QTest::keyClick(view, Qt::Key_End);
        QCOMPARE(selectedTitle(*view), QStringLiteral("Return"));
        QTest::keyClick(view, Qt::Key_Home);
        QCOMPARE(selectedTitle(*view), QStringLiteral("x"));
        clickCard(*view, cardTitled(*view, QStringLiteral("block0.fc1.weight")));
        const QString before = selectedTitle(*view);
        QTest::keyClick(view, Qt::Key_Left);
        QTest::keyClick(view, Qt::Key_Right);
        QVERIFY(!before.isEmpty());
    }

    void severalNodesAreChosenByClicksAndAFrame() {
        Stage stage(graphPanel());
        auto *view = stage.find<GraphView>("graphView");
        stage.selection.selectPass(0, -2);
        stage.settle();
        const int abs = cardTitled(*view, "Abs"), neg = cardTitled(*view, "Neg"), mul = cardTitled(*view, "Mul");
        const auto chosen = [&] { return view->selectedCards(); };
        clickCard(*view, abs);
        QVERIFY(stage.selection.together().empty());
        clickCard(*view, neg, Qt::ControlModifier);
        QCOMPARE(chosen(), sorted({abs, neg}));
        QCOMPARE(stage.selection.together().size(), size_t(2));
        QCOMPARE(stage.selection.current().node, view->graph().nodes[size_t(neg)].id);
        clickCard(*view, mul, Qt::ShiftModifier);
        QCOMPARE(chosen(), sorted({abs, neg, mul}));
        clickCard(*view, neg, Qt::ControlModifier); // again: it is out
        QCOMPARE(chosen(), sorted({abs, mul}));
        clickCard(*view, mul);
        QCOMPARE(chosen(), std::vector<int>{mul});
        QVERIFY(stage.selection.together().empty());

        view->fit();
        const auto corner = [&](int card) { return view->mapFromScene(view->painterOf().placeOf(card).center()); };
        const QRect frame = QRect(corner(abs), corner(neg)).normalized().adjusted(-3, -3, 3, 3);
        QTest::mousePress(view->viewport(), Qt::LeftButton, Qt::ShiftModifier, frame.topLeft());
        dragTo(*view, frame.center(), Qt::ShiftModifier);
        dragTo(*view, frame.bottomRight(), Qt::ShiftModifier);
        QTest::mouseRelease(view->viewport(), Qt::LeftButton, Qt::ShiftModifier, frame.bottomRight());
        for (const int card : {abs, neg, mul}) // beside what was chosen
            QVERIFY(std::ranges::count(chosen(), card) == 1);
        stage.selection.selectNode(0, -2, view->graph().nodes[size_t(abs)].id);
        QCOMPARE(chosen(), std::vector<int>{abs});
    }

    void severalNodesAreChosenByKeys() {
        Stage stage(graphPanel());
        auto *view = stage.find<GraphView>("graphView");
        stage.selection.selectPass(0, -2);
        stage.settle();
        view->setFocus();
        clickCard(*view, cardTitled(*view, "Abs"));
        QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(selectedTitles(*view), (QStringList{"Abs", "Neg"}));
        QTest::keyClick(view, Qt::Key_Up); // without Shift: alone again
        QCOMPARE(selectedTitles(*view), QStringList{"Abs"});
        QTest::keyClick(view, Qt::Key_Space, Qt::ControlModifier);
        QTest::keyClick(view, Qt::Key_Up);
        QTest::keyClick(view, Qt::Key_Up);
        QCOMPARE(selectedTitles(*view).size(), 2); // what was kept, and the cursor; not what lay between
        QVERIFY(selectedTitles(*view).contains("Abs"));
        QCOMPARE(stage.selection.together().size(), size_t(2));
        QTest::keyClick(view, Qt::Key_Escape);
        QCOMPARE(view->selectedCards().size(), size_t(1));
        QVERIFY(stage.selection.together().empty());
    }

    void theTapeChoosesOneOnly() {
        Stage stage(graphPanel(), sessionWithoutGraphs());
        auto *view = stage.find<GraphView>("graphView");
        QVERIFY(view->graph().nodes.size() > 2);
        clickCard(*view, 0, Qt::ControlModifier);
        clickCard(*view, 1, Qt::ControlModifier);
        QVERIFY(view->selectedCards().size() <= 1);
        QVERIFY(stage.selection.together().empty());
    }

    void screenReadersFindTheCards() {
        Stage stage(graphPanel());
        stage.selection.selectPass(0, -2); // as captured: kernels have taken the operators in afterwards
        stage.settle();
        auto *view = stage.find<GraphView>("graphView");
        QAccessibleInterface *graph = QAccessible::queryAccessibleInterface(view);
        QVERIFY(graph);
        QCOMPARE(graph->childCount(), int(view->graph().nodes.size()));
        const int card = cardTitled(*view, QStringLiteral("ReduceMean"));
        clickCard(*view, card);
        QAccessibleInterface *child = graph->child(card);
        QCOMPARE(child->text(QAccessible::Name), QStringLiteral("ReduceMean, f32[], 1 input"));
        QVERIFY(child->state().selected);
        QCOMPARE(graph->indexOfChild(child), card);
        const QPoint middle = child->rect().center();
        QCOMPARE(graph->childAt(middle.x(), middle.y()), child);
    }

    void zoomKeysAndWheelChangeTheCamera() {
        Stage stage(graphPanel());
        auto *view = stage.find<GraphView>("graphView");
        const double fitted = view->zoom();
        QTest::keyClick(view, Qt::Key_Plus);
        QVERIFY(view->zoom() > fitted);
        QTest::keyClick(view, Qt::Key_Minus);
        QTest::keyClick(view, Qt::Key_Minus);
        QVERIFY(view->zoom() < fitted);
        QTest::keyClick(view, Qt::Key_Space);
        QCOMPARE(view->zoom(), fitted);
        QWheelEvent wheel(QPointF(100, 100), view->viewport()->mapToGlobal(QPointF(100, 100)), {}, QPoint(0, 240), {},
                          {}, Qt::NoScrollPhase, false);
        const QPointF under = view->mapToScene(100, 100);
        QApplication::sendEvent(view->viewport(), &wheel);
        QVERIFY(view->zoom() > fitted);
        QVERIFY((view->mapToScene(100, 100) - under).manhattanLength() < 4); // stays under the cursor
    }

    void searchFindsAndSteps() {
        Stage stage(graphPanel());
        stage.selection.selectPass(0, -2);
        stage.settle();
        QVERIFY(stage.panel->startFind());
        auto *edit = stage.find<QLineEdit>("graphSearchEdit");
        QVERIFY(edit->isVisible());
        QTest::keyClicks(edit, QStringLiteral("op:MatMul"));
        auto *view = stage.find<GraphView>("graphView");
        QCOMPARE(selectedTitle(*view), QStringLiteral("MatMul"));
        const auto first = view->selectedCards();
        QTest::keyClick(edit, Qt::Key_F3);
        QVERIFY(view->selectedCards() != first);
        QTest::keyClick(edit, Qt::Key_F3, Qt::ShiftModifier);
        QVERIFY(view->selectedCards() == first);
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(!edit->isVisible());
    }

    void kernelOpensOnDoubleClickAndStaysInPlace() {
        Stage stage(graphPanel());
        auto *view = stage.find<GraphView>("graphView");
        int kernel = -1;
        for (size_t i = 0; i < view->graph().nodes.size(); ++i)
            if (view->graph().nodes[i].kind == CardKind::Kernel) kernel = int(i);
        QVERIFY(kernel >= 0);
        clickCard(*view, kernel);
        QTest::keyClick(view, Qt::Key_Return);
        stage.settle();
        QCOMPARE(view->graph().groups.size(), size_t(1));
        QVERIFY(cardTitled(*view, QStringLiteral("Exp")) >= 0);
    }

    void selectionFromElsewhereIsFollowed() {
        Stage stage(graphPanel());
        auto *view = stage.find<GraphView>("graphView");
        const Compilation &compilation = stage.document.session().compilations[0];
        NodeId relu;
        for (const NodePtr &node : compilation.captured.entry()->nodes)
            if (node->op == op::ReLU) relu = node->id;
        stage.selection.selectNode(0, -2, relu);
        stage.settle();
        QCOMPARE(selectedTitle(*view), QStringLiteral("ReLU"));
    }

    /** Who comes back from looking at passes finds the tape with the operator; who sees the graph sees the pass. */
    void theTapeStaysBehindOtherPanels() {
        Session session = sampleSession();
        OpEvent op;
        op.number = session.ops.empty() ? 1 : session.ops.back().number + 1;
        op.op = "Abs";
        session.ops.push_back(op);
        Stage stage(graphPanel(), std::move(session));
        auto *view = stage.find<GraphView>("graphView");
        stage.selection.selectOp(op.number);
        stage.settle();
        QVERIFY(view->graph().cardOfOp(op.number) >= 0);
        stage.panel->hide();
        stage.selection.selectPass(0, -2);
        stage.panel->show();
        stage.settle();
        QVERIFY(view->graph().cardOfOp(op.number) >= 0);
        QCOMPARE(stage.selection.current().op, op.number);
        stage.selection.selectPass(0, -1);
        stage.settle();
        QVERIFY(view->graph().cardOfOp(op.number) < 0);
    }

    void tapeIsShownWithoutCompilation() {
        Session session = sampleSession();
        session.compilations.clear();
        Stage stage(graphPanel(), session);
        auto *view = stage.find<GraphView>("graphView");
        clickCard(*view, cardTitled(*view, QStringLiteral("BiasAdd")));
        QCOMPARE(stage.selection.current().op, int64_t(2));
        QVERIFY(stage.panel->contentAsText().contains(QStringLiteral("Dense · fc1\n  MatMul")));
    }

    void graphGrowsWithoutMovingWhatIsThere() {
        TapeMaker tape;
        tape.at({{"<module>", 3}});
        const int64_t x = tape.tensor();
        const int64_t a = tape.run("MatMul", {x, x});
        Stage stage(graphPanel(), tape.session);
        auto *view = stage.find<GraphView>("graphView");
        const auto placeOf = [&](const char *title) {
            const int card = cardTitled(*view, QLatin1String(title));
            return card < 0 ? QPoint() : view->mapFromScene(view->painterOf().placeOf(card).topLeft());
        };
        stage.runner.stand(2, "ReLU");
        stage.settle();
        QCOMPARE(view->graph().nodes[size_t(cardTitled(*view, QStringLiteral("ReLU")))].kind, CardKind::Next);
        const QPoint before = placeOf("MatMul");

        const size_t known = tape.session.ops.size(), tensors = tape.session.tensors.size();
        tape.at({{"<module>", 4}});
        const int64_t b = tape.run("ReLU", {a});
        tape.at({{"<module>", 5}});
        tape.run("Add", {a, b});
        Session part;
        part.stacks.assign(tape.session.stacks.begin() + 1, tape.session.stacks.end());
        for (size_t i = known; i < tape.session.ops.size(); ++i)
            part.ops.push_back(tape.session.ops[i]);
        for (size_t i = tensors; i < tape.session.tensors.size(); ++i)
            part.tensors.push_back(tape.session.tensors[i]);
        stage.document.append(std::move(part));
        stage.runner.stand(4, "Exp");
        stage.settle();
        const QPoint moved = placeOf("MatMul") - before;
        QVERIFY2(moved.manhattanLength() <= 3, qPrintable(QStringLiteral("%1, %2").arg(moved.x()).arg(moved.y())));
        QCOMPARE(view->graph().nodes[size_t(cardTitled(*view, QStringLiteral("ReLU")))].kind, CardKind::Op);
        QCOMPARE(view->graph().nodes[size_t(cardTitled(*view, QStringLiteral("Exp")))].kind, CardKind::Next);
        QCOMPARE(stage.selection.current().op, int64_t(3));
        QVERIFY(view->caption().contains(QStringLiteral("all 3 operators")));
    }

    void pastOperatorsAreOpenedByLookingAtThem() {
        Stage stage(graphPanel(), trainingTape(200));
        auto *view = stage.find<GraphView>("graphView");
        QCOMPARE(view->graph().nodes.front().title, QStringLiteral("× 199 earlier"));
        stage.playhead.goTo(8 * 16 + 2);
        stage.settle();
        QCOMPARE(view->graph().nodes.front().title, QStringLiteral("× 16 earlier"));
        QCOMPARE(selectedTitle(*view), QStringLiteral("BiasAdd"));
        clickCard(*view, cardTitled(*view, QStringLiteral("ReduceMean")));
        QCOMPARE(stage.playhead.viewed(), int64_t(8 * 16 + 3));
        QVERIFY(!stage.playhead.isLive());
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Up);
        QCOMPARE(stage.playhead.viewed(), int64_t(8 * 16 + 2));
    }

    void scopesOpenAndCloseWhereTheyStand() {
        Stage stage(graphPanel(), trainingTape(1));
        auto *view = stage.find<GraphView>("graphView");
        view->setFocus();
        const int matmul = cardTitled(*view, QStringLiteral("MatMul"));
        clickCard(*view, matmul);
        const auto group = size_t(view->graph().nodes[size_t(matmul)].group);
        const QPoint hull = view->mapFromScene(toRect(view->painterOf().layout().groups[group]).topLeft());
        QTest::keyClick(view, Qt::Key_Minus);
        stage.settle();
        const int scope = cardTitled(*view, QStringLiteral("Net"));
        QVERIFY(scope >= 0);
        QCOMPARE(view->graph().nodes[size_t(scope)].kind, CardKind::Scope);
        QCOMPARE(view->graph().nodes[size_t(scope)].note, QStringLiteral("2 operators"));
        const QPoint closed = view->mapFromScene(view->painterOf().placeOf(scope).topLeft());
        QVERIFY2((closed - hull).manhattanLength() <= 2, "the card takes the place of the hull");
        QTest::keyClick(view, Qt::Key_Plus);
        stage.settle();
        QVERIFY(cardTitled(*view, QStringLiteral("Net")) < 0);
        QVERIFY(cardTitled(*view, QStringLiteral("MatMul")) >= 0);
    }

    void anEmptyPlaceOffersTheCommandsOfTheGraph() {
        Stage stage(graphPanel());
        auto *view = stage.panel->findChild<GraphView *>();
        const double before = view->zoom();
        const QPoint corner(2, view->viewport()->height() - 3);
        QVERIFY(view->painterOf().cardAt(view->mapToScene(corner)) < 0);
        QStringList texts;
        QTimer::singleShot(50, this, [&texts] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            if (!menu) return;
            for (QAction *each : menu->actions()) {
                texts << each->text().section('\t', 0, 0);
                if (texts.last() == "Zoom in") each->trigger();
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, corner, view->viewport()->mapToGlobal(corner));
        QCoreApplication::sendEvent(view->viewport(), &event);
        for (const char *wanted : {"Show all", "Zoom in", "Zoom out", "Expand all", "Collapse all", "Copy as text",
                                   "Copy as picture", "Export picture…"})
            QVERIFY2(texts.contains(wanted), wanted);
        QVERIFY(view->zoom() > before);
    }

    void moreRoundsAreShownOnDemand() {
        Stage stage(graphPanel(), trainingTape(200));
        auto *view = stage.find<GraphView>("graphView");
        const int earlier = cardTitled(*view, QStringLiteral("× 199 earlier"));
        view->reveal(earlier);
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {},
                           view->mapFromScene(view->painterOf().placeOf(earlier).center()));
        stage.settle();
        QVERIFY(cardTitled(*view, QStringLiteral("× 194 earlier")) >= 0);
        const int round = cardTitled(*view, QStringLiteral("round 199 of 200 · line 30"));
        QVERIFY(round >= 0);
        QCOMPARE(view->graph().nodes[size_t(round)].kind, CardKind::Scope);
    }

    void badValuesAreMarked() {
        Session session = trainingTape(1);
        session.tensors.change(size_t(session.ops[1].outputs.front()), [&](TensorRecord &tensor) {
            tensor.value = Tensor::of({3}, std::vector<float>{1, NAN, NAN});
        });
        session.tensors.change(size_t(session.ops[2].outputs.front()),
                               [&](TensorRecord &tensor) { tensor.value = Tensor::of({1}, std::vector<float>{1}); });
        Stage stage(graphPanel(), session);
        auto *view = stage.find<GraphView>("graphView");
        auto *button = stage.find<QToolButton>("graphOverlay");
        QCOMPARE(button->text(), QStringLiteral("overlay: time ▾"));
        Q_EMIT button->menu()->aboutToShow();
        button->menu()->actions().at(1)->trigger();
        stage.settle();
        const auto mark = [&](const char *title) {
            return view->graph().nodes[size_t(cardTitled(*view, QLatin1String(title)))].overlay.text;
        };
        QCOMPARE(mark("BiasAdd"), QStringLiteral("⚠ 2 NaN"));
        QCOMPARE(mark("ReduceMean"), QStringLiteral("✓"));
        QCOMPARE(mark("BroadcastTo"), QStringLiteral("–"));
        QVERIFY(view->caption().last().contains(QStringLiteral("⚠ NaN or Inf")));
    }

    void aMillionOperatorsDoNotHoldUpThePanel() {
        Stage stage(graphPanel(), trainingTape(125000));
        auto *view = stage.find<GraphView>("graphView");
        QCOMPARE(view->graph().nodes.front().title, QStringLiteral("× 124,999 earlier"));
        double worst = 0;
        for (int i = 1; i <= 40; ++i) {
            const CpuTime effort;
            stage.playhead.goTo(i * 23456 + i);
            worst = std::max(worst, effort.ms());
            stage.settle();
            QVERIFY(!view->selectedCards().empty());
        }
        qInfo("a move of the playhead costs %.2f ms at most", worst);
        QVERIFY2(worst < scaledTimeout(100), "4 ms is the budget");
    }

    void largeGraphsAreMadeInTheBackground() {
        NodeMaker make;
        const auto type = Abstract::tensor(DType::Float32, {4});
        NodePtr last = make.parameter("x", type);
        const NodePtr first = last;
        for (int i = 0; i < 5000; ++i)
            last = make.call("ReLU", {last}, type);
        Compilation compilation;
        compilation.index = 0;
        compilation.function = "chain";
        compilation.captured.graphs = compilation.final.graphs = {graphOf("chain", {first}, last)};
        Session session;
        session.compilations.push_back(std::move(compilation));

        Stage stage(graphPanel(), Session());
        auto *view = stage.find<GraphView>("graphView");
        const CpuTime effort;
        stage.document.replace(std::move(session));
        qInfo("the window was held up for %.1f ms", effort.ms());
        QVERIFY(!stage.panel->isReady());
        QVERIFY(view->caption().value(0).startsWith(QStringLiteral("Laying out")));
        stage.settle();
        QCOMPARE(view->graph().nodes.size(), size_t(5002));
        QVERIFY(!view->caption().value(0).startsWith(QStringLiteral("Laying out")));
    }

    void emptyPanelsSayWhatToDo() {
        for (const PanelDef &def : {graphPanel(), passesPanel(), irdiffPanel()}) {
            Stage stage(def, Session());
            QVERIFY(stage.panel->contentAsText().isEmpty());
            QVERIFY(!stage.panel->startFind());
            stage.document.replace(sampleSession());
            stage.settle();
            QVERIFY2(!stage.panel->contentAsText().isEmpty(), qPrintable(def.id));
            stage.document.replace({});
            stage.settle();
            QVERIFY(!stage.panel->grab().isNull());
        }
    }

    void passListStepsThroughEffectivePasses() {
        Stage stage(passesPanel());
        stage.selection.selectPass(0, passIndex(stage.document.session(), "inline"));
        stage.settle();
        auto *list = stage.find<QListView>("passList");
        QTest::keyClick(list, Qt::Key_BracketRight);
        stage.settle();
        QCOMPARE(stage.selection.current().pass, passIndex(stage.document.session(), "arithmetic_simplify"));
        QTest::keyClick(list, Qt::Key_BracketLeft);
        stage.settle();
        QCOMPARE(stage.selection.current().pass, passIndex(stage.document.session(), "inline"));
        stage.find<QSlider>("passSlider")->setValue(2);
        stage.settle();
        QCOMPARE(stage.selection.current().pass, passIndex(stage.document.session(), "matmul_biasadd_fusion"));
    }

    void passListFilters() {
        Stage stage(passesPanel());
        auto *list = stage.find<QListView>("passList");
        const int effective = list->model()->rowCount();
        stage.find<QToolButton>("passEffective")->click();
        QVERIFY(list->model()->rowCount() > effective);
        stage.find<QLineEdit>("passFilter")->setText(QStringLiteral("kernel_cl"));
        QCOMPARE(list->model()->rowCount(), 2); // a heading and the pass
    }

    void bothGraphsShareOneCamera() {
        Stage stage(passesPanel());
        auto *before = stage.find<GraphView>("graphBefore"), *after = stage.find<GraphView>("graphAfter");
        before->setZoom(0.9, QPointF(50, 60));
        QCOMPARE(after->zoom(), before->zoom());
        QVERIFY((after->visibleArea().center() - before->visibleArea().center()).manhattanLength() < 4);
        after->centreOn(QPointF(10, 20));
        QVERIFY((after->visibleArea().center() - before->visibleArea().center()).manhattanLength() < 4);
    }

    void fusedNodeIsMarkedOnBothSides() {
        Stage stage(passesPanel());
        stage.selection.selectPass(0, passIndex(stage.document.session(), "matmul_biasadd_fusion"));
        stage.settle();
        auto *before = stage.find<GraphView>("graphBefore"), *after = stage.find<GraphView>("graphAfter");
        clickCard(*before, cardTitled(*before, QStringLiteral("ReLU")));
        QCOMPARE(selectedTitle(*after), QStringLiteral("MatMulBiasAddReluFusion"));
        QCOMPARE(before->selectedCards().size(), size_t(3));
    }

    void holdingBShowsTheOtherSide() {
        Stage stage(passesPanel());
        auto *after = stage.find<GraphView>("graphAfter");
        const size_t cards = after->graph().nodes.size();
        QTest::keyPress(after, Qt::Key_B);
        QVERIFY(after->graph().nodes.size() != cards);
        QTest::keyRelease(after, Qt::Key_B);
        QCOMPARE(after->graph().nodes.size(), cards);
    }

    void changesAreReachedByKey() {
        Stage stage(passesPanel());
        stage.selection.selectPass(0, passIndex(stage.document.session(), "inline"));
        stage.settle();
        QTest::keyClick(stage.panel.get(), Qt::Key_F8);
        QCOMPARE(stage.find<QLabel>("passPlace")->text(), QStringLiteral("change 1 of 2"));
        QVERIFY(stage.selection.current().node.valid());
    }

    void textSaysWhatThePassDid() {
        Stage stage(passesPanel());
        stage.selection.selectPass(0, passIndex(stage.document.session(), "inline"));
        stage.settle();
        const QString text = stage.panel->contentAsText();
        QVERIFY2(text.contains(QStringLiteral("+   %16 = ")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("~   %20 = ")));
    }

    void anyTwoStagesCompareAsText() {
        Stage stage(irdiffPanel());
        auto *left = stage.find<QComboBox>("irdiffLeft"), *right = stage.find<QComboBox>("irdiffRight");
        QCOMPARE(left->currentText(), QStringLiteral("captured"));
        QCOMPARE(right->currentText(), QStringLiteral("final"));
        QVERIFY(stage.panel->contentAsText().contains(QStringLiteral("GraphKernel_")));
        right->setCurrentIndex(0);
        Q_EMIT right->activated(0);
        stage.settle();
        QVERIFY(!stage.panel->contentAsText().contains(QStringLiteral("GraphKernel_")));
    }

    void lineOfTextSelectsItsNode() {
        Stage stage(irdiffPanel());
        auto *pane = stage.find<IrTextPane>("irLeft");
        int row = -1;
        for (size_t i = 0; i < pane->rows().size(); ++i)
            if (pane->rows()[i].text.contains(QStringLiteral("ReLU("))) row = int(i);
        QVERIFY(row >= 0);
        Q_EMIT pane->rowChosen(row);
        QCOMPARE(stage.selection.current().node, pane->rows()[size_t(row)].node);
        QCOMPARE(stage.selection.current().pass, -2);
    }
};

JITSCOPE_WINDOW_TEST(GraphPanelTest)

} // namespace jitscope::tst_graphpanel

#include "tst_graphpanel.moc"
