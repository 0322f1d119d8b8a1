// SPDX-License-Identifier: Apache-2.0
// The rules of watchpoints as one list.
#include "engine/inspect/watchpoint.h"

#include <algorithm>

namespace jitscope::inline inspect {

namespace {

using Parameters = std::vector<WatchParameter>;

Parameters aboveAny() {
    return {{"abs_mean_gt", "the mean of the magnitudes is above", 1e4},
            {"max_gt", "the largest element is above", 1e6},
            {"min_gt", "the smallest element is above", 1e6},
            {"mean_gt", "the mean is above", 1e4}};
}

Parameters belowAny(double absMean) {
    return {{"abs_mean_lt", "the mean of the magnitudes is below", absMean},
            {"max_lt", "the largest element is below", 0},
            {"min_lt", "the smallest element is below", -1e6},
            {"mean_lt", "the mean is below", -1e4}};
}

Parameters initialization() {
    return {{"zero_percentage_ge", "the percentage of zeros is at least", 100},
            {"max_gt", "the largest element is above", 10},
            {"min_lt", "the smallest element is below", -10}};
}

Parameters range() {
    return {{"range_start_inclusive", "the range begins at", -1, false},
            {"range_end_inclusive", "the range ends at", 1, false},
            {"range_percentage_lt", "the percentage of elements in the range is below", 0.1},
            {"range_percentage_gt", "the percentage of elements in the range is above", 99.9},
            {"max_min_lt", "the distance from the smallest to the largest element is below", 1e-3},
            {"max_min_gt", "the distance from the smallest to the largest element is above", 1e6}};
}

Parameters changeAbove() {
    return {{"abs_mean_update_ratio_gt", "the mean change relative to the mean magnitude is above", 0.1},
            {"epsilon", "added to the mean magnitude before it divides", 1e-9, false}};
}

Parameters changeBelow() {
    return {{"abs_mean_update_ratio_lt", "the mean change relative to the mean magnitude is below", 1e-4},
            {"epsilon", "added to the mean magnitude before it divides", 1e-9, false}};
}

Parameters notChanged() {
    return {{"rtol", "no element changed by more than this part of itself", 1e-5},
            {"atol", "nor by more than this", 1e-8, false},
            {"equal_nan", "1: NaN that stays NaN counts as unchanged", 0, false}};
}

} // namespace

const std::vector<WatchRule> &watchRules() {
    constexpr auto Weight = WatchTarget::Weight;
    constexpr auto Gradient = WatchTarget::Gradient;
    constexpr auto Tensor = WatchTarget::Tensor;
    static const std::vector<WatchRule> rules = {
        {"weight_initialization", "Weight initialization",
         "A weight starts with too many zeros, or with too large or too small values.", Weight, initialization()},
        {"weight_overflow", "Weight overflow", "A weight holds NaN or an infinity.", Weight, {}},
        {"weight_too_large", "Weight too large", "A weight's values are too large.", Weight, aboveAny()},
        {"weight_too_small", "Weight too small", "A weight's values are too small.", Weight, belowAny(1e-9)},
        {"weight_not_changed", "Weight not changed", "A step left a weight as it was.", Weight, notChanged(), true},
        {"weight_change_too_large", "Weight change too large", "A step changed a weight by too much.", Weight,
         changeAbove(), true},
        {"weight_change_too_small", "Weight change too small", "A step hardly changed a weight.", Weight, changeBelow(),
         true},
        {"gradient_vanishing", "Gradient vanishing", "A gradient is so small that nothing is learned from it.",
         Gradient, belowAny(1e-9)},
        {"gradient_too_large", "Gradient too large", "A gradient's values are too large.", Gradient, aboveAny()},
        {"gradient_exploding", "Gradient exploding", "A gradient holds NaN or an infinity.", Gradient, {}},
        {"activation_range", "Activation range", "Too few or too many results of an activation lie in a range.",
         WatchTarget::Activation, range()},
        {"tensor_overflow", "Overflow", "A result holds NaN or an infinity.", Tensor, {}},
        {"operator_overflow",
         "Operator overflow",
         "An operator gave NaN or an infinity though none of its operands held any.",
         Tensor,
         {}},
        {"tensor_initialization", "Initialization",
         "A tensor from outside starts with too many zeros, or with too large or too small values.", Tensor,
         initialization()},
        {"tensor_too_large", "Too large", "A result's values are too large.", Tensor, aboveAny()},
        {"tensor_too_small", "Too small", "A result's values are too small.", Tensor, belowAny(1e-9)},
        {"tensor_range", "Range", "Too few or too many elements of a result lie in a range.", Tensor, range()},
        {"tensor_all_zero",
         "All zero",
         "A result consists of zeros.",
         Tensor,
         {{"zero_percentage_ge", "the percentage of zeros is at least", 100}}},
        {"tensor_change_too_large", "Change too large", "A result differs too much from that of the step before.",
         Tensor, changeAbove(), true},
        {"tensor_change_too_small", "Change too small", "A result hardly differs from that of the step before.", Tensor,
         changeBelow(), true},
        {"tensor_not_changed", "Not changed", "A result is the same as in the step before.", Tensor, notChanged(),
         true},
    };
    return rules;
}

const WatchRule *watchRule(std::string_view id) {
    const auto found =
        std::find_if(watchRules().begin(), watchRules().end(), [&](const WatchRule &rule) { return rule.id == id; });
    return found == watchRules().end() ? nullptr : &*found;
}

} // namespace jitscope::inline inspect
