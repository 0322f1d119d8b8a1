// SPDX-License-Identifier: Apache-2.0
// Takes down what runs, from any thread, and hands it over in parts.
//
// The thread that runs the user's program only writes a few words for each operator; a thread of the recorder makes
// operators with texts and costs of them, moves values out that are beyond the budget, and writes the journal.
#pragma once

#include "engine/eager/dispatch.h"
#include "engine/session/recordingcost.h"
#include "engine/session/records.h"
#include "engine/session/sessionfwd.h"
#include "engine/session/valuestore.h"

#include <functional>
#include <memory>
#include <optional>

namespace jitscope::inline ir {
struct Node;
}
namespace jitscope::inline profile {
class Trace;
}

namespace jitscope::inline session {

class Journal;

/** Where the user's program stands right now. */
struct Place {
    std::vector<StackFrame> stack; ///< innermost first
    std::string scope;
    bool isOptimizer = false; ///< inside of an optimizer's step
};

/** A place by the numbers that the recorder gave its parts. */
struct PlaceId {
    int stack = -1;
    int scope = 0;
    bool isOptimizer = false;
};

class Recorder {
public:
    Recorder();
    ~Recorder();
    /** The recorder of this process. */
    static Recorder &instance();

    void setLevel(RecordLevel level);
    RecordLevel level() const;
    /** The program runs, or stands: what its threads do in between is recorded. */
    void beginThreads();
    void endThreads();
    /** The calling thread, which the program started, begins under that name; is about to end. */
    void threadBegins(const std::string &name);
    void threadEnds();
    /** The most bytes of tensor values that are kept in memory; a quarter of what is free if not set. Beyond it the
        oldest are written to a file and read back when they are asked for. */
    void setValueBudget(int64_t bytes);
    /** The most bytes of values in that file, and never more than half of what its disk has. Beyond it the oldest
       values are dropped, and one problem says so. */
    void setSpillLimit(int64_t bytes);
    /** What the values take; cheap. */
    ValueMemory memory() const;
    /** The most operators of one recording; further ones are not taken down, and one problem says so. If not set, 5
        million, or as many as half of the memory holds that was free when the recorder was made. */
    void setOpLimit(int64_t ops);

    /** Who tells the place; the Python layer. Asked on the thread that runs the program, for every operator, so it
        keeps the numbers of the places that it knows for as long as epoch() is the same. */
    void setPlaceSource(std::function<PlaceId()> source);
    PlaceId placeId(const Place &place);
    /** Goes up when numbers of places lose their meaning. */
    uint64_t epoch() const;

    /** An operator that writes to an argument is about to run: its arguments as they are now become the inputs of the
        operator that is recorded next. */
    void beforeWrite(std::span<const Value> arguments);
    /** The same of a node whose result may take an argument's memory. */
    void beforeWrite(const Node &node, std::span<const Value> arguments);
    /** One eager operator; called by the listener of the Python layer after it ran. `result` is null when it failed.
        Returns its number, or -1 when it is not recorded. */
    int64_t recordOp(const OpDef &op, std::span<const Value> arguments, const Value *result, int64_t startNs,
                     int64_t endNs, const std::string &error);
    /** One node of a compiled graph that ran within call `graphCall`; its number, or -1. */
    int64_t recordNode(int compilation, int64_t graphCall, const Node &node, bool isKernel,
                       std::span<const Value> arguments, const Value &result, int64_t startNs, int64_t endNs);
    /** Returns the number of the call, or -1 when nothing is being recorded. */
    int64_t beginGraphCall(int compilation);
    void endGraphCall(int64_t number, int64_t startNs, int64_t endNs);

    /** The calling thread waited for a row of that dataset. */
    void recordDataWait(const std::string &dataset, int64_t startNs, int64_t endNs);

    /** What the user calls that tensor (a parameter's name); holds for operators recorded from now on. */
    void recordTensorName(const Tensor &tensor, const std::string &name);
    /** That name, or "". */
    SharedText tensorName(const Tensor &tensor) const;
    /** The id of a tensor that no operator gave (a variable of a frame). Its values are kept at every level but None;
        -1 at None. */
    int64_t recordTensor(const Tensor &tensor, const std::string &name = "");
    /** `gradient` is what flows to `tensor` so far. */
    void recordGradient(const Tensor &tensor, const Tensor &gradient);
    void recordStop(StopRecord stop);
    void recordWatchHit(WatchHit hit);

    /** The index for the next compilation (its record follows with recordCompilation). */
    int nextCompilation();
    void recordCompilation(Compilation compilation);
    void recordSource(const std::string &path, const std::string &text);
    void recordProblem(Problem problem);
    void recordOutput(OutputChunk chunk);
    /** What writing operators down took so far; nothing where none was measured. */
    std::optional<RecordingCost> cost() const;
    void recordInfo(const std::string &key, const std::string &value);
    /** Slices of the simulated device, times on the clock of nowNs(). */
    void recordTrace(const Trace &trace);
    /** The number that the next operator will get. */
    int64_t nextOp() const;

    /** Everything that was recorded since the last take, with its lanes of the timeline; ids continue over parts. */
    Session take();
    /** The same without what is still being worked out, in parts until an empty one; nothing while the recorder is
        handing one over, then ask again. Waits for nobody. */
    std::optional<Session> takeReady();
    /** Returns when all that was recorded before can be had by takeReady() and stands in the journal. */
    void workOut();
    /** The same, and memory is within the budget. */
    void flush();
    /** Adds what else belongs into every part (the simulated device), on the recorder's thread. */
    void setFinisher(std::function<void(Session &part)> finisher);
    /** Forgets everything and starts numbering anew; ends the journal. */
    void restart();

    /** From now on every part goes there instead of to take(), with its rows (packSession()); on the thread that works
        out. It may wait, then the program waits too when it is far ahead. */
    void setSink(std::function<void(const Session &part, const std::string &rows)> sink);
    void setValueObserver(ValueObserver observer);

    /** From now on the recording is also written to a file in `folder`, a few times a second. */
    Result<void> startJournal(const std::string &folder);
    void startJournal(std::shared_ptr<Journal> journal);
    bool hasJournal() const;
    /** Ends it. The file goes away: the run came to its end, or the recording is not wanted. */
    void endJournal();
    /** The same, but the file is another's who decides about it. */
    void leaveJournal();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace jitscope::inline session
