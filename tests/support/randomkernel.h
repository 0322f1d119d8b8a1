// SPDX-License-Identifier: Apache-2.0
// Random kernel graphs with reductions, broadcasts and several outputs, the same for the same seed.
#pragma once

#include "tests/support/kernelgraph.h"

#include <cmath>
#include <random>
#include <vector>

namespace jitscope::testing {

/** Random kernels: one shape, values of it and of shapes that broadcast to it, reductions of any axes, several outputs.
 */
class RandomKernel {
public:
    explicit RandomKernel(unsigned seed)
        : m_random(seed) {
        const int rank = below(4);
        for (int axis = 0; axis < rank; ++axis)
            m_shape.push(size());
        for (int i = below(3); i >= 0; --i)
            addParameter();
        for (int i = 2 + below(10); i > 0; --i)
            addNode();
        std::vector<NodePtr> outputs;
        for (int i = below(3); i >= 0; --i)
            outputs.push_back(m_values[m_values.size() - 1 - size_t(below(std::min(3, int(m_values.size()))))]);
        m_builder.finish(outputs);
    }

    const Graph &graph() { return m_builder.graph(); }
    const std::vector<Tensor> &inputs() const { return m_inputs; }

private:
    int below(int count) { return int(m_random() % unsigned(count)); }

    int64_t size() {
        constexpr int64_t sizes[] = {0, 1, 1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 33, 64, 70, 130};
        return sizes[below(40) == 0 ? 0 : 1 + below(16)];
    }

    void addParameter() {
        Dims shape;
        const int rank = below(3) == 0 ? below(m_shape.rank() + 1) : m_shape.rank();
        for (int axis = m_shape.rank() - rank; axis < m_shape.rank(); ++axis)
            shape.push(below(4) == 0 ? 1 : m_shape[axis]);
        constexpr DType types[] = {DType::Float32, DType::Float32, DType::Float32, DType::Bool,
                                   DType::Int32,   DType::Int64,   DType::Float16, DType::BFloat16};
        const DType dtype = types[below(8)];
        Tensor input = randomTensor(shape, m_random(), -3, 3);
        if (dtype == DType::Float32 && input.count() > 0 && below(12) == 0)
            input.mutableData<float>()[below(int(input.count()))] = below(2) ? INFINITY : NAN;
        m_inputs.push_back(input.cast(dtype));
        m_values.push_back(m_builder.parameter(shape, dtype));
    }

    NodePtr any(DType dtype) {
        std::vector<NodePtr> fitting;
        for (const NodePtr &value : m_values)
            if (value->abstract->dtype == dtype) fitting.push_back(value);
        return fitting.empty() ? m_builder.constant(0.5) : fitting[size_t(below(int(fitting.size())))];
    }

    void addNode() {
        constexpr const char *unary[] = {"Neg", "Abs", "Exp", "Tanh", "Square", "ReLU", "Sigmoid", "Erf"};
        constexpr const char *binary[] = {"Add", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference"};
        constexpr const char *comparison[] = {"Less", "GreaterEqual", "Equal"};
        constexpr const char *reduction[] = {"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceSum"};
        const NodePtr x = any(DType::Float32);
        switch (x->isConstant() ? 3 : below(9)) {
        case 0:
        case 1:
            return add(unary[below(8)], {x});
        case 2:
        case 3:
            return add(binary[below(6)], {any(DType::Float32), below(4) ? x : m_builder.constant(1.5)});
        case 4:
            return add(comparison[below(3)], {x, any(DType::Float32)});
        case 5: {
            constexpr DType others[] = {DType::Bool, DType::Int32, DType::Int64, DType::Float16, DType::BFloat16};
            return add("Cast", {any(others[below(5)]), m_builder.constant(DType::Float32)});
        }
        case 6:
            return add("Select", {any(DType::Bool), x, any(DType::Float32)});
        default:
            break;
        }
        std::vector<int64_t> axes;
        for (int axis = 0; axis < x->abstract->shape.rank(); ++axis)
            if (below(2)) axes.push_back(axis);
        add(reduction[below(5)], {x, m_builder.constant(Value::ints(Dims(axes))), m_builder.constant(bool(below(4)))});
    }

    /** Calls that the operator refuses are left out. */
    void add(const char *op, std::vector<NodePtr> inputs) {
        std::vector<Abstract> types;
        bool hasTensor = false;
        for (const NodePtr &input : inputs) {
            types.push_back(input->abstract);
            hasTensor = hasTensor || !input->isConstant();
        }
        const auto type = findOp(op)->infer(types);
        if (hasTensor && type && type->isTensor()) m_values.push_back(m_builder.call(op, std::move(inputs)));
    }

    std::mt19937 m_random;
    KernelGraph m_builder;
    Dims m_shape;
    std::vector<NodePtr> m_values;
    std::vector<Tensor> m_inputs;
};

} // namespace jitscope::testing
