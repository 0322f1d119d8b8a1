// SPDX-License-Identifier: Apache-2.0
// What the parts of the recorder share: what the recording thread writes, what is worked out, what waits to be taken.
#pragma once

#include "engine/base/availablememory.h"
#include "engine/base/ownerlock.h"
#include "engine/base/spillmemory.h"
#include "engine/session/recordconverter.h"
#include "engine/session/journal.h"
#include "engine/session/rawqueue.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "engine/session/threadsampler.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <limits>
#include <mutex>
#include <thread>
#include <unordered_map>

namespace jitscope::inline session {

namespace recording {

using Stack = std::vector<StackFrame>;

constexpr int64_t bytesOfOp =
    800; ///< measured with values: 240 where it is shown, with what panels keep of it, 320 where it ran
constexpr int64_t bytesInFile = 250;
constexpr int64_t bytesBesideFile = 60; ///< measured without values: 30 where it is shown

/** What ran in the last half second may be lost with the window; some of that is for what is just being written. More
    than the recorder's thread rests. */
constexpr int64_t mostBehindNs = 300'000'000;
/** What waits for the journal is to be written within that. */
constexpr int64_t mostWaitingNs = 200'000'000;
constexpr int64_t noJournal = std::numeric_limits<int64_t>::max();

constexpr int64_t mostDataWaits = 1'000'000; ///< a script may read all of its data row by row

/** Together with the values, which take a quarter, a recording leaves the program a quarter of the free memory. Where
    lists go on in a file it is the disk that ends it, or what stays in memory of each. */
inline int64_t defaultOpLimit() {
    constexpr int64_t most = 500'000'000, least = 100'000;
    const int64_t memory = availableMemory() / 2;
    const int64_t withFile = std::min(memory / bytesBesideFile, spillRoom() / bytesInFile);
    return std::clamp(std::max(memory / bytesOfOp, withFile), least, most);
}

struct StackHash {
    size_t operator()(const Stack &stack) const noexcept {
        size_t hash = stack.size();
        for (const StackFrame &frame : stack)
            hash = hash * 1099511628211u ^ std::hash<std::string>{}(frame.span.file) ^ size_t(frame.span.line) << 20 ^
                   size_t(frame.span.column);
        return hash;
    }
};

struct NodeKey {
    int compilation = -1;
    int64_t node = -1;
    bool operator==(const NodeKey &) const = default;
};
struct NodeKeyHash {
    size_t operator()(const NodeKey &key) const noexcept {
        return std::hash<int64_t>{}(key.node * 8191 + key.compilation);
    }
};

/** What the recording thread keeps and a restart forgets; under the quick lock. */
struct Writing {
    std::unique_ptr<TensorTable> tensors = std::make_unique<TensorTable>();
    std::unordered_map<NodeKey, NodeFacts, NodeKeyHash> nodes;
    std::unordered_map<int, CompilationFacts> compilations;
    std::unordered_map<int64_t, GraphCall> openCalls;
    int64_t nextCall = 1;
    int nextCompilation = 0;
    bool isLimitTold = false;
    std::vector<RawWord> words; ///< of the record being made; kept for its memory
};

/** What comes without being worked out, and the numbers that go with it; under a lock of its own. */
struct Aside {
    Session part;
    std::vector<TensorExtras> extras;
    std::unordered_map<Stack, int, StackHash> stacks;
    std::unordered_map<std::string, int> scopes{{"", 0}};
    std::unordered_map<std::string, std::string> sources;
    int64_t dataWaits = 0; ///< asked to be taken down
};

/** With the one scope that everything without a place has. */
inline std::unique_ptr<ScopeList> newScopes() {
    auto scopes = std::make_unique<ScopeList>();
    scopes->at(0) = SharedText();
    return scopes;
}

} // namespace recording

/** How fast records came into the journal lately, with all that held them up. */
class JournalPace {
public:
    /** At the end of some work on that many words. Less than `least` says little. */
    void add(int64_t nowNs, int64_t words, bool isMore) {
        if (m_sinceNs != 0 && words >= least) {
            const double each = double(nowNs - m_sinceNs) / double(words);
            m_nsOfWord = m_nsOfWord == 0 ? each : m_nsOfWord + (each - m_nsOfWord) / share;
        }
        m_sinceNs = isMore ? nowNs : 0;
    }
    /** At the beginning of some. */
    void begin(int64_t nowNs) {
        if (m_sinceNs == 0) m_sinceNs = nowNs;
    }
    /** As many words as are written in `ns`. */
    int64_t words(int64_t ns) const {
        return m_nsOfWord == 0 ? untilKnown : std::max(least, int64_t(double(ns) / m_nsOfWord));
    }

private:
    static constexpr int64_t least = 4096;
    static constexpr int64_t untilKnown = int64_t(1) << 18; ///< some 20,000 operators
    static constexpr double share = 8;                      ///< of the last work in the mean

    int64_t m_sinceNs = 0; ///< 0: nothing waits
    double m_nsOfWord = 0;
};

/** A batch that was worked out, and what it was made of. Much of it was allocated by the program's thread, so it is
   given back without a lock: a thread that crashed while it allocated keeps its heap for ever, and who waits for that
   must not hold up the last words. */
struct WorkedOut {
    std::vector<StorageRelease> releases = {}, laterReleases = {};
    std::vector<TensorExtras> extras = {};
    Session aside = {}, batch = {};
    size_t words = 0;    ///< of the queue
    bool isMore = false; ///< there was something, so there may be more
};

enum class ThreadWatch : uint8_t {
    Off,
    On,
    Ending ///< it is off when the last spans are made
};

#pragma GCC visibility push(hidden) // of this library alone: what the usual path of a record asks is no call
struct Recorder::State {
    std::atomic<RecordLevel> level = RecordLevel::None;
    std::atomic<int64_t> nextOp = 1;
    std::atomic<int64_t> opLimit = recording::defaultOpLimit();
    std::atomic<uint64_t> epoch = 1;
    std::atomic<bool> isPrepared = false;
    RecordingClock clock;
    std::function<PlaceId()> placeSource;
    PlaceId (*plainPlaceSource)() = nullptr; ///< the same where it is a function: called for every operator
    RawQueue queue;

    OwnerLock lock; ///< guards `writing` and the writer's side of the queue
    recording::Writing writing;

    std::mutex asideMutex;
    recording::Aside aside;
    std::unique_ptr<ScopeList> scopes = recording::newScopes();

    std::mutex converterMutex; ///< whoever works records out
    ThreadNumbers threads;
    std::unique_ptr<RecordConverter> converter = std::make_unique<RecordConverter>(*writing.tensors, *scopes, threads);
    ThreadSampler sampler;
    std::vector<ThreadSpan> threadSpans; ///< since the batch before
    std::mutex momentMutex;
    std::vector<ThreadMoment> threadMoments; ///< since the sample before
    std::atomic<ThreadWatch> threadWatch = ThreadWatch::Off;
    std::atomic<int64_t> threadsEndNs = 0;
    std::shared_ptr<Journal> journal;
    std::function<void(Session &)> finisher;
    std::function<void(const Session &, const std::string &)> sink;

    std::mutex partMutex;
    std::deque<Session> parts; ///< ready to be taken, none of them large

    std::mutex threadMutex;
    std::condition_variable wake;
    std::atomic<bool> isAsleep = false;
    bool isWanted = false;
    std::atomic<bool> isEnding = false, hasJournal = false;
    std::thread thread;

    /** What ended before it stands in the journal; the end of time while there is none. A number that is waited for, no
        mutex: who crashes while it waits must not hold what the last words need. */
    std::atomic<int64_t> journaledNs = recording::noJournal;
    std::atomic<bool> isBehind = false; ///< somebody waits for the journal
    JournalPace pace;                   ///< with converterMutex
    std::thread helper;                 ///< of the recorder's thread, which gives way to others

    ValueStore values; ///< the last: its thread tells problems to the end

    State()
        : values([this](std::string message) { problem("memory", std::move(message)); }) {
        queue.setWake([this] { wakeThread(); });
    }

    void prepare();
    void problem(const char *kind, std::string message) {
        const std::lock_guard guard(asideMutex);
        aside.part.problems.push_back({Severity::Warning, kind, std::move(message), {}});
    }

    PlaceId place() const {
        if (plainPlaceSource) [[likely]]
            return plainPlaceSource();
        return placeSource ? placeSource() : PlaceId();
    }
    int stackIndex(recording::Stack stack);
    uint8_t threadNumber();
    int64_t tensorId(const Tensor &tensor);
    void addExtrasOf(const TensorTable::Found &found, const Tensor &tensor);
    void addExtras(int64_t id, SharedText name, std::shared_ptr<RecordedStorage> value);
    std::shared_ptr<RecordedStorage> valueOf(int64_t id, const Tensor &tensor);
    void appendValues(std::span<const Value> values);
    void putAside(std::span<const Value> arguments);
    enum class WriteBefore : uint8_t { Counts, IsAnothers }; ///< what beforeWrite() took down, for this operator or not
    void takeArguments(std::span<const Value> arguments, WriteBefore before);
    size_t writeSimple(RawWord *to, const Value &value);
    template<class FillHead>
    int64_t writeSimpleOp(const FillHead &fillHead, std::span<const Value> arguments, const Value &result);
    int64_t takeNumber();
    int64_t write(RawHead head);
    void writeLink(RawKind kind, int64_t number, int64_t other);
    bool isBeyondLimit() const {
        return nextOp.load(std::memory_order_relaxed) > opLimit.load(std::memory_order_relaxed);
    }
    void tellLimit();
    void nameWeights(const Node &node, std::span<const Value> arguments);
    NodeFacts &factsOf(int compilation, const Node &node, bool isKernel);

    std::shared_ptr<Journal> takeJournal();
    std::pair<size_t, int64_t> addRecords(std::span<const RawWord> words, Session &batch);
    void stockUp();
    WorkedOut workOutSome();
    WorkedOut workOutSomeLocked();
    void journalPart(const Session &part, const std::string &rows);
    void noteJournaled(int64_t lookedNs, size_t words);
    void leaveJournalBehind();
    /** Of an operator that ended just now. */
    bool isFarBehind(int64_t endNs) const {
        return journaledNs.load(std::memory_order_relaxed) < endNs - recording::mostBehindNs;
    }
    /** Before the record of an operator that ended just now. */
    void waitForReader(int64_t endNs) {
        if (queue.isFull()) [[unlikely]]
            waitForRoom();
        if (isFarBehind(endNs)) [[unlikely]]
            waitForJournal(endNs);
    }
    void waitForRoom();
    void waitForJournal(int64_t endNs);
    void runHelper();
    void addThreadMoment(ThreadMoment::Kind kind, const std::string &name);
    std::vector<ThreadMoment> takeThreadMoments();
    void addDueSpans();
    void sampleThreads();
    void workOutAll();
    void startThread();
    void wakeThread();
    void startHelper();
    bool waitForWork();
    /** After so long it looks at what came, also when nobody asks. */
    std::chrono::milliseconds restPeriod() const { return std::chrono::milliseconds(hasJournal ? 250 : 1000); }
    void runThread();
};
#pragma GCC visibility pop

} // namespace jitscope::inline session
