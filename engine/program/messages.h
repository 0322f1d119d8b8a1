// SPDX-License-Identifier: Apache-2.0
// What stands in the messages, and its way to bytes and back. Nothing in received bytes is taken on trust.
#pragma once

#include "engine/base/result.h"
#include "engine/inspect/watchpoint.h"
#include "engine/session/valuestore.h"
#include "engine/stepping/breakpoint.h"
#include "engine/stepping/consoleinput.h"
#include "engine/stepping/consolepicture.h"
#include "engine/stepping/frameview.h"
#include "engine/stepping/pauseinfo.h"
#include "engine/stepping/programprocess.h"
#include "engine/stepping/runstate.h"
#include "engine/stepping/steprequest.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline program {

/** Who speaks, and where its tensors are. With the descriptor of the shared memory, if it has such. */
struct Hello {
    int64_t protocol = 0, fields = 0; ///< protocolVersion, sessionFileVersion
    std::string producer;             ///< "JitScope 0.9, CPython 3.11.2"
    int64_t process = 0;
    int64_t sharedBytes = 0; ///< of the shared memory; 0 for none
    int64_t sharedBase = 0;  ///< the address that cells in it count from
    bool operator==(const Hello &) const = default;
};

/** A recording begins. With the descriptor of its journal, if it has one. */
struct BeginRequest {
    std::string journalPath; ///< "" for none
    int64_t spillLimit = -1; ///< bytes of values in it; -1 for no limit of the debugger's
    bool operator==(const BeginRequest &) const = default;
};

struct ScriptRequest {
    std::string path, text;
    RunOptions options;
};

struct OutputText {
    bool isError = false;
    std::string text;
};

/** Questions about a program that stands still, or about its console. */
enum class Question : uint8_t { Frames, Evaluate, Assign, Completeness, Completions, Describe };
struct AskRequest {
    int64_t request = 0; ///< comes back with the answer
    Question question = Question::Frames;
    int frame = 0;
    std::string target = {}, source = {};
};

/** The field that the question asks for. */
struct AnswerMessage {
    int64_t request = 0;
    std::vector<FrameView> frames = {};
    EvaluationResult result = {};
    uint8_t completeness = 0;
    std::vector<std::string> names = {};
    std::string kind = {}, signature = {}, documentation = {};
};

/** Memory of recorded values that is new in a part. */
struct StorageEntry {
    int64_t serial = 0; ///< by which tensors of this and later parts name it
    int64_t bytes = 0;
    int64_t cell = -1;    ///< offset in the shared memory of 8 bytes with the address of the elements; -1: ask for them
    std::string elements; ///< all of them, where they are few: then nobody needs to ask, and they are not held
};

struct PartMessage {
    std::vector<StorageEntry> storages;
    std::string rows; ///< packSession()
};

/** Values that are in the journal's file from now on. */
struct MovedMessage {
    int64_t serial = 0, offset = 0, bytes = 0, checksum = 0;
};

struct DroppedMessage {
    int64_t serial = 0;
    std::string reason;
};

struct ValueRequest {
    int64_t request = 0, serial = 0;
};

/** Where the values are until ReleaseValue, or the values themselves. */
struct ValueMessage {
    int64_t request = 0;
    int64_t offset = -1; ///< in the shared memory
    int64_t bytes = 0;
    std::string elements; ///< without shared memory
    std::string error;    ///< why there are none
};

std::string encode(const Hello &hello);
std::string encode(const BeginRequest &request);
std::string encode(const ScriptRequest &request);
std::string encode(const OutputText &text);
std::string encode(const std::vector<Breakpoint> &breakpoints);
std::string encode(const std::vector<Watchpoint> &watchpoints);
std::string encode(const StepRequest &request);
std::string encode(const PauseInfo &info);
std::string encode(const RunOutcome &outcome);
std::string encode(const ConsolePicture &picture);
std::string encode(const std::vector<int64_t> &numbers);
std::string encode(const std::vector<std::string> &texts);
std::string encode(const AskRequest &request);
std::string encode(const AnswerMessage &answer);
std::string encode(const PartMessage &part);
std::string encode(const ValueMemory &memory);
std::string encode(const MovedMessage &moved);
std::string encode(const DroppedMessage &dropped);
std::string encode(const ValueRequest &request);
std::string encode(const ValueMessage &value);
std::string encode(const Problem &problem);
std::string encode(const std::vector<ProgramProcess> &processes);

/** The reverse, for each type above; an error for bytes that no encode() gave. */
template<class Content> Result<Content> decode(std::string_view bytes);

} // namespace jitscope::inline program
