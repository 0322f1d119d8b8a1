// SPDX-License-Identifier: Apache-2.0
#include "engine/variants/variantplacements.h"

#include <algorithm>
#include <iterator>

namespace jitscope::inline variants {

namespace {

constexpr size_t mostPlacements = 6;
constexpr int64_t mostCopiedBytes = int64_t(256) << 20; ///< of all placements of both

struct Placed {
    std::shared_ptr<const Executable> executable;
    std::vector<Value> arguments;
};

Value copyOf(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return tensor->defined() ? Value(tensor->clone()) : value;
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    std::ranges::transform(sequence->items, std::back_inserter(items), copyOf);
    return sequence->kind == SequenceKind::List ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

Result<Placed> placed(const VariantBase &base, const VariantSpec &spec) {
    auto executable = executableOf(base, spec);
    if (!executable) return executable.error();
    Placed made{*std::move(executable), {}};
    for (const Value &argument : base.call.arguments)
        made.arguments.push_back(copyOf(argument));
    return made;
}

int64_t bytesOf(const VariantCall &call) {
    int64_t bytes = 0;
    const auto add = [&](const Tensor &tensor) { bytes += Abstract::of(tensor).bytes(); };
    for (const NodePtr &parameter : call.captured.entry()->parameters)
        if (parameter->weight->defined()) add(parameter->weight);
    for (const Value &argument : call.arguments)
        if (const Tensor *tensor = argument.asTensor()) add(*tensor);
    return bytes;
}

size_t placementsFor(const VariantCall &call) {
    const int64_t fitting = mostCopiedBytes / std::max<int64_t>(1, 2 * bytesOf(call));
    return size_t(std::clamp<int64_t>(fitting, 1, mostPlacements));
}

void append(std::vector<double> &all, const std::vector<double> &part) {
    all.insert(all.end(), part.begin(), part.end());
}

} // namespace

Result<TimedCalls> timeVariants(const VariantBase &base, const VariantSpec &a, const VariantSpec &b, double seconds,
                                const std::function<bool()> &shouldContinue) {
    const size_t count = placementsFor(base.call);
    std::vector<std::pair<Placed, Placed>> placements;
    while (placements.size() < count && shouldContinue()) {
        auto left = placed(base, a);
        if (!left) return left.error();
        auto right = placed(base, b);
        if (!right) return right.error();
        placements.emplace_back(*std::move(left), *std::move(right));
    }
    TimedCalls times;
    for (const auto &[left, right] : placements) {
        const TimedCalls part =
            timeInTurn(callsOf(*left.executable, left.arguments), callsOf(*right.executable, right.arguments),
                       seconds / double(count), shouldContinue);
        append(times.a, part.a);
        append(times.b, part.b);
        times.ends.push_back(times.a.size());
    }
    return times;
}

} // namespace jitscope::inline variants
