// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target for the protocol, from both sides: the first byte says which content the rest is taken for. No
// bytes may crash a reader, and what is read is written and read again as it was. Frames come through a real socket.
//
// Built and run by tests/fuzz/run.
#include "engine/program/connection.h"
#include "engine/program/messages.h"
#include "engine/session/session.h"
#include "engine/session/sessionfields.h"
#include "engine/session/sessionpack.h"

#include <array>
#include <cstdlib>
#include <sys/socket.h>
#include <unistd.h>

using namespace jitscope;

namespace {

template<class Content> void readTwice(std::string_view bytes) {
    const auto content = decode<Content>(bytes);
    if (!content) return;
    const std::string once = encode(*content);
    const auto again = decode<Content>(once);
    if (!again || encode(*again) != once) std::abort();
}

void readPart(std::string_view bytes) {
    readTwice<PartMessage>(bytes);
    const StorageSource storages = [](uint64_t) {
        static const auto some = std::make_shared<RecordedStorage>(StoragePtr(Storage::allocate(64)));
        return RecordedMemory(some);
    };
    if (const auto part = decode<PartMessage>(bytes)) (void)unpackSession(part->rows, storages, sessionFileVersion);
    (void)unpackSession(bytes, storages, sessionFileVersion);
}

void readFrames(std::string_view bytes) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) return;
    constexpr size_t roomOfSocket = 100'000; // written before anybody reads
    Connection connection(ends[0]);
    if (bytes.size() < roomOfSocket && ::send(ends[1], bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0) std::abort();
    ::close(ends[1]);
    while (connection.receive()) {
    }
}

using Reader = void (*)(std::string_view bytes);
constexpr Reader readers[] = {
    readTwice<Hello>,
    readTwice<BeginRequest>,
    readTwice<ScriptRequest>,
    readTwice<OutputText>,
    readTwice<std::vector<Breakpoint>>,
    readTwice<std::vector<Watchpoint>>,
    readTwice<StepRequest>,
    readTwice<PauseInfo>,
    readTwice<RunOutcome>,
    readTwice<ConsolePicture>,
    readTwice<std::vector<int64_t>>,
    readTwice<AskRequest>,
    readTwice<AnswerMessage>,
    readTwice<ValueMemory>,
    readTwice<MovedMessage>,
    readTwice<DroppedMessage>,
    readTwice<ValueRequest>,
    readTwice<ValueMessage>,
    readTwice<Problem>,
    readTwice<std::vector<std::string>>,
    readTwice<std::vector<ProgramProcess>>,
    readPart,
    readFrames,
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    if (size == 0) return 0;
    readers[bytes[0] % std::size(readers)]({reinterpret_cast<const char *>(bytes) + 1, size - 1});
    return 0;
}
