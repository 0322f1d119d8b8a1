// SPDX-License-Identifier: Apache-2.0
// A wrong rewrite, planted into a random pass at a random node, is found by its values: pass and node exact.
#include "engine/ops/opdef.h"
#include "engine/run/bisect.h"
#include "engine/run/trail.h"
#include "engine/run/compile.h"
#include "tests/support/cancellations.h"
#include "tests/support/programs.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <random>

namespace jitscope::tst_bisect {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** What a planted rewrite makes of these operators. */
std::string wrongOpFor(const std::string &op) {
    if (op == "Add") return "Sub";
    if (op == "Sub") return "Add";
    if (op == "Mul") return "Maximum";
    if (op == "Maximum") return "Minimum";
    if (op == "Tanh") return "Neg";
    if (op == "Exp") return "Abs";
    return {};
}

struct Planted {
    Module module;
    NodeId node;
    bool done = false;
};

/** `module` with one node of its entry computing something else; half of the time as a node of its own. Only nodes of
    `before` are taken: those that the pass has just made have no value of their own yet to leave. */
Planted plant(const Module &before, const Module &module, IdSource &ids, std::mt19937 &random) {
    std::vector<NodePtr> candidates;
    for (const NodePtr &node : module.entry()->nodes)
        if (!wrongOpFor(node->op).empty() && findNode(before, node->id)) candidates.push_back(node);
    if (candidates.empty()) return {module, {}, false};
    const NodePtr victim = candidates[random() % candidates.size()];
    const bool isNew = random() % 2 == 0;
    NodeId planted = victim->id;
    const GraphPtr graph = rewrite(module.entry(), [&](const NodePtr &node) -> NodePtr {
        if (node->id != victim->id) return node;
        auto wrong = std::make_shared<Node>(*node);
        wrong->op = OpName(wrongOpFor(node->op));
        if (isNew) {
            wrong->id = planted = ids.next();
            wrong->origins = {victim->id};
        }
        return wrong;
    });
    return {module.with(graph), planted, true};
}

/** A compilation of `module` by `passes`. */
std::vector<PassRecord> recordsOf(const Module &module, IdSource &ids, const std::vector<PassDef> &passes) {
    SnapshotInstrument snapshots;
    PassInstrument *const instruments[] = {&snapshots};
    PassContext context{ids, JitLevel::O1, {}, {}};
    runPasses(module, passes, context, instruments);
    return snapshots.records;
}

} // namespace

class TestBisect : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSoundCompilationHasNothingToFind() {
        for (unsigned seed = 1; seed <= 20; ++seed) {
            Program program = ProgramMaker(seed).make(25);
            BisectTask task{program.module, recordsOf(program.module, program.ids, pipeline()), program.arguments,
                            program.result, 1e-3};
            const auto report = bisect(task);
            VERIFY_RESULT(report);
            QVERIFY2(!report->divergence, report->divergence ? toString(*report->divergence, task).c_str() : "");
            QVERIFY(report->modulesRun >= 2);
        }
    }

    void whatRoundingLeavesIsNoCulprit() {
        int byRounding = 0;
        for (unsigned seed = 1; seed <= 100; ++seed) {
            Cancellation program = CancellationMaker(seed).make();
            const BisectTask task{program.module, recordsOf(program.module, program.ids, pipeline()), program.arguments,
                                  std::nullopt};
            const auto report = bisect(task);
            VERIFY_RESULT(report);
            QVERIFY2(!report->divergence,
                     format("seed %u: %s", seed, report->divergence ? toString(*report->divergence, task).c_str() : "")
                         .c_str());
            byRounding += report->isRoundingAllowed;
        }
        QVERIFY2(byRounding >= 20, std::to_string(byRounding).c_str());
    }

    void whatIsWrongBesideRoundingIsFound() {
        int planted = 0, found = 0, exact = 0;
        for (unsigned seed = 1; seed <= 100; ++seed) {
            std::mt19937 random(seed);
            Cancellation program = CancellationMaker(seed).make();
            std::vector<PassDef> passes = pipeline();
            const size_t chosen = random() % passes.size();
            Planted wrong;
            passes[chosen].run = [&, sound = passes[chosen].run](const Module &module, PassContext &context) {
                Module after = sound(module, context);
                if (wrong.done) return after;
                wrong = plant(module, after, context.ids, random);
                return wrong.module;
            };
            const BisectTask task{program.module, recordsOf(program.module, program.ids, passes), program.arguments,
                                  std::nullopt};
            const auto report = bisect(task);
            VERIFY_RESULT(report);
            planted += wrong.done;
            if (!report->divergence) continue; // a difference of two equal numbers may have become a wrong one
            ++found;
            QVERIFY(task.passes[size_t(report->divergence->pass)].name == passes[chosen].name);
            exact += report->divergence->node && report->divergence->node->id == wrong.node;
        }
        QVERIFY2(found * 10 >= planted * 9 && exact == found,
                 format("%d of %d, %d exact", found, planted, exact).c_str());
    }

    /** The tolerance goes by the largest element; what it hides is told. */
    void smallElementsThatAreWrongAreTold() {
        const Value right = Tensor::of({2}, std::vector<float>{2, 8e16f});
        const ValueDifference off = compare(right, Tensor::of({2}, std::vector<float>{0, 8e16f}));
        QVERIFY(!off.exceeds(1e-3, 1e-6));
        QVERIFY(off.isHiddenBySize());
        QVERIFY(!compare(right, Tensor::of({2}, std::vector<float>{2.0001f, 8e16f})).isHiddenBySize());
        QVERIFY(
            compare(Value::tuple({right, right}), Value::tuple({Tensor::of({2}, std::vector<float>{0, 8e16f}), right}))
                .isHiddenBySize());
    }

    void plantedRewritesAreFound() {
        int found = 0;
        for (unsigned seed = 1; seed <= 150; ++seed) {
            std::mt19937 random(seed);
            Program program = ProgramMaker(seed).make(25);
            std::vector<PassDef> passes = pipeline();
            const size_t chosen = random() % passes.size();
            Planted planted;
            std::string where;
            const auto sound = passes[chosen].run;
            passes[chosen].run = [&](const Module &module, PassContext &context) {
                Module after = sound(module, context);
                if (planted.done) return after;
                planted = plant(module, after, context.ids, random);
                return planted.module;
            };
            BisectTask task{program.module, recordsOf(program.module, program.ids, passes), program.arguments,
                            program.result, 1e-3};
            const auto report = bisect(task);
            VERIFY_RESULT(report);
            // Some wrong operators give the right result: the maximum of numbers and their product, say.
            if (!report->divergence) continue;
            ++found;
            const Divergence &divergence = *report->divergence;
            const QString context = QString("seed %1: planted %2 in %3, found: %4")
                                        .arg(seed)
                                        .arg(planted.node.value)
                                        .arg(QString::fromStdString(passes[chosen].name))
                                        .arg(QString::fromStdString(toString(divergence, task)));
            QVERIFY2(divergence.where == Divergence::Where::Pass, qPrintable(context));
            QVERIFY2(task.passes[size_t(divergence.pass)].name == passes[chosen].name, qPrintable(context));
            QVERIFY2(divergence.node && divergence.node->id == planted.node, qPrintable(context));
        }
        QVERIFY2(found >= 75, qPrintable(QString::number(found)));
    }

    void captureIsComparedWithTheEagerResult() {
        Program program = ProgramMaker(3).make(10);
        const BisectTask task{
            program.module, {}, program.arguments, Value::tuple({Tensor::scalar(1, DType::Float32)}), 1e-4};
        const auto report = bisect(task);
        VERIFY_RESULT(report);
        QVERIFY(report->divergence && report->divergence->where == Divergence::Where::Capture);
    }

    void weightsAndRandomStateAreAsBefore() {
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const Tensor weight = Tensor::of({2}, std::vector<float>{1, 2});
        const NodePtr parameter = capture.weight("w", weight);
        const NodePtr x = capture.addParameter("x", Abstract::tensor(DType::Float32, {2}));
        const auto assigned = capture.addCall(*findOp("AssignAdd"), {parameter, x}, "", nullptr, "");
        VERIFY_RESULT(assigned);
        capture.closeGraph(*assigned);
        const Module module = capture.finish();
        BisectTask task{module,
                        recordsOf(module, capture.ids(), pipeline()),
                        {Value(Tensor::of({2}, std::vector<float>{10, 20}))},
                        std::nullopt,
                        1e-4};
        const auto report = bisect(task);
        VERIFY_RESULT(report);
        QVERIFY2(!report->divergence, report->divergence ? toString(*report->divergence, task).c_str() : "");
        COMPARE_TEXT(toString(Value(weight)), toString(Value(Tensor::of({2}, std::vector<float>{1, 2}))));
    }
};

JITSCOPE_TEST(TestBisect)

} // namespace jitscope::tst_bisect

#include "tst_bisect.moc"
