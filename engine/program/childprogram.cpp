// SPDX-License-Identifier: Apache-2.0
// Three threads: one takes messages, one sends them, one reads and writes the standard streams.
#include "engine/program/childprogram.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"
#include "engine/codegen/kerneltexts.h"
#include "engine/program/childprocess.h"
#include "engine/program/connection.h"
#include "engine/program/crashtext.h"
#include "engine/program/messages.h"
#include "engine/program/outbox.h"
#include "engine/program/processwatch.h"
#include "engine/program/remotevalues.h"
#include "engine/program/standardstreams.h"
#include "engine/session/compilation.h"
#include "engine/session/journal.h"
#include "engine/session/session.h"
#include "engine/session/sessionfields.h"
#include "engine/session/sessionpack.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <filesystem>
#include <future>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <unistd.h>

namespace jitscope::inline program {

namespace {

constexpr int endPatienceMs = 2000;
constexpr auto leavePatience = std::chrono::milliseconds(1000);
constexpr auto answerPatience = std::chrono::milliseconds(250);

struct Part {
    Session session;
    int64_t bytes = 0;
};

/** Machine code does not travel; this machine makes it of the kernel's graph when somebody looks. */
void addKernelCode(Session &part) {
    for (Compilation &compilation : part.compilations)
        for (KernelRecord &kernel : compilation.kernels) {
            const GraphPtr graph = compilation.final.find(kernel.graph);
            if (!graph || kernel.origin == CodeOrigin::NotCompiled) continue;
            const auto texts = [graph] { return kernelTexts(*graph); };
            kernel.llvmIr = LazyText([texts] {
                const auto made = texts();
                return made ? made->optimizedIr : std::string();
            });
            kernel.assembly = LazyText([texts] {
                const auto made = texts();
                return made ? made->assembly : std::string();
            });
        }
}

} // namespace

std::string programExecutable() {
    std::error_code failed;
    const auto own = std::filesystem::read_symlink("/proc/self/exe", failed);
    const auto beside = own.parent_path() / "jitscope_program";
    if (!failed && std::filesystem::exists(beside, failed)) return beside.string();
    return (own.parent_path().parent_path() / "bin" / "jitscope_program").string(); // for tests
}

struct ChildProgram::State : std::enable_shared_from_this<State> {
    explicit State(ProgramEvents given)
        : events(std::move(given)) {}

    using Handler = void (State::*)(const Message &message);
    struct Entry {
        MessageKind kind;
        Handler handler;
    };
    static const Entry entries[];

    Result<void> start(const std::string &executable, const std::vector<std::string> &pythonOptions);
    void listen();
    void handle(const Message &message);
    void onHello(const Message &message);
    void onState(const Message &message);
    void onPaused(const Message &message);
    void onFinished(const Message &message);
    void onConsole(const Message &message);
    void onOutput(const Message &message);
    void onPicture(const Message &message);
    void onHits(const Message &message);
    void onInput(const Message &message);
    void onAnswer(const Message &message);
    void onPart(const Message &message);
    void onMemory(const Message &message);
    void onMoved(const Message &message);
    void onDropped(const Message &message);
    void onValue(const Message &message);
    void onBegun(const Message &message);
    void onProcesses(const Message &message);
    void endProcesses();
    void killNow();
    void onEnd(const std::string &reason);
    std::string endSentence(const ProcessEnd &end, const std::string &reason) const;
    void tellEnd(const ProcessEnd &end, const std::string &sentence);
    void onStream(bool isError, const std::string &text);

    void post(MessageKind kind, std::string body = {}, int descriptor = -1) {
        const std::lock_guard lock(outboxMutex);
        if (outbox) outbox->post(kind, std::move(body), descriptor);
    }
    int64_t ask(AskRequest request, std::function<void(const AnswerMessage &)> reply);
    AnswerMessage askNow(AskRequest request);
    /** Calls an event, unless nobody listens any more. */
    template<class Event, class... Told> void raise(const Event &event, const Told &...told) {
        const std::lock_guard lock(eventMutex);
        if (event && !isRetired) event(told...);
    }
    void hand(Session &&part, int64_t bytes);

    std::mutex eventMutex; ///< held while an event is told
    bool isRetired = false;
    const ProgramEvents events;

    ChildProcess child;
    std::shared_ptr<Connection> connection;
    std::mutex outboxMutex;
    std::unique_ptr<Outbox> outbox;
    std::unique_ptr<StandardStreams> streams;
    std::unique_ptr<RemoteValues> values;
    CrashText crash; ///< of the listening thread's streams

    mutable std::mutex mutex; ///< guards all below
    std::condition_variable answered;
    std::deque<Part> parts;
    std::deque<std::shared_ptr<Journal>> journalsToBegin; ///< of recordings whose begin was not answered: parts until
                                                          ///< then are of what came before. Null for none
    std::function<void(Session &)> finisher;
    std::shared_ptr<Journal> journal;
    ValueMemory memory;
    int64_t lastOp = 0;
    RunState runState = RunState::Idle;
    RunKind runKind = RunKind::Script;
    int64_t begunNs = 0;
    bool isReady = false, isGone = false, isSlow = false, isKilled = false;
    int64_t lastRequest = 0;
    std::vector<ProgramProcess> processes;
    std::unordered_map<int64_t, std::function<void(const AnswerMessage &)>> replies;
};

const ChildProgram::State::Entry ChildProgram::State::entries[] = {
    {MessageKind::Hello, &State::onHello},
    {MessageKind::StateChanged, &State::onState},
    {MessageKind::Paused, &State::onPaused},
    {MessageKind::Finished, &State::onFinished},
    {MessageKind::ConsoleAnswered, &State::onConsole},
    {MessageKind::Output, &State::onOutput},
    {MessageKind::Pictured, &State::onPicture},
    {MessageKind::HitsCounted, &State::onHits},
    {MessageKind::InputWanted, &State::onInput},
    {MessageKind::Answer, &State::onAnswer},
    {MessageKind::Part, &State::onPart},
    {MessageKind::Memory, &State::onMemory},
    {MessageKind::Moved, &State::onMoved},
    {MessageKind::Dropped, &State::onDropped},
    {MessageKind::Value, &State::onValue},
    {MessageKind::Begun, &State::onBegun},
    {MessageKind::Processes, &State::onProcesses},
};

Result<void> ChildProgram::State::start(const std::string &executable, const std::vector<std::string> &pythonOptions) {
    auto started = startProcess(executable, pythonOptions);
    if (!started) return started.error();
    child = *started;
    connection = std::make_shared<Connection>(child.socket);
    outbox = std::make_unique<Outbox>(*connection);
    values = std::make_unique<RemoteValues>([weak = weak_from_this()](MessageKind kind, std::string body) {
        if (const auto self = weak.lock()) self->post(kind, std::move(body));
    });
    streams =
        std::make_unique<StandardStreams>(child.input, child.output, child.error,
                                          [this](bool isError, const std::string &text) { onStream(isError, text); });
    std::thread([self = shared_from_this()] { self->listen(); }).detach();
    return {};
}

void ChildProgram::State::listen() {
    while (true) {
        const Result<Message> message = connection->receive();
        if (!message) return onEnd(message.error().message);
        handle(*message);
        if (message->descriptor >= 0 && message->kind != MessageKind::Hello) ::close(message->descriptor);
    }
}

void ChildProgram::State::handle(const Message &message) {
    {
        const std::lock_guard lock(mutex);
        isSlow = false;
    }
    for (const Entry &entry : entries)
        if (entry.kind == message.kind) return (this->*entry.handler)(message);
}

void ChildProgram::State::onHello(const Message &message) {
    const auto hello = decode<Hello>(message.body);
    if (!hello || hello->protocol != protocolVersion || hello->fields != sessionFileVersion) {
        if (message.descriptor >= 0) ::close(message.descriptor);
        return connection->close();
    }
    if (message.descriptor >= 0)
        if (const auto mapped = values->map(message.descriptor, *hello); !mapped)
            raise(events.output, true, mapped.error().message + "\n");
    const std::lock_guard lock(mutex);
    isReady = true;
    answered.notify_all();
}

void ChildProgram::State::onState(const Message &message) {
    const auto state = decode<std::vector<int64_t>>(message.body);
    if (!state || state->size() != 1 || state->front() < 0 || state->front() > int64_t(RunState::Paused)) return;
    const auto told = RunState(state->front());
    if (told != RunState::Idle) { // what ends a run is the word of its end: the process may go before
        const std::lock_guard lock(mutex);
        runState = told;
    }
    raise(events.stateChanged, told);
}

void ChildProgram::State::onPaused(const Message &message) {
    if (const auto info = decode<PauseInfo>(message.body)) raise(events.paused, *info);
}

void ChildProgram::State::onFinished(const Message &message) {
    const auto outcome = decode<RunOutcome>(message.body);
    if (!outcome) return;
    {
        const std::lock_guard lock(mutex);
        runState = RunState::Idle;
    }
    raise(events.finished, *outcome);
}

void ChildProgram::State::onConsole(const Message &message) {
    if (const auto outcome = decode<RunOutcome>(message.body)) raise(events.consoleAnswered, *outcome);
}

void ChildProgram::State::onOutput(const Message &message) {
    if (const auto text = decode<OutputText>(message.body)) raise(events.output, text->isError, text->text);
}

void ChildProgram::State::onPicture(const Message &message) {
    if (const auto picture = decode<ConsolePicture>(message.body)) raise(events.pictured, *picture);
}

void ChildProgram::State::onHits(const Message &message) {
    if (const auto hits = decode<std::vector<int64_t>>(message.body)) raise(events.hitsCounted, *hits);
}

void ChildProgram::State::onInput(const Message &message) {
    const auto isWaiting = decode<std::vector<int64_t>>(message.body);
    if (isWaiting && isWaiting->size() == 1) raise(events.inputWanted, isWaiting->front() != 0);
}

void ChildProgram::State::onAnswer(const Message &message) {
    const auto answer = decode<AnswerMessage>(message.body);
    if (!answer) return;
    std::function<void(const AnswerMessage &)> reply;
    {
        const std::lock_guard lock(mutex);
        const auto found = replies.find(answer->request);
        if (found == replies.end()) return;
        reply = std::move(found->second);
        replies.erase(found);
    }
    raise(reply, *answer);
}

void ChildProgram::State::onPart(const Message &message) {
    const auto part = decode<PartMessage>(message.body);
    if (!part) return;
    values->add(part->storages);
    auto session = unpackSession(
        part->rows, [this](uint64_t serial) { return values->memory(serial); }, sessionFileVersion);
    if (!session) {
        session = Session();
        session->problems.push_back(
            {Severity::Warning, "recording", "A part of the recording cannot be read: " + session.error().message, {}});
    }
    hand(std::move(*session), int64_t(message.body.size()));
}

/** Adds what follows from a part, and puts it where it is taken from. */
void ChildProgram::State::hand(Session &&part, int64_t bytes) {
    std::function<void(Session &)> finish;
    {
        const std::lock_guard lock(mutex);
        if (!journalsToBegin.empty()) return post(MessageKind::Credit, encode(std::vector<int64_t>{bytes}));
        finish = finisher;
    }
    addRecordedLanes(part);
    addKernelCode(part);
    if (finish) finish(part);
    const std::lock_guard lock(mutex);
    if (!part.ops.empty()) lastOp = part.ops.back().number;
    parts.push_back({std::move(part), bytes});
}

void ChildProgram::State::onMemory(const Message &message) {
    const auto told = decode<ValueMemory>(message.body);
    if (!told) return;
    const std::lock_guard lock(mutex);
    memory = *told;
}

void ChildProgram::State::onMoved(const Message &message) {
    if (const auto moved = decode<MovedMessage>(message.body)) values->move(*moved);
}

void ChildProgram::State::onDropped(const Message &message) {
    if (const auto dropped = decode<DroppedMessage>(message.body)) values->drop(*dropped);
}

void ChildProgram::State::onValue(const Message &message) {
    if (auto value = decode<ValueMessage>(message.body)) values->answer(*std::move(value));
}

void ChildProgram::State::onBegun(const Message &) {
    std::shared_ptr<Journal> begun;
    {
        const std::lock_guard lock(mutex);
        if (journalsToBegin.empty()) return;
        begun = std::move(journalsToBegin.front());
        journalsToBegin.pop_front();
    }
    values->begin(std::move(begun));
}

void ChildProgram::State::onProcesses(const Message &message) {
    const auto told = decode<std::vector<ProgramProcess>>(message.body);
    if (!told) return;
    {
        const std::lock_guard lock(mutex);
        processes = *told;
    }
    raise(events.processesChanged, *told);
}

/** Nobody runs on unseen: those of the program's group, and those that left it. */
void ChildProgram::State::endProcesses() {
    std::vector<ProgramProcess> left;
    {
        const std::lock_guard lock(mutex);
        left = processes;
    }
    if (child.process > 0) ::kill(-child.process, SIGKILL);
    killAll(left);
    killAll(marked(child.mark));
    const bool wasAny = std::ranges::any_of(left, &ProgramProcess::isRunning);
    for (ProgramProcess &each : left)
        each.isRunning = false;
    if (wasAny) raise(events.processesChanged, left);
}

void ChildProgram::State::killNow() {
    const std::lock_guard lock(mutex);
    if (!isGone) ::kill(-child.process, SIGKILL);
}

/** What the process itself writes to its streams, not through Python. */
void ChildProgram::State::onStream(bool isError, const std::string &text) {
    if (isError) crash.add(text);
    Session part;
    part.output.push_back({isError, text});
    {
        const std::lock_guard lock(mutex);
        parts.push_back({std::move(part), 0});
    }
    raise(events.output, isError, text);
}

/** "The program was ended by SIGSEGV (Segmentation fault) after operator 412." */
std::string ChildProgram::State::endSentence(const ProcessEnd &end, const std::string &reason) const {
    const std::lock_guard lock(mutex);
    const std::string how = isKilled                   ? std::string("was killed")
                            : connection->hasRefused() ? "wrote to what it did not open, and was ended"
                            : end.signal               ? "was ended by " + signalText(end.signal)
                                         : "left its process with exit code " + std::to_string(end.exitCode);
    const std::string when = lastOp > 0 ? " after operator " + std::to_string(lastOp) : std::string();
    const bool isOdd = !isKilled && !end.signal && end.exitCode == 0 && !isReady;
    return "The program " + how + when + "." + (isOdd ? " " + reason : std::string());
}

void ChildProgram::State::onEnd(const std::string &reason) {
    connection->close();
    const ProcessEnd end = reap(child.process, endPatienceMs);
    endProcesses();
    streams->finish();
    values->end();
    {
        const std::lock_guard lock(outboxMutex);
        outbox.reset();
    }
    tellEnd(end, endSentence(end, reason));
}

void ChildProgram::State::tellEnd(const ProcessEnd &end, const std::string &sentence) {
    RunOutcome outcome;
    bool wasRunning = false;
    {
        const std::lock_guard lock(mutex);
        isGone = true;
        replies.clear();
        answered.notify_all();
        wasRunning = std::exchange(runState, RunState::Idle) != RunState::Idle;
        outcome.kind = runKind;
        outcome.durationNs = nowNs() - begunNs;
        outcome.stopped = isKilled;
    }
    constexpr int bySignal = 128; // as shells count
    outcome.exitCode = end.signal ? bySignal + end.signal : end.exitCode;
    const bool isFault = outcome.exitCode != 0 && !outcome.stopped;
    if (wasRunning) {
        if (isFault) {
            outcome.error = sentence + "\n";
            outcome.problem = {Severity::Error, "error", sentence, crash.place()};
        }
        Session last;
        if (isFault) last.problems.push_back(outcome.problem);
        last.output.push_back({true, sentence + "\n"});
        last.info["outcome"] = outcome.stopped ? "stopped" : isFault ? "failed" : "finished";
        last.info["exit_code"] = std::to_string(outcome.exitCode);
        last.info["duration_ns"] = std::to_string(outcome.durationNs);
        hand(std::move(last), 0);
        raise(events.output, true, sentence + "\n");
        raise(events.inputWanted, false);
        raise(events.finished, outcome);
    }
    raise(events.ended, ProgramEnd{sentence, wasRunning});
}

int64_t ChildProgram::State::ask(AskRequest request, std::function<void(const AnswerMessage &)> reply) {
    {
        const std::lock_guard lock(mutex);
        if (isGone) return 0;
        request.request = ++lastRequest;
        replies.emplace(request.request, std::move(reply));
    }
    post(MessageKind::Ask, encode(request));
    return request.request;
}

/** An empty answer when none comes soon; then nobody waits again until the process has said anything. */
AnswerMessage ChildProgram::State::askNow(AskRequest request) {
    {
        const std::lock_guard lock(mutex);
        if (isSlow || isGone) return {};
    }
    struct Reply {
        bool isThere = false;
        AnswerMessage answer;
    };
    const auto reply = std::make_shared<Reply>();
    const int64_t number = ask(std::move(request), [self = weak_from_this(), reply](const AnswerMessage &answer) {
        const auto state = self.lock();
        if (!state) return;
        const std::lock_guard guard(state->mutex);
        *reply = {true, answer};
        state->answered.notify_all();
    });
    std::unique_lock lock(mutex);
    answered.wait_for(lock, answerPatience, [&] { return reply->isThere || isGone; });
    if (!reply->isThere) isSlow = true;
    replies.erase(number);
    return reply->answer;
}

ChildProgram::ChildProgram(ProgramEvents events, const std::vector<std::string> &pythonOptions,
                           const std::string &executable)
    : m_state(std::make_shared<State>(std::move(events))) {
    if (const auto started = m_state->start(executable, pythonOptions); !started) {
        m_state->isGone = true;
        m_state->raise(m_state->events.ended, ProgramEnd{started.error().message});
    }
}

ChildProgram::~ChildProgram() {
    {
        const std::lock_guard lock(m_state->eventMutex);
        m_state->isRetired = true;
    }
    if (m_state->connection) m_state->connection->close(); // the listening thread sees the end, and to all that follows
}

int ChildProgram::process() const {
    return m_state->child.process;
}

bool ChildProgram::isReady() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->isReady && !m_state->isGone;
}

Result<void> ChildProgram::beginRecording(const RecordingOptions &options) {
    Result<void> kept;
    std::shared_ptr<Journal> journal;
    if (!options.journalFolder.empty()) {
        auto made = Journal::create(options.journalFolder);
        if (made)
            journal = std::move(*made);
        else
            kept = made.error();
    }
    int64_t untaken = 0;
    {
        const std::lock_guard lock(m_state->mutex);
        for (const Part &part : std::exchange(m_state->parts, {}))
            untaken += part.bytes;
        m_state->finisher = options.finisher;
        m_state->lastOp = 0;
        m_state->journalsToBegin.push_back(journal);
        if (m_state->journal) m_state->journal->discard();
        m_state->journal = journal;
    }
    const BeginRequest request{journal ? journal->path() : std::string(), -1};
    m_state->post(MessageKind::Begin, encode(request), journal ? journal->descriptor() : -1);
    if (untaken > 0) m_state->post(MessageKind::Credit, encode(std::vector<int64_t>{untaken}));
    return kept;
}

void ChildProgram::runScript(const std::string &path, const std::string &text, const RunOptions &options) {
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->runState = RunState::Running;
        m_state->runKind = RunKind::Script;
        m_state->begunNs = nowNs();
    }
    m_state->post(MessageKind::RunScript, encode(ScriptRequest{path, text, options}));
}

void ChildProgram::runConsole(const std::string &source) {
    {
        const std::lock_guard lock(m_state->mutex);
        if (m_state->runState == RunState::Idle) {
            m_state->runState = RunState::Running;
            m_state->runKind = RunKind::Console;
            m_state->begunNs = nowNs();
        }
    }
    m_state->post(MessageKind::RunConsole, encode(OutputText{false, source}));
}

void ChildProgram::usePlugins(const std::vector<std::string> &files) {
    m_state->post(MessageKind::UsePlugins, encode(files));
}

void ChildProgram::setBreakpoints(const std::vector<Breakpoint> &breakpoints) {
    m_state->post(MessageKind::SetBreakpoints, encode(breakpoints));
}

void ChildProgram::setWatchpoints(const std::vector<Watchpoint> &watchpoints) {
    m_state->post(MessageKind::SetWatchpoints, encode(watchpoints));
}

void ChildProgram::step(const StepRequest &request) {
    m_state->post(MessageKind::Step, encode(request));
}

void ChildProgram::pause() {
    m_state->post(MessageKind::Pause);
}

void ChildProgram::stop() {
    m_state->post(MessageKind::Stop);
}

/** What it recorded and did not say yet it says before, also when it was stopped; one that cannot is not waited for. */
bool ChildProgram::kill() {
    {
        const std::lock_guard lock(m_state->mutex);
        if (m_state->isGone || m_state->child.process <= 0) return true;
        if (!std::exchange(m_state->isKilled, true)) {
            ::kill(m_state->child.process, SIGCONT);
            m_state->post(MessageKind::Leave);
            std::thread([state = m_state] {
                std::this_thread::sleep_for(leavePatience);
                state->killNow();
            }).detach();
            return true;
        }
    }
    m_state->killNow();
    return true;
}

void ChildProgram::input(const std::string &text) {
    if (m_state->streams) m_state->streams->write(text);
}

void ChildProgram::endInput() {
    if (m_state->streams) m_state->streams->endInput();
}

Completeness ChildProgram::completeness(const std::string &source) {
    const AnswerMessage answer = m_state->askNow({.question = Question::Completeness, .source = source});
    return Completeness(std::min<uint8_t>(answer.completeness, uint8_t(Completeness::Invalid)));
}

std::vector<std::string> ChildProgram::completions(const std::string &prefix) {
    return m_state->askNow({.question = Question::Completions, .source = prefix}).names;
}

NameHelp ChildProgram::describe(const std::string &name) {
    const AnswerMessage answer = m_state->askNow({.question = Question::Describe, .source = name});
    return {answer.kind, answer.signature, answer.documentation};
}

void ChildProgram::frames(std::function<void(const std::vector<FrameView> &)> reply) {
    m_state->ask({.question = Question::Frames},
                 [reply = std::move(reply)](const AnswerMessage &answer) { reply(answer.frames); });
}

void ChildProgram::evaluate(int frame, const std::string &source, std::function<void(const EvaluationResult &)> reply) {
    m_state->ask({.question = Question::Evaluate, .frame = frame, .source = source},
                 [reply = std::move(reply)](const AnswerMessage &answer) { reply(answer.result); });
}

void ChildProgram::assign(int frame, const std::string &target, const std::string &source,
                          std::function<void(const EvaluationResult &)> reply) {
    m_state->ask({.question = Question::Assign, .frame = frame, .target = target, .source = source},
                 [reply = std::move(reply)](const AnswerMessage &answer) { reply(answer.result); });
}

std::optional<Session> ChildProgram::takeReady() {
    Part part;
    {
        const std::lock_guard lock(m_state->mutex);
        if (m_state->parts.empty()) return Session();
        part = std::move(m_state->parts.front());
        m_state->parts.pop_front();
    }
    if (part.bytes > 0) m_state->post(MessageKind::Credit, encode(std::vector<int64_t>{part.bytes}));
    return std::move(part.session);
}

ValueMemory ChildProgram::memory() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->memory;
}

void ChildProgram::setSpillLimit(int64_t bytes) {
    m_state->post(MessageKind::SpillLimit, encode(std::vector<int64_t>{bytes}));
}

void ChildProgram::tell(const OutputChunk &chunk) {
    m_state->post(MessageKind::TellOutput, encode(OutputText{chunk.isError, chunk.text}));
}

void ChildProgram::tell(const Problem &problem) {
    m_state->post(MessageKind::TellProblem, encode(problem));
}

void ChildProgram::endJournal() {
    std::shared_ptr<Journal> journal;
    {
        const std::lock_guard lock(m_state->mutex);
        journal = std::exchange(m_state->journal, nullptr);
    }
    if (!journal) return;
    m_state->post(MessageKind::EndJournal);
    journal->discard();
}

} // namespace jitscope::inline program
