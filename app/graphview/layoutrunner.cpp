// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/layoutrunner.h"

namespace jitscope {
inline namespace graphview {

LayoutRunner::LayoutRunner(Jobs &jobs, const QString &tag, QObject *parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_tag(tag) {
    connect(&jobs, &Jobs::ended, this, [this](const QString &ended) {
        // Its end is told after its result was taken, so one that still counts as busy was cancelled by the user.
        if (ended != m_tag || !m_isBusy) return;
        m_isBusy = false;
        Q_EMIT cancelled();
    });
}

void LayoutRunner::request(LayoutInput input, LayoutEngine engine, std::function<void(LayoutResult)> done) {
    cancel();
    const auto finish = [this, done = std::move(done)](LayoutResult result) {
        m_isBusy = false;
        if (result.isComplete) done(std::move(result));
    };
    m_isBusy = true;
    if (engine != LayoutEngine::Layered && m_graphviz.suits(input)) return m_graphviz.request(input, {}, finish);
    if (input.nodes.size() <= mostAtOnce) return finish(layeredLayout(input));
    m_jobs.run(
        m_tag, tr("Laying out %1 nodes").arg(input.nodes.size()), this,
        [input = std::move(input)](const CancelFlag &cancelled) { return layeredLayout(input, {}, cancelled); },
        finish);
}

void LayoutRunner::cancel() {
    m_isBusy = false;
    m_graphviz.cancel();
    m_jobs.cancel(m_tag);
}

void LayoutRunner::requestWhole(int nodes, std::function<DisplayGraph()> make, std::function<void(GraphPainter)> done) {
    cancel();
    m_isBusy = true;
    m_jobs.run(
        m_tag, tr("Laying out %1 nodes").arg(nodes), this,
        [make = std::move(make)](const CancelFlag &cancelled) {
            GraphPicture picture{make(), {}};
            if (!cancelled->load()) picture.layout = layeredLayout(layoutInput(picture.graph), {}, cancelled);
            const bool isWanted = picture.layout.isComplete && !cancelled->load();
            return isWanted ? std::make_shared<GraphPainter>(std::move(picture)) : nullptr;
        },
        [this, done = std::move(done)](const std::shared_ptr<GraphPainter> &painter) {
            m_isBusy = false;
            if (painter) done(std::move(*painter));
        });
}

} // namespace graphview
} // namespace jitscope

#include "moc_layoutrunner.cpp"
