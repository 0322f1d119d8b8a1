// SPDX-License-Identifier: Apache-2.0
// A parsed query as a tree: every part has a type, so that what cannot be compared is refused when it is read.
#pragma once

#include "engine/inspect/query.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline inspect {

/** What a part of a query gives. */
enum class QueryType : uint8_t { Bool, Number, Text, List, Elements };

/** What is known of an operator under a name. */
enum class QueryName : uint8_t {
    Op,
    Number,
    Scope,
    File,
    Line,
    Function,
    Time,
    Start,
    Operands,
    Result,
    Error,
    Phase,
    Kernel,
    Graph,
};

struct QueryNameInfo {
    QueryName name;
    const char *text; ///< in the language
    QueryType type;
    const char *words; ///< in an explanation
};
const std::vector<QueryNameInfo> &queryNames();
const QueryNameInfo &info(QueryName name);

enum class QueryFunction : uint8_t {
    Shape,
    DType,
    Size,
    Rank,
    Nan,
    Inf,
    Finite,
    Zero,
    Any,
    All,
    Max,
    Min,
    Mean,
    Std,
    Abs,
    Sum,
    Norm
};

struct QueryFunctionInfo {
    QueryFunction function;
    const char *text;
    /** What it takes: a tensor as it is, its elements, or elements that are true or false. */
    enum class Takes : uint8_t { Tensor, Elements } takes;
    QueryType gives;
};
const std::vector<QueryFunctionInfo> &queryFunctions();
const QueryFunctionInfo &info(QueryFunction function);

/** Verdicts on texts that many operators share, by identity. From any thread: a lost entry is only asked again. */
class TextVerdicts {
public:
    template<class Ask> bool of(const SharedText &text, Ask ask) const {
        const auto key = reinterpret_cast<uintptr_t>(text.identity()); // strings are aligned: the lowest bit is free
        std::atomic<uintptr_t> &slot = m_slots[(key >> 4) % m_slots.size()];
        const uintptr_t known = slot.load(std::memory_order_relaxed);
        if ((known & ~uintptr_t(1)) == key) return known & 1;
        const bool verdict = ask(text.str());
        slot.store(key | uintptr_t(verdict), std::memory_order_relaxed);
        return verdict;
    }

private:
    mutable std::array<std::atomic<uintptr_t>, 128> m_slots = {};
};

using QueryPart = std::shared_ptr<const Query::Expression>;

struct Query::Expression {
    enum class Kind : uint8_t {
        Number,     ///< `number`; with `isTime` it was written with a unit
        Text,       ///< `text`
        Bool,       ///< `number` is 0 or 1
        List,       ///< of `parts`
        Name,       ///< `name`
        Tensor,     ///< `number` counts the results, or the operands if `isInput`
        Call,       ///< `function` of parts[0]
        Item,       ///< parts[0][parts[1]]
        Negative,   ///< -parts[0]
        Arithmetic, ///< `symbol` is + - * / %
        Compare,    ///< `symbol` is = ! < > l (<=) g (>=)
        Contains,   ///< parts[0] ~ parts[1]
        In,         ///< parts[0] in parts[1]
        Not,
        And,
        Or,
    };

    Kind kind = Kind::Bool;
    QueryType type = QueryType::Bool;
    bool isTime = false, isInput = false;
    char symbol = 0;
    QueryName name = QueryName::Op;
    QueryFunction function = QueryFunction::Shape;
    double number = 0;
    std::string text;
    std::vector<QueryPart> parts;
    int column = 1; ///< where it begins, from 1
    int depth = 1;  ///< the longest way down, so that walking it needs little stack
    QueryNeeds needs;
    bool usesTensors = false;               ///< or their types
    std::shared_ptr<TextVerdicts> verdicts; ///< comparisons of shared texts
};

/** Reads a query; null for an empty one. */
Result<QueryPart> parseQuery(std::string_view text);

/** As text that reads back to an equal tree. */
std::string printed(const Query::Expression &expression);
/** As words: `operator's name contains "MatMul"`. */
std::string inWords(const Query::Expression &expression);

/** The elements of the tensors of an operator, as a reduction or a property of them sees them. */
struct QueryNumber {
    enum class State : uint8_t { Known, Unknown, Absent }; ///< Absent: there is no such tensor, axis or place
    State state = State::Known;
    double value = 0;
};
/** max(e), nan(t), any(e), ...: one number (0 and 1 for bools) of the elements of parts[0]. */
QueryNumber reduceElements(const Query::Expression &call, const QuerySubject &subject);

/** A number of the subject; elements are not asked for. */
QueryNumber queryNumber(const Query::Expression &expression, const QuerySubject &subject);

} // namespace jitscope::inline inspect
