// SPDX-License-Identifier: Apache-2.0
#include "engine/base/spillmemory.h"

#include "engine/base/availablememory.h"
#include "engine/base/freeranges.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <limits>
#include <linux/magic.h>
#include <mutex>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <system_error>
#include <unistd.h>

namespace jitscope::inline base {

namespace {

constexpr size_t pageBytes = 4096;
constexpr int64_t leastFile = int64_t(64) << 20; ///< where less is free none is begun

size_t wholePages(size_t bytes) {
    return (bytes + pageBytes - 1) / pageBytes * pageBytes;
}

/** Half of what is free there; 0 where files are memory, and where it is not known. */
int64_t roomIn(const std::string &folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    struct statfs disk {};
    if (::statfs(folder.c_str(), &disk) != 0 || disk.f_type == TMPFS_MAGIC || disk.f_type == RAMFS_MAGIC) return 0;
    const int64_t half = int64_t(disk.f_bavail) * disk.f_bsize / 2;
    return half < leastFile ? 0 : half / int64_t(pageBytes) * int64_t(pageBytes);
}

/** The file, its whole length mapped once: addresses, which take nothing until something is written there. */
class SpillFile {
public:
    explicit SpillFile(const std::string &folder)
        : m_bytes(size_t(roomIn(folder))) {
        m_descriptor = m_bytes > 0 ? ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) : -1;
        if (m_descriptor < 0 || !map()) {
            m_trouble = m_bytes > 0 ? std::strerror(errno) : "the disk has no room";
            return;
        }
        m_free.add(0, m_bytes);
    }

    bool holds(const void *block) const { return block >= m_base && block < m_base + m_bytes; }
    const std::string &trouble() const { return m_trouble; }
    int64_t room() const { return m_trouble.empty() ? int64_t(m_bytes) - m_used : 0; }
    int64_t used() const { return m_used; }

    /** Null when the file cannot grow. */
    void *take(size_t bytes) {
        if (!m_trouble.empty()) return nullptr;
        const size_t room = wholePages(bytes);
        const auto offset = m_free.take(room);
        // What was not reserved might find the disk full when it is written: a signal, not an error.
        if (!offset || ::fallocate(m_descriptor, 0, off_t(*offset), off_t(room)) != 0) {
            m_trouble = offset ? std::strerror(errno) : "half of what the disk had free is used";
            if (offset) m_free.add(*offset, room);
            return nullptr;
        }
        m_used += int64_t(room);
        return m_base + *offset;
    }
    /** The disk has it back when nothing is in use: a hole is made only after its pages were written, which takes as
        long as it takes, while a file is cut without. */
    void giveBack(void *block, size_t bytes) {
        const size_t room = wholePages(bytes);
        m_free.add(size_t(static_cast<std::byte *>(block) - m_base), room);
        m_used -= int64_t(room);
        m_trouble.clear(); // there is room again
        if (m_used == 0 && (::ftruncate(m_descriptor, 0) != 0 || ::ftruncate(m_descriptor, off_t(m_bytes)) != 0))
            m_trouble = std::strerror(errno);
    }

private:
    bool map() {
        if (::ftruncate(m_descriptor, off_t(m_bytes)) != 0) return false;
        void *mapped = ::mmap(nullptr, m_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, m_descriptor, 0);
        if (mapped == MAP_FAILED) return false;
        m_base = static_cast<std::byte *>(mapped);
        return true;
    }

    size_t m_bytes = 0;
    int m_descriptor = -1;
    std::byte *m_base = nullptr;
    FreeRanges m_free;
    int64_t m_used = 0;
    std::string m_trouble;
};

struct Spill {
    std::atomic<int64_t> inMemory = 0, budget = availableMemory() / 4;
    std::atomic<SpillFile *> file = nullptr; ///< never goes: lists may outlive everything
    std::atomic<bool> isForked = false;      ///< the file is the parent's

    std::mutex mutex; ///< guards what the file does, and the folder
    std::string folder;

    /** Null where all stays in memory. With the mutex held. */
    SpillFile *fileToUse() {
        if (!file.load() && !folder.empty()) {
            ::pthread_atfork(nullptr, nullptr, [] { spill().isForked = true; });
            file = new SpillFile(folder);
        }
        return file;
    }
    void *takeOfFile(size_t bytes) {
        const std::lock_guard lock(mutex);
        SpillFile *const used = fileToUse();
        return used ? used->take(bytes) : nullptr;
    }
    static Spill &spill() {
        static Spill *const all = new Spill;
        return *all;
    }
};

void *ofMemory(size_t bytes) {
    void *block = std::malloc(bytes);
    if (!block) throw std::bad_alloc();
    return block;
}

} // namespace

void useSpillFolder(std::string folder) {
    Spill &all = Spill::spill();
    const std::lock_guard lock(all.mutex);
    all.folder = std::move(folder);
}

void setSpillBudget(int64_t bytes) {
    Spill::spill().budget = bytes;
}

SpillUse spillUse() {
    Spill &all = Spill::spill();
    SpillUse use{all.inMemory, all.budget, 0, ""};
    const std::lock_guard lock(all.mutex);
    if (const SpillFile *file = all.file) {
        use.inFile = file->used();
        use.trouble = file->trouble();
    }
    return use;
}

int64_t spillRoom() {
    Spill &all = Spill::spill();
    const std::lock_guard lock(all.mutex);
    if (const SpillFile *file = all.file) return file->room();
    return all.folder.empty() ? 0 : roomIn(all.folder);
}

void *allocateSpillable(size_t bytes) {
    if (bytes < spillableBytes) return ofMemory(bytes);
    Spill &all = Spill::spill();
    const int64_t wanted = all.inMemory.fetch_add(int64_t(bytes)) + int64_t(bytes);
    if (wanted > all.budget && !all.isForked) {
        if (void *block = all.takeOfFile(bytes)) {
            all.inMemory -= int64_t(bytes);
            return block;
        }
    }
    return ofMemory(bytes);
}

void releaseSpillable(void *block, size_t bytes) noexcept {
    if (bytes < spillableBytes) return std::free(block);
    Spill &all = Spill::spill();
    SpillFile *const file = all.file;
    if (!file || !file->holds(block)) {
        all.inMemory -= int64_t(bytes);
        return std::free(block);
    }
    if (all.isForked) return; // the parent reads them
    const std::lock_guard lock(all.mutex);
    file->giveBack(block, bytes);
}

} // namespace jitscope::inline base
