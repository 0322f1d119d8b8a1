// SPDX-License-Identifier: Apache-2.0
// The seed scripts of the reference material print what its README says.
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_seedscripts {

using namespace jitscope;
using namespace jitscope::testing;

class SeedScriptsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void seedsPrintWhatTheReferenceSays_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("pattern");
        QTest::newRow("s0_rigid_compute")
            << "s0_rigid_compute"
            << "PyNative Mode Time Cost: \\d+\\.\\d{4} seconds\\nCompiling graph...\\n"
               "Compilation done.\\nGraph Mode \\(@jit\\) Time Cost: \\d+\\.\\d{4} seconds\\n";
        QTest::newRow("s1_pynative_debug")
            << "s1_pynative_debug"
            << "Debug Info - Intermediate value z: \\[\\[2\\. 2\\.\\]\\n \\[2\\. 2\\.\\]\\]\\n"
               "Final Output:\\n\\[\\[4\\. 4\\.\\]\\n \\[4\\. 4\\.\\]\\]\\n";
        QTest::newRow("s1_graph_mode") << "s1_graph_mode"
                                       << "Graph Mode Output:\\n\\[\\[4\\. 4\\.\\]\\n \\[4\\. 4\\.\\]\\]\\n";
        QTest::newRow("s3_network_modes") << "s3_network_modes"
                                          << "";
    }
    void seedsPrintWhatTheReferenceSays() {
        QFETCH(QString, script);
        QFETCH(QString, pattern);
        const RunOutcome outcome = m_scripts.runFile(sharedPath("seed_scripts/" + script.toStdString() + ".py"));
        COMPARE_TEXT(outcome.error, "");
        const QString printed = QString::fromStdString(m_scripts.printed());
        if (script == "s3_network_modes")
            QCOMPARE(printed.count("[["), 5);
        else
            QVERIFY2(QRegularExpression(pattern).match(printed).hasMatch(), qPrintable(printed));
    }

private:
    PythonScripts m_scripts;
};

JITSCOPE_TEST(SeedScriptsTest)

} // namespace jitscope::tst_seedscripts

#include "tst_seedscripts.moc"
