// SPDX-License-Identifier: Apache-2.0
#include "engine/program/programserver.h"

#include "engine/base/threaduse.h"
#include "engine/extension/pluginloader.h"
#include "engine/program/connection.h"
#include "engine/program/exportedvalues.h"
#include "engine/program/lastwords.h"
#include "engine/program/messages.h"
#include "engine/program/outofreach.h"
#include "engine/program/outputsender.h"
#include "engine/program/partgate.h"
#include "engine/program/processwatch.h"
#include "engine/program/threadwatch.h"
#include "engine/python/host.h"
#include "engine/python/interpreter.h"
#include "engine/python/pythonthread.h"
#include "engine/session/journal.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "engine/session/sessionfields.h"
#include "engine/tensor/sharedarena.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <future>
#include <limits>
#include <memory>
#include <pthread.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace jitscope::inline program {

namespace {

constexpr auto tick = std::chrono::milliseconds(40);        ///< what is printed and recorded goes out as often
constexpr auto tickAtRest = std::chrono::milliseconds(500); ///< while processes outlive the run that began them
constexpr auto graceAtEnd = std::chrono::milliseconds(1500);
constexpr auto graceOfHandlers = std::chrono::milliseconds(750);

class Server {
public:
    explicit Server(int socket)
        : m_connection(outOfReach(socket))
        , m_output(m_connection) {}

    [[noreturn]] void serve();
    void tellAll();
    /** In a forked child. */
    void leaveConnection() { m_connection.leave(); }

private:
    using Handler = void (Server::*)(const Message &message);
    struct Entry {
        MessageKind kind;
        Handler handler;
    };
    static const Entry entries[];

    void sayHello();
    void start();
    ProgramEvents events();
    void workOut();
    void sendPart(const Session &part, const std::string &rows);
    void sendMemory();
    void sendProcesses();
    void tickWhileRunning();
    [[noreturn]] void endWithoutThread();
    void tellLostThreads();
    void answerValues();
    void tellAnswer(const AnswerMessage &answer) { m_connection.send(MessageKind::Answer, encode(answer)); }
    void askFrames(const AskRequest &request);
    std::future<void> runExitHandlers();
    [[noreturn]] void end();
    [[noreturn]] void leaveWithAll();

    void begin(const Message &message);
    void runScript(const Message &message);
    void runConsole(const Message &message);
    void setBreakpoints(const Message &message);
    void setWatchpoints(const Message &message);
    void step(const Message &message);
    void pause(const Message &) { m_interpreter->pause(); }
    void stop(const Message &) { m_interpreter->stop(); }
    void ask(const Message &message);
    void wantValue(const Message &message);
    void releaseValue(const Message &message);
    void forgetValues(const Message &message);
    void takeCredit(const Message &message);
    void limitSpill(const Message &message);
    void tellOutput(const Message &message);
    void tellProblem(const Message &message);
    void usePlugins(const Message &message);
    void endJournal(const Message &) { Recorder::instance().leaveJournal(); }
    void leave(const Message &);

    Connection m_connection;
    OutputSender m_output;
    PartGate m_gate;
    ExportedValues m_values;
    ProcessWatch m_processes{ownMark()};
    std::unique_ptr<Interpreter> m_interpreter;
    std::atomic<bool> m_isRunning = false, m_isUsed = false; ///< now, or ever
    ValueMemory m_told;
    std::vector<ProgramProcess> m_toldProcesses;

    std::mutex m_mutex; ///< guards what follows
    std::condition_variable m_changed;
    std::deque<ValueRequest> m_wanted;
};

const Server::Entry Server::entries[] = {
    {MessageKind::Begin, &Server::begin},
    {MessageKind::RunScript, &Server::runScript},
    {MessageKind::RunConsole, &Server::runConsole},
    {MessageKind::SetBreakpoints, &Server::setBreakpoints},
    {MessageKind::SetWatchpoints, &Server::setWatchpoints},
    {MessageKind::Step, &Server::step},
    {MessageKind::Pause, &Server::pause},
    {MessageKind::Stop, &Server::stop},
    {MessageKind::Ask, &Server::ask},
    {MessageKind::WantValue, &Server::wantValue},
    {MessageKind::ReleaseValue, &Server::releaseValue},
    {MessageKind::ForgetValues, &Server::forgetValues},
    {MessageKind::Credit, &Server::takeCredit},
    {MessageKind::SpillLimit, &Server::limitSpill},
    {MessageKind::TellOutput, &Server::tellOutput},
    {MessageKind::TellProblem, &Server::tellProblem},
    {MessageKind::UsePlugins, &Server::usePlugins},
    {MessageKind::EndJournal, &Server::endJournal},
    {MessageKind::Leave, &Server::leave},
};

void Server::sayHello() {
    Hello hello;
    hello.protocol = protocolVersion;
    hello.fields = sessionFileVersion;
    hello.producer = python::pythonVersion();
    hello.process = ::getpid();
    hello.sharedBytes = SharedArena::bytes();
    hello.sharedBase = int64_t(uintptr_t(SharedArena::base()));
    m_connection.send(MessageKind::Hello, encode(hello), SharedArena::descriptor());
}

/** All that was recorded is on its way before what is told next. */
void Server::workOut() {
    m_output.flush();
    Recorder::instance().workOut();
    sendMemory();
}

void Server::sendMemory() {
    const ValueMemory memory = Recorder::instance().memory();
    const std::lock_guard lock(m_mutex);
    if (memory == m_told) return;
    m_told = memory;
    m_connection.send(MessageKind::Memory, encode(memory));
}

void Server::sendProcesses() {
    const std::vector<ProgramProcess> processes = m_processes.look();
    const std::lock_guard lock(m_mutex);
    if (processes == m_toldProcesses) return;
    m_toldProcesses = processes;
    m_connection.send(MessageKind::Processes, encode(processes));
}

void Server::sendPart(const Session &part, const std::string &rows) {
    const std::string body = encode(PartMessage{m_values.add(part), rows});
    m_gate.pass(int64_t(body.size()));
    m_connection.send(MessageKind::Part, body);
    noteLastWord();
}

ProgramEvents Server::events() {
    ProgramEvents events;
    events.output = [this](bool isError, const std::string &text) { m_output.add(isError, text); };
    events.pictured = [this](const ConsolePicture &picture) {
        m_output.flush();
        m_connection.send(MessageKind::Pictured, encode(picture));
    };
    events.stateChanged = [this](RunState state) {
        {
            const std::lock_guard lock(m_mutex); // or one who has just looked would wait and not hear of it
            m_isRunning = state == RunState::Running;
            m_isUsed = m_isUsed || m_isRunning;
        }
        m_changed.notify_all();
        m_connection.send(MessageKind::StateChanged, encode(std::vector<int64_t>{int64_t(state)}));
    };
    events.paused = [this](const PauseInfo &info) {
        workOut();
        m_connection.send(MessageKind::Paused, encode(info));
    };
    events.hitsCounted = [this](const std::vector<int64_t> &hits) {
        m_connection.send(MessageKind::HitsCounted, encode(hits));
    };
    events.consoleAnswered = [this](const RunOutcome &outcome) {
        workOut();
        m_connection.send(MessageKind::ConsoleAnswered, encode(outcome));
    };
    events.finished = [this](const RunOutcome &outcome) {
        workOut();
        m_processes.searchAll();
        sendProcesses();
        m_connection.send(MessageKind::Finished, encode(outcome));
    };
    events.inputWanted = [this](bool isWaiting) {
        workOut(); // what it asks for was printed just now
        m_connection.send(MessageKind::InputWanted, encode(std::vector<int64_t>{isWaiting ? 1 : 0}));
    };
    return events;
}

void Server::start() {
    Recorder &recorder = Recorder::instance();
    recorder.setSink([this](const Session &part, const std::string &rows) { sendPart(part, rows); });
    recorder.setValueObserver(
        {.moved =
             [this](uint64_t storage, const FilePlace &place) {
                 const MovedMessage moved{int64_t(storage), place.offset, place.bytes, int64_t(place.checksum)};
                 m_connection.send(MessageKind::Moved, encode(moved));
             },
         .dropped =
             [this](uint64_t storage, const std::string &reason) {
                 m_connection.send(MessageKind::Dropped, encode(DroppedMessage{int64_t(storage), reason}));
             }});
    setLastWords([this] {
        m_gate.open();
        tellAll();
    });
    m_interpreter = std::make_unique<Interpreter>(events());
    postToPython([this] {
        useOwnSignalStack();
        noteProgramThread();
        python::useOwnProcess(
            [this](int64_t process, const std::string &command) { m_processes.note(process, command); });
        python::warmUp();
        sayHello();
    });
    std::thread([this] { tickWhileRunning(); }).detach();
    std::thread([this] { answerValues(); }).detach();
}

void Server::tellAll() {
    const PartGate::Opening freely(m_gate);
    workOut();
    m_processes.searchAll();
    sendProcesses();
}

void Server::tickWhileRunning() {
    nameThread("JitScope clock");
    while (true) {
        {
            std::unique_lock lock(m_mutex);
            const bool isAlone = std::ranges::none_of(m_toldProcesses, &ProgramProcess::isRunning);
            const auto isRunning = [this] { return m_isRunning.load(); };
            if (isAlone)
                m_changed.wait(lock, isRunning);
            else
                m_changed.wait_for(lock, tickAtRest, isRunning);
        }
        std::this_thread::sleep_for(tick);
        if (m_connection.isLost()) leaveWithAll(); // the program closed what it does not know: nobody would hear of it
        if (isProgramThreadGone()) endWithoutThread();
        tellLostThreads();
        m_output.flush();
        (void)Recorder::instance().takeReady(); // wakes its thread, which hands over what there is
        sendMemory();
        sendProcesses();
    }
}

/** Nobody would ever tell the end of what it ran. */
void Server::endWithoutThread() {
    m_output.add(true,
                 "The system ended the thread that runs the program, as a filter of system calls does (seccomp).\n");
    endBy(SIGSYS);
}

/** The program goes on, unless it needs what such a thread held. */
void Server::tellLostThreads() {
    const int lost = countLostThreads();
    if (lost == 0) return;
    const std::string threads = lost == 1 ? "a thread" : std::to_string(lost) + " threads";
    m_output.add(true, "The system ended " + threads +
                           " of the program, as a filter of system calls does (seccomp). What waits for such a thread, "
                           "or for a lock that it held, waits until the program is stopped.\n");
}

void Server::answerValues() {
    nameThread("JitScope values");
    while (true) {
        ValueRequest request;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return !m_wanted.empty(); });
            request = m_wanted.front();
            m_wanted.pop_front();
        }
        m_connection.send(MessageKind::Value, encode(m_values.find(request)));
    }
}

void Server::serve() {
    start();
    while (true) {
        const Result<Message> message = m_connection.receive();
        if (!message) end();
        for (const Entry &entry : entries)
            if (entry.kind == message->kind) (this->*entry.handler)(*message);
    }
}

/** As at the end of Python, which comes now as the console lived on. Told when they were called, which is never for a
    program that does not stop. */
std::future<void> Server::runExitHandlers() {
    const auto called = std::make_shared<std::promise<void>>();
    if (m_isUsed)
        postToPython([called] {
            python::runExitHandlers();
            called->set_value();
        });
    else
        called->set_value();
    return called->get_future();
}

/** The debugger is gone: what was recorded goes into the journal, and nobody runs on unseen. */
void Server::end() {
    m_gate.open();
    m_interpreter->stop();
    Recorder::instance().setLevel(RecordLevel::None);
    std::thread([this] {
        std::this_thread::sleep_for(graceAtEnd + graceOfHandlers);
        leaveWithAll();
    }).detach();
    const std::future<void> handlers = runExitHandlers();
    workOut(); // the journal is whole whatever they do
    handlers.wait_for(graceOfHandlers);
    speakLastWords();
    Recorder::instance().leaveJournal();
    leaveWithAll();
}

void Server::leave(const Message &) {
    m_gate.open();
    speakLastWords();
    leaveWithAll();
}

/** With the processes that the program began, also those that left its group. */
void Server::leaveWithAll() {
    m_processes.searchAll();
    killAll(m_processes.look());
    if (::getpgrp() == ::getpid()) ::syscall(SYS_kill, 0, SIGKILL); // without last words: these were said
    ::_exit(0);
}

/** Parts of what was recorded before may wait for credit, which comes the same way as this: they go out at once. */
void Server::begin(const Message &message) {
    const auto request = decode<BeginRequest>(message.body);
    const PartGate::Opening freely(m_gate);
    Recorder &recorder = Recorder::instance();
    recorder.leaveJournal();
    recorder.restart();
    std::string problem;
    if (request && message.descriptor >= 0) {
        auto journal = Journal::adopt(outOfReach(message.descriptor), request->journalPath);
        if (journal)
            recorder.startJournal(std::shared_ptr<Journal>(std::move(*journal)));
        else
            problem = journal.error().message;
    }
    if (request && request->spillLimit >= 0) recorder.setSpillLimit(request->spillLimit);
    if (!problem.empty())
        recorder.recordProblem({Severity::Warning, "journal", "The recording is not kept on disk: " + problem, {}});
    m_connection.send(MessageKind::Begun);
}

void Server::runScript(const Message &message) {
    if (const auto request = decode<ScriptRequest>(message.body))
        m_interpreter->runScript(request->path, request->text, request->options);
}

void Server::runConsole(const Message &message) {
    if (const auto text = decode<OutputText>(message.body)) m_interpreter->runConsole(text->text);
}

void Server::setBreakpoints(const Message &message) {
    if (auto breakpoints = decode<std::vector<Breakpoint>>(message.body))
        m_interpreter->setBreakpoints(std::move(*breakpoints));
}

void Server::setWatchpoints(const Message &message) {
    if (auto watchpoints = decode<std::vector<Watchpoint>>(message.body))
        m_interpreter->setWatchpoints(std::move(*watchpoints));
}

void Server::step(const Message &message) {
    if (const auto request = decode<StepRequest>(message.body)) m_interpreter->step(*request);
}

/** Of a program that stands still; answered on its own thread. */
void Server::askFrames(const AskRequest &request) {
    const auto reply = [this, number = request.request](const EvaluationResult &result) {
        workOut(); // the answer may speak of tensors that were just recorded
        tellAnswer({.request = number, .result = result});
    };
    if (request.question == Question::Evaluate) return m_interpreter->evaluate(request.frame, request.source, reply);
    if (request.question == Question::Assign)
        return m_interpreter->assign(request.frame, request.target, request.source, reply);
    m_interpreter->frames([this, number = request.request](const std::vector<FrameView> &frames) {
        workOut();
        tellAnswer({.request = number, .frames = frames});
    });
}

void Server::ask(const Message &message) {
    const auto request = decode<AskRequest>(message.body);
    if (!request) return;
    AnswerMessage answer;
    answer.request = request->request;
    switch (request->question) {
    case Question::Frames:
    case Question::Evaluate:
    case Question::Assign:
        return askFrames(*request);
    case Question::Completeness:
        answer.completeness = uint8_t(m_interpreter->completeness(request->source));
        break;
    case Question::Completions:
        answer.names = m_interpreter->completions(request->source);
        break;
    case Question::Describe: {
        const NameHelp help = m_interpreter->describe(request->source);
        answer.kind = help.kind;
        answer.signature = help.signature;
        answer.documentation = help.documentation;
    }
    }
    tellAnswer(answer);
}

void Server::wantValue(const Message &message) {
    const auto request = decode<ValueRequest>(message.body);
    if (!request) return;
    const std::lock_guard lock(m_mutex);
    m_wanted.push_back(*request);
    m_changed.notify_all();
}

void Server::releaseValue(const Message &message) {
    const auto requests = decode<std::vector<int64_t>>(message.body);
    for (const int64_t request : requests ? *requests : std::vector<int64_t>())
        m_values.release(request);
}

void Server::forgetValues(const Message &message) {
    if (const auto serials = decode<std::vector<int64_t>>(message.body)) m_values.forget(*serials);
}

void Server::takeCredit(const Message &message) {
    const auto bytes = decode<std::vector<int64_t>>(message.body);
    if (bytes && bytes->size() == 1) m_gate.credit(bytes->front());
}

void Server::limitSpill(const Message &message) {
    const auto bytes = decode<std::vector<int64_t>>(message.body);
    if (bytes && bytes->size() == 1) Recorder::instance().setSpillLimit(bytes->front());
}

void Server::tellOutput(const Message &message) {
    if (const auto text = decode<OutputText>(message.body))
        Recorder::instance().recordOutput({text->isError, text->text});
}

void Server::tellProblem(const Message &message) {
    if (auto problem = decode<Problem>(message.body)) Recorder::instance().recordProblem(*std::move(problem));
}

void Server::usePlugins(const Message &message) {
    const auto files = decode<std::vector<std::string>>(message.body);
    if (!files) return;
    for (const PluginStatus &each : std::vector<PluginStatus>(pluginStatuses()))
        if (each.loaded && std::find(files->begin(), files->end(), each.path) == files->end())
            switchPluginOff(each.path);
    for (const std::string &file : *files)
        if (const PluginStatus loaded = loadPlugin(file); !loaded.error.empty())
            m_output.add(true, file + ": " + loaded.error + "\n");
}

} // namespace

namespace {

Server *server = nullptr; ///< never destroyed: threads of it end with the process
pid_t servedProcess = 0;  ///< that of the server, and of no forked child

} // namespace

void serveProgram(int socket) {
    server = new Server(socket);
    servedProcess = ::getpid();
    // One that held the connection would keep the end of this process from the debugger.
    ::pthread_atfork(nullptr, nullptr, [] { server->leaveConnection(); });
    server->serve();
}

void tellBeforeExec() {
    if (server && ::getpid() == servedProcess) server->tellAll();
}

void tellAddressLimit() {
    static std::atomic<uint64_t> told = std::numeric_limits<uint64_t>::max();
    Recorder &recorder = Recorder::instance();
    if (::getpid() != servedProcess || told.exchange(recorder.epoch()) == recorder.epoch()) return;
    recorder.recordProblem(
        {Severity::Warning,
         "limit",
         "The script limits its address space (RLIMIT_AS). The memory of tensors was mapped before and "
         "is not limited by it; what JitScope needs to record is, and may end the program.",
         {}});
}

} // namespace jitscope::inline program
