// SPDX-License-Identifier: Apache-2.0
// The table `operators`: host time of each call of an operator and device time of the kernels that it launched.
#include "plugins/ascend_profiler/databaseparts.h"

#include "engine/base/text.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

struct KernelTime {
    int64_t all = 0, aicore = 0;
};

/** Device time by the connection that launched it. */
using KernelTimes = std::unordered_map<int64_t, KernelTime>;

KernelTimes kernelTimes(const DatabaseRead &read, const DatabaseEvents &events) {
    KernelTimes times;
    for (const DatabaseTask &task : events.tasks) {
        if (task.compute < 0 || isNoneId(task.connection)) continue;
        const std::string &core = read.string(events.computeInfos[size_t(task.compute)].cells[ComputeInfo::Core]);
        KernelTime &time = times[task.connection];
        time.all += task.time.durationNs;
        if (core == "AI_CORE" || core == "MIX_AIC") time.aicore += task.time.durationNs;
    }
    for (const DatabaseCollective &op : events.communication)
        if (!isNoneId(op.connection)) times[op.connection].all += op.time.durationNs;
    return times;
}

struct OperatorTime {
    int64_t children = 0; ///< host time of the operators right inside
    KernelTime self, total;
};

/** Times of the operators, in their order: by start, the longer first, so that what encloses another stands before. */
std::vector<OperatorTime> operatorTimes(const DatabaseEvents &events, const KernelTimes &kernels) {
    std::vector<OperatorTime> times(events.operators.size());
    std::vector<int64_t> parents(events.operators.size(), -1);
    std::map<int64_t, std::vector<size_t>> open; // by thread
    for (size_t i = 0; i < events.operators.size(); ++i) {
        const DatabaseOperator &call = events.operators[i];
        std::vector<size_t> &stack = open[call.thread];
        while (!stack.empty() && events.operators[stack.back()].time.endNs() < call.time.endNs())
            stack.pop_back();
        if (!stack.empty()) {
            parents[i] = int64_t(stack.back());
            times[stack.back()].children += call.time.durationNs;
        }
        stack.push_back(i);
        const auto connections = events.connections.find(call.connection);
        if (connections == events.connections.end()) continue;
        for (const int64_t connection : connections->second)
            if (const auto kernel = kernels.find(connection); kernel != kernels.end()) {
                times[i].self.all += kernel->second.all;
                times[i].self.aicore += kernel->second.aicore;
            }
    }
    for (size_t i = times.size(); i-- > 0;) { // what is inside stands behind
        times[i].total.all += times[i].self.all;
        times[i].total.aicore += times[i].self.aicore;
        if (parents[i] < 0) continue;
        times[size_t(parents[i])].total.all += times[i].total.all;
        times[size_t(parents[i])].total.aicore += times[i].total.aicore;
    }
    return times;
}

/** Call stacks by chain, each once. */
std::unordered_map<int64_t, std::string> callStacks(DatabaseRead &read) {
    std::unordered_map<int64_t, std::vector<std::pair<int64_t, int64_t>>> lines;
    read.each("PYTORCH_CALLCHAINS", {"id", "stackDepth", "stack"}, [&](const SqliteRows &rows) {
        const auto id = rows.integer(0), line = rows.integer(2);
        if (!id || !line) return read.skip("PYTORCH_CALLCHAINS", rows, "a line of a call stack is no number");
        lines[*id].emplace_back(rows.integer(1).value_or(0), *line);
        read.charge(32);
    });
    std::unordered_map<int64_t, std::string> stacks;
    for (auto &[chain, each] : lines) {
        std::stable_sort(each.begin(), each.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
        std::string &stack = stacks[chain];
        for (const auto &[depth, id] : each)
            stack += (stack.empty() ? "" : "\n") + read.string(id);
        read.charge(int64_t(stack.size()));
        if (!read.mayGoOn()) break;
    }
    return stacks;
}

/** "32,3\r\n;64" of the database is "32,3;64" in the tables. */
std::string shapesText(std::string text) {
    std::erase_if(text, [](char c) { return c == '\r' || c == '\n' || c == '"'; });
    return text == "N/A" ? std::string() : text;
}

} // namespace

void addOperatorTable(DatabaseRead &read, const DatabaseEvents &events) {
    if (events.operators.empty()) return;
    const auto stacks = callStacks(read);
    const std::vector<OperatorTime> times = operatorTimes(events, kernelTimes(read, events));
    DataTable table = makeTable("operators");
    const int name = table.column("name"), shapes = table.column("input_shapes"), stack = table.column("call_stack"),
              start = table.column("start"), thread = table.column("thread"), hostSelf = table.column("host_self"),
              hostTotal = table.column("host_total");
    const int deviceSelf = table.column("device_self"), deviceTotal = table.column("device_total"),
              coreSelf = table.column("device_self_aicore"), coreTotal = table.column("device_total_aicore");
    for (size_t i = 0; i < events.operators.size() && read.mayGoOn(); ++i) {
        const DatabaseOperator &call = events.operators[i];
        const int64_t row = table.addRow();
        read.charge(8 * table.columnCount());
        table.setText(row, name, read.trace.texts().text(call.name));
        table.setText(row, shapes, shapesText(read.string(call.shapes)));
        if (const auto found = stacks.find(call.chain); found != stacks.end()) table.setText(row, stack, found->second);
        table.setInteger(row, start, call.time.startNs);
        if (call.thread >= 0) table.setInteger(row, thread, call.thread & 0xffffffff);
        table.setInteger(row, hostSelf, std::max<int64_t>(0, call.time.durationNs - times[i].children));
        table.setInteger(row, hostTotal, call.time.durationNs);
        table.setInteger(row, deviceSelf, times[i].self.all);
        table.setInteger(row, deviceTotal, times[i].total.all);
        table.setInteger(row, coreSelf, times[i].self.aicore);
        table.setInteger(row, coreTotal, times[i].total.aicore);
    }
    read.addTable(std::move(table));
}

} // namespace ascend_profiler
} // namespace jitscope
