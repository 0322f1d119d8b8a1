// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/flametree.h"

#include "engine/base/lettercase.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>
#include <unordered_map>

namespace jitscope::inline analysis {

namespace {

/** What a frame is, whoever called it. */
struct FrameKey {
    FlameKind kind = FlameKind::All;
    SharedText name, file;
    int line = 0;
    bool operator==(const FrameKey &) const = default;
};

struct ChildKey {
    int32_t parent = -1;
    FrameKey frame;
    bool operator==(const ChildKey &) const = default;
};

size_t mixed(size_t hash, size_t part) {
    return (hash ^ part) * 0x9E3779B97F4A7C15u ^ hash >> 29;
}

struct ChildHash {
    size_t operator()(const ChildKey &key) const noexcept {
        size_t hash = mixed(size_t(key.parent) + 1, size_t(key.frame.kind));
        for (const SharedText &text : {key.frame.name, key.frame.file})
            hash = mixed(hash, reinterpret_cast<size_t>(text.identity()));
        return mixed(hash, size_t(key.frame.line));
    }
};

struct PairHash {
    size_t operator()(const std::pair<uint64_t, uint64_t> &key) const noexcept { return mixed(key.first, key.second); }
};

/** A tree while it grows: frames in the order in which they are met. */
class Growing {
public:
    Growing() { m_frames.emplace_back(); }

    int32_t child(int32_t parent, const FrameKey &key) {
        const auto [entry, isNew] = m_children.try_emplace({parent, key}, int32_t(m_frames.size()));
        if (!isNew) return entry->second;
        FlameFrame &frame = m_frames.emplace_back();
        frame.kind = key.kind;
        frame.name = key.name;
        frame.file = key.file;
        frame.line = key.line;
        frame.parent = parent;
        frame.depth = m_frames[size_t(parent)].depth + 1;
        return entry->second;
    }
    FlameFrame &at(int32_t frame) { return m_frames[size_t(frame)]; }
    const std::vector<FlameFrame> &frames() const { return m_frames; }

    /** The frames in the order of a walk, with totals. */
    struct Walked {
        std::vector<FlameFrame> frames;
        std::vector<int32_t> placeOf; ///< among them, of each frame as it was met
    };
    Walked finished() &&;

private:
    std::vector<FlameFrame> m_frames;
    std::unordered_map<ChildKey, int32_t, ChildHash> m_children;
};

bool isBefore(const FlameFrame &a, const FlameFrame &b) {
    if (a.totalNs != b.totalNs) return a.totalNs > b.totalNs;
    return std::tie(a.name.str(), a.file.str(), a.line, a.kind) < std::tie(b.name.str(), b.file.str(), b.line, b.kind);
}

/** Of what a frame is, the same in every process. */
uint64_t hashOf(const FlameFrame &frame, uint64_t parent) {
    const std::hash<std::string_view> hash;
    uint64_t mixedUp = mixed(parent, size_t(frame.kind));
    for (const SharedText &text : {frame.name, frame.file})
        mixedUp = mixed(mixedUp, hash(text.str()));
    return mixed(mixedUp, size_t(frame.line));
}

Growing::Walked Growing::finished() && {
    // A frame is made after its parent, so backwards each is complete when it is added.
    std::vector<int32_t> begin(m_frames.size() + 1, 0); ///< of the children of each in `children`
    for (size_t i = m_frames.size(); i-- > 0;) {
        FlameFrame &frame = m_frames[i];
        frame.totalNs += frame.selfNs;
        if (frame.parent < 0) continue;
        FlameFrame &parent = m_frames[size_t(frame.parent)];
        parent.totalNs += frame.totalNs;
        parent.count += frame.count;
        ++begin[size_t(frame.parent) + 1];
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<int32_t> children(m_frames.size()), next = begin;
    for (size_t i = 1; i < m_frames.size(); ++i)
        children[size_t(next[size_t(m_frames[i].parent)]++)] = int32_t(i);
    Walked result;
    result.placeOf.resize(m_frames.size());
    std::vector<FlameFrame> &walked = result.frames;
    walked.reserve(m_frames.size());
    std::vector<std::pair<int32_t, int32_t>> open = {{0, -1}}; ///< frame, its parent among `walked`
    while (!open.empty()) {
        const auto [from, parent] = open.back();
        open.pop_back();
        const int32_t place = int32_t(walked.size());
        result.placeOf[size_t(from)] = place;
        FlameFrame &frame = walked.emplace_back(std::move(m_frames[size_t(from)]));
        frame.parent = parent;
        frame.hash = hashOf(frame, parent < 0 ? 0 : walked[size_t(parent)].hash);
        frame.end = place + 1;
        const auto below = std::span(children).subspan(size_t(begin[size_t(from)]),
                                                       size_t(begin[size_t(from) + 1] - begin[size_t(from)]));
        std::ranges::sort(below,
                          [&](int32_t a, int32_t b) { return isBefore(m_frames[size_t(b)], m_frames[size_t(a)]); });
        for (const int32_t child : below)
            open.emplace_back(child, place);
    }
    for (size_t i = walked.size(); i-- > 1;) {
        FlameFrame &parent = walked[size_t(walked[i].parent)];
        parent.end = std::max(parent.end, walked[i].end);
    }
    return result;
}

/** Hangs operators below what called them. */
class TopDown {
public:
    TopDown(const Session &session, const OpColumns &columns, FlameBy by)
        : m_session(session)
        , m_columns(columns)
        , m_by(by) {
        for (const std::vector<StackFrame> &stack : session.stacks)
            m_stacks.push_back(keysOf(stack));
        for (const std::string &name : columns.by(OpGrouping::Op).texts)
            m_names.emplace_back(name);
        m_frameOf.assign(columns.size(), -1);
    }

    /** The frame as which it was met. */
    int32_t add(uint32_t place) {
        const int32_t met = frameOf(place);
        FlameFrame &frame = m_tree.at(met);
        frame.selfNs += m_columns.self[place];
        frame.count += 1;
        note(frame, place);
        return met;
    }
    Growing &&tree() && { return std::move(m_tree); }

private:
    using Keys = std::vector<FrameKey>; ///< outermost first

    static Keys keysOf(const std::vector<StackFrame> &stack) {
        Keys keys;
        for (auto frame = stack.rbegin(); frame != stack.rend(); ++frame)
            keys.push_back({FlameKind::Function, frame->function, frame->span.file, frame->span.line});
        return keys;
    }

    void note(FlameFrame &frame, uint32_t place) {
        const int64_t before =
            frame.longest < 0 ? -1 : m_columns.duration[size_t(frame.longest - m_columns.firstNumber)];
        if (m_columns.duration[place] >= before) frame.longest = m_columns.number(place);
    }

    int32_t frameOf(uint32_t place) {
        if (m_frameOf[place] < 0)
            m_frameOf[place] = m_columns.parent[place] < 0 ? outerFrame(place) : innerFrame(place);
        return m_frameOf[place];
    }

    uint64_t whatOf(uint32_t place) const {
        return uint64_t(m_columns.by(OpGrouping::Op).of[place]) << 1 | uint64_t(m_columns.isKernel[place]);
    }

    /** Operators of the same stack, call and name share a frame: one look-up each. */
    int32_t outerFrame(uint32_t place) {
        const uint64_t call = uint64_t(uint32_t(contextOf(place)));
        const uint64_t where = m_by == FlameBy::Stack ? uint64_t(uint32_t(m_columns.stack[place])) << 32 | call
                                                      : m_columns.by(OpGrouping::Scope).of[place];
        const auto [entry, isNew] = m_known.try_emplace({where, whatOf(place)}, 0);
        if (isNew) entry->second = opFrame(m_by == FlameBy::Stack ? stackFrame(place) : scopeFrame(place), place);
        return entry->second;
    }

    /** The same of those that ran inside of an operator, whose frame tells who called it. */
    int32_t innerFrame(uint32_t place) {
        const auto around = uint32_t(m_columns.parent[place]);
        const auto outer = uint64_t(uint32_t(frameOf(around)));
        const bool isSameGraph = m_columns.call[place] >= 0 && m_columns.call[place] == m_columns.call[around];
        const auto [entry, isNew] = m_knownInside.try_emplace(
            {outer << 32 | uint64_t(uint32_t(m_columns.stack[place])), whatOf(place) << 1 | uint64_t(isSameGraph)}, 0);
        if (isNew) entry->second = opFrame(below(place), place);
        return entry->second;
    }

    int32_t opFrame(int32_t parent, uint32_t place) {
        return m_tree.child(parent, {m_columns.isKernel[place] ? FlameKind::Kernel : FlameKind::Operator,
                                     m_names[m_columns.by(OpGrouping::Op).of[place]],
                                     {},
                                     0});
    }

    /** Calls of one function from one place are one context. */
    int32_t contextOf(uint32_t place) {
        const int32_t call = m_columns.call[place];
        if (call < 0) return -1;
        if (call == m_lastCall) return m_lastContext;
        const GraphCall &graphCall = m_session.graphCalls[size_t(call)];
        const auto key = std::pair(uint64_t(uint32_t(graphCall.stack)), uint64_t(uint32_t(graphCall.compilation)));
        m_lastCall = call;
        return m_lastContext = m_contexts.try_emplace(key, call).first->second;
    }

    const Keys *stackOf(int stack) const {
        return stack >= 0 && size_t(stack) < m_stacks.size() ? &m_stacks[size_t(stack)] : nullptr;
    }

    int32_t follow(int32_t from, const Keys &keys, size_t first = 0) {
        for (size_t i = first; i < keys.size(); ++i)
            from = m_tree.child(from, keys[i]);
        return from;
    }

    int32_t stackFrame(uint32_t place) {
        const Keys *own = stackOf(m_columns.stack[place]);
        const int32_t call = m_columns.call[place];
        if (call < 0) return own && !own->empty() ? follow(0, *own) : m_tree.child(0, {FlameKind::Unknown, {}, {}, 0});
        const GraphCall &graphCall = m_session.graphCalls[size_t(call)];
        const Keys *callers = stackOf(graphCall.stack);
        const int32_t graph =
            m_tree.child(callers ? follow(0, *callers) : 0, {FlameKind::Graph, graphCall.function, {}, 0});
        return own ? follow(graph, *own, common(*own, callers)) : graph;
    }

    /** How many of the outermost frames both have. */
    static size_t common(const Keys &keys, const Keys *other) {
        size_t count = 0;
        while (other && count < keys.size() && count < other->size() && keys[count] == (*other)[count])
            ++count;
        return count;
    }

    int32_t scopeFrame(uint32_t place) {
        const OpGroups &scopes = m_columns.by(OpGrouping::Scope);
        int32_t frame = 0;
        for (const std::string &part : split(scopes.texts[scopes.of[place]], '/'))
            frame = m_tree.child(frame, {FlameKind::Scope, part, {}, 0});
        return frame;
    }

    /** Of an operator that ran inside of another: below it, with what its stack has more. */
    int32_t below(uint32_t place) {
        const auto around = uint32_t(m_columns.parent[place]);
        const int32_t frame = frameOf(around);
        if (m_by == FlameBy::Scope) return frame;
        const Keys *own = stackOf(m_columns.stack[place]);
        if (own == nullptr) return frame;
        const int32_t call = m_columns.call[around];
        const Keys *callers = call < 0 ? nullptr : stackOf(m_session.graphCalls[size_t(call)].stack);
        const bool isSameGraph = call >= 0 && m_columns.call[place] == call;
        const size_t known =
            std::max(common(*own, callers), isSameGraph ? common(*own, stackOf(m_columns.stack[around])) : 0);
        return follow(frame, *own, known);
    }

    const Session &m_session;
    const OpColumns &m_columns;
    FlameBy m_by;
    Growing m_tree;
    std::vector<Keys> m_stacks;
    std::vector<SharedText> m_names;
    std::unordered_map<std::pair<uint64_t, uint64_t>, int32_t, PairHash> m_known, m_knownInside, m_contexts;
    std::vector<int32_t> m_frameOf; ///< by place; -1: not asked yet
    int32_t m_lastCall = -1, m_lastContext = -1;
};

FrameKey keyOf(const FlameFrame &frame) {
    return {frame.kind, frame.name, frame.file, frame.line};
}

struct Turned {
    Growing tree;
    std::vector<int32_t> ends; ///< of each frame of the other tree that has operators
};

/** Each frame with time of its own becomes a path from it up to the root. */
Turned turned(const Growing &topDown) {
    Turned result;
    result.ends.resize(topDown.frames().size());
    for (size_t i = 1; i < topDown.frames().size(); ++i) {
        const FlameFrame &leaf = topDown.frames()[i];
        if (leaf.longest < 0) continue; // no operator is exactly there
        int32_t at = 0;
        for (const FlameFrame *frame = &leaf; frame->parent >= 0; frame = &topDown.frames()[size_t(frame->parent)])
            at = result.tree.child(at, keyOf(*frame));
        FlameFrame &end = result.tree.at(at);
        end.selfNs += leaf.selfNs;
        end.count += leaf.count;
        end.longest = leaf.longest;
        result.ends[i] = at;
    }
    return result;
}

/** Of all below, so that a click on any frame leads to an operator. */
void spreadLongest(FlameTree &tree, const OpColumns &columns) {
    const auto duration = [&](int64_t number) {
        return number < 0 ? int64_t(-1) : columns.duration[size_t(number - columns.firstNumber)];
    };
    for (size_t i = tree.frames.size(); i-- > 1;) {
        FlameFrame &parent = tree.frames[size_t(tree.frames[i].parent)];
        if (duration(tree.frames[i].longest) > duration(parent.longest)) parent.longest = tree.frames[i].longest;
    }
}

} // namespace

FlameTree flameTree(const Session &session, const OpColumns &columns, const std::vector<uint32_t> &places, FlameBy by,
                    FlameOrder order) {
    TopDown topDown(session, columns, by);
    FlameTree tree{by, order, {}, {}, 0};
    tree.frameOf.reserve(places.size());
    for (const uint32_t place : places)
        tree.frameOf.push_back(topDown.add(place));
    Growing grown = std::move(topDown).tree();
    if (order == FlameOrder::BottomUp) {
        Turned other = turned(grown);
        for (int32_t &frame : tree.frameOf)
            frame = other.ends[size_t(frame)];
        grown = std::move(other.tree);
    }
    Growing::Walked walked = std::move(grown).finished();
    tree.frames = std::move(walked.frames);
    for (int32_t &frame : tree.frameOf)
        frame = walked.placeOf[size_t(frame)];
    spreadLongest(tree, columns);
    for (const FlameFrame &frame : tree.frames)
        tree.depth = std::max(tree.depth, frame.depth);
    return tree;
}

std::string titleOf(const FlameFrame &frame) {
    if (frame.kind == FlameKind::Unknown) return "(unknown)";
    if (frame.kind == FlameKind::All) return "all";
    if (frame.kind == FlameKind::Graph) return frame.name.str() + " (graph)";
    if (frame.kind != FlameKind::Function) return frame.name.str();
    const std::string &path = frame.file.str();
    const std::string line = path.substr(path.rfind('/') + 1) + format(":%d", frame.line);
    return frame.name.empty() ? line : frame.name.str() + "  " + line;
}

FlameMatches searchFlame(const FlameTree &tree, const std::string &text) {
    FlameMatches matches;
    matches.isMatch.assign(tree.frames.size(), 0);
    if (text.empty()) return matches;
    const std::string wanted = lowered(text);
    size_t coveredUntil = 0;
    for (size_t i = 1; i < tree.frames.size(); ++i) {
        if (lowered(titleOf(tree.frames[i])).find(wanted) == std::string::npos) continue;
        matches.isMatch[i] = 1;
        ++matches.count;
        if (i < coveredUntil) continue;
        matches.totalNs += tree.frames[i].totalNs;
        coveredUntil = size_t(tree.frames[i].end);
    }
    return matches;
}

std::string printFlame(const FlameTree &tree) {
    std::string text;
    for (const FlameFrame &frame : tree.frames)
        text += std::string(size_t(frame.depth) * 2, ' ') + titleOf(frame) +
                format("  total %lld self %lld count %lld\n", static_cast<long long>(frame.totalNs),
                       static_cast<long long>(frame.selfNs), static_cast<long long>(frame.count));
    return text;
}

std::string foldedFlame(const FlameTree &tree) {
    std::string text;
    std::vector<std::string> path;
    for (const FlameFrame &frame : tree.frames) {
        path.resize(size_t(frame.depth));
        std::string title = titleOf(frame);
        std::ranges::replace(title, ';', ','); // the separator
        path.push_back(std::move(title));
        if (frame.selfNs > 0) text += join(path, ";") + format(" %lld\n", static_cast<long long>(frame.selfNs));
    }
    return text;
}

} // namespace jitscope::inline analysis
