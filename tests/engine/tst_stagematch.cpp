// SPDX-License-Identifier: Apache-2.0
// Two stages node by node: exact for every pass of ours, over whole compilations and between variants.
#include "engine/run/compile.h"
#include "engine/session/session.h"
#include "engine/variants/kernelpairs.h"
#include "engine/variants/matchedside.h"
#include "engine/variants/stagematch.h"
#include "tests/support/expression.h"
#include "tests/support/flowprogram.h"
#include "tests/support/programs.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/randomfusions.h"
#include "tests/support/stagematching.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QTemporaryDir>

namespace jitscope::tst_stagematch {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

Compilation compiledAt(JitLevel level, Module captured, IdSource ids, std::vector<Decision> decisions = {}) {
    Compilation record;
    record.captured = std::move(captured);
    CompileOptions options;
    options.level = level;
    options.decisions = std::move(decisions);
    return tryCompile(std::move(record), ids, options).compiled.record;
}

Compilation compiledAt(JitLevel level, const char *expression, std::vector<Decision> decisions = {}) {
    GraphCapture capture;
    const Module captured = readExpression(expression, capture);
    return compiledAt(level, captured, capture.ids(), std::move(decisions));
}

const NodeMatch &of(const std::vector<NodeMatch> &nodes, const std::string &op) {
    for (const NodeMatch &node : nodes)
        if (node.node->op.text() == op) return node;
    throw std::runtime_error("no " + op);
}

/** Of members and inputs of a kernel, in their order, with the types of the inputs. */
std::string operatorsOf(const Graph &kernel) {
    std::string text;
    for (const NodePtr &parameter : kernel.parameters)
        text += brief(parameter->abstract) + " ";
    for (const NodePtr &node : kernel.nodes)
        text += calledName(*node) + " ";
    return text;
}

std::string classes(const std::vector<NodeMatch> &nodes) {
    std::string text;
    for (const NodeMatch &node : nodes)
        if (node.node->isCall()) text += calledName(*node.node) + ": " + std::string(toString(node.change)) + "\n";
    return text;
}

/** The first fault of each pass, and of the whole way. */
using Faults = std::map<std::string, std::string>;

void noteFaults(const Compilation &compilation, const std::string &where, Faults &faults,
                std::map<std::string, int> &effective) {
    const auto note = [&](const std::string &pass, const std::string &fault) {
        if (!fault.empty()) faults.emplace(pass, where + ": " + fault);
    };
    for (const PassRecord &pass : compilation.passes) {
        if (!pass.changed) continue;
        ++effective[pass.name];
        note(pass.name, wrongMatch(pass));
    }
    note("captured to final", incompleteMatch(matchStages({&compilation, -2}, {&compilation, -1})));
    note("final to captured", incompleteMatch(matchStages({&compilation, -1}, {&compilation, -2})));
}

std::string told(const Faults &faults) {
    std::string text;
    for (const auto &[pass, fault] : faults)
        text += pass + ": " + fault + "\n";
    return text;
}

int programCount() {
    const QByteArray wished = qgetenv("JITSCOPE_PASS_PROGRAMS");
    return wished.isEmpty() ? 100 : wished.toInt();
}

} // namespace

class TestStageMatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(QDir::setCurrent(m_folder.path())); } // scripts write files where they run

    void everyEffectivePassOfTheModelsIsMatched_data() {
        QTest::addColumn<std::string>("path");
        if (!isOnReference()) {
            for (const char *name : {"attention.py", "find_the_nan.py", "values_in_place.py"})
                QTest::newRow(name) << dataPath(std::string("../../resources/samples/") + name);
            return;
        }
        for (const char *name :
             {"s0_numpy_in_jit.py", "s0_rigid_compute.py", "s0_save_graphs.py", "s1_graph_mode.py",
              "s1_jit_train_step.py", "s2_mixed_mode.py", "s2_vit_graph_train.py", "s3_network_modes.py",
              "s4_basic_block.py", "s4_jit_practice.py", "s4_llama_attention.py"})
            QTest::newRow(name) << sharedPath(std::string("seed_scripts/") + name);
    }
    void everyEffectivePassOfTheModelsIsMatched() {
        QFETCH(std::string, path);
        PythonScripts scripts;
        scripts.runShort(path);
        const Session session = Recorder::instance().take();
        std::map<std::string, int> effective;
        Faults faults;
        size_t nodes = 0;
        for (const Compilation &compilation : session.compilations) {
            if (compilation.captured.graphs.empty()) continue;
            noteFaults(compilation, compilation.function, faults, effective);
            nodes += size_t(callCount(compilation.captured));
        }
        QVERIFY2(faults.empty(), told(faults).c_str());
        int passes = 0;
        for (const auto &[name, count] : effective)
            passes += count;
        qInfo("%zu compilations, %zu captured nodes, %d effective passes", session.compilations.size(), nodes, passes);
    }

    void everyEffectivePassOfRandomProgramsIsMatched() {
        std::map<std::string, int> effective;
        Faults faults;
        for (int seed = 0; seed < programCount(); ++seed) {
            FlowProgram program = FlowProgramMaker(unsigned(seed)).make();
            PassContext context{program.ids, JitLevel::O1, {}, {}};
            SnapshotInstrument snapshots;
            PassInstrument *instruments[] = {&snapshots};
            Compilation compilation;
            compilation.captured = program.module;
            compilation.final = runPasses(program.module, builtinPasses(), context, instruments);
            compilation.passes = std::move(snapshots.records);
            noteFaults(compilation, format("seed %d", seed), faults, effective);
        }
        QVERIFY2(faults.empty(), told(faults).c_str());
        for (const auto &[pass, count] : effective)
            qInfo("%6d %s", count, pass.c_str());
    }

    void variantsOfRandomProgramsAreMatched() {
        for (unsigned seed = 0; seed < 60; ++seed) {
            const testing::Program program = ProgramMaker(seed).make(14);
            const Compilation plain = compiledAt(JitLevel::O0, program.module, program.ids);
            const Compilation fused = compiledAt(JitLevel::O1, program.module, program.ids);
            for (const auto &[left, right] : {std::pair(&plain, &fused), std::pair(&fused, &plain)}) {
                const StageMatch match = matchStages({left, -1}, {right, -1});
                const std::string fault = incompleteMatch(match);
                if (!fault.empty()) QFAIL(format("seed %u: %s", seed, fault.c_str()).c_str());
                for (const NodeMatch &node : match.rightNodes)
                    QVERIFY(findNode(right->final, match.givenRight(node.node->id)));
            }
        }
    }

    void aStageIsUnchangedAgainstItself() {
        const Compilation compilation = compiledAt(JitLevel::O1, "t = Exp(x); u = Mul(t, y); u");
        for (const int stage : {-2, -1})
            for (const NodeMatch &node : matchStages({&compilation, stage}, {&compilation, stage}).leftNodes)
                COMPARE_TEXT(std::string(toString(node.change)), "unchanged");
        // The same compiled twice: other records, the same graphs.
        const Compilation again = compiledAt(JitLevel::O1, "t = Exp(x); u = Mul(t, y); u");
        for (const NodeMatch &node : matchStages({&compilation, -1}, {&again, -1}).leftNodes)
            if (node.change != StageChange::Unchanged) QFAIL(described(node).c_str());
    }

    void aMergedNodeNamesItsSurvivor() {
        const Compilation compilation = compiledAt(JitLevel::O0, "t = Exp(x); u = Exp(x); v = Mul(t, u); v");
        const StageMatch match = matchStages({&compilation, -2}, {&compilation, -1});
        const NodeMatch *merged = nullptr, *survivor = nullptr;
        for (const NodeMatch &node : match.leftNodes)
            if (node.node->op == op::Exp) (node.change == StageChange::Removed ? merged : survivor) = &node;
        QVERIFY(merged && survivor);
        QCOMPARE(merged->counterparts, std::vector<NodeId>{survivor->node->id});
        QVERIFY2(merged->reason.find("cse") != std::string::npos, merged->reason.c_str());
        QVERIFY2(merged->reason.find("Exp " + nodeName(survivor->node->id) + " stands in its place") !=
                     std::string::npos,
                 merged->reason.c_str());
        COMPARE_TEXT(std::string(toString(survivor->change)), "unchanged");
    }

    void aChainThatBecameOneIsFusedOnBothSides() {
        const Compilation compilation = compiledAt(JitLevel::O0, "t = MatMul(x, m); u = BiasAdd(t, row); u");
        const StageMatch match = matchStages({&compilation, -2}, {&compilation, -1});
        for (const char *op : {"MatMul", "BiasAdd"})
            COMPARE_TEXT(std::string(toString(of(match.leftNodes, op).change)), "fused");
        QCOMPARE(of(match.leftNodes, "MatMul").counterparts, of(match.leftNodes, "BiasAdd").counterparts);
        const NodeMatch &right = match.rightNodes.back();
        COMPARE_TEXT(std::string(toString(right.change)), "fused");
        QCOMPARE(right.counterparts.size(), size_t(2));
        // And back: one became two.
        const StageMatch back = matchStages({&compilation, -1}, {&compilation, -2});
        COMPARE_TEXT(std::string(toString(back.leftNodes.back().change)), "split");
    }

    void aVariantIsMatchedWithoutItsFusion() {
        const char *expression = "t = MatMul(x, m); u = BiasAdd(t, row); v = Exp(u); v";
        const Compilation plain = compiledAt(JitLevel::O0, expression);
        const Compilation variant =
            compiledAt(JitLevel::O0, expression, {{Decision::Kind::SwitchOff, "matmul_biasadd_fusion", {}}});
        const StageMatch match = matchStages({&plain, -1}, {&variant, -1});
        COMPARE_TEXT(std::string(toString(of(match.leftNodes, "Exp").change)), "rewired");
        COMPARE_TEXT(of(match.leftNodes, "Exp").reason, "its inputs are others");
        COMPARE_TEXT(of(match.rightNodes, "Exp").reason, "its inputs are others");
        COMPARE_TEXT(std::string(toString(of(match.rightNodes, "MatMul").change)), "split");
        COMPARE_TEXT(std::string(toString(of(match.rightNodes, "BiasAdd").change)), "split");
        COMPARE_TEXT(std::string(toString(match.basis)), "by ids and logs");
    }

    /** What passes made of the same captured nodes is the same, in a kernel or not; so are the kernels themselves and
        their inputs. */
    void variantsAreMatchedByIdentityWhereTheyHaveIt() {
        const char *expression =
            "t = MatMul(x, m); u = BiasAdd(t, row); v = Sigmoid(u); w = Mul(v, y); z = MatMul(w, m); "
            "s = Exp(z); Neg(s)";
        const Compilation plain = compiledAt(JitLevel::O1, expression);
        const Compilation variant =
            compiledAt(JitLevel::O1, expression, {{Decision::Kind::SwitchOff, "arithmetic_simplify", {}}});
        const StageMatch same = matchStages({&plain, -1}, {&variant, -1});
        COMPARE_TEXT(basisText(same), format("by ids and logs (%zu)", same.rightNodes.size()));
        const Compilation apart = compiledAt(
            JitLevel::O1, expression, {{Decision::Kind::KeepOut, {}, {plain.captured.entry()->nodes.back()->id}}});
        const StageMatch match = matchStages({&plain, -1}, {&apart, -1});
        for (const NodeMatch &node : match.rightNodes)
            if (std::set<std::string>{"MatMulBiasAddFusion", "Add", "Div"}.contains(node.node->op.text()))
                COMPARE_TEXT(std::string(toString(node.basis)), "by ids and logs");
    }

    void inputsOfEqualKernelsAreCounterparts() {
        int inputs = 0;
        for (unsigned seed = 0; seed < 60; ++seed) {
            GraphCapture capture;
            const Module captured = randomFusions(capture, seed);
            const Compilation plain = compiledAt(JitLevel::O1, captured, capture.ids());
            const NodePtr &kept = captured.entry()->nodes[seed % captured.entry()->nodes.size()];
            const Compilation variant =
                compiledAt(JitLevel::O1, captured, capture.ids(), {{Decision::Kind::KeepOut, {}, {kept->id}}});
            const StageMatch match = matchStages({&plain, -1}, {&variant, -1});
            for (const KernelPair &pair : kernelPairs(match)) {
                if (!pair.left || !pair.right) continue;
                const GraphPtr left = match.left.find(pair.left->graph), right = match.right.find(pair.right->graph);
                if (operatorsOf(*left) != operatorsOf(*right)) continue;
                for (const NodeMatch &node : match.rightNodes)
                    if (node.graph == right->name && node.node->isParameter()) {
                        ++inputs;
                        QVERIFY2(!node.counterparts.empty(),
                                 format("seed %u: %s", seed, described(node).c_str()).c_str());
                    }
            }
        }
        QVERIFY(inputs > 100);
    }

    void theBasesOfAllMatchesAreCounted() {
        const Compilation first = compiledAt(JitLevel::O0, "t = Exp(x); u = Mul(t, y); v = Tanh(u); v");
        const Compilation second = compiledAt(JitLevel::O0, "n = Neg(y); t = Exp(x); u = Mul(t, n); v = Tanh(u); v");
        const StageMatch match = matchStages({&first, -2}, {&second, -2});
        std::map<MatchBasis, int> expected;
        for (const NodeMatch &node : match.rightNodes)
            if (!node.counterparts.empty()) ++expected[node.basis];
        QVERIFY(expected.size() > 1);
        QCOMPARE(basisCounts(match), expected);
        // Nothing rests on what is said of nodes that have no counterpart.
        const StageMatch own = matchStages({&first, -2}, {&first, -1});
        COMPARE_TEXT(basisText(own), format("by ids and logs (%zu)", own.rightNodes.size()));
    }

    /** A row that says what it rests on is counted, and of another function nothing is exact. */
    void nothingOfAnotherFunctionIsCalledExact() {
        for (unsigned seed = 0; seed < 40; ++seed) {
            const testing::Program program = ProgramMaker(seed).make(14);
            const testing::Program another = ProgramMaker(seed + 1000).make(14);
            const Compilation first = compiledAt(JitLevel::O0, program.module, program.ids);
            const Compilation second = compiledAt(JitLevel::O1, another.module, another.ids);
            for (const auto &[left, right] : {std::pair(-2, -1), std::pair(-1, -1), std::pair(-2, -2)}) {
                const StageMatch match = matchStages({&first, left}, {&second, right});
                int rows = 0, counted = 0;
                for (const NodeMatch &node : match.leftNodes) {
                    const bool isGone = node.change == StageChange::Removed || node.change == StageChange::Folded;
                    if (node.counterparts.empty() || !isGone) continue;
                    ++rows;
                    QVERIFY2(node.basis != MatchBasis::Log,
                             format("seed %u: %s", seed, described(node).c_str()).c_str());
                }
                for (const NodeMatch &node : match.rightNodes) {
                    if (node.counterparts.empty()) continue;
                    ++rows;
                    QVERIFY2(node.basis != MatchBasis::Log,
                             format("seed %u: %s", seed, described(node).c_str()).c_str());
                }
                for (const auto &[basis, count] : basisCounts(match))
                    counted += count;
                QCOMPARE(counted, rows);
            }
        }
    }

    void membersAreNamedWithTheirKernelAndNotBesideItsCall() {
        const Compilation compilation = compiledAt(JitLevel::O1, "t = Exp(x); u = Mul(t, y); v = Tanh(u); v");
        const StageMatch match = matchStages({&compilation, -1}, {&compilation, -2});
        const MatchedSide left(match.left, match.leftNodes);
        const NodeMatch &exp = of(match.rightNodes, "Exp");
        const std::string kernel = compilation.kernels.front().graph;
        COMPARE_TEXT(groupedText(left.titlesOf(exp.counterparts)), "Exp " + nodeName(exp.node->id) + " in @" + kernel);
        const StageMatch forth = matchStages({&compilation, -2}, {&compilation, -1});
        QVERIFY(countInKernels(forth) >= 3);
        QCOMPARE(countInKernels(matchStages({&compilation, -2}, {&compilation, -2})), 0);
    }

    void anotherFunctionIsMatchedByStructure() {
        const Compilation first = compiledAt(JitLevel::O0, "t = Exp(x); u = Mul(t, y); v = Tanh(u); v");
        const Compilation second = compiledAt(JitLevel::O0, "n = Neg(y); t = Exp(x); u = Mul(t, n); v = Tanh(u); v");
        const StageMatch match = matchStages({&first, -2}, {&second, -2});
        COMPARE_TEXT(classes(match.leftNodes), "Exp: unchanged\nMul: rewired\nTanh: unchanged\n");
        COMPARE_TEXT(classes(match.rightNodes), "Neg: added\nExp: unchanged\nMul: rewired\nTanh: unchanged\n");
        QVERIFY(match.basis != MatchBasis::Log);
        QVERIFY(!of(match.rightNodes, "Neg").reason.empty());
    }

private:
    QTemporaryDir m_folder;
};

JITSCOPE_TEST(TestStageMatch)

} // namespace jitscope::tst_stagematch

#include "tst_stagematch.moc"
