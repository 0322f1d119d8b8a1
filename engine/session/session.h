// SPDX-License-Identifier: Apache-2.0
// Everything recorded of a run, or loaded from files, as plain data. Panels and subcommands read nothing else.
//
// A part of a running recording (Recorder::take) is a Session too. All numbers in it are absolute: an operator's
// number, a tensor's id, a compilation's index and an operator's index into `stacks` count from the beginning of the
// recording, though the part holds only what is new since the part before. Appending the parts in order gives the
// whole; the functions op(), tensor() and compilation() find what they are asked for in a part as in a whole.
#pragma once

#include "engine/profile/diagnostics.h"
#include "engine/profile/profile.h"
#include "engine/session/datawait.h"
#include "engine/session/oplog.h"
#include "engine/session/records.h"
#include "engine/session/storagelog.h"
#include "engine/session/tensorlog.h"
#include "engine/session/threadspan.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitscope::inline session {

struct Compilation;   // compilation.h: whoever looks into them includes it
struct VariantRecord; // variantrecord.h

struct Session {
    std::map<std::string, std::string> info; ///< "script", "device", "mode", "producer", "started_unix_ms", at the
                                             ///< end "outcome" (finished, failed, stopped), "exit_code", "duration_ns"
    std::vector<SourceFile> sources;
    std::vector<std::vector<StackFrame>> stacks;
    TensorLog tensors; ///< by id: tensors[i].id == i
    OpLog ops;         ///< by number
    std::vector<GraphCall> graphCalls;
    std::vector<Compilation> compilations; ///< by index
    Trace trace;
    std::vector<ProfilePtr> profiles;    ///< what profilers wrote besides the trace, by rank
    std::vector<Diagnostic> diagnostics; ///< what an importer skipped or mended
    std::vector<Problem> problems;
    std::vector<OutputChunk> output;
    std::vector<GradientLink> gradients;
    std::vector<StopRecord> stops;
    std::vector<Bookmark> bookmarks; ///< by op
    std::vector<WatchHit> watchHits;
    StorageLog storageEvents;            ///< in no strict order of time; a release stands behind what it releases.
                                         ///< Empty although there are tensors: memory was not recorded
    std::vector<ThreadSpan> threadSpans; ///< of each thread by time. Empty although operators ran: not recorded
    std::vector<DataWait> dataWaits;     ///< of each thread by time
    std::vector<VariantRecord> variants; ///< of its compilations, in the order in which they were made

    Session();
    ~Session();
    Session(const Session &);
    Session(Session &&) noexcept;
    Session &operator=(const Session &);
    Session &operator=(Session &&) noexcept;

    bool empty() const;
    /** As values: nothing points into what may be millions of records. */
    std::optional<OpEvent> op(int64_t number) const;
    std::optional<TensorRecord> tensor(int64_t id) const;
    /** The operator whose result the tensor is; -1 for none. Cheap. */
    int64_t makerOf(int64_t tensor) const;
    const Compilation *compilation(int index) const;
    const SourceFile *source(std::string_view path) const;
    /**
     * Puts a later part of the same recording behind this one. Numbers are absolute, so nothing is renumbered. Info and
     * sources of the same key or path take the later text; a compilation of an index that is here already replaces it
     * (its place was held while it was not finished); calls stay ordered by number, as one that holds others ends last.
     */
    void append(Session &&later);
    /** Fills TensorRecord::op and firstUse from the operators from place `firstOp` on; append() does. */
    void linkTensors(size_t firstOp = 0);
};

/** Where a stack stands in the user's own code: the innermost frame that is not inside this package; null for none. */
const StackFrame *userFrame(const Session &session, int stack);

/** The same for where a node came from: the innermost line of the user's own. */
const SourceSpan *userSpan(const Session &session, const SpanList &spans);

/** Adds the host and compile lanes that follow from ops, calls and compilations (idempotent use: once per part). */
void addRecordedLanes(Session &part);

/** What a view or a file shows of an operator's slice: "operands", "result", and "scope" and "error" where it has them.
    The slices themselves do not hold it. */
std::vector<std::pair<std::string, std::string>> sliceFacts(const OpEvent &op);
/** The trace with these as arguments of its slices, for files that stand alone. */
Trace withOpArguments(const Session &session);

} // namespace jitscope::inline session
