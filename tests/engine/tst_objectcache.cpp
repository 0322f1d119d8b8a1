// SPDX-License-Identifier: Apache-2.0
// Tests of the kernel cache on disk: what is found again, and what is not trusted.
#include "engine/codegen/kernelcompiler.h"
#include "engine/codegen/objectcache.h"
#include "tests/support/kernelgraph.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>
#include <unistd.h>

namespace jitscope::tst_objectcache {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** All kernels in the folder. */
QStringList filesIn(const QString &folder) {
    return QDir(folder).entryList(QDir::Files);
}

void change(const QString &path, const std::function<void(QByteArray &)> &edit) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray content = file.readAll();
    edit(content);
    file.resize(0);
    file.seek(0);
    file.write(content);
}

const Graph &negation(KernelGraph &builder, int64_t size) {
    return builder.finish(builder.call("Neg", {builder.parameter({size})}));
}

} // namespace

class TestObjectCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_place.isValid());
        qunsetenv("MS_COMPILER_CACHE_ENABLE");
        qputenv("MS_COMPILER_CACHE_PATH", m_place.path().toUtf8()); // before the cache of the process is made
    }

    void init() { m_folder = m_place.path() + "/" + QTest::currentTestFunction(); }

    void whatWasInsertedIsFound() {
        ObjectCache cache(m_folder.toStdString(), 1 << 20);
        QVERIFY(!cache.find("key"));
        cache.insert("key", std::string("code\0more", 9));
        QCOMPARE(cache.find("key").value(), std::string("code\0more", 9));
        QVERIFY(!cache.find("other key"));
        ObjectCache another(m_folder.toStdString(), 1 << 20);
        QCOMPARE(another.find("key").value(), std::string("code\0more", 9));
    }

    void onlyTheUserCanReachTheFolder() {
        ObjectCache(m_folder.toStdString(), 1 << 20).insert("key", "code");
        struct stat status = {};
        QCOMPARE(stat(m_folder.toUtf8().constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 0777), 0700);
        QCOMPARE(filesIn(m_folder).size(), 1);
        QCOMPARE(stat((m_folder + "/" + filesIn(m_folder).front()).toUtf8().constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 0777), 0600);
    }

    void foldersThatOthersCanWriteAreNotUsed() {
        QVERIFY(QDir().mkpath(m_folder));
        ObjectCache(m_folder.toStdString(), 1 << 20).insert("key", "code");
        QCOMPARE(chmod(m_folder.toUtf8().constData(), 0777), 0);
        ObjectCache cache(m_folder.toStdString(), 1 << 20);
        QVERIFY(!cache.find("key"));
        cache.insert("second", "code");
        QCOMPARE(filesIn(m_folder).size(), 1);
    }

    void linksAreNotFollowed() {
        ObjectCache(m_folder.toStdString(), 1 << 20).insert("key", "code");
        const QString link = m_folder + ".link";
        QCOMPARE(symlink(m_folder.toUtf8().constData(), link.toUtf8().constData()), 0);
        QVERIFY(!ObjectCache(link.toStdString(), 1 << 20).find("key"));
    }

    void brokenFilesAreRemoved_data() {
        QTest::addColumn<int>("place");
        QTest::newRow("magic") << 3;
        QTest::newRow("hash") << 20;
        QTest::newRow("key") << 60;
        QTest::newRow("object") << -2;
        QTest::newRow("cut off") << 0;
    }
    void brokenFilesAreRemoved() {
        QFETCH(int, place);
        m_folder += QTest::currentDataTag();
        ObjectCache cache(m_folder.toStdString(), 1 << 20);
        cache.insert("key", "the code of a kernel");
        change(m_folder + "/" + filesIn(m_folder).front(), [&](QByteArray &content) {
            if (place == 0) content.chop(7);
            const qsizetype at = place < 0 ? content.size() + place : place;
            if (place != 0) content[at] = char(content[at] ^ 1);
        });
        QVERIFY(!cache.find("key"));
        QVERIFY(filesIn(m_folder).isEmpty());
        cache.insert("key", "new code");
        QCOMPARE(cache.find("key").value(), std::string("new code"));
    }

    void theOldestGoWhenThereAreTooMany() {
        ObjectCache cache(m_folder.toStdString(), 100000);
        for (int i = 0; i < 200; ++i)
            cache.insert("key " + std::to_string(i), std::string(1000, 'x'));
        QVERIFY(filesIn(m_folder).size() < 170); // it looks after every 64 insertions
        QVERIFY(cache.find("key 199").has_value());
        QVERIFY(!cache.find("key 0").has_value());
    }

    void withoutAFolderNothingIsKept() {
        ObjectCache cache("", 1 << 20);
        cache.insert("key", "code");
        QVERIFY(!cache.find("key"));
    }

    void aPlaceThatCannotBeMadeIsNoFault() {
        ObjectCache cache("/proc/none/kernels", 1 << 20);
        cache.insert("key", "code");
        QVERIFY(!cache.find("key"));
    }

    void kernelsComeFromWhereTheyAre() {
        const Tensor x = randomTensor({77}, 1);
        Tensor first;
        {
            KernelGraph builder;
            const Graph &graph = negation(builder, 77);
            const auto kernel = compileKernel(graph);
            VERIFY_RESULT(kernel);
            QVERIFY((*kernel)->origin() == CodeOrigin::Compiled);
            QVERIFY((*kernel)->times().llvmNs > 0);
            first = runKernel(**kernel, graph, {x}).front();
            KernelGraph equal("GraphKernel_equal");
            const auto again = compileKernel(negation(equal, 77));
            QVERIFY((*again)->origin() == CodeOrigin::Memory);
            forgetKernelCode(); // although the first one lives
            KernelGraph third("GraphKernel_third");
            QVERIFY((*compileKernel(negation(third, 77)))->origin() == CodeOrigin::Disk);
        }
        KernelGraph builder; // nobody holds the code any more
        const Graph &graph = negation(builder, 77);
        const auto kernel = compileKernel(graph);
        VERIFY_RESULT(kernel);
        QVERIFY((*kernel)->origin() == CodeOrigin::Disk);
        QCOMPARE((*kernel)->times().llvmNs, int64_t(0));
        const Tensor second = runKernel(**kernel, graph, {x}).front();
        for (int64_t i = 0; i < x.count(); ++i)
            QCOMPARE(second.at(i), first.at(i));
        QVERIFY((*kernel)->llvmIr().find("fneg") != std::string::npos); // texts are made when they are asked for
    }

private:
    QTemporaryDir m_place;
    QString m_folder;
};

JITSCOPE_TEST(TestObjectCache)

} // namespace jitscope::tst_objectcache

#include "tst_objectcache.moc"
