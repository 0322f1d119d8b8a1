// SPDX-License-Identifier: Apache-2.0
// Takes the calls of each graph apart into the first and the rest.
#include "engine/session/firstcalls.h"

#include "engine/session/compilereport.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope::inline session {

namespace {

double medianOf(std::vector<int64_t> values) {
    std::ranges::sort(values);
    const size_t middle = values.size() / 2;
    if (values.size() % 2 == 1) return double(values[middle]);
    return (double(values[middle - 1]) + double(values[middle])) / 2;
}

} // namespace

std::map<int, CallTimes> callTimes(const Session &session) {
    std::map<int, CallTimes> byCompilation;
    for (const GraphCall &call : session.graphCalls)
        if (call.durationNs > 0) byCompilation[call.compilation].later.push_back(call.durationNs);
    for (auto &[index, times] : byCompilation) {
        const Compilation *compilation = session.compilation(index);
        if (compilation == nullptr || compilation->captureMode == "trace") continue;
        times.firstRun = times.later.front();
        times.later.erase(times.later.begin());
    }
    return byCompilation;
}

std::vector<FirstCall> firstCalls(const Session &session) {
    std::map<int, CallTimes> times = callTimes(session);
    std::vector<FirstCall> calls;
    for (const Compilation &compilation : session.compilations) {
        FirstCall call{.compilation = compilation.index, .compileNs = compileTotalNs(compilation)};
        if (call.compileNs <= 0) continue;
        CallTimes &own = times[compilation.index];
        call.firstRunNs = own.firstRun;
        call.laterCalls = int64_t(own.later.size());
        if (!own.later.empty()) call.laterMedianNs = medianOf(std::move(own.later));
        calls.push_back(call);
    }
    return calls;
}

KernelOrigins kernelOrigins(const Compilation &compilation) {
    KernelOrigins origins;
    for (const KernelRecord &kernel : compilation.kernels) {
        origins.compiled += kernel.origin == CodeOrigin::Compiled;
        origins.memory += kernel.origin == CodeOrigin::Memory;
        origins.disk += kernel.origin == CodeOrigin::Disk;
        origins.notCompiled += kernel.origin == CodeOrigin::NotCompiled;
        origins.unknown += kernel.origin == CodeOrigin::Unknown;
        if (kernel.origin == CodeOrigin::Compiled) origins.compiledNs += kernel.compileNs;
        if (isCached(kernel.origin)) origins.foundNs += kernel.compileNs;
    }
    return origins;
}

} // namespace jitscope::inline session
