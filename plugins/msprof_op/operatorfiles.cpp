// SPDX-License-Identifier: Apache-2.0
// Folders named simulator, dump or after a core belong to the kernel whose folder they stand in.
#include "plugins/msprof_op/operatorfiles.h"

#include "plugins/msprof_op/operatorcsv.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

namespace jitscope {
inline namespace msprof_op {

namespace {

namespace fs = std::filesystem;

constexpr int maxDepth = 6;
constexpr int64_t maxFiles = 20'000;

enum class FileKind : uint8_t { None, Blocks, Metric, Trace, Dump, Registers };

bool saysOperator(const fs::path &path) {
    std::ifstream file(path, std::ios::binary);
    std::string start(1024, '\0');
    file.read(start.data(), std::streamsize(start.size()));
    start.resize(size_t(file.gcount()));
    return start.find("profilingType") != std::string::npos;
}

FileKind kindOf(const fs::path &path) {
    const std::string name = path.filename().string();
    if (name == "visualize_data.bin") return FileKind::Blocks;
    if (operatorCsv(name)) return FileKind::Metric;
    if (isSimulatorLog(name)) return FileKind::Dump;
    if (name == "trace.json" && saysOperator(path)) return FileKind::Trace;
    if (name.starts_with("lrm") && name.ends_with(".data")) return FileKind::Registers;
    return FileKind::None;
}

/** core0, core0.veccore1, core12.cubecore0 */
bool isCoreFolder(const std::string &name) {
    return name.starts_with("core") && name.size() > 4 && isdigit(static_cast<unsigned char>(name[4])) != 0;
}

/** The folder of the kernel that a file belongs to. */
fs::path kernelFolder(const fs::path &file, const fs::path &root) {
    fs::path folder = file.parent_path();
    while (folder != root && folder.has_parent_path()) {
        const std::string name = folder.filename().string();
        if (name != "simulator" && name != "dump" && !isCoreFolder(name)) break;
        folder = folder.parent_path();
    }
    return folder;
}

void put(OperatorFiles &files, FileKind kind, const fs::path &path) {
    switch (kind) {
    case FileKind::Blocks:
        files.blocks.push_back(path.string());
        break;
    case FileKind::Metric:
        files.metrics.push_back(path.string());
        break;
    case FileKind::Trace:
        files.traces.push_back(path.string());
        break;
    case FileKind::Dump:
        files.dumps.push_back(simulatorLog(path.string()));
        break;
    case FileKind::Registers:
        files.registers.push_back(path.string());
        break;
    case FileKind::None:
        break;
    }
}

/** The trace of all cores holds those of each core. */
void preferWhole(OperatorFiles &files) {
    const auto isOfCore = [](const std::string &path) {
        return isCoreFolder(fs::path(path).parent_path().filename().string());
    };
    const bool hasWhole = std::any_of(files.traces.begin(), files.traces.end(), std::not_fn(isOfCore));
    if (hasWhole) std::erase_if(files.traces, isOfCore);
}

/** All files below, in order of their paths; those too deep or too many are told. */
std::vector<fs::path> filesBelow(const fs::path &root, Diagnostics &diagnostics) {
    std::vector<fs::path> paths;
    std::error_code error;
    fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied, error), end;
    for (; !error && entry != end; entry.increment(error)) {
        if (entry.depth() >= maxDepth) entry.disable_recursion_pending();
        std::error_code ignored;
        if (!entry->is_regular_file(ignored)) continue;
        if (int64_t(paths.size()) >= maxFiles) {
            diagnostics.add(DiagnosticKind::Skipped, root.filename().string(), "",
                            "the folder holds more than 20,000 files; the rest is not read");
            break;
        }
        paths.push_back(entry->path());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

} // namespace

bool holdsOperatorFiles(const std::string &folder) {
    std::error_code error;
    int64_t looked = 0;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error), end;
    for (; !error && entry != end && looked < 2000; entry.increment(error), ++looked) {
        if (entry.depth() >= 4) entry.disable_recursion_pending();
        std::error_code ignored;
        if (!entry->is_regular_file(ignored)) continue;
        const FileKind kind = kindOf(entry->path());
        if (kind != FileKind::None && kind != FileKind::Metric) return true;
        if (kind == FileKind::Metric && operatorCsv(entry->path().filename().string()).table != "op_memory")
            return true;
    }
    return false;
}

std::vector<OperatorFiles> operatorFiles(const std::string &path, Diagnostics &diagnostics) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        OperatorFiles files{
            fs::path(path).parent_path().string(), fs::path(path).filename().string(), {}, {}, {}, {}, {}};
        const FileKind kind = kindOf(path);
        put(files, kind == FileKind::None ? FileKind::Blocks : kind, path);
        return {files};
    }
    const fs::path root = fs::path(path) / "";
    std::map<std::string, OperatorFiles> kernels;
    for (const fs::path &file : filesBelow(root, diagnostics)) {
        const FileKind kind = kindOf(file);
        if (kind == FileKind::None) continue;
        const fs::path folder = kernelFolder(file, root.parent_path());
        OperatorFiles &kernel = kernels[folder.string()];
        kernel.folder = folder.string();
        kernel.label = folder.filename().string();
        put(kernel, kind, file);
    }
    std::vector<OperatorFiles> result;
    for (auto &[folder, kernel] : kernels) {
        preferWhole(kernel);
        result.push_back(std::move(kernel));
    }
    return result;
}

} // namespace msprof_op
} // namespace jitscope
