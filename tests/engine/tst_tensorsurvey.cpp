// SPDX-License-Identifier: Apache-2.0
// Questions about tensors of any layout and size: statistics, histograms, searches, comparisons.
#include "engine/tensor/distinct.h"
#include "engine/tensor/elementsearch.h"
#include "engine/tensor/tensorcomparison.h"
#include "engine/tensor/tensorsurvey.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>

#include <cmath>
#include <iterator>
#include <limits>
#include <random>

namespace jitscope::tst_tensorsurvey {

using namespace jitscope;

namespace {

constexpr float bad = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

bool always() {
    return true;
}
bool never() {
    return false;
}

Tensor counting(const Dims &shape) {
    Tensor tensor(shape, DType::Float32);
    for (int64_t i = 0; i < tensor.count(); ++i)
        tensor.mutableData<float>()[i] = float(i);
    return tensor;
}

Tensor floats(std::initializer_list<float> values) {
    return Tensor::of({int64_t(values.size())}, std::span<const float>(values.begin(), values.size()));
}

} // namespace

class TensorSurveyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSurveyIsTheStatistics() {
        const Tensor views[] = {counting({7, 11}),
                                counting({7, 11}).permuted({1, 0}),
                                counting({300000}),
                                floats({bad, -inf, inf, 0, -3, 5}),
                                Tensor::full({4, 0}, 1, DType::Int64),
                                Tensor::scalar(3, DType::UInt8),
                                counting({3}).broadcastTo({5, 3})};
        for (const Tensor &tensor : views) {
            const TensorStatistics expected = statistics(tensor, 0);
            const auto found = survey(tensor, always);
            QVERIFY(found);
            QCOMPARE(found->count, expected.count);
            QCOMPARE(found->nan, expected.nan);
            QCOMPARE(found->positiveInf, expected.positiveInf);
            QCOMPARE(found->negativeInf, expected.negativeInf);
            QCOMPARE(found->zero, expected.zero);
            QCOMPARE(found->positive, expected.positive);
            QCOMPARE(found->negative, expected.negative);
            QCOMPARE(found->min, expected.min);
            QCOMPARE(found->max, expected.max);
            QVERIFY(std::abs(found->mean - expected.mean) <= 1e-9 * (1 + std::abs(expected.mean)));
            QVERIFY(std::abs(found->deviation - expected.deviation) <= 1e-9 * (1 + expected.deviation));
        }
        QVERIFY(!survey(counting({10}), never));
    }

    void valuesFarFromZeroKeepTheirDeviation() {
        Tensor tensor({200000}, DType::Float64);
        for (int64_t i = 0; i < tensor.count(); ++i)
            tensor.mutableData<double>()[i] = 1e9 + double(i % 2);
        QVERIFY(std::abs(survey(tensor, always)->deviation - 0.5) < 1e-6);
    }

    void histogramsCountWhatLiesBeside() {
        const auto found = histogram(floats({-5, 0, 1, 2, 3, 4, 9, bad, inf}), 0, 4, 4, always);
        QVERIFY(found);
        QVERIFY(found->bins == std::vector<int64_t>({1, 1, 1, 2})); // the upper end belongs to the last
        QCOMPARE(found->below, int64_t(1));
        QCOMPARE(found->above, int64_t(1));
        QVERIFY(histogram(floats({2, 2}), 2, 2, 3, always)->bins == std::vector<int64_t>({2, 0, 0}));
    }

    void searchesGoRound() {
        const Tensor tensor = floats({1, bad, 7, -inf, bad, 7, -2});
        QCOMPARE(*findElement(tensor, ElementTrait::NaN, -1, always), int64_t(1));
        QCOMPARE(*findElement(tensor, ElementTrait::NaN, 1, always), int64_t(4));
        QCOMPARE(*findElement(tensor, ElementTrait::NaN, 4, always), int64_t(1));
        QCOMPARE(*findElement(tensor, ElementTrait::Infinite, -1, always), int64_t(3));
        QCOMPARE(*findElement(tensor, ElementTrait::Largest, -1, always), int64_t(2));
        QCOMPARE(*findElement(tensor, ElementTrait::Largest, 2, always), int64_t(5));
        QCOMPARE(*findElement(tensor, ElementTrait::Smallest, 0, always), int64_t(6));
        QVERIFY(!findElement(tensor, ElementTrait::Zero, -1, always));
        QVERIFY(!findElement(floats({bad}), ElementTrait::Largest, -1, always));
        QCOMPARE(*findElement(counting({3, 4}).permuted({1, 0}), ElementTrait::Largest, -1, always), int64_t(11));
        QVERIFY(!findElement(counting({300000}), ElementTrait::NaN, -1, never));
    }

    void comparisonsNameFirstAndWorst() {
        const auto found = compare(floats({1, 2, 3, bad, inf, -0.0f}), floats({1, 2.5f, 1, bad, inf, 0}), always);
        VERIFY_RESULT(found);
        QCOMPARE(found->different, int64_t(2));
        QCOMPARE(found->first, int64_t(1));
        QCOMPARE(found->worst, int64_t(2));
        QCOMPARE(found->maxAbsolute, 2.0);
        QCOMPARE(found->maxRelative, 2.0 / 3);
        QVERIFY(compare(floats({bad}), floats({1}), always)->maxAbsolute == inf);
        QVERIFY(!compare(floats({1}), floats({1, 2}), always));
        QVERIFY(!compare(counting({300000}), counting({300000}), never)->isComplete);
    }

    void stepsAreThoseOfTheCoarserType() {
        const float one = 1, next = std::nextafter(1.0f, 2.0f);
        QCOMPARE(*compare(floats({one}), floats({next}), always)->maxUlps, 1.0);
        const float least = std::numeric_limits<float>::denorm_min();
        QCOMPARE(*compare(floats({least}), floats({-least}), always)->maxUlps, 2.0);
        const Tensor half = floats({1, 1.0009765625f}).cast(DType::Float16); // 1 and its neighbour
        QCOMPARE(*compare(half, floats({1, 1}), always)->maxUlps, 1.0);
        QVERIFY(!compare(counting({3}).cast(DType::Int32), counting({3}).cast(DType::Int32), always)->maxUlps);
    }

    /** Of any layout, some axes repeated: all that is counted is what a packed copy has. */
    void broadcastViewsAreCountedAsTheirCopies() {
        std::mt19937 random(5);
        const float odd[] = {bad, inf, -inf, 0, -2, 7, 7, 100};
        for (int i = 0; i < 300; ++i) {
            Dims shape, wide;
            for (unsigned axes = 1 + random() % 4; axes > 0; --axes) {
                const int64_t size = 1 + random() % 5;
                const bool repeats = random() % 2;
                shape.push(repeats ? 1 : size);
                wide.push(size);
            }
            Tensor small(shape, DType::Float32);
            for (int64_t k = 0; k < small.count(); ++k)
                small.mutableData<float>()[k] = odd[random() % std::size(odd)];
            Dims order;
            for (int axis = 0; axis < wide.rank(); ++axis)
                order.push(wide.rank() - 1 - axis);
            const Tensor view = random() % 2 ? small.broadcastTo(wide) : small.broadcastTo(wide).permuted(order);
            const Tensor copy = view.clone();
            const auto [once, repeats] = distinct(view);
            QCOMPARE(once.count() * repeats, view.count());
            const TensorStatistics expected = *survey(copy, always), found = *survey(view, always);
            QCOMPARE(found.count, expected.count);
            QCOMPARE(found.nan, expected.nan);
            QCOMPARE(found.zero, expected.zero);
            QCOMPARE(found.positive, expected.positive);
            QCOMPARE(found.negativeInf, expected.negativeInf);
            QVERIFY(std::abs(found.mean - expected.mean) < 1e-9 &&
                    std::abs(found.deviation - expected.deviation) < 1e-9);
            QVERIFY(*histogram(view, -5, 50, 7, always) == *histogram(copy, -5, 50, 7, always));
            QVERIFY(statistics(view, 6).histogram == statistics(copy, 6).histogram);
            for (const auto trait : {ElementTrait::NaN, ElementTrait::NonZero, ElementTrait::Largest})
                QVERIFY(findElement(view, trait, 0, always) == findElement(copy, trait, 0, always));
        }
    }

    /** A mask over all heads of all sequences: more elements than any machine can hold. */
    void moreThanMemoryHoldsIsLookedAt() {
        const Tensor wide = counting({8}).broadcastTo({int64_t(1) << 40, 8});
        QCOMPARE(survey(wide, always)->count, int64_t(8) << 40);
        QCOMPARE(survey(wide, always)->zero, int64_t(1) << 40);
        QCOMPARE(histogram(wide, 0, 8, 8, always)->bins[3], int64_t(1) << 40);
        QCOMPARE(statistics(wide).max, 7.0);
        QVERIFY(!findElement(wide, ElementTrait::NaN, 5, always));
        QCOMPARE(*findElement(wide, ElementTrait::Largest, 0, always), int64_t(7));
    }

    void wideIntegersAreToldApart() {
        Tensor a({2}, DType::Int64), b({2}, DType::Int64);
        a.mutableData<int64_t>()[0] = b.mutableData<int64_t>()[0] = 7;
        a.mutableData<int64_t>()[1] = std::numeric_limits<int64_t>::max();
        b.mutableData<int64_t>()[1] = std::numeric_limits<int64_t>::max() - 1;
        const auto found = compare(a, b, always);
        QCOMPARE(found->different, int64_t(1));
        QCOMPARE(found->maxAbsolute, 1.0);
    }

    void differencesAreTensors() {
        const Tensor apart = differenceOf(floats({3, inf, bad}), floats({1, inf, 1}), always);
        QCOMPARE(apart.dtype(), DType::Float32);
        QCOMPARE(apart.at(0), 2.0);
        QCOMPARE(apart.at(1), 0.0);
        QVERIFY(std::isnan(apart.at(2)));
        QCOMPARE(differenceOf(counting({2}), counting({2}).cast(DType::Int64), always).dtype(), DType::Float64);
    }
};

JITSCOPE_TEST(TensorSurveyTest)

} // namespace jitscope::tst_tensorsurvey

#include "tst_tensorsurvey.moc"
