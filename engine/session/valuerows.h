// SPDX-License-Identifier: Apache-2.0
// Where many values are, by number: 8 bytes for one, its elements where they are small, 16 more where they are not
// here.
#pragma once

#include "engine/base/spillmemory.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace jitscope::inline session {

/** Not to be used from several threads at once. */
class ValueRows {
public:
    enum class Where : uint8_t {
        Unknown,
        Here,      ///< beside the rows: see here()
        Elsewhere, ///< what `at` means is up to who keeps the rows
        InFile,    ///< `at` is a place in a file
        Gone       ///< `at` says why
    };
    struct Row {
        Where where = Where::Unknown;
        int64_t at = 0;
        int64_t bytes = 0;
        uint64_t checksum = 0; ///< of what is in a file
    };
    static constexpr int64_t mostBytesHere = 1024;

    uint32_t size() const { return m_size; }
    /** One more, of which nothing is known yet. */
    uint32_t add();
    Row operator[](uint32_t number) const;
    /** `row.at` in [0, 2^56). */
    void set(uint32_t number, const Row &row);
    /** At most mostBytesHere of them; a row that holds some already keeps them. */
    void setHere(uint32_t number, std::string_view bytes);
    /** The bytes of a row that has them here; valid until others are set. */
    std::string_view here(uint32_t number) const;

private:
    static constexpr uint32_t blockRows = 4096;
    /** In loops values are of one size: while all of a block are, and are here, nothing but their bytes is kept. */
    struct Block {
        LongVector<char> here;
        uint32_t evenCount = 0, evenBytes = 0;
        std::unique_ptr<uint64_t[]> places; ///< `where` in the upper 8 bits; of bytes here, how many in the lowest 11
        std::unique_ptr<int64_t[]> bytes;   ///< null while all are here
        std::unique_ptr<uint64_t[]> checksums; ///< null while none is in a file
    };
    Block &unevenBlock(uint32_t number);

    std::vector<Block> m_blocks;
    uint32_t m_size = 0;
};

/** The numbers of ValueRows by the serials under which another process speaks of values. Serials mostly count up by
    one, so what stands here are runs of them. */
class SerialNumbers {
public:
    std::optional<uint32_t> find(int64_t serial) const;
    /** The next number, of a serial that has none. */
    void add(int64_t serial);
    /** The reverse of find(), of a number that was given. */
    int64_t serialOf(uint32_t number) const;
    struct Run {
        int64_t first = 0, count = 0;
    };
    std::vector<Run> runs() const;

private:
    struct Numbered {
        int64_t count = 0;
        uint32_t first = 0;
    };
    std::map<int64_t, Numbered> m_runs;                 ///< by their first serial
    std::vector<std::pair<uint32_t, int64_t>> m_begins; ///< the first number and serial of each, by number
    uint32_t m_next = 0;
};

} // namespace jitscope::inline session
