// SPDX-License-Identifier: Apache-2.0
// Products of pairs of bfloat16 against sums in double precision, by kernels that need no processor that multiplies
// such pairs: how operands are joined, blocks cut and results rounded is the same with its own.
#include "engine/ops/kernels/bfloat16loops.h"
#include "engine/ops/kernels/matmul.h"
#include "engine/ops/kernels/tileloops.h"
#include "engine/tensor/half.h"
#include "engine/tensor/keptforms.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace jitscope::tst_bfloat16products {

using namespace jitscope;

namespace {

/** Both products of a pair, one after the other. */
struct PlainPairs {
    template<class V> static V of(V sum, V left, V right) {
        using Words = Vector<uint32_t, sizeof(V) / sizeof(uint32_t)>;
        const Words a = __builtin_bit_cast(Words, left), b = __builtin_bit_cast(Words, right);
        sum += __builtin_bit_cast(V, a << 16) * __builtin_bit_cast(V, b << 16);
        return sum + __builtin_bit_cast(V, a & 0xffff0000u) * __builtin_bit_cast(V, b & 0xffff0000u);
    }
};

const Bfloat16Kernels &plainKernels() {
    static constexpr Bfloat16Kernels kernels = {tileKernels<float, 4, 3, PlainPairs>(), joinLines<8>, roundToBfloat16};
    return kernels;
}

std::mt19937 randomSource(23);

int64_t dice(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(randomSource);
}

bool coin() {
    return dice(0, 1) == 1;
}

Tensor randomTensor(const Dims &shape) {
    std::uniform_real_distribution<double> numbers(-1, 1);
    Tensor values(shape, DType::Float64);
    for (int64_t i = 0; i < values.count(); ++i)
        values.mutableData<double>()[i] = numbers(randomSource);
    return values.cast(DType::BFloat16);
}

/** Matrices whose lines lie along or across, perhaps a part of larger ones that begins anywhere. */
Tensor randomOperand(int64_t batch, int64_t lines, int64_t length) {
    const bool isAcross = coin();
    const int64_t before = coin() ? dice(0, 3) : 0, behind = coin() ? dice(0, 3) : 0;
    const Dims inner = isAcross ? Dims{length, lines} : Dims{lines, length};
    Dims whole = {inner[0], inner[1] + before + behind};
    Dims order = {1, 0};
    if (batch > 0) {
        whole = {batch, whole[0], whole[1]};
        order = {0, 2, 1};
    }
    const Tensor all = randomTensor(whole);
    Dims shape = all.shape();
    shape[shape.rank() - 1] = inner[1];
    const Tensor part(all.storage(), shape, all.strides(), all.offset() + before, DType::BFloat16);
    return isAcross ? part.permuted(order) : part;
}

struct Sizes {
    int64_t batchOfA = 0, batchOfB = 0, rows = 0, columns = 0, depth = 0; ///< batch 0: no such axis
};

double elementOf(const Tensor &matrices, int64_t entry, int64_t line, int64_t place, bool isTurned) {
    if (isTurned) std::swap(line, place);
    const int rank = matrices.rank();
    const Dims &strides = matrices.strides();
    const int64_t at = line * strides[rank - 2] + place * strides[rank - 1] +
                       (rank > 2 && matrices.shape()[0] > 1 ? entry * strides[0] : 0);
    return double(float(reinterpret_cast<const BFloat16 *>(matrices.rawData())[at]));
}

void checkProduct(const Sizes &sizes) {
    MatmulPlan plan;
    plan.transposedA = coin();
    plan.transposedB = coin();
    if (coin()) plan.function = UnaryOp::ReLU;
    const int64_t entries = std::max({sizes.batchOfA, sizes.batchOfB, int64_t(1)});
    const bool hasBatch = sizes.batchOfA > 0 || sizes.batchOfB > 0;
    plan.shape = hasBatch ? Dims{entries, sizes.rows, sizes.columns} : Dims{sizes.rows, sizes.columns};
    const auto operand = [](int64_t batch, int64_t lines, int64_t length, bool isTurned) {
        return isTurned ? randomOperand(batch, length, lines) : randomOperand(batch, lines, length);
    };
    const Tensor a = operand(sizes.batchOfA, sizes.rows, sizes.depth, plan.transposedA);
    const Tensor b = operand(sizes.batchOfB, sizes.depth, sizes.columns, plan.transposedB);
    const Tensor bias = coin() ? randomTensor({sizes.columns}) : Tensor();
    const Tensor actual = multiplyBfloat16(plan, a, b, bias, plainKernels());
    QCOMPARE(actual.dtype(), DType::BFloat16);
    QVERIFY(actual.shape() == plan.shape && actual.isContiguous());
    for (int64_t entry = 0; entry < entries; ++entry)
        for (int64_t i = 0; i < sizes.rows; ++i)
            for (int64_t j = 0; j < sizes.columns; ++j) {
                double sum = bias.defined() ? bias.at(j) : 0;
                for (int64_t k = 0; k < sizes.depth; ++k)
                    sum += elementOf(a, entry, i, k, plan.transposedA) * elementOf(b, entry, k, j, plan.transposedB);
                if (plan.function) sum = std::max(sum, 0.0);
                const double found = actual.at((entry * sizes.rows + i) * sizes.columns + j);
                QVERIFY2(std::abs(found - sum) <= std::abs(sum) / 256 + 1e-6 * double(sizes.depth + 1),
                         format("(%lld, %lld) of (%lld, %lld, %lld): %.9g, but float64 gives %.9g", (long long)i,
                                (long long)j, (long long)sizes.rows, (long long)sizes.columns, (long long)sizes.depth,
                                found, sum)
                             .c_str());
            }
}

/** The product by the first `depth` lines of a weight, against that by a copy of them, of which nothing is kept. */
void checkPart(const Tensor &a, const Tensor &weight, int64_t depth, bool isTurned) {
    const auto part = [](const Tensor &whole, const Dims &shape) {
        return Tensor(whole.storage(), shape, whole.strides(), whole.offset(), whole.dtype());
    };
    const int64_t columns = weight.shape()[isTurned ? 0 : 1];
    const Tensor left = part(a, {a.shape()[0], depth});
    const Tensor lines = part(weight, isTurned ? Dims{columns, depth} : Dims{depth, columns});
    MatmulPlan plan;
    plan.shape = {a.shape()[0], columns};
    plan.transposedB = isTurned;
    const Tensor kept = multiplyBfloat16(plan, left, lines, Tensor(), plainKernels());
    const Tensor plain = multiplyBfloat16(plan, left, lines.clone(), Tensor(), plainKernels());
    QVERIFY(std::memcmp(kept.rawData(), plain.rawData(), size_t(kept.count()) * sizeof(BFloat16)) == 0);
}

} // namespace

class TestBfloat16Products : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void randomShapesAndStridesAreRight() {
        for (int i = 0; i < 300; ++i)
            checkProduct({0, 0, dice(1, 40), dice(1, 70), dice(0, 50)});
    }

    void batchesAreRight() {
        for (int i = 0; i < 100; ++i)
            checkProduct({dice(1, 5), 0, dice(1, 12), dice(1, 30), dice(1, 20)});
        for (int i = 0; i < 100; ++i) {
            const int64_t batch = dice(2, 9);
            checkProduct({coin() ? batch : 1, batch, dice(1, 12), dice(1, 30), dice(1, 20)});
        }
    }

    void depthsOfSeveralStepsAreRight() {
        checkProduct({0, 0, 31, 150, 2300});
        checkProduct({0, 0, 1, 300, 2701});
        checkProduct({0, 0, 260, 3, 2100});
        checkProduct({3, 3, 20, 40, 1500});
    }

    void blocksOnSeveralThreadsAreRight() {
        checkProduct({0, 0, 150, 600, 100});
        checkProduct({0, 0, 400, 33, 64});
        checkProduct({0, 0, 7, 4500, 33});
        checkProduct({2, 0, 130, 257, 120});
    }

    void panelsOfWeightsGiveTheSameBits() {
        for (const bool isTurned : {false, true})
            for (const int64_t rows : {1, 7, 40}) {
                constexpr int64_t depth = 331, columns = 260;
                const Tensor a = randomTensor({rows, depth + 1});
                Tensor weight = isTurned ? randomTensor({columns, depth + 1}) : randomTensor({depth + 1, columns});
                weight.storage()->keepForms();
                const int64_t before = keptFormBytes();
                // An odd number of lines and one more have the same number of pairs.
                for (int call = 0; call < 4; ++call) {
                    checkPart(a, weight, depth, isTurned);
                    checkPart(a, weight, depth + 1, isTurned);
                }
                QVERIFY(keptFormBytes() > before);
                weight.storage()->beforeWrite();
                weight.mutableData<BFloat16>()[5] = BFloat16(100);
                for (int call = 0; call < 4; ++call)
                    checkPart(a, weight, depth, isTurned);
            }
    }

    void whatIsNoNumberStaysSo() {
        const float infinity = std::numeric_limits<float>::infinity(), none = std::numeric_limits<float>::quiet_NaN();
        for (const int64_t columns : {1, 20}) {
            Tensor b(Dims{3, columns}, DType::Float32);
            for (int64_t i = 0; i < 3 * columns; ++i)
                b.mutableData<float>()[i] = 1;
            const Tensor a = Tensor::of({3, 3}, std::vector<float>{1, infinity, 1, none, 1, 1, 3e38f, 3e38f, 1});
            MatmulPlan plan;
            plan.shape = {3, columns};
            const Tensor product =
                multiplyBfloat16(plan, a.cast(DType::BFloat16), b.cast(DType::BFloat16), Tensor(), plainKernels());
            for (int64_t j = 0; j < columns; ++j) {
                QCOMPARE(product.at(j), double(infinity));
                QVERIFY(std::isnan(product.at(columns + j)));
                QCOMPARE(product.at(2 * columns + j), double(infinity));
            }
        }
    }

    void numbersAreRoundedAsByACast() {
        std::vector<float> numbers;
        for (int i = 0; i < 4000; ++i)
            numbers.push_back(__builtin_bit_cast(float, uint32_t(randomSource())));
        for (const uint32_t bits : {0x3f808000u, 0x3f818000u, 0x7f7fffffu, 0x00000001u, 0x80008000u, 0x7f800001u})
            numbers.push_back(__builtin_bit_cast(float, bits));
        const Tensor exact = Tensor::of({int64_t(numbers.size())}, numbers);
        const Tensor expected = exact.cast(DType::BFloat16);
        std::vector<uint16_t> rounded(numbers.size());
        plainKernels().round(numbers.data(), 0, 1, int64_t(numbers.size()), rounded.data(), 0);
        const auto *wanted = reinterpret_cast<const uint16_t *>(expected.rawData());
        for (size_t i = 0; i < numbers.size(); ++i)
            QCOMPARE(rounded[i], wanted[i]);
    }
};

JITSCOPE_TEST(TestBfloat16Products)

} // namespace jitscope::tst_bfloat16products

#include "tst_bfloat16products.moc"
