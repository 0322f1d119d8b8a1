// SPDX-License-Identifier: Apache-2.0
// Lock step: sound programs have no pair that differs, a planted wrong rewrite is found at its pass and node.
#include "engine/ops/opdef.h"
#include "engine/run/lockstep.h"
#include "engine/ops/printing.h"
#include "engine/run/compile.h"
#include "engine/run/structuralops.h"
#include "tests/support/cancellations.h"
#include "tests/support/flowprogram.h"
#include "tests/support/programs.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <random>

namespace jitscope::tst_lockstep {

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

/** A pass whose result has one node that computes something else; half of the time as a node of its own. */
class WrongPass {
public:
    explicit WrongPass(unsigned seed)
        : m_random(seed) {}

    std::vector<PassDef> passes() {
        std::vector<PassDef> passes = pipeline();
        PassDef &chosen = passes[m_random() % passes.size()];
        name = chosen.name;
        chosen.run = [this, sound = chosen.run](const Module &module, PassContext &context) {
            const Module after = sound(module, context);
            return node.valid() ? after : plant(module, after, context.ids);
        };
        return passes;
    }
    std::string name;
    NodeId node;

private:
    Module plant(const Module &before, const Module &module, IdSource &ids) {
        std::vector<NodePtr> candidates;
        const GraphPtr graph = module.graphs[m_random() % module.graphs.size()];
        for (const NodePtr &each : graph->nodes)
            if (!wrongOpFor(each->op).empty() && findNode(before, each->id)) candidates.push_back(each);
        if (candidates.empty()) return module;
        const NodePtr victim = candidates[m_random() % candidates.size()];
        const bool isNew = m_random() % 2 == 0;
        node = isNew ? ids.next() : victim->id;
        return module.with(rewrite(graph, [&](const NodePtr &each) -> NodePtr {
            if (each->id != victim->id) return each;
            auto wrong = std::make_shared<Node>(*each);
            wrong->op = OpName(wrongOpFor(each->op));
            wrong->id = node;
            if (isNew) wrong->origins = {victim->id};
            return wrong;
        }));
    }

    std::mt19937 m_random;
};

/** The operators of a module as an eager run would do them. */
class EagerTrail : public NodeListener {
public:
    void nodeDone(const Node &node, bool, std::span<const Value>, const Value &result, int64_t, int64_t) override {
        steps.push_back({int64_t(steps.size()) + 1, node.op, frozen(result)});
    }
    std::vector<EagerStep> steps;
};

LockstepTask taskOf(const Module &module, IdSource &ids, const std::vector<PassDef> &passes,
                    const std::vector<Value> &arguments) {
    LockstepTask task;
    task.captured = task.final = module;
    task.arguments = arguments;
    SnapshotInstrument snapshots;
    PassInstrument *const instruments[] = {&snapshots};
    PassContext context{ids, JitLevel::O1, {}, {}};
    task.final = runPasses(module, passes, context, instruments);
    task.passes = snapshots.records;
    EagerTrail eager;
    const auto executable = Executable::prepare(module, KernelUse::NodeByNode);
    if (!executable) qFatal("%s", executable.error().message.c_str());
    std::vector<Value> copies;
    for (const Value &argument : arguments)
        copies.push_back(argument.asTensor()->clone());
    task.eagerResult = frozen((*executable)->run(copies, {&eager}));
    task.eager = std::move(eager.steps);
    return task;
}

/** "#3 Add  CNode_4 Add  (within)", a line each; for messages. */
std::string listing(const LockstepRun &run) {
    std::string text;
    for (const LockstepRow &row : run.rows) {
        text += format("%lld %s | %lld %s %s | %s | %s\n", static_cast<long long>(row.eagerStep), row.primitive.c_str(),
                       static_cast<long long>(row.node.value), row.nodeName.c_str(), row.nodePrimitive.c_str(),
                       row.isCompared() ? toString(row.difference).c_str() : "", row.reason.c_str());
        for (const LockstepCause &cause : row.causes)
            text += format("      %s %s: %s\n", cause.passName.c_str(), cause.nodeText.c_str(),
                           toString(cause.difference).c_str());
    }
    return text;
}

/** What a FlowProgram takes. */
std::vector<Value> flowArguments() {
    std::vector<Value> arguments;
    for (const Dims &shape : {Dims{3}, Dims{2, 3}, Dims{}}) {
        Tensor tensor(shape, DType::Float32);
        for (int64_t i = 0; i < tensor.count(); ++i)
            tensor.mutableData<float>()[i] = float(i) * 0.4f - 0.5f;
        arguments.emplace_back(tensor);
    }
    return arguments;
}

/** Ends what a wrong operator made endless. */
int pollsLeft = 0;
void endEndless() {
    if (--pollsLeft < 0) throw std::invalid_argument("endless");
}

const LockstepTolerance usual;

} // namespace

class TestLockstep : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void soundProgramsAgree() {
        size_t eager = 0, paired = 0;
        for (unsigned seed = 1; seed <= 60; ++seed) {
            Program program = ProgramMaker(seed).make(25);
            const LockstepTask task = taskOf(program.module, program.ids, pipeline(), program.arguments);
            const auto run = lockstep(task);
            VERIFY_RESULT(run);
            const auto first = jitscope::firstDifference(*run, usual);
            QVERIFY2(!first,
                     format("seed %u: %s\n%s", seed, verdictOf(*run, usual).c_str(), listing(*run).c_str()).c_str());
            for (const LockstepRow &row : run->rows) {
                eager += row.eagerStep > 0 && row.reason.find("result of no use") == std::string::npos;
                paired += row.kind == LockstepRow::Kind::Pair;
                QVERIFY2(row.isCompared() || !row.reason.empty(), listing(*run).c_str());
            }
        }
        QVERIFY2(paired * 10 > eager * 6, format("%zu of %zu", paired, eager).c_str());
    }

    void whatRoundingLeavesAgrees() {
        int byRounding = 0;
        for (unsigned seed = 1; seed <= 100; ++seed) {
            Cancellation program = CancellationMaker(seed).make();
            const LockstepTask task = taskOf(program.module, program.ids, pipeline(), program.arguments);
            const auto run = lockstep(task);
            VERIFY_RESULT(run);
            QVERIFY2(!jitscope::firstDifference(*run, usual),
                     format("seed %u: %s\n%s", seed, verdictOf(*run, usual).c_str(), listing(*run).c_str()).c_str());
            const bool isTold = verdictOf(*run, usual).find("rounding alone moves them") != std::string::npos;
            const bool isAny =
                std::ranges::any_of(run->rows, [](const LockstepRow &row) { return row.isRounding(usual); });
            QCOMPARE(isTold, isAny);
            byRounding += isAny;
        }
        QVERIFY2(byRounding >= 20, std::to_string(byRounding).c_str());
    }

    void soundProgramsWithBranchesAndLoopsAgree() {
        setPrintSink([](const std::string &) {});
        size_t eager = 0, paired = 0;
        for (unsigned seed = 0; seed < 150; ++seed) {
            FlowProgram program = FlowProgramMaker(seed).make();
            std::vector<Tensor> before;
            for (const Tensor &weight : program.weights)
                before.push_back(weight.clone());
            LockstepTask task = taskOf(program.module, program.ids, pipeline(), flowArguments());
            for (size_t i = 0; i < before.size(); ++i) {
                task.writtenWeights.push_back(program.weights[i].clone());
                const Value assigned[] = {program.weights[i], before[i]};
                findOp("Assign")->eval(std::span<const Value>(assigned, 2));
            }
            const auto run = lockstep(task);
            VERIFY_RESULT(run);
            const auto first = jitscope::firstDifference(*run, usual);
            QVERIFY2(!first,
                     format("seed %u: %s\n%s", seed, verdictOf(*run, usual).c_str(), listing(*run).c_str()).c_str());
            for (const LockstepRow &row : run->rows) {
                eager += row.eagerStep > 0 && row.reason.find("result of no use") == std::string::npos;
                paired += row.kind == LockstepRow::Kind::Pair;
            }
            for (size_t i = 0; i < before.size(); ++i)
                QVERIFY(identical(before[i], program.weights[i]));
        }
        setPrintSink(nullptr);
        QVERIFY2(paired * 10 > eager * 6, format("%zu of %zu", paired, eager).c_str());
    }

    void plantedRewritesAreFound() {
        int found = 0;
        for (unsigned seed = 1; seed <= 150; ++seed) {
            Program program = ProgramMaker(seed).make(25);
            WrongPass wrong(seed);
            const LockstepTask task = taskOf(program.module, program.ids, wrong.passes(), program.arguments);
            const auto run = lockstep(task);
            VERIFY_RESULT(run);
            const auto first = jitscope::firstDifference(*run, usual);
            if (!first) continue; // some wrong operators give the right result
            ++found;
            const std::string context =
                format("seed %u: planted %lld in %s\n%s\n%s", seed, static_cast<long long>(wrong.node.value),
                       wrong.name.c_str(), verdictOf(*run, usual).c_str(), listing(*run).c_str());
            const LockstepCause *cause = run->rows[*first].cause(usual);
            QVERIFY2(cause && cause->where == LockstepCause::Where::Pass, context.c_str());
            QVERIFY2(task.passes[size_t(cause->pass)].name == wrong.name, context.c_str());
            QVERIFY2(cause->node == wrong.node, context.c_str());
        }
        QVERIFY2(found >= 75, std::to_string(found).c_str());
    }

    void plantedRewritesInBranchesAndLoopsAreFound() {
        setPrintSink([](const std::string &) {});
        int found = 0, exact = 0;
        for (unsigned seed = 1; seed <= 300; ++seed) {
            FlowProgram program = FlowProgramMaker(seed).make();
            WrongPass wrong(seed);
            std::vector<Tensor> before;
            for (const Tensor &weight : program.weights)
                before.push_back(weight.clone());
            LockstepTask task = taskOf(program.module, program.ids, wrong.passes(), flowArguments());
            task.poll = endEndless;
            pollsLeft = 100'000;
            for (size_t i = 0; i < before.size(); ++i) {
                const Value assigned[] = {program.weights[i], before[i]};
                findOp("Assign")->eval(std::span<const Value>(assigned, 2));
            }
            const auto run = lockstep(task);
            if (!run && run.error().message.find("endless") != std::string::npos) continue;
            VERIFY_RESULT(run);
            const auto first = jitscope::firstDifference(*run, usual);
            if (!first) continue;
            ++found;
            const std::string context =
                format("seed %u: planted %lld in %s\n%s\n%s", seed, static_cast<long long>(wrong.node.value),
                       wrong.name.c_str(), verdictOf(*run, usual).c_str(), listing(*run).c_str());
            const LockstepCause *cause = run->rows[*first].cause(usual);
            QVERIFY2(cause && cause->where == LockstepCause::Where::Pass, context.c_str());
            QVERIFY2(task.passes[size_t(cause->pass)].name == wrong.name, context.c_str());
            exact += cause->node == wrong.node;
        }
        setPrintSink(nullptr);
        QVERIFY2(found >= 50 && exact * 100 >= found * 90, format("%d of %d", exact, found).c_str());
    }

    void aWrongCaptureIsToldApart() {
        Program program = ProgramMaker(3).make(10);
        LockstepTask task = taskOf(program.module, program.ids, pipeline(), program.arguments);
        const auto sound = lockstep(task);
        VERIFY_RESULT(sound);
        int64_t last = 0;
        for (const LockstepRow &row : sound->rows)
            if (row.kind == LockstepRow::Kind::Pair) last = row.eagerStep;
        Tensor &value = std::get<Tensor>(task.eager[size_t(last) - 1].result.data);
        value = Tensor::full(value.shape(), 77, value.dtype());
        const auto run = lockstep(task);
        VERIFY_RESULT(run);
        const auto first = jitscope::firstDifference(*run, usual);
        QVERIFY(first);
        QCOMPARE(run->rows[*first].eagerStep, last);
        QVERIFY(run->rows[*first].cause(usual)->where == LockstepCause::Where::Capture);
    }

    void itCanBeStopped() {
        Program program = ProgramMaker(3).make(10);
        LockstepTask task = taskOf(program.module, program.ids, pipeline(), program.arguments);
        double last = -1;
        task.progress = [&](const std::string &, double share) {
            if (share < last || share > 1) qFatal("progress %f after %f", share, last);
            last = share;
            return share < 0.5;
        };
        const auto run = lockstep(task);
        QVERIFY(!run);
        COMPARE_TEXT(run.error().message, "Lock step was stopped.");
    }
};

JITSCOPE_TEST(TestLockstep)

} // namespace jitscope::tst_lockstep

#include "tst_lockstep.moc"
