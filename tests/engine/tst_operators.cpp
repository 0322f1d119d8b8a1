// SPDX-License-Identifier: Apache-2.0
// Operators by group and as a flame graph: every way to sum a recording up gives the same, to the nanosecond.
#include "engine/analysis/operators/compilerange.h"
#include "engine/analysis/operators/flametree.h"
#include "engine/analysis/operators/opfilter.h"
#include "engine/analysis/operators/oproofline.h"
#include "engine/analysis/operators/optable.h"
#include "engine/analysis/operators/sliceflame.h"
#include "engine/analysis/selectionstats.h"
#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/compilecosts.h"
#include "engine/session/session.h"
#include "tests/support/nestedops.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>

#include <cmath>
#include <map>
#include <numeric>

namespace jitscope::tst_operators {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

OpEvent ran(int64_t number, const char *name, int64_t startNs, int64_t durationNs) {
    OpEvent made;
    made.number = number;
    made.op = name;
    made.startNs = startNs;
    made.durationNs = durationNs;
    return made;
}

SourceSpan at(const char *file, int line) {
    SourceSpan span;
    span.file = file;
    span.line = line;
    return span;
}

/** main calls forward, which calls a graph whose PyExecute runs helper, which runs Add eagerly; then MatMul. */
Session nested() {
    Session session;
    session.stacks = {{{"forward", at("/s.py", 5)}, {"main", at("/s.py", 9)}},
                      {{"helper", at("/s.py", 2)}, {"forward", at("/s.py", 5)}, {"main", at("/s.py", 9)}},
                      {{"", at("/s.py", 3)}}};
    GraphCall call;
    call.number = 1;
    call.function = "f";
    call.compilation = 0;
    call.stack = 0;
    session.graphCalls = {call};
    OpEvent inner = ran(1, "Add", 120, 30), python = ran(2, "PyExecute", 110, 50), last = ran(3, "MatMul", 200, 40);
    inner.stack = 1;
    python.stack = 2;
    python.compilation = 0;
    python.graphCall = 1;
    python.scope = "Default/fc-Dense";
    last.stack = 0;
    session.ops = {inner, python, last};
    return session;
}

std::vector<uint32_t> allOf(const OpColumns &columns) {
    return placesOf(columns, {});
}

int64_t sumOfSelves(const OpColumns &columns) {
    return std::accumulate(columns.self.begin(), columns.self.end(), int64_t(0));
}

/** What no other operator covers, found without the nesting. */
int64_t sumAtTop(const Session &session, const OpColumns &columns) {
    int64_t sum = 0;
    for (size_t place = 0; place < columns.size(); ++place)
        if (columns.parent[place] < 0) sum += session.ops[place].durationNs;
    return sum;
}

int64_t nsOf(double us) {
    return std::llround(us * 1000);
}

int64_t sumOfJson(const std::vector<OpRow> &rows) {
    int64_t sum = 0;
    const QByteArray text = QByteArray::fromStdString(asJson(rows, "op"));
    for (const QJsonValue &row : QJsonDocument::fromJson(text).array())
        sum += nsOf(row.toObject()["self_us"].toDouble());
    return sum;
}

int64_t sumOfCsv(const std::vector<OpRow> &rows) {
    const std::vector<std::string> lines = split(asCsv(rows, "op"), '\n');
    const std::vector<std::string> heads = split(lines.front(), ',');
    const auto self = size_t(std::find(heads.begin(), heads.end(), "self_us") - heads.begin());
    int64_t sum = 0;
    for (size_t i = 1; i < lines.size() && !lines[i].empty(); ++i)
        sum += nsOf(std::stod(split(lines[i], ',')[self]));
    return sum;
}

const OpRow &rowOf(const std::vector<OpRow> &rows, const std::string &key) {
    static const OpRow none;
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const OpRow &row) { return row.key == key; });
    return found == rows.end() ? none : *found;
}

std::string keysOf(const std::vector<OpRow> &rows) {
    std::vector<std::string> keys;
    for (const OpRow &row : rows)
        keys.push_back(row.key + format(" %lld/%lld", (long long)(row.selfNs), (long long)(row.totalNs)));
    return join(keys, ", ");
}

} // namespace

class OperatorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /** A call from 100 to 300: nodes at 130 and 190, the first until 180, and eager operators before and behind. */
    void launchingNodesIsApartFromTheirWork() {
        Session session;
        GraphCall call;
        call.number = 1;
        call.compilation = 0;
        call.startNs = 100;
        call.durationNs = 200;
        session.graphCalls = {call};
        OpEvent before = ran(1, "Add", 10, 20), first = ran(2, "MatMul", 130, 50), second = ran(3, "Neg", 190, 10),
                behind = ran(4, "Add", 400, 20);
        for (OpEvent *node : {&first, &second}) {
            node->compilation = 0;
            node->graphCall = 1;
        }
        session.ops = {before, first, second, behind};
        const OpColumns columns = opColumns(session);
        QCOMPARE(columns.launch, (LongVector<int64_t>{OpColumns::unknownLaunch, 30, 10, OpColumns::unknownLaunch}));
        const auto byOp = opTable(session, OpGrouping::Op);
        QCOMPARE(launchOf(byOp), 40.0);
        QCOMPARE(totalOf(byOp), int64_t(100));
        for (const OpRow &row : byOp)
            QCOMPARE(std::isnan(row.launchNs), row.key == "Add");
        const auto all = opTable(session, OpGrouping::Phase);
        QVERIFY2(std::isnan(all.front().launchNs), "one row, of which a part is not known");
        for (const OpGrouping grouping : {OpGrouping::Phase, OpGrouping::Type, OpGrouping::Scope, OpGrouping::Line})
            QCOMPARE(launchOf(opTable(session, grouping)), 40.0);
        QVERIFY(asText(byOp, "op").find("Launching (column launch) took 40 ns") != std::string::npos);
        const QByteArray json = QByteArray::fromStdString(asJson(byOp, "op"));
        QVERIFY2(json.contains("\"launch_us\":null") || json.contains("\"launch_us\": null"), json);
        session.graphCalls[0].durationNs = 0; // it did not end: when it began is not known
        QCOMPARE(opColumns(session).launch[1], OpColumns::unknownLaunch);
        QCOMPARE(opColumns(session).launch[2], int64_t(10));
    }

    void workIsHeldAgainstTheRoofsOfTheMachine() {
        MachinePeaks peaks;
        peaks.flopsPerSecond = 100e9;
        peaks.bandwidths = {{"cache", 1000, 50e9}, {"memory", std::numeric_limits<int64_t>::max(), 10e9}};
        Session session;
        const auto add = [&](const char *name, int64_t durationNs, OpCost cost) {
            const auto number = int64_t(session.ops.size()) + 1;
            OpEvent op = ran(number, name, number * 10000, durationNs);
            op.cost = cost;
            session.ops.push_back(op);
        };
        add("MatMul", 200, {1000, 100});
        add("MatMul", 200, {3000, 300});
        add("Copy", 1000, {0, 4000});
        add("Add", 1000, {500, 1000});
        add("Mystery", 50, {0, 0});
        add("Exp", 4000, {100, 100}); // with what it sets up
        add("Exp", 100, {100, 100});
        add("Half", 50, {10, 10});
        add("Half", 50, {0, 0});
        const std::vector<OpRow> rows = opTable(session, OpGrouping::Op);
        const auto of = [&](const char *name) { return rooflineOf(rowOf(rows, name), peaks); };

        const auto product = of("MatMul"), copy = of("Copy"), sum = of("Add");
        QVERIFY(product && copy && sum);
        QCOMPARE(product->flopsPerSecond, 10e9);
        QCOMPARE(product->bytesPerSecond, 1e9);
        QCOMPARE(product->intensity, 10.0);
        QVERIFY(!product->isMemoryBound);
        QCOMPARE(product->ratio, 0.1);
        QCOMPARE(product->bandwidth->name, std::string("cache"));
        QVERIFY(copy->isMemoryBound); // it computes nothing
        QCOMPARE(copy->bandwidth->name, std::string("memory"));
        QCOMPARE(copy->ratio, 0.4);
        QVERIFY(sum->isMemoryBound); // half an operation a byte
        QCOMPARE(sum->ratio, 1e9 / 50e9);
        QCOMPARE(of("Exp")->flopsPerSecond, 1e9); // of the later call
        QVERIFY(!of("Mystery"));
        QVERIFY(!of("Half")); // part of its work is not known

        const auto point = rooflinePoint(rowOf(rows, "MatMul"), peaks);
        QVERIFY(point);
        QCOMPARE(point->ratio(), product->ratio);
        QVERIFY(!rooflinePoint(rowOf(rows, "Copy"), peaks));

        const std::string csv = rooflineCsv(rows, peaks, "op");
        QVERIFY2(csv.find("MatMul,2,0.4,4000,400,10,10,1,0.1,compute\r\n") != std::string::npos, csv.c_str());
        QVERIFY2(csv.find("Mystery,1,0.05,,,,,,,\r\n") != std::string::npos, csv.c_str());
        const QJsonObject json = QJsonDocument::fromJson(rooflineJson(rows, peaks, "op").c_str()).object();
        QCOMPARE(json["peaks"].toObject()["gflops_per_s"].toDouble(), 100.0);
        QCOMPARE(json["rows"].toArray().size(), qsizetype(rows.size()));
        QVERIFY(rooflineText(rows, peaks, "op").find("40.0%") != std::string::npos);
    }

    void theMachineIsMeasured() {
        const MachinePeaks peaks = measureMachine();
        QVERIFY2(peaks.flopsPerSecond > 1e8 && peaks.flopsPerSecond < 1e15, peaks.how.c_str());
        QCOMPARE(peaks.bandwidths.size(), size_t(3));
        for (const Bandwidth &level : peaks.bandwidths)
            QVERIFY2(level.bytesPerSecond > 1e7 && level.bytesPerSecond < 1e14, level.name.c_str());
        QCOMPARE(peaks.bandwidthFor(0).name, peaks.bandwidths.front().name);
        QCOMPARE(peaks.bandwidthFor(1e15).name, peaks.bandwidths.back().name);
    }

    void whatRanInsideOfAnOperatorIsNotItsOwnTime() {
        const OpColumns columns = opColumns(nested());
        QVERIFY((columns.parent == LongVector<int32_t>{1, -1, -1}));
        QVERIFY((columns.self == LongVector<int64_t>{30, 20, 40}));
        COMPARE_TEXT(keysOf(opTable(columns, OpGrouping::Op)), "MatMul 40/40, Add 30/30, PyExecute 20/50");
    }

    void whatMerelyRunsAtTheSameTimeIsNotInside() {
        Session session;
        OpEvent other = ran(1, "Add", 10, 5), kernel = ran(3, "K", 0, 100), overlapping = ran(2, "Mul", 40, 80);
        kernel.isKernel = true;
        kernel.compilation = 0;
        session.ops = {other, overlapping, kernel, ran(4, "Whole", 0, 200)};
        const OpColumns columns = opColumns(session);
        QVERIFY((columns.parent == LongVector<int32_t>{-1, -1, -1, -1}));
    }

    void figuresAreThoseOfTheInstances() {
        Session session;
        int64_t number = 0;
        for (const int64_t duration : {50, 10, 30, 20, 40, 60, 70, 80, 90, 100})
            session.ops.push_back(ran(number + 1, "Add", 1000 * number, duration));
        session.ops.push_back(ran(number + 1, "Exp", 1000 * number, 7));
        const auto rows = opTable(session, OpGrouping::Op);
        const OpRow &add = rows[0];
        QCOMPARE(add.count, int64_t(10));
        QCOMPARE(add.totalNs, int64_t(550));
        QCOMPARE(add.spread.meanNs, 55.0);
        QCOMPARE(add.spread.medianNs, 55.0);
        QCOMPARE(add.spread.p90Ns, 90.0);
        QCOMPARE(add.spread.p99Ns, 100.0);
        QVERIFY(std::abs(add.spread.deviationNs - 30.2765) < 0.001);
        QCOMPARE(add.longest, int64_t(10));
        QCOMPARE(add.minNs, int64_t(10));
        QVERIFY(std::isnan(rows[1].spread.deviationNs)); // of one time there is none
        QVERIFY(asJson(rows, "op").find("\"deviation_us\": null") != std::string::npos);
        QVERIFY(asCsv(rows, "op").find("Exp,1,0.007,0.007,0.007,0.007,0.007,0.007,,0.007,0.007,") != std::string::npos);
    }

    /** What a first call prepares is no cost of the operator: it stands apart and is marked. */
    void firstCallsStandApart() {
        Session session;
        session.ops = {ran(1, "Add", 0, 100'000), ran(2, "Mul", 200'000, 1000)};
        for (int64_t number = 3; number < 13; ++number)
            session.ops.push_back(ran(number, number % 2 ? "Add" : "Mul", 300'000 * number, 1000));
        const auto rows = opTable(session, OpGrouping::Op);
        const OpRow &add = rowOf(rows, "Add"), &mul = rowOf(rows, "Mul");
        QCOMPARE(add.firstNs, 100'000.0);
        QCOMPARE(add.laterNs, 1000.0);
        QVERIFY(add.hasSetUp() && !mul.hasSetUp());
        const std::string text = asText(rows, "op");
        QVERIFY2(text.find("What 1 such first calls took beyond that is 99.0 \u00b5s of 111 \u00b5s") !=
                     std::string::npos,
                 text.c_str());
        QVERIFY(asJson(rows, "op").find("\"first_has_set_up\": true") != std::string::npos);
        session.ops = {ran(1, "Add", 0, 100'000)};
        const OpRow alone = opTable(session, OpGrouping::Op).front();
        QVERIFY(std::isnan(alone.laterNs) && !alone.hasSetUp());
    }

    void percentilesAreTheSmallestThatSoManyDoNotExceed() {
        std::mt19937 random(7);
        for (int count = 1; count < 250; ++count) {
            std::vector<int64_t> times;
            for (int i = 0; i < count; ++i)
                times.push_back(int64_t(random() % 50));
            std::vector<int64_t> sorted = times;
            std::sort(sorted.begin(), sorted.end());
            const auto expected = [&](int share) { return double(sorted[size_t((count * share + 99) / 100 - 1)]); };
            const TimeSpread spread = spreadOf(times);
            QCOMPARE(spread.p90Ns, expected(90));
            QCOMPARE(spread.p99Ns, expected(99));
            QCOMPARE(spread.medianNs, double(sorted[size_t(count / 2)] + sorted[size_t((count - 1) / 2)]) / 2);
        }
    }

    void groupsAreWhatTheRecordingSays() {
        Session session = nested();
        OpEvent backward = ran(4, "ReduceSum", 300, 10), optimizer = ran(5, "Mul", 310, 5),
                next = ran(6, "Add", 320, 1);
        backward.phase = OpPhase::Backward;
        optimizer.phase = OpPhase::Optimizer;
        session.ops.push_back(backward);
        session.ops.push_back(optimizer);
        session.ops.push_back(next);
        const OpColumns columns = opColumns(session);
        const auto keys = [&](OpGrouping grouping) { return keysOf(opTable(columns, grouping)); };
        COMPARE_TEXT(keys(OpGrouping::Line), "s.py:5 40/40, s.py:2 30/30, s.py:3 20/50, (unknown) 16/16");
        COMPARE_TEXT(keys(OpGrouping::Scope), "(top level) 86/86, Default/fc-Dense 20/50");
        COMPARE_TEXT(keys(OpGrouping::Cell), "(outermost cell or none) 86/86, Dense 20/50");
        COMPARE_TEXT(keys(OpGrouping::Phase), "forward 91/91, backward 10/10, optimizer 5/5");
        COMPARE_TEXT(keys(OpGrouping::Step), "1 105/105, (unknown) 1/1");
        COMPARE_TEXT(keys(OpGrouping::Node), "PyExecute 20/50");
        COMPARE_TEXT(keys(OpGrouping::Kernel), "");
        COMPARE_TEXT(keys(OpGrouping::Type), "matrix product 40/40, element-wise 36/36, Python 20/50, reduction 10/10");
    }

    void nodesOfGraphsAreToldApart() {
        Session session;
        for (const int index : {0, 1, 2}) {
            Compilation &compilation = session.compilations.emplace_back();
            compilation.index = index;
            compilation.function = index == 1 ? "loss" : "step";
        }
        const auto node = [&](const char *op, int compilation, int64_t id) {
            OpEvent made = ran(int64_t(session.ops.size()) + 1, op, int64_t(session.ops.size()) * 10, 5);
            made.compilation = compilation;
            made.node = NodeId{id};
            session.ops.push_back(made);
        };
        for (int call = 0; call < 3; ++call) {
            node("MatMul", 0, 3);
            node("MatMul", 0, 7);
        }
        node("MatMul", 1, 3);
        node("MatMul", 2, 3); // the same function, compiled again
        session.ops.push_back(ran(9, "MatMul", 90, 5));
        COMPARE_TEXT(keysOf(opTable(opColumns(session), OpGrouping::Node)),
                     "MatMul %3 · step 15/15, MatMul %7 · step 15/15, MatMul %3 · loss 5/5, MatMul %3 · step #2 5/5");
    }

    /** A compiled training step: an update in one node, and one by hand. Each call is a step. */
    void aCompiledStepHasAnOptimizerAndIsAStep() {
        Session session;
        session.stacks = {{{"", at("/s.py", 4)}}, {{"", at("/s.py", 5)}}, {{"", at("/s.py", 6)}}};
        for (int64_t number : {1, 2, 3}) {
            GraphCall &call = session.graphCalls.emplace_back();
            call.number = number;
            call.compilation = 0;
        }
        for (int64_t call = 1; call <= 3; ++call) {
            const auto add = [&](const char *name, const char *scope, int stack, std::vector<int64_t> inputs,
                                 int64_t output) {
                const int64_t number = int64_t(session.ops.size()) + 1;
                OpEvent op = ran(number, name, number * 10, 5);
                op.compilation = 0;
                op.node = NodeId{output};
                op.graphCall = call;
                op.scope = scope;
                op.stack = stack;
                for (int64_t &input : inputs)
                    input += 100 * call;
                op.inputs = IdList(inputs);
                op.outputs = IdList(std::vector<int64_t>{output + 100 * call});
                session.ops.push_back(op);
            };
            add("Pow", "Default", 1, {1}, 2);       // of the optimizer's line, before everything
            add("MatMul", "Default", 0, {3, 4}, 5); // forward
            add("MatMul", "Gradients/Default", 0, {5, 3}, 6);
            add("CombineAdam", "Default", 1, {4, 6, 2}, 7);
            add("Mul", "Default", 2, {6}, 8); // by hand: w -= 0.1 * g
            add("Sub", "Default", 2, {9, 8}, 10);
            add("Assign", "Default", 2, {9, 10}, 11);
            add("ReduceSum", "Default", 0, {5}, 12); // the result, computed at last
        }
        const OpColumns columns = opColumns(session);
        COMPARE_TEXT(keysOf(opTable(columns, OpGrouping::Phase)), "optimizer 75/75, forward 30/30, backward 15/15");
        COMPARE_TEXT(keysOf(opTable(columns, OpGrouping::Step)), "1 40/40, 2 40/40, 3 40/40");
    }

    void nodesOfAGraphAreOfThePhaseThatTheyWereMadeFor() {
        Session session;
        session.stacks = {{{"", at("/opt/python/mindspore/nn/optim/momentum.py", 7)}, {"", at("/s.py", 4)}}};
        const auto node = [](int64_t number, const char *scope, int stack) {
            OpEvent made = ran(number, "Mul", number * 10, 5);
            made.compilation = 0;
            made.graphCall = number < 5 ? 1 : 2;
            made.scope = scope;
            made.stack = stack;
            return made;
        };
        // Within one call their order is the scheduler's: the step ends with the call.
        session.ops = {node(1, "Default", -1), node(2, "Gradients/Default", -1), node(3, "Default", 0),
                       node(4, "Gradients/Default", -1), node(5, "Default", -1)};
        const OpColumns columns = opColumns(session);
        COMPARE_TEXT(keysOf(opTable(columns, OpGrouping::Phase)), "backward 10/10, forward 10/10, optimizer 5/5");
        COMPARE_TEXT(keysOf(opTable(columns, OpGrouping::Step)), "1 20/20, (unknown) 5/5");
    }

    /** The longest is the seventh; what is of no step stands behind them. */
    void stepsComeInTheirOrder() {
        Session session;
        for (int step = 1; step <= 12; ++step)
            for (const OpPhase phase : {OpPhase::Forward, OpPhase::Optimizer}) {
                OpEvent op = ran(int64_t(session.ops.size()) + 1, "Mul", 1000 * int64_t(session.ops.size()),
                                 step == 7 ? 300 : 10);
                op.phase = phase;
                session.ops.push_back(op);
            }
        session.ops.push_back(ran(int64_t(session.ops.size()) + 1, "Mul", 1'000'000, 900));
        const auto rows = opTable(opColumns(session), OpGrouping::Step);
        std::string keys;
        for (const OpRow &row : rows)
            keys += row.key + " ";
        COMPARE_TEXT(keys, "1 2 3 4 5 6 7 8 9 10 11 12 (unknown) ");
        QVERIFY(asText(rows, "step").find("\n1 ") < asText(rows, "step").find("\n7 "));
        QVERIFY(asCsv(rows, "step").find("\n2,") < asCsv(rows, "step").find("\n7,"));
    }

    /** A step waits for its row before its first operator; what computes meanwhile is no wait. */
    void aStepBeginsWithTheWaitForItsData() {
        Session session;
        const auto add = [&](int64_t startNs, OpPhase phase) {
            OpEvent op = ran(int64_t(session.ops.size()) + 1, "Mul", startNs, 10);
            op.phase = phase;
            session.ops.push_back(op);
        };
        add(100, OpPhase::Forward);
        add(110, OpPhase::Optimizer);
        add(200, OpPhase::Forward);
        add(230, OpPhase::Optimizer);
        add(300, OpPhase::Forward);
        session.dataWaits = {{0, "A", -1, 60, 30}, {0, "A", -1, 140, 40}, {0, "A", -1, 205, 15}, {0, "A", -1, 280, 10}};
        const OpColumns columns = opColumns(session);
        const auto rows = opTable(columns, OpGrouping::Step);
        const OpRow &first = rowOf(rows, "1"), &second = rowOf(rows, "2");
        QCOMPARE(first.stepNs(), 60.0);
        QCOMPARE(first.step.waitNs(), 30.0);
        QCOMPARE(first.step.betweenNs(), 10.0);
        QCOMPARE(second.stepNs(), 100.0);
        QCOMPARE(second.step.waitNs(), 50.0); // 40 before it, and 10 while it computed for 5
        QCOMPARE(second.step.betweenNs(), 30.0);
        const TimeParts &whole = columns.times.whole;
        QCOMPARE(whole.beginNs, int64_t(60));
        QCOMPARE(double(whole.operatorNs) + whole.waitNs() + whole.betweenNs(), double(whole.lengthNs()));
        session.dataWaits.clear();
        QVERIFY(std::isnan(opColumns(session).times.whole.waitNs())); // or the recording is older than waits are
        QVERIFY(asCsv(rows, "step").find(",data_us,") != std::string::npos);
    }

    /** An eager backward pass has no cells: its operators are in those of the operators whose gradients they are of. */
    void gradientsAreInTheScopesOfTheirForwardOperators() {
        Session session;
        const auto add = [&](const char *name, const char *scope, int64_t forward) {
            const int64_t number = int64_t(session.ops.size()) + 1;
            OpEvent op = ran(number, name, number * 10, 5);
            op.scope = scope;
            op.forward = forward;
            if (forward >= 0) op.phase = OpPhase::Backward;
            session.ops.push_back(op);
        };
        add("MatMul", "Default/fc1-Dense", -1);
        add("MatMul", "Default/fc2-Dense", -1);
        add("Mul", "", -1);
        add("MatMul", "Default", 2); // of one kind with the next
        add("MatMul", "Default", 1);
        add("Mul", "Default", 3);
        add("Add", "Default", 5); // the gradient of a gradient
        session.ops.change(5, [](OpEvent &op) { op.scope = ""; });
        const OpColumns columns = opColumns(session);
        COMPARE_TEXT(
            keysOf(opTable(columns, OpGrouping::Scope)),
            "Gradients/Default/fc1-Dense 10/10, (top level) 5/5, Default/fc1-Dense 5/5, Default/fc2-Dense 5/5, "
            "Gradients 5/5, Gradients/Default/fc2-Dense 5/5");
        COMPARE_TEXT(keysOf(opTable(columns, OpGrouping::Cell)), "Dense 25/25, (outermost cell or none) 10/10");
        const FlameTree tree = flameTree(session, columns, allOf(columns), FlameBy::Scope, FlameOrder::TopDown);
        QCOMPARE(searchFlame(tree, "gradients").totalNs, int64_t(20));
        const OpCondition below{.kind = OpCondition::Kind::ScopeBelow, .text = "Gradients/Default"};
        QCOMPARE(placesOf(columns, {below}), (std::vector<uint32_t>{3, 4, 6}));
    }

    /** Step 1: two operators on two threads that overlap, a compile, a call of a graph, Python; step 2 has no call. */
    void theTimeOfAStepIsSplitWithoutARest() {
        Session session;
        GraphCall call;
        call.number = 1;
        call.startNs = 160;
        call.durationNs = 60;
        session.graphCalls = {call};
        Compilation compilation;
        compilation.index = 0;
        compilation.stages = {{.name = "capture", .startNs = 125, .durationNs = 20}};
        session.compilations = {compilation};
        const auto add = [&](int64_t startNs, int64_t durationNs, OpPhase phase, int64_t graphCall) {
            OpEvent op = ran(int64_t(session.ops.size()) + 1, "Mul", startNs, durationNs);
            op.phase = phase;
            op.graphCall = graphCall;
            session.ops.push_back(op);
        };
        add(100, 20, OpPhase::Forward, -1);
        add(110, 20, OpPhase::Forward, -1); // until 130
        add(170, 10, OpPhase::Forward, 1);
        add(240, 10, OpPhase::Optimizer, -1); // until 250
        add(300, 10, OpPhase::Forward, -1);
        add(330, 10, OpPhase::Optimizer, -1);
        add(400, 10, OpPhase::Forward, -1); // of a step that did not end
        const OpColumns columns = opColumns(session);
        const std::vector<OpRow> rows = opTable(columns, OpGrouping::Step);
        const OpRow &first = rowOf(rows, "1"), &second = rowOf(rows, "2"), &none = rowOf(rows, "(unknown)");
        QCOMPARE(first.stepNs(), 150.0);
        QCOMPARE(first.stepOperatorNs(), 50.0);
        QCOMPARE(first.selfNs, int64_t(60));
        QCOMPARE(first.stepCompileNs(), 15.0);
        QCOMPARE(first.step.launchNs(), 50.0);
        QCOMPARE(first.step.betweenNs(), 35.0);
        QCOMPARE(second.stepNs(), 40.0);
        QCOMPARE(second.step.betweenNs(), 20.0);
        QVERIFY(std::isnan(second.step.launchNs()) && std::isnan(none.stepNs()) && std::isnan(none.step.betweenNs()));
        // Of a step that a filter takes operators from, the time is not that of what is left.
        const OpCondition forward{.grouping = OpGrouping::Phase, .text = "forward"};
        const auto left = opTable(columns, OpGrouping::Step, placesOf(columns, {forward}));
        QVERIFY(std::isnan(rowOf(left, "1").stepNs()));
        const TimeParts &whole = columns.times.whole;
        QCOMPARE(whole.lengthNs(), int64_t(310));
        QCOMPARE(double(whole.operatorNs + whole.compileNs + whole.callNs) + whole.betweenNs(), 310.0);
        QVERIFY(asCsv(rows, "step").find("length_us,in_operators_us") != std::string::npos);
        QVERIFY(asCsv(rows, "op").find("length_us") == std::string::npos);
    }

    void compilationsWithinARangeCountWhole() {
        Session session;
        for (const int64_t start : {100, 200, 300}) {
            Compilation &each = session.compilations.emplace_back();
            each.index = int(session.compilations.size()) - 1;
            each.function = "f";
            each.stages = {{.name = "capture", .startNs = start, .durationNs = 20},
                           {.name = "plan", .startNs = start + 30, .durationNs = 20}};
        }
        const auto at = [](int64_t from, int64_t to, OpCondition::Keep keep = OpCondition::Keep::Those) {
            return OpCondition{.kind = OpCondition::Kind::Time, .from = from, .to = to, .keep = keep};
        };
        QVERIFY(compilationsIn(session, {at(250, 320)}) == std::set<int>{2}); // the second ended at 250
        QVERIFY(compilationsIn(session, {at(0, 260), at(240, 400)}) == std::set<int>{1});
        QVERIFY((compilationsIn(session, {at(249, 260, OpCondition::Keep::Others)}) == std::set<int>{0, 2}));
        QVERIFY(compilationsIn(session, {at(500, 600)}).empty());
        QVERIFY((compilationsIn(session, {OpCondition{.text = "Add"}}) == std::set<int>{0, 1, 2}));
        const CompileProfile profile = compileProfile(withCompilations(session, {1}), CompileGrouping::Stage);
        QCOMPARE(profile.totalNs, int64_t(50));
        QCOMPARE(profile.windows.front().compilation, 1);
    }

    void withoutAnOptimizerStepsAreUnknown() {
        Session session;
        session.ops = {ran(1, "Add", 0, 5), ran(2, "Add", 10, 5)};
        COMPARE_TEXT(keysOf(opTable(session, OpGrouping::Step)), "(unknown) 10/10");
    }

    void theFlameGraphFollowsCallsThroughGraphsAndPython() {
        const Session session = nested();
        const OpColumns columns = opColumns(session);
        const FlameTree tree = flameTree(session, columns, allOf(columns), FlameBy::Stack, FlameOrder::TopDown);
        COMPARE_TEXT(printFlame(tree), "all  total 90 self 0 count 3\n"
                                       "  main  s.py:9  total 90 self 0 count 3\n"
                                       "    forward  s.py:5  total 90 self 0 count 3\n"
                                       "      f (graph)  total 50 self 0 count 2\n"
                                       "        s.py:3  total 50 self 0 count 2\n"
                                       "          PyExecute  total 50 self 20 count 2\n"
                                       "            helper  s.py:2  total 30 self 0 count 1\n"
                                       "              Add  total 30 self 30 count 1\n"
                                       "      MatMul  total 40 self 40 count 1\n");
        QCOMPARE(tree.frames[0].longest, int64_t(2));
        const FlameTree scopes = flameTree(session, columns, allOf(columns), FlameBy::Scope, FlameOrder::TopDown);
        COMPARE_TEXT(printFlame(scopes), "all  total 90 self 0 count 3\n"
                                         "  Default  total 50 self 0 count 2\n"
                                         "    fc-Dense  total 50 self 0 count 2\n"
                                         "      PyExecute  total 50 self 20 count 2\n"
                                         "        Add  total 30 self 30 count 1\n"
                                         "  (top level)  total 40 self 0 count 1\n"
                                         "    MatMul  total 40 self 40 count 1\n");
        COMPARE_TEXT(foldedFlame(scopes), "all;Default;fc-Dense;PyExecute 20\n"
                                          "all;Default;fc-Dense;PyExecute;Add 30\n"
                                          "all;(top level);MatMul 40\n");
    }

    void bottomUpBeginsWithTheOperators() {
        const Session session = nested();
        const OpColumns columns = opColumns(session);
        const FlameTree tree = flameTree(session, columns, allOf(columns), FlameBy::Scope, FlameOrder::BottomUp);
        COMPARE_TEXT(printFlame(tree), "all  total 90 self 0 count 3\n"
                                       "  MatMul  total 40 self 0 count 1\n"
                                       "    (top level)  total 40 self 40 count 1\n"
                                       "  Add  total 30 self 0 count 1\n"
                                       "    PyExecute  total 30 self 0 count 1\n"
                                       "      fc-Dense  total 30 self 0 count 1\n"
                                       "        Default  total 30 self 30 count 1\n"
                                       "  PyExecute  total 20 self 0 count 1\n"
                                       "    fc-Dense  total 20 self 0 count 1\n"
                                       "      Default  total 20 self 20 count 1\n");
    }

    void aSearchCountsAMatchInsideOfAMatchOnce() {
        const Session session = nested();
        const OpColumns columns = opColumns(session);
        const FlameTree tree = flameTree(session, columns, allOf(columns), FlameBy::Stack, FlameOrder::TopDown);
        const FlameMatches lines = searchFlame(tree, "S.PY");
        QCOMPARE(lines.count, int64_t(4));
        QCOMPARE(lines.totalNs, int64_t(90));
        QCOMPARE(searchFlame(tree, "add").totalNs, int64_t(30));
        QCOMPARE(searchFlame(tree, "").count, int64_t(0));
    }

    void conditionsStack() {
        const OpColumns columns = opColumns(nested());
        using Kind = OpCondition::Kind;
        const OpCondition notAdd{.text = "Add", .keep = OpCondition::Keep::Others};
        QVERIFY((placesOf(columns, {notAdd}) == std::vector<uint32_t>{1, 2}));
        QVERIFY(
            (placesOf(columns, {notAdd, {.kind = Kind::ScopeBelow, .text = "Default"}}) == std::vector<uint32_t>{1}));
        QVERIFY((placesOf(columns, {{.kind = Kind::NameHas, .text = "mat"}}) == std::vector<uint32_t>{2}));
        QVERIFY((placesOf(columns, {{.kind = Kind::Time, .from = 150, .to = 200}}) == std::vector<uint32_t>{1}));
        QVERIFY((placesOf(columns, {{.kind = Kind::Duration, .from = 30, .to = 40}}) == std::vector<uint32_t>{0, 2}));
        QVERIFY((placesOf(columns, {{.kind = Kind::CalledFrom, .text = "s.py:2"}}) == std::vector<uint32_t>{0}));
        QVERIFY((placesOf(columns, {{.kind = Kind::CalledFrom, .text = "s.py:3"}}) == std::vector<uint32_t>{0, 1}));
        QVERIFY((placesOf(columns, {{.kind = Kind::CalledFrom, .text = "s.py:9"}}) == std::vector<uint32_t>{0, 1, 2}));
        QVERIFY((placesOf(columns, {{.grouping = OpGrouping::Kernel, .text = "Add"}}).empty()));
    }

    void everySumOfARandomRecordingIsTheSame() {
        for (unsigned seed = 1; seed <= 60; ++seed) {
            const Session session = NestedOps(seed).make(300);
            const OpColumns columns = opColumns(session);
            const int64_t all = sumOfSelves(columns);
            QCOMPARE(all, sumAtTop(session, columns));
            QVERIFY(std::ranges::all_of(columns.self, [](int64_t self) { return self >= 0; }));
            for (const OpGrouping grouping : {OpGrouping::Op, OpGrouping::Type, OpGrouping::Scope, OpGrouping::Cell,
                                              OpGrouping::Line, OpGrouping::Phase, OpGrouping::Step}) {
                const auto rows = opTable(columns, grouping);
                QCOMPARE(totalOf(rows), all);
                QCOMPARE(sumOfJson(rows), all);
                if (grouping == OpGrouping::Op) QCOMPARE(sumOfCsv(rows), all);
            }
            checkTrees(session, columns, allOf(columns), all);
        }
    }

    void theTimelineSaysTheSame() {
        for (unsigned seed = 1; seed <= 20; ++seed) {
            Session session = NestedOps(seed).make(200);
            addRecordedLanes(session);
            session.trace.arrange();
            SelectionQuery query;
            query.range = {0, int64_t(1) << 40};
            const auto rows = opTable(session, OpGrouping::Op);
            size_t met = 0;
            for (const NameStats &name : selectionStats(session.trace, query, [] { return false; }).names) {
                const OpRow &row = rowOf(rows, session.trace.texts().text(name.name));
                if (row.count == 0) continue; // a call of a graph
                QCOMPARE(name.count, row.count);
                QCOMPARE(name.sumNs, int64_t(std::llround(row.spread.meanNs * double(row.count))));
                ++met;
            }
            QCOMPARE(met, rows.size());
        }
    }

    void aFilterAndItsOppositeAddUpToTheWhole() {
        for (unsigned seed = 1; seed <= 40; ++seed) {
            const Session session = NestedOps(seed).make(200);
            const OpColumns columns = opColumns(session);
            OpCondition condition{.kind = OpCondition::Kind::Time, .from = 1500, .to = 3000};
            if (seed % 3 == 1) condition = {.grouping = OpGrouping::Phase, .text = "backward"};
            if (seed % 3 == 2) condition = {.kind = OpCondition::Kind::Duration, .from = 10, .to = 25};
            const auto those = placesOf(columns, {condition});
            condition.keep = OpCondition::Keep::Others;
            const auto others = placesOf(columns, {condition});
            QCOMPARE(those.size() + others.size(), columns.size());
            const int64_t sum = totalOf(opTable(columns, OpGrouping::Op, those));
            QCOMPARE(sum + totalOf(opTable(columns, OpGrouping::Op, others)), sumOfSelves(columns));
            QVERIFY(placesOf(columns, {condition,
                                       {.kind = condition.kind,
                                        .grouping = condition.grouping,
                                        .text = condition.text,
                                        .from = condition.from,
                                        .to = condition.to}})
                        .empty());
            checkTrees(session, columns, those, sum);
        }
    }

    void noOperatorsGiveNothing() {
        const OpColumns columns = opColumns({});
        QVERIFY(opTable(columns, OpGrouping::Op).empty());
        QCOMPARE(flameTree({}, columns, {}, FlameBy::Stack, FlameOrder::BottomUp).frames.size(), size_t(1));
    }

    /** Slices that overlap without being nested stand beside each other; no time counts twice. */
    void slicesHangBelowTheirLanes() {
        Trace trace;
        const TrackId host = trace.addTrack("Host", "Python", 0), device = trace.addTrack("Ascend", "Stream 1", 1);
        trace.addSlice(host, "step", "", 0, 100);
        trace.addSlice(host, "f", "", 10, 30);
        trace.addSlice(host, "g", "", 30, 30); // begins within f, ends behind it
        trace.addSlice(host, "f", "", 12, 8);
        trace.addSlice(host, "step", "", 100, 50);
        trace.addSlice(device, "f", "", 20, 15);
        // One around the origin of time is of its own lane alone.
        Trace early = trace;
        early.addSlice(device, "early", "", -10, 20);
        const auto never = [] { return false; };
        const FlameTree tree = sliceFlame(trace, {everything, {}, {}}, FlameOrder::TopDown, never);
        checkTree(tree);
        QVERIFY(isOfTrace(tree));
        COMPARE_TEXT(printFlame(tree), "all  total 195 self 0 count 6\n"
                                       "  Host  total 180 self 0 count 5\n"
                                       "    Python  total 180 self 0 count 5\n"
                                       "      step  total 150 self 120 count 4\n"
                                       "        f  total 30 self 22 count 2\n"
                                       "          f  total 8 self 8 count 1\n"
                                       "      g  total 30 self 30 count 1\n"
                                       "  Ascend  total 15 self 0 count 1\n"
                                       "    Stream 1  total 15 self 0 count 1\n"
                                       "      f  total 15 self 15 count 1\n");
        QCOMPARE(tree.frames[3].longest, int64_t(0));
        const FlameTree turned = sliceFlame(trace, {everything, {}, {}}, FlameOrder::BottomUp, never);
        checkTree(turned);
        QVERIFY(isOfTrace(turned));
        QCOMPARE(turned.totalNs(), tree.totalNs());
        COMPARE_TEXT(titleOf(turned.frames[1]), "step");
        // What the edges of the stretch cut counts with its part inside.
        const FlameTree part = sliceFlame(trace, {{15, 25}, {host}, {}}, FlameOrder::TopDown, never);
        COMPARE_TEXT(printFlame(part), "all  total 10 self 0 count 3\n"
                                       "  Host  total 10 self 0 count 3\n"
                                       "    Python  total 10 self 0 count 3\n"
                                       "      step  total 10 self 0 count 3\n"
                                       "        f  total 10 self 5 count 2\n"
                                       "          f  total 5 self 5 count 1\n");
        QCOMPARE(sliceFlame(early, {{15, 25}, {host}, {}}, FlameOrder::TopDown, never).totalNs(), part.totalNs());
        QCOMPARE(sliceFlame(Trace(), {everything, {}, {}}, FlameOrder::TopDown, never).frames.size(), size_t(1));
    }

private:
    static void checkTrees(const Session &session, const OpColumns &columns, const std::vector<uint32_t> &places,
                           int64_t all) {
        for (const FlameBy by : {FlameBy::Stack, FlameBy::Scope}) {
            const FlameTree topDown = flameTree(session, columns, places, by, FlameOrder::TopDown);
            const FlameTree bottomUp = flameTree(session, columns, places, by, FlameOrder::BottomUp);
            QCOMPARE(topDown.totalNs(), all);
            QCOMPARE(bottomUp.totalNs(), all);
            QCOMPARE(topDown.frames[0].count, int64_t(places.size()));
            checkTree(topDown);
            checkTree(bottomUp);
            // The first level of the one is the table of the other.
            const auto rows = opTable(columns, OpGrouping::Op, places);
            std::map<std::string, int64_t> byName;
            for (const FlameFrame &frame : bottomUp.frames)
                if (frame.depth == 1) byName[frame.name.str()] += frame.totalNs;
            for (const auto &[name, total] : byName)
                QCOMPARE(total, rowOf(rows, name).selfNs);
            QCOMPARE(byName.size(), rows.size());
        }
    }

    static void checkTree(const FlameTree &tree) {
        std::vector<int64_t> below(tree.frames.size(), 0), selves(tree.frames.size(), 0);
        int64_t sum = 0;
        for (size_t i = 0; i < tree.frames.size(); ++i) {
            const FlameFrame &frame = tree.frames[i];
            sum += frame.selfNs;
            QVERIFY(frame.end > int32_t(i) && frame.end <= int32_t(tree.frames.size()));
            if (frame.parent < 0) continue;
            QVERIFY(frame.parent < int32_t(i) && frame.end <= tree.frames[size_t(frame.parent)].end);
            below[size_t(frame.parent)] += frame.totalNs;
        }
        QCOMPARE(sum, tree.totalNs());
        for (size_t i = 0; i < tree.frames.size(); ++i)
            QCOMPARE(tree.frames[i].totalNs, tree.frames[i].selfNs + below[i]);
    }
};

JITSCOPE_TEST(OperatorsTest)

} // namespace jitscope::tst_operators

#include "tst_operators.moc"
