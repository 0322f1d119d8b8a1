// SPDX-License-Identifier: Apache-2.0
// Two runs side by side, over a handful of operators.
#include "engine/analysis/comparison/runcomparison.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"

#include <QObject>

using namespace jitscope;

namespace {

Session sessionOf(std::initializer_list<std::pair<const char *, int64_t>> ops) {
    Session session;
    for (const auto &[name, duration] : ops) {
        OpEvent &op = session.ops.emplace_back();
        op.number = int64_t(session.ops.size());
        op.op = name;
        op.durationNs = duration;
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
        const std::vector<RunDifference> expected = {{"Sub", 0, 1, 0, 100}, {"Add", 2, 1, 30, 25}, {"Mul", 1, 1, 5, 5}};
        QVERIFY(comparison.rows == expected);
        QCOMPARE(comparison.rows[1].deltaNs(), int64_t(-5));
        COMPARE_TEXT(sentence(comparison), "A: 3 operators in 35 ns, B: 3 operators in 130 ns.");
    }

    void emptyRunsHaveNoRows() { QVERIFY(compareRuns({}, {}, OpGrouping::Op).rows.empty()); }
};

QTEST_MAIN(RunComparisonTest)
#include "tst_runcomparison.moc"
