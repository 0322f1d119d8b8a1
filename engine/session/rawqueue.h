// SPDX-License-Identifier: Apache-2.0
// The way of raw records from the recording thread to the one that works them out: chunks of words, read while written.
#pragma once

#include "engine/session/rawrecord.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace jitscope::inline session {

/** One writer and one reader at a time. A record lies in one chunk. */
class RawQueue {
public:
    static constexpr int64_t mostWords = (int64_t(256) << 20) / int64_t(sizeof(RawWord));

    /** Writer: room for a record; valid until publish(). */
    RawWord *reserve(size_t words) {
        if (m_used + words > m_capacity) [[unlikely]]
            beginChunk(words);
        return m_words + m_used;
    }
    /** Writer: the reader may have it. */
    void publish(size_t words) {
        m_used += words;
        m_current->used.store(m_used, std::memory_order_release);
        m_published.store(m_published.load(std::memory_order_relaxed) + int64_t(words), std::memory_order_relaxed);
    }
    /** Writer: gets the first chunk before there is anything to write, so that no record waits for the system. */
    void prepare() {
        if (m_current != nullptr) return;
        beginChunk(1);
        std::memset(m_words, 0, m_capacity * sizeof(RawWord)); // the system finds pages for it now
    }
    /** Writer: whether the reader is so far behind that waitForRoom() should be called before the next record. */
    bool isFull() const { return waiting() > m_room.load(std::memory_order_relaxed); }
    bool isHalfFull() const { return waiting() > m_room.load(std::memory_order_relaxed) / 2; }
    /** Until half of the room is free. Holds nothing meanwhile: the program may be struck while it waits. */
    void waitForRoom() const;
    /** Called when a chunk is full. */
    void setWake(std::function<void()> wake) { m_wake = std::move(wake); }

    /** Reader: what was published of the oldest chunk and not yet consumed; empty when all is. */
    std::span<const RawWord> ready();
    void consume(size_t words);
    /** Reader: the most words that may wait; never more than three million operators have. */
    void setRoom(int64_t words) { m_room = std::min(words, mostWords); }
    /** Reader: gets some of the chunks that the writer will ask for, and what the system takes for their memory. */
    void stockUp();
    /** Forgets all; nobody may write meanwhile. */
    void clear();

private:
    struct alignas(64) Chunk { // a line of memory of its own: what stands beside it is not the writer's
        explicit Chunk(size_t size);
        struct Free {
            void operator()(RawWord *words) const { std::free(words); }
        };
        std::unique_ptr<RawWord[], Free> words;
        size_t capacity;
        std::atomic<size_t> used = 0;
    };
    void beginChunk(size_t leastWords);
    void finishFront();
    int64_t waiting() const {
        return m_published.load(std::memory_order_relaxed) - m_consumed.load(std::memory_order_relaxed);
    }

    RawWord *m_words = nullptr; ///< of the current chunk
    size_t m_used = 0, m_capacity = 0;
    Chunk *m_current = nullptr;
    std::atomic<int64_t> m_published = 0, m_consumed = 0; ///< words
    std::atomic<int64_t> m_room = mostWords;
    std::function<void()> m_wake;

    std::mutex m_mutex;                          ///< guards the lists
    std::deque<std::unique_ptr<Chunk>> m_chunks; ///< the current one is the last
    std::vector<std::unique_ptr<Chunk>> m_spare;
    size_t m_read = 0; ///< of the first chunk; the reader's
};

} // namespace jitscope::inline session
