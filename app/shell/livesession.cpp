// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/livesession.h"

#include "app/sdk/document.h"
#include "app/shell/runchoices.h"
#include "engine/base/spillmemory.h"
#include "engine/ascend/simulator.h"
#include "engine/extension/pluginloader.h"
#include "engine/program/childprogram.h"
#include "engine/program/inprocessprogram.h"
#include "engine/session/compilation.h"
#include "engine/session/journal.h"
#include "engine/session/session.h"

#include <QElapsedTimer>
#include <QMetaObject>
#include <QPointer>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string_view>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int partMs = 50;           ///< how often the recording is moved over while a program runs
constexpr int turnMs = 15;           ///< how long that may take at once
constexpr int againMs = 1;           ///< until what did not come at once is asked for again
constexpr int muchMs = 4;            ///< until printed text is taken of which no more may wait
constexpr int spareMs = 1500;        ///< after a script began: it comes first
constexpr int stopPatienceMs = 2000; ///< until a program that was asked to stop is said not to
const std::string simulatedDevice = "Ascend";

/** Adds the lanes of the simulated device to parts of a run on it. */
std::function<void(Session &)> simulation(const std::string &device) {
    return [name = std::string(device), model = currentDeviceModel(), streams = StreamState(),
            options = SimulationOptions()](Session &part) mutable {
        if (part.info.contains("ranks")) options = simulationOptions(part.info);
        if (const auto found = part.info.find("device"); found != part.info.end()) name = found->second;
        if (name == simulatedDevice) part.trace.append(simulate(model, part, streams, options));
    };
}

} // namespace

/** Printed text is gathered and told every 50 ms, or when much waits: a program that prints in a loop would else flood
    the event queue. It prints no faster than is taken; where nothing is (the window may wait for the program), it goes
    on slowly. */
struct LiveSession::PendingOutput {
    static constexpr size_t mostWaiting = size_t(1) << 19; ///< bytes: what is taken at once must not hold the window
    static constexpr auto longestWait = std::chrono::milliseconds(100);

    /** Text, or a picture. */
    struct Chunk {
        OutputChunk text;
        std::shared_ptr<const ConsolePicture> picture = {};
    };
    std::function<void()> tellMuch; ///< called once until all is taken
    std::mutex mutex;
    std::condition_variable taken;
    std::vector<Chunk> chunks;
    size_t waiting = 0; ///< bytes of texts
    bool isMuchTold = false;

    void add(bool isError, std::string_view text) {
        while (text.size() > mostWaiting) {
            size_t whole = mostWaiting; // characters
            while (whole > 1 && (static_cast<unsigned char>(text[whole]) & 0xC0) == 0x80)
                --whole;
            addPiece(isError, text.substr(0, whole));
            text.remove_prefix(whole);
        }
        addPiece(isError, text);
    }
    void addPiece(bool isError, std::string_view text) {
        std::unique_lock lock(mutex);
        if (waiting >= mostWaiting && !std::exchange(isMuchTold, true)) tellMuch();
        taken.wait_for(lock, longestWait, [this] { return waiting < mostWaiting; });
        waiting += text.size();
        if (!chunks.empty() && !chunks.back().picture && chunks.back().text.isError == isError) {
            chunks.back().text.text += text;
            return;
        }
        chunks.push_back({{isError, std::string(text)}});
    }
    void add(const ConsolePicture &picture) {
        const std::lock_guard lock(mutex);
        chunks.push_back({{}, std::make_shared<const ConsolePicture>(picture)});
    }
    std::vector<Chunk> take() {
        const std::lock_guard lock(mutex);
        waiting = 0;
        isMuchTold = false;
        taken.notify_all();
        return std::exchange(chunks, {});
    }
};

LiveSession::Place::~Place() = default;

LiveSession::LiveSession(Document &document, Home home, QObject *parent)
    : Runner(parent)
    , m_document(document)
    , m_home(home) {
    m_timer.setInterval(partMs);
    // A saved recording needs no second file, unless it goes on.
    connect(&m_document, &Document::pathChanged, this, [this] {
        if (m_state == RunState::Idle && !m_document.path().isEmpty() && !m_document.isModified()) endJournal();
    });
    // Somebody else's: a file, or a run of before.
    connect(&m_document, &Document::replaced, this, [this] { m_goes = Goes::Nowhere; });
    connect(&m_timer, &QTimer::timeout, this, &LiveSession::takePart);
    m_again.setSingleShot(true);
    m_again.setInterval(againMs);
    connect(&m_again, &QTimer::timeout, this, &LiveSession::takePart);
    m_muchWaits.setSingleShot(true);
    m_muchWaits.setInterval(muchMs);
    connect(&m_muchWaits, &QTimer::timeout, this, &LiveSession::flushOutput);
    m_spareDue.setSingleShot(true);
    m_spareDue.setInterval(spareMs);
    connect(&m_spareDue, &QTimer::timeout, this, &LiveSession::makeSpare);
    m_stopDue.setSingleShot(true);
    m_stopDue.setInterval(stopPatienceMs);
    connect(&m_stopDue, &QTimer::timeout, this, &Runner::stopIgnored);
}

LiveSession::~LiveSession() {
    if (m_place) m_place->program->endJournal();
}

std::unique_ptr<LiveSession::Place> LiveSession::newPlace() {
    auto place = std::make_unique<Place>();
    place->output = std::make_shared<PendingOutput>();
    place->output->tellMuch = [this] {
        QMetaObject::invokeMethod(
            this, [this] { m_muchWaits.start(); }, Qt::QueuedConnection);
    };
    place->number = ++m_lastPlace;
    if (m_home == Home::InProcess)
        place->program = std::make_unique<InProcessProgram>(events(*place));
    else
        place->program = std::make_unique<ChildProgram>(events(*place), m_options.pythonOptions);
    place->pythonOptions = m_options.pythonOptions;
    if (!m_breakpoints.empty()) place->program->setBreakpoints(m_breakpoints);
    if (!m_watchpoints.empty()) place->program->setWatchpoints(m_watchpoints);
    if (m_spillLimit >= 0) place->program->setSpillLimit(m_spillLimit);
    return place;
}

/** That of the console and of what runs. A process that is gone has another in its place. */
Program &LiveSession::program() {
    if (m_place && m_place->isGone && m_state == RunState::Idle) leavePlace();
    if (!m_place) m_place = m_spare ? std::move(m_spare) : newPlace();
    return *m_place->program;
}

/** One that no script ran in yet. */
Program &LiveSession::programForScript() {
    if (m_spare && m_spare->pythonOptions != m_options.pythonOptions) m_spare.reset();
    const bool fits = m_place && !m_place->isUsed && m_place->pythonOptions == m_options.pythonOptions;
    if (m_place && !fits && m_home == Home::OwnProcess) {
        leavePlace();
    }
    Program &fresh = program();
    m_place->isUsed = true;
    return fresh;
}

/** What it recorded is with the document and with whoever keeps runs. */
void LiveSession::leavePlace() {
    flushOutput();
    m_place->program->endJournal();
    m_place.reset();
    if (!m_processes.empty()) onProcesses({}); // they end with it
}

void LiveSession::makeSpare() {
    if (m_home == Home::OwnProcess && !m_spare) m_spare = newPlace();
}

ProgramEvents LiveSession::events(const Place &place) {
    // Queued, and dropped when another program has taken the place meanwhile.
    const auto queue = [this, number = place.number](auto call) {
        QMetaObject::invokeMethod(
            this,
            [this, number, call] {
                if (m_place && m_place->number == number) call();
            },
            Qt::QueuedConnection);
    };
    ProgramEvents events;
    events.output = [output = place.output](bool isError, const std::string &text) { output->add(isError, text); };
    events.pictured = [output = place.output](const ConsolePicture &picture) { output->add(picture); };
    events.stateChanged = [this, queue](RunState state) { queue([this, state] { onStateTold(state); }); };
    events.paused = [this, queue](const PauseInfo &info) { queue([this, info] { onPaused(info); }); };
    events.hitsCounted = [this, queue](const std::vector<int64_t> &hits) {
        queue([this, hits] {
            m_hits = hits;
            Q_EMIT hitsChanged();
        });
    };
    events.consoleAnswered = [this, queue](const RunOutcome &outcome) {
        queue([this, outcome] { onConsoleAnswered(outcome); });
    };
    events.finished = [this, queue](const RunOutcome &outcome) { queue([this, outcome] { onFinished(outcome); }); };
    events.inputWanted = [this, queue](bool isWaiting) {
        queue([this, isWaiting] { afterParts([this, isWaiting] { setWaitsForInput(isWaiting); }); });
    };
    events.processesChanged = [this, queue](const std::vector<ProgramProcess> &processes) {
        queue([this, processes] { onProcesses(processes); });
    };
    events.ended = [this, number = place.number](const ProgramEnd &end) {
        QMetaObject::invokeMethod(
            this, [this, number, end] { onEnded(number, end); }, Qt::QueuedConnection);
    };
    return events;
}

void LiveSession::onProcesses(const std::vector<ProgramProcess> &processes) {
    m_processes = processes;
    Q_EMIT processesChanged();
}

/** A process is gone. What it recorded stays; the console begins anew with the next input. */
void LiveSession::onEnded(int place, const ProgramEnd &end) {
    if (m_spare && m_spare->number == place) return m_spare.reset();
    if (!m_place || m_place->number != place) return;
    m_place->isGone = true;
    if (end.endedRun) return; // its outcome said so
    const QString line = QString::fromStdString(end.sentence) + QLatin1Char('\n');
    Q_EMIT output(true, line);
    if (m_state == RunState::Idle) return;
    // It could not even be started.
    RunOutcome outcome;
    outcome.exitCode = 1;
    outcome.error = line.toStdString();
    outcome.problem = {Severity::Error, "error", end.sentence, {}};
    onFinished(outcome);
}

void LiveSession::setOptions(const RunOptions &options) {
    m_options = options;
    Q_EMIT optionsChanged();
}

void LiveSession::runFile(const QString &path, const QString &text, bool stopAtFirstOp) {
    if (m_state != RunState::Idle) return;
    Program &fresh = programForScript();
    tellPlugins();
    beginRecording();
    begin(path);
    RunOptions options = m_options;
    options.stopAtFirstOp = stopAtFirstOp;
    setState(RunState::Running);
    tellForced();
    fresh.runScript(path.toStdString(), text.toStdString(), options);
    m_spareDue.start();
}

/** A program compiles with the passes that are switched on here. */
void LiveSession::tellPlugins() {
    std::vector<std::string> files;
    for (const PluginStatus &each : pluginStatuses())
        if (each.loaded && each.manifest.bringsAny(PluginKind::Pass)) files.push_back(each.path);
    if (files == m_place->plugins) return;
    m_place->plugins = files;
    m_place->program->usePlugins(files);
}

/** Numbers anew, with a journal, so that a crash loses nothing; a run goes on without where that cannot be made. */
void LiveSession::beginRecording() {
    m_isSpillTroubleTold = false;
    RecordingOptions options;
    options.finisher = simulation(m_options.device);
    if (m_options.record != RecordLevel::None && m_keepsJournal) options.journalFolder = journalFolder();
    const Result<void> begun = program().beginRecording(options);
    if (begun) return;
    program().tell(Problem{Severity::Warning,
                           "journal",
                           "The recording is not kept on disk while it grows: " + begun.error().message,
                           {}});
}

/** From now on the document is what is recorded; "" for console input without a script. */
void LiveSession::begin(const QString &path) {
    m_early = {};
    m_document.replace({});
    m_goes = Goes::IntoDocument;
    Q_EMIT began(path);
}

/** In the console and in the recording: what runs otherwise than its script says does so in words. */
void LiveSession::tellForced() {
    for (const QString &setting : forcedSettings(m_options))
        tellLine(tr("%1 is forced by the tool bar").arg(setting) + QLatin1Char('\n'));
}

void LiveSession::tellLine(const QString &line) {
    program().tell(OutputChunk{true, line.toStdString()});
    Q_EMIT output(true, line);
}

void LiveSession::setKeepsJournal(bool keeps) {
    m_keepsJournal = keeps;
}

void LiveSession::runConsole(const QString &source) {
    if (m_state == RunState::Running) return;
    Program &asked = program();
    m_place->isUsed = true;
    tellPlugins();
    if (m_goes == Goes::Nowhere && m_state == RunState::Idle) {
        beginRecording();
        m_goes = Goes::WithFirstOp;
    }
    // A paused program stays paused: it is asked where it stands.
    if (m_state == RunState::Idle) setState(RunState::Running);
    asked.runConsole(source.toStdString());
}

Completeness LiveSession::completeness(const QString &source) {
    return program().completeness(source.toStdString());
}

QStringList LiveSession::completions(const QString &prefix) {
    QStringList names;
    for (const std::string &name : program().completions(prefix.toStdString()))
        names.append(QString::fromStdString(name));
    return names;
}

NameHelp LiveSession::describe(const QString &name) {
    return program().describe(name.toStdString());
}

void LiveSession::setBreakpoints(std::vector<Breakpoint> breakpoints) {
    if (breakpoints == m_breakpoints) return;
    m_breakpoints = std::move(breakpoints);
    for (const auto *place : {&m_place, &m_spare})
        if (*place) (*place)->program->setBreakpoints(m_breakpoints);
    Q_EMIT breakpointsChanged();
}

void LiveSession::setWatchpoints(std::vector<Watchpoint> watchpoints) {
    if (watchpoints == m_watchpoints) return;
    m_watchpoints = std::move(watchpoints);
    for (const auto *place : {&m_place, &m_spare})
        if (*place) (*place)->program->setWatchpoints(m_watchpoints);
    Q_EMIT watchpointsChanged();
}

void LiveSession::step(const StepRequest &request) {
    if (m_state == RunState::Paused) program().step(request);
}

template<class Answer>
std::function<void(const Answer &)> LiveSession::whilePaused(QObject *receiver,
                                                             std::function<void(const Answer &)> reply) {
    return [this, receiver = QPointer<QObject>(receiver), reply = std::move(reply),
            pause = m_pauses](const Answer &answer) {
        QMetaObject::invokeMethod(
            this,
            [this, receiver, reply, pause, answer] {
                afterParts([this, receiver, reply, pause, answer] {
                    if (receiver && m_state == RunState::Paused && m_pauses == pause) reply(answer);
                });
            },
            Qt::QueuedConnection);
    };
}

void LiveSession::frames(QObject *receiver, std::function<void(const std::vector<FrameView> &)> reply) {
    if (m_state == RunState::Paused) program().frames(whilePaused(receiver, std::move(reply)));
}

void LiveSession::evaluate(int frame, const QString &source, QObject *receiver,
                           std::function<void(const EvaluationResult &)> reply) {
    if (m_state != RunState::Paused) return;
    program().evaluate(frame, source.toStdString(), whilePaused(receiver, std::move(reply)));
}

void LiveSession::assign(int frame, const QString &target, const QString &source, QObject *receiver,
                         std::function<void(const EvaluationResult &)> reply) {
    if (m_state != RunState::Paused) return;
    auto told = [this, reply = std::move(reply)](const EvaluationResult &result) {
        m_document.settle();
        reply(result);
        if (result.error.empty()) Q_EMIT valuesChanged();
    };
    program().assign(frame, target.toStdString(), source.toStdString(),
                     whilePaused<EvaluationResult>(receiver, std::move(told)));
}

void LiveSession::pause() {
    if (m_state == RunState::Running) program().pause();
}

void LiveSession::stop() {
    if (m_state == RunState::Idle) return;
    program().stop();
    if (!m_stopDue.isActive()) m_stopDue.start();
}

void LiveSession::kill() {
    if (m_place) m_place->program->kill();
}

void LiveSession::input(const QString &text) {
    if (m_place) m_place->program->input(text.toStdString());
}

void LiveSession::endInput() {
    if (m_place) m_place->program->endInput();
}

void LiveSession::setSpillLimit(qint64 bytes) {
    m_spillLimit = bytes;
    for (const auto *place : {&m_place, &m_spare})
        if (*place) (*place)->program->setSpillLimit(bytes);
}

void LiveSession::endJournal() {
    if (m_place) m_place->program->endJournal();
}

/** A pause and the end of a run are told by onPaused and onFinished alone, so that nobody sees Paused before it is
   known where, nor Idle before the last part is there. */
void LiveSession::onStateTold(RunState state) {
    if (state == RunState::Running) setState(state);
}

void LiveSession::setState(RunState state) {
    if (state == m_state) return;
    m_state = state;
    m_timer.start();
    Q_EMIT stateChanged(state);
}

void LiveSession::onPaused(const PauseInfo &info) {
    afterParts([this, info] {
        m_document.settle();
        m_pause = info;
        ++m_pauses;
        setState(RunState::Paused);
        Q_EMIT paused(m_pause);
    });
}

void LiveSession::onConsoleAnswered(const RunOutcome &outcome) {
    afterParts([this, outcome] {
        Q_EMIT consoleAnswered(outcome);
        if (m_state == RunState::Paused) Q_EMIT valuesChanged();
    });
}

void LiveSession::onFinished(const RunOutcome &outcome) {
    m_timer.stop();
    afterParts([this, outcome] {
        m_timer.stop();
        m_document.settle();
        m_pause = {};
        m_state = RunState::Idle;
        m_stopDue.stop();
        setWaitsForInput(false);
        Q_EMIT stateChanged(m_state);
        Q_EMIT finished(outcome);
    });
}

/** Calls `then` when all that was recorded so far is in the document: at once, or after some turns of the event loop
    when that is much. What was to be called before is called before. */
void LiveSession::afterParts(std::function<void()> then) {
    m_waiting.push_back(std::move(then));
    takePart();
}

/** Once in a recording. */
void LiveSession::tellSpillTrouble() {
    if (m_isSpillTroubleTold) return;
    const std::string trouble = spillUse().trouble;
    if (trouble.empty()) return;
    m_isSpillTroubleTold = true;
    program().tell(Problem{Severity::Warning,
                           "memory",
                           "No more of the recording goes to disk (" + trouble + "): operators stay in memory.",
                           {}});
}

void LiveSession::takePart() {
    flushOutput();
    if (!m_place) return;
    const ValueMemory memory = m_place->program->memory();
    m_document.setMemory({memory.bytes, memory.budget, memory.spilled});
    tellSpillTrouble();
    if (!takeSome()) {
        if (!m_waiting.empty()) m_again.start();
        return;
    }
    for (const std::function<void()> &then : std::exchange(m_waiting, {}))
        then();
}

/** Moves parts over for as long as one turn of the event loop may take; whether these were all. */
bool LiveSession::takeSome() {
    QElapsedTimer time;
    time.start();
    while (time.elapsed() < turnMs) {
        std::optional<Session> part = m_place->program->takeReady();
        if (!part) return false;
        if (part->empty()) return true;
        hand(std::move(*part));
    }
    return false;
}

void LiveSession::hand(Session &&part) {
    if (m_goes == Goes::Nowhere) return;
    if (m_goes == Goes::WithFirstOp) {
        m_early.append(std::move(part));
        if (m_early.ops.empty() && m_early.compilations.empty()) return;
        part = std::exchange(m_early, {});
        begin({});
    }
    m_document.append(std::move(part));
}

void LiveSession::flushOutput() {
    if (!m_place) return;
    for (const PendingOutput::Chunk &chunk : m_place->output->take()) {
        if (chunk.picture)
            Q_EMIT pictured(*chunk.picture);
        else
            Q_EMIT output(chunk.text.isError, QString::fromStdString(chunk.text.text));
    }
}

} // namespace shell
} // namespace jitscope

#include "moc_livesession.cpp"
