// SPDX-License-Identifier: Apache-2.0
// What somebody decided about one compilation in the place of its passes, and what became of each decision.
#pragma once

#include "engine/passes/pass.h"
#include "engine/passes/passplace.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jitscope::inline passes {

/** One decision. Its nodes are those of the captured graphs: these are the same in every compilation of them. Runs of
    passes are named as in passplace.h. */
struct Decision {
    enum class Kind : uint8_t {
        SwitchOff, ///< the runs `name` of a pass do not take place
        Refuse,    ///< the rule `name` (any rule if empty) is not applied across `nodes`, or to the only one
        KeepOut,   ///< the nodes become part of no kernel
        Fuse,      ///< the nodes become one kernel where that is legal, even if no cost model would do it
        Repeat,    ///< the pass `name` runs once more behind the runs `behind`
        Move,      ///< the same, and not where it stands in the pipeline
        End,       ///< no pass runs behind the run `name`
        Dtype,     ///< the nodes compute in the floating dtype `name`: "float16"
        Duplicate, ///< the nodes are used by each other alone: whoever else uses one of them gets a copy
    };
    Kind kind = Kind::SwitchOff;
    std::string name = {};
    std::vector<NodeId> nodes = {};
    std::string behind = {}; ///< Repeat, Move

    friend bool operator==(const Decision &, const Decision &) = default;
};

/** Which captured nodes each node of later stages stands for. */
class CapturedOrigins {
public:
    explicit CapturedOrigins(const Module &captured);

    /** Learns the new nodes of `after`, and from the log which nodes that were there before stand for others now. */
    void follow(const Module &after, std::span<const Rewrite> rewrites);

    /** In ascending order; empty for what comes from no captured node. */
    std::span<const NodeId> of(NodeId node) const;

private:
    void add(const Node &node);
    void unite(NodeId node, std::span<const NodeId> others);

    std::unordered_map<NodeId, std::vector<NodeId>> m_captured;
};

/** What decisions make of one run of a pass at its place in the pipeline. */
struct DecidedRun {
    bool isLeftOut = false;
    bool isLast = false;             ///< no pass runs behind it and what is put there
    std::vector<std::string> behind; ///< passes to run next, in this order
};

/** The decisions of one compilation, for its passes to ask, and how often each one had an effect. */
class DecisionBook {
public:
    DecisionBook(std::vector<Decision> decisions, const Module &captured);

    /** Whether `rule` must not be applied to these nodes, of the stage that the pass was given. */
    bool refuses(std::string_view rule, std::span<const NodeId> nodes);
    bool keepsOut(NodeId node);
    /** Whether `node` is to become part of a kernel with others, whatever a cost model says. */
    bool forces(NodeId node);
    /** Whether two of these nodes are to become one kernel. */
    bool forcesTogether(std::span<const NodeId> nodes);
    /** To be asked once at each place of the pipeline, in its order. */
    DecidedRun runAt(const PassPlace &place);
    /** The dtype in which a captured node is to compute. */
    std::optional<DType> dtypeOf(NodeId node);

    /** Whether `node` stands for nothing but nodes of that decision. */
    bool isOf(size_t decision, NodeId node) const;
    /** Whether `node` is to be kept beside its copies. */
    bool isDuplicated(NodeId node) const;
    void noteUse(size_t decision) { ++m_uses[decision]; }

    const std::vector<Decision> &decisions() const { return m_decisions; }
    /** How often each decision made a pass do something else than it would have done. */
    const std::vector<int> &uses() const { return m_uses; }

    void follow(const Module &after, std::span<const Rewrite> rewrites) { m_origins.follow(after, rewrites); }

private:
    size_t touched(const Decision &decision, std::span<const NodeId> nodes) const;
    size_t touching(const Decision &decision, std::span<const NodeId> nodes) const;
    bool covers(const Decision &decision, std::span<const NodeId> nodes) const;
    bool use(size_t index);

    std::vector<Decision> m_decisions;
    std::vector<int> m_uses;
    PassPlaces m_places;
    CapturedOrigins m_origins;
};

/** With duplicate_nodes among them where a decision duplicates something: before the fusions, and before kernels are
    chosen. */
std::vector<PassDef> withDuplication(std::vector<PassDef> passes, const std::vector<Decision> &decisions);

/** "without", "refuse", "keep-out", "fuse", "duplicate": as options and JSON have it. */
std::string_view nameOf(Decision::Kind kind);
/** What keeps a decision from having a meaning at that level, as a sentence: a pass that is in no pipeline, a dtype
   that is none. Empty where nothing does. */
std::string faultOf(const Decision &decision, JitLevel level);

/** Lets the nodes of dtype decisions compute in theirs, with casts around them. To run before all other passes; throws
    std::invalid_argument where an operator has no such dtype. */
PassDef decidedDtypePass();

/** "cse is switched off", "Mul + Add -> x is refused at Mul %3(...)": for tables, logs and messages. Nodes that
    `captured` does not have are named by their id. */
std::string toString(const Decision &decision, const Module &captured);

} // namespace jitscope::inline passes
