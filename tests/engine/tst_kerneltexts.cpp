// SPDX-License-Identifier: Apache-2.0
// Texts of fused kernels: each line leads to its member, and instructions to the user's source.
#include "engine/codegen/kernelcompiler.h"
#include "engine/codegen/kerneltexts.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/kernelgraph.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testing.h"

#include <set>

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

    void instructionsOfMembersLeadToSourceLines() {
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
        const Session session = Recorder::instance().take();
        KernelCoverage sum;
        for (const Compilation &compilation : session.compilations)
            for (const KernelRecord &record : compilation.kernels) {
                const GraphPtr graph = compilation.final.find(record.graph);
                QVERIFY(graph);
                const auto texts = kernelTexts(*graph);
                VERIFY_RESULT(texts);
                sum.instructions += texts->coverage.instructions;
                sum.ofLoops += texts->coverage.ofLoops;
                sum.ofMembers += texts->coverage.ofMembers;
                sum.withSource += texts->coverage.withSource;
            }
        qInfo("%lld instructions: %lld of loops, %lld of members, %lld of these with a source line",
              static_cast<long long>(sum.instructions), static_cast<long long>(sum.ofLoops),
              static_cast<long long>(sum.ofMembers), static_cast<long long>(sum.withSource));
        QVERIFY(sum.ofMembers > 0);
        QVERIFY(sum.withSource * 100 >= sum.ofMembers * 95);
    }
};

QTEST_GUILESS_MAIN(TestKernelTexts)
#include "tst_kerneltexts.moc"
