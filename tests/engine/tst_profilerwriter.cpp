// SPDX-License-Identifier: Apache-2.0
// What a simulated run is written as: every file, column and table that readers of real profiles look for, the marks
// that say what it is, and that nothing is written over or left behind.
#include "engine/ascend/profilerdata.h"
#include "engine/ascend/profilerwriter.h"
#include "engine/ascend/simulator.h"
#include "engine/reading/csvreader.h"
#include "engine/reading/jsondocument.h"
#include "engine/session/session.h"
#include "tests/support/ascendsession.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <QTemporaryDir>

#include <sqlite3.h>

#include <map>
#include <regex>
#include <set>

namespace jitscope::tst_profilerwriter {

using namespace jitscope;
namespace fs = std::filesystem;

namespace {

/** A table of a database as lines, sorted; an error as text. */
std::vector<std::string> query(const std::string &path, const std::string &sql) {
    sqlite3 *database = nullptr;
    std::vector<std::string> lines;
    if (sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) return {"cannot open"};
    char *message = nullptr;
    sqlite3_exec(
        database, sql.c_str(),
        [](void *to, int count, char **values, char **) {
            std::vector<std::string> cells;
            for (int i = 0; i < count; ++i)
                cells.emplace_back(values[i] != nullptr ? values[i] : "NULL");
            static_cast<std::vector<std::string> *>(to)->push_back(join(cells, "|"));
            return 0;
        },
        &lines, &message);
    if (message != nullptr) lines.push_back(message);
    sqlite3_free(message);
    sqlite3_close_v2(database);
    return lines;
}

std::vector<std::vector<std::string>> csv(const std::string &path) {
    std::vector<std::vector<std::string>> rows;
    auto reader = CsvReader::open(path);
    if (!reader) return rows;
    while (true) {
        const auto more = reader->next();
        if (!more || !*more) return rows;
        rows.emplace_back(reader->cells().begin(), reader->cells().end());
    }
}

constexpr const char *pipes =
    "aicore_time(us),aic_total_cycles,aic_mac_time(us),aic_mac_ratio,aic_scalar_time(us),aic_scalar_ratio,aic_mte1_"
    "time(us),"
    "aic_mte1_ratio,aic_mte2_time(us),aic_mte2_ratio,aic_fixpipe_time(us),aic_fixpipe_ratio,aic_icache_miss_rate,"
    "aiv_time(us),aiv_total_cycles,aiv_vec_time(us),aiv_vec_ratio,aiv_scalar_time(us),aiv_scalar_ratio,aiv_mte2_time("
    "us),"
    "aiv_mte2_ratio,aiv_mte3_time(us),aiv_mte3_ratio,aiv_icache_miss_rate,cube_utilization(%)";

/** A file of the layout and its heading; of JSON files what they hold. */
struct ExpectedFile {
    const char *name;
    std::string heading;
};
const std::vector<ExpectedFile> &expectedTables() {
    static const std::vector<ExpectedFile> all{
        {"kernel_details.csv",
         std::string(
             "Step ID,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),Duration(us),Wait "
             "Time(us),Block Num,Mix Block Num,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,Output "
             "Shapes,Output Data Types,Output Formats,Context ID,") +
             pipes},
        {"operator_details.csv", "Name,Input Shapes"},
        {"op_statistic.csv",
         "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)"},
        {"api_statistic.csv", "Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance"},
        {"step_trace_time.csv", "Device_id,Step,Computing,Communication(Not "
                                "Overlapped),Overlapped,Communication,Free,Stage,Bubble,Communication(Not "
                                "Overlapped and Exclude Receive),Preparing"},
        {"memory_record.csv",
         "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Device Type"},
        {"operator_memory.csv",
         "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active "
         "Duration(us),Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total "
         "Active(MB),Release Total "
         "Allocated(MB),Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type"},
        {"npu_module_mem.csv", "Device_id,Component,Timestamp(us),Total Reserved(MB),Device"},
        {"l2_cache.csv", "Device_id,Stream Id,Task Id,Hit Rate,Victim Rate,Op Name"},
    };
    return all;
}

} // namespace

class ProfilerWriterTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::vector<std::string> m_ranks; ///< folders of a run of two ranks
    std::string m_output;             ///< ASCEND_PROFILER_OUTPUT of the first
    Session m_session = testing::trainingSession();

    std::string text(const std::string &name) const { return testing::readText(m_output + "/" + name); }

private Q_SLOTS:
    void initTestCase() {
        const auto written =
            writeProfiles(defaultDeviceModel(), m_session, m_folder.filePath("out").toStdString(), {.ranks = 2});
        VERIFY_RESULT(written);
        m_ranks = *written;
        m_output = m_ranks[0] + "/ASCEND_PROFILER_OUTPUT";
    }

    void theLayoutIsComplete() {
        QCOMPARE(m_ranks.size(), size_t(2));
        const std::regex name("[A-Za-z0-9.-]+_[0-9]+_[0-9]{17}_ascend_ms");
        for (size_t rank = 0; rank < 2; ++rank) {
            QVERIFY2(std::regex_match(fs::path(m_ranks[rank]).filename().string(), name), m_ranks[rank].c_str());
            const std::string number = std::to_string(rank);
            for (const std::string &file :
                 {"profiler_info_" + number + ".json", std::string("profiler_metadata.json"),
                  std::string("ASCEND_PROFILER_OUTPUT/trace_view.json"),
                  std::string("ASCEND_PROFILER_OUTPUT/communication.json"),
                  std::string("ASCEND_PROFILER_OUTPUT/communication_matrix.json"),
                  std::string("ASCEND_PROFILER_OUTPUT/communication_analyzer.db"),
                  "PROF_000001_20231114221320000_SIMULATED/device_" + number + "/info.json." + number,
                  "ASCEND_PROFILER_OUTPUT/ascend_mindspore_profiler_" + number + ".db"})
                QVERIFY2(fs::exists(fs::path(m_ranks[rank]) / file), file.c_str());
        }
        // Nothing unfinished stays.
        QCOMPARE(std::distance(fs::directory_iterator(fs::path(m_ranks[0]).parent_path()), fs::directory_iterator()),
                 2);
    }

    void everyTableHasItsHeadingAndRows() {
        for (const ExpectedFile &each : expectedTables()) {
            const std::string content = text(each.name);
            COMPARE_TEXT(content.substr(0, content.find('\n')), each.heading);
            const auto rows = csv(m_output + "/" + each.name);
            QVERIFY2(rows.size() > 1, each.name);
            for (const auto &row : rows)
                QCOMPARE(row.size(), rows[0].size());
        }
    }

    void kernelsAreWrittenInTheProfilersForms() {
        const std::string content = text("kernel_details.csv");
        const std::string line = split(content, '\n')[1];
        QVERIFY2(
            line.starts_with("1,4294967295,1,2,PynativeFramework::PyNativeLaunchTask::MatMul/aclnnMatMul_MatMul,MatMul,"
                             "dynamic,AI_CORE,17000000000"),
            line.c_str());
        QVERIFY(std::regex_search(line, std::regex(",[0-9]{16}\\.[0-9]{3}\t,[0-9]+\\.[0-9]+,"))); // TAB behind the time
        QVERIFY(line.find(",\"\"\"64,1024;1024,512\"\"\",FLOAT;FLOAT,ND;ND,\"\"\"64,512\"\"\",FLOAT,ND,N/A,") !=
                std::string::npos);
        QVERIFY(content.find("hcom_allReduce_,N/A,COMMUNICATION,") != std::string::npos);
        // A kernel of the graph is named by its node.
        QVERIFY(content.find("RuntimeFramework::KernelLaunch::Default/Exp-op15/Default/Exp-op15") != std::string::npos);
    }

    void statisticsAgreeWithTheKernels() {
        std::map<std::string, double> sums;
        const auto kernels = csv(m_output + "/kernel_details.csv");
        for (size_t i = 1; i < kernels.size(); ++i)
            if (kernels[i][7] != "COMMUNICATION") sums[kernels[i][5]] += std::stod(kernels[i][9]);
        double ratio = 0;
        const auto statistic = csv(m_output + "/op_statistic.csv");
        QCOMPARE(statistic.size() - 1, sums.size());
        for (size_t i = 1; i < statistic.size(); ++i) {
            QVERIFY2(std::abs(std::stod(statistic[i][4]) - sums[statistic[i][1]]) < 1e-6, statistic[i][1].c_str());
            ratio += std::stod(statistic[i][8]);
        }
        QVERIFY(std::abs(ratio - 100) < 0.1);
        const auto steps = csv(m_output + "/step_trace_time.csv");
        QCOMPARE(steps.size(), size_t(4)); // heading and three steps
        double computing = 0, all = 0;
        for (size_t i = 1; i < steps.size(); ++i)
            computing += std::stod(steps[i][2]);
        for (const auto &[type, us] : sums)
            all += us;
        QVERIFY(computing <= all + 1e-6);
        QVERIFY(computing > 0);
    }

    void theTimelineHasTheDialect() {
        const std::string content = text("trace_view.json");
        QVERIFY(content.starts_with("[{\"name\": \"process_name\""));
        const auto document = JsonDocument::parse(content);
        VERIFY_RESULT(document);
        QCOMPARE(document->problem(), std::string());
        std::map<std::string, int> phases;
        std::map<std::string, std::string> labels;  // by pid
        std::map<std::string, std::string> process; // by pid
        const std::regex time("[0-9]{16}\\.[0-9]{3}");
        for (const JsonValue &event : document->root().items()) {
            const std::string phase = event["ph"].text(), pid = event["pid"].text();
            ++phases[phase];
            if (event["name"].text() == "process_name") process[pid] = event["args"]["name"].text();
            if (event["name"].text() == "process_labels") labels[pid] = event["args"]["labels"].text();
            if (phase == "M") continue;
            QCOMPARE(int(event["ts"].kind()), int(JsonKind::String));
            QVERIFY2(std::regex_match(event["ts"].text(), time), event["ts"].text().c_str());
            if (phase != "X") continue;
            // The framework's durations are texts, those of msprof numbers.
            QCOMPARE(event["dur"].kind() == JsonKind::String, pid == "1");
            const auto members = event.members();
            std::vector<std::string> keys;
            for (const auto &[key, value] : members)
                keys.push_back(key);
            COMPARE_TEXT(join(keys, ","),
                         pid == "1" ? "ph,name,pid,tid,ts,dur,cat,args" : "name,pid,tid,ts,dur,ph,args");
        }
        QCOMPARE(phases["s"], phases["f"]);
        QVERIFY(phases["s"] > 0 && phases["C"] > 0);
        std::set<std::string> names;
        for (const auto &[pid, name] : process) {
            names.insert(name);
            QVERIFY2(labels[pid].find("(simulated)") != std::string::npos, name.c_str());
            if (name == "Ascend Hardware") QCOMPARE(pid, std::to_string((4242 << 10) | (14 << 5)));
            if (name == "CANN") QCOMPARE(pid, std::to_string((4242 << 10) | (7 << 5) | 31));
        }
        for (const char *name : {"MindSpore", "CPU OP", "Scope Layer", "CANN", "Ascend Hardware", "AI Core Freq",
                                 "Communication", "NPU MEM", "HBM", "Overlap Analysis"})
            QVERIFY2(names.contains(name), name);
    }

    void flowsBindToSlices() {
        const auto document = JsonDocument::parse(text("trace_view.json"));
        VERIFY_RESULT(document);
        std::set<std::string> starts;
        for (const JsonValue &event : document->root().items())
            if (event["ph"].text() == "X")
                starts.insert(event["pid"].text() + "/" + event["tid"].text() + "@" + event["ts"].text());
        std::map<std::string, int> ends;
        for (const JsonValue &event : document->root().items()) {
            const std::string phase = event["ph"].text();
            if (phase != "s" && phase != "f") continue;
            const std::string place = event["pid"].text() + "/" + event["tid"].text() + "@" + event["ts"].text();
            QVERIFY2(starts.contains(place), place.c_str());
            ends[event["cat"].text() + event["id"].text()] += phase == "s" ? 1 : -1;
        }
        for (const auto &[id, sum] : ends)
            QCOMPARE(sum, 0);
    }

    void everythingSaysThatItIsSimulated() {
        const auto metadata = JsonDocument::parse(testing::readText(m_ranks[0] + "/profiler_metadata.json"));
        VERIFY_RESULT(metadata);
        QCOMPARE(metadata->root()["simulated"].text(), std::string("true"));
        const JsonValue model = metadata->root()["cost_model"];
        QCOMPARE(model["soc"].text(), std::string("Ascend910B4"));
        QCOMPARE(model["params_sha256"].text().size(), size_t(64));
        const auto info = JsonDocument::parse(testing::readText(m_ranks[1] + "/profiler_info_1.json"));
        VERIFY_RESULT(info);
        QCOMPARE(info->root()["rank_id"].text(), std::string("1"));
        QCOMPARE(info->root()["simulated"].text(), std::string("true"));
        QVERIFY(info->root()["start_info"]["freq"]);
        QCOMPARE(
            query(m_output + "/ascend_mindspore_profiler_0.db", "SELECT value FROM META_DATA WHERE name='SIMULATED'"),
            std::vector<std::string>{"1"});
        QVERIFY(fs::path(m_ranks[0]).filename().string().starts_with("simulated_"));
    }

    void theDatabaseIsWhole() {
        const std::string path = m_output + "/ascend_mindspore_profiler_0.db";
        QCOMPARE(query(path, "SELECT value FROM META_DATA WHERE name='SCHEMA_VERSION'"),
                 std::vector<std::string>{"1.2.0"});
        QCOMPARE(query(path, "PRAGMA integrity_check"), std::vector<std::string>{"ok"});
    }

    void textAndDatabaseSayTheSame() {
        const std::string path = m_output + "/ascend_mindspore_profiler_0.db";
        std::vector<std::string> fromText;
        const auto kernels = csv(m_output + "/kernel_details.csv");
        for (size_t i = 1; i < kernels.size(); ++i) {
            const auto &row = kernels[i];
            if (row[7] == "COMMUNICATION") continue;
            std::string start = row[8];
            std::erase(start, '.');
            fromText.push_back(row[5] + "|" + row[7] + "|" + start + "|" +
                               std::to_string(std::llround(std::stod(row[9]) * 1000)));
        }
        const auto fromDatabase =
            query(path, "SELECT y.value, c.value, t.startNs, t.endNs-t.startNs FROM TASK t JOIN COMPUTE_TASK_INFO i "
                        "USING(globalTaskId) JOIN STRING_IDS y ON y.id=i.opType JOIN STRING_IDS c ON c.id=i.taskType "
                        "ORDER BY t.globalTaskId");
        COMPARE_TEXT(join(fromDatabase, "\n"), join(fromText, "\n"));
        // Each kernel has a launch with its connection.
        QCOMPARE(query(path,
                       "SELECT count(*) FROM TASK t JOIN CANN_API a USING(connectionId) JOIN COMPUTE_TASK_INFO i ON "
                       "i.globalTaskId=t.globalTaskId"),
                 std::vector<std::string>{std::to_string(fromText.size())});
        QCOMPARE(query(path, "SELECT count(DISTINCT name) FROM TASK_PMU_INFO"), std::vector<std::string>{"25"});
        QCOMPARE(query(path, "SELECT count(*) FROM COMMUNICATION_OP"), std::vector<std::string>{"2"});
        QCOMPARE(
            query(path, "SELECT count(*) FROM STRING_IDS WHERE id IN (SELECT name FROM CANN_API) AND value LIKE '%@%'"),
            std::vector<std::string>{"0"});
    }

    void communicationIsTold() {
        const auto document = JsonDocument::parse(text("communication.json"));
        VERIFY_RESULT(document);
        const JsonValue ops = document->root()["step1"]["collective"];
        const JsonValue op = ops["hcom_allReduce__000_0_1@simulated_world_group"];
        QVERIFY(bool(op));
        QVERIFY(op["Communication Time Info"]["Start Timestamp(us)"].real() > 1e15);
        const JsonValue hccs = op["Communication Bandwidth Info"]["HCCS"];
        QCOMPARE(hccs["Transit Size(MB)"].real(), 1024.0 * 512 * 4 / 1e6);
        QVERIFY(bool(ops["Total Op Info"]));
        const auto matrix = JsonDocument::parse(text("communication_matrix.json"));
        VERIFY_RESULT(matrix);
        QVERIFY(bool(
            matrix->root()["step1"]["collective"]["allreduce-top1@simulated_world_group"]["0-1"]["Bandwidth(GB/s)"]));
    }

    void theAnalyzersDatabaseSaysTheSame() {
        const std::string path = m_output + "/communication_analyzer.db";
        COMPARE_TEXT(join(query(path, "SELECT hccl_op_name, group_name, step, type FROM CommAnalyzerTime"), "\n"),
                     "hcom_allReduce__000_0_1|simulated_world_group|step1|collective\n"
                     "hcom_allReduce__000_1_1|simulated_world_group|step2|collective");
        COMPARE_TEXT(join(query(path, "SELECT hccl_op_name FROM CommAnalyzerMatrix"), " "),
                     "hcom_allReduce__000_0_1 hcom_allReduce__000_0_1 hcom_allReduce__000_1_1 "
                     "hcom_allReduce__000_1_1");
        COMPARE_TEXT(
            join(query(path, "SELECT DISTINCT src_rank, dst_rank, transport_type FROM CommAnalyzerMatrix"), " "),
            "0|1|HCCS 0|0|LOCAL");
        // Columns of msprof's own table; msprof-analyze adds the others.
        COMPARE_TEXT(join(query(path, "SELECT name FROM pragma_table_info('CommAnalyzerMatrix')"), " "),
                     "hccl_op_name group_name src_rank dst_rank transport_type transit_size transit_time bandwidth");
        QCOMPARE(query(path, "SELECT count(*) FROM StepTraceTime"), std::vector<std::string>{"3"});
    }

    void oneRankHasNoCommunicationFiles() {
        const auto written = writeProfiles(defaultDeviceModel(), m_session, m_folder.filePath("one").toStdString());
        VERIFY_RESULT(written);
        QVERIFY(!fs::exists(fs::path((*written)[0]) / "ASCEND_PROFILER_OUTPUT/communication.json"));
    }

    void theSameRunIsWrittenTheSameWay() {
        const auto again =
            writeProfiles(defaultDeviceModel(), m_session, m_folder.filePath("again").toStdString(), {.ranks = 2});
        VERIFY_RESULT(again);
        QCOMPARE(fs::path((*again)[0]).filename(), fs::path(m_ranks[0]).filename());
        for (const char *name : {"trace_view.json", "kernel_details.csv", "memory_record.csv"})
            COMPARE_TEXT(testing::readText((*again)[0] + "/ASCEND_PROFILER_OUTPUT/" + name), text(name));
    }

    void nothingIsWrittenOver() {
        const std::string before = text("trace_view.json");
        const auto again =
            writeProfiles(defaultDeviceModel(), m_session, fs::path(m_ranks[0]).parent_path().string(), {.ranks = 2});
        QVERIFY(!again);
        QVERIFY2(again.error().message.find("is there already") != std::string::npos, again.error().message.c_str());
        COMPARE_TEXT(text("trace_view.json"), before);
        QCOMPARE(std::distance(fs::directory_iterator(fs::path(m_ranks[0]).parent_path()), fs::directory_iterator()),
                 2);
    }

    void whatCannotBeWrittenSaysWhy() {
        const auto empty = writeProfiles(defaultDeviceModel(), Session(), m_folder.filePath("empty").toStdString());
        QVERIFY(!empty);
        QVERIFY(empty.error().message.find("nothing to simulate") != std::string::npos);
        QVERIFY(!fs::exists(m_folder.filePath("empty").toStdString()));
        const auto nowhere = writeProfiles(defaultDeviceModel(), m_session, "/proc/nowhere");
        QVERIFY(!nowhere);
        QVERIFY(nowhere.error().message.find("/proc/nowhere") != std::string::npos);
        QVERIFY(!writeProfiles(defaultDeviceModel(), m_session, m_folder.filePath("x").toStdString(), {.ranks = 0}));
    }

    void cancellingLeavesNothing() {
        Progress progress;
        progress.cancel();
        const std::string folder = m_folder.filePath("cancelled").toStdString();
        QVERIFY(!writeProfiles(defaultDeviceModel(), m_session, folder, {.progress = &progress}));
        QVERIFY(fs::is_empty(folder));
    }

    void aChipWithOneKindOfCoreHasItsOwnCounters() {
        const ChipFacts chip{"Combined", "", 32, 32, 32, 14, 1000, 1.2, 6, 32, 32};
        const auto written = writeProfiles(scaledModel(defaultDeviceModel(), chip), m_session,
                                           m_folder.filePath("combined").toStdString());
        VERIFY_RESULT(written);
        const auto rows = csv((*written)[0] + "/ASCEND_PROFILER_OUTPUT/kernel_details.csv");
        QCOMPARE(rows[0].back(), std::string("memory_bound"));
        for (size_t i = 1; i < rows.size(); ++i)
            QCOMPARE(rows[i][7], std::string("AI_CORE"));
    }
};

JITSCOPE_TEST(ProfilerWriterTest)

} // namespace jitscope::tst_profilerwriter

#include "tst_profilerwriter.moc"
