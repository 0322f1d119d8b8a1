// SPDX-License-Identifier: Apache-2.0
// Builds a graph of the operators that a function runs while it runs: each value is known by its identity.
//
// What has no identity that the trace gave is a weight (told beforehand) or a constant. Where the trace cannot know
// what a value is, it ends with a sentence that says so, and what it built is of no use: a graph is complete or it is
// none.
#pragma once

#include "engine/capture/graphcapture.h"
#include "engine/capture/lineclock.h"
#include "engine/eager/optracer.h"

#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline capture {

/** Where the traced program stands: innermost line first. */
struct TracePlace {
    SpanList spans;
    std::string scope;
};

class TraceCapture : public OpTracer {
public:
    /** `place` is asked at each operator; `function` is the graph's name. */
    TraceCapture(const std::string &function, const SourceSpan &span, std::function<TracePlace()> place);

    /** A parameter of the graph: the same elements, known to the trace. */
    Tensor addParameter(const std::string &name, const Tensor &tensor);
    /** A model's weight, before an operator uses it; knows it already if it is the same again. */
    void addWeight(const std::string &name, const Tensor &tensor);
    /** Whether the value was computed from parameters or weights, or is one. */
    bool isTraced(const Tensor &tensor) const;
    /** Ends the graph. False when it cannot be one: fault() says why. */
    bool close(std::span<const Tensor> outputs);
    /** Why this cannot become a graph, with its place; "" while it can. */
    const std::string &fault() const { return m_fault; }
    void setFault(const std::string &sentence);

    Module finish() { return m_graphs.finish(); }
    IdSource &ids() { return m_graphs.ids(); }
    void noteStage(const std::string &name, int64_t startNs, int64_t timeNs) {
        m_clock.addStage(name, startNs, timeNs);
    }
    /** Each with the Python that leads to its operators and what those compute. */
    const std::vector<CaptureLine> &lines() const { return m_clock.lines(); }
    /** When lines and types were at work. */
    std::vector<CompileRun> runs() const { return joinedRuns(m_clock.runs(), m_graphs.inferences()); }

    Value run(const OpDef &op, std::span<const Value> arguments, Evaluate evaluate) override;
    void renamed(const Value &original, const Value &renamed) override;

private:
    /** A traced value; it stands for the elements of one version of its storage. */
    struct Known {
        NodePtr node;
        uint64_t version = 0;
    };
    struct Weight {
        NodePtr node;
        Tensor tensor;
    };

    const Weight *weightOf(const Tensor &tensor) const;
    NodePtr nodeOf(const Value &value);
    NodePtr nodeOfTensor(const Tensor &tensor);
    NodePtr nodeOfSequence(const Sequence &sequence);
    std::vector<NodePtr> inputsOf(const OpDef &op, std::span<const Value> arguments);
    bool checkWrites(const OpDef &op, std::span<const Value> arguments);
    Value record(const OpDef &op, std::vector<NodePtr> inputs, bool writesWeight, const Value &result);
    Tensor known(const Tensor &tensor, const NodePtr &node);

    void countLine();

    GraphCapture m_graphs;
    LineClock m_clock;
    std::function<TracePlace()> m_place;
    TracePlace m_now;
    std::unordered_map<uint64_t, Known> m_values; ///< by identity
    std::vector<Weight> m_weights;
    std::unordered_set<uint64_t> m_storages; ///< of everything in m_values, by serial
    std::unordered_set<uint64_t> m_given;    ///< of the parameters
    std::string m_fault;
    bool m_isBusy = false; ///< an operator runs: what it calls itself belongs to it
};

} // namespace jitscope::inline capture
