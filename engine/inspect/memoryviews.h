// SPDX-License-Identifier: Apache-2.0
// Views of one memory as tensors of a recording: what an in-place write through one of them means for the others.
//
// After a write, another view of the memory is a tensor that no operator gave. Its elements are those of the written
// view where that covers them, and elsewhere those that the memory held before. Known where values were recorded, since
// these say which tensors share memory and where they lie in it.
#pragma once

#include "engine/inspect/elementset.h"
#include "engine/session/recordedvalue.h"

#include <optional>
#include <unordered_map>

namespace jitscope::inline inspect {

/** The input whose memory became a result of an in-place operator: what it held before; -1 where that is not known. */
int64_t heldBefore(const Session &session, const OpEvent &op, size_t output);

class MemoryViews {
public:
    explicit MemoryViews(const Session &session)
        : m_session(session) {}

    /** The operator whose write the tensor sees though it did not give it, or -1. */
    int64_t writerOf(const TensorRecord &tensor);
    /** Elements of other tensors that the elements are; those that are nowhere else stay with the tensor itself. */
    struct Part {
        int64_t tensor = -1;
        ElementSet elements;
    };
    std::vector<Part> partsOf(const TensorRecord &tensor, const ElementSet &elements);

private:
    struct Write {
        int64_t op = -1, result = -1, before = -1; ///< the operator, what it wrote, and the same view before
    };

    void findAll();
    std::vector<TensorRecord> viewsBefore(const Write &write) const;

    const Session &m_session;
    bool m_isReady = false;
    std::unordered_map<RecordedMemory, Write, RecordedMemory::Hash> m_writes;
    /** Of memory that was written later. */
    std::unordered_map<RecordedMemory, std::vector<int64_t>, RecordedMemory::Hash> m_views;
};

} // namespace jitscope::inline inspect
