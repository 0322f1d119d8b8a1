// SPDX-License-Identifier: Apache-2.0
// What the recording thread writes for each operator: a few words of plain data, from which texts are made later.
//
// A value is one word, a tag in its lowest four bits and what fits beside it above; numbers that do not fit, texts and
// the items of sequences follow in words of their own. A tensor is its id alone, so nothing is kept alive.
#pragma once

#include "engine/ops/opdef.h"
#include "engine/session/tensortable.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace jitscope::inline session {

using RawWord = uint64_t;

enum class RawKind : uint8_t {
    Op,       ///< an eager operator
    Node,     ///< a node of a compiled graph
    Gradient, ///< a link
    Tensor,   ///< a tensor that no operator brought
};

/** The threads that recorded something, by numbers that fit a byte. */
class ThreadNumbers {
public:
    ThreadNumbers() {
        for (std::atomic<int64_t> &thread : m_threads)
            thread = -1;
    }
    /** For a thread that has none yet; the last number is that of all for whom none is left. */
    uint8_t add(int64_t thread) {
        const size_t number = m_count.fetch_add(1);
        if (number >= last) return last;
        m_threads[number] = thread;
        return uint8_t(number);
    }
    /** The thread's own, as currentThread(); -1 where it is not known. */
    int64_t operator[](uint8_t number) const { return m_threads[number]; }
    void clear() { m_count = 0; }

private:
    static constexpr uint8_t last = 255;
    std::array<std::atomic<int64_t>, last + 1> m_threads;
    std::atomic<size_t> m_count = 0;
};

/** The head of a record; `words` behind it are its values. */
struct RawHead {
    RawKind kind = RawKind::Op;
    uint8_t phase = 0; ///< OpPhase
    bool isFailed = false;
    uint8_t thread = 0; ///< a number of ThreadNumbers
    uint32_t words = 0; ///< of the whole record, with the head
    uint32_t arguments = 0;
    int32_t stack = -1;
    int32_t scope = 0;
    int32_t compilation = -1;
    const void *subject = nullptr; ///< OpDef of an operator, NodeFacts of a node
    int64_t number = -1;           ///< of the operator; the gradient's or tensor's id
    int64_t startNs = 0, durationNs = 0;
    int64_t other = -1; ///< `forward` of an operator, the call of a node, the tensor that a gradient is of
};
constexpr size_t rawHeadWords = sizeof(RawHead) / sizeof(RawWord);
static_assert(sizeof(RawHead) % sizeof(RawWord) == 0);

/** The words of a value; tensors are asked for by `idOf`. */
template<class IdOf> void appendRaw(std::vector<RawWord> &words, const Value &value, IdOf &&idOf);

/** Like a Value, with tensors that have a type and no elements. Moves `place` behind it. */
Value rawValue(std::span<const RawWord> words, size_t &place, const TensorTable &tensors);

/** Calls `visit(word)` for each tensor's word of the values; it may change the word. */
template<class Words, class Visit> void visitRawTensors(Words words, Visit visit);

namespace raw {

enum Tag : uint8_t {
    None,
    Bool,
    SmallInt,
    Int,
    Double,
    DataType,
    TensorId,
    Undefined,
    Text,
    Tuple,
    List,
    Graph,
    Token,
    Object
};

constexpr int tagBits = 4;
constexpr RawWord word(Tag tag, uint64_t payload = 0) {
    return RawWord(tag) | payload << tagBits;
}
constexpr Tag tagOf(RawWord word) {
    return Tag(word & 15);
}
constexpr uint64_t payloadOf(RawWord word) {
    return word >> tagBits;
}
constexpr size_t textWords(size_t bytes) {
    return (bytes + sizeof(RawWord) - 1) / sizeof(RawWord);
}
/** Words behind the first one that belong to it; the items of a sequence are words of their own. */
constexpr size_t wordsBehind(RawWord first) {
    switch (tagOf(first)) {
    case Int:
    case Double:
        return 1;
    case Text:
    case Graph:
    case Object:
        return textWords(payloadOf(first));
    default:
        return 0;
    }
}

void appendText(std::vector<RawWord> &words, Tag tag, std::string_view text);
/** All but tensors and sequences. */
void appendPlain(std::vector<RawWord> &words, const Value &value);
std::string textAt(std::span<const RawWord> words, size_t &place);

} // namespace raw

template<class IdOf> void appendRaw(std::vector<RawWord> &words, const Value &value, IdOf &&idOf) {
    if (const Tensor *tensor = value.asTensor()) {
        words.push_back(tensor->defined() ? raw::word(raw::TensorId, uint64_t(idOf(*tensor)))
                                          : raw::word(raw::Undefined));
    } else if (const Sequence *sequence = value.asSequence()) {
        const raw::Tag tag = sequence->kind == SequenceKind::Tuple ? raw::Tuple : raw::List;
        words.push_back(raw::word(tag, sequence->items.size()));
        for (const Value &item : sequence->items)
            appendRaw(words, item, idOf);
    } else {
        raw::appendPlain(words, value);
    }
}

template<class Words, class Visit> void visitRawTensors(Words words, Visit visit) {
    for (size_t i = 0; i < words.size(); i += 1 + raw::wordsBehind(words[i]))
        if (raw::tagOf(words[i]) == raw::TensorId) visit(words[i]);
}

} // namespace jitscope::inline session
