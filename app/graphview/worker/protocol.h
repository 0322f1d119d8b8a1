// SPDX-License-Identifier: Apache-2.0
// The frames between the program and its layout worker: a header with magic, version, size and checksum, then numbers
// in this machine's byte order (both ends are on it).
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace layoutworker {

constexpr uint32_t requestMagic = 0x4a534c52, replyMagic = 0x4a534c41, version = 1;
constexpr uint32_t largestPayload = 16u << 20;
constexpr uint32_t mostNodes = 2000, mostEdges = 8000;

struct FrameHeader {
    uint32_t magic = 0, version = 0, size = 0, checksum = 0;
};

/** FNV-1a: finds a broken frame, guards against nothing else. */
inline uint32_t checksum(std::string_view bytes) {
    uint32_t hash = 2166136261u;
    for (const char c : bytes)
        hash = (hash ^ uint8_t(c)) * 16777619u;
    return hash;
}

class Writer {
public:
    template<class T> void put(T value) {
        static_assert(std::is_trivially_copyable_v<T>);
        m_bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    /** The whole frame. */
    std::string frame(uint32_t magic) const {
        const FrameHeader header{magic, version, uint32_t(m_bytes.size()), checksum(m_bytes)};
        return std::string(reinterpret_cast<const char *>(&header), sizeof header) + m_bytes;
    }

private:
    std::string m_bytes;
};

/** Reads numbers; once there are too few bytes, everything read is zero and ok() is false. */
class Reader {
public:
    explicit Reader(std::string_view bytes)
        : m_bytes(bytes) {}
    template<class T> T get() {
        static_assert(std::is_trivially_copyable_v<T>);
        T value{};
        if (m_bytes.size() < sizeof value) {
            m_ok = false;
            m_bytes = {};
            return value;
        }
        std::memcpy(&value, m_bytes.data(), sizeof value);
        m_bytes.remove_prefix(sizeof value);
        return value;
    }
    bool ok() const { return m_ok; }
    bool atEnd() const { return m_bytes.empty(); }

private:
    std::string_view m_bytes;
    bool m_ok = true;
};

// Request: u32 nodes, u32 edges, f64 row gap, f64 node gap; per node f64 width, f64 height; per edge u32 from, u32 to.
// Reply:   u32 status (0 good); if good f64 width, f64 height; per node f64 x, f64 y (top left);
//          per edge u32 points, then f64 x, f64 y each (Bezier: start, then triples).

} // namespace layoutworker
