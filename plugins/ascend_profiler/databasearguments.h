// SPDX-License-Identifier: Apache-2.0
// Arguments of slices that came from a database: read from its rows when somebody asks, under the names that the text
// export gives them.
#pragma once

#include "engine/profile/argumentsource.h"
#include "engine/reading/inputfile.h"
#include "engine/reading/sqlitereader.h"
#include "plugins/ascend_profiler/databaseread.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace jitscope {
inline namespace ascend_profiler {

/** The tables whose rows are slices. */
enum class SliceTable : uint8_t {
    Task,
    Api,
    Operator,
    CommunicationOp,
    CommunicationTask,
    Marker,
    DpuTask,
    Ccu,
};
const char *tableName(SliceTable table);

/** From an id to the row of another table, for tables without an index of their own. */
class DatabaseRowLinks {
public:
    void add(int64_t from, int64_t to) { m_links.emplace_back(from, to); }
    void sort();
    /** The row, 0 for none. */
    int64_t row(int64_t from) const;

private:
    std::vector<std::pair<int64_t, int64_t>> m_links;
};

struct DatabaseRowRange {
    int64_t first = 0, last = 0;
};

class DatabaseArguments : public ArgumentSource {
public:
    DatabaseArguments(std::shared_ptr<SqliteReader> reader, std::shared_ptr<DatabaseStrings> strings);

    Result<SliceArguments> read(uint64_t offset) const override;
    std::string file() const override { return m_reader->path(); }

    /** The offset of a row, nothing for one that has no place in 40 bits. */
    static std::optional<uint64_t> offsetOf(SliceTable table, int64_t rowId);

    DatabaseRowLinks computeRows;                                ///< from globalTaskId to COMPUTE_TASK_INFO
    DatabaseRowLinks memcpyRows;                                 ///< from globalTaskId to MEMCPY_INFO
    DatabaseRowLinks taskRows;                                   ///< from globalTaskId of a communication task to TASK
    std::unordered_map<int64_t, DatabaseRowRange> callChains;    ///< from callchainId to PYTORCH_CALLCHAINS
    std::unordered_map<int64_t, int64_t> connections;            ///< from id of CONNECTION_IDS to its first connection
    std::map<std::string, std::map<int64_t, std::string>> enums; ///< from table and number to name

private:
    struct Asked;
    void addTask(Asked &asked) const;
    void addCommunicationTask(Asked &asked) const;
    void addOperator(Asked &asked) const;
    std::string callStack(int64_t chain) const;
    std::string cell(const SqliteRows &rows, int column, int form) const;

    std::shared_ptr<SqliteReader> m_reader;
    std::shared_ptr<const DatabaseStrings> m_strings;
    std::shared_ptr<const InputFile> m_file; ///< null where it cannot be watched
    mutable std::mutex m_mutex;
};

} // namespace ascend_profiler
} // namespace jitscope
