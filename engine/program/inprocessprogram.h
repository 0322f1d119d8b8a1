// SPDX-License-Identifier: Apache-2.0
// A program in this process: it shares the fate of whoever debugs it.
#pragma once

#include "engine/program/program.h"

#include <memory>

namespace jitscope::inline python {
class Interpreter;
}

namespace jitscope::inline program {

/** One a process, as there is one interpreter and one recorder in it. */
class InProcessProgram final : public Program {
public:
    explicit InProcessProgram(ProgramEvents events);
    ~InProcessProgram() override;

    Result<void> beginRecording(const RecordingOptions &options) override;
    void runScript(const std::string &path, const std::string &text, const RunOptions &options) override;
    void runConsole(const std::string &source) override;
    void usePlugins(const std::vector<std::string> &) override {}
    void setBreakpoints(const std::vector<Breakpoint> &breakpoints) override;
    void setWatchpoints(const std::vector<Watchpoint> &watchpoints) override;
    void step(const StepRequest &request) override;
    void pause() override;
    void stop() override;
    bool kill() override { return false; }
    void input(const std::string &) override {}
    void endInput() override {}
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
    std::unique_ptr<Interpreter> m_interpreter;
};

} // namespace jitscope::inline program
