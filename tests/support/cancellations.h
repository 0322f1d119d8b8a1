// SPDX-License-Identifier: Apache-2.0
// Random programs whose results are, in part, differences of equal numbers: what is left of them is rounding, which a
// fused kernel makes otherwise. As gradients that should be 0, they are no fault of any pass.
#pragma once

#include "engine/capture/graphcapture.h"
#include "engine/ops/opdef.h"

#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace jitscope::testing {

struct Cancellation {
    Module module;
    IdSource ids;
    std::vector<Value> arguments;
};

/** The same seed gives the same program. */
class CancellationMaker {
public:
    explicit CancellationMaker(unsigned seed)
        : m_random(seed) {}

    Cancellation make() {
        m_capture.openGraph("cancels", nullptr);
        for (const char *name : {"a", "b", "c"})
            m_live.push_back(parameter(name, {8, 32}));
        m_matrix = parameter("m", {32, 32});
        for (int i = 0; i < 4; ++i)
            m_live.push_back(call(m_random() % 2 ? "Tanh" : "Sigmoid", {call(binary(), {any(), any()})}));
        std::vector<NodePtr> results = {m_live.back(), call("Add", {any(), any()})};
        for (int i = 0; i < 3; ++i)
            results.push_back(passedOn(nothing()));
        m_capture.closeGraph(m_capture.makeTuple(results, nullptr, ""));
        return {m_capture.finish(), m_capture.ids(), m_arguments};
    }

private:
    const char *binary() {
        constexpr const char *names[] = {"Add", "Sub", "Mul", "Maximum"};
        return names[m_random() % 4];
    }
    NodePtr any() { return m_live[m_random() % m_live.size()]; }

    /** 0, but for rounding. */
    NodePtr nothing() {
        const NodePtr a = any(), b = any(), c = any();
        switch (m_random() % 4) {
        case 0: // (a + b) c - (a c + b c)
            return call("Sub", {call("Mul", {call("Add", {a, b}), c}),
                                call("Add", {call("Mul", {a, c}), call("Mul", {b, c})})});
        case 1: // the rows' distances from their mean, summed
            return call("ReduceSum", {call("Sub", {a, call("ReduceMean", {a, ints({1}), flag(true)})}), ints({1})});
        case 2: // the sum of a softmax, but for 1
            return call("Sub", {call("ReduceSum", {call("Softmax", {a, number(-1)}), ints({1})}), number(1.0)});
        default: // ((a + b) - a) - b
            return call("Sub", {call("Sub", {call("Add", {a, b}), a}), b});
        }
    }

    /** What a backward pass does to a gradient. */
    NodePtr passedOn(const NodePtr &value) {
        const bool isMatrix = value->abstract->shape.rank() == 2;
        switch (m_random() % 4) {
        case 0:
            return call("Mul", {value, number(0.3)});
        case 1:
            return isMatrix ? call("MatMul", {value, m_matrix}) : call("Neg", {value});
        case 2:
            return isMatrix ? call("Mul", {value, any()}) : value;
        default:
            return value;
        }
    }

    NodePtr parameter(const char *name, const Dims &shape) {
        std::uniform_real_distribution<float> number(-2, 2);
        Tensor tensor(shape, DType::Float32);
        for (int64_t i = 0; i < tensor.count(); ++i)
            tensor.mutableData<float>()[i] = number(m_random);
        m_arguments.emplace_back(tensor);
        return m_capture.addParameter(name, Abstract::tensor(DType::Float32, shape));
    }
    NodePtr ints(const Dims &values) { return m_capture.constant(Value::ints(values)); }
    NodePtr flag(bool value) { return m_capture.constant(value); }
    NodePtr number(double value) { return m_capture.constant(value); }
    NodePtr number(int value) { return m_capture.constant(int64_t(value)); }

    NodePtr call(const char *op, std::vector<NodePtr> inputs) {
        const OpDef &record = *findOp(op);
        for (size_t i = inputs.size(); i < record.params.size(); ++i)
            inputs.push_back(m_capture.constant(record.params[i].defaultValue));
        auto node = m_capture.addCall(record, std::move(inputs), "", nullptr, "Default");
        if (!node) throw std::invalid_argument(node.error().message);
        return *node;
    }

    std::mt19937 m_random;
    GraphCapture m_capture;
    std::vector<NodePtr> m_live;
    NodePtr m_matrix;
    std::vector<Value> m_arguments;
};

} // namespace jitscope::testing
