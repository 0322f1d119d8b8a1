// SPDX-License-Identifier: Apache-2.0
// What the passes put into kernels must be known to the catalogue, and have code.
#include "engine/codegen/kernelcompiler.h"
#include "engine/ops/opdef.h"
#include "engine/passes/passes.h"
#include "engine/passes/support/kernelops.h"
#include "tests/support/evaluate.h"
#include "tests/support/expression.h"
#include "tests/support/randomprogram.h"
#include "tests/support/randomvalues.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_kernelops {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** One call of the operator between two others, so that it ends up inside a kernel. */
std::string programFor(const KernelOp &op) {
    const std::string name(op.op);
    if (name == "Cast") return "Select(Cast(x, bool), x, y)";
    if (name == "Select") return "Neg(Select(Less(x, y), x, y))";
    if (name == "BroadcastTo") return "Neg(BroadcastTo(Neg(row), (2, 3)))";
    if (name == "LogicalNot") return "Select(LogicalNot(Less(x, y)), x, y)";
    if (op.takes == KernelElement::Bool) return "Select(" + name + "(Less(x, y), Less(y, x)), x, y)";
    const bool isBinary = findOp(name)->params.size() > 1 && !findOp(name)->params[1].hasDefault;
    const std::string call = name + (isBinary ? "(x, y)" : "(x)");
    return op.gives == KernelElement::Bool ? "Select(" + call + ", x, y)" : "Neg(" + call + ")";
}

/** Runs the machine code of `kernel` on random inputs against its operators one by one; "" where they agree. */
std::string differenceOfKernel(const Module &module, const Graph &kernel, unsigned seed) {
    const auto code = compileKernel(kernel);
    if (!code) return code.error().message;
    std::mt19937 random(seed);
    std::vector<Value> arguments;
    std::vector<const void *> inputs;
    for (const NodePtr &parameter : kernel.parameters) {
        arguments.push_back(randomTensor(DType::Float32, parameter->abstract->shape, random));
        inputs.push_back(arguments.back().asTensor()->rawData());
    }
    const Value expected = Evaluator(module).run(kernel, arguments);
    std::vector<Value> results = expected.asSequence() ? expected.asSequence()->items : std::vector<Value>{expected};
    std::vector<Tensor> outputs;
    std::vector<void *> places;
    for (const Value &result : results)
        outputs.emplace_back(result.asTensor()->shape(), DType::Float32);
    for (Tensor &output : outputs)
        places.push_back(output.mutableRawData());
    (*code)->run(inputs.data(), places.data());
    for (size_t i = 0; i < outputs.size(); ++i)
        if (!close(outputs[i], *results[i].asTensor(), 1e-5, 1e-5)) return "another result of " + kernel.name;
    return {};
}

} // namespace

class TestKernelOps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyOperatorIsFusedAndHasCode_data() {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < kernelOps().size(); ++i)
            QTest::newRow(std::string(kernelOps()[i].op).c_str()) << int(i);
    }
    void everyOperatorIsFusedAndHasCode() {
        QFETCH(int, index);
        const KernelOp &op = kernelOps()[size_t(index)];
        const OpDef *definition = findOp(op.op);
        QVERIFY2(definition, "the catalogue does not have it");
        QVERIFY(definition->fusion != FusionClass::Opaque);
        GraphCapture capture;
        const Module module = readExpression(programFor(op), capture);
        PassContext context{capture.ids(), JitLevel::O1, {}, {}};
        const Module clustered = clusterGraphKernels(module, context);
        QCOMPARE(clustered.graphs.size(), size_t(2));
        const Graph &kernel = *clustered.graphs[1];
        QVERIFY(std::any_of(kernel.nodes.begin(), kernel.nodes.end(),
                            [&](const NodePtr &node) { return node->op == op.op; }));
        VERIFY_RESULT(canCompile(kernel));
    }

    void kernelsOfRandomProgramsHaveCode() {
        int kernels = 0;
        for (unsigned seed = 1000; seed < 1200; ++seed) {
            GraphCapture capture;
            const Module module = randomProgram(capture, seed);
            PassContext context{capture.ids(), JitLevel::O1, {}, {}};
            const Module compiled = runPasses(module, builtinPasses(), context, {});
            for (const GraphPtr &graph : compiled.graphs) {
                if (!graph->isKernel()) continue;
                ++kernels;
                VERIFY_RESULT(canCompile(*graph));
            }
        }
        QVERIFY(kernels > 200);
    }

    void aCompiledKernelGivesWhatItsMembersGive() {
        for (unsigned seed = 2000; seed < 2010; ++seed) {
            GraphCapture capture;
            const Module module = randomProgram(capture, seed);
            PassContext context{capture.ids(), JitLevel::O1, {}, {}};
            const Module compiled = runPasses(module, builtinPasses(), context, {});
            for (const GraphPtr &graph : compiled.graphs)
                if (graph->isKernel()) COMPARE_TEXT(differenceOfKernel(compiled, *graph, seed), "");
        }
    }
};

JITSCOPE_TEST(TestKernelOps)

} // namespace jitscope::tst_kernelops

#include "tst_kernelops.moc"
