// SPDX-License-Identifier: Apache-2.0
// The kernels that networks spend their time in, at the shapes of the table that the project holds itself to.
#include "engine/ops/opdef.h"

#include <benchmark/benchmark.h>

#include <functional>
#include <string>

namespace jitscope {

namespace {

Tensor ramp(const Dims &shape) {
    Tensor tensor(shape, DType::Float32);
    float *data = tensor.mutableData<float>();
    for (int64_t i = 0; i < tensor.count(); ++i)
        data[i] = float(i * 31 % 97) / 97.0f - 0.5f;
    return tensor;
}

/** One operator on fixed arguments, with defaults filled in. */
struct Row {
    const char *name;
    const char *op;
    std::function<std::vector<Value>()> arguments;
};

const std::vector<Row> &rows() {
    static const std::vector<Row> all = {
        {"softmax_8x196x196", "Softmax",
         [] {
             return std::vector<Value>{ramp({8, 196, 196})};
         }},
        {"log_softmax_8x196x196", "LogSoftmax",
         [] {
             return std::vector<Value>{ramp({8, 196, 196})};
         }},
        {"layer_norm_2x196x256", "LayerNorm",
         [] {
             return std::vector<Value>{ramp({2, 196, 256}), ramp({256}), ramp({256}), -1, -1};
         }},
        {"batch_norm_8x64x56x56_training", "BatchNorm",
         [] {
             return std::vector<Value>{ramp({8, 64, 56, 56}), ramp({64}), ramp({64}), ramp({64}), ramp({64}), true};
         }},
        {"conv2d_128x128_3x3_28x28", "Conv2D",
         [] {
             return std::vector<Value>{ramp({1, 128, 28, 28}), ramp({128, 128, 3, 3}), Value(), 1, "same"};
         }},
        {"conv2d_64x128_1x1_28x28", "Conv2D",
         [] {
             return std::vector<Value>{ramp({1, 64, 28, 28}), ramp({128, 64, 1, 1})};
         }},
        {"conv2d_3x64_7x7_s2_224x224", "Conv2D",
         [] {
             return std::vector<Value>{ramp({1, 3, 224, 224}), ramp({64, 3, 7, 7}), Value(), 2, "same"};
         }},
        {"conv2d_depthwise_128_3x3_28x28", "Conv2D",
         [] {
             return std::vector<Value>{ramp({1, 128, 28, 28}), ramp({128, 1, 3, 3}), Value(), 1, "same", 0, 1, 128};
         }},
        {"conv2d_input_gradient_128x128_3x3_28x28", "Conv2DBackpropInput",
         [] {
             return std::vector<Value>{ramp({1, 128, 28, 28}), ramp({128, 128, 3, 3}), Value::ints({1, 128, 28, 28}), 1,
                                       "same"};
         }},
        {"conv2d_filter_gradient_128x128_3x3_28x28", "Conv2DBackpropFilter",
         [] {
             return std::vector<Value>{ramp({1, 128, 28, 28}), ramp({1, 128, 28, 28}), Value::ints({128, 128, 3, 3}), 1,
                                       "same"};
         }},
        {"max_pool_8x64x56x56_2", "MaxPool",
         [] {
             return std::vector<Value>{ramp({8, 64, 56, 56}), 2, 2};
         }},
        {"linear_32x1024x1024", "MatMul",
         [] {
             return std::vector<Value>{ramp({32, 1024}), ramp({1024, 1024}), false, true};
         }},
        {"linear_input_gradient_32x1024x1024", "MatMul",
         [] {
             return std::vector<Value>{ramp({32, 1024}), ramp({1024, 1024}), false, false};
         }},
        {"linear_weight_gradient_32x1024x1024", "MatMul",
         [] {
             return std::vector<Value>{ramp({32, 1024}), ramp({32, 1024}), true, false};
         }},
        {"attention_scores_16x196x196x32", "BatchMatMul",
         [] {
             return std::vector<Value>{ramp({16, 196, 32}), ramp({16, 196, 32}), false, true};
         }},
        {"attention_values_16x196x32x196", "BatchMatMul",
         [] {
             return std::vector<Value>{ramp({16, 196, 196}), ramp({16, 196, 32})};
         }},
        // Fused operators, some beside the operators that they stand for.
        {"flash_attention_16x196x32", "PromptFlashAttention",
         [] {
             return std::vector<Value>{ramp({16, 196, 32}), ramp({16, 196, 32}), ramp({16, 196, 32}), Value(), 0.18};
         }},
        {"attention_scores_8x1024x64", "BatchMatMul",
         [] {
             return std::vector<Value>{ramp({8, 1024, 64}), ramp({8, 1024, 64}), false, true};
         }},
        {"attention_softmax_8x1024x1024", "Softmax",
         [] {
             return std::vector<Value>{ramp({8, 1024, 1024})};
         }},
        {"attention_values_8x1024x64", "BatchMatMul",
         [] {
             return std::vector<Value>{ramp({8, 1024, 1024}), ramp({8, 1024, 64})};
         }},
        {"flash_attention_8x1024x64", "PromptFlashAttention",
         [] {
             return std::vector<Value>{ramp({8, 1024, 64}), ramp({8, 1024, 64}), ramp({8, 1024, 64}), Value(), 0.125};
         }},
        {"linear_512x256x1024", "MatMul",
         [] {
             return std::vector<Value>{ramp({512, 256}), ramp({1024, 256}), false, true};
         }},
        {"gelu_512x1024", "GeLU",
         [] {
             return std::vector<Value>{ramp({512, 1024})};
         }},
        {"linear_bias_gelu_512x256x1024", "FusedMatMulElemUnary",
         [] {
             return std::vector<Value>{ramp({512, 256}), ramp({1024, 256}), ramp({1024}), false, true, "gelu"};
         }},
        {"conv2d_bn_relu_128x128_3x3_28x28", "Conv2DFusion",
         [] {
             const Tensor one = ramp({128});
             return std::vector<Value>{ramp({1, 128, 28, 28}),
                                       ramp({128, 128, 3, 3}),
                                       Value(),
                                       1,
                                       "same",
                                       0,
                                       1,
                                       1,
                                       one,
                                       one,
                                       one,
                                       Tensor::full({128}, 1, DType::Float32),
                                       1e-5,
                                       "relu"};
         }},
        {"batch_norm_relu_8x64x56x56_training", "BatchNormWithActivation",
         [] {
             return std::vector<Value>{ramp({8, 64, 56, 56}), ramp({64}), ramp({64}), ramp({64}), ramp({64}), true};
         }},
        {"add_relu_8x64x56x56", "FusedAddReluV2",
         [] {
             return std::vector<Value>{ramp({8, 64, 56, 56}), ramp({8, 64, 56, 56})};
         }},
        {"add_layer_norm_2x196x256", "AddLayerNorm",
         [] {
             return std::vector<Value>{ramp({2, 196, 256}), ramp({2, 196, 256}), ramp({256}), ramp({256})};
         }},
        {"adam_64_variables_of_256", "CombineAdam",
         [] {
             const auto variables = [] {
                 std::vector<Value> tensors;
                 for (int i = 0; i < 64; ++i)
                     tensors.emplace_back(Tensor::full({256}, 0.5, DType::Float32));
                 return Value::tuple(tensors);
             };
             return std::vector<Value>{variables(), variables(), variables(), 0.9,  0.999,
                                       1e-3,        0.9,         0.999,       1e-8, variables()};
         }},
    };
    return all;
}

[[maybe_unused]] const bool registered = [] {
    for (const Row &row : rows())
        benchmark::RegisterBenchmark((std::string("kernel/") + row.name).c_str(), [&row](benchmark::State &state) {
            const OpDef &op = *findOp(row.op);
            const std::vector<Value> arguments = *bindArguments(op, row.arguments(), {});
            std::vector<Abstract> types;
            for (const Value &argument : arguments)
                types.emplace_back(Abstract::of(argument));
            for (auto _ : state)
                benchmark::DoNotOptimize(op.eval(arguments));
            state.counters["GFLOP/s"] = benchmark::Counter(costOf(op, types, *op.infer(types)).flops * 1e-9,
                                                           benchmark::Counter::kIsIterationInvariantRate);
        })->UseRealTime();
    return true;
}();

} // namespace

} // namespace jitscope
