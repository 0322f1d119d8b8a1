// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/blobfile.h"

#include "engine/base/text.h"
#include "engine/base/threadpool.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace jitscope::inline reading {

namespace {

constexpr int64_t blockBytes = int64_t(4) << 20;
constexpr char magic[8] = {'J', 'S', 'C', 'P', 'B', 'L', 'O', 'B'};

/** The beginning of a file. The directory, sizes and checksums of the columns, and then the head follow it. */
struct Header {
    char magic[8];
    uint64_t version;
    int64_t columns, blocks, headBytes;
    uint64_t directoryChecksum, headChecksum, headerChecksum;
};

int64_t blocksOf(int64_t bytes) {
    return (bytes + blockBytes - 1) / blockBytes;
}

uint64_t headerChecksumOf(const Header &header) {
    return checksum(&header, offsetof(Header, headerChecksum));
}

/** An open file that is removed again unless it was finished. */
class NewFile {
public:
    explicit NewFile(std::string path)
        : m_path(std::move(path))
        , m_descriptor(::open(m_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {}
    ~NewFile() {
        if (m_descriptor >= 0) ::close(m_descriptor);
        if (!m_isFinished) ::unlink(m_path.c_str());
    }
    NewFile(const NewFile &) = delete;
    NewFile &operator=(const NewFile &) = delete;

    bool write(const void *bytes, size_t size) {
        const char *at = static_cast<const char *>(bytes);
        while (size > 0 && m_descriptor >= 0) {
            const ssize_t done = ::write(m_descriptor, at, size);
            if (done < 0 && errno == EINTR) continue;
            if (done <= 0) return false;
            at += done;
            size -= size_t(done);
        }
        return m_descriptor >= 0;
    }
    bool renameTo(const std::string &path) {
        m_isFinished = ::rename(m_path.c_str(), path.c_str()) == 0;
        return m_isFinished;
    }

private:
    std::string m_path;
    int m_descriptor;
    bool m_isFinished = false;
};

} // namespace

uint64_t checksum(const void *bytes, size_t size) {
    constexpr uint64_t factors[] = {0x9E3779B97F4A7C15U, 0xC2B2AE3D27D4EB4FU, 0x165667B19E3779F9U, 0xD6E8FEB86659FD93U};
    const char *at = static_cast<const char *>(bytes);
    uint64_t lanes[4] = {size, size ^ factors[1], ~size, factors[2]};
    for (; size >= 32; size -= 32, at += 32)
        for (int lane = 0; lane < 4; ++lane) {
            uint64_t word = 0;
            std::memcpy(&word, at + lane * 8, 8);
            lanes[lane] = (lanes[lane] ^ word) * factors[lane];
            lanes[lane] ^= lanes[lane] >> 32;
        }
    char rest[32] = {};
    if (size > 0) std::memcpy(rest, at, size);
    uint64_t sum = 0;
    for (int lane = 0; lane < 4; ++lane) {
        uint64_t word = 0;
        std::memcpy(&word, rest + lane * 8, 8);
        lanes[lane] = (lanes[lane] ^ word) * factors[lane];
        sum = (sum ^ lanes[lane] ^ lanes[lane] >> 29) * factors[3 - lane];
    }
    return sum ^ sum >> 31;
}

Result<void> BlobWriter::write(const std::string &path, uint64_t version) const {
    std::vector<int64_t> sizes;
    std::vector<uint64_t> sums;
    for (const std::string_view column : m_columns) {
        sizes.push_back(int64_t(column.size()));
        const size_t first = sums.size();
        sums.resize(first + size_t(blocksOf(sizes.back())));
        parallelFor(blocksOf(sizes.back()), 1, [&](int64_t begin, int64_t end) {
            for (int64_t block = begin; block < end; ++block) {
                const std::string_view part = column.substr(size_t(block * blockBytes), size_t(blockBytes));
                sums[first + size_t(block)] = checksum(part.data(), part.size());
            }
        });
    }
    std::string directory(reinterpret_cast<const char *>(sizes.data()), sizes.size() * sizeof(int64_t));
    directory.append(reinterpret_cast<const char *>(sums.data()), sums.size() * sizeof(uint64_t));
    Header header{};
    std::memcpy(header.magic, magic, sizeof magic);
    header.version = version;
    header.columns = int64_t(sizes.size());
    header.blocks = int64_t(sums.size());
    header.headBytes = int64_t(m_head.size());
    header.directoryChecksum = checksum(directory.data(), directory.size());
    header.headChecksum = checksum(m_head.data(), m_head.size());
    header.headerChecksum = headerChecksumOf(header);

    NewFile file(path + format(".%d.new", int(::getpid())));
    bool isWritten = file.write(&header, sizeof header) && file.write(directory.data(), directory.size()) &&
                     file.write(m_head.data(), m_head.size());
    for (const std::string_view column : m_columns)
        isWritten = isWritten && file.write(column.data(), column.size());
    if (!isWritten || !file.renameTo(path)) return Error{path + ": cannot be written: " + std::strerror(errno)};
    return {};
}

Result<BlobReader> BlobReader::open(const std::string &path, uint64_t version) {
    const Error damaged{path + ": is damaged or of another version"};
    auto file = InputFile::open(path);
    if (!file) return file.error();
    const int64_t size = (*file)->size();
    Header header{};
    const auto got = (*file)->read(&header, sizeof header, 0);
    const bool isOurs = got && *got == int64_t(sizeof header) && std::memcmp(header.magic, magic, sizeof magic) == 0 &&
                        header.version == version && header.headerChecksum == headerChecksumOf(header);
    if (!isOurs || header.columns < 0 || header.blocks < 0 || header.headBytes < 0) return damaged;
    if (header.columns > size / 8 || header.blocks > size / 8 || header.headBytes > size) return damaged;

    const int64_t directoryBytes = (header.columns + header.blocks) * 8;
    const auto directory = (*file)->read(int64_t(sizeof header), directoryBytes);
    auto head = (*file)->read(int64_t(sizeof header) + directoryBytes, header.headBytes);
    if (!directory || !head || int64_t(directory->size()) != directoryBytes ||
        int64_t(head->size()) != header.headBytes)
        return damaged;
    if (checksum(directory->data(), directory->size()) != header.directoryChecksum ||
        checksum(head->data(), head->size()) != header.headChecksum)
        return damaged;

    BlobReader reader;
    std::vector<int64_t> sizes(static_cast<size_t>(header.columns));
    reader.m_checksums.resize(static_cast<size_t>(header.blocks));
    std::memcpy(sizes.data(), directory->data(), sizes.size() * 8);
    std::memcpy(reader.m_checksums.data(), directory->data() + sizes.size() * 8, reader.m_checksums.size() * 8);
    int64_t offset = int64_t(sizeof header) + directoryBytes + header.headBytes, block = 0;
    for (const int64_t bytes : sizes) {
        if (bytes < 0 || bytes > size - offset || blocksOf(bytes) > header.blocks - block) return damaged;
        reader.m_columns.push_back({offset, bytes, block});
        offset += bytes;
        block += blocksOf(bytes);
    }
    reader.m_file = *std::move(file);
    reader.m_head = *std::move(head);
    return reader;
}

int64_t BlobReader::count() {
    const int64_t value = number();
    if (value >= 0 && value <= m_file->size()) return value;
    m_isGood = false;
    return 0;
}

std::string BlobReader::text() {
    const int64_t size = number();
    if (!m_isGood || size < 0 || size > int64_t(m_head.size() - m_at)) {
        m_isGood = false;
        return {};
    }
    m_at += size_t(size);
    return m_head.substr(m_at - size_t(size), size_t(size));
}

int64_t BlobReader::columnBytes() const {
    return m_targets.size() < m_columns.size() ? m_columns[m_targets.size()].bytes : 0;
}

bool BlobReader::isNextColumn(int64_t count, size_t size) {
    const bool isThere = m_targets.size() < m_columns.size();
    if (isThere && count >= 0 && count <= INT64_MAX / int64_t(size) && columnBytes() == count * int64_t(size))
        return true;
    m_isGood = false;
    return false;
}

bool BlobReader::readBlock(size_t column, int64_t block) const {
    const Column &of = m_columns[column];
    const int64_t begin = block * blockBytes, bytes = std::min(blockBytes, of.bytes - begin);
    const auto got = m_file->read(m_targets[column] + begin, bytes, of.offset + begin);
    return got && *got == bytes &&
           checksum(m_targets[column] + begin, size_t(bytes)) == m_checksums[size_t(of.firstBlock + block)];
}

bool BlobReader::readColumns() {
    std::vector<std::pair<size_t, int64_t>> blocks; // column and block of it
    for (size_t column = 0; column < m_targets.size(); ++column)
        for (int64_t block = 0; block < blocksOf(m_columns[column].bytes); ++block)
            blocks.emplace_back(column, block);
    std::atomic<bool> isGood = m_isGood;
    parallelFor(int64_t(blocks.size()), 1, [&](int64_t begin, int64_t end) {
        for (size_t i = size_t(begin); i < size_t(end) && isGood; ++i)
            if (!readBlock(blocks[i].first, blocks[i].second)) isGood = false;
    });
    m_isGood = isGood;
    return m_isGood;
}

} // namespace jitscope::inline reading
