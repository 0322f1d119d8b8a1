// SPDX-License-Identifier: Apache-2.0
// Random operators: the generator against its published vectors, equal numbers for equal seeds and any number of
// threads, and distributions against what they promise, with fixed seeds.
#include "engine/ops/kernels/philox.h"
#include "engine/ops/kernels/randomfill.h"
#include "engine/ops/opdef.h"
#include "engine/ops/printing.h"
#include "engine/ops/randomstate.h"
#include "engine/tensor/tensorprint.h"
#include "tests/support/testing.h"

#include <QProcess>
#include <QProcessEnvironment>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

using namespace jitscope;

namespace {

Value call(const char *op, const std::vector<Value> &positional) {
    const auto bound = bindArguments(*findOp(op), positional, {});
    if (!bound) throw std::invalid_argument(bound.error().message);
    return findOp(op)->eval(*bound);
}

Tensor drawn(const char *op, const std::vector<Value> &positional) {
    return *call(op, positional).asTensor();
}

std::string messageOf(const char *op, const std::vector<Value> &positional) {
    try {
        call(op, positional);
    } catch (const std::invalid_argument &problem) {
        return problem.what();
    }
    return "no error";
}

std::vector<double> elementsOf(const Tensor &x) {
    std::vector<double> elements;
    for (int64_t i = 0; i < x.count(); ++i)
        elements.push_back(x.at(i));
    return elements;
}

struct Moments {
    double mean = 0, variance = 0;
};

Moments momentsOf(const Tensor &x) {
    const std::vector<double> elements = elementsOf(x);
    Moments moments;
    moments.mean = std::accumulate(elements.begin(), elements.end(), 0.0) / double(elements.size());
    for (const double element : elements)
        moments.variance += (element - moments.mean) * (element - moments.mean) / double(elements.size());
    return moments;
}

double normalShare(double x) {
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

double uniformShare(double x) {
    return std::clamp(x, 0.0, 1.0);
}

double truncatedShare(double x) {
    return (normalShare(std::clamp(x, -2.0, 2.0)) - normalShare(-2)) / (normalShare(2) - normalShare(-2));
}

double laplaceShare(double x) {
    return x < 0 ? 0.5 * std::exp(x) : 1 - 0.5 * std::exp(-x);
}

double exponentialShare(double x) {
    return 1 - std::exp(-x);
}

/** The largest distance between the shares of a sample and of its law (Kolmogorov and Smirnov), times sqrt(count):
    above 1.95 in one of a thousand samples. */
double kolmogorov(const Tensor &x, double (*share)(double)) {
    std::vector<double> elements = elementsOf(x);
    std::sort(elements.begin(), elements.end());
    double distance = 0;
    for (size_t i = 0; i < elements.size(); ++i) {
        const double expected = share(elements[i]);
        distance = std::max({distance, std::abs(expected - double(i) / double(elements.size())),
                             std::abs(expected - double(i + 1) / double(elements.size()))});
    }
    return distance * std::sqrt(double(elements.size()));
}

constexpr int64_t many = 100000;
const Dims manyElements = {many};

/** A text of some numbers of each law: what the threads test compares between processes. */
std::string digest() {
    std::string text;
    for (const char *law : {"UniformReal", "StandardNormal", "TruncatedNormal", "StandardLaplace"}) {
        const Tensor x = drawn(law, {Value::ints({70000}), DType::Float32, 3, 0});
        uint32_t mixed = 0;
        for (int64_t i = 0; i < x.count(); ++i)
            mixed = mixed * 31 + x.data<uint32_t>()[i];
        text += std::string(law) + " " + std::to_string(mixed) + "\n";
    }
    return text;
}

std::string shown;

} // namespace

class TestRandom : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void generatorGivesItsPublishedVectors_data() {
        QTest::addColumn<QList<quint32>>("counter");
        QTest::addColumn<QList<quint32>>("key");
        QTest::addColumn<QList<quint32>>("words");
        const quint32 ones = 0xffffffff;
        QTest::newRow("zeros") << QList<quint32>{0, 0, 0, 0} << QList<quint32>{0, 0}
                               << QList<quint32>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
        QTest::newRow("ones") << QList<quint32>{ones, ones, ones, ones} << QList<quint32>{ones, ones}
                              << QList<quint32>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
        QTest::newRow("pi") << QList<quint32>{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}
                            << QList<quint32>{0xa4093822, 0x299f31d0}
                            << QList<quint32>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    }
    void generatorGivesItsPublishedVectors() {
        QFETCH(QList<quint32>, counter);
        QFETCH(QList<quint32>, key);
        QFETCH(QList<quint32>, words);
        const PhiloxBlock block = philox({counter[0], counter[1], counter[2], counter[3]}, key[0], key[1]);
        QCOMPARE(QList<quint32>(block.begin(), block.end()), words);
    }

    void everyRandomOpFollowsItsSeed() {
        for (const OpDef &op : catalogue()) {
            if (op.effect != Effect::Random) continue;
            for (const std::vector<Value> &sample : op.samples()) {
                QVERIFY2(op.eval(sample) == op.eval(sample), op.name.c_str());
                const auto inferred = op.infer([&] {
                    std::vector<Abstract> types;
                    for (const Value &value : sample)
                        types.push_back(Abstract::of(value));
                    return types;
                }());
                QVERIFY2(inferred && sameType(*inferred, Abstract::of(op.eval(sample))), op.name.c_str());
            }
        }
    }

    void stateDecidesWhatComesNext() {
        setRandomState({7, 0});
        const Tensor first = drawn("StandardNormal", {Value::ints({5})});
        const Tensor second = drawn("StandardNormal", {Value::ints({5})});
        QVERIFY(!identical(first, second));
        QCOMPARE(randomState().offset, uint64_t(2));
        setRandomState({7, 1});
        QVERIFY(identical(drawn("StandardNormal", {Value::ints({5})}), second));
        setRandomState({8, 0});
        QVERIFY(!identical(drawn("StandardNormal", {Value::ints({5})}), first));
    }

    void seedOfAnOperatorGoesOnByItself() {
        setRandomState({7, 0});
        const Tensor first = drawn("UniformReal", {Value::ints({5}), DType::Float32, 3});
        const Tensor second = drawn("UniformReal", {Value::ints({5}), DType::Float32, 3});
        QVERIFY(!identical(first, second));
        QCOMPARE(randomState().offset, uint64_t(0));
        setRandomState({1, 0});
        QVERIFY(identical(drawn("UniformReal", {Value::ints({5}), DType::Float32, 3}), first));
        QVERIFY(identical(drawn("UniformReal", {Value::ints({5}), DType::Float32, 3, 1}), second));
    }

    void threadsChangeNothing() {
        if (qEnvironmentVariableIsSet("JITSCOPE_RANDOM_DIGEST")) {
            std::printf("%s", digest().c_str());
            return;
        }
        QStringList outputs;
        for (const char *threads : {"1", "3"}) {
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert("JITSCOPE_RANDOM_DIGEST", "1");
            environment.insert("JITSCOPE_THREADS", threads);
            process.setProcessEnvironment(environment);
            process.start(QCoreApplication::applicationFilePath(), {"threadsChangeNothing", "-silent"});
            QVERIFY(process.waitForFinished());
            const QString output = process.readAllStandardOutput();
            outputs << output.mid(output.indexOf("UniformReal")).section('\n', 0, 3);
        }
        QVERIFY(outputs[0].startsWith("UniformReal "));
        QCOMPARE(outputs[0], outputs[1]);
        QCOMPARE(outputs[0] + "\n", QString::fromStdString(digest()));
    }

    void lawsHoldTheirShares_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("law");
        QTest::newRow("even") << "UniformReal" << 0;
        QTest::newRow("normal") << "StandardNormal" << 1;
        QTest::newRow("truncated") << "TruncatedNormal" << 2;
        QTest::newRow("laplace") << "StandardLaplace" << 3;
    }
    void lawsHoldTheirShares() {
        QFETCH(QString, op);
        QFETCH(int, law);
        double (*const shares[])(double) = {uniformShare, normalShare, truncatedShare, laplaceShare};
        for (const DType dtype : {DType::Float32, DType::Float64}) {
            const Tensor x = drawn(op.toUtf8().constData(), {Value::ints(manyElements), dtype, 11, 0});
            QVERIFY(kolmogorov(x, shares[law]) < 1.95);
        }
    }

    void evenNumbersStayBelowOne() {
        for (const DType dtype : {DType::Float16, DType::BFloat16, DType::Float32, DType::Float64}) {
            const Tensor x = drawn("UniformReal", {Value::ints(manyElements), dtype, 5, 0});
            const TensorStatistics facts = statistics(x, 0);
            QVERIFY(facts.min >= 0 && facts.max < 1);
            QVERIFY(std::abs(facts.mean - 0.5) < 0.01);
        }
    }

    void normalNumbersHaveTheirMoments() {
        const Moments moments = momentsOf(drawn("StandardNormal", {Value::ints(manyElements), DType::Float32, 2, 0}));
        QVERIFY(std::abs(moments.mean) < 0.01);
        QVERIFY(std::abs(moments.variance - 1) < 0.02);
    }

    void wholeNumbersAreEven() {
        const Tensor x = drawn("UniformInt", {Value::ints(manyElements), -3, 4, DType::Int64, 2, 0});
        std::vector<int> counts(7);
        for (int64_t i = 0; i < x.count(); ++i)
            ++counts[size_t(x.intAt(i) + 3)];
        for (const int count : counts)
            QVERIFY(std::abs(count - double(many) / 7) < 5 * std::sqrt(double(many) / 7));
    }

    void permutationHoldsEachNumberOnce() {
        std::vector<int> firsts(5);
        for (int offset = 0; offset < 2000; ++offset) {
            const Tensor x = drawn("RandpermV2", {5, DType::Int64, 3, offset});
            std::vector<double> elements = elementsOf(x);
            ++firsts[size_t(elements[0])];
            std::sort(elements.begin(), elements.end());
            QCOMPARE(elements, (std::vector<double>{0, 1, 2, 3, 4}));
        }
        for (const int count : firsts)
            QVERIFY(std::abs(count - 400) < 90);
    }

    void dropoutKeepsItsShareAndTheMean() {
        const Value result = call("Dropout", {Tensor::full({many}, 2, DType::Float32), 0.8, 4, 0});
        const Tensor output = *result.asSequence()->items[0].asTensor(),
                     mask = *result.asSequence()->items[1].asTensor();
        QVERIFY(std::abs(momentsOf(mask).mean - 0.8) < 0.01);
        QVERIFY(std::abs(momentsOf(output).mean - 2) < 0.03);
        for (int64_t i = 0; i < 1000; ++i)
            QCOMPARE(output.at(i), mask.at(i) == 1 ? 2.5 : 0.0);
        const Value all = call("Dropout", {Tensor::full({1000}, 2, DType::Float32), 1.0, 4, 0});
        QCOMPARE(momentsOf(*all.asSequence()->items[0].asTensor()).mean, 2.0);
    }

    void bernoulliFollowsItsProbabilities() {
        const Tensor chances = Tensor::of({4}, std::vector<float>{0, 0.25, 0.75, 1});
        const Tensor x = drawn("Bernoulli", {Tensor::zeros({many, 4}, DType::Int32), chances, 4, 0});
        QCOMPARE(x.dtype(), DType::Int32);
        std::vector<double> sums(4);
        for (int64_t i = 0; i < x.count(); ++i)
            sums[size_t(i % 4)] += x.at(i) / double(many);
        QCOMPARE(sums[0], 0.0);
        QVERIFY(std::abs(sums[1] - 0.25) < 0.01);
        QVERIFY(std::abs(sums[2] - 0.75) < 0.01);
        QVERIFY(std::abs(sums[3] - 1) < 1e-9);
    }

    void classesFollowTheirWeights() {
        const Tensor weights = Tensor::of({4}, std::vector<float>{1, 0, 2, 1});
        const Tensor x = drawn("Multinomial", {weights, many, true, DType::Int32, 4, 0});
        std::vector<double> shares(4);
        for (int64_t i = 0; i < many; ++i)
            shares[size_t(x.at(i))] += 1.0 / double(many);
        QVERIFY(std::abs(shares[0] - 0.25) < 0.01 && shares[1] == 0 && std::abs(shares[2] - 0.5) < 0.01);
        const Tensor logits = Tensor::of({1, 2}, std::vector<float>{0, std::log(3.0F)});
        const Tensor y = drawn("RandomCategorical", {logits, many, DType::Int64, 4, 0});
        QVERIFY(std::abs(momentsOf(y).mean - 0.75) < 0.01);
    }

    void classesAreDistinctWithoutReplacement() {
        const Tensor weights = Tensor::of({4}, std::vector<float>{1, 0, 2, 1});
        int heavyFirst = 0;
        for (int offset = 0; offset < 1000; ++offset) {
            const Tensor x = drawn("Multinomial", {weights, 3, false, DType::Int32, 4, offset});
            std::vector<double> elements = elementsOf(x);
            heavyFirst += elements[0] == 2;
            std::sort(elements.begin(), elements.end());
            QCOMPARE(elements, (std::vector<double>{0, 2, 3}));
        }
        QVERIFY(std::abs(heavyFirst - 500) < 60);
    }

    void gammaHasItsMoments_data() {
        QTest::addColumn<double>("alpha");
        for (const double alpha : {0.3, 1.0, 2.5, 40.0})
            QTest::addRow("alpha %g", alpha) << alpha;
    }
    void gammaHasItsMoments() {
        QFETCH(double, alpha);
        const Tensor x =
            drawn("RandomGamma", {Value::ints(manyElements), Tensor::full({}, alpha, DType::Float64), 6, 0});
        const Moments moments = momentsOf(x);
        QVERIFY(std::abs(moments.mean - alpha) < 5 * std::sqrt(alpha / double(many)));
        QVERIFY(std::abs(moments.variance / alpha - 1) < 0.05);
        if (alpha == 1.0) QVERIFY(kolmogorov(x, exponentialShare) < 1.95);
    }

    void poissonHasItsMoments_data() {
        QTest::addColumn<double>("rate");
        for (const double rate : {0.0, 0.5, 9.5, 10.5, 300.0})
            QTest::addRow("rate %g", rate) << rate;
    }
    void poissonHasItsMoments() {
        QFETCH(double, rate);
        const Tensor x = drawn(
            "RandomPoisson", {Value::ints(manyElements), Tensor::full({}, rate, DType::Float64), DType::Float64, 6, 0});
        const Moments moments = momentsOf(x);
        QVERIFY(std::abs(moments.mean - rate) <= 5 * std::sqrt(rate / double(many)));
        QVERIFY(std::abs(moments.variance - rate) <= 0.05 * rate);
    }

    void wrongCallsAreRefused_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("row");
        QTest::addColumn<QString>("message");
        const auto row = [](const char *name, const char *op, int index, const char *message) {
            QTest::newRow(name) << op << index << message;
        };
        row("int dtype", "UniformReal", 0, "For 'UniformReal', dtype must be a floating type, but got Int32.");
        row("negative size", "StandardNormal", 1,
            "For primitive[StandardNormal], the dimension 1 of the shape must be greater than or equal to 0, but got "
            "-1.");
        row("bounds", "UniformInt", 2,
            "For 'UniformInt', 'minval' must be less than 'maxval', but got minval = 5 and maxval = 0.");
        row("keep", "Dropout", 3, "For 'Dropout, the 'keep_prob' must be in (0.0, 1.0], but got 0.");
        row("dropout of ints", "Dropout", 4,
            "For primitive[Dropout], the input argument[x] must be a type of {Tensor[BFloat16], Tensor[Float16], "
            "Tensor[Float32], Tensor[Float64]}, but got Tensor[Int32].");
        row("chance", "Bernoulli", 5, "For bernoulli, p should be in [0, 1], but got 2.");
        row("chance shape", "Bernoulli", 6,
            "For 'Bernoulli', the shape of 'p' must broadcast to that of 'input', [2], but got [3].");
        row("weights", "Multinomial", 7, "For 'Multinomial', the weights must be finite and not negative, but got -1.");
        row("no weight", "Multinomial", 8,
            "For 'Multinomial', row 0 has 0 classes with a weight greater than 0, but 1 are to be drawn.");
        row("too many", "Multinomial", 9,
            "For 'multinomial', without replacement the 'num_samples' must be less than or equal to the number of "
            "classes, but got 3 and 2.");
        row("rank", "RandomCategorical", 10, "For 'RandomCategorical', the rank of 'logits' must be 2, but got 1.");
        row("alpha", "RandomGamma", 11, "For 'RandomGamma', 'alpha' must be greater than 0, but got 0.");
        row("rate", "RandomPoisson", 12, "For 'RandomPoisson', 'rate' must be finite and not negative, but got -1.");
        row("seed", "UniformReal", 13, "For random operators, 'seed' must be an int or None.");
        row("permutation", "RandpermV2", 14, "For 'RandpermV2', 'n' must not be negative, but got -1.");
        row("empty range", "Range", 15, "For Range, delta cannot be positive when limit < start.");
        row("range of step 0", "Range", 16, "For Range, delta cannot be equal to zero.");
        row("no steps", "LinSpace", 17, "For primitive[LinSpace], the num must be greater than 0, but got 0.");
        row("negative eye", "Eye", 18, "Eye error: n value can not be negative.");
    }
    void wrongCallsAreRefused() {
        QFETCH(QString, op);
        QFETCH(int, row);
        QFETCH(QString, message);
        const Tensor two = Tensor::of({2}, std::vector<float>{-1, 1}), none = Tensor::zeros({2}, DType::Float32);
        const std::vector<std::vector<Value>> calls = {
            {Value::ints({2}), DType::Int32},
            {Value::ints({2, -1})},
            {Value::ints({2}), 5, 0},
            {two, 0.0},
            {Tensor::zeros({2}, DType::Int32), 0.5},
            {two, 2.0},
            {two, Tensor::zeros({3}, DType::Float32)},
            {two, 1},
            {none, 1},
            {none, 3, false},
            {two, 1},
            {Value::ints({}), none},
            {Value::ints({}), two},
            {Value::ints({2}), DType::Float32, "a"},
            {-1},
            {5, 1, 1},
            {0, 5, 0},
            {0, 1, 0},
            {-1},
        };
        QCOMPARE(QString::fromStdString(messageOf(op.toUtf8().constData(), calls[size_t(row)])), message);
    }

    void rangesAreExactAndQuick() {
        const int64_t far = (int64_t(1) << 60) + 1;
        const Tensor range = drawn("Range", {far, far + 5, 2});
        QVERIFY(range.shape() == Dims{3});
        QCOMPARE(range.intAt(2), far + 4);
        const int64_t tall = int64_t(1) << 58;
        QCOMPARE(drawn("TrilIndices", {tall, 1, 1 - tall}).intAt(0), tall - 1);
        QVERIFY(drawn("TriuIndices", {tall, 2, 0}).shape() == (Dims{2, 3}));
    }

    void printWritesLines() {
        shown.clear();
        setPrintSink([](const std::string &lines) { shown += lines; });
        const Tensor x = Tensor::of({1, 2}, std::vector<float>{1, 2});
        call("Print", {Value::tuple({"text", x, 2, 2.0, Value(), Value::tuple({1, "a"})})});
        setPrintSink(nullptr);
        QCOMPARE(QString::fromStdString(shown),
                 QString::fromStdString("text\n" + printed(x) + "\n2\n2.0\nNone\n(1, 'a')\n"));
    }
};

QTEST_GUILESS_MAIN(TestRandom)
#include "tst_random.moc"
