// SPDX-License-Identifier: Apache-2.0
// The file of a growing recording: blocks one behind the other, each with a checked head and checked content.
//
// A block is written by one call, so a process that is killed leaves whole blocks and at most one broken one at the
// end, where nothing stands behind it. Content of values is checked when it is read back, all else when the journal is
// opened. The owner holds a lock on the file, which the system takes away from a process that dies.
#include "engine/session/journal.h"

#include "engine/base/file.h"
#include "engine/base/temporaryfile.h"
#include "engine/base/text.h"
#include "engine/session/packing.h"
#include "engine/session/session.h"
#include "engine/session/sessionpack.h"
#include "engine/session/sessiontables.h"
#include "engine/session/valuerows.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

namespace jitscope::inline session {

namespace {

constexpr uint64_t fileMagic = 0x4C4E524A50435300; // its last byte is the version
constexpr uint32_t blockMagic = 0x4B4C424A;
constexpr int64_t mostPartBytes = int64_t(1) << 31;
const char *const extension = ".journal";

/** Journals have the fields of the session files of their time, and their version. Version 7 stands as 4 in them, as it
    did before both were counted together. */
constexpr int firstVersion = 7;
constexpr uint64_t firstVersionByte = 4;

constexpr uint64_t magicOf(int version) {
    return fileMagic | (version == firstVersion ? firstVersionByte : uint64_t(version));
}

struct FileHead {
    uint64_t magic = magicOf(sessionFileVersion);
    int64_t startedUnixSeconds = 0;

    /** 0 for what is no journal, or one of a version that this program does not know. */
    int version() const {
        for (int version = firstVersion; version <= sessionFileVersion; ++version)
            if (magic == magicOf(version)) return version;
        return 0;
    }
};

enum class BlockKind : uint32_t { Part = 1, Values = 2 };

struct BlockHead {
    uint32_t magic = blockMagic;
    BlockKind kind = BlockKind::Part;
    int64_t bytes = 0;    ///< behind the head
    int64_t unpacked = 0; ///< a part before it was compressed; values: how many
    int64_t ops = 0;      ///< operators in all parts so far
    uint64_t content = 0; ///< checksum of what is behind the head; of values: of their table alone
    uint64_t head = 0;    ///< checksum of all above
};

/** One of the values of a block; their elements stand behind the table in the same order. */
struct ValueEntry {
    uint64_t storage = 0;
    int64_t bytes = 0;
    uint64_t checksum = 0;
};

uint64_t checksum(const void *data, size_t bytes) {
    const auto *at = static_cast<const unsigned char *>(data);
    uint64_t hash = 0x9E3779B97F4A7C15u ^ bytes, word = 0;
    for (; bytes >= sizeof word; at += sizeof word, bytes -= sizeof word) {
        std::memcpy(&word, at, sizeof word);
        hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
    }
    word = 0;
    std::memcpy(&word, at, bytes);
    hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
    return hash ^ hash >> 32;
}

uint64_t headChecksum(const BlockHead &head) {
    return checksum(&head, offsetof(BlockHead, head));
}

/** A file that is open for as long as anybody reads from it. */
class OpenFile {
public:
    OpenFile(int descriptor, std::string path)
        : m_descriptor(descriptor)
        , m_path(std::move(path)) {}
    OpenFile(const OpenFile &) = delete;
    OpenFile &operator=(const OpenFile &) = delete;
    ~OpenFile() { ::close(m_descriptor); }

    int descriptor() const { return m_descriptor; }
    const std::string &path() const { return m_path; }
    bool read(void *to, int64_t bytes, int64_t offset) const {
        auto *at = static_cast<char *>(to);
        while (bytes > 0) {
            const ssize_t got = ::pread(m_descriptor, at, size_t(std::min<int64_t>(bytes, 1 << 30)), offset);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return false;
            at += got;
            offset += got;
            bytes -= got;
        }
        return true;
    }
    int64_t size() const {
        struct stat status {};
        return ::fstat(m_descriptor, &status) == 0 ? int64_t(status.st_size) : 0;
    }

private:
    int m_descriptor;
    std::string m_path;
};

class BytesInFile final : public SpilledBytes {
public:
    BytesInFile(std::shared_ptr<const OpenFile> file, int64_t offset, int64_t bytes, uint64_t sum)
        : m_file(std::move(file))
        , m_offset(offset)
        , m_bytes(bytes)
        , m_checksum(sum) {}

    Result<StoragePtr> load() const override {
        try {
            StoragePtr storage(Storage::allocate(size_t(m_bytes)));
            if (!m_file->read(storage->data(), m_bytes, m_offset))
                return Error{"The values could not be read back from " + m_file->path() + ": " + std::strerror(errno)};
            if (checksum(storage->data(), size_t(m_bytes)) != m_checksum)
                return Error{"The values in " + m_file->path() + " are damaged."};
            return storage;
        } catch (const OutOfMemory &missing) {
            return Error{missing.what()};
        }
    }
    int64_t bytes() const override { return m_bytes; }
    std::optional<FilePlace> place() const override { return FilePlace{m_offset, m_bytes, m_checksum}; }

private:
    std::shared_ptr<const OpenFile> m_file;
    int64_t m_offset, m_bytes;
    uint64_t m_checksum;
};

std::string reasonOf(int problem) {
    return std::strerror(problem);
}

/** Opens for reading; null when that is not possible. */
std::shared_ptr<const OpenFile> openFile(const std::string &path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    return descriptor < 0 ? nullptr : std::make_shared<const OpenFile>(descriptor, path);
}

/** The head at `offset` if it is whole and what it announces is in the file. */
std::optional<BlockHead> headAt(const OpenFile &file, int64_t offset, int64_t size) {
    BlockHead head;
    if (size - offset < int64_t(sizeof head) || !file.read(&head, sizeof head, offset)) return std::nullopt;
    if (head.magic != blockMagic || head.head != headChecksum(head)) return std::nullopt;
    if (head.kind != BlockKind::Part && head.kind != BlockKind::Values) return std::nullopt;
    if (head.bytes < 0 || head.bytes > size - offset - int64_t(sizeof head)) return std::nullopt;
    return head;
}

Result<std::string> partAt(const OpenFile &file, const BlockHead &head, int64_t offset) {
    if (head.bytes > mostPartBytes || head.unpacked > mostPartBytes) return Error{"is larger than a block can be"};
    std::string content(size_t(head.bytes), '\0');
    if (!file.read(content.data(), head.bytes, offset + int64_t(sizeof head))) return Error{"cannot be read"};
    if (checksum(content.data(), content.size()) != head.content) return Error{"is damaged"};
    return decompressed(content, head.unpacked);
}

/** The values of a journal that was left behind. */
class ValuesInFile final : public ValueTable {
public:
    explicit ValuesInFile(std::shared_ptr<const OpenFile> file)
        : m_file(std::move(file)) {}

    std::optional<uint32_t> find(uint64_t storage) const { return m_numbers.find(int64_t(storage)); }
    /** What stands there twice is the same. */
    void add(const ValueEntry &entry, int64_t offset) {
        if (m_numbers.find(int64_t(entry.storage)) || m_rows.size() >= mostNumbers - 1) return;
        m_numbers.add(int64_t(entry.storage));
        m_rows.set(m_rows.add(), {ValueRows::Where::InFile, offset, entry.bytes, entry.checksum});
    }

    Result<StoragePtr> load(uint32_t number) const override {
        const ValueRows::Row row = m_rows[number];
        return BytesInFile(m_file, row.at, row.bytes, row.checksum).load();
    }
    int64_t bytes(uint32_t number) const override { return m_rows[number].bytes; }
    bool isInMemory(uint32_t) const override { return false; }
    bool isDropped(uint32_t) const override { return false; }

private:
    const std::shared_ptr<const OpenFile> m_file;
    ValueRows m_rows;
    SerialNumbers m_numbers;
};

/** The values of a block; false when its table is damaged. */
bool addValues(const OpenFile &file, const BlockHead &head, int64_t offset, ValuesInFile &values) {
    const auto entryBytes = int64_t(sizeof(ValueEntry));
    if (head.unpacked < 0 || head.unpacked > head.bytes / entryBytes) return false;
    std::vector<ValueEntry> entries(size_t(head.unpacked));
    const int64_t tableBytes = head.unpacked * entryBytes;
    if (!file.read(entries.data(), tableBytes, offset + int64_t(sizeof head))) return false;
    if (checksum(entries.data(), size_t(tableBytes)) != head.content) return false;
    int64_t at = offset + int64_t(sizeof head) + tableBytes;
    const int64_t end = offset + int64_t(sizeof head) + head.bytes;
    for (const ValueEntry &entry : entries) {
        if (entry.bytes < 0 || entry.bytes > end - at) return false;
        values.add(entry, at);
        at += entry.bytes;
    }
    return at == end;
}

std::vector<ValueEntry> entriesOf(std::span<const SpillItem> items) {
    std::vector<ValueEntry> entries;
    for (const SpillItem &item : items)
        entries.push_back({item.storage, item.bytes, checksum(item.data, size_t(item.bytes))});
    return entries;
}

bool isJournal(const OpenFile &file, FileHead &head) {
    return file.read(&head, sizeof head, 0) && head.version() > 0;
}

/** Whether a living process holds the lock. */
bool isOwned(const OpenFile &file) {
    if (::flock(file.descriptor(), LOCK_SH | LOCK_NB) != 0) return true;
    ::flock(file.descriptor(), LOCK_UN);
    return false;
}

JournalInfo infoOf(const std::shared_ptr<const OpenFile> &file, const FileHead &head) {
    JournalInfo info;
    info.path = file->path();
    info.startedUnixSeconds = head.startedUnixSeconds;
    info.bytes = file->size();
    const StorageSource noValues = [](uint64_t) { return RecordedMemory(); };
    int64_t offset = sizeof(FileHead);
    while (const auto block = headAt(*file, offset, info.bytes)) {
        info.ops = block->ops;
        if (info.script.empty() && block->kind == BlockKind::Part) {
            const auto bytes = partAt(*file, *block, offset);
            const auto part = bytes ? unpackSession(*bytes, noValues, head.version()) : Result<Session>(bytes.error());
            if (part && part->info.contains("script")) info.script = part->info.at("script");
        }
        offset += int64_t(sizeof *block) + block->bytes;
    }
    return info;
}

} // namespace

struct Journal::State {
    std::shared_ptr<OpenFile> file;
    std::mutex mutex; ///< guards all below
    int64_t end = 0;  ///< where the next block goes
    int64_t ops = 0;
    std::atomic<int64_t> spilled = 0;
    bool isDiscarded = false;

    Result<void> write(std::vector<iovec> pieces);
    Result<int64_t> writeValues(std::span<const SpillItem> items, std::span<const ValueEntry> entries);
};

/** All pieces at the end of the file, or nothing. With the mutex held. */
Result<void> Journal::State::write(std::vector<iovec> pieces) {
    int64_t total = 0, done = 0;
    for (const iovec &piece : pieces)
        total += int64_t(piece.iov_len);
    size_t next = 0;
    while (done < total) {
        const int count = int(std::min<size_t>(pieces.size() - next, 512));
        const ssize_t got = ::pwritev(file->descriptor(), &pieces[next], count, end + done);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) {
            const int problem = got < 0 ? errno : ENOSPC;
            if (::ftruncate(file->descriptor(), end) != 0) return Error{file->path() + ": " + reasonOf(errno)};
            return Error{file->path() + ": " + reasonOf(problem)};
        }
        done += got;
        size_t left = size_t(got);
        for (; next < pieces.size() && left >= pieces[next].iov_len; ++next)
            left -= pieces[next].iov_len;
        if (next < pieces.size()) {
            pieces[next].iov_base = static_cast<char *>(pieces[next].iov_base) + left;
            pieces[next].iov_len -= left;
        }
    }
    end += total;
    return {};
}

Journal::Journal(std::unique_ptr<State> state)
    : m_state(std::move(state)) {}

Journal::~Journal() = default;

Result<std::unique_ptr<Journal>> Journal::create(const std::string &folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) return Error{folder + ": cannot be made: " + failed.message()};
    static std::atomic<int> counter = 0;
    const std::string name = folder + format("/%lld-%d-%d", (long long)(::time(nullptr)), int(::getpid()), ++counter);
    // Under another name until it is locked: nobody shall take it for one that was left behind.
    const std::string hidden = name + ".new", path = name + extension;
    const int descriptor = ::open(hidden.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0) return Error{hidden + ": cannot be made: " + reasonOf(errno)};
    auto state = std::make_unique<State>();
    state->file = std::make_shared<OpenFile>(descriptor, path);
    FileHead head;
    head.startedUnixSeconds = int64_t(::time(nullptr));
    ::flock(descriptor, LOCK_EX);
    const auto written = state->write({{&head, sizeof head}});
    if (!written || std::rename(hidden.c_str(), path.c_str()) != 0) {
        const Error error = written ? Error{path + ": cannot be made: " + reasonOf(errno)} : written.error();
        ::unlink(hidden.c_str());
        return error;
    }
    return std::unique_ptr<Journal>(new Journal(std::move(state)));
}

Result<std::unique_ptr<Journal>> Journal::adopt(int descriptor, const std::string &path) {
    auto state = std::make_unique<State>();
    state->file = std::make_shared<OpenFile>(descriptor, path);
    state->end = state->file->size();
    FileHead head;
    if (state->end != int64_t(sizeof head) || !isJournal(*state->file, head))
        return Error{path + ": is no journal that was just made"};
    return std::unique_ptr<Journal>(new Journal(std::move(state)));
}

Result<void> Journal::append(const Session &part) {
    return append(packSession(part), int64_t(part.ops.size()));
}

Result<void> Journal::append(const std::string &rows, int64_t ops) {
    std::string content = compressed(rows);
    const std::lock_guard lock(m_state->mutex);
    BlockHead head;
    head.bytes = int64_t(content.size());
    head.unpacked = int64_t(rows.size());
    head.ops = m_state->ops + ops;
    head.content = checksum(content.data(), content.size());
    head.head = headChecksum(head);
    const auto written = m_state->write({{&head, sizeof head}, {content.data(), content.size()}});
    if (written) m_state->ops = head.ops;
    return written;
}

/** The values behind a table of them, in one block; where the first of them stands. */
Result<int64_t> Journal::State::writeValues(std::span<const SpillItem> items, std::span<const ValueEntry> entries) {
    const size_t tableBytes = entries.size_bytes();
    const std::lock_guard lock(mutex);
    BlockHead head;
    head.kind = BlockKind::Values;
    head.bytes = int64_t(tableBytes);
    for (const SpillItem &item : items)
        head.bytes += item.bytes;
    head.unpacked = int64_t(entries.size());
    head.ops = ops;
    head.content = checksum(entries.data(), tableBytes);
    head.head = headChecksum(head);
    std::vector<iovec> pieces{{&head, sizeof head}, {const_cast<ValueEntry *>(entries.data()), tableBytes}};
    for (const SpillItem &item : items)
        if (item.bytes > 0) pieces.push_back({const_cast<std::byte *>(item.data), size_t(item.bytes)});
    const int64_t first = end + int64_t(sizeof head + tableBytes);
    if (const auto written = write(std::move(pieces)); !written) return written.error();
    return first;
}

Result<std::vector<std::shared_ptr<const SpilledBytes>>> Journal::spill(std::span<const SpillItem> items) {
    const std::vector<ValueEntry> entries = entriesOf(items);
    const Result<int64_t> first = m_state->writeValues(items, entries);
    if (!first) return first.error();
    std::vector<std::shared_ptr<const SpilledBytes>> spilled;
    int64_t at = *first;
    for (const ValueEntry &entry : entries) {
        spilled.push_back(std::make_shared<const BytesInFile>(m_state->file, at, entry.bytes, entry.checksum));
        at += entry.bytes;
    }
    m_state->spilled += at - *first;
    return spilled;
}

Result<void> Journal::keep(std::span<const SpillItem> items) {
    const Result<int64_t> first = m_state->writeValues(items, entriesOf(items));
    return first ? Result<void>() : Result<void>(first.error());
}

std::shared_ptr<const SpilledBytes> Journal::at(const FilePlace &place) const {
    return std::make_shared<const BytesInFile>(m_state->file, place.offset, place.bytes, place.checksum);
}

int Journal::descriptor() const {
    return m_state->file->descriptor();
}

int64_t Journal::spilledBytes() const {
    return m_state->spilled;
}

const std::string &Journal::path() const {
    return m_state->file->path();
}

void Journal::discard() {
    const std::lock_guard lock(m_state->mutex);
    if (!std::exchange(m_state->isDiscarded, true)) ::unlink(m_state->file->path().c_str());
}

std::vector<JournalInfo> abandonedJournals(const std::string &folder) {
    std::vector<JournalInfo> found;
    for (const std::string &path : pathsIn(folder)) {
        if (!path.ends_with(extension)) continue;
        const auto file = openFile(path);
        FileHead head;
        if (!file || !isJournal(*file, head) || isOwned(*file)) continue;
        found.push_back(infoOf(file, head));
    }
    std::ranges::sort(found, [](const JournalInfo &a, const JournalInfo &b) {
        return a.startedUnixSeconds != b.startedUnixSeconds ? a.startedUnixSeconds > b.startedUnixSeconds
                                                            : a.path > b.path;
    });
    return found;
}

namespace {

/** Why the session stops short, or "" when the file was read to its end. */
std::string appendParts(const std::shared_ptr<const OpenFile> &file, int version, const StorageSource &source,
                        Session &session) {
    const int64_t size = file->size();
    int64_t offset = sizeof(FileHead);
    while (offset < size) {
        const auto head = headAt(*file, offset, size);
        if (!head) return "the rest of the file was not written to its end";
        if (head->kind == BlockKind::Part) {
            const auto bytes = partAt(*file, *head, offset);
            if (!bytes) return "what follows " + bytes.error().message;
            auto part = unpackSession(*bytes, source, version);
            if (!part) return part.error().message;
            const int64_t nextOp = session.ops.empty() ? 1 : session.ops.back().number + 1;
            const int64_t nextTensor = session.tensors.empty() ? 0 : session.tensors.back().id + 1;
            if ((!part->ops.empty() && part->ops.front().number != nextOp) ||
                (!part->tensors.empty() && part->tensors.front().id != nextTensor))
                return "a block is missing";
            session.append(*std::move(part));
        }
        offset += int64_t(sizeof *head) + head->bytes;
    }
    return {};
}

/** The values of the whole file: they are written after the operators that they belong to. */
std::shared_ptr<const ValuesInFile> valuesOf(const std::shared_ptr<const OpenFile> &file) {
    auto values = std::make_shared<ValuesInFile>(file);
    const int64_t size = file->size();
    int64_t offset = sizeof(FileHead);
    while (const auto head = headAt(*file, offset, size)) {
        if (head->kind == BlockKind::Values && !addValues(*file, *head, offset, *values)) break;
        offset += int64_t(sizeof *head) + head->bytes;
    }
    return values;
}

void addNote(Session &session, Severity severity, std::string message) {
    session.problems.push_back({severity, "journal", std::move(message), {}});
}

} // namespace

Result<Session> readJournal(const std::string &path) {
    const auto file = openFile(path);
    if (!file) return Error{path + ": cannot be read: " + reasonOf(errno)};
    FileHead head;
    if (!isJournal(*file, head)) return Error{path + ": is not a journal of a recording (it does not begin as one)"};
    Session session;
    bool isLost = false;
    try {
        const StorageSource source = [&, values = valuesOf(file)](uint64_t serial) {
            const auto known = values->find(serial);
            isLost = isLost || !known;
            return known ? RecordedMemory(values, *known) : RecordedMemory();
        };
        const std::string cut = appendParts(file, head.version(), source, session);
        if (const auto sound = checkReferences(session); !sound)
            return Error{path + ": is damaged: " + sound.error().message};
        const std::string last =
            session.ops.empty() ? "no operator" : format("operator #%lld", (long long)(session.ops.back().number));
        if (!cut.empty())
            addNote(session, Severity::Warning,
                    "The recording was cut off: it ends with " + last + ", and " + cut + ".");
    } catch (const std::bad_alloc &) {
        return Error{path + ": needs more memory than there is"};
    }
    if (isLost)
        addNote(session, Severity::Note,
                "Restored from disk: large values that were in memory when the program ended are lost; small ones, and "
                "those that had been written out, are here.");
    addRecordedLanes(session);
    return session;
}

void removeBegunJournals(const std::string &folder) {
    std::vector<std::string> left;
    for (const std::string &path : pathsIn(folder)) {
        const std::string name = path.substr(path.rfind('/') + 1);
        long long time = 0;
        int process = 0, number = 0, end = 0;
        const bool isOurs = std::sscanf(name.c_str(), "%lld-%d-%d.new%n", &time, &process, &number, &end) == 3 &&
                            size_t(end) == name.size();
        if (isOurs && isProcessGone(process)) left.push_back(path);
    }
    for (const std::string &path : left)
        ::unlink(path.c_str());
}

void deleteJournal(const std::string &path) {
    ::unlink(path.c_str());
}

std::string journalFolder() {
    const auto variable = [](const char *name) {
        const char *value = std::getenv(name);
        return value ? std::string(value) : std::string();
    };
    if (const std::string folder = variable("JITSCOPE_CONFIG_DIR"); !folder.empty()) return folder + "/journals";
    if (const std::string folder = variable("XDG_STATE_HOME"); !folder.empty()) return folder + "/jitscope/journals";
    const std::string home = variable("HOME");
    return (home.empty() ? std::filesystem::temp_directory_path().string() : home + "/.local/state") +
           "/jitscope/journals";
}

} // namespace jitscope::inline session
