// SPDX-License-Identifier: Apache-2.0
// The recorder's own thread: makes a session of what was written, writes the journal, hands parts over.
#include "engine/session/recorderstate.h"

#include "engine/base/background.h"
#include "engine/base/threaduse.h"
#include "engine/base/ticks.h"
#include "engine/session/session.h"
#include "engine/session/sessionpack.h"
#include "engine/tensor/blockpool.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace jitscope::inline session {

namespace {

constexpr size_t batchWords = size_t(1) << 15; ///< what is worked out between two looks at what else came
constexpr size_t mostOpsOfPart = 8192;         ///< who takes parts has other things to do in between
constexpr int64_t mostJournaledBytes = 1024;   ///< of a value that is in the journal though it is in memory
constexpr auto clockPeriod = std::chrono::seconds(1);
constexpr auto samplePeriod = std::chrono::nanoseconds(threadPeriodNs);

/** The small ones among the values that the part brings. */
Result<void> journalValues(Journal &journal, const Session &part) {
    std::vector<StoragePtr> memory;
    std::vector<SpillItem> items;
    uint64_t last = 0;
    for (const TensorRecord &tensor : part.tensors) {
        const std::shared_ptr<RecordedStorage> &storage = tensor.value.storage();
        if (!storage || storage->serial() == last || storage->bytes() > mostJournaledBytes) continue;
        last = storage->serial(); // views of one memory mostly stand side by side; twice does no harm
        if (StoragePtr kept = storage->inMemory()) {
            items.push_back({last, kept->data(), int64_t(kept->bytes())});
            memory.push_back(std::move(kept));
        }
    }
    return items.empty() ? Result<void>() : journal.keep(items);
}

} // namespace

std::vector<ThreadMoment> Recorder::State::takeThreadMoments() {
    const std::lock_guard guard(momentMutex);
    return std::exchange(threadMoments, {});
}

/** With converterMutex held. */
void Recorder::State::addDueSpans() {
    ThreadWatch ending = ThreadWatch::Ending;
    const int64_t now = nowNs();
    const bool isLast = threadWatch.compare_exchange_strong(ending, ThreadWatch::Off);
    if (!isLast && (threadWatch != ThreadWatch::On || !sampler.isDue(now))) return;
    const std::vector<ThreadUse> uses = threadUse();
    const std::vector<ThreadMoment> moments = takeThreadMoments(); // after: who is seen has told its begin
    const std::vector<ThreadSpan> spans =
        isLast ? sampler.lastSpans(uses, threadsEndNs, moments) : sampler.spans(uses, now, moments);
    threadSpans.insert(threadSpans.end(), spans.begin(), spans.end());
}

void Recorder::State::sampleThreads() {
    const std::lock_guard guard(converterMutex);
    addDueSpans();
}

/** Makes operators of some of the records: how many words of them, and when the last one ended. */
std::pair<size_t, int64_t> Recorder::State::addRecords(std::span<const RawWord> words, Session &batch) {
    size_t done = 0;
    RawHead head;
    while (done < std::min(words.size(), batchWords)) {
        std::memcpy(static_cast<void *>(&head), &words[done], sizeof head);
        converter->add(words.subspan(done, head.words), batch);
        done += head.words;
    }
    return {done, head.startNs + head.durationNs};
}

/** Gets the memory of what the program will write, which would wait for the system to find and clear it. */
void Recorder::State::stockUp() {
    queue.stockUp();
    ReleaseLog::stockUp();
}

/** One batch. With converterMutex held. */
WorkedOut Recorder::State::workOutSomeLocked() {
    WorkedOut worked;
    std::span<const RawWord> words = queue.ready();
    if (words.empty()) {
        // Before the words: what is released was recorded before, so its record is in the queue or worked out.
        worked.releases = ReleaseLog::take(this);
        words = queue.ready();
    }
    // After the words: what they refer to was put aside before they were written.
    {
        const std::lock_guard guard(asideMutex);
        worked.aside = std::exchange(aside.part, {});
        worked.extras = std::exchange(aside.extras, {});
    }
    Session &batch = worked.batch;
    addDueSpans();
    batch.threadSpans = std::exchange(threadSpans, {});
    batch.append(std::move(worked.aside)); // brings sources, calls and compilations into their order
    converter->addExtras(worked.extras);
    converter->addReleases(worked.releases, batch);
    const auto [done, untilNs] = addRecords(words, batch);
    if (done > 0) {
        // What was released until the last of them ended was recorded before that was written, so its record is here.
        worked.laterReleases = ReleaseLog::take(this, untilNs);
        converter->addReleases(worked.laterReleases, batch);
        writing.tensors->prepareNext();
    }
    queue.consume(done);
    worked.words = done;
    if (words.empty()) converter->forgetOtherReleases();
    worked.isMore = !batch.empty();
    if (!worked.isMore) return worked;
    const std::string rows = journal || sink ? packSession(batch) : std::string();
    journalPart(batch, rows);
    if (sink) {
        sink(batch, rows);
        return worked;
    }
    addRecordedLanes(batch);
    if (finisher) finisher(batch);
    const std::lock_guard guard(partMutex);
    if (parts.empty() || parts.back().ops.size() + batch.ops.size() > mostOpsOfPart) parts.emplace_back();
    parts.back().append(std::move(batch));
    return worked;
}

WorkedOut Recorder::State::workOutSome() {
    const std::lock_guard guard(converterMutex);
    const int64_t lookedNs = quickNowNs();
    if (journal) pace.begin(lookedNs);
    WorkedOut worked = workOutSomeLocked();
    noteJournaled(lookedNs, worked.words);
    return worked;
}

/** With converterMutex held, when all was written that was there at that time and is not in the queue. */
void Recorder::State::noteJournaled(int64_t lookedNs, size_t words) {
    if (!journal) return;
    int64_t upToNs = lookedNs;
    const std::span<const RawWord> left = queue.ready();
    if (!left.empty()) {
        RawHead next;
        std::memcpy(static_cast<void *>(&next), left.data(), sizeof next);
        upToNs = std::min(upToNs, next.startNs + next.durationNs);
    }
    pace.add(quickNowNs(), int64_t(words), !left.empty());
    queue.setRoom(pace.words(recording::mostWaitingNs));
    journaledNs = upToNs;
    journaledNs.notify_all();
}

/** With converterMutex held. Who waits for it waits in vain. */
void Recorder::State::leaveJournalBehind() {
    queue.setRoom(RawQueue::mostWords);
    journaledNs = recording::noJournal;
    journaledNs.notify_all();
}

/** Where there is a journal, what waits is to be written soon, and not when nobody else wants the core. */
void Recorder::State::waitForRoom() {
    isBehind = true;
    isBehind.notify_one();
    queue.waitForRoom();
}

/** The program is further ahead than may be lost: it stands until half of that is written. */
void Recorder::State::waitForJournal(int64_t endNs) {
    isBehind = true;
    isBehind.notify_one();
    const int64_t untilNs = std::min(endNs, quickNowNs()) - recording::mostBehindNs / 2;
    for (int64_t upToNs = journaledNs; upToNs < untilNs; upToNs = journaledNs)
        journaledNs.wait(upToNs);
}

void Recorder::State::startHelper() {
    const std::lock_guard guard(threadMutex);
    if (!helper.joinable()) helper = std::thread([this] { runHelper(); });
}

/** While the program waits nobody else comes first. */
void Recorder::State::runHelper() {
    nameThread("journal");
    leaveBlockPool();
    while (true) {
        isBehind.wait(false);
        if (isEnding) return;
        isBehind = false;
        while ((queue.isHalfFull() || isFarBehind(quickNowNs() + recording::mostBehindNs / 2)) &&
               workOutSome().isMore) {
        }
    }
}

/** So that a crash loses nothing; a run goes on without where that fails. */
void Recorder::State::journalPart(const Session &part, const std::string &rows) {
    if (!journal) return;
    auto written = journal->append(rows, int64_t(part.ops.size()));
    if (written) written = journalValues(*journal, part);
    if (written) return;
    journal.reset();
    leaveJournalBehind();
    problem("journal", "The recording is no longer kept on disk while it grows: " + written.error().message);
}

void Recorder::State::workOutAll() {
    while (workOutSome().isMore) {
    }
}

void Recorder::State::startThread() {
    const std::lock_guard guard(threadMutex);
    if (!thread.joinable()) thread = std::thread([this] { runThread(); });
    isWanted = true;
    wake.notify_one();
}

void Recorder::State::wakeThread() {
    if (!isAsleep.load(std::memory_order_relaxed)) return;
    const std::lock_guard guard(threadMutex);
    isWanted = true;
    wake.notify_one();
}

/** Whether somebody asked for work; else it is time to look at the threads, or at what came meanwhile. */
bool Recorder::State::waitForWork() {
    std::unique_lock guard(threadMutex);
    isAsleep = true;
    const auto isDue = [this] { return isWanted || isEnding; };
    bool isAsked = true;
    if (threadWatch != ThreadWatch::Off)
        isAsked = wake.wait_for(guard, samplePeriod, isDue);
    else if (hasJournal || level != RecordLevel::None)
        isAsked = wake.wait_for(guard, restPeriod(), isDue);
    else
        wake.wait(guard, isDue);
    isAsleep = false;
    isWanted = false;
    return isAsked;
}

void Recorder::State::runThread() {
    nameThread("recorder");
    leaveBlockPool(); // it lets values go that the program's thread allocated
    stepBack();
    using Clock = std::chrono::steady_clock;
    Clock::time_point worked = Clock::now(), followed = worked;
    while (true) {
        const bool isAsked = waitForWork();
        if (isEnding) return;
        const Clock::time_point now = Clock::now();
        if (!isAsked && now - worked < restPeriod()) { // reading what is being written would hold up the program
            sampleThreads();
            continue;
        }
        worked = now;
        if (level != RecordLevel::None && now - followed >= clockPeriod) {
            followClock();
            followed = now;
        }
        if (level != RecordLevel::None) stockUp();
        while (workOutSome().isMore)
            stockUp();
    }
}

Session Recorder::take() {
    m_state->workOutAll();
    const std::lock_guard guard(m_state->partMutex);
    Session all;
    for (Session &part : m_state->parts)
        all.append(std::move(part));
    m_state->parts.clear();
    return all;
}

std::optional<Session> Recorder::takeReady() {
    m_state->wakeThread();
    // The recorder's thread gives way to others: on a busy machine it may hold the lock for half a second.
    const std::unique_lock guard(m_state->partMutex, std::try_to_lock);
    if (!guard) return std::nullopt;
    if (m_state->parts.empty()) return Session();
    Session part = std::move(m_state->parts.front());
    m_state->parts.pop_front();
    return part;
}

void Recorder::workOut() {
    m_state->workOutAll();
}

void Recorder::flush() {
    m_state->workOutAll();
    m_state->values.settle();
}

} // namespace jitscope::inline session
