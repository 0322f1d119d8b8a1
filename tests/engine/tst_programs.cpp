// SPDX-License-Identifier: Apache-2.0
// Random programs with branches and loops: the same result eagerly, in every capture mode and level, after every pass.
//
// JITSCOPE_PROGRAMS sets how many are run for each seed; the test with the label "long" runs many more.
#include "engine/session/records.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_programs {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

#ifdef NDEBUG
constexpr const char *usualCount = "150";
#else
constexpr const char *usualCount = "25"; // each takes many times as long with assertions
#endif

} // namespace

class ProgramsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void graphsGiveWhatTheProgramGives_data() {
        QTest::addColumn<QString>("seed");
        for (int seed = 1; seed <= 6; ++seed)
            QTest::addRow("seed %d", seed) << QString::number(seed);
    }
    void graphsGiveWhatTheProgramGives() {
        QFETCH(QString, seed);
        RunOptions options;
        options.record = RecordLevel::None;
        options.arguments = {seed.toStdString(), qEnvironmentVariable("JITSCOPE_PROGRAMS", usualCount).toStdString()};
        const RunOutcome outcome = m_scripts.runFile(dataPath("scripts/fuzz_programs.py"), options);
        COMPARE_TEXT(outcome.error, "");
        COMPARE_TEXT(m_scripts.printed(), "done\n");
    }

private:
    PythonScripts m_scripts;
};

JITSCOPE_TEST(ProgramsTest)

} // namespace jitscope::tst_programs

#include "tst_programs.moc"
