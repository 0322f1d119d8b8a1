// SPDX-License-Identifier: Apache-2.0
// Random small programs, the same for the same seed.
#pragma once

#include "engine/capture/graphcapture.h"

#include <functional>
#include <random>
#include <string>
#include <vector>

namespace jitscope::testing {

/** A random program of element-wise, matrix and shape operators on f32[3,3], with some numbers. */
inline Module randomProgram(GraphCapture &capture, unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](size_t count) { return std::uniform_int_distribution<size_t>(0, count - 1)(random); };
    const Abstract type = Abstract::tensor(DType::Float32, {3, 3});
    capture.openGraph("random", nullptr);
    std::vector<NodePtr> values = {capture.addParameter("x", type), capture.addParameter("y", type),
                                   capture.addParameter("row", Abstract::tensor(DType::Float32, {3})),
                                   capture.addParameter("s", Abstract::tensor(DType::Float32, {}))};
    const auto any = [&] { return values[below(values.size())]; };
    const auto number = [&] {
        constexpr double numbers[] = {0, 1, -1, 2, 0.5, 3, -2};
        return capture.constant(numbers[below(std::size(numbers))]);
    };
    const auto add = [&](const char *op, std::vector<NodePtr> inputs) {
        for (size_t i = inputs.size(); i < findOp(op)->params.size(); ++i)
            inputs.push_back(capture.constant(findOp(op)->params[i].defaultValue));
        const auto call = capture.addCall(*findOp(op), std::move(inputs), {}, nullptr, "Default");
        if (call) values.push_back(*call); // shapes that do not fit are drawn again
    };
    const auto condition = [&] {
        const auto call = capture.addCall(*findOp("Less"), {values[0], values[below(2)]}, {}, nullptr, "Default");
        return *call;
    };
    constexpr const char *unary[] = {"Neg", "Abs", "Tanh", "Sigmoid", "ReLU", "Square", "GeLU", "SiLU", "Sin"};
    constexpr const char *binary[] = {"Add", "Sub", "Mul", "Maximum", "Minimum"};
    using Draw = std::function<void()>;
    const std::vector<Draw> draws = {
        [&] { add(unary[below(std::size(unary))], {any()}); },
        [&] { add(unary[below(std::size(unary))], {values[2 + below(2)]}); }, // on the row or the number
        [&] {
            add(binary[below(std::size(binary))], {any(), any()});
        },
        [&] {
            add(binary[below(std::size(binary))], {any(), number()});
        },
        [&] {
            add("Select", {condition(), any(), any()});
        },
        [&] {
            add("MatMul", {any(), any()});
        },
        [&] {
            add("BiasAdd", {any(), values[2]});
        },
        [&] {
            add("Transpose", {any(), capture.constant(Value::ints({1, 0}))});
        },
        [&] {
            add("Reshape", {any(), capture.constant(Value::ints({3, 3}))});
        },
        [&] { add("Tanh", {any()}); }, // keeps the numbers small
    };
    while (values.size() < 24)
        draws[below(draws.size())]();
    capture.closeGraph(capture.makeTuple({values.back(), values[values.size() - 2], any()}, nullptr, {}));
    return capture.finish();
}

} // namespace jitscope::testing
