// SPDX-License-Identifier: GPL-3.0-or-later
//
// The union of both graphs is laid out once, so a node on both sides cannot move. Cards are brought together in three
// steps: the same key on both sides is one slot; nodes that the pass turned into others form a cluster, which becomes
// an overlay of two alternatives; a cluster that would tie the union into a knot (a cycle through it) is taken apart
// again, because rows need an order and a wrong hull says more than none.
#include "app/graphview/unionlayout.h"

#include "app/graphview/cardpainter.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace jitscope {
inline namespace graphview {

namespace {

/** Which of the two pictures a card or edge belongs to. */
constexpr int sides = 2;

/** Cards of both sides that belong together: indices into one numbering, those of `after` behind those of `before`. */
struct Cluster {
    std::vector<int> cards[sides];
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
        return {sideOf(0, result), sideOf(1, result), true};
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
    GraphPicture sideOf(int side, const LayoutResult &result) const;

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
    std::map<std::string, int> byKey;
    const auto slotOf = [&](int card) {
        const DisplayNode &node = cardAt(card);
        const int group = node.group < 0 ? -1 : m_groupOf[sideOfCard(card)][size_t(node.group)];
        const auto [found, isNew] = byKey.emplace(node.key, int(m_slotGroup.size()));
        if (isNew) {
            m_slotGroup.push_back(group);
            m_slotSize.push_back(cardSize(node));
        } else {
            m_slotSize[size_t(found->second)] = m_slotSize[size_t(found->second)].expandedTo(cardSize(node));
        }
        return found->second;
    };
    m_slot.assign(size_t(cardCount()), -1);
    for (int card = 0; card < cardCount(); ++card)
        m_slot[size_t(card)] = slotOf(card);
}

/** Follows the partners that the diff names; cards of folded plumbing take no part. */
void Union::findClusters() {
    std::unordered_map<int64_t, std::vector<int>> byId[sides];
    for (int card = 0; card < cardCount(); ++card)
        if (cardAt(card).id.valid()) byId[sideOfCard(card)][cardAt(card).id.value].push_back(card);

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
        for (int own : byId[side][self->id.value])
            for (const NodeId &partner : node.partners)
                for (int other : byId[1 - side][partner.value])
                    join(own, other);
    }
    std::map<int, Cluster> byRoot;
    for (int card = 0; card < cardCount(); ++card)
        byRoot[rootOf(card)].cards[sideOfCard(card)].push_back(card);
    for (const auto &[root, cluster] : byRoot)
        if (isUsable(cluster)) m_clusters.push_back(cluster);
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
    std::vector<std::vector<int>> next(static_cast<size_t>(count));
    for (int side = 0; side < sides; ++side) {
        for (const DisplayEdge &edge : m_graphs[side]->edges) {
            const int from = unit[size_t(m_slot[size_t(edge.from + m_offset[side])])];
            const int to = unit[size_t(m_slot[size_t(edge.to + m_offset[side])])];
            if (from != to) next[size_t(from)].push_back(to);
        }
    }
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
            if (at < next[size_t(node)].size()) {
                ++open.back().second;
                const int to = next[size_t(node)][at];
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

    std::map<std::tuple<int, int, int>, int> known; // an edge on both sides is one line
    for (int side = 0; side < sides; ++side) {
        for (const DisplayEdge &edge : m_graphs[side]->edges) {
            const int from = m_slot[size_t(edge.from + m_offset[side])], to = m_slot[size_t(edge.to + m_offset[side])];
            const auto [found, isNew] = known.emplace(std::tuple{from, to, edge.port}, int(input.edges.size()));
            if (isNew) input.edges.push_back({from, to, edge.port});
            m_edgeOf[side].push_back(found->second);
        }
    }
    return input;
}

GraphPicture Union::sideOf(int side, const LayoutResult &result) const {
    GraphPicture picture{withChanges(*m_graphs[side], m_diff), {}};
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
    std::unordered_map<int64_t, NodeChange> changes;
    for (const NodeDiff &node : diff.nodes) {
        if (node.before) changes.emplace(node.before->id.value, node.change);
        if (node.after) changes.emplace(node.after->id.value, node.change);
    }
    for (DisplayNode &node : graph.nodes) {
        const auto found = changes.find(node.id.value);
        if (node.id.valid() && found != changes.end()) node.change = found->second;
    }
    return graph;
}

UnionPicture unionLayout(const DisplayGraph &before, const DisplayGraph &after, const ModuleDiff &diff,
                         const LayoutOptions &options, const CancelFlag &cancelled) {
    return Union(before, after, diff).run(options, cancelled);
}

} // namespace graphview
} // namespace jitscope
