// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/links/slicefacts.h"

#include "engine/base/text.h"
#include "engine/session/session.h"

namespace jitscope::inline analysis {

namespace {

constexpr size_t mostFlows = 200;

std::vector<SliceFlow> flowsOf(const Trace &trace, const FlowIndex &flows, SliceId slice) {
    std::vector<SliceFlow> all;
    const auto add = [&](uint32_t place, SliceId other, bool isInto) {
        const Flow &flow = trace.flows()[place];
        if (all.size() < mostFlows)
            all.push_back({other, trace.texts().text(categoryOf(flow, trace)), latencyNs(trace, flow), isInto});
    };
    for (const uint32_t place : flows.to(trace, slice))
        add(place, trace.flows()[place].from, true);
    for (const uint32_t place : flows.from(trace, slice))
        add(place, trace.flows()[place].to, false);
    return all;
}

/** Times are shown with their unit's words by whoever shows them; here all cells are as the table has them. */
std::vector<SliceFact> kernelCells(const Session &session, SliceId slice) {
    const Trace &trace = session.trace;
    const Track &track = trace.trackAt(trace.trackOf(slice));
    if (track.kind != LaneKind::Stream && track.kind != LaneKind::Communication) return {};
    for (const ProfilePtr &profile : session.profiles) {
        const DataTable *table = profile->rank == track.rank ? profile->table("kernels") : nullptr;
        if (table == nullptr) continue;
        const int start = table->column("start"), stream = table->column("stream");
        for (int64_t row = 0; row < table->rowCount(); ++row) {
            if (table->integer(row, start) != trace.startOf(slice)) continue;
            const int64_t of = table->integer(row, stream);
            if (of != missingInteger && track.number >= 0 && of != track.number && track.kind == LaneKind::Stream)
                continue;
            std::vector<SliceFact> cells;
            for (int column = 0; column < table->columnCount(); ++column) {
                const std::string cell = table->cell(row, column);
                if (cell.empty() || column == start) continue;
                const std::string &unit = table->columns()[size_t(column)].unit;
                const bool isTime = unit == "ns";
                cells.push_back({table->columns()[size_t(column)].name, isTime ? humanTime(table->integer(row, column))
                                                                        : unit.empty() ? cell
                                                                                       : cell + " " + unit});
            }
            return cells;
        }
    }
    return {};
}

} // namespace

SliceFacts sliceFacts(const Session &session, const SliceIndexes &indexes, SliceId slice) {
    const LaneIndex lanes(session.trace);
    const TaskRoles roles(session.trace);
    SliceFacts facts;
    facts.slice = slice;
    facts.selfNs = lanes.selfNs(slice);
    for (const auto &[name, value] : session.trace.argumentsOf(slice))
        facts.arguments.push_back({name, value});
    if (const auto op = session.op(session.trace.linkOf(slice).op))
        for (const auto &[name, value] : sliceFacts(*op))
            facts.arguments.push_back({name, value});
    facts.kernel = kernelCells(session, slice);
    facts.flows = flowsOf(session.trace, indexes.flows, slice);
    facts.origin = OriginFinder(session, lanes, roles, indexes.flows, &indexes.nodes).originOf(slice);
    return facts;
}

} // namespace jitscope::inline analysis
