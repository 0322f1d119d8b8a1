// SPDX-License-Identifier: Apache-2.0
// Every operator of the catalogue, by being in it: described, inferred as computed, equal to NumPy, for every dtype and
// layout of its operands; and one row for every way a call can be wrong.
#include "engine/ops/kernels/float32kernels.h"
#include "engine/ops/kernels/generic.h"
#include "engine/ops/kerneltypes.h"
#include "engine/ops/opdef.h"
#include "engine/tensor/elements.h"
#include "engine/tensor/tensorprint.h"
#include "tests/support/numpycalls.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <cmath>
#include <map>
#include <stdexcept>

namespace jitscope::tst_ops {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** Calls `change` on every tensor in a value, tuples included. */
template<class Change> Value mapTensors(const Value &value, Change change) {
    if (const Tensor *tensor = value.asTensor()) return change(*tensor);
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    for (const Value &item : sequence->items)
        items.emplace_back(mapTensors(item, change));
    return sequence->kind == SequenceKind::Tuple ? Value::tuple(std::move(items)) : Value::list(std::move(items));
}

template<class Change> std::vector<Value> mapTensors(const std::vector<Value> &values, Change change) {
    std::vector<Value> changed;
    for (const Value &value : values)
        changed.emplace_back(mapTensors(value, change));
    return changed;
}

std::vector<Abstract> typesOf(const std::vector<Value> &values) {
    std::vector<Abstract> types;
    for (const Value &value : values)
        types.emplace_back(Abstract::of(value));
    return types;
}

/** What a call with one of the samples has to do. */
struct Work {
    double flops = 0, resultElements = 0;
    double mostReduced = 0; ///< elements of the largest argument
};

double elementsOf(const Abstract &type) {
    double count = type.isTensor() ? double(type.count()) : 0;
    for (const Abstract &item : type.items)
        count += elementsOf(item);
    return count;
}

std::vector<Work> worksOf(const OpDef &op) {
    std::vector<Work> works;
    for (const auto &sample : op.samples()) {
        const std::vector<Abstract> types = typesOf(*bindArguments(op, sample, {}));
        const auto result = op.infer(types);
        if (!result.ok()) continue; // its shape follows from values
        Work work{costOf(op, types, *result).flops, elementsOf(*result)};
        for (const Abstract &type : types)
            work.mostReduced = std::max(work.mostReduced, elementsOf(type));
        works.push_back(work);
    }
    return works;
}

double operationsOfElement(const OpDef &op) {
    double most = 0;
    for (const Work &work : worksOf(op))
        if (work.resultElements > 0) most = std::max(most, work.flops / work.resultElements);
    return most;
}

/** "GeLU" for "GeLUGrad", where the gradient computes the function of an element again; else null. */
const OpDef *functionOfGradient(const OpDef &op) {
    const bool computesAgain = op.category == OpCategory::ElementWise && op.use.kernel.work == KernelWork::Expensive;
    if (!computesAgain || !op.name.ends_with("Grad")) return nullptr;
    return findOp(std::string_view(op.name).substr(0, op.name.size() - 4));
}

/** The same elements, but every second one of a larger storage. */
Tensor spaced(const Tensor &x) {
    if (x.rank() == 0 || x.count() == 0) return x;
    Dims shape = x.shape(), strides = contiguousStrides(x.shape());
    Tensor room({2 * x.count()}, x.dtype());
    std::fill_n(room.mutableRawData(), room.bytes(), std::byte(0xff));
    for (int i = 0; i < strides.rank(); ++i)
        strides[i] *= 2;
    const Tensor view(room.storage(), shape, strides, 0, x.dtype());
    const Tensor packed = x.contiguous();
    const int64_t size = x.itemBytes();
    for (int64_t i = 0; i < x.count(); ++i)
        std::copy_n(packed.rawData() + i * size, size, room.mutableRawData() + 2 * i * size);
    return view;
}

/** The tensors of a result: itself, or those of a tuple. */
std::vector<Tensor> tensorsOf(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return {*tensor};
    std::vector<Tensor> tensors;
    if (const Sequence *sequence = value.asSequence())
        for (const Value &item : sequence->items)
            tensors.push_back(*item.asTensor());
    return tensors;
}

/** With elements of its own, so that an operator that writes leaves the sample alone. */
std::vector<Value> cloned(const std::vector<Value> &values) {
    return mapTensors(values, [](const Tensor &x) { return x.clone(); });
}

/** At least 1: results near zero may carry the rounding of larger terms. */
double largestMagnitude(const Tensor &x) {
    const TensorStatistics facts = statistics(x, 0);
    return std::max({1.0, std::abs(facts.min), std::abs(facts.max)});
}

std::string messageOf(const OpDef &op, const std::vector<Value> &arguments) {
    try {
        op.eval(arguments);
    } catch (const std::invalid_argument &problem) {
        return problem.what();
    }
    return "no error";
}

/** Whether the elements of the arguments, not their types, are refused. */
bool isRefused(const OpDef &op, const std::vector<Value> &arguments) {
    return messageOf(op, cloned(arguments)) != "no error";
}

Value call(const char *op, const std::vector<Value> &positional) {
    const auto bound = bindArguments(*findOp(op), positional, {});
    return findOp(op)->eval(*bound);
}

Tensor ramp(const Dims &shape, double low, double high, DType dtype = DType::Float32) {
    Tensor values(shape, DType::Float64);
    for (int64_t i = 0; i < values.count(); ++i)
        values.mutableData<double>()[i] =
            low + (high - low) * double(i * 7919 % values.count()) / double(values.count());
    return values.cast(dtype);
}

/** Rows of all operators: their index in the catalogue. */
/** A row for each operator of which `holds` is true. */
template<class Predicate> void addOpRows(Predicate holds) {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < catalogue().size(); ++i)
        if (holds(catalogue()[i])) QTest::newRow(catalogue()[i].name.c_str()) << int(i);
}

void addOpRows() {
    addOpRows([](const OpDef &) { return true; });
}

const OpDef &fetchedOp() {
    QFETCH(int, index);
    return catalogue()[size_t(index)];
}

std::string sampleText(const OpDef &op, size_t sample) {
    return format("%s, sample %zu", op.name.c_str(), sample);
}

} // namespace

class TestOps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /** Fusion, the device, lineage and watch rules know an operator by its record alone. */
    void recordsAnswerWhatOthersAsk() {
        for (const OpDef &op : catalogue()) {
            QVERIFY2(op.use.dependence != Dependence::Unanswered, (op.name + ": dependence").c_str());
            QVERIFY2(op.use.device != DeviceKernel::Unanswered, (op.name + ": device").c_str());
            QVERIFY2(op.use.operations.rule != OperationCount::Rule::Unanswered, (op.name + ": operations").c_str());
            const bool canFuse = op.fusion != FusionClass::Opaque;
            QVERIFY2(canFuse == (op.use.kernel.work != KernelWork::Unanswered), (op.name + ": kernel").c_str());
        }
    }
    /** Rooflines of profiles count by the one, those of recordings by the other. */
    void operationsOfAnElementAreThoseOfTheCost() {
        for (const OpDef &op : catalogue()) {
            if (op.use.operations.rule != OperationCount::Rule::PerElement) continue;
            for (const auto &sample : op.samples()) {
                const std::vector<Value> bound = *bindArguments(op, sample, {});
                std::vector<Abstract> arguments;
                for (const Value &value : bound)
                    arguments.push_back(Abstract::of(value));
                const Abstract result = *op.infer(arguments);
                const double counted = op.use.operations.each * double(result.count());
                QVERIFY2(costOf(op, arguments, result).flops == counted, op.name.c_str());
            }
        }
    }
    void operandsThatStandApartGiveTheSame() {
        int found = 0;
        for (const OpDef &op : catalogue()) {
            if (!op.evalApart) continue;
            QVERIFY2(op.params.size() == 2 && op.effect == Effect::None, op.name.c_str());
            ++found;
            for (const auto &sample : op.samples()) {
                const Value second = sample[1], first = sample[0];
                QVERIFY2(op.evalApart(first, second) == op.eval(sample), op.name.c_str());
            }
        }
        QVERIFY(found > 0);
    }
    /** Work by the kind of the operator: what reduces counts what goes in, what computes a function counts more than
        one operation an element, and what computes the function again for its gradient no less than the function. */
    void operationsAreThoseOfTheKind_data() { addOpRows(); }
    void operationsAreThoseOfTheKind() {
        const OpDef &op = fetchedOp();
        const bool isOfEachElement = op.use.dependence == Dependence::Reduced || op.use.dependence == Dependence::Row ||
                                     op.use.dependence == Dependence::Prefix ||
                                     op.use.dependence == Dependence::BiasGradient;
        // Hardware has these.
        const bool isOneInstruction = op.use.operations.rule == OperationCount::Rule::PerElement || op.name == "Sqrt" ||
                                      op.name == "Reciprocal" || op.name == "Cast";
        const OpDef *function = functionOfGradient(op);
        for (const Work &work : worksOf(op)) {
            if (op.category == OpCategory::Reduction && isOfEachElement) QVERIFY(work.flops >= work.mostReduced);
            if (op.use.kernel.work == KernelWork::Expensive && !isOneInstruction && work.resultElements > 0)
                QVERIFY(work.flops > work.resultElements);
            if (function && work.resultElements > 0)
                QVERIFY(work.flops / work.resultElements >= operationsOfElement(*function));
        }
    }
    void operationsOfSomeAreKnown() {
        const auto counted = [](const char *name, const std::vector<Value> &arguments) {
            const OpDef &op = *findOp(name);
            const std::vector<Abstract> types = typesOf(*bindArguments(op, arguments, {}));
            return costOf(op, types, *op.infer(types)).flops;
        };
        const Tensor x = Tensor::zeros({256, 64}, DType::Float32), square = Tensor::zeros({6, 6}, DType::Float32);
        QCOMPARE(counted("BiasAddGrad", {x}), counted("ReduceSum", {x, Value::ints({0})}));
        QCOMPARE(counted("NLLLoss", {x, Tensor::zeros({256}, DType::Int32)}), 3.0 * 256);
        QVERIFY(counted("GeLUGrad", {x, x}) >= counted("GeLU", {x}));
        QCOMPARE(counted("MatrixInverse", {square}), 2.0 * 6 * 6 * 6);
        QCOMPARE(counted("MatrixSolve", {square, Tensor::zeros({6, 2}, DType::Float32)}),
                 2.0 / 3 * 6 * 6 * 6 + 2.0 * 6 * 6 * 2);
    }
    /** Kernels of a profile lead to operators by their primitive's name or the name that CANN gives them. */
    void typesOfKernelsLeadToOperators() {
        QCOMPARE(opOfKernelType("MatMulV3"), findOp("MatMul"));
        QCOMPARE(opOfKernelType("RealDiv"), findOp("Div"));
        QCOMPARE(opOfKernelType("Transpose"), findOp("Transpose"));
        QVERIFY(opOfKernelType("FlashAttentionScoreGradient") == nullptr);
        for (const KernelTypeName &each : kernelTypeNames()) {
            QVERIFY2(findOp(each.primitive) != nullptr, std::string(each.primitive).c_str());
            QVERIFY2(findOp(each.type) == nullptr, std::string(each.type).c_str()); // else the row says nothing
        }
    }
    void namesAreFound() {
        for (const OpDef &op : catalogue()) {
            QCOMPARE(findOp(op.name), &op);
            if (!op.function.empty()) QCOMPARE(findOpByFunction(op.function), &op);
            for (const std::string &alias : op.aliases)
                QCOMPARE(findOpByFunction(alias), &op);
        }
        QVERIFY(!findOp("NoSuchOp"));
        QVERIFY(!findOpByFunction(""));
    }

    void opIsDescribed_data() { addOpRows(); }
    void opIsDescribed() {
        const OpDef &op = fetchedOp();
        QVERIFY(!op.doc.empty() && op.doc.ends_with('.'));
        QVERIFY(op.infer && op.eval && op.samples);
        QVERIFY(op.samples().size() >= 2);
        bool defaultsBegan = false;
        for (const ParamDef &param : op.params) {
            QVERIFY(!param.name.empty());
            QVERIFY2(param.hasDefault || !defaultsBegan, "a parameter without default follows one with default");
            defaultsBegan = param.hasDefault;
        }
        for (const auto &sample : op.samples())
            QVERIFY2(bindArguments(op, sample, {}), "a sample does not fit the parameters");
    }

    void inferredTypeIsTheComputedType_data() {
        addOpRows([](const OpDef &op) { return !op.shapeFromValues; });
    }
    void inferredTypeIsTheComputedType() {
        const OpDef &op = fetchedOp();
        const auto samples = op.samples();
        for (size_t i = 0; i < samples.size(); ++i) {
            const auto inferred = op.infer(typesOf(samples[i]));
            VERIFY_RESULT(inferred);
            const Abstract computed = Abstract::of(op.eval(cloned(samples[i])));
            QVERIFY2(sameType(*inferred, computed),
                     (sampleText(op, i) + ": " + brief(*inferred) + " but computed " + brief(computed)).c_str());
            const OpCost cost = costOf(op, typesOf(samples[i]), *inferred);
            QVERIFY(std::isfinite(cost.flops) && cost.flops >= 0 && std::isfinite(cost.bytes) && cost.bytes >= 0);
        }
    }

    /** Where no NumPy expression gives the same, a test of its own covers it. */
    void resultIsNumpys_data() {
        addOpRows([](const OpDef &op) { return !op.numpy.empty(); });
    }
    void resultIsNumpys() {
        if (!m_numpyProblem.isEmpty()) QSKIP(qPrintable(m_numpyProblem));
        const OpDef &op = fetchedOp();
        const auto samples = op.samples();
        for (size_t i = 0; i < samples.size(); ++i) {
            const NumpyAnswer expected = m_numpy.answer(m_calls.at({&op, i}));
            QVERIFY2(expected.problem.empty(), (sampleText(op, i) + ": " + expected.problem).c_str());
            const std::vector<Tensor> actual = tensorsOf(op.eval(cloned(samples[i])));
            QCOMPARE(actual.size(), expected.values.size());
            for (size_t k = 0; k < actual.size(); ++k) {
                const Tensor &wanted = expected.values[k];
                QVERIFY2(actual[k].shape() == wanted.shape(),
                         (sampleText(op, i) + ": shape " + toString(actual[k].shape()) + " but NumPy's is " +
                          toString(wanted.shape()))
                             .c_str());
                QVERIFY2(close(actual[k], wanted, 1e-5, 2e-6 * largestMagnitude(wanted)),
                         (sampleText(op, i) + ":\n" + toString(actual[k]) + "\nNumPy:\n" + toString(wanted)).c_str());
            }
        }
    }

    void layoutOfOperandsDoesNotMatter_data() { addOpRows(); }
    void layoutOfOperandsDoesNotMatter() {
        const OpDef &op = fetchedOp();
        for (const auto &sample : op.samples()) {
            const auto views = mapTensors(sample, spaced);
            const auto before = cloned(views);
            QVERIFY(op.eval(views) == op.eval(cloned(sample)));
            for (size_t i = 0; i < views.size(); ++i) {
                const bool mayChange = std::ranges::find(op.written, i) != op.written.end();
                QVERIFY2(mayChange || views[i] == before[i], "an argument was changed");
            }
        }
    }

    void otherDTypesGiveTheSameOrSayWhyNot_data() { addOpRows(); }
    void otherDTypesGiveTheSameOrSayWhyNot() {
        struct Other {
            DType dtype;
            double relative;
        };
        const OpDef &op = fetchedOp();
        for (const Other other :
             {Other{DType::Float64, 1e-5}, Other{DType::Float16, 1e-3}, Other{DType::BFloat16, 1e-2},
              Other{DType::Int32, 0}, Other{DType::UInt8, 0}, Other{DType::Bool, 0}})
            for (const auto &sample : op.samples()) {
                const auto converted = mapTensors(
                    sample, [&](const Tensor &x) { return x.dtype() == DType::Float32 ? x.cast(other.dtype) : x; });
                if (op.shapeFromValues) continue;
                const auto inferred = op.infer(typesOf(converted));
                if (inferred && isRefused(op, converted)) continue; // elements that this dtype made unfit
                if (!inferred) {
                    QCOMPARE(messageOf(op, converted), inferred.error().message);
                    continue;
                }
                const Value value = op.eval(cloned(converted));
                QVERIFY(sameType(*inferred, Abstract::of(value)));
                // The reference starts from the rounded inputs; integers cut off fractions that floats keep.
                if (!info(other.dtype).floating) continue;
                const auto rounded = mapTensors(
                    converted, [&](const Tensor &x) { return x.dtype() == other.dtype ? x.cast(DType::Float32) : x; });
                const std::vector<Tensor> actual = tensorsOf(value), expected = tensorsOf(op.eval(cloned(rounded)));
                for (size_t k = 0; k < actual.size(); ++k)
                    QVERIFY2(close(actual[k], expected[k], other.relative, other.relative),
                             (op.name + " of " + std::string(info(other.dtype).name)).c_str());
            }
    }

    void float32LoopsAreAccurateOnEveryInstructionSet_data() {
        QTest::addColumn<int>("op");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        const auto row = [](const char *name, UnaryOp op, double low, double high) {
            QTest::newRow(name) << int(op) << low << high;
        };
        row("exp", UnaryOp::Exp, -103, 88.7);
        row("log", UnaryOp::Log, 1e-40, 10);
        row("log of large", UnaryOp::Log, 10, 3e38);
        row("tanh", UnaryOp::Tanh, -10, 10);
        row("sigmoid", UnaryOp::Sigmoid, -87, 87);
        row("sin", UnaryOp::Sin, -100, 100);
        row("cos", UnaryOp::Cos, -100, 100);
        row("sin of large", UnaryOp::Sin, 1e3, 1e6);
        row("erf", UnaryOp::Erf, -5, 5);
        row("gelu", UnaryOp::GeLU, -6, 6);
        row("gelu by tanh", UnaryOp::GeLUTanh, -6, 6);
        row("silu", UnaryOp::SiLU, -80, 80);
        row("rsqrt", UnaryOp::Rsqrt, 1e-6, 1e6);
        row("floor", UnaryOp::Floor, -1e7, 1e7);
        row("ceil", UnaryOp::Ceil, -3, 3);
        row("round", UnaryOp::Round, -5, 5);
    }
    void float32LoopsAreAccurateOnEveryInstructionSet() {
        QFETCH(int, op);
        QFETCH(double, low);
        QFETCH(double, high);
        const Tensor x = ramp({100003}, low, high);
        const Tensor expected = *unaryInDouble(UnaryOp(op), x).asTensor();
        for (const Float32Kernels *kernels : runnableFloat32Kernels()) {
            if (!kernels) continue;
            Tensor y(x.shape(), DType::Float32);
            kernels->unary[size_t(op)](x.data<float>(), y.mutableData<float>(), x.count());
            const Difference apart = difference(y.cast(DType::Float64), expected);
            QVERIFY2(close(y, expected, 3e-6, 2e-7),
                     format("%s: %g relative, %g absolute at %g", kernels->name, apart.maxRelative, apart.maxAbsolute,
                            x.at(std::max<int64_t>(apart.worstIndex, 0)))
                         .c_str());
        }
    }

    void specialNumbersGoThroughEveryLoop() {
        const float infinity = std::numeric_limits<float>::infinity();
        const Tensor x =
            Tensor::of({8}, std::vector<float>{0, -0.0f, infinity, -infinity, std::nanf(""), 3e38f, -3e38f, 1e-41f});
        for (int op = 0; op < unaryOpCount; ++op) {
            const Tensor expected = *unaryInDouble(UnaryOp(op), x).asTensor();
            for (const Float32Kernels *kernels : runnableFloat32Kernels()) {
                if (!kernels) continue;
                Tensor y(x.shape(), DType::Float32);
                kernels->unary[size_t(op)](x.data<float>(), y.mutableData<float>(), x.count());
                const std::string text = format("%s, function %d\n%s\nexpected\n%s", kernels->name, op,
                                                toString(y).c_str(), toString(expected.cast(DType::Float32)).c_str());
                const Tensor rounded = expected.cast(DType::Float32);
                for (int64_t i = 0; i < x.count(); ++i) {
                    const double a = y.at(i), b = rounded.at(i);
                    const bool same = (std::isnan(a) && std::isnan(b)) || a == b ||
                                      std::abs(a - b) <= 1e-5 * std::max(std::abs(a), std::abs(b)) + 1e-37;
                    QVERIFY2(same, text.c_str());
                }
            }
        }
    }

    void largeTensorsAreSharedByThreads_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("sample");
        const char *rows[] = {"add",           "add row",  "add column",         "exp",
                              "sum all",       "sum rows", "sum columns",        "sum middle",
                              "max columns",   "softmax",  "softmax first axis", "matmul",
                              "matmul turned", "batch",    "transpose",          "fused"};
        for (size_t i = 0; i < std::size(rows); ++i)
            QTest::newRow(rows[i]) << rows[i] << int(i);
    }
    void largeTensorsAreSharedByThreads() {
        QFETCH(int, sample);
        const auto calls = [](DType dtype) {
            const auto t = [dtype](Dims shape) { return ramp(shape, -1, 2, dtype); };
            return std::vector<std::pair<const char *, std::vector<Value>>>{
                {"Add", {t({700, 300}), t({700, 300})}},
                {"Add", {t({700, 300}), t({300})}},
                {"Add", {t({700, 300}), t({700, 1})}},
                {"Exp", {t({700, 300})}},
                {"ReduceSum", {t({1000, 1000})}},
                {"ReduceSum", {t({700, 300}), Value::ints({1})}},
                {"ReduceSum", {t({3000, 300}), Value::ints({0})}},
                {"ReduceSum", {t({20, 300, 70}), Value::ints({1})}},
                {"ReduceMax", {t({700, 300}), Value::ints({0})}},
                {"Softmax", {t({500, 196})}},
                {"Softmax", {t({196, 500}), Value::ints({0})}},
                {"MatMul", {t({257, 300}), t({300, 190})}},
                {"MatMul", {t({300, 257}), t({190, 300}), true, true}},
                {"BatchMatMul", {t({5, 60, 70}), t({5, 70, 80})}},
                {"Transpose", {t({300, 500}), Value::ints({1, 0})}},
                {"MatMulBiasAddReluFusion", {t({257, 300}), t({300, 190}), t({190})}},
            };
        };
        const auto [name, arguments] = calls(DType::Float32)[size_t(sample)];
        const auto wide = mapTensors(arguments, [](const Tensor &x) { return x.cast(DType::Float64); });
        const Tensor actual = *call(name, arguments).asTensor(), expected = *call(name, wide).asTensor();
        const Difference apart = difference(actual.cast(DType::Float64), expected);
        QVERIFY2(close(actual, expected, 1e-5, 2e-4), format("%g", apart.maxAbsolute).c_str());
    }

    void integersWrapAroundAndDivideDown() {
        const Tensor smallest = Tensor::full({1}, -2147483648.0, DType::Int32);
        const Tensor minusOne = Tensor::full({1}, -1, DType::Int32), zero = Tensor::full({1}, 0, DType::Int32);
        QCOMPARE(call("Add", {smallest, minusOne}).asTensor()->intAt(0), 2147483647);
        QCOMPARE(call("FloorDiv", {smallest, minusOne}).asTensor()->intAt(0), int64_t(-2147483648));
        QCOMPARE(call("FloorMod", {smallest, minusOne}).asTensor()->intAt(0), 0);
        QCOMPARE(call("FloorDiv", {minusOne, zero}).asTensor()->intAt(0), 2147483647);
        QCOMPARE(call("FloorMod", {minusOne, zero}).asTensor()->intAt(0), 0);
        QCOMPARE(call("FloorDiv", {Tensor::full({1}, -7, DType::Int64), 2}).asTensor()->intAt(0), -4);
        QCOMPARE(call("FloorMod", {Tensor::full({1}, -7, DType::Int64), 2}).asTensor()->intAt(0), 1);
        QCOMPARE(call("Neg", {smallest}).asTensor()->intAt(0), int64_t(-2147483648));
        QCOMPARE(call("Pow", {Tensor::full({1}, 3, DType::Int32), 4}).asTensor()->intAt(0), 81);
    }

    void numbersTakeTheDTypeOfTheTensor_data() {
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<double>("number");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("result");
        QTest::newRow("float16 and int") << "Float16" << 2.0 << "int"
                                         << "Float16";
        QTest::newRow("float16 and float") << "Float16" << 2.5 << "float"
                                           << "Float16";
        QTest::newRow("int8 and int") << "Int8" << 2.0 << "int"
                                      << "Int8";
        QTest::newRow("int64 and float") << "Int64" << 2.5 << "float"
                                         << "Float32";
        QTest::newRow("bool and bool") << "Bool" << 1.0 << "bool"
                                       << "Bool";
        QTest::newRow("bool and int") << "Bool" << 2.0 << "int"
                                      << "Int64";
        QTest::newRow("bool and float") << "Bool" << 2.5 << "float"
                                        << "Float32";
        QTest::newRow("float64 and float") << "Float64" << 2.5 << "float"
                                           << "Float64";
    }
    void numbersTakeTheDTypeOfTheTensor() {
        QFETCH(QString, tensor);
        QFETCH(double, number);
        QFETCH(QString, kind);
        QFETCH(QString, result);
        const Tensor x = Tensor::full({2}, 1, dtypeNamed(tensor.toStdString()).value());
        const Value scalar = kind == "int" ? Value(int64_t(number)) : kind == "bool" ? Value(true) : Value(number);
        const DType expected = dtypeNamed(result.toStdString()).value();
        QCOMPARE(call("Mul", {x, scalar}).asTensor()->dtype(), expected);
        QCOMPARE(call("Mul", {scalar, x}).asTensor()->dtype(), expected);
    }

    void shapeOperatorsShareTheStorage() {
        const Tensor x = ramp({2, 6}, 0, 1);
        QVERIFY(call("Reshape", {x, Value::ints({3, 4})}).asTensor()->storage() == x.storage());
        QVERIFY(call("Flatten", {x}).asTensor()->storage() == x.storage());
        QVERIFY(call("ExpandDims", {x, 0}).asTensor()->storage() == x.storage());
        QVERIFY(call("Transpose", {x, Value::ints({1, 0})}).asTensor()->storage() == x.storage());
        const Tensor turned = *call("Transpose", {x, Value::ints({1, 0})}).asTensor();
        QVERIFY(call("Reshape", {turned, Value::ints({12})}).asTensor()->storage() != x.storage());
    }

    void wrongCallsAreRefusedInWords_data() {
        QTest::addColumn<QString>("actual");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *op, const std::vector<Value> &arguments, const char *text) {
            const auto bound = bindArguments(*findOp(op), arguments, {});
            const std::string message = bound ? messageOf(*findOp(op), *bound) : bound.error().message;
            QTest::newRow(name) << QString::fromStdString(message) << QString(text);
            if (!bound) return;
            const auto inferred = findOp(op)->infer(typesOf(*bound));
            QTest::addRow("%s, inferred", name)
                << QString::fromStdString(inferred ? "no error" : inferred.error().message) << QString(text);
        };
        const Tensor x = ramp({2, 3}, -1, 1), y = ramp({4, 5}, -1, 1), integers = ramp({3}, 0, 9, DType::Int64);
        const Tensor bools = Tensor::zeros({2}, DType::Bool), small = Tensor::zeros({2}, DType::Int8);
        const int64_t huge = int64_t(1) << 40;
        const Tensor stretchedColumn = Tensor::zeros({1, 1}, DType::Int8).broadcastTo({int64_t(1) << 31, 1});
        row("shapes do not broadcast", "Add", {x, y},
            "For 'Add', input1.shape and input2.shape need to broadcast. The value of input1.shape[-2] or "
            "input2.shape[-2] must be 1 or -1 when they are not the same, but got input1.shape = [2, 3] and "
            "input2.shape = [4, 5]");
        row("text operand", "Add", {x, "a"}, "[Add] 'other' must be a Tensor or a number, but got 'str'");
        row("bools raised to powers", "Pow", {bools, bools},
            "For primitive[Pow], the input arguments must be Tensors of numbers, but got Tensor[Bool].");
        row("unsigned with signed", "Mul", {small, Tensor::zeros({2}, DType::UInt16)},
            "For 'Mul', type implicit conversion between Tensor[Int8] and Tensor[UInt16] is not supported.");
        row("result too large", "Add", {stretchedColumn, stretchedColumn.permuted({1, 0})},
            "For primitive[Add], the product value of shape (2147483648, 2147483648) exceeds the largest size of a "
            "Tensor.");
        row("negated truth", "Neg", {bools},
            "For primitive[Neg], the input argument[x] must be a Tensor of numbers, but got Tensor[Bool].");
        row("gelu of integers", "GeLU", {integers},
            "For gelu, the input dtype must be bfloat16, float16, float32 or float64, but got Int64.");
        row("gelu of another kind", "GeLU", {x, "fast"},
            "For 'gelu', the argument 'approximate' must be 'none' or 'tanh', but got \"fast\".");
        row("select without bools", "Select", {x, x, x},
            "For 'Select', the argument 'condition' must be a Tensor[Bool], but got Tensor[Float32].");
        row("matmul of other depths", "MatMul", {x, y},
            "For 'MatMul' the input dimensions must be equal, but got 'x1_col': 3 and 'x2_row': 4.");
        row("matmul of a vector", "MatMul", {x, ramp({3}, 0, 1)},
            "For 'MatMul', the dimension of 'x2' must be equal to 2, but got 1.");
        row("matmul of two dtypes", "MatMul", {x, integers.reshaped({3, 1})},
            "For 'MatMul', the type of 'x2' should be same as 'x1', but got 'x1' with type Tensor[Float32] and 'x2' "
            "with "
            "type Tensor[Int64].");
        row("batches of other depths", "BatchMatMul", {ramp({2, 2, 3}, 0, 1), ramp({2, 2, 3}, 0, 1)},
            "For BatchMatMul, the row of the input 'y' should be same as the col of the input 'x', with x shape [2, 2, "
            "3](transpose_a=0), y shape [2, 2, 3](transpose_b=0)");
        row("batches that differ", "BatchMatMul", {ramp({2, 2, 3}, 0, 1), ramp({3, 3, 2}, 0, 1)},
            "For 'BatchMatMul', the batch dimensions of the inputs must broadcast, but got x shape [2, 2, 3] and y "
            "shape "
            "[3, 3, 2].");
        row("bias of another size", "BiasAdd", {x, ramp({4}, 0, 1)},
            "For 'BiasAdd', bias[0] shape should be equal to input_x[1] shape, but got bias shape: [4], input_shape: "
            "[2, "
            "3].");
        row("fused bias of another size", "MatMulBiasAddReluFusion", {x, ramp({3, 4}, 0, 1), ramp({3}, 0, 1)},
            "For 'MatMulBiasAddReluFusion', the bias must be a Tensor[Float32] of shape [4], but got f32[3].");
        row("reshape to another count", "Reshape", {x, Value::ints({4, 5})},
            "For 'Reshape', proposed_shape '[4, 5]' is invalid for input of size 6.");
        row("reshape with two unknowns", "Reshape", {x, Value::ints({-1, -1})},
            "For 'Reshape', only one dimension can be inferred (-1), but got [-1, -1].");
        row("reshape to an endless shape", "Reshape", {x, Value::ints({huge, huge})},
            "For 'Reshape', proposed_shape '[1099511627776, 1099511627776]' is invalid for input of size 6.");
        row("reshape to nothing", "Reshape", {x, Value::ints({0, -1})},
            "For 'Reshape', proposed_shape '[0, -1]' is invalid for input of size 6.");
        row("nine axes", "Reshape", {x, Value::tuple(std::vector<Value>(9, Value(1)))},
            "For 'Reshape', a Tensor has at most 8 dimensions, but argument 2 names 9.");
        row("a shape of floats", "Reshape", {x, Value::tuple({2.0, 3.0})},
            "[Reshape] 'shape' must be an int or a tuple of ints, but got 'tuple'");
        row("flatten out of range", "Flatten", {x, 4},
            "For 'flatten', 'start_dim' or 'end_dim' out of range: must be in [-2, 2), but got 4 and -1.");
        row("flatten backwards", "Flatten", {x, 1, 0}, "For 'flatten', 'start_dim' cannot come after 'end_dim'.");
        row("too short a permutation", "Transpose", {x, Value::ints({0})},
            "For 'Transpose', size of perm should equal to rank of x, but got 1 and 2!");
        row("an axis twice", "Transpose", {x, Value::ints({0, 0})},
            "For 'Transpose', perms should all be unique dim, but 0 is not unique!");
        row("an axis that is not there", "Transpose", {x, Value::ints({0, 2})},
            "For primitive[Transpose], the axis value must be in [-2,2), but got 2.");
        row("expand far out", "ExpandDims", {x, 9},
            "For primitive[ExpandDims], the axis value must be in [-3,3), but got 9.");
        row("expand beyond eight", "ExpandDims", {Tensor::zeros({1, 1, 1, 1, 1, 1, 1, 1}, DType::Float32), 0},
            "For 'ExpandDims', a Tensor has at most 8 dimensions.");
        row("broadcast of another size", "BroadcastTo", {x, Value::ints({4, 3})},
            "For 'BroadcastTo', in order to broadcast, each dimension pair must be equal or input dimension is 1 or "
            "target dimension is -1. But got x_shape: (2, 3), target shape: (4, 3).");
        row("broadcast to fewer axes", "BroadcastTo", {x, Value::ints({3})},
            "For 'BroadcastTo', in order to broadcast, each dimension pair must be equal or input dimension is 1 or "
            "target dimension is -1. But got x_shape: (2, 3), target shape: (3,).");
        row("slice beyond the end", "Slice", {x, Value::ints({0, 0}), Value::ints({3, 4})},
            "For 'Slice', the sum of begin_shape[0] and size_shape[0] must be no greater than input_x_shape[0], but "
            "got 0, "
            "3 and 2.");
        row("slice with an endless size", "Slice", {x, Value::ints({1, 0}), Value::ints({INT64_MAX, 1})},
            "For 'Slice', the sum of begin_shape[0] and size_shape[0] must be no greater than input_x_shape[0], but "
            "got 1, "
            "9223372036854775807 and 2.");
        row("slice of too few axes", "Slice", {x, Value::ints({0}), Value::ints({1})},
            "For 'Slice', the lengths of begin and size must be the rank of the input, 2, but got 1 and 1.");
        row("stride of zero", "StridedSlice", {x, Value::ints({0}), Value::ints({1}), Value::ints({0})},
            "For 'StridedSlice', the strides must not be 0, but got [0].");
        row("index out of bounds", "StridedSlice",
            {x, Value::ints({2}), Value::ints({3}), Value::ints({1}), 0, 0, 0, 0, 1},
            "For 'StridedSlice', index 2 is out of bounds for dimension 0 with size 2.");
        row("concat of nothing", "Concat", {Value::tuple({}), 0},
            "For primitive[Concat], the elements size must be greater than 0, but got 0.");
        row("concat of other shapes", "Concat", {Value::tuple({x, y}), 0},
            "For primitive[Concat], the shapes may differ along the axis 0 only, but got [2, 3], [4, 5].");
        row("concat along a missing axis", "Concat", {Value::tuple({x, x}), 3},
            "For primitive[Concat], the axis value must be in [-2,2), but got 3.");
        row("concat of numbers", "Concat", {Value::tuple({1, 2}), 0},
            "[Concat] 'tensors' must be a tuple or list of Tensors, but got 'tuple'");
        row("stack of other shapes", "Stack", {Value::tuple({x, y}), 0},
            "For primitive[Stack], all elements must have one shape, but got [2, 3], [4, 5].");
        row("sum over a missing axis", "ReduceSum", {x, Value::ints({5})},
            "For primitive[ReduceSum], the axis value must be in [-2,2), but got 5.");
        row("sum over an axis twice", "ReduceSum", {x, Value::ints({1, -1})},
            "For primitive[ReduceSum], the axes must differ, but got [1, -1].");
        row("largest of nothing", "ReduceMax", {Tensor::zeros({0, 3}, DType::Float32), Value::ints({0})},
            "For primitive[ReduceMax], an axis of size 0 has no extreme element, but got the shape [0, 3].");
        row("place of the largest of nothing", "Argmax", {Tensor::zeros({0}, DType::Float32)},
            "For primitive[Argmax], an axis of size 0 has no extreme element.");
        row("mean of bools", "ReduceMean", {bools},
            "For primitive[ReduceMean], the input argument[x] must be a Tensor of numbers, but got Tensor[Bool].");
        row("softmax over a missing axis", "Softmax", {x, Value::ints({4})},
            "For primitive[Softmax], the axis must be in [-2,2), but got 4.");
        row("softmax of integers", "Softmax", {integers},
            "For primitive[Softmax], the input argument[x] must be a type of {BFloat16, Float16, Float32, Float64}, "
            "but got "
            "Int64.");
        row("zeros of a negative size", "Zeros", {Value::ints({-1, 2})},
            "For primitive[Zeros], the dimension 0 of the shape must be greater than or equal to 0, but got -1.");
        row("ones of an endless shape", "Ones", {Value::ints({huge, huge})},
            "For primitive[Ones], the product value of shape (1099511627776, 1099511627776) exceeds the largest size "
            "of a "
            "Tensor.");
        row("full of a text", "Full", {Value::ints({2}), "a"},
            "For 'Full', the argument 'fill_value' must be a number or a Tensor of rank 0, but got text.");
        row("cast to a text", "Cast", {x, "float33"}, "[Cast] 'dtype' must be a mindspore dtype, but got 'str'");
        row("too many arguments", "Exp", {x, x}, "[Exp] takes at most 1 arguments, but 2 were given");
        row("too few arguments", "Add", {x}, "[Add] missing argument 'other'");
        row("number for a tensor", "Exp", {1.0}, "[Exp] 'input' must be a Tensor, but got 'float'");
    }
    void wrongCallsAreRefusedInWords() {
        QFETCH(QString, actual);
        QFETCH(QString, expected);
        QCOMPARE(actual, expected);
    }

    void argumentsAreBoundByNameAndAlias() {
        const OpDef &sum = *findOp("ReduceSum");
        const Tensor x = ramp({2, 3}, 0, 1);
        const std::pair<std::string, Value> named[] = {{"keepdims", true}, {"dim", 1}};
        const std::vector<Value> positional = {x};
        const auto bound = bindArguments(sum, positional, named);
        VERIFY_RESULT(bound);
        QCOMPARE(bound->size(), size_t(3));
        QVERIFY((*bound)[1] == Value::ints({1}));
        QVERIFY((*bound)[2] == Value(true));
        const std::pair<std::string, Value> unknown[] = {{"along", 1}};
        QCOMPARE(bindArguments(sum, positional, unknown).error().message,
                 std::string("[ReduceSum] has no argument 'along'"));
        const std::pair<std::string, Value> twice[] = {{"input", x}};
        QCOMPARE(bindArguments(sum, positional, twice).error().message,
                 std::string("[ReduceSum] got two values for argument 'input'"));
        const std::vector<Value> dumped = {x, 42};
        QVERIFY((*bindArguments(*findOp("Cast"), dumped, {}))[1] == Value(DType::Float16));
    }

    void unknownConstantsAreRefusedWhenInferred() {
        const std::vector<Abstract> types = {Abstract::tensor(DType::Float32, {2, 3}), Abstract()};
        QCOMPARE(findOp("Reshape")->infer(types).error().message,
                 std::string("For 'Reshape', argument 2 must be a constant that is known before the operator runs, but "
                             "got ?."));
    }

    void typesOfValuesAreKnown() {
        QCOMPARE(brief(Abstract::of(ramp({2, 3}, 0, 1))), std::string("f32[2,3]"));
        QVERIFY(!Abstract::of(ramp({2}, 0, 1)).isConstant);
        QVERIFY(Abstract::constant(ramp({2}, 0, 1)).isConstant);
        QCOMPARE(brief(Abstract::of(Value::tuple({1, true, 2.5}))), std::string("(i64, bool, f32)"));
        QVERIFY(Abstract::of(Value::tuple({1, true})).isConstant);
        QVERIFY(!Abstract::of(Value::tuple({1, ramp({2}, 0, 1)})).isConstant);
        QCOMPARE(Abstract::of(Value::tuple({ramp({2}, 0, 1), ramp({3}, 0, 1)})).bytes(), 20);
        QVERIFY(!sameType(Abstract::tensor(DType::Float32, {2}), Abstract::tensor(DType::Float32, {3})));
    }

    void initTestCase() {
        for (const OpDef &op : catalogue()) {
            if (op.numpy.empty()) continue;
            const auto samples = op.samples();
            for (size_t i = 0; i < samples.size(); ++i)
                m_calls[{&op, i}] = m_numpy.add(op.numpy, samples[i]);
        }
        m_numpyProblem = QString::fromStdString(m_numpy.run());
        if (m_numpyProblem.startsWith("Traceback")) QFAIL(qPrintable(m_numpyProblem));
    }

private:
    /** The function in double precision, of float32 inputs. */
    static Value unaryInDouble(UnaryOp op, const Tensor &x) {
        Tensor y(x.shape(), DType::Float64);
        for (int64_t i = 0; i < x.count(); ++i)
            y.mutableData<double>()[i] = doubleOf(op, x.at(i));
        return y;
    }

    static double doubleOf(UnaryOp op, double x) {
        double result = 0;
        [&]<int... i>(std::integer_sequence<int, i...>) {
            (void)((int(op) == i && ((result = generic::computed<UnaryOp(i)>(x)), true)) || ...);
        }
        (std::make_integer_sequence<int, unaryOpCount>{});
        return result;
    }

    NumpyCalls m_numpy;
    std::map<std::pair<const OpDef *, size_t>, size_t> m_calls; ///< the number of each sample's call
    QString m_numpyProblem;
};

JITSCOPE_TEST(TestOps)

} // namespace jitscope::tst_ops

#include "tst_ops.moc"
