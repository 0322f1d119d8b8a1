// SPDX-License-Identifier: Apache-2.0
// The matrix that the author of a seed wrote by hand, as one command: each of his twelve ways is a row that runs, or
// says why it does not.
#include "app/benchmarks/benchrun.h"
#include "app/benchmarks/benchtext.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_benchseed {

using namespace jitscope;

class BenchSeedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theMatrixOfTheJitPracticeIsMeasured() {
        const BenchOutcomeOfRun outcome = measuredOn("");
        QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
        const BenchFunction &f = outcome.report.functions.front();
        COMPARE_TEXT(f.name, "f");
        COMPARE_TEXT(f.inputs, "Float32[2, 3], Float32[2, 3], Float32[2, 3]");
        QCOMPARE(f.lines.size(), allBenchRows().size() - 10); // without those of GE
        QCOMPARE(outcome.report.rowsOfDevice, 10);
        for (const BenchLine &line : f.lines) {
            const BenchMeasure &measure = line.measures.front();
            const std::string about = nameOf(line.row) + ": " + measure.error + measure.values.text;
            QVERIFY2(measure.error.empty() && measure.spread(), about.c_str());
            QVERIFY2(line.row.isEager() || measure.values.verdict == BenchVerdict::Equal ||
                         measure.values.verdict == BenchVerdict::Within,
                     about.c_str());
        }
        qInfo("%s", toText(outcome.report).c_str());
    }

    void onTheSimulatedDeviceGeRuns() {
        const BenchOutcomeOfRun outcome = measuredOn("Ascend");
        QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
        COMPARE_TEXT(outcome.report.pythons.front().device, "Ascend");
        QCOMPARE(outcome.report.functions.front().lines.size(), allBenchRows().size());
        for (const BenchLine &line : outcome.report.functions.front().lines)
            QVERIFY2(line.measures.front().error.empty(),
                     (nameOf(line.row) + ": " + line.measures.front().error).c_str());
        QVERIFY(toText(outcome.report).find("simulated") != std::string::npos);
    }

private:
    static BenchOutcomeOfRun measuredOn(const std::string &device) {
        BenchTask task;
        task.script = testing::sharedPath("seed_scripts/s4_jit_practice.py");
        task.device = device;
        task.seconds = 0.05;
        return measureMatrix(
            task, [](const BenchReport &, const BenchDoing &, double) { return true; }, [] { return true; });
    }
};

JITSCOPE_TEST(BenchSeedTest)

} // namespace jitscope::tst_benchseed

#include "tst_benchseed.moc"
