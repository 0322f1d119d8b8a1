// SPDX-License-Identifier: Apache-2.0
// What the passes panel and its neighbours say of graphs, kernels and reasons, and whether it can be read.
#include "app/graphview/graphview.h"
#include "app/graphview/irtextpane.h"
#include "app/graphview/minimap.h"
#include "app/models/graphtitle.h"
#include "app/models/kernelwords.h"
#include "app/models/nodemenu.h"
#include "app/models/recordview.h"
#include "app/models/variantrequests.h"
#include "app/panels/graph/graphpanel.h"
#include "app/panels/inspector/inspectorpanel.h"
#include "app/panels/lockstep/locksteppanel.h"
#include "app/panels/memory/memorypanel.h"
#include "app/panels/passes/passespanel.h"
#include "app/panels/passes/reasonspage.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/theme.h"
#include "app/shell/ribbon.h"
#include "engine/ir/nodename.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/panelstage.h"
#include "tests/support/samplegraph.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QToolButton>
#include <QTimer>
#include <QTreeView>
#include <algorithm>

namespace jitscope::tst_passespanel {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** The sample with a record of each of its kernels, in turn compiled, from memory, from disk. */
Session compiledSession(int blocks = 2) {
    Session session = sampleSession(blocks);
    Compilation &compilation = session.compilations[0];
    const CodeOrigin origins[] = {CodeOrigin::Compiled, CodeOrigin::Memory, CodeOrigin::Disk};
    for (const GraphPtr &graph : compilation.final.graphs) {
        if (!graph->isKernel()) continue;
        KernelRecord kernel;
        kernel.name = kernel.graph = graph->name;
        for (const NodePtr &node : graph->nodes)
            kernel.members.push_back(node->id);
        kernel.compileNs = 109610000;
        kernel.origin = origins[compilation.kernels.size() % 3];
        kernel.codeBytes = 1300;
        compilation.kernels.push_back(std::move(kernel));
    }
    return session;
}

/** Graphs of one function for the same arguments that differ in all else. */
Session graphsOfOneFunction() {
    Session session = compiledSession(1);
    const Compilation first = session.compilations[0];
    const auto add = [&](const char *level, const char *capture, const char *device, bool hasKernels) {
        Compilation next = first;
        next.index = int(session.compilations.size());
        next.jitLevel = level;
        next.captureMode = capture;
        next.device = device;
        if (!hasKernels) next.kernels.clear();
        session.compilations.push_back(next);
    };
    add("O0", "ast", "CPU", false);
    add("O0", "bytecode", "CPU", false);
    add("O0", "trace", "CPU", false);
    add("O1", "ast", "Ascend", true);
    session.compilations.back().options = "backend GE";
    add("O0", "trace", "CPU", false); // like the one before but one
    session.compilations.back().script.jitLevel = "O1";
    for (int i = 0; i < 3; ++i) {
        GraphCall call;
        call.number = i + 1;
        call.compilation = 1;
        session.graphCalls.push_back(call);
    }
    return session;
}

int passNamed(const Session &session, const std::string &name) {
    for (const PassRecord &pass : session.compilations[0].passes)
        if (pass.name == name && pass.changed) return pass.index;
    return -1;
}

QStringList itemsOf(const QComboBox &box) {
    QStringList items;
    for (int i = 0; i < box.count(); ++i)
        items << box.itemText(i);
    return items;
}

QStringList textsOf(const QMenu &menu) {
    QStringList texts;
    for (const QAction *action : menu.actions())
        if (!action->isSeparator()) texts << action->text();
    return texts;
}

/** Asks for the context menu at a place and returns its entries; the menu is closed again. */
QStringList contextMenuOf(QWidget &widget, const QPoint &place) {
    QStringList texts;
    QTimer::singleShot(50, &widget, [&texts] {
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        if (!menu) return;
        texts = textsOf(*menu);
        menu->close();
    });
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, widget.mapToGlobal(place));
    QApplication::sendEvent(&widget, &event);
    // A menu may not wait by itself.
    return QTest::qWaitFor([&texts] { return !texts.isEmpty(); }, scaledTimeout(1000)) ? texts : QStringList();
}

/** The share of the pixels of an overview that show a card. */
double inkOf(Minimap &map) {
    const QImage image = map.grab().toImage();
    int ink = 0, all = 0;
    for (int y = 10; y < image.height() - 10; ++y)
        for (int x = 10; x < image.width() - 10; ++x, ++all)
            ink += image.pixel(x, y) != image.pixel(4, 8);
    return double(ink) / all;
}

} // namespace

class PassesPanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void graphsOfOneFunctionAreToldApart() {
        const Session session = graphsOfOneFunction();
        QStringList titles;
        for (const GraphTitle &title : graphTitles(session))
            titles << title.full;
        QCOMPARE(titles.removeDuplicates(), 0);
        QVERIFY2(titles[1].contains("Network.construct · O0 · ast · CPU · 3 calls · no kernels"),
                 qPrintable(titles[1]));
        QVERIFY2(titles[0].contains("O1") && titles[0].contains(" kernel"), qPrintable(titles[0]));
        QVERIFY(titles[2].contains("bytecode"));
        QVERIFY(titles[4].contains("Ascend") && titles[4].contains("backend GE"));
        QVERIFY2(titles[5].contains("O0 (forced)"), qPrintable(titles[5]));
    }

    /** A training step compiles the way back last; what the program calls is what somebody looks for first. */
    void aBackwardHalfIsNotWhatIsShownFirst() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        Session session = compiledSession(1);
        Compilation back = session.compilations[0];
        back.index = 1;
        back.function += ".grad";
        back.reason = "a gradient goes through the call";
        session.compilations.push_back(back);
        stage.document.replace(session);
        QVERIFY(stage.settle());
        auto *functions = panel.findChild<QComboBox *>("passFunctions");
        QCOMPARE(functions->currentData().toInt(), 0);
        // A method that somebody called grad is one as any other.
        session.compilations.back().reason = "first call";
        stage.document.replace(session);
        QVERIFY(stage.settle());
        QCOMPARE(functions->currentData().toInt(), 1);
    }

    void everyChoiceOfAGraphUsesTheSameTitles() {
        PanelStage stage;
        Panel &passes = stage.add(passesPanel(), {1200, 800});
        Panel &lockstep = stage.add(lockstepPanel(), {900, 600});
        Panel &graph = stage.add(graphPanel(), {900, 600});
        stage.document.replace(graphsOfOneFunction());
        QVERIFY(stage.settle());
        QStringList titles;
        for (const GraphTitle &title : graphTitles(stage.document.session()))
            titles << title.full;
        QCOMPARE(itemsOf(*passes.findChild<QComboBox *>("passFunctions")), titles);
        QCOMPARE(itemsOf(*lockstep.findChild<QComboBox *>("lockstepFunctions")), titles);
        auto *source = graph.titleControls()->findChild<QToolButton *>("graphSource");
        Q_EMIT source->menu()->aboutToShow();
        const QStringList listed = textsOf(*source->menu());
        for (const QString &title : titles)
            QVERIFY2(listed.contains(title), qPrintable(title));
    }

    void withoutAGraphItSaysWhatIsSo() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        const auto said = [&panel] {
            QStringList texts;
            for (const QLabel *label : panel.findChild<EmptyState *>()->findChildren<QLabel *>())
                texts << label->text();
            return texts.join(QLatin1Char('\n'));
        };
        QVERIFY2(said().contains("No passes yet"), qPrintable(said()));
        stage.runner.setState(RunState::Running);
        QVERIFY2(said().contains("The program is under way"), qPrintable(said()));
        Session part;
        part.info["mode"] = "graph";
        OpEvent op;
        op.number = 1;
        part.ops.push_back(op);
        stage.document.append(std::move(part));
        QVERIFY2(said().contains("Nothing was compiled so far"), qPrintable(said()));
        stage.runner.setState(RunState::Idle);
        QVERIFY2(said().contains("Graph mode compiles cells (nn.Cell)") && said().contains("@jit"), qPrintable(said()));

        // The first graph is in view while the program still runs.
        stage.runner.setState(RunState::Running);
        Session compiled = compiledSession();
        compiled.ops = {};
        compiled.graphCalls.clear();
        compiled.stacks.clear();
        compiled.tensors = {};
        stage.document.append(std::move(compiled));
        QVERIFY(panel.findChild<QListView *>("passList")->isVisible());
    }

    void detailsSayHowAnOperatorRanInGraphMode() {
        PanelStage stage;
        Panel &panel = stage.add(inspectorPanel(), {400, 600});
        Session session;
        session.info["mode"] = "graph";
        OpEvent op;
        op.number = 1;
        op.op = "Add";
        session.ops.push_back(op);
        stage.document.replace(std::move(session));
        stage.selection.selectOp(1);
        QVERIFY2(panel.contentAsText().contains("no cell and no @jit function was at work"),
                 qPrintable(panel.contentAsText()));
    }

    void codegenShowsTheKernels() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession());
        QVERIFY(stage.settle());
        auto *list = panel.findChild<QListView *>("passList");
        const QModelIndex last = list->model()->index(list->model()->rowCount() - 1, 0);
        QVERIFY2(last.data().toString().contains("from cache"), qPrintable(last.data().toString()));
        list->setCurrentIndex(last);
        QVERIFY(stage.settle());
        auto *table = panel.findChild<RecordView *>("kernelTable");
        QVERIFY(table->isVisible());
        const Compilation &compilation = stage.document.session().compilations[0];
        QCOMPARE(table->model()->rowCount(), int(compilation.kernels.size()));
        const QString text = panel.contentAsText();
        for (const char *word : {"from cache (memory)", "compiled", "109.61 ms", "1.3 KiB", "Neg, Exp"})
            QVERIFY2(text.contains(QLatin1String(word)), qPrintable(text));
        QVERIFY(!text.contains("no pass ran yet"));
        table->selectSourceRow(1);
        QCOMPARE(stage.selection.current().kernel, compilation.kernels[1].name);
        QVERIFY(table->isVisible());
        QVERIFY(stage.shown.isEmpty());
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(stage.shown, QStringList{"kernel"});
        stage.selection.selectPass(0, passNamed(stage.document.session(), "inline"));
        QVERIFY(stage.settle());
        QVERIFY(!table->isVisible());
    }

    void theRibbonLeadsToTheKernel() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession());
        Ribbon ribbon(stage.document, stage.selection);
        QString wanted;
        connect(&ribbon, &Ribbon::panelWanted, this, [&](const QString &id) { wanted = id; });
        const std::string kernel = stage.document.session().compilations[0].kernels[1].name;
        stage.selection.selectKernel(0, kernel);
        QVERIFY(stage.settle());
        ribbon.findChild<QAbstractButton *>("ribbon-kernel")->click();
        QCOMPARE(wanted, QString("kernel"));
        auto *table = panel.findChild<RecordView *>("kernelTable");
        QVERIFY(table->isVisible());
        QCOMPARE(table->currentSourceRow(), 1);
    }

    void aNodeHasOneName() {
        PanelStage stage;
        Panel &passes = stage.add(passesPanel(), {1200, 800});
        Panel &details = stage.add(inspectorPanel(), {500, 800});
        stage.document.replace(compiledSession(1));
        Ribbon ribbon(stage.document, stage.selection);
        const Session &session = stage.document.session();
        const int pass = passNamed(session, "matmul_biasadd_fusion");
        stage.selection.selectPass(0, pass);
        QVERIFY(stage.settle());
        const std::vector<ReasonRow> reasons = reasonRows(session.compilations[0].passes[size_t(pass)]);
        QVERIFY(!reasons.empty());
        const NodeId node = reasons.front().after;
        stage.selection.selectNode(0, pass, node);
        QVERIFY(stage.settle());
        const QString name = QStringLiteral("%%1").arg(node.value);
        QVERIFY2(reasons.front().nodes.contains(name), qPrintable(reasons.front().nodes));
        QVERIFY(!reasons.front().nodes.contains(QLatin1Char('#')));
        const auto *cell = ribbon.findChild<QAbstractButton *>("ribbon-node");
        QVERIFY2(cell->accessibleName().endsWith(name), qPrintable(cell->accessibleName()));
        QVERIFY2(details.contentAsText().contains(name), qPrintable(details.contentAsText()));
        QVERIFY(passes.contentAsText().contains(QStringLiteral("  ") + name + QStringLiteral(" = ")));
    }

    void reasonsStandFirstAndWhole() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {700, 800});
        Session session = compiledSession(1);
        PassRecord &pass = session.compilations[0].passes[size_t(passNamed(session, "inline"))];
        const QString why = QStringLiteral("the first of many words, and the last of them: %1 end")
                                .arg(QStringLiteral("word ").repeated(40));
        for (int i = 0; i < 30; ++i)
            pass.refusals.insert(pass.refusals.begin(), {"a rule", {}, statedReason(why.toStdString())});
        const int index = pass.index;
        stage.document.replace(std::move(session));
        stage.selection.selectPass(0, index);
        QVERIFY(stage.settle());
        panel.findChild<QToolButton *>("why")->click();
        auto *table = panel.findChild<RecordView *>("passReasons");
        QVERIFY(table->isVisible());
        const auto &rewrites = stage.document.session().compilations[0].passes[size_t(index)].rewrites;
        QCOMPARE(table->model()->rowCount(), int(rewrites.size())); // refused ones hide none of them
        QCOMPARE(table->model()->headerData(0, Qt::Horizontal).toString(), QString("Reason"));
        QVERIFY(table->isColumnHidden(2)); // the rule is the reason
        panel.findChild<QToolButton *>("all")->click();
        QVERIFY(!table->isColumnHidden(2));
        for (int row = 0; row < table->model()->rowCount(); ++row)
            QVERIFY(!table->model()->index(row, 2).data().toString().isEmpty());
        QCOMPARE(panel.findChild<QToolButton *>("refused")->text(), QString("Refused 30"));
        panel.findChild<QToolButton *>("refused")->click();
        QCOMPARE(table->model()->rowCount(), 30);
        QApplication::processEvents();
        int width = 0;
        for (int column = 0; column < 3; ++column)
            width += table->columnWidth(column);
        QVERIFY(width <= table->viewport()->width());
        // The rows' heights follow the columns' widths once the scroll bar has taken its share.
        const auto cell = [table] { return table->visualRect(table->model()->index(0, 0)); };
        const auto needed = [&] {
            return QFontMetrics(table->font())
                .boundingRect(QRect(0, 0, cell().width() - 12, 10000), Qt::TextWordWrap, why)
                .height();
        };
        QTRY_VERIFY2(cell().height() >= needed(),
                     qPrintable(QStringLiteral("%1 < %2").arg(cell().height()).arg(needed())));
        panel.findChild<QLineEdit *>("reasonsFilter")->setText("nothing like it");
        QCOMPARE(table->model()->rowCount(), 0);
    }

    void timesAreNotCutAtTheFront() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        Session session = compiledSession(1);
        session.compilations[0].passes[size_t(passNamed(session, "inline"))].timeNs = 109610000;
        stage.document.replace(std::move(session));
        QVERIFY(stage.settle());
        QFont font = codeFont();
        font.setPixelSize(11);
        const auto *list = panel.findChild<PassList *>();
        QVERIFY(list->timeWidth() >= QFontMetrics(font).horizontalAdvance("109.61 ms"));
    }

    void whatIsCountedStandsBesideTheCount() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession(2));
        QVERIFY(stage.settle());
        const QString text = panel.findChild<QLabel *>("passNodes")->text();
        QVERIFY2(text.contains(" operators") && text.contains(" kernel") && text.contains(QChar(0x2192)),
                 qPrintable(text));
        const NodeCounts counts = countNodes(stage.document.session().compilations[0].final);
        QCOMPARE(counts.total(), callCount(stage.document.session().compilations[0].final));
        QVERIFY(counts.kernels > 0 && counts.members > counts.kernels);
    }

    void filesAreNamedForWhatIsInThem() {
        Compilation compilation = sampleSession(1).compilations.front();
        compilation.function = "Net.<lambda>";
        const int pass = passNamed(sampleSession(1), "matmul_biasadd_fusion");
        QCOMPARE(stageFileName(compilation, pass, "svg"), QString("Net._lambda_-after-matmul_biasadd_fusion.svg"));
        QCOMPARE(stageFileName(compilation, -2, "ir"), QString("Net._lambda_-captured.ir"));
        QCOMPARE(stageFileName(compilation, -1, "ir"), QString("Net._lambda_-final.ir"));
    }

    void whatWasFoundOfAFunctionIsThereWhenItIsShownAgain() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        Session session = compiledSession(1);
        session.compilations.push_back(session.compilations.front());
        session.compilations.back().index = 1;
        stage.document.replace(std::move(session));
        stage.selection.selectPass(0, 0);
        QVERIFY(stage.settle());
        const auto bytes = [list = panel.findChild<QListView *>("passList")->model()] {
            QStringList texts;
            for (int row = 0; row < list->rowCount(); ++row)
                if (const QString text = list->index(row, 4).data().toString(); !text.isEmpty()) texts << text;
            return texts.join(", ");
        };
        const QString first = bytes();
        QVERIFY(!first.isEmpty());
        stage.selection.selectPass(1, 0);
        QVERIFY(stage.settle());
        stage.selection.selectPass(0, 0);
        QVERIFY(stage.settle());
        QCOMPARE(bytes(), first);
    }

    void holdingBWorksWhereverTheFocusIs() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession(1));
        QVERIFY(stage.settle());
        auto *after = panel.findChild<GraphView *>("graphAfter");
        const size_t cards = after->graph().nodes.size();
        for (QWidget *widget : {static_cast<QWidget *>(panel.findChild<QListView *>("passList")),
                                static_cast<QWidget *>(panel.findChild<IrTextPane *>("irLeft")),
                                static_cast<QWidget *>(after), static_cast<QWidget *>(panel.window())}) {
            QTest::keyPress(widget, Qt::Key_B);
            QVERIFY2(after->graph().nodes.size() != cards, widget->metaObject()->className());
            QTest::keyRelease(widget, Qt::Key_B);
            QCOMPARE(after->graph().nodes.size(), cards);
        }
        auto *filter = panel.findChild<QLineEdit *>("passFilter");
        QTest::keyPress(filter, Qt::Key_B);
        QCOMPARE(after->graph().nodes.size(), cards);
        QCOMPARE(filter->text(), QString("b"));
    }

    /** As after a run that was looked at in another perspective: the panel has no size while its graph is laid out. */
    void aPassThatWasShownBeforeThePanelWasIsLookedAt() {
        PanelStage stage;
        stage.document.replace(sampleSession(8));
        const std::unique_ptr<Panel> panel(passesPanel().create(stage.context, nullptr));
        const int pass = passNamed(stage.document.session(), "arithmetic_simplify");
        QVERIFY(pass >= 0);
        stage.selection.selectPass(0, pass);
        QVERIFY(QTest::qWaitFor([&] { return panel->isReady() && stage.jobs.running() == 0; }));
        panel->resize(980, 520);
        panel->show();
        auto *after = panel->findChild<GraphView *>("graphAfter");
        const auto firstChange = [after] {
            QRectF first;
            for (size_t i = 0; i < after->graph().nodes.size(); ++i) {
                const QRectF box = after->painterOf().placeOf(int(i));
                const bool isChanged = after->graph().nodes[i].change != NodeChange::Unchanged;
                if (isChanged && (first.isNull() || box.top() < first.top())) first = box;
            }
            return first;
        };
        QTRY_VERIFY(after->visibleArea().contains(firstChange()));
        const QRectF seen = after->visibleArea(); // and not at its edge: what is behind it is seen, too
        QVERIFY2(firstChange().center().y() < seen.center().y(), "in the upper half");
    }

    void theOverviewStandsBesideTheCaption() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1900, 1000});
        stage.document.replace(sampleSession(100));
        QVERIFY(QTest::qWaitFor([&] { return panel.isReady() && stage.jobs.running() == 0; }, scaledTimeout(20000)));
        auto *after = panel.findChild<GraphView *>("graphAfter");
        after->setZoom(1, QPointF(100, 100));
        auto *map = after->findChild<Minimap *>();
        QVERIFY(map->isVisible());
        after->setCaption({QString(400, QLatin1Char('w'))});
        const auto *caption = after->findChild<QWidget *>("graphCaption");
        QVERIFY(caption->isVisible() && map->isVisible());
        QVERIFY(!caption->geometry().intersects(map->geometry()));
        after->setCaption({QStringLiteral("w")});
        QVERIFY(map->geometry().bottom() > caption->geometry().top()); // beside it again
    }

    void bothOverviewsShowTheirGraph() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1900, 1000});
        stage.document.replace(sampleSession(100));
        stage.selection.selectPass(0, passNamed(stage.document.session(), "graph_kernel_cluster"));
        QVERIFY(QTest::qWaitFor([&] { return panel.isReady() && stage.jobs.running() == 0; }, scaledTimeout(20000)));
        auto *before = panel.findChild<GraphView *>("graphBefore"), *after = panel.findChild<GraphView *>("graphAfter");
        QVERIFY(before->graph().nodes.size() > 1000);
        before->setZoom(1, QPointF(100, 100));
        const double inkBefore = inkOf(*before->findChild<Minimap *>()),
                     inkAfter = inkOf(*after->findChild<Minimap *>());
        // Boxes are a little larger than the cells of a density.
        QVERIFY2(inkBefore >= 0.5 * inkAfter && inkAfter > 0,
                 qPrintable(QString("%1 %2").arg(inkBefore).arg(inkAfter)));
    }

    void namesInANarrowListAreWhole() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {620, 700});
        stage.document.replace(compiledSession(1));
        QVERIFY(stage.settle());
        auto *list = panel.findChild<QListView *>("passList");
        const QFontMetrics metrics(boldUiFont());
        int longest = 0;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (list->model()->index(row, 2).data().toString() != QString())
                longest = std::max(longest, metrics.horizontalAdvance(list->model()->index(row, 0).data().toString()));
        QVERIFY2(list->viewport()->width() >= longest + 36, qPrintable(QString::number(list->viewport()->width())));
    }

    void passesHaveMenus() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession(1));
        const int pass = passNamed(stage.document.session(), "matmul_biasadd_fusion");
        stage.selection.selectPass(0, pass);
        QVERIFY(stage.settle());
        auto *list = panel.findChild<QListView *>("passList");
        const QStringList ofPass = contextMenuOf(*list->viewport(), list->visualRect(list->currentIndex()).center());
        for (const char *entry : {"Show in the graph", "Show in the IR text", "Compare with", "Copy the name"})
            QVERIFY2(ofPass.contains(QLatin1String(entry)), qPrintable(ofPass.join(", ")));

        auto *after = panel.findChild<GraphView *>("graphAfter");
        const std::vector<ReasonRow> made = reasonRows(stage.document.session().compilations[0].passes[size_t(pass)]);
        const int card = after->graph().cardsOf(made.front().after).front();
        after->reveal(card);
        const QPoint place = after->mapFromScene(after->painterOf().placeOf(card).center());
        const QString ofCard = contextMenuOf(*after->viewport(), place).join(", ");
        for (const char *entry : {"Go to line", "Show in the graph", "before the pass", "Copy the name %", "IR line"})
            QVERIFY2(ofCard.contains(QLatin1String(entry)), qPrintable(ofCard));

        panel.findChild<QToolButton *>("why")->click();
        auto *reasons = panel.findChild<RecordView *>("passReasons");
        reasons->selectSourceRow(0);
        const QString ofReason =
            contextMenuOf(*reasons->viewport(), reasons->visualRect(reasons->currentIndex()).center()).join(", ");
        for (const char *entry : {"Go to line", "Copy the reason", "Copy the name %"})
            QVERIFY2(ofReason.contains(QLatin1String(entry)), qPrintable(ofReason));
    }

    void stagesAndCyclesFold() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession(1));
        QVERIFY(stage.settle());
        auto *list = panel.findChild<QListView *>("passList");
        panel.findChild<QToolButton *>("passEffective")->click();
        const int all = list->model()->rowCount();
        const auto rowNamed = [list](const QString &begin) {
            for (int row = 0; row < list->model()->rowCount(); ++row)
                if (list->model()->index(row, 0).data().toString().startsWith(begin)) return row;
            return -1;
        };
        const int heading = rowNamed("front end · opt_a");
        QVERIFY(heading >= 0);
        list->setCurrentIndex(list->model()->index(heading, 0));
        QTest::keyClick(list, Qt::Key_Left);
        QVERIFY(list->model()->rowCount() < all);
        QVERIFY2(list->currentIndex().data().toString().contains("passes: "),
                 qPrintable(list->currentIndex().data().toString()));
        QTest::keyClick(list, Qt::Key_Right);
        QCOMPARE(list->model()->rowCount(), all);
        const int cycle = rowNamed("cycle 1");
        QVERIFY(cycle > heading);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(cycle, 0)).center());
        QVERIFY(list->model()->rowCount() < all);
        // A filter shows what it finds wherever that is.
        panel.findChild<QLineEdit *>("passFilter")->setText("opt_a.r1.cse");
        QVERIFY(rowNamed("cse") >= 0);
    }

    void lettersOfWordsFindPassesInTheirOrder() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession(1));
        QVERIFY(stage.settle());
        auto *list = panel.findChild<QListView *>("passList");
        panel.findChild<QToolButton *>("passEffective")->click();
        panel.findChild<QLineEdit *>("passFilter")->setText("gkc");
        QStringList names;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            names << list->model()->index(row, 0).data().toString();
        QCOMPARE(names.filter("graph_kernel").join(' '), QString("graph_kernel_cse graph_kernel_cluster"));
    }

    void whatCannotRunCannotBeChecked() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession(1)); // its operators lack arguments
        QVERIFY(stage.settle());
        auto *check = panel.findChild<QToolButton *>("passCheck");
        check->click();
        QTRY_VERIFY_WITH_TIMEOUT(stage.said.join(' ').contains("cannot run"), scaledTimeout(20000));
        QCOMPARE(check->text(), QString("check values"));
    }

    void workOnPassesCanBeEnded() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession(1));
        QVERIFY(stage.settle());
        auto *time = panel.findChild<QToolButton *>("passTime");
        time->click();
        QCOMPARE(time->text(), QString("stop"));
        time->click();
        QCOMPARE(time->text(), QString("time passes"));
        time->click();
        stage.jobs.cancelAll(); // as the status bar does
        QTRY_COMPARE(time->text(), QString("time passes"));
    }

    void passesThatTouchedTheChosenNodeAreMarked() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession(1));
        const Compilation &compilation = stage.document.session().compilations[0];
        const int pass = passNamed(stage.document.session(), "matmul_biasadd_fusion");
        const Rewrite &rewrite = compilation.passes[size_t(pass)].rewrites.front();
        stage.selection.selectNode(0, pass, rewrite.after);
        QVERIFY(stage.settle());
        auto *list = panel.findChild<QListView *>("passList");
        QStringList touching;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (!list->model()->index(row, 7).data().toString().isEmpty())
                touching << list->model()->index(row, 0).data().toString();
        QVERIFY2(touching.contains("matmul_biasadd_fusion"), qPrintable(touching.join(", ")));
        QVERIFY(!touching.contains("arithmetic_simplify"));
    }

    void whatIsDecidedInMenusReachesTheVariants() {
        PanelStage stage;
        stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession(1));
        const int pass = passNamed(stage.document.session(), "matmul_biasadd_fusion");
        QMenu menu;
        addPassDecisions(menu, stage.context, 0, pass);
        QMenu &variant = *menu.findChild<QMenu *>("variantMenu");
        const QString texts = textsOf(variant).join(", ");
        for (const char *entry : {"Without matmul_biasadd_fusion", "Compile up to here", "Run again behind",
                                  "Move behind", "Compile at O0", "Compile at O1"})
            QVERIFY2(texts.contains(QLatin1String(entry)), qPrintable(texts));
        variant.actions().front()->trigger();
        QCOMPARE(stage.shown.last(), QString("variants"));
        const std::vector<VariantRequest> asked = VariantRequests::of(stage.document).take();
        QCOMPARE(asked.size(), size_t(1));
        VariantSpec spec;
        asked[0].change(spec);
        QVERIFY(spec.decisions == (std::vector<Decision>{{Decision::Kind::SwitchOff, "matmul_biasadd_fusion", {}}}));
    }

    void edgesHaveMenus() {
        PanelStage stage;
        stage.add(passesPanel(), {600, 400});
        stage.document.replace(compiledSession(1));
        const Compilation &compilation = stage.document.session().compilations[0];
        const NodePtr user = *std::ranges::find_if(compilation.captured.entry()->nodes,
                                                   [](const NodePtr &node) { return node->isCallOf(op::BiasAdd); });
        QMenu menu;
        addEdgeEntries(menu, stage.context, {0, -2, user->inputs[0]->id}, {0, -2, user->id});
        const QString texts = textsOf(menu).join(", ");
        QVERIFY2(texts.contains(QString::fromStdString("producer " + nodeTitle(*user->inputs[0]))), qPrintable(texts));
        menu.actions()[1]->trigger();
        QCOMPARE(stage.selection.current().node, user->id);
    }

    void aPassIsComparedWithAnyStage() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession(1));
        const int pass = passNamed(stage.document.session(), "matmul_biasadd_fusion");
        stage.selection.selectPass(0, pass);
        QVERIFY(stage.settle());
        const auto callsGate = [&panel] { // as the captured graph does
            const auto &nodes = panel.findChild<GraphView *>("graphBefore")->graph().nodes;
            return std::ranges::any_of(nodes, [](const DisplayNode &node) { return node.title.contains("gate"); });
        };
        QVERIFY(!callsGate());
        auto *list = panel.findChild<QListView *>("passList");
        QTimer::singleShot(50, this, [] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            for (QAction *action : menu->actions())
                if (action->menu()) action->menu()->actions().front()->trigger();
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, list->visualRect(list->currentIndex()).center(), QPoint());
        QApplication::sendEvent(list->viewport(), &event);
        QVERIFY(stage.settle());
        QVERIFY2(callsGate(), qPrintable(panel.contentAsText()));
    }

    /** As large as a window of 1280x720 leaves it, and of 1024x640. */
    void rowsOfReasonsHaveRoomInSmallWindows_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("rows");
        QTest::newRow("1280x720") << QSize(966, 520) << 4;
        QTest::newRow("1024x640") << QSize(770, 440) << 2;
    }
    void rowsOfReasonsHaveRoomInSmallWindows() {
        QFETCH(QSize, size);
        QFETCH(int, rows);
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), size);
        stage.document.replace(compiledSession(4));
        QVERIFY(stage.settle());
        const auto readable = [](const RecordView &view) {
            const int height = view.visualRect(view.model()->index(0, 0)).height();
            return view.viewport()->height() / std::max(1, height);
        };
        panel.findChild<QToolButton *>("why")->click();
        panel.findChild<QToolButton *>("all")->click();
        const auto &reasons = *panel.findChild<RecordView *>("passReasons");
        QVERIFY(reasons.model()->rowCount() > 0);
        QVERIFY2(reasons.viewport()->height() >= rows * metrics::rowHeight,
                 qPrintable(QString::number(reasons.viewport()->height())));
        panel.findChild<QToolButton *>("whynot")->click();
        panel.findChild<QToolButton *>("everything")->click();
        QVERIFY(stage.settle());
        const auto &refusals = *panel.findChild<RecordView *>("whyNotTable");
        QVERIFY(refusals.model()->rowCount() > 0);
        QVERIFY2(readable(refusals) >= rows, qPrintable(QString::number(readable(refusals))));
        for (const char *graph : {"graphBefore", "graphAfter"})
            QVERIFY(panel.findChild<GraphView *>(graph)->height() >= 100);
    }

    void theChosenPassIsWhollyInSight() {
        PanelStage stage;
        stage.document.replace(compiledSession(1));
        Panel &panel = stage.add(passesPanel(), {966, 520});
        QVERIFY(stage.settle());
        const auto &list = *panel.findChild<QListView *>("passList");
        const auto isInSight = [&] { return list.viewport()->rect().contains(list.visualRect(list.currentIndex())); };
        QVERIFY(list.currentIndex().isValid());
        QVERIFY(isInSight()); // the last pass that changed something
        for (const PassRecord &pass : stage.document.session().compilations[0].passes) {
            if (!pass.changed) continue;
            stage.selection.selectPass(0, pass.index);
            QVERIFY(stage.settle());
            QVERIFY2(isInSight(), pass.name.c_str());
            panel.window()->resize(966, 400);
            QCoreApplication::processEvents();
            QVERIFY2(isInSight(), pass.name.c_str());
            panel.window()->resize(966, 520);
            QCoreApplication::processEvents();
        }
    }

    /** What is chosen while it is being made is not made a second time. */
    void aNeighbourThatIsOnItsWayIsWaitedFor() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        int started = 0;
        connect(&stage.jobs, &Jobs::started, this, [&](const QString &tag) {
            started += tag.startsWith("passes-picture") || tag.startsWith("passes-ahead");
        });
        stage.document.replace(compiledSession(1));
        QTRY_VERIFY(panel.isReady());
        const auto *list = panel.findChild<QListView *>("passList");
        const int before = started;
        QTest::keyClick(const_cast<QListView *>(list), Qt::Key_BracketLeft);
        const bool wasThere = panel.isReady();
        QTRY_VERIFY(panel.isReady());
        QVERIFY(stage.settle());
        // Those on both sides of the one that was chosen; not that one again.
        QVERIFY2(started - before <= 2,
                 qPrintable(QString::number(started - before) + (wasThere ? " there" : " awaited")));
    }

    void whatWasLookedAtAndItsNeighboursAreShownAtOnce() {
        PanelStage stage;
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        stage.document.replace(compiledSession(1));
        const int pass = passNamed(stage.document.session(), "matmul_biasadd_fusion");
        stage.selection.selectPass(0, pass);
        QVERIFY(stage.settle());
        const auto *before = panel.findChild<GraphView *>("graphBefore");
        const auto *first = &before->graph();
        QTest::keyClick(panel.findChild<QListView *>("passList"), Qt::Key_BracketLeft);
        QVERIFY(stage.selection.current().pass != pass);
        QVERIFY2(panel.isReady(), "the last pass was not made ahead");
        QVERIFY(&before->graph() != first);
        stage.selection.selectPass(0, pass);
        QVERIFY(panel.isReady());
        QCOMPARE(&before->graph(), first);
        // Pictures of a recording that went away are not shown for another one.
        stage.document.replace(compiledSession(1));
        QVERIFY(!panel.isReady());
        QVERIFY(stage.settle());
    }

    void aSliceOfACompileHasDetails() {
        PanelStage stage;
        Panel &details = stage.add(inspectorPanel(), {500, 900});
        Session session = compiledSession(1);
        Compilation &compilation = session.compilations[0];
        compilation.reason = "argument k: 3 instead of 2";
        compilation.stages.push_back({compilation.kernels[0].graph, 2900000, 1000});
        for (PassRecord &pass : compilation.passes)
            pass.startNs = 2000000 + pass.index * 1000;
        addRecordedLanes(session);
        stage.document.replace(std::move(session));
        const Trace &trace = stage.document.session().trace;
        for (int64_t i = 0; i < trace.sliceCount(); ++i) {
            if (trace.linkOf(SliceId{i}).op >= 0) continue;
            stage.selection.selectSlice(SliceId{i});
            const QString text = details.contentAsText(), name = QString::fromStdString(std::string(trace.nameOf({i})));
            QVERIFY2(text.contains("Slice: " + name) && text.contains("Duration") && text.contains("Graph"),
                     qPrintable(text));
            if (i == 0) QVERIFY2(text.contains("argument k: 3 instead of 2"), qPrintable(text));
            if (name == QString::fromStdString(stage.document.session().compilations[0].kernels[0].graph))
                QVERIFY2(text.contains("compiled in 109.61 ms"), qPrintable(text));
        }
    }

    void unknownTimesAreSaidToBe() {
        PanelStage stage;
        Panel &details = stage.add(inspectorPanel(), {500, 900});
        Panel &passes = stage.add(passesPanel(), {1200, 800});
        Session session = compiledSession(1);
        session.compilations[0].imported = true;
        for (PassRecord &pass : session.compilations[0].passes)
            pass.timeNs = 0;
        for (size_t place = 0; place < session.ops.size(); ++place)
            session.ops.change(place, [](OpEvent &op) { op.durationNs = 0; });
        stage.document.replace(std::move(session));
        stage.selection.selectOp(1);
        QVERIFY(stage.settle());
        QVERIFY2(details.contentAsText().contains("Wall time: not known"), qPrintable(details.contentAsText()));
        QVERIFY(!passes.contentAsText().contains(QRegularExpression("\\b0 ns")));
    }

    void aRunWithoutMemoryEventsIsNotBlamed() {
        PanelStage stage;
        Panel &memory = stage.add(memoryPanel(), {600, 400});
        stage.document.replace(compiledSession(1));
        QVERIFY(stage.settle());
        QString said;
        for (const QLabel *label : memory.findChild<EmptyState *>()->findChildren<QLabel *>())
            said += label->text() + QLatin1Char('\n');
        QVERIFY2(said.contains("no memory of a device") && said.contains("in the panel Run memory"), qPrintable(said));
        QVERIFY(!said.contains("profile_memory"));
    }
};

JITSCOPE_WINDOW_TEST(PassesPanelTest)

} // namespace jitscope::tst_passespanel

#include "tst_passespanel.moc"
