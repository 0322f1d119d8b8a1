// SPDX-License-Identifier: Apache-2.0
#include "plugins/ascend_profiler/databasearguments.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

constexpr int rowBits = 40;
constexpr int64_t mostLinesOfStack = 1000;

/** How a cell becomes text. */
enum Form : int {
    Plain,     ///< as it is
    Unsigned,  ///< numbers up to 2^64 - 1
    String,    ///< an id of STRING_IDS
    Thread,    ///< the lower half of a globalTid
    ApiType,   ///< a number of ENUM_API_TYPE
    DataType,  ///< ... of ENUM_HCCL_DATA_TYPE
    LinkType,  ///< ... of ENUM_HCCL_LINK_TYPE
    Transport, ///< ... of ENUM_HCCL_TRANSPORT_TYPE
    EventType, ///< ... of ENUM_MSTX_EVENT_TYPE
    Operation, ///< ... of ENUM_MEMCPY_OPERATION
    GigaBytes, ///< bytes a second as GB/s
};
constexpr const char *enumTables[] = {"ENUM_API_TYPE",        "ENUM_HCCL_DATA_TYPE",
                                      "ENUM_HCCL_LINK_TYPE",  "ENUM_HCCL_TRANSPORT_TYPE",
                                      "ENUM_MSTX_EVENT_TYPE", "ENUM_MEMCPY_OPERATION"};

struct Argument {
    const char *name, *column;
    Form form;
};

struct ArgumentList {
    SliceTable table;
    const char *name;
    std::vector<Argument> arguments;
};

const std::vector<ArgumentList> &argumentLists() {
    static const std::vector<ArgumentList> lists = {
        {SliceTable::Task,
         "TASK",
         {{"Model Id", "modelId", Unsigned},
          {"Task Type", "taskType", String},
          {"Physic Stream Id", "streamId", Plain},
          {"Task Id", "taskId", Plain},
          {"Subtask Id", "contextId", Unsigned},
          {"connection_id", "connectionId", Unsigned}}},
        {SliceTable::Api,
         "CANN_API",
         {{"Thread Id", "globalTid", Thread}, {"level", "type", ApiType}, {"connection_id", "connectionId", Unsigned}}},
        {SliceTable::Operator, "PYTORCH_API", {}}, // see addOperator()
        {SliceTable::CommunicationOp,
         "COMMUNICATION_OP",
         {{"connection_id", "connectionId", Unsigned},
          {"data_type", "dataType", DataType},
          {"alg_type", "algType", String},
          {"count", "count", Unsigned},
          {"relay", "relay", Plain},
          {"retry", "retry", Plain},
          {"rank_size", "rankSize", Plain}}},
        {SliceTable::CommunicationTask,
         "COMMUNICATION_TASK_INFO",
         {{"notify_id", "notifyId", Unsigned},
          {"task type", "taskType", String},
          {"src rank", "srcRank", Unsigned},
          {"dst rank", "dstRank", Unsigned},
          {"transport type", "transportType", Transport},
          {"size(Byte)", "size", Unsigned},
          {"data type", "dataType", DataType},
          {"link type", "linkType", LinkType},
          {"bandwidth(GB/s)", "bandwidth", GigaBytes}}},
        {SliceTable::Marker,
         "MSTX_EVENTS",
         {{"event_type", "eventType", EventType}, {"domain", "domainId", String}, {"Category", "category", Unsigned}}},
        {SliceTable::DpuTask, "DPU_TASK", {{"args", "args", String}}},
        {SliceTable::Ccu, "CCU", {{"args", "args", String}}},
    };
    return lists;
}

std::vector<std::string> columnsOf(const ArgumentList &list) {
    std::vector<std::string> columns;
    for (const Argument &argument : list.arguments)
        columns.emplace_back(argument.column);
    return columns;
}

/** Whether a text is a list of shapes: "32,3;64", not a list of types. The first version of the format wrote each into
    the other's column. */
bool looksLikeShapes(const std::string &text) {
    return text.find_first_not_of("0123456789,;[] \r\n\t-") == std::string::npos;
}

} // namespace

const char *tableName(SliceTable table) {
    return argumentLists()[size_t(table)].name;
}

void DatabaseRowLinks::sort() {
    std::sort(m_links.begin(), m_links.end());
}

int64_t DatabaseRowLinks::row(int64_t from) const {
    const auto found = std::lower_bound(m_links.begin(), m_links.end(), std::pair(from, INT64_MIN));
    return found == m_links.end() || found->first != from ? 0 : found->second;
}

/** One question: the row that was asked for and what is known of it till now. */
struct DatabaseArguments::Asked {
    int64_t rowId = 0;
    SliceArguments arguments;
};

DatabaseArguments::DatabaseArguments(std::shared_ptr<SqliteReader> reader, std::shared_ptr<DatabaseStrings> strings)
    : m_reader(std::move(reader))
    , m_strings(std::move(strings)) {
    auto file = InputFile::open(m_reader->path());
    if (file) m_file = *file;
}

std::optional<uint64_t> DatabaseArguments::offsetOf(SliceTable table, int64_t rowId) {
    if (rowId <= 0 || rowId >= int64_t(1) << rowBits) return std::nullopt;
    return (uint64_t(table) << rowBits) | uint64_t(rowId);
}

Result<SliceArguments> DatabaseArguments::read(uint64_t offset) const {
    const std::lock_guard lock(m_mutex); // one connection
    if (m_file != nullptr && !m_file->isUnchanged())
        return Error{m_reader->path() + ": the file was changed since it was opened; open it anew"};
    const auto which = size_t(offset >> rowBits);
    Asked asked{int64_t(offset & ((uint64_t(1) << rowBits) - 1)), {}};
    if (which >= argumentLists().size()) return Error{"there is no such row"};
    const ArgumentList &list = argumentLists()[which];
    const SqliteTable *table = m_reader->table(list.name);
    if (table == nullptr) return Error{std::string("there is no table ") + list.name};

    SqliteRows rows = m_reader->rows(*table, columnsOf(list), asked.rowId, asked.rowId);
    if (!rows.next()) return Error{rows.error().empty() ? "there is no such row" : rows.error()};
    for (size_t i = 0; i < list.arguments.size(); ++i)
        if (!rows.isNull(int(i)))
            asked.arguments.emplace_back(list.arguments[i].name, cell(rows, int(i), list.arguments[i].form));
    if (list.table == SliceTable::Task) addTask(asked);
    if (list.table == SliceTable::CommunicationTask) addCommunicationTask(asked);
    if (list.table == SliceTable::Operator) addOperator(asked);
    return asked.arguments;
}

std::string DatabaseArguments::cell(const SqliteRows &rows, int column, int form) const {
    const auto number = rows.integer(column);
    switch (Form(form)) {
    case Plain:
        return std::string(rows.text(column));
    case Unsigned: {
        const auto value = rows.unsignedInteger(column);
        return value ? format("%llu", (unsigned long long)*value) : std::string(rows.text(column));
    }
    case Thread:
        return number ? format("%lld", (long long)(*number & 0xffffffff)) : std::string();
    case String: {
        const auto found = number ? m_strings->find(*number) : m_strings->end();
        return found != m_strings->end() ? found->second : std::string(rows.text(column));
    }
    case GigaBytes: {
        const auto value = rows.real(column);
        return value ? shortestNumber(*value / 1e9) : std::string();
    }
    default:
        break;
    }
    const auto names = enums.find(enumTables[form - ApiType]);
    if (names != enums.end() && number)
        if (const auto name = names->second.find(*number); name != names->second.end()) return name->second;
    return std::string(rows.text(column));
}

/** The kind of core from the compute table, as the text export has it; size and direction of copies. */
void DatabaseArguments::addTask(Asked &asked) const {
    const SqliteTable &task = *m_reader->table("TASK");
    SqliteRows rows = m_reader->rows(task, {"globalTaskId", "startNs", "endNs"}, asked.rowId, asked.rowId);
    if (!rows.next()) return;
    const int64_t id = rows.integer(0).value_or(-1);
    if (const int64_t row = computeRows.row(id); row != 0) {
        SqliteRows compute = m_reader->rows(*m_reader->table("COMPUTE_TASK_INFO"), {"taskType"}, row, row);
        if (compute.next())
            for (auto &[name, value] : asked.arguments)
                if (name == "Task Type") value = cell(compute, 0, String);
    }
    const int64_t row = memcpyRows.row(id);
    if (row == 0) return;
    SqliteRows copy = m_reader->rows(*m_reader->table("MEMCPY_INFO"), {"size", "memcpyOperation"}, row, row);
    if (!copy.next()) return;
    const double bytes = copy.real(0).value_or(0);
    const auto start = rows.integer(1), end = rows.integer(2);
    const double ns = start && end ? double(uint64_t(*end) - uint64_t(*start)) : 0; // those of a slice are in order
    asked.arguments.emplace_back("size(B)", cell(copy, 0, Unsigned));
    if (ns > 0) asked.arguments.emplace_back("bandwidth(GB/s)", shortestNumber(bytes / ns));
    asked.arguments.emplace_back("operation", cell(copy, 1, Operation));
}

/** Where the task ran stands in TASK. */
void DatabaseArguments::addCommunicationTask(Asked &asked) const {
    const SqliteTable &table = *m_reader->table("COMMUNICATION_TASK_INFO");
    SqliteRows rows = m_reader->rows(table, {"globalTaskId"}, asked.rowId, asked.rowId);
    if (!rows.next() || m_reader->table("TASK") == nullptr) return;
    const int64_t row = taskRows.row(rows.integer(0).value_or(-1));
    if (row == 0) return;
    SqliteRows task =
        m_reader->rows(*m_reader->table("TASK"), {"streamId", "taskId", "contextId", "modelId"}, row, row);
    if (!task.next()) return;
    constexpr std::array names = {"stream id", "task id", "context id", "model id"};
    for (size_t i = 0; i < names.size(); ++i)
        asked.arguments.emplace_back(names[i], cell(task, int(i), Unsigned));
}

void DatabaseArguments::addOperator(Asked &asked) const {
    SqliteRows rows = m_reader->rows(
        *m_reader->table("PYTORCH_API"),
        {"type", "sequenceNumber", "fwdThreadId", "inputShapes", "inputDtypes", "callchainId", "connectionId"},
        asked.rowId, asked.rowId);
    if (!rows.next()) return;
    if (rows.integer(0) == 50002) { // the task queue
        const auto connection = rows.integer(6);
        const auto known = connection ? connections.find(*connection) : connections.end();
        if (known != connections.end())
            asked.arguments.emplace_back("correlation_id", format("%lld", (long long)known->second));
        return;
    }
    if (!rows.isNull(1)) asked.arguments.emplace_back("Sequence number", cell(rows, 1, Plain));
    if (!rows.isNull(2)) asked.arguments.emplace_back("Fwd thread id", cell(rows, 2, Plain));
    std::string shapes = cell(rows, 3, String), types = cell(rows, 4, String);
    if (!looksLikeShapes(shapes) && looksLikeShapes(types)) std::swap(shapes, types);
    if (!rows.isNull(3)) asked.arguments.emplace_back("Input Dims", shapes);
    if (!rows.isNull(4)) asked.arguments.emplace_back("Input type", types);
    if (const auto chain = rows.integer(5)) asked.arguments.emplace_back("Call stack", callStack(*chain));
}

std::string DatabaseArguments::callStack(int64_t chain) const {
    const auto range = callChains.find(chain);
    const SqliteTable *table = m_reader->table("PYTORCH_CALLCHAINS");
    if (range == callChains.end() || table == nullptr) return {};
    std::vector<std::pair<int64_t, std::string>> lines;
    SqliteRows rows = m_reader->rows(*table, {"id", "stackDepth", "stack"}, range->second.first, range->second.last);
    while (rows.next() && int64_t(lines.size()) < mostLinesOfStack)
        if (rows.integer(0) == chain) lines.emplace_back(rows.integer(1).value_or(0), cell(rows, 2, String));
    std::stable_sort(lines.begin(), lines.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<std::string> texts;
    for (auto &[depth, text] : lines)
        texts.push_back(std::move(text));
    return join(texts, ";\r\n");
}

} // namespace ascend_profiler
} // namespace jitscope
