// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target for the reader of trace JSON: no bytes may crash it, hang it or take memory without bounds, and
// what it reads must be a trace.
//
// Built and run by tests/fuzz/run.
#include "engine/reading/tracejson.h"

#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

/** A file in memory, since the reader reads files. */
const std::string &memoryFile(const uint8_t *bytes, size_t size) {
    static const int descriptor = ::memfd_create("trace.json", 0);
    static const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
    if (::ftruncate(descriptor, 0) != 0 || ::pwrite(descriptor, bytes, size, 0) != ssize_t(size)) std::abort();
    return path;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    using namespace jitscope;
    const auto read = readTraceJson({memoryFile(bytes, size)});
    if (!read) return 0;
    const Trace &trace = read->trace;
    for (int64_t i = 0; i < trace.sliceCount(); ++i) {
        int64_t end = 0;
        const SliceId id{i};
        if (trace.durationOf(id) < 0 || __builtin_add_overflow(trace.startOf(id), trace.durationOf(id), &end))
            std::abort();
        if (i < 20) (void)trace.slice(id);
    }
    for (const Flow &flow : trace.flows())
        if (flow.from.value < 0 || flow.to.value < 0 || flow.from.value >= trace.sliceCount() ||
            flow.to.value >= trace.sliceCount())
            std::abort();
    return 0;
}
