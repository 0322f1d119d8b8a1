// SPDX-License-Identifier: Apache-2.0
// What a run's threads did: what the system counts, the spans that are made of it, their sums, and a recorded script.
#include "engine/analysis/operators/opfilter.h"
#include "engine/analysis/operators/optable.h"
#include "engine/analysis/operators/threadrows.h"
#include "engine/base/clock.h"
#include "engine/base/threaduse.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "engine/session/threadsampler.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <QTemporaryDir>

#include <algorithm>
#include <map>
#include <string>
#include <thread>

namespace jitscope::tst_threads {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr int64_t ms = 1'000'000;

const ThreadUse *named(const std::vector<ThreadUse> &threads, const std::string &name) {
    const auto found = std::ranges::find(threads, name, &ThreadUse::name);
    return found == threads.end() ? nullptr : &*found;
}

void compute(int64_t ns) {
    for (const int64_t end = nowNs() + ns; nowNs() < end;) {
    }
}

std::string textOf(const std::vector<ThreadSpan> &spans) {
    std::string text;
    for (const ThreadSpan &span : spans)
        text += format("%lld %s %lld+%lld run %lld ready %lld\n", (long long)span.thread, span.name.c_str(),
                       (long long)(span.startNs / ms), (long long)(span.durationNs / ms), (long long)(span.runNs / ms),
                       (long long)(span.readyNs / ms));
    return text;
}

/** "program" has an operator and ran half of 200 ms, "loader" came later. */
Session threadSession() {
    Session session;
    session.threadSpans = {{0, "main", 0, 100 * ms, 80 * ms, 10 * ms},
                           {0, "main", 100 * ms, 100 * ms, 20 * ms, 0},
                           {77, "loader", 100 * ms, 100 * ms, 30 * ms, 30 * ms}};
    for (const auto &[number, thread] : std::map<int64_t, int64_t>{{1, 0}, {2, 77}, {3, 77}, {4, 99}, {5, -1}}) {
        OpEvent op;
        op.number = number;
        op.op = "Add";
        op.startNs = number * 30 * ms;
        op.durationNs = ms;
        op.thread = thread;
        session.ops.push_back(op);
    }
    return session;
}

std::string textOf(const std::vector<ThreadTimes> &rows) {
    std::string text;
    for (const ThreadTimes &row : rows)
        text += format("%s: %g of %g, ready %g, waited %g\n", row.text.c_str(), row.runNs / ms, row.spanNs / ms,
                       row.readyNs / ms, row.waitNs / ms);
    return text;
}

} // namespace

class ThreadsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /** Recordings name the lane of a thread's operators by its number. */
    void aLaneHasTheNameOfItsThread() {
        Session session = threadSession();
        const auto name = [&](const char *recorded, LaneKind kind = LaneKind::Framework) {
            Track track;
            track.name = recorded;
            track.kind = kind;
            return laneName(session, track);
        };
        COMPARE_TEXT(name("Python thread 77"), "loader");
        COMPARE_TEXT(name("Python thread 99"), "Python thread 99"); // without a name
        COMPARE_TEXT(name("Python thread 7x"), "Python thread 7x");
        COMPARE_TEXT(name("Python"), "Python");
        COMPARE_TEXT(name("Python thread 77", LaneKind::Other), "Python thread 77"); // of another producer
        session.threadSpans.push_back({78, "loader", 0, ms, 0, 0});
        COMPARE_TEXT(name("Python thread 77"), "loader 77");
    }

    void theSystemTellsWhoRanAndWhoWaited() {
        std::atomic<int> begun = 0;
        std::atomic<bool> isEnding = false;
        const auto thread = [&](const char *name, int64_t work) {
            return std::thread([&, name, work] {
                nameThread(name);
                compute(work);
                ++begun;
                while (!isEnding)
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
            });
        };
        std::thread busy = thread("busy", 40 * ms), lazy = thread("lazy", 0);
        while (begun < 2)
            std::this_thread::yield();
        const std::vector<ThreadUse> threads = threadUse();
        isEnding = true;
        busy.join();
        lazy.join();
        const ThreadUse *ran = named(threads, "busy"), *waited = named(threads, "lazy");
        QVERIFY(ran && waited);
        // It computed for 40 ms by the clock, some of which another program may have had the core.
        QVERIFY2(ran->runNs + ran->readyNs > 35 * ms, qPrintable(QString::number(ran->runNs)));
        QVERIFY2(waited->runNs < ran->runNs, qPrintable(QString::number(waited->runNs)));
        QVERIFY(std::ranges::is_sorted(threads, {}, &ThreadUse::thread));
    }

    void aNameIsCutAtAWholeCharacter() {
        std::string seen;
        std::thread([&] {
            nameThread("loader-\u6570\u636e\u8bfb\u53d6"); // 7 + 4 * 3 bytes
            for (const ThreadUse &use : threadUse())
                if (use.thread == currentThread()) seen = use.name;
        }).join();
        QCOMPARE(seen, std::string("loader-\u6570\u636e"));
    }

    void onlyTheProgramsThreadIsNumberZero() {
        int64_t other = 0;
        std::thread([&] { other = currentThread(); }).join();
        QCOMPARE(currentThread(), int64_t(0));
        QVERIFY(other > 0);
    }

    void spansAreWhatTheCountsRoseBy() {
        ThreadSampler sampler;
        using Counts = std::vector<ThreadUse>;
        QVERIFY(sampler.isDue(5));
        QVERIFY(sampler.spans(Counts{{0, "p", 50 * ms, 5 * ms}, {7, "w", 0, 0}}, 1000 * ms).empty());
        QVERIFY(!sampler.isDue(1050 * ms));
        QVERIFY(sampler.isDue(1100 * ms));
        COMPARE_TEXT(textOf(sampler.spans(Counts{{0, "p", 140 * ms, 6 * ms}, {7, "w", 0, 0}}, 1100 * ms)),
                     "0 p 1000+100 run 90 ready 1\n");
        // The worker waited for 100 ms and then ran; another came.
        COMPARE_TEXT(
            textOf(sampler.spans(Counts{{0, "p", 140 * ms, 6 * ms}, {7, "w", 20 * ms, 0}, {9, "n", ms, 0}}, 1200 * ms)),
            "7 w 1000+100 run 0 ready 0\n"
            "7 w 1100+100 run 20 ready 0\n"
            "9 n 1100+100 run 1 ready 0\n");
        // The worker is gone, the program waited all along.
        COMPARE_TEXT(textOf(sampler.spans(Counts{{0, "p", 140 * ms, 6 * ms}, {9, "n", ms, 0}}, 1300 * ms)), "");
        COMPARE_TEXT(textOf(sampler.spans(Counts{{0, "p", 150 * ms, 6 * ms}}, 1400 * ms)),
                     "0 p 1100+200 run 0 ready 0\n"
                     "0 p 1300+100 run 10 ready 0\n"
                     "9 n 1200+100 run 0 ready 0\n");
        COMPARE_TEXT(textOf(sampler.lastSpans(Counts{{0, "p", 150 * ms, 6 * ms}}, 1450 * ms)),
                     "0 p 1400+50 run 0 ready 0\n");
        QVERIFY2(sampler.spans(Counts{{0, "p", 999 * ms, 6 * ms}}, 1500 * ms).empty(), "counting begins anew");
    }

    /** That a thread was ready is counted when it gets a core. */
    void lateCountsBelongToWhereItSeemedToWait() {
        ThreadSampler sampler;
        using Counts = std::vector<ThreadUse>;
        sampler.spans(Counts{{0, "p", 0, 0}}, 1000 * ms);
        QVERIFY(sampler.spans(Counts{{0, "p", 0, 0}}, 1200 * ms).empty());
        COMPARE_TEXT(textOf(sampler.spans(Counts{{0, "p", 10 * ms, 250 * ms}}, 1300 * ms)),
                     "0 p 1000+200 run 0 ready 160\n"
                     "0 p 1200+100 run 10 ready 90\n");
    }

    /** It tells when it begins and ends: between two looks at the counts a whole life may lie. */
    void aShortLifeIsKnown() {
        ThreadSampler sampler;
        using Counts = std::vector<ThreadUse>;
        using Moments = std::vector<ThreadMoment>;
        constexpr auto begin = ThreadMoment::Kind::Begin, end = ThreadMoment::Kind::End;
        sampler.spans(Counts{{0, "p", 0, 0}}, 1000 * ms);
        COMPARE_TEXT(textOf(sampler.spans(
                         Counts{{0, "p", 0, 0}}, 1100 * ms,
                         Moments{{begin, {7, "short", 0, 0}, 1010 * ms}, {end, {7, "", 30 * ms, 0}, 1050 * ms}})),
                     "7 short 1010+40 run 30 ready 0\n");
        // One begins and is seen, one ends after it was seen, one begins after.
        COMPARE_TEXT(textOf(sampler.spans(
                         Counts{{0, "p", 0, 0}, {8, "a long name of ", 5 * ms, 0}, {9, "ended", ms, 0}}, 1200 * ms,
                         Moments{{begin, {8, "a long name of its own", 0, 0}, 1150 * ms},
                                 {begin, {9, "ended", 0, 0}, 1160 * ms},
                                 {end, {9, "", 2 * ms, 0}, 1201 * ms},
                                 {begin, {10, "late", 0, 0}, 1202 * ms}})),
                     "9 ended 1160+41 run 2 ready 0\n"
                     "8 a long name of its own 1150+50 run 5 ready 0\n");
        COMPARE_TEXT(textOf(sampler.spans(
                         Counts{{0, "p", 0, 0}, {8, "a long name of ", 5 * ms, 0}, {10, "late", ms, 0}}, 1300 * ms)),
                     "10 late 1202+98 run 1 ready 0\n");
    }

    void aClockThatWasSetBackBeginsAnew() {
        ThreadSampler sampler;
        using Counts = std::vector<ThreadUse>;
        sampler.spans(Counts{{0, "p", 0, 0}}, 1000 * ms);
        QVERIFY(sampler.isDue(900 * ms));
        QVERIFY(sampler.spans(Counts{{0, "p", 80 * ms, 0}}, 900 * ms).empty());
        COMPARE_TEXT(textOf(sampler.spans(Counts{{0, "p", 90 * ms, 0}}, 1000 * ms)), "0 p 900+100 run 10 ready 0\n");
    }

    /** The time in which the program stands is no thread's. */
    void aStopIsLeftOut() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        Session session;
        for (int round = 0; round < 3; ++round) {
            recorder.beginThreads();
            session.append(recorder.take());
            compute(120 * ms);
            session.append(recorder.take());
            recorder.endThreads();
            const int64_t stoodAt = systemNs();
            std::this_thread::sleep_for(std::chrono::milliseconds(250));
            session.append(recorder.take());
            leaveOutOfClock(systemNs() - stoodAt);
        }
        int64_t last = 0, sum = 0;
        for (const ThreadSpan &span : session.threadSpans) {
            QVERIFY(span.durationNs >= 0);
            if (span.thread != 0) continue;
            QVERIFY2(span.startNs >= last, "spans of a thread do not overlap");
            last = span.startNs + span.durationNs;
            sum += span.durationNs;
        }
        QVERIFY2(sum > 250 * ms && sum < 600 * ms, qPrintable(QString::number(sum / ms)));
    }

    void sumsAreThoseOfTheSpans() {
        COMPARE_TEXT(textOf(threadTimes(threadSession())), "program: 100 of 200, ready 10, waited 90\n"
                                                           "loader: 30 of 100, ready 30, waited 40\n");
    }

    void aRangeCutsSpansInProportion() {
        COMPARE_TEXT(textOf(threadTimes(threadSession(), {50 * ms, 150 * ms})),
                     "program: 50 of 100, ready 5, waited 45\n"
                     "loader: 15 of 50, ready 15, waited 20\n");
        QVERIFY(threadTimes(threadSession(), {300 * ms, 400 * ms}).empty());
    }

    /** One span may count what another left out. */
    void sumsDoNotExceedALife() {
        Session session;
        session.threadSpans = {{0, "main", 0, 10 * ms, 0, 0}, {0, "main", 10 * ms, 10 * ms, 5 * ms, 12 * ms}};
        COMPARE_TEXT(textOf(threadTimes(session)), "program: 5 of 20, ready 12, waited 3\n");
    }

    /** What was counted late belongs to the span before; of the first, to before counting began, as behind a stop. */
    void partsAddUpToALife() {
        Session session;
        session.threadSpans = {{0, "main", 0, 10 * ms, 11 * ms, 0}};
        COMPARE_TEXT(textOf(threadTimes(session)), "program: 10 of 10, ready 0, waited 0\n");
        session.threadSpans = {{0, "main", 0, 10 * ms, 5 * ms, 1 * ms}, {0, "main", 10 * ms, 10 * ms, 8 * ms, 5 * ms}};
        COMPARE_TEXT(textOf(threadTimes(session)), "program: 13 of 20, ready 6, waited 1\n");
        COMPARE_TEXT(textOf(threadTimes(session, {10 * ms, 20 * ms})), "program: 8 of 10, ready 2, waited 0\n");
        session.threadSpans[1].startNs = 12 * ms;
        COMPARE_TEXT(textOf(threadTimes(session)), "program: 13 of 20, ready 3, waited 4\n");
    }

    /** The recorder's thread may be on a core only when a short program is over. */
    void aShortRunIsCounted() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        recorder.beginThreads();
        compute(3 * ms);
        recorder.endThreads();
        const Session session = recorder.take();
        const auto rows = threadTimes(session);
        const auto own = std::ranges::find(rows, 0, &ThreadTimes::thread);
        QVERIFY(own != rows.end());
        QVERIFY2(own->spanNs >= 3e6, qPrintable(QString::number(own->spanNs)));
        QCOMPARE(own->runNs + own->readyNs + own->waitNs, own->spanNs);
    }

    void equalNamesHaveNumbers() {
        Session session;
        session.threadSpans = {{0, "main", 0, ms, 0, 0},
                               {5, "worker", 0, ms, 0, 0},
                               {6, "worker", 0, ms, 0, 0},
                               {8, "program", 0, ms, 0, 0}};
        const auto texts = threadTexts(session);
        QCOMPARE(texts.at(0), std::string("program"));
        QCOMPARE(texts.at(5), std::string("worker 5"));
        QCOMPARE(texts.at(8), std::string("program 8"));
    }

    void operatorsAreGroupedByThread() {
        std::map<std::string, int64_t> counts;
        for (const OpRow &row : opTable(threadSession(), OpGrouping::Thread))
            counts[row.key] = row.count;
        const std::map<std::string, int64_t> expected{{"program", 1}, {"loader", 2}, {"99", 1}, {"(unknown)", 1}};
        QCOMPARE(counts, expected);
    }

    /** Of a thread that ended before it was seen, the operators alone are known. */
    void rowsHaveTimesAndOperators() {
        const Session session = threadSession();
        const OpColumns columns = opColumns(session);
        std::string text;
        for (const ThreadRow &row : threadRows(session, columns, placesOf(columns, {})))
            text += format("%s %d %lld %lld\n", row.times.text.c_str(), row.isTimed(), (long long)row.operators,
                           (long long)(row.operatorNs / ms));
        COMPARE_TEXT(text, "program 1 1 1\nloader 1 2 2\n(unknown) 0 1 1\n99 0 1 1\n");
    }

    /** A thread that calls no operator has a name, too, and one that lives for a moment is there with what it did. */
    void aScriptsShortThreadsAreThere() {
        PythonScripts scripts;
        scripts.run("import threading, time\n"
                    "import mindspore as ms\n"
                    "time.sleep(0.05)\n"
                    "def compute():\n"
                    "    end = time.thread_time() + 0.02\n"
                    "    while time.thread_time() < end:\n"
                    "        pass\n"
                    "t = threading.Thread(target=compute, name='reads all of the samples')\n"
                    "t.start()\n"
                    "t.join()\n"
                    "ms.ops.exp(ms.Tensor([1.0]))\n");
        const Session session = Recorder::instance().take();
        const auto rows = threadTimes(session);
        const auto found = std::ranges::find(rows, "reads all of the samples", &ThreadTimes::text);
        QVERIFY2(found != rows.end(), textOf(rows).c_str());
        QVERIFY2(found->runNs >= 20 * ms && found->runNs <= found->spanNs, textOf(rows).c_str());
    }

    /** From the line that asks for a row until it is there, once for each row and once for the end. */
    void waitsForDataAreRecorded() {
        PythonScripts scripts;
        scripts.run("import time\n"
                    "import numpy as np\n"
                    "import mindspore as ms\n"
                    "from mindspore.dataset import GeneratorDataset\n"
                    "class Slow:\n"
                    "    def __len__(self):\n"
                    "        return 3\n"
                    "    def __getitem__(self, index):\n"
                    "        time.sleep(0.01)\n"
                    "        return np.ones(2, np.float32)\n"
                    "data = GeneratorDataset(Slow(), ['x'], shuffle=False).batch(1)\n"
                    "for row, in data:\n"
                    "    row + 1\n");
        const Session session = Recorder::instance().take();
        QCOMPARE(session.dataWaits.size(), size_t(4));
        for (const DataWait &wait : session.dataWaits) {
            COMPARE_TEXT(wait.dataset.str(), "GeneratorDataset > batch");
            const StackFrame *frame = userFrame(session, wait.stack);
            QVERIFY(frame);
            QCOMPARE(frame->span.line, 12);
            const bool isEnd = &wait == &session.dataWaits.back();
            QVERIFY2(isEnd || wait.durationNs >= 10 * ms, qPrintable(QString::number(wait.durationNs)));
        }
        QCOMPARE(session.ops.size(), size_t(3));
        QVERIFY(session.dataWaits[0].startNs + session.dataWaits[0].durationNs <= session.ops.startNs(0));
        const auto lanes = session.trace.tracks();
        QVERIFY(std::ranges::any_of(lanes, [](const Track &track) { return track.name == "data"; }));

        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("data.jitscope")).toStdString();
        VERIFY_RESULT(saveSession(session, path));
        const auto loaded = loadSession(path);
        VERIFY_RESULT(loaded);
        QVERIFY(loaded->dataWaits == session.dataWaits);
        Session damaged = session;
        damaged.dataWaits[1].stack = 999;
        const auto saved = saveSession(damaged, path);
        QVERIFY(!saved && saved.error().message.find("data_waits") != std::string::npos);
    }

    /** One thread computes, one sleeps, both call operators. */
    void aScriptsThreadsAreToldApart() {
        PythonScripts scripts;
        scripts.run("import threading, time\n"
                    "import mindspore as ms\n"
                    "from mindspore import ops\n"
                    "x = ms.Tensor([1.0, 2.0])\n"
                    "def compute():\n"
                    "    end = time.monotonic() + 0.4\n"
                    "    while time.monotonic() < end:\n"
                    "        ops.add(x, x)\n"
                    "def sleep():\n"
                    "    ops.mul(x, x)\n"
                    "    time.sleep(0.4)\n"
                    "threads = [threading.Thread(target=compute, name='reckoner'),\n"
                    "           threading.Thread(target=sleep, name='sleeper')]\n"
                    "for t in threads: t.start()\n"
                    "for t in threads: t.join()\n"
                    "ops.exp(x)\n");
        const Session session = Recorder::instance().take();
        std::map<std::string, ThreadTimes> rows;
        for (const ThreadTimes &row : threadTimes(session))
            rows[row.text] = row;
        QVERIFY2(rows.contains("program") && rows.contains("reckoner") && rows.contains("sleeper"),
                 textOf(threadTimes(session)).c_str());
        const ThreadTimes &busy = rows["reckoner"], &idle = rows["sleeper"];
        QVERIFY2(busy.runNs + busy.readyNs > 0.6 * busy.spanNs, textOf(threadTimes(session)).c_str());
        QVERIFY2(idle.waitNs > 0.8 * idle.spanNs, textOf(threadTimes(session)).c_str());
        std::map<std::string, std::string> threadOf; // by operator
        const auto texts = threadTexts(session);
        for (const OpEvent &op : session.ops)
            threadOf[op.op.str()] = texts.at(op.thread);
        QCOMPARE(threadOf["Add"], std::string("reckoner"));
        QCOMPARE(threadOf["Mul"], std::string("sleeper"));
        QCOMPARE(threadOf["Exp"], std::string("program"));
        // Each has a lane of its own: what runs at the same time does not lie upon each other.
        int lanes = 0;
        for (const Track &track : session.trace.tracks())
            lanes += track.process == "Host" && track.name.starts_with("Python");
        QCOMPARE(lanes, 3);
    }
};

JITSCOPE_TEST(ThreadsTest)

} // namespace jitscope::tst_threads

#include "tst_threads.moc"
