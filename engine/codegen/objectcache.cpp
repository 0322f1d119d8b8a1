// SPDX-License-Identifier: Apache-2.0
// Files of the kernel cache: a magic line, the hash of what follows, the key and the object.
#include "engine/codegen/objectcache.h"

#include "engine/base/text.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace jitscope::inline codegen {
namespace {

constexpr std::string_view magic = "jitscope kernel 1\n";
constexpr std::string_view suffix = ".kernel";
constexpr int64_t defaultLimitBytes = 128 << 20;
constexpr int64_t largestFile = 16 << 20;
constexpr size_t hashBytes = 32;

/** A file descriptor that is closed in the end. */
class Descriptor {
public:
    explicit Descriptor(int number)
        : m_number(number) {}
    ~Descriptor() {
        if (m_number >= 0) close(m_number);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    int number() const { return m_number; }

private:
    int m_number;
};

std::string hashOf(std::string_view text) {
    const auto bytes = llvm::ArrayRef(reinterpret_cast<const uint8_t *>(text.data()), text.size());
    const std::array<uint8_t, hashBytes> hash = llvm::SHA256::hash(bytes);
    return std::string(reinterpret_cast<const char *>(hash.data()), hash.size());
}

std::string fileNameOf(const std::string &key) {
    return llvm::toHex(hashOf(key), true) + std::string(suffix);
}

bool isOnlyOurs(const struct stat &status) {
    return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::string readAll(int file, size_t size) {
    std::string content(size, '\0');
    size_t done = 0;
    while (done < size) {
        const ssize_t count = read(file, content.data() + done, size - done);
        if (count <= 0) break;
        done += size_t(count);
    }
    content.resize(done);
    return content;
}

bool writeAll(int file, std::string_view content) {
    while (!content.empty()) {
        const ssize_t count = write(file, content.data(), content.size());
        if (count <= 0) return false;
        content.remove_prefix(size_t(count));
    }
    return true;
}

/** Key and object, each behind its length. */
std::string packed(const std::string &key, const std::string &object) {
    std::string body;
    for (const std::string *part : {&key, &object}) {
        const uint64_t size = part->size();
        body.append(reinterpret_cast<const char *>(&size), sizeof(size)).append(*part);
    }
    return body;
}

/** The next part of a body, which gets shorter by it; nothing if the body is too short. */
std::optional<std::string_view> nextPart(std::string_view &body) {
    uint64_t size = 0;
    if (body.size() < sizeof(size)) return std::nullopt;
    std::memcpy(&size, body.data(), sizeof(size));
    body.remove_prefix(sizeof(size));
    if (size > body.size()) return std::nullopt;
    const std::string_view part = body.substr(0, size_t(size));
    body.remove_prefix(size_t(size));
    return part;
}

/** The object in the file's `content` if all of it is as it was written for `key`. */
std::optional<std::string> unpacked(std::string_view content, const std::string &key) {
    if (content.substr(0, magic.size()) != magic || content.size() < magic.size() + hashBytes) return std::nullopt;
    content.remove_prefix(magic.size());
    const std::string_view hash = content.substr(0, hashBytes);
    content.remove_prefix(hashBytes);
    if (hashOf(content) != hash) return std::nullopt;
    const auto storedKey = nextPart(content), object = nextPart(content);
    if (!storedKey || !object || *storedKey != key) return std::nullopt;
    return std::string(*object);
}

/** "" where the environment switches the cache off or says no place for it. */
std::string folderOfEnvironment() {
    const auto variable = [](const char *name) {
        const char *value = std::getenv(name);
        return std::string(value ? value : "");
    };
    if (variable("MS_COMPILER_CACHE_ENABLE") == "0") return {};
    if (const std::string path = variable("MS_COMPILER_CACHE_PATH"); !path.empty()) return path + "/kernels";
    if (const std::string path = variable("XDG_CACHE_HOME"); path.starts_with('/')) return path + "/jitscope/kernels";
    const std::string home = variable("HOME");
    return home.empty() ? "" : home + "/.cache/jitscope/kernels";
}

struct CachedFile {
    std::string name;
    int64_t bytes = 0;
    timespec used = {};
};

std::vector<CachedFile> filesIn(int folder) {
    std::vector<CachedFile> files;
    const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *directory = copy < 0 ? nullptr : fdopendir(copy);
    if (!directory) return files;
    while (const dirent *entry = readdir(directory)) {
        struct stat status = {};
        if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode)) continue;
        files.push_back({entry->d_name, status.st_size, status.st_mtim});
    }
    closedir(directory);
    return files;
}

} // namespace

ObjectCache &ObjectCache::instance() {
    static ObjectCache &cache = *new ObjectCache(folderOfEnvironment(), defaultLimitBytes);
    return cache;
}

ObjectCache::ObjectCache(std::string folder, int64_t limitBytes)
    : m_path(std::move(folder))
    , m_limitBytes(limitBytes) {}

ObjectCache::~ObjectCache() {
    if (m_folder >= 0) close(m_folder);
}

void ObjectCache::warn(const std::string &cause) {
    if (!m_hasWarned)
        std::fprintf(stderr, "[WARNING] The kernel cache %s %s; kernels are compiled instead.\n", m_path.c_str(),
                     cause.c_str());
    m_hasWarned = true;
}

int ObjectCache::folder() {
    if (m_isOpened) return m_folder;
    m_isOpened = true;
    if (m_path.empty()) return -1;
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(m_path).parent_path(), error);
    mkdir(m_path.c_str(), S_IRWXU);
    const int folder = open(m_path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status = {};
    if (folder < 0 && errno == ENOENT) return -1; // no home that can be written to is no fault of anybody
    if (folder < 0 || fstat(folder, &status) != 0) {
        warn(format("cannot be opened (%s)", std::strerror(errno)));
    } else if (!isOnlyOurs(status)) {
        warn("is not used: it belongs to somebody else, or others can write to it");
        close(folder);
    } else {
        m_folder = folder;
    }
    return m_folder;
}

std::optional<std::string> ObjectCache::find(const std::string &key) {
    const std::lock_guard lock(m_mutex);
    if (folder() < 0) return std::nullopt;
    const std::string name = fileNameOf(key);
    const Descriptor file(openat(m_folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (file.number() < 0) return std::nullopt;
    struct stat status = {};
    const bool isTrusted = fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode) && isOnlyOurs(status) &&
                           status.st_size <= largestFile;
    auto object = isTrusted ? unpacked(readAll(file.number(), size_t(status.st_size)), key) : std::nullopt;
    if (object) {
        futimens(file.number(), nullptr); // the least recently used go first
        return object;
    }
    warn("holds a broken file, " + name + ", which is removed");
    unlinkat(m_folder, name.c_str(), 0);
    return std::nullopt;
}

void ObjectCache::insert(const std::string &key, const std::string &object) {
    const std::lock_guard lock(m_mutex);
    if (folder() < 0) return;
    static std::atomic<int> counter = 0;
    const std::string body = packed(key, object), name = fileNameOf(key);
    const std::string draft = format("draft.%d.%d", int(getpid()), counter++);
    const int number = openat(m_folder, draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    const Descriptor file(number);
    const bool isWritten = number >= 0 && writeAll(number, std::string(magic) + hashOf(body) + body) &&
                           renameat(m_folder, draft.c_str(), m_folder, name.c_str()) == 0;
    if (!isWritten) {
        warn(format("cannot be written (%s)", std::strerror(errno)));
        unlinkat(m_folder, draft.c_str(), 0);
        return;
    }
    if (m_untilTrim-- <= 0) trim();
}

/** Looks through the folder at the first insertion and then now and again; down to three quarters of the limit. */
void ObjectCache::trim() {
    m_untilTrim = 64;
    std::vector<CachedFile> files = filesIn(m_folder);
    int64_t bytes = 0;
    for (const CachedFile &file : files)
        bytes += file.bytes;
    if (bytes <= m_limitBytes) return;
    std::sort(files.begin(), files.end(), [](const CachedFile &a, const CachedFile &b) {
        return std::pair(a.used.tv_sec, a.used.tv_nsec) < std::pair(b.used.tv_sec, b.used.tv_nsec);
    });
    for (const CachedFile &file : files) {
        if (bytes <= m_limitBytes / 4 * 3) return;
        unlinkat(m_folder, file.name.c_str(), 0);
        bytes -= file.bytes;
    }
}

} // namespace jitscope::inline codegen
