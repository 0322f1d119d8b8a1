// SPDX-License-Identifier: Apache-2.0
// Random recordings in which operators nest: eager ones, graphs, kernels, calls of Python from a graph, steps of a
// training. Times are what a single thread would give.
#pragma once

#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <random>
#include <string>
#include <utility>

namespace jitscope::testing {

class NestedOps {
public:
    /** Calls of Python from a graph call graphs again, `depth` - 1 times. */
    explicit NestedOps(unsigned seed, int depth = 2)
        : m_random(seed)
        , m_depth(depth) {
        m_session.info["package"] = "/opt/jitscope/python/mindspore";
        for (int i = 0; i < 12; ++i)
            m_session.stacks.push_back(stack());
    }

    /** A recording of at least `count` operators. */
    Session make(size_t count) {
        while (m_session.ops.size() < count) {
            if (below(3) == 0)
                graphCall(m_depth);
            else
                leaf(-1);
            pause(5);
        }
        return std::move(m_session);
    }

private:
    int below(int limit) { return int(m_random() % unsigned(limit)); }
    void pause(int most) { m_now += below(most); }

    std::vector<StackFrame> stack() {
        std::vector<StackFrame> frames;
        for (int depth = 1 + below(5); depth > 0; --depth) {
            SourceSpan span;
            span.file = below(6) == 0 ? "/opt/jitscope/python/mindspore/nn/optim/momentum.py" : "/home/me/script.py";
            span.line = 1 + below(30);
            frames.push_back({"f" + std::to_string(below(4)), span});
        }
        return frames;
    }

    OpEvent event(const char *name, int64_t startNs, int64_t call) {
        OpEvent op;
        op.number = int64_t(m_session.ops.size()) + 1;
        op.op = name;
        op.startNs = startNs;
        op.durationNs = m_now - startNs;
        op.stack = below(8) == 0 ? -1 : below(int(m_session.stacks.size()));
        constexpr const char *scopes[] = {"", "Default", "Default/net-Net", "Default/net-Net/fc-Dense",
                                          "Gradients/Default/net-Net/fc-Dense"};
        op.scope = scopes[below(5)];
        op.graphCall = call;
        op.compilation = call < 0 ? -1 : 0;
        if (call < 0) op.phase = OpPhase(below(3));
        return op;
    }

    void leaf(int64_t call) {
        constexpr const char *names[] = {"Add", "MatMul", "Relu", "ReduceSum", "Reshape", "NoSuchOperator"};
        const int64_t start = m_now;
        m_now += below(40);
        m_session.ops.push_back(event(names[below(6)], start, call));
    }

    /** An operator that holds others: what is inside of it is recorded before it. */
    void holder(int64_t call, int depth) {
        const int64_t start = m_now;
        const bool isKernel = below(2) == 0;
        pause(3);
        for (int i = below(4); i > 0; --i) {
            inside(isKernel ? call : -1, depth - 1);
            pause(3);
        }
        m_now += 1;
        OpEvent op = event(isKernel ? "GraphKernel_Add_Mul_fusion" : "PyExecute", start, call);
        op.isKernel = isKernel;
        m_session.ops.push_back(std::move(op));
    }

    void inside(int64_t call, int depth) {
        if (call < 0 && depth > 0 && below(4) == 0)
            graphCall(depth);
        else
            leaf(call);
    }

    void graphCall(int depth) {
        GraphCall call;
        call.number = ++m_calls;
        call.function = "g" + std::to_string(below(2));
        call.compilation = 0;
        call.startNs = m_now;
        call.stack = below(int(m_session.stacks.size()));
        const size_t place = m_session.graphCalls.size();
        m_session.graphCalls.push_back(call);
        for (int i = 1 + below(5); i > 0; --i)
            depth > 0 && below(3) == 0 ? holder(call.number, depth) : leaf(call.number);
        m_session.graphCalls[place].durationNs = m_now - call.startNs;
    }

    std::mt19937 m_random;
    int m_depth;
    Session m_session;
    int64_t m_now = 1000, m_calls = 0;
};

} // namespace jitscope::testing
