// SPDX-License-Identifier: Apache-2.0
// Each content is written by its list of fields, as the rows of journals are (session/recordpack.h).
#include "engine/program/messages.h"

#include "engine/program/messagefields.h"
#include "engine/session/recordpack.h"
#include "engine/session/sessionfields.h"

#include <cstring>

namespace jitscope::inline program {

namespace {

template<class Content> std::string packed(const Content &content) {
    RecordPacker out;
    out.put(content);
    return out.bytes();
}

template<class Content> Result<Content> ended(RecordUnpacker &in, Content content) {
    if (in.rows().ok() && in.rows().atEnd()) return content;
    return Error{"A message of the other process cannot be read."};
}

void put(RecordPacker &out, const Watchpoint &watchpoint) {
    out.put(watchpoint.rule);
    out.put(watchpoint.filter);
    out.put(watchpoint.stops);
    out.put(watchpoint.isEnabled);
    out.rows().integer(int64_t(watchpoint.parameters.size()));
    for (const auto &[id, value] : watchpoint.parameters) {
        out.rows().text(id);
        out.rows().real(value);
    }
}

Watchpoint takeWatchpoint(RecordUnpacker &in) {
    Watchpoint watchpoint;
    watchpoint.rule = in.take<std::string>();
    watchpoint.filter = in.take<std::string>();
    watchpoint.stops = in.take<bool>();
    watchpoint.isEnabled = in.take<bool>();
    for (int64_t left = in.rows().count(); left > 0 && in.rows().ok(); --left) {
        std::string id = in.rows().text();
        watchpoint.parameters.insert_or_assign(std::move(id), in.rows().real());
    }
    return watchpoint;
}

} // namespace

std::string encode(const Hello &hello) {
    return packed(hello);
}
std::string encode(const BeginRequest &request) {
    return packed(request);
}
std::string encode(const ScriptRequest &request) {
    return packed(request);
}
std::string encode(const OutputText &text) {
    return packed(text);
}
std::string encode(const std::vector<Breakpoint> &breakpoints) {
    return packed(breakpoints);
}
std::string encode(const StepRequest &request) {
    return packed(request);
}
std::string encode(const PauseInfo &info) {
    return packed(info);
}
std::string encode(const RunOutcome &outcome) {
    return packed(outcome);
}
std::string encode(const std::vector<int64_t> &numbers) {
    return packed(numbers);
}
std::string encode(const std::vector<std::string> &texts) {
    return packed(texts);
}
std::string encode(const AskRequest &request) {
    return packed(request);
}
std::string encode(const AnswerMessage &answer) {
    return packed(answer);
}
std::string encode(const PartMessage &part) {
    return packed(part);
}
std::string encode(const ValueMemory &memory) {
    return packed(memory);
}
std::string encode(const MovedMessage &moved) {
    return packed(moved);
}
std::string encode(const DroppedMessage &dropped) {
    return packed(dropped);
}
std::string encode(const ValueRequest &request) {
    return packed(request);
}
std::string encode(const ValueMessage &value) {
    return packed(value);
}
std::string encode(const Problem &problem) {
    return packed(problem);
}
std::string encode(const std::vector<ProgramProcess> &processes) {
    return packed(processes);
}

std::string encode(const std::vector<Watchpoint> &watchpoints) {
    RecordPacker out;
    out.rows().integer(int64_t(watchpoints.size()));
    for (const Watchpoint &each : watchpoints)
        put(out, each);
    return out.bytes();
}

std::string encode(const ConsolePicture &picture) {
    RecordPacker out;
    out.put(picture.kind);
    out.put(picture.title);
    out.put(picture.rows);
    out.put(picture.columns);
    out.put(picture.low);
    out.put(picture.high);
    out.rows().text({reinterpret_cast<const char *>(picture.values.data()), picture.values.size() * sizeof(float)});
    return out.bytes();
}

template<class Content> Result<Content> decode(std::string_view bytes) {
    RecordUnpacker in(bytes, sessionFileVersion);
    return ended(in, in.take<Content>());
}

template<> Result<std::vector<Watchpoint>> decode(std::string_view bytes) {
    RecordUnpacker in(bytes, sessionFileVersion);
    std::vector<Watchpoint> watchpoints;
    for (int64_t left = in.rows().count(); left > 0 && in.rows().ok(); --left)
        watchpoints.push_back(takeWatchpoint(in));
    return ended(in, std::move(watchpoints));
}

template<> Result<ConsolePicture> decode(std::string_view bytes) {
    RecordUnpacker in(bytes, sessionFileVersion);
    ConsolePicture picture;
    picture.kind = in.take<ConsolePicture::Kind>();
    picture.title = in.take<std::string>();
    picture.rows = in.take<int>();
    picture.columns = in.take<int>();
    picture.low = in.take<double>();
    picture.high = in.take<double>();
    const std::string values = in.rows().text();
    constexpr int mostPlaces = 1 << 20;
    const bool isGood = picture.rows > 0 && picture.rows <= mostPlaces && picture.columns > 0 &&
                        picture.columns <= mostPlaces &&
                        values.size() == sizeof(float) * size_t(picture.rows) * size_t(picture.columns);
    if (!isGood) in.rows().fail();
    if (isGood) {
        picture.values.resize(values.size() / sizeof(float));
        std::memcpy(picture.values.data(), values.data(), values.size());
    }
    return ended(in, std::move(picture));
}

template Result<Hello> decode(std::string_view);
template Result<BeginRequest> decode(std::string_view);
template Result<ScriptRequest> decode(std::string_view);
template Result<OutputText> decode(std::string_view);
template Result<std::vector<Breakpoint>> decode(std::string_view);
template Result<StepRequest> decode(std::string_view);
template Result<PauseInfo> decode(std::string_view);
template Result<RunOutcome> decode(std::string_view);
template Result<std::vector<int64_t>> decode(std::string_view);
template Result<std::vector<std::string>> decode(std::string_view);
template Result<AskRequest> decode(std::string_view);
template Result<AnswerMessage> decode(std::string_view);
template Result<PartMessage> decode(std::string_view);
template Result<ValueMemory> decode(std::string_view);
template Result<MovedMessage> decode(std::string_view);
template Result<DroppedMessage> decode(std::string_view);
template Result<ValueRequest> decode(std::string_view);
template Result<ValueMessage> decode(std::string_view);
template Result<Problem> decode(std::string_view);
template Result<std::vector<ProgramProcess>> decode(std::string_view);

} // namespace jitscope::inline program
