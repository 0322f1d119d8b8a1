// SPDX-License-Identifier: Apache-2.0
// Words of constants, and values made of words.
#include "engine/session/rawrecord.h"

#include <bit>
#include <cassert>
#include <cstring>

namespace jitscope::inline session {

namespace raw {

void appendText(std::vector<RawWord> &words, Tag tag, std::string_view text) {
    words.push_back(word(tag, text.size()));
    const size_t begin = words.size();
    words.resize(begin + textWords(text.size()));
    if (!text.empty()) std::memcpy(&words[begin], text.data(), text.size());
}

void appendPlain(std::vector<RawWord> &words, const Value &value) {
    if (value.isNone()) {
        words.push_back(word(None));
    } else if (const bool *truth = value.asBool()) {
        words.push_back(word(Bool, *truth ? 1 : 0));
    } else if (const int64_t *integer = value.asInt()) {
        const bool isSmall = *integer >= 0 && *integer < int64_t(1) << 59;
        words.push_back(word(isSmall ? SmallInt : Int, isSmall ? uint64_t(*integer) : 0));
        if (!isSmall) words.push_back(std::bit_cast<RawWord>(*integer));
    } else if (const double *number = value.asDouble()) {
        words.insert(words.end(), {word(Double), std::bit_cast<RawWord>(*number)});
    } else if (const DType *dtype = value.asDType()) {
        words.push_back(word(DataType, uint64_t(*dtype)));
    } else if (const std::string *text = value.asString()) {
        appendText(words, Text, *text);
    } else if (const GraphReference *graph = value.asGraph()) {
        appendText(words, Graph, graph->name);
    } else if (const Monad *monad = value.asMonad()) {
        words.push_back(word(Token, uint64_t(*monad)));
    } else {
        appendText(words, Object, value.asOpaque()->text);
    }
}

std::string textAt(std::span<const RawWord> words, size_t &place) {
    std::string text(size_t(payloadOf(words[place])), '\0');
    if (!text.empty()) std::memcpy(text.data(), &words[place + 1], text.size());
    place += 1 + textWords(text.size());
    return text;
}

} // namespace raw

namespace {

/** A type alone: no kernel ever sees it. */
Tensor typeOnly(const TensorView &view) {
    // Never given back: at the end of the process the recorder's thread may still work when statics are gone already.
    static const auto *const nothing = new StoragePtr(Storage::allocate(0));
    return Tensor(*nothing, view.shape, view.strides, 0, view.dtype);
}

Value sequenceAt(std::span<const RawWord> words, size_t &place, const TensorTable &tensors) {
    const bool isTuple = raw::tagOf(words[place]) == raw::Tuple;
    const uint64_t count = raw::payloadOf(words[place++]);
    std::vector<Value> items;
    items.reserve(count);
    for (uint64_t i = 0; i < count; ++i)
        items.push_back(rawValue(words, place, tensors));
    return isTuple ? Value::tuple(std::move(items)) : Value::list(std::move(items));
}

} // namespace

Value rawValue(std::span<const RawWord> words, size_t &place, const TensorTable &tensors) {
    const RawWord first = words[place];
    const uint64_t payload = raw::payloadOf(first);
    switch (raw::tagOf(first)) {
    case raw::Tuple:
    case raw::List:
        return sequenceAt(words, place, tensors);
    case raw::Text:
        return Value(raw::textAt(words, place));
    case raw::Graph:
        return Value(GraphReference{raw::textAt(words, place)});
    case raw::Object:
        return Value(Opaque{raw::textAt(words, place)});
    default:
        break;
    }
    place += 1 + raw::wordsBehind(first);
    switch (raw::tagOf(first)) {
    case raw::Bool:
        return Value(payload != 0);
    case raw::SmallInt:
        return Value(int64_t(payload));
    case raw::Int:
        return Value(std::bit_cast<int64_t>(words[place - 1]));
    case raw::Double:
        return Value(std::bit_cast<double>(words[place - 1]));
    case raw::DataType:
        return Value(DType(payload));
    case raw::TensorId:
        return Value(typeOnly(tensors.view(int64_t(payload))));
    case raw::Undefined:
        return Value(Tensor());
    case raw::Token:
        return Value(Monad(payload));
    default:
        return Value();
    }
}

} // namespace jitscope::inline session
