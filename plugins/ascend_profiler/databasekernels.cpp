// SPDX-License-Identifier: Apache-2.0
// The table `kernels`: tasks that did work and collectives, with what COMPUTE_TASK_INFO and TASK_PMU_INFO say of them.
#include "engine/ops/opdef.h"
#include "plugins/ascend_profiler/databaseparts.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

/** Either a task or a collective. */
struct KernelRow {
    int64_t startNs = 0;
    const DatabaseTask *task = nullptr;
    const DatabaseCollective *op = nullptr;
    EventTime time() const { return task != nullptr ? task->time : op->time; }
    int device() const { return task != nullptr ? task->device : op->device; }
};

std::vector<KernelRow> kernelsOf(const DatabaseEvents &events) {
    std::vector<KernelRow> kernels;
    for (const DatabaseTask &task : events.tasks)
        if (task.compute >= 0) kernels.push_back({task.time.startNs, &task, nullptr});
    for (const DatabaseCollective &op : events.communication)
        kernels.push_back({op.time.startNs, nullptr, &op});
    std::stable_sort(kernels.begin(), kernels.end(),
                     [](const KernelRow &a, const KernelRow &b) { return a.startNs < b.startNs; });
    return kernels;
}

/** "N/A" is nothing, and shapes stand in quotes. */
std::string cleaned(std::string text) {
    if (text == "N/A" || text == "NULL") return {};
    std::erase(text, '"');
    return text;
}

class KernelTable {
public:
    KernelTable(DatabaseRead &read, const DatabaseEvents &events)
        : m_read(read)
        , m_events(events) {}

    void add(const KernelRow &kernel) {
        const int64_t row = m_table.addRow();
        m_read.charge(8 * m_table.columnCount());
        const EventTime time = kernel.time();
        if (kernel.device() >= 0) m_table.setInteger(row, m_device, kernel.device());
        m_table.setInteger(row, m_start, time.startNs);
        m_table.setInteger(row, m_duration, time.durationNs);
        m_table.setInteger(row, m_wait, waitOf(kernel));
        if (kernel.task != nullptr)
            addTask(row, *kernel.task);
        else
            addCollective(row, *kernel.op);
    }

    DataTable take() { return std::move(m_table); }
    DataTable &table() { return m_table; }

private:
    /** From the end of the row before, as the producer counts it: over all streams of the device. */
    int64_t waitOf(const KernelRow &kernel) {
        const auto [end, isFirst] = m_ends.emplace(kernel.device(), kernel.time().endNs());
        if (isFirst) return 0;
        const int64_t wait = std::max<int64_t>(0, kernel.startNs - end->second);
        end->second = kernel.time().endNs();
        return wait;
    }

    void addTask(int64_t row, const DatabaseTask &task) {
        const ComputeInfo &info = m_events.computeInfos[size_t(task.compute)];
        m_table.setText(row, m_step, stepOf(m_events, task.connection, task.time.startNs));
        setId(row, m_model, task.model);
        setId(row, m_stream, task.stream);
        setId(row, m_task, task.task);
        setId(row, m_context, task.context);
        for (const TextColumn &each : m_textColumns)
            m_table.setText(row, each.column, text(info.cells[each.cell]));
        if (info.cells[ComputeInfo::Name] == missingInteger)
            m_table.setText(row, m_name, m_read.trace.texts().text(TextId{task.type}));
        setId(row, m_blocks, info.cells[ComputeInfo::Blocks]);
        setId(row, m_mixBlocks, info.cells[ComputeInfo::MixBlocks]);
    }

    void addCollective(int64_t row, const DatabaseCollective &op) {
        const TextPool &texts = m_read.trace.texts();
        m_table.setText(row, m_step, stepOf(m_events, op.connection, op.time.startNs));
        m_table.setText(row, m_name, texts.text(op.name));
        m_table.setText(row, m_type, cleaned(texts.text(op.type)));
        m_table.setText(row, m_core, "COMMUNICATION");
        m_table.setInteger(row, m_blocks, 0);
    }

    void setId(int64_t row, int column, int64_t id) {
        if (id >= 0 && id != noneId32) m_table.setInteger(row, column, id);
    }

    /** Cleaned texts are made once an id. */
    const std::string &text(int64_t id) {
        const auto known = m_texts.find(id);
        if (known != m_texts.end()) return known->second;
        return m_texts.emplace(id, id == missingInteger ? std::string() : cleaned(m_read.string(id))).first->second;
    }

    struct TextColumn {
        int column;
        ComputeInfo::Column cell;
    };

    DatabaseRead &m_read;
    const DatabaseEvents &m_events;
    DataTable m_table = makeTable("kernels");
    const std::array<TextColumn, 11> m_textColumns = {{
        {m_table.column("name"), ComputeInfo::Name},
        {m_table.column("type"), ComputeInfo::Type},
        {m_table.column("state"), ComputeInfo::State},
        {m_table.column("core"), ComputeInfo::Core},
        {m_table.column("hf32"), ComputeInfo::Hf32},
        {m_table.column("input_shapes"), ComputeInfo::InputShapes},
        {m_table.column("input_types"), ComputeInfo::InputTypes},
        {m_table.column("input_formats"), ComputeInfo::InputFormats},
        {m_table.column("output_shapes"), ComputeInfo::OutputShapes},
        {m_table.column("output_types"), ComputeInfo::OutputTypes},
        {m_table.column("output_formats"), ComputeInfo::OutputFormats},
    }};
    std::map<int, int64_t> m_ends; ///< of the row before, by device
    std::unordered_map<int64_t, std::string> m_texts;
    const int m_step = m_table.column("step"), m_device = m_table.column("device"), m_model = m_table.column("model"),
              m_stream = m_table.column("stream"), m_task = m_table.column("task"),
              m_context = m_table.column("context"), m_name = m_table.column("name"), m_type = m_table.column("type"),
              m_core = m_table.column("core"), m_start = m_table.column("start"),
              m_duration = m_table.column("duration"), m_wait = m_table.column("wait"),
              m_blocks = m_table.column("blocks"), m_mixBlocks = m_table.column("mix_blocks");
};

/** Names of measured values, as the text export has them; times are ns here and µs there. */
struct Measure {
    std::string column, unit;
    double scale = 1;
};

Measure measureOf(const std::string &name) {
    if (name == "aic_total_time") return {"aicore_time", "us", 1e-3};
    if (name == "aiv_total_time") return {"aiv_time", "us", 1e-3};
    if (name.ends_with("_time")) return {name, "us", 1e-3};
    const size_t bracket = name.find('(');
    if (bracket == std::string::npos || !name.ends_with(')')) return {name, "", 1};
    return {name.substr(0, bracket), name.substr(bracket + 1, name.size() - bracket - 2), 1};
}

constexpr size_t mostMeasures = 500;

/** Adds the values of TASK_PMU_INFO. A task that ran several times has its values in the order of its runs. */
class MeasureReader {
public:
    MeasureReader(DatabaseRead &read, const std::vector<KernelRow> &kernels, DataTable &table)
        : m_read(read)
        , m_table(table) {
        for (size_t row = 0; row < kernels.size(); ++row)
            if (kernels[row].task != nullptr) m_rowsById[kernels[row].task->globalId].push_back(uint32_t(row));
    }

    void run() {
        m_read.each("TASK_PMU_INFO", {"globalTaskId", "name", "value"}, [&](const SqliteRows &rows) { take(rows); });
        if (m_without > 0 && !m_read.isWindowed())
            m_read.diagnostics.add(DiagnosticKind::Skipped, m_read.file(), "", "a measured value belongs to no kernel",
                                   m_without);
    }

private:
    struct Column {
        int index = -1; ///< -1: its values cannot be shown
        double scale = 1;
        const char *problem = "";
        std::unordered_map<int64_t, uint32_t> runs; ///< how many of a task that ran several times have their value
    };

    Column &columnOf(int64_t name) {
        const auto [place, isNew] = m_columns.try_emplace(name);
        Column &column = place->second;
        if (!isNew) return column;
        const std::string &text = m_read.string(name);
        column.problem = "a measured value has no name";
        if (m_columns.size() > mostMeasures || text.empty()) return column;
        const Measure measure = measureOf(text);
        const int index = m_table.addColumn(measure.column, ColumnType::Real, measure.unit);
        column.problem = "a measured value has the name of another column";
        if (m_table.columns()[size_t(index)].type != ColumnType::Real) return column;
        column.index = index;
        column.scale = measure.scale;
        m_read.charge(8 * m_table.rowCount());
        return column;
    }

    void take(const SqliteRows &rows) {
        const auto id = rows.integer(0), name = rows.integer(1);
        const auto value = rows.real(2);
        if (!id || !name || !value) return m_read.skip("TASK_PMU_INFO", rows, "a measured value is no number");
        const auto found = m_rowsById.find(*id);
        if (found == m_rowsById.end()) {
            ++m_without;
            return;
        }
        Column &column = columnOf(*name);
        if (column.index < 0) return m_read.skip("TASK_PMU_INFO", rows, column.problem);
        const std::vector<uint32_t> &runs = found->second;
        const uint32_t run = runs.size() == 1 ? 0 : column.runs[*id]++;
        if (run >= runs.size()) return m_read.skip("TASK_PMU_INFO", rows, "a task has more measured values than runs");
        m_table.setReal(runs[run], column.index, *value * column.scale);
    }

    DatabaseRead &m_read;
    DataTable &m_table;
    std::unordered_map<int64_t, std::vector<uint32_t>> m_rowsById;
    std::unordered_map<int64_t, Column> m_columns;
    int64_t m_without = 0;
};

} // namespace

void readKernels(DatabaseRead &read, const DatabaseEvents &events) {
    const std::vector<KernelRow> kernels = kernelsOf(events);
    KernelTable table(read, events);
    for (const KernelRow &kernel : kernels)
        table.add(kernel);
    MeasureReader(read, kernels, table.table()).run();
    read.addTable(table.take());
}

} // namespace ascend_profiler
} // namespace jitscope
