// SPDX-License-Identifier: Apache-2.0
// Values: building, comparing, and printing them as MindSpore's IR prints constants.
#include "engine/tensor/value.h"

#include "engine/base/text.h"
#include "engine/tensor/tensorprint.h"

#include <cmath>
#include <cstdlib>

namespace jitscope::inline tensor {

namespace {

Value sequenceValue(SequenceKind kind, std::vector<Value> items) {
    Value value;
    value.data = std::make_shared<const Sequence>(Sequence{kind, std::move(items)});
    return value;
}

bool sameSequence(const Sequence &a, const Sequence &b) {
    if (a.kind != b.kind || a.items.size() != b.items.size()) return false;
    for (size_t i = 0; i < a.items.size(); ++i)
        if (!(a.items[i] == b.items[i])) return false;
    return true;
}

std::string sequenceText(const Sequence &sequence) {
    std::vector<std::string> parts;
    for (const Value &item : sequence.items)
        parts.push_back(toString(item));
    const bool isTuple = sequence.kind == SequenceKind::Tuple;
    return (isTuple ? "(" : "[") + join(parts, ", ") + (isTuple ? ")" : "]");
}

/** Six digits as MindSpore prints, and as many more as it takes to read back the same number where six would lie. */
std::string floatText(double value) {
    const std::string shortText = format("%g", value);
    const bool exact = std::isnan(value) || std::strtod(shortText.c_str(), nullptr) == value;
    return exact ? shortText : shortestNumber(value);
}

std::string quoted(const std::string &text) {
    std::string escaped = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') escaped += '\\';
        if (c == '\n')
            escaped += "\\n";
        else
            escaped += c;
    }
    return escaped + '"';
}

struct Printer {
    std::string operator()(std::monostate) const { return "None"; }
    std::string operator()(bool value) const { return value ? "Bool(1)" : "Bool(0)"; }
    std::string operator()(int64_t value) const { return "I64(" + std::to_string(value) + ")"; }
    std::string operator()(double value) const { return "F32(" + floatText(value) + ")"; }
    std::string operator()(const std::string &value) const { return quoted(value); }
    std::string operator()(DType value) const { return std::string(info(value).name); }
    std::string operator()(const Tensor &value) const { return constantText(value); }
    std::string operator()(const std::shared_ptr<const Sequence> &value) const { return sequenceText(*value); }
    std::string operator()(const GraphReference &value) const { return "@" + value.name; }
    std::string operator()(Monad value) const { return value == Monad::U ? "UMonad[U]" : "IOMonad[IO]"; }
    std::string operator()(const Opaque &value) const { return value.text; }
};

} // namespace

Value Value::tuple(std::vector<Value> items) {
    return sequenceValue(SequenceKind::Tuple, std::move(items));
}
Value Value::list(std::vector<Value> items) {
    return sequenceValue(SequenceKind::List, std::move(items));
}

Value Value::ints(const Dims &dims) {
    std::vector<Value> items;
    for (const int64_t size : dims)
        items.emplace_back(size);
    return tuple(std::move(items));
}

std::optional<double> Value::number() const {
    if (const bool *flag = asBool()) return *flag ? 1.0 : 0.0;
    if (const int64_t *integer = asInt()) return double(*integer);
    if (const double *real = asDouble()) return *real;
    return std::nullopt;
}

std::optional<Dims> Value::dims() const {
    if (const int64_t *one = asInt()) return Dims{*one};
    const Sequence *sequence = asSequence();
    if (!sequence || sequence->items.size() > size_t(maxRank)) return std::nullopt;
    Dims dims;
    for (const Value &item : sequence->items) {
        const int64_t *size = item.asInt();
        if (!size) return std::nullopt;
        dims.push(*size);
    }
    return dims;
}

bool operator==(const Value &a, const Value &b) {
    if (a.data.index() != b.data.index()) return false;
    if (const Tensor *left = a.asTensor()) return identical(*left, *b.asTensor());
    if (const Sequence *left = a.asSequence()) return sameSequence(*left, *b.asSequence());
    if (const double *left = a.asDouble()) // a NaN constant is the same constant as itself
        return *left == *b.asDouble() || (std::isnan(*left) && std::isnan(*b.asDouble()));
    return std::visit(
        [&b](const auto &left) {
            using T = std::decay_t<decltype(left)>;
            if constexpr (std::is_same_v<T, Tensor> || std::is_same_v<T, std::shared_ptr<const Sequence>>)
                return false; // compared above
            else
                return left == std::get<T>(b.data);
        },
        a.data);
}

std::string toString(const Value &value) {
    return std::visit(Printer{}, value.data);
}

} // namespace jitscope::inline tensor
