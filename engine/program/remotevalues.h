// SPDX-License-Identifier: Apache-2.0
// Recorded values that are in the memory of another process, or in what that left behind.
#pragma once

#include "engine/program/messages.h"
#include "engine/program/protocol.h"
#include "engine/session/recordedvalue.h"

#include <functional>
#include <memory>
#include <vector>

namespace jitscope::inline session {
class Journal;
}

namespace jitscope::inline program {

/**
 * While the process lives its values are asked for: it holds them still for as long as somebody looks, where they are.
 * When it is gone nobody writes to its memory any more, so they are read by their cells. Small ones came with the part
 * and are here. What it gives out is for any thread, itself for the one that takes the messages.
 */
class RemoteValues {
public:
    using Send = std::function<void(MessageKind kind, std::string body)>;
    /** `send` posts a message and does not wait. */
    explicit RemoteValues(Send send);
    ~RemoteValues();

    /** Maps the shared memory; takes the descriptor. An error for one that could shrink or is smaller than it says. */
    Result<void> map(int descriptor, const Hello &hello);
    /** Values that are told from now on are those of another recording, with `journal` for where too many go. Those of
        before stay for as long as somebody holds any of them, then the process is told to forget them. */
    void begin(std::shared_ptr<const Journal> journal);

    void add(const std::vector<StorageEntry> &entries);
    /** None for one that was never added. */
    RecordedMemory memory(uint64_t serial);
    void move(const MovedMessage &moved);
    void drop(const DroppedMessage &dropped);
    void answer(ValueMessage value);
    /** The process is gone. Until then values that it does not answer for cannot be had. */
    void end();

private:
    class Peer;
    class Recording;
    template<class Take> void give(int64_t serial, Take take);

    const std::shared_ptr<Peer> m_peer;
    std::shared_ptr<Recording> m_recording;
    std::vector<std::weak_ptr<Recording>> m_before; ///< recordings that may still be held
};

} // namespace jitscope::inline program
