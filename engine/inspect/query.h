// SPDX-License-Identifier: Apache-2.0
// The language of conditions and filters over operators: `op == "MatMul" and max(abs(out)) > 1e4`.
//
//   expression  := or-chain of `and`, `or`, `not`, comparisons (== != < <= > >= in ~), + - * / %, parentheses
//   names       := op number scope file line function time start operands result error phase kernel graph
//                  out out[i] in[i]                       tensors: results and operands; `out` is out[0]
//   functions   := shape(t) shape(t)[i] dtype(t) size(t) rank(t) nan(e) inf(e) finite(e) zero(e) any(e) all(e)
//                  max(e) min(e) mean(e) std(e) abs(e) sum(e) norm(e) l2(e)
//                  t is a tensor; e is one too, or an expression of its elements: max(abs(out - in[0])), any(out > 6)
//   literals    := 12 1e4 "text" True False None [2, 3] and times with units: 1ms 20us 300ns 2s
//   short forms := a bare word filters by name: `MatMul` = op ~ "MatMul"; `op:MatMul`, `scope:fc`, `line:27`,
//                  `#118`, `-word` = not, and terms side by side = and
//
// `~` is "contains", without regard to case. Times compare as nanoseconds. A condition on a tensor that has no recorded
// values is neither true nor false: see Verdict::Unknown. What is asked of something that an operator does not have (a
// second operand, an axis, a line) is false, whatever the comparison. nan() and inf() by themselves mean "any element",
// finite() and zero() "all elements". Elements that are NaN are left out of max, min, mean, std, sum and norm.
#pragma once

#include "engine/session/records.h"
#include "engine/session/sessionfwd.h"

#include <memory>
#include <span>

namespace jitscope::inline inspect {

/** What a condition is asked of: an operator with what is known of it. */
struct QuerySubject {
    const OpEvent &event;
    const std::vector<StackFrame> *stack = nullptr;                         ///< innermost first
    std::span<const Tensor> inputs, outputs;                                ///< undefined ones have no values
    std::span<const TensorRecord *const> inputTypes = {}, outputTypes = {}; ///< shapes where there are no values
    const StackFrame *frame = nullptr; ///< the innermost one of the user's own; null: that of `stack`
    int64_t originNs = 0;              ///< `start` counts from here
};

enum class Verdict : uint8_t { No, Yes, Unknown };

/** Whether values must be there, which costs; and whether it speaks of the result, so the operator must have run. */
struct QueryNeeds {
    bool values = false, results = false, stack = false;
};

/** What an answer depends on. */
enum class QuerySight : uint8_t {
    Kind,  ///< what operators of one kind (OpLog) agree in: name, scope, line, arguments, phase, ...
    Row,   ///< that, its number and its times
    Types, ///< that of its kind, and the types of its tensors
    All,
};

class Query {
public:
    /** Everything matches. */
    Query() = default;
    /** The error names the place: `column 7: expected a value after "=="`. */
    static Result<Query> parse(std::string_view text);

    bool isEmpty() const { return !m_root; }
    const std::string &text() const { return m_text; }
    QueryNeeds needs() const;
    QuerySight dependsOn() const;
    /** Those of its terms, all of which must hold, that depend on the kind of an operator alone. */
    Query ofKinds() const;
    /** Whether it speaks of tensors at all, be it only of their types. */
    bool usesTensors() const;
    /** The only primitive that can match, or "": lets a breakpoint be skipped by one comparison. */
    std::string onlyOp() const;
    Verdict ask(const QuerySubject &subject) const;
    /** Each term in words, for the filter's explanation: `operator's name contains "MatMul"`. */
    std::vector<std::string> explain() const;

    struct Expression;

private:
    std::shared_ptr<const Expression> m_root;
    std::string m_text;
};

/** What could stand next at the end of `text`: names, functions and words of the language. */
std::vector<std::string> queryCompletions(std::string_view text);

/** Asks of a recorded operator; reads spilled values if the query needs them, so then it belongs in a job. */
Verdict ask(const Query &query, const Session &session, const OpEvent &event);

} // namespace jitscope::inline inspect
