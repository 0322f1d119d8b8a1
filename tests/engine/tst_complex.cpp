// SPDX-License-Identifier: Apache-2.0
// Complex numbers: how they print, with what they are promoted, which operators compute them and that all others say
// that they do not, Fourier transforms against sums, and what compares, counts and stores tensors.
#include "engine/ir/irvalue.h"
#include "engine/ops/complexuse.h"
#include "engine/tensor/complexparts.h"
#include "engine/tensor/npyfile.h"
#include "engine/tensor/tensorcomparison.h"
#include "engine/tensor/tensorprint.h"
#include "engine/tensor/tensorsurvey.h"
#include "tests/support/numpycalls.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>

#include <complex>
#include <map>
#include <numbers>

namespace jitscope::tst_complex {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

using Number = std::complex<double>;

Tensor complexTensor(const Dims &shape, const std::vector<Number> &numbers, DType dtype = DType::Complex64) {
    Tensor tensor(shape, DType::Complex128);
    std::ranges::copy(numbers, tensor.mutableData<Number>());
    return tensor.cast(dtype);
}

/** The Float32 tensors of a value made complex, with imaginary parts of their own. */
Value madeComplex(const Value &value) {
    if (const Tensor *tensor = value.asTensor(); tensor && tensor->dtype() == DType::Float32) {
        std::vector<Number> numbers;
        for (int64_t i = 0; i < tensor->count(); ++i)
            numbers.emplace_back(tensor->at(i), 0.25 + 0.5 * double(i * 5 % 7));
        return complexTensor(tensor->shape(), numbers);
    }
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    for (const Value &item : sequence->items)
        items.push_back(madeComplex(item));
    return sequence->kind == SequenceKind::Tuple ? Value::tuple(std::move(items)) : Value::list(std::move(items));
}

bool holdsComplex(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return isComplex(tensor->dtype());
    const Sequence *sequence = value.asSequence();
    return sequence && std::ranges::any_of(sequence->items, holdsComplex);
}

std::vector<Value> madeComplex(const std::vector<Value> &values) {
    std::vector<Value> changed;
    for (const Value &value : values)
        changed.push_back(madeComplex(value));
    return changed;
}

/** Those that keep to what the operator's parameters are. */
std::vector<std::vector<Value>> complexSamples(const OpDef &op) {
    std::vector<std::vector<Value>> samples;
    for (const auto &sample : op.samples()) {
        auto bound = bindArguments(op, madeComplex(sample), {});
        if (bound && std::ranges::any_of(*bound, holdsComplex)) samples.push_back(*std::move(bound));
    }
    return samples;
}

std::vector<Abstract> typesOfValues(const std::vector<Value> &values) {
    std::vector<Abstract> types;
    for (const Value &value : values)
        types.push_back(Abstract::of(value));
    return types;
}

Tensor called(const char *op, const std::vector<Value> &arguments) {
    return *evaluate(*findOp(op), *bindArguments(*findOp(op), arguments, {})).asTensor();
}

/** An expression of NumPy's that writes into zeros, with zeros that hold complex numbers. */
std::string withComplexZeros(std::string expression) {
    const std::string real = "np.zeros(", wide = "(lambda *s: np.zeros(*s) + 0j)(";
    for (size_t at = 0; (at = expression.find(real, at)) != std::string::npos; at += wide.size())
        expression.replace(at, real.size(), wide);
    return expression;
}

/** The transform by its definition. */
std::vector<Number> summed(const std::vector<Number> &x, double sign) {
    const size_t count = x.size();
    std::vector<Number> result(count);
    for (size_t k = 0; k < count; ++k) {
        std::complex<long double> sum = 0;
        for (size_t i = 0; i < count; ++i) {
            const long double angle = sign * 2 * std::numbers::pi_v<long double> * (long double)(i * k % count) / count;
            sum += std::complex<long double>(x[i]) * std::complex<long double>(std::cos(angle), std::sin(angle));
        }
        result[k] = Number(sum);
    }
    return result;
}

} // namespace

class TestComplex : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void printsAsMindSpore() {
        const Tensor x = complexTensor({3}, {{1, 2}, {-3.5, -0.25}, 0.0});
        COMPARE_TEXT(represent(x), "Tensor(shape=[3], dtype=Complex64, value= [1+2j, -3.5-0.25j, 0+0j])");
        COMPARE_TEXT(toString(x), "[ 1. +2.j   -3.5-0.25j  0. +0.j  ]");
        const Tensor wide = complexTensor({2, 2}, {{1, 2}, {-3.5, -0.25}, {0, 1e-9}, 1e10}, DType::Complex128);
        COMPARE_TEXT(represent(wide),
                     "Tensor(shape=[2, 2], dtype=Complex128, value=\n[[1+2j, -3.5-0.25j],\n [0+1e-09j, "
                     "1e+10+0j]])");
        COMPARE_TEXT(toString(wide), "[[ 1.0e+00+2.0e+00j -3.5e+00-2.5e-01j]\n [ 0.0e+00+1.0e-09j  1.0e+10+0.0e+00j]]");
        const double nan = std::nan(""), infinity = INFINITY;
        COMPARE_TEXT(toString(complexTensor({2}, {{1, nan}, {infinity, -2}})), "[ 1.+nanj inf -2.j]");
        COMPARE_TEXT(toString(complexTensor({}, {{0.1, 1.0 / 3}})), "(0.1+0.33333334j)");
        COMPARE_TEXT(toString(complexTensor({}, {{0, 1e20}})), "1e+20j");
        COMPARE_TEXT(toString(complexTensor({}, {{-0.0, -1}}, DType::Complex128)), "(-0-1j)");
    }

    void constantsOfTextAreReadAgain() {
        const Tensor x = complexTensor({2, 2}, {{1, 2}, {-3.5, -0.25}, {0, 1e-9}, {1e10, -0.5}}, DType::Complex128);
        const Value read = parseValue(toString(Value(x)));
        QVERIFY(read.asTensor());
        QVERIFY(identical(*read.asTensor(), x));
    }

    /** As MindSpore 2.10 promotes; unsigned numbers of more than 8 bits it refuses. */
    void promotesAsMindSpore() {
        for (const DType real : {DType::Bool, DType::Int8, DType::Int64, DType::UInt8, DType::Float16, DType::Float32})
            QCOMPARE(promoted(DType::Complex64, real), DType::Complex64);
        QCOMPARE(promoted(DType::Float64, DType::Complex64), DType::Complex128);
        QCOMPARE(promoted(DType::Int64, DType::Complex128), DType::Complex128);
        QCOMPARE(promoted(DType::Complex64, DType::Complex128), DType::Complex128);
        QVERIFY(!convertsImplicitly(DType::UInt16, DType::Complex64));
    }

    void noCastLosesTheImaginaryPartUnasked() {
        const Tensor x = complexTensor({2}, {{1.5, 2}, {0, 1}});
        QVERIFY_EXCEPTION_THROWN((void)x.cast(DType::Float32), TypeMistake);
        QVERIFY(identical(castToReal(x, DType::Float32), Tensor::of({2}, std::vector<float>{1.5, 0})));
        QVERIFY(identical(called("Cast", {x, DType::Int32}).cast(DType::Float32),
                          Tensor::of({2}, std::vector<float>{1, 0})));
        QCOMPARE(x.cast(DType::Bool).intAt(1), int64_t(1));
        QVERIFY_EXCEPTION_THROWN(called("InplaceCopy", {Tensor::zeros({2}, DType::Float32), x}), TypeMistake);
    }

    /** Each operator of the catalogue: it computes what it inferred, or both refuse in one sentence. */
    void operatorComputesOrRefuses_data() {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < catalogue().size(); ++i)
            if (!complexSamples(catalogue()[i]).empty()) QTest::newRow(catalogue()[i].name.c_str()) << int(i);
    }
    void operatorComputesOrRefuses() {
        QFETCH(int, index);
        const OpDef &op = catalogue()[size_t(index)];
        for (const auto &sample : complexSamples(op)) {
            const auto inferred = inferredType(op, typesOfValues(sample));
            std::string message;
            Value value;
            try {
                value = evaluate(op, sample);
            } catch (const std::invalid_argument &problem) {
                message = problem.what();
            }
            if (!op.computesComplex) {
                QVERIFY2(message.starts_with("For '" + op.name + "', complex tensors are not supported"),
                         message.c_str());
                QVERIFY(!inferred);
                COMPARE_TEXT(inferred.error().message, message);
            } else if (op.shapeFromValues) {
                COMPARE_TEXT(message, "");
            } else if (inferred) {
                COMPARE_TEXT(message, "");
                QVERIFY2(sameType(*inferred, Abstract::of(value)), brief(Abstract::of(value)).c_str());
            } else {
                COMPARE_TEXT(message, inferred.error().message);
            }
        }
    }

    void resultIsNumpys() {
        NumpyCalls numpy;
        struct Asked {
            const OpDef *op;
            size_t call;
            std::vector<Tensor> actual;
        };
        std::vector<Asked> asked;
        for (const OpDef &op : catalogue()) {
            // Of these NumPy has no complex form, or another dtype.
            const bool isOther = op.name == "Sign" || op.name == "PadV3Grad" || op.effect == Effect::Writes;
            if (!op.computesComplex || op.numpy.empty() || isOther) continue;
            for (const auto &sample : complexSamples(op)) {
                if (!op.shapeFromValues && !inferredType(op, typesOfValues(sample))) continue;
                const Value value = evaluate(op, sample);
                std::vector<Tensor> actual;
                if (const Tensor *tensor = value.asTensor()) actual = {*tensor};
                const Sequence *sequence = value.asSequence();
                for (size_t i = 0; sequence && i < sequence->items.size(); ++i)
                    actual.push_back(*sequence->items[i].asTensor());
                asked.push_back({&op, numpy.add(withComplexZeros(op.numpy), sample), std::move(actual)});
            }
        }
        const std::string problem = numpy.run();
        QVERIFY2(problem.empty(), problem.c_str()); // NumPy is there: the build asks for it
        std::map<std::string, int> compared;
        for (const Asked &each : asked) {
            const NumpyAnswer expected = numpy.answer(each.call);
            QVERIFY2(expected.problem.empty(), (each.op->name + ": " + expected.problem).c_str());
            QCOMPARE(each.actual.size(), expected.values.size());
            for (size_t i = 0; i < each.actual.size(); ++i) {
                const TensorStatistics facts = statistics(expected.values[i], 0);
                const double size = std::max({1.0, std::abs(facts.min), std::abs(facts.max)});
                QVERIFY2(
                    close(each.actual[i], expected.values[i], 1e-5, 3e-6 * size),
                    (each.op->name + ":\n" + toString(each.actual[i]) + "\nNumPy:\n" + toString(expected.values[i]))
                        .c_str());
            }
            ++compared[each.op->name];
        }
        QVERIFY2(compared.size() > 60, std::to_string(compared.size()).c_str());
    }

    void transformsAreTheSums_data() {
        QTest::addColumn<int>("count");
        for (const int count : {1, 2, 3, 7, 16, 30, 97, 128, 1000, 1009})
            QTest::newRow(qPrintable(QString::number(count))) << count;
    }
    void transformsAreTheSums() {
        QFETCH(int, count);
        std::vector<Number> numbers;
        for (int i = 0; i < count; ++i)
            numbers.emplace_back(std::sin(1.0 + i * i), std::cos(2.0 * i) - 0.5);
        const std::vector<Number> forward = summed(numbers, -1);
        double largest = 0;
        for (const Number &each : forward)
            largest = std::max(largest, std::abs(each));
        for (const DType dtype : {DType::Complex64, DType::Complex128}) {
            const Tensor x = complexTensor({count}, numbers, dtype), y = called("FFT", {x});
            QCOMPARE(y.dtype(), dtype);
            const double bound =
                (dtype == DType::Complex64 ? 2e-7 : 2e-15) * largest * std::sqrt(std::sqrt(count)) + 1e-300;
            for (int i = 0; i < count; ++i)
                QVERIFY2(
                    std::abs(y.complexAt(i) - forward[size_t(i)]) <= bound,
                    format("%d: off by %g of %g", i, std::abs(y.complexAt(i) - forward[size_t(i)]), largest).c_str());
            const Tensor back = called("IFFT", {y});
            QVERIFY(close(back, x, 1e-5, dtype == DType::Complex64 ? 2e-6 : 1e-13));
        }
    }

    void partsAndMagnitudesAreCounted() {
        const Tensor x = complexTensor({2, 2}, {{3, 4}, 0.0, {0, std::nan("")}, {-INFINITY, 1}});
        const TensorStatistics facts = statistics(x);
        QCOMPARE(facts.nan, int64_t(1));
        QCOMPARE(facts.positiveInf, int64_t(1));
        QCOMPARE(facts.zero, int64_t(1));
        QCOMPARE(facts.max, 5.0);
        QCOMPARE(x.at(0), 5.0);
        const auto surveyed = survey(x.permuted({1, 0}), [] { return true; });
        QVERIFY(surveyed && surveyed->max == 5.0 && surveyed->nan == 1);
        QVERIFY(identical(partsOf(x.permuted({1, 0})).contiguous(), partsOf(x.permuted({1, 0}).contiguous())));
    }

    void differencesAreThoseOfTheParts() {
        const Tensor a = complexTensor({3}, {{1, 2}, {3, 4}, {5, 6}}),
                     b = complexTensor({3}, {{1, 2}, {3, 4.5}, {5, 6}});
        const Difference apart = difference(a, b);
        QCOMPARE(apart.maxAbsolute, 0.5);
        QCOMPARE(apart.worstIndex, int64_t(1));
        QVERIFY(close(a, a, 0, 0));
        const auto compared = compare(a, b, [] { return true; });
        VERIFY_RESULT(compared);
        QCOMPARE(compared->different, int64_t(1));
        QCOMPARE(compared->first, int64_t(1));
        QVERIFY(identical(differenceOf(a, b, [] { return true; }), complexTensor({3}, {0.0, {0, -0.5}, 0.0})));
    }

    void filesHoldThem() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("z.npy").toStdString();
        for (const DType dtype : {DType::Complex64, DType::Complex128}) {
            const Tensor x = complexTensor({2, 2}, {{1, 2}, {-3.5, -0.25}, {0, 1e-9}, 1e10}, dtype).permuted({1, 0});
            VERIFY_RESULT(writeNpy(path, x));
            const auto read = readNpy(path);
            VERIFY_RESULT(read);
            QVERIFY(identical(*read, x.contiguous()));
        }
    }
};

JITSCOPE_TEST(TestComplex)

} // namespace jitscope::tst_complex

#include "tst_complex.moc"
