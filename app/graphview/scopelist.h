// SPDX-License-Identifier: GPL-3.0-or-later
// The scopes of a tape by number. A long run has millions of rounds that hold the same operators in the same order:
// what they have in common stands once, and each takes 32 bytes.
#pragma once

#include "app/graphview/tapescope.h"
#include "engine/base/idlist.h"
#include "engine/base/longlist.h"

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace jitscope {
inline namespace graphview {

class ScopeList {
public:
    ScopeList() = default;
    ScopeList(ScopeList &&) = default;
    ScopeList &operator=(ScopeList &&) = default;
    ScopeList(const ScopeList &) = delete; // shapes point into it
    ScopeList &operator=(const ScopeList &) = delete;
    ~ScopeList() = default;

    size_t size() const { return m_rows.size(); }
    /** One more, to be written to until it is closed. Returns its number. */
    int add(TapeScope scope);
    /** A closed one comes as a copy. */
    std::shared_ptr<const TapeScope> operator[](int scope) const;
    TapeScope::Kind kind(int scope) const;
    int64_t first(int scope) const;
    int64_t last(int scope) const;
    IdList inputs(int scope) const;
    /** To write to; what was closed is so no more. */
    TapeScope &opened(int scope);
    void close(int scope);
    void setParent(int scope, int parent);

private:
    /** What rounds of a loop have in common. */
    struct Shape {
        TapeScope::Kind kind = TapeScope::Kind::Root;
        SharedText name;
        int line = 0;
        std::vector<int64_t> children; ///< behind the first operator; ~ of how far behind the scope itself
        size_t inputs = 0;
        bool operator<(const Shape &other) const;
    };
    struct Row {
        int32_t parent = -1, first = -1;
        uint32_t length = 0; ///< last - first
        uint32_t shape = wide;
        uint32_t durationNs = 0, bytes = 0;
        int32_t inputs[2] = {};
    };
    /** In Row::shape: it stands in m_wide as it is. */
    static constexpr uint32_t wide = ~uint32_t(0);

    static bool fits(const TapeScope &scope);
    uint32_t shapeOf(int number, const TapeScope &scope);

    LongList<Row> m_rows;
    std::unordered_map<int, std::shared_ptr<TapeScope>> m_wide; ///< those that are open, and those that do not fit
    std::vector<const Shape *> m_shapes;
    std::map<Shape, uint32_t> m_numbers;
};

} // namespace graphview
} // namespace jitscope
