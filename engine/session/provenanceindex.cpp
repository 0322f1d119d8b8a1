// SPDX-License-Identifier: Apache-2.0
// Tables from operators, stacks, nodes and lines to each other, each grown by what came since it was asked last.
#include "engine/session/provenanceindex.h"

#include "engine/session/compilation.h"
#include "engine/session/provenance.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope::inline session {

namespace {

constexpr int capturedPass = -2, finalPass = -1;

} // namespace

SliceId ProvenanceIndex::sliceOfOp(const Session &session, int64_t op) {
    takeSlices(session);
    if (session.ops.empty()) return {};
    const int64_t place = op - session.ops.front().number;
    return place >= 0 && place < int64_t(m_sliceOfOp.size()) ? SliceId{int64_t(m_sliceOfOp[size_t(place)]) - 1}
                                                             : SliceId{};
}

int64_t ProvenanceIndex::lastOpOfStack(const Session &session, int stack) {
    takeOps(session);
    return stack >= 0 && size_t(stack) < m_lastOfStack.size() ? m_lastOfStack[size_t(stack)] : -1;
}

int64_t ProvenanceIndex::lastRunOf(const Session &session, int compilation, NodeId node) {
    takeOps(session);
    const auto runs = m_lastRuns.find(compilation);
    if (runs == m_lastRuns.end()) return -1;
    const auto run = runs->second.find(node);
    return run == runs->second.end() ? -1 : run->second;
}

NodeId ProvenanceIndex::capturedNodeOn(const Session &session, const Compilation &compilation, const std::string &file,
                                       int line, const std::string &primitive) {
    Captured &of = captured(compilation);
    if (!of.hasLines) findLines(session, of);
    const auto calls = of.calls.find(file);
    if (calls == of.calls.end()) return {};
    for (auto call = calls->second.rbegin(); call != calls->second.rend(); ++call)
        if (call->line <= line && line <= call->endLine && (primitive.empty() || call->node->op.text() == primitive))
            return call->node->id;
    return {};
}

const std::vector<NodeId> &ProvenanceIndex::finalOf(const Compilation &compilation, NodeId node) {
    Captured &of = captured(compilation);
    const auto known = of.finals.find(node);
    if (known != of.finals.end()) return known->second;
    return of.finals.emplace(node, descendants(compilation, capturedPass, node, finalPass)).first->second;
}

void ProvenanceIndex::takeOps(const Session &session) {
    for (; m_ops < session.ops.size(); ++m_ops) {
        const OpEvent &op = session.ops[m_ops];
        if (op.stack >= 0) {
            if (size_t(op.stack) >= m_lastOfStack.size()) m_lastOfStack.resize(size_t(op.stack) + 1, -1);
            m_lastOfStack[size_t(op.stack)] = op.number;
        }
        if (op.compilation >= 0) m_lastRuns[op.compilation][op.node] = op.number;
    }
}

void ProvenanceIndex::takeSlices(const Session &session) {
    const Trace &trace = session.trace;
    if (session.ops.empty() || m_slices == trace.sliceCount()) return;
    const int64_t first = session.ops.front().number;
    const auto isSimulated = [&](SliceId slice) {
        return trace.tracks()[size_t(trace.trackOf(slice).value)].simulated;
    };
    m_sliceOfOp.resize(session.ops.size());
    for (; m_slices < trace.sliceCount(); ++m_slices) {
        const SliceId slice{m_slices};
        const int64_t place = trace.linkOf(slice).op - first;
        if (place < 0 || place >= int64_t(m_sliceOfOp.size())) continue;
        uint32_t &known = m_sliceOfOp[size_t(place)];
        if (known == 0 || (isSimulated(SliceId{int64_t(known) - 1}) && !isSimulated(slice)))
            known = uint32_t(slice.value + 1);
    }
}

ProvenanceIndex::Captured &ProvenanceIndex::captured(const Compilation &compilation) {
    Captured &of = m_captured[compilation.index];
    // The place of a compilation is held before it is finished, so its graphs may be others than before.
    if (of.graphs != compilation.captured.graphs || of.finalGraphs != compilation.final.graphs)
        of = {compilation.captured.graphs, compilation.final.graphs, false, {}, {}};
    return of;
}

void ProvenanceIndex::findLines(const Session &session, Captured &of) {
    of.hasLines = true;
    for (const GraphPtr &graph : of.graphs)
        for (const NodePtr &node : graph->nodes) {
            const SourceSpan *span = node->isCall() ? userSpan(session, node->spans) : nullptr;
            if (span == nullptr) continue;
            of.calls[span->file].push_back({node.get(), span->line, std::max(span->line, span->endLine)});
        }
}

} // namespace jitscope::inline session
