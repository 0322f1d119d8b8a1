// SPDX-License-Identifier: Apache-2.0
// What a program that was ended too early leaves beside its SQLite database: changes that are not in it yet.
#pragma once

#include <memory>
#include <string>

namespace jitscope::inline reading {

/** A copy in a folder of its own that nobody else may read; it goes with this. */
class PrivateCopy {
public:
    explicit PrivateCopy(std::string folder, std::string path)
        : m_folder(std::move(folder))
        , m_path(std::move(path)) {}
    ~PrivateCopy();
    PrivateCopy(const PrivateCopy &) = delete;
    PrivateCopy &operator=(const PrivateCopy &) = delete;
    const std::string &path() const { return m_path; }

private:
    std::string m_folder, m_path;
};

struct SqliteLeftover {
    std::string sentence;              ///< "" for nothing
    std::unique_ptr<PrivateCopy> copy; ///< the database with the changes in it, where they could be put in
};

/** Looks for a write-ahead log or a journal beside a database. The log is put into a private copy, as reading it in
    place would write beside the file; a journal is only named, as it may name other files to be removed. */
SqliteLeftover sqliteLeftover(const std::string &path);

} // namespace jitscope::inline reading
