// SPDX-License-Identifier: GPL-3.0-or-later
// The operators of a run as a tree: functions, cells, backward and optimizer parts, and the rounds of loops.
#pragma once

#include "app/graphview/scopelist.h"
#include "app/graphview/tapescope.h"
#include "engine/session/sessionfwd.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace jitscope {
inline namespace graphview {

/**
 * Grows with the recording: update() looks at new operators only. No recording says where a loop is, so it is read off
 * the operators: a call path that comes again in the same scope begins a new round of what stands since it came last.
 * Unknown paths outside of the lines of the loop end it.
 */
class TapeTree {
public:
    TapeTree();
    /** Takes in operators that `session` has more than at the last call, `most` at a time; false: there are more. */
    bool update(const Session &session, size_t most = std::numeric_limits<size_t>::max());
    size_t taken() const { return m_taken; }
    /** For another session. */
    void clear() { *this = TapeTree(); }

    bool isEmpty() const { return m_taken == 0; }
    size_t size() const { return m_scopes.size(); }
    std::shared_ptr<const TapeScope> scope(int index) const { return m_scopes[index]; }
    IdList inputsOf(int scope) const { return m_scopes.inputs(scope); }
    /** The first operator of a child (an entry of TapeScope::children). */
    int64_t firstOf(int64_t child) const { return child >= 0 ? child : m_scopes.first(int(~child)); }
    int64_t lastOf(int64_t child) const { return child >= 0 ? child : m_scopes.last(int(~child)); }
    /** Which child of `scope` holds the operator, or the nearest one before it. */
    size_t childAt(const TapeScope &scope, int64_t op) const;
    /** The scopes that hold the operator, the root first. */
    std::vector<int> pathTo(int64_t op) const;

    static constexpr int root = 0;

private:
    /** One step from a scope to what it holds; equal labels: reached by the same calls. */
    struct PathPart {
        TapeScope::Kind kind = TapeScope::Kind::Cell;
        SharedText name;
        uint64_t label = 0;
        int line = 0;
    };
    struct Path {
        std::vector<PathPart> parts;
        uint64_t label = 0; ///< of the stack; with the primitive it is the operator's own
        int line = 0;
    };
    struct PathKey {
        int stack;
        const void *scope;
        OpPhase phase;
        int compilation;
        bool operator==(const PathKey &) const = default;
    };
    struct PathKeyHash {
        size_t operator()(const PathKey &key) const;
    };
    struct Seen {
        size_t child = 0;
        int line = 0;
    };
    /** A scope to which the next operator may still belong. */
    struct Open {
        int scope = root;
        uint64_t label = 0;                      ///< of a loop: with what its rounds begin
        std::unordered_map<uint64_t, Seen> seen; ///< the children by their labels
        std::unordered_set<int64_t> inputs;
        std::unordered_set<uint64_t> known;     ///< of a loop: all labels in it
        std::unordered_set<uint64_t> innerLoop; ///< of a loop whose rounds begin with a loop: the labels of that
        int firstLine = 0, lastLine = 0;        ///< of a loop
        bool hasLeftInnerLoop = false;          ///< of a round
    };

    const Path &pathOf(const Session &session, const OpEvent &op);
    static Path makePath(const Session &session, const OpEvent &op);
    uint64_t labelOf(const Session &session, const OpEvent &op, const Path &path);
    void place(const Session &session, const OpEvent &op);
    size_t deepestRound(size_t level) const;
    size_t levelFor(size_t level, const PathPart &part, const Session &session);
    bool beginsRound(size_t level, const PathPart &part);
    bool belongsTo(const Open &loop, const PathPart &part) const;
    size_t openLoop(size_t level, size_t firstChild, const PathPart &part, const Session &session);
    /** Leaves `count` scopes open. */
    void close(size_t count);
    size_t openScope(size_t level, TapeScope scope, uint64_t label);
    void note(size_t level, const PathPart &part);
    void moveChildren(int from, size_t firstChild, int to, const Session &session);
    void count(const Session &session, const OpEvent &op);
    TapeScope::Kind kindOf(size_t level) const { return m_scopes.kind(m_open[level].scope); }

    ScopeList m_scopes;
    std::vector<Open> m_open; ///< the root and what is open in it; a loop's open round follows the loop
    std::unordered_map<PathKey, Path, PathKeyHash> m_paths;
    size_t m_taken = 0;
    int64_t m_forward = -1, m_ofForward = 0; ///< how many operators in a row the same gradient rule ran
};

} // namespace graphview
} // namespace jitscope
