// SPDX-License-Identifier: Apache-2.0
// Rules that watch tensors, by the names and meanings of MindInsight's debugger, and what they find.
//
// Names, parameters and presets are those of MindInsight r2.3 (mindinsight/debugger/conditionmgr/condition_list.py and
// debugger/api/conditions.py). Formulas: abs_mean = mean(|x|); zero_percentage = 100 * zeros / elements;
// range_percentage = 100 * elements within [start, end] / elements; max_min = max - min; abs_mean_update_ratio =
// mean(|x - previous|) / (mean(|previous|) + epsilon); not changed: |x - previous| <= atol + rtol * |previous|
// everywhere (numpy.allclose). Elements that are NaN are left out of all of these; the overflow rules find them.
#pragma once

#include "engine/session/records.h"
#include "engine/session/sessionfwd.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline inspect {

/** Which tensors a rule is about. */
enum class WatchTarget : uint8_t { Weight, Gradient, Activation, Tensor };

/** A number that a rule is set with. */
struct WatchParameter {
    std::string id;      ///< "abs_mean_gt"
    std::string summary; ///< "mean of the magnitudes is above"
    double preset = 0;
    bool isOptional =
        true; ///< a threshold: only those that are given are checked. Else a setting, which has its preset
};

/** One kind of check, as a record in the list. */
struct WatchRule {
    std::string id;      ///< "tensor_overflow"
    std::string title;   ///< "Overflow"
    std::string summary; ///< one sentence
    WatchTarget target = WatchTarget::Tensor;
    std::vector<WatchParameter> parameters;
    bool needsPrevious = false; ///< compares with the same tensor one step earlier
};

/** Every rule there is. */
const std::vector<WatchRule> &watchRules();
const WatchRule *watchRule(std::string_view id);

/** A rule set on some tensors. */
struct Watchpoint {
    std::string rule;                              ///< WatchRule::id
    std::map<std::string, double> parameters = {}; ///< thresholds by WatchParameter::id; those left out are not checked
    std::string filter = {};                       ///< a query on the operator (engine/inspect/query.h), "" = all
    bool stops = true;                             ///< stops the program; else hits are only listed
    bool isEnabled = true;
    bool operator==(const Watchpoint &) const = default;
};

/** A tensor at an operator that took or gave it, as far as rules ask. */
struct WatchedTensor {
    bool isResult = false;     ///< the operator gave it (or wrote it); else it took it
    bool isFirstUse = false;   ///< of a tensor that no operator gave
    bool isNamed = false;      ///< it is a parameter
    bool isGradient = false;   ///< GradientLink::gradient; where no links are noted, a result of the backward phase
    bool isActivation = false; ///< see isActivationOp()
};
/** Whether rules of that kind check the tensor: results, and what comes from outside when it is first used. Rules of
    initialization check only the latter. */
bool isAbout(const WatchRule &rule, const WatchedTensor &tensor);
/** ReLU, Sigmoid, Tanh and their like, by their primitive. */
bool isActivationOp(std::string_view op);

/** What one check said. */
struct WatchFinding {
    std::string parameter; ///< which threshold was passed
    double actual = 0, threshold = 0;
};

/** Checks one tensor; `previous` is its value one step earlier, undefined if there is none (then rules that compare
   find nothing). No finding: all is well. An unknown rule or parameter is a bug of ours; ask checkWatchpoint first.
   That no operand of operator_overflow was already NaN or infinite is the caller's to see. */
std::optional<WatchFinding> check(const Watchpoint &watchpoint, const Tensor &value, const Tensor &previous);
/** Whether rule, parameters and filter can be understood; else a sentence. */
Result<void> checkWatchpoint(const Watchpoint &watchpoint);

/** Checks what is recorded, from operator `first` on; reads spilled values, so it belongs in a job. `shouldContinue` is
   asked now and then and ends the work early with what was found so far. The previous value of a tensor is that of the
   step before (a step ends with its optimizer's last operator): a weight's last state in it, else the result of the
   operator that ran at the same place as often in it. Without steps it is the result of the last operator at the same
   place. */
std::vector<WatchHit> recheck(const Session &session, const std::vector<Watchpoint> &watchpoints, int64_t first,
                              const std::function<bool()> &shouldContinue);

/** A watchpoint with the reason why it is offered for what was recorded. */
struct RecommendedWatchpoint {
    Watchpoint watchpoint;
    std::string reason;
};
std::vector<RecommendedWatchpoint> recommendedWatchpoints(const Session &session);

/** "abs mean 1.2e+06 is above 1e+04", for lists and messages. */
std::string describe(const WatchHit &hit);

} // namespace jitscope::inline inspect
