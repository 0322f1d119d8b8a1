// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target for profiler databases: no bytes may crash the reader, hang it or make it take memory without end.
//
// Built and run by tests/fuzz/run.
#include "plugins/ascend_profiler/profilerdatabase.h"

#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>

using namespace jitscope;

namespace {

/** The bytes as a file in memory, which SQLite opens by its name. */
std::string fileOf(const uint8_t *bytes, size_t size) {
    static const std::string path = "/dev/shm/jitscope-fuzz-" + std::to_string(getpid()) + ".db";
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, bytes, size) != ssize_t(size)) std::abort();
    close(file);
    return path;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    ImportOptions options;
    options.memoryBytes = 64 << 20;
    auto read = readProfilerDatabase(fileOf(bytes, size), options);
    if (!read) {
        if (read.error().message.empty()) std::abort();
        return 0;
    }
    for (int64_t i = 0; i < read->trace.sliceCount() && i < 1000; ++i)
        if (read->trace.durationOf(SliceId{i}) < 0) std::abort();
    if (read->trace.sliceCount() > 0) read->trace.argumentsOf(SliceId{0});
    return 0;
}
