// SPDX-License-Identifier: GPL-3.0-or-later
// What a graph view shows, as plain data: cards and edges, and how they are made from a module.
#pragma once

#include "app/graphview/graphlayout.h"
#include "app/models/timemeasure.h"
#include "engine/ir/diff.h"
#include "engine/ops/opdef.h"

#include <QString>
#include <QStringList>
#include <set>
#include <unordered_map>

namespace jitscope {
inline namespace graphview {

enum class CardKind : uint8_t {
    Op,        ///< a primitive
    Parameter, ///< an input of the graph, or of the tape
    Weight,    ///< a parameter that holds a model's weight
    Constant,  ///< only when plumbing is shown
    GraphCall, ///< a call of another graph
    Kernel,    ///< a call of a fused kernel
    Return,
    Scope,  ///< of a live graph: a scope that is closed
    Beyond, ///< of a live graph: operators before or after those that are shown
    Next,   ///< of a live graph: the operator about to run
};

/** What an overlay shows on a card. */
struct CardOverlay {
    enum class Alarm : uint8_t { None, Good, Bad, Unknown };
    QString text;      ///< "26.1 µs", "3 NaN"
    double share = -1; ///< 0..1 of the largest, drawn as a bar; -1 for none
    Alarm alarm = Alarm::None;
    bool operator==(const CardOverlay &) const = default;
};

struct DisplayNode {
    CardKind kind = CardKind::Op;
    std::string key; ///< names it over passes: "12", or "12/30" for node 30 in the graph that call 12 was expanded to
    NodePtr node;    ///< null for the tape and for Return
    NodeId id;
    int64_t op = -1;     ///< live: OpEvent::number; of a card of several the first
    int64_t lastOp = -1; ///< live: the last of several, else as `op`
    int64_t tensor = -1; ///< live: of a source card
    QString title;       ///< "MatMul"
    QString detail;      ///< "fc": the cell or name beside it
    QString type;        ///< "f32[2,8,196]"
    QString note;        ///< "3 members"
    QString scope;
    QStringList arguments; ///< constants that were folded into it: "axis=-1"
    OpCategory category = OpCategory::Other;
    int64_t timeNs = -1;
    TimeMeasure timeMeasure = TimeMeasure::Wall;
    int64_t bytes = -1; ///< of its results
    CardOverlay overlay;
    NodeChange change = NodeChange::Unchanged;
    int group = -1;
    bool isExpandable = false;
};

struct DisplayEdge {
    int from = -1, to = -1;
    int port = 0;
    bool isControl = false; ///< order only, no data
    bool operator==(const DisplayEdge &) const = default;
};

struct DisplayGroup {
    enum class Kind : uint8_t {
        Expanded, ///< a call shown with what it calls; closes on double-click
        Fused,    ///< what became one node in the other of two pictures, or came from one
    };
    Kind kind = Kind::Expanded;
    std::string key; ///< of the card that it stands for
    QString title;
    int parent = -1;
    NodeId id; ///< the call
    bool operator==(const DisplayGroup &) const = default;
};

struct DisplayGraph {
    std::vector<DisplayNode> nodes;
    std::vector<DisplayEdge> edges;
    std::vector<DisplayGroup> groups;
    int foldedPlumbing = 0; ///< nodes that are not shown because they only move values around

    /** The cards of the node with that id: several if a graph is expanded in several places. */
    std::vector<int> cardsOf(NodeId id) const;
    /** Those of these cards that have one, each once. */
    std::vector<NodeId> nodesOf(const std::vector<int> &cards) const;
    int cardWithKey(std::string_view key) const; ///< -1 for none
    /** The card of the operator, or the one that stands for it among others; -1 for none. */
    int cardOfOp(int64_t op) const;
};

enum class Plumbing : uint8_t {
    Folded, ///< MakeTuple, TupleGetItem, Depend, Load, UpdateState and constants are drawn as edges and arguments
    Shown,
};

struct DisplayOptions {
    Plumbing plumbing = Plumbing::Folded;
    std::set<std::string> expanded;             ///< keys of cards shown with what they call
    std::unordered_map<int64_t, int64_t> times; ///< ns by NodeId::value, or by op number; for the pills
};

/** The cards of the entry graph of `module`; nothing for a module without graphs. */
DisplayGraph displayGraph(const Module &module, const DisplayOptions &options = {});

/** The mean times of the nodes that have run since, in ns by NodeId::value. */
void setTimes(DisplayGraph &graph, const std::unordered_map<int64_t, int64_t> &times);

/** One line a card: "MatMul · fc  f32[2,3]  <- x, fc.weight", members indented below the title of their group; for
    copies, exports and tests. */
QString graphText(const DisplayGraph &graph);

/** "MatMul, f32[2,8], fused, 1.2 ms, 3 inputs": what a screen reader says. */
QString accessibleText(const DisplayGraph &graph, int node);

/** The sign of a change on a card: "+", "−", "~", "ƒ"; "" for unchanged. */
QString changeGlyph(NodeChange change);
/** In one word: "added", "removed", "changed", "fused". */
QString changeWord(NodeChange change);

/** The category of any primitive, of fused names ("MatMul_BiasAdd") by their first part. */
OpCategory categoryOf(std::string_view op);

} // namespace graphview
} // namespace jitscope
