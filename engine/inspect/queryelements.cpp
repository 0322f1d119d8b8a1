// SPDX-License-Identifier: Apache-2.0
// Reductions of the elements of tensors: the common ones as direct loops, all others block by block, so that an
// expression of large tensors needs no large temporaries.
#include "engine/inspect/querysyntax.h"

#include "engine/inspect/tensorhealth.h"
#include "engine/tensor/distinct.h"
#include "engine/tensor/elements.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace jitscope::inline inspect {

namespace {

using Expression = Query::Expression;
using Kind = Expression::Kind;
using State = QueryNumber::State;

constexpr int64_t blockSize = 512;
constexpr double infinity = std::numeric_limits<double>::infinity();

/** What all reductions are made of. NaN is counted and left out. */
struct Totals {
    int64_t count = 0, nan = 0, nonZero = 0;
    double sum = 0, squares = 0, min = infinity, max = -infinity;
    double mean = 0, spread = 0; ///< of what was added so far; `spread` is the sum of squared distances from the mean
};

QueryNumber resultOf(QueryFunction function, const Totals &totals) {
    const int64_t count = totals.count - totals.nan;
    const QueryNumber nothing{State::Unknown};
    switch (function) {
    case QueryFunction::Any:
        return {State::Known, double(totals.nonZero > 0)};
    case QueryFunction::All:
        return {State::Known, double(totals.nonZero == totals.count)};
    case QueryFunction::Sum:
        return {State::Known, totals.sum};
    case QueryFunction::Norm:
        return {State::Known, std::sqrt(totals.squares)};
    case QueryFunction::Max:
        return count > 0 ? QueryNumber{State::Known, totals.max} : nothing;
    case QueryFunction::Min:
        return count > 0 ? QueryNumber{State::Known, totals.min} : nothing;
    case QueryFunction::Mean:
        return count > 0 ? QueryNumber{State::Known, totals.sum / double(count)} : nothing;
    default:
        return count > 0 ? QueryNumber{State::Known, std::sqrt(totals.spread / double(count))} : nothing;
    }
}

/** Sixteen lanes side by side: `a > b ? a : b` of each is one instruction for all, and leaves NaN out. */
struct MaxLanes {
    static constexpr int lanes = 16;

    explicit MaxLanes(float start) { std::fill(std::begin(best), std::end(best), start); }
    template<class Map> void add(const float *elements, int64_t count, Map map) {
        int64_t i = 0;
        for (; i + lanes <= count; i += lanes)
            for (int lane = 0; lane < lanes; ++lane) {
                const float value = map(elements[i + lane]);
                best[lane] = value > best[lane] ? value : best[lane];
            }
        for (; i < count; ++i) {
            const float value = map(elements[i]);
            best[0] = value > best[0] ? value : best[0];
        }
    }
    float result() const { return *std::max_element(std::begin(best), std::end(best)); }

    float best[lanes];
};

template<class Map> float largest(const float *elements, int64_t count, Map map) {
    MaxLanes lanes(-std::numeric_limits<float>::infinity());
    lanes.add(elements, count, map);
    return lanes.result();
}

bool isAllNan(const float *elements, int64_t count) {
    return std::all_of(elements, elements + count, [](float value) { return std::isnan(value); });
}

template<class Map> double plainSum(const float *elements, int64_t count, Map map) {
    constexpr int lanes = 8;
    double sums[lanes] = {};
    int64_t i = 0;
    for (; i + lanes <= count; i += lanes)
        for (int lane = 0; lane < lanes; ++lane) {
            const double value = map(double(elements[i + lane]));
            sums[lane] += value == value ? value : 0.0;
        }
    for (; i < count; ++i)
        if (const double value = map(double(elements[i])); value == value) sums[0] += value;
    double all = 0;
    for (const double sum : sums)
        all += sum;
    return all;
}

int64_t nanCount(const float *elements, int64_t count) {
    int64_t all = 0;
    for (int64_t begin = 0; begin < count; begin += 65536) {
        int32_t some = 0;
        const int64_t end = std::min(count, begin + 65536);
        for (int64_t i = begin; i < end; ++i)
            some += elements[i] != elements[i];
        all += some;
    }
    return all;
}

/** The tensor of a leaf, and whether there is one. */
struct Leaf {
    State state = State::Absent;
    Tensor tensor;
};

Leaf leafOf(const Expression &leaf, const QuerySubject &subject) {
    const auto place = size_t(leaf.number);
    const auto &tensors = leaf.isInput ? subject.inputs : subject.outputs;
    const auto &types = leaf.isInput ? subject.inputTypes : subject.outputTypes;
    const size_t known = leaf.isInput ? subject.event.inputs.size() : subject.event.outputs.size();
    if (place >= tensors.size()) return {place < std::max(types.size(), known) ? State::Unknown : State::Absent, {}};
    return {tensors[place].defined() ? State::Known : State::Unknown, tensors[place]};
}

QueryNumber extremeOf(float value, const float *elements, int64_t count) {
    const bool isNothing = std::isinf(value) && isAllNan(elements, count);
    return isNothing ? QueryNumber{State::Unknown} : QueryNumber{State::Known, double(value)};
}

/** The reduction of `map` of each element; nothing for reductions that have no loop of their own. */
template<class Map>
std::optional<QueryNumber> reduceMapped(QueryFunction function, const float *elements, int64_t count, Map map) {
    switch (function) {
    case QueryFunction::Max:
        return extremeOf(largest(elements, count, map), elements, count);
    case QueryFunction::Min:
        return extremeOf(-largest(elements, count, [map](float value) { return -map(value); }), elements, count);
    case QueryFunction::Sum:
        return QueryNumber{State::Known, plainSum(elements, count, map)};
    case QueryFunction::Norm:
        return QueryNumber{State::Known,
                           std::sqrt(plainSum(elements, count, [](double value) { return value * value; }))};
    case QueryFunction::Mean: {
        const int64_t numbers = count - nanCount(elements, count);
        if (numbers == 0) return QueryNumber{State::Unknown};
        return QueryNumber{State::Known, plainSum(elements, count, map) / double(numbers)};
    }
    default:
        return std::nullopt;
    }
}

/** nan(), inf() and finite() of a tensor without any: found without a look at each element by itself. */
std::optional<QueryNumber> testAtOnce(const Expression &call, const Expression &test, const QuerySubject &subject) {
    if (call.function != QueryFunction::Any && call.function != QueryFunction::All) return std::nullopt;
    const Leaf leaf = leafOf(*test.parts.front(), subject);
    if (leaf.state != State::Known) return QueryNumber{leaf.state};
    if (leaf.tensor.count() == 0 || hasNonFinite(leaf.tensor)) return std::nullopt;
    return QueryNumber{State::Known, double(test.function == QueryFunction::Finite)};
}

/** The reductions that are asked most, on memory as it is: `max(abs(out))` reads as fast as memory gives. */
std::optional<QueryNumber> directReduction(const Expression &call, const QuerySubject &subject) {
    const Expression &argument = *call.parts.front();
    const bool isCall = argument.kind == Kind::Call && argument.parts.front()->kind == Kind::Tensor;
    const bool ofMagnitudes = isCall && argument.function == QueryFunction::Abs;
    if (isCall && !ofMagnitudes && argument.function != QueryFunction::Zero) return testAtOnce(call, argument, subject);
    if (!ofMagnitudes && argument.kind != Kind::Tensor) return std::nullopt;
    const Leaf leaf = leafOf(ofMagnitudes ? *argument.parts.front() : argument, subject);
    if (leaf.state != State::Known) return QueryNumber{leaf.state};
    const Tensor &tensor = leaf.tensor;
    if (tensor.dtype() != DType::Float32 || !tensor.isContiguous() || tensor.count() == 0) return std::nullopt;
    const float *elements = tensor.data<float>();
    if (ofMagnitudes)
        return reduceMapped(call.function, elements, tensor.count(), [](auto value) { return std::abs(value); });
    return reduceMapped(call.function, elements, tensor.count(), [](auto value) { return value; });
}

/** An expression of elements, read from front to back in blocks. */
class ElementReader {
public:
    ElementReader(const Expression &expression, const QuerySubject &subject)
        : m_root(expression)
        , m_subject(subject) {
        prepare(expression);
        if (m_state == State::Known) stretch();
    }

    State state() const { return m_state; }
    int64_t count() const { return m_shape.product(); }
    /** How many elements each of these stands for. */
    int64_t repeats() const { return m_repeats; }
    void read(int64_t begin, int64_t count, double *to) const { evaluate(m_root, begin, count, to); }

private:
    void prepare(const Expression &part) {
        if (m_state == State::Absent) return;
        if (part.type == QueryType::Number) {
            const QueryNumber number = queryNumber(part, m_subject);
            note(number.state);
            m_numbers[&part] = number.value;
        } else if (part.kind == Kind::Tensor) {
            Leaf leaf = leafOf(part, m_subject);
            note(leaf.state);
            m_tensors[&part] = leaf.tensor;
        } else {
            for (const QueryPart &inner : part.parts)
                prepare(*inner);
        }
    }
    void note(State state) {
        if (state == State::Absent || (state == State::Unknown && m_state == State::Known)) m_state = state;
    }
    /** Tensors of several shapes are read as NumPy would stretch them. */
    void stretch() {
        for (const auto &[part, tensor] : m_tensors) {
            const auto common = broadcast(m_shape, tensor.shape());
            if (!common) return note(State::Absent);
            m_shape = *common;
        }
        std::vector<Tensor> wide;
        for (const auto &[part, tensor] : m_tensors)
            wide.push_back(tensor.shape() == m_shape ? tensor : tensor.broadcastTo(m_shape));
        DistinctTogether once = distinctTogether(std::move(wide));
        m_repeats = once.repeats;
        if (!once.tensors.empty()) m_shape = once.tensors.front().shape();
        for (size_t i = 0; auto &[part, tensor] : m_tensors)
            tensor = magnitudes(once.tensors[i++]).contiguous(); // there is no order of complex numbers
    }

    void evaluate(const Expression &part, int64_t begin, int64_t count, double *to) const {
        if (part.type == QueryType::Number) {
            std::fill(to, to + count, m_numbers.at(&part));
        } else if (part.kind == Kind::Tensor) {
            copy(m_tensors.at(&part), begin, count, to);
        } else {
            evaluate(*part.parts[0], begin, count, to);
            if (part.parts.size() == 1) return change(part, count, to);
            double right[blockSize];
            evaluate(*part.parts[1], begin, count, right);
            combine(part.symbol, right, count, to);
        }
    }
    static void copy(const Tensor &tensor, int64_t begin, int64_t count, double *to) {
        visitDType(tensor.dtype(), [&](auto tag) {
            using T = typename decltype(tag)::Type;
            const T *from = reinterpret_cast<const T *>(tensor.rawData()) + begin;
            for (int64_t i = 0; i < count; ++i)
                to[i] = double(static_cast<ComputeType<T>>(from[i]));
        });
    }
    template<class Map> static void map(double *to, int64_t count, Map change) {
        for (int64_t i = 0; i < count; ++i)
            to[i] = double(change(to[i]));
    }
    static void change(const Expression &part, int64_t count, double *to) {
        if (part.kind == Kind::Negative) return map(to, count, [](double value) { return -value; });
        switch (part.function) {
        case QueryFunction::Nan:
            return map(to, count, [](double value) { return std::isnan(value); });
        case QueryFunction::Inf:
            return map(to, count, [](double value) { return std::isinf(value); });
        case QueryFunction::Finite:
            return map(to, count, [](double value) { return std::isfinite(value); });
        case QueryFunction::Zero:
            return map(to, count, [](double value) { return value == 0; });
        default:
            return map(to, count, [](double value) { return std::abs(value); });
        }
    }
    template<class Map> static void merge(double *to, const double *right, int64_t count, Map both) {
        for (int64_t i = 0; i < count; ++i)
            to[i] = double(both(to[i], right[i]));
    }
    static void combine(char symbol, const double *right, int64_t count, double *to) {
        switch (symbol) {
        case '+':
            return merge(to, right, count, [](double a, double b) { return a + b; });
        case '-':
            return merge(to, right, count, [](double a, double b) { return a - b; });
        case '*':
            return merge(to, right, count, [](double a, double b) { return a * b; });
        case '/':
            return merge(to, right, count, [](double a, double b) { return a / b; });
        case '%':
            return merge(to, right, count, [](double a, double b) { return a - b * std::floor(a / b); });
        case '=':
            return merge(to, right, count, [](double a, double b) { return a == b; });
        case '!':
            return merge(to, right, count, [](double a, double b) { return a != b; });
        case '<':
            return merge(to, right, count, [](double a, double b) { return a < b; });
        case '>':
            return merge(to, right, count, [](double a, double b) { return a > b; });
        case 'l':
            return merge(to, right, count, [](double a, double b) { return a <= b; });
        default:
            return merge(to, right, count, [](double a, double b) { return a >= b; });
        }
    }

    const Expression &m_root;
    const QuerySubject &m_subject;
    State m_state = State::Known;
    Dims m_shape;
    int64_t m_repeats = 1;
    std::unordered_map<const Expression *, double> m_numbers;
    std::unordered_map<const Expression *, Tensor> m_tensors;
};

/** Means and spreads of blocks are put together by Chan's formula, so that nothing large cancels. */
void addBlock(Totals &totals, const double *elements, int64_t count) {
    Totals block;
    for (int64_t i = 0; i < count; ++i) {
        const double value = elements[i];
        block.nonZero += value != 0;
        if (std::isnan(value)) {
            ++block.nan;
            continue;
        }
        block.sum += value;
        block.squares += value * value;
        block.min = std::min(block.min, value);
        block.max = std::max(block.max, value);
    }
    const double before = double(totals.count - totals.nan), added = double(count - block.nan);
    totals.count += count;
    totals.nan += block.nan;
    totals.nonZero += block.nonZero;
    totals.sum += block.sum;
    totals.squares += block.squares;
    totals.min = std::min(totals.min, block.min);
    totals.max = std::max(totals.max, block.max);
    if (added == 0) return;
    block.mean = block.sum / added;
    for (int64_t i = 0; i < count; ++i)
        if (!std::isnan(elements[i])) block.spread += (elements[i] - block.mean) * (elements[i] - block.mean);
    const double distance = block.mean - totals.mean;
    totals.mean += distance * added / (before + added);
    totals.spread += block.spread + distance * distance * before * added / (before + added);
}

Totals repeated(Totals totals, int64_t times) {
    for (int64_t *count : {&totals.count, &totals.nan, &totals.nonZero})
        *count *= times;
    for (double *sum : {&totals.sum, &totals.squares, &totals.spread})
        *sum *= double(times);
    return totals;
}

bool isSettled(QueryFunction function, const Totals &totals) {
    if (function == QueryFunction::Any) return totals.nonZero > 0;
    return function == QueryFunction::All && totals.nonZero < totals.count;
}

} // namespace

QueryNumber reduceElements(const Expression &call, const QuerySubject &subject) {
    if (const auto direct = directReduction(call, subject)) return *direct;
    const ElementReader reader(*call.parts.front(), subject);
    if (reader.state() != State::Known) return {reader.state()};
    Totals totals;
    double block[blockSize];
    for (int64_t begin = 0; begin < reader.count() && !isSettled(call.function, totals); begin += blockSize) {
        const int64_t count = std::min(blockSize, reader.count() - begin);
        reader.read(begin, count, block);
        addBlock(totals, block, count);
    }
    return resultOf(call.function, repeated(totals, reader.repeats()));
}

} // namespace jitscope::inline inspect
