// SPDX-License-Identifier: GPL-3.0-or-later
//
// The union of both graphs is laid out once, so a node on both sides cannot move. Cards are brought together in three
// steps: the same key on both sides is one slot; nodes that the pass turned into others form a cluster, which becomes
// an overlay of two alternatives; a cluster that would tie the union into a knot (a cycle through it) is taken apart
// again, because rows need an order and a wrong hull says more than none.
#include "app/graphview/unionlayout.h"

#include "app/graphview/cardpainter.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <unordered_map>

namespace jitscope {
inline namespace graphview {

namespace {

/** Which of the two pictures a card or edge belongs to. */
constexpr int sides = 2;

/** Cards of both sides that belong together: indices into one numbering, those of `after` behind those of `before`. */
struct Cluster {
    std::vector<int> cards[sides];
};

/** Of an edge. */
struct Ends {
    int from, to, port;
    bool operator==(const Ends &) const = default;
};

struct HashEnds {
    size_t operator()(const Ends &ends) const {
        return (size_t(ends.from) * 1000003 + size_t(ends.to)) * 31 + size_t(ends.port);
    }
};

using ChangeOfNode = std::unordered_map<int64_t, NodeChange>;

ChangeOfNode changesOf(const ModuleDiff &diff) {
    ChangeOfNode changes;
    changes.reserve(diff.nodes.size());
    for (const NodeDiff &node : diff.nodes) {
        if (node.before) changes.emplace(node.before->id.value, node.change);
        if (node.after) changes.emplace(node.after->id.value, node.change);
    }
    return changes;
}

DisplayGraph marked(DisplayGraph graph, const ChangeOfNode &changes) {
    for (DisplayNode &node : graph.nodes) {
        if (!node.id.valid()) continue;
        if (const auto found = changes.find(node.id.value); found != changes.end()) node.change = found->second;
    }
    return graph;
}

/** The cards of one side by the ids of their nodes, in one run of memory. */
class CardsById {
public:
    void add(int64_t id, int card) { m_cards.emplace_back(id, card); }
    /** Before any is looked up. */
    void sort() {
        if (!std::ranges::is_sorted(m_cards)) std::ranges::sort(m_cards);
    }
    auto of(int64_t id) const {
        return std::ranges::equal_range(m_cards, id, std::less(), &std::pair<int64_t, int>::first);
    }

private:
    std::vector<std::pair<int64_t, int>> m_cards;
};

/** Who follows whom, in one run of memory. */
class Successors {
public:
    Successors(int count, const std::vector<std::pair<int, int>> &edges)
        : m_begin(size_t(count) + 1)
        , m_to(edges.size()) {
        for (const auto &[from, to] : edges)
            ++m_begin[size_t(from) + 1];
        std::partial_sum(m_begin.begin(), m_begin.end(), m_begin.begin());
        std::vector<size_t> next(m_begin);
        for (const auto &[from, to] : edges)
            m_to[next[size_t(from)]++] = to;
    }
    std::span<const int> of(int node) const {
        return std::span(m_to).subspan(m_begin[size_t(node)], m_begin[size_t(node) + 1] - m_begin[size_t(node)]);
    }

private:
    std::vector<size_t> m_begin;
    std::vector<int> m_to;
};

class Union {
public:
    Union(const DisplayGraph &before, const DisplayGraph &after, const ModuleDiff &diff)
        : m_diff(diff)
        , m_graphs{&before, &after}
        , m_offset{0, int(before.nodes.size())} {}

    UnionPicture run(const LayoutOptions &options, const CancelFlag &cancelled) {
        joinGroups();
        makeSlots();
        findClusters();
        takeKnotsApart();
        const LayoutInput input = layoutInput();
        const LayoutResult result = layeredLayout(input, options, cancelled);
        if (!result.isComplete) return {{}, {}, false};
        const ChangeOfNode changes = changesOf(m_diff);
        return {sideOf(0, result, changes), sideOf(1, result, changes), true};
    }

private:
    int cardCount() const { return m_offset[1] + int(m_graphs[1]->nodes.size()); }
    int sideOfCard(int card) const { return card >= m_offset[1]; }
    const DisplayNode &cardAt(int card) const {
        const int side = sideOfCard(card);
        return m_graphs[side]->nodes[size_t(card - m_offset[side])];
    }
    void joinGroups();
    void makeSlots();
    void findClusters();
    void takeKnotsApart();
    bool isUsable(const Cluster &cluster) const;
    std::vector<int> unitOfSlots() const;
    LayoutInput layoutInput();
    GraphPicture sideOf(int side, const LayoutResult &result, const ChangeOfNode &changes) const;

    const ModuleDiff &m_diff;
    const DisplayGraph *m_graphs[sides];
    int m_offset[sides];
    std::vector<LayoutGroup> m_groups;
    std::vector<int> m_groupOf[sides]; ///< display group -> layout group
    std::vector<int> m_slot;           ///< card -> layout node
    std::vector<int> m_slotGroup;
    std::vector<QSizeF> m_slotSize;
    std::vector<Cluster> m_clusters;
    std::vector<int> m_edgeOf[sides]; ///< display edge -> layout edge
    struct Hull {
        int side, group;
        std::vector<int> cards;
    };
    std::vector<Hull> m_hulls;
};

void Union::joinGroups() {
    std::map<std::string, int> byKey;
    for (int side = 0; side < sides; ++side) {
        for (const DisplayGroup &group : m_graphs[side]->groups) {
            const auto [found, isNew] = byKey.emplace(group.key, int(m_groups.size()));
            if (isNew) {
                const int parent = group.parent < 0 ? -1 : m_groupOf[side][size_t(group.parent)];
                m_groups.push_back({LayoutGroup::Kind::Hull, parent, groupTitleWidth(group)});
            }
            m_groupOf[side].push_back(found->second);
        }
    }
}

void Union::makeSlots() {
    std::unordered_map<std::string_view, int> byKey;
    byKey.reserve(size_t(cardCount()));
    const auto slotOf = [&](int card) {
        const DisplayNode &node = cardAt(card);
        const int group = node.group < 0 ? -1 : m_groupOf[sideOfCard(card)][size_t(node.group)];
        const auto [found, isNew] = byKey.emplace(node.key, int(m_slotGroup.size()));
        if (isNew) {
            m_slotGroup.push_back(group);
            m_slotSize.push_back(cardSize(node));
        } else {
            QSizeF &size = m_slotSize[size_t(found->second)];
            size = size.expandedTo(cardSize(node));
        }
        return found->second;
    };
    m_slot.assign(size_t(cardCount()), -1);
    for (int card = 0; card < cardCount(); ++card)
        m_slot[size_t(card)] = slotOf(card);
}

/** Follows the partners that the diff names; cards of folded plumbing take no part. */
void Union::findClusters() {
    CardsById byId[sides];
    for (int card = 0; card < cardCount(); ++card)
        if (cardAt(card).id.valid()) byId[sideOfCard(card)].add(cardAt(card).id.value, card);
    for (CardsById &side : byId)
        side.sort();

    std::vector<int> parent(size_t(cardCount()), 0);
    std::iota(parent.begin(), parent.end(), 0);
    const auto rootOf = [&](int card) {
        while (parent[size_t(card)] != card)
            card = parent[size_t(card)] = parent[size_t(parent[size_t(card)])];
        return card;
    };
    const auto join = [&](int a, int b) {
        a = rootOf(a);
        b = rootOf(b);
        parent[size_t(std::max(a, b))] = std::min(a, b);
    };
    for (const NodeDiff &node : m_diff.nodes) {
        if (node.change != NodeChange::Fused && node.change != NodeChange::Replaced) continue;
        const int side = node.after ? 1 : 0;
        const NodePtr &self = node.after ? node.after : node.before;
        for (const auto &[id, own] : byId[side].of(self->id.value))
            for (const NodeId &partner : node.partners)
                for (const auto &[otherId, other] : byId[1 - side].of(partner.value))
                    join(own, other);
    }
    std::vector<std::pair<int, int>> byRoot; // a card of one root alone is no cluster
    byRoot.reserve(size_t(cardCount()));
    for (int card = 0; card < cardCount(); ++card)
        byRoot.emplace_back(rootOf(card), card);
    std::sort(byRoot.begin(), byRoot.end());
    for (size_t begin = 0, end = 0; begin < byRoot.size(); begin = end) {
        while (end < byRoot.size() && byRoot[end].first == byRoot[begin].first)
            ++end;
        if (end - begin < 2) continue;
        Cluster cluster;
        for (size_t i = begin; i < end; ++i)
            cluster.cards[sideOfCard(byRoot[i].second)].push_back(byRoot[i].second);
        if (isUsable(cluster)) m_clusters.push_back(std::move(cluster));
    }
}

/** Both sides present, all in one group, and no card that has its place on both sides already. */
bool Union::isUsable(const Cluster &cluster) const {
    if (cluster.cards[0].empty() || cluster.cards[1].empty()) return false;
    const int group = m_slotGroup[size_t(m_slot[size_t(cluster.cards[0].front())])];
    std::vector<int> taken;
    for (const auto &cards : cluster.cards) {
        for (int card : cards) {
            if (m_slotGroup[size_t(m_slot[size_t(card)])] != group) return false;
            taken.push_back(m_slot[size_t(card)]);
        }
    }
    std::sort(taken.begin(), taken.end());
    return std::adjacent_find(taken.begin(), taken.end()) == taken.end();
}

/** Slots numbered so that those of one cluster have the same number. */
std::vector<int> Union::unitOfSlots() const {
    std::vector<int> unit(m_slotGroup.size());
    std::iota(unit.begin(), unit.end(), 0);
    for (const Cluster &cluster : m_clusters) {
        const int first = m_slot[size_t(cluster.cards[0].front())];
        for (const auto &cards : cluster.cards)
            for (int card : cards)
                unit[size_t(m_slot[size_t(card)])] = first;
    }
    return unit;
}

/** Drops the clusters that lie on a cycle of the condensed union (Tarjan's components, iterative). */
void Union::takeKnotsApart() {
    const auto unit = unitOfSlots();
    const int count = int(unit.size());
    std::vector<std::pair<int, int>> edges;
    edges.reserve(m_graphs[0]->edges.size() + m_graphs[1]->edges.size());
    for (int side = 0; side < sides; ++side) {
        for (const DisplayEdge &edge : m_graphs[side]->edges) {
            const int from = unit[size_t(m_slot[size_t(edge.from + m_offset[side])])];
            const int to = unit[size_t(m_slot[size_t(edge.to + m_offset[side])])];
            if (from != to) edges.emplace_back(from, to);
        }
    }
    const Successors next(count, edges);
    std::vector<int> index(size_t(count), -1), low(size_t(count), 0), component(size_t(count), -1), size;
    std::vector<int> stack;
    std::vector<std::pair<int, size_t>> open;
    int visited = 0;
    for (int root = 0; root < count; ++root) {
        if (index[size_t(root)] >= 0) continue;
        open.emplace_back(root, 0);
        while (!open.empty()) {
            const auto [node, at] = open.back();
            if (at == 0) {
                index[size_t(node)] = low[size_t(node)] = visited++;
                stack.push_back(node);
            }
            if (at < next.of(node).size()) {
                ++open.back().second;
                const int to = next.of(node)[at];
                if (index[size_t(to)] < 0)
                    open.emplace_back(to, 0);
                else if (component[size_t(to)] < 0)
                    low[size_t(node)] = std::min(low[size_t(node)], index[size_t(to)]);
                continue;
            }
            open.pop_back();
            if (!open.empty()) {
                const int above = open.back().first;
                low[size_t(above)] = std::min(low[size_t(above)], low[size_t(node)]);
            }
            if (low[size_t(node)] != index[size_t(node)]) continue;
            size.push_back(0);
            for (int member = -1; member != node;) {
                member = stack.back();
                stack.pop_back();
                component[size_t(member)] = int(size.size()) - 1;
                ++size.back();
            }
        }
    }
    std::erase_if(m_clusters, [&](const Cluster &cluster) {
        const int slot = unit[size_t(m_slot[size_t(cluster.cards[0].front())])];
        return size[size_t(component[size_t(slot)])] > 1;
    });
}

LayoutInput Union::layoutInput() {
    LayoutInput input;
    input.nodes.reserve(m_slotGroup.size());
    for (size_t slot = 0; slot < m_slotGroup.size(); ++slot)
        input.nodes.push_back({m_slotSize[slot].width(), m_slotSize[slot].height(), m_slotGroup[slot], {}});
    for (const Cluster &cluster : m_clusters) {
        const int group = m_slotGroup[size_t(m_slot[size_t(cluster.cards[0].front())])];
        const int overlay = int(m_groups.size());
        m_groups.push_back({LayoutGroup::Kind::Overlay, group, 0});
        for (int side = 0; side < sides; ++side) {
            int inner = overlay;
            if (cluster.cards[side].size() > 1) {
                inner = int(m_groups.size());
                m_groups.push_back({LayoutGroup::Kind::Hull, overlay, 0});
                m_hulls.push_back({side, inner, cluster.cards[side]});
            }
            for (int card : cluster.cards[side])
                input.nodes[size_t(m_slot[size_t(card)])].group = inner;
        }
    }
    input.groups = m_groups;

    std::unordered_map<Ends, int, HashEnds> known; // an edge on both sides is one line
    known.reserve(m_graphs[0]->edges.size() + m_graphs[1]->edges.size());
    for (int side = 0; side < sides; ++side) {
        m_edgeOf[side].reserve(m_graphs[side]->edges.size());
        for (const DisplayEdge &edge : m_graphs[side]->edges) {
            const int from = m_slot[size_t(edge.from + m_offset[side])], to = m_slot[size_t(edge.to + m_offset[side])];
            const auto [found, isNew] = known.emplace(Ends{from, to, edge.port}, int(input.edges.size()));
            if (isNew) input.edges.push_back({from, to, edge.port});
            m_edgeOf[side].push_back(found->second);
        }
    }
    return input;
}

GraphPicture Union::sideOf(int side, const LayoutResult &result, const ChangeOfNode &changes) const {
    GraphPicture picture{marked(*m_graphs[side], changes), {}};
    picture.layout.nodes.reserve(picture.graph.nodes.size());
    picture.layout.edges.reserve(picture.graph.edges.size());
    for (size_t i = 0; i < picture.graph.nodes.size(); ++i)
        picture.layout.nodes.push_back(result.nodes[size_t(m_slot[i + size_t(m_offset[side])])]);
    for (size_t i = 0; i < picture.graph.edges.size(); ++i)
        picture.layout.edges.push_back(result.edges[size_t(m_edgeOf[side][i])]);
    for (int group : m_groupOf[side])
        picture.layout.groups.push_back(result.groups[size_t(group)]);
    for (const Hull &hull : m_hulls) {
        if (hull.side != side) continue;
        DisplayGroup group;
        group.kind = DisplayGroup::Kind::Fused;
        group.parent = cardAt(hull.cards.front()).group;
        const int index = int(picture.graph.groups.size());
        picture.graph.groups.push_back(group);
        picture.layout.groups.push_back(result.groups[size_t(hull.group)]);
        for (int card : hull.cards) {
            DisplayNode &member = picture.graph.nodes[size_t(card - m_offset[side])];
            member.group = index;
            // A member keeps its id inside of a kernel; what matters here is that it went into one.
            member.change = NodeChange::Fused;
        }
    }
    picture.layout.bounds = result.bounds;
    return picture;
}

} // namespace

DisplayGraph withChanges(DisplayGraph graph, const ModuleDiff &diff) {
    return marked(std::move(graph), changesOf(diff));
}

UnionPicture unionLayout(const DisplayGraph &before, const DisplayGraph &after, const ModuleDiff &diff,
                         const LayoutOptions &options, const CancelFlag &cancelled) {
    return Union(before, after, diff).run(options, cancelled);
}

} // namespace graphview
} // namespace jitscope
