// SPDX-License-Identifier: Apache-2.0
// Tests of functions compiled anew with other decisions: what they compute, what they leave alone, what is said of them
// and of their times.
#include "engine/ir/nodename.h"
#include "engine/ops/printing.h"
#include "engine/ops/randomstate.h"
#include "engine/run/trail.h"
#include "engine/session/session.h"
#include "engine/passes/support/clusterplan.h"
#include "engine/variants/decisionoptions.h"
#include "engine/variants/deltasplit.h"
#include "engine/variants/keptvariant.h"
#include "engine/variants/namedecision.h"
#include "engine/variants/pairedtimes.h"
#include "engine/variants/relativetime.h"
#include "engine/variants/passgains.h"
#include "engine/variants/stageverdicts.h"
#include "engine/variants/varianttext.h"
#include "tests/support/cancellations.h"
#include "tests/support/expression.h"
#include "tests/support/flowprogram.h"
#include "tests/support/passchecks.h"
#include "tests/support/plantedrewrite.h"
#include "tests/support/randomdecision.h"
#include "tests/support/randomprogram.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <cmath>
#include <set>

namespace jitscope::tst_variants {

using namespace jitscope;
using namespace jitscope::testing;
using Kind = Decision::Kind;

namespace {

/** As the program would have compiled it. */
Compilation compilationOf(Module captured, const char *level) {
    Compilation record;
    record.index = 0;
    record.function = "test";
    record.jitLevel = level;
    record.captured = std::move(captured);
    int64_t last = 0;
    for (const NodeId id : idsOf(record.captured))
        last = std::max(last, id.value);
    IdSource ids(last + 1);
    CompileOptions options;
    options.level = jitLevelOf(record);
    return tryCompile(record, ids, options).compiled.record;
}

Compilation compilationOf(const char *expression, const char *level) {
    GraphCapture capture;
    return compilationOf(readExpression(expression, capture), level);
}

VariantBase baseOf(const Compilation &compilation) {
    auto base = variantBase(Session(), compilation);
    if (!base) throw std::invalid_argument(base.error().message);
    return *std::move(base);
}

/** Times of two functions, b by `factor` slower, on a machine whose speed drifts and that is interrupted now and then.
 */
TimedCalls simulatedTimes(double factor, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> scatter(0, 0.03), drift(0, 0.01);
    std::uniform_real_distribution<double> chance(0, 1);
    TimedCalls times;
    double speed = 0;
    const auto one = [&](double ns) {
        speed = 0.95 * speed + drift(random);
        const double interrupted = chance(random) < 0.05 ? 1 + chance(random) : 1;
        return ns * std::exp(speed + scatter(random)) * interrupted;
    };
    for (int i = 0; i < 100; ++i) {
        if (i % 2) {
            times.b.push_back(one(1000 * factor));
            times.a.push_back(one(1000));
        } else {
            times.a.push_back(one(1000));
            times.b.push_back(one(1000 * factor));
        }
    }
    return times;
}

/** The same at six placements in memory, each of which makes one of the two slower by chance. */
TimedCalls placedTimes(double factor, double placement, unsigned seed) {
    std::mt19937 random(seed + 1000);
    std::normal_distribution<double> shift(0, placement);
    TimedCalls all;
    for (unsigned i = 0; i < 6; ++i) {
        const TimedCalls part = simulatedTimes(factor * std::exp(shift(random)), seed * 6 + i);
        all.a.insert(all.a.end(), part.a.begin(), part.a.end());
        all.b.insert(all.b.end(), part.b.begin(), part.b.end());
        all.ends.push_back(all.a.size());
    }
    return all;
}

int foundAtPlacements(double factor, double placement) {
    int found = 0;
    for (unsigned seed = 0; seed < 100; ++seed)
        found += compareTimes(placedTimes(factor, placement, seed)).isDifferent;
    return found;
}

int foundDifferent(double factor) {
    int found = 0;
    for (unsigned seed = 0; seed < 100; ++seed)
        found += compareTimes(simulatedTimes(factor, seed)).isDifferent;
    return found;
}

std::string printed;

/** The operators of each kernel, in a form that does not depend on ids. */
std::multiset<std::string> kernelsOf(const Variant &variant) {
    std::multiset<std::string> kernels;
    for (const GraphPtr &graph : variant.record.final.graphs) {
        if (!graph->isKernel()) continue;
        std::string text;
        for (const NodePtr &node : graph->nodes)
            text += node->op.text() + " ";
        kernels.insert(std::move(text));
    }
    return kernels;
}

} // namespace

class TestVariants : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aVariantIsCompiledRunAndChecked() {
        const Compilation compilation = compilationOf("ReLU(BiasAdd(MatMul(x, m), row))", "O0");
        const VariantBase base = baseOf(compilation);
        const Variant fused = makeVariant(base, {JitLevel::O0, {}});
        const Variant plain = makeVariant(base, {JitLevel::O0, {{Kind::SwitchOff, "matmul_biasadd_fusion", {}}}});
        QCOMPARE(fused.launches, 1);
        QCOMPARE(plain.launches, 3);
        QCOMPARE(plain.operators, 3);
        QVERIFY(plain.bytes > fused.bytes);
        COMPARE_TEXT(plain.check.text, "Equal to eager, bit for bit.");
        QVERIFY(fused.check.verdict == VariantVerdict::Equal || fused.check.verdict == VariantVerdict::Close);
        COMPARE_TEXT(toString(base.call.inputs), "x, row, m: random (values were not recorded)");
    }

    void decisionsThatChangeNothingSaySo() {
        const Compilation compilation = compilationOf("ReLU(BiasAdd(MatMul(x, m), row))", "O1");
        const VariantBase base = baseOf(compilation);
        const auto without = [](const char *pass) { return VariantSpec{JitLevel::O1, {{Kind::SwitchOff, pass, {}}}}; };
        QVERIFY(makeVariant(base, {JitLevel::O1, {}}).isAsCompiled);
        QVERIFY(!makeVariant(base, without("matmul_biasadd_fusion")).isAsCompiled);
        const VariantSpec idle = without("flash_attention_fusion"); // there is no attention
        QVERIFY(makeVariant(base, idle).isAsCompiled);
        const std::string text = toText(findingsOf(base, idle, 0, [] { return true; }));
        QVERIFY2(text.find("the decisions changed nothing") != std::string::npos, text.c_str());
    }

    /** Each figure with the unit that its size asks for. */
    void sharesHaveUnits() {
        const Compilation compilation = compilationOf("t = Exp(x); u = Neg(t); u", "O0");
        const auto base = variantBase(Session(), compilation);
        VERIFY_RESULT(base);
        VariantFindings found = findingsOf(*base, {JitLevel::O1, {}}, 0, [] { return true; });
        found.split = DeltaSplit{.totalNs = -2'500'000, .noiseNs = 640, .shares = {}};
        found.split->shares = {{{DeltaStep::Kind::Level, JitLevel::O1, {}}, 5900, 640, 7, 245760},
                               {{DeltaStep::Kind::Level, JitLevel::O0, {}}, -12, 640, -1, -512}};
        const std::string text = toText(found);
        for (const char *line : {"total: -2.50 ms +- 640 ns a call\n",
                                 "  +5.9 \u00b5s +- 640 ns, +7 launches, +245.8 kB moved: compiled at O1\n",
                                 "  -12 ns +- 640 ns (within the noise), -1 launches, -512 B moved: compiled at O0\n"})
            QVERIFY2(text.find(line) != std::string::npos, (line + text).c_str());
    }

    /** What disturbs a measurement only adds to it; what a variant took stands beside what was measured in turn with
     * it. */
    void theProgramsOwnKeepsTheShortestOfItsTimes() {
        const PairedTimes calm{.pairs = 30, .medianA = 70, .medianB = 80, .spreadA = 2},
            busy{.pairs = 30, .medianA = 130, .medianB = 140, .spreadA = 20};
        const VariantRecord own = withOwnTime(withOwnTime(withOwnTime({}, busy), calm), busy);
        QCOMPARE(own.runNs, 70.0);
        QCOMPARE(own.runSpreadNs, 2.0);
        const auto times = timesOf(withTimes({}, busy));
        QVERIFY(times);
        QCOMPARE(times->medianA, 130.0);
        QCOMPARE(times->medianB, 140.0);
    }

    /** Each was measured beside the program's own: their errors add up, and what nobody measured is unknown. */
    void variantsAreComparedByWhatBothAreToTheProgramsOwn() {
        const auto measured = [](const char *name, double ratio, double error, double noise) {
            VariantRecord record;
            record.name = name;
            record.pairs = 30;
            record.ratio = ratio;
            record.low = ratio / (1 + error);
            record.high = ratio * (1 + error);
            record.noise = noise;
            return record;
        };
        const VariantRecord slow = measured("slow", 1.2, 0.01, 0.01), fast = measured("fast", 0.6, 0.02, 0.01),
                            alike = measured("alike", 1.205, 0.01, 0.01), noisy = measured("noisy", 1.3, 0.01, 0.2);
        const auto time = relativeTime(fast, slow);
        QVERIFY(time && time->isDifferent);
        QVERIFY(std::abs(time->ratio - 0.5) < 1e-12 && time->low < 0.5 / 1.02 && time->high > 0.5 * 1.02);
        QVERIFY(std::abs(time->high - 0.5 * std::exp(std::hypot(std::log(1.01), std::log(1.02)))) < 1e-12);
        QVERIFY(relativeTime(alike, slow) && !relativeTime(alike, slow)->isDifferent);
        QVERIFY(!relativeTime(noisy, slow)->isDifferent); // 8 % more, in noise of 20 %
        QVERIFY(!relativeTime(slow, slow)->isDifferent);
        const VariantRecord own;
        QVERIFY(std::abs(relativeTime(own, fast)->ratio - 1 / 0.6) < 1e-12);
        VariantRecord untimed = slow;
        untimed.pairs = 0;
        QVERIFY(!relativeTime(untimed, fast) && !relativeTime(fast, untimed));
    }

    void oneOperatorThatMakesAKernelIsNoFailure() {
        const Compilation compilation = compilationOf("t = Exp(x); u = Mul(t, t); u", "O1");
        const NodeId exp = compilation.captured.entry()->nodes.front()->id;
        const Variant variant = makeVariant(baseOf(compilation), {JitLevel::O1, {{Kind::Fuse, {}, {exp}}}});
        QCOMPARE(variant.kernels, 1);
        COMPARE_TEXT(variant.decisionReasons.at(0), "");
    }

    void whatTheProgramHoldsStaysAsItIs() {
        setPrintSink([](const std::string &lines) { printed += lines; });
        setRandomState({.seed = 5, .offset = 3});
        for (unsigned seed = 0; seed < 60; ++seed) {
            const FlowProgram program = FlowProgramMaker(seed).make();
            std::vector<Tensor> before;
            for (const Tensor &weight : program.weights)
                before.push_back(weight.clone());
            const VariantBase base = baseOf(compilationOf(program.module, "O0"));
            const Variant variant = makeVariant(base, {JitLevel::O0, {{Kind::SwitchOff, "cse", {}}}});
            COMPARE_TEXT(variant.error, "");
            QVERIFY2(variant.check.verdict == VariantVerdict::Equal || variant.check.verdict == VariantVerdict::Close,
                     format("seed %u: %s", seed, variant.check.text.c_str()).c_str());
            for (size_t i = 0; i < before.size(); ++i)
                QVERIFY(identical(before[i], program.weights[i]));
        }
        setPrintSink(nullptr);
        COMPARE_TEXT(printed, "");
        QVERIFY(randomState() == (RandomState{.seed = 5, .offset = 3}));
    }

    /** Whatever is decided: the values are those of eager, or the variant says that they are not, or why there are
        none. */
    void randomVariantsGiveWhatEagerGivesOrSayThatTheyDoNot() {
        int good = 0, differing = 0, broken = 0;
        for (unsigned seed = 0; seed < 500; ++seed) {
            GraphCapture capture;
            const Compilation compilation = compilationOf(randomProgram(capture, seed), seed % 2 ? "O1" : "O0");
            std::mt19937 random(seed);
            VariantSpec spec{jitLevelOf(compilation), {}};
            for (int i = 0; i < 3; ++i)
                spec.decisions.push_back(randomDecision(*compilation.captured.entry(), DecisionsOf::All, random));
            const VariantBase base = baseOf(compilation);
            const Variant variant = makeVariant(base, spec);
            const std::string told = format("seed %u: %s", seed, variant.check.text.c_str());
            if (variant.check.verdict == VariantVerdict::Broken) {
                ++broken;
                QVERIFY2(!variant.error.empty() && variant.check.text.find(variant.error) != std::string::npos,
                         told.c_str());
                continue;
            }
            const bool isDtype =
                std::ranges::find(spec.decisions, Kind::Dtype, &Decision::kind) != spec.decisions.end();
            const Value given = variant.executable->run(base.call.arguments);
            if (variant.check.verdict == VariantVerdict::Differs) {
                ++differing;
                QVERIFY2(isDtype, told.c_str());
                QVERIFY2(compare(base.eager.result, given).exceeds(usualTolerance, 0), told.c_str());
            } else {
                ++good;
                QVERIFY2(!compare(base.eager.result, given).exceeds(usualTolerance, 0), told.c_str());
            }
        }
        QVERIFY2(good > 300 && differing > 0, format("%d %d %d", good, differing, broken).c_str());
    }

    void dtypesAreDecidedInsideOfBranchesAndLoopsToo() {
        setPrintSink([](const std::string &) {});
        int used = 0;
        for (unsigned seed = 0; seed < 100; ++seed) {
            const FlowProgram program = FlowProgramMaker(seed).make();
            const Compilation compilation = compilationOf(program.module, "O0");
            Decision decision{Kind::Dtype, seed % 2 ? "float64" : "bfloat16", {}};
            for (const GraphPtr &graph : compilation.captured.graphs)
                for (const NodePtr &node : graph->nodes)
                    if ((node->id.value + seed) % 3 == 0) decision.nodes.push_back(node->id);
            const Variant variant = makeVariant(baseOf(compilation), {JitLevel::O0, {decision}});
            const std::string told = format("seed %u: %s", seed, variant.check.text.c_str());
            if (variant.check.verdict == VariantVerdict::Broken) {
                QVERIFY2(variant.error.find("cannot compute in ") != std::string::npos, told.c_str());
                continue;
            }
            used += variant.decisionUses[0] > 0;
            QVERIFY2(seed % 2 == 0 || variant.check.verdict != VariantVerdict::Differs, told.c_str());
        }
        setPrintSink(nullptr);
        QVERIFY2(used > 50, std::to_string(used).c_str());
    }

    void optionsAreReadAsTheyAreWritten() {
        const Compilation compilation = compilationOf("t = Exp(x); u = Neg(t); u", "O1");
        std::mt19937 random(3);
        for (int i = 0; i < 300; ++i) {
            VariantSpec spec{i % 2 ? JitLevel::O0 : JitLevel::O1,
                             {randomDecision(*compilation.captured.entry(), DecisionsOf::All, random)}};
            std::vector<NodeId> &nodes = spec.decisions[0].nodes;
            std::ranges::sort(nodes);
            nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
            const std::vector<OptionText> options = optionsOf(spec, compilation);
            const auto read = specOf(compilation, options);
            VERIFY_RESULT(read);
            QVERIFY2(*read == spec, commandText(options).c_str());
        }
        const std::vector<OptionText> options = {{"--refuse", "x + 0 -> x@%1"}, {"--without", "cse"}};
        COMPARE_TEXT(commandText(options), "--refuse 'x + 0 -> x@%1' --without cse");
        COMPARE_TEXT(specOf(compilation, std::vector<OptionText>{{"--repeat", "cse"}}).error().message,
                     "'cse' names no place: PASS@PLACE is expected, as in cse@opt_a.r1.inline: cse right behind that");
        COMPARE_TEXT(specOf(compilation, std::vector<OptionText>{{"--dtype", "int8@%1"}}).error().message,
                     "'int8@%1' names no floating dtype and nodes: DTYPE@NODE is expected, as in float16@%12+%13");
    }

    void aFusionThatIsThereAnywayIsSaidToBe() {
        const auto toldOf = [&](const char *program, const char *level, size_t first) {
            const Compilation compilation = compilationOf(program, level);
            const std::vector<NodePtr> &nodes = compilation.captured.entry()->nodes;
            const Decision fused{Kind::Fuse, {}, {nodes[first]->id, nodes[first + 1]->id}};
            const Variant variant = makeVariant(baseOf(compilation), {jitLevelOf(compilation), {fused}});
            return std::pair(variant.decisionNotes.at(0), variant.isAsCompiled);
        };
        const std::pair<std::string, bool> inKernel("They are in one kernel as the program compiles it, too.", true);
        QVERIFY(toldOf("t = Exp(x); u = Neg(t); u", "O1", 0) == inKernel);
        const std::pair<std::string, bool> oneCall("One call stands for them all as the program compiles it, too.",
                                                   true);
        QVERIFY(toldOf("BiasAdd(MatMul(x, m), row)", "O1", 0) == oneCall);
    }

    void whatCannotBeFusedSaysWhy_data() {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("level");
        QTest::addColumn<QString>("reason");
        QTest::newRow("they can") << "t = Exp(row); u = Add(t, x); u"
                                  << "O1"
                                  << "";
        QTest::newRow("no kernels at O0") << "t = Exp(x); u = Neg(t); u"
                                          << "O0"
                                          << "Kernels are made at O1 only.";
        QTest::newRow("an operator that joins none") << "t = Exp(x); u = MatMul(t, m); u"
                                                     << "O1"
                                                     << "MatMul %";
        QTest::newRow("a product on the way") << "t = Softmax(x); v = Softmax(MatMul(t, m)); u = Softmax(v); u"
                                              << "O1"
                                              << "They are not neighbours: no value goes";
        QTest::newRow("no value between them") << "t = Softmax(x); u = Softmax(y); Add(MatMul(t, m), MatMul(u, m))"
                                               << "O1"
                                               << "They are not neighbours: no value goes";
        QTest::newRow("one that is not there any more") << "t = Exp(x); u = Neg(y); Mul(u, 2.0)"
                                                        << "O1"
                                                        << "Exp %";
        QTest::newRow("a stranger between them") << "t = Exp(x); v = MatMul(t, m); u = Neg(v); u"
                                                 << "O1"
                                                 << "They are not neighbours: no value goes";
    }
    void whatCannotBeFusedSaysWhy() {
        QFETCH(QString, program);
        QFETCH(QString, level);
        QFETCH(QString, reason);
        const Compilation compilation = compilationOf(qPrintable(program), qPrintable(level));
        std::vector<NodeId> nodes;
        for (const NodePtr &node : compilation.captured.entry()->nodes)
            if (node->name.ends_with("$t") || node->name.ends_with("$u")) nodes.push_back(node->id);
        const Variant variant = makeVariant(baseOf(compilation), {jitLevelOf(compilation), {{Kind::Fuse, {}, nodes}}});
        const std::string &told = variant.decisionReasons.at(0);
        QVERIFY2(reason.isEmpty() ? told.empty() : told.starts_with(reason.toStdString()), told.c_str());
        if (reason.isEmpty()) return;
        // Nothing else is fused in their place.
        const Variant plain = makeVariant(baseOf(compilation), {jitLevelOf(compilation), {}});
        QVERIFY(kernelsOf(variant) == kernelsOf(plain));
        QCOMPARE(variant.operators, plain.operators);
        QCOMPARE(variant.decisionUses.at(0), 0);
    }

    /** Two nodes chosen at random are one kernel afterwards, or all is as it would be without, and why is told. */
    void fusionsThatAreForcedAreThoseOrNone() {
        int made = 0, refused = 0;
        for (unsigned seed = 1; seed <= 200; ++seed) {
            GraphCapture capture;
            const Compilation compilation = compilationOf(randomProgram(capture, seed), "O1");
            const auto &calls = compilation.captured.entry()->nodes;
            std::mt19937 random(seed);
            // Some that are neighbours when kernels are made, some at random.
            const Compilation plainly = compilationOf(compilation.captured, "O0");
            const auto &last = plainly.final.entry()->nodes;
            const NodePtr &one = last[random() % last.size()], &input = one->inputs.front();
            const NodeId other = seed % 2 && input->isCall() ? input->id : calls[random() % calls.size()]->id;
            const std::vector<NodeId> nodes = capturedNodes(plainly, {one->id, other});
            if (nodes.size() < 2) continue;
            const VariantBase base = baseOf(compilation);
            const Variant variant = makeVariant(base, {JitLevel::O1, {{Kind::Fuse, {}, nodes}}});
            if (variant.decisionReasons.at(0).empty()) {
                ++made;
                continue;
            }
            ++refused;
            const Variant plain = makeVariant(base, {JitLevel::O1, {}});
            QVERIFY2(kernelsOf(variant) == kernelsOf(plain), variant.decisionReasons[0].c_str());
        }
        QVERIFY2(made >= 30 && refused >= 50, format("%d made, %d refused", made, refused).c_str());
    }

    void membersOfKernelsAreCountedApart() {
        const Compilation compilation = compilationOf("t = Exp(x); u = Neg(t); Mul(u, y)", "O1");
        const VariantBase base = baseOf(compilation);
        const Variant fused = makeVariant(base, {JitLevel::O1, {}}), plain = makeVariant(base, {JitLevel::O0, {}});
        QCOMPARE(plain.operators, 3);
        QCOMPARE(plain.members, 0);
        QCOMPARE(fused.kernels, 1);
        QCOMPARE(fused.operators, 0);
        QCOMPARE(fused.members, 3);
        // What only hands results on is no member, wherever they are counted.
        const Compilation two = compilationOf("t = Exp(x); u = Neg(t); MakeTuple(t, u)", "O1");
        const Variant made = makeVariant(baseOf(two), {JitLevel::O1, {}});
        QCOMPARE(made.members, 2);
        QCOMPARE(made.record.kernels.at(0).members.size(), size_t(2));
    }

    void stagesAreCheckedAgainstEager() {
        PlantedRewrite planted("");
        QVERIFY(planted.isRegistered());
        planted.arm();
        const Compilation compilation = compilationOf("t = Add(Exp(x), y); u = Mul(t, 1.0); u", "O0");
        Progress progress;
        const std::vector<StageVerdict> verdicts = stageVerdicts(baseOf(compilation), progress);
        QCOMPARE(progress.done(), progress.total());
        bool isBehind = false;
        int wrong = 0;
        for (const StageVerdict &verdict : verdicts) {
            const PassRecord &pass = compilation.passes[size_t(verdict.pass)];
            isBehind = isBehind || pass.name == planted.name();
            QCOMPARE(verdict.check.verdict == VariantVerdict::Differs, isBehind);
            if (pass.name == planted.name()) QVERIFY2(!verdict.title.empty(), verdict.check.text.c_str());
            wrong += verdict.check.verdict == VariantVerdict::Differs;
        }
        QVERIFY(wrong > 0);
    }

    void allStagesOfAGoodCompileAreGood() {
        const Compilation compilation = compilationOf("ReLU(BiasAdd(MatMul(Mul(x, 1.0), m), row))", "O1");
        Progress progress;
        const std::vector<StageVerdict> verdicts = stageVerdicts(baseOf(compilation), progress);
        QVERIFY(verdicts.size() >= 2);
        for (const StageVerdict &verdict : verdicts)
            QVERIFY2(verdict.check.verdict == VariantVerdict::Equal || verdict.check.verdict == VariantVerdict::Close,
                     verdict.check.text.c_str());
        progress.cancel();
        QVERIFY(stageVerdicts(baseOf(compilation), progress).empty());
    }

    void passesAreTimedByTheirStages() {
        const Compilation compilation = compilationOf("ReLU(BiasAdd(MatMul(x, m), row))", "O0");
        const auto fusion = std::ranges::find(compilation.passes, "matmul_biasadd_fusion", &PassRecord::name);
        QVERIFY(fusion != compilation.passes.end() && fusion->changed);
        Progress progress;
        const std::vector<PassGain> gains = passGains(baseOf(compilation), {fusion->index}, 0.02, progress);
        QCOMPARE(gains.size(), size_t(1));
        COMPARE_TEXT(gains[0].error, "");
        QVERIFY(gains[0].times.pairs >= 2 && gains[0].times.medianA > 0 && gains[0].times.medianB > 0);
        QVERIFY(*plannedBytes(fusion->after) < *plannedBytes(fusion->before));
    }

    void aWrongPassMakesAVariantDiffer() {
        PlantedRewrite planted("");
        QVERIFY(planted.isRegistered());
        GraphCapture capture;
        Compilation compilation;
        compilation.captured = readExpression("Add(Exp(x), y)", capture);
        const VariantBase base = baseOf(compilation);
        const Variant wrong = makeVariant(base, {JitLevel::O0, {}});
        QVERIFY(wrong.check.verdict == VariantVerdict::Differs);
        QVERIFY2(wrong.check.text.starts_with("Differs from eager: "), wrong.check.text.c_str());
        planted.arm();
        const Variant without = makeVariant(base, {JitLevel::O0, {{Kind::SwitchOff, planted.name(), {}}}});
        QVERIFY(without.check.verdict == VariantVerdict::Equal);
    }

    void whatNeedsAValueThatNobodyKnowsSaysSo() {
        GraphCapture capture;
        Module module = readExpression("Exp(x)", capture);
        auto graph = std::make_shared<Graph>(*module.entry());
        auto parameter = std::make_shared<Node>(*graph->parameters[0]);
        parameter->id = NodeId{1000};
        parameter->name = "f";
        parameter->abstract = Abstract::function();
        graph->parameters.push_back(parameter);
        Compilation compilation;
        compilation.function = "test";
        compilation.captured.graphs = {graph};
        const auto base = variantBase(Session(), compilation);
        QVERIFY(!base);
        QVERIFY2(base.error().message.starts_with("No value can be made for the parameter f ("),
                 base.error().message.c_str());
    }

    void nodesAreNamedAsDumpsAndMessagesNameThem() {
        const Compilation compilation = compilationOf("t = Exp(x); u = Neg(t); u", "O1");
        const std::vector<NodePtr> &calls = compilation.captured.entry()->nodes;
        const std::vector<NodeId> both = {calls[0]->id, calls[1]->id};
        const auto number = [](NodeId id) { return std::to_string(id.value); };
        QCOMPARE(*nodesNamed(compilation, "%" + number(both[0]) + "+" + number(both[1])), both);
        const std::string name = calls[1]->name.substr(0, calls[1]->name.find('$'));
        QCOMPARE(*nodesNamed(compilation, name), std::vector<NodeId>{both[1]});
        // A node that stands for others, too, once they were found to be equal.
        const Compilation merged = compilationOf("t = Exp(x); u = Exp(x); Add(Neg(t), Abs(u))", "O1");
        const NodeId first = merged.captured.entry()->nodes[0]->id;
        QCOMPARE(*nodesNamed(merged, "%" + number(first)), std::vector<NodeId>{first});
        QCOMPARE(capturedNodes(merged, {first}).size(), size_t(2));
        // The call of the kernel stands for both.
        QCOMPARE(capturedNodes(compilation, {compilation.final.entry()->nodes[0]->id}), both);
        COMPARE_TEXT(
            nodesNamed(compilation, "%4711").error().message,
            "'%4711' is no node of test: CNode_12 is one as dumps name it, %12 as messages do, %12+%13 are two");
        QVERIFY(!refusalNamed(compilation, "cse"));
        // The sign in the name of a rule is none of the place.
        const auto withSign = refusalNamed(compilation, "call @f -> its body@" + number(both[0]));
        QVERIFY(!withSign);
        QVERIFY2(withSign.error().message.find("'call @f -> its body'") != std::string::npos,
                 withSign.error().message.c_str());
    }

    /** At O0 a rule of O1 is one, without an effect; what no level knows is mistyped. */
    void aRuleOfNoLevelIsRefusedWithTheNearestOnes() {
        const Compilation compilation = compilationOf("t = Exp(x); u = Neg(t); u", "O0");
        const std::string place = "@%" + std::to_string(compilation.captured.entry()->nodes[0]->id.value);
        const auto ofO1 = readRefusal(compilation, "element-wise calls" + place, {JitLevel::O0, {}});
        VERIFY_RESULT(ofO1);
        COMPARE_TEXT(ofO1->decision.name, "element-wise calls -> one kernel");
        COMPARE_TEXT(join(sentencesOf(ofO1->reading, compilation.captured), " "),
                     "Only O1 knows this rule: it has no effect at O0.");
        const auto atO1 = readRefusal(compilation, "element-wise calls" + place, {JitLevel::O1, {}});
        VERIFY_RESULT(atO1);
        QVERIFY(sentencesOf(atO1->reading, compilation.captured).empty());
        const auto mistyped = readRefusal(compilation, "elementwise cals" + place, {JitLevel::O0, {}});
        QVERIFY(!mistyped);
        COMPARE_TEXT(mistyped.error().message,
                     "No rule with 'elementwise cals' in it was met in test, neither at O0 nor at O1; near it are "
                     "'element-wise calls -> one kernel'; no rule was applied there");
        QVERIFY(!refusalNamed(compilation, "a @ b" + place));
    }

    /** The node of a later stage stands for captured ones: which, and by whom; and what came instead of the rule. */
    void aNodeThatStandsForOthersSaysSo() {
        const Compilation compilation = compilationOf("ReLU(BiasAdd(MatMul(x, m), row))", "O0");
        const VariantBase base = baseOf(compilation);
        const NodePtr &fused = compilation.final.entry()->nodes[0];
        const std::vector<OptionText> options = {{"--refuse", "@%" + std::to_string(fused->id.value)}};
        const auto read = readSpec(compilation, options);
        VERIFY_RESULT(read);
        std::vector<std::string> titles;
        for (const NodePtr &node : compilation.captured.entry()->nodes)
            titles.push_back(nodeTitle(*node));
        const std::string rule = "MatMul + BiasAdd + ReLU -> MatMulBiasAddReluFusion";
        COMPARE_TEXT(join(sentencesOf(read->readings[0], compilation.captured), "\n"),
                     nodeTitle(*fused) + " was put by matmul_biasadd_fusion (" + rule + ") in the place of " +
                         join(titles, ", ") +
                         ": the decision is about what was captured.\n"
                         "No rule was named: it is the only one that was applied there.");
        VariantFindings found = findingsOf(base, read->spec, 0, [] { return true; });
        found.readings = read->readings;
        const std::string text = toText(found);
        for (const std::string &line :
             {"  " + nodeTitle(*fused) + " was put by",
              std::string("  Instead, these rules were applied there: MatMul + BiasAdd -> MatMulBiasAddFusion.\n")})
            QVERIFY2(text.find(line) != std::string::npos, text.c_str());
        // A node that was captured is what it is.
        const std::vector<OptionText> own = {
            {"--keep-out", "%" + std::to_string(compilation.captured.entry()->nodes[0]->id.value)}};
        QVERIFY(sentencesOf(readSpec(compilation, own)->readings[0], compilation.captured).empty());
    }

    void aRuleIsNamedByAPartOfIt() {
        const Compilation compilation = compilationOf("t = Exp(x); u = Neg(t); u", "O1");
        const std::string place = "@%" + std::to_string(compilation.captured.entry()->nodes[0]->id.value);
        COMPARE_TEXT(refusalNamed(compilation, "element-wise calls" + place)->name, "element-wise calls -> one kernel");
        const auto unknown = refusalNamed(compilation, "no such rule" + place);
        QVERIFY(!unknown);
        QVERIFY2(unknown.error().message.find("element-wise calls -> one kernel") != std::string::npos,
                 unknown.error().message.c_str());
    }

    /** The node tells which rules there are: the only one needs no name, another one's name is answered with them. */
    void aRuleIsChosenByTheNode() {
        const Compilation compilation = compilationOf("t = Exp(x); u = Neg(t); v = Add(u, 0.0); v", "O1");
        const std::vector<NodePtr> &calls = compilation.captured.entry()->nodes;
        const auto at = [&](size_t call) { return "@%" + std::to_string(calls[call]->id.value); };
        COMPARE_TEXT(refusalNamed(compilation, at(0))->name, "element-wise calls -> one kernel");
        COMPARE_TEXT(refusalNamed(compilation, "*" + at(0))->name, "");
        std::string zero;
        for (const PassRecord &pass : compilation.passes)
            for (const Rewrite &rewrite : pass.rewrites)
                if (rewrite.before.front() == calls[2]->id && zero.empty()) zero = rewrite.rule;
        QVERIFY(!zero.empty());
        COMPARE_TEXT(refusalNamed(compilation, zero + at(2))->name, zero);
        const auto elsewhere = refusalNamed(compilation, zero + at(0));
        QVERIFY(!elsewhere);
        COMPARE_TEXT(elsewhere.error().message,
                     "No rule with '" + zero + "' in it was met at Exp %" + std::to_string(calls[0]->id.value) +
                         " of test: the one rule that was applied there is 'element-wise calls -> one kernel': "
                         "--refuse " +
                         at(0) + " takes it");
    }

    void anotherDecisionMayBringARule() {
        const Compilation compilation = compilationOf("ReLU(BiasAdd(MatMul(x, m), row))", "O0");
        std::string place;
        for (const NodePtr &node : compilation.captured.entry()->nodes)
            place += (place.empty() ? "@%" : "+%") + std::to_string(node->id.value);
        const OptionText longer = {"--refuse", "MatMul + BiasAdd + ReLU -> MatMulBiasAddReluFusion" + place},
                         shorter = {"--refuse", "MatMul + BiasAdd -> MatMulBiasAddFusion" + place};
        VERIFY_RESULT(specOf(compilation, std::vector{longer, shorter}));
        QVERIFY(!specOf(compilation, std::vector{shorter}));
    }

    /** A result of a kernel is cheap enough to be computed again where it is used, which makes a kernel of that. */
    void whatIsKeptOutIsTakenInByNoLaterPass() {
        GraphCapture capture;
        const Abstract type = Abstract::tensor(DType::Float32, {256, 256});
        const auto call = [&](const char *op, std::vector<NodePtr> inputs) {
            return *capture.addCall(*findOp(op), std::move(inputs), {}, nullptr, "Default");
        };
        capture.openGraph("test", nullptr);
        const NodePtr x = capture.addParameter("x", type), w = capture.addParameter("w", type);
        const NodePtr no = capture.constant(false), two = capture.constant(2.0);
        const NodePtr doubled = call("Mul", {x, two}), product = call("MatMul", {call("Exp", {doubled}), w, no, no});
        const NodePtr last = call("Sub", {doubled, product});
        capture.closeGraph(last);
        const Compilation compilation = compilationOf(capture.finish(), "O1");
        const auto isInKernel = [&](const Module &module) {
            return std::ranges::any_of(module.graphs, [&](const GraphPtr &graph) {
                return graph->isKernel() &&
                       std::ranges::any_of(graph->nodes, [](const NodePtr &node) { return node->isCallOf(op::Sub); });
            });
        };
        QVERIFY2(isInKernel(compilation.final), "else this tests nothing");
        const VariantBase base = baseOf(compilation);
        for (const Decision &decision :
             {Decision{Kind::KeepOut, "", {last->id}}, Decision{Kind::Refuse, clusterRule, {last->id}}}) {
            const Variant variant = makeVariant(base, {JitLevel::O1, {decision}});
            QVERIFY2(variant.error.empty(), variant.error.c_str());
            QVERIFY(!isInKernel(variant.record.final));
            QVERIFY(variant.decisionUses[0] > 0);
        }
    }

    void whatRoundingLeavesOfAZeroIsNoDifference() {
        const auto outcome = [](std::initializer_list<float> values) {
            std::vector<Value> results;
            for (const float value : values) {
                const float elements[] = {value, value};
                results.push_back(Tensor::of({2}, elements));
            }
            CallOutcome made;
            made.result = Value::tuple({Value(Tensor::of({2}, std::array{2.3f, 2.3f})), Value::tuple(results)});
            return made;
        };
        CallRounding rounding;
        rounding.result.items = {{}, {0, {{}, {}, {5e-9, {}}}}};
        const VariantCheck zero = checkOf(outcome({0.1f, 0.2f, 1e-9f}), outcome({0.1f, 0.2f, -2e-9f}), rounding);
        QVERIFY2(zero.verdict == VariantVerdict::Close, zero.text.c_str());
        QVERIFY2(zero.text.find("does: off by 3e-09 at most. result[1][2] is off by 3e-09, more for its size: rounding "
                                "alone moves it by up to "
                                "5e-09.") != std::string::npos,
                 zero.text.c_str());
        const VariantCheck beyond = checkOf(outcome({0.1f, 0.2f, 1e-3f}), outcome({0.1f, 0.2f, 2e-3f}), rounding);
        QVERIFY(beyond.verdict == VariantVerdict::Differs);
        QVERIFY2(beyond.text.find("result[1][2]: off by 0.001") != std::string::npos, beyond.text.c_str());
        // A choice that falls the other way lets nearly anything pass.
        rounding.result.items = {{2.17, {}}, {0, {{}, {}, {}}}};
        const auto gate = [&](float first) {
            CallOutcome made = outcome({0.1f, 0.2f, 0.3f});
            made.result =
                Value::tuple({Value(Tensor::of({2}, std::array{20.2f, first})), made.result.asSequence()->items[1]});
            return made;
        };
        const VariantCheck turned = checkOf(gate(5.0f), gate(5.119f), rounding);
        QVERIFY2(turned.verdict == VariantVerdict::Differs, turned.text.c_str());
        QVERIFY2(turned.text.find("cannot be told") != std::string::npos, turned.text.c_str());
        rounding.result.items = {{}, {0, {{}, {}, {5e-9, {}}}}};
        // Small gradients beside a large loss are compared by their own size.
        QVERIFY(checkOf(outcome({1e-8f, 2e-8f}), outcome({1e-8f, 2.2e-8f}), rounding).verdict ==
                VariantVerdict::Differs);
    }

    /** Neither of a variant nor of any stage; what is wrong beside it is found. */
    void differencesOfEqualNumbersAreNoFault() {
        int byRounding = 0;
        for (unsigned seed = 1; seed <= 60; ++seed) {
            const Cancellation program = CancellationMaker(seed).make();
            const Compilation compilation = compilationOf(program.module, "O1");
            const VariantBase base = baseOf(compilation);
            const Variant variant = makeVariant(base, {JitLevel::O1, {}});
            QVERIFY2(variant.check.verdict <= VariantVerdict::Close, variant.check.text.c_str());
            byRounding += variant.check.text.find("rounding alone moves it") != std::string::npos;
            Progress progress;
            for (const StageVerdict &verdict : stageVerdicts(base, progress))
                QVERIFY2(verdict.check.verdict <= VariantVerdict::Close, verdict.check.text.c_str());
        }
        QVERIFY2(byRounding >= 12, std::to_string(byRounding).c_str());
    }

    void faultsBesideThemAreFound() {
        int planted = 0, found = 0, named = 0;
        double passedOver = 0; // of planted ones in what nothing uses, say
        for (unsigned seed = 1; seed <= 60; ++seed) {
            PlantedRewrite wrong(seed % 2 ? "cse" : "");
            const Cancellation program = CancellationMaker(seed).make();
            const Compilation compilation = compilationOf(program.module, "O0");
            if (!wrong.after().valid()) continue;
            ++planted;
            Progress progress;
            const std::vector<StageVerdict> verdicts = stageVerdicts(baseOf(compilation), progress);
            const auto first = std::ranges::find_if(
                verdicts, [](const StageVerdict &each) { return each.check.verdict == VariantVerdict::Differs; });
            if (first == verdicts.end()) {
                for (const StageVerdict &each : verdicts)
                    passedOver = std::max(passedOver, each.check.maxAbsolute);
                continue;
            }
            ++found;
            named += first->node == wrong.after() && compilation.passes[size_t(first->pass)].name == wrong.name();
        }
        QVERIFY2(planted >= 50 && found * 10 >= planted * 8 && named == found && passedOver < 1e-5,
                 format("%d planted, %d found, %d named, up to %g not", planted, found, named, passedOver).c_str());
    }

    void equalTimesAreNoDifference() { QCOMPARE(foundDifferent(1), 0); }
    void aPlaceInMemoryIsNoDifference() { QVERIFY(foundAtPlacements(1, 0.1) <= 1); }
    void fivePercentAreFoundAtAllPlaces() { QVERIFY(foundAtPlacements(1.05, 0.01) >= 95); }
    void fivePercentAreFound() { QVERIFY2(foundDifferent(1.05) >= 95, std::to_string(foundDifferent(1.05)).c_str()); }

    void differencesOfTimesAreSentences() {
        const TimedCalls half{std::vector<double>(20, 1000), std::vector<double>(20, 500)};
        COMPARE_TEXT(toString(compareTimes(half)), "50.0 % less time (99 %: 50.0 to 50.0 %)");
        COMPARE_TEXT(toString(compareTimes({half.a, half.a})), "no difference (within the noise of 1.0 %)");
        COMPARE_TEXT(toString(compareTimes({{1, 2}, {1, 2}})), "too few measurements to tell");
        COMPARE_TEXT(
            toString(PairedTimes{.pairs = 20, .noise = 0.88}),
            "no verdict: the same function differs from itself by up to 88 % here, too much to decide; measure "
            "longer, with nothing else running");
    }

    void callsAreTimedInTurn() {
        int64_t a = 0, b = 0;
        const TimedCalls times =
            timeInTurn([&](int count) { a += count; }, [&](int count) { b += count; }, 0, [] { return true; });
        QVERIFY(a > 0 && b > 0);
        QCOMPARE(times.a.size(), times.b.size());
        QVERIFY(times.a.size() >= 2);
    }

    void sharesAddUpToTheTotal() {
        const Compilation compilation = compilationOf("ReLU(BiasAdd(MatMul(x, m), row))", "O0");
        const VariantSpec plain{JitLevel::O0, {}};
        const VariantSpec spec{JitLevel::O0,
                               {{Kind::SwitchOff, "matmul_biasadd_fusion", {}}, {Kind::SwitchOff, "cse", {}}}};
        const auto split = splitDelta(baseOf(compilation), plain, spec, 0.01, [] { return true; });
        VERIFY_RESULT(split);
        QCOMPARE(split->shares.size(), size_t(2));
        QCOMPARE(split->shares[0].launches, 2);
        QCOMPARE(split->shares[1].launches, 0);
        QVERIFY(std::abs(split->shares[0].ns + split->shares[1].ns - split->totalNs) < 1e-6);
        QVERIFY(split->shares[0].noiseNs > 0 && split->noiseNs > 0);
        QVERIFY(!splitDelta(baseOf(compilation), plain, spec, 0.01, [] { return false; }));
    }

    void twoVariantsDifferBySteps() {
        const Decision off{Kind::SwitchOff, "matmul_biasadd_fusion", {}}, cse{Kind::SwitchOff, "cse", {}};
        const VariantSpec left{JitLevel::O1, {cse}}, right{JitLevel::O0, {off}};
        const std::vector<DeltaStep> steps = stepsBetween(left, right);
        QCOMPARE(steps, (std::vector<DeltaStep>{{DeltaStep::Kind::Level, JitLevel::O0, {}},
                                                {DeltaStep::Kind::GivenUp, JitLevel::O0, cse},
                                                {DeltaStep::Kind::Added, JitLevel::O0, off}}));
        QCOMPARE(withSteps(left, right, {}), left);
        QCOMPARE(withSteps(left, right, {steps[0]}), (VariantSpec{JitLevel::O0, {cse}}));
        QCOMPARE(withSteps(left, right, {steps[2]}), (VariantSpec{JitLevel::O1, {cse, off}}));
        QCOMPARE(withSteps(left, right, steps), right);
        QVERIFY(stepsBetween(left, left).empty());

        const Compilation compilation = compilationOf("ReLU(BiasAdd(MatMul(x, m), row))", "O0");
        COMPARE_TEXT(toString(steps[0], compilation.captured), "compiled at O0");
        COMPARE_TEXT(toString(steps[1], compilation.captured), "given up: cse is switched off");
        const auto split = splitDelta(baseOf(compilation), right, {JitLevel::O0, {}}, 0.01, [] { return true; });
        VERIFY_RESULT(split);
        QCOMPARE(split->shares.size(), size_t(1));
        QCOMPARE(split->launches, -2); // what was switched off is there again
    }
};

JITSCOPE_TEST(TestVariants)

} // namespace jitscope::tst_variants

#include "tst_variants.moc"
