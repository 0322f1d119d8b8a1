// SPDX-License-Identifier: Apache-2.0
// What the passes put into kernels must be known to the catalogue, and have code.
#include "engine/codegen/kernelcompiler.h"
#include "engine/passes/kernelops.h"
#include "engine/passes/passes.h"
#include "tests/support/expression.h"
#include "tests/support/testing.h"

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
    if (op.takes == KernelElement::Truth) return "Select(" + name + "(Less(x, y), Less(y, x)), x, y)";
    const bool isBinary = findOp(name)->params.size() > 1 && !findOp(name)->params[1].hasDefault;
    const std::string call = name + (isBinary ? "(x, y)" : "(x)");
    return op.gives == KernelElement::Truth ? "Select(" + call + ", x, y)" : "Neg(" + call + ")";
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
        QVERIFY(definition->fusion == FusionClass::ElementWise || definition->fusion == FusionClass::Broadcast);
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
};

QTEST_GUILESS_MAIN(TestKernelOps)
#include "tst_kernelops.moc"
