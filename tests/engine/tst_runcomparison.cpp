// SPDX-License-Identifier: Apache-2.0
// Two runs side by side, over a handful of operators.
#include "engine/analysis/comparison/runcomparison.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>

namespace jitscope::tst_runcomparison {

using namespace jitscope;

namespace {

Session sessionOf(std::initializer_list<std::pair<const char *, int64_t>> ops) {
    Session session;
    for (const auto &[name, duration] : ops) {
        OpEvent op;
        op.number = int64_t(session.ops.size()) + 1;
        op.op = name;
        op.durationNs = duration;
        session.ops.push_back(op);
    }
    return session;
}

} // namespace

class RunComparisonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsStandSideBySideByTheSizeOfTheDifference() {
        const RunComparison comparison =
            compareRuns(sessionOf({{"Add", 10}, {"Mul", 5}, {"Add", 20}}),
                        sessionOf({{"Add", 25}, {"Mul", 5}, {"Sub", 100}}), OpGrouping::Op);
        const std::vector<RunDifference> expected = {{"Sub", 0, 1, 0, 100, 0, DeltaVerdict::New},
                                                     {"Add", 2, 1, 30, 25, 0, DeltaVerdict::TooFew},
                                                     {"Mul", 1, 1, 5, 5, 0, DeltaVerdict::Same}};
        QVERIFY(comparison.rows == expected);
        QCOMPARE(comparison.rows[1].deltaNs(), int64_t(-5));
        COMPARE_TEXT(
            sentence(comparison),
            "A: 3 operators in 35 ns, B: 3 operators in 130 ns: nothing ran often enough to know the noise, so "
            "whether the sums differ cannot be told. Of 3 rows "
            "0 differ in time, 1 are within the noise, of 1 there are too few calls to tell; "
            "0 are only in A, 1 only in B.");
        COMPARE_TEXT(verdictText(comparison.rows[1]), "one sample, no verdict");
        COMPARE_TEXT(verdictText(comparison.rows[0]), "only in B");
    }

    /** What calls scatter by is no difference; what is beyond it is one. */
    void aDifferenceWithinTheScatterOfCallsIsCalledNoise() {
        const auto calls = [](int64_t ns) {
            Session session;
            for (int i = 0; i < 40; ++i) {
                OpEvent op;
                op.number = i + 1;
                op.op = "Add";
                op.durationNs = ns + (i * 37) % 11 * 10;
                session.ops.push_back(op);
            }
            return session;
        };
        const auto verdict = [](const RunComparison &comparison) { return verdictText(comparison.rows.front()); };
        const RunComparison close = compareRuns(calls(1000), calls(1005), OpGrouping::Op);
        QVERIFY(close.rows.front().verdict == DeltaVerdict::Noise);
        QVERIFY2(verdict(close).starts_with("within the noise of "), verdict(close).c_str());
        const RunComparison far = compareRuns(calls(1000), calls(3000), OpGrouping::Op);
        QVERIFY2(verdict(far).starts_with("slower, beyond the noise of "), verdict(far).c_str());
        QVERIFY(sentence(far).find("Of 1 rows 1 differ in time") != std::string::npos);
    }

    void emptyRunsHaveNoRows() { QVERIFY(compareRuns({}, {}, OpGrouping::Op).rows.empty()); }
};

JITSCOPE_TEST(RunComparisonTest)

} // namespace jitscope::tst_runcomparison

#include "tst_runcomparison.moc"
