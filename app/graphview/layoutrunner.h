// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the engine for a graph and runs it without holding up the window.
#pragma once

#include "app/graphview/graphvizlayout.h"

namespace jitscope {

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

    /** Small graphs are done at once (`done` is called from within), large ones as a job, Graphviz's by the worker. */
    void request(LayoutInput input, LayoutEngine engine, std::function<void(LayoutResult)> done);
    bool isBusy() const { return m_isBusy; }
    GraphvizLayout &graphviz() { return m_graphviz; }

private:
    Jobs &m_jobs;
    QString m_tag;
    GraphvizLayout m_graphviz;
    bool m_isBusy = false;
};

} // namespace jitscope
