// SPDX-License-Identifier: Apache-2.0
// A part of a recording as bytes, for the journal: compact rows, each text once, values by their number alone.
#pragma once

#include "engine/session/recordedvalue.h"
#include "engine/session/sessionfwd.h"

#include <functional>
#include <string>
#include <string_view>

namespace jitscope::inline session {

/** Everything but the values of tensors and machine code, which would have to be made for it. */
std::string packSession(const Session &part);

/** The memory that a number (RecordedStorage::serial() of when it was packed) stands for; none when it is lost. */
using StorageSource = std::function<RecordedMemory(uint64_t storage)>;

/** The reverse, of bytes that were written when session files had that version. Nothing in the bytes is taken on trust,
   but whether records refer to what is there is for checkReferences() to say of the whole. */
Result<Session> unpackSession(std::string_view bytes, const StorageSource &storages, int version);

} // namespace jitscope::inline session
