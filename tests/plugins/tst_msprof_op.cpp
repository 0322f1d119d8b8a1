// SPDX-License-Identifier: Apache-2.0
// Tests of the importer of operator tuning: blocks, tables, logs and folders, as real files have them and damaged.
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/profile/kernelprofile.h"
#include "engine/session/session.h"
#include "plugins/msprof_op/operatorcsv.h"
#include "plugins/msprof_op/registerfile.h"
#include "plugins/msprof_op/simulatordump.h"
#include "plugins/msprof_op/visualizetables.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/visualizefile.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <random>

namespace jitscope::tst_msprof_op {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** A folder whose files are named by their paths below it. */
class Folder {
public:
    std::string path(const std::string &name = {}) const {
        const std::string root = m_folder.path().toStdString();
        return name.empty() ? root : root + "/" + name;
    }
    std::string write(const std::string &name, const std::string &text) const {
        std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
        const auto written = writeFile(path(name), text);
        if (!written) qFatal("%s", written.error().message.c_str());
        return path(name);
    }

private:
    QTemporaryDir m_folder;
};

std::string told(const std::vector<Diagnostic> &diagnostics) {
    std::vector<std::string> lines;
    for (const Diagnostic &each : diagnostics)
        lines.push_back(std::string(toString(each.kind)) + " " + sentence(each));
    return join(lines, "\n");
}

/** Cells by columns that are named, a line a row. */
std::string rowsOf(const DataTable &table, const std::vector<const char *> &columns) {
    std::string text;
    for (int64_t row = 0; row < table.rowCount(); ++row) {
        std::vector<std::string> cells;
        for (const char *name : columns)
            cells.push_back(table.column(name) < 0 ? "?" : table.cell(row, table.column(name)));
        text += join(cells, " | ") + "\n";
    }
    return text;
}

const DataTable &tableOf(const Session &session, const char *name) {
    static const DataTable none;
    const DataTable *table = session.profiles.empty() ? nullptr : session.profiles.front()->table(name);
    return table == nullptr ? none : *table;
}

struct Blocks {
    std::vector<VisualizeBlock> all;
    Diagnostics diagnostics;
    std::string error;
};

Blocks blocksIn(const std::string &bytes) {
    const Folder folder;
    const auto file = InputFile::open(folder.write("visualize_data.bin", bytes));
    Blocks result;
    if (!file) return result;
    auto blocks = blocksOf(**file, "visualize_data.bin", result.diagnostics);
    if (blocks)
        result.all = std::move(*blocks);
    else
        result.error = blocks.error().message;
    return result;
}

std::string logLine(const char *tick, const char *address, const char *pipe, const char *text) {
    return std::string("[info] [") + tick + "] (PC: " + address + ") " + pipe + "   : (Binary: 0x073a7f80) " + text +
           "\n";
}

} // namespace

class MsprofOpTest : public QObject {
    Q_OBJECT private Q_SLOTS : void initTestCase() { loadPlugins(JITSCOPE_BUILD_DIR "/plugins"); }

    void blocksHaveTheTextBetweenHeaderAndPadding() {
        const Blocks blocks = blocksIn(visualizeBlock(5, "{\"a\":1}") + visualizeBlock(1, "abcde", "/src/x.cpp"));
        QCOMPARE(blocks.all.size(), size_t(2));
        QCOMPARE(blocks.all[0].bytes, int64_t(7));
        QCOMPARE(blocks.all[0].offset, int64_t(12));
        QCOMPARE(blocks.all[1].path, std::string("/src/x.cpp"));
        QCOMPARE(blocks.all[1].bytes, int64_t(5));
        QCOMPARE(blocks.all[1].offset, int64_t(12 + 8 + 12 + 4096));
    }

    void unknownBlocksAreCounted() {
        const Blocks blocks = blocksIn(visualizeBlock(5, "{}") + visualizeBlock(42, "{}") + visualizeBlock(42, "{}"));
        QCOMPARE(blocks.all.size(), size_t(1));
        COMPARE_TEXT(told(blocks.diagnostics.all()),
                     "skipped visualize_data.bin: a block of kind 42, which is not known (2 times, first at byte 16)");
    }

    void whatIsLongerThanTheFileIsToldAndTheRestStays() {
        std::string bytes = visualizeBlock(5, "{}");
        std::string large = visualizeBlock(6, "{}");
        large[3] = '\x7f'; // 2 GB
        COMPARE_TEXT(told(blocksIn(bytes + large).diagnostics.all()),
                     "skipped visualize_data.bin: a block is longer than the rest of the file (byte 16)");
        large[7] = '\xff'; // beyond 2^63
        QCOMPARE(blocksIn(bytes + large).all.size(), size_t(1));
        COMPARE_TEXT(told(blocksIn(bytes + "abc").diagnostics.all()),
                     "skipped visualize_data.bin: the file ends inside the header of a block (byte 16)");
    }

    void morePaddingThanContentIsNoBlock() {
        std::string block = visualizeBlock(5, "{}");
        block[9] = '\x30';
        QCOMPARE(blocksIn(block).all.size(), size_t(0));
    }

    void filesThatAreTooLargeAreRefusedWithTheReason() {
        const Folder folder;
        const std::string path = folder.write("visualize_data.bin", visualizeFile());
        std::filesystem::resize_file(path, uint64_t(501) << 20); // no space is taken: a hole
        const auto session = openPath(path);
        QVERIFY(!session);
        QVERIFY2(session.error().message.find("more than 500 MB") != std::string::npos,
                 session.error().message.c_str());
    }

    void filesWithoutBlocksAreRefused() {
        QVERIFY(!looksLikeBlocks("GIF89a......"));
        QVERIFY(!looksLikeBlocks("short"));
        QVERIFY(looksLikeBlocks(visualizeFile()));
    }

    void aFileBecomesTables() {
        const Folder folder;
        const auto session = openPath(folder.write("visualize_data.bin", visualizeFile()));
        VERIFY_RESULT(session);
        QCOMPARE(session->profiles.size(), size_t(1));
        const Profile &profile = *session->profiles.front();
        QCOMPARE(profile.label, std::string("AddCustom"));
        QCOMPARE(profile.device, 1);
        COMPARE_TEXT(rowsOf(tableOf(*session, "op_basic_info"),
                            {"name", "type", "soc", "duration", "blocks", "mix_blocks", "pid", "current_freq"}),
                     "AddCustom | mix | Ascend910B4 | 300500 | 2 | 4 | 77 | 1650\n");
        COMPARE_TEXT(
            rowsOf(tableOf(*session, "op_cores"), {"core", "part", "duration", "cycles", "bytes", "l2_hit_rate"}),
            "0 | cube0 | 250378 | 10000 | 4096 | 85.5\n0 | vector0 | 133200 |  |  | \n"
            "1 | cube0 | 250900 | 14000 | 4096 | 80.5\n1 | vector0 |  |  |  | \n");
        COMPARE_TEXT(rowsOf(tableOf(*session, "op_memory_graph"),
                            {"core", "from", "to", "requests", "bytes", "bandwidth", "peak_ratio"}),
                     "0 | GM | L2 | 1000 | 128000 | 2 | \n0 | L2 | L1 | 500 | 128000 | 1 | 4.5\n"
                     "0 | L0B | Cube | 4000 | 2048000 | 3 | \n0 | path | 99 | 5 |  | 0.5 | \n1 | L2 | L1 | 300 | 76800 "
                     "| 1 | 6.5\n");
        COMPARE_TEXT(rowsOf(tableOf(*session, "op_hot_spots"),
                            {"address", "instruction", "pipe", "code", "core", "cycles", "calls", "UB Read Conflict"}),
                     "0x10 | MOV | SCALAR | /src/add.cpp:2 | core0.veccore0 | 60 | 6 | \n"
                     "0x10 | MOV | SCALAR | /src/add.cpp:2 | core1.veccore0 | 20 | 2 | \n"
                     "0x14 | ADD | SCALAR | /src/add.cpp:2 | core0.veccore0 | 40 | 4 | \n"
                     "0x14 | ADD | SCALAR | /src/add.cpp:2 | core1.veccore0 | 20 | 2 | \n"
                     "0x18 | VADD | VECTOR | /src/add.cpp:3 | core0.veccore0 | 900 | 3 | 5\n"
                     "0x18 | VADD | VECTOR | /src/add.cpp:3 | core1.veccore0 | 60 | 2 | 0\n");
        QVERIFY(session->source("/src/add.cpp") != nullptr);
        COMPARE_TEXT(rowsOf(tableOf(*session, "op_advice"), {"subject", "text"}),
                     "base info | go on\ncore load | core1 is slow\nroofline | memory bound\n");
    }

    void tablesBecomeAModel() {
        const Folder folder;
        const auto session = openPath(folder.write("visualize_data.bin", visualizeFile()));
        VERIFY_RESULT(session);
        const Profile &profile = *session->profiles.front();
        QVERIFY(isKernelProfile(profile));
        const KernelProfile kernel = kernelProfile(profile);
        const auto spreads = coreSpreads(kernel);
        QCOMPARE(spreads.size(), size_t(2));
        QCOMPARE(spreads[0].mean, 12000.0);
        QVERIFY(qFuzzyCompare(spreads[0].excess(), 14000.0 / 12000 - 1));
        QCOMPARE(kernel.cores[spreads[0].slowest].core, int64_t(1));
        QVERIFY(!spreads[1].areCycles); // vector parts have times alone
        // All cores added up; the peak share is that of the core which has most.
        const auto all = memoryEdges(profile, std::nullopt);
        QCOMPARE(all[1].from + all[1].to, std::string("L2L1"));
        QCOMPARE(all[1].bytes, int64_t(204800));
        QCOMPARE(all[1].bandwidth, 2.0);
        QCOMPARE(all[1].peakRatio, 6.5);
        QCOMPARE(memoryEdges(profile, 1).size(), size_t(1));
        QCOMPARE(kernel.rooflines.size(), size_t(2));
        QVERIFY(kernel.rooflines[0].isMemoryBound());
        QVERIFY(qFuzzyCompare(kernel.rooflines[0].ratio(), 0.75));
        QVERIFY(!kernel.rooflines[1].isMemoryBound());
        const auto lines = hotLines(profile, "");
        QCOMPARE(lines.front().line, int64_t(3)); // the costliest first
        QCOMPARE(lines.front().cycles, int64_t(960));
        const auto spots = hotSpots(profile, "core0.veccore0");
        QCOMPARE(spots.size(), size_t(3));
        QVERIFY(belongs(spots[2], lines[0]) && !belongs(spots[0], lines[0]));
        QVERIFY(belongs(spots[0], lines[1]) && belongs(spots[1], lines[1]));
        // 4000 reads of L0B are 4000 * 8192 operations; GM moved 128,000 bytes.
        const auto roof = measuredRoofline(profile, {"910B4", "test", 270, 10, 0.8});
        QVERIFY(roof.has_value());
        QCOMPARE(roof->intensity, 4000.0 * 8192 / 128000);
        QVERIFY(qFuzzyCompare(roof->performanceTops, 4000.0 * 8192 / 300500 / 1000));
    }

    void damagedJsonIsToldAndTheOtherBlocksStay() {
        const Folder folder;
        const std::string deep(100000, '[');
        const auto session = openPath(folder.write(
            "visualize_data.bin", visualizeBlock(5, visualizeBaseInfo()) + visualizeBlock(6, "no json") +
                                      visualizeBlock(7, "{\"subblock_detail\":" + deep) + visualizeBlock(9, "[1,2]")));
        VERIFY_RESULT(session);
        QCOMPARE(tableOf(*session, "op_basic_info").rowCount(), int64_t(1));
        int64_t skipped = 0;
        for (const Diagnostic &each : session->diagnostics)
            skipped += each.kind == DiagnosticKind::Skipped ? each.count : 0;
        QCOMPARE(skipped, int64_t(3));
    }

    void metricsOfABoardGiveTheSameTables() {
        const Folder folder;
        folder.write(
            "OPPROF_1_A/OpBasicInfo.csv",
            "Op Name,Op Type,Task Duration(us),Block Dim,Mix Block Dim,Device Id,Pid,Current Freq,Rated Freq,\n"
            "AddCustom,mix,300.5,1,2,0,77,1650,1650,\n");
        folder.write(
            "OPPROF_1_A/PipeUtilization.csv",
            "block_id,sub_block_id,aic_time(us),aic_total_cycles,aiv_time(us),aiv_total_cycles,aic_cube_ratio,aic_"
            "mte2_ratio,aiv_vec_ratio,\r\n"
            "0,cube0,250.5,413123,NA,NA,0.11,0.25,NA,\r\n0,vector0,NA,NA,133.2,219790,NA,NA,0.03,\r\n");
        folder.write("OPPROF_1_A/Memory.csv",
                     "block_id,sub_block_id,aic_time(us),aiv_time(us),GM_to_L1_datas(KB),GM_to_L1_"
                     "bw_usage_rate(%),GM_to_UB_datas(KB),aiv_gm_to_ub_bw(GB/s),\n"
                     "0,cube0,250.5,NA,1024,4.5,NA,NA,\n0,vector0,NA,133.2,NA,NA,512,4.07,\n");
        folder.write("OPPROF_1_A/L2Cache.csv",
                     "block_id,sub_block_id,aic_total_hit_rate(%),aiv_total_hit_rate(%),\n0,cube0,93.5,NA,\n");
        const auto session = openPath(folder.path("OPPROF_1_A"));
        VERIFY_RESULT(session);
        COMPARE_TEXT(rowsOf(tableOf(*session, "op_basic_info"), {"name", "duration", "blocks", "mix_blocks"}),
                     "AddCustom | 300500 | 1 | 2\n");
        COMPARE_TEXT(rowsOf(tableOf(*session, "op_cores"), {"core", "part", "duration", "cycles", "l2_hit_rate"}),
                     "0 | cube0 | 250500 | 413123 | 93.5\n0 | vector0 | 133200 | 219790 | \n");
        COMPARE_TEXT(rowsOf(tableOf(*session, "op_compute_load"), {"part", "name", "value", "unit"}),
                     "cube0 | cube | 11 | %\ncube0 | mte2 | 25 | %\nvector0 | vec | 3 | %\n");
        COMPARE_TEXT(rowsOf(tableOf(*session, "op_memory_graph"), {"from", "to", "bytes", "peak_ratio"}),
                     "GM | L1 | 1048576 | 4.5\nGM | UB | 524288 | \n");
    }

    void aSimulatedKernelHasPipesAsLanes() {
        const Folder folder;
        folder.write(
            "OPPROF_2_B/simulator/trace.json",
            R"j({"schemaVersion":2,"displayTimeUnit":"ns","profilingType":"op","traceEvents":[)j"
            R"j({"name":"MOV","ph":"X","pid":"core0.veccore0","tid":"SCALAR","ts":0.5,"dur":0.25,"cname":"good","args":{"pc_addr":"0x10"}},)j"
            R"j({"name":"SET_FLAG","ph":"B","pid":"core0.veccore0","tid":"MTE2","ts":1.0},)j"
            R"j({"name":"SET_FLAG","ph":"E","pid":"core0.veccore0","tid":"MTE2","ts":1.5},)j"
            R"j({"name":"GM_TO_UB","ph":"C","pid":"MTE Throughput","ts":2,"args":{"throughput(MB/s)":12.5
}
}]
})j");
        folder.write("OPPROF_2_B/simulator/core0.veccore0/core0.veccore0_code_exe_20250101.csv",
                     "code,call_count,cycles,running_time(us)\n/src/add.cpp:7,3,120,0.065\n");
        folder.write(
            "OPPROF_2_B/simulator/core0.veccore0/core0.veccore0_instr_exe_20250101.csv",
            "instr,addr,pipe,call_count,cycles,running_time(us),detail\nMOV,0x10,SCALAR,3,120,0.065,\"a, b\"\n");
        const auto session = openPath(folder.path("OPPROF_2_B"));
        VERIFY_RESULT(session);
        QVERIFY(session->profiles.front()->simulated);
        QCOMPARE(session->trace.sliceCount(), int64_t(2));
        const Track &lane = session->trace.trackAt(session->trace.trackOf(SliceId{0}));
        QVERIFY(lane.kind == LaneKind::Core && lane.simulated);
        QCOMPARE(lane.process, std::string("core0.veccore0"));
        QCOMPARE(session->trace.counters().size(), size_t(1));
        COMPARE_TEXT(rowsOf(tableOf(*session, "op_hot_lines"), {"file", "line", "core", "cycles", "calls", "time"}),
                     "/src/add.cpp | 7 | core0.veccore0 | 120 | 3 | 65\n");
        COMPARE_TEXT(rowsOf(tableOf(*session, "op_hot_spots"), {"instruction", "address", "core", "cycles", "calls"}),
                     "MOV | 0x10 | core0.veccore0 | 120 | 3\n");
    }

    void aTraceOfASimulatorOpensAlone() {
        const Folder folder;
        const auto session = openPath(folder.write(
            "trace.json",
            R"j({"profilingType":"op","traceEvents":[{"name":"MOV","ph":"X","pid":"core0","tid":"VECTOR","ts":1.5,"dur":2.0}]})j"));
        VERIFY_RESULT(session);
        QCOMPARE(session->info.at("producer"), std::string("msprof op"));
        QCOMPARE(session->trace.tracks().front().name, std::string("VECTOR"));
    }

    void aTraceInsideOfVisualizeDataIsRead() {
        const Folder folder;
        const auto session = openPath(folder.write(
            "simulator/visualize_data.bin",
            visualizeBlock(5, visualizeBaseInfo()) +
                visualizeBlock(
                    2,
                    R"j({"profilingType":"op","traceEvents":[{"name":"MOV","ph":"X","pid":"core0","tid":"SCALAR","ts":1.5,"dur":2.0,"args":{"code":"a"}}]})j")));
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(1));
        QCOMPARE(session->trace.durationOf(SliceId{0}), int64_t(2000));
        QCOMPARE(session->trace.argumentsOf(SliceId{0}).front().second, std::string("a"));
    }

    void logsOfTheSimulatorAreJoined() {
        const Folder folder;
        folder.write("dump/core0.veccore0.instr_popped_log.dump",
                     logLine("00000100", "0x10", "SCALAR", "MOV  XD:X0") +
                         logLine("00000105", "0x10", "SCALAR", "MOV  XD:X0") +
                         logLine("00000110", "0x18", "MTE2", "DMA_MOV  Src:OUT") + "what is this\n");
        folder.write("dump/core0.veccore0.instr_log.dump", logLine("00000101", "0x10", "SCALAR", "MOV  XD:X0") +
                                                               logLine("00000109", "0x10", "SCALAR", "MOV  XD:X0") +
                                                               logLine("00000300", "0x18", "MTE2", "DMA_MOV  Src:OUT") +
                                                               logLine("00000400", "0x20", "VEC", "VADD"));
        folder.write(
            "dump/core0.veccore0.ifu.icache_log.dump",
            "[info] 120: icache read address is 0x10f86a80, size is 0x00000080, type:1, last:0, status is MISS\n");
        const auto session = openPath(folder.path());
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(5));
        COMPARE_TEXT(rowsOf(tableOf(*session, "op_hot_spots"), {"core", "pipe", "address", "cycles", "calls"}),
                     "core0.veccore0 | SCALAR | 0x10 | 5 | 2\ncore0.veccore0 | MTE2 | 0x18 | 190 | 1\n"
                     "core0.veccore0 | VEC | 0x20 | 0 | 1\n");
        const std::string text = told(session->diagnostics);
        QVERIFY2(text.find("a line of a simulator's log that is not understood (line 4)") != std::string::npos,
                 text.c_str());
        QVERIFY2(text.find("an instruction ends that was never issued") != std::string::npos, text.c_str());
        QVERIFY2(text.find("clock of 1850 MHz") != std::string::npos, text.c_str());
    }

    void ticksBecomeTimeWithoutOverflow() {
        QCOMPARE(nanosecondsOfTicks(1850), int64_t(1000));
        QCOMPARE(nanosecondsOfTicks(1), int64_t(1));
        QVERIFY(nanosecondsOfTicks(std::numeric_limits<int64_t>::max()) > 0);
    }

    void severalKernelsAreProfilesOfTheirOwn() {
        const Folder folder;
        folder.write("a/visualize_data.bin", visualizeFile());
        folder.write("b/visualize_data.bin", visualizeFile());
        const auto session = openPath(folder.path());
        VERIFY_RESULT(session);
        QCOMPARE(session->profiles.size(), size_t(2));
    }

    void aCancelledReadSaysSo() {
        const Folder folder;
        const std::string path = folder.write("visualize_data.bin", visualizeFile());
        Progress progress;
        progress.cancel();
        ImportOptions options;
        options.progress = &progress;
        const auto session = openPath(path, options);
        QVERIFY(!session);
        QCOMPARE(session.error().message, cancelledError().message);
    }

    /** Random damage of good files: no crash, no hang, nothing beyond the file. The fuzz target does the same longer.
     */
    void damageNeverCrashes() {
        std::mt19937 random(7);
        const Folder folder;
        const std::vector<std::string> seeds = {
            visualizeFile(),
            logLine("00000100", "0x10", "SCALAR", "MOV  XD:X0") +
                "[info] 23071: icache read address is 0x1, status is MISS\n",
            "block_id,sub_block_id,aic_time(us),aic_total_cycles,aic_cube_ratio,\n0,cube0,1.5,NA,0.5,\n"};
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < 3000) {
            std::string bytes = seeds[random() % seeds.size()];
            for (uint32_t i = 0; i < 1 + random() % 8; ++i) {
                if (random() % 8 == 0) bytes.resize(random() % bytes.size() + 1);
                bytes[random() % bytes.size()] = char(random());
            }
            const std::string path = folder.write("visualize_data.bin", bytes);
            const auto file = InputFile::open(path);
            VERIFY_RESULT(file);
            Diagnostics diagnostics;
            KernelTables tables;
            if (const auto blocks = blocksOf(**file, "x", diagnostics))
                for (const VisualizeBlock &block : *blocks) {
                    auto text = (*file)->read(block.offset, block.bytes);
                    VERIFY_RESULT(text);
                    QCOMPARE(int64_t(text->size()), block.bytes);
                    (void)tables.add(block.kind, std::move(*text)).ok();
                }
            Profile profile;
            profile.tables = tables.take();
            (void)kernelProfile(profile);
            (void)memoryEdges(profile, std::nullopt);
            (void)hotSpots(profile, "");
            KernelTables metrics;
            if (addOperatorCsv(metrics, path, operatorCsv("PipeUtilization.csv"), "", nullptr))
                deriveFromMetrics(metrics);
            (void)readDump({{path, "core0", LogKind::Begins}, {path, "core0", LogKind::Ends}}, nullptr).ok();
            (void)registersIn(bytes, "x", diagnostics);
        }
    }

    void dataOfABoardOpens() {
        const char *board = isOnReference() ? "onboard_mix_910B4" : "onboard";
        const auto session = openPath(samplePath(std::string("ascend/msopprof/") + board + "/visualize_data.bin"));
        VERIFY_RESULT(session);
        QVERIFY2(session->diagnostics.empty(), told(session->diagnostics).c_str());
        const Profile &profile = *session->profiles.front();
        const KernelProfile kernel = kernelProfile(profile);
        QCOMPARE(kernel.soc, std::string("Ascend910B4"));
        QCOMPARE(kernel.cores.size(), size_t(6));
        // Bytes by our sizes of requests give the bandwidths that the producer wrote.
        for (const int64_t core : memoryCores(profile))
            for (const MemoryEdge &edge : memoryEdges(profile, core)) {
                const double bandwidth = double(edge.bytes) / double(kernel.durationNs) * 1e9 / double(1 << 30);
                QVERIFY2(std::abs(bandwidth - edge.bandwidth) <= 1e-5 * edge.bandwidth + 1e-9,
                         (edge.from + edge.to).c_str());
            }
    }

    void logsOfASimulatorOpen() {
        const char *logs = isOnReference() ? "simulator_raw_dump" : "simulator";
        const auto session = openPath(samplePath(std::string("ascend/msopprof/") + logs));
        VERIFY_RESULT(session);
        // dump/91095, dump/910B, op_profiling/simulator_sample; ours are dump/first and dump/second.
        QCOMPARE(session->profiles.size(), size_t(isOnReference() ? 3 : 2));
        for (const Diagnostic &each : session->diagnostics)
            QVERIFY2(each.kind != DiagnosticKind::Skipped, sentence(each).c_str());
    }
};

JITSCOPE_TEST(MsprofOpTest)

} // namespace jitscope::tst_msprof_op

#include "tst_msprof_op.moc"
