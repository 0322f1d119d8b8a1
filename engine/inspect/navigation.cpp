// SPDX-License-Identifier: Apache-2.0
// Walks over operators by line, function and cell. Verdicts are kept by stack, so a walk costs a look-up an operator.
#include "engine/inspect/navigation.h"

#include "engine/inspect/sourceloops.h"
#include "engine/session/session.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace jitscope::inline inspect {

namespace {

using Path = std::vector<const StackFrame *>; ///< the user's frames, outermost first

int64_t firstNumber(const Session &session) {
    return session.ops.empty() ? 1 : session.ops.front().number;
}

int64_t lastNumber(const Session &session) {
    return session.ops.empty() ? 0 : session.ops.back().number;
}

/** The numbers of a walk: from the neighbour of `from` on, as long as contains() holds. */
struct Walk {
    Walk(const Session &session, int64_t from, Direction direction)
        : first(firstNumber(session))
        , last(lastNumber(session))
        , step(direction == Direction::Forward ? 1 : -1) {
        const int64_t start = std::clamp(from, first - 1, last + 1) + step;
        at = start;
    }
    bool inside() const { return at >= first && at <= last; }
    void advance() { at += step; }

    int64_t first, last, step, at = 0;
};

bool sameLine(const StackFrame &a, const StackFrame &b) {
    return a.span.line == b.span.line && a.function == b.function && a.span.file == b.span.file;
}

/** Whether `inner` is a smaller part of the expression `outer`. Operands are computed before what holds them, so an
    operand behind its holder begins another round. */
bool isWithin(const SourceSpan &inner, const SourceSpan &outer) {
    const auto begin = [](const SourceSpan &span) { return std::pair(span.line, span.column); };
    const auto end = [](const SourceSpan &span) { return std::pair(span.endLine, span.endColumn); };
    if (begin(inner) == begin(outer) && end(inner) == end(outer)) return false;
    return begin(inner) >= begin(outer) && end(inner) <= end(outer);
}

Path pathOfStack(const Session &session, int stack) {
    const StackFrame *innermost = userFrame(session, stack);
    if (innermost == nullptr) return {};
    const auto &frames = session.stacks[size_t(stack)];
    Path path;
    for (const StackFrame *frame = frames.data() + frames.size(); frame-- > innermost;)
        path.push_back(frame);
    return path;
}

/** Which stacks place an operator: its own and that of the graph call that it belongs to. */
struct Stacks {
    int own = -1, call = -1;
    int64_t graphCall = -1;
    uint64_t key() const { return uint64_t(uint32_t(own + 1)) << 32 | uint32_t(call + 1); }
};

/** Finds the stacks of operators; remembers the call, which neighbours share. */
class StackFinder {
public:
    explicit StackFinder(const Session &session)
        : m_session(session) {}

    Stacks of(const OpEvent &op) { return of(op.stack, op.graphCall); }
    /** Of the operator there; no record is made of one whose kind came before. */
    Stacks at(size_t place) {
        const std::optional<uint32_t> kind = m_session.ops.kind(place);
        if (!kind) return of(m_session.ops[place]);
        const auto [stack, isNew] = m_stackOfKind.try_emplace(*kind, -1);
        if (isNew) stack->second = m_session.ops[place].stack;
        return of(stack->second, m_session.ops.graphCall(place));
    }

    Path path(const Stacks &stacks) const {
        Path path = pathOfStack(m_session, stacks.call);
        const Path own = pathOfStack(m_session, stacks.own);
        path.insert(path.end(), own.begin(), own.end());
        return path;
    }

private:
    Stacks of(int stack, int64_t graphCall) {
        if (graphCall < 0) return {stack, -1, -1};
        if (graphCall != m_call) {
            m_call = graphCall;
            const auto &calls = m_session.graphCalls;
            const auto found = std::lower_bound(calls.begin(), calls.end(), m_call,
                                                [](const GraphCall &a, int64_t number) { return a.number < number; });
            m_stack = found != calls.end() && found->number == m_call ? found->stack : -1;
        }
        return {stack, m_stack, graphCall};
    }

    const Session &m_session;
    std::unordered_map<uint32_t, int> m_stackOfKind;
    int64_t m_call = -1;
    int m_stack = -1;
};

/** The frames at `from`; at an operator that did not run yet those of the stop before it. */
struct Origin {
    Path path;
    int64_t graphCall = -1;
};

Origin originOf(const Session &session, int64_t from) {
    StackFinder finder(session);
    if (const auto op = session.op(from)) {
        const Stacks stacks = finder.of(*op);
        return {finder.path(stacks), stacks.graphCall};
    }
    Origin origin;
    if (const StopRecord *stop = from > lastNumber(session) ? stopAt(session, from) : nullptr)
        for (auto frame = stop->stack.rbegin(); frame != stop->stack.rend(); ++frame)
            origin.path.push_back(&*frame);
    return origin;
}

/** How far an operator's frames must agree with those of a place to belong to it. */
enum class Extent : uint8_t {
    LineWithCalls, ///< the lines of all frames of the place; further frames are what the line called
    LineAlone,     ///< and no further frames
    Function,      ///< the calls that led to the innermost function, and the function itself
};

/** What an operator has to do with a place. */
struct Relation {
    bool isKnown = false;              ///< the operator has a place at all
    bool belongs = false;              ///< by its frames
    const StackFrame *frame = nullptr; ///< its frame at the depth of the place
};

/** The operators around a place in the user's code. */
class Visit {
public:
    Visit(const Session &session, Origin origin, Extent extent)
        : m_session(session)
        , m_finder(session)
        , m_origin(std::move(origin))
        , m_extent(extent) {}

    /** The first operator from `from` on in that direction that is outside of the visit and has a place, or -1. */
    int64_t leave(int64_t from, Direction direction) {
        m_neighbour = m_origin.path.empty() ? nullptr : m_origin.path.back();
        for (Walk walk(m_session, from, direction); walk.inside(); walk.advance()) {
            const Stacks stacks = m_finder.at(size_t(m_session.ops.placeOf(walk.at)));
            const Relation relation = relationOf(stacks);
            if (!relation.isKnown) continue;
            if (!relation.belongs || isOtherRound(stacks.graphCall, *relation.frame, direction)) return walk.at;
            m_neighbour = relation.frame;
            m_edge = walk.at;
        }
        return -1;
    }
    /** After leave(): the last operator that still belonged, or -1 for none. */
    int64_t edge() const { return m_edge; }

private:
    Relation relationOf(const Stacks &stacks) {
        const auto [known, isNew] = m_known.try_emplace(stacks.key());
        if (isNew) known->second = compare(m_finder.path(stacks));
        return known->second;
    }

    Relation compare(const Path &path) const {
        const Path &place = m_origin.path;
        if (path.empty()) return {};
        Relation relation{.isKnown = true};
        if (place.empty() || path.size() < place.size()) return relation;
        if (m_extent == Extent::LineAlone && path.size() != place.size()) return relation;
        const size_t depth = place.size() - 1;
        for (size_t i = 0; i < depth; ++i)
            if (m_extent == Extent::Function ? *path[i] != *place[i] : !sameLine(*path[i], *place[i])) return relation;
        const StackFrame &mine = *path[depth], &wanted = *place[depth];
        relation.belongs = m_extent == Extent::Function
                               ? mine.function == wanted.function && mine.span.file == wanted.span.file
                               : sameLine(mine, wanted);
        relation.frame = &mine;
        return relation;
    }

    bool isOtherRound(int64_t graphCall, const StackFrame &frame, Direction direction) {
        if (graphCall >= 0 && m_origin.graphCall >= 0 && graphCall != m_origin.graphCall) return true;
        if (m_neighbour == nullptr || m_neighbour == &frame) return false;
        const bool isForward = direction == Direction::Forward;
        const SourceSpan &earlier = isForward ? m_neighbour->span : frame.span;
        const SourceSpan &later = isForward ? frame.span : m_neighbour->span;
        return m_extent == Extent::Function ? isOtherCall(earlier, later) : isWithin(later, earlier);
    }

    /** Whether a function can only have come from one line to the other by being called again. */
    bool isOtherCall(const SourceSpan &earlier, const SourceSpan &later) {
        if (later.line >= earlier.line || isWithin(earlier, later)) return false;
        if (!m_loops) {
            const SourceFile *source = m_session.source(later.file);
            m_loops.emplace(source ? std::string_view(source->text) : std::string_view());
        }
        return m_loops->isKnown() && !m_loops->canGoBack(earlier.line, later.line);
    }

    const Session &m_session;
    StackFinder m_finder;
    Origin m_origin;
    Extent m_extent;
    std::unordered_map<uint64_t, Relation> m_known;
    std::optional<SourceLoops> m_loops;
    const StackFrame *m_neighbour = nullptr;
    int64_t m_edge = -1;
};

/** The part of `path` that ends with the first line in which it differs from `other`; all of it where it goes on. */
Path differingLine(const Path &path, const Path &other) {
    for (size_t i = 0; i < std::min(path.size(), other.size()); ++i)
        if (!sameLine(*path[i], *other[i])) return Path(path.begin(), path.begin() + long(i) + 1);
    if (path.size() <= other.size() || other.empty()) return path;
    return Path(path.begin(), path.begin() + long(other.size()));
}

/** The first operator of the visit that `op` ends. */
int64_t beginOfVisit(const Session &session, int64_t op, Path place, Extent extent) {
    Visit visit(session, {std::move(place), session.op(op)->graphCall}, extent);
    visit.leave(op, Direction::Back);
    return visit.edge() < 0 ? op : visit.edge();
}

int64_t neighbouringVisit(const Session &session, int64_t from, Direction direction, Extent extent) {
    const Origin origin = originOf(session, from);
    const int64_t found = Visit(session, origin, extent).leave(from, direction);
    if (found < 0 || direction == Direction::Forward) return found;
    const Path path = originOf(session, found).path;
    const Path place = extent == Extent::LineAlone ? path : differingLine(path, origin.path);
    return beginOfVisit(session, found, place, extent);
}

bool isInScope(const std::string &scope, const std::string &cell) {
    return scope.starts_with(cell) && (scope.size() == cell.size() || scope[cell.size()] == '/');
}

/** The first operator from `from` on whose scope `matches`; asks once for each run of equal scopes. */
template<class Matches>
int64_t nextByScope(const Session &session, int64_t from, Direction direction, Matches matches) {
    const void *known = nullptr;
    for (Walk walk(session, from, direction); walk.inside(); walk.advance()) {
        const SharedText scope = session.op(walk.at)->scope;
        if (scope.identity() == known) continue;
        if (matches(scope)) return walk.at;
        known = scope.identity();
    }
    return -1;
}

} // namespace

int64_t nextOp(const Session &session, int64_t from, Direction direction) {
    const Walk walk(session, from, direction);
    return walk.inside() ? walk.at : -1;
}

int64_t nextLine(const Session &session, int64_t from, Direction direction) {
    return neighbouringVisit(session, from, direction, Extent::LineWithCalls);
}

int64_t nextLineInto(const Session &session, int64_t from, Direction direction) {
    return neighbouringVisit(session, from, direction, Extent::LineAlone);
}

int64_t outOfFunction(const Session &session, int64_t from, Direction direction) {
    const Origin origin = originOf(session, from);
    if (origin.path.empty()) return -1;
    return Visit(session, origin, Extent::Function).leave(from, direction);
}

int64_t outOfCell(const Session &session, int64_t from, Direction direction) {
    const auto op = session.op(from);
    if (!op) return -1;
    const std::string &cell = op->scope;
    return nextByScope(session, from, direction, [&](const std::string &scope) { return !isInScope(scope, cell); });
}

int64_t nextInCell(const Session &session, int64_t from, Direction direction) {
    const auto op = session.op(from);
    if (!op) return -1;
    const void *cell = op->scope.identity();
    for (Walk walk(session, from, direction); walk.inside(); walk.advance())
        if (session.op(walk.at)->scope.identity() == cell) return walk.at;
    return -1;
}

int64_t nextAtLine(const Session &session, int64_t from, const std::string &file, int line, Direction direction) {
    std::unordered_map<int, bool> known;
    for (Walk walk(session, from, direction); walk.inside(); walk.advance()) {
        const int stack = session.op(walk.at)->stack;
        const auto [entry, isNew] = known.try_emplace(stack, false);
        if (isNew) {
            const StackFrame *frame = userFrame(session, stack);
            entry->second = frame != nullptr && frame->span.line == line && frame->span.file == file;
        }
        if (entry->second) return walk.at;
    }
    return -1;
}

const StopRecord *stopAt(const Session &session, int64_t op) {
    // Stops come in the order of running; of several before the same operator the last one is meant.
    const auto behind = std::upper_bound(session.stops.begin(), session.stops.end(), op,
                                         [](int64_t number, const StopRecord &stop) { return number < stop.nextOp; });
    if (behind == session.stops.begin() || std::prev(behind)->nextOp != op) return nullptr;
    return &*std::prev(behind);
}

} // namespace jitscope::inline inspect
