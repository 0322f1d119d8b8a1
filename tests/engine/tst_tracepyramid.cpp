// SPDX-License-Identifier: Apache-2.0
// Rows by pixel: what the pyramid shows is what looking at every slice would show; rows that grow are those laid out at
// once; counters and flows found by index are those found by looking at all.
#include "engine/profile/counterpyramid.h"
#include "engine/profile/flowindex.h"
#include "engine/profile/growingrows.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <algorithm>
#include <random>

namespace jitscope::tst_tracepyramid {

using namespace jitscope;

namespace {

constexpr int64_t epoch = 1'736'412'474'714'258'990; ///< ns, as real profiles count

/** Slices one behind the other, most of them short, some long, with gaps. */
Trace randomRow(int64_t begin, int count, unsigned seed) {
    std::mt19937 random(seed);
    Trace trace;
    const TrackId lane = trace.addTrack("Host", "lane", 0);
    int64_t time = begin;
    for (int i = 0; i < count; ++i) {
        const int64_t duration = random() % 50 == 0 ? random() % 200'000 : random() % 300;
        trace.addSlice(lane, "n" + std::to_string(random() % 7), "", time, duration);
        time += std::max<int64_t>(duration, 1) + (random() % 20 == 0 ? random() % 100'000 : random() % 40);
    }
    trace.arrange();
    return trace;
}

/** Which pixels of the line something covers, by looking at every slice. */
std::vector<bool> coveredPixels(const RowColumns &row, const TimeAxis &axis) {
    std::vector<bool> covered(size_t(axis.width));
    for (int64_t place = 0; place < row.count; ++place) {
        const double left = axis.pixelOf(row.startOf(place)), right = axis.pixelOf(row.endOf(place));
        for (double x = std::floor(std::max(left, 0.0));
             x < std::min(std::max(right, left + 0.001), double(axis.width)); ++x)
            if (x >= 0) covered[size_t(x)] = true;
    }
    return covered;
}

std::vector<bool> paintedPixels(const std::vector<RowSpan> &spans, int width) {
    std::vector<bool> painted(static_cast<size_t>(width));
    for (const RowSpan &span : spans)
        for (int x = std::max(0, span.left); x < std::min(width, span.right); ++x)
            painted[size_t(x)] = true;
    return painted;
}

/** Every painted pixel has a slice within a pixel of it, and every slice a painted pixel within a pixel. */
bool agree(const std::vector<bool> &a, const std::vector<bool> &b) {
    const auto near = [](const std::vector<bool> &line, size_t x) {
        return line[x] || (x > 0 && line[x - 1]) || (x + 1 < line.size() && line[x + 1]);
    };
    for (size_t x = 0; x < a.size(); ++x)
        if ((a[x] && !near(b, x)) || (b[x] && !near(a, x))) return false;
    return true;
}

RowColumns onlyRow(const Trace &trace) {
    return rowColumns(trace, trace.laneRows().at(0));
}

} // namespace

class TracePyramidTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void spansShowWhatIsThereAtEveryZoom_data() {
        QTest::addColumn<double>("share");
        for (const double share : {1.0, 0.3, 0.01, 0.0005, 0.000001})
            QTest::addRow("%g of the row", share) << share;
    }
    void spansShowWhatIsThereAtEveryZoom() {
        QFETCH(double, share);
        const Trace trace = randomRow(epoch, 20'000, 3);
        const RowColumns row = onlyRow(trace);
        RowPyramid pyramid;
        pyramid.cover(row);
        const double whole = double(trace.endNs() - trace.beginNs());
        for (const double from : {0.0, 0.37, 0.9}) {
            TimeAxis axis{trace.beginNs() + int64_t(whole * from), 0, std::max(0.02, whole * share / 700), 700};
            const auto spans = rowSpans(row, pyramid, axis);
            QVERIFY(spans.size() <= 2 * 700 + 4);
            QVERIFY(agree(coveredPixels(row, axis), paintedPixels(spans, 700)));
            // Without a pyramid it is the same, only slower.
            QVERIFY(agree(coveredPixels(row, axis), paintedPixels(rowSpans(row, RowPyramid(), axis), 700)));
        }
    }

    void everySliceInViewIsCountedOnce() {
        const Trace trace = randomRow(epoch, 30'000, 5);
        const RowColumns row = onlyRow(trace);
        RowPyramid pyramid;
        pyramid.cover(row);
        const TimeAxis axis{trace.beginNs(), 0, double(trace.endNs() - trace.beginNs()) / 900, 901};
        int64_t count = 0;
        for (const RowSpan &span : rowSpans(row, pyramid, axis))
            count += span.count;
        QCOMPARE(count, row.count);
    }

    void aPixelStandsForTheLongestOfItsSlices() {
        Trace trace;
        const TrackId lane = trace.addTrack("Host", "lane", 0);
        for (int i = 0; i < 1000; ++i)
            trace.addSlice(lane, "a", "", i * 10, i == 437 ? 9 : 3);
        trace.arrange();
        RowPyramid pyramid;
        pyramid.cover(onlyRow(trace));
        const auto spans = rowSpans(onlyRow(trace), pyramid, {0, 0, 20'000, 1});
        QCOMPARE(spans.size(), size_t(1));
        QCOMPARE(spans[0].place, 437U);
        QCOMPARE(spans[0].count, 1000U);
        QVERIFY(std::abs(spans[0].busy - 3006.0 / 20'000) < 1e-4);
    }

    void nanosecondsAreExactFarFromZero() {
        Trace trace;
        const TrackId lane = trace.addTrack("Host", "lane", 0);
        for (int i = 0; i < 3; ++i)
            trace.addSlice(lane, "a", "", epoch + i * 2, 1); // one nanosecond each, one apart
        trace.arrange();
        RowPyramid pyramid;
        pyramid.cover(onlyRow(trace));
        const auto spans = rowSpans(onlyRow(trace), pyramid, {epoch, 0, 0.01, 600});
        QCOMPARE(spans.size(), size_t(3));
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(spans[size_t(i)].left, i * 200);
            QCOMPARE(spans[size_t(i)].right, i * 200 + 100);
        }
        const TimeAxis axis{epoch, 0, 0.01, 600};
        QCOMPARE(axis.timeAt(axis.pixelOf(epoch + 5) + 0.5), epoch + 5);
    }

    void timesAtTheEndsOfTheRangeDoNotOverflow() {
        QVERIFY(timeDifference(INT64_MAX, INT64_MIN) > 1.8e19);
        TimeAxis axis{INT64_MIN, 0, 1e17, 200};
        QCOMPARE(axis.timeAt(1e6), INT64_MAX - (INT64_MAX - axis.timeAt(1e6)));
        QVERIFY(axis.pixelOf(INT64_MAX) > 180);
        QCOMPARE(axis.shifted(5).beginNs, INT64_MIN);
    }

    void aRowThatGrowsIsCoveredAnewOnlyBehind() {
        const Trace trace = randomRow(0, 5000, 7);
        RowColumns row = onlyRow(trace), part = row;
        RowPyramid whole, grown;
        whole.cover(row);
        for (const int64_t count : {1, 15, 16, 17, 300, 4999, 5000}) {
            part.count = count;
            grown.cover(part, grown.count());
        }
        const TimeAxis axis{0, 0, double(trace.endNs()) / 500, 500};
        QCOMPARE(rowSpans(row, grown, axis), rowSpans(row, whole, axis));
    }

    /** Slices as a run brings them: inner ones end, and come, before those around them. */
    void lanesThatGrowAreThoseLaidOutAtOnce() {
        for (unsigned seed = 0; seed < 20; ++seed) {
            std::mt19937 random(seed);
            Trace trace;
            const TrackId lane = trace.addTrack("Host", "lane", 0), other = trace.addTrack("Host", "other", 1);
            struct Pending {
                int64_t start, duration;
            };
            std::vector<Pending> pending;
            for (int i = 0; i < 400; ++i)
                pending.push_back({int64_t(random() % 5000), int64_t(random() % (i % 10 == 0 ? 900 : 30))});
            std::sort(pending.begin(), pending.end(),
                      [](const Pending &a, const Pending &b) { return a.start + a.duration < b.start + b.duration; });
            GrowingRows rows;
            for (size_t i = 0; i < pending.size(); ++i) {
                trace.addSlice(i % 7 == 0 ? other : lane, "a", "", pending[i].start, pending[i].duration);
                if (random() % 9 == 0) rows.extend(trace);
            }
            rows.extend(trace);
            for (const TrackId each : {lane, other}) {
                const LaneRows expected = layoutTrack(trace, each);
                const auto &grown = rows.lanes()[size_t(each.value)].rows();
                QCOMPARE(int(grown.size()), expected.rows);
                std::vector<std::vector<uint32_t>> byRow(grown.size());
                for (size_t i = 0; i < expected.slices.size(); ++i)
                    byRow[size_t(expected.depth[i])].push_back(uint32_t(expected.slices[i].value));
                for (size_t row = 0; row < grown.size(); ++row) {
                    QCOMPARE(grown[row].slices, byRow[row]);
                    QCOMPARE(grown[row].pyramid.count(), int64_t(byRow[row].size()));
                    const RowColumns columns = grown[row].columns(trace);
                    for (int64_t place = 0; place < columns.count; ++place) {
                        const SliceId slice{byRow[row][size_t(place)]};
                        QCOMPARE(columns.at(place), slice);
                        QCOMPARE(columns.endOf(place), trace.endOf(slice));
                        QCOMPARE(columns.placeOf(slice, trace.startOf(slice)), place);
                        QCOMPARE(columns.part(place, columns.count).at(0), slice);
                    }
                }
            }
        }
    }

    void countersShowTheirExtremesOfEachPixel() {
        std::mt19937 random(11);
        std::vector<CounterSample> samples;
        int64_t time = epoch;
        for (int i = 0; i < 5000; ++i) {
            time += random() % 100;
            samples.push_back({time, double(int(random() % 2000)) - 500});
        }
        CounterPyramid pyramid;
        pyramid.cover({samples.begin(), samples.begin() + 777});
        pyramid.cover(samples, 777);
        for (const double zoom : {0.3, 40.0, 5000.0}) {
            const TimeAxis axis{epoch - 100, 0, zoom, 300};
            const auto columns = counterColumns(samples, pyramid, axis);
            for (int x = 0; x < axis.width; ++x) {
                const int64_t begin = x == 0 ? axis.beginNs : axis.timeAt(x), end = axis.timeAt(x + 1);
                const int64_t held = sampleAt(samples, begin), last = sampleAt(samples, end);
                QCOMPARE(columns[size_t(x)].isSet, last >= 0);
                if (last < 0) continue;
                double low = 1e9, high = -1e9;
                for (int64_t i = std::max<int64_t>(0, held); i <= last; ++i) {
                    low = std::min(low, samples[size_t(i)].value);
                    high = std::max(high, samples[size_t(i)].value);
                }
                QCOMPARE(columns[size_t(x)].values, (SampleRange{low, high}));
                QCOMPARE(columns[size_t(x)].last, samples[size_t(last)].value);
            }
        }
    }

    void flowsAreFoundBySliceAndCategory() {
        Trace trace;
        const TrackId host = trace.addTrack("CANN", "thread", 0), device = trace.addTrack("NPU", "Stream 2", 1);
        std::vector<SliceId> launches, kernels;
        for (int i = 0; i < 100; ++i) {
            launches.push_back(trace.addSlice(host, "launch", "", 1000 + i * 100, 50));
            kernels.push_back(trace.addSlice(device, "kernel", "", 990 + i * 100 + (i > 0 ? 30 : 0), 20));
            trace.addFlow(launches.back(), kernels.back(), "HostToDevice" + std::to_string(i), "HostToDevice");
        }
        trace.addFlow(launches[3], kernels[7], "async_npu");
        trace.addFlow(launches[3], kernels[8], "async_npu");
        const FlowIndex index(trace);
        QCOMPARE(index.categories().size(), size_t(2));
        QCOMPARE(index.categories()[0].count, 100);
        QCOMPARE(index.categories()[0].negative, 1); // the first kernel begins before its launch
        QCOMPARE(index.from(trace, launches[3]).size(), size_t(3));
        QCOMPARE(index.to(trace, kernels[7]).size(), size_t(2));
        QVERIFY(index.to(trace, launches[3]).empty());
        const TextId category = trace.texts().find("HostToDevice");
        QCOMPARE(index.visible(trace, category, 0, 100'000, 2000).size(), size_t(100));
        QCOMPARE(index.visible(trace, category, 0, 100'000, 10).size(), size_t(10));
        QCOMPARE(index.visible(trace, category, 1500, 1510, 2000).size(), size_t(1));
        QVERIFY(index.visible(trace, category, 900'000, 900'010, 2000).empty());
    }
};

JITSCOPE_TEST(TracePyramidTest)

} // namespace jitscope::tst_tracepyramid

#include "tst_tracepyramid.moc"
