// SPDX-License-Identifier: Apache-2.0
// The files that save_graphs writes: their names and counter, and that all of them are read back as what was written.
#include "engine/ir/equality.h"
#include "engine/session/compilation.h"
#include "engine/session/graphdump.h"
#include "engine/session/session.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

#include <QDirIterator>
#include <QTemporaryDir>

namespace jitscope::tst_dumps {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const std::string program = "import numpy as np\n"
                            "import mindspore as ms\n"
                            "from mindspore import Parameter, Tensor, nn, ops\n"
                            "class Net(nn.Cell):\n"
                            "    def __init__(self):\n"
                            "        super().__init__()\n"
                            "        self.fc = nn.Dense(3, 4)\n"
                            "        self.count = Parameter(Tensor([0.0]), name='count')\n"
                            "    @ms.jit(jit_level='O1')\n"
                            "    def construct(self, a, scale):\n"
                            "        ops.assign_add(self.count, Tensor([1.0]))\n"
                            "        b = ops.relu(self.fc(a)) * scale\n"
                            "        parts = (b + self.count, ops.tanh(b) - 1.5)\n"
                            "        return parts[0] * parts[1], a[0]\n"
                            "net = Net()\n"
                            "net(Tensor(np.ones((2, 3), np.float32)), 2.0)\n";

/** Without the number of nodes: a constant that several calls share is written, and so read, at each of them. */
std::string withoutCount(std::string text) {
    const size_t start = text.find("Total number of nodes: ");
    return start == std::string::npos ? text : text.erase(start, text.find('\n', start) - start);
}

} // namespace

class DumpsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void countersRunThrough();
    void levelsAddFiles_data();
    void levelsAddFiles();
    void filesAreReadBackWithoutLoss();
    void variablesOfTheEnvironmentHold();
    void failedInferenceIsWritten();

private:
    QStringList filesAfter(const std::string &before);
    std::string path(const QString &name) const { return m_folder->filePath(name).toStdString(); }

    PythonScripts m_python;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void DumpsTest::init() {
    m_folder = std::make_unique<QTemporaryDir>();
}

/** The names below the folder, in the order of their counter, after the program ran. */
QStringList DumpsTest::filesAfter(const std::string &before) {
    m_python.run("import os\n" + before + program);
    QStringList names;
    QDirIterator files(m_folder->path(), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        names << QDir(m_folder->path()).relativeFilePath(files.next());
    const auto number = [](const QString &name) { return name.section('_', -1).section('.', 0, 0).toInt(); };
    std::sort(names.begin(), names.end(), [&](const QString &a, const QString &b) { return number(a) < number(b); });
    return names;
}

void DumpsTest::countersRunThrough() {
    const std::string settings = "import mindspore\nmindspore.set_context(save_graphs=3, save_graphs_path='" +
                                 m_folder->path().toStdString() + "')\n";
    const QStringList first = filesAfter(settings);
    QVERIFY(first.size() > 20);
    for (qsizetype i = 0; i < first.size(); ++i)
        QVERIFY2(first[i].contains(QString("_%1").arg(i, 4, 10, QChar('0'))), qPrintable(first[i]));
    COMPARE_TEXT(first.front().toStdString(), "00_type_inference_0000.ir");
    // A second run goes on where the first ended.
    const QStringList both = filesAfter(settings);
    QCOMPARE(both.size(), 2 * first.size());
}

void DumpsTest::levelsAddFiles_data() {
    QTest::addColumn<int>("level");
    QTest::addColumn<QStringList>("present");
    QTest::addColumn<QStringList>("absent");
    const QStringList stages = {"^\\d\\d_type_inference_\\d{4}\\.ir$",
                                "^\\d\\d_auto_monad_\\d{4}\\.ir$",
                                "^\\d\\d_opt_a_\\d{4}\\.ir$",
                                "^\\d\\d_validate_\\d{4}\\.ir$",
                                "^\\d\\d_execute_\\d{4}\\.ir$",
                                "^graph_build_\\d+_\\d{4}\\.ir$",
                                "^trace_code_graph_\\d{4}$",
                                "^hwopt_\\w+_before_graph_\\d+_\\d{4}\\.ir$",
                                "^hwopt_\\w+_after_graph_\\d+_\\d{4}\\.ir$"};
    const QStringList passes = {
        "^verbose_ir_files/hwopt_fusion_\\w+_\\d+_matmul_biasadd_fusion_\\d{4}\\.ir$",
        "^verbose_ir_files/graph_kernel/\\d{4}_stage\\d_\\w+_\\d+_graph_kernel_cluster_\\d{4}\\.ir$"};
    const QStringList steps = {"^opt_substep_opt_a_r1_\\d+_cse_\\d{4}\\.ir$", "^\\d\\d_opt_a_\\d{4}\\.dot$"};
    QTest::newRow("stages") << 1 << stages << passes + steps;
    QTest::newRow("passes") << 2 << stages + passes << steps;
    QTest::newRow("steps") << 3 << stages + passes + steps << QStringList();
}

void DumpsTest::levelsAddFiles() {
    QFETCH(int, level);
    QFETCH(QStringList, present);
    QFETCH(QStringList, absent);
    const QStringList names =
        filesAfter("import mindspore\nmindspore.set_context(save_graphs=" + std::to_string(level) +
                   ", save_graphs_path='" + m_folder->path().toStdString() + "')\n");
    for (const QString &pattern : present)
        QVERIFY2(!names.filter(QRegularExpression(pattern)).isEmpty(), qPrintable(pattern + "\n" + names.join('\n')));
    for (const QString &pattern : absent)
        QVERIFY2(names.filter(QRegularExpression(pattern)).isEmpty(), qPrintable(pattern));
}

void DumpsTest::filesAreReadBackWithoutLoss() {
    m_python.run(program);
    const Session session = Recorder::instance().take();
    QCOMPARE(session.compilations.size(), size_t(1));
    const auto paths = writeGraphDump(session.compilations[0], path("all"), {.level = 3});
    QVERIFY2(paths, paths ? "" : paths.error().message.c_str());
    std::vector<GraphDumpFile> files = graphDumpFiles(session.compilations[0], 0);
    QCOMPARE(paths->size(), files.size());
    int read = 0;
    for (size_t i = 0; i < files.size(); ++i) {
        if (files[i].extension != ".ir") continue;
        const std::string text = readText((*paths)[i]);
        const auto parsed = parseModule(text, (*paths)[i]);
        QVERIFY2(parsed, parsed ? "" : parsed.error().message.c_str());
        QVERIFY2(parsed->notes.empty(), parsed->notes.empty() ? "" : parsed->notes.front().message.c_str());
        COMPARE_TEXT(withoutCount(printModule(parsed->module)), withoutCount(text));
        QCOMPARE(parsed->module.graphs.size(), files[i].module.graphs.size());
        QCOMPARE(callCount(parsed->module), callCount(files[i].module));
        ++read;
    }
    QVERIFY(read > 20);
}

void DumpsTest::variablesOfTheEnvironmentHold() {
    const QStringList names = filesAfter("os.environ['MS_DEV_SAVE_GRAPHS'] = '1'\n"
                                         "os.environ['MS_DEV_SAVE_GRAPHS_PATH'] = '" +
                                         m_folder->path().toStdString() +
                                         "'\n"
                                         "os.environ['MS_DEV_DUMP_IR_PASSES'] = 'auto_monad,graph_build'\n");
    m_python.run(
        "import os\nfor name in [n for n in os.environ if n.startswith('MS_DEV_')]:\n    del os.environ[name]\n");
    QCOMPARE(names.filter(".ir").size(), 2);
    const QStringList graphs = names.filter(".ir");
    QVERIFY2(graphs[0].contains("auto_monad") && graphs[1].startsWith("graph_build_"), qPrintable(names.join(' ')));
    QVERIFY(!(QFile::permissions(m_folder->filePath(names[0])) & QFile::WriteOwner));
}

void DumpsTest::failedInferenceIsWritten() {
    const std::string output =
        m_python.outputOf("import os\nos.environ['MS_OM_PATH'] = '" + m_folder->path().toStdString() +
                          "'\n"
                          "import numpy as np\n"
                          "import mindspore as ms\n"
                          "from mindspore import Tensor, ops\n"
                          "def inner(x, y):\n"
                          "    z = ops.add(x, x)\n"
                          "    return z + y\n"
                          "@ms.jit\n"
                          "def f(a, b):\n"
                          "    c = ops.relu(a)\n"
                          "    return inner(c, b)\n"
                          "f(Tensor(np.ones((4, 4), np.float32)), Tensor(np.ones((3, 4), np.float32)))\n");
    m_python.run("import os\ndel os.environ['MS_OM_PATH']\n");
    const std::string file = path("rank_0/om/analyze_fail.ir");
    QVERIFY2(output.find("(See file '" + file +
                         "' for more details. Get instructions about `analyze_fail.ir` at "
                         "https://www.mindspore.cn/search?inputValue=analyze_fail.ir)") != std::string::npos,
             output.c_str());
    const std::string text = readText(file);
    const auto parsed = parseModule(text, file);
    QVERIFY2(parsed, parsed ? "" : parsed.error().message.c_str());
    QCOMPARE(parsed->module.graphs.size(), size_t(2));
    const NodePtr failed = findNode(parsed->module, parsed->failed);
    QVERIFY(failed);
    COMPARE_TEXT(failed->op, "Add");
    for (const char *part :
         {"- Caught exception:\n", "\n#------------------------> 0\n", "\n#------------------------> 1\n",
          ") -> (<null>)\n      #scope: (Default)\n", "\n# Order:\n#   1: @",
          "# The total of function graphs in evaluation stack: 2\n", "No more function graphs.\n"})
        QVERIFY2(text.find(part) != std::string::npos, part);
}

JITSCOPE_TEST(DumpsTest)

} // namespace jitscope::tst_dumps

#include "tst_dumps.moc"
