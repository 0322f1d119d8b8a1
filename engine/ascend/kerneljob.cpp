// SPDX-License-Identifier: Apache-2.0
// Kernels by type: the lists that say what runs where and what moves.
#include "engine/ascend/kerneljob.h"

#include "engine/ops/kerneltypes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitscope::inline ascend {

namespace {

/** Kernels that no operator of ours stands for, or whose time goes by something else than the operator's. */
struct OtherKernels {
    DeviceKernel kind;
    std::vector<std::string_view> types;
};

const std::vector<OtherKernels> &otherKernels() {
    static const std::vector<OtherKernels> all{
        {DeviceKernel::Trigonometric, {"Acos"}},
        {DeviceKernel::Activation, {"SwiGlu", "SwiGluGrad", "SoftmaxGrad"}},
        {DeviceKernel::Copy, {"Muls", "MemSet", "Load"}},
        {DeviceKernel::Strided, {"SplitV", "TransData", "Pad", "Gather_nd"}},
        {DeviceKernel::Normalisation, {"InstanceNorm", "AddRmsNorm"}},
        {DeviceKernel::Rotary, {"RotaryPositionEmbedding", "RotaryPositionEmbeddingGrad"}},
        {DeviceKernel::Optimizer, {"ApplyAdamWV2", "ApplyGradientDescent"}},
        {DeviceKernel::Gather, {"EmbeddingLookup", "Embedding"}},
        {DeviceKernel::AiCpu, {"UniqueWithPad", "RandomChoiceWithMask", "Bincount"}},
        {DeviceKernel::Reduction, {"Norm", "TopK", "TopKV2"}},
        {DeviceKernel::NormGradient, {"GroupNormGrad"}},
        {DeviceKernel::Scatter, {"EmbeddingDenseGradV2", "EmbeddingDenseGrad", "GatherDGradV2"}},
    };
    return all;
}

/** What is not known is counted as arithmetic. */
DeviceKernel kindOf(std::string_view type) {
    if (const OpDef *known = findOp(type)) return known->use.device;
    for (const OtherKernels &each : otherKernels())
        if (std::find(each.types.begin(), each.types.end(), type) != each.types.end()) return each.kind;
    const OpDef *computed = opOfKernelType(type);
    return computed ? computed->use.device : DeviceKernel::Arithmetic;
}

/** What stands for kernels of a kind that were not measured themselves; in the order of DeviceKernel. */
std::string_view vectorClassOf(std::string_view type) {
    static constexpr std::array<std::string_view, 21> names = {
        "[arithmetic]", "[arithmetic]", "[arithmetic]", "[trigonometric]", "[transcendental]", "[activation]",
        "[comparison]", "[copy]",       "[strided]",    "[normalisation]", "[rotary]",         "[optimizer]",
        "[gather]",     "[generator]",  "[reduction]",  "[norm gradient]", "[scatter]",        "[arithmetic]",
        "[arithmetic]", "[arithmetic]", "[arithmetic]"};
    static_assert(names.size() == size_t(DeviceKernel::Collective) + 1);
    return names[size_t(kindOf(type))];
}

/** These need both kinds of core: a sum over cores ends in one of them. */
bool isMixVector(std::string_view vectorClass) {
    return vectorClass == "[reduction]" || vectorClass == "[norm gradient]" || vectorClass == "[scatter]";
}

bool isMatrixProduct(std::string_view type) {
    if (type.starts_with("MatMul") || type.starts_with("BatchMatMul") || type.starts_with("GroupedMatmul")) return true;
    return kindOf(type) == DeviceKernel::Matrix;
}

bool isConvolution(std::string_view type) {
    return type.starts_with("Conv2D") || type.starts_with("Conv3D") || type == "Convolution" ||
           type == "ConvolutionGrad" || kindOf(type) == DeviceKernel::Convolution;
}

bool isAttentionType(std::string_view type) {
    return type.starts_with("FlashAttention") || type.starts_with("PromptFlashAttention");
}

double bytesOf(std::span<const Abstract> tensors) {
    double sum = 0;
    for (const Abstract &each : tensors)
        sum += double(each.bytes());
    return sum;
}

MatrixSizes productOf(std::span<const Abstract> inputs, const Abstract &result, double flops) {
    MatrixSizes sizes;
    const int rank = result.shape.rank();
    if (rank > 0) sizes.n = result.shape.back();
    if (rank > 1) sizes.m = result.shape[rank - 2];
    for (int i = 0; i < rank - 2; ++i)
        sizes.batch *= result.shape[i];
    const double each = double(sizes.batch) * double(sizes.m) * double(sizes.n);
    if (flops > 0 && each > 0) {
        sizes.k = std::max<int64_t>(1, std::llround(flops / (2 * each)));
    } else if (inputs.size() >= 2 && each > 0) {
        // Transposed or not, the lengths of both inputs hold the inner one once beside those of the result.
        const double a = double(inputs[0].count()), b = double(inputs[1].count());
        sizes.k = std::max<int64_t>(1, std::llround(std::sqrt(a * b / (double(sizes.m) * double(sizes.n))) /
                                                    double(std::max<int64_t>(sizes.batch, 1))));
    } else if (!inputs.empty() && inputs[0].shape.rank() > 0) {
        sizes.k = inputs[0].shape.back();
    }
    return sizes;
}

/** A convolution as the product of its windows with its weights. */
MatrixSizes convolutionOf(std::span<const Abstract> inputs, const Abstract &result, double flops) {
    MatrixSizes sizes;
    const Dims &out = result.shape;
    if (out.rank() == 5) { // NC1HWC0
        sizes.m = out[0] * out[2] * out[3];
        sizes.n = out[1] * out[4];
    } else if (out.rank() >= 3) { // NCHW
        sizes.n = out[1];
        sizes.m = result.count() / std::max<int64_t>(out[1], 1);
    }
    const double each = double(sizes.m) * double(sizes.n);
    if (flops > 0 && each > 0)
        sizes.k = std::max<int64_t>(1, std::llround(flops / (2 * each)));
    else if (inputs.size() >= 2 && sizes.n > 0)
        sizes.k = std::max<int64_t>(1, inputs[1].count() / sizes.n);
    return sizes;
}

/** Products of attention: both score and value product, of the causal half only where the mask says so. */
double attentionFlops(std::span<const Abstract> inputs, std::span<const Abstract> outputs) {
    const Abstract *sums = nullptr; // [batch, heads, length, 8]
    for (std::span<const Abstract> list : {outputs, inputs})
        for (const Abstract &each : list)
            if (sums == nullptr && each.shape.rank() == 4 && each.shape.back() == 8) sums = &each;
    if (sums == nullptr || inputs.empty()) return 0;
    const double pairs =
        double(sums->shape[0]) * double(sums->shape[1]) * double(sums->shape[2]) * double(sums->shape[2]);
    const double queries = double(sums->count()) / 8;
    const double width = queries > 0 ? double(inputs[0].count()) / queries : 0;
    const bool isCausal = std::any_of(inputs.begin(), inputs.end(), [](const Abstract &each) {
        return each.shape.rank() == 2 && each.shape[0] == 2048 && each.shape[1] == 2048;
    });
    return 4 * pairs * width * (isCausal ? 0.5 : 1.0);
}

/** What a vector kernel reads and writes of its tensors. */
void setTraffic(KernelJob &work, std::span<const Abstract> inputs, std::span<const Abstract> outputs) {
    work.readBytes = bytesOf(inputs);
    work.writtenBytes = bytesOf(outputs);
    const std::string_view type = work.type;
    const bool readsOnlyResult = work.vectorClass == "[gather]" || type == "Slice" || type == "StridedSlice";
    if (readsOnlyResult) work.readBytes = std::min(work.readBytes, work.writtenBytes);
    const bool onlyWrites = type == "ZerosLike" || type == "OnesLike" || work.vectorClass == "[generator]";
    if (onlyWrites) work.readBytes = 0;
    // They update in place: what profiles list is what they read, and their bandwidths are of that.
    if (work.vectorClass == "[optimizer]") work.writtenBytes = 0;
    if (type == "EmbeddingDenseGradV2") work.writtenBytes = std::min(work.writtenBytes, work.readBytes);
}

void setTypes(KernelJob &work, std::span<const Abstract> inputs) {
    if (inputs.empty()) return;
    const DType first = inputs[0].dtype;
    work.isWide = first == DType::Int64 || first == DType::UInt64 || first == DType::Float64;
    std::optional<DType> floating;
    for (const Abstract &each : inputs) {
        if (!info(each.dtype).floating) continue;
        if (floating && *floating != each.dtype) work.isMixed = true;
        floating = each.dtype;
    }
}

KernelCore coreOf(const KernelJob &work) {
    if (work.isAttention) return KernelCore::MixCube;
    if (kindOf(work.type) == DeviceKernel::AiCpu) return KernelCore::AiCpu;
    if (collectiveOf(work.type)) return KernelCore::Collective;
    return isMixVector(work.vectorClass) ? KernelCore::MixVector : KernelCore::Vector;
}

KernelJob cubeWork(KernelJob work, std::span<const Abstract> inputs, const Abstract &result, double flops) {
    work.core = KernelCore::Cube;
    work.product = isConvolution(work.type) ? convolutionOf(inputs, result, flops) : productOf(inputs, result, flops);
    work.isFloat32 = !inputs.empty() ? inputs[0].dtype == DType::Float32 : result.dtype == DType::Float32;
    work.flops =
        2.0 * double(work.product.batch) * double(work.product.m) * double(work.product.k) * double(work.product.n);
    return work;
}

} // namespace

std::string_view toString(KernelCore core) {
    switch (core) {
    case KernelCore::Cube:
        return "AI_CORE";
    case KernelCore::Vector:
        return "AI_VECTOR_CORE";
    case KernelCore::MixCube:
        return "MIX_AIC";
    case KernelCore::MixVector:
        return "MIX_AIV";
    case KernelCore::AiCpu:
        return "AI_CPU";
    case KernelCore::Copy:
        return "MEMCPY_ASYNC";
    case KernelCore::Collective:
        return "COMMUNICATION";
    }
    return "";
}

bool isViewOp(std::string_view op) {
    return op == "View" || op == "Depend" || kindOf(op) == DeviceKernel::None;
}

std::optional<std::string_view> collectiveOf(std::string_view type) {
    struct Spelling {
        std::string_view part, name;
    };
    static constexpr std::array<Spelling, 18> spellings{{
        {"AllReduce", "all_reduce"},
        {"hcom_allReduce", "all_reduce"},
        {"all_reduce", "all_reduce"},
        {"AllGather", "all_gather"},
        {"hcom_allGather", "all_gather"},
        {"all_gather", "all_gather"},
        {"ReduceScatter", "reduce_scatter"},
        {"hcom_reduceScatter", "reduce_scatter"},
        {"reduce_scatter", "reduce_scatter"},
        {"Broadcast", "broadcast"},
        {"hcom_broadcast", "broadcast"},
        {"AlltoAll", "all_to_all"},
        {"AllToAll", "all_to_all"},
        {"hcom_alltoall", "all_to_all"},
        {"Send", "send"},
        {"Receive", "receive"},
        {"hcom_batchSendRecv", "send"},
        {"hcom_receive", "receive"},
    }};
    for (const Spelling &each : spellings) {
        if (!type.starts_with(each.part)) continue;
        // "BroadcastTo" stretches a tensor; the collective is "Broadcast" alone.
        const bool isPlainWord = each.part == "Broadcast" || each.part == "Send" || each.part == "Receive";
        if (!isPlainWord || type == each.part) return each.name;
    }
    return std::nullopt;
}

KernelJob kernelJob(const std::string &type, std::span<const Abstract> inputs, std::span<const Abstract> outputs,
                    double flops, double bytes) {
    KernelJob work;
    work.type = type;
    work.vectorClass = vectorClassOf(type);
    work.isAttention = isAttentionType(type);
    work.isAttentionGradient = work.isAttention && type.find("Grad") != std::string::npos;
    work.flops = flops;
    setTraffic(work, inputs, outputs);
    setTypes(work, inputs);
    if (outputs.empty() && inputs.empty()) work.readBytes = bytes;
    if (!outputs.empty() && (isMatrixProduct(type) || isConvolution(type))) {
        return cubeWork(std::move(work), inputs, outputs[0], flops);
    }
    work.core = coreOf(work);
    if (work.isAttention && flops <= 0)
        work.flops = attentionFlops(inputs, outputs) * (work.isAttentionGradient ? 2.5 : 1.0);
    return work;
}

} // namespace jitscope::inline ascend
