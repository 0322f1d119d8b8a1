// SPDX-License-Identifier: Apache-2.0
// A program in a process of its own: whatever becomes of it, this process goes on.
#pragma once

#include "engine/program/program.h"

#include <memory>

namespace jitscope::inline program {

/** Where the process is: beside this program. */
std::string programExecutable();

/** Everything but the constructor returns at once; what waits for the process does so on threads of this. */
class ChildProgram final : public Program {
public:
    /** Starts the process, with options of python3; when that fails, `ended` says why. */
    explicit ChildProgram(ProgramEvents events, const std::vector<std::string> &pythonOptions = {},
                          const std::string &executable = programExecutable());
    /** The process ends, by itself or after two seconds by force; nobody waits for that here, and no events come. What
       it recorded can still be had. */
    ~ChildProgram() override;

    /** Its number, or -1. */
    int process() const;
    /** Whether it has told that it is ready. */
    bool isReady() const;

    Result<void> beginRecording(const RecordingOptions &options) override;
    void runScript(const std::string &path, const std::string &text, const RunOptions &options) override;
    void runConsole(const std::string &source) override;
    void usePlugins(const std::vector<std::string> &files) override;
    void setBreakpoints(const std::vector<Breakpoint> &breakpoints) override;
    void setWatchpoints(const std::vector<Watchpoint> &watchpoints) override;
    void step(const StepRequest &request) override;
    void pause() override;
    void stop() override;
    bool kill() override;
    void input(const std::string &text) override;
    void endInput() override;
    Completeness completeness(const std::string &source) override;
    std::vector<std::string> completions(const std::string &prefix) override;
    NameHelp describe(const std::string &name) override;
    void frames(std::function<void(const std::vector<FrameView> &)> reply) override;
    void evaluate(int frame, const std::string &source, std::function<void(const EvaluationResult &)> reply) override;
    void assign(int frame, const std::string &target, const std::string &source,
                std::function<void(const EvaluationResult &)> reply) override;
    std::optional<Session> takeReady() override;
    ValueMemory memory() const override;
    void setSpillLimit(int64_t bytes) override;
    void tell(const OutputChunk &chunk) override;
    void tell(const Problem &problem) override;
    void endJournal() override;

private:
    struct State;
    const std::shared_ptr<State> m_state; ///< shared with its threads, which may outlive this
};

} // namespace jitscope::inline program
