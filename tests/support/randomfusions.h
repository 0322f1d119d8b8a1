// SPDX-License-Identifier: Apache-2.0
// Random programs of what fusions and kernels look for, with values that are used several times.
#pragma once

#include "engine/capture/graphcapture.h"

#include <functional>
#include <random>
#include <string>
#include <vector>

namespace jitscope::testing {

/** A random program of products with bias and activation, normalisations, softmax, reductions and broadcasts, on
    f32[4,6] and what broadcasts to it, some of it in f16. */
inline Module randomFusions(GraphCapture &capture, unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](size_t count) { return std::uniform_int_distribution<size_t>(0, count - 1)(random); };
    const auto tensor = [](DType dtype, const Dims &shape) { return Abstract::tensor(dtype, shape); };
    capture.openGraph("random", nullptr);
    std::vector<NodePtr> values = {capture.addParameter("x", tensor(DType::Float32, {4, 6})),
                                   capture.addParameter("y", tensor(DType::Float32, {4, 6})),
                                   capture.addParameter("column", tensor(DType::Float32, {4, 1})),
                                   capture.addParameter("half", tensor(DType::Float16, {4, 6}))};
    const NodePtr weight = capture.addParameter("w", tensor(DType::Float32, {6, 6}));
    const std::vector<NodePtr> rows = {capture.addParameter("row", tensor(DType::Float32, {6})),
                                       capture.addParameter("scale", tensor(DType::Float32, {6}))};
    // Late values are drawn more often, so that chains grow; early ones often enough to have several users.
    const auto any = [&] { return values[std::max(below(values.size()), below(values.size()))]; };
    const auto add = [&](const char *op, std::vector<NodePtr> inputs) -> NodePtr {
        for (size_t i = inputs.size(); i < findOp(op)->params.size(); ++i)
            inputs.push_back(capture.constant(findOp(op)->params[i].defaultValue));
        const auto call = capture.addCall(*findOp(op), std::move(inputs), {}, nullptr, "Default");
        if (!call) return nullptr; // types that do not fit are drawn again
        values.push_back(*call);
        return *call;
    };
    constexpr const char *unary[] = {"ReLU", "Tanh", "Sigmoid", "GeLU", "SiLU", "Neg"};
    constexpr const char *ofRows[] = {"Exp", "Neg", "Tanh"};
    constexpr const char *binary[] = {"Add", "Sub", "Mul", "Maximum"};
    constexpr const char *reductions[] = {"ReduceSum", "ReduceMax", "ReduceMean"};
    using Draw = std::function<void()>;
    const std::vector<Draw> draws = {
        [&] {
            add("MatMul", {any(), weight});
        },
        [&] {
            add("BiasAdd", {any(), rows[below(2)]});
        },
        [&] {
            add("Add", {any(), rows[below(2)]});
        },
        [&] { add(unary[below(std::size(unary))], {any()}); },
        [&] { add(ofRows[below(3)], {rows[below(2)]}); },
        [&] {
            add(binary[below(std::size(binary))], {any(), any()});
        },
        [&] { add("Softmax", {any()}); },
        [&] {
            add(reductions[below(3)],
                {any(), capture.constant(Value::ints({int64_t(below(2))})), capture.constant(true)});
        },
        [&] {
            if (const NodePtr norm = add("LayerNorm", {any(), rows[0], rows[1]})) {
                values.pop_back();
                values.push_back(capture.getItem(norm, 0, nullptr, {}));
            }
        },
        [&] {
            add("Transpose", {any(), capture.constant(Value::ints({1, 0}))});
        },
        [&] { add("Tanh", {any()}); }, // keeps the numbers small
    };
    while (values.size() < 20)
        draws[below(draws.size())]();
    capture.closeGraph(capture.makeTuple({values.back(), values[values.size() - 2], any()}, nullptr, {}));
    return capture.finish();
}

} // namespace jitscope::testing
