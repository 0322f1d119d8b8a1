// SPDX-License-Identifier: Apache-2.0
// The importer of Chrome traces, through the door that the program uses: the plugin and openPath.
#include "engine/importing/plugin.h"
#include "tests/support/testing.h"

#include <QObject>
#include <QTemporaryDir>

using namespace jitscope;

class ChromeTraceTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string file(const std::string &text, const char *name = "trace.json") {
        const std::string path = m_folder.filePath(name).toStdString();
        if (const auto written = writeFile(path, text); !written) qFatal("%s", written.error().message.c_str());
        return path;
    }

    /** JSON with its quotes written as ', which neither C++ nor moc stumbles over. */
    static std::string json(std::string text) {
        std::replace(text.begin(), text.end(), '\'', '"');
        return text;
    }

    static std::string problems(const Session &session) {
        std::string text;
        for (const Problem &problem : session.problems) {
            const size_t path = problem.message.find(".json: ");
            text += problem.message.substr(path == std::string::npos ? 0 : path + 7) + "\n";
        }
        return text;
    }

private Q_SLOTS:
    void initTestCase() { (void)loadPlugins(JITSCOPE_BUILD_DIR "/plugins"); }

    void allPhasesAreShown() {
        const auto session = openPath(testing::dataPath("chrome_trace/phases.json"));
        VERIFY_RESULT(session);
        COMPARE_TEXT(printTrace(session->trace),
                     "Python / Thread 1\n"
                     "  inner 1001000 +1500 result=ok\n"
                     "  mark 1004000 +0\n"
                     "Ascend Hardware (NPU 0, simulated) / Stream 3 [simulated]\n"
                     "  MatMul (kernel) 1736412474714258990 +1500 Task Id=18446744073709551615 shape=2,3 "
                     "more={\"a\":[1, 2]}\n"
                     "Ascend Hardware (NPU 0, simulated) / HBM [simulated]\n"
                     "  counter HBM [KB] 5000:12.5\n"
                     "flow launch: inner -> MatMul\n");
        COMPARE_TEXT(problems(*session), "left out 1 events ends of arrows without their start\n"
                                         "left out 1 events of phase 'b', which is not shown\n"
                                         "left out 1 events of phase E before their B\n"
                                         "left out 1 events of phase E without their B\n"
                                         "left out 1 events values of counters that are no numbers\n"
                                         "left out 1 events with a duration that is negative or no number\n"
                                         "left out 1 events without a readable time\n");
    }

    void objectWithEventsIsReadToo() {
        const auto session = openPath(file(json(
            "{'displayTimeUnit':'ns','traceEvents':[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':2}],'x':1}")));
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(1));
        QVERIFY(session->problems.empty());
    }

    void timesAreExact_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ns");
        QTest::newRow("digits beyond") << "0.0005" << qint64(1);
        QTest::newRow("just below a half") << "840.0764999999" << qint64(840076);
        QTest::newRow("half up") << "840.0765" << qint64(840077);
        QTest::newRow("exponent") << "5.66358643868e10" << qint64(56635864386800);
        QTest::newRow("small exponent") << "1500e-3" << qint64(1500);
        QTest::newRow("epoch") << "1736408883694793.340" << qint64(1736408883694793340);
        QTest::newRow("negative") << "-0.25" << qint64(-250);
        QTest::newRow("tab behind") << "\"7\"" << qint64(7000);
    }

    void timesAreExact() {
        QFETCH(QString, text);
        QFETCH(qint64, ns);
        const auto session =
            openPath(file(json("[{'ph':'X','name':'a','pid':1,'tid':2,'dur':0,'ts':") + text.toStdString() + "}]"));
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.startOf(SliceId{0}), int64_t(ns));
    }

    void fileThatWasCutOffGivesWhatIsComplete_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no bracket") << QByteArray::fromStdString(
            json("[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1},"));
        QTest::newRow("in an event") << QByteArray::fromStdString(
            json("[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1},{'ph':'X','na"));
        QTest::newRow("in a string with braces")
            << QByteArray::fromStdString(json("[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1},{'n':'}\\']}"));
        QTest::newRow("in an object") << QByteArray::fromStdString(
            json("{'traceEvents':[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1},{'a':{'b':1}"));
    }

    void fileThatWasCutOffGivesWhatIsComplete() {
        QFETCH(QByteArray, text);
        const auto session = openPath(file(text.toStdString()));
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(1));
        QCOMPARE(session->problems.size(), size_t(1));
        QVERIFY(problems(*session).starts_with("only a part could be read: the file ends early, after byte "));
    }

    void whatIsNoTraceIsRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const QString tried = " is of no kind that can be opened (tried: JitScope sessions (.jitscope); ";
        QTest::newRow("empty") << ""
                               << " the file is empty";
        QTest::newRow("text") << "hello" << tried;
        QTest::newRow("other json") << "{\"a\": 1}" << tried;
        QTest::newRow("broken at once") << "[{\"ph\":"
                                        << " is no readable Chrome trace: ";
        QTest::newRow("events are no array") << "{\"traceEvents\": 5}"
                                             << " is no readable Chrome trace: ";
    }

    void whatIsNoTraceIsRefused() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const std::string path = file(text.toStdString());
        const auto session = openPath(path);
        QVERIFY(!session);
        QVERIFY2(session.error().message.starts_with(path + ":" + message.toStdString()),
                 session.error().message.c_str());
    }

    void missingFileIsTold() {
        QCOMPARE(openPath("/no/such/trace.json").error().message,
                 std::string("/no/such/trace.json: there is no such file or directory"));
    }

    void ourOwnExportIsReadBackToTheSame() {
        Trace trace;
        const TrackId host = trace.addTrack("Host", "Python", 0);
        const TrackId device = trace.addTrack("Ascend910B4 (simulated)", "Stream 3", 1, true);
        const SliceId call = trace.addSlice(host, "matmul \"1\"", "eager", 1000, 500);
        trace.addArgument(call, "operands", "f32[2,3]");
        const SliceId kernel = trace.addSlice(device, "MatMul", "AI_CORE", 1603, 9);
        trace.addFlow({call, kernel, "HostToDevice"});
        const auto session = openPath(file(toChromeJson(trace)));
        VERIFY_RESULT(session);
        QVERIFY2(session->problems.empty(), problems(*session).c_str());
        COMPARE_TEXT(printTrace(session->trace), printTrace(trace));
    }

    void realProfilesAreRead_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("torch")
            << "data/ascend/torch_npu_text/level2/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json";
        QTest::newRow("mindspore") << "data/ascend/mindspore_writer_derived";
    }

    void realProfilesAreRead() {
        QFETCH(QString, name);
        std::string path = testing::sharedPath(name.toStdString());
        if (path.empty()) QSKIP("the reference material is not there");
        if (std::filesystem::is_directory(path)) {
            for (const auto &entry : std::filesystem::recursive_directory_iterator(path))
                if (entry.path().filename() == "trace_view.json") path = entry.path().string();
        }
        const auto session = openPath(path);
        VERIFY_RESULT(session);
        qInfo("%lld slices, %zu flows, %zu counters\n%s", (long long)session->trace.sliceCount(),
              session->trace.flows().size(), session->trace.counters().size(), problems(*session).c_str());
        QVERIFY(session->trace.sliceCount() > 100);
        for (const Problem &problem : session->problems)
            QVERIFY2(problem.message.find("arrow") != std::string::npos, problem.message.c_str());
        if (name.contains("level2")) QCOMPARE(session->trace.sliceCount(), int64_t(4811));
    }
};

QTEST_GUILESS_MAIN(ChromeTraceTest)
#include "tst_chrome_trace.moc"
