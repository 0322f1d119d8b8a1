// SPDX-License-Identifier: Apache-2.0
// From modules and tapes to cards, searches, and the union of two stages.
#include "app/graphview/cardpainter.h"
#include "app/graphview/graphexport.h"
#include "app/graphview/graphsearch.h"
#include "app/graphview/irdiffview.h"
#include "app/graphview/livegraph.h"
#include "app/graphview/overlay.h"
#include "app/graphview/unionlayout.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/irmodules.h"
#include "tests/support/samplegraph.h"
#include "tests/support/tapes.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QImage>
#include <QLocale>
#include <QPainter>
#include <QTemporaryDir>
#include <algorithm>
#include <random>
#include <set>

namespace jitscope::tst_graphmodel {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const Session &sample() {
    static const Session session = [] {
        Session made = sampleSession();
        made.linkTensors();
        return made;
    }();
    return session;
}

const Compilation &compiled() {
    return sample().compilations.front();
}

int cardTitled(const DisplayGraph &graph, const QString &title) {
    for (size_t i = 0; i < graph.nodes.size(); ++i)
        if (graph.nodes[i].title == title) return int(i);
    return -1;
}

const PassRecord &passNamed(const std::string &name) {
    for (const PassRecord &pass : compiled().passes)
        if (pass.name == name) return pass;
    throw std::runtime_error("no pass " + name);
}

LiveGraph live(const Session &session, const LiveOptions &options = {}) {
    TapeTree tree;
    tree.update(session);
    return liveGraph(session, tree, options);
}

/** A line a card: the titles of the hulls around it and its own; inputs of the run are left out. */
std::string outline(const LiveGraph &live) {
    QString text;
    for (const DisplayNode &node : live.graph.nodes) {
        if (node.tensor >= 0) continue;
        QStringList hulls;
        for (int group = node.group; group >= 0; group = live.graph.groups[size_t(group)].parent)
            hulls.prepend(
                live.graph.groups[size_t(group)].title.split(QStringLiteral(" › ")).join(QStringLiteral(" > ")));
        text += (hulls.isEmpty() ? QString() : hulls.join(QStringLiteral(" > ")) + QStringLiteral(": ")) + node.title +
                QLatin1Char('\n');
    }
    return text.toStdString();
}

Module moduleOf(const GraphPtr &graph) {
    Module module;
    module.graphs = {graph};
    return module;
}

} // namespace

class GraphModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /** In small cards as in large ones: names of operators, kernels and weights differ in their ends. */
    void longNamesThatDifferInTheirEndsLookDifferent() {
        const auto painted = [](const char *name) {
            DisplayNode node;
            node.title = QLatin1String(name);
            QImage image(60, 20, QImage::Format_RGB32);
            image.fill(Qt::white);
            prepareCards();
            QPainter painter(&image);
            drawPixelTitle(painter, node, QRectF(image.rect()), {}, Theme::light());
            return image;
        };
        QVERIFY(painted("Conv2DBackpropInput") != painted("Conv2DBackpropFilter"));
        QVERIFY(painted("GraphKernel_Tanh_Mul_Exp_Add_fusion_1") != painted("GraphKernel_Tanh_Mul_Exp_Add_fusion_2"));
        QVERIFY(painted("backbone.layer1.weight") != painted("backbone.layer1.bias"));
        QVERIFY(painted("Add") == painted("Add"));
    }
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void capturedNetworkReadsAsText() {
        const QString text = graphText(displayGraph(compiled().captured));
        QVERIFY2(text.contains(QStringLiteral("MatMul · fc1  f32[32,64]")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("<- x, block0.fc1.weight")));
        QVERIFY(text.contains(QStringLiteral("Return  (f32[32,64], f32[])  <- Add · block0, ReduceMean")));
    }

    void plumbingIsFoldedAndCounted() {
        const DisplayGraph folded = displayGraph(compiled().captured);
        QCOMPARE(cardTitled(folded, QStringLiteral("MakeTuple")), -1);
        QVERIFY(folded.foldedPlumbing > 0);
        DisplayOptions options;
        options.plumbing = Plumbing::Shown;
        const DisplayGraph shown = displayGraph(compiled().captured, options);
        QVERIFY(cardTitled(shown, QStringLiteral("MakeTuple")) >= 0);
        QCOMPARE(shown.foldedPlumbing, 0);
        QVERIFY(shown.nodes.size() > folded.nodes.size());
    }

    void effectsAreDrawnAsOrder() {
        NodeMaker make;
        const auto type = Abstract::tensor(DType::Float32, {2});
        const auto x = make.parameter("x", type);
        const auto assign = make.call("Assign", {x, x}, type);
        const auto state = make.call("UpdateState", {make.constant(Value(Monad::U)), assign}, Abstract());
        const auto load = make.call("Load", {x, state}, type);
        const auto relu = make.call("ReLU", {load}, type);
        const DisplayGraph graph = displayGraph(moduleOf(graphOf("f", {x}, relu)));
        const int from = cardTitled(graph, QStringLiteral("Assign")), to = cardTitled(graph, QStringLiteral("ReLU"));
        const auto isOrder = [&](const DisplayEdge &edge) {
            return edge.from == from && edge.to == to && edge.isControl;
        };
        QVERIFY(std::any_of(graph.edges.begin(), graph.edges.end(), isOrder));
        QVERIFY(graphText(graph).contains(QStringLiteral("ReLU  f32[2]  <- x, after Assign")));
    }

    void tupleItemsComeFromTheirMakers() {
        NodeMaker make;
        const auto type = Abstract::tensor(DType::Float32, {2});
        const auto x = make.parameter("x", type);
        const auto a = make.call("Exp", {x}, type), b = make.call("Neg", {x}, type);
        const auto tuple = make.call("MakeTuple", {a, b}, Abstract::tuple({type, type}));
        const auto second = make.call("TupleGetItem", {tuple, make.constant(Value(int64_t(1)))}, type);
        const auto relu = make.call("ReLU", {second}, type);
        const QString text = graphText(displayGraph(moduleOf(graphOf("f", {x}, relu))));
        QVERIFY2(text.contains(QStringLiteral("ReLU  f32[2]  <- Neg\n")), qPrintable(text));
    }

    void constantsBecomeNamedArguments() {
        const DisplayGraph graph = displayGraph(compiled().captured);
        const int card = cardTitled(graph, QStringLiteral("MatMul"));
        QCOMPARE(graph.nodes[size_t(card)].arguments.size(), 2);
        QVERIFY(graph.nodes[size_t(card)].arguments.at(1).endsWith(QStringLiteral("=Bool(1)")));
    }

    void callsExpandInPlace() {
        const DisplayGraph closed = displayGraph(compiled().captured);
        const auto call = std::find_if(closed.nodes.begin(), closed.nodes.end(),
                                       [](const DisplayNode &node) { return node.kind == CardKind::GraphCall; });
        QVERIFY(call != closed.nodes.end());
        QVERIFY(call->isExpandable);
        QCOMPARE(call->note, QStringLiteral("2 members"));
        DisplayOptions options;
        options.expanded = {call->key};
        const DisplayGraph open = displayGraph(compiled().captured, options);
        QCOMPARE(open.groups.size(), size_t(1));
        QCOMPARE(open.nodes.size(), closed.nodes.size() + 1);
        const int sigmoid = cardTitled(open, QStringLiteral("Sigmoid"));
        QCOMPARE(open.nodes[size_t(sigmoid)].group, 0);
        QVERIFY(QString::fromStdString(open.nodes[size_t(sigmoid)].key).startsWith(QString::fromStdString(call->key)));
        QVERIFY(graphText(open).contains(QStringLiteral("  Sigmoid · block0  f32[32,64]  <- BiasAdd · fc2")));
    }

    void branchesOpenSideBySide() {
        NodeMaker make;
        const auto type = Abstract::tensor(DType::Float32, {2});
        const auto x = make.parameter("x", type), yes = make.parameter("y", type), no = make.parameter("n", type);
        const auto condition = make.call("IsNan", {x}, Abstract::tensor(DType::Bool, {}));
        const auto chosen = make.call(
            "Switch", {condition, make.constant(GraphReference{"2_✓_f"}), make.constant(GraphReference{"3_✗_f"})},
            Abstract::function());
        const auto call = std::make_shared<Node>(*make.call("", {x}, type));
        call->function = chosen;
        auto entry = std::make_shared<Graph>(*graphOf("f", {x}, call));
        entry->nodes = {condition, chosen, call};
        const Module module{{entry, graphOf("2_✓_f", {yes}, make.call("Exp", {yes}, type)),
                             graphOf("3_✗_f", {no}, make.call("Neg", {no}, type))},
                            {}};
        const DisplayGraph closed = displayGraph(module);
        const DisplayNode &card = closed.nodes[size_t(cardTitled(closed, QStringLiteral("call")))];
        QVERIFY(card.isExpandable);
        QCOMPARE(card.note, QStringLiteral("2 branches"));
        DisplayOptions options;
        options.expanded = {card.key};
        const DisplayGraph open = displayGraph(module, options);
        QCOMPARE(open.groups.size(), size_t(2));
        QCOMPARE(open.groups[0].title, QStringLiteral("2_✓_f"));
        const int first = cardTitled(open, QStringLiteral("Exp")), second = cardTitled(open, QStringLiteral("Neg"));
        QCOMPARE(open.nodes[size_t(first)].group, 0);
        QCOMPARE(open.nodes[size_t(second)].group, 1);
        const int result = open.cardWithKey("return"), decision = cardTitled(open, QStringLiteral("Switch"));
        for (const int branch : {first, second}) {
            const auto has = [&](int from, int to, bool isControl) {
                return std::any_of(open.edges.begin(), open.edges.end(), [&](const DisplayEdge &edge) {
                    return edge.from == from && edge.to == to && edge.isControl == isControl;
                });
            };
            QVERIFY(has(decision, branch, true));
            QVERIFY(has(branch, result, false));
        }
    }

    void recursionStops() {
        NodeMaker make;
        const auto type = Abstract::tensor(DType::Float32, {2});
        const auto x = make.parameter("x", type);
        const auto call = std::make_shared<Node>(*make.call("", {x}, type));
        call->callee = "f";
        DisplayOptions options;
        options.expanded = {std::to_string(call->id.value)};
        const DisplayGraph graph = displayGraph(moduleOf(graphOf("f", {x}, call)), options);
        QCOMPARE(graph.groups.size(), size_t(0));
    }

    void emptyModulesAreEmptyGraphs() {
        QVERIFY(displayGraph({}).nodes.empty());
        QVERIFY(live({}).graph.nodes.empty());
        QCOMPARE(graphText({}), QString());
    }

    void timesOfCardsNameTheirMeasure() {
        const DisplayGraph run = live(sample()).graph;
        const QString ofRun = accessibleText(run, cardTitled(run, QStringLiteral("MatMul")));
        QVERIFY2(ofRun.contains(QStringLiteral(", wall time 26.1 µs,")), qPrintable(ofRun));
        NodeMaker make;
        const auto type = Abstract::tensor(DType::Float32, {2});
        const auto x = make.parameter("x", type);
        const auto call = make.call("Exp", {x}, type);
        DisplayOptions options;
        options.times[call->id.value] = 1500;
        const DisplayGraph graph = displayGraph(moduleOf(graphOf("f", {x}, call)), options);
        const QString ofGraph = accessibleText(graph, cardTitled(graph, QStringLiteral("Exp")));
        QVERIFY2(ofGraph.contains(QStringLiteral(", mean wall time 1.5 µs,")), qPrintable(ofGraph));
    }

    void tapeIsConnectedByTensors() {
        const LiveGraph graph = live(sample());
        COMPARE_TEXT(graphText(graph.graph).toStdString(), "▾ Network · network › Dense · fc1\n"
                                                           "  MatMul  f32[32,64]  26.1 µs  <- tensor 0, fc1.weight\n"
                                                           "  BiasAdd  f32[32,64]  6.0 µs  <- MatMul, fc1.bias\n"
                                                           "  ReLU  f32[32,64]  5.8 µs  <- BiasAdd\n"
                                                           "  Add  f32[32,64]  2.1 µs  <- tensor 0, ReLU\n"
                                                           "  tensor 0  f32[32,64]\n"
                                                           "  fc1.weight  f32[64,64]\n"
                                                           "  fc1.bias  f32[64]\n");
    }

    void oneStepIsShownWhole() {
        const LiveGraph graph = live(trainingTape(1));
        COMPARE_TEXT(outline(graph), "forward > Net > Dense · fc: MatMul\n"
                                     "forward > Net > Dense · fc: BiasAdd\n"
                                     "forward: ReduceMean\n"
                                     "backward: BroadcastTo\n"
                                     "backward: MatMul\n"
                                     "backward: BiasAddGrad\n"
                                     "optimizer: SGD\n"
                                     "optimizer: SGD\n");
        COMPARE_TEXT(extentText(graph.extent).toStdString(), "all 8 operators");
    }

    void roundsOfALoopAreOneCard() {
        const LiveGraph graph = live(trainingTape(240));
        COMPARE_TEXT(outline(graph), "× 239 earlier\n"
                                     "round 240 of 240 · line 30 > forward > Net > Dense · fc: MatMul\n"
                                     "round 240 of 240 · line 30 > forward > Net > Dense · fc: BiasAdd\n"
                                     "round 240 of 240 · line 30 > forward: ReduceMean\n"
                                     "round 240 of 240 · line 30 > backward: BroadcastTo\n"
                                     "round 240 of 240 · line 30 > backward: MatMul\n"
                                     "round 240 of 240 · line 30 > backward: BiasAddGrad\n"
                                     "round 240 of 240 · line 30 > optimizer: SGD\n"
                                     "round 240 of 240 · line 30 > optimizer: SGD\n");
        COMPARE_TEXT(extentText(graph.extent).toStdString(), "8 of 1,920 operators shown · 1,912 before or after");
        QCOMPARE(graph.extent.total(), int64_t(1920));
    }

    void focusInThePastHasCardsOnBothSides() {
        LiveOptions options;
        options.focus = 8 * 16 + 2;
        const LiveGraph graph = live(trainingTape(240), options);
        const std::string text = outline(graph);
        QVERIFY2(text.starts_with("× 16 earlier\nround 17 of 240 · line 30 > forward > Net > Dense · fc: MatMul\n"),
                 text.c_str());
        QVERIFY2(text.ends_with("optimizer: SGD\n× 223 later\n"), text.c_str());
        QCOMPARE(graph.graph.nodes[size_t(graph.graph.cardOfOp(options.focus))].title, QStringLiteral("BiasAdd"));
        QCOMPARE(graph.graph.nodes[size_t(graph.graph.cardOfOp(3))].kind, CardKind::Beyond);
    }

    void everyOperatorHasOneCard() {
        for (const int steps : {1, 3, 4, 50}) {
            const Session session = trainingTape(steps);
            for (const int64_t focus : {int64_t(1), int64_t(session.ops.size()) / 2, int64_t(session.ops.size())}) {
                LiveOptions options;
                options.focus = focus;
                options.budget = 12;
                options.longestLevel = 4;
                const LiveGraph graph = live(session, options);
                int64_t next = 1;
                for (const DisplayNode &card : graph.graph.nodes) {
                    if (card.op < 0) continue;
                    QCOMPARE(card.op, next);
                    next = card.lastOp + 1;
                }
                QCOMPARE(next, int64_t(session.ops.size()) + 1);
                QCOMPARE(graph.extent.total(), int64_t(session.ops.size()));
            }
        }
    }

    void conditionalCallsStayInTheirRound() {
        TapeMaker tape;
        int64_t x = tape.tensor();
        for (int i = 0; i < 30; ++i) {
            tape.at({{"<module>", 5}});
            x = tape.run("Mul", {x, x});
            if (i % 10 == 9) {
                tape.at({{"<module>", 7}});
                x = tape.run("Abs", {x});
            }
            tape.at({{"<module>", 9}});
            x = tape.run("Add", {x, x});
        }
        tape.at({{"<module>", 12}});
        tape.run("ReduceMean", {x});
        COMPARE_TEXT(outline(live(tape.session)), "× 30\n"
                                                  "ReduceMean\n");
        LiveOptions options;
        options.focus = int64_t(tape.session.ops.size()) - 1;
        COMPARE_TEXT(outline(live(tape.session, options)), "× 29 earlier\n"
                                                           "round 30 of 30 · line 5: Mul\n"
                                                           "round 30 of 30 · line 5: Abs\n"
                                                           "round 30 of 30 · line 5: Add\n"
                                                           "ReduceMean\n");
    }

    void growingReadsOnlyWhatIsNew() {
        const Session whole = trainingTape(20);
        Session part = whole;
        part.ops = {};
        TapeTree tree;
        for (const OpEvent &op : whole.ops) {
            part.ops.push_back(op);
            tree.update(part);
            QCOMPARE(tree.taken(), part.ops.size());
        }
        COMPARE_TEXT(outline(liveGraph(part, tree, {})), outline(live(whole)));
    }

    /** However its scopes are kept: whole loops, rounds that differ from all others, rounds with what failed. */
    void scopesHoldTheirOperators() {
        Session session = trainingTape(400);
        for (size_t place = 0; place < session.ops.size(); place += 97)
            session.ops.change(place, [&](OpEvent &op) {
                if (place % 2) op.error = "failed";
                op.durationNs = place % 3 ? int64_t(1) << 40 : 1;
                if (place % 5 == 0) op.inputs = IdList{0, 1, 2, 3};
            });
        TapeTree tree;
        tree.update(session);
        QVERIFY(tree.size() > 800);
        for (int index = 0; index < int(tree.size()); ++index) {
            const auto scope = tree.scope(index);
            QVERIFY(!scope->children.empty());
            int64_t next = scope->first, durationNs = 0, failed = 0;
            for (const int64_t child : scope->children) {
                QCOMPARE(tree.firstOf(child), next);
                next = tree.lastOf(child) + 1;
                if (child < 0) QCOMPARE(tree.scope(int(~child))->parent, index);
            }
            QCOMPARE(next, scope->last + 1);
            std::set<int64_t> taken;
            for (int64_t number = scope->first; number <= scope->last; ++number) {
                const auto op = session.op(number);
                durationNs += op->durationNs;
                failed += !op->error.empty();
                taken.insert(op->inputs.begin(), op->inputs.end());
            }
            QCOMPARE(scope->durationNs, durationNs);
            QCOMPARE(scope->failed, failed);
            QVERIFY(std::ranges::all_of(scope->inputs, [&](int64_t id) { return taken.contains(id); }));
        }
    }

    void closedScopesTakeWhatTheyNeed() {
        LiveOptions options;
        options.budget = 5;
        options.focus = 8;
        const QString text = graphText(live(trainingTape(1), options).graph);
        QVERIFY2(text.contains(QStringLiteral("backward")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("SGD  f32[8,8]  1.0 µs  <- fc.bias, backward")), qPrintable(text));
    }

    void closedByTheUserStaysClosed() {
        const Session session = trainingTape(1);
        const LiveGraph open = live(session);
        LiveOptions options;
        for (const DisplayGroup &group : open.graph.groups)
            if (group.title == QStringLiteral("optimizer")) options.closed.insert(group.key);
        QCOMPARE(options.closed.size(), size_t(1));
        const LiveGraph closed = live(session, options); // the focus is in it
        const int card = closed.graph.cardOfOp(8);
        QCOMPARE(closed.graph.nodes[size_t(card)].title, QStringLiteral("optimizer"));
        QCOMPARE(closed.graph.nodes[size_t(card)].key, *options.closed.begin());
        QVERIFY(closed.graph.nodes[size_t(card)].isExpandable);
    }

    void theOperatorAboutToRunStandsBehindTheLast() {
        LiveOptions options;
        options.upcoming = UpcomingOp{9, QStringLiteral("Mul"), {}};
        const LiveGraph graph = live(trainingTape(1), options);
        const DisplayNode &next = graph.graph.nodes[size_t(cardTitled(graph.graph, QStringLiteral("Mul")))];
        QCOMPARE(next.kind, CardKind::Next);
        COMPARE_TEXT(next.key, "#9");
    }

    void overlaysAreTextsAndBars() {
        DisplayGraph graph = live(sample()).graph;
        applyOverlay(graph, Overlay::Time, {});
        const DisplayNode &matmul = graph.nodes[size_t(cardTitled(graph, QStringLiteral("MatMul")))];
        QCOMPARE(matmul.overlay.text, QStringLiteral("26.1 µs"));
        QCOMPARE(matmul.overlay.share, 1.0);
        QCOMPARE(overlayLegend(graph, Overlay::Time),
                 QStringLiteral("wall time: bars are shares of the slowest card, 26.1 µs"));
        applyOverlay(graph, Overlay::Memory, {});
        QCOMPARE(matmul.overlay.text, QStringLiteral("8.0 KiB"));
        applyOverlay(graph, Overlay::Health, [](const DisplayNode &node) {
            CardHealth health{true, node.title == QStringLiteral("ReLU"), {}};
            health.health.count = 4;
            health.health.nan = node.title == QStringLiteral("MatMul") ? 3 : 0;
            return health;
        });
        QCOMPARE(matmul.overlay.text, QStringLiteral("⚠ 3 NaN"));
        QCOMPARE(matmul.overlay.alarm, CardOverlay::Alarm::Bad);
        QCOMPARE(graph.nodes[size_t(cardTitled(graph, QStringLiteral("ReLU")))].overlay.text, QStringLiteral("…"));
        QCOMPARE(graph.nodes[size_t(cardTitled(graph, QStringLiteral("Add")))].overlay.text, QStringLiteral("✓"));
    }

    void timesThatAreNotKnownYetAreNotCalledUnrecorded() {
        DisplayGraph graph = displayGraph(sampleSession().compilations[0].captured);
        for (DisplayNode &card : graph.nodes)
            card.timeNs = -1;
        QCOMPARE(overlayLegend(graph, Overlay::Time, RunStage::Over), QStringLiteral("time: none was recorded"));
        QCOMPARE(overlayLegend(graph, Overlay::Time, RunStage::Going),
                 QStringLiteral("time: not known yet, the call is not finished"));
        const auto card =
            std::ranges::find_if(graph.nodes, [](const DisplayNode &each) { return each.node && each.id.valid(); });
        setTimes(graph, {{card->id.value, 2000}});
        QCOMPARE(card->timeNs, int64_t(2000));
        QVERIFY(overlayLegend(graph, Overlay::Time, RunStage::Going).endsWith("2.0 µs"));
    }

    void aMillionOperatorsCostWhatIsShown() {
        const Session session = trainingTape(125000);
        TapeTree tree;
        QElapsedTimer timer;
        timer.start();
        tree.update(session);
        qInfo("1,000,000 operators read in %lld ms", static_cast<long long>(timer.elapsed()));
        timer.restart();
        for (int i = 0; i < 100; ++i) {
            LiveOptions options;
            options.focus = 1 + i * 9999;
            QVERIFY(liveGraph(session, tree, options).graph.cardOfOp(options.focus) >= 0);
        }
        const double each = double(timer.nsecsElapsed()) / 1e8;
        qInfo("cards around one of them in %.2f ms", each);
        QVERIFY2(each < scaledTimeout(16), "it must not read the whole run");
    }

    void searchLanguage_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QStringList>("titles");
        const auto list = [](std::initializer_list<const char *> titles) {
            QStringList result;
            for (const char *title : titles)
                result << QLatin1String(title);
            return result;
        };
        QTest::newRow("nothing") << QString() << QStringList();
        QTest::newRow("word") << "matm" << list({"MatMul"});
        QTest::newRow("operator") << "op:add" << list({"Add"});
        QTest::newRow("two parts") << "fc1 op:BiasAdd" << list({"BiasAdd"});
        QTest::newRow("type") << "type:[64,64]" << list({"fc1.weight"});
        QTest::newRow("kind") << "kind:weight" << list({"fc1.weight", "fc1.bias"});
        QTest::newRow("expression") << "/^(ReLU|Add)$/" << list({"ReLU", "Add"});
        QTest::newRow("broken expression") << "/(/" << QStringList();
        QTest::newRow("not") << "kind:op -scope:fc1" << QStringList();
        QTest::newRow("unknown key is a word") << "colour:red" << QStringList();
    }
    void searchLanguage() {
        QFETCH(QString, query);
        QFETCH(QStringList, titles);
        const DisplayGraph graph = live(sample()).graph;
        QStringList found;
        for (int card : searchGraph(graph, query))
            found << graph.nodes[size_t(card)].title;
        QCOMPARE(found, titles);
    }

    void nothingMovesInTheUnion_data() {
        QTest::addColumn<int>("pass");
        for (const PassRecord &pass : compiled().passes)
            if (pass.changed) QTest::newRow(fullName(pass).c_str()) << pass.index;
    }
    void nothingMovesInTheUnion() {
        QFETCH(int, pass);
        const PassRecord &record = compiled().passes[size_t(pass)];
        const ModuleDiff diff = diffModules(record.before, record.after);
        const auto pictures = unionLayout(displayGraph(record.before), displayGraph(record.after), diff);
        QVERIFY(pictures.isComplete);
        QCOMPARE(pictures.before.layout.bounds, pictures.after.layout.bounds);
        int matched = 0;
        for (size_t i = 0; i < pictures.before.graph.nodes.size(); ++i) {
            const int other = pictures.after.graph.cardWithKey(pictures.before.graph.nodes[i].key);
            if (other < 0) continue;
            QCOMPARE(pictures.before.layout.nodes[i], pictures.after.layout.nodes[size_t(other)]);
            ++matched;
        }
        QVERIFY(matched > 3);
    }

    void fusedNodesHaveAHullAndOnePlace() {
        const PassRecord &record = passNamed("matmul_biasadd_fusion");
        const ModuleDiff diff = diffModules(record.before, record.after);
        const auto pictures = unionLayout(displayGraph(record.before), displayGraph(record.after), diff);
        QCOMPARE(pictures.before.graph.groups.size(), size_t(2));
        const LayoutBox &hull = pictures.before.layout.groups.front();
        int inside = 0;
        for (size_t i = 0; i < pictures.after.graph.nodes.size(); ++i) {
            if (pictures.after.graph.nodes[i].change != NodeChange::Fused) continue;
            const LayoutBox &box = pictures.after.layout.nodes[i];
            inside +=
                box.y >= hull.y && box.bottom() <= hull.bottom() && std::abs(box.centreX() - hull.centreX()) < 0.5;
        }
        QCOMPARE(inside, 1);
        const int matmul = cardTitled(pictures.before.graph, QStringLiteral("MatMul"));
        QCOMPARE(changeGlyph(pictures.before.graph.nodes[size_t(matmul)].change), QStringLiteral("ƒ"));
    }

    void textDiffPairsLinesOfTheSameNode() {
        const PassRecord &record = passNamed("matmul_biasadd_fusion");
        const IrDiff diff = irDiff(record.before, record.after);
        bool hasPair = false;
        for (const DiffRow &row : diff.rows) {
            if (row.change != LineChange::Modified) continue;
            hasPair |= diff.left[size_t(row.left)].text.find("Sigmoid") != std::string::npos &&
                       diff.right[size_t(row.right)].text.find("Sigmoid") != std::string::npos;
        }
        QVERIFY(hasPair);
        std::vector<int> left, right;
        for (const DiffRow &row : diff.rows) {
            if (row.left >= 0) left.push_back(row.left);
            if (row.right >= 0) right.push_back(row.right);
        }
        QCOMPARE(left.size(), diff.left.size());
        QCOMPARE(right.size(), diff.right.size());
        QVERIFY(std::is_sorted(left.begin(), left.end()) && std::is_sorted(right.begin(), right.end()));
        QVERIFY(patchText(diff, QStringLiteral("a"), QStringLiteral("b")).startsWith(QStringLiteral("--- a")));
    }

    void exportsHaveContent_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("magic");
        QTest::newRow("png") << "g.png" << QByteArray("\x89PNG");
        QTest::newRow("svg") << "g.svg" << QByteArray("<?xml");
        QTest::newRow("dot") << "g.dot" << QByteArray("digraph");
    }
    void exportsHaveContent() {
        QFETCH(QString, name);
        QFETCH(QByteArray, magic);
        const QTemporaryDir folder;
        const std::string path = folder.filePath(name).toStdString();
        VERIFY_RESULT(exportGraph(compiled().final, path, Theme::light()));
        const std::string first = readText(path);
        QVERIFY(QByteArray::fromStdString(first).startsWith(magic));
        VERIFY_RESULT(exportGraph(compiled().final, path, Theme::light()));
        QVERIFY(readText(path) == first);
    }

    void liveGraphsAreExported() {
        const QTemporaryDir folder;
        for (const char *name : {"live.svg", "live.png", "live.dot"}) {
            const std::string path = folder.filePath(QLatin1String(name)).toStdString();
            const auto shown = exportLive(trainingTape(240), path, Theme::light());
            VERIFY_RESULT(shown);
            COMPARE_TEXT(*shown, "8 of 1,920 operators shown · 1,912 before or after");
            QVERIFY(readText(path).size() > 300);
        }
    }

    void exportErrorsAreSentences() {
        const auto unknown = exportGraph(compiled().final, "graph.gif", Theme::dark());
        QVERIFY(!unknown);
        COMPARE_TEXT(unknown.error().message, "cannot export a graph as .gif; use .png, .svg or .dot");
        const auto nowhere = exportGraph(compiled().final, "/nonexistent/graph.png", Theme::dark());
        QVERIFY(!nowhere);
        COMPARE_TEXT(nowhere.error().message, "cannot write /nonexistent/graph.png");
        QVERIFY(!exportGraph({}, "graph.png", Theme::dark()));
    }

    void everyTitleFitsItsCardInAnyScript() {
        DisplayNode node;
        for (const QString &title : {QStringLiteral("ReLU"), QStringLiteral("矩阵乘法_偏置相加_激活函数融合算子"),
                                     QString(500, QLatin1Char('W'))}) {
            node.title = title;
            const QSizeF size = cardSize(node);
            QVERIFY(size.width() >= 100 && size.width() <= 280);
            QCOMPARE(size.height(), 42.0);
        }
    }

    void everyStubLeadsToItsOtherEnd() {
        NodeMaker make;
        const NodePtr x = make.parameter("x", matrix());
        NodePtr last = x;
        for (int i = 0; i < 60; ++i)
            last = make.call("Add", {last, x}, matrix());
        GraphPicture picture{displayGraph(moduleOf(graphOf("f", {x}, last))), {}};
        picture.layout = layeredLayout(layoutInput(picture.graph));
        const GraphPainter painter(std::move(picture));
        int stubs = 0;
        for (size_t i = 0; i < painter.layout().edges.size(); ++i) {
            const LayoutPath &path = painter.layout().edges[i];
            if (path.shape != LayoutPath::Shape::Stub) continue;
            ++stubs;
            QCOMPARE(painter.stubTargetAt(QPointF(path.points[2].x, path.points[2].y - 6)),
                     painter.graph().edges[i].from);
            QVERIFY(painter.stubTargetAt(QPointF(path.points[1].x, path.points[1].y + 6)) >= 0);
        }
        QVERIFY(stubs > 30);
    }

    void tenThousandNodesPaintInTime() {
        NodeMaker make;
        const auto type = Abstract::tensor(DType::Float32, {32, 64});
        const auto x = make.parameter("x", type);
        std::vector<NodePtr> nodes{x};
        for (int i = 0; i < 10000; ++i) {
            const NodePtr other = nodes[nodes.size() - 1 - size_t(i % 7 == 3 ? std::min(i, 4) : 0)];
            nodes.push_back(make.call(i % 3 ? "ReLU" : "Add", {nodes.back(), other}, type));
        }
        const Module module = moduleOf(graphOf("f", {x}, nodes.back()));
        const CpuTime effort;
        GraphPicture picture{displayGraph(module), {}};
        picture.layout = layeredLayout(layoutInput(picture.graph));
        const GraphPainter painterOf(std::move(picture));
        QImage image(1600, 1000, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        const double zoom = 1000 / painterOf.bounds().height();
        painter.scale(zoom, zoom);
        painterOf.paint(painter, painterOf.bounds(), zoom, {}, Theme::dark());
        qInfo("from data to paint: %.0f ms", effort.ms());
        QVERIFY2(effort.isBelow(3000), "300 ms is the budget");
    }
};

JITSCOPE_WINDOW_TEST(GraphModelTest)

} // namespace jitscope::tst_graphmodel

#include "tst_graphmodel.moc"
