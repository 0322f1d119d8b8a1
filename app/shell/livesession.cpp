// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/livesession.h"

#include "app/sdk/document.h"
#include "engine/session/recorder.h"

#include <QMetaObject>

#include <mutex>

namespace jitscope {

namespace {

constexpr int partMs = 50; ///< how often the recording is moved over while a program runs
const std::string simulatedDevice = "Ascend";

} // namespace

/** Printed text is gathered and told every 50 ms: a program that prints in a loop would else flood the event queue. */
struct LiveSession::PendingOutput {
    std::mutex mutex;
    std::vector<OutputChunk> chunks;

    void add(bool isError, const std::string &text) {
        const std::lock_guard lock(mutex);
        if (!chunks.empty() && chunks.back().isError == isError) {
            chunks.back().text += text;
            return;
        }
        chunks.push_back({isError, text});
    }
    std::vector<OutputChunk> take() {
        const std::lock_guard lock(mutex);
        return std::exchange(chunks, {});
    }
};

LiveSession::LiveSession(Document &document, QObject *parent)
    : Runner(parent)
    , m_document(document)
    , m_output(std::make_shared<PendingOutput>()) {
    m_timer.setInterval(partMs);
    connect(&m_timer, &QTimer::timeout, this, &LiveSession::takePart);
}

LiveSession::~LiveSession() {
    // Joins the interpreter's thread; what it queued to this object meanwhile is dropped with the object.
    m_interpreter.reset();
}

Interpreter &LiveSession::interpreter() {
    if (!m_interpreter) m_interpreter = std::make_unique<Interpreter>(events());
    return *m_interpreter;
}

InterpreterEvents LiveSession::events() {
    const auto queue = [this](auto call) { QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection); };
    InterpreterEvents events;
    events.output = [output = m_output](bool isError, const std::string &text) { output->add(isError, text); };
    events.stateChanged = [this, queue](RunState state) { queue([this, state] { onStateChanged(state); }); };
    events.paused = [this, queue](const PauseInfo &info) { queue([this, info] { onPaused(info); }); };
    events.finished = [this, queue](const RunOutcome &outcome) { queue([this, outcome] { onFinished(outcome); }); };
    return events;
}

void LiveSession::setOptions(const RunOptions &options) {
    m_options = options;
    Q_EMIT optionsChanged();
}

void LiveSession::runFile(const QString &path, const QString &text, bool stopAtFirstOp) {
    if (m_state != RunState::Idle) return;
    Recorder::instance().restart();
    m_device = m_options.device;
    m_streams = {};
    m_document.replace({});
    RunOptions options = m_options;
    options.stopAtFirstOp = stopAtFirstOp;
    onStateChanged(RunState::Running);
    interpreter().runScript(path.toStdString(), text.toStdString(), options);
}

void LiveSession::runConsole(const QString &source) {
    if (m_state != RunState::Idle) return;
    onStateChanged(RunState::Running);
    interpreter().runConsole(source.toStdString());
}

Interpreter::Completeness LiveSession::completeness(const QString &source) {
    return interpreter().completeness(source.toStdString());
}

QStringList LiveSession::completions(const QString &prefix) {
    QStringList names;
    for (const std::string &name : interpreter().completions(prefix.toStdString()))
        names.append(QString::fromStdString(name));
    return names;
}

void LiveSession::setBreakpoints(std::vector<Breakpoint> breakpoints) {
    if (breakpoints == m_breakpoints) return;
    m_breakpoints = std::move(breakpoints);
    interpreter().setBreakpoints(m_breakpoints);
    Q_EMIT breakpointsChanged();
}

void LiveSession::resume() {
    if (m_state == RunState::Paused) interpreter().resume();
}

void LiveSession::stepOp() {
    if (m_state == RunState::Paused) interpreter().stepOp();
}

void LiveSession::stepLine() {
    if (m_state == RunState::Paused) interpreter().stepLine();
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
    takePart();
    m_pause = info;
    onStateChanged(RunState::Paused);
    Q_EMIT paused(m_pause);
}

void LiveSession::onFinished(const RunOutcome &outcome) {
    m_timer.stop();
    takePart();
    m_pause = {};
    m_state = RunState::Idle;
    Q_EMIT stateChanged(m_state);
    Q_EMIT finished(outcome);
}

void LiveSession::takePart() {
    flushOutput();
    Session part = Recorder::instance().take();
    if (part.empty()) return;
    if (const auto found = part.info.find("device"); found != part.info.end()) m_device = found->second;
    addRecordedLanes(part);
    if (m_device == simulatedDevice) part.trace.append(simulate(defaultDeviceModel(), part, m_streams));
    m_document.append(std::move(part));
}

void LiveSession::flushOutput() {
    for (const OutputChunk &chunk : m_output->take())
        Q_EMIT output(chunk.isError, QString::fromStdString(chunk.text));
}

} // namespace jitscope
