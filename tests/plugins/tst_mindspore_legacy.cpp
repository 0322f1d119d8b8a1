// SPDX-License-Identifier: Apache-2.0
// Tests of the importer of MindSpore's profiler up to 2.2.
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/session/session.h"
#include "plugins/mindspore_legacy/legacynames.h"
#include "plugins/mindspore_legacy/legacytables.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>
#include <random>

namespace jitscope::tst_mindspore_legacy {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

std::string rowsOf(const DataTable *table, const std::vector<const char *> &columns) {
    if (table == nullptr) return "no table\n";
    std::string text;
    for (int64_t row = 0; row < table->rowCount(); ++row) {
        std::vector<std::string> cells;
        for (const char *name : columns)
            cells.push_back(table->column(name) < 0 ? "?" : table->cell(row, table->column(name)));
        text += join(cells, " | ") + "\n";
    }
    return text;
}

std::string all(const DataTable &table) {
    std::vector<const char *> columns;
    std::vector<std::string> names;
    for (const DataColumn &column : table.columns()) {
        columns.push_back(column.name.c_str());
        names.push_back(column.name + (column.unit.empty() ? "" : " [" + column.unit + "]"));
    }
    return table.name() + ": " + join(names, " | ") + "\n" + rowsOf(&table, columns);
}

void write(const QTemporaryDir &folder, const std::string &name, const std::string &text) {
    const auto written = writeFile(folder.path().toStdString() + "/" + name, text);
    if (!written) qFatal("%s", written.error().message.c_str());
}

constexpr const char *timeline =
    R"j([{"name": "Add-op1", "ph": "X", "tid": 519, "ts": 0.0, "dur": 2.66, "pid": 3, "args": {"type": "Add", "fullname": "Default/net/Add-op1", )j"
    R"j("input_0": {"format": "DefaultFormat", "data_type": "NUMBER_TYPE_FLOAT32", "shape": "2,3"}, "output_0": {"format": "DefaultFormat", "data_type": "NUMBER_TYPE_FLOAT32", "shape": [2, 3]}}},)j"
    R"j({"name": "Mul-op2", "ph": "X", "tid": "519", "ts": 2.7700000209733844, "dur": 2.0, "pid": 3, "args": {"type": "Mul", "fullname": "Default/net/Mul-op2"}},)j"
    R"j({"name": "GetNext", "ph": "X", "tid": "0", "ts": 1.0, "dur": 4.0, "pid": 9000},)j"
    R"j({"name": "stream_520_parallel_0", "ph": "X", "tid": 520, "ts": 1.5, "dur": 8.0, "pid": 10000}])j";

/** No more rows than the text has characters, and each cell of them can be read. */
void checkWhole(const LegacyTables &read, const std::string &text) {
    for (const DataTable &table : read.tables) {
        QVERIFY(table.columnCount() > 0);
        QVERIFY(size_t(table.rowCount()) <= text.size());
        for (int64_t row = 0; row < table.rowCount(); ++row)
            for (int column = 0; column < table.columnCount(); ++column)
                QVERIFY(table.cell(row, column).size() <= text.size() * 4); // bytes that are not UTF-8 grow
    }
}

} // namespace

class MindsporeLegacyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { loadPlugins(JITSCOPE_BUILD_DIR "/plugins"); }

    /** The cache of a view of MindInsight: all devices of a step in one file. */
    void mareyTimelinesOpen() {
        QTemporaryDir folder;
        write(folder, "ascend_marey_timeline_1.json",
              R"j({"maps": {"device1": {"Add-op7": {"st": 10.25, "ed": 12.75, "dur": 2.5}}, "device0": {)j"
              R"j("Conv2D-op1": {"st": 183904930.10997772, "ed": 183904971.51997772, "dur": 41.410000000000004}, )j"
              R"j("AllReduce-op2": {"st": 183905018.1, "ed": 183905041.4, "dur": 23.3}, )j"
              R"j("Bad-op3": {"st": null, "ed": 3}}}, "minT": 1, "maxT": 2, )j"
              R"j("stage_data": {"stage1": {"data": {}, "devices": ["device0"]}}})j");
        const auto session = openPath(folder.path().toStdString() + "/ascend_marey_timeline_1.json");
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(3));
        QCOMPARE(session->profiles.size(), size_t(2));
        QCOMPARE(session->profiles[0]->label, std::string("device 0, stage1"));
        COMPARE_TEXT(rowsOf(session->profiles[0]->table("kernels"), {"name", "type", "core", "start", "duration"}),
                     "Conv2D-op1 | Conv2D |  | 183904930110 | 41410\n"
                     "AllReduce-op2 | AllReduce | COMMUNICATION | 183905018100 | 23300\n");
        QCOMPARE(session->diagnostics.size(), size_t(1));
        QCOMPARE(session->diagnostics[0].count, int64_t(1));
        write(folder, "ascend_marey_timeline_2.json", "{\"maps\": {}}");
        const auto empty = openPath(folder.path().toStdString() + "/ascend_marey_timeline_2.json");
        QVERIFY(!empty);
        QVERIFY(empty.error().message.find("holds no times of operators") != std::string::npos);
    }

    void namesTellSubjectAndRank() {
        const LegacyName trace = legacyName("step_trace_raw_3_detail_time.csv");
        QCOMPARE(trace.subject, std::string("step_trace_raw_detail_time"));
        QCOMPARE(trace.rank, 3);
        QCOMPARE(legacyName("ascend_cluster_analyse_data-parallel_1_8_5.csv").rank, 5);
        QVERIFY(legacyName("timeline_display_0.json").kind == LegacyKind::Timeline);
        QVERIFY(legacyName("step_trace_point_info.json").rank == -1);
        QVERIFY(legacyName("holiday_3.csv").kind == LegacyKind::None);
        QVERIFY(legacyName("framework_raw_1.png").kind == LegacyKind::None);
    }

    void columnsOfWordsAreTables() {
        const LegacyTables read =
            tablesOfWords("====================op compute time====================\n"
                          "op_name       compute_time(ms, per-step) stream_id\n"
                          "------------  ---------------  ---------\n"
                          "Default/Add-op1 0.25  519\ntotal op  1.5 0\n\nDetail:\na b\nStart of x 7\n",
                          "times");
        QCOMPARE(read.tables.size(), size_t(2));
        COMPARE_TEXT(rowsOf(&read.tables[0], {"op_name", "stream_id"}), "Default/Add-op1 | 519\ntotal op | 0\n");
        COMPARE_TEXT(all(read.tables[1]), "times 2: a | b\nStart of x | 7\n");
    }

    void rowsWithoutHeadingAreNumberedColumns() {
        const LegacyTables read = tablesOfWords("0 1 4\n0 2 5\n", "queue");
        COMPARE_TEXT(all(read.tables.front()), "queue: column 1 | column 2 | column 3\n0 | 1 | 4\n0 | 2 | 5\n");
    }

    void listsOfObjectsAreTables() {
        const auto read = tableOfJson(
            R"j({"sampling": 10, "op_info": [{"id": 4, "metrics": null}, {"id": 3, "metrics": {"queue": {"size": [1, 2]}}}]})j",
            "pipeline");
        VERIFY_RESULT(read);
        COMPARE_TEXT(rowsOf(&read->tables.front(), {"id", "metrics.queue.size"}), "4 | \n3 | [1, 2]\n");
    }

    void aFolderBecomesLanesKernelsAndTables() {
        QTemporaryDir folder;
        write(folder, "timeline_display_3.json", timeline);
        write(folder, "framework_raw_3.csv",
              "task_id,stream_id,block_dim,full_kernel_name,op_name,kernel_name,kernel_type\n"
              "7,519,32,Default/net/Add-op1,Add-op1,Add-op1,Add\n");
        write(folder, "aicore_intermediate_3_type.csv",
              "kernel_type,total_time,execution_frequency,percent\nAdd,0.00922,6,0.19\n");
        write(folder, "step_trace_point_info.json", R"j({"fp_start": "Default/Cast-op6"})j");
        const auto session = openPath(folder.path().toStdString());
        VERIFY_RESULT(session);
        QCOMPARE(session->profiles.size(), size_t(1));
        const Profile &profile = *session->profiles.front();
        QCOMPARE(profile.rank, 3);
        QCOMPARE(profile.device, 3);
        COMPARE_TEXT(
            rowsOf(profile.table("kernels"), {"name", "type", "core", "stream", "task", "blocks", "start", "duration",
                                              "wait", "input_shapes", "input_types", "output_shapes"}),
            "Default/net/Add-op1 | Add | AI_CORE | 519 | 7 | 32 | 0 | 2660 | 0 | 2,3 | FLOAT32 | 2,3\n"
            "Default/net/Mul-op2 | Mul | AI_CORE | 519 |  |  | 2770 | 2000 | 110 |  |  | \n"
            "GetNext | GetNext | AI_CPU | 0 |  |  | 1000 | 4000 | 0 |  |  | \n");
        COMPARE_TEXT(rowsOf(profile.table("op_statistic"), {"type", "core", "count", "total", "ratio"}),
                     "Add | AI_CORE | 6 | 9220 | 0.19\n");
        QVERIFY(profile.table("step_trace_point_info") != nullptr);
        std::vector<std::string> lanes;
        for (const Track &track : session->trace.tracks())
            lanes.push_back(track.process + "/" + std::string(toString(track.kind)) + "/" +
                            std::to_string(track.number) + "/" + std::to_string(track.rank));
        std::sort(lanes.begin(), lanes.end());
        COMPARE_TEXT(join(lanes, "\n"),
                     "AI CPU/stream/0/3\nAscend Hardware/stream/519/3\nCommunication/communication/520/3");
    }

    void aTimelineOpensAlone() {
        QTemporaryDir folder;
        write(folder, "timeline_display_0.json", timeline);
        const auto session = openPath(folder.path().toStdString() + "/timeline_display_0.json");
        VERIFY_RESULT(session);
        QVERIFY(session->profiles.size() == 1 && session->profiles.front()->table("kernels") != nullptr);
    }

    void severalRanksAreProfilesOfTheirOwn() {
        QTemporaryDir folder;
        write(folder, "timeline_display_0.json", timeline);
        write(folder, "timeline_display_1.json", timeline);
        const auto session = openPath(folder.path().toStdString());
        VERIFY_RESULT(session);
        QCOMPARE(session->profiles.size(), size_t(2));
        QCOMPARE(session->trace.sliceCount(), int64_t(8));
    }

    void damageNeverCrashes() {
        std::mt19937 random(11);
        const std::string words =
            "====op====\nop_name  time(ms, a) x\n---  --- -\nDefault/Add 0.25 519\nDetail:\na b\n1 2\n";
        const std::string json = R"j({"op_info": [{"id": 4, "m": {"a": [1, 2]}}, {"id": 3, "m": null}], "x": "y"})j";
        for (int round = 0; round < 4000; ++round) {
            std::string bytes = round % 2 ? words : json;
            for (uint32_t i = 0; i < 1 + random() % 6; ++i)
                bytes[random() % bytes.size()] = char(random());
            checkWhole(tablesOfWords(bytes, "x"), bytes);
            if (const auto tables = tableOfJson(bytes, "x")) checkWhole(*tables, bytes);
        }
    }

    void foldersOfSamplesOpen_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("slices");
        QTest::addColumn<int>("kernels");
        if (!isOnReference()) {
            QTest::newRow("our own") << "mindspore_old/profiler" << 22 << 22;
            return;
        }
        QTest::newRow("run 1") << "mindspore_old_cann6/run_1_normal_profiler" << 6359 << 2817;
        QTest::newRow("run 2") << "mindspore_old_cann6/run_2" << 112 << 112;
    }
    void foldersOfSamplesOpen() {
        QFETCH(QString, folder);
        QFETCH(int, slices);
        QFETCH(int, kernels);
        const auto session = openPath(samplePath("ascend/" + folder.toStdString()));
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(slices));
        QCOMPARE(session->profiles.front()->rank, 1);
        const DataTable *table = session->profiles.front()->table("kernels");
        QVERIFY(table != nullptr);
        QCOMPARE(table->rowCount(), int64_t(kernels));
        for (const Diagnostic &each : session->diagnostics)
            QVERIFY2(each.kind != DiagnosticKind::Skipped, sentence(each).c_str());
    }
};

JITSCOPE_TEST(MindsporeLegacyTest)

} // namespace jitscope::tst_mindspore_legacy

#include "tst_mindspore_legacy.moc"
