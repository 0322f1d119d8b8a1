// SPDX-License-Identifier: Apache-2.0
// Advice on a recorded run: rules that each look at one thing, say what they measured against which threshold, and name
// the operators, functions and refusals that show it. A rule is one record of the lists in runadvicerules.h.
#pragma once

#include "engine/analysis/operators/opcolumns.h"
#include "engine/analysis/operators/operatorgaps.h"
#include "engine/session/recompilations.h"
#include "engine/session/sessionfwd.h"
#include "engine/variants/counterfactual.h"

#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline runadvice {

/** A row that shows a finding; a figure below 0 is not known. */
struct RunEvidence {
    std::string subject;     ///< "attention.py:23", "Transpose", "step", "users of MatMul"
    std::string detail = {}; ///< what differed, who did it; may be empty
    int64_t count = -1;      ///< of calls, compilations or candidates
    int64_t ns = -1;
    int64_t bytes = -1;
    int64_t op = -1; ///< number of the operator that shows it best
    int compilation = -1;
    std::string predicate = {}; ///< of refusals: the name of their group
    // What `detail` is made of, for who says it in another language.
    std::optional<Predicate> refused = {};            ///< of refusals: that of the first of them
    std::string nodes = {};                           ///< of refusals: its nodes
    std::optional<CompileDifference> difference = {}; ///< of compilations
    int64_t calls = -1, callsNs = -1;                 ///< of a graph that is hardly called
    std::optional<GapPlace> gap = {};                 ///< of time between operators
};

/** Something that a rule found. */
struct RunMeasured {
    std::vector<std::string> arguments; ///< for %1, %2, ... of the pattern
    double value = 0;                   ///< in the unit of the threshold
    int64_t concernsNs = -1;            ///< time that it is about: no more can be won; -1: not known
    std::vector<RunEvidence> evidence;  ///< the clearest first, not all of them
};

struct RunAdviceInput {
    const Session &session;
    OpColumns columns;
    int64_t operatorsNs = 0; ///< selves of all operators
    int64_t compileNs = 0;   ///< of all compilations
};
RunAdviceInput runAdviceInput(const Session &session);

/** How a finding is checked. */
enum class RunCheck : uint8_t {
    Bench,       ///< measure the function in every way to run it
    Compile,     ///< what differed between compilations
    Level,       ///< a variant of the evidence's compilation at O1
    FuseRefused, ///< a variant with the changes that flip the refusals of the evidence
    Place        ///< look at the operators
};

struct RunRule {
    const char *id;
    const char *title;
    const char *pattern; ///< what was measured, with %1, %2, ...
    const char *advice;  ///< what to do
    double threshold;    ///< above which it is told, in % of `base`
    const char *base;    ///< "of the operators' time"
    RunCheck check;
    std::optional<RunMeasured> (*measure)(const RunAdviceInput &input); ///< nothing where there is nothing of it
};

/** Of all rules; windows translate title, pattern, advice and base by the context "RunAdvice". */
const std::vector<RunRule> &runRules();

struct RunFinding {
    const RunRule *rule = nullptr;
    RunMeasured measured;
};

struct RunAdvice {
    std::vector<RunFinding> findings; ///< by falling time; those without a time last
    std::vector<RunFinding> passed;   ///< looked at, nothing above the threshold; value 0 where there is nothing of it
};
RunAdvice adviceOn(const RunAdviceInput &input);

/** The change that checks a row of evidence by compiling its function anew, or why there is none. */
Counterfactual checkOf(const RunRule &rule, const RunEvidence &evidence, const Session &session);

/** In English, from the pattern. */
std::string sentence(const RunFinding &finding);
std::string asText(const RunAdvice &advice);
/** {"findings": [...], "passed": [...], "passed_percent": {...}}; what is not known is null. */
std::string asJson(const RunAdvice &advice);

} // namespace jitscope::inline runadvice
