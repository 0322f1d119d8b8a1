// SPDX-License-Identifier: Apache-2.0
// Recorded values of this process that a debugger in another one may ask for.
#pragma once

#include "engine/program/messages.h"
#include "engine/session/recordedvalue.h"
#include "engine/session/sessionfwd.h"

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace jitscope::inline program {

/** Holds what the debugger knows of until it forgets it. From any thread. */
class ExportedValues {
public:
    /** What of the part is new, which is held from now on where it does not go along. */
    std::vector<StorageEntry> add(const Session &part);
    /** Where the values are; they stay there until release(). May read a file. */
    ValueMessage find(const ValueRequest &request);
    void release(int64_t request);
    /** Pairs of a first serial and how many. */
    void forget(const std::vector<int64_t> &serials);

private:
    std::mutex m_mutex;
    std::map<int64_t, std::shared_ptr<RecordedStorage>> m_held;
    std::unordered_map<int64_t, StoragePtr> m_shown; ///< by request
};

} // namespace jitscope::inline program
