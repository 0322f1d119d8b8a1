// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/flametree.h"

#include "engine/analysis/operators/growingflame.h"
#include "engine/base/lettercase.h"
#include "engine/base/text.h"
#include "engine/base/threadpool.h"
#include "engine/session/session.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace jitscope::inline analysis {

namespace {

struct PairHash {
    size_t operator()(const std::pair<uint64_t, uint64_t> &key) const noexcept {
        return mixedHash(key.first, key.second);
    }
};

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
    GrowingFlame &&tree() && { return std::move(m_tree); }

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
    GrowingFlame m_tree;
    std::vector<Keys> m_stacks;
    std::vector<SharedText> m_names;
    std::unordered_map<std::pair<uint64_t, uint64_t>, int32_t, PairHash> m_known, m_knownInside, m_contexts;
    std::vector<int32_t> m_frameOf; ///< by place; -1: not asked yet
    int32_t m_lastCall = -1, m_lastContext = -1;
};

} // namespace

FlameTree flameTree(const Session &session, const OpColumns &columns, const std::vector<uint32_t> &places, FlameBy by,
                    FlameOrder order) {
    TopDown topDown(session, columns, by);
    FlameTree tree{by, order, {}, {}, 0};
    tree.frameOf.reserve(places.size());
    for (const uint32_t place : places)
        tree.frameOf.push_back(topDown.add(place));
    GrowingFlame grown = std::move(topDown).tree();
    if (order == FlameOrder::BottomUp) {
        TurnedFlame other = turned(grown);
        for (int32_t &frame : tree.frameOf)
            frame = other.ends[size_t(frame)];
        grown = std::move(other.tree);
    }
    finish(
        std::move(grown), [&](int64_t number) { return columns.duration[size_t(number - columns.firstNumber)]; }, tree);
    return tree;
}

std::pair<FlameTree, FlameTree> flameTrees(const FlameSource &a, const FlameSource &b, FlameBy by, FlameOrder order) {
    const FlameSource *const sources[] = {&a, &b};
    std::array<FlameTree, 2> trees;
    parallelFor(std::ssize(trees), 1, [&](int64_t begin, int64_t end) {
        for (auto i = size_t(begin); i < size_t(end); ++i)
            trees[i] = flameTree(sources[i]->session, sources[i]->columns, sources[i]->places, by, order);
    });
    return {std::move(trees[0]), std::move(trees[1])};
}

bool isOfTrace(const FlameTree &tree) {
    if (tree.frames.size() < 2) return false;
    const FlameKind kind = tree.frames[1].kind;
    return kind == FlameKind::Process || kind == FlameKind::Slice;
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
