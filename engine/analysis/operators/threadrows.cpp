// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/threadrows.h"

#include "engine/analysis/operators/optable.h"

#include <algorithm>
#include <utility>

namespace jitscope::inline analysis {

std::vector<ThreadRow> threadRows(const Session &session, const OpColumns &columns, const std::vector<uint32_t> &places,
                                  TimeRange range) {
    std::vector<ThreadRow> rows;
    for (ThreadTimes &times : threadTimes(session, range))
        rows.push_back({std::move(times)});
    for (const OpRow &called : opTable(columns, OpGrouping::Thread, places)) {
        auto row = std::ranges::find(rows, called.key, [](const ThreadRow &each) { return each.times.text; });
        if (row == rows.end()) row = rows.insert(rows.end(), ThreadRow{{.text = called.key}});
        row->operators = called.count;
        row->operatorNs = called.selfNs;
    }
    return rows;
}

} // namespace jitscope::inline analysis
