// SPDX-License-Identifier: Apache-2.0
// Watchpoints that suit what was recorded: those that MindInsight recommends, with its thresholds
// (mindinsight/debugger/conditionmgr/recommender.py).
#include "engine/inspect/watchpoint.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace jitscope::inline inspect {

namespace {

/** What a recording holds, as far as recommendations ask. */
struct Contents {
    bool hasWeights = false, hasGradients = false, hasOptimizer = false, hasOps = false;
    std::set<std::string> activations;
};

Contents contentsOf(const Session &session) {
    Contents contents;
    contents.hasOps = !session.ops.empty();
    contents.hasGradients = !session.gradients.empty();
    contents.hasWeights = std::any_of(session.tensors.begin(), session.tensors.end(),
                                      [](const TensorRecord &tensor) { return !tensor.name.empty(); });
    const void *known = nullptr;
    for (const OpEvent &op : session.ops) {
        contents.hasGradients = contents.hasGradients || op.phase == OpPhase::Backward;
        contents.hasOptimizer = contents.hasOptimizer || op.phase == OpPhase::Optimizer;
        if (op.op.identity() == known) continue;
        known = op.op.identity();
        if (isActivationOp(op.op.str())) contents.activations.insert(op.op.str());
    }
    return contents;
}

Watchpoint watchpointOf(const char *rule, std::map<std::string, double> parameters, const std::string &filter = "") {
    return {rule, std::move(parameters), filter, false, true};
}

struct SaturatedRange {
    const char *op;
    double start, end;
    const char *parameter;
    double percentage;
    const char *reason;
};

} // namespace

std::vector<RecommendedWatchpoint> recommendedWatchpoints(const Session &session) {
    const Contents contents = contentsOf(session);
    std::vector<RecommendedWatchpoint> all;
    if (!contents.hasOps) return all;
    all.push_back({watchpointOf("operator_overflow", {}), "The first NaN or infinity shows where a run goes wrong."});
    all.push_back({watchpointOf("tensor_all_zero", {{"zero_percentage_ge", 100}}),
                   "Results of nothing but zeros carry nothing on."});
    if (contents.hasWeights)
        all.push_back({watchpointOf("weight_initialization", {{"zero_percentage_ge", 100}}),
                       "The program has weights; one that starts as zeros may never learn."});
    if (contents.hasWeights && contents.hasOptimizer) {
        all.push_back({watchpointOf("weight_change_too_large", {{"abs_mean_update_ratio_gt", 1}}),
                       "An optimizer runs; a step larger than the weight itself is hardly meant."});
        all.push_back({watchpointOf("weight_not_changed", {{"rtol", 1e-5}}),
                       "An optimizer runs; a weight that stays as it is was perhaps not given to it."});
    }
    if (contents.hasGradients) {
        all.push_back(
            {watchpointOf("gradient_exploding", {}), "Gradients are computed; NaN in them spoils the weights."});
        all.push_back({watchpointOf("gradient_vanishing", {{"abs_mean_lt", 1e-9}}),
                       "Gradients are computed; from those near zero nothing is learned."});
    }
    static const double tanhEnd = std::tanh(8.8), sigmoidEnd = 1 / (1 + std::exp(-16.2));
    static const SaturatedRange ranges[] = {
        {"Tanh", -tanhEnd, tanhEnd, "range_percentage_lt", 0.1, "Tanh is used; at its ends it passes no gradient on."},
        {"Sigmoid", 1 - sigmoidEnd, sigmoidEnd, "range_percentage_lt", 0.1,
         "Sigmoid is used; at its ends it passes no gradient on."},
        {"ReLU", -1, 0, "range_percentage_gt", 99.9, "ReLU is used; where it gives zeros it passes no gradient on."},
    };
    for (const SaturatedRange &range : ranges)
        if (contents.activations.count(range.op))
            all.push_back({watchpointOf("activation_range",
                                        {{"range_start_inclusive", range.start},
                                         {"range_end_inclusive", range.end},
                                         {range.parameter, range.percentage}},
                                        "op == \"" + std::string(range.op) + "\""),
                           range.reason});
    return all;
}

} // namespace jitscope::inline inspect
