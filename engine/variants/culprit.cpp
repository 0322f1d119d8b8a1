// SPDX-License-Identifier: Apache-2.0
// Makes the task from what was recorded, and finds the tensors to be looked at in what was found.
#include "engine/variants/culprit.h"

#include "engine/ops/printing.h"
#include "engine/ops/randomstate.h"
#include "engine/run/trail.h"
#include "engine/session/session.h"

#include <cmath>

namespace jitscope::inline variants {

namespace {

constexpr RandomState randomBegin = {.seed = 1, .offset = 0};
constexpr double smallFloatFactor = 100; // as ValueDifference::exceeds

/** The passes with copies of all weights; each weight has one copy in all of them. */
void takeOwnStages(BisectTask &task, const Compilation &compilation) {
    std::vector<Module> stages = {compilation.captured};
    for (const PassRecord &pass : compilation.passes) {
        stages.push_back(pass.before);
        stages.push_back(pass.after);
    }
    stages = withOwnWeights(stages);
    task.captured = stages.front();
    task.passes = compilation.passes;
    for (size_t i = 0; i < task.passes.size(); ++i) {
        task.passes[i].before = stages[1 + 2 * i];
        task.passes[i].after = stages[2 + 2 * i];
    }
}

const Value *itemOf(const Value &value, int item) {
    const Sequence *sequence = value.asSequence();
    if (item < 0 || !sequence) return &value;
    return size_t(item) < sequence->items.size() ? &sequence->items[size_t(item)] : nullptr;
}

double largestMagnitude(const Tensor &tensor) {
    const TensorStatistics all = statistics(tensor, 1);
    return std::max(std::abs(all.min), std::abs(all.max));
}

bool isSameNumber(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/** Counts the elements that are off by more than the tolerance. */
void markElements(DifferingTensors &found, double tolerance, double rounding) {
    const DTypeInfo &type = info(found.expected.dtype());
    const bool isSmallFloat = type.floating && type.bytes == 2;
    const bool rounds = type.floating || isComplex(type.dtype);
    const double allowed =
        !rounds || found.expected.count() == 0
            ? 0
            : tolerance * largestMagnitude(found.expected) * (isSmallFloat ? smallFloatFactor : 1) + rounding;
    for (int64_t i = 0; i < found.expected.count(); ++i) {
        const std::complex<double> right = found.expected.complexAt(i), given = found.actual.complexAt(i);
        const bool isSame = isSameNumber(right.real(), given.real()) && isSameNumber(right.imag(), given.imag());
        if (isSame || std::abs(right - given) <= allowed) continue;
        if (found.first < 0) found.first = i;
        ++found.beyond;
    }
}

} // namespace

Result<CulpritTask> culpritTask(const Session &session, const Compilation &compilation, double tolerance) {
    auto call = callOf(session, compilation);
    if (!call) return call.error();
    CulpritTask task;
    takeOwnStages(task.bisect, compilation);
    task.bisect.arguments = std::move(call->arguments);
    task.bisect.tolerance = tolerance;
    task.inputs = std::move(call->inputs);
    return task;
}

CulpritTask culpritTask(const VariantBase &base, const VariantSpec &spec, double tolerance) {
    Variant variant = makeVariant(base, spec);
    CulpritTask task;
    task.bisect.captured = std::move(variant.record.captured);
    task.bisect.passes = std::move(variant.record.passes);
    task.bisect.arguments = base.call.arguments;
    task.bisect.tolerance = tolerance;
    task.inputs = base.call.inputs;
    if (!variant.executable) task.error = variant.error;
    return task;
}

Result<BisectReport> findCulprit(const CulpritTask &task) {
    const OwnRandomNumbers random(randomBegin);
    const QuietPrints quiet;
    return bisect(task.bisect);
}

std::optional<DifferingTensors> differingTensors(const Divergence &divergence, double tolerance) {
    const int item = compare(divergence.expected, divergence.actual).item;
    const Value *expected = itemOf(divergence.expected, item), *actual = itemOf(divergence.actual, item);
    if (!expected || !actual || !expected->asTensor() || !actual->asTensor()) return std::nullopt;
    DifferingTensors found{
        .expected = *expected->asTensor(), .actual = *actual->asTensor(), .item = item, .comparison = {}};
    const auto comparison = compare(found.expected, found.actual, [] { return true; });
    found.isSameShape = comparison.ok();
    if (!comparison) return found;
    found.comparison = *comparison;
    markElements(found, tolerance, divergence.rounding);
    return found;
}

} // namespace jitscope::inline variants
