// SPDX-License-Identifier: Apache-2.0
// Checks of single tensors: each threshold is a row that says what is measured and on which side of it is too far.
#include "engine/inspect/watchpoint.h"

#include "engine/base/text.h"
#include "engine/inspect/query.h"
#include "engine/inspect/tensorhealth.h"
#include "engine/inspect/watchmeasures.h"
#include "engine/session/records.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace jitscope::inline inspect {

namespace {

enum class Side : uint8_t { Above, AtLeast, Below };

/** A threshold that one tensor by itself is measured against. */
struct Threshold {
    const char *parameter;
    const char *words; ///< "abs mean", in messages
    Side side;
    double (*measure)(const WatchMeasures &);
    bool isPercentage = false;
};

double percentage(int64_t part, int64_t whole) {
    return whole > 0 ? 100.0 * double(part) / double(whole) : 0;
}

double absMean(const WatchMeasures &m) {
    return m.absSum / double(m.numbers());
}
double mean(const WatchMeasures &m) {
    return m.sum / double(m.numbers());
}
double largest(const WatchMeasures &m) {
    return m.max;
}
double smallest(const WatchMeasures &m) {
    return m.min;
}
double zeros(const WatchMeasures &m) {
    return percentage(m.zero, m.count);
}
double inRange(const WatchMeasures &m) {
    return percentage(m.inRange, m.count);
}
double width(const WatchMeasures &m) {
    return m.max - m.min;
}

const std::vector<Threshold> &thresholds() {
    static const std::vector<Threshold> list = {
        {"abs_mean_gt", "abs mean", Side::Above, absMean},
        {"max_gt", "max", Side::Above, largest},
        {"min_gt", "min", Side::Above, smallest},
        {"mean_gt", "mean", Side::Above, mean},
        {"abs_mean_lt", "abs mean", Side::Below, absMean},
        {"max_lt", "max", Side::Below, largest},
        {"min_lt", "min", Side::Below, smallest},
        {"mean_lt", "mean", Side::Below, mean},
        {"zero_percentage_ge", "share of zeros", Side::AtLeast, zeros, true},
        {"range_percentage_lt", "share in the range", Side::Below, inRange, true},
        {"range_percentage_gt", "share in the range", Side::Above, inRange, true},
        {"max_min_lt", "max - min", Side::Below, width},
        {"max_min_gt", "max - min", Side::Above, width},
    };
    return list;
}

const Threshold *thresholdOf(std::string_view parameter) {
    const auto found = std::find_if(thresholds().begin(), thresholds().end(),
                                    [&](const Threshold &each) { return each.parameter == parameter; });
    return found == thresholds().end() ? nullptr : &*found;
}

const WatchParameter *parameterOf(const WatchRule &rule, std::string_view id) {
    const auto found = std::find_if(rule.parameters.begin(), rule.parameters.end(),
                                    [&](const WatchParameter &each) { return each.id == id; });
    return found == rule.parameters.end() ? nullptr : &*found;
}

/** What was given, else the preset of a setting. */
double setting(const WatchRule &rule, const Watchpoint &watchpoint, const char *id, double otherwise) {
    const auto given = watchpoint.parameters.find(id);
    if (given != watchpoint.parameters.end()) return given->second;
    const WatchParameter *parameter = parameterOf(rule, id);
    return parameter ? parameter->preset : otherwise;
}

bool isPassed(Side side, double actual, double threshold) {
    switch (side) {
    case Side::Above:
        return actual > threshold;
    case Side::AtLeast:
        return actual >= threshold;
    case Side::Below:
        break;
    }
    return actual < threshold;
}

std::optional<WatchFinding> overflow(const Tensor &value) {
    if (!hasNonFinite(value)) return std::nullopt;
    const TensorHealth health = healthOf(value);
    return WatchFinding{"", double(health.nan + health.positiveInf + health.negativeInf), 0};
}

std::optional<WatchFinding> checkAlone(const WatchRule &rule, const Watchpoint &watchpoint, const Tensor &value) {
    const WatchMeasures all = measured(value, setting(rule, watchpoint, "range_start_inclusive", 0),
                                       setting(rule, watchpoint, "range_end_inclusive", 0));
    if (all.numbers() == 0) return std::nullopt;
    for (const WatchParameter &parameter : rule.parameters) {
        const auto given = watchpoint.parameters.find(parameter.id);
        const Threshold *threshold = thresholdOf(parameter.id);
        if (given == watchpoint.parameters.end() || threshold == nullptr) continue;
        const double actual = threshold->measure(all);
        if (isPassed(threshold->side, actual, given->second)) return WatchFinding{parameter.id, actual, given->second};
    }
    return std::nullopt;
}

std::optional<WatchFinding> checkChange(const WatchRule &rule, const Watchpoint &watchpoint, const Tensor &value,
                                        const Tensor &previous) {
    if (!previous.defined() || previous.shape() != value.shape() || value.count() == 0) return std::nullopt;
    const double rtol = setting(rule, watchpoint, "rtol", 0);
    const ChangeMeasures change = changed(
        value, previous, {rtol, setting(rule, watchpoint, "atol", 0), setting(rule, watchpoint, "equal_nan", 0) != 0});
    if (parameterOf(rule, "rtol")) {
        if (change.beyond > 0 || watchpoint.parameters.count("rtol") == 0) return std::nullopt;
        return WatchFinding{"rtol", change.absPrevious > 0 ? change.absChange / change.absPrevious : 0, rtol};
    }
    if (change.compared == 0) return std::nullopt;
    const double count = double(change.compared);
    const double ratio =
        change.absChange / count / (change.absPrevious / count + setting(rule, watchpoint, "epsilon", 1e-9));
    for (const auto &[id, threshold] : watchpoint.parameters) {
        if (id == "abs_mean_update_ratio_gt" && ratio > threshold) return WatchFinding{id, ratio, threshold};
        if (id == "abs_mean_update_ratio_lt" && ratio < threshold) return WatchFinding{id, ratio, threshold};
    }
    return std::nullopt;
}

/** What is wrong with one parameter's value, or "". */
std::string wrongValue(const std::string &id, double value) {
    if (std::isnan(value)) return "\"" + id + "\" is not a number.";
    const bool isShare = id.find("percentage") != std::string::npos;
    if (isShare && (value < 0 || value > 100)) return "\"" + id + "\" is a percentage, from 0 to 100.";
    const bool isMagnitude = id.starts_with("abs_") || id == "rtol" || id == "atol" || id == "epsilon";
    if (isMagnitude && value < 0) return "\"" + id + "\" cannot be below 0.";
    return {};
}

std::string parameterNames(const WatchRule &rule) {
    std::vector<std::string> names;
    for (const WatchParameter &parameter : rule.parameters)
        names.push_back(parameter.id);
    return names.empty() ? "none" : join(names, ", ");
}

std::string shortNumber(double value) {
    return format("%.4g", value);
}

} // namespace

std::optional<WatchFinding> check(const Watchpoint &watchpoint, const Tensor &value, const Tensor &previous) {
    const WatchRule *rule = watchRule(watchpoint.rule);
    assert(rule);
    if (rule == nullptr || !value.defined()) return std::nullopt;
    if (rule->parameters.empty()) return overflow(value);
    return rule->needsPrevious ? checkChange(*rule, watchpoint, value, previous) : checkAlone(*rule, watchpoint, value);
}

Result<void> checkWatchpoint(const Watchpoint &watchpoint) {
    const WatchRule *rule = watchRule(watchpoint.rule);
    if (rule == nullptr) return Error{"There is no rule \"" + watchpoint.rule + "\" for watchpoints."};
    bool hasThreshold = rule->parameters.empty();
    for (const auto &[id, value] : watchpoint.parameters) {
        const WatchParameter *parameter = parameterOf(*rule, id);
        if (parameter == nullptr)
            return Error{"The rule \"" + rule->id + "\" has no parameter \"" + id + "\"; it has " +
                         parameterNames(*rule) + "."};
        if (const std::string wrong = wrongValue(id, value); !wrong.empty()) return Error{wrong};
        hasThreshold = hasThreshold || parameter->isOptional;
    }
    if (!hasThreshold) return Error{"The rule \"" + rule->id + "\" needs a threshold: " + parameterNames(*rule) + "."};
    if (setting(*rule, watchpoint, "range_start_inclusive", 0) > setting(*rule, watchpoint, "range_end_inclusive", 0))
        return Error{"The range begins behind its end."};
    const Result<Query> filter = Query::parse(watchpoint.filter);
    if (!filter) return Error{"The filter cannot be read: " + filter.error().message + "."};
    return {};
}

std::string describe(const WatchHit &hit) {
    const WatchRule *rule = watchRule(hit.rule);
    if (rule && rule->parameters.empty())
        return format("%.0f %s", hit.actual,
                      hit.actual == 1 ? "element is NaN or infinite" : "elements are NaN or infinite");
    const std::string actual = shortNumber(hit.actual), limit = shortNumber(hit.threshold);
    if (hit.parameter == "rtol") return "not changed within " + limit;
    if (hit.parameter == "abs_mean_update_ratio_gt") return "mean change " + actual + " is above " + limit;
    if (hit.parameter == "abs_mean_update_ratio_lt") return "mean change " + actual + " is below " + limit;
    const Threshold *threshold = thresholdOf(hit.parameter);
    if (threshold == nullptr) return hit.parameter + " " + actual + " against " + limit;
    const char *unit = threshold->isPercentage ? " %" : "";
    const char *words = threshold->side == Side::Above   ? "above"
                        : threshold->side == Side::Below ? "below"
                                                         : "at least";
    return std::string(threshold->words) + " " + actual + unit + " is " + words + " " + limit + unit;
}

} // namespace jitscope::inline inspect
