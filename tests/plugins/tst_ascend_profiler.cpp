// SPDX-License-Identifier: Apache-2.0
// The importer of Ascend profiler output, through the door that the program uses: the plugin and openPath. Folders are
// written by the tests; real ones are read where they are at hand.
#include "engine/analysis/laneindex.h"
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <QTemporaryDir>

#include <random>

namespace jitscope::tst_ascend_profiler {

using namespace jitscope;
namespace fs = std::filesystem;

namespace {

constexpr const char *kernelHeadings =
    "Step Id,Device_id,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),Duration(us),Wait "
    "Time(us),Block Dim,Mix Block Dim,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,Output Shapes,Output "
    "Data Types,Output Formats,Context ID,aicore_time(us),aic_mac_ratio\n";
constexpr const char *kernelRows = "7,0,4294967295,5,2,MatMul_1,MatMulV3,dynamic,AI_CORE,1764246877073569.640\t,18.5,0,"
                                   "20,0,NO,\"\"\"2,3;3,4\"\"\",FLOAT;"
                                   "FLOAT,ND;ND,\"\"\"2,4\"\"\",FLOAT,ND,N/A,18.1,0.75\n"
                                   "7,0,4294967295,6,2,Add_1,Add,dynamic,AI_VECTOR_CORE,1764246877073590.640\t,2.125,2."
                                   "5,40,0,NO,\"\"\"2,4;\"\"\",FLOAT;"
                                   "FLOAT,ND;ND,\"\"\"2,4\"\"\",FLOAT,ND,0,0,0\n"
                                   "7,0,4294967295,N/A,N/A,hcom_allReduce__1_0_1,hcom_allReduce_,N/"
                                   "A,COMMUNICATION,1764246877073600.000\t,30,0,0,N/A,N/"
                                   "A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n";
/** JSON with its quotes written as '. */
std::string json(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

std::string communication() {
    return json("{'step7': {'p2p': {}, 'collective': {'hcom_allReduce__1_0_1@99': {'Communication Time Info': "
                "{'Start Timestamp(us)': 1764246877073600.0, 'Elapse Time(ms)': 0.03, 'Transit Time(ms)': 0.01, "
                "'Wait Time(ms)': 0.02, 'Synchronization Time(ms)': 0.015, 'Idle Time(ms)': 0.0}, "
                "'Communication Bandwidth Info': {'HCCS': {'Transit Size(MB)': 2.5, 'Transit Time(ms)': 0.01, "
                "'Bandwidth(GB/s)': 250.0, 'Large Packet Ratio': 1.0, 'Size Distribution': {'1.25': [2, 0.01]}}}}}}}");
}

std::string matrix() {
    return json("{'step7': {'p2p': {}, 'collective': {'allreduce-top1@99': {'0-1': {'Transport Type': 'HCCS', "
                "'Transit Size(MB)': 2.5, 'Transit Time(ms)': 0.01, 'Bandwidth(GB/s)': 250.0, "
                "'Op Name': 'hcom_allReduce__1_0_1@99'}}}}}");
}

std::string profilerInfo(int rank) {
    return json("{'config': {'common_config': {'record_shapes': true}, 'experimental_config': "
                "{'_profiler_level': 'Level1'}}, 'cann_version': '8.3', 'torch_npu_version': '2.7.1', 'rank_id': '") +
           format("%d\"}", rank);
}

/** A step of the framework and a kernel on stream 2. */
std::string trace(const std::string &start) {
    return json("[{'name':'process_name','pid':100,'tid':0,'ph':'M','args':{'name':'Ascend Hardware'}},"
                "{'name':'thread_name','pid':100,'tid':2,'ph':'M','args':{'name':'Stream 2'}},"
                "{'name':'process_name','pid':7,'tid':0,'ph':'M','args':{'name':'Python'}},"
                "{'name':'ProfilerStep#7','pid':7,'tid':7,'ts':'" +
                start + "','dur':50,'ph':'X','args':{}},{'name':'MatMul_1','pid':100,'tid':2,'ts':'" + start +
                "','dur':18.5,'ph':'X','args':{'Task Id':5}}]");
}

std::string diagnosticsOf(const Session &session) {
    std::string text;
    for (const Diagnostic &each : session.diagnostics)
        text += std::string(toString(each.kind)) + " " + sentence(each) + "\n";
    return text;
}

bool hasDiagnostic(const Session &session, DiagnosticKind kind, const std::string &part) {
    for (const Diagnostic &each : session.diagnostics)
        if (each.kind == kind && sentence(each).find(part) != std::string::npos) return true;
    return false;
}

#define VERIFY_DIAGNOSTIC(session, kind, part)                                                                         \
    QVERIFY2(hasDiagnostic(session, kind, part), diagnosticsOf(session).c_str())

/** A table as lines, without what is missing. */
std::string printTable(const Profile &profile, const std::string &name) {
    const DataTable *table = profile.table(name);
    if (table == nullptr) return "no " + name + "\n";
    std::string text;
    for (int64_t row = 0; row < table->rowCount(); ++row) {
        std::vector<std::string> cells;
        for (int i = 0; i < table->columnCount(); ++i)
            if (const std::string cell = table->cell(row, i); !cell.empty())
                cells.push_back(table->columns()[size_t(i)].name + "=" + cell);
        text += join(cells, " ") + "\n";
    }
    return text;
}

int64_t rowsOf(const Session &session, const std::string &table) {
    const DataTable *found = session.profiles.empty() ? nullptr : session.profiles.front()->table(table);
    return found ? found->rowCount() : -1;
}

} // namespace

class AscendProfilerTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    std::string at(const std::string &name) const {
        return m_folder->filePath(QString::fromStdString(name)).toStdString();
    }

    void write(const std::string &name, const std::string &text) {
        fs::create_directories(fs::path(at(name)).parent_path());
        if (const auto written = writeFile(at(name), text); !written) qFatal("%s", written.error().message.c_str());
    }

    /** The text output of torch_npu for one rank, at Level1. */
    void writeRank(const std::string &folder, int rank, const char *start = "1764246877073569.640") {
        const std::string output = folder + "/ASCEND_PROFILER_OUTPUT/";
        write(folder + format("/profiler_info_%d.json", rank), profilerInfo(rank));
        write(output + "trace_view.json", trace(start));
        write(output + "kernel_details.csv", std::string(kernelHeadings) + kernelRows);
        write(output + "communication.json", communication());
        write(output + "communication_matrix.json", matrix());
        write(output + "step_trace_time.csv",
              "Device_id,Step,Computing,Communication(Not Overlapped),Free\n0,7,20.625,30.0,1.5\n");
    }

    static void addSamples() {
        QTest::newRow("torch text, level 0") << "torch_npu_text/level0/rank0_ascend_pt" << 23 << -1 << 1;
        QTest::newRow("torch text, level 1") << "torch_npu_text/level1/rank0_ascend_pt" << 23 << -1 << 1;
        QTest::newRow("torch text, level 2") << "torch_npu_text/level2/rank0_ascend_pt" << 23 << 275 << 1;
        QTest::newRow("torch database, level 0") << "torch_npu_db/level0/rank0_ascend_pt" << 23 << -1 << 1;
        QTest::newRow("torch database, level 2") << "torch_npu_db/level2/rank0_ascend_pt" << 23 << -1 << 1;
        QTest::newRow("ranks without timelines") << "torch_npu_ranks" << 21 << 21 << 3;
        QTest::newRow("MindSpore 2.10 on a CPU") << "../mindspore/profile" << -1 << 40 << 1;
    }
    static void addReference() {
        for (const char *level : {"0", "1", "2"})
            QTest::addRow("torch text, level %s", level) << QString("torch_npu_text/level%1/rank0_ascend_pt").arg(level)
                                                         << 191 << (*level == '2' ? 4811 : -1) << 1;
        QTest::newRow("qwen3") << "torch_npu_qwen3_cann83" << 2463 << 2463 << 3;
        QTest::newRow("CANN 6") << "mindspore_old_cann6/PROF_000001_20230818142704322_COJGGGCANRMICFBC" << -1 << 1089
                                << 1;
        QTest::newRow("MindSpore") << "mindspore_writer_derived" << -1 << -1 << 1;
        QTest::newRow("two ranks") << "insight_unit_tests/test_rank_0" << 21 << 21 << 1;
        QTest::newRow("cluster output") << "insight_unit_tests/cluster_analysis_output" << -1 << 0 << 17;
        QTest::newRow("cluster output of two") << "msprof_analyze_tests/cluster_analysis_output" << -1 << 0 << 9;
        QTest::newRow("metadata alone") << "insight_unit_tests/metadata" << -1 << 0 << 1;
    }

private Q_SLOTS:
    void initTestCase() {
        for (const PluginStatus &status : loadPlugins(JITSCOPE_BUILD_DIR "/plugins"))
            if (status.path.find("ascend_profiler") != std::string::npos) QVERIFY2(status.loaded, status.error.c_str());
    }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void rankIsReadWithAllItsTables() {
        writeRank("host_1_20260101_ascend_pt", 3);
        write("host_1_20260101_ascend_pt/profiler_metadata.json",
              json("{'distributed_args': {'world_size': 2}, 'parallel_group_info': {'99': {'group_name': 'dp', "
                   "'global_ranks': [0, 3]}}}"));
        const auto session = openPath(at("host_1_20260101_ascend_pt"));
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(2));
        for (const Track &track : session->trace.tracks())
            QCOMPARE(track.rank, 3);
        QCOMPARE(session->profiles.size(), size_t(1));
        const Profile &profile = *session->profiles.front();
        QCOMPARE(profile.rank, 3);
        QCOMPARE(profile.producer, std::string("torch_npu 2.7.1"));
        QCOMPARE(profile.info.at("level"), std::string("Level1"));
        QCOMPARE(profile.info.at("source"), std::string("text"));
        COMPARE_TEXT(printTable(profile, "kernels"),
                     "step=7 device=0 stream=2 task=5 name=MatMul_1 type=MatMulV3 state=dynamic core=AI_CORE "
                     "start=1764246877073569640 duration=18500 wait=0 blocks=20 mix_blocks=0 hf32=NO "
                     "input_shapes=2,3;3,4 input_types=FLOAT;FLOAT input_formats=ND;ND output_shapes=2,4 "
                     "output_types=FLOAT output_formats=ND aicore_time=18.1 aic_mac_ratio=0.75\n"
                     "step=7 device=0 stream=2 task=6 context=0 name=Add_1 type=Add state=dynamic core=AI_VECTOR_CORE "
                     "start=1764246877073590640 duration=2125 wait=2500 blocks=40 mix_blocks=0 hf32=NO "
                     "input_shapes=2,4; input_types=FLOAT;FLOAT input_formats=ND;ND output_shapes=2,4 "
                     "output_types=FLOAT output_formats=ND aicore_time=0 aic_mac_ratio=0\n"
                     "step=7 device=0 name=hcom_allReduce__1_0_1 type=hcom_allReduce_ core=COMMUNICATION "
                     "start=1764246877073600000 duration=30000 wait=0 blocks=0\n");
        COMPARE_TEXT(
            printTable(profile, "communication_ops"),
            "step=7 kind=collective name=hcom_allReduce__1_0_1 group=99 start=1764246877073600000 elapse=30000 "
            "transit=10000 wait=20000 synchronization=15000 idle=0\n");
        COMPARE_TEXT(printTable(profile, "communication_bandwidth"),
                     "step=7 kind=collective name=hcom_allReduce__1_0_1 group=99 transport=HCCS transit_size=2500000 "
                     "transit_time=10000 bandwidth=250 large_packet_ratio=1\n");
        COMPARE_TEXT(
            printTable(profile, "communication_packets"),
            "step=7 name=hcom_allReduce__1_0_1 group=99 transport=HCCS package_size=1250000 count=2 total=10000\n");
        COMPARE_TEXT(
            printTable(profile, "communication_matrix"),
            "step=7 kind=collective name=allreduce-top1 group=99 op_name=hcom_allReduce__1_0_1 source=0 target=1 "
            "transport=HCCS transit_size=2500000 transit_time=10000 bandwidth=250\n");
        COMPARE_TEXT(printTable(profile, "step_trace"),
                     "step=7 computing=20.625 communication_not_overlapped=30 free=1.5 Device_id=0\n");
        COMPARE_TEXT(printTable(profile, "steps"), "step=7 start=1764246877073569640 end=1764246877073619640\n");
        COMPARE_TEXT(printTable(profile, "communication_groups"), "name=dp group=99 ranks=0,3\n");
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Note, "text files were read: there is no database");
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Missing,
                          "memory_record.csv (it was taken at Level1), so curves of memory");
    }

    void everyWayIntoARankGivesTheSame_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("folder") << "a_ascend_ms";
        QTest::newRow("with a slash") << "a_ascend_ms/";
        QTest::newRow("output") << "a_ascend_ms/ASCEND_PROFILER_OUTPUT";
        QTest::newRow("trace") << "a_ascend_ms/ASCEND_PROFILER_OUTPUT/trace_view.json";
        QTest::newRow("above") << "";
    }

    void everyWayIntoARankGivesTheSame() {
        QFETCH(QString, path);
        writeRank("a_ascend_ms", 5);
        const auto session = openPath(at(path.toStdString()));
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(2));
        QCOMPARE(session->trace.tracks().front().rank, 5);
        QCOMPARE(rowsOf(*session, "kernels"), int64_t(3));
        QCOMPARE(session->profiles.front()->producer, std::string("MindSpore"));
    }

    void howDeepARankMayLie() {
        writeRank("top/1/2/3/4/a_ascend_pt", 0);
        VERIFY_RESULT(openPath(at("top")));
        writeRank("far/1/2/3/4/5/a_ascend_pt", 0);
        QVERIFY(!openPath(at("far")));
        VERIFY_RESULT(openPath(at("far/1/")));
        const auto importer = std::find_if(importers().begin(), importers().end(),
                                           [](const Importer &each) { return each.name == "ascend_profiler"; });
        QVERIFY(importer->probe(at("top"), {}) == Confidence::Maybe);
        QVERIFY(importer->probe(at("top/1/2/3/"), {}) == Confidence::Yes);
        QVERIFY(importer->probe(at("top/1/2/3/4/a_ascend_pt/"), {}) == Confidence::Yes);
    }

    void singleFilesOpen_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("table");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("slices");
        QTest::newRow("kernels") << "kernel_details.csv"
                                 << "kernels" << 3 << 3;
        QTest::newRow("communication") << "communication.json"
                                       << "communication_ops" << 1 << 0;
        QTest::newRow("matrix") << "communication_matrix.json"
                                << "communication_matrix" << 1 << 0;
        QTest::newRow("steps") << "step_trace_time.csv"
                               << "step_trace" << 1 << 0;
    }

    void singleFilesOpen() {
        QFETCH(QString, name);
        QFETCH(QString, table);
        QFETCH(int, rows);
        QFETCH(int, slices);
        writeRank("a_ascend_pt", 2);
        const auto session = openPath(at("a_ascend_pt/ASCEND_PROFILER_OUTPUT/" + name.toStdString()));
        VERIFY_RESULT(session);
        QCOMPARE(rowsOf(*session, table.toStdString()), int64_t(rows));
        QCOMPARE(session->trace.sliceCount(), int64_t(slices));
        QCOMPARE(session->profiles.front()->rank, 2);
    }

    void withoutTimelineTheKernelsAreTheTimeline() {
        writeRank("a_ascend_pt", 0);
        fs::remove(at("a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"));
        const auto session = openPath(at("a_ascend_pt"));
        VERIFY_RESULT(session);
        const Trace &trace = session->trace;
        QCOMPARE(trace.sliceCount(), int64_t(3));
        QCOMPARE(trace.arrangedCount(), int64_t(3));
        const Track &stream = trace.trackAt(trace.trackOf(SliceId{0}));
        QCOMPARE(stream.process + "/" + stream.name, std::string("Ascend Hardware/Stream 2"));
        QVERIFY(stream.kind == LaneKind::Stream && stream.number == 2 && stream.rank == 0 && stream.device == 0);
        const Track &group = trace.trackAt(trace.trackOf(SliceId{2}));
        QCOMPARE(group.process + "/" + group.name, std::string("Communication/Group 99 Communication"));
        QVERIFY(group.kind == LaneKind::Communication);
        QCOMPARE(trace.startOf(SliceId{1}), int64_t(1764246877073590640));
        const SliceArguments arguments = trace.argumentsOf(SliceId{1});
        QVERIFY(std::find(arguments.begin(), arguments.end(), std::pair<std::string, std::string>("wait", "2500 ns")) !=
                arguments.end());
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Note, "its device lanes are made of the table of kernels");
    }

    /** What stands before the end of a file that was cut off may be the host alone. */
    void aTimelineCutOffBeforeTheDeviceTakesItFromTheKernels() {
        writeRank("a_ascend_pt", 0);
        std::string cut = "[{'ph':'M','pid':1,'name':'process_name','args':{'name':'Python'}},"
                          "{'ph':'X','pid':1,'tid':1,'name':'aten::add','ts':'1764246877073569.640','dur':5},"
                          "{'ph':'X','pid':2,'tid':1,'na";
        std::replace(cut.begin(), cut.end(), '\'', '"');
        write("a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", cut);
        const auto session = openPath(at("a_ascend_pt"));
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(4));
        QCOMPARE(LaneIndex(session->trace).devices().size(), size_t(1));
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Mended, "the file ends within an event");
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Note, "the timeline has no lane of a device");
    }

    void collectivesOfOlderReleasesAreCollectivesToo() {
        write("kernel_details.csv",
              "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Stream ID\n"
              "1,Add,Add,AI_CORE,10,5,3\n1,hcom_broadcast__501_0,hcom_broadcast_,HCCL,10,5,N/A\n");
        const auto session = openPath(at("kernel_details.csv"));
        VERIFY_RESULT(session);
        COMPARE_TEXT(printTrace(session->trace),
                     "Ascend Hardware / Stream 3\n"
                     "  Add (AI_CORE) 10000 +5000 step=1 stream=3 type=Add core=AI_CORE\n"
                     "Communication / Communication\n"
                     "  hcom_broadcast__501_0 (HCCL) 10000 +5000 step=1 type=hcom_broadcast_ "
                     "core=HCCL\n");
    }

    void clusterIsOneSessionWithAProfileForEachRank() {
        writeRank("run/r1_ascend_pt", 1);
        writeRank("run/r0_ascend_pt", 0, "1764246000000000.000");
        writeRank("run/copy_ascend_pt", 1);
        write("run/a/kernel_details.csv", std::string(kernelHeadings) + kernelRows); // nothing names it
        write("run/raw_ascend_pt/FRAMEWORK/torch.op_mark", "x");
        write("run/cluster_analysis_output/communication_group.json",
              json("{'collective': [[0, 1]], 'p2p': [[0, 1]]}"));
        write("run/cluster_analysis_output/cluster_step_trace_time.csv",
              "Step,Type,Index,Computing,Free\n7,rank,0,1,2\n7,rank,4,3.5,4\n7,stage,\"(0, 1)\",3,4\n");
        const auto session = openPath(at("run"));
        VERIFY_RESULT(session);
        std::string ranks;
        for (const ProfilePtr &profile : session->profiles)
            ranks += format("%d %s\n", profile->rank, profile->label.c_str());
        COMPARE_TEXT(ranks, "0 rank 0\n1 rank 1\n2 rank 2\n3 rank 3\n4 rank 4\n-1 cluster\n");
        QCOMPARE(fs::path(session->profiles[2]->folder).filename().string(), std::string("a"));
        QCOMPARE(session->trace.sliceCount(), int64_t(9));
        QCOMPARE(session->trace.arrangedCount(), int64_t(9));
        QCOMPARE(session->trace.tracks().size(), size_t(8));
        COMPARE_TEXT(printTable(*session->profiles[4], "step_trace"), "step=7 computing=3.5 free=4\n");
        COMPARE_TEXT(printTable(*session->profiles[0], "step_trace"),
                     "step=7 computing=20.625 communication_not_overlapped=30 free=1.5 Device_id=0\n");
        COMPARE_TEXT(printTable(*session->profiles[5], "communication_groups"),
                     "type=collective ranks=0,1\ntype=p2p ranks=0,1\n");
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Mended, "it says that it is rank 1, as another folder does");
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Skipped, "raw_ascend_pt: holds raw data that nobody analysed");
    }

    void clusterOutputAloneOpens() {
        write("cluster_analysis_output/cluster_communication.json",
              json("{'p2p': {}, '(0, 1)': {'step': {'hcom_broadcast__5_0@62': {'0': {'Communication Time Info':"
                   "{'Start Timestamp(us)': 2.5, 'Elapse Time(ms)': 1}}, '1': {'Communication Time Info':"
                   "{'Start Timestamp(us)': 3, 'Elapse Time(ms)': 2}}}}}}"));
        write("cluster_analysis_output/cluster_communication_matrix.json",
              json("{'p2p': {'step2': {'hcom_send__8_0@13': {'0-8': {'Transport Type': 'RDMA', 'Transit Size(MB)': "
                   "20}}}}}"));
        const auto session = openPath(at("cluster_analysis_output"));
        VERIFY_RESULT(session);
        QCOMPARE(session->profiles.size(), size_t(2));
        COMPARE_TEXT(printTable(*session->profiles[1], "communication_ops"),
                     "kind=collective name=hcom_broadcast__5_0 group=62 start=3000 elapse=2000000\n");
        COMPARE_TEXT(
            printTable(*session->profiles[0], "communication_matrix"),
            "step=2 kind=p2p name=hcom_send__8_0 group=13 source=0 target=8 transport=RDMA transit_size=2e+07\n");
    }

    void ofSeveralExportsTheNewestIsRead() {
        const std::string output = "PROF_000001_20260911105010_ABC/mindstudio_profiler_output/";
        const std::string headings =
            "Device_id,Op Name,OP Type,Task Type,Stream ID,Task Start Time(us),Task Duration(us)\n";
        write(output + "op_summary_20260911105016.csv", headings + "0,new,Add,AI_CORE,1,1736405443756384.100\t,2\n");
        write(output + "op_summary_20260910105016.csv",
              headings + "0,old,Add,AI_CORE,1,1,2\n0,old,Add,AI_CORE,1,4,2\n");
        for (int i = 0; i < 12; ++i)
            write(output + format("msprof_slice_%d_2026091110501%d.json", i, 5 + i % 2),
                  json(format("[{'name':'k%d','pid':1,'tid':2,'ts':'%d','dur':1,'ph':'X'}]", i, i * 10)));
        write(output + "msprof_slice_0_20260910105016.json",
              json("[{'name':'old','pid':1,'tid':2,'ts':'0','dur':1,'ph':'X'}]"));
        write(output + "msprof_20260801105016.json",
              json("[{'name':'older','pid':1,'tid':2,'ts':'0','dur':1,'ph':'X'}]"));
        const auto session = openPath(at("PROF_000001_20260911105010_ABC"));
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(12));
        QVERIFY(!session->trace.texts().find("old").valid());
        QCOMPARE(rowsOf(*session, "kernels"), int64_t(1));
        QCOMPARE(session->profiles.front()->producer, std::string("msprof"));
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Note, "op_summary.csv: an earlier export of it was left aside");
    }

    void severalDevicesOfARankAreOneTable() {
        const std::string headings = "Device_id,Op Name,Task Start Time(us),Task Duration(us)\n";
        for (int device = 0; device < 2; ++device)
            write(format("a_ascend_ms/PROF_00000%d_2026_X/mindstudio_profiler_output/op_summary_2026091110501%d.csv",
                         device, device),
                  headings + format("%d,Add,%d,2\n", device, device + 5));
        const auto session = openPath(at("a_ascend_ms"));
        VERIFY_RESULT(session);
        COMPARE_TEXT(printTable(*session->profiles.front(), "kernels"),
                     "device=0 name=Add start=5000 duration=2000\ndevice=1 name=Add start=6000 duration=2000\n");
        QCOMPARE(session->trace.tracks().size(), size_t(2));
    }

    void taskTimeStandsForKernelsOfTheLowestLevel() {
        write("PROF_1_2_3/mindstudio_profiler_output/task_time_20260911105016.csv",
              "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)\n"
              "0,MatMul,AI_CORE,3,1,10.5,100.25\t,110.75\t\n");
        const auto session = openPath(at("PROF_1_2_3"));
        VERIFY_RESULT(session);
        COMPARE_TEXT(
            printTable(*session->profiles.front(), "kernels"),
            "device=0 stream=3 task=1 name=MatMul core=AI_CORE start=100250 duration=10500 task_stop=110750\n");
        QCOMPARE(session->trace.sliceCount(), int64_t(1));
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Note, "stands for the table of kernels");
    }

    void memoryOfMindSporeHasItsOwnMegabyte_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("component");
        QTest::addColumn<qint64>("bytes");
        QTest::newRow("torch") << "a_ascend_pt"
                               << "PTA" << qint64(3 << 19);
        QTest::newRow("MindSpore") << "a_ascend_ms"
                                   << "APP" << qint64(1536000);
        QTest::newRow("by its component") << "somewhere"
                                          << "MindSpore" << qint64(1536000);
    }

    void memoryOfMindSporeHasItsOwnMegabyte() {
        QFETCH(QString, folder);
        QFETCH(QString, component);
        QFETCH(qint64, bytes);
        const std::string output = folder.toStdString() + "/ASCEND_PROFILER_OUTPUT/";
        write(output + "memory_record.csv",
              "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\n" + component.toStdString() +
                  ",1.5\t,1.5,2,NPU:0\n");
        const auto session = openPath(at(folder.toStdString()));
        VERIFY_RESULT(session);
        const DataTable *table = session->profiles.front()->table("memory_record");
        QVERIFY(table != nullptr);
        QCOMPARE(table->integer(0, table->column("allocated")), int64_t(bytes));
    }

    void simulatedProfilesAreMarkedEverywhere() {
        writeRank("a_ascend_ms", 0);
        write("a_ascend_ms/profiler_metadata.json", json("{'simulated': true, 'cost_model': {'soc': 'Ascend910B4'}}"));
        const auto session = openPath(at("a_ascend_ms"));
        VERIFY_RESULT(session);
        QVERIFY(session->profiles.front()->simulated);
        QCOMPARE(session->profiles.front()->info.at("soc"), std::string("Ascend910B4"));
        for (const Track &track : session->trace.tracks())
            QVERIFY(track.simulated);
        QCOMPARE(session->trace.arrangedCount(), int64_t(2));
    }

    void onlyHeadingsIsToldOf() {
        writeRank("a_ascend_pt", 0);
        write("a_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", kernelHeadings);
        const auto session = openPath(at("a_ascend_pt"));
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(2));
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Missing,
                          "kernel_details.csv: there are column headings, but no rows");
    }

    void levelZeroSaysWhatItLacks() {
        write("a_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv",
              "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim\n"
              "50,Conv,N/A,N/A,1736405443881410.320\t,50.6,0,0\n");
        write("a_ascend_pt/profiler_info.json",
              json("{'config': {'experimental_config': {'_profiler_level': 'Level0'}}}"));
        const auto session = openPath(at("a_ascend_pt"));
        VERIFY_RESULT(session);
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Missing,
                          "kernel_details.csv: there are no values of 'Input Shapes' (it was taken at Level0), so "
                          "statistics by shape cannot be shown: profile at Level1 or above");
        QCOMPARE(session->trace.trackAt(TrackId{0}).name, std::string("kernels of unknown streams"));
    }

    void oneBrokenFileCostsItselfAlone() {
        writeRank("a_ascend_pt", 0);
        write("a_ascend_pt/ASCEND_PROFILER_OUTPUT/communication.json", "\x01\x02 no json");
        write("a_ascend_pt/ASCEND_PROFILER_OUTPUT/communication_matrix.json", matrix().substr(0, 120));
        write("a_ascend_pt/ASCEND_PROFILER_OUTPUT/strange.csv", std::string("a\0b", 3));
        const auto session = openPath(at("a_ascend_pt"));
        VERIFY_RESULT(session);
        QCOMPARE(rowsOf(*session, "kernels"), int64_t(3));
        QCOMPARE(rowsOf(*session, "communication_matrix"), int64_t(1));
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Skipped,
                          "communication.json: is no JSON object: a value is expected");
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Mended, "communication_matrix.json: the JSON is damaged");
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Skipped, "strange.csv: is no text");
    }

    void whatCannotBeOpenedSaysWhy() {
        write("raw_ascend_pt/PROF_1/host/data/x", "x");
        const auto raw = openPath(at("raw_ascend_pt"));
        QVERIFY(!raw);
        QVERIFY2(raw.error().message.find("run the profiler's analysis on it first") != std::string::npos,
                 raw.error().message.c_str());
        write("snapshot.pkl", "\x80\x04}");
        const auto pickle = openPath(at("snapshot.pkl"));
        QVERIFY(!pickle);
        QVERIFY2(pickle.error().message.find("is a Python pickle") != std::string::npos,
                 pickle.error().message.c_str());
    }

    void cancelledReadsSaySo() {
        writeRank("a_ascend_pt", 0);
        Progress progress;
        progress.cancel();
        ImportOptions options;
        options.progress = &progress;
        const auto session = openPath(at("a_ascend_pt"), options);
        QVERIFY(!session);
        QCOMPARE(session.error().message, cancelledError().message);
    }

    void progressTellsOfTheFile() {
        writeRank("a_ascend_pt", 0);
        Progress progress;
        ImportOptions options;
        options.progress = &progress;
        VERIFY_RESULT(openPath(at("a_ascend_pt"), options));
        QCOMPARE(progress.what(), std::string("reading step_trace_time.csv"));
        QVERIFY(progress.done() > 0 && progress.done() == progress.total());
    }

    void windowCutsTheLanesOfKernelsToo() {
        writeRank("a_ascend_pt", 0);
        fs::remove(at("a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"));
        ImportOptions options;
        options.window = TimeWindow{20'000, 25'000};
        const auto session = openPath(at("a_ascend_pt"), options);
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(1));
        QCOMPARE(session->trace.nameOf(SliceId{0}), std::string_view("Add_1"));
        QCOMPARE(rowsOf(*session, "kernels"), int64_t(3));
    }

    void anEmptyWindowOfATimelineKeepsItsZero() {
        writeRank("a_ascend_pt", 0);
        write("a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
              R"([{"ph":"C","pid":1,"name":"AI Core Freq","ts":"1764246876073569.640","args":{"MHz":800}},
                  {"ph":"X","pid":2,"tid":3,"name":"Add_1","ts":"1764246877073569.640","dur":5}])");
        ImportOptions options;
        options.window = TimeWindow{20'000, 25'000}; // of the timeline, a second before its first kernel
        const auto session = openPath(at("a_ascend_pt"), options);
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(0)); // and not Add_1 of the kernels' table
        options.window = TimeWindow{1'000'000'000, 1'000'001'000};
        const auto later = openPath(at("a_ascend_pt"), options);
        VERIFY_RESULT(later);
        QCOMPARE(later->trace.sliceCount(), int64_t(1));
    }

    void tablesLargerThanTheMemoryAreLeftOut() {
        writeRank("a_ascend_pt", 0);
        fs::remove(at("a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"));
        ImportOptions options;
        options.memoryBytes = 500;
        const auto session = openPath(at("a_ascend_pt"), options);
        VERIFY_RESULT(session);
        QCOMPARE(rowsOf(*session, "step_trace"), int64_t(1));
        VERIFY_DIAGNOSTIC(*session, DiagnosticKind::Skipped, "are more than the 500 B that are read of a table");
        const auto single = openPath(at("a_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv"), options);
        QVERIFY(!single);
    }

    void ranksOfSeveralPathsKeepTheirOrder() {
        for (const char *name : {"a", "b"})
            write(std::string(name) + "/kernel_details.csv", std::string(kernelHeadings) + kernelRows);
        const auto session = openPaths({at("a/kernel_details.csv"), at("b/kernel_details.csv")});
        VERIFY_RESULT(session);
        QCOMPARE(session->profiles.size(), size_t(2));
        QCOMPARE(session->profiles[0]->rank, 0);
        QCOMPARE(session->profiles[1]->rank, 1);
        QCOMPARE(session->trace.sliceCount(), int64_t(6));
        QCOMPARE(session->trace.tracks().size(), size_t(4));
    }

    void anyDamageIsSurvived() {
        std::mt19937 random(5);
        writeRank("a_ascend_pt", 0);
        std::vector<std::pair<std::string, std::string>> files;
        for (const auto &entry : fs::recursive_directory_iterator(at("a_ascend_pt")))
            if (entry.is_regular_file())
                files.emplace_back(entry.path().string(), testing::readText(entry.path().string()));
        std::sort(files.begin(), files.end());
        const std::string pieces = "{}[]\",:\\\n0-9eN";
        for (int i = 0; i < 300; ++i) {
            const auto &[path, whole] = files[random() % files.size()];
            std::string text = whole.substr(0, random() % 4 == 0 ? random() % whole.size() : whole.size());
            for (int change = int(random() % 4); change > 0 && !text.empty(); --change)
                text[random() % text.size()] = pieces[random() % pieces.size()];
            VERIFY_RESULT(writeFile(path, text));
            const auto session = openPath(at("a_ascend_pt"));
            VERIFY_RESULT(session); // the other files are whole
            const auto single = openPath(path);
            if (!single) QVERIFY(single.error().message.find(path) != std::string::npos);
            VERIFY_RESULT(writeFile(path, whole));
        }
    }

    // --- what other programs wrote, or as they write it -----------------------------------------------------------

    void foldersOfSamplesAreRead_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("kernels");
        QTest::addColumn<int>("slices");
        QTest::addColumn<int>("profiles");
        if (testing::isOnReference())
            addReference();
        else
            addSamples();
    }

    void databaseGoesBeforeText() {
        const std::string text = testing::samplePath("ascend/torch_npu_text/level2/rank0_ascend_pt");
        const std::string database = testing::samplePath("ascend/torch_npu_db/level2/rank0_ascend_pt");
        for (const std::string &from : {text, database})
            fs::copy(from, at("both_ascend_pt"), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
        const auto both = openPath(at("both_ascend_pt"));
        VERIFY_RESULT(both);
        QCOMPARE(both->profiles.front()->info.at("source"), std::string("db"));
        QCOMPARE(rowsOf(*both, "api_statistic"), int64_t(testing::isOnReference() ? 75 : 15)); // only the text has it
        VERIFY_DIAGNOSTIC(*both, DiagnosticKind::Note,
                          "the database ascend_pytorch_profiler_0.db was read, not the text");
        VERIFY_DIAGNOSTIC(*both, DiagnosticKind::Note, "trace_view.json: was not read");
        const auto asText = openPath(at("both_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"));
        VERIFY_RESULT(asText);
        QCOMPARE(asText->profiles.front()->info.at("source"), std::string("text"));
        QCOMPARE(asText->trace.sliceCount(), int64_t(testing::isOnReference() ? 4811 : 275));
        QCOMPARE(rowsOf(*both, "kernels"), rowsOf(*asText, "kernels"));
    }

    void foldersOfSamplesAreRead() {
        QFETCH(QString, folder);
        QFETCH(int, kernels);
        QFETCH(int, slices);
        QFETCH(int, profiles);
        const auto session = openPath(testing::samplePath("ascend/" + folder.toStdString()));
        VERIFY_RESULT(session);
        qInfo("%lld slices, %zu profiles\n%s", (long long)session->trace.sliceCount(), session->profiles.size(),
              diagnosticsOf(*session).c_str());
        if (kernels >= 0) QCOMPARE(rowsOf(*session, "kernels"), int64_t(kernels));
        if (slices >= 0) QCOMPARE(session->trace.sliceCount(), int64_t(slices));
        QCOMPARE(int(session->profiles.size()), profiles);
    }
};

JITSCOPE_TEST(AscendProfilerTest)

} // namespace jitscope::tst_ascend_profiler

#include "tst_ascend_profiler.moc"
