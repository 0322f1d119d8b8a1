// SPDX-License-Identifier: Apache-2.0
// The matrix of a function, measured: which rows there are, what is measured of each, why one cannot run, and that all
// forms of the table say the same.
#include "app/benchmarks/benchkeeping.h"
#include "app/benchmarks/benchrun.h"
#include "app/benchmarks/benchtext.h"
#include "engine/base/file.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <cmath>

namespace jitscope::tst_benchmarks {

using namespace jitscope;

namespace {

const std::string script = R"(import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops

def scaled(x, y):
    return ops.tanh(x * y) + y

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 2)

    def construct(self, x):
        return ops.relu(self.fc(x))

calls = []

def uneven(x):
    calls.append(1)
    return x * float(len(calls))

def counted(n):
    return n + 1

def sorted_values(x):
    return ops.sort(x)[0]

def grown(x):
    return ops.exp(x)

def built_in(x):
    return x * float(x.asnumpy().sum())

graph = ms.jit(scaled)
x = Tensor(np.linspace(-1, 1, 12).reshape(4, 3).astype(np.float32))
y = Tensor(np.linspace(0.1, 2, 12).reshape(4, 3).astype(np.float32))
pair = [x, y]
print("this is not an answer")
graph(x, y)
Net()(x)
uneven(x)
sorted_values(x)
grown(x)
counted(3)
built_in(x + 1)
)";

/** A training step that cannot be compiled each time. */
const std::string training = R"(import _jitscope
import mindspore as ms
from mindspore import nn, ops

net = nn.Dense(3, 2)
adam = nn.Adam(net.trainable_params(), learning_rate=0.1)
gradient = ms.value_and_grad(lambda x: net(x).sum(), None, adam.parameters)
plain, compiled = _jitscope.compile, []

def compile(*arguments):
    compiled.append(1)
    assert len(compiled) < 12, "compiled again and again"
    return plain(*arguments)

_jitscope.compile = compile

def train(x):
    loss, gradients = gradient(x)
    adam(gradients)
    return loss

train(ops.ones((4, 3), ms.float32))
)";

/** As much of PyTorch as the functions above need, on NumPy; its exp() is wrong. */
const std::string smallTorch = R"(import types
import numpy as np

__version__ = "0.0"
Tensor = type("Tensor", (np.ndarray,), {
    "is_floating_point": lambda self: self.dtype.kind == "f", "requires_grad_": lambda self, _: self,
    "clone": lambda self: self.copy(), "detach": lambda self: self, "numpy": lambda self: np.asarray(self),
    "to": lambda self, dtype: self.astype(dtype).view(Tensor)})
float16, float32, float64, int8, int16, int32, int64, uint8 = (np.dtype(each) for each in (
    "f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1"))
bfloat16, bool = "bfloat16", np.dtype("?")
tanh = np.tanh
nn = types.SimpleNamespace(functional=__import__("unittest.mock").mock.MagicMock())
_dynamo = types.SimpleNamespace(reset=lambda: None)


def from_numpy(array):
    return array.view(Tensor)


def ones(*shape):
    return np.ones(shape, np.float32).view(Tensor)


def exp(x):
    return np.exp(x) + 1


def manual_seed(_):
    pass


def compile(function, **_):
    return lambda *args: function(*args)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return None
)";

} // namespace

class BenchmarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(writeFile(path("script.py"), script)); }

    void rowsAreAskedForByTheirWords() {
        QCOMPARE(allBenchRows().size(), size_t(32));
        const auto names = [](const std::string &words) {
            QStringList all;
            const auto rows = benchRowsNamed(words);
            if (!rows) return QStringList(QString::fromStdString(rows.error().message));
            for (const BenchRow &row : *rows)
                all << QString::fromStdString(nameOf(row));
            return all;
        };
        // Eager comes along, as the others are held against it.
        QCOMPARE(names("ast O1 forward"),
                 QStringList({"eager, forward", "ast O1, forward", "ast O1 fullgraph, forward"}));
        QCOMPARE(names("trace O0 backward,eager forward"),
                 QStringList({"eager, forward", "eager, forward + backward", "trace O0, forward + backward"}));
        QVERIFY(names("ast O3").front().contains("no row is 'ast O3'; the words are eager"));
        QVERIFY(names(" , ").front().contains("no rows are named"));
    }

    void timesAreTakenTogether() {
        QVERIFY(!spreadOfTimes({}));
        const auto one = spreadOfTimes({5});
        QVERIFY(one && one->median == 5 && one->low == 5 && one->high == 5 && one->deviation == 0);
        std::vector<double> times;
        for (int i = 100; i >= 1; --i)
            times.push_back(i);
        times.push_back(10000);
        const auto spread = spreadOfTimes(times);
        QCOMPARE(spread->median, 51.0);
        QCOMPARE(spread->least, 1.0);
        QCOMPARE(spread->firstQuartile, 26.0);
        QCOMPARE(spread->thirdQuartile, 76.0);
        QCOMPARE(spread->outliers, 1);
        // Of 101 values the binomial interval of 95 % is from the 41st to the 61st.
        QVERIFY2(std::abs(spread->low - 41) <= 1 && std::abs(spread->high - 61) <= 1,
                 qPrintable(QString("%1 %2").arg(spread->low).arg(spread->high)));
    }

    void eachRowIsMeasured() {
        const BenchOutcomeOfRun outcome = measured(task("ast O0 forward,ast O1 forward,trace O1,GE trace"));
        QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
        const BenchReport &report = outcome.report;
        QVERIFY(report.isComplete && report.isScriptGood);
        QCOMPARE(report.pythons.size(), size_t(1));
        QVERIFY(report.pythons[0].isOwn && report.pythons[0].device == "CPU");
        // Without a name it is the first function that the script makes a graph of.
        COMPARE_TEXT(report.functions.front().name, "scaled");
        COMPARE_TEXT(report.functions.front().inputs, "Float32[4, 3], Float32[4, 3]");
        int running = 0;
        for (const BenchLine &line : report.functions.front().lines) {
            const BenchMeasure &measure = line.measures.front();
            QVERIFY(line.row.backend != "GE");
            ++running;
            COMPARE_TEXT(measure.error, "");
            QCOMPARE(measure.prepareNs.size(), size_t(3));
            QVERIFY(measure.callNs.size() >= 10 && measure.callsPerBatch >= 1);
            QVERIFY(measure.spread()->median > 0);
            QCOMPARE(measure.againstEager.has_value(), !line.row.isEager());
            QCOMPARE(measure.againstO0.has_value(), line.row.mode == "ast" && line.row.level == "O1");
            if (!line.row.isEager())
                QVERIFY2(measure.values.verdict == BenchVerdict::Equal ||
                             measure.values.verdict == BenchVerdict::Within,
                         measure.values.text.c_str());
        }
        QCOMPARE(running, 8); // eager, ast O0 and O1 with and without fullgraph; eager, trace O1 twice
        QCOMPARE(report.functions.front().noises.size(), size_t(2));
        QVERIFY(!hasDifference(report));
        // GE is the device's: what was asked for is said, and not run.
        QCOMPARE(report.rowsOfDevice, 2);
        for (const std::string &text : {toText(report), toHtml(report)})
            QVERIFY2(text.find("2 rows of backend GE were left out: it is Ascend") != std::string::npos, text.c_str());
        QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report)))["rows_of_device_left_out"].toInt(),
                 2);
        allFormsAgree(report);
    }

    void layersHaveGradientsForTheirWeights() {
        BenchTask wanted = task("ast O0");
        wanted.functions = {"Net.construct"};
        const BenchOutcomeOfRun outcome = measured(wanted);
        QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
        for (const BenchLine &line : outcome.report.functions.front().lines) {
            QVERIFY2(line.measures[0].error.empty(), (nameOf(line.row) + ": " + line.measures[0].error).c_str());
            if (!line.row.isEager()) QVERIFY(line.measures[0].values.verdict != BenchVerdict::Differs);
        }
    }

    void anExpressionIsMeasured() {
        BenchTask wanted = task("ast O1 forward");
        wanted.expression = "scaled(x, y) * 2 - x";
        const BenchOutcomeOfRun outcome = measured(wanted);
        QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
        COMPARE_TEXT(outcome.report.functions.front().name, "scaled(x, y) * 2 - x");
        COMPARE_TEXT(outcome.report.functions.front().lines[1].measures[0].error, "");
        // The tensors of a list are arguments, too: a graph that has them as constants has less to do, and no gradient.
        wanted = task("ast O1");
        wanted.expression = "scaled(*pair)";
        const BenchOutcomeOfRun listed = measured(wanted);
        QVERIFY2(!listed.failure, listed.failure ? listed.failure->message.c_str() : "");
        COMPARE_TEXT(listed.report.functions.front().inputs, outcome.report.functions.front().inputs);
        for (const BenchLine &line : listed.report.functions.front().lines)
            COMPARE_TEXT(line.measures[0].error, "");
        wanted.expression = "scaled(x, nobody)";
        const BenchOutcomeOfRun missing = measured(wanted);
        QVERIFY(missing.failure);
        QVERIFY2(missing.failure->message.find("uses 'nobody', which the script does not define") != std::string::npos,
                 missing.failure->message.c_str());
    }

    /** It counts its calls, so a graph that was captured in one of them gives something else. */
    void otherValuesAreAFinding() {
        BenchTask wanted = task("ast O0 forward");
        wanted.functions = {"uneven"};
        const BenchOutcomeOfRun outcome = measured(wanted);
        QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
        const BenchMeasure &graph = outcome.report.functions.front().lines[1].measures[0];
        QVERIFY2(graph.values.verdict == BenchVerdict::Differs || !graph.error.empty(), graph.values.text.c_str());
        QVERIFY(hasDifference(outcome.report) || !graph.error.empty());
    }

    /** It agrees for the arguments that it was captured with, so it is asked for others, too. */
    void whatIsBuiltInIsAFinding() {
        BenchTask wanted = task("trace O0 forward");
        wanted.functions = {"built_in"};
        const BenchOutcomeOfRun outcome = measured(wanted);
        QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
        const BenchMeasure &graph = outcome.report.functions.front().lines[1].measures[0];
        QVERIFY2(graph.values.text.starts_with("the first call's values are built in: for other arguments, "),
                 (graph.values.text + graph.error).c_str());
        QVERIFY(hasDifference(outcome.report));
    }

    /** The weights that a step writes are put back between rounds; a graph that held others was compiled in each. */
    void stepsAreNotCompiledAgain() {
        QVERIFY(writeFile(path("training.py"), training));
        BenchTask wanted = task("ast O0 forward");
        wanted.script = path("training.py");
        wanted.functions = {"train"};
        const BenchOutcomeOfRun outcome = measured(wanted);
        QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
        const BenchMeasure &graph = outcome.report.functions.front().lines[1].measures[0];
        COMPARE_TEXT(graph.error, "");
        QVERIFY2(graph.values.verdict != BenchVerdict::Differs, graph.values.text.c_str());
        QVERIFY(graph.weightsWritten > 2);
    }

    void whatHasNoGradientSaysSo() {
        BenchTask wanted = task("eager");
        wanted.functions = {"counted"};
        const BenchOutcomeOfRun outcome = measured(wanted);
        QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
        QVERIFY(outcome.report.functions.front().lines[0].measures[0].error.empty());
        const std::string error = outcome.report.functions.front().lines[1].measures[0].error;
        QVERIFY2(error.find("there is no gradient to take") != std::string::npos, error.c_str());
    }

    void functionsThatAreNotCalledAreNamed() {
        BenchTask wanted = task("eager");
        wanted.functions = {"nobody"};
        const BenchOutcomeOfRun outcome = measured(wanted);
        QVERIFY(outcome.failure && outcome.failure->kind == BenchFailure::Kind::Usage);
        QVERIFY2(outcome.failure->message.find("no function 'nobody'; it calls: scaled, ") != std::string::npos,
                 outcome.failure->message.c_str());
    }

    void aScriptThatFailsIsTold() {
        QVERIFY(writeFile(path("bad.py"),
                          "import mindspore as ms\nfrom mindspore import ops\ndef f(x):\n"
                          "    return ops.relu(x)\nf(ops.ones((2,), ms.float32))\nraise ValueError('no')\n"));
        BenchTask wanted = task("eager forward");
        wanted.script = path("bad.py");
        const BenchOutcomeOfRun outcome = measured(wanted);
        QVERIFY(!outcome.failure && !outcome.report.isScriptGood);
        QVERIFY2(outcome.report.notes.front().find("ValueError: no") != std::string::npos,
                 outcome.report.notes.front().c_str());
        QVERIFY(outcome.report.functions.front().lines[0].measures[0].spread());
    }

    /** One that has a mindspore: ours again, so both are the same. */
    void anotherPythonIsMeasuredInTurn() {
        QVERIFY(writeFile(path("python"), "#!/bin/sh\nexec /usr/bin/python3 \"$@\" --own\n"));
        QVERIFY(QFile::setPermissions(QString::fromStdString(path("python")), QFile::ReadOwner | QFile::ExeOwner));
        BenchTask wanted = task("ast O1 forward");
        wanted.otherPython = path("python");
        const BenchOutcomeOfRun outcome = measured(wanted);
        QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
        QCOMPARE(outcome.report.pythons.size(), size_t(2));
        for (const BenchLine &line : outcome.report.functions.front().lines) {
            QCOMPARE(line.measures.size(), size_t(2));
            QCOMPARE(line.measures[0].callNs.size(), line.measures[1].callNs.size());
            QVERIFY(line.acrossPythons && line.acrossPythons->ratio > 0);
            if (!line.row.isEager()) QVERIFY(line.measures[1].againstEager);
        }
        QCOMPARE(outcome.report.functions.front().noises.size(), size_t(2)); // one in each
    }

    void aPythonThatCannotMeasureIsRefused() {
        qputenv("PYTHONPATH", JITSCOPE_BUILD_DIR "/python"); // one that has a mindspore: the same, so ratios are near 1
        BenchTask wanted = task("ast O1 forward");
        wanted.otherPython = "python3";
        const BenchOutcomeOfRun outcome = measured(wanted);
        qunsetenv("PYTHONPATH");
        // Our package stands beside the script that measures, and that folder is taken out of the path.
        QVERIFY(outcome.failure && outcome.failure->kind == BenchFailure::Kind::Usage);
        QVERIFY2(outcome.failure->message.find("cannot import mindspore") != std::string::npos,
                 outcome.failure->message.c_str());
        QVERIFY(QDir(m_folder.path()).mkpath("broken/torch"));
        QVERIFY(writeFile(path("broken/torch/__init__.py"), ""));
        qputenv("PYTHONPATH", m_folder.filePath("broken").toUtf8());
        const BenchOutcomeOfRun torch = measured(wanted);
        qunsetenv("PYTHONPATH");
        QVERIFY2(torch.failure &&
                     torch.failure->message.find("has PyTorch, but it cannot be used") != std::string::npos,
                 torch.failure ? torch.failure->message.c_str() : "no failure");
        wanted.otherPython = path("no-python");
        const BenchOutcomeOfRun missing = measured(wanted);
        QVERIFY(missing.failure && missing.failure->kind == BenchFailure::Kind::Usage);
        QVERIFY2(missing.failure->message.find("cannot be started") != std::string::npos,
                 missing.failure->message.c_str());
    }

    /** What was captured runs as calls of PyTorch - here of as much of it as this script needs -, torch.compile stands
        beside all rows of graphs, and what gives other values has no figures. */
    void pyTorchRunsWhatWasCaptured() {
        QVERIFY(QDir(m_folder.path()).mkpath("packages/torch"));
        QVERIFY(writeFile(path("packages/torch/__init__.py"), smallTorch));
        qputenv("PYTHONPATH", m_folder.filePath("packages").toUtf8());
        BenchTask wanted = task("eager,ast O0 forward,ast O1 forward");
        wanted.functions = {"scaled", "grown", "sorted_values"};
        std::erase_if(wanted.rows, [](const BenchRow &row) { return row.direction == BenchDirection::Backward; });
        wanted.otherPython = "/usr/bin/python3";
        const BenchOutcomeOfRun outcome = measured(wanted);
        qunsetenv("PYTHONPATH");
        QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->message.c_str() : "");
        const BenchReport &report = outcome.report;
        QCOMPARE(report.pythons.size(), size_t(2));
        COMPARE_TEXT(report.pythons[1].title(), "PyTorch 0.0");
        QCOMPARE(report.functions.size(), size_t(3));
        const BenchFunction &scaled = report.functions[0];
        for (const BenchLine &line : scaled.lines) {
            QVERIFY2(line.measures[1].error.empty(), line.measures[1].error.c_str());
            QVERIFY(line.acrossPythons && line.acrossPythons->ratio > 0);
            QVERIFY(line.measures[1].values.verdict != BenchVerdict::Unknown);
        }
        QVERIFY(scaled.lines.size() > 3);
        QCOMPARE(scaled.lines[1].measures[1].callNs, scaled.lines[2].measures[1].callNs); // of torch.compile
        QVERIFY(scaled.lines[0].measures[1].callNs != scaled.lines[1].measures[1].callNs);
        QVERIFY2(report.functions[1].lines[0].measures[1].error.find("other values") != std::string::npos,
                 report.functions[1].lines[0].measures[1].error.c_str());
        QVERIFY(report.functions[1].lines[0].measures[1].callNs.empty());
        QVERIFY2(report.functions[2].lines[0].measures[1].error.find("the primitive Sort") != std::string::npos,
                 report.functions[2].lines[0].measures[1].error.c_str());
        QVERIFY(toText(report).find("by torch.compile beside all rows of graphs") != std::string::npos);
    }

    void whatIsKeptIsReadBackWhole() {
        const BenchReport report = measured(task("eager,ast O1")).report;
        QVERIFY(!report.functions.empty());
        const auto again = keptReport(keptText(report));
        VERIFY_RESULT(again);
        COMPARE_TEXT(toJson(*again), toJson(report));
        COMPARE_TEXT(toHtml(*again), toHtml(report));
        COMPARE_TEXT(keptText(*again), keptText(report));
    }

    void whatDoesNotFitTogetherIsRefused_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::newRow("version") << "\"kept_version\":1"
                                 << "\"kept_version\":9";
        QTest::newRow("no Python") << "\"pythons\":[{"
                                   << "\"nobody\":[{";
        QTest::newRow("time") << "\"call_ns\":[1"
                              << "\"call_ns\":[-1,1";
        QTest::newRow("text for a time") << "\"prepare_ns\":[2"
                                         << "\"prepare_ns\":[\"2\"";
        QTest::newRow("verdict") << "\"verdict\":0"
                                 << "\"verdict\":17";
        QTest::newRow("measures") << "\"measures\":[{"
                                  << "\"measures\":[{\"verdict\":0},{";
        QTest::newRow("Python of noise") << "\"noises\":[]"
                                         << "\"noises\":[{\"python\":4,\"again_ns\":[]}]";
        QTest::newRow("nothing") << "{"
                                 << "";
    }

    void whatDoesNotFitTogetherIsRefused() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        BenchReport report;
        report.pythons.push_back({"python3", "3.11", "mindspore", "2.7", true, "CPU"});
        BenchMeasure measure;
        measure.callNs = {1, 2};
        measure.prepareNs = {2};
        report.functions.push_back({"f", "x", 3, {{{"eager", "", ""}, {measure}, {}}}, {}});
        QString text = QString::fromStdString(keptText(report));
        QVERIFY(keptReport(text.toStdString()).ok());
        QVERIFY2(text.contains(from), qPrintable(text));
        text.replace(text.indexOf(from), from.size(), to);
        QVERIFY(!keptReport(text.toStdString()).ok());
    }

    void itIsStoppedAnyTime() {
        int told = 0;
        const BenchOutcomeOfRun outcome = measureMatrix(
            task("forward"), [&](const BenchReport &, const BenchDoing &, double) { return ++told < 8; },
            [] { return true; });
        QVERIFY(!outcome.failure && !outcome.report.isComplete);
        QVERIFY(toText(outcome.report).find("it was stopped") != std::string::npos);
    }

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }

    BenchTask task(const std::string &rows) const {
        BenchTask task;
        task.script = path("script.py");
        task.rows = *benchRowsNamed(rows);
        task.seconds = 0.02;
        return task;
    }

    static BenchOutcomeOfRun measured(const BenchTask &task) {
        double last = 0;
        bool isForward = true;
        const auto outcome = measureMatrix(
            task,
            [&](const BenchReport &, const BenchDoing &, double share) {
                isForward = isForward && share >= last - 1e-9 && share <= 1;
                last = share;
                return true;
            },
            [] { return true; });
        if (!isForward) qWarning("the progress went back");
        return outcome;
    }

    /** JSON and CSV row by row; the table and the page have each row. */
    static void allFormsAgree(const BenchReport &report) {
        const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report)));
        const QJsonArray rows = json["functions"][0]["rows"].toArray();
        const QStringList lines = QString::fromStdString(toCsv(report)).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), rows.size() + 1);
        const QStringList names = lines.front().split(',');
        for (int i = 0; i < rows.size(); ++i) {
            const QJsonObject row = rows[i].toObject();
            // Names and reasons hold commas: figures are found from the end, which has none.
            const QStringList cells = lines[i + 1].split(',');
            const int shift = int(cells.size() - names.size());
            const auto agrees = [&](const char *name) {
                const QString cell = cells[names.indexOf(QLatin1String(name)) + shift];
                return row[QLatin1String(name)].isNull() ? cell.isEmpty()
                                                         : cell.toDouble() == row[QLatin1String(name)].toDouble();
            };
            if (row["error"].toString().isEmpty())
                for (const char *figure : {"median_ns", "ratio_to_eager", "ratio_to_o0"})
                    QVERIFY2(agrees(figure), qPrintable(lines[i + 1]));
            const QString way = row["row"].toString().split(", ").front();
            QVERIFY(QString::fromStdString(toText(report)).contains(way));
            QVERIFY(QString::fromStdString(toHtml(report)).contains(way));
        }
    }

    QTemporaryDir m_folder;
};

JITSCOPE_TEST(BenchmarksTest)

} // namespace jitscope::tst_benchmarks

#include "tst_benchmarks.moc"
