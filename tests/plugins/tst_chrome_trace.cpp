// SPDX-License-Identifier: Apache-2.0
// The importer of Chrome traces, through the door that the program uses: the plugin and openPath.
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <QTemporaryDir>

namespace jitscope::tst_chrome_trace {

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

    static std::string diagnostics(const Session &session) {
        std::string text;
        for (const Diagnostic &each : session.diagnostics)
            text += sentence(each) + "\n";
        return text;
    }

private Q_SLOTS:
    void initTestCase() { (void)loadPlugins(JITSCOPE_BUILD_DIR "/plugins"); }

    void allPhasesAreShown() {
        const auto session = openPath(testing::dataPath("chrome_trace/phases.json"));
        VERIFY_RESULT(session);
        COMPARE_TEXT(printTrace(session->trace),
                     "Python / Thread 1\n"
                     "  step 1000001 +2999\n"
                     "    inner 1001000 +1500 result=ok\n"
                     "  mark 1004000 +0\n"
                     "Ascend Hardware / Stream 3 [simulated]\n"
                     "  MatMul (kernel) 1736412474714258990 +1500 Task Id=18446744073709551615 shape=2,3 "
                     "more={\"a\":[1, 2]}\n"
                     "Ascend Hardware / HBM [simulated]\n"
                     "  counter HBM [KB] 5000:12.5\n"
                     "flow launch: inner -> MatMul\n");
    }

    void whatIsNotShownIsTold() {
        const auto session = openPath(file(json("[{'ph':'X','name':'a','pid':1,'tid':1,'ts':1,'dur':-1},{'ph':'b','"
                                                "name':'c','id':1,'pid':1,'tid':1,'ts':1}]")));
        VERIFY_RESULT(session);
        COMPARE_TEXT(diagnostics(*session), "trace.json: a slice with a negative duration (dur) (byte 1)\n"
                                            "trace.json: the trace has neither slices nor counters (byte 0)\n"
                                            "trace.json: an event of phase 'b', which is not shown (byte 55)\n");
    }

    void objectWithEventsIsReadToo() {
        const auto session = openPath(file(json(
            "{'displayTimeUnit':'ns','traceEvents':[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':2}],'x':1}")));
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(1));
        QVERIFY(session->diagnostics.empty());
        QCOMPARE(session->info.at("trace displayTimeUnit"), std::string("ns"));
    }

    void optionsReachTheReader() {
        ImportOptions options;
        options.window = TimeWindow{2000, 3000};
        const std::string path = file(json("[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1},{'ph':'X','name':'b',"
                                           "'pid':1,'tid':2,'ts':3,'dur':1}]"));
        const auto session = openPath(path, options);
        VERIFY_RESULT(session);
        QCOMPARE(session->trace.sliceCount(), int64_t(1));
        Progress progress;
        progress.cancel();
        options.progress = &progress;
        QCOMPARE(openPath(path, options).error(), cancelledError());
    }

    void compressedFileIsTold() {
        const std::string path = file("\x1F\x8B\x08 more", "trace.json.gz");
        QCOMPARE(openPath(path).error().message, path + ": is compressed; unpack it first (gunzip)");
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

    void whatIsNoTraceIsRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const QString tried = " is of no kind that can be opened (tried: JitScope sessions (.jitscope); ";
        QTest::newRow("empty") << ""
                               << " the file is empty";
        QTest::newRow("text") << "hello" << tried;
        QTest::newRow("other json") << "{\"a\": 1}" << tried;
        QTest::newRow("broken at once") << "[{\"ph\":"
                                        << " is no trace: none of its items is an event with a phase (ph)";
        QTest::newRow("events are no array") << "{\"traceEvents\": 5}"
                                             << " is no trace: it has no traceEvents";
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
        trace.addFlow(call, kernel, "HostToDevice");
        const auto session = openPath(file(toChromeJson(trace)));
        VERIFY_RESULT(session);
        QVERIFY2(session->diagnostics.empty(), diagnostics(*session).c_str());
        COMPARE_TEXT(printTrace(session->trace), printTrace(trace));
    }
};

JITSCOPE_TEST(ChromeTraceTest)

} // namespace jitscope::tst_chrome_trace

#include "tst_chrome_trace.moc"
