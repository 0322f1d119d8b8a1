// SPDX-License-Identifier: Apache-2.0
// Tests of compilations in which somebody decided otherwise than the passes, on small graphs and on random programs.
#include "engine/passes/decisions.h"
#include "engine/run/compile.h"
#include "engine/session/compilation.h"
#include "tests/support/expression.h"
#include "tests/support/passchecks.h"
#include "tests/support/randomdecision.h"
#include "tests/support/randomprogram.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_decisions {

using namespace jitscope;
using namespace jitscope::testing;
using Kind = Decision::Kind;

namespace {

/** The calls of those variables: "t u". */
std::vector<NodeId> callsNamed(const QString &variables, const Module &module) {
    std::vector<NodeId> ids;
    for (const QString &variable : variables.split(' ', Qt::SkipEmptyParts))
        for (const NodePtr &node : module.entry()->nodes)
            if (node->name.ends_with("$" + variable.toStdString())) ids.push_back(node->id);
    return ids;
}

Attempt attemptAt(JitLevel level, const Module &module, IdSource &ids, std::vector<Decision> decisions) {
    Compilation record;
    record.captured = module;
    CompileOptions options;
    options.level = level;
    options.decisions = std::move(decisions);
    return tryCompile(std::move(record), ids, options);
}

/** The passes that ran, of those names: "opt_a.r1.cse opt_a.r2.cse". */
std::string runsOf(const Attempt &attempt, const std::set<std::string> &names) {
    std::vector<std::string> runs;
    for (const PassRecord &pass : attempt.compiled.record.passes)
        if (names.contains(pass.name)) runs.push_back(fullName(pass));
    return join(runs, " ");
}

} // namespace

class TestDecisions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passesDoAsDecided_data() {
        QTest::addColumn<int>("level");
        QTest::addColumn<QString>("before");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("nodes");
        QTest::addColumn<QString>("after");
        const auto row = [](const char *title, JitLevel level, const char *before, Kind kind, const char *name,
                            const char *nodes, const char *after) {
            QTest::newRow(title) << int(level) << before << int(kind) << name << nodes << after;
        };
        const auto O0 = JitLevel::O0, O1 = JitLevel::O1;
        const char *dense = "t = MatMul(x, m); u = BiasAdd(t, row); v = ReLU(u); v";
        row("a chain is refused as a whole", O0, dense, Kind::Refuse, "", "t u v", "ReLU(BiasAdd(MatMul(x, m), row))");
        row("a chain is refused across two of its nodes: the rest fuses", O0, dense, Kind::Refuse, "", "u v",
            "ReLU(MatMulBiasAddFusion(x, m, row))");
        row("one rule is refused, the shorter one holds", O0, dense, Kind::Refuse,
            "MatMul + BiasAdd + ReLU -> MatMulBiasAddReluFusion", "v", "ReLU(MatMulBiasAddFusion(x, m, row))");
        row("a pass is switched off", O0, dense, Kind::SwitchOff, "matmul_biasadd_fusion", "",
            "ReLU(BiasAdd(MatMul(x, m), row))");
        row("a merge of equal calls", O0, "t = Exp(x); u = Exp(x); Add(t, u)", Kind::Refuse, "", "u",
            "Add(Exp(x), Exp(x))");
        row("a simplification", O0, "t = Mul(x, 1.0); Exp(t)", Kind::Refuse, "", "t", "Exp(Mul(x, 1.0))");
        const char *chain = "t = Exp(x); u = Neg(t); v = Tanh(u); v";
        row("one call stays out of kernels", O1, chain, Kind::KeepOut, "", "v",
            "Tanh(GraphKernel_Exp_Neg_fusion(x))\nGraphKernel_Exp_Neg_fusion: Neg(Exp(x))");
        row("two calls stay apart", O1, chain, Kind::Refuse, "element-wise calls -> one kernel", "t u",
            "GraphKernel_Neg_Tanh_fusion(Exp(x))\nGraphKernel_Neg_Tanh_fusion: Tanh(Neg(");
        row("what others use is copied for them", O0, "t = MatMul(x, m); u = BiasAdd(t, row); Mul(u, t)",
            Kind::Duplicate, "", "t u", "Mul(MatMulBiasAddFusion(x, m, row), MatMul(x, m))");
        row("copies stay apart where kernels are chosen", O1, "t = Neg(row); v = Add(t, x); MakeTuple(v, t)",
            Kind::Duplicate, "", "t v", "MakeTuple(GraphKernel_Neg_Add_fusion(row, x), Neg(row))");
        row("a call in another dtype, with casts around it", O0, "t = MatMul(x, m); u = Exp(t); u", Kind::Dtype,
            "float16", "u", "Cast(Exp(Cast(MatMul(x, m), float16)), float32)");
        row("two calls in another dtype, with nothing between them", O0, "t = Exp(x); u = Neg(t); u", Kind::Dtype,
            "bfloat16", "t u", "Cast(Neg(Exp(Cast(x, bfloat16))), float32)");
        row("no pass behind one: the fusion never comes", O0, dense, Kind::End, "opt_a.cse", "",
            "ReLU(BiasAdd(MatMul(x, m), row))");
        row("what no cost model would expand", O1, "t = Softmax(MatMul(x, m)); t", Kind::Fuse, "", "t",
            "GraphKernel_ReduceMax_Sub_Exp_ReduceSum_Div_fusion(MatMul(x, m))");
    }
    void passesDoAsDecided() {
        QFETCH(int, level);
        QFETCH(QString, before);
        QFETCH(int, kind);
        QFETCH(QString, name);
        QFETCH(QString, nodes);
        QFETCH(QString, after);
        GraphCapture capture;
        const Module module = readExpression(before.toStdString(), capture);
        const Decision decision{Kind(kind), name.toStdString(), callsNamed(nodes, module)};
        const Attempt attempt = attemptAt(JitLevel(level), module, capture.ids(), {decision});
        COMPARE_TEXT(attempt.error, "");
        const std::string text = expressionOf(attempt.compiled.record.final);
        QVERIFY2(text.starts_with(after.toStdString()), text.c_str());
        QVERIFY(attempt.compiled.decisionUses[0] > 0);
    }

    void aDecisionThatMeetsNothingSaysSo() {
        GraphCapture capture;
        const Module module = readExpression("t = MatMul(x, m); t", capture);
        const Decision decision{Kind::Refuse, "no such rule", callsNamed("t", module)};
        const Attempt attempt = attemptAt(JitLevel::O1, module, capture.ids(), {decision});
        QCOMPARE(attempt.compiled.decisionUses, std::vector<int>{0});
    }

    void refusalsByDecisionAreInTheLog() {
        GraphCapture capture;
        const Module module = readExpression("t = MatMul(x, m); u = BiasAdd(t, row); u", capture);
        const Attempt attempt =
            attemptAt(JitLevel::O0, module, capture.ids(), {{Kind::Refuse, "", callsNamed("t u", module)}});
        std::string reasons;
        for (const PassRecord &pass : attempt.compiled.record.passes)
            for (const Refusal &refusal : pass.refusals)
                reasons += pass.name + ": " + refusal.reason() + "\n";
        QVERIFY2(reasons.find("matmul_biasadd_fusion: refused by a decision of this variant\n") != std::string::npos,
                 reasons.c_str());
    }

    void passesRunAgainAndElsewhere() {
        GraphCapture capture;
        const Module module = readExpression("t = MatMul(x, m); u = BiasAdd(t, row); u", capture);
        const auto runs = [&](Decision decision, const std::set<std::string> &names) {
            const Attempt attempt = attemptAt(JitLevel::O0, module, capture.ids(), {std::move(decision)});
            return attempt.error.empty() ? runsOf(attempt, names) : attempt.error;
        };
        const std::set<std::string> names = {"softmax_fusion", "add_relu_fusion", "remove_dup_value"};
        COMPARE_TEXT(runs({}, names), "remove_dup_value.remove_dup_value softmax_fusion add_relu_fusion");
        COMPARE_TEXT(runs({Kind::Repeat, "softmax_fusion", {}, "add_relu_fusion"}, names),
                     "remove_dup_value.remove_dup_value softmax_fusion add_relu_fusion softmax_fusion");
        COMPARE_TEXT(runs({Kind::Move, "softmax_fusion", {}, "remove_dup_value"}, names),
                     "remove_dup_value.remove_dup_value remove_dup_value.softmax_fusion add_relu_fusion");
        COMPARE_TEXT(runs({Kind::End, "softmax_fusion"}, names), "remove_dup_value.remove_dup_value softmax_fusion");
        const std::set<std::string> dead = {"dead_node_eliminate", "cconv"};
        COMPARE_TEXT(runs({Kind::Repeat, "cconv", {}, "opt_a.r1.dead_node_eliminate#2"}, dead),
                     "cconv.cconv opt_a.r1.dead_node_eliminate opt_a.r1.dead_node_eliminate opt_a.r1.cconv "
                     "opt_after_cconv.r1.dead_node_eliminate");
        COMPARE_TEXT(runs({Kind::SwitchOff, "opt_a.dead_node_eliminate#2"}, dead),
                     "cconv.cconv opt_a.r1.dead_node_eliminate opt_after_cconv.r1.dead_node_eliminate");
    }

    void aDecisionWithoutAMeaningSaysWhy() {
        GraphCapture capture;
        const Module module = readExpression("t = Exp(x); t", capture);
        const auto fault = [&](Decision decision) {
            return attemptAt(JitLevel::O0, module, capture.ids(), {std::move(decision)}).error;
        };
        COMPARE_TEXT(fault({Kind::Repeat, "no_pass", {}, "cse"}), "There is no pass 'no_pass'.");
        COMPARE_TEXT(fault({Kind::Move, "cse", {}, "graph_kernel_cluster"}),
                     "No pass of the pipeline at O0 is called 'graph_kernel_cluster': cse, opt_a.cse, opt_a.r1.cse and "
                     "opt_a.r1.cse#2 name passes.");
        COMPARE_TEXT(fault({Kind::Dtype, "int32", callsNamed("t", module)}),
                     "'int32' is no floating dtype: float16, bfloat16, float32 and float64 are.");
    }

    void runsOfPassesHaveNamesOfTheirOwn() {
        GraphCapture capture;
        const Module module = readExpression("t = MatMul(x, m); u = BiasAdd(t, row); u", capture);
        const Attempt attempt = attemptAt(JitLevel::O1, module, capture.ids(), {});
        const std::vector<PassRecord> &passes = attempt.compiled.record.passes;
        std::set<std::string> names;
        for (size_t i = 0; i < passes.size(); ++i) {
            const std::string name = placeName(passes, i);
            QVERIFY2(names.insert(name).second, name.c_str());
            // The name means that run and no other.
            PassPlaces places;
            for (size_t j = 0; j < passes.size(); ++j)
                QCOMPARE(places.isMeant(0, name, {passes[j].stage, passes[j].name, passes[j].cycle}), i == j);
        }
        QVERIFY(names.contains("opt_a.r1.dead_node_eliminate#2"));
    }

    void aDecisionIsASentence() {
        GraphCapture capture;
        const Module module = readExpression("t = MatMul(x, m); t", capture);
        const std::string node = format("MatMul %%%lld", static_cast<long long>(callsNamed("t", module)[0].value));
        const std::vector<NodeId> nodes = callsNamed("t", module);
        COMPARE_TEXT(toString({Kind::SwitchOff, "cse", {}}, module), "cse is switched off");
        COMPARE_TEXT(toString({Kind::Refuse, "", nodes}, module), "every rule is refused at " + node);
        COMPARE_TEXT(toString({Kind::KeepOut, "", nodes}, module), node + ": kept out of kernels");
        COMPARE_TEXT(toString({Kind::Duplicate, "", nodes}, module),
                     node + ": used by each other alone, copied for all others");
        COMPARE_TEXT(toString({Kind::Fuse, "", {NodeId{4711}}}, module), "node 4711: to be expanded into kernels");
        COMPARE_TEXT(toString({Kind::Repeat, "cse", {}, "opt_a.r1.inline"}, module),
                     "cse runs again behind opt_a.r1.inline");
        COMPARE_TEXT(toString({Kind::Move, "cse", {}, "opt_a.inline"}, module), "cse is moved behind opt_a.inline");
        COMPARE_TEXT(toString({Kind::End, "opt_a.r1.cse"}, module), "no pass runs behind opt_a.r1.cse");
        COMPARE_TEXT(toString({Kind::Dtype, "float16", nodes}, module), node + ": computed in float16");
    }

    void whatSurvivesAMergeStandsForBoth() {
        GraphCapture capture;
        const Module module = readExpression("t = Exp(x); u = Exp(x); Add(t, u)", capture);
        const std::vector<NodeId> calls = callsNamed("t u", module);
        CapturedOrigins origins(module);
        const Run run = runPass(passNamed("cse"), module, capture.ids());
        origins.follow(run.after, run.rewrites);
        const std::span<const NodeId> both = origins.of(calls[0]);
        QCOMPARE(std::vector<NodeId>(both.begin(), both.end()), calls);
    }

    void kernelsNeverWaitForEachOther() {
        // The first kernel needs s, the product needs the first kernel, the second kernel would need the product.
        GraphCapture capture;
        const Module module = readExpression(
            "t = Neg(x); h = MatMul(t, m); s = Exp(x); g = Mul(t, s); u = Add(s, h); MakeTuple(g, u)", capture);
        const Attempt attempt =
            attemptAt(JitLevel::O1, module, capture.ids(),
                      {{Kind::Fuse, "", callsNamed("t g", module)}, {Kind::Fuse, "", callsNamed("s u", module)}});
        COMPARE_TEXT(attempt.error, "");
        COMPARE_TEXT(join(verify(attempt.compiled.record.final), "\n"), "");
    }

    void randomDecisionsChangeNoResult() {
        int used = 0;
        for (unsigned seed = 0; seed < 500; ++seed) {
            GraphCapture capture;
            const Module module = randomProgram(capture, seed);
            std::mt19937 random(seed);
            std::vector<Decision> decisions;
            for (int i = 0; i < 3; ++i)
                decisions.push_back(randomDecision(*module.entry(), DecisionsOf::Passes, random));
            const Attempt attempt = attemptAt(seed % 2 ? JitLevel::O1 : JitLevel::O0, module, capture.ids(), decisions);
            if (!attempt.error.empty()) { // a place that the level does not have, and nothing else
                QVERIFY2(attempt.error.starts_with("No pass of the pipeline at "),
                         format("seed %u: %s", seed, attempt.error.c_str()).c_str());
                continue;
            }
            for (const int uses : attempt.compiled.decisionUses)
                used += uses > 0;
            const std::vector<Value> arguments = randomArguments(module, random);
            QVERIFY2(closeValues(evaluate(module, arguments), attempt.compiled.executable->run(arguments), 1e-4, 1e-4),
                     format("seed %u", seed).c_str());
        }
        QVERIFY2(used > 200, format("%d", used).c_str());
    }
};

JITSCOPE_TEST(TestDecisions)

} // namespace jitscope::tst_decisions

#include "tst_decisions.moc"
