// SPDX-License-Identifier: Apache-2.0
// A short list of ids: up to three stand in the object itself, since nearly all operators have no more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

namespace jitscope::inline base {

class IdList {
public:
    IdList() = default;
    IdList(std::initializer_list<int64_t> ids)
        : IdList(std::span<const int64_t>(ids.begin(), ids.size())) {}
    IdList(const std::vector<int64_t> &ids)
        : IdList(std::span<const int64_t>(ids)) {}
    explicit IdList(std::span<const int64_t> ids)
        : IdList(ids.begin(), ids.end()) {}
    template<std::random_access_iterator Ids>
    IdList(Ids begin, Ids end)
        : m_size(uint32_t(end - begin)) {
        if (m_size > room) m_more = std::make_unique<int64_t[]>(m_size);
        std::copy(begin, end, items());
    }
    IdList(const IdList &other)
        : IdList(other.span()) {}
    IdList(IdList &&other) noexcept = default;
    IdList &operator=(const IdList &other) { return *this = IdList(other.span()); }
    IdList &operator=(IdList &&other) noexcept = default;
    ~IdList() = default;

    size_t size() const { return m_more || m_size <= room ? m_size : 0; } // one that was moved from is empty
    bool empty() const { return size() == 0; }
    const int64_t *begin() const { return m_more ? m_more.get() : m_few; }
    const int64_t *end() const { return begin() + size(); }
    int64_t operator[](size_t i) const { return begin()[i]; }
    int64_t front() const { return *begin(); }
    int64_t back() const { return *(end() - 1); }
    std::span<const int64_t> span() const { return {begin(), size()}; }
    bool contains(int64_t id) const { return std::find(begin(), end(), id) != end(); }
    bool operator==(const IdList &other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

private:
    static constexpr uint32_t room = 3;
    int64_t *items() { return m_more ? m_more.get() : m_few; }

    int64_t m_few[room] = {};
    std::unique_ptr<int64_t[]> m_more;
    uint32_t m_size = 0;
};

} // namespace jitscope::inline base
