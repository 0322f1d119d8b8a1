// SPDX-License-Identifier: Apache-2.0
#include "engine/ascend/profilerwriter.h"

#include "engine/ascend/profilerdata.h"
#include "engine/ascend/simulator.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <filesystem>

namespace jitscope::inline ascend {

namespace {

namespace fs = std::filesystem;

constexpr int mostRanks = 1024;

/** {host}_{pid}_{time}_ascend_ms; the host's name says what it is. */
std::string folderName(const ProfilerData &data) {
    return format("simulated_%lld_%s_ascend_ms", static_cast<long long>(data.pid), data.timeText.c_str());
}

/** A folder that goes away again unless it is kept. */
class Unfinished {
public:
    explicit Unfinished(fs::path path)
        : m_path(std::move(path)) {}
    ~Unfinished() {
        std::error_code ignored;
        if (!m_path.empty()) fs::remove_all(m_path, ignored);
    }
    Unfinished(const Unfinished &) = delete;
    Unfinished &operator=(const Unfinished &) = delete;
    const fs::path &path() const { return m_path; }
    void keep() { m_path.clear(); }

private:
    fs::path m_path;
};

bool isCancelled(const ProfilerOptions &options) {
    return options.progress != nullptr && options.progress->isCancelled();
}

/** Writes the files of one rank into `folder`. */
Result<void> writeFiles(const ProfilerData &data, const fs::path &folder, const ProfilerOptions &options) {
    const fs::path output = folder / "ASCEND_PROFILER_OUTPUT";
    std::error_code failed;
    fs::create_directories(output, failed);
    if (failed) return Error{output.string() + ": cannot be made: " + failed.message()};

    std::vector<std::pair<fs::path, ProfilerFile>> files;
    for (ProfilerFile &file : profilerSideFiles(data))
        files.emplace_back(folder, std::move(file));
    files.emplace_back(output, ProfilerFile{"trace_view.json", traceViewJson(data)});
    for (ProfilerFile &file : profilerTables(data))
        files.emplace_back(output, std::move(file));
    for (ProfilerFile &file : communicationFiles(data))
        files.emplace_back(output, std::move(file));
    if (options.progress != nullptr) options.progress->begin("writing the profile", int64_t(files.size()) + 1);
    for (const auto &[where, file] : files) {
        if (isCancelled(options)) return Error{"cancelled"};
        fs::create_directories((where / file.name).parent_path(), failed);
        if (const auto written = writeFile((where / file.name).string(), file.content); !written) return written;
        if (options.progress != nullptr) options.progress->advance(1);
    }
    const fs::path database = output / format("ascend_mindspore_profiler_%d.db", data.rank);
    if (const auto written = writeProfilerDatabase(data, database.string()); !written) return written;
    if (hasTalked(data)) {
        const auto written = writeAnalyzerDatabase(data, (output / "communication_analyzer.db").string());
        if (!written) return written;
    }
    if (options.progress != nullptr) options.progress->advance(1);
    return {};
}

Result<void> finish(Unfinished &unfinished, const fs::path &final) {
    std::error_code failed;
    fs::rename(unfinished.path(), final, failed);
    if (failed) return Error{final.string() + ": cannot be made: " + failed.message()};
    unfinished.keep();
    return {};
}

} // namespace

Result<std::vector<std::string>> writeProfiles(const DeviceModel &model, const Session &session,
                                               const std::string &folder, const ProfilerOptions &options) {
    if (options.ranks < 1 || options.ranks > mostRanks) return Error{format("ranks must be 1 to %d", mostRanks)};
    if (options.progress != nullptr) options.progress->begin("simulating", 0);
    const SimulatedRun whole = simulateWhole(model, session, {.ranks = options.ranks});
    if (whole.run.tasks.empty())
        return Error{"there is nothing to simulate: the session holds no operators that were recorded as they ran "
                     "(record at least the operators: --record ops)"};
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) return Error{folder + ": cannot be made: " + failed.message()};

    std::vector<std::string> paths;
    std::vector<std::unique_ptr<Unfinished>> unfinished;
    for (int rank = 0; rank < options.ranks; ++rank) {
        const ProfilerData data = profilerData(model, whole.run, rank, options.ranks);
        const fs::path final = fs::path(folder) / folderName(data);
        if (fs::exists(final, failed)) return Error{final.string() + " is there already; nothing was written"};
        unfinished.push_back(std::make_unique<Unfinished>(fs::path(folder) / ("." + folderName(data) + ".part")));
        fs::remove_all(unfinished.back()->path(), failed); // of a run that was killed
        if (const auto written = writeFiles(data, unfinished.back()->path(), options); !written) return written.error();
        paths.push_back(final.string());
    }
    for (size_t i = 0; i < paths.size(); ++i)
        if (const auto done = finish(*unfinished[i], paths[i]); !done) return done.error();
    return paths;
}

} // namespace jitscope::inline ascend
