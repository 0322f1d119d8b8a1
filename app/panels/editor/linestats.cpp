// SPDX-License-Identifier: GPL-3.0-or-later
// A million operators come from few lines, so the line of each stack and node is looked up once.
#include "app/panels/editor/linestats.h"

#include "app/models/timedplaces.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope {
inline namespace editorpanel {

int64_t LineStat::lastUpTo(int64_t op) const {
    if (ops.empty() || op < firstOp) return -1;
    const auto behind = std::upper_bound(ops.begin(), ops.end(), op - firstOp,
                                         [](int64_t asked, uint32_t each) { return asked < int64_t(each); });
    return firstOp + int64_t(*(behind - 1));
}

void LineStats::reset() {
    *this = {};
}

bool LineStats::update(const Session &session, int64_t most) {
    for (; m_done < session.ops.size() && most > 0; ++m_done, --most) {
        const OpEvent &op = session.ops[m_done];
        const Place place = placeOf(session, op);
        if (!place.line) continue;
        LineStat &stat = *place.line;
        stat.totalNs += op.durationNs;
        ++stat.count;
        if (!isTimed(op)) ++stat.untimed;
        if (op.compilation >= 0) ++stat.inGraphs;
        stat.result = op.result;
        if (stat.ops.empty()) stat.firstOp = op.number;
        stat.ops.push_back(uint32_t(op.number - stat.firstOp));
        place.file->longestNs = std::max(place.file->longestNs, stat.totalNs);
    }
    return m_done == session.ops.size();
}

const std::map<int, LineStat> &LineStats::of(const std::string &file) const {
    static const std::map<int, LineStat> none;
    const auto found = m_files.find(file);
    return found == m_files.end() ? none : found->second.lines;
}

const LineStat *LineStats::at(const std::string &file, int line) const {
    const auto &lines = of(file);
    const auto found = lines.find(line);
    return found == lines.end() ? nullptr : &found->second;
}

int64_t LineStats::longestNs(const std::string &file) const {
    const auto found = m_files.find(file);
    return found == m_files.end() ? 0 : found->second.longestNs;
}

LineStats::Place LineStats::placeAt(const SourceSpan *span) {
    if (!span || span->line <= 0) return {nullptr, nullptr, true};
    File &file = m_files[span->file];
    return {&file, &file.lines[span->line], true};
}

/** A node of a graph ran because of its own line, not because of the line that called the graph. */
LineStats::Place LineStats::placeOf(const Session &session, const OpEvent &op) {
    if (op.compilation < 0 || op.compilation >= int(session.compilations.size())) {
        if (op.stack < 0) return {};
        if (size_t(op.stack) >= m_stacks.size()) m_stacks.resize(size_t(op.stack) + 1);
        Place &place = m_stacks[size_t(op.stack)];
        if (place.isKnown) return place;
        const StackFrame *frame = userFrame(session, op.stack);
        return place = placeAt(frame ? &frame->span : nullptr);
    }
    markCaptured(session, op.compilation);
    const auto key = std::pair(op.compilation, op.node.value);
    if (const auto known = m_nodes.find(key); known != m_nodes.end()) return known->second;
    const NodePtr node = findNode(session.compilations[size_t(op.compilation)].final, op.node);
    const bool hasSpan = node && node->spans && !node->spans->empty();
    return m_nodes[key] = placeAt(hasSpan ? &node->spans->front() : nullptr);
}

void LineStats::markCaptured(const Session &session, int compilation) {
    if (m_captured.contains(compilation)) return;
    m_captured.insert(compilation);
    for (const GraphPtr &graph : session.compilations[size_t(compilation)].captured.graphs)
        for (const NodePtr &node : graph->nodes)
            if (const SourceSpan *span = userSpan(session, node->spans); span && span->line > 0)
                m_files[span->file].lines[span->line].isCaptured = true;
}

} // namespace editorpanel
} // namespace jitscope
