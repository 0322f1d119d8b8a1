// SPDX-License-Identifier: GPL-3.0-or-later
// The client of the Graphviz worker: nicer pictures of small graphs, and never worse than our own engine.
#pragma once

#include "app/graphview/graphlayout.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QSet>
#include <QTimer>
#include <functional>

namespace jitscope {
inline namespace graphview {

/** All on one thread; the answer comes by the event loop, never from within request(). */
class GraphvizLayout : public QObject {
    Q_OBJECT
public:
    using Done = std::function<void(LayoutResult)>;

    /** `program` and `arguments` start the worker; by default the one that stands beside this program. */
    explicit GraphvizLayout(QObject *parent = nullptr);
    GraphvizLayout(const QString &program, const QStringList &arguments, QObject *parent = nullptr);
    ~GraphvizLayout() override;

    /** Small enough, without groups, and not one on which the worker failed before. */
    bool suits(const LayoutInput &input) const;

    /**
     * Lays out `input` and calls `done` with a complete result: Graphviz's, or that of our own engine if the worker is
     * missing, crashes, answers nonsense or takes longer than the timeout. A new request drops the one before.
     */
    void request(const LayoutInput &input, const LayoutOptions &options, Done done);
    /** Forgets the request under way. */
    void cancel();

    void setTimeoutMs(int ms) { m_timeout.setInterval(ms); }
    /** Why the last request fell back to our own engine; "" if it did not. */
    QString lastFailure() const { return m_lastFailure; }

    /** Beside the running program, or in bin beside its folder (tests); "" if there is none. */
    static QString workerPath();
    static constexpr int mostNodes = 150, mostEdges = 300;

private:
    void start();
    void stopWorker();
    void read();
    void finish(LayoutResult result);
    void fail(const QString &why);

    QString m_program;
    QStringList m_arguments;
    std::unique_ptr<QProcess> m_worker;
    QTimer m_timeout;
    QByteArray m_answer;
    LayoutInput m_input;
    LayoutOptions m_options;
    Done m_done;
    int m_jobs = 0;          ///< done by this worker
    QSet<quint64> m_refused; ///< hashes of the graphs on which the worker failed
    QString m_lastFailure;
};

} // namespace graphview
} // namespace jitscope
