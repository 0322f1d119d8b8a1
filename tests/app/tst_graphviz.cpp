// SPDX-License-Identifier: Apache-2.0
// The Graphviz worker: good pictures when it works, our own engine when it does anything else.
#include "app/graphview/graphvizlayout.h"
#include "app/graphview/worker/protocol.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_graphviz {

using namespace jitscope;

namespace {

LayoutInput diamond() {
    LayoutInput input;
    for (int i = 0; i < 4; ++i)
        input.nodes.push_back({120, 42, -1, {}});
    input.edges = {{0, 1, 0}, {0, 2, 0}, {1, 3, 0}, {2, 3, 1}};
    return input;
}

/** The result of one request, waited for; nothing when it never came. */
std::optional<LayoutResult> layOut(GraphvizLayout &engine, const LayoutInput &input) {
    std::optional<LayoutResult> result;
    engine.request(input, {}, [&](LayoutResult given) { result = std::move(given); });
    return QTest::qWaitFor([&] { return result.has_value(); }, 8000) ? result : std::nullopt;
}

} // namespace

class GraphvizTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void workerLaysOutASmallGraph() {
        QVERIFY2(!GraphvizLayout::workerPath().isEmpty(), "jitscope_layout_worker is not built");
        GraphvizLayout engine;
        const auto result = layOut(engine, diamond());
        QVERIFY(result);
        QCOMPARE(engine.lastFailure(), QString());
        QVERIFY(result->nodes[0].bottom() < result->nodes[1].y);
        QVERIFY(result->nodes[2].bottom() < result->nodes[3].y);
        QVERIFY(*result != layeredLayout(diamond()));
        QVERIFY(result->edges[2].points.back().x < result->edges[3].points.back().x); // operands in their order
        QVERIFY(layOut(engine, diamond()) == result);
    }

    void manyRequestsAndOnlyTheLastAnswers() {
        GraphvizLayout engine;
        int answers = 0;
        for (int i = 0; i < 5; ++i)
            engine.request(diamond(), {}, [&](LayoutResult) { ++answers; });
        QTRY_COMPARE(answers, 1);
        QTest::qWait(50);
        QCOMPARE(answers, 1);
    }

    void brokenWorkersFallBack_data() {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("arguments");
        const QString shell = QStringLiteral("/bin/sh");
        QTest::newRow("missing") << "/nonexistent/worker" << QStringList();
        QTest::newRow("ends at once") << "/bin/false" << QStringList();
        QTest::newRow("echoes the request") << "/bin/cat" << QStringList();
        QTest::newRow("garbage") << shell << QStringList({"-c", "head -c 100000 /dev/urandom; sleep 5"});
        QTest::newRow("crashes after reading") << shell << QStringList({"-c", "head -c 20 >/dev/null; kill -SEGV $$"});
        QTest::newRow("hangs") << shell << QStringList({"-c", "sleep 30"});
    }
    void brokenWorkersFallBack() {
        QFETCH(QString, program);
        QFETCH(QStringList, arguments);
        GraphvizLayout engine(program, arguments);
        engine.setTimeoutMs(400);
        const auto result = layOut(engine, diamond());
        QVERIFY(result);
        QVERIFY(*result == layeredLayout(diamond()));
        QVERIFY(!engine.lastFailure().isEmpty());
        QVERIFY(!engine.suits(diamond())); // not tried twice
        LayoutInput other = diamond();
        other.nodes.push_back({80, 42, -1, {}});
        QVERIFY(engine.suits(other));
    }

    void answersThatDoNotFitAreRefused_data() {
        QTest::addColumn<QByteArray>("reply");
        using layoutworker::Writer;
        const auto row = [](const char *name, const Writer &writer, int flip = -1) {
            std::string frame = writer.frame(layoutworker::replyMagic);
            if (flip >= 0) frame[size_t(flip)] = char(frame[size_t(flip)] ^ 1);
            QTest::newRow(name) << QByteArray::fromStdString(frame);
        };
        row("empty", Writer());
        Writer failed;
        failed.put(uint32_t(1));
        row("says it failed", failed);
        Writer shorter;
        shorter.put(uint32_t(0));
        shorter.put(100.0);
        row("too short", shorter);
        row("broken checksum", failed, 17);
        Writer infinite;
        infinite.put(uint32_t(0));
        for (int i = 0; i < 10; ++i)
            infinite.put(std::numeric_limits<double>::infinity());
        row("infinite places", infinite);
    }
    void answersThatDoNotFitAreRefused() {
        QFETCH(QByteArray, reply);
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write(reply);
        file.close();
        GraphvizLayout engine(QStringLiteral("/bin/sh"),
                              {QStringLiteral("-c"), QStringLiteral("cat '%1'; sleep 5").arg(file.fileName())});
        engine.setTimeoutMs(3000);
        const auto result = layOut(engine, diamond());
        QVERIFY(result);
        QVERIFY(*result == layeredLayout(diamond()));
    }

    void workerRefusesNonsenseAndLives_data() {
        QTest::addColumn<QByteArray>("request");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("text") << QByteArray("hello hello hello hello");
        layoutworker::Writer huge;
        huge.put(uint32_t(4000000000u));
        huge.put(uint32_t(0));
        QTest::newRow("too many nodes") << QByteArray::fromStdString(huge.frame(layoutworker::requestMagic));
    }
    void workerRefusesNonsenseAndLives() {
        QFETCH(QByteArray, request);
        QProcess worker;
        worker.start(GraphvizLayout::workerPath(), QStringList());
        QVERIFY(worker.waitForStarted());
        worker.write(request);
        worker.closeWriteChannel();
        QVERIFY(worker.waitForFinished(5000));
        QCOMPARE(worker.exitStatus(), QProcess::NormalExit);
        QVERIFY(worker.readAllStandardOutput().isEmpty());
    }

    void largeAndGroupedGraphsAreOurs() {
        const GraphvizLayout engine;
        LayoutInput grouped = diamond();
        grouped.groups.push_back({});
        QVERIFY(!engine.suits(grouped));
        LayoutInput large;
        large.nodes.resize(GraphvizLayout::mostNodes + 1);
        QVERIFY(!engine.suits(large));
    }
};

JITSCOPE_TEST(GraphvizTest)

} // namespace jitscope::tst_graphviz

#include "tst_graphviz.moc"
