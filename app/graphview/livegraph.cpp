// SPDX-License-Identifier: GPL-3.0-or-later
// Every card stands for a stretch of operators that ran one after the other, so the card of any operator is found by
// its number. What is open is decided first (the path to the focus, then what is nearest to it, within the budget),
// then cards are made in the order of running, then edges.
#include "app/graphview/livegraph.h"

#include "app/models/timedplaces.h"
#include "engine/ops/opdef.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cassert>
#include <queue>
#include <unordered_map>
#include <unordered_set>

namespace jitscope {
inline namespace graphview {

namespace {

using Kind = TapeScope::Kind;

constexpr size_t shortestFold = 4;      ///< loops with fewer rounds are shown as if they were none
constexpr size_t mostInputsRead = 4000; ///< of a card for many rounds; the nearest rounds' are read
constexpr int mostSources = 4;          ///< inputs of the program drawn at a closed scope

QString text(const std::string &s) {
    return QString::fromStdString(s);
}

struct Live {
    Q_DECLARE_TR_FUNCTIONS(jitscope::graphview::Live)
};

QString number(int64_t n) {
    return QLocale().toString(qlonglong(n));
}

QString operatorCount(int64_t n) {
    return n == 1 ? Live::tr("1 operator") : Live::tr("%1 operators").arg(number(n));
}

/** "Dense" and "fc1" of "fc1-Dense". */
std::pair<QString, QString> classAndName(const std::string &cell) {
    const size_t dash = cell.find('-');
    if (dash == std::string::npos) return {text(cell), {}};
    return {text(cell.substr(dash + 1)), text(cell.substr(0, dash))};
}

QString roundsOfLine(const TapeScope &loop) {
    return loop.line > 0 ? Live::tr("rounds of line %1").arg(loop.line) : Live::tr("rounds");
}

/** The children of a scope that are shown: from `begin` to before `end`. */
struct Window {
    size_t begin = 0, end = 0;
};

class LiveBuilder {
public:
    LiveBuilder(const Session &session, const TapeTree &tree, const LiveOptions &options)
        : m_session(session)
        , m_tree(tree)
        , m_options(options)
        , m_focus(options.focus >= 0 ? options.focus : tree.scope(TapeTree::root)->last) {}

    LiveGraph run() {
        if (m_tree.isEmpty()) return {};
        decide();
        emitChildren(TapeTree::root, -1);
        for (size_t i = 0; i < m_spans.size(); ++i)
            connectOperators(int(i));
        for (size_t i = 0; i < m_spans.size(); ++i)
            connectMany(int(i));
        addUpcoming();
        placeSources();
        return std::move(m_result);
    }

private:
    struct Candidate {
        int64_t distance = 0;
        int scope = -1;
        bool operator<(const Candidate &other) const {
            return std::pair(distance, scope) > std::pair(other.distance, other.scope);
        }
    };

    void decide();
    void open(int scope, std::priority_queue<Candidate> &candidates);
    Window windowOf(int scope) const;
    bool isFolded(int loop) const { return m_tree.scope(loop)->children.size() >= shortestFold; }
    /** Shown without a hull: loops as such, and the rounds of short ones. */
    bool isTransparent(int scope) const;
    std::string keyOf(int scope) const { return "s" + std::to_string(scope); }

    void emitChildren(int scope, int group);
    void emitChild(int64_t child, int group);
    void emitOpen(int scope, int group);
    void emitOperator(int64_t op, int group);
    void emitClosed(int scope, int group);
    void emitBeyond(int scope, Window hidden, bool isEarlier, int group);
    int add(DisplayNode card, size_t firstChild, size_t lastChild, int scope);

    int cardOf(int64_t op) const;
    /** The operator whose result the tensor is, or -1. */
    int64_t producerOf(int64_t tensor) const;
    IdList inputsOfOperator(int64_t op) const;
    int sourceOf(int64_t tensor);
    void connectOperators(int span);
    void connectMany(int span);
    std::vector<int64_t> inputsOf(int span) const;
    void addUpcoming();
    void placeSources();

    /** A card that stands for operators. */
    struct Span {
        int64_t first = -1, last = -1;
        int card = -1;
        int scope = -1;  ///< the closed one; of a card for what is beyond the one around
        Window children; ///< of a card for what is beyond
        bool isBeyond = false;
    };

    const Session &m_session;
    const TapeTree &m_tree;
    const LiveOptions &m_options;
    int64_t m_focus;
    std::unordered_set<int> m_open;
    int m_cards = 0;
    LiveGraph m_result;
    std::vector<Span> m_spans;                  ///< in the order of running
    std::unordered_map<int64_t, int> m_sources; ///< by tensor
};

bool LiveBuilder::isTransparent(int scope) const {
    const auto record = m_tree.scope(scope);
    if (record->kind == Kind::Loop) return true;
    return record->kind == Kind::Round && !isFolded(record->parent);
}

Window LiveBuilder::windowOf(int scope) const {
    const auto record = m_tree.scope(scope);
    const size_t count = record->children.size();
    const bool isLoop = record->kind == Kind::Loop && isFolded(scope);
    const size_t most = isLoop ? 1 : size_t(m_options.longestLevel);
    Window window{0, count};
    if (count > most) {
        const size_t focus = m_focus > record->last ? count - 1 : m_tree.childAt(*record, m_focus);
        // Windows move by halves, so that the picture stays while the focus moves within one.
        const size_t half = std::max<size_t>(1, most / 2), block = focus / half;
        const size_t begin = isLoop ? focus : std::min(count - most, block == 0 ? 0 : (block - 1) * half);
        window = {begin, begin + most};
        assert(focus >= window.begin && focus < window.end);
    }
    const auto wanted = [&](char side) {
        const auto found = m_options.more.find(side + keyOf(scope));
        return found == m_options.more.end() ? size_t(0) : size_t(found->second);
    };
    window.begin -= std::min(window.begin, wanted('<'));
    window.end = std::min(count, window.end + wanted('>'));
    return window;
}

void LiveBuilder::open(int scope, std::priority_queue<Candidate> &candidates) {
    m_open.insert(scope);
    const auto record = m_tree.scope(scope);
    const Window window = windowOf(scope);
    m_cards += int(window.end - window.begin);
    for (size_t i = window.begin; i < window.end; ++i) {
        const int64_t child = record->children[i];
        if (child >= 0) continue;
        const auto inner = m_tree.scope(int(~child));
        const int64_t distance =
            inner->last < m_focus ? m_focus - inner->last : std::max<int64_t>(0, inner->first - m_focus);
        candidates.push({distance, int(~child)});
    }
}

/** The path to the focus is open unless the user closed it; others open from the nearest on while there is room. */
void LiveBuilder::decide() {
    std::priority_queue<Candidate> candidates;
    open(TapeTree::root, candidates);
    while (!candidates.empty()) {
        const Candidate next = candidates.top();
        candidates.pop();
        const auto record = m_tree.scope(next.scope);
        const std::string key = keyOf(next.scope);
        if (m_options.closed.contains(key)) continue;
        const bool isWanted = next.distance == 0 || m_options.opened.contains(key);
        const bool isRepeated = (record->kind == Kind::Round && isFolded(record->parent)) ||
                                (record->kind == Kind::Loop && isFolded(next.scope));
        const Window window = windowOf(next.scope);
        const bool fits = !isRepeated && m_cards + int(window.end - window.begin) <= m_options.budget;
        if (isWanted || fits) open(next.scope, candidates);
    }
}

int LiveBuilder::add(DisplayNode card, size_t firstChild, size_t lastChild, int scope) {
    const int index = int(m_result.graph.nodes.size());
    m_spans.push_back({card.op, card.lastOp, index, scope, {firstChild, lastChild}, card.kind == CardKind::Beyond});
    m_result.graph.nodes.push_back(std::move(card));
    return index;
}

void LiveBuilder::emitChildren(int scope, int group) {
    const auto record = m_tree.scope(scope);
    const Window window = windowOf(scope);
    if (window.begin > 0) emitBeyond(scope, {0, window.begin}, true, group);
    for (size_t i = window.begin; i < window.end; ++i)
        emitChild(record->children[i], group);
    if (window.end < record->children.size()) emitBeyond(scope, {window.end, record->children.size()}, false, group);
}

void LiveBuilder::emitChild(int64_t child, int group) {
    if (child >= 0) return emitOperator(child, group);
    const int scope = int(~child);
    if (!m_open.contains(scope)) return emitClosed(scope, group);
    if (isTransparent(scope)) return emitChildren(scope, group);
    emitOpen(scope, group);
}

/** A hull around what is in the scope; scopes that hold nothing but one other share its hull. */
void LiveBuilder::emitOpen(int scope, int group) {
    DisplayGroup hull;
    hull.key = keyOf(scope);
    hull.title = scopeTitle(m_tree, scope);
    hull.parent = group;
    for (;;) {
        const auto record = m_tree.scope(scope);
        const int only = record->children.size() == 1 && record->children[0] < 0 ? int(~record->children[0]) : -1;
        if (only < 0 || !m_open.contains(only) || isTransparent(only)) break;
        scope = only;
        hull.title += QStringLiteral(" › ") + scopeTitle(m_tree, scope);
    }
    m_result.graph.groups.push_back(std::move(hull));
    emitChildren(scope, int(m_result.graph.groups.size()) - 1);
}

void LiveBuilder::emitOperator(int64_t number, int group) {
    const auto op = m_session.op(number);
    if (!op) return;
    DisplayNode card;
    card.key = "#" + std::to_string(number);
    card.op = card.lastOp = number;
    card.title = text(op->op);
    card.type = op->error.empty() ? text(op->result) : Live::tr("failed");
    card.scope = text(op->scope);
    card.category = categoryOf(op->op);
    card.kind = op->isKernel ? CardKind::Kernel : CardKind::Op;
    if (isTimed(*op)) card.timeNs = op->durationNs;
    card.group = group;
    card.bytes = 0;
    for (int64_t id : op->outputs)
        if (const auto tensor = m_session.tensor(id)) card.bytes += tensor->shape.product() * info(tensor->dtype).bytes;
    if (op->writes) card.note = Live::tr("in place");
    add(std::move(card), 0, 0, -1);
    ++m_result.extent.operators;
}

void LiveBuilder::emitClosed(int scope, int group) {
    const auto record = m_tree.scope(scope);
    DisplayNode card;
    card.kind = CardKind::Scope;
    card.key = keyOf(scope);
    card.op = record->first;
    card.lastOp = record->last;
    if (record->kind == Kind::Cell)
        std::tie(card.title, card.detail) = classAndName(record->name);
    else
        card.title = scopeTitle(m_tree, scope);
    if (record->kind == Kind::Loop) card.detail = roundsOfLine(*record);
    if (const auto last = m_session.op(record->last)) {
        card.type = text(last->result);
        card.scope = text(last->scope);
    }
    card.note = operatorCount(record->last - record->first + 1);
    if (record->durationNs > 0) card.timeNs = record->durationNs; // else all that was in it failed
    card.bytes = record->bytes;
    card.group = group;
    card.isExpandable = true;
    m_result.extent.inScopes += record->last - record->first + 1;
    add(std::move(card), 0, 0, scope);
}

void LiveBuilder::emitBeyond(int scope, Window hidden, bool isEarlier, int group) {
    const auto record = m_tree.scope(scope);
    DisplayNode card;
    card.kind = CardKind::Beyond;
    card.key = (isEarlier ? '<' : '>') + keyOf(scope);
    card.op = m_tree.firstOf(record->children[hidden.begin]);
    card.lastOp = m_tree.lastOf(record->children[hidden.end - 1]);
    const int64_t operators = card.lastOp - card.op + 1;
    const QString count = number(int64_t(hidden.end - hidden.begin));
    if (record->kind == Kind::Loop) {
        card.title = isEarlier ? Live::tr("× %1 earlier").arg(count) : Live::tr("× %1 later").arg(count);
        card.detail = roundsOfLine(*record);
    } else {
        card.title = isEarlier ? Live::tr("… %1 earlier").arg(count) : Live::tr("… %1 later").arg(count);
    }
    card.type = QStringLiteral("#%1–#%2").arg(card.op).arg(card.lastOp);
    card.note = operatorCount(operators);
    card.group = group;
    card.isExpandable = true;
    m_result.extent.beyond += operators;
    add(std::move(card), hidden.begin, hidden.end, scope);
}

int LiveBuilder::cardOf(int64_t op) const {
    const auto after = std::upper_bound(m_spans.begin(), m_spans.end(), op,
                                        [](int64_t wanted, const Span &span) { return wanted < span.first; });
    if (op < 0 || after == m_spans.begin()) return -1;
    const Span &span = *(after - 1);
    return op <= span.last ? span.card : -1;
}

int64_t LiveBuilder::producerOf(int64_t id) const {
    const int64_t place = m_session.tensors.placeOf(id);
    return place >= 0 && place < int64_t(m_session.tensors.size()) ? m_session.tensors.op(size_t(place)) : -1;
}

IdList LiveBuilder::inputsOfOperator(int64_t number) const {
    const auto op = m_session.op(number);
    return op ? op->inputs : IdList();
}

int LiveBuilder::sourceOf(int64_t id) {
    const auto known = m_sources.find(id);
    if (known != m_sources.end()) return known->second;
    const auto tensor = m_session.tensor(id);
    const bool isNamed = tensor && !tensor->name.empty();
    DisplayNode card;
    card.kind = isNamed ? CardKind::Weight : CardKind::Parameter;
    card.key = "t" + std::to_string(id);
    card.tensor = id;
    card.title = isNamed ? text(tensor->name) : Live::tr("tensor %1").arg(id);
    if (tensor) {
        card.type = text(brief(Abstract::tensor(tensor->dtype, tensor->shape)));
        card.bytes = tensor->shape.product() * info(tensor->dtype).bytes;
    }
    card.category = OpCategory::Creation;
    m_result.graph.nodes.push_back(std::move(card));
    m_sources.emplace(id, int(m_result.graph.nodes.size()) - 1);
    return int(m_result.graph.nodes.size()) - 1;
}

void LiveBuilder::connectOperators(int index) {
    const Span &span = m_spans[size_t(index)];
    const auto op = span.scope < 0 ? m_session.op(span.first) : std::nullopt;
    if (!op) return;
    for (size_t i = 0; i < op->inputs.size(); ++i) {
        const int64_t before = producerOf(op->inputs[i]);
        const int producer = before < op->number ? cardOf(before) : -1;
        const int from = producer >= 0 ? producer : sourceOf(op->inputs[i]);
        m_result.graph.edges.push_back({from, span.card, int(i), false});
    }
}

/** The tensors that the operators of a card took from before it. */
std::vector<int64_t> LiveBuilder::inputsOf(int index) const {
    const Span &span = m_spans[size_t(index)];
    const auto scope = m_tree.scope(span.scope);
    if (!span.isBeyond) return scope->inputs;
    std::vector<int64_t> inputs;
    // From the side next to what is shown: of thousands of rounds the nearest tell what all do.
    const bool isEarlier = span.children.begin == 0;
    for (size_t i = 0; i < span.children.end - span.children.begin && inputs.size() < mostInputsRead; ++i) {
        const int64_t child = scope->children[isEarlier ? span.children.end - 1 - i : span.children.begin + i];
        const IdList taken = child < 0 ? m_tree.inputsOf(int(~child)) : inputsOfOperator(child);
        inputs.insert(inputs.end(), taken.begin(), taken.end());
    }
    return inputs;
}

void LiveBuilder::connectMany(int index) {
    const Span span = m_spans[size_t(index)];
    if (span.scope < 0) return;
    std::set<int> known;
    std::set<int64_t> folded;
    int sources = 0;
    const auto connect = [&](int from) {
        if (known.insert(from).second) m_result.graph.edges.push_back({from, span.card, int(known.size()) - 1, false});
    };
    const auto isUnnamed = [&](int64_t id) {
        const auto tensor = m_session.tensor(id);
        return tensor && tensor->name.empty();
    };
    for (int64_t id : inputsOf(index)) {
        const int64_t producer = producerOf(id);
        if (producer >= span.first) continue;
        const int card = cardOf(producer);
        const auto source = m_sources.find(id);
        if (card >= 0)
            connect(card);
        else if (source != m_sources.end())
            connect(source->second);
        else if (!span.isBeyond && sources < mostSources && isUnnamed(id)) {
            connect(sourceOf(id));
            ++sources;
        } else
            folded.insert(id);
    }
    // Of thousands of rounds only the nearest were asked, so how many all of them took is not known.
    if (folded.empty() || span.isBeyond) return;
    QString &note = m_result.graph.nodes[size_t(span.card)].note;
    note += QStringLiteral(" · ") +
            (folded.size() == 1 ? Live::tr("1 input") : Live::tr("%1 inputs").arg(number(int64_t(folded.size()))));
}

/** The operator about to run stands behind the last one: what it takes is not recorded yet. */
void LiveBuilder::addUpcoming() {
    if (!m_options.upcoming || m_spans.empty()) return;
    const Span &last = m_spans.back();
    DisplayNode card;
    card.kind = CardKind::Next;
    card.key = "#" + std::to_string(m_options.upcoming->number);
    card.title = m_options.upcoming->op;
    card.type = Live::tr("next");
    card.category = categoryOf(m_options.upcoming->op.toStdString());
    card.group = m_result.graph.nodes[size_t(last.card)].group;
    m_result.graph.nodes.push_back(std::move(card));
    m_result.graph.edges.push_back({last.card, int(m_result.graph.nodes.size()) - 1, 0, true});
}

/** A source stands in the innermost hull that holds all of its users. */
void LiveBuilder::placeSources() {
    auto &graph = m_result.graph;
    const auto chainOf = [&](int group) {
        std::vector<int> chain;
        for (; group >= 0; group = graph.groups[size_t(group)].parent)
            chain.push_back(group);
        return chain;
    };
    std::unordered_map<int, std::vector<int>> shared; // by source: the groups around all users, innermost first
    for (const DisplayEdge &edge : graph.edges) {
        if (graph.nodes[size_t(edge.from)].tensor < 0) continue;
        const auto chain = chainOf(graph.nodes[size_t(edge.to)].group);
        const auto [entry, isNew] = shared.try_emplace(edge.from, chain);
        if (isNew) continue;
        std::erase_if(entry->second,
                      [&](int group) { return std::find(chain.begin(), chain.end(), group) == chain.end(); });
    }
    for (const auto &[source, chain] : shared)
        graph.nodes[size_t(source)].group = chain.empty() ? -1 : chain.front();
}

QString roundTitle(const TapeTree &tree, int scope) {
    const auto round = tree.scope(scope);
    const auto loop = tree.scope(round->parent);
    const size_t place = tree.childAt(*loop, round->first) + 1;
    const QString title =
        Live::tr("round %1 of %2").arg(number(int64_t(place)), number(int64_t(loop->children.size())));
    return round->line > 0 ? title + QStringLiteral(" · ") + Live::tr("line %1").arg(round->line) : title;
}

} // namespace

LiveGraph liveGraph(const Session &session, const TapeTree &tree, const LiveOptions &options) {
    return LiveBuilder(session, tree, options).run();
}

QString scopeTitle(const TapeTree &tree, int index) {
    const auto scope = tree.scope(index);
    switch (scope->kind) {
    case Kind::Root:
        return Live::tr("run");
    case Kind::Function:
    case Kind::GraphCall:
        return text(scope->name);
    case Kind::Cell: {
        const auto [kind, name] = classAndName(scope->name);
        return name.isEmpty() ? kind : QString(kind + QStringLiteral(" · ") + name);
    }
    case Kind::Backward:
        return Live::tr("backward");
    case Kind::Optimizer:
        return Live::tr("optimizer");
    case Kind::Loop:
        return Live::tr("× %1").arg(number(int64_t(scope->children.size())));
    case Kind::Round:
        return roundTitle(tree, index);
    }
    return {};
}

QString extentText(const LiveExtent &extent) {
    if (extent.total() == 1) return operatorCount(1);
    if (extent.total() == extent.operators) return Live::tr("all %1").arg(operatorCount(extent.total()));
    QStringList parts{Live::tr("%1 of %2 shown").arg(number(extent.operators), operatorCount(extent.total()))};
    if (extent.inScopes > 0) parts << Live::tr("%1 in closed scopes").arg(number(extent.inScopes));
    if (extent.beyond > 0) parts << Live::tr("%1 before or after").arg(number(extent.beyond));
    return parts.join(QStringLiteral(" · "));
}

} // namespace graphview
} // namespace jitscope
