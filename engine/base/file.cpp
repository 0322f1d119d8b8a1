// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file.h"
#include "engine/base/temporaryfile.h"
#include "engine/base/text.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace jitscope::inline base {

namespace {
struct Close {
    void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;
} // namespace

Result<std::string> readFile(const std::string &path, int64_t limitBytes) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return Error{path + ": cannot be read: " + std::strerror(errno)};
    if (S_ISDIR(status.st_mode)) return Error{path + ": is a directory, not a file"};
    if (status.st_size > limitBytes)
        return Error{path + ": is too large (" + humanBytes(status.st_size) + ", the limit is " +
                     humanBytes(limitBytes) + ")"};
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return Error{path + ": cannot be read: " + std::strerror(errno)};
    std::string bytes;
    char buffer[1 << 16];
    while (const size_t count = std::fread(buffer, 1, sizeof buffer, file.get())) {
        bytes.append(buffer, count);
        if (int64_t(bytes.size()) > limitBytes)
            return Error{path + ": is too large (the limit is " + humanBytes(limitBytes) + ")"};
    }
    if (std::ferror(file.get())) return Error{path + ": cannot be read: " + std::strerror(errno)};
    return bytes;
}

std::string temporaryBeside(const std::string &path) {
    static std::atomic<int> count = 0;
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    return folder + format(".jitscope-%d-%d.part", int(::getpid()), ++count);
}

bool isProcessGone(int process) {
    return process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
}

std::vector<std::string> pathsIn(const std::string &folder) {
    std::vector<std::string> paths;
    std::error_code failed;
    for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed))
        paths.push_back(entry->path().string());
    return paths;
}

int removeLeftTemporaries(const std::string &folder) {
    std::vector<std::filesystem::path> left;
    for (const std::filesystem::path path : pathsIn(folder)) {
        const std::string name = path.filename().string();
        int process = 0, number = 0, end = 0;
        if (std::sscanf(name.c_str(), ".jitscope-%d-%d.part%n", &process, &number, &end) != 2 || end == 0) continue;
        const bool isOurs = size_t(end) == name.size() || name.substr(size_t(end)) == "-journal"; // SQLite's
        std::error_code unknown;
        if (isOurs && isProcessGone(process) &&
            std::filesystem::symlink_status(path, unknown).type() == std::filesystem::file_type::regular)
            left.push_back(path);
    }
    int removed = 0;
    for (const std::filesystem::path &path : left)
        removed += ::unlink(path.c_str()) == 0;
    return removed;
}

Result<void> writeFile(const std::string &path, std::string_view bytes) {
    const std::string temporary = temporaryBeside(path);
    File file(std::fopen(temporary.c_str(), "wb"));
    if (!file) return Error{path + ": cannot be written: " + std::strerror(errno)};
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
    const bool closed = std::fclose(file.release()) == 0;
    if (!written || !closed || std::rename(temporary.c_str(), path.c_str()) != 0) {
        const std::string reason = std::strerror(errno);
        ::unlink(temporary.c_str());
        return Error{path + ": cannot be written: " + reason};
    }
    return {};
}

} // namespace jitscope::inline base
