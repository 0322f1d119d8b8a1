// SPDX-License-Identifier: Apache-2.0
// What is taken out of a compilation: test cases that run by themselves and tell a wrong compile, functions made
// smaller while a property holds, and the search for the pass that is to blame.
#include "engine/extraction/reducer.h"
#include "engine/extraction/region.h"
#include "engine/extraction/seenvalues.h"
#include "engine/extraction/testcase.h"
#include "engine/ir/nodecounts.h"
#include "engine/ops/opdef.h"
#include "engine/session/provenance.h"
#include "engine/session/session.h"
#include "engine/variants/culprit.h"
#include "tests/support/flowprogram.h"
#include "tests/support/passchecks.h"
#include "tests/support/plantedrewrite.h"
#include "tests/support/cancellations.h"
#include "tests/support/programs.h"
#include "tests/support/randomprogram.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QTemporaryDir>

#include <map>
#include <set>

namespace jitscope::tst_extraction {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** As the program would have compiled it. */
Compilation compilationOf(const Module &captured, const char *level) {
    Compilation record;
    record.index = 0;
    record.function = "test";
    record.jitLevel = level;
    record.captured = captured;
    IdSource ids = idsBehind(captured);
    CompileOptions options;
    options.level = jitLevelOf(record);
    return tryCompile(record, ids, options).compiled.record;
}

/** Operators whose cases MindSpore does not run: it draws other random numbers, has no such kernel on the CPU, or calls
    them in yet another way. */
const std::set<std::string> cannotRunInMindSpore = {"Bernoulli",
                                                    "Dropout",
                                                    "Multinomial",
                                                    "RandomCategorical",
                                                    "RandomGamma",
                                                    "RandomPoisson",
                                                    "RandpermV2",
                                                    "StandardLaplace",
                                                    "StandardNormal",
                                                    "TruncatedNormal",
                                                    "UniformInt",
                                                    "UniformReal",
                                                    "AdaptiveAvgPool1D",
                                                    "AllGather",
                                                    "AllReduce",
                                                    "Assigned",
                                                    "Broadcast",
                                                    "CumulativeLogsumexp",
                                                    "DiagonalBackward",
                                                    "Eigh",
                                                    "Igamma",
                                                    "Igammac",
                                                    "Index",
                                                    "IndexAdd",
                                                    "IndexFill",
                                                    "IndexPut",
                                                    "InplaceCopy",
                                                    "InplaceExp",
                                                    "InplaceFillScalar",
                                                    "InplaceFloor",
                                                    "InplaceIndexAdd",
                                                    "InplaceIndexFill",
                                                    "InplaceIndexPut",
                                                    "InplaceLog",
                                                    "InplaceMaskedFill",
                                                    "InplaceMaskedScatter",
                                                    "InplaceReLU",
                                                    "InplaceRemainder",
                                                    "InplaceScatterElements",
                                                    "InplaceSigmoid",
                                                    "InplaceTanh",
                                                    "LogSpace",
                                                    "LpNormV2",
                                                    "MaskedScatter",
                                                    "MaskedScatterBackward",
                                                    "MaxPoolGradGrad",
                                                    "Median",
                                                    "NanMedian",
                                                    "Overwritten",
                                                    "Pinv",
                                                    "Polygamma",
                                                    "ReduceScatter",
                                                    "Roll",
                                                    "RowsAdd",
                                                    "RowsDiv",
                                                    "RowsMax",
                                                    "RowsMin",
                                                    "RowsMul",
                                                    "RowsSub",
                                                    "RowsUpdate",
                                                    "ScatterSub",
                                                    "SearchSorted",
                                                    "SolveTriangular",
                                                    "StridedSliceAssign",
                                                    "Svd",
                                                    "TensorCopySlices"};

/** Runs every case.py below a folder in one Python, and keeps the exit code and the output of each. */
constexpr const char *driver = R"py(
import contextlib, io, os, runpy, sys, traceback
arguments = sys.argv[2:]
for name in sorted(os.listdir(sys.argv[1])):
    text = io.StringIO()
    sys.argv = ["case.py", *arguments]
    code = "nothing"
    with contextlib.redirect_stdout(text):
        try:
            runpy.run_path(os.path.join(FOLDER, name, "case.py"), run_name="__main__")
        except SystemExit as end:
            code = end.code
        except BaseException:
            code = "error"
            traceback.print_exc(file=text)
    print(f"{name}\t{code}\t{text.getvalue()!r}", flush=True)
)py";

/** Cases in a folder, run together: Python starts once for all of them. */
class CaseFolder {
public:
    std::string add(const TestCase &made, const std::string &name) {
        const auto written = writeTestCase(made, (m_folder.path() + "/").toStdString() + name);
        return written ? std::string() : written.error().message;
    }

    struct Ending {
        std::string code, text;
    };

    std::map<std::string, Ending> run(const QStringList &arguments = {}) const {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
#ifdef JITSCOPE_SANITIZED
        // The sanitizer wants to be loaded before a Python that was built without it.
        environment.insert("LD_PRELOAD", "libasan.so.8 libstdc++.so.6");
#endif
        environment.insert("PYTHONPATH", JITSCOPE_BUILD_DIR "/python");
        return runIn("/usr/bin/python3", environment, arguments);
    }

    /** The same in MindSpore itself, where JITSCOPE_MINDSPORE_PYTHON names a Python that has it; else nothing. */
    std::map<std::string, Ending> runInMindSpore(const QStringList &arguments = {}) const {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        const QString python = environment.value("JITSCOPE_MINDSPORE_PYTHON");
        if (python.isEmpty()) return {};
        environment.remove("PYTHONPATH");
        environment.insert("GLOG_v", "4");
        return runIn(python, environment, arguments);
    }

private:
    std::map<std::string, Ending> runIn(const QString &program, const QProcessEnvironment &environment,
                                        const QStringList &arguments) const {
        QProcess python;
        python.setProcessEnvironment(environment);
        const QString text = QString("FOLDER = '%1'\n").arg(m_folder.path()) + driver;
        python.start(program, QStringList{"-c", text, m_folder.path()} + arguments);
        python.waitForFinished(-1);
        std::map<std::string, Ending> endings;
        for (const QByteArray &line : python.readAllStandardOutput().split('\n')) {
            const QList<QByteArray> parts = line.split('\t');
            if (parts.size() >= 3) endings[parts[0].toStdString()] = {parts[1].toStdString(), line.toStdString()};
        }
        if (endings.empty()) endings["python"] = {"error", python.readAllStandardError().toStdString()};
        return endings;
    }

    QTemporaryDir m_folder;
};

/** While it lives, every addition of tensors of one type is compiled as a subtraction. */
class WrongAdditions {
public:
    WrongAdditions() {
        static const bool isRegistered =
            registerPass({"wrong_additions", PassPhase::FrontEnd, "Turns additions into subtractions.",
                          [](const Module &module, PassContext &context) {
                              return isArmed ? rewritten(module, context) : module;
                          }})
                .ok();
        isArmed = isRegistered;
    }
    ~WrongAdditions() { isArmed = false; }

private:
    static Module rewritten(const Module &module, PassContext &context) {
        const GraphPtr graph = rewrite(module.entry(), [&](const NodePtr &node) -> NodePtr {
            if (!node->isCallOf(op::Add) || !sameType(node->inputs[0]->abstract, node->abstract)) return node;
            auto wrong = std::make_shared<Node>(*node);
            wrong->op = op::Sub;
            wrong->id = context.ids.next();
            wrong->origins = {node->id};
            context.rewrites.push_back({"x + y -> x - y", {node->id}, wrong->id});
            return wrong;
        });
        return module.with(graph);
    }

    static inline bool isArmed = false;
};

ReduceTask taskOf(const Program &program, const char *property, JitLevel level = JitLevel::O0) {
    Compilation record;
    record.function = "test";
    record.captured = program.module;
    auto task = reduceTask(Session(), record, {level, {}}, *propertyNamed(property));
    if (!task) throw std::invalid_argument(task.error().message);
    task->start.arguments = program.arguments;
    return *std::move(task);
}

/** The first program that is compiled wrongly while WrongAdditions lives. */
Program wrongProgram() {
    for (unsigned seed = 1;; ++seed) {
        Program program = ProgramMaker(seed).make(25);
        const ReduceTask task = taskOf(program, "differs");
        if (holds(task.property, task.setting, task.start)) return program;
    }
}

/** Not one of the functions with one thing less has the property. */
bool isLocallyMinimal(const Reduction &reduction, const ReduceTask &task) {
    return std::ranges::none_of(removals(reduction.candidate, reduction.unused), [&](const Candidate &fewer) {
        constexpr int64_t mostRounds = 1000; // a loop whose condition became a constant may never end
        return verify(fewer.module).empty() && callCount(fewer.module) <= reduction.nodesAfter &&
               valuesOf(fewer.module, fewer.arguments, mostRounds) && holds(task.property, task.setting, fewer);
    });
}

} // namespace

class TestExtraction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /** A graph of one call, for the first samples of each operator. */
    void everyOperatorIsACase() {
        CaseFolder folder;
        std::map<std::string, std::string> refused;
        for (const OpDef &op : catalogue()) {
            if (!op.samples || op.shapeFromValues || op.category == OpCategory::Other) continue;
            const auto samples = op.samples();
            if (samples.empty()) continue;
            GraphCapture capture;
            capture.openGraph("one", nullptr);
            std::vector<NodePtr> inputs;
            std::vector<Value> arguments;
            for (size_t i = 0; i < samples.front().size() && i < op.params.size(); ++i) {
                const Value &value = samples.front()[i];
                const Tensor *tensor = value.asTensor();
                inputs.push_back(tensor ? capture.addParameter("x" + std::to_string(i), Abstract::of(value))
                                        : capture.constant(value));
                if (tensor) arguments.push_back(value);
            }
            const auto call = capture.addCall(op, inputs, "", nullptr, "");
            if (!call) continue; // of tuples of tensors, say
            capture.closeGraph(*call);
            const auto made = testCaseOf(capture.finish(), arguments, op.name);
            if (!made) {
                refused[op.name] = made.error().message;
                continue;
            }
            COMPARE_TEXT(folder.add(*made, op.name), "");
        }
        const auto endings = folder.run();
        QVERIFY2(endings.size() > 200, std::to_string(endings.size()).c_str());
        for (const auto &[name, ending] : endings)
            QVERIFY2(ending.code == "0", ending.text.c_str());
        for (const auto &[name, ending] : folder.runInMindSpore())
            QVERIFY2(ending.code == "0" || cannotRunInMindSpore.contains(name), ending.text.c_str());
        for (const auto &[name, reason] : refused)
            QVERIFY2(false, (name + ": " + reason).c_str());
    }

    void everyRandomProgramIsACaseAtEveryStage() {
        CaseFolder folder;
        int parts = 0;
        for (unsigned seed = 1; seed <= 40; ++seed) {
            std::mt19937 random(seed);
            const Program program = ProgramMaker(seed).make(20);
            const Compilation compilation = compilationOf(program.module, seed % 2 ? "O1" : "O0");
            for (int pass : {-2, -1, int(random() % compilation.passes.size())}) {
                const auto whole = testCaseOf(Session(), compilation, {pass, {}});
                VERIFY_RESULT(whole);
                COMPARE_TEXT(folder.add(*whole, format("program%u_stage%d", seed, pass)), "");
                const std::vector<NodePtr> &calls = moduleAt(compilation, pass).entry()->nodes;
                CaseSpec spec{pass, {}};
                for (int i = 0; i < 3 && !calls.empty(); ++i)
                    spec.nodes.push_back(calls[random() % calls.size()]->id);
                const auto part = testCaseOf(Session(), compilation, spec);
                VERIFY_RESULT(part);
                COMPARE_TEXT(folder.add(*part, format("part%u_stage%d", seed, pass)), "");
                ++parts;
            }
            for (const KernelRecord &kernel : compilation.kernels) {
                const auto call = kernelCall(compilation.final, kernel.graph);
                VERIFY_RESULT(call);
                const auto made = testCaseOf(Session(), compilation, {-1, *call});
                VERIFY_RESULT(made);
                COMPARE_TEXT(folder.add(*made, format("kernel%u_", seed) + kernel.graph), "");
            }
        }
        QCOMPARE(parts, 120);
        for (const auto &[name, ending] : folder.run())
            QVERIFY2(ending.code == "0", (name + ": " + ending.text).c_str());
        for (const auto &[name, ending] : folder.run({"--graph"}))
            QVERIFY2(ending.code == "0", (name + " --graph: " + ending.text).c_str());
        for (const auto &[name, ending] : folder.runInMindSpore())
            QVERIFY2(ending.code == "0", (name + " in MindSpore: " + ending.text).c_str());
    }

    /** What others use on the way is no result; of a kernel, what it gives is. */
    void whatLeadsToACallGivesThatCallAlone() {
        CaseFolder folder;
        int several = 0;
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const Program program = ProgramMaker(seed).make(20);
            const Compilation compilation = compilationOf(program.module, "O1");
            for (const GraphPtr &graph : compilation.final.graphs) {
                for (const NodePtr &node : graph->nodes) {
                    if (isPlumbing(*node) || (graph == compilation.final.entry() && node->callee.empty())) continue;
                    const auto leading = callsLeadingTo(compilation.final, node->id);
                    QVERIFY(!leading.empty() && leading.back() == node->id);
                    const auto region = regionOf(compilation.final, leading, {node->id});
                    VERIFY_RESULT(region);
                    QCOMPARE(region->outputs.size(), size_t(1));
                    QCOMPARE(region->outputs.front()->id, node->id);
                    several += regionOf(compilation.final, leading)->outputs.size() > 1;
                    if (node->callee.empty()) continue;
                    const auto made = testCaseOf(Session(), compilation, {-1, leading, {node->id}});
                    VERIFY_RESULT(made);
                    COMPARE_TEXT(folder.add(*made, format("leading%u_", seed) + node->callee), "");
                }
            }
        }
        QVERIFY2(several > 10, std::to_string(several).c_str());
        for (const auto &[name, ending] : folder.run())
            QVERIFY2(ending.code == "0", (name + ": " + ending.text).c_str());
    }

    /** A fused kernel is no border: a member's case begins where the function does. */
    void whatLeadsToAMemberOfAKernelBeginsBeforeTheKernel() {
        CaseFolder folder;
        int across = 0;
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const Program program = ProgramMaker(seed).make(20);
            const Compilation compilation = compilationOf(program.module, "O1");
            for (const KernelRecord &kernel : compilation.kernels) {
                const NodePtr member = compilation.final.find(kernel.graph)->nodes.back();
                const LeadingCalls leading = allLeadingTo(compilation.final, member->id);
                COMPARE_TEXT(leading.kernel, kernel.graph);
                COMPARE_TEXT(leading.border, "");
                across += leading.nodes.size() > callsLeadingTo(compilation.final, member->id).size();
                const Module open = withOpenKernel(compilation.final, kernel.graph);
                QVERIFY(!open.find(kernel.graph));
                const auto region = regionOf(open, leading.nodes, {member->id});
                VERIFY_RESULT(region);
                for (const NodePtr &input : region->inputs)
                    QVERIFY(input->isParameter());
                const auto made = testCaseOf(Session(), compilation, {-1, leading.nodes, {member->id}, leading.kernel});
                VERIFY_RESULT(made);
                QVERIFY2(made->what.find("as its members") != std::string::npos, made->what.c_str());
                const std::string inputs = "Inputs of the function: " + toString(made->inputs) + ".";
                QVERIFY2(made->script.find(inputs) != std::string::npos, made->script.c_str());
                QVERIFY(inputs.find("random (values were not recorded)") != std::string::npos);
                COMPARE_TEXT(folder.add(*made, format("member%u_", seed) + kernel.graph), "");
            }
        }
        QVERIFY2(across > 10, std::to_string(across).c_str());
        for (const auto &[name, ending] : folder.run())
            QVERIFY2(ending.code == "0", (name + ": " + ending.text).c_str());
    }

    void branchesLoopsAndWritesAreCases() {
        CaseFolder folder;
        for (unsigned seed = 0; seed < 40; ++seed) {
            const FlowProgram program = FlowProgramMaker(seed).make();
            const Compilation compilation = compilationOf(program.module, seed % 2 ? "O1" : "O0");
            for (const int pass : {-2, -1}) {
                const auto whole = testCaseOf(Session(), compilation, {pass, {}});
                VERIFY_RESULT(whole);
                COMPARE_TEXT(folder.add(*whole, format("flow%u_stage%d", seed, pass)), "");
            }
        }
        for (const auto &[name, ending] : folder.run())
            QVERIFY2(ending.code == "0", (name + ": " + ending.text).c_str());
    }

    /** What is left of equal numbers is rounding, here and in the compiled function. */
    void whatRoundingLeavesIsAllowedForInCases() {
        CaseFolder folder;
        for (unsigned seed = 1; seed <= 25; ++seed) {
            const Cancellation program = CancellationMaker(seed).make();
            const Compilation compilation = compilationOf(program.module, "O1");
            const auto whole = testCaseOf(Session(), compilation, {-1, {}});
            VERIFY_RESULT(whole);
            COMPARE_TEXT(folder.add(*whole, format("cancels%u", seed)), "");
            Compilation record;
            record.captured = program.module;
            QVERIFY(
                !holds(*propertyNamed("differs"), {record, {JitLevel::O1, {}}}, {program.module, program.arguments}));
        }
        for (const auto &[name, ending] : folder.run({"--graph"}))
            QVERIFY2(ending.code == "0", (name + " --graph: " + ending.text).c_str());
    }

    void aPlantedRewriteMakesItsCasesFail() {
        CaseFolder folder;
        int planted = 0;
        for (unsigned seed = 1; seed <= 60; ++seed) {
            PlantedRewrite wrong(seed % 2 ? "cse" : "");
            const Program program = ProgramMaker(seed).make(20);
            const Compilation compilation = compilationOf(program.module, "O0");
            if (!wrong.after().valid()) continue;
            const CulpritTask task = *culpritTask(Session(), compilation, 1e-3);
            const auto report = findCulprit(task);
            VERIFY_RESULT(report);
            if (!report->divergence) continue; // y was 0, or nothing used it
            ++planted;
            QVERIFY(report->divergence->node && report->divergence->node->id == wrong.after());
            const auto part = testCaseOf(Session(), compilation, {report->divergence->pass, {wrong.after()}});
            VERIFY_RESULT(part);
            QVERIFY(part->expectedFrom == ExpectedFrom::Eager);
            COMPARE_TEXT(folder.add(*part, format("wrong%u_node", seed)), "");
            const auto whole = testCaseOf(Session(), compilation, {-1, {}});
            VERIFY_RESULT(whole);
            COMPARE_TEXT(folder.add(*whole, format("wrong%u_whole", seed)), "");
            const auto captured = testCaseOf(Session(), compilation, {-2, {}});
            VERIFY_RESULT(captured);
            COMPARE_TEXT(folder.add(*captured, format("right%u", seed)), "");
        }
        QVERIFY2(planted >= 10, std::to_string(planted).c_str());
        for (const auto &[name, ending] : folder.run())
            QVERIFY2(ending.code == (name.starts_with("wrong") ? "1" : "0"), (name + ": " + ending.text).c_str());
    }

    void whatCannotBeTakenOutIsSaid() {
        const Program program = ProgramMaker(1).make(5);
        const Compilation compilation = compilationOf(program.module, "O0");
        const auto unknown = callsNamed(compilation.captured, "%9999");
        QVERIFY(!unknown);
        QVERIFY2(unknown.error().message.starts_with("'%9999' is no call"), unknown.error().message.c_str());
        QVERIFY(!kernelCall(compilation.captured, "none"));
        const auto parameter =
            testCaseOf(Session(), compilation, {-2, {compilation.captured.entry()->parameters[0]->id}});
        QVERIFY(!parameter);
        const NodePtr first = compilation.captured.entry()->nodes.front();
        const auto named = callsNamed(compilation.captured, format("%%%lld", static_cast<long long>(first->id.value)));
        VERIFY_RESULT(named);
        QVERIFY(*named == std::vector<NodeId>{first->id});
    }

    void aWrongFunctionIsReducedToTheWrongNode() {
        const WrongAdditions wrong;
        int reduced = 0;
        for (unsigned seed = 1; seed <= 60; ++seed) {
            const Program program = ProgramMaker(seed).make(25);
            const ReduceTask task = taskOf(program, "differs");
            const auto reduction = reduce(task);
            if (!reduction) continue; // it has no such addition
            ++reduced;
            const std::string text =
                format("seed %u: %d of %d nodes", seed, reduction->nodesAfter, reduction->nodesBefore);
            QVERIFY2(reduction->nodesAfter == 1, text.c_str());
            COMPARE_TEXT(reduction->candidate.module.entry()->nodes.front()->op, "Add");
            QVERIFY2(reduction->elementsAfter <= 4, std::to_string(reduction->elementsAfter).c_str());
            QVERIFY(holds(task.property, task.setting, reduction->candidate));
            QVERIFY2(isLocallyMinimal(*reduction, task), text.c_str());
        }
        QVERIFY2(reduced >= 15, std::to_string(reduced).c_str());
    }

    void aFunctionIsReducedToWhatARuleNeeds() {
        int reduced = 0;
        for (unsigned seed = 1; seed <= 25; ++seed) {
            const Program program = ProgramMaker(seed).make(25);
            const Compilation compilation = compilationOf(program.module, "O1");
            std::vector<std::string> properties;
            for (const PassRecord &pass : compilation.passes) {
                if (!pass.rewrites.empty()) properties.push_back("fires:" + pass.rewrites.front().rule);
                if (!pass.refusals.empty()) properties.push_back("refused:" + pass.refusals.front().rule);
            }
            if (properties.empty()) continue;
            const ReduceTask task = taskOf(program, properties[seed % properties.size()].c_str(), JitLevel::O1);
            const auto reduction = reduce(task);
            VERIFY_RESULT(reduction);
            const std::string text = format("seed %u, %s: %d of %d nodes", seed, toString(task.property).c_str(),
                                            reduction->nodesAfter, reduction->nodesBefore);
            QVERIFY2(holds(task.property, task.setting, reduction->candidate), text.c_str());
            QVERIFY2(isLocallyMinimal(*reduction, task), text.c_str());
            QVERIFY2(reduction->nodesAfter <= 8, text.c_str());
            ++reduced;
        }
        QVERIFY2(reduced >= 20, std::to_string(reduced).c_str());
    }

    void graphsThatAreCalledAreReducedToo() {
        for (unsigned seed = 0; seed < 12; ++seed) {
            const FlowProgram program = FlowProgramMaker(seed).make();
            Compilation record;
            record.function = "flow";
            record.captured = program.module;
            const Compilation compilation = compilationOf(program.module, "O0");
            std::string rule;
            for (const PassRecord &pass : compilation.passes)
                if (!pass.rewrites.empty()) rule = pass.rewrites.front().rule;
            if (rule.empty()) continue;
            const auto task = reduceTask(Session(), record, {JitLevel::O0, {}}, *propertyNamed("fires:" + rule));
            VERIFY_RESULT(task);
            const auto reduction = reduce(*task);
            VERIFY_RESULT(reduction);
            QVERIFY(reduction->nodesAfter <= reduction->nodesBefore);
            QVERIFY(holds(task->property, task->setting, reduction->candidate));
            QVERIFY2(isLocallyMinimal(*reduction, *task), format("seed %u: %s", seed, rule.c_str()).c_str());
        }
    }

    void aReductionIsWrittenAndItsCaseRuns() {
        const WrongAdditions wrong;
        const ReduceTask task = taskOf(wrongProgram(), "differs");
        const auto reduction = reduce(task);
        VERIFY_RESULT(reduction);
        QTemporaryDir folder;
        const auto files = writeReduction(*reduction, task, folder.path().toStdString());
        VERIFY_RESULT(files);
        QCOMPARE(files->size(), size_t(2));
        const std::string ir = readText(files->front());
        QVERIFY2(ir.find("Add(") != std::string::npos, ir.c_str());
    }

    void propertiesAreReadInWords() {
        QVERIFY(propertyNamed("differs") && propertyNamed("breaks") && propertyNamed("breaks:cse"));
        COMPARE_TEXT(toString(*propertyNamed("fires:x + 0 -> x")), "fires:x + 0 -> x");
        for (const char *text : {"", "fires", "fires:", "differs:cse", "works"})
            QVERIFY2(!propertyNamed(text), text);
        const ReduceTask sound = taskOf(ProgramMaker(4).make(8), "differs");
        const auto nothing = reduce(sound);
        QVERIFY(!nothing);
        QVERIFY2(nothing.error().message.find("has not the property 'differs'") != std::string::npos,
                 nothing.error().message.c_str());
    }

    void aRuleIsNamedByAPartThatNoOtherHas_data() {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QString>("found");
        QTest::newRow("whole") << "fires:x + 0 -> x"
                               << "fires:x + 0 -> x";
        QTest::newRow("an end") << "fires:0 -> x"
                                << "fires:x + 0 -> x";
        QTest::newRow("a part") << "fires:same call"
                                << "fires:same call twice -> once";
        QTest::newRow("whole, though others have it in theirs") << "fires:x * 1"
                                                                << "fires:x * 1";
        QTest::newRow("a pass") << "fires:arithmetic_simplify"
                                << "fires:arithmetic_simplify";
        QTest::newRow("a pass of one rule") << "fires:opt_a.r1.cse"
                                            << "fires:same call twice -> once";
        QTest::newRow("refused") << "refused:MatMul"
                                 << "refused:MatMul + BiasAdd -> one";
        QTest::newRow("several") << "fires:x *"
                                 << "Several rules have 'x *' in them, name one: x * 1; x * 1 -> x";
        QTest::newRow("none") << "fires:MatMul"
                              << "test has not the property 'fires:MatMul': no rule that was applied has that in its "
                                 "name. Those that were: same call twice -> once; x * 1; x * 1 -> x; x + 0 -> x";
        QTest::newRow("not about a rule") << "differs"
                                          << "differs";
    }
    void aRuleIsNamedByAPartThatNoOtherHas() {
        QFETCH(QString, wanted);
        QFETCH(QString, found);
        PassRecord simplify, cse;
        simplify.name = "arithmetic_simplify";
        simplify.rewrites = {{"x + 0 -> x", {}, {}}, {"x * 1 -> x", {}, {}}, {"x * 1", {}, {}}, {"x + 0 -> x", {}, {}}};
        cse.name = "cse";
        cse.stage = "opt_a";
        cse.cycle = 1;
        cse.rewrites = {{"same call twice -> once", {}, {}}};
        cse.refusals = {{"MatMul + BiasAdd -> one", {}, statedReason("no")}};
        Compilation made;
        made.function = "test";
        made.passes = {simplify, cse};
        const auto whole = withWholeRule(*propertyNamed(wanted.toStdString()), made);
        COMPARE_TEXT(whole ? toString(*whole) : whole.error().message, found.toStdString());
    }

    void searchesAndReductionsCanBeCalledOff() {
        const WrongAdditions wrong;
        ReduceTask task = taskOf(wrongProgram(), "differs");
        int asked = 0;
        task.progress = [&](const std::string &, double) { return ++asked < 3; };
        const auto reduction = reduce(task);
        QVERIFY(!reduction);
        COMPARE_TEXT(reduction.error().message, "The reduction was called off.");
        CulpritTask culprit = *culpritTask(Session(), compilationOf(ProgramMaker(2).make(25).module, "O0"), 1e-3);
        std::vector<double> shares;
        culprit.bisect.progress = [&](const std::string &, double share) {
            shares.push_back(share);
            return shares.size() < 3;
        };
        const auto report = findCulprit(culprit);
        QVERIFY(!report);
        COMPARE_TEXT(report.error().message, "The search was called off.");
        QVERIFY(std::ranges::is_sorted(shares) && shares.front() == 0 && shares.back() < 1);
    }

    /** The variant compiles wrongly; the program's own compilation, which was before, does not. */
    void theCulpritOfAVariantIsFound() {
        const Program program = [] {
            const WrongAdditions wrong;
            return wrongProgram();
        }();
        const Compilation compilation = compilationOf(program.module, "O0");
        const auto base = variantBase(Session(), compilation);
        VERIFY_RESULT(base);
        const auto sound = findCulprit(culpritTask(*base, {JitLevel::O0, {}}, 1e-3));
        VERIFY_RESULT(sound);
        QVERIFY(!sound->divergence);
        const WrongAdditions wrong;
        const CulpritTask task = culpritTask(*base, {JitLevel::O0, {}}, 1e-3);
        const auto report = findCulprit(task);
        VERIFY_RESULT(report);
        QVERIFY(report->divergence && report->divergence->node);
        COMPARE_TEXT(task.bisect.passes[size_t(report->divergence->pass)].name, "wrong_additions");
        COMPARE_TEXT(report->divergence->node->op, "Sub");
        const auto tensors = differingTensors(*report->divergence, 1e-3);
        QVERIFY(tensors && tensors->isSameShape && tensors->first >= 0 && tensors->beyond > 0);
        QVERIFY(tensors->comparison.maxAbsolute > 0 && tensors->comparison.maxUlps);
    }

    void weightsOfTheProgramStayAsTheyAre() {
        for (unsigned seed = 0; seed < 40; ++seed) {
            const FlowProgram program = FlowProgramMaker(seed).make();
            std::vector<Tensor> before;
            for (const Tensor &weight : program.weights)
                before.push_back(weight.clone());
            const Compilation compilation = compilationOf(program.module, "O0");
            const auto task = culpritTask(Session(), compilation, 1e-3);
            VERIFY_RESULT(task);
            for (const GraphPtr &graph : task->bisect.passes.back().after.graphs)
                for (const NodePtr &parameter : graph->parameters)
                    for (const Tensor &weight : program.weights)
                        QVERIFY(!parameter->weight->defined() || parameter->weight->storage() != weight.storage());
            const auto report = findCulprit(*task);
            VERIFY_RESULT(report);
            QVERIFY2(!report->divergence,
                     report->divergence ? toString(*report->divergence, task->bisect).c_str() : "");
            for (size_t i = 0; i < before.size(); ++i)
                QVERIFY(identical(before[i], program.weights[i]));
        }
    }
};

JITSCOPE_TEST(TestExtraction)

} // namespace jitscope::tst_extraction

#include "tst_extraction.moc"
