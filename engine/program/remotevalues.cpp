// SPDX-License-Identifier: Apache-2.0
#include "engine/program/remotevalues.h"

#include "engine/session/journal.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace jitscope::inline program {

namespace {

constexpr auto longestAnswer = std::chrono::seconds(10);
constexpr size_t forgetAtOnce = 256;
constexpr int64_t mostShared = int64_t(1) << 42;

Error notWhole() {
    return Error{"The memory of the program does not hold what it said."};
}

} // namespace

/** The memory of the other process as this one sees it. */
struct RemoteValues::Mapping {
    const std::byte *data = nullptr;
    int64_t bytes = 0, base = 0;

    ~Mapping() { ::munmap(const_cast<std::byte *>(data), size_t(bytes)); }
    bool holds(int64_t offset, int64_t size) const {
        return offset >= 0 && size >= 0 && offset <= bytes && size <= bytes - offset;
    }
};

/** What a recorded tensor of this process has in the place of its elements. */
class RemoteValues::Bytes final : public SpilledBytes {
public:
    Bytes(std::shared_ptr<RemoteValues> values, const StorageEntry &entry)
        : m_values(std::move(values))
        , m_serial(entry.serial)
        , m_bytes(entry.bytes) {}
    Bytes(const Bytes &) = delete;
    Bytes &operator=(const Bytes &) = delete;
    ~Bytes() override { m_values->forget(m_serial); }

    Result<StoragePtr> load() const override { return m_values->load(m_serial); }
    int64_t bytes() const override { return m_bytes; }

private:
    const std::shared_ptr<RemoteValues> m_values;
    const int64_t m_serial, m_bytes;
};

Result<void> RemoteValues::map(int descriptor, const Hello &hello) {
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

void RemoteValues::setJournal(std::shared_ptr<const Journal> journal) {
    const std::lock_guard lock(m_mutex);
    m_journal = std::move(journal);
}

void RemoteValues::add(const std::vector<StorageEntry> &entries) {
    const std::lock_guard lock(m_mutex);
    for (const StorageEntry &each : entries)
        if (each.bytes >= 0) m_entries[each.serial].told = each;
}

std::shared_ptr<RecordedStorage> RemoteValues::storage(uint64_t serial) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find(int64_t(serial));
    if (found == m_entries.end() || found->second.told.serial == 0) return nullptr;
    if (auto known = found->second.storage.lock()) return known;
    auto made =
        std::make_shared<RecordedStorage>(std::make_shared<const Bytes>(shared_from_this(), found->second.told));
    found->second.storage = made;
    return made;
}

void RemoteValues::move(const MovedMessage &moved) {
    const std::lock_guard lock(m_mutex);
    if (!m_journal || moved.offset < 0 || moved.bytes < 0) return;
    // It may come before the part that says what they are.
    m_entries[moved.serial].file = m_journal->at({moved.offset, moved.bytes, uint64_t(moved.checksum)});
}

void RemoteValues::drop(const DroppedMessage &dropped) {
    std::shared_ptr<RecordedStorage> storage;
    {
        const std::lock_guard lock(m_mutex);
        Entry &entry = m_entries[dropped.serial];
        entry.dropped = dropped.reason;
        storage = entry.storage.lock();
    }
    if (storage) storage->drop(dropped.reason);
}

void RemoteValues::answer(ValueMessage value) {
    const std::lock_guard lock(m_mutex);
    m_answers[value.request] = std::move(value);
    m_changed.notify_all();
}

void RemoteValues::end() {
    const std::lock_guard lock(m_mutex);
    m_isEnded = true;
    m_changed.notify_all();
}

Result<StoragePtr> RemoteValues::load(int64_t serial) {
    std::unique_lock lock(m_mutex);
    const auto found = m_entries.find(serial);
    if (found == m_entries.end()) return Error{"These values are not recorded any more."};
    const Entry entry = found->second;
    if (!entry.dropped.empty()) return Error{entry.dropped.str()};
    if (!entry.file && !m_isEnded) return ask(serial, lock);
    lock.unlock();
    if (!entry.file) return leftBehind(entry);
    return entry.file->bytes() == entry.told.bytes ? entry.file->load() : notWhole();
}

/** Of a process that lives. */
Result<StoragePtr> RemoteValues::ask(int64_t serial, std::unique_lock<std::mutex> &lock) {
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
    if (!isAnswered) return Error{"The program does not answer, so its values cannot be read now."};
    lock.unlock();
    return load(serial);
}

/** The elements where the process holds them, given back to it with the last reference. */
Result<StoragePtr> RemoteValues::shown(ValueMessage value) {
    if (!value.error.empty()) return Error{value.error};
    if (value.offset < 0) {
        if (int64_t(value.elements.size()) != value.bytes) return notWhole();
        StoragePtr copy(Storage::allocate(value.elements.size()));
        std::memcpy(copy->data(), value.elements.data(), value.elements.size());
        return copy;
    }
    struct Shown {
        std::shared_ptr<RemoteValues> values;
        std::shared_ptr<const Mapping> mapping;
        int64_t request;
    };
    auto owner = std::make_unique<Shown>(Shown{shared_from_this(), m_mapping, value.request});
    if (!owner->mapping || !owner->mapping->holds(value.offset, value.bytes)) return notWhole();
    auto *data = const_cast<std::byte *>(owner->mapping->data + value.offset);
    const auto release = [](void *given) {
        const std::unique_ptr<Shown> last(static_cast<Shown *>(given));
        last->values->m_send(MessageKind::ReleaseValue, encode(std::vector<int64_t>{last->request}));
    };
    return StoragePtr(Storage::borrowed(data, size_t(value.bytes), release, owner.release()));
}

/** In the memory of a process that is gone: the cell tells where they were when it went. */
Result<StoragePtr> RemoteValues::leftBehind(const Entry &entry) const {
    auto owner = std::make_unique<std::shared_ptr<const Mapping>>(m_mapping);
    const Mapping *mapping = owner->get();
    if (!mapping || entry.told.cell < 0)
        return Error{"These values went with the program that held them, which is gone."};
    int64_t address = 0;
    if (!mapping->holds(entry.told.cell, sizeof address)) return notWhole();
    std::memcpy(&address, mapping->data + entry.told.cell, sizeof address);
    const auto offset = int64_t(uint64_t(address) - uint64_t(mapping->base));
    if (!mapping->holds(offset, entry.told.bytes)) return notWhole();
    auto *data = const_cast<std::byte *>(mapping->data + offset);
    const auto release = [](void *given) { delete static_cast<std::shared_ptr<const Mapping> *>(given); };
    return StoragePtr(Storage::borrowed(data, size_t(entry.told.bytes), release, owner.release()));
}

void RemoteValues::forget(int64_t serial) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find(serial);
    if (found == m_entries.end() || !found->second.storage.expired()) return;
    m_entries.erase(found);
    if (m_isEnded) return;
    m_forgotten.push_back(serial);
    if (m_forgotten.size() >= forgetAtOnce) m_send(MessageKind::ForgetValues, encode(std::exchange(m_forgotten, {})));
}

} // namespace jitscope::inline program
