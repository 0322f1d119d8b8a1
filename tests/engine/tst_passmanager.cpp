// SPDX-License-Identifier: Apache-2.0
// Tests of the pipeline: order, plugins, instruments, and what holds for every pass on random and on long programs.
#include "engine/base/clock.h"
#include "engine/capture/graphcapture.h"
#include "tests/support/expression.h"
#include "tests/support/passchecks.h"
#include "tests/support/randomprogram.h"
#include "tests/support/testing.h"

#include <thread>

using namespace jitscope;
using namespace jitscope::testing;

namespace {

std::string namesOf(const std::vector<PassDef> &passes) {
    std::vector<std::string> names;
    for (const PassDef &pass : passes)
        names.push_back(pass.name);
    return join(names, " ");
}

Module unchanged(const Module &module, PassContext &) {
    return module;
}

/** A chain of `count` calls with a few branches, as long programs have. */
Module longProgram(GraphCapture &capture, int count) {
    const Abstract type = Abstract::tensor(DType::Float32, {2, 3});
    capture.openGraph("long", nullptr);
    const NodePtr x = capture.addParameter("x", type);
    const NodePtr m = capture.addParameter("m", Abstract::tensor(DType::Float32, {3, 3}));
    const auto call = [&](const char *op, std::vector<NodePtr> inputs) {
        for (size_t i = inputs.size(); i < findOp(op)->params.size(); ++i)
            inputs.push_back(capture.constant(findOp(op)->params[i].defaultValue));
        return *capture.addCall(*findOp(op), std::move(inputs), {}, nullptr, "Default");
    };
    NodePtr current = x, earlier = x;
    for (int i = 0; i < count; i += 5) {
        const NodePtr tanh = call("Tanh", {current});
        const NodePtr sum = call("Add", {tanh, earlier});
        const NodePtr product = call("MatMul", {sum, m});
        const NodePtr scaled = call("Mul", {product, capture.constant(0.5)});
        earlier = current;
        current = call("Sub", {scaled, call("Abs", {sum})});
    }
    capture.closeGraph(current);
    return capture.finish();
}

} // namespace

class TestPassManager : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void builtinPassesRunInThisOrder() {
        COMPARE_TEXT(
            namesOf(builtinPasses()),
            "inline auto_monad dead_node_eliminate tuple_list_get_item_eliminator constant_folding arithmetic_simplify "
            "transpose_eliminate reshape_eliminate cse matmul_biasadd_fusion graph_kernel_expander "
            "graph_kernel_cluster");
        for (const PassDef &pass : builtinPasses())
            QVERIFY2(pass.summary.ends_with("."), pass.name.c_str());
    }

    void phasesHaveTheNamesThatArePrinted() {
        QCOMPARE(toString(PassPhase::FrontEnd), std::string_view("frontend"));
        QCOMPARE(toString(PassPhase::HardwareOptimization), std::string_view("hwopt"));
        QCOMPARE(toString(PassPhase::GraphKernel), std::string_view("graph_kernel"));
    }

    void aRegisteredPassStandsAtTheEndOfItsPhase() {
        VERIFY_RESULT(registerPass({"test_extra", PassPhase::FrontEnd, "Does nothing.", unchanged}));
        const std::string names = namesOf(pipeline());
        QVERIFY2(names.find("cse test_extra matmul_biasadd_fusion") != std::string::npos, names.c_str());
        QVERIFY(namesOf(builtinPasses()).find("test_extra") == std::string::npos);
    }

    void aPassThatCannotBeRegisteredSaysWhy_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("hasFunction");
        QTest::addColumn<QString>("message");
        const QString taken = "there is a pass '%1' already; give the new one another name";
        QTest::newRow("name of a built-in one") << "cse" << true << taken.arg("cse");
        QTest::newRow("name of another plugin's") << "test_twice" << true << taken.arg("test_twice");
        QTest::newRow("no name") << "" << true << "a pass needs a name and a function that runs it";
        QTest::newRow("no function") << "test_empty" << false << "a pass needs a name and a function that runs it";
    }
    void aPassThatCannotBeRegisteredSaysWhy() {
        QFETCH(QString, name);
        QFETCH(bool, hasFunction);
        QFETCH(QString, message);
        (void)registerPass({"test_twice", PassPhase::FrontEnd, "Does nothing.", unchanged});
        PassDef pass{name.toStdString(), PassPhase::FrontEnd, "Does nothing.", {}};
        if (hasFunction) pass.run = unchanged;
        const auto result = registerPass(pass);
        QVERIFY(!result);
        COMPARE_TEXT(result.error().message, message.toStdString());
    }

    void pipelinesCanBeReadWhilePassesAreRegistered() {
        std::thread reader([] {
            for (int i = 0; i < 200; ++i)
                QVERIFY(pipeline().size() >= builtinPasses().size());
        });
        for (int i = 0; i < 20; ++i)
            VERIFY_RESULT(
                registerPass({format("test_thread_%d", i), PassPhase::GraphKernel, "Does nothing.", unchanged}));
        reader.join();
    }

    void snapshotsShareWhatDidNotChange() {
        GraphCapture capture;
        const Module module = readExpression("t = Exp(x); Add(t, 0)", capture);
        PassContext context{capture.ids(), JitLevel::O0, {}, {}};
        SnapshotInstrument snapshot;
        PassInstrument *const instruments[] = {&snapshot};
        const Module after = runPasses(module, builtinPasses(), context, instruments);
        COMPARE_TEXT(expressionOf(after), "Exp(x)");
        QCOMPARE(snapshot.records.size(), size_t(10)); // without the two of O1
        std::vector<std::string> changed;
        for (const PassRecord &record : snapshot.records) {
            QCOMPARE(record.index, int(&record - snapshot.records.data()));
            QCOMPARE(record.changed, !same(record.before, record.after));
            if (record.changed) changed.push_back(record.name);
        }
        COMPARE_TEXT(join(changed, " "), "arithmetic_simplify");
        const PassRecord &record = snapshot.records[5];
        QCOMPARE(record.nodesBefore, 2);
        QCOMPARE(record.nodesAfter, 1);
        QCOMPARE(record.rewrites.size(), size_t(1));
        COMPARE_TEXT(record.rewrites[0].rule, "x + 0 -> x");
        QCOMPARE(record.rewrites[0].after, after.entry()->nodes[0]->id);
        QVERIFY(record.timeNs > 0);
    }

    void skippedPassesAreNotRecorded() {
        GraphCapture capture;
        const Module module = readExpression("Add(x, 0)", capture);
        PassContext context{capture.ids(), JitLevel::O0, {}, {}};
        SnapshotInstrument snapshot;
        SkipInstrument skip({"arithmetic_simplify"});
        PassInstrument *const instruments[] = {&snapshot, &skip};
        COMPARE_TEXT(expressionOf(runPasses(module, builtinPasses(), context, instruments)), "Add(x, 0)");
        QCOMPARE(snapshot.records.size(), size_t(9));
    }

    void timesOfSeveralRunsAreAdded() {
        GraphCapture capture;
        const Module module = readExpression("Add(x, 0)", capture);
        PassContext context{capture.ids(), JitLevel::O1, {}, {}};
        TimingInstrument timing;
        PassInstrument *const instruments[] = {&timing};
        runPasses(module, builtinPasses(), context, instruments);
        runPasses(module, builtinPasses(), context, instruments);
        QCOMPARE(timing.rows.size(), builtinPasses().size());
        for (const TimingInstrument::Row &row : timing.rows) {
            QCOMPARE(row.runs, 2);
            QVERIFY(row.totalNs > 0);
        }
    }

    void theVerifierNamesThePassThatBrokeTheGraph() {
        GraphCapture capture;
        const Module module = readExpression("Add(Exp(x), y)", capture);
        const PassDef breaking{"test_breaking", PassPhase::FrontEnd, "Loses a call.",
                               [](const Module &before, PassContext &) {
                                   Graph graph = *before.entry();
                                   graph.nodes.erase(graph.nodes.begin());
                                   return before.with(std::make_shared<const Graph>(std::move(graph)));
                               }};
        PassContext context{capture.ids(), JitLevel::O0, {}, {}};
        VerifyInstrument verifier;
        PassInstrument *const instruments[] = {&verifier};
        runPasses(module, {breaking, passNamed("inline")}, context, instruments);
        QVERIFY2(verifier.firstFault.starts_with("test_breaking: "), verifier.firstFault.c_str());
    }

    void randomProgramsKeepTheirResults() {
        for (unsigned seed = 0; seed < 150; ++seed) {
            GraphCapture capture;
            Module module = randomProgram(capture, seed);
            for (const PassDef &pass : builtinPasses()) {
                const Run run = runPass(pass, module, capture.ids());
                const std::string broken = brokenPromise(pass, module, run, capture.ids());
                QVERIFY2(broken.empty(), format("seed %u, %s: %s\n%s", seed, pass.name.c_str(), broken.c_str(),
                                                expressionOf(module).c_str())
                                             .c_str());
                module = run.after;
            }
        }
    }

    void tenThousandNodesTakeWellUnderASecond() {
        GraphCapture capture;
        const Module module = longProgram(capture, 10'000);
        PassContext context{capture.ids(), JitLevel::O1, {}, {}};
        SnapshotInstrument snapshot;
        PassInstrument *const instruments[] = {&snapshot};
        const int64_t start = nowNs();
        runPasses(module, builtinPasses(), context, instruments);
        const int64_t timeNs = nowNs() - start;
        for (const PassRecord &record : snapshot.records)
            qInfo("%-32s %8s", record.name.c_str(), humanTime(record.timeNs).c_str());
        QVERIFY2(timeNs < 1'000'000'000, humanTime(timeNs).c_str());
    }
};

QTEST_GUILESS_MAIN(TestPassManager)
#include "tst_passmanager.moc"
