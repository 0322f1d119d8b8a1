// SPDX-License-Identifier: Apache-2.0
// A file from outside that is read by pieces, also long after it was opened. Never mapped: a mapped file that somebody
// cuts short ends the program.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace jitscope::inline reading {

/** What tells one content of a file from another without reading it whole. */
struct FileIdentity {
    int64_t bytes = 0, modifiedNs = 0;
    uint64_t device = 0, inode = 0;
    bool operator==(const FileIdentity &) const = default;
};

class InputFile {
public:
    /** Fails for what is missing, unreadable or no regular file, naming it. */
    static Result<std::shared_ptr<const InputFile>> open(const std::string &path);
    ~InputFile();
    InputFile(const InputFile &) = delete;
    InputFile &operator=(const InputFile &) = delete;

    const std::string &path() const { return m_path; }
    const FileIdentity &identity() const { return m_identity; } ///< when it was opened
    int64_t size() const { return m_identity.bytes; }
    /** Reads up to `bytes` at `offset` into `to`; how many there were. Threads may read at once. */
    Result<int64_t> read(void *to, int64_t bytes, int64_t offset) const;
    /** The same as a string, as short as the file is. */
    Result<std::string> read(int64_t offset, int64_t bytes) const;
    /** Whether the file is still what it was when it was opened. */
    bool isUnchanged() const;

private:
    InputFile(std::string path, int descriptor, const FileIdentity &identity);
    std::string m_path;
    int m_descriptor = -1;
    FileIdentity m_identity;
};

} // namespace jitscope::inline reading
