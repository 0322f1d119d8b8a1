// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/inputfile.h"

#include <cerrno>
#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace jitscope::inline reading {

namespace {

FileIdentity identityOf(const struct stat &status) {
    constexpr int64_t nsPerSecond = 1'000'000'000;
    return {int64_t(status.st_size), int64_t(status.st_mtim.tv_sec) * nsPerSecond + int64_t(status.st_mtim.tv_nsec),
            uint64_t(status.st_dev), uint64_t(status.st_ino)};
}

} // namespace

InputFile::InputFile(std::string path, int descriptor, const FileIdentity &identity)
    : m_path(std::move(path))
    , m_descriptor(descriptor)
    , m_identity(identity) {}

InputFile::~InputFile() {
    ::close(m_descriptor);
}

Result<std::shared_ptr<const InputFile>> InputFile::open(const std::string &path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe must not make us wait
    if (descriptor < 0) {
        if (errno == ENOENT) return Error{path + ": there is no such file"};
        return Error{path + ": cannot be read: " + std::strerror(errno)};
    }
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return Error{path + ": is not a file"};
    }
    return std::shared_ptr<const InputFile>(new InputFile(path, descriptor, identityOf(status)));
}

Result<int64_t> InputFile::read(void *to, int64_t bytes, int64_t offset) const {
    int64_t done = 0;
    while (done < bytes) {
        const ssize_t got = ::pread(m_descriptor, static_cast<char *>(to) + done, size_t(bytes - done), offset + done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return Error{m_path + ": cannot be read: " + std::strerror(errno)};
        if (got == 0) break;
        done += got;
    }
    return done;
}

Result<std::string> InputFile::read(int64_t offset, int64_t bytes) const {
    const int64_t there = std::max<int64_t>(0, std::min(bytes, size() - offset));
    std::string text(size_t(there), '\0');
    const auto got = read(text.data(), there, offset);
    if (!got) return got.error();
    text.resize(size_t(*got));
    return text;
}

bool InputFile::isUnchanged() const {
    struct stat status {};
    return ::fstat(m_descriptor, &status) == 0 && identityOf(status) == m_identity;
}

} // namespace jitscope::inline reading
