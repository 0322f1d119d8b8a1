// SPDX-License-Identifier: GPL-3.0-or-later
// The open scopes are a chain: root, [loop, round]*, cell, [loop, round]*, cell ... A new operator walks down the chain
// as far as its call path agrees; where it leaves it, what is deeper is closed and the rest of the path is opened.
#include "app/graphview/tapetree.h"

#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope {
inline namespace graphview {

namespace {

constexpr int deepestLoops = 6; ///< in one scope; operators in no order at all would nest without end

uint64_t mixed(uint64_t hash, uint64_t value) {
    hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
    return hash * 0xff51afd7ed558ccdULL;
}

uint64_t mixed(uint64_t hash, std::string_view text) {
    return mixed(hash, std::hash<std::string_view>{}(text));
}

uint64_t mixed(uint64_t hash, const SourceSpan &span) {
    hash = mixed(hash, std::string_view(span.file));
    return mixed(hash, uint64_t(span.line) << 20 ^ uint64_t(span.column));
}

/** "Block" of "0-Block". */
std::string_view classOf(std::string_view cell) {
    const size_t dash = cell.find('-');
    return dash == std::string_view::npos ? std::string_view() : cell.substr(dash + 1);
}

constexpr std::string_view construct = ".construct";

/** "Net" of "Net.construct" or "make.<locals>.Net.construct"; "" for other functions. */
std::string_view constructedClass(std::string_view function) {
    if (!function.ends_with(construct)) return {};
    function.remove_suffix(construct.size());
    const size_t dot = function.rfind('.');
    return dot == std::string_view::npos ? function : function.substr(dot + 1);
}

/** Walks the calls from the outermost one inwards and makes a label of how far it came. */
class CallWalk {
public:
    explicit CallWalk(const std::vector<StackFrame> *stack)
        : m_stack(stack)
        , m_left(stack ? stack->size() : 0) {
        if (m_left > 0) enter();
    }
    /** The function that the present one called, or null. */
    const StackFrame *next() const { return m_left > 0 ? &(*m_stack)[m_left - 1] : nullptr; }
    void enter() {
        m_line = (*m_stack)[--m_left].span.line;
        m_label = mixed(m_label, (*m_stack)[m_left].span);
    }
    uint64_t label() const { return m_label; }
    int line() const { return m_line; }

private:
    const std::vector<StackFrame> *m_stack;
    size_t m_left;
    uint64_t m_label = 1;
    int m_line = 0;
};

int64_t bytesOf(const Session &session, const OpEvent &op) {
    int64_t bytes = 0;
    for (int64_t id : op.outputs)
        if (const auto tensor = session.tensor(id)) bytes += tensor->shape.product() * info(tensor->dtype).bytes;
    return bytes;
}

} // namespace

size_t TapeTree::PathKeyHash::operator()(const PathKey &key) const {
    uint64_t hash = mixed(uint64_t(key.stack) + 1, uint64_t(reinterpret_cast<uintptr_t>(key.scope)));
    return size_t(mixed(hash, uint64_t(key.phase) << 40 ^ uint64_t(key.compilation + 1)));
}

TapeTree::TapeTree()
    : m_open(1) {
    m_scopes.add({}); // the root
}

bool TapeTree::update(const Session &session, size_t most) {
    const size_t end = m_taken + std::min(most, session.ops.size() - m_taken);
    for (; m_taken < end; ++m_taken)
        place(session, session.ops[m_taken]);
    return m_taken == session.ops.size();
}

size_t TapeTree::childAt(const TapeScope &scope, int64_t op) const {
    const auto after = std::upper_bound(scope.children.begin(), scope.children.end(), op,
                                        [&](int64_t number, int64_t child) { return number < firstOf(child); });
    return after == scope.children.begin() ? 0 : size_t(after - scope.children.begin()) - 1;
}

std::vector<int> TapeTree::pathTo(int64_t op) const {
    std::vector<int> path{root};
    while (true) {
        const auto around = scope(path.back());
        if (around->children.empty()) break;
        const int64_t child = around->children[childAt(*around, op)];
        if (child >= 0) break;
        path.push_back(int(~child));
    }
    return path;
}

const TapeTree::Path &TapeTree::pathOf(const Session &session, const OpEvent &op) {
    const PathKey key{op.stack, op.scope.identity(), op.phase, op.compilation};
    const auto known = m_paths.find(key);
    return known != m_paths.end() ? known->second : m_paths.emplace(key, makePath(session, op)).first->second;
}

TapeTree::Path TapeTree::makePath(const Session &session, const OpEvent &op) {
    Path path;
    // Nodes of compiled graphs know where they were captured, not who called: the call is the scope, then its cells.
    const bool isGraph = op.compilation >= 0;
    const bool hasStack = !isGraph && op.stack >= 0 && size_t(op.stack) < session.stacks.size();
    CallWalk calls(hasStack ? &session.stacks[size_t(op.stack)] : nullptr);
    const auto add = [&](TapeScope::Kind kind, std::string_view name) {
        const uint64_t label = mixed(mixed(calls.label(), name), uint64_t(kind));
        path.parts.push_back({kind, SharedText(name), label, calls.line()});
    };
    if (isGraph) {
        const Compilation *compilation = session.compilation(op.compilation);
        add(TapeScope::Kind::GraphCall, compilation ? std::string_view(compilation->function) : "graph");
    }
    for (; calls.next() && constructedClass(calls.next()->function).empty(); calls.enter())
        add(TapeScope::Kind::Function, calls.next()->function);
    if (op.phase == OpPhase::Backward) add(TapeScope::Kind::Backward, "");
    if (op.phase == OpPhase::Optimizer) add(TapeScope::Kind::Optimizer, "");
    const auto cells = op.scope.empty() ? std::vector<std::string>() : split(op.scope.str(), '/');
    for (size_t i = 0; i < cells.size(); ++i) {
        const bool isRoot = i == 0 && cells[i] == "Default";
        const std::string_view called = calls.next() ? constructedClass(calls.next()->function) : std::string_view();
        const bool isCalled = !called.empty() && (isRoot || classOf(cells[i]) == called);
        if (isRoot && !isCalled) continue; // a cell of the package, or nothing at all: it has no name
        add(TapeScope::Kind::Cell, isRoot ? called : std::string_view(cells[i]));
        if (isCalled) calls.enter();
    }
    while (calls.next())
        calls.enter();
    path.label = mixed(calls.label(), uint64_t(op.phase));
    path.line = calls.line();
    return path;
}

/** Operators of one gradient rule are told apart by their place in it: they ran on the same line of the user's. */
uint64_t TapeTree::labelOf(const Session &session, const OpEvent &op, const Path &path) {
    uint64_t label = mixed(path.label, std::string_view(op.op));
    if (op.compilation >= 0) return mixed(label, uint64_t(op.node.value));
    if (op.forward < 0) return label;
    m_ofForward = op.forward == m_forward ? m_ofForward + 1 : 0;
    m_forward = op.forward;
    const auto forward = session.op(op.forward);
    label = mixed(label, uint64_t(m_ofForward));
    return forward ? mixed(mixed(label, uint64_t(forward->stack)), std::string_view(forward->op)) : label;
}

void TapeTree::place(const Session &session, const OpEvent &op) {
    const Path &path = pathOf(session, op);
    size_t level = 0;
    for (PathPart part : path.parts) {
        const size_t inner = deepestRound(level) + 1;
        if (part.kind == TapeScope::Kind::GraphCall) part.label = mixed(part.label, uint64_t(op.graphCall));
        if (inner < m_open.size() && m_open[inner].label == part.label) {
            level = inner;
            continue;
        }
        // Each call of a graph is a scope of its own, but all from one line are rounds of the same.
        const uint64_t own = part.label;
        if (part.kind == TapeScope::Kind::GraphCall) part.label = mixed(path.label, std::string_view(part.name));
        close(inner);
        level = levelFor(inner - 1, part, session);
        note(level, part);
        TapeScope scope;
        scope.kind = part.kind;
        scope.name = part.name;
        scope.line = part.line;
        level = openScope(level, std::move(scope), own);
    }
    const PathPart leaf{TapeScope::Kind::Root, {}, labelOf(session, op, path), path.line};
    const size_t deepest = deepestRound(level);
    close(deepest + 1);
    level = levelFor(deepest, leaf, session);
    note(level, leaf);
    m_scopes.opened(m_open[level].scope).children.push_back(op.number);
    count(session, op);
}

/** The innermost open round of the loops directly in the scope at `level`, or `level` itself. */
size_t TapeTree::deepestRound(size_t level) const {
    while (level + 2 < m_open.size() && kindOf(level + 1) == TapeScope::Kind::Loop)
        level += 2;
    return level;
}

bool TapeTree::belongsTo(const Open &loop, const PathPart &part) const {
    if (loop.known.contains(part.label)) return true;
    return part.line > 0 && part.line >= loop.firstLine && part.line <= loop.lastLine && loop.firstLine < loop.lastLine;
}

/** Whether `part` begins the next round of the loop whose open round is at `level`. */
bool TapeTree::beginsRound(size_t level, const PathPart &part) {
    const Open &loop = m_open[level - 1];
    if (loop.label != part.label) return false;
    return loop.innerLoop.empty() || m_open[level].hasLeftInnerLoop;
}

/** Where a new child with that label goes: out of loops that it ends, into the next round, or into a loop that it makes
    known. What is deeper than `level` is closed already. */
size_t TapeTree::levelFor(size_t level, const PathPart &part, const Session &session) {
    while (kindOf(level) == TapeScope::Kind::Round) {
        if (beginsRound(level, part)) {
            close(level);
            TapeScope round;
            round.kind = TapeScope::Kind::Round;
            round.line = part.line;
            return openScope(level - 1, std::move(round), 0);
        }
        if (belongsTo(m_open[level - 1], part)) break;
        close(level - 1);
        level -= 2;
    }
    const auto seen = m_open[level].seen.find(part.label);
    if (seen == m_open[level].seen.end()) return level;
    int loops = 0;
    for (size_t at = level; kindOf(at) == TapeScope::Kind::Round; at -= 2)
        ++loops;
    return loops < deepestLoops ? openLoop(level, seen->second.child, part, session) : level;
}

size_t TapeTree::openLoop(size_t level, size_t firstChild, const PathPart &part, const Session &session) {
    TapeScope loop;
    loop.kind = TapeScope::Kind::Loop;
    loop.line = part.line;
    const int from = m_open[level].scope;
    const int64_t firstMoved = m_scopes.opened(from).children[firstChild];
    const bool beginsWithLoop = firstMoved < 0 && m_scopes.kind(int(~firstMoved)) == TapeScope::Kind::Loop;

    Open known;
    known.firstLine = known.lastLine = part.line;
    for (auto &[label, place] : m_open[level].seen) {
        if (place.child < firstChild) continue;
        if (beginsWithLoop && place.child == firstChild) known.innerLoop.insert(label);
        known.known.insert(label);
        known.firstLine = std::min(known.firstLine, place.line);
        known.lastLine = std::max(known.lastLine, place.line);
        place.child = firstChild;
    }
    const int index = int(m_scopes.size());
    TapeScope round;
    round.kind = TapeScope::Kind::Round;
    round.line = part.line;
    loop.parent = from;
    round.parent = index;
    TapeScope &whole = m_scopes.opened(m_scopes.add(std::move(loop)));
    const TapeScope &first = m_scopes.opened(m_scopes.add(std::move(round)));
    moveChildren(from, firstChild, index + 1, session);
    m_scopes.opened(from).children.push_back(~int64_t(index));
    whole.children.push_back(~int64_t(index + 1));
    whole.first = first.first;
    whole.last = first.last;
    whole.durationNs = first.durationNs;
    whole.bytes = first.bytes;
    whole.failed = first.failed;
    whole.inputs = first.inputs;
    m_scopes.close(index + 1);

    known.scope = index;
    known.label = part.label;
    known.inputs.insert(whole.inputs.begin(), whole.inputs.end());
    m_open.push_back(std::move(known));
    TapeScope next;
    next.kind = TapeScope::Kind::Round;
    next.line = part.line;
    return openScope(level + 1, std::move(next), 0);
}

/** Makes the last children of one scope those of another, with their sums. */
void TapeTree::moveChildren(int from, size_t firstChild, int to, const Session &session) {
    TapeScope &source = m_scopes.opened(from), &target = m_scopes.opened(to);
    target.children.assign(source.children.begin() + ptrdiff_t(firstChild), source.children.end());
    source.children.resize(firstChild);
    target.first = firstOf(target.children.front());
    target.last = lastOf(target.children.back());
    std::unordered_set<int64_t> known;
    const auto addInput = [&](int64_t id) {
        if (session.makerOf(id) >= target.first) return;
        if (known.insert(id).second) target.inputs.push_back(id);
    };
    for (int64_t child : target.children) {
        if (child < 0) {
            m_scopes.setParent(int(~child), to);
            const auto moved = scope(int(~child));
            target.durationNs += moved->durationNs;
            target.bytes += moved->bytes;
            target.failed += moved->failed;
            for (int64_t id : moved->inputs)
                addInput(id);
        } else if (const auto op = session.op(child)) {
            target.durationNs += op->durationNs;
            target.bytes += bytesOf(session, *op);
            target.failed += !op->error.empty();
            for (int64_t id : op->inputs)
                addInput(id);
        }
    }
}

void TapeTree::close(size_t count) {
    for (size_t level = count; level < m_open.size(); ++level)
        m_scopes.close(m_open[level].scope);
    m_open.resize(count);
}

size_t TapeTree::openScope(size_t level, TapeScope scope, uint64_t label) {
    const int index = int(m_scopes.size());
    scope.parent = m_open[level].scope;
    m_scopes.opened(scope.parent).children.push_back(~int64_t(index));
    m_scopes.add(std::move(scope));
    close(level + 1);
    Open open;
    open.scope = index;
    open.label = label;
    m_open.push_back(std::move(open));
    return level + 1;
}

/** Remembers the label of the child that comes next at `level`, there and in the loops around it. */
void TapeTree::note(size_t level, const PathPart &part) {
    const size_t next = m_scopes.opened(m_open[level].scope).children.size();
    m_open[level].seen[part.label] = {next, part.line};
    while (kindOf(level) == TapeScope::Kind::Round) {
        Open &loop = m_open[level - 1], &around = m_open[level - 2];
        if (!loop.innerLoop.empty() && !loop.innerLoop.contains(part.label)) m_open[level].hasLeftInnerLoop = true;
        loop.known.insert(part.label);
        loop.firstLine = std::min(loop.firstLine, part.line);
        loop.lastLine = std::max(loop.lastLine, part.line);
        // Where it comes again outside of the loop, the loop as a whole came again.
        around.seen[part.label] = {m_scopes.opened(around.scope).children.size() - 1, part.line};
        level -= 2;
    }
}

/** Adds an operator to the sums of all scopes that are open. */
void TapeTree::count(const Session &session, const OpEvent &op) {
    const int64_t bytes = bytesOf(session, op);
    for (Open &open : m_open) {
        TapeScope &scope = m_scopes.opened(open.scope);
        if (scope.first < 0) scope.first = op.number;
        scope.last = op.number;
        scope.durationNs += op.durationNs;
        scope.bytes += bytes;
        scope.failed += !op.error.empty();
        for (int64_t id : op.inputs) {
            const int64_t maker = session.makerOf(id);
            if (maker >= scope.first && maker < op.number) continue;
            if (open.inputs.insert(id).second) scope.inputs.push_back(id);
        }
    }
}

} // namespace graphview
} // namespace jitscope
