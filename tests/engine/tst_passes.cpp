// SPDX-License-Identifier: Apache-2.0
// Tests of what each pass does to small graphs, and of the reasons it gives where it does nothing.
#include "engine/ops/opdef.h"
#include "tests/support/expression.h"
#include "tests/support/passchecks.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <set>

namespace jitscope::tst_passes {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

struct Row {
    const char *name;
    const char *before;
    const char *after;
};

void addRows(const char *pass, std::initializer_list<Row> rows) {
    for (const Row &row : rows)
        QTest::addRow("%s: %s", pass, row.name) << QString(pass) << QString(row.before) << QString(row.after);
}

/** `text` with "%1" replaced by the id of the call whose variable is t. */
std::string withIdOfT(const QString &text, const Module &module) {
    for (const NodePtr &node : module.entry()->nodes)
        if (node->name.ends_with("$t"))
            return QString(text).replace("%1", QString::number(node->id.value)).toStdString();
    return text.toStdString();
}

/** main(x) = g(g(x)) + h(x), where g(a) = h(a) * 2 and h(b) = exp(b). */
Module nestedCalls(GraphCapture &capture) {
    const Abstract type = Abstract::tensor(DType::Float32, {2, 3});
    const auto call = [&](const char *op, std::vector<NodePtr> inputs) {
        return *capture.addCall(*findOp(op), std::move(inputs), {}, nullptr, {});
    };
    capture.openGraph("main", nullptr);
    const NodePtr x = capture.addParameter("x", type);
    const std::string g = capture.openGraph("g", nullptr);
    const NodePtr a = capture.addParameter("a", type);
    const std::string h = capture.openGraph("h", nullptr);
    const NodePtr b = capture.addParameter("b", type);
    capture.closeGraph(call("Exp", {b}));
    capture.closeGraph(call("Mul", {capture.addGraphCall(h, {a}, {}, nullptr, {}), capture.constant(0.5)}));
    const NodePtr once = capture.addGraphCall(g, {x}, {}, nullptr, {});
    const NodePtr twice = capture.addGraphCall(g, {once}, {}, nullptr, {});
    capture.closeGraph(call("Add", {twice, capture.addGraphCall(h, {x}, {}, nullptr, {})}));
    return capture.finish();
}

/** main(x) calls f, and f calls itself; the front end builds no such graph, an imported dump may hold one. */
Module recursion(GraphCapture &capture) {
    const Abstract type = Abstract::tensor(DType::Float32, {2, 3});
    capture.openGraph("main", nullptr);
    const NodePtr x = capture.addParameter("x", type);
    const std::string f = capture.openGraph("f", nullptr);
    const NodePtr a = capture.addParameter("a", type);
    const NodePtr exp = *capture.addCall(*findOp("Exp"), {a}, {}, nullptr, {});
    capture.closeGraph(exp);
    capture.closeGraph(capture.addGraphCall(f, {x}, {}, nullptr, {}));
    Module module = capture.finish();
    Graph circular = *module.find(f);
    Node again = *exp;
    again.id = capture.ids().next();
    again.op = OpName();
    again.callee = f;
    again.inputs = {exp};
    circular.nodes.push_back(std::make_shared<const Node>(again));
    circular.output = circular.nodes.back();
    return module.with(std::make_shared<const Graph>(std::move(circular)));
}

} // namespace

class TestPasses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passRewrites_data() {
        QTest::addColumn<QString>("pass");
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        addRows("tuple_list_get_item_eliminator",
                {
                    {"element of a tuple", "TupleGetItem(MakeTuple(Exp(x), y), 1)", "y"},
                    {"of a tuple in a tuple", "TupleGetItem(TupleGetItem(MakeTuple(MakeTuple(x, y), y), 0), 0)", "x"},
                });
        addRows("constant_folding",
                {
                    {"of numbers in a chain", "Add(x, Mul(Add(Full((), 1.5), 2), 2))", "Add(x, f32(){7})"},
                    {"with an unknown", "Add(x, s)", "Add(x, s)"},
                });
        addRows(
            "arithmetic_simplify",
            {
                {"x + 0", "Add(x, 0)", "x"},
                {"0 + x", "Add(0, x)", "x"},
                {"x + 0.0", "Add(x, 0.0)", "x"},
                {"x - 0", "Sub(x, 0)", "x"},
                {"x * 1", "Mul(x, 1)", "x"},
                {"1 * x", "Mul(1.0, x)", "x"},
                {"x / 1", "Div(x, 1)", "x"},
                {"pow(x, 1)", "Pow(x, 1)", "x"},
                {"pow(x, 2)", "Pow(x, 2)", "Square(x)"},
                {"0 - x", "Sub(0, x)", "Neg(x)"},
                {"x * -1", "Mul(x, -1)", "Neg(x)"},
                {"integers stay integers only by integers", "Mul(i, 1.0)", "Mul(i, 1.0)"},
                {"integers times one", "Mul(i, 1)", "i"},
                {"integers times zero", "Mul(i, 0)", "i32(2, 3){0 0 0 0 0 0}"},
                {"integers minus themselves", "Sub(i, i)", "i32(2, 3){0 0 0 0 0 0}"},
                {"floats times zero may be NaN", "Mul(x, 0)", "Mul(x, 0)"},
                {"floats minus themselves may be NaN", "Sub(x, x)", "Sub(x, x)"},
                {"a zero that stretches stays", "Add(row, Full((2, 3), 0.0))", "Add(row, Full((2, 3), 0.0))"},
                {"-(-x)", "Neg(Neg(x))", "x"},
                {"-(-(-x))", "Neg(Neg(Neg(x)))", "Neg(x)"},
                {"x + (-y)", "Add(x, Neg(y))", "Sub(x, y)"},
                {"x - (-y)", "Sub(x, Neg(y))", "Add(x, y)"},
                {"abs(-abs(x))", "Abs(Neg(Abs(x)))", "Abs(x)"},
                {"square(-x)", "Square(Neg(x))", "Square(x)"},
                {"relu twice", "ReLU(ReLU(x))", "ReLU(x)"},
                {"constants of a product", "Mul(Mul(x, 2), 3)", "Mul(x, 6)"},
                {"constants of a long product", "Mul(0.5, Mul(Mul(Mul(x, 2), 3), 4.0))", "Mul(x, 12.0)"},
                {"constants that cancel to one", "Mul(Mul(x, 2), 0.5)", "x"},
                {"constants of a sum", "Add(Add(x, 1), 2)", "Add(x, 3)"},
                {"constants of a sum of integers", "Add(Add(i, 5), -2)", "Add(i, 3)"},
                {"constants of a sum that could cancel", "Add(Add(x, 100000000.0), -100000000.0)",
                 "Add(Add(x, 1e+08), -1e+08)"},
                {"constants of a product that could overflow", "Mul(Mul(x, 1e30), 1e30)", "Mul(Mul(x, 1e+30), 1e+30)"},
                {"division by a power of two", "Div(x, 4)", "Mul(x, 0.25)"},
                {"division by another number", "Div(x, 3)", "Div(x, 3)"},
                {"one over a root", "Div(1, Sqrt(Exp(x)))", "Rsqrt(Exp(x))"},
                {"reciprocal of a root", "Reciprocal(Sqrt(Exp(x)))", "Rsqrt(Exp(x))"},
                {"maximum of the same", "Maximum(x, x)", "x"},
                {"minimum of the same again", "Minimum(y, Minimum(x, y))", "Minimum(x, y)"},
                {"both negated", "Mul(Neg(x), Neg(y))", "Mul(x, y)"},
                {"not less, of integers", "LogicalNot(Less(i, j))", "GreaterEqual(i, j)"},
                {"not less, of floats", "LogicalNot(Less(x, y))", "LogicalNot(Less(x, y))"},
                {"not equal", "LogicalNot(Equal(x, y))", "NotEqual(x, y)"},
                {"whole division by one", "FloorDiv(i, 1)", "i"},
                {"select of the same", "Select(Less(x, y), x, x)", "x"},
                {"an inner result that is used elsewhere stays", "t = Mul(x, 2); Add(Exp(t), Mul(t, 3))",
                 "Add(Exp(Mul(x, 2)), Mul(x, 6))"},
            });
        addRows(
            "transpose_eliminate",
            {
                {"identity", "Transpose(x, (0, 1))", "x"},
                {"there and back", "Transpose(Transpose(x, (1, 0)), (1, 0))", "x"},
                {"merged", "Transpose(Transpose(image, (1, 0, 2, 3)), (0, 3, 2, 1))", "Transpose(image, (1, 3, 2, 0))"},
                {"three in a row", "Transpose(Transpose(Transpose(x, (1, 0)), (1, 0)), (1, 0))",
                 "Transpose(x, (1, 0))"},
                {"axes counted from the end", "Transpose(Transpose(x, (-1, -2)), (1, 0))", "x"},
                {"only an axis of size 1 moves", "Transpose(image, (2, 0, 1, 3))", "Reshape(image, (1, 2, 3, 4))"},
                {"real", "Transpose(x, (1, 0))", "Transpose(x, (1, 0))"},
            });
        addRows("reshape_eliminate",
                {
                    {"same shape", "Reshape(x, (2, 3))", "x"},
                    {"of a reshape", "Reshape(Reshape(x, (3, 2)), (6))", "Reshape(x, (6))"},
                    {"there and back", "Reshape(Reshape(x, (3, 2)), (2, 3))", "x"},
                    {"unknown size written as -1", "Reshape(Reshape(x, (3, -1)), (-1, 6))", "Reshape(x, (1, 6))"},
                    {"broadcast to the same", "BroadcastTo(x, (2, 3))", "x"},
                    {"broadcast of a broadcast", "BroadcastTo(BroadcastTo(row, (1, 3)), (2, 3))",
                     "BroadcastTo(row, (2, 3))"},
                });
        addRows(
            "cast_eliminate",
            {
                {"to the same", "Cast(x, float32)", "x"},
                {"to another", "Cast(x, int32)", "Cast(x, int32)"},
                {"there and back", "Cast(Cast(x, float64), float32)", "x"},
                {"there and back with a loss", "Cast(Cast(x, float16), float32)", "Cast(Cast(x, float16), float32)"},
                {"on the way", "Cast(Cast(i, int64), float64)", "Cast(i, float64)"},
                {"fractions are cut off", "Cast(Cast(x, float64), int32)", "Cast(Cast(x, float64), int32)"},
            });
        addRows("tile_eliminate", {
                                      {"once", "Tile(x, (1, 1))", "x"},
                                      {"a new axis", "Tile(x, (1, 1, 1))", "Tile(x, (1, 1, 1))"},
                                      {"of a tile", "Tile(Tile(x, (2)), (3, 1))", "Tile(x, (3, 2))"},
                                  });
        addRows("reduce_eliminate", {
                                        {"one element each", "ReduceSum(column, 1)", "Reshape(column, (2))"},
                                        {"one element each, kept", "ReduceMax(column, 1, True)", "column"},
                                        {"several elements", "ReduceSum(x, 1)", "ReduceSum(x, 1)"},
                                    });
        addRows("redundant_stop_gradient_eliminater",
                {{"twice", "Exp(StopGradient(StopGradient(x)))", "Exp(StopGradient(x))"}});
        addRows("cse", {
                           {"equal calls", "Add(Exp(x), Exp(x))", "t1 = Exp(x); Add(t1, t1)"},
                           {"equal chains", "Add(Exp(Mul(x, 2)), Exp(Mul(x, 2)))", "t1 = Exp(Mul(x, 2)); Add(t1, t1)"},
                           {"other constants", "Add(Mul(x, 2), Mul(x, 3))", "Add(Mul(x, 2), Mul(x, 3))"},
                           {"other kinds of constants", "Add(Mul(x, 2), Mul(x, 2.5))", "Add(Mul(x, 2), Mul(x, 2.5))"},
                           {"other order", "Sub(Sub(x, y), Sub(y, x))", "Sub(Sub(x, y), Sub(y, x))"},
                           {"zeros of either sign", "Add(Add(x, 0.0), Add(x, -0.0))", "Add(Add(x, 0.0), Add(x, -0.0))"},
                       });
        addRows("dead_node_eliminate", {
                                           {"unused call", "t = Exp(x); u = Abs(t); Add(x, y)", "Add(x, y)"},
                                           {"all used", "t = Exp(x); Add(t, t)", "t1 = Exp(x); Add(t1, t1)"},
                                       });
        addRows("matmul_biasadd_fusion",
                {
                    {"bias", "BiasAdd(MatMul(x, m), row)", "MatMulBiasAddFusion(x, m, row)"},
                    {"bias and relu", "ReLU(BiasAdd(MatMul(x, m), row))", "MatMulBiasAddReluFusion(x, m, row)"},
                    {"added row", "Add(MatMul(x, m), row)", "MatMulBiasAddFusion(x, m, row)"},
                    {"added row on the left", "ReLU(Add(row, MatMul(x, m)))", "MatMulBiasAddReluFusion(x, m, row)"},
                    {"transposed weight", "BiasAdd(MatMul(x, m, False, True), row)",
                     "MatMulBiasAddFusion(x, m, row, False, True)"},
                    {"relu without bias", "ReLU(MatMul(x, m))", "FusedMatMulElemUnary(x, m, None)"},
                    {"sum used twice", "t = BiasAdd(MatMul(x, m), row); Add(t, ReLU(t))",
                     "t1 = MatMulBiasAddFusion(x, m, row); Add(t1, ReLU(t1))"},
                    {"product used twice", "t = MatMul(x, m); Add(t, BiasAdd(t, row))",
                     "t1 = MatMul(x, m); Add(t1, BiasAdd(t1, row))"},
                    {"added matrix", "Add(MatMul(x, m), y)", "Add(MatMul(x, m), y)"},
                    {"two in a row", "BiasAdd(MatMul(ReLU(BiasAdd(MatMul(x, m), row)), n), row)",
                     "MatMulBiasAddFusion(MatMulBiasAddReluFusion(x, m, row), n, row)"},
                });
        addRows(
            "graph_kernel_expander",
            {
                {"bias of the last axis", "BiasAdd(x, row)", "Add(x, row)"},
                {"bias of the last axis of many", "BiasAdd(image, Full((4), 1.0), 1)", "Add(image, Full((4), 1.0))"},
                {"bias of channels", "BiasAdd(image, row)", "Add(image, Reshape(row, (3, 1, 1)))"},
                {"square", "Square(x)", "Mul(x, x)"},
                {"sigmoid", "Sigmoid(x)", "Div(1.0, Add(Exp(Neg(x)), 1.0))"},
                {"integers", "Square(i)", "Square(i)"},
                {"softmax alone", "Softmax(x)", "Softmax(x)"},
                {"softmax next to a product", "Softmax(MatMul(x, m))", "Softmax(MatMul(x, m))"},
                {"softmax next to a sum", "Softmax(Add(x, y))",
                 "t1 = Add(x, y); t2 = Exp(Sub(t1, ReduceMax(t1, (1), True))); Div(t2, ReduceSum(t2, (1), True))"},
                {"softmax of the first axis", "Softmax(Add(x, y), (0))", "Softmax(Add(x, y), (0))"},
                {"gradient of softmax", "SoftmaxBackward(Neg(x), y)",
                 "t1 = Neg(x); Mul(Sub(t1, ReduceSum(Mul(t1, y), (1), True)), y)"},
                {"logarithm of softmax", "LogSoftmax(Add(x, y))",
                 "t1 = Add(x, y); t2 = Sub(t1, ReduceMax(t1, (1), True)); "
                 "Sub(t2, Log(ReduceSum(Exp(t2), (1), True)))"},
                {"layer norm next to a sum", "TupleGetItem(LayerNorm(Add(x, y), row, row), 0)",
                 "t1 = Add(x, y); t2 = Sub(t1, Div(ReduceSum(t1, (1), True), 3.0)); "
                 "Add(Mul(Mul(t2, Rsqrt(Add(Div(ReduceSum(Mul(t2, t2), (1), True), 3.0), 1e-07))), row), row)"},
                {"layer norm alone", "TupleGetItem(LayerNorm(x, row, row), 0)",
                 "TupleGetItem(LayerNorm(x, row, row), 0)"},
                {"mean next to a product", "ReduceMean(Mul(x, y), (1))",
                 "Reshape(Div(ReduceSum(Mul(x, y), (1), True), 3.0), (2))"},
                {"gradient of a bias", "t = Mul(x, y); MakeTuple(t, BiasAddGrad(t))",
                 "t1 = Mul(x, y); MakeTuple(t1, Reshape(ReduceSum(t1, (0), True), (3)))"},
                {"a fused sum next to a product", "Mul(FusedAddReluV2(x, y), x)", "Mul(ReLU(Add(x, y)), x)"},
                {"a fused sum alone", "FusedAddReluV2(x, y)", "FusedAddReluV2(x, y)"},
                {"ones", "Mul(OnesLike(x), y)", "Mul(BroadcastTo(f32(){1}, (2, 3)), y)"},
                {"gradient of relu", "ReluGrad(x, y)", "Select(Greater(y, 0.0), x, 0.0)"},
                {"gradient of tanh", "TanhGrad(x, y)", "Mul(y, Sub(1.0, Mul(x, x)))"},
                {"gradient of sigmoid", "SigmoidGrad(x, y)", "Mul(y, Mul(x, Sub(1.0, x)))"},
            });
        addRows(
            "graph_kernel_cluster",
            {
                {"two calls", "Exp(Mul(x, y))",
                 "GraphKernel_Mul_Exp_fusion(x, y)\nGraphKernel_Mul_Exp_fusion: Exp(Mul(x, y))"},
                {"one call alone", "Exp(x)", "Exp(x)"},
                {"numbers stay inside", "Add(Mul(x, 2), 1.5)",
                 "GraphKernel_Mul_Add_fusion(x)\nGraphKernel_Mul_Add_fusion: Add(Mul(x, 2), 1.5)"},
                {"a row is broadcast", "Add(Mul(x, y), row)",
                 "GraphKernel_Mul_Add_fusion(x, y, row)\nGraphKernel_Mul_Add_fusion: Add(Mul(x, y), row)"},
                {"two results", "t = Mul(x, y); MakeTuple(Exp(t), t)",
                 "t1 = GraphKernel_Mul_Exp_fusion(x, y); MakeTuple(TupleGetItem(t1, 1), TupleGetItem(t1, 0))\n"
                 "GraphKernel_Mul_Exp_fusion: t1 = Mul(x, y); MakeTuple(t1, Exp(t1))"},
                {"a comparison joins the call that uses it", "Select(Less(x, y), Exp(x), Neg(y))",
                 "GraphKernel_Less_Exp_Neg_Select_fusion(x, y)\n"
                 "GraphKernel_Less_Exp_Neg_Select_fusion: Select(Less(x, y), Exp(x), Neg(y))"},
                {"a comparison can be the result", "Less(Exp(x), y)",
                 "GraphKernel_Exp_Less_fusion(x, y)\nGraphKernel_Exp_Less_fusion: Less(Exp(x), y)"},
                {"a softmax written out", "e = Exp(Sub(x, ReduceMax(x, (1), True))); Div(e, ReduceSum(e, (1), True))",
                 "GraphKernel_ReduceMax_Sub_Exp_ReduceSum_Div_fusion(x)\n"
                 "GraphKernel_ReduceMax_Sub_Exp_ReduceSum_Div_fusion: "
                 "t1 = Exp(Sub(x, ReduceMax(x, (1), True))); Div(t1, ReduceSum(t1, (1), True))"},
                {"work behind a reduction of columns", "Mul(ReduceSum(Exp(x), (0)), 0.5)",
                 "GraphKernel_Exp_ReduceSum_Mul_fusion(x)\n"
                 "GraphKernel_Exp_ReduceSum_Mul_fusion: Mul(ReduceSum(Exp(x), (0)), 0.5)"},
                {"a whole tensor beside its column sums", "t = Exp(x); MakeTuple(t, ReduceSum(t, (0)))",
                 "t1 = GraphKernel_Exp_ReduceSum_fusion(x); MakeTuple(TupleGetItem(t1, 0), TupleGetItem(t1, 1))\n"
                 "GraphKernel_Exp_ReduceSum_fusion: t1 = Exp(x); MakeTuple(t1, ReduceSum(t1, (0)))"},
                {"numbers alone", "Exp(Neg(s))", "Exp(Neg(s))"},
                {"a product in between splits", "Exp(MatMul(Neg(Mul(x, y)), m))",
                 "Exp(MatMul(GraphKernel_Mul_Neg_fusion(x, y), m))\nGraphKernel_Mul_Neg_fusion: Neg(Mul(x, y))"},
                {"no kernel around a product", "t = Exp(x); Add(Neg(t), MatMul(t, m))",
                 "t1 = GraphKernel_Exp_Neg_fusion(x); "
                 "Add(TupleGetItem(t1, 1), MatMul(TupleGetItem(t1, 0), m))\n"
                 "GraphKernel_Exp_Neg_fusion: t1 = Exp(x); MakeTuple(t1, Neg(t1))"},
                {"dear work on a row stays outside", "Add(Exp(row), Mul(x, y))",
                 "GraphKernel_Mul_Add_fusion(x, y, Exp(row))\nGraphKernel_Mul_Add_fusion: Add(CNode_4, Mul(x, y))"},
                {"cheap work on a row joins", "Add(Neg(row), x)",
                 "GraphKernel_Neg_Add_fusion(row, x)\nGraphKernel_Neg_Add_fusion: Add(Neg(row), x)"},
                {"work on a single number joins", "Mul(x, Exp(s))",
                 "GraphKernel_Exp_Mul_fusion(s, x)\nGraphKernel_Exp_Mul_fusion: Mul(x, Exp(s))"},
                {"integers", "Add(Mul(i, j), i)",
                 "GraphKernel_Mul_Add_fusion(i, j)\nGraphKernel_Mul_Add_fusion: Add(Mul(i, j), i)"},
                {"quotients of integers stay outside", "Div(Div(i, j), j)", "Div(Div(i, j), j)"},
                {"a diamond is one kernel", "t = Exp(x); Add(Neg(t), Abs(t))",
                 "GraphKernel_Exp_Neg_Abs_Add_fusion(x)\n"
                 "GraphKernel_Exp_Neg_Abs_Add_fusion: t1 = Exp(x); Add(Neg(t1), Abs(t1))"},
                {"two kernels of one name", "MatMul(Neg(Exp(m)), Neg(Exp(n)))",
                 "MatMul(GraphKernel_Exp_Neg_fusion(m), GraphKernel_Exp_Neg_fusion_2(n))\n"
                 "GraphKernel_Exp_Neg_fusion: Neg(Exp(m))\nGraphKernel_Exp_Neg_fusion_2: Neg(Exp(n))"},
            });
    }
    void passRewrites() {
        QFETCH(QString, pass);
        QFETCH(QString, before);
        QFETCH(QString, after);
        GraphCapture capture;
        const Module module = readExpression(before.toStdString(), capture);
        const PassDef &definition = passNamed(pass.toStdString());
        const Run run = runPass(definition, module, capture.ids());
        COMPARE_TEXT(expressionOf(run.after), after.toStdString());
        COMPARE_TEXT(brokenPromise(definition, module, run, capture.ids()), "");
    }

    void inlineReplacesCallsAtAnyDepth() {
        GraphCapture capture;
        const Module module = nestedCalls(capture);
        const PassDef &pass = passNamed("inline");
        const Run run = runPass(pass, module, capture.ids());
        COMPARE_TEXT(expressionOf(run.after), "Add(Mul(Exp(Mul(Exp(x), 0.5)), 0.5), Exp(x))");
        COMPARE_TEXT(brokenPromise(pass, module, run, capture.ids()), "");
    }

    void aBodyThatIsNeededOnceKeepsItsIds() {
        GraphCapture capture;
        const Abstract type = Abstract::tensor(DType::Float32, {2, 3});
        capture.openGraph("main", nullptr);
        const NodePtr x = capture.addParameter("x", type);
        const std::string f = capture.openGraph("f", nullptr);
        const NodePtr a = capture.addParameter("a", type);
        const NodePtr exp = *capture.addCall(*findOp("Exp"), {a}, "e", nullptr, {});
        capture.closeGraph(exp);
        capture.closeGraph(capture.addGraphCall(f, {x}, {}, nullptr, {}));
        const Run run = runPass(passNamed("inline"), capture.finish(), capture.ids());
        QCOMPARE(run.after.graphs.size(), size_t(1));
        QCOMPARE(run.after.entry()->nodes.at(0)->id, exp->id);
        COMPARE_TEXT(rulesOf(run), "call @2_f -> its body");
    }

    void copiesOfABodyLeadBackToIt() {
        GraphCapture capture;
        const Module module = nestedCalls(capture);
        const NodePtr product = module.find("2_g")->nodes.back();
        const Run run = runPass(passNamed("inline"), module, capture.ids());
        int copies = 0;
        for (const NodePtr &node : run.after.entry()->nodes)
            copies += node->origins == std::vector<NodeId>{product->id};
        QCOMPARE(copies, 2);
    }

    void aGraphThatCallsItselfStaysACall() {
        GraphCapture capture;
        const Module module = recursion(capture);
        const Run run = runPass(passNamed("inline"), module, capture.ids());
        QVERIFY(same(run.after, module));
        COMPARE_TEXT(reasonsOf(run), "2_f calls itself: 2_f -> 2_f\n2_f calls itself: 2_f -> 2_f");
    }

    void graphsThatNobodyCallsAreDropped() {
        GraphCapture capture;
        const Abstract type = Abstract::tensor(DType::Float32, {2, 3});
        capture.openGraph("main", nullptr);
        const NodePtr x = capture.addParameter("x", type);
        capture.openGraph("unused", nullptr);
        const NodePtr a = capture.addParameter("a", type);
        capture.closeGraph(*capture.addCall(*findOp("Exp"), {a}, {}, nullptr, {}));
        capture.closeGraph(x);
        const Run run = runPass(passNamed("dead_node_eliminate"), capture.finish(), capture.ids());
        QCOMPARE(run.after.graphs.size(), size_t(1));
        COMPARE_TEXT(rulesOf(run), "graph @2_unused of no use -> removed");
    }

    void largeResultsAreNotFolded() {
        GraphCapture capture;
        const Run run =
            runPass(passNamed("constant_folding"), readExpression("Full((1000, 1000), 1.0)", capture), capture.ids());
        COMPARE_TEXT(reasonsOf(run), "the result f32[1000,1000] takes 4.0 MB, the most to be kept is 65.5 kB");
    }

    void refusedFusionsSayWhy_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("reason");
        QTest::newRow("product used twice") << "t = MatMul(x, m); Add(BiasAdd(t, row), t)"
                                            << "MatMul %%1 has 2 users, needs 1\nMatMul %%1 has 2 users, needs 1";
        QTest::newRow("sum used twice") << "t = BiasAdd(MatMul(x, m), row); Add(ReLU(t), t)"
                                        << "BiasAdd %%1 has 2 users, needs 1";
        QTest::newRow("bias is a matrix") << "t = MatMul(x, m); Add(t, y)"
                                          << "the bias is f32[2,3], needs f32[3] (one for each column)";
        QTest::newRow("bias is a number") << "t = MatMul(x, m); Add(t, 1.0)"
                                          << "the types are f32[2,3] and f32, needs f32 tensors";
    }
    void refusedFusionsSayWhy() {
        QFETCH(QString, before);
        QFETCH(QString, reason);
        GraphCapture capture;
        const Module module = readExpression(before.toStdString(), capture);
        const Run run = runPass(passNamed("matmul_biasadd_fusion"), module, capture.ids());
        COMPARE_TEXT(reasonsOf(run), withIdOfT(reason, module));
    }

    void operatorsThatStayWholeSayWhy_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no neighbour") << "Softmax(MatMul(x, m))"
                                      << "no neighbour would join its kernel, and it has a fast one of its own";
        QTest::newRow("first axis") << "Softmax(Add(x, y), (0))"
                                    << "ReduceSum reduces the first axes of (2, 3), and all of it would be read again";
        QTest::newRow("a neighbour behind a product")
            << "t = Softmax(x); Mul(MatMul(t, m), t)"
            << "no neighbour would join its kernel, and it has a fast one of its own";
        QTest::newRow("no formula") << "t = BatchNorm(Neg(image), row, row, row, row, True); TupleGetItem(t, 0)"
                                    << "its formula does not hold for (f32[2,3,1,4], f32[3], f32[3], f32[3], f32[3], "
                                       "Bool(1), F32(1e-05), F32(0.1), \"NCHW\")";
        QTest::newRow("read twice") << "t = LayerNormGrad(x, Neg(y), column, column, row); TupleGetItem(t, 0)"
                                    << "its neighbours would save 48 bytes, but its parts read 48 bytes again";
    }
    void operatorsThatStayWholeSayWhy() {
        QFETCH(QString, before);
        QFETCH(QString, reason);
        GraphCapture capture;
        const Module module = readExpression(before.toStdString(), capture);
        const Run run = runPass(passNamed("graph_kernel_expander"), module, capture.ids());
        COMPARE_TEXT(reasonsOf(run), reason.toStdString());
    }

    void refusedNeighboursOfKernelsSayWhy_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no element-wise operator") << "t = MatMul(x, m); Exp(t)"
                                                  << "MatMul %%1 is no element-wise operator";
        QTest::newRow("dear work") << "t = Exp(row); Add(t, x)"
                                   << "Exp %%1 would be computed 2 times for each of its 3 elements";
        QTest::newRow("used in another shape")
            << "t = Neg(row); MakeTuple(Add(t, x), t)"
            << "Neg %%1 is used elsewhere too, in another shape ((3,)) than the kernel's (2, 3)";
        QTest::newRow("a call in between") << "t = Exp(x); Add(t, MatMul(t, m))"
                                           << "between them is outside of the kernel and would have to run in its "
                                              "middle";
        QTest::newRow("quotient of integers") << "t = Div(i, x); Exp(t)"
                                              << "Div %%1 takes i32[2,3], kernels take Float32, Float16, "
                                                 "BFloat16, Bool and, for some operators, Int32 and Int64";
        QTest::newRow("a reduction of the middle")
            << "t = ReduceSum(image, (1)); Exp(t)"
            << "ReduceSum %%1 reduces the axes (I64(1)) of (2, 3, 1, 4), kernels reduce either the last axes "
               "or the first";
        QTest::newRow("columns needed again") << "t = ReduceSum(Exp(x), (0)); Sub(x, t)"
                                              << "ReduceSum %%1 is known when all of (2, 3) is reduced";
        QTest::newRow("two reductions of different axes")
            << "t = ReduceMax(x, (1), True); ReduceSum(Sub(x, t), (0))"
            << "their reductions differ ((2, 3) reduced to (2, 1) and (2, 3) reduced to (1, 3))";
        QTest::newRow("reduced axes dropped") << "t = ReduceSum(Exp(m), (1)); Mul(t, m)"
                                              << "ReduceSum %%1 gives (3,) without the reduced axes";
    }
    void refusedNeighboursOfKernelsSayWhy() {
        QFETCH(QString, before);
        QFETCH(QString, reason);
        GraphCapture capture;
        const Module module = readExpression(before.toStdString(), capture);
        const Run run = runPass(passNamed("graph_kernel_cluster"), module, capture.ids());
        const std::string wanted = withIdOfT(reason, module);
        QVERIFY2(reasonsOf(run).find(wanted) != std::string::npos, reasonsOf(run).c_str());
    }
};

JITSCOPE_TEST(TestPasses)

} // namespace jitscope::tst_passes

#include "tst_passes.moc"
