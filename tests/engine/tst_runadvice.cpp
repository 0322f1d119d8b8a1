// SPDX-License-Identifier: Apache-2.0
// Advice on runs: each rule finds what was planted for it, with its lines and figures, and nothing where nothing is.
#include "engine/analysis/operators/opcolumns.h"
#include "engine/runadvice/runadvice.h"
#include "engine/session/compilation.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "engine/variants/variant.h"
#include "tests/support/memoryscript.h"
#include "tests/support/nestedops.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>

#include <set>

namespace jitscope::tst_runadvice {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** Eager operators one after the other, called from two lines. */
class Planted {
public:
    Planted() {
        SourceSpan first, second;
        first.file = second.file = "/s.py";
        first.line = 1;
        second.line = 2;
        session.stacks = {{{"main", first}}, {{"main", second}}};
    }
    void add(const char *name, int64_t durationNs, OpCost cost, int stack = 0, int64_t waitNs = 0) {
        OpEvent op;
        op.number = int64_t(session.ops.size()) + 1;
        op.op = name;
        op.startNs = m_now + waitNs;
        op.durationNs = durationNs;
        op.cost = cost;
        op.stack = stack;
        m_now = op.startNs + durationNs;
        session.ops.push_back(op);
    }

    Session session;

private:
    int64_t m_now = 0;
};

constexpr const char *trainingText = R"(import loader

for batch in loader:
    y = step(batch)
    log(y * 2)

def step(x):

    a = x @ x
    b = smooth(a)
    return b @ b
)";

/** Ten rounds of it: the loop of lines 3 to 5 loads, the function of line 7 works between its lines 9 and 11. */
Session trainingLoop(int64_t loadNs, int64_t workNs) {
    const auto frame = [](const char *function, int line) {
        StackFrame made{function, {}};
        made.span.file = "/home/me/train.py";
        made.span.line = line;
        return made;
    };
    Planted planted;
    planted.session.sources = {{"/home/me/train.py", trainingText}};
    planted.session.stacks = {
        {frame("step", 9), frame("<module>", 4)}, {frame("step", 11), frame("<module>", 4)}, {frame("<module>", 5)}};
    for (int round = 0; round < 10; ++round) {
        planted.add("MatMul", 50'000, {2e9, 1e6}, 0, loadNs);
        planted.add("MatMul", 50'000, {2e9, 1e6}, 1, workNs);
        planted.add("Mul", 50'000, {1e6, 1e6}, 2, 1000);
    }
    return planted.session;
}

const RunMeasured *findingOf(const RunAdvice &advice, const std::string &rule) {
    for (const RunFinding &finding : advice.findings)
        if (finding.rule->id == rule) return &finding.measured;
    return nullptr;
}

RunAdvice adviceFor(const Session &session) {
    return adviceOn(runAdviceInput(session));
}

/** The recording with times of an idle machine: a compile of 5 ms, calls of 50 µs, operators of 5 µs. What was measured
    depends on who else was at work: a compile that waited for the processor is ten times its calls, which is another
    finding. */
Session withIdleTimes(Session session) {
    constexpr int64_t compileNs = 5'000'000, callNs = 50'000, opNs = 5'000;
    for (Compilation &compilation : session.compilations) {
        const int64_t begin = compilation.stages.front().startNs;
        compilation.stages = {{"passes", begin, compileNs}};
        for (PassRecord &pass : compilation.passes)
            pass.startNs = begin, pass.timeNs = compileNs / int64_t(compilation.passes.size());
    }
    for (GraphCall &call : session.graphCalls)
        call.durationNs = callNs;
    for (size_t i = 0; i < session.ops.size(); ++i)
        session.ops.change(i, [](OpEvent &op) { op.durationNs = opNs; });
    return session;
}

constexpr const char *recompiling = R"(
import numpy as np
import mindspore as ms
from mindspore import ops

@ms.jit(jit_level="O0")
def f(x):
    return ops.exp(x) * 2 + ops.tanh(x)

for size in (10, 20, 30):
    for _ in range(300):
        f(ms.Tensor(np.ones((size, 8192), np.float32)))
)";

constexpr const char *refusing = R"(
import numpy as np
import mindspore as ms
from mindspore import ops

@ms.jit(jit_level="O1")
def f(x, y):
    a = ops.matmul(x, y)
    b = a + y
    c = ops.relu(b)
    return c, b, ops.matmul(c, a)

x = ms.Tensor(np.ones((256, 256), np.float32))
for _ in range(5):
    f(x, x)
)";

} // namespace

class RunAdviceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRuleHasItsTexts() {
        std::set<std::string> ids;
        for (const RunRule &rule : runRules()) {
            QVERIFY2(ids.insert(rule.id).second, rule.id);
            for (const char *text : {rule.title, rule.pattern, rule.advice, rule.base})
                QVERIFY2(text && *text, rule.id);
            QVERIFY2(rule.threshold > 0 && rule.threshold < 100 && rule.measure, rule.id);
        }
    }

    void anEmptyRunHasNoAdvice() {
        const RunAdvice advice = adviceFor(Session());
        QVERIFY(advice.findings.empty());
        QCOMPARE(advice.passed.size(), runRules().size());
    }

    void smallCallsAreTold() {
        Planted planted;
        for (int i = 0; i < 200; ++i)
            planted.add("Add", 100, {6, 72}, 1);
        planted.add("MatMul", 10'000, {2e9, 1e6});
        const RunAdvice advice = adviceFor(planted.session);
        const RunMeasured *found = findingOf(advice, "small_calls");
        QVERIFY(found);
        QCOMPARE(found->concernsNs, int64_t(20'000));
        QCOMPARE(found->arguments, (std::vector<std::string>{"200", "66.7 %", "100 ns", "0 ns"}));
        QCOMPARE(found->evidence.size(), size_t(1));
        QCOMPARE(found->evidence[0].subject, std::string("s.py:2"));
        QCOMPARE(found->evidence[0].count, int64_t(200));
        QVERIFY(!findingOf(advice, "python_between"));
    }

    void pythonBetweenOperatorsIsTold() {
        Planted planted;
        for (int i = 0; i < 150; ++i)
            planted.add("MatMul", 100, {2e9, 1e6}, i % 2, i % 2 == 1 ? 300 : 10);
        const RunAdvice advice = adviceFor(planted.session);
        const RunMeasured *found = findingOf(advice, "python_between");
        QVERIFY(found);
        QCOMPARE(found->concernsNs, int64_t(75 * 300 + 74 * 10)); // before the first operator nothing is known
        QCOMPARE(found->evidence[0].subject, std::string("s.py:1-2"));
        QCOMPARE(found->evidence[0].ns, int64_t(75 * 300));
        QVERIFY(!findingOf(advice, "small_calls"));
    }

    /** The loop of a script that waits for each batch (lines 3 to 6), and a step of two lines of a function. */
    void timeBetweenRoundsIsTheLoopsAndNotOfTheNetwork() {
        constexpr int64_t loadNs = 20'000'000;
        const Session session = trainingLoop(loadNs, 1000);
        const RunAdvice advice = adviceFor(session);
        QVERIFY(!findingOf(advice, "python_between"));
        const RunMeasured *found = findingOf(advice, "script_waits");
        QVERIFY2(found, asText(advice).c_str());
        QCOMPARE(found->concernsNs, 9 * loadNs);
        QCOMPARE(found->evidence.size(), size_t(1));
        COMPARE_TEXT(found->evidence[0].subject, "train.py:5->4");
        COMPARE_TEXT(found->evidence[0].detail, "round the loop of line 3: for batch in loader:");
        QCOMPARE(found->evidence[0].count, int64_t(9));
        for (const RunFinding &finding : advice.findings)
            QVERIFY(std::string(finding.rule->advice).find("Compile the function") == std::string::npos);
    }

    void timeWithinAFunctionIsBetweenItsLines() {
        constexpr int64_t workNs = 5'000'000;
        const RunAdvice advice = adviceFor(trainingLoop(1000, workNs));
        const RunMeasured *found = findingOf(advice, "python_between");
        QVERIFY2(found, asText(advice).c_str());
        COMPARE_TEXT(found->evidence[0].subject, "train.py:9-11");
        COMPARE_TEXT(found->evidence[0].detail, "in step");
        QCOMPARE(found->evidence[0].ns, 10 * workNs);
        QVERIFY(!findingOf(advice, "script_waits"));
    }

    /** A gradient runs many operators from one line, and so does a loop: which of them it was is not known. */
    void aLineThatComesAgainIsNamedWithItsLoop() {
        Planted planted;
        planted.session.sources = {{"/home/me/train.py", trainingText}};
        SourceSpan span;
        span.file = "/home/me/train.py";
        span.line = 5;
        planted.session.stacks = {{{"<module>", span}}};
        for (int round = 0; round < 5; ++round)
            planted.add("MatMul", 50'000, {2e9, 1e6}, 0, 400'000);
        const OperatorGaps gaps = operatorGaps(planted.session, opColumns(planted.session));
        QCOMPARE(gaps.gaps.size(), size_t(4));
        QCOMPARE(gaps.places.size(), size_t(1));
        COMPARE_TEXT(lineText(gaps.places[0]), "train.py:5");
        COMPARE_TEXT(sentence(gaps.places[0]), "in the loop of line 3: for batch in loader:");
        QVERIFY(findingOf(adviceFor(planted.session), "script_waits"));
    }

    /** Each call waits for something else: that is no overhead of calling it. */
    void whatASleepTakesIsNoOverheadOfTheCallBehindIt() {
        Planted planted;
        for (int i = 0; i < 150; ++i)
            planted.add("Exp", 1000, {6, 72}, i % 2, i % 3 == 0 ? 3'000'000 : 2000);
        const RunAdviceInput input = runAdviceInput(planted.session);
        for (const RunRule &rule : runRules()) {
            if (rule.id != std::string("small_calls")) continue;
            const auto measured = rule.measure(input);
            QVERIFY(measured);
            QCOMPARE(measured->concernsNs, int64_t(150 * 1000 + 149 * 2000));
            QVERIFY(measured->value < rule.threshold);
        }
        QVERIFY(findingOf(adviceOn(input), "python_between"));
        Planted slept;
        for (int i = 0; i < 150; ++i)
            slept.add("Exp", 1000, {6, 72}, 0, 2'000'000);
        QVERIFY(!findingOf(adviceFor(slept.session), "small_calls")); // all launches are waits
    }

    void movedElementsAndConversionsAreToldApart() {
        Planted planted;
        planted.add("Transpose", 400, {0, 8000});
        planted.add("Cast", 100, {0, 4000}, 1);
        planted.add("Reshape", 5, {0, 0}); // a view
        planted.add("MatMul", 495, {1e6, 3000});
        const RunAdvice advice = adviceFor(planted.session);
        const RunMeasured *moved = findingOf(advice, "moved_elements"), *casts = findingOf(advice, "conversions");
        QVERIFY(moved && casts);
        QCOMPARE(moved->concernsNs, int64_t(400));
        QCOMPARE(moved->evidence[0].detail, std::string("Transpose"));
        QCOMPARE(casts->concernsNs, int64_t(100));
        QCOMPARE(casts->evidence[0].subject, std::string("s.py:2"));
    }

    /** A loss of each round stays in a list. */
    void memoryThatGrowsIsTold() {
        MemoryScript script;
        script.outside(2000, 5, "fc.weight");
        for (int64_t time = 10; time < 210; time += 40) {
            script.release(script.op("MatMul", 1000, time, "loop.py:7"), time + 15);
            script.op("ReduceMean", 200, time + 10, "loop.py:8");
        }
        const RunAdvice advice = adviceFor(script.done());
        const RunMeasured *growing = findingOf(advice, "growing_memory");
        QVERIFY(growing);
        QCOMPARE(growing->evidence.size(), size_t(1));
        QCOMPARE(growing->evidence[0].subject, std::string("loop.py:8"));
        QCOMPARE(growing->evidence[0].bytes, int64_t(800));
        QCOMPARE(growing->concernsNs, int64_t(-1));
        MemoryScript keeping;
        for (int64_t time = 10; time < 210; time += 40)
            keeping.release(keeping.op("MatMul", 1000, time, "loop.py:7"), time + 15);
        QVERIFY(!findingOf(adviceFor(keeping.done()), "growing_memory"));
    }

    void whatSortsIsNoCopy() {
        Planted planted;
        planted.add("Sort", 800, {100, 8000});
        planted.add("MatMul", 200, {1e6, 3000});
        QVERIFY(!findingOf(adviceFor(planted.session), "moved_elements"));
    }

    void waitingForDataIsTold() {
        Session session = trainingLoop(2'000'000, 1000);
        for (size_t place = 3; place < session.ops.size(); place += 3) { // of each round but the first
            const int64_t begin = session.ops.startNs(place);
            session.dataWaits.push_back({0, "GeneratorDataset > batch", 2, begin - 1'900'000, 1'800'000});
        }
        const RunAdvice advice = adviceFor(session);
        const RunMeasured *found = findingOf(advice, "data_waits");
        QVERIFY(found);
        QCOMPARE(found->concernsNs, int64_t(9 * 1'800'000));
        QCOMPARE(found->evidence.size(), size_t(1));
        COMPARE_TEXT(found->evidence[0].subject, "train.py:5");
        COMPARE_TEXT(found->evidence[0].detail, "GeneratorDataset > batch");
        QCOMPARE(found->evidence[0].count, int64_t(9));
        QVERIFY(found->evidence[0].op > 1);
        QVERIFY2(!findingOf(advice, "script_waits"), "what is waiting for data is told once");
    }

    void pythonBeforeSmallCallsIsTheirs() {
        Planted planted;
        for (int i = 0; i < 120; ++i)
            planted.add("Add", 100, {6, 72}, 1, 900);
        const RunAdvice advice = adviceFor(planted.session);
        const RunMeasured *found = findingOf(advice, "small_calls");
        QVERIFY(found);
        QCOMPARE(found->concernsNs, int64_t(120 * 100 + 119 * 900));
        QCOMPARE(found->evidence[0].ns, found->concernsNs);
        QVERIFY(!findingOf(advice, "python_between"));
    }

    void figuresAreWithinTheRun() {
        for (int seed = 0; seed < 40; ++seed) {
            const Session session = NestedOps(unsigned(seed)).make(400);
            const RunAdviceInput input = runAdviceInput(session);
            const RunAdvice advice = adviceOn(input);
            QCOMPARE(advice.findings.size() + advice.passed.size(), runRules().size());
            int64_t before = std::numeric_limits<int64_t>::max();
            for (const RunFinding &finding : advice.findings) {
                const RunMeasured &measured = finding.measured;
                QVERIFY(measured.value > finding.rule->threshold && measured.value <= 100);
                QVERIFY(measured.concernsNs <= before);
                before = measured.concernsNs;
                QVERIFY(!measured.evidence.empty());
                for (const RunEvidence &row : measured.evidence)
                    QVERIFY(row.op < 0 || session.op(row.op).has_value());
                QVERIFY(sentence(finding).find('%') == std::string::npos ||
                        sentence(finding).find("%1") == std::string::npos);
            }
        }
    }

    void recompilationsAndUnfusedGraphsAreFound() {
        PythonScripts python;
        const RunOutcome outcome = python.run(recompiling);
        QCOMPARE(outcome.exitCode, 0);
        const Session session = withIdleTimes(Recorder::instance().take());
        const RunAdvice advice = adviceFor(session);
        const RunMeasured *again = findingOf(advice, "recompiled");
        QVERIFY2(again, asText(advice).c_str());
        QCOMPARE(again->evidence.size(), size_t(1));
        QCOMPARE(again->evidence[0].count, int64_t(2));
        QVERIFY2(again->evidence[0].detail.find("f32[10,8192] -> f32[20,8192]") != std::string::npos,
                 again->evidence[0].detail.c_str());
        const RunMeasured *unfused = findingOf(advice, "unfused_graphs");
        QVERIFY2(unfused, asText(advice).c_str());
        QCOMPARE(unfused->evidence.size(), size_t(3));
        // Exp and Tanh write, Mul reads and writes and Add reads twice what kernels would keep: 6 of 9 tensors.
        QCOMPARE(unfused->evidence[0].count, int64_t(4 * 300));
        QCOMPARE(unfused->evidence[0].bytes, int64_t(300 * 6 * 10 * 8192 * 4));
        QVERIFY(unfused->concernsNs < runAdviceInput(session).operatorsNs * 7 / 10);
        for (const RunFinding &finding : advice.findings)
            if (finding.rule->id == std::string("unfused_graphs"))
                QCOMPARE(checkOf(*finding.rule, unfused->evidence[0], session).level, std::optional(JitLevel::O1));
        const QJsonObject json = QJsonDocument::fromJson(asJson(advice).c_str()).object();
        QCOMPARE(size_t(json["findings"].toArray().size()), advice.findings.size());
    }

    /** Tensors that caches hold are not won by fusing: kernels of theirs may even be slower. */
    void smallGraphsAreNotAdvisedToFuse() {
        PythonScripts python;
        QCOMPARE(python
                     .run("import numpy as np\nimport mindspore as ms\nfrom mindspore import ops\n"
                          "@ms.jit(jit_level='O0')\ndef f(x):\n    return ops.exp(x) * 2 + ops.tanh(x)\n"
                          "x = ms.Tensor(np.ones((32, 32), 'f'))\nfor _ in range(300):\n    f(x)\n")
                     .exitCode,
                 0);
        const Session session = withIdleTimes(Recorder::instance().take());
        QVERIFY(!findingOf(adviceFor(session), "unfused_graphs"));
    }

    /** Of two things that differ the one counts which most compilations differ in. */
    void recompilationsStandWithWhatTheyDifferInMost() {
        PythonScripts python;
        QCOMPARE(python
                     .run("import numpy as np\nimport mindspore as ms\n@ms.jit\ndef g(t, x):\n    return x * 2 + t\n"
                          "for n in range(1, 7):\n"
                          "    g(ms.Tensor([1], ms.int32 if n == 1 else ms.int64), ms.Tensor(np.ones((n, 4), 'f')))\n")
                     .exitCode,
                 0);
        const Session session = Recorder::instance().take();
        const RunAdvice advice = adviceFor(session);
        const RunMeasured *again = findingOf(advice, "recompiled");
        QVERIFY2(again, asText(advice).c_str());
        QCOMPARE(again->evidence.size(), size_t(1));
        QCOMPARE(again->evidence[0].count, int64_t(5));
        COMPARE_TEXT(again->evidence[0].detail, "x: f32[1,4] -> f32[2,4]");
    }

    void refusedFusionsAreFoundAndTheirChangeCompiles() {
        PythonScripts python;
        QCOMPARE(python.run(refusing).exitCode, 0);
        const Session session = Recorder::instance().take();
        const RunAdvice advice = adviceFor(session);
        const RunMeasured *refused = findingOf(advice, "refused_fusions");
        QVERIFY2(refused, asText(advice).c_str());
        const RunRule *rule = nullptr;
        for (const RunFinding &finding : advice.findings)
            if (finding.rule->id == std::string("refused_fusions")) rule = finding.rule;
        int compiled = 0;
        for (const RunEvidence &row : refused->evidence) {
            QVERIFY(row.bytes > 0 && row.bytes % 5 == 0);                                      // of five calls
            QVERIFY2(row.detail.starts_with("users of MatMul: MatMul %"), row.detail.c_str()); // its class stays
            const Counterfactual change = checkOf(*rule, row, session);
            QVERIFY2(change.exists(), change.whyNone.c_str());
            const auto base = variantBase(session, session.compilations[size_t(row.compilation)]);
            QVERIFY(base.ok());
            const VariantSpec spec{change.level.value_or(JitLevel::O1), change.decisions};
            const Variant variant = makeVariant(*base, spec);
            QVERIFY2(variant.error.empty(), variant.error.c_str());
            ++compiled;
        }
        QVERIFY(compiled > 0);
    }
};

JITSCOPE_TEST(RunAdviceTest)

} // namespace jitscope::tst_runadvice

#include "tst_runadvice.moc"
