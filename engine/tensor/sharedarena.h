// SPDX-License-Identifier: Apache-2.0
// Memory of tensors that another process can see: a file without a name, mapped once for as long as the process lives.
//
// The process that runs a program installs it before it makes its first tensor. Whoever watches the program gets the
// file's descriptor and sees the elements where they are, without a copy, also after the program died.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace jitscope::inline tensor {

/** The arena of this process; from any thread. A forked child goes on with a copy that nobody else sees. */
class SharedArena {
public:
    /** From now on tensors get their memory here; once, before the first tensor. */
    static Result<void> install();
    static bool isInstalled();
    /** Of the file; -1 without an arena. */
    static int descriptor();
    /** How far offsets go, whatever is in use: pages that nothing was written to take no memory. */
    static int64_t bytes();
    /** Where the first byte of the file stands in this process. */
    static const std::byte *base();
    /** The offset of an address, nothing for one that lies elsewhere. */
    static std::optional<int64_t> offsetOf(const void *address);

    /** A block aligned to 64 bytes, not initialised, or null when memory is out. */
    static void *allocate(size_t size);
    /** A block of allocate(), with the size that it was asked for with. */
    static void release(void *block, size_t size);
};

} // namespace jitscope::inline tensor
