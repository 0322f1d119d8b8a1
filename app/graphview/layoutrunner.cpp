// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/layoutrunner.h"

namespace jitscope {

namespace {
/** Our engine lays out this many nodes in a few milliseconds; a job would only make the picture flicker. */
constexpr size_t mostAtOnce = 1500;
} // namespace

LayoutRunner::LayoutRunner(Jobs &jobs, const QString &tag, QObject *parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_tag(tag) {}

void LayoutRunner::request(LayoutInput input, LayoutEngine engine, std::function<void(LayoutResult)> done) {
    m_graphviz.cancel();
    m_jobs.cancel(m_tag);
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

} // namespace jitscope
