// SPDX-License-Identifier: Apache-2.0
// Loops over several threads: every index once, at most as many threads as allowed, also while other programs have the
// cores.
#include "engine/base/loopsharing.h"
#include "engine/base/threadpool.h"
#include "tests/support/testprogram.h"

#include <QObject>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace jitscope::tst_threadpool {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** How often each index was met. */
class Visits {
public:
    explicit Visits(int64_t count)
        : m_counts(size_t(count)) {}
    void add(int64_t index) { m_counts[size_t(index)].fetch_add(1, std::memory_order_relaxed); }
    bool areOnceEach() const {
        return std::ranges::all_of(m_counts, [](const std::atomic<int> &count) { return count.load() == 1; });
    }

private:
    std::vector<std::atomic<int>> m_counts;
};

bool rangesCover(int64_t count, int64_t grain) {
    Visits visits(count);
    parallelFor(count, grain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            visits.add(i);
    });
    return visits.areOnceEach();
}

bool tasksCover(int64_t count) {
    Visits visits(count);
    forEachTask(count, [&](int64_t task) { visits.add(task); });
    return visits.areOnceEach();
}

/** The most threads that were in tasks of one loop at the same time, of many loops over tasks that take a while. */
int threadsAtOnce() {
    std::atomic<int> inside = 0, most = 0;
    for (int loop = 0; loop < 20; ++loop)
        forEachTask(64, [&](int64_t) {
            const int now = ++inside;
            for (int known = most; known < now && !most.compare_exchange_weak(known, now);) {
            }
            std::this_thread::sleep_for(std::chrono::microseconds(50));
            --inside;
        });
    return most;
}

/** Keeps all cores busy while it lives. */
class OtherPrograms {
public:
    OtherPrograms() {
        for (int i = 0; i < 2 * threadCount(); ++i)
            m_threads.emplace_back([this] {
                while (!m_isOver.load(std::memory_order_relaxed)) {
                }
            });
    }
    ~OtherPrograms() {
        m_isOver = true;
        for (std::thread &thread : m_threads)
            thread.join();
    }
    OtherPrograms(const OtherPrograms &) = delete;
    OtherPrograms &operator=(const OtherPrograms &) = delete;

private:
    std::atomic<bool> m_isOver = false;
    std::vector<std::thread> m_threads;
};

} // namespace

class ThreadPoolTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { limitThreads(threadCount()); }

    void everyIndexIsMetOnce() {
        for (const int64_t count : {0, 1, 2, 3, 7, 8, 9, 100, 10'000})
            for (const int64_t grain : {1, 2, 8, 1000}) {
                QVERIFY(rangesCover(count, grain));
                QVERIFY(tasksCover(count));
            }
    }

    void aLoopInsideALoopRunsOnItsOwnThread() {
        Visits visits(64);
        forEachTask(8, [&](int64_t outer) { forEachTask(8, [&](int64_t inner) { visits.add(8 * outer + inner); }); });
        QVERIFY(visits.areOnceEach());
    }

    void loopsOfSeveralThreadsGoOnAtOnce() {
        std::atomic<bool> isRight = true;
        std::vector<std::thread> callers;
        for (int i = 0; i < 4; ++i)
            callers.emplace_back([&] {
                for (int loop = 0; loop < 500; ++loop)
                    if (!rangesCover(100, 1)) isRight = false;
            });
        for (std::thread &caller : callers)
            caller.join();
        QVERIFY(isRight);
    }

    void noMoreThreadsThanAllowedWork() {
        for (int allowed = 1; allowed <= threadCount(); ++allowed) {
            limitThreads(allowed);
            QVERIFY(int(threadsAtOnce()) <= allowed);
            QVERIFY(tasksCover(100));
        }
        limitThreads(-3);
        QCOMPARE(threadsAtOnce(), 1);
    }

    void aPauseFollowsAStandstill() {
        LoopSharing sharing;
        QCOMPARE(sharing.aloneNs(0), int64_t(0));
        sharing.noteStandstill(1000);
        QCOMPARE(sharing.aloneNs(1000), LoopSharing::longNs);
        const int64_t over = 1000 + LoopSharing::leastPauseNs;
        QCOMPARE(sharing.aloneNs(over), int64_t(0));
        sharing.noteStandstill(over); // the next is longer
        QCOMPARE(sharing.aloneNs(over + LoopSharing::leastPauseNs), LoopSharing::longNs);
        const int64_t again = over + 2 * LoopSharing::leastPauseNs;
        QCOMPARE(sharing.aloneNs(again), int64_t(0));
        for (int loop = 0; loop < LoopSharing::forgetAfter; ++loop)
            sharing.noteHelped();
        sharing.noteStandstill(again);
        QCOMPARE(sharing.aloneNs(again + LoopSharing::leastPauseNs), int64_t(0));
    }

    void loopsThatNobodyHelpsWithBeginAloneForAWhile() {
        LoopSharing sharing;
        for (int loop = 0; loop < LoopSharing::mostUnhelped; ++loop)
            sharing.noteUnhelped(loop);
        QCOMPARE(sharing.aloneNs(100), int64_t(0)); // a worker may be waking up
        QCOMPARE(sharing.aloneNs(LoopSharing::wakeNs), LoopSharing::shortNs);
        QCOMPARE(sharing.aloneNs(LoopSharing::askAgainNs), int64_t(0));
        QCOMPARE(sharing.aloneNs(LoopSharing::askAgainNs + 1), int64_t(0)); // asks as often as before
    }

    /** Workers lose their cores in the middle of pieces, so loops begin alone for a while, and are shared again. */
    void nothingIsLostWhereOthersHaveTheCores() {
        const OtherPrograms others;
        for (int loop = 0; loop < 2000; ++loop) {
            QVERIFY(tasksCover(16));
            QVERIFY(rangesCover(1000, 10));
        }
        threadsAtOnce();
        QVERIFY(tasksCover(10'000));
    }
};

JITSCOPE_TEST(ThreadPoolTest)

} // namespace jitscope::tst_threadpool

#include "tst_threadpool.moc"
