// SPDX-License-Identifier: Apache-2.0
// Turns the raw records of a recording into operators and tensors with their texts and costs.
#pragma once

#include "engine/base/stablelist.h"
#include "engine/session/nodefacts.h"
#include "engine/session/rawrecord.h"
#include "engine/session/sessionfwd.h"
#include "engine/tensor/releaselog.h"

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
    RecordConverter(const TensorTable &tensors, const ScopeList &scopes, const ThreadNumbers &threads)
        : m_tensors(tensors)
        , m_scopes(scopes)
        , m_threads(threads) {}

    /** Extras of tensors, by id, before the records that bring these. */
    void addExtras(std::span<TensorExtras> extras); ///< takes what is in them
    /** Puts what the record says behind what is in `part`. */
    void add(std::span<const RawWord> record, Session &part);
    /** Puts releases behind it of memory that records brought. The others wait for records that bring theirs. */
    void addReleases(const std::vector<StorageRelease> &releases, Session &part);
    /** All records are here from before what was added: what still waits is none of this recording. */
    void forgetOtherReleases() { m_early.clear(); }

private:
    /** The texts and the cost that all operators with these arguments have. */
    struct Facts {
        SharedText operands, result;
        OpCost cost;
    };
    struct KeyHash {
        size_t operator()(const std::vector<RawWord> &key) const noexcept;
    };

    void meetTensors(int64_t upTo, int64_t timeNs, Session &part);
    void meetMemory(int64_t tensor, int64_t timeNs, Session &part);
    IdList ids(std::span<const RawWord> words, int64_t timeNs, Session &part);
    void addOp(const RawHead &head, std::span<const RawWord> values, Session &part);
    const Facts &factsOf(const RawHead &head, std::span<const RawWord> arguments, std::span<const RawWord> result);
    double bytesGivenAgain(const IdList &inputs) const;
    Facts workOut(const RawHead &head, std::span<const RawWord> arguments, std::span<const RawWord> result) const;

    const TensorTable &m_tensors;
    const ScopeList &m_scopes;
    const ThreadNumbers &m_threads;
    struct Held {
        int64_t tensor = -1, bytes = 0;
    };

    int64_t m_nextTensor = 0, m_nextMemory = 0;
    std::unordered_map<uint64_t, Held> m_held;     ///< memory that the program holds, by the serial of the storage
    std::unordered_map<uint64_t, int64_t> m_early; ///< when memory was released of which no record is here
    std::deque<TensorExtras> m_extras;
    std::unordered_map<std::vector<RawWord>, Facts, KeyHash> m_facts;
    std::unordered_map<const OpDef *, SharedText> m_names;
    std::vector<RawWord> m_key; ///< kept for its memory
    std::vector<int64_t> m_ids; ///< likewise
};

} // namespace jitscope::inline session
