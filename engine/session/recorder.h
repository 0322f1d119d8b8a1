// SPDX-License-Identifier: Apache-2.0
// Takes down what runs, from any thread, and hands it over in parts.
#pragma once

#include "engine/eager/dispatch.h"
#include "engine/session/session.h"

#include <functional>
#include <memory>

namespace jitscope {

/** Where the user's program stands right now; asked on the thread that runs it. */
struct Place {
    std::vector<StackFrame> stack; ///< innermost first
    std::string scope;
};

class Recorder {
public:
    Recorder();
    ~Recorder();
    /** The recorder of this process. */
    static Recorder &instance();

    void setLevel(RecordLevel level);
    RecordLevel level() const;
    /** The most bytes of tensor values that are kept alive at RecordLevel::Values; a quarter of the machine's memory if
        not set. Beyond it further values are not kept, and one problem says so. */
    void setValueBudget(int64_t bytes);
    /** Who tells the place; the Python layer. */
    void setPlaceSource(std::function<Place()> source);

    /** An operator that writes to an argument is about to run: its arguments as they are now become the inputs of the
        operator that is recorded next. */
    void beforeWrite(std::span<const Value> arguments);
    /** One eager operator; called by the listener of the Python layer after it ran. `result` is null when it failed.
        Returns its number, or -1 when nothing is being recorded. */
    int64_t recordOp(const OpDef &op, std::span<const Value> arguments, const Value *result, int64_t startNs,
                     int64_t endNs, const std::string &error);
    /** One node of a compiled graph that ran within call `graphCall`. */
    void recordNode(int compilation, int64_t graphCall, const Node &node, bool isKernel,
                    std::span<const Value> arguments, const Value &result, int64_t startNs, int64_t endNs);
    /** Returns the number of the call, or -1 when nothing is being recorded. */
    int64_t beginGraphCall(int compilation);
    void endGraphCall(int64_t number, int64_t startNs, int64_t endNs);

    /** What the user calls that tensor (a parameter's name); holds for operators recorded from now on. */
    void recordTensorName(const Tensor &tensor, const std::string &name);

    /** The index for the next compilation (its record follows with recordCompilation). */
    int nextCompilation();
    void recordCompilation(Compilation compilation);
    void recordSource(const std::string &path, const std::string &text);
    void recordProblem(Problem problem);
    void recordOutput(OutputChunk chunk);
    void recordInfo(const std::string &key, const std::string &value);
    /** Slices of the simulated device, times on the clock of nowNs(). */
    void recordTrace(const Trace &trace);
    /** The number that the next operator will get. */
    int64_t nextOp() const;

    /** What was recorded since the last take; ids continue over parts. */
    Session take();
    /** Forgets everything and starts numbering anew. */
    void restart();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace jitscope
