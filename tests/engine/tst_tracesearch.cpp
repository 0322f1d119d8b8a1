// SPDX-License-Identifier: Apache-2.0
// Search for slices by name, as the timeline and the command line use it.
#include "engine/base/text.h"
#include "engine/profile/tracesearch.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <random>

namespace jitscope::tst_tracesearch {

using namespace jitscope;

class TraceSearchTest : public QObject {
    Q_OBJECT

    /** Two lanes; slices stand in neither lane in the order of the other. */
    static Trace sample() {
        Trace trace;
        const TrackId host = trace.addTrack("Host", "Python", 0), device = trace.addTrack("Device", "Stream 1", 1);
        trace.addSlice(device, "MatMul", "", 500, 50);
        trace.addSlice(device, "matmul_v2", "", 700, 50);
        trace.addSlice(host, "aclnnMatmul", "", 100, 10);
        trace.addSlice(host, "Add", "", 200, 10);
        trace.addSlice(host, "MatMul.1", "", 300, 10);
        return trace;
    }

    static std::string found(const SliceQuery &query) {
        const Trace trace = sample();
        const auto slices = findSlices(trace, query);
        if (!slices) return "error: " + slices.error().message;
        std::string text;
        for (const SliceId slice : *slices)
            text += std::string(trace.nameOf(slice)) + " ";
        return text;
    }

private Q_SLOTS:
    void namesAreFoundByStart_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("matchCase");
        QTest::addColumn<bool>("wholeWord");
        QTest::addColumn<bool>("regular");
        QTest::addColumn<QString>("names");
        QTest::newRow("any case") << "MATMUL" << false << false << false << "aclnnMatmul MatMul.1 MatMul matmul_v2 ";
        QTest::newRow("this case") << "MatMul" << true << false << false << "MatMul.1 MatMul ";
        QTest::newRow("whole word") << "matmul" << false << true << false << "MatMul.1 MatMul ";
        QTest::newRow("expression") << "^mat.*\\d$" << false << false << true << "MatMul.1 matmul_v2 ";
        QTest::newRow("expression of a word") << "m.t" << false << true << true << "";
        QTest::newRow("nothing") << "" << false << false << false << "";
        QTest::newRow("not there") << "Conv" << false << false << false << "";
    }

    void namesAreFoundByStart() {
        QFETCH(QString, text);
        QFETCH(bool, matchCase);
        QFETCH(bool, wholeWord);
        QFETCH(bool, regular);
        QFETCH(QString, names);
        SliceQuery query;
        query.text = text.toStdString();
        query.matchCase = matchCase;
        query.wholeWord = wholeWord;
        query.regularExpression = regular;
        QCOMPARE(found(query), names.toStdString());
    }

    void lanesAndRangeNarrowIt() {
        SliceQuery query;
        query.text = "matmul";
        query.tracks = {TrackId{1}};
        QCOMPARE(found(query), std::string("MatMul matmul_v2 "));
        query.range = std::pair<int64_t, int64_t>(600, 800);
        QCOMPARE(found(query), std::string("matmul_v2 "));
    }

    void wrongExpressionIsTold() {
        SliceQuery query;
        query.text = "(";
        query.regularExpression = true;
        QVERIFY(found(query).starts_with("error: '(' is no regular expression: "));
    }

    void searchCanBeCancelled() {
        SliceQuery query;
        query.text = "a";
        const auto slices = findSlices(sample(), query, [] { return true; });
        QVERIFY(!slices);
        QCOMPARE(slices.error().message, std::string("searching was cancelled"));
    }

    /** Many slices on few and on many lanes, in order of their rows and as they came, with equal begins. */
    void whatIsFoundStandsInTheOrderOfTime_data() {
        QTest::addColumn<int>("lanes");
        QTest::addColumn<int>("slices");
        QTest::addColumn<bool>("arranged");
        for (const bool arranged : {false, true})
            for (const auto &[lanes, slices] : {std::pair(1, 100), {7, 200'000}, {300, 3'000}, {40, 70'000}})
                QTest::addRow("%d lanes, %d slices%s", lanes, slices, arranged ? ", arranged" : "")
                    << lanes << slices << arranged;
    }

    void whatIsFoundStandsInTheOrderOfTime() {
        QFETCH(int, lanes);
        QFETCH(int, slices);
        QFETCH(bool, arranged);
        std::mt19937 random(7);
        Trace trace;
        for (int lane = 0; lane < lanes; ++lane)
            trace.addTrack("Host", format("lane %d", lane), lane);
        int64_t wanted = 0;
        for (int i = 0; i < slices; ++i) {
            const bool isOne = random() % 5 > 0;
            wanted += isOne;
            trace.addSlice(TrackId{int64_t(random() % uint32_t(lanes))}, isOne ? "MatMul" : "other", "op",
                           i / 3 + random() % 50, random() % 20);
        }
        if (arranged) trace.arrange();
        SliceQuery query;
        query.text = "MatMul";
        const auto slicesFound = findSlices(trace, query);
        VERIFY_RESULT(slicesFound);
        QCOMPARE(int64_t(slicesFound->size()), wanted);
        for (size_t i = 1; i < slicesFound->size(); ++i) {
            const SliceId before = (*slicesFound)[i - 1], here = (*slicesFound)[i];
            QVERIFY(std::pair(trace.startOf(before), before.value) < std::pair(trace.startOf(here), here.value));
        }
    }

    void nextAndPreviousGoRound() {
        const Trace trace = sample();
        SliceQuery query;
        query.text = "matmul";
        const auto slices = findSlices(trace, query); // at 100, 300, 500, 700
        VERIFY_RESULT(slices);
        QCOMPARE(nextAfter(trace, *slices, 0), int64_t(0));
        QCOMPARE(nextAfter(trace, *slices, 300), int64_t(2));
        QCOMPARE(nextAfter(trace, *slices, 700), int64_t(0));
        QCOMPARE(lastBefore(trace, *slices, 300), int64_t(0));
        QCOMPARE(lastBefore(trace, *slices, 100), int64_t(3));
        QCOMPARE(nextAfter(trace, {}, 0), int64_t(-1));
        QCOMPARE(lastBefore(trace, {}, 0), int64_t(-1));
    }
};

JITSCOPE_TEST(TraceSearchTest)

} // namespace jitscope::tst_tracesearch

#include "tst_tracesearch.moc"
