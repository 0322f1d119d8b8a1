// SPDX-License-Identifier: Apache-2.0
// Gradients, optimizers, cells of training and mixed precision through the door a user has: the cases of
// tests/data/gradients.
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_autograd {

using namespace jitscope::testing;

class AutogradTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void caseHolds_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        for (const char *file : {"gradients/gradients.py", "gradients/optimizers.py", "gradients/graphs.py",
                                 "gradients/integers.py", "gradients/results.py"})
            for (const std::string &name : casesOf(dataPath(file)))
                QTest::newRow(name.c_str()) << QString::fromStdString(dataPath(file)) << QString::fromStdString(name);
    }
    void caseHolds() {
        QFETCH(QString, path);
        QFETCH(QString, name);
        const std::string output = m_python.outputOfFile(path.toStdString(), name.toStdString());
        // Warnings may stand before it.
        QVERIFY2(output == "ok\n" || output.ends_with("\nok\n"), output.c_str());
    }

    void printsInGraphsComeInTheOrderOfTheProgram() {
        const std::string script = "import mindspore as ms\n"
                                   "from mindspore import Parameter, Tensor, ops\n"
                                   "p = Parameter(Tensor(1, ms.int32), name='p')\n"
                                   "@ms.jit\n"
                                   "def f(x):\n"
                                   "    print('first')\n"
                                   "    print('p', p)\n"
                                   "    ops.assign(p, x)\n"
                                   "    print(p)\n"
                                   "    print('last')\n"
                                   "    return x\n"
                                   "f(Tensor(7, ms.int32))\n";
        COMPARE_TEXT(m_python.outputOf(script), "first\np\n1\n7\nlast\n");
    }

private:
    PythonScripts m_python;
};

JITSCOPE_TEST(AutogradTest)

} // namespace jitscope::tst_autograd

#include "tst_autograd.moc"
