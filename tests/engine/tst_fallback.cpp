// SPDX-License-Identifier: Apache-2.0
// What graphs leave to Python: the cases of tests/data/fallback, what a session keeps of it, what runs without Python.
#include "engine/ir/irtext.h"
#include "engine/run/hostcall.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

#include <algorithm>
#include <stdexcept>

namespace jitscope::tst_fallback {

using namespace jitscope;
using namespace jitscope::testing;

class FallbackTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void caseHolds_data() {
        QTest::addColumn<QString>("name");
        for (const std::string &name : casesOf(dataPath("fallback/fallback.py")))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void caseHolds() {
        QFETCH(QString, name);
        // Graphs of one source line at several levels are compiled again, which MindSpore warns of.
        const std::string all = m_python.outputOfFile(dataPath("fallback/fallback.py"), name.toStdString());
        QVERIFY2(m_python.printed() == "ok\n", all.c_str());
    }

    void graphShowsTextAndReason() {
        m_python.run(script);
        const Session session = m_python.take();
        QVERIFY(!session.compilations.empty());
        const std::string text = printModule(session.compilations.front().captured);
        QVERIFY2(text.find("PyExecute(\"np.sin(y)\"") != std::string::npos, text.c_str());
        QVERIFY2(text.find("calls numpy.sin, which is no operator") != std::string::npos, text.c_str());
    }

    void everyCallOfPythonIsRecorded() {
        m_python.run(script);
        const Session session = m_python.take();
        const auto count = std::ranges::count_if(session.ops, [](const OpEvent &op) { return op.op == "PyExecute"; });
        QCOMPARE(int(count), 4); // two a call
    }

    void whatCameFromAFileCannotRun() {
        const Value text = "np.sin(y)", function = Opaque{"<function>"}, x = Tensor::zeros(Dims(), DType::Float32);
        try {
            callHost(std::array{&text, &function, &x});
            QFAIL("it ran");
        } catch (const std::invalid_argument &failure) {
            COMPARE_TEXT(std::string(failure.what()),
                         "Python computes `np.sin(y)`, of which only the text is known here. The graph runs again "
                         "where its script does: in the console, by %variant and %lockstep.");
        }
    }

    void oneCallMakesAText() {
        m_python.run("import mindspore as ms\n"
                     "@ms.jit\n"
                     "def f(x):\n"
                     "    return f'{x} of {x.shape}, {x!r}'\n"
                     "f(ms.Tensor([1.0]))\n");
        const Session session = m_python.take();
        const auto isText = [](const OpEvent &op) { return op.op == "PyExecute"; };
        QCOMPARE(int(std::ranges::count_if(session.ops, isText)), 1);
    }

private:
    static constexpr const char *script = "import numpy as np\n"
                                          "import mindspore as ms\n"
                                          "@ms.jit\n"
                                          "def f(x):\n"
                                          "    y = x.asnumpy()\n"
                                          "    return np.sin(y)\n"
                                          "f(ms.Tensor([1.0]))\n"
                                          "f(ms.Tensor([1.0]))\n";
    PythonScripts m_python;
};

JITSCOPE_TEST(FallbackTest)

} // namespace jitscope::tst_fallback

#include "tst_fallback.moc"
