// SPDX-License-Identifier: Apache-2.0
// Tests of the importer of MindSpore's IR dumps, loaded as the plugin that it is.
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/ir/diff.h"
#include "engine/ir/irtext.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/irmodules.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>

namespace jitscope::tst_mindspore_ir {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** Writes dumps into a folder as MindSpore names them. */
class DumpWriter {
public:
    std::string path() const { return m_folder.path().toStdString(); }
    std::string fileAt(const std::string &name) const { return path() + "/" + name; }
    void write(const std::string &name, const std::string &text) const {
        const auto written = writeFile(fileAt(name), text);
        if (!written) qFatal("%s", written.error().message.c_str());
    }

private:
    QTemporaryDir m_folder;
};

/** The dense module without the node of that operator, whose first input takes its place. */
Module without(const Module &module, const char *op) {
    return module.with(rewrite(
        module.entry(), [&](const NodePtr &node) { return node->isCallOf(OpName(op)) ? node->inputs[0] : node; }));
}

/** As MindSpore does in the middle of its pipeline: every name and number is given anew. */
Module renamed(const Module &module) {
    auto graph = std::make_shared<Graph>(*rewrite(module.entry(), [](const NodePtr &node) {
        auto copy = std::make_shared<Node>(*node);
        copy->name = "CNode_9" + std::to_string(node->id.value);
        DumpText dump = node->dumpText();
        dump.opNumber = 40;
        copy->dump = std::make_shared<const DumpText>(std::move(dump));
        return NodePtr(copy);
    }));
    graph->name = "77_" + graph->name + "_310";
    Module result = module;
    result.graphs = {graph};
    return result;
}

std::string passesOf(const Compilation &compilation) {
    std::vector<std::string> words;
    for (const PassRecord &pass : compilation.passes)
        words.push_back(pass.name + (pass.changed ? "*" : "") + format(" %d>%d", pass.nodesBefore, pass.nodesAfter));
    return join(words, ", ");
}

std::string problemsOf(const Session &session) {
    std::vector<std::string> lines;
    for (const Problem &problem : session.problems)
        lines.push_back(problem.message);
    return join(lines, "\n");
}

} // namespace

class TestMindsporeIr : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        const auto statuses = loadPlugins(JITSCOPE_BUILD_DIR "/plugins");
        for (const PluginStatus &status : statuses)
            if (status.manifest.name == "mindspore_ir") QVERIFY2(status.loaded, status.error.c_str());
        for (const Importer &importer : importers())
            if (importer.name == "mindspore_ir") m_importer = &importer;
        QVERIFY(m_importer);
    }

    void dumpsAreKnownByNameAndContent() {
        const DumpWriter dumps;
        dumps.write("00_bootstrap_0000.ir", printModule(denseModule()));
        const auto probed = [&](const std::string &path, const std::string &bytes) {
            return m_importer->probe(path, bytes);
        };
        QCOMPARE(probed("a.ir", "# IR entry: @f\n"), Confidence::Yes);
        QCOMPARE(probed("a.ir", "\x7f"
                                "ELF"),
                 Confidence::Maybe);
        QCOMPARE(probed("trace_code_graph_0016", "# IR entry: @f\n"), Confidence::Yes);
        QCOMPARE(probed("analyze_fail.dat", "subgraph attr:\n"), Confidence::Yes);
        QCOMPARE(probed("a.dot", "digraph {"), Confidence::No);
        QCOMPARE(probed("trace_view.json", "[{\"ph\": \"X\"}]"), Confidence::No);
        QCOMPARE(probed(dumps.path(), ""), Confidence::Yes);
        QCOMPARE(probed(QDir::rootPath().toStdString(), ""), Confidence::No);
    }

    void oneFileIsOneCompilation() {
        const DumpWriter dumps;
        dumps.write("05_x_0001.ir", printModule(denseModule()));
        const auto session = openPath(dumps.fileAt("05_x_0001.ir"));
        VERIFY_RESULT(session);
        QCOMPARE(session->compilations.size(), size_t(1));
        const Compilation &compilation = session->compilations[0];
        QVERIFY(compilation.imported);
        COMPARE_TEXT(compilation.function, "construct");
        COMPARE_TEXT(compilation.key, "f32[4,784]");
        COMPARE_TEXT(compilation.jitLevel, "O1");
        QVERIFY(same(compilation.captured, compilation.final));
        QCOMPARE(callCount(compilation.final), 3);
    }

    void stagesBecomePassesAndNodesKeepTheirIds() {
        const Module dense = denseModule(), shorter = without(dense, "BiasAdd");
        const DumpWriter dumps;
        dumps.write("00_bootstrap_0003.ir", printModule(dense));
        dumps.write("01_validate_0005.ir", printModule(renamed(dense)));
        dumps.write("opt_pass_0_cconv_0006.ir", printModule(renamed(shorter)));
        dumps.write("02_execute_0010.ir", printModule(renamed(shorter)));
        dumps.write("graph_build_0_0011.ir", printModule(shorter));
        const auto session = openPath(dumps.path());
        VERIFY_RESULT(session);
        QCOMPARE(session->compilations.size(), size_t(1));
        const Compilation &compilation = session->compilations[0];
        COMPARE_TEXT(passesOf(compilation), "validate 3>3, cconv* 3>2, execute 2>2");
        QVERIFY(compilation.passes[2].phase == PassPhase::HardwareOptimization);
        const auto &first = compilation.captured.entry()->nodes, &last = compilation.final.entry()->nodes;
        QCOMPARE(last[0]->id, first[0]->id);
        QCOMPARE(last[1]->id, first[2]->id);
        QVERIFY(same(compilation.passes[2].before, compilation.passes[2].after));
        const ModuleDiff diff = diffModules(compilation.passes[1].before, compilation.passes[1].after);
        QCOMPARE(diff.removed, 1);
        QCOMPARE(diff.added, 0);
        COMPARE_TEXT(problemsOf(*session),
                     "1 more dump files, such as graph_build_0_0011.ir, belong to no numbered stage; "
                     "open one by itself to see it");
    }

    void aStageNumberThatDropsStartsAnotherCompile() {
        const DumpWriter dumps;
        for (const char *name : {"00_bootstrap_0000.ir", "01_execute_0001.ir", "00_bootstrap_0002.ir",
                                 "01_execute_0009.ir", "01_execute_0010.ir"})
            dumps.write(name, printModule(denseModule()));
        const auto session = openPath(dumps.path());
        VERIFY_RESULT(session);
        QCOMPARE(session->compilations.size(), size_t(3));
        COMPARE_TEXT(passesOf(session->compilations[0]), "execute 3>3");
        COMPARE_TEXT(passesOf(session->compilations[2]), "");
        QCOMPARE(session->compilations[2].index, 2);
    }

    void aRankFolderIsOpenedThroughItsParent() {
        const DumpWriter dumps;
        std::filesystem::create_directory(dumps.fileAt("rank_0"));
        dumps.write("rank_0/00_bootstrap_0000.ir", printModule(branchModule()));
        const auto session = openPath(dumps.path());
        VERIFY_RESULT(session);
        QCOMPARE(callCount(session->compilations[0].final), callCount(branchModule()));
    }

    void theFailedNodeIsAProblemInTheUsersCode() {
        std::string text = printModule(denseModule());
        text.insert(text.find("  %1("), "\n#------------------------> 0\n");
        const DumpWriter dumps;
        dumps.write("analyze_fail.ir", text);
        for (const std::string &path : {dumps.path(), dumps.fileAt("analyze_fail.ir")}) {
            const auto session = openPath(path);
            VERIFY_RESULT(session);
            QCOMPARE(session->problems.size(), size_t(1));
            const Problem &problem = session->problems[0];
            QCOMPARE(problem.severity, Severity::Error);
            QVERIFY2(problem.message.ends_with("type inference failed at BiasAdd(f32[4,512], f32[512])"),
                     problem.message.c_str());
            COMPARE_TEXT(problem.span.file, "dense.py");
            QCOMPARE(problem.span.line, 14);
        }
    }

    void aDamagedStageIsToldAndTheOthersAreShown() {
        const DumpWriter dumps;
        const std::string text = printModule(denseModule());
        dumps.write("00_bootstrap_0000.ir", text);
        dumps.write("01_inline_0001.ir", text.substr(0, text.find("  %1(")));
        dumps.write("02_execute_0002.ir", text);
        const auto session = openPath(dumps.path());
        VERIFY_RESULT(session);
        COMPARE_TEXT(passesOf(session->compilations[0]), "execute 3>3");
        QVERIFY2(problemsOf(*session).find(
                     "01_inline_0001.ir:29: the file ends inside subgraph @1_construct: it was cut off") !=
                     std::string::npos,
                 problemsOf(*session).c_str());
    }

    void aFileCutInHalfIsRefusedWithItsPlace() {
        const DumpWriter dumps;
        const std::string text = printModule(denseModule());
        dumps.write("a.ir", text.substr(0, text.find("  %1(")));
        dumps.write("00_only_0000.ir", text.substr(0, text.find("  %1(")));
        for (const std::string &path : {dumps.fileAt("a.ir"), dumps.fileAt("00_only_0000.ir")}) {
            const auto session = openPath(path);
            QVERIFY(!session);
            QVERIFY2(session.error().message.find(":29: the file ends inside subgraph @1_construct: it was cut off") !=
                         std::string::npos,
                     session.error().message.c_str());
        }
    }

    void realDumpsAreOpened() {
        int opened = 0;
        const std::string folder = samplePath(isOnReference() ? "ir" : "mindspore/dumps");
        for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
            if (entry.path().extension() != ".ir") continue;
            const auto session = m_importer->read(entry.path().string(), {});
            VERIFY_RESULT(session);
            QCOMPARE(session->compilations.size(), size_t(1));
            ++opened;
        }
        QVERIFY(opened >= 40);
    }

    /** All that MindSpore 2.10 writes of one function, in its own order. */
    void aRealFolderIsOneCompilationWithAllItsStages() {
        const auto session = m_importer->read(dataPath("samples/mindspore/dumps/smallest"), {});
        VERIFY_RESULT(session);
        QCOMPARE(session->compilations.size(), size_t(1));
        const Compilation &compilation = session->compilations[0];
        QCOMPARE(compilation.passes.size(), size_t(35));
        COMPARE_TEXT(compilation.passes.front().name, "type_inference");
        COMPARE_TEXT(compilation.passes.back().name, "execute");
    }

    /** Both of the graphs that the dump begins with have one name, which is told as well. */
    void aRealFailureIsAProblemAtItsLine() {
        const auto session = openPath(dataPath("samples/mindspore/dumps/wrong_shapes/analyze_fail.ir"));
        VERIFY_RESULT(session);
        QCOMPARE(session->problems.size(), size_t(2));
        QVERIFY(session->problems[0].message.ends_with("a second subgraph @product_9"));
        QVERIFY(session->problems[1].message.ends_with("type inference failed at CNode_28(?, ?)"));
        QCOMPARE(session->problems[1].severity, Severity::Error);
        COMPARE_TEXT(std::filesystem::path(session->problems[1].span.file).filename().string(), "gen_ops_def.py");
        QCOMPARE(session->problems[1].span.line, 7467);
    }

private:
    const Importer *m_importer = nullptr;
};

JITSCOPE_TEST(TestMindsporeIr)

} // namespace jitscope::tst_mindspore_ir

#include "tst_mindspore_ir.moc"
