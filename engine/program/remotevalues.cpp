// SPDX-License-Identifier: Apache-2.0
#include "engine/program/remotevalues.h"

#include "engine/session/journal.h"
#include "engine/session/valuerows.h"

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>

namespace jitscope::inline program {

namespace {

constexpr auto longestAnswer = std::chrono::seconds(10);
constexpr int64_t mostShared = int64_t(1) << 42;

Error notWhole() {
    return Error{"The memory of the program does not hold what it said."};
}

/** The memory of the other process as this one sees it. */
struct Mapping {
    const std::byte *data = nullptr;
    int64_t bytes = 0, base = 0;

    Mapping() = default;
    Mapping(const Mapping &) = delete;
    Mapping &operator=(const Mapping &) = delete;
    ~Mapping() {
        if (data) ::munmap(const_cast<std::byte *>(data), size_t(bytes));
    }
    bool holds(int64_t offset, int64_t size) const {
        return offset >= 0 && size >= 0 && offset <= bytes && size <= bytes - offset;
    }
};

StoragePtr copyOf(std::string_view elements) {
    StoragePtr copy(Storage::allocate(elements.size()));
    if (!elements.empty()) std::memcpy(copy->data(), elements.data(), elements.size());
    return copy;
}

} // namespace

/** The process, for as long as anybody holds values of it. */
class RemoteValues::Peer : public std::enable_shared_from_this<Peer> {
public:
    explicit Peer(Send send)
        : m_send(std::move(send)) {}

    Result<void> map(int descriptor, const Hello &hello);
    void answer(ValueMessage value);
    void end();
    bool isEnded() const;
    /** Of a process that lives; nothing when it went meanwhile. */
    std::optional<Result<StoragePtr>> ask(int64_t serial);
    /** Of one that is gone. */
    Result<StoragePtr> leftBehind(int64_t cell, int64_t bytes) const;
    void forget(const std::vector<SerialNumbers::Run> &serials);

private:
    Result<StoragePtr> shown(ValueMessage value);

    const Send m_send;
    mutable std::mutex m_mutex; ///< guards all below
    std::condition_variable m_changed;
    std::shared_ptr<const Mapping> m_mapping;
    std::unordered_map<int64_t, ValueMessage> m_answers;
    int64_t m_lastRequest = 0;
    bool m_isEnded = false;
};

/** The values of one recording. */
class RemoteValues::Recording final : public ValueTable {
public:
    Recording(std::shared_ptr<Peer> peer, std::shared_ptr<const Journal> journal)
        : m_peer(std::move(peer))
        , m_journal(std::move(journal)) {}
    Recording(const Recording &) = delete;
    Recording &operator=(const Recording &) = delete;
    ~Recording() override { m_peer->forget(m_numbers.runs()); }

    void add(const StorageEntry &entry);
    std::optional<uint32_t> find(int64_t serial) const;
    bool has(int64_t serial) const { return find(serial).has_value(); }
    void move(const MovedMessage &moved, const Journal *journal);
    void drop(const DroppedMessage &dropped);
    const Journal *journal() const { return m_journal.get(); }

    Result<StoragePtr> load(uint32_t number) const override;
    int64_t bytes(uint32_t number) const override;
    bool isInMemory(uint32_t number) const override { return rowOf(number).where == ValueRows::Where::Here; }
    bool isDropped(uint32_t number) const override { return rowOf(number).where == ValueRows::Where::Gone; }

private:
    /** What was told of a value before the part that says what it is. */
    struct Early {
        MovedMessage moved;
        std::string dropped;
    };
    ValueRows::Row rowOf(uint32_t number) const {
        const std::lock_guard lock(m_mutex);
        return m_rows[number];
    }
    void noteMoved(uint32_t number, const MovedMessage &moved, const Journal *journal);
    void noteDropped(uint32_t number, const std::string &reason);

    const std::shared_ptr<Peer> m_peer;
    const std::shared_ptr<const Journal> m_journal;
    mutable std::mutex m_mutex; ///< guards all below
    ValueRows m_rows;           ///< of those elsewhere: 1 + their cell
    SerialNumbers m_numbers;
    std::unordered_map<uint32_t, std::shared_ptr<const SpilledBytes>> m_inOtherFile; ///< of a later recording
    std::unordered_map<int64_t, Early> m_early;                                      ///< by serial
    std::vector<std::string> m_reasons;
};

Result<void> RemoteValues::Peer::map(int descriptor, const Hello &hello) {
    struct stat status {};
    const int seals = ::fcntl(descriptor, F_GET_SEALS);
    const bool isSafe = ::fstat(descriptor, &status) == 0 && seals >= 0 && (seals & F_SEAL_SHRINK) &&
                        hello.sharedBytes > 0 && hello.sharedBytes <= mostShared && status.st_size >= hello.sharedBytes;
    void *data = isSafe
                     ? ::mmap(nullptr, size_t(hello.sharedBytes), PROT_READ, MAP_SHARED | MAP_NORESERVE, descriptor, 0)
                     : MAP_FAILED;
    const std::string reason = isSafe ? std::strerror(errno) : "it is not what it says";
    ::close(descriptor);
    if (data == MAP_FAILED) return Error{"The memory of the program cannot be seen: " + reason};
    auto mapping = std::make_shared<Mapping>();
    mapping->data = static_cast<const std::byte *>(data);
    mapping->bytes = hello.sharedBytes;
    mapping->base = hello.sharedBase;
    const std::lock_guard lock(m_mutex);
    m_mapping = std::move(mapping);
    return {};
}

void RemoteValues::Peer::answer(ValueMessage value) {
    const std::lock_guard lock(m_mutex);
    m_answers[value.request] = std::move(value);
    m_changed.notify_all();
}

void RemoteValues::Peer::end() {
    const std::lock_guard lock(m_mutex);
    m_isEnded = true;
    m_changed.notify_all();
}

bool RemoteValues::Peer::isEnded() const {
    const std::lock_guard lock(m_mutex);
    return m_isEnded;
}

std::optional<Result<StoragePtr>> RemoteValues::Peer::ask(int64_t serial) {
    std::unique_lock lock(m_mutex);
    if (m_isEnded) return std::nullopt;
    const int64_t request = ++m_lastRequest;
    m_send(MessageKind::WantValue, encode(ValueRequest{request, serial}));
    const bool isAnswered =
        m_changed.wait_for(lock, longestAnswer, [&] { return m_isEnded || m_answers.contains(request); });
    if (const auto answer = m_answers.find(request); answer != m_answers.end()) {
        ValueMessage value = std::move(answer->second);
        m_answers.erase(answer);
        lock.unlock();
        return shown(std::move(value));
    }
    if (!isAnswered) return Result<StoragePtr>(Error{"The program does not answer, so its values cannot be read now."});
    return std::nullopt;
}

/** The elements where the process holds them, given back to it with the last reference. */
Result<StoragePtr> RemoteValues::Peer::shown(ValueMessage value) {
    if (!value.error.empty()) return Error{value.error};
    if (value.offset < 0) {
        if (int64_t(value.elements.size()) != value.bytes) return notWhole();
        return copyOf(value.elements);
    }
    struct Shown {
        std::shared_ptr<Peer> peer;
        std::shared_ptr<const Mapping> mapping;
        int64_t request;
    };
    std::shared_ptr<const Mapping> mapping;
    {
        const std::lock_guard lock(m_mutex);
        mapping = m_mapping;
    }
    if (!mapping || !mapping->holds(value.offset, value.bytes)) return notWhole();
    auto *data = const_cast<std::byte *>(mapping->data + value.offset);
    auto owner = std::make_unique<Shown>(Shown{shared_from_this(), std::move(mapping), value.request});
    const auto release = [](void *given) {
        const std::unique_ptr<Shown> last(static_cast<Shown *>(given));
        last->peer->m_send(MessageKind::ReleaseValue, encode(std::vector<int64_t>{last->request}));
    };
    return StoragePtr(Storage::borrowed(data, size_t(value.bytes), release, owner.release()));
}

/** In the memory of a process that is gone: the cell tells where they were when it went. */
Result<StoragePtr> RemoteValues::Peer::leftBehind(int64_t cell, int64_t bytes) const {
    auto owner = std::make_unique<std::shared_ptr<const Mapping>>();
    {
        const std::lock_guard lock(m_mutex);
        *owner = m_mapping;
    }
    const Mapping *mapping = owner->get();
    if (!mapping || cell < 0) return Error{"These values went with the program that held them, which is gone."};
    int64_t address = 0;
    if (!mapping->holds(cell, sizeof address)) return notWhole();
    std::memcpy(&address, mapping->data + cell, sizeof address);
    const auto offset = int64_t(uint64_t(address) - uint64_t(mapping->base));
    if (!mapping->holds(offset, bytes)) return notWhole();
    auto *data = const_cast<std::byte *>(mapping->data + offset);
    const auto release = [](void *given) { delete static_cast<std::shared_ptr<const Mapping> *>(given); };
    return StoragePtr(Storage::borrowed(data, size_t(bytes), release, owner.release()));
}

void RemoteValues::Peer::forget(const std::vector<SerialNumbers::Run> &serials) {
    if (serials.empty() || isEnded()) return;
    std::vector<int64_t> numbers;
    for (const auto &[first, count] : serials)
        numbers.insert(numbers.end(), {first, count});
    m_send(MessageKind::ForgetValues, encode(numbers));
}

void RemoteValues::Recording::add(const StorageEntry &entry) {
    const std::lock_guard lock(m_mutex);
    if (entry.bytes < 0 || m_numbers.find(entry.serial) || m_rows.size() >= mostNumbers - 1) return;
    const uint32_t number = m_rows.add();
    m_numbers.add(entry.serial);
    const bool isHere = int64_t(entry.elements.size()) == entry.bytes && entry.bytes <= ValueRows::mostBytesHere;
    const bool hasCell = entry.cell >= 0 && entry.cell < mostShared;
    if (isHere)
        m_rows.setHere(number, entry.elements);
    else
        m_rows.set(number, {ValueRows::Where::Elsewhere, hasCell ? entry.cell + 1 : 0, entry.bytes});
    const auto early = m_early.find(entry.serial);
    if (early == m_early.end()) return;
    const Early told = std::move(early->second);
    m_early.erase(early);
    if (isHere && entry.bytes > 0) return;
    if (!told.dropped.empty())
        noteDropped(number, told.dropped);
    else
        noteMoved(number, told.moved, m_journal.get());
}

std::optional<uint32_t> RemoteValues::Recording::find(int64_t serial) const {
    const std::lock_guard lock(m_mutex);
    return m_numbers.find(serial);
}

void RemoteValues::Recording::move(const MovedMessage &moved, const Journal *journal) {
    const std::lock_guard lock(m_mutex);
    if (const auto number = m_numbers.find(moved.serial))
        noteMoved(*number, moved, journal);
    else
        m_early[moved.serial].moved = moved;
}

void RemoteValues::Recording::noteMoved(uint32_t number, const MovedMessage &moved, const Journal *journal) {
    constexpr int64_t mostOffset = int64_t(1) << 55;
    const ValueRows::Row row = m_rows[number];
    if (!journal || row.where != ValueRows::Where::Elsewhere) return;
    if (moved.bytes != row.bytes || moved.offset < 0 || moved.offset > mostOffset)
        noteDropped(number, notWhole().message);
    else if (journal == m_journal.get())
        m_rows.set(number, {ValueRows::Where::InFile, moved.offset, row.bytes, uint64_t(moved.checksum)});
    else
        m_inOtherFile[number] = journal->at({moved.offset, moved.bytes, uint64_t(moved.checksum)});
}

void RemoteValues::Recording::drop(const DroppedMessage &dropped) {
    const std::lock_guard lock(m_mutex);
    if (const auto number = m_numbers.find(dropped.serial))
        noteDropped(*number, dropped.reason);
    else
        m_early[dropped.serial].dropped = dropped.reason;
}

void RemoteValues::Recording::noteDropped(uint32_t number, const std::string &reason) {
    const ValueRows::Row row = m_rows[number];
    if (row.where == ValueRows::Where::Here && row.bytes > 0) return;
    if (m_reasons.empty() || m_reasons.back() != reason) m_reasons.push_back(reason);
    m_rows.set(number, {ValueRows::Where::Gone, int64_t(m_reasons.size()) - 1, row.bytes});
}

int64_t RemoteValues::Recording::bytes(uint32_t number) const {
    return rowOf(number).bytes;
}

Result<StoragePtr> RemoteValues::Recording::load(uint32_t number) const {
    std::unique_lock lock(m_mutex);
    const ValueRows::Row row = m_rows[number];
    switch (row.where) {
    case ValueRows::Where::Unknown:
        return Error{"These values are not recorded any more."};
    case ValueRows::Where::Here:
        return copyOf(m_rows.here(number));
    case ValueRows::Where::Gone:
        return Error{m_reasons[size_t(row.at)]};
    case ValueRows::Where::InFile:
        lock.unlock();
        return m_journal->at({row.at, row.bytes, row.checksum})->load();
    case ValueRows::Where::Elsewhere:
        break;
    }
    if (const auto other = m_inOtherFile.find(number); other != m_inOtherFile.end()) {
        const std::shared_ptr<const SpilledBytes> file = other->second;
        lock.unlock();
        return file->load();
    }
    const int64_t serial = m_numbers.serialOf(number);
    lock.unlock();
    if (m_peer->isEnded()) return m_peer->leftBehind(row.at - 1, row.bytes);
    auto answer = m_peer->ask(serial);
    return answer ? *std::move(answer) : load(number); // it went, and may have moved them before
}

RemoteValues::RemoteValues(Send send)
    : m_peer(std::make_shared<Peer>(std::move(send)))
    , m_recording(std::make_shared<Recording>(m_peer, nullptr)) {}

RemoteValues::~RemoteValues() = default;

Result<void> RemoteValues::map(int descriptor, const Hello &hello) {
    return m_peer->map(descriptor, hello);
}

void RemoteValues::begin(std::shared_ptr<const Journal> journal) {
    std::erase_if(m_before, [](const std::weak_ptr<Recording> &each) { return each.expired(); });
    m_before.push_back(m_recording);
    m_recording = std::make_shared<Recording>(m_peer, std::move(journal));
}

void RemoteValues::add(const std::vector<StorageEntry> &entries) {
    for (const StorageEntry &each : entries)
        m_recording->add(each);
}

RecordedMemory RemoteValues::memory(uint64_t serial) {
    const auto number = m_recording->find(int64_t(serial));
    return number ? RecordedMemory(m_recording, *number) : RecordedMemory();
}

/** To the recording that has the value; what none has yet is of the present one. */
template<class Take> void RemoteValues::give(int64_t serial, Take take) {
    if (!m_recording->has(serial))
        for (const std::weak_ptr<Recording> &each : m_before)
            if (const auto before = each.lock(); before && before->has(serial)) return take(*before);
    take(*m_recording);
}

void RemoteValues::move(const MovedMessage &moved) {
    give(moved.serial, [&](Recording &recording) { recording.move(moved, m_recording->journal()); });
}

void RemoteValues::drop(const DroppedMessage &dropped) {
    give(dropped.serial, [&](Recording &recording) { recording.drop(dropped); });
}

void RemoteValues::answer(ValueMessage value) {
    m_peer->answer(std::move(value));
}

void RemoteValues::end() {
    m_peer->end();
}

} // namespace jitscope::inline program
