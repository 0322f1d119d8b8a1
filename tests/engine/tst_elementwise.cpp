// SPDX-License-Identifier: Apache-2.0
// Element-wise operators and reductions as properties: random shapes, dtypes, broadcasting, axes and views against
// NumPy; and what no comparison with NumPy says: ties, limits, refusals.
#include "engine/ops/opdef.h"
#include "tests/support/numpycalls.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <cmath>
#include <random>
#include <stdexcept>

namespace jitscope::tst_elementwise {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** Where the values of an argument lie: where its first sample's do. */
struct Domain {
    double low = 0, high = 1;
};

Domain domainOf(const Tensor &sample) {
    const TensorStatistics facts = statistics(sample, 0);
    return {facts.min, facts.max};
}

Tensor randomIn(const Domain &domain, const Dims &shape, DType dtype, std::mt19937 &random) {
    std::uniform_real_distribution<double> numbers(domain.low, domain.high);
    Tensor values(shape, DType::Float64);
    for (int64_t i = 0; i < values.count(); ++i)
        values.mutableData<double>()[i] = numbers(random);
    return values.cast(dtype);
}

Dims randomShape(std::mt19937 &random) {
    static constexpr int64_t sizes[] = {1, 2, 3, 5, 8, 17};
    Dims shape;
    const int rank = int(random() % 5);
    // Not too many elements: NumPy has some functions only as calls of Python for each of them.
    for (int i = 0; i < rank && shape.product() < 100; ++i)
        shape.push(random() % 19 == 0 ? 0 : sizes[random() % std::size(sizes)]);
    return shape;
}

/** A shape that broadcasts to `whole`: axes become 1 or fall away from the front. */
Dims broadcastable(const Dims &whole, std::mt19937 &random) {
    const int dropped = whole.rank() == 0 ? 0 : int(random() % unsigned(whole.rank() + 1)) / 2;
    Dims shape;
    for (int i = dropped; i < whole.rank(); ++i)
        shape.push(random() % 4 == 0 ? 1 : whole[i]);
    return shape;
}

/** The same elements in another layout: turned axes or every second place of a larger storage. */
Tensor viewOf(const Tensor &x, std::mt19937 &random) {
    if (x.rank() == 0 || random() % 2 == 0) return x;
    Dims order, back;
    for (int i = 0; i < x.rank(); ++i)
        order.push(x.rank() - 1 - i);
    if (random() % 2 == 0) return x.permuted(order).contiguous().permuted(order);
    Tensor room({2 * x.count() + 1}, x.dtype());
    Dims strides = contiguousStrides(x.shape());
    for (int i = 0; i < strides.rank(); ++i)
        strides[i] *= 2;
    std::fill_n(room.mutableRawData(), room.bytes(), std::byte(0x7f));
    const Tensor packed = x.contiguous();
    const int64_t size = x.itemBytes();
    for (int64_t i = 0; i < x.count(); ++i)
        std::copy_n(packed.rawData() + i * size, size, room.mutableRawData() + (2 * i + 1) * size);
    return Tensor(room.storage(), x.shape(), strides, 1, x.dtype());
}

/** One call, and its place in the NumPy run. */
struct Case {
    const OpDef *op = nullptr;
    std::vector<Value> arguments;
    DType dtype = DType::Float32;
    size_t call = 0;
};

std::vector<Abstract> typesOf(const std::vector<Value> &values) {
    std::vector<Abstract> types;
    for (const Value &value : values)
        types.emplace_back(Abstract::of(value));
    return types;
}

bool isComputable(const OpDef &op, const std::vector<Value> &arguments) {
    return bool(op.infer(typesOf(arguments)));
}

/** The arguments of a sample with its tensors drawn anew: of one broadcast shape, or of one shape where the operator
   takes no other. Nothing where it refuses them. */
std::vector<Value> redrawn(const OpDef &op, const std::vector<Value> &sample, DType dtype, std::mt19937 &random) {
    const Dims whole = randomShape(random);
    for (const bool broadcasts : {true, false}) {
        std::vector<Value> arguments = sample;
        bool isFirst = true;
        for (Value &argument : arguments) {
            const Tensor *tensor = argument.asTensor();
            if (!tensor) continue;
            const DType drawn = tensor->dtype() == DType::Float32 ? dtype : tensor->dtype();
            const Dims shape = isFirst || !broadcasts ? whole : broadcastable(whole, random);
            argument = viewOf(randomIn(domainOf(*tensor), shape, drawn, random), random);
            isFirst = false;
        }
        if (isComputable(op, arguments)) return arguments;
    }
    return {};
}

bool isElementWise(const OpDef &op) {
    return op.category == OpCategory::ElementWise && op.effect == Effect::None && !op.numpy.empty() &&
           op.name != "Cross" && op.name != "Cast";
}

/** (input, axis, keep) after what stands between: operators that reduce any axes. */
std::vector<Value> reductionArguments(const std::string &name, const Tensor &x, const Value &axes, bool keeps) {
    if (name == "Var" || name == "Std") return {x, axes, 1, keeps};
    if (name == "LpNormV2") return {x, 3.0, axes, keeps};
    return {x, axes, keeps};
}

Value randomAxes(int rank, std::mt19937 &random) {
    if (rank == 0 || random() % 5 == 0) return Value();
    Dims axes;
    for (int i = 0; i < rank; ++i)
        if (random() % 2 == 0) axes.push(random() % 2 == 0 ? i : i - rank);
    if (axes.empty()) axes.push(-1);
    return Value::ints(axes);
}

double toleranceOf(DType dtype) {
    switch (dtype) {
    case DType::Float16:
        return 3e-3;
    case DType::BFloat16:
        return 3e-2;
    case DType::Float32:
        return 2e-5;
    default:
        return 1e-9;
    }
}

double magnitude(const Tensor &x) {
    const TensorStatistics facts = statistics(x, 0);
    return std::max({1.0, std::abs(facts.min), std::abs(facts.max)});
}

std::vector<Tensor> tensorsOf(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return {*tensor};
    std::vector<Tensor> tensors;
    for (const Value &item : value.asSequence()->items)
        tensors.push_back(*item.asTensor());
    return tensors;
}

Value call(const char *name, const std::vector<Value> &given) {
    const auto bound = bindArguments(*findOp(name), given, {});
    return findOp(name)->eval(*bound);
}

std::string messageOf(const char *name, const std::vector<Value> &given) {
    try {
        const auto bound = bindArguments(*findOp(name), given, {});
        if (!bound) return bound.error().message;
        findOp(name)->eval(*bound);
    } catch (const std::invalid_argument &problem) {
        return problem.what();
    }
    return "no error";
}

Tensor numbers(std::vector<float> values) {
    return Tensor::of({int64_t(values.size())}, values);
}

} // namespace

class TestElementwise : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        std::mt19937 random(20);
        for (const OpDef &op : catalogue())
            if (isElementWise(op)) addElementWise(op, random);
        for (const char *name : {"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceAll",
                                 "ReduceAny", "Var", "Std", "LogSumExp", "LpNormV2"})
            addReductions(*findOp(name), random);
        m_problem = QString::fromStdString(m_numpy.run());
    }

    void randomCallsGiveWhatNumpyGives_data() {
        QTest::addColumn<QString>("name");
        std::string last;
        for (const Case &each : m_cases)
            if (std::exchange(last, each.op->name) != each.op->name)
                QTest::newRow(each.op->name.c_str()) << QString::fromStdString(each.op->name);
    }
    void randomCallsGiveWhatNumpyGives() {
        if (!m_problem.isEmpty()) QSKIP(qPrintable(m_problem));
        QFETCH(QString, name);
        for (const Case &each : m_cases) {
            if (each.op->name != name.toStdString()) continue;
            const std::string difference = differenceOf(each);
            QVERIFY2(difference.empty(), difference.c_str());
        }
    }

    void reductionsOfSixteenBitFloatsAddUpWide() {
        // 4096 ones would stop at 2048 in float16 and at 256 in bfloat16.
        for (const DType dtype : {DType::Float16, DType::BFloat16}) {
            const Tensor ones = Tensor::full({4096}, 1, dtype);
            QCOMPARE(call("ReduceSum", {ones}).asTensor()->at(0), 4096.0);
            QCOMPARE(call("ReduceMean", {ones}).asTensor()->at(0), 1.0);
            QCOMPARE(call("LpNormV2", {ones}).asTensor()->at(0), 64.0);
        }
    }

    void sumsOfIntegersAreCountedInInt64() {
        for (const char *name : {"ReduceSum", "ReduceProd"})
            for (const DType dtype : {DType::Bool, DType::Int8, DType::Int32, DType::UInt8})
                QCOMPARE(call(name, {Tensor::full({2}, 1, dtype)}).asTensor()->dtype(), DType::Int64);
        QCOMPARE(call("ReduceSum", {Tensor::full({2}, 1, DType::UInt32)}).asTensor()->dtype(), DType::UInt32);
        QCOMPARE(call("ReduceSum", {Tensor::full({300}, 1, DType::Int8)}).asTensor()->intAt(0), 300);
    }

    void medianIsTheLowerOneAndNanWins() {
        const Value plain = call("Median", {numbers({4, 1, 3, 2}), 0});
        QCOMPARE(tensorsOf(plain)[0].at(0), 2.0);
        QCOMPARE(tensorsOf(plain)[1].intAt(0), 3);
        const Tensor withNan = numbers({4, std::nanf(""), 3});
        QVERIFY(std::isnan(tensorsOf(call("Median", {withNan, 0}))[0].at(0)));
        QCOMPARE(tensorsOf(call("NanMedian", {withNan, 0}))[0].at(0), 3.0);
    }

    void boundsMayBeOpenAndTheUpperOneWins() {
        const Tensor x = numbers({-1, 0.5, 4});
        QVERIFY(identical(*call("ClampScalar", {x, Value(), 1.0}).asTensor(), numbers({-1, 0.5, 1})));
        QVERIFY(identical(*call("ClampScalar", {x, 3.0, 1.0}).asTensor(), numbers({1, 1, 1})));
        QCOMPARE(messageOf("ClampScalar", {x}),
                 std::string("For Clamp, at least one of 'min' or 'max' must not be None."));
    }

    void functionsHoldAtTheirLimits() {
        const float infinity = std::numeric_limits<float>::infinity();
        const auto at = [](const char *name, float x) { return call(name, {numbers({x})}).asTensor()->at(0); };
        QCOMPARE(at("Erfinv", 1), double(infinity));
        QVERIFY(std::isnan(at("Erfinv", 1.5f)));
        QVERIFY(std::isnan(at("Digamma", -2)));
        QCOMPARE(at("Sinc", 0), 1.0);
        QCOMPARE(at("Mish", 100), 100.0);
        QVERIFY(std::abs(at("Mish", -100)) < 1e-30);
        QCOMPARE(at("LogSigmoid", -200), -200.0);
        QCOMPARE(at("Softplus", 200), 200.0);
        QCOMPARE(call("LogAddExp", {numbers({-infinity}), numbers({-infinity})}).asTensor()->at(0), -double(infinity));
        QCOMPARE(call("Xlogy", {numbers({0}), numbers({0})}).asTensor()->at(0), 0.0);
        QVERIFY(std::isnan(call("Xlogy", {numbers({0}), numbers({std::nanf("")})}).asTensor()->at(0)));
        QCOMPARE(call("LogSumExp", {numbers({1000, 1000}), Value::ints({0})}).asTensor()->at(0),
                 double(1000.69314718f));
        QCOMPARE(call("LogSumExp", {numbers({-infinity, -infinity}), Value::ints({0})}).asTensor()->at(0),
                 -double(infinity));
    }

    void integersDivideAndShiftWithoutTraps() {
        const Tensor smallest = Tensor::full({1}, -2147483648.0, DType::Int32);
        const Tensor minusOne = Tensor::full({1}, -1, DType::Int32), zero = Tensor::full({1}, 0, DType::Int32);
        QCOMPARE(call("TruncateDiv", {smallest, minusOne}).asTensor()->intAt(0), int64_t(-2147483648));
        QCOMPARE(call("TruncateMod", {smallest, minusOne}).asTensor()->intAt(0), 0);
        QCOMPARE(call("TruncateMod", {minusOne, zero}).asTensor()->intAt(0), 0);
        QCOMPARE(call("LeftShift", {minusOne, Tensor::full({1}, 32, DType::Int32)}).asTensor()->intAt(0), 0);
        QCOMPARE(call("RightShift", {minusOne, Tensor::full({1}, 99, DType::Int32)}).asTensor()->intAt(0), -1);
        QCOMPARE(call("RightShift", {minusOne, Tensor::full({1}, -1, DType::Int32)}).asTensor()->intAt(0), -1);
        QCOMPARE(call("Gcd", {smallest, zero}).asTensor()->intAt(0), int64_t(-2147483648));
        QCOMPARE(call("Lcm", {zero, zero}).asTensor()->intAt(0), 0);
    }

    void wrongCallsAreRefusedInWords_data() {
        QTest::addColumn<QString>("actual");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *op, const std::vector<Value> &arguments, const char *text) {
            QTest::newRow(name) << QString::fromStdString(messageOf(op, arguments)) << QString(text);
        };
        const Tensor x = Tensor::full({2, 3}, 1, DType::Float32), bools = Tensor::zeros({2}, DType::Bool);
        const Tensor integers = Tensor::zeros({2, 3}, DType::Int32), empty = Tensor::zeros({2, 0}, DType::Float32);
        row("bounded bools", "ClampScalar", {bools, 0, 1},
            "For Clamp, the dtype of 'input', 'min' and 'max' must not be bool.");
        row("bits of floats", "BitwiseAnd", {x, x},
            "For primitive[BitwiseAnd], the input argument[x] must be a type of {Tensor[Bool], Tensor[Int16], "
            "Tensor[Int32], "
            "Tensor[Int64], Tensor[Int8], Tensor[UInt16], Tensor[UInt32], Tensor[UInt64], Tensor[UInt8]}, but got "
            "Tensor[Float32].");
        row("shifted bools", "LeftShift", {bools, bools},
            "For primitive[LeftShift], the input argument[x] must be a type of {Tensor[Int16], Tensor[Int32], "
            "Tensor[Int64], "
            "Tensor[Int8], Tensor[UInt16], Tensor[UInt32], Tensor[UInt64], Tensor[UInt8]}, but got Tensor[Bool].");
        row("divisor of floats", "Gcd", {x, x},
            "For primitive[Gcd], the input arguments must be Tensors of integers, but got Tensor[Float32].");
        row("activation of integers", "Mish", {integers},
            "For primitive[Mish], the input argument[x] must be a Tensor of a floating dtype, but got Tensor[Int32].");
        row("mixed integers", "Lerp", {integers, integers, 2},
            "For 'Lerp', the operands must be of a floating dtype, but got Int32.");
        row("shapes do not broadcast", "Atan2", {x, Tensor::zeros({2, 2}, DType::Float32)},
            "For 'Atan2', input1.shape and input2.shape need to broadcast. The value of input1.shape[-1] or "
            "input2.shape[-1] must be 1 or -1 when they are not the same, but got input1.shape = [2, 3] and "
            "input2.shape = [2, 2]");
        row("median of nothing", "Median", {empty, 1},
            "For primitive[Median], an axis of size 0 has no element to choose, but got the shape [2, 0].");
        row("an axis twice", "ReduceProd", {x, Value::ints({0, 0})},
            "For primitive[ReduceProd], the axes must differ, but got [0, 0].");
        row("an axis that is not there", "Var", {x, Value::ints({2})},
            "For primitive[Var], the axis value must be in [-2,2), but got 2.");
        row("determinant of an oblong", "MatrixDeterminant", {x},
            "For primitive[MatrixDeterminant], the matrices must be square, but got the shape [2, 3].");
        row("singular matrix", "MatrixInverse", {Tensor::zeros({2, 2}, DType::Float32)},
            "For 'MatrixInverse', the matrix cannot be inverted, because it is singular.");
        row("not positive definite", "Cholesky", {Tensor::full({2, 2}, -1, DType::Float32)},
            "For 'Cholesky', the input must be symmetric and positive definite.");
        row("triangle of a vector", "Tril", {numbers({1, 2})},
            "For 'Tril', the rank of 'input' must be at least 2, but got 1.");
        row("cross product of pairs", "Cross", {numbers({1, 2}), numbers({1, 2})},
            "For 'Cross', the size of the axis 'dim' must be 3, but got the shapes [2] and [2].");
        row("a class that is not there", "NLLLoss", {x, Tensor::full({2}, 7, DType::Int32)},
            "For 'NLLLoss', each value of 'labels' must be in [0, 3), but got 7.");
        row("a reduction that is not there", "NLLLoss", {x, Tensor::zeros({2}, DType::Int32), Value(), "max"},
            "For 'NLLLoss', the 'reduction' must be str and must be in '['none', 'mean', 'sum']', but got \"max\".");
        row("labels of another shape", "SoftmaxCrossEntropyWithLogits", {x, Tensor::zeros({3, 2}, DType::Float32)},
            "For 'SoftmaxCrossEntropyWithLogits', the shape of logits and labels must be equal, but got logits shape: "
            "[2, 3], labels shape: [3, 2].");
    }
    void wrongCallsAreRefusedInWords() {
        QFETCH(QString, actual);
        QTEST(actual, "expected");
    }

private:
    void add(const OpDef &op, std::vector<Value> arguments, DType dtype) {
        const size_t number = m_numpy.add(op.numpy, arguments);
        m_cases.push_back({&op, std::move(arguments), dtype, number});
    }

    void addElementWise(const OpDef &op, std::mt19937 &random) {
        const auto samples = op.samples();
        for (const DType dtype : {DType::Float32, DType::Float32, DType::Float64, DType::Float16, DType::BFloat16})
            for (const auto &sample : samples) {
                const bool isDrawn = std::ranges::any_of(
                    sample, [](const Value &value) { return value.asTensor() && value.asTensor()->count() > 1; });
                if (!isDrawn) continue;
                const auto arguments = redrawn(op, sample, dtype, random);
                if (!arguments.empty()) add(op, arguments, dtype);
            }
    }

    void addReductions(const OpDef &op, std::mt19937 &random) {
        for (const DType dtype : {DType::Float32, DType::Float64, DType::Float16, DType::Int32, DType::Bool})
            for (int i = 0; i < 12; ++i) {
                const Dims shape = randomShape(random);
                const Domain domain = op.name == "ReduceProd" ? Domain{0.8, 1.2} : Domain{-3, 3};
                const Tensor x = viewOf(randomIn(domain, shape, dtype, random), random);
                const auto arguments =
                    reductionArguments(op.name, x, randomAxes(shape.rank(), random), random() % 2 == 0);
                // Integer means are rounded down, which NumPy's are not; NumPy's exp of bools is one of 16 bits.
                const bool isOther = (op.name == "ReduceMean" && !info(dtype).floating) ||
                                     (op.name == "LogSumExp" && dtype == DType::Bool);
                if (isComputable(op, arguments) && !isOther) add(op, arguments, dtype);
            }
    }

    std::string differenceOf(const Case &each) const {
        const NumpyAnswer expected = m_numpy.answer(each.call);
        const std::string text = each.op->name + " of " + brief(Abstract::of(Value::tuple(each.arguments)));
        if (!expected.problem.empty()) return text + ": " + expected.problem;
        const std::vector<Tensor> actual = tensorsOf(each.op->eval(each.arguments));
        if (actual.size() != expected.values.size()) return text + ": another number of results";
        for (size_t i = 0; i < actual.size(); ++i) {
            const Tensor &wanted = expected.values[i];
            const double tolerance = std::max(toleranceOf(each.dtype), toleranceOf(actual[i].dtype()));
            if (actual[i].shape() != wanted.shape())
                return text + ": shape " + toString(actual[i].shape()) + " but NumPy's is " + toString(wanted.shape());
            if (!close(actual[i], wanted, tolerance, tolerance * magnitude(wanted)))
                return format("%s: apart by %g\n%s\nNumPy:\n%s", text.c_str(),
                              difference(actual[i], wanted).maxAbsolute, toString(actual[i]).c_str(),
                              toString(wanted).c_str());
        }
        return {};
    }

    NumpyCalls m_numpy;
    std::vector<Case> m_cases;
    QString m_problem;
};

JITSCOPE_TEST(TestElementwise)

} // namespace jitscope::tst_elementwise

#include "tst_elementwise.moc"
