// SPDX-License-Identifier: Apache-2.0
// The example pass is built, found, loaded, and does its work like a built-in one.
#include "engine/extension/pluginloader.h"
#include "engine/passes/pass.h"
#include "tests/support/expression.h"
#include "tests/support/passchecks.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>

namespace jitscope::tst_example_pass {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr const char *passName = "example_negated_difference";

const PassDef *examplePass() {
    static const std::vector<PassDef> passes = pipeline();
    for (const PassDef &pass : passes)
        if (pass.name == passName) return &pass;
    return nullptr;
}

} // namespace

class TestExamplePass : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /** From a folder of its own: the program's has plugins of all kinds. */
    void initTestCase() {
        const QString plugin = m_folder.filePath("example_pass.so");
        QVERIFY(QFile::copy(JITSCOPE_BUILD_DIR "/plugins/examples/example_pass.so", plugin));
        const std::vector<PluginStatus> statuses = loadPlugins(m_folder.path().toStdString());
        QCOMPARE(statuses.size(), size_t(1));
        QVERIFY2(statuses[0].loaded, statuses[0].error.c_str());
        COMPARE_TEXT(statuses[0].manifest.name, "example_pass");
        QVERIFY(statuses[0].manifest.kind == PluginKind::Pass);
    }

    void thePassStandsAtTheEndOfItsPhase() {
        const std::vector<PassDef> passes = pipeline();
        size_t place = 0;
        while (place < passes.size() && passes[place].name != passName)
            ++place;
        QVERIFY(place + 1 < passes.size());
        QVERIFY(passes[place].phase == PassPhase::FrontEnd);
        QVERIFY(passes[place + 1].phase != PassPhase::FrontEnd);
    }

    void thePassRewrites_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("negated difference") << "Neg(Sub(x, y))"
                                            << "Sub(y, x)";
        QTest::newRow("broadcast") << "Neg(Sub(row, x))"
                                   << "Sub(x, row)";
        QTest::newRow("nested") << "Neg(Sub(Neg(Sub(x, y)), x))"
                                << "Sub(x, Sub(y, x))";
        QTest::newRow("negated sum") << "Neg(Add(x, y))"
                                     << "Neg(Add(x, y))";
        QTest::newRow("used twice") << "t = Sub(x, y); Add(t, Neg(t))"
                                    << "Add(Sub(x, y), Sub(y, x))";
    }
    void thePassRewrites() {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QVERIFY(examplePass());
        GraphCapture capture;
        const Module module = readExpression(before.toStdString(), capture);
        const Run run = runPass(*examplePass(), module, capture.ids());
        COMPARE_TEXT(expressionOf(run.after), after.toStdString());
        COMPARE_TEXT(brokenPromise(*examplePass(), module, run, capture.ids()), "");
    }

    void itIsRecordedLikeAnyOther() {
        GraphCapture capture;
        const Module module = readExpression("Neg(Sub(x, y))", capture);
        PassContext context{capture.ids(), JitLevel::O0, {}, {}};
        SnapshotInstrument snapshot;
        PassInstrument *const instruments[] = {&snapshot};
        runPasses(module, pipeline(), context, instruments);
        const auto record = std::find_if(snapshot.records.begin(), snapshot.records.end(),
                                         [](const PassRecord &each) { return each.name == passName; });
        QVERIFY(record != snapshot.records.end());
        QVERIFY(record->changed);
        COMPARE_TEXT(record->rewrites.at(0).rule, "-(x - y) -> y - x");
    }

private:
    QTemporaryDir m_folder;
};

JITSCOPE_TEST(TestExamplePass)

} // namespace jitscope::tst_example_pass

#include "tst_example_pass.moc"
