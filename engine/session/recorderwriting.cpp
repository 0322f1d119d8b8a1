// SPDX-License-Identifier: Apache-2.0
// The recording thread's side of the recorder: a few words for each operator, and no more.
#include "engine/session/compilation.h"
#include "engine/session/recorderstate.h"

#include "engine/base/threaduse.h"
#include "engine/base/ticks.h"
#include "engine/eager/eagerthread.h"
#include "engine/eager/tape.h"
#include "engine/session/records.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace jitscope::inline session {

// Known outside, as those of eager are: gold (2.40) gives a local variable of this model the place of another.
namespace detail {

/** What the usual path asks about its thread: plain data in the thread's own block, with no function to call. */
struct RecordingThread {
    const void *recorder = nullptr; ///< that the number is of, in that epoch
    uint64_t epoch = 0;
    uint8_t number = 0;
    bool hasBeforeWrite = false; ///< there are words in beforeOwnWrite
};
constinit thread_local RecordingThread recordingThread __attribute__((tls_model("initial-exec")));

} // namespace detail

using detail::recordingThread;

namespace {

/** Takes the time of one record in some. */
class MeasuredWriting {
public:
    MeasuredWriting(RecordingClock &clock, int64_t number)
        : m_clock(RecordingClock::isMeasured(number) ? &clock : nullptr)
        , m_beginNs(m_clock ? quickNowNs() : 0) {}
    MeasuredWriting(const MeasuredWriting &) = delete;
    MeasuredWriting &operator=(const MeasuredWriting &) = delete;
    ~MeasuredWriting() {
        if (m_clock) [[unlikely]]
            m_clock->add(quickNowNs() - m_beginNs);
    }

private:
    RecordingClock *const m_clock;
    const int64_t m_beginNs;
};

/** The arguments of the operator that the calling thread is about to run and that will write to them. */
struct BeforeWrite {
    const void *recorder = nullptr;
    uint64_t epoch = 0;
    std::vector<RawWord> words;
    bool isOf(const void *asked, uint64_t now) const { return !words.empty() && recorder == asked && epoch == now; }
    void clear() {
        words.clear();
        recordingThread.hasBeforeWrite = false;
    }
};
thread_local BeforeWrite beforeOwnWrite;

} // namespace

int Recorder::State::stackIndex(recording::Stack stack) {
    if (stack.empty()) return -1;
    const std::lock_guard guard(asideMutex);
    const auto [entry, isNew] = aside.stacks.try_emplace(std::move(stack), int(aside.stacks.size()));
    if (isNew) aside.part.stacks.push_back(entry->first);
    return entry->second;
}

/** Of the calling thread. */
[[gnu::always_inline]] inline uint8_t Recorder::State::threadNumber() {
    detail::RecordingThread &mine = recordingThread;
    const uint64_t now = epoch.load(std::memory_order_relaxed);
    if (mine.recorder != this || mine.epoch != now) [[unlikely]] {
        mine.recorder = this;
        mine.epoch = now;
        mine.number = threads.add(currentThread());
    }
    return mine.number;
}

void Recorder::State::addExtras(int64_t id, SharedText name, std::shared_ptr<RecordedStorage> value) {
    const std::lock_guard guard(asideMutex);
    aside.extras.push_back({id, name, std::move(value)});
}

/** The values as they are now: views of one version of a storage share them. */
std::shared_ptr<RecordedStorage> Recorder::State::valueOf(int64_t id, const Tensor &tensor) {
    const TensorTable::Kept beside = writing.tensors->keptBeside(id);
    std::shared_ptr<RecordedStorage> value = beside.storage.lock();
    if (!value) value = values.keep(tensor, nextOp, beside.serial);
    writing.tensors->keep(id, value);
    return value;
}

void Recorder::State::addExtrasOf(const TensorTable::Found &found, const Tensor &tensor) {
    const bool isKept = level.load(std::memory_order_relaxed) == RecordLevel::Values;
    if (isKept || found.isNamed)
        addExtras(found.id, writing.tensors->nameOf(tensor), isKept ? valueOf(found.id, tensor) : nullptr);
}

[[gnu::always_inline]] inline int64_t Recorder::State::tensorId(const Tensor &tensor) {
    const TensorTable::Found found = writing.tensors->idOf(tensor);
    const bool mayHaveMore = found.isNamed || level.load(std::memory_order_relaxed) == RecordLevel::Values;
    if (found.isNew && mayHaveMore) [[unlikely]]
        addExtrasOf(found, tensor);
    return found.id;
}

void Recorder::State::appendValues(std::span<const Value> values) {
    const auto idOf = [this](const Tensor &tensor) { return tensorId(tensor); };
    for (const Value &value : values)
        appendRaw(writing.words, value, idOf);
}

/** The words of a value of the kinds that nearly all are of, two at most; 0 for one of another kind. */
[[gnu::always_inline]] inline size_t Recorder::State::writeSimple(RawWord *to, const Value &value) {
    if (const Tensor *tensor = value.asTensor()) {
        *to = tensor->defined() ? raw::word(raw::TensorId, uint64_t(tensorId(*tensor))) : raw::word(raw::Undefined);
        return 1;
    }
    if (const int64_t *integer = value.asInt(); integer && *integer >= 0 && *integer < int64_t(1) << 59) {
        *to = raw::word(raw::SmallInt, uint64_t(*integer));
        return 1;
    }
    if (const double *number = value.asDouble()) {
        to[0] = raw::word(raw::Double);
        to[1] = std::bit_cast<RawWord>(*number);
        return 2;
    }
    if (!value.isNone()) return 0;
    *to = raw::word(raw::None);
    return 1;
}

/** Begins the record of what ran: its arguments, as they were before it wrote to them if that was taken down. */
void Recorder::State::takeArguments(std::span<const Value> arguments, WriteBefore before) {
    writing.words.clear();
    if (before == WriteBefore::Counts && beforeOwnWrite.isOf(this, epoch.load(std::memory_order_relaxed)))
        writing.words.swap(beforeOwnWrite.words);
    beforeOwnWrite.clear();
    if (writing.words.empty()) appendValues(arguments);
}

/** The next operator's number. */
int64_t Recorder::State::takeNumber() {
    const int64_t number = nextOp.load(std::memory_order_relaxed);
    nextOp.store(number + 1, std::memory_order_relaxed);
    return number;
}

/** The record straight into the queue, or -1 when a value needs the longer way. The head is put together where it
    stays: a copy would read by wide words what was just written by narrow ones, and wait for it. */
template<class FillHead>
int64_t Recorder::State::writeSimpleOp(const FillHead &fillHead, std::span<const Value> arguments,
                                       const Value &result) {
    RawWord *room = queue.reserve(rawHeadWords + 2 * (arguments.size() + 1));
    size_t size = rawHeadWords;
    for (const Value &argument : arguments) {
        const size_t words = writeSimple(room + size, argument);
        if (words == 0) return -1;
        size += words;
    }
    const size_t words = writeSimple(room + size, result);
    if (words == 0) return -1;
    RawHead &head = *new (room) RawHead;
    fillHead(head);
    head.words = uint32_t(size + words);
    const int64_t number = takeNumber();
    head.number = number;
    queue.publish(size + words);
    return number;
}

/** Hands over the record of `writing.words` as the next operator. */
int64_t Recorder::State::write(RawHead head) {
    head.words = uint32_t(rawHeadWords + writing.words.size());
    head.number = takeNumber();
    RawWord *room = queue.reserve(head.words);
    std::memcpy(room, &head, sizeof head);
    std::copy(writing.words.begin(), writing.words.end(), room + rawHeadWords);
    queue.publish(head.words);
    return head.number;
}

void Recorder::State::writeLink(RawKind kind, int64_t number, int64_t other) {
    RawHead head;
    head.kind = kind;
    head.words = uint32_t(rawHeadWords);
    head.number = number;
    head.other = other;
    head.startNs = quickNowNs();
    std::memcpy(queue.reserve(rawHeadWords), &head, sizeof head);
    queue.publish(rawHeadWords);
}

void Recorder::State::tellLimit() {
    {
        const std::lock_guard guard(lock);
        if (std::exchange(writing.isLimitTold, true)) return;
    }
    problem("limit", "The recording has " + std::to_string(opLimit) +
                         " operators, the most that one may have with what was free in memory and on the "
                         "disk: those that run from now on are not recorded.");
}

NodeFacts &Recorder::State::factsOf(int compilation, const Node &node, bool isKernel) {
    const auto [entry, isNew] = writing.nodes.try_emplace({compilation, node.id.value});
    if (!isNew) return entry->second;
    entry->second = nodeFacts(writing.compilations[compilation], node, isKernel);
    entry->second.stack = stackIndex(stackOf(node));
    return entry->second;
}

/** Weights go by the names that the graph has for them. */
void Recorder::State::nameWeights(const Node &node, std::span<const Value> arguments) {
    for (size_t i = 0; i < std::min(node.inputs.size(), arguments.size()); ++i) {
        const Tensor *tensor = arguments[i].asTensor();
        if (tensor == nullptr || !tensor->defined() || !node.inputs[i]->weight->defined()) continue;
        if (writing.tensors->find(*tensor) < 0) writing.tensors->setName(*tensor, node.inputs[i]->name);
    }
}

/** Of what the calling thread is about to run. */
void Recorder::State::putAside(std::span<const Value> arguments) {
    writing.words.clear();
    appendValues(arguments);
    beforeOwnWrite.recorder = this;
    beforeOwnWrite.epoch = epoch.load(std::memory_order_relaxed);
    beforeOwnWrite.words.swap(writing.words);
    recordingThread.hasBeforeWrite = true;
}

void Recorder::beforeWrite(std::span<const Value> arguments) {
    if (level() == RecordLevel::None) return;
    const std::lock_guard guard(m_state->lock);
    m_state->putAside(arguments);
}

void Recorder::beforeWrite(const Node &node, std::span<const Value> arguments) {
    if (level() == RecordLevel::None) return;
    const std::lock_guard guard(m_state->lock);
    m_state->nameWeights(node, arguments);
    m_state->putAside(arguments);
}

int64_t Recorder::recordOp(const OpDef &op, std::span<const Value> arguments, const Value *result, int64_t startNs,
                           int64_t endNs, const std::string &error) {
    State &state = *m_state;
    const RecordLevel level = state.level.load(std::memory_order_relaxed);
    if (level == RecordLevel::None) return -1;
    if (state.isBeyondLimit()) [[unlikely]]
        return state.tellLimit(), -1;
    const MeasuredWriting measured(state.clock, state.nextOp.load(std::memory_order_relaxed));
    state.waitForReader(endNs);
    const EagerThread &thread = eagerThread();
    // Before the lock: asking for the place runs code of the Python layer, which may record something itself.
    const PlaceId place = state.place();
    const auto fillHead = [&](RawHead &head) {
        head.subject = &op;
        head.phase = uint8_t(thread.gradientWalks > 0 ? OpPhase::Backward
                             : place.isOptimizer      ? OpPhase::Optimizer
                                                      : OpPhase::Forward);
        head.isFailed = result == nullptr;
        head.thread = state.threadNumber();
        head.arguments = uint32_t(arguments.size());
        head.stack = place.stack;
        head.scope = place.scope;
        head.startNs = startNs;
        head.durationNs = endNs - startNs;
        head.other = thread.walkedForward;
    };
    int64_t number = -1;
    {
        const std::lock_guard guard(state.lock);
        if (result != nullptr && !recordingThread.hasBeforeWrite) [[likely]]
            number = state.writeSimpleOp(fillHead, arguments, *result);
        if (number < 0) {
            state.takeArguments(arguments,
                                op.written.empty() ? State::WriteBefore::IsAnothers : State::WriteBefore::Counts);
            if (result != nullptr)
                state.appendValues({result, 1});
            else
                raw::appendText(state.writing.words, raw::Text, error);
            RawHead head;
            fillHead(head);
            number = state.write(head);
        }
    }
    if (thread.openTapes > 0) nameTakenDown(number);
    if (level == RecordLevel::Values) state.values.waitForRoom();
    return number;
}

int64_t Recorder::recordNode(int compilation, int64_t graphCall, const Node &node, bool isKernel,
                             std::span<const Value> arguments, const Value &result, int64_t startNs, int64_t endNs) {
    State &state = *m_state;
    if (level() == RecordLevel::None) return -1;
    if (state.isBeyondLimit()) return state.tellLimit(), -1;
    const MeasuredWriting measured(state.clock, state.nextOp.load(std::memory_order_relaxed));
    state.waitForReader(endNs);
    RawHead head;
    head.kind = RawKind::Node;
    head.thread = state.threadNumber();
    head.arguments = uint32_t(arguments.size());
    head.compilation = compilation;
    head.startNs = startNs;
    head.durationNs = endNs - startNs;
    head.other = graphCall;
    int64_t number = -1;
    {
        const std::lock_guard guard(state.lock);
        head.subject = &state.factsOf(compilation, node, isKernel);
        state.nameWeights(node, arguments);
        state.takeArguments(arguments, State::WriteBefore::Counts);
        state.appendValues({&result, 1});
        number = state.write(head);
    }
    if (level() == RecordLevel::Values) state.values.waitForRoom();
    return number;
}

int64_t Recorder::beginGraphCall(int compilation) {
    if (level() == RecordLevel::None) return -1;
    const PlaceId place = m_state->place();
    const std::lock_guard guard(m_state->lock);
    recording::Writing &writing = m_state->writing;
    if (recordingThread.hasBeforeWrite) beforeOwnWrite.clear(); // of a call that failed before its record
    const int64_t number = writing.nextCall++;
    GraphCall &call = writing.openCalls[number];
    call.number = number;
    call.function = writing.compilations[compilation].function;
    call.compilation = compilation;
    call.stack = place.stack;
    return number;
}

void Recorder::endGraphCall(int64_t number, int64_t startNs, int64_t endNs) {
    GraphCall call;
    {
        const std::lock_guard guard(m_state->lock);
        const auto open = m_state->writing.openCalls.find(number);
        if (open == m_state->writing.openCalls.end()) return; // begun before a restart, or while nothing was recorded
        call = std::move(open->second);
        m_state->writing.openCalls.erase(open);
    }
    call.startNs = startNs;
    call.durationNs = endNs - startNs;
    const std::lock_guard guard(m_state->asideMutex);
    m_state->aside.part.graphCalls.push_back(std::move(call));
}

void Recorder::recordTensorName(const Tensor &tensor, const std::string &name) {
    const std::lock_guard guard(m_state->lock);
    m_state->writing.tensors->setName(tensor, name);
}

SharedText Recorder::tensorName(const Tensor &tensor) const {
    const std::lock_guard guard(m_state->lock);
    return m_state->writing.tensors->nameOf(tensor);
}

int64_t Recorder::recordTensor(const Tensor &tensor, const std::string &name) {
    State &state = *m_state;
    if (level() == RecordLevel::None || !tensor.defined()) return -1;
    const std::lock_guard guard(state.lock);
    TensorTable &tensors = *state.writing.tensors;
    int64_t id = tensors.find(tensor);
    if (id < 0 || !tensors.isKept(id)) {
        // Of a tensor that is known without values, this is a second record.
        const SharedText known = tensors.nameOf(tensor);
        id = id < 0 ? tensors.add(tensor) : tensors.addLoose(tensor);
        state.addExtras(id, name.empty() ? known : SharedText(name), state.valueOf(id, tensor));
    }
    state.writeLink(RawKind::Tensor, id, -1);
    return id;
}

void Recorder::recordGradient(const Tensor &tensor, const Tensor &gradient) {
    State &state = *m_state;
    if (level() == RecordLevel::None) return;
    if (state.isBeyondLimit()) return state.tellLimit();
    const std::lock_guard guard(state.lock);
    int64_t of = state.writing.tensors->find(tensor);
    if (of < 0) of = state.writing.tensors->findAnyVersion(tensor); // written to since
    if (of < 0) return;
    state.writeLink(RawKind::Gradient, state.tensorId(gradient), of);
}

int Recorder::nextCompilation() {
    const std::lock_guard guard(m_state->lock);
    return m_state->writing.nextCompilation++;
}

void Recorder::recordCompilation(Compilation compilation) {
    CompilationFacts facts = compilationFacts(compilation);
    {
        const std::lock_guard guard(m_state->lock);
        m_state->writing.compilations[compilation.index] = std::move(facts);
    }
    const std::lock_guard guard(m_state->asideMutex);
    m_state->aside.part.compilations.push_back(std::move(compilation));
}

} // namespace jitscope::inline session
