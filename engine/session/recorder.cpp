// SPDX-License-Identifier: Apache-2.0
// The recorder's settings, its beginning and end, and what is taken down without being worked out.
#include "engine/ops/opdef.h"
#include "engine/session/recorderstate.h"

#include "engine/base/text.h"
#include "engine/base/threaduse.h"
#include "engine/base/ticks.h"
#include "engine/session/outputlimit.h"
#include "engine/session/session.h"

namespace jitscope::inline session {

Recorder::Recorder()
    : m_state(std::make_unique<State>()) {}

Recorder::~Recorder() {
    ReleaseLog::stop(m_state.get());
    {
        const std::lock_guard guard(m_state->threadMutex);
        m_state->isEnding = true;
        m_state->wake.notify_all();
    }
    m_state->isBehind = true;
    m_state->isBehind.notify_all();
    for (std::thread *const thread : {&m_state->thread, &m_state->helper})
        if (thread->joinable()) thread->join();
}

Recorder &Recorder::instance() {
    static Recorder &recorder = []() -> Recorder & {
        // Objects end in the reverse order: the operators that the recorder's thread reads must outlive it.
        (void)findOp("Add");
        static Recorder made;
        // A forked child has none of our threads: it records nothing.
        ::pthread_atfork(nullptr, nullptr, [] {
            instance().m_state->level = RecordLevel::None;
            instance().m_state->threadWatch = ThreadWatch::Off;
            ReleaseLog::leave();
        });
        return made;
    }();
    return recorder;
}

void Recorder::setLevel(RecordLevel level) {
    if (level != RecordLevel::None) followClock();
    m_state->level = level;
    if (level == RecordLevel::None) return; // what is known is still released
    m_state->prepare();
    ReleaseLog::start(m_state.get(), [state = m_state.get()] { state->wakeThread(); });
    m_state->startThread();
}

/** Milliseconds that would be taken for the first operator's. */
void Recorder::State::prepare() {
    if (isPrepared.exchange(true)) return;
    OwnerLock::prepare();
    const SetUpGuard guard(lock);
    queue.prepare();
    writing.tensors->prepare();
}

void Recorder::beginThreads() {
    State &state = *m_state;
    state.threadWatch = ThreadWatch::On;
    // Counting begins now. The recorder's thread may get a core when a short program is over.
    if (const std::unique_lock lock(state.converterMutex, std::try_to_lock); lock) state.addDueSpans();
    state.wakeThread();
}

void Recorder::endThreads() {
    m_state->threadsEndNs = nowNs(); // the clock goes on while the program stands
    if (m_state->threadWatch == ThreadWatch::On) m_state->threadWatch = ThreadWatch::Ending;
}

void Recorder::threadBegins(const std::string &name) {
    nameThread(name);
    m_state->addThreadMoment(ThreadMoment::Kind::Begin, name);
}

void Recorder::threadEnds() {
    m_state->addThreadMoment(ThreadMoment::Kind::End, {});
}

void Recorder::State::addThreadMoment(ThreadMoment::Kind kind, const std::string &name) {
    if (threadWatch != ThreadWatch::On) return;
    // What is counted lies between the moments: the first is taken before its counts, the last behind them.
    const int64_t beforeNs = nowNs();
    ThreadUse use = ownThreadUse();
    use.name = name;
    const std::lock_guard guard(momentMutex);
    threadMoments.push_back({kind, std::move(use), kind == ThreadMoment::Kind::Begin ? beforeNs : nowNs()});
}

RecordLevel Recorder::level() const {
    return m_state->level.load(std::memory_order_relaxed);
}

void Recorder::setValueBudget(int64_t bytes) {
    m_state->values.setBudget(bytes);
}

void Recorder::setSpillLimit(int64_t bytes) {
    m_state->values.setSpillLimit(bytes);
}

ValueMemory Recorder::memory() const {
    return m_state->values.memory();
}

void Recorder::setOpLimit(int64_t ops) {
    m_state->opLimit = ops;
}

void Recorder::setPlaceSource(std::function<PlaceId()> source) {
    const auto *plain = source.target<PlaceId (*)()>();
    m_state->plainPlaceSource = plain ? *plain : nullptr;
    m_state->placeSource = std::move(source);
}

void Recorder::setFinisher(std::function<void(Session &)> finisher) {
    const std::lock_guard guard(m_state->converterMutex);
    m_state->finisher = std::move(finisher);
}

uint64_t Recorder::epoch() const {
    return m_state->epoch.load(std::memory_order_relaxed);
}

int64_t Recorder::nextOp() const {
    return m_state->nextOp.load(std::memory_order_relaxed);
}

void Recorder::restart() {
    State &state = *m_state;
    endJournal();
    state.values.restart(); // before the locks: it waits for its thread, which may have a problem to tell
    const std::lock_guard converterGuard(state.converterMutex);
    const SetUpGuard writeGuard(state.lock);
    const std::lock_guard asideGuard(state.asideMutex);
    const std::lock_guard partGuard(state.partMutex);
    state.queue.clear();
    ReleaseLog::take(&state);
    state.writing = {};
    state.isPrepared = false;
    state.clock.restart();
    state.aside = {};
    state.parts.clear();
    state.nextOp = 1;
    state.scopes = recording::newScopes();
    state.threads.clear();
    state.sampler = {};
    state.threadSpans.clear();
    {
        const std::lock_guard momentGuard(state.momentMutex);
        state.threadMoments.clear();
    }
    state.converter = std::make_unique<RecordConverter>(*state.writing.tensors, *state.scopes, state.threads);
    ++state.epoch;
}

Result<void> Recorder::startJournal(const std::string &folder) {
    auto made = Journal::create(folder);
    if (!made) return made.error();
    startJournal(std::shared_ptr<Journal>(std::move(*made)));
    return {};
}

void Recorder::startJournal(std::shared_ptr<Journal> journal) {
    {
        const std::lock_guard guard(m_state->converterMutex);
        if (m_state->journal) m_state->journal->discard();
        m_state->journal = journal;
        m_state->pace = {};
        m_state->queue.setRoom(m_state->pace.words(recording::mostWaitingNs));
        m_state->journaledNs = quickNowNs();
    }
    m_state->values.setJournal(std::move(journal));
    {
        const std::lock_guard guard(m_state->threadMutex);
        m_state->hasJournal = true;
    }
    m_state->startThread();
    m_state->startHelper();
}

bool Recorder::hasJournal() const {
    const std::lock_guard guard(m_state->converterMutex);
    return m_state->journal != nullptr;
}

void Recorder::endJournal() {
    if (const auto journal = m_state->takeJournal()) journal->discard();
}

void Recorder::leaveJournal() {
    m_state->takeJournal();
}

std::shared_ptr<Journal> Recorder::State::takeJournal() {
    {
        const std::lock_guard guard(threadMutex);
        hasJournal = false;
    }
    const std::lock_guard guard(converterMutex);
    const auto taken = std::exchange(journal, nullptr);
    leaveJournalBehind();
    return taken;
}

void Recorder::setSink(std::function<void(const Session &, const std::string &)> sink) {
    const std::lock_guard guard(m_state->converterMutex);
    m_state->sink = std::move(sink);
}

void Recorder::setValueObserver(ValueObserver observer) {
    m_state->values.setObserver(std::move(observer));
}

PlaceId Recorder::placeId(const Place &place) {
    PlaceId id;
    id.isOptimizer = place.isOptimizer;
    id.stack = m_state->stackIndex(place.stack);
    const std::lock_guard guard(m_state->asideMutex);
    const auto [entry, isNew] = m_state->aside.scopes.try_emplace(place.scope, int(m_state->aside.scopes.size()));
    if (isNew) m_state->scopes->at(entry->second) = place.scope;
    id.scope = entry->second;
    return id;
}

void Recorder::recordDataWait(const std::string &dataset, int64_t startNs, int64_t endNs) {
    State &state = *m_state;
    if (level() == RecordLevel::None) return;
    const int stack = state.place().stack; // before the lock: it may record a source
    const std::lock_guard guard(state.asideMutex);
    if (++state.aside.dataWaits > recording::mostDataWaits) {
        if (state.aside.dataWaits == recording::mostDataWaits + 1)
            state.aside.part.problems.push_back(
                {Severity::Warning,
                 "limit",
                 format("The recording has %lld waits for rows of datasets: those from now on are not recorded.",
                        (long long)recording::mostDataWaits),
                 {}});
        return;
    }
    state.aside.part.dataWaits.push_back({currentThread(), SharedText(dataset), stack, startNs, endNs - startNs});
}

void Recorder::recordStop(StopRecord stop) {
    const std::lock_guard guard(m_state->asideMutex);
    m_state->aside.part.stops.push_back(std::move(stop));
}

void Recorder::recordWatchHit(WatchHit hit) {
    const std::lock_guard guard(m_state->asideMutex);
    m_state->aside.part.watchHits.push_back(std::move(hit));
}

void Recorder::recordSource(const std::string &path, const std::string &text) {
    const std::lock_guard guard(m_state->asideMutex);
    const auto [known, isNew] = m_state->aside.sources.try_emplace(path, text);
    if (!isNew && known->second == text) return;
    known->second = text;
    m_state->aside.part.sources.push_back({path, text});
}

void Recorder::recordProblem(Problem problem) {
    const std::lock_guard guard(m_state->asideMutex);
    m_state->aside.part.problems.push_back(std::move(problem));
}

void Recorder::recordOutput(OutputChunk chunk) {
    const std::lock_guard guard(m_state->asideMutex);
    std::vector<OutputChunk> &output = m_state->aside.part.output;
    // print() comes as two chunks, which cost more than their text: they are joined up to a page.
    constexpr size_t page = 1 << 16;
    if (!output.empty() && output.back().isError == chunk.isError && output.back().text.size() < page) {
        output.back().text += chunk.text;
        return;
    }
    output.push_back(std::move(chunk));
    boundOutput(output);
}

std::optional<RecordingCost> Recorder::cost() const {
    return m_state->clock.cost(m_state->nextOp.load(std::memory_order_relaxed) - 1);
}

void Recorder::recordInfo(const std::string &key, const std::string &value) {
    const std::lock_guard guard(m_state->asideMutex);
    m_state->aside.part.info[key] = value;
}

void Recorder::recordTrace(const Trace &trace) {
    const std::lock_guard guard(m_state->asideMutex);
    m_state->aside.part.trace.append(trace);
}

} // namespace jitscope::inline session
