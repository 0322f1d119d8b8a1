// SPDX-License-Identifier: Apache-2.0
// How long each event holds the GUI thread, without what the machine itself keeps the thread waiting for a core, or
// another thread of the program that it sleeps for.
#pragma once

#include "tests/support/testing.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QStringList>
#include <QWidget>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/syscall.h>
#include <unistd.h>

namespace jitscope::testing {

/** Nanoseconds for which this thread was ready to run but had no core, as Linux counts them; 0 where it does not. */
inline int64_t waitedForCoreNs() {
    static const std::string path = "/proc/self/task/" + std::to_string(::syscall(SYS_gettid)) + "/schedstat";
    long long ran = 0, waited = 0;
    if (FILE *file = std::fopen(path.c_str(), "r")) {
        if (std::fscanf(file, "%lld %lld", &ran, &waited) != 2) waited = 0;
        std::fclose(file);
    }
    return waited;
}

/** The same of all other threads of the program together: whoever waits for one of them waits for the machine. */
inline int64_t othersWaitedForCoreNs() {
    int64_t sum = 0;
    std::error_code error;
    for (const auto &thread : std::filesystem::directory_iterator("/proc/self/task", error)) {
        if (thread.path().filename() == std::to_string(::syscall(SYS_gettid))) continue;
        long long ran = 0, waited = 0;
        std::ifstream file(thread.path() / "schedstat");
        if (file >> ran >> waited) sum += waited;
    }
    return sum;
}

/** An application that measures every event from its delivery to its return. Locks and files that are waited for count,
    other programs on the same core do not. */
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override {
        if (event->type() == QEvent::Show) noteWindow(receiver);
        if (m_depth > 0) return deliver(receiver, event);
        const QByteArray name = receiver->metaObject()->className();
        const int type = event->type();
        const int64_t waited = waitedForCoreNs();
        lookAtOthers();
        const CpuTime effort;
        const auto begin = std::chrono::steady_clock::now();
        const bool handled = deliver(receiver, event);
        const auto tookNs = (std::chrono::steady_clock::now() - begin) / std::chrono::nanoseconds(1);
        const double ownMs = double(tookNs - (waitedForCoreNs() - waited)) * 1e-6;
        const double tookMs = ownMs < noticedMs ? ownMs : ownMs - lentMs(ownMs - effort.ms());
        ++m_events;
        if (tookMs > m_longestMs) {
            m_longestMs = tookMs;
            m_longest = QStringLiteral("event %1 of %2 (computing for %3 ms)")
                            .arg(type)
                            .arg(QString::fromLatin1(name))
                            .arg(effort.ms(), 0, 'f', 1);
        }
        return handled;
    }

    void restart() { m_longestMs = 0, m_longest.clear(), m_events = 0, m_windows.clear(); }
    /** What appeared as a window of its own: class and object name. A widget that is shown before it has a parent
        flashes on a real screen. */
    QStringList windows() const { return m_windows; }
    double longestMs() const { return m_longestMs; }
    QString longest() const { return m_longest; }
    int64_t events() const { return m_events; }

private:
    void noteWindow(QObject *receiver) {
        const auto *widget = qobject_cast<QWidget *>(receiver);
        if (widget != nullptr && widget->isWindow())
            m_windows.append(QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') +
                             widget->objectName());
    }
    /** Reading the counts of all threads for every event would take longer than the events. */
    void lookAtOthers() {
        if (m_sinceLook.isValid() && m_sinceLook.elapsed() < lookMs) return;
        m_othersWaited = othersWaitedForCoreNs();
        m_sinceLook.start();
    }
    /** How much of the time that this thread slept others were waiting for a core; it may have slept for them. */
    double lentMs(double sleptMs) const {
        return std::clamp(double(othersWaitedForCoreNs() - m_othersWaited) * 1e-6, 0.0, std::max(sleptMs, 0.0));
    }
    bool deliver(QObject *receiver, QEvent *event) {
        ++m_depth;
        const bool handled = QApplication::notify(receiver, event);
        --m_depth;
        return handled;
    }

    static constexpr double noticedMs = 20;
    static constexpr int lookMs = 5;

    QElapsedTimer m_sinceLook;
    int64_t m_othersWaited = 0;
    int m_depth = 0;
    double m_longestMs = 0;
    QString m_longest;
    QStringList m_windows;
    int64_t m_events = 0;
};

} // namespace jitscope::testing
