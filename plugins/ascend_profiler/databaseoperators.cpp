// SPDX-License-Identifier: Apache-2.0
// Calls of the framework's operators, its Python functions and its task queue: PYTORCH_API.
#include "plugins/ascend_profiler/databaseparts.h"

#include "engine/base/text.h"

#include <algorithm>
#include <unordered_map>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

constexpr int64_t typeOperator = 50001, typeQueue = 50002, typeFunction = 50003, typeMarker = 50004;

/** Where the lines of each call chain stand, so that one is found without reading all. */
void readCallChains(DatabaseRead &read, DatabaseEvents &events) {
    read.each("PYTORCH_CALLCHAINS", {"id"}, [&](const SqliteRows &rows) {
        const auto id = rows.integer(0);
        if (!id) return;
        const auto [range, isNew] =
            events.arguments->callChains.emplace(*id, DatabaseRowRange{rows.rowId(), rows.rowId()});
        if (isNew) read.charge(48);
        range->second.first = std::min(range->second.first, rows.rowId());
        range->second.last = std::max(range->second.last, rows.rowId());
    });
}

void readConnections(DatabaseRead &read, DatabaseEvents &events) {
    read.each("CONNECTION_IDS", {"id", "connectionId"}, [&](const SqliteRows &rows) {
        const auto id = rows.integer(0), connection = rows.integer(1);
        if (!id || !connection) return read.skip("CONNECTION_IDS", rows, "a connection is no number");
        events.connections[*id].push_back(*connection);
        events.arguments->connections.emplace(*id, *connection);
        read.charge(96);
    });
}

const char *categoryOf(int64_t type, bool isEnqueue) {
    if (type == typeOperator) return "cpu_op";
    if (type == typeFunction) return "python_function";
    if (type == typeMarker) return "mstx";
    if (type == typeQueue) return isEnqueue ? "enqueue" : "dequeue";
    return "";
}

class OperatorRows {
public:
    OperatorRows(DatabaseRead &read, DatabaseEvents &events)
        : m_read(read)
        , m_events(events) {}

    void take(const SqliteRows &rows) {
        const auto time = m_read.stretch("PYTORCH_API", rows, 0, 1);
        if (!time) return;
        DatabaseOperator call;
        call.time = *time;
        call.rowId = rows.rowId();
        call.thread = rows.integer(2).value_or(-1);
        call.connection = rows.integer(3).value_or(-1);
        call.name = m_read.name("PYTORCH_API", rows, 4);
        call.sequence = rows.integer(5).value_or(-1);
        call.forwardThread = rows.integer(6).value_or(0);
        call.chain = rows.integer(7).value_or(-1);
        const int64_t type = rows.integer(8).value_or(typeOperator);
        call.isOperator = type == typeOperator || type == typeMarker;
        call.shapes = shapesOf(rows);
        addSlice(call, type, rows);
    }

private:
    /** The first version wrote shapes where types belong and the other way round. */
    int64_t shapesOf(const SqliteRows &rows) const {
        const int64_t shapes = rows.integer(9).value_or(-1), types = rows.integer(10).value_or(-1);
        const auto hasLetters = [&](int64_t id) {
            const std::string &text = m_read.string(id);
            return std::any_of(text.begin(), text.end(), [](char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; });
        };
        return hasLetters(shapes) && !hasLetters(types) ? types : shapes;
    }

    void addSlice(DatabaseOperator &call, int64_t type, const SqliteRows &rows) {
        const bool isEnqueue = m_read.trace.texts().text(call.name).starts_with("Enqueue");
        const TextId category = m_read.trace.addText(categoryOf(type, isEnqueue));
        call.slice = m_read.addSlice(
            laneOf(call.thread), {call.name, category, placeOfRow(m_events, SliceTable::Operator, rows)}, call.time);
        if (type == typeQueue) {
            m_events.queue.push_back({call.slice, call.connection, isEnqueue});
            m_read.charge(int64_t(sizeof(DatabaseQueueCall)));
            return;
        }
        if (!call.isOperator) return;
        m_events.operators.push_back(call);
        m_read.charge(int64_t(sizeof call));
    }

    /** Each lane is looked up by its name once. */
    TrackId laneOf(int64_t thread) {
        TrackId &lane = m_lanes[thread];
        if (lane.valid()) return lane;
        const std::string name =
            thread < 0 ? std::string("Thread ?") : format("Thread %lld", (long long)(thread & 0xffffffff));
        return lane = m_read.lane("Python", name, -1);
    }

    DatabaseRead &m_read;
    DatabaseEvents &m_events;
    std::unordered_map<int64_t, TrackId> m_lanes;
};

} // namespace

void readOperators(DatabaseRead &read, DatabaseEvents &events) {
    readCallChains(read, events);
    readConnections(read, events);
    OperatorRows operators(read, events);
    read.each("PYTORCH_API",
              {"startNs", "endNs", "globalTid", "connectionId", "name", "sequenceNumber", "fwdThreadId", "callchainId",
               "type", "inputShapes", "inputDtypes"},
              [&](const SqliteRows &rows) { operators.take(rows); });
    std::stable_sort(events.operators.begin(), events.operators.end(),
                     [](const DatabaseOperator &a, const DatabaseOperator &b) {
                         if (a.time.startNs != b.time.startNs) return a.time.startNs < b.time.startNs;
                         return a.time.durationNs > b.time.durationNs;
                     });
}

} // namespace ascend_profiler
} // namespace jitscope
