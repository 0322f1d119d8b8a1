// SPDX-License-Identifier: Apache-2.0
// Gradients: every rule of the catalogue against finite differences in double precision, by being in the catalogue; and
// what tapes do around them.
#include "engine/eager/dispatch.h"
#include "engine/eager/tape.h"
#include "engine/ops/gradient.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jitscope::tst_gradients {

using namespace jitscope;

namespace {

bool isFloating(const Tensor &tensor) {
    return info(tensor.dtype()).floating;
}

template<class Visit> void visitTensors(const Value &value, Visit visit) {
    if (const Tensor *tensor = value.asTensor()) visit(*tensor);
    if (const Sequence *sequence = value.asSequence())
        for (const Value &item : sequence->items)
            visitTensors(item, visit);
}

template<class Change> Value mapTensors(const Value &value, Change &change) {
    if (const Tensor *tensor = value.asTensor()) return change(*tensor);
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    for (const Value &item : sequence->items)
        items.emplace_back(mapTensors(item, change));
    return sequence->kind == SequenceKind::Tuple ? Value::tuple(std::move(items)) : Value::list(std::move(items));
}

template<class Change> std::vector<Value> mapAll(const std::vector<Value> &values, Change change) {
    std::vector<Value> changed;
    for (const Value &value : values)
        changed.emplace_back(mapTensors(value, change));
    return changed;
}

std::vector<Tensor> floatingTensors(const Value &value) {
    std::vector<Tensor> tensors;
    visitTensors(value, [&](const Tensor &tensor) {
        if (isFloating(tensor)) tensors.push_back(tensor);
    });
    return tensors;
}

/** Weights that tell the elements of a result apart. */
Tensor weightsFor(const Tensor &result, size_t item) {
    Tensor weights(result.shape(), DType::Float64);
    for (int64_t i = 0; i < weights.count(); ++i)
        weights.mutableData<double>()[i] = 0.3 + 0.7 * std::sin(double(i + 1) * 1.7 + double(item));
    return weights.cast(result.dtype());
}

/** The weighted sum of all floating elements of a result. */
double lossOf(const Value &result) {
    double loss = 0;
    const std::vector<Tensor> tensors = floatingTensors(result);
    for (size_t item = 0; item < tensors.size(); ++item) {
        const Tensor weights = weightsFor(tensors[item], item);
        for (int64_t i = 0; i < weights.count(); ++i)
            if (weights.at(i) != 0) loss += weights.at(i) * tensors[item].at(i);
    }
    return loss;
}

/** The sample with float32 tensors in double precision, or nothing where the operator refuses them. */
std::optional<std::vector<Value>> inDouble(const OpDef &op, const std::vector<Value> &sample) {
    const auto wide = mapAll(
        sample, [](const Tensor &x) { return x.dtype() == DType::Float32 ? x.cast(DType::Float64) : x.clone(); });
    std::vector<Abstract> types;
    for (const Value &value : wide)
        types.emplace_back(Abstract::of(value));
    if (!op.shapeFromValues && !op.infer(types)) return {};
    return wide;
}

/** The loss with one element of one floating tensor moved by `step`. */
double movedLoss(const OpDef &op, const std::vector<Value> &arguments, size_t tensor, int64_t element, double step) {
    size_t number = 0;
    const auto moved = mapAll(arguments, [&](const Tensor &x) {
        if (!isFloating(x) || number++ != tensor) return x.clone();
        Tensor changed = x.clone();
        changed.mutableData<double>()[element] += step;
        return changed;
    });
    return lossOf(op.eval(moved));
}

/** Of complex numbers alone the script tensor_complex.py compares gradients. */
bool takesFloats(const OpDef &op) {
    for (const auto &sample : op.samples())
        for (const Value &value : sample)
            if (!floatingTensors(value).empty()) return true;
    return false;
}

/** What was assigned to, whole or by rows, is the variable that it was, as in MindSpore, whatever the numbers do. */
bool isByDefinition(const OpDef &op) {
    return op.name == "Assigned" || op.name == "RowsUpdate";
}

bool isDifferentiated(const OpDef &op) {
    const bool hasRule = op.gradient && op.gradient != noGradient && !isByDefinition(op);
    return hasRule && op.effect != Effect::Writes && takesFloats(op);
}

const OpDef &op(const char *name) {
    const OpDef *found = findOp(name);
    assert(found);
    return *found;
}

Value call(const char *name, const std::vector<Value> &given) {
    const auto bound = bindArguments(op(name), given, {});
    assert(bound);
    return dispatch(op(name), *bound);
}

Tensor numbers(std::vector<float> values) {
    return Tensor::of({int64_t(values.size())}, values);
}

/** The gradient of the sum of `output` with respect to `source`. */
Value gradientOf(Tape &tape, const Value &output, const Tensor &source) {
    const Tensor &result = *output.asTensor();
    const Value seed = Tensor::full(result.shape(), 1, result.dtype());
    return tape.gradients({&output, 1}, {&seed, 1}, {&source, 1})[0];
}

} // namespace

class TestGradients : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void floatingOperatorsHaveARuleOrNeedNone() {
        QStringList missing;
        for (const OpDef &each : catalogue()) {
            if (each.gradient || each.effect == Effect::Writes) continue;
            for (const auto &sample : each.samples()) {
                bool takesFloats = false;
                for (const Value &value : sample)
                    takesFloats = takesFloats || !floatingTensors(value).empty();
                const auto fresh = mapAll(sample, [](const Tensor &x) { return x.clone(); });
                if (!takesFloats || floatingTensors(each.eval(fresh)).empty()) continue;
                missing.append(QString::fromStdString(each.name));
                break;
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable("Neither a rule nor noGradient: " + missing.join(", ")));
    }

    void ruleAgreesWithFiniteDifferences_data() {
        QTest::addColumn<QString>("name");
        for (const OpDef &each : catalogue())
            if (isDifferentiated(each)) QTest::newRow(each.name.c_str()) << QString::fromStdString(each.name);
    }
    void ruleAgreesWithFiniteDifferences() {
        QFETCH(QString, name);
        const OpDef &each = *findOp(name.toStdString());
        int compared = 0;
        size_t number = 0;
        for (const auto &sample : each.samples()) {
            const auto arguments = inDouble(each, sample);
            ++number;
            if (!arguments) continue;
            Tape tape;
            std::vector<Tensor> sources;
            const auto watched = mapAll(*arguments, [&](const Tensor &x) {
                if (!isFloating(x)) return x;
                sources.push_back(tape.watch(x));
                return sources.back();
            });
            tape.open();
            const Value result = dispatch(each, watched);
            tape.close();
            std::vector<Value> outputs, seeds;
            const std::vector<Tensor> results = floatingTensors(result);
            const auto isDouble = [](const Tensor &x) { return x.dtype() == DType::Float64; };
            if (!std::ranges::all_of(results, isDouble)) continue; // differences drown in the rounding
            const double here = lossOf(result);
            for (const Tensor &output : results) {
                seeds.emplace_back(weightsFor(output, outputs.size()));
                outputs.emplace_back(output);
            }
            const std::vector<Value> gradients = tape.gradients(outputs, seeds, sources);
            for (size_t i = 0; i < sources.size(); ++i) {
                if (sources[i].dtype() != DType::Float64) continue;
                const int64_t step = std::max<int64_t>(1, sources[i].count() / 12);
                for (int64_t element = 0; element < sources[i].count(); element += step) {
                    const double h = 1e-6 * std::max(1.0, std::abs(sources[i].at(element)));
                    const double above = (movedLoss(each, *arguments, i, element, h) - here) / h;
                    const double below = (here - movedLoss(each, *arguments, i, element, -h)) / h;
                    const double expected = (above + below) / 2;
                    if (std::abs(above - below) > 1e-3 * (1 + std::abs(expected))) continue; // a kink or a jump
                    const double actual = gradients[i].isNone() ? 0 : gradients[i].asTensor()->at(element);
                    const double bound = 2e-6 + 2e-5 * std::abs(expected);
                    QVERIFY2(
                        std::abs(actual - expected) <= bound,
                        format("sample %zu, floating tensor %zu, element %lld: %.9g, but finite differences give %.9g",
                               number - 1, i, (long long)element, actual, expected)
                            .c_str());
                    ++compared;
                }
            }
        }
        QVERIFY2(compared > 0, "no sample has a floating element");
    }

    void broadcastArgumentsGetTheSum() {
        Tape tape;
        const Tensor x = tape.watch(numbers({1, 2, 3}));
        tape.open();
        const Value y = call("Mul", {Tensor::full({4, 3}, 2, DType::Float32), x});
        tape.close();
        QVERIFY(gradientOf(tape, y, x) == Value(numbers({8, 8, 8})));
    }

    void halfArgumentsGetHalfGradients() {
        Tape tape;
        const Tensor x = tape.watch(numbers({1, 2}).cast(DType::Float16));
        tape.open();
        const Value y = call("Mul", {x, numbers({3, 4})});
        tape.close();
        QCOMPARE(gradientOf(tape, y, x).asTensor()->dtype(), DType::Float16);
    }

    void whatDoesNotReachAnOutputHasNone() {
        Tape tape;
        const Tensor x = tape.watch(numbers({1, 2})), other = tape.watch(numbers({1, 2}));
        tape.open();
        const Value y = call("Exp", {x});
        tape.close();
        QVERIFY(gradientOf(tape, y, other).isNone());
    }

    void outerTapesSeeTheInnerGradient() {
        Tape outer, inner;
        const Tensor x = outer.watch(numbers({2, 3}));
        outer.open();
        const Tensor again = inner.watch(x);
        inner.open();
        const Value cube = call("Mul", {call("Mul", {again, again}), again});
        inner.close();
        const Value first = gradientOf(inner, cube, again);
        outer.close();
        QVERIFY(first == Value(numbers({12, 27})));
        QVERIFY(gradientOf(outer, first, x) == Value(numbers({12, 18})));
    }

    void innerGradientsDoNotSeeTheSameTensorOutside() {
        // d/dy (x * y) at y = x is x, though both are one tensor for the outer tape.
        Tape outer, inner;
        const Tensor x = outer.watch(numbers({5}));
        outer.open();
        const Tensor y = inner.watch(x);
        inner.open();
        const Value product = call("Mul", {x, y});
        inner.close();
        QVERIFY(gradientOf(inner, product, y) == Value(numbers({5})));
    }

    void pausedOperatorsAreConstants() {
        Tape tape;
        const Tensor x = tape.watch(numbers({1, 2}));
        tape.open();
        Value square;
        {
            GradientPause pause;
            square = call("Mul", {x, x});
        }
        const Value y = call("Mul", {square, x});
        tape.close();
        QVERIFY(gradientOf(tape, y, x) == Value(numbers({1, 4})));
    }

    void writesPassTheGradient() {
        Tape tape;
        const Tensor x = tape.watch(numbers({1, 2}));
        tape.open();
        const Value y = call("Mul", {x, 3});
        const Value z = call("InplaceMul", {y, x});
        tape.close();
        QVERIFY(*y.asTensor()->data<float>() == 3.0f);
        QVERIFY(z.asTensor()->storage() == y.asTensor()->storage());
        QVERIFY(gradientOf(tape, z, x) == Value(numbers({6, 12})));
    }

    void changedArgumentsAreRefused() {
        Tape tape;
        const Tensor x = tape.watch(numbers({1, 2}));
        tape.open();
        const Value y = call("Mul", {x, 3});
        const Value z = call("Mul", {y, y});
        call("InplaceCopy", {Value(y.asTensor()->withIdentity(0)), 1});
        tape.close();
        QVERIFY_EXCEPTION_THROWN(gradientOf(tape, z, x), std::invalid_argument);
    }

    void customGradientsAreUsed() {
        Tape tape;
        const Tensor x = tape.watch(numbers({1, 2}));
        tape.open();
        const Value arguments[] = {x};
        const Value y = recordCustom(arguments, numbers({7, 8}), [](const std::vector<Value> &gradients) {
            return std::vector<Value>{call("Mul", {gradients[0], 10})};
        });
        const Value z = call("Mul", {y, 2});
        tape.close();
        QVERIFY(gradientOf(tape, z, x) == Value(numbers({20, 20})));
    }

    void closedTapesCostNothing() {
        const Tensor x = numbers({1, 2});
        {
            Tape tape;
            tape.open();
            QVERIFY(isTapeOpen());
        }
        QVERIFY(!isTapeOpen());
        QCOMPARE(call("Exp", {x}).asTensor()->identity(), uint64_t(0));
    }
};

JITSCOPE_TEST(TestGradients)

} // namespace jitscope::tst_gradients

#include "tst_gradients.moc"
