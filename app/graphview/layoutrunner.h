// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the engine for a graph and runs it without holding up the window.
#pragma once

#include "app/graphview/graphpainter.h"
#include "app/graphview/graphvizlayout.h"

namespace jitscope {
inline namespace graphview {

enum class LayoutEngine : uint8_t {
    Automatic, ///< Graphviz for what suits it, else our own
    Layered,
    Graphviz,
};

class LayoutRunner : public QObject {
    Q_OBJECT
public:
    /** `tag` names its jobs; a newer request drops the one before. */
    LayoutRunner(Jobs &jobs, const QString &tag, QObject *parent = nullptr);

    /** Small graphs are done at once (`done` is called from within; a job would only make the picture flicker), large
        ones as a job, Graphviz's by the worker. */
    void request(LayoutInput input, LayoutEngine engine, std::function<void(LayoutResult)> done);
    /** For large graphs: cards, layout and index, all in a job; `make` must hold what it reads. */
    void requestWhole(int nodes, std::function<DisplayGraph()> make, std::function<void(GraphPainter)> done);
    /** Graphs with more nodes than this are made whole in a job. */
    static constexpr size_t mostAtOnce = 1500;
    /** What was asked for is not wanted any more. */
    void cancel();
    bool isBusy() const { return m_isBusy; }
    GraphvizLayout &graphviz() { return m_graphviz; }

Q_SIGNALS:
    /** The user stopped it in the status bar; what was asked for does not come. */
    void cancelled();

private:
    Jobs &m_jobs;
    QString m_tag;
    GraphvizLayout m_graphviz;
    bool m_isBusy = false;
};

} // namespace graphview
} // namespace jitscope
