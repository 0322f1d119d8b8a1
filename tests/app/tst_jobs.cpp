// SPDX-License-Identifier: Apache-2.0
// Work off the GUI thread: its result comes back here, and only while it is wanted.
#include "app/sdk/jobs.h"
#include "engine/tensor/tensor.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QThread>

namespace jitscope::tst_jobs {

using namespace jitscope;

namespace {

/** Waits on the pool thread until it is cancelled; says whether it was. */
bool untilCancelled(const CancelFlag &cancelled) {
    for (int i = 0; i < 5000 && !*cancelled; ++i)
        QThread::msleep(1);
    return *cancelled;
}

} // namespace

class JobsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theResultComesBackToThisThread() {
        Jobs jobs;
        int result = 0;
        QThread *worker = nullptr, *receiver = nullptr;
        jobs.run(
            "add", "Adding", this,
            [&worker](const CancelFlag &) {
                worker = QThread::currentThread();
                return 40 + 2;
            },
            [&](int value) {
                receiver = QThread::currentThread();
                result = value;
            });
        QCOMPARE(jobs.running(), 1);
        QTRY_COMPARE(result, 42);
        QCOMPARE(receiver, QThread::currentThread());
        QVERIFY(worker != receiver);
        QCOMPARE(jobs.running(), 0);
    }

    /** An exception that left a thread of the pool would end the program. */
    void workThatThrowsFailsWithItsReason() {
        Jobs jobs;
        QSignalSpy failed(&jobs, &Jobs::failed);
        bool isDone = false;
        jobs.run(
            "large", "Large", this, [](const CancelFlag &) { return Tensor({int64_t(1) << 44}, DType::Float32); },
            [&](const Tensor &) { isDone = true; });
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed.first().at(0).toString(), QStringLiteral("large"));
        QVERIFY2(failed.first().at(2).toString().startsWith("Not enough memory"),
                 qPrintable(failed.first().at(2).toString()));
        QVERIFY(!isDone);
        QCOMPARE(jobs.running(), 0);
    }

    void startAndEndAreTold() {
        Jobs jobs;
        QSignalSpy started(&jobs, &Jobs::started), ended(&jobs, &Jobs::ended);
        jobs.run(
            "a", "Title of it", this, [](const CancelFlag &) { return 1; }, [](int) {});
        QCOMPARE(started.count(), 1);
        QCOMPARE(started.first().at(1).toString(), QStringLiteral("Title of it"));
        QTRY_COMPARE(ended.count(), 1);
    }

    void aCancelledJobIsToldSoAndGivesNothing() {
        Jobs jobs;
        std::atomic<bool> noticed = false;
        bool done = false;
        jobs.run(
            "slow", "Slow", this,
            [&noticed](const CancelFlag &cancelled) { return bool(noticed = untilCancelled(cancelled)); },
            [&done](bool) { done = true; });
        jobs.cancel("slow");
        QCOMPARE(jobs.running(), 0);
        QTRY_VERIFY(noticed);
        QTest::qWait(20);
        QVERIFY(!done);
    }

    void aNewerJobOfTheSameTagTakesThePlace() {
        Jobs jobs;
        QStringList results;
        jobs.run(
            "layout", "First", this,
            [](const CancelFlag &cancelled) { return untilCancelled(cancelled) ? QString("old") : QString(); },
            [&results](const QString &text) { results.append(text); });
        jobs.run(
            "layout", "Second", this, [](const CancelFlag &) { return QString("new"); },
            [&results](const QString &text) { results.append(text); });
        QTRY_COMPARE(results.size(), 1);
        QTest::qWait(20);
        QCOMPARE(results, QStringList("new"));
    }

    void nothingIsGivenToAReceiverThatIsGone() {
        Jobs jobs;
        bool done = false;
        auto receiver = std::make_unique<QObject>();
        QSignalSpy ended(&jobs, &Jobs::ended);
        jobs.run(
            "gone", "Gone", receiver.get(), [](const CancelFlag &) { return 1; }, [&done](int) { done = true; });
        receiver.reset();
        QTRY_COMPARE(ended.count(), 1);
        QVERIFY(!done);
    }

    void theEndOfAllCancelsAndWaits() {
        std::atomic<bool> left = false;
        {
            Jobs jobs;
            jobs.run(
                "slow", "Slow", this,
                [&left](const CancelFlag &cancelled) {
                    untilCancelled(cancelled);
                    left = true;
                    return 0;
                },
                [](int) {});
        }
        QVERIFY(left);
    }
};

JITSCOPE_WINDOW_TEST(JobsTest)

} // namespace jitscope::tst_jobs

#include "tst_jobs.moc"
