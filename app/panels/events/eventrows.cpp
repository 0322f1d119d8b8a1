// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the tree of groups as operators come, and the stretches of rows that follow from what is open.
#include "app/panels/events/eventrows.h"

#include "app/models/timedplaces.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cassert>

namespace jitscope {
inline namespace eventspanel {

namespace {

constexpr std::string_view cellFunction = ".construct";
constexpr std::string_view moduleFunction = "<module>", rootScope = "Default";

const char *nameOf(OpPhase phase) {
    constexpr const char *names[] = {"forward", "backward", "optimizer"};
    return names[size_t(phase)];
}

bool isUsers(const Session &session, const StackFrame &frame) {
    return userSpan(session, std::make_shared<const std::vector<SourceSpan>>(1, frame.span)) != nullptr;
}

/** The functions that the program was in, outermost first, without the file itself and the library's own. */
std::vector<std::string_view> functionsOf(const Session &session, int stack) {
    std::vector<std::string_view> functions;
    if (stack < 0 || size_t(stack) >= session.stacks.size()) return functions;
    const std::vector<StackFrame> &frames = session.stacks[size_t(stack)];
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
        if (frame->function != moduleFunction && isUsers(session, *frame)) functions.push_back(frame->function);
    return functions;
}

} // namespace

void EventRows::reset(Form form, const std::vector<int32_t> *listed) {
    m_form = form;
    m_listed = listed;
    m_taken = 0;
    m_rows = 0;
    m_stretches.clear();
    m_groups.clear();
    m_open.clear();
    m_lastPath = nullptr;
    m_paths.clear();
}

int32_t EventRows::listedCount(const Session &session) const {
    return int32_t(m_listed ? m_listed->size() : session.ops.size());
}

EventRows::Change EventRows::take(const Session &session) {
    const int32_t count = listedCount(session);
    if (m_form == Form::List) {
        m_taken = count;
        return Change::Appended;
    }
    const bool hadPhases = m_hasPhases;
    for (; m_taken < count; ++m_taken) {
        const bool isPhase = session.ops[size_t(placeAt(m_taken))].phase != OpPhase::Forward;
        if (isPhase && !m_hasPhases) {
            // From the first backward operator on, all stand below their phase: begin again.
            m_hasPhases = true;
            reset(m_form, m_listed);
            m_taken = -1;
            continue;
        }
        addToTree(session, m_taken);
    }
    return hadPhases == m_hasPhases ? Change::Appended : Change::Everything;
}

const EventRows::Path &EventRows::pathOf(const Session &session, const OpEvent &op) {
    const PathKey key{op.scope.identity(), op.stack, op.phase};
    const auto known = m_paths.find(key);
    if (known != m_paths.end()) return known->second;
    return m_paths.emplace(key, makePath(session, op)).first->second;
}

/** The phase, the functions around the outermost cell, the cells, the functions inside of the innermost. */
EventRows::Path EventRows::makePath(const Session &session, const OpEvent &op) {
    Path path;
    if (m_hasPhases) path.push_back(nameOf(EventGroup::Kind::Phase, jitscope::nameOf(op.phase)));
    const std::vector<std::string_view> functions = functionsOf(session, op.stack);
    const auto isCell = [](std::string_view function) { return function.ends_with(cellFunction); };
    const auto outermost = std::find_if(functions.begin(), functions.end(), isCell);
    const auto innermost = std::find_if(functions.rbegin(), functions.rend(), isCell).base();
    for (auto function = functions.begin(); function != outermost; ++function)
        path.push_back(nameOf(EventGroup::Kind::Function, *function));
    for (const std::string &cell : split(op.scope.str(), '/'))
        if (!cell.empty() && cell != rootScope) path.push_back(nameOf(EventGroup::Kind::Cell, cell));
    if (outermost == functions.end()) return path;
    for (auto function = innermost; function != functions.end(); ++function)
        path.push_back(nameOf(EventGroup::Kind::Function, *function));
    return path;
}

int32_t EventRows::nameOf(EventGroup::Kind kind, std::string_view text) {
    const std::string key = char('0' + int(kind)) + std::string(text);
    const auto [known, isNew] = m_nameIds.emplace(key, int32_t(m_names.size()));
    if (isNew) m_names.push_back({kind, std::string(text)});
    return known->second;
}

void EventRows::addToTree(const Session &session, int32_t position) {
    const OpEvent &op = session.ops[size_t(placeAt(position))];
    const Path &path = pathOf(session, op);
    if (&path != m_lastPath) changePath(path, position);
    for (const int32_t group : m_open) {
        m_groups[size_t(group)].last = position + 1;
        m_groups[size_t(group)].timeNs += op.durationNs;
        if (!isTimed(op)) ++m_groups[size_t(group)].untimed;
    }
    const int32_t below = m_open.empty() ? -1 : m_open.back();
    if (isVisible(below) && (below < 0 || m_groups[size_t(below)].isExpanded))
        addOperators(position, position + 1, below);
}

/** Closes the groups that `path` leaves and opens those that it enters. */
void EventRows::changePath(const Path &path, int32_t position) {
    m_lastPath = &path;
    size_t common = 0;
    while (common < m_open.size() && common < path.size() && m_groups[size_t(m_open[common])].name == path[common])
        ++common;
    m_open.resize(common);
    for (size_t i = common; i < path.size(); ++i) {
        const int32_t parent = m_open.empty() ? -1 : m_open.back();
        const auto index = int32_t(m_groups.size());
        m_groups.push_back({.kind = m_names[size_t(path[i])].kind,
                            .isExpanded = m_opensNew,
                            .depth = int16_t(i),
                            .parent = parent,
                            .name = path[i],
                            .first = position,
                            .last = position});
        m_open.push_back(index);
        if (isVisible(index)) addHeading(index);
    }
}

bool EventRows::isVisible(int32_t group) const {
    if (group < 0) return true;
    for (int32_t above = m_groups[size_t(group)].parent; above >= 0; above = m_groups[size_t(above)].parent)
        if (!m_groups[size_t(above)].isExpanded) return false;
    return true;
}

void EventRows::addHeading(int32_t group) {
    m_stretches.push_back({m_rows++, m_groups[size_t(group)].first, group, true});
}

void EventRows::addOperators(int32_t from, int32_t to, int32_t below) {
    if (from >= to) return;
    const bool goesOn = !m_stretches.empty() && !m_stretches.back().isHeading && m_stretches.back().group == below &&
                        from - m_stretches.back().position == m_rows - m_stretches.back().row;
    if (!goesOn) m_stretches.push_back({m_rows, from, below, false});
    m_rows += to - from;
}

/** All rows anew, as groups are open now. Groups stand in the order of their first operators, parents first. */
void EventRows::layOut() {
    m_stretches.clear();
    m_rows = 0;
    std::vector<int32_t> around;
    int32_t position = 0;
    const auto closeUpTo = [&](int32_t end) {
        while (!around.empty() && m_groups[size_t(around.back())].last <= end) {
            addOperators(position, m_groups[size_t(around.back())].last, around.back());
            position = std::max(position, m_groups[size_t(around.back())].last);
            around.pop_back();
        }
        addOperators(position, end, around.empty() ? -1 : around.back());
        position = std::max(position, end);
    };
    for (size_t i = 0; i < m_groups.size(); ++i) {
        const EventGroup &group = m_groups[i];
        if (group.first < position) continue; // inside of a closed one
        closeUpTo(group.first);
        addHeading(int32_t(i));
        if (group.isExpanded)
            around.push_back(int32_t(i));
        else
            position = group.last;
    }
    closeUpTo(m_taken);
}

EventRow EventRows::at(int row) const {
    assert(row >= 0 && row < count());
    if (m_form == Form::List) return {.place = placeAt(row)};
    const Stretch &stretch = stretchOf(row);
    if (stretch.isHeading) return {.group = stretch.group, .depth = m_groups[size_t(stretch.group)].depth};
    const int depth = stretch.group < 0 ? 0 : m_groups[size_t(stretch.group)].depth + 1;
    return {.place = placeAt(stretch.position + row - stretch.row), .depth = depth};
}

const EventRows::Stretch &EventRows::stretchOf(int row) const {
    const auto behind = std::upper_bound(m_stretches.begin(), m_stretches.end(), row,
                                         [](int wanted, const Stretch &stretch) { return wanted < stretch.row; });
    return *std::prev(behind);
}

int EventRows::rowOf(int32_t place) const {
    int32_t position = place;
    if (m_listed) {
        const auto found = std::lower_bound(m_listed->begin(), m_listed->end(), place);
        if (found == m_listed->end() || *found != place) return -1;
        position = int32_t(found - m_listed->begin());
    }
    if (position < 0 || position >= m_taken) return -1;
    if (m_form == Form::List) return position;
    const auto behind = std::upper_bound(m_stretches.begin(), m_stretches.end(), position,
                                         [](int wanted, const Stretch &stretch) { return wanted < stretch.position; });
    const Stretch &stretch = *std::prev(behind);
    return stretch.isHeading ? stretch.row : stretch.row + position - stretch.position;
}

int EventRows::parentRow(int row) const {
    if (m_form == Form::List || row < 0 || row >= m_rows) return -1;
    const Stretch &stretch = stretchOf(row);
    const int32_t parent = stretch.isHeading ? m_groups[size_t(stretch.group)].parent : stretch.group;
    if (parent < 0) return -1;
    const auto heading = std::lower_bound(m_stretches.begin(), m_stretches.end(), m_groups[size_t(parent)].first,
                                          [](const Stretch &each, int first) { return each.position < first; });
    for (auto each = heading; each != m_stretches.end(); ++each)
        if (each->isHeading && each->group == parent) return each->row;
    return -1;
}

void EventRows::setExpanded(int32_t group, bool expanded) {
    m_groups[size_t(group)].isExpanded = expanded;
    layOut();
}

void EventRows::setAllExpanded(bool expanded) {
    m_opensNew = expanded;
    for (EventGroup &group : m_groups)
        group.isExpanded = expanded;
    layOut();
}

} // namespace eventspanel
} // namespace jitscope
