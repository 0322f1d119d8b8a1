// SPDX-License-Identifier: Apache-2.0
// Reads every include of the tree and fails on one that points upward, and on an outside library used outside its seam.
#include "tests/support/testing.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

#include <filesystem>
#include <map>
#include <regex>
#include <set>

using namespace jitscope;

namespace {

/** The folders that files of a folder may include besides their own. */
const std::map<std::string, std::set<std::string>> &allowed() {
    static const std::map<std::string, std::set<std::string>> table = [] {
        std::map<std::string, std::set<std::string>> all;
        // Each engine folder may use those named before it in its line of descent.
        const std::set<std::string> base = {"engine/base"};
        const auto plus = [](std::set<std::string> folders, std::initializer_list<std::string> more) {
            folders.insert(more.begin(), more.end());
            return folders;
        };
        all["engine/base"] = {};
        all["engine/extension"] = base;
        all["engine/tensor"] = base;
        all["engine/ops/formulas"] = plus(base, {"engine/tensor"});
        all["engine/ops/kernels"] = plus(all["engine/ops/formulas"], {"engine/ops/formulas"});
        all["engine/ops"] = plus(all["engine/ops/kernels"], {"engine/ops/kernels"});
        all["engine/ops/rules"] = plus(all["engine/ops"], {"engine/ops"});
        all["engine/ops/families"] = plus(all["engine/ops/rules"], {"engine/ops/rules"});
        all["engine/eager"] = plus(all["engine/ops/rules"], {"engine/ops/rules"});
        all["engine/ir"] = all["engine/eager"];
        all["engine/capture"] = plus(all["engine/ir"], {"engine/ir", "engine/eager"});
        all["engine/passes"] = plus(all["engine/ir"], {"engine/ir", "engine/extension"});
        all["engine/passes/support"] = plus(all["engine/passes"], {"engine/passes"});
        for (const char *passes :
             {"engine/passes/frontend", "engine/passes/fusion", "engine/passes/graphkernel", "engine/passes/decided"})
            all[passes] = plus(all["engine/passes/support"], {"engine/passes/support"});
        all["engine/profile"] = base;
        all["engine/reading"] = plus(base, {"engine/profile"});
        all["engine/session"] = plus(all["engine/passes"], {"engine/passes", "engine/profile", "engine/eager"});
        all["engine/inspect"] = plus(all["engine/session"], {"engine/session"});
        all["engine/analysis"] = plus(all["engine/session"], {"engine/session"});
        all["engine/analysis/ranks"] = plus(all["engine/analysis"], {"engine/analysis"});
        all["engine/analysis/operators"] = plus(all["engine/analysis"], {"engine/analysis"});
        all["engine/analysis/memory"] = plus(all["engine/analysis/operators"], {"engine/analysis/operators"});
        all["engine/analysis/device"] =
            plus(all["engine/analysis/ranks"], {"engine/analysis/ranks", "engine/analysis/operators"});
        all["engine/analysis/comparison"] = plus(all["engine/analysis/device"], {"engine/analysis/device"});
        all["engine/analysis/links"] = plus(all["engine/analysis/device"], {"engine/analysis/device"});
        all["engine/analysis/advice"] = plus(all["engine/analysis/links"], {"engine/analysis/links"});
        all["engine/codegen"] = plus(all["engine/ir"], {"engine/ir"});
        all["engine/run"] = plus(all["engine/session"], {"engine/session", "engine/codegen"});
        all["engine/variants"] = plus(all["engine/run"], {"engine/run"});
        all["engine/runadvice"] = plus(plus(all["engine/variants"], {"engine/variants"}),
                                       {"engine/analysis", "engine/analysis/operators", "engine/analysis/memory"});
        all["engine/extraction"] = plus(all["engine/variants"], {"engine/variants", "engine/passes/support"});
        all["engine/ascend"] =
            plus(all["engine/analysis/device"], {"engine/analysis/device", "engine/reading", "engine/extension"});
        all["engine/importing"] = plus(all["engine/session"], {"engine/session", "engine/reading"});
        all["engine/stepping"] = plus(all["engine/run"], {"engine/run", "engine/inspect"});
        std::set<std::string> engine;
        for (const auto &[folder, uses] : all)
            engine.insert(folder);
        all["engine/python"] = engine;
        engine.insert("engine/python");
        all["engine/program"] = engine;
        all["engine/program/worker"] = plus(engine, {"engine/program"});
        engine.insert("engine/program");
        all["app/sdk"] = engine;
        all["app/models"] = plus(engine, {"app/sdk"});
        all["app/tensorview"] = plus(engine, {"app/sdk", "app/models"});
        all["app/graphview"] = plus(engine, {"app/sdk", "app/models"});
        all["app/timeline"] = plus(engine, {"app/sdk", "app/models"});
        all["app/guide"] = plus(engine, {"app/sdk", "app/models"});
        all["app/report"] = plus(engine, {"app/sdk", "app/models", "app/graphview"});
        all["app/charts"] = plus(engine, {"app/sdk", "app/models"});
        all["app/benchmarks"] = plus(engine, {"app/sdk", "app/models", "app/report"});
        const auto panel = plus(engine, {"app/sdk", "app/models", "app/charts", "app/benchmarks", "app/tensorview",
                                         "app/graphview", "app/timeline", "app/guide"});
        for (const auto &entry : std::filesystem::directory_iterator(JITSCOPE_SOURCE_DIR "/app/panels"))
            if (entry.is_directory()) all["app/panels/" + entry.path().filename().string()] = panel;
        auto shell = panel;
        for (const auto &[folder, uses] : all)
            if (folder.starts_with("app/panels/")) shell.insert(folder);
        shell.insert("app/report");
        all["app/shell"] = shell;
        shell.insert("app/shell");
        all["app/cli"] = shell;
        shell.insert("app/cli");
        all["app"] = shell;
        for (const auto &entry : std::filesystem::directory_iterator(JITSCOPE_SOURCE_DIR "/plugins"))
            if (entry.is_directory())
                all["plugins/" + entry.path().filename().string()] = plus(engine, {"app/sdk", "app/models"});
        return all;
    }();
    return table;
}

/** The longest folder of the table that `path` (relative, with slashes) lies in; "" for none. */
std::string folderOf(const std::string &path) {
    std::string best;
    for (const auto &[folder, uses] : allowed())
        if (path.starts_with(folder + "/") && folder.size() > best.size()) best = folder;
    return best;
}

/** An outside library: what its includes look like and the only places that may use it. */
struct Seam {
    const char *library;
    std::regex include;
    std::vector<std::string> places;
};

std::vector<Seam> seams() {
    return {
        {"LLVM", std::regex("^llvm(-c)?/"), {"engine/codegen/"}},
        {"Python", std::regex("^(Python\\.h|pybind11/|numpy/)"), {"engine/python/", "engine/stepping/"}},
        {"Graphviz", std::regex("^(graphviz/|gvc\\.h|cgraph\\.h)"), {"app/graphview/worker/"}},
        {"SQLite", std::regex("^sqlite3\\.h"), {"engine/base/"}},
        {"Eigen", std::regex("^Eigen/"), {"engine/ops/", "engine/tensor/"}},
        {"oneDNN", std::regex("^(dnnl|oneapi/)"), {"engine/ops/kernels/"}},
        {"Qt", std::regex("^(Q[A-Z]|Qt|Qsci/)"), {"app/", "plugins/"}},
    };
}

struct Include {
    std::string file, target;
    int line = 0;
};

std::vector<Include> includesOfTree() {
    std::vector<Include> all;
    const std::filesystem::path root = JITSCOPE_SOURCE_DIR;
    const std::regex include("^\\s*#\\s*include\\s*[\"<]([^\">]+)[\">]");
    for (const char *top : {"engine", "app", "plugins"}) {
        for (const auto &entry : std::filesystem::recursive_directory_iterator(root / top)) {
            const std::string extension = entry.path().extension().string();
            if (!entry.is_regular_file() || (extension != ".h" && extension != ".cpp")) continue;
            const std::string file = std::filesystem::relative(entry.path(), root).generic_string();
            int number = 0;
            for (const std::string &line : split(testing::readText(entry.path().string()), '\n')) {
                ++number;
                std::smatch match;
                if (std::regex_search(line, match, include)) all.push_back({file, match[1], number});
            }
        }
    }
    return all;
}

/** The files that `files` include, directly or through others, with those themselves; as their includes name them. */
std::set<std::string> reachedFrom(std::vector<std::string> files) {
    std::map<std::string, std::vector<std::string>> targets;
    for (const Include &include : includesOfTree())
        targets[include.file].push_back(include.target);
    std::set<std::string> reached(files.begin(), files.end());
    while (!files.empty()) {
        const std::string file = std::move(files.back());
        files.pop_back();
        for (const std::string &target : targets[file])
            if (reached.insert(target).second) files.push_back(target);
    }
    return reached;
}

} // namespace

class LayeringTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noIncludePointsUpward() {
        std::string faults;
        for (const Include &include : includesOfTree()) {
            const std::string target = folderOf(include.target), from = folderOf(include.file);
            if (target.empty() || target == from) continue;
            QVERIFY2(!from.empty(), (include.file + " lies in no known folder").c_str());
            if (allowed().at(from).count(target) == 0)
                faults += format("%s:%d: %s may not include %s\n", include.file.c_str(), include.line, from.c_str(),
                                 include.target.c_str());
        }
        QVERIFY2(faults.empty(), faults.c_str());
    }

    void everyOutsideLibraryEntersByItsSeam() {
        std::string faults;
        for (const Include &include : includesOfTree())
            for (const Seam &seam : seams()) {
                if (!std::regex_search(include.target, seam.include)) continue;
                bool isPlace = false;
                for (const std::string &place : seam.places)
                    isPlace = isPlace || include.file.starts_with(place);
                if (!isPlace)
                    faults +=
                        format("%s:%d: %s may not be used here\n", include.file.c_str(), include.line, seam.library);
            }
        QVERIFY2(faults.empty(), faults.c_str());
    }

    void headersOfTheDebuggerAreFreeOfPython() {
        std::vector<std::string> headers;
        const std::filesystem::path root = JITSCOPE_SOURCE_DIR;
        for (const auto &entry : std::filesystem::directory_iterator(root / "engine/stepping"))
            if (entry.path().extension() == ".h")
                headers.push_back(std::filesystem::relative(entry.path(), root).generic_string());
        QVERIFY(headers.size() > 10);
        const std::set<std::string> reached = reachedFrom(headers);
        QVERIFY(reached.contains("engine/session/records.h"));
        QVERIFY(!reached.contains("Python.h"));
        for (const std::string &file : reached)
            QVERIFY2(!file.starts_with("engine/python/"), file.c_str());
    }

    /** What a run is asked for and tells stands in engine/stepping; the interpreter itself has an owner on the
        command line; the window has programs (engine/program). */
    void onlyItsOwnersKnowTheInterpreter() {
        std::set<std::string> owners;
        for (const Include &include : includesOfTree())
            if (include.target == "engine/python/interpreter.h" && include.file.starts_with("app/"))
                owners.insert(include.file);
        const std::set<std::string> wanted = {"app/cli/source.cpp"};
        QVERIFY2(owners == wanted, join({owners.begin(), owners.end()}, ", ").c_str());
    }

    void panelsNeverKnowEachOther() {
        const std::string panels = "app/panels/";
        std::string faults;
        std::set<std::string> seen;
        for (const Include &include : includesOfTree()) {
            if (!include.file.starts_with(panels) || !include.target.starts_with(panels)) continue;
            const std::string own = include.file.substr(0, include.file.find('/', panels.size()) + 1);
            seen.insert(own);
            if (!include.target.starts_with(own))
                faults += format("%s:%d: includes %s\n", include.file.c_str(), include.line, include.target.c_str());
        }
        QVERIFY(seen.size() > 20);
        QVERIFY2(faults.empty(), faults.c_str());
    }

    /** The Python package: no circle of modules, imports point down, and those inside of functions are listed. */
    void pythonModulesImportDownward() {
        const auto [code, told] = checkedPackage(QStringLiteral(JITSCOPE_SOURCE_DIR "/engine/python/mindspore"));
        QVERIFY2(code == 0, told.constData());
    }

    /** The check of the package, on a package with each fault that it is to find. */
    void faultsOfPythonModulesAreFound_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("told");
        QTest::newRow("circle") << "ops/first.py"
                                << "from mindspore.ops import second\n"
                                << "a circle of 3: ops.first ops.second ops.third";
        QTest::newRow("upward") << "ops/first.py"
                                << "from mindspore.nn.cell import Cell\n"
                                << "ops/first.py:1: imports nn.cell, which stands above ops.first";
        QTest::newRow("relative upward") << "ops/first.py"
                                         << "from ..nn.cell import Cell\n"
                                         << "ops/first.py:1: imports nn.cell, which stands above ops.first";
        QTest::newRow("beside") << "dataset/first.py"
                                << "import mindspore.nn.cell\n"
                                << "dataset/first.py:1: imports nn.cell, which stands beside dataset.first";
        QTest::newRow("numpy over scipy") << "numpy/first.py"
                                          << "from mindspore.scipy import linalg\n"
                                          << "numpy/first.py:1: imports scipy.linalg, which stands above numpy.first";
        QTest::newRow("inside of a function") << "nn/first.py"
                                              << "def f():\n    from mindspore.ops import second\n"
                                              << "nn/first.py:2: imports ops.second inside of a function";
        QTest::newRow("no line") << "unheard/first.py"
                                 << "\n"
                                 << "unheard.first stands in no line of the order";
        QTest::newRow("written twice") << "ops/first.py"
                                       << "__all__ = [\"twice\"]\n\n\ndef twice():\n    pass\n"
                                       << "ops: twice is written in first and in fourth";
    }
    void faultsOfPythonModulesAreFound() {
        QFETCH(QString, file);
        QFETCH(QString, text);
        QFETCH(QString, told);
        const QTemporaryDir folder;
        writePackage(folder.path());
        QVERIFY(!checkedPackage(folder.path()).second.contains(told.toUtf8()));
        writeModule(folder.filePath(file), text);
        const auto [code, complaints] = checkedPackage(folder.path());
        QCOMPARE(code, 1);
        QVERIFY2(complaints.split('\n').contains(told.toUtf8()), complaints.constData());
    }

private:
    /** The exit code of the check of a package of Python, and what it tells. */
    static std::pair<int, QByteArray> checkedPackage(const QString &folder) {
        QProcess python;
        python.start(QStringLiteral("/usr/bin/python3"),
                     {QStringLiteral(JITSCOPE_SOURCE_DIR "/tests/engine/pythonlayering.py"), folder});
        if (!python.waitForFinished(60000) || python.exitStatus() != QProcess::NormalExit) return {-1, "did not end"};
        return {python.exitCode(), python.readAllStandardOutput() + python.readAllStandardError()};
    }

    static void writeModule(const QString &path, const QString &text) {
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.toUtf8());
    }

    /** A package in which all imports point down; `ops.second` needs what a planted `ops.first` may lead back to. */
    static void writePackage(const QString &root) {
        const std::pair<const char *, const char *> modules[] = {
            {"__init__.py", "from mindspore import nn\n"},
            {"ops/__init__.py", ""},
            {"ops/second.py", "from mindspore.ops import third\n"},
            {"ops/third.py", "import mindspore.ops.first\n"},
            {"ops/fourth.py", "__all__ = [\"twice\"]\n\n\ndef twice():\n    pass\n"},
            {"nn/__init__.py", "from mindspore.nn import cell\n"},
            {"nn/cell.py", "from mindspore import ops\n"},
            {"scipy/linalg.py", "from mindspore.numpy import reductions\n"},
            {"numpy/reductions.py", "from mindspore.ops import fourth\n"},
        };
        for (const auto &[path, text] : modules)
            writeModule(root + "/" + path, text);
    }
};

QTEST_APPLESS_MAIN(LayeringTest)
#include "tst_layering.moc"
