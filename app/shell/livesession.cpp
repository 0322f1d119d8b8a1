// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/livesession.h"

#include "app/sdk/document.h"
#include "app/shell/runchoices.h"
#include "engine/ascend/simulator.h"
#include "engine/python/interpreter.h"
#include "engine/session/compilation.h"
#include "engine/session/journal.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"

#include <QElapsedTimer>
#include <QMetaObject>
#include <QPointer>

#include <mutex>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int partMs = 50; ///< how often the recording is moved over while a program runs
constexpr int turnMs = 15; ///< how long that may take at once
constexpr int againMs = 1; ///< until what did not come at once is asked for again
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

/** Printed text is gathered and told every 50 ms: a program that prints in a loop would else flood the event queue. */
struct LiveSession::PendingOutput {
    /** Text, or a picture. */
    struct Chunk {
        OutputChunk text;
        std::shared_ptr<const ConsolePicture> picture = {};
    };
    std::mutex mutex;
    std::vector<Chunk> chunks;

    void add(bool isError, const std::string &text) {
        const std::lock_guard lock(mutex);
        if (!chunks.empty() && !chunks.back().picture && chunks.back().text.isError == isError) {
            chunks.back().text.text += text;
            return;
        }
        chunks.push_back({{isError, text}});
    }
    void add(const ConsolePicture &picture) {
        const std::lock_guard lock(mutex);
        chunks.push_back({{}, std::make_shared<const ConsolePicture>(picture)});
    }
    std::vector<Chunk> take() {
        const std::lock_guard lock(mutex);
        return std::exchange(chunks, {});
    }
};

LiveSession::LiveSession(Document &document, QObject *parent)
    : Runner(parent)
    , m_document(document)
    , m_output(std::make_shared<PendingOutput>()) {
    m_timer.setInterval(partMs);
    // A saved recording needs no second file, unless it goes on.
    connect(&m_document, &Document::pathChanged, this, [this] {
        if (m_state == RunState::Idle && !m_document.path().isEmpty() && !m_document.isModified())
            Recorder::instance().endJournal();
    });
    // Somebody else's: a file, or a run of before.
    connect(&m_document, &Document::replaced, this, [this] { m_goes = Goes::Nowhere; });
    connect(&m_timer, &QTimer::timeout, this, &LiveSession::takePart);
    m_again.setSingleShot(true);
    m_again.setInterval(againMs);
    connect(&m_again, &QTimer::timeout, this, &LiveSession::takePart);
}

LiveSession::~LiveSession() {
    // Joins the interpreter's thread; what it queued to this object meanwhile is dropped with the object.
    m_interpreter.reset();
    Recorder::instance().setFinisher({});
    Recorder::instance().endJournal();
}

Interpreter &LiveSession::interpreter() {
    if (!m_interpreter) m_interpreter = std::make_unique<Interpreter>(events());
    return *m_interpreter;
}

InterpreterEvents LiveSession::events() {
    const auto queue = [this](auto call) { QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection); };
    InterpreterEvents events;
    events.output = [output = m_output](bool isError, const std::string &text) { output->add(isError, text); };
    events.pictured = [output = m_output](const ConsolePicture &picture) { output->add(picture); };
    events.stateChanged = [this, queue](RunState state) { queue([this, state] { onStateChanged(state); }); };
    // What was recorded is worked out on the program's thread: this one only takes it over.
    events.paused = [this, queue](const PauseInfo &info) {
        Recorder::instance().workOut();
        queue([this, info] { onPaused(info); });
    };
    events.hitsCounted = [this, queue](const std::vector<int64_t> &hits) {
        queue([this, hits] {
            m_hits = hits;
            Q_EMIT hitsChanged();
        });
    };
    events.consoleAnswered = [this, queue](const RunOutcome &outcome) {
        Recorder::instance().workOut();
        queue([this, outcome] { onConsoleAnswered(outcome); });
    };
    events.finished = [this, queue](const RunOutcome &outcome) {
        Recorder::instance().workOut();
        queue([this, outcome] { onFinished(outcome); });
    };
    return events;
}

void LiveSession::setOptions(const RunOptions &options) {
    m_options = options;
    Q_EMIT optionsChanged();
}

void LiveSession::runFile(const QString &path, const QString &text, bool stopAtFirstOp) {
    if (m_state != RunState::Idle) return;
    Recorder::instance().restart();
    Recorder::instance().setFinisher(simulation(m_options.device));
    startJournal();
    begin(path);
    RunOptions options = m_options;
    options.stopAtFirstOp = stopAtFirstOp;
    onStateChanged(RunState::Running);
    tellForced();
    interpreter().runScript(path.toStdString(), text.toStdString(), options);
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
    for (const QString &setting : forcedSettings(m_options)) {
        const QString line = tr("%1 is forced by the tool bar").arg(setting) + QLatin1Char('\n');
        Recorder::instance().recordOutput({true, line.toStdString()});
        Q_EMIT output(true, line);
    }
}

/** So that a crash loses nothing; a run goes on without where the file cannot be made. */
void LiveSession::startJournal() {
    if (m_options.record == RecordLevel::None || !m_keepsJournal) return;
    const auto started = Recorder::instance().startJournal(journalFolder());
    if (started) return;
    Recorder::instance().recordProblem({Severity::Warning,
                                        "journal",
                                        "The recording is not kept on disk while it grows: " + started.error().message,
                                        {}});
}

void LiveSession::setKeepsJournal(bool keeps) {
    m_keepsJournal = keeps;
}

void LiveSession::runConsole(const QString &source) {
    if (m_state == RunState::Running) return;
    if (m_goes == Goes::Nowhere && m_state == RunState::Idle) {
        Recorder::instance().restart();
        startJournal();
        m_goes = Goes::WithFirstOp;
    }
    // A paused program stays paused: it is asked where it stands.
    if (m_state == RunState::Idle) onStateChanged(RunState::Running);
    interpreter().runConsole(source.toStdString());
}

Completeness LiveSession::completeness(const QString &source) {
    return interpreter().completeness(source.toStdString());
}

QStringList LiveSession::completions(const QString &prefix) {
    QStringList names;
    for (const std::string &name : interpreter().completions(prefix.toStdString()))
        names.append(QString::fromStdString(name));
    return names;
}

NameHelp LiveSession::describe(const QString &name) {
    return interpreter().describe(name.toStdString());
}

void LiveSession::setBreakpoints(std::vector<Breakpoint> breakpoints) {
    if (breakpoints == m_breakpoints) return;
    m_breakpoints = std::move(breakpoints);
    interpreter().setBreakpoints(m_breakpoints);
    Q_EMIT breakpointsChanged();
}

void LiveSession::setWatchpoints(std::vector<Watchpoint> watchpoints) {
    if (watchpoints == m_watchpoints) return;
    m_watchpoints = std::move(watchpoints);
    interpreter().setWatchpoints(m_watchpoints);
    Q_EMIT watchpointsChanged();
}

void LiveSession::step(const StepRequest &request) {
    if (m_state == RunState::Paused) interpreter().step(request);
}

template<class Answer>
std::function<void(const Answer &)> LiveSession::whilePaused(QObject *receiver,
                                                             std::function<void(const Answer &)> reply) {
    return [this, receiver = QPointer<QObject>(receiver), reply = std::move(reply),
            pause = m_pauses](const Answer &answer) {
        Recorder::instance().workOut(); // the answer may speak of tensors that were just recorded
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
    if (m_state == RunState::Paused) interpreter().frames(whilePaused(receiver, std::move(reply)));
}

void LiveSession::evaluate(int frame, const QString &source, QObject *receiver,
                           std::function<void(const EvaluationResult &)> reply) {
    if (m_state != RunState::Paused) return;
    interpreter().evaluate(frame, source.toStdString(), whilePaused(receiver, std::move(reply)));
}

void LiveSession::assign(int frame, const QString &target, const QString &source, QObject *receiver,
                         std::function<void(const EvaluationResult &)> reply) {
    if (m_state != RunState::Paused) return;
    auto told = [this, reply = std::move(reply)](const EvaluationResult &result) {
        m_document.settle();
        reply(result);
        if (result.error.empty()) Q_EMIT valuesChanged();
    };
    interpreter().assign(frame, target.toStdString(), source.toStdString(),
                         whilePaused<EvaluationResult>(receiver, std::move(told)));
}

void LiveSession::pause() {
    if (m_state == RunState::Running) interpreter().pause();
}

void LiveSession::stop() {
    if (m_state != RunState::Idle) interpreter().stop();
}

void LiveSession::onStateChanged(RunState state) {
    // The end of a run is told by onFinished alone, so that nobody sees Idle before the last part is there.
    if (state == m_state || state == RunState::Idle) return;
    m_state = state;
    m_timer.start();
    Q_EMIT stateChanged(state);
}

void LiveSession::onPaused(const PauseInfo &info) {
    afterParts([this, info] {
        m_document.settle();
        m_pause = info;
        ++m_pauses;
        onStateChanged(RunState::Paused);
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

void LiveSession::takePart() {
    flushOutput();
    const ValueMemory memory = Recorder::instance().memory();
    m_document.setMemory({memory.bytes, memory.budget, memory.spilled});
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
        std::optional<Session> part = Recorder::instance().takeReady();
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
    for (const PendingOutput::Chunk &chunk : m_output->take()) {
        if (chunk.picture)
            Q_EMIT pictured(*chunk.picture);
        else
            Q_EMIT output(chunk.text.isError, QString::fromStdString(chunk.text.text));
    }
}

} // namespace shell
} // namespace jitscope
