// SPDX-License-Identifier: GPL-3.0-or-later
// Which operator or heading stands in which row of the event list: flat, or as a tree of phases, functions and cells.
#pragma once

#include "engine/session/sessionfwd.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope {
inline namespace eventspanel {

/** What a row shows. */
struct EventRow {
    int32_t place = -1; ///< of the operator in Session::ops; of a heading -1
    int32_t group = -1; ///< the group that this is the heading of, -1 for an operator
    int depth = 0;
};

/** Operators next to each other in one phase, function or cell. */
struct EventGroup {
    enum class Kind : uint8_t { Phase, Function, Cell };
    Kind kind = Kind::Cell;
    bool isExpanded = true;
    int16_t depth = 0;
    int32_t parent = -1;
    int32_t name = -1;           ///< see EventRows::name()
    int32_t first = 0, last = 0; ///< positions among the listed operators, [first, last)
    int64_t timeNs = 0;
    int32_t untimed = 0; ///< operators that failed: the time is without them
};

/**
 * Nothing is kept for an operator: a flat list is the session itself or the list of those that a filter left; the tree
 * knows groups, and stretches of rows. What is recorded later only adds rows at the end, unless take() says otherwise.
 */
class EventRows {
public:
    enum class Form : uint8_t { List, Tree };
    enum class Change : uint8_t { Appended, Everything };

    /** Empty again; `listed` are places in Session::ops, ascending, null for all. Must outlive the use. */
    void reset(Form form, const std::vector<int32_t> *listed);
    Form form() const { return m_form; }
    bool isFiltered() const { return m_listed != nullptr; }
    /** Takes up what was added to the session or the list. */
    Change take(const Session &session);

    int count() const { return m_form == Form::List ? m_taken : m_rows; }
    EventRow at(int row) const;
    /** The row of an operator by its place, or of the heading of the closed group that hides it; -1 if not listed. */
    int rowOf(int32_t place) const;
    /** The heading above a row, or -1. */
    int parentRow(int row) const;

    const EventGroup &group(int32_t index) const { return m_groups[size_t(index)]; }
    const std::string &name(const EventGroup &group) const { return m_names[size_t(group.name)].text; }
    int32_t firstPlace(const EventGroup &group) const { return placeAt(group.first); }
    int32_t lastPlace(const EventGroup &group) const { return placeAt(group.last - 1); }
    void setExpanded(int32_t group, bool expanded);
    void setAllExpanded(bool expanded);

private:
    /** Rows in sequence: one heading, or operators below the same heading. */
    struct Stretch {
        int32_t row, position;
        int32_t group; ///< the heading, or what the operators stand below (-1: nothing)
        bool isHeading;
    };
    struct Name {
        EventGroup::Kind kind;
        std::string text;
        bool operator==(const Name &) const = default;
    };
    struct PathKey {
        const void *scope;
        int stack;
        OpPhase phase;
        bool operator==(const PathKey &) const = default;
    };
    struct PathHash {
        size_t operator()(const PathKey &key) const {
            return std::hash<const void *>()(key.scope) ^
                   (size_t(key.stack) * 8 + size_t(key.phase)) * 0x9e3779b97f4a7c15U;
        }
    };
    using Path = std::vector<int32_t>; ///< names, outermost first

    int32_t placeAt(int32_t position) const { return m_listed ? (*m_listed)[size_t(position)] : position; }
    int32_t listedCount(const Session &session) const;
    const Path &pathOf(const Session &session, const OpEvent &op);
    Path makePath(const Session &session, const OpEvent &op);
    int32_t nameOf(EventGroup::Kind kind, std::string_view text);
    void addToTree(const Session &session, int32_t position);
    void changePath(const Path &path, int32_t position);
    void addHeading(int32_t group);
    void addOperators(int32_t from, int32_t to, int32_t below);
    void layOut();
    const Stretch &stretchOf(int row) const;
    bool isVisible(int32_t group) const;

    Form m_form = Form::List;
    const std::vector<int32_t> *m_listed = nullptr;
    int32_t m_taken = 0; ///< listed operators that are in
    bool m_hasPhases = false;
    bool m_opensNew = true; ///< whether new groups are open
    int32_t m_rows = 0;
    std::vector<Stretch> m_stretches;
    std::vector<EventGroup> m_groups;
    std::vector<int32_t> m_open;      ///< the groups that the last operator stands in, outermost first
    const Path *m_lastPath = nullptr; ///< of the last operator
    std::vector<Name> m_names;
    std::unordered_map<std::string, int32_t> m_nameIds; ///< by kind and text
    std::unordered_map<PathKey, Path, PathHash> m_paths;
};

} // namespace eventspanel
} // namespace jitscope
