// SPDX-License-Identifier: Apache-2.0
#include "engine/program/inprocessprogram.h"

#include "engine/inspect/watchpoint.h"
#include "engine/python/interpreter.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"

namespace jitscope::inline program {

namespace {

/** What was recorded is worked out on the program's thread, before the receiver learns of what came of it. */
template<class Told> std::function<void(const Told &)> workedOut(std::function<void(const Told &)> event) {
    return [event = std::move(event)](const Told &told) {
        Recorder::instance().workOut();
        if (event) event(told);
    };
}

ProgramEvents workedOut(ProgramEvents events) {
    events.paused = workedOut(std::move(events.paused));
    events.consoleAnswered = workedOut(std::move(events.consoleAnswered));
    events.finished = workedOut(std::move(events.finished));
    return events;
}

} // namespace

InProcessProgram::InProcessProgram(ProgramEvents events)
    : m_interpreter(std::make_unique<Interpreter>(workedOut(std::move(events)))) {}

InProcessProgram::~InProcessProgram() {
    m_interpreter.reset(); // joins its thread
    Recorder::instance().setFinisher({});
    Recorder::instance().endJournal();
}

Result<void> InProcessProgram::beginRecording(const RecordingOptions &options) {
    Recorder &recorder = Recorder::instance();
    recorder.restart();
    recorder.setFinisher(options.finisher);
    return options.journalFolder.empty() ? Result<void>() : recorder.startJournal(options.journalFolder);
}

void InProcessProgram::runScript(const std::string &path, const std::string &text, const RunOptions &options) {
    m_interpreter->runScript(path, text, options);
}

void InProcessProgram::runConsole(const std::string &source) {
    m_interpreter->runConsole(source);
}

void InProcessProgram::setBreakpoints(const std::vector<Breakpoint> &breakpoints) {
    m_interpreter->setBreakpoints(breakpoints);
}

void InProcessProgram::setWatchpoints(const std::vector<Watchpoint> &watchpoints) {
    m_interpreter->setWatchpoints(watchpoints);
}

void InProcessProgram::step(const StepRequest &request) {
    m_interpreter->step(request);
}

void InProcessProgram::pause() {
    m_interpreter->pause();
}

void InProcessProgram::stop() {
    m_interpreter->stop();
}

Completeness InProcessProgram::completeness(const std::string &source) {
    return m_interpreter->completeness(source);
}

std::vector<std::string> InProcessProgram::completions(const std::string &prefix) {
    return m_interpreter->completions(prefix);
}

NameHelp InProcessProgram::describe(const std::string &name) {
    return m_interpreter->describe(name);
}

void InProcessProgram::frames(std::function<void(const std::vector<FrameView> &)> reply) {
    m_interpreter->frames(workedOut(std::move(reply)));
}

void InProcessProgram::evaluate(int frame, const std::string &source,
                                std::function<void(const EvaluationResult &)> reply) {
    m_interpreter->evaluate(frame, source, workedOut(std::move(reply)));
}

void InProcessProgram::assign(int frame, const std::string &target, const std::string &source,
                              std::function<void(const EvaluationResult &)> reply) {
    m_interpreter->assign(frame, target, source, workedOut(std::move(reply)));
}

std::optional<Session> InProcessProgram::takeReady() {
    return Recorder::instance().takeReady();
}

ValueMemory InProcessProgram::memory() const {
    return Recorder::instance().memory();
}

void InProcessProgram::setSpillLimit(int64_t bytes) {
    Recorder::instance().setSpillLimit(bytes);
}

void InProcessProgram::tell(const OutputChunk &chunk) {
    Recorder::instance().recordOutput(chunk);
}

void InProcessProgram::tell(const Problem &problem) {
    Recorder::instance().recordProblem(problem);
}

void InProcessProgram::endJournal() {
    Recorder::instance().endJournal();
}

} // namespace jitscope::inline program
