// SPDX-License-Identifier: Apache-2.0
// Importer of Chrome trace JSON as browsers, PyTorch, JAX, Perfetto and the Ascend profiler write it; single files, the
// reading is engine/reading/tracejson.
#include "engine/base/text.h"
#include "engine/importing/importedprofiles.h"
#include "engine/reading/tracejson.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace chrome_trace {

namespace {

constexpr std::string_view gzipMagic = "\x1F\x8B";

Confidence probe(const std::string &path, std::string_view bytes) {
    if (bytes.starts_with(gzipMagic)) return path.ends_with(".json.gz") ? Confidence::Maybe : Confidence::No;
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    const std::string_view start = trimmed(bytes);
    if (!start.starts_with('[') && !start.starts_with('{')) return Confidence::No;
    const bool hasEvents =
        start.find("\"ph\"") != std::string_view::npos || start.find("\"traceEvents\"") != std::string_view::npos;
    // Operator tuning and MindSpore's old timelines have readers of their own, which name the lanes.
    const bool isOthers = start.substr(0, 1024).find("\"profilingType\"") != std::string_view::npos ||
                          path.find("timeline_display_") != std::string::npos;
    if (hasEvents) return isOthers ? Confidence::Maybe : Confidence::Yes;
    return path.ends_with(".json") && start.starts_with('[') ? Confidence::Maybe : Confidence::No;
}

Result<Session> read(const std::string &path, const ImportOptions &options) {
    if (path.ends_with(".gz")) return Error{path + ": is compressed; unpack it first (gunzip)"};
    TraceJsonOptions reading;
    reading.progress = options.progress;
    reading.memoryBytes = memoryLimit(options);
    if (options.window) reading.window = std::pair(options.window->beginNs, options.window->endNs);
    reading.cacheFolder = options.cacheFolder;
    auto trace = readTraceJson({path}, reading);
    if (!trace) return trace.error();
    Session session;
    session.info["producer"] = "Chrome trace";
    session.info["source"] = path;
    for (auto &[key, value] : trace->info)
        session.info["trace " + key] = std::move(value);
    session.trace = std::move(trace->trace);
    session.diagnostics = trace->diagnostics.all();
    return session;
}

} // namespace

} // namespace chrome_trace
} // namespace jitscope

JITSCOPE_PLUGIN {
    static const jitscope::PluginManifest manifest =
        jitscope::importerPlugin("Opens Chrome trace JSON of browsers, PyTorch, JAX, Perfetto and the Ascend profiler",
                                 {"chrome_trace", "Chrome trace JSON (.json)", jitscope::probe, jitscope::read});
    return &manifest;
}
