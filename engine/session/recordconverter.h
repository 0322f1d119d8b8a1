// SPDX-License-Identifier: Apache-2.0
// Turns the raw records of a recording into operators and tensors with their texts and costs.
#pragma once

#include "engine/base/stablelist.h"
#include "engine/session/nodefacts.h"
#include "engine/session/rawrecord.h"
#include "engine/session/sessionfwd.h"

#include <deque>
#include <unordered_map>
#include <vector>

namespace jitscope::inline ops {
struct OpDef;
}

namespace jitscope::inline session {

/** What a new tensor has beside its type, where it has it. */
struct TensorExtras {
    int64_t id = -1;
    SharedText name;
    std::shared_ptr<RecordedStorage> value;
};

using ScopeList = StableList<SharedText, 1024, size_t(1) << 24>;

/** Not for two threads at once. */
class RecordConverter {
public:
    RecordConverter(const TensorTable &tensors, const ScopeList &scopes)
        : m_tensors(tensors)
        , m_scopes(scopes) {}

    /** Extras of tensors, by id, before the records that bring these. */
    void addExtras(std::vector<TensorExtras> extras);
    /** Puts what the record says behind what is in `part`. */
    void add(std::span<const RawWord> record, Session &part);

private:
    /** The texts and the cost that all operators with these arguments have. */
    struct Facts {
        SharedText operands, result;
        OpCost cost;
    };
    struct KeyHash {
        size_t operator()(const std::vector<RawWord> &key) const noexcept;
    };

    void meetTensors(int64_t upTo, Session &part);
    IdList ids(std::span<const RawWord> words, Session &part);
    void addOp(const RawHead &head, std::span<const RawWord> values, Session &part);
    const Facts &factsOf(const RawHead &head, std::span<const RawWord> arguments, std::span<const RawWord> result);
    Facts workOut(const RawHead &head, std::span<const RawWord> arguments, std::span<const RawWord> result) const;

    const TensorTable &m_tensors;
    const ScopeList &m_scopes;
    int64_t m_nextTensor = 0;
    std::deque<TensorExtras> m_extras;
    std::unordered_map<std::vector<RawWord>, Facts, KeyHash> m_facts;
    std::unordered_map<const OpDef *, SharedText> m_names;
    std::vector<RawWord> m_key; ///< kept for its memory
    std::vector<int64_t> m_ids; ///< likewise
};

} // namespace jitscope::inline session
