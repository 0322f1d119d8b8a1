// SPDX-License-Identifier: GPL-3.0-or-later
//
// The method is that of Sugiyama, Tagawa and Toda in its usual four steps, each chosen to be linear or nearly so and to
// have no dependence on addresses or hashes:
//
//   1. cycles    a depth-first walk in provenance order; the edges that close a cycle are left out and drawn backwards
//   2. rows      longest path from the sources; what hangs on sources alone (weights and their reshapes) is pulled down
//                to where it is used, which keeps the edges short
//   3. order     rows start in provenance order and are sorted by the mean place of their neighbours, down and up; a
//                sweep is kept only if it removes more than 2 % of the crossings, so that small edits of a graph do not
//                turn the picture around; small graphs get a round of swaps of neighbours on top
//   4. places    each row in turn moves to the median of its neighbours as far as the order allows. "As near as
//                possible to wishes, in this order, with these distances" is isotonic regression, solved exactly by
//                pooling violators; edges that pass rows pull harder, which makes them straight.
//
// Network simplex for rows and places (Graphviz) gives slightly shorter edges but took minutes on training graphs of
// 500 nodes; Brandes-Koepf needs four passes and gave no better pictures on graphs that are mostly chains.
#include "app/graphview/layeredlevel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

namespace jitscope {
inline namespace graphview {

namespace {

bool isCancelled(const CancelFlag &flag) {
    return flag && flag->load(std::memory_order_relaxed);
}

/** For each of `count` things the edges that start (or end) there, as one array with an index: two allocations. */
class Adjacency {
public:
    template<class Ends>
    Adjacency(int count, size_t edges, const Ends &endOf)
        : m_first(size_t(count) + 1, 0) {
        for (size_t e = 0; e < edges; ++e)
            ++m_first[size_t(endOf(e)) + 1];
        std::partial_sum(m_first.begin(), m_first.end(), m_first.begin());
        m_edges.resize(edges);
        std::vector<int> next(m_first.begin(), m_first.end() - 1);
        for (size_t e = 0; e < edges; ++e)
            m_edges[size_t(next[size_t(endOf(e))]++)] = int(e);
    }
    std::span<const int> operator[](int i) const {
        return {m_edges.data() + m_first[size_t(i)], size_t(m_first[size_t(i) + 1] - m_first[size_t(i)])};
    }

private:
    std::vector<int> m_first, m_edges;
};

/** Which edges run against the others: the ones that meet a node still open in a depth-first walk. */
std::vector<char> backEdges(int nodes, const std::vector<LevelEdge> &edges, const Adjacency &out) {
    std::vector<char> isBack(edges.size(), 0), state(size_t(nodes), 0); // state: 0 new, 1 open, 2 done
    std::vector<std::pair<int, size_t>> open;
    for (int root = 0; root < nodes; ++root) {
        if (state[size_t(root)]) continue;
        open.emplace_back(root, 0);
        state[size_t(root)] = 1;
        while (!open.empty()) {
            auto &[node, next] = open.back();
            const auto following = out[node];
            if (next == following.size()) {
                state[size_t(node)] = 2;
                open.pop_back();
                continue;
            }
            const int e = following[next++];
            const int to = edges[size_t(e)].to;
            if (state[size_t(to)] == 1) isBack[size_t(e)] = 1;
            if (state[size_t(to)] != 0) continue;
            state[size_t(to)] = 1;
            open.emplace_back(to, 0);
        }
    }
    return isBack;
}

std::vector<int> topologicalOrder(int nodes, const std::vector<LevelEdge> &edges, const std::vector<char> &isBack,
                                  const Adjacency &out) {
    std::vector<int> waiting(size_t(nodes), 0), order;
    for (size_t e = 0; e < edges.size(); ++e)
        if (!isBack[e]) ++waiting[size_t(edges[e].to)];
    order.reserve(size_t(nodes));
    for (int i = 0; i < nodes; ++i)
        if (waiting[size_t(i)] == 0) order.push_back(i);
    for (size_t at = 0; at < order.size(); ++at) {
        for (int e : out[order[at]]) {
            if (!isBack[size_t(e)] && --waiting[size_t(edges[size_t(e)].to)] == 0) order.push_back(edges[size_t(e)].to);
        }
    }
    return order;
}

std::vector<int> rowsOf(const std::vector<LevelNode> &nodes, const std::vector<LevelEdge> &edges,
                        const std::vector<char> &isBack, const Adjacency &out, const Adjacency &in) {
    const int count = int(nodes.size());
    const auto order = topologicalOrder(count, edges, isBack, out);
    const bool hasTop =
        std::any_of(nodes.begin(), nodes.end(), [](const LevelNode &node) { return node.pin == LevelNode::Pin::Top; });
    std::vector<int> row(size_t(count), 0), users(size_t(count), 0);
    for (size_t e = 0; e < edges.size(); ++e)
        if (!isBack[e]) ++users[size_t(edges[e].from)];

    // Nodes that depend on nothing but sources used once may sink to where they are needed.
    std::vector<char> sinks(size_t(count), 0);
    for (int node : order) {
        int lowest = hasTop && nodes[size_t(node)].pin != LevelNode::Pin::Top ? 1 : 0;
        bool free = nodes[size_t(node)].pin == LevelNode::Pin::None;
        for (int e : in[node]) {
            if (isBack[size_t(e)]) continue;
            const int from = edges[size_t(e)].from;
            lowest = std::max(lowest, row[size_t(from)] + 1);
            free = free && sinks[size_t(from)] && users[size_t(from)] == 1;
        }
        row[size_t(node)] = lowest;
        sinks[size_t(node)] = free;
    }
    for (size_t i = order.size(); i-- > 0;) {
        const int node = order[i];
        if (!sinks[size_t(node)] || users[size_t(node)] == 0) continue;
        int highestUser = std::numeric_limits<int>::max();
        for (int e : out[node])
            if (!isBack[size_t(e)]) highestUser = std::min(highestUser, row[size_t(edges[size_t(e)].to)]);
        row[size_t(node)] = highestUser - 1;
    }
    int last = 0;
    for (int i = 0; i < count; ++i)
        if (nodes[size_t(i)].pin != LevelNode::Pin::Bottom) last = std::max(last, row[size_t(i)]);
    for (int i = 0; i < count; ++i)
        if (nodes[size_t(i)].pin == LevelNode::Pin::Bottom) row[size_t(i)] = last + 1;
    const int first = count ? *std::min_element(row.begin(), row.end()) : 0;
    for (int &r : row)
        r -= first;
    return row;
}

/** A node in its row, or the place where an edge passes a row. */
struct Item {
    int node = -1; ///< -1: an edge passes
    int row = 0;
    double width = 0, centre = 0;
    double key = 0; ///< what rows are sorted by at first
};

/** A piece of an edge between neighbouring rows. */
struct Segment {
    int upper = -1, lower = -1;
    double upperX = 0, lowerX = 0; ///< from the centres of the items
    double weight = 1;
};

constexpr double passingWidth = 10;

/** One connected part: builds rows of items, orders them, gives each its place. */
class Rows {
public:
    Rows(const std::vector<LevelNode> &nodes, const std::vector<LevelEdge> &edges, const LayoutOptions &options)
        : m_nodes(nodes)
        , m_edges(edges)
        , m_options(options) {}

    LevelResult run(const CancelFlag &cancelled) {
        build();
        if (isCancelled(cancelled)) return {};
        sortRows(cancelled);
        if (isCancelled(cancelled)) return {};
        place(cancelled);
        return result();
    }

private:
    void build();
    void guessKeys(const Adjacency &out, const Adjacency &in);
    void addSegments(size_t edge, int fromRow, int toRow);
    void sortRows(const CancelFlag &cancelled);
    void sweep(const Adjacency &neighbours, bool down);
    void swapNeighbours();
    int64_t crossings() const;
    int64_t crossingsBelow(size_t row, std::vector<int> &tree) const;
    std::pair<int, int> crossingsOfPair(int a, int b, const Adjacency &segments, bool up) const;
    void place(const CancelFlag &cancelled);
    enum class Pull : uint8_t { Up, Down, Both };
    struct Wish {
        double x, weight;
    };
    Wish wishOf(int item, Pull pull);
    void placeRow(size_t row, Pull pull);
    LevelResult result() const;

    double gapAfter(const Item &left, const Item &right) const {
        const bool passing = left.node < 0 && right.node < 0;
        return passing ? 8 : left.node < 0 || right.node < 0 ? m_options.nodeGap * 0.6 : m_options.nodeGap;
    }

    const std::vector<LevelNode> &m_nodes;
    const std::vector<LevelEdge> &m_edges;
    const LayoutOptions &m_options;
    std::vector<LevelResult::Route> m_routes;
    std::vector<Item> m_items; ///< nodes first, by their index
    std::vector<Segment> m_segments;
    std::vector<std::vector<int>> m_chains;         ///< the passing items of each edge
    std::vector<std::vector<int>> m_rows;           ///< items from left to right
    std::vector<int> m_at;                          ///< the place of an item in its row
    std::vector<std::pair<double, double>> m_pulls; ///< of the item under work: place and weight
    bool m_isGrowth = false;                        ///< most nodes had places before, and keep them
    std::optional<Adjacency> m_up, m_down;          ///< segments above and below an item
};

void Rows::build() {
    const Adjacency out(int(m_nodes.size()), m_edges.size(), [&](size_t e) { return m_edges[e].from; });
    const Adjacency in(int(m_nodes.size()), m_edges.size(), [&](size_t e) { return m_edges[e].to; });
    const auto isBack = backEdges(int(m_nodes.size()), m_edges, out);
    const auto row = rowsOf(m_nodes, m_edges, isBack, out, in);

    for (size_t i = 0; i < m_nodes.size(); ++i)
        m_items.push_back({int(i), row[i], m_nodes[i].width, 0, m_nodes[i].previousX.value_or(double(i))});
    const auto known =
        std::count_if(m_nodes.begin(), m_nodes.end(), [](const LevelNode &node) { return node.previousX.has_value(); });
    m_isGrowth = known > 0 && size_t(known) * 5 >= m_nodes.size() * 3;
    if (m_isGrowth) guessKeys(out, in);
    m_routes.assign(m_edges.size(), LevelResult::Route::Flow);
    m_chains.resize(m_edges.size());
    for (size_t e = 0; e < m_edges.size(); ++e) {
        if (isBack[e]) {
            m_routes[e] = LevelResult::Route::Back;
            continue;
        }
        addSegments(e, row[size_t(m_edges[e].from)], row[size_t(m_edges[e].to)]);
    }
    const int rows = 1 + std::accumulate(row.begin(), row.end(), 0, [](int a, int b) { return std::max(a, b); });
    m_rows.resize(size_t(rows));
    for (size_t i = 0; i < m_items.size(); ++i)
        m_rows[size_t(m_items[i].row)].push_back(int(i));
    m_at.resize(m_items.size());
    const int count = int(m_items.size());
    m_up.emplace(count, m_segments.size(), [&](size_t s) { return m_segments[s].lower; });
    m_down.emplace(count, m_segments.size(), [&](size_t s) { return m_segments[s].upper; });
}

/** New nodes of a grown graph come to stand near those that they are connected with: below what they take, else above
    what takes them. */
void Rows::guessKeys(const Adjacency &out, const Adjacency &in) {
    std::vector<int> order(m_nodes.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return m_items[size_t(a)].row < m_items[size_t(b)].row; });
    const auto centre = [&](int node) { return m_items[size_t(node)].key + m_nodes[size_t(node)].width / 2; };
    std::vector<char> isPlaced(m_nodes.size(), 0);
    for (size_t i = 0; i < m_nodes.size(); ++i)
        isPlaced[i] = m_nodes[i].previousX.has_value();
    const auto guess = [&](int node, std::span<const int> edges, int LevelEdge::*other) {
        double sum = 0, count = 0;
        for (int e : edges) {
            const int neighbour = m_edges[size_t(e)].*other;
            if (!isPlaced[size_t(neighbour)]) continue;
            sum += centre(neighbour);
            ++count;
        }
        if (count == 0) return;
        m_items[size_t(node)].key = sum / count - m_nodes[size_t(node)].width / 2;
        isPlaced[size_t(node)] = 1;
    };
    for (int node : order)
        if (!isPlaced[size_t(node)]) guess(node, in[node], &LevelEdge::from);
    for (size_t i = order.size(); i-- > 0;)
        if (!isPlaced[size_t(order[i])]) guess(order[i], out[order[i]], &LevelEdge::to);
}

void Rows::addSegments(size_t edge, int fromRow, int toRow) {
    if (toRow - fromRow > m_options.longestSpan) {
        m_routes[edge] = LevelResult::Route::Stub;
        return;
    }
    const LevelEdge &e = m_edges[edge];
    int above = e.from;
    double aboveX = e.fromX - m_nodes[size_t(e.from)].width / 2;
    const double fromKey = m_items[size_t(e.from)].key, toKey = m_items[size_t(e.to)].key;
    for (int row = fromRow + 1; row < toRow; ++row) {
        const double share = double(row - fromRow) / (toRow - fromRow);
        const int item = int(m_items.size());
        m_items.push_back({-1, row, passingWidth, 0, fromKey + (toKey - fromKey) * share});
        m_segments.push_back({above, item, aboveX, 0, m_items[size_t(above)].node < 0 ? 8.0 : 2.0});
        m_chains[edge].push_back(item);
        above = item;
        aboveX = 0;
    }
    const double toX = e.toX - m_nodes[size_t(e.to)].width / 2;
    m_segments.push_back({above, e.to, aboveX, toX, m_items[size_t(above)].node < 0 ? 2.0 : 1.0});
}

int64_t Rows::crossingsBelow(size_t row, std::vector<int> &tree) const {
    // Segments from left to right by their upper end; each crosses the earlier ones that end further to the right.
    // Ends on one node are told apart by their ports: operands in the wrong order cross visibly.
    std::vector<int> segments;
    for (int upper : m_rows[row])
        segments.insert(segments.end(), (*m_down)[upper].begin(), (*m_down)[upper].end());
    const auto upperEnd = [&](int s) {
        const Segment &segment = m_segments[size_t(s)];
        return std::pair(m_at[size_t(segment.upper)], segment.upperX);
    };
    const auto lowerEnd = [&](int s) {
        const Segment &segment = m_segments[size_t(s)];
        return std::pair(m_at[size_t(segment.lower)], segment.lowerX);
    };
    std::sort(segments.begin(), segments.end(),
              [&](int a, int b) { return std::pair(upperEnd(a), lowerEnd(a)) < std::pair(upperEnd(b), lowerEnd(b)); });
    std::vector<std::pair<int, double>> ends;
    for (int s : segments)
        ends.push_back(lowerEnd(s));
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());

    tree.assign(ends.size() + 1, 0);
    int64_t total = 0, seen = 0;
    for (int s : segments) {
        const size_t end = size_t(std::lower_bound(ends.begin(), ends.end(), lowerEnd(s)) - ends.begin()) + 1;
        int64_t notRight = 0;
        for (size_t i = end; i > 0; i -= i & (~i + 1))
            notRight += tree[i];
        total += seen - notRight;
        for (size_t i = end; i < tree.size(); i += i & (~i + 1))
            ++tree[i];
        ++seen;
    }
    return total;
}

int64_t Rows::crossings() const {
    std::vector<int> tree;
    int64_t total = 0;
    for (size_t row = 0; row + 1 < m_rows.size(); ++row)
        total += crossingsBelow(row, tree);
    return total;
}

void Rows::sweep(const Adjacency &neighbours, bool down) {
    std::vector<std::pair<double, int>> keyed;
    for (size_t step = 0; step < m_rows.size(); ++step) {
        auto &row = m_rows[down ? step : m_rows.size() - 1 - step];
        keyed.clear();
        for (int item : row) {
            double sum = 0;
            const auto segments = neighbours[item];
            for (int s : segments) {
                const Segment &segment = m_segments[size_t(s)];
                const int other = down ? segment.upper : segment.lower;
                const double offset = down ? segment.upperX - segment.lowerX : segment.lowerX - segment.upperX;
                // Ports count as a fraction of a place, so that operands come from where they are used.
                sum += m_at[size_t(other)] + offset / 1000;
            }
            keyed.emplace_back(segments.empty() ? m_at[size_t(item)] : sum / double(segments.size()), item);
        }
        std::stable_sort(keyed.begin(), keyed.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
        for (size_t i = 0; i < row.size(); ++i) {
            row[i] = keyed[i].second;
            m_at[size_t(row[i])] = int(i);
        }
    }
}

/** How many crossings the segments of `a` and `b` have with a left of b, and with b left of a. */
std::pair<int, int> Rows::crossingsOfPair(int a, int b, const Adjacency &segments, bool up) const {
    int asIs = 0, swapped = 0;
    const auto place = [&](int s) {
        const Segment &segment = m_segments[size_t(s)];
        const int other = up ? segment.upper : segment.lower;
        return m_at[size_t(other)] + (up ? segment.upperX : segment.lowerX) / 1000;
    };
    for (int sa : segments[a]) {
        for (int sb : segments[b]) {
            asIs += place(sa) > place(sb);
            swapped += place(sb) > place(sa);
        }
    }
    return {asIs, swapped};
}

void Rows::swapNeighbours() {
    for (int round = 0; round < 4; ++round) {
        bool changed = false;
        for (auto &row : m_rows) {
            for (size_t i = 0; i + 1 < row.size(); ++i) {
                const auto up = crossingsOfPair(row[i], row[i + 1], *m_up, true);
                const auto down = crossingsOfPair(row[i], row[i + 1], *m_down, false);
                if (up.second + down.second >= up.first + down.first) continue;
                std::swap(row[i], row[i + 1]);
                m_at[size_t(row[i])] = int(i);
                m_at[size_t(row[i + 1])] = int(i) + 1;
                changed = true;
            }
        }
        if (!changed) return;
    }
}

void Rows::sortRows(const CancelFlag &cancelled) {
    for (auto &row : m_rows) {
        std::stable_sort(row.begin(), row.end(),
                         [&](int a, int b) { return m_items[size_t(a)].key < m_items[size_t(b)].key; });
        for (size_t i = 0; i < row.size(); ++i)
            m_at[size_t(row[i])] = int(i);
    }
    if (m_isGrowth) return; // keep what the user has in mind

    auto best = m_rows;
    int64_t fewest = crossings();
    const int sweeps = m_items.size() < 3000 ? 12 : 4;
    for (int i = 0, failures = 0; i < sweeps && fewest > 0 && failures < 3 && !isCancelled(cancelled); ++i) {
        if (i % 2 == 0)
            sweep(*m_up, true);
        else
            sweep(*m_down, false);
        const int64_t now = crossings();
        if (double(now) < double(fewest) * 0.98) {
            best = m_rows;
            fewest = now;
            failures = 0;
        } else {
            ++failures;
        }
    }
    m_rows = std::move(best);
    for (auto &row : m_rows)
        for (size_t i = 0; i < row.size(); ++i)
            m_at[size_t(row[i])] = int(i);
    if (fewest > 0 && m_items.size() < 3000) swapNeighbours();
}

/**
 * Where an item wants to be: the weighted median of its neighbours, not their mean, because the median makes most edges
 * straight and a few long where the mean makes all of them a little crooked. Between two middle values any place is as
 * good: the middle while rows find their order, the present place (or the nearest) in the last rounds.
 */
Rows::Wish Rows::wishOf(int itemIndex, Pull pull) {
    const Item &item = m_items[size_t(itemIndex)];
    constexpr double immovable = 1e6;
    if (m_isGrowth && item.node >= 0 && m_nodes[size_t(item.node)].previousX)
        return {*m_nodes[size_t(item.node)].previousX + item.width / 2, immovable};
    m_pulls.clear();
    double total = 0;
    const auto add = [&](double x, double weight) {
        m_pulls.emplace_back(x, weight);
        total += weight;
    };
    if (pull != Pull::Down) {
        for (int s : (*m_up)[itemIndex]) {
            const Segment &segment = m_segments[size_t(s)];
            add(m_items[size_t(segment.upper)].centre + segment.upperX - segment.lowerX, segment.weight);
        }
    }
    if (pull != Pull::Up) {
        for (int s : (*m_down)[itemIndex]) {
            const Segment &segment = m_segments[size_t(s)];
            add(m_items[size_t(segment.lower)].centre + segment.lowerX - segment.upperX, segment.weight);
        }
    }
    if (m_pulls.empty()) return {item.centre, 0.05};
    std::sort(m_pulls.begin(), m_pulls.end());
    double below = 0;
    size_t middle = 0;
    while (below + m_pulls[middle].second < total / 2)
        below += m_pulls[middle++].second;
    const double low = m_pulls[middle].first;
    const bool isTie = below + m_pulls[middle].second == total / 2 && middle + 1 < m_pulls.size();
    const double high = isTie ? m_pulls[middle + 1].first : low;
    return {pull == Pull::Both ? std::clamp(item.centre, low, high) : (low + high) / 2, total};
}

void Rows::placeRow(size_t rowIndex, Pull pull) {
    struct Block {
        double sum = 0, weight = 0;
        size_t first = 0;
        double mean() const { return sum / weight; }
    };
    const auto &row = m_rows[rowIndex];
    std::vector<Block> blocks;
    std::vector<double> offset(row.size(), 0);
    for (size_t i = 0; i < row.size(); ++i) {
        const Item &item = m_items[size_t(row[i])];
        if (i > 0) {
            const Item &left = m_items[size_t(row[i - 1])];
            offset[i] = offset[i - 1] + left.width / 2 + gapAfter(left, item) + item.width / 2;
        }
        const Wish wish = wishOf(row[i], pull);
        blocks.push_back({(wish.x - offset[i]) * wish.weight, wish.weight, i});
        while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() >= blocks.back().mean()) {
            const Block last = blocks.back();
            blocks.pop_back();
            blocks.back().sum += last.sum;
            blocks.back().weight += last.weight;
        }
    }
    for (size_t b = 0; b < blocks.size(); ++b) {
        const size_t end = b + 1 < blocks.size() ? blocks[b + 1].first : row.size();
        for (size_t i = blocks[b].first; i < end; ++i)
            m_items[size_t(row[i])].centre = blocks[b].mean() + offset[i];
    }
}

void Rows::place(const CancelFlag &cancelled) {
    for (auto &row : m_rows) {
        double x = 0;
        for (size_t i = 0; i < row.size(); ++i) {
            Item &item = m_items[size_t(row[i])];
            if (i > 0) x += gapAfter(m_items[size_t(row[i - 1])], item);
            item.centre = x + item.width / 2;
            x += item.width;
        }
        for (int item : row)
            m_items[size_t(item)].centre -= x / 2;
    }
    for (Item &item : m_items)
        if (m_isGrowth) item.centre = item.key + item.width / 2;
    static constexpr Pull rounds[] = {Pull::Up,   Pull::Down, Pull::Up,   Pull::Down, Pull::Up,
                                      Pull::Down, Pull::Both, Pull::Both, Pull::Both, Pull::Both};
    bool fromTop = true;
    for (Pull pull : rounds) {
        if (isCancelled(cancelled)) return;
        if (pull != Pull::Both)
            fromTop = pull == Pull::Up;
        else
            fromTop = !fromTop;
        for (size_t i = 0; i < m_rows.size(); ++i)
            placeRow(fromTop ? i : m_rows.size() - 1 - i, pull);
    }
}

LevelResult Rows::result() const {
    LevelResult result;
    double left = std::numeric_limits<double>::max(), right = std::numeric_limits<double>::lowest();
    for (const Item &item : m_items) {
        left = std::min(left, item.centre - item.width / 2);
        right = std::max(right, item.centre + item.width / 2);
    }
    // Rows are as high as their highest node; where edges run far sideways they get more room to do so.
    std::vector<double> top(m_rows.size(), 0), height(m_rows.size(), 0), shift(m_rows.size(), 0);
    for (const Item &item : m_items)
        if (item.node >= 0)
            height[size_t(item.row)] = std::max(height[size_t(item.row)], m_nodes[size_t(item.node)].height);
    for (const Segment &segment : m_segments) {
        const Item &upper = m_items[size_t(segment.upper)], &lower = m_items[size_t(segment.lower)];
        const double sideways = std::abs(upper.centre + segment.upperX - lower.centre - segment.lowerX);
        shift[size_t(upper.row)] = std::max(shift[size_t(upper.row)], sideways);
    }
    double y = 0;
    for (size_t row = 0; row < m_rows.size(); ++row) {
        top[row] = y;
        y += height[row] + (row + 1 < m_rows.size() ? m_options.rankGap + std::min(50.0, shift[row] / 14) : 0);
    }
    result.width = m_items.empty() ? 0 : right - left;
    result.height = y;

    result.nodes.resize(m_nodes.size());
    for (size_t i = 0; i < m_nodes.size(); ++i) {
        const Item &item = m_items[i];
        result.nodes[i] = {item.centre - item.width / 2 - left, top[size_t(item.row)], item.width, m_nodes[i].height};
    }
    result.routes = m_routes;
    result.paths.resize(m_edges.size());
    for (size_t e = 0; e < m_edges.size(); ++e) {
        if (m_routes[e] != LevelResult::Route::Flow) continue;
        const LevelEdge &edge = m_edges[e];
        const LayoutBox &from = result.nodes[size_t(edge.from)], &to = result.nodes[size_t(edge.to)];
        auto &path = result.paths[e];
        const size_t fromRow = size_t(m_items[size_t(edge.from)].row);
        path.push_back({from.x + edge.fromX, from.bottom()});
        // Past a higher neighbour it goes straight down first, so that it does not run through it.
        if (from.bottom() < top[fromRow] + height[fromRow]) path.push_back({path[0].x, top[fromRow] + height[fromRow]});
        for (int item : m_chains[e]) {
            const size_t row = size_t(m_items[size_t(item)].row);
            path.push_back({m_items[size_t(item)].centre - left, top[row]});
            path.push_back({m_items[size_t(item)].centre - left, top[row] + height[row]});
        }
        path.push_back({to.x + edge.toX, to.y});
    }
    return result;
}

} // namespace

LevelResult placeConnected(const std::vector<LevelNode> &nodes, const std::vector<LevelEdge> &edges,
                           const LayoutOptions &options, const CancelFlag &cancelled) {
    return Rows(nodes, edges, options).run(cancelled);
}

} // namespace graphview
} // namespace jitscope
