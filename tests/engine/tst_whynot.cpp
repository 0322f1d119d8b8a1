// SPDX-License-Identifier: Apache-2.0
// Tests of what is said of calls that no pass joined, on small graphs.
#include "engine/run/compile.h"
#include "engine/variants/whynot.h"
#include "tests/support/expression.h"
#include "tests/support/passchecks.h"
#include "tests/support/testing.h"

using namespace jitscope;
using namespace jitscope::testing;

namespace {

Compilation compiledAt(JitLevel level, const char *expression) {
    GraphCapture capture;
    Compilation record;
    record.captured = readExpression(expression, capture);
    CompileOptions options;
    options.level = level;
    return tryCompile(std::move(record), capture.ids(), options).compiled.record;
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
        COMPARE_TEXT(candidate.refusal.reason, candidate.titles[0] + " has 2 users, needs 1");
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
        other.refusal.reason = "MatMul %4711 has 3 users, needs 1";
        other.bytesBetween.reset();
        candidates = {candidates.front(), other};
        const std::vector<RefusalGroup> groups = groupsOf(candidates);
        QCOMPARE(groups.size(), size_t(1));
        COMPARE_TEXT(groups[0].reason, "MatMul has N users, needs N");
        QCOMPARE(groups[0].members, (std::vector<size_t>{0, 1}));
        QCOMPARE(groups[0].bytes, int64_t(24));
        QCOMPARE(groups[0].unknown, size_t(1));
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
                QVERIFY2(each.refusal.reason.find("MatMul") != std::string::npos, each.refusal.reason.c_str());
        }
        QVERIFY(kernels > 0);
        QVERIFY(refusals > 0);
        QVERIFY(!borderOf(compilation, compilation.final.entry()->name));
        QVERIFY(!borderOf(compilation, "no such kernel"));
    }
};

QTEST_GUILESS_MAIN(TestWhyNot)
#include "tst_whynot.moc"
