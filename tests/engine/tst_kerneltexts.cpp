// SPDX-License-Identifier: Apache-2.0
// Texts of fused kernels: each line leads to its member, and instructions to the user's source.
#include "engine/codegen/kernelcompiler.h"
#include "engine/codegen/kerneltexts.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/kernelgraph.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace jitscope::tst_kerneltexts {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const Graph &twoCalls(KernelGraph &builder) {
    const NodePtr x = builder.parameter({64}), y = builder.parameter({64});
    const NodePtr product = builder.call("Mul", {x, builder.constant(2.0)}, 6);
    return builder.finish(builder.call("Add", {product, y}, 7));
}

std::set<int> membersIn(const std::string &text) {
    std::set<int> members;
    for (const KernelLine &line : kernelLines(text))
        members.insert(line.member);
    return members;
}

std::string coverageText(const std::string &kernel, const KernelCoverage &coverage) {
    return format("%s: %lld instructions, %lld of no member, %lld of members, %lld of these with a source line",
                  kernel.c_str(), static_cast<long long>(coverage.instructions),
                  static_cast<long long>(coverage.ofNone), static_cast<long long>(coverage.ofMembers),
                  static_cast<long long>(coverage.withSource));
}

/** In every kernel: of the code that is located at a member, at least 95 % leads to a line of the user's; and 95 % of
    all is located. */
void checkCoverage(const Session &session, int kernels) {
    int seen = 0;
    for (const Compilation &compilation : session.compilations)
        for (const KernelRecord &record : compilation.kernels) {
            const GraphPtr graph = compilation.final.find(record.graph);
            QVERIFY(graph);
            const auto texts = kernelTexts(*graph);
            VERIFY_RESULT(texts);
            const KernelCoverage &coverage = texts->facts.coverage;
            const std::string said = coverageText(record.name, coverage);
            qInfo("%s", said.c_str());
            ++seen;
            QVERIFY2(coverage.ofMembers > 0, said.c_str());
            QVERIFY2(coverage.withSource * 100 >= coverage.ofMembers * 95, said.c_str());
            QVERIFY2(coverage.ofMembers * 100 >= coverage.instructions * 95,
                     (said + "\n" + texts->optimizedIr).c_str());
        }
    QVERIFY2(seen >= kernels, std::to_string(seen).c_str());
}

/** All scripts below `folder`, by name. */
std::vector<std::string> scriptsIn(const std::string &folder) {
    std::vector<std::string> paths;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".py") paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    return paths;
}

} // namespace

class TestKernelTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tagsBecomeMembersAndLeaveTheCode() {
        const auto lines = kernelLines("  %3 = fmul float %1, %2        ; [3] Mul\n  %4 = alloca [8 x float]\n"
                                       "; [2] Add, node 5, f32[4], a.py:3: a[1] + b\n    step 0: [1] Exp(load 0)\n");
        QCOMPARE(lines.size(), size_t(4));
        QVERIFY((lines[0] == KernelLine{"  %3 = fmul float %1, %2", 3}));
        QVERIFY((lines[1] == KernelLine{"  %4 = alloca [8 x float]", 0}));
        QCOMPARE(lines[2].member, 2);
        QVERIFY(lines[2].code.find("a.py:3") != std::string::npos);
        QCOMPARE(lines[3].member, 1);
    }

    void everyTextNamesEveryMember() {
        KernelGraph builder;
        const auto texts = kernelTexts(twoCalls(builder));
        VERIFY_RESULT(texts);
        for (const std::string *text : {&texts->loops, &texts->unoptimizedIr, &texts->optimizedIr, &texts->assembly})
            QVERIFY2(membersIn(*text).contains(1) && membersIn(*text).contains(2), text->c_str());
        QVERIFY(texts->unoptimizedIr != texts->optimizedIr);
        QVERIFY(widestRegisterBits(texts->assembly) > 0);
    }

    void textsAreThoseOfTheCompiledKernel() {
        KernelGraph builder;
        const Graph &graph = twoCalls(builder);
        const auto kernel = compileKernel(graph);
        VERIFY_RESULT(kernel);
        const auto texts = kernelTexts(graph);
        VERIFY_RESULT(texts);
        COMPARE_TEXT(texts->optimizedIr, (*kernel)->llvmIr());
        COMPARE_TEXT(texts->assembly, (*kernel)->assembly());
    }

    void registersAreUnknownWhereNoneIsNamed() { QCOMPARE(widestRegisterBits("  ret\n"), 0); }

    void instructionsLeadToSourceLines_data() {
        QTest::addColumn<std::string>("path");
        for (const std::string &path :
             scriptsIn(isOnReference() ? sharedPath("seed_scripts") : dataPath("../../resources/samples")))
            QTest::newRow(path.substr(path.rfind('/') + 1).c_str()) << path;
    }
    void instructionsLeadToSourceLines() {
        QFETCH(std::string, path);
        PythonScripts scripts;
        scripts.runShort(path);
        checkCoverage(Recorder::instance().take(), path.ends_with("/attention.py") ? 1 : 0);
    }

    void loopsAreCodeThatNamesWhatItReadsAndWrites() {
        KernelGraph builder;
        const auto texts = kernelTexts(twoCalls(builder));
        VERIFY_RESULT(texts);
        const auto lines = kernelLines(texts->loops);
        std::string code;
        for (const KernelLine &line : lines)
            code += line.code + "\n";
        QVERIFY2(code.find("for i in 0..64:") != std::string::npos, code.c_str());
        QVERIFY2(code.find("x0 = in0_x0[i]\n") != std::string::npos, code.c_str());
        QVERIFY2(code.find("t1 = Mul(x0, 2)\n") != std::string::npos, code.c_str());
        QVERIFY2(code.find("out0[i] = t2\n") != std::string::npos, code.c_str());
        QCOMPARE(linesOf(lines, {0, 1}).size(), size_t(1)); // y is read in one line
        QCOMPARE(lines[size_t(linesOf(lines, {0, 1}).front())].member, 2);
        QCOMPARE(lines.back().access, (KernelAccess{-1, 0}));
    }

    void whatReadsAnInputIsMarkedInEveryText() {
        KernelGraph builder;
        const auto texts = kernelTexts(twoCalls(builder));
        VERIFY_RESULT(texts);
        for (const std::string *text : {&texts->loops, &texts->unoptimizedIr, &texts->optimizedIr, &texts->assembly}) {
            const auto lines = kernelLines(*text), ir = kernelLines(texts->optimizedIr);
            for (const int input : {0, 1})
                QVERIFY2(!assemblyLinesOf(lines, ir, {0, input}).empty(), text->c_str());
            QVERIFY2(linesOf(kernelLines(*text), {0, 2}).empty(), text->c_str());
        }
    }

    void aLoadThatIsPartOfAnInstructionIsFoundByItsMember() {
        const auto ir = kernelLines("  %1 = load float, ptr %in0     ; [2] Mul <- in0\n");
        const auto assembly = kernelLines("  vaddps %zmm0, %zmm1, %zmm1    # [1] Add\n"
                                          "  vmulps (%rax), %zmm0, %zmm0   # [2] Mul\n"
                                          "  vmulps %zmm1, %zmm0, %zmm0    # [2] Mul\n");
        const auto withPointer = kernelLines("  movq (%rdi), %rax             # [2] Mul <- in0\n"
                                             "  vmulps (%rax), %zmm0, %zmm0   # [2] Mul\n");
        QCOMPARE(assemblyLinesOf(withPointer, ir, {0, 0}), (std::vector<int>{0, 1}));
        const auto withLoad = kernelLines("  vmovups (%rax), %zmm1         # [2] Mul <- in0\n"
                                          "  vmulps (%rbx), %zmm1, %zmm0   # [2] Mul\n");
        QCOMPARE(assemblyLinesOf(withLoad, ir, {0, 0}), std::vector<int>{0});
        QCOMPARE(membersReading(ir, 0), std::vector<int>{2});
        QCOMPARE(assemblyLinesOf(assembly, ir, {0, 0}), std::vector<int>{1});
        QVERIFY(assemblyLinesOf(assembly, ir, {0, 1}).empty());
    }

    void spillsAreCountedByWhatThePrinterSaysOfThem() {
        const SpillCounts counts = countSpills("  vmovups %ymm0, -32(%rsp)   # 32-byte Spill\n"
                                               "  movq %rax, 8(%rsp)  # 8-byte Folded Spill   # [3] Mul\n"
                                               "  vaddps -32(%rsp), %ymm1, %ymm0  # 32-byte Folded Reload\n"
                                               "  ret  # Spill\n");
        QCOMPARE(counts, (SpillCounts{2, 1}));
    }

    /** More values alive at once than the machine has registers. */
    void aKernelWithTooManyLiveValuesSpills() {
        KernelGraph builder;
        std::vector<NodePtr> values;
        for (int i = 0; i < 48; ++i)
            values.push_back(builder.call("Exp", {builder.parameter({64})}, 3));
        NodePtr sum = values.front();
        for (int i = 1; i < 48; ++i)
            sum = builder.call("Add", {sum, values[size_t(i)]}, 4);
        NodePtr product = values.back();
        for (int i = 46; i >= 0; --i)
            product = builder.call("Mul", {product, values[size_t(i)]}, 5);
        const auto texts = kernelTexts(builder.finish({sum, product}));
        VERIFY_RESULT(texts);
        QVERIFY(texts->facts.spills.stores > 0);
        QVERIFY(texts->facts.spills.reloads > 0);
        KernelGraph small;
        QCOMPARE(kernelTexts(twoCalls(small))->facts.spills, SpillCounts());
    }

    void vectorsAreAsWideAsTheMachineHasThem() {
        KernelGraph builder;
        const auto texts = kernelTexts(twoCalls(builder));
        VERIFY_RESULT(texts);
        const int lanes = texts->facts.registerBits / 32;
        QCOMPARE(texts->facts.widestVector, "<" + std::to_string(lanes) + " x float>");
    }

    void inputsAndOutputsHaveTheirBytes() {
        KernelGraph builder;
        const Graph &graph = twoCalls(builder);
        QCOMPARE(kernelInputs(graph).size(), size_t(2));
        QCOMPARE(kernelInputs(graph)[0].name, std::string("x0"));
        QCOMPARE(kernelInputs(graph)[0].bytes, int64_t(256));
        QCOMPARE(kernelOutputs(graph).size(), size_t(1));
        QCOMPARE(kernelOutputs(graph)[0].member, 2);
    }

    void everyFormOfLoopLeadsToSourceLines() {
        PythonScripts scripts;
        scripts.run("import numpy as np, mindspore as ms\n"
                    "from mindspore import nn, ops\n"
                    "class Net(nn.Cell):\n"
                    "    def __init__(self):\n"
                    "        super().__init__()\n"
                    "        self.fc = nn.Dense(8, 16)\n"
                    "        self.norm = nn.LayerNorm((16,))\n"
                    "    def construct(self, x):\n"
                    "        x = ops.softmax(ops.gelu(self.fc(x)) * 2.0 + 1.0)\n"
                    "        return self.norm(x) - x\n"
                    "net = Net()\n"
                    "@ms.jit(jit_level='O1')\n"
                    "def run(x):\n"
                    "    return net(x)\n"
                    "run(ms.Tensor(np.ones((3, 8), np.float32)))\n");
        checkCoverage(Recorder::instance().take(), 1);
    }
};

JITSCOPE_TEST(TestKernelTexts)

} // namespace jitscope::tst_kerneltexts

#include "tst_kerneltexts.moc"
