// SPDX-License-Identifier: Apache-2.0
// Traces that are kept as columns: the same trace comes back, and nothing of a file that was damaged or changed.
#include "engine/reading/tracecache.h"
#include "tests/support/testprogram.h"
#include "tests/support/tracefiles.h"

#include <QDir>
#include <QObject>

#include <random>

namespace jitscope::tst_tracecache {

using namespace jitscope;
using testing::json;
using testing::printed;

class TraceCacheTest : public QObject {
    Q_OBJECT

    testing::TraceFolder m_folder;

    /** Slices of both kinds, flows, counters and faults. */
    static std::string trace(int count) {
        std::string text =
            "{'schemaVersion':7,'traceEvents':[{'ph':'M','name':'process_name','pid':1,'args':{'name':'CANN'}}";
        for (int i = 0; i < count; ++i)
            text +=
                format(",{'ph':'X','name':'op\\u00e9%d','cat':'c','pid':1,'tid':2,'ts':%d,'dur':1.5,'args':{'i':%d}},"
                       "{'ph':'s','cat':'x','id':%d,'pid':1,'tid':2,'ts':%d},"
                       "{'ph':'f','bp':'e','cat':'x','id':%d,'pid':2,'tid':3,'ts':%d},"
                       "{'ph':'B','name':'b','pid':2,'tid':3,'ts':%d,'args':{'from':'B'}},"
                       "{'ph':'E','pid':2,'tid':3,'ts':%d.25,'args':{'and':'E'}},"
                       "{'ph':'C','name':'n','pid':2,'ts':%d,'args':{'v':%d.5}}",
                       i % 9, i * 2, i, i, i * 2, i, i * 2 + 1, i * 2 + 1, i * 2 + 1, i, i % 13);
        return json(text + ",{'ph':'X','name':'bad','ts':1,'dur':-1}]}");
    }

    TraceJsonOptions options() const {
        TraceJsonOptions options;
        options.cacheFolder = m_folder.path("cache");
        options.rank = 3;
        return options;
    }

    QStringList kept() const { return QDir(QString::fromStdString(m_folder.path("cache"))).entryList(QDir::Files); }

private Q_SLOTS:
    void init() { QDir(QString::fromStdString(m_folder.path("cache"))).removeRecursively(); }

    void keptTraceIsTheSame() {
        const std::string path = m_folder.write(trace(2000));
        const auto first = readTraceJson({path}, options());
        VERIFY_RESULT(first);
        QCOMPARE(kept().size(), 1);
        const auto cache = TraceCache(options().cacheFolder, {*InputFile::open(path)}).load(3);
        QVERIFY(cache.has_value());
        COMPARE_TEXT(printed(*cache), printed(first));
        COMPARE_TEXT(printed(readTraceJson({path}, options())), printed(first));
        QCOMPARE(cache->info, first->info);
        QVERIFY(cache->trace.tracks() == first->trace.tracks());
        QVERIFY(cache->trace.laneRows() == first->trace.laneRows());
        QVERIFY(cache->trace.flows() == first->trace.flows());
        QCOMPARE(first->trace.flows().size(), size_t(2000));
        QCOMPARE(cache->trace.tracks()[0].rank, 3);
    }

    void anotherContentIsReadAnew() {
        const std::string path = m_folder.write(trace(2000));
        VERIFY_RESULT(readTraceJson({path}, options()));
        m_folder.write(trace(2001));
        const auto again = readTraceJson({path}, options());
        VERIFY_RESULT(again);
        QCOMPARE(again->trace.sliceCount(), int64_t(4002));
        QCOMPARE(kept().size(), 2);
    }

    void smallFilesAndWindowsAreNotKept() {
        VERIFY_RESULT(readTraceJson({m_folder.write(trace(10))}, options()));
        TraceJsonOptions window = options();
        window.window = std::pair<int64_t, int64_t>(0, 1000);
        VERIFY_RESULT(readTraceJson({m_folder.write(trace(2000))}, window));
        QVERIFY(kept().isEmpty());
    }

    void damagedCacheIsNotUsed() {
        const std::string path = m_folder.write(trace(2000));
        const std::string expected = printed(readTraceJson({path}, options()));
        const std::string cachePath = m_folder.path("cache/" + kept().front().toStdString());
        const std::string good = testing::readText(cachePath);
        const TraceCache cache(options().cacheFolder, {*InputFile::open(path)});
        std::mt19937_64 random(1);
        for (int i = 0; i < 300; ++i) {
            std::string bad = good;
            if (i % 3 == 0)
                bad.resize(random() % bad.size());
            else
                bad[random() % bad.size()] ^= char(1 << (random() % 8));
            QVERIFY(writeFile(cachePath, bad));
            if (const auto loaded = cache.load(3)) COMPARE_TEXT(printed(*loaded), expected); // bytes of padding alone
        }
        COMPARE_TEXT(printed(readTraceJson({path}, options())), expected);
    }

    void oldestIsRemovedFirst() {
        const std::string paths[] = {m_folder.write(trace(2000), "a.json"), m_folder.write(trace(2000), "b.json"),
                                     m_folder.write(trace(2000), "c.json")};
        for (const std::string &path : {paths[0], paths[1]}) {
            VERIFY_RESULT(readTraceJson({path}, options()));
            QTest::qSleep(20);
        }
        VERIFY_RESULT(readTraceJson({paths[0]}, options())); // used again: the other one is the oldest now
        QTest::qSleep(20);
        const auto third = readTraceJson({paths[2]});
        VERIFY_RESULT(third);
        const auto size = std::filesystem::file_size(m_folder.path("cache/" + kept().front().toStdString()));
        TraceCache(options().cacheFolder, {*InputFile::open(paths[2])}).save(*third, int64_t(size) * 2 + 100);
        const auto isKept = [&](const std::string &path) {
            return TraceCache(options().cacheFolder, {*InputFile::open(path)}).load(-1).has_value();
        };
        QVERIFY(isKept(paths[0]));
        QVERIFY(!isKept(paths[1]));
        QVERIFY(isKept(paths[2]));
    }

    void folderThatCannotBeWrittenIsNoFault() {
        TraceJsonOptions elsewhere;
        elsewhere.cacheFolder = "/proc/none";
        VERIFY_RESULT(readTraceJson({m_folder.write(trace(2000))}, elsewhere));
    }
};

JITSCOPE_TEST(TraceCacheTest)

} // namespace jitscope::tst_tracecache

#include "tst_tracecache.moc"
