// SPDX-License-Identifier: Apache-2.0
// The program as scripts and people call it: what it prints, writes and returns.
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QImage>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QRegularExpression>
#include <QSet>
#include <QProcess>
#include <QTemporaryDir>

#include <map>
#include <cmath>
#include <csignal>
#include <sys/stat.h>

namespace jitscope::tst_cli {

using namespace jitscope;

namespace {

struct Outcome {
    int code = -1;
    QByteArray out, err;
};

Outcome jitscope_(const QStringList &arguments) {
    QProcess process;
    process.start(JITSCOPE_BUILD_DIR "/bin/jitscope", arguments);
    if (!process.waitForFinished(120000)) process.kill();
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

const char *const mlp = R"(import numpy as np
import mindspore as ms
from mindspore import nn, ops, Tensor

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Dense(8, 16)
        self.relu = nn.ReLU()
        self.fc2 = nn.Dense(16, 4)

    def construct(self, x):
        x = self.relu(self.fc1(x))
        x = x + 0.0
        return ops.sigmoid(self.fc2(x)) * 2.0

net = Net()

@ms.jit
def run(x):
    return net(x)

@ms.jit(jit_level="O1")
def fused(x):
    return ops.exp(x * 2.0 + 1.0) - x

x = Tensor(np.linspace(-1, 1, 24).reshape(3, 8).astype(np.float32))
print(net(x).shape, run(x).shape)
print(np.abs(net(x).asnumpy() - run(x).asnumpy()).max() < 1e-6)
print(fused(x).shape)
)";

} // namespace

class CliTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        write("mlp.py", mlp);
        const Outcome outcome = jitscope_({"run", path("mlp.py"), "--save", path("mlp.jitscope")});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QCOMPARE(outcome.out, QByteArray("(3, 4) (3, 4)\nTrue\n(3, 8)\n"));
    }

    void helpListsEveryCommand() {
        const Outcome outcome = jitscope_({"--help"});
        QCOMPARE(outcome.code, 0);
        for (const char *name :
             {"run", "graphs", "passes", "ir", "kernel", "follow", "diff", "bisect", "ops", "flame", "memory",
              "compile", "trace", "export", "variant", "whynot", "reduce", "bench", "snapshot"}) {
            QVERIFY2(outcome.out.contains(QByteArray("jitscope ") + name), name);
            QCOMPARE(jitscope_({name, "--help"}).code, 0);
        }
    }

    void aWindowWithoutADisplayIsRefusedInOneSentence_data() {
        QTest::addColumn<QString>("display");
        QTest::addColumn<QString>("platform");
        QTest::newRow("none") << ""
                              << "";
        QTest::newRow("wrong") << ":7791"
                               << "";
        QTest::newRow("no name of one") << "garbage"
                                        << "";
        QTest::newRow("X11 asked for, none") << ""
                                             << "xcb";
        QTest::newRow("X11 asked for, wrong") << ":7791"
                                              << "xcb";
        QTest::newRow("an unknown platform") << ""
                                             << "nonsense";
    }
    void aWindowWithoutADisplayIsRefusedInOneSentence() {
        QFETCH(QString, display);
        QFETCH(QString, platform);
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(name);
        if (!display.isEmpty()) environment.insert("DISPLAY", display);
        if (!platform.isEmpty()) environment.insert("QT_QPA_PLATFORM", platform);
        process.setProcessEnvironment(environment);
        process.start(JITSCOPE_BUILD_DIR "/bin/jitscope", QStringList());
        QVERIFY(process.waitForFinished(60000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit, said.constData());
        QCOMPARE(process.exitCode(), 2);
        QVERIFY2(said.startsWith("jitscope: no display") && said.count('\n') == 1, said.constData());
    }

    void graphsAreListed() {
        const QJsonArray graphs = json({"graphs", path("mlp.jitscope"), "--json"}).array();
        QCOMPARE(graphs.size(), 2);
        QCOMPARE(graphs[0].toObject()["name"].toString(), QString("run"));
        QVERIFY(graphs[0].toObject()["nodes_captured"].toInt() > graphs[0].toObject()["nodes"].toInt());
        QCOMPARE(graphs[1].toObject()["kernels"].toArray().size(), 1);
        QVERIFY(graphs[1].toObject()["kernels"].toArray()[0].toObject()["members"].toArray().size() >= 3);
    }

    void aForcedLevelIsMarkedAtEveryGraph() {
        const QJsonArray graphs = json({"graphs", path("mlp.py"), "--jit-level", "O1", "--json"}).array();
        QCOMPARE(graphs.size(), 2);
        const QJsonObject forced{{"setting", "jit_level"}, {"used", "O1"}, {"script", "O0"}};
        QCOMPARE(graphs[0].toObject()["forced"].toArray(), QJsonArray{forced});
        QCOMPARE(graphs[1].toObject()["forced"].toArray(), QJsonArray());
        const Outcome text = jitscope_({"graphs", path("mlp.py"), "--jit-level", "O1"});
        QVERIFY2(text.out.contains("graphs 0: jit_level=O1 is forced; the script says O0"), text.out.constData());
    }

    void numbersThatAreNoneAreUsageErrors_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const QStringList &arguments, const QByteArray &said) {
            QTest::newRow(qPrintable(arguments.join(' '))) << arguments << said;
        };
        row({"trace", "--idle", "--limit", "0"}, "option --limit needs a whole number from 1 on, but got '0'");
        row({"trace", "--idle", "--limit", "-3"}, "option --limit needs a whole number from 1 on, but got '-3'");
        row({"compare", "--limit", "abc"}, "option --limit needs a whole number from 1 on, but got 'abc'");
        row({"trace", "--idle", "--rank", "xx"}, "option --rank needs a whole number from 0 on, but got 'xx'");
        row({"trace", "--idle", "--rank", "99"}, "no rank 99 in it; it names no rank");
        row({"trace", "--rank", "1"}, "no rank 1 in it; it names no rank");
    }
    void numbersThatAreNoneAreUsageErrors() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, said);
        arguments.insert(1, path("mlp.py"));
        arguments << "--device"
                  << "Ascend";
        const Outcome outcome = jitscope_(arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(said), outcome.err.constData());
    }

    void oneDeviceIsNotComparedWithItself() {
        const Outcome outcome = jitscope_({"compare", path("mlp.py"), "--device", "Ascend"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("needs two ranks that have, or a second source"), outcome.err.constData());
    }

    void runsWithoutADeviceAreComparedByOperator() {
        const Outcome same = jitscope_({"compare", path("mlp.jitscope"), path("mlp.py")});
        QVERIFY2(same.code == 0, same.err.constData());
        write("more.py", QByteArray(mlp) + "\nops.exp(x)\nops.exp(x)\n");
        const Outcome text = jitscope_({"compare", path("mlp.jitscope"), path("more.py")});
        QCOMPARE(text.code, 1);
        QVERIFY2(text.out.contains("count A"), text.out.constData());
        const QJsonDocument document =
            QJsonDocument::fromJson(jitscope_({"compare", path("mlp.jitscope"), path("more.py"), "--json"}).out);
        int found = 0;
        for (const QJsonValue &row : document["operators"].toArray())
            if (row["name"].toString() == "Exp") found = row["count_b"].toInt() - row["count_a"].toInt();
        QCOMPARE(found, 2);
    }

    void theFileIsSavedWhereItWasMeant() {
        QVERIFY(QDir(path("")).mkpath("elsewhere"));
        write("moves.py", "import os\nos.chdir('elsewhere')\n");
        QProcess process;
        process.setWorkingDirectory(path(""));
        process.start(JITSCOPE_BUILD_DIR "/bin/jitscope", {"run", "moves.py", "--save", "here.jitscope"});
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(QFile::exists(path("here.jitscope")) && !QFile::exists(path("elsewhere/here.jitscope")));
    }

    void aPlaceThatCannotBeSavedToIsSaidBeforeTheRun_data() {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("sentence");
        QString deep = path("");
        while (deep.size() < 3000)
            deep += "/" + QString(200, QLatin1Char('d'));
        QTest::newRow("no folder") << path("no/such/folder.jitscope") << "no such folder to save in";
        QTest::newRow("below a file") << path("ran.py") + "/x.jitscope"
                                      << "no such folder to save in";
        QTest::newRow("a folder") << path("folder") << "it is a directory";
        QTest::newRow("a pipe") << path("pipe") << "it is no file but a device, a pipe or a socket";
        QTest::newRow("long name") << path(QString(300, QLatin1Char('n'))) << "File name too long";
        QTest::newRow("long path") << deep + "/x.jitscope"
                                   << "the path has more than 500 bytes";
        QTest::newRow("nothing to write to") << "/proc/x.jitscope"
                                             << "/proc/x.jitscope: cannot be saved: ";
    }
    void aPlaceThatCannotBeSavedToIsSaidBeforeTheRun() {
        QFETCH(QString, place);
        QFETCH(QString, sentence);
        write("ran.py", "print('it ran')\n");
        QDir().mkpath(path("folder"));
        QDir().mkpath(QFileInfo(place).path()); // where that can be
        if (place == path("no/such/folder.jitscope")) QDir(path("no")).removeRecursively();
        ::mkfifo(qPrintable(path("pipe")), 0600);
        const Outcome outcome = jitscope_({"run", path("ran.py"), "--save", place});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.out.isEmpty(), "the script ran");
        QVERIFY2(outcome.err.contains(sentence.toUtf8()), outcome.err.constData());
        QVERIFY(!QFileInfo(path("pipe")).isFile());
    }

    void theLongestNameIsSavedTo() {
        write("ran.py", "print('it ran')\n");
        const QString longest = path(QString(240, QLatin1Char('n')) + ".jitscope");
        QCOMPARE(jitscope_({"run", path("ran.py"), "--save", longest}).code, 0);
        QVERIFY(QFile::exists(longest));
        QCOMPARE(QDir(path("")).entryList({"*.part*"}, QDir::Files | QDir::Hidden), QStringList());
    }

    void passesTellNodeCounts() {
        const QJsonArray passes = json({"passes", path("mlp.jitscope"), "--graph", "run", "--json"}).array();
        QVERIFY(passes.size() >= 7);
        int before = -1;
        bool anyChanged = false;
        for (const QJsonValue &value : passes) {
            const QJsonObject pass = value.toObject();
            for (const char *key : {"index", "phase", "name", "changed", "nodes_before", "nodes_after", "time_us"})
                QVERIFY2(pass.contains(key), key);
            if (before >= 0) QCOMPARE(pass["nodes_before"].toInt(), before);
            before = pass["nodes_after"].toInt();
            anyChanged = anyChanged || pass["changed"].toBool();
        }
        QVERIFY(anyChanged);
    }

    void askedToEndBySystemTheWindowCloses() {
        for (const int number : {SIGTERM, SIGHUP}) {
            QProcess process;
            process.start(JITSCOPE_BUILD_DIR "/bin/jitscope", {"--config-dir", path("ending"), path("mlp.py")});
            QVERIFY(process.waitForStarted());
            QTRY_VERIFY_WITH_TIMEOUT(catches(process.processId(), number), 30000);
            QCOMPARE(::kill(pid_t(process.processId()), number), 0);
            QVERIFY(process.waitForFinished(60000));
            QVERIFY2(process.exitStatus() == QProcess::NormalExit, process.readAllStandardError().constData());
            QCOMPARE(process.exitCode(), 0);
        }
    }

    void aPassThatIsCalledChangedSaysWhatItChanged() {
        write("twice.py", "import numpy as np\n"
                          "import mindspore as ms\n"
                          "from mindspore import Tensor, ops\n"
                          "a = Tensor(np.float32(2.5))\n"
                          "b = Tensor(np.float32(2.5))\n"
                          "@ms.jit(jit_level='O1')\n"
                          "def f(x):\n"
                          "    return ops.matmul(x, x) * a + b\n"
                          "@ms.jit(jit_level='O0')\n"
                          "def g(x):\n"
                          "    return ops.tanh(ops.matmul(x, x) * 2.5) + 2.5\n"
                          "x = Tensor(np.ones((4, 4), np.float32))\n"
                          "f(x)\n"
                          "g(x)\n");
        int merged = 0;
        for (const QString &source : {path("twice.py"), path("mlp.jitscope")})
            for (const QJsonValue &value : json({"passes", source, "--json"}).array()) {
                const QJsonObject pass = value.toObject();
                int all = 0;
                for (const char *key : {"added", "removed", "rewired", "merged_constants"})
                    all += pass[key].toInt();
                const QByteArray said = QJsonDocument(pass).toJson();
                QVERIFY2((all > 0) == pass["changed"].toBool(), said.constData());
                merged += pass["merged_constants"].toInt();
            }
        QVERIFY(merged > 0);
        const Outcome listed = jitscope_({"passes", path("twice.py")});
        QVERIFY2(listed.out.contains("1 equal constant merged"), listed.out.constData());
    }

    void refusalsAreGroupedAndAskedForByTheirNodes() {
        write("refused.py", "import numpy as np\n"
                            "import mindspore as ms\n"
                            "from mindspore import ops, Tensor\n"
                            "@ms.jit(jit_level=\"O1\")\n"
                            "def f(x, m):\n"
                            "    t = ops.exp(x) * 2.0\n"
                            "    u = ops.matmul(t, m)\n"
                            "    return ops.tanh(u + t) * u\n"
                            "f(Tensor(np.ones((3, 3), np.float32)), Tensor(np.ones((3, 3), np.float32)))\n");
        QCOMPARE(jitscope_({"run", path("refused.py"), "--save", path("refused.jitscope")}).code, 0);
        const QString source = path("refused.jitscope");
        const QJsonObject all = json({"whynot", source, "--json"}).object();
        const QJsonArray refused = all["refused"].toArray();
        QVERIFY(!refused.isEmpty());
        int members = 0;
        for (const QJsonValue &group : all["groups"].toArray())
            members += group.toObject()["count"].toInt();
        QCOMPARE(members, int(refused.size()));
        for (const QJsonValue &each : refused) {
            const QJsonArray nodes = each["captured"].toArray();
            QVERIFY(nodes.size() >= 2);
            const QString pair = QString("%%1,%%2").arg(nodes[0].toInt()).arg(nodes[1].toInt());
            const QJsonObject found = json({"whynot", source, "--nodes", pair, "--json"}).object();
            QVERIFY2(found["refused"].toArray().contains(each), qPrintable(pair));
        }
        QVERIFY(jitscope_({"whynot", source}).out.contains("users of MatMul"));
        int tried = 0;
        for (const QJsonValue &each : refused) {
            QVERIFY(!each["name"].toString().isEmpty() && !each["relation"].toString().isEmpty());
            QVERIFY(each["actual"] != each["required"]);
            // A number has its unit, a word has none.
            QCOMPARE(each["unit"].isNull(), !each["actual"].isDouble() && !each["required"].isDouble());
            if (!each["unit"].isNull())
                QVERIFY(QStringList({"bytes", "ns", "count"}).contains(each["unit"].toString()));
            const QJsonObject change = each["counterfactual"].toObject();
            if (!change.contains("decisions")) {
                QVERIFY(!change["why_none"].toString().isEmpty());
                continue;
            }
            ++tried;
            QStringList options = change["options"].toString().split(' ');
            for (QString &option : options)
                option.remove('\'');
            const Outcome variant = jitscope_(QStringList{"variant", source, "--seconds", "0", "--json"} + options);
            QVERIFY2(variant.code == 0, qPrintable(options.join(QChar(32)) + QString::fromUtf8(variant.err)));
        }
        QVERIFY(tried > 0);
        QCOMPARE(jitscope_({"whynot", source, "--nodes", "%1"}).code, 2);
        QCOMPARE(jitscope_({"whynot", source, "--kernel", "no such kernel"}).code, 2);
    }

    void kernelsAreTheSameInEveryList() {
        QSet<QString> listed, counted;
        for (const QJsonValue &graph : json({"graphs", path("mlp.jitscope"), "--json"}).array())
            for (const QJsonValue &kernel : graph.toObject()["kernels"].toArray())
                listed.insert(kernel.toObject()["name"].toString());
        for (const QJsonValue &row : json({"ops", path("mlp.jitscope"), "--by", "kernel", "--json"}).array())
            counted.insert(row.toObject()["kernel"].toString());
        QVERIFY(!listed.isEmpty());
        QCOMPARE(counted, listed);
        write("unfused.py", "import numpy as np\n"
                            "import mindspore as ms\n"
                            "@ms.jit(jit_level='O0')\n"
                            "def f(x):\n"
                            "    return ms.ops.tanh(x) + 1\n"
                            "f(ms.Tensor(np.ones(3, np.float32)))\n");
        QVERIFY(jitscope_({"graphs", path("unfused.py")}).out.contains("no kernels"));
        const Outcome none = jitscope_({"ops", path("unfused.py"), "--by", "kernel"});
        QVERIFY2(none.code == 0 && none.out.startsWith("No fused kernel ran."), none.out.constData());
        QCOMPARE(json({"ops", path("unfused.py"), "--by", "node", "--json"}).array().size(), 2);
    }

    void irShowsKernelsAndTheirMembers() {
        const Outcome outcome = jitscope_({"ir", path("mlp.jitscope"), "--graph", "fused"});
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.out.contains("GraphKernel_"));
        QVERIFY(outcome.out.contains("PrimFunc_Exp"));
        const Outcome captured = jitscope_({"ir", path("mlp.jitscope"), "--graph", "fused", "--after", "capture"});
        QVERIFY(!captured.out.contains("GraphKernel_"));
    }

    void kernelShowsTheTextsOfEachKernelLineByLine() {
        const QJsonArray kernels = json({"kernel", path("mlp.jitscope"), "--json"}).array();
        QCOMPARE(kernels.size(), 1);
        const QJsonObject kernel = kernels.first().toObject();
        QVERIFY(kernel["flops"].toDouble() > 0 && kernel["bytes"].toDouble() > 0);
        const QJsonArray members = kernel["members"].toArray();
        for (const char *name : {"loops", "unoptimized_ir", "ir", "assembly"}) {
            QSet<int> seen;
            for (const QJsonValue &line : kernel[name].toArray())
                seen.insert(line["member"].toInt());
            for (const QJsonValue &member : members)
                QVERIFY2(seen.contains(member["number"].toInt()), name);
        }
        for (const QJsonValue &member : members)
            QVERIFY(member["line"].toInt() > 0);
        QVERIFY(kernel["inputs"].toArray().first()["bytes"].toInt() > 0);
        QVERIFY(kernel["outputs"].toArray().first()["bytes"].toInt() > 0);
        QVERIFY(kernel["widest_vector"].toString().contains("float"));
        QVERIFY(kernel.contains("spill_stores") && kernel.contains("spill_reloads"));
        const Outcome unknown = jitscope_({"kernel", path("mlp.jitscope"), "--kernel", "nothing"});
        QVERIFY2(unknown.code == 2 && unknown.err.contains("no kernel is called nothing"), unknown.err.constData());
        QCOMPARE(json({"kernel", path("mlp.jitscope"), "--graph", "fused", "--json"}).array(), kernels);
        QCOMPARE(jitscope_({"kernel", path("mlp.jitscope"), "--graph", "nothing"}).code, 2);
    }

    void aKernelIsMeasuredByItsMembers() {
        const QJsonArray kernels = json({"kernel", path("mlp.jitscope"), "--measure", "--json"}).array();
        const QJsonObject measured = kernels.first()["measured"].toObject();
        QVERIFY(measured["runs"].toInt() > 0);
        QVERIFY(measured["how"].toString().contains("samples in"));
        int all = 0;
        for (const QJsonValue &member : measured["members"].toArray())
            all += member["samples"].toInt();
        QCOMPARE(all, measured["samples"].toInt());
        QVERIFY(measured["rounds"].toInt() > 8);
        for (const QJsonValue &cost : measured["costs"].toArray())
            QVERIFY(cost["share"].toDouble(1) <= 1);
    }

    void aValueIsFollowedToTheAssembly() {
        const QJsonArray members =
            json({"kernel", path("mlp.jitscope"), "--json"}).array().first()["members"].toArray();
        const QString node = QString::number(members.first()["node"].toInt());
        const QJsonObject followed =
            json({"follow", path("mlp.jitscope"), "--graph", "fused", "--node", node, "--json"}).object();
        QCOMPARE(followed["stages"].toArray().first()["name"].toString(), QString("captured"));
        const QJsonArray kernels = followed["kernels"].toArray();
        QVERIFY(!kernels.isEmpty());
        for (const char *text : {"loops", "ir", "assembly"})
            QVERIFY2(!kernels.first()[QLatin1String(text)].toArray().isEmpty(), text);
        for (const QJsonValue &end : followed["ends"].toArray())
            QVERIFY(!end.toString().isEmpty());
        const Outcome text = jitscope_({"follow", path("mlp.jitscope"), "--graph", "fused", "--node", node});
        QVERIFY2(text.out.contains("in the end"), text.out.constData());
        QCOMPARE(jitscope_({"follow", path("mlp.jitscope")}).code, 2);
        QCOMPARE(jitscope_({"follow", path("mlp.jitscope"), "--node", "nothing"}).code, 2);
        QCOMPARE(jitscope_({"follow", path("mlp.jitscope"), "--line", "nowhere.py:3"}).code, 2);
    }

    void kernelsFromTheCacheAreTold() {
        // The session is of the run that compiled, or of a later one; what was found is said to be.
        json({"compile", path("mlp.py"), "--json"});
        const QJsonArray graphs = json({"compile", path("mlp.py"), "--json"}).array();
        const QJsonObject kernel = graphs[1].toObject()["kernels"].toArray()[0].toObject();
        QCOMPARE(kernel["origin"].toString(), QString("disk"));
        QVERIFY(kernel["from_cache"].toBool() && kernel["code_bytes"].toInt() > 0);
        const Outcome outcome = jitscope_({"compile", path("mlp.py")});
        QVERIFY2(outcome.out.contains("from cache (disk)"), outcome.out.constData());
        QVERIFY2(outcome.out.contains("fused · O1 · ast"), outcome.out.constData());
    }

    void compileTimeAddsUpInEveryForm_data() {
        QTest::addColumn<QString>("by");
        for (const char *by : {"waterfall", "function", "stage", "pass", "cycle", "rule", "line"})
            QTest::newRow(by) << by;
    }
    void compileTimeAddsUpInEveryForm() {
        QFETCH(QString, by);
        const QJsonObject table = json({"compile", path("mlp.jitscope"), "--by", by, "--json"}).object();
        QCOMPARE(table["grouping"].toString(), by);
        double sum = 0;
        for (const QJsonValue &row : table["rows"].toArray())
            sum += row.toObject()["total_ns"].toDouble();
        QCOMPARE(sum, table["total_ns"].toDouble());
        double graphs = 0;
        for (const QJsonValue &graph : json({"compile", path("mlp.jitscope"), "--json"}).array())
            graphs += graph.toObject()["waterfall"].toObject()["total_ns"].toDouble();
        QCOMPARE(graphs, sum);
        const Outcome csv = jitscope_({"compile", path("mlp.jitscope"), "--by", by, "--csv"});
        double listed = 0;
        for (const QByteArray &line : csv.out.split('\n'))
            if (line.startsWith("0,"))
                listed += line.split(',').at(line.count('"') ? line.count(',') - 3 : 3).toDouble();
        QCOMPARE(listed, sum);
        const Outcome text = jitscope_({"compile", path("mlp.jitscope"), "--by", by});
        QVERIFY2(text.code == 0 && text.out.contains("total"), text.out.constData());
    }

    void recompilationsAreExplained() {
        write("again.py", "import numpy as np\n"
                          "import mindspore as ms\n"
                          "@ms.jit\n"
                          "def f(x):\n"
                          "    return ms.ops.tanh(x)\n"
                          "for n in 4, 5, 6:\n"
                          "    f(ms.Tensor(np.ones((n, 8), np.float32)))\n");
        const QJsonObject third = json({"compile", path("again.py"), "--json"}).array()[2].toObject();
        const QJsonObject why = third["recompilation"].toObject();
        QCOMPARE(why["number"].toInt(), 3);
        QCOMPARE(why["nearest"].toInt(), 1);
        const QJsonObject difference = why["differences"].toArray()[0].toObject();
        QCOMPARE(difference["kind"].toString(), QString("shape"));
        QCOMPARE(difference["name"].toString(), QString("x"));
        QCOMPARE(difference["before"].toString(), QString("f32[5,8]"));
        QCOMPARE(difference["now"].toString(), QString("f32[6,8]"));
        QCOMPARE(why["advice"].toArray()[0].toObject()["remedy"].toString(), QString("dynamic"));
        QCOMPARE(why["advice"].toArray()[0].toObject()["saved_compilations"].toInt(), 1);
        QVERIFY(third["first_call"].toObject()["run_ns"].isDouble());
        QVERIFY(third["first_call"].toObject()["later_median_ns"].isNull());
        const Outcome text = jitscope_({"compile", path("again.py")});
        QVERIFY2(text.out.contains("argument x: f32[6,8] instead of f32[5,8]"), text.out.constData());
        QVERIFY2(text.out.contains("jit(dynamic=1)"), text.out.constData());
        QCOMPARE(jitscope_({"compile", path("again.py"), "--by", "nothing"}).code, 2);
    }

    void aFunctionThatCouldNotBeCompiledIsTold() {
        write("failing.py", "import numpy as np\n"
                            "import mindspore as ms\n"
                            "@ms.jit\n"
                            "def f(x):\n"
                            "    return ms.ops.matmul(x, x)\n"
                            "f(ms.Tensor(np.ones((2, 3), np.float32)))\n");
        jitscope_({"run", path("failing.py"), "--save", path("failing.jitscope")});
        const Outcome text = jitscope_({"compile", path("failing.jitscope")});
        QVERIFY2(text.out.startsWith("f could not be compiled: ValueError: For 'MatMul'"), text.out.constData());
        QVERIFY2(text.out.endsWith("(failing.py:5)\n"), text.out.constData());
    }

    void bisectFindsNothingInSoundGraphs() {
        const Outcome outcome = jitscope_({"bisect", path("mlp.py")});
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.out.count("same     "), 2);
        QVERIFY(outcome.out.contains("fused (ast, O1)"));
    }

    void bisectFindsAPlantedRewrite_data() {
        QTest::addColumn<QString>("pass");
        for (const char *pass : {"inline", "constant_folding", "cse", "graph_kernel_expander"})
            QTest::newRow(pass) << pass;
    }
    void bisectFindsAPlantedRewrite() {
        QFETCH(QString, pass);
        qputenv("JITSCOPE_WRONG_BEHIND", pass.toUtf8());
        const QJsonArray findings = json({"bisect", path("mlp.py"), "--function", "fused", "--json", "--plugins",
                                          JITSCOPE_BUILD_DIR "/tests/wrong_rewrite"},
                                         1)
                                        .array();
        QCOMPARE(findings.size(), 1);
        const QJsonObject finding = findings[0].toObject();
        QCOMPARE(finding["where"].toString(), QString("pass"));
        QVERIFY2(finding["pass"].toString().endsWith("wrong_rewrite"), qPrintable(finding["pass"].toString()));
        QCOMPARE(finding["op"].toString(), QString("Sub"));
        QCOMPARE(finding["rule"].toString(), QString("x + y -> x - y"));
        QCOMPARE(finding["line"].toInt(), 25);
    }

    void variantsAreDecidedByOptions_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<int>("code");
        QTest::newRow("a pass less") << QStringList{"--without", "arithmetic_simplify"}
                                     << "arithmetic_simplify is switched off" << 0;
        QTest::newRow("a pass more") << QStringList{"--repeat", "cse@opt_a.r1.inline"}
                                     << "cse runs again behind opt_a.r1.inline" << 0;
        QTest::newRow("a pass elsewhere")
            << QStringList{"--move", "cse@opt_a.inline"} << "cse is moved behind opt_a.inline" << 0;
        QTest::newRow("no pass behind one")
            << QStringList{"--end", "inline.inline"} << "no pass runs behind inline.inline" << 0;
        QTest::newRow("another dtype") << QStringList{"--dtype", "float64@CNode_1"} << "computed in float64" << 0;
    }
    void variantsAreDecidedByOptions() {
        QFETCH(QStringList, options);
        QFETCH(QString, sentence);
        QFETCH(int, code);
        options.replaceInStrings("CNode_1", firstNodeOf("fused"));
        const Outcome outcome = jitscope_(
            QStringList{"variant", path("mlp.jitscope"), "--function", "fused", "--seconds", "0", "--json"} + options);
        QVERIFY2(outcome.code == code, (outcome.out + outcome.err).constData());
        const QJsonObject variant = QJsonDocument::fromJson(outcome.out).object()["variant"].toObject();
        const QJsonObject decision = variant["decisions"].toArray().first().toObject();
        QVERIFY2(decision["decision"].toString().contains(sentence), outcome.out.constData());
        QCOMPARE(decision["option"].toString(), options[0]);
        QVERIFY2(decision["uses"].toInt() > 0, outcome.out.constData());
    }

    /** How a decision was understood stands below it, in the text and as remarks. */
    void decisionsSayHowTheyWereUnderstood() {
        const QStringList decided{"variant",  path("mlp.jitscope"),      "--function", "fused", "--seconds", "0",
                                  "--refuse", "@" + firstNodeOf("fused")};
        const QJsonObject variant = json(decided + QStringList{"--json"}).object()["variant"].toObject();
        const QJsonArray remarks = variant["decisions"].toArray().first()["remarks"].toArray();
        QVERIFY(!remarks.isEmpty());
        const QByteArray text = jitscope_(decided).out;
        for (const QJsonValue &remark : remarks)
            QVERIFY2(text.contains("\n  " + remark.toString().toUtf8() + "\n"), text.constData());
        QVERIFY2(remarks.first().toString().startsWith("No rule was named"), text.constData());
    }

    /** The function has the option that it has elsewhere, too; several decisions share the difference. */
    void severalDecisionsShareTheDifference() {
        const QStringList decided{"variant", path("mlp.jitscope"), "--graph", "fused",  "--compile-at",
                                  "O0",      "--without",          "cse",     "--json", "--seconds"};
        const QJsonObject found = json(decided + QStringList{"0.02"}).object();
        const QJsonArray shares = found["shares"].toArray();
        QCOMPARE(shares.size(), 2);
        QCOMPARE(shares[0]["decision"].toString(), QString("compiled at O0"));
        QCOMPARE(shares[1]["decision"].toString(), QString("cse is switched off"));
        int launches = 0;
        for (const QJsonValue &share : shares) {
            QVERIFY(share["noise_ns"].toDouble() > 0);
            launches += share["launches"].toInt();
        }
        QCOMPARE(launches, found["variant"]["launches"].toInt() - found["as_compiled"]["launches"].toInt());
        QVERIFY(found["variant"].toObject().contains("kernels_from_cache"));
    }

    void variantsWantPlacesAndDtypesThatThereAre() {
        const auto said = [this](const QStringList &options) {
            const Outcome outcome = jitscope_(QStringList{"variant", path("mlp.jitscope"), "--seconds", "0"} + options);
            return QString::number(outcome.code) + ' ' + outcome.err;
        };
        for (const QStringList &options : {QStringList{"--repeat", "cse"}, QStringList{"--move", "nothing@cse"},
                                           QStringList{"--end", "nothing"}, QStringList{"--dtype", "int8@%1"}})
            QVERIFY2(said(options).startsWith("2 jitscope: "), qPrintable(said(options)));
    }

    void bisectWantsAScriptAndATolerance() {
        QCOMPARE(jitscope_({"bisect", path("mlp.jitscope")}).code, 2);
        QCOMPARE(jitscope_({"bisect", path("missing.py")}).code, 3);
        QCOMPARE(jitscope_({"bisect", path("mlp.py"), "--tolerance", "-1"}).code, 2);
    }

    /** %12 is the same node in every text of a graph, whichever command tells of it. */
    void aFunctionIsMeasuredInEveryWay() {
        const QStringList wanted = {"bench",  path("mlp.py"),    "--function", "fused",
                                    "--rows", "ast O1,trace GE", "--seconds",  "0.02"};
        const Outcome text = jitscope_(wanted);
        QVERIFY2(text.code == 0, text.err.constData());
        for (const char *part : {"fused(Float32[3, 8]), forward", "ast O1 fullgraph", "against eager", "noise: eager",
                                 "2 rows of backend GE were left out: it is Ascend's"})
            QVERIFY2(text.out.contains(part), text.out.constData());
        const Outcome json =
            jitscope_(wanted + QStringList{"--json", "--html", path("bench.html"), "--save", path("bench.jitscope")});
        QVERIFY2(json.code == 0, json.err.constData());
        const QJsonArray rows = QJsonDocument::fromJson(json.out)["functions"][0]["rows"].toArray();
        QCOMPARE(rows.size(), 6);
        for (const QJsonValue &row : rows)
            QVERIFY(row["median_ns"].toDouble() > 0 && row["backend"].toString().isEmpty());
        QVERIFY(QFile::exists(path("bench.html")));
        const auto saved = loadSession(path("bench.jitscope").toStdString());
        VERIFY_RESULT(saved);
        QVERIFY(!saved->ops.empty());
        const QJsonDocument kept = QJsonDocument::fromJson(QByteArray::fromStdString(saved->info.at("bench")));
        QCOMPARE(kept["functions"][0]["lines"].toArray().size(), rows.size());
        const Outcome picture = jitscope_(
            {"snapshot", path("bench.jitscope"), "--panel", "bench", "--out", path("bench.png"), "--size", "900x400"});
        QVERIFY2(picture.code == 0 && QImage(path("bench.png")).width() == 900, picture.err.constData());
        const Outcome csv = jitscope_(wanted + QStringList{"--csv"});
        QCOMPARE(csv.out.count('\n'), 7);
        for (const auto &[option, message] :
             std::map<QString, QByteArray>{{"--function=nobody", "no function 'nobody'"},
                                           {"--rows=O9", "no row is 'O9'"},
                                           {"--seconds=-1", "--seconds takes a number above 0"},
                                           {"--save=/no/folder/f.jitscope", "no such folder"},
                                           {"--python=/no/python", "cannot be started"}}) {
            const Outcome refused = jitscope_({"bench", path("mlp.py"), option});
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains(message), refused.err.constData());
        }
        QCOMPARE(jitscope_({"bench", path("nowhere.py")}).code, 3);
    }

    void irHasTheNumbersOfMessages_data() {
        QTest::addColumn<QString>("source");
        QTest::newRow("mlp") << path("mlp.jitscope");
        jitscope_({"run", JITSCOPE_SOURCE_DIR "/resources/samples/attention.py", "--save", path("attention.jitscope")});
        QTest::newRow("attention") << path("attention.jitscope");
    }
    void irHasTheNumbersOfMessages() {
        QFETCH(QString, source);
        int told = 0;
        for (const QJsonValue &graph : json({"graphs", source, "--json"}).array()) {
            const QString index = QString::number(graph.toObject()["index"].toInt());
            const QStringList of{source, "--graph", index};
            std::map<QString, QStringList> names; // of each number, in all stages
            const auto take = [&](const QStringList &stage) {
                const QString text = jitscope_(QStringList{"ir"} + of + stage).out;
                static const QRegularExpression line(R"(\n  %(\d+)\([^)]*\) = (?:call @|PrimFunc_|)(\w+))");
                for (auto match = line.globalMatch(text); match.hasNext();) {
                    const QRegularExpressionMatch each = match.next();
                    names[each.captured(1)] += each.captured(2);
                }
            };
            take({"--after", "capture"});
            take({});
            for (const QJsonValue &pass : json(QStringList{"passes"} + of + QStringList{"--json"}).array())
                if (pass.toObject()["changed"].toBool())
                    take({"--after", QString::number(pass.toObject()["index"].toInt())});
            QString messages;
            for (const auto &[number, operators] : names)
                messages += jitscope_(QStringList{"follow"} + of + QStringList{"--node", "%" + number}).out;
            messages += jitscope_(QStringList{"whynot"} + of).out;
            messages += jitscope_({"diff", source, "--graph", index, "--from", "captured", "--to", "final"}).out;
            static const QRegularExpression title(R"(\b([A-Z]\w*) %(\d+)\b)");
            for (auto match = title.globalMatch(messages); match.hasNext();) {
                const QRegularExpressionMatch each = match.next();
                ++told;
                QVERIFY2(names[each.captured(2)].contains(each.captured(1)),
                         qPrintable(each.captured(0) + " is " + names[each.captured(2)].join(" ")));
            }
        }
        QVERIFY(told > 20);
    }

    void diffShowsWhatAPassDid() {
        const Outcome text =
            jitscope_({"diff", path("mlp.jitscope"), "--graph", "run", "--pass", "arithmetic_simplify"});
        QCOMPARE(text.code, 1);
        QVERIFY(text.out.contains("--- before/arithmetic_simplify"));
        QVERIFY(text.out.contains("\n-"));
        const QJsonDocument nodes = json(
            {"diff", path("mlp.jitscope"), "--graph", "run", "--pass", "arithmetic_simplify", "--format", "json"}, 1);
        QVERIFY(!nodes.object()["nodes"].toArray().isEmpty());
        QVERIFY(!nodes.object()["rewrites"].toArray().isEmpty());
    }

    void diffComparesAnyTwoStages() {
        const QStringList graph{"diff", path("mlp.jitscope"), "--graph", "run"};
        const QJsonObject own = json(graph + QStringList{"--from", "captured", "--to", "final", "--json"}, 1).object();
        QCOMPARE(own["matched"].toString(), QString("by ids and logs"));
        QVERIFY(!own["nodes"].toArray().isEmpty());
        QVERIFY(!own["unchanged"].toArray().isEmpty());
        for (const QJsonValue &node : own["unchanged"].toArray()) {
            QCOMPARE(node.toObject()["matched"].toString(), QString("by ids and logs"));
            QCOMPARE(node.toObject()["left"], node.toObject()["right"]);
        }
        for (const QJsonValue &node : own["nodes"].toArray()) {
            const QJsonObject row = node.toObject();
            QVERIFY(!row["matched"].toString().isEmpty());
            QVERIFY2(!row["reason"].toString().isEmpty(), qPrintable(QString(QJsonDocument(row).toJson())));
        }
        const QByteArray told = jitscope_(graph + QStringList{"--from", "captured"}).out;
        QVERIFY(told.contains(", matched by ids and logs\n"));
        QVERIFY2(told.contains("\n# nodes matched by ids and logs ("), told.constData());
        QCOMPARE(jitscope_(graph + QStringList{"--from", "final", "--to", "final"}).code, 0);
        const QJsonObject variant = json(graph + QStringList{"--without", "arithmetic_simplify", "--json"}, 1).object();
        QVERIFY(variant["right"].toString().startsWith("variant of "));
        QVERIFY(!variant["nodes"].toArray().isEmpty());
        QCOMPARE(jitscope_(graph + QStringList{"--against", "run"}).code, 0);
    }

    void opsAreSummed() {
        const QJsonArray rows = json({"ops", path("mlp.jitscope"), "--json"}).array();
        double share = 0;
        for (const QJsonValue &row : rows)
            share += row.toObject()["share"].toDouble();
        QVERIFY(std::abs(share - 1) < 1e-9);
        const Outcome csv = jitscope_({"ops", path("mlp.jitscope"), "--by", "line", "--csv"});
        QVERIFY(csv.out.startsWith("line,count,total_us,self_us,mean_us,median_us,p90_us,p99_us,deviation_us,"));
        QVERIFY(csv.out.contains("mlp.py:"));
        QVERIFY(csv.out.contains(",share\n"));
        for (const char *by : {"op", "type", "scope", "cell", "node", "kernel", "phase", "step"})
            QVERIFY(jitscope_({"ops", path("mlp.jitscope"), "--by", by, "--csv"}).out.startsWith(by));
    }

    void theFlameGraphHasWhatTheTableHas() {
        int64_t table = 0;
        for (const QJsonValue &row : json({"ops", path("mlp.jitscope"), "--json"}).array())
            table += std::llround(row.toObject()["self_us"].toDouble() * 1000);
        QVERIFY(table > 0);
        for (const QStringList &form : {QStringList(), {"--by", "scope"}, {"--bottom-up"}}) {
            const QJsonArray frames = json(QStringList{"flame", path("mlp.jitscope"), "--json"} + form).array();
            QCOMPARE(std::llround(frames[0].toObject()["total_us"].toDouble() * 1000), table);
            int64_t folded = 0;
            const QByteArray text = jitscope_(QStringList{"flame", path("mlp.jitscope"), "--folded"} + form).out;
            for (const QByteArray &line : text.trimmed().split('\n'))
                folded += line.mid(line.lastIndexOf(' ')).trimmed().toLongLong();
            QCOMPARE(folded, table);
        }
        QVERIFY(jitscope_({"flame", path("mlp.jitscope")}).out.contains("mlp.py:"));
    }

    void memoryIsListedSummedAndCompared() {
        const QString session = path("mlp.jitscope");
        const QJsonObject peak = json({"memory", session, "--json"}).object();
        const QJsonArray held = peak["held"].toArray();
        double listed = 0, largest = 1e18;
        bool hasWeight = false;
        for (const QJsonValue &each : held) {
            const double bytes = each.toObject()["bytes"].toDouble();
            QVERIFY2(bytes <= largest, "the largest first");
            largest = bytes;
            listed += bytes;
            hasWeight = hasWeight || each.toObject()["name"].toString() == "fc1.weight";
        }
        QVERIFY(hasWeight);
        QCOMPARE(listed, peak["peak_bytes"].toDouble());
        QCOMPARE(peak["at_us"], peak["peak_us"]);
        for (const char *by : {"line", "scope", "operator"}) {
            double sum = 0;
            for (const QJsonValue &row : json({"memory", session, "--by", by, "--json"}).array()) {
                QVERIFY(row.toObject().contains(by));
                sum += row.toObject()["bytes"].toDouble();
            }
            QCOMPARE(sum, listed);
        }
        const QJsonObject change = json({"memory", session, "--from", "begin", "--json"}).object();
        QCOMPARE(change["bytes_to"].toDouble(), listed);
        QVERIFY(jitscope_({"memory", session, "--at", "#3"}).out.contains("mlp.py:"));
        QVERIFY(jitscope_({"memory", session, "--csv"}).out.startsWith("bytes,tensor,name,type,op,"));
        QCOMPARE(jitscope_({"memory", session, "--growth"}).code, 0);
        for (const char *moment : {"soon", "#999999", "#0", "12", "1e99s", "1000s", "-1ms"})
            QCOMPARE(jitscope_({"memory", session, "--at", moment}).code, 2);
        const QString peakTime = QString::number(peak["peak_us"].toDouble() + 0.01, 'f', 3) + "us";
        QCOMPARE(json({"memory", session, "--at", peakTime, "--json"}).object()["held"].toArray().size(), held.size());
    }

    void memoryThatCouldBeSavedIsListed() {
        write("saved.py", "import numpy as np\n"
                          "import mindspore as ms\n"
                          "from mindspore import ops, Tensor, jit\n"
                          "kept = []\n"
                          "weight = ms.Parameter(Tensor(np.ones((64, 64), np.float32)))\n"
                          "def forward(x):\n"
                          "    return ops.tanh(ops.matmul(ops.relu(x), weight)).sum()\n"
                          "@jit(jit_level='O1')\n"
                          "def chain(x):\n"
                          "    return ops.tanh(ops.exp(ops.matmul(ops.matmul(x, x), x)))\n"
                          "x = Tensor(np.full((64, 64), 0.01, np.float32))\n"
                          "grad = ms.grad(forward, None, [weight])\n"
                          "for _ in range(5):\n"
                          "    grad(x)\n"
                          "    kept.append(chain(x))\n");
        const QString session = path("saved.jitscope");
        QCOMPARE(jitscope_({"run", path("saved.py"), "--save", session}).code, 0);
        const QJsonObject plan = json({"memory", session, "--plan", "--json"}).array()[0].toObject();
        QVERIFY(plan["peak_bytes"].toDouble() > 0);
        QVERIFY(plan["peak_bytes"].toDouble() <= plan["peak_without_taking_bytes"].toDouble());
        QVERIFY(plan["peak_without_taking_bytes"].toDouble() <= plan["all_bytes"].toDouble());
        QVERIFY(!plan["values"].toArray().isEmpty());
        QVERIFY(jitscope_({"memory", session, "--plan"}).out.contains("taken over from %"));
        QVERIFY(jitscope_({"memory", session, "--plan", "--csv", "--graph", "chain"}).out.startsWith("graph_index,"));
        QCOMPARE(jitscope_({"memory", session, "--plan", "--graph", "nobody"}).code, 2);
        const QJsonObject again = json({"memory", session, "--recompute", "--json"}).object();
        QVERIFY(again["is_estimate"].toBool());
        QVERIFY(again["peak_bytes_then"].toDouble() <= again["peak_bytes"].toDouble());
        QVERIFY(again["step_us"].isNull());
        const Outcome growth = jitscope_({"memory", session, "--growth", "--json"});
        QCOMPARE(growth.code, 1);
        const QJsonObject leak = QJsonDocument::fromJson(growth.out).object();
        QCOMPARE(leak["rounds"].toInt(), 5);
        QCOMPARE(leak["growing"].toArray().size(), 1);
        QCOMPARE(leak["growing"].toArray()[0].toObject()["bytes_per_round"].toDouble(), 64.0 * 64 * 4);
        QVERIFY(leak["growing"].toArray()[0].toObject()["line"].toString().startsWith("saved.py:10"));
        QCOMPARE(jitscope_({"memory", path("mlp.jitscope"), "--recompute"}).code, 3);
    }

    void memoryOfOldSessionsIsNotKnown() {
        const Outcome outcome = jitscope_({"memory", JITSCOPE_SOURCE_DIR "/tests/data/session/version7.jitscope"});
        QCOMPARE(outcome.code, 3);
        QVERIFY(outcome.err.contains("not recorded"));
        QVERIFY(outcome.out.isEmpty());
    }

    void kernelsOfAProfileAreSummed() {
        QDir(path({})).mkpath("node_1_ascend_pt/ASCEND_PROFILER_OUTPUT");
        write("node_1_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv",
              "Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Input Shapes\n"
              "mm,MatMul,AI_CORE,1000.000\t,30.5,0,\"\"\"2,3;3,4\"\"\"\n"
              "add,Add,AI_VECTOR_CORE,1040.000\t,10,0,\"\"\"4\"\"\"\n"
              "add2,Add,AI_VECTOR_CORE,1050.000\t,9.5,0,\"\"\"4\"\"\"\n");
        const QJsonArray rows = json({"ops", path("node_1_ascend_pt"), "--json"}).array();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0].toObject()["type"].toString(), QString("MatMul"));
        QCOMPARE(rows[0].toObject()["share"].toDouble(), 0.61);
        QCOMPARE(rows[1].toObject()["count"].toInt(), 2);
        QCOMPARE(rows[1].toObject()["total_us"].toDouble(), 19.5);
        const Outcome shapes = jitscope_({"ops", path("node_1_ascend_pt"), "--by", "shape", "--csv"});
        QVERIFY2(shapes.out.contains("\"MatMul 2,3;3,4\",1,30.500"), shapes.out.constData());
        const Outcome other = jitscope_({"ops", path("node_1_ascend_pt"), "--by", "core", "--rank", "7"});
        QVERIFY2(other.code == 3 && other.err.contains("no kernels of that rank"), other.err.constData());
    }

    void savedAndLiveSourceShowTheSame() {
        for (const QStringList &question : {QStringList{"graphs", "--json"}, QStringList{"passes", "--json"}}) {
            const auto names = [&](const QString &source) {
                QStringList all;
                for (const QJsonValue &each : json({question[0], source, question[1]}).array())
                    all += each.toObject()["name"].toString() + each.toObject()["nodes_after"].toVariant().toString();
                return all;
            };
            QCOMPARE(names(path("mlp.jitscope")), names(path("mlp.py")));
        }
    }

    void ascendTimelineIsMarkedSimulated() {
        const QJsonObject trace = json({"trace", path("mlp.py"), "--device", "Ascend", "--json"}).object();
        bool simulated = false;
        for (const QJsonValue &lane : trace["lanes"].toArray()) {
            if (!lane.toObject()["simulated"].toBool()) continue;
            simulated = true;
            QVERIFY(lane.toObject()["process"].toString().contains("simulated"));
        }
        QVERIFY(simulated);
        QVERIFY(trace["slices"].toInt() > 0 && trace["end_ns"].toDouble() > trace["begin_ns"].toDouble());
    }

    void everyExportIsWritten_data() {
        QTest::addColumn<QString>("ending");
        QTest::addColumn<QByteArray>("begin");
        QTest::newRow("json") << ".json" << QByteArray("{");
        QTest::newRow("trace") << ".trace.json" << QByteArray();
        QTest::newRow("csv") << ".csv" << QByteArray("number,op,");
        QTest::newRow("svg") << ".svg" << QByteArray("<?xml");
        QTest::newRow("png") << ".png" << QByteArray("\x89PNG");
        QTest::newRow("dot") << ".dot" << QByteArray("digraph");
        QTest::newRow("ir") << ".ir" << QByteArray("# IR");
        QTest::newRow("html") << ".html" << QByteArray("<!DOCTYPE html>");
    }
    void everyExportIsWritten() {
        QFETCH(QString, ending);
        QFETCH(QByteArray, begin);
        const QString file = path("out" + ending);
        const Outcome outcome = jitscope_({"export", path("mlp.jitscope"), "--to", file});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray bytes = written.readAll();
        QVERIFY(bytes.size() > 100);
        QVERIFY(bytes.startsWith(begin));
    }

    /** Of all that the samples compile: the captured and the final graph, each kernel, and the last node alone. */
    void everySampleIsATestCase_data() {
        QTest::addColumn<QString>("sample");
        const QDir folder(JITSCOPE_SOURCE_DIR "/resources/samples");
        for (const QString &file : folder.entryList({"*.py"}, QDir::Files))
            QTest::newRow(qPrintable(file)) << folder.filePath(file);
        QTest::newRow("mlp.py") << path("mlp.py");
    }
    void everySampleIsATestCase() {
        QFETCH(QString, sample);
        const QString session = path("sample.jitscope");
        jitscope_({"run", sample, "--record", "values", "--save", session}); // some samples fail on purpose
        QVERIFY(QFile::exists(session));
        const QJsonArray graphs = json({"graphs", session, "--json"}).array();
        for (int i = 0; i < graphs.size(); ++i) {
            const QString graph = QString::number(i);
            for (const QStringList &part : {QStringList{"--pass", "capture"}, QStringList{}}) {
                const QString folder = path(QString("case%1").arg(++m_cases));
                const Outcome outcome =
                    jitscope_(QStringList{"export", session, "--to-case", folder, "--graph", graph} + part);
                QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).constData());
                QVERIFY2(outcome.out.contains("as recorded in the first call"), outcome.out.constData());
                const Outcome ran = python({folder + "/case.py"});
                QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
            }
        }
    }

    /** A fused kernel is no border, and a call that is gone is found where it was. */
    void whatLeadsToACallIsFollowedThroughKernelsAndPasses() {
        QCOMPARE(jitscope_({"run", path("mlp.py"), "--record", "values", "--save", path("led.jitscope")}).code, 0);
        const QStringList begin{"export", path("led.jitscope"), "--graph", "fused", "--to-case", path("led")};
        const QString final = jitscope_({"ir", path("led.jitscope"), "--graph", "fused"}).out;
        const auto member = QRegularExpression("%(\\d+)\\S* = PrimFunc_Sub").match(final);
        QVERIFY2(member.hasMatch(), qPrintable(final));
        const Outcome taken = jitscope_(begin + QStringList{"--leading-to", member.captured(1)});
        QVERIFY2(taken.code == 0, taken.err.constData());
        QVERIFY2(taken.out.contains("as its members") &&
                     taken.out.contains("inputs of the function: x: as recorded in the first call\n"),
                 taken.out.constData());
        const Outcome ran = python({path("led") + "/case.py"});
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        // x + 0.0 of the other function is in no later graph.
        int told = 0;
        for (int id = 1; id < 25; ++id) {
            const Outcome gone = jitscope_({"export", path("led.jitscope"), "--graph", "run", "--to-case", path("led"),
                                            "--leading-to", QString("%%1").arg(id)});
            if (!gone.err.contains("is no call of this graph any more: ")) continue;
            ++told;
            QCOMPARE(gone.code, 2);
            const auto stage = QRegularExpression("--pass (\\w+) takes it").match(gone.err);
            QVERIFY2(stage.hasMatch(), gone.err.constData());
            const Outcome there = jitscope_({"export", path("led.jitscope"), "--graph", "run", "--to-case", path("led"),
                                             "--leading-to", QString("%%1").arg(id), "--pass", stage.captured(1)});
            QVERIFY2(there.code == 0 || !there.err.contains("is no call"), there.err.constData());
        }
        QVERIFY(told > 0);
    }

    void aCaseOfAVariantSaysThatItNeedsItsDecisions() {
        const QStringList reduce{"reduce", path("mlp.py"), "--graph",    "fused",
                                 "--to",   path("needs"),  "--property", "fires:element-wise calls"};
        const QByteArray sentence =
            "The property was found in a variant (--without cse); case.py compiles without such "
            "decisions, so by itself it may show nothing.\n";
        const Outcome decided = jitscope_(reduce + QStringList{"--without", "cse"});
        QVERIFY2(decided.code == 0 && decided.out.contains(sentence), (decided.out + decided.err).constData());
        const Outcome plain = jitscope_(reduce);
        QVERIFY2(plain.code == 0 && !plain.out.contains("found in a variant"), (plain.out + plain.err).constData());
    }

    void aWrongCompileIsATestCaseThatFailsAndIsReduced() {
        qputenv("JITSCOPE_WRONG_BEHIND", "cse");
        const QStringList wrong{"--graph", "fused", "--plugins", JITSCOPE_BUILD_DIR "/tests/wrong_rewrite"};
        const QString folder = path("wrongcase"), reduced = path("reduced");
        const Outcome outcome = jitscope_(QStringList{"export", path("mlp.py"), "--to-case", folder} + wrong);
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        const Outcome ran = python({folder + "/case.py"});
        QVERIFY2(ran.code == 1 && ran.out.contains("differ"), (ran.out + ran.err).constData());
        const Outcome left =
            jitscope_(QStringList{"reduce", path("mlp.py"), "--property", "differs", "--to", reduced} + wrong);
        QVERIFY2(left.code == 0 && left.out.contains("fused: 1 of "), (left.out + left.err).constData());
        QVERIFY(QFile::exists(reduced + "/reduced.ir") && QFile::exists(reduced + "/case.py"));
        const Outcome sound = jitscope_({"reduce", path("mlp.py"), "--to", reduced});
        QVERIFY2(sound.code == 1 && sound.err.contains("has not the property 'differs'"), sound.err.constData());
        QCOMPARE(jitscope_({"reduce", path("mlp.py"), "--to", reduced, "--property", "works"}).code, 2);
        const Outcome unknown = jitscope_({"reduce", path("mlp.py"), "--to", reduced, "--property", "fires:no such"});
        QVERIFY2(unknown.code == 1 && unknown.err.contains("no rule that was applied has that in its name"),
                 unknown.err.constData());
        QCOMPARE(jitscope_({"reduce", path("mlp.py")}).code, 2);
        QCOMPARE(jitscope_({"export", path("mlp.jitscope"), "--to-case", folder, "--nodes", "%99999"}).code, 2);
    }

    void irDumpIsReadBack() {
        const QString folder = path("dump");
        QCOMPARE(jitscope_({"export", path("mlp.jitscope"), "--to-ir", folder}).code, 0);
        const QStringList files = QDir(folder).entryList({"*.ir"}, QDir::Files);
        QVERIFY(files.size() > 10);
        const QJsonArray graphs = json({"graphs", folder + "/" + files.first(), "--json"}).array();
        QCOMPARE(graphs.size(), 1);
        QVERIFY(graphs[0].toObject()["imported"].toBool());
        QCOMPARE(json({"graphs", folder, "--json"}).array().size(), 2);
    }

    /** A dump has no logs of passes: no match is called exact, and where a node comes or goes is said all the same. */
    void stagesOfADumpAreCompared() {
        const QString folder = path("attentiondump");
        const QString sample = JITSCOPE_SOURCE_DIR "/resources/samples/attention.py";
        QCOMPARE(jitscope_({"export", sample, "--to-ir", folder}).code, 0);
        const QStringList diff{"diff", folder, "--from", "captured", "--to", "final"};
        const QJsonObject found = json(diff + QStringList{"--json"}, 1).object();
        QCOMPARE(found["matched"].toString(), QString("by structure"));
        bool isPlaced = false;
        for (const QJsonValue &node : found["nodes"].toArray()) {
            const QString reason = node["reason"].toString();
            QVERIFY2(!reason.isEmpty(), qPrintable(QString(QJsonDocument(node.toObject()).toJson())));
            QCOMPARE(node["matched"].toString(), QString("by structure"));
            isPlaced |= reason.startsWith("first there in ");
        }
        QVERIFY(isPlaced);
    }

    void everyPanelIsPainted_data() {
        QTest::addColumn<QString>("panel");
        for (const char *panel :
             {"editor", "console", "graph", "passes", "irdiff", "inspector", "timings", "timeline", "window"})
            QTest::newRow(panel) << panel;
    }
    void everyPanelIsPainted() {
        QFETCH(QString, panel);
        const QString file = path(panel + ".png");
        const Outcome outcome =
            jitscope_({"snapshot", path("mlp.jitscope"), "--panel", panel, "--out", file, "--size", "1280x800"});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        const QImage image(file);
        const double scale = std::max(1.0, qEnvironmentVariable("QT_SCALE_FACTOR").toDouble());
        QCOMPARE(image.size(), QSize(1280, 800) * scale); // the size is in the window's own pixels
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 3)
            for (int x = 0; x < image.width(); x += 3)
                colours.insert(image.pixel(x, y));
        QVERIFY2(colours.size() > 8, "the picture is almost empty");
    }

    void mistakesAreToldInWords_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("message");
        write("syntax.py", "x = 1\nprint(x\n");
        write("raises.py", "def f():\n    return 1 / 0\n\nf()\n");
        write("shapes.py", "import numpy as np\nfrom mindspore import ops, Tensor\n"
                           "a = Tensor(np.ones((2, 3), np.float32))\nprint(ops.matmul(a, a))\n");
        write("gpu.py", "import mindspore as ms\nms.set_context(device_target='GPU')\n");
        write("capture.py", "import mindspore as ms\nf = ms.jit(lambda x: x, capture_mode='film')\n");
        write("half.ir", firstHalf(jitscope_({"ir", path("mlp.jitscope"), "--graph", "run"}).out));
        write("half.jitscope", firstHalf(bytes("mlp.jitscope")));
        write("text.jitscope", "this is no session");
        QTest::newRow("no such file") << QStringList{"passes", path("none.py")} << 3 << "none.py: no such file";
        QTest::newRow("run: no such file") << QStringList{"run", path("none.py")} << 3 << "none.py: no such file";
        QTest::newRow("unknown command") << QStringList{"profil", "x.py"} << 2 << "neither a command nor a file";
        QTest::newRow("bisect: unknown function") << QStringList{"bisect", path("mlp.py"), "--function", "nosuch"} << 2
                                                  << "no compiled function is called 'nosuch'; there are";
        QTest::newRow("unknown option") << QStringList{"passes", "x", "--fast"} << 2 << "unknown option --fast";
        QTest::newRow("no source") << QStringList{"passes"} << 2 << "needs SOURCE";
        QTest::newRow("unknown graph") << QStringList{"ir", path("mlp.jitscope"), "--graph", "nothing"} << 2
                                       << "no graph 'nothing'";
        QTest::newRow("unknown pass") << QStringList{"diff", path("mlp.jitscope"), "--pass", "magic"} << 2
                                      << "no pass 'magic'";
        QTest::newRow("unknown stage") << QStringList{"diff", path("mlp.jitscope"), "--from", "magic"} << 2
                                       << "captured and final are stages too";
        QTest::newRow("no stage at all") << QStringList{"diff", path("mlp.jitscope")} << 2 << "--from STAGE";
        QTest::newRow("bad mode") << QStringList{"run", path("mlp.py"), "--mode", "fast"} << 2 << "must be one of";
        QTest::newRow("syntax error") << QStringList{"run", path("syntax.py")} << 1 << "syntax.py\", line 2";
        QTest::newRow("exception") << QStringList{"run", path("raises.py")} << 1 << "raises.py\", line 2";
        QTest::newRow("shape mismatch") << QStringList{"run", path("shapes.py")} << 1 << "shapes.py\", line 4";
        QTest::newRow("GPU") << QStringList{"run", path("gpu.py")} << 1 << "Unsupported device target GPU";
        QTest::newRow("capture mode") << QStringList{"run", path("capture.py")} << 1 << "film";
        QTest::newRow("half an .ir") << QStringList{"graphs", path("half.ir")} << 3 << "half.ir:";
        QTest::newRow("half a session") << QStringList{"graphs", path("half.jitscope")} << 3 << "half.jitscope";
        QTest::newRow("no session at all") << QStringList{"graphs", path("text.jitscope")} << 3 << "text.jitscope";
        QTest::newRow("export without a name") << QStringList{"export", path("mlp.jitscope")} << 2 << "--to";
        QTest::newRow("export to nowhere")
            << QStringList{"export", path("mlp.jitscope"), "--to", path("no/where.json")} << 3 << "where.json";
        QTest::newRow("unknown panel") << QStringList{"snapshot", path("mlp.jitscope"), "--panel", "sound",
                                                      "--out",    path("x.png")}
                                       << 2 << "no panel 'sound'";
    }
    void mistakesAreToldInWords() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, message);
        const Outcome outcome = jitscope_(arguments);
        QVERIFY2(outcome.err.contains(message.toUtf8()), outcome.err.constData());
        QCOMPARE(outcome.code, code);
    }

    void namesInFilesAreNotObeyedByTheTerminal() {
        QByteArray trace = "[{'ph': 'M', 'pid': 1, 'name': 'process_name', 'args': {'name': '\\u001b]0;own\\u0007'}},"
                           "{'ph': 'X', 'pid': 1, 'tid': 1, 'ts': 1, 'dur': 2, 'args': {'k': '\\r'},"
                           "'name': '\\u001b[2Jgone\\u009b31m\\u202e'}]";
        write("hostile.json", trace.replace('\'', '"'));
        for (const QStringList &command : {QStringList{"trace", path("hostile.json")},
                                           {"ops", path("hostile.json")},
                                           {"trace", path("hostile.json"), "--json"}}) {
            const Outcome outcome = jitscope_(command);
            for (const char byte : outcome.out + outcome.err)
                QVERIFY2(static_cast<unsigned char>(byte) >= 0x20 || byte == '\n' || byte == '\t',
                         outcome.out.constData());
            QVERIFY2(!outcome.out.contains("\xc2\x9b") && !outcome.out.contains("\xe2\x80\xae"),
                     outcome.out.constData());
        }
        const auto document = QJsonDocument::fromJson(jitscope_({"trace", path("hostile.json"), "--json"}).out);
        QVERIFY2(document.isObject(), "JSON stays JSON");
        const QByteArray text = jitscope_({"trace", path("hostile.json")}).out;
        QVERIFY2(text.contains("\\x1b[2Jgone\\u009b31m\\u202e"), text.constData());
        const Outcome missing = jitscope_({"graphs", "/no/\x1b[2Jfile"});
        QVERIFY2(missing.err.contains("\\x1b[2Jfile"), missing.err.constData());
    }

    void noSubcommandHandsControlCharactersOn_data() {
        QTest::addColumn<QStringList>("command");
        const QString session = hostileName() + ".jitscope";
        for (const char *name : {"graphs", "passes", "ir", "ops", "flame", "compile", "whynot", "kernel", "variant"})
            QTest::newRow(name) << QStringList{name, session};
        QTest::newRow("ops by line") << QStringList{"ops", session, "--by", "line"};
        QTest::newRow("compile in MindSpore's form") << QStringList{"compile", session, "--profile"};
        QTest::newRow("follow") << QStringList{"follow", session, "--node", "x"};
        QTest::newRow("follow a line") << QStringList{"follow", session, "--line", hostileName() + ".py:20"};
        QTest::newRow("diff") << QStringList{"diff", session, "--from", "captured", "--to", "final"};
        QTest::newRow("compare") << QStringList{"compare", session, path("mlp.jitscope")};
        QTest::newRow("bisect") << QStringList{"bisect", hostileName() + ".py"};
        QTest::newRow("reduce") << QStringList{"reduce", session, "--to", path("reduced\x1b[1m")};
        QTest::newRow("export") << QStringList{"export", session, "--to", path("no\x1b[1m/f.json")};
        QTest::newRow("snapshot") << QStringList{"snapshot", session, "--panel",
                                                 "graph",    "--out", path("no\x1b[1m/f.png")};
        QTest::newRow("trace") << QStringList{"trace", session};
        QTest::newRow("wrong option") << QStringList{"graphs", session, "--\x1b[2J"};
        QTest::newRow("no such graph") << QStringList{"ir", session, "--graph", "\x1b[2J\x07"};
    }
    void noSubcommandHandsControlCharactersOn() {
        QFETCH(QStringList, command);
        if (!QFile::exists(hostileName() + ".jitscope")) {
            QFile script(hostileName() + ".py");
            QVERIFY(script.open(QIODevice::WriteOnly));
            script.write(mlp);
            script.close();
            QCOMPARE(jitscope_({"run", script.fileName(), "--save", hostileName() + ".jitscope"}).code, 0);
        }
        const Outcome outcome = jitscope_(command);
        QVERIFY(outcome.code >= 0);
        const QByteArray said = outcome.out + outcome.err;
        QVERIFY(!said.isEmpty());
        for (const char byte : said)
            QVERIFY2(static_cast<unsigned char>(byte) >= 0x20 || byte == '\n' || byte == '\t', said.constData());
        QVERIFY2(!said.contains("\xc2\x9b") && !said.contains("\xe2\x80\xae"), said.constData());
    }

    void exitCodesAreTheScriptsOwn() {
        write("exit.py", "import sys\nprint('out', sys.argv[1:])\nsys.exit(7)\n");
        const Outcome outcome = jitscope_({"run", path("exit.py"), "--", "a", "--b"});
        QCOMPARE(outcome.code, 7);
        QCOMPARE(outcome.out, QByteArray("out ['a', '--b']\n"));
    }

    /** As with python3: threads that are no daemons are waited for, then the handlers of the exit are called. */
    void aScriptEndsAsPythonDoes() {
        write("threads.py", "import atexit, threading, time\n"
                            "from mindspore import ops, Tensor\n"
                            "def work():\n"
                            "    time.sleep(0.2)\n"
                            "    print('worked', ops.relu(Tensor([2.0])))\n"
                            "atexit.register(print, 'handled')\n"
                            "threading.Thread(target=work).start()\n"
                            "print('main')\n");
        const Outcome outcome = jitscope_({"run", path("threads.py")});
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.out, QByteArray("main\nworked [2.]\nhandled\n"));
    }

    /** Its threads wait for more work until they are told that there is none. */
    void aPoolThatIsNotShutDownDoesNotHoldTheEnd() {
        write("pool.py", "import time\n"
                         "from concurrent.futures import ThreadPoolExecutor\n"
                         "pool = ThreadPoolExecutor(2)\n"
                         "pool.submit(lambda: (time.sleep(0.2), print('worked')))\n"
                         "print('main')\n");
        const Outcome outcome = jitscope_({"run", path("pool.py")});
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.out, QByteArray("main\nworked\n"));
    }

    /** What is static is not destroyed under them. */
    void daemonsThatComputeDoNotCrashTheEnd() {
        write("daemons.py", "import threading, time\n"
                            "from mindspore import ops\n"
                            "def work():\n"
                            "    x = ops.ones((32, 32))\n"
                            "    while True:\n"
                            "        x = ops.tanh(ops.matmul(x, x))\n"
                            "for _ in range(3):\n"
                            "    threading.Thread(target=work, daemon=True).start()\n"
                            "time.sleep(0.1)\n"
                            "print('leaving')\n");
        for (int i = 0; i < 3; ++i) {
            const Outcome outcome = jitscope_({"run", path("daemons.py")});
            QCOMPARE(outcome.code, 0);
            QCOMPARE(outcome.out, QByteArray("leaving\n"));
        }
    }

    void anyFunctionCanBeRunAsAGraph() {
        write("plain.py", "import numpy as np\nfrom mindspore import ops, Tensor\n"
                          "def f(x):\n    return ops.tanh(x) + x\n"
                          "print(f(Tensor(np.zeros(3, np.float32))))\n");
        QCOMPARE(json({"graphs", path("plain.py"), "--json"}).array().size(), 0);
        QCOMPARE(json({"graphs", path("plain.py"), "--jit", "f", "--json"}).array().size(), 1);
    }

private:
    /** Whether the process has a handler for that signal. */
    static bool catches(qint64 process, int number) {
        QFile status(QString("/proc/%1/status").arg(process));
        if (!status.open(QIODevice::ReadOnly)) return false;
        for (const QByteArray &line : status.readAll().split('\n'))
            if (line.startsWith("SigCgt:")) return line.mid(7).trimmed().toULongLong(nullptr, 16) >> (number - 1) & 1;
        return false;
    }
    /** As messages name it: "%12". */
    QString firstNodeOf(const std::string &function) const {
        const auto session = loadSession(path("mlp.jitscope").toStdString());
        for (const Compilation &compilation : session->compilations)
            if (compilation.function == function)
                return QStringLiteral("%") + QString::number(compilation.captured.entry()->nodes.front()->id.value);
        return {};
    }
    QString path(const QString &name) const { return m_folder.filePath(name); }
    /** Of a script and its session, without an ending: clears the screen, rings, and turns the writing round. */
    QString hostileName() const {
        return path(QString::fromUtf8("evil\x1b[2J\x07\xc2\x9b"
                                      "31m\xe2\x80\xae"));
    }
    void write(const QString &name, const QByteArray &text) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QByteArray bytes(const QString &name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QByteArray firstHalf(const QByteArray &bytes) { return bytes.left(bytes.size() / 2); }
    QJsonDocument json(const QStringList &arguments, int code = 0) const {
        const Outcome outcome = jitscope_(arguments);
        if (outcome.code != code) qWarning() << arguments << outcome.code << outcome.err;
        return QJsonDocument::fromJson(outcome.out);
    }

    /** A script in Python alone, with our package. */
    static Outcome python(const QStringList &arguments) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PYTHONPATH", JITSCOPE_BUILD_DIR "/python");
        process.setProcessEnvironment(environment);
        process.start("/usr/bin/python3", arguments);
        process.waitForFinished(60000);
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }

    QTemporaryDir m_folder;
    int m_cases = 0;
};

JITSCOPE_TEST(CliTest)

} // namespace jitscope::tst_cli

#include "tst_cli.moc"
