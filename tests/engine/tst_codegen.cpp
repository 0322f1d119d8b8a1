// SPDX-License-Identifier: Apache-2.0
// Tests of compiled kernels: each operator against its eager evaluation, shapes, outputs, listings, messages.
#include "engine/codegen/kernelcompiler.h"
#include "engine/codegen/kernelplan.h"
#include "engine/ops/formulas/activations.h"
#include "engine/ops/opdef.h"
#include "tests/support/kernelgraph.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <thread>

namespace jitscope::tst_codegen {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/** Numbers at which elementary functions go wrong first. */
const std::vector<float> specialNumbers = {
    0.0f,   -0.0f,   1.0f,    -1.0f,     0.5f,        -0.5f,       2.0f,   -2.0f,  3.0f,   -3.0f,
    1e-45f, -1e-45f, 1e-38f,  1e-20f,    -1e-20f,     1e20f,       -1e20f, 3e38f,  -3e38f, inf,
    -inf,   nan,     0.9999f, 1.0001f,   88.0f,       89.0f,       -87.0f, -88.0f, -104.f, 7.9f,
    -9.5f,  1e6f,    -1e6f,   1048577.f, 3.14159265f, 1.57079633f, 100.0f, 0.1f,
};

/** Equal but for rounding: 1e-6 of the value, or the smallest normal number where the results are tiny. */
bool agree(double a, double b, double relative) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    if (a == b) return true;
    return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b)) + 1.2e-38;
}

std::string firstDisagreement(const Tensor &kernel, const Tensor &eager, double relative) {
    if (kernel.dtype() != eager.dtype()) return "another dtype";
    if (!(kernel.shape() == eager.shape())) return "shapes " + toString(kernel.shape()) + " " + toString(eager.shape());
    for (int64_t i = 0; i < kernel.count(); ++i)
        if (!agree(kernel.at(i), eager.at(i), relative))
            return format("element %lld: kernel %.9g, eager %.9g", static_cast<long long>(i), kernel.at(i),
                          eager.at(i));
    return {};
}

template<class... All> bool isAmong(const std::string &op, const std::tuple<All...> *) {
    return ((op == All::op) || ...);
}

/** Whether eager loops and kernels compute by one formula. */
bool isFormula(const std::string &op) {
    return isAmong(op, static_cast<const formulas::Activations *>(nullptr)) ||
           isAmong(op, static_cast<const formulas::Slopes *>(nullptr));
}

/** By how much kernel and eager may differ, relative to the value: simple arithmetic not at all. */
double toleranceOf(const std::string &op) {
    for (const char *shared : {"Exp", "Log", "Tanh", "Sigmoid", "Erf", "Expm1", "Log1p", "SiLU", "GeLU"})
        if (op == shared) return 0.0; // one formula: equal to the bit
    const auto record =
        std::find_if(emitters().begin(), emitters().end(), [&](const Emitter &emitter) { return emitter.op == op; });
    for (const char *exact : {"FloorDiv", "FloorMod", "TruncateMod", "Hypot"})
        if (op == exact) return op == "Hypot" ? 2e-7 : 0.0;
    for (const char *composed : {"Sinh", "Tan"})
        if (op == composed) return 1e-5;
    return record->work >= 16 && !isFormula(op) ? 2e-6 : 0.0;
}

/** The result of one eager operator. */
Tensor eagerResult(const std::string &op, const std::vector<Value> &arguments) {
    return *findOp(op)->eval(arguments).asTensor();
}

/** A kernel of one call; tensors become parameters. */
const Graph &oneCall(KernelGraph &builder, const std::string &op, const std::vector<Value> &arguments) {
    std::vector<NodePtr> inputs;
    for (const Value &argument : arguments) {
        const Tensor *tensor = argument.asTensor();
        inputs.push_back(tensor ? builder.parameter(tensor->shape(), tensor->dtype()) : builder.constant(argument));
    }
    return builder.finish(builder.call(op, inputs));
}

/** Compiles a kernel of one call on `arguments` and compares it with eager evaluation. */
std::string compareOneCall(const std::string &op, const std::vector<Value> &arguments, double relative) {
    KernelGraph builder;
    const Graph &graph = oneCall(builder, op, arguments);
    const auto kernel = compileKernel(graph);
    if (!kernel) return kernel.error().message;
    std::vector<Tensor> tensors;
    for (const Value &argument : arguments)
        if (const Tensor *tensor = argument.asTensor()) tensors.push_back(tensor->contiguous());
    return firstDisagreement(runKernel(**kernel, graph, tensors).front(), eagerResult(op, arguments), relative);
}

/** Every operator with an emitter must be compiled for float32 and bools, for other dtypes it may be. */
bool isForKernels(const OpDef &op, const std::vector<Value> &sample) {
    const auto isKnown = [](DType dtype) { return dtype == DType::Float32 || dtype == DType::Bool; };
    bool isAlwaysKnown = isKnown(op.eval(sample).asTensor()->dtype()), hasNumbers = false;
    for (const Value &argument : sample) {
        const Tensor *tensor = argument.asTensor();
        if (tensor) isAlwaysKnown = isAlwaysKnown && isKnown(tensor->dtype());
        if (argument.isNone() || (tensor && tensor->dtype() == DType::Float64)) return false;
        hasNumbers = hasNumbers || (tensor && tensor->dtype() != DType::Bool);
    }
    KernelGraph builder;
    return (isAlwaysKnown && hasNumbers) || canCompile(oneCall(builder, op.name, sample)).ok();
}

/** x * 2 + y on shape `shape`, ending with the call on line 7. */
const Graph &twoCalls(KernelGraph &builder, const Dims &shape) {
    const NodePtr x = builder.parameter(shape), y = builder.parameter(shape);
    const NodePtr product = builder.call("Mul", {x, builder.constant(2.0)}, 6);
    return builder.finish(builder.call("Add", {product, y}, 7));
}

} // namespace

class TestCodegen : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyElementWiseOperatorMatchesItsEvaluation_data() {
        QTest::addColumn<QString>("name");
        for (const OpDef &op : catalogue())
            if (hasEmitter(op.name)) QTest::newRow(op.name.c_str()) << QString::fromStdString(op.name);
    }
    void everyElementWiseOperatorMatchesItsEvaluation() {
        QFETCH(QString, name);
        const OpDef &op = *findOp(name.toStdString());
        int compared = 0;
        for (const auto &sample : op.samples()) {
            if (!isForKernels(op, sample)) continue;
            const std::string difference = compareOneCall(op.name, sample, toleranceOf(op.name));
            QVERIFY2(difference.empty(), difference.c_str());
            ++compared;
        }
        QVERIFY(compared > 0);
    }

    void functionsOfOneNumberHoldAtSpecialNumbers_data() {
        QTest::addColumn<QString>("op");
        for (const char *op :
             {"Neg",      "Abs",   "Sign",  "Square",   "Reciprocal", "Floor",    "Ceil",       "Round",   "Exp",
              "Log",      "Sqrt",  "Rsqrt", "Tanh",     "Sigmoid",    "Sin",      "Cos",        "Erf",     "ReLU",
              "SiLU",     "Trunc", "ReLU6", "HSigmoid", "HSwish",     "Softsign", "LogSigmoid", "SeLU",    "Mish",
              "FastGeLU", "Expm1", "Log1p", "Log2",     "Log10",      "Exp2",     "Asin",       "ACos",    "Atan",
              "Sinh",     "Cosh",  "Asinh", "Acosh",    "Atanh",      "IsNan",    "IsInf",      "IsFinite"})
            QTest::newRow(op) << QString(op);
    }
    void functionsOfOneNumberHoldAtSpecialNumbers() {
        QFETCH(QString, op);
        const Tensor numbers = Tensor::of({int64_t(specialNumbers.size())}, specialNumbers);
        const std::string difference = compareOneCall(op.toStdString(), {numbers}, toleranceOf(op.toStdString()));
        QVERIFY2(difference.empty(), difference.c_str());
    }

    void functionsOfTwoNumbersHoldAtSpecialNumbers_data() {
        QTest::addColumn<QString>("op");
        for (const char *op : {"Add",      "Sub",       "Mul",         "Div",         "Maximum",
                               "Minimum",  "Pow",       "FloorDiv",    "FloorMod",    "Equal",
                               "NotEqual", "Less",      "LessEqual",   "Greater",     "GreaterEqual",
                               "Atan2",    "Hypot",     "Xlogy",       "Xdivy",       "DivNoNan",
                               "CopySign", "Heaviside", "TruncateDiv", "TruncateMod", "SquaredDifference",
                               "LogAddExp"})
            QTest::newRow(op) << QString(op);
    }
    void functionsOfTwoNumbersHoldAtSpecialNumbers() {
        QFETCH(QString, op);
        const int64_t count = int64_t(specialNumbers.size());
        const Tensor columns = Tensor::of({count}, specialNumbers), rows = Tensor::of({count, 1}, specialNumbers);
        const std::string difference = compareOneCall(op.toStdString(), {rows, columns}, toleranceOf(op.toStdString()));
        QVERIFY2(difference.empty(), difference.c_str());
    }

    void wholePowersMatch() {
        const Tensor numbers = Tensor::of({int64_t(specialNumbers.size())}, specialNumbers);
        for (double exponent : {0.0, 1.0, 2.0, 3.0, -1.0, 0.5, 4.0, -2.0}) {
            const std::string difference = compareOneCall("Pow", {numbers, exponent}, 2e-6);
            QVERIFY2(difference.empty(), (difference + format(" ^ %g", exponent)).c_str());
        }
    }

    void functionsAreAccurateOverTheirRange_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("Exp") << "Exp" << -87.0 << 88.0;
        QTest::newRow("Log") << "Log" << 1e-6 << 1e6;
        QTest::newRow("Log near 1") << "Log" << 0.9 << 1.1;
        QTest::newRow("Tanh") << "Tanh" << -10.0 << 10.0;
        QTest::newRow("Tanh near 0") << "Tanh" << -1e-3 << 1e-3;
        QTest::newRow("Sigmoid") << "Sigmoid" << -80.0 << 20.0;
        QTest::newRow("Erf") << "Erf" << -5.0 << 5.0;
        QTest::newRow("GeLU") << "GeLU" << -5.0 << 20.0;
        QTest::newRow("Expm1") << "Expm1" << -20.0 << 80.0;
        QTest::newRow("Log1p") << "Log1p" << -0.9 << 1e6;
        QTest::newRow("Sin") << "Sin" << -1e6 << 1e6;
        QTest::newRow("Cos") << "Cos" << -100.0 << 100.0;
    }
    void functionsAreAccurateOverTheirRange() {
        QFETCH(QString, op);
        QFETCH(double, low);
        QFETCH(double, high);
        const std::map<std::string, double (*)(double)> exact = {
            {"Exp", std::exp},
            {"Log", std::log},
            {"Tanh", std::tanh},
            {"Erf", std::erf},
            {"Sin", std::sin},
            {"Cos", std::cos},
            {"Expm1", std::expm1},
            {"Log1p", std::log1p},
            {"GeLU", [](double x) { return x * 0.5 * std::erfc(-x * std::numbers::sqrt2 / 2); }},
            {"Sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }}};
        const Tensor x = randomTensor({200003}, 5, low, high);
        KernelGraph builder;
        const NodePtr input = builder.parameter(x.shape());
        std::vector<NodePtr> inputs = {input};
        if (op == "GeLU") inputs.push_back(builder.constant("none"));
        const Graph &graph = builder.finish(builder.call(op.toStdString(), inputs));
        const auto kernel = compileKernel(graph);
        VERIFY_RESULT(kernel);
        const Tensor y = runKernel(**kernel, graph, {x}).front();
        double worst = 0;
        for (int64_t i = 0; i < x.count(); ++i) {
            const double truth = exact.at(op.toStdString())(x.at(i));
            worst = std::max(worst, std::abs(y.at(i) - truth) / std::abs(truth));
        }
        // Expm1 is a product of two functions, far below 0 the share of GeLU has three factors.
        const double limit = op == "Expm1" || op == "GeLU" ? 8e-7 : 5e-7;
        QVERIFY2(worst < limit, format("largest relative error %g", worst).c_str());
        if (op == "Sin" || op == "Cos") return; // kernels reduce the angle in float64
        const std::vector<Value> arguments = op == "GeLU" ? std::vector<Value>{x, "none"} : std::vector<Value>{x};
        const std::string difference = firstDisagreement(y, eagerResult(op.toStdString(), arguments), 0);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    void everySizeIsComputedToItsEnd_data() {
        QTest::addColumn<int>("size");
        for (int size : {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 100, 4097, 1000003})
            QTest::addRow("%d", size) << size;
    }
    void everySizeIsComputedToItsEnd() {
        QFETCH(int, size);
        KernelGraph builder;
        const Graph &graph = twoCalls(builder, {size});
        const auto kernel = compileKernel(graph);
        VERIFY_RESULT(kernel);
        const Tensor x = randomTensor({size}, 1), y = randomTensor({size}, 2);
        const Tensor result = runKernel(**kernel, graph, {x, y}).front();
        const Tensor expected = eagerResult("Add", {eagerResult("Mul", {x, 2.0}), y});
        COMPARE_TEXT(firstDisagreement(result, expected, 0), "");
    }

    void shapesBroadcast_data() {
        QTest::addColumn<QList<int>>("a");
        QTest::addColumn<QList<int>>("b");
        using Shape = QList<int>;
        QTest::newRow("bias") << Shape{5, 37} << Shape{37};
        QTest::newRow("column") << Shape{5, 37} << Shape{5, 1};
        QTest::newRow("outer product") << Shape{19, 1} << Shape{23};
        QTest::newRow("scalar tensor") << Shape{3, 4} << Shape{};
        QTest::newRow("both scalars") << Shape{} << Shape{};
        QTest::newRow("one element") << Shape{1} << Shape{1, 1};
        QTest::newRow("middle axis") << Shape{4, 5, 6} << Shape{4, 1, 6};
        QTest::newRow("outer and inner") << Shape{4, 5, 6} << Shape{5, 1};
        QTest::newRow("channels") << Shape{2, 3, 4, 5} << Shape{3, 1, 1};
        QTest::newRow("short rows") << Shape{1000, 3} << Shape{3};
        QTest::newRow("nothing") << Shape{0, 3} << Shape{3};
        QTest::newRow("long rows") << Shape{3, 100000} << Shape{3, 1};
        QTest::newRow("eight axes") << Shape{2, 1, 2, 1, 2, 1, 2, 3} << Shape{1, 2, 1, 2, 1, 2, 1, 1};
    }
    void shapesBroadcast() {
        QFETCH(QList<int>, a);
        QFETCH(QList<int>, b);
        const auto dims = [](const QList<int> &sizes) {
            Dims result;
            for (int size : sizes)
                result.push(size);
            return result;
        };
        const Tensor x = randomTensor(dims(a), 1), y = randomTensor(dims(b), 2);
        COMPARE_TEXT(compareOneCall("Sub", {x, y}, 0), "");
        COMPARE_TEXT(compareOneCall("Sub", {y, x}, 0), "");
    }

    void aNodeMayBeSeenAlongTwoAxes() {
        KernelGraph builder;
        const NodePtr x = builder.parameter({20});
        const NodePtr square = builder.call("Square", {x});
        const NodePtr column = builder.callOfType("Reshape", {square, builder.constant(Value::ints({20, 1}))},
                                                  Abstract::tensor(DType::Float32, {20, 1}));
        const Graph &graph = builder.finish(builder.call("Add", {column, square}));
        const auto kernel = compileKernel(graph);
        VERIFY_RESULT(kernel);
        const Tensor input = randomTensor({20}, 3);
        const Tensor result = runKernel(**kernel, graph, {input}).front();
        const Tensor squares = eagerResult("Square", {input});
        COMPARE_TEXT(firstDisagreement(result, eagerResult("Add", {squares.reshaped({20, 1}), squares}), 0), "");
    }

    void plansMergeAxesAndStretchInputs() {
        KernelGraph builder;
        const NodePtr x = builder.parameter({4, 5, 6}), bias = builder.parameter({5, 1});
        const NodePtr larger = builder.call("Greater", {builder.call("Add", {x, bias}), builder.constant(0.5)});
        const auto plan = planKernel(builder.finish(builder.call("Select", {larger, x, builder.constant(1)})));
        VERIFY_RESULT(plan);
        COMPARE_TEXT(toString(*plan), "rows (4, 5)\n"
                                      "  loop (6,)\n"
                                      "    load 0: input 0, strides (30, 6, 1)\n"
                                      "    load 1: input 1, strides (0, 1, 0)\n"
                                      "    step 0: [1] Add(load 0, load 1) -> number\n"
                                      "    step 1: [2] Greater(step 0, 0.5) -> truth\n"
                                      "    step 2: [3] Select(step 1, load 0, 1) -> number\n"
                                      "    output 0 = step 2, strides (30, 6, 1)\n");
        KernelGraph flat;
        const auto merged = planKernel(twoCalls(flat, {4, 5, 6}));
        VERIFY_RESULT(merged);
        COMPARE_TEXT(toString(*merged), "rows ()\n"
                                        "  loop (120,)\n"
                                        "    load 0: input 0, strides (1,)\n"
                                        "    load 1: input 1, strides (1,)\n"
                                        "    step 0: [1] Mul(load 0, 2) -> number\n"
                                        "    step 1: [2] Add(step 0, load 1) -> number\n"
                                        "    output 0 = step 1, strides (1,)\n");
    }

    void longArithmeticIsCutIntoLoops_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("loops");
        QTest::newRow("tiles of 256") << 3 << 1024 << 3;
        QTest::newRow("tiles of 208") << 1 << 2080 << 3;
        QTest::newRow("rows that are no multiple of a vector") << 5 << 77 << 3;
        QTest::newRow("rows too short") << 50 << 20 << 1;
        QTest::newRow("no equal tiles") << 2 << 1009 << 1;
    }
    void longArithmeticIsCutIntoLoops() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        KernelGraph builder;
        const NodePtr x = builder.parameter({rows, columns}), bias = builder.parameter({columns});
        const NodePtr first = builder.call("Tanh", {builder.call("Add", {x, bias})});
        const NodePtr second = builder.call("Exp", {builder.call("Mul", {first, bias})});
        const NodePtr third = builder.call("Sigmoid", {builder.call("Sub", {x, second})});
        const Graph &graph = builder.finish({builder.call("Mul", {third, first}), second, builder.call("Neg", {x})});
        const auto plan = planKernel(graph);
        VERIFY_RESULT(plan);
        QFETCH(int, loops);
        QCOMPARE(int(plan->nests.front().loops.size()), loops);
        const auto kernel = compileKernel(graph);
        VERIFY_RESULT(kernel);
        const Tensor a = randomTensor({rows, columns}, 1), b = randomTensor({columns}, 2);
        const auto results = runKernel(**kernel, graph, {a, b});
        const Tensor tanh = eagerResult("Tanh", {eagerResult("Add", {a, b})});
        const Tensor exp = eagerResult("Exp", {eagerResult("Mul", {tanh, b})});
        const Tensor sigmoid = eagerResult("Sigmoid", {eagerResult("Sub", {a, exp})});
        COMPARE_TEXT(firstDisagreement(results[0], eagerResult("Mul", {sigmoid, tanh}), 0), "");
        COMPARE_TEXT(firstDisagreement(results[1], exp, 0), "");
        COMPARE_TEXT(firstDisagreement(results[2], eagerResult("Neg", {a}), 0), "");
    }

    void truthsAreNotHandedOnFromLoopToLoop() {
        KernelGraph builder;
        const NodePtr x = builder.parameter({4, 512});
        const NodePtr isLarge = builder.call("Greater", {builder.call("Exp", {x}), builder.constant(1.0)});
        const Graph &graph = builder.finish(builder.call("Select", {isLarge, builder.call("Tanh", {x}), x}));
        const auto plan = planKernel(graph);
        VERIFY_RESULT(plan);
        QCOMPARE(int(plan->nests.front().loops.size()), 1);
    }

    void equalKernelsShareTheirCodeButNotTheirMembers() {
        KernelGraph first("GraphKernel_first"), second("GraphKernel_second");
        const auto a = compileKernel(twoCalls(first, {77})), b = compileKernel(twoCalls(second, {77}));
        VERIFY_RESULT(a);
        VERIFY_RESULT(b);
        const auto codeOf = [](const std::string &text) { return text.substr(text.find("define")); };
        COMPARE_TEXT(codeOf((*a)->llvmIr()), codeOf((*b)->llvmIr()));
        QVERIFY((*a)->llvmIr().find("; kernel GraphKernel_first\n") == 0);
        QVERIFY((*b)->llvmIr().find("; kernel GraphKernel_second\n") == 0);
    }

    void everyDTypeIsReadAndWritten_data() {
        QTest::addColumn<int>("dtype");
        for (DType dtype : {DType::Float32, DType::Float16, DType::BFloat16})
            QTest::newRow(std::string(info(dtype).python).c_str()) << int(dtype);
    }
    void everyDTypeIsReadAndWritten() {
        QFETCH(int, dtype);
        const Tensor x = randomTensor({5, 37}, 1).cast(DType(dtype)), y = randomTensor({37}, 2).cast(DType(dtype));
        KernelGraph builder;
        const NodePtr a = builder.parameter({5, 37}, DType(dtype)), b = builder.parameter({37}, DType(dtype));
        const NodePtr scaled = builder.call("Mul", {a, builder.constant(0.1)}); // 0.1 is rounded to the dtype first
        const NodePtr sum = builder.call("Add", {scaled, b});
        const NodePtr isLess = builder.call("Less", {sum, builder.constant(0.3)});
        const NodePtr whole =
            builder.callOfType("Cast", {sum, builder.constant(DType::Int32)}, Abstract::tensor(DType::Int32, {5, 37}));
        const NodePtr more = builder.call("Add", {whole, builder.constant(7)});
        const Graph &graph = builder.finish({sum, isLess, more});
        const auto kernel = compileKernel(graph);
        VERIFY_RESULT(kernel);
        const auto results = runKernel(**kernel, graph, {x, y});
        const Tensor expected = eagerResult("Add", {eagerResult("Mul", {x, 0.1}), y});
        COMPARE_TEXT(firstDisagreement(results[0], expected, 0), "");
        COMPARE_TEXT(firstDisagreement(results[1], eagerResult("Less", {expected, 0.3}), 0), "");
        COMPARE_TEXT(firstDisagreement(results[2], eagerResult("Add", {expected.cast(DType::Int32), 7}), 0), "");
    }

    void severalOutputsOfSeveralShapesComeOut() {
        KernelGraph builder;
        const NodePtr x = builder.parameter({4, 21}), row = builder.parameter({21});
        const NodePtr scaled = builder.call("Mul", {row, builder.constant(3.0)});
        const NodePtr sum = builder.call("Add", {x, scaled});
        const NodePtr root = builder.call("Abs", {sum});
        const Graph &graph = builder.finish({root, scaled, sum, x});
        const auto kernel = compileKernel(graph);
        VERIFY_RESULT(kernel);
        const Tensor a = randomTensor({4, 21}, 1), b = randomTensor({21}, 2);
        const auto results = runKernel(**kernel, graph, {a, b});
        const Tensor expectedRow = eagerResult("Mul", {b, 3.0}), expectedSum = eagerResult("Add", {a, expectedRow});
        COMPARE_TEXT(firstDisagreement(results[0], eagerResult("Abs", {expectedSum}), 0), "");
        COMPARE_TEXT(firstDisagreement(results[1], expectedRow, 0), "");
        COMPARE_TEXT(firstDisagreement(results[2], expectedSum, 0), "");
        COMPARE_TEXT(firstDisagreement(results[3], a, 0), "");
    }

    void conditionsStayInside() {
        KernelGraph builder;
        const NodePtr x = builder.parameter({50}), y = builder.parameter({50});
        const NodePtr larger = builder.call("Greater", {x, y}),
                      positive = builder.call("Greater", {x, builder.constant(0)});
        const NodePtr both = builder.call("LogicalAnd", {larger, builder.call("LogicalNot", {positive})});
        const Graph &graph = builder.finish(builder.call("Select", {both, x, y}));
        const auto kernel = compileKernel(graph);
        VERIFY_RESULT(kernel);
        const Tensor a = randomTensor({50}, 1), b = randomTensor({50}, 2);
        const Tensor result = runKernel(**kernel, graph, {a, b}).front();
        for (int64_t i = 0; i < 50; ++i)
            QCOMPARE(result.at(i), a.at(i) > b.at(i) && a.at(i) <= 0 ? a.at(i) : b.at(i));
    }

    void arithmeticIsNotFused() {
        // x * y - x * y with one product rounded and one inside a fused instruction would not be zero.
        KernelGraph builder;
        const NodePtr x = builder.parameter({64}), y = builder.parameter({64});
        const NodePtr rounded = builder.parameter({64});
        const Graph &graph = builder.finish(builder.call("Sub", {builder.call("Mul", {x, y}), rounded}));
        const auto kernel = compileKernel(graph);
        VERIFY_RESULT(kernel);
        const Tensor a = randomTensor({64}, 1), b = randomTensor({64}, 2);
        const Tensor result = runKernel(**kernel, graph, {a, b, eagerResult("Mul", {a, b})}).front();
        for (int64_t i = 0; i < 64; ++i)
            QCOMPARE(result.at(i), 0.0);
    }

    void listingsNameTheMemberOfEachInstruction() {
        KernelGraph builder;
        const auto kernel = compileKernel(twoCalls(builder, {64}));
        VERIFY_RESULT(kernel);
        const std::string &ir = (*kernel)->llvmIr(), &assembly = (*kernel)->assembly();
        QVERIFY(ir.find("; [1] Mul, node 4, f32[64], model.py:6: line 6") != std::string::npos);
        QVERIFY(ir.find("!DILocation(line: 1, scope:") != std::string::npos);
        QVERIFY(ir.find("!DILocation(line: 2, scope:") != std::string::npos);
        const auto hasLine = [](const std::string &text, const std::string &first, const std::string &last) {
            for (const std::string &line : split(text, '\n'))
                if (line.find(first) != std::string::npos && line.size() > last.size() &&
                    line.compare(line.size() - last.size(), last.size(), last) == 0)
                    return true;
            return false;
        };
        QVERIFY2(hasLine(ir, "fmul", "; [1] Mul") || hasLine(ir, "fadd", "; [1] Mul"), ir.c_str());
        QVERIFY2(hasLine(ir, "fadd", "; [2] Add"), ir.c_str());
        QVERIFY2(hasLine(assembly, "add", "# [2] Add"), assembly.c_str());
        QVERIFY2(assembly.find("ret") != std::string::npos, assembly.c_str());
        QVERIFY2(assembly.find(".loc") == std::string::npos, assembly.c_str());
    }

    void theCompilerIsDescribed() {
        QVERIFY2(compilerDescription().find("LLVM 19.") == 0, compilerDescription().c_str());
    }

    void kernelsCompileAndDieOnManyThreads() {
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (unsigned seed = 0; seed < 4; ++seed)
            threads.emplace_back([&wrong, seed] {
                for (int round = 0; round < 5; ++round) {
                    const Tensor x = randomTensor({33 + round}, seed);
                    if (!compareOneCall("Tanh", {x}, 2e-6).empty()) ++wrong;
                }
            });
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
    }

    void whatCannotBeCompiledIsNamed_data() {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("message");
        const QString start = "Kernel GraphKernel_test cannot be compiled: ";
        QTest::newRow("operator") << "operator"
                                  << start + "Softmax %2 in file model.py:3: no emitter for this operator.";
        QTest::newRow("parameter") << "parameter"
                                   << start + "x0: a parameter must be a tensor of a type that kernels know, but is "
                                              "i8[2].";
        QTest::newRow("result") << "result" << start + "Add %2: no emitter for a result of type i8[2].";
        QTest::newRow("reshape") << "reshape" << start + "Reshape %3: it does more than add or remove axes of size 1.";
        QTest::newRow("constant") << "constant"
                                  << start + "Add %3: no emitter for (f32[2], constant f32[2]) -> f32[2].";
        QTest::newRow("outside") << "outside" << start + "Neg %2: its input x0 is not of this kernel.";
        QTest::newRow("call") << "call" << start + "Neg %2: a kernel cannot call other graphs.";
        QTest::newRow("nothing") << "nothing"
                                 << "Kernel GraphKernel_test cannot be compiled: it returns nothing.";
    }
    void whatCannotBeCompiledIsNamed() {
        QFETCH(QString, fault);
        QFETCH(QString, message);
        KernelGraph builder;
        Graph graph = faultyKernel(fault.toStdString(), builder);
        const auto checked = canCompile(graph);
        QVERIFY(!checked.ok());
        COMPARE_TEXT(checked.error().message, message.toStdString());
        QVERIFY(!compileKernel(graph).ok());
    }

private:
    static Graph faultyKernel(const std::string &fault, KernelGraph &builder) {
        const Abstract pair = Abstract::tensor(DType::Float32, {2});
        if (fault == "nothing") return builder.finish(NodePtr());
        if (fault == "parameter") return builder.finish(builder.parameter({2}, DType::Int8));
        const NodePtr x = builder.parameter({2});
        if (fault == "operator") return builder.finish(builder.callOfType("Softmax", {x}, pair, 3));
        if (fault == "result")
            return builder.finish(builder.callOfType("Add", {x, x}, Abstract::tensor(DType::Int8, {2})));
        if (fault == "constant") {
            const NodePtr zeros = builder.constant(Tensor::zeros({2}, DType::Float32));
            return builder.finish(builder.callOfType("Add", {x, zeros}, pair));
        }
        if (fault == "reshape") {
            KernelGraph wide;
            const NodePtr matrix = wide.parameter({2, 3});
            const NodePtr shape = wide.constant(Value::ints({3, 2}));
            return wide.finish(wide.callOfType("Reshape", {matrix, shape}, Abstract::tensor(DType::Float32, {3, 2})));
        }
        Graph graph = builder.finish(builder.callOfType("Neg", {x}, pair));
        if (fault == "outside") graph.parameters.clear();
        if (fault == "call") {
            auto call = std::make_shared<Node>(*graph.output);
            call->callee = "other";
            graph.nodes = {call};
            graph.output = call;
        }
        return graph;
    }
};

JITSCOPE_TEST(TestCodegen)

} // namespace jitscope::tst_codegen

#include "tst_codegen.moc"
