// SPDX-License-Identifier: Apache-2.0
// Which memory of weights is built into compiled graphs: who gives a weight other values writes them there, because a
// graph whose weight has other memory must be compiled anew.
#pragma once

#include "engine/tensor/storage.h"

namespace jitscope::inline python {

/** Memory that is built into a graph, known as such while the graph lives. Under the interpreter's lock. */
class BuiltInMemory {
public:
    explicit BuiltInMemory(StoragePtr storage);
    BuiltInMemory(BuiltInMemory &&) noexcept = default;
    BuiltInMemory &operator=(BuiltInMemory &&) = delete;
    ~BuiltInMemory();

    const StoragePtr &storage() const { return m_storage; }
    /** Whether any graph has it. */
    static bool isBuiltIn(const Storage *storage);

private:
    StoragePtr m_storage; ///< null once moved from
};

} // namespace jitscope::inline python
