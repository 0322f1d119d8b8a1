// SPDX-License-Identifier: Apache-2.0
// Bytes of numbers and texts for the blobs of session files: written in order, read back with every length checked.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace jitscope::inline session {

/** Appends little-endian numbers and length-prefixed texts. */
class ByteWriter {
public:
    void byte(uint8_t value) { m_bytes.push_back(char(value)); }
    /** Few bytes for small magnitudes: seven bits a byte, the sign in the lowest bit. */
    void integer(int64_t value) {
        uint64_t rest = (uint64_t(value) << 1) ^ uint64_t(value >> 63);
        for (; rest >= 0x80; rest >>= 7)
            byte(uint8_t(rest | 0x80));
        byte(uint8_t(rest));
    }
    /** Eight bytes, bit for bit. */
    void real(double value) {
        char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        m_bytes.append(bytes, sizeof value);
    }
    void text(std::string_view value) {
        integer(int64_t(value.size()));
        m_bytes.append(value);
    }
    const std::string &bytes() const { return m_bytes; }
    std::string take() { return std::move(m_bytes); }
    void clear() { m_bytes.clear(); }

private:
    std::string m_bytes;
};

/** Reads what ByteWriter wrote. After the first fault every read gives zero and ok() is false; ask at the end. */
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes)
        : m_rest(bytes) {}

    uint8_t byte() {
        if (m_rest.empty()) return fail(), uint8_t(0);
        const uint8_t value = uint8_t(m_rest.front());
        m_rest.remove_prefix(1);
        return value;
    }
    int64_t integer() {
        uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const uint8_t next = byte();
            value |= uint64_t(next & 0x7f) << shift;
            if (next < 0x80) return int64_t(value >> 1) ^ -int64_t(value & 1);
        }
        return fail(), 0;
    }
    double real() {
        double value = 0;
        if (m_rest.size() < sizeof value) return fail(), 0;
        std::memcpy(&value, m_rest.data(), sizeof value);
        m_rest.remove_prefix(sizeof value);
        return value;
    }
    std::string text() {
        const int64_t size = integer();
        if (size < 0 || uint64_t(size) > m_rest.size()) return fail(), std::string();
        std::string value(m_rest.substr(0, size_t(size)));
        m_rest.remove_prefix(size_t(size));
        return value;
    }
    /** A number of things of at least one byte each that follow: never more than there are bytes. */
    int64_t count() {
        const int64_t value = integer();
        if (value < 0 || uint64_t(value) > m_rest.size()) return fail(), 0;
        return value;
    }
    /** An integer in [low, high], else a fault. */
    int64_t integerIn(int64_t low, int64_t high) {
        const int64_t value = integer();
        if (value < low || value > high) return fail(), low;
        return value;
    }
    /** A byte of at most `high`, else a fault. */
    uint8_t byteUpTo(uint8_t high) {
        const uint8_t value = byte();
        if (value > high) return fail(), uint8_t(0);
        return value;
    }
    void fail() {
        m_ok = false;
        m_rest = {};
    }
    bool ok() const { return m_ok; }
    bool atEnd() const { return m_rest.empty(); }

private:
    std::string_view m_rest;
    bool m_ok = true;
};

/** `bytes` as one zstd frame with a checksum of the content. */
std::string compressed(std::string_view bytes);
/** The content of such a frame, which must be of `expectedBytes` (checked before anything is allocated). */
Result<std::string> decompressed(std::string_view frame, int64_t expectedBytes);

} // namespace jitscope::inline session
