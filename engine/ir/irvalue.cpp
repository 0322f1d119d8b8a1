// SPDX-License-Identifier: Apache-2.0
// Constants and attributes as dumps write them.
#include "engine/ir/irvalue.h"

#include "engine/base/text.h"
#include "engine/ir/irlexer.h"

#include <algorithm>
#include <cstdlib>

namespace jitscope::inline ir {

namespace {

constexpr size_t npos = std::string_view::npos;

/** The numbers of an array's text; nothing if there is anything else in it, or not exactly `count`. */
template<class Number, class Read>
std::optional<std::vector<Number>> readElements(std::string_view text, int64_t count, Read read) {
    std::vector<Number> numbers;
    const std::string_view separators = "[], \t\r\n";
    size_t position = 0;
    while ((position = text.find_first_not_of(separators, position)) != npos) {
        const size_t end = std::min(text.find_first_of(separators, position), text.size());
        const auto number = read(text.substr(position, end - position));
        if (!number || int64_t(numbers.size()) == count) return std::nullopt;
        numbers.push_back(*number);
        position = end;
    }
    if (int64_t(numbers.size()) != count) return std::nullopt;
    return numbers;
}

std::optional<int64_t> readInteger(std::string_view text) {
    if (text == "True" || text == "true") return 1;
    if (text == "False" || text == "false") return 0;
    if (const auto number = wholeNumber(text)) return number;
    // Only uint64 has numbers that int64 cannot hold; their bits are the same.
    if (text.empty() || text.find_first_not_of("0123456789") != npos || text.size() > 20) return std::nullopt;
    return int64_t(std::strtoull(std::string(text).c_str(), nullptr, 10));
}

/** "1.5-0.25j": the second sign that is none of an exponent parts it. */
std::optional<std::complex<double>> readComplex(std::string_view text) {
    if (text.empty() || text.back() != 'j') return std::nullopt;
    for (size_t i = text.size() - 1; i > 0; --i) {
        if ((text[i] != '+' && text[i] != '-') || text[i - 1] == 'e') continue;
        const std::string_view second = text.substr(text[i] == '+' ? i + 1 : i);
        const auto real = realNumber(text.substr(0, i)), imaginary = realNumber(second.substr(0, second.size() - 1));
        if (!real || !imaginary) return std::nullopt;
        return std::complex<double>(*real, *imaginary);
    }
    return std::nullopt;
}

/** `numbers` as a tensor of Number's own dtype, converted to `dtype`. */
template<class Number> Tensor tensorOf(const std::vector<Number> &numbers, const Dims &shape, DType own, DType dtype) {
    Tensor tensor(shape, own);
    std::copy(numbers.begin(), numbers.end(), tensor.mutableData<Number>());
    return tensor.cast(dtype);
}

/** "shape=[2, 3], dtype=Float32, value=..." as a tensor; nothing if it is elided or malformed. */
std::optional<Tensor> parseTensor(std::string_view text) {
    std::string_view parts[3];
    size_t position = 0;
    for (size_t i = 0; const std::string_view key : {"shape=", "dtype=", "value="}) {
        position = text.find(key, position);
        if (position == npos) return std::nullopt;
        position += key.size();
        parts[i++] = text.substr(position);
    }
    if (!parts[0].starts_with("[")) return std::nullopt;
    std::vector<int64_t> sizes;
    for (const std::string_view size : splitList(parts[0].substr(1, parts[0].find(']') - 1))) {
        const auto number = wholeNumber(size);
        if (!number) return std::nullopt;
        sizes.push_back(*number);
    }
    const auto count = checkedCount(sizes);
    const auto dtype = dtypeNamed(trimmed(parts[1].substr(0, parts[1].find(','))));
    // Every element takes a character at least, which bounds what a wrong shape could make us allocate.
    if (!count || !dtype || sizes.size() > size_t(maxRank) || *count > int64_t(parts[2].size())) return std::nullopt;

    const Dims shape{std::span<const int64_t>(sizes)};
    if (isComplex(*dtype)) {
        const auto numbers = readElements<std::complex<double>>(parts[2], *count, readComplex);
        if (!numbers) return std::nullopt;
        return tensorOf(*numbers, shape, DType::Complex128, *dtype);
    }
    if (!info(*dtype).floating) {
        const auto numbers = readElements<int64_t>(parts[2], *count, readInteger);
        if (!numbers) return std::nullopt;
        return tensorOf(*numbers, shape, DType::Int64, *dtype);
    }
    const auto numbers = readElements<double>(parts[2], *count, realNumber);
    if (!numbers) return std::nullopt;
    return tensorOf(*numbers, shape, DType::Float64, *dtype);
}

Value parseNested(std::string_view text, int depth);

/** What stands in the brackets behind `prefix` if `text` is exactly "prefix(...)". */
std::optional<std::string_view> callArgument(std::string_view text, std::string_view prefix) {
    if (!text.starts_with(prefix) || text.size() <= prefix.size() + 1 || text[prefix.size()] != '(')
        return std::nullopt;
    if (closingBracket(text, prefix.size()) != text.size() - 1) return std::nullopt;
    return text.substr(prefix.size() + 1, text.size() - prefix.size() - 2);
}

std::optional<Value> parseScalar(std::string_view text) {
    if (const auto argument = callArgument(text, "Bool")) {
        if (*argument == "1" || *argument == "true") return Value(true);
        if (*argument == "0" || *argument == "false") return Value(false);
    }
    if (const auto argument = callArgument(text, "I64"))
        if (const auto number = wholeNumber(*argument)) return Value(*number);
    if (const auto argument = callArgument(text, "F32"))
        if (const auto number = realNumber(*argument)) return Value(*number);
    if (const auto argument = callArgument(text, "Tensor"))
        if (const auto tensor = parseTensor(*argument)) return Value(*tensor);
    return std::nullopt;
}

std::optional<Value> parseWord(std::string_view text) {
    if (text == "None") return Value();
    if (text == "true") return Value(true);
    if (text == "false") return Value(false);
    if (text == "UMonad[U]" || text == "U") return Value(Monad::U);
    if (text == "IOMonad[IO]" || text == "IO") return Value(Monad::IO);
    if (const auto number = wholeNumber(text)) return Value(*number);
    if (text.find('.') != npos && text.find_first_not_of("+-.0123456789eE") == npos)
        if (const auto number = realNumber(text)) return Value(*number);
    if (const auto dtype = dtypeNamed(text); dtype && info(*dtype).name == text) return Value(*dtype);
    if (text.size() > 1 && text[0] == '@' && text.find_first_of("()[]{} ,\"") == npos)
        return Value(GraphReference{std::string(text.substr(1))});
    return std::nullopt;
}

std::optional<Value> parseSequence(std::string_view text, int depth) {
    if (text.size() < 2 || (text[0] != '(' && text[0] != '[')) return std::nullopt;
    if (closingBracket(text, 0) != text.size() - 1 || depth >= maxNesting) return std::nullopt;
    std::vector<Value> items;
    for (const std::string_view piece : splitList(text.substr(1, text.size() - 2)))
        if (!piece.empty()) items.push_back(parseNested(piece, depth + 1));
    return text[0] == '(' ? Value::tuple(std::move(items)) : Value::list(std::move(items));
}

Value parseNested(std::string_view text, int depth) {
    text = trimmed(text);
    if (const auto string = unquoted(text)) return Value(*string);
    if (auto value = parseWord(text)) return *value;
    if (auto value = parseScalar(text)) return *value;
    if (auto value = parseSequence(text, depth)) return *value;
    if (const auto argument = callArgument(text, "Object"))
        if (const auto foreign = unquoted(*argument)) return Value(Opaque{*foreign});
    return Value(Opaque{singleLine(text)});
}

/** Foreign text as it is where it reads back as the same; else wrapped, so that it cannot break the line around it. */
std::string opaqueText(const std::string &text) {
    const bool oneItem = splitList(text).size() == 1 && text.find_first_of("\n%") == npos;
    if (oneItem && closingBracket("(" + text + ")", 0) == text.size() + 1) {
        const Value value = parseValue(text);
        if (value.asOpaque() && value.asOpaque()->text == text) return text;
    }
    return "Object(" + quoted(text) + ")";
}

std::string sequenceText(const Sequence &sequence) {
    std::vector<std::string> items;
    for (const Value &item : sequence.items)
        items.push_back(valueText(item));
    const bool isTuple = sequence.kind == SequenceKind::Tuple;
    return (isTuple ? "(" : "[") + join(items, ", ") + (isTuple ? ")" : "]");
}

} // namespace

std::string valueText(const Value &value) {
    if (const Opaque *opaque = value.asOpaque()) return opaqueText(opaque->text);
    if (const Sequence *sequence = value.asSequence()) return sequenceText(*sequence);
    return toString(value);
}

Value parseValue(std::string_view text) {
    return parseNested(text, 0);
}

std::string attributesText(const Attributes &attributes) {
    std::vector<std::string> pieces;
    for (const auto &[key, value] : attributes)
        pieces.push_back(key + ": " + valueText(value));
    return "{" + join(pieces, ", ") + "}";
}

Attributes parseAttributes(std::string_view text, char separator) {
    Attributes attributes;
    for (const auto &[key, value] : splitPairs(text, separator))
        attributes.emplace_back(singleLine(key), parseValue(value));
    return attributes;
}

std::string bareText(const Value &value) {
    if (const bool *flag = value.asBool()) return *flag ? "true" : "false";
    if (const int64_t *number = value.asInt()) return format("%lld", (long long)(*number));
    const std::string *string = value.asString();
    if (!string) return valueText(value);
    const Value again = parseBare(*string);
    return again.asString() && *again.asString() == *string ? *string : quoted(*string);
}

Value parseBare(std::string_view text) {
    text = trimmed(text);
    const Value value = parseValue(text);
    if (text.empty() || value.asOpaque()) return Value(singleLine(text));
    return value;
}

} // namespace jitscope::inline ir
