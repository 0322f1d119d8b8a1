// SPDX-License-Identifier: Apache-2.0
// Tests of building graphs: names, weights, closures, tuples, failed inference.
#include "engine/capture/graphcapture.h"
#include "engine/ir/verifier.h"
#include "engine/ops/opdef.h"
#include "tests/support/expression.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_capture {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

Abstract matrix() {
    return Abstract::tensor(DType::Float32, {2, 3});
}

NodePtr call(GraphCapture &capture, const char *op, std::vector<NodePtr> inputs, const std::string &name = {},
             const SpanList &spans = nullptr, const std::string &scope = {}) {
    auto result = capture.addCall(*findOp(op), std::move(inputs), name, spans, scope);
    if (!result) throw std::invalid_argument(result.error().message);
    return *result;
}

std::string namesOf(const std::vector<NodePtr> &nodes) {
    std::vector<std::string> names;
    for (const NodePtr &node : nodes)
        names.push_back(node->name);
    return join(names, " ");
}

std::string graphNames(const Module &module) {
    std::vector<std::string> names;
    for (const GraphPtr &graph : module.graphs)
        names.push_back(graph->name);
    return join(names, " ");
}

} // namespace

class TestCapture : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void callsStandInTheOrderInWhichTheyWereMade() {
        GraphCapture capture;
        capture.openGraph("fast_compute", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        const NodePtr product = call(capture, "Mul", {x, capture.constant(2)});
        const NodePtr sum = call(capture, "Add", {product, x});
        capture.closeGraph(sum);
        const Module module = capture.finish();
        COMPARE_TEXT(graphNames(module), "1_fast_compute");
        COMPARE_TEXT(expressionOf(module), "Add(Mul(x, 2), x)");
        QCOMPARE(module.entry()->nodes, (std::vector<NodePtr>{product, sum}));
        QVERIFY(sameType(sum->abstract, matrix()));
        QVERIFY(verify(module).empty());
    }

    void aCallIsNamedByItsVariableAndKeepsItsPlace() {
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        const auto spans =
            std::make_shared<const std::vector<SourceSpan>>(1, SourceSpan{"a.py", 3, 3, 8, 13, "z = x + x"});
        const NodePtr z = call(capture, "Add", {x, x}, "z", spans, "Default/network-Net");
        const NodePtr unnamed = call(capture, "Exp", {z});
        COMPARE_TEXT(z->name, format("CNode_%d$z", int(z->id.value)));
        COMPARE_TEXT(unnamed->name, format("CNode_%d", int(unnamed->id.value)));
        QCOMPARE(z->spans, spans);
        COMPARE_TEXT(z->scope, "Default/network-Net");
    }

    void branchesTakeTheSameParametersInTheSameOrder() {
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const NodePtr x = capture.addParameter("x", matrix()), y = capture.addParameter("y", matrix());
        const std::string first = capture.openGraph("✓_f", nullptr);
        capture.closeGraph(call(capture, "Add", {x, x}));
        const std::string second = capture.openGraph("✗_f", nullptr);
        const NodePtr open = call(capture, "Mul", {y, x});
        const size_t aside = capture.suspend();
        const NodePtr condition = call(
            capture, "Equal",
            {capture.constant(Tensor::zeros({}, DType::Float32)), capture.constant(Tensor::zeros({}, DType::Float32))});
        capture.resume(aside);
        capture.closeGraph(open);
        const NodePtr result = capture.addSwitchCall(condition, first, second, "z", nullptr, {});
        capture.closeGraph(result);
        const Module module = capture.finish();
        COMPARE_TEXT(join(verify(module), "; "), "");
        COMPARE_TEXT(namesOf(module.find(first)->parameters), namesOf(module.find(second)->parameters));
        COMPARE_TEXT(namesOf(result->inputs), "x y");
        QVERIFY(result->function->isCallOf(op::Switch));
        QVERIFY(sameType(result->abstract, matrix()));
    }

    void aLoopCallsItselfWithWhatItBorrows() {
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const NodePtr x = capture.addParameter("x", matrix()), step = capture.addParameter("step", matrix());
        const std::string header = capture.openGraph("↵_f", nullptr);
        const NodePtr inside = capture.addParameter("x", matrix());
        capture.borrowAhead({step});
        const std::string body = capture.openGraph("↻_f", nullptr);
        const NodePtr next = call(capture, "Add", {inside, step});
        const NodePtr again = capture.addInnerCall(header, {next}, matrix(), nullptr, {});
        capture.closeGraph(again);
        const std::string after = capture.openGraph("↓_f", nullptr);
        capture.closeGraph(inside);
        QCOMPARE(capture.borrowed().size(), size_t(1));
        capture.closeGraph(capture.addSwitchCall(capture.constant(true), body, after, {}, nullptr, {}));
        capture.closeGraph(capture.addGraphCall(header, {x}, {}, nullptr, {}));
        const Module module = capture.finish();
        COMPARE_TEXT(join(verify(module), "; "), "");
        COMPARE_TEXT(again->callee, header);
        QCOMPARE(again->inputs.size(), module.find(header)->parameters.size());
    }

    void whatWasTakenBackLeavesNoTrace() {
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        const GraphCapture::Mark mark = capture.mark();
        call(capture, "Exp", {x});
        capture.weight("w", Tensor::zeros({2, 3}, DType::Float32));
        capture.openGraph("g", nullptr);
        call(capture, "Exp", {x});
        capture.rollback(mark);
        const NodePtr sum = call(capture, "Add", {x, x});
        capture.closeGraph(sum);
        const Module module = capture.finish();
        COMPARE_TEXT(graphNames(module), "1_f");
        COMPARE_TEXT(namesOf(module.entry()->parameters), "x");
        COMPARE_TEXT(expressionOf(module), "Add(x, x)");
        QCOMPARE(sum->id.value, mark.nextId);
    }

    void aFunctionCalledTwiceGetsTwoNames() {
        GraphCapture capture;
        capture.openGraph("main", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        std::vector<NodePtr> results;
        for (int i = 0; i < 2; ++i) {
            const std::string name = capture.openGraph("square", nullptr);
            const NodePtr a = capture.addParameter("a", matrix());
            capture.closeGraph(call(capture, "Mul", {a, a}));
            results.push_back(capture.addGraphCall(name, {x}, {}, nullptr, {}));
        }
        capture.closeGraph(call(capture, "Add", results));
        const Module module = capture.finish();
        COMPARE_TEXT(graphNames(module), "1_main 2_square 3_square");
        COMPARE_TEXT(expressionOf(module), "Add(2_square(x), 3_square(x))\n2_square: Mul(a, a)\n3_square: Mul(a, a)");
        QVERIFY(verify(module).empty());
    }

    void graphsStandInTheOrderOfOpeningThoughInnerOnesCloseFirst() {
        GraphCapture capture;
        capture.openGraph("main", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        const std::string outer = capture.openGraph("outer", nullptr);
        const NodePtr a = capture.addParameter("a", matrix());
        const std::string inner = capture.openGraph("inner", nullptr);
        const NodePtr b = capture.addParameter("b", matrix());
        capture.closeGraph(call(capture, "Exp", {b}));
        capture.closeGraph(capture.addGraphCall(inner, {a}, {}, nullptr, {}));
        capture.closeGraph(capture.addGraphCall(outer, {x}, {}, nullptr, {}));
        COMPARE_TEXT(graphNames(capture.finish()), "1_main 2_outer 3_inner");
    }

    void aWeightIsOneParameterOfTheEntryFromAnyDepth() {
        const Tensor tensor = Tensor::zeros({3}, DType::Float32);
        const Tensor sameStorage = tensor;
        GraphCapture capture;
        capture.openGraph("main", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        const std::string name = capture.openGraph("construct", nullptr);
        const NodePtr a = capture.addParameter("a", matrix());
        const NodePtr weight = capture.weight("fc.weight", tensor);
        capture.closeGraph(call(capture, "Add", {a, weight}));
        const NodePtr result = capture.addGraphCall(name, {x}, {}, nullptr, {});
        QCOMPARE(capture.weight("again", sameStorage), weight);
        capture.closeGraph(call(capture, "Mul", {result, weight}));
        const Module module = capture.finish();
        COMPARE_TEXT(namesOf(module.entry()->parameters), "x fc.weight");
        COMPARE_TEXT(namesOf(module.find(name)->parameters), "a");
        COMPARE_TEXT(module.find(name)->parent, "1_main");
        COMPARE_TEXT(weight->abstract->referenceKey, "fc.weight");
        QVERIFY(weight->weight->sameView(tensor));
        QVERIFY(verify(module).empty());
    }

    void twoWeightsWithEqualValuesStayTwo() {
        GraphCapture capture;
        capture.openGraph("main", nullptr);
        const NodePtr a = capture.weight("a", Tensor::zeros({3}, DType::Float32));
        const NodePtr b = capture.weight("b", Tensor::zeros({3}, DType::Float32));
        QVERIFY(a != b);
        capture.closeGraph(call(capture, "Add", {a, b}));
        COMPARE_TEXT(namesOf(capture.finish().entry()->parameters), "a b");
    }

    void aValueOfAnEnclosingFunctionIsPassedAlong() {
        GraphCapture capture;
        capture.openGraph("main", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        const NodePtr scale = call(capture, "Exp", {x}, "scale");
        const std::string outer = capture.openGraph("outer", nullptr);
        const NodePtr a = capture.addParameter("a", matrix());
        const std::string inner = capture.openGraph("inner", nullptr);
        const NodePtr b = capture.addParameter("b", matrix());
        capture.closeGraph(call(capture, "Mul", {b, scale}));
        capture.closeGraph(capture.addGraphCall(inner, {a}, {}, nullptr, {}));
        const NodePtr once = capture.addGraphCall(outer, {x}, {}, nullptr, {});
        capture.closeGraph(capture.addGraphCall(outer, {once}, {}, nullptr, {}));
        const Module module = capture.finish();
        COMPARE_TEXT(expressionOf(module), "t1 = Exp(x); 2_outer(2_outer(x, t1), t1)\n"
                                           "2_outer: 3_inner(a, scale)\n"
                                           "3_inner: Mul(b, scale)");
        QVERIFY(verify(module).empty());
    }

    void aValueUsedTwiceInsideIsPassedAlongOnce() {
        GraphCapture capture;
        capture.openGraph("main", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        const std::string inner = capture.openGraph("inner", nullptr);
        capture.closeGraph(call(capture, "Mul", {x, x}));
        capture.closeGraph(capture.addGraphCall(inner, {}, {}, nullptr, {}));
        COMPARE_TEXT(expressionOf(capture.finish()), "2_inner(x)\n2_inner: Mul(x, x)");
    }

    void aGraphMayReturnAnOuterValueAParameterOrAConstant() {
        GraphCapture capture;
        capture.openGraph("main", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        const std::string outerValue = capture.openGraph("outer_value", nullptr);
        capture.closeGraph(x);
        const std::string constant = capture.openGraph("constant", nullptr);
        capture.closeGraph(capture.constant(2));
        const NodePtr first = capture.addGraphCall(outerValue, {}, {}, nullptr, {});
        const NodePtr second = capture.addGraphCall(constant, {}, {}, nullptr, {});
        capture.closeGraph(capture.makeTuple({first, second, x}, nullptr, {}));
        COMPARE_TEXT(expressionOf(capture.finish()),
                     "MakeTuple(2_outer_value(x), 3_constant(), x)\n2_outer_value: x\n3_constant: 2");
    }

    void aValueOfAFunctionThatReturnedCannotBeUsed() {
        GraphCapture capture;
        capture.openGraph("main", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        capture.openGraph("returned", nullptr);
        const NodePtr inside = call(capture, "Exp", {x}, "inside");
        capture.closeGraph(inside);
        QVERIFY(!capture.canUse(inside));
        QVERIFY(capture.canUse(x));
        const auto result = capture.addCall(*findOp("Exp"), {inside}, {}, nullptr, {});
        QVERIFY(!result);
        COMPARE_TEXT(result.error().message, "[Exp] uses " + inside->name +
                                                 ", a value of a function that has returned already; "
                                                 "pass it as an argument");
        capture.closeGraph(x);
    }

    void aFailedInferenceAddsNothingAndSaysWhatTheOperatorSays() {
        GraphCapture capture;
        capture.openGraph("main", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        const NodePtr wide = capture.addParameter("wide", Abstract::tensor(DType::Float32, {2, 4}));
        const OpDef &add = *findOp("Add");
        const auto result = capture.addCall(add, {x, wide}, {}, nullptr, {});
        QVERIFY(!result);
        const std::vector<Abstract> arguments = {x->abstract, wide->abstract};
        COMPARE_TEXT(result.error().message, add.infer(arguments).error().message);
        capture.closeGraph(x);
        QVERIFY(capture.finish().entry()->nodes.empty());
    }

    void tuplesAreMadeAndTakenApart() {
        GraphCapture capture;
        capture.openGraph("main", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        const NodePtr row = capture.addParameter("row", Abstract::tensor(DType::Float32, {3}));
        const NodePtr tuple = capture.makeTuple({x, row}, nullptr, {});
        const NodePtr second = capture.getItem(tuple, 1, nullptr, {});
        COMPARE_TEXT(brief(tuple->abstract), "(f32[2,3], f32[3])");
        COMPARE_TEXT(brief(second->abstract), "f32[3]");
        capture.closeGraph(second);
        COMPARE_TEXT(expressionOf(capture.finish()), "TupleGetItem(MakeTuple(x, row), 1)");
    }

    void callsThatNobodyUsesStayInTheGraph() {
        GraphCapture capture;
        capture.openGraph("main", nullptr);
        const NodePtr x = capture.addParameter("x", matrix());
        call(capture, "Exp", {x});
        capture.closeGraph(x);
        COMPARE_TEXT(expressionOf(capture.finish()), "unused = Exp(x); x");
    }
};

JITSCOPE_TEST(TestCapture)

} // namespace jitscope::tst_capture

#include "tst_capture.moc"
