// SPDX-License-Identifier: Apache-2.0
// Opening large traces: build/bin/jitscope_bench_trace [TRACE.json]. Without a file, one of 400 MB in the shapes of the
// Ascend profiler is made; tests/bench/make_trace.py makes larger ones of real ones. Times are those of the wall, as
// reading runs on all cores.
#include "engine/base/text.h"
#include "engine/profile/tracesearch.h"
#include "engine/reading/inputfile.h"
#include "engine/reading/tracecache.h"
#include "engine/reading/tracejson.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

namespace jitscope {

namespace {

namespace fs = std::filesystem;

fs::path scratch() {
    return fs::temp_directory_path() / "jitscope_bench_trace";
}

/** The host's call with its stack, the runtime's call, the kernel, the arrow between them and a counter. ' stands for
   ", $K for the operator, $N for its number, $S for its stream, $A, $B and $C for times. */
constexpr std::string_view eventsOfOne =
    "{'ph': 'X', 'name': 'aten::$K', 'pid': 4711, 'tid': 4711, 'ts': '$A', 'dur': 52.25, 'cat': 'cpu_op', 'args': {"
    "'Sequence number': $N, 'Fwd thread id': 0, 'Input Dims': '32,64;\\r\\n64,3', 'Input type': 'float;\\r\\nfloat', "
    "'Call stack': '/home/user/train.py(88): step;\\r\\n/home/user/nn/module.py(1501): "
    "call;\\r\\n/home/user/run.py(3)'}}, "
    "{'name': 'AscendCL@aclnn$K', 'pid': 4825311, 'tid': 4711, 'ts': '$B', 'dur': 21.5, 'args': {'Thread Id': '4711', "
    "'Mode': 'launch', 'level': 'acl', 'id': 'aclnn$K', 'item_id': '0', 'connection_id': $N}, 'ph': 'X'}, "
    "{'name': 'aclnn$K_Kernel', 'pid': 4825536, 'tid': $S, 'ts': '$C', 'dur': 17.041, 'args': {'Model Id': 4294967295, "
    "'Task Type': 'AI_CORE', 'Physic Stream Id': 2, 'Task Id': $N, 'Batch Id': 0, 'Subtask Id': 4294967295, "
    "'connection_id': $N}, 'ph': 'X'}, "
    "{'name': 'HostToDevice$N', 'ph': 's', 'cat': 'HostToDevice', 'id': '$N', 'pid': 4825311, 'tid': 4711, 'ts': "
    "'$B'}, "
    "{'name': 'HostToDevice$N', 'ph': 'f', 'id': '$N', 'ts': '$C', 'cat': 'HostToDevice', 'pid': 4825536, 'tid': $S, "
    "'bp': 'e'}, "
    "{'name': 'HBM 0/Read', 'ts': '$C', 'pid': 4825664, 'tid': 0, 'args': {'Read(MB/s)': $N.25}, 'ph': 'C'}";

std::string eventsOf(int64_t number) {
    constexpr std::string_view kinds[] = {"MatMul", "Add", "LayerNorm"};
    const auto at = [&](int64_t offset) {
        const int64_t us = 1700000000000000 + number * 90 + offset;
        return format("%lld.%03lld", (long long)us, (long long)(number % 1000));
    };
    std::string text;
    for (size_t i = 0; i < eventsOfOne.size(); ++i) {
        if (eventsOfOne[i] != '$') {
            text += eventsOfOne[i] == '\'' ? '"' : eventsOfOne[i];
            continue;
        }
        const char what = eventsOfOne[++i];
        if (what == 'K') text += kinds[number % 3];
        if (what == 'N') text += std::to_string(number);
        if (what == 'S') text += std::to_string(number % 4);
        if (what >= 'A' && what <= 'C') text += at((what - 'A') * 30);
    }
    return text;
}

std::string madeTrace() {
    const std::string path = (scratch() / "made.json").string();
    constexpr int64_t bytes = 400'000'000;
    if (std::error_code ignored; fs::exists(path, ignored) && int64_t(fs::file_size(path, ignored)) >= bytes)
        return path;
    fs::create_directories(scratch());
    std::ofstream file(path, std::ios::binary);
    file << '[' << eventsOf(0);
    for (int64_t number = 1; file.tellp() < bytes; ++number)
        file << ", " << eventsOf(number);
    file << ']';
    return path;
}

std::string &tracePath() {
    static std::string path;
    return path;
}

void setBytes(benchmark::State &state) {
    state.SetBytesProcessed(state.iterations() * int64_t(fs::file_size(tracePath())));
}

/** The yardstick: the file from the system's memory into ours, nothing else. */
void readBytes(benchmark::State &state) {
    const auto file = InputFile::open(tracePath());
    std::vector<char> buffer(size_t(2) << 20);
    for (auto _ : state)
        for (int64_t at = 0; at < (*file)->size(); at += int64_t(buffer.size()))
            benchmark::DoNotOptimize((*file)->read(buffer.data(), int64_t(buffer.size()), at));
    setBytes(state);
}

void open(benchmark::State &state) {
    for (auto _ : state) {
        const auto read = readTraceJson({tracePath()});
        if (!read) return state.SkipWithError(read.error().message.c_str());
        const Trace &trace = read->trace;
        int64_t samples = 0;
        for (const Counter &counter : trace.counters())
            samples += int64_t(counter.samples.capacity());
        const int64_t others =
            samples * int64_t(sizeof(CounterSample)) + int64_t(trace.flows().capacity() * sizeof(Flow));
        state.counters["slices"] = double(trace.sliceCount());
        state.counters["flows"] = double(trace.flows().size());
        state.counters["samples"] = double(samples);
        state.counters["bytes_a_slice"] =
            double(trace.memoryBytes() - others) / double(std::max<int64_t>(1, trace.sliceCount()));
    }
    setBytes(state);
}

void reopen(benchmark::State &state) {
    TraceJsonOptions options;
    options.cacheFolder = (scratch() / "cache").string();
    const auto first = readTraceJson({tracePath()}, options);
    const TraceCache cache(options.cacheFolder, {*InputFile::open(tracePath())});
    for (auto _ : state)
        if (!cache.load(-1)) return state.SkipWithError("the cache was not kept");
    setBytes(state);
}

const Trace &openedTrace() {
    static const Trace trace = [] {
        auto read = readTraceJson({tracePath()});
        return read ? std::move(read->trace) : Trace();
    }();
    return trace;
}

void search(benchmark::State &state) {
    SliceQuery query;
    query.text = "matmul";
    const Trace &trace = openedTrace(); // not within the time
    size_t found = 0;
    for (auto _ : state)
        found = findSlices(trace, query)->size();
    state.counters["found"] = double(found);
    state.counters["slices"] = double(trace.sliceCount());
}

} // namespace

} // namespace jitscope

int main(int argc, char **argv) {
    using namespace jitscope;
    benchmark::Initialize(&argc, argv);
    tracePath() = argc > 1 ? argv[1] : madeTrace();
    benchmark::RegisterBenchmark("trace/bytes", readBytes)->UseRealTime()->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("trace/open", open)->UseRealTime()->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("trace/reopen", reopen)->UseRealTime()->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("trace/search", search)->UseRealTime()->Unit(benchmark::kMillisecond);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
