// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/sqlitecopy.h"

#include "engine/base/sqlite.h"
#include "engine/base/text.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>

namespace jitscope::inline reading {

namespace {

constexpr int64_t largestCopy = int64_t(1) << 30;

int64_t sizeOf(const std::string &path) {
    std::error_code problem;
    const auto size = std::filesystem::file_size(path, problem);
    return problem ? 0 : int64_t(size);
}

/** Lets SQLite put the log into the copy. Nothing but pages is moved by that. */
bool takeLogIn(const std::string &path) {
    SqliteDatabase copy = SqliteDatabase::openCopy(path);
    return copy.isOpen() && copy.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE");
}

std::unique_ptr<PrivateCopy> copyWithLog(const std::string &path) {
    std::error_code problem;
    std::string folder = (std::filesystem::temp_directory_path(problem) / "jitscope-XXXXXX").string();
    if (problem || mkdtemp(folder.data()) == nullptr) return nullptr;
    auto copy = std::make_unique<PrivateCopy>(folder, folder + "/database");
    for (const char *ending : {"", "-wal"}) {
        std::filesystem::copy_file(path + ending, copy->path() + ending, problem);
        if (problem) return nullptr;
        std::filesystem::permissions(copy->path() + ending,
                                     std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, problem);
    }
    return takeLogIn(copy->path()) ? std::move(copy) : nullptr;
}

} // namespace

PrivateCopy::~PrivateCopy() {
    std::error_code problem;
    std::filesystem::remove_all(m_folder, problem);
}

SqliteLeftover sqliteLeftover(const std::string &path) {
    SqliteLeftover left;
    if (sizeOf(path + "-journal") > 0)
        left.sentence = "a journal stands beside the database: whoever wrote it was ended in the middle of a change, "
                        "which may be there in part";
    const int64_t log = sizeOf(path + "-wal");
    if (log == 0) return left;
    if (log + sizeOf(path) <= largestCopy) left.copy = copyWithLog(path);
    left.sentence = left.copy != nullptr
                        ? "changes that stand in the log beside the database (-wal) were read from a private copy"
                        : format("%s of changes in the log beside the database (-wal) are not shown; open it once "
                                 "with its own program to put them in",
                                 humanBytes(log).c_str());
    return left;
}

} // namespace jitscope::inline reading
