// SPDX-License-Identifier: Apache-2.0
// Random programs: the same calls captured as a graph and computed eagerly.
#pragma once

#include "engine/capture/graphcapture.h"
#include "engine/ops/opdef.h"

#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace jitscope::testing {

struct Program {
    Module module;
    IdSource ids;
    std::vector<Value> arguments;
    Value result; ///< eager
};

/** A captured program of `length` calls over float32 tensors of ranks 0 to 3, whose result is a tuple of its last
    values. The same seed gives the same program. */
class ProgramMaker {
public:
    explicit ProgramMaker(unsigned seed)
        : m_random(seed) {}

    Program make(int length) {
        m_capture.openGraph("program", nullptr);
        for (const Dims &shape : {Dims{4, 6}, Dims{6}, Dims{4, 1}, Dims{3, 4, 6}, Dims{6, 6}})
            addParameter(shape);
        addWeight({6, 6});
        addWeight({6});
        for (int i = 0; i < length; ++i)
            addCall(i + 1);
        std::vector<NodePtr> nodes;
        std::vector<Value> values;
        for (size_t i = m_live.size() - 3; i < m_live.size(); ++i) {
            nodes.push_back(m_live[i].node);
            values.push_back(m_live[i].value);
        }
        m_capture.closeGraph(m_capture.makeTuple(nodes, nullptr, ""));
        Program program{m_capture.finish(), m_capture.ids(), m_arguments, Value::tuple(values)};
        return program;
    }

private:
    struct Live {
        NodePtr node;
        Value value;
        const Tensor &tensor() const { return *value.asTensor(); }
    };

    int below(int limit) { return int(m_random() % unsigned(limit)); }
    const Live &any() { return m_live[size_t(below(int(m_live.size())))]; }

    Tensor numbers(const Dims &shape) {
        std::uniform_real_distribution<float> number(-2, 2);
        Tensor tensor(shape, DType::Float32);
        for (int64_t i = 0; i < tensor.count(); ++i)
            tensor.mutableData<float>()[i] = number(m_random);
        return tensor;
    }
    void addParameter(const Dims &shape) {
        const Tensor tensor = numbers(shape);
        m_arguments.emplace_back(tensor);
        const std::string name = "x" + std::to_string(m_live.size());
        m_live.push_back({m_capture.addParameter(name, Abstract::tensor(DType::Float32, shape)), tensor});
    }
    void addWeight(const Dims &shape) {
        const Tensor tensor = numbers(shape);
        m_live.push_back({m_capture.weight("weight" + std::to_string(m_live.size()), tensor), tensor});
    }

    void addCall(int line) {
        switch (below(10)) {
        case 0:
            return reshape(line);
        case 1:
            return transpose(line);
        case 2:
            return matmul(line);
        case 3:
            return choose(line);
        case 4:
        case 5:
            return unary(line);
        default:
            return binary(line);
        }
    }

    /** Results are kept within bounds, so that rounding is not blown up on the way to the end of a program. */
    void unary(int line) {
        static const char *const ops[] = {"Tanh", "Sigmoid", "Neg",    "Abs",  "ReLU",
                                          "Sin",  "Cos",     "Square", "GeLU", "SiLU"};
        const std::string op = ops[below(10)];
        std::vector<Live> inputs = {any()};
        if (op == "GeLU") inputs.push_back(constant("tanh"));
        call(op, inputs, line);
    }

    void binary(int line) {
        static const char *const ops[] = {"Add", "Sub", "Mul", "Maximum", "Minimum", "Add"};
        const Live a = any();
        const std::string op = ops[below(6)];
        if (below(4) == 0) return call(op, {a, constant(double(below(5)) - 2)}, line);
        for (int attempt = 0; attempt < 20; ++attempt) {
            const Live b = any();
            if (broadcast(a.tensor().shape(), b.tensor().shape())) return call(op, {a, b}, line);
        }
        unary(line);
    }

    void choose(int line) {
        const Live a = any();
        call("Less", {a, constant(0.25)}, line, Keep::Never);
        const Live condition = m_last;
        call("Select", {condition, a, constant(1.5)}, line);
    }

    void reshape(int line) {
        const Live a = any();
        const Dims &shape = a.tensor().shape();
        Dims target{a.tensor().count()};
        if (below(2) == 0 && shape.rank() > 0 && shape.rank() < 4) {
            target = Dims{};
            const int axis = below(shape.rank() + 1);
            for (int i = 0; i <= shape.rank(); ++i) {
                if (i == axis) target.push(1);
                if (i < shape.rank()) target.push(shape[i]);
            }
        }
        call("Reshape", {a, constant(Value::ints(target))}, line);
    }

    void transpose(int line) {
        const Live a = any();
        if (a.tensor().rank() < 2) return unary(line);
        Dims axes;
        for (int i = a.tensor().rank(); i-- > 0;)
            axes.push(i);
        call("Transpose", {a, constant(Value::ints(axes))}, line);
    }

    void matmul(int line) {
        for (int attempt = 0; attempt < 30; ++attempt) {
            const Live a = any(), b = any();
            if (a.tensor().rank() != 2 || b.tensor().rank() != 2) continue;
            if (a.tensor().shape()[1] != b.tensor().shape()[0]) continue;
            return callWithDefaults("MatMul", {a, b}, line);
        }
        unary(line);
    }

    Live constant(const Value &value) { return {m_capture.constant(value), value}; }

    void callWithDefaults(const std::string &op, std::vector<Live> inputs, int line) {
        const OpDef &record = *findOp(op);
        for (size_t i = inputs.size(); i < record.params.size(); ++i)
            inputs.push_back(constant(record.params[i].defaultValue));
        call(op, inputs, line);
        call("Tanh", {m_last}, line); // sums of products grow with every level
    }

    enum class Keep : uint8_t { Always, Never };

    void call(const std::string &op, const std::vector<Live> &inputs, int line, Keep keep = Keep::Always) {
        std::vector<NodePtr> nodes;
        std::vector<Value> values;
        for (const Live &input : inputs) {
            nodes.push_back(input.node);
            values.push_back(input.value);
        }
        SourceSpan span;
        span.file = "program.py";
        span.line = span.endLine = line;
        auto node = m_capture.addCall(*findOp(op), nodes, "v" + std::to_string(line),
                                      std::make_shared<const std::vector<SourceSpan>>(std::vector{span}), "Default");
        if (!node) throw std::invalid_argument(node.error().message);
        m_last = {*node, findOp(op)->eval(values)};
        if (keep == Keep::Always) m_live.push_back(bounded(m_last, line));
    }

    /** Squares and products of products would reach infinity: large values are pressed back. */
    Live bounded(const Live &value, int line) {
        const Tensor &tensor = value.tensor();
        for (int64_t i = 0; i < tensor.count(); ++i) {
            if (std::abs(tensor.at(i)) < 50) continue;
            call("Tanh", {value}, line, Keep::Never);
            return m_last;
        }
        return value;
    }

    std::mt19937 m_random;
    GraphCapture m_capture;
    std::vector<Live> m_live;
    std::vector<Value> m_arguments;
    Live m_last;
};

} // namespace jitscope::testing
