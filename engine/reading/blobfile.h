// SPDX-License-Identifier: Apache-2.0
// A binary file of our own that holds a few small texts and numbers and some large columns, every byte of it under a
// checksum; columns are read and written in blocks on all cores.
#pragma once

#include "engine/base/result.h"
#include "engine/base/spillmemory.h"
#include "engine/reading/inputfile.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace jitscope::inline reading {

/** Fast and good enough to tell damage; not against people who forge files: what is read is checked all the same. */
uint64_t checksum(const void *bytes, size_t size);

/** Gathers what a file is to hold. Columns must live until write(). */
class BlobWriter {
public:
    void number(int64_t value) { m_head.append(reinterpret_cast<const char *>(&value), sizeof value); }
    void real(double value) { m_head.append(reinterpret_cast<const char *>(&value), sizeof value); }
    void text(std::string_view text) {
        number(int64_t(text.size()));
        m_head += text;
    }
    template<class T, class Allocator> void column(const std::vector<T, Allocator> &values) {
        static_assert(std::is_trivially_copyable_v<T>);
        m_columns.emplace_back(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T));
    }
    /** Writes a temporary beside `path` and renames it. */
    Result<void> write(const std::string &path, uint64_t version) const;

private:
    std::string m_head;
    std::vector<std::string_view> m_columns;
};

/** Reads it in the same order; what does not fit leaves ok() false and gives zeros. */
class BlobReader {
public:
    static Result<BlobReader> open(const std::string &path, uint64_t version);
    int64_t number() { return plain<int64_t>(); }
    double real() { return plain<double>(); }
    /** A number of things of which each takes a byte of the file at least. */
    int64_t count();
    std::string text();
    /** The next column, of `count` values; its bytes come with readColumns(). */
    template<class T> LongVector<T> column(int64_t count) {
        static_assert(std::is_trivially_copyable_v<T>);
        if (!isNextColumn(count, sizeof(T))) return {};
        LongVector<T> values(static_cast<size_t>(count));
        m_targets.push_back(reinterpret_cast<char *>(values.data()));
        return values;
    }
    /** Reads all columns that were asked for, which must not have moved in memory. */
    bool readColumns();
    bool ok() const { return m_isGood; }
    /** The number of bytes of the next column. */
    int64_t columnBytes() const;

private:
    struct Column {
        int64_t offset, bytes;
        int64_t firstBlock; ///< of its checksums
    };
    template<class T> T plain() {
        T value{};
        if (m_at + sizeof(T) > m_head.size()) {
            m_isGood = false;
            return value;
        }
        std::memcpy(&value, m_head.data() + m_at, sizeof(T));
        m_at += sizeof(T);
        return value;
    }
    bool isNextColumn(int64_t count, size_t size);
    bool readBlock(size_t column, int64_t block) const;

    std::shared_ptr<const InputFile> m_file;
    std::string m_head;
    size_t m_at = 0;
    bool m_isGood = true;
    std::vector<Column> m_columns;
    std::vector<uint64_t> m_checksums;
    std::vector<char *> m_targets;
};

} // namespace jitscope::inline reading
