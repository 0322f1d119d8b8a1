// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/editor/linestats.h"

namespace jitscope {

void LineStats::reset() {
    *this = {};
}

void LineStats::update(const Session &session) {
    for (; m_done < session.ops.size(); ++m_done) {
        const OpEvent &op = session.ops[m_done];
        const Place place = placeOf(session, op);
        if (place.line <= 0) continue;
        LineStat &stat = m_files[place.file][place.line];
        stat.totalNs += op.durationNs;
        ++stat.count;
        stat.result = op.result;
    }
}

const std::map<int, LineStat> &LineStats::of(const std::string &file) const {
    static const std::map<int, LineStat> none;
    const auto found = m_files.find(file);
    return found == m_files.end() ? none : found->second;
}

/** A node of a graph ran because of its own line, not because of the line that called the graph. */
LineStats::Place LineStats::placeOf(const Session &session, const OpEvent &op) {
    if (op.compilation < 0 || op.compilation >= int(session.compilations.size())) {
        const StackFrame *frame = userFrame(session, op.stack);
        return frame ? Place{frame->span.file, frame->span.line} : Place{};
    }
    const auto key = std::pair(op.compilation, op.node.value);
    if (const auto known = m_nodes.find(key); known != m_nodes.end()) return known->second;
    Place place;
    const NodePtr node = findNode(session.compilations[size_t(op.compilation)].final, op.node);
    if (node && node->spans && !node->spans->empty()) place = {node->spans->front().file, node->spans->front().line};
    m_nodes.emplace(key, place);
    return place;
}

} // namespace jitscope
