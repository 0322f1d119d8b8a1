// SPDX-License-Identifier: Apache-2.0
// Tests of what is said of calls that no pass joined, on small graphs.
#include "engine/ir/nodename.h"
#include "engine/run/compile.h"
#include "engine/session/session.h"
#include "engine/variants/counterfactual.h"
#include "engine/variants/fusereason.h"
#include "engine/variants/variant.h"
#include "engine/variants/whynot.h"
#include "tests/support/expression.h"
#include "tests/support/passchecks.h"
#include "tests/support/randomfusions.h"
#include "tests/support/randomprogram.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_whynot {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

Compilation compiledAt(JitLevel level, Module captured, IdSource &ids) {
    Compilation record;
    record.index = 0;
    record.function = "test";
    record.jitLevel = level == JitLevel::O1 ? "O1" : "O0";
    record.captured = std::move(captured);
    CompileOptions options;
    options.level = level;
    return tryCompile(std::move(record), ids, options).compiled.record;
}

Compilation compiledAt(JitLevel level, const char *expression) {
    GraphCapture capture;
    Module captured = readExpression(expression, capture);
    return compiledAt(level, std::move(captured), capture.ids());
}

VariantSpec specWith(const Compilation &compilation, const Counterfactual &change) {
    return {change.level.value_or(jitLevelOf(compilation)), change.decisions};
}

/** How a refused candidate fares under its own counterfactual, over many programs. */
struct Tally {
    std::map<std::string, int> tried; ///< by the name of the predicate
    int joined = 0, other = 0, notMet = 0, none = 0;
};

/** "" where every counterfactual of the program makes its predicate hold and computes the same. */
std::string brokenCounterfactual(const Compilation &compilation, Tally &tally) {
    const auto base = variantBase(Session(), compilation);
    if (!base) return base.error().message;
    Counterfactuals counterfactuals(compilation);
    for (const RefusedCandidate &candidate : refusedCandidates(compilation)) {
        const Counterfactual change = counterfactuals.of(candidate);
        if (!change.exists()) {
            ++tally.none;
            if (change.whyNone.empty()) return candidate.refusal.reason() + ": no change and no word of it";
            continue;
        }
        const std::string what = candidate.refusal.rule + ": " + candidate.refusal.reason() + "\n" +
                                 toString(change, compilation.captured) + "\n";
        const Variant variant = makeVariant(*base, specWith(compilation, change));
        if (variant.check.verdict != VariantVerdict::Equal && variant.check.verdict != VariantVerdict::Close)
            return what + variant.check.text;
        const CandidateFate fate = fateIn(variant.record, candidate);
        if (fate.kind == CandidateFate::Kind::StillFails)
            return what + fate.text + "\n" + expressionOf(compilation.passes[candidate.pass].before) + "\n" +
                   expressionOf(variant.record.passes[candidate.pass + 2].before);
        ++tally.tried[nameOf(candidate.refusal.predicate)];
        tally.joined += fate.kind == CandidateFate::Kind::Joined;
        tally.other += fate.kind == CandidateFate::Kind::OtherReason;
        tally.notMet += fate.kind == CandidateFate::Kind::NotMet;
    }
    return {};
}

/** Whether deciding that they become one kernel makes them one. */
bool canBeForced(const Compilation &compilation, const std::vector<NodeId> &captured) {
    const VariantSpec forced{jitLevelOf(compilation), {{Decision::Kind::Fuse, {}, captured}}};
    return whyNotFused(stagesOf(compilation, forced), captured).empty();
}

/** How often a refused candidate can be forced into one kernel, and how often not. */
struct Forced {
    int offered = 0, otherwise = 0, refused = 0;
};

/** "" where a fusion that is offered comes about, and none is possible where nothing is said to help. */
std::string brokenOffer(const Compilation &compilation, Forced &tally) {
    Counterfactuals counterfactuals(compilation);
    for (const RefusedCandidate &candidate : refusedCandidates(compilation)) {
        const Counterfactual change = counterfactuals.of(candidate);
        const bool isFusion = change.exists() && !change.level && change.decisions[0].kind == Decision::Kind::Fuse;
        const std::string what = candidate.refusal.rule + ": " + candidate.refusal.reason() + "\n" +
                                 toString(change, compilation.captured) + "\n";
        if (isFusion && change.decisions[0].nodes.size() > 1) {
            if (!canBeForced(compilation, change.decisions[0].nodes))
                return what + "is offered and does not come about";
            ++tally.offered;
        } else if (change.exists()) {
            ++tally.otherwise;
        } else {
            const bool isOne = whyNotFused(compilation, candidate.captured).empty(); // as where a cut was refused
            if (candidate.captured.size() > 1 && !isOne && canBeForced(compilation, candidate.captured))
                return what + "could have been forced";
            tally.refused += candidate.captured.size() > 1 && !isOne;
        }
    }
    return {};
}

/** "" where every two neighbours that can be forced into one kernel have a change offered. */
std::string brokenPair(const Compilation &compilation, Forced &tally) {
    Counterfactuals counterfactuals(compilation);
    for (const NodePtr &node : compilation.captured.entry()->nodes)
        for (const NodePtr &input : node->inputs) {
            if (!input->isCall() || input->id == node->id) continue;
            const std::vector<NodeId> pair{input->id, node->id};
            const WhyNot answer = whyNotTogether(compilation, {input->id}, {node->id});
            const auto hasChange = [&](const RefusedCandidate &each) { return counterfactuals.of(each).exists(); };
            const auto apart = counterfactuals.apart(answer, pair);
            if (apart && (!hasChange(*apart) || !canBeForced(compilation, pair)))
                return apart->titles[0] + ", " + apart->titles[1] + ": offered and does not come about";
            const bool isOffered = apart || std::ranges::any_of(answer.refused, hasChange);
            const bool isOne = whyNotFused(compilation, pair).empty();
            if (!isOffered && !isOne && canBeForced(compilation, pair))
                return nodeName(input->id) + ", " + nodeName(node->id) + ": could have been forced\n" +
                       expressionOf(compilation.captured);
            tally.offered += apart.has_value();
            tally.refused += !isOffered && !isOne;
        }
    return {};
}

std::vector<NodeId> callNamed(const Compilation &compilation, const std::string &variable) {
    for (const NodePtr &node : compilation.captured.entry()->nodes)
        if (node->name.ends_with("$" + variable)) return {node->id};
    return {};
}

/** t has a second user, so BiasAdd stays alone; t is f32[2,3]. */
constexpr const char *usedTwice = "t = MatMul(x, m); u = BiasAdd(t, row); v = Mul(u, t); v";

} // namespace

class TestWhyNot : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRefusedPairTellsRuleReasonAndBytes() {
        const Compilation compilation = compiledAt(JitLevel::O0, usedTwice);
        const WhyNot answer = whyNotTogether(compilation, callNamed(compilation, "t"), callNamed(compilation, "u"));
        QVERIFY(answer.joined.empty());
        QVERIFY(!answer.refused.empty());
        const RefusedCandidate &candidate = answer.refused.front();
        COMPARE_TEXT(compilation.passes[candidate.pass].name, "matmul_biasadd_fusion");
        QCOMPARE(candidate.titles.size(), size_t(2));
        COMPARE_TEXT(candidate.refusal.reason(), candidate.titles[0] + " has 2 users, needs 1");
        QCOMPARE(candidate.bytesBetween, std::optional<int64_t>(2 * 3 * 4));
    }

    void aJoinedPairTellsTheRule() {
        const Compilation compilation =
            compiledAt(JitLevel::O0, "t = MatMul(x, m); u = BiasAdd(t, row); v = Mul(u, x); v");
        const WhyNot answer = whyNotTogether(compilation, callNamed(compilation, "t"), callNamed(compilation, "u"));
        QCOMPARE(answer.joined.size(), size_t(1));
        COMPARE_TEXT(compilation.passes[answer.joined[0].pass].name, "matmul_biasadd_fusion");
        QVERIFY(answer.refused.empty());
    }

    void reasonsAreGroupedWithoutTheirNumbers() {
        const Compilation compilation = compiledAt(JitLevel::O0, usedTwice);
        std::vector<RefusedCandidate> candidates = refusedCandidates(compilation);
        QVERIFY(!candidates.empty());
        RefusedCandidate other = candidates.front();
        other.refusal.predicate.subject = "MatMul %4711";
        other.refusal.predicate.actual = 3;
        other.bytesBetween.reset();
        candidates = {candidates.front(), other};
        const std::vector<RefusalGroup> groups = groupsOf(candidates);
        QCOMPARE(groups.size(), size_t(1));
        COMPARE_TEXT(groups[0].name, "users of MatMul");
        QCOMPARE(groups[0].members, (std::vector<size_t>{0, 1}));
        QCOMPARE(groups[0].bytes, int64_t(24));
        QCOMPARE(groups[0].unknown, size_t(1));
    }

    void predicatesAreValues() {
        const Compilation compilation = compiledAt(JitLevel::O0, usedTwice);
        const Predicate failed = refusedCandidates(compilation).front().refusal.predicate;
        COMPARE_TEXT(nameOf(failed), "users of MatMul");
        QCOMPARE(failed.actual.number, int64_t(2));
        QCOMPARE(failed.required.number, int64_t(1));
        COMPARE_TEXT(std::string(formOf(failed.kind).relation), "=");
        QCOMPARE(failed.node, callNamed(compilation, "t").front());
    }

    void everyPredicateHasItsWords() {
        for (size_t kind = 1; kind <= size_t(PredicateKind::KeptOutByDecision); ++kind) {
            const PredicateForm &form = formOf(PredicateKind(kind));
            QCOMPARE(size_t(form.kind), kind);
            QVERIFY2(!form.name.empty() && !form.relation.empty() && !form.sentence.empty(),
                     std::to_string(kind).c_str());
        }
    }

    void theSmallestChangeIsADecision_data() {
        QTest::addColumn<int>("level");
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("predicate");
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("fate");
        const auto row = [](const char *name, JitLevel level, const char *program, const char *predicate,
                            const char *change, const char *fate) {
            QTest::newRow(name) << int(level) << program << predicate << change << fate;
        };
        const auto O0 = JitLevel::O0, O1 = JitLevel::O1;
        row("a shared producer is copied", O0, usedTwice, "users of MatMul",
            "MatMul %t, BiasAdd %u: used by each other alone, copied for all others (operators and kernels: 3 then, 3 "
            "now)",
            "Joined by matmul_biasadd_fusion, rule MatMul + BiasAdd -> MatMulBiasAddFusion");
        row("a matrix is no bias", O0, "t = MatMul(x, m); u = Add(t, y); u", "shape of the bias",
            "The shapes are those of the function: only other arguments or source change them.", "");
        row("computed again for each element", O1, "t = Exp(row); u = Add(t, x); u", "times that Exp is computed",
            "Exp %t, Add %u: to be one kernel (operators and kernels: 1 then, 2 now)",
            "Joined by stage1_cluster.graph_kernel_cluster, rule element-wise calls -> one kernel");
        row("used in another shape", O1, "t = Neg(row); u = Add(t, x); MakeTuple(u, t)",
            "shape of Neg, which is used elsewhere too",
            "Neg %t, Add %u: used by each other alone, copied for all others (operators and kernels: 2 then, 2 now)",
            "Joined by stage1_cluster.graph_kernel_cluster, rule element-wise calls -> one kernel");
        row("no neighbour", O1, "t = Softmax(MatMul(x, m)); t", "bytes that neighbours of Softmax save",
            "Softmax %t: to be expanded into kernels (operators and kernels: 2 then, 2 now)",
            "Joined by stage1_cluster.graph_kernel_expander, rule Softmax -> ReduceMax, Sub, Exp, ReduceSum, Div");
        row("one number", O1, "t = Exp(s); u = Neg(t); u", "elements of the kernel",
            "Exp %t, Neg %u: to be one kernel (operators and kernels: 1 then, 2 now)",
            "Joined by stage1_cluster.graph_kernel_cluster, rule element-wise calls -> one kernel");
        row("a call in between", O1, "t = Exp(x); u = Add(t, MatMul(t, m)); u", "calls between",
            "Something else would have to run in the middle of the kernel, in whatever order others join.", "");
    }
    void theSmallestChangeIsADecision() {
        QFETCH(int, level);
        QFETCH(QString, program);
        QFETCH(QString, predicate);
        QFETCH(QString, change);
        QFETCH(QString, fate);
        const Compilation compilation = compiledAt(JitLevel(level), program.toUtf8().constData());
        for (const char *variable : {"t", "u"})
            for (const NodeId id : callNamed(compilation, variable))
                change.replace(QString("%%1 ").arg(variable), QString("%%1 ").arg(id.value))
                    .replace(QString("%%1,").arg(variable), QString("%%1,").arg(id.value))
                    .replace(QString("%%1:").arg(variable), QString("%%1:").arg(id.value));
        Counterfactuals counterfactuals(compilation);
        const std::vector<RefusedCandidate> candidates = refusedCandidates(compilation);
        const auto isIt = [&](const RefusedCandidate &each) {
            return nameOf(each.refusal.predicate) == predicate.toStdString();
        };
        const auto candidate = std::ranges::find_if(candidates, isIt);
        QVERIFY(candidate != candidates.end());
        const Counterfactual found = counterfactuals.of(*candidate);
        COMPARE_TEXT(toString(found, compilation.captured), change.toStdString());
        QCOMPARE(found.exists(), !fate.isEmpty());
        if (!found.exists()) return;
        const Variant variant = makeVariant(*variantBase(Session(), compilation), specWith(compilation, found));
        COMPARE_TEXT(fateIn(variant.record, *candidate).text, fate.toStdString());
    }

    void counterfactualsMakeTheirPredicatesHold_data() {
        QTest::addColumn<bool>("isOfFusions");
        QTest::newRow("random programs") << false;
        QTest::newRow("random fusions") << true;
    }
    void counterfactualsMakeTheirPredicatesHold() {
        QFETCH(bool, isOfFusions);
        Tally tally;
        for (unsigned seed = 0; seed < 500; ++seed) {
            GraphCapture capture;
            Module program = isOfFusions ? randomFusions(capture, seed) : randomProgram(capture, seed);
            const Compilation compilation =
                compiledAt(seed % 2 ? JitLevel::O1 : JitLevel::O0, std::move(program), capture.ids());
            const std::string broken = brokenCounterfactual(compilation, tally);
            QVERIFY2(broken.empty(), format("seed %u: %s", seed, broken.c_str()).c_str());
        }
        for (const auto &[name, count] : tally.tried)
            qInfo("%s: %d", name.c_str(), count);
        qInfo("joined %d, another predicate %d, not met %d, without a change %d", tally.joined, tally.other,
              tally.notMet, tally.none);
        QVERIFY(tally.joined > 50);
    }

    void whatCouldBeForcedIsOffered_data() {
        QTest::addColumn<bool>("isOfFusions");
        QTest::newRow("random programs") << false;
        QTest::newRow("random fusions") << true;
    }
    void whatCouldBeForcedIsOffered() {
        QFETCH(bool, isOfFusions);
        Forced tally;
        for (unsigned seed = 0; seed < 200; ++seed) {
            GraphCapture capture;
            Module program = isOfFusions ? randomFusions(capture, seed) : randomProgram(capture, seed);
            const Compilation compilation =
                compiledAt(seed % 8 ? JitLevel::O1 : JitLevel::O0, std::move(program), capture.ids());
            const std::string broken = brokenOffer(compilation, tally);
            QVERIFY2(broken.empty(), format("seed %u: %s", seed, broken.c_str()).c_str());
        }
        qInfo("offered and fused %d, changed otherwise %d, nothing helps %d", tally.offered, tally.otherwise,
              tally.refused);
        QVERIFY(tally.offered > 0);
        QVERIFY(tally.refused > 0);
    }

    void everyTwoThatCouldBeForcedAreOffered() {
        Forced tally;
        for (unsigned seed = 0; seed < 40; ++seed) {
            GraphCapture capture;
            Module program = randomFusions(capture, seed);
            const Compilation compilation = compiledAt(JitLevel::O1, std::move(program), capture.ids());
            const std::string broken = brokenPair(compilation, tally);
            QVERIFY2(broken.empty(), format("seed %u: %s", seed, broken.c_str()).c_str());
        }
        qInfo("offered for the pair alone %d, nothing helps %d", tally.offered, tally.refused);
        QVERIFY(tally.refused > 0);
    }

    /** At O0 no pass looks at pairs for kernels: what would join them is the other level. */
    void atO0TheChangeIsToCompileAtO1() {
        const Compilation compilation = compiledAt(JitLevel::O0, "t = Exp(x); u = Mul(t, y); v = MatMul(u, m); v");
        Counterfactuals counterfactuals(compilation);
        const std::vector<NodeId> exp = callNamed(compilation, "t"), mul = callNamed(compilation, "u"),
                                  product = callNamed(compilation, "v");
        const std::vector<NodeId> pair{exp.front(), mul.front()};
        const auto apart = counterfactuals.apart(whyNotTogether(compilation, exp, mul), pair);
        QVERIFY(apart);
        const Counterfactual change = counterfactuals.of(*apart);
        QVERIFY(change.level == JitLevel::O1 && change.decisions.empty());
        COMPARE_TEXT(apart->refusal.reason(), "No pass of O0 makes fused kernels");
        COMPARE_TEXT(passNameOf(compilation, *apart), "");
        const Compilation variant = stagesOf(compilation, specWith(compilation, change));
        QVERIFY(fateIn(variant, *apart).kind == CandidateFate::Kind::Joined);
        QVERIFY(counterfactuals.apart({}, exp));
        // No kernel holds a product of matrices at any level.
        QVERIFY(!counterfactuals.apart(whyNotTogether(compilation, mul, product), {mul.front(), product.front()}));
        QCOMPARE(counterfactuals.kernelsAtO1()->kernels, size_t(1));
        QCOMPARE(counterfactuals.kernelsAtO1()->members, size_t(2));
        const Compilation fused = compiledAt(JitLevel::O1, "t = Exp(x); u = Mul(t, y); u");
        QVERIFY(!Counterfactuals(fused).kernelsAtO1());
    }

    void aBorderHoldsWhatIsPartlyInTheKernel() {
        const Compilation compilation =
            compiledAt(JitLevel::O1, "t = Exp(x); u = Mul(t, y); v = MatMul(u, m); w = Mul(v, y); p = Exp(w); p");
        size_t kernels = 0, refusals = 0;
        for (const GraphPtr &graph : compilation.final.graphs) {
            if (!graph->isKernel()) continue;
            ++kernels;
            const auto border = borderOf(compilation, graph->name);
            QVERIFY(border);
            refusals += border->size();
            for (const RefusedCandidate &each : *border)
                QVERIFY2(each.refusal.reason().find("MatMul") != std::string::npos, each.refusal.reason().c_str());
        }
        QVERIFY(kernels > 0);
        QVERIFY(refusals > 0);
        QVERIFY(!borderOf(compilation, compilation.final.entry()->name));
        QVERIFY(!borderOf(compilation, "no such kernel"));
    }
};

JITSCOPE_TEST(TestWhyNot)

} // namespace jitscope::tst_whynot

#include "tst_whynot.moc"
