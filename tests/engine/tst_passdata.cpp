// SPDX-License-Identifier: Apache-2.0
// Each pass on a dump as text: tests/data/passes/<pass>/before.ir must become after.ir.
#include "engine/ir/irtext.h"
#include "tests/support/passchecks.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_passdata {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** A source that gives no id that the module has. */
IdSource idsBehind(const Module &module) {
    const std::set<NodeId> known = idsOf(module);
    return IdSource(known.empty() ? 1 : known.rbegin()->value + 1);
}

} // namespace

class TestPassData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beforeBecomesAfter_data() {
        QTest::addColumn<QString>("name");
        std::set<std::string> names; // a pass can stand in several stages
        for (const PassDef &pass : builtinPasses())
            if (names.insert(pass.name).second) QTest::newRow(pass.name.c_str()) << QString::fromStdString(pass.name);
    }
    void beforeBecomesAfter() {
        QFETCH(QString, name);
        const std::string folder = "passes/" + name.toStdString() + "/";
        const std::string text = readText(dataPath(folder + "before.ir"));
        const auto parsed = parseModule(text, folder + "before.ir");
        VERIFY_RESULT(parsed);
        QVERIFY2(parsed->notes.empty(), parsed->notes.empty() ? "" : parsed->notes.front().message.c_str());
        const Module &before = parsed->module;
        COMPARE_TEXT(printModule(before), text);

        const PassDef &pass = passNamed(name.toStdString());
        IdSource ids = idsBehind(before);
        const Run run = runPass(pass, before, ids);
        QVERIFY(!same(run.after, before));
        COMPARE_FILE(printModule(run.after), folder + "after.ir");
        COMPARE_TEXT(brokenPromise(pass, before, run, ids), "");
    }
};

JITSCOPE_TEST(TestPassData)

} // namespace jitscope::tst_passdata

#include "tst_passdata.moc"
