// SPDX-License-Identifier: Apache-2.0
// Small databases as the Ascend profilers write them, made by the tests: tables in our own words, as far as they
// matter.
#pragma once

#include "engine/base/text.h"

#include <sqlite3.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::testing {

/** An SQLite file that is written by statements. */
class DatabaseFile {
public:
    explicit DatabaseFile(std::string path)
        : m_path(std::move(path)) {
        std::filesystem::remove(m_path);
        sqlite3_open(m_path.c_str(), &m_database);
    }
    ~DatabaseFile() { close(); }
    DatabaseFile(const DatabaseFile &) = delete;
    DatabaseFile &operator=(const DatabaseFile &) = delete;

    /** The first problem of any statement, "" for none. */
    const std::string &problem() const { return m_problem; }
    DatabaseFile &run(const std::string &sql) {
        char *message = nullptr;
        if (sqlite3_exec(m_database, sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK && m_problem.empty())
            m_problem = std::string(message != nullptr ? message : "?") + " in " + sql.substr(0, 200);
        sqlite3_free(message);
        return *this;
    }
    void close() {
        sqlite3_close(m_database);
        m_database = nullptr;
    }
    const std::string &path() const { return m_path; }

private:
    std::string m_path, m_problem;
    sqlite3 *m_database = nullptr;
};

/** Ids of texts, given out as they come. */
class DatabaseTexts {
public:
    int id(const std::string &text) {
        for (size_t i = 0; i < m_texts.size(); ++i)
            if (m_texts[i] == text) return firstId + int(i);
        m_texts.push_back(text);
        return firstId + int(m_texts.size()) - 1;
    }
    void writeTo(DatabaseFile &file) const {
        file.run("CREATE TABLE STRING_IDS(id INTEGER PRIMARY KEY, value TEXT)");
        for (size_t i = 0; i < m_texts.size(); ++i) {
            std::string quoted;
            for (const char c : m_texts[i])
                quoted += c == '\'' ? std::string("''") : std::string(1, c);
            file.run(format("INSERT INTO STRING_IDS VALUES(%d, '%s')", firstId + int(i), quoted.c_str()));
        }
    }

private:
    static constexpr int firstId = 1000;
    std::vector<std::string> m_texts;
};

constexpr int64_t sampleStart = 1'736'412'474'000'000'000; ///< the first moment of the sample run

/** Columns that differ between versions of the format. */
struct SampleVersion {
    const char *schema = "1.2.0";
    const char *blocks = "blockNum", *mixBlocks = "mixBlockNum";
    bool areTimesText = false; ///< of PYTORCH_API
    bool hasState = true;      ///< opState and hf32Eligible
};

/**
 * A run of two steps on one device: an operator `aten::mm` on thread 7 puts a launch into the task queue, thread 8
 * takes it out and launches the kernel MatMul1 on stream 2; a copy before it, a collective with two planes beside it,
 * an FFTS+ kernel with its enclosing task. Times are sampleStart + µs.
 */
inline void writeSampleDatabase(DatabaseFile &file, const SampleVersion &version = {}) {
    DatabaseTexts texts;
    const auto id = [&](const char *text) { return texts.id(text); };
    const auto us = [](int64_t time) { return format("%lld", (long long)(sampleStart + time * 1000)); };
    const auto thread = [](int tid) { return format("%lld", (long long)((int64_t(4321) << 32) | tid)); };

    file.run("CREATE TABLE META_DATA(name TEXT, value TEXT)");
    file.run(format("INSERT INTO META_DATA VALUES('SCHEMA_VERSION', '%s')", version.schema));
    file.run("CREATE TABLE NPU_INFO(id INTEGER, name TEXT); INSERT INTO NPU_INFO VALUES(0, 'Ascend910B4')");
    file.run(
        "CREATE TABLE RANK_DEVICE_MAP(rankId INTEGER, deviceId INTEGER); INSERT INTO RANK_DEVICE_MAP VALUES(3, 0)");
    file.run("CREATE TABLE STEP_TIME(id INTEGER, startNs INTEGER, endNs INTEGER)");
    file.run("INSERT INTO STEP_TIME VALUES(50, " + us(0) + ", " + us(100) + "), (51, " + us(101) + ", " + us(200) +
             ")");

    file.run("CREATE TABLE TASK(startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER, "
             "globalTaskId INTEGER, globalPid INTEGER, taskType INTEGER, contextId INTEGER, streamId INTEGER, "
             "taskId INTEGER, modelId INTEGER)");
    const auto task = [&](int64_t from, int64_t to, int connection, int global, const char *type, const char *context,
                          int stream, int number) {
        file.run(
            "INSERT INTO TASK VALUES(" + us(from) + "," + us(to) +
            format(",0,%d,%d,4321,%d,%s,%d,%d,4294967295)", connection, global, id(type), context, stream, number));
    };
    task(20, 25, 10, 1, "MEMCPY_ASYNC", "4294967295", 2, 100);
    task(30, 50, 11, 2, "KERNEL_AICORE", "4294967295", 2, 101);
    task(119, 131, 12, 3, "KERNEL_AIVEC", "4294967295", 2, 102); // encloses the next
    task(120, 130, 12, 4, "KERNEL_AIVEC", "0", 2, 102);
    task(40, 45, 13, 5, "SDMA", "1", 4, 7);
    task(45, 60, 13, 6, "Notify Wait", "2", 4, 7);

    file.run(format("CREATE TABLE COMPUTE_TASK_INFO(name INTEGER, globalTaskId INTEGER PRIMARY KEY, %s INTEGER, %s "
                    "INTEGER, taskType INTEGER, opType INTEGER, inputFormats INTEGER, inputDataTypes INTEGER, "
                    "inputShapes INTEGER, outputFormats INTEGER, outputDataTypes INTEGER, outputShapes INTEGER, "
                    "attrInfo INTEGER%s)",
                    version.blocks, version.mixBlocks,
                    version.hasState ? ", opState INTEGER, hf32Eligible INTEGER" : ""));
    const auto compute = [&](const char *name, int global, int blocks, const char *core, const char *type) {
        file.run(format("INSERT INTO COMPUTE_TASK_INFO VALUES(%d,%d,%d,0,%d,%d,%d,%d,%d,%d,%d,%d,%d%s)", id(name),
                        global, blocks, id(core), id(type), id("FORMAT_ND;FORMAT_ND"), id("FLOAT;FLOAT"),
                        id("\"2,3;3,4\""), id("ND"), id("FLOAT"), id("\"2,4\""), id("N/A"),
                        version.hasState ? format(",%d,%d", id("dynamic"), id("NO")).c_str() : ""));
    };
    compute("MatMul1", 2, 20, "AI_CORE", "MatMulV2");
    compute("ReduceSum1", 4, 40, "MIX_AIV", "ReduceSum");
    file.run("CREATE TABLE TASK_PMU_INFO(globalTaskId INTEGER, name INTEGER, value NUMERIC)");
    file.run(format("INSERT INTO TASK_PMU_INFO VALUES(2,%d,18500.5),(2,%d,0.75),(4,%d,9000)", id("aic_total_time"),
                    id("aic_mac_ratio"), id("aiv_total_time")));
    file.run("CREATE TABLE MEMCPY_INFO(globalTaskId NUMERIC, size NUMERIC, memcpyOperation NUMERIC); "
             "INSERT INTO MEMCPY_INFO VALUES(1, 5000, 1)");
    file.run("CREATE TABLE ENUM_MEMCPY_OPERATION(id INTEGER PRIMARY KEY, name TEXT); "
             "INSERT INTO ENUM_MEMCPY_OPERATION VALUES(1, 'host to device')");

    file.run("CREATE TABLE COMMUNICATION_OP(opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER, "
             "groupName INTEGER, opId INTEGER PRIMARY KEY, relay INTEGER, retry INTEGER, dataType INTEGER, algType "
             "INTEGER, count NUMERIC, opType INTEGER)");
    file.run(format("INSERT INTO COMMUNICATION_OP VALUES(%d,", id("hcom_allReduce__1_0_1")) + us(40) + "," + us(60) +
             format(",13,%d,1,0,0,4,%d,1000,%d)", id("group_a"), id("MESH"), id("hcom_allReduce_")));
    file.run("CREATE TABLE COMMUNICATION_TASK_INFO(name INTEGER, globalTaskId INTEGER, taskType INTEGER, planeId "
             "INTEGER, groupName INTEGER, notifyId INTEGER, rdmaType INTEGER, srcRank INTEGER, dstRank INTEGER, "
             "transportType INTEGER, size INTEGER, dataType INTEGER, linkType INTEGER, opId INTEGER)");
    file.run(format("INSERT INTO COMMUNICATION_TASK_INFO VALUES(%d,5,%d,0,%d,-1,65535,3,1,0,4096,4,1,1)",
                    id("hcom_allReduce__1_0_1"), id("Memcpy"), id("group_a")));
    file.run(format("INSERT INTO COMMUNICATION_TASK_INFO VALUES(%d,6,%d,1,%d,55,65535,3,1,2,0,65535,65535,1)",
                    id("hcom_allReduce__1_0_1"), id("Notify_Wait"), id("group_a")));
    file.run("CREATE TABLE ENUM_HCCL_TRANSPORT_TYPE(id INTEGER PRIMARY KEY, name TEXT); "
             "INSERT INTO ENUM_HCCL_TRANSPORT_TYPE VALUES(0, 'SDMA'), (2, 'LOCAL')");

    file.run("CREATE TABLE CANN_API(startNs INTEGER, endNs INTEGER, type INTEGER, globalTid INTEGER, connectionId "
             "INTEGER PRIMARY KEY, name INTEGER)");
    const auto api = [&](int64_t from, int64_t to, int type, int tid, int connection, const char *name) {
        file.run("INSERT INTO CANN_API VALUES(" + us(from) + "," + us(to) + format(",%d,", type) + thread(tid) +
                 format(",%d,%d)", connection, id(name)));
    };
    api(5, 8, 20000, 8, 10, "aclrtMemcpyAsync");
    api(10, 14, 10000, 8, 11, "launch");
    api(105, 109, 10000, 8, 12, "launch");
    api(15, 18, 10000, 8, 13, "launch");
    api(11, 12, 5000, 8, 14, "KernelLaunch");

    const char *timeType = version.areTimesText ? "TEXT" : "INTEGER";
    file.run(format("CREATE TABLE PYTORCH_API(startNs %s, endNs %s, globalTid INTEGER, connectionId INTEGER, name "
                    "INTEGER, sequenceNumber INTEGER, fwdThreadId INTEGER, inputDtypes INTEGER, inputShapes INTEGER, "
                    "callchainId INTEGER, type INTEGER)",
                    timeType, timeType));
    const auto call = [&](int64_t from, int64_t to, int tid, const std::string &connection, const char *name,
                          const std::string &sequence, int forward, int type) {
        file.run("INSERT INTO PYTORCH_API VALUES(" + us(from) + "," + us(to) + "," + thread(tid) + "," + connection +
                 format(",%d,", id(name)) + sequence +
                 format(",%d,%d,%d,%s,%d)", forward, id("float;\r\nfloat"), id("2,3;\r\n3,4"),
                        type == 50001 ? "5" : "NULL", type));
    };
    call(0, 9, 7, "1", "aten::mm", "77", 0, 50001);
    call(1, 3, 7, "NULL", "aten::empty", "-1", 0, 50001);
    call(4, 6, 7, "2", "Enqueue", "NULL", 0, 50002);
    call(9, 19, 8, "4", "Dequeue@mm", "NULL", 0, 50002);
    call(0, 100, 7, "NULL", "train.py(8): step", "NULL", 0, 50003);
    call(104, 110, 9, "3", "MmBackward", "77", 7, 50001);
    file.run("CREATE TABLE CONNECTION_IDS(id INTEGER, connectionId INTEGER); "
             "INSERT INTO CONNECTION_IDS VALUES(1, 11), (2, 900), (3, 12), (4, 900)");
    file.run("CREATE TABLE PYTORCH_CALLCHAINS(id INTEGER, stack INTEGER, stackDepth INTEGER)");
    file.run(format("INSERT INTO PYTORCH_CALLCHAINS VALUES(5,%d,1),(5,%d,0)", id("train.py(20): main"),
                    id("train.py(8): step")));

    file.run("CREATE TABLE HBM(deviceId INTEGER, timestampNs INTEGER, bandwidth NUMERIC, hbmId INTEGER, type INTEGER)");
    file.run("INSERT INTO HBM VALUES(0," + us(20) + format(",2097152,1,%d),(0,", id("read")) + us(10) +
             format(",1048576,1,%d)", id("read")));
    file.run("CREATE TABLE NPU_MEM(type INTEGER, ddr NUMERIC, hbm NUMERIC, timestampNs INTEGER, deviceId INTEGER)");
    file.run(format("INSERT INTO NPU_MEM VALUES(%d,0,4096,", id("app")) + us(5) + ",0)");
    file.run("CREATE TABLE NPU_MODULE_MEM(moduleId INTEGER, timestampNs INTEGER, totalReserved NUMERIC, deviceId "
             "INTEGER); CREATE TABLE ENUM_MODULE(id INTEGER PRIMARY KEY, name TEXT); "
             "INSERT INTO ENUM_MODULE VALUES(7, 'RUNTIME')");
    file.run("INSERT INTO NPU_MODULE_MEM VALUES(7," + us(5) + ",65536,0)");
    texts.writeTo(file);
}

} // namespace jitscope::testing
