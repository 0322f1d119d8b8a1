// SPDX-License-Identifier: Apache-2.0
// Reading constants as numbers and lists of sizes.
#include "engine/passes/support/constants.h"

#include <algorithm>
#include <bit>

namespace jitscope::inline passes {

namespace {

constexpr int64_t mostElements = 4096;

std::optional<double> uniformElement(const Tensor &tensor) {
    const int64_t count = tensor.count();
    if (count == 0 || count > mostElements) return {};
    const double first = tensor.at(0);
    for (int64_t i = 1; i < count; ++i)
        if (tensor.at(i) != first) return {};
    return first;
}

/** Of its size and some of its elements: constants of one size are many, and their table must not be a list. */
size_t tensorHash(const Tensor &tensor) {
    constexpr int64_t most = 8;
    const int64_t count = tensor.count(), looks = std::min(most, count);
    size_t hash = size_t(count);
    if (isComplex(tensor.dtype())) return hash;
    for (int64_t i = 0; i < looks; ++i)
        hash = mixedHash(hash, std::hash<double>{}(tensor.at(i * count / looks)));
    return hash;
}

} // namespace

std::optional<double> uniformNumber(const Node &node) {
    if (!node.isConstant() || node.value->asBool()) return {};
    if (const Tensor *tensor = node.value->asTensor()) return uniformElement(*tensor);
    return node.value->number();
}

bool isNumber(const Node &node, double number) {
    const auto value = uniformNumber(node);
    return value && *value == number;
}

bool identicalValues(const Value &a, const Value &b) {
    if (a.data.index() != b.data.index()) return false;
    if (const double *number = a.asDouble())
        return std::bit_cast<uint64_t>(*number) == std::bit_cast<uint64_t>(*b.asDouble());
    if (const Tensor *tensor = a.asTensor())
        return tensor->sameView(*b.asTensor()) || identical(*tensor, *b.asTensor());
    const Sequence *left = a.asSequence(), *right = b.asSequence();
    if (!left) return a == b;
    if (left->kind != right->kind || left->items.size() != right->items.size()) return false;
    for (size_t i = 0; i < left->items.size(); ++i)
        if (!identicalValues(left->items[i], right->items[i])) return false;
    return true;
}

size_t valueHash(const Value &value) {
    const size_t kind = value.data.index();
    if (const int64_t *number = value.asInt()) return mixedHash(kind, std::hash<int64_t>{}(*number));
    if (const double *number = value.asDouble()) return mixedHash(kind, std::hash<double>{}(*number));
    if (const std::string *text = value.asString()) return mixedHash(kind, std::hash<std::string>{}(*text));
    if (const Tensor *tensor = value.asTensor()) return tensorHash(*tensor);
    size_t hash = kind;
    if (const Sequence *sequence = value.asSequence())
        for (const Value &item : sequence->items)
            hash = mixedHash(hash, valueHash(item));
    return hash;
}

size_t mixedHash(size_t seed, size_t value) {
    return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2));
}

std::optional<bool> constantBool(const Node &node) {
    if (!node.isConstant()) return {};
    if (const Tensor *tensor = node.value->asTensor())
        return tensor->count() == 1 ? std::optional(tensor->at(0) != 0) : std::nullopt;
    const auto number = node.value->number();
    return number ? std::optional(*number != 0) : std::nullopt;
}

std::optional<Dims> constantDims(const Node &node) {
    if (!node.isConstant()) return {};
    return node.value->dims();
}

} // namespace jitscope::inline passes
