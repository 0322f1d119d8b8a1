// SPDX-License-Identifier: Apache-2.0
// A marked range by name against adding up every nanosecond; and ranks whose clocks are apart brought together.
#include "engine/analysis/ranks/rankalignment.h"
#include "engine/analysis/selectionstats.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <map>
#include <random>
#include <set>

namespace jitscope::tst_selectionstats {

using namespace jitscope;

namespace {

bool never() {
    return false;
}

/** Names, count, sum, union and self of a trace of at most a few thousand ns, by counting each of them. */
std::string byCounting(const Trace &trace, const SelectionQuery &query) {
    struct Sums {
        int64_t count = 0, sum = 0, self = 0;
        std::set<int64_t> covered;
    };
    std::map<std::string, Sums> names;
    const auto isIn = [&](TrackId track) {
        return query.lanes.empty() || std::find(query.lanes.begin(), query.lanes.end(), track) != query.lanes.end();
    };
    const auto shiftOf = [&](SliceId slice) {
        const auto shift = query.shifts.find(trace.trackAt(trace.trackOf(slice)).rank);
        return shift == query.shifts.end() ? 0 : shift->second;
    };
    const auto clipped = [&](SliceId slice) {
        const int64_t shift = shiftOf(slice);
        return Interval{std::max(trace.startOf(slice) + shift, query.range.beginNs),
                        std::min(trace.endOf(slice) + shift, query.range.endNs)};
    };
    std::vector<SliceId> slices;
    for (int64_t i = 0; i < trace.sliceCount(); ++i) {
        const int64_t start = trace.startOf(SliceId{i}) + shiftOf(SliceId{i}),
                      end = start + trace.durationOf(SliceId{i});
        if (isIn(trace.trackOf(SliceId{i})) && start < query.range.endNs &&
            (end > query.range.beginNs || start >= query.range.beginNs))
            slices.push_back(SliceId{i});
    }
    for (const SliceId slice : slices) {
        Sums &sums = names[std::string(trace.nameOf(slice))];
        const Interval part = clipped(slice);
        ++sums.count;
        sums.sum += part.length();
        sums.self += part.length();
        for (int64_t ns = part.beginNs; ns < part.endNs; ++ns)
            sums.covered.insert(ns);
    }
    // Each slice comes off the shortest one around it on its lane; of two that are equal the first is the outer one.
    for (const SliceId inner : slices) {
        SliceId around;
        for (const SliceId outer : slices) {
            if (outer == inner || trace.trackOf(outer) != trace.trackOf(inner)) continue;
            if (trace.startOf(outer) > trace.startOf(inner) || trace.endOf(outer) < trace.endOf(inner)) continue;
            const bool isEqual =
                trace.startOf(outer) == trace.startOf(inner) && trace.endOf(outer) == trace.endOf(inner);
            if (isEqual && outer > inner) continue;
            const auto isCloser = [&](SliceId a, SliceId b) { // the later begin, then the earlier end, then the later
                return std::tuple(trace.startOf(a), -trace.endOf(a), a) >
                       std::tuple(trace.startOf(b), -trace.endOf(b), b);
            };
            if (!around.valid() || isCloser(outer, around)) around = outer;
        }
        if (around.valid()) names[std::string(trace.nameOf(around))].self -= clipped(inner).length();
    }
    std::string text;
    for (const auto &[name, sums] : names)
        text += format("%s count %lld sum %lld union %zu self %lld\n", name.c_str(), (long long)sums.count,
                       (long long)sums.sum, sums.covered.size(), (long long)sums.self);
    return text;
}

std::string printed(const Trace &trace, const SelectionStats &stats) {
    std::map<std::string, std::string> lines;
    for (const NameStats &each : stats.names) {
        const std::string name = trace.texts().text(each.name);
        lines[name] = format("%s count %lld sum %lld union %lld self %lld\n", name.c_str(), (long long)each.count,
                             (long long)each.sumNs, (long long)each.unionNs, (long long)each.selfNs);
    }
    std::string text;
    for (const auto &[name, line] : lines)
        text += line;
    return text;
}

/** Nested calls, as a program makes them. */
void addCalls(Trace &trace, TrackId lane, std::mt19937 &random, int64_t begin, int64_t end, int depth) {
    for (int64_t time = begin; time + 4 < end && depth < 5;) {
        const int64_t start = time + int64_t(random() % 6);
        const int64_t stop = std::min<int64_t>(end, start + 1 + int64_t(random() % 90));
        if (stop <= start) return;
        trace.addSlice(lane, "f" + std::to_string(random() % 5), "", start, stop - start);
        addCalls(trace, lane, random, start, stop, depth + 1);
        time = stop + int64_t(random() % 4);
    }
}

Trace collectives(const std::map<int, int64_t> &clocks, int skipped) {
    std::mt19937 random(4);
    Trace trace;
    for (const auto &[rank, clock] : clocks) {
        Track track;
        track.process = "Communication";
        track.name = "Group 7 Communication";
        track.kind = LaneKind::Communication;
        track.rank = rank;
        const TrackId lane = trace.addTrack(track);
        for (int i = rank == 1 ? skipped : 0; i < 60; ++i) {
            const int64_t end = 1'000'000 + i * 100'000 + i * i * 700 + clock + int64_t(random() % 200);
            const int64_t duration = 5000 + int64_t(random() % 40'000); // who comes first waits
            trace.addSlice(lane, i % 2 ? "hcom_allReduce_" : "hcom_allGather_", "", end - duration, duration);
        }
    }
    trace.arrange();
    return trace;
}

} // namespace

class SelectionStatsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesAddUpAsCounted_data() {
        QTest::addColumn<bool>("nests");
        QTest::addColumn<bool>("isArranged");
        QTest::newRow("nested, arranged") << true << true;
        QTest::newRow("nested, as recorded") << true << false;
        QTest::newRow("overlapping, arranged") << false << true;
        QTest::newRow("overlapping, as recorded") << false << false;
    }
    void namesAddUpAsCounted() {
        QFETCH(bool, nests);
        QFETCH(bool, isArranged);
        for (unsigned seed = 0; seed < 25; ++seed) {
            std::mt19937 random(seed);
            Trace trace;
            for (int lane = 0; lane < 3; ++lane) {
                Track track;
                track.process = "Host";
                track.name = "thread " + std::to_string(lane);
                track.rank = lane % 2;
                const TrackId id = trace.addTrack(track);
                if (nests)
                    addCalls(trace, id, random, 0, 1000, 0);
                else
                    for (int i = 0; i < 40; ++i)
                        trace.addSlice(id, "f" + std::to_string(random() % 5), "", int64_t(random() % 900),
                                       int64_t(random() % 80));
            }
            if (isArranged) trace.arrange();
            for (const SelectionQuery &query :
                 {SelectionQuery{{0, 2000}, {}, {}}, SelectionQuery{{300, 450}, {}, {}},
                  SelectionQuery{{300, 450}, {TrackId{1}}, {}}, SelectionQuery{{250, 600}, {}, {{1, 75}}}})
                COMPARE_TEXT(printed(trace, selectionStats(trace, query, never)), byCounting(trace, query));
        }
    }

    void theUnionIsNeverLongerThanTheRange() {
        Trace trace;
        const TrackId lane = trace.addTrack("Overlap Analysis", "Communication", 0),
                      other = trace.addTrack("Overlap Analysis", "Communication(Not Overlapped)", 1);
        trace.addSlice(lane, "Communication", "", 0, 100);
        trace.addSlice(other, "Communication(Not Overlapped)", "", 40, 60);
        trace.arrange();
        const SelectionStats stats = selectionStats(trace, {{10, 90}, {}, {}}, never);
        QCOMPARE(stats.sumNs, 80 + 50);
        QCOMPARE(stats.unionNs, 80);
        QCOMPARE(stats.cut, 2);
        QCOMPARE(stats.count, 2);
    }

    void theSlicesOfANameComeByBegin() {
        Trace trace;
        const TrackId first = trace.addTrack("Host", "a", 0), second = trace.addTrack("Host", "b", 1);
        trace.addSlice(first, "x", "", 50, 5);
        trace.addSlice(second, "x", "", 10, 5);
        trace.addSlice(second, "y", "", 20, 5);
        trace.addSlice(second, "x", "", 90, 5);
        trace.arrange();
        const auto slices = slicesOfName(trace, {{0, 80}, {}, {}}, trace.texts().find("x"), 100);
        QCOMPARE(slices.size(), size_t(2));
        QCOMPARE(trace.startOf(slices[0]), 10);
        QCOMPARE(trace.startOf(slices[1]), 50);
        QCOMPARE(slicesOfName(trace, {{0, 80}, {}, {}}, trace.texts().find("x"), 1).size(), size_t(1));
    }

    void manySlicesAreQuick() {
        Trace trace;
        SliceColumns columns;
        for (int i = 0; i < 20; ++i)
            trace.addTrack("NPU", "Stream " + std::to_string(i), i);
        for (int i = 0; i < 50; ++i)
            trace.addText("kernel" + std::to_string(i));
        for (uint32_t lane = 0; lane < 20; ++lane)
            for (int64_t i = 0; i < 50'000; ++i) {
                columns.track.push_back(lane);
                columns.name.push_back(uint32_t(i % 50));
                columns.category.push_back(0);
                columns.start.push_back(i * 100 + lane);
                columns.duration.push_back(60);
            }
        trace.addSlices(std::move(columns));
        trace.arrange();
        const SelectionStats stats = selectionStats(trace, {{0, INT64_MAX}, {}, {}}, never);
        QCOMPARE(stats.count, 1'000'000);
        QCOMPARE(stats.sumNs, 60'000'000);
        QCOMPARE(stats.unionNs, 50'000 * (60 + 19));
    }

    void ranksAreAlignedByTheirCollectives() {
        const RankAlignment alignment = alignRanks(collectives({{0, 0}, {1, 63'000'000'000}, {2, -5'000'000}}, 0));
        QCOMPARE(alignment.ranks.size(), size_t(3));
        QVERIFY(alignment.unmatched.empty());
        const auto shifts = alignment.shifts();
        QVERIFY(std::abs(shifts.at(1) + 63'000'000'000) < 200);
        QVERIFY(std::abs(shifts.at(2) - 5'000'000) < 200);
        for (const RankShift &rank : alignment.ranks)
            if (rank.rank != 0) {
                QCOMPARE(rank.matched, 60);
                QVERIFY(rank.spreadNs < 200);
            }
    }

    void aRankThatBeganLaterIsMatchedBehindItsFirstOnes() {
        const RankAlignment alignment = alignRanks(collectives({{0, 0}, {1, 7'000'000'000}}, 4));
        QCOMPARE(alignment.ranks.size(), size_t(2));
        QVERIFY(std::abs(alignment.shifts().at(1) + 7'000'000'000) < 400);
        QVERIFY(alignment.ranks[1].matched >= 50);
    }

    void ranksWithNothingInCommonStay() {
        Trace trace = collectives({{0, 0}, {1, 100}}, 0);
        Track track;
        track.process = "Communication";
        track.name = "Group 9 Communication";
        track.kind = LaneKind::Communication;
        track.rank = 5;
        trace.addSlice(trace.addTrack(track), "hcom_send_", "", 0, 10);
        trace.arrange();
        const RankAlignment alignment = alignRanks(trace);
        QCOMPARE(alignment.ranks.size(), size_t(2));
        QCOMPARE(alignment.unmatched, std::vector<int>{5});
        QVERIFY(alignRanks(Trace()).ranks.empty());
    }
};

JITSCOPE_TEST(SelectionStatsTest)

} // namespace jitscope::tst_selectionstats

#include "tst_selectionstats.moc"
