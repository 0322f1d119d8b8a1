// SPDX-License-Identifier: Apache-2.0
// Recorded values that are in the memory of another process, or in what that left behind.
#pragma once

#include "engine/program/messages.h"
#include "engine/program/protocol.h"
#include "engine/session/recordedvalue.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace jitscope::inline session {
class Journal;
}

namespace jitscope::inline program {

/**
 * While the process lives its values are asked for: it holds them still for as long as somebody looks, where they are.
 * When it is gone nobody writes to its memory any more, so they are read by their cells. From any thread.
 */
class RemoteValues : public std::enable_shared_from_this<RemoteValues> {
public:
    using Send = std::function<void(MessageKind kind, std::string body)>;
    /** `send` posts a message and does not wait. */
    explicit RemoteValues(Send send)
        : m_send(std::move(send)) {}

    /** Maps the shared memory; takes the descriptor. An error for one that could shrink or is smaller than it says. */
    Result<void> map(int descriptor, const Hello &hello);
    /** Where values go that are too many. */
    void setJournal(std::shared_ptr<const Journal> journal);

    void add(const std::vector<StorageEntry> &entries);
    /** Null for one that was never added. */
    std::shared_ptr<RecordedStorage> storage(uint64_t serial);
    void move(const MovedMessage &moved);
    void drop(const DroppedMessage &dropped);
    void answer(ValueMessage value);
    /** The process is gone. Until then values that it does not answer for cannot be had. */
    void end();

    /** For RecordedStorage. */
    Result<StoragePtr> load(int64_t serial);
    void forget(int64_t serial);

private:
    class Bytes;
    struct Mapping;
    struct Entry {
        StorageEntry told;
        std::weak_ptr<RecordedStorage> storage;
        std::shared_ptr<const SpilledBytes> file;
        SharedText dropped; ///< why its values cannot be had
    };
    Result<StoragePtr> ask(int64_t serial, std::unique_lock<std::mutex> &lock);
    Result<StoragePtr> leftBehind(const Entry &entry) const;
    Result<StoragePtr> shown(ValueMessage value);

    const Send m_send;
    std::mutex m_mutex; ///< guards all below
    std::condition_variable m_changed;
    std::shared_ptr<const Mapping> m_mapping;
    std::shared_ptr<const Journal> m_journal;
    std::unordered_map<int64_t, Entry> m_entries;
    std::unordered_map<int64_t, ValueMessage> m_answers;
    std::vector<int64_t> m_forgotten;
    int64_t m_lastRequest = 0;
    bool m_isEnded = false;
};

} // namespace jitscope::inline program
