// SPDX-License-Identifier: Apache-2.0
// Branches, loops and recursion on values of the graph through the door a user has: the cases of
// tests/data/control_flow, and the order of what they print.
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_controlflow {

using namespace jitscope::testing;

class ControlFlowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void caseHolds_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        for (const char *file : {"control_flow/branches.py", "control_flow/loops.py", "control_flow/functions.py",
                                 "control_flow/operators.py", "control_flow/gradients.py"})
            for (const std::string &name : casesOf(dataPath(file)))
                QTest::newRow(name.c_str()) << QString::fromStdString(dataPath(file)) << QString::fromStdString(name);
    }
    void caseHolds() {
        QFETCH(QString, path);
        QFETCH(QString, name);
        m_python.outputOfFile(path.toStdString(), name.toStdString());
        COMPARE_TEXT(m_python.printed(), "ok\n");
    }

    void printsComeInTheOrderOfTheProgram() {
        const std::string script = "import mindspore as ms\n"
                                   "from mindspore import Tensor\n"
                                   "def f(a):\n"
                                   "    print('begin')\n"
                                   "    while a < 3:\n"
                                   "        print('round', a)\n"
                                   "        if a > 1:\n"
                                   "            print('late')\n"
                                   "        a = a + 1\n"
                                   "    print('end', a)\n"
                                   "    return a\n"
                                   "for level in ('O0', 'O1'):\n"
                                   "    ms.jit(f, jit_level=level)(Tensor(1, ms.int32))\n";
        const std::string once = "begin\n"
                                 "round\n1\n"
                                 "round\n2\nlate\n"
                                 "end\n3\n";
        m_python.run(script);
        COMPARE_TEXT(m_python.printed(), once + once);
    }

private:
    PythonScripts m_python;
};

JITSCOPE_TEST(ControlFlowTest)

} // namespace jitscope::tst_controlflow

#include "tst_controlflow.moc"
