// SPDX-License-Identifier: Apache-2.0
// Chunks come, are read and serve again.
#include "engine/session/rawqueue.h"

#include "engine/base/largepages.h"

namespace jitscope::inline session {

namespace {

constexpr size_t chunkBytes = largePageBytes;
constexpr size_t chunkWords = chunkBytes / sizeof(RawWord);
constexpr size_t spareChunks = 8;
constexpr size_t stockedChunks = 3; ///< what the program writes while the reader gets the next

/** Where records wait, a chunk that is read is there sooner than one that the system has to find and clear. */
constexpr size_t stockedWhileBehind = 1;

} // namespace

RawQueue::Chunk::Chunk(size_t size)
    : words(static_cast<RawWord *>(allocateLargePages(size * sizeof(RawWord))))
    , capacity(size) {}

void RawQueue::beginChunk(size_t leastWords) {
    std::unique_ptr<Chunk> chunk;
    {
        const std::lock_guard lock(m_mutex);
        if (leastWords <= chunkWords && !m_spare.empty()) {
            chunk = std::move(m_spare.back());
            m_spare.pop_back();
        }
    }
    if (!chunk) chunk = std::make_unique<Chunk>((leastWords + chunkWords - 1) / chunkWords * chunkWords);
    m_current = chunk.get();
    m_words = chunk->words.get();
    m_capacity = chunk->capacity;
    m_used = 0;
    {
        const std::lock_guard lock(m_mutex);
        m_chunks.push_back(std::move(chunk));
    }
    if (m_wake) m_wake();
}

void RawQueue::stockUp() {
    while (true) {
        {
            const std::lock_guard lock(m_mutex);
            const bool isBehind = waiting() > int64_t(chunkWords);
            if (m_spare.size() >= (isBehind ? stockedWhileBehind : stockedChunks)) return;
        }
        auto chunk = std::make_unique<Chunk>(chunkWords);
        std::memset(chunk->words.get(), 0, chunkBytes); // the system finds pages for it now, and clears them
        const std::lock_guard lock(m_mutex);
        m_spare.push_back(std::move(chunk));
    }
}

void RawQueue::waitForRoom() const {
    while (true) {
        const int64_t consumed = m_consumed;
        if (m_published - consumed <= m_room / 2) return;
        m_consumed.wait(consumed);
    }
}

void RawQueue::consume(size_t words) {
    m_read += words;
    m_consumed += int64_t(words);
    m_consumed.notify_all();
}

std::span<const RawWord> RawQueue::ready() {
    while (true) {
        Chunk *front = nullptr;
        bool isLast = false;
        {
            const std::lock_guard lock(m_mutex);
            if (m_chunks.empty()) return {};
            front = m_chunks.front().get();
            isLast = m_chunks.size() == 1;
        }
        const size_t used = front->used.load(std::memory_order_acquire);
        if (m_read < used) return {front->words.get() + m_read, used - m_read};
        if (isLast) return {};
        finishFront();
    }
}

void RawQueue::finishFront() {
    const std::lock_guard lock(m_mutex);
    std::unique_ptr<Chunk> chunk = std::move(m_chunks.front());
    m_chunks.pop_front();
    m_read = 0;
    if (m_spare.size() < spareChunks && chunk->capacity == chunkWords) {
        chunk->used.store(0, std::memory_order_relaxed);
        m_spare.push_back(std::move(chunk));
    }
}

void RawQueue::clear() {
    const std::lock_guard lock(m_mutex);
    m_chunks.clear();
    m_current = nullptr;
    m_words = nullptr;
    m_used = m_capacity = m_read = 0;
    m_consumed = m_published.load();
    m_consumed.notify_all();
}

} // namespace jitscope::inline session
