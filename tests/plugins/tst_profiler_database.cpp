// SPDX-License-Identifier: Apache-2.0
// Databases of the Ascend profilers: what is read of them, in every version, and what a reader must survive.
#include "plugins/ascend_profiler/profilerdatabase.h"
#include "tests/support/profilerdatabases.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>

#include <fstream>
#include <random>
#include <thread>

namespace jitscope::tst_profiler_database {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

std::string cells(const DataTable *table, std::initializer_list<const char *> columns) {
    if (table == nullptr) return "no such table\n";
    std::string text;
    for (int64_t row = 0; row < table->rowCount(); ++row) {
        for (const char *column : columns)
            text += (column == *columns.begin() ? "" : " | ") + table->cell(row, table->column(column));
        text += "\n";
    }
    return text;
}

std::string messages(const Diagnostics &diagnostics) {
    std::string text;
    for (const Diagnostic &each : diagnostics.all())
        text += std::string(toString(each.kind)) + ": " + each.message + format(" (%lld)\n", (long long)each.count);
    return text;
}

/** Lanes and slices by time from the sample's first moment, in µs. */
std::string lanesOf(const Trace &trace) {
    std::string text;
    for (const LaneRow &row : trace.laneRows()) {
        const Track &track = trace.trackAt(row.track);
        text += track.process + " / " + track.name + (row.row > 0 ? format(" row %d", row.row) : "") + ":";
        for (int64_t i = row.first; i < row.first + row.count; ++i)
            text += format(" %s@%lld+%lld", std::string(trace.nameOf(SliceId{i})).c_str(),
                           (long long)(trace.startOf(SliceId{i}) - sampleStart) / 1000,
                           (long long)trace.durationOf(SliceId{i}) / 1000);
        text += "\n";
    }
    return text;
}

std::string flowsOf(const Trace &trace) {
    std::vector<std::string> lines;
    for (const Flow &flow : trace.flows())
        lines.push_back(trace.texts().text(flow.category) + ": " + std::string(trace.nameOf(flow.from)) + " -> " +
                        std::string(trace.nameOf(flow.to)) + "\n");
    std::sort(lines.begin(), lines.end());
    return join(lines, "");
}

std::string argumentsOf(const Trace &trace, std::string_view name) {
    for (int64_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.nameOf(SliceId{i}) != name) continue;
        std::string text;
        for (const auto &[key, value] : trace.argumentsOf(SliceId{i}))
            text += key + "=" + value + "\n";
        return text;
    }
    return "no such slice";
}

} // namespace

class TestProfilerDatabase : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void readsTheSample_data();
    void readsTheSample();
    void givesArgumentsOnDemand();
    void saysWhenTheFileChanged();
    void readsKernels();
    void readsTables();
    void readsCommunicationAnalysis();
    void readsSimplifiedDatabases();
    void readsDatabasesThatInsightOpened();
    void readsSeveralDevices();
    void readsWindow();
    void mendsWhatIsWrong();
    void takesWhatIsInTheLog();
    void neverWritesBesideTheFile();
    void runsNothingOfTheSchema();
    void saysWhatOtherDatabasesAre();
    void canBeCancelled();
    void refusesWhatDoesNotFit();
    void survivesDamage();
    void isFast();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    ProfilerDatabase sample(const char *name, const SampleVersion &version = {}) const {
        DatabaseFile file(path(name));
        writeSampleDatabase(file, version);
        file.close();
        auto read = readProfilerDatabase(file.path(), {});
        return read ? *std::move(read) : ProfilerDatabase{};
    }
    QTemporaryDir m_folder;
};

void TestProfilerDatabase::readsTheSample_data() {
    QTest::addColumn<QString>("schema");
    QTest::addColumn<bool>("old");
    QTest::newRow("1.0") << "1.0.0" << true;
    QTest::newRow("1.1") << "1.1.0" << false;
    QTest::newRow("1.2") << "1.2.0" << false;
}

void TestProfilerDatabase::readsTheSample() {
    QFETCH(QString, schema);
    QFETCH(bool, old);
    const std::string name = schema.toStdString();
    SampleVersion version;
    version.schema = name.c_str();
    if (old) {
        version.blocks = "blockDim";
        version.mixBlocks = "mixBlockDim";
        version.areTimesText = true;
        version.hasState = false;
    }
    DatabaseFile file(path("sample.db"));
    writeSampleDatabase(file, version);
    QCOMPARE(file.problem(), std::string());
    file.close();
    auto read = readProfilerDatabase(file.path(), {});
    VERIFY_RESULT(read);
    COMPARE_TEXT(lanesOf(read->trace),
                 "Python / Thread 7: train.py(8): step@0+100\n"
                 "Python / Thread 7 row 1: aten::mm@0+9\n"
                 "Python / Thread 7 row 2: aten::empty@1+2 Enqueue@4+2\n"
                 "Python / Thread 8: Dequeue@mm@9+10\n"
                 "Python / Thread 9: MmBackward@104+6\n"
                 "CANN / Thread 8: AscendCL@aclrtMemcpyAsync@5+3 Node@launch@10+4 Node@launch@15+3 Node@launch@105+4\n"
                 "CANN / Thread 8 row 1: Runtime@KernelLaunch@11+1\n"
                 "Ascend Hardware / Stream 2: MEMCPY_ASYNC@20+5 MatMul1@30+20 ReduceSum1@120+10\n"
                 "Ascend Hardware / Stream 4: SDMA@40+5 Notify Wait@45+15\n"
                 "Communication / Group group_a Communication: hcom_allReduce__1_0_1@40+20\n"
                 "Communication / Plane 0: Memcpy@40+5\n"
                 "Communication / Plane 1: Notify_Wait@45+15\n"
                 "Overlap Analysis / Computing: Computing@30+20 Computing@120+10\n"
                 "Overlap Analysis / Communication: Communication@40+20\n"
                 "Overlap Analysis / Communication(Not Overlapped): Communication(Not Overlapped)@50+10\n"
                 "Overlap Analysis / Free: Free@60+60\n");
    COMPARE_TEXT(flowsOf(read->trace), "HostToDevice: AscendCL@aclrtMemcpyAsync -> MEMCPY_ASYNC\n"
                                       "HostToDevice: Node@launch -> MatMul1\n"
                                       "HostToDevice: Node@launch -> ReduceSum1\n"
                                       "HostToDevice: Node@launch -> hcom_allReduce__1_0_1\n"
                                       "async_npu: MmBackward -> ReduceSum1\n"
                                       "async_npu: aten::mm -> MatMul1\n"
                                       "async_task_queue: Enqueue -> Dequeue@mm\n"
                                       "fwdbwd: aten::mm -> MmBackward\n");
    COMPARE_TEXT(messages(read->diagnostics),
                 "note: a task that only encloses its FFTS+ sub-tasks is not shown beside them, as in the text export "
                 "(1)\n"
                 "note: the lanes of Overlap Analysis were computed from tasks and collectives: the database holds "
                 "none (1)\n");
    QCOMPARE(read->profile.rank, 3);
    QCOMPARE(read->profile.device, 0);
    QCOMPARE(read->profile.producer, std::string("torch_npu"));
    QCOMPARE(read->profile.info["schema"], name);
    QCOMPARE(read->profile.info["soc"], std::string("Ascend910B4"));
    for (const Track &track : read->trace.tracks())
        QCOMPARE(track.rank, 3);
    for (const Track &track : read->trace.tracks())
        if (track.name == "Stream 2") QCOMPARE(int(track.kind), int(LaneKind::Stream));
    std::string counters;
    for (const Counter &counter : read->trace.counters()) {
        counters += counter.name + " [" + counter.unit + "]";
        for (const CounterSample &sample : counter.samples)
            counters += format(" %lld:%g", (long long)(sample.timeNs - sampleStart) / 1000, sample.value);
        counters += "\n";
    }
    COMPARE_TEXT(counters, "HBM 1/Read [Read(MB/s)] 10:1 20:2\n"
                           "APP/DDR [KB] 5:0\n"
                           "APP/HBM [KB] 5:4\n"
                           "APP/Memory [KB] 5:4\n");
}

void TestProfilerDatabase::givesArgumentsOnDemand() {
    const ProfilerDatabase read = sample("arguments.db");
    COMPARE_TEXT(argumentsOf(read.trace, "MatMul1"), "Model Id=4294967295\nTask Type=AI_CORE\nPhysic Stream Id=2\n"
                                                     "Task Id=101\nSubtask Id=4294967295\nconnection_id=11\n");
    COMPARE_TEXT(argumentsOf(read.trace, "MEMCPY_ASYNC"),
                 "Model Id=4294967295\nTask Type=MEMCPY_ASYNC\nPhysic Stream Id=2\nTask Id=100\n"
                 "Subtask Id=4294967295\nconnection_id=10\nsize(B)=5000\nbandwidth(GB/s)=1\n"
                 "operation=host to device\n");
    COMPARE_TEXT(argumentsOf(read.trace, "Node@launch"), "Thread Id=8\nlevel=10000\nconnection_id=11\n");
    COMPARE_TEXT(argumentsOf(read.trace, "aten::mm"),
                 "Sequence number=77\nFwd thread id=0\nInput Dims=2,3;\r\n3,4\nInput type=float;\r\nfloat\n"
                 "Call stack=train.py(8): step;\r\ntrain.py(20): main\n");
    COMPARE_TEXT(argumentsOf(read.trace, "Enqueue"), "correlation_id=900\n");
    COMPARE_TEXT(argumentsOf(read.trace, "Notify_Wait"),
                 "notify_id=55\ntask type=Notify_Wait\nsrc rank=3\ndst rank=1\ntransport type=LOCAL\nsize(Byte)=0\n"
                 "data type=65535\nlink type=65535\nstream id=4\ntask id=7\ncontext id=2\nmodel id=4294967295\n");
    // From several threads at once.
    std::vector<std::thread> threads;
    std::atomic<int> wrong = 0;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int k = 0; k < 50; ++k)
                wrong += argumentsOf(read.trace, "Enqueue") == "correlation_id=900\n" ? 0 : 1;
        });
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(wrong.load(), 0);
}

void TestProfilerDatabase::saysWhenTheFileChanged() {
    const ProfilerDatabase read = sample("changed.db");
    std::filesystem::resize_file(path("changed.db"), 5000);
    const std::string text = argumentsOf(read.trace, "MatMul1");
    QVERIFY2(text.find("the file was changed since it was opened") != std::string::npos, text.c_str());
}

void TestProfilerDatabase::readsKernels() {
    const ProfilerDatabase read = sample("kernels.db");
    const DataTable *kernels = read.profile.table("kernels");
    COMPARE_TEXT(cells(kernels, {"step", "device", "stream", "task", "context", "name", "type", "core", "duration",
                                 "wait", "blocks", "state", "input_shapes", "input_types", "input_formats"}),
                 "50 | 0 | 2 | 101 |  | MatMul1 | MatMulV2 | AI_CORE | 20000 | 0 | 20 | dynamic | 2,3;3,4 | "
                 "FLOAT;FLOAT | FORMAT_ND;FORMAT_ND\n"
                 "50 | 0 |  |  |  | hcom_allReduce__1_0_1 | hcom_allReduce_ | COMMUNICATION | 20000 | 0 | 0 |  |  |  "
                 "| \n"
                 "51 | 0 | 2 | 102 | 0 | ReduceSum1 | ReduceSum | MIX_AIV | 10000 | 60000 | 40 | dynamic | 2,3;3,4 | "
                 "FLOAT;FLOAT | FORMAT_ND;FORMAT_ND\n");
    COMPARE_TEXT(cells(kernels, {"aicore_time", "aic_mac_ratio", "aiv_time"}), "18.5005 | 0.75 | \n |  | \n |  | 9\n");
    COMPARE_TEXT(
        cells(read.profile.table("operators"), {"name", "input_shapes", "call_stack", "thread", "host_self",
                                                "host_total", "device_self", "device_total", "device_self_aicore"}),
        "aten::mm | 2,3;3,4 | train.py(8): step\ntrain.py(20): main | 7 | 7000 | 9000 | 20000 | 20000 | "
        "20000\n"
        "aten::empty | 2,3;3,4 | train.py(8): step\ntrain.py(20): main | 7 | 2000 | 2000 | 0 | 0 | 0\n"
        "MmBackward | 2,3;3,4 | train.py(8): step\ntrain.py(20): main | 9 | 6000 | 6000 | 10000 | 10000 | "
        "0\n");
}

void TestProfilerDatabase::readsTables() {
    const ProfilerDatabase read = sample("tables.db");
    COMPARE_TEXT(cells(read.profile.table("host_api"), {"level", "name", "duration", "thread", "connection"}),
                 "acl | aclrtMemcpyAsync | 3000 | 8 | 10\nnode | launch | 4000 | 8 | 11\nnode | launch | 4000 | 8 | "
                 "12\nnode | launch | 3000 | 8 | 13\nruntime | KernelLaunch | 1000 | 8 | 14\n");
    COMPARE_TEXT(cells(read.profile.table("module_memory"), {"component", "reserved", "device"}),
                 "RUNTIME | 65536 | NPU:0\n");
    COMPARE_TEXT(cells(read.profile.table("memory_record"), {"component", "allocated", "reserved", "device_type"}),
                 "APP |  | 4096 | NPU:0\n");
    COMPARE_TEXT(cells(read.profile.table("steps"), {"step"}), "50\n51\n");
}

void TestProfilerDatabase::readsCommunicationAnalysis() {
    DatabaseFile file(path("analysis.db"));
    file.run(
        "CREATE TABLE CommAnalyzerTime(hccl_op_name TEXT, group_name TEXT, start_timestamp NUMERIC, elapse_time "
        "NUMERIC, transit_time NUMERIC, wait_time NUMERIC, synchronization_time NUMERIC, idle_time NUMERIC, step "
        "TEXT, type TEXT);"
        "INSERT INTO CommAnalyzerTime VALUES('hcom_allReduce__1', '77', 1736412474000001.5, 2.5, 1.25, 0.5, 0.25, "
        "0.5, 'step50', 'collective');"
        "CREATE TABLE CommAnalyzerBandwidth(hccl_op_name TEXT, group_name TEXT, transport_type TEXT, transit_size "
        "NUMERIC, transit_time NUMERIC, bandwidth NUMERIC, large_packet_ratio NUMERIC, package_size NUMERIC, count "
        "NUMERIC, total_duration NUMERIC, step TEXT, type TEXT);"
        "INSERT INTO CommAnalyzerBandwidth VALUES('a', '77', 'HCCS', 28.6, 1.8, 15.8, 0, 2.0, 12, 1.5, 'step50', "
        "'collective'), ('a', '77', 'HCCS', 28.6, 1.8, 15.8, 0, 1.9, 2, 0.3, 'step50', 'collective'), ('a', '77', "
        "'SDMA', 28.6, 1.8, 15.8, 0, 0, 0, 0, 'step50', 'collective');"
        "CREATE TABLE CommAnalyzerMatrix(hccl_op_name TEXT, group_name TEXT, src_rank TEXT, dst_rank TEXT, "
        "transport_type TEXT, transit_size NUMERIC, transit_time NUMERIC, bandwidth NUMERIC, step TEXT, type TEXT, "
        "op_name TEXT);"
        "INSERT INTO CommAnalyzerMatrix VALUES('allreduce-top1', '77', '0', '1', 'HCCS', 37.5, 2.25, 16.9, "
        "'step50', 'collective', 'hcom_allReduce__1');"
        "CREATE TABLE StepTraceTime(deviceId INTEGER, step TEXT, computing NUMERIC, communication_not_overlapped "
        "NUMERIC, overlapped NUMERIC, communication NUMERIC, free NUMERIC, stage NUMERIC, bubble NUMERIC, "
        "communication_not_overlapped_and_exclude_receive NUMERIC, preparing NUMERIC);"
        "INSERT INTO StepTraceTime VALUES(0, '50', 8900.5, 1, 2, 3, 4, 5, 0, 1, 17.5), (1, NULL, 7, 0, 0, 0, 0, "
        "0, 0, 0, 0)");
    QCOMPARE(file.problem(), std::string());
    file.close();
    auto read = readProfilerDatabase(file.path(), {});
    VERIFY_RESULT(read);
    QCOMPARE(read->trace.sliceCount(), 0);
    COMPARE_TEXT(cells(read->profile.table("communication_ops"),
                       {"step", "kind", "name", "group", "start", "elapse", "transit", "wait"}),
                 "50 | collective | hcom_allReduce__1 | 77 | 1736412474000001500 | 2500000 | 1250000 | 500000\n");
    COMPARE_TEXT(cells(read->profile.table("communication_bandwidth"),
                       {"step", "kind", "name", "group", "transport", "transit_size", "transit_time", "bandwidth"}),
                 "50 | collective | a | 77 | HCCS | 28600000 | 1800000 | 15.8\n"
                 "50 | collective | a | 77 | SDMA | 28600000 | 1800000 | 15.8\n");
    COMPARE_TEXT(cells(read->profile.table("communication_packets"), {"transport", "package_size", "count", "total"}),
                 "HCCS | 2e+06 | 12 | 1500000\nHCCS | 1900000 | 2 | 300000\n");
    COMPARE_TEXT(
        cells(read->profile.table("communication_matrix"), {"name", "op_name", "source", "target", "transit_size"}),
        "allreduce-top1 | hcom_allReduce__1 | 0 | 1 | 37500000\n");
    COMPARE_TEXT(cells(read->profile.table("step_trace"), {"step", "computing", "preparing", "device"}),
                 "50 | 8900.5 | 17.5 | 0\n | 7 | 0 | 1\n");
    COMPARE_TEXT(messages(read->diagnostics), "");
}

void TestProfilerDatabase::readsSimplifiedDatabases() {
    DatabaseFile file(path("simple.db"));
    writeSampleDatabase(file);
    for (const char *table : {"COMPUTE_TASK_INFO", "COMMUNICATION_TASK_INFO", "CANN_API", "CONNECTION_IDS",
                              "PYTORCH_CALLCHAINS", "META_DATA", "STEP_TIME", "ENUM_MODULE"})
        file.run(std::string("DROP TABLE ") + table);
    QCOMPARE(file.problem(), std::string());
    file.close();
    auto read = readProfilerDatabase(file.path(), {});
    VERIFY_RESULT(read);
    QVERIFY(lanesOf(read->trace).find("Stream 2: MEMCPY_ASYNC@20+5 KERNEL_AICORE@30+20") != std::string::npos);
    COMPARE_TEXT(cells(read->profile.table("kernels"), {"name"}), "hcom_allReduce__1_0_1\n");
    QCOMPARE(read->diagnostics.count(DiagnosticKind::Missing), 1);
    QVERIFY(argumentsOf(read->trace, "aten::mm").find("Call stack=\n") != std::string::npos);
}

void TestProfilerDatabase::readsDatabasesThatInsightOpened() {
    DatabaseFile file(path("opened.db"));
    writeSampleDatabase(file);
    file.run("ALTER TABLE TASK ADD COLUMN depth integer; ALTER TABLE CANN_API ADD COLUMN depth integer;"
             "ALTER TABLE COMPUTE_TASK_INFO ADD COLUMN waitNs INTEGER;"
             "ALTER TABLE COMMUNICATION_OP ADD COLUMN waitNs INTEGER;"
             "CREATE TABLE status_info(id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT, value TEXT);"
             "INSERT INTO status_info(key, value) VALUES('WAIT_TIME', 'FINISH');"
             "CREATE TABLE connectionCats(connectionId INT, cat);"
             "CREATE TABLE OVERLAP_ANALYSIS(id INTEGER PRIMARY KEY AUTOINCREMENT, deviceId integer, startNs integer, "
             "endNs integer, type integer);");
    file.run(format("INSERT INTO OVERLAP_ANALYSIS(deviceId, startNs, endNs, type) VALUES(0, %lld, %lld, 3)",
                    (long long)sampleStart, (long long)sampleStart + 5000));
    QCOMPARE(file.problem(), std::string());
    file.close();
    auto read = readProfilerDatabase(file.path(), {});
    VERIFY_RESULT(read);
    const std::string lanes = lanesOf(read->trace);
    QVERIFY(lanes.find("Overlap Analysis / Free: Free@0+5\n") != std::string::npos); // as it stands there
    QVERIFY(lanes.find("Computing") == std::string::npos);
    for (const DataTable &table : read->profile.tables)
        QVERIFY2(tableSchema(table.name()) != nullptr, table.name().c_str());
}

void TestProfilerDatabase::readsSeveralDevices() {
    DatabaseFile file(path("devices.db"));
    writeSampleDatabase(file);
    file.run(format("INSERT INTO TASK SELECT startNs, endNs, 1, 4294967295, 50, globalPid, taskType, contextId, "
                    "streamId, taskId, modelId FROM TASK WHERE globalTaskId = 1"));
    QCOMPARE(file.problem(), std::string());
    file.close();
    auto read = readProfilerDatabase(file.path(), {});
    VERIFY_RESULT(read);
    const std::string lanes = lanesOf(read->trace);
    QVERIFY(lanes.find("Ascend Hardware (NPU 0) / Stream 2: MEMCPY_ASYNC@20+5 MatMul1") != std::string::npos);
    QVERIFY(lanes.find("Ascend Hardware (NPU 1) / Stream 2: MEMCPY_ASYNC@20+5\n") != std::string::npos);
}

void TestProfilerDatabase::readsWindow() {
    DatabaseFile file(path("window.db"));
    writeSampleDatabase(file);
    file.close();
    ImportOptions options;
    options.window = TimeWindow{102'000, 200'000};
    auto read = readProfilerDatabase(file.path(), options);
    VERIFY_RESULT(read);
    COMPARE_TEXT(lanesOf(read->trace), "Python / Thread 9: MmBackward@104+6\n"
                                       "CANN / Thread 8: Node@launch@105+4\n"
                                       "Ascend Hardware / Stream 2: ReduceSum1@120+10\n"
                                       "Overlap Analysis / Computing: Computing@120+10\n");
    COMPARE_TEXT(cells(read->profile.table("kernels"), {"name", "step"}), "ReduceSum1 | 51\n");
    QCOMPARE(read->diagnostics.count(DiagnosticKind::Skipped), 0);
}

void TestProfilerDatabase::mendsWhatIsWrong() {
    DatabaseFile file(path("wrong.db"));
    writeSampleDatabase(file);
    file.run(
        "INSERT INTO TASK VALUES('soon', 5, 0, 1, 90, 1, 1000, 0, 1, 1, 1), (10, 5, 0, 1, 91, 1, 1000, 0, 1, 1, 1), "
        "(1, 9223372036854775807, 0, 1, 92, 1, 1000, 0, 1, 1, 1), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "
        "NULL, NULL, NULL), (x'0102', 5, 0, 1, 90, 1, 1000, 0, 1, 1, 1);"
        "INSERT INTO COMPUTE_TASK_INFO(globalTaskId, name, taskType) VALUES(1, 999999, 'AI_CORE');"
        "INSERT INTO TASK_PMU_INFO VALUES(2, 5, 'much'), (777, 1005, 3);"
        "INSERT INTO HBM VALUES(0, 'never', 5, 1, 1), (0, 1736412474000000000, 'fast', 1, 1);"
        "INSERT INTO COMMUNICATION_TASK_INFO(globalTaskId, taskType, planeId, groupName) VALUES(4711, 1, 1, 1);"
        "INSERT INTO CANN_API VALUES(1736412474000000000, 1736412474000000001, 999, 'x', 15, 424242)");
    QCOMPARE(file.problem(), std::string());
    file.close();
    auto read = readProfilerDatabase(file.path(), {});
    VERIFY_RESULT(read);
    const std::string said = messages(read->diagnostics);
    for (const char *each :
         {"skipped: an event of TASK has no time, or one that is no number (3)",
          "skipped: an event of TASK ends before it begins (1)",
          "skipped: an event of TASK has a time that cannot be (1)",
          "mended: a name is missing in STRING_IDS; its number is shown", "skipped: a measured value is no number (1)",
          "skipped: a measured value belongs to no kernel (1)",
          "skipped: a row of HBM has no time, or one that cannot be (1)", "skipped: a sample is no number (1)",
          "skipped: a communication task has no row in TASK, so that its time is not known (1)"})
        QVERIFY2(said.find(each) != std::string::npos, (std::string(each) + "\nnot in\n" + said).c_str());
    QVERIFY(lanesOf(read->trace).find("CANN / Thread ?: Api@#424242@0+0") != std::string::npos);
    QVERIFY(lanesOf(read->trace).find("MatMul1@30+20") != std::string::npos);
}

void TestProfilerDatabase::takesWhatIsInTheLog() {
    DatabaseFile file(path("log.db"));
    file.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
    writeSampleDatabase(file);
    QCOMPARE(file.problem(), std::string());
    // As a program leaves it that is ended: the copies stand there with a log that nobody put in.
    const std::string left = path("left.db");
    std::filesystem::copy_file(file.path(), left);
    std::filesystem::copy_file(file.path() + "-wal", left + "-wal");
    const auto before = std::filesystem::file_size(left);
    auto read = readProfilerDatabase(left, {});
    VERIFY_RESULT(read);
    QVERIFY(lanesOf(read->trace).find("MatMul1@30+20") != std::string::npos);
    QVERIFY(messages(read->diagnostics)
                .find("note: changes that stand in the log beside the database (-wal) were read "
                      "from a private copy (1)") != std::string::npos);
    QVERIFY(argumentsOf(read->trace, "MatMul1").find("Task Id=101") != std::string::npos);
    QCOMPARE(std::filesystem::file_size(left), before);
    QVERIFY(std::filesystem::exists(left + "-wal"));
}

void TestProfilerDatabase::neverWritesBesideTheFile() {
    QTemporaryDir folder;
    const std::string file = folder.filePath("ascend_mindspore_profiler_5.db").toStdString();
    {
        DatabaseFile made(file);
        writeSampleDatabase(made);
        made.run("DROP TABLE RANK_DEVICE_MAP; DROP TABLE PYTORCH_API");
    }
    std::filesystem::permissions(file, std::filesystem::perms::owner_read);
    const std::string before = readText(file);
    auto read = readProfilerDatabase(file, {});
    VERIFY_RESULT(read);
    QCOMPARE(read->profile.rank, 5);
    QCOMPARE(read->profile.producer, std::string("MindSpore"));
    QCOMPARE(readText(file), before);
    QCOMPARE(std::distance(std::filesystem::directory_iterator(folder.path().toStdString()),
                           std::filesystem::directory_iterator()),
             1);
}

void TestProfilerDatabase::runsNothingOfTheSchema() {
    DatabaseFile file(path("hostile.db"));
    writeSampleDatabase(file);
    file.run("DROP TABLE CANN_API; DROP TABLE HBM;"
             "CREATE VIEW CANN_API AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS "
             "startNs, i AS endNs, 1 AS type, 1 AS globalTid, i AS connectionId, 1 AS name FROM n;"
             "CREATE TABLE HBM(deviceId, timestampNs INTEGER, bandwidth AS (hex(zeroblob(9000000))), hbmId, type);"
             "INSERT INTO HBM(deviceId, timestampNs) VALUES(0, 1736412474000000000)");
    QCOMPARE(file.problem(), std::string());
    file.close();
    QElapsedTimer timer;
    timer.start();
    auto read = readProfilerDatabase(file.path(), {});
    VERIFY_RESULT(read);
    QVERIFY(timer.elapsed() < 5000);
    QVERIFY(lanesOf(read->trace).find("CANN") == std::string::npos);
}

void TestProfilerDatabase::saysWhatOtherDatabasesAre() {
    DatabaseFile memory(path("memscope_dump.db"));
    memory.run("CREATE TABLE memscope_dump(ID INTEGER PRIMARY KEY, Event TEXT, \"Timestamp(ns)\" INTEGER, Size REAL);"
               "INSERT INTO memscope_dump VALUES(1, 'malloc', 5, 1.5), (2, 'free', 6, NULL)");
    memory.close();
    auto read = readProfilerDatabase(memory.path(), {});
    VERIFY_RESULT(read);
    QVERIFY(messages(read->diagnostics).find("MemScope, not of the profiler") != std::string::npos);
    COMPARE_TEXT(cells(read->profile.table("memscope_dump"), {"ID", "Event", "Timestamp(ns)", "Size"}),
                 "1 | malloc | 5 | 1.5\n2 | free | 6 | \n");

    DatabaseFile empty(path("empty.db"));
    empty.run("CREATE TABLE a(b); DROP TABLE a");
    empty.close();
    auto nothing = readProfilerDatabase(empty.path(), {});
    VERIFY_RESULT(nothing);
    QVERIFY(messages(nothing->diagnostics).find("missing: the database holds no tables") != std::string::npos);

    std::ofstream(path("text.db")) << "this is no database at all";
    for (const char *name : {"text.db", "not_there.db", ""}) {
        const auto refused = readProfilerDatabase(path(name), {});
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find(path(name)) != std::string::npos, refused.error().message.c_str());
    }
}

void TestProfilerDatabase::canBeCancelled() {
    DatabaseFile file(path("cancel.db"));
    writeSampleDatabase(file);
    file.close();
    Progress progress;
    progress.cancel();
    ImportOptions options;
    options.progress = &progress;
    const auto read = readProfilerDatabase(file.path(), options);
    QVERIFY(!read);
    QCOMPARE(read.error().message, cancelledError().message);
}

void TestProfilerDatabase::refusesWhatDoesNotFit() {
    DatabaseFile file(path("large.db"));
    writeSampleDatabase(file);
    file.close();
    ImportOptions options;
    options.memoryBytes = 2000;
    const auto read = readProfilerDatabase(file.path(), options);
    QVERIFY(!read);
    QVERIFY2(read.error().message.find("open a window of it") != std::string::npos, read.error().message.c_str());
}

/** Bytes changed at random and files cut anywhere: read or refused with a sentence, never more. */
void TestProfilerDatabase::survivesDamage() {
    DatabaseFile file(path("whole.db"));
    file.run("PRAGMA page_size = 512");
    writeSampleDatabase(file);
    file.close();
    const std::string whole = readText(file.path());
    std::mt19937 random(20250131);
    const auto below = [&](size_t limit) { return size_t(random() % limit); };
    QElapsedTimer timer;
    timer.start();
    int opened = 0, refused = 0;
    while (timer.elapsed() < 4000) {
        std::string bytes = whole;
        for (size_t i = 0, count = 1 + below(12); i < count; ++i)
            bytes[100 + below(bytes.size() - 100)] = char(random());
        if (below(4) == 0) bytes.resize(100 + below(bytes.size() - 100));
        const std::string damaged = path("damaged.db");
        std::ofstream(damaged, std::ios::binary) << bytes;
        ImportOptions options;
        options.memoryBytes = 64 << 20;
        const auto read = readProfilerDatabase(damaged, options);
        if (!read) {
            ++refused;
            QVERIFY(!read.error().message.empty());
            continue;
        }
        ++opened;
        for (int64_t i = 0; i < read->trace.sliceCount(); ++i)
            read->trace.argumentsOf(SliceId{i});
    }
    qInfo("%d damaged databases read as far as possible, %d refused", opened, refused);
    QVERIFY(opened > 20);
}

void TestProfilerDatabase::isFast() {
    DatabaseFile file(path("fast.db"));
    file.run("PRAGMA synchronous = OFF; BEGIN");
    writeSampleDatabase(file);
    constexpr int count = 200'000;
    file.run(
        format("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO TASK "
               "SELECT %lld + i * 2000, %lld + i * 2000 + 1500, 0, i + 1000, i + 1000, 1, 1000, 4294967295, i %% 3, "
               "i, 4294967295 FROM n; INSERT INTO COMPUTE_TASK_INFO SELECT name, t.globalTaskId, blockNum, "
               "mixBlockNum, c.taskType, opType, inputFormats, inputDataTypes, inputShapes, outputFormats, "
               "outputDataTypes, outputShapes, attrInfo, opState, hf32Eligible FROM TASK t, COMPUTE_TASK_INFO c "
               "WHERE t.globalTaskId > 1000 AND c.globalTaskId = 2; COMMIT",
               count, (long long)sampleStart + 300'000, (long long)sampleStart + 300'000));
    QCOMPARE(file.problem(), std::string());
    file.close();
    QElapsedTimer timer;
    timer.start();
    auto read = readProfilerDatabase(file.path(), {});
    VERIFY_RESULT(read);
    QVERIFY(read->trace.sliceCount() > count);
    qInfo("%d kernels in %lld ms", count, (long long)timer.elapsed());
}

JITSCOPE_TEST(TestProfilerDatabase)

} // namespace jitscope::tst_profiler_database

#include "tst_profiler_database.moc"
