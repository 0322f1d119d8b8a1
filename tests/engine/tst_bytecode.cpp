// SPDX-License-Identifier: Apache-2.0
// jit(capture_mode="bytecode") through the door a user has: the cases of tests/data/bytecode, and the scripts of other
// tests, which must print what plain Python prints.
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_bytecode {

using namespace jitscope::testing;

class BytecodeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        const std::string version = m_python.outputOf("import sys\nprint('%d.%d' % sys.version_info[:2])\n");
        if (version == "3.11\n") return;
        QSKIP("capture_mode='bytecode' reads the instructions of CPython 3.11");
    }

    void caseHolds_data() {
        QTest::addColumn<QString>("name");
        for (const std::string &name : casesOf(dataPath("bytecode/cases.py")))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void caseHolds() {
        QFETCH(QString, name);
        COMPARE_TEXT(lastLine(m_python.outputOfFile(dataPath("bytecode/cases.py"), name.toStdString())), "ok");
    }

    void scriptsOfOtherTestsPrintTheSame_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        QTest::newRow("capture_features")
            << QString::fromStdString(dataPath("scripts/capture_features.py")) << QString();
        for (const char *file : {"gradients/gradients.py", "gradients/graphs.py", "gradients/optimizers.py",
                                 "control_flow/branches.py", "control_flow/functions.py", "control_flow/gradients.py",
                                 "control_flow/loops.py", "control_flow/operators.py"})
            for (const std::string &name : casesOf(dataPath(file)))
                QTest::newRow((file + (":" + name)).c_str())
                    << QString::fromStdString(dataPath(file)) << QString::fromStdString(name);
    }
    void scriptsOfOtherTestsPrintTheSame() {
        QFETCH(QString, path);
        QFETCH(QString, name);
        jitscope::RunOptions options;
        options.arguments = {path.toStdString()};
        if (!name.isEmpty()) options.arguments.push_back(name.toStdString());
        m_python.runFile(dataPath("bytecode/others.py"), options);
        COMPARE_TEXT(lastLine(m_python.printed()), "ok");
    }

    void randomFunctionsDoWhatPythonDoes_data() {
        QTest::addColumn<QString>("seed");
        for (const char *seed : {"1", "2", "3"})
            QTest::newRow(seed) << seed;
    }
    void randomFunctionsDoWhatPythonDoes() {
        QFETCH(QString, seed);
        jitscope::RunOptions options;
        options.arguments = {seed.toStdString(), "20"};
        m_python.runFile(dataPath("bytecode/fuzz.py"), options);
        COMPARE_TEXT(m_python.printed(), "done\n");
    }

private:
    static std::string lastLine(std::string text) {
        text.erase(text.find_last_not_of('\n') + 1);
        return text.substr(text.rfind('\n') + 1);
    }

    PythonScripts m_python;
};

JITSCOPE_TEST(BytecodeTest)

} // namespace jitscope::tst_bytecode

#include "tst_bytecode.moc"
