// SPDX-License-Identifier: Apache-2.0
// Tests of the pipeline: order, plugins, instruments, and what holds for every pass on random and on long programs.
#include "engine/base/clock.h"
#include "engine/capture/graphcapture.h"
#include "engine/ops/opdef.h"
#include "tests/support/expression.h"
#include "tests/support/passchecks.h"
#include "tests/support/plantedrewrite.h"
#include "tests/support/randomprogram.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <thread>

namespace jitscope::tst_passmanager {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

std::string namesOf(const std::vector<PassDef> &passes) {
    std::vector<std::string> names;
    for (const PassDef &pass : passes)
        names.push_back(pass.name);
    return join(names, " ");
}

/** A line for each stage: "opt_a: inline cse". */
std::string stagesOf(PassPhase phase) {
    std::string text, last;
    for (const PassDef &pass : builtinPasses()) {
        if (pass.phase != phase) continue;
        if (text.empty() || pass.stage != last) text += (text.empty() ? "" : "\n") + pass.stage + ":";
        text += " " + pass.name;
        last = pass.stage;
    }
    return text + "\n";
}

/** The records of the passes that changed something: "opt_a.r1.cse". */
std::string effectiveOf(const SnapshotInstrument &snapshot) {
    std::vector<std::string> names;
    for (const PassRecord &record : snapshot.records)
        if (record.changed) names.push_back(fullName(record));
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
        COMPARE_TEXT(stagesOf(PassPhase::FrontEnd),
                     "cconv: cconv\n"
                     "inline: inline\n"
                     "auto_monad: auto_monad\n"
                     "opt_a: dead_node_eliminate switch_simplify specialize_transform parameter_eliminate loop_unroll "
                     "inline dead_node_eliminate tuple_list_get_item_eliminator constant_folding arithmetic_simplify "
                     "cast_eliminate "
                     "transpose_eliminate reshape_eliminate tile_eliminate reduce_eliminate "
                     "redundant_stop_gradient_eliminater load_eliminater updatestate_useless_node_eliminater "
                     "updatestate_pure_node_eliminater updatestate_depend_eliminate updatestate_assign_eliminate "
                     "updatestate_loads_eliminate depend_value_elim renormalize cse\n"
                     "opt_after_cconv: tuple_transform parameter_eliminate cse dead_node_eliminate\n"
                     "remove_dup_value: remove_dup_value\n");
        COMPARE_TEXT(stagesOf(PassPhase::GraphKernel),
                     "stage0_preprocess: axis_normalizer reorder_ops\n"
                     "stage1_cluster: graph_kernel_expander constant_folding arithmetic_simplify graph_kernel_cse "
                     "graph_kernel_cluster\n"
                     "stage3_split: graph_kernel_splitter\n"
                     "stage4_highlevelopt2: graph_kernel_recompute eliminate_redundant_output\n");
        const std::string backEnd = stagesOf(PassPhase::HardwareOptimization) + stagesOf(PassPhase::GraphKernel);
        for (const char *pass : {"matmul_biasadd_fusion", "graph_kernel_expander", "graph_kernel_cluster"})
            QVERIFY2(backEnd.find(pass) != std::string::npos, pass);
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
        QVERIFY2(names.find("remove_dup_value test_extra ") != std::string::npos, names.c_str());
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
        for (const PassRecord &record : snapshot.records) {
            QCOMPARE(record.index, int(&record - snapshot.records.data()));
            QCOMPARE(record.changed, !same(record.before, record.after));
            QVERIFY2(record.phase != PassPhase::GraphKernel, "O1 only");
        }
        COMPARE_TEXT(effectiveOf(snapshot), "opt_a.r1.arithmetic_simplify");
        const PassRecord &record = *std::ranges::find(snapshot.records, true, &PassRecord::changed);
        QCOMPARE(record.nodesBefore, 2);
        QCOMPARE(record.nodesAfter, 1);
        QCOMPARE(record.rewrites.size(), size_t(1));
        COMPARE_TEXT(record.rewrites[0].rule, "x + 0 -> x");
        QCOMPARE(record.rewrites[0].after, after.entry()->nodes[0]->id);
        QVERIFY(record.timeNs > 0);
    }

    void aRewriteIsPlantedAtAnyPlaceOfThePipeline() {
        for (const char *behind : {"inline", "constant_folding", "cse", "matmul_biasadd_fusion"}) {
            PlantedRewrite planted(behind);
            QVERIFY(planted.isRegistered());
            GraphCapture capture;
            const Module module = readExpression("Mul(Add(x, y), y)", capture);
            PassContext context{capture.ids(), JitLevel::O0, {}, {}};
            SnapshotInstrument snapshot;
            PassInstrument *const instruments[] = {&snapshot};
            COMPARE_TEXT(expressionOf(runPasses(module, pipeline(), context, instruments)), "Mul(Sub(x, y), y)");
            const auto wrong = std::ranges::find(snapshot.records, planted.name(), &PassRecord::name);
            COMPARE_TEXT(std::prev(wrong)->name, behind);
            QCOMPARE(wrong->rewrites.at(0).before.at(0), planted.before());
            QCOMPARE(wrong->rewrites.at(0).after, planted.after());
        }
    }

    void skippedPassesAreNotRecorded() {
        GraphCapture capture;
        const Module module = readExpression("Add(x, 0)", capture);
        PassContext context{capture.ids(), JitLevel::O0, {}, {}};
        SnapshotInstrument snapshot;
        SkipInstrument skip({"arithmetic_simplify"});
        PassInstrument *const instruments[] = {&snapshot, &skip};
        COMPARE_TEXT(expressionOf(runPasses(module, builtinPasses(), context, instruments)), "Add(x, 0)");
        QVERIFY(std::ranges::find(snapshot.records, "arithmetic_simplify", &PassRecord::name) ==
                snapshot.records.end());
    }

    void timesOfSeveralRunsAreAdded() {
        GraphCapture capture;
        const Module module = readExpression("Add(x, 0)", capture);
        PassContext context{capture.ids(), JitLevel::O1, {}, {}};
        TimingInstrument timing;
        PassInstrument *const instruments[] = {&timing};
        runPasses(module, builtinPasses(), context, instruments);
        runPasses(module, builtinPasses(), context, instruments);
        int64_t runs = 0;
        for (const TimingInstrument::Row &row : timing.rows) {
            QVERIFY2(row.runs >= 2 && row.runs % 2 == 0, row.name.c_str());
            QVERIFY(row.totalNs > 0);
            runs += row.runs;
        }
        QVERIFY(runs >= 2 * int64_t(builtinPasses().size()));
    }

    void aStageRepeatsWhileItChangesSomething() {
        GraphCapture capture;
        // Folding gives the number that the first simplification needs, one cycle behind it.
        const Module module = readExpression("Mul(x, Add(Mul(ReduceSum(Full((1, 1), 1.0), 0), 1), 0))", capture);
        PassContext context{capture.ids(), JitLevel::O0, {}, {}};
        SnapshotInstrument snapshot;
        PassInstrument *const instruments[] = {&snapshot};
        const PassDef &simplify = passNamed("arithmetic_simplify"), &fold = passNamed("constant_folding");
        QCOMPARE(simplify.stage, std::string("opt_a"));
        COMPARE_TEXT(expressionOf(runPasses(module, {simplify, fold}, context, instruments)), "x");
        std::vector<std::string> runs;
        for (const PassRecord &record : snapshot.records)
            runs.push_back(fullName(record) + (record.changed ? "!" : ""));
        COMPARE_TEXT(join(runs, " "), "opt_a.r1.arithmetic_simplify! opt_a.r1.constant_folding! "
                                      "opt_a.r2.arithmetic_simplify! opt_a.r2.constant_folding");
    }

    void whatKeepsChangingIsStopped() {
        GraphCapture capture;
        const Module module = readExpression("Exp(x)", capture);
        const PassDef restless{"test_restless",
                               PassPhase::FrontEnd,
                               "Copies the entry.",
                               [](const Module &before, PassContext &) {
                                   return before.with(std::make_shared<const Graph>(*before.entry()));
                               },
                               JitLevel::O0,
                               "opt_a"};
        PassContext context{capture.ids(), JitLevel::O0, {}, {}};
        SnapshotInstrument snapshot;
        PassInstrument *const instruments[] = {&snapshot};
        runPasses(module, {restless, restless}, context, instruments);
        QCOMPARE(int(snapshot.records.size()), 2 * mostCycles("opt_a"));
        QCOMPARE(snapshot.records.back().cycle, mostCycles("opt_a"));
    }

    void aPassIsNotAskedWhereItHasNothingToDo() {
        int asked = 0;
        PassDef counting{"test_counting", PassPhase::FrontEnd, "Counts.",
                         [&asked](const Module &module, PassContext &) {
                             ++asked;
                             return module;
                         }};
        counting.needsOneOf = {op::Neg, op::Exp};
        GraphCapture capture;
        PassContext context{capture.ids(), JitLevel::O0, {}, {}};
        SnapshotInstrument snapshot;
        PassInstrument *const instruments[] = {&snapshot};
        runPasses(readExpression("Add(Exp(x), y)", capture), {counting}, context, instruments);
        GraphCapture other;
        runPasses(readExpression("Add(x, y)", other), {counting}, context, instruments);
        QCOMPARE(asked, 1);
        QCOMPARE(int(snapshot.records.size()), 2); // it is seen to have run all the same
        QVERIFY(!snapshot.records.back().changed);
    }

    void aRegisteredPassCanStandBehindAnother() {
        PassDef added{"test_behind", PassPhase::GraphKernel, "Does nothing.", unchanged};
        added.behind = "constant_folding";
        VERIFY_RESULT(registerPass(added));
        const std::vector<PassDef> passes = pipeline();
        const auto found = std::ranges::find(passes, "test_behind", &PassDef::name);
        QCOMPARE(std::prev(found)->name, std::string("constant_folding"));
        QCOMPARE(found->stage, std::string("opt_a"));
        QCOMPARE(toString(found->phase), toString(PassPhase::FrontEnd));
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

    void timeGrowsWithTheProgram() {
        const auto timeOf = [](int nodes) {
            GraphCapture capture;
            const Module module = longProgram(capture, nodes);
            PassContext context{capture.ids(), JitLevel::O1, {}, {}};
            SnapshotInstrument snapshot;
            PassInstrument *const instruments[] = {&snapshot};
            const int64_t start = nowNs();
            runPasses(module, builtinPasses(), context, instruments);
            const int64_t timeNs = nowNs() - start;
            for (const PassRecord &record : snapshot.records)
                if (record.timeNs > timeNs / 50)
                    qInfo("%6d nodes  %-40s %8s", nodes, fullName(record).c_str(), humanTime(record.timeNs).c_str());
            return timeNs;
        };
        const int64_t small = timeOf(10'000), large = timeOf(50'000);
        QVERIFY2(small < 8'000'000'000, humanTime(small).c_str());
        QVERIFY2(large < 12 * small, (humanTime(small) + " and " + humanTime(large)).c_str());
    }
};

JITSCOPE_TEST(TestPassManager)

} // namespace jitscope::tst_passmanager

#include "tst_passmanager.moc"
