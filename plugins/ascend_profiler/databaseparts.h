// SPDX-License-Identifier: Apache-2.0
// The parts of the database reader, in the order in which they run, and what one leaves for the next.
#pragma once

#include "plugins/ascend_profiler/databasearguments.h"
#include "plugins/ascend_profiler/databaseread.h"

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

namespace jitscope {
inline namespace ascend_profiler {

/** Ids that stand for "none". */
constexpr int64_t noneId32 = 4294967295;
inline bool isNoneId(std::optional<int64_t> id) {
    return !id || *id == noneId32 || *id == -1;
}

/** What COMPUTE_TASK_INFO says of a task: string ids as they stand there, missingInteger where it lacks the column. */
struct ComputeInfo {
    enum Column {
        Name,
        Core,
        Type,
        InputFormats,
        InputTypes,
        InputShapes,
        OutputFormats,
        OutputTypes,
        OutputShapes,
        State,
        Hf32,
        Blocks,
        MixBlocks,
        ColumnCount
    };
    std::array<int64_t, ColumnCount> cells{};
    bool isSchedule = false; ///< of communication that AI CPUs drive: named, but not counted as computing
};

struct DatabaseTask {
    EventTime time;
    int64_t globalId = 0, rowId = 0, stream = -1, task = -1, model = noneId32, context = noneId32, type = 0;
    int64_t connection = -1;
    int device = -1;
    int compute = -1; ///< index in computeInfos
    uint32_t slice = noSlice;
};

struct DatabaseCollective {
    EventTime time;
    TextId name, type, group;
    int64_t opId = -1, connection = -1;
    int device = -1;
    uint64_t place = 0; ///< of its arguments
    uint32_t slice = noSlice;
};

/** A call into CANN that tasks name by its connection. */
struct DatabaseApi {
    uint32_t slice = noSlice;
    int64_t startNs = 0;
    bool isEvent = false; ///< records an event or waits for one
};

/** A call of a framework's operator. */
struct DatabaseOperator {
    EventTime time;
    TextId name;
    int64_t rowId = 0, thread = -1, sequence = -1, forwardThread = 0, chain = -1, connection = -1, shapes = -1;
    uint32_t slice = noSlice;
    bool isOperator = true; ///< not a Python function
};

struct DatabaseQueueCall {
    uint32_t slice = noSlice;
    int64_t connection = -1;
    bool isEnqueue = false;
};

struct DatabaseStep {
    std::string step;
    int64_t startNs = 0, endNs = 0;
};

struct DatabaseEvents {
    std::vector<ComputeInfo> computeInfos;
    std::vector<DatabaseTask> tasks; ///< by start
    std::vector<DatabaseCollective> communication;
    std::unordered_map<int64_t, DatabaseApi> apis; ///< by connection
    std::vector<DatabaseOperator> operators;
    std::vector<DatabaseQueueCall> queue;
    std::unordered_map<int64_t, std::vector<uint32_t>> markers;    ///< slices of MSTX events by connection
    std::unordered_map<int64_t, std::vector<int64_t>> connections; ///< of CONNECTION_IDS
    std::vector<DatabaseStep> steps;                               ///< by start
    std::shared_ptr<DatabaseArguments> arguments;
    int argumentSource = 0;
};

/** The packed place of the arguments of the row that `rows` stands on. */
uint64_t placeOfRow(const DatabaseEvents &events, SliceTable table, const SqliteRows &rows);

/** Rank, device, producer, versions (databaseinfo.cpp). */
void readDatabaseInfo(DatabaseRead &read);
void readSteps(DatabaseRead &read, DatabaseEvents &events);
/** Lanes of the device (databasetasks.cpp, databasecommunication.cpp, databaseoverlap.cpp). */
void readTasks(DatabaseRead &read, DatabaseEvents &events);
void readCommunication(DatabaseRead &read, DatabaseEvents &events);
void readOverlap(DatabaseRead &read, const DatabaseEvents &events);
/** Lanes of the host (databasehost.cpp, databaseoperators.cpp). */
void readHostCalls(DatabaseRead &read, DatabaseEvents &events);
void readOperators(DatabaseRead &read, DatabaseEvents &events);
void addFlows(DatabaseRead &read, const DatabaseEvents &events);
/** databasecounters.cpp */
void readCounters(DatabaseRead &read);
/** Tables (databasekernels.cpp, databaseoperatortable.cpp, databasetables.cpp, databaseothers.cpp). */
void readKernels(DatabaseRead &read, const DatabaseEvents &events);
void addOperatorTable(DatabaseRead &read, const DatabaseEvents &events);
void readTables(DatabaseRead &read);
void readOtherTables(DatabaseRead &read);

/** The step in which a task was launched, or began if its launch is not known; "" for none. */
std::string stepOf(const DatabaseEvents &events, int64_t connection, int64_t startNs);

} // namespace ascend_profiler
} // namespace jitscope
