// SPDX-License-Identifier: Apache-2.0
// Keeps the account of recorded values and writes the oldest out.
#include "engine/session/valuestore.h"

#include "engine/base/availablememory.h"
#include "engine/base/background.h"
#include "engine/base/text.h"
#include "engine/base/threaduse.h"
#include "engine/session/journal.h"
#include "engine/tensor/blockpool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <limits>
#include <optional>
#include <thread>
#include <vector>

namespace jitscope::inline session {

namespace {

constexpr int64_t batchBytes = int64_t(4) << 20;
constexpr int64_t leastSlack = int64_t(16) << 20;
constexpr int64_t blockBytes = 128; ///< what a value takes beside its elements: two heads of blocks
constexpr auto longestWait = std::chrono::seconds(5);

using Account = std::atomic<int64_t>;

/** Recorded memory that takes itself off the account when it goes. */
class KeptStorage final : public RecordedStorage {
public:
    KeptStorage(StoragePtr storage, uint64_t serial, int64_t op, std::shared_ptr<Account> account)
        : RecordedStorage(std::move(storage), serial != 0 ? serial : newSerial())
        , m_op(op)
        , m_bytes(RecordedStorage::bytes() + blockBytes)
        , m_account(std::move(account)) {
        m_account->fetch_add(m_bytes, std::memory_order_relaxed);
    }
    KeptStorage(const KeptStorage &) = delete;
    KeptStorage &operator=(const KeptStorage &) = delete;
    ~KeptStorage() { takeOff(); }

    void moveOut(std::shared_ptr<const SpilledBytes> spilled) {
        spill(std::move(spilled));
        takeOff();
    }
    void giveUp(std::string reason) {
        drop(std::move(reason));
        takeOff();
    }
    int64_t op() const { return m_op; }

private:
    void takeOff() {
        if (!m_isOut.exchange(true)) m_account->fetch_sub(m_bytes, std::memory_order_relaxed);
    }

    int64_t m_op, m_bytes;
    std::atomic<bool> m_isOut = false;
    std::shared_ptr<Account> m_account;
};

int64_t freeDisk(const std::string &path) {
    std::error_code failed;
    const auto space = std::filesystem::space(std::filesystem::path(path).parent_path(), failed);
    return failed ? std::numeric_limits<int64_t>::max() : int64_t(space.available);
}

} // namespace

struct ValueStore::State {
    std::function<void(std::string)> tell;
    ValueObserver observer;
    std::shared_ptr<Account> account = std::make_shared<Account>(0);
    std::atomic<int64_t> budget = availableMemory() / 4;
    std::atomic<int64_t> spilled = 0, dropped = 0;

    std::mutex mutex; ///< guards all below
    std::condition_variable work, room;
    std::deque<std::weak_ptr<KeptStorage>> oldest;
    std::shared_ptr<Journal> journal;
    bool isOwnJournal = false;
    int64_t spillLimit = -1; ///< -1: none. Half of what the disk has when the file is begun is the most in any case
    int64_t limitNow = 0;
    std::string trouble; ///< why nothing can be written any more
    bool isTold = false, isBusy = false, isEnding = false;
    std::thread thread;

    void workIfOver();
    int64_t limitOf(const std::string &path) const {
        const int64_t half = freeDisk(path) / 2;
        return spillLimit >= 0 ? std::min(spillLimit, half) : half;
    }
    bool isOver() const { return account->load(std::memory_order_relaxed) > budget.load(std::memory_order_relaxed); }
    void run();
    std::vector<std::shared_ptr<KeptStorage>> nextBatch();
    bool hasFile(std::unique_lock<std::mutex> &lock);
    void moveOut(const std::vector<std::shared_ptr<KeptStorage>> &batch, std::unique_lock<std::mutex> &lock);
    void giveUp(const std::vector<std::shared_ptr<KeptStorage>> &batch, std::unique_lock<std::mutex> &lock);
};

/** With the mutex held. */
void ValueStore::State::workIfOver() {
    if (!isOver()) return;
    if (!thread.joinable())
        thread = std::thread([this] {
            nameThread("values");
            run();
        });
    work.notify_one();
}

/** The oldest values that are still here, a few megabytes or as many as are too much. With the mutex held. */
std::vector<std::shared_ptr<KeptStorage>> ValueStore::State::nextBatch() {
    std::vector<std::shared_ptr<KeptStorage>> batch;
    int64_t bytes = 0;
    const int64_t wanted = std::min(batchBytes, account->load() - budget.load());
    while (!oldest.empty() && bytes < wanted) {
        if (std::shared_ptr<KeptStorage> kept = oldest.front().lock()) {
            bytes += kept->bytes() + blockBytes;
            batch.push_back(std::move(kept));
        }
        oldest.pop_front();
    }
    return batch;
}

bool ValueStore::State::hasFile(std::unique_lock<std::mutex> &lock) {
    if (journal) return true;
    lock.unlock();
    auto made = Journal::create(journalFolder());
    lock.lock();
    if (!made) {
        trouble = made.error().message;
        return false;
    }
    (*made)->discard(); // nobody shall find it: it holds values alone
    journal = std::shared_ptr<Journal>(std::move(*made));
    isOwnJournal = true;
    limitNow = limitOf(journal->path());
    return true;
}

void ValueStore::State::moveOut(const std::vector<std::shared_ptr<KeptStorage>> &batch,
                                std::unique_lock<std::mutex> &lock) {
    std::vector<StoragePtr> memory; // holds it while it is written
    std::vector<SpillItem> items;
    int64_t bytes = 0;
    for (const auto &kept : batch) {
        memory.push_back(kept->inMemory());
        items.push_back({kept->serial(), memory.back()->data(), int64_t(memory.back()->bytes())});
        bytes += items.back().bytes;
    }
    if (trouble.empty() && hasFile(lock) && journal->spilledBytes() + bytes > limitNow)
        trouble = "the file of spilled values has reached its limit of " + humanBytes(limitNow);
    if (!trouble.empty()) return giveUp(batch, lock);
    const std::shared_ptr<Journal> target = journal;
    lock.unlock();
    auto written = target->spill(items);
    // The program may have written to memory that it shares with us: then the old elements went elsewhere first.
    for (size_t i = 0; i < items.size() && written; ++i) {
        if (memory[i]->data() == items[i].data) continue;
        items[i].data = memory[i]->data();
        auto again = target->spill({&items[i], 1});
        if (again)
            (*written)[i] = (*again)[0];
        else
            written = again.error();
    }
    if (written) {
        for (size_t i = 0; i < batch.size() && observer.moved; ++i)
            if (const auto place = (*written)[i]->place()) observer.moved(batch[i]->serial(), *place);
        memory.clear();
        for (size_t i = 0; i < batch.size(); ++i)
            batch[i]->moveOut((*written)[i]);
        spilled += bytes;
    }
    lock.lock();
    if (written) return;
    trouble = written.error().message;
    giveUp(batch, lock);
}

void ValueStore::State::giveUp(const std::vector<std::shared_ptr<KeptStorage>> &batch,
                               std::unique_lock<std::mutex> &lock) {
    if (batch.empty()) return;
    const bool isFirst = !std::exchange(isTold, true);
    const std::string why = trouble;
    lock.unlock();
    const std::string reason = "These values were dropped, as recorded values took more than the " +
                               humanBytes(budget) + " allowed in memory: " + why + ".";
    for (const auto &kept : batch) {
        if (observer.dropped) observer.dropped(kept->serial(), reason);
        kept->giveUp(reason);
    }
    dropped += int64_t(batch.size());
    if (isFirst)
        tell("From operator #" + std::to_string(batch.front()->op()) +
             " on, the oldest recorded values are dropped when values take more than the " + humanBytes(budget) +
             " allowed in memory: " + why + ". Operators are still recorded.");
    lock.lock();
}

void ValueStore::State::run() {
    leaveBlockPool();
    stepBack();
    std::unique_lock lock(mutex);
    while (true) {
        work.wait(lock, [this] { return isEnding || isOver(); });
        if (isEnding) return;
        isBusy = true;
        auto batch = nextBatch();
        if (batch.empty())
            room.wait_for(lock, std::chrono::milliseconds(1)); // what is too much is just being given back by others
        else
            moveOut(batch, lock);
        lock.unlock();
        batch.clear();
        lock.lock();
        isBusy = false;
        room.notify_all();
    }
}

ValueStore::ValueStore(std::function<void(std::string)> tell)
    : m_state(std::make_unique<State>()) {
    m_state->tell = std::move(tell);
}

ValueStore::~ValueStore() {
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->isEnding = true;
        m_state->work.notify_all();
    }
    if (m_state->thread.joinable()) m_state->thread.join();
}

void ValueStore::setBudget(int64_t bytes) {
    m_state->budget = bytes;
    const std::lock_guard lock(m_state->mutex);
    m_state->workIfOver();
}

void ValueStore::setSpillLimit(int64_t bytes) {
    const std::lock_guard lock(m_state->mutex);
    m_state->spillLimit = m_state->limitNow = bytes;
}

ValueMemory ValueStore::memory() const {
    return {m_state->account->load(), m_state->budget, m_state->spilled, m_state->dropped};
}

std::shared_ptr<RecordedStorage> ValueStore::keep(const Tensor &tensor, int64_t op, uint64_t serial) {
    StoragePtr snapshot(tensor.storage()->snapshot());
    snapshot->keepSharedMemory();
    // Not make_shared: its memory would stay for as long as anybody remembers it weakly.
    const std::shared_ptr<KeptStorage> kept(new KeptStorage(std::move(snapshot), serial, op, m_state->account));
    const std::lock_guard lock(m_state->mutex);
    while (!m_state->oldest.empty() && m_state->oldest.front().expired())
        m_state->oldest.pop_front();
    m_state->oldest.push_back(kept);
    m_state->workIfOver();
    return kept;
}

void ValueStore::waitForRoom() {
    const int64_t budget = m_state->budget.load(std::memory_order_relaxed);
    const int64_t most = budget + std::max(budget / 4, leastSlack);
    if (m_state->account->load(std::memory_order_relaxed) <= most) return;
    std::unique_lock lock(m_state->mutex);
    m_state->room.wait_for(lock, longestWait, [&] { return m_state->account->load() <= most; });
}

void ValueStore::settle() {
    std::unique_lock lock(m_state->mutex);
    if (!m_state->thread.joinable()) return;
    m_state->room.wait(lock, [this] { return !m_state->isBusy && !m_state->isOver(); });
}

void ValueStore::setJournal(std::shared_ptr<Journal> journal) {
    const std::lock_guard lock(m_state->mutex);
    m_state->journal = std::move(journal);
    m_state->isOwnJournal = false;
    m_state->trouble.clear();
    if (m_state->journal) m_state->limitNow = m_state->limitOf(m_state->journal->path());
}

void ValueStore::setObserver(ValueObserver observer) {
    m_state->observer = std::move(observer);
}

void ValueStore::restart() {
    std::unique_lock lock(m_state->mutex);
    m_state->room.wait(lock, [this] { return !m_state->isBusy; });
    // What is still held by somebody stays on the account, and can be written out as before.
    m_state->journal.reset();
    m_state->trouble.clear();
    m_state->isTold = false;
    m_state->spilled = m_state->dropped = 0;
}

} // namespace jitscope::inline session
